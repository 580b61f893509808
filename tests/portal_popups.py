"""A portal of about 2008, as an intranet of then: tables for the layout, menus that show as the mouse passes, buttons that are
pictures, one address to which everything is posted, lists sent as they change, records in windows of their own, money in two cells."""

from __future__ import annotations

from html import escape

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MODALITIES, MONTHS, SECRETARIATS, Row

START = "portal/principal.jsp"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the list
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento".split(),  # in the window
        *"emp_indicacao_licitacao lic_modalidade lic_numero valor_liquidado valor_pago".split(),
        "valor_fixado",  # by body
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": ["previsao", "arrecadacao", "origem", "categoria_economica"],
    "receita_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "licitacao": [
        *"numero_licitacao objeto_licitacao data_realizacao".split(),
        *"modalidade_licitacao pregao data_publicacao_licitacao setor_interessado valor edital nome_vencedores cnpj_cpf".split(),
    ],
    "quadro_pessoal": ["nome", "cargo", "tipo_cargo", "salario_cargo"],
}
YEARS = ("2026", "2025", "2024")
MENUS = {
    "Despesas": (
        ("empenhos", "Empenhos Emitidos"),
        ("orgaos", "Execu&ccedil;&atilde;o por &Oacute;rg&atilde;o"),
        ("extra", "Despesa Extra-Or&ccedil;ament&aacute;ria"),
        ("diarias", "Di&aacute;rias"),
    ),
    "Receitas": (
        ("receita", "Receita Or&ccedil;ament&aacute;ria"),
        ("recextra", "Receita Extra-Or&ccedil;ament&aacute;ria"),
    ),
    "Pessoal": (("servidores", "Rela&ccedil;&atilde;o de Servidores"), ("quantitativo", "Quantitativo por Secretaria")),
    "Compras": (("licitacoes", "Licita&ccedil;&otilde;es"), ("contratos", "Contratos")),
}
TITLES = {key: name for entries in MENUS.values() for key, name in entries} | {
    "inicial": "P&aacute;gina Inicial",
    "mural": "Mural de Not&iacute;cias",
    "glossario": "Gloss&aacute;rio",
    "camara": "C&acirc;mara de Vereadores",
}
SCRIPT = """
function vai(acao){ document.frmNav.acao.value = acao; document.frmNav.submit(); }
function mostra(id){ esconde(); document.getElementById(id).style.visibility = 'visible'; }
var relogio;
function esconde(){ var d = document.getElementsByTagName('div'); for (var i = 0; i < d.length; i++) if (d[i].className == 'submenu') d[i].style.visibility = 'hidden'; }
function sai(){ relogio = setTimeout('esconde()', 400); }
function fica(){ clearTimeout(relogio); }
function abre(url){ window.open(url, 'detalhe', 'width=620,height=460,scrollbars=yes,toolbar=no'); }
function pagina(n){ document.frm.pagina.value = n; document.frm.submit(); }
function valida(){
  if (document.frm.nome.value == '' && document.frm.secretaria.value == '0') { alert('Informe o nome do servidor ou selecione a secretaria.'); return false; }
  return true;
}
"""
GIF = bytes.fromhex("47494638396101000100800000336699ffffff2c00000000010001000002024401003b")


def records(kind: str, year: str, count: int = 34) -> list[Row]:
    return [Row(f"popups/{kind}", int(year), n, count) for n in range(count)] if year in YEARS else []


def money(value: object) -> str:
    """The sign in a cell of its own, so that the figures stand in line."""
    return f"<td align=left width=20><font size=1>R$</font></td><td align=right><font size=1>{value}</font></td>"


def listing(heads: list[str], lines: list[list[str]]) -> str:
    """A head whose name begins with ``$`` spans the two cells of an amount."""
    if not lines:
        return "<p align=center><font size=2 color=red>N&atilde;o h&aacute; registros para os filtros informados.</font></p>"
    head = "".join(
        f"<td colspan={2 if h[0] == '$' else 1} align=center><font color=white size=1><b>{h.lstrip('$')}</b></font></td>"
        for h in heads
    )
    rows = ""
    for n, line in enumerate(lines):
        cells = "".join(
            money(v) if h[0] == "$" else f"<td><font size=1>{v}</font></td>" for h, v in zip(heads, line, strict=True)
        )
        rows += f"<tr bgcolor={'#EEEEEE' if n % 2 else '#FFFFFF'}>{cells}</tr>"
    return f"<table width=100% border=0 cellspacing=1 cellpadding=3 bgcolor=#CCCCCC><tr bgcolor=#336699>{head}</tr>{rows}</table>"


def options(values: list[tuple[str, str]] | list[str], chosen: str) -> str:
    pairs = [v if isinstance(v, tuple) else (v, v) for v in values]
    return "".join(f"<option value='{v}'{' selected' if v == chosen else ''}>{t}</option>" for v, t in pairs)


def pages(total: int, size: int, now: int) -> str:
    last = -(-total // size)
    if last < 2:
        return ""
    links = " | ".join(
        f"<b>{n}</b>" if n == now else f"<a href='javascript:pagina({n})'>{n}</a>" for n in range(1, last + 1)
    )
    after = f" <a href='javascript:pagina({now + 1})'>Pr&oacute;xima &gt;&gt;</a>" if now < last else ""
    return f"<p align=center><font size=1>P&aacute;gina {now} de {last}: {links}{after}</font></p>"


def layout(acao: str, body: str) -> Response:
    bar, subs = "", ""
    for n, (name, entries) in enumerate(MENUS.items()):
        bar += (
            f"<td width=120 height=24 align=center style='cursor:pointer' onmouseover=\"mostra('sub{n}');fica()\""
            f" onmouseout='sai()'><font color=white size=2><b>{name}</b></font></td>"
        )
        rows = "".join(
            (
                f"<tr><td style='cursor:pointer' bgcolor=#DDE6F0 onclick=\"vai('{key}')\""
                f" onmouseover=\"this.bgColor='#FFFFFF'\" onmouseout=\"this.bgColor='#DDE6F0'\"><font size=2>{text}</font>"
                "</td></tr>"
            )
            for key, text in entries
        )
        subs += f"<div id=sub{n} class=submenu style='position:absolute;visibility:hidden;left:{190 + 120 * n}px;top:96px;z-index:9'"
        subs += f" onmouseover='fica()' onmouseout='sai()'><table width=210 cellspacing=1 cellpadding=4 bgcolor=#336699>{rows}</table></div>"
    left = "".join(
        f"<tr><td><a href='/portal/principal.jsp?acao={key}'><img src=/img/bt_{key}.gif width=150 height=26 border=0 alt='{TITLES[key]}'></a></td></tr>"
        for key in ("inicial", "mural", "glossario", "camara")
    )
    html = f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head>
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>:: Prefeitura Municipal de Vila Pequena ::</title>
<script language="JavaScript">{SCRIPT}</script></head><body topmargin=0 leftmargin=0 bgcolor=#F0F0F0 onload="window.status='Bem-vindo'">
<form name=frmNav method=post action=/portal/principal.jsp><input type=hidden name=acao value=''><input type=hidden name=sessao value='A81F'></form>
<table width=960 align=left cellpadding=0 cellspacing=0 border=0><tr><td colspan=2><table width=100% cellpadding=0 cellspacing=0 bgcolor=#FFFFFF><tr>
<td height=70><img src=/img/brasao.gif width=60 height=60></td><td><font size=4 face=Verdana>Prefeitura Municipal de Vila Pequena</font><br>
<font size=1>Portal da Transpar&ecirc;ncia - Lei Complementar 131/2009</font></td></tr></table></td></tr>
<tr bgcolor=#336699><td width=190><img src=/img/spacer.gif width=1 height=24></td><td><table cellpadding=0 cellspacing=0><tr>{bar}<td width=290>
<img src=/img/spacer.gif></td></tr></table></td></tr>
<tr valign=top><td width=190 bgcolor=#DDE6F0><table cellpadding=4>{left}<tr><td><font size=1><b>Enquete</b><br>O que achou do portal?</font>
<form method=post action=/portal/enquete.jsp><input type=radio name=voto value=1><font size=1>Bom</font><br><input type=radio name=voto value=2>
<font size=1>Ruim</font><br><input type=image src=/img/bt_votar.gif width=60 height=20 alt=Votar></form></td></tr>
<tr><td><font size=1>Webmail</font><form method=post action=/portal/webmail.jsp><input name=usuario size=10><br>
<input type=password name=senha size=10><input type=image src=/img/ok.gif width=24 height=20 alt=OK></form></td></tr></table></td>
<td><table width=100% cellpadding=10><tr><td><font face=Verdana size=3 color=#336699><b>{TITLES.get(acao, "")}</b></font><hr size=1>{body}</td></tr>
</table></td></tr>
<tr><td colspan=2 align=center><font size=1>Rua Principal, 10 - Centro. Visitante n&ordm; 018.442. Melhor visualizado em 800x600.</font></td></tr>
</table>{subs}</body></html>"""
    return Response(html.encode("latin-1", "xmlcharrefreplace"), headers={"Content-Type": "text/html"})


def form(acao: str, *fields: str, button: bool = False, check: bool = False, page: bool = False) -> str:
    asks = " onclick='return valida()'" if check else ""
    picture = f"<td><input type=image src=/img/bt_pesquisar.gif width=90 height=22 border=0 alt=Pesquisar{asks}></td>"
    press = picture if button else ""
    hidden = "<input type=hidden name=pagina value=1>" if page else ""
    cells = "".join(f"<td><font size=2>{f}</font></td>" for f in fields)
    return (
        "<form name=frm method=post action=/portal/principal.jsp>"
        f"<input type=hidden name=acao value={acao}>{hidden}<table cellpadding=4 bgcolor=#F7F7F7>"
        f"<tr>{cells}{press}</tr></table></form>"
    )


def year(chosen: str) -> str:
    return f"Exerc&iacute;cio: <select name=ano onchange='this.form.submit()'>{options(list(YEARS), chosen)}</select>"


def window(title: str, pairs: list[tuple[str, str]]) -> Response:
    rows = "".join(
        f"<tr><td width=180 bgcolor=#DDE6F0><font size=1><b>{name}:</b></font></td><td bgcolor=#FFFFFF><font size=1>{value}</font></td></tr>"
        for name, value in pairs
    )
    html = (
        f"<html><head><title>{title}</title></head><body bgcolor=#FFFFFF><table width=100%><tr bgcolor=#336699>"
        f"<td><font color=white size=2><b>{title}</b></font></td></tr></table>"
        f"<table width=100% cellspacing=1 cellpadding=3 bgcolor=#CCCCCC>{rows}</table><p align=center>"
        "<a href='javascript:window.close()'>Fechar</a> <a href='javascript:window.print()'>Imprimir</a></p>"
        "</body></html>"
    )
    return Response(
        html.encode("latin-1", "xmlcharrefreplace"), headers={"Content-Type": "text/html; charset=ISO-8859-1"}
    )


def portal(app: Flask) -> None:
    def main() -> Response:
        told = request.values
        acao = told.get("acao") or "inicial"
        return layout(acao, SCREENS.get(acao, initial)(told))

    def one() -> Response:
        kind, y, n = request.args.get("tipo", ""), request.args.get("ano", "2026"), int(request.args.get("id", "0"))
        r = records(kind, y)[n]
        if kind == "emp":
            return window(
                "Detalhe do Empenho",
                [
                    ("Empenho", str(r["numero_empenho"])),
                    ("Tipo", str(r["tipo_empenho"])),
                    ("Credor", str(r["credor"])),
                    ("CNPJ/CPF", str(r["cpf_cnpj"])),
                    ("Órgão", str(r["orgao"])),
                    ("Função", str(r["funcao"])),
                    ("Sub-função", str(r["subfuncao"])),
                    ("Programa", str(r["programa"])),
                    ("Projeto/Atividade", str(r["acao"])),
                    ("Elemento", str(r["elemento"])),
                    ("Tipo de Licitação", str(r["modalidade_licitacao"])),
                    ("Nº da Licitação", str(r["numero_licitacao"])),
                    ("Valor Empenhado", f"R$ {r['empenhado']}"),
                    ("Valor Liquidado", f"R$ {r['liquidado']}"),
                    ("Valor Pago", f"R$ {r['pago']}"),
                    ("Histórico", str(r["historico"])),
                ],
            )
        return window(
            "Licitação",
            [
                ("Número", str(r["numero_licitacao"])),
                ("Modalidade", str(r["modalidade_licitacao"])),
                ("Objeto", str(r["objeto"])),
                ("Data de Publicação", str(r["data_publicacao"])),
                ("Data de Abertura", str(r["data_realizacao"])),
                ("Secretaria Solicitante", str(r["secretaria"])),
                ("Valor Estimado", f"R$ {r['valor_estimado']}"),
                ("Empresa Vencedora", str(r["empresa"])),
                ("CNPJ", str(r["cnpj"])),
                (
                    "Edital",
                    (
                        "<a href='/portal/download.jsp?arq=edital.pdf'>"
                        "<img src=/img/pdf.gif width=16 height=16 border=0 alt='Baixar edital'></a>"
                    ),
                ),
            ],
        )

    app.add_url_rule(
        "/",
        "root",
        lambda: Response("<html><head><meta http-equiv=refresh content='0;url=/portal/principal.jsp'></head></html>"),
    )
    app.add_url_rule("/portal/principal.jsp", "main", main, methods=["GET", "POST"])
    app.add_url_rule("/portal/detalhe.jsp", "one", one)
    app.add_url_rule("/portal/download.jsp", "file", lambda: Response(NOTICE, mimetype="application/pdf"))
    app.add_url_rule("/portal/enquete.jsp", "vote", lambda: "voto", methods=["POST"])
    app.add_url_rule("/portal/webmail.jsp", "mail", lambda: "senha incorreta", methods=["POST"])
    app.add_url_rule("/img/<name>", "image", lambda name: Response(GIF, mimetype="image/gif"))


def initial(told: object) -> str:
    return (
        "<p><font size=2>Bem-vindo ao portal. Passe o mouse sobre o menu acima e escolha a consulta desejada."
        "</font></p><p><font size=2>Dados de responsabilidade da Contadoria Municipal.</font></p>"
    )


def commitments(told: dict[str, str]) -> str:
    y, m, now = told.get("ano", "2026"), told.get("mes", "0"), int(told.get("pagina", "1"))
    choices = [("0", "-- selecione --")] + [(str(n), name) for n, name in enumerate(MONTHS, 1)]
    ask = form(
        "empenhos",
        year(y),
        f"M&ecirc;s: <select name=mes onchange='this.form.submit()'>{options(choices, m)}</select>",
        page=True,
    )
    if m == "0":
        return ask + "<p><font size=2>Selecione o m&ecirc;s.</font></p>"
    found = [] if y == "2026" and int(m) > 9 else records("emp", y)
    lines = [
        [
            f"<a href=\"javascript:abre('/portal/detalhe.jsp?tipo=emp&ano={y}&id={r.index}')\">{r['numero_empenho']}</a>",
            f"{1 + r.index % 27:02d}/{int(m):02d}/{y}",
            escape(str(r["credor"])),
            str(r["empenhado"]),
        ]
        for r in found[(now - 1) * 15 : now * 15]
    ]
    return ask + listing(["Empenho", "Data", "Credor", "$Valor"], lines) + pages(len(found), 15, now)


def bodies(told: dict[str, str]) -> str:
    y = told.get("ano", "2026")
    lines = [
        [str(r["orgao"]), str(r["fixado"]), str(r["empenhado"]), str(r["liquidado"]), str(r["pago"])]
        for r in records("org", y, 9)
    ]
    return form("orgaos", year(y)) + listing(
        ["&Oacute;rg&atilde;o", "$Fixado", "$Empenhado", "$Liquidado", "$Pago"], lines
    )


def outside(kind: str, name: str) -> object:
    def screen(told: dict[str, str]) -> str:
        y = told.get("ano", "2026")
        lines = [[str(r["extra_codigo"]), str(r["extra_nome"]), str(r["valor"])] for r in records(kind, y, 12)]
        return form(name, year(y)) + listing(["Conta", "T&iacute;tulo", "$Valor"], [] if y == "2026" else lines)

    return screen


def revenue(told: dict[str, str]) -> str:
    y = told.get("ano", "2026")
    lines = [
        [
            str(r["rec_codigo"]),
            str(r["rec_nome"]),
            str(r["rec_categoria"]),
            str(r["prevista"]),
            str(r["arrecadada_mes"]),
            str(r["arrecadada"]),
        ]
        for r in records("rec", y, 18)
    ]
    heads = [
        "C&oacute;digo",
        "Especifica&ccedil;&atilde;o",
        "Categoria Econ&ocirc;mica",
        "$Or&ccedil;ada",
        "$Arrecadada no M&ecirc;s",
        "$Arrecadada no Ano",
    ]
    return form("receita", year(y)) + listing(heads, [] if y == "2026" else lines)


def people(told: dict[str, str]) -> str:
    places = [("0", "-- selecione --")] + [(str(n), s) for n, s in enumerate(SECRETARIATS, 1)]
    chosen, name = told.get("secretaria", "0"), told.get("nome", "")
    ask = form(
        "servidores",
        f"Nome: <input name=nome size=20 value='{escape(name)}'>",
        f"Secretaria: <select name=secretaria>{options(places, chosen)}</select>",
        button=True,
        check=True,
    )
    if chosen == "0" and not name:
        return ask
    found = [r for r in records("srv", "2026", 40) if name.lower() in str(r["servidor"]).lower()]
    lines = [
        [str(r["matricula"]), str(r["servidor"]), str(r["cargo"]), str(r["regime"]), str(r["sal_base"])]
        for r in found[:20]
    ]
    return ask + listing(["Matr.", "Nome do Servidor", "Cargo", "Regime", "$Sal&aacute;rio Base"], lines)


def headcount(told: dict[str, str]) -> str:
    return listing(
        ["Secretaria", "Qtd. Servidores", "$Total"],
        [[str(r["secretaria"]), str(r["quantidade"]), str(r["total_folha"])] for r in records("qtd", "2026", 8)],
    )


def bids(told: dict[str, str]) -> str:
    y, mode = told.get("ano", "2026"), told.get("modalidade", "")
    kinds = [("", "Todas")] + [(m, m) for m in dict.fromkeys(MODALITIES)]
    ask = form(
        "licitacoes",
        year(y),
        f"Modalidade: <select name=modalidade onchange='this.form.submit()'>{options(kinds, mode)}</select>",
    )
    found = [r for r in records("lic", y) if mode in ("", r["modalidade_licitacao"])]
    lines = [
        [
            str(r["numero_licitacao"]),
            str(r["objeto"]),
            str(r["data_realizacao"]),
            (
                "<img src=/img/lupa.gif width=18 height=18 style='cursor:pointer' alt='Ver detalhes'"
                f" onclick=\"abre('/portal/detalhe.jsp?tipo=lic&ano={y}&id={r.index}')\">"
            ),
        ]
        for r in found[:20]
    ]
    return ask + listing(["N&uacute;mero", "Objeto", "Abertura", "&nbsp;"], lines)


def contracts(told: dict[str, str]) -> str:
    lines = [
        [str(r["numero_contrato"]), str(r["empresa"]), str(r["data"]), str(r["valor"])]
        for r in records("con", "2026", 10)
    ]
    return listing(["Contrato", "Contratado", "Assinatura", "$Valor do Contrato"], lines)


def allowances(told: dict[str, str]) -> str:
    lines = [
        [str(r["servidor"]), str(r["destino"]), str(r["motivo"]), str(r["valor"])] for r in records("dia", "2026", 10)
    ]
    return listing(["Benefici&aacute;rio", "Destino", "Motivo", "$Valor"], lines)


SCREENS = {
    "inicial": initial,
    "empenhos": commitments,
    "orgaos": bodies,
    "extra": outside("dex", "extra"),
    "diarias": allowances,
    "receita": revenue,
    "recextra": outside("rex", "recextra"),
    "servidores": people,
    "quantitativo": headcount,
    "licitacoes": bids,
    "contratos": contracts,
    "mural": lambda told: (
        "<font size=2><b>15/11/2026</b> - Prefeitura inaugura pra&ccedil;a no valor de R$ 120.000,00.</font>"
    ),
    "glossario": lambda told: (
        "<font size=2><b>Empenho:</b> reserva de verba.<br><b>Rubrica:</b> classifica&ccedil;&atilde;o da receita.<br><b>Preg&atilde;o:</b> modalidade.</font>"
    ),
    "camara": lambda told: listing(
        ["Vereador", "Partido"], [[str(r["vereador"]), "PXX"] for r in records("ver", "2026", 9)]
    ),
}
