"""The site of a city hall in WordPress, as it has grown over years: a menu with submenus, blocks of icons of a page builder whose links
are scripts, toggles of years, tables of two plugins (one folds columns into a line below), a plugin of downloads, posts of a category,
and a query of a maker in a frame."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from jinja2 import Environment, FileSystemLoader
from openpyxl import Workbook
from pdf_files import NOTICE

from lab.values import MONTHS, Row

PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor valor_liquidado valor_pago".split(),  # in the frame
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento".split(),  # in its small window
        *"emp_indicacao_licitacao lic_modalidade".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),  # a workbook among the downloads
    "receita_orcamentaria": "origem previsao arrecadacao".split(),  # tables in toggles
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),  # a table that folds
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao".split(),
        *"setor_interessado valor nome_vencedores edital aviso termo_ratificacao".split(),
    ],
}
MENU = {
    "Início": "/",
    "A Cidade": {"História": "/historia/", "Símbolos": "/simbolos/"},
    "Governo": {"Prefeito": "/prefeito/", "Secretarias": "/secretarias/", "Conselhos Municipais": "/conselhos/"},
    "Serviços": {"IPTU": "#", "Nota Fiscal Eletrônica": "#"},
    "Publicações": {
        "Licitações": "/category/licitacoes/",
        "Contratos": "/contratos/",
        "Relatórios da LRF": "/lrf/",
    },
    "Acesso à Informação": "/acesso-a-informacao/",
    "Notícias": "/category/noticias/",
}
ENVIRONMENT = Environment(loader=FileSystemLoader(Path(__file__).parent / "sites"), autoescape=False)  # noqa: S701 (own pages)
ENVIRONMENT.globals["MENU"] = MENU
DRAWN: Any = ENVIRONMENT.get_template("wordpress.html").module
BLOCKS = [
    ("Dispêndios do Município", "Quanto, como e com quem a prefeitura gasta", "/dispendios/", "wrapper"),
    ("Arrecadação Municipal", "Impostos, taxas e transferências", "/arrecadacao/", "wrapper"),
    ("Servidores", "Relação nominal e vencimentos", "/servidores/", "script"),
    ("Compras e Licitações", "Editais, avisos e resultados", "/category/licitacoes/", "link"),
    ("Contratos", "Contratos e aditivos", "/contratos/", "wrapper"),
    ("Arquivos para baixar", "Planilhas e demonstrativos", "/download-category/contabilidade/", "script"),
    ("LRF", "RREO e RGF", "/lrf/", "wrapper"),
    ("Glossário", "Entenda os termos", "/glossario/", "link"),
]
REVENUE = ["Código", "Especificação da Receita", "Prevista para o Ano", "Arrecadada no Mês", "Arrecadada até o Mês"]
PACKAGES = {
    "despesas-extraorcamentarias-2025": "Despesas Extraorçamentárias 2025",
    "resumo-da-folha-por-secretaria-2025": "Resumo da folha por secretaria 2025",
    "receita-corrente-liquida": "Demonstrativo da Receita Corrente Líquida",
}
MODES = (
    "Pregão Eletrônico",
    "Dispensa",
    "Tomada de Preços",
    "Pregão Eletrônico",
    "Inexigibilidade",
    "Pregão Eletrônico",
)
BID = {
    "Processo Administrativo": "numero_processo",
    "Modalidade": "",
    "Objeto": "objeto",
    "Secretaria solicitante": "secretaria",
    "Publicação": "data_publicacao",
    "Abertura das propostas": "data_realizacao",
    "Valor estimado": "valor_estimado",
    "Empresa vencedora": "empresa",
}
COMMITS = {
    "NE": "numero_empenho",
    "Dt. Empenho": "data",
    "Credor": "credor",
    "Vl. Empenhado": "empenhado",
    "Vl. Liquidado": "liquidado",
    "Vl. Pago": "pago",
}
COMMIT = {
    "CNPJ/CPF": "cpf_cnpj",
    "Órgão": "orgao",
    "Função": "funcao",
    "Sub-Função": "subfuncao",
    "Programa": "programa",
    "Projeto/Atividade": "acao",
    "Elemento Econômico": "elemento",
    "Fonte": "fonte",
    "Modalidade de Licitação": "modalidade_licitacao",
    "Histórico": "historico",
}


def made(seed: str, year: int, count: int, *makers: str) -> list[list[str]]:
    return [[str(row[m]) for m in makers] for row in (Row(f"wordpress/{seed}", year, n, count) for n in range(count))]


STAFF = [
    ("nome", "Servidor", ""),
    ("funcao", "Função", ""),
    ("lotacao", "Lotação", ""),
    ("regime", "Regime Jurídico", "all"),
    ("admissao", "Admissão", "all"),
    ("bruto", "Vencimento Bruto", "all"),
]
CONTRACTS = [
    ("numero", "Contrato", ""),
    ("empresa", "Contratada", ""),
    ("objeto", "Objeto", "all"),
    ("assinatura", "Assinatura", ""),
    ("vigencia", "Vigência", ""),
    ("valor", "Valor do Contrato", ""),
]
NINJA = {
    "311": (STAFF, made("servidores", 2025, 40, "servidor", "cargo", "secretaria", "regime", "admissao", "vantagens")),
    "312": (STAFF, []),
    "340": (CONTRACTS, made("c", 2025, 20, "numero_contrato", "empresa", "objeto", "data", "data_pagamento", "valor")),
}


def bid(n: int) -> tuple[str, Row]:
    return f"{MODES[n % 6]} nº {n + 3:03d}/2025", Row("wordpress/licitacoes", 2025, n, 12)


def post(n: int) -> str:
    title, row = bid(n)
    told = {label: str(row[maker]) if maker else MODES[n % 6] for label, maker in BID.items()}
    files = ["EDITAL", "AVISO DE LICITAÇÃO"] if MODES[n % 6][0] in "PT" else ["TERMO DE RATIFICAÇÃO"]
    return str(DRAWN.page(title, DRAWN.post(told, files, n), "single single-post"))


def archive(title: str, posts: list[tuple[str, str, str]], base: str, at: int = 1) -> str:
    older = f"{base}page/{at + 1}/" if 6 * at < len(posts) else ""
    body = DRAWN.archive(posts[6 * at - 6 : 6 * at], older)
    return str(DRAWN.page(f"Categoria: {title}", body, "archive category"))


def vendor() -> str:
    given, rows = request.args, []
    if "buscar" in given and given["ano"] in ("2025", "2024"):
        whole = (Row("wordpress/empenhos", int(given["ano"]), n, 60) for n in range(60))
        rows = [(r.id, [r[m] for m in COMMITS.values()]) for r in whole if r.when.month == int(given["mes"])]
    years = [(y, y) for y in ("2026", "2025", "2024")]
    months = [(str(n), month) for n, month in enumerate(MONTHS, 1)]
    chosen = given.get("ano", "2026"), months, given.get("mes", "11")
    return str(DRAWN.vendor(years, *chosen, "buscar" in given, list(COMMITS), rows))


def detail() -> str:
    key = request.args["id"]
    row = Row("wordpress/empenhos", int(key[:4]), int(key[4:]) - 1, 60)
    return str(DRAWN.detail(row["numero_empenho"], {label: row[maker] for label, maker in COMMIT.items()}))


def workbook() -> bytes:
    book, out = Workbook(), io.BytesIO()
    sheet = book.active
    sheet.append(["PREFEITURA MUNICIPAL"])
    sheet.append(["Demonstrativo das despesas extraorçamentárias - exercício de 2025"])
    sheet.append([])
    sheet.append(["Cód.", "Discriminação", "Valor Pago"])
    for row in made("extra", 2025, 12, "extra_codigo", "extra_nome", "valor"):
        sheet.append(row)
    book.save(out)
    return out.getvalue()


def totals() -> bytes:
    out = io.StringIO()
    lines = csv.writer(out, delimiter=";")
    lines.writerow(["Secretaria", "Nº de servidores", "Total bruto"])
    lines.writerows(made("totals", 2025, 9, "secretaria", "quantidade", "total_folha"))
    return out.getvalue().encode("latin-1")


def package(name: str) -> Any:
    if "wpdmdl" not in request.args:
        return str(DRAWN.page(PACKAGES[name], DRAWN.package(name), "single-wpdmpro"))
    files = {"despesas": (workbook(), "xlsx"), "resumo-d": (totals(), "csv"), "receita-": (NOTICE, "pdf")}
    content, kind = files[name[:8]]
    given = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(content, mimetype="application/octet-stream", headers=given)


def ajax() -> Response:
    """What the table that folds asks for."""
    columns, rows = NINJA[request.args["table_id"]]
    told = [dict(zip([c[0] for c in columns], row, strict=True)) for row in rows]
    heads = [{"name": n, "title": t, "breakpoints": b} for n, t, b in columns]
    return Response(json.dumps({"columns": heads, "rows": told}), mimetype="application/json")


def portal(app: Flask) -> None:
    def text(path: str, title: str, body: str) -> None:
        app.add_url_rule(path, path, lambda: str(DRAWN.page(title, body)))

    news = "".join(
        f"<li><a href='/noticia-{n}/'>Notícia {n}: obras avançam no bairro {n}</a></li>" for n in range(1, 7)
    )
    lead = "<p><a href='/acesso-a-informacao/'><img src='/logo.png' alt='Portal da Transparência'></a></p>"
    text("/", "Prefeitura Municipal", f"<h2>Últimas notícias</h2><ul>{news}</ul>{lead}")
    for n in range(1, 7):
        text(f"/noticia-{n}/", f"Notícia {n}", f"<p>A prefeitura pagou R$ {n}.000,00 em obras e arrecadou mais.</p>")
    for name in ("historia", "simbolos", "prefeito", "secretarias", "conselhos"):
        text(f"/{name}/", name.capitalize(), "<p>Página institucional.</p>")
    text("/acesso-a-informacao/", "Acesso à Informação", DRAWN.blocks(BLOCKS))
    frame = "<iframe src='/webconsulta/consulta.php?cli=0417' width='100%' height='900' frameborder='0'></iframe>"
    asked = f"<p>Selecione o ano e o mês e clique em Buscar.</p><p>{frame}</p>"
    text("/dispendios/", "Dispêndios do Município", asked)

    def revenues(year: int) -> str:
        rows = made("receita", year, 18, "rec_codigo", "rec_nome", "prevista", "arrecadada_mes", "arrecadada")
        return str(DRAWN.tablepress(year, (REVENUE, rows)))

    years = {"2026": "<p>Em atualização.</p>", "2025": revenues(2025), "2024": revenues(2024)}
    text("/arrecadacao/", "Arrecadação Municipal", DRAWN.toggles(years))
    people = {
        "2026": f"<p>Dados de 2026 em breve.</p>{DRAWN.ninja('312')}",
        "2025": f"<h4>Outubro</h4>{DRAWN.ninja('311')}",
    }
    text("/servidores/", "Servidores", DRAWN.tabs(people))
    text("/contratos/", "Contratos", DRAWN.ninja("340"))
    reports = "<ul><li><a href='/wp-content/uploads/rreo.pdf'>RREO 1º bimestre</a></li></ul>"
    text("/lrf/", "Relatórios da LRF", DRAWN.toggles({"2025": reports}))
    terms = "<dl><dt>Empenho</dt><dd>Reserva do recurso.</dd><dt>Receita extraorçamentária</dt><dd>Valores de terceiros.</dd></dl>"
    text("/glossario/", "Glossário", terms)

    bids = [(bid(n)[0], f"/licitacoes/{n}/", str(bid(n)[1]["objeto"])) for n in range(12)]
    base, posts = "/category/licitacoes/", [(f"Notícia {n}", f"/noticia-{n}/", "Leia.") for n in range(1, 7)]
    app.add_url_rule(base, "bids", lambda: archive("Licitações", bids, base))
    app.add_url_rule(f"{base}page/<int:at>/", "more_bids", lambda at: archive("Licitações", bids, base, at))
    app.add_url_rule("/category/noticias/", "news", lambda: archive("Notícias", posts, "/category/noticias/"))
    app.add_url_rule("/licitacoes/<int:n>/", "bid", post)
    files = str(DRAWN.page("Contabilidade", DRAWN.packages(PACKAGES), "archive tax-wpdmcategory"))
    app.add_url_rule("/download-category/contabilidade/", "packages", lambda: files)
    app.add_url_rule("/download/<name>/", "package", package)
    app.add_url_rule("/webconsulta/consulta.php", "vendor", vendor)
    app.add_url_rule("/webconsulta/detalhe.php", "detail", detail)
    app.add_url_rule("/wp-admin/admin-ajax.php", "ajax", ajax)
    app.add_url_rule(
        "/wp-content/uploads/<path:name>", "uploads", lambda name: Response(NOTICE, mimetype="application/pdf")
    )
