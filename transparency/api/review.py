"""Review: a person goes through verdicts, the least certain first, looks at the proof and says what is true.

One form, one POST, one line in the file of reviews. It works without scripts; with them, by single keys.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from fastapi import APIRouter, Request, Response
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse

from transparency.api import queries
from transparency.api.guard import problem
from transparency.api.pages import asked_for, page, validated
from transparency.api.served import Missing, Served, answered
from transparency.api.shapes import AuditId, Name, Towns
from transparency.items import Status, UserError
from transparency.portals.catalogue import check_url
from transparency.privacy.cleaning import mask
from transparency.report.exports import neutralise
from transparency.store.reviews import (
    ANSWERS,
    DISPUTED,
    Key,
    Review,
    Reviews,
    append,
    conclude,
    conclusions,
    gold_csv,
    person,
)

PATH = "/revisao"
CYCLE_PATH = f"{PATH}/matriz"
"""Of the answers to cycles of the national matrix."""
POSTED = (PATH, CYCLE_PATH)
"""Where forms are sent to."""
TOKEN, REVIEWER = "revisao", "revisor"
"""Cookies: what a form must answer to, and the name that was last given."""
LARGEST = 16_384
"""Bytes of a form."""
LONGEST = {"revisor": 80, "local": 2000, "nota": 2000}
FORM = "application/x-www-form-urlencoded"
OLD = "Este formulário ficou velho (o servidor reiniciou, ou os cookies estão desligados). Nada se perdeu: confira e salve de novo."
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029\ud800-\udfff]")


class Queue(Towns):
    """Which verdicts are gone through. `so`: what others dispute, or all, those reviewed too."""

    model_config = ConfigDict(extra="ignore")

    audit: Annotated[str | None, Field(pattern=r"^[0-9a-f]{16}$")] = None
    criterion: Name | None = None
    item: Name | None = None
    status: Status | None = None
    so: Annotated[str, Field(pattern=r"^(divergentes|todos)?$")] = ""

    def query(self) -> str:
        """As in an address."""
        return urlencode({name: value for name, value in self.model_dump().items() if value})


@dataclass(frozen=True)
class Form:
    """What was sent. ``wrong``: field → what is wrong with it (Portuguese)."""

    values: Mapping[str, str]
    wrong: Mapping[str, str]


Again = Callable[[Form, int, str], Response]
Following = Callable[[Review], str]


def read_form(values: Mapping[str, str], key: Mapping[str, Any], now: str) -> tuple[Review | None, Form]:
    """A review of a verdict (``key``: a row of the index), or what is wrong with what was sent."""
    clean = {
        name: _CONTROL.sub("", values.get(name, "")).replace("\r\n", "\n").strip() for name in (*LONGEST, "encontrado")
    }
    clean["revisor"] = " ".join(clean["revisor"].split())
    wrong = {name: f"No máximo {most} letras." for name, most in LONGEST.items() if len(clean[name]) > most}
    if not clean["revisor"]:
        wrong["revisor"] = "Diga seu nome: ele fica no gabarito, ao lado da resposta."
    if clean["encontrado"] not in ANSWERS:
        wrong["encontrado"] = "Escolha uma das três respostas."
    place = clean["local"] if clean["encontrado"] == "sim" else ""
    if place and not place.startswith("/"):
        try:
            place = check_url(place)
        except UserError as error:
            wrong.setdefault("local", str(error))
    if wrong:
        return None, Form(clean, wrong)
    review = Review(
        municipio=key["slug"], uf=key["uf"], criterio=key["criterion"], item=key["item"], encontrado=clean["encontrado"],  # type: ignore[arg-type]
        local=mask(place), revisor=clean["revisor"], quando=now, nota=mask(clean["nota"]), auditoria=key["audit"],
        situacao=key["status"], rotulo=key["label"],
    )  # fmt: skip
    return review, Form(clean, {})


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a form was sent by a page of ours. Browsers say so in ``Sec-Fetch-Site``, or in ``Origin``; who says nothing is refused.

    >>> is_same_origin({"origin": "http://127.0.0.1:8000", "host": "127.0.0.1:8000"}), is_same_origin({"host": "127.0.0.1:8000"})
    (True, False)
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site is not None
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() and origin != "null"


class Tokens:
    """Form tokens bound to a cookie; they last as long as the server runs."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def of(self, cookie: str) -> str:
        """The token that a form of that cookie must hold."""
        return hmac.new(self._secret, cookie.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def fit(self, cookie: str, token: str) -> bool:
        """Whether a form came from the page that was given that cookie."""
        return bool(cookie) and hmac.compare_digest(self.of(cookie).encode(), token.encode("utf-8", "replace"))


# ---- the queue -------------------------------------------------------------------------------------------------------

_ORDER = "t.doubt DESC, t.uf, t.slug, t.position, t.audit"
_AFTER = "(-t.doubt, t.uf, t.slug, t.position) > (-$doubt, $here_uf, $here_slug, $position)"
_BEFORE = "(-t.doubt, t.uf, t.slug, t.position) < (-$doubt, $here_uf, $here_slug, $position)"
_BACKWARDS = "t.doubt, t.uf DESC, t.slug DESC, t.position DESC"
_KEYS = "SELECT unnest(from_json(CAST($keys AS JSON), '[[\"VARCHAR\"]]')) AS k"
# Values come as one JSON text, bound.
_THESE = f"(t.uf, t.slug, t.criterion, t.item) IN (SELECT (k[1], k[2], k[3], k[4]) FROM ({_KEYS}))"  # noqa: S608 - words of ours


class Line:
    """The verdicts in the order in which they are reviewed."""

    def __init__(self, served: Served, queue: Queue, reviewer: str) -> None:
        self._served = served
        self._made = queries.where(queue)
        if not queue.audit:
            self._made.conditions.append("t.newest")
        mine = served.reviews().of(reviewer)
        disputed = {key for key, said in served.reviews().latest().items() if conclude(said) == DISPUTED}
        self.reviewed = mine
        self._these: tuple[str, set[Key]] | None = None
        if queue.so == "divergentes":
            self._these = (_THESE, disputed)
        elif not queue.so and mine:
            self._these = (f"NOT {_THESE}", mine)

    def _ask(
        self, what: str, more: Sequence[str] = (), values: Mapping[str, Any] | None = None, end: str = ""
    ) -> list[dict[str, Any]]:
        conditions, bound = [*self._made.conditions, *more], {**self._made.values, **(values or {})}
        if self._these:
            conditions.append(self._these[0])
            bound["keys"] = json.dumps(sorted(self._these[1]))
        where = queries.Where(conditions, {})
        statement = f"SELECT {what} FROM verdicts t {where} {end}"  # noqa: S608 - words of ours
        return self._served.index.ask(statement, bound)

    def left(self) -> int:
        """How many there are to go."""
        return int(self._ask("count(*) AS n")[0]["n"])

    def first(self) -> dict[str, Any] | None:
        """The least certain."""
        rows = self._ask("t.audit, t.criterion, t.item", end=f"ORDER BY {_ORDER} LIMIT 1")
        return rows[0] if rows else None

    def beside(self, row: Mapping[str, Any], forward: bool) -> dict[str, Any] | None:
        """The next one, or the one before; None at the end."""
        here = {"doubt": row["doubt"], "here_uf": row["uf"], "here_slug": row["slug"], "position": row["position"]}
        step, order = (_AFTER, _ORDER) if forward else (_BEFORE, _BACKWARDS)
        rows = self._ask("t.audit, t.criterion, t.item", (step,), here, f"ORDER BY {order} LIMIT 1")
        return rows[0] if rows else None


def address(row: Mapping[str, Any], queue: Queue) -> str:
    """Where a verdict is reviewed."""
    place = "/".join(quote(row[name], safe="") for name in ("audit", "criterion", "item"))
    return f"{PATH}/{place}" + (f"?{query}" if (query := queue.query()) else "")


# ---- pages -----------------------------------------------------------------------------------------------------------


def gold_routes(served: Served) -> APIRouter:
    """The key as a file, also where no reviews are taken."""
    routes = APIRouter()

    @routes.get("/gabarito.csv")
    def gold(request: Request) -> Response:
        return key_file(request, served.reviews(), "gabarito.csv")

    return routes


def key_file(request: Request, reviews: Reviews, name: str) -> Response:
    """The key that reviews make, as a file of that name."""
    # The mark by which spreadsheets know UTF-8; score reads it, too.
    body = ("\ufeff" + gold_csv(conclusions(reviews), neutralise)).encode("utf-8", "replace")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return answered(request, body, "text/csv; charset=utf-8", headers=headers)


@dataclass
class _Desk:
    """Where a person reviews: the form of a verdict, and who holds its token."""

    served: Served
    tokens: Tokens

    def page(
        self,
        request: Request,
        row: Mapping[str, Any],
        queue: Queue,
        form: Form | None = None,
        status: int = 200,
        alarm: str = "",
    ) -> Response:
        """The page on which a verdict is reviewed. ``alarm``: what went wrong with the form that was sent."""
        reviewer = form.values["revisor"] if form else reviewer_of(request)
        key = (row["uf"], row["slug"], row["criterion"], row["item"])
        said = self.served.reviews().latest().get(key, ())
        own = next((one for one in said if one.who == person(reviewer)), None)
        form = form or first_form(own, row["page_url"] or row["url"], reviewer)
        line = Line(self.served, queue, reviewer)
        before, after = line.beside(row, False), line.beside(row, True)
        cookie = request.cookies.get(TOKEN) or secrets.token_urlsafe(24)
        item = self.served.items.get((row["criterion"], row["item"]))
        answer = page(
            "review.html", status, here=PATH, reviewing=True, row=row, label=item.label if item else row["item"],
            criterion=self.served.criteria.get(row["criterion"], row["criterion"]), record_set=queries.record_set(row),
            picture=queries.file_link("/auditorias", row["audit"], row["evidence"]),
            archived=queries.file_link("/auditorias", row["audit"], row["html"]),
            report=queries.report_link(row["audit"], row["criterion"], row["item"]),
            # What others said comes after one's own answer, so that it stays one's own; a dispute is looked at as one.
            said=said if own or queue.so == "divergentes" else (), own=own, conclusion=conclude(said), disputed=DISPUTED,
            places=self._places(row), queue=queue.model_dump(), query=queue.query(), form=form, answers=ANSWERS, token=self.tokens.of(cookie), alarm=alarm,
            before=address(before, queue) if before else "", after=address(after, queue) if after else "",
            left=line.left(), done=len(line.reviewed),
        )  # fmt: skip
        return with_token(answer, cookie)

    def _places(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Where what was not found was looked for; a picture stands at the first of the places that it shows."""
        audit = self.served.index.opened(row["audit"]) if row["status"] != "published" else None
        places = queries.places_out(audit, row["audit"], row["criterion"], "/auditorias") if audit else []
        first = {place["picture"]: number for number, place in reversed([*enumerate(places)])}
        return [
            {**place, "picture": place["picture"] if first[place["picture"]] == number else None}
            for number, place in enumerate(places)
        ]

    def verdict(self, audit: str, criterion: str, item: str) -> dict[str, Any]:
        """What is reviewed. Missing when there is none."""
        row = queries.verdict(self.served.index, audit, criterion, item)
        if row is None:
            raise Missing("Não há este veredito.")
        return row

    def save(self, request: Request, values: Mapping[str, str]) -> Response:
        """Keep the review of a form that was sent, and go on to the next verdict; or show what is wrong with it."""
        names = {name: values.get(f"fila_{name}", "") for name in Queue.model_fields}
        queue = validated(Queue, names)
        row = self.verdict(values.get("auditoria", ""), values.get("criterio", ""), values.get("item", ""))

        def again(form: Form, status: int, alarm: str) -> Response:
            return self.page(request, row, queue, form, status, alarm)

        def following(review: Review) -> str:
            after = Line(self.served, queue, review.revisor).beside(row, True)
            return address(after, queue) if after else f"{PATH}?{queue.query()}"

        return saved(request, values, row, self.tokens, self.served.reviews_file, again, following)


def first_form(own: Review | None, place: str, reviewer: str) -> Form:
    """The form as it is first seen: with one's own last answer, if there is one, else with the place that was seen."""
    answers = {
        "encontrado": own.encontrado if own else "",
        "local": own.local if own else place,
        "nota": own.nota if own else "",
        "revisor": reviewer,
    }
    return Form(answers, {})


def with_token(shown: Response, cookie: str) -> Response:
    """A page with a form, for nobody else, and the cookie that its token answers to."""
    shown.headers["cache-control"] = "private, no-store"
    shown.set_cookie(TOKEN, cookie, path=PATH, httponly=True, samesite="strict")
    return shown


def saved(
    request: Request, values: Mapping[str, str], key: Mapping[str, Any], tokens: Tokens, file: Path, again: Again, following: Following
) -> Response:  # fmt: skip
    """Keep the review of a form that was sent, and go on; or show what is wrong with it. ``key``: what is reviewed (``read_form``);
    ``file``: where reviews are kept; ``again``: the page with the form, a status and an alarm; ``following``: where one goes on."""
    review, form = read_form(values, key, dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    if not tokens.fit(request.cookies.get(TOKEN, ""), values.get("token", "")):
        return again(form, 403, OLD)
    if review is None:
        return again(form, 400, "")
    there = following(review)  # before it is kept: then it is in the queue no more
    try:
        append(file, review)
    except UserError as error:
        return again(form, 507, f"A revisão não pôde ser gravada: {error.hint}")
    return remember(RedirectResponse(there, 303), review)


def router(served: Served) -> APIRouter:
    """The routes of the review."""
    routes = APIRouter()
    desk = _Desk(served, Tokens())

    @routes.get(PATH)
    def start(request: Request) -> Response:
        queue = asked_for(request, Queue)
        served.check_names(dict(queue))
        line = Line(served, queue, reviewer_of(request))
        row = line.first()
        if row is not None:
            return RedirectResponse(address(row, queue), 303)
        states = [one["uf"] for one in served.index.ask("SELECT DISTINCT uf FROM audits ORDER BY 1")]
        return page(
            "review_done.html", here=PATH, reviewing=True, queue=queue.model_dump(), done=len(line.reviewed), states=states,
            found=conclusions(served.reviews()), disputed=DISPUTED, names=served.items,
        )  # fmt: skip

    @routes.get(PATH + "/{audit}/{criterion}/{item}")
    def one(request: Request, audit: AuditId, criterion: str, item: str) -> Response:
        return desk.page(request, desk.verdict(audit, criterion, item), asked_for(request, Queue))

    @routes.post(PATH)
    async def save(request: Request) -> Response:
        values = await read_values(request)
        return values if isinstance(values, Response) else await run_in_threadpool(desk.save, request, values)

    return routes


async def read_values(request: Request) -> dict[str, str] | Response:
    """The fields of a form that a page of ours has sent, or why it is refused."""
    if not is_same_origin(request.headers):
        return problem(403, "Revisões só são aceitas da página de revisão deste servidor.")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        return problem(415, f"Envie o formulário como {FORM}.")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return problem(413, f"O formulário tem mais de {LARGEST} bytes.")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=40))
    except ValueError:
        return problem(400, "O formulário não pôde ser lido.")


def remember(answer: Response, review: Review) -> Response:
    """An answer that keeps the name of the reviewer for the next form."""
    answer.set_cookie(REVIEWER, quote(review.revisor), max_age=90 * 86400, path=PATH, httponly=True, samesite="strict")
    return answer


def reviewer_of(request: Request) -> str:
    """The name that was last given."""
    return " ".join(_CONTROL.sub("", unquote(request.cookies.get(REVIEWER, ""))).split())[: LONGEST["revisor"]]
