"""What went wrong with a visit, in words for people."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
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
from twisted.internet.error import TimeoutError as TwistedTimeout

from transparency.browser.visit import BROKEN_OFF, VisitFailed

FORBIDDEN = "o robots.txt do portal proíbe esta página (um auditor público pode usar -s ROBOTSTXT_OBEY=False)"
HOST_DOWN = "o servidor parou de responder e foi deixado em paz"
IN_TIME = "no prazo"
NOT_UNPACKED = "a resposta do servidor está comprimida de um jeito estragado"
_UNPACKING = frozenset({"gzip", "zlib", "brotli", "_brotli", "zstd", "_zstd", "compression.zstd"})
"""Modules that unpack what comes by plain HTTP."""
NOT_HTTP = "o que o servidor mandou não é uma resposta da internet (HTTP)"
TOO_LARGE = "o arquivo passa do tamanho que se lê"
_NETWORK: tuple[tuple[str, str], ...] = (
    ("ERR_NAME_NOT_RESOLVED", "o nome do servidor não existe (DNS)"),
    ("ERR_CONNECTION_REFUSED", "o servidor recusou a conexão"),
    ("ERR_CONNECTION_RESET", "o servidor cortou a conexão"),
    ("ERR_CONNECTION_TIMED_OUT", "o servidor não respondeu"),
    ("ERR_CONNECTION_CLOSED", "o servidor fechou a conexão sem responder"),
    ("ERR_EMPTY_RESPONSE", "o servidor fechou a conexão sem responder"),
    ("ERR_TOO_MANY_REDIRECTS", "o endereço redireciona sem fim"),
    ("ERR_ADDRESS_UNREACHABLE", "o servidor está fora de alcance"),
    ("ERR_INTERNET_DISCONNECTED", "esta máquina está sem rede"),
    ("ERR_SSL", "a conexão segura falhou"),
    ("ERR_CERT", "o certificado do servidor foi recusado"),
    ("ERR_UNSAFE_PORT", "a porta do endereço não é aceita pelo navegador"),
    ("ERR_INVALID_HTTP_RESPONSE", NOT_HTTP),
    ("ERR_INVALID_CHUNKED_ENCODING", BROKEN_OFF),
    ("ERR_INCOMPLETE_CHUNKED_ENCODING", BROKEN_OFF),
    ("ERR_CONTENT_LENGTH_MISMATCH", BROKEN_OFF),
    ("ERR_CONTENT_DECODING", BROKEN_OFF),
    ("ERR_RESPONSE_HEADERS", "a resposta do servidor tem um cabeçalho que não se aceita"),
    ("ERR_UNKNOWN_URL_SCHEME", "o endereço redireciona para fora da internet"),
    ("ERR_UNSAFE_REDIRECT", "o endereço redireciona para fora da internet"),
    ("Timeout", "a página não abriu no prazo"),
    ("Target page, context or browser has been closed", "o navegador fechou a página"),
)


_LASTING = frozenset(
    {
        NOT_UNPACKED, HOST_DOWN, TOO_LARGE, NOT_HTTP, "o nome do servidor não existe (DNS)", "o endereço redireciona sem fim",
        "o endereço redireciona para fora da internet", "o endereço não é da internet (http ou https)",
        "a porta do endereço não é aceita pelo navegador", "o certificado do servidor foi recusado",
        "a resposta do servidor tem um cabeçalho que não se aceita", "o servidor mandou mais do que se lê",
    }
)  # fmt: skip
"""Reasons that another try does not take away."""

_DOWNLOAD: tuple[tuple[type[BaseException], str], ...] = (
    (DownloadTimeoutError, "o servidor não respondeu no prazo"),
    (CannotResolveHostError, "o nome do servidor não existe (DNS)"),
    (DownloadConnectionRefusedError, "o servidor recusou a conexão"),
    (DownloadCancelledError, TOO_LARGE),
    (ResponseDataLossError, BROKEN_OFF),
    (DownloadFailedError, "o servidor cortou a conexão"),
    (UnsupportedURLSchemeError, "o endereço não é da internet (http ou https)"),
)


def passes(error: BaseException) -> bool:
    """Whether a server that failed like this may answer in a while. One that does not exist, or sends too much, will not."""
    kind, reason = name_failure(error)
    return kind == "network" and reason not in _LASTING


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
    if isinstance(error, IgnoreRequest) and "DOWNLOAD_MAXSIZE" in str(error):  # once it was unpacked
        return "network", TOO_LARGE
    if isinstance(error, IgnoreRequest):
        return "network", (str(error).splitlines() or ["a resposta foi recusada"])[0][:200]
    if not isinstance(error, PlaywrightError | OSError | TimeoutError | TwistedTimeout):
        return "bug", f"falha do próprio auditor ({type(error).__name__}); o registro diz onde"
    text = str(error)
    for sign, reason in _NETWORK:
        if sign in text:
            return "network", reason
    return "browser", (text.splitlines() or [type(error).__name__])[0][:200]
