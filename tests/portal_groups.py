"""An accounting vendor's ASP.NET portal of about 2014: one address and a tree of queries beside a panel that calls back; grids whose
rows wait in groups, trees of budget codes that unfold, records in windows with a page of their own, tabs within a row."""

from __future__ import annotations

import json
import secrets
from html import escape
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, SECRETARIATS, Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor valor_liquidado valor_pago orgao_or_uni_orcamentaria".split(),  # of groups, unfolded
        *"emp_cnpj_cpf funcao sub_funcao programa acao natureza_despesa elemento modalidade".split(),  # in a window
        "valor_fixado",  # by department, as what was budgeted
    ],
    "receita_orcamentaria": "previsao arrecadacao categoria_economica origem".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),  # in the list
        *"nome_vencedores nome_perdedores cnpj_cpf valor edital".split(),  # in tabs within a row
    ],
}
UNREAD = {(c, item) for c in ("receita_extra_orcamentaria", "despesa_extra_orcamentaria") for item in PUBLISHED[c]}
"""Not found yet: a round button without a role says which of two lists is shown, and nothing else on the page does; pressed
before the year is chosen, it changes nothing in sight."""
YEARS = ["2026", "2025", "2024", "2023"]
ENTITIES = ["CAMARA MUNICIPAL", "PREFEITURA MUNICIPAL", "INSTITUTO DE PREVIDENCIA"]
TREE = {
    "Planejamento": {"LOA - Lei Orçamentária": "loa", "Plano Plurianual": "ppa"},
    "Execução da Receita": {"Receita orçamentária": "receita", "Transferências recebidas": "transferencias"},
    "Execução da Despesa": {"Despesa por órgão": "totais", "Empenhos por unidade": "empenhos", "Diárias": "diarias"},
    "Movimento Extra Orçamentário": {"Movimentação extra": "extra"},
    "Recursos Humanos": {"Servidores e vencimentos": "servidores", "Estrutura organizacional": "estrutura"},
    "Licitações e Contratos": {"Licitações": "licitacoes", "Contratos": "contratos"},
    "Ajuda": {"Perguntas frequentes": "ajuda"},
}
GRIDS: dict[str, dict[str, Any]] = {
    "empenhos": {"title": "Empenhos por unidade", "years": ["2025", "2024"], "count": 40, "group": "Unidade", "window": True,
        "columns": [("Empenho", "numero_empenho"), ("Emissão", "data"), ("Fornecedor", "credor"), ("Empenhado", "empenhado"), ("Liquidado", "liquidado"), ("Pago",
            "pago")]},
    "totais": {"title": "Despesa por órgão", "years": YEARS, "count": 9, "columns": [("Órgão", "secretaria"), ("Orçado", "fixado"), ("Realizado", "pago")]},
    "diarias": {"title": "Diárias", "years": YEARS[1:], "count": 7, "columns": [("Servidor", "servidor"), ("Cargo", "cargo"), ("Destino", "destino"), ("Valor",
        "valor")]},
    "transferencias": {"title": "Transferências recebidas", "years": YEARS, "count": 6, "columns": [("Concedente", "concedente"), ("Data", "data"),
        ("Valor repassado", "valor")]},
    "extra": {"title": "Movimentação extra", "years": ["2025", "2024"], "count": 12, "radio": ["Receita extra", "Despesa extra"],
        "columns": [("Ficha", "extra_codigo"), ("Descrição da ficha", "extra_nome"), ("Valor", "valor")]},
    "servidores": {"title": "Servidores e vencimentos", "years": ["2026", "2025"], "count": 36, "month": True,
        "columns": [("Matrícula", "matricula"), ("Nome", "servidor"), ("Cargo", "cargo"), ("Regime", "regime"), ("Proventos", "vantagens"), ("Descontos",
            "descontos"), ("Líquido", "liquido")]},
    "licitacoes": {"title": "Licitações", "years": ["2025", "2024"], "count": 15, "detail": True,
        "columns": [("Processo", "numero_processo"), ("Modalidade", "modalidade_licitacao"), ("Objeto", "objeto"), ("Abertura", "data_realizacao"), ("Situação",
            "situacao")]},
    "contratos": {"title": "Contratos", "years": YEARS, "count": 10, "columns": [("Contrato", "numero_contrato"), ("Contratado", "empresa"), ("CNPJ", "cnpj"),
        ("Valor", "valor_licitado")]},
}  # fmt: skip
WINDOW = [("Empenho", "numero_empenho"), ("CPF/CNPJ", "cpf_cnpj"), ("Função", "funcao"), ("Sub-Função", "subfuncao"), ("Programa", "programa"),
    ("Projeto/Atividade", "acao"),
    ("Natureza da Despesa", "natureza"), ("Elemento", "elemento"), ("Modalidade de Aplicação", "modalidade_aplicacao"), ("Fonte de Recurso", "fonte"), ("Histórico",
        "historico")]  # fmt: skip
PROSE = {
    "loa": "<a href='arquivos/loa.pdf' target='_blank'>LOA 2026</a><br><a href='arquivos/loa25.pdf' target='_blank'>LOA 2025</a>",
    "ppa": "<a href='arquivos/ppa.pdf' target='_blank'>PPA 2026-2029</a>",
    "estrutura": "<table class='dxrp'><tr><td>Secretaria de Finanças</td><td>Rua Central, 10</td><td>(00) 0000-0000</td></tr></table>",
    "ajuda": "<p><b>O que é empenho?</b> Ato que cria a obrigação de pagamento.</p><p><b>O que é liquidação?</b> Verificação do direito do credor.</p>",
}
IMAGE = "<img src='DXR.axd?r=1' class='{0}' alt='{1}' style='cursor:pointer'>"
CALLS = "<img src='DXR.axd?r=1' class='{0}' alt='{1}' onclick=\"call('grid','{2}')\" style='cursor:pointer'>"


def window(key: str) -> str:
    r = Row("groups/empenhos", int(key[:4]), int(key[4:]) - 1, 40)
    lines = "".join(
        f"<tr><td class='dxflCaptionCell'><span class='dxflCaption'>{label}:</span></td><td class='dxflNestedControlCell'><table class='dxeReadOnly dxeTextBox'><tr>"
        "<td class='dxic'>"
        f"<input class='dxeEditArea' readonly value='{escape(str(r[maker]))}'></td></tr></table></td></tr>"
        for label, maker in WINDOW
    )
    return f"<!doctype html><html><head><meta charset='utf-8'><title>Empenho</title></head><body><form><table class='dxflFormLayout'>{lines}</table></form></body></html>"


class Visit:
    """What a page keeps: the year, the entity, what is shown, and what is unfolded in it."""

    def __init__(self) -> None:
        self.year, self.entity, self.shown = YEARS[0], ENTITIES[1], ""
        self.reset()

    def reset(self) -> None:
        self.page, self.open, self.details, self.tabs = 0, set[int](), set[str](), dict[str, int]()
        self.radio, self.month, self.asked = 0, "", False

    def combo(self, name: str, options: list[str], value: str) -> str:
        items = "".join(f"<tr class='dxeListBoxItemRow'><td class='dxeListBoxItem'>{o}</td></tr>" for o in options)
        return (
            f"<table id='{name}' class='dxeButtonEditSys dxeButtonEdit' cellspacing='0'><tr><td style='display:none'><input id='{name}_VI' name='{name}_VI' "
            f"type='hidden' value='{value}'></td>"
            f"<td class='dxic'><input class='dxeEditArea dxeEditAreaSys' id='{name}_I' name='{name}' value='{value}' type='text' autocomplete='off' readonly></td>"
            f"<td id='{name}_B-1' class='dxeButton dxeButtonEditButton' style='-webkit-user-select:none'>{IMAGE.format('dxEditors_edtDropDown', 'v')}</td></tr></table>"
            f"<div id='{name}_DDD_PW-1' class='dxpcDropDown' style='position:absolute;z-index:12000;display:none'><div class='dxpc-content'><div class='dxeListBox'>"
            "<div class='dxlbd'>"
            f"<table id='{name}_DDD_L_LBT' class='dxeListBoxTable'>{items}</table></div></div></div></div>"
        )

    def rows(self, name: str) -> list[Row]:
        grid = GRIDS[name]
        if self.year not in grid["years"] or (self.entity != ENTITIES[1] and name != "totais"):
            return []
        if "month" in grid and (
            not self.asked or self.month not in MONTHS or (self.year == "2026" and MONTHS.index(self.month) > 8)
        ):
            return []
        seed = f"groups/{name}" + ("/d" if self.radio else "")
        return [Row(seed, int(self.year), n, grid["count"]) for n in range(grid["count"])]

    def grid(self, name: str) -> str:
        grid = GRIDS[name]
        rows = self.rows(name)
        lead = ["g"] if grid.get("group") else []
        lead += ["d"] if grid.get("detail") else []
        columns = [*grid["columns"], *([("", "")] if grid.get("window") else [])]
        width = len(columns) + len(lead)
        head = "".join("<td class='dxgvHeader dxgvIndentColumn'>&nbsp;</td>" for _ in lead) + "".join(
            f"<td id='gv_col{n}' class='dxgvHeader' style='cursor:pointer'><table cellspacing='0' style='width:100%'><tr><td>{label or '&nbsp;'}</td><td "
            "style='width:1px'></td></tr></table></td>"
            for n, (label, _) in enumerate(columns)
        )
        filters = "".join("<td class='dxgv'>&nbsp;</td>" for _ in lead) + "".join(
            f"<td class='dxgv'>{f'<input class=dxeEditArea id=gv_DXFREditorcol{n}_I name=gv$DXFREditorcol{n} autocomplete=off>' if label else '&nbsp;'}</td>"
            for n, (label, _) in enumerate(columns)
        )

        def line(r: Row) -> str:
            cells = "".join("<td class='dxgvIndentCell'>&nbsp;</td>" for kind in lead if kind == "g")
            if "d" in lead:
                done = r.id in self.details
                look = "dxGridView_gvDetail" + ("Expanded" if done else "Collapsed") + "Button"
                sign = CALLS.format(look, "[Recolher]" if done else "[Expandir]", f"DETAIL|{r.id}")
                cells += f"<td class='dxgvDetailButton'>{sign}</td>"
            cells += "".join(f"<td class='dxgv'>{r[maker]}</td>" for label, maker in columns if label)
            if grid.get("window"):
                cells += (
                    f"<td class='dxgvCommandColumn dxgv'><a class='dxbButton dxbButtonSys' data-window='Detalhe.aspx?id={r.id}' href='javascript:;'><span>"
                    "...</span></a></td>"
                )
            made = f"<tr id='gv_DXDataRow{r.index}' class='dxgvDataRow'>{cells}</tr>"
            if r.id in self.details:
                made += f"<tr class='dxgvDetailRow'><td class='dxgvDetailIndentCell'></td><td class='dxgvDetailCell' colspan='{width - 1}'>{self.inner(r)}</td></tr>"
            return made

        if grid.get("group") and rows:
            body, size = "", 10
            for n, unit in enumerate(SECRETARIATS):
                mine = [r for r in rows if r["secretaria"] == unit]
                if not mine:
                    continue
                opened = n in self.open
                icon = CALLS.format(
                    f"dxGridView_gv{'Expanded' if opened else 'Collapsed'}Button",
                    "Recolher" if opened else "Expandir",
                    f"GROUP|{n}",
                )
                body += (
                    f"<tr id='gv_DXGroupRow{n}' class='dxgvGroupRow'><td class='dxgv'>{icon}</td><td class='dxgv' colspan='{width - 1}'>{grid['group']}: {unit} "
                    f"(Registros: {len(mine)})</td></tr>"
                )
                body += "".join(map(line, mine)) if opened else ""
            pager = ""
        else:
            size = 10
            body = "".join(map(line, rows[self.page * size : self.page * size + size]))
            pages = -(-len(rows) // size)
            numbers = "".join(
                f"<b class='dxp-num dxp-current'>[{n + 1}]</b>"
                if n == self.page
                else f"<a class='dxp-num' data-cb='PAGE|{n}'>{n + 1}</a>"
                for n in range(pages)
            )
            turn = f"<a class='dxp-button dxp-bi' data-cb='PAGE|{min(pages - 1, self.page + 1)}'>{IMAGE.format('dxWeb_pNext', 'Próxima')}</a>"
            pager = (
                f"<div class='dxgvPagerBottomPanel'><div class='dxpControl'><b class='dxp-lead dxp-summary'>Página {self.page + 1} de {pages} ({len(rows)} "
                f"itens)</b>{numbers}{turn}</div></div>"
                if pages > 1
                else ""
            )
        if not rows:
            body = f"<tr id='gv_DXEmptyRow' class='dxgvEmptyDataRow'><td class='dxgv' colspan='{width}'><div>Sem dados para exibir</div></td></tr>"
        panel = "<div class='dxgvGroupPanel'>Arraste um cabeçalho de coluna até aqui para agrupar</div>"
        if grid.get("group"):
            panel = (
                f"<div class='dxgvGroupPanel'><table class='dxgvHeader'><tr><td>{grid['group']}</td></tr></table></div>"
            )
        load = "<table id='gv_LPV' class='dxgvLoadingPanel' style='display:none;position:absolute'><tr><td class='dx'><span>Carregando&hellip;</span></td></tr></table>"
        return (
            f"<table id='gv' class='dxgvControl' cellspacing='0'><tr><td>{panel}<table id='gv_DXMainTable' class='dxgvTable' cellspacing='0'><tr "
            f"id='gv_DXHeadersRow0'>{head}</tr>"
            f"<tr id='gv_DXFilterRow' class='dxgvFilterRow'>{filters}</tr>{body}</table>{pager}{load}</td></tr></table>"
        )

    def inner(self, r: Row) -> str:
        """Tabs within a row of bids."""
        at = self.tabs.get(r.id, 0)
        tabs = "".join(
            f"<li class='dxtc-{'activeTab' if n == at else 'tab'}' data-cb='TAB|{r.id}|{n}'><span class='dx-vam dxtc-link'>{name}</span></li>"
            for n, name in enumerate(["Participantes", "Arquivos"])
        )
        if at == 0:
            lines = "".join(
                f"<tr class='dxgvDataRow'><td class='dxgv'>{r[who]}</td><td class='dxgv'>{r['cnpj']}</td><td class='dxgv'>{told}</td><td class='dxgv'>"
                f"{r['valor_licitado']}</td></tr>"
                for who, told in (("empresa", "Vencedor"), ("empresa_perdedora", "Perdedor"))
            )
            heads = "".join(
                f"<td class='dxgvHeader'><table><tr><td>{h}</td></tr></table></td>"
                for h in ("Participante", "CNPJ", "Resultado", "Valor da proposta")
            )
            body = f"<table class='dxgvTable'><tr>{heads}</tr>{lines}</table>"
        else:
            body = (
                f"<ul><li><a class='dxeHyperlink' target='_blank' href='arquivos/{r.id}.pdf'>Edital.pdf</a></li><li><a class='dxeHyperlink' target='_blank' "
                f"href='arquivos/{r.id}a.pdf'>Minuta do contrato.pdf</a></li></ul>"
            )
        return f"<div class='dxtcLite-top'><ul class='dxtc-strip dxtc-stripContainer'>{tabs}</ul><div class='dxtc-content'>{body}</div></div>"

    def budget(self) -> str:
        """A tree of budget codes: category, origin, what is collected."""
        if self.year not in ("2025", "2024") or self.entity != ENTITIES[1]:
            lines = "<tr><td class='dxtl' colspan='5'>Sem dados para exibir</td></tr>"
        else:
            rows = [Row("groups/receita", int(self.year), n, 18) for n in range(18)]
            lines, n = "", 0
            for category in ("1 - Receitas Correntes", "2 - Receitas de Capital"):
                mine = [r for r in rows if r["rec_categoria"] == category]
                lines += self.node(n, 0, [category[:1], category[4:], "", mine[0]["prevista"], mine[0]["arrecadada"]])
                opened, n = n in self.open, n + 1
                for origin in dict.fromkeys(str(r["rec_origem"]) for r in mine):
                    here, n = n, n + 1
                    if not opened:
                        continue
                    inside = [r for r in mine if r["rec_origem"] == origin]
                    lines += self.node(
                        here,
                        1,
                        [str(inside[0]["rec_codigo"])[:3], "", origin, inside[0]["prevista"], inside[0]["arrecadada"]],
                    )
                    if here in self.open:
                        lines += "".join(
                            self.node(-1, 2, [r["rec_codigo"], "", r["rec_nome"], r["prevista"], r["arrecadada"]])
                            for r in inside
                        )
        heads = "".join(
            f"<td class='dxtlHeader'><table><tr><td>{h}</td></tr></table></td>"
            for h in ("Código", "Categoria econômica", "Origem", "Previsto", "Arrecadado")
        )
        return (
            f"<table id='tl' class='dxtlControl'><tr><td><table id='tl_D' class='dxtlDataTable'><tr class='dxtlHeaderRow'>{heads}</tr>{lines}</table></td></tr>"
            "</table>"
        )

    def node(self, n: int, level: int, values: list[Any]) -> str:
        indents = "<span class='dxtlIndent'></span>" * level
        sign = (
            ""
            if n < 0
            else f"<span class='dxtlIndent' data-cb='GROUP|{n}'>{IMAGE.format('dxtl__' + ('Collapse' if n in self.open else 'Expand'), '[Expandir]')}</span>"
        )
        first, *rest = values
        return (
            f"<tr id='tl_R-{n}' class='dxtlNode'><td class='dxtl'>{indents}{sign}{first}</td>"
            + "".join(f"<td class='dxtl'>{v}</td>" for v in rest)
            + "</tr>"
        )

    def panel(self) -> str:
        if not self.shown:
            return "<div class='dxrpControl'><h2>Bem-vindo</h2><p>Selecione uma consulta ao lado.</p></div>"
        if self.shown in PROSE:
            return (
                f"<h2>{next(k for g in TREE.values() for k, v in g.items() if v == self.shown)}</h2>{PROSE[self.shown]}"
            )
        title = "Receita orçamentária" if self.shown == "receita" else GRIDS[self.shown]["title"]
        above = ""
        if self.shown != "receita":
            grid = GRIDS[self.shown]
            if grid.get("radio"):
                above = "<table class='dxeRadioButtonList'><tr>" + "".join(
                    f"<td><span class='dxeIRadioButton dxWeb_edtRadioButton{'Checked' if n == self.radio else 'Unchecked'}' data-cb='RADIO|{n}'></span><label "
                    f"data-cb='RADIO|{n}'>{o}</label></td>"
                    for n, o in enumerate(grid["radio"])
                ) + "</tr></table>"  # fmt: skip
            if grid.get("month"):
                above = (
                    f"<table><tr><td><span class='dxeBase'>Mês</span></td><td>{self.combo('cmbMes', list(MONTHS), self.month)}</td>"
                    "<td><div class='dxbButton dxbButtonSys' data-cb='ASK|'><div class='dxb'><span class='dx-vam'>Exibir</span></div></div></td></tr></table>"
                )
        exports = (
            "<table class='dxmMenu'><tr><td><a class='dxm-content' href='arquivos/lista.pdf'>PDF</a></td><td><a class='dxm-content' href='arquivos/lista.xls'>"
            "XLS</a></td></tr></table>"
        )
        return (
            f"<div class='dxrpControl'><div class='dxrpHeader'><span>{title} - {self.entity} - {self.year}</span></div>"
            f"{above}{exports}{self.budget() if self.shown == 'receita' else self.grid(self.shown)}</div>"
        )

    def call(self, control: str, told: str) -> None:
        name, *given = told.split("|")
        if control == "tree":
            self.shown = told
            self.reset()
        elif control == "cmbAno":
            self.year = told
            self.reset()
        elif control == "cmbEntidade":
            self.entity = told
            self.reset()
        elif control == "cmbMes":
            self.month = told
        elif name == "GROUP":
            self.open ^= {int(given[0])}
        elif name == "DETAIL":
            self.details ^= {given[0]}
        elif name == "TAB":
            self.tabs[given[0]] = int(given[1])
        elif name == "PAGE":
            self.page = int(given[0])
        elif name == "RADIO":
            self.radio = int(given[0])
        elif name == "ASK":
            self.asked = True


def portal(app: Flask) -> None:
    visits: dict[str, Visit] = {}
    script, style = (SITES / "groups.js").read_text("utf-8"), (SITES / "groups.css").read_text("utf-8")

    def home() -> Response | str:
        visit = visits.get(request.form.get("__VIEWSTATE", ""))
        if visit:  # a page keeps its own state, as it is told in its field
            visit.call(request.form["__CALLBACKID"], request.form["__CALLBACKPARAM"])
            return Response("0|/*DX*/(" + json.dumps({"result": visit.panel()}) + ")", mimetype="text/plain")
        key = secrets.token_hex(8)
        visit = visits[key] = Visit()
        nodes = "".join(
            f"<li><span class='dxtv-elb'>{IMAGE.format('dxtv-btn dxWeb_tvExpBtn', '')}</span><span class='dxtv-nd'><span class='dxtv-ndTxt dx-vam'>{name}</span></span>"
            "<ul class='dxtv-subnd' style='display:none'>"
            + "".join(
                f"<li><span class='dxtv-elbNoLn'></span><span class='dxtv-nd' data-leaf='{to}'><span class='dxtv-ndTxt dx-vam'>{text}</span></span></li>"
                for text, to in leaves.items()
            )
            + "</ul></li>"
            for name, leaves in TREE.items()
        )
        top = (
            f"<table><tr><td><span class='dxeBase'>Entidade</span></td><td>{visit.combo('cmbEntidade', ENTITIES, visit.entity)}</td>"
            f"<td><span class='dxeBase'>Exercício</span></td><td>{visit.combo('cmbAno', YEARS, visit.year)}</td></tr></table>"
        )
        popup = (
            "<div id='pc_PW-1' class='dxpcLite' style='position:absolute;z-index:11998;display:none'><div class='dxpc-mainDiv'><div class='dxpc-header'><div "
            "class='dxpc-closeBtn'>"
            f"{IMAGE.format('dxWeb_pcCloseButton', 'Fechar')}</div><span class='dxpc-headerText'>Detalhes do empenho</span></div><div class='dxpc-contentWrapper'>"
            "<iframe id='pc_CIF-1' scrolling='auto' frameborder='0' src='about:blank'></iframe></div></div></div>"
        )
        body = (
            f"<form method='post' action='./Default.aspx' id='form1'><input type='hidden' name='__VIEWSTATE' value='{key}'><h1>Portal da Transparência Fiscal</h1>{top}"
            f"<div class='left'><ul id='tv' class='dxtvControl'>{nodes}</ul></div><div class='right' id='cpPrincipal'>{visit.panel()}</div>{popup}</form>"
        )
        return (
            f"<!doctype html><html><head><meta charset='utf-8'><title>Portal da Transparência</title><style>{style}</style></head><body>{body}<script>"
            f"{script}</script></body></html>"
        )

    pixel = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xaa\xaa\xaa\x00\x00\x00!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
    app.add_url_rule("/", "home", home, methods=["GET", "POST"])
    app.add_url_rule("/Default.aspx", "default", home, methods=["GET", "POST"])
    app.add_url_rule("/Detalhe.aspx", "window", lambda: window(request.args["id"]))
    app.add_url_rule("/DXR.axd", "image", lambda: Response(pixel, mimetype="image/gif"))
    app.add_url_rule("/arquivos/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
