"""Labels that a line break parts ("Valor<br>Pago" before each amount): put back in one line before anything is read."""

from __future__ import annotations

from collections import Counter, defaultdict

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.values import value_type

CARDS = 3
"""Records of which fewer are no list: what two have in common may be chance."""
LONGEST = 60
"""Characters of which a label has no more."""
_MORE_THAN_LABELS = frozenset("td th tr p li pre body".split())
"""Their line breaks part lines of text, or are read with their table."""
_IN_LINE = frozenset("span b strong em i font a label output".split())
Lines = tuple[str, str]


def join_broken_labels(root: HtmlElement) -> None:
    """Join the lines of elements that say the same lines in every record and stand before something else. Where elements of one
    make say other words below the same first line, those are values, and nothing is joined, unless every record says all of them
    ("Valor<br>Fixado" beside "Valor<br>Pago"). A colon that only the last line ends with says the same by itself
    ("Valor<br>Pago:")."""
    alike: dict[tuple[str, ...], list[tuple[HtmlElement, Lines]]] = defaultdict(list)
    for element in [*root.iter()]:
        if before := _before_value(element):
            _join(element, before, kept=1)
        if not (lines := _two_lines(element)):
            continue
        if lines[1].endswith(":") and ":" not in lines[0] and value_type(lines[0]) in ("text", "code", "empty"):
            _join(element, lines)
        else:
            above = element.getparent()
            alike[(str(element.tag), dom.classes(element), str(above.tag), dom.classes(above))].append((element, lines))
    for found in alike.values():
        if _are_labels(found):
            for element, lines in found:
                _join(element, lines)


def _before_value(element: HtmlElement) -> Lines | None:
    """The lines of a label over one value in an element of its own, which are all that an element holds ("Valor<br>pago:
    <span>10,00</span>")."""
    *breaks, value = element if len(element) > 1 else (None,)
    if value is None or value.tag not in _IN_LINE or any(child.tag != "br" for child in breaks):
        return None
    first, *rest = (dom.tidy(text or "") for text in (element.text, *(child.tail for child in breaks)))
    whole = " ".join(rest)
    if not first or not whole.endswith(":") or dom.tidy(value.tail or "") or ":" in first:
        return None
    told = value_type(first) in ("text", "code", "empty") and len(first) + len(whole) < LONGEST
    return (first, whole) if told and dom.text(value) else None


def _two_lines(element: HtmlElement) -> Lines | None:
    """The first line and the rest of an element that holds words and line breaks only, and has something after it."""
    if not len(element) or element.tag in _MORE_THAN_LABELS or any(child.tag != "br" for child in element):
        return None
    first, *rest = (dom.tidy(text or "") for text in (element.text, *(child.tail for child in element)))
    after = element.getnext() is not None or dom.tidy(element.tail or "")
    whole = bool(first and all(rest) and after and element.getparent() is not None)
    return (first, " ".join(rest)) if whole and len(first) + len(" ".join(rest)) < LONGEST else None


def _are_labels(told: list[tuple[HtmlElement, Lines]]) -> bool:
    """Whether each first line comes again, over the same words in every record, none of which is a value by its form."""
    below: dict[str, list[tuple[HtmlElement, str]]] = defaultdict(list)
    for element, (first, rest) in told:
        below[first].append((element, rest))
    return (
        all(map(_is_steady, below.values()))
        and all(value_type(word) in ("text", "code", "empty") for _, lines in told for word in lines)
        and all(dom.label_like(" ".join(lines)) for _, lines in told)
    )


def _is_steady(found: list[tuple[HtmlElement, str]]) -> bool:
    """Whether elements with one first line say the same words below it: one and the same, or each record the same several."""
    said = {rest for _, rest in found}
    if len(said) == 1:
        return len(found) >= CARDS
    records = _by_record(found)
    return len(records) >= CARDS and all(sorted(rests) == sorted(said) for rests in records)


def _by_record(found: list[tuple[HtmlElement, str]]) -> list[list[str]]:
    """The words of elements, by the nearest element that holds more than one of them."""
    held = Counter(above for element, _ in found for above in element.iterancestors())
    records: dict[HtmlElement, list[str]] = defaultdict(list)
    for element, rest in found:
        records[next(above for above in element.iterancestors() if held[above] > 1)].append(rest)
    return list(records.values())


def _join(element: HtmlElement, lines: Lines, kept: int = 0) -> None:
    """Put the lines into one. So many last children of the element are ``kept``."""
    for child in list(element)[: len(element) - kept]:
        element.remove(child)
    element.text = " ".join(lines)
