"""A town's WordPress that publishes by files: folders of a file manager that come by script, packages of a download manager whose
address tells no kind, bids as posts with papers in viewers, and the payroll in a published spreadsheet. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape

from flask import Flask, Response, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

Lines = list[list[str]]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa elemento emp_valor valor_liquidado valor_pago".split(),
        *"acao natureza_despesa valor_fixado".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao arrecadacao categoria_economica origem especie".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao data_publicacao_licitacao valor setor_interessado".split(),
        *"nome_vencedores cnpj_cpf edital aviso termo_ratificacao".split(),
    ],
}
"""What was won stands in posts of bids that ended; the ratification with those that were not put to bid."""

# ---- files --------------------------------------------------------------------------------------------------


def csv(heads: list[str], lines: Lines) -> bytes:
    return "".join(";".join(f'"{cell}"' for cell in line) + "\r\n" for line in [heads, *lines]).encode(
        "cp1252", "replace"
    )


def zipped(files: dict[str, str], first: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        if first:
            made.writestr(zipfile.ZipInfo("mimetype"), first)
        for name, text in files.items():
            made.writestr(name, text)
    return out.getvalue()


def number(text: str) -> str:
    """``"1.234,50"`` → ``"1234.50"``, empty where it is no amount."""
    plain = text.replace(".", "").replace(",", ".")
    return plain if text[-3:-2] == "," and plain.replace(".", "").isdigit() else ""


def xlsx(title: list[str], heads: list[str], lines: Lines) -> bytes:
    """A workbook as Excel writes it: shared strings, amounts as numbers, titles merged over the columns."""
    shared: dict[str, int] = {}
    rows = []
    for at, line in enumerate([*([text] for text in title), [], heads, *lines], 1):
        cells = []
        for n, text in enumerate(line):
            place = f"{chr(65 + n)}{at}"
            if amount := number(text):
                cells.append(f'<c r="{place}" s="1"><v>{amount}</v></c>')
            else:
                cells.append(f'<c r="{place}" t="s"><v>{shared.setdefault(text, len(shared))}</v></c>')
        rows.append(f'<row r="{at}">{"".join(cells)}</row>')
    merged = "".join(f'<mergeCell ref="A{n}:{chr(64 + len(heads))}{n}"/>' for n in range(1, len(title) + 1))
    main, rel = (
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    )
    kind, package = (
        "application/vnd.openxmlformats-officedocument.spreadsheetml",
        "http://schemas.openxmlformats.org/package/2006",
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    return zipped({
        "[Content_Types].xml": f'{head}<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="{kind}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/></Types>',
        "_rels/.rels": f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{head}<workbook xmlns="{main}" xmlns:r="{rel}"><sheets><sheet name="Plan1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{rel}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{rel}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="{rel}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'{head}<styleSheet xmlns="{main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'{head}<sst xmlns="{main}" count="{len(shared)}" uniqueCount="{len(shared)}">{"".join(f"<si><t>{escape(text)}</t></si>" for text in shared)}</sst>',
        "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{main}"><sheetData>{"".join(rows)}</sheetData><mergeCells count="{len(title)}">{merged}</mergeCells></worksheet>',
    })  # fmt: skip


def ods(title: str, heads: list[str], lines: Lines) -> bytes:
    """A sheet as LibreOffice writes it."""

    def cell(text: str) -> str:
        if amount := number(text):
            return f'<table:table-cell office:value-type="float" office:value="{amount}"><text:p>{text}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>'

    rows = "".join(
        f"<table:table-row>{''.join(map(cell, line))}</table:table-row>" for line in [[title], heads, *lines]
    )
    ns = "".join(f' xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{k}:1.0"' for k in ("office", "table", "text"))
    blank = '<table:table-row table:number-rows-repeated="1048550"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{ns} office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Planilha1">{rows}{blank}</table:table></office:spreadsheet></office:body></office:document-content>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    return zipped({"content.xml": content, "META-INF/manifest.xml": manifest}, kind)


def printed(title: list[str], heads: list[str], lines: Lines, places: list[int]) -> bytes:
    """A page of a report as a printer draws it: every text at its place."""

    def show(x: int, y: int, text: str) -> str:
        safe = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"BT /F1 9 Tf 1 0 0 1 {x} {y} Tm ({safe}) Tj ET"

    shown, y = [], 800
    for text in title:
        shown.append(show(40, y, text))
        y -= 16
    for line in [heads, *lines]:
        y -= 14
        shown += [show(x, y, text) for x, text in zip(places, line, strict=True)]
    stream = "\n".join(shown).encode("cp1252", "replace")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream), b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]  # fmt: skip
    out, at = b"%PDF-1.4\n", []
    for n, told in enumerate(objects, 1):
        at.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (n, told)
    table = b"".join(b"%010d 00000 n \n" % place for place in at)
    return (
        out
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)
    )


def lines(seed: str, count: int, makers: str) -> Lines:
    return [[str(Row(f"wp/{seed}", 2025, n, count)[maker]) for maker in makers.split()] for n in range(count)]


TOWN = "PREFEITURA MUNICIPAL DE VILA PEQUENA"
FILES: dict[int, tuple[str, str, Callable[[], bytes]]] = {
    # number → title, extension, what makes it
    101: ("QDD - Quadro de Detalhamento da Despesa 2025", "xlsx", lambda: xlsx([TOWN, "Quadro de Detalhamento da Despesa - LOA 2025"], ["Unidade", "Ação", "Natureza da Despesa", "Fonte", "Dotação Inicial"], lines("qdd", 20, "unidade acao natureza fonte fixado"))),
    301: ("Balancete da Receita Orçamentária - 2025", "xlsx", lambda: xlsx([TOWN, "Balancete da Receita - Exercício 2025"], ["Código", "Especificação", "Categoria Econômica", "Origem", "Espécie", "Previsão Atualizada", "Arrecadado no Mês", "Arrecadado até o Mês"], lines("rec", 18, "rec_codigo rec_nome rec_categoria rec_origem rec_especie atualizada arrecadada_mes arrecadada"))),
    302: ("Receita Extraorçamentária - 2025", "pdf", lambda: printed([TOWN, "Demonstrativo da Receita Extraorçamentária", "Exercício: 2025"], ["Código", "Nomenclatura", "Valor"], lines("rex", 12, "extra_codigo extra_nome valor"), [40, 140, 420])),
    303: ("RREO 5º Bimestre 2025", "pdf", lambda: printed([TOWN, "Relatório Resumido da Execução Orçamentária", "Anexo 1 - Balanço Orçamentário"], ["Descrição", "Até o bimestre"], [["Receitas correntes", "1.000.000,00"], ["Receitas de capital", "20.000,00"]], [40, 420])),
    304: ("RGF 2º Quadrimestre 2025", "pdf", lambda: printed([TOWN, "Relatório de Gestão Fiscal", "Anexo 1 - Despesa com Pessoal"], ["Descrição", "Valor"], [["Despesa bruta com pessoal", "900.000,00"]], [40, 420])),
    401: ("Diárias 2025", "pdf", lambda: printed([TOWN, "Diárias concedidas"], ["Servidor", "Destino", "Valor"], lines("dia", 12, "servidor destino valor"), [40, 240, 440])),
}  # fmt: skip
FOLDERS: dict[int, tuple[str, int, list[int]]] = {
    30: ("Despesas", 0, [401]),
    31: ("2026", 30, []),
    32: ("2025", 30, [101]),
    33: ("2024", 30, []),
}
"""Number → title, the folder above, its files."""
EXPENSE = [
    "Empenho",
    "Data",
    "Credor",
    "CPF/CNPJ",
    "Órgão",
    "Função",
    "Subfunção",
    "Programa",
    "Elemento",
    "Valor Empenhado",
    "Valor Liquidado",
    "Valor Pago",
]
MADE = "numero_empenho data credor cpf_cnpj orgao funcao subfuncao programa elemento empenhado liquidado pago"
for month, name in enumerate(MONTHS[:10], 1):
    FOLDERS[40 + month] = (f"{month:02} - {name}", 32, [500 + month, 520 + month, 540 + month])
    FOLDERS[60 + month] = (f"{month:02} - {name}", 31, [])
    FILES[500 + month] = (
        f"Empenhos emitidos {month:02}-2025",
        "csv",
        lambda m=month: csv(EXPENSE, lines(f"emp{m}", 40, MADE)),
    )  # type: ignore[misc]
    FILES[520 + month] = (
        f"Relação de pagamentos {month:02}-2025",
        "pdf",
        lambda m=month: printed(
            [TOWN, f"Relação de Pagamentos - {m:02}/2025"],
            ["Data", "Credor", "Valor"],
            lines(f"pag{m}", 25, "data_pagamento credor pago"),
            [40, 140, 440],
        ),
    )  # type: ignore[misc]
    FILES[540 + month] = (
        f"Despesa extraorçamentária {month:02}-2025",
        "ods",
        lambda m=month: ods(
            f"Despesa Extraorçamentária - {m:02}/2025",
            ["Conta", "Descrição", "Valor"],
            lines(f"ext{m}", 12, "extra_codigo extra_nome valor"),
        ),
    )  # type: ignore[misc]
KINDS = {
    "csv": "text/csv", "pdf": "application/pdf", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}  # fmt: skip

# ---- pages --------------------------------------------------------------------------------------------------
STYLE = """body{font:16px sans-serif;margin:0;color:#222}.menu{list-style:none;display:flex;background:#14532d;margin:0;padding:0}.menu li{position:relative}.menu a{color:#fff;padding:14px;display:block;text-decoration:none}
.sub-menu{display:none;position:absolute;background:#166534;list-style:none;padding:0;min-width:220px;z-index:9}.menu li:hover>.sub-menu{display:block}main{max-width:1000px;margin:20px auto}.screen-reader-text{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}
.wpfdcategory{display:inline-block;width:180px;padding:18px;margin:6px;border:1px solid #ccc;text-decoration:none}.file{border-bottom:1px solid #ddd;padding:8px}.w3eden .card{border:1px solid #ddd;padding:12px;margin:8px 0}.btn{background:#2563eb;color:#fff;padding:8px 16px;display:inline-block;text-decoration:none}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 8px}article{border-bottom:1px solid #ddd;margin-bottom:16px}"""
PAGES = [
    ("Despesas", "/transparencia/despesas/"), ("Receitas", "/transparencia/receitas/"), ("Folha de Pagamento", "/transparencia/folha-de-pagamento/"),
    ("Licitações", "/category/licitacoes/"), ("Contratos", "/transparencia/contratos/"), ("Relatórios Fiscais", "/transparencia/relatorios/"), ("e-SIC", "/esic/"),
]  # fmt: skip


def wp(title: str, body: str) -> str:
    sub = "".join(
        f'<li class="menu-item menu-item-type-post_type"><a href="{to}">{text}</a></li>' for text, to in PAGES
    )
    menu = (
        '<ul id="primary-menu" class="menu"><li class="menu-item"><a href="/">Início</a></li><li class="menu-item"><a href="/a-prefeitura/">A Prefeitura</a></li><li class="menu-item"><a href="/noticias/">Notícias</a></li>'
        f'<li class="menu-item menu-item-has-children"><a href="/transparencia/">Transparência</a><ul class="sub-menu">{sub}</ul></li><li class="menu-item"><a href="/contato/">Contato</a></li></ul>'
    )
    search = '<form role="search" method="get" class="search-form" action="/"><label><span class="screen-reader-text">Pesquisar por:</span><input type="search" class="search-field" placeholder="Pesquisar &hellip;" value="" name="s"></label><input type="submit" class="search-submit" value="Pesquisar"></form>'
    return (
        f'<!DOCTYPE html><html lang="pt-BR"><head><meta charset="UTF-8"><meta name="generator" content="WordPress 6.4.3"><title>{title} &#8211; Prefeitura de Vila Pequena</title><style>{STYLE}</style></head><body class="page-template-default page">'
        f'<header id="masthead"><p class="site-title"><a href="/" rel="home">Prefeitura de Vila Pequena</a></p><nav id="site-navigation">{menu}</nav></header><main id="main"><article><header class="entry-header"><h1 class="entry-title">{title}</h1></header><div class="entry-content">{body}</div></article></main>'
        f'<aside id="secondary" class="widget-area"><section class="widget widget_search">{search}</section><section class="widget"><h2 class="widget-title">Posts recentes</h2><ul><li><a href="/noticias/vacina/">Campanha de vacinação começa na segunda</a></li><li><a href="/noticias/obra/">Licitação da nova escola é concluída, diz prefeito</a></li></ul></section></aside>'
        '<footer id="colophon">Rua Fictícia, 1 &#8211; Centro. Atendimento de 8h às 14h.</footer></body></html>'
    )  # fmt: skip


WPFD = """<div class="wpfd-content wpfd-content-default wpfd-content-multi" data-category="30"><div class="wpfd-container"><div class="wpfd-container-default"><div class="wpfd-open-tree"></div><div class="alvo"></div></div></div></div>
<script>(function(){
var raiz=document.querySelector('.wpfd-content .alvo');
function pede(t,id,f){var x=new XMLHttpRequest();x.open('GET','/wp-admin/admin-ajax.php?juwpfisadmin=false&action=wpfd&task='+t+'&view=frontfiles&id='+id);x.onload=function(){f(JSON.parse(x.responseText));};x.send();}
function abre(id){raiz.innerHTML='<div class="wpfd-loading" style="padding:30px">...</div>';
 pede('categories.display',id,function(c){pede('files.display',id,function(a){
  var h='<div class="wpfd-categories">'+(c.parent?'<a class="wpfdcategory backcategory catlink" href="#" data-idcat="'+c.parent+'"><i class="zmdi zmdi-chevron-left"></i> <span>Voltar</span></a>':'')+'<h2>'+c.name+'</h2>';
  c.categories.forEach(function(k){h+='<a class="wpfdcategory catlink" href="#" data-idcat="'+k.id+'" title="'+k.name+'"><i class="zmdi zmdi-folder wpfd-folder"></i> <span>'+k.name+'</span></a>';});
  h+='</div><div class="wpfd_list">';
  a.files.forEach(function(f){h+='<div class="file" data-id="'+f.id+'"><div class="filecontent"><div class="ext '+f.ext+'"><span class="txt">'+f.ext+'</span></div><h3><a class="wpfd_downloadlink" href="'+f.link+'" title="'+f.title+'">'+f.title+'</a></h3><div class="file-xinfo"><div class="file-size"><span>Tamanho:</span> 31.4 KB</div><div class="file-hits"><span>Acessos:</span> '+(f.id%90)+'</div><div class="file-dated"><span>Data adicionada:</span> 10-11-2025</div></div></div><div class="file-right"><a class="downloadlink wpfd_downloadlink" href="'+f.link+'">Download <i class="zmdi zmdi-cloud-download"></i></a></div></div>';});
  raiz.innerHTML=h+'</div>';
  raiz.querySelectorAll('.catlink').forEach(function(l){l.onclick=function(e){e.preventDefault();history.replaceState({},'',location.pathname+'#'+l.dataset.idcat+'-'+l.textContent.trim().toLowerCase().replace(/\\W+/g,'-'));abre(l.dataset.idcat);};});
 });});}
var m=/^#(\\d+)-/.exec(location.hash);abre(m?m[1]:30);})();</script>"""
WPDM = """<script>document.addEventListener('click',function(e){var b=e.target.closest('.wpdm-download-link.download-on-click');if(b){e.preventDefault();location.href=b.dataset.downloadurl;}});</script>"""
VIEWER = """<!DOCTYPE html><html dir="ltr"><head><title>PDF.js viewer</title><style>body{margin:0;background:#404040}#toolbarContainer{background:#474747;color:#fff;padding:6px;display:flex;gap:10px}.page{position:relative;width:595px;height:842px;margin:8px auto;background:#fff}.textLayer{position:absolute;inset:0;opacity:.2;line-height:1}.textLayer span{position:absolute;white-space:pre;color:transparent}</style></head>
<body><div id="outerContainer"><div id="mainContainer"><div id="toolbarContainer"><button id="sidebarToggle" title="Exibir/ocultar painel lateral"></button><button id="previous" title="Página anterior" disabled></button><button id="next" title="Próxima página" disabled></button><input id="pageNumber" type="number" value="1" size="4"> de 1<button id="download" title="Baixar"></button></div>
<div id="viewerContainer"><div id="viewer" class="pdfViewer"><div class="page" data-page-number="1"><div class="canvasWrapper"><canvas width="595" height="842"></canvas></div><div class="textLayer"></div></div></div></div></div></div>
<script>fetch(new URLSearchParams(location.search).get('file')).then(function(r){return r.arrayBuffer();}).then(function(b){var t=new TextDecoder('windows-1252').decode(b),l=document.querySelector('.textLayer'),y=40,g=document.querySelector('canvas').getContext('2d');(t.match(/\\(([^)]*)\\) Tj/g)||[]).forEach(function(m){var s=document.createElement('span');s.textContent=m.slice(1,-4);s.style.left='50px';s.style.top=y+'px';g.fillText(s.textContent,50,y+10);y+=16;l.append(s);});});</script></body></html>"""


def sheet(name: str, rows: Lines, frozen: int) -> str:
    wide = max(map(len, rows))
    heads = "".join(
        f'<th id="{name}C{n}" style="width:100px" class="column-headers-background">{chr(65 + n)}</th>'
        for n in range(wide)
    )

    def line(n: int, row: list[str]) -> str:
        cells = "".join(
            f'<td class="s{n % 3}" dir="ltr">{escape(cell)}</td>' for cell in row + [""] * (wide - len(row))
        )
        bar = (
            f'<tr><th style="height:3px;" class="freezebar-cell freezebar-horizontal-handle"></th>{"<td class=freezebar-cell></td>" * wide}</tr>'
            if n + 1 == frozen
            else ""
        )
        return f'<tr style="height: 20px"><th id="{name}R{n}" style="height: 20px;" class="row-headers-background"><div class="row-header-wrapper" style="line-height: 20px">{n + 1}</div></th>{cells}</tr>{bar}'

    body = "".join(line(n, row) for n, row in enumerate(rows))
    return f'<div class="ritz grid-container" dir="ltr"><table class="waffle" cellspacing="0" cellpadding="0"><thead><tr><th class="row-header freezebar-origin-ltr"></th>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def spreadsheet() -> str:
    people = lines("folha", 60, "matricula servidor cargo vinculo secretaria vantagens descontos liquido")
    sheets = {
        "Leia-me": sheet("0", [["Folha de pagamento publicada conforme a Lei 12.527/2011"], ["Atualizada todo dia 10"], ["Dúvidas: ouvidoria"]], 0),
        "Resumo": sheet("1", [["Secretaria", "Quantidade de servidores", "Total da folha"], *lines("res", 9, "secretaria quantidade total_folha")], 1),
        "Out/2025": sheet("2", [[TOWN], ["FOLHA DE PAGAMENTO - OUTUBRO/2025"], ["Matrícula", "Nome", "Cargo", "Vínculo", "Lotação", "Proventos", "Descontos", "Líquido"], *people], 3),
    }  # fmt: skip
    menu = "".join(
        f'<li id="sheet-button-{n}"{" class=active" if not n else ""}><a href="#">{name}</a></li>'
        for n, name in enumerate(sheets)
    )
    shown = "".join(
        f'<div id="{n}" style="{"" if not n else "display:none;"}position:relative;" dir="ltr">{html}</div>'
        for n, html in enumerate(sheets.values())
    )
    return (
        '<!DOCTYPE html><html><head><title>Folha 2025 : Out - Planilhas</title><style>.waffle{font:13px Arial;border-collapse:collapse;table-layout:fixed}.waffle td{border:1px solid #e2e3e3;padding:0 3px;overflow:hidden}#sheet-menu{list-style:none;display:flex;padding:4px;margin:0}#sheet-menu li{padding:4px 10px}#sheet-menu .active{background:#ddd}.freezebar-cell{height:3px;padding:0}</style></head>'
        f'<body class="docs-gm"><div id="doc-title"><span class="name">Folha 2025</span></div><div id="sheets-viewport">{shown}</div><div id="bottom-bar"><ul id="sheet-menu">{menu}</ul></div><div id="footer"><span>Publicado pelo Planilhas</span> – <a href="/report">Denunciar abuso</a></div>'
        "<script>document.querySelectorAll('#sheet-menu li').forEach(function(li,i){li.querySelector('a').addEventListener('click',function(e){e.preventDefault();document.querySelectorAll('#sheet-menu li').forEach(function(o,j){o.className=i===j?'active':'';document.getElementById(String(j)).style.display=i===j?'':'none';});});});</script></body></html>"
    )  # fmt: skip


def post(n: int) -> tuple[str, str]:
    """Title and content of the n-th bid."""
    row = Row("wp/bid", 2025, 40 - n, 41)
    kind = ("Pregão Eletrônico", "Pregão Eletrônico", "Dispensa de Licitação", "Concorrência")[n % 4]
    ended = n > 1
    told = {"Processo Administrativo nº": f"{112 - n:03}/2025", "Modalidade": kind, "Objeto": row["objeto"], "Secretaria requisitante": row["secretaria"],
            "Data de publicação": row["data_publicacao"], "Data da sessão": row["data_realizacao"], "Valor estimado": f"R$ {row['valor_estimado']}"}  # fmt: skip
    if ended:
        told |= {"Empresa vencedora": row["empresa"], "CNPJ": row["cnpj"]}
    papers = (
        ["Termo de Ratificação", "Extrato do Contrato"]
        if kind.startswith("Dispensa")
        else ["Aviso de Licitação", "Edital"]
    )
    links = "".join(
        f'<div class="wp-block-file"><a href="/wp-content/uploads/2025/{n:02}/{p.lower().replace(" ", "-")}.pdf">{p}</a><a href="/wp-content/uploads/2025/{n:02}/{p.lower().replace(" ", "-")}.pdf" class="wp-block-file__button" download>Baixar</a></div>'
        for p in papers
    )
    frame = f'<a href="/wp-content/plugins/pdfjs-viewer-shortcode/pdfjs/web/viewer.php?file=/wp-content/uploads/2025/{n:02}/arquivo.pdf">Tela cheia</a><br><iframe class="pdfjs-iframe" width="100%" height="500px" src="/wp-content/plugins/pdfjs-viewer-shortcode/pdfjs/web/viewer.php?file=/wp-content/uploads/2025/{n:02}/arquivo.pdf"></iframe>'
    body = "".join(f"<p><strong>{name}:</strong> {value}</p>" for name, value in told.items())
    meta = f'<div class="entry-meta"><span class="posted-on"><time class="entry-date">{n % 27 + 1} de outubro de 2025</time></span> por <span class="author">admin</span></div>'
    return f"{kind} nº {60 - n:03}/2025", meta + body + links + frame


def wpfiles(app: Flask) -> None:
    def served(n: int) -> Response:
        title, ext, make = FILES[n]
        return Response(
            make(),
            mimetype=KINDS[ext],
            headers={"Content-Disposition": f'attachment; filename="{title.split(" ")[0]}-{n}.{ext}"'},
        )

    def ajax() -> Response:
        time.sleep(0.15)
        asked = int(request.args["id"])
        name, above, files = FOLDERS[asked]
        if request.args["task"] == "categories.display":
            return jsonify(
                name=name,
                parent=above,
                categories=[{"id": n, "name": told[0]} for n, told in FOLDERS.items() if told[1] == asked],
            )
        return jsonify(
            files=[
                {
                    "id": n,
                    "title": FILES[n][0],
                    "ext": FILES[n][1],
                    "link": f"/download/{asked}/{name.lower().replace(' ', '')}/{n}/arquivo",
                }
                for n in files
            ]
        )

    def home() -> Response | str:
        if "wpdmdl" in request.args:
            return served(int(request.args["wpdmdl"]))
        return wp(
            "Início",
            "<h2>Notícias</h2><p><a href='/noticias/obra/'>Licitação da nova escola é concluída, diz prefeito</a></p><p><a href='/transparencia/'><img alt='Portal da Transparência' src='/t.png' width=200 height=60></a></p>",
        )

    def packages(title: str, *numbers: int) -> str:
        cards = "".join(
            f'<div class="link-template-default card mb-2"><div class="card-body"><div class="media"><h3 class="package-title"><a href="/download/pacote-{n}/">{FILES[n][0]}</a></h3><div class="text-muted text-small"><i class="fas fa-copy"></i> 1 arquivo(s) <i class="fas fa-hdd"></i> 40.12 KB</div>'
            f'<div class="ml-3"><a class="wpdm-download-link download-on-click btn btn-primary" rel="nofollow" href="#" data-downloadurl="/download/pacote-{n}/?wpdmdl={n}&refresh=65a{n}">Download</a></div></div></div></div>'
            for n in numbers
        )
        return wp(title, f'<div class="w3eden"><div class="wpdm-category">{cards}</div></div>{WPDM}')

    def package(n: int) -> Response | str:
        if "wpdmdl" in request.args:
            return served(n)
        facts = "".join(
            f'<li class="list-group-item"><span class="badge">{v}</span> {k}</li>'
            for k, v in {
                "Versão": "",
                "Download": "58",
                "Tamanho do arquivo": "40.12 KB",
                "Data de criação": "10 de novembro de 2025",
            }.items()
        )
        look = (
            f'<iframe src="/gview?embedded=true&url=/?wpdmdl={n}" style="width:100%;height:300px"></iframe>'
            if FILES[n][1] == "pdf"
            else ""
        )
        return wp(
            FILES[n][0],
            f'<div class="w3eden"><ul class="list-group">{facts}</ul><a class="wpdm-download-link download-on-click btn btn-primary" rel="nofollow" href="#" data-downloadurl="/download/pacote-{n}/?wpdmdl={n}&refresh=65a{n}">Download</a>{look}</div>{WPDM}',
        )

    def archive(page: int = 1) -> str:
        items = "".join(
            f'<article class="post category-licitacoes"><h2 class="entry-title"><a href="/licitacoes/processo-{n}/" rel="bookmark">{post(n)[0]}</a></h2><div class="entry-summary"><p>{Row("wp/bid", 2025, 40 - n, 41)["objeto"]} [&hellip;]</p><a class="more-link" href="/licitacoes/processo-{n}/">Continue lendo</a></div></article>'
            for n in range((page - 1) * 8, page * 8)
        )
        more = (
            f'<nav class="navigation pagination"><div class="nav-links"><a class="page-numbers" href="/category/licitacoes/page/{page + 1}/">Próximo</a></div></nav>'
            if page < 4
            else ""
        )
        return wp("Categoria: Licitações", items + more)

    def contracts() -> str:
        links = "".join(
            f'<li><a href="/wp-content/uploads/2025/contrato-{n}.pdf">Contrato nº {n:03}/2025</a></li>'
            for n in range(1, 9)
        )
        return wp("Contratos", f'<div class="filebird-block-filebird-gallery"><ul>{links}</ul></div>')

    text = {
        "a-prefeitura": "A Prefeitura",
        "noticias": "Notícias",
        "contato": "Contato",
        "esic": "e-SIC",
        "noticias/vacina": "Campanha de vacinação",
        "noticias/obra": "Licitação da nova escola é concluída",
    }
    icons = "".join(f'<div class="wp-block-column"><a href="{to}">{name}</a></div>' for name, to in PAGES)
    app.add_url_rule("/", "home", home)
    app.add_url_rule("/wp-admin/admin-ajax.php", "ajax", ajax)
    app.add_url_rule(
        "/transparencia/", "index", lambda: wp("Transparência", f'<div class="wp-block-columns">{icons}</div>')
    )
    app.add_url_rule(
        "/transparencia/despesas/",
        "spent",
        lambda: wp("Despesas", "<p>Consulte abaixo os arquivos por ano e mês.</p>" + WPFD),
    )
    app.add_url_rule("/transparencia/receitas/", "received", lambda: packages("Receitas", 301, 302))
    app.add_url_rule("/transparencia/relatorios/", "reports", lambda: packages("Relatórios Fiscais", 303, 304))
    app.add_url_rule("/transparencia/contratos/", "contracts", contracts)
    app.add_url_rule(
        "/transparencia/folha-de-pagamento/",
        "paid",
        lambda: wp(
            "Folha de Pagamento",
            '<p>Remuneração dos servidores municipais:</p><iframe src="/spreadsheets/d/e/2PACX-1vQx/pubhtml?widget=true&amp;headers=false" width="100%" height="600"></iframe>',
        ),
    )
    app.add_url_rule("/spreadsheets/d/e/2PACX-1vQx/pubhtml", "sheet", spreadsheet)
    app.add_url_rule("/download/pacote-<int:n>/", "package", package)
    app.add_url_rule("/download/<int:folder>/<name>/<int:n>/arquivo", "file", lambda folder, name, n: served(n))
    app.add_url_rule("/category/licitacoes/", "archive", archive)
    app.add_url_rule("/category/licitacoes/page/<int:page>/", "archive_page", archive)
    app.add_url_rule("/licitacoes/processo-<int:n>/", "bid", lambda n: wp(*post(n)))
    app.add_url_rule(
        "/wp-content/uploads/<path:path>", "upload", lambda path: Response(NOTICE, mimetype="application/pdf")
    )
    app.add_url_rule("/wp-content/plugins/pdfjs-viewer-shortcode/pdfjs/web/viewer.php", "viewer", lambda: VIEWER)
    app.add_url_rule(
        "/gview",
        "gview",
        lambda: (
            '<html><body><div class="ndfHFb-c4YZDc" role="document"><canvas width="600" height="280"></canvas></div></body></html>'
        ),
    )
    for path, title in text.items():
        app.add_url_rule(
            f"/{path}/",
            path,
            lambda title=title: wp(
                title, "<p>A Prefeitura informa à população que os serviços funcionam normalmente.</p>"
            ),
        )
