"""A portal in PHP of about 2013 on a toolkit of panels over jQuery: an accordion of trees at the west, each leaf a tab of the centre
with a frame or a panel fetched, grids in four tables, fields whose true input is hidden, records in windows of property grids."""

# ruff: noqa: E501 (mark-up as its makers write it)
from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
START = ""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor valor_liquidado valor_pago".split(),  # in the grid
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento".split(),  # by a double click
        *"lic_modalidade lic_numero emp_indicacao_licitacao".split(),
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": ["previsao", "arrecadacao", "origem", "uni_gestora"],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao data_realizacao".split(),
        *"setor_interessado data_publicacao_licitacao valor nome_vencedores nome_perdedores cnpj_cpf edital aviso".split(),
    ],
    "quadro_pessoal": ["nome", "cargo", "tipo_cargo", "salario_cargo"],
}
UNITS = {"": "", "101": "PREFEITURA MUNICIPAL", "201": "FUNDO MUNICIPAL DE SAÚDE", "301": "CÂMARA MUNICIPAL"}
YEARS = ["2026", "2025", "2024", "2023"]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
MODALITIES = {"6": "Pregão Eletrônico", "8": "Dispensa"}
MENU: dict[str, list[Any]] = {
    "Despesas": [
        ("Empenhos", "despesa/empenho.php"),
        ("Despesas extra-orçamentárias", "despesa/extra"),
        ("Demonstrativos", [("Despesa por função", "despesa/funcao"), ("Diárias", "despesa/diarias.php")]),
    ],
    "Receitas": [("Receita orçamentária", "receita/orcamentaria.php"), ("Receita extra-orçamentária", "receita/extra.php")],
    "Pessoal": [("Servidores", [("Folha de pagamento", "pessoal/folha.php"), ("Cargos e vagas", "pessoal/cargos")])],
    "Compras": [("Licitações", "compras/licitacao.php"), ("Contratos", "compras/contrato.php")],
    "Institucional": [("Notícias", "noticias"), ("Glossário", "glossario"), ("Fale conosco", "contato")],
}  # fmt: skip


def col(title: str, field: str, width: int = 110, **more: Any) -> dict[str, Any]:
    return {"title": title, "field": field, "width": width} | more


def select(name: str, label: str, options: dict[str, str], chosen: str = "") -> str:
    made = "".join(
        f'<option value="{value}"{" selected" if value == chosen and chosen else ""}>{text}</option>'
        for value, text in options.items()
    )
    return f'{label}: <select class="easyui-combobox" name="{name}" data-editable="false" style="width:150px">{made}</select> '


def years(chosen: str = "2026") -> str:
    return select("ano", "Ano", {year: year for year in YEARS}, chosen)


SEARCH = '<a href="javascript:void(0)" class="easyui-linkbutton go" data-icon="icon-search">Pesquisar</a>'
LENS = "/img/lupa.gif"
SCREENS: dict[str, dict[str, Any]] = {
    "despesa/empenho.php": {
        "title": "Relação de Empenhos",
        "bar": select("ug", "Unidade Gestora", UNITS) + years() + SEARCH
        + '<input class="easyui-searchbox" name="credor" data-prompt="Nome do credor" style="width:200px"><div style="color:#666">Clique duas vezes sobre a linha para detalhar o empenho.</div>',
        "frozen": [[col("Nº Empenho", "numero_empenho", 80)]],
        "columns": [[col("Emissão", "data", 80), col("Credor", "credor", 260), col("Vl. Empenhado", "empenhado", align="right"), col("Vl. Liquidado", "liquidado", align="right"), col("Vl. Pago", "pago", align="right")]],
        "more": {"numbered": True, "waits": True, "dbl": True, "needs": [["ug", "Selecione a unidade gestora!"]]},
        "years": {2026: 84, 2025: 143, 2024: 143},
    },
    "despesa/extra": {
        "title": "Despesas Extra-Orçamentárias",
        "bar": years() + SEARCH,
        "columns": [[col("Ficha", "extra_codigo"), col("Descrição", "extra_nome", 280), col("Vl. Pago", "valor", align="right")]],
        "more": {},
        "years": {2025: 12, 2024: 12},
    },
    "despesa/funcao": {
        "title": "Despesa por Função",
        "bar": years("2025") + SEARCH,
        "columns": [[col("Mês", "mes_nome"), col("Função", "funcao", 200), col("Total", "total_folha", align="right")]],
        "more": {},
        "years": {2025: 12},
    },
    "despesa/diarias.php": {
        "title": "Diárias",
        "bar": years("2025") + SEARCH,
        "columns": [[col("Servidor", "servidor", 220), col("Destino", "destino", 150), col("Motivo", "motivo", 220), col("Valor da diária", "valor", align="right")]],
        "more": {},
        "years": {2025: 31, 2026: 18},
    },
    "receita/orcamentaria.php": {
        "title": "Receita Orçamentária",
        "bar": select("mes", "Mês", {str(n): month for n, month in enumerate(MONTHS, 1)}, "11") + years() + SEARCH,
        "frozen": [[col("Código", "rec_codigo", 110, rowspan=2), col("Especificação", "rec_nome", 220, rowspan=2)], []],
        "columns": [
            [{"title": "Previsão", "colspan": 2}, {"title": "Arrecadação", "colspan": 2}, col("Unidade Gestora", "gestora", 220, rowspan=2)],
            [col("Inicial", "prevista", align="right"), col("Atualizada", "atualizada", align="right"), col("No mês", "arrecadada_mes", align="right"), col("Até o mês", "arrecadada", align="right")],
        ],
        "more": {},
        "years": {2026: 18, 2025: 18},
    },
    "receita/extra.php": {
        "title": "Receita Extra-Orçamentária",
        "bar": years() + SEARCH,
        "columns": [[col("Ficha", "extra_codigo"), col("Descrição", "extra_nome", 280), col("Vl. Arrecadado", "valor")]],
        "more": {},
        "years": {},
    },
    "pessoal/folha.php": {
        "title": "Folha de Pagamento",
        "bar": select("mes", "Mês", {str(n): month for n, month in enumerate(MONTHS, 1)}, "11") + years()
        + '<input class="easyui-searchbox" name="nome" data-prompt="Nome do servidor" style="width:220px">' + SEARCH,
        "frozen": [[col("", "id", 24, link="ver", icon=LENS), col("Matrícula", "matricula", 70), col("Servidor", "servidor", 240)]],
        "columns": [[col("Cargo", "cargo", 220), col("Lotação", "secretaria", 220)]],
        "more": {},
        "years": {2026: 62, 2025: 62},
    },
    "pessoal/cargos": {
        "title": "Cargos e Vagas",
        "bar": SEARCH,
        "columns": [[col("Cargo", "cargo", 240), col("Vagas criadas", "quantidade"), col("Vagas ocupadas", "quantidade")]],
        "more": {},
        "years": {2026: 14},
    },
    "compras/licitacao.php": {
        "title": "Processos Licitatórios",
        "bar": years() + select("modalidade", "Modalidade", {"": "Todas"} | MODALITIES) + SEARCH,
        "columns": [[col("Processo", "numero_licitacao", 90, link="abre"), col("Modalidade", "modalidade_licitacao", 140), col("Objeto", "objeto", 380), col("Abertura", "data_realizacao", 80), col("Situação", "situacao", 100)]],
        "more": {},
        "years": {2025: 27, 2024: 27},
    },
    "compras/contrato.php": {
        "title": "Contratos",
        "bar": years() + SEARCH,
        "columns": [[col("Contrato", "numero_contrato", 90), col("Contratada", "empresa", 260), col("Objeto do contrato", "objeto", 320), col("Valor do contrato", "valor_licitado", align="right"), col("Término da vigência", "data_homologacao")]],
        "more": {},
        "years": {2026: 22, 2025: 22},
    },
}  # fmt: skip
TEXTS = {
    "noticias": "<h2>Notícias</h2><div><h3>Prefeitura inaugura creche</h3><p>12/11/2026 - A obra custou R$ 1.200.000,00.</p></div><div><h3>Pregão eletrônico para merenda é adiado</h3><p>03/11/2026 - Nova data será divulgada.</p></div>",
    "glossario": "<h2>Glossário</h2><dl><dt>Empenho</dt><dd>Reserva do orçamento para uma despesa.</dd><dt>Função</dt><dd>Maior nível de agregação das despesas.</dd><dt>Alínea</dt><dd>Detalha a rubrica da receita.</dd></dl>",
    "contato": "<h2>Fale conosco</h2><form action='/enviar' method='post'><table><tr><td>Nome:</td><td><input name='nome'></td></tr><tr><td>E-mail:</td><td><input name='email'></td></tr><tr><td>Mensagem:</td><td><textarea name='texto'></textarea></td></tr></table><a href='javascript:void(0)' class='easyui-linkbutton l-btn'>Enviar</a></form>",
}  # fmt: skip


def rows(name: str, year: int) -> list[Row]:
    count = SCREENS[name]["years"].get(year, 0)
    return [Row(f"easyui/{name}", year, n, count) for n in range(count)]


def fields(row: Row, made: dict[str, str]) -> list[list[str]]:
    return [[name, str(row[maker])] for name, maker in made.items()]


def record(name: str, row: Row) -> dict[str, Any]:
    if name == "despesa/empenho.php":
        empenho = {
            "Empenho": "numero_empenho",
            "Espécie": "tipo_empenho",
            "CPF/CNPJ": "cpf_cnpj",
            "Histórico": "historico",
        }
        budget = {
            "Órgão": "orgao",
            "Função": "funcao",
            "Sub-Função": "subfuncao",
            "Programa": "programa",
            "Projeto/Atividade": "acao",
            "Elemento de Despesa": "elemento",
            "Fonte de Recurso": "fonte",
        }
        bid = {"Modalidade da Licitação": "modalidade_licitacao", "Nº da Licitação": "numero_licitacao"}
        groups = [
            ["Empenho", fields(row, empenho)],
            ["Classificação Orçamentária", fields(row, budget)],
            ["Licitação", fields(row, bid)],
        ]
        return {"title": f"Empenho Nº {row['numero_empenho']}", "groups": groups}
    if name == "pessoal/folha.php":
        person = {"Matrícula": "matricula", "Vínculo": "vinculo", "Admissão": "admissao", "Carga Horária": "carga"}
        pay = {"Proventos": "vantagens", "Descontos": "descontos", "Líquido": "liquido"}
        return {
            "title": "Ficha do Servidor",
            "groups": [["Dados Funcionais", fields(row, person)], ["Financeiro", fields(row, pay)]],
        }
    told = {
        "Processo": "numero_licitacao",
        "Secretaria Requisitante": "secretaria",
        "Data de Publicação": "data_publicacao",
        "Valor Estimado": "valor_estimado",
        "Pregoeiro": "servidor",
    }
    return {
        "title": f"Processo {row['numero_licitacao']}",
        "tabs": ["Dados", "Participantes", "Arquivos"],
        "groups": [["Dados do Processo", fields(row, told)]],
        "grid": {
            "columns": [[col("Participante", "a", 260), col("CNPJ", "b", 150), col("Resultado", "c", 120)]],
            "data": [{"a": row["empresa"], "b": row["cnpj"], "c": "Vencedor"}, {"a": row["empresa_perdedora"], "b": row["cnpj"], "c": "Perdedor"}],
        },
        "files": f'<ul><li><a href="/arquivos/{row.id}_edital.pdf" target="_blank">Edital</a></li><li><a href="/arquivos/{row.id}_aviso.pdf" target="_blank">Aviso de Licitação</a></li><li><a href="/arquivos/{row.id}_ata.pdf" target="_blank">Ata</a></li></ul>',
    }  # fmt: skip


def body(name: str) -> str:
    told = SCREENS[name]
    made = {key: told[key] for key in ("title", "frozen", "columns") if key in told} | told["more"]
    script = json.dumps(made | {"url": f"/dados.php?tela={name}", "record": f"/registro/{name}"})
    return (
        f'<div class="tela"><table class="dg"></table><div class="tb" style="padding:5px;height:auto">{told["bar"]}</div></div>'
        f"<script>easyui.screen([].slice.call(document.querySelectorAll('.tela')).pop(), {script})</script>"
    )


def html(inner: str, head: str = "") -> str:
    return (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><head><meta charset="utf-8">'
        f'<title>Portal da Transparência</title><link rel="stylesheet" href="/css/easyui.css"><script src="/js/easyui.js"></script>{head}</head>{inner}</html>'
    )


def leaf(entry: Any) -> str:
    text, at = entry
    if isinstance(at, list):
        return f"<li><span>{text}</span><ul>{''.join(leaf(e) for e in at)}</ul></li>"
    return f'<li data-url="/{at}"><span>{text}</span></li>'


def home() -> str:
    menu = "".join(
        f'<div title="{title}"><ul class="easyui-tree">{"".join(leaf(e) for e in entries)}</ul></div>'
        for title, entries in MENU.items()
    )
    return html(
        '<body class="easyui-layout layout"><div class="panel layout-panel layout-panel-north"><div class="panel-body layout-body"><h1>Portal da Transparência</h1></div></div>'
        '<div class="panel layout-panel layout-panel-west"><div class="panel-header"><div class="panel-title">Menu</div><div class="panel-tool"><a href="javascript:void(0)" class="layout-button-left"></a></div></div>'
        f'<div class="panel-body layout-body"><div id="menu" class="easyui-accordion">{menu}</div></div></div>'
        '<div class="panel layout-panel layout-panel-center"><div class="panel-body layout-body"><div id="centro" class="easyui-tabs"><div title="Início"><p>Seja bem-vindo ao Portal da Transparência do Município. Selecione uma opção no menu ao lado.</p></div></div></div></div>'
        "<script>easyui.portal()</script></body>"
    )


def answer() -> Response:
    name, given = request.args["tela"], request.form
    time.sleep(0.1)
    found = rows(name, int(given.get("ano") or 2026))
    if given.get("ug", "101") != "101" or given.get("credor") or given.get("nome"):
        found = []
    if given.get("mes") and given.get("ano") == "2026" and int(given["mes"]) > 9:
        found = []
    if given.get("modalidade"):
        found = [r for r in found if r["modalidade_licitacao"] == MODALITIES[given["modalidade"]]]
    told, size, page = SCREENS[name], int(given["rows"]), int(given["page"])
    keys = [c["field"] for row in (*told.get("frozen", []), *told["columns"]) for c in row if "field" in c]
    keys = [key for key in keys if key != "id"]
    shown = [{"id": r.id} | {key: str(r[key]) for key in keys} for r in found[(page - 1) * size : page * size]]
    return Response(
        json.dumps({"total": len(found), "rows": shown}), mimetype="text/html"
    )  # as PHP sends without saying


def one(name: str) -> Response:
    made = request.args["id"]
    year = int(made[:4])
    return Response(json.dumps(record(name, rows(name, year)[int(made[4:]) - 1])), mimetype="text/html")


def portal(app: Flask) -> None:
    gif = b"GIF89a\x10\x00\x10\x00\x80\x00\x00\x00\x00\x00\x00\x88\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x10\x00\x10\x00\x00\x02\x0e\x8c\x8f\xa9\xcb\xed\x0f\xa3\x9c\xb4\xda\x8b\xb3\x3e\x05\x00;"
    app.static_folder = None
    app.add_url_rule("/", "home", home)
    app.add_url_rule(
        "/js/easyui.js", "js", lambda: Response((SITES / "easyui.js").read_text("utf-8"), mimetype="text/javascript")
    )
    app.add_url_rule(
        "/css/easyui.css", "css", lambda: Response((SITES / "easyui.css").read_text("utf-8"), mimetype="text/css")
    )
    app.add_url_rule(LENS, "lens", lambda: Response(gif, mimetype="image/gif"))
    app.add_url_rule("/dados.php", "data", answer, methods=["POST"])
    app.add_url_rule("/registro/<path:name>", "one", one)
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
    for name in SCREENS:
        made = (
            (lambda name=name: html(f"<body>{body(name)}</body>"))
            if name.endswith(".php")
            else (lambda name=name: body(name))
        )
        app.add_url_rule(f"/{name}", name, made)
    for name, text in TEXTS.items():
        app.add_url_rule(f"/{name}", name, lambda text=text: text)
