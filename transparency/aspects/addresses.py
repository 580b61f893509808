"""Parts of addresses. What is no address has none."""

from __future__ import annotations

from urllib.parse import SplitResult, unquote, urljoin, urlsplit


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # "http://[inválido"
        return SplitResult("", "", "", "", "")


def absolute(base: str, url: str) -> str:
    """An address as seen from a page; what a script runs stays as it is, and so does nothing."""
    try:
        return urljoin(base, url) if url and not url.startswith(("javascript:", "#")) else url
    except ValueError:  # "http://[inválido"
        return url


def host(url: str) -> str:
    """The host of an address, without "www."."""
    return (_split(url).hostname or "").removeprefix("www.")


def is_at(url: str, hosts: tuple[str, ...]) -> bool:
    """Whether an address is on one of some hosts, or below it."""
    own = host(url)
    return any(own == one or own.endswith(f".{one}") for one in hosts)


def path(url: str) -> str:
    """The folders and the file of an address."""
    return unquote(_split(url).path)


def ending(url: str) -> str:
    """The ending of the file that an address names, without the dot.

    >>> ending("/dados/despesas.CSV?ano=2026"), ending("/dados")
    ('csv', '')
    """
    last = path(url).rpartition("/")[2]
    return last.rpartition(".")[2].casefold() if "." in last else ""


def bare(url: str) -> str:
    """An address without what may differ between two ways of writing it."""
    told = unquote(url.split("#")[0]).rstrip("/")
    return told.removeprefix("https://").removeprefix("http://").removeprefix("www.")
