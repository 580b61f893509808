"""A portal as the old PHP systems of public accounting publish: a tree of menus drawn by script, answers in windows that hold
frames (``db_iframe_*``), cells that call functions with the id of what they show, records in windows of the browser's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from lab.values import Row

YEARS = ("2026", "2025", "2024")
FULL = ("2025", "2024")
"""The years of which there is anything: the present one is offered and empty."""
PUBLISHED = {
    "despesa_orcamentaria": [
        *"orgao_or_uni_orcamentaria valor_fixado emp_valor emp_numero emp_data nome emp_cnpj_cpf funcao sub_funcao programa acao".split(),
        *"elemento sub_elemento valor_liquidado valor_pago lic_modalidade lic_numero emp_indicacao_licitacao lic_num_contrato".split(),
        "lic_obj_servico",
    ],
    "receita_orcamentaria": "uni_gestora previsao arrecadacao origem".split(),
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao data_publicacao_licitacao data_realizacao valor".split(),
        *"cnpj_cpf nome_vencedores edital aviso".split(),
    ],
}
TREE = [
    ["Despesa", [
        ["Despesa por Órgão", "des_orgao001.php"], ["Consulta de Empenhos", "emp_consulta001.php"],
        ["Despesa Extra-Orçamentária", "ext_despesa001.php"], ["Restos a Pagar", "rp_posicao001.php"], ["Diárias", "dia_consulta001.php"],
    ]],
    ["Receita", [
        ["Receita por Estrutural", "rec_estrutural001.php"], ["Receita Extra-Orçamentária", "ext_receita001.php"],
        ["Dívida Ativa", "div_ativa001.php"],
    ]],
    ["Recursos Humanos", [["Servidores por Lotação", "pes_lotacao001.php"], ["Consulta de Servidores", "pes_servidor001.php"]]],
    ["Compras", [["Licitações", "lic_consulta001.php"], ["Contratos", "aco_contratos001.php"]]],
    ["Informações", [["Glossário", "glossario.php"], ["Câmara de Vereadores", "camara.php"], ["Notícias", "noticias.php"]]],
]  # fmt: skip
SCRIPT = (Path(__file__).parent / "sites" / "frames.js").read_text("utf-8")
STYLE = "<style>td{font:12px Arial}.table_header{background:#CDCDFF;font-weight:bold;text-align:center}.linha{background:#fff}</style>"


def php(title: str, body: str, script: str = "") -> Response:
    """A page in the charset that its ``meta`` tells and its header does not."""
    head = f'<html><head><title>{title}</title><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">{STYLE}<script>{SCRIPT}{script}</script></head>'
    whole = f"{head}<body bgcolor=#CCCCCC leftmargin=0 topmargin=0>{body}</body></html>"
    return Response(whole.encode("latin-1", "xmlcharrefreplace"), content_type="text/html")


def records(kind: str, year: str, count: int) -> list[Row]:
    return [Row(f"frames {kind}", int(year), n, count) for n in range(count)] if year in FULL else []


def grid(heads: Iterable[str], rows: Iterable[Iterable[str]], call: str = "", ids: Iterable[int] = ()) -> str:
    """A table whose headings are cells like any other; ``call`` is what a cell's click calls with the row's id."""
    lines = [list(row) for row in rows]
    if not lines:
        return "<br><center><b>Nenhum registro encontrado para os filtros informados.</b></center>"
    keys = list(ids) or list(range(len(lines)))

    def cell(text: str, key: int) -> str:
        does = f' onclick="{call}({key})" style="cursor:pointer"' if call else ""
        return f"<td class=linha nowrap{does}>{text}&nbsp;</td>"

    top = "".join(f"<td class=table_header nowrap>{head}</td>" for head in heads)
    body = "".join(
        f"<tr>{''.join(cell(text, key) for text in line)}</tr>" for key, line in zip(keys, lines, strict=True)
    )
    return f"<table border=1 cellspacing=0 cellpadding=2 width='100%'><tr>{top}</tr>{body}</table>"


def lovrot(heads: Iterable[str], rows: list[list[str]], call: str, name: str) -> str:
    """The lists of these systems: headings are buttons that sort, all cells of a row lead to the same record."""
    if not rows:
        return "<table><tr><td>Nenhum Registro Retornado</td></tr></table>"
    top = "".join(
        f"<td class=DBLovrotTdCabecalho align=center><input class=DBLovrotInputCabecalho type=submit name=ordem value='{head}'></td>"
        for head in heads
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td id="I{n}{c}" class=DBLovrotTdCorpo nowrap><a href="" style="text-decoration:none;color:#000" onclick="{call}({n});return false;">{text}&nbsp;</a></td>'
            for c, text in enumerate(row)
        )
        + "</tr>"
        for n, row in enumerate(rows)
    )
    turn = "".join(
        f"<input type=submit name={n} value='{v}' disabled>"
        for n, v in (("primeiro", "Início"), ("anterior", "Anterior"), ("proximo", "Próximo"), ("ultimo", "Último"))
    )
    told = f"<tr><td colspan={len(rows[0])}>{turn} Foi retornado <b>{len(rows)}</b> registros. Mostrando de <b>1</b> até <b>{len(rows)}</b>.</td></tr>"
    return f"<form name=navega_lov{name} method=post><table border=1 cellspacing=1>{told}<tr>{top}</tr>{body}</table></form>"


def fields(legend: str, *pairs: tuple[str, str]) -> str:
    """A record: labels in bold, values on white, two pairs a row."""
    cells = [
        f"<td nowrap align=right><b>{name}:</b></td><td bgcolor=#FFFFFF nowrap>&nbsp;{value}</td>"
        for name, value in pairs
    ]
    lines = "".join(f"<tr>{''.join(cells[n : n + 2])}</tr>" for n in range(0, len(cells), 2))
    return f"<fieldset><legend><b>{legend}</b></legend><table width='100%' cellspacing=2>{lines}</table></fieldset>"


def options(name: str, values: Iterable[str], more: str = "", chosen: str = "") -> str:
    inner = "".join(f"<option value='{v}' {'selected' if v == chosen else ''}>{v}</option>" for v in values)
    return f"<select name={name} id={name} {more}>{inner}</select>"


def query(*rows: tuple[str, str], button: str) -> str:
    lines = "".join(f"<tr><td nowrap align=right><b>{name}</b></td><td>{inner}</td></tr>" for name, inner in rows)
    return f"<form name=form1 id=form1 method=post action=''><center><table border=0>{lines}</table><br>{button}</center></form>"


def press(text: str, does: str, name: str = "pesquisar") -> str:
    return f'<input type="button" name="{name}" value="{text}" onclick="{does}">'


def day_field(name: str, value: str) -> str:
    """A date as these systems ask for it: the box, what it is sent as, and a button for the calendar."""
    hidden = "".join(f"<input type=hidden name={name}_{part} value=''>" for part in ("dia", "mes", "ano"))
    return f"<input type=text name={name} id={name} size=10 maxlength=10 value='{value}'>{hidden}<input type=button value=D name=dtjs_{name} onclick='return false'>"


def given(name: str, default: str = "") -> str:
    return request.values.get(name, default)


# ---- expense ---------------------------------------------------------------------------------------------------


def expense_of_bodies() -> Response:
    form = query(
        ("Exercício:", options("anousu", YEARS)),
        ("Período:", f"{day_field('dataini', '01/01/2026')} a {day_field('datafim', '22/11/2026')}"),
        (
            "Instituições:",
            "<input type=checkbox name=i1 checked>1 - PREFEITURA MUNICIPAL <input type=checkbox name=i2>2 - FUNDO DE PREVIDENCIA",
        ),
        button=press("Pesquisar", "js_pesquisa()"),
    )
    script = """
    function js_pesquisa(){
      if(!document.form1.i1.checked&&!document.form1.i2.checked){alert('Selecione ao menos uma instituição.');return}
      js_OpenJanelaIframe('db_iframe_orgao','des_orgao002.php?anousu='+document.form1.anousu.value,'Despesa por Órgão')}
    function js_mostraunidade(orgao){js_OpenJanelaIframe('db_iframe_unidade','des_orgao003.php?x=1'+js_query()+'&orgao='+orgao,'Unidades do Órgão '+orgao)}
    function js_mostraempenhos(unidade){js_OpenJanelaIframe('db_iframe_empenho','des_orgao004.php?x=1'+js_query()+'&unidade='+unidade,'Empenhos')}
    """
    return php("Despesa por Órgão", form, script)


def bodies() -> Response:
    rows = records("orgao", given("anousu"), 6)
    cells = ([r["orgao"][:2], r["secretaria"].upper(), r["fixado"], r["empenhado"], r["saldo"]] for r in rows)
    heads = ["Órgão", "Descrição", "Dotação Inicial", "Empenhado no Período", "Saldo a Empenhar"]
    return php("", grid(heads, cells, "parent.js_mostraunidade", range(2, 2 + len(rows))))


def units() -> Response:
    rows = records(f"unidade{given('orgao')}", given("anousu"), 3)
    cells = ([f"{given('orgao')}.0{n}", r["secretaria"].upper(), r["empenhado"]] for n, r in enumerate(rows, 1))
    return php("", grid(["Unidade", "Descrição", "Total"], cells, "parent.js_mostraempenhos", range(1, 4)))


def commitments() -> Response:
    rows = records("empenho", given("anousu"), 12)
    cells = ([r["numero_empenho"], r["data"], r["credor"].upper(), r["cpf_cnpj"], r["empenhado"], r["anulado"]] for r in rows)  # fmt: skip
    heads = ["Empenho", "Emissão", "Credor", "CNPJ/CPF", "Vlr. Empenhado", "Vlr. Anulado"]
    call = "function js_mostra(e){js_popup('emp_empenho003.php?e60_numemp='+e)}"
    return php("", grid(heads, cells, "js_mostra", range(60000, 60000 + len(rows))), call)


def commitment() -> Response:
    """The record's own window: its fields, and buttons that fill the frame below."""
    n = int(given("e60_numemp", "60000")) - 60000
    row = Row("frames empenho", 2025, n, 12)
    shown = fields(
        "Dados do Empenho",
        ("Empenho", f"{row['numero_empenho']} / 2025"),
        ("Data Emissão", row["data"]),
        ("Credor", row["credor"].upper()),
        ("Função", row["funcao"]),
        ("Subfunção", row["subfuncao"]),
        ("Programa", row["programa"]),
        ("Projeto/Atividade", row["acao"]),
        ("Elemento", row["elemento"]),
        ("Desdobramento", row["subelemento"]),
        ("Recurso", row["fonte"]),
        ("Resumo", row["historico"]),
    )
    buttons = "".join(
        press(text, f"js_consulta('{at}')", name)
        for text, at, name in (
            ("Itens do Empenho", f"emp_itens.php?e={n}", "itens"),
            ("Licitação / Contrato", f"emp_licitacao.php?e={n}", "lic"),
            ("Anulações", f"emp_anulacoes.php?e={n}", "anu"),
        )
    )
    frame = "<iframe name=dados id=dados width='100%' height=220 frameborder=1></iframe>"
    script = "function js_consulta(s){$('dados').src=s}"
    return php("Consulta de Empenho", f"{shown}<table width='100%'><tr><td>{buttons}</td></tr></table>{frame}", script)


def commitment_items() -> Response:
    rows = records("itens", "2025", 3)
    cells = ([str(n), r["objeto"], "1", r["valor"]] for n, r in enumerate(rows, 1))
    return php("", grid(["Seq.", "Material/Serviço", "Qtd.", "Vlr. Unit."], cells))


def commitment_bid() -> Response:
    row = Row("frames empenho", 2025, int(given("e", "0")), 12)
    return php(
        "",
        fields(
            "Dados da Compra",
            ("Modalidade da Licitação", row["modalidade_licitacao"]),
            ("Nº da Licitação", row["numero_licitacao"]),
            ("Contrato", row["numero_contrato"]),
            ("Objeto", row["objeto"]),
        ),
    )


def commitments_asked() -> Response:
    radio = "".join(
        f"<input type=radio name=tipo value={v} {'checked' if v == 'credor' else ''} onclick='js_tipo(this.value)'>{text} "
        for v, text in (("credor", "por Credor"), ("empenho", "por Empenho"), ("periodo", "por Período"))
    )
    anchor = "<a href='#' class=dbancora onclick='js_pesquisacgm();return false' style='text-decoration:underline'><b>Nome/Razão Social:</b></a>"
    rows = (
        f"<tr><td align=right><b>Consultar:</b></td><td>{radio}</td></tr>"
        f"<tr id=trcredor><td align=right>{anchor}</td><td>"
        "<input name=z01_numcgm id=z01_numcgm size=8 type=text> <input name=z01_nome id=z01_nome size=40 readonly style='background:#DEB887'></td></tr>"
        "<tr id=trempenho style='display:none'><td align=right><b>Número do Empenho:</b></td><td><input name=e60_codemp id=e60_codemp size=10 type=text></td></tr>"
        f"<tr id=trperiodo style='display:none'><td align=right><b>Emitidos de:</b></td><td>{day_field('dti', '')} até {day_field('dtf', '')}</td></tr>"
    )
    script = """
    function js_tipo(v){var t=['credor','empenho','periodo'];for(var i=0;i<3;i++)$('tr'+t[i]).style.display=t[i]==v?'':'none'}
    function js_pesquisacgm(){js_OpenJanelaIframe('db_iframe_cgm','func_nome.php?funcao_js=parent.js_mostracgm','Pesquisa de Credores')}
    function js_mostracgm(a,b){$('z01_numcgm').value=a;$('z01_nome').value=b;db_iframe_cgm.hide()}
    function js_consulta(){
      var t=js_marcado(document.form1.tipo);
      if(t=='credor'&&!$('z01_numcgm').value){alert('Informe o credor.');return}
      if(t=='empenho'&&!$('e60_codemp').value){alert('Informe o número do empenho.');return}
      if(t=='periodo'&&!($('dti').value&&$('dtf').value)){alert('Informe o período.');return}
      js_OpenJanelaIframe('db_iframe_consulta','emp_consulta002.php?x=1'+js_query(),'Empenhos')}
    """
    legend = "<fieldset style='width:640px'><legend><b>Consulta de Empenhos</b></legend>"
    button = press("Consultar", "js_consulta()")
    form = f"<form name=form1 id=form1><center>{legend}<table>{rows}</table></fieldset>{button}</center></form>"
    return php("Consulta de Empenhos", form, script)


def creditors() -> Response:
    rows = [[str(40 + n), r["credor"].upper(), r["cpf_cnpj"]] for n, r in enumerate(records("cgm", "2025", 9))]
    script = f"var nomes={[r[1] for r in rows]!r};function js_pick(n){{parent.js_mostracgm(40+n,nomes[n])}}"
    return php("", lovrot(["Numcgm", "Nome/Razão Social", "CNPJ/CPF"], rows, "js_pick", "cgm"), script)


def commitments_found() -> Response:
    kind = given("tipo")
    years = [year for year in FULL if given("dti")[-4:] <= year <= given("dtf")[-4:]]
    if kind == "periodo":
        rows = records("empenho", years[0], 12) if years else []
    else:
        some = given("z01_numcgm") if kind == "credor" else given("e60_codemp")
        rows = records("empenho", "2025", 12)[:2] if some.isdigit() else []
    cells = ([r["numero_empenho"], r["data"], r["credor"].upper(), r["empenhado"], r["liquidado"], r["pago"]] for r in rows)  # fmt: skip
    heads = ["Empenho", "Emissão", "Nome/Razão Social", "Vlr. Empenhado", "Vlr. Liquidado", "Vlr. Pago"]
    call = "function js_mostra(e){js_popup('emp_empenho003.php?e60_numemp='+e)}"
    return php("", grid(heads, cells, "js_mostra", range(60000, 60000 + len(rows))), call)


# ---- other queries ---------------------------------------------------------------------------------------------


def asked(title: str, at: str, *more: tuple[str, str], years: Iterable[str] = YEARS) -> Callable[[], Response]:
    """A query by year whose answer comes in a window with a frame."""
    name = at.split("_")[0]

    def page() -> Response:
        form = query(("Exercício:", options("anousu", years)), *more, button=press("Emitir", "js_emite()", "emite"))
        script = (
            f"function js_emite(){{js_OpenJanelaIframe('db_iframe_{name}','{at}?x=1'+js_query(),'{title}')}}"
            "function js_contracheque(n){js_popup('pes_contracheque.php?n='+n)}"
        )
        return php(title, form, script)

    return page


def revenue() -> Response:
    rows = records("receita", given("anousu"), 14)
    if given("por") == "recurso":
        cells = [[r["fonte"], r["arrecadada"]] for r in rows[:5]]
        return php("", grid(["Recurso", "Total"], cells))
    amounts = ("prevista", "arrecadada_mes", "arrecadada")
    found = [
        [
            "PREFEITURA MUNICIPAL",
            f"4{r['rec_codigo'].replace('.', '')}00000",
            r["rec_nome"].upper(),
            *(r[a] for a in amounts),
        ]
        for r in rows
    ]
    heads = [
        "Instituição",
        "Estrutural",
        "Receita",
        "Previsão Inicial",
        "Arrecadado no Período",
        "Arrecadado até o Período",
    ]
    return php("", grid(heads, found))


def extra() -> Response:
    rows = records("extra", given("anousu"), 9)
    cells = [[r["extra_codigo"][3:], r["extra_codigo"], r["extra_nome"].upper(), r["pago"]] for r in rows]
    return php("", grid(["Reduzido", "Estrutural", "Descrição da Conta", "Valor Pago"], cells))


def people() -> Response:
    rows = records("pessoal", given("anousu"), 14) if given("mes", "12") else []
    cells = [[r["matricula"], r["servidor"].upper(), r["cargo"].upper(), r["secretaria"], r["vinculo"]] for r in rows]
    return php("", lovrot(["Matrícula", "Nome", "Cargo", "Lotação", "Vínculo"], cells, "parent.js_contracheque", "pes"))


def payslip() -> Response:
    row = Row("frames pessoal", 2025, int(given("n", "0")), 14)
    top = fields("Contracheque", ("Nome", row["servidor"].upper()), ("Cargo", row["cargo"].upper()), ("Admissão", row["admissao"]))  # fmt: skip
    lines = [["0001", "VENCIMENTO BASICO", row["sal_base"], ""], ["0035", "ADICIONAL", "310,20", ""], ["R985", "PREVIDENCIA", "", row["descontos"]]]  # fmt: skip
    body = grid(["Rubrica", "Descrição", "Proventos", "Descontos"], lines)
    totals = (("Total de Proventos", row["vantagens"]), ("Líquido", row["liquido"]))
    foot = "".join(f"<td align=right><b>{name}:</b></td><td align=right>{value}</td>" for name, value in totals)
    return php("Contracheque", f"{top}{body}<table width='100%'><tr>{foot}</tr></table>")


def people_of_units() -> Response:
    cells = [[r["secretaria"], r["quantidade"], r["total_folha"]] for r in records("lotacao", "2025", 8)]
    return php("Servidores por Lotação", "<b>Servidores por Lotação - 12/2025</b>" + grid(["Lotação", "Quantidade", "Total Bruto"], cells))  # fmt: skip


def bids() -> Response:
    year = given("ano")
    form = (
        f"<form name=form1 method=get action=lic_consulta001.php><table align=center><tr><td><b>Ano:</b></td><td>{options('ano', YEARS, chosen=year)}</td></tr>"
        f"<tr><td><b>Modalidade:</b></td><td>{options('mod', ('Todas', 'Pregão Eletrônico', 'Dispensa'), chosen=given('mod'))}</td></tr>"
        "<tr><td colspan=2 align=center><input type=submit name=pesquisar value='Pesquisar'></td></tr></table></form>"
    )
    answer = ""
    if year:
        rows = records("licitacao", year, 11)
        cells = [[r["numero_licitacao"], r["modalidade_licitacao"].upper(), r["objeto"], r["situacao"]] for r in rows]
        answer = grid(["Licitação", "Modalidade", "Objeto", "Situação"], cells, "js_mostralicitacao")
    script = "function js_mostralicitacao(n){location.href='lic_detalhe001.php?l20_codigo='+n}function js_baixa(n){window.open('lic_download.php?doc='+n)}"
    return php("Licitações", form + answer, script)


def bid() -> Response:
    row = Row("frames licitacao", 2025, int(given("l20_codigo", "0")), 11)
    top = fields(
        "Licitação",
        ("Número", row["numero_licitacao"]),
        ("Modalidade", row["modalidade_licitacao"]),
        ("Data de Publicação", row["data_publicacao"]),
        ("Abertura das Propostas", f"{row['data_realizacao']} - {row['hora']}"),
        ("Objeto", row["objeto"]),
        ("Local", "Sala de licitações"),
    )
    winners = grid(["Fornecedor Vencedor", "CNPJ", "Valor Adjudicado"], [[row["empresa"].upper(), row["cnpj"], row["valor_licitado"]]])  # fmt: skip
    files = "".join(
        f'<tr><td class=linha>{row["data_publicacao"]}</td><td class=linha><a href="#" onclick="js_baixa({n});return false">{name}</a></td></tr>'
        for n, name in enumerate(("Edital", "Aviso de Licitação"))
    )
    heads = "<tr><td class=table_header>Data</td><td class=table_header>Documento</td></tr>"
    documents = f"<fieldset><legend><b>Documentos</b></legend><table border=1>{heads}{files}</table></fieldset>"
    back = press("Voltar", "history.back()", "voltar")
    script = "function js_baixa(n){window.open('lic_download.php?doc='+n)}"
    return php("Licitação", f"{top}<fieldset><legend><b>Vencedores</b></legend>{winners}</fieldset>{documents}{back}", script)  # fmt: skip


def pdf() -> Response:
    return Response(b"%PDF-1.4\n%%EOF", mimetype="application/pdf", headers={"Content-Disposition": "attachment; filename=doc.pdf"})  # fmt: skip


def listed(title: str, heads: list[str], makers: list[str]) -> Callable[[], Response]:
    """What looks like an answer and is of another subject."""

    def page() -> Response:
        cells = [[str(r[maker]) for maker in makers] for r in records(title, "2025", 7)]
        return php(title, f"<center><b>{title}</b></center>{grid(heads, cells)}")

    return page


def told(title: str, text: str) -> Callable[[], Response]:
    return lambda: php(title, f"<table width='90%' align=center><tr><td><h3>{title}</h3>{text}</td></tr></table>")


def home() -> Response:
    script = f"window.onload=function(){{var a={TREE!r};for(var n=0;n<a.length;n++)js_no(a[n],$('menu'),0)}}"
    body = (
        "<table border=0 cellspacing=0 cellpadding=0 width='100%'>"
        "<tr><td colspan=2 bgcolor=#5786B2 height=50><font color=white size=4>&nbsp;<b>PREFEITURA MUNICIPAL</b></font>"
        "<font color=white>&nbsp;DBTransparência</font></td></tr><tr><td width=240 valign=top nowrap bgcolor=#eeeeee><div id=menu></div></td>"
        "<td valign=top><iframe name=corpo id=corpo src=inicio.php width='100%' height=600 frameborder=0></iframe></td></tr></table>"
    )
    return php("Portal da Transparência", body, script)


def frames(app: Flask) -> None:
    months = ("Mês:", options("mes", [str(n) for n in range(1, 13)], chosen="11"))
    by = "<input type=radio name=por value=estrutural checked>Estrutural <input type=radio name=por value=recurso>Recurso"
    pages: dict[str, Callable[[], Any]] = {
        "/": home,
        "/inicio.php": told("Bem-vindo", "Selecione uma opção no menu ao lado."),
        "/des_orgao001.php": expense_of_bodies,
        "/des_orgao002.php": bodies,
        "/des_orgao003.php": units,
        "/des_orgao004.php": commitments,
        "/emp_empenho003.php": commitment,
        "/emp_itens.php": commitment_items,
        "/emp_licitacao.php": commitment_bid,
        "/emp_anulacoes.php": lambda: php("", grid([], [])),
        "/emp_consulta001.php": commitments_asked,
        "/emp_consulta002.php": commitments_found,
        "/func_nome.php": creditors,
        "/rec_estrutural001.php": asked(
            "Receita por Estrutural", "rec_estrutural002.php", months, ("Receita por:", by)
        ),
        "/rec_estrutural002.php": revenue,
        "/ext_despesa001.php": asked("Despesa Extra-Orçamentária", "ext_despesa002.php", months),
        "/ext_despesa002.php": extra,
        "/ext_receita001.php": asked("Receita Extra-Orçamentária", "ext_receita002.php", months),
        "/ext_receita002.php": lambda: php("", grid([], [])),
        "/pes_servidor001.php": asked(
            "Servidores", "pes_servidor002.php", months, ("Lotação:", options("lota", ("Todas", "Saúde", "Educação")))
        ),
        "/pes_servidor002.php": people,
        "/pes_contracheque.php": payslip,
        "/pes_lotacao001.php": people_of_units,
        "/lic_consulta001.php": bids,
        "/lic_detalhe001.php": bid,
        "/lic_download.php": pdf,
        "/rp_posicao001.php": listed(
            "Restos a Pagar",
            ["Empenho", "Credor", "Inscrito", "Pago"],
            ["numero_empenho", "credor", "empenhado", "pago"],
        ),
        "/dia_consulta001.php": listed(
            "Diárias", ["Servidor", "Destino", "Motivo", "Valor"], ["servidor", "destino", "motivo", "valor"]
        ),
        "/aco_contratos001.php": listed(
            "Contratos",
            ["Acordo", "Contratado", "Assinatura", "Valor"],
            ["numero_contrato", "empresa", "data", "valor"],
        ),
        "/div_ativa001.php": listed(
            "Dívida Ativa", ["Exercício", "Inscrito", "Arrecadado"], ["numero_seq", "prevista", "arrecadada"]
        ),
        "/camara.php": listed("Câmara de Vereadores", ["Vereador", "Subsídio"], ["vereador", "sal_base"]),
        "/glossario.php": told(
            "Glossário",
            "<p><b>Subalínea:</b> detalhamento da alínea da receita.</p><p><b>Categoria econômica:</b> correntes ou de capital.</p>",
        ),
        "/noticias.php": told("Notícias", "<p>12/11/2026 - Prefeitura publica edital de pregão eletrônico.</p>"),
    }
    for folder in ("imagens", "skins"):
        app.add_url_rule(f"/{folder}/<name>", folder, lambda name: Response(PIXEL, mimetype="image/gif"))
    for path, view in pages.items():
        app.add_url_rule(path, f"at {path}", view, methods=["GET", "POST"])


PIXEL = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
