"""CSS selectors, as far as they are needed: names and attributes, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from transparency.extract.controls.part import Part

_LIST = re.compile(r"""(?:[^,\[\]]|\[[^\]]*\])+""")
_NAME = re.compile(r"[a-z][\w-]*")
_CONDITION = re.compile(r"""(:not\()?\[([\w-]+)(?:([*^]?=)['"]?([^'"\]]*?)['"]?( i)?)?\]\)?""")

BUTTON = "button,[role=button],input[type=button]"
CELL = "td,[role=gridcell],[role=cell],[role=rowheader]"
DATA_FIELD = "input:not([type=hidden]),select,textarea"
FIELD = (
    "input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=image]):not([type=reset]),select,textarea"
)
"""Native ones, to fill in or to choose from."""
GRID = "table,[role=grid],[role=table]"
HEAD = "th,[role=columnheader]"
HEADING = "h1,h2,h3,h4,h5,h6,legend,caption,summary,[role=heading]"
LEADS_NOWHERE = "a:not([href]),a[href^='#'],a[href^='javascript:']"
"""A link without an address of its own."""
PART_OF_DAY = "[role=spinbutton][contenteditable]"
PRESSED = "a,button,[role=button],input[type=button],input[type=submit],input[type=image]"
"""A link or a button of any make."""
ROW = "tr,[role=row]"
ROWS = "table,[role=grid],[role=table],[role=treegrid],[role=rowgroup]"
"""What holds rows."""
SUBMIT = f"{PRESSED},[onclick]"
"""What may send a form when it is pressed."""
TICKING = "[aria-pressed],[role=checkbox],[role=switch],[role=menuitemcheckbox]"
"""What is pressed to take it and pressed again to leave it."""
TOGGLE = "input[type=checkbox],[role=checkbox],[role=menuitemcheckbox],[role=switch],[role=option]"
TYPED = (
    "input:not([type]),input[type=text],input[type=search],input[type=email],input[type=tel],input[type=password],"
    "input[type=url],input[type=number],textarea"
)
WORDED = "button:not([type=reset]),input[type=submit],input[type=button],[role=button]"
"""What sends something by a name of its own, wherever its form begins and ends."""


def _condition(not_: str, name: str, sign: str, value: str, folded: str) -> Callable[[Part], bool]:
    fold = bool(folded) or name == "type"

    def holds(part: Part) -> bool:
        own = part.attributes.get(name)
        if own is None:
            return False
        if fold:
            own = own.lower()
        return {"": True, "=": own == value, "*=": value in own, "^=": own.startswith(value)}[sign]

    return (lambda part: not holds(part)) if not_ else holds


@lru_cache(maxsize=1000)
def matcher(selector: str) -> Callable[[Part], bool]:
    """Whether an element matches a selector. Values of ``type`` are compared in lower case, as browsers do."""
    tags: set[str] = set()
    roles: set[str] = set()
    others: list[tuple[str, list[Callable[[Part], bool]]]] = []
    for one in _LIST.findall(selector):
        name = found[0] if (found := _NAME.match(one)) else ""
        conditions = _CONDITION.findall(one[len(name) :])
        if not conditions:
            tags.add(name)
        elif not name and len(conditions) == 1 and conditions[0][:3] == ("", "role", "="):
            roles.add(conditions[0][3])
        else:
            others.append((name, [_condition(*condition) for condition in conditions]))

    def matches_any(part: Part) -> bool:
        if part.tag in tags or part.role in roles:
            return True
        return any(
            (not name or name == part.tag) and all(holds(part) for holds in conditions) for name, conditions in others
        )

    return matches_any


def matches(part: Part, selector: str) -> bool:
    """Whether an element matches a selector."""
    return matcher(selector)(part)
