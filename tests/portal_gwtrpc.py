"""A town's portal as a GWT application with grids of SmartGWT: one page, nested boxes and tables placed by script, a stack of trees for a
menu, one handler on the document for all of a grid's events, records in dialogs, everything by calls that answer ``//OK``.
``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # the grid
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao categoria_economica modalidade elemento sub_elemento".split(),  # the dialog
        *"valor_liquidado valor_pago lic_modalidade lic_numero emp_indicacao_licitacao".split(),  # its tabs
    ],
    "receita_orcamentaria": "uni_gestora previsao lancado arrecadacao categoria_economica origem".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),  # pay is in the dialog that a double click opens
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado nome_vencedores nome_perdedores cnpj_cpf edital".split(),  # the dialog
    ],
}
YEARS = ["2026", "2025", "2024"]
Screen = dict[str, Any]


def select(name: str, label: str, options: list[str], value: str | None = None) -> dict[str, Any]:
    return {
        "kind": "select",
        "name": name,
        "label": label,
        "options": options,
        "value": options[0] if value is None else value,
    }


def text(name: str, label: str, kind: str = "text") -> dict[str, Any]:
    return {"kind": kind, "name": name, "label": label, "value": ""}


YEAR = select("ano", "Exercício", YEARS)
SCREENS: dict[str, Screen] = {
    "empenhos": {
        "title": "Empenhos emitidos",
        "fields": [YEAR, select("ug", "Unidade gestora", ["", "Prefeitura Municipal", "Fundo Municipal de Saúde"])],
        "more": [text("credor", "Credor"), text("numero", "Número do empenho")],
        "columns": [["Empenho", 90, "numero_empenho"], ["Emissão", 90, "data"], ["Credor", 300, "credor"], ["Valor empenhado", 130, "empenhado"]],
        "years": (2026, 2025, 2024), "count": 210, "opens": "click",
    },
    "receitas": {
        "title": "Receita orçamentária",
        "fields": [YEAR],
        "columns": [
            ["Código", 120, "rec_codigo"], ["Natureza da receita", 240, "rec_nome"], ["Categoria econômica", 170, "rec_categoria"], ["Unidade gestora", 200, "gestora"],
            ["Previsão inicial", 120, "prevista"], ["Lançado", 120, "lancada"], ["Arrecadado", 120, "arrecadada"],
        ],
        "years": (2025, 2024), "count": 54,
    },
    "receitasextra": {
        "title": "Receita extraorçamentária",
        "fields": [text("de", "Data inicial", "date"), text("ate", "Data final", "date")],
        "columns": [["Conta contábil", 130, "extra_codigo"], ["Título da conta", 320, "extra_nome"], ["Valor recebido", 140, "valor"]],
        "years": (2026, 2025), "count": 12,
    },
    "despesasextra": {
        "title": "Despesa extraorçamentária",
        "fields": [YEAR],
        "columns": [["Conta contábil", 130, "extra_codigo"], ["Título da conta", 320, "extra_nome"], ["Valor pago", 140, "valor"]],
        "years": (), "count": 12,
    },
    "restos": {
        "title": "Restos a pagar",
        "fields": [YEAR],
        "columns": [["Ano de origem", 100, "exercicio"], ["Processados", 130, "liquidado"], ["Não processados", 130, "saldo"], ["Cancelados", 120, "anulado"]],
        "years": (2026, 2025), "count": 8,
    },
    "diarias": {
        "title": "Diárias",
        "fields": [YEAR],
        "columns": [["Servidor", 260, "servidor"], ["Destino", 180, "destino"], ["Motivo", 260, "motivo"], ["Valor da diária", 120, "valor"]],
        "years": (2026, 2025), "count": 30,
    },
    "servidores": {
        "title": "Servidores",
        "fields": [select("ano", "Exercício", YEARS), select("mes", "Mês", ["", *MONTHS])],
        "columns": [["Matrícula", 90, "matricula"], ["Nome", 300, "servidor"], ["Cargo", 240, "cargo"], ["Lotação", 240, "secretaria"]],
        "years": (2026, 2025, 2024), "count": 160, "opens": "dblclick",
    },
    "cargos": {
        "title": "Tabela de cargos",
        "fields": [],
        "columns": [["Cargo", 300, "cargo"], ["Vagas", 90, "quantidade"], ["Vencimento base", 130, "sal_base"]],
        "years": (2026,), "count": 14,
    },
    "licitacoes": {
        "title": "Licitações",
        "fields": [YEAR, select("modalidade", "Modalidade", ["Todas", "Concorrência", "Dispensa", "Pregão Eletrônico"])],
        "columns": [["Número", 110, "numero_licitacao"], ["Modalidade", 150, "modalidade_licitacao"], ["Objeto", 420, "objeto"], ["Abertura", 90, "data_realizacao"], ["Situação", 110, "situacao"]],
        "years": (2025, 2024), "count": 48, "opens": "button",
    },
    "contratos": {
        "title": "Contratos",
        "fields": [YEAR],
        "columns": [["Contrato", 110, "numero_contrato"], ["Contratado", 300, "empresa"], ["Início da vigência", 120, "data"], ["Valor do contrato", 130, "valor_licitado"]],
        "years": (2026, 2025), "count": 40,
    },
}  # fmt: skip
MENU = [
    ["Despesas", [["Execução", ["empenhos", "restos"]], ["Outras", ["despesasextra", "diarias"]]]],
    ["Receitas", [["Orçamento", ["receitas"]], ["Terceiros", ["receitasextra"]]]],
    ["Recursos Humanos", [["Pessoal", ["servidores", "cargos"]]]],
    ["Compras", [["Processos", ["licitacoes", "contratos"]]]],
    ["Informações", [["Ajuda", ["glossario", "noticias"]]]],
]
TEXTS = {
    "glossario": ["Glossário", "Empenho: ato que cria para o município a obrigação de pagar. Liquidação: verificação do direito adquirido pelo credor."],
    "noticias": ["Notícias", "Prefeitura publica o calendário de vacinação. Secretaria de Obras conclui pavimentação orçada em R$ 312.540,00."],
}  # fmt: skip


def found(name: str, asked: dict[str, str]) -> list[Row]:
    told = SCREENS[name]
    if asked.get("credor") or asked.get("numero") or (name == "servidores" and not asked.get("mes")):
        return []
    if "de" in asked:
        if len(asked["de"]) < 10 or len(asked["ate"]) < 10:
            return []
        days = ["".join(reversed(asked[k].split("/"))) for k in ("de", "ate")]
        every = [Row(f"gwt/{name}", y, n, told["count"]) for y in told["years"] for n in range(told["count"])]
        return [row for row in every if days[0] <= row.when.strftime("%Y%m%d") <= days[1]]
    year = int(asked.get("ano", 2026))
    if (asked.get("mes") in ("Novembro", "Dezembro") and year == 2026) or year not in told["years"]:
        return []
    rows = [Row(f"gwt/{name}", year, n, told["count"]) for n in range(told["count"])]
    wanted = asked.get("modalidade", "Todas")
    return rows if wanted == "Todas" else [row for row in rows if row["modalidade_licitacao"] == wanted]


def pairs(row: Row, told: dict[str, str]) -> list[list[str]]:
    return [[label, str(row[maker])] for label, maker in told.items()]


def record(name: str, row: Row) -> dict[str, Any]:
    """What a dialog shows: a title and its tabs, each of label/value pairs or of a table."""
    if name == "empenhos":
        told = {"Número": "numero_empenho", "Data": "data", "Credor": "credor", "CNPJ/CPF": "cpf_cnpj", "Órgão": "orgao", "Unidade": "unidade", "Função": "funcao",
                "Subfunção": "subfuncao", "Programa": "programa", "Ação": "acao", "Categoria econômica": "categoria", "Modalidade de aplicação": "modalidade_aplicacao",
                "Elemento": "elemento", "Subelemento": "subelemento", "Fonte": "fonte", "Histórico": "historico"}  # fmt: skip
        return {
            "title": f"Empenho {row['numero_empenho']}",
            "tabs": [
                ["Dados do empenho", pairs(row, told)],
                ["Liquidações", {"heads": ["Nº liquidação", "Data", "Valor liquidado"], "rows": [["1", row["data"], row["liquidado"]]]}],
                ["Pagamentos", {"heads": ["Ordem", "Data", "Valor pago"], "rows": [[row["numero_ordem"], row["data_pagamento"], row["pago"]]]}],
                ["Licitação", pairs(row, {"Modalidade da licitação": "modalidade_licitacao", "Número da licitação": "numero_licitacao"})],
            ],
        }  # fmt: skip
    if name == "servidores":
        told = {"Matrícula": "matricula", "Nome": "servidor", "Cargo": "cargo", "Tipo de vínculo": "vinculo", "Admissão": "admissao", "Carga horária": "carga",
                "Total de proventos": "vantagens", "Total de descontos": "descontos", "Salário líquido": "liquido"}  # fmt: skip
        return {"title": str(row["servidor"]), "tabs": [["", pairs(row, told)]]}
    told = {"Número": "numero_licitacao", "Processo": "numero_processo", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Publicado em": "data_publicacao",
            "Data da abertura": "data_realizacao", "Secretaria solicitante": "secretaria", "Valor estimado": "valor_estimado"}  # fmt: skip
    people = [[row["empresa"], row["cnpj"], "Vencedor"], [row["empresa_perdedora"], row["cnpj"], "Classificado"]]
    return {
        "title": f"Licitação {row['numero_licitacao']}",
        "tabs": [
            ["Dados gerais", pairs(row, told)],
            ["Participantes", {"heads": ["Licitante", "CNPJ", "Situação"], "rows": people}],
            ["Anexos", {"files": [["Edital", f"arquivo?id={row.id}"]]}],
        ],
    }


def payload(made: Any) -> str:
    """As the toolkit sends what is asked: every text once in a table, and what points to it before the table."""
    table: list[str] = ["java.lang.String/2004016611"]
    table.append(json.dumps(made, ensure_ascii=False))
    return "//OK" + json.dumps([2, 1, table, 0, 7], ensure_ascii=False)


def portal(app: Flask) -> None:
    script, style = (SITES / "gwtrpc.js").read_text("utf-8"), (SITES / "gwtrpc.css").read_text("utf-8")
    host = (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8">'
        '<meta name="gwt:property" content="locale=pt_BR"><title>Portal da Transparência</title>'
        f"<style>{style}</style>"
        '<script type="text/javascript" language="javascript" src="transparencia/transparencia.nocache.js"></script></head><body>'
        '<iframe src="javascript:\'\'" id="__gwt_historyFrame" tabindex="-1" style="position:absolute;width:0;height:0;border:0"></iframe>'
        '<noscript><div style="width:22em">Seu navegador precisa ter JavaScript habilitado.</div></noscript></body></html>'
    )
    screens = {
        name: {k: v for k, v in told.items() if k not in ("years", "count")}
        | {"columns": [c[:2] for c in told["columns"]]}
        for name, told in SCREENS.items()
    }

    def rpc() -> Response:
        """``7|0|n|base|policy|service|method|…``: the texts that are asked with follow the names."""
        time.sleep(0.15)
        parts = request.get_data(as_text=True).split("|")
        method, given = parts[6], json.loads(parts[7]) if len(parts) > 7 and parts[7] else {}
        if method == "carregarConfiguracao":
            made: Any = {"menu": MENU, "screens": screens, "texts": TEXTS}
        elif method == "consultar":
            rows = found(given["tela"], given["filtros"])
            first, makers = given["inicio"], [c[2] for c in SCREENS[given["tela"]]["columns"]]
            made = {"total": len(rows), "rows": [[str(row[m]) for m in makers] for row in rows[first : first + 75]]}
        else:
            made = record(given["tela"], found(given["tela"], given["filtros"])[given["linha"]])
        return Response(payload(made), content_type="application/json; charset=utf-8")

    app.add_url_rule("/", "host", lambda: host)
    app.add_url_rule(
        "/transparencia/transparencia.nocache.js", "script", lambda: Response(script, mimetype="text/javascript")
    )
    app.add_url_rule("/transparencia/consulta", "rpc", rpc, methods=["POST"])
    app.add_url_rule("/arquivo", "file", lambda: Response(NOTICE, mimetype="application/pdf"))
