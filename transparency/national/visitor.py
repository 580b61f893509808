"""What is done at a stop while its page is open: its query is run, its list asked for other years, filtered and exported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as with_parts

from transparency.aspects.fields import own_fields
from transparency.aspects.seen import Sight, TriedFilter
from transparency.browse.snapshot import FrameView, Snapshot, VisitFailed
from transparency.crawl.candidates import PERIODS, Ground, reached_by
from transparency.crawl.candidates.doors import search_entries
from transparency.crawl.candidates.forms import sends_something
from transparency.crawl.candidates.move import Move, Scene
from transparency.crawl.candidates.places import reached_onward
from transparency.crawl.candidates.query_moves import query_moves
from transparency.crawl.exports import exports_of
from transparency.extract.forms import QueryWords, field_kind
from transparency.extract.values import is_empty_message, says_nothing_there
from transparency.items import Box, Page
from transparency.matrix.cycle import Requirement
from transparency.model import Field, View
from transparency.national.notes import Stop, digest_of
from transparency.national.proofs import part_to_show
from transparency.national.tour import Tour
from transparency.node import Node, Step, Target, host_of
from transparency.rows.periods import ways_of
from transparency.rows.spans import Span

COMMON = "licitação"
"""What a search is asked for."""
NOWHERE = "zqxwk"
"""Typed into a field to filter by: no record holds it."""
EXPORTS = 2
"""So many files that a list is handed out as are fetched at most."""
OPTIONS = 2
"""So many options of a field to choose in are tried at most: one may rightly hold all that is shown."""
OWN_WORDS = 2
"""So many entries of its own menu is a search asked for that finds nothing common."""
TELLING_WORD = 6
"""Letters of the shortest entry of a menu that a search is asked for."""
FEW_WORDS = 400
"""Characters of a page that shows nothing yet."""


@dataclass(frozen=True)
class Trial:
    """Something that is tried at a stop. ``of``: key of the page that it is tried on."""

    node: Node
    of: str = ""
    year: int = 0
    filter: tuple[str, str] = ("", "")
    """The field that is filled, and with what."""
    query: bool = False
    """It is the first query of a list that shows nothing without one."""


@dataclass
class Guidance:
    """What a visitor needs of its spider."""

    tour: Tour
    words: QueryWords
    page_of: Callable[[Snapshot], Page]


@dataclass
class TourVisitor:
    """The visitor of one stop."""

    guidance: Guidance
    stop: Stop
    pages: list[Page] = field(default_factory=list)
    trials: Iterator[Trial] | None = None
    """What is still to be tried; None before that is known."""
    trial: Trial | None = None
    queried: bool = False
    """The first query was run."""
    by_year: TriedFilter | None = None
    """What asking for another year has come to; one that changes the list, if any does."""
    first: Sight | None = None
    """The list as the stop has shown it."""

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether a place of something shows nothing yet."""
        if self.stop.what not in ("place", "year") or self.trial is not None:
            return False
        listed = any(view.redacted.record_sets for view in snapshot.frames)
        return not listed and sum(len(view.data.text) for view in snapshot.frames) < FEW_WORDS

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Keep the page, and have its picture made where an answer may cite it: not of what a list shows when it is filtered."""
        page = self.guidance.page_of(snapshot)
        self.pages.append(page)
        filtered = self.trial is not None and self.trial.filter[0] and not self.trial.year
        return None if page.problem or filtered else part_to_show(snapshot)

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether an address that needs a session was refused."""
        return snapshot.status >= 400

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """Take the page in, and go on with what is to be tried there."""
        page, trial = self.pages[-1], self.trial
        page.screenshot, page.shot_origin, problem = snapshot.screenshot, snapshot.shot_origin, page.problem
        sight = self.guidance.tour.saw(snapshot, self._in_hand(), problem)
        if trial is not None:
            self._note(trial, sight)
        if problem:
            return None
        if self.trials is None:
            own = snapshot if self.stop.what == "entry" else self._own(snapshot, sight)
            self.trials = iter(self._plan(own, sight))
        self.trial = next(self.trials, None) if further else None
        return self.trial.node if self.trial else None

    def _own(self, snapshot: Snapshot, sight: Sight) -> Snapshot:
        """A page without the forms and fields that every page has: the search of the whole site."""
        homes = self.guidance.tour.homes()

        def own(view: View) -> View:
            forms = [form for form in view.forms if not form.controls or own_fields(sight, homes, form.controls)]
            fields = {name: own_fields(sight, homes, getattr(view, name)) for name in ("selects", "inputs", "entries")}
            return with_parts(view, forms=forms, **fields)

        return replace(snapshot, frames=[replace(view, data=own(view.data)) for view in snapshot.frames])

    def _in_hand(self) -> Stop:
        """The stop, or what is tried there just now."""
        trial = self.trial
        if trial is None:
            return self.stop
        if trial.year:
            return replace(self.stop, what="year", year=trial.year, of=trial.of)
        return replace(self.stop, what="place")

    def stuck(self, error: Exception) -> None:
        """What was tried failed."""
        trial, tour = self.trial, self.guidance.tour
        if trial is None:
            return
        reason = error.reason if isinstance(error, VisitFailed) else "o passo falhou"
        if trial.year:
            tour.lost(self._in_hand(), reason)
        elif trial.filter[0]:
            tour.filters.append(TriedFilter(trial.of, *trial.filter, (0, ""), (0, ""), problem=reason))

    # ---- what is tried -----------------------------------------------------------------------------------------------

    def _plan(self, snapshot: Snapshot, sight: Sight) -> Iterable[Trial]:
        """What is tried on the page in sight: the search of a home page; of a list first its query, where it shows no rows without one,
        then the years, a filter, an export."""
        if self.stop.what == "entry":
            self.first = sight
            return self._search(snapshot, sight)
        asked = self.guidance.tour.requirements_of(sight)
        listed = any(table.rows for table in sight.tables)
        lists = [one for one in asked if one.kind in ("records", "documents") or (listed and one.filter)]
        if not lists or self.stop.what not in ("place", "menu"):
            return ()
        query = None if listed or self.queried else next(self._queries(snapshot), None)
        if query is not None:
            self.queried = True
            return (Trial(query[0].node, sight.key, query=True),)
        self.first = sight
        return self._tries(snapshot, sight, lists)

    def _note(self, trial: Trial, sight: Sight) -> None:
        """Note what came of a trial; after the first query the rest is planned."""
        if trial.query:
            self.trials = None
        elif trial.year and self.first is not None:
            self._note_year(trial, self.first, sight)
        elif trial.filter[0] and self.first is not None:
            before, after = digest_of(self.first), digest_of(sight)
            told = TriedFilter(trial.of, *trial.filter, before, after, none_said=_says_none(sight))
            self.guidance.tour.filters.append(told)

    def _note_year(self, trial: Trial, first: Sight, sight: Sight) -> None:
        """The field for the year is a filter, too: it works where one year changes what is shown, and none need change it that is
        shown by itself."""
        before, after = digest_of(first), digest_of(sight)
        told = TriedFilter(trial.of, trial.filter[0] or "ano", str(trial.year), before, after, _says_none(sight))
        filters = self.guidance.tour.filters
        if self.by_year is None:
            filters.append(told)
        elif before != after:
            filters[filters.index(self.by_year)] = told
        else:
            return
        self.by_year = told

    def _queries(self, snapshot: Snapshot) -> Iterator[tuple[Move, View]]:
        """The queries of the page that may be sent, each with its frame."""
        for view in snapshot.frames:
            yield from ((move, view.data) for move in query_moves(self._scene(view, snapshot)) if move.kind == "query")

    def _scene(self, view: FrameView, snapshot: Snapshot) -> Scene:
        guide = self.guidance
        ground = Ground(snapshot.node, snapshot.url)
        wanted = frozenset(guide.tour.signposts.criteria)
        return Scene(view.key, view.url, view.data, ground, guide.tour.signposts, guide.words, guide.tour.today, wanted)

    def _tries(self, snapshot: Snapshot, sight: Sight, lists: Sequence[Requirement]) -> Iterator[Trial]:
        """What an answer still needs, each trial planned once the one before has shown what it shows."""
        tour = self.guidance.tour
        if any(one.export and tour.status(one, "export") != "met" for one in lists):
            self._export(snapshot, sight)
        yield from self._years(snapshot, sight, lists)
        if self._filter_unknown(lists) or self._only_year_tried(lists):
            yield from self._filter(snapshot, sight)

    def _only_year_tried(self, lists: Iterable[Requirement]) -> bool:
        """Whether the field for the year has changed the list, and others of the minimum are left to be tried."""
        return self.by_year is not None and any(one.filter and len(one.filter.fields) > 1 for one in lists)

    def _filter_unknown(self, lists: Iterable[Requirement]) -> bool:
        return any(one.filter and self.guidance.tour.status(one, "filter") == "undecided" for one in lists)

    def _years(self, snapshot: Snapshot, sight: Sight, lists: Sequence[Requirement]) -> Iterator[Trial]:
        """The years before this one that the list offers; those that are links are stops of their own."""
        guide, this = self.guidance, self.guidance.tour.today.year
        asked = [one for one in lists if one.history]
        most = max((one.history.years for one in asked if one.history), default=0) + 1
        span = Span((this - most, 1), (this, 12), (this, guide.tour.today.month))
        for view in snapshot.frames:
            ways = ways_of(snapshot, view, None, guide.words, guide.tour.signposts, guide.tour.today)
            if ways is None:
                continue
            years = {int(when[:4]) for when in ways.offered(span)} - {_year(ways.shown)}
            for year in sorted(years, reverse=True)[:most]:
                idle = self.by_year is None and self._filter_unknown(lists)
                if not idle and not any(guide.tour.needs_years(one, sight.key) for one in asked):
                    return
                node = ways.reach(str(year))
                if node.steps and node.url == snapshot.node.url:
                    yield Trial(node, sight.key, year, (self._year_field(snapshot, view), ""))
                else:
                    keys = tuple(one.id for one in lists)
                    guide.tour.waiting.append(Stop(node, "year", sight.side, keys, str(year), sight.key, year))
            return

    def _year_field(self, snapshot: Snapshot, view: FrameView) -> str:
        """What the field is called by which the list is asked for a year."""
        fields = [*snapshot.asked, *(one for form in view.data.forms for one in form.controls), *view.data.selects]
        words = self.guidance.words
        return next((one.caption for one in fields if field_kind(one, words) == "year"), "")

    def _filter(self, snapshot: Snapshot, sight: Sight) -> Iterator[Trial]:
        """A field of the query of the list, asked for something that nothing is called."""
        words, fields = self.guidance.words, self._fields_of_query(snapshot)
        if not fields:
            yield from self._narrowing(snapshot, sight)
        told = [(field_kind(asked[0], words), asked) for asked in fields if asked[0].caption]
        typed = [asked for kind, asked in told if kind not in PERIODS and _is_typed_in(asked[0])]
        for one, step, node in typed[:1]:
            yield self._asking(node, step, one.caption, NOWHERE, sight)
        others = [asked for kind, asked in told if kind not in PERIODS and asked[0].options]
        months = [asked for kind, asked in told if kind == "month" and asked[0].options]
        for one, step, node in (*([] if typed else others[:1]), *months[:1]):
            for option in [*reversed(one.options)][:OPTIONS]:
                if option.text.strip():
                    yield self._asking(node, step, one.caption, option.text, sight)
                if self._last_worked():
                    break

    def _fields_of_query(self, snapshot: Snapshot) -> list[tuple[Field, Step, Node]]:
        """The fields by which the list can be asked, each with its query."""
        query = snapshot.node.steps[-1] if snapshot.node.steps and snapshot.node.steps[-1].op == "query" else None
        if query is not None:
            return [(one, query, snapshot.node) for one in snapshot.asked]
        fields: list[tuple[Field, Step, Node]] = []
        for move, data in self._queries(snapshot):
            step = move.node.steps[-1]
            form = next((f for f in data.forms if f.button == step.target.path), None)
            fields += [(one, step, move.node) for one in (form.controls if form else ())]
        return fields

    def _narrowing(self, snapshot: Snapshot, sight: Sight) -> Iterator[Trial]:
        """The box of a list that a script narrows while one types, asked for something that nothing is called."""
        for view in snapshot.frames:
            for box, step in search_entries(view.key, view.data, self.guidance.tour.signposts):
                yield self._typing(snapshot, sight, box.caption, step, NOWHERE)
                return

    @staticmethod
    def _typing(snapshot: Snapshot, sight: Sight, label: str, step: Step, word: str) -> Trial:
        """A box that is sent without a button, with a word in it."""
        asked = replace(step, words=f"{label}: “{word}”", choices=((label, word),))
        return Trial(reached_onward(snapshot.node, asked, []), sight.key, filter=(label, word))

    def _last_worked(self) -> bool:
        """Whether the filter that was tried last has changed what is shown."""
        return any(one.changed for one in self.guidance.tour.filters[-1:])

    @staticmethod
    def _asking(node: Node, step: Step, label: str, value: str, sight: Sight) -> Trial:
        """The query of a list with one field given a value."""
        chosen = replace(step, choices=((label, value),), when="")
        return Trial(replace(node, steps=(*node.steps[:-1], chosen)), sight.key, filter=(label, value))

    def _search(self, snapshot: Snapshot, sight: Sight) -> Iterator[Trial]:
        """The search of a home page, asked for a word that every portal has."""
        for view in snapshot.frames:
            for box, step in self._search_boxes(view):
                for word in (COMMON, *self._own_words(sight)):
                    yield self._typing(snapshot, sight, box.caption, step, word)
                    if not any(one.none_said for one in self.guidance.tour.filters[-1:]):
                        return
                return

    def _own_words(self, sight: Sight) -> list[str]:
        """What the search of a page must know: the shortest entries of its own menu that lead to places of something on its own host."""
        leads = (one for one in self.guidance.tour.leads.values() if one.side == sight.side and not one.portal)
        own = [one for one in leads if one.menu and one.promised and host_of(one.node.url) == host_of(sight.url)]
        labels = {one.label for one in own if not (one.file or one.folder) and len(one.label) >= TELLING_WORD}
        return sorted(labels, key=lambda label: (len(label), label))[:OWN_WORDS]

    def _search_boxes(self, view: FrameView) -> Iterator[tuple[Field, Step]]:
        """Forms of one field that change nothing, and fields that say that they search."""
        tour, data = self.guidance.tour, view.data
        for form in data.forms:
            boxes = [one for one in form.controls if one.tag == "input" and not one.options]
            shut = form.method == "post" or sends_something(form, data.candidates, tour.signposts, self.guidance.words)
            if len(boxes) == 1 == len(form.controls) and not shut:
                yield boxes[0], Step("query", view.key, Target(form.button, form.tag, form.label), "", form.region)
        yield from search_entries(view.key, data, tour.signposts)

    def _export(self, snapshot: Snapshot, sight: Sight) -> None:
        """Have the best files fetched that the list is handed out as, the second if the first does not do: stops of their own, since a
        file ends a visit, and what is tried here changes the list."""
        guide = self.guidance
        found = [
            (export, view) for view in snapshot.frames for export in exports_of(view, guide.tour.signposts, sight.key)
        ]
        for export, view in sorted(found, key=lambda one: one[0].worth)[:EXPORTS]:
            node = reached_by(export.component, view.key, Ground(snapshot.node, snapshot.url))
            keys = tuple(one.id for one in guide.tour.requirements_of(sight))
            guide.tour.waiting.append(Stop(node, "export", sight.side, keys, export.label, sight.key))


def _is_typed_in(one: Field) -> bool:
    return one.tag == "input" and not (one.day or one.options)


def _says_none(sight: Sight) -> bool:
    return says_nothing_there(sight.text) or any(is_empty_message(table.message) for table in sight.tables)


def _year(when: str) -> int:
    return int(when[:4]) if when else 0
