"""The tour of one town: which places are still to be visited, in which order, and what it comes to. It asks for what brings most
points first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from transparency.aspects.controls import CONTROLS, is_control
from transparency.aspects.judge import judge_alone, judge_available, needs_years
from transparency.aspects.marks import mark_of
from transparency.aspects.seen import Gathered, Side, Sight, Status, Unread
from transparency.crawl.candidates import Ground, reached_by
from transparency.crawl.phrases import phrase
from transparency.matrix.cycle import Aspect, Requirement
from transparency.model import Pressable
from transparency.national.leads import Lead
from transparency.national.notes import Notes, Stop, What
from transparency.node import FrameKey, Node, at_address, canonical_url

PLACES = 3
"""So many places are visited at most for one requirement, and as many that are called so generally that they may hold anything …"""
GENERAL = 2
"""… which a label is that names so many requirements."""
QUESTIONS = 8
"""So many leads that the answer to one requirement names are followed at most."""
FILES = 3
"""So many files are opened at most for one requirement."""
RECORDS = 3
"""So many records are opened at most for one requirement."""
MENUS = 12
"""So many menus and tiles that name nothing are opened at most to see where they lead."""
ENTRY = 60
"""Characters of the longest label of an entry of a menu: more is a headline."""
PRESSES = 3
"""So many controls for one thing are pressed at most on a home page; one of them may set back what was not changed."""
DEEPEST = 5
"""Steps from the entry."""
_YEAR = re.compile(r"\b20\d\d\b")


@dataclass
class Tour(Notes):
    """The tour of one town. ``bound``: pages that are visited at most; files are bounded for each requirement."""

    bound: int = 140
    tried: Counter[str] = field(default_factory=Counter)
    """Requirement → visits to places for it …"""
    tried_generally: Counter[str] = field(default_factory=Counter)
    """… and to such as are called generally: what they take up leaves its own place to be visited."""
    opened: Counter[str] = field(default_factory=Counter)
    """Requirement → files that were opened for it."""
    detailed: Counter[str] = field(default_factory=Counter)
    """Requirement → records that were opened for it."""
    waiting: list[Stop] = field(default_factory=list)
    """What a page has asked for: another year of its list, its export."""
    answered: dict[str, str] = field(default_factory=dict)
    """Requirement whose content is there, so that no other place is needed → key of the page that proves it."""
    followed: set[tuple[Side, str]] = field(default_factory=set)
    """Sides and labels of the places that were visited: one that is called alike is the same by another way."""
    cited: list[Stop] = field(default_factory=list)
    """What answers cite as not opened."""
    cited_at: int = 0
    """Pages and files that were known when they were last looked for."""
    questions: Counter[str] = field(default_factory=Counter)
    """Requirement → leads that were followed since its answer has named them."""
    menus: int = 0
    spent: bool = False
    """There was more to visit than could be."""
    cut: bool = False
    """It was cut off: nothing more is visited."""

    def entries(self) -> list[Stop]:
        """The site and the portal, to begin with."""
        found: list[Stop] = []
        if self.site_url:
            found.append(self._entry(at_address(self.site_url), "site"))
        if canonical_url(self.portal_url) != canonical_url(self.site_url):
            found.append(self._entry(self.door or at_address(self.portal_url), "portal"))
        return found

    def _entry(self, node: Node, side: Side) -> Stop:
        stop = Stop(node, "entry", side)
        self.stops[stop.key] = stop
        return stop

    def cut_off(self) -> None:
        """End the tour before its end: nobody knows what else there would have been."""
        self.spent = self.cut = True

    def next_stops(self, most: int) -> list[Stop]:
        """What is visited next: what pages have asked for, then the places that bring most, then menus. Nothing: it is over."""
        self._weigh()
        found: list[Stop] = []
        while len(found) < most:
            stop = self._waiting() or self._best_place() or self._proof() or self._record() or self._best_file()
            stop = stop or self._cited() or self._menu()
            self.spent = self.spent or (stop is not None and self._visits() >= self.bound)
            if stop is None or self.spent:
                return found or self._controls()
            self._begin(stop)
            found.append(stop)
        return found

    def _controls(self) -> list[Stop]:
        """The next control of each home page and feature, until one has changed how the page looks. They come last, since a portal may
        keep the colours for the pages that follow."""
        found: list[Stop] = []
        asked = [feature for feature in CONTROLS if any(one.feature == feature for one in self.cycle.requirements)]
        for home, feature in product(self.homes(), asked):
            tried = [one for one in self.controls if (one.of, one.feature) == (home.key, feature)]
            if (
                home.problem
                or home.key not in self.stops
                or not home.views
                or len(tried) >= PRESSES
                or any(one.changed for one in tried)
            ):
                continue
            stops = (
                self._control(home, one, feature) for one in home.views[0].candidates if self._changes(one, feature)
            )
            stop = next((one for one in stops if one.key not in self.stops), None)
            if stop is not None:
                self._begin(stop)
                found.append(stop)
        return found

    def _changes(self, one: Pressable, feature: str) -> bool:
        """Whether a component is called as a control for this, and can be pressed."""
        return not (one.hidden or one.disabled) and is_control(mark_of(one), feature, self.words)

    def _control(self, home: Sight, one: Pressable, feature: str) -> Stop:
        frame = FrameKey(0, "", canonical_url(home.addresses[0]))
        node = reached_by(one, frame, Ground(self.stops[home.key].node, home.url))
        return Stop(node, "control", home.side, (feature,), one.caption, home.key)

    def _visits(self) -> int:
        return sum(stop.what not in ("file", "export") for stop in self.stops.values())

    def _begin(self, stop: Stop) -> None:
        """A stop is visited now: it counts for what it is visited for."""
        self.stops[stop.key] = stop
        if stop.what == "place":
            self._tried(self.leads.get(stop.key)).update(stop.requirements)
            self.followed.add(stop.called)
        elif stop.what == "file":
            self.opened.update(stop.requirements)
        elif stop.what == "record":
            self.detailed.update(stop.requirements)
        elif stop.what == "menu":
            self.menus += 1
            self.followed.add(stop.called)

    def _tried(self, lead: Lead | None) -> Counter[str]:
        """The visits among which one to a lead counts."""
        return self.tried_generally if lead is not None and len(lead.promised) >= GENERAL else self.tried

    def _weigh(self) -> None:
        """Which of the requirements that something was seen of need no other place."""
        for key in sorted(self.touched):
            requirement = self.cycle.by_id[key]
            answer = judge_available(requirement, self.gathered(requirement), self.today, self.words)
            if answer.status == "met":
                self.answered[key] = answer.sight
        self.touched.clear()

    def _waiting(self) -> Stop | None:
        while self.waiting:
            stop = self.waiting.pop(0)
            if stop.key not in self.stops and (stop.what != "export" or self._needs_export(stop)):
                return stop
        return None

    def _needs_export(self, stop: Stop) -> bool:
        """Whether no other export has brought what an answer needs."""
        asked = [self.cycle.by_id[key] for key in stop.requirements]
        return any(one.export and self.status(one, "export") != "met" for one in asked)

    def _proof(self) -> Stop | None:
        """The page that proves that the content is there, where only the walk has seen it and the other aspects are still to be
        tried."""
        for key, at in self.answered.items():
            if at in self.nodes and at not in self.stops and self._is_open(self.cycle.by_id[key]):
                sight = self.sights[at]
                return Stop(
                    self.nodes[at], "place", sight.side, tuple(self._of_page(sight)), (sight.labels or ("",))[-1]
                )
        return None

    def _is_open(self, requirement: Requirement) -> bool:
        """Whether an aspect of a list or of documents is not met yet."""
        if requirement.kind not in ("records", "documents"):
            return False
        tried: tuple[Aspect, ...] = ("history", "export", "filter")
        return any(one in requirement.aspects and self.status(requirement, one) != "met" for one in tried)

    def _cited(self) -> Stop | None:
        """What the answer to the most valuable requirement names as not opened: a document, a page."""
        seen = len(self.sights) + len(self.files)
        if not self.cited and seen != self.cited_at:
            self.cited, self.cited_at = [*self._questions()], seen
        while self.cited:
            stop = self.cited.pop(0)
            if stop.key not in self.stops:
                return stop
        return None

    def _questions(self) -> Iterator[Stop]:
        """The leads that undecided answers name, those of what is worth most first."""
        left = [one for one in self.leads.values() if one.key not in self.stops and one.node.depth <= DEEPEST]
        by_address = {canonical_url(lead.node.url): lead for lead in left if not lead.node.steps}
        by_label = {lead.called: lead for lead in sorted(left, key=lambda one: max(one.named.values(), default=0.0))}
        for requirement in sorted(self.cycle.requirements, key=lambda one: -self._points(one.id)):
            if requirement.id in self.answered or self.questions[requirement.id] >= QUESTIONS:
                continue
            answer = judge_available(requirement, self.gathered(requirement), self.today, self.words)
            side = self.sights[answer.sight].side if answer.sight in self.sights else "portal"
            lead = by_label.get((side, phrase(answer.label))) or by_address.get(canonical_url(answer.url))
            if answer.status == "undecided" and lead is not None:
                self.questions[requirement.id] += 1
                yield self._stop(lead, "file" if lead.file else "place", (requirement.id,))

    def _record(self) -> Stop | None:
        """The first record of a list that does not show all that is asked for by itself."""
        for key, nodes in self.records.items():
            sight = self.sights[key]
            wanted = tuple(one for one in self._of_page(sight) if self._wants_record(one))
            node = next((one for one in nodes if one.fingerprint() not in self.stops), None)
            if wanted and node is not None:
                return Stop(node, "record", sight.side, wanted, node.labels[-1], key)
        return None

    def _best_place(self) -> Stop | None:
        """The lead that names what is worth most and was least visited."""
        best: tuple[float, Stop] | None = None
        for key, lead in self.leads.items():
            if (
                key in self.stops
                or lead.file
                or lead.hidden
                or lead.node.depth > DEEPEST
                or lead.called in self.followed
            ):
                continue
            wanted = [one for one, value in lead.promised.items() if self._wants(one, value, lead)]
            worth = sum(self._points(one) * lead.named[one] ** 2 / (1 + self._seen(one)) ** 2 for one in wanted)
            if wanted and (best is None or worth > best[0]):
                best = worth, self._stop(lead, "place", tuple(wanted))
        return best[1] if best else None

    def _best_file(self) -> Stop | None:
        """A file that is named as what a requirement asks for, the newest first."""
        best: tuple[tuple[float, str], Stop] | None = None
        for key, lead in self.leads.items():
            if key in self.stops or not lead.file:
                continue
            wanted = [one for one in lead.promised if self.opened[one] < FILES and self._takes_files(one)]
            if not wanted:
                continue
            newest = max(_YEAR.findall(lead.label), default="")
            worth = max(self._points(one) * lead.named[one] / (1 + self.opened[one]) ** 2 for one in wanted), newest
            if best is None or worth > best[0]:
                best = worth, self._stop(lead, "file", tuple(wanted))
        return best[1] if best else None

    def _menu(self) -> Stop | None:
        """A menu or tile that names nothing, while something is wanted that nothing names."""
        if self.menus >= MENUS or all(self._seen(one.id) for one in self.cycle.requirements if _has_place(one)):
            return None
        lead = min(self._unopened(), key=lambda one: (not one.portal, not one.folder, one.node.depth), default=None)
        return self._stop(lead, "menu", ()) if lead else None

    def _unopened(self) -> Iterator[Lead]:
        """The menus and tiles that name nothing and were not opened, by whatever way. A headline is none."""
        for key, lead in self.leads.items():
            known = key in self.stops or lead.file or lead.row or lead.hidden or lead.promised
            if known or lead.called in self.followed or lead.node.depth > DEEPEST:
                continue
            short = lead.menu and len(lead.label) <= ENTRY
            if (short or lead.portal) and self._is_inside(lead):
                yield lead

    def _menus_read(self) -> bool:
        """Whether site and portal answered, and all that their menus only show once it is pressed was read."""
        homes = {sight.side: sight for sight in self.homes()}
        asked = {side for side, url in (("site", self.site_url), ("portal", self.portal_url)) if url}
        if self._is_one_site():
            asked.discard("portal")
        if any(side not in homes or homes[side].problem for side in asked):
            return False
        shown = {lead.called for lead in self.leads.values() if not lead.hidden} | self.followed
        folded = (lead for lead in self.leads.values() if lead.hidden)
        return not any(lead.folder for lead in self._unopened()) and all(lead.called in shown for lead in folded)

    @staticmethod
    def _stop(lead: Lead, what: What, requirements: tuple[str, ...]) -> Stop:
        return Stop(lead.node, what, lead.side, requirements, lead.label, lead.of)

    def _points(self, key: str) -> float:
        requirement = self.cycle.by_id[key]
        return self.cycle.ranks[requirement.rank] * self.cycle.dimensions[requirement.dimension - 1].weight

    def _wants(self, key: str, value: float, lead: Lead) -> bool:
        """Whether a requirement wants a place that is named so fully: what a page proves that is named less stands there by the way."""
        proved = self.places[key].get(self.answered[key], 1.0) if key in self.answered else 0.0
        return _has_place(self.cycle.by_id[key]) and self._tried(lead)[key] < PLACES and value > proved

    def _wants_record(self, key: str) -> bool:
        most = {"records": 1, "documents": RECORDS}  # records all have the same fields
        return key not in self.answered and self.detailed[key] < most.get(self.cycle.by_id[key].kind, 0)

    def _seen(self, key: str) -> int:
        return len(self.places.get(key, ())) + self.tried[key] + self.tried_generally[key]

    def _takes_files(self, key: str) -> bool:
        return self.cycle.by_id[key].kind in ("documents", "text", "records") and key not in self.answered

    def status(self, requirement: Requirement, aspect: Aspect) -> Status:
        """What an aspect comes to by now, if the content is there."""
        return judge_alone(requirement, self.gathered(requirement), self.today, self.words, aspect).status

    def needs_years(self, requirement: Requirement, key: str) -> bool:
        """Whether an answer still needs other years of a page."""
        return needs_years(requirement, self.gathered(requirement), self.today, self.words, key)

    def gathered(self, requirement: Requirement) -> Gathered:
        """All that was seen of one requirement."""
        ranked = sorted(self.places.get(requirement.id, {}).items(), key=lambda one: -one[1])
        places = [self.sights[key] for key, _ in ranked]
        keys = {sight.key for sight in places}
        entries = {sight.side: sight for sight in self.homes()}
        searched = {sight.key for sight in entries.values()}
        return Gathered(
            places=places,
            site=entries.get("site"),
            portal=entries.get("portal") or (entries.get("site") if self._is_one_site() else None),
            around=[sight for key, sight in self.sights.items() if key not in keys],
            files=[one for one in self.files if one.of in keys or requirement.id in self.names.of(one.label)],
            exports=[one for one in self.exports if one.of in keys],
            filters=[one for one in self.filters if one.of in keys or one.of in searched],
            years=[one for one in self.years if one.of in keys],
            controls=self.controls,
            unread=[*self._unread(requirement.id)],
            finished=not self.spent,
            menus_read=self._menus_read(),
        )

    def _was_visited(self, key: str, lead: Lead) -> bool:
        """Whether a lead, or one that is called alike, was visited, or would never be."""
        known = key in self.stops or key in self.sights or lead.called in self.followed
        return known or lead.hidden or lead.node.depth > DEEPEST

    def _unread(self, key: str) -> Iterator[Unread]:
        """What promised a requirement and gave no answer, and what was not visited though more places might have been."""
        for place, lead in self.leads.items():
            if key not in lead.promised or (lead.file and self.opened[key] >= FILES):
                continue
            reason = self.failed.get(place, "")
            owed = _has_place(self.cycle.by_id[key]) and self._tried(lead)[key] < PLACES
            if not reason and owed and not lead.file and not self._was_visited(place, lead):
                reason = "não foi visitado: o limite de páginas"
            if reason:
                yield Unread(" › ".join(lead.node.words), lead.node.url, reason)


def _has_place(requirement: Requirement) -> bool:
    """Whether a requirement is answered by a place of its own, and not by what any page shows."""
    return requirement.kind != "feature"
