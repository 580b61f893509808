"""A frame as HTML, as readers of tables take it: the composed tree, annotated with places and states."""

from __future__ import annotations

import re
from collections.abc import Callable

from transparency.extract.controls.part import Part

PLACE = "data-t-place"
"""Attribute by which an element says its place among the facts of its frame; no stored page has it."""
VOID = frozenset("area br col embed hr img input source track wbr".split())
OPENS = frozenset("a button input summary tr".split())
"""What says by its name that it is pressed, or holds a record."""
_BOXED = frozenset("td th dt dd label a button input select textarea img legend caption".split())
_BOLD = frozenset("b strong th h1 h2 h3 h4 h5 h6 optgroup".split())
"""Tags that say by their name that what they hold is bold."""
_ATTRIBUTE = re.compile(r"[a-zA-Z_@:][-\w.:@]*", re.A)
_LEFT_OUT = frozenset(("style", "srcset", "selected"))
_SPECIAL = re.compile(r'[&<>"]')


def escape(text: str) -> str:
    """Text as HTML."""
    if not _SPECIAL.search(text):
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quote(text: str) -> str:
    """The value of an attribute as HTML."""
    return escape(text).replace('"', "&quot;")


def name_of(part: Part) -> str:
    """The name it is written by: a slot shows what is put into it (empty), and a component is to a reader what it looks like."""
    if part.tag == "slot":
        return ""
    if part.facts.host:
        return "span" if part.facts.display.startswith("inline") and not part.children else "div"
    return "div" if "-" in part.tag and part.facts.colourless else part.tag


def attributes(part: Part) -> str:
    """Its attributes without styles and handlers, with the state of a control."""
    out: list[str] = []
    for name, value in part.attributes.items():
        if name in _LEFT_OUT or name.startswith(("on", "data-t-")) or not _ATTRIBUTE.fullmatch(name):
            continue
        if (name == "value" and part.tag == "input") or (name == "src" and value.startswith("data:")):
            continue
        out.append(f' {name}="{quote(value)}"')
    if part.tag == "input" and part.facts.value is not None:
        checked = ' checked=""' if part.facts.checked else ""
        out.append(f' value="{quote(part.value)}"{checked}')
    if part.facts.selected:
        out.append(' selected=""')
    return "".join(out)


def box(part: Part) -> str:
    """Its box as an attribute."""
    return f' data-t-box="{",".join(map(str, part.box))}"'


def has_box(part: Part) -> bool:
    """Whether its box is of use to a reader: it may hold text of its own."""
    if part.tag in _BOXED or part.has("role") or any(text.strip() for text in part.facts.text):
        return True
    return any(child.tag == "slot" and child.facts.text for child in part.children)


def start_tag(part: Part, name: str, gone: bool, hidden: bool, asks: bool, pressed: Callable[[], bool]) -> str:
    """Its start tag."""
    out = [f"<{name}{attributes(part)}"]
    if asks:
        out.append(' data-t-ask=""')
    if pressed():
        out.append(' data-t-press=""')
    if gone:
        out.append(' data-t-hidden=""')
    elif not hidden and has_box(part):
        out.append(box(part))
    if part.facts.bold and part.tag not in _BOLD:
        out.append(' data-t-bold=""')
    if part.facts.left:
        out.append(f' data-t-left="{part.facts.left}"')
    return "".join([*out, ">"])
