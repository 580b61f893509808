"""An AngularJS 1 application as low-code makers produce it: states behind a hash-bang, spans that are clicked, a query in a panel that
folds whose button is dead until a field is chosen, ui-select lists, a ui-grid that draws the rows and columns in sight alone, magnifiers
that open windows of tabs, and one screen for what is outside the budget. ``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is drawn)
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
YEARS = ["2026", "2025", "2024", "2023"]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor".split(),  # columns in sight
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa natureza_despesa modalidade elemento".split(),  # columns out of sight
        *"sub_elemento lic_modalidade lic_numero emp_indicacao_licitacao".split(),  # behind the magnifier
        *"valor_pago lic_num_contrato".split(),  # in the payments
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao lancado arrecadacao origem categoria_economica especie rubrica".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado nome_vencedores cnpj_cpf integra".split(),
    ],
}
"""The pay is behind the magnifier, the newest year of it has none yet; of a bid only who won is told, and neither notice nor terms."""

YEAR = dict(id="ano", label="Exercício", kind="select", options=YEARS, required=True)
UNIT = dict(
    id="ug",
    label="Unidade Gestora",
    kind="select",
    options=["Todas", "Prefeitura Municipal", "Fundo Municipal de Saúde"],
)
MONTH = dict(id="mes", label="Mês", kind="select", options=MONTHS, required=True)
SIDE = dict(id="tipo", label="Tipo de movimento", kind="radio", options=["Receita", "Despesa"], initial="Receita")
SCREENS: dict[str, dict[str, Any]] = {
    "empenhos": dict(
        title="Consulta de Empenhos", form="grid", years=[2026, 2025, 2024], count=143, filters=[YEAR, UNIT, dict(id="credor", label="Credor", kind="text")], detail="Empenho",
        columns=[("Nº Empenho", "numero_empenho", 110), ("Data Empenho", "data", 110), ("Credor", "credor", 260), ("CPF/CNPJ", "cpf_cnpj", 150), ("Valor Empenhado", "empenhado", 130),
                 ("Unidade Orçamentária", "unidade", 260), ("Função", "funcao", 160), ("Subfunção", "subfuncao", 190), ("Programa", "programa", 210), ("Natureza da Despesa", "natureza", 260),
                 ("Modalidade de Aplicação", "modalidade_aplicacao", 190), ("Elemento", "elemento", 240), ("Fonte", "fonte", 200)],
    ),
    "pagamentos": dict(
        title="Consulta de Pagamentos", form="grid", years=[2026, 2025], count=96, filters=[YEAR, UNIT],
        columns=[("Ordem de Pagamento", "numero_ordem", 160), ("Data", "data_pagamento", 110), ("Credor", "credor", 280), ("Contrato", "numero_contrato", 120), ("Valor Pago", "pago", 130)],
    ),
    "diarias": dict(
        title="Diárias e Passagens", form="grid", years=[2026, 2025], count=30, filters=[YEAR],
        columns=[("Beneficiário", "servidor", 260), ("Destino", "destino", 180), ("Motivo", "motivo", 280), ("Valor da diária", "valor", 130)],
    ),
    "extra": dict(
        title="Movimentação Extraorçamentária", form="table", years=[2026, 2025], count=12, filters=[SIDE, YEAR],
        columns=[("Conta", "extra_codigo", 0), ("Descrição", "extra_nome", 0), ("Valor", "valor", 0)],
    ),
    "receitas": dict(
        title="Receita por Natureza", form="table", years=[2026, 2025, 2024], count=18, filters=[YEAR, UNIT], detail="Natureza da Receita",
        columns=[("Código", "rec_codigo", 0), ("Natureza da Receita", "rec_nome", 0), ("Previsto", "prevista", 0), ("Lançado", "lancada", 0), ("Arrecadado", "arrecadada", 0)],
    ),
    "remuneracao": dict(
        title="Remuneração dos Servidores", form="grid", years=[2025, 2024], count=80, filters=[YEAR, MONTH, dict(id="nome", label="Nome", kind="text")], detail="Servidor",
        columns=[("Matrícula", "matricula", 110), ("Servidor", "servidor", 280), ("Cargo", "cargo", 240), ("Lotação", "secretaria", 240)],
    ),
    "resumo": dict(
        title="Resumo da Folha", form="table", years=[2026, 2025], count=10, filters=[YEAR],
        columns=[("Secretaria", "secretaria", 0), ("Qtde. de Servidores", "quantidade", 0), ("Total da Folha", "total_folha", 0)],
    ),
    "licitacoes": dict(title="Processos Licitatórios", form="cards", years=[2026, 2025], count=24, filters=[YEAR, dict(id="mod", label="Modalidade", kind="select", options=["Todas", "Pregão Eletrônico", "Dispensa"])], columns=[]),
    "contratos": dict(
        title="Contratos", form="grid", years=[2026, 2025], count=25, filters=[YEAR],
        columns=[("Contrato", "numero_contrato", 120), ("Contratado", "empresa", 280), ("Objeto do Contrato", "objeto", 380), ("Valor do Contrato", "valor", 140)],
    ),
}  # fmt: skip
MENU = [
    ["Despesas", [["Empenhos", "empenhos"], ["Pagamentos", "pagamentos"], ["Diárias e Passagens", "diarias"]]],
    ["Receitas", [["Receita por Natureza", "receitas"]]],
    ["Extraorçamentário", [["Movimentação Extraorçamentária", "extra"]]],
    ["Pessoal", [["Remuneração", "remuneracao"], ["Resumo da Folha", "resumo"]]],
    ["Compras", [["Licitações", "licitacoes"], ["Contratos", "contratos"]]],
    ["Ajuda", [["Glossário", "glossario"], ["Notícias", "noticias"]]],
]


def fields(row: Row, made: dict[str, str]) -> dict[str, Any]:
    return dict(fields=[[name, str(row[maker])] for name, maker in made.items()])


def table(heads: list[str], *lines: list[Any]) -> dict[str, Any]:
    return dict(heads=heads, lines=[[str(cell) for cell in line] for line in lines])


def record(name: str, r: Row) -> dict[str, Any]:
    if name == "empenhos":
        told = {
            "Número": "numero_empenho",
            "Tipo": "tipo_empenho",
            "Subelemento": "subelemento",
            "Histórico": "historico",
        }
        bid = {"Modalidade da Licitação": "modalidade_licitacao", "Nº da Licitação": "numero_licitacao"}
        items = table(["Item", "Quantidade", "Valor unitário"], [r["objeto"], "1", r["empenhado"]])
        return dict(
            title=f"Empenho {r['numero_empenho']}",
            tabs=[["Dados Gerais", fields(r, told)], ["Licitação", fields(r, bid)], ["Itens", items]],
        )
    if name == "receitas":
        told = {
            "Categoria Econômica": "rec_categoria",
            "Origem": "rec_origem",
            "Espécie": "rec_especie",
            "Rubrica": "rec_rubrica",
        }
        months = table(["Mês", "Arrecadado no mês"], *[[month, r["arrecadada_mes"]] for month in MONTHS[:10]])
        return dict(title=str(r["rec_nome"]), tabs=[["Classificação", fields(r, told)], ["Arrecadação mensal", months]])
    if name == "remuneracao":
        told = {"Nome": "servidor", "Vínculo": "vinculo", "Admissão": "admissao", "Carga horária": "carga"}
        pay = table(["Proventos", "Descontos", "Líquido"], [r["vantagens"], r["descontos"], r["liquido"]])
        return dict(title=str(r["servidor"]), tabs=[["Dados Funcionais", fields(r, told)], ["Financeiro", pay]])
    told = {"Número do Processo": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Data de Publicação": "data_publicacao", "Data de Abertura": "data_realizacao",
            "Unidade Requisitante": "secretaria", "Valor Estimado": "valor_estimado"}  # fmt: skip
    winner = table(["Vencedor", "CNPJ", "Valor homologado"], [r["empresa"], r["cnpj"], r["valor_licitado"]])
    files = dict(files=["Íntegra do Processo", "Ata da Sessão"], id=r.id)
    return dict(
        title=f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}",
        tabs=[["Dados do Processo", fields(r, told)], ["Resultado", winner], ["Documentos", files]],
    )


def portal(app: Flask) -> None:
    script, style = ((SITES / f"angularone.{kind}").read_text("utf-8") for kind in ("js", "css"))
    views = {name: told | dict(columns=[[c[0], c[2]] for c in told["columns"]]) for name, told in SCREENS.items()}
    shell = (
        "<!DOCTYPE html><html lang='pt-br' ng-app='portalApp'><head><meta charset='utf-8'><base href='/'><title>Portal da Transparência</title>"
        f"<style>{style}</style></head><body ng-cloak class='ng-cloak'><div ui-view class='app'></div><script src='scripts/app.js'></script></body></html>"
    )

    def main() -> Response:
        return Response(
            f"var CONFIG = {json.dumps(dict(menu=MENU, views=views))};\n{script}", mimetype="text/javascript"
        )

    def found(name: str) -> list[Row]:
        told, given = SCREENS[name], request.args
        year = int(given["ano"])
        if (
            given.get("ug", "") in ("", "Todas", "Prefeitura Municipal")
            and year in told["years"]
            and not given.get("credor")
            and not given.get("nome")
        ):
            made = [
                Row(f"angular/{name}/{given.get('tipo', '')}", year, n, told["count"]) for n in range(told["count"])
            ]
            return [r for r in made if given.get("mod", "") in ("", "Todas", r["modalidade_licitacao"])]
        return []

    def query(name: str) -> Response:
        told, given = SCREENS[name], request.args
        if name not in SCREENS or any(f.get("required") and not given.get(f["id"]) for f in told["filters"]):
            abort(400)
        time.sleep(0.12)
        rows = [dict(id=r.id, cells=[str(r[c[1]]) for c in told["columns"]]) for r in found(name)]
        if told["form"] == "cards":
            rows = [
                dict(
                    id=r.id,
                    cells=[f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}", r["objeto"], r["situacao"]],
                )
                for r in found(name)
            ]
        return jsonify(rows=rows)

    def one(name: str, made: str) -> Response:
        time.sleep(0.12)
        return jsonify(record(name, Row(f"angular/{name}/", int(made[:4]), int(made[4:]) - 1, SCREENS[name]["count"])))

    app.add_url_rule("/", "home", lambda: shell)
    app.add_url_rule("/scripts/app.js", "main", main)
    app.add_url_rule("/api/consulta/<name>", "query", query)
    app.add_url_rule("/api/detalhe/<name>/<made>", "one", one)
    app.add_url_rule(
        "/api/documento/<made>/<int:n>", "file", lambda made, n: Response(NOTICE, mimetype="application/pdf")
    )
