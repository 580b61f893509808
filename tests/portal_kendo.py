"""A portal of ASP.NET MVC and Kendo UI, as its makers build them: views that hold nothing but the options of their widgets, records
that come as JSON, lists of choices at the end of the body, frozen columns in a table of their own, details under an arrow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

PAGE = (Path(__file__).parent / "sites" / "kendo.html").read_text("utf-8")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_pago".split(),  # the list of commitments
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento".split(),  # under the arrow
        *"emp_indicacao_licitacao lic_modalidade lic_numero lic_num_contrato lic_obj_servico".split(),  # its second tab
        *"valor_fixado valor_liquidado categoria_economica natureza_despesa".split(),  # the grid of frozen columns
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "uni_gestora origem previsao arrecadacao categoria_economica".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao setor_interessado valor nome_vencedores nome_perdedores cnpj_cpf edital aviso".split(),
    ],
}
"""Revenue outside the budget is asked for in vain; contracts, travel and totals per month are there too."""

MENU = [
    {"text": "Início", "url": "/"},
    {
        "text": "Despesa",
        "items": [
            {"text": "Empenhos Emitidos", "url": "/Despesa/Empenhos"},
            {"text": "Despesa por Natureza", "url": "/Despesa/Natureza"},
            {"text": "Movimento Extraorçamentário - Pagamentos", "url": "/Despesa/Extra"},
            {"text": "Diárias Concedidas", "url": "/Despesa/Diarias"},
        ],
    },
    {
        "text": "Receita",
        "items": [
            {"text": "Receita Prevista e Realizada", "url": "/Receita"},
            {"text": "Movimento Extraorçamentário - Recebimentos", "url": "/Receita/Extra"},
        ],
    },
    {"text": "Recursos Humanos", "items": [{"text": "Servidores e Remuneração", "url": "/Pessoal/Folha"}]},
    {
        "text": "Suprimentos",
        "items": [{"text": "Processos Licitatórios", "url": "/Licitacao"}, {"text": "Contratos", "url": "/Contrato"}],
    },
    {"text": "Ajuda", "items": [{"text": "Glossário", "url": "/Home/Glossario"}]},
]
UNITS = [
    {"Text": "Câmara Municipal", "Value": "2"},
    {"Text": "Fundo Municipal de Saúde", "Value": "3"},
    {"Text": "Prefeitura Municipal", "Value": "1"},
]
View = dict[str, Any]


def column(field: str, title: str, **more: Any) -> View:
    return {"field": field, "title": title, **more}


def year(value: str = "2026", **more: Any) -> View:
    return {"id": "Exercicio", "label": "Exercício", "options": ["2026", "2025", "2024"], "value": value, **more}


EMPENHOS: View = {
    "html": "<h3>Empenhos Emitidos</h3>",
    "form": [
        {"id": "UnidadeGestoraId", "label": "Unidade Gestora", "optionLabel": "Selecione...", "read": "/Comum/Unidades", "required": True},
        {"id": "ExercicioId", "label": "Exercício", "optionLabel": "Selecione...", "read": "/Comum/Exercicios", "cascadeFrom": "UnidadeGestoraId", "required": True},
        {"id": "DataInicial", "label": "Emissão de", "kind": "date"},
        {"id": "DataFinal", "label": "Até", "kind": "date"},
    ],
    "button": "Pesquisar",
    "grid": {
        "read": "/Despesa/Empenhos_Read", "autoBind": False, "sortable": True, "columnMenu": True,
        "data": {"unidade": "UnidadeGestoraId", "exercicio": "ExercicioId", "inicio": "DataInicial", "fim": "DataFinal"},
        "columns": [
            column("numero_empenho", "Nº Empenho", width=90), column("data", "Emissão", width=90), column("credor", "Favorecido"),
            column("cpf_cnpj", "CPF/CNPJ", width=140), column("empenhado", "Vlr. Empenhado", width=110), column("pago", "Vlr. Pago", width=110),
            column("tipo_empenho", "Espécie", hidden=True),
        ],
        "detail": [
            {"text": "Classificação", "fields": {"Unidade Orçamentária": "unidade", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa",
             "Projeto/Atividade": "acao", "Elemento de Despesa": "elemento", "Fonte": "fonte"}},
            {"text": "Origem da Contratação", "url": "/Despesa/Contratacao/{id}"},
            {"text": "Pagamentos", "url": "/Despesa/Pagamentos/{id}"},
        ],
    },
}  # fmt: skip
NATUREZA: View = {
    "html": "<h3>Despesa por Natureza</h3>",
    "form": [year("2025"), {"id": "Mes", "label": "Até o mês", "options": list(MONTHS), "value": "Junho"}],
    "button": "Pesquisar",
    "grid": {
        "read": "/Despesa/Natureza_Read", "data": {"exercicio": "Exercicio", "mes": "Mes"},
        "columns": [
            column("categoria", "Categoria Econômica", locked=True, width=180), column("natureza", "Natureza da Despesa", locked=True, width=220),
            {"title": "Dotação", "columns": [column("fixado", "Inicial"), column("suplementado", "Atualizada")]},
            {"title": "Execução", "columns": [column("empenhado", "Empenhado"), column("liquidado", "Liquidado"), column("pago", "Pago")]},
        ],
    },
}  # fmt: skip


def extra(title: str, read: str) -> View:
    return {
        "html": f"<h3>{title}</h3>",
        "form": [
            {"id": "De", "label": "Período de", "kind": "date", "required": True},
            {"id": "Ate", "label": "a", "kind": "date", "required": True},
        ],
        "button": "Filtrar",
        "grid": {
            "read": read,
            "autoBind": False,
            "data": {"inicio": "De", "fim": "Ate"},
            "columns": [
                column("extra_codigo", "Código da Conta"),
                column("extra_nome", "Descrição da Conta"),
                column("valor", "Valor"),
            ],
        },
    }


RECEITA: View = {
    "html": "<h3>Receita Prevista e Realizada</h3>",
    "tabs": [{"text": "Resumo Mensal", "url": "/Receita/Resumo"}, {"text": "Por Natureza", "url": "/Receita/Natureza"}],
}
POR_NATUREZA: View = {
    "form": [year()],
    "button": "Filtrar",
    "grid": {
        "read": "/Receita/Natureza_Read",
        "data": {"exercicio": "Exercicio"},
        "group": {"field": "rec_categoria", "title": "Categoria Econômica"},
        "columns": [
            column("gestora", "Entidade"),
            column("rec_codigo", "Código", width=110),
            column("rec_nome", "Descrição da Receita", width=220),
            {"title": "Previsão", "columns": [column("prevista", "Inicial"), column("atualizada", "Atualizada")]},
            {
                "title": "Arrecadação",
                "columns": [column("arrecadada_mes", "No Mês"), column("arrecadada", "Até o Mês")],
            },
        ],
    },
}
FOLHA: View = {
    "html": "<h3>Servidores e Remuneração</h3>",
    "form": [
        year(),
        {
            "id": "Mes",
            "label": "Competência",
            "optionLabel": "Selecione o mês...",
            "options": list(MONTHS),
            "required": True,
        },
    ],
    "button": "Exibir",
    "grid": {
        "read": "/Pessoal/Folha_Read",
        "autoBind": False,
        "data": {"exercicio": "Exercicio", "mes": "Mes"},
        "columns": [
            column("matricula", "Matrícula", locked=True, width=90),
            column("servidor", "Nome do Servidor", locked=True, width=230),
            column("cargo", "Cargo"),
            column("vinculo", "Vínculo"),
            column("secretaria", "Lotação"),
            column("vantagens", "Proventos"),
            column("descontos", "Descontos"),
            column("liquido", "Líquido"),
        ],
    },
}
LICITACAO: View = {
    "html": "<h3>Processos Licitatórios</h3>",
    "form": [year(), {"id": "Modalidade", "label": "Modalidade", "optionLabel": "Todas", "options": ["Pregão Eletrônico", "Dispensa"]}],
    "button": "Filtrar",
    "grid": {
        "read": "/Licitacao/Processos_Read", "data": {"exercicio": "Exercicio"}, "sortable": True,
        "window": "Processo Licitatório", "partial": "/Licitacao/Detalhes/{id}",
        "columns": [
            column("numero_processo", "Processo", width=110), column("modalidade_licitacao", "Modalidade", width=130), column("objeto", "Objeto"),
            column("situacao", "Situação", width=110), column("data_realizacao", "Abertura", width=90), {"command": "Detalhes", "title": None, "width": 110},
        ],
    },
}  # fmt: skip
CONTRATO: View = {
    "html": "<h3>Contratos</h3>",
    "grid": {
        "read": "/Contrato/Contratos_Read",
        "columns": [
            column("numero_contrato", "Contrato"),
            column("empresa", "Contratada"),
            column("data", "Assinatura"),
            column("data_pagamento", "Vigência"),
            column("valor", "Valor do Contrato"),
        ],
    },
}
DIARIAS: View = {
    "html": "<h3>Diárias Concedidas</h3>",
    "grid": {
        "read": "/Despesa/Diarias_Read",
        "columns": [
            column("servidor", "Servidor"),
            column("cargo", "Cargo"),
            column("destino", "Destino"),
            column("motivo", "Motivo"),
            column("valor", "Valor"),
        ],
    },
}
GLOSSARY = {
    "Empenho": "Ato que cria para o município a obrigação de pagamento.",
    "Liquidação": "Verificação do direito do credor.",
    "Receita arrecadada": "O que entrou nos cofres.",
}
HOME: View = {
    "html": "<h2>Bem-vindo ao portal</h2><p>Aqui o cidadão acompanha as contas do município.</p>"
    "<div class=tile><a href='/Despesa/Natureza'>Despesas</a></div><div class=tile><a href='/Receita'>Receitas</a></div>"
    "<div class=tile><a href='/Pessoal/Folha'>Folha</a></div><h4>Arrecadação por mês (em milhares)</h4>"
    "<div class='k-chart' data-role='chart'><svg width=500 height=120><g><text x=10 y=100>jan</text><text x=60 y=100>fev</text>"
    "<path d='M10 90V40h30v50z'/></g></svg></div>",
}
VIEWS = {
    "/": HOME,
    "/Despesa/Empenhos": EMPENHOS,
    "/Despesa/Natureza": NATUREZA,
    "/Despesa/Extra": extra("Pagamentos Extraorçamentários", "/Despesa/Extra_Read"),
    "/Despesa/Diarias": DIARIAS,
    "/Receita": RECEITA,
    "/Receita/Extra": extra("Recebimentos Extraorçamentários", "/Receita/Extra_Read"),
    "/Pessoal/Folha": FOLHA,
    "/Licitacao": LICITACAO,
    "/Contrato": CONTRATO,
    "/Home/Glossario": {
        "html": "<h3>Glossário</h3><dl>" + "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in GLOSSARY.items()) + "</dl>"
    },
}
READS = {name: view["grid"] for name, view in VIEWS.items() if "grid" in view}


def fields(columns: list[View]) -> list[str]:
    return [
        name for c in columns for name in (fields(c["columns"]) if "columns" in c else [c.get("field", "")]) if name
    ]


def stamp(text: str) -> str:
    """How ASP.NET writes dates."""
    from datetime import UTC, datetime

    return f"/Date({int(datetime.strptime(text, '%d/%m/%Y').replace(tzinfo=UTC).timestamp()) * 1000})/"


def records(seed: str, of: int, count: int, names: list[str]) -> list[View]:
    made = []
    for row in (Row(f"kendo/{seed}", of, n, count) for n in range(count)):
        told = {name: str(row[name]) for name in names}
        made.append({"Id": row.id, **{k: stamp(v) if k.startswith("data") else v for k, v in told.items()}})
    return made


def line(label: str, value: str) -> str:
    return f"<div class='row'><div class='col-md-3'>{label}</div><div class='col-md-9'>{value}</div></div>"


def partial(view: View) -> str:
    return f"<script type='text/x-view'>{json.dumps(view)}</script>"


def the_row(seed: str, key: str) -> Row:
    return Row(f"kendo/{seed}", int(key[:4]), int(key[4:]) - 1, 30)


def portal(app: Flask) -> None:
    def page(view: View) -> str:
        return PAGE.replace("/*BEGIN*/{}", json.dumps({"menu": MENU, "view": view}))

    for path, view in VIEWS.items():
        app.add_url_rule(path, path, lambda view=view: page(view))

    def answer(rows: list[View]) -> Response:
        at, size = int(request.form["page"]) - 1, int(request.form["pageSize"])
        told = {"Data": rows[at * size : (at + 1) * size], "Total": len(rows), "AggregateResults": None, "Errors": None}
        return Response(json.dumps(told), mimetype="application/json")

    def reads(path: str, grid: View, count: int, years: tuple[int, ...], more: tuple[str, ...] = ()) -> None:
        """``years`` are those that hold records; the fields of the form are looked at as the real ones are."""
        names = [*fields(grid["columns"]), *more]

        def read() -> Response:
            given = request.form
            of = int(given.get("exercicio") or (given.get("fim") or "//2025")[-4:])
            rows = records(path, of, count, names) if of in years else []
            begin, end = given.get("inicio", ""), given.get("fim", "")
            if "exercicio" not in given and begin and not begin.endswith(tuple(str(y) for y in years)):
                rows = []
            if given.get("unidade", "1") != "1" or (end and "exercicio" in given and not end.endswith(str(of))):
                rows = []
            if not given.get("mes", "-") or (of == 2026 and given.get("mes") in MONTHS[6:]):
                rows = []
            return answer(rows)

        app.add_url_rule(grid["read"], grid["read"], read, methods=["POST"])

    inside = tuple(EMPENHOS["grid"]["detail"][0]["fields"].values())
    reads("empenhos", EMPENHOS["grid"], 30, (2025, 2024), inside)
    reads("natureza", NATUREZA["grid"], 25, (2025, 2024))
    reads("extra", READS["/Despesa/Extra"], 25, (2025, 2026))
    reads("nada", READS["/Receita/Extra"], 0, ())
    reads("receita", POR_NATUREZA["grid"], 18, (2026, 2025, 2024), ("rec_categoria",))
    reads("folha", FOLHA["grid"], 45, (2026, 2025))
    reads("licitacao", LICITACAO["grid"], 30, (2025, 2024))
    reads("contratos", CONTRATO["grid"], 12, (2025,))
    reads("diarias", DIARIAS["grid"], 12, (2025,))

    def listed(options: list[Any]) -> Response:
        return Response(json.dumps(options), mimetype="application/json")

    app.add_url_rule("/Comum/Unidades", "unidades", lambda: listed(UNITS))
    app.add_url_rule("/Comum/Exercicios", "exercicios", lambda: listed(["2026", "2025", "2024"]))

    def months() -> str:
        lines = "".join(f"<tr><td>{month}</td><td>{n}.812.344,10</td></tr>" for n, month in enumerate(MONTHS[:6], 1))
        return f"<table class='table table-striped'><thead><tr><th>Mês</th><th>Total</th></tr></thead><tbody>{lines}</tbody></table>"

    app.add_url_rule("/Receita/Resumo", "resumo", months)
    app.add_url_rule("/Receita/Natureza", "por_natureza", lambda: partial(POR_NATUREZA))

    def contratacao(key: str) -> str:
        row = the_row("empenhos", key)
        told = {
            "Modalidade de Licitação": "modalidade_licitacao", "Nº do Processo Licitatório": "numero_licitacao",
            "Nº do Contrato": "numero_contrato", "Objeto": "objeto",
        }  # fmt: skip
        return "".join(line(label, str(row[name])) for label, name in told.items())

    def pagamentos(key: str) -> str:
        row = the_row("empenhos", key)
        body = f"<tr><td>{row['data_pagamento']}</td><td>{row['documento_fiscal']}</td><td>{row['pago']}</td></tr>"
        return f"<table class=table><thead><tr><th>Data</th><th>Documento</th><th>Valor</th></tr></thead><tbody>{body}</tbody></table>"

    def detalhes(key: str) -> str:
        row = the_row("licitacao", key)
        told = {
            "Processo": "numero_processo",
            "Data de Publicação": "data_publicacao",
            "Secretaria Solicitante": "secretaria",
            "Valor Estimado": "valor_estimado",
        }
        data = "".join(line(label, str(row[name])) for label, name in told.items())
        bidders = [(row["empresa"], "cnpj", "Vencedor"), (row["empresa_perdedora"], "loser", "Classificado")]
        from lab.values import cnpj

        grid = "".join(
            f"<tr><td>{name}</td><td>{cnpj(row, what)}</td><td>{end}</td></tr>" for name, what, end in bidders
        )
        people = f"<table class=table><thead><tr><th>Participante</th><th>CNPJ</th><th>Resultado</th></tr></thead><tbody>{grid}</tbody></table>"
        files = "".join(
            f"<li><a href='/Arquivo/Baixar/{key}{n}' target='_blank'>{name}</a></li>"
            for n, name in enumerate(["Edital", "Aviso de Licitação"])
        )
        tabs = [
            {"text": "Dados Gerais", "content": data},
            {"text": "Participantes", "content": people},
            {"text": "Documentos", "content": f"<ul>{files}</ul>"},
        ]
        return partial({"tabs": tabs})

    app.add_url_rule("/Despesa/Contratacao/<key>", "contratacao", contratacao)
    app.add_url_rule("/Despesa/Pagamentos/<key>", "pagamentos", pagamentos)
    app.add_url_rule("/Licitacao/Detalhes/<key>", "detalhes", detalhes)
    app.add_url_rule(
        "/Arquivo/Baixar/<key>",
        "baixar",
        lambda key: Response(NOTICE, mimetype="application/pdf", headers={"Content-Disposition": f"inline; filename=doc{key}.pdf"}),
    )  # fmt: skip
