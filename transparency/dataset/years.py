"""Of which year a row is: its files are kept by year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

NO_YEAR = "sem-ano"
_CHOSEN = re.compile(r"“[^”]{0,24}?(?<!\d)(?<!\d{3}/)((?:19|20)\d\d)(?!\d)[^”]{0,12}”")
"""A year among few words that were pressed or filled in; that of a law ("14.133/2021") is none."""


def year_of(item: Any) -> str:
    """The year that the list was asked for; else that of the first day or month that a row has; else that which was chosen on the way
    to it; else ``NO_YEAR``."""
    if item.query:
        return str(item.query[:4])
    days = (getattr(item, one.name) for one in fields(item) if one.metadata.get("kind") == "date")
    return next((str(day)[:4] for day in days if day), "") or asked_year(item.steps)


def asked_year(steps: Sequence[str]) -> str:
    """The last year that the steps to a page choose.

    >>> asked_year(["abra “2025”", "abra “Janeiro”"]), asked_year(["Exercício: “2026”; clique em “Pesquisar”"])
    ('2025', '2026')
    >>> asked_year(["abra “Licitações (Lei 14.133/2021)”"]), asked_year(["de: “01/01/2024”; até: “31/12/2024”"])
    ('sem-ano', '2024')
    """
    found = [year for step in steps for year in _CHOSEN.findall(step)]
    return found[-1] if found else NO_YEAR
