"""A town whose figures are in dashboards that two servers of business intelligence draw and its WordPress only frames: filters are
pills that open a popover, tables hold the cells that are in sight and no rows, each card comes by a request of its own, an expense has
a board of its own. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request

from lab.values import MONTHS, Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf orgao_or_uni_orcamentaria elemento emp_valor valor_liquidado".split(),  # the table
        *"funcao sub_funcao programa acao lic_modalidade emp_indicacao_licitacao".split(),  # the board of one
        *"valor_pago lic_num_contrato valor_fixado".split(),  # other tabs
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao arrecadacao categoria_economica origem especie rubrica".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_publicacao_licitacao data_realizacao valor setor_interessado".split(),
        *"nome_vencedores cnpj_cpf".split(),  # another tab
    ],
}
YEARS = ["2026", "2025", "2024"]
Card = dict[str, Any]


def card(title: str, place: tuple[int, int, int, int], display: str = "table", **more: Any) -> Card:
    return {"title": title, "place": place, "display": display, **more}


WHOLE = (0, 0, 24, 12)
YEAR = {"id": "ano", "name": "Exercício", "values": YEARS, "default": ["2026"]}
CREDITOR = {"id": "credor", "name": "Credor", "values": [], "default": []}
BOARDS: dict[str, dict[str, Any]] = {
    "5c0e4f3a-8a0b-4a53-9d3a-1f6a0f4f2f11": {
        "name": "Execução da Despesa",
        "parameters": [YEAR, CREDITOR],
        "tabs": {
            "Visão geral": [
                card("Total empenhado", (0, 0, 8, 3), "scalar", value="48.210.330,12"),
                card("Total pago", (8, 0, 8, 3), "scalar", value="44.901.872,55"),
                card("Fornecedores", (16, 0, 8, 3), "scalar", value="412"),
                card("Empenhado por mês", (0, 3, 14, 7), "bar"),
                card("Empenhado por função", (14, 3, 10, 7), "pie"),
            ],
            "Empenhos": [
                card(
                    "Empenhos emitidos", WHOLE, source="empenho", years=(2026, 2025, 2024), count=160,
                    columns={"Nº Empenho": "numero_empenho", "Data de emissão": "data", "Credor": "credor", "CPF/CNPJ": "cpf_cnpj", "Órgão": "orgao",
                             "Elemento de despesa": "elemento", "Valor empenhado": "empenhado", "Valor liquidado": "liquidado"},
                    link="e81d9c52-64b1-4a0e-8c35-7a1c7e2d9b04",
                ),
            ],
            "Pagamentos": [
                card(
                    "Pagamentos efetuados", WHOLE, source="pagamento", years=(2026, 2025), count=90,
                    columns={"Ordem de pagamento": "numero_ordem", "Data": "data_pagamento", "Favorecido": "credor", "Contrato": "numero_contrato", "Valor pago": "pago"},
                ),
            ],
            "Por órgão": [
                card(
                    "Orçamento por órgão", WHOLE, source="orgaos", years=(2026, 2025), count=9,
                    columns={"Órgão": "orgao", "Dotação inicial": "fixado", "Dotação atualizada": "suplementado", "Empenhado": "empenhado"},
                ),
            ],
        },
    },
    "e81d9c52-64b1-4a0e-8c35-7a1c7e2d9b04": {
        "name": "Detalhe do empenho",
        "parameters": [{"id": "empenho", "name": "Empenho", "values": [], "default": []}],
        "tabs": {
            "": [
                card(
                    "Dados do empenho", WHOLE, "object", source="empenho", years=(2026, 2025, 2024), count=160,
                    columns={"Nº Empenho": "numero_empenho", "Credor": "credor", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa",
                             "Ação": "acao", "Fonte": "fonte", "Modalidade de licitação": "modalidade_licitacao", "Histórico": "historico"},
                ),
            ],
        },
    },
    "0b7b2f9e-90a7-4b9e-9a0e-cd0a5f0a7710": {
        "name": "Receita Orçamentária",
        "parameters": [YEAR],
        "tabs": {
            "Arrecadação mensal": [
                card("Arrecadado no exercício", (0, 0, 8, 3), "scalar", value="52.771.004,90"),
                card("Arrecadação por mês", (0, 3, 12, 8), "bar"),
                card("Total por mês", (12, 3, 12, 8), source="meses", years=(2025, 2024), count=12, columns={"Mês": "mes_nome", "Total": "valor"}),
            ],
            "Por natureza": [
                card(
                    "Receita por natureza", WHOLE, source="receita", years=(2025, 2024), count=54,
                    columns={"Código": "rec_codigo", "Categoria econômica": "rec_categoria", "Origem": "rec_origem", "Espécie": "rec_especie",
                             "Rubrica": "rec_rubrica", "Previsão atualizada": "atualizada", "Arrecadado": "arrecadada"},
                ),
            ],
        },
    },
    "7d7c6c0f-2c3f-4f62-bb59-3ad0c8b3a0c5": {
        "name": "Movimento extraorçamentário",
        "parameters": [YEAR],
        "tabs": {
            "": [
                card("Receita extraorçamentária", (0, 0, 12, 8), source="rextra", years=(), count=12, columns={"Conta": "extra_codigo", "Título": "extra_nome", "Valor": "valor"}),
                card("Despesa extraorçamentária", (12, 0, 12, 8), source="dextra", years=(2026, 2025), count=12, columns={"Código da conta": "extra_codigo", "Título da conta": "extra_nome", "Valor pago": "valor"}),
            ],
        },
    },
    "a3c4a1b8-0f4d-4d4e-8a55-60f62ff4b1a2": {
        "name": "Servidores municipais",
        "parameters": [
            {"id": "ref", "name": "Competência", "values": [f"{m}/{y}" for y in YEARS for m in MONTHS], "default": []},
            {"id": "lotacao", "name": "Lotação", "values": ["Fundo Municipal de Saúde", "Gabinete do Prefeito", "Secretaria de Educação"], "default": []},
        ],
        "tabs": {
            "Folha": [
                card("Servidores na folha", (0, 0, 6, 3), "scalar", value="638"),
                card(
                    "Remuneração dos servidores", (0, 3, 24, 11), source="folha", years=(2026, 2025, 2024), count=120,
                    columns={"Nome": "servidor", "Cargo": "cargo", "Vínculo": "vinculo", "Lotação": "secretaria", "Remuneração bruta": "vantagens", "Remuneração líquida": "liquido"},
                ),
            ],
            "Cargos": [
                card("Cargos e vagas", WHOLE, source="cargos", years=(2026,), count=14, columns={"Cargo": "cargo", "Vagas": "quantidade", "Ocupadas": "quantidade", "Vencimento inicial": "sal_base"}),
            ],
        },
    },
    "c1b39d55-55f5-4b41-a9c2-0ed15f3b9d08": {
        "name": "Diárias",
        "parameters": [YEAR],
        "tabs": {
            "": [
                card("Diárias concedidas", WHOLE, source="diarias", years=(2026, 2025), count=40,
                     columns={"Servidor": "servidor", "Destino": "destino", "Motivo da viagem": "motivo", "Data": "data", "Valor da diária": "valor"}),
            ],
        },
    },
}  # fmt: skip
OF_BIDS = {
    "name": "Licitações e Contratos",
    "filters": {"Exercício": ["2025", "2024"], "Modalidade": ["Concorrência", "Dispensa", "Inexigibilidade", "Pregão Eletrônico"]},
    "tabs": {
        "Panorama": [
            {"title": "Processos no período", "viz": "big_number_total", "value": "87"},
            {"title": "Processos por modalidade", "viz": "echarts"},
        ],
        "Processos": [
            {
                "title": "Processos de compra", "viz": "ag-grid-table", "source": "licitacao", "years": (2025, 2024), "count": 46,
                "columns": {"Nº do processo": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Publicação": "data_publicacao",
                            "Abertura": "data_realizacao", "Valor estimado": "valor_estimado", "Secretaria requisitante": "secretaria", "Situação": "situacao"},
            },
        ],
        "Resultados": [
            {
                "title": "Resultado dos processos", "viz": "ag-grid-table", "source": "vencedor", "years": (2025, 2024), "count": 46,
                "columns": {"Nº do processo": "numero_licitacao", "Item": "numero_seq", "Vencedor": "empresa", "CNPJ do vencedor": "cnpj", "Valor homologado": "valor_licitado"},
            },
        ],
        "Contratos": [
            {
                "title": "Contratos vigentes", "viz": "ag-grid-table", "source": "contrato", "years": (2025, 2024), "count": 30,
                "columns": {"Contrato": "numero_contrato", "Contratada": "empresa", "Objeto do contrato": "objeto", "Início da vigência": "data", "Valor do contrato": "valor_licitado"},
            },
        ],
    },
}  # fmt: skip
AMOUNTS = {"empenhado", "liquidado", "pago", "fixado", "suplementado", "valor", "atualizada", "arrecadada", "vantagens", "liquido"} | {
    "sal_base", "valor_estimado", "valor_licitado",
}  # fmt: skip


def records(told: dict[str, Any], asked: dict[str, list[str]]) -> list[Row]:
    """What a card's question finds: payroll of no month is none, a creditor nobody is called by is none."""
    years = [int(year) for year in asked.get("ano", ["2026", "2025", "2024"])]
    if told["source"] == "folha":
        months = asked.get("ref", [])
        years = [int(month[-4:]) for month in months if month not in ("Novembro/2026", "Dezembro/2026")]
    if asked.get("credor"):
        return []
    every = [
        Row(f"painel/{told['source']}", y, n, told["count"])
        for y in years
        if y in told["years"]
        for n in range(told["count"])
    ]
    return [row for row in every if row.id in asked["empenho"]] if "empenho" in asked else every


def answer(told: dict[str, Any], asked: dict[str, list[str]]) -> dict[str, Any]:
    made = records(told, asked)
    cols = [{"name": m, "display_name": n, "base_type": "type/Decimal" if m in AMOUNTS else "type/Text"} for n, m in told["columns"].items()]  # fmt: skip
    return {
        "status": "completed",
        "row_count": len(made),
        "data": {"cols": cols, "rows": [[str(row[m]) for m in told["columns"].values()] for row in made], "ids": [row.id for row in made]},
    }  # fmt: skip


def csv(told: dict[str, Any], asked: dict[str, list[str]]) -> Response:
    quoted = [
        ",".join(f'"{cell}"' for cell in line) for line in (list(told["columns"]), *answer(told, asked)["data"]["rows"])
    ]
    name = told["title"].lower().replace(" ", "_")
    return Response(
        "\n".join(quoted), mimetype="text/csv", headers={"Content-Disposition": f'attachment; filename="{name}.csv"'}
    )


def boards(app: Flask) -> None:
    """The server of dashboards: one shell of one script for each product, all else by JSON."""
    shell = (
        '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{}</title>'
        '<style>{}</style></head><body><div id="{}"></div><script src="/app/dist/{}.js"></script></body></html>'
    )
    style = {name: (SITES / f"dashboards_{name}.css").read_text("utf-8") for name in ("pills", "slices")}

    def asked() -> dict[str, list[str]]:
        return {p["id"]: p["value"] for p in json.loads(request.args.get("parameters", "[]")) if p["value"]}

    def of(uuid: str, number: int) -> Card:
        return [card for cards in BOARDS[uuid]["tabs"].values() for card in cards][number]

    def told(uuid: str) -> Response:
        time.sleep(0.15)
        board = BOARDS[uuid]
        cards = [c | {"tab": tab} for tab, every in board["tabs"].items() for c in every]
        hidden = ("source", "years", "count", "columns")
        return jsonify(
            name=board["name"],
            parameters=[{k: v for k, v in p.items() if k != "values"} for p in board["parameters"]],
            tabs=[tab for tab in board["tabs"] if tab],
            dashcards=[{k: v for k, v in c.items() if k not in hidden} | {"id": n} for n, c in enumerate(cards)],
        )

    def values(uuid: str, parameter: str, query: str = "") -> Response:
        (one,) = (p for p in BOARDS[uuid]["parameters"] if p["id"] == parameter)
        return jsonify(values=[[v] for v in one["values"] if query.lower() in v.lower()], has_more_values=False)

    def result(uuid: str, number: int) -> Response:
        time.sleep(0.2 + 0.1 * (number % 3))
        one = of(uuid, number)
        if "source" not in one:
            return jsonify(
                status="completed", row_count=1, data={"cols": [], "rows": [[one.get("value", "")]], "ids": []}
            )
        return jsonify(answer(one, asked()))

    def slices() -> Response:
        cards = [c | {"tab": tab} for tab, every in OF_BIDS["tabs"].items() for c in every]  # type: ignore[attr-defined]
        return jsonify(
            name=OF_BIDS["name"],
            filters=OF_BIDS["filters"],
            tabs=list(OF_BIDS["tabs"]),
            charts=[{k: c.get(k) for k in ("title", "viz", "value", "tab")} | {"id": n} for n, c in enumerate(cards)],
        )

    def chart(number: int) -> dict[str, Any]:
        one: dict[str, Any] = [c for every in OF_BIDS["tabs"].values() for c in every][number]  # type: ignore[attr-defined]
        return one

    def picked(one: dict[str, Any], given: dict[str, list[str]]) -> dict[str, Any]:
        made = answer(one, {"ano": given["Exercício"]} if given.get("Exercício") else {})
        kinds = given.get("Modalidade")
        if kinds and "Modalidade" in one["columns"]:
            made["data"]["rows"] = [row for row in made["data"]["rows"] if row[1] in kinds]
        return made

    def data(number: int) -> Response:
        time.sleep(0.25)
        one = chart(number)
        return jsonify(
            picked(one, request.get_json()) if "source" in one else {"data": {"rows": [[one.get("value", "")]]}}
        )

    def export(number: int) -> Response:
        return csv(chart(number), {})

    def page(kind: str, root: str, script: str) -> Callable[..., str]:
        return lambda **_: shell.format("Painel", style[kind], root, script)

    def script(name: str) -> Response:
        at = "dashboards_pills.js" if name == "app-main.js" else "dashboards_slices.js"
        return Response((SITES / at).read_text("utf-8"), mimetype="text/javascript")

    api = "/api/public/dashboard/<uuid>"
    app.add_url_rule("/", "root", lambda: page("pills", "root", "app-main")())
    app.add_url_rule("/public/dashboard/<uuid>", "public", page("pills", "root", "app-main"))
    app.add_url_rule("/superset/dashboard/<name>/", "slices_page", page("slices", "app", "spa"))
    app.add_url_rule("/app/dist/<name>", "script", script)
    app.add_url_rule(api, "board", told)
    app.add_url_rule(f"{api}/params/<parameter>/values", "values", values)
    app.add_url_rule(f"{api}/params/<parameter>/search/<query>", "search", values)
    app.add_url_rule(f"{api}/dashcard/<int:number>/card/<int:_>", "card", lambda uuid, number, _: result(uuid, number))
    app.add_url_rule(
        f"{api}/dashcard/<int:number>/card/<int:_>/csv", "csv", lambda uuid, number, _: csv(of(uuid, number), asked())
    )
    app.add_url_rule("/api/v1/dashboard/<name>", "slices", lambda name: slices())
    app.add_url_rule("/api/v1/chart/<int:number>/data", "data", data, methods=["POST"])
    app.add_url_rule("/api/v1/chart/<int:number>/export", "export", export)


# ---- the town's own pages ----------------------------------------------------------------------------------------------


def town(at: str) -> Callable[[Flask], None]:
    """The town's WordPress, whose pages frame the boards of the server ``at``."""
    uuids = list(BOARDS)
    pages = {
        "despesas": ("Despesas", f"public/dashboard/{uuids[0]}#bordered=false&titled=false", "Acompanhe abaixo a execução da despesa do município, do empenho ao pagamento."),
        "receitas": ("Receitas", f"public/dashboard/{uuids[2]}#bordered=false&titled=true", "Quanto o município previu e quanto arrecadou."),
        "extraorcamentario": ("Receitas e despesas extraorçamentárias", f"public/dashboard/{uuids[3]}", "Recursos de terceiros que passam pelas contas do município."),
        "pessoal": ("Quadro de pessoal", f"public/dashboard/{uuids[4]}#titled=true", "Escolha a competência para ver a folha de pagamento."),
        "licitacoes": ("Licitações e contratos", "superset/dashboard/licitacoes/?standalone=2", "Processos de compra, resultados e contratos."),
        "diarias": ("Diárias e passagens", f"public/dashboard/{uuids[5]}", "Diárias concedidas a servidores."),
    }  # fmt: skip
    texts = {
        "glossario": ("Glossário", "<dl><dt>Empenho</dt><dd>Ato que cria a obrigação de pagamento.</dd><dt>Liquidação</dt><dd>Verificação do direito do credor.</dd></dl>"),
        "noticias": ("Notícias", "<article><h2 class='entry-title'>Prefeitura entrega praça reformada</h2><p>Obra custou R$ 312.540,00 e foi concluída em 12/10/2026.</p></article>"),
        "camara": ("Câmara Municipal", "<p>As contas do Legislativo estão no portal da Câmara.</p>"),
    }  # fmt: skip

    def wordpress(title: str, body: str) -> str:
        items = "".join(
            f'<li class="menu-item menu-item-type-post_type"><a href="/transparencia/{slug}/">{told[0]}</a></li>'
            for slug, told in {**pages, **texts}.items()
        )
        menu = f'<nav id="site-navigation" class="main-navigation" aria-label="Menu principal"><ul class="menu nav-menu"><li class="menu-item"><a href="/">Início</a></li><li class="menu-item menu-item-has-children"><a href="/transparencia/">Transparência</a><ul class="sub-menu">{items}</ul></li></ul></nav>'
        return (
            f'<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>{title} – Prefeitura Municipal</title><style>body{{margin:0;font:16px sans-serif}} .sub-menu{{display:flex;gap:12px;flex-wrap:wrap}} main{{max-width:1100px;margin:auto}} iframe{{border:0}}</style></head>'
            f'<body class="page-template-default page wp-embed-responsive"><header id="masthead" class="site-header"><p class="site-title"><a href="/">Prefeitura Municipal</a></p>{menu}</header>'
            f'<div id="primary" class="content-area"><main id="main" class="site-main"><article class="page type-page hentry"><header class="entry-header"><h1 class="entry-title">{title}</h1></header><div class="entry-content">{body}</div></article></main></div>'
            '<footer class="site-footer"><p>Rua Principal, 100 – Centro. Atendimento: 8h às 14h.</p></footer></body></html>'
        )

    def page(slug: str) -> str:
        if slug in texts:
            return wordpress(*texts[slug])
        title, address, lead = pages[slug]
        frame = f'<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe loading="lazy" src="{at}{address}" width="1080" height="760" frameborder="0" allowtransparency></iframe></div></figure>'
        return wordpress(
            title,
            f"<p>{lead}</p>{frame}<p><small>Dados atualizados diariamente pelo setor de contabilidade.</small></p>",
        )

    def portal(app: Flask) -> None:
        cards = "".join(f'<div class="wp-block-column"><h3><a href="/transparencia/{slug}/">{told[0]}</a></h3></div>' for slug, told in pages.items())  # fmt: skip
        app.add_url_rule(
            "/",
            "home",
            lambda: wordpress(
                "Bem-vindo",
                "<p>Portal oficial do município.</p><p><a class='wp-block-button__link' href='/transparencia/'>Portal da Transparência</a></p>",
            ),
        )
        app.add_url_rule(
            "/transparencia/",
            "index",
            lambda: wordpress("Portal da Transparência", f'<div class="wp-block-columns">{cards}</div>'),
        )
        app.add_url_rule("/transparencia/<slug>/", "page", page)

    return portal
