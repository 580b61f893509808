"""News in words: what an e-mail says, and what a webhook is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from transparency.news.changes import Item, News, Town
from transparency.news.subscriptions import count
from transparency.report.rendering import moment
from transparency.text import plural

LISTED = 200
"""Municipalities told one by one in an e-mail."""
NOTHING = "nada de novo"


def gist(appeared: int, vanished: int, alarms: int) -> str:
    """In a line.

    >>> gist(1, 2, 0), gist(0, 0, 0)
    ('1 item apareceu, 2 sumiram', 'nada de novo')
    """
    parts = []
    if appeared:
        parts.append(f"{plural(appeared, 'item apareceu', 'itens apareceram')}")
    if vanished:
        noun = "" if parts else ("item " if vanished == 1 else "itens ")
        parts.append(plural(vanished, f"{noun}sumiu", f"{noun}sumiram"))
    if alarms:
        parts.append(plural(alarms, "alerta"))
    return ", ".join(parts) or NOTHING


def subject(news: News) -> str:
    """Of an e-mail."""
    where = (
        f"{news.towns[0].name} ({news.towns[0].uf})" if len(news.towns) == 1 else plural(len(news.towns), "município")
    )
    return f"Transparência, {where}: {gist(*count(news))}"


def text(news: News, base: str = "") -> str:
    """Of an e-mail. ``base``: where the folder of audits is published; links begin with it."""
    return "\n".join(_lines(news, base)) + "\n"


def _lines(news: News, base: str) -> Iterator[str]:
    told = [town for town in news.towns if town.is_news]
    yield f"{plural(len(news.towns), 'município auditado', 'municípios auditados')}; {gist(*count(news))}."
    for alarm in news.alarms:
        yield f"Alerta: {alarm.text}"
    for town in told[:LISTED]:
        yield ""
        yield from town_lines(town, base)
    if len(told) > LISTED:
        yield f"\nE mais {plural(len(told) - LISTED, 'município')} com novidades."
    yield ""
    yield "Apareceu: estava ausente e agora está publicado. Sumiu: estava publicado e agora está ausente."
    yield f"Execução {news.run}, {moment(news.time)} (horário de Brasília)."


def town_lines(town: Town, base: str = "") -> Iterator[str]:
    """A municipality's news, a line each."""
    yield f"{town.name} ({town.uf}), {moment(town.time)}"
    for alarm in town.alarms:
        yield f"  Alerta: {alarm}"
    yield from _items("Sumiu", town.vanished)
    yield from _items("Apareceu", town.appeared)
    if base and town.audit:
        yield f"  Relatório: {report_link(town, base)}"
    if town.portal:
        yield f"  Portal: {town.portal}"


def _items(word: str, items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        yield f"  {word}: {item.name}" + (f" ({item.address})" if item.address else "")


def report_link(town: Town, base: str) -> str:
    """Where the report of its audit is, below the folder of audits."""
    return f"{base.rstrip('/')}/{town.audit}/report.html"


def payload(news: News, base: str = "") -> dict[str, Any]:
    """For programs. ``text`` is what chat programs show of a webhook."""
    appeared, vanished, alarms = count(news)
    towns = [
        {**msgspec.to_builtins(town), "report": report_link(town, base) if base and town.audit else ""}
        for town in news.towns
        if town.is_news
    ]
    return {
        "text": text(news, base),
        "run": news.run,
        "time": news.time,
        "audited": len(news.towns),
        "counts": {"appeared": appeared, "vanished": vanished, "alarms": alarms},
        "towns": towns,
        "alarms": msgspec.to_builtins(news.alarms),
    }
