"""Audits of many municipalities, read in short and compared; ``many_pages`` makes pages of them.

The rule of the mark, told on every page that shows one: of the items that were decided, the share that is published.
What is inconclusive is shown beside it and never counted as absent; a municipality with more than ``MOST_UNDECIDED`` of
its items inconclusive has no mark. All audits count; the newest whole one is the present state.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from transparency.eval.charts import decimal
from transparency.items import STATUSES, Status, UserError
from transparency.matrix import Item
from transparency.portals.catalogue import REGION_OF, Municipality, slugify
from transparency.report import rendering
from transparency.report.audit_page import REPORT
from transparency.store.audits import VERDICTS, StoredAudit, find_audits, open_audit

MOST_UNDECIDED = 0.25
"""Share of inconclusive items above which a municipality is not ranked."""

Standing = Literal["rated", "unrated", "never"]
STANDINGS: dict[Standing, str] = {"rated": "avaliado", "unrated": "não avaliado", "never": "nunca auditado"}
LETTERS: dict[Status, str] = {"published": "p", "absent": "a", "inconclusive": "i"}
NO_VERDICT = "-"
SIZES = {
    5_000: "até 5 mil",
    10_000: "5 a 10 mil",
    20_000: "10 a 20 mil",
    50_000: "20 a 50 mil",
    100_000: "50 a 100 mil",
    500_000: "100 a 500 mil",
    10**9: "mais de 500 mil",
}
"""Classes of population, as the IBGE tells them apart, by the greatest of each."""


@dataclass(frozen=True)
class Tally:
    """How many items have each status."""

    published: int = 0
    absent: int = 0
    inconclusive: int = 0

    @classmethod
    def of(cls, statuses: str) -> Tally:
        """Count the letters of ``LETTERS``."""
        return cls(*(statuses.count(LETTERS[name]) for name in STATUSES))

    @property
    def decided(self) -> int:
        """Published or absent."""
        return self.published + self.absent

    @property
    def judged(self) -> int:
        """All that have a verdict."""
        return self.decided + self.inconclusive

    @property
    def mark(self) -> float | None:
        """Published among decided, 0 to 1; None when nothing was decided."""
        return self.published / self.decided if self.decided else None

    @property
    def is_rated(self) -> bool:
        """Whether enough was decided for the mark to stand in a ranking."""
        return bool(self.decided) and self.inconclusive <= MOST_UNDECIDED * self.judged


@dataclass(frozen=True)
class Costs:
    """What an audit took: seconds, CPU seconds, pages, requests, bytes."""

    seconds: float
    cpu: float
    pages: int
    requests: int
    bytes: int


@dataclass(frozen=True)
class Brief:
    """An audit in short: what a comparison needs of it. Kept instead of the audit, so that thousands fit in memory."""

    folder: Path
    uf: str
    slug: str
    name: str
    url: str
    families: tuple[str, ...]
    started: str
    statuses: str
    """A letter of ``LETTERS`` per item of the matrix, ``NO_VERDICT`` where the audit has none."""
    obstacle: str
    """The commonest reason of what is inconclusive."""
    essential_only: bool
    costs: Costs

    @cached_property
    def tally(self) -> Tally:
        """Over all items."""
        return Tally.of(self.statuses)

    @cached_property
    def page(self) -> Path | None:
        """Its own report, when there is one (asked when the first link to it is written)."""
        page = self.folder / REPORT
        return page if page.is_file() else None


@dataclass(frozen=True)
class Town:
    """A municipality and its audits, oldest first."""

    uf: str
    slug: str
    name: str
    url: str
    families: tuple[str, ...]
    audits: tuple[Brief, ...] = ()
    population: int = 0
    """0 where it is not known."""

    @property
    def region(self) -> str:
        """One of the five great regions; empty where the state is not known."""
        return REGION_OF.get(self.uf, "")

    @property
    def size(self) -> str:
        """Its class of population, by the greatest that fits (``SIZES``); empty where it is not known."""
        return next((str(most) for most in SIZES if self.population <= most), "") if self.population else ""

    @property
    def now(self) -> Brief | None:
        """Its newest audit."""
        return self.audits[-1] if self.audits else None

    @property
    def standing(self) -> Standing:
        """Whether it has a mark, and if not, why."""
        return "never" if self.now is None else "rated" if self.now.tally.is_rated else "unrated"

    @property
    def mark(self) -> float | None:
        """Present mark; None unless rated."""
        return self.now.tally.mark if self.now and self.now.tally.is_rated else None

    @cached_property
    def before(self) -> Brief | None:
        """The newest rated audit before the present one."""
        return next((audit for audit in reversed(self.audits[:-1]) if audit.tally.is_rated), None)

    @property
    def drift(self) -> float | None:
        """Present mark less the one before, -1 to 1."""
        earlier = self.before.tally.mark if self.before else None
        return None if self.mark is None or earlier is None else self.mark - earlier


@dataclass(frozen=True)
class Change:
    """What an audit changed, as positions of items: against the last audit that decided each item."""

    audit: Brief
    appeared: tuple[int, ...] = ()
    vanished: tuple[int, ...] = ()

    @cached_property
    def turned(self) -> frozenset[int]:
        """Either."""
        return frozenset(self.appeared + self.vanished)


# ---- reading ---------------------------------------------------------------------------------------------------------


def read(paths: Iterable[Path], broken: list[str]) -> Iterator[StoredAudit]:
    """All whole audits below the paths, one at a time. What cannot be read is told in ``broken``, in Portuguese."""
    for file in find_audits(paths, every=True):
        try:
            yield open_audit(file.parent)
        except UserError as error:
            broken.append(error.message)


def brief(audit: StoredAudit, items: Sequence[Item]) -> Brief:
    """An audit in short. UserError when its verdicts are torn."""
    place = {(item.criterion, item.key): number for number, item in enumerate(items)}
    letters = [NO_VERDICT] * len(items)
    reasons: Counter[str] = Counter()
    for verdict in _told(audit):
        number = place.get((verdict.criterion, verdict.item))
        if number is not None and verdict.status in LETTERS:
            letters[number] = LETTERS[verdict.status]
            if verdict.status == "inconclusive":
                reasons[verdict.reason] += 1
    town, summary = audit.summary["municipio"], audit.summary
    nodes, settings = summary.get("nodes") or {}, summary.get("settings") or {}
    return Brief(
        audit.folder,
        audit.uf,
        audit.slug,
        audit.name,
        str(town.get("portal_url") or ""),
        tuple(audit.families),
        audit.started,
        "".join(letters),
        reasons.most_common(1)[0][0] if reasons else "",
        bool(settings.get("essential_only")),
        Costs(
            _number(summary.get("duration_seconds")),
            _number(summary.get("cpu_seconds")),
            int(_number(nodes.get("visited"))),
            int(_number(summary.get("requests"))),
            int(_number(summary.get("bytes"))),
        ),
    )


class _Told(msgspec.Struct):
    """What is read of a verdict here."""

    municipio: str
    uf: str
    criterion: str
    item: str
    status: str
    reason: str


_LINES = msgspec.json.Decoder(_Told)


def _told(audit: StoredAudit) -> Iterable[Any]:
    """The verdicts of an audit. Thousands are read, so that four times the pace counts; a line that is not as it is written today is
    left to who knows older ones, and what is wrong with them."""
    try:
        return _LINES.decode_lines((audit.folder / VERDICTS).read_bytes())
    except (OSError, msgspec.MsgspecError):
        # A fresh StoredAudit: it keeps its verdicts, which shall not stay.
        return StoredAudit(audit.folder, audit.summary).verdicts


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def towns(
    briefs: Iterable[Brief], catalogue: Iterable[Municipality] = (), people: Mapping[tuple[str, str], int] | None = None
) -> list[Town]:
    """Every municipality once, audited or only listed: rated ones by mark, then those without one, then those never audited. ``people``: the
    population of (state, slug), of those whose row does not tell it."""
    known = people or {}
    audits: defaultdict[tuple[str, str], dict[Path, Brief]] = defaultdict(dict)
    for one in briefs:
        audits[one.uf, one.slug][one.folder] = one
    listed = {(town.uf.upper(), town.slug): town for town in catalogue}
    found = []
    for key in dict.fromkeys([*audits, *listed]):
        own = sorted(audits[key].values(), key=lambda one: (one.started, one.folder.name)) if key in audits else []
        row = listed.get(key)
        name = row.name if row else own[-1].name
        url = own[-1].url if own else row.portal_url if row else ""
        families = own[-1].families if own else row.families if row else ()
        population = (row.population if row else 0) or known.get(key, 0)
        found.append(Town(*key, name, url, families, tuple(own), population))
    return sorted(found, key=_order)


def _order(town: Town) -> tuple[Any, ...]:
    tally = town.now.tally if town.now else Tally()
    return (
        list(STANDINGS).index(town.standing),
        -(town.mark or 0),
        tally.inconclusive if town.mark is not None else 0,
        slugify(town.name),
        town.uf,
    )


def positions(ranked: Sequence[Town]) -> list[int | None]:
    """Place of each of ``towns`` in the ranking, the same for the same mark (1, 2, 2, 4); None without a mark."""
    first: dict[float, int] = {}
    for number, town in enumerate(ranked, 1):
        if town.mark is not None:
            first.setdefault(town.mark, number)
    return [None if town.mark is None else first[town.mark] for town in ranked]


def changes(audits: Sequence[Brief]) -> list[Change]:
    """What appeared and vanished at each audit, oldest first. What is inconclusive neither comes nor goes."""
    found = []
    last: dict[int, str] = {}
    for audit in audits:
        seen = {n: letter for n, letter in enumerate(audit.statuses) if letter in "pa"}
        turned = [n for n, letter in seen.items() if n in last and last[n] != letter]
        found.append(
            Change(audit, tuple(n for n in turned if seen[n] == "p"), tuple(n for n in turned if seen[n] == "a"))
        )
        last |= seen
    return found


# ---- comparing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Family:
    """The portals of a maker. ``quartiles``: least, first quartile, median, third quartile and greatest mark; empty when none is rated."""

    name: str
    standings: Mapping[str, int]
    quartiles: tuple[float, ...]
    by_criterion: tuple[float | None, ...]
    """Median marks of the rated towns, in the order of the criteria."""
    undecided: float | None
    """Median share of inconclusive items, of all audited towns."""
    seconds: float | None
    """Median duration of the present audits."""

    @property
    def towns(self) -> int:
        """Audited or not."""
        return sum(self.standings.values())


def families(of: Iterable[Town], parts: Sequence[slice]) -> list[Family]:
    """Makers by median mark, best first. A town with portals of several makers counts for each; ``parts``: the items of each criterion."""
    groups: defaultdict[str, list[Town]] = defaultdict(list)
    for town in of:
        for name in town.families or ("",):
            groups[name].append(town)
    found = []
    for name, group in groups.items():
        audits = [town.now for town in group if town.now]
        rated = [audit for audit in audits if audit.tally.is_rated]
        marks = [audit.tally.mark for audit in rated if audit.tally.mark is not None]
        found.append(
            Family(
                name,
                Counter(town.standing for town in group),
                _quartiles(marks),
                tuple(median(Tally.of(audit.statuses[part]).mark for audit in rated) for part in parts),
                median(a.tally.inconclusive / a.tally.judged for a in audits if a.tally.judged),
                median(audit.costs.seconds for audit in audits),
            )
        )
    return sorted(found, key=lambda one: (-one.quartiles[2] if one.quartiles else 1, -one.towns, one.name))


def median(values: Iterable[float | None]) -> float | None:
    """The middle of what is known; None when nothing is."""
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _quartiles(marks: Sequence[float]) -> tuple[float, ...]:
    if not marks:
        return ()
    inner = statistics.quantiles(marks, n=4, method="inclusive") if len(marks) > 1 else list(marks) * 3
    return (min(marks), *inner, max(marks))


def tally_items(of: Iterable[Town], items: Sequence[Item]) -> list[tuple[Item, Tally]]:
    """Each item over the present audits, those most often absent (of the decided) first."""
    columns = [audit.statuses for town in of if (audit := town.now)]
    tallies = [(item, Tally.of("".join(s[n] for s in columns))) for n, item in enumerate(items)]
    return sorted(tallies, key=lambda pair: (pair[1].mark if pair[1].decided else 2, -pair[1].absent))


def total_costs(audits: Sequence[Brief]) -> list[tuple[str, str, str]]:
    """What the audits took: name, total and median of one, as people read them."""
    shown: tuple[tuple[str, Callable[[Costs], float], Callable[[float], str]], ...] = (
        ("Duração", lambda c: c.seconds, rendering.duration),
        ("Processador", lambda c: c.cpu, rendering.duration),
        ("Páginas visitadas", lambda c: c.pages, decimal),
        ("Requisições", lambda c: c.requests, decimal),
        ("Dados recebidos", lambda c: c.bytes, rendering.size),
    )
    found = []
    for name, figure, words in shown:
        values = [figure(audit.costs) for audit in audits]
        found.append((name, words(sum(values)), words(statistics.median(values)) if values else "–"))
    return found
