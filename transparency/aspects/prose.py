"""Disponibilidade of texts: whether a page says each of their parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from transparency.aspects.available import by_statement, not_there
from transparency.aspects.blocks import Block, blocks_of
from transparency.aspects.case import Case, listed, shortened
from transparency.aspects.columns import required
from transparency.aspects.labels import holds
from transparency.aspects.papers import Paper, is_partly_read, readable_words
from transparency.aspects.seen import Answer, Proof, Sight
from transparency.aspects.texts import FORMS, NEEDS_LABEL, found
from transparency.aspects.trails import is_trail
from transparency.extract.values import is_action, says_nothing_there
from transparency.matrix.cycle import Content
from transparency.text import normalize

NEAR = 160
"""So many characters behind a label a part of a text may stand."""
TELLING = 3
"""Words that stand at least under a heading which says something …"""
TELLING_TITLE = 12
"""… and under one that only names the requirement."""
UNIT, UNITS = 1, 3
"""Headings that begin with so many equal words are units of one kind; so many of them are a list."""
REMARK = 60
"""So many words are no remark that there is nothing, whatever stands among them."""


@dataclass(frozen=True)
class Part:
    """What says a part of a text. ``sure``: False for a document that nobody has opened."""

    proof: Proof
    sure: bool = True

    @property
    def label(self) -> str:
        """What was seen."""
        return self.proof.label


def of_text(case: Case) -> Answer:
    """Of a text with its parts."""
    wanted = required(case) or [Content("", "texto", case.requirement.search)]
    known = {sight.key for sight in case.seen}
    found_parts: dict[str, Part] = {}
    for sight in (*case.seen, *(home for home in case.homes if home.key not in known)):
        for one in wanted:
            part = _part(case, sight, one) if one.key not in found_parts or not found_parts[one.key].sure else None
            if part is not None and (part.sure or one.key not in found_parts):
                found_parts[one.key] = part
    lacks = [one for one in wanted if one.key not in found_parts]
    few = _of_few(case) if not lacks and any(one.most for one in wanted) else None
    if few is not None:
        return few
    return _complete(case, wanted, found_parts) if not lacks else _incomplete(case, lacks, found_parts)


def _of_few(case: Case) -> Answer | None:
    """The answer where a page lists units, each under a heading, and says something of half of them at most; None elsewhere."""
    for sight in case.seen:
        units: dict[str, dict[str, str]] = {}
        for block in blocks_of(sight):
            kind = units.setdefault(" ".join(normalize(block.heading).split()[:UNIT]), {})
            kind[block.heading] = f"{kind.get(block.heading, '')} {block.text}".strip()
        for name, texts in units.items():
            told = sum(len(text.split()) >= TELLING and not says_nothing_there(text) for text in texts.values())
            if name and len(texts) >= UNITS and 2 * told <= len(texts):
                reason = f"A página diz algo de {told} das {len(texts)} unidades que lista."
                return case.missing(reason, proof=Proof(sight, next(iter(texts))))
    return None


def _complete(case: Case, wanted: Sequence[Content], found_parts: dict[str, Part]) -> Answer:
    """The answer where all parts are said, some of them perhaps in files that nobody has opened."""
    unsure = next((part for part in found_parts.values() if not part.sure), None)
    if unsure is not None:
        reason = f"O documento “{shortened(unsure.label, 80)}” não foi aberto."
        return case.undecided(reason, "Abra o documento e veja se é o texto inteiro.", unsure.proof)
    shown = listed(shortened(found_parts[one.key].label, 60) for one in wanted)
    return case.met(f"A página diz {shown}.", found_parts[wanted[0].key].proof)


def _incomplete(case: Case, lacks: Sequence[Content], found_parts: dict[str, Part]) -> Answer:
    """The answer where a part is said nowhere."""
    nowhere = not_there(case) if not found_parts else None
    if nowhere is not None:
        return nowhere
    said = by_statement(case) if case.requirement.none == "yes" else None
    return said or _text_lacks(case, lacks, found_parts)


def _text_lacks(case: Case, lacks: Sequence[Content], found_parts: dict[str, Part]) -> Answer:
    """The answer where parts of a text are missing."""
    names = listed(one.label for one in lacks)
    proof = next((part.proof for part in found_parts.values()), None)
    partly = next((paper for paper in case.papers if is_partly_read(paper) and _may_say(case, paper, lacks)), None)
    if partly is not None:
        reason = f"Não foi visto {names}; do arquivo “{shortened(partly.name, 60)}” só o começo foi lido."
        return case.undecided(reason, f"Veja se o arquivo traz {names}.", partly.proof)
    unopened = [p for p in case.papers if p.is_file and p.opened is None and _may_say(case, p, lacks)]
    if unopened:
        look = f"Abra o arquivo e veja se traz {names}."
        reason = f"A página não diz {names}; o arquivo “{shortened(unopened[0].name, 60)}” não foi aberto."
        return case.undecided(reason, look, unopened[0].proof)
    return case.missing(f"A página não diz {names}.", proof=proof)


def _may_say(case: Case, paper: Paper, lacks: Sequence[Content]) -> bool:
    """Whether a document may say what is missing: it is called as the requirement or as a part, or nothing tells what it is."""
    own = readable_words(paper.own)
    return is_action(paper.name) or case.is_named(own) or any(case.labels.tells(own, one.terms) for one in lacks)


def _part(case: Case, sight: Sight, one: Content) -> Part | None:
    """What a page says a part by: in its text, a label of a list, a document. None where it does not say it."""
    on_place = any(sight is place for place in case.seen)
    whole = bool(holds(normalize(one.label), case.words.whole))
    said = "" if whole else said_on(case, sight, one) or (_labelled(case, sight, one) if on_place else "")
    if said:
        return Part(Proof(sight, said))
    papers = [paper for paper in case.papers if paper.sight is sight] if on_place and one.terms else []
    return min(
        (part for paper in papers if (part := _of_paper(case, paper, one))),
        key=lambda part: not part.sure,
        default=None,
    )


def _labelled(case: Case, sight: Sight, one: Content) -> str:
    """The label of a list that says a part, whose form no text must have."""
    if one.pattern and one.pattern not in NEEDS_LABEL:
        return ""
    labels = (label for listing in case.listings_of(sight) for label in listing.labels)
    return next((label for label in labels if case.labels.says(label, one.terms)), "")


def _of_paper(case: Case, paper: Paper, one: Content) -> Part | None:
    """A document that is called as a part, or says it. One that must be there as a whole is sure only when it was opened."""
    if paper.opened is not None and paper.opened.problem:
        return None
    if paper.opened is not None and _in_text(case, paper.opened.text, one):
        return Part(paper.proof)
    if one.pattern or not paper.is_file or not case.labels.tells(readable_words(paper.own), one.terms):
        return None
    return Part(paper.proof, sure=paper.opened is not None or not holds(normalize(one.label), case.words.whole))


def said_on(case: Case, sight: Sight, one: Content, least: int = 0) -> str:
    """What the text of a page says a part by. ``least``: so many words must stand with it."""
    blocks = blocks_of(sight)
    for block in blocks:
        text = _without_menus(case, _of_requirement(case, sight, block), sight in case.homes and one.pattern in FORMS)
        if sight in case.homes and normalize(block.heading) in case.entries and one.pattern not in FORMS:
            continue
        if one.pattern not in FORMS and case.labels.tells(block.heading, one.terms):
            if (text or not block.text) and _is_filled(case, blocks, block.heading, least):
                return block.heading
        elif text and len(text.split()) >= least and (told := _in_text(case, text, one, block.heading)):
            return told
    return ""


def _without_menus(case: Case, text: str, entries_count: bool) -> str:
    """A text without the way to the page, and without its lines that are entries of the menu which every page has; on a home page
    a link may be a telephone (``entries_count``)."""
    lines = (line for line in text.split("\n") if not is_trail(case, line))
    return "\n".join(line for line in lines if entries_count or not case.is_entry(line))


def _is_filled(case: Case, blocks: Sequence[Block], heading: str, least: int) -> bool:
    """Whether enough is said under a heading; under the name of the requirement itself more than a remark."""
    under = [block.text for block in blocks if heading in block.headings]
    lines = [line for text in under for line in text.split("\n")]
    if least:  # rows of a list are no document, nor are links to others
        files = [paper.name for paper in case.papers if paper.is_file and paper.name]
        lines = [line for line in lines if "\t" not in line and not any(name in line for name in files)]
    said = sum(len(line.split()) for line in lines)
    remark = any(says_nothing_there(text) or holds(normalize(text), case.words.none_said) for text in under)
    least = max(least, TELLING_TITLE if case.is_named(heading) else TELLING)
    return said >= REMARK or (said >= least and not remark)


def _in_text(case: Case, text: str, one: Content, heading: str = "") -> str:
    """What a text says a part by: a form, behind its label where the form needs one; or the words of the part."""
    if one.pattern not in FORMS:
        return next((line for line in text.split("\n") if case.labels.tells(line, one.terms)), "")
    if one.pattern not in NEEDS_LABEL or not one.terms:
        return found(one.pattern, text, case.words.offices)
    if case.labels.tells(heading, one.terms) and (told := found(one.pattern, text, case.words.offices)):
        return told
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if term := case.labels.tells(line, one.terms):
            if found(one.pattern, term, case.words.offices):  # the label has the form itself: "20 dias"
                return line[:NEAR]
            behind = _behind(line, one.terms)
            if told := found(one.pattern, behind, case.words.offices) or found(
                one.pattern, "\n".join(lines[n + 1 : n + 2]), case.words.offices
            ):
                return told
    return ""


def _behind(line: str, terms: Sequence[str]) -> str:
    """What stands on a line behind the last word of a label ("Encarregado: Fulano de Tal"); the whole line where that is not told."""
    folded = line.casefold()
    ends = [folded.find(term.casefold()) + len(term) for term in terms if term.casefold() in folded]
    return line[min(ends) : min(ends) + NEAR] if ends else line


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
