"""A portal on a kit of components for Angular, as a maker of the centre-west has it: a bar of menus, trees whose branches come
when they open, lists that open at the end of the body, a range of days that must be filled, records in windows of tabs.
``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

PAGE = (Path(__file__).parent / "sites" / "treetab.html").read_text("utf-8")
UNITS = ["Câmara Municipal", "Fundo Municipal de Saúde", "Prefeitura Municipal", "Instituto de Previdência"]
YEARS = ["2026", "2025", "2024", "2023"]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
YEAR = {"id": "ano", "nome": "Exercício", "tipo": "lista", "opcoes": YEARS, "exige": True, "inicial": "2026"}
UNIT = {"id": "ug", "nome": "Unidade gestora", "tipo": "lista", "opcoes": UNITS, "exige": True}
PERIOD = {"id": "periodo", "nome": "Período", "tipo": "periodo", "exige": True}
CREDITOR = {"id": "credor", "nome": "Credor", "tipo": "texto"}
MONTH = {"id": "mes", "nome": "Mês", "tipo": "lista", "opcoes": MONTHS, "exige": True}
Screen = dict[str, Any]


def screen(title: str, columns: dict[str, str], years: list[int], count: int = 36, **more: Any) -> Screen:
    return dict(title=title, columns=columns, years=years, count=count, filters=[YEAR], form="tabela") | more


SCREENS: dict[str, Screen] = {
    "despesas/execucao": screen(
        "Execução da despesa por órgão e função",
        {"Especificação": "", "Dotação inicial": "fixado", "Dotação atualizada": "suplementado", "Empenhado": "empenhado", "Liquidado": "liquidado", "Pago": "pago"},
        [2026, 2025], 40, form="arvore", levels=["orgao", "funcao", "subfuncao"], now=True,
    ),
    "despesas/empenhos": screen(
        "Empenhos", {"Empenho": "numero_empenho", "Emissão": "data", "Credor": "credor", "Valor": "empenhado"}, [2026, 2025, 2024], 120,
        filters=[UNIT, PERIOD, CREDITOR], detail="Empenho",
    ),
    "despesas/extra": screen("Despesas extraorçamentárias", {"Conta": "extra_codigo", "Especificação": "extra_nome", "Valor repassado": "valor"}, [2026, 2025], 12),
    "despesas/diarias": screen("Diárias", {"Servidor": "servidor", "Destino": "destino", "Motivo": "motivo", "Valor da diária": "valor"}, [2025]),
    "despesas/ordem": screen("Ordem cronológica de pagamentos", {"Ordem": "numero_seq", "Documento fiscal": "documento_fiscal", "Exigibilidade": "data"}, [2025]),
    "receitas/orcamentaria": screen(
        "Receita orçamentária por natureza", {"Natureza da receita": "", "Previsão inicial": "prevista", "Previsão atualizada": "atualizada", "Arrecadado": "arrecadada"},
        [2026, 2025], 54, form="arvore", levels=["rec_categoria", "rec_origem", "rec_especie", "rec_rubrica"], detail="Receita",
    ),
    "receitas/extra": screen("Receita extraorçamentária", {"Código da conta": "extra_codigo", "Título da conta": "extra_nome", "Ingressos": "valor"}, [2024, 2023], 12),
    "pessoal/folha": screen(
        "Folha de pagamento", {"Matrícula": "matricula", "Nome": "servidor", "CPF": "cpf_mascarado", "Cargo": "cargo"}, [2026, 2025], 70,
        filters=[YEAR, MONTH], detail="Servidor",
    ),
    "pessoal/tabela": screen("Tabela de vencimentos", {"Cargo": "cargo", "Nível": "=A", "Quantidade de vagas": "quantidade", "Vencimento inicial": "sal_base"}, [2026], 14, filters=[]),
    "compras/licitacoes": screen(
        "Licitações", {"Título": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Situação": "situacao"}, [2025, 2024], 24, form="cartoes",
    ),
    "compras/contratos": screen("Contratos", {"Contrato": "numero_contrato", "Contratado": "empresa", "Objeto do contrato": "objeto", "Valor contratado": "valor_licitado"}, [2026, 2025]),
    "contas/rreo": screen("Relatório resumido da execução orçamentária", {"Bimestre": "mes_nome", "Anexo": "=Anexo I", "Publicado em": "data"}, [2025], 6),
    "contas/rgf": screen("Relatório de gestão fiscal", {"Quadrimestre": "mes_nome", "Anexo": "=Anexo I", "Publicado em": "data"}, [2025], 3),
}  # fmt: skip
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor emp_cnpj_cpf valor_fixado valor_liquidado valor_pago funcao sub_funcao programa acao".split(),
        *"orgao_or_uni_orcamentaria categoria_economica modalidade elemento emp_indicacao_licitacao lic_modalidade lic_numero lic_num_contrato".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao arrecadacao origem".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cpf cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao valor setor_interessado".split(),
        *"nome_vencedores nome_perdedores cnpj_cpf edital aviso".split(),
    ],
}
"""Of an empenho all but its list is in the window's tabs; the bond and the pay of a servant too; extra revenue ended in 2024."""


def rows(name: str, year: int, count: int) -> list[Row]:
    return [Row(f"arvore/{name}", year, n, count) for n in range(count)]


def fields(row: Row, made: dict[str, str]) -> list[list[str]]:
    return [[name, str(row[maker])] for name, maker in made.items()]


def table(name: str, heads: list[str], *lines: list[Any]) -> dict[str, Any]:
    return {"nome": name, "cab": heads, "linhas": [[str(cell) for cell in line] for line in lines]}


def expense(row: Row) -> list[dict[str, Any]]:
    told = {
        "Número": "numero_empenho",
        "Tipo de empenho": "tipo_empenho",
        "Credor": "credor",
        "CPF/CNPJ": "cpf_cnpj",
        "Histórico": "historico",
    }
    budget = {"Órgão": "orgao", "Unidade orçamentária": "unidade", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa", "Ação": "acao",
              "Categoria econômica": "categoria", "Modalidade de aplicação": "modalidade_aplicacao", "Elemento": "elemento", "Fonte": "fonte"}  # fmt: skip
    bid = {
        "Modalidade da licitação": "modalidade_licitacao",
        "Nº da licitação": "numero_licitacao",
        "Nº do contrato": "numero_contrato",
    }
    return [
        {"nome": "Dados do empenho", "campos": fields(row, told)},
        {"nome": "Classificação", "campos": fields(row, budget)},
        {"nome": "Licitação/Contrato", "campos": fields(row, bid)},
        table("Itens", ["Descrição do item", "Quantidade", "Valor unitário"], [row["objeto"], "1", row["empenhado"]]),
        table(
            "Liquidações",
            ["Nº liquidação", "Data da liquidação", "Valor liquidado"],
            ["1", row["data_homologacao"], row["liquidado"]],
        ),
        table(
            "Pagamentos", ["Nº pagamento", "Data do pagamento", "Valor pago"], ["1", row["data_pagamento"], row["pago"]]
        ),
    ]


def person(row: Row) -> list[dict[str, Any]]:
    return [
        {
            "nome": "Vínculo",
            "campos": fields(
                row,
                {
                    "Tipo de vínculo": "vinculo",
                    "Lotação": "secretaria",
                    "Admissão": "admissao",
                    "Carga horária": "carga",
                },
            ),
        },
        table(
            "Proventos e descontos",
            ["Total de proventos", "Total de descontos", "Líquido"],
            [row["vantagens"], row["descontos"], row["liquido"]],
        ),
    ]


def bid(row: Row) -> dict[str, Any]:
    told = {"Número": "numero_licitacao", "Processo administrativo": "numero_processo", "Modalidade": "modalidade_licitacao", "Objeto": "objeto",
            "Data de publicação": "data_publicacao", "Data de abertura": "data_realizacao", "Órgão requisitante": "secretaria", "Valor estimado": "valor_estimado"}  # fmt: skip
    button = "<button pbutton type='button' class='p-button p-button-text' onclick=\"window.open('/api/arquivo/{}')\"><span class='pi pi-download'></span></button>"
    papers = [
        [name, row["data_publicacao"], button.format(n)]
        for n, name in enumerate(("Aviso de licitação", "Edital", "Ata da sessão"))
    ]
    return {
        "titulo": f"Licitação {row['numero_licitacao']}",
        "abas": [
            {"nome": "Dados gerais", "campos": fields(row, told)},
            table("Participantes", ["Licitante", "CPF/CNPJ", "Resultado"], [row["empresa"], row["cnpj"], "Vencedor"], [row["empresa_perdedora"], row["cnpj"], "Não classificado"]),
            table("Documentos", ["Documento", "Data", ""], *papers),
        ],
    }  # fmt: skip


def treetab(app: Flask) -> None:
    sessions: set[str] = set()

    def session() -> Response:
        sessions.add(made := secrets.token_hex(8))
        return jsonify(token=made)

    def asked(does: Callable[..., Any]) -> Callable[..., Response]:
        def answer(**given: Any) -> Response:
            if request.headers.get("Authorization", "").removeprefix("Bearer ") not in sessions:
                abort(401)
            time.sleep(0.12)
            return jsonify(does(**given))

        return answer

    def found(name: str) -> list[Row]:
        told, given = SCREENS[name], request.args
        if given.get("ug", UNITS[2]) != UNITS[2]:
            return []
        if given.get("credor"):
            return []
        if "periodo" in given:
            first, last = given["periodo"].split("-")
            days = tuple("".join(reversed(day.split("/"))) for day in (first, last))
            every = [row for year in told["years"] for row in rows(name, year, told["count"])]
            return [row for row in every if days[0] <= row.when.strftime("%Y%m%d") <= days[1]]
        year = int(given.get("ano", 2026))
        if given.get("mes") and year == 2026 and MONTHS.index(given["mes"]) > 9:
            return []
        return rows(name, year, told["count"]) if year in told["years"] else []

    def meta(name: str) -> Any:
        told = SCREENS[name]
        return dict(
            titulo=told["title"],
            cab=list(told["columns"]),
            filtros=told["filters"],
            forma=told["form"],
            detalhe=told.get("detail", ""),
            ja=told.get("now", False),
        )

    def data(name: str) -> Any:
        all_, start, count = found(name), int(request.args["de"]), int(request.args["n"])
        makers = SCREENS[name]["columns"].values()
        return dict(
            total=len(all_),
            linhas=[{"id": row.id, "celulas": [str(row[m]) for m in makers]} for row in all_[start : start + count]],
        )

    def tree(name: str) -> Any:
        told = SCREENS[name]
        path = [part for part in request.args["caminho"].split("|") if part]
        within = [
            row
            for row in found(name)
            if all(row[level] == part for level, part in zip(told["levels"], path, strict=False))
        ]
        level = told["levels"][len(path)]
        out = []
        for key in sorted({str(row[level]) for row in within}):
            amounts = [
                f"{sum(float(str(row[m]).replace('.', '').replace(',', '.')) for row in within if row[level] == key):,.2f}".translate(
                    str.maketrans(",.", ".,")
                )
                for m in list(told["columns"].values())[1:]
            ]
            out.append({"chave": key, "celulas": [key, *amounts], "folha": len(path) + 1 == len(told["levels"])})
        return out

    def record(name: str, made: str) -> Any:
        row = Row(f"arvore/{name}", int(made[:4]), int(made[4:]) - 1, SCREENS[name]["count"])
        return {"abas": person(row) if name == "pessoal/folha" else expense(row)}

    def one_bid(made: str) -> Any:
        return bid(Row("arvore/compras/licitacoes", int(made[:4]), int(made[4:]) - 1, 24))

    app.add_url_rule("/", "home", lambda: PAGE)
    app.add_url_rule("/api/sessao", "session", session, methods=["POST"])
    app.add_url_rule("/api/portal", "portal", asked(lambda: {"municipio": "Vila Pequena"}))
    app.add_url_rule("/api/tela/<path:name>", "meta", asked(meta))
    app.add_url_rule("/api/dados/<path:name>", "data", asked(data))
    app.add_url_rule("/api/arvore/<path:name>", "tree", asked(tree))
    app.add_url_rule("/api/registro/<path:name>/<made>", "record", asked(record))
    app.add_url_rule("/api/licitacao/<made>", "bid", asked(one_bid))
    app.add_url_rule("/api/arquivo/<int:n>", "file", lambda n: Response(NOTICE, mimetype="application/pdf"))
