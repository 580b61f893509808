"""The pages that people open: the reports, what was found, and the documentation of the API."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from jinja2 import ChoiceLoader, Environment, PackageLoader
from pydantic import BaseModel, ValidationError
from starlette.responses import HTMLResponse, RedirectResponse

from transparency.api import queries
from transparency.api.cycles import Evaluations, ranking_link, report_link
from transparency.api.files import read_inside
from transparency.api.guard import TITLES
from transparency.api.served import Missing, Preparing, Served, answered, archived, picture
from transparency.api.shapes import AuditId, Paging, Towns, TownsAsked, VerdictsAsked
from transparency.matrix.cycle import Cycle
from transparency.news.journal import FEEDS
from transparency.portals.catalogue import REGIONS, slugify
from transparency.report import cycle_many, many, many_pages, rendering
from transparency.report.audit_page import REPORT, render_audit
from transparency.report.cycle_page import render_sheet
from transparency.report.many_pages import Report
from transparency.store.audits import id_of

REPORTS = 64
"""Pages of audits that are kept, made."""
SITE = Path("/site")
"""Where the report of many and the audits lie, for their links to each other; nothing is written there."""
AHEAD = 0.5
"""Seconds between two looks at whether the audits have changed."""
ROWS = 50
"""Lines of a list."""
ASSETS = {"swagger-ui-bundle.js": "text/javascript; charset=utf-8", "swagger-ui.css": "text/css; charset=utf-8"}

Asked = TypeVar("Asked", bound=BaseModel)

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@cache
def environment() -> Environment:
    """The reports' templates and our own."""
    loader = ChoiceLoader([PackageLoader("transparency.api"), PackageLoader("transparency", "report")])
    made = rendering.environment().overlay(loader=loader)
    made.filters["pairs"] = lambda values: [(value, value) for value in values]
    return made


def policy(page: str) -> str:
    """What a page may load and run, as it says itself (before anything that was seen on a portal); and nobody may frame it."""
    found = _POLICY.search(page)
    assert found, "a page of ours has no policy"
    return f"{found[1]}; frame-ancestors 'none'"


def page(template: str, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any) -> Response:
    """A page made for this request alone."""
    text = environment().get_template(template).render(**values)
    return HTMLResponse(
        text.encode("utf-8", "replace"), status, {**(headers or {}), "content-security-policy": policy(text)}
    )


def refusal(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal, for people."""
    return page(
        "refusal.html",
        status,
        headers,
        name=TITLES.get(status, "Não foi possível"),
        detail=detail,
        here="",
        reviewing=False,
    )


def validated(kind: type[Asked], values: Mapping[str, str]) -> Asked:
    """A form's filters; what was left empty is not asked for. RequestValidationError when one cannot be."""
    try:
        return kind.model_validate({name: value for name, value in values.items() if value})
    except ValidationError as error:
        raise RequestValidationError([{**one, "loc": ("query", *one["loc"])} for one in error.errors()]) from None


def asked_for(request: Request, kind: type[Asked]) -> Asked:
    """The filters in the address of a page."""
    return validated(kind, request.query_params)


class Overview:
    """The report of many, of the index: each page is made when it is asked for, the large ones before that, and kept while the audits
    are the same."""

    def __init__(self, served: Served, evaluations: Evaluations) -> None:
        self._served, self._evaluations = served, evaluations
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._mark = ""
        self._report: Report | None = None
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._said: dict[str, str] = {}
        """Cycle → what changes when people say something of its answers, as the kept pages were made."""

    def start(self) -> None:
        """Make the large pages ahead, in a thread, whenever the audits have changed."""
        threading.Thread(target=self._ahead, name="overview", daemon=True).start()

    def stop(self) -> None:
        """End the thread."""
        self._over.set()

    def _ahead(self) -> None:
        made = ""
        while not self._over.wait(AHEAD):
            index = self._served.index
            if index.full.is_set() and index.mark != made:
                made = index.mark
                for name in many_pages.PAGES:
                    self.page(name)

    def page(self, name: str) -> bytes | None:
        """A page by its name; None when there is none. Preparing while the audits are read for the first time."""
        index = self._served.index
        if not index.full.is_set():
            raise Preparing(*(index.progress or (0, 0)))
        with self._lock:
            if self._mark != index.mark:
                self._renew(index.mark)
            self._forget_reviewed()
            if name not in self._made:
                self._make(name)
            return self._made.get(name)

    def _renew(self, mark: str) -> None:
        found = queries.every_town(self._served.index, self._served.digests, SITE / "auditorias", self._served.people)
        self._report = (
            Report(found, self._served.matrix, SITE / "relatorio", broken=self._broken(), back="/") if found else None
        )
        self._made.clear()
        self._mark = mark

    def _forget_reviewed(self) -> None:
        """Pages of a cycle are made anew once people have said something of its answers."""
        for cycle in self._evaluations.answered():
            said = self._evaluations.said(cycle)
            if self._said.get(cycle.id) != said:
                self._said[cycle.id] = said
                self._made = OrderedDict(
                    (name, made) for name, made in self._made.items() if not name.startswith(f"{cycle.id}/")
                )

    def _make(self, name: str) -> None:
        report = self._report
        if report and (name in many_pages.PAGES or name in report.of_towns):
            self._keep(name, report.page(name))
        for cycle in self._evaluations.answered() if "/" in name else ():
            if name.startswith(f"{cycle.id}/"):
                towns = self._evaluations.towns(cycle, Towns(), SITE / "auditorias")
                for path, text in cycle_many.pages(
                    towns, cycle, SITE / "relatorio" / cycle.id, listed=[ranking_link(cycle.id)]
                ):
                    self._keep(path.relative_to(SITE / "relatorio").as_posix(), text)

    def _keep(self, name: str, text: str) -> None:
        self._made[name] = text.encode("utf-8", "replace")
        while len(self._made) > REPORTS:
            # The large ones stay.
            del self._made[next(one for one in self._made if one not in many_pages.PAGES)]

    def _broken(self) -> list[str]:
        return [
            f"{place}: {why.replace(f'{self._served.index.root}/', '')}"
            for place, why in self._served.index.unreadable.items()
        ]


class Reports:
    """The pages of single audits, the last ``REPORTS`` of them kept."""

    def __init__(self, served: Served, evaluations: Evaluations) -> None:
        self._served, self._evaluations = served, evaluations
        self._lock = threading.Lock()
        self._made: OrderedDict[tuple[str, str, str], bytes] = OrderedDict()

    def page(self, id: str, cycle: Cycle | None = None) -> bytes:
        """The report of an audit, or of its answers to a cycle, made of its files; one that lies in its folder is not trusted.
        Missing when there is none."""
        mark = self._evaluations.mark(id, cycle) if cycle else self._served.index.mark_of(id)
        key = (id, mark, cycle.id if cycle else "")
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        audit = self._served.index.opened(id)
        if audit is None or (audit.folder / "evidence").is_symlink():
            raise Missing("Nenhuma auditoria com este id.")
        matrix, evaluations = self._served.matrix, self._evaluations
        text = render_audit(audit, matrix, "/") if cycle is None else render_sheet(evaluations.sheet(id, cycle), "/")
        made = text.encode("utf-8", "replace")
        with self._lock:
            self._made[key] = made
            while len(self._made) > REPORTS:
                self._made.popitem(last=False)
        return made


def router(served: Served, evaluations: Evaluations, overview: Overview, swagger: Path, openapi: str) -> APIRouter:
    """The routes of the pages. ``swagger``: the folder of Swagger UI's files; ``openapi``: where the API is described."""
    routes = APIRouter()
    _list_routes(routes, served, evaluations)
    _report_routes(routes, served, evaluations, overview)
    _news_routes(routes, served)
    _description_routes(routes, swagger, openapi)
    return routes


def _shown(request: Request, made: bytes) -> Response:
    headers = {"content-security-policy": policy(made[:4096].decode("utf-8", "replace") if made else "")}
    return answered(request, made, "text/html; charset=utf-8", headers=headers)


def _listed(served: Served, request: Request, template: str, here: str, **values: Any) -> Response:
    """A page with a list, made of a template, and what the lists may be narrowed down to."""
    ask = served.index.ask
    made = environment().get_template(template).render(
        here=here, reviewing=served.reviewing, asked=dict(request.query_params), criteria=served.matrix.criteria,
        families=[row["name"] for row in ask("SELECT DISTINCT unnest(families) AS name FROM audits ORDER BY 1")],
        regions=[*REGIONS], states=[row["uf"] for row in ask("SELECT DISTINCT uf FROM audits ORDER BY 1")], **values,
    )  # fmt: skip
    return _shown(request, made.encode("utf-8", "replace"))


def _pager(request: Request, asked: Paging, total: int) -> dict[str, Any]:
    others = {name: value for name, value in request.query_params.items() if name != "offset" and value}
    before, after = max(0, asked.offset - asked.limit), asked.offset + asked.limit
    return {
        "total": total, "start": asked.offset,
        "before": urlencode({**others, "offset": before}) if asked.offset else "",
        "after": urlencode({**others, "offset": after}) if after < total else "",
    }  # fmt: skip


def _list_routes(routes: APIRouter, served: Served, evaluations: Evaluations) -> None:
    """Municipalities, and verdicts."""
    index = served.index

    @routes.get("/")
    def home(request: Request) -> Response:
        asked = asked_for(request, TownsAsked)
        asked.limit = ROWS
        total, rows = queries.audits(index, asked)
        for row in rows:
            row["page"] = f"{many_pages.TOWNS}/{slugify(row['uf'])}/{slugify(row['slug'])}.html"
            row["cycles"] = [
                (evaluations.cycle(name).name, report_link(row["id"], name)) for name in evaluations.of(row["id"])
            ]
        counts = index.ask("SELECT count(*) AS audits, count(DISTINCT uf || '/' || slug) AS towns FROM audits")[0]
        return _listed(
            served, request, "home.html", "/", rows=rows, pager=_pager(request, asked, total), counts=counts, tally=many.Tally,
            unreadable=len(index.unreadable), progress=index.progress, reviews=served.reviews(), cycles=evaluations.answered(),
        )  # fmt: skip

    @routes.get("/vereditos")
    def verdicts(request: Request) -> Response:
        asked = asked_for(request, VerdictsAsked)
        served.check_names(dict(asked))
        asked.limit = ROWS
        total, rows = queries.verdicts(index, asked)
        for row in rows:
            row["picture"] = queries.file_link("/auditorias", row["audit"], row["evidence"])
            row["report"] = queries.report_link(row["audit"], row["criterion"], row["item"])
        return _listed(
            served, request, "verdicts.html", "/vereditos", rows=rows, pager=_pager(request, asked, total),
            names=served.items, criterion_names=served.criteria,
        )  # fmt: skip


def _report_routes(routes: APIRouter, served: Served, evaluations: Evaluations, overview: Overview) -> None:
    """The reports, of all audits and of one, and their files."""
    reports = Reports(served, evaluations)

    @routes.get("/relatorio")
    def to_overview() -> Response:
        return RedirectResponse("/relatorio/index.html", 308)

    @routes.get("/relatorio/{name:path}")
    def overview_page(request: Request, name: str) -> Response:
        made = overview.page(name or many_pages.INDEX)
        if made is None:
            raise Missing("Não há esta página no relatório.")
        return _shown(request, made)

    @routes.get("/auditorias/{id}")
    def to_report(id: AuditId) -> Response:
        return RedirectResponse(f"/auditorias/{id}/", 308)

    @routes.get("/auditorias/{id}/")
    @routes.get(f"/auditorias/{{id}}/{REPORT}")
    def report(request: Request, id: AuditId) -> Response:
        return _shown(request, reports.page(id))

    @routes.get("/auditorias/{id}/{name}")
    def cycle_report(request: Request, id: AuditId, name: str) -> Response:
        cycle = evaluations.cycle(name.removesuffix(".html"))
        return _shown(request, reports.page(id, cycle))

    @routes.get("/auditorias/{id}/pages/{name}")
    def stored_page(request: Request, id: AuditId, name: str) -> Response:
        return archived(served, request, id, name)

    @routes.get("/auditorias/{id}/evidence/{name}")
    def report_picture(request: Request, id: AuditId, name: str) -> Response:
        return picture(served, request, id, "evidence", name)


def _news_routes(routes: APIRouter, served: Served) -> None:
    """The Atom feeds, and the reports by the addresses that they have there: those of the files."""
    root = served.index.root

    @routes.get(f"/{FEEDS}/{{name}}")
    def news(request: Request, name: str) -> Response:
        found = read_inside(root, [FEEDS], name) if name.endswith(".atom") else None
        if found is None:
            raise Missing("Não há estas novidades.")
        return answered(request, found[0], "application/atom+xml", f'"{found[1]}"')

    @routes.get("/{uf}/{slug}/{time}/" + REPORT)
    def report_by_place(uf: str, slug: str, time: str) -> Response:
        return RedirectResponse(f"/auditorias/{id_of(f'{uf}/{slug}/{time}')}/", 307)


def _description_routes(routes: APIRouter, swagger: Path, openapi: str) -> None:
    """The description of the API, and the icon that browsers ask for."""

    @routes.get("/favicon.ico")
    def icon() -> Response:
        return Response(status_code=204)

    @routes.get("/api")
    def documentation(request: Request) -> Response:
        made = environment().get_template("docs.html").render(openapi=openapi)
        return _shown(request, made.encode())

    @routes.get("/api/{name}")
    def asset(request: Request, name: str) -> Response:
        if name not in ASSETS:
            raise Missing("Não há nada neste endereço.")
        body = (swagger / name).read_bytes()
        return answered(request, body, ASSETS[name])
