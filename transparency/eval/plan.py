"""Which audits an experiment makes: every town by every strategy, as often as asked, cold or after sister towns."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from transparency.crawl.strategies import LEARNERS, STRATEGIES, strategy_named
from transparency.items import UserError
from transparency.portals.catalogue import OWN_SITE


@dataclass(frozen=True)
class Town:
    """A municipality of the experiment. ``least``: fewest nodes that show all it publishes; None where nobody knows."""

    slug: str
    name: str
    uf: str
    families: tuple[str, ...] = ()
    least: int | None = None
    held_out: bool = False

    @property
    def asked_as(self) -> str:
        """How the spider's argument names it."""
        return f"{self.slug}-{self.uf.lower()}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for ``experiment.json``."""
        return {**asdict(self), "families": list(self.families)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Town:
        """The inverse of ``as_dict``."""
        return cls(**{**data, "families": tuple(data["families"])})


@dataclass(frozen=True)
class Trial:
    """One audit of one town. ``run`` counts from 1; ``warm``: after its sister towns, with what was learned there."""

    town: str
    strategy: str
    run: int
    warm: bool = False

    @property
    def label(self) -> str:
        """The strategy as reports name it."""
        return label_of(self.strategy, self.warm)


def label_of(strategy: str, warm: bool) -> str:
    """A strategy that has learned elsewhere stands in reports as one of its own."""
    return f"{strategy} (aquecida)" if warm else strategy


def chosen_strategies(text: str) -> list[str]:
    """``all``, or names with commas. UserError for a name that is none."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UserError("Falta dizer as estratégias.", f"--strategies all, ou algumas destas: {', '.join(STRATEGIES)}.")
    if names in (["all"], ["todas"]):
        return list(STRATEGIES)
    for name in names:
        strategy_named(name)
    return list(dict.fromkeys(names))


def learners(strategies: Iterable[str]) -> list[str]:
    """Those that take something with them from audit to audit."""
    return [name for name in strategies if name in LEARNERS]


SISTERS = 3
"""So many sister towns are learned from."""


def sisters(town: Town, towns: Iterable[Town]) -> list[Town]:
    """Other towns with a maker in common, those with most makers in common first."""
    makers = set(town.families) - {OWN_SITE}
    found = [other for other in towns if other.slug != town.slug and makers & set(other.families)]
    return sorted(found, key=lambda other: -len(makers & set(other.families)))[:SISTERS]


def trials(
    towns: Sequence[Town], strategies: Sequence[str], runs: int, seed: int, warm: bool = False, lessons: Sequence[Town] = (),
) -> list[Trial]:  # fmt: skip
    """Every trial, in the order in which they are made: run by run and town by town, the strategies in an order drawn
    anew each time, so that what drifts on this machine meets all of them alike. Those that begin with what was learned
    elsewhere come last: what they learn from must be there. ``lessons``: towns that are only learned from."""
    found = []
    for run in range(1, runs + 1):
        for town in towns:
            made = [Trial(town.slug, name, run) for name in strategies]
            # By town and run, not by place in a sequence: more towns later on change no order that was drawn before.
            random.Random(f"{seed}/{town.slug}/{run}").shuffle(made)  # noqa: S311 -- an order, not a secret
            found += made
    related = [town.slug for town in towns if warm and sisters(town, (*lessons, *towns))]
    again = [(town, name, run) for run in range(1, runs + 1) for town in related for name in learners(strategies)]
    return found + [Trial(*one, warm=True) for one in again]


def seed_of(seed: int, trial: Trial) -> int:
    """The same for all strategies of one run, so that they can be compared in pairs."""
    return seed * 1000 + trial.run
