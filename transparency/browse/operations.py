"""Operations of ``page/`` in the frames of a page, each with its deadline: a page that never yields hangs whatever awaits it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.json import Decoder
from playwright.async_api import ElementHandle, Frame, Page

from transparency.browse.snapshot import VisitFailed
from transparency.extract.forms.changes import LONGEST, Changes
from transparency.model import Covered, Line
from transparency.model import Page as Facts

T = TypeVar("T")
_MODULE_SYNTAX = re.compile(r"^import\s[^;]*;\n|^export ", re.M)


def _source(path: str) -> str:
    """The JavaScript of a file. A page runs it as one function: what modules say of each other is for readers and linters."""
    source = files("transparency.browse").joinpath(path).read_text(encoding="utf-8")
    return _MODULE_SYNTAX.sub("", source)


OBSERVER = _source("observer.js")
_GUARD = _source("guard.js")
_ROOMS = "tree press acts snapshot picture operations".split()
"""Parts of one function; each imports from those before it."""
PAGE = f"(question) => {{\n{''.join(_source(f'page/{room}.js') for room in _ROOMS)}return answer(question);\n}}"
_UNWATCHED = "{ changed: 0, timers: 0, listeners: new WeakSet(), shadows: new WeakMap(), twice: new WeakSet() }"
BY_SCRIPT = f"""(el, gone) => {{
if (!el.isConnected) throw new Error(gone);
{_source("page/press.js")}press(el);
}}"""
"""Presses an element that was handed out as ``press`` of ``page/`` does."""
INSTALL = f"() => {{ (window.__observer ??= {_UNWATCHED}).read = {PAGE.strip()}; }}"
ASK = """(question) => {
  const read = window.__observer?.read;
  if (!read) return false;
  const answer = read(question);
  // Old libraries teach arrays and strings a JSON of their own.
  const taught = [Array, Object, String, Number].map(({ prototype }) => prototype).filter((one) => Object.hasOwn(one, "toJSON"));
  const own = taught.map((one) => one.toJSON);
  for (const one of taught) delete one.toJSON;
  const plain = (_, value) => (value === undefined ? null : typeof value === "string" ? value.toWellFormed() : value);
  const text = JSON.stringify(answer, plain) ?? "null";
  taught.forEach((one, i) => { one.toJSON = own[i]; });
  return text;
}"""
ASK_FIRST = f"(question) => {{ ({INSTALL})(); return ({ASK})(question); }}"
FIND = "(question) => { const read = window.__observer?.read; return read ? read(question) : false; }"


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation of ``page/`` that is read, and what it returns."""

    name: str
    answer: msgspec.json.Decoder[T]


SNAPSHOT = Operation("snapshot", Decoder(Facts))
POINT: Operation[tuple[float, float] | None] = Operation("point", Decoder(tuple[float, float] | None))
PRESS: Operation[bool] = Operation("press", Decoder(bool))
CHOOSE: Operation[bool] = Operation("choose", Decoder(bool))
KEEP: Operation[None] = Operation("keep", Decoder(None))
FURTHER: Operation[int | float | None] = Operation("further", Decoder(int | float | None))
ADVANCE: Operation[bool] = Operation("advance", Decoder(bool))
MARK: Operation[None] = Operation("mark", Decoder(None))
WIDEN: Operation[None] = Operation("widen", Decoder(None))
REACH: Operation[bool] = Operation("reach", Decoder(bool))
TEXTS = Operation("texts", Decoder(list[Line]))
COVER = Operation("cover", Decoder(Covered))
UNCOVER = Operation("uncover", Decoder(int))
QUIET = Operation("quiet", Decoder(int))
OPENED = Operation("opened", Decoder(int))
LATE = Operation("late", Decoder(int))
HEARD = Operation("heard", Decoder(tuple[list[str], list[tuple[str, bool]], int, int]))
"""What was wrong with answers that scripts could not use; what scripts have written, and whether it still stands there; how many
answers may stand for "none", and how many hold something else."""
MADE = Operation("made", Decoder(str))
"""What a document is made with, as HTML: who generated it, its scripts and styles."""
_PLACE = tuple[float, float, float, float] | None
PLACED: Operation[_PLACE] = Operation("placed", Decoder(_PLACE))
BEGIN: Operation[None] = Operation("begin", Decoder(None))
"""A step begins: what scripts have written and were answered before is not of it."""
WAITING = Operation("waiting", Decoder(bool))
CHANGED = "changed"
"""Kind of failure of a page whose own scripts have changed what the page script builds on."""


def guard(changes: Changes) -> str:
    """What holds back in a page what would change something on the portal."""
    known = (changes.verbs, changes.actions, changes.choices, changes.listened)
    sets = ", ".join(f"new Set({json.dumps(sorted(words))})" for words in known)
    return f"(() => {{\n{_GUARD}guard({sets}, {LONGEST});\n}})();"


async def within(seconds: float, work: Awaitable[T], what: str) -> T:
    """Await ``work`` for at most so many seconds; past that the page is hung."""
    try:
        return await asyncio.wait_for(work, seconds)
    except TimeoutError as error:
        raise VisitFailed("hung", f"a página não respondeu em {seconds:.0f} s ({what})") from error


async def read(frame: Frame, seconds: float, operation: Operation[T], argument: Any = None) -> T:
    """Run an operation of ``page/`` in a frame. The script goes there once; answers come as text, which costs least, and are
    checked while they are decoded."""
    answer = await within(seconds, frame.evaluate(ASK, [operation.name, argument]), operation.name)
    if answer is False:
        answer = await within(seconds, frame.evaluate(ASK_FIRST, [operation.name, argument]), operation.name)
    return decoded(operation, answer)


def decoded(operation: Operation[T], answer: object) -> T:
    """The answer of an operation, typed. Scripts of the page that take away what the page script builds on spoil it."""
    try:
        return operation.answer.decode(answer if isinstance(answer, str) else "")
    except msgspec.DecodeError as error:
        raise VisitFailed(CHANGED, f"o que se lê da página veio estragado ({operation.name}: {error})") from error


async def find(frame: Frame, seconds: float, operation: str, argument: Any, what: str) -> ElementHandle | None:
    """The element that an operation of ``page/`` finds in a frame."""
    handle = await within(seconds, frame.evaluate_handle(FIND, [operation, argument]), what)
    element = handle.as_element()
    if element is None and await within(seconds, handle.json_value(), what) is False:
        await within(seconds, frame.evaluate(INSTALL), what)
        handle = await within(seconds, frame.evaluate_handle(FIND, [operation, argument]), what)
        element = handle.as_element()
    return element


def frames_of(page: Page) -> list[Frame]:
    """Those that can be read, in the order of their keys. One that has not begun to load, as when it waits to be scrolled
    to, answers nothing for ever."""
    return [f for f in page.frames if f is page.main_frame or f.url.startswith(("http", "about:"))]
