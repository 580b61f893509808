"""What a run found that is new: items that appeared or vanished, portals that could not be seen, alarms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from transparency.aspects.seen import Answer
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle
from transparency.privacy.cleaning import clean
from transparency.report.cycle_sheet import NAMES
from transparency.run.monitors import Alarm
from transparency.run.runs import Result, older
from transparency.store.answers import has_answers, read_answers
from transparency.store.audits import StoredAudit, now, open_audit

LOOKED_BACK = 12
"""So many earlier audits are read for what an item was decided to be."""
THERE = ("published", "met")
"""Statuses of what is there, in verdicts and in answers."""
Key = tuple[str, str]


class Item(msgspec.Struct, frozen=True):
    """An item that appeared or vanished. ``address``: where it is, or was; all else as people call it."""

    criterion: str
    item: str
    name: str
    address: str = ""


class Town(msgspec.Struct, frozen=True):
    """What is new of a municipality. ``audit``: its place below the folder of audits; empty where none is whole."""

    uf: str
    slug: str
    name: str
    time: str
    audit: str = ""
    portal: str = ""
    families: tuple[str, ...] = ()
    appeared: tuple[Item, ...] = ()
    vanished: tuple[Item, ...] = ()
    alarms: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """``pb/santa-rita``."""
        return f"{self.uf.lower()}/{self.slug}"

    @property
    def is_news(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.appeared or self.vanished or self.alarms)


class Alert(msgspec.Struct, frozen=True):
    """An alarm over several municipalities, or none."""

    kind: str
    text: str
    places: tuple[str, ...] = ()


class News(msgspec.Struct, frozen=True):
    """What is new of a run."""

    run: str
    time: str
    towns: tuple[Town, ...] = ()
    alarms: tuple[Alert, ...] = ()


def news_of(
    run: str,
    found: Sequence[Result],
    odd: Iterable[Alarm],
    matrix: Matrix,
    announced: Mapping[str, str],
    cycles: Sequence[Cycle] = (),
) -> News:
    """``found``: how each municipality ended; ``announced``: ``uf/slug`` → folder of the newest audit that was told of before, with
    which this one is compared, and not with one in between; ``cycles``: of the national matrix, whose answers are compared as well."""
    names = {
        (item.criterion, item.key): f"{matrix.criterion(item.criterion).name}: {item.label}" for item in matrix.items()
    }
    named: dict[str, list[str]] = {}
    for result in found:
        town = result.municipality
        named.setdefault(town.name, []).append(f"{town.uf.lower()}/{town.slug}")
    own: dict[str, list[str]] = {}
    shared = []
    for alarm in odd:
        places = tuple(place for name in alarm.municipalities for place in named.get(name, ()))
        if len(places) == 1:
            own.setdefault(places[0], []).append(clean(alarm.text))
        else:
            shared.append(Alert(alarm.kind, clean(alarm.text), places))
    towns = tuple(_town(result, own, names, announced, cycles) for result in found if not _is_told(result, announced))
    return News(run, now(), towns, tuple(shared))


def _place(result: Result) -> str:
    return f"{result.municipality.uf.lower()}/{result.municipality.slug}"


def _is_told(result: Result, announced: Mapping[str, str]) -> bool:
    return result.stored is not None and result.stored.folder.name <= announced.get(_place(result), "")


def _town(
    result: Result,
    alarms: Mapping[str, Sequence[str]],
    names: Mapping[Key, str],
    announced: Mapping[str, str],
    cycles: Sequence[Cycle],
) -> Town:
    place, audit, of = _place(result), result.stored, result.municipality
    told = [*alarms.get(place, ())]
    if audit is None:
        told.append("a auditoria não terminou; nada dela foi guardado.")
        return Town(
            of.uf, of.slug, of.name, now(), portal=clean(of.portal_url), families=of.families, alarms=tuple(told)
        )
    if result.entry_problem:
        told.append(f"o portal não pôde ser visto: {clean(result.entry_problem)}.")
    told_of = announced.get(place, "")
    appeared, vanished = ([_item(one, names) for one in some] for some in turned(audit, _before(audit, told_of)))
    for cycle in cycles:
        if has_answers(audit, cycle.id):
            came, went = turned(audit, _before(audit, told_of), partial(_answered, cycle=cycle))
            appeared += [_asked(answer, cycle) for answer in came]
            vanished += [_asked(answer, cycle) for answer in went]
    return Town(
        of.uf, of.slug, of.name, audit.started, "/".join(audit.folder.resolve().parts[-3:]), clean(of.portal_url), tuple(audit.families),
        tuple(appeared), tuple(vanished), tuple(told),
    )  # fmt: skip


def _before(audit: StoredAudit, announced: str) -> Iterable[StoredAudit]:
    for folder in older(audit.folder):
        if not announced or folder.name <= announced:
            with suppress(UserError):
                yield open_audit(folder)


def _item(verdict: Verdict, names: Mapping[Key, str]) -> Item:
    key = (verdict.criterion, verdict.item)
    return Item(*key, names.get(key, " ".join(key)), clean(verdict.page_url or verdict.url))


def _asked(answer: Answer, cycle: Cycle) -> Item:
    """An aspect of a requirement, as people call it."""
    question = cycle.by_id[answer.requirement].question
    name = f"{cycle.name}, {answer.requirement} ({NAMES[answer.aspect].lower()}): {question}"
    return Item(f"{cycle.id}/{answer.requirement}", answer.aspect, name, clean(answer.url))


def turned(
    audit: StoredAudit, before: Iterable[StoredAudit], read: Callable[[StoredAudit], dict[Key, Any]] | None = None
) -> tuple[list[Any], list[Any]]:
    """The verdicts that prove what appeared, and those that had proved what vanished. What an audit could not decide is taken from
    the last one before it that could; what none could neither comes nor goes. ``read``: gives what an audit has decided, by key;
    answers to a cycle instead of verdicts."""
    read = read or _decided
    present = read(audit)
    past: dict[Key, Any] = {}
    for one in islice(before, LOOKED_BACK):
        with suppress(UserError):
            past = read(one) | past
        if present.keys() <= past.keys():
            break
    turned = [key for key, one in present.items() if key in past and past[key].status != one.status]
    return (
        [present[key] for key in turned if present[key].status in THERE],
        [past[key] for key in turned if past[key].status in THERE],
    )


def _answered(audit: StoredAudit, cycle: Cycle) -> dict[Key, Any]:
    return {(one.requirement, one.aspect): one for one in read_answers(audit, cycle) if one.status != "undecided"}


def _decided(audit: StoredAudit) -> dict[Key, Any]:
    return {(v.criterion, v.item): v for v in audit.verdicts if v.status != "inconclusive"}
