"""One requirement and all that was seen of it, and the three answers that can be given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from transparency.aspects.addresses import bare
from transparency.aspects.labels import Labels, labels_of
from transparency.aspects.papers import Paper, papers_of
from transparency.aspects.seen import Answer, Gathered, OpenedFile, Proof, Sight, Status
from transparency.aspects.words import Words
from transparency.extract.tables.table import Table
from transparency.extract.titles import Titles
from transparency.items import GONE
from transparency.matrix.cycle import Requirement
from transparency.model import Pressable
from transparency.text import normalize

SIGNS = " »›>•·*+-–—"
"""What portals draw before the entries of a menu."""
MOST_PLACES = 8
"""So many places that were read are named in an answer."""


@dataclass(frozen=True, eq=False)
class Listing:
    """A list with rows on a page."""

    sight: Sight
    table: Table

    @property
    def proof(self) -> Proof:
        """It proves something by its columns."""
        return Proof(self.sight, ", ".join(filter(None, self.labels))[:200])

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its columns that say anything in some row."""
        return tuple(label for n, label in enumerate(self.all_labels) if self.filled(n))

    @property
    def all_labels(self) -> tuple[str, ...]:
        """The labels of all of its columns."""
        return tuple(column.label for column in self.table.columns)

    def filled(self, column: int) -> bool:
        """Whether a column says anything in some row."""
        return any(column < len(row) and row[column].filled for row in self.table.rows)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """What stands over it, nearest last."""
        root = self.table.element.getroottree().getroot()
        return tuple(h for h in (*Titles(root).over(self.table.start), self.table.title) if h)


class Case:
    """A requirement, what was seen of it, and the day."""

    def __init__(self, requirement: Requirement, gathered: Gathered, today: dt.date, words: Words) -> None:
        self.requirement, self.gathered, self.today, self.words = requirement, gathered, today, words

    @cached_property
    def labels(self) -> Labels:
        """Its terms, ready for comparing."""
        return labels_of(self.requirement, self.words)

    @cached_property
    def read(self) -> list[Sight]:
        """The places that give an answer, none twice."""
        return list({place.key: place for place in self.gathered.places if place.answers}.values())

    @cached_property
    def unanswered(self) -> list[Sight]:
        """The places that give none, and may another time."""
        return [place for place in self.gathered.places if not place.answers and place.status not in GONE]

    @cached_property
    def gone(self) -> list[Sight]:
        """The places that are no more: links lead there, and nothing will answer."""
        return [place for place in self.gathered.places if not place.answers and place.status in GONE]

    @cached_property
    def seen(self) -> list[Sight]:
        """The places that give an answer, and what they showed of other years."""
        years = (year.sight for year in self.gathered.years if year.sight is not None and year.sight.answers)
        return list({sight.key: sight for sight in (*self.read, *years)}.values())

    @cached_property
    def by_key(self) -> dict[str, Sight]:
        """Key → a place, or what it showed of another year."""
        return {sight.key: sight for sight in self.seen}

    @cached_property
    def homes(self) -> list[Sight]:
        """The home pages of site and portal, as far as they were seen."""
        both = (self.gathered.site, self.gathered.portal)
        return list({home.key: home for home in both if home is not None and home.answers}.values())

    @cached_property
    def listings(self) -> list[Listing]:
        """The lists with rows of all places."""
        return [listing for sight in self.seen for listing in self.listings_of(sight)]

    def listings_of(self, sight: Sight) -> list[Listing]:
        """The lists with rows of a page."""
        return [Listing(sight, table) for table in sight.tables if table.count > 0 and table.rows]

    @cached_property
    def papers(self) -> list[Paper]:
        """The documents of all places, those that belong to a neighbour left out."""
        found = (paper for sight in self.seen for paper in papers_of(sight, self.gathered.files))
        return [paper for paper in found if not self.is_neighbour(paper.name) and not self._is_page(paper)]

    def _is_page(self, paper: Paper) -> bool:
        """Whether a link leads to a page that was read, or stands on every page: it is no document of this one."""
        if paper.is_file or paper.opened is not None or not paper.url:
            return False
        at = bare(paper.url)
        return at in self._read_pages or (at in self.common and paper.sight not in self.homes)

    @cached_property
    def _read_pages(self) -> set[str]:
        seen = (*self.gathered.places, *self.gathered.around, *self.homes)
        return {bare(sight.url) for sight in seen if sight.answers}

    @cached_property
    def common(self) -> set[str]:
        """Where the home pages lead: what a page links besides belongs to every page."""
        return {bare(one.href) for one in self._of_homes if one.href}

    @cached_property
    def entries(self) -> set[str]:
        """What the links of the home pages say, normalised: the entries of menus."""
        return {normalize(one.label) for one in self._of_homes if one.href and one.label}

    def is_entry(self, line: str) -> bool:
        """Whether a line is an entry of the menu that every page has."""
        return normalize(line).strip(SIGNS) in self.entries

    @property
    def _of_homes(self) -> Iterator[Pressable]:
        return (one for home in self.homes for view in home.views for one in view.candidates)

    @cached_property
    def files(self) -> list[OpenedFile]:
        """The files of the places that were opened."""
        return [file for file in self.gathered.files if file.of in self.by_key]

    def is_neighbour(self, text: str) -> bool:
        """Whether words speak of another requirement, and not of this one."""
        return self._kinds(text) == {"neighbour"}

    def is_named(self, text: str) -> bool:
        """Whether words name the requirement."""
        kinds = self._kinds(text)
        return "name" in kinds or (not kinds and bool(self.labels.tells(text, self.requirement.search)))

    def _kinds(self, text: str) -> set[str]:
        """Whether names of the requirement or of its neighbours stand in words; what is a part of a longer one does not count."""
        left = f" {normalize(text)} "
        found = set()
        for phrase, kind in self._phrases:
            if f" {phrase} " in left:
                found.add(kind)
                left = left.replace(f" {phrase} ", " # ")
        return found

    @cached_property
    def _phrases(self) -> list[tuple[str, str]]:
        """The names of the requirement and of its neighbours, the longest first."""
        told = {normalize(one): "neighbour" for one in self.requirement.neighbours}
        told.update({normalize(one): "name" for one in self.requirement.search})
        return sorted(((phrase, kind) for phrase, kind in told.items() if phrase), key=lambda one: -len(one[0]))

    # ---- answers: to the first aspect; of another one `judge` says which -----------------------------------------------

    def met(self, reason: str, proof: Proof) -> Answer:
        """It is met, and this proves it."""
        return self._answer("met", reason, proof)

    def not_met(self, reason: str, proof: Proof | None = None) -> Answer:
        """It is not met, as what was tried shows, whatever may stand elsewhere."""
        return replace(self._answer("not_met", reason, proof), places=self.places())

    def undecided(self, reason: str, look: str = "", proof: Proof | None = None) -> Answer:
        """A person must look."""
        look = look or self.requirement.look or "Abra o endereço e confira se o critério é atendido."
        return replace(self._answer("undecided", reason, proof), look=look)

    def _answer(self, status: Status, reason: str, proof: Proof | None) -> Answer:
        """An answer at what decides it, else at the first page that was seen."""
        at = proof or self._first()
        if at is None:
            return Answer(self.requirement.id, "available", status, reason)
        sight = at.sight
        return Answer(
            self.requirement.id,
            "available",
            status,
            reason,
            at.url or sight.url,
            sight.steps,
            at.label,
            sight=sight.key,
        )

    def missing(self, reason: str, look: str = "", proof: Proof | None = None) -> Answer:
        """What is asked is nowhere: not met where all was read, else undecided."""
        doubt = self.doubt()
        if not doubt:
            return self.not_met(reason, proof)
        answer = self.undecided(f"{reason} Mas {doubt}.", look, proof)
        unread = self.gathered.unread[0].url if self.gathered.unread else ""
        return replace(answer, url=unread, steps=(), label="", sight="") if unread else answer

    def doubt(self) -> str:
        """Why what was not found may still be there (Portuguese); "" where all was read."""
        if self.gathered.unread:
            one = self.gathered.unread[0]
            return f"um lugar que a promete não foi lido (“{one.words}”: {one.reason.rstrip('.')})"
        if self.unanswered:
            return f"uma página não respondeu ({self.unanswered[0].fault})"
        if not self.gathered.finished:
            return "a busca terminou antes de ver todos os caminhos"
        if not self.read and not self.gathered.menus_read:
            return "os menus do site e do portal não foram lidos por inteiro"
        return ""

    def places(self) -> tuple[str, ...]:
        """The places that were read, each with its way and address."""
        read = self.read or self.homes
        return tuple(_place(sight) for sight in read[:MOST_PLACES])

    def _first(self) -> Proof | None:
        at = next(iter((*self.read, *self.unanswered, *self.homes)), None)
        return Proof(at, "") if at is not None else None


def _place(sight: Sight) -> str:
    way = " › ".join(sight.labels) or sight.title
    return f"{way} — {sight.url}" if way else sight.url


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: "“nome”, “cargo” e “valor”"."""
    return joined([f"“{name}”" for name in dict.fromkeys(names)])


def joined(words: Sequence[str]) -> str:
    """Words one after the other in a sentence: "2026, 2025 e 2024"."""
    return " e ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def shortened(text: str, most: int = 160) -> str:
    """A text of so many characters at most, cut where it is longer."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
