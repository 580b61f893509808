"""Is what a run found to be believed? Looks at results, not at errors: a wrong answer that looks like success makes none.

In Spidermon's manner, without it: its monitors look at one crawl in its own process; a run may take several, and what is
compared are audits of other days.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from scrapy.settings import BaseSettings

from transparency.items import UserError
from transparency.run.runs import Result, before
from transparency.store.audits import StoredAudit
from transparency.text import plural

FEWER = 3
"""So many items fewer are a drop at least: a portal of few items may lose one."""


@dataclass(frozen=True)
class Limits:
    """Shares from which on an alarm is raised."""

    inconclusive: float = 0.10
    drop: float = 0.20

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Limits:
        """``MONITOR_INCONCLUSIVE``, ``MONITOR_DROP``."""
        return cls(settings.getfloat("MONITOR_INCONCLUSIVE"), settings.getfloat("MONITOR_DROP"))


@dataclass(frozen=True)
class Alarm:
    """What is not to be believed without a look. ``kind`` is for programs, ``text`` for people (Portuguese)."""

    kind: str
    text: str
    municipalities: tuple[str, ...] = ()


def alarms(results: Sequence[Result], limits: Limits) -> list[Alarm]:
    """Everything that is odd about a run."""
    pairs = [(result, before(result)) for result in results]
    alike = {id(result): old for result, old in pairs if old is not None and _alike(result.stored, old)}
    earlier = {id(result): old for result, old in pairs if old is not None}
    return [
        *inconclusive(results, limits.inconclusive),
        *dropped(results, alike, limits.drop),
        *failing_vendors(results),
        *moved(results, earlier),
    ]


def inconclusive(results: Sequence[Result], limit: float) -> list[Alarm]:
    """Too much of a run over several municipalities could not be seen. An audit that is not whole counts as a whole one of its kind."""
    items = max((len(result.verdicts_given) for result in results), default=0) or 1
    open_ = {
        result.municipality.name: sum(v.status == "inconclusive" for v in result.verdicts_given) if result.folder else items
        for result in results
    }  # fmt: skip
    asked = sum(len(result.verdicts_given) or items for result in results)
    share = sum(open_.values()) / asked if asked else 0.0
    if len(results) < 2 or share <= limit:
        return []
    worst = sorted((name for name in open_ if open_[name]), key=lambda name: -open_[name])
    told = ", ".join(f"{name} ({open_[name]})" for name in worst)
    return [Alarm("inconclusive", f"{share:.0%} dos itens ficaram inconclusivos (limite {limit:.0%}): {told}.", tuple(worst))]  # fmt: skip


def dropped(results: Sequence[Result], earlier: Mapping[int, StoredAudit], limit: float) -> list[Alarm]:
    """A municipality, or all of a vendor's together, publishes much less than in the audits before."""
    found = []
    sums: dict[str, list[tuple[int, int]]] = defaultdict(list)
    names: dict[str, list[str]] = defaultdict(list)
    for result in results:
        old = earlier.get(id(result))
        if old is None:
            continue
        now, then = _published(result.stored), _published(old)
        name = result.municipality.name
        for vendor in result.municipality.families:
            sums[vendor].append((now, then))
            names[vendor].append(name)
        if _fell(now, then, limit):
            found.append(
                Alarm(
                    "drop",
                    f"{name}: {_published_items(now)}, eram {then} em {old.started[:10]}.",
                    (name,),
                )
            )
    for vendor, counts in sorted(sums.items()):
        now, then = (sum(one) for one in zip(*counts, strict=True))
        if len(counts) > 1 and _fell(now, then, limit):
            found.append(Alarm("vendor-drop", f"Fornecedor {vendor}: {_published_items(now)} em {len(counts)} municípios, eram {then}.", (*names[vendor],)))  # fmt: skip
    return found


def _published_items(count: int) -> str:
    return plural(count, "item publicado", "itens publicados")


def failing_vendors(results: Sequence[Result]) -> list[Alarm]:
    """All the portals of a vendor (two at least) brought nothing: it blocks, or has moved."""
    of: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        for vendor in result.municipality.families:
            of[vendor].append(result)
    return [
        Alarm("vendor", f"Fornecedor {vendor}: nenhum dos {len(own)} portais pôde ser visto.", tuple(r.municipality.name for r in own))
        for vendor, own in sorted(of.items())
        if len(own) > 1 and all(not r.folder or all(v.status == "inconclusive" for v in r.verdicts_given) for r in own)
    ]  # fmt: skip


def moved(results: Sequence[Result], earlier: Mapping[int, StoredAudit]) -> list[Alarm]:
    """The entry leads to another host than in the audit before, or than the catalogue says."""
    found = []
    for result in results:
        now = _host(result.stored) if result.stored else ""
        old = earlier.get(id(result))
        then = (_host(old) if old else "") or _plain(result.municipality.portal_url)
        if now and then and now != then and not result.entry_problem:
            name = result.municipality.name
            found.append(Alarm("host", f"{name}: a entrada agora leva a {now}, e não a {then}.", (name,)))
    return found


def _fell(now: int, then: int, limit: float) -> bool:
    return then - now >= FEWER and now < then * (1 - limit)


def _published(audit: StoredAudit | None) -> int:
    return sum(int(counts["published"]) for counts in audit.summary["criteria"].values()) if audit else 0


def _alike(new: StoredAudit | None, old: StoredAudit) -> bool:
    """Whether two audits looked for the same, as far as they were let."""
    if new is None:
        return False
    return all(new.summary["settings"].get(n) == old.summary["settings"].get(n) for n in ("budget", "essential_only"))


def _host(audit: StoredAudit) -> str:
    """Of the page that the entry address led to."""
    try:
        return next((_plain(str(page["final_url"])) for page in audit.pages() if not page["depth"]), "")
    except (UserError, KeyError):
        return ""


def _plain(url: str) -> str:
    """Without the port, which a vendor's program changes with a version and a server of this machine at every start."""
    return (urlsplit(url).hostname or "").removeprefix("www.")
