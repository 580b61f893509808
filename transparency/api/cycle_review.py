"""Review of answers to a cycle of the national matrix: a person goes through what is undecided, the dearest first, and says what is true.

The form, its checks and its file are those of the review of verdicts; the file is one of its own for each cycle."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse

from transparency.api import queries
from transparency.api.cycles import CycleId, Evaluations, report_link
from transparency.api.pages import asked_for, page, validated
from transparency.api.review import (
    CYCLE_PATH,
    PATH,
    TOKEN,
    Form,
    Tokens,
    first_form,
    key_file,
    read_values,
    reviewer_of,
    saved,
    with_token,
)
from transparency.api.served import Missing, Served
from transparency.api.shapes import AuditId, Towns
from transparency.aspects.seen import Status
from transparency.matrix.cycle import Aspect, Cycle
from transparency.report.cycle_many import Brief
from transparency.report.cycle_sheet import ICONS, LETTERS, NAMES, WORDS, Sheet
from transparency.store.reviews import ANSWERS, DISPUTED, Review, Reviews, conclude, person, read_reviews, reviews_name

Place = tuple[str, str, Aspect]
"""Id of an audit, requirement, aspect."""


class Queue(Towns):
    """Which answers are gone through."""

    model_config = ConfigDict(extra="ignore")

    status: Annotated[Status, Field(description="`undecided`, `not_met` ou `met`.")] = "undecided"

    def towns(self) -> Towns:
        """Those whose answers are gone through."""
        return Towns(**self.model_dump(include=set(Towns.model_fields)))

    def query(self) -> str:
        """As in an address."""
        told = {name: value for name, value in self.model_dump().items() if value and value != "undecided"}
        return urlencode(told)


@dataclass
class _Desk:
    """Where a person reviews the answers to a cycle, and who holds the token of the form."""

    served: Served
    evaluations: Evaluations
    tokens: Tokens

    def reviews(self, cycle: Cycle) -> Reviews:
        """What was said of a cycle's answers."""
        return read_reviews(self.served.index.root / reviews_name(cycle.id))

    def line(self, cycle: Cycle, queue: Queue, reviewer: str) -> list[Place]:
        """What is to be reviewed, the dearest first; what the reviewer has answered is left out."""
        mine = self.reviews(cycle).of(reviewer)
        briefs = [town.now for town in self.evaluations.towns(cycle, queue.towns(), reviewed=False)]
        every = [
            (-_points(cycle, requirement.id, aspect), brief.uf, brief.slug, (brief.folder.name, requirement.id, aspect))
            for requirement in cycle.requirements
            for brief in briefs
            for aspect in requirement.aspects
            if _status(brief, requirement.id, aspect) == queue.status
            and (brief.uf, brief.slug, requirement.id, aspect) not in mine
        ]
        return [place for *_, place in sorted(every, key=lambda one: one[:3])]

    def page(
        self, request: Request, place: Place, cycle: Cycle, queue: Queue, form: Form | None = None, status: int = 200,
        alarm: str = "",
    ) -> Response:  # fmt: skip
        """The page on which an answer is reviewed. ``alarm``: what went wrong with the form that was sent."""
        id, number, aspect = place
        sheet, key = self.answer(cycle, place)
        answer = key["answer"]
        reviewer = form.values["revisor"] if form else reviewer_of(request)
        said = self.reviews(cycle).latest().get((key["uf"], key["slug"], number, aspect), ())
        own = next((one for one in said if one.who == person(reviewer)), None)
        line = self.line(cycle, queue, reviewer)
        cookie = request.cookies.get(TOKEN) or secrets.token_urlsafe(24)
        files = sheet.files(answer)
        shown = page(
            "cycle_review.html", status, here=PATH, reviewing=True, cycle=cycle, sheet=sheet, answer=answer, aspect=NAMES[aspect],
            requirement=cycle.by_id[number], word=WORDS[answer.status], icon_name=ICONS[answer.status],
            picture=queries.file_link("/auditorias", id, files.picture), archived=queries.file_link("/auditorias", id, files.page),
            report=report_link(id, cycle.id), audit=id, said=said if own else (), conclusion=conclude(said), disputed=DISPUTED,
            queue=queue.model_dump(), form=form or first_form(own, answer.url, reviewer), answers=ANSWERS, token=self.tokens.of(cookie), alarm=alarm, left=len(line),
            after=_address(_after(line, place), cycle, queue),
        )  # fmt: skip
        return with_token(shown, cookie)

    def answer(self, cycle: Cycle, place: Place) -> tuple[Sheet, dict[str, Any]]:
        """The answer that is reviewed, as ``read_form`` takes it, with its audit. Missing when there is none."""
        id, number, aspect = place
        sheet = self.evaluations.sheet(id, cycle, reviewed=False)  # a second person is to see what the program said
        told = (answer for asked in sheet.asked for answer in asked.answers)
        found = next((one for one in told if (one.requirement, one.aspect) == (number, aspect)), None)
        if found is None:
            raise Missing("Não há esta resposta.")
        audit = sheet.audit
        return sheet, {
            "uf": audit.uf, "slug": audit.slug, "criterion": number, "item": aspect, "audit": id, "status": found.status,
            "label": found.label, "answer": found,
        }  # fmt: skip

    def save(self, request: Request, values: Mapping[str, str]) -> Response:
        """Keep the review of a form that was sent, and go on to the next answer; or show what is wrong with it."""
        cycle = self.evaluations.cycle(values.get("ciclo", ""))
        queue = validated(Queue, {name: values.get(f"fila_{name}", "") for name in Queue.model_fields})
        place: Any = (values.get("auditoria", ""), values.get("criterio", ""), values.get("item", ""))
        _, key = self.answer(cycle, place)

        def again(form: Form, status: int, alarm: str) -> Response:
            return self.page(request, place, cycle, queue, form, status, alarm)

        def following(review: Review) -> str:
            return _address(_after(self.line(cycle, queue, review.revisor), place), cycle, queue)

        file = self.served.index.root / reviews_name(cycle.id)
        return saved(request, values, key, self.tokens, file, again, following)


def _points(cycle: Cycle, number: str, aspect: Aspect) -> float:
    """What an aspect weighs beside others."""
    requirement = cycle.by_id[number]
    weight = cycle.dimensions[requirement.dimension - 1].weight
    rivals = sum(cycle.ranks[one.rank] for one in cycle.requirements if one.dimension == requirement.dimension)
    share = cycle.weights[aspect] / sum(cycle.weights[one] for one in requirement.aspects)
    return weight * cycle.ranks[requirement.rank] / rivals * share


def _status(brief: Brief, number: str, aspect: Aspect) -> Status:
    told: tuple[Status, ...] = ("not_met", "undecided")
    return next((one for one in told if LETTERS[aspect] in brief.letters(number, one)), "met")


def _after(line: list[Place], place: Place) -> Place | None:
    """The one behind a place, or the first of those that are left."""
    at = line.index(place) + 1 if place in line else 0
    return next((one for one in (*line[at:], *line[:at]) if one != place), None)


def _address(place: Place | None, cycle: Cycle, queue: Queue) -> str:
    """Where an answer is reviewed; of none, where the review of a cycle begins."""
    told = "".join(f"/{quote(part, safe='')}" for part in place or ())
    return f"{CYCLE_PATH}/{cycle.id}{told}" + (f"?{query}" if (query := queue.query()) else "")


def gold_routes(served: Served, evaluations: Evaluations) -> APIRouter:
    """The key that the reviews of a cycle make, also where none are taken."""
    routes = APIRouter()

    @routes.get("/gabarito-{cycle}.csv")
    def gold(request: Request, cycle: CycleId) -> Response:
        name = evaluations.cycle(cycle).id
        return key_file(request, read_reviews(served.index.root / reviews_name(name)), f"gabarito-{name}.csv")

    return routes


def router(served: Served, evaluations: Evaluations) -> APIRouter:
    """The routes of the review."""
    routes = APIRouter()
    desk = _Desk(served, evaluations, Tokens())

    @routes.get(CYCLE_PATH + "/{cycle}")
    def start(request: Request, cycle: CycleId) -> Response:
        known, queue = evaluations.cycle(cycle), asked_for(request, Queue)
        line = desk.line(known, queue, reviewer_of(request))
        if line:
            return RedirectResponse(_address(line[0], known, queue), 303)
        return page("cycle_review_done.html", here=PATH, reviewing=True, cycle=known, cycle_words=WORDS)

    @routes.get(CYCLE_PATH + "/{cycle}/{audit}/{requirement}/{aspect}")
    def one(request: Request, cycle: CycleId, audit: AuditId, requirement: str, aspect: str) -> Response:
        place: Any = (audit, requirement, aspect)
        return desk.page(request, place, evaluations.cycle(cycle), asked_for(request, Queue))

    @routes.post(CYCLE_PATH)
    async def save(request: Request) -> Response:
        values = await read_values(request)
        return values if isinstance(values, Response) else await run_in_threadpool(desk.save, request, values)

    return routes
