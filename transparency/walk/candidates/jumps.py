"""Menus that are selects: their options are addresses, and whoever chooses one is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transparency.judge.text import normalize
from transparency.walk.candidates.labels import plain
from transparency.walk.candidates.model import PAGER
from transparency.walk.forms import QueryWords, is_jump, sizes_pages
from transparency.walk.node import FrameKey, Step, Target


def jump_entries(key: FrameKey, data: Mapping[str, Any], words: QueryWords) -> Iterator[dict[str, Any]]:
    """The options of such menus as the links that they are. What stands over them is their group, or the entry that only
    heads the list ("=> DESPESA <="), or what the field is called."""
    places = [(select, Step("query", key, Target(""), "", select["path"])) for select in data["selects"]]
    for form in data["forms"]:
        pressed = Target(form["button"], form["tag"], form["label"])
        places += [(control, Step("query", key, pressed, "", form["region"])) for control in form["controls"]]
    for select, step in places:
        if select["tag"] != "select" or select.get("personal") or not is_jump(select, words):
            continue
        if turns_pages(select) or not any(option.get("href") for option in select["options"]):
            continue
        yield from _links(select, step)


def _links(select: Mapping[str, Any], step: Step) -> Iterator[dict[str, Any]]:
    heads = [option["text"].strip(" =<>-–—*.:") for option in select["options"][:1] if not option["href"]]
    over = [*filter(normalize, (*heads, select["label"]))]
    for place, option in enumerate(select["options"], 1):
        if not option["href"] or not normalize(option["text"]):
            continue
        yield {
            "kind": "link", "tag": "option", "type": "", "role": "", "label": option["text"].strip(" =<>-–—*.:»›"), "title": "",
            "panel": "", "holds": "", "hint": option["value"], "href": option["href"], "target": "",
            "path": f"{select['path']}>option[{place}]", "around": list(dict.fromkeys([*filter(None, [option["head"]]), *over])),
            "region": "nav", "row": None, "hidden": not select["visible"], "box": None, "expanded": "", "step": False,
            "sends": False, "discloses": False, "current": False, "disabled": option["disabled"],
            "chosen_by": (step, (select["label"], option["text"])),
        }  # fmt: skip


def turns_pages(select: Mapping[str, Any]) -> bool:
    """Whether what can be chosen are pages of a list."""
    return all(PAGER.match(plain(option["text"])) for option in select.get("options") or [])


def without_jumps(controls: Iterable[Mapping[str, Any]], words: QueryWords) -> list[Mapping[str, Any]]:
    """The fields that ask for something."""
    return [control for control in controls if not (is_jump(control, words) or sizes_pages(control))]
