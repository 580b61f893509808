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
        if sign == "=":
            return own == value
        return value in own if sign == "*=" else own.startswith(value)

    return (lambda part: not holds(part)) if not_ else holds


class Selector:
    """A selector that can be asked of an element whether it matches."""

    def __init__(self, text: str) -> None:
        self.roles: set[str] = set()
        self._bare: set[str] = set()
        self._conditions: dict[str, list[list[Callable[[Part], bool]]]] = {}
        for one in _LIST.findall(text):
            name = found[0] if (found := _NAME.match(one)) else ""
            conditions = _CONDITION.findall(one[len(name) :])
            if not conditions:
                self._bare.add(name)
            elif not name and len(conditions) == 1 and conditions[0][:3] == ("", "role", "="):
                self.roles.add(conditions[0][3])
            else:
                self._conditions.setdefault(name, []).append([_condition(*condition) for condition in conditions])
        self._of_any = self._conditions.pop("", [])
        self.tags = self._bare | self._conditions.keys()
        """Names of what it may match …"""
        self.by_attribute = bool(self.roles or self._of_any)
        """… unless it may match anything that has an attribute."""

    def __call__(self, part: Part) -> bool:
        tag = part.tag
        if tag in self._bare or part.role in self.roles:
            return True
        if self._of_any and part.attributes and _any_holds(part, self._of_any):
            return True
        return tag in self._conditions and _any_holds(part, self._conditions[tag])


def _any_holds(part: Part, alternatives: list[list[Callable[[Part], bool]]]) -> bool:
    return any(all(holds(part) for holds in conditions) for conditions in alternatives)


@lru_cache(maxsize=1000)
def matcher(selector: str) -> Selector:
    """A selector, ready to be asked. Values of ``type`` are compared in lower case, as browsers do."""
    return Selector(selector)


def matches(part: Part, selector: str) -> bool:
    """Whether an element matches a selector."""
    return matcher(selector)(part)
