"""A node: an address plus the steps (clicks, queries) that lead on from it. Plain data."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from w3lib.url import canonicalize_url, url_query_cleaner

SESSION_PARAMETERS = (
    "jsessionid phpsessid aspsessionid sessionid session_id sessid sid cfid cftoken viewstate javax.faces.viewstate "
    "timestamp rnd rand nocache cachebuster utm_source utm_medium utm_campaign utm_term utm_content fbclid gclid"
).split()
TIME_PARAMETERS = frozenset(("_", "t", "ts"))
"""Names of parameters that hold the time, where they do: elsewhere they name a page (``?t=receitas``)."""
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid)=[^/?#;]*", re.IGNORECASE)
_COOKIELESS = re.compile(r"/\([SXF]\([a-z0-9]{16,}\)\)", re.IGNORECASE)
_TITLE = re.compile(r"/[^/?#]*(?:-[^/?#-]+){4,}")
_ROUTE = re.compile(r"^(!|/|.*[/=])")
_NUMBERS = re.compile(r"(?<=/f\?p=)\d+(?::|%3A)\d+|\d+(?:\.\d+)*", re.IGNORECASE)
"""Numbers of an address; those that name a page of an Oracle APEX application (``f?p=APP:PAGE:SESSION``) in one piece."""


@lru_cache(maxsize=8192)
def canonical_url(url: str) -> str:
    """One spelling per address: no session ids, ordered parameters, no fragment unless it is a route of an application.

    >>> canonical_url("http://A.gov.br/x;jsessionid=1F?b=2&a=1#topo")
    'http://a.gov.br/x?a=1&b=2'
    """
    parts = urlsplit(url)
    path = _COOKIELESS.sub("", _PATH_SESSION.sub("", parts.path))
    names = {
        name
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if name.lower() in SESSION_PARAMETERS or (name.lower() in TIME_PARAMETERS and re.fullmatch(r"\d{8,}", value))
    }
    plain = urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))
    if names:
        plain = url_query_cleaner(plain, sorted(names), remove=True)
    route = f"#{parts.fragment}" if is_route(parts.fragment) else ""
    return canonicalize_url(plain) + route


def without_parameters(url: str, names: Collection[str]) -> str:
    """The canonical address without some of its parameters."""
    return canonical_url(url_query_cleaner(url, list(names), remove=True, keep_fragments=True) if names else url)


def place_of(url: str) -> str:
    """What spellings of a canonical address have in common that lead to one page on any usual server: with and without
    ``www``, by http and https, with a slash at the end or none.

    >>> place_of("https://www.a.gov.br/despesas/?ano=2026"), place_of("http://a.gov.br:8080/")
    ('a.gov.br/despesas?ano=2026', 'a.gov.br:8080')
    """
    parts = urlsplit(url)
    host = parts.netloc.removeprefix("www.")
    return host + urlunsplit(("", "", parts.path.rstrip("/"), parts.query, parts.fragment))


@lru_cache(maxsize=8192)
def _pattern_of_address(url: str) -> str:
    numberless = _NUMBERS.sub(
        lambda found: "0" if found[0].replace(".", "").isdigit() else found[0], canonical_url(url)
    )
    return _TITLE.sub("/*", numberless)


def pattern_of(node: Node) -> str:
    """What nodes made by one rule have in common: the address and the last step without numbers, places in lists and long
    titles. A calendar's days share a pattern, as do the articles of a news page.

    >>> pattern_of(Node("http://a.gov.br/agenda/2026/11/21?dia=3"))
    'http://a.gov.br/agenda/0/0/0?dia=0'
    """
    address = _pattern_of_address(node.url)
    if not node.steps:
        return address
    last = node.steps[-1]
    return f"{address} {last.op} {re.sub(r'[0-9]+', '0', f'{last.target.path} {last.target.label}')}"


def is_route(fragment: str) -> bool:
    """Whether a fragment names a place of an application (``#/despesas``, ``#!/pg=1``) and not one inside a page."""
    return bool(_ROUTE.match(fragment))


SEGMENTS = 20
"""Longest path of an address that is opened."""
REPEATS = 2
"""So often a part of a path comes again in it, and no more."""


def grows(url: str) -> bool:
    """Whether an address looks like one of a series that grows without end: relative links that are taken anew on each page.

    >>> grows("http://a.gov.br/contas/2026/contas/"), grows("http://a.gov.br/a/b/a/c/a/b/")
    (False, True)
    """
    parts = [part for part in urlsplit(url).path.split("/") if part]
    return len(parts) > SEGMENTS or any(count > REPEATS for count in Counter(parts).values())


def is_web(url: str) -> bool:
    """Whether an address is one of a server that speaks HTTP: nothing else is ever opened.

    >>> is_web("https://a.gov.br/"), is_web("file:///etc/hostname"), is_web("view-source:http://a.gov.br/")
    (True, False, False)
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


@lru_cache(maxsize=8192)
def is_near(url: str) -> bool:
    """Whether an address is of this very machine, which needs no mercy."""
    return host_of(url).split(":")[0] in ("127.0.0.1", "localhost")


def host_of(url: str) -> str:
    """Host and port, lower case."""
    return urlsplit(url).netloc.lower()


def site_of(url: str) -> str:
    """The last labels of a host: what a portal and its interface for data have in common."""
    host = urlsplit(url).hostname or ""
    labels = host.split(".")
    if not host or labels[-1].isdigit():
        return host
    return ".".join(labels[-3 if len(labels[-1]) == 2 else -2 :])


@dataclass(frozen=True)
class FrameKey:
    """Which frame of a page: by its name and address, else by its place in the frame tree."""

    index: int = 0
    name: str = ""
    url: str = ""


def bar_at(path: str) -> str:
    """Where the bar stands that holds a component and others beside it, each in a box of its own.

    >>> bar_at("body[1]>nav[1]>ul[1]>li[2]>a[1]")
    'body[1]>nav[1]>ul[1]'
    """
    return path.rsplit(">", 2)[0]


@dataclass(frozen=True)
class Target:
    """Which element of a frame: by its path through the tree and what is written on it."""

    path: str
    tag: str = ""
    label: str = ""
    name: str = ""
    """The id or name attribute, when the page gave one."""


@dataclass(frozen=True)
class Step:
    """One thing done on a page.

    ``click`` uses ``target``. ``query`` fills the fields of ``region`` for the ``attempt``-th time (0: the current
    year, 1: the one before …), makes the ``choices`` (label of a field → text of its option) and clicks ``target``
    unless its path is empty. ``show`` clicks every one of its ``choices`` (label of a column → path of what shows it);
    ``target`` opens the list that they stand in. ``scroll`` moves on what scrolls in ``box``, until the page says something else.
    """

    op: Literal["click", "query", "show", "scroll"]
    frame: FrameKey
    target: Target
    words: str = ""
    region: str = ""
    attempt: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    unsaid: bool = field(default=False, compare=False)
    """What is written on its target may be somebody's name: it is not kept."""
    insists: bool = field(default=False, compare=False)
    """Where nothing comes of a click, its target is pressed in other ways: twice, with the other button, by keys."""
    when: str = ""
    """The year ("2025") or month ("2025-03") that a query is asked for, instead of that of its attempt."""
    box: tuple[int, int, int, int] | None = field(default=None, compare=False)
    """Left, top, width and height of what is scrolled, in CSS pixels from the top left of the page."""


@dataclass(frozen=True)
class Node:
    """Where to look: ``url``, then ``steps``. Equal when both are equal; the rest is how it was found."""

    url: str
    steps: tuple[Step, ...] = ()
    entry: str = field(default="", compare=False)
    """Address that opens the session which ``url`` needs, when it is found closed."""
    depth: int = field(default=0, compare=False)
    words: tuple[str, ...] = field(default=(), compare=False)
    """The way here, for people."""
    labels: tuple[str, ...] = field(default=(), compare=False)
    """The way here, for the judge."""

    def fingerprint(self) -> str:
        """Hex digest over address and steps."""
        steps = [
            [
                s.op,
                s.frame.index,
                s.target.path,
                s.target.label,
                s.region,
                s.attempt,
                s.choices,
                *filter(None, [s.when]),
            ]
            for s in self.steps
        ]
        text = json.dumps([canonical_url(self.url), steps], ensure_ascii=False)
        return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:20]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as it is stored."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Node:
        """The inverse of ``to_dict``."""
        steps = tuple(
            Step(
                **{
                    **step,
                    "frame": FrameKey(**step["frame"]),
                    "target": Target(**step["target"]),
                    "choices": tuple((a, b) for a, b in step["choices"]),
                    "box": tuple(step["box"]) if step.get("box") else None,
                }
            )
            for step in data["steps"]
        )
        return cls(**{**data, "steps": steps, "words": tuple(data["words"]), "labels": tuple(data["labels"])})


def at_address(url: str, entry: str = "") -> Node:
    """The node of an address by itself."""
    return Node(url=url, entry=entry, words=(f"abra {url}",))
