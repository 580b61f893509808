"""A portal drawn in the browser with a library of components (``sites/antd.html``): lists of choices that are made when they are
opened and hold what is in view, headings in tables of their own, records in drawers and under rows; the server answers JSON."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, jsonify, request
from server_side import drawn

from lab.values import SECRETARIATS, Row

YEARS = ["2026", "2025", "2024"]
FULL = ("2025", "2024")
MONTHS = [f"{m:02}/{year}" for year in (2026, 2025, 2024) for m in range(12, 0, -1) if (year, m) < (2026, 12)]
"""Pay is published till the end of 2025; the months of the present year are offered."""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"funcao sub_funcao programa acao natureza_despesa elemento emp_numero emp_data nome emp_cnpj_cpf emp_valor".split(),
        *"valor_liquidado valor_pago lic_modalidade lic_numero emp_indicacao_licitacao orgao_or_uni_orcamentaria valor_fixado".split(),
    ],
    "receita_orcamentaria": "previsao arrecadacao origem categoria_economica especie".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cpf cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao data_publicacao_licitacao data_realizacao valor".split(),
        *"setor_interessado nome_vencedores nome_perdedores cnpj_cpf edital".split(),
    ],
}


def records(kind: str, year: str, count: int) -> list[Row]:
    return [Row(f"components {kind}", int(year), n, count) for n in range(count)] if year in FULL else []


def lines(rows: list[Row], *makers: str) -> list[dict[str, Any]]:
    return [{"n": row.index, "cells": [str(row[maker]) for maker in makers]} for row in rows]


def commitments() -> Any:
    rows = records("empenho", request.args.get("year", ""), 23)
    return {"rows": lines(rows, "numero_empenho", "data", "credor", "cpf_cnpj", "empenhado", "liquidado", "pago")}


def commitment() -> Any:
    row = Row("components empenho", 2025, int(request.args["n"]), 23)
    return {
        "class": [
            ["Função", row["funcao"]],
            ["Subfunção", row["subfuncao"]],
            ["Programa", row["programa"]],
            ["Ação", row["acao"]],
            ["Natureza da despesa", row["natureza"]],
            ["Elemento", row["elemento"]],
            ["Fonte", row["fonte"]],
        ],
        "bid": [["Modalidade de licitação", row["modalidade_licitacao"]], ["Nº do certame", row["numero_licitacao"]]],
        "history": row["historico"],
    }  # fmt: skip


def execution() -> Any:
    makers = {"Secretaria": "secretaria", "Fonte de recurso": "fonte", "Fornecedor": "empresa", "Região": "destino"}
    by = makers.get(request.args.get("by", ""), "fonte")
    rows = records("execucao", request.args.get("year", ""), 8)
    return {"rows": lines(rows, by, "fixado", "empenhado", "liquidado", "pago")}


def revenue() -> Any:
    year = next((y for y in FULL if y in (request.args.get("from", "")[3:], request.args.get("to", "")[3:])), "")
    rows = records("receita", year, 8)
    groups = ("Receitas tributárias", "Transferências", "Outras receitas")
    found = []
    for n, name in enumerate(groups if rows else (), 1):
        inside = lines(rows[n - 1 :: 3], "rec_codigo", "rec_nome", "prevista", "arrecadada")
        found.append(
            {"n": n, "cells": [f"1.{n}", name, rows[n]["prevista"], rows[n]["arrecadada"]], "children": inside}
        )
    return {"rows": found}


def classified() -> Any:
    rows = records("receita", request.args.get("year", ""), 12)
    found = lines(rows, "rec_nome", "arrecadada")
    for line, row in zip(found, rows, strict=True):
        names = (("Categoria econômica", "rec_categoria"), ("Origem", "rec_origem"), ("Espécie", "rec_especie"))
        line["more"] = [[name, row[maker]] for name, maker in names]
    return {"rows": found}


def people() -> Any:
    rows = records("pessoal", request.args.get("month", "")[3:], 17)
    found = lines(rows, "servidor", "cpf_mascarado", "cargo", "secretaria", "vinculo")
    for line, row in zip(found, rows, strict=True):
        names = (("Remuneração bruta", "vantagens"), ("Descontos legais", "descontos"), ("Remuneração líquida", "liquido"))  # fmt: skip
        line["more"] = [[name, f"R$ {row[maker]}"] for name, maker in names]
    return {"rows": found}


def bids() -> Any:
    rows = records("licitacao", request.args.get("year", ""), 9)
    return {"rows": [{"n": r.index, "title": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}", "text": r["objeto"]} for r in rows]}  # fmt: skip


def bid() -> Any:
    row = Row("components licitacao", 2025, int(request.args["n"]), 9)
    general = (
        ("Nº do processo", "numero_processo"), ("Modalidade", "modalidade_licitacao"), ("Objeto", "objeto"), ("Divulgado em", "data_publicacao"),
        ("Sessão pública", "data_realizacao"), ("Valor estimado", "valor_estimado"), ("Secretaria demandante", "secretaria"), ("Situação", "situacao"),
    )  # fmt: skip
    files = [["Edital completo (PDF)", "/arquivos/edital.pdf"], ["Ata da sessão", "/arquivos/ata.pdf"]]
    title = f"{row['modalidade_licitacao']} nº {row['numero_licitacao']}"
    return {"title": title, "general": [[name, row[maker]] for name, maker in general], "files": files}


def bidders() -> Any:
    rows = records(f"participantes{request.args['n']}", "2025", 4)
    found = lines(rows, "empresa", "cnpj", "valor_licitado")
    for n, line in enumerate(found):
        line["cells"].append("Vencedora" if n == 0 else "Classificada")
    return {"rows": found}


def listed(kind: str, *makers: str, year: str = "2025") -> Callable[[], Any]:
    """Records that nobody asks the year of."""
    return lambda: {"rows": lines(records(kind, request.args.get("year", year), 8), *makers)}


def components(app: Flask) -> None:
    answers: dict[str, Callable[[], Any]] = {
        "empenhos": commitments,
        "empenho": commitment,
        "execucao": execution,
        "unidades": listed("unidades", "unidade", "fixado", "empenhado"),
        "receita": revenue,
        "classificacao": classified,
        "ingressos": listed("ingressos", "extra_codigo", "extra_nome", "valor"),
        "nada": lambda: {"rows": []},
        "pessoas": people,
        "tabela": listed("tabela", "numero_seq", "sal_base", "vantagens"),
        "certames": bids,
        "certame": bid,
        "participantes": bidders,
        "contratos": listed("contratos", "numero_contrato", "empresa", "data", "valor"),
        "viagens": listed("viagens", "servidor", "destino", "motivo", "valor"),
    }

    def api(name: str) -> Response:
        time.sleep(0.08)
        return jsonify(answers[name]())

    def page(**_: str) -> str:
        managers = ["Prefeitura Municipal", "Fundo Municipal de Saúde", "Instituto de Previdência"]
        return drawn("antd", years=YEARS, units=list(SECRETARIATS), managers=managers, months=MONTHS)

    app.add_url_rule("/api/<name>", "api", api)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(b"%PDF-1.4\n%%EOF", mimetype="application/pdf"))
    app.add_url_rule("/", "home", page)
    app.add_url_rule("/<path:path>", "page", page)
