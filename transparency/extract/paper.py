"""A paper that a portal shows as a page, or in a window over one ("Aviso de Licitação"): a title over prose that tells a day, and no
records. Knows pages and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import Cell, Column, Table

_DAY = re.compile(r"\b\d{1,2}/\d{1,2}/(?:19|20)\d\d\b|\b\d{1,2}º? de [a-zç]+ de (?:19|20)\d\d\b", re.I)
_BLOCKS = "p div td li h1 h2 h3 h4 h5 h6 center pre blockquote article section".split()
LONGEST_TITLE = 140
LEAST_PROSE = 120
"""Characters of a sentence, which no field has."""
SHARE = 0.5
"""Prose is at least this much of what a page says by itself: a page with a notice on it is none."""


def tables_of_paper(page: Page, tables: Sequence[Table]) -> list[Table]:
    """The page itself as a file, by its title, where it is a paper, and what its windows show. ``tables``: what was read of it before."""
    read = [table.element for table in tables if table.kind != "files"]
    windows = [
        one for one in page.body.iter() if isinstance(one.tag, str) and dom.is_window(one) and not dom.is_hidden(one)
    ]
    papers = [page.body] * (not read) + [
        one for one in windows if not any(one in (e, *e.iterancestors()) for e in read)
    ]
    return [table for paper in papers for table in _paper(page, paper)][:1]


def _paper(page: Page, whole: HtmlElement) -> list[Table]:
    """All that an element says as a file, by its title, where that is a paper."""
    said = [*_blocks(page, whole)]
    prose = [n for n, (_, text) in enumerate(said) if len(text) >= LEAST_PROSE]
    if not prose or sum(len(said[n][1]) for n in prose) < SHARE * sum(len(text) for _, text in said):
        return []
    element, title = said[prose[0] - 1] if prose[0] else (whole, "")
    dated = any(_DAY.search(said[n][1]) for n in prose)
    if not dated or not 0 < len(title) <= LONGEST_TITLE or title.endswith((".", ":", "?")):
        return []
    return [Table("files", [Column(title, element)], [[Cell(title, "link", element)]], element, number=1)]


def _blocks(page: Page, whole: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    """The innermost blocks of an element with their words, in order; those of the page's frame and what is only pressed left out."""
    for element in whole.iter(*_BLOCKS):
        if next(element.iterdescendants(*_BLOCKS), None) is not None or page.skipped(element) or dom.is_hidden(element):
            continue
        text = dom.tidy(dom.text(element))
        pressed = sum(len(dom.text(link)) for link in element.iter("a", "button"))
        if text and pressed < SHARE * len(text):
            yield element, text
