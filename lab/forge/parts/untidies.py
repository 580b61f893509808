"""How portals are out of shape. Whatever is drawn, a person still reads what stands there."""

from __future__ import annotations

import random
import re

from lab.forge.kit import Untidy, plain
from lab.forge.registry import part

MONEY = re.compile(r"\d{1,3}(\.\d{3})*,\d\d")


@part("untidy", "tables-in-tables")
class TablesInTables(Untidy):
    def grid(self, html: str, rng: random.Random) -> str:
        return (
            '<table width="100%" border="0" cellpadding="0" cellspacing="0"><tr><td width="8"></td><td><table width="100%"><tr><td>'
            f'{html}</td></tr></table></td><td width="8"></td></tr></table>'
        )


@part(
    "untidy",
    "spacer-cells",
    never={"list": ["two-headings", "tree-grid", "nested-tables", "split-table"], "record": ["accordion", "unfolded"]},
)
class SpacerCells(Untidy):
    """An empty cell between any two."""

    def grid(self, html: str, rng: random.Random) -> str:
        for tag in ("td", "th"):
            html = re.sub(rf"</{tag}>(?=<{tag}[ >])", f'</{tag}><{tag} width="1"></{tag}>', html)
        return html


@part("untidy", "font-tags")
class FontTags(Untidy):
    def value(self, html: str, text: str) -> str:
        return f'<font face="Verdana" size="1">{html}</font>' if text else html

    def heading(self, html: str) -> str:
        return f'<font face="Verdana" size="1" color="#000066"><b>{html}</b></font>'


@part("untidy", "unclosed-tags")
class UnclosedTags(Untidy):
    """End tags that HTML lets one leave out, and some that it forgives."""

    def grid(self, html: str, rng: random.Random) -> str:
        return re.sub(r"</(td|th|tr|li|dt|dd)>", "", html)


@part("untidy", "capitals", weight=1.5)
class Capitals(Untidy):
    def label(self, text: str, rng: random.Random) -> str:
        return text.upper()


@part("untidy", "latin-1")
class Latin1(Untidy):
    """Bytes of ISO-8859-1, of which the page alone tells, and not the server."""

    encoding = "iso-8859-1"


@part("untidy", "typing-errors", weight=0.7)
class TypingErrors(Untidy):
    """Two letters changed about in one long heading of four."""

    def label(self, text: str, rng: random.Random) -> str:
        long = list(re.finditer(r"\w{8,}", text))
        if not long or rng.random() > 0.25:
            return text
        at = long[0].start() + rng.randrange(3, len(long[0].group()) - 2)
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


@part("untidy", "short-words", weight=0.8)
class ShortWords(Untidy):
    """Words cut and dotted, where they stay plain to see."""

    short = {
        "Número": "Núm.",
        "Valor": "Vlr.",
        "Data": "Dt.",
        "Descrição": "Descr.",
        "Código": "Cód.",
        "Unidade": "Unid.",
        "Orçamentária": "Orçam.",
        "Modalidade": "Modalid.",
    }

    def label(self, text: str, rng: random.Random) -> str:
        words = text.split(" ")
        return " ".join(self.short.get(w, w) for w in words) if len(words) > 1 else text


@part("untidy", "colons")
class Colons(Untidy):
    def label(self, text: str, rng: random.Random) -> str:
        return text if text.endswith((":", "?")) else f"{text} :"


@part("untidy", "no-break-spaces")
class NoBreakSpaces(Untidy):
    def heading(self, html: str) -> str:
        return "&nbsp;" + html.replace(" ", "&nbsp;") + "&nbsp;"

    def value(self, html: str, text: str) -> str:
        return f"{html}&nbsp;" if text else "&nbsp;"


@part("untidy", "broken-headings")
class BrokenHeadings(Untidy):
    """A line break after the first word."""

    def heading(self, html: str) -> str:
        first, space, rest = html.partition(" ")
        return html if "<" in html or not space else f"{first}<br>{rest}"


@part("untidy", "units-below")
class UnitsBelow(Untidy):
    """The unit stands small below each amount."""

    def value(self, html: str, text: str) -> str:
        return f'{html}<br><small style="color:#777">(em reais)</small>' if MONEY.fullmatch(text) else html


@part("untidy", "currency", never={"untidy": ["units-below"]})
class Currency(Untidy):
    def value(self, html: str, text: str) -> str:
        return f"R$ {html}" if MONEY.fullmatch(text) else html


@part("untidy", "no-accents", weight=0.7)
class NoAccents(Untidy):
    """As programs without them write."""

    def label(self, text: str, rng: random.Random) -> str:
        import unicodedata

        return (
            "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
            if plain(text)
            else text
        )


@part("untidy", "dashes-for-nothing")
class Dashes(Untidy):
    def value(self, html: str, text: str) -> str:
        return html if text else "-"


@part("untidy", "capital-tags")
class CapitalTags(Untidy):
    def grid(self, html: str, rng: random.Random) -> str:
        return re.sub(r"<(/?)(table|tr|td|th|tbody|thead)\b", lambda m: f"<{m[1]}{m[2].upper()}", html)


@part("untidy", "no-doctype")
class NoDoctype(Untidy):
    """Quirks mode, and a comment that somebody left."""

    def page(self, html: str) -> str:
        return "<!-- versao antiga: nao apagar -->\n" + html.removeprefix("<!DOCTYPE html>")


@part("untidy", "dead-links")
class DeadLinks(Untidy):
    """Links that lead nowhere any more."""

    def page(self, html: str) -> str:
        dead = '<p><a href="/downloads/manual_2014.doc">Manual do usuário</a> | <a href="/antigo/relatorios.asp">Relatórios antigos</a></p>'
        return html.replace("</body>", f"{dead}</body>")


@part("untidy", "soft-hyphens")
class SoftHyphens(Untidy):
    """Long words may be broken in the middle."""

    def heading(self, html: str) -> str:
        return html if "<" in html else re.sub(r"(\w{6})(?=\w{4})", "\\1&shy;", html)


@part("untidy", "blank-lines")
class BlankLines(Untidy):
    """White space within cells, as templates leave it."""

    def value(self, html: str, text: str) -> str:
        return f"\n          {html}\n        "

    def heading(self, html: str) -> str:
        return f"\n      {html}\n    "


@part("untidy", "last-row", never={"list": ["split-table", "two-headings"]})
class LastRow(Untidy):
    """A last row that is no record."""

    def grid(self, html: str, rng: random.Random) -> str:
        if html.rstrip().endswith("</tbody></table>"):
            return (
                html[: html.rindex("</tbody></table>")]
                + '<tr><td colspan="99"><b>Fim do relatório</b></td></tr></tbody></table>'
            )
        return html


@part(
    "untidy",
    "repeated-headings",
    never={"list": ["tree-grid", "split-table", "sortable"], "record": ["accordion", "unfolded"]},
)
class RepeatedHeadings(Untidy):
    """The headings again after every ten rows, as in print."""

    def grid(self, html: str, rng: random.Random) -> str:
        head = re.search(r"<thead><tr>(.*?)</tr></thead>", html, re.S)
        if not head or "colspan" in head[1]:
            return html
        top, body = html.split("<tbody>", 1)
        rows = body.split("</tr>")
        out = [
            row
            + ("</tr>" if n < len(rows) - 1 else "")
            + (f"<tr>{head[1]}</tr>" if n % 10 == 9 and n < len(rows) - 2 else "")
            for n, row in enumerate(rows)
        ]
        return f"{top}<tbody>{''.join(out)}"
