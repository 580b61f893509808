"""The ledger of an audit: what is asked for, what proves it, and what every place that promised it has answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field, replace

from transparency.classify.absence import ANSWERS, NAMED, READ, Ending, Fault, Place, Searched, ranks_before
from transparency.classify.unread import Said, said_by
from transparency.classify.unripe import parts_of
from transparency.classify.verdict import Sight, decide, state_of
from transparency.crawl.endings import COUNTED
from transparency.crawl.request import Candidate
from transparency.items import Finding, Page, Unread, Verdict
from transparency.matrix import Criterion, Item, Matrix
from transparency.node import Node, site_of
from transparency.portals.catalogue import Municipality
from transparency.privacy.cleaning import clean, clean_address
from transparency.privacy.sinks import readable
from transparency.text import normalize

Key = tuple[str, str]
"""Criterion and item."""
BETTER = 0.05
"""A finding replaces the proof of an item when its score is higher by more than this."""
NEVER_HARMLESS = ("template", "answer", "truncated", "try")
"""Beginnings of the keys of faults that are of the one page alone."""
REQUESTS = ("xhr", "fetch", "script", "frame", "socket", "eventsource")
"""Kinds of requests, with which the keys of their faults begin."""
KEPT = 40
"""So many places of a criterion are kept at most; those that promise most come first."""


@dataclass
class Proof:
    """The best finding for an item so far, and the page it was seen on."""

    finding: Finding
    page: Page


@dataclass
class Ledger:
    """What one municipality is asked for, and what its portal has answered."""

    municipality: Municipality
    matrix: Matrix
    essential_only: bool
    proofs: dict[Key, Proof] = field(default_factory=dict)
    empty: dict[Key, Finding] = field(default_factory=dict)
    """Items whose label stands over no data."""
    parts: dict[Key, dict[str, str]] = field(default_factory=dict)
    """Item → what records call the part of them in which it would stand → the way to one where nothing is there; "" where one was
    seen where something is."""
    unripe_on: dict[str, set[Key]] = field(default_factory=dict)
    """Node of a page → the items of which it was the first to show that a part of its record is without anything."""
    unread: dict[str, dict[str, Unread]] = field(default_factory=dict)
    """Criterion → label → a column of its pages that nothing is known of."""
    shared: dict[Said, frozenset[str]] = field(default_factory=dict)
    """What a column says → the criteria that all pages which say it are about; none for what the portal says on all pages."""
    seen_criteria: Counter[str] = field(default_factory=Counter)
    """Criterion → pages with a record set of it that holds data."""
    pages_of: Counter[str] = field(default_factory=Counter)
    """Criterion → pages with a record set of it, with data or without."""
    places: dict[str, dict[str, Place]] = field(default_factory=dict)
    """Criterion → question (``Candidate.question``, or the node of a page found by chance) → the place."""
    endings: dict[str, Ending] = field(default_factory=dict)
    """Question, or node of a page that was seen → how it ended: another way to the same ends likewise."""
    ways: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Node of a page that was seen → the question that it answered, and the node of the page before it."""
    behind: dict[str, frozenset[str]] = field(default_factory=dict)
    """Node of a page that was seen → the questions of what it offered first."""
    again: dict[str, set[str]] = field(default_factory=dict)
    """Node of a page that was seen → the questions of what it offered after others."""
    twins: dict[str, str] = field(default_factory=dict)
    """Node of a page that was seen → the node where the same was seen before."""
    files: set[str] = field(default_factory=set)
    """Nodes of the files that were read."""
    same: dict[str, set[str]] = field(default_factory=dict)
    """Node that is visited for one question → further questions that it answers."""
    withdrawn: set[str] = field(default_factory=set)
    """Questions that need no answer of their own."""
    faults_beside_data: dict[str, set[str]] = field(default_factory=dict)
    """Key of a fault → nodes of the pages that show data all the same."""
    entry_silence: str = ""
    """Why the entry shows nothing, by what stands there (Portuguese)."""
    entry_faults: tuple[Fault, ...] = ()
    """What failed on the entry page: its menus may lack something."""
    cut_short: set[str] = field(default_factory=set)
    """Criteria with places that the budget left unvisited."""
    problems: list[dict[str, str]] = field(default_factory=list)
    unrelated_requests: set[str] = field(default_factory=set)
    """Requests that were held back, in words, and that the data of a page do not depend on."""
    entry_problem: str = ""
    """Why the portal as a whole could not be seen (Portuguese)."""

    stored: dict[str, str] = field(default_factory=dict)
    """Node of a page → where it is stored with the audit."""
    like: dict[str, str] = field(default_factory=dict)
    """Node of a page → node of one that looks the same, and was to be pictured."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Node of a page → where its small picture is stored."""

    # ---- what is asked for ---------------------------------------------------------------------------------------

    def items(self) -> list[tuple[Criterion, Item]]:
        """The items of the matrix that are asked for, each with its criterion."""
        return [(self.matrix.criterion(item.criterion), item) for item in self.matrix.items(self.essential_only)]

    def open_items(self) -> set[Key]:
        """(criterion, item) of what is not proved yet."""
        return {(c.id, i.key) for c, i in self.items()} - {
            key for key, proof in self.proofs.items() if proof.finding.has_data
        }

    def wanted(self) -> frozenset[str]:
        """Criteria with open items."""
        return frozenset(criterion for criterion, _ in self.open_items())

    def half_proved(self) -> frozenset[str]:
        """Criteria of which more than half of the items are proved."""
        still = Counter(criterion for criterion, _ in self.open_items())
        every = Counter(criterion.id for criterion, _ in self.items())
        return frozenset(criterion for criterion, items in every.items() if 2 * still[criterion] < items)

    def unseen(self) -> frozenset[str]:
        """Wanted criteria that no page has shown data of."""
        return self.wanted() - set(self.seen_criteria)

    def unpromised(self) -> frozenset[str]:
        """Wanted criteria that no place has named so far."""
        named = {name for name, of in self.places.items() if any(place.promise >= NAMED for place in of.values())}
        return self.wanted() - named

    def kinds(self, criteria: Collection[str]) -> tuple[tuple[str, ...], ...]:
        """For each open item of some criteria that only some records have, the words that tell those records."""
        kinds = ((c.id, i) for c, i in self.items() if i.kinds and c.id in criteria)
        still = self.open_items()
        return tuple(tuple(map(normalize, item.kinds)) for name, item in kinds if (name, item.key) in still)

    # ---- what is proved ------------------------------------------------------------------------------------------

    def improves(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that would prove an item, or prove it better."""
        asked = {(c.id, i.key) for c, i in self.items()}
        return [f for f in findings if (f.criterion, f.item) in asked and f.has_data and self._is_better(f)]

    def _is_better(self, finding: Finding) -> bool:
        known = self.proofs.get((finding.criterion, finding.item))
        return known is None or finding.score > known.finding.score + BETTER

    def prove(self, page: Page, findings: Iterable[Finding]) -> int:
        """Take in what a page shows; how many items it proves for the first time."""
        findings = list(findings)
        new = 0
        for finding in self.improves(findings):
            if self._is_better(finding):  # than another column of this very page, too
                new += (finding.criterion, finding.item) not in self.proofs
                self.proofs[finding.criterion, finding.item] = Proof(finding, page)
        for finding in findings:
            if not finding.has_data:
                self.empty.setdefault((finding.criterion, finding.item), finding)
        self._take_parts(page)
        for one in page.unread:
            self.unread.setdefault(one.criterion, {}).setdefault(normalize(one.column.label), one)
        shown = {f.criterion for f in findings if f.has_data}
        about = shown.union(one.criterion for one in page.unread)
        for said in (said_by(column) for f in page.frames for s in f.record_sets for column in s.columns):
            self.shared[said] = self.shared.get(said, frozenset(about)) & about
        self.seen_criteria.update(shown)
        self.pages_of.update({f.criterion for f in findings})
        return new

    def _take_parts(self, page: Page) -> None:
        """Which parts of a record that a page shows are still without what would hold an open item."""
        still = self.open_items()
        portal = self.municipality.portal_url
        where = f"{clean(' › '.join(page.steps), portal)} ({clean_address(page.final_url, portal)})"
        for part in parts_of(page, self.matrix):
            if (part.criterion, part.item) in still:
                of = self.parts.setdefault((part.criterion, part.item), {})
                label = self.readable(part.label)
                if not part.filled and label not in of:
                    self.unripe_on.setdefault(page.node, set()).add((part.criterion, part.item))
                of[label] = "" if part.filled else of.get(label, where)

    def unripe(self, key: Key) -> tuple[str, str] | None:
        """What records call a part in which an item would stand, and the way to one where nothing is there yet; None where no record
        has such a part, or one was seen where something is."""
        return next(((label, where) for label, where in self.parts.get(key, {}).items() if where), None)

    def shows_unripe(self, node: str) -> bool:
        """Whether a page was the first to show a part of a record without what would hold an open item, and every record is so."""
        return any(self.unripe(key) for key in self.unripe_on.get(node, set()) & self.open_items())

    def awaits_riper(self, criterion: str) -> bool:
        """Whether no record of a criterion was seen that has run its course."""
        return any(self.unripe(key) for key in self.open_items() if key[0] == criterion)

    def proves(self, page: Page) -> bool:
        """Whether a page is the proof of any item."""
        return any(proof.page is page for proof in self.proofs.values())

    def forget(self) -> None:
        """Forget what was seen of all towns of a portal together: the pages of the one that is audited were found. What waits
        may be of that one."""
        for held in (
            self.proofs,
            self.empty,
            self.parts,
            self.unripe_on,
            self.unread,
            self.shared,
            self.seen_criteria,
            self.pages_of,
            self.endings,
            self.withdrawn,
        ):
            held.clear()
        for of in self.places.values():
            for question in [question for question, place in of.items() if place.outcome != "untried"]:
                del of[question]
        for problem in self.problems:
            problem.pop("way", None)

    def clear(self) -> None:
        """Give back what only the walk needs."""
        for held in (
            self.places,
            self.endings,
            self.ways,
            self.behind,
            self.again,
            self.same,
            self.unripe_on,
            self.withdrawn,
            self.faults_beside_data,
            self.stored,
            self.like,
            self.pictures,
        ):
            held.clear()

    # ---- what the places answered --------------------------------------------------------------------------------

    def promise(self, candidate: Candidate, others: Collection[str] = ()) -> set[str]:
        """A candidate promises criteria: its place is to answer for each. ``others``: criteria that other labels of the same
        address name. Gives the criteria that it promises."""
        rating, recommended = candidate.move.rating, candidate.tier <= 1
        inner = recommended and candidate.kind in ("query", "row") and candidate.promising
        own = {*rating.named, *filter(None, (candidate.promised,))} if recommended else set()
        promised = own.union(others)
        promise = rating.score if candidate.tier == 0 else min(rating.score, NAMED - 0.05)
        for criterion in promised if candidate.question not in self.withdrawn else ():
            place = self._place(criterion, candidate)
            if promise >= place.promise:
                place.label, place.promise = self._label(candidate), round(promise, 3)
            place.shared, place.within = place.shared or len(own) > 1, place.within or inner
        return promised

    def expects(self, candidate: Candidate) -> None:
        """A part of a record of a criterion shows something that was not understood: an item may stand there."""
        self._place(candidate.promised, candidate).within = True

    def _place(self, criterion: str, candidate: Candidate) -> Place:
        of = self.places.setdefault(criterion, {})
        if candidate.question not in of:
            of[candidate.question] = Place(self._where(candidate.node), self._label(candidate))
            if ending := self.endings.get(candidate.question):
                self._end(criterion, of[candidate.question], ending)
        return of[candidate.question]

    def _label(self, candidate: Candidate) -> str:
        """What is written on what leads to a candidate."""
        return self.readable(candidate.move.label or candidate.name)

    def answer(self, candidate: Candidate, ending: Ending, page: Page | None = None, question: str = "") -> None:
        """The place of a candidate has ended, for every criterion that it promised. ``page``: what was seen there; ``question``:
        what its address stands for by now."""
        node = candidate.node.fingerprint()
        ending = ending if ending.node else replace(ending, node=page.node if page else node)
        questions = {candidate.question, question, *self.same.get(node, ())} - {""}
        for key in (*questions, node):
            before = self.endings.get(key)
            if before is None or ranks_before(ending.outcome, before.outcome):
                self.endings[key] = ending
        for criterion, of in self.places.items():
            for question in questions:
                if question in of:
                    self._end(criterion, of[question], ending)
        if page is not None:
            self.ways[page.node] = (candidate.question, candidate.parent)
            self.files.update({page.node} if candidate.kind == "document" else ())
            self._saw(candidate, page, ending)

    def _saw(self, candidate: Candidate, page: Page, ending: Ending) -> None:
        """A page was read. What it shows records of is found there, whatever had promised it; the pages on the way to an answer
        lead on; and what failed on a page with records does no harm."""
        found = {finding.criterion for finding in page.findings or () if finding.has_data}
        if ending.outcome == "records":
            for key, _ in ending.faults:
                self.faults_beside_data.setdefault(key, set()).add(page.node)
            portal = self.municipality.portal_url
            where = f"{clean(' › '.join(page.steps), portal)} ({clean_address(page.final_url, portal)})"
            for criterion in found:
                if candidate.question not in self.places.get(criterion, {}):
                    self.places.setdefault(criterion, {}).setdefault(page.node, Place(where)).take(ending)
        answered = (
            found if ending.outcome == "records" else {candidate.promised} if ending.outcome in ANSWERS else set()
        )
        node = candidate.parent
        for _ in range(candidate.node.depth + 1):
            question, node = self.ways.get(node, ("", ""))
            for criterion in answered:
                place = self.places.get(criterion, {}).get(question)
                if place is None:
                    continue
                if place.outcome in ("no_answer", "inert"):
                    place.outcome = "leads_on"
                if ending.outcome == "records":  # what it counts is shown here: a file, a step further
                    place.faults = tuple(fault for fault in place.faults if fault != COUNTED)

    @staticmethod
    def _end(criterion: str, place: Place, ending: Ending) -> None:
        leads = criterion in ending.leads or (place.shared and bool(ending.leads))
        if ending.outcome == "no_answer" and leads:
            ending = replace(ending, outcome="leads_on")
        if ending.outcome == "records" and criterion not in ending.shows:
            ending = replace(ending, outcome="other")
        place.take(ending)

    def join(self, candidate: Candidate) -> None:
        """A candidate leads to a node that another one leads to: the visit of that one answers for both."""
        node = candidate.node.fingerprint()
        self.same.setdefault(node, set()).add(candidate.question)
        if ending := self.endings.get(node):
            self.answer(candidate, ending)

    def cut_off(self, candidate: Candidate, reason: str) -> None:
        """The page of a candidate may have come only in part."""
        for of in self.places.values():
            if candidate.question in of:
                of[candidate.question].faults += (("truncated", reason),)

    def is_place(self, candidate: Candidate) -> bool:
        """Whether a candidate is the entry, or a place that promised a criterion: somewhere that people want to see was looked at."""
        return not candidate.node.depth or any(candidate.question in of for of in self.places.values())

    def awaits(self, question: str) -> bool:
        """Whether a place is still to answer for a criterion that is wanted."""
        wanted = self.wanted()
        return any(
            place.outcome == "untried" for c, of in self.places.items() if c in wanted and (place := of.get(question))
        )

    def withdraw(self, candidate: Candidate, same: str = "") -> None:
        """A candidate needs no visit: another one leads to the same, whose question is ``same`` if that is known."""
        ending, rating = self.endings.get(same), candidate.move.rating
        for criterion in {candidate.promised, *rating.named, *candidate.move.also}:
            of = self.places.get(criterion, {})
            place = of.get(candidate.question)
            if place is None or place.outcome != "untried":
                continue
            if ending is not None:
                self._end(criterion, place, ending)
            elif same != candidate.question:
                del of[candidate.question]
                self.withdrawn.add(candidate.question)

    def searched(self, criterion: str) -> Searched:
        """What the walk has seen of a criterion."""
        return Searched(
            places=self._best(criterion),
            harmless=self.harmless(),
            ways=(*(p["reason"] for p in self.problems if p.get("way")), *self._lacking_menus()),
        )

    def harmless(self) -> frozenset[str]:
        """Keys of the faults that no data depend on: pages show data in spite of them, two at least if it is the portal itself
        that fails. What a page makes of an answer is its own matter."""
        own = site_of(self.municipality.portal_url)
        return frozenset(
            key
            for key, nodes in self.faults_beside_data.items()
            if not key.startswith(NEVER_HARMLESS) and (len(nodes) > 1 or _site_in(key) not in ("", own))
        )

    def _lacking_menus(self) -> list[str]:
        """Why the menus of the entry may lack something (Portuguese): of what failed there what no data depend on is left out."""
        own, harmless = site_of(self.municipality.portal_url), self.harmless()
        faults = [(key, words) for key, words in self.entry_faults if key not in harmless]
        lost = [words for key, words in faults if key.startswith(("frame", "truncated"))]
        return [*lost, *(words for key, words in faults if key.startswith(("xhr", "fetch")) and _site_in(key) == own)]

    def sight(self, criterion: str, pages: int) -> Sight:
        """What the walk can say of a criterion, after so many pages."""
        return Sight(
            pages=pages,
            pages_of_criterion=self.pages_of[criterion],
            searched=self.searched(criterion),
            entry_problem=self.entry_problem,
            entry_silence=self.entry_silence,
            answers=self.answers(),
            cut_short=criterion in self.cut_short,
            unread=[
                self._readable_column(one)
                for one in self.unread.get(criterion, {}).values()
                if one.item or criterion in self.shared.get(said_by(one.column), (criterion,))
            ],
        )

    def verdict(self, criterion: Criterion, item: Item, pages: int) -> Verdict:
        """The verdict on an item, after so many pages."""
        key = (criterion.id, item.key)
        proof, empty = self.proofs.get(key), self.empty.get(key)
        verdict = decide(
            self.municipality.slug,
            self.municipality.uf,
            criterion,
            item,
            self._readable(proof.finding) if proof else None,
            proof.page if proof else None,
            self._readable(empty) if empty else None,
            self.sight(criterion.id, pages),
            self.unripe(key),
        )
        for column in verdict.record_set.get("columns", ()):
            column["label"] = self.readable(column["label"])
        return verdict

    def _readable(self, finding: Finding) -> Finding:
        return replace(finding, label=self.readable(finding.label))

    def _readable_column(self, one: Unread) -> Unread:
        return replace(one, column=replace(one.column, label=self.readable(one.column.label)))

    def answers(self) -> bool:
        """Whether any place of the portal has answered."""
        return bool(self.pages_of) or any(place.answered for of in self.places.values() for place in of.values())

    def _best(self, criterion: str) -> list[Place]:
        """The places of a criterion, those that promise most first. One that leads to nothing but other things has shown those."""
        of = self.places.get(criterion, {})
        places = (self._settled(criterion, question, place) for question, place in of.items())
        return sorted(places, key=lambda place: -place.promise)

    def _settled(self, criterion: str, question: str, place: Place) -> Place:
        """A place as it stands now that all was seen. What it counts may be in a file that is linked beside its query; what looks as
        another place of the criterion did is answered by what that one led to."""
        twin = self._twin(criterion, question) if place.outcome == "no_answer" and not place.faults else None
        if twin is not None and (twin.answered or twin.outcome == "leads_on"):
            place = replace(place, outcome=twin.outcome)
        if place.outcome == "leads_on" and self._led_away(question):
            return replace(place, outcome="other")
        if COUNTED in place.faults and self._filed(criterion, question):
            return replace(place, faults=tuple(fault for fault in place.faults if fault != COUNTED))
        return replace(place, led=place.outcome == "leads_on" and self._leads_to_records(criterion, question))

    def _twin(self, criterion: str, question: str) -> Place | None:
        """The place of a criterion whose page looked as that of a question does."""
        twins = (self.twins[node] for node in self._seen_for(question) if node in self.twins)
        firsts = (self.ways.get(node, ("", ""))[0] for node in twins)
        return next((self.places[criterion][one] for one in firsts if one in self.places[criterion]), None)

    def _seen_for(self, question: str) -> list[str]:
        """The nodes of the pages that were seen for a question."""
        return [node for node, (asked, _) in self.ways.items() if asked == question]

    def _filed(self, criterion: str, question: str) -> bool:
        """Whether a file shows records of a criterion that is linked on the page of a question, or on that where it was asked."""
        around = {place for node in self._seen_for(question) for place in (node, self.ways[node][1])}
        files = (node for node in self.files if self.ways.get(node, ("", ""))[1] in around)
        return any(criterion in self.endings[node].shows for node in files if node in self.endings)

    def _leads_to_records(self, criterion: str, question: str) -> bool:
        """Whether the page of a question leads to records of a criterion that were found another way (a tag, a search)."""
        ends = (self.endings.get(one) for node in self._seen_for(question) for one in self.again.get(node, ()))
        return any(end is not None and criterion in end.shows for end in ends)

    def repeats(self, node: str, first: str) -> None:
        """A page shows what was seen before at another node, and offers the same."""
        self.again.setdefault(node, set()).update(self.behind.get(first, ()), self.again.get(first, ()))
        self.twins[node] = first

    def offered(self, node: str, candidates: Iterable[Candidate]) -> None:
        """A page that was seen offers what no page before it did."""
        self.behind[node] = frozenset(candidate.question for candidate in candidates)

    def _led_away(self, question: str) -> bool:
        """Whether all that the page of a question has offered was seen, and some of it shows records ("Contratos firmados" behind
        "Aquisições")."""
        ends = [self.endings.get(one) for node in self._seen_for(question) for one in self.behind.get(node, ())]
        seen = [end.outcome for end in ends if end is not None and end.outcome in READ and not end.faults]
        return len(seen) == len(ends) and not {"records", "other"}.isdisjoint(seen)

    def places_as_dict(self) -> dict[str, list[dict[str, object]]]:
        """For ``audit.json``: criterion → its places."""
        harmless = self.harmless()
        return {
            criterion: [
                {
                    **asdict(place),
                    "html": self.stored.get(place.node, place.html),
                    "picture": self.pictures.get(self.like.get(place.node, place.node), place.picture),
                    "state": state_of(place, harmless),
                    "faults": [words for key, words in place.faults if key not in harmless],
                }
                for place in self._best(criterion)[:KEPT]
            ]
            for criterion in sorted(self.places)
        }

    # ---- what went wrong -----------------------------------------------------------------------------------------

    def readable(self, words: str) -> str:
        """Words of a portal as they may be kept: no numbers of people, no secrets, names as initials but the town's own."""
        return readable(words, self.municipality.portal_url, self.municipality.name)

    def failed(self, node: Node, criterion: str, kind: str, reason: str, candidate: Candidate | None = None) -> None:
        """A visit brought nothing back. ``candidate``: what it was a visit to, whose place ends with it."""
        way = {"way": "yes"} if candidate and _is_way(candidate) else {}
        reason = self.readable(reason)
        self.problems.append(self._problem(node, criterion, kind, reason) | way)
        if candidate is not None and not (kind == "step" and candidate.another and self._is_answered(candidate)):
            self.answer(candidate, Ending("obstacle", reason))
        if not node.depth:
            self.entry_problem = reason

    def _is_answered(self, candidate: Candidate) -> bool:
        """Whether a place has answered before: that another record of its list has no such part takes nothing from that."""
        of = (places.get(candidate.question) for places in self.places.values())
        return any(place is not None and place.answered for place in of)

    def withheld(self, node: Node, criterion: str, reason: str, unrelated: bool) -> None:
        """What a page would have changed on the portal was held back. ``criterion``: of which data may be missing for that;
        ``unrelated``: the page is the entry, or shows data all the same. What was held back on such a page (the call of a counter,
        of a widget) explains no missing data on another."""
        if unrelated:
            self.unrelated_requests.add(reason)
        problem = self._problem(node, "" if reason in self.unrelated_requests else criterion, "withheld", reason)
        if problem not in self.problems:
            self.problems.append(problem)

    def _problem(self, node: Node, criterion: str, kind: str, reason: str) -> dict[str, str]:
        return {
            "url": clean_address(node.url, self.municipality.portal_url),
            "steps": self.readable(" › ".join(node.words)),
            "criterion": criterion,
            "kind": kind,
            "reason": self.readable(reason),
        }

    def _where(self, node: Node) -> str:
        portal = self.municipality.portal_url
        return f"{self.readable(' › '.join(node.words))} ({clean_address(node.url, portal)})"


def _site_in(key: str) -> str:
    """The site that a request was sent to whose failure has this key; "" for other faults."""
    kind, _, address = key.partition(" ")
    return site_of(f"//{address}") if kind in REQUESTS else ""


def _is_way(candidate: Candidate) -> bool:
    """Whether a candidate promises something, and no criterion by name: the only link to the portal, a menu."""
    inner = candidate.move.rating.generic or candidate.promising or candidate.kind in ("row", "query", "document")
    return candidate.tier <= 1 and not candidate.criterion and not inner
