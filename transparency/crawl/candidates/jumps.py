"""Menus that are selects: their options are addresses, and whoever chooses one is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import PAGER
from transparency.extract.forms import QueryWords, is_jump, sizes_pages
from transparency.model import Field, Pressable, View
from transparency.node import FrameKey, Step, Target
from transparency.text import normalize


class Jump(Pressable, kw_only=True):
    """An option of such a menu as the link that it is."""

    asked: Step
    """The query in which it can be chosen …"""
    choice: tuple[str, str]
    """… by this field and option."""


def jump_entries(key: FrameKey, data: View, words: QueryWords) -> Iterator[Jump]:
    """The options of such menus as the links that they are. What stands over them is their group, or the entry that only
    heads the list ("=> DESPESA <="), or what the field is called."""
    places = [(select, Step("query", key, Target(""), "", select.path)) for select in data.selects]
    for form in data.forms:
        pressed = Target(form.button, form.tag, form.label)
        places += [(control, Step("query", key, pressed, "", form.region)) for control in form.controls]
    for select, step in places:
        if select.tag != "select" or select.personal or not is_jump(select, words):
            continue
        if turns_pages(select) or not any(option.href for option in select.options):
            continue
        yield from _links(select, step)


def _links(select: Field, step: Step) -> Iterator[Jump]:
    heads = [option.text.strip(" =<>-–—*.:") for option in select.options[:1] if not option.href]
    over = [*filter(normalize, (*heads, select.label))]
    for place, option in enumerate(select.options, 1):
        if not option.href or not normalize(option.text):
            continue
        yield Jump(
            kind="link",
            tag="option",
            label=option.text.strip(" =<>-–—*.:»›"),
            hint=option.value,
            href=option.href,
            path=f"{select.path}>option[{place}]",
            around=list(dict.fromkeys([*filter(None, [option.head]), *over])),
            region="nav",
            hidden=not select.visible,
            disabled=option.disabled,
            asked=step,
            choice=(select.label, option.text),
        )


def turns_pages(select: Field) -> bool:
    """Whether what can be chosen are pages of a list."""
    return all(PAGER.match(plain(option.text)) for option in select.options)


def without_jumps(controls: Iterable[Field], words: QueryWords) -> list[Field]:
    """The fields that ask for something."""
    return [control for control in controls if not (is_jump(control, words) or sizes_pages(control))]
