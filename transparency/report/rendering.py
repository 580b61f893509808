"""How every page of a report is made: one template environment, figures the Brazilian way, a policy that lets nothing in or out."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined

from transparency.eval.charts import decimal
from transparency.items import STATUSES
from transparency.report.terminal import SIGNS
from transparency.text import plural

BRASILIA = dt.timezone(dt.timedelta(hours=-3))
"""No daylight saving time since 2019."""
UNITS = ("B", "kB", "MB", "GB", "TB")


def moment(iso: str) -> str:
    """A time of an audit (ISO 8601) as a day and hour of Brasília; what is no time stays as it is.

    >>> moment("2026-11-21T13:45:52Z")
    '21/11/2026, 10h45'
    """
    try:
        time = dt.datetime.fromisoformat(iso)
    except (TypeError, ValueError):
        return str(iso)
    if time.tzinfo is None:
        time = time.replace(tzinfo=dt.UTC)
    return time.astimezone(BRASILIA).strftime("%d/%m/%Y, %Hh%M")


def duration(seconds: float | None) -> str:
    """Seconds as people say them.

    >>> [duration(s) for s in (0.44, 7.13, 65, 7200, None)]
    ['0,4 s', '7,1 s', '1 min 5 s', '2 h 0 min', '–']
    """
    if seconds is None:
        return "–"
    if seconds < 59.95:
        return f"{decimal(seconds, 1)} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def size(count: float | None) -> str:
    """Bytes in the unit that fits.

    >>> [size(n) for n in (512, 314266, 803524608, None)]
    ['512 B', '314 kB', '804 MB', '–']
    """
    if count is None:
        return "–"
    unit = 0
    while count >= 999.5 and unit < len(UNITS) - 1:
        count, unit = count / 1000, unit + 1
    return f"{decimal(count, 1 if unit and count < 9.95 else 0)} {UNITS[unit]}"


def share(part: float, whole: float) -> str:
    """A percentage; a dash where there is no whole.

    >>> share(13, 24), share(0, 0)
    ('54%', '–')
    """
    return f"{decimal(100 * part / whole)}%" if whole else "–"


def web_address(url: Any) -> str:
    """The address when it may stand in a link (http or https, with a host that can be one), else nothing.

    >>> web_address("https://a.gov.br/x"), web_address("javascript:alert(1)"), web_address("http://\\ufffd/")
    ('https://a.gov.br/x', '', '')
    """
    text = str(url or "").strip()
    try:
        parts = urlsplit(text)
        fine = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
        fine = fine and "\ufffd" not in str(parts.hostname)
    except ValueError:
        fine = False
    return text if fine else ""


def digest(text: str) -> str:
    """The source expression by which a content security policy knows an inline style or script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def environment() -> Environment:
    """The templates of this room. Everything is escaped; a name that is not given is an error."""
    made = Environment(
        loader=PackageLoader("transparency", "report"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters.update(
        moment=moment, duration=duration, size=size, decimal=decimal, web_address=web_address, digest=digest
    )
    made.globals.update(
        share=share, plural=plural, statuses=STATUSES, words={name: sign[2] for name, sign in SIGNS.items()}
    )
    return made


def render(template: str, **values: Any) -> str:
    """A page."""
    return environment().get_template(template).render(**values)
