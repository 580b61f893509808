"""A portal of server pages whose grids answer by callbacks, as a maker of São Paulo has it: the first screen asks for the exercise
and the body, headings stand in a table of their own, a plus opens a row, groups come closed, records in a window with a frame.
``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from typing import Any

from flask import Flask, Response, redirect, request
from pdf_files import NOTICE

from lab.values import Row

SCRIPT = (Path(__file__).parent / "sites" / "dxcallback.js").read_text("utf-8")
YEARS = ["2026", "2025", "2024", "2023"]
BODIES = [
    "CÂMARA MUNICIPAL DE VILA PEQUENA",
    "INSTITUTO DE PREVIDÊNCIA DE VILA PEQUENA",
    "PREFEITURA MUNICIPAL DE VILA PEQUENA",
]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
STYLE = """body{margin:0;font:12px Tahoma,sans-serif}#esq{float:left;width:210px;background:#eef}#dir{margin-left:220px;padding:8px}
.dxgvCSD{overflow:auto;height:330px}.dxgvHSDC{overflow:hidden}.dxgvTable{table-layout:fixed;width:1000px;border-collapse:collapse}.dxgvHeader,.dxgv{border:1px solid #ccc;padding:3px;overflow:hidden}
.dxgvHeader{background:#dfe8f6;cursor:pointer}.dxgvGroupPanel{background:#eee;padding:8px}img{width:13px;height:13px;background:#79a}.dxnbGroupHeader,.dxnbGroupHeaderCollapsed{cursor:pointer;background:#cde;padding:5px}
.dxnb-list,.dxtc-strip{list-style:none;margin:0;padding:0}.dxtc-strip{display:flex}.dxtc-tab{padding:5px 12px;border:1px solid #aaa;cursor:pointer}.dxtc-activeTab{background:#dfe8f6}
.dxeButtonEdit{border:1px solid #999}.dxeButton{cursor:pointer;background:#dde}.dxpcDropDown{position:absolute;background:#fff;border:1px solid #999;z-index:800}.dxeListBoxItem{padding:3px 8px;cursor:default}
.dxbButton{display:inline-block;border:1px solid #888;background:#e8eef8;cursor:pointer}.dxb{padding:4px 16px}.dxbButton input{position:absolute;opacity:0;width:1px;height:1px}
.dxpcLite{position:absolute;left:180px;top:60px;width:760px;background:#fff;border:2px solid #678;z-index:1000}.dxpc-header{background:#cde;padding:6px}.dxpc-closeBtn{float:right;cursor:pointer}.mod{position:fixed;inset:0;background:#0004;z-index:999}"""
GRIDS: dict[str, dict[str, Any]] = {
    "Empenhos": dict(
        title="Empenhos", years=[2026, 2025, 2024], count=130, detail="expense",
        columns={"Empenho": "numero_empenho", "Data": "data", "Fornecedor": "credor", "CNPJ/CPF": "cpf_cnpj", "Valor Empenhado": "empenhado", "Valor Liquidado": "liquidado", "Valor Pago": "pago"},
    ),
    "DespesaClassificacao": dict(
        title="Despesa por Classificação", years=[2026, 2025], count=60, group=("Órgão", "orgao"),
        columns={"Ficha": "numero_seq", "Função": "funcao", "Fonte de Recurso": "fonte", "Dotação Inicial": "fixado", "Dotação Atualizada": "suplementado", "Empenhado": "empenhado"},
    ),
    "DespesaExtra": dict(title="Despesas Extra-Orçamentárias", years=[2026, 2025], count=12, columns={"Código": "extra_codigo", "Descrição": "extra_nome", "Valor Pago": "valor"}),
    "RestosPagar": dict(title="Restos a Pagar", years=[2026, 2025], count=20, columns={"Exercício": "exercicio", "Credor": "credor", "Processados": "liquidado", "Não Processados": "saldo"}),
    "Adiantamentos": dict(title="Adiantamentos e Diárias", years=[2025], count=20, columns={"Servidor": "servidor", "Motivo": "motivo", "Valor": "valor"}),
    "ReceitaOrcamentaria": dict(
        title="Receita Orçamentária", years=[2026, 2025], count=54, group=("Categoria Econômica", "rec_categoria"),
        columns={"Receita": "rec_codigo", "Especificação": "rec_nome", "Rubrica": "rec_rubrica", "Alínea": "rec_alinea", "Subalínea": "rec_subalinea", "Orçado": "prevista", "Arrecadado": "arrecadada"},
    ),
    "ReceitaExtra": dict(title="Receita Extra-Orçamentária", years=[], count=0, columns={"Código": "extra_codigo", "Descrição": "extra_nome", "Valor Arrecadado": "valor"}),
    "Servidores": dict(
        title="Servidores", years=[2026, 2025], count=70, form=True, popup=("Visualizar", "ServidorDetalhe.aspx", "Remuneração"),
        columns={"Matrícula": "matricula", "Nome": "servidor", "Cargo": "cargo", "Lotação": "secretaria", "Vínculo": "vinculo"},
    ),
    "Cargos": dict(title="Quadro de Cargos", years=[2026, 2025], count=14, columns={"Denominação do Cargo": "cargo", "Vagas": "quantidade", "Ocupadas": "quantidade"}),
    "Licitacoes": dict(
        title="Licitações", years=[2025, 2024], count=40, popup=("Detalhes", "LicitacaoDetalhe.aspx", "Detalhes da Licitação"),
        columns={"Número": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Data de Abertura": "data_realizacao", "Situação": "situacao"},
    ),
    "Contratos": dict(title="Contratos", years=[2026, 2025], count=30, columns={"Contrato": "numero_contrato", "Contratada": "empresa", "Objeto": "objeto", "Valor do Contrato": "valor_licitado"}),
}  # fmt: skip
MENU = {
    "Despesas": ["Empenhos", "DespesaClassificacao", "DespesaExtra", "RestosPagar", "Adiantamentos"],
    "Receitas": ["ReceitaOrcamentaria", "ReceitaExtra"],
    "Pessoal": ["Servidores", "Cargos"],
    "Licitações e Contratos": ["Licitacoes", "Contratos"],
}
POSTED = {"Servidores", "Cargos", "Licitacoes", "Contratos"}
"""Entries of the menu that are posted back rather than links."""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago valor_fixado orgao_or_uni_orcamentaria funcao sub_funcao".split(),
        *"programa acao categoria_economica natureza_despesa modalidade elemento sub_elemento".split(),
        *"emp_indicacao_licitacao lic_modalidade lic_numero lic_num_contrato".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "categoria_economica origem rubrica alinea sub_alinea previsao arrecadacao".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao valor".split(),
        *"nome_vencedores nome_perdedores cnpj_cpf edital".split(),
    ],
}
"""Bids ended with the year before; the pay stands in a window, the classification of an empenho in its row's tabs."""


def combo(name: str, options: list[str], value: str = "") -> str:
    items = "".join(f'<tr class="dxeListBoxItemRow"><td class="dxeListBoxItem">{o}</td></tr>' for o in options)
    drop = (
        f'<div id="{name}_DDD_PW-1" class="dxpcDropDown" style="display:none"><div class="dxeListBox" id="{name}_DDD_L"><div class="dxlbd" id="{name}_DDD_L_D">'
        f'<table id="{name}_DDD_L_LBT" cellspacing="0" cellpadding="0">{items}</table></div></div></div>'
    )
    box = (
        f'<td style="display:none"><input type="hidden" id="{name}_VI" name="{name}_VI" value="{options.index(value) if value else ""}"></td>'
        f'<td class="dxic" style="width:100%"><input class="dxeEditArea dxeEditAreaSys" id="{name}_I" name="{name}" readonly type="text" autocomplete="off" value="{value}"></td>'
        f'<td id="{name}_B-1" class="dxeButton" style="user-select:none"><img class="dxEditors_edtDropDown" src="/DXR.gif" alt="v"></td>'
    )
    return f'<table class="dxeButtonEdit dxeButtonEditSys" id="{name}" style="width:330px"><tr>{box}</tr></table>{drop}'


def button(name: str, text: str) -> str:
    return f'<div class="dxbButton dxbButtonSys dxbTSys" id="{name}"><div class="dxb"><input class="dxb-hb" value="{text}" type="button" name="{name}" readonly tabindex="-1"><span class="dx-vam">{text}</span></div></div>'


def layout(fields: dict[str, str]) -> str:
    items = "".join(
        f'<tr><td class="dxflItemSys"><table class="dxflItem"><tr><td class="dxflCaptionCell"><label class="dxflCaption">{n}:</label></td>'
        f'<td class="dxflNestedControlCell"><span class="dxeBase">{v}</span></td></tr></table></td></tr>'
        for n, v in fields.items()
    )
    return f'<div class="dxflFormLayout"><table class="dxflGroup" cellspacing="0">{items}</table></div>'


def plain_grid(name: str, heads: list[str], lines: list[list[str]]) -> str:
    """A small grid within a detail: headings in its own table."""
    head = "".join(
        f'<td id="{name}_col{n}" class="dxgvHeader"><table style="width:100%"><tr><td>{h}</td></tr></table></td>'
        for n, h in enumerate(heads)
    )
    body = "".join(
        f'<tr id="{name}_DXDataRow{n}" class="dxgvDataRow">'
        + "".join(f'<td class="dxgv">{c}</td>' for c in line)
        + "</tr>"
        for n, line in enumerate(lines)
    )
    return f'<table id="{name}" class="dxgvControl"><tr><td><table id="{name}_DXMainTable" class="dxgvTable" style="width:700px"><tr id="{name}_DXHeadersRow0">{head}</tr>{body}</table></td></tr></table>'


def tabs(name: str, *pages: tuple[str, str]) -> str:
    strip = "".join(
        f'<li id="{name}_T{n}" class="dxtc-tab{"" if n else " dxtc-activeTab"}"><a class="dxtc-link"><span class="dx-vam">{text}</span></a></li>'
        for n, (text, _) in enumerate(pages)
    )
    inner = "".join(
        f'<div id="{name}_C{n}"{" style=display:none" if n else ""}><div>{html}</div></div>'
        for n, (_, html) in enumerate(pages)
    )
    return f'<div class="dxtcLite dxtc-top" id="{name}"><ul id="{name}_TC" class="dxtc-stripContainer dxtc-strip">{strip}</ul><div id="{name}_CC" class="dxtc-content">{inner}</div></div>'


def fields(row: Row, **made: str) -> dict[str, str]:
    return {name: str(row[maker]) for name, maker in made.items()}


def expense(row: Row, at: int) -> str:
    name = f"gv_dxdt{at}_pc"
    budget = {"Órgão": "orgao", "Unidade Orçamentária": "unidade", "Função": "funcao", "Sub-Função": "subfuncao", "Programa": "programa", "Projeto/Atividade": "acao",
              "Categoria Econômica": "categoria", "Natureza da Despesa": "natureza", "Modalidade de Aplicação": "modalidade_aplicacao", "Elemento": "elemento", "Subelemento": "subelemento"}  # fmt: skip
    bid = {
        "Modalidade": "modalidade_licitacao",
        "Número da Licitação": "numero_licitacao",
        "Número do Contrato": "numero_contrato",
    }
    return tabs(
        name,
        ("Histórico", layout(fields(row, **{"Tipo de Empenho": "tipo_empenho", "Histórico": "historico"}))),
        ("Classificação", layout(fields(row, **budget))),
        ("Licitação", layout(fields(row, **bid))),
        (
            "Liquidações",
            plain_grid(
                f"{name}_l",
                ["Data", "Documento", "Valor"],
                [[str(row[m]) for m in ("data_homologacao", "documento_fiscal", "liquidado")]],
            ),
        ),
        (
            "Pagamentos",
            plain_grid(
                f"{name}_p",
                ["Data", "Ordem", "Valor"],
                [[str(row[m]) for m in ("data_pagamento", "numero_ordem", "pago")]],
            ),
        ),
    )


def document(body: str, action: str, more: str = "") -> str:
    return (
        f'<!DOCTYPE html><html><head><title>Portal da Transparência</title><style>{STYLE}</style><script src="/ScriptResource.axd"></script></head><body>'
        f'<form method="post" action="{action}" id="aspnetForm"><div class="aspNetHidden"><input type="hidden" name="__EVENTTARGET" value=""><input type="hidden" name="__EVENTARGUMENT" value="">'
        f'<input type="hidden" name="__VIEWSTATE" value="{secrets.token_urlsafe(40)}"></div>{body}</form>{more}</body></html>'
    )


class Visit:
    """What the server keeps of a visit."""

    def __init__(self) -> None:
        self.year, self.body = 0, ""
        self.open: dict[str, set[int]] = {}
        self.pages: dict[str, int] = {}
        self.month = ""

    def rows(self, name: str) -> list[Row]:
        told = GRIDS[name]
        if self.body != BODIES[2] or self.year not in told["years"]:
            return []
        if told.get("form") and (not self.month or (self.year == 2026 and MONTHS.index(self.month) > 8)):
            return []
        return [Row(f"dx/{name}", self.year, n, told["count"]) for n in range(told["count"])]

    def grid(self, name: str) -> str:
        told, rows, opened = GRIDS[name], self.rows(name), self.open.setdefault(name, set())
        detail, group, popup = told.get("detail"), told.get("group"), told.get("popup")
        columns = list(told["columns"].items())
        extra = '<td class="dxgvHeader" style="width:22px;border-top-width:0">&nbsp;</td>' if detail or group else ""
        head = extra + "".join(
            f'<td id="gv_col{n}" class="dxgvHeader" onclick="ASPx.GVSort(\'gv\',{n})"><table style="width:100%"><tr><td>{h}</td><td style="width:1px;text-align:right">'
            f'<img class="dxGridView_gvHeaderFilter" src="/DXR.gif" alt="[Filter]" onclick="ASPx.GVHeaderFilter(\'gv\',{n},event)"></td></tr></table></td>'
            for n, (h, _) in enumerate(columns)
        ) + ('<td class="dxgvHeader">&nbsp;</td>' if popup else "")  # fmt: skip
        arm = (
            '<tr class="dxgvArm">' + '<td style="height:0"></td>' * (len(columns) + bool(extra) + bool(popup)) + "</tr>"
        )
        size, lines = 15, []

        def line(at: int, row: Row) -> None:
            sign = "Expanded" if at in opened and detail else "Collapsed"
            does = "GVCollapseDetailRow" if sign == "Expanded" else "GVExpandDetailRow"
            plus = (
                f'<td class="dxgvDetailButton dxgv"><img class="dxGridView_gvDetail{sign}Button" src="/DXR.gif" alt="[{"Collapse" if sign == "Expanded" else "Expand"}]" onclick="ASPx.{does}(\'gv\',{at},event)" style="cursor:pointer"></td>'
                if detail
                else '<td class="dxgvIndentCell dxgv">&nbsp;</td>'
                if group
                else ""
            )
            cells = "".join(f'<td class="dxgv">{row[m]}</td>' for _, m in columns)
            show = (
                f'<td class="dxgvCommandColumn dxgv"><a class="dxbButton dxgvCommandColumnItem" href="javascript:;" onclick="ASPx.ShowPopup(\'pop\',\'{popup[1]}?id={row.id}\',\'{popup[2]}\')"><span>{popup[0]}</span></a></td>'
                if popup
                else ""
            )
            lines.append(f'<tr id="gv_DXDataRow{at}" class="dxgvDataRow">{plus}{cells}{show}</tr>')
            if detail and at in opened:
                lines.append(
                    f'<tr id="gv_DXDRow{at}" class="dxgvDetailRow"><td class="dxgvDetailIndentCell"></td><td class="dxgvDetailCell" colspan="{len(columns)}">{expense(row, at)}</td></tr>'
                )

        total = len(rows)
        if group:
            names = sorted({str(row[group[1]]) for row in rows})
            for n, value in enumerate(names):
                sign, does = ("Expanded", "GVCollapseRow") if n in opened else ("Collapsed", "GVExpandRow")
                lines.append(
                    f'<tr id="gv_DXGroupRow{n}" class="dxgvGroupRow"><td class="dxgv"><img class="dxGridView_gv{sign}Button" src="/DXR.gif" alt="[{sign}]" onclick="ASPx.{does}(\'gv\',{n},event)" style="cursor:pointer"></td>'
                    f'<td class="dxgv" colspan="{len(columns)}">{group[0]}: {value}</td></tr>'
                )  # fmt: skip
                if n in opened:
                    for row in (r for r in rows if r[group[1]] == value):
                        line(row.index, row)
            pager = ""
        else:
            page, count = self.pages.get(name, 0), -(-total // size)
            for at in range(page * size, min(total, page * size + size)):
                line(at, rows[at])
            numbers = "".join(
                f'<b class="dxp-num dxp-current">[{n + 1}]</b>'
                if n == page
                else f"<a class=\"dxp-num\" onclick=\"ASPx.GVPagerOnClick('gv','PN{n}')\">{n + 1}</a>"
                for n in range(min(count, 9))
            )
            pager = (
                f'<div class="dxgvPagerBottomPanel"><div class="dxpLite" id="gv_DXPagerBottom"><b class="dxp-lead dxp-summary">Página {page + 1} de {count} ({total} itens)</b>{numbers}<a class="dxp-button" onclick="ASPx.GVPagerOnClick(\'gv\',\'PBN\')"><img class="dxWeb_pNext" src="/DXR.gif" alt="Próxima"></a></div></div>'
                if count > 1
                else ""
            )
        if not lines:
            lines = [
                f'<tr id="gv_DXEmptyRow" class="dxgvEmptyDataRow"><td class="dxgv" colspan="{len(columns) + 1}"><div>Não há dados para exibir</div></td></tr>'
            ]
        moved = (
            f'<table><tr><td id="gv_groupcol0" class="dxgvHeader">{group[0]}</td></tr></table>'
            if group
            else "Arraste o cabeçalho de uma coluna para cá para agrupar por ela"
        )
        return (
            f'<table id="gv" class="dxgvControl dxgv" cellspacing="0" cellpadding="0"><tr><td><div class="dxgvGroupPanel" id="gv_grouppanel">{moved}</div>'
            f'<div class="dxgvHSDC"><div style="overflow:hidden"><table id="gv_DXHeaderTable" class="dxgvTable" cellspacing="0" cellpadding="0">{arm}<tr id="gv_DXHeadersRow0">{head}</tr></table></div></div>'
            f'<div class="dxgvCSD"><table id="gv_DXMainTable" class="dxgvTable" cellspacing="0" cellpadding="0">{arm}{"".join(lines)}</table></div>{pager}</td></tr></table>'
        )  # fmt: skip

    def callback(self, name: str, param: str) -> str:
        opened = self.open.setdefault(name, set())
        if found := re.search(r"SHOWDETAILROW(\d+)|EXPANDROW(\d+)", param):
            opened.add(int(found[1] or found[2]))
        elif found := re.search(r"HIDEDETAILROW(\d+)|COLLAPSEROW(\d+)", param):
            opened.discard(int(found[1] or found[2]))
        elif found := re.search(r"PAGERONCLICKPN(\d+)", param):
            self.pages[name] = int(found[1])
        elif "PBN" in param:
            self.pages[name] = self.pages.get(name, 0) + 1
        elif found := re.search(r"FILTERPOPUP(\d+)", param):
            maker = list(GRIDS[name]["columns"].values())[int(found[1])]
            values = dict.fromkeys(str(row[maker]) for row in self.rows(name))
            return (
                "<table>"
                + "".join(f'<tr><td class="dxeListBoxItem">{v}</td></tr>' for v in ["(Tudo)", *values][:40])
                + "</table>"
            )
        elif found := re.search(r"CB\|(.*)", param):
            self.month = found[1]
        return self.grid(name)

    def page(self, name: str) -> str:
        told = GRIDS[name]

        def entry(key: str) -> str:
            href = (
                "javascript:void(0)\" onclick=\"__doPostBack('ctl00$nav','" + key + "')"
                if key in POSTED
                else f"{key}.aspx"
            )
            return f'<li class="dxnb-item"><a class="dxnb-link" href="{href}"><span class="dx-vam">{GRIDS[key]["title"]}</span></a></li>'

        groups = "".join(
            f'<li class="dxnb-gr"><div class="dxnbGroupHeader{"" if name in keys else "Collapsed"}"><img class="dxWeb_nbCollapse" src="/DXR.gif" alt=""> <span>{text}</span></div>'
            f'<ul class="dxnb-content dxnb-list"{"" if name in keys else " style=display:none"}>{"".join(map(entry, keys))}</ul></li>'
            for text, keys in MENU.items()
        )
        form = ""
        if told.get("form"):
            ask = "<script>function on_btnConsultar(){var m=document.getElementById('cbMes_I').value;if(!m){alert('Selecione o mês de referência.');return;}ASPx.perform('gv',m);}</script>"
            form = f"<table><tr><td>Mês de Referência:</td><td>{combo('cbMes', MONTHS)}</td></tr><tr><td>Nome:</td><td><table class='dxeTextBox'><tr><td class='dxic'><input class='dxeEditArea' id='tbNome_I' name='tbNome' type='text'></td></tr></table></td></tr></table>{button('btnConsultar', 'Consultar')}{ask}"
        pop = (
            '<div id="pop_PW-1" class="dxpcLite dxpclW" style="display:none"><div class="dxpc-header"><div class="dxpc-closeBtn"><img class="dxWeb_pcCloseButton" src="/DXR.gif" alt="[Close]"></div><span class="dxpc-headerText"></span></div>'
            '<div class="dxpc-content"><iframe id="pop_CIF-1" src="about:blank" style="width:100%;height:420px;border:0"></iframe></div></div><div id="pop_MOD" class="mod" style="display:none"></div>'
        )
        body = (
            f'<div id="topo">Exercício: <b>{self.year}</b> &nbsp; Entidade: <b>{self.body}</b> &nbsp; <a href="Default.aspx">Trocar</a></div><div id="esq"><ul class="dxnbLite dxnb-list" id="ctl00_nav">{groups}</ul></div>'
            f'<div id="dir"><h2>{told["title"]}</h2>{form}{self.grid(name)}</div>'
        )
        return document(body, f"{name}.aspx", pop)


def dxcallback(app: Flask) -> None:
    visits: dict[str, Visit] = {}

    def visit() -> Visit | None:
        found = visits.get(request.cookies.get("ASP.NET_SessionId", ""))
        return found if found and found.year else None

    def first() -> Response:
        if request.method == "POST":
            made = secrets.token_hex(8)
            visits[made] = Visit()
            visits[made].year, visits[made].body = int(request.form["cbExercicio"]), request.form["cbEntidade"]
            answer = Response("", 302, {"Location": "Principal.aspx"})
            answer.set_cookie("ASP.NET_SessionId", made)
            return answer
        ask = "<script>function on_btnAcessar(){if(!document.getElementById('cbEntidade_I').value){alert('Selecione a entidade.');return;}__doPostBack('btnAcessar','');}</script>"
        body = f"<center><h1>Portal da Transparência</h1><table><tr><td>Exercício:</td><td>{combo('cbExercicio', YEARS, '2026')}</td></tr><tr><td>Entidade:</td><td>{combo('cbEntidade', BODIES)}</td></tr></table>{button('btnAcessar', 'Acessar')}</center>{ask}"
        return Response(document(body, "Default.aspx"))

    def page(name: str) -> Response | str:
        now = visit()
        if now is None:
            return redirect("/Default.aspx")
        if name == "Principal":
            name = "DespesaClassificacao"
            html = now.page(name)
            return re.sub(
                r'<div id="dir">.*</div></form>',
                '<div id="dir"><h2>Bem-vindo</h2><p>Escolha uma opção no menu ao lado.</p></div></form>',
                html,
                flags=re.S,
            )
        if request.form.get("__EVENTTARGET") == "ctl00$nav":
            return redirect(f"/{request.form['__EVENTARGUMENT']}.aspx")
        if "__CALLBACKID" in request.form:
            html = now.callback(name, request.form["__CALLBACKPARAM"])
            return Response(f"0|/*DX*/({json.dumps({'result': html})})", mimetype="text/plain")
        now.open.pop(name, None)
        now.pages.pop(name, None)
        return now.page(name)

    def person() -> str:
        made = request.args["id"]
        row = Row("dx/Servidores", int(made[:4]), int(made[4:]) - 1, 70)
        pay = plain_grid(
            "gvp",
            ["Evento", "Proventos", "Descontos"],
            [["Vencimento", str(row["sal_base"]), ""], ["INSS", "", str(row["descontos"])]],
        )
        return document(
            layout(
                fields(
                    row,
                    Nome="servidor",
                    **{
                        "Data de Admissão": "admissao",
                        "Total de Proventos": "vantagens",
                        "Total de Descontos": "descontos",
                        "Líquido": "liquido",
                    },
                )
            )
            + pay,
            "",
        )

    def bid() -> str:
        made = request.args["id"]
        row = Row("dx/Licitacoes", int(made[:4]), int(made[4:]) - 1, 40)
        told = layout(
            fields(
                row,
                **{
                    "Número": "numero_licitacao",
                    "Data de Publicação": "data_publicacao",
                    "Valor Estimado": "valor_estimado",
                    "Critério": "=Menor Preço",
                },
            )
        )
        bidders = plain_grid("gvl", ["Classificação", "Fornecedor", "CNPJ", "Valor da Proposta"], [
            ["1º", str(row["empresa"]), str(row["cnpj"]), str(row["valor_licitado"])], ["2º", str(row["empresa_perdedora"]), str(row["cnpj"]), str(row["valor_estimado"])]])  # fmt: skip
        files = plain_grid(
            "gva", ["Arquivo", ""], [["Edital", f'<a class="dxeHyperLink" href="Download.aspx?id={made}">Baixar</a>']]
        )
        return document(tabs("pc", ("Dados", told), ("Licitantes", bidders), ("Arquivos", files)), "")

    app.add_url_rule("/", "home", lambda: redirect("/Default.aspx"))
    app.add_url_rule("/Default.aspx", "first", first, methods=["GET", "POST"])
    app.add_url_rule("/ServidorDetalhe.aspx", "person", person)
    app.add_url_rule("/LicitacaoDetalhe.aspx", "bid", bid)
    app.add_url_rule("/Download.aspx", "download", lambda: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/ScriptResource.axd", "script", lambda: Response(SCRIPT, mimetype="text/javascript"))
    app.add_url_rule(
        "/DXR.gif",
        "image",
        lambda: Response(
            b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
            mimetype="image/gif",
        ),
    )
    app.add_url_rule("/<name>.aspx", "page", page, methods=["GET", "POST"])
