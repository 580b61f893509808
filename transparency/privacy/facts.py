"""The facts of a frame as they may be stored: what was hidden in the page that was read from them is hidden in them, too, and
nothing that no page shows names anybody. Views read from them are what the stored page is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import structs

from transparency.model import Element, Page
from transparency.privacy.cleaning import CONTROLS, HIDDEN, is_secret, mask, veil, without_secrets
from transparency.privacy.people import find_names, initials

_PLAIN_NAME = re.compile(r"[a-z][a-z0-9_.:-]*")
"""Of attributes that every reader of HTML reads."""
_LITERAL = re.compile(r"[^'\"|;,()\[\]{}]+")
"""What stands between the signs of a script."""
_WORDY = re.compile(r"[^\W\d_].*\s")
"""Letters, and a space after them: a name has two words at least."""


@dataclass(frozen=True)
class Change:
    """Something that was hidden in a page. ``place``: of the element, or of the nearest one that holds what was written;
    ``attribute``: empty where it was a text."""

    place: int
    attribute: str
    before: str
    after: str


def without_people(page: Page, changes: Sequence[Change], written: Collection[int], town: str = "") -> Page:
    """The facts without what the page that was read from them has lost (``changes``), and without what it never showed.
    ``written``: places of the elements that it shows; ``town``: whose name is nobody's. Facts without any of it come back as they are."""
    hiding = _Hiding(page, written)
    for change in changes:
        hiding.take(change)
    hiding.sweep({c.before.strip(): c.after.strip() for c in changes if _WORDY.search(c.before)})
    told = {name: _hidden(getattr(page, name)) for name in ("title", "base", "refresh")}
    told["title"] = initials(told["title"], town)
    told = {name: text for name, text in told.items() if text != getattr(page, name)}
    withheld = [(method, _hidden(address), verb) for method, address, verb in page.withheld]
    if not hiding.changed and not told and withheld == page.withheld:
        return page
    return structs.replace(page, elements=hiding.elements, withheld=withheld, **told)


@lru_cache(maxsize=8192)
def _hidden(text: str) -> str:
    """A text or an address without numbers of people and without secrets."""
    return mask(without_secrets(CONTROLS.sub("\ufffd", text))) if len(text) > 6 else text


@lru_cache(maxsize=8192)
def _nameless(text: str) -> str:
    """A text that no page shows: without names, too."""
    text = _hidden(text)
    for start, end in reversed([*find_names(text)]):
        text = f"{text[:start]}{veil(text[start:end], 0)}{text[end:]}"
    return text


class _Hiding:
    """The elements of a frame while people are taken out of them; those that change are copied."""

    def __init__(self, page: Page, written: Collection[int]) -> None:
        self.elements = [*page.elements]
        self.written = written
        self.changed = False
        self.ends = _ends(page.elements)
        self.gone: set[tuple[int, str]] = set()
        """Place and words that were hidden wherever they stood there: in a typed report they may come again."""

    def _replace(self, place: int, **fields: object) -> None:
        before = self.elements[place]
        if any(value != getattr(before, name) for name, value in fields.items()):
            self.elements[place] = structs.replace(before, **fields)
            self.changed = True

    # ---- what the page has lost -------------------------------------------------------------------------------------
    def take(self, change: Change) -> None:
        """Hide what was hidden in the page."""
        if change.attribute:
            self._take_attribute(change)
        elif not self._take_value(change) and not self._take_text(change):
            self._take_part(change)

    def _take_attribute(self, change: Change) -> None:
        element = self.elements[change.place]
        attributes = {
            name: change.after if name.lower() == change.attribute and _clean(value) == change.before else value
            for name, value in element.attributes.items()
        }
        fields: dict[str, object] = {"attributes": attributes}
        if change.attribute == "value" and _clean(element.value or "") == change.before:
            fields["value"] = change.after
        self._replace(change.place, **fields)

    def _take_value(self, change: Change) -> bool:
        """What is typed in a field of several lines is its text in a page."""
        element = self.elements[change.place]
        if element.tag != "textarea" or _clean(element.value or "").lstrip("\r\n") != change.before:
            return False
        self._replace(change.place, value=change.after)
        return True

    def _take_text(self, change: Change) -> bool:
        """Whether the text is one of the element, or several that nothing parts in the page."""
        pieces = [*self._pieces(change.place)]
        texts = [text for _, _, text in pieces]
        alike = [n for n, text in enumerate(texts) if text == change.before]
        run = [(n, n + 1) for n in alike] or _run(texts, change.before)
        for first, end in run:
            for n in range(first, end):
                place, number, _ = pieces[n]
                text = [*self.elements[place].text]
                text[number] = change.after if n == first else ""
                self._replace(place, text=text)
        return bool(run)

    def _pieces(self, place: int) -> Iterator[tuple[int, int, str]]:
        """(place, number, text) of the texts that stand directly in an element, and in those below that the page does not write
        (slots), in their order."""
        for at in range(place, self.ends[place]):
            if at == place or self._holder(at) == place:
                for number, text in enumerate(self.elements[at].text):
                    if text:
                        yield at, number, _clean(text)

    def _holder(self, place: int) -> int:
        """The nearest element that the page writes, itself among them."""
        while place >= 0 and place not in self.written:
            place = self.elements[place].parent
        return place

    def _take_part(self, change: Change) -> None:
        """A line of a text, or of a name that was written out: part of what the element and those below say. Where it is found
        in none of them, they say nothing."""
        before, after = change.before.strip(), change.after.strip()
        if not before or (change.place, before) in self.gone:
            return
        self.gone.add((change.place, before))
        below = range(change.place, self.ends[change.place])
        alone = re.compile(rf"(?<![\w.,]){re.escape(before)}(?![.,]?\w)")  # an amount may stand in another one
        for words in (alone, re.compile(re.escape(before))):
            saying = [place for place in below if any(map(words.search, _said(self.elements[place])))]
            for place in saying:
                element = self.elements[place]
                text = [words.sub(lambda _: after, _clean(text)) for text in element.text]
                attributes = {name: words.sub(lambda _: after, _clean(v)) for name, v in element.attributes.items()}
                self._replace(place, text=text, attributes=attributes)
            if saying:
                return
        for place in below:
            self._veil(place)

    # ---- what the page never showed ---------------------------------------------------------------------------------
    def sweep(self, names: Mapping[str, str]) -> None:
        """Hide what no page shows: scripts of elements, and those that were put away. ``names``: what was hidden as a whole."""
        put_away = set[int]()
        for place, element in enumerate(self.elements):
            unseen = place not in self.written and element.tag != "slot"
            if unseen and (element.passed or element.parent in put_away):
                put_away.add(place)
                self._veil(place)
                continue
            left_out = [name for name in element.attributes if unseen or _is_left_out(element, name)]
            if left_out:
                told = {name: _attribute(element, name, element.attributes[name], names) for name in left_out}
                self._replace(place, attributes={**element.attributes, **told})
            if element.address:
                self._replace(place, address=_hidden(element.address))
            if element.scripts:
                self._replace(place, scripts=[_literals(_nameless(script), names) for script in element.scripts])
            if unseen:
                value = element.value and _nameless(element.value)
                self._replace(place, text=[*map(_nameless, element.text)], value=value)

    def _veil(self, place: int) -> None:
        element = self.elements[place]
        attributes = {
            name: value if name in ("class", "id", "type", "role") else veil(_hidden(value), 0)
            for name, value in element.attributes.items()
        }
        value = element.value and veil(_hidden(element.value), 0)
        self._replace(place, text=[veil(_hidden(text), 0) for text in element.text], attributes=attributes, value=value)


def _ends(elements: Sequence[Element]) -> list[int]:
    """Where the descendants of each element end."""
    ends = [*range(1, len(elements) + 1)]
    for place in range(len(elements) - 1, 0, -1):
        parent = elements[place].parent
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[place])
    return ends


def _run(texts: Sequence[str], whole: str) -> list[tuple[int, int]]:
    """The first texts in a row that make up a whole."""
    for first in range(len(texts)):
        joined = ""
        for end in range(first, len(texts)):
            joined += texts[end]
            if joined == whole:
                return [(first, end + 1)]
            if not whole.startswith(joined):
                break
    return []


def _is_left_out(element: Element, name: str) -> bool:
    """Whether an attribute is in no page: handlers, names that are none, and what is a field's before anybody fills it in."""
    if name.startswith(("on", "data-t-")) or not _PLAIN_NAME.fullmatch(name):
        return True
    return name == "value" and element.tag == "input"


def _attribute(element: Element, name: str, value: str, names: Mapping[str, str]) -> str:
    if name == "value" and element.tag == "input":
        if element.attributes.get("type", "").lower() == "password" or is_secret(element.attributes.get("name", "")):
            return value and HIDDEN
        if value == element.value:
            return value
    return _literals(_nameless(value), names) if len(value) > 2 else value


def _literals(script: str, names: Mapping[str, str]) -> str:
    """A script without the literals that are hidden elsewhere on the page."""
    return _LITERAL.sub(lambda found: names.get(found[0].strip(), found[0]), script) if names else script


def _said(element: Element) -> Iterator[str]:
    return map(_clean, (*element.text, *element.attributes.values()))


def _clean(text: str) -> str:
    return CONTROLS.sub("\ufffd", text)
