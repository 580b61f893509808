"""Candidates for tests: a node, and of all that may be known about it only what the test is about."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from scrapy import Request

from transparency.crawl.candidates import Move
from transparency.crawl.request import CANDIDATE, Candidate, Retry
from transparency.crawl.signposts import Rating
from transparency.node import Node


def candidate(
    node: Node | str = "http://a.example/", kind: str = "link", audit: str = "pb/vila", **given: Any
) -> Candidate:
    """``given``: fields of a candidate, its move, its rating or its retry; no two of them share a name."""

    def of(part: type) -> dict[str, Any]:
        return {f.name: given.pop(f.name) for f in fields(part) if f.name in given}

    rating = Rating(**{"tier": 0, "score": 0.0, "criterion": "", **of(Rating)})
    retry = Retry(**of(Retry))
    move = Move(**{"label": "", "key": "", "rating": rating, "kind": kind, **of(Move), "node": Node(node) if isinstance(node, str) else node})  # fmt: skip
    return Candidate(audit, move, retry=retry, **given)


def request(node: Node | str, kind: str = "link", audit: str = "pb/vila", **given: Any) -> Request:
    """The request for such a candidate."""
    made = candidate(node, kind, audit, **given)
    return Request(made.node.url, meta={CANDIDATE: made})
