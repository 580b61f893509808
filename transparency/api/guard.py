"""What stands before every request: the right host, a known method, a rate, a token; and what every answer says.

All answers that refuse something are ``application/problem+json`` (RFC 9457) in Portuguese; none tells how the program
is made.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import json
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from transparency.api import RATE
from transparency.items import UserError

WRONG_TOKENS = parse("10/minute")
"""Wrong tokens of one client, before it must wait."""
SHORTEST_TOKEN = 16
REALM = "transparency"

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-dns-prefetch-control": "off",
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
"""Of every answer, unless it says otherwise. A page may be shown, never framed, and loads nothing it does not name."""

TITLES = {
    400: "Pedido inválido",
    401: "Falta o token",
    403: "Recusado",
    404: "Não encontrado",
    405: "Método não permitido",
    409: "Em conflito",
    413: "Grande demais",
    415: "Tipo de conteúdo não aceito",
    429: "Pedidos demais",
    500: "Erro interno",
    503: "Indisponível",
    507: "Não foi possível gravar",
}


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    """A refusal. ``detail`` is a sentence for people."""
    title = TITLES.get(status) or HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    text = json.dumps(body, ensure_ascii=False)
    # The answer must be text whatever was asked: half a surrogate pair is none.
    return Response(text.encode("utf-8", "replace"), status, dict(headers or {}), "application/problem+json")


@dataclass(frozen=True)
class Rules:
    """Who may ask what. ``names``: hosts besides this machine's own; ``token`` empty: none is asked for."""

    token: str = ""
    names: frozenset[str] = frozenset()
    rate: RateLimitItem = parse(RATE)  # noqa: RUF009 - frozen, too
    posts: frozenset[str] = frozenset()
    """Paths that take POST."""


def parse_rate(text: str) -> RateLimitItem:
    """``"600/minute"``. UserError when it is none."""
    try:
        return parse(text)
    except ValueError:
        raise UserError(f"Limite inválido: “{text}”.", "Por exemplo: --limite 600/minute") from None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what is bound to it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_name(header: str) -> str:
    """The host of a Host header, lower case, without port and brackets; empty when it is none.

    >>> host_name("[::1]:8000"), host_name("Localhost:80"), host_name("a b")
    ('::1', 'localhost', '')
    """
    name, port = header.strip().lower(), ""
    if name.startswith("["):
        name, _, port = name[1:].partition("]")
        if port and not port.startswith(":"):
            return ""
        port = port.removeprefix(":")
    elif ":" in name:
        name, _, port = name.partition(":")
    fine = all(c.isalnum() or c in ".-:_" for c in name) and (not port or port.isdigit())
    return name.removesuffix(".") if fine else ""


def is_known_host(header: str, names: Iterable[str]) -> bool:
    """Whether a request was meant for us. An address can be no other site's name (DNS rebinding); a name must be known."""
    name = host_name(header)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name in names
    return True


def given_token(authorization: str) -> str:
    """The token of an Authorization header: ``Bearer`` for programs, the password of ``Basic`` for browsers."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value.strip(), validate=True).decode().partition(":")[2]
        except ValueError:
            return ""
    return ""


def same(one: str, other: str) -> bool:
    """Compare secrets in a time that tells nothing of either, their lengths included."""
    return hmac.compare_digest(*(hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (one, other)))


def client_of(scope: Scope) -> str:
    """Who is counted: an IPv4 address, or the network that one subscriber has in IPv6."""
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)


class Guard:
    """ASGI middleware, outermost. HEAD is answered as GET without its body."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self.app = app
        self.rules = rules
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or hand on."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        refusal = self._refuse(scope)
        if refusal is not None:
            await refusal(scope, receive, answer)
        else:
            await self.app({**scope, "method": "GET"} if head else scope, receive, answer)

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or not is_known_host(headers["host"], self.rules.names):
            return problem(
                400, "Este servidor não atende por esse nome (cabeçalho Host); veja transparency serve --help."
            )
        client = client_of(scope)
        if not self._limiter.hit(self.rules.rate, client):
            return self._slow_down(self.rules.rate, client)
        if self.rules.token:
            # Who guesses waits, whatever is guessed next.
            if not self._limiter.test(WRONG_TOKENS, "token", client):
                return self._slow_down(WRONG_TOKENS, "token", client)
            given = given_token(headers.get("authorization", ""))
            if not same(given, self.rules.token):
                if given:
                    self._limiter.hit(WRONG_TOKENS, "token", client)
                refusal = problem(401, "Dê o token: “Authorization: Bearer …”, ou no navegador como senha.")
                # One header each: browsers read only the first challenge of a line.
                for scheme in ("Basic", "Bearer"):
                    refusal.headers.append("www-authenticate", f'{scheme} realm="{REALM}"')
                return refusal
        allowed = ["GET", "HEAD"] + (["POST"] if scope["path"] in self.rules.posts else [])
        if scope["method"] not in allowed:
            return problem(405, f"Aqui só: {', '.join(allowed)}.", {"allow": ", ".join(allowed)})
        return None

    def _slow_down(self, rate: RateLimitItem, *client: str) -> Response:
        reset = self._limiter.get_window_stats(rate, *client).reset_time
        wait = max(1, math.ceil(reset - time.time()))
        return problem(
            429,
            f"Mais de {rate.amount} em {rate.get_expiry()} s. Tente de novo em {wait} s.",
            {"retry-after": str(wait)},
        )
