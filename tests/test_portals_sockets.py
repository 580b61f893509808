"""A portal whose views come over a socket: what is pressed is heard once it has joined, and answered when the answer has come."""

from __future__ import annotations

from pathlib import Path

from audited import audit
from portal_socket import PUBLISHED, served


def test_all_that_is_published_is_found(tmp_path: Path) -> None:
    with served() as url:
        verdicts, summary = audit(url, tmp_path)
    assert {key for key, verdict in verdicts.items() if verdict["status"] == "published"} == PUBLISHED
    assert summary["nodes"]["visited"] <= 12
