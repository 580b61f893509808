"""A React application of the last years, with headless components in utility classes: buttons that are comboboxes whose lists are
drawn at the end of the page, menus that open on the pointer's going down, sheets over rows, grey bars while rows are fetched."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

PAGE = (Path(__file__).parent / "sites" / "radix.html").read_text("utf-8")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the list
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa elemento".split(),  # in the sheet
        *"valor_liquidado valor_pago lic_num_contrato".split(),
    ],
    "receita_orcamentaria": "previsao arrecadacao lancado categoria_economica origem".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao valor".split(),
        *"setor_interessado nome_vencedores cnpj_cpf edital".split(),
    ],
}
"""CPF of people is nowhere; the date of publication of bids is shown as a heading over dashes."""
YEARS = ["2026", "2025", "2024", "2023", "2022"]
UNITS = ["Todas as unidades", "Câmara Municipal", "Fundo Municipal de Saúde", "Prefeitura Municipal"]
MENU: list[dict[str, Any]] = [
    {"texto": "Início", "rota": "/"},
    {"texto": "Receitas", "itens": [{"texto": "Receita orçamentária", "rota": "/receitas/orcamentaria"}, {"texto": "Receitas extraorçamentárias",
        "rota": "/receitas/extra"},
                                    {"texto": "Emendas parlamentares", "rota": "/receitas/emendas"}]},
    {"texto": "Despesas", "itens": [{"texto": "Empenhos", "rota": "/despesas/empenhos"}, {"texto": "Despesas extraorçamentárias", "rota": "/despesas/extra"},
                                    {"texto": "Diárias e passagens", "rota": "/despesas/diarias"}]},
    {"texto": "Servidores", "itens": [{"texto": "Remuneração", "rota": "/servidores/remuneracao"}, {"texto": "Servidores por lotação", "rota": "/servidores/lotacao"}]},
    {"texto": "Licitações e contratos", "itens": [{"texto": "Licitações", "rota": "/licitacoes"}, {"texto": "Contratos", "rota": "/contratos"}]},
    {"texto": "Notícias", "rota": "/noticias"},
]  # fmt: skip
EXTRA = [("codigo", "Conta", "extra_codigo"), ("nome", "Descrição da conta", "extra_nome"), ("valor", "Valor", "valor")]
ROUTES: dict[str, dict[str, Any]] = {
    "/receitas/orcamentaria": {"titulo": "Receita orçamentária", "dados": "receitas", "filtros": ["ano"], "botao": "", "conta": 18, "anos": ["2025", "2024", "2023"],
        "escondidas": ["categoria", "lancada"], "colunas": [("nome", "Receita", "rec_nome"), ("categoria", "Categoria econômica", "rec_categoria"), ("origem",
            "Origem", "rec_origem"),
                    ("prevista", "Previsão", "prevista"), ("lancada", "Lançada", "lancada"), ("arrecadada", "Arrecadada", "arrecadada")]},
    "/receitas/extra": {"titulo": "Receitas extraorçamentárias", "dados": "rextra", "filtros": ["ano", "mes"], "botao": "Pesquisar", "conta": 11, "anos": ["2026",
        "2025"], "colunas": EXTRA},
    "/receitas/emendas": {"titulo": "Emendas parlamentares", "dados": "emendas", "filtros": ["ano"], "botao": "", "conta": 6, "anos": YEARS,
        "colunas": [("autor", "Parlamentar", "vereador"), ("objeto", "Objeto", "objeto"), ("valor", "Valor da emenda", "valor")]},
    "/despesas/empenhos": {"titulo": "Empenhos", "dados": "empenhos", "filtros": ["ano", "unidade"], "botao": "Filtrar", "conta": 47, "anos": ["2025", "2024"],
        "acao": "menu",
        "colunas": [("numero", "Empenho", "numero_empenho"), ("data", "Emissão", "data"), ("credor", "Credor", "credor"), ("valor", "Valor empenhado", "empenhado")]},
    "/despesas/extra": {"titulo": "Despesas extraorçamentárias", "dados": "dextra", "filtros": ["ano", "mes"], "botao": "Pesquisar", "conta": 10, "anos": ["2026",
        "2025"], "colunas": EXTRA},
    "/despesas/diarias": {"titulo": "Diárias e passagens", "dados": "diarias", "filtros": ["ano"], "botao": "", "conta": 8, "anos": YEARS[1:],
        "colunas": [("servidor", "Beneficiário", "servidor"), ("cargo", "Cargo", "cargo"), ("destino", "Destino", "destino"), ("valor", "Valor", "valor")]},
    "/servidores/remuneracao": {"titulo": "Remuneração dos servidores", "dados": "remuneracao", "filtros": ["competencia", "busca"], "botao": "Consultar",
        "conta": 38, "anos": ["2026", "2025"],
        "acao": "linha", "colunas": [("nome", "Servidor", "servidor"), ("cargo", "Cargo", "cargo"), ("liquido", "Líquido", "liquido")]},
    "/servidores/lotacao": {"titulo": "Servidores por lotação", "dados": "lotacao", "filtros": [], "botao": "", "conta": 9, "anos": YEARS,
        "colunas": [("lotacao", "Lotação", "secretaria"), ("total", "Servidores", "quantidade")]},
    "/licitacoes": {"titulo": "Licitações", "dados": "licitacoes", "abas": ["Em andamento", "Encerradas"], "filtros": ["ano"], "botao": "", "conta": 14,
        "anos": ["2025", "2024"], "acao": "link",
        "colunas": [("numero", "Processo", "numero_licitacao"), ("modalidade", "Modalidade", "modalidade_licitacao"), ("objeto", "Objeto", "objeto"), ("abertura",
            "Abertura", "data_realizacao"),
                    ("publicacao", "Publicação", "traco")]},
    "/contratos": {"titulo": "Contratos", "dados": "contratos", "filtros": ["ano"], "botao": "", "conta": 12, "anos": YEARS,
        "colunas": [("contrato", "Contrato", "numero_contrato"), ("empresa", "Contratada", "empresa"), ("cnpj", "CNPJ", "cnpj"), ("assinatura", "Assinatura",
            "data"), ("valor", "Valor global", "valor_licitado")]},
}  # fmt: skip
INSIDE = {
    "empenhos": {"Número": "numero_empenho", "CPF/CNPJ": "cpf_cnpj", "Órgão": "orgao", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa",
        "Ação": "acao",
        "Natureza da despesa": "natureza", "Elemento": "elemento", "Fonte de recurso": "fonte", "Valor liquidado": "liquidado", "Valor pago": "pago",
            "Nº do contrato": "numero_contrato",
        "Histórico": "historico"},
    "remuneracao": {"Matrícula": "matricula", "Vínculo": "vinculo", "Lotação": "secretaria", "Admissão": "admissao", "Carga horária": "carga", "Salário base": "sal_base",
        "Total de vantagens": "vantagens", "Descontos": "descontos"},
    "licitacoes": {"Modalidade": "modalidade_licitacao", "Abertura": "data_realizacao", "Secretaria demandante": "secretaria", "Valor estimado": "valor_estimado",
        "Situação": "situacao"},
}  # fmt: skip


def portal(app: Flask) -> None:
    def told(what: Any) -> Response:
        return Response(json.dumps(what), mimetype="application/json")

    def made(name: str, key: str) -> Row:
        count = next(r["conta"] for r in ROUTES.values() if r["dados"] == name)
        return Row(f"radix/{name}", int(key[:4]), int(key[4:]) - 1, count)

    def listed(name: str) -> Response:
        time.sleep(0.3)
        r = next(r for r in ROUTES.values() if r["dados"] == name)
        year, month = request.args.get("ano", "2026"), request.args.get("mes", "")
        rows = [Row(f"radix/{name}", int(year), n, r["conta"]) for n in range(r["conta"])] if year in r["anos"] else []
        if name in ("rextra", "dextra", "remuneracao") and (
            month not in MONTHS or (year == "2026" and MONTHS.index(month) > 8)
        ):
            rows = []
        if request.args.get("unidade", "").startswith(("Câmara", "Fundo")) or request.args.get("aba") == "Em andamento":
            rows = []
        if wanted := request.args.get("busca"):
            rows = [x for x in rows if wanted.lower() in str(x["servidor"]).lower()]
        page, size = int(request.args.get("page", 0)), int(request.args.get("size", 10))
        data = [
            {"id": x.id, **{key: str(x[maker]) for key, _, maker in r["colunas"]}}
            for x in rows[page * size : page * size + size]
        ]
        return told({"data": data, "total": len(rows)})

    def inside(name: str, key: str) -> Response:
        time.sleep(0.2)
        r = made(name, key)
        answer: dict[str, Any] = {
            "titulo": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}"
            if name == "licitacoes"
            else str(r["servidor"] if name == "remuneracao" else r["credor"])
        }
        answer["campos"] = {label: str(r[maker]) for label, maker in INSIDE[name].items()}
        if name == "licitacoes":
            answer["objeto"] = str(r["objeto"])
            answer["vencedores"] = [[str(r["empresa"]), str(r["cnpj"]), str(r["valor_licitado"])]]
            answer["arquivos"] = [
                ["Edital", f"/api/arquivos/{key}-1"],
                ["Termo de referência", f"/api/arquivos/{key}-2"],
            ]
        return told(answer)

    routes = {path: {**r, "colunas": [(key, label) for key, label, _ in r["colunas"]]} for path, r in ROUTES.items()}
    page = PAGE.replace(
        "/*BEGIN*/{}", json.dumps({"menu": MENU, "rotas": routes, "anos": YEARS, "meses": MONTHS, "unidades": UNITS})
    )
    app.add_url_rule("/api/<name>", "listed", listed)
    app.add_url_rule("/api/<name>/<key>", "inside", inside)
    app.add_url_rule("/api/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/", "home", lambda: page)
    app.add_url_rule("/<path:rest>", "rest", lambda rest: page)
