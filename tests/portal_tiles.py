"""A vendor's PHP portal for many towns on one host, a client's number in every path: big tiles, months in panels whose lists are
fetched as they open, records in a window or on a page of their own, bids in tabs, people by their bond."""

from __future__ import annotations

import json
from datetime import date
from html import escape
from pathlib import Path

from flask import Flask, Response, redirect, request
from pdf_files import NOTICE, pdf

from lab.values import MONTHS, Row, day

SCRIPT = (Path(__file__).parent / "sites" / "tiles.js").read_text("utf-8")
CLIENT = "4471520"
BASE = f"/transparencia/{CLIENT}"
START = BASE.lstrip("/")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the panel of a month
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa".split(),  # in the window
        *"emp_indicacao_licitacao lic_modalidade lic_numero".split(),
        *"valor_liquidado valor_pago valor_fixado".split(),  # other lists, one of them behind two dates
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": [
        *"previsao arrecadacao".split(),
        *"uni_gestora categoria_economica origem especie rubrica".split(),  # on the page of one revenue
    ],
    "receita_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado edital nome_vencedores nome_perdedores cnpj_cpf".split(),
    ],
    "quadro_pessoal": ["nome", "cargo", "salario_cargo", "cpf", "tipo_cargo"],
}
YEARS = (2026, 2025, 2024)
STYLE = (Path(__file__).parent / "sites" / "tiles.css").read_text("utf-8")


def records(kind: str, year: int, month: int = 0, count: int = 14) -> list[Row]:
    """Of the newest two months nothing is published yet."""
    if (year, month) >= (2026, 11) or year not in YEARS:
        return []
    return [Row(f"tiles/{kind}/{month}", year, n, count) for n in range(count)]


def dated(row: Row, month: int) -> str:
    return day(date(row.year, month, 1 + row.index % 27))


def table(heads: list[str], lines: list[list[str]], empty: str = "Nenhum registro encontrado.") -> str:
    if not lines:
        return f"<div class='alert alert-info'>{empty}</div>"
    head = "".join(f"<th>{h}</th>" for h in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in lines)
    return (
        f"<div class='table-responsive'><table class='table table-striped table-hover table-condensed'><thead><tr>{head}</tr>"
        f"</thead><tbody>{body}</tbody></table></div>"
    )


def exports(path: str) -> str:
    kinds = "".join(
        f"<a class='btn btn-default btn-xs' href='{BASE}/{path}/exportar/{k}' title='Exportar em {k.upper()}'>"
        f"<i class='fa fa-file'></i> {k.upper()}</a> "
        for k in ("pdf", "xls", "json")
    )
    return f"<div class='btn-group pull-right'>{kinds}<a class='btn btn-default btn-xs' href='javascript:window.print()'>Imprimir</a></div>"


def page(title: str, body: str, *trail: tuple[str, str]) -> str:
    crumbs = "".join(f"<li><a href='{BASE}{href}'>{name}</a></li>" for name, href in (("Início", ""), *trail))
    return f"""<!DOCTYPE html><html lang="pt-br"><head><meta charset="utf-8"><title>{title} - Transparência</title><style>{STYLE}</style></head>
<body><a class="sr-only" href="#conteudo">Ir para o conteúdo</a><div class="navbar"><a href="{BASE}" style="color:#fff">Prefeitura Municipal de Vila Pequena</a>
<span class="pull-right"><a href="#" onclick="return false">A+</a> <a href="#" onclick="return false">A-</a> <a href="#" onclick="return false">Contraste</a>
<a href="{BASE}/mapadosite">Mapa do site</a></span></div>
<div class="container" id="conteudo"><ol class="breadcrumb">{crumbs}<li class="active">{title}</li></ol><h3>{title}</h3>{body}</div>
<hr><footer><p>Última atualização: 19/11/2026 08:12</p>
<p>Desenvolvido por <a href="/">Portais Municipais Reunidos</a> | <a href="/cliente/login">Área do cliente</a></p></footer>
<div class="modal fade" id="modal" tabindex="-1" role="dialog"><div class="modal-dialog"><div class="modal-content"></div></div></div>
<script>{SCRIPT}</script></body></html>"""


def tiles(*entries: tuple[str, str, str]) -> str:
    return (
        "<div class='tiles'>"
        + "".join(
            f"<a class='tile' href='{href if href.startswith('http') else BASE + href}'><i class='fa {icon}'></i><br>"
            f"<strong>{name}</strong><br><small>Saiba mais</small></a>"
            for name, href, icon in entries
        )
        + "</div>"
    )


def years(path: str, chosen: int) -> str:
    entries = "".join(
        f"<li class='{'active' if y == chosen else ''}'><a href='{BASE}/{path}/{y}'>{y}</a></li>" for y in YEARS
    )
    return f"<ul class='nav nav-pills'>{entries}</ul>"


def months(path: str, year: int) -> str:
    """A tile a month, that of the whole year shown: what is to come has none."""
    shown = range(1, 12 if year == 2026 else 13)
    return (
        "<div class='row'>"
        + "".join(
            f"<div class='col-md-3'><a class='btn btn-block btn-default' href='{BASE}/{path}/{year}/{m:02d}'>{MONTHS[m - 1]} de {year}</a></div>"
            for m in shown
        )
        + "</div>"
    )


def detail(pairs: list[tuple[str, str]]) -> str:
    return "<dl class='dl-horizontal'>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in pairs) + "</dl>"


SECTIONS: dict[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
    "despesas": (
        "Despesas",
        (
            ("Empenhos", "/empenhos", "fa-file"),
            ("Liquidações", "/liquidacoes", "fa-check"),
            ("Pagamentos", "/pagamentos", "fa-money"),
            ("Despesas Extraorçamentárias", "/despesaextra", "fa-exchange"),
            ("Fixação da Despesa", "/fixacao", "fa-bar-chart"),
            ("Diárias", "/diarias", "fa-plane"),
        ),
    ),
    "receitas": (
        "Receitas",
        (
            ("Receita Orçamentária", "/receita", "fa-arrow-up"),
            ("Receita Extraorçamentária", "/receitaextra", "fa-exchange"),
            ("Evolução Mensal", "/evolucao", "fa-line-chart"),
            ("Renúncia Fiscal", "/renuncia", "fa-ban"),
        ),
    ),
    "pessoal": (
        "Servidores",
        (
            ("Efetivos", "/servidores/efetivo", "fa-user"),
            ("Comissionados", "/servidores/comissionado", "fa-user"),
            ("Contratados", "/servidores/contratado", "fa-user"),
            ("Agentes Políticos", "/servidores/eletivo", "fa-user"),
            ("Quantitativo por Secretaria", "/quantitativo", "fa-users"),
        ),
    ),
}
BONDS = {"efetivo": "Efetivo", "comissionado": "Comissionado", "contratado": "Contratado", "eletivo": "Eletivo"}
WORDS = (
    ("Empenho", "Ato emanado de autoridade competente que cria para o Estado obrigação de pagamento."),
    ("Liquidação", "Verificação do direito adquirido pelo credor."),
    ("Receita extraorçamentária", "Ingressos que não integram o orçamento público."),
    ("Pregão", "Modalidade de licitação para bens e serviços comuns."),
)


def portal(app: Flask) -> None:
    def add(path: str, view: object, **options: object) -> None:
        app.add_url_rule(BASE + path, path or "home", view, **options)  # type: ignore[arg-type]

    def root() -> str:
        towns = "".join(
            f"<option value='{n}'>{t}</option>" for n, t in (("4471520", "Vila Pequena"), ("4471533", "Serra Alta"))
        )
        return (
            "<h1>Portais Municipais Reunidos</h1><p>Soluções para a gestão pública.</p><form action='/ir'>"
            f"<select name=c><option>Selecione o município</option>{towns}"
            "</select><button>Acessar</button></form><a href='/cliente/login'>Área do cliente</a>"
        )

    app.add_url_rule("/", "root", root)
    app.add_url_rule("/ir", "go", lambda: redirect(f"/transparencia/{request.args.get('c', CLIENT)}"))
    app.add_url_rule(
        "/cliente/login",
        "login",
        lambda: (
            "<form method=post>Usuário <input name=u> Senha <input type=password name=p><button>Entrar</button></form>"
        ),
    )

    def home() -> str:
        return page(
            "Portal da Transparência",
            "<form class='form-inline' action='" + BASE + "/buscar'><input name='q' placeholder='O que você procura?'>"
            "<button class='btn'><i class='fa fa-search'></i></button></form>"
            + tiles(
                ("Despesas", "/despesas", "fa-money"),
                ("Receitas", "/receitas", "fa-plus"),
                ("Servidores", "/pessoal", "fa-users"),
                ("Licitações", "/licitacoes", "fa-gavel"),
                ("Contratos", "/contratos", "fa-file-text"),
                ("Convênios", "/convenios", "fa-handshake"),
                ("Legislação", "/legislacao", "fa-book"),
                ("e-SIC", "/esic", "fa-info"),
                ("Glossário", "/glossario", "fa-font"),
                ("Notícias", "/noticias", "fa-newspaper"),
            ),
        )

    add("", home)
    for key, (name, entries) in SECTIONS.items():
        add(f"/{key}", lambda name=name, entries=entries: page(name, tiles(*entries)))
    add("/buscar", lambda: page("Busca", "<p>Nenhum resultado para a sua busca.</p>"))
    add(
        "/mapadosite",
        lambda: page(
            "Mapa do site",
            "<ul>" + "".join(f"<li><a href='{BASE}/{k}'>{n}</a></li>" for k, (n, _) in SECTIONS.items()) + "</ul>",
        ),
    )

    # ---- expenses: panels of months, whose lists come as they are opened ------------------------------------------------

    def commitments(year: int = 2026) -> str:
        panels = []
        for m in range(1, 12 if year == 2026 else 13):
            many = len(records("emp", year, m))
            panels.append(
                f"<div class='panel panel-default'><div class='panel-heading'><h4 class='panel-title'><a data-toggle='collapse' href='#mes{m}' class='collapsed'>"
                f"{MONTHS[m - 1]}</a> <span class='badge'>{many} registros</span></h4></div>"
                f"<div id='mes{m}' class='panel-collapse collapse' data-load='{BASE}/empenhos/lista/{year}/{m}'><div class='panel-body'></div></div></div>"
            )
        return page(
            "Empenhos", years("empenhos", year) + exports("empenhos") + "".join(panels), ("Despesas", "/despesas")
        )

    def of_month(year: int, month: int) -> str:
        lines = [
            [
                r["numero_empenho"],
                dated(r, month),
                escape(str(r["credor"])),
                r["tipo_empenho"],
                r["empenhado"],
                (
                    "<a href='#' class='btn btn-xs btn-info' data-toggle='modal' data-target='#modal'"
                    f" data-remote='{BASE}/empenhos/ver/{year}/{month}/{r.index}' title='Detalhar'><i class='fa fa-search'>"
                    "</i></a>"
                ),
            ]
            for r in records("emp", year, month)
        ]
        return table(["Número", "Data", "Credor", "Tipo", "Valor", ""], lines)

    def commitment(year: int, month: int, n: int) -> str:
        r = records("emp", year, month)[n]
        pairs = [
            ("Empenho nº", r["numero_empenho"]),
            ("Data", dated(r, month)),
            ("Credor", r["credor"]),
            ("CPF/CNPJ", r["cpf_cnpj"]),
            ("Unid. Orçamentária", r["unidade"]),
            ("Função", r["funcao"]),
            ("Subfunção", r["subfuncao"]),
            ("Programa", r["programa"]),
            ("Projeto/Atividade", r["acao"]),
            ("Natureza da Despesa", r["natureza"]),
            ("Fonte de Recurso", r["fonte"]),
            ("Modalidade de Licitação", r["modalidade_licitacao"]),
            ("Nº Processo Licitatório", r["numero_licitacao"]),
            ("Histórico", r["historico"]),
        ]
        return (
            "<div class='modal-header'><button type='button' class='close' data-dismiss='modal'>&times;</button>"
            "<h4 class='modal-title'>Detalhes do Empenho</h4></div>"
            f"<div class='modal-body'>{detail(pairs)}</div><div class='modal-footer'><button class='btn btn-default' data-dismiss='modal'>Fechar</button></div>"
        )

    add("/empenhos", commitments)
    add("/empenhos/<int:year>", commitments)
    add("/empenhos/lista/<int:year>/<int:month>", of_month)
    add("/empenhos/ver/<int:year>/<int:month>/<int:n>", commitment)

    def monthly(path: str, title: str, parent: tuple[str, str], kind: str, heads: list[str], keys: list[str]) -> None:
        """Years, then months, then the list, each an address of its own."""

        def year_page(year: int = 2026) -> str:
            return page(title, years(path, year) + months(path, year), parent)

        def month_page(year: int, month: int) -> str:
            lines = [[str(r[k]) if k != "dia" else dated(r, month) for k in keys] for r in records(kind, year, month)]
            back = f"<a class='btn btn-default' href='{BASE}/{path}/{year}'>Voltar</a>"
            name = f"{MONTHS[month - 1]} de {year}"
            return page(name, exports(path) + table(heads, lines) + back, parent, (title, f"/{path}/{year}"))

        add(f"/{path}", year_page)
        add(f"/{path}/<int:year>", year_page)
        add(f"/{path}/<int:year>/<int:month>", month_page)

    monthly(
        "liquidacoes",
        "Liquidações",
        ("Despesas", "/despesas"),
        "liq",
        ["Empenho", "Data da Liquidação", "Credor", "Doc. Fiscal", "Valor Liquidado"],
        ["numero_empenho", "dia", "credor", "documento_fiscal", "liquidado"],
    )
    monthly(
        "despesaextra",
        "Despesas Extraorçamentárias",
        ("Despesas", "/despesas"),
        "dex",
        ["Data", "Guia", "Cód. Conta", "Descrição da Conta", "Valor (R$)"],
        ["dia", "guia", "extra_codigo", "extra_nome", "valor"],
    )
    monthly(
        "receitaextra",
        "Receita Extraorçamentária",
        ("Receitas", "/receitas"),
        "rex",
        ["Data", "Código", "Descrição", "Valor (R$)"],
        ["dia", "extra_codigo", "extra_nome", "valor"],
    )
    monthly(
        "diarias",
        "Diárias",
        ("Despesas", "/despesas"),
        "dia",
        ["Data", "Beneficiário", "Cargo", "Destino", "Motivo", "Valor"],
        ["dia", "servidor", "cargo", "destino", "motivo", "valor"],
    )

    def payments() -> str:
        first, last = request.args.get("inicio", ""), request.args.get("fim", "")
        answer = ""
        if first.count("/") == 2 and last.count("/") == 2:
            year = int(last[-4:]) if last[-4:].isdigit() else 0
            lines = [
                [r["numero_ordem"], r["data_pagamento"], escape(str(r["credor"])), r["banco"], r["pago"]]
                for r in records("pag", year, 1, 18)
            ]
            answer = exports("pagamentos") + table(
                ["Nº Ordem", "Data do Pagamento", "Credor", "Banco/Conta", "Valor Pago"], lines
            )
        elif request.args:
            answer = "<div class='alert alert-danger'>Informe o período da consulta.</div>"
        units = "".join(
            f"<option value='{n}'>{u}</option>"
            for n, u in ((-1, "Todas"), (1, "Prefeitura Municipal"), (2, "Fundo Municipal de Saúde"))
        )
        form = (
            f"<form class='form-horizontal' method='get' action='{BASE}/pagamentos'><div class='form-group'>"
            f"<label for='unid'>Unidade Gestora</label><select name='unid' id='unid'>{units}</select></div>"
            "<div class='form-group'><label for='inicio'>Data inicial</label>"
            f"<input class='data' id='inicio' name='inicio' value='{escape(first)}' placeholder='__/__/____'></div>"
            "<div class='form-group'><label for='fim'>Data final</label>"
            f"<input class='data' id='fim' name='fim' value='{escape(last)}' placeholder='__/__/____'></div>"
            "<div class='form-group'><label>Credor</label><input name='credor' placeholder='Todos'></div>"
            "<button class='btn btn-primary' type='submit'><i class='fa fa-search'></i> Consultar</button> <button class='btn' type='reset'>Limpar</button></form>"
        )
        return page("Pagamentos", form + answer, ("Despesas", "/despesas"))

    add("/pagamentos", payments)

    def allotment(year: int = 2026) -> str:
        lines = [[r["orgao"], r["fixado"], r["suplementado"]] for r in records("fix", year, 1, 9)]
        return page(
            "Fixação da Despesa",
            years("fixacao", year) + table(["Órgão", "Dotação Inicial", "Dotação Atualizada"], lines),
            ("Despesas", "/despesas"),
        )

    add("/fixacao", allotment)
    add("/fixacao/<int:year>", allotment)

    # ---- revenue: each has a page ---------------------------------------------------------------------------------------

    def revenue(year: int = 2026) -> str:
        return page("Receita Orçamentária", years("receita", year) + months("receita", year), ("Receitas", "/receitas"))

    def revenue_month(year: int, month: int) -> str:
        lines = [
            [
                f"<a href='{BASE}/receita/{year}/{month}/{r.index}'>{r['rec_codigo']}</a>",
                r["rec_nome"],
                r["prevista"],
                r["arrecadada_mes"],
                r["arrecadada"],
                r["percentual"],
            ]
            for r in records("rec", year, month, 16)
        ]
        heads = ["Código", "Descrição", "Previsão", "Arrecadado no mês", "Arrecadado até o mês", "%"]
        return page(
            f"{MONTHS[month - 1]} de {year}",
            exports("receita") + table(heads, lines),
            ("Receitas", "/receitas"),
            ("Receita Orçamentária", f"/receita/{year}"),
        )

    def one_revenue(year: int, month: int, n: int) -> str:
        r = records("rec", year, month, 16)[n]
        pairs = [
            ("Unidade Gestora", r["gestora"]),
            ("Categoria Econômica", r["rec_categoria"]),
            ("Origem", r["rec_origem"]),
            ("Espécie", r["rec_especie"]),
            ("Rubrica", r["rec_rubrica"]),
            ("Valor Previsto", "R$ " + str(r["prevista"])),
        ]
        rows = [[f"0{k + 1}/{month:02d}/{year}", f"Guia {n}{k}", r["arrecadada_mes"]] for k in range(4)]
        return page(
            "Detalhes da Receita",
            detail(pairs) + "<h4>Lançamentos</h4>" + table(["Data", "Documento", "Arrecadado"], rows),
            ("Receita Orçamentária", f"/receita/{year}"),
        )

    add("/receita", revenue)
    add("/receita/<int:year>", revenue)
    add("/receita/<int:year>/<int:month>", revenue_month)
    add("/receita/<int:year>/<int:month>/<int:n>", one_revenue)
    add(
        "/evolucao",
        lambda: page(
            "Evolução Mensal",
            table(
                ["Mês", "Total"], [[m, Row("tiles/evo", 2026, n, 10)["total_folha"]] for n, m in enumerate(MONTHS[:10])]
            ),
        ),
    )
    add("/renuncia", lambda: page("Renúncia Fiscal", "<p>Não houve renúncia de receita no exercício.</p>"))

    # ---- people, by their bond ------------------------------------------------------------------------------------------

    def bond(kind: str, year: int = 2026) -> str:
        return page(
            f"Servidores - {BONDS[kind]}s",
            years(f"servidores/{kind}", year) + months(f"servidores/{kind}", year),
            ("Servidores", "/pessoal"),
        )

    def people(kind: str, year: int, month: int) -> str:
        lines = [
            [
                r["matricula"],
                f"<a href='{BASE}/servidores/{kind}/{year}/{month}/{r.index}' target='_blank'>{r['servidor']}</a>",
                r["cargo"],
                r["secretaria"],
                r["vantagens"],
                r["descontos"],
                r["liquido"],
            ]
            for r in records(f"srv/{kind}", year, month, 15)
        ]
        heads = ["Matrícula", "Nome", "Cargo", "Lotação", "Vencimentos", "Descontos", "Líquido"]
        return page(
            f"{MONTHS[month - 1]} de {year}",
            exports("servidores")
            + table(heads, lines, "Folha de pagamento ainda não disponível para o mês selecionado."),
            ("Servidores", "/pessoal"),
        )

    def one_person(kind: str, year: int, month: int, n: int) -> str:
        r = records(f"srv/{kind}", year, month, 15)[n]
        pairs = [
            ("Nome", r["servidor"]),
            ("CPF", r["cpf_mascarado"]),
            ("Matrícula", r["matricula"]),
            ("Cargo", r["cargo"]),
            ("Vínculo", BONDS[kind]),
            ("Admissão", r["admissao"]),
            ("Carga Horária", r["carga"]),
        ]
        return page(
            "Contracheque",
            detail(pairs)
            + table(
                ["Evento", "Provento", "Desconto"], [["Vencimento", r["sal_base"], ""], ["INSS", "", r["descontos"]]]
            ),
        )

    add("/servidores/<kind>", bond)
    add("/servidores/<kind>/<int:year>", bond)
    add("/servidores/<kind>/<int:year>/<int:month>", people)
    add("/servidores/<kind>/<int:year>/<int:month>/<int:n>", one_person)
    add(
        "/quantitativo",
        lambda: page(
            "Quantitativo por Secretaria",
            table(
                ["Secretaria", "Quantidade", "Total"],
                [[r["secretaria"], r["quantidade"], r["total_folha"]] for r in records("qtd", 2026, 1, 8)],
            ),
        ),
    )

    # ---- bids, in tabs of which two come when they are chosen -----------------------------------------------------------

    def bids(year: int = 2026) -> str:
        lines = [
            [
                r["numero_licitacao"],
                r["modalidade_licitacao"],
                r["objeto"],
                r["data_realizacao"],
                r["situacao"],
                f"<a class='btn btn-xs btn-primary' href='{BASE}/licitacoes/ver/{year}/{r.index}' title='Visualizar'><i class='fa fa-eye'></i></a>",
            ]
            for r in records("lic", year, 1, 17)
        ]
        return page(
            "Licitações",
            years("licitacoes", year)
            + exports("licitacoes")
            + table(["Nº", "Modalidade", "Objeto", "Abertura", "Situação", "Ações"], lines),
        )

    def bid(year: int, n: int) -> str:
        r = records("lic", year, 1, 17)[n]
        data = detail(
            [
                ("Nº", r["numero_licitacao"]),
                ("Modalidade", r["modalidade_licitacao"]),
                ("Objeto", r["objeto"]),
                ("Órgão Solicitante", r["secretaria"]),
                ("Publicação", r["data_publicacao"]),
                ("Abertura", f"{r['data_realizacao']} às {r['hora']}"),
                ("Valor Estimado", "R$ " + str(r["valor_estimado"])),
            ]
        )
        files = table(
            ["Documento", "Data", "Arquivo"],
            [
                [
                    "Edital",
                    r["data_publicacao"],
                    f"<a href='{BASE}/licitacoes/arquivo/{year}/{n}.pdf' target='_blank'><i class='fa fa-download'></i> Edital</a>",
                ]
            ],
        )
        items = table(
            ["Item", "Descrição", "Qtd", "Unidade"],
            [[str(k), f"Item fictício {k}", str(10 * k), "UN"] for k in range(1, 5)],
        )
        tabs = (
            ("dados", "Dados", data),
            ("edital", "Edital", files),
            ("itens", "Itens", items),
            ("participantes", "Participantes", ""),
            ("resultado", "Resultado", ""),
        )
        bar, panes = "", ""
        for key, name, body in tabs:
            load = "" if body else f" data-load='{BASE}/licitacoes/{key}/{year}/{n}'"
            on = " active" if key == "dados" else ""
            bar += f"<li class='{on.strip()}' role='presentation'><a href='#{key}' data-toggle='tab' role='tab'>{name}</a></li>"
            panes += f"<div class='tab-pane{on}' id='{key}' role='tabpanel'{load}>{body}</div>"
        return page(
            f"Licitação {r['numero_licitacao']}",
            f"<ul class='nav nav-tabs' role='tablist'>{bar}</ul><div class='tab-content'>{panes}</div>",
            ("Licitações", f"/licitacoes/{year}"),
        )

    def bidders(year: int, n: int) -> str:
        r = records("lic", year, 1, 17)[n]
        return table(
            ["Participante", "CNPJ", "Situação"],
            [[r["empresa"], r["cnpj"], "Vencedor"], [r["empresa_perdedora"], r["cnpj"], "Classificado"]],
        )

    def result(year: int, n: int) -> str:
        r = records("lic", year, 1, 17)[n]
        return table(["Vencedor", "CNPJ", "Valor"], [[r["empresa"], r["cnpj"], r["valor_licitado"]]])

    add("/licitacoes", bids)
    add("/licitacoes/<int:year>", bids)
    add("/licitacoes/ver/<int:year>/<int:n>", bid)
    add("/licitacoes/participantes/<int:year>/<int:n>", bidders)
    add("/licitacoes/resultado/<int:year>/<int:n>", result)
    add("/licitacoes/arquivo/<int:year>/<int:n>.pdf", lambda year, n: Response(NOTICE, mimetype="application/pdf"))

    # ---- what is like it, and is not it ---------------------------------------------------------------------------------

    def contracts() -> str:
        lines = [
            [r["numero_contrato"], r["empresa"], r["objeto"], r["valor"], r["data"]] for r in records("con", 2026, 1, 9)
        ]
        return page("Contratos", table(["Contrato", "Contratado", "Objeto", "Valor do Contrato", "Vigência"], lines))

    def agreements() -> str:
        lines = [[r["numero_seq"], r["concedente"], r["objeto"], r["valor"]] for r in records("cov", 2026, 1, 6)]
        return page("Convênios", table(["Convênio", "Concedente", "Objeto", "Valor do Convênio"], lines))

    add("/contratos", contracts)
    add("/convenios", agreements)
    add(
        "/legislacao",
        lambda: page(
            "Legislação", "<ul><li>Lei nº 101/2019 - Dispõe sobre o Portal</li><li>Decreto nº 14/2021</li></ul>"
        ),
    )
    add(
        "/esic",
        lambda: page(
            "e-SIC",
            (
                "<p>Atendimento presencial: Rua Principal, 10.</p><form method=post><label>Nome <input name=nome></label>"
                "<label>E-mail <input name=email></label><textarea name=t></textarea><button>Enviar pedido</button></form>"
            ),
        ),
    )
    add("/glossario", lambda: page("Glossário", detail(list(WORDS))))
    add(
        "/noticias",
        lambda: page(
            "Notícias", "<h4>Prefeitura paga salários de novembro</h4><p>Os servidores receberam na sexta-feira.</p>"
        ),
    )

    def export(kind: str, name: str) -> Response:
        if kind == "json":
            return Response(json.dumps([{"total": 14}]), mimetype="application/json")
        if kind == "pdf":
            return Response(pdf("PREFEITURA MUNICIPAL", "Emitido em 19/11/2026"), mimetype="application/pdf")
        return Response(
            "<table><tr><th>Total</th></tr><tr><td>14</td></tr></table>", mimetype="application/vnd.ms-excel"
        )

    app.add_url_rule(f"{BASE}/<path:name>/exportar/<kind>", "export", export)
