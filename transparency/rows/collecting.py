"""The visitor of a visit that collects one list: reads each page, hands on what is new, and tells what turns the page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from transparency.browse.snapshot import Snapshot
from transparency.extract.values import says_nothing_there
from transparency.items import Box
from transparency.model import Pressable
from transparency.node import Node, Step, Target, canonical_url
from transparency.rows.by_file import ask_on_screen, begins_with_file, ends_with_file, take_file
from transparency.rows.collection import Collection
from transparency.rows.fetching import Fetching, is_offered
from transparency.rows.paging import Turn, find_turn
from transparency.rows.reading import SeenList, find_list
from transparency.rows.wrapper import Wrapper

NOT_TURNED = "a página {} não abriu: {}"
PAGES_SPENT = "parou na página {}: o limite de páginas"
TIME_SPENT = "parou na página {}: o limite de minutos"
NOTHING = "o portal diz que não há registros"
NO_LIST = "nenhuma linha: a lista não apareceu"
NOT_THERE = "a lista não está na página a que os passos levam: o portal pode ter mudado"
SCROLL = "role a lista"


@dataclass(frozen=True)
class Bounds:
    """How far a collection goes."""

    pages: int
    minutes: float
    details: int = 0
    """So many records are opened of a list."""


class Collector:
    """The visitor of one visit to a list (``browse.visit.Visitor``)."""

    def __init__(self, collection: Collection, bounds: Bounds) -> None:
        self.collection = collection
        self.bounds = bounds
        self.page = 0
        """The number of the page in sight, in this visit."""
        self.turn: Turn | None = None
        """What was pressed to get to the page in sight."""
        self.seen: SeenList | None = None
        self.fresh = 0
        self.again = False
        self.wanted = True
        """The rows in sight are of a period that is asked for."""
        self.fetching: Fetching | None = None
        """The file that is fetched instead of turning pages, or to compare it with them."""
        self._before = ""
        self._found: tuple[Snapshot, Wrapper, SeenList | None] | None = None
        """What was found last, on which page and by which wrapper: a page is read once."""
        self._bare = ""
        """What the list says without the session of its portal."""

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the list is not there yet, or still shows the page before."""
        if self.fetching is not None:
            return False
        self.seen = self._find(snapshot)
        return self.seen is None or self.seen.digest() == self._before

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Take in the page. No picture is made."""
        if self.fetching is not None:
            return None
        self.seen = self._find(snapshot)
        if not self.page:
            self._fit(snapshot, self.seen)
        if not self.page and (self.seen is not None or not self.collection.query.sought):
            self.wanted = self.collection.arrive(snapshot, self.seen)
        if self.seen is None or not self.wanted:
            return None
        self.page += 1
        self._before = self.seen.digest()
        if self._bare:
            self.collection.direct, self._bare = self._bare == self.seen.face(), ""
        if self.collection.is_as_before(snapshot, self.seen):
            self.fresh = 0
            return None
        if self._begins_with_file(snapshot, self.seen):
            self.fetching = Fetching(self.seen, self.collection.wrapper.file)
        else:
            self._take(snapshot, self.seen)
        return None

    def _take(self, snapshot: Snapshot, seen: SeenList) -> None:
        self.fresh, self.again = self.collection.take(snapshot, seen, self.turn.paging if self.turn else "")

    def _begins_with_file(self, snapshot: Snapshot, seen: SeenList) -> bool:
        turns = self._turn(snapshot, seen, 1) is not None
        return begins_with_file(self.collection, snapshot, seen, turns) and self._is_offered(snapshot, seen)

    def _is_offered(self, snapshot: Snapshot, seen: SeenList) -> bool:
        """Whether a file may be had of the list; one that is known, and is not there any more, is told."""
        if self.collection.wrapper.file is not None:
            return True
        return is_offered(snapshot, seen, self.collection.plan.signposts, self.collection.words)

    def _fit(self, snapshot: Snapshot, seen: SeenList | None) -> None:
        """Have the wrapper fit the list as it is now. One that was sought must have all columns: one much like it may be another."""
        if self.collection.query.sought:
            self.seen = None if seen is None or seen.lost else seen
            if self.seen is not None:
                self.collection.settle(snapshot)
        elif self.collection.learn_again(snapshot, seen):
            self.seen = self._find(snapshot)

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether the session that its address needs is not open: nobody knows of the first query of a list; later ones find there what
        their first step needs, or the list."""
        steps = self.collection.query.node.steps
        if not self.collection.opened:
            return self._opens_session(snapshot)
        if not steps:  # where years are chosen no list is promised
            return self.collection.query.node is not self.collection.plan.way and self._find(snapshot) is None
        wanted = steps[0].target.path or steps[0].region
        views = [view.data for view in snapshot.frames]
        pressable = {one.path for view in views for one in view.candidates}
        asking = {one.path for view in views for one in (*view.selects, *view.entries)}
        return wanted not in pressable | asking | {form.button for view in views for form in view.forms}

    def _opens_session(self, snapshot: Snapshot) -> bool:
        """Whether the session is to be opened at the portal's door: not for a list that was seen to be the same without."""
        seen = None if self.collection.query.node.steps else self._find(snapshot)
        if seen is not None and self.collection.direct:
            return False
        self.collection.opened, self._bare = True, seen.face() if seen else ""
        return True

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """The node of the next page; None at the end of the list."""
        if not self.wanted:
            return None
        if self.fetching is not None:
            node = self._to_file(self.fetching, snapshot) if further else None
            if node is not None or self._has_file(self.fetching, snapshot):
                return node
        if self.seen is None:
            self._miss(snapshot)
            return None
        turn = self._turn(snapshot, self.seen, self._number()) if self.fresh or self._catches_up() else None
        if turn is None and self.fresh and self._may_scroll():
            turn = Turn("scroll", None)
        if turn is None:
            return self._compare_with_file(snapshot, self.seen) if further else None
        if reason := self._spent(further):
            self.collection.lacks(reason)
            return None
        self.turn = turn
        self.collection.summary.paging = turn.paging if turn.control else self.collection.summary.paging
        return self._pressed(snapshot, turn)

    def _turn(self, snapshot: Snapshot, seen: SeenList, number: int) -> Turn | None:
        """What leads on from the page in sight, which has that number."""
        controls = unfolded(snapshot.frames[seen.frame].data.candidates, seen)
        known = self.turn.paging if self.turn else self.collection.wrapper.paging
        return find_turn(controls, seen.box, number, self.collection.words, known)

    def _compare_with_file(self, snapshot: Snapshot, seen: SeenList) -> Node | None:
        """At the end of a list: its file is fetched, if later queries may then do without its pages."""
        if not ends_with_file(self.collection) or not self._is_offered(snapshot, seen):
            return None
        self.fetching = Fetching(seen, self.collection.wrapper.file, whole=True)
        return self._to_file(self.fetching, snapshot)

    def _to_file(self, fetching: Fetching, snapshot: Snapshot) -> Node | None:
        """The press that comes next on the way to a file."""
        found = fetching.onward(snapshot, self.collection.plan.signposts, self.collection.words)
        if found is None:
            return None
        control, key = found
        target = Target(control.path, control.tag, control.label)
        step = Step("click", key, target, words=f"clique em “{control.caption}”")
        return replace(snapshot.node, steps=(*snapshot.node.steps, step))

    def _has_file(self, fetching: Fetching, snapshot: Snapshot) -> bool:
        """Whether nothing more is to be had of the query, its file having been fetched. Else its pages are read."""
        take_file(self.collection, snapshot, fetching)
        if fetching.taken or fetching.whole:
            return True
        self.fetching, self.seen = None, self._find(snapshot)
        if self.seen is None:
            ask_on_screen(self.collection)
            return True
        self._take(snapshot, self.seen)
        return False

    def _may_scroll(self) -> bool:
        """Whether more rows may come when the list is scrolled: nothing else turns it, and the page does not count them all."""
        told = self.collection.counted
        whole = len(told) == 1 and self.collection.told.rows >= min(told)
        return not whole and (self.turn is None or self.turn.control is None)

    def _miss(self, snapshot: Snapshot) -> None:
        """The list is not in sight: a period may have none."""
        if self.page:
            self.collection.lacks(NOT_TURNED.format(self.page + 1, "a lista não veio"))
        elif self.collection.told.name and says_nothing_there(snapshot.text):
            self.collection.note(NOTHING, self.collection.told.query)
        elif self.collection.told.name:
            self.collection.lacks(NO_LIST)
            if not (self.collection.summary.rows or self.collection.plan.waiting):
                self.collection.plan.fall_back()
        elif not self.collection.seek(snapshot):
            self.collection.lacks(NOT_THERE)

    def _number(self) -> int:
        """The number of the page in sight, as the pager has it."""
        return self.page if self._catches_up() else self.collection.number

    def _catches_up(self) -> bool:
        """Whether a page that was seen before is one of a visit that failed: a second one goes through it again."""
        return self.again and self.page <= len(self.collection.harvest.pages) and self._is_page_of_its_number()

    def _is_page_of_its_number(self) -> bool:
        return self.collection.harvest.pages[self.page - 1] == self._before

    def _spent(self, further: bool) -> str:
        if max(self.page, self.collection.summary.pages) >= self.bounds.pages:
            return PAGES_SPENT.format(self.page)
        late = time.monotonic() - self.collection.started > self.bounds.minutes * 60
        return TIME_SPENT.format(self.page) if late or not further else ""

    def _pressed(self, snapshot: Snapshot, turn: Turn) -> Node:
        control, view = turn.control, snapshot.frames[self.seen.frame if self.seen else 0]
        if control is None:
            step = Step("scroll", view.key, Target(""), words=SCROLL, box=self.seen.box if self.seen else None)
            return replace(snapshot.node, steps=(*self.collection.query.node.steps, step))
        label = control.caption
        target = Target(control.path, control.tag, control.label)
        step = Step("click", view.key, target, words=f"clique em “{label}”")
        return replace(snapshot.node, steps=(*snapshot.node.steps, step))

    def stuck(self, error: Exception) -> bool:
        """What turns the page could not be pressed, or led nowhere; a list that is scrolled has come to its end. Where a file was handed
        out it is gone on from the page."""
        if self.fetching is not None:
            self.fetching.handed(getattr(error, "file", None))
            return True
        if self.turn is not None and self.turn.control is None:
            return False
        reason = getattr(error, "reason", "") or type(error).__name__
        self.collection.lacks(NOT_TURNED.format(self.page + 1, reason))
        return False

    def _find(self, snapshot: Snapshot) -> SeenList | None:
        wrapper = self.collection.wrapper
        if self._found is None or self._found[0] is not snapshot or self._found[1] is not wrapper:
            frames = [view.data.html for view in snapshot.frames]
            before = self.seen if self.page else None
            self._found = snapshot, wrapper, find_list(frames, wrapper, [view.url for view in snapshot.frames], before)
        return self._found[2]


def unfolded(controls: Sequence[Pressable], seen: SeenList) -> list[Pressable]:
    """The controls of a page for one who reads a list that is folded away: the links that are folded with it are in sight."""
    return [
        structs.replace(one, hidden=False) if one.hidden and canonical_url(one.href) in seen.beside else one
        for one in controls
    ]
