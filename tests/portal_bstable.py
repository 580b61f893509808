"""A vendor's PHP portal of about 2018, on Bootstrap 3: tables that a plug-in draws (a "+" beside each row, cards instead of rows,
columns that wait in a list, headings in a table of their own), lists that replace the selects they hide, two dates in one box."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago".split(),  # in the list
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa modalidade elemento".split(),  # behind "+"
        *"emp_indicacao_licitacao lic_numero".split(),
    ],
    "receita_orcamentaria": "uni_gestora previsao arrecadacao origem especie rubrica".split(),  # two of them in hidden columns
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo cpf".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),  # on cards
        *"data_publicacao_licitacao setor_interessado valor nome_vencedores nome_perdedores cnpj_cpf edital aviso".split(),
    ],
}
"""Receipts outside the budget have a menu entry and no row in any year."""
YEARS = ["2026", "2025", "2024", "2023"]
MENU = {
    "Receitas": {"Receitas previstas e arrecadadas": "receita", "Ingressos extraorçamentários": "ingresso", "Receitas por mês": "receitames"},
    "Despesas": {"Notas de empenho": "empenho", "Dispêndios extraorçamentários": "dispendio", "Diárias concedidas": "diaria", "Despesas por secretaria": "secretaria"},
    "Pessoal": {"Folha de pagamento": "folha", "Quantitativo de cargos": "cargos"},
    "Compras": {"Processos licitatórios": "licitacao", "Contratos e aditivos": "contrato"},
    "Institucional": {"Glossário": "glossario", "Perguntas frequentes": "faq"},
}  # fmt: skip
YEAR = ("select2", "ano", "Exercício", YEARS)
CHOSEN_YEAR = ("chosen", "ano", "Ano", YEARS)
UNITS = ["Câmara Municipal", "Prefeitura Municipal", "Fundo Municipal de Saúde"]
# name: title, rows a year, years that have rows, columns (label, value, hidden), fields, detail
PAGES: dict[str, dict[str, object]] = {
    "receita": {"title": "Receitas previstas e arrecadadas", "count": 18, "years": ["2025", "2024"], "height": True, "fields": [YEAR],
        "columns": [("Receita", "rec_codigo"), ("Descrição", "rec_nome"), ("Origem", "rec_origem"), ("Unidade gestora", "gestora", 1), ("Espécie", "rec_especie", 1),
                    ("Rubrica", "rec_rubrica", 1), ("Prevista", "prevista"), ("Arrecadada", "arrecadada")]},
    "ingresso": {"title": "Ingressos extraorçamentários", "count": 0, "years": [], "fields": [CHOSEN_YEAR],
        "columns": [("Conta", "extra_codigo"), ("Especificação", "extra_nome"), ("Valor", "valor")]},
    "receitames": {"title": "Receitas por mês", "count": 12, "years": YEARS, "fields": [YEAR],
        "columns": [("Mês", "mes_nome"), ("Total arrecadado", "arrecadada")]},
    "empenho": {"title": "Notas de empenho", "count": 42, "years": ["2025", "2024"], "detail": "linha", "fields": [("range", "periodo", "Período", []),
        ("ajax", "credor", "Credor", []), ("select2", "unidade", "Unidade", ["Todas", *UNITS])],
        "columns": [("Nº do empenho", "numero_empenho"), ("Data", "data"), ("Credor", "credor"), ("CPF/CNPJ", "cpf_cnpj"), ("Empenhado", "empenhado"),
                    ("Liquidado", "liquidado"), ("Pago", "pago")]},
    "dispendio": {"title": "Dispêndios extraorçamentários", "count": 12, "years": ["2025", "2024"], "fields": [CHOSEN_YEAR, ("chosen", "mes", "Mês", ["", *MONTHS])],
        "columns": [("Conta", "extra_codigo"), ("Especificação", "extra_nome"), ("Favorecido", "credor"), ("Valor", "valor")]},
    "diaria": {"title": "Diárias concedidas", "count": 9, "years": YEARS[1:], "fields": [YEAR],
        "columns": [("Servidor", "servidor"), ("Cargo", "cargo"), ("Destino", "destino"), ("Motivo", "motivo"), ("Valor", "valor")]},
    "secretaria": {"title": "Despesas por secretaria", "count": 9, "years": YEARS, "fields": [YEAR], "columns": [("Secretaria", "secretaria"), ("Total", "empenhado")]},
    "folha": {"title": "Folha de pagamento", "count": 33, "years": ["2026", "2025"], "months": 8, "detail": "modal", "fields": [YEAR, ("select2", "mes", "Mês",
        ["Selecione", *MONTHS]),
        ("text", "nome", "Nome do servidor", [])],
        "columns": [("Matrícula", "matricula"), ("Servidor", "servidor"), ("Cargo", "cargo"), ("Total bruto", "vantagens"), ("Total líquido", "liquido")]},
    "cargos": {"title": "Quantitativo de cargos", "count": 10, "years": YEARS, "fields": [YEAR],
        "columns": [("Cargo", "cargo"), ("Vagas criadas", "quantidade"), ("Vagas ocupadas", "quantidade")]},
    "licitacao": {"title": "Processos licitatórios", "count": 16, "years": ["2025", "2024"], "cards": True, "detail": "pagina", "fields": [YEAR,
        ("chosen", "modalidade", "Modalidade", ["Todas", "Pregão Eletrônico", "Dispensa", "Inexigibilidade", "Concorrência"])],
        "columns": [("Processo", "numero_licitacao"), ("Modalidade", "modalidade_licitacao"), ("Objeto", "objeto"), ("Abertura", "data_realizacao"), ("Situação",
            "situacao")]},
    "contrato": {"title": "Contratos e aditivos", "count": 11, "years": YEARS, "fields": [YEAR],
        "columns": [("Contrato", "numero_contrato"), ("Contratada", "empresa"), ("CNPJ", "cnpj"), ("Objeto", "objeto"), ("Vigência", "data_pagamento"), ("Valor",
            "valor_licitado")]},
}  # fmt: skip
BEHIND = {
    "empenho": [("Órgão", "orgao"), ("Função", "funcao"), ("Subfunção", "subfuncao"), ("Programa", "programa"), ("Projeto/Atividade", "acao"),
        ("Natureza da despesa", "natureza"), ("Modalidade de aplicação", "modalidade_aplicacao"), ("Elemento", "elemento"), ("Fonte", "fonte"),
        ("Licitação", "indicacao_licitacao"), ("Histórico", "historico")],
    "folha": [("Servidor", "servidor"), ("CPF", "cpf_mascarado"), ("Vínculo", "vinculo"), ("Admissão", "admissao"), ("Lotação", "secretaria"), ("Carga horária", "carga"),
        ("Salário base", "sal_base"), ("Descontos", "descontos")],
}  # fmt: skip
GLOSSARY = {
    "Empenho": "Ato que cria para o Estado obrigação de pagamento.",
    "Liquidação": "Verificação do direito adquirido pelo credor.",
    "Receita lançada": "A que a fazenda constituiu.",
    "Pregão": "Modalidade para bens e serviços comuns.",
}


def portal(app: Flask) -> None:
    script = (SITES / "bstable.js").read_text("utf-8")
    style = (SITES / "bstable.css").read_text("utf-8")

    def page(title: str, body: str) -> str:
        menu = "".join(
            f"<li class='dropdown'><a href='#' class='dropdown-toggle' data-toggle='dropdown' role='button' aria-haspopup='true' aria-expanded='false'>{name}"
            " <span class='caret'></span></a><ul class='dropdown-menu'>"
            + "".join(f"<li><a href='index.php?p={to}'>{text}</a></li>" for text, to in entries.items())
            + "</ul></li>"
            for name, entries in MENU.items()
        )
        return (
            f"<!doctype html><html lang='pt-br'><head><meta charset='utf-8'><title>Portal da Transparência - {title}</title><style>{style}</style></head><body>"
            "<nav class='navbar navbar-default'><div class='navbar-header'><a class='navbar-brand' href='index.php'>Portal da Transparência</a></div>"
            f"<ul class='nav navbar-nav'>{menu}</ul></nav><div class='container'><ol class='breadcrumb'><li><a href='index.php'>Início</a></li><li class='active'>"
            f"{title}</li></ol>"
            f"<h3 class='page-header'>{title}</h3>{body}</div><footer>Última atualização: 20/11/2026</footer><script>{script}</script></body></html>"
        )

    def field(kind: str, name: str, label: str, options: list[str]) -> str:
        if kind == "range":
            box = (
                f"<div class='input-group'><span class='input-group-addon'><i class='fa fa-calendar'></i></span><input id='{name}' name='{name}' "
                "class='form-control drp' autocomplete='off'></div>"
            )
        elif kind == "text":
            box = f"<input id='{name}' name='{name}' class='form-control'>"
        else:
            made = "".join(
                f"<option value='{'' if o in ('Todas', 'Selecione') else escape(o)}'>{o}</option>" for o in options
            )
            box = f"<select id='{name}' name='{name}' class='form-control {kind}' data-placeholder='Selecione'>{made}</select>"
        return f"<div class='col-md-4'><div class='form-group'><label class='control-label' for='{name}'>{label}</label>{box}</div></div>"

    def index() -> str:
        name = request.args.get("p", "")
        if name == "glossario":
            return page(
                "Glossário", "<dl>" + "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in GLOSSARY.items()) + "</dl>"
            )
        if name == "faq":
            return page(
                "Perguntas frequentes",
                "<h4>O que é o Portal da Transparência?</h4><p>Onde o cidadão acompanha receitas e despesas.</p>",
            )
        if name == "processo":
            return page("Processo licitatório", process(request.args["id"]))
        made = PAGES.get(name)
        if made is None:
            tiles = "".join(
                f"<div class='col-md-3'><a class='tile' href='index.php?p={to}'><i class='fa fa-2x fa-file'></i><br>{text}</a></div>"
                for text, to in [
                    ("Receitas", "receita"),
                    ("Despesas", "empenho"),
                    ("Folha de pagamento", "folha"),
                    ("Licitações", "licitacao"),
                    ("Contratos", "contrato"),
                ]
            )
            return page(
                "Início",
                f"<div class='row'>{tiles}</div><p>Receita arrecadada em outubro: <b>R$ 4.120.331,10</b>. Despesa paga em outubro: <b>R$ 3.998.120,44</b>.</p>",
            )
        fields = "".join(field(*f) for f in made["fields"])  # type: ignore[attr-defined]
        told = {k: made.get(k) for k in ("columns", "detail", "cards", "height")} | {"name": name}
        form = (
            f"<form id='frm' class='well' onsubmit='return false'><div class='row'>{fields}</div>"
            "<button type='submit' class='btn btn-primary'><i class='fa fa-search'></i> Consultar</button> <button type='reset' class='btn btn-default'>"
            "Limpar</button></form>"
        )
        return page(str(made["title"]), f"{form}<div id='grade' data-options='{escape(json.dumps(told))}'></div>"
            "<div class='modal fade' id='modal' tabindex='-1' role='dialog' style='display:none'><div class='modal-dialog'><div class='modal-content'><div "
            "class='modal-header'>"
            "<button type='button' class='close' data-dismiss='modal' aria-label='Close'><span aria-hidden='true'>&times;</span></button><h4 class='modal-title'>"
            "</h4></div>"
            "<div class='modal-body'></div><div class='modal-footer'><button class='btn btn-default' data-dismiss='modal'>Fechar</button></div></div></div>"
            "</div>")  # fmt: skip

    def process(key: str) -> str:
        r = row("licitacao", key)
        sides = [("Processo", "numero_licitacao"), ("Modalidade", "modalidade_licitacao"), ("Data de publicação", "data_publicacao"), ("Abertura", "data_realizacao"),
            ("Secretaria requisitante", "secretaria"), ("Valor estimado", "valor_estimado"), ("Objeto", "objeto")]  # fmt: skip
        data = "".join(
            f"<div class='col-md-4'><div class='form-group'><label>{label}</label><p class='form-control-static'>{r[maker]}</p></div></div>"
            for label, maker in sides
        )
        files = "".join(
            f"<li class='list-group-item'><i class='fa fa-file-pdf-o'></i> {name}<a class='pull-right' href='arquivos/{key}-{n}.pdf' target='_blank'><i class='fa "
            "fa-download'></i></a></li>"
            for n, name in enumerate(["Edital e anexos", "Aviso de licitação"])
        )
        win = f"<tr><td>{r['empresa']}</td><td>{r['cnpj']}</td><td>Vencedor</td><td>{r['valor_licitado']}</td></tr>"
        lost = f"<tr><td>{r['empresa_perdedora']}</td><td>{r['cnpj']}</td><td>Classificado</td><td>{r['valor_estimado']}</td></tr>"
        tabs = "".join(
            f"<li role='presentation' class='{'active' if n == 0 else ''}'><a href='#tab{n}' role='tab' data-toggle='tab' aria-controls='tab{n}'>{name}</a></li>"
            for n, name in enumerate(["Dados gerais", "Participantes", "Documentos"])
        )
        people = (
            "<table class='table table-striped'><thead><tr><th>Licitante</th><th>CNPJ</th><th>Resultado</th><th>Valor da proposta</th></tr></thead><tbody>"
            f"{win}{lost}</tbody></table>"
        )
        panes = "".join(
            f"<div role='tabpanel' class='tab-pane {'active' if n == 0 else ''}' id='tab{n}'>{inner}</div>"
            for n, inner in enumerate(
                [f"<div class='row'>{data}</div>", people, f"<ul class='list-group'>{files}</ul>"]
            )
        )
        return (
            f"<ul class='nav nav-tabs' role='tablist'>{tabs}</ul><div class='tab-content'>{panes}</div><a class='btn btn-default' "
            "href='javascript:history.back()'>Voltar</a>"
        )

    def row(name: str, key: str) -> Row:
        return Row(f"bstable/{name}", int(key[:4]), int(key[4:]) - 1, int(PAGES[name]["count"]))  # type: ignore[call-overload]

    def told(what: object) -> Response:
        return Response(json.dumps(what), mimetype="application/json")

    def rows() -> Response:
        name = request.form["p"]
        made = PAGES[name]
        years = [request.form.get("ano", "")]
        begin = end = None
        if "inicio" in request.form:
            begin, end = (tuple(reversed(request.form[k].split("/"))) for k in ("inicio", "fim"))
            years = [str(y) for y in range(int(begin[0]), int(end[0]) + 1)] if len(begin) == 3 else []
        count = int(made["count"])  # type: ignore[call-overload]
        found = [Row(f"bstable/{name}", int(y), n, count) for y in years if y in made["years"] for n in range(count)]  # type: ignore[operator]
        if begin is not None:
            found = [r for r in found if begin <= tuple(reversed(str(r["data"]).split("/"))) <= end]
        if request.form.get("unidade", "").startswith(("Câmara", "Fundo")) or request.form.get("credor"):
            found = []
        if "months" in made and (
            request.form.get("mes") not in MONTHS or (years == ["2026"] and MONTHS.index(request.form["mes"]) > 8)
        ):
            found = []
        if name == "dispendio" and not request.form.get("mes"):
            found = []
        if wanted := request.form.get("modalidade"):
            found = [r for r in found if r["modalidade_licitacao"] == wanted]
        if wanted := request.form.get("nome"):
            found = [r for r in found if wanted.lower() in str(r["servidor"]).lower()]
        at, size = int(request.form["offset"]), int(request.form["limit"])
        columns = [(label, maker) for label, maker, *_ in made["columns"]]  # type: ignore[attr-defined]
        return told(
            {
                "total": len(found),
                "rows": [
                    {"id": r.id, **{label: str(r[maker]) for label, maker in columns}} for r in found[at : at + size]
                ],
            }
        )

    def behind() -> str:
        name, key = request.args["p"], request.args["id"]
        r = row(name, key)
        if name == "folha":
            return (
                "<table class='table table-condensed'>"
                + "".join(f"<tr><th>{label}</th><td>{r[maker]}</td></tr>" for label, maker in BEHIND[name])
                + "</table>"
            )
        return (
            "<div class='row'>"
            + "".join(f"<div class='col-md-6'><p><b>{label}:</b> {r[maker]}</p></div>" for label, maker in BEHIND[name])
            + "</div>"
        )

    app.add_url_rule("/", "home", index)
    app.add_url_rule("/index.php", "index", index)
    app.add_url_rule("/ajax/lista.php", "rows", rows, methods=["POST"])
    app.add_url_rule("/ajax/detalhe.php", "behind", behind)
    app.add_url_rule(
        "/ajax/credor.php",
        "creditors",
        lambda: told({"results": [{"id": "1", "text": "Posto Aroeira Combustíveis Ltda"}]}),
    )
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
