"""Microdata: what a page says of itself in ``itemtype`` and ``itemprop``, for the one record set or field it stands on.

The vocabulary is the Turmalina schema of Paraíba's court of accounts; its names are data (``microdata:`` in the keywords).
The schema has changed hosts, case and some names, so only the last segment counts, without case or separators. Other
vocabularies (schema.org: people, organisations, web pages) say nothing about fiscal items.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.text import identifier_words, normalize

Property = tuple[str, HtmlElement]
"""A name and the element that holds its value."""

_FOREIGN = re.compile(
    r"(?:^|[/.])(?:schema\.org|data-vocabulary\.org|purl\.org|w3\.org|xmlns\.com|microformats\.org|ogp\.me|rdfs\.org)(?:/|$)",
    re.I,
)
_FIGURE = re.compile(r"(?:amount|value|salary|date|id|number|valor|preco|salario|data|numero|codigo|cpf|cnpj)$", re.I)
"""Names whose values hold digits."""
_HEADS = frozenset("th label legend caption dt meta link option h1 h2 h3 h4 h5 h6".split())
"""What names a value, or is not seen at all."""


def last(value: str) -> str:
    """The last segment of an address: ``https://x/docs/Bidding/`` → ``Bidding``."""
    return re.split(r"[/#]", value.strip().rstrip("/#"))[-1]


def key(name: str) -> str:
    """What names are compared by: no case, accents or separators. ``Budget-Revenue`` → ``budgetrevenue``."""
    return normalize(last(name)).replace(" ", "")


def name_words(name: str) -> str:
    """The words a name is made of: ``valorEmpenhado``, ``valor_empenhado`` → ``valor empenhado``."""
    return " ".join(identifier_words(last(name)))


def is_foreign(itemtype: str) -> bool:
    """Whether a type is of a vocabulary that knows no fiscal items."""
    return bool(_FOREIGN.search(itemtype.split("?")[0]))


def scope_of(element: HtmlElement) -> HtmlElement | None:
    """The typed item that a property on this element belongs to."""
    return next((a for a in element.iterancestors() if (a.get("itemtype") or "").strip()), None)


def type_of(element: HtmlElement) -> str:
    """The type that an element or the nearest above it gives, without vocabularies that know no fiscal items."""
    for node in (element, *element.iterancestors()):
        for value in (node.get("itemtype") or "").split():
            if not is_foreign(value):
                return last(value)
    return ""


def own_names(element: HtmlElement) -> list[str]:
    """The properties that an element is of, as far as a fiscal vocabulary may have named them."""
    value = element.get("itemprop")
    if not value or not value.strip():
        return []
    scope = scope_of(element)
    if scope is not None and all(map(is_foreign, str(scope.get("itemtype")).split())):
        return []
    return [last(name) for name in value.split()]


def names_of(head: HtmlElement | None, cells: Iterable[HtmlElement], together: bool) -> str:
    """The properties of a column or field, space between: its heading's, else those of its first marked value.

    ``together``: heading and value stand in one element of their own, which may carry the mark for both.
    """
    candidates = ([head] if head is not None else []) + list(cells)
    for candidate in candidates:
        marked = [n for n in candidate.iter() if n is head or n is candidate or _shows(n)]
        found = dict.fromkeys(name for node in marked for name in own_names(node))
        if found:
            return " ".join(found)
    if together and head is not None:
        for above in list(head.iterancestors())[:2]:
            if above.get("itemtype") or above.get("itemscope") is not None:
                break
            if own_names(above) and not dom.finds(above, ".//*[@itemprop]"):
                return " ".join(own_names(above))
    return ""


def _shows(element: HtmlElement) -> bool:
    """Whether a marked element shows anything; nobody reads an attribute."""
    return element.tag not in ("meta", "link") and bool(
        dom.text(element) or dom.finds(element, ".//img | .//a[@href] | self::a[@href] | .//input | self::input")
    )


@dataclass
class Loose:
    """Records marked up outside of everything that has the form of a record set: items of one type side by side.

    ``labels`` are what a heading row calls the properties.
    """

    element: HtmlElement
    itemtype: str
    records: list[list[Property]] = field(default_factory=list)
    labels: dict[str, Property] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All properties, in order, none twice."""
        return list(dict.fromkeys(name for record in (list(self.labels.items()), *self.records) for name, _ in record))


def loose(root: HtmlElement, taken: Callable[[HtmlElement], bool]) -> Iterator[Loose]:
    """The marked records below an element whose fields are not ``taken`` yet. A row of headings is not a record."""
    groups: dict[tuple[HtmlElement | None, str], Loose] = {}
    for scope in root.xpath("descendant-or-self::*[@itemtype]"):
        if not (kind := _fiscal(scope)):
            continue
        fields = [
            (name, node)
            for node in scope.xpath(".//*[@itemprop]")
            if scope_of(node) is scope and not _is_head(node) and not taken(node)
            for name in own_names(node)
        ]
        if fields:
            group = groups.setdefault((scope.getparent(), kind), Loose(scope, kind))
            group.records += _split(fields)
    for group in groups.values():
        first, *others = group.records
        if _names_only(first) and not any(map(_names_only, others)):
            # alone it may be a record whose figures are withheld: what it says is then nobody's to repeat
            group.labels = {name: (dom.text(node) if others else name, node) for name, node in first}
            group.records = others
        yield group


def _fiscal(scope: HtmlElement) -> str:
    return next((last(v) for v in str(scope.get("itemtype")).split() if not is_foreign(v)), "")


def _is_head(element: HtmlElement) -> bool:
    return (
        element.tag in _HEADS
        or element.get("role") in ("columnheader", "rowheader", "heading")
        or any(a.tag in _HEADS for a in element.iterancestors())
    )


def _split(fields: Sequence[Property]) -> list[list[Property]]:
    """Fields cut into records where a name starts over."""
    records: list[list[Property]] = [[]]
    for name, node in fields:
        if any(name == other for other, _ in records[-1]):
            records.append([])
        records[-1].append((name, node))
    return records


def _names_only(record: Sequence[Property]) -> bool:
    """Whether the fields of a record hold labels: words, and no digit although figures are expected."""
    texts = [dom.text(node) for _, node in record]
    return (
        len(texts) > 1
        and any(_FIGURE.search(name) for name, _ in record)
        and all(map(dom.label_like, texts))
        and not any(c.isdigit() for t in texts for c in t)
        and len(set(texts)) == len(texts)
    )
