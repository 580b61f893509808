"""What the page script returns of a frame, made by hand: only what a test is about is named, the rest is blank."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import structs

from transparency.browse import operations
from transparency.model import Field, Form, Option, Pressable, Row, Toggle

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


def answer_of(page: Any, operation: str, argument: Any = None) -> Any:
    """What an operation of the page script returns on a page that it was installed in."""
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
