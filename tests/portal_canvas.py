"""A portal as a web application of Flutter: everything is painted on one canvas, and the tree of what is read (roles, labels, fields)
is built only once its button, off the screen, is activated. Lists hold what is in sight, texts of one card are one text of many lines,
a menu or a dialog takes the rest of the tree away, records open with or without an address of their own. ``PUBLISHED`` is its key."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor".split(),  # in the table of roles
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao categoria_economica elemento".split(),  # label over value, in the record
        *"emp_indicacao_licitacao lic_modalidade lic_numero".split(),
        *"valor_pago lic_num_contrato".split(),  # behind two dates, lines of one text each
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),  # cards that are one text each
    "receita_orcamentaria": [
        *"previsao arrecadacao origem".split(),  # of 2025: the newest year is empty
        *"uni_gestora categoria_economica especie rubrica".split(),  # in the record
    ],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao data_realizacao data_publicacao_licitacao".split(),
        *"valor setor_interessado edital nome_vencedores nome_perdedores cnpj_cpf".split(),
    ],
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),  # of a month that has been, in the record of a person
}
YEAR = ["lista", "ano", "Exercício", ["2026", "2025", "2024"]]
MONTHS = ["11/2026", "10/2026", "09/2026", "08/2026"]
View = dict[str, Any]
VIEWS: dict[str, View] = {
    "/despesas/empenhos": {
        "titulo": "Empenhos emitidos",
        "filtros": [YEAR],
        "forma": "tabela",
        "colunas": {
            "Nº do empenho": "numero_empenho",
            "Data": "data",
            "Favorecido": "credor",
            "CPF/CNPJ": "cpf_cnpj",
            "Valor empenhado": "empenhado",
        },
        "registro": {
            "Órgão": "orgao",
            "Unidade orçamentária": "unidade",
            "Função": "funcao",
            "Subfunção": "subfuncao",
            "Programa": "programa",
            "Ação": "acao",
            "Categoria econômica": "categoria",
            "Elemento de despesa": "elemento",
            "Fonte de recursos": "fonte",
            "Histórico": "historico",
            "Modalidade da licitação": "modalidade_licitacao",
            "Número da licitação": "numero_licitacao",
        },
        "nome": ["Empenho", "numero_empenho"],
    },
    "/despesas/pagamentos": {
        "titulo": "Pagamentos efetuados",
        "filtros": [["data", "de", "Data inicial"], ["data", "ate", "Data final"]],
        "botao": "Consultar",
        "forma": "linhas",
        "colunas": {
            "Ordem": "numero_ordem",
            "Data do pagamento": "data_pagamento",
            "Favorecido": "credor",
            "Contrato nº": "numero_contrato",
            "Valor pago": "pago",
        },
    },
    "/despesas/extraorcamentarias": {
        "titulo": "Despesas extraorçamentárias",
        "filtros": [YEAR],
        "forma": "fichas",
        "colunas": {"Conta": "extra_codigo", "Especificação": "extra_nome", "Valor repassado": "valor"},
    },
    "/despesas/diarias": {
        "titulo": "Diárias e passagens",
        "filtros": [YEAR],
        "forma": "tabela",
        "colunas": {"Beneficiário": "servidor", "Destino": "destino", "Motivo": "motivo", "Valor da diária": "valor"},
    },
    "/receitas/orcamentarias": {
        "titulo": "Receita orçamentária",
        "filtros": [YEAR],
        "forma": "tabela",
        "colunas": {
            "Código": "rec_codigo",
            "Especificação": "rec_nome",
            "Previsão inicial": "prevista",
            "Arrecadado": "arrecadada",
        },
        "registro": {
            "Unidade gestora": "gestora",
            "Categoria econômica": "rec_categoria",
            "Espécie": "rec_especie",
            "Rubrica": "rec_rubrica",
        },
        "nome": ["Receita", "rec_codigo"],
    },
    "/receitas/extraorcamentarias": {
        "titulo": "Receitas extraorçamentárias",
        "filtros": [YEAR],
        "forma": "fichas",
        "colunas": {"Conta": "extra_codigo", "Especificação": "extra_nome", "Valor recebido": "valor"},
    },
    "/receitas/por-mes": {
        "titulo": "Arrecadação por mês",
        "filtros": [YEAR],
        "forma": "tabela",
        "colunas": {"Mês": "mes_nome", "Total do mês": "arrecadada"},
    },
    "/pessoal/servidores": {
        "titulo": "Folha de pagamento",
        "filtros": [["solta", "mes", "Competência", MONTHS], ["texto", "quem", "Nome do servidor"]],
        "botao": "Pesquisar",
        "forma": "itens",
        "colunas": {"Nome": "servidor", "Cargo": "cargo"},
        "registro": {
            "Nome": "servidor",
            "Matrícula": "matricula",
            "Cargo": "cargo",
            "Vínculo": "vinculo",
            "Lotação": "secretaria",
            "Remuneração bruta": "vantagens",
            "Descontos": "descontos",
            "Remuneração líquida": "liquido",
        },
        "juntos": True,
        "nome": ["Servidor", "matricula"],
    },
    "/pessoal/cargos": {
        "titulo": "Quadro de cargos",
        "filtros": [],
        "forma": "tabela",
        "colunas": {"Denominação do cargo": "cargo", "Vagas criadas": "quantidade", "Vagas ocupadas": "quantidade"},
    },
    "/compras/licitacoes": {
        "titulo": "Licitações",
        "filtros": [YEAR],
        "forma": "cartoes",
        "colunas": {
            "Processo": "numero_licitacao",
            "": "modalidade_licitacao",
            "Objeto": "objeto",
            "Situação": "situacao",
        },
        "rota": True,
        "registro": {
            "Nº do processo": "numero_licitacao",
            "Modalidade": "modalidade_licitacao",
            "Objeto": "objeto",
            "Data de abertura": "data_realizacao",
            "Data de publicação": "data_publicacao",
            "Secretaria solicitante": "secretaria",
            "Valor estimado": "valor_estimado",
        },
        "nome": ["Licitação", "numero_licitacao"],
    },
    "/compras/contratos": {
        "titulo": "Contratos",
        "filtros": [YEAR],
        "forma": "tabela",
        "colunas": {
            "Contrato": "numero_contrato",
            "Contratada": "empresa",
            "Objeto do contrato": "objeto",
            "Fim da vigência": "data_homologacao",
            "Valor do contrato": "valor",
        },
    },
}
MENU = {
    "Despesas": [path for path in VIEWS if path.startswith("/despesas")],
    "Receitas": [path for path in VIEWS if path.startswith("/receitas")],
    "Pessoal": [path for path in VIEWS if path.startswith("/pessoal")],
    "Licitações e contratos": [path for path in VIEWS if path.startswith("/compras")],
}
TEXTS = {
    "/noticias": ["Notícias", ["Prefeitura paga R$ 1.200.000,00 em obras no primeiro semestre", "Licitações do município são transmitidas ao vivo"]],
    "/glossario": ["Glossário", ["Empenho: ato que cria para o município obrigação de pagamento.", "Função: maior nível de agregação da despesa pública."]],
}  # fmt: skip
EMPTY = {("/receitas/orcamentarias", "2026"), ("/pessoal/servidores", "11/2026")}
COUNTS = {"/despesas/empenhos": 87, "/compras/licitacoes": 31, "/pessoal/servidores": 64, "/despesas/pagamentos": 48}


def records(path: str, asked: dict[str, str]) -> list[Row]:
    """Revenue of the newest year and payroll of the newest month are not there yet; revenue outside the budget never is."""
    chosen = asked.get("ano") or asked.get("mes") or asked.get("ate", "")[-4:] or "2026"
    year = int(chosen[-4:]) if chosen[-4:].isdigit() else 0
    if (path, chosen) in EMPTY or path == "/receitas/extraorcamentarias" or not 2024 <= year <= 2026:
        return []
    many = COUNTS.get(path, 12 if "extra" in path or "mes" in path else 18)
    found = [Row(f"canvas{path}", year, n, many) for n in range(many)]
    who = asked.get("quem", "").casefold()
    return [r for r in found if who in str(r["servidor"]).casefold()] if who else found


def told(view: View, r: Row) -> dict[str, Any]:
    """The record that opens: its fields, and of a bid the two other tabs."""
    money = ("vantagens", "descontos", "liquido", "valor_estimado")
    fields = [
        [label, f"R$ {r[maker]}" if maker in money else str(r[maker])] for label, maker in view["registro"].items()
    ]
    made: dict[str, Any] = {"titulo": f"{view['nome'][0]} {r[view['nome'][1]]}", "campos": fields}
    if view.get("rota"):
        made["participantes"] = [
            ["Licitante", "CPF/CNPJ", "Situação"],
            [r["empresa"], r["cnpj"], "Vencedor"],
            [r["empresa_perdedora"], str(Row("outro", 2026, r.index, 9)["cnpj"]), "Não vencedor"],
        ]
        made["arquivos"] = [["Edital", f"/arquivos/edital-{r.id}.pdf"], ["Ata da sessão", f"/arquivos/ata-{r.id}.pdf"]]
    return made


def portal(app: Flask) -> None:
    script = (SITES / "canvas.js").read_text("utf-8")
    shell = (
        '<!DOCTYPE html><html><head><base href="/"><meta charset="UTF-8"><meta content="IE=Edge" http-equiv="X-UA-Compatible">'
        '<meta name="description" content="A new Flutter project."><title>transparencia_web</title></head>'
        '<body><script src="flutter_bootstrap.js" async></script></body></html>'
    )
    views = {path: view | {"colunas": list(view["colunas"])} for path, view in VIEWS.items()}

    def bootstrap() -> Response:
        app_of = json.dumps({"views": views, "menu": MENU, "textos": TEXTS})
        return Response(f"var _app={app_of};\n{script}", mimetype="text/javascript")

    def listed() -> Response:
        time.sleep(0.15)
        path = request.args["tela"]
        found = records(path, dict(request.args))
        return jsonify([[r.id, *(str(r[k]) for k in VIEWS[path]["colunas"].values())] for r in found])

    def one() -> Response:
        path, key = request.args["tela"], request.args["id"]
        r = next(r for r in records(path, {"ano": key[:4], "mes": f"10/{key[:4]}"}) if r.id == key)
        return jsonify(told(VIEWS[path], r))

    app.static_folder = None
    app.add_url_rule("/", "shell", lambda: shell)
    app.add_url_rule("/flutter_bootstrap.js", "bootstrap", bootstrap)
    app.add_url_rule("/api/v1/lista", "listed", listed)
    app.add_url_rule("/api/v1/registro", "one", one)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
