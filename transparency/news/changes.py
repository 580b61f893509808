"""What a run found that is new: items that appeared or vanished, portals that could not be seen, alarms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice

import msgspec

from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.privacy.cleaning import clean
from transparency.run.monitors import Alarm
from transparency.run.runs import Result, older
from transparency.store.audits import StoredAudit, now, open_audit

LOOKED_BACK = 12
"""So many earlier audits are read for what an item was decided to be."""
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
    run: str, found: Sequence[Result], odd: Iterable[Alarm], matrix: Matrix, announced: Mapping[str, str]
) -> News:
    """``found``: how each municipality ended; ``announced``: ``uf/slug`` → folder of the newest audit that was told of before, with
    which this one is compared, and not with one in between."""
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
    towns = tuple(_town(result, own, names, announced) for result in found if not _is_told(result, announced))
    return News(run, now(), towns, tuple(shared))


def _place(result: Result) -> str:
    return f"{result.municipality.uf.lower()}/{result.municipality.slug}"


def _is_told(result: Result, announced: Mapping[str, str]) -> bool:
    return result.stored is not None and result.stored.folder.name <= announced.get(_place(result), "")


def _town(
    result: Result, alarms: Mapping[str, Sequence[str]], names: Mapping[Key, str], announced: Mapping[str, str]
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
    appeared, vanished = turned(audit, _before(audit, announced.get(place, "")))
    return Town(
        of.uf, of.slug, of.name, audit.started, "/".join(audit.folder.resolve().parts[-3:]), clean(of.portal_url), tuple(audit.families),
        tuple(_item(verdict, names) for verdict in appeared), tuple(_item(verdict, names) for verdict in vanished), tuple(told),
    )  # fmt: skip


def _before(audit: StoredAudit, announced: str) -> Iterable[StoredAudit]:
    for folder in older(audit.folder):
        if not announced or folder.name <= announced:
            with suppress(UserError):
                yield open_audit(folder)


def _item(verdict: Verdict, names: Mapping[Key, str]) -> Item:
    key = (verdict.criterion, verdict.item)
    return Item(*key, names.get(key, " ".join(key)), clean(verdict.page_url or verdict.url))


def turned(audit: StoredAudit, before: Iterable[StoredAudit]) -> tuple[list[Verdict], list[Verdict]]:
    """The verdicts that prove what appeared, and those that had proved what vanished. What an audit could not decide is taken from
    the last one before it that could; what none could neither comes nor goes."""
    present = _decided(audit)
    past: dict[Key, Verdict] = {}
    for one in islice(before, LOOKED_BACK):
        with suppress(UserError):
            past = _decided(one) | past
        if present.keys() <= past.keys():
            break
    turned = [key for key, verdict in present.items() if key in past and past[key].status != verdict.status]
    return (
        [present[key] for key in turned if present[key].status == "published"],
        [past[key] for key in turned if past[key].status == "published"],
    )


def _decided(audit: StoredAudit) -> dict[Key, Verdict]:
    return {(v.criterion, v.item): v for v in audit.verdicts if v.status != "inconclusive"}
