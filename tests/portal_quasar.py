"""A portal of one page made with Vue and Quasar, as its makers build them: addresses that the script makes up, a menu without
links, lists of choices that are drawn while they are open, tables drawn as cards, windows over rows, lists that grow by a button."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

PAGE = (Path(__file__).parent / "sites" / "quasar.html").read_text("utf-8")
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # on the cards
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao".split(),  # in the window of each
        *"natureza_despesa elemento sub_elemento valor_liquidado valor_pago".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "origem previsao lancado arrecadacao categoria_economica especie rubrica".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo cpf".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao".split(),
        *"setor_interessado valor nome_vencedores cnpj_cpf edital".split(),
    ],
}
YEARS = ["2026", "2025", "2024", "2023"]
LONG = [str(year) for year in range(2026, 2006, -1)]
MENU = [
    {"texto": "Página inicial", "icone": "home", "rota": "/"},
    {"texto": "Gastos", "icone": "payments", "itens": [
        {"texto": "Notas de empenho", "dica": "O que foi contratado", "rota": "/gastos/empenhos"},
        {"texto": "Diárias e adiantamentos", "rota": "/gastos/diarias"}]},
    {"texto": "Arrecadação", "icone": "savings", "itens": [
        {"texto": "Orçado x arrecadado", "rota": "/arrecadacao/orcado"},
        {"texto": "Movimento extraorçamentário", "dica": "Ingressos e desembolsos", "rota": "/arrecadacao/extra"}]},
    {"texto": "Pessoas", "icone": "groups", "itens": [
        {"texto": "Agentes públicos", "rota": "/pessoas/agentes"},
        {"texto": "Quantitativo por secretaria", "rota": "/pessoas/quantitativo"}]},
    {"texto": "Compras", "icone": "shopping_cart", "itens": [
        {"texto": "Certames", "rota": "/compras/certames"}, {"texto": "Contratos firmados", "rota": "/compras/contratos"}]},
    {"texto": "Perguntas frequentes", "icone": "help_outline", "rota": "/ajuda"},
]  # fmt: skip
EXTRA = [("codigo", "Conta contábil"), ("nome", "Especificação"), ("valor", "Valor no período")]
ROUTES: dict[str, Any] = {
    "/": {"tipo": "home", "titulo": "Bem-vindo ao Portal do Cidadão", "cartoes": [
        {"texto": "Total arrecadado em outubro", "valor": "R$ 4.812.331,09"}, {"texto": "Total pago em outubro", "valor": "R$ 4.102.900,54"},
        {"texto": "Notas de empenho", "valor": "Consulte", "rota": "/gastos/empenhos"}]},
    "/gastos/empenhos": {"tipo": "card", "titulo": "Notas de empenho", "nome": "Nota de empenho", "dados": "empenhos", "anos": YEARS,
        "colunas": [("numero", "Empenho"), ("data", "Data de emissão"), ("credor", "Beneficiário"), ("empenhado", "Empenhado")]},
    "/gastos/diarias": {"tipo": "filtered", "titulo": "Diárias e adiantamentos", "dados": "diarias", "pronto": True, "botao": "Buscar", "nome": "",
        "campos": {"ano": {"texto": "Ano", "opcoes": LONG, "valor": "2025"}},
        "colunas": [("servidor", "Beneficiário"), ("destino", "Destino"), ("motivo", "Motivo"), ("valor", "Valor")]},
    "/arrecadacao/orcado": {"tipo": "filtered", "titulo": "Orçado x arrecadado", "nome": "Detalhes da rubrica", "dados": "receitas", "pronto": True,
        "botao": "Aplicar", "detalhe": "botao", "campos": {"ano": {"texto": "Exercício", "opcoes": LONG, "valor": "2026"}},
        "colunas": [("nome", "Receita"), ("orcado", "Orçado"), ("lancado", "Lançado"), ("arrecadado", "Arrecadado")]},
    "/arrecadacao/extra": {"tipo": "tabbed", "titulo": "Movimento extraorçamentário", "anos": YEARS,
        "abas": {"Ingressos": "ingressos", "Desembolsos": "desembolsos"}, "colunas": EXTRA},
    "/pessoas/agentes": {"tipo": "filtered", "titulo": "Agentes públicos", "nome": "Agente público", "dados": "agentes", "botao": "Buscar", "detalhe": "linha",
        "campos": {"nome": {"texto": "Nome do agente"}, "ano": {"texto": "Ano", "opcoes": LONG}, "mes": {"texto": "Mês", "opcoes": list(MONTHS)}},
        "colunas": [("nome", "Agente"), ("cargo", "Cargo"), ("vinculo", "Vínculo"), ("bruta", "Remuneração bruta"), ("liquida", "Remuneração líquida")]},
    "/pessoas/quantitativo": {"tipo": "filtered", "titulo": "Quantitativo por secretaria", "nome": "", "dados": "quantitativo", "pronto": True, "botao": "Buscar",
        "campos": {"ano": {"texto": "Ano", "opcoes": LONG, "valor": "2026"}},
        "colunas": [("secretaria", "Secretaria"), ("quantidade", "Quantidade de servidores"), ("total_folha", "Total da folha")]},
    "/compras/certames": {"tipo": "listed", "titulo": "Certames", "dados": "certames", "rota": "/compras/certames", "anos": YEARS},
    "/compras/contratos": {"tipo": "filtered", "titulo": "Contratos firmados", "nome": "", "dados": "contratos", "pronto": True, "botao": "Buscar",
        "campos": {"ano": {"texto": "Ano", "opcoes": LONG, "valor": "2025"}},
        "colunas": [("numero_contrato", "Contrato"), ("empresa", "Contratada"), ("data", "Assinatura"), ("data_pagamento", "Vigência"), ("valor", "Valor do contrato")]},
    "/ajuda": {"tipo": "text", "titulo": "Perguntas frequentes", "paineis": [
        ("O que é empenho?", "É o ato que cria a obrigação de pagamento."), ("O que é receita lançada?", "A que a fazenda constituiu.")]},
}  # fmt: skip
LISTS: dict[str, tuple[int, list[str], dict[str, str]]] = {
    "empenhos": (40, ["2025", "2024"], {"numero": "numero_empenho", "data": "data", "credor": "credor", "empenhado": "empenhado"}),
    "diarias": (8, ["2025"], {"servidor": "servidor", "destino": "destino", "motivo": "motivo", "valor": "valor"}),
    "receitas": (18, YEARS, {"nome": "rec_nome", "orcado": "prevista", "lancado": "lancada", "arrecadado": "arrecadada"}),
    "ingressos": (10, ["2025", "2024"], {"codigo": "extra_codigo", "nome": "extra_nome", "valor": "valor"}),
    "desembolsos": (10, ["2025", "2024"], {"codigo": "extra_codigo", "nome": "extra_nome", "valor": "valor"}),
    "agentes": (36, ["2026", "2025"], {"nome": "servidor", "cargo": "cargo", "vinculo": "vinculo", "bruta": "vantagens", "liquida": "liquido"}),
    "quantitativo": (9, YEARS, {"secretaria": "secretaria", "quantidade": "quantidade", "total_folha": "total_folha"}),
    "contratos": (10, ["2025"], {k: k for k in ("numero_contrato", "empresa", "data", "data_pagamento", "valor")}),
    "certames": (22, ["2025", "2024"], {}),
}  # fmt: skip
INSIDE = {
    "empenhos": {
        "CNPJ/CPF": "cpf_cnpj", "Órgão": "orgao", "Função": "funcao", "Subfunção": "subfuncao", "Programa de governo": "programa", "Ação": "acao",
        "Natureza": "natureza", "Elemento": "elemento", "Subelemento": "subelemento", "Fonte de recursos": "fonte", "Liquidado": "liquidado",
        "Pago": "pago", "Histórico": "historico",
    },
    "receitas": {"Categoria econômica": "rec_categoria", "Espécie": "rec_especie", "Rubrica": "rec_rubrica", "Código": "rec_codigo"},
    "agentes": {"Matrícula": "matricula", "CPF": "cpf_mascarado", "Admissão": "admissao", "Lotação": "secretaria", "Carga horária": "carga"},
}  # fmt: skip
CERTAME = {
    "Processo nº": "numero_processo", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Publicado em": "data_publicacao",
    "Data da sessão": "data_realizacao", "Unidade requisitante": "secretaria", "Valor estimado": "valor_estimado", "Situação": "=Homologada",
}  # fmt: skip


def portal(app: Flask) -> None:
    def told(what: Any) -> Response:
        return Response(json.dumps(what), mimetype="application/json")

    def row(name: str, key: str) -> Row:
        return Row(f"quasar/{name}", int(key[:4]), int(key[4:]) - 1, LISTS[name][0])

    def route() -> Response:
        path = request.args["caminho"].rstrip("/") or "/"
        if path.startswith("/compras/certames/"):
            return told({"tipo": "record", "dados": f"certames/{path.rsplit('/', 1)[1]}"})
        return told(ROUTES.get(path, {"tipo": "text", "titulo": "Página não encontrada"}))

    def listed(name: str) -> Response:
        count, years, fields = LISTS[name]
        year, page = request.args.get("ano", ""), int(request.args.get("page", 1))
        rows = [Row(f"quasar/{name}", int(year), n, count) for n in range(count)] if year in years else []
        if name == "agentes" and (
            not request.args.get("mes") or (year == "2026" and MONTHS.index(request.args["mes"]) > 8)
        ):
            rows = []
        if name == "agentes" and request.args.get("nome"):
            rows = [r for r in rows if request.args["nome"].lower() in str(r["servidor"]).lower()]
        data = []
        for r in rows[12 * page - 12 : 12 * page]:
            made = {k: str(r[v]) for k, v in fields.items()}
            if name == "certames":
                made = {
                    "titulo": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}",
                    "legenda": str(r["objeto"]),
                }
            data.append({"id": r.id, **made})
        return told({"data": data, "total": len(rows)})

    def inside(name: str, key: str) -> Response:
        r = row(name, key)
        if name != "certames":
            return told({label: str(r[maker]) for label, maker in INSIDE[name].items()})
        return told({
            "titulo": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}",
            "campos": {label: str(r[maker]) for label, maker in CERTAME.items()},
            "vencedores": [{"empresa": r["empresa"], "cnpj": r["cnpj"], "valor": r["valor_licitado"]}],
            "arquivos": [
                {"nome": "Edital completo", "tamanho": "412 KB", "url": f"/arquivos/{key}.pdf"},
                {"nome": "Minuta", "tamanho": "98 KB", "url": f"/arquivos/{key}m.pdf"},
            ],
        })  # fmt: skip

    app.add_url_rule("/api/v1/menu", "menu", lambda: told(MENU))
    app.add_url_rule("/api/v1/rota", "rota", route)
    app.add_url_rule("/api/v1/<name>", "listed", listed)
    app.add_url_rule("/api/v1/<name>/<key>", "inside", inside)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/", "home", lambda: PAGE)
    app.add_url_rule("/<path:rest>", "rest", lambda rest: PAGE)
