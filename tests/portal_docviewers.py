"""A small town's institutional site of a content manager whose data are documents in viewers: pages of a viewer of the site's own, files
embedded as objects, another's viewer that only its address tells of, booklets of pictures, lists of attachments with filters and
pagers, folds by year; some of the files are only scans. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it; tables of what is asked)
from __future__ import annotations

import io
import json
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, abort, request
from fpdf import FPDF
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook
from PIL import Image, ImageDraw

from lab.values import MONTHS, Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago".split(),  # a viewer of the site's own
        *"funcao sub_funcao programa acao valor_fixado".split(),  # <embed>
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),  # another's viewer
    "receita_orcamentaria": [
        *"categoria_economica origem especie rubrica previsao arrecadacao".split(),  # CSV attached
        *"lancado uni_gestora".split(),  # ODS, on the second page of the list
    ],
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),  # <object>
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),  # a booklet
    "licitacao": "numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao valor setor_interessado edital aviso".split(),
}
"""Elements of expense and those who won bids are only in scans."""
UNSURE = {("receita_orcamentaria", item) for item in ("lancado", "uni_gestora")}
"""What is only on the second page of a list of files: what was opened before tells whether that is still turned to."""
Lines = list[list[str]]
YEARS = ("2026", "2025", "2024")


def lines(kind: str, year: int, count: int, makers: str) -> Lines:
    return [
        [str(row[m]) for m in makers.split()] for row in (Row(f"visor/{kind}", year, n, count) for n in range(count))
    ]


# ---- files -------------------------------------------------------------------------------------------------------------


def report(title: str, heads: str, widths: Iterable[int], rows: Lines, lead: str = "") -> bytes:
    """A report as the accountant's program prints it: the town, what it is, the exercise, a table over some pages."""
    pdf = FPDF("L" if sum(widths) > 190 else "P", "mm", "A4")
    pdf.set_compression(False)  # so that the viewer's script can read it
    pdf.set_margins(10, 10)
    names = heads.split("|")

    def row(cells: list[str], bold: str = "") -> None:
        pdf.set_font("Helvetica", bold, 7)
        for cell, width in zip(cells, widths, strict=True):
            pdf.cell(width, 5, cell.encode("cp1252", "replace").decode("cp1252")[: int(width / 1.35)], border=1)
        pdf.ln()

    for start in range(0, max(len(rows), 1), 30):
        pdf.add_page()
        pdf.set_font("Helvetica", "B", 10)
        pdf.cell(0, 6, "PREFEITURA MUNICIPAL", new_x="LMARGIN", new_y="NEXT")
        pdf.cell(0, 6, title, new_x="LMARGIN", new_y="NEXT")
        if lead:
            pdf.set_font("Helvetica", "", 8)
            pdf.multi_cell(0, 5, lead)
        row(names, "B")
        for cells in rows[start : start + 30]:
            row(cells)
    return bytes(pdf.output())


@cache
def scan(title: str) -> bytes:
    """What was printed, signed and laid on the glass: a picture of a page."""
    sheet = Image.new("L", (1240, 1754), 250)
    draw = ImageDraw.Draw(sheet)
    draw.text((120, 100), title, fill=20)
    for n in range(40):
        draw.line((100, 200 + n * 36, 1140, 200 + n * 36), fill=120)
        draw.text((110, 180 + n * 36), f"{n + 1:04d}   " + "texto digitalizado " * 4, fill=40)
    made = io.BytesIO()
    sheet.save(made, "JPEG", quality=50)
    pdf = FPDF("P", "mm", "A4")
    pdf.add_page()
    pdf.image(made, 0, 0, 210, 297)
    return bytes(pdf.output())


def spread(heads: str, rows: Lines) -> bytes:
    return "\r\n".join(";".join(line) for line in [heads.split("|"), *rows]).encode("utf-8-sig")


def ods(heads: str, rows: Lines) -> bytes:
    book = OpenDocumentSpreadsheet()
    sheet = Table(name="Plan1")
    for line in [heads.split("|"), *rows]:
        made = TableRow()
        for cell in line:
            box = TableCell(valuetype="string")
            box.addElement(P(text=cell))
            made.addElement(box)
        sheet.addElement(made)
    book.spreadsheet.addElement(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xlsx(heads: str, rows: Lines) -> bytes:
    book = Workbook()
    for line in [heads.split("|"), *rows]:
        book.active.append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


REVENUE = "Código|Categoria econômica|Origem|Espécie|Rubrica|Previsão inicial|Arrecadado"
OF_REVENUE = "rec_codigo rec_categoria rec_origem rec_especie rec_rubrica prevista arrecadada"
NOTICE = "1. DO OBJETO. 1.1. O presente certame tem por objeto {}, conforme o termo de referência. 2. DA SESSÃO. 2.1. A sessão pública será aberta em {}."


@cache
def file(name: str) -> bytes:
    """A file of ``/sites/default/files``, by its name without folders."""
    stem, year = (
        name.rsplit(".", 1)[0],
        int(name.rsplit(".", 1)[0][-4:]) if name.rsplit(".", 1)[0][-4:].isdigit() else 2025,
    )
    if stem.startswith("relacao-empenhos"):
        made = lines("empenho", year, 70, "numero_empenho data credor cpf_cnpj empenhado liquidado pago")
        return report(
            f"RELAÇÃO DE EMPENHOS - EXERCÍCIO {year}",
            "Empenho|Data|Credor|CPF/CNPJ|Valor empenhado|Valor liquidado|Valor pago",
            (20, 22, 80, 38, 30, 30, 30),
            made,
        )
    if stem.startswith("despesa-funcional"):
        made = lines("funcional", year, 24, "funcao subfuncao programa acao fixado empenhado")
        return report(
            f"DEMONSTRATIVO DA DESPESA POR FUNÇÃO, SUBFUNÇÃO E PROGRAMA - {year}",
            "Função|Subfunção|Programa|Ação|Dotação atualizada|Empenhado",
            (35, 50, 45, 75, 32, 30),
            made,
        )
    if stem.startswith("despesa-extra"):
        made = lines("dextra", year, 12, "extra_codigo extra_nome valor")
        return report(
            f"DEMONSTRATIVO DA DESPESA EXTRAORÇAMENTÁRIA - {year}",
            "Código da conta|Título da conta|Valor pago",
            (40, 90, 40),
            made,
        )
    if stem.startswith("receita-extra"):
        made = lines("rextra", year, 12, "extra_codigo extra_nome valor")
        return report(
            f"DEMONSTRATIVO DA RECEITA EXTRAORÇAMENTÁRIA - {year}",
            "Código da conta|Título da conta|Valor arrecadado",
            (40, 90, 40),
            made,
        )
    if stem.startswith("folha"):
        made = lines("folha", 2026, 75, "matricula servidor cargo vinculo vantagens")
        return report(
            "FOLHA DE PAGAMENTO DOS SERVIDORES - OUTUBRO/2026",
            "Matrícula|Nome|Cargo|Vínculo|Remuneração bruta",
            (20, 70, 50, 50, 35),
            made,
        )
    if stem.startswith("diarias"):
        made = lines("diaria", year, 20, "servidor destino motivo valor")
        return report(
            f"RELATÓRIO DE DIÁRIAS CONCEDIDAS - {year}",
            "Servidor|Destino|Motivo da viagem|Valor da diária",
            (60, 40, 60, 30),
            made,
        )
    if stem.startswith(("rreo", "rgf")):
        made = [
            ["RECEITAS CORRENTES", "48.000.000,00", "31.220.110,10"],
            ["RECEITAS DE CAPITAL", "2.000.000,00", "410.000,00"],
        ]
        return report(
            "RELATÓRIO RESUMIDO DA EXECUÇÃO ORÇAMENTÁRIA - BALANÇO ORÇAMENTÁRIO",
            "RECEITAS|PREVISÃO ATUALIZADA|ATÉ O BIMESTRE",
            (60, 50, 50),
            made,
        )
    if stem.startswith(("edital", "aviso")):
        row = Row("visor/licitacao", 2025, int(stem.split("-")[1]), 16)
        return report(
            f"{stem.split('-')[0].upper()} DE LICITAÇÃO Nº {row['numero_licitacao']}",
            "Item|Descrição|Quantidade",
            (20, 120, 40),
            [["1", str(row["objeto"])[:60], "10"]],
            NOTICE.format(str(row["objeto"]).lower(), row["data_realizacao"]),
        )
    if stem.startswith(("ata-", "despesa-elemento")):
        return scan(stem)
    if stem.startswith("receita-orcamentaria"):
        return spread(REVENUE, [] if year == 2026 else lines("receita", year, 54, OF_REVENUE))
    if stem.startswith("lancamento-receita"):
        return ods("Unidade gestora|Receita|Valor lançado", lines("lancada", year, 18, "gestora rec_nome lancada"))
    if stem.startswith("cargos"):
        return xlsx("Cargo|Vagas|Vencimento base", lines("cargo", year, 14, "cargo quantidade sal_base"))
    raise KeyError(name)


TYPES = {"pdf": "application/pdf", "csv": "text/csv", "ods": "application/vnd.oasis.opendocument.spreadsheet", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}  # fmt: skip
NODES = {
    "/documento/relacao-de-empenhos-2025": ("Relação de empenhos 2025", "viewer", "relacao-empenhos-2025.pdf"),
    "/documento/relacao-de-empenhos-2024": ("Relação de empenhos 2024", "viewer", "relacao-empenhos-2024.pdf"),
    "/documento/despesa-por-funcao-2025": ("Despesa por função e programa 2025", "embed", "despesa-funcional-2025.pdf"),
    "/documento/despesa-por-elemento-2025": ("Despesa por elemento 2025", "viewer", "despesa-elemento-2025.pdf"),
    "/documento/despesa-extraorcamentaria-2025": ("Despesa extraorçamentária 2025", "gview", "despesa-extra-2025.pdf"),
    "/documento/receita-extraorcamentaria-2025": ("Receita extraorçamentária 2025", "object", "receita-extra-2025.pdf"),
    "/documento/folha-outubro-2026": ("Folha de pagamento - Outubro de 2026", "booklet", "folha-outubro-2026.pdf"),
    "/documento/diarias-2025": ("Diárias 2025", "viewer", "diarias-2025.pdf"),
    "/documento/rreo-5-bimestre-2025": ("RREO 5º bimestre de 2025", "viewer", "rreo-2025.pdf"),
    "/documento/rgf-2-quadrimestre-2025": ("RGF 2º quadrimestre de 2025", "gview", "rgf-2025.pdf"),
}
LISTS: dict[str, list[tuple[str, str, str, str]]] = {
    "/transparencia/receitas": [
        *((f"Receita orçamentária {y}", y, "Receita orçamentária", f"receita-orcamentaria-{y}.csv") for y in YEARS),
        *((f"RREO {n}º bimestre de 2025", "2025", "Relatório fiscal", "rreo-2025.pdf") for n in range(1, 7)),
        *((f"RGF {n}º quadrimestre de 2025", "2025", "Relatório fiscal", "rgf-2025.pdf") for n in range(1, 4)),
        *((f"Lançamento da receita {y}", y, "Receita lançada", f"lancamento-receita-{y}.ods") for y in YEARS[1:]),
    ],
    "/transparencia/pessoal/cargos": [("Quadro de cargos e vencimentos", "2026", "Cargos", "cargos-2026.xlsx")],
}
FOLDS: dict[str, dict[str, list[str]]] = {
    "/transparencia/despesas": {
        "2026": [],
        "2025": ["/documento/relacao-de-empenhos-2025", "/documento/despesa-por-funcao-2025", "/documento/despesa-por-elemento-2025", "/documento/diarias-2025"],
        "2024": ["/documento/relacao-de-empenhos-2024"],
    },
    "/transparencia/extraorcamentario": {"2025": ["/documento/receita-extraorcamentaria-2025", "/documento/despesa-extraorcamentaria-2025"]},
    "/transparencia/pessoal": {"2026": ["/documento/folha-outubro-2026"]},
    "/transparencia/relatorios-fiscais": {"2025": ["/documento/rreo-5-bimestre-2025", "/documento/rgf-2-quadrimestre-2025"]},
}  # fmt: skip
TITLES = {
    "/transparencia/despesas": "Despesas", "/transparencia/receitas": "Receitas", "/transparencia/extraorcamentario": "Receitas e despesas extraorçamentárias",
    "/transparencia/pessoal": "Servidores e folha de pagamento", "/transparencia/pessoal/cargos": "Quadro de cargos", "/transparencia/licitacoes": "Licitações",
    "/transparencia/relatorios-fiscais": "Relatórios fiscais (LRF)", "/noticias": "Notícias", "/o-municipio": "O município", "/glossario": "Glossário",
}  # fmt: skip
BIDS = [Row("visor/licitacao", 2025, n, 16) for n in range(16)]


# ---- pages -------------------------------------------------------------------------------------------------------------


def files(name: str) -> str:
    return f"/sites/default/files/2025-11/{name}"


def viewer(kind: str, name: str) -> str:
    """A document in one of the viewers that modules of the content manager offer."""
    at = files(name)
    if kind == "viewer":
        return f'<div class="field field--name-field-arquivo field--type-file field--label-hidden field__item"><iframe class="pdf" webkitallowfullscreen mozallowfullscreen allowfullscreen frameborder="no" width="100%" height="600px" src="/libraries/pdf.js/web/viewer.html?file={quote(at, safe="")}" data-src="{at}" title="{escape(name)}"></iframe></div>'
    if kind == "embed":
        return f'<div class="field field--name-body field__item"><p>&nbsp;</p><p><embed src="{at}" type="application/pdf" width="100%" height="600"></p></div>'
    if kind == "object":
        return f'<div class="field field--name-body field__item"><object data="{at}#toolbar=1" type="application/pdf" width="100%" height="600"><p>Seu navegador não consegue exibir este arquivo.</p></object></div>'
    if kind == "gview":
        whole = request.host_url.rstrip("/") + at
        return f'<div class="field field--name-field-arquivo field__item"><iframe class="gdoc-field" src="https://docs.google.com/gview?url={quote(whole, safe="")}&amp;embedded=true" width="100%" height="600" frameborder="0"></iframe></div>'
    return f'<div class="field field--name-field-arquivo field__item"><div class="_df_book df-container" id="df_1" data-source="{at}" data-pages="4"></div><script src="/libraries/dflip/js/dflip.js"></script></div>'


def drupal(title: str, body: str) -> str:
    menu = "".join(
        f'<li class="nav-item menu-item"><a class="nav-link" href="{at}" data-drupal-link-system-path="node/{n}">{name}</a></li>'
        for n, (at, name) in enumerate(TITLES.items())
        if at != "/transparencia/pessoal/cargos"
    )
    return (
        f'<!DOCTYPE html><html lang="pt-br" dir="ltr"><head><meta charset="utf-8"><meta name="Generator" content="Drupal 10 (https://www.drupal.org)"><title>{title} | Prefeitura Municipal</title>'
        '<style>body{margin:0;font:15px sans-serif} .visually-hidden{position:absolute!important;overflow:hidden;clip:rect(1px,1px,1px,1px);width:1px;height:1px} .nav{display:flex;flex-wrap:wrap;gap:12px;list-style:none} .container{max-width:1100px;margin:auto} .collapse:not(.show){display:none} .accordion-button{width:100%;text-align:left;padding:12px;cursor:pointer} .pager__items{display:flex;gap:8px;list-style:none} .df-container{position:relative;height:520px;background:#777} .df-page{position:absolute;top:20px;width:340px;height:480px;background-size:cover} .df-ui-controls{position:absolute;bottom:0;left:0;right:0;background:#fff;display:flex;gap:12px;padding:4px;justify-content:center} .df-ui-btn{display:inline-block;width:30px;height:30px;cursor:pointer} .df-icon-download:before{content:"\\2913"} .df-icon-left:before{content:"\\2039"} .df-icon-right:before{content:"\\203a"}</style></head>'
        f'<body class="path-node page-node-type-page"><a href="#main-content" class="visually-hidden focusable skip-link">Pular para o conteúdo principal</a><div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><header role="banner"><nav role="navigation" aria-labelledby="block-main-menu" class="block block-menu navigation menu--main"><h2 class="visually-hidden" id="block-main-menu">Navegação principal</h2><ul class="clearfix nav">{menu}</ul></nav></header>'
        f'<div class="container"><nav role="navigation" aria-label="breadcrumb"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/">Início</a></li><li class="breadcrumb-item active">{title}</li></ol></nav><main role="main"><a id="main-content" tabindex="-1"></a><h1 class="title page-title"><span class="field field--name-title">{title}</span></h1><div class="region region-content"><div class="block block-system-main-block content">{body}</div></div></main></div>'
        '<footer class="site-footer"><p>Praça da Matriz, s/n. Fale com a Ouvidoria.</p></footer></div>'
        "<script>document.querySelectorAll('[data-bs-toggle=collapse]').forEach(function (b) { b.addEventListener('click', function () { var at = document.querySelector(b.dataset.bsTarget), open = at.classList.toggle('show'); b.classList.toggle('collapsed', !open); b.setAttribute('aria-expanded', open); }); });</script></body></html>"
    )


def folds(at: str) -> str:
    parts = []
    for year, nodes in FOLDS[at].items():
        links = (
            "".join(
                f'<li class="views-row"><div class="views-field views-field-title"><span class="field-content"><a href="{node}" hreflang="pt-br">{NODES[node][0]}</a></span></div></li>'
                for node in nodes
            )
            or "<li>Ainda não há documentos.</li>"
        )
        parts.append(f'<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#ano{year}" aria-expanded="false" aria-controls="ano{year}">{year}</button></h2><div id="ano{year}" class="accordion-collapse collapse"><div class="accordion-body"><ul>{links}</ul></div></div></div>')  # fmt: skip
    more = (
        '<p><a href="/transparencia/pessoal/cargos">Quadro de cargos</a></p>' if at == "/transparencia/pessoal" else ""
    )
    return f'<div class="views-element-container"><div class="view view-documentos"><div class="accordion">{"".join(parts)}</div></div></div>{more}'


def views(at: str, heads: str, rows: Lines, filters: dict[str, tuple[str, list[str]]], size: int = 10) -> str:
    """A table of a view: filters above that are sent by GET, a pager of numbers below."""
    page = int(request.args.get("page", 0))
    form = "".join(
        f'<div class="js-form-item form-item js-form-type-select form-item-{key}"><label for="edit-{key}">{label}</label><select data-drupal-selector="edit-{key}" id="edit-{key}" name="{key}" class="form-select">'
        + "".join(
            f'<option value="{value}"{" selected" if request.args.get(key, "All") == value else ""}>{text}</option>'
            for value, text in [("All", "- Qualquer -"), *((o, o) for o in options)]
        )
        + "</select></div>"
        for key, (label, options) in filters.items()
    )
    top = f'<div class="view-filters"><form class="views-exposed-form" data-drupal-selector="views-exposed-form-documentos-page-1" action="{at}" method="get" accept-charset="UTF-8"><div class="form--inline clearfix">{form}<div data-drupal-selector="edit-actions" class="form-actions"><input data-drupal-selector="edit-submit-documentos" type="submit" id="edit-submit-documentos" value="Aplicar" class="button js-form-submit form-submit"></div></div></form></div>'
    names = heads.split("|")
    cells = "".join("<tr>" + "".join(f'<td headers="view-{n}-table-column" class="views-field">{cell}</td>' for n, cell in enumerate(row)) + "</tr>" for row in rows[page * size : (page + 1) * size])  # fmt: skip
    table = (
        f'<div class="view-content"><table class="table table-hover cols-{len(names)} views-table views-view-table"><thead><tr>{"".join(f"<th id=view-{n}-table-column class=views-field scope=col>{name}</th>" for n, name in enumerate(names))}</tr></thead><tbody>{cells}</tbody></table></div>'
        if rows
        else '<div class="view-empty"><p>Nenhum resultado encontrado.</p></div>'
    )
    kept = "".join(f"&{k}={quote(v)}" for k, v in request.args.items() if k != "page")
    many = -(-len(rows) // size)
    items = "".join(
        f'<li class="pager__item{" is-active" if n == page else ""}"><a href="?page={n}{kept}" title="{"Página atual" if n == page else f"Ir para a página {n + 1}"}"><span class="visually-hidden">{"Página atual" if n == page else "Página"}</span>{n + 1}</a></li>'
        for n in range(many)
    )
    after = (
        f'<li class="pager__item pager__item--next"><a href="?page={page + 1}{kept}" title="Ir para a próxima página" rel="next"><span class="visually-hidden">Próxima página</span><span aria-hidden="true">››</span></a></li>'
        if page + 1 < many
        else ""
    )
    pager = (
        f'<nav class="pager" role="navigation" aria-labelledby="pager-heading"><h4 id="pager-heading" class="pager__heading visually-hidden">Paginação</h4><ul class="pager__items js-pager__items">{items}{after}</ul></nav>'
        if many > 1
        else ""
    )
    return f'<div class="views-element-container"><div class="view view-documentos view-display-id-page_1 js-view-dom-id-9f3a">{top}{table}{pager}</div></div>'


def attachments(at: str) -> str:
    def given(key: str) -> str:
        return request.args.get(key, "All")

    listed = [doc for doc in LISTS[at] if given("exercicio") in ("All", doc[1]) and given("tipo") in ("All", doc[2])]
    rows = [
        [title, year, kind, f'<span class="file file--mime-{TYPES[name.rsplit(".")[-1]].replace("/", "-").replace(".", "-")} icon-before"><span class="file-icon"></span><span class="file-link"><a href="{files(name)}" type="{TYPES[name.rsplit(".")[-1]]}; length={len(file(name))}" title="Abrir arquivo em nova janela" target="_blank">{name}</a></span> <span class="file-size">{len(file(name)) / 1024:.2f} KB</span></span>']
        for title, year, kind, name in listed
    ]  # fmt: skip
    kinds = sorted({doc[2] for doc in LISTS[at]})
    return views(at, "Título|Exercício|Tipo de documento|Arquivo", rows, {"exercicio": ("Exercício", list(YEARS)), "tipo": ("Tipo de documento", kinds)})  # fmt: skip


def bids(at: str) -> str:
    kinds = sorted({str(row["modalidade_licitacao"]) for row in BIDS})
    wanted = request.args.get("modalidade", "All")
    rows = [[f'<a href="/licitacao/{row.index}" hreflang="pt-br">{row["modalidade_licitacao"]} nº {row["numero_licitacao"]}</a>', str(row["objeto"]), str(row["data_realizacao"])] for row in BIDS if wanted in ("All", row["modalidade_licitacao"])]  # fmt: skip
    return views(at, "Título|Objeto|Abertura", rows, {"modalidade": ("Modalidade", kinds)})


def bid(number: int) -> str:
    """A bid's own page: fields of the content type, and its files each in a viewer."""
    row = BIDS[number]
    told = {"Modalidade": "modalidade_licitacao", "Número": "numero_licitacao", "Objeto": "objeto", "Data de abertura": "data_realizacao", "Órgão requisitante": "secretaria", "Valor estimado": "valor_estimado"}  # fmt: skip
    fields = "".join(
        f'<div class="field field--name-field-x field--type-string field--label-inline clearfix"><div class="field__label">{label}</div><div class="field__item">{row[maker]}</div></div>'
        for label, maker in told.items()
    )
    papers = "".join(
        f'<div class="paragraph paragraph--type--anexo"><div class="field__label">{name}</div>{viewer("viewer", f"{name.split()[0].lower()}-{number}.pdf")}</div>'
        for name in ("Aviso de licitação", "Edital", "Ata da sessão")
    )
    return drupal(
        f"{row['modalidade_licitacao']} nº {row['numero_licitacao']}",
        f'<article class="node node--type-licitacao node--view-mode-full"><div class="node__content">{fields}{papers}</div></article>',
    )


def portal(app: Flask) -> None:
    script = (SITES / "docviewers.js").read_text("utf-8")
    booklet = (SITES / "docviewers_book.js").read_text("utf-8")
    shell = f'<!DOCTYPE html><html dir="ltr" mozdisallowselectionprint><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PDF.js viewer</title><style>{(SITES / "docviewers.css").read_text("utf-8")}</style></head><body tabindex="1"><div id="outerContainer"></div><script>{script}</script></body></html>'

    def page(at: str) -> str:
        at = f"/{at}"
        if at in NODES:
            title, kind, name = NODES[at]
            return drupal(
                title,
                f'<article class="node node--type-documento node--view-mode-full"><div class="node__content">{viewer(kind, name)}</div></article>',
            )
        if at not in TITLES:
            abort(404)
        if at in FOLDS:
            return drupal(TITLES[at], folds(at))
        if at in LISTS:
            return drupal(TITLES[at], attachments(at))
        if at == "/transparencia/licitacoes":
            return drupal(TITLES[at], bids(at))
        told = {
            "/noticias": "<article><h2><a href='/noticias'>Prefeitura conclui reforma da praça</a></h2><p>A obra custou R$ 210.430,00 e foi entregue em 10/10/2026.</p></article>",
            "/glossario": "<dl><dt>Empenho</dt><dd>Ato que cria a obrigação de pagamento.</dd><dt>Receita lançada</dt><dd>Crédito tributário constituído.</dd></dl>",
        }  # fmt: skip
        return drupal(TITLES[at], told.get(at, "<p>O município foi emancipado em 29 de abril de 1961.</p>"))

    def stored(name: str) -> Response:
        return Response(file(name), mimetype=TYPES[name.rsplit(".")[-1]], headers={"Accept-Ranges": "none"})

    def picture(n: int) -> Response:
        out = io.BytesIO()
        Image.new("RGB", (340, 480), (250, 250, 245 - n)).save(out, "PNG")
        return Response(out.getvalue(), mimetype="image/png")

    home = f"<p>Bem-vindo ao portal do município.</p><ul>{''.join(f'<li><a href={at}>{name}</a></li>' for at, name in TITLES.items() if at.startswith('/transparencia') and at.count('/') == 2)}</ul>"
    app.add_url_rule("/", "home", lambda: drupal("Portal da Transparência", home))
    app.add_url_rule("/<path:at>", "page", page)
    app.add_url_rule("/licitacao/<int:number>", "bid", bid)
    app.add_url_rule("/sites/default/files/2025-11/<name>", "stored", stored)
    app.add_url_rule("/libraries/pdf.js/web/viewer.html", "viewer", lambda: shell)
    app.add_url_rule("/libraries/dflip/js/dflip.js", "dflip", lambda: Response(booklet, mimetype="text/javascript"))
    app.add_url_rule("/libraries/dflip/textures/<int:n>.png", "picture", picture)
    app.add_url_rule(
        "/libraries/pdf.js/web/locale/pt-BR/viewer.json",
        "words",
        lambda: Response(json.dumps({"months": MONTHS}), mimetype="application/json"),
    )
