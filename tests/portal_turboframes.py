"""A portal of server-made mark-up of 2024: visits that replace the body without a load, frames that come when they are in sight,
records drawn in a frame as a dialog, in a panel or below their row, fields that send their form by themselves, lists that grow by
streams, tabs that are links within a frame. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it)
from __future__ import annotations

import time
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import Row

SCRIPT = (Path(__file__).parent / "sites" / "turboframes.js").read_text("utf-8")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the list
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa natureza_despesa elemento".split(),  # in the dialog
        *"valor_liquidado valor_pago lic_modalidade lic_numero emp_indicacao_licitacao".split(),
        "valor_fixado",  # in a frame that comes when it is scrolled to
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": [
        *"previsao lancado arrecadacao origem".split(),
        *"uni_gestora categoria_economica especie rubrica alinea".split(),  # below the row
    ],
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado nome_vencedores nome_perdedores cnpj_cpf edital".split(),  # behind tabs
    ],
    "quadro_pessoal": "nome cargo tipo_cargo cpf salario_cargo".split(),  # once a month is chosen; CPF and pay in the panel
}
YEARS = ["2026", "2025", "2024", "2023"]
MENU = {
    "Despesas": {
        "/empenhos": "Empenhos",
        "/despesas/execucao": "Execução da despesa",
        "/despesas/extraorcamentarias": "Despesas extraorçamentárias",
        "/diarias": "Diárias",
    },
    "Receitas": {
        "/receitas": "Receita orçamentária",
        "/receitas/extraorcamentarias": "Receitas extraorçamentárias",
        "/receitas/mensal": "Evolução mensal",
    },
    "Servidores": {"/servidores": "Remuneração dos servidores", "/cargos": "Cargos e vagas"},
    "Compras públicas": {"/licitacoes": "Licitações", "/contratos": "Contratos"},
}
CSS = """body{font:15px system-ui;margin:0;color:#1f2937}header{background:#0f766e;color:#fff;padding:12px 24px;display:flex;gap:24px;align-items:center}header a{color:#fff}
summary{cursor:pointer;list-style:none}details.dropdown{position:relative}details.dropdown>ul{position:absolute;z-index:20;background:#fff;margin:4px 0;padding:8px;list-style:none;box-shadow:0 4px 12px #0004;min-width:220px}
details.dropdown>ul a{color:#134e4a;display:block;padding:6px}main{padding:24px;max-width:1100px;margin:auto}table{border-collapse:collapse;width:100%}th,td{padding:6px 10px;border-bottom:1px solid #e5e7eb;text-align:left}
turbo-frame{display:block}.card{border:1px solid #e5e7eb;border-radius:8px;padding:14px;margin:10px 0}.btn{display:inline-block;padding:6px 12px;border:1px solid #0f766e;border-radius:6px;color:#0f766e;text-decoration:none;background:#fff}
dl{display:grid;grid-template-columns:220px 1fr;gap:6px}dt{font-weight:600}dd{margin:0}dialog{width:760px;border:0;border-radius:10px;padding:20px}.dois{display:grid;grid-template-columns:2fr 1fr;gap:20px}
.turbo-progress-bar{position:fixed;top:0;left:0;height:3px;background:#0af;z-index:9999}.heroi{height:700px;background:#f0fdfa;padding:20px}.skeleton{background:#e5e7eb;height:120px;border-radius:8px}"""


def layout(title: str, inside: str) -> str:
    menu = "".join(
        f'<details class="dropdown" data-controller="dropdown"><summary>{name}</summary><ul>'
        + "".join(f'<li><a href="{to}">{text}</a></li>' for to, text in links.items())
        + "</ul></details>"
        for name, links in MENU.items()
    )
    return (
        f'<!DOCTYPE html><html lang="pt-BR"><head><title>{title} · Transparência</title><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="csrf-param" content="authenticity_token"><meta name="csrf-token" content="x9"><meta name="turbo-prefetch" content="false"><style>{CSS}</style>'
        '<script src="/assets/application-8f3a.js" data-turbo-track="reload" defer></script></head><body>'
        f'<header><a href="/"><strong>Transparência Municipal</strong></a><nav style="display:flex;gap:20px">{menu}<a href="/noticias">Notícias</a><a href="/glossario">Glossário</a></nav></header>'
        f'<main><div id="flash"></div><h1>{title}</h1>{inside}</main><turbo-frame id="modal" target="_top"></turbo-frame>'
        '<footer style="padding:24px"><a href="/mapa">Mapa do site</a></footer></body></html>'
    )


def frame(name: str, inside: str, **more: str) -> str:
    return (
        f'<turbo-frame id="{name}"{"".join(f" {key}={value!r}" for key, value in more.items())}>{inside}</turbo-frame>'
    )


def choice(name: str, label: str, options: list[str], value: str, prompt: str = "") -> str:
    first = f'<option value="">{prompt}</option>' if prompt else ""
    told = "".join(f"<option{' selected' if o == value else ''}>{escape(o)}</option>" for o in options)
    return (
        f'<div><label for="f_{name}">{label}</label> <select name="{name}" id="f_{name}">{first}{told}</select></div>'
    )


def filters(action: str, to: str, fields: str) -> str:
    return f'<form action="{action}" accept-charset="UTF-8" method="get" data-controller="autosubmit" data-turbo-frame="{to}" data-turbo-action="advance" style="display:flex;gap:16px;margin:12px 0">{fields}</form>'


def described(pairs: dict[str, str]) -> str:
    return "<dl>" + "".join(f"<dt>{k}</dt><dd>{escape(v)}</dd>" for k, v in pairs.items()) + "</dl>"


def table(heads: list[str], lines: list[str], body: str = "") -> str:
    return f"<table><thead><tr>{''.join(f'<th scope=col>{h}</th>' for h in heads)}</tr></thead><tbody{body}>{''.join(lines)}</tbody></table>"


def line(*cells: object) -> str:
    return "<tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"


NOTHING = '<p class="card">Nenhum registro encontrado para o filtro selecionado.</p>'


def made(kind: str, year: str, count: int, empty: tuple[str, ...] = ()) -> list[Row]:
    if year in empty or year not in YEARS:
        return []
    return [Row(f"turbo/{kind}", int(year), n, count) for n in range(count)]


def one(kind: str, key: str, count: int) -> Row:
    return Row(f"turbo/{kind}", int(key[:4]), int(key[4:]) - 1, count)


def stream(*changes: tuple[str, str, str]) -> Response:
    told = "".join(
        f'<turbo-stream action="{what}" target="{to}"><template>{inside}</template></turbo-stream>'
        for what, to, inside in changes
    )
    return Response(told, mimetype="text/vnd.turbo-stream.html")


def commitments(year: str, page: int) -> tuple[str, str]:
    """(rows, the link to more of them)."""
    found, size = made("empenhos", year, 65), 15
    lines = "".join(
        line(r["numero_empenho"], r["data"], r["credor"], f"R$ {r['empenhado']}",
             f'<a class="btn" href="/empenhos/{r.id}" data-turbo-frame="modal">Detalhes</a>')
        for r in found[size * (page - 1) : size * page]
    )  # fmt: skip
    more = f'<a class="btn" data-turbo-stream="true" href="/empenhos?{urlencode({"ano": year, "page": page + 1})}">Carregar mais</a>'
    return lines, f'<div id="mais">{more if size * page < len(found) else ""}</div>'


def empenhos() -> str | Response:
    year, page = request.args.get("ano", "2026"), int(request.args.get("page", "1"))
    lines, more = commitments(year, page)
    if "turbo-stream" in request.headers["Accept"] and page > 1:
        return stream(("append", "linhas", lines), ("replace", "mais", more))
    export = '<a href="/exportacoes" data-turbo-method="post" data-turbo-confirm="Gerar o arquivo em segundo plano?">Exportar</a>'
    shown = table(
        ["Número do empenho", "Data de emissão", "Favorecido", "Valor empenhado", ""], [lines], ' id="linhas"'
    )
    form = filters("/empenhos", "lista", choice("ano", "Exercício", YEARS, year))
    return layout("Empenhos", form + export + frame("lista", shown + more))


def empenho(key: str) -> str:
    r = one("empenhos", key, 65)
    told = {
        "CPF/CNPJ do favorecido": "cpf_cnpj", "Unidade orçamentária": "unidade", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa",
        "Natureza da despesa": "natureza", "Elemento": "elemento", "Fonte": "fonte", "Histórico": "historico", "Valor liquidado": "liquidado", "Valor pago": "pago",
        "Modalidade da licitação": "modalidade_licitacao", "Número da licitação": "numero_licitacao",
    }  # fmt: skip
    inside = f'<dialog data-controller="modal" aria-labelledby="t"><h2 id="t">Empenho {r["numero_empenho"]}</h2>{described({k: str(r[v]) for k, v in told.items()})}<button type="button" class="btn" data-action="modal#close">Fechar</button></dialog>'
    return layout("Empenho", inside) if "Turbo-Frame" not in request.headers else frame("modal", inside)


def execucao() -> str:
    said = "<p class=heroi>Acompanhe como o orçamento aprovado pela Câmara Municipal vem sendo executado. Os quadros são atualizados todos os dias.</p>"
    lazy = [
        frame(name, '<div class="skeleton"></div>', src=f"/despesas/quadros/{name}", loading="lazy")
        for name in ("por_mes", "por_unidade")
    ]
    return layout("Execução da despesa", said + "".join(f"<section style='margin:40px 0'>{f}</section>" for f in lazy))


def quadro(name: str) -> str:
    time.sleep(0.2)
    if name == "por_mes":
        found = made("mes", "2026", 10)
        return frame(
            name,
            "<h2>Total por mês</h2>" + table(["Mês", "Total"], [line(r["mes_nome"], r["empenhado"]) for r in found]),
        )
    found = made("unidade", "2026", 12)
    heads = ["Unidade orçamentária", "Dotação inicial", "Dotação atualizada", "Saldo"]
    lines = [line(r["unidade"], r["fixado"], r["suplementado"], r["saldo"]) for r in found]
    return frame(name, "<h2>Despesa fixada por unidade</h2>" + table(heads, lines))  # fmt: skip


def extra(what: str) -> str:
    """Cards of pairs; of revenue there are none in any year."""
    year, spent = request.args.get("ano", "2026"), what == "Despesas"
    found = made("extra", year, 12, tuple(YEARS[2:])) if spent else []
    cards = "".join(
        f"<article class=card>{described({'Conta': str(r['extra_codigo']), 'Título da conta': str(r['extra_nome']), 'Valor movimentado': 'R$ ' + str(r['valor'])})}</article>"
        for r in found
    )
    form = filters(request.path, "fichas", choice("ano", "Exercício", YEARS, year))
    return layout(f"{what} extraorçamentárias", form + frame("fichas", cards or NOTHING))  # fmt: skip


def receitas() -> str:
    """The newest year is not there yet."""
    year = request.args.get("ano", "2026")
    lines = [
        line(f'<a href="/receitas/{r.id}" data-turbo-frame="receita_{r.id}">{r["rec_codigo"]}</a>', r["rec_nome"], r["atualizada"], r["lancada"], r["arrecadada"])
        + f'<tr><td colspan="5" style="padding:0;border:0"><turbo-frame id="receita_{r.id}"></turbo-frame></td></tr>'
        for r in made("receitas", year, 18, ("2026",))
    ]  # fmt: skip
    shown = table(["Código", "Descrição da receita", "Previsão atualizada", "Lançado", "Arrecadado"], lines)
    form = filters("/receitas", "quadro", choice("ano", "Exercício", YEARS, year))
    return layout("Receita orçamentária", form + frame("quadro", shown if lines else NOTHING))


def receita(key: str) -> str:
    r = one("receitas", key, 18)
    told = {
        "Unidade gestora": "gestora",
        "Categoria econômica": "rec_categoria",
        "Espécie": "rec_especie",
        "Rubrica": "rec_rubrica",
        "Alínea": "rec_alinea",
    }
    return frame(f"receita_{key}", f"<div class=card>{described({k: str(r[v]) for k, v in told.items()})}</div>")  # fmt: skip


MONTHS = ["Outubro/2026", "Setembro/2026", "Agosto/2026", "Julho/2026"]


def servidores() -> str:
    month, who = request.args.get("competencia", ""), request.args.get("q", "").casefold()
    found = made("folha", "2026", 40) if month in MONTHS[1:] else []
    lines = [
        line(f'<a href="/servidores/{r.id}" data-turbo-frame="painel">{r["servidor"]}</a>', r["cargo"], r["vinculo"], r["secretaria"])
        for r in found if who in str(r["servidor"]).casefold()
    ]  # fmt: skip
    said = NOTHING if month else "<p class=card>Selecione a competência para consultar a folha.</p>"
    shown = table(["Nome", "Cargo", "Vínculo", "Lotação"], lines) if lines else said
    fields = (
        choice("competencia", "Competência", MONTHS, month, "Selecione...")
        + '<input type="search" name="q" placeholder="Buscar por nome" aria-label="Buscar por nome">'
    )
    inside = filters("/servidores", "folha", fields)
    return layout(
        "Remuneração dos servidores",
        inside + f'<div class="dois">{frame("folha", shown)}{frame("painel", "", target="_top")}</div>',
    )


def servidor(key: str) -> str:
    r = one("folha", key, 40)
    told = {
        "CPF": r["cpf_mascarado"],
        "Matrícula": r["matricula"],
        "Admissão": r["admissao"],
        "Remuneração bruta": f"R$ {r['vantagens']}",
        "Descontos": f"R$ {r['descontos']}",
        "Remuneração líquida": f"R$ {r['liquido']}",
    }
    return frame("painel", f"<aside class=card><h2>{r['servidor']}</h2>{described({k: str(v) for k, v in told.items()})}</aside>")  # fmt: skip


def licitacoes() -> str | Response:
    year, page = request.args.get("ano", "2026"), int(request.args.get("page", "1"))
    found = made("licitacoes", year, 22, ("2023",))
    cards = "".join(
        f'<article class="card"><h3><a href="/licitacoes/{r.id}" data-turbo-frame="_top">Processo nº {r["numero_licitacao"]}</a></h3><p>{r["objeto"]}</p>'
        f"<span>{r['modalidade_licitacao']}</span> · <span>{r['situacao']}</span></article>"
        for r in found[10 * (page - 1) : 10 * page]
    )
    more = f'<div id="mais_l"><a class="btn" data-turbo-stream="true" href="/licitacoes?ano={year}&amp;page={page + 1}">Carregar mais</a></div>'
    more = more if 10 * page < len(found) else '<div id="mais_l"></div>'
    if "turbo-stream" in request.headers["Accept"] and page > 1:
        return stream(("append", "cartoes", cards), ("replace", "mais_l", more))
    form = filters("/licitacoes", "certames", choice("ano", "Ano", YEARS, year))
    shown = f'<div id="cartoes">{cards}</div>{more}' if found else NOTHING
    return layout("Licitações", form + frame("certames", shown))


TABS = {"": "Dados gerais", "/participantes": "Participantes", "/documentos": "Documentos"}


def licitacao(key: str, tab: str = "") -> str:
    r, tab = one("licitacoes", key, 22), f"/{tab}" if tab else ""
    links = "".join(
        f'<a class="btn" href="/licitacoes/{key}{to}"{" aria-current=page" if to == tab else ""}>{name}</a> '
        for to, name in TABS.items()
    )
    if tab == "/participantes":
        lines = [
            line(r["empresa"], r["cnpj"], "Vencedor"),
            line(r["empresa_perdedora"], Row("outra", 2026, r.index, 9)["cnpj"], "Classificado"),
        ]
        inside = table(["Licitante", "CNPJ", "Resultado"], lines)
    elif tab == "/documentos":
        inside = f'<ul><li><a href="/arquivos/edital-{r.id}.pdf">Edital</a></li><li><a href="/arquivos/ata-{r.id}.pdf">Ata da sessão</a></li></ul>'
    else:
        told = {"Número do processo": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Data de abertura": "data_realizacao",
                "Data de publicação": "data_publicacao", "Secretaria requisitante": "secretaria", "Valor estimado": "valor_estimado"}  # fmt: skip
        inside = described({k: str(r[v]) for k, v in told.items()})
    return layout(
        f"Licitação {r['numero_licitacao']}", frame("aba", f"<nav>{links}</nav><div class=card>{inside}</div>")
    )


def plain(title: str, heads: dict[str, str]) -> str:
    year = request.args.get("ano", "2026")
    lines = [line(*(r[maker] for maker in heads.values())) for r in made(title, year, 12)]
    form = filters(request.path, "t", choice("ano", "Exercício", YEARS, year))
    return layout(title, form + frame("t", table(list(heads), lines)))


PLAIN = {
    "/diarias": ("Diárias", {"Beneficiário": "servidor", "Destino": "destino", "Motivo": "motivo", "Valor da diária": "valor"}),
    "/receitas/mensal": ("Evolução mensal", {"Mês": "mes_nome", "Total": "arrecadada"}),
    "/cargos": ("Cargos e vagas", {"Denominação": "cargo", "Vagas criadas": "quantidade", "Vagas ocupadas": "quantidade"}),
    "/contratos": ("Contratos", {"Contrato": "numero_contrato", "Contratada": "empresa", "Objeto do contrato": "objeto", "Vigência": "data_homologacao", "Valor do contrato": "valor"}),
}  # fmt: skip


def home() -> str:
    cards = "".join(
        frame(name, '<div class="skeleton"></div>', src=f"/indicadores/{name}", loading="lazy")
        for name in ("arrecadado", "gasto")
    )
    return layout(
        "Portal da Transparência",
        f"<p class=heroi>Bem-vindo. Escolha um assunto no menu acima.</p><section>{cards}</section>",
    )


def indicator(name: str) -> str:
    year = Row("indicador", 2026, 0, 1)
    return frame(name, f"<div class=card><h3>Total {name} no mês</h3><p>R$ {year['arrecadada']}</p></div>")


def portal(app: Flask) -> None:
    app.static_folder = None
    told = {
        "/": home, "/indicadores/<name>": indicator, "/empenhos": empenhos, "/empenhos/<key>": empenho, "/despesas/execucao": execucao, "/despesas/quadros/<name>": quadro,
        "/receitas": receitas, "/receitas/<key>": receita, "/servidores": servidores, "/servidores/<key>": servidor,
        "/licitacoes": licitacoes, "/licitacoes/<key>": licitacao, "/licitacoes/<key>/<tab>": licitacao,
        "/despesas/extraorcamentarias": lambda: extra("Despesas"), "/receitas/extraorcamentarias": lambda: extra("Receitas"),
        "/noticias": lambda: layout("Notícias", "<article class=card><h2>Prefeitura investe R$ 2.300.000,00 em saúde</h2><p>As despesas com a atenção básica cresceram.</p></article>"),
        "/glossario": lambda: layout("Glossário", described({"Empenho": "Reserva de dinheiro para um pagamento.", "Liquidação": "Verificação do direito do credor.", "Elemento": "O que se compra."})),
        "/mapa": lambda: layout("Mapa do site", "<ul>" + "".join(f"<li><a href='{to}'>{text}</a></li>" for links in MENU.values() for to, text in links.items()) + "</ul>"),
    }  # fmt: skip
    for address, view in told.items():
        app.add_url_rule(address, address, view)
    for address, (title, heads) in PLAIN.items():
        app.add_url_rule(address, address, lambda title=title, heads=heads: plain(title, heads))
    queued = "<p role=status class=card>Exportação agendada.</p>"
    app.add_url_rule("/exportacoes", "export", lambda: stream(("update", "flash", queued)), methods=["POST"])
    app.add_url_rule(
        "/assets/application-8f3a.js", "script", lambda: Response(SCRIPT, mimetype="text/javascript; charset=utf-8")
    )
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
