"""The seed study's XPath queries: links, clickable components and item labels, built from terms only.

XPath 1.0 knows no case and no accents, so both sides are folded: the page's text by ``translate`` inside the query, the
terms by ``normalize`` before. No ids, no classes: a query serves every portal. The walk and the judge use faster
matching over whole pages; these queries are for scripts, for the Scrapy shell, and for checking the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from transparency.text import DROPPED, normalize, strip_accents

_ROLES = ("button", "link", "tab", "menuitem", "menuitemradio", "treeitem", "option", "switch")
_LABELS = ("th", "td", "label", "span", "dt", "strong", "b", "legend", "caption", "h1", "h2", "h3", "h4", "h5", "h6",
           "p", "div", "li", "small", "em")  # fmt: skip
_UNIT = re.compile(r"\br ?\$|%")


def links(terms: Iterable[str]) -> str:
    """Elements with an address (``a``, ``area`` …) whose text, title, label, picture or address holds a term."""
    conditions = [
        condition
        for text in ("string(.)", "@title", "@aria-label", "@href", ".//img/@alt", ".//img/@title", "@alt")
        for condition in _holds(text, terms)
    ]
    return f"//*[@href][{_any(conditions)}]"


def components(terms: Iterable[str]) -> str:
    """What can be clicked and has no address to follow, and whose own words hold a term.

    Buttons, inputs that act as buttons (by ``value``), summaries, selectable roles, elements with a handler or a tab
    stop, and links to nowhere (``#``, ``javascript:``). Of nested matches all are returned; the innermost comes last.
    """
    texts = ["string(.)", "@title", "@aria-label", "@value", "@alt", "@onclick", ".//img/@alt", ".//img/@title", "@id"]
    conditions = [condition for text in texts for condition in _holds(text, terms)]
    return f"//*[{_clickable()}][{_any(conditions)}]"


def labels(terms: Iterable[str]) -> str:
    """Elements whose whole text is one of the terms: headings of columns, names of fields. A trailing unit is allowed.

    ``Valor pago (R$):`` is ``valor pago``, ``Valor pago no mês`` is not.
    """
    names = " or ".join(f"self::{name}" for name in _LABELS)
    spellings: dict[str, None] = {}
    for term in _folded(terms):
        bare = " ".join(_UNIT.sub(" ", term).split())
        spellings |= dict.fromkeys([term, bare, f"{bare} r$", f"{bare} %"] if bare else [term])
    # One look-up in a joined list instead of a comparison per term: folded text holds no "|".
    listed = literal("|" + "|".join(spellings) + "|")
    return f"//*[{names}][contains({listed}, concat('|', {folded_text('string(.)')}, '|'))]"


def folded_text(expression: str) -> str:
    """An XPath expression for the text of ``expression`` as ``normalize`` would fold it.

    Space is normalised last, since dropped punctuation becomes space, as does the no-break space.
    """
    source, target = _tables()
    return f"normalize-space(translate({expression}, {literal(source)}, {literal(target)}))"


def literal(text: str) -> str:
    """A string literal. XPath 1.0 has no escape, so a text with both kinds of quotes is put together by ``concat``."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    parts = ", '\"', ".join(f'"{part}"' for part in text.split('"'))
    return f"concat({parts})"


def _folded(terms: Iterable[str]) -> list[str]:
    """Each term once, normalised. ValueError when none is left: such a query would match everything."""
    folded = [term for term in dict.fromkeys(normalize(term) for term in terms) if term]
    if not folded:
        raise ValueError("a query needs at least one term")
    return folded


def _holds(text: str, terms: Iterable[str]) -> list[str]:
    """Conditions, one per term, that ``text`` holds it. A node set is read node by node, not only its first."""
    nodes = text.startswith(".//")
    folded = folded_text("." if nodes else text)
    conditions = [f"contains({folded}, {literal(term)})" for term in _folded(terms)]
    # Addresses and identifiers join words: "/receita-extra", "lnkReceitaExtra", "FormDespesasExtras.php".
    if text in ("@href", "@id", "@onclick"):
        squeezed = f"translate({folded}, ' ', '')"
        conditions += [
            f"contains({squeezed}, {literal(term.replace(' ', ''))})" for term in _folded(terms) if " " in term
        ]
    return [f"{text}[{condition}]" for condition in conditions] if nodes else conditions


def _clickable() -> str:
    buttons = _any(f"@type = '{kind}'" for kind in ("button", "submit", "image", "reset"))
    return _any(
        [
            "self::button",
            "self::summary",
            f"self::input[{buttons}]",
            "self::a[not(@href) or @href = '' or starts-with(@href, '#') or starts-with(@href, 'javascript:')]",
            # onclick, ng-click, @click, v-on:click, (click) …
            "@*[contains(name(), 'click')]",
            "@onmousedown or @onmouseup or @data-href or @data-url or @data-toggle or @data-bs-toggle",
            *(f"@role = '{role}'" for role in _ROLES),
            "@tabindex[. != '-1'][not(../@href)]",
        ]
    )


def _any(conditions: Iterable[str]) -> str:
    return " or ".join(conditions)


@cache
def _tables() -> tuple[str, str]:
    """What ``translate`` maps to what: capitals and accented letters to plain ones, dropped punctuation to space.

    Combining marks have no counterpart, so that ``translate`` deletes them.
    """
    mapping = {}
    for character in map(chr, (*range(0x21, 0x180), *range(0x1E00, 0x3001), *map(ord, DROPPED))):
        if character in DROPPED or character.isspace():
            mapping[character] = " "
        elif unicodedata.category(character).startswith("L"):
            plain = strip_accents(character).casefold()
            if len(plain) == 1 and plain != character:
                mapping[character] = plain
    marks = "".join(map(chr, range(0x300, 0x370)))
    return "".join(mapping) + marks, "".join(mapping.values())
