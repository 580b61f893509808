"""A town whose portal two repositories make: data sets with resources, previewed in a frame by a grid and described by dictionaries,
and communities with collections of items whose papers are bitstreams. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it)
from __future__ import annotations

import csv
import io
import re
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, abort, jsonify, redirect, request
from openpyxl import Workbook
from pdf_files import NOTICE, page_of

from lab.values import Row

GRID = (Path(__file__).parent / "sites" / "recline.html").read_text("utf-8")
START = ""
MONEY = re.compile(r"[\d.]+,\d\d")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago".split(),  # CSV of 2025
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento".split(),
        *"valor_fixado natureza_despesa categoria_economica".split(),  # XLSX of the budget
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": "origem previsao arrecadacao categoria_economica especie uni_gestora".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao valor setor_interessado edital aviso".split()
    ],
    "quadro_pessoal": ["nome", "cargo", "tipo_cargo", "salario_cargo"],  # PDF of September
}
UNREAD = {("despesa_orcamentaria", "valor_fixado")}  # whole numbers without a format: a "dotação" may as well be a code
Columns = dict[str, str]
EXPENSE: Columns = {
    "exercicio": "exercicio", "numero_empenho": "numero_empenho", "data_empenho": "data", "nome_credor": "credor", "cpf_cnpj_credor": "cpf_cnpj", "orgao": "orgao", "funcao": "funcao",
    "subfuncao": "subfuncao", "programa": "programa", "acao": "acao", "elemento_despesa": "elemento", "valor_empenhado": "empenhado", "valor_liquidado": "liquidado", "valor_pago": "pago",
}  # fmt: skip
BUDGET: Columns = {"Órgão": "orgao", "Unidade orçamentária": "unidade", "Categoria econômica": "categoria", "Natureza da despesa": "natureza", "Dotação inicial": "fixado", "Dotação atualizada": "suplementado"}  # fmt: skip
REVENUE: Columns = {"cod_receita": "rec_codigo", "especificacao_receita": "rec_nome", "vl_previsto": "prevista", "vl_arrecadado_mes": "arrecadada_mes"}  # fmt: skip
REVENUE_YEAR: Columns = {"Unidade Gestora": "gestora", "Código": "rec_codigo", "Categoria Econômica": "rec_categoria", "Origem": "rec_origem", "Espécie": "rec_especie", "Previsão Atualizada": "atualizada", "Arrecadado": "arrecadada"}  # fmt: skip
EXTRA: Columns = {"codigo_conta": "extra_codigo", "nome_conta": "extra_nome", "valor_pago": "valor"}
CONTRACTS: Columns = {"numero_contrato": "numero_contrato", "contratada": "empresa", "objeto_contrato": "objeto", "vigencia_fim": "data_homologacao", "valor_contrato": "valor_licitado"}  # fmt: skip
TRIPS: Columns = {"servidor": "servidor", "destino": "destino", "motivo": "motivo", "valor_diaria": "valor"}
FLEET: Columns = {"placa": "placa", "veiculo": "veiculo", "secretaria": "secretaria"}
SUMS: Columns = {"secretaria": "secretaria", "quantidade_servidores": "quantidade", "total_folha": "total_folha"}
# what the dictionaries name: fields of the system, published or not
NAMED = {
    "despesas-empenhadas": [*EXPENSE, "categoria_economica", "modalidade_aplicacao", "subelemento_despesa", "modalidade_licitacao", "numero_licitacao", "numero_contrato", "data_ultimo_pagamento"],
    "receita-orcamentaria": [*REVENUE, "valor_lancado", "rubrica", "alinea", "subalinea"],
    "receita-extraorcamentaria": ["codigo_conta", "nome_conta", "valor_arrecadado"],
    "servidores-por-secretaria": ["matricula", "nome_servidor", "cpf", "cargo", "vinculo", "remuneracao_bruta"],
}  # fmt: skip
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
Resource = tuple[str, str, Columns, int, int]  # name, format, columns, year, lines


def monthly(year: int, last: int) -> list[Resource]:
    return [(f"Receita orçamentária - {MONTHS[n]} de {year}", "CSV", REVENUE, year, 18) for n in range(last)]


SETS: dict[str, tuple[str, str, str, list[Resource]]] = {
    "despesas-empenhadas": ("Despesas empenhadas", "financas", "Empenhos emitidos pelo município, por credor e classificação.", [
        ("Empenhos 2026", "CSV", EXPENSE, 2026, 0), ("Empenhos 2025", "CSV", EXPENSE, 2025, 143), ("Empenhos 2024", "CSV", EXPENSE, 2024, 143)]),
    "orcamento-da-despesa": ("Orçamento da despesa (QDD)", "financas", "Quadro de detalhamento da despesa da Lei Orçamentária Anual.", [
        ("QDD 2026", "XLSX", BUDGET, 2026, 40), ("QDD 2025", "XLSX", BUDGET, 2025, 40), ("Lei Orçamentária 2026", "PDF", {}, 2026, 0)]),
    "receita-orcamentaria": ("Receita orçamentária", "financas", "Previsão e arrecadação das receitas do município.", [
        *monthly(2026, 3), ("Receita orçamentária 2025", "XLSX", REVENUE_YEAR, 2025, 18)]),
    "receita-extraorcamentaria": ("Receita extraorçamentária", "financas", "Conjunto em elaboração.", []),
    "pagamentos-extraorcamentarios": ("Pagamentos extraorçamentários", "financas", "Repasses de consignações e devoluções de cauções.", [
        ("Pagamentos extraorçamentários 2025", "CSV", EXTRA, 2025, 12)]),
    "contratos": ("Contratos", "administracao", "Contratos firmados pelo município.", [("Contratos 2026", "CSV", CONTRACTS, 2026, 22), ("Contratos 2025", "CSV", CONTRACTS, 2025, 31)]),
    "diarias": ("Diárias concedidas", "administracao", "Diárias de viagem de servidores.", [("Diárias 2026", "CSV", TRIPS, 2026, 24)]),
    "frota-municipal": ("Frota municipal", "administracao", "Veículos próprios e locados.", [("Frota", "CSV", FLEET, 2026, 18)]),
    "servidores-por-secretaria": ("Servidores por secretaria", "administracao", "Quantitativo de servidores e total da folha.", [("Quantitativo 2026", "CSV", SUMS, 2026, 9)]),
}  # fmt: skip
GROUPS = {"financas": "Finanças públicas", "administracao": "Administração"}


def made_id(*parts: Any) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(map(str, parts))))


def table(columns: Columns, name: str, year: int, count: int) -> list[list[str]]:
    made = (Row(f"repositorio/{name}", year, n, count) for n in range(count))
    return [list(columns), *([str(row[maker]) for maker in columns.values()] for row in made)]


def dictionary(slug: str) -> list[list[str]]:
    kind = {"valor": "numeric", "vl": "numeric", "data": "date"}
    lines = ([f, kind.get(f.split("_")[0], "text"), f.replace("_", " ").capitalize()] for f in NAMED[slug])
    return [["Campo", "Tipo", "Descrição"], *lines]


def resources(slug: str) -> dict[str, dict[str, Any]]:
    """By its id: what a data set hands out, its dictionary last."""
    out: dict[str, dict[str, Any]] = {}
    for name, kind, columns, year, count in SETS[slug][3]:
        rows = table(columns, name, year, count) if columns else []
        out[made_id(slug, name)] = {"name": name, "format": kind, "rows": rows, "about": f"Arquivo de {year}."}
    if slug in NAMED:
        for kind in ("CSV", "PDF"):
            told = {"name": f"Dicionário de dados ({kind})", "format": kind, "rows": dictionary(slug), "about": "Descrição dos campos."}  # fmt: skip
            out[made_id(slug, "dicionario", kind)] = told
    return out


def pdf(title: str, rows: list[list[str]], widths: list[int]) -> bytes:
    """A page with a table: every text at a place of its own, no lines drawn, as reports print it."""

    def at(x: int, y: int, text: str, size: int = 8) -> str:
        shown = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({shown}) Tj ET"

    marks = [at(40, 800, title, 12)]
    for n, row in enumerate(rows):
        marks += [at(40 + sum(widths[:c]), 770 - 14 * n, text) for c, text in enumerate(row)]
    return page_of("\n".join(marks).encode("cp1252", "replace"))


def file(told: dict[str, Any]) -> Response:
    rows = told["rows"]
    if told["format"] == "CSV":
        made = io.StringIO()
        csv.writer(made, delimiter=";").writerows(rows)
        return Response(made.getvalue().encode("utf-8-sig"), mimetype="text/csv")
    if told["format"] == "XLSX":
        book = Workbook()
        sheet = book.active
        sheet.append(["MUNICÍPIO DE VILA PEQUENA"])
        for row in rows:
            sheet.append(
                [float(cell.replace(".", "").replace(",", ".")) if MONEY.fullmatch(cell) else cell for cell in row]
            )
        kept = io.BytesIO()
        book.save(kept)
        return Response(kept.getvalue(), mimetype="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
    return Response(pdf(told["name"], rows, [160, 80, 200]) if rows else NOTICE, mimetype="application/pdf")


# ---- data sets ----------------------------------------------------------------------------------------------------------------


def ckan(title: str, trail: list[tuple[str, str]], primary: str, secondary: str = "") -> str:
    crumbs = "".join(f'<li><a href="{at}">{text}</a></li>' for text, at in trail)
    menu = "".join(f'<li><a href="{at}">{text}</a></li>' for text, at in (("Conjuntos de dados", "/dados/dataset/"), ("Organizações", "/dados/organization/"), ("Grupos", "/dados/group/"), ("Sobre", "/dados/about")))  # fmt: skip
    aside = f'<aside class="secondary col-sm-3">{secondary}</aside>' if secondary else ""
    return (
        f'<!DOCTYPE html><html lang="pt_BR"><head><meta charset="utf-8"><meta name="generator" content="ckan 2.9.5"><title>{title} - Dados Abertos de Vila Pequena</title><style>.hide{{display:none}} .dropdown-menu{{display:none}} .open .dropdown-menu{{display:block}} iframe{{width:100%;height:480px;border:0}}</style></head>'
        '<body data-site-root="/dados/" data-locale-root="/dados/"><div class="sr-only sr-only-focusable"><a href="#content">Pular para o conteúdo</a></div><div class="account-masthead"><div class="container"><nav class="account not-authed"><ul class="list-unstyled"><li><a href="/dados/user/login">Entrar</a></li></ul></nav></div></div>'
        f'<header class="navbar navbar-static-top masthead"><div class="container"><a class="logo" href="/dados/">Dados Abertos</a><nav class="section navigation"><ul class="nav nav-pills">{menu}</ul></nav><form class="section site-search simple-input" action="/dados/dataset/" method="get"><div class="field"><label for="field-sitewide-search">Buscar conjuntos de dados</label><input id="field-sitewide-search" type="text" class="form-control" name="q" placeholder="Pesquisar"><button class="btn-search" type="submit"><i class="fa fa-search"></i></button></div></form></div></header>'
        f'<div class="main"><div id="content" class="container"><div class="toolbar"><ol class="breadcrumb"><li class="home"><a href="/dados/" aria-label="Início"><i class="fa fa-home"></i><span> Início</span></a></li>{crumbs}</ol></div><div class="row wrapper">{aside}<div class="primary col-sm-9 col-xs-12" role="main">{primary}</div></div></div></div>'
        '<footer class="site-footer"><div class="container"><ul class="list-unstyled"><li><a href="/dados/about">Sobre Dados Abertos</a></li><li><a href="http://docs.ckan.org/en/2.9/api/">API do CKAN</a></li></ul></div></footer>'
        '<script>document.querySelectorAll(".dropdown-toggle").forEach(function(a){a.addEventListener("click",function(e){e.preventDefault();a.parentNode.classList.toggle("open")})})</script></body></html>'
    )


def facet(title: str, name: str, values: dict[str, str]) -> str:
    asked = request.args.to_dict()
    items = "".join(
        f'<li class="nav-item{" active" if asked.get(name) == key else ""}"><a href="/dados/dataset/?{urlencode(asked | {name: key})}" title=""><span class="item-label">{text}</span><span class="hidden separator"> - </span><span class="item-count badge">{count}</span></a></li>'
        for key, (text, count) in ((key, value.split("|")) for key, value in values.items())
    )
    return f'<section class="module module-narrow module-shallow"><h2 class="module-heading"><i class="fa fa-filter"></i>{title}</h2><nav aria-label="{title}"><ul class="list-unstyled nav nav-simple nav-facet">{items}</ul></nav><p class="module-footer"></p></section>'


def formats(slug: str) -> list[str]:
    return sorted({told["format"] for told in resources(slug).values()})


def summary(slug: str) -> str:
    title, _, about, _ = SETS[slug]
    kinds = "".join(f'<li><a href="/dados/dataset/{slug}" class="label label-default" data-format="{k.lower()}">{k}</a></li>' for k in formats(slug))  # fmt: skip
    return f'<li class="dataset-item"><div class="dataset-content"><h2 class="dataset-heading"><a href="/dados/dataset/{slug}">{title}</a></h2><div>{about}</div></div><ul class="dataset-resources list-unstyled">{kinds}</ul></li>'


def catalogue(only: str = "") -> str:
    asked = request.args
    group = only or asked.get("groups", "")
    shown = [
        slug
        for slug, (title, of, about, _) in SETS.items()
        if group in ("", of)
        and (not asked.get("res_format") or asked["res_format"] in formats(slug))
        and asked.get("q", "").lower() in f"{title} {about}".lower()
    ]
    sides = facet("Grupos", "groups", {k: f"{v}|{sum(s[1] == k for s in SETS.values())}" for k, v in GROUPS.items()})
    sides += facet("Formatos", "res_format", {k: f"{k}|{sum(k in formats(s) for s in SETS)}" for k in ("CSV", "PDF", "XLSX")})  # fmt: skip
    sides += facet("Licenças", "license_id", {"cc-by": f"Creative Commons Attribution|{len(SETS)}"})
    order = '<div class="form-select form-group control-order-by"><label for="field-order-by">Ordenar por</label><select id="field-order-by" name="sort" class="form-control"><option value="score desc">Relevância</option><option value="title_string asc">Nome Crescente</option><option value="metadata_modified desc">Modificado pela última vez</option></select></div>'
    form = f'<form id="dataset-search-form" class="search-form" method="get" action="/dados/dataset/"><div class="input-group search-input-group"><input type="text" class="form-control input-lg" name="q" value="" autocomplete="off" placeholder="Pesquisar conjuntos de dados..."><span class="input-group-btn"><button class="btn btn-default btn-lg" type="submit" value="search"><i class="fa fa-search"></i></button></span></div>{order}<h1>{len(shown)} conjuntos de dados encontrados</h1></form>'
    listed = f'<ul class="dataset-list list-unstyled">{"".join(map(summary, shown))}</ul>'
    return ckan("Conjuntos de dados", [("Conjuntos de dados", "/dados/dataset/")], f'<section class="module"><div class="module-content">{form}{listed}</div></section>', sides)  # fmt: skip


def pairs(told: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f'<tr><th scope="row" class="dataset-label">{k}</th><td class="dataset-details">{v}</td></tr>' for k, v in told)  # fmt: skip
    return f'<table class="table table-striped table-bordered table-condensed"><thead><tr><th scope="col">Campo</th><th scope="col">Valor</th></tr></thead><tbody>{rows}</tbody></table>'


def dataset(slug: str) -> str:
    title, group, about, _ = SETS[slug]
    items = ""
    for made, told in resources(slug).items():
        at = f"/dados/dataset/{slug}/resource/{made}"
        kind = told["format"]
        items += (
            f'<li class="resource-item" data-id="{made}"><a class="heading" href="{at}" title="{told["name"]}">{told["name"]}<span class="format-label" property="dc:format" data-format="{kind.lower()}">{kind}</span></a><p class="description">{told["about"]}</p>'
            f'<div class="dropdown btn-group"><a href="#" class="btn btn-primary dropdown-toggle" data-toggle="dropdown"><i class="fa fa-share-square-o"></i>Explorar<span class="caret"></span></a><ul class="dropdown-menu"><li><a href="{at}"><i class="fa fa-bar-chart-o"></i>Pré-visualização</a></li><li><a href="{at}/download/{slug}-{made[:4]}.{kind.lower()}" class="resource-url-analytics" target="_blank"><i class="fa fa-arrow-circle-o-down"></i>Baixar</a></li></ul></div></li>'
        )
    listed = f'<ul class="resource-list">{items}</ul>' if items else '<p class="empty">Esse conjunto de dados não possui dados</p>'  # fmt: skip
    more = pairs([("Autor", "Secretaria de Finanças"), ("Mantenedor", "Núcleo de Dados"), ("Última Atualização", "Novembro 3, 2026, 14:12 (UTC)"), ("Criado", "Março 1, 2022, 12:00 (UTC)")])  # fmt: skip
    tags = "".join(f'<li><a class="tag" href="/dados/dataset/?tags={t}">{t}</a></li>' for t in (group, "transparencia"))
    body = f'<article class="module" role="region" aria-label="Conteúdo"><div class="module-content"><h1>{title}</h1><div class="notes embedded-content"><p>{about}</p></div><section id="dataset-resources" class="resources"><h2>Dados e recursos</h2>{listed}</section><section class="tags"><ul class="tag-list">{tags}</ul></section><section class="additional-info"><h3>Informações Adicionais</h3>{more}</section></div></article>'
    side = '<div class="module module-narrow module-shallow context-info"><h1 class="heading">Secretaria de Finanças</h1><div class="nums"><dl><dt>Seguidores</dt><dd>0</dd></dl></div></div><section class="module module-narrow social"><h2 class="module-heading">Social</h2><ul class="nav nav-simple"><li class="nav-item"><a href="https://twitter.com/share?url=x" target="_blank">Twitter</a></li></ul></section>'
    return ckan(title, [("Organizações", "/dados/organization/"), (title, f"/dados/dataset/{slug}")], body, side)


def resource(slug: str, made: str) -> str:
    told = resources(slug)[made]
    at = f"/dados/dataset/{slug}/resource/{made}"
    name = f"{slug}-{made[:4]}.{told['format'].lower()}"
    seen = '<div class="resource-view"><p class="empty">Não há visões criadas para este recurso ainda.</p></div>'
    words = ""
    if told["format"] == "CSV":
        seen = f'<div class="resource-view" id="view-{made[:8]}"><ul class="nav nav-tabs view-list"><li class="active"><a href="{at}?view_id={made[:8]}"><i class="fa fa-table"></i>Explorador de Dados</a></li></ul><div class="m-top ckanext-dataexplorer"><iframe src="{at}/view/{made[:8]}" frameborder="0" data-module="data-viewer"><p>Seu navegador não suporta iframes.</p></iframe></div></div>'
        lines = "".join(f"<tr><td>{column}</td><td>{'numeric' if column.startswith(('valor', 'vl')) else 'text'}</td><td>{column.replace('_', ' ').capitalize()}</td><td></td></tr>" for column in told["rows"][0])  # fmt: skip
        words = f'<h2>Dicionário de dados</h2><table class="table table-striped table-bordered table-condensed" data-module="table-toggle-more"><thead><tr><th scope="col">Coluna</th><th scope="col">Tipo</th><th scope="col">Rótulo</th><th scope="col">Descrição</th></tr></thead>{lines}</table>'
    more = pairs([("Última atualização dos dados", "3 de Novembro de 2026"), ("Última atualização dos metadados", "3 de Novembro de 2026"), ("Criado", "1 de Março de 2022"), ("Formato", told["format"]), ("Licença", "Creative Commons Attribution"), ("Tamanho", "148,2 KiB"), ("id", made)])  # fmt: skip
    body = (
        f'<section class="module module-resource" role="complementary"><div class="module-content page-header"><div class="actions"><ul><li><div class="btn-group"><a class="btn btn-primary resource-url-analytics" href="{at}/download/{name}"><i class="fa fa-arrow-circle-o-down"></i> Baixar</a></div></li></ul></div><h1 class="page-heading">{told["name"]}</h1><p class="text-muted ellipsis">URL: <a class="resource-url-analytics" href="{at}/download/{name}">/dados{at[6:]}/download/{name}</a></p><div class="prose notes"><p>{told["about"]}</p></div></div>{seen}</section>'
        f'<section class="module"><div class="module-content">{words}<h2>Informações Adicionais</h2>{more}</div></section>'
    )
    others = "".join(f'<li class="nav-item"><a href="/dados/dataset/{slug}/resource/{key}">{other["name"]}</a></li>' for key, other in resources(slug).items())  # fmt: skip
    side = f'<section class="module module-narrow resources"><h2 class="module-heading"><i class="fa fa-copy"></i>Recursos</h2><ul class="list-unstyled nav nav-simple">{others}</ul></section>'
    return ckan(told["name"], [(SETS[slug][0], f"/dados/dataset/{slug}"), (told["name"], at)], body, side)


def datastore() -> Response:
    wanted = request.args["resource_id"]
    rows = next((told["rows"] for slug in SETS for key, told in resources(slug).items() if key == wanted), None)
    if rows is None:
        abort(404)
    start, many, q = int(request.args["offset"]), int(request.args["limit"]), request.args.get("q", "").lower()
    heads, *lines = rows
    found = [line for line in lines if q in " ".join(line).lower()]
    records = [{"_id": n} | dict(zip(heads, line, strict=True)) for n, line in enumerate(found[start : start + many], start + 1)]  # fmt: skip
    return jsonify(success=True, result={"fields": [{"id": name, "type": "text"} for name in ["_id", *heads]], "records": records, "total": len(found)})  # fmt: skip


# ---- communities --------------------------------------------------------------------------------------------------------------
# handle: name, parent, about
PLACES = {
    1: ("Secretaria de Administração", 0, "Documentos de pessoal e atos administrativos."),
    2: ("Comissão de Licitação", 0, "Processos licitatórios e contratos."),
    3: ("Câmara Municipal", 0, "Atas e leis."),
    11: ("Folha de pagamento", 1, "Folhas mensais de pagamento dos servidores."),
    12: ("Portarias", 1, "Portarias de nomeação e exoneração."),
    21: ("Pregões", 2, "Pregões eletrônicos e presenciais."),
    22: ("Contratos administrativos", 2, "Contratos e aditivos."),
    31: ("Leis municipais", 3, "Leis ordinárias e complementares."),
}
PAY: Columns = {"Matrícula": "matricula", "Nome": "servidor", "Cargo": "cargo", "Vínculo": "vinculo", "Remuneração": "vantagens", "Líquido": "liquido"}  # fmt: skip
Item = dict[str, Any]


def items() -> dict[int, Item]:
    out: dict[int, Item] = {}
    for n, (month, year) in enumerate([("Setembro", 2026), ("Agosto", 2026), ("Julho", 2026), ("Dezembro", 2025)]):
        papers = [(f"folha_{month.lower()}_{year}.pdf", "Folha de pagamento", pdf(f"FOLHA DE PAGAMENTO - {month.upper()} {year}", table(PAY, f"folha{n}", year, 40), [60, 150, 130, 90, 60, 50]))]  # fmt: skip
        out[100 + n] = {"in": 11, "title": f"Folha de pagamento - {month} de {year}", "date": f"{year}", "fields": {"Autor(es):": "Departamento de Recursos Humanos", "Palavras-chave:": "Folha; Servidores"}, "papers": papers}  # fmt: skip
    told = [["Secretaria", "Servidores", "Total"], ["Educação", "312", "1.204.118,20"], ["Saúde", "201", "933.010,44"]]
    out[110] = {"in": 11, "title": "Resumo da folha - Outubro de 2026", "date": "2026", "fields": {"Autor(es):": "Departamento de Recursos Humanos"}, "papers": [("resumo_outubro_2026.pdf", "Resumo por secretaria", pdf("RESUMO DA FOLHA", told, [160, 80, 100]))]}  # fmt: skip
    for n in range(6):
        row = Row("repositorio/pregoes", 2026 - n // 4, n, 6)
        fields = {"Número do processo:": str(row["numero_licitacao"]), "Modalidade:": "Pregão Eletrônico", "Objeto:": str(row["objeto"]), "Data da sessão:": str(row["data_realizacao"]), "Valor estimado:": f"R$ {row['valor_estimado']}", "Órgão requisitante:": str(row["secretaria"]), "Palavras-chave:": "Licitação; Pregão"}  # fmt: skip
        papers = [(f"edital_{n}.pdf", "Edital", NOTICE), (f"aviso_{n}.pdf", "Aviso de licitação", NOTICE), (f"anexos_{n}.pdf", "Anexos", NOTICE)]  # fmt: skip
        out[200 + n] = {"in": 21, "title": f"Pregão Eletrônico nº {row['numero_licitacao']}", "date": str(row.year), "fields": fields, "papers": papers}  # fmt: skip
    for n in range(4):
        row = Row("repositorio/contratos", 2026, n, 4)
        out[300 + n] = {"in": 22, "title": f"Contrato nº {row['numero_contrato']}", "date": "2026", "fields": {"Contratada:": str(row["empresa"]), "Valor do contrato:": f"R$ {row['valor_licitado']}", "Vigência:": str(row["data_homologacao"])}, "papers": [(f"contrato_{n}.pdf", "Termo de contrato", NOTICE)]}  # fmt: skip
        out[400 + n] = {"in": 12, "title": f"Portaria nº {n + 11}/2026", "date": "2026", "fields": {"Assunto:": "Nomeia servidor para cargo em comissão"}, "papers": [(f"portaria_{n}.pdf", "Portaria", NOTICE)]}  # fmt: skip
        out[500 + n] = {"in": 31, "title": f"Lei nº {1200 + n}", "date": "2025", "fields": {"Ementa:": "Dispõe sobre o orçamento anual"}, "papers": [(f"lei_{n}.pdf", "Lei", NOTICE)]}  # fmt: skip
    return out


ITEMS = items()
HANDLE = "/repositorio/handle/123456789"


def dspace(title: str, trail: list[tuple[str, str]], main: str, side: str = "") -> str:
    crumbs = "".join(f'<li><a href="{at}">{text}</a></li>' for text, at in trail)
    browse = "".join(f'<li><a href="/repositorio/browse?type={kind}">{text}</a></li>' for kind, text in (("dateissued", "Data do documento"), ("author", "Autor"), ("title", "Título"), ("subject", "Assunto")))  # fmt: skip
    return (
        f'<!DOCTYPE html><html lang="pt_BR"><head><title>Repositório Institucional: {title}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="DSpace 5.6"><style>.dropdown-menu{{display:none}} .open .dropdown-menu{{display:block}}</style></head><body class="undernavigation"><a class="sr-only" href="#content">Skip navigation</a>'
        f'<header class="navbar navbar-inverse navbar-fixed-top"><div class="container"><nav class="collapse navbar-collapse" role="navigation"><ul class="nav navbar-nav"><li><a href="/repositorio/"><span class="glyphicon glyphicon-home"></span> Página inicial</a></li><li class="dropdown"><a href="#" class="dropdown-toggle" data-toggle="dropdown">Navegar <b class="caret"></b></a><ul class="dropdown-menu"><li><a href="/repositorio/community-list">Comunidades e Coleções</a></li><li class="divider"></li><li class="dropdown-header">Navegar por:</li>{browse}</ul></li><li><a href="#">Ajuda</a></li></ul><div class="nav navbar-nav navbar-right"><ul class="nav navbar-nav navbar-right"><li class="dropdown"><a href="#" class="dropdown-toggle" data-toggle="dropdown"><span class="glyphicon glyphicon-user"></span> Entrar em: <b class="caret"></b></a><ul class="dropdown-menu"><li><a href="/repositorio/mydspace">Meu espaço</a></li></ul></li></ul><form method="get" action="/repositorio/simple-search" class="navbar-form navbar-right"><div class="form-group"><input type="text" class="form-control" placeholder="Buscar no repositório" name="query" id="tequery" size="25"></div><button type="submit" class="btn btn-primary"><span class="glyphicon glyphicon-search"></span></button></form></div></nav></div></header>'
        f'<main id="content" role="main"><div class="container"><ol class="breadcrumb btn-success"><li><a href="/repositorio/">Repositório Institucional</a></li>{crumbs}</ol></div><div class="container"><div class="row"><div class="col-md-9">{main}</div><div class="col-md-3">{side}</div></div></div></main>'
        '<script>document.querySelectorAll(".dropdown-toggle").forEach(function(a){a.addEventListener("click",function(e){e.preventDefault();a.parentNode.classList.toggle("open")})})</script></body></html>'
    )


def trail(place: int) -> list[tuple[str, str]]:
    name, parent, _ = PLACES[place]
    return [*(trail(parent) if parent else []), (name, f"{HANDLE}/{place}")]


def listing(shown: dict[int, Item]) -> str:
    rows = "".join(f'<tr><td headers="t1" class="{"even" if n % 2 else "odd"}RowEvenCol" nowrap="nowrap" align="right">{item["date"]}</td><td headers="t2" class="oddRowOddCol"><a href="{HANDLE}/{key}">{item["title"]}</a></td><td headers="t3" class="oddRowEvenCol"><em>{item["fields"].get("Autor(es):", "-")}</em></td></tr>' for n, (key, item) in enumerate(shown.items()))  # fmt: skip
    return f'<div class="panel panel-info"><div class="panel-heading">Conjunto de itens: 1 até {len(shown)} de {len(shown)}</div><table align="center" class="table" summary="This table browses all dspace content"><tr><th id="t1" class="oddRowEvenCol">Data do documento</th><th id="t2" class="oddRowOddCol">Título</th><th id="t3" class="oddRowEvenCol">Autor(es)</th></tr>{rows}</table></div>'


def facets() -> str:
    made = ""
    for title, name, values in (("Autor", "author", {"Departamento de Recursos Humanos": 5}), ("Assunto", "subject", {"Licitação": 6, "Pregão": 6, "Folha": 4, "Servidores": 4}), ("Data do documento", "dateIssued", {"2026": 15, "2025": 7})):  # fmt: skip
        lines = "".join(f'<li class="list-group-item"><span class="badge">{many}</span> <a href="/repositorio/simple-search?query=&amp;filterquery={value}&amp;filtername={name}&amp;filtertype=equals" title="Filtrar por {value}">{value}</a></li>' for value, many in values.items())  # fmt: skip
        made += f'<span class="facetName">{title}</span><ul class="list-group">{lines}</ul>'
    return f'<h3 class="facets">Descubra</h3><div id="facets" class="facetsBox">{made}</div>'


def place(key: int) -> str:
    name, _, about = PLACES[key]
    below = [k for k, (_, parent, _) in PLACES.items() if parent == key]
    head = f'<div class="well"><div class="row"><div class="col-md-8"><h2>{name} <small>{"Página da comunidade" if below else "Página da coleção"}</small></h2></div></div><p>{about}</p></div>'
    if below:
        lines = "".join(f'<div class="list-group"><div class="list-group-item row"><div class="col-md-12"><h4 class="list-group-item-heading"><a href="{HANDLE}/{k}">{PLACES[k][0]}</a> <span class="badge pull-right">{sum(i["in"] == k for i in ITEMS.values())}</span></h4><p class="collectionDescription">{PLACES[k][2]}</p></div></div></div>' for k in below)  # fmt: skip
        return dspace(name, trail(key), f"{head}<h3>Coleções desta comunidade</h3>{lines}", facets())
    return dspace(name, trail(key), head + listing({k: i for k, i in ITEMS.items() if i["in"] == key}), facets())


def item(key: int) -> str:
    told = ITEMS[key]
    if request.args.get("mode") == "full":
        full = "".join(f'<tr><td headers="s1" class="metadataFieldLabel">dc.{n}</td><td headers="s2" class="metadataFieldValue">{value}</td><td headers="s3" class="metadataFieldValue">pt_BR</td></tr>' for n, value in {"date.available": "2026-11-03T14:12:08Z", "date.issued": told["date"], "title": told["title"], "type": "Documento", **{f"description.{i}": v for i, v in enumerate(told["fields"].values())}}.items())  # fmt: skip
        body = f'<table class="table itemDisplayTable"><tr><th id="s1" class="standard">Campo DC</th><th id="s2" class="standard">Valor</th><th id="s3" class="standard">Idioma</th></tr>{full}</table>'
    else:
        fields = {"Título:": told["title"], "Data do documento:": told["date"], **told["fields"], "URI:": f"http://repositorio.example/handle/123456789/{key}", "Aparece nas coleções:": PLACES[told["in"]][0]}  # fmt: skip
        body = f'<table class="table itemDisplayTable">{"".join(f"""<tr><td class="metadataFieldLabel">{k}&nbsp;</td><td class="metadataFieldValue">{v}</td></tr>""" for k, v in fields.items())}</table>'
    rows = "".join(f'<tr><td headers="t1" class="standard"><a target="_blank" href="/repositorio/bitstream/123456789/{key}/{n}/{name}">{name}</a></td><td headers="t2" class="standard">{about}</td><td headers="t3" class="standard">{len(made) / 1000:.2f} kB</td><td headers="t4" class="standard">Adobe PDF</td><td class="standard" align="center"><a class="btn btn-primary" target="_blank" href="/repositorio/bitstream/123456789/{key}/{n}/{name}">Visualizar/Abrir</a></td></tr>'.replace(".", ",", 0) for n, (name, about, made) in enumerate(told["papers"], 1))  # fmt: skip
    papers = f'<div class="panel panel-info"><div class="panel-heading">Arquivos associados a este item:</div><table class="table panel-body"><tr><th id="t1" class="standard">Arquivo</th><th id="t2" class="standard">Descrição</th><th id="t3" class="standard">Tamanho</th><th id="t4" class="standard">Formato</th><th>&nbsp;</th></tr>{rows}</table></div>'
    links = f'<div class="container row"><a class="btn btn-default" href="{HANDLE}/{key}?mode=full">Mostrar registro completo do item</a> <a class="btn btn-primary" href="{HANDLE}/{key}/statistics">Visualizar estatísticas</a></div>'
    cite = f'<div class="well">Por favor, use este identificador para citar o item: <code>http://repositorio.example/handle/123456789/{key}</code></div>'
    return dspace(told["title"], trail(told["in"]), f"{cite}{body}{papers}{links}<p class='submitFormHelp alert alert-info'>Os itens no repositório estão protegidos por copyright.</p>")  # fmt: skip


def handle(key: int) -> str:
    if key in PLACES:
        return place(key)
    return item(key) if key in ITEMS else abort(404)


def search() -> str:
    asked = f"{request.args.get('query', '')} {request.args.get('filterquery', '')}".strip().lower()
    shown = {k: i for k, i in ITEMS.items() if asked in f"{i['title']} {i['date']} {' '.join(i['fields'].values())}".lower()}  # fmt: skip
    form = '<div class="discovery-search-form panel panel-default"><div class="discovery-query panel-heading"><form action="/repositorio/simple-search" method="get"><label for="tlocation">Buscar em:</label><select name="location" id="tlocation"><option selected value="/">Todo o repositório</option><option value="123456789/1">Secretaria de Administração</option><option value="123456789/2">Comissão de Licitação</option></select><br><label for="query">por</label><input type="text" size="50" id="query" name="query" value=""><input type="submit" id="main-query-submit" class="btn btn-primary" value="Ir"></form></div></div>'
    return dspace("Buscar", [("Buscar", "/repositorio/simple-search")], form + listing(shown), facets())


def repository_home() -> str:
    tops = "".join(f'<div class="list-group-item row"><div class="col-md-12"><h4 class="list-group-item-heading"><a href="{HANDLE}/{k}">{name}</a></h4><p>{about}</p></div></div>' for k, (name, parent, about) in PLACES.items() if not parent)  # fmt: skip
    recent = "".join(f'<div style="padding-bottom:50px;min-height:200px" class="item"><p><a href="{HANDLE}/{k}">{ITEMS[k]["title"]}</a></p></div>' for k in (400, 500, 300))  # fmt: skip
    return dspace("Página inicial", [], f'<div class="jumbotron"><h1>Repositório Institucional</h1><p>Reúne a documentação do município.</p></div><div class="panel panel-primary"><div class="panel-heading">Submissões recentes</div>{recent}</div><h3>Comunidades do repositório</h3><p>Selecione uma comunidade para navegar por suas coleções.</p><div class="list-group">{tops}</div>', facets())  # fmt: skip


def community_list() -> str:
    tops = ""
    for k, (name, parent, _) in PLACES.items():
        if not parent:
            below = "".join(f'<li class="collectionListItem"><h4 class="media-heading"><a href="{HANDLE}/{c}">{PLACES[c][0]}</a></h4></li>' for c in PLACES if PLACES[c][1] == k)  # fmt: skip
            tops += f'<li class="media well"><div class="media-body"><h4 class="media-heading"><a href="{HANDLE}/{k}">{name}</a></h4><ul class="media-list">{below}</ul></div></li>'
    return dspace("Comunidades e Coleções", [], f'<h1>Comunidades e Coleções</h1><ul class="media-list">{tops}</ul>')


def town() -> str:
    return (
        '<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>Prefeitura de Vila Pequena - Transparência</title></head><body><h1>Transparência</h1><p>O município publica seus dados em formato aberto e seus documentos no repositório institucional.</p>'
        '<ul><li><a href="/dados/">Dados abertos</a> <p>Despesas, receitas, contratos e diárias.</p></li><li><a href="/repositorio/">Repositório institucional</a> <p>Licitações, folha de pagamento, leis e portarias.</p></li><li><a href="/noticias">Notícias</a></li></ul></body></html>'
    )


def portal(app: Flask) -> None:
    def home() -> str:
        groups = "".join(f'<li class="media-item"><h2 class="media-heading"><a href="/dados/group/{k}" class="media-view" title="Ver {v}">{v}</a></h2><strong class="count">{sum(s[1] == k for s in SETS.values())} Conjuntos de dados</strong></li>' for k, v in GROUPS.items())  # fmt: skip
        search = '<form class="search-form" method="get" action="/dados/dataset/"><h3>Busca de dados</h3><input type="text" name="q" placeholder="Ex.: diárias"><button type="submit"><i class="fa fa-search"></i></button></form>'
        stats = '<div class="module-content"><h3>Estatísticas de Dados Abertos</h3><ul><li><a href="/dados/dataset/"><strong>9</strong> conjuntos de dados</a></li><li><a href="/dados/organization/"><strong>1</strong> organização</a></li><li><a href="/dados/group/"><strong>2</strong> grupos</a></li></ul></div>'
        return ckan("Bem-vindo", [], f'{search}<ul class="media-grid">{groups}</ul>{stats}')

    def groups() -> str:
        lines = "".join(f'<li class="media-item"><h2 class="media-heading">{v}</h2><a href="/dados/group/{k}" class="media-view">Ver {v}</a></li>' for k, v in GROUPS.items())  # fmt: skip
        return ckan("Grupos", [("Grupos", "/dados/group/")], f'<h1 class="hide-heading">Grupos</h1><ul class="media-grid">{lines}</ul>')  # fmt: skip

    def organization() -> str:
        return ckan("Organizações", [], '<h1>Organizações</h1><ul class="media-grid"><li class="media-item"><h2 class="media-heading">Prefeitura Municipal</h2><a href="/dados/dataset/?organization=prefeitura" class="media-view">Ver Prefeitura Municipal</a></li></ul>')  # fmt: skip

    def known(slug: str, made: str = "") -> None:
        if slug not in SETS or (made and made not in resources(slug)):
            abort(404)

    def one(slug: str, made: str = "") -> str:
        known(slug, made)
        return resource(slug, made) if made else dataset(slug)

    def view(slug: str, made: str, shown: str) -> str:
        known(slug, made)
        return GRID.replace("@ID@", made)

    def download(slug: str, made: str, name: str) -> Response:
        known(slug, made)
        return file(resources(slug)[made])

    def bitstream(key: int, n: int, name: str) -> Response:
        return Response(ITEMS[key]["papers"][n - 1][2], mimetype="application/pdf")

    about = "<h1>Sobre</h1><p>CKAN é a plataforma de portal de dados abertos de código livre líder mundial.</p>"
    app.static_folder = None
    app.url_map.strict_slashes = False
    app.add_url_rule("/", "town", town)
    app.add_url_rule("/noticias", "news", lambda: "<h1>Notícias</h1><p>Prefeitura abre licitação para merenda.</p>")
    app.add_url_rule("/dados/", "home", home)
    app.add_url_rule("/dados/about", "about", lambda: ckan("Sobre", [], about))
    app.add_url_rule("/dados/dataset/", "catalogue", catalogue)
    app.add_url_rule("/dados/group/", "groups", groups)
    app.add_url_rule("/dados/group/<key>", "group", lambda key: catalogue(key))
    app.add_url_rule("/dados/organization/", "organization", organization)
    app.add_url_rule("/dados/user/login", "login", lambda: ckan("Entrar", [], '<h1>Entrar</h1><form action="/dados/login_generic" method="post"><label>Usuário <input name="login"></label><label>Senha <input type="password" name="password"></label><button type="submit">Entrar</button></form>'))  # fmt: skip
    app.add_url_rule("/dados/dataset/<slug>", "dataset", one)
    app.add_url_rule("/dados/dataset/<slug>/resource/<made>", "resource", one)
    app.add_url_rule("/dados/dataset/<slug>/resource/<made>/view/<shown>", "view", view)
    app.add_url_rule("/dados/dataset/<slug>/resource/<made>/download/<name>", "download", download)
    app.add_url_rule("/dados/api/3/action/datastore_search", "datastore", datastore)
    app.add_url_rule("/repositorio/", "repository", repository_home)
    app.add_url_rule("/repositorio/community-list", "communities", community_list)
    app.add_url_rule("/repositorio/mydspace", "mine", lambda: redirect("/repositorio/password-login"))
    app.add_url_rule("/repositorio/password-login", "password", lambda: dspace("Entrar", [], '<h1>Entrar no repositório</h1><form method="post"><label>E-mail <input name="login_email"></label><label>Senha <input type="password" name="login_password"></label><input type="submit" value="Entrar"></form>'))  # fmt: skip
    app.add_url_rule("/repositorio/browse", "browse", lambda: dspace("Navegar", [], f"<h2>Navegar no repositório</h2>{listing(ITEMS)}", facets()))  # fmt: skip
    app.add_url_rule("/repositorio/simple-search", "search", search)
    app.add_url_rule("/repositorio/handle/123456789/<int:key>", "handle", handle)
    app.add_url_rule("/repositorio/handle/123456789/<int:key>/statistics", "statistics", lambda key: dspace("Estatísticas", [], "<h2>Total de visitas</h2><table class='statsTable'><tr><th></th><th>Visitas</th></tr><tr><td>Item</td><td>12</td></tr></table>"))  # fmt: skip
    app.add_url_rule("/repositorio/bitstream/123456789/<int:key>/<int:n>/<name>", "bitstream", bitstream)
