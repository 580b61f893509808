"""Audits of many municipalities as static pages: ranking, matrix, makers, items, and the history of each municipality.

The rule of the mark, told on every page that shows one: of the items that were decided, the share that is published.
What is inconclusive is shown beside it and never counted as absent; a municipality with more than ``MOST_UNDECIDED`` of
its items inconclusive has no mark. All audits count; the newest whole one is the present state.
"""

from __future__ import annotations

import datetime as dt
import os
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from markupsafe import Markup

from transparency.eval.charts import decimal
from transparency.items import STATUSES, Status, UserError
from transparency.matrix import Item, Matrix, load_matrix
from transparency.portals.catalogue import Municipality, slugify
from transparency.report import audit_page, rendering
from transparency.report.audit_page import REPORT
from transparency.report.terminal import SIGNS
from transparency.store.audits import StoredAudit, find_audits, open_audit

INDEX = "index.html"
PAGES = {
    INDEX: "Ranking",
    "matriz.html": "Matriz",
    "fornecedores.html": "Fornecedores",
    "itens.html": "Itens que faltam",
}
"""Pages of the report and what the menu calls them."""
TOWNS = "municipios"
"""Folder of the municipalities' own pages: ``municipios/<uf>/<slug>.html``."""
MOST_UNDECIDED = 0.25
"""Share of inconclusive items above which a municipality is not ranked."""
FEW = 8
"""Missing reports of audits that are made without a second process."""
COLUMNS_OF_HISTORY = 8
"""Audits shown item by item on a municipality's page; the list above shows all."""

Standing = Literal["rated", "unrated", "never"]
STANDINGS: dict[Standing, str] = {"rated": "avaliado", "unrated": "não avaliado", "never": "nunca auditado"}
LETTERS: dict[Status, str] = {"published": "p", "absent": "a", "inconclusive": "i"}
NO_VERDICT = "-"


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
    # A fresh StoredAudit: it keeps its verdicts, which shall not stay.
    for verdict in StoredAudit(audit.folder, audit.summary).verdicts:
        number = place.get((verdict.criterion, verdict.item))
        if number is not None and verdict.status in LETTERS:
            letters[number] = LETTERS[verdict.status]
            if verdict.status == "inconclusive":
                reasons[verdict.reason] += 1
    town, summary = audit.summary["municipio"], audit.summary
    # The catalogue names the makers; what was met on the way tells the rest.
    families = dict.fromkeys([*_texts(town.get("families")), *_texts((summary.get("families") or {}).values())])
    nodes, settings = summary.get("nodes") or {}, summary.get("settings") or {}
    return Brief(
        audit.folder,
        audit.uf,
        audit.slug,
        audit.name,
        str(town.get("portal_url") or ""),
        tuple(families),
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


def _texts(values: Any) -> list[str]:
    return [str(value) for value in values or () if value]


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def towns(briefs: Iterable[Brief], catalogue: Iterable[Municipality] = ()) -> list[Town]:
    """Every municipality once, audited or only listed: rated ones by mark, then those without one, then those never audited."""
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
        found.append(Town(*key, name, url, families, tuple(own)))
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
                tuple(_median(Tally.of(audit.statuses[part]).mark for audit in rated) for part in parts),
                _median(a.tally.inconclusive / a.tally.judged for a in audits if a.tally.judged),
                _median(audit.costs.seconds for audit in audits),
            )
        )
    return sorted(found, key=lambda one: (-one.quartiles[2] if one.quartiles else 1, -one.towns, one.name))


def _median(values: Iterable[float | None]) -> float | None:
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


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(
    audits: Iterable[StoredAudit],
    folder: Path,
    catalogue: Iterable[Municipality] = (),
    uf: str = "",
    broken: list[str] | None = None,
    make_missing: bool = True,
    matrix: Matrix | None = None,
) -> Path:
    """Write the pages into a folder and give the path of the index.

    ``catalogue``: municipalities that appear though they were never audited; ``uf``: only those of a state; ``broken``:
    what could not be read (see ``read``), told on the index; ``make_missing``: make the reports of audits that lack one.
    Audits are read one at a time, so an iterator keeps the memory small.
    """
    broken = [] if broken is None else broken
    matrix = matrix or load_matrix()
    items = matrix.items()
    briefs = []
    for audit in audits:
        if uf and audit.uf != uf.upper():
            continue
        try:
            briefs.append(brief(audit, items))
        except UserError as error:
            broken.append(error.message)
    ranked = towns(briefs, (town for town in catalogue if not uf or town.uf == uf.upper()))
    if not ranked:
        where = f" de {uf.upper()}" if uf else ""
        raise UserError(f"Nenhum município{where} para comparar.", "Confira a pasta das auditorias e a UF.")
    missing = [one.folder for one in briefs if not (one.folder / REPORT).is_file()] if make_missing else []
    unmade = write_reports(missing, matrix)
    for path, text in pages(ranked, matrix, folder, uf.upper(), broken, unmade):
        write_page(path, text)
    return folder / INDEX


def write_reports(folders: Sequence[Path], matrix: Matrix) -> list[str]:
    """Make the reports of audits, on all processors when there are many; gives what went wrong, in Portuguese."""
    write_one = partial(_write_report, matrix=matrix)
    workers = min(os.cpu_count() or 1, len(folders) // FEW)
    if workers < 2:
        return [problem for folder in folders if (problem := write_one(folder))]
    # Spawned: a fork of a process with threads (a server, say) may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [problem for problem in pool.map(write_one, folders, chunksize=4) if problem]


def _write_report(folder: Path, matrix: Matrix) -> str:
    try:
        audit_page.write(open_audit(folder), matrix)
    except UserError as error:
        return error.message
    return ""


def write_page(path: Path, text: str) -> None:
    """Aside and renamed. Not synced: what is lost is made again."""
    aside = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None


def pages(
    ranked: Sequence[Town],
    matrix: Matrix,
    folder: Path,
    uf: str = "",
    broken: Sequence[str] = (),
    unmade: Sequence[str] = (),
    back: str = "",
) -> Iterator[tuple[Path, str]]:
    """The pages of a report, one at a time: where they go, and their text. ``ranked``: what ``towns`` gives; ``back``: where the
    lists of audits are served."""
    items = matrix.items()
    parts = _parts(matrix)
    names = {criterion.id: criterion.name for criterion in matrix.criteria}
    audits = sorted((a for town in ranked for a in town.audits), key=lambda a: a.started)
    placed = list(zip(positions(ranked), ranked, _files(ranked), strict=True))
    common: dict[str, Any] = {
        "uf": uf, "back": back, "several": len({town.uf for town in ranked}) > 1, "menu": PAGES, "criteria": matrix.criteria, "parts": parts,
        "tally": Tally.of, "heat": heat, "day": day, "maker": maker, "cells": _cells(), "signs": SIGNS, "standings": STANDINGS, "most_undecided": MOST_UNDECIDED,
    }  # fmt: skip
    makers = sorted({name for town in ranked for name in town.families})
    filters: dict[str, Any] = {"placed": placed, "makers": makers, "states": sorted({town.uf for town in ranked})}

    def made(page: str, template: str, root: str = "", **values: Any) -> tuple[Path, str]:
        path = folder / page
        link = Links(path.parent)
        return path, rendering.render(template, here=page, root=root, link=link, **common, **values)

    yield made(
        INDEX, "many_ranking.html", **filters, broken=broken, unmade=unmade, audits=audits, costs=total_costs(audits),
        counted=Counter(town.standing for town in ranked), median=_median(town.mark for town in ranked),
    )  # fmt: skip
    yield made("matriz.html", "many_matrix.html", **filters)
    yield made("fornecedores.html", "many_families.html", families=families(ranked, parts))
    yield made("itens.html", "many_items.html", missing=tally_items(ranked, items), names=names)
    for position, town, page in placed:
        if town.audits:
            history = changes(town.audits)
            yield made(
                page, "town.html", root="../../", town=town, position=position, of=sum(t.mark is not None for t in ranked),
                history=history, names=names, shown=town.audits[-COLUMNS_OF_HISTORY:], items=items, line=_line(town.audits),
            )  # fmt: skip


def _parts(matrix: Matrix) -> list[slice]:
    """Where the items of each criterion stand among all."""
    found, start = [], 0
    for criterion in matrix.criteria:
        found.append(slice(start, start + len(criterion.items)))
        start += len(criterion.items)
    return found


@cache
def _cells() -> dict[tuple[str, bool], Markup]:
    """Cells of a town's items by letter, and whether it changed: there are too many to run a template for each."""
    cell = Markup('<td class="s {}{}"><span aria-hidden="true">{}</span><span class="hidden">{}{}</span></td>')
    found = {(NO_VERDICT, turned): Markup('<td class="s">–</td>') for turned in (False, True)}
    for status, letter in LETTERS.items():
        sign, _, word = SIGNS[status]
        found[letter, False] = cell.format(status, "", sign, word, "")
        found[letter, True] = cell.format(status, " turned", sign, word, ", mudou")
    return found


def _files(ranked: Iterable[Town]) -> list[str]:
    """Address of each town's page within the report. Names come from the audits, so nothing of them but letters is used."""
    found: dict[str, None] = {}
    for town in ranked:
        stem = f"{TOWNS}/{slugify(town.uf)[:8] or 'br'}/{slugify(town.slug)[:100] or 'municipio'}"
        name, number = f"{stem}.html", 1
        while name in found:
            number += 1
            name = f"{stem}-{number}.html"
        found[name] = None
    return list(found)


class Links:
    """Addresses of files relative to the page that stands in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def __call__(self, path: Path) -> str:
        return quote(Path(os.path.relpath(path.resolve(), self._folder)).as_posix())


def heat(mark: float | None) -> str:
    """Class of a cell's colour: ``h0`` to ``h10``, the last only for 100 %; none without a mark."""
    return "" if mark is None else f"h{int(mark * 10 + 1e-9)}"


def day(iso: str) -> str:
    """The day of a time, in Brasília."""
    return rendering.moment(iso).partition(",")[0]


def maker(name: str) -> str:
    """A vendor family as people read it."""
    return {"": "sem família conhecida", "proprio": "próprio"}.get(name, name)


@dataclass(frozen=True)
class _Point:
    x: float
    y: float | None
    audit: Brief


WIDTH, HEIGHT = 640, 150
"""Of the line of marks, inside its axes."""


def _seconds(iso: str) -> float:
    """Of an audit's start; 0 for what is no time."""
    try:
        return dt.datetime.fromisoformat(iso).timestamp()
    except ValueError:
        return 0.0


def _line(audits: Sequence[Brief]) -> list[_Point]:
    """The marks over time, as points of a drawing ``WIDTH`` × ``HEIGHT``. No mark, no height."""
    if len(audits) < 2:
        return []
    times = [_seconds(audit.started) for audit in audits]
    span = max(times) - min(times)
    return [
        _Point(
            round(WIDTH * ((time - min(times)) / span if span else n / (len(audits) - 1)), 1),
            round(HEIGHT * (1 - audit.tally.mark), 1)
            if audit.tally.is_rated and audit.tally.mark is not None
            else None,
            audit,
        )
        for n, (time, audit) in enumerate(zip(times, audits, strict=True))
    ]
