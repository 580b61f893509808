"""Read a page from its HTML alone, as ``snapshot`` of ``page/`` reads it in a browser, for pages that need no script.

The tree is built by an HTML5 parser (lexbor), so that implied elements and misnested ones stand where a browser puts
them, and a path found here is found again there. What only a browser knows is missing: boxes are None, and only handlers
written as attributes are known. ``tests/test_static.py`` holds both readings together; a rule that changes in
``page/`` changes here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from transparency.browser.static.elements import (
    CALENDAR,
    CURRENT,
    OWNED,
    asks_days,
    drops_down,
    in_trail,
    is_menu,
    is_row,
    is_submit,
    read_only,
    type_of,
    value_of,
    words,
)
from transparency.browser.static.fields import Fields
from transparency.browser.static.looks import is_cell
from transparency.browser.tree import SKIP, Element, build, clean, content, decode, inner_text
from transparency.judge.text import strip_accents
from transparency.walk.forms import MONTHS

MAX_ELEMENTS = 60_000
MAX_CANDIDATES = 1_500
SMALLEST_FRAME = 40
"""Frames that say they are smaller (CSS px) are counters and trackers."""
SOON = 15
"""A page that moves on by itself within so many seconds is not the page to read."""
_VOID = frozenset("area br col embed hr img input source track wbr".split())
_OPAQUE = frozenset("svg iframe canvas video".split())
_NEVER_GONE = frozenset("html body col colgroup option optgroup br area map head title".split())
_COMBO = re.compile(
    r"combo|band-?box|drop-?down|auto-?complete|look-?up|caret|chevron|arrow(?![-_]?(?:right|left|up|circle))|(?<!un)select(?!ed|able|ion)",
    re.I,
)
_PARTS = frozenset("tab menuitem treeitem switch".split())
_TOGGLES = frozenset("checkbox menuitemcheckbox switch option".split())
_OPENS = frozenset("a button input summary tr".split())
_TARGETED = frozenset(("a", "area", "form", "base"))
_HOLDERS = frozenset("div section main article ul ol dl table tbody".split())
_STATES = ("aria-checked", "aria-pressed", "aria-selected")
_ATTRIBUTE = re.compile(r"[a-zA-Z_@:][-\w.:@]*", re.ASCII)
_ROOTS = frozenset(("root", "app", "__next", "__nuxt", "___gatsby", "svelte", "react-root"))
_BINDING = re.compile(
    r"(data-)?(ng|v)-(repeat|for|if|show|view|include|model|bind|html|text|cloak|app)|x-(data|for|text|html|init)|data-bind"
)
_PLACEHOLDER = re.compile(r"\{\{.{1,80}?\}\}")
_SCRIPT_WORD = re.compile(r"java\s?script", re.IGNORECASE)
_AT_WORK = re.compile(
    r"document\.write|XMLHttpRequest|\bfetch\(|\baxios\b|\$\.(ajax|get|post|getJSON)\b|jQuery\.(ajax|get|post|getJSON)\b"
    r"|\.load\(\s*['\"]|DataTable\(|EventSource\(|new WebSocket|customElements\.define|attachShadow\("
)
_WRITES = re.compile(
    r"\.innerHTML\s*\+?=|\.outerHTML\s*=|insertAdjacentHTML|appendChild|replaceChildren|\.(?:html|append|prepend)\("
)
_WIDGETS = re.compile(r"datatables|tabulator|ag-grid|jqgrid|bootstrap-table", re.IGNORECASE)
_DISABLED = re.compile(r"(?:^|[\s-])disabled(?:\s|$)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_REFRESH = re.compile(r"\s*(\d+)")


def _is_period(text: str) -> bool:
    folded = strip_accents(text).lower()
    return bool(_YEAR.fullmatch(folded)) or (len(folded) > 2 and any(month.startswith(folded) for month in MONTHS))


def _is_chosen(element: Element) -> bool:
    """Whether it, or a shell of its own around it, is marked as the chosen one of several."""
    up = element.up
    return any(
        any(at.get(state) == "true" for state in _STATES)
        or at.attributes.get("aria-current", "false") != "false"
        or CURRENT.search(at.get("class"))
        for at in ((element, up) if up is not None and len(up.children) == 1 else (element,))
    )


_ONE_YEAR = re.compile(r"(?:[^\W\d_]+[\s:]*){0,3}(?:19|20)\d\d[\W_]*")


def _quotes(script: str, held: str) -> bool:
    return bool(held) and bool(re.search(rf"['\"`#]{re.escape(held)}['\"`]", script))


def _is_toggle(element: Element) -> bool:
    return element.get("role") in _TOGGLES or (element.name == "input" and type_of(element) == "checkbox")


def _is_bare(element: Element) -> bool:
    """A row that listens to clicks and does not look as if it could be clicked."""
    return is_row(element) and not (
        element.cursor == "pointer" or {"onclick", "ondblclick", "aria-expanded"} & element.attributes.keys()
    )


def _is_disabled(element: Element, kind: str) -> bool:
    """Links cannot be disabled: what looks so says it by a class, its own or that of its entry in a list."""
    if (element.name in OWNED and "disabled" in element.attributes) or element.get("aria-disabled") == "true":
        return True
    places = (element, element.closest(lambda e: e.name == "li")) if element.name == "a" and kind == "click" else ()
    return any(at is not None and _DISABLED.search(at.get("class")) for at in places)


def _singles(candidates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without components that hold one of the same words: a click on the inner one reaches both."""
    by_path = {c["path"]: c for c in candidates}
    doubled = set()
    held: Counter[str] = Counter()
    for c in candidates:
        path = c["path"]
        while ">" in path:
            path = path.rpartition(">")[0]
            outer = by_path.get(path)
            if outer is not None and outer["kind"] == "click" and outer["label"] == c["label"]:
                doubled.add(path)
            if outer is not None:
                held[path] += 1
    for path, count in held.items():  # one that holds many others only listens for their clicks
        outer = by_path[path]
        listens = (
            outer["kind"] == "click" and not outer["role"] and outer["tag"] not in ("a", "button", "summary", "tr")
        )
        if listens and (count > 2 or len(outer["label"]) > 80):
            doubled.add(path)
    return [c for c in candidates if c["path"] not in doubled]


def _nearer(other: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
    """Whether all fields of a form stand around the button of another one, in a part of its region that is not its own."""
    inner = f"{other['region']}>"
    apart = other["region"].startswith(f"{form['region']}>") and other["button"].startswith(inner)
    theirs = {control["path"] for control in other["controls"]}
    return apart and not form["button"].startswith(inner) and all(c["path"] in theirs for c in form["controls"])


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quote(text: str) -> str:
    return _escape(text).replace('"', "&quot;")


_OPEN = re.compile(r"\W*(?:collapse|expanded|recolher|ocultar|contrair)\W*$", re.I | re.A)
"""How the picture of an arrow is called whose group or row is open: it would only fold it."""

_FEW = 8
"""So few things to press: of a page that asks for one thing."""


class Reading(Fields):
    """A page as a snapshot shows it: its candidates, forms, text, and whether a script draws it."""

    # ---- the page ---------------------------------------------------------------------------------------------------
    def snapshot(self, max_elements: int, max_candidates: int) -> dict[str, Any]:
        """What ``snapshot`` of ``page/`` gives, as far as it can be known."""
        out: list[str] = ["<!DOCTYPE html>"]
        texts: list[str] = []
        candidates: list[dict[str, Any]] = []
        buttons: list[Element] = []
        selects: list[Element] = []
        toggles: list[dict[str, Any]] = []
        elements = length = 0
        truncated = False

        def walk(node: Element | str, hidden: bool, in_option: bool) -> None:
            nonlocal elements, length, truncated
            if isinstance(node, str):
                out.append(_escape(node))
                if not hidden and length < 60_000 and not in_option:
                    texts.append(node)
                    length += len(node)
                return
            name = node.name
            if name in SKIP:
                return
            if elements >= max_elements:
                truncated = True
                return
            elements += 1
            gone = not hidden and not node.shown and name not in _NEVER_GONE
            out.append(self._tag(node, gone))
            if len(candidates) < max_candidates and (candidate := self._candidate(node, hidden or gone)):
                candidates.append(candidate)
                self.pressable.append(node)
                pressed = candidate["kind"] == "click" and not candidate["hidden"] and not candidate["disabled"]
                name_of = candidate["label"] or candidate["title"]
                part = candidate["role"] in _PARTS and " ".join(words(name_of)) not in self.onward
                if pressed and not part and self.queries(node, name_of, candidate["hint"]):
                    buttons.append(node)
            if (name == "select" or self.is_list(node) or self._typed_in(node)) and self.usable(node):
                selects.append(node)
            if len(toggles) < 120 and _is_toggle(node) and node.closest(is_row) is None:
                label = self.control_label(node) if name == "input" else self.label(node)
                checked = (
                    "checked" in node.attributes
                    if name == "input"
                    else "true" in (node.get("aria-checked"), node.get("aria-selected"))
                )
                if label:
                    toggles.append({"path": self.path(node), "tag": name, "label": label, "checked": checked, "hidden": hidden or gone})  # fmt: skip
            if name in _OPAQUE:
                title = next((e for e in self.descendants(node) if e.name == "title"), None) if name == "svg" else None
                if title is not None:
                    out.append(f"<title>{_escape(content(title))}</title>")
            elif name == "textarea":
                out.append(_escape(content(node)))
            elif name not in _VOID:
                for child in node.nodes:
                    walk(child, hidden or gone, name == "option")
            if name not in _VOID:
                out.append(f"</{name}>")

        walk(self.root, False, False)
        taken: set[Element] = set()
        forms = []
        for button in buttons:
            region = self.form_of(button, buttons)
            if region is None:
                continue
            fields = self.fields(region)
            taken.update(fields)
            owner = self._forms.get(button)
            method = owner.get("method").lower() if owner is not None else ""
            forms.append({
                "region": self.path(region), "button": self.path(button), "tag": button.name,
                "label": self.label(button) or clean(self.named(button)), "text": inner_text(region, 300), "personal": self.personal(region),
                "method": "" if owner is None else method if method in ("post", "dialog") else "get", "row": self.row(button),
                "controls": self.describe_all(fields), "outputs": [],
            })  # fmt: skip
        forms = [form for form in forms if not any(_nearer(o, form) and self._lists_beside(o, form) for o in forms)]
        loose = []
        for select in [s for s in self._outermost(selects) if s not in taken][:20]:
            owner = self._forms.get(select)
            loose.append({
                **self.describe(select), "around": self.surroundings(select, ""),
                "personal": owner is not None and self.personal(owner), "row": self.row(select),
            })  # fmt: skip
        typed = (e for e in self.inside(self.root, "field") if e.name == "input" and e.shown and e not in taken)
        inputs = [
            self.describe(e)
            for e in typed
            if (not e.get("type") or e.get("type").lower() in ("text", "search"))
            and not self.is_list(e)
            and self.usable(e)
            if not self.row(e) and not ((form := self._forms.get(e)) is not None and self.personal(form))
        ]
        # the wordless button in the shell of a field leads nowhere: it opens a calendar
        shells = ((e, self._arrow(e)) for e in self.inside(self.root, "field") if e.name == "input" and e.shown)
        calendars = {
            self.path(arrow)
            for e, arrow in shells
            if arrow is not None and arrow not in buttons and e not in selects and e.get("type") in ("", "text")
            if asks_days(e, " ".join(at.get("class") for at in (e, arrow, e.up, *arrow.children) if at is not None))
        }
        title = next(
            (e for e in self.order if e.name == "title" and not any(a.name == "svg" for a in e.ancestors())), None
        )
        return {
            "theme": self.theme(),
            "challenge": self.challenge(),
            "type": "text/html",
            "html": "".join(out),
            "title": clean(content(title), 10_000) if title is not None else "",
            "text": clean(" ".join(texts), 60_000),
            "inputs": inputs[:5],
            "candidates": [
                c
                for c in _singles(candidates)
                if not (c["hidden"] and c["kind"] == "click" and c["path"].startswith(tuple(self.windows)))
                and c["path"] not in calendars
            ],
            "forms": forms,
            "selects": loose,
            "toggles": toggles,
            "truncated": truncated,
            "narrow": False,
            "far": 0,
            "width": 0,
            "height": 0,
            "scroll": [0, 0],
        }

    def _tag(self, node: Element, gone: bool) -> str:
        """A start tag without styles and handlers, with the state of a control."""
        name = node.name
        parts = [f"<{name}"]
        for key, value in node.attributes.items():
            if (
                key.startswith(("on", "data-t-"))
                or key in ("style", "srcset", "selected", "checked")
                or (key == "value" and name == "input")
                or (key == "src" and value.startswith("data:"))
                or not _ATTRIBUTE.fullmatch(key)
            ):
                continue
            parts.append(f' {key}="{_quote(value[:2000])}"')
        if name == "input" and type_of(node) != "password":
            parts.append(f' value="{_quote(value_of(node)[:2000])}"')
            if "checked" in node.attributes:
                parts.append(' checked=""')
        if name == "option":
            select = node.closest(lambda e: e.name == "select")
            if select is not None and node in self.chosen(select):
                parts.append(' selected=""')
        if name not in _OPENS and self.kind(node) == "click" and len(clean(content(node), 200)) < 120:
            parts.append(' data-t-press=""')
        if gone:
            parts.append(' data-t-hidden=""')
        return "".join([*parts, ">"])

    def _candidate(self, node: Element, hidden: bool) -> dict[str, Any] | None:
        kind = self.kind(node)
        if not kind:
            return None
        label = self.label(node)
        if kind == "click" and node.name not in _OPENS:
            inner = len(self.inside(node, "part"))
            if inner > 2 or (inner and len(label) > 80):
                return None
        window = self.window(node) if kind == "click" else None
        titled = self.first(window, "heading") if window is not None else None
        if window is not None and not hidden:
            self.windows.append(f"{self.path(window)}>")
        return {
            "kind": kind, "tag": node.name, "type": type_of(node), "role": node.get("role"), "label": label,
            "lead": "" if node.closest(is_row) is not None else self.lead(node, label),
            "title": clean(node.get("title") or self.named(node) or (content(titled) if titled is not None else "")),
            "panel": self.panel(node) if kind == "click" else "",
            "holds": self.held(node) if kind == "click" else "", "hint": self.hints(node),
            "href": (self.shown_file(node) or self.address(node.get("href"))) if kind == "link" else self.goal(node),
            "target": node.get("target") if node.name in _TARGETED else "", "path": self.path(node),
            "around": self.surroundings(node, label), "region": self.region(node), "row": self.row(node), "hidden": hidden,
            "box": None, "expanded": self._fold(node), "sends": self.sends(node) or (kind == "click" and self.asks(node)),
            "discloses": kind == "click" and self.discloses(node), "step": kind == "click" and self.step(node),
            "turns": kind == "click" and not any(map(str.isalnum, self.text(node))) and self._in_page_bar(node),
            "back": in_trail(node),
            "current": "aria-current" in node.attributes or node.get("aria-selected") == "true"
            or (kind == "link" and bool(_YEAR.fullmatch(label)) and _is_chosen(node)),
            "disabled": _is_disabled(node, kind), **({"bare": True} if _is_bare(node) else {}),
        }  # fmt: skip

    def _lists_beside(self, other: Mapping[str, Any], form: Mapping[str, Any]) -> bool:
        """Whether a list stands in the region of a form and outside of another one's: the button of the form is below it."""
        lists = self.inside(self.root, "records")
        headed = (
            e for e in lists if e.get("role") in ("grid", "table") or any(c.name == "th" for c in self.descendants(e))
        )
        paths = map(self.path, headed)
        return any(p.startswith(f"{form['region']}>") and not p.startswith(f"{other['region']}>") for p in paths)

    def _fold(self, node: Element) -> str:
        """Whether it says that it is open; an arrow may leave that to its cell."""
        cell = None
        if "aria-expanded" not in node.attributes and not any(map(str.isalnum, self.text(node))):
            cell = node.closest(lambda e: is_row(e) or is_cell(e))
        if "aria-expanded" in (cell or node).attributes:
            return (cell or node).get("aria-expanded")
        return "true" if cell is not None and _OPEN.match(self.named(node)) else ""

    def theme(self) -> str:
        """What the page is about, apart from its data and its dialogs."""
        found = []
        for e in self.order:
            heading = e.name in ("h1", "h2", "h3", "h4", "legend")
            marked = "aria-current" in e.attributes or any(e.get(state) == "true" for state in _STATES)
            tab = e.get("role") == "tab" and _is_chosen(e)
            listed = e.name in ("li", "a", "button") and e.get("role") != "tab" and CURRENT.search(e.get("class"))
            if not (heading or marked or tab or listed):
                continue
            if not e.shown or any(
                a.get("role") == "dialog"
                or a.name in ("dialog", "table")
                or (
                    a.name == "li"
                    and "aria-current" not in a.attributes
                    and any(n.name == "nav" for n in a.ancestors())
                )
                for a in e.ancestors()
            ):
                continue
            found.append(clean(content(e), 60))
            if len(found) == 20:
                break
        return " | ".join(found)

    def challenge(self) -> bool:
        """Whether something asks for proof of a person."""
        for e in self.order:
            asked = (
                f"{e.get('name')} {e.get('id')}" if e.name == "input" else e.get("src") if e.name == "iframe" else ""
            )
            if "captcha" in f"{asked} {e.get('class')}".lower() or (e.name == "iframe" and "challenges." in asked):
                return True
        return False

    def frames(self) -> list[str]:
        """Addresses of the frames that show something."""
        found = []
        for e in self.order:
            if e.name not in ("iframe", "frame") or not e.shown or not e.get("src").strip() or "srcdoc" in e.attributes:
                continue
            sizes = [e.get("width"), e.get("height")]
            sizes += re.findall(r"(?:^|;)\s*(?:width|height)\s*:\s*(\d+)(?:px)?\s*(?:;|$)", e.get("style"))
            if e.name == "iframe" and any(
                s.removesuffix("px").isdecimal() and int(s.removesuffix("px")) < SMALLEST_FRAME for s in sizes
            ):
                continue
            address = self.address(e.get("src"))
            if address.startswith("http"):
                found.append(address)
        return found

    def _one_of_a_list(self, field: Element) -> bool:
        """Whether it is a box, or a choice without a button, in a list of others: what becomes of them only a browser tells."""
        kind, owner = type_of(field), self._forms.get(field)
        if kind not in ("radio", "checkbox") or not self.usable(field) or field.closest(is_row) is not None:
            return False
        if (
            kind == "radio"
            and owner is not None
            and any(type_of(e) in ("submit", "image") for e in self.descendants(owner))
        ):
            return False
        around = [a for a, _ in zip(field.ancestors(), range(4), strict=False) if a.name != "form"]
        return any(sum(type_of(e) == kind for e in self.inside(a, "input")) > 1 for a in around)

    def _opens(self, field: Element) -> bool:
        """Whether it is a list to choose from, of whatever make."""
        return field.name == "select" or self.is_list(field) or self._typed_in(field) is not None

    def puts_out(self, data: Mapping[str, Any]) -> bool:
        """Whether fields without a button stand on a page that offers several outputs: which of them is their button is
        told by the browser."""
        if not (data["selects"] or any(field["required"] for field in data["inputs"])):
            return False
        pressed = (e for e in self.order if is_submit(e) and e.shown and not self.row(e) and not e.closest(is_menu))
        told = [f" {' '.join(words(self.label(e)))} " for e in pressed]
        return len({t for t in told if len(t.split()) <= 5 and any(f" {way} " in t for way in self.outputs)}) > 1

    def is_door(self, data: Mapping[str, Any]) -> bool:
        """Whether little stands on a page but a button, over lists or over words to agree to: what it opens, the browser tells."""
        if data["forms"] or data["inputs"] or len(self.pressable) > _FEW or any(e.name == "th" for e in self.order):
            return False
        pressed = (e for e in self.pressable if self.kind(e) == "click")
        return any(self._forms.get(e) is not None or "onclick" in e.attributes for e in pressed)

    def drawn_by(self, text: str) -> str:
        """Why the HTML alone is not the page (a word for logs), or nothing. Rather once too often than too seldom."""
        scripts = [e for e in self.order if e.name == "script"]
        writing = " ".join(words for words in map(content, scripts) if _WRITES.search(words))
        pressed = 0
        for e in self.order:
            name, attributes = e.name, e.attributes
            if name == "meta" and e.get("http-equiv").lower() == "refresh":
                wait = _REFRESH.match(e.get("content"))
                if wait is None or int(wait[1]) <= SOON:
                    return "refresh"
            elif name == "noscript" and _SCRIPT_WORD.search(content(e)):
                return "noscript"
            elif name == "template" and "shadowrootmode" in attributes:
                return "shadow"
            elif name == "iframe" and "srcdoc" in attributes:
                return "srcdoc"
            elif (name == "input" and self._one_of_a_list(e)) or e.get("role") == "radio":
                return "facets"
            elif self.kind(e) == "click" and len(e.children) < 3 and _is_period(clean(content(e), 20)):
                pressed += 1
                if pressed > 2 or (pressed > 1 and any(self._opens(e) or e.name == "form" for e in self.order)):
                    return "choices"  # part of a query, or for themselves; of three, looks tell which one is chosen
            if not scripts:
                continue
            if e.get("aria-haspopup") == "dialog" and len(e.children) > 1:
                return "asks"  # a filter, it may be
            pops = e.get("aria-haspopup") in ("menu", "true")
            drops = bool(e.children) and (name == "button" or e.get("role") == "button")  # an arrow, maybe
            if (pops or drops) and _ONE_YEAR.fullmatch(clean(content(e), 80)):
                return "year"  # that holds for all views, and opens a menu
            if (
                name == "input"
                and read_only(e)
                and not drops_down(e)
                and not CALENDAR.search(f"{e.get('type')} {e.get('class')}")
            ):
                return "list"  # the pointer or an arrow beside it tells whether it opens one
            if (
                name == "input"
                and e.get("type") in ("", "text")
                and e.up
                and _COMBO.search(f"{e.get('class')} {e.up.get('class')}")
            ):
                return "list"  # it is typed in or chosen from: the arrow beside it tells
            if not e.nodes and ("-" in name or (e.get("id").lower() in _ROOTS and name in ("div", "main", "section"))):
                return "root"
            if name in _HOLDERS and not e.nodes and writing and _quotes(writing, e.get("id")):
                return "filled"
            if any(_BINDING.fullmatch(key) for key in attributes) or e.get("aria-busy") == "true":
                return "binding"
            if name == "select" and e.shown and not self.options(e):
                return "options"
            if (
                name == "table"
                and e.shown
                and self.inside(e, "row")
                and not any(clean(content(c)) or c.children for c in self.inside(e, "cell"))
            ):
                return "table"
            if name == "script" and _AT_WORK.search(content(e)):
                return "requests"
            if name == "script" and _WIDGETS.search(e.get("src")) and any(t.name == "table" for t in self.order):
                return "widget"
        if scripts and _PLACEHOLDER.search(text):
            return "binding"
        if scripts and not self.frames():
            drawn = sum(map(str.isalnum, text))
            if drawn < 15 or (drawn < 60 and not any(map(self.kind, self.order))):
                return "empty"
        return ""


def read_static(
    body: bytes,
    url: str,
    content_type: str,
    query_words: Sequence[str],
    max_elements: int = MAX_ELEMENTS,
    max_candidates: int = MAX_CANDIDATES,
    styles: Mapping[str, str] = MappingProxyType({}),
    onward: Sequence[str] = (),
    outputs: Sequence[str] = (),
) -> dict[str, Any]:
    """A frame read without a browser: what ``snapshot`` of ``page/`` gives, with boxes None and sizes 0.

    ``query_words``, ``onward``: words of query buttons (``QueryWords``); ``outputs``: of ways to put
    out what they find. ``styles``: the text of style sheets by address, as
    far as they were fetched; without them, what they hide counts as seen.

    Besides: ``frames``, addresses of the frames in it; ``sheets``, of the style sheets it links; ``scripted``, whether its
    HTML is not the page, and ``scripted_by``, why (a word for logs). When ``type`` is not HTML, there is nothing else.
    """
    mime = content_type.partition(";")[0].strip().lower() or "text/html"
    nothing: dict[str, Any] = {"theme": "", "challenge": False, "type": mime, "html": "", "title": "", "text": ""}
    nothing |= {
        "candidates": [],
        "forms": [],
        "selects": [],
        "inputs": [],
        "toggles": [],
        "truncated": False,
        "narrow": False,
        "far": 0,
        "width": 0,
        "height": 0,
    }
    nothing |= {"scroll": [0, 0], "frames": [], "sheets": [], "scripted": False, "scripted_by": ""}
    if mime != "text/html":
        # XHTML sent as such is parsed by other rules
        return nothing | ({"scripted": True, "scripted_by": "xhtml"} if "html" in mime else {})
    encoding, html = decode(body, content_type)
    tree = build(html, url, encoding, styles)
    reading = Reading(tree, query_words, onward, outputs)
    data = reading.snapshot(max_elements, max_candidates)
    why = "deep" if tree.deep else "crowded" if reading.crowded else reading.drawn_by(data["text"])
    why = why or ("outputs" if reading.puts_out(data) else "door" if reading.is_door(data) else "")
    return {
        **nothing,
        **data,
        "frames": reading.frames(),
        "sheets": tree.sheets,
        "scripted": bool(why),
        "scripted_by": why,
    }
