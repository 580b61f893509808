"""A portal of one page on a kit of components of 2023: menus without links behind an address of its own after the hash, grids of two
tables, lists and calendars of months at the end of the page, records in drawers, below their row or on a page of their own."""

# ruff: noqa: E501 (mark-up as its makers write it)
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
START = ""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago".split(),  # in the grid
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa modalidade elemento".split(),  # in the drawer
        *"lic_modalidade lic_numero emp_indicacao_licitacao lic_num_contrato".split(),  # in its last pane
        "valor_fixado",  # in the budget
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],  # behind a range of months
    "receita_orcamentaria": "origem previsao arrecadacao lancado categoria_economica especie rubrica".split(),
    "receita_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao".split(),
        *"data_realizacao setor_interessado valor cnpj_cpf nome_vencedores nome_perdedores edital".split(),
    ],
}  # of people there are only sums and posts
Screen = dict[str, Any]


def col(title: str, maker: str, width: int = 150, **more: Any) -> Screen:
    return {"title": title, "maker": maker, "width": width} | more


def year(*years: str) -> Screen:
    return {"kind": "select", "id": "ano", "label": "Exercício", "options": list(years), "value": years[0]}


UNITS = ["Prefeitura Municipal", "Fundo Municipal de Saúde", "Câmara Municipal"]
UNIT = {"kind": "select", "id": "ug", "label": "Unidade gestora", "options": UNITS}
MONTHS = {"kind": "months", "id": "periodo", "label": "Período", "needs": True}
SCREENS: dict[str, Screen] = {
    "despesas/empenhos": {
        "title": "Empenhos",
        "filters": [year("2026", "2025", "2024"), UNIT | {"needs": True}, {"kind": "text", "id": "favorecido", "label": "Favorecido"}],
        "columns": [
            col("Nº do empenho", "numero_empenho", 130, fixed="left", sorts=True), col("Data", "data", 110, sorts=True), col("Favorecido", "credor", 280, tip=True), col("CPF/CNPJ", "cpf_cnpj", 170),
            col("Empenhado", "empenhado", 140), col("Liquidado", "liquidado", 140), col("Pago", "pago", 140),
        ],
        "record": "drawer", "waits": True, "years": {2026: 97, 2025: 143, 2024: 143},
    },
    "despesas/dotacoes": {
        "title": "Orçamento por órgão",
        "filters": [year("2026", "2025")],
        "columns": [col("Órgão", "orgao", 300), col("Dotação inicial", "fixado"), col("Dotação atualizada", "suplementado"), col("Empenhado no ano", "empenhado")],
        "years": {2026: 9, 2025: 9},
    },
    "despesas/extraorcamentarias": {
        "title": "Despesas extraorçamentárias",
        "filters": [MONTHS],
        "columns": [col("Conta contábil", "extra_codigo"), col("Nome da conta", "extra_nome", 300), col("Valor pago", "valor")],
        "waits": True, "blank": True, "years": {2026: 12, 2025: 12},
    },
    "despesas/diarias": {
        "title": "Diárias e passagens",
        "filters": [year("2026", "2025")],
        "columns": [col("Servidor", "servidor", 260), col("Destino", "destino", 200), col("Motivo", "motivo", 260), col("Valor da diária", "valor")],
        "years": {2026: 21, 2025: 33},
    },
    "despesas/restos": {
        "title": "Restos a pagar",
        "filters": [year("2026", "2025")],
        "columns": [col("Empenho de origem", "numero_empenho"), col("Inscritos", "empenhado"), col("Processados", "liquidado"), col("Não processados", "saldo")],
        "years": {2026: 14},
    },
    "receitas/orcamentarias": {
        "title": "Previsão x arrecadação",
        "filters": [year("2026", "2025", "2024")],
        "columns": [col("Natureza da receita", "rec_nome", 280), col("Previsto", "prevista"), col("Lançado", "lancada"), col("Arrecadado", "arrecadada")],
        "record": "expand", "blank": True, "years": {2025: 18, 2024: 18},
    },
    "receitas/mensal": {
        "title": "Evolução mensal",
        "filters": [year("2026", "2025")],
        "columns": [col("Mês", "mes_nome"), col("Total do mês", "total_folha")],
        "years": {2026: 10, 2025: 12},
    },
    "receitas/extraorcamentarias": {
        "title": "Ingressos extraorçamentários",
        "filters": [year("2026", "2025")],
        "columns": [col("Código", "extra_codigo"), col("Especificação", "extra_nome", 300), col("Valor ingressado", "valor")],
        "blank": True, "years": {2025: 12},
    },
    "pessoal/secretarias": {
        "title": "Servidores por secretaria",
        "filters": [year("2026", "2025")],
        "columns": [col("Secretaria", "secretaria", 280), col("Quantidade de servidores", "quantidade"), col("Total da folha", "total_folha")],
        "years": {2026: 9, 2025: 9},
    },
    "pessoal/cargos": {
        "title": "Plano de cargos",
        "columns": [col("Cargo", "cargo", 280), col("Nível", "=A"), col("Vagas", "quantidade"), col("Ocupadas", "quantidade")],
        "years": {2026: 14},
    },
    "compras/licitacoes": {
        "title": "Licitações",
        "filters": [year("2026", "2025"), {"kind": "select", "id": "modalidade", "label": "Modalidade", "options": ["Todas", "Pregão Eletrônico", "Dispensa"], "value": "Todas"}],
        "columns": [col("Processo", "numero_licitacao", 120), col("Modalidade", "modalidade_licitacao", 170), col("Objeto", "objeto", 420, tip=True), col("Situação", "situacao", 140, tag=True)],
        "record": "page", "years": {2026: 26, 2025: 31},
    },
    "compras/contratos": {
        "title": "Contratos",
        "filters": [year("2026", "2025")],
        "columns": [col("Contrato", "numero_contrato"), col("Contratada", "empresa", 280), col("Vigência", "data_homologacao"), col("Valor do contrato", "valor_licitado")],
        "years": {2026: 19, 2025: 25},
    },
}  # fmt: skip
TEXTS = {
    "noticias": ["Notícias", "<h3>Prefeitura paga fornecedores em dia</h3><p>Foram pagos R$ 2 milhões em outubro.</p><h3>Nova licitação para transporte escolar</h3><p>A sessão será em dezembro.</p>"],
    "glossario": ["Glossário", "<dl><dt>Alínea</dt><dd>Nível da classificação da receita.</dd><dt>Subelemento</dt><dd>Desdobra o elemento de despesa.</dd><dt>Termo de ratificação</dt><dd>Ato que confirma a dispensa.</dd></dl>"],
}  # fmt: skip
TABS = {"receitas": ["Receitas", ["receitas/orcamentarias", "receitas/mensal", "receitas/extraorcamentarias"]]}
MENU = [
    ["Início", ""],
    ["Despesas", [["Empenhos", "despesas/empenhos"], ["Orçamento por órgão", "despesas/dotacoes"], ["Despesas extraorçamentárias", "despesas/extraorcamentarias"], ["Diárias e passagens", "despesas/diarias"], ["Restos a pagar", "despesas/restos"]]],
    ["Receitas", "receitas"],
    ["Pessoal", [["Servidores por secretaria", "pessoal/secretarias"], ["Plano de cargos", "pessoal/cargos"]]],
    ["Compras públicas", [["Licitações", "compras/licitacoes"], ["Contratos", "compras/contratos"]]],
    ["Ajuda", [["Notícias", "noticias"], ["Glossário", "glossario"]]],
]  # fmt: skip


def rows(key: str, year: int) -> list[Row]:
    count = SCREENS[key]["years"].get(year, 0)
    return [Row(f"elplus/{key}", year, n, count) for n in range(count)]


def found(key: str) -> list[Row]:
    given = request.args
    if given.get("ug", UNITS[0]) != UNITS[0] or given.get("favorecido"):
        return []
    if "periodo" in given:
        first, last = (int(f"{part[3:]}{part[:2]}") for part in given["periodo"].split("-"))
        return [r for y in SCREENS[key]["years"] for r in rows(key, y) if first <= int(r.when.strftime("%Y%m")) <= last]
    every = rows(key, int(given.get("ano", 2026)))
    kind = given.get("modalidade", "Todas")
    return [r for r in every if kind in ("Todas", r["modalidade_licitacao"])]


def fields(row: Row, made: dict[str, str]) -> list[list[str]]:
    return [[name, str(row[maker])] for name, maker in made.items()]


def record(key: str, row: Row) -> Screen:
    if key == "despesas/empenhos":
        told = {"Tipo": "tipo_empenho", "Histórico": "historico", "Fonte de recursos": "fonte"}
        budget = {"Unidade orçamentária": "unidade", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa", "Ação": "acao",
                  "Natureza da despesa": "natureza", "Modalidade de aplicação": "modalidade_aplicacao", "Elemento": "elemento"}  # fmt: skip
        bid = {"Modalidade de licitação": "modalidade_licitacao", "Nº do processo licitatório": "numero_licitacao", "Contrato nº": "numero_contrato"}  # fmt: skip
        return {"groups": [["Dados do empenho", fields(row, told)], ["Classificação", fields(row, budget)], ["Licitação e contrato", fields(row, bid)]]}  # fmt: skip
    if key == "receitas/orcamentarias":
        return {"groups": [["", fields(row, {"Categoria econômica": "rec_categoria", "Origem": "rec_origem", "Espécie": "rec_especie", "Rubrica": "rec_rubrica"})]]}  # fmt: skip
    if key != "compras/licitacoes":
        abort(404)
    told = {"Processo": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Data de abertura": "data_realizacao",
            "Unidade requisitante": "secretaria", "Valor homologado": "valor_licitado", "Situação": "situacao"}  # fmt: skip
    people = [[row["empresa"], row["cnpj"], "Vencedor"], [row["empresa_perdedora"], row["cnpj"], "Desclassificado"]]
    papers = [["Edital", "412 KB", f"/arquivos/{row.id}-edital.pdf"], ["Ata da sessão", "98 KB", f"/arquivos/{row.id}-ata.pdf"]]  # fmt: skip
    return {
        "title": f"Processo {row['numero_licitacao']}",
        "groups": [["Dados da licitação", fields(row, told)]],
        "tables": [
            ["Participantes", [col("Participante", "", 300), col("CPF/CNPJ", "", 180), col("Situação", "", 140)], [{"c": p} for p in people]],
            ["Documentos", [col("Documento", "", 300), col("Tamanho", "", 100), col("", "", 100, file=True)], [{"c": p} for p in papers]],
        ],
    }  # fmt: skip


def portal(app: Flask) -> None:
    def view(key: str) -> Screen:
        told = SCREENS[key]
        return {k: v for k, v in told.items() if k != "years"} | {"key": key}

    grouped = {key for _, keys in TABS.values() for key in keys}
    views: Screen = {key: view(key) for key in SCREENS if key not in grouped}
    views |= {key: {"title": title, "tabs": [view(k) for k in keys]} for key, (title, keys) in TABS.items()}
    views |= {key: {"title": title, "html": html} for key, (title, html) in TEXTS.items()}
    told = {"town": "Município de Vila Pequena", "menu": MENU, "views": views,
            "totals": [["Receita do ano", "R$ 41.230.118,42"], ["Despesa empenhada", "R$ 38.901.772,10"], ["Servidores", "812"]]}  # fmt: skip
    shell = (
        '<!DOCTYPE html><html lang="pt-BR"><head><meta charset="UTF-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>Transparência</title>'
        '<link rel="stylesheet" href="/assets/index-8c1f.css"></head><body><noscript><strong>Este sistema não funciona sem JavaScript.</strong></noscript><div id="app"></div><script type="module" src="/assets/index-4a7b.js"></script></body></html>'
    )

    def answer(key: str) -> Response:
        time.sleep(0.25)  # the skeleton is in sight for a while
        if key not in SCREENS:
            key, _, made = key.rpartition("/")
            return jsonify(record(key, rows(key, int(made[:4]))[int(made[4:]) - 1]))
        every, size, page = found(key), int(request.args["itens"]), int(request.args["pagina"])
        makers = [c["maker"] for c in SCREENS[key]["columns"]]
        shown = every[(page - 1) * size : page * size]
        return jsonify(total=len(every), rows=[{"id": r.id, "c": [str(r[m]) for m in makers]} for r in shown])

    def script() -> Response:
        return Response(f"window.__APP__={json.dumps(told)};\n{(SITES / 'elplus.js').read_text('utf-8')}", mimetype="text/javascript")  # fmt: skip

    app.static_folder = None
    app.add_url_rule("/", "home", lambda: shell)
    app.add_url_rule("/assets/index-4a7b.js", "script", script)
    app.add_url_rule("/assets/index-8c1f.css", "style", lambda: Response((SITES / "elplus.css").read_text("utf-8"), mimetype="text/css"))  # fmt: skip
    app.add_url_rule("/api/<path:key>", "api", answer)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
