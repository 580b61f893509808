"""What is asked of the index: filters, pages of rows, comparisons; and the rows as the API tells them."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from transparency.api.index import Index
from transparency.api.shapes import (
    API,
    AuditsAsked,
    Compared,
    CountsOut,
    RankedOut,
    Towns,
    TownsAsked,
    VerdictsAsked,
)
from transparency.items import STATUSES
from transparency.matrix import Item, Matrix
from transparency.portals.catalogue import REGIONS
from transparency.report.audit_page import REPORT
from transparency.report.exports import neutralise
from transparency.report.many import LETTERS, NO_VERDICT, Brief, Change, Costs, Tally, Town, changes, towns
from transparency.store.audits import StoredAudit

WHILE_READ = 15.0
"""Seconds for which comparisons stay as they are while the audits are read for the first time."""
RANKINGS = 8
"""Rankings that are kept; one of the country takes some megabytes."""


@dataclass
class Where:
    """Conditions and their values."""

    conditions: list[str]
    values: dict[str, Any]

    def __str__(self) -> str:
        return f"WHERE {' AND '.join(self.conditions)}" if self.conditions else ""


# Every condition is written here; what is asked for is bound to it by name.
_CONDITIONS = {
    "uf": "t.uf = upper($uf)",
    "region": "list_contains($region, t.uf)",
    "slug": "t.slug = lower($slug)",
    "family": "list_contains(t.families, $family)",
    "q": "contains(strip_accents(lower(t.name)), strip_accents(lower($q)))",
    "newest": "t.newest",
    "since": "left(t.started, 10) >= $since",
    "until": "left(t.started, 10) <= $until",
    "audit": "t.number IN (SELECT number FROM audits WHERE id = $audit) AND t.audit = $audit",
    "criterion": "t.criterion = $criterion",
    "item": "t.item = $item",
    "status": "t.status = $status",
}
_BOUND: Mapping[str, Callable[[Any], Any]] = {
    "since": dt.date.isoformat,
    "until": dt.date.isoformat,
    "region": lambda name: REGIONS[name].split(),
}
"""How a value is bound, where not as it is."""


def where(asked: BaseModel) -> Where:
    """The conditions that a query asks for."""
    made = Where([], {})
    for name, condition in _CONDITIONS.items():
        value = getattr(asked, name, None)
        if value in (None, "", False):
            continue
        made.conditions.append(condition)
        if value is not True:
            made.values[name] = _BOUND.get(name, lambda told: told)(value)
    return made


_AUDITS = "SELECT t.* FROM audits t"
_ORDERS = {
    "place": "t.uf, t.slug, t.started, t.audit, t.position",
    "doubt": "t.doubt DESC, t.uf, t.slug, t.started, t.audit, t.position",
}
_VERDICTS = "SELECT t.* FROM verdicts t"


def _count(index: Index, table: str, made: Where) -> int:
    return int(index.ask(f"SELECT count(*) AS n FROM {table} t {made}", made.values)[0]["n"])  # noqa: S608 - words of ours


def audits(index: Index, asked: TownsAsked | AuditsAsked) -> tuple[int, list[dict[str, Any]]]:
    """How many there are, and the rows of one page, town by town, oldest first."""
    made = where(asked)
    if type(asked) is TownsAsked:
        made.conditions.append("t.newest")
    total = _count(index, "audits", made)
    page = {**made.values, "limit": asked.limit, "offset": asked.offset}
    rows = index.ask(f"{_AUDITS} {made} ORDER BY t.uf, t.slug, t.started, t.id LIMIT $limit OFFSET $offset", page)
    return total, rows


def audit(index: Index, id: str) -> dict[str, Any] | None:
    """One audit."""
    rows = index.ask(f"{_AUDITS} WHERE t.id = $id", {"id": id})
    return rows[0] if rows else None


def verdicts(index: Index, asked: VerdictsAsked) -> tuple[int, list[dict[str, Any]]]:
    """How many there are, and the rows of one page."""
    # An audit that is named is meant, however old.
    made = where(asked.model_copy(update={"newest": False}) if asked.audit else asked)
    total = _count(index, "verdicts", made)
    order = _ORDERS[asked.sort]
    page = {**made.values, "limit": asked.limit, "offset": asked.offset}
    rows = index.ask(f"{_VERDICTS} {made} ORDER BY {order} LIMIT $limit OFFSET $offset", page)
    return total, rows


def verdict(index: Index, audit: str, criterion: str, item: str) -> dict[str, Any] | None:
    """One verdict."""
    rows = index.ask(
        f"{_VERDICTS} WHERE {_CONDITIONS['audit']} AND t.criterion = $criterion AND t.item = $item",
        {"audit": audit, "criterion": criterion, "item": item},
    )
    return rows[0] if rows else None


@dataclass(frozen=True)
class ServedBrief(Brief):
    """An audit whose page is made when it is asked for."""

    @property
    def page(self) -> Path | None:
        """Always there."""
        return self.folder / REPORT


_LETTERS = """
SELECT v.audit, any_value(v.number) AS number, string_agg(s.letter, '' ORDER BY p.place) AS letters, list(p.place ORDER BY p.place) AS places,
    mode(v.reason ORDER BY v.position) FILTER (v.status = 'inconclusive' AND v.reason <> '') AS obstacle
FROM verdicts v
JOIN (SELECT unnest($criteria) AS criterion, unnest($items) AS item, unnest($places) AS place) p USING (criterion, item)
JOIN (SELECT unnest($statuses) AS status, unnest($letters) AS letter) s USING (status)
WHERE v.number > $read
GROUP BY v.audit
"""


class Digests:
    """The statuses of every audit as letters, as the report of many takes them; made once of each audit."""

    def __init__(self, index: Index, matrix: Matrix) -> None:
        self._index = index
        self._places = {(item.criterion, item.key): n for n, item in enumerate(matrix.items())}
        self._made: tuple[str, dict[str, tuple[str, str]]] = ("", {})
        self._read = 0
        self._due = 0.0
        self._answers: dict[str, list[dict[str, Any]]] = {}
        self._lock = threading.Lock()

    def kept(self, question: str, answer: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """The rows that answer a question, made once for each state of the index; the last few are kept."""
        self.all()
        key = f"{self._made[0]} {question}"
        if (known := self._answers.get(key)) is not None:
            return known
        made = answer()
        with self._lock:
            self._answers[key] = made
            while len(self._answers) > RANKINGS:
                del self._answers[next(iter(self._answers))]
        return made

    def all(self) -> dict[str, tuple[str, str]]:
        """Audit → a letter per item of the matrix, and the commonest reason of what is inconclusive."""
        with self._lock:
            mark = self._index.mark
            # While audits are read the index changes every second.
            if mark != self._made[0] and (self._index.full.is_set() or time.monotonic() >= self._due):
                self._made = (mark, self._make())
                self._due = time.monotonic() + WHILE_READ
            return self._made[1]

    def _make(self) -> dict[str, tuple[str, str]]:
        values = {
            "criteria": [criterion for criterion, _ in self._places], "items": [item for _, item in self._places], "places": [*self._places.values()],
            "statuses": list(LETTERS), "letters": list(LETTERS.values()), "read": self._read,
        }  # fmt: skip
        found = {id: told for id, told in self._made[1].items() if self._index.folder(id)}
        for row in self._index.ask(_LETTERS, values):
            letters = row["letters"]
            if len(letters) < len(self._places):  # an older audit, of another matrix
                known = dict(zip(row["places"], letters, strict=True))
                letters = "".join(known.get(place, NO_VERDICT) for place in range(len(self._places)))
            found[row["audit"]] = letters, row["obstacle"] or ""
            self._read = max(self._read, row["number"])
        return found


def briefs(
    index: Index, digests: Digests, made: Where | None = None, base: Path = Path()
) -> list[tuple[str, ServedBrief]]:
    """Audits in short, by id, town by town, oldest first. ``base``: where their pages are."""
    made = made or Where([], {})
    known = digests.all()
    found = []
    for one in index.ask(f"{_AUDITS} {made} ORDER BY t.uf, t.slug, t.started, t.id", made.values):
        if one["id"] not in known:
            continue  # it came this very moment
        brief = ServedBrief(
            base / one["id"], one["uf"], one["slug"], one["name"], one["portal_url"], tuple(one["families"]), one["started"],
            *known[one["id"]], one["essential_only"],
            Costs(*(one[name] or 0 for name in ("seconds", "cpu_seconds", "nodes", "requests", "bytes"))),
        )  # fmt: skip
        found.append((one["id"], brief))
    return found


def ranking(index: Index, matrix: Matrix, digests: Digests, asked: Compared) -> list[dict[str, Any]]:
    """The newest audits of the municipalities, best mark first, those without a mark last. Its pages are asked for one after the other, so
    that it is kept while the audits are the same."""
    question = asked.model_dump_json(include=set(Compared.model_fields))
    return digests.kept(question, lambda: _ranked(index, matrix, digests, asked))


def _ranked(index: Index, matrix: Matrix, digests: Digests, asked: Compared) -> list[dict[str, Any]]:
    made = where(Towns(**asked.model_dump(include=set(Towns.model_fields))))
    made.conditions.append("t.newest")
    items = matrix.items()
    chosen = [n for n, item in enumerate(items) if asked.criterion in (None, item.criterion)]
    ids: dict[tuple[str, str], str] = {}
    shown: list[Brief] = []
    for id, one in briefs(index, digests, made):
        ids[one.uf, one.slug] = id
        part = "".join(one.statuses[n] for n in chosen)
        shown.append(replace(one, statuses=part))
    rows, place, before = [], 0, None
    for number, town in enumerate(towns(shown), 1):
        assert town.now is not None
        if town.mark is not None and town.mark != before:
            place, before = number, town.mark
        rows.append(
            {
                "position": place if town.mark is not None else None,
                "uf": town.uf,
                "slug": town.slug,
                "name": town.name,
                "families": list(town.families),
                "audit": ids[town.uf, town.slug],
                "started": town.now.started,
                **counted(town.now.tally),
            }
        )
    return rows


def ranking_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """A ranking for spreadsheets, with the mark by which they know UTF-8."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    names = [*(name for name in RankedOut.model_fields if name not in CountsOut.model_fields), *CountsOut.model_fields]
    writer.writerow(names)
    for row in rows:
        told = {**row, "families": ", ".join(row["families"])}
        writer.writerow([neutralise(value) if isinstance(value := told[name], str) else value for name in names])
    return "\ufeff" + out.getvalue()


def history(index: Index, matrix: Matrix, digests: Digests, uf: str, slug: str) -> list[dict[str, Any]]:
    """The audits of a municipality, oldest first, each with what appeared and what vanished. Empty when there is none."""
    made = where(Towns(uf=uf, slug=slug))
    known = briefs(index, digests, made)
    rows = {row["id"]: row for row in index.ask(f"{_AUDITS} {made}", made.values)}
    items = matrix.items()

    def names(positions: Sequence[int]) -> list[dict[str, str]]:
        return [{"criterion": items[n].criterion, "item": items[n].key} for n in positions]

    told: list[Change] = changes([brief for _, brief in known])
    return [
        {**audit_out(rows[id]), "appeared": names(change.appeared), "vanished": names(change.vanished)}
        for (id, _), change in zip(known, told, strict=True)
        if id in rows
    ]


def every_town(index: Index, digests: Digests, base: Path, people: Mapping[tuple[str, str], int]) -> list[Town]:
    """All municipalities, for the report of many. ``base``: where the pages of audits are, by id; ``people``: population."""
    return towns((brief for _, brief in briefs(index, digests, base=base)), people=people)


def counted(tally: Tally) -> dict[str, Any]:
    """Counts and mark."""
    mark = None if tally.mark is None else round(tally.mark, 4)
    return {**{status: getattr(tally, status) for status in STATUSES}, "mark": mark, "rated": tally.is_rated}


def audit_out(row: Mapping[str, Any]) -> dict[str, Any]:
    """An audit as the API tells it."""
    return {
        **{name: value for name, value in row.items() if name not in (*STATUSES, "number")},
        **counted(Tally(*(row[status] for status in STATUSES))),
        "href": f"{API}/audits/{row['id']}",
        "report": report_link(row["id"]),
    }


def report_link(audit: str, criterion: str = "", item: str = "") -> str:
    """The page of an audit, or of an item in it."""
    return f"/auditorias/{audit}/" + (f"#{criterion}.{item}" if criterion else "")


def file_link(base: str, audit: str, path: str) -> str:
    """Where a file of an audit is served: ``evidence/x.jpg`` → ``<base>/<audit>/evidence/x.jpg``; empty for none."""
    room, _, name = path.partition("/")
    return f"{base}/{audit}/{room}/{quote(name, safe='')}" if room in ("evidence", "pages") and name else ""


def verdict_out(
    row: Mapping[str, Any], names: Mapping[tuple[str, str], Item], criteria: Mapping[str, str]
) -> dict[str, Any]:
    """A verdict as the API tells it. ``names``, ``criteria``: labels, where the matrix knows them."""
    item = names.get((row["criterion"], row["item"]))
    hidden = {
        "number",
        "position",
        "evidence",
        "evidence_sha256",
        "html",
        "html_sha256",
        "record_set",
        "newest",
        "portal_url",
        "families",
    }

    def link(kind: str) -> dict[str, str] | None:
        href = file_link(f"{API}/audits", row["audit"], row[kind])
        return {"href": href, "sha256": row[f"{kind}_sha256"]} if href else None

    return {
        **{name: value for name, value in row.items() if name not in hidden},
        "criterion_name": criteria.get(row["criterion"], row["criterion"]),
        "item_label": item.label if item else row["item"],
        "record_set": record_set(row),
        "evidence": link("evidence"),
        "html": link("html"),
        "href": f"{API}/audits/{row['audit']}/verdicts/{quote(row['criterion'], safe='')}/{quote(row['item'], safe='')}",
        "report": report_link(row["audit"], row["criterion"], row["item"]),
    }


def places_out(audit: StoredAudit, id: str, criterion: str, base: str = f"{API}/audits") -> list[dict[str, Any]]:
    """The places of a criterion as the API tells them. They are read from the audit's own file: in the index, those of a whole country
    would need gigabytes."""
    return [
        {
            "criterion": criterion,
            **{name: place[name] for name in ("label", "words", "state")},
            "page": file_link(base, id, place["html"]) or None,
            "picture": file_link(base, id, place["picture"]) or None,
        }
        for place in audit.places(criterion)
    ]


def record_set(row: Mapping[str, Any]) -> dict[str, Any]:
    """The shape of what proves a verdict; empty when the file says something else."""
    value = json.loads(row["record_set"])
    return value if isinstance(value, dict) else {}
