"""Vendor families, as data: what their spiders say of themselves, and by what a page of theirs is told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from scrapy.spiderloader import SpiderLoaderProtocol

from transparency.items import UserError

READ = 100_000
"""Characters of a page that are looked at: what tells a maker stands in its head, menus and forms."""
_WHOLE = re.compile(r"(?:https?:)?(?:\\?/){2}((?:(?:[\w-]+\.)+[\w-]+|localhost)(?::\d+)?)[^\s\"'<>]*", re.I)


@dataclass(frozen=True)
class Family:
    """A maker of portals.

    ``hosts`` are suffixes of host names; ``marks`` regular expressions over a page's address, a line feed, and its HTML
    without addresses of other hosts (case does not matter). ``settle`` (seconds until a page that keeps moving is read)
    and ``pause`` (seconds between steps) are what a visit of such a page may take from it.
    """

    name: str
    hosts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    settle: float = 0.0
    pause: float = 0.0

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """All marks as one expression; None without any. UserError where one cannot be compiled."""
        for mark in self.marks:
            try:
                re.compile(mark)
            except re.error as error:
                raise UserError(
                    f"Família {self.name}: a marca “{mark}” não é uma expressão regular ({error}).",
                    "Corrija-a no spider da família.",
                ) from error
        return re.compile("|".join(f"(?:{mark})" for mark in self.marks), re.I) if self.marks else None


def load_families(loader: SpiderLoaderProtocol) -> tuple[Family, ...]:
    """The families that the project has spiders for, by name."""
    found: dict[str, Family] = {}
    for name in loader.list():
        spider = loader.load(name)
        family = getattr(spider, "family", "")
        if family:
            values = {
                key: getattr(spider, key) for key in ("hosts", "marks", "settle", "pause") if hasattr(spider, key)
            }
            for key in ("hosts", "marks"):
                if isinstance(values.get(key), str):
                    raise UserError(
                        f"Família {family}: {key} é um texto, não uma lista de textos.",
                        f'Falta uma vírgula: {key} = ("{values[key]}",).',
                    )
            found[family] = Family(family, **values)
            _ = found[family].pattern  # a mark that cannot be compiled is told before the walk
    return tuple(found[name] for name in sorted(found))


def recognise(url: str, html: str, families: Iterable[Family]) -> str:
    """The name of the family that a page is of: by its host, else by marks; empty when none tells, or two contradict.

    A page that merely links to or frames a maker's host is not its page: addresses of other hosts do not count.
    """
    families = tuple(families)
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:  # a bracket that is no IPv6 address
        return ""
    by_host = [
        (len(suffix), family.name)
        for family in families
        for suffix in family.hosts
        if host == suffix or host.endswith(f".{suffix}")
    ]
    if by_host:
        return max(by_host)[1]
    text = f"{url}\n{_own(html[:READ], parts.netloc)}"
    marked = [family.name for family in families if family.pattern is not None and family.pattern.search(text)]
    return marked[0] if len(marked) == 1 else ""


def _own(html: str, host: str) -> str:
    """HTML without the addresses of other hosts; another port is another host, as towns serve several makers so."""

    def plain(name: str) -> str:
        return re.sub(r":(?:80|443)$", "", name.lower())

    own = plain(host)
    return _WHOLE.sub(lambda m: m.group() if plain(m.group(1)) == own else "", html)
