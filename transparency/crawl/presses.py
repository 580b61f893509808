"""What components did when they were pressed: those that change nothing are left alone on other pages, too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from transparency.crawl.request import Candidate

UNMARKED = "unmarked"
"""Rows that listen to clicks and do not look like it, wherever they stand."""
INERT = 5
"""A component that changed nothing so often is left alone on the other pages where it stands, and so is what is called and made
like those that changed nothing, when none of them did anything."""
IDLE = 2
"""So many years or months that change nothing when they are pressed speak for the others."""


@dataclass
class Presses:
    """The components of an audit that were pressed."""

    inert: Counter[str] = field(default_factory=Counter)
    """Component → how often it changed nothing on the page that it stands on; one that ever did something is not in here."""
    lively: set[str] = field(default_factory=set)
    """Components that did something."""
    unfolded: set[str] = field(default_factory=set)
    """Components that opened a part of a menu and did nothing else: they would open the same one beside other views."""

    def acted(self, candidate: Candidate, changed: bool) -> None:
        """A component was used, and the page is another one now or still the same."""
        component = candidate.component
        if candidate.move.unmarked and UNMARKED not in self.lively:
            self._note(UNMARKED, changed)
        if changed or (component and component not in self.lively):
            self._note(component, changed)
        if (alike := _alike(candidate)) and alike not in self.lively:
            self._note(alike, changed)

    def _note(self, component: str, changed: bool) -> None:
        if changed:
            self.lively.add(component)
            self.inert.pop(component, None)
        else:
            self.inert[component] += 1

    def stays(self, series: str) -> bool:
        """A member of a series (a year) was pressed and changed nothing. Whether that speaks for all: they wait for a button."""
        self.inert[series] += 1
        return self.inert[series] >= IDLE

    def opened_menu(self, candidate: Candidate) -> None:
        """A component opened a part of a menu, and did nothing else."""
        if candidate.component:
            self.unfolded.add(candidate.component)

    def unfolds_again(self, candidate: Candidate) -> bool:
        """Whether a component would open a part of a menu that was opened before."""
        return candidate.kind == "click" and candidate.component in self.unfolded

    def does_nothing(self, candidate: Candidate) -> bool:
        """Whether a component, or what is like it, changed nothing often enough."""
        idle = candidate.move.unmarked and self.inert[UNMARKED] >= IDLE
        return idle or max(self.inert[candidate.component], self.inert[_alike(candidate)]) >= INERT


def _alike(candidate: Candidate) -> str:
    """What the components of a list of cards have in common: a label that looks like a button ("Homologada")."""
    like = candidate.kind == "click" and candidate.move.shape and candidate.name
    return f"like {candidate.move.shape} {candidate.name}" if like else ""
