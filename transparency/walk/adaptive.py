"""Which hosts can be read without a browser: learned, for each, by reading some pages both ways.

The idea is that of Crawlee's adaptive crawler: a page is fetched plainly as well as seen in the browser, what comes of
both is compared, and a sample is checked on. Here what comes of a page is the moves it offers and the record sets it
shows; the unit is the host, because a portal's pages come from one program.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from transparency.items import RecordSet
from transparency.judge.text import normalize
from transparency.walk.candidates import volatile_parameters, without_tokens
from transparency.walk.node import FrameKey, host_of, without_parameters

AGREEING = 3
"""So many pages in a row must agree before a host is read without a browser."""
AGREEING_AGAIN = 6
"""And so many after one that did not."""
SAMPLE = 8
"""Of a host that is read without a browser, one page in so many is seen in the browser too."""
PATIENCE = 3
"""A host that disagreed so often is left to the browser."""

Judge = Callable[[Mapping[str, Any]], Any]
"""What a snapshot publishes, in a form that can be compared."""


@dataclass
class HostRecord:
    """What is known about a host."""

    pages: int = 0
    """Pages asked about."""
    agreeing: int = 0
    """Checks in a row that agreed."""
    disagreed: int = 0
    """Checks that did not."""


@dataclass
class Adaptive:
    """Which hosts are read without a browser. The same questions and answers in the same order give the same state.

    For each page of a host with a plain address: ask ``wants_check`` once. If so, read it both ways and tell ``learn``;
    else ``static`` says how to read it. A plain reading that calls itself ``scripted`` is no answer about the host: it goes to
    the browser, and nothing is learned.
    """

    seed: int = 0
    hosts: dict[str, HostRecord] = field(default_factory=dict)

    def wants_check(self, host: str) -> bool:
        """Whether the next page of a host is to be read both ways: the first ones, then a sample.

        Every disagreement makes the checks of pages that go to the browser anyway rarer, out of regard for the portal.
        """
        known = self.hosts.setdefault(host, HostRecord())
        known.pages += 1
        if known.disagreed >= PATIENCE:
            return False
        every = SAMPLE if self.static(host) else 2**known.disagreed
        block, place = divmod(known.pages, every)
        digest = hashlib.sha256(f"{self.seed} {host} {every} {block}".encode()).digest()
        return digest[0] % every == place

    def learn(self, host: str, same: bool) -> None:
        """Both readings of a page of a host agreed, or not."""
        known = self.hosts.setdefault(host, HostRecord())
        if same:
            known.agreeing += 1
        else:
            known.agreeing = 0
            known.disagreed += 1

    def static(self, host: str) -> bool:
        """Whether pages of a host are read without a browser."""
        known = self.hosts.get(host, HostRecord())
        needed = AGREEING_AGAIN if known.disagreed else AGREEING
        return known.disagreed < PATIENCE and known.agreeing >= needed

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Adaptive:
        """The inverse of ``to_dict``."""
        return cls(data["seed"], {host: HostRecord(**known) for host, known in data["hosts"].items()})


def same(browser: Mapping[str, Any], static: Mapping[str, Any], judge: Judge) -> bool:
    """Whether a plain reading serves as well as the browser's: the same moves, the same judgement."""
    return not differences(browser, static, judge)


def differences(browser: Mapping[str, Any], static: Mapping[str, Any], judge: Judge) -> list[str]:
    """What one reading of a frame has and the other has not, one line each; for logs.

    ``-``: only the browser sees it; ``+``: only the plain reading does.
    """
    fresh = volatile_parameters({}, _frames(browser, static)) | volatile_parameters({}, _frames(static, browser))
    found = [f"{sign} {what}" for sign, what in _only(_moves(browser, fresh), _moves(static, fresh))]
    if found:
        return found  # judging costs most, and would say nothing new
    seen, read = judge(browser), judge(static)
    return [] if seen == read else [f"- {seen}", f"+ {read}"]


def record_shapes(record_sets: Iterable[RecordSet]) -> list[tuple[str, ...]]:
    """Record sets as a judgement to compare: their headings, and their labels with whether they hold data."""
    return sorted(
        (
            r.shape,
            " / ".join(map(_letters, r.headings)),
            *(f"{_letters(c.label)} {bool(r.rows and c.filled)}" for c in r.columns),
        )
        for r in record_sets
    )


def _only(browser: Counter[tuple[str, ...]], static: Counter[tuple[str, ...]]) -> Iterable[tuple[str, str]]:
    for sign, missing in (("-", browser - static), ("+", static - browser)):
        for move in sorted(missing):
            yield sign, " ".join(filter(None, move))


def _frames(*snapshots: Mapping[str, Any]) -> list[tuple[FrameKey, str, Mapping[str, Any]]]:
    return [(FrameKey(), "", data) for data in snapshots]


def _moves(data: Mapping[str, Any], fresh: Collection[tuple[str, str]]) -> Counter[tuple[str, ...]]:
    """What may be done on a page: links by address, components by label, forms by their fields.

    Style sheets change case and the space between words, portals the tokens in their links (``fresh``: host and
    parameter); neither makes another move.
    """
    moves: Counter[tuple[str, ...]] = Counter()
    for c in data["candidates"]:
        if not (c["disabled"] or c["discloses"] or c["sends"]):
            moves[c["kind"], _letters(c["label"] or c["title"]), _address(c["href"], fresh)] += 1
    for form in data["forms"]:
        if not form["personal"]:
            moves["query", _letters(form["label"]), *map(_field, form["controls"])] += 1
    for select in data["selects"]:
        if select["visible"] and not select["personal"]:
            moves["select", _field(select)] += 1
    return moves


def _address(url: str, fresh: Collection[tuple[str, str]]) -> str:
    host = host_of(url)
    return without_tokens(without_parameters(url, [name for at, name in fresh if at == host])) if url else ""


def _field(control: Mapping[str, Any]) -> str:
    options = ",".join(_letters(option["text"]) for option in control.get("options") or ())
    return f"{control['tag']} {_letters(control['label'])} [{options}]"


def _letters(text: str) -> str:
    return normalize(text).replace(" ", "")
