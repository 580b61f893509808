"""A paper that a portal shows as a page, in a window over one, or unfolds in one ("Aviso de Licitação"): a title over prose that tells a
day, and no records. Knows pages and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import Cell, Column, Table

_DAY = re.compile(r"\b\d{1,2}/\d{1,2}/(?:19|20)\d\d\b|\b\d{1,2}º? de [a-zç]+ de (?:19|20)\d\d\b", re.I)
_BLOCKS = "p div td li h1 h2 h3 h4 h5 h6 center pre blockquote article section".split()
_PARTS = "descendant-or-self::*[self::details or self::dialog or @role='dialog' or @role='alertdialog']"
"""What unfolds in a page, or lies over it."""
LONGEST_TITLE = 140
LEAST_PROSE = 120
"""Characters of a sentence, which no field has."""
SHARE = 0.5
"""Prose is at least this much of what a page says by itself: a page with a notice on it is none."""


def tables_of_paper(page: Page, tables: Sequence[Table]) -> list[Table]:
    """Papers as files, by their titles: the page itself, where it is one, and what unfolds in a page, or lies over it, and is one.
    ``tables``: what was read of it before."""
    tables = [table for table in tables if not _tells_in_prose(page, table)]
    parts = page.body.xpath(_PARTS)
    found = [paper for part in parts for paper in _paper_of_part(page, part, tables)]
    if found or any(table.kind != "files" for table in tables):
        return found
    return [*_papers(page.body, [*_blocks(page, page.body)])]


def _tells_in_prose(page: Page, table: Table) -> bool:
    """Whether a table is hardly more than fields that sentences tell: what a paper says of itself."""
    told = [column.element for column in table.columns if column.element is not None]
    blocks = [
        one for one in told if one.tag in _BLOCKS and one.find(".//br") is None
    ]  # no element of its own has the label
    prose = [block for block in blocks if len(page.text(block)) >= LEAST_PROSE]
    return table.kind == "fields" and 2 * len(prose) > len(told)


def _paper_of_part(page: Page, part: HtmlElement, tables: Sequence[Table]) -> Iterator[Table]:
    """The paper that a part of a page is; one that is folded shows its title."""
    read = (up for table in tables for up in (table.element, *table.element.iterancestors()))
    if page.skipped(part) or dom.is_hidden(part) or part in read:
        return
    titles = ((summary, page.text(summary)) for summary in part.iterchildren("summary"))
    yield from _papers(part, [*titles, *_blocks(page, part)])


def _papers(holder: HtmlElement, said: Sequence[tuple[HtmlElement, str]]) -> Iterator[Table]:
    """What an element holds as a file, where it is a paper. ``said``: its blocks."""
    prose = [n for n, (_, text) in enumerate(said) if len(text) >= LEAST_PROSE]
    if not prose or sum(len(said[n][1]) for n in prose) < SHARE * sum(len(text) for _, text in said):
        return
    element, title = said[prose[0] - 1] if prose[0] else (holder, "")
    dated = any(_DAY.search(said[n][1]) for n in prose)
    if dated and 0 < len(title) <= LONGEST_TITLE and not title.endswith((".", ":", "?")):
        yield Table("files", [Column(title, element)], [[Cell(title, "link", element)]], element, number=1)


def _blocks(page: Page, holder: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """The innermost blocks of an element with their words, in order; those of its frame and what is only pressed left out."""
    for element in holder.iter(*_BLOCKS):
        if next(element.iterdescendants(*_BLOCKS), None) is not None or page.skipped(element) or dom.is_hidden(element):
            continue
        text = dom.tidy(dom.text(element))
        pressed = sum(len(dom.text(link)) for link in element.iter("a", "button"))
        if not text or pressed >= SHARE * len(text):
            continue
        title = _title_in(element)
        if title is not None:
            yield title, dom.tidy(dom.text(title))
        yield element, text


def _title_in(block: HtmlElement) -> HtmlElement | None:
    """Bold words on the first line of a block; None where it begins otherwise."""
    first = next(iter(block), None)
    below = first.getnext() if first is not None else None
    if first is None or first.tag not in ("b", "strong") or dom.tidy(block.text or ""):
        return None
    return first if below is not None and below.tag == "br" and not dom.tidy(first.tail or "") else None
