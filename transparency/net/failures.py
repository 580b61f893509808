"""What went wrong with a visit, in words for people."""

from __future__ import annotations

import logging

from playwright.async_api import Error as PlaywrightError
from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from scrapy.http.request import NO_CALLBACK
from twisted.internet.error import TimeoutError as TwistedTimeout

from transparency.browse.snapshot import BROKEN_OFF, NOT_WEB, VisitFailed
from transparency.crawl.request import find_candidate
from transparency.egress.guard import (
    CUT,
    NO_ANSWER,
    NO_CONNECTION,
    NO_NAME,
    NO_NAME_SERVER,
    OUT_OF_REACH,
    PROXY_GONE,
    TOO_MUCH,
)
from transparency.items import UserError
from transparency.node import is_web

logger = logging.getLogger(__name__)

FORBIDDEN = "o robots.txt do portal proíbe esta página (um auditor público pode usar -s ROBOTSTXT_OBEY=False)"
HOST_DOWN = "o servidor parou de responder e foi deixado em paz"
IN_TIME = "no prazo"
NOT_OPENED, NOT_IN_TIME = f"a página não abriu {IN_TIME}", f"o servidor não respondeu {IN_TIME}"
NOT_UNPACKED = "a resposta do servidor está comprimida de um jeito estragado"
_UNPACKING = frozenset({"gzip", "zlib", "brotli", "_brotli", "zstd", "_zstd", "compression.zstd"})
"""Modules that unpack what comes by plain HTTP."""
NOT_HTTP = "o que o servidor mandou não é uma resposta da internet (HTTP)"
TOO_LARGE = "o arquivo passa do tamanho que se lê"
BOMB = "a resposta do servidor cresce sem medida ao ser descomprimida"
ROUND = "o endereço redireciona sem fim"
OUTWARD = "o endereço redireciona para fora da internet"
NO_PORT = "a porta do endereço não é aceita pelo navegador"
NO_CERTIFICATE = "o certificado do servidor foi recusado"
NO_HEADER = "a resposta do servidor tem um cabeçalho que não se aceita"
_NETWORK: tuple[tuple[str, str], ...] = (
    ("ERR_NAME_NOT_RESOLVED", NO_NAME),
    ("ERR_CONNECTION_REFUSED", NO_CONNECTION),
    ("ERR_CONNECTION_RESET", CUT),
    ("ERR_CONNECTION_TIMED_OUT", NO_ANSWER),
    ("ERR_CONNECTION_CLOSED", "o servidor fechou a conexão sem responder"),
    ("ERR_EMPTY_RESPONSE", "o servidor fechou a conexão sem responder"),
    ("ERR_TOO_MANY_REDIRECTS", ROUND),
    ("ERR_ADDRESS_UNREACHABLE", OUT_OF_REACH),
    ("ERR_INTERNET_DISCONNECTED", OUT_OF_REACH),
    ("ERR_SSL", "a conexão segura falhou"),
    ("ERR_CERT", NO_CERTIFICATE),
    ("ERR_UNSAFE_PORT", NO_PORT),
    ("ERR_INVALID_HTTP_RESPONSE", NOT_HTTP),
    ("ERR_INVALID_CHUNKED_ENCODING", BROKEN_OFF),
    ("ERR_INCOMPLETE_CHUNKED_ENCODING", BROKEN_OFF),
    ("ERR_CONTENT_LENGTH_MISMATCH", BROKEN_OFF),
    ("ERR_CONTENT_DECODING", BROKEN_OFF),
    ("ERR_RESPONSE_HEADERS", NO_HEADER),
    ("ERR_UNKNOWN_URL_SCHEME", OUTWARD),
    ("ERR_UNSAFE_REDIRECT", OUTWARD),
    ("Timeout", NOT_OPENED),
    ("Target page, context or browser has been closed", "o navegador fechou a página"),
)


_LASTING = frozenset(
    {
        NOT_UNPACKED, HOST_DOWN, TOO_LARGE, BOMB, NOT_HTTP, NO_NAME, ROUND, OUTWARD, NOT_WEB, NO_PORT, NO_CERTIFICATE, NO_HEADER, TOO_MUCH,
    }
)  # fmt: skip
"""Reasons that another try does not take away."""

_UNREACHED = {("network", reason) for reason in (NO_NAME_SERVER, NO_ANSWER, OUT_OF_REACH, PROXY_GONE, CUT, NOT_OPENED, NOT_IN_TIME)}  # fmt: skip

_DOWNLOAD: tuple[tuple[type[BaseException], str], ...] = (
    (DownloadTimeoutError, NOT_IN_TIME),
    (CannotResolveHostError, NO_NAME),
    (DownloadConnectionRefusedError, NO_CONNECTION),
    (DownloadCancelledError, TOO_LARGE),
    (ResponseDataLossError, BROKEN_OFF),
    (DownloadFailedError, CUT),
    (UnsupportedURLSchemeError, NOT_WEB),
)


def passes(error: BaseException) -> bool:
    """Whether a server that failed like this may answer in a while. One that does not exist, or sends too much, will not."""
    kind, reason = name_failure(error)
    return kind == "network" and reason not in _LASTING


def unreached(error: BaseException) -> bool:
    """Whether no sign of life came, which a refusal or a name that does not exist is: the network of this machine may be away."""
    return name_failure(error) in _UNREACHED


def name_failure(error: BaseException) -> tuple[str, str]:
    """(kind, reason in Portuguese) of an error that a visit ended with."""
    if isinstance(error, VisitFailed):
        return error.kind, error.reason
    if isinstance(error, IgnoreRequest) and "robots" in str(error).lower():
        return "robots", FORBIDDEN
    for kind, reason in _DOWNLOAD:
        if isinstance(error, kind):
            return "network", reason
    if _UNPACKING & set(type(error).__module__.split(".")):
        return "network", NOT_UNPACKED
    if isinstance(error, IgnoreRequest):
        too_large = "DOWNLOAD_MAXSIZE" in str(error)  # only once it was unpacked
        return "network", BOMB if too_large else (str(error).splitlines() or ["a resposta foi recusada"])[0][:200]
    if not isinstance(error, PlaywrightError | OSError | TimeoutError | TwistedTimeout):
        return "bug", f"falha do próprio auditor ({type(error).__name__}); o registro diz onde"
    text = str(error)
    for sign, reason in _NETWORK:
        if sign in text:
            return "network", reason
    return "browser", (text.splitlines() or [type(error).__name__])[0][:200]


class OneLineFailures:
    """A downloader middleware: a request that belongs to no audit (``scrapy fetch``, ``scrapy shell``, a spider of somebody
    else) and fails is told in one line and given up. A spider that audits names its failures itself, and a component
    that sends a request of its own (NO_CALLBACK) waits for the error."""

    def process_request(self, request: Request) -> None:
        """Refuse an address that is none of the web before its robots.txt is asked for."""
        if not is_web(request.url):
            raise VisitFailed("egress", NOT_WEB)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Tell the reason; IgnoreRequest ends the request without a traceback."""
        if find_candidate(request) is not None or request.callback is NO_CALLBACK:
            return
        kind, reason = ("setup", str(exception)) if isinstance(exception, UserError) else name_failure(exception)
        if kind == "bug":
            return
        logger.error("%s não foi lido: %s.", request.url, reason.rstrip("."))
        raise IgnoreRequest(reason) from exception
