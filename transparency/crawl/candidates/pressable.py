"""Which components of a page are worth a click, before it is asked what they promise."""

from __future__ import annotations

from collections.abc import Sequence

from transparency.crawl.candidates.columns import closed_again, leads_elsewhere
from transparency.crawl.candidates.files import spare_sheets
from transparency.crawl.candidates.forms import in_record, opens_what_is_chosen, sends_something
from transparency.crawl.candidates.groups import folder_of, folds_again, sorting_rows
from transparency.crawl.candidates.labels import level_of, plain
from transparency.crawl.candidates.move import YEAR, Ground, shape_of
from transparency.crawl.candidates.places import is_within, spot
from transparency.crawl.candidates.query_moves import awaits, parts_of_queries, pressed_choices
from transparency.crawl.signposts import Signposts
from transparency.extract.controls.part import has_words
from transparency.extract.forms import QueryWords, is_placeholder
from transparency.extract.values import says_nothing_there
from transparency.model import Form, Pressable, View
from transparency.text import normalize

FEW_ROWS = 2
"""A list without records may still have so many rows: one that says so, one to search by column."""


class PressableFilter:
    """What the whole of a frame tells of its components. ``candidates``: those of ``data``, its snapshot, that are looked at;
    ``taken``: paths of what is pressed in another way."""

    def __init__(
        self,
        data: View,
        candidates: Sequence[Pressable],
        taken: frozenset[str],
        ground: Ground,
        signposts: Signposts,
        words: QueryWords,
    ) -> None:
        self.forms: Sequence[Form] = data.forms
        self.ground, self.signposts, self.words = ground, signposts, words
        queries = [step for step in ground.node.steps if step.op == "query"]
        ran = bool(ground.node.steps) and ground.node.steps[-1].op == "query"
        # A button in a row opens its record, whatever is written on it and whatever fields stand around.
        buttons = {
            form.button
            for form in self.forms
            if not in_record(form, self.forms)
            and (
                signposts.is_generic(form.label)
                or awaits(form, words)
                or sends_something(form, data.candidates, signposts, words)
            )
        }
        outputs = {path for form in self.forms for path in form.outputs}
        spare = spare_sheets(data.candidates, signposts, not ran and any(awaits(f, words) for f in self.forms))
        # a link that stands now where the button of a query stood is none
        links = {c.path for c in candidates if c.kind == "link"}
        self.taken = taken.union(buttons, outputs, spare, {step.target.path for step in queries} - links)
        # Of a form in steps the numbered headings lead back, or nowhere yet.
        said = (*(form.label for form in self.forms), *(step.target.label for step in queries))
        self.in_steps = any(map(signposts.advances, said))
        self.asking = not ran and not ground.records and any(not f.personal and f.controls for f in self.forms)
        self.bare = not ground.records and says_nothing_there(data.text)
        rows_in_sight = ground.records and any(c.tag == "tr" or c.role == "row" for c in data.candidates)
        nothing_in_sight = bool(ground.headings) and not ground.records
        self.to_choose_first = self.asking or rows_in_sight or nothing_in_sight
        asked_for = [*data.selects, *(c for form in self.forms for c in form.controls if c.pressed)]
        self.chosen_from = [*pressed_choices(asked_for, words), *parts_of_queries(self.forms, words)]
        self.with_openers = {
            row_of(c) for c in candidates if c.row and not c.bare and not c.disabled and signposts.opens(c.caption)
        }
        self.open_groups = {_group_of(c) for c in candidates if c.expanded == "true"} if ground.records else set()
        self.unfolded = {(step.target.path, step.target.label) for step in (ground.origin or ground.node).steps}
        self.telling = {
            c.row.table for c in candidates if c.row and c.row.says and c.row.index >= 0 and not c.row.heading
        }
        """Tables of which a row says something."""
        self.sorting = sorting_rows([c for c in candidates if not leads_elsewhere(c, ground)], ground.columns)

    def leaves_out(self, candidate: Pressable) -> bool:
        """Whether nothing is to be had of a component, or it is pressed in another way."""
        if candidate.behind and self.ground.node.steps:
            return True  # offered before the window came up that lies over it, or an entry of the bar of windows
        of_list = self.ground.inner and (candidate.path, candidate.label) in self.ground.before
        if of_list and candidate.label and not candidate.row:
            return True  # offered beside the list, before the record came up
        if candidate.path in self.taken or any(is_within(candidate.path, part) for part in self.chosen_from):
            return True
        if self._does_nothing(candidate) or self._is_open(candidate):
            return True
        row = row_of(candidate)
        if row in self.sorting or (candidate.bare and row in self.with_openers):
            return True  # what opens its record stands in it
        if self._is_searched_by(candidate):
            return True
        # tried when a row was chosen; there is none to choose
        return self.to_choose_first and opens_what_is_chosen(candidate, self.forms, self.signposts)

    def _is_searched_by(self, candidate: Pressable) -> bool:
        """Whether a component stands in a row without words above the records of its table: one types there what to search for."""
        row = candidate.row
        return self.ground.records and row is not None and row.cells > 1 and not row.says and row.table in self.telling

    def _does_nothing(self, candidate: Pressable) -> bool:
        label = candidate.label
        return bool(
            candidate.disabled
            or (candidate.discloses and not self._is_of_record(candidate))
            or candidate.turns
            or self.signposts.is_answer(label)
            or (self.in_steps and candidate.step)
            or (candidate.back and (candidate.kind == "click" or self.ground.node.depth > 1))
            or (candidate.hidden and label and is_placeholder(normalize(label), self.words))
            or _sorts_nothing(candidate, self.bare)
            or _says_nothing(candidate, self.signposts)
            or folds_again(candidate, self.ground)
            # what it would fold is in sight
            or (candidate.expanded == "true" and (candidate.row or not has_words(label)))
            # so is this, though nothing on it says so
            or ((candidate.path, candidate.label) in self.unfolded and level_of(candidate))
            or (candidate.expanded == "false" and _group_of(candidate) in self.open_groups - {None})
        )

    def _is_of_record(self, candidate: Pressable) -> bool:
        """Whether a component stands in the content of a record: its papers are published once their names are in sight."""
        ground = self.ground
        return (
            ground.inner and candidate.region in ("", "main", "dialog") and folder_of(candidate) not in ground.inherited
        )

    def _is_open(self, candidate: Pressable) -> bool:
        """Whether a component stands for a panel that is or was open, or for one over the results of a query that was not run
        yet."""
        panel = candidate.panel
        if panel == "shown" and YEAR.fullmatch(plain(candidate.label)):
            return False  # told apart from its series later
        if not panel or closed_again(candidate, self.ground, self.signposts):
            return False
        hollow = panel == "hollow" and self.asking
        return panel == "shown" or hollow or spot(candidate.path) in self.ground.inherited


def _group_of(candidate: Pressable) -> tuple[str, str] | None:
    """What the headings of groups of records have in common, a row of one cell each: of those one that is open shows what the
    others hold."""
    row = candidate.row
    return (shape_of(candidate.path), row.level) if row and row.cells == 1 and not row.heading else None


def row_of(candidate: Pressable) -> tuple[str, int] | None:
    """Which row of which table a component stands in, or is."""
    return (candidate.row.table, candidate.row.index) if candidate.row else None


def _says_nothing(candidate: Pressable, signposts: Signposts) -> bool:
    """Whether nobody sees a component, and it says nothing: what unfolds an entry that holds no others. A row without words
    only measures out the columns."""
    if candidate.row and (candidate.tag == "tr" or candidate.role == "row"):
        return not candidate.caption
    told = candidate.caption or candidate.row or candidate.kind == "link"
    return bool(candidate.hidden) and not told and not signposts.icon_of_data(candidate.hint)


def _sorts_nothing(candidate: Pressable, bare: bool) -> bool:
    """Whether a component is one of several headings over a list without rows; ``bare``: what rows there are say that there is
    nothing, or are filled in to search."""
    row = candidate.row
    if candidate.kind != "click" or row is None:
        return False
    return (row.count == 0 or (bare and row.count <= FEW_ROWS)) and row.heading and row.cells > 1
