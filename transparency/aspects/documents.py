"""Disponibilidade of documents: whether each is there, opens, and is of its time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transparency.aspects.available import by_statement, not_there
from transparency.aspects.case import Case, Listing, shortened
from transparency.aspects.columns import holds_part, required
from transparency.aspects.dates import When, periods
from transparency.aspects.papers import Paper, is_partly_read, readable, readable_words
from transparency.aspects.prose import said_on
from transparency.aspects.seen import Answer, Proof, Sight, Status
from transparency.extract.values import is_action
from transparency.matrix.cycle import Content
from transparency.text import normalize

_NUMBERED = re.compile(r"(?<!\d)(?!(?:19|20)\d\d\s?[/-])\d[\d.]*\s?/\s?(?:19|20)\d\d(?!\d)")
"""The number of a law or decree: its year is that of the act, not the one that it is for."""
_OF = re.compile(r" (?:de|d[ao]s?) $")
SPREAD = 2
"""So many parts of a document are the columns of a list that stands for it; a list of documents has one that is called as they are."""
SPELT_OUT = 30
"""So many words under its heading stand for a document that is on the page itself."""


def of_documents(case: Case) -> Answer:
    """Of documents, each of which must open."""
    nowhere = not_there(case)
    if nowhere is not None:
        return nowhere
    wanted = required(case) or [Content("", "documento")]
    states = [_document(case, one) for one in wanted]
    bad = next((state for state in states if state[0] == "not_met"), None)
    said = by_statement(case) if bad is not None else None
    if said is not None and not any(state[0] == "met" for state in states):
        return said
    if bad is not None:
        return _lacking(case, states)
    unsure = next((state for state in states if state[0] == "undecided"), None)
    if unsure is not None:
        return case.undecided(unsure[1], "Abra o documento e veja se é o que o critério pede.", unsure[2])
    return case.met(" ".join(dict.fromkeys(state[1] for state in states)), states[0][2] or _page(case))


State = tuple[Status, str, Proof | None]
"""An answer to one part: status, sentence, proof."""


def _page(case: Case) -> Proof:
    return Proof(case.read[0], case.read[0].title)


def _lacking(case: Case, states: Sequence[State]) -> Answer:
    """The answer where documents are missing or broken."""
    bad = [state for state in states if state[0] == "not_met"]
    reason = " ".join(dict.fromkeys(state[1] for state in bad))
    proof = next((state[2] for state in bad if state[2] is not None), None)
    if proof is not None and all(state[2] is not None for state in bad):
        return case.not_met(reason, proof)
    unread = next((state for state in states if state[0] == "undecided" and state[2] is not None), None)
    if unread is not None and proof is None:  # what is missing may stand in it
        return case.undecided(f"{reason} {unread[1]}", "Abra o documento e veja se traz o que falta.", unread[2])
    hidden = [paper for paper in case.papers if paper.is_file and paper.opened is None and is_nameless(case, paper)]
    if hidden:
        look = "Abra os arquivos que não dizem o que são e veja se um deles é o que falta."
        return case.undecided(
            f"{reason} Há arquivos sem nome que não foram abertos.",
            look,
            Proof(hidden[0].sight, hidden[0].name),
        )
    return case.missing(reason, proof=proof)


def is_nameless(case: Case, paper: Paper) -> bool:
    """Whether nothing tells what a document is."""
    name = normalize(readable(paper.name))
    return is_action(paper.name) or not any(map(str.isalpha, name)) or name in case.words.nameless


def _document(case: Case, one: Content) -> State:
    """The state of one document."""
    named = called(case, one)
    timely = [paper for paper in named if is_timely(case, paper)]
    unsure = [paper for paper in named if is_timely(case, paper) is None]
    read = [(_newest(case, p), not p.opened.problem, n, p) for n, p in enumerate(timely) if p.opened is not None]
    opened = [p for *_, p in sorted(read, key=lambda one: (one[0], one[1], -one[2]), reverse=True)]
    if opened:
        return _of_opened(opened)
    if timely:
        return "undecided", f"O documento “{shortened(timely[0].name, 80)}” não foi aberto.", timely[0].proof
    if unsure:
        return "undecided", f"O documento “{shortened(unsure[0].name, 80)}” não diz de que ano é.", unsure[0].proof
    if named:
        paper = max(named, key=lambda p: _newest(case, p))
        told = f"O documento que está lá não é o que vale hoje: “{shortened(paper.name, 80)}”."
        return "not_met", told, paper.proof
    return _in_other_form(case, one)


def _of_opened(opened: Sequence[Paper]) -> State:
    """The state of a document of which files were opened, the newest first."""
    first = opened[0]
    assert first.opened is not None
    proof = Proof(first.sight, first.name, first.opened.url)
    if not first.opened.problem:
        return "met", f"O documento “{shortened(first.name, 80)}” está lá e abre.", proof
    return "not_met", f"O arquivo “{shortened(first.name, 80)}” não serve: {first.opened.problem.rstrip('.')}.", proof


def _in_other_form(case: Case, one: Content) -> State:
    """The state of a document that no link names: columns of a list, a part of a file that was opened, or a text under its heading."""
    if one.terms or one.pattern:
        lists = [listing for listing in case.listings if _stands_for(case, listing)]
        for listing in lists:
            if label := _column_of(case, listing, one):
                return "met", f"A página mostra “{label}”.", Proof(listing.sight, label)
        for paper in case.papers:
            good = paper.opened is not None and not paper.opened.problem and not _is_only_of(case, paper, one)
            if paper.opened is not None and good and holds_part(case, paper.opened, one):
                return (
                    "met",
                    f"O arquivo “{shortened(paper.name, 80)}” traz {one.label}.",
                    Proof(paper.sight, paper.name, paper.opened.url),
                )
        for sight in [listing.sight for listing in lists] or case.seen:
            if told := said_on(case, sight, one, SPELT_OUT):
                return "met", f"A página traz “{shortened(told, 80)}”.", Proof(sight, told)
    partly = next((paper for paper in case.papers if is_partly_read(paper)), None)
    if partly is not None:
        told = f"Não foi visto {one.label}; do arquivo “{shortened(partly.name, 80)}” só o começo foi lido."
        return "undecided", told, partly.proof
    return "not_met", f"Não há {one.label}.", None


def _stands_for(case: Case, listing: Listing) -> bool:
    """Whether a list is the document itself, with its parts as columns. Links to files are none."""
    return (
        listing.table.kind != "files"
        and sum(bool(_column_of(case, listing, part)) for part in required(case)) >= SPREAD
    )


def _column_of(case: Case, listing: Listing, one: Content) -> str:
    return next((label for label in listing.labels if case.labels.says(label, one.terms)), "")


def called(case: Case, one: Content) -> list[Paper]:
    """The documents that are called as a part: by their name and row, else by what stands nearest over them, else by the page."""
    papers = [paper for paper in case.papers if paper.is_file or paper.row]
    if not one.terms:
        return [paper for paper in papers if paper.is_file]
    papers = [paper for paper in papers if not _is_other_part(case, paper, one)]
    for above in range(max((len(paper.headings) for paper in papers), default=0) + 1):
        own = [paper for paper in papers if case.labels.tells(readable_words(paper.said(above)), one.terms)]
        if own:
            return own
    others = [other for other in required(case) if other.key != one.key]
    paged = [paper for paper in papers if paper.is_file and _page_says(case, paper.sight, one)]
    return [
        paper
        for paper in paged
        if not any(case.labels.tells(readable_words(paper.own), other.terms) for other in others)
    ]


def _is_other_part(case: Case, paper: Paper, one: Content) -> bool:
    """Whether a document is itself called as another part, whatever its row tells besides."""
    name = readable_words(paper.name)
    others = (other.terms for other in required(case) if other.key != one.key)
    if case.labels.tells(name, one.terms):
        return _is_only_of(case, paper, one)
    return any(case.labels.tells(name, terms) for terms in others)


def _is_only_of(case: Case, paper: Paper, one: Content) -> bool:
    """Whether a document names a part only behind another, as what that is of: "Relatório de Monitoramento do PME" is not the PME."""
    told = f" {normalize(readable_words(paper.name))} "
    others = [term for other in required(case) if other.key != one.key for term in other.terms]
    places = [found.start() for term in one.terms for found in re.finditer(f" {re.escape(normalize(term))} ", told)]
    behind = [any(0 <= told.find(f" {normalize(other)} ") < place for other in others) for place in places]
    return bool(places) and all(behind) and all(_OF.search(told[: place + 1]) for place in places)


def _page_says(case: Case, sight: Sight, one: Content) -> bool:
    return bool(case.labels.tells(" ".join((sight.title, *sight.labels[-1:])), one.terms))


def is_timely(case: Case, paper: Paper) -> bool | None:
    """Whether a document is of this year, or of the plan in force, where the requirement asks for that; None where nothing tells."""
    if case.requirement.covers == "any":
        return True
    texts = [
        readable_words(paper.own),
        *reversed(paper.headings),
        paper.opened.text if paper.opened else "",
        " ".join(paper.sight.labels),
    ]
    for text in texts:
        if named := periods(_NUMBERED.sub(" ", text), case.words):
            return any(when.first.year <= case.today.year <= when.last.year for when in named)
    return None


def dated(case: Case, paper: Paper) -> list[When]:
    """The periods of a document: of its name and row, else of what stands over it."""
    over = [when for heading in reversed(paper.headings) for when in periods(heading, case.words)]
    year = next((when.year for when in over), 0)
    own = periods(readable_words(paper.own), case.words, year)
    return own or over


def _newest(case: Case, paper: Paper) -> tuple[int, int, int]:
    days = [when.until(case.today) for when in dated(case, paper)]
    last = max(days, default=None)
    return (last.year, last.month, last.day) if last else (0, 0, 0)
