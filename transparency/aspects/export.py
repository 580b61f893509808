"""Gravação de relatórios: whether the content is handed out as a file that can be worked with."""

from __future__ import annotations

from collections.abc import Container, Sequence

from transparency.aspects.addresses import bare, ending
from transparency.aspects.case import Case, listed
from transparency.aspects.columns import LISTS, Base, bases, holds_part
from transparency.aspects.labels import holds
from transparency.aspects.seen import Answer, OpenedFile, Proof, Sight, TriedExport
from transparency.matrix.cycle import Content, Export
from transparency.model import Pressable
from transparency.text import identifier_words, normalize

FEW = 10
"""In a list of more rows one may be taken for a heading when a file is read."""
PDF = "pdf"


def judge_export(case: Case) -> Answer:
    """Whether some file that was fetched is editable (or has text, where that does), whole, and says all that it must."""
    export = case.requirement.export
    assert export is not None
    wanted = _wanted(case)
    bad: list[tuple[TriedExport, str]] = []
    for tried in case.gathered.exports:
        fault = _fault(case, tried, export, wanted)
        sight = _sight(case, tried.of)
        if not fault and sight is not None:
            told = f"“{tried.label}” entrega {tried.file.kind.upper()} com {_rows(tried.file.rows)}."
            return case.met(told, Proof(sight, tried.label, tried.file.url))
        bad.append((tried, fault))
    ready = _ready_file(case, export, wanted, {tried.file.url for tried, _ in bad})
    if ready is not None:
        told = f"O arquivo “{ready.label}” ({ready.kind.upper()}) traz o conteúdo."
        sight = _sight(case, ready.of)
        assert sight is not None
        return case.met(told, Proof(sight, ready.label, ready.url))
    return _without(case, export, bad)


def _rows(number: int) -> str:
    return "uma linha" if number == 1 else f"{number} linhas" if number else "texto"


def _sight(case: Case, key: str) -> Sight | None:
    return case.by_key.get(key) or next(iter(case.read), None)


def _wanted(case: Case) -> list[Content]:
    """The parts that a file must hold: those of the records that are no files themselves."""
    best = next(iter(bases(case)), None)
    linked = best.linked if best is not None else set()
    shown = _named(best)
    return [one for one in case.requirement.content if not one.optional and one.key not in linked and one.key in shown]


def _named(best: Base | None) -> set[str]:
    return set(best.named) if best is not None and best.file is None else set()


def _fault(case: Case, tried: TriedExport, export: Export, wanted: Sequence[Content]) -> str:
    """What is wrong with a file that was exported (Portuguese); "" for nothing."""
    file = tried.file
    if file.problem:
        return file.problem.rstrip(".")
    if not _has_format(case, file, export):
        return f"é {file.kind.upper() or 'de formato desconhecido'}, que não se edita"
    if blank := _blank(file):
        return blank
    lacks = [one for one in wanted if not holds_part(case, file, one)]
    if lacks and (file.columns or file.text):
        return f"não traz {listed(one.label for one in lacks)}"
    return _cut(case, tried)


def _blank(file: OpenedFile) -> str:
    """In what way a file holds nothing (Portuguese); "" where it holds something."""
    if not (file.rows or file.text.strip() or file.searchable):
        return "está vazio"
    return "não tem nenhuma linha" if file.columns and not file.rows else ""


def _cut(case: Case, tried: TriedExport) -> str:
    """Whether a file has fewer rows than the list, or than its page shows."""
    rows, on_screen = tried.file.rows, tried.listed
    if on_screen < 0:
        shown = (listing for sight in case.seen if sight.key == tried.of for listing in case.listings_of(sight))
        on_screen = max((len(one.table.rows) for one in shown if one.table.kind in LISTS), default=-1)
    if tried.filtered or on_screen < 0 or not tried.file.columns:
        return ""
    least = on_screen - 1 if on_screen > FEW else on_screen
    return f"traz {_rows(rows)}, e a lista tem {on_screen}" if rows < least else ""


def _has_format(case: Case, file: OpenedFile, export: Export) -> bool:
    if file.kind in case.words.editable:
        return file.kind != "html"
    return export.formats == "searchable" and file.kind == PDF and file.searchable


def _ready_file(case: Case, export: Export, wanted: Sequence[Content], tried: Container[str]) -> OpenedFile | None:
    """A file of the places that is what an export would be, and was not ``tried`` as one (addresses) in vain."""
    return next(
        (
            file
            for file in case.files
            if not (file.problem or file.url in tried or _blank(file))
            and _has_format(case, file, export)
            and all(holds_part(case, file, one) for one in wanted)
        ),
        None,
    )


def _without(case: Case, export: Export, bad: Sequence[tuple[TriedExport, str]]) -> Answer:
    """The answer where no file does."""
    tried = {normalize(one.label) for one, _ in bad}
    offers = [(sight, offer) for sight in case.read for offer in _offers(case, sight, export)]
    left = [(sight, offer) for sight, offer in offers if normalize(offer.caption) not in tried]
    look = "Baixe o arquivo e veja se é editável e traz o conteúdo inteiro."
    editable = [(one, fault) for one, fault in bad if one.file.kind in case.words.editable] or list(bad)
    if left:
        sight, offer = left[0]
        return case.undecided(f"“{offer.caption}” não foi experimentado.", look, Proof(sight, offer.caption))
    if editable:
        one, fault = editable[0]
        at = _sight(case, one.of)
        return case.not_met(
            f"O arquivo de “{one.label}” {_sentence(fault)}.", Proof(at, one.label, one.file.url) if at else None
        )
    formats = "editável" if export.formats == "editable" else "editável nem PDF com texto"
    if case.requirement.kind == "documents" and (papers := [p for p in case.papers if p.is_file and p.opened is None]):
        return case.undecided(
            f"O arquivo “{papers[0].name}” não foi aberto.", look, Proof(papers[0].sight, papers[0].name)
        )
    return case.missing(f"A página não oferece nenhum arquivo {formats} do conteúdo.", look)


def _sentence(fault: str) -> str:
    verbs = ("é ", "está ", "não ", "traz ")
    return fault if fault.startswith(verbs) else f"não serve: {fault}"


def _offers(case: Case, sight: Sight, export: Export) -> list[Pressable]:
    """What hands out the list of a page as a file."""
    formats = case.words.exports if export.formats == "editable" else (*case.words.exports, PDF)
    return [
        candidate
        for view in sight.views
        for candidate in view.candidates
        if candidate.region not in ("nav", "footer", "header")
        and (not candidate.href or bare(candidate.href) not in case.common or sight in case.homes)
        and (candidate.row is None or candidate.row.index < 0)
        and holds(_words(candidate), formats)
    ]


def _words(candidate: Pressable) -> str:
    told = (candidate.label, candidate.title, " ".join(identifier_words(candidate.hint)) if not candidate.label else "")
    return normalize(f"{' '.join(told)} {ending(candidate.href)}")
