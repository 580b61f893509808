"""Labels that a line break parts ("Valor<br>Pago" before each amount): put back in one line before anything is read."""

from __future__ import annotations

from collections import defaultdict

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.values import value_type

CARDS = 3
"""Records of which fewer are no list: what two have in common may be chance."""
LONGEST = 60
"""Characters of which a label has no more."""
_MORE_THAN_LABELS = frozenset("td th tr p li pre body".split())
"""Their line breaks part lines of text, or are read with their table."""
Lines = tuple[str, str]


def join_broken_labels(root: HtmlElement) -> None:
    """Join the lines of elements that say the same lines in every record and stand before something else. Where elements of one
    make say other words below the same first line, those are values, and nothing is joined."""
    alike: dict[tuple[str, ...], list[tuple[HtmlElement, Lines]]] = defaultdict(list)
    for element in root.iter():
        if isinstance(element.tag, str) and (lines := _two_lines(element)):
            above = element.getparent()
            alike[(str(element.tag), dom.classes(element), str(above.tag), dom.classes(above))].append((element, lines))
    for found in alike.values():
        if _are_labels([lines for _, lines in found]):
            for element, lines in found:
                _join(element, lines)


def _two_lines(element: HtmlElement) -> Lines | None:
    """The first line and the rest of an element that holds words and line breaks only, and has something after it."""
    if not len(element) or element.tag in _MORE_THAN_LABELS or any(child.tag != "br" for child in element):
        return None
    first, *rest = (dom.tidy(text or "") for text in (element.text, *(child.tail for child in element)))
    after = element.getnext() is not None or dom.tidy(element.tail or "")
    whole = bool(first and all(rest) and after and element.getparent() is not None)
    return (first, " ".join(rest)) if whole and len(first) + len(" ".join(rest)) < LONGEST else None


def _are_labels(told: list[Lines]) -> bool:
    """Whether each first line comes again, over the same words every time, none of which is a value by its form."""
    below: dict[str, list[str]] = defaultdict(list)
    for first, rest in told:
        below[first].append(rest)
    steady = all(len(words) >= CARDS and len(set(words)) == 1 for words in below.values())
    return steady and all(
        value_type(word) in ("text", "code") and dom.label_like(word) for lines in told for word in lines
    )


def _join(element: HtmlElement, lines: Lines) -> None:
    for child in list(element):
        element.remove(child)
    element.text = " ".join(lines)
