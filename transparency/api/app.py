"""The application: the read API, its documentation, and the pages. See ``scrapy serve --help``."""

from __future__ import annotations

import re
from collections import OrderedDict
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import fastapi_offline
from anyio import to_thread
from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from transparency import __version__
from transparency.api import cycle_review, cycles, pages, queries, review, shapes
from transparency.api.cycles import Evaluations
from transparency.api.guard import Guard, problem
from transparency.api.served import (
    PICTURES,
    Missing,
    Served,
    Unknown,
    answered,
    archived,
    as_json,
    is_fresh,
    not_modified,
    picture,
)
from transparency.api.shapes import (
    API,
    AuditId,
    AuditsAsked,
    Compared,
    Name,
    Paging,
    RankingAsked,
    Rows,
    TownsAsked,
    VerdictsAsked,
)
from transparency.items import UserError
from transparency.store.audits import StoredAudit
from transparency.store.reviews import conclusions

OPENAPI = "/api/openapi.json"
SWAGGER = Path(fastapi_offline.__file__).parent / "static"
ABOUT = (
    "Vereditos, provas, ranking e histórico das auditorias de portais da transparência. Só leitura. "
    "Tempos em UTC (ISO 8601). Respostas têm ETag; recusas são application/problem+json."
)
AT_WORK = 4
"""Answers made at once. The others wait their turn: all at once, each would take as long as all, the long ones longest, and need memory."""
FileName = Annotated[str, Field(max_length=120)]


class ProblemOut(BaseModel):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class ReviewedOut(BaseModel):
    """What the reviewers of an item say: `TRUE`, `FALSE`, `não sei` or `divergente`."""

    municipio: str
    criterio: str
    item: str
    encontrado: str
    local: str
    local2: str
    uf: str
    revisor: str
    quando: str
    nota: str


class StatusOut(BaseModel):
    """What is served."""

    version: str
    audits: int
    municipalities: int
    verdicts: int
    unreadable: dict[str, str]
    reviews: int
    torn_reviews: int
    reading: Annotated[list[int] | None, Field(description="Enquanto as auditorias são lidas: quantas, de quantas.")]


_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {
        "description": text,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}},
    }
    for code, text in (
        (400, "Pedido inválido"),
        (401, "Falta o token"),
        (404, "Não encontrado"),
        (405, "Método não permitido"),
        (429, "Pedidos demais"),
    )
}


def make_app(served: Served) -> ASGIApp:
    """The application, guarded. It looks at the folders again and again while it lives."""
    evaluations = Evaluations(served)
    overview = pages.Overview(served, evaluations)

    @asynccontextmanager
    async def living(_app: FastAPI) -> Any:
        to_thread.current_default_thread_limiter().total_tokens = AT_WORK
        served.index.start()
        overview.start()
        yield
        overview.stop()
        served.index.stop()

    app = FastAPI(
        title="transparency", version=__version__, description=ABOUT, openapi_url=None, docs_url=None, redoc_url=None,
        lifespan=living, redirect_slashes=False,
    )  # fmt: skip
    routes = _router(served)
    cycles.add_routes(routes, evaluations)
    app.include_router(routes, prefix=API, responses=_REFUSALS, tags=["Leitura"])
    document = _document(app, served)

    @app.get(OPENAPI, include_in_schema=False)
    def openapi(request: Request) -> Response:
        return answered(request, document, "application/json")

    app.include_router(pages.router(served, evaluations, overview, SWAGGER, OPENAPI), include_in_schema=False)
    app.include_router(review.gold_routes(served), include_in_schema=False)
    app.include_router(cycle_review.gold_routes(served, evaluations), include_in_schema=False)
    if served.reviewing:
        app.include_router(review.router(served), include_in_schema=False)
        app.include_router(cycle_review.router(served, evaluations), include_in_schema=False)
    _refusals(app)
    return Guard(_Remembering(app, served), served.rules)


KEPT = 512
"""Answers kept in memory, of ``LARGEST_KEPT`` bytes each at most."""
LARGEST_KEPT = 100_000
_LISTS = ("/", "/vereditos")
_FILES = re.compile(f"{API}/audits/[^/]+/(?:evidence|pages)/")


class _Remembering:
    """ASGI middleware. Answers made of the index and the reviews alone need not be made twice, nor sent to who has them."""

    def __init__(self, app: ASGIApp, served: Served) -> None:
        self.app = app
        self.served = served
        self._kept: OrderedDict[str, tuple[dict[str, str], bytes]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        known = path in _LISTS or (path.startswith(f"{API}/") and not _FILES.match(path))
        if scope["type"] != "http" or scope["method"] != "GET" or not known:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        etag = self.served.etag(request)
        if is_fresh(request, etag):
            await not_modified(etag)(scope, receive, send)
        elif etag in self._kept:
            self._kept.move_to_end(etag)
            headers, body = self._kept[etag]
            await Response(body, headers=headers)(scope, receive, send)
        else:
            await self._made(etag, scope, receive, send)

    async def _made(self, etag: str, scope: Scope, receive: Receive, send: Send) -> None:
        parts: list[bytes] = []
        headers: dict[str, str] = {}

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                MutableHeaders(scope=message)["etag"] = etag
                headers.update(MutableHeaders(scope=message))
            elif message["type"] == "http.response.body" and headers:
                parts.append(message.get("body", b""))
            await send(message)

        await self.app(scope, receive, answer)
        if headers and sum(map(len, parts)) <= LARGEST_KEPT:
            self._kept[etag] = headers, b"".join(parts)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def _refusals(app: FastAPI) -> None:
    """Every refusal is a problem in Portuguese; in a browser, outside the API, a page."""

    def refuse(
        request: Request, status: int, detail: str, headers: dict[str, str] | None = None, **more: Any
    ) -> Response:
        if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
            return pages.refusal(status, detail, headers)
        return problem(status, detail, headers, **more)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        told = {404: "Não há nada neste endereço.", 405: "Aqui só: GET, HEAD."}
        headers = dict(error.headers or {}) | ({"allow": "GET, HEAD"} if error.status_code == 405 else {})
        return refuse(request, error.status_code, told.get(error.status_code, str(error.detail)), headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        # An id that cannot be one names nothing; a filter that cannot be one is a mistake.
        if any(one["loc"][0] == "path" for one in error.errors()):
            return refuse(request, 404, "Não há nada neste endereço.")
        wrong = sorted({".".join(str(step) for step in one["loc"][1:]) or str(one["loc"][0]) for one in error.errors()})
        return refuse(request, 400, f"Parâmetros que não servem: {', '.join(wrong)}.", errors=wrong)

    @app.exception_handler(Missing)
    async def missing(request: Request, error: Missing) -> Response:
        return refuse(request, error.status, str(error), error.headers)

    @app.exception_handler(Unknown)
    async def unknown(request: Request, error: Unknown) -> Response:
        return refuse(request, 400, str(error), errors=[error.parameter])

    @app.exception_handler(UserError)
    async def spoiled(request: Request, _error: UserError) -> Response:
        # Its message names files of this machine.
        return refuse(request, 404, "Os arquivos desta auditoria não podem mais ser lidos.")

    @app.exception_handler(Exception)
    async def broken(request: Request, _error: Exception) -> Response:
        # The server's own log has the rest.
        return refuse(request, 500, "Algo falhou ao responder; veja o registro do servidor.")


def _document(app: FastAPI, served: Served) -> bytes:
    document = get_openapi(title=app.title, version=app.version, description=ABOUT, routes=app.routes)
    schemas = document["components"]["schemas"]
    names = {"criterion": [*served.criteria], "item": served.item_names}
    schemas["ProblemOut"] = ProblemOut.model_json_schema()
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"].pop("422", None)
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query" and (known := names.get(parameter["name"])):
                    parameter["schema"] = {"type": "string", "enum": known}
            operation["responses"]["304"] = {"description": "Nada mudou (If-None-Match)"}
    if served.rules.token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    return as_json(document)


def _page_of(request: Request, asked: Paging, total: int, rows: list[Any]) -> dict[str, Any]:
    """Rows, and the address of what follows them."""
    reached = asked.offset + len(rows)
    following = None
    if rows and reached < total and reached <= shapes.FARTHEST:
        others = [
            (name, value) for name, value in request.query_params.multi_items() if name not in ("offset", "limit")
        ]
        following = f"{request.url.path}?{urlencode([*others, ('limit', asked.limit), ('offset', reached)])}"
    return {"total": total, "rows": rows, "next": following}


def _as_answer(value: Any) -> Response:
    return Response(as_json(value), media_type="application/json")


def _router(served: Served) -> APIRouter:
    """All routes, in the order in which they are described."""
    router = APIRouter()
    for add in (_state_routes, _audit_routes, _proof_routes, _result_routes):
        add(router, served)
    return router


def _state_routes(router: APIRouter, served: Served) -> None:
    """What is served, and the matrix."""
    index, matrix = served.index, served.matrix

    @router.get("/status", summary="O que está sendo servido", response_model=StatusOut)
    def status() -> Response:
        counts = index.ask("SELECT count(*) AS audits, count(*) FILTER (newest) AS municipalities FROM audits")[0]
        verdicts = index.ask("SELECT count(*) AS n FROM verdicts")[0]["n"]
        reviews = served.reviews()
        unreadable = {place: why.replace(f"{index.root}/", "") for place, why in index.unreadable.items()}
        return _as_answer(
            {
                "version": __version__,
                **counts,
                "verdicts": verdicts,
                "unreadable": unreadable,
                "reviews": len(reviews.lines),
                "torn_reviews": reviews.torn,
                "reading": list(index.progress) if index.progress else None,
            }
        )

    @router.get("/criteria", summary="Critérios e itens da matriz", response_model=list[shapes.CriterionOut])
    def criteria() -> Response:
        return _as_answer(
            [
                {
                    "id": c.id,
                    "name": c.name,
                    "items": [{"id": i.key, "label": i.label, "optional": i.optional} for i in c.items],
                }
                for c in matrix.criteria
            ]
        )


def _audit_routes(router: APIRouter, served: Served) -> None:
    """Municipalities and their audits."""
    index, matrix = served.index, served.matrix

    @router.get(
        "/municipalities",
        summary="Municípios, cada um com sua auditoria mais nova",
        response_model=Rows[shapes.AuditOut],
    )
    def municipalities(request: Request, asked: Annotated[TownsAsked, Query()]) -> Response:
        total, rows = queries.audits(index, asked)
        return _as_answer(_page_of(request, asked, total, [queries.audit_out(row) for row in rows]))

    @router.get(
        "/municipalities/{uf}/{slug}/history",
        summary="Auditorias de um município: o que surgiu, o que sumiu",
        response_model=list[shapes.HistoryOut],
    )
    def history(uf: Annotated[str, Field(pattern=r"^[A-Za-z]{2}$")], slug: shapes.Slug) -> Response:
        rows = queries.history(index, matrix, served.digests, uf, slug)
        if not rows:
            raise Missing("Nenhuma auditoria deste município.")
        return _as_answer(rows)

    @router.get("/audits", summary="Auditorias", response_model=Rows[shapes.AuditOut])
    def audits(request: Request, asked: Annotated[AuditsAsked, Query()]) -> Response:
        total, rows = queries.audits(index, asked)
        return _as_answer(_page_of(request, asked, total, [queries.audit_out(row) for row in rows]))

    @router.get("/audits/{id}", summary="Uma auditoria", response_model=shapes.AuditOut)
    def audit(id: AuditId) -> Response:
        row = queries.audit(index, id)
        if row is None:
            raise Missing("Nenhuma auditoria com este id.")
        return _as_answer(queries.audit_out(row))


def _proof_routes(router: APIRouter, served: Served) -> None:
    """Verdicts, and what proves them."""
    index = served.index

    def told(row: dict[str, Any]) -> dict[str, Any]:
        return queries.verdict_out(row, served.items, served.criteria)

    def opened(id: str) -> StoredAudit:
        audit = index.opened(id)
        if audit is None:
            raise Missing("Nenhuma auditoria com este id.")
        return audit

    @router.get(
        "/audits/{id}/verdicts/{criterion}/{item}",
        summary="Um veredito, com sua prova",
        response_model=shapes.VerdictWithPlacesOut,
    )
    def verdict(id: AuditId, criterion: Name, item: Name) -> Response:
        row = queries.verdict(index, id, criterion, item)
        if row is None:
            raise Missing("Esta auditoria não tem veredito deste item.")
        return _as_answer({**told(row), "places": queries.places_out(opened(id), id, criterion)})

    @router.get(
        "/audits/{id}/places",
        summary="Onde se procurou cada critério, o que cada lugar respondeu, e o que se via nele",
        response_model=list[shapes.PlaceOut],
    )
    def places(id: AuditId, asked: Annotated[shapes.CriterionAsked, Query()]) -> Response:
        served.check_names(dict(asked))
        audit = opened(id)
        chosen = [asked.criterion] if asked.criterion else [*served.criteria]
        return _as_answer([place for criterion in chosen for place in queries.places_out(audit, id, criterion)])

    @router.get(
        "/audits/{id}/evidence/{name}", summary="A imagem de uma prova, os rótulos destacados", response_class=Response,
        responses={200: {"description": "A imagem", "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in PICTURES.values()}}},
    )  # fmt: skip
    def evidence(request: Request, id: AuditId, name: FileName) -> Response:
        return picture(served, request, id, "evidence", name)

    @router.get(
        "/audits/{id}/pages/{name}", summary="Uma página guardada, sem scripts e isolada", response_class=Response,
        responses={200: {"description": "A página como foi vista", "content": {"text/html": {"schema": {"type": "string"}}}}},
    )  # fmt: skip
    def page(
        request: Request, id: AuditId, name: FileName,
        original: Annotated[bool, Query(description="O próprio arquivo (gzip), para conferir o SHA-256.")] = False,
    ) -> Response:  # fmt: skip
        return archived(served, request, id, name, original)

    @router.get("/verdicts", summary="Vereditos", response_model=Rows[shapes.VerdictOut])
    def verdicts(request: Request, asked: Annotated[VerdictsAsked, Query()]) -> Response:
        served.check_names(dict(asked))
        total, rows = queries.verdicts(index, asked)
        return _as_answer(_page_of(request, asked, total, [told(row) for row in rows]))


def _result_routes(router: APIRouter, served: Served) -> None:
    """What many verdicts and reviews come to."""
    index, matrix = served.index, served.matrix

    @router.get(
        "/ranking", summary="Municípios por nota: publicados entre os decididos", response_model=Rows[shapes.RankedOut]
    )
    def ranking(request: Request, asked: Annotated[RankingAsked, Query()]) -> Response:
        served.check_names(dict(asked))
        rows = queries.ranking(index, matrix, served.digests, asked)
        page = rows[asked.offset : asked.offset + asked.limit]
        return _as_answer(_page_of(request, asked, len(rows), page))

    @router.get(
        "/ranking.csv", summary="O mesmo, inteiro, para planilhas", response_class=Response,
        responses={200: {"description": "CSV em UTF-8", "content": {"text/csv": {"schema": {"type": "string"}}}}},
    )  # fmt: skip
    def ranking_csv(asked: Annotated[Compared, Query()]) -> Response:
        served.check_names(dict(asked))
        text = queries.ranking_csv(queries.ranking(index, matrix, served.digests, asked))
        headers = {"content-disposition": 'attachment; filename="ranking.csv"'}
        return Response(text.encode("utf-8", "replace"), media_type="text/csv; charset=utf-8", headers=headers)

    @router.get("/gold", summary="O gabarito que as revisões fazem", response_model=list[ReviewedOut])
    def gold() -> Response:
        return _as_answer([one.row() for one in conclusions(served.reviews())])
