"""Disponibilidade of texts: whether a page says each of their parts."""

from __future__ import annotations

from collections.abc import Sequence

from transparency.aspects.available import by_statement, not_there
from transparency.aspects.blocks import Block, blocks_of
from transparency.aspects.case import Case, Proof, listed, shortened
from transparency.aspects.columns import required
from transparency.aspects.labels import holds
from transparency.aspects.papers import Paper, link_of, readable_words
from transparency.aspects.seen import Answer, Sight
from transparency.aspects.texts import FORMS, NEEDS_LABEL, found
from transparency.matrix.cycle import Content
from transparency.text import normalize

NEAR = 160
"""So many characters behind a label a part of a text may stand."""
TELLING = 3
"""Words that a block has at least which says something under its heading."""


def of_text(case: Case) -> Answer:
    """Of a text with its parts."""
    wanted = required(case) or [Content("", "texto", case.requirement.search)]
    sights = [*case.seen, *(home for home in case.homes if home.key not in {sight.key for sight in case.seen})]
    told = {sight.key: {one.key: part for one in wanted if (part := _part(case, sight, one))} for sight in sights}
    found_parts = {key: (sight, part) for sight in reversed(sights) for key, part in told[sight.key].items()}
    lacks = [one for one in wanted if one.key not in found_parts]
    if not lacks:
        sight, part = found_parts[wanted[0].key]
        shown = listed(shortened(found_parts[one.key][1], 60) for one in wanted)
        return case.met("available", f"A página diz {shown}.", Proof(sight, part))
    nowhere = not_there(case) if not found_parts else None
    if nowhere is not None:
        return nowhere
    said = by_statement(case) if case.requirement.none == "yes" else None
    if said is not None:
        return said
    return _text_lacks(case, lacks, found_parts)


def _text_lacks(case: Case, lacks: Sequence[Content], found_parts: dict[str, tuple[Sight, str]]) -> Answer:
    """The answer where parts of a text are missing."""
    names = listed(one.label for one in lacks)
    proof = Proof(*next(iter(found_parts.values()))) if found_parts else None
    unopened = [paper for paper in case.papers if paper.is_file and paper.opened is None]
    if unopened:
        look = f"Abra o arquivo e veja se traz {names}."
        reason = f"A página não diz {names}; o arquivo “{shortened(unopened[0].name, 60)}” não foi aberto."
        return case.undecided(
            "available", reason, look, Proof(unopened[0].sight, unopened[0].name, link_of(unopened[0]))
        )
    return case.missing("available", f"A página não diz {names}.", proof=proof)


def _part(case: Case, sight: Sight, one: Content) -> str:
    """What a page says a part by: in its text, a label of a list, a document."""
    said = said_on(case, sight, one)
    if said:
        return said
    if sight not in case.seen:
        return ""
    for listing in case.listings_of(sight):
        if not one.pattern or one.pattern in NEEDS_LABEL:
            label = next((label for label in listing.labels if case.labels.says(label, one.terms)), "")
            if label:
                return label
    for paper in case.papers:
        if paper.sight is sight and one.terms and (_opens_as(case, paper, one)):
            return paper.name
    return ""


def _opens_as(case: Case, paper: Paper, one: Content) -> bool:
    """Whether a document is called as a part, and is none that was opened in vain; or says it."""
    if paper.opened is not None and paper.opened.problem:
        return False
    if paper.is_file and not one.pattern and case.labels.tells(readable_words(paper.own), one.terms):
        return True
    return paper.opened is not None and _in_text(case, paper.opened.text, one) != ""


def said_on(case: Case, sight: Sight, one: Content, least: int = 0) -> str:
    """What the text of a page says a part by. ``least``: so many words its block must have."""
    for block in blocks_of(sight):
        text = _of_requirement(case, sight, block)
        if not text or not _is_filled(block, least):
            continue
        if one.pattern not in FORMS and case.labels.tells(block.heading, one.terms) and _is_filled(block, TELLING):
            return block.heading
        if told := _in_text(case, text, one, block.heading):
            return told
    return ""


def _is_filled(block: Block, least: int) -> bool:
    return len(block.text.split()) >= least


def _in_text(case: Case, text: str, one: Content, heading: str = "") -> str:
    """What a text says a part by: a form, behind its label where the form needs one; or the words of the part."""
    if one.pattern not in FORMS:
        return _line_with(case, text, one.terms)
    if one.pattern not in NEEDS_LABEL or not one.terms:
        return found(one.pattern, text)
    if case.labels.tells(heading, one.terms) and (told := found(one.pattern, text)):
        return told
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if case.labels.tells(line, one.terms):
            behind = _behind(line, one.terms)
            if told := found(one.pattern, behind) or found(one.pattern, "\n".join(lines[n + 1 : n + 2])):
                return told
    return ""


def _behind(line: str, terms: Sequence[str]) -> str:
    """What stands on a line behind the last word of a label ("Encarregado: Fulano de Tal"); the whole line where that is not told."""
    folded = line.casefold()
    ends = [folded.find(term.casefold()) + len(term) for term in terms if term.casefold() in folded]
    return line[min(ends) : min(ends) + NEAR] if ends else line


def _line_with(case: Case, text: str, terms: tuple[str, ...]) -> str:
    return next((line for line in text.split("\n") if case.labels.tells(line, terms)), "")


def _of_requirement(case: Case, sight: Sight, block: Block) -> str:
    """What a block says of the requirement: all of it on a place, as long as no heading speaks of another; elsewhere what stands
    under or behind its name."""
    over = " ".join(block.headings)
    if case.is_neighbour(block.heading) or (case.is_neighbour(over) and not case.is_named(block.heading)):
        return ""
    on_place = any(sight is place for place in case.seen)
    foot_counts = bool(holds(" ".join(map(normalize, case.requirement.search)), case.words.footers))
    if block.region:
        return block.text if foot_counts and block.region == "footer" else _behind_name(case, block)
    if on_place or case.is_named(over):
        return block.text
    return _behind_name(case, block)


def _behind_name(case: Case, block: Block) -> str:
    """What stands in a block behind the name of the requirement; all of it under a heading with that name."""
    if case.is_named(block.heading):
        return block.text
    lines = block.text.split("\n")
    at = next((n for n, line in enumerate(lines) if case.is_named(line) and not case.is_neighbour(line)), None)
    return "\n".join(lines[at : at + 3])[: 3 * NEAR] if at is not None else ""
