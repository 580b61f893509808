"""The answers to the cycles of the national matrix, as programs and people are told them."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from transparency.api import queries
from transparency.api.files import is_plain_file
from transparency.api.served import Missing, Served, as_json
from transparency.api.shapes import API, AuditId, Towns
from transparency.aspects.seen import Answer, Status
from transparency.matrix.cycle import Aspect, Cycle
from transparency.matrix.cycle_file import cycles, load_cycle
from transparency.report.cycle_many import Brief, Seal, Town, positions, table_bytes
from transparency.report.cycle_page import page_name
from transparency.report.cycle_sheet import Asked, Files, Sheet, open_sheet, open_unreviewed
from transparency.store.answers import answers_name
from transparency.store.reviews import reviews_name, stamp_of

RANKING = "ranking.csv"
CycleId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$", examples=["pntp-2026"])]


class Interval(BaseModel):
    """From what counts if nothing of the undecided is met to what counts if all of it is."""

    low: float
    high: float


class LevelsOut(BaseModel):
    """The level of the least index, and that of the highest."""

    low: str
    high: str


class StatusesOut(BaseModel):
    """How many aspects have each answer."""

    met: int
    not_met: int
    undecided: int


class RequirementOut(BaseModel):
    """A criterion of a cycle, and what is asked of it."""

    id: Annotated[str, Field(description="Número na matriz: `4.3`.")]
    dimension: int
    rank: str
    question: str
    aspects: list[Aspect]
    law: list[str]


class DimensionOut(BaseModel):
    """A group of criteria, and its weight."""

    number: int
    name: str
    weight: float


class CycleOut(BaseModel):
    """A cycle of the national matrix."""

    id: str
    name: str
    dimensions: list[DimensionOut]
    criteria: list[RequirementOut]


class AnswerOut(BaseModel):
    """The answer to one aspect, with what proves it or where it was looked for."""

    aspect: Aspect
    status: Status
    reason: str
    url: str
    steps: list[str]
    label: Annotated[str, Field(description="O que se viu e decide.")]
    places: Annotated[list[str], Field(description="Do que não é atendido: os lugares lidos.")]
    look: Annotated[str, Field(description="Do que não se decide: a pergunta a uma pessoa.")]
    evidence: Annotated[str, Field(description="Endereço da imagem da página citada; vazio onde não há.")]
    html: Annotated[str, Field(description="Endereço da página guardada; vazio onde não há.")]


class AnsweredOut(RequirementOut):
    """A criterion with its answers. `gain`: pontos que corrigi-lo traz, no máximo."""

    status: Status
    gain: float
    answers: list[AnswerOut]


class SheetOut(BaseModel):
    """All answers of an audit to a cycle."""

    audit: str
    uf: str
    slug: str
    name: str
    started: str
    cycle: str
    index: Interval
    level: LevelsOut
    seal: Annotated[Seal, Field(description="`sure`: sim; `possible`: se o que falta verificar for atendido.")]
    counts: StatusesOut
    essentials: StatusesOut
    criteria: list[AnsweredOut]
    report: str


class PlacedOut(BaseModel):
    """A municipality's place by index; an interval, as the index is one."""

    best: int
    worst: int
    uf: str
    slug: str
    name: str
    audit: str
    started: str
    index: Interval
    level: LevelsOut
    seal: Seal
    counts: StatusesOut
    essentials: StatusesOut
    href: str
    report: str


class Evaluations:
    """The answers of all audits that are served; in short they stay in memory while their audit is the same."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._cycles: dict[str, Cycle] = {}
        self._briefs: dict[tuple[str, str, bool], tuple[str, Brief]] = {}
        self._lock = threading.Lock()
        self._answered: tuple[str, list[Cycle]] = "", []

    @cached_property
    def names(self) -> list[str]:
        """Of all cycles that there are beside the matrix."""
        return cycles(self._folder)

    @property
    def _folder(self) -> Path | None:
        return Path(self._served.matrix.directory) if self._served.matrix.directory else None

    def cycle(self, name: str) -> Cycle:
        """One of them, read when it is first asked for. Missing when there is none."""
        if name not in self.names:
            raise Missing("Não há este ciclo.")
        if name not in self._cycles:
            self._cycles[name] = load_cycle(name, self._folder)
        return self._cycles[name]

    def of(self, id: str) -> list[str]:
        """The cycles that an audit has answers to."""
        folder = self._served.index.folder(id)
        return [name for name in self.names if folder is not None and is_plain_file(folder / answers_name(name))]

    def answered(self) -> list[Cycle]:
        """The cycles that any audit has answers to. They are looked up once while the audits are the same: there may be thousands."""
        mark = self._served.index.mark
        if self._answered[0] != mark and self._served.index.full.is_set():
            ids = [row["id"] for row in self._served.index.ask("SELECT id FROM audits")]
            found = [self.cycle(name) for name in self.names if any(name in self.of(id) for id in ids)]
            self._answered = mark, found
        return self._answered[1]

    def said(self, cycle: Cycle) -> str:
        """Changes when people say something of the answers to a cycle."""
        return stamp_of(self._served.index.root / reviews_name(cycle.id))

    def mark(self, id: str, cycle: Cycle) -> str:
        """Changes when an audit does, or what people say of the answers."""
        return self._served.index.mark_of(id) + self.said(cycle)

    def sheet(self, id: str, cycle: Cycle, reviewed: bool = True) -> Sheet:
        """The answers of an audit, with what people have said of them or (``reviewed`` False) without. Missing when it has none."""
        audit = self._served.index.opened(id) if cycle.id in self.of(id) else None
        if audit is None:
            raise Missing("Esta auditoria não respondeu a este ciclo.")
        return open_sheet(audit, cycle) if reviewed else open_unreviewed(audit, cycle)

    def towns(self, cycle: Cycle, asked: Towns, base: Path = Path(), reviewed: bool = True) -> list[Town]:
        """The municipalities with answers, the highest index first. ``base``: where the reports of audits are, by id. ``reviewed``
        as in ``sheet``."""
        made = queries.where(asked)
        groups: dict[tuple[str, str], list[Brief]] = defaultdict(list)
        for row in self._served.index.ask(f"SELECT t.id FROM audits t {made} ORDER BY t.started, t.id", made.values):  # noqa: S608 - words of ours
            if cycle.id in self.of(row["id"]):
                brief = self._brief(row["id"], cycle, reviewed)
                groups[brief.uf, brief.slug].append(replace(brief, folder=base / row["id"]))
        found = [Town(tuple(audits)) for audits in groups.values()]
        return sorted(found, key=lambda town: (-town.now.low, -town.now.high, town.now.name))

    def _brief(self, id: str, cycle: Cycle, reviewed: bool) -> Brief:
        mark = self.mark(id, cycle)
        with self._lock:
            known = self._briefs.get((id, cycle.id, reviewed))
        if known is None or known[0] != mark:
            known = mark, Brief.of(self.sheet(id, cycle, reviewed))
            with self._lock:
                self._briefs[id, cycle.id, reviewed] = known
        return known[1]


def add_routes(router: APIRouter, evaluations: Evaluations) -> None:
    """What programs are told."""

    @router.get("/cycles", summary="Os ciclos da matriz nacional e seus critérios", response_model=list[CycleOut])
    def all_cycles() -> Response:
        return _as_answer([_cycle_out(cycle) for cycle in map(evaluations.cycle, evaluations.names)])

    @router.get("/cycles/{cycle}/ranking", summary="Municípios por índice", response_model=list[PlacedOut])
    def ranking(cycle: CycleId, asked: Annotated[Towns, Query()]) -> Response:
        return _as_answer([*_placed(evaluations.towns(evaluations.cycle(cycle), asked), cycle)])

    @router.get(
        "/cycles/{cycle}/ranking.csv", summary="O mesmo, para planilhas", response_class=Response,
        responses={200: {"description": "CSV em UTF-8", "content": {"text/csv": {"schema": {"type": "string"}}}}},
    )  # fmt: skip
    def ranking_csv(cycle: CycleId, asked: Annotated[Towns, Query()]) -> Response:
        known = evaluations.cycle(cycle)
        body = table_bytes(evaluations.towns(known, asked), known, RANKING)
        headers = {"content-disposition": f'attachment; filename="ranking-{known.id}.csv"'}
        return Response(body, media_type="text/csv; charset=utf-8", headers=headers)

    @router.get(
        "/audits/{id}/cycles/{cycle}",
        summary="As respostas de uma auditoria a um ciclo, item por item, com provas",
        response_model=SheetOut,
    )
    def sheet(id: AuditId, cycle: CycleId) -> Response:
        return _as_answer(_sheet_out(id, evaluations.sheet(id, evaluations.cycle(cycle))))


def _as_answer(value: Any) -> Response:
    return Response(as_json(value), media_type="application/json")


def _cycle_out(cycle: Cycle) -> dict[str, Any]:
    asked = [
        {
            **{name: getattr(one, name) for name in ("id", "dimension", "rank", "question")},
            "aspects": [*one.aspects],
            "law": [*one.law],
        }
        for one in cycle.requirements
    ]
    return {"id": cycle.id, "name": cycle.name, "dimensions": [*map(asdict, cycle.dimensions)], "criteria": asked}


def _placed(towns: list[Town], cycle: str) -> Iterator[dict[str, Any]]:
    for (best, worst), town in zip(positions(towns), towns, strict=True):
        now, id = town.now, town.now.folder.name
        yield {
            "best": best,
            "worst": worst,
            **{name: getattr(now, name) for name in ("uf", "slug", "name", "started", "seal", "counts", "essentials")},
            "audit": id,
            "index": _interval(now.low, now.high),
            "level": dict(zip(("low", "high"), now.levels, strict=True)),
            "href": f"{API}/audits/{id}/cycles/{cycle}",
            "report": report_link(id, cycle),
        }


def _sheet_out(id: str, sheet: Sheet) -> dict[str, Any]:
    brief = Brief.of(sheet)
    return {
        "audit": id,
        **{name: getattr(brief, name) for name in ("uf", "slug", "name", "started", "seal", "counts", "essentials")},
        "cycle": sheet.cycle.id,
        "index": _interval(sheet.low, sheet.high),
        "level": dict(zip(("low", "high"), brief.levels, strict=True)),
        "criteria": [_answered(one, sheet, id) for one in sheet.asked],
        "report": report_link(id, sheet.cycle.id),
    }


def _answered(one: Asked, sheet: Sheet, id: str) -> dict[str, Any]:
    asked = one.requirement
    return {
        **{name: getattr(asked, name) for name in ("id", "dimension", "rank", "question")},
        "aspects": [*asked.aspects],
        "law": [*asked.law],
        "status": one.status,
        "gain": round(one.gain, 4),
        "answers": [_answer(answer, sheet.files(answer), id) for answer in one.answers],
    }


def _answer(answer: Answer, files: Files, id: str) -> dict[str, Any]:
    told = {name: getattr(answer, name) for name in ("aspect", "status", "reason", "url", "label", "look")}
    links = {
        name: queries.file_link(f"{API}/audits", id, file)
        for name, file in (("evidence", files.picture), ("html", files.page))
    }
    return {**told, "steps": [*answer.steps], "places": [*answer.places], **links}


def _interval(low: float, high: float) -> dict[str, float]:
    return {"low": round(low, 2), "high": round(high, 2)}


def ranking_link(cycle: str) -> str:
    """The table of the towns by index."""
    return f"{API}/cycles/{cycle}/{RANKING}"


def report_link(id: str, cycle: str) -> str:
    """The page of an audit's answers."""
    return f"/auditorias/{id}/{page_name(cycle)}"
