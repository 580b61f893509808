"""What a visit brings back, and what it may cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from transparency.extract.redact import Redacted
from transparency.extract.sections import content_of
from transparency.items import Box
from transparency.model import Field, View
from transparency.model import Page as Facts
from transparency.node import FrameKey, Node

NOT_CONNECTED = ("ERR_SOCKS_CONNECTION", "ERR_PROXY_CONNECTION_FAILED", "ERR_TUNNEL_CONNECTION_FAILED")
"""What the browser says when the proxy in front of it gives it no connection; the proxy knows why."""
NOT_WEB = "o endereço não é da internet (http ou https)"
NO_WEB = "endereço recusado: não é da internet (http ou https)"
"""Of an address that a portal leads to."""
BROKEN_OFF = "o servidor cortou a conexão no meio da página"


@dataclass(frozen=True)
class HandedOut:
    """A file that a step brought instead of a page."""

    url: str
    name: str = ""
    body: bytes = b""
    """Empty where it did not come whole, in time, or was too large."""


class VisitFailed(Exception):
    """A visit that brought nothing back; ``reason`` is for people (Portuguese), ``kind`` is counted. ``file``: what came
    instead."""

    def __init__(self, kind: str, reason: str, file: HandedOut | None = None) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = reason
        self.file = file


class NotFound(VisitFailed):
    """The component that a step presses is not on the page."""

    def __init__(self, words: str) -> None:
        super().__init__("step", f"“{words}”: o componente não foi encontrado de novo")


@dataclass(frozen=True)
class Limits:
    """Deadlines of a visit in seconds, and sizes."""

    settle: float = 8.0
    step: float = 12.0
    evaluate: float = 10.0
    screenshot: float = 10.0
    total: float = 60.0
    pause: float = 0.0
    """Kept between the steps on a page, as a download delay is between requests."""
    onward: float = 20.0
    """After so many seconds a visit goes no further from where it stands."""
    sights: int = 8
    """So many nodes are seen in one visit at most."""
    elements: int = 60_000
    size: int = 20_000_000
    """Characters of a frame's DOM that are read."""
    candidates: int = 1_500
    frames: int = 12
    picture_height: int = 5_000
    """Highest picture in CSS pixels."""


@dataclass
class FrameView:
    """What was read from a frame: what its facts were found to show, with the place of the frame on its page."""

    key: FrameKey
    url: str
    name: str
    data: View
    offset: tuple[int, int] = (0, 0)
    redacted: Redacted = field(default_factory=lambda: Redacted(""))
    """The tables of ``data``, and what must not be seen of it when it is stored or photographed."""
    facts: Facts | None = None
    """What ``data`` was found in, until it is stored."""
    made: str = ""
    """What it is made with, as HTML: who generated it, its scripts and styles. Not stored."""
    written: Collection[int] = ()
    """Places of the elements that its HTML shows."""

    @cached_property
    def content(self) -> str:
        """What the frame says besides its menus (``content_of``)."""
        return content_of(self.data.html)


@dataclass
class Snapshot:
    """What a visit brings back."""

    url: str
    title: str
    status: int
    frames: list[FrameView]
    node: Node
    """What was seen."""
    done: list[str] = field(default_factory=list)
    """The steps in words, with the choices that were made."""
    cookies: Sequence[Mapping[str, Any]] = ()
    """Of the browser context, as Playwright gives them."""
    lost: Sequence[str] = ()
    """Frames that did not open, in words."""
    truncated: bool = False
    """Whether there is more on the page than is read of one."""
    refused: Sequence[str] = ()
    """Requests for data that the portal did not answer since the last step, in words."""
    denied: Mapping[str, str] = field(default_factory=dict)
    """Address → in words, of what the page posted since the last step and the portal would not take."""
    posted: bool = False
    """The last step has led to another page by posting something."""
    kept: bool = False
    """A menu on the way was found open, or shut again: the session keeps it."""
    withheld: Sequence[str] = ()
    """What the page would have changed on the portal and was not let, in words."""
    faults: tuple[tuple[str, str], ...] = ()
    """(key, words) of what failed on the page: requests of its scripts, the scripts themselves. A key is the same on every page."""
    written: tuple[str, ...] = ()
    """What scripts have written and still stands there (only of a page that promises data and shows none)."""
    passed: tuple[str, ...] = ()
    """What they have written and is gone by now (of such a page)."""
    awaited: bool = False
    """Data were under way when the page began to be read: it may show what it was before they came."""
    unlike_none: bool = False
    """No answer that they asked for holds a list, nought or nothing, as one that stands for "none" does."""
    base: str = ""
    """Address that leads straight here, when the last step was a plain navigation; else empty."""
    choices: list[tuple[str, str]] = field(default_factory=list)
    """(field, option) that the last step chose."""
    asked: Sequence[Field] = ()
    """The fields of the query that the last step ran; those that came up only while it was filled in are ``late``."""
    screenshot: bytes | None = None
    shot_origin: tuple[int, int] = (0, 0)
    moved: dict[Box, Box] = field(default_factory=dict)
    """Where boxes are in the picture, if elsewhere than they were read: what is hidden takes another width."""
    requests: int = 0
    bytes: int = 0
    seconds: float = 0.0
    dialogs: list[str] = field(default_factory=list)
    alerts: tuple[str, ...] = ()
    """What windows over the page have told since the last step."""
    certificates: Mapping[str, str] = field(default_factory=dict)
    """Host → what is wrong with its certificate, if anything (of the whole visit)."""
    unclosed: Sequence[str] = ()
    """Pages that may have come only in part (of the whole visit)."""

    @property
    def text(self) -> str:
        """What is shown in all frames."""
        return "\n".join(view.data.text for view in self.frames)
