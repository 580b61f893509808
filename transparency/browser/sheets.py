"""What style sheets say about being seen, for pages that are read without a browser.

Only the few properties that decide what is read: whether an element is drawn, whether its text stands apart and in
which case, whether it looks like something to click. Lexbor matches the selectors. Left out: ``@import``, nested rules,
and whatever depends on what a person does (``:hover``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

WIDTH = 1280
"""Width of the window of which media queries are asked, in CSS px; that of the browser's pages."""
PROPERTIES = frozenset(("display", "visibility", "cursor", "text-transform", "float", "position"))

Declarations = Mapping[str, tuple[str, bool]]
"""Property → value, and whether it is important."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BRACES = re.compile(r"[{};]|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_NEVER = re.compile(
    r"::|:(before|after|first-line|first-letter|hover|focus|active|target|visited|host|autofill|fullscreen|modal"
    r"|popover-open|-[a-z])|&"
)
_NEGATED = re.compile(r":(not|is|where|has|matches)\([^()]*(\([^()]*\)[^()]*)*\)")
_TOKEN = re.compile(r"([.#])((?:[\w-]|[^\x00-\x7f]|\\.)+)")
_BRACKETS = re.compile(r"\[[^\]]*\]")
_PSEUDO = re.compile(r":[\w-]+(\([^)]*\))?")
_TYPE = re.compile(r"(?:^|[\s>+~])([a-zA-Z][\w-]*)")
_LENGTH = re.compile(r"\((min|max)-(?:device-)?width\s*:\s*([\d.]+)(px|em|rem)?\s*\)")
_RANGE = re.compile(r"\(\s*width\s*(<=|>=|<|>)\s*([\d.]+)(px|em|rem)?\s*\)")


@dataclass(frozen=True)
class Rule:
    """One selector with the declarations that matter here."""

    selector: str
    specificity: tuple[int, int, int]
    names: frozenset[str]
    """Classes (``.a``) and ids (``#a``) that must be on the page for it to match anything."""
    declarations: tuple[tuple[str, str, bool], ...]


def declarations(text: str) -> dict[str, tuple[str, bool]]:
    """The declarations of a rule or a ``style`` attribute that matter here.

    >>> declarations("Display: NONE !important; color: red")
    {'display': ('none', True)}
    """
    found = {}
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip().lower()
        if colon and name in PROPERTIES:
            plain, mark, _ = value.strip().lower().partition("!")
            if plain.strip():
                found[name] = (plain.strip(), bool(mark))
    return found


def on_screen(query: str) -> bool:
    """Whether a media query holds for a window on a screen.

    >>> on_screen("print"), on_screen("(max-width: 767px)"), on_screen("screen and (min-width:48em), print")
    (False, False, True)
    """
    return not query.strip() or any(map(_holds, query.lower().split(",")))


def _holds(query: str) -> bool:
    negated = query.strip().startswith("not ")
    kind = re.match(r"\s*(?:only\s+|not\s+)?([a-z]+)", query)
    fits = kind is None or kind[1] in ("all", "screen")
    for bound, size, unit in _LENGTH.findall(query):
        width = float(size) * (16 if unit in ("em", "rem") else 1)
        fits = fits and (width <= WIDTH if bound == "min" else width >= WIDTH)
    for sign, size, unit in _RANGE.findall(query):
        width = float(size) * (16 if unit in ("em", "rem") else 1)
        fits = fits and (width >= WIDTH if sign.startswith("<") else width <= WIDTH)
    if re.search(r"prefers-|orientation\s*:\s*portrait|hover\s*:\s*none|pointer\s*:\s*coarse|forced-colors", query):
        fits = False
    return fits != negated


@lru_cache(maxsize=256)
def rules(text: str) -> tuple[Rule, ...]:
    """The rules of a sheet that matter here, in order."""
    return tuple(_rules(_COMMENT.sub(" ", text)))


def _rules(text: str) -> Iterator[Rule]:
    for prelude, body in _blocks(text):
        if prelude.startswith("@"):
            name, query = re.match(r"@([\w-]*)(.*)", prelude).groups()  # type: ignore[union-attr]
            if name in ("supports", "layer", "container") or (name == "media" and on_screen(query)):
                yield from _rules(body)
            continue
        made = tuple((name, value, important) for name, (value, important) in declarations(body).items())
        if made and "{" not in body:
            for selector in _listed(prelude):
                if selector and not _NEVER.search(selector):
                    yield Rule(selector, specificity(selector), _names(selector), made)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """What stands before and within the braces of each block, outermost blocks only."""
    depth = start = 0
    prelude = ""
    for mark in _BRACES.finditer(text):
        sign = mark[0]
        if sign == "{":
            if depth == 0:
                prelude, start = " ".join(text[start : mark.start()].split()), mark.end()
            depth += 1
        elif sign == "}":
            depth = max(0, depth - 1)
            if depth == 0:
                yield prelude, text[start : mark.start()]
                start = mark.end()
        elif sign == ";" and depth == 0:
            start = mark.end()  # @charset, @import


def _listed(selectors: str) -> Iterator[str]:
    """The selectors of a list; commas inside brackets do not part them."""
    depth = start = 0
    for at, sign in enumerate(selectors):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth == 0:
            yield selectors[start:at].strip()
            start = at + 1
    yield selectors[start:].strip()


def specificity(selector: str) -> tuple[int, int, int]:
    """Ids, classes with attributes and pseudo-classes, names of elements.

    >>> specificity("nav#m > ul.aberto li:not(.show)")
    (1, 2, 3)
    """
    inner = [0, 0, 0]
    for found in _NEGATED.finditer(selector):
        if found[1] != "where":
            inside = found[0][len(found[1]) + 2 : -1]
            inner = [a + b for a, b in zip(inner, max(map(specificity, _listed(inside))), strict=True)]
    plain = _NEGATED.sub("", selector)
    attributes = len(_BRACKETS.findall(plain))
    plain = _BRACKETS.sub("", plain)
    marks = [kind for kind, _ in _TOKEN.findall(plain)]
    pseudo = len(_PSEUDO.findall(plain))
    types = len(_TYPE.findall(_PSEUDO.sub("", plain)))
    return marks.count("#") + inner[0], marks.count(".") + attributes + pseudo + inner[1], types + inner[2]


def _names(selector: str) -> frozenset[str]:
    plain = _BRACKETS.sub("", _NEGATED.sub("", selector))
    return frozenset(kind + re.sub(r"\\(.)", r"\1", name) for kind, name in _TOKEN.findall(plain))


def cascade(
    page: LexborHTMLParser, sheets: Iterable[str], names: frozenset[str]
) -> dict[int, dict[str, tuple[str, bool]]]:
    """``mem_id`` of an element → what the sheets declare for it, in the end.

    ``names``: the classes and ids on the page, as in ``Rule.names``.
    """
    weights: dict[tuple[int, str], tuple[bool, tuple[int, int, int], int]] = {}
    found: dict[int, dict[str, tuple[str, bool]]] = {}
    order = 0
    for sheet in sheets:
        for rule in rules(sheet):
            if not rule.names <= names:
                continue
            order += 1
            try:
                matched = page.css(rule.selector)
            except (SelectolaxError, ValueError, RuntimeError):  # a selector that the parser does not know
                continue
            for node in matched:
                own = found.setdefault(node.mem_id, {})
                for name, value, important in rule.declarations:
                    weight = (important, rule.specificity, order)
                    if weight >= weights.get((node.mem_id, name), weight):
                        weights[node.mem_id, name] = weight
                        own[name] = (value, important)
    return found
