"""Fields left blank, of which a portal writes the label alone: told by the fields beside them that have a value."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import is_own_value
from transparency.extract.records.model import EMPTY, Page, Pair

FEWEST = 2
"""Fields with a value that tell how a field is made."""

_Make = tuple[str, str]
_PLAIN = ("div", "span", "p", "li", "td", "a")


def with_blanks(page: Page, pairs: list[Pair]) -> list[Pair]:
    """Pairs of a page, with the fields that have a label and no value; a label is no value of the label before it."""
    made: dict[_Make, list[Pair]] = {}
    for pair in pairs:
        if pair.value.element is not pair.element:  # else both are words of one element, "label: value"
            made.setdefault(_make(_inner(pair.element)), []).append(pair)
    alone: list[Pair] = []
    for label, alike in made.items():
        twins = [pair for pair in alike if _is_made(pair.value.element, label)]
        told = [pair for pair in alike if pair.value.filled and not _is_made(pair.value.element, label)]
        if len(told) < FEWEST:
            continue
        if all(pair.value.kind == "text" and _is_label(pair.value.text) for pair in twins):
            for pair in twins:
                if pair.value.element is not None:
                    alone.append(Pair(pair.value.text.rstrip(": "), EMPTY, pair.value.element, pair.strong, pair.host))
                    pair.value = EMPTY
        alone += _boxes(page, label, told)
    if not alone:
        return pairs
    known = {_inner(pair.element) for pair in pairs}
    fresh = {inner: pair for pair in alone if (inner := _inner(pair.element)) not in known}
    return sorted([*pairs, *fresh.values()], key=lambda pair: page.order.get(pair.element, 0))


def _boxes(page: Page, label: _Make, told: list[Pair]) -> Iterator[Pair]:
    """Boxes near those of fields with a value, made like them, in which there is a label and nothing else."""
    held: dict[HtmlElement, int] = {}
    for pair in told:
        if pair.host is not None:
            held[pair.host] = held.get(pair.host, 0) + 1
    sorts: dict[_Make, list[HtmlElement]] = {}
    for host, times in held.items():
        if times == 1:
            sorts.setdefault(_make(host), []).append(host)
    strong = {pair.host: pair.strong for pair in told}
    for (tag, classes), hosts in sorts.items():
        if len(hosts) < FEWEST or not (classes or label[1] or label[0] not in _PLAIN):
            continue
        for around in {
            parent if (above := parent.getparent()) is None else above
            for h in hosts
            if (parent := h.getparent()) is not None
        }:
            for box in around.iter(tag):
                inner = _inner(box)
                if inner is box or box in held or dom.classes(box) != classes or _make(inner) != label:
                    continue
                words = dom.text(box)
                if _is_label(words) and not len(inner) and dom.text(inner) == words and not page.skipped(box):
                    yield Pair(words.rstrip(": "), EMPTY, inner, strong[hosts[0]], box)


def _inner(element: HtmlElement) -> HtmlElement:
    """What alone is in wrappers, words beside it apart."""
    while len(kids := dom.children(element)) == 1 and not dom.own_text(element):
        element = kids[0]
    return element


def _make(element: HtmlElement) -> _Make:
    return str(element.tag), dom.classes(element)


def _is_made(element: HtmlElement | None, make: _Make) -> bool:
    return element is not None and _make(_inner(element)) == make


def _is_label(words: str) -> bool:
    said = words.rstrip(": ")
    return dom.label_like(said) and not is_own_value(said)
