"""A wrapper: where a list of a town is, how it is reached, and which of its columns is which item. Learned from an audit, kept
as JSON that a person can read and edit.

The steps are those of the audit, query included: what it asked is what is collected (mostly the year in sight).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from transparency.called import called
from transparency.crawl.candidates import names_period
from transparency.crawl.known import worth_of_list
from transparency.items import Finding, Page, RecordSet, Shape, UserError
from transparency.matrix import Criterion, Matrix
from transparency.model import Piece, Pressable
from transparency.node import FrameKey, Node, canonical_url, is_web
from transparency.portals.catalogue import Municipality
from transparency.rows.cells import CellKind, kind_of
from transparency.rows.counts import count_told
from transparency.rows.items import ListSummary
from transparency.rows.paging import Paging, find_turn
from transparency.rows.words import RowWords
from transparency.run.stored_pages import StoredPage, page_of, read_page
from transparency.store.audits import KNOWN, StoredAudit, find_audits, open_audit, refuse_purged
from transparency.store.evidence import write
from transparency.store.file_names import folder_inside

VERSION = 1
"""Raised when older wrappers can no longer be read as they are."""


class ColumnRule(Piece, omit_defaults=True):
    """A column of the list. ``item`` is empty for what goes under its own label."""

    label: str
    item: str = ""
    kind: CellKind = "text"


class Region(Piece):
    """Which part of the page holds the list: it is looked for by its columns, and this tells people where it was."""

    frame: FrameKey
    path: str
    headings: list[str]


class Details(Piece, omit_defaults=True):
    """What only the page of one record shows."""

    columns: list[ColumnRule]
    """Its labelled values that are items which the list has not."""
    label: str = ""
    """What is written on what opens it, in each row; empty where that is different in each …"""
    column: int = -1
    """… and stands in this cell of it, from 0; -1 where a row is pressed itself."""


class FileWay(Piece, omit_defaults=True):
    """The file that the portal hands out the same list as."""

    labels: list[str]
    """What is written on what is pressed for it beside the list, one after the other."""
    differs: str = ""
    """Why it is not taken (Portuguese): it was seen to say another thing than the screen."""
    of_period: bool = False
    """It was seen to have just the rows of the year, month or body of the town that the list was asked for."""
    columns: list[ColumnRule] = []
    """Its columns that are items which the list has not."""


class Wrapper(Piece):
    """How the rows of one list of one town are had."""

    version: int
    municipio: str
    uf: str
    criterion: str
    audit: str
    """When the audit that it was learned from began (ISO 8601)."""
    node: Node
    """The address, and the steps on from it."""
    query: list[str]
    """The steps in words, with what was chosen in the forms (Portuguese)."""
    region: Region
    shape: Shape
    columns: list[ColumnRule]
    paging: Paging = ""
    """How the list turned its pages where it was seen; others are tried, too."""
    way: Node | None = None
    """Where years and months are chosen that lead on to the list, if the way leads through such a page."""
    details: Details | None = None
    """What its records show besides, where the audit has opened one."""
    file: FileWay | None = None
    """Its file, once one was tried: taken instead of its pages."""
    at_once: int = 0
    """How many of its rows were in sight at once where it was seen …"""
    told: int = 0
    """… and how many that page counted; 0 where it did not …"""
    seconds: float = 0.0
    """… and how long it took to come."""

    @property
    def labels(self) -> list[str]:
        """Of all its columns."""
        return [column.label for column in self.columns]


# ---- on disk ---------------------------------------------------------------------------------------------------------


def wrapper_file(root: Path, town: Municipality, criterion: str) -> Path:
    """``<root>/<uf>/<slug>/<criterion>.json``."""
    return folder_inside(root, town.uf.lower(), town.slug) / f"{criterion}.json"


def write_wrapper(file: Path, wrapper: Wrapper) -> None:
    """Write a wrapper durably, laid out for people. UserError where that is not possible."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, msgspec.json.format(msgspec.json.encode(wrapper), indent=2) + b"\n")
    except OSError as error:
        raise UserError(f"Não foi possível gravar {file}.", f"{error.strerror}.") from None


def write_summary(file: Path, summary: ListSummary) -> None:
    """Write what a run has collected of a list beside its wrapper: ``<criterion>.summary.json``."""
    told = msgspec.json.format(msgspec.json.encode(summary), indent=2) + b"\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file.with_suffix(".summary.json"), told)
    except OSError as error:
        raise UserError(f"Não foi possível gravar o resumo ao lado de {file}.", f"{error.strerror}.") from None


def read_summary(file: Path) -> ListSummary | None:
    """What the last run has collected of a list, as it lies beside its wrapper; None where that cannot be read."""
    try:
        return msgspec.json.decode(file.with_suffix(".summary.json").read_bytes(), type=ListSummary)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def read_wrapper(file: Path, matrix: Matrix) -> Wrapper:
    """A wrapper as it lies on disk. UserError, one line, for what is none or says what cannot be."""
    try:
        wrapper = msgspec.json.decode(file.read_bytes(), type=Wrapper)
    except OSError as error:
        raise UserError(f"Não foi possível ler o wrapper {file}.", f"{error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _nonsense(file, str(error)) from None
    if problem := next(_problems(wrapper, matrix), ""):
        raise _nonsense(file, problem)
    return wrapper


def _nonsense(file: Path, problem: str) -> UserError:
    return UserError(
        f"{file}: o wrapper não pode ser usado ({problem}).", "Corrija o arquivo, ou apague-o para aprendê-lo de novo."
    )


def _problems(wrapper: Wrapper, matrix: Matrix) -> Iterator[str]:
    """What is wrong with a wrapper, in words (Portuguese)."""
    if wrapper.version > VERSION:
        yield f"é de uma versão mais nova, {wrapper.version}"
    if wrapper.criterion not in matrix.by_id:
        yield f"critério desconhecido: {wrapper.criterion}"
        return
    if not is_web(wrapper.node.url):
        yield f"o endereço não é da internet: {wrapper.node.url}"
    items = Counter(column.item for column in wrapper.columns if column.item)
    known = {item.key for item in matrix.by_id[wrapper.criterion].items}
    if not items:
        yield "nenhuma coluna tem item"
    if strange := sorted(items.keys() - known):
        yield f"item desconhecido: {strange[0]}"
    for what, rules in (("dos detalhes", wrapper.details), ("do arquivo", wrapper.file)):
        more = [column.item for column in rules.columns] if rules else []
        if wrong := [item for item in more if item in items or item not in known]:
            yield f"o item {what} já é da lista, ou não existe: {wrong[0]}"
    if twice := [item for item, times in items.items() if times > 1]:
        yield f"o item {twice[0]} está em mais de uma coluna"


# ---- learned from an audit -------------------------------------------------------------------------------------------


def newest_audit(root: Path, town: Municipality) -> StoredAudit:
    """The newest whole audit of a town. UserError where there is none."""
    folder = root / town.uf.lower() / town.slug
    try:
        found = find_audits([folder])
    except UserError:
        raise UserError(
            f"Não há auditoria de {town.name} de onde aprender onde estão as linhas.",
            f"Rode antes: {called()} audit {town.slug} (ou diga a pasta com -s AUDITS_DIR=pasta).",
        ) from None
    return open_audit(found[-1].parent)


@dataclass(frozen=True)
class _Seen:
    """A list of a criterion on a stored page."""

    node: Node
    stored: StoredPage
    frame: int
    listed: RecordSet
    items: dict[int, str]
    """Place of a column → item."""


def learn(audit: StoredAudit, matrix: Matrix, criterion: Criterion, words: RowWords) -> Wrapper:
    """The wrapper of the fullest list of a criterion that an audit has seen. UserError where it has seen none."""
    refuse_purged(audit, "As linhas não podem ser procuradas")
    seen_pages = [*audit.pages()]
    chosen = any(
        line.get("of_town") for line in seen_pages
    )  # in a portal of many towns the lists of others are there, too
    lines = {line.get("node"): line for line in seen_pages if line.get("of_town") or not chosen}
    found = [
        seen
        for node in _nodes(audit, criterion.id)
        if (line := lines.get(node.fingerprint())) is not None
        for seen in _lists_on(audit, line, node, matrix, criterion.id)
    ]
    if not found:
        raise UserError(
            f"A auditoria de {audit.name} não viu lista de {criterion.name} cujas linhas se possam colher na tela.",
            "Podem estar só em arquivos, ou a auditoria é de uma versão antiga: rode outra.",
        )
    best = max(found, key=lambda seen: (worth_of_list(seen.listed, len(seen.items)), -len(seen.node.steps)))
    found_there = _details_of(best, audit, lines, matrix, criterion)
    return _wrapper_of(best, audit, criterion, words, _way_of(best.node, seen_pages), found_there)


def _way_of(node: Node, pages: Sequence[Mapping[str, Any]]) -> Node | None:
    """The page before the years and months that the last steps of a way were; None where they were none."""
    count = len([*takewhile(names_period, reversed(node.labels))])
    if not count or len(node.steps) >= count:
        return replace(node, steps=node.steps[:-count]) if count else None
    before = [*node.words[:-count]]
    found = (Node(line["url"], entry=node.entry) for line in pages if line.get("steps") == before)
    known = {line.get("node") for line in pages}
    return next((one for one in found if one.fingerprint() in known), None)


def _details_of(
    seen: _Seen, audit: StoredAudit, lines: Mapping[Any, dict[str, Any]], matrix: Matrix, criterion: Criterion
) -> Details | None:
    """What a record that the audit has opened from a list shows besides; None where it has opened none, or there is nothing."""
    if seen.frame >= len(seen.stored.views):
        return None
    candidates = [one for one in seen.stored.views[seen.frame].candidates if one.row or one.card]
    for node, kind in _places(_known(audit)):
        opener = next((one for one in candidates if _opens(one, node)), None) if kind == "row" else None
        if opener is None or (line := lines.get(node.fingerprint())) is None:
            continue
        listed = {*seen.items.values()}
        if columns := [rule for rule in _fields_on(audit, line, matrix, criterion) if rule.item not in listed]:
            always = sum(one.label == opener.label for one in candidates) > 1
            return Details(columns, opener.label if always else "", opener.row.column if opener.row else -1)
    return None


def _opens(control: Pressable, node: Node) -> bool:
    """Whether a control of a list leads to the node of a record."""
    if node.steps:
        return (control.path, control.label) == (node.steps[-1].target.path, node.steps[-1].target.label)
    return bool(control.href) and canonical_url(control.href) == canonical_url(node.url)


def _fields_on(audit: StoredAudit, line: dict[str, Any], matrix: Matrix, criterion: Criterion) -> Iterator[ColumnRule]:
    """The labelled values of a stored page that are items of a criterion, each item once."""
    taken: set[str] = set()
    for _, listed, items in lists_on(judged_page_of(audit, line, matrix).page, criterion.id):
        if listed.shape != "details":
            continue
        for place, item in items.items():
            column = listed.columns[place]
            if item not in taken:
                taken.add(item)
                yield ColumnRule(column.label, item, kind_of(criterion.item(item), column.value_type))


def _known(audit: StoredAudit) -> dict[str, Any]:
    """What an audit knows of the places of its portal."""
    try:
        known: dict[str, Any] = json.loads((audit.folder / KNOWN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise _spoilt(audit) from None
    return known


def _spoilt(audit: StoredAudit) -> UserError:
    return UserError(f"{audit.folder / KNOWN}: o arquivo está estragado.", "Rode a auditoria de novo.")


def _places(known: Mapping[str, Any]) -> list[tuple[Node, str]]:
    """The nodes that prove items, and of what kind each is; files are none."""
    return [(Node.from_dict(place["node"]), place["kind"]) for place in known["places"] if place["kind"] != "document"]


def _nodes(audit: StoredAudit, criterion: str) -> list[Node]:
    """Where lists of a criterion may stand: those that the audit names, and the places that prove its items. Behind a record
    that was opened is its list."""
    known = _known(audit)
    try:
        lists = [Node.from_dict(one["node"]) for one in known.get("lists", ()) if one["criterion"] == criterion]
        for node, _ in _places(known):
            lists += [node, Node(node.url, node.steps[:-1], node.entry)] if node.steps else [node]
    except (KeyError, TypeError, AttributeError):
        raise _spoilt(audit) from None
    return [*{node.fingerprint(): node for node in reversed(lists)}.values()][::-1]


def judged_page_of(audit: StoredAudit, line: dict[str, Any], matrix: Matrix) -> StoredPage:
    """A stored page, judged by today's rules."""
    stored = read_page(audit.folder, page_of(audit, line), matrix)
    stored.judge(matrix)
    return stored


def _lists_on(audit: StoredAudit, line: dict[str, Any], node: Node, matrix: Matrix, criterion: str) -> Iterator[_Seen]:
    """The lists of a criterion on a stored page, judged by today's rules."""
    stored = judged_page_of(audit, line, matrix)
    for frame, listed, items in lists_on(stored.page, criterion):
        if items and listed.rows > 1 and listed.shape != "details":
            yield _Seen(node, stored, frame, listed, items)


def lists_on(page: Page, criterion: str) -> Iterator[tuple[int, RecordSet, dict[int, str]]]:
    """The record sets of a judged page that have data of a criterion: number of the frame, the set, and place of a column → item."""
    own = [f for f in page.findings or () if f.criterion == criterion and f.has_data]
    for frame, number in dict.fromkeys((f.frame, f.record_set) for f in own):
        listed = page.frames[frame].record_sets[number]
        yield frame, listed, _items_by_column([f for f in own if (f.frame, f.record_set) == (frame, number)], listed)


def _items_by_column(findings: Iterable[Finding], listed: RecordSet) -> dict[int, str]:
    """Place of a column → the item that it is best for. An item has one column, and what only stands in a title none."""
    items: dict[int, str] = {}
    for finding in sorted(findings, key=lambda one: -one.score):
        free = finding.column not in items and finding.item not in items.values()
        if free and finding.label == listed.columns[finding.column].label:
            items[finding.column] = finding.item
    return items


def _wrapper_of(
    seen: _Seen, audit: StoredAudit, criterion: Criterion, words: RowWords, way: Node | None, details: Details | None
) -> Wrapper:
    page, frame = seen.stored.page, seen.stored.page.frames[seen.frame]
    columns = []
    for place, column in enumerate(seen.listed.columns):
        item = seen.items.get(place, "")
        kind = kind_of(criterion.item(item), column.value_type) if item else "text"
        columns.append(ColumnRule(label=column.label, item=item, kind=kind))
    return Wrapper(
        version=VERSION,
        municipio=audit.slug,
        uf=audit.uf,
        criterion=criterion.id,
        audit=audit.started,
        node=seen.node,
        query=list(page.steps),
        way=way,
        details=details,
        region=Region(
            frame=FrameKey(seen.frame, frame.name, frame.url),
            path=seen.listed.path,
            headings=list(seen.listed.headings),
        ),
        shape=seen.listed.shape,
        columns=columns,
        paging=_paging_of(seen, words),
        at_once=seen.listed.rows,
        told=_told_by(seen, words),
        seconds=page.seconds,
    )


def _told_by(seen: _Seen, words: RowWords) -> int:
    """How many rows the page counted where the audit saw it; 0 where it did not."""
    frame = seen.stored.views[seen.frame] if seen.frame < len(seen.stored.views) else None
    return (count_told([frame.text], words, seen.listed.rows) or 0) if frame else 0


def _paging_of(seen: _Seen, words: RowWords) -> Paging:
    """How the list turned its pages where the audit saw it."""
    if seen.frame >= len(seen.stored.views):
        return ""
    turn = find_turn(seen.stored.views[seen.frame].candidates, None, 1, words)
    return turn.paging if turn else ""
