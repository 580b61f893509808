"""Where a page leads: the moves of it that are proposed, and other tries at what brought nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scrapy import Request

from transparency.audit import Audit
from transparency.browser.handler import NO_WEB
from transparency.browser.snapshot import Snapshot
from transparency.items import Page
from transparency.judge.text import words
from transparency.judge.values import says_nothing_there
from transparency.known import trace_of
from transparency.matrix import Matrix
from transparency.portal_words import PortalWords
from transparency.shown import Shown, labels_of, shown_on
from transparency.walk.candidates import (
    CONTENT,
    ENTRIES,
    LIKE,
    PERIODS,
    Ground,
    Move,
    answers_of,
    bar_of,
    by_name,
    folders,
    further_views,
    in_a_month,
    leads_to_several,
    loose_fields,
    moves,
    next_attempt,
    openers,
    plain,
    says_only_when,
    spot,
    spots,
    volatile_parameters,
    without_tokens,
)
from transparency.walk.forms import QueryWords, field_kind, insists, longest_span, written_date
from transparency.walk.node import Node, canonical_url, host_of, is_web, pattern_of, promised
from transparency.walk.signposts import MENUS, Rating, Signposts, singular

SERIES = 8
"""So many siblings whose labels differ in numbers only are a group of their own."""
MONTH_OF_DAYS, YEAR_OF_DAYS = 31, 300
"""A query of a longest time is run for one month, if that time is no year."""
LACKING = 2
"""So many earlier years are asked for what one section of a page lacks."""
CARRIED = (
    "kind", "tier", "score", "criterion", "parent", "group", "once", "answers", "retries", "place", "region", "shape", "generic", "seeks",
    "promising", "about", "label", "called", "way", "words", "led", "component", "from_state", "within", "others", "shows", "town", "aside", "bare", "era",
)  # fmt: skip
"""What another try at a request keeps of the first one's meta."""
_FORM = re.compile(r"\|(form|select)\|")
_DIGITS = re.compile(r"\d+")


@dataclass
class Onward:
    """Proposes the moves of pages. ``request`` makes a request for a node, with its meta."""

    matrix: Matrix
    words: PortalWords
    signposts: Signposts
    today: dt.date
    request: Callable[..., Request]

    def asking(self, audit: Audit) -> QueryWords:
        """What is chosen in the forms of a municipality's portal."""
        return self.words.query_of(audit.municipality.name, audit.municipality.uf)

    def follow(
        self, audit: Audit, page: Page, snapshot: Snapshot, meta: dict[str, Any], known: bool
    ) -> Iterator[Request]:
        """The moves that lead on from a page. One that was seen before still owes the earlier years of its query."""
        node, asking = snapshot.node, self.asking(audit)
        shown = shown_on(page, snapshot, self.matrix, audit.wanted(), self.words.query)
        if shown.answers(set(meta.get("seeks", ()))):
            audit.series.answer(meta.get("once", ""), meta.get("answers", ""))
        ran = bool(node.steps) and node.steps[-1].op == "query"
        promise = Rating(meta["tier"], meta["score"], promised(meta))
        opens, again = self._asked(audit, page, snapshot, meta, shown) if ran else (False, None)
        unanswered = ran and not (known or shown.filled or shown.in_sight or page.problem) and meta["tier"] <= 1
        if opens:
            # The year of all that follows was chosen: another one is for what is still missing when the rest was seen.
            if other := next_attempt(node, snapshot.asked, self.today, asking):
                yield self.again(audit, other, meta, kind="query", choices=snapshot.choices, era=meta.get("era", 0) + 1)
        elif again is not None and not unanswered:
            yield self.again(audit, again, meta, kind="query", choices=snapshot.choices)
        if ran and again is None and not page.problem:
            component, wanted = meta.get("component", ""), audit.wanted()
            views = further_views(node, snapshot.asked, component, promise, self.signposts, asking, wanted)
            yield from self._propose(audit, node, views, page, meta)
        if not node.depth:
            audit.home = page.state
        elif page.state == audit.home and meta.get("by_click"):
            # Opened by itself the address leads back home: its place depends on the way (a wizard, a chosen town).
            yield self.again(audit, Node.from_dict(meta["by_click"]), meta)
            return
        audit.views[page.node] = _view_of(snapshot)
        menus, content = _offered_before(audit, page, node, meta, shown.filled)
        if opens and meta.get("era"):
            menus, content = frozenset(), frozenset()  # what was offered is of another year
        charted = bool(meta.get("shows"))
        # where a chart has no data its table may look the same; a year that changes nothing leads no further
        same = charted and not shown.filled and (meta.get("kind") != "query" or page.state != meta.get("from_state"))
        if known and not same and not (opens and meta.get("era")):  # the menus of another year may look the same
            audit.offered[page.node] = (menus, content)
            if meta.get("kind") == "row" and not meta.get("opener") and node.depth < audit.budget.depth:
                # The row was only selected: what opens it stands elsewhere.
                for view in snapshot.frames:
                    found = openers(view.key, view.data, node, self.signposts)
                    yield from self._propose(audit, node, found, page, meta, opener=True)
            return
        for view in snapshot.frames:
            if view.url.startswith("http"):
                audit.entries.setdefault(host_of(view.url), view.url)
        ground = self._ground(audit, page, snapshot, meta, shown, menus | content)
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        audit.learn_volatile(volatile_parameters(audit.links, frames))
        found = moves(frames, ground, self.signposts, asking, self.today, audit.wanted())
        if unanswered:
            panels = {c["path"] for view in snapshot.frames for c in view.data["candidates"] if c["panel"]}
            listed = None if says_nothing_there(snapshot.text) else answers_of(found, promise, again, panels)
            if listed is not None:
                found = listed
            elif again is not None:
                yield self.again(audit, again, meta, kind="query", choices=snapshot.choices)
        if meta.get("once") and any(m.kind in ("document", "row") and m.rating.tier <= 1 for m in found):
            audit.series.answer(meta["once"])  # the files of a year are of the others, too
        if leads_to_several(found):
            if ground.chosen:
                audit.choose_town()
            elif not any(move.town == "chosen" for move in found):
                audit.several = True
        if opens and meta.get("era"):
            found = [
                move for move in found if move.kind in ENTRIES
            ]  # its query asks for years, and they are asked for in turn
        if any(move.kind == "query" for move in found):
            every = (c for view in snapshot.frames for c in view.data["candidates"])
            audit.said[page.node] = frozenset(plain(c["label"] or c["title"]) for c in every)
        if node.depth >= audit.budget.depth:
            audit.too_deep(
                move.rating.criterion for move in found if move.rating.tier <= 1 and move.key not in audit.keys
            )
            return
        shown_menus, shown_content = _offered(found, frames, node)
        audit.offered[page.node] = (menus | shown_menus, content | shown_content)
        yield from self._propose(audit, node, found, page, meta)

    def _asked(
        self, audit: Audit, page: Page, snapshot: Snapshot, meta: dict[str, Any], shown: Shown
    ) -> tuple[bool, Node | None]:
        """Whether the query that was run opened a portal for a year; else the query that is to be run after it, if any."""
        if page.problem:
            return False, self._earlier(audit, snapshot, meta, shown)
        if self._opens(audit, page, snapshot, meta, shown):
            return True, None
        earlier = self._earlier(audit, snapshot, meta, shown)
        if shown.filled:
            return False, earlier
        return False, self._shorter(audit, snapshot) or earlier or self._insists(snapshot)

    def _shorter(self, audit: Audit, snapshot: Snapshot) -> Node | None:
        """The query that was run for one month, where its page says that it searches no longer time at once; and for one month
        of the year before, where it was."""
        asking, step = self.asking(audit), snapshot.node.steps[-1]
        days = longest_span(_said(snapshot), asking)
        for_month = any(written_date(text) for _, text in step.choices)
        if not for_month and (days is None or days >= YEAR_OF_DAYS):
            return None
        return in_a_month(snapshot.node, snapshot.asked, min(days or MONTH_OF_DAYS, MONTH_OF_DAYS), self.today, asking)

    def _insists(self, snapshot: Snapshot) -> Node | None:
        """The query that was run for a common name, where its page says that it will not search without one."""
        said = insists(_said(snapshot), self.words.query)
        return by_name(snapshot.node, snapshot.asked, self.words.query) if said else None

    def _opens(self, audit: Audit, page: Page, snapshot: Snapshot, meta: dict[str, Any], shown: Shown) -> bool:
        """Whether a query that was asked for nothing in particular, but for a year, has led to menus that were not there before:
        a portal that asks at its door for the year of all that is in it."""
        if promised(meta) or shown.promising or not self._asks_when(snapshot, meta):
            return False
        ground = self._ground(audit, page, snapshot, meta, shown, frozenset())
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        every = frozenset(self.signposts.criteria)
        found = moves(frames, ground, self.signposts, self.asking(audit), self.today, every)
        before = audit.said.get(meta.get("parent", ""), frozenset())
        return leads_to_several(m for m in found if m.kind in ENTRIES and plain(m.label) not in before)

    def _asks_when(self, snapshot: Snapshot, meta: Mapping[str, Any]) -> bool:
        """Whether the query that was run asks for a period."""
        return bool(meta.get("retries")) or any(field_kind(c, self.words.query) in PERIODS for c in snapshot.asked)

    def _earlier(self, audit: Audit, snapshot: Snapshot, meta: dict[str, Any], shown: Shown) -> Node | None:
        """The query that was run, for an earlier year, when it brought nothing or left a section of the page bare."""
        node = snapshot.node
        if not self._asks_when(snapshot, meta) or meta.get("answers"):  # the next year is that of a bar of links
            return None
        if shown.has_records and not (shown.lacks and node.steps[-1].attempt < LACKING):
            return None
        # without a button nothing happens where nothing is chosen
        idle = snapshot.choices == meta.get("choices") if snapshot.choices else not node.steps[-1].target.path
        return None if idle else next_attempt(node, snapshot.asked, self.today, self.asking(audit))

    def _ground(
        self, audit: Audit, page: Page, snapshot: Snapshot, meta: dict[str, Any], shown: Shown, offered: frozenset[str]
    ) -> Ground:
        """Where the moves of a page start, and what is known of it. ``offered``: what was there before, too."""
        node = snapshot.node
        telling = [t for t in node.labels if not self.signposts.is_generic(t) and not says_only_when(t)]
        return Ground(
            # An address alone does not tell the year that was chosen on the way.
            replace(node, url=snapshot.base, steps=()) if snapshot.base and not meta.get("era") else node,
            snapshot.url,
            shown.filled,
            shown.promising,
            sought=bool(node.steps)
            and node.steps[-1].op == "query"
            and not shown.filled
            and promised(meta) in audit.wanted(),
            listing=shown.listing,
            state=page.state,
            inherited=offered,
            astray=bool(telling) and not shown.promising and self.signposts.leads_astray(telling[-1]),
            origin=node if node.steps else None,
            entries=audit.entries,
            columns=labels_of(page, True),
            headings=labels_of(page, False),
            inner=meta.get("kind") == "row",
            charted=bool(meta.get("shows")),
            content=self._content(snapshot, meta),
            lacks=shown.lacks,
            # a year that waited for the rest is as near as what it is a year of
            remote=meta.get("tier", 0) >= 2 and bool(page.depth) and not self._is_wanted(telling, audit),
            opened=audit.several,
            chosen=bool(meta.get("town")),
            kinds=audit.kinds(shown.served or {promised(meta)}),
        )

    def _is_wanted(self, telling: Sequence[str], audit: Audit) -> bool:
        """Whether the last label of a way that says more than a year names something that is still wanted."""
        wanted = audit.wanted()
        rating = self.signposts.rate(telling[-1], "", (), "", "", wanted) if telling else None
        return rating is not None and rating.tier == 0 and rating.criterion in wanted

    @staticmethod
    def _content(snapshot: Snapshot, meta: dict[str, Any]) -> str:
        """What a view with an address of its own shows besides its menus, and what it was opened for."""
        if not snapshot.node.steps or canonical_url(snapshot.url) == canonical_url(snapshot.node.url):
            return ""
        seen = (f"{without_tokens(view.url)} {view.content}" for view in snapshot.frames)
        told = "\n".join((promised(meta), *seen))
        return hashlib.sha1(told.encode(), usedforsecurity=False).hexdigest()[:16]

    def _propose(
        self, audit: Audit, here: Node, found: list[Move], page: Page, meta: dict[str, Any], opener: bool = False
    ) -> Iterator[Request]:
        """The moves that were not proposed before. ``meta``: of the request that led to the page."""
        pattern = pattern_of(here)
        served = Counter(f.criterion for f in page.findings or [])
        subject = max(served, key=served.__getitem__) if served else ""
        series = Counter(_DIGITS.sub("#", move.label) for move in found)
        years = [(kind, node) for kind, node in meta.get("others", ()) if meta.get("kind") != "document"]
        on_known = audit.known is not None and (meta.get("known") or meta.get("kind") == "entry")
        way = [" ".join(words(label)) for label in here.labels]
        era = meta.get("era", 0)
        for place, move in enumerate(found):
            trace = trace_of(host_of(here.url), move.kind, move.identity, move.shape)
            audit.ways.offered.add(trace)
            key = f"{era}|{move.key}" if era else move.key
            if key in audit.keys or leads_round(move, here) or (era and move.rating.tier > 1):
                continue
            audit.keys.add(key)
            if era and move.by_click:
                move = replace(move, node=move.by_click)
            if not is_web(move.node.url):
                audit.failed(move.node, move.rating.criterion, "egress", NO_WEB)
                continue
            rating = move.rating
            request = self.request(
                audit,
                move.node,
                kind=move.kind,
                tier=rating.tier,
                score=rating.score,
                criterion=rating.criterion if rating.tier == 0 and not rating.several else "",
                parent=page.node,
                group=f"{page.node}|{move.kind}|{move.shape}|{told if series[told := _DIGITS.sub('#', move.label)] >= SERIES else ''}",
                once=f"{page.node}|{move.shape}" if move.once else "",
                answers=meta.get("once", "") if _is_asked_within(move) else "",
                component=move.identity if move.node.steps else "",
                within=move.within,
                shows=move.shows,
                bare=move.bare,
                aside=rating.tier == 3 and (rating.aside or bool(meta.get("aside"))),
                from_state=page.state,
                from_pattern=pattern,
                retries=move.retries,
                opener=opener,
                era=era,
                town=move.town == "chosen" or bool(meta.get("town")),
                seeks=list(move.seeks),
                by_click=move.by_click.to_dict() if move.by_click else None,
                familiar=bool(on_known and audit.known and trace in audit.known.offered),
                others=[
                    *((kind, node.to_dict()) for kind, node in move.others),
                    *(years if move.kind == "document" else ()),
                ],
                # What a strategy may learn from.
                place=place,
                region=move.region,
                shape=move.shape,
                generic=rating.generic,
                promising=bool(served),
                about=rating.criterion or subject or (meta.get("about", "") if rating.generic else ""),
                led=meta["tier"] if page.depth else "",
                label=" ".join(words(move.label)),
                called="" if era else _called(move, len(way)),
                way=way,
                words=[singular(word) for word in words(" ".join((move.label, *move.node.labels[-2:-1])))[:8]],
            )
            audit.asks_on(request)
            yield request

    def again(self, audit: Audit, node: Node, meta: dict[str, Any], **other: Any) -> Request:
        """Another try at what a request was for: by another year, or by another way."""
        attempt = node.steps[-1].attempt if node.steps else 0
        kept = carried(meta, attempt=attempt, **other)
        request = self.request(audit, node, **kept)
        if kept["kind"] == "document" or kept.get("afresh"):  # the same node, in another way
            request = request.replace(dont_filter=True)
            audit.readmit(meta)
        return request

    def another(self, audit: Audit, page: Page, meta: dict[str, Any], fruitful: bool = False) -> Iterator[Request]:
        """The next member of a series: another month after one that brought nothing, another record after one that
        leaves a field blank."""
        found = page.findings or []
        if meta["kind"] == "row":
            blank = {(finding.criterion, finding.item) for finding in found if not finding.has_data}
            # a second record that fills nothing in says that others will not, either
            wants = not blank.isdisjoint(audit.open_items()) and (not meta.get("again") or audit.proves(page))
        else:
            wants = not fruitful and not any(finding.has_data for finding in found)
        if wants and meta.get("others"):
            (kind, node), *others = meta["others"]
            yield self.request(audit, Node.from_dict(node), **carried(meta, kind=kind, others=others))


def _offered_before(
    audit: Audit, page: Page, node: Node, meta: dict[str, Any], filled: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """What the page that led here offered in its menus, and of its content what this page may be taken to repeat."""
    menus, content = audit.offered.get(meta.get("parent", ""), (frozenset(), frozenset()))
    if meta.get("within"):
        content = frozenset(identity for identity in content if not _FORM.search(identity))
    elif meta.get("kind") == "query" and not node.steps and not filled:
        content = frozenset()  # a link to another year: its query was not run
    elif audit.opened_menu(page.node, meta):
        pass  # the same view
    elif meta.get("kind") in CONTENT:
        content = frozenset(identity for identity in content if not identity.startswith((spot(""), LIKE)))
    else:
        content = frozenset()  # another view: rows and forms may look the same and be others
    return menus, content


def _offered(found: Sequence[Move], frames: Sequence[Any], node: Node) -> tuple[frozenset[str], frozenset[str]]:
    """What a page offers in its menus, and of its content: the pages that it leads to are taken to repeat it."""
    entries = {move.identity for move in found if move.identity and move.kind not in CONTENT}
    bars = {bar_of(move) for move in found if move.once and not move.node.steps}
    content = {move.identity for move in found if move.identity and move.kind in CONTENT}
    alike = {move.likeness for move in found if move.likeness}
    return (
        frozenset(entries | bars | folders(frames, menu=not node.depth)),
        frozenset(content | alike | spots(frames) | loose_fields(frames)),
    )


def leads_round(move: Move, here: Node) -> bool:
    """Whether a record is opened that was opened on the way: a bid shows its winner, the winner shows the bid. Told by what
    the record says; "Detalhes" may open the parts of what "Detalhes" has opened."""
    return move.kind == "row" and len(move.label) > 15 and move.node.words[-1] in here.words


def _is_asked_within(move: Move) -> bool:
    """Whether a move asks for something of the page that it stands on, and for no other year: of a year's page a month."""
    return move.kind in ("query", "choice") and not (move.once and says_only_when(move.label))


def _said(snapshot: Snapshot) -> str:
    """What a page says, in windows of the browser, too."""
    return " ".join((snapshot.text, *snapshot.dialogs))


def _view_of(snapshot: Snapshot) -> tuple[str, int]:
    """What a page shows besides its menus, and how many of their entries are in sight."""
    entries = [c for view in snapshot.frames for c in view.data["candidates"] if c["region"] in MENUS]
    shown = "\n".join(view.content for view in snapshot.frames)
    return hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest(), sum(not c["hidden"] for c in entries)


def _called(move: Move, before: int) -> str:
    """The words of a move, for one that fits anything those over it ("Acessar" under "Licitações"). ``before``: labels of the
    way to its page."""
    told = move.node.labels[before:]
    return " ".join(words(told[0] if len(told) > 1 else "" if move.rating.generic else move.label))


def carried(meta: dict[str, Any], **other: Any) -> dict[str, Any]:
    """The meta of another try at a request."""
    return {**{name: meta[name] for name in CARRIED if name in meta}, "again": True, **other}
