"""Several ways to one thing (the years of a page, the tries of a query): one is under way at a time, and one may answer for all."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from transparency.crawl.repeats import ONE_AT_A_TIME
from transparency.crawl.request import Candidate


@dataclass
class Series:
    """The questions of an audit."""

    asking: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Question → the one of several ways to the same thing that is under way, and since when."""
    answered: set[str] = field(default_factory=set)
    """Questions that were answered: one of several ways to the same thing brought data."""

    def ask(self, question: str, node: str) -> None:
        """A node is visited for a question: the other ways to its answer wait."""
        if question:
            self.asking[question] = (node, time.monotonic())

    def asked(self, node: str, questions: Iterable[str]) -> None:
        """The visit of a node has ended, for better or worse."""
        for question in questions:
            if question in self.asking and self.asking[question][0] == node:
                del self.asking[question]

    def answer(self, *questions: str) -> None:
        """One of several ways brought what they are all about."""
        self.answered.update(filter(None, questions))

    def is_answered(self, candidate: Candidate) -> bool:
        """Whether what a node is visited for was found by another way."""
        return candidate.series in self.answered

    def waits(self, node: str, candidate: Candidate) -> bool:
        """Whether another way to the same thing (a year of a series) is under way: it may make this one needless."""
        other, since = self.asking.get(candidate.series, ("", 0.0))
        return bool(other) and other != node and time.monotonic() - since < ONE_AT_A_TIME
