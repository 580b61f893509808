"""What a page offers: the candidates that its moves become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from w3lib.url import add_or_replace_parameters

from transparency.crawl.arrival import NOTHING
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import Kind, Move, added_to, bar_of, place_without_name, says_only_when
from transparency.crawl.known import trace_of
from transparency.crawl.phrases import numberless, singular
from transparency.crawl.request import Candidate
from transparency.crawl.signposts import MENUS
from transparency.crawl.standing import FEWEST_ENTRIES
from transparency.items import Page
from transparency.node import Node, bar_at, host_of, pattern_of
from transparency.text import words

SERIES = 8
"""So many siblings whose labels differ in numbers only are a group of their own."""
WITHIN: tuple[Kind, ...] = ("query", "row", "document", "choice")
"""Moves of which one stands for its siblings: when one of them has answered, the ledger needs none of the others."""


@dataclass(frozen=True)
class Offering:
    """What all moves of a page share when they are proposed."""

    audit: Audit
    here: Node
    page: Page
    source: Candidate
    """It led to the page."""
    opens_selection: bool
    """Whether the moves open a row that was selected before."""
    subject: str
    """The criterion of which most was found on the page."""
    alike: Counter[str]
    """How many of its moves have the same label, numbers apart."""
    sharing: Counter[tuple[str, str]]
    """How many entries of its menus are of one shape and stand in one part of the page, for each shape and part."""
    menus: frozenset[str]
    """Of a record, the bars of the menus that stand around its list, too."""
    on_known: bool
    """Whether an earlier walk knows this page."""

    def trace(self, move: Move) -> str:
        """By it a later walk knows the move again."""
        return trace_of(host_of(self.here.url), move.kind, move.identity, move.shape)

    def key(self, move: Move) -> str:
        """By it the move is proposed once; once for each of the earlier years that are asked for. Of records of several sorts each may
        have parts that the others have not."""
        era = str(self.source.years_back or "")
        sort = self.source.move.sort if self._of_record(move) else ""
        return "|".join(filter(None, (era, sort, move.key)))

    def led(self, move: Move) -> Move | None:
        """The move as it leads on from here, with what may be opened instead of it; None, where it leads back or is not asked again
        for another year."""
        here, source, era = self.here, self.source, self.source.years_back
        if leads_round(move, here) or (era and move.rating.tier > 1):
            return None
        if era and move.on_the_way:
            move = replace(move, node=move.on_the_way)
        if self._leads_beside(move):
            move = replace(move, kind="row", node=replace(move.node, depth=here.depth))
        if move.kind == "document" and source.kind != "document":
            move = replace(move, others=(*move.others, *source.move.others))
        if source.kind == "row" and move.kind == "link" and not move.others:
            move = replace(move, others=_same_page(move, here, source.move.others))
        of_record = self._of_record(move)
        if (of_record or self.opens_selection) and not move.others:
            move = replace(move, others=_same_part(move, here, source.move.others))
        if of_record and not move.older:
            move = replace(move, older=_same_part(move, here, source.move.older))
        if of_record and self.subject and move.region not in (*MENUS, "footer"):
            # "Classificação orçamentária" in the record of a commitment is its own, whatever else is called so
            move = replace(move, also=move.also | {self.subject})
        return replace(move, sort=source.move.sort) if of_record else move

    def _leads_beside(self, move: Move) -> bool:
        """Whether a link of a record is to the one before or after it, which lies no deeper: both promise the same, and their
        addresses are made alike."""
        if self.source.kind != "row" or move.kind != "link" or self.here.steps or move.node.steps:
            return False
        return move.rating.criterion == self.subject != "" and place_without_name(move.node.url) == place_without_name(
            self.here.url
        )

    def _of_record(self, move: Move) -> bool:
        """Whether a click opens a part of the record that was opened; an entry of a menu around the list does not."""
        inside = self.source.kind == "row" or self.source.of_record
        return move.kind == "click" and inside and bar_at(move.path) not in self.menus

    def _asked_before(self, move: Move) -> bool:
        """Whether a query stood on the page before, too, and what was pressed there is no entry of a menu."""
        before = self.audit.portal.offered.get(self.source.parent, NOTHING)
        pressed = self.source.kind in ("click", "row") and self.source.move.region not in MENUS
        return move.kind in ("query", "choice") and pressed and move.identity in before[1]

    def list_of(self, move: Move) -> str:
        """Of an entry of a menu the smallest part of the page that holds a few moves like it; "" where there is none."""
        if move.region not in MENUS:
            return ""
        parts = (part for part in _parts_of(move.path) if self.sharing[move.shape, part] >= FEWEST_ENTRIES)
        return next((f"{self.page.node}|{move.shape}|{part}" for part in parts), "")

    def candidate(self, move: Move, key: str, place: int) -> Candidate:
        """What the frontier holds of a move. ``place``: the how manieth of the page."""
        audit, page, source, rating = self.audit, self.page, self.source, move.rating
        trail = tuple(" ".join(words(label)) for label in self.here.labels)
        template = numberless(move.label)
        group = f"{page.node}|{move.kind}|{move.shape}|{template if self.alike[template] >= SERIES else ''}"
        asked = f"{group}|{rating.criterion}" if move.kind in WITHIN else audit.portal.question(move.node)
        known, of_record = audit.agenda.known, self._of_record(move)
        return Candidate(
            audit.name,
            move,
            question=audit.portal.proposed.get(key) or asked,
            component=move.identity if move.node.steps else "",
            parent=page.node,
            page_state=page.state,
            page_pattern=pattern_of(self.here),
            promising=bool(self.subject),
            trail=trail,
            place=place,
            name=" ".join(words(move.label)),
            title="" if source.years_back else title_of(move, len(trail)),
            words=tuple(singular(word) for word in words(" ".join((move.label, *move.node.labels[-2:-1])))[:8]),
            subject=rating.criterion or self.subject or (source.subject if rating.generic else ""),
            off_topic=rating.tier == 3 and (rating.aside or source.off_topic),
            group=group,
            listed=self.list_of(move),
            series=f"{page.node}|{bar_of(move)}" if move.in_series else "",
            parent_series=source.series if _is_asked_within(move) else "",
            years_back=source.years_back,
            of_town=move.town == "chosen" or source.of_town,
            opens_selection=self.opens_selection,
            asked_before=self._asked_before(move),
            of_record=of_record,
            listed_by=page.node if move.kind == "row" else source.listed_by if of_record else "",
            another=source.another or (move.kind == "row" and move.node.depth == self.here.depth),
            offered_before=bool(self.on_known and known and self.trace(move) in known.offered),
        )


def offering_of(
    audit: Audit,
    here: Node,
    found: Iterable[Move],
    page: Page,
    source: Candidate,
    opens_selection: bool,
    menus: frozenset[str] = frozenset(),
) -> Offering:
    """What the moves ``found`` at a node have in common. ``source``: the candidate that led to it."""
    served = Counter(f.criterion for f in page.findings or [])
    return Offering(
        audit,
        here,
        page,
        source,
        opens_selection,
        subject=max(served, key=served.__getitem__) if served else "",
        alike=Counter(numberless(move.label) for move in found),
        sharing=Counter((move.shape, part) for move in found if move.region in MENUS for part in _parts_of(move.path)),
        menus=menus,
        on_known=audit.agenda.known is not None and (source.revisit or source.kind == "entry"),
    )


def _parts_of(path: str) -> Iterator[str]:
    """The parts of a page that a path leads through, the smallest first."""
    while path := path.rpartition(">")[0]:
        yield path


def _same_part(move: Move, here: Node, records: Iterable[tuple[Kind, Node]]) -> tuple[tuple[Kind, Node], ...]:
    """The part of a record that a move opens (a tab of it), of the records that may be opened instead. A record may have an
    address of its own, which its parts are reached from."""
    steps = move.node.steps if move.node.url != here.url else move.node.steps[len(here.steps) :]
    if not steps or (move.node.url == here.url and move.node.steps[: len(here.steps)] != here.steps):
        return ()
    return tuple((move.kind, replace(node, steps=(*node.steps, *steps))) for _, node in records)


def _same_page(move: Move, here: Node, records: Iterable[tuple[Kind, Node]]) -> tuple[tuple[Kind, Node], ...]:
    """The page of a record that a link opens (``?aba=contrato``, added to the record's own address), of the records that may be
    opened instead."""
    added = {} if here.steps else added_to(here.url, move.node.url)
    if not added:
        return ()
    words_of, labels = move.node.words[-1:], move.node.labels[len(here.labels) :]
    others = (
        Node(
            add_or_replace_parameters(node.url, added),
            entry=node.entry,
            depth=move.node.depth,
            words=(*node.words, *words_of),
            labels=(*node.labels, *labels),
        )
        for _, node in records
        if not node.steps
    )
    return tuple((move.kind, node) for node in others)


def leads_round(move: Move, here: Node) -> bool:
    """Whether a record is opened that was opened on the way: a bid shows its winner, the winner shows the bid. Told by what
    the record says; "Detalhes" may open the parts of what "Detalhes" has opened, and the first row that of the first row."""
    if move.kind != "row" or len(move.label) <= 15 or move.node.words[-1] not in here.words:
        return False
    pressed = {step.target.label for step in here.steps}
    return not pressed or not move.node.steps or move.label in pressed


def _is_asked_within(move: Move) -> bool:
    """Whether a move asks for something of the page that it stands on, and for no other year: of a year's page a month."""
    return move.kind in ("query", "choice") and not (move.in_series and says_only_when(move.label))


def title_of(move: Move, before: int) -> str:
    """The words of a move; for one that fits anything those over it ("Acessar" under "Licitações"), and for one that may be of income
    or expenditure those as well ("Extraorçamentária", "Receitas"). ``before``: labels of the way to its page."""
    *over, label = move.node.labels[before:] or ("",)
    if not over:
        return "" if move.rating.generic else " ".join(words(move.label))
    told = (label, over[0]) if move.rating.apart and not move.rating.generic else (over[0],)
    return " ".join(words(" ".join(told)))
