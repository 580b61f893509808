"""The fields of a page as its HTML has them: those of forms that are never sent, too, which the walk leaves out of what it may fill in."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.model import Field, Option, View

_BUTTONS = frozenset(("submit", "button", "image", "reset", "hidden"))
_NEAR = 80
"""Characters of the longest text before a field that may be its label."""


def html_fields(view: View) -> Iterator[Field]:
    """The fields of a frame in document order, each with its label."""
    root = dom.parse(view.html)
    labels = {one.get("for"): dom.text(one) for one in root.iter("label") if one.get("for")}
    for number, element in enumerate(root.iter("input", "select", "textarea")):
        kind = element.get("type", "").lower()
        if kind in _BUTTONS:
            continue
        yield Field(
            path=str(number),
            tag=element.tag,
            label=_label(element, labels),
            type=kind,
            name=element.get("name", ""),
            placeholder=element.get("placeholder", ""),
            options=[Option(text=dom.text(one), value="") for one in element.iter("option")],
            required=element.get("required") is not None or element.get("aria-required") == "true",
            visible=not dom.is_hidden(element),
        )


def _label(element: HtmlElement, labels: dict[str | None, str]) -> str:
    """What a field is called: by its label, its accessible name, or what stands right before it."""
    around = next((one for one in element.iterancestors("label")), None)
    named = labels.get(element.get("id")) if element.get("id") else ""
    told = (
        named or (dom.text(around) if around is not None else "") or element.get("aria-label", "") or _before(element)
    )
    return dom.tidy(told).strip(" :")


def _before(element: HtmlElement) -> str:
    """The text that stands right before a field, in its own element or in the one before."""
    previous = element.getprevious()
    if previous is not None:
        text = previous.tail or dom.text(previous)
    else:
        parent = element.getparent()
        text = (parent.text or "") if parent is not None else ""
        if not text.strip() and parent is not None and parent.getprevious() is not None:
            text = dom.text(parent.getprevious())
    return text if len(text.strip()) <= _NEAR else ""
