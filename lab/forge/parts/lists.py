"""How records look: tables and what is used in their stead."""

from __future__ import annotations

from itertools import groupby

from lab.forge.kit import Grid, Line, List
from lab.forge.registry import part
from lab.values import MONTHS

GRIDCELL = ' role="gridcell"'


def cells(line: Line, tag: str = "td", more: str = "", before: bool = False) -> str:
    own = f"<{tag}{more}>{line.opener.cell}</{tag}>" if line.opener.cell else ""
    body = "".join(f"<{tag}{more}>{c}</{tag}>" for c in line.wrapped)
    return own + body if before else body + own


def heads(grid: Grid, tag: str = "th", more: str = "", before: bool = False) -> str:
    own = f"<{tag}{more}>&nbsp;</{tag}>" if grid.has_cell else ""
    body = "".join(f"<{tag}{more}>{h}</{tag}>" for h in grid.heads)
    return own + body if before else body + own


def width(grid: Grid) -> int:
    return len(grid.heads) + grid.has_cell


def rows(grid: Grid, lines: tuple[Line, ...] | None = None, before: bool = False) -> str:
    return "".join(
        f"<tr{line.opener.attrs}>{cells(line, before=before)}</tr>"
        + (f'<tr class="abaixo"><td colspan="{width(grid)}">{line.opener.below}</td></tr>' if line.opener.below else "")
        for line in (grid.lines if lines is None else lines)
    )


@part("list", "table", weight=3)
class Table(List):
    css = ".tabela{border-collapse:collapse;width:100%}.tabela th{background:var(--forte);color:#fff}.tabela td,.tabela th{padding:5px 7px;border:1px solid #ccc}"

    def html(self, grid: Grid) -> str:
        return f'<table class="tabela table table-striped"><thead><tr>{heads(grid)}</tr></thead><tbody>{rows(grid)}</tbody></table>'


@part("list", "table-without-headings")
class Bare(List):
    """The first row is bold, and that is all that tells it from the others."""

    def html(self, grid: Grid) -> str:
        body = heads(grid, "td", ' bgcolor="#cccccc" class="tit"', before=True).replace(
            'class="tit">', 'class="tit"><b>'
        )
        body = body.replace("</td>", "</b></td>")
        return f'<table border="1" cellpadding="3" cellspacing="0" width="100%"><tr>{body}</tr>{rows(grid, before=True)}</table>'


@part("list", "divs")
class Divs(List):
    css = """.gl{display:flex;border-bottom:1px solid #ddd;padding:6px 0}.gl>div{flex:1;padding:0 6px;overflow-wrap:anywhere}
.gl.topo{font-weight:bold;background:var(--fraco)}"""

    def html(self, grid: Grid) -> str:
        body = "".join(
            f'<div class="gl"{line.opener.attrs}>{cells(line, "div")}</div>'
            + (f'<div class="abaixo">{line.opener.below}</div>' if line.opener.below else "")
            for line in grid.lines
        )
        return f'<div class="grade-div"><div class="gl topo">{heads(grid, "div")}</div>{body}</div>'


@part("list", "aria-grid")
class AriaGrid(List):
    css = """.ag{font-size:.92em;border:1px solid #bbb}.ag [role=row]{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(105px,1fr)}
.ag [role=columnheader]{font-weight:600;background:#eef;padding:6px}.ag [role=gridcell]{padding:6px;border-top:1px solid #eee;overflow-wrap:anywhere}"""

    def html(self, grid: Grid) -> str:
        top = heads(grid, "div", ' role="columnheader"')
        body = "".join(
            f'<div role="row"{line.opener.attrs}>{cells(line, "div", GRIDCELL)}</div>'
            + (f'<div class="abaixo">{line.opener.below}</div>' if line.opener.below else "")
            for line in grid.lines
        )
        return (
            f'<div class="ag" role="grid" aria-colcount="{width(grid)}" aria-rowcount="{len(grid.lines) + 1}"><div role="rowgroup">'
            f'<div role="row">{top}</div></div><div role="rowgroup">{body}</div></div>'
        )


@part("list", "cards")
class Cards(List):
    css = """.cartoes{display:grid;grid-template-columns:repeat(auto-fill,minmax(270px,1fr));gap:12px}
.cartao{border:1px solid #ddd;border-radius:8px;padding:10px;background:#fff}.cartao .r{color:#666;font-size:.85em}"""

    def html(self, grid: Grid) -> str:
        body = "".join(
            f'<div class="cartao"{line.opener.attrs}>'
            + "".join(
                f'<div><span class="r">{h}</span><div class="v">{c}</div></div>'
                for h, c in zip(grid.heads, line.wrapped, strict=True)
            )
            + f"{line.opener.cell}</div>"
            + (f'<div class="abaixo">{line.opener.below}</div>' if line.opener.below else "")
            for line in grid.lines
        )
        return f'<div class="cartoes">{body}</div>'


@part("list", "definition-lists")
class Definitions(List):
    css = ".fichas dl{border:1px solid #ccc;padding:8px;margin:0 0 10px;display:grid;grid-template-columns:220px 1fr}.fichas dt{font-weight:bold}.fichas dd{margin:0}"

    def html(self, grid: Grid) -> str:
        body = "".join(
            f"<dl{line.opener.attrs}>"
            + "".join(f"<dt>{h}</dt><dd>{c}</dd>" for h, c in zip(grid.heads, line.wrapped, strict=True))
            + "</dl>"
            + (f"<p>{line.opener.cell}</p>" if line.opener.cell else "")
            + (f'<div class="abaixo">{line.opener.below}</div>' if line.opener.below else "")
            for line in grid.lines
        )
        return f'<div class="fichas">{body}</div>'


@part("list", "nested-tables")
class Nested(List):
    """A table whose rows hold a small table for each record, two labels a line."""

    def html(self, grid: Grid) -> str:
        out = []
        for n, line in enumerate(grid.lines):
            pairs = [f"<td><b>{h}</b></td><td>{c}</td>" for h, c in zip(grid.heads, line.wrapped, strict=True)]
            inner = "".join(f"<tr>{''.join(pairs[i : i + 2])}</tr>" for i in range(0, len(pairs), 2))
            shade = "#f2f2f2" if n % 2 else "#ffffff"
            out.append(
                f'<tr bgcolor="{shade}"{line.opener.attrs}><td><table width="100%" cellpadding="2">{inner}</table>{line.opener.cell}{line.opener.below}</td></tr>'
            )
        return f'<table width="100%" border="0" cellspacing="2">{"".join(out)}</table>'


@part("list", "tree-grid", never={"paging": ["show-more"]})
class TreeGrid(List):
    """Records under rows of their months, which fold and unfold; the first is open."""

    css = """.tg{border-collapse:collapse;width:100%}.tg td,.tg th{border:1px solid #d0d0d0;padding:5px}
.tg .grupo td{background:#e8eef5;cursor:pointer;font-weight:bold}.tg .fechado{display:none}"""
    script = """pronto(function (raiz) { todos(raiz, ".tg .grupo", function (g) { g.onclick = function () {
  var c = g.parentNode.nextElementSibling; c.classList.toggle("fechado");
  g.setAttribute("aria-expanded", !c.classList.contains("fechado")); }; }); });"""

    def html(self, grid: Grid) -> str:
        out = []
        for n, (when, group) in enumerate(groupby(grid.lines, key=lambda line: line.when)):
            lines = tuple(group)
            year, month = when.split("-")
            out.append(
                f'<tbody><tr class="grupo" aria-expanded="{"false" if n else "true"}" aria-level="1"><td colspan="{width(grid)}">&#9656; '
                f"{MONTHS[int(month) - 1]}/{year} ({len(lines)})</td></tr></tbody><tbody{' class=fechado' if n else ''}>{rows(grid, lines)}</tbody>"
            )
        return f'<table class="tg" role="treegrid"><thead><tr>{heads(grid)}</tr></thead>{"".join(out)}</table>'


@part("list", "two-headings")
class TwoHeadings(List):
    """A row of groups stands over the headings."""

    css = ".duplo{border-collapse:collapse;width:100%}.duplo td,.duplo th{border:1px solid #999;padding:4px}.duplo thead th{background:var(--fraco)}"

    def html(self, grid: Grid) -> str:
        half = max(1, len(grid.heads) // 2)
        rest = len(grid.heads) - half + grid.has_cell
        over = f'<th colspan="{half}">Identificação</th>' + (f'<th colspan="{rest}">Dados</th>' if rest else "")
        return f'<table class="duplo"><thead><tr>{over}</tr><tr>{heads(grid)}</tr></thead><tbody>{rows(grid)}</tbody></table>'


@part("list", "split-table")
class SplitTable(List):
    """Headings in one table, records in another that scrolls below it."""

    css = """.partida table{border-collapse:collapse;width:100%;table-layout:fixed}
.partida td,.partida th{border:1px solid #bbb;padding:4px;width:110px;overflow-wrap:anywhere;font-size:.84em}
.partida .rolagem{max-height:420px;overflow-y:scroll}.partida .fixo{background:var(--fraco);padding-right:15px}"""

    def html(self, grid: Grid) -> str:
        return (
            f'<div class="partida"><div class="fixo"><table><tr>{heads(grid)}</tr></table></div>'
            f'<div class="rolagem"><table><tbody>{rows(grid)}</tbody></table></div></div>'
        )


@part("list", "sentences")
class Sentences(List):
    """Each record an item of a list, label and value after one another."""

    def html(self, grid: Grid) -> str:
        body = "".join(
            f"<li{line.opener.attrs}>"
            + " &ndash; ".join(f"<strong>{h}</strong>: {c}" for h, c in zip(grid.heads, line.wrapped, strict=True))
            + f" {line.opener.cell}{line.opener.below}</li>"
            for line in grid.lines
        )
        return f'<ul class="frases">{body}</ul>'


@part(
    "list", "virtual", never={"record": ["accordion", "unfolded"], "paging": ["show-more"], "untidy": ["spacer-cells"]}
)
class Virtual(List):
    """Only the records in sight are in the document."""

    css = """.virtual{height:380px;overflow-y:auto;border:1px solid #bbb;position:relative}
.virtual .fila{display:flex;position:absolute;left:0;right:0;height:46px;border-bottom:1px solid #eee}
.virtual-topo{display:flex;font-weight:bold;background:var(--fraco)}
.virtual .fila>div,.virtual-topo>div{flex:1 0 118px;padding:4px;overflow:hidden;font-size:.84em;overflow-wrap:anywhere}
.virtual-topo,.virtual{min-width:max-content}"""
    script = """pronto(function (raiz) { todos(raiz, ".virtual", function (v) { if (v._linhas) return;
  v._linhas = Array.prototype.slice.call(v.querySelector("template").content.children);
  var pista = document.createElement("div"); pista.style.height = v._linhas.length * 46 + "px"; pista.style.position = "relative"; v.appendChild(pista);
  function desenhar() { var a = Math.max(0, Math.floor(v.scrollTop / 46) - 2), b = Math.min(v._linhas.length, a + 13); pista.innerHTML = "";
    for (var i = a; i < b; i++) { var n = v._linhas[i].cloneNode(true); n.style.top = i * 46 + "px"; pista.appendChild(n); } acordar(pista); }
  v.addEventListener("scroll", desenhar); desenhar(); }); });"""

    def html(self, grid: Grid) -> str:
        body = "".join(f'<div class="fila"{line.opener.attrs}>{cells(line, "div")}</div>' for line in grid.lines)
        return f'<div class="virtual-topo">{heads(grid, "div")}</div><div class="virtual"><template>{body}</template></div>'


@part("list", "sortable")
class Sortable(List):
    """As jQuery DataTables leaves it: headings that sort, a field to search in the rows, a foot with the headings again."""

    css = """.dt{border-collapse:collapse;width:100%}.dt th{cursor:pointer;border-bottom:2px solid #444;padding:7px;text-align:left}
.dt td{padding:7px;border-bottom:1px solid #ddd}.dt_filtro{text-align:right;padding:6px}"""
    script = """pronto(function (raiz) { todos(raiz, ".dt_filtro input", function (i) { i.oninput = function () { var t = i.closest(".dt_tudo");
  todos(t, "tbody tr", function (r) { r.style.display = r.textContent.toLowerCase().indexOf(i.value.toLowerCase()) < 0 ? "none" : ""; }); }; });
  todos(raiz, ".dt thead th", function (h) { h.onclick = function () { var b = h.closest("table").tBodies[0], k = h.cellIndex;
    Array.prototype.slice.call(b.rows).sort(function (x, y) {
      return (x.cells[k] ? x.cells[k].textContent : "").localeCompare(y.cells[k] ? y.cells[k].textContent : ""); })
      .forEach(function (r) { b.appendChild(r); }); }; }); });"""

    def html(self, grid: Grid) -> str:
        top = heads(grid, "th", ' class="sorting" tabindex="0"')
        return (
            '<div class="dt_tudo dataTables_wrapper"><div class="dt_filtro"><label>Buscar: <input type="search"></label></div>'
            f'<table class="dt display"><thead><tr>{top}</tr></thead><tbody>{rows(grid)}</tbody><tfoot><tr>{heads(grid)}</tr></tfoot></table></div>'
        )
