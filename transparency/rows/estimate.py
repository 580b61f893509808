"""What a run over rows will take, told before it begins: from its last run, else from what the audit saw of the list."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from transparency.rows.items import ListSummary
from transparency.rows.spans import Span
from transparency.rows.wrapper import Wrapper
from transparency.text import plural

MINUTE, HOUR = 60.0, 3600.0
LEAST = 3.0
"""Seconds that a page takes, at least, where nobody has measured it."""


@dataclass(frozen=True)
class Estimate:
    """What one list will take."""

    name: str
    queries: int
    pages: int
    """Of each query."""
    requests: int
    seconds: float
    known: bool
    """Somebody knows how many pages it has; else these are the fewest."""

    @property
    def whole(self) -> int:
        """Its pages, of all queries."""
        return self.queries * self.pages


def estimate(
    wrapper: Wrapper, last: ListSummary | None, span: Span | None, had: Collection[str], delay: float
) -> Estimate:
    """What a list will take. ``last``: its last run; ``had``: periods that are not asked for again; ``delay``: seconds from one request
    to the next, as the portal is spared.

    A page costs a request, and each query the steps on the way to it, too."""
    asked = [one for one in last.queries if one.pages and not one.time] if last else []
    if asked:
        pages, known = math.ceil(sum(one.pages for one in asked) / len(asked)), True
    else:
        pages, known = _pages(wrapper)
    queries = max(1, len(_periods(span, last, had))) if span else 1
    queries *= max(1, len({one.unit for one in last.queries})) if last else 1
    requests = queries * (len(wrapper.node.steps) + pages)
    measured = last.seconds / sum(one.pages for one in asked) if last and asked else wrapper.seconds or LEAST
    name = f"{wrapper.municipio}, {wrapper.criterion}"
    return Estimate(name, queries, pages, requests, requests * max(delay, measured), known)


def _pages(wrapper: Wrapper) -> tuple[int, bool]:
    """How many pages a list has as the audit saw it, and whether that is known."""
    if wrapper.told and wrapper.at_once:
        return max(1, math.ceil(wrapper.told / wrapper.at_once)), True
    return 1, not wrapper.paging


def _periods(span: Span, last: ListSummary | None, had: Collection[str]) -> list[str]:
    """The periods of a range that are to be asked for: months where the list was asked for months before."""
    monthly = last is not None and any("-" in one.query for one in last.queries)
    every = [when for year in span.years() for when in (span.months(year) if monthly else (str(year),))]
    return [when for when in every if when not in had]


def in_words(estimates: Sequence[Estimate], most_pages: int, minutes: float) -> Iterator[str]:
    """Lines for people (Portuguese). ``most_pages`` and ``minutes``: the limits of a list."""
    for one in estimates:
        most = f"{'cerca de' if one.known else 'ao menos'} {plural(one.requests, 'pedido')}"
        unknown = "" if one.known else " (quantas páginas são não se sabe)"
        yield f"Estimativa: {one.name}: {most}, {_time(one.seconds)}{unknown}"
        if one.whole > most_pages:
            left = one.whole - most_pages
            yield f"{one.name}: o limite de {plural(most_pages, 'página')} deixa {left} de fora: para todas, paginas={one.whole}"
        if one.seconds > minutes * MINUTE:
            yield f"{one.name}: passa do limite de {minutes:.4g} {'minuto' if minutes == 1 else 'minutos'}: para tudo, minutos={math.ceil(2 * one.seconds / MINUTE) + 1}"
    if len(estimates) > 1:
        seconds = sum(one.seconds for one in estimates)
        yield f"Ao todo: cerca de {plural(sum(one.requests for one in estimates), 'pedido')}, {_time(seconds)}"


def _time(seconds: float) -> str:
    if seconds < HOUR:
        return plural(max(1, math.ceil(seconds / MINUTE)), "minuto")
    return f"{seconds / HOUR:.1f} horas".replace(".", ",")
