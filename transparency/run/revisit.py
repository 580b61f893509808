"""When municipalities are due again: at equal intervals, or the more often the more they were seen to change.

After Cho and Garcia-Molina: what is published is taken to change as a Poisson process. Its rate is estimated from audits that
saw a change and audits that saw none ("Estimating frequency of change", 2003, which also says why the plain quotient is too
low); a stored audit is *fresh* while the portal publishes what it says, and its *age* is the time since that ended
("Effective page refresh policies for web crawlers", 2003, which also says why equal intervals keep more of a collection fresh
than intervals in proportion to change, unless one waits for what never changes).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from pathlib import Path

from transparency.items import UserError
from transparency.portals.catalogue import Municipality
from transparency.store.audits import StoredAudit, find_audits, open_audit

POLICIES = ("uniforme", "proporcional")
EVERY_DAYS = 30.0
SOONER, LATER = 4.0, 4.0
"""In proportion to change: no interval is shorter or longer than the set one by more than these factors."""
AGAIN_DAYS = 1.0
"""A portal that could not be seen is tried again after so long."""
DAY = 86400.0


@dataclass(frozen=True)
class Look:
    """One stored audit: when it began, and what it could decide: (criterion, item) → published or absent."""

    time: dt.datetime
    decided: Mapping[tuple[str, str], str]
    seen: bool = True

    @classmethod
    def of(cls, audit: StoredAudit) -> Look:
        """UserError when its verdicts are torn."""
        decided = {(v.criterion, v.item): v.status for v in audit.verdicts if v.status != "inconclusive"}
        return cls(dt.datetime.fromisoformat(audit.started), decided, not audit.summary.get("entry_problem"))


@dataclass(frozen=True)
class Visit:
    """A municipality of the plan; times in days."""

    uf: str
    slug: str
    name: str
    audits: int
    last: str
    """When the newest audit began (ISO 8601); empty: never."""
    since_last: float | None
    changes: int
    """Audits that found something published that was not before, or no more."""
    per_month: float
    """Estimated changes in 30 days."""
    freshness: float | None
    """Share of the time between the audits for which the stored one was true; None before the second."""
    fresh_now: float | None
    """How likely the newest audit still is true; None before the second: nothing is known of changes."""
    age_now: float | None
    """For how long it has not been, expected."""
    interval: float
    due: bool
    due_at: str
    """ISO 8601."""
    reason: str
    """Portuguese."""


def changed(before: Look, after: Look) -> bool:
    """Whether any item that both could decide was decided otherwise."""
    return any(after.decided.get(key, status) != status for key, status in before.decided.items())


def rate(looks: Sequence[Look]) -> tuple[int, float]:
    """Changes seen, and changes per day as Cho and Garcia-Molina estimate them: for n intervals with X changes,
    -ln((n - X + 0.5) / (n + 0.5)) per interval. 0.0 before the second look.

    >>> start = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    >>> looks = [Look(start + dt.timedelta(days=10 * n), {("c", "i"): "published" if n % 2 else "absent"}) for n in range(3)]
    >>> rate(looks)[0], round(rate(looks)[1], 3)
    (2, 0.161)
    """
    pairs = list(pairwise(looks))
    days = (looks[-1].time - looks[0].time).total_seconds() / DAY if pairs else 0.0
    found = sum(changed(before, after) for before, after in pairs)
    if days <= 0:
        return found, 0.0
    count = len(pairs)
    return found, -log((count - found + 0.5) / (count + 0.5)) / (days / count)


def freshness(looks: Sequence[Look]) -> float | None:
    """Share of the time between first and last look for which the stored audit was true: an interval that ended with a change
    was so for half of its time, since nobody knows when the change came. None before the second look."""
    total = fresh = 0.0
    for before, after in pairwise(looks):
        seconds = (after.time - before.time).total_seconds()
        total += seconds
        fresh += seconds / 2 if changed(before, after) else seconds
    return fresh / total if total else None


def expected(per_day: float, days: float) -> tuple[float, float]:
    """(how likely what was seen so long ago is still true, for how many days it has not been, expected).

    >>> expected(0.0, 30), tuple(round(n, 3) for n in expected(0.1, 10))
    ((1.0, 0.0), (0.368, 3.679))
    """
    if per_day <= 0:
        return 1.0, 0.0
    fresh = exp(-per_day * days)
    return fresh, days - (1 - fresh) / per_day


def intervals(rates: Sequence[float], every: float, policy: str) -> list[float]:
    """Days between the visits of each: all the same, or in proportion to change with as many visits in all, within bounds. What
    was not seen to change twice has a rate of its own all the same: the estimate never is quite zero.

    >>> [round(days) for days in intervals([0.1, 0.1, 0.4], 30, "proporcional")]
    [60, 60, 15]
    """
    mean = sum(rates) / len(rates) if rates else 0.0
    if policy == "uniforme" or not mean:
        return [every] * len(rates)
    return [min(every * LATER, max(every / SOONER, every * mean / per_day)) if per_day else every for per_day in rates]


def history(root: Path) -> dict[str, list[Look]]:
    """``uf/slug`` → the looks of every whole audit below a folder, oldest first. Broken audits are passed over."""
    found: dict[str, list[Look]] = defaultdict(list)
    with suppress(UserError):  # none yet
        for file in find_audits([root], every=True):
            with suppress(UserError):
                audit = open_audit(file.parent)
                found[f"{audit.uf.lower()}/{audit.slug}"].append(Look.of(audit))
    return {name: sorted(looks, key=lambda look: look.time) for name, looks in found.items()}


def due(
    root: Path, towns: Iterable[Municipality], now: dt.datetime, every: float = EVERY_DAYS, policy: str = POLICIES[0]
) -> list[Visit]:
    """The plan: every municipality with a portal, what is due first, the longest overdue before the others. ``every``: days."""
    known, listed = history(root), [town for town in towns if town.portal_url]
    looks = [known.get(f"{town.uf.lower()}/{town.slug}", []) for town in listed]
    seen = [[look for look in one if look.seen] for one in looks]
    rates = [rate(one) for one in seen]
    days = intervals([per_day for _, per_day in rates], every, policy)
    plan = [_visit(*case, now) for case in zip(listed, looks, seen, rates, days, strict=True)]
    return sorted(plan, key=lambda visit: (not visit.due, visit.last != "", visit.due_at))


def _visit(
    town: Municipality, looks: list[Look], seen: list[Look], rated: tuple[int, float], interval: float, now: dt.datetime
) -> Visit:
    changes, per_day = rated
    last = looks[-1] if looks else None
    fresh = age = None
    if len(seen) > 1:
        fresh, age = expected(per_day, max(0.0, (now - seen[-1].time).total_seconds() / DAY))
    if last is None:
        at, reason = now, "nunca auditado"
    elif not last.seen:
        at, reason = last.time + dt.timedelta(days=min(AGAIN_DAYS, interval)), "o portal não pôde ser visto"
    else:
        at, reason = last.time + dt.timedelta(days=interval), f"intervalo de {interval:.0f} dias"
    return Visit(
        town.uf, town.slug, town.name, len(looks), f"{last.time:%Y-%m-%dT%H:%M:%SZ}" if last else "",
        round((now - last.time).total_seconds() / DAY, 2) if last else None, changes, round(per_day * 30, 3),
        _rounded(freshness(seen), 3), _rounded(fresh, 3), _rounded(age, 2),
        round(interval, 2), at <= now, f"{at:%Y-%m-%dT%H:%M:%SZ}", reason,
    )  # fmt: skip


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
