"""Many towns by a cycle of the national matrix: ranking, dimensions, and what is missing where; as pages, and as CSV of all of it.

An index is an interval, and so is a position: from the one that a town has at best to the one that it has at worst.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from transparency.aspects.seen import Status
from transparency.called import called
from transparency.items import UserError
from transparency.matrix.cycle import Aspect, Cycle, Requirement
from transparency.report import cycle_exports, cycle_page, rendering
from transparency.report.audit_page import reference
from transparency.report.cycle_map import Shape, draw
from transparency.report.cycle_sheet import ICONS, LETTERS, NAMES, WORDS, Part, Sheet, interval, open_sheet
from transparency.report.exports import Cell, csv_bytes, write_csv
from transparency.report.many_pages import INDEX, Links, day, heat, write_page
from transparency.store.answers import has_answers
from transparency.store.audits import find_audits, open_audit

MAP = "mapa.html"
PAGES = {INDEX: "Ranking", "dimensoes.html": "Por dimensão", "faltas.html": "O que falta", MAP: "Mapa"}
"""Pages of the report and what the menu calls them; the map, where there is a mesh to draw it from."""
Seal = Literal["sure", "possible", "none"]
SEALS: dict[Seal, str] = {"sure": "sim", "possible": "possível", "none": "não"}


@dataclass(frozen=True, eq=False)
class Brief:
    """An audit in short, so that thousands fit in memory."""

    folder: Path
    reference: str
    ibge: str
    uf: str
    slug: str
    name: str
    started: str
    low: float
    high: float
    levels: tuple[str, str]
    """At least, at most."""
    level: str
    seal: Seal
    parts: tuple[Part, ...]
    """In the order of the dimensions."""
    counts: dict[Status, int]
    essentials: dict[Status, int]
    statuses: dict[str, str]
    """Requirement → the letters of the aspects that are not met, and after a bar those that are undecided: ``AS|G``."""

    @classmethod
    def of(cls, sheet: Sheet) -> Brief:
        """Without the answers' texts."""
        first, last = sheet.levels
        ibge = str(sheet.audit.summary["municipio"].get("ibge") or "")
        seal: Seal = "sure" if first.seal else "possible" if last.seal else "none"
        return cls(
            sheet.audit.folder, reference(sheet.audit), ibge, sheet.audit.uf, sheet.audit.slug, sheet.audit.name, sheet.audit.started,
            sheet.low, sheet.high, (first.name, last.name), sheet.level, seal,
            tuple(sheet.of_dimension(one) for one in sheet.cycle.dimensions), sheet.counts, sheet.essential_counts,
            {
                one.requirement.id: "|".join(
                    "".join(LETTERS[answer.aspect] for answer in one.answers if answer.status == status)
                    for status in ("not_met", "undecided")
                )
                for one in sheet.asked
            },
        )  # fmt: skip

    def letters(self, requirement: str, status: Status) -> str:
        """Of the aspects of a requirement that are not met, or undecided."""
        return self.statuses[requirement].split("|")[0 if status == "not_met" else 1]


@dataclass(frozen=True)
class Town:
    """A municipality, with its audits by this cycle, oldest first."""

    audits: tuple[Brief, ...]

    @property
    def now(self) -> Brief:
        """The newest."""
        return self.audits[-1]

    @property
    def before(self) -> Brief | None:
        """The one before it."""
        return self.audits[-2] if len(self.audits) > 1 else None


@dataclass(frozen=True)
class Missing:
    """A requirement, and where it is not met or undecided, each with the letters of its aspects."""

    requirement: Requirement
    not_met: tuple[tuple[Brief, str], ...]
    undecided: tuple[tuple[Brief, str], ...]

    @cached_property
    def by_aspect(self) -> dict[Aspect, int]:
        """In how many towns each aspect is not met."""
        return {
            aspect: sum(LETTERS[aspect] in letters for _, letters in self.not_met)
            for aspect in self.requirement.aspects
        }


def read(paths: Iterable[Path], cycle: Cycle, uf: str = "", broken: list[str] | None = None) -> list[Town]:
    """The towns that were evaluated by a cycle, the highest first. ``broken``: gets what is wrong with audits that cannot be used,
    which else is raised. UserError when no audit has answers."""
    groups: dict[tuple[str, str], list[Brief]] = defaultdict(list)
    for file in find_audits(paths, every=True):
        try:
            audit = open_audit(file.parent)
            if has_answers(audit, cycle.id) and (not uf or audit.uf == uf.upper()):
                groups[audit.uf, audit.slug].append(Brief.of(open_sheet(audit, cycle)))
        except UserError as error:
            if broken is None:
                raise
            broken.append(error.message)
    if not groups:
        raise UserError(
            f"Nenhuma auditoria{f' de {uf.upper()}' if uf else ''} foi avaliada por {cycle.name}.",
            f"Faça-as com {called()} audit … --matriz {cycle.id}",
        )
    towns = [Town(tuple(sorted(audits, key=lambda one: one.started))) for audits in groups.values()]
    return sorted(towns, key=lambda town: (-town.now.low, -town.now.high, town.now.name))


def positions(towns: Sequence[Town]) -> list[tuple[int, int]]:
    """The best and the worst place of each town: behind those that are higher in any case, and behind all that may be."""
    lows, highs = sorted(town.now.low for town in towns), sorted(town.now.high for town in towns)

    def place(now: Brief) -> tuple[int, int]:
        surely_higher = len(lows) - bisect_right(lows, now.high)
        maybe_higher = len(highs) - bisect_right(highs, now.low) - (now.high > now.low)  # itself is not before itself
        return 1 + surely_higher, 1 + maybe_higher

    return [place(town.now) for town in towns]


def missing(towns: Sequence[Town], cycle: Cycle) -> list[Missing]:
    """What is not met, in most towns first."""

    def where(requirement: Requirement, status: Status) -> tuple[tuple[Brief, str], ...]:
        told = ((town.now, town.now.letters(requirement.id, status)) for town in towns)
        return tuple((brief, letters) for brief, letters in told if letters)

    found = [Missing(one, where(one, "not_met"), where(one, "undecided")) for one in cycle.requirements]
    return sorted(found, key=lambda one: (-len(one.not_met), -len(one.undecided)))


# ---- files -----------------------------------------------------------------------------------------------------------


def write(
    towns: Sequence[Town],
    cycle: Cycle,
    folder: Path,
    uf: str = "",
    broken: Sequence[str] = (),
    make_missing: bool = True,
    mesh: Sequence[Shape] = (),
) -> Path:
    """Write pages and tables into a folder of the cycle's name; gives the path of the ranking. With ``make_missing`` each town gets its
    own report, where it has none; with a ``mesh`` there is a map. UserError when something cannot be written."""
    room = folder / cycle.id
    for town in towns:
        if make_missing and not (town.now.folder / cycle_page.page_name(cycle.id)).is_file():
            cycle_page.write(open_sheet(open_audit(town.now.folder), cycle))
    for path, text in pages(towns, cycle, room, uf, broken, mesh):
        write_page(path, text)
    for name, (header, lines) in tables(towns, cycle).items():
        write_csv(room / name, header, lines, cycle_exports.SEPARATOR)
    cycle_exports.export(_sheets(towns, cycle), "csv", room / "respostas.csv")
    return room / INDEX


def _sheets(towns: Iterable[Town], cycle: Cycle) -> Iterator[Sheet]:
    """One at a time."""
    return (open_sheet(open_audit(town.now.folder), cycle) for town in towns)


def pages(
    towns: Sequence[Town],
    cycle: Cycle,
    folder: Path,
    uf: str = "",
    broken: Sequence[str] = (),
    mesh: Sequence[Shape] = (),
    listed: Sequence[str] | None = None,
) -> Iterator[tuple[Path, str]]:
    """The pages of a report, one at a time: where they go, and their text. ``listed``: addresses of the tables, where not all are
    beside them."""
    placed = list(zip(positions(towns), towns, strict=True))
    seals = {seal: sum(town.now.seal == seal for town in towns) for seal in SEALS}
    menu = {page: name for page, name in PAGES.items() if page != MAP or mesh}
    common: dict[str, Any] = {
        "uf": uf.upper(), "root": "", "menu": menu, "cycle": cycle, "placed": placed, "several": len({town.now.uf for town in towns}) > 1,
        "states": sorted({town.now.uf for town in towns}), "seals": SEALS, "seal_counts": seals, "broken": broken, "day": day, "heat": heat,
        "interval": interval, "aspect_names": NAMES, "letters": LETTERS, "cycle_words": WORDS, "cycle_icons": ICONS,
        "link": Links(folder), "report": cycle_page.page_name(cycle.id), "tables": [*tables(towns, cycle), "respostas.csv"] if listed is None else listed,
    }  # fmt: skip

    def made(page: str, template: str, **values: Any) -> tuple[Path, str]:
        return folder / page, rendering.render(template, here=page, **common, **values)

    yield made(INDEX, "cycle_ranking.html")
    yield made("dimensoes.html", "cycle_dimensions.html")
    yield made("faltas.html", "cycle_missing.html", lacks=missing(towns, cycle))
    if mesh:
        drawing = draw(mesh)
        by_code = {town.now.ibge: town.now for town in towns}
        unplaced = [town.now.name for town in towns if town.now.ibge not in drawing.paths]
        drawn = len(towns) - len(unplaced)
        yield made(MAP, "cycle_map.html", drawing=drawing, by_code=by_code, unplaced=unplaced, drawn=drawn)


Table = tuple[Sequence[str], Iterable[list[Cell]]]


def tables(towns: Sequence[Town], cycle: Cycle) -> Mapping[str, Table]:
    """Name of a CSV → its header and lines."""
    head = ("Município", "UF")
    return {
        "ranking.csv": (
            (*head, "Posição, no melhor caso", "Posição, no pior caso", "Índice, no mínimo", "Índice, no máximo", "Nível, no mínimo",
             "Nível, no máximo", "Selo", "Essenciais atendidos", "Essenciais não atendidos", "Essenciais a verificar", "Atendidos",
             "Não atendidos", "A verificar", "Auditoria"),
            _ranking(towns),
        ),
        "dimensoes.csv": (
            (*head, "Dimensão", "Nome da dimensão", "Pontos, no mínimo", "Pontos, no máximo", "Pontos possíveis"),
            _dimensions(towns, cycle),
        ),
        "faltas.csv": (
            ("Critério", "Pergunta", "Classificação", *head, "Itens não atendidos", "Itens a verificar"),
            _lacks(towns, cycle),
        ),
        "historia.csv": ((*head, "Auditoria", "Data", "Índice, no mínimo", "Índice, no máximo", "Nível"), _history(towns)),
    }  # fmt: skip


def table_bytes(towns: Sequence[Town], cycle: Cycle, name: str) -> bytes:
    """One of the tables as the file that it is written to."""
    header, lines = tables(towns, cycle)[name]
    return csv_bytes(header, lines, cycle_exports.SEPARATOR)


def _number(value: float) -> str:
    """As a Brazilian spreadsheet reads it."""
    return f"{value:.2f}".replace(".", ",")


def _ranking(towns: Sequence[Town]) -> Iterator[list[Cell]]:
    for (best, worst), town in zip(positions(towns), towns, strict=True):
        now = town.now
        yield [
            now.name, now.uf, best, worst, _number(now.low), _number(now.high), *now.levels, SEALS[now.seal],
            *now.essentials.values(), *now.counts.values(), now.reference,
        ]  # fmt: skip


def _dimensions(towns: Sequence[Town], cycle: Cycle) -> Iterator[list[Cell]]:
    for town in towns:
        for dimension, part in zip(cycle.dimensions, town.now.parts, strict=True):
            numbers = (_number(value) for value in (part.low, part.high, part.whole))
            yield [town.now.name, town.now.uf, dimension.number, dimension.name, *numbers]


def _lacks(towns: Sequence[Town], cycle: Cycle) -> Iterator[list[Cell]]:
    words = {letter: NAMES[aspect].lower() for aspect, letter in LETTERS.items()}
    for requirement in cycle.requirements:
        for town in towns:
            told = [town.now.letters(requirement.id, status) for status in ("not_met", "undecided")]
            if any(told):
                named = [", ".join(words[letter] for letter in letters) for letters in told]
                yield [requirement.id, requirement.question, requirement.rank, town.now.name, town.now.uf, *named]


def _history(towns: Sequence[Town]) -> Iterator[list[Cell]]:
    for town in towns:
        for one in town.audits:
            yield [one.name, one.uf, one.reference, day(one.started), _number(one.low), _number(one.high), one.level]
