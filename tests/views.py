"""What the page script returns of a frame, made by hand: only what a test is about is named, the rest is blank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from transparency.browse import operations
from transparency.extract.controls import Reader
from transparency.extract.controls.part import Part
from transparency.extract.forms import QueryWords
from transparency.model import Field, Form, Option, Pressable, Row, Toggle, View

T = TypeVar("T", bound=msgspec.Struct)
_BLANK: dict[str, Any] = {"str": "", "int": 0, "bool": False, "tuple[int, int]": (0, 0)}
_HELD: dict[str, type[msgspec.Struct]] = {
    "row": Row,
    "options": Option,
    "controls": Field,
    "selects": Field,
    "inputs": Field,
    "forms": Form,
    "candidates": Pressable,
    "toggles": Toggle,
}


def built(kind: type[T], given: dict[str, Any] | None = None, /, **more: Any) -> T:
    """One of the types, checked as the answer of the page script is."""
    return msgspec.convert(_whole(kind, {**(given or {}), **more}), kind)


def like(one: T, /, **given: Any) -> T:
    """A copy with other fields."""
    return structs.replace(one, **{name: _typed(name, value) for name, value in given.items()})


def words_of(options: Mapping[str, Any]) -> QueryWords:
    """Words of queries, from the few that a test is about."""
    blank = {name: () for name, field in QueryWords.__dataclass_fields__.items() if field.default is MISSING}
    said = {"buttons": options.get("queryWords", ()), "onward": options.get("onwardWords", ())}
    more = {**said, **(options.get("outputWords") or {})}
    return QueryWords(**{**blank, **{name: tuple(words) for name, words in more.items()}})


def reader_of(page: Any, options: Mapping[str, Any] | None = None) -> Reader:
    """A page that the page script was installed in, as it is now."""
    options = options or {}
    limits = {name: options[name] for name in ("maxElements", "maxSize") if name in options}
    facts = read_answer("snapshot", page.evaluate(operations.ASK, ["snapshot", limits]))
    return Reader(facts, words_of(options), options.get("maxCandidates", 1500))


def view_of(page: Any, options: Mapping[str, Any]) -> View:
    """What such a page shows; it remembers what was found to open a list of choices."""
    reader = reader_of(page, options)
    view = reader.view()
    page.evaluate(operations.ASK, ["keep", reader.found_drops()])
    return view


def element_of(page: Any, reader: Reader, part: Part | None) -> Any:
    """A handle of an element that was found."""
    if part is None:
        return None
    asked = {"turn": reader.page.turn, "place": part.index, "pressed": True}
    return page.evaluate_handle(operations.FIND, ["element", asked]).as_element()


def answer_of(page: Any, operation: str, argument: Any = None) -> Any:
    """What an operation returns on a page that the page script was installed in: ``snapshot`` what the page shows, others what
    the page script does."""
    if operation == "snapshot":
        return view_of(page, argument)
    return read_answer(operation, page.evaluate(operations.ASK, [operation, argument]))


def read_answer(operation: str, answer: Any) -> Any:
    """An answer of the page script, by the name of what was asked."""
    return operations.decoded(getattr(operations, operation.upper()), answer)


def _typed(name: str, value: Any) -> Any:
    held = _HELD.get(name)
    if held is None or value is None or isinstance(value, msgspec.Struct):
        return value
    return built(held, value) if isinstance(value, dict) else [one if isinstance(one, held) else built(held, one) for one in value]  # fmt: skip


def _whole(kind: type[msgspec.Struct], given: dict[str, Any]) -> dict[str, Any]:
    required = (field for field in structs.fields(kind) if field.required)
    blank = {field.name: _BLANK.get(kind.__annotations__.get(field.name, ""), []) for field in required}
    told = {name: msgspec.to_builtins(_typed(name, value)) for name, value in given.items()}
    return {**blank, **told}
