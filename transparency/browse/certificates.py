"""What is wrong with a server's certificate, where a public portal is read all the same."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any


def fault(details: Mapping[str, Any] | None, now: dt.datetime) -> str:
    """In Portuguese; empty for one that is in order as far as it tells itself. ``details``: Playwright's ``security_details``.

    >>> fault({"subjectName": "a.gov.br", "issuer": "CA", "validFrom": 0, "validTo": 86400}, dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    'venceu em 02/01/1970'
    """
    if not details:
        return ""
    starts, ends = details.get("validFrom"), details.get("validTo")
    if ends and dt.datetime.fromtimestamp(ends, dt.UTC) < now:
        return f"venceu em {dt.datetime.fromtimestamp(ends, dt.UTC):%d/%m/%Y}"
    if starts and dt.datetime.fromtimestamp(starts, dt.UTC) > now:
        return f"só vale a partir de {dt.datetime.fromtimestamp(starts, dt.UTC):%d/%m/%Y}"
    if details.get("subjectName") and details.get("subjectName") == details.get("issuer"):
        return "foi assinado pelo próprio servidor"
    return ""
