"""The tree of a frame, made from its facts: places, words, and what stands where."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter
from urllib.parse import urljoin

from w3lib.url import safe_url_string

from transparency.extract.controls.part import Part, clean
from transparency.extract.controls.selectors import matcher
from transparency.extract.controls.texts import BLOCKS, OPTIONS, Texts
from transparency.model import Page

Test = Callable[[Part], bool] | str
"""What an element is asked: a function, or a selector."""


class Dom:
    """A frame: its elements in document order, and lookups that are built when they are first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.mixed = any(facts.host for facts in page.elements)
        """It has components with trees of their own: what belongs together stands deep in shells."""
        self.order = order = list[Part]()
        for index, facts in enumerate(page.elements):
            up = order[facts.parent] if facts.parent >= 0 else None
            part = Part(facts, index, up)
            if up is not None:
                part.place = len(up.children)
                up.children.append(part)
                part.scope = up.index if facts.shadow else up.scope
                if facts.slotted:
                    part.scope = self._in_document(part).scope
                loose = facts.display == "contents" or (part.tag in OPTIONS and not self.mixed)
                part.drawn = part.shown or (loose and up.drawn and up.tag != "datalist")
            else:
                part.drawn = part.shown
            order.append(part)
        for part in reversed(order):
            if part.up is not None and part.up.end < part.end:
                part.up.end = part.end
        self.root = order[0]
        self.body = next((p for p in self.root.children if p.tag in ("body", "frameset")), self.root)
        self._written = Texts(order, self.mixed)
        self._inside: dict[Test, tuple[list[Part], list[int]]] = {}
        self._nearest: dict[Test, dict[Part, Part | None]] = {}
        self._by_tag: dict[str, list[Part]] = {}
        self._attributed = [part for part in order if part.attributes]
        for part in order:
            self._by_tag.setdefault(part.tag, []).append(part)
        self._paths: dict[Part, str] = {}
        self._ids: dict[tuple[int, str], Part] = {}
        for part in order:
            if name := part.attributes.get("id"):
                self._ids.setdefault((part.scope, name), part)

    @staticmethod
    def _in_document(part: Part) -> Part:
        """Its parent in the document, where a slot shows it: the component."""
        at = part.up
        while at is not None and not at.facts.shadow:
            at = Dom._in_document(at) if at.facts.slotted else at.up
        return at.up if at is not None and at.up is not None else part

    # ---- the tree ---------------------------------------------------------------------------------------------------
    def _listed(self, test: Test) -> tuple[list[Part], list[int]]:
        known = self._inside.get(test)
        if known is None:
            found = (
                list(filter(matcher(test), self._pool(test)))
                if isinstance(test, str)
                else list(filter(test, self.order))
            )
            known = self._inside[test] = found, [part.index for part in found]
        return known

    def _pool(self, selector: str) -> Sequence[Part]:
        """What a selector may match, in document order: most cells of a large table have a name and nothing else."""
        asked = matcher(selector)
        named = [part for tag in asked.tags for part in self._by_tag.get(tag, ())]
        if asked.by_attribute:
            named = list({*named, *self._attributed})
        return sorted(named, key=attrgetter("index")) if len(asked.tags) > 1 or asked.by_attribute else named

    def everything(self, test: Test) -> list[Part]:
        """All that pass, in document order."""
        return self._listed(test)[0]

    def inside(self, part: Part, test: Test, most: int | None = None) -> list[Part]:
        """The descendants that pass, in document order; so many of them at most."""
        found, places = self._listed(test)
        first, end = bisect_left(places, part.index + 1), bisect_left(places, part.end)
        return found[first : end if most is None else min(end, first + most)]

    def one(self, part: Part, test: Test) -> Part | None:
        """The first of them."""
        found, places = self._listed(test)
        at = bisect_left(places, part.index + 1)
        return found[at] if at < len(places) and places[at] < part.end else None

    def below(self, part: Part) -> Sequence[Part]:
        """All descendants."""
        return self.order[part.index + 1 : part.end]

    def closest(self, part: Part, test: Test) -> Part | None:
        """The nearest of the element and its ancestors that passes."""
        known = self._nearest.setdefault(test, {})
        passes = matcher(test) if isinstance(test, str) else test
        climbed: list[Part] = []
        at: Part | None = part
        while at is not None and at not in known and not passes(at):
            climbed.append(at)
            at = at.up
        found = known.get(at, at) if at is not None else None
        for below in climbed:
            known[below] = found
        return found

    def forget(self, *tests: Test) -> None:
        """Tests of what has changed are made anew."""
        for test in tests:
            self._inside.pop(test, None)
            self._nearest.pop(test, None)

    def at(self, index: int) -> Part | None:
        """The element at a place; None of one that does not exist."""
        return self.order[index] if 0 <= index < len(self.order) else None

    def by_id(self, part: Part, name: str) -> Part | None:
        """The element of that id in the same tree as another one."""
        return self._ids.get((part.scope, name)) if name else None

    def path(self, part: Part) -> str:
        """Its steps from the root: ``body[1]>div[2]>::shadow>a[1]``."""
        steps: list[Part] = []
        at = part
        while at.up is not None and at not in self._paths:
            steps.append(at)
            at = self._in_document(at) if at.facts.slotted else at.up
        path = self._paths.get(at, "")
        for at in reversed(steps):
            step = f"{'::shadow>' if at.facts.shadow else ''}{at.tag}[{at.facts.number}]"
            path = self._paths[at] = f"{path}>{step}" if path else step
        return path

    def parts(self, part: Part) -> list[Part]:
        """Its children, with slots and the shells around what components show looked through."""
        found = part.children
        while self.mixed and found:
            if not any(p.tag == "slot" for p in found):
                if len(found) > 1 or not part.facts.host:
                    break
                return self.parts(found[0])
            found = [inner for p in found for inner in (p.children if p.tag == "slot" else [p])]
        return found

    # ---- words ------------------------------------------------------------------------------------------------------
    def content(self, part: Part) -> str:
        """All text in it, in sight or not."""
        return self._written.plain[part.spans[0] : part.spans[1]]

    def brief(self, part: Part, limit: int = 160) -> str:
        """The same with one space between words, so many characters at most."""
        start, end = part.spans[:2]
        room = 8 * limit + 400
        if end - start > room:
            found = clean(self._written.plain[start : start + room], limit)
            if len(found) == limit:
                return found
        return clean(self._written.plain[start:end], limit)

    def spaced(self, part: Part) -> str:
        """All text in it, with blocks apart."""
        return self._written.apart[part.spans[2] : part.spans[3]]

    def in_sight(self, part: Part) -> str:
        """The text in sight, with blocks apart."""
        return self._written.shown[part.spans[4] : part.spans[5]]

    def text_without(self, part: Part, left: Test, shown: bool = False) -> str:
        """The text of an element without that of some in it; of what is in sight only, where that is asked for."""
        found: list[str] = []
        is_left = matcher(left) if isinstance(left, str) else left
        work = [(part.nodes(), "")]
        while work:  # a page may be nested deeper than Python calls go
            nodes, gap = work[-1]
            for node in nodes:
                if isinstance(node, str):
                    found.append(node)
                elif not is_left(node) and (node.shown or not shown or node.facts.display == "contents"):
                    gap = " " if self._stands_apart(node, shown) else ""
                    found.append(" " if node.tag == "br" else gap)
                    work.append((node.nodes(), gap))
                    break
            else:
                found.append(gap)
                work.pop()
        return "".join(found)

    @staticmethod
    def _stands_apart(part: Part, shown: bool) -> bool:
        """Whether its text does not run on from what stands before it."""
        if not shown:
            return part.tag in BLOCKS or "-" in part.tag
        display = part.facts.display
        return display == "inline-block" or not display.startswith(("inline", "contents"))

    def resolve(self, address: str, base: str = "") -> str:
        """An address of the page (or of another ``base``) in full; empty when it is none of the web."""
        try:
            whole = safe_url_string(urljoin(base or self.page.base, address.strip()))
        except ValueError:
            return ""
        return whole if re.match(r"https?://", whole) else ""
