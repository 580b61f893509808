"""An enterprise toolkit's application, as a big town's systems have it: tiles, lists that grow, tables whose narrow columns move under
their rows, selects over a hidden one, a period in one box, a window of values to pick from, records as pages of sections."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

PAGE = (Path(__file__).parent / "sites" / "ui5.html").read_text("utf-8")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the list, two of them under the row
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa".split(),  # in the record's sections
        *"modalidade elemento sub_elemento valor_liquidado valor_pago".split(),
    ],
    "receita_orcamentaria": "previsao arrecadacao origem especie categoria_economica".split(),
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo cpf".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao".split(),  # on items of a list
        *"data_publicacao_licitacao data_realizacao setor_interessado valor nome_vencedores cnpj_cpf edital".split(),
    ],
}
"""Income outside the budget is a tile that answers nothing."""
YEARS = ["2026", "2025", "2024", "2023"]
UNITS = [("0100", "Câmara Municipal"), ("0200", "Prefeitura Municipal"), ("0300", "Fundo Municipal de Saúde")]
TILES = [
    ("Execução da despesa", "Notas de empenho", "empenhos", "12.480"), ("Receita", "Orçada e realizada", "receitas", "71%"), ("Recolhimentos a terceiros",
        "Fora do orçamento", "saidas", ""),
    ("Depósitos de terceiros", "Ingressos fora do orçamento", "entradas", ""), ("Pessoas", "Servidores e remuneração", "pessoas", "1.204"), ("Pessoas",
        "Cargos por secretaria", "cargos", ""),
    ("Compras", "Licitações e dispensas", "licitacoes", "88"), ("Compras", "Contratos vigentes", "contratos", "41"), ("Viagens", "Diárias", "diarias", ""),
        ("Ajuda", "Glossário", "glossario", ""),
]  # fmt: skip
APPS: dict[str, dict[str, Any]] = {
    "empenhos": {"titulo": "Notas de empenho", "conta": 45, "anos": ["2025", "2024"], "filtros": ["periodo", "unidade"], "nav": True,
        "colunas": [("numero", "Nota de empenho", "numero_empenho"), ("data", "Data de emissão", "data"), ("credor", "Credor", "credor", 1), ("valor",
            "Valor empenhado", "empenhado", 1)]},
    "receitas": {"titulo": "Receita orçada e realizada", "conta": 18, "anos": ["2025", "2024"], "filtros": ["ano"], "nav": True,
        "colunas": [("codigo", "Código", "rec_codigo"), ("nome", "Receita", "rec_nome"), ("prevista", "Previsão", "prevista", 1), ("arrecadada", "Arrecadado",
            "arrecadada", 1)]},
    "saidas": {"titulo": "Recolhimentos a terceiros (despesa extraorçamentária)", "conta": 12, "anos": ["2025", "2024"], "filtros": ["ano"],
        "colunas": [("codigo", "Conta", "extra_codigo"), ("nome", "Descrição", "extra_nome"), ("valor", "Valor", "valor")]},
    "entradas": {"titulo": "Depósitos de terceiros (receita extraorçamentária)", "conta": 0, "anos": [], "filtros": ["ano"],
        "colunas": [("codigo", "Conta", "extra_codigo"), ("nome", "Descrição", "extra_nome"), ("valor", "Valor", "valor")]},
    "pessoas": {"titulo": "Servidores e remuneração", "conta": 40, "anos": ["2026", "2025"], "filtros": ["ano", "mes"], "nav": True,
        "colunas": [("nome", "Servidor", "servidor"), ("cargo", "Cargo", "cargo"), ("lotacao", "Lotação", "secretaria", 1)]},
    "cargos": {"titulo": "Cargos por secretaria", "conta": 9, "anos": YEARS, "filtros": ["ano"],
        "colunas": [("secretaria", "Secretaria", "secretaria"), ("vagas", "Vagas", "quantidade"), ("total", "Custo total", "total_folha")]},
    "licitacoes": {"titulo": "Licitações e dispensas", "conta": 24, "anos": ["2025", "2024"], "lista": True,
        "colunas": [("numero", "", "numero_processo"), ("modalidade", "", "modalidade_licitacao"), ("objeto", "", "objeto"), ("situacao", "", "situacao"), ("valor",
            "", "valor_estimado")]},
    "contratos": {"titulo": "Contratos vigentes", "conta": 10, "anos": YEARS, "filtros": ["ano"],
        "colunas": [("numero", "Contrato", "numero_contrato"), ("empresa", "Contratada", "empresa"), ("cnpj", "CNPJ", "cnpj", 1), ("valor", "Valor",
            "valor_licitado", 1)]},
    "diarias": {"titulo": "Diárias", "conta": 8, "anos": YEARS[1:], "filtros": ["ano"],
        "colunas": [("servidor", "Servidor", "servidor"), ("cargo", "Cargo", "cargo"), ("destino", "Destino", "destino"), ("valor", "Valor", "valor")]},
}  # fmt: skip
RECORDS: dict[str, dict[str, dict[str, str]]] = {
    "empenhos": {
        "Dados gerais": {"Número": "numero_empenho", "CNPJ/CPF": "cpf_cnpj", "Histórico": "historico"},
        "Classificação": {"Órgão": "orgao", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa", "Ação": "acao", "Natureza da despesa": "natureza",
            "Modalidade de aplicação": "modalidade_aplicacao", "Elemento": "elemento", "Subelemento": "subelemento"},
        "Valores": {"Empenhado": "empenhado", "Liquidado": "liquidado", "Pago": "pago"},
    },
    "receitas": {"Classificação": {"Categoria econômica": "rec_categoria", "Origem": "rec_origem", "Espécie": "rec_especie"}},
    "pessoas": {
        "Vínculo": {"CPF": "cpf_mascarado", "Matrícula": "matricula", "Vínculo": "vinculo", "Admissão": "admissao", "Carga horária": "carga"},
        "Remuneração": {"Remuneração bruta": "vantagens", "Descontos": "descontos", "Remuneração líquida": "liquido"},
    },
    "licitacoes": {
        "Informações": {"Processo": "numero_processo", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Data de publicação": "data_publicacao",
            "Data da sessão": "data_realizacao", "Secretaria solicitante": "secretaria", "Valor estimado": "valor_estimado"},
    },
}  # fmt: skip


def portal(app: Flask) -> None:
    def told(what: Any) -> Response:
        return Response(json.dumps(what), mimetype="application/json")

    def listed(name: str) -> Response:
        made = APPS[name]
        years = [request.args.get("ano", "")]
        if "de" in request.args:
            begin, end = (tuple(reversed(request.args[k].split("/"))) for k in ("de", "ate"))
            years = [str(y) for y in range(int(begin[0]), int(end[0]) + 1)]
        if made.get("lista"):
            years = made["anos"]
        rows = [
            Row(f"ui5/{name}", int(y), n, made["conta"])
            for y in years
            if y in made["anos"]
            for n in range(made["conta"])
        ]
        if "de" in request.args:
            rows = [r for r in rows if begin <= tuple(reversed(str(r["data"]).split("/"))) <= end]
        if request.args.get("unidade", "0200") != "0200":
            rows = []
        if name == "pessoas" and (
            request.args.get("mes") not in MONTHS or (years == ["2026"] and MONTHS.index(request.args["mes"]) > 8)
        ):
            rows = []
        if wanted := request.args.get("busca"):
            rows = [r for r in rows if wanted.lower() in str(r["objeto"]).lower()]
        top = int(request.args.get("top", 20))
        return told(
            {
                "total": len(rows),
                "value": [{"id": r.id, **{c[0]: str(r[c[2]]) for c in made["colunas"]}} for r in rows[:top]],
            }
        )

    def record(name: str, key: str) -> Response:
        r = Row(f"ui5/{name}", int(key[:4]), int(key[4:]) - 1, APPS[name]["conta"])
        answer: dict[str, Any] = {
            "secoes": {s: {label: str(r[m]) for label, m in fields.items()} for s, fields in RECORDS[name].items()}
        }
        answer["titulo"] = str(
            {
                "empenhos": r["credor"],
                "receitas": r["rec_nome"],
                "pessoas": r["servidor"],
                "licitacoes": f"Processo {r['numero_processo']}",
            }[name]
        )
        if name == "licitacoes":
            answer["vencedores"] = [[str(r["empresa"]), str(r["cnpj"]), str(r["valor_licitado"])]]
            answer["anexos"] = [
                ["Edital do certame", f"/anexos/{key}-1.pdf"],
                ["Termo de referência", f"/anexos/{key}-2.pdf"],
            ]
        return told(answer)

    apps = {name: {**a, "colunas": [(c[0], c[1], len(c) > 3) for c in a["colunas"]]} for name, a in APPS.items()}
    page = PAGE.replace(
        "/*BEGIN*/{}", json.dumps({"tiles": TILES, "apps": apps, "anos": YEARS, "meses": MONTHS, "unidades": UNITS})
    )
    app.add_url_rule("/odata/<name>", "listed", listed)
    app.add_url_rule("/odata/<name>/<key>", "record", record)
    app.add_url_rule("/anexos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/", "home", lambda: page)
