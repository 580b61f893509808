"""A portal of "consultas" as a maker of the south has it: searchable categories of cards, filters under an accordion, groups
that open level by level down to the record, columns of which some are hidden until they are chosen. ``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, redirect, request
from pdf_files import NOTICE

from lab.values import Row

PAGE = (Path(__file__).parent / "sites" / "cloudquery.html").read_text("utf-8")
ENTITIES = [
    {"id": 1, "nome": "CÂMARA MUNICIPAL DE VILA PEQUENA"},
    {"id": 2, "nome": "FUNDO MUNICIPAL DE SAÚDE"},
    {"id": 3, "nome": "MUNICÍPIO DE VILA PEQUENA"},
]
Columns = list[tuple[str, str, bool]]
"""Heading, maker of its values, whether it is shown at first."""
EXPENSES: Columns = [
    ("Nº empenho", "numero_empenho", True), ("Data de emissão", "data", True), ("Favorecido", "credor", True),
    ("CPF/CNPJ", "cpf_cnpj", False), ("Tipo", "tipo_empenho", False), ("Valor empenhado", "empenhado", True), ("Valor anulado", "anulado", False),
]  # fmt: skip
REVENUES: Columns = [
    ("Código", "rec_codigo", True), ("Receita", "rec_nome", True), ("Previsão atualizada", "atualizada", True), ("Arrecadado no período", "arrecadada_mes", False),
    ("Arrecadado", "arrecadada", True),
]  # fmt: skip
STAFF: Columns = [
    ("Matrícula", "matricula", True), ("Nome", "servidor", True), ("Cargo", "cargo", True), ("Lotação", "secretaria", True),
    ("Vínculo empregatício", "vinculo", False), ("Data de admissão", "admissao", False),
]  # fmt: skip
BIDS: Columns = [
    ("Processo", "numero_processo", True), ("Modalidade", "modalidade_licitacao", True), ("Objeto", "objeto", True), ("Situação", "situacao", True),
    ("Data de abertura", "data_realizacao", True), ("Unidade requisitante", "secretaria", False),
]  # fmt: skip
Totals = list[tuple[str, str]]


def query(
    category: str, name: str, told: str, columns: Columns, years: list[int], count: int = 45,
    groups: list[tuple[str, str]] | None = None, totals: Totals | None = None, detail: str = "", **more: Any,
) -> dict[str, Any]:  # fmt: skip
    """A consulta; ``years`` are those that have records."""
    return (
        dict(
            category=category,
            name=name,
            told=told,
            columns=columns,
            years=years,
            count=count,
            groups=groups or [],
            totals=totals or [],
            detail=detail,
        )
        | more
    )


QUERIES = {
    5021: query(
        "Despesas", "Empenhos", "Empenhos emitidos, do órgão ao documento", EXPENSES, [2026, 2025, 2024], 140,
        [("Órgão", "orgao"), ("Unidade", "unidade")], [("Empenhado", "empenhado"), ("Liquidado", "liquidado"), ("Pago", "pago")], "expense",
    ),
    5024: query("Despesas", "Despesas extraorçamentárias", "Pagamentos que não dependem do orçamento",
                [("Código", "extra_codigo", True), ("Descrição", "extra_nome", True), ("Valor pago", "valor", True)], [2026, 2025], 12),
    5027: query("Despesas", "Diárias e passagens", "Diárias concedidas",
                [("Beneficiário", "servidor", True), ("Destino", "destino", True), ("Motivo", "motivo", True), ("Valor", "valor", True)], [2026, 2025]),
    5028: query("Despesas", "Restos a pagar", "Inscrição e baixa",
                [("Ano de origem", "exercicio", True), ("Credor", "credor", True), ("Inscrito", "empenhado", True), ("Saldo a pagar", "saldo", True)], [2025]),
    5101: query(
        "Receitas", "Receitas orçamentárias", "Previsão e arrecadação por natureza", REVENUES, [2026, 2025, 2024], 54,
        [("Categoria econômica", "rec_categoria"), ("Origem", "rec_origem")], [("Previsto", "atualizada"), ("Arrecadado", "arrecadada")], "revenue",
    ),
    5103: query("Receitas", "Receitas extraorçamentárias", "Ingressos que não pertencem ao município",
                [("Código", "extra_codigo", True), ("Nomenclatura", "extra_nome", True), ("Valor arrecadado", "valor", True)], [2024], 12),
    5107: query("Receitas", "Renúncia de receitas", "Benefícios fiscais concedidos",
                [("Tributo", "rec_nome", True), ("Benefício", "=Isenção", True), ("Valor renunciado", "valor", True)], [2025]),
    5201: query("Recursos humanos", "Servidores e remuneração", "Remuneração individualizada por competência", STAFF, [2026, 2025], 80,
                detail="person", must=True, month=True),
    5204: query("Recursos humanos", "Quadro de cargos", "Vagas criadas e ocupadas",
                [("Cargo", "cargo", True), ("Vagas criadas", "quantidade", True), ("Vagas ocupadas", "quantidade", True)], [2026, 2025], 14),
    5206: query("Recursos humanos", "Estagiários", "Estágios em curso", [("Nome", "servidor", True), ("Instituição", "=Universidade Estadual", True), ("Início", "admissao", True)], [2026], 9),
    5301: query("Licitações e contratos", "Processos licitatórios", "Licitações, dispensas e inexigibilidades", BIDS, [2025, 2024], 40, detail="bid"),
    5304: query("Licitações e contratos", "Contratos", "Contratos e aditivos",
                [("Contrato", "numero_contrato", True), ("Contratado", "empresa", True), ("Objeto", "objeto", True), ("Vigência", "data_publicacao", True), ("Valor do contrato", "valor_licitado", True)], [2026, 2025]),
    5401: query("Patrimônio", "Bens móveis", "Bens por placa", [("Placa", "placa", True), ("Descrição do bem", "veiculo", True), ("Valor de aquisição", "valor", True)], [2026]),
    5501: query("Planejamento", "Convênios", "Transferências recebidas", [("Concedente", "concedente", True), ("Objeto", "objeto", True), ("Valor", "valor", True)], [2025]),
}  # fmt: skip
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor emp_cnpj_cpf valor_liquidado valor_pago orgao_or_uni_orcamentaria funcao sub_funcao".split(),
        *"programa acao natureza_despesa elemento emp_indicacao_licitacao lic_numero lic_modalidade".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "uni_gestora previsao arrecadacao categoria_economica origem especie rubrica".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao valor setor_interessado".split(),
        *"nome_vencedores nome_perdedores cnpj_cpf edital".split(),
    ],
}
"""The bond of a servant, who asked for a bid and the creditor's CPF stand in hidden columns; classification, pay and bidders in records."""


def rows(number: int, year: int) -> list[Row]:
    asked = QUERIES[number]
    return [
        Row(f"nuvem{number}", year, n, asked["count"]) for n in range(asked["count"] if year in asked["years"] else 0)
    ]


def amount(text: str) -> float:
    return float(text.replace(".", "").replace(",", "."))


def money(total: float) -> str:
    return f"R$ {total:,.2f}".translate(str.maketrans(",.", ".,"))


def fields(title: str, row: Row, **made: str) -> dict[str, Any]:
    return {"titulo": title, "campos": [[name.replace("_", " "), row[maker]] for name, maker in made.items()]}


def record(kind: str, row: Row) -> list[dict[str, Any]]:
    """The sections of a record."""
    if kind == "expense":
        made = {"Órgão": "orgao", "Unidade orçamentária": "unidade", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa",
                "Projeto/atividade": "acao", "Natureza da despesa": "natureza", "Elemento de despesa": "elemento", "Fonte de recursos": "fonte"}  # fmt: skip
        return [
            fields("Empenho", row, Espécie="tipo_empenho", Histórico="historico"),
            fields("Classificação orçamentária", row, **made),
            fields("Licitação", row, **{"Processo licitatório": "numero_licitacao", "Modalidade da licitação": "modalidade_licitacao"}),
            {"titulo": "Liquidações", "cab": ["Data da liquidação", "Documento fiscal", "Valor liquidado"], "linhas": [[row["data_homologacao"], row["documento_fiscal"], "R$ " + str(row["liquidado"])]]},
            {"titulo": "Pagamentos", "cab": ["Ordem de pagamento", "Data do pagamento", "Valor pago"], "linhas": [[row["numero_ordem"], row["data_pagamento"], "R$ " + str(row["pago"])]]},
        ]  # fmt: skip
    if kind == "revenue":
        made = {
            "Entidade": "gestora",
            "Categoria econômica": "rec_categoria",
            "Origem": "rec_origem",
            "Espécie": "rec_especie",
            "Rubrica": "rec_rubrica",
        }
        return [fields("Classificação da receita", row, **made)]
    if kind == "person":
        return [
            fields("Dados funcionais", row, Regime="regime", **{"Carga horária": "carga"}),
            fields(
                "Folha de pagamento",
                row,
                **{"Total de proventos": "vantagens", "Total de descontos": "descontos", "Valor líquido": "liquido"},
            ),
        ]
    bidders = [
        [row["empresa"], row["cnpj"], "Vencedor"],
        [row["empresa_perdedora"], Row("b", 2024, 1, 2)["cnpj"], "Classificado"],
    ]
    return [
        fields(
            "Dados do processo",
            row,
            **{
                "Data de publicação": "data_publicacao",
                "Valor estimado": "valor_estimado",
                "Forma de julgamento": "=Menor preço",
            },
        ),
        {"titulo": "Participantes", "cab": ["Participante", "CPF/CNPJ", "Situação"], "linhas": bidders},
        {"titulo": "Anexos", "docs": [["Edital", f"/transparencia/api/anexos/{row.id}"]]},
    ]


def cloudquery(app: Flask) -> None:
    api = "/transparencia/api"

    def chosen(number: int) -> list[Row]:
        given = request.args
        found = rows(number, int(given["ano"])) if "3" in given.get("entidades", "").split(",") else []
        if QUERIES[number].get("month") and given.get("mes"):
            found = found if int(given["mes"]) <= 9 else []
        path = [part for part in given.get("caminho", "").split("|") if part]
        for (_, maker), wanted in zip(QUERIES[number]["groups"], path, strict=False):
            found = [row for row in found if row[maker] == wanted]
        return found

    def portal() -> Response:
        time.sleep(0.15)
        names = dict.fromkeys(asked["category"] for asked in QUERIES.values())
        return jsonify([
            {"nome": name, "consultas": [{"id": n, "nome": q["name"], "descricao": q["told"]} for n, q in QUERIES.items() if q["category"] == name]}
            for name in names
        ])  # fmt: skip

    def meta(number: int) -> Response:
        time.sleep(0.15)
        q = QUERIES[number]
        columns = [{"nome": name, "visivel": shown} for name, _, shown in q["columns"]]
        return jsonify(nome=q["name"], descricao=q["told"], categoria=q["category"], anos=[2026, 2025, 2024, 2023], entidades=ENTITIES, exige=q.get("must", False),
                       periodo=q.get("month", False), colunas=columns, grupos=[{"nome": name} for name, _ in q["groups"]], detalha=bool(q["detail"]))  # fmt: skip

    def groups(number: int) -> Response:
        time.sleep(0.2)
        q, found = QUERIES[number], chosen(number)
        depth = len([part for part in request.args.get("caminho", "").split("|") if part])
        maker = q["groups"][depth][1]
        told = []
        for name in dict.fromkeys(str(row[maker]) for row in found):
            within = [row for row in found if row[maker] == name]
            told.append(
                {
                    "nome": name,
                    "totais": [[head, money(sum(amount(str(row[m])) for row in within))] for head, m in q["totals"]],
                }
            )
        return jsonify(sorted(told, key=lambda one: one["nome"]))

    def data(number: int) -> Response:
        time.sleep(0.2)
        found, start = chosen(number), int(request.args.get("offset", 0))
        lines = [
            {"id": row.id, "celulas": {name: row[maker] for name, maker, _ in QUERIES[number]["columns"]}}
            for row in found[start : start + 20]
        ]
        return jsonify(total=len(found), linhas=lines)

    def one(number: int, made: str) -> Response:
        time.sleep(0.2)
        year, index = int(made[:4]), int(made[4:]) - 1
        return jsonify(secoes=record(QUERIES[number]["detail"], rows(number, year)[index]))

    def export(number: int) -> Response:
        columns = [
            (name, maker) for name, maker, _ in QUERIES[number]["columns"] if name in request.args["colunas"].split(",")
        ]
        lines = [
            ";".join(name for name, _ in columns),
            *(";".join(str(row[maker]) for _, maker in columns) for row in chosen(number)),
        ]
        told = {"Content-Disposition": f"attachment; filename=consulta-{number}.{request.args['formato']}"}
        return Response("\ufeff" + "\r\n".join(lines), mimetype="text/csv", headers=told)

    app.add_url_rule("/", "home", lambda: redirect("/transparencia/"))
    app.add_url_rule("/transparencia/", "page", lambda: PAGE)
    app.add_url_rule(f"{api}/portal", "portal", portal)
    app.add_url_rule(f"{api}/consulta/<int:number>", "meta", meta)
    app.add_url_rule(f"{api}/consulta/<int:number>/grupos", "groups", groups)
    app.add_url_rule(f"{api}/consulta/<int:number>/dados", "data", data)
    app.add_url_rule(f"{api}/consulta/<int:number>/exportar", "export", export)
    app.add_url_rule(f"{api}/registro/<int:number>/<made>", "one", one)
    app.add_url_rule(f"{api}/anexos/<made>", "file", lambda made: Response(NOTICE, mimetype="application/pdf"))
