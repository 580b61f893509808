"""A portal of the older Java kind: one long form whose "tipo de consulta" is posted back to show other fields, a picture for a
button, lists with a scroller under them, a magnifier a row that fills a panel, a session in the address, pages that only a
"Ir para…" leads to. What the server keeps of a visit is lost when its session is."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from flask import Flask, Response, redirect, request

from lab.values import Row

YEARS = ("2026", "2025", "2024", "2023")
FULL = ("2025", "2024", "2023")
SIZE = 8
VIEWS = 15
"""Views that the server remembers of a session; a post from an older one finds it expired."""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago funcao sub_funcao programa acao".split(),
        *"categoria_economica modalidade elemento orgao_or_uni_orcamentaria valor_fixado".split(),
    ],
    "receita_orcamentaria": "uni_gestora previsao arrecadacao rubrica alinea origem".split(),
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo".split(),
}
Column = tuple[str, str]
KINDS: dict[str, tuple[str, list[Column]]] = {
    "ne": ("Notas de empenho", [("Nº NE", "numero_empenho"), ("Dt. Emissão", "data"), ("Favorecido", "credor"), ("Vlr. Empenhado", "empenhado"),
        ("Vlr. Liquidado", "liquidado"), ("Vlr. Pago", "pago")]),
    "funcional": ("Despesa por unidade", [("Unidade Orçamentária", "secretaria"), ("Dotação Atualizada", "fixado"),
        ("Reservado", "saldo"), ("Vlr. Empenhado", "empenhado")]),
    "receita": ("Receita por rubrica", [("Unid. Gestora", "gestora"), ("Rubrica", "rec_rubrica"), ("Especificação", "rec_nome"),
        ("Orçado", "prevista"), ("Realizado até o mês", "arrecadada")]),
    "ingresso": ("Ingressos extraorçamentários", [("Ficha", "extra_codigo"), ("Especificação", "extra_nome"), ("Valor Ingressado", "valor")]),
    "dispendio": ("Dispêndios extraorçamentários", [("Ficha", "extra_codigo"), ("Especificação", "extra_nome"), ("Valor Despendido", "pago")]),
    "contrato": ("Contratos firmados", [("Contrato", "numero_contrato"), ("Contratada", "empresa"), ("Vigência", "data"), ("Valor", "valor")]),
    "licitacao": ("Processos licitatórios", []),
}  # fmt: skip
DETAILS: dict[str, list[Column]] = {
    "ne": [
        ("CNPJ/CPF do favorecido", "cpf_cnpj"), ("Função", "funcao"), ("Subfunção", "subfuncao"), ("Programa de Trabalho", "programa"), ("Projeto/Atividade", "acao"),
        ("Categoria Econômica", "categoria"), ("Modalidade de Aplicação", "modalidade_aplicacao"), ("Elemento de Despesa", "elemento"), ("Histórico", "historico"),
    ],
    "receita": [("Alínea", "rec_alinea"), ("Origem da receita", "rec_origem"), ("Fonte", "fonte")],
}  # fmt: skip
JUMPS = (
    ("Ir para...", ""),
    ("Página inicial", "/portal/home.seam"),
    ("Consultas do orçamento", "/portal/consulta/orcamento.seam"),
    ("Relação nominal de servidores", "/portal/pessoal/relacao.seam"),
    ("Tabela de vencimentos", "/portal/pessoal/tabela.seam"),
    ("Concursos", "/portal/pessoal/concursos.seam"),
    ("Dicionário de termos", "/portal/dicionario.seam"),
)
SCRIPT = (Path(__file__).parent / "sites" / "posts.js").read_text("utf-8")
STYLE = """<style>body{font:11px Verdana}.rich-mpnl-mask-div{position:fixed;left:0;top:0;width:100%;height:100%;background:#888;opacity:.5;z-index:9}
.rich-mpnl-container{position:fixed;left:120px;top:60px;z-index:10;background:#fff;border:1px solid #333;width:620px}
.dr-dscr-inact,.dr-dscr-button{cursor:pointer;padding:2px 6px}
.dr-table-subheadercell{background:#ddd}</style>"""


class Visit:
    """What the server keeps of one session: its last views, by number, and what was asked in the present one."""

    def __init__(self) -> None:
        self.views: dict[str, dict[str, str]] = {}
        self.values: dict[str, str] = {}
        self.reset()

    def reset(self) -> None:
        self.values = {"tipo": "", "ano": YEARS[0], "asked": "", "page": "1", "shown": ""}

    def restore(self, view: str) -> bool:
        self.values = dict(self.views.get(view, {}))
        return bool(self.values)

    def renew(self) -> str:
        view = f"j_id{len(self.views) + secrets.randbelow(90000) + 10}"
        self.views[view] = dict(self.values)
        for old in list(self.views)[:-VIEWS]:
            del self.views[old]
        return view


def records(kind: str, year: str, count: int = 21) -> list[Row]:
    return [Row(f"posts {kind}", int(year), n, count) for n in range(count)] if year in FULL else []


def table(heads: Iterable[str], rows: Iterable[list[str]], name: str) -> str:
    top = "".join(
        f'<th class="dr-table-subheadercell rich-table-subheadercell" scope="col">{head}</th>' for head in heads
    )
    body = "".join(
        f'<tr class="dr-table-row rich-table-row">{"".join(f"<td class=dr-table-cell id={name}:{n}:j_id{c}>{cell}</td>" for c, cell in enumerate(row))}</tr>'
        for n, row in enumerate(rows)
    )
    return (
        f'<table class="dr-table rich-table" id="{name}" border="0" cellpadding="0" cellspacing="0"><colgroup span="{len(list(heads))}"></colgroup>'
        f'<thead class="dr-table-thead"><tr class="dr-table-subheader rich-table-subheader">{top}</tr></thead><tbody id="{name}:tb">{body}</tbody></table>'
    )  # fmt: skip


def scroller(page: int, last: int) -> str:
    def cell(text: str, to: str, kind: str) -> str:
        does = f" onclick=\"scroller(this,'{to}')\"" if to else ""
        return f'<td class="dr-dscr-{kind} rich-datascr-{kind}"{does}>{text}</td>'

    back, on = ("first", "previous") if page > 1 else ("", ""), ("next", "last") if page < last else ("", "")
    cells = cell("««", back[0], "button") + cell("«", back[1], "button")
    cells += "".join(
        cell(str(n), str(n) if n != page else "", "act" if n == page else "inact") for n in range(1, last + 1)
    )
    cells += cell("»", on[0], "button") + cell("»»", on[1], "button")
    return (
        '<div class="dr-div-heading rich-datascr" align="center">'
        f'<table class="dr-dscr-t rich-dtascroller-table" cellspacing="1"><tbody><tr>{cells}</tr></tbody></table></div>'
    )


def wrap(title: str, body: str, session: str) -> str:
    """Every page has the select that leads on."""
    picks = "".join(f'<option value="{at and f"{at};jsessionid={session}"}">{text}</option>' for text, at in JUMPS)
    jump = f'<form name="frmIr" id="frmIr"><select name="irPara" size="1" onchange="if(this.value)window.location.href=this.value">{picks}</select></form>'
    return (
        f'<html><head><title>{title}</title><script type="text/javascript">{SCRIPT}</script>{STYLE}</head><body>'
        f'<table width="100%" id="topo"><tr><td><b>SIT - Sistema de Informações Transparentes</b></td><td align="right">{jump}</td></tr></table>'
        f"<h3>{title}</h3>{body}"
        '<span id="_viewRoot:status.start" style="display:none">Aguarde...</span><div id="rodape">SIT v3.8.12 - Todos os direitos reservados</div></body></html>'
    )


def query_fields(visit: Visit) -> str:
    """The fields of the kind that was picked; without one there are none."""
    kind = visit.values["tipo"]
    if not kind or kind == "licitacao":
        return ""

    def months(name: str, chosen: int) -> str:
        names = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
        inner = "".join(f'<option value="{n}"{" selected" if n == chosen else ""}>{text}</option>' for n, text in enumerate(names, 1))  # fmt: skip
        return f'<select name="frmConsulta:{name}" size="1">{inner}</select>'

    years = " | ".join(
        f"<b>{y}</b>" if y == visit.values["ano"]
        else f"<a href=\"#\" id=\"frmConsulta:ano{y}\" "
        f"onclick=\"document.getElementById('frmConsulta:exercicio').value='{y}';document.forms['frmConsulta'].submit();return false;\">{y}</a>"
        for y in YEARS
    )  # fmt: skip
    rows = [("Exercício:", years), ("Do mês:", months("mesInicial", 1)), ("Até o mês:", months("mesFinal", 12))]
    if kind == "ne":
        rows.append(("Favorecido contém:", '<input type="text" name="frmConsulta:favorecido" size="40"/>'))
    if kind in ("funcional", "contrato"):
        rows.append(("Valor a partir de:", '<input type="text" name="frmConsulta:valor" size="12"/>'))
    inner = "".join(f"<tr><td class='rotulo'>{name}</td><td>{field}</td></tr>" for name, field in rows)
    return (
        f'<fieldset><legend>Parâmetros</legend><input type="hidden" name="frmConsulta:exercicio" id="frmConsulta:exercicio" value="{visit.values["ano"]}"/>'
        f'<table>{inner}</table><input type="image" src="/portal/img/btn_pesquisar.gif" alt="Pesquisar" name="frmConsulta:btnPesquisar" width="90" height="24"/>'
        '<input type="image" src="/portal/img/btn_limpar.gif" alt="Limpar" name="frmConsulta:btnLimpar" width="90" height="24"/></fieldset>'
    )


def answer(visit: Visit) -> str:
    kind = visit.values["tipo"]
    if kind == "licitacao":
        return "<p>Os avisos de licitação são publicados no Diário Oficial do Município.</p>"
    if not visit.values["asked"]:
        return ""
    rows = records(kind, visit.values["ano"])
    if not rows:
        return "<fieldset><legend>Resultado</legend><ul class='rich-messages'><li>A pesquisa não retornou resultados.</li></ul></fieldset>"
    last = -(-len(rows) // SIZE)
    page = min(int(visit.values["page"]), last)
    columns = KINDS[kind][1]
    heads = [head for head, _ in columns]
    found = []
    for row in rows[(page - 1) * SIZE : page * SIZE]:
        cells = [str(row[maker]) for _, maker in columns]
        if kind in DETAILS:
            does = (
                f"A4J.AJAX.Submit('frmConsulta',event,{{parameters:{{'frmConsulta:detalhe':'{row.index}'}},reRender:['painelDetalheConteudo'],"
                "oncomplete:function(){Richfaces.showModalPanel('painelDetalhe')}});return false;"
            )
            cells.append(
                f'<a href="#" onclick="{does}"><img src="/portal/img/lupa.gif" border="0" alt="" title="Visualizar" width="16" height="16"/></a>'
            )
        found.append(cells)
    listed = table([*heads, ""] if kind in DETAILS else heads, found, "frmConsulta:lista")
    return f"<fieldset><legend>Resultado</legend>{listed}{scroller(page, last)}<span>{len(rows)} registros encontrados</span></fieldset>"


def panel(visit: Visit) -> str:
    """The panel is in the page from the beginning; what it shows comes when it is opened."""
    inner = ""
    if visit.values["shown"]:
        kind = visit.values["tipo"]
        row = Row(f"posts {kind}", int(visit.values["ano"]), int(visit.values["shown"]), 21)
        inner = "".join(
            f'<tr><td class="rich-panelgrid-label"><span class="rotulo">{name}</span></td><td><span>{row[maker]}</span></td></tr>'
            for name, maker in DETAILS[kind]
        )
        inner = f'<table class="rich-panelgrid">{inner}</table>'
    close = "<img src='/portal/img/fechar.gif' alt='' width='12' height='12' onclick=\"Richfaces.hideModalPanel('painelDetalhe')\"/>"
    return (
        '<div id="painelDetalheContainer" style="display:none"><div class="rich-mpnl-mask-div"></div><div class="rich-mpnl-container">'
        f'<table width="100%"><tr><td class="rich-mpnl-header">Detalhamento</td><td align="right" class="rich-mpnl-controls">{close}</td></tr></table>'
        f'<div id="painelDetalheConteudo" class="rich-mpnl-body">{inner}</div></div></div>'
    )


def budget_page(visit: Visit, session: str) -> str:
    picks = '<option value="">-- Selecione --</option>' + "".join(
        f'<option value="{kind}"{" selected" if kind == visit.values["tipo"] else ""}>{name}</option>'
        for kind, (name, _) in KINDS.items()
    )
    state = f'<input type="hidden" name="javax.faces.ViewState" id="javax.faces.ViewState" value="{visit.renew()}"/>'
    form = (
        f'<form id="frmConsulta" name="frmConsulta" method="post" action="/portal/consulta/orcamento.seam;jsessionid={session}" '
        'enctype="application/x-www-form-urlencoded">'
        '<input type="hidden" name="frmConsulta" value="frmConsulta"/>'
        f"<fieldset><legend>Consulta</legend>Tipo de consulta: "
        f'<select name="frmConsulta:tipo" size="1" onchange="document.forms[\'frmConsulta\'].submit()">{picks}</select></fieldset>'
        f'{query_fields(visit)}<div id="frmConsulta:painelResultado">{answer(visit)}</div>{state}</form>'
    )
    return wrap("Consultas do orçamento", form + panel(visit), session)


def take(visit: Visit) -> None:
    """What a post tells the view."""
    form, values = request.form, visit.values
    kind = form.get("frmConsulta:tipo", "")
    if kind != values["tipo"]:
        visit.reset()
        visit.values["tipo"] = kind if kind in KINDS else ""
        return
    year = form.get("frmConsulta:exercicio", values["ano"])
    if year != values["ano"] and year in YEARS:
        values.update(ano=year, asked="", page="1", shown="")
    if any(name.startswith("frmConsulta:btnPesquisar") for name in form):
        values.update(asked="1", page="1", shown="")
    if any(name.startswith("frmConsulta:btnLimpar") for name in form):
        values.update(asked="", shown="")
    if "frmConsulta:detalhe" in form:
        values["shown"] = form["frmConsulta:detalhe"]
    if "frmConsulta:scroller" in form:
        page, to = int(values["page"]), form["frmConsulta:scroller"]
        moves = {"first": 1, "previous": page - 1, "next": page + 1, "last": 99}
        values["page"] = str(max(1, moves.get(to) or int(to)))


def people_page(session: str) -> str:
    """By the letter with which the name begins; pay is not told."""
    letter = request.args.get("letra", "")
    letters = " ".join(
        f'<a href="/portal/pessoal/relacao.seam;jsessionid={session}?letra={one}">{one}</a>' for one in ascii_uppercase
    )
    found = ""
    if letter:
        rows = [r for r in records("pessoal", "2025", 60) if str(r["servidor"]).startswith(letter)]
        cells = [
            [str(r[m]) for m in ("matricula", "servidor", "cargo", "secretaria", "vinculo", "carga")] for r in rows
        ]
        heads = ["Matr.", "Nome do Funcionário", "Cargo/Emprego", "Local de Trabalho", "Regime", "Carga Horária"]
        found = table(heads, cells, "lista") if rows else f"<p>Nenhum funcionário encontrado com a letra {letter}.</p>"
    return wrap(
        "Relação nominal de servidores",
        f"<fieldset><legend>Nome iniciado por</legend>{letters}</fieldset>{found}",
        session,
    )


def static(title: str, body: Callable[[], str]) -> Callable[[str], str]:
    return lambda session: wrap(title, body(), session)


def scale_of_pay() -> str:
    rows = [[str(n), str(r["sal_base"]), str(r["vantagens"])] for n, r in enumerate(records("tabela", "2025", 8), 1)]
    return table(["Padrão", "Vencimento Inicial", "Vencimento Final"], rows, "tabela")


def posts(app: Flask) -> None:
    visits: dict[str, Visit] = {}
    pages: dict[str, Callable[[str], str]] = {
        "home": static("Bem-vindo ao SIT", lambda: "<p>Em cumprimento à Lei Complementar 131/2009. "
            "Utilize o campo no alto da página para escolher o que deseja ver.</p>"),
        "pessoal/relacao": people_page,
        "pessoal/tabela": static("Tabela de vencimentos", scale_of_pay),
        "pessoal/concursos": static("Concursos", lambda: "<p>Edital 01/2024 - Concurso público para professor.</p>"),
        "dicionario": static("Dicionário de termos", lambda: "<dl><dt>Subalínea</dt><dd>Parte da alínea.</dd><dt>Espécie</dt><dd>Parte da origem.</dd></dl>"),
    }  # fmt: skip

    def kept(path: str) -> tuple[str, str]:
        """(page, session), of the address or of the cookie."""
        found = re.fullmatch(r"(.*?)\.seam(?:;jsessionid=(\w+))?", path)
        name, told = (found[1], found[2] or "") if found else ("", "")
        session = request.cookies.get("JSESSIONID") or told
        if session not in visits:
            session = secrets.token_hex(12).upper()
            visits[session] = Visit()
        return name, session

    def page(path: str) -> Any:
        name, session = kept(path)
        if name == "consulta/orcamento":
            visit = visits[session]
            if request.method == "POST":
                if not visit.restore(request.form.get("javax.faces.ViewState", "")):
                    return wrap(
                        "Sessão expirada",
                        "<p>Sua sessão expirou. <a href='/portal/home.seam'>Voltar ao início</a></p>",
                        session,
                    )
                take(visit)
            else:
                visit.reset()
            html = budget_page(visit, session)
        elif name in pages:
            html = pages[name](session)
        else:
            return "Não encontrado", 404
        answered = Response(html, mimetype="text/html")
        answered.set_cookie("JSESSIONID", session, path="/portal")
        return answered

    def picture(name: str) -> Response:
        return Response(PIXEL, mimetype="image/gif")

    app.add_url_rule("/", "home", lambda: redirect("/portal/home.seam"))
    app.add_url_rule("/portal/img/<name>", "picture", picture)
    app.add_url_rule("/portal/<path:path>", "page", page, methods=["GET", "POST"])


PIXEL = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
