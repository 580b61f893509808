"""A portal of one page on a toolkit of components of 2023: data grids without tables whose rows and columns exist only where they
are in sight, selects whose lists open at the end of the page, dates typed into fields, records in dialogs or below their row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
START = ""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado".split(),  # columns in sight
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao categoria_economica elemento sub_elemento".split(),  # out of sight
        *"emp_indicacao_licitacao lic_modalidade lic_numero".split(),  # in the dialog
        *"valor_pago lic_num_contrato".split(),  # behind two dates
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": [
        *"uni_gestora previsao arrecadacao lancado categoria_economica origem especie rubrica alinea sub_alinea".split()
    ],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao data_realizacao".split(),  # in the grid
        *"data_publicacao_licitacao valor setor_interessado edital integra nome_vencedores nome_perdedores cnpj_cpf".split(),
    ],
    "quadro_pessoal": ["nome", "cargo", "tipo_cargo", "salario_cargo"],
}
VIEWS: dict[str, dict[str, Any]] = {
    "/despesas/empenhos": {
        "title": "Empenhos",
        "filters": [
            ["select", "ano", "Exercício", ["2026", "2025", "2024"]],
            ["select", "unidade", "Unidade gestora", ["Todas", "Prefeitura", "Fundo Municipal de Saúde"]],
        ],
        "columns": [
            ["Nº Empenho", 120, "numero_empenho"],
            ["Emissão", 110, "data"],
            ["Credor", 280, "credor"],
            ["CPF/CNPJ", 170, "cpf_cnpj"],
            ["Vl. Empenhado", 140, "empenhado"],
            ["Vl. Liquidado", 140, "liquidado"],
            ["Unidade Orçamentária", 280, "unidade"],
            ["Função", 180, "funcao"],
            ["Subfunção", 200, "subfuncao"],
            ["Programa", 240, "programa"],
            ["Projeto/Atividade", 280, "acao"],
            ["Categoria Econômica", 200, "categoria"],
            ["Elemento", 280, "elemento"],
            ["Subelemento", 240, "subelemento"],
            ["Fonte", 200, "fonte"],
        ],
        "record": "dialog",
    },
    "/despesas/pagamentos": {
        "title": "Pagamentos",
        "filters": [["date", "de", "Data inicial"], ["date", "ate", "Data final"]],
        "columns": [
            ["Ordem", 130, "numero_ordem"],
            ["Data do pagamento", 160, "data_pagamento"],
            ["Favorecido", 300, "credor"],
            ["Contrato nº", 140, "numero_contrato"],
            ["Valor pago", 160, "pago"],
        ],
    },
    "/despesas/extraorcamentarias": {
        "title": "Despesas extraorçamentárias",
        "filters": [["select", "ano", "Exercício", ["2026", "2025"]]],
        "columns": [
            ["Conta", 160, "extra_codigo"],
            ["Título da conta", 320, "extra_nome"],
            ["Valor movimentado", 200, "valor"],
        ],
    },
    "/despesas/por-funcao": {
        "title": "Despesas por função",
        "filters": [["select", "ano", "Exercício", ["2026", "2025"]]],
        "columns": [["Função", 300, "funcao"], ["Empenhado", 180, "empenhado"]],
    },
    "/receitas/orcamentarias": {
        "title": "Receitas orçamentárias",
        "filters": [["select", "ano", "Exercício", ["2026", "2025", "2024"]]],
        "columns": [
            ["Código", 170, "rec_codigo"],
            ["Especificação", 300, "rec_nome"],
            ["Previsão inicial", 160, "prevista"],
            ["Previsão atualizada", 160, "atualizada"],
            ["Lançado", 150, "lancada"],
            ["Arrecadado", 160, "arrecadada"],
            ["Unidade gestora", 280, "gestora"],
            ["Categoria econômica", 240, "rec_categoria"],
            ["Origem", 260, "rec_origem"],
            ["Espécie", 220, "rec_especie"],
            ["Rubrica", 220, "rec_rubrica"],
            ["Alínea", 180, "rec_alinea"],
            ["Subalínea", 180, "rec_subalinea"],
        ],
    },
    "/receitas/extraorcamentarias": {
        "title": "Receitas extraorçamentárias",
        "filters": [["select", "ano", "Exercício", ["2026", "2025"]]],
        "columns": [["Conta", 160, "extra_codigo"], ["Título", 320, "extra_nome"], ["Valor", 200, "valor"]],
    },
    "/pessoal/folha": {
        "title": "Folha de pagamento",
        "filters": [
            ["select", "mes", "Competência", ["11/2026", "10/2026", "09/2026", "08/2026"]],
            ["text", "nome", "Nome do servidor"],
        ],
        "columns": [
            ["Matrícula", 120, "matricula"],
            ["Nome", 320, "servidor"],
            ["Cargo", 260, "cargo"],
            ["Lotação", 260, "secretaria"],
        ],
        "record": "panel",
    },
    "/pessoal/cargos": {
        "title": "Quadro de cargos",
        "filters": [],
        "columns": [["Cargo", 320, "cargo"], ["Vagas", 120, "quantidade"], ["Ocupadas", 120, "quantidade"]],
    },
    "/compras/licitacoes": {
        "title": "Licitações",
        "filters": [
            ["select", "ano", "Exercício", ["2026", "2025"]],
            ["select", "modalidade", "Modalidade", ["Todas", "Pregão Eletrônico", "Dispensa"]],
        ],
        "columns": [
            ["Processo", 150, "numero_licitacao"],
            ["Modalidade", 200, "modalidade_licitacao"],
            ["Objeto", 460, "objeto"],
            ["Abertura", 120, "data_realizacao"],
            ["Situação", 140, "situacao"],
        ],
        "record": "tabs",
    },
    "/compras/contratos": {
        "title": "Contratos",
        "filters": [["select", "ano", "Exercício", ["2026", "2025"]]],
        "columns": [
            ["Contrato", 150, "numero_contrato"],
            ["Contratada", 300, "empresa"],
            ["Vigência", 140, "data"],
            ["Valor do contrato", 180, "valor"],
        ],
    },
}
GROUPS = {
    "Despesas": ["/despesas/empenhos", "/despesas/pagamentos", "/despesas/extraorcamentarias", "/despesas/por-funcao"],
    "Receitas": ["/receitas/orcamentarias", "/receitas/extraorcamentarias"],
    "Pessoal": ["/pessoal/folha", "/pessoal/cargos"],
    "Compras": ["/compras/licitacoes", "/compras/contratos"],
}
TEXTS = {"/noticias": "Notícias", "/glossario": "Glossário", "/perguntas": "Perguntas frequentes"}
EMPTY = {("/receitas/orcamentarias", "2026"), ("/pessoal/folha", "11/2026")}


def records(path: str, asked: dict[str, str]) -> list[Row]:
    """Revenue of the newest year and payroll of the newest month are not there yet; revenue outside the budget never is."""
    chosen = asked.get("ano") or asked.get("mes") or asked.get("ate") or "2026"
    if (path, chosen) in EMPTY or path == "/receitas/extraorcamentarias":
        return []
    year = int(chosen[-4:]) if chosen[-4:].isdigit() else 0
    many = 18 if "receitas" in path else 143
    return [Row(f"muigrid{path}", year, n, many) for n in range(many)] if 2024 <= year <= 2026 else []


def record(path: str, r: Row) -> dict[str, Any]:
    if path == "/despesas/empenhos":
        fields = [
            ["Empenho", r["numero_empenho"]],
            ["Histórico", r["historico"]],
            ["Modalidade de licitação", r["modalidade_licitacao"]],
            ["Número da licitação", r["numero_licitacao"]],
            ["Tipo do empenho", r["tipo_empenho"]],
        ]
        return {"title": f"Empenho {r['numero_empenho']}", "tabs": [["Dados", fields]]}
    if path == "/pessoal/folha":
        fields = [
            ["Vínculo", r["vinculo"]],
            ["Admissão", r["admissao"]],
            ["Remuneração bruta", f"R$ {r['vantagens']}"],
            ["Descontos", f"R$ {r['descontos']}"],
            ["Remuneração líquida", f"R$ {r['liquido']}"],
        ]
        return {"title": "", "tabs": [["Dados", fields]]}
    fields = [
        ["Secretaria solicitante", r["secretaria"]],
        ["Data de publicação", r["data_publicacao"]],
        ["Valor estimado", f"R$ {r['valor_estimado']}"],
        ["Responsável", r["servidor"]],
    ]
    files = [["Edital", f"/arquivos/{r.id}-edital.pdf"], ["Íntegra do processo", f"/arquivos/{r.id}-integra.pdf"]]
    people = [
        ["Licitante", "CNPJ", "Resultado"],
        [r["empresa"], r["cnpj"], "Vencedor"],
        [r["empresa_perdedora"], r["cnpj"], "Classificado"],
    ]
    return {
        "title": f"Processo {r['numero_licitacao']}",
        "tabs": [["Dados gerais", fields]],
        "files": files,
        "people": people,
    }


def portal(app: Flask) -> None:
    script = (SITES / "muigrid.js").read_text("utf-8")
    style = (SITES / "muigrid.css").read_text("utf-8")
    shell = (
        '<!doctype html><html lang="pt-br"><head><meta charset="utf-8"><title>Portal da Transparência</title>'
        f"<style>{style}</style></head><body><noscript>You need to enable JavaScript to run this app.</noscript>"
        '<div id="root"></div><script src="/static/js/main.js"></script></body></html>'
    )
    menu = {group: [[path, VIEWS[path]["title"]] for path in paths] for group, paths in GROUPS.items()}
    views = {path: view | {"columns": [c[:2] for c in view["columns"]]} for path, view in VIEWS.items()}

    def main() -> Response:
        told = json.dumps({"menu": menu, "views": views, "texts": TEXTS})
        return Response(f"window.__APP__={told};\n{script}", mimetype="text/javascript")

    def rows() -> dict[str, Any]:
        path = request.args["path"]
        found = records(path, dict(request.args))
        size, first = int(request.args.get("size", "25")), int(request.args.get("page", "0"))
        keys = [c[2] for c in VIEWS[path]["columns"]]
        return {"total": len(found), "rows": [[r[k] for k in keys] for r in found[first * size : (first + 1) * size]]}

    def one() -> dict[str, Any]:
        path = request.args["path"]
        return record(path, records(path, dict(request.args))[int(request.args["n"])])

    def spa(path: str = "") -> str:
        return shell

    app.static_folder = None
    app.add_url_rule("/static/js/main.js", "main", main)
    app.add_url_rule("/api/rows", "rows", rows)
    app.add_url_rule("/api/record", "one", one)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/", "spa", spa)
    app.add_url_rule("/<path:path>", "spa_any", spa)
