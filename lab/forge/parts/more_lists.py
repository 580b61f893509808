"""Records as printed reports and as files."""

from __future__ import annotations

from lab.forge.kit import Grid, List, esc
from lab.forge.registry import part
from lab.values import MONTHS

CLOSED = {
    "record": [
        "link",
        "row",
        "icon",
        "button",
        "modal",
        "accordion",
        "unfolded",
        "new-window",
        "side-panel",
        "select-row",
    ],
    "untidy": ["spacer-cells", "last-row", "repeated-headings"],
}
FILED = {
    **CLOSED,
    "paging": ["numbered-links", "next-by-script", "show-more", "posted", "how-many"],
    "export": ["csv", "buttons", "drop-down"],
}


def columns(grid: Grid) -> list[int]:
    """Width of each column in letters: what is longer is cut in print, as a heading never is."""
    return [
        max(len(label), min(34, max((len(line.texts[n]) for line in grid.lines), default=0)))
        for n, label in enumerate(grid.labels)
    ]


@part("list", "printed", never=CLOSED)
class Printed(List):
    """A report in letters of one width."""

    links = False

    def html(self, grid: Grid) -> str:
        widths = columns(grid)

        def line(texts: tuple[str, ...]) -> str:
            return "  ".join(t[:w].ljust(w) for t, w in zip(texts, widths, strict=True)).rstrip()

        rule = "-" * (sum(widths) + 2 * len(widths))
        body = [grid.title.upper(), rule, line(grid.labels), rule, *(line(r.texts) for r in grid.lines), rule]
        return f'<pre style="font-size:12px;overflow-x:auto">{esc(chr(10).join(body))}</pre>'


@part("list", "positioned", never=CLOSED)
class Positioned(List):
    """A report of pieces of text, each with a place of its own."""

    links = False

    def html(self, grid: Grid) -> str:
        widths = [7 * w + 14 for w in columns(grid)]
        lefts = [sum(widths[:n]) for n in range(len(widths))]
        out: list[str] = []
        for n, texts in enumerate((grid.labels, *(line.texts for line in grid.lines))):
            bold = "font-weight:bold;" if n == 0 else ""
            out.extend(
                f'<div style="position:absolute;{bold}left:{x}px;top:{n * 19}px;white-space:nowrap;overflow:hidden;max-width:{w}px">{esc(t)}</div>'
                for t, x, w in zip(texts, lefts, widths, strict=True)
                if t
            )
        high = (len(grid.lines) + 1) * 19 + 10
        return f'<div style="overflow-x:auto"><div style="position:relative;width:{sum(widths)}px;height:{high}px;font:12px Arial">{"".join(out)}</div></div>'


class Filed(List):
    """A list of files, one per year."""

    links = False

    word = ""

    def html(self, grid: Grid) -> str:
        found = sorted({int(line.when[:4]) for line in grid.lines}, reverse=True)
        links = "".join(
            f'<li><a href="{esc(grid.file(self.filed, y, 0))}">{esc(grid.title)} - Exercício {y}</a> <small>({self.word})</small></li>'
            for y in found
        )
        return f'<ul class="arquivos">{links}</ul>'


class FiledByMonth(Filed):
    """A table of files, one per month."""

    def html(self, grid: Grid) -> str:
        out: list[str] = []
        for y in sorted({line.when[:4] for line in grid.lines}, reverse=True):
            months = sorted({int(line.when[5:]) for line in grid.lines if line.when[:4] == y})
            links = " ".join(
                f'<td><a href="{esc(grid.file(self.filed, int(y), m))}" title="{MONTHS[m - 1]}/{y}">{MONTHS[m - 1][:3]}</a></td>'
                for m in months
            )
            out.append(f"<tr><th>{y}</th>{links}</tr>")
        return f'<p>{esc(grid.title)} ({self.word}), por mês:</p><table class="meses" cellpadding="5">{"".join(out)}</table>'


@part("list", "csv-files", never=FILED, weight=0.6)
class CsvFiles(Filed):
    filed, word = "csv", "CSV"


@part("list", "xlsx-files", never=FILED, weight=0.6)
class XlsxFiles(Filed):
    filed, word = "xlsx", "Planilha Excel"


@part("list", "ods-files", never=FILED, weight=0.6)
class OdsFiles(Filed):
    filed, word = "ods", "Planilha ODS"


@part("list", "pdf-files", never=FILED, weight=0.6)
class PdfFiles(FiledByMonth):
    filed, word = "pdf", "PDF"


@part("list", "loose-pdf-files", never=FILED, weight=0.4)
class LoosePdfFiles(Filed):
    filed, word = "pdf-solto", "relatório em PDF"
