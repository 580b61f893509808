"""The tree of a page as a browser builds and draws it, made from its HTML without one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from selectolax.lexbor import LexborHTMLParser
from w3lib.encoding import html_to_unicode

from transparency.browser.charset import fitting_charset
from transparency.browser.sheets import cascade, declarations, on_screen

DEEPEST = 300
"""Browsers flatten what is nested deeper than 512 elements; such a page is left to them."""
_UNBOXED = frozenset(
    "area audio base basefont datalist head link meta noembed noframes noscript param rp script source style template "
    "title track".split()
)
_BLOCK = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre "
    "search section select summary table tbody td tfoot th thead tr ul xmp br".split()
)
_MENUS = frozenset(("select", "optgroup", "option"))
SKIP = frozenset("script noscript template style link meta base".split())
"""Elements that are no part of what a page says."""
_TEXTLESS = frozenset("input textarea iframe canvas video audio img object".split())
_TABLE = frozenset("table tbody thead tfoot tr".split())
_APART = frozenset(
    "block flex grid table list-item flow-root -webkit-box table-cell table-row table-caption table-row-group "
    "table-header-group table-footer-group".split()
)
_CASES: dict[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda text: re.sub(r"(?<![\w’'])[^\W\d_]", lambda found: found[0].upper(), text),
}
_DOTS = {"%2e": ".", "%2e.": "..", ".%2e": "..", "%2e%2e": ".."}
_FOUND = "until-found"
"""The value of ``hidden`` that keeps an element in sight and what it holds out of it."""


class Element:
    """An element of the tree as a browser would build it, with what follows from its place."""

    __slots__ = (
        "apart", "attributes", "boxed", "case", "children", "cursor", "display", "end", "index", "name", "nodes", "number",
        "place", "shown", "up", "visibility",
    )  # fmt: skip

    def __init__(self, name: str, attributes: dict[str, str], up: Element | None) -> None:
        self.name = name
        self.attributes = attributes
        self.up = up
        self.nodes: list[Element | str] = []
        self.children: list[Element] = []
        self.place = 0
        """Position among the nodes of its parent."""
        self.number = 1
        """Position among those of its parent's children that have its name, from 1."""
        self.index = 0
        self.end = 0
        """Its descendants are ``order[index + 1 : end]``."""
        self.boxed = True
        """It has a place on the page, if only an invisible one."""
        self.shown = True
        """Rendered and not invisible, as ``checkVisibility`` tells."""
        self.apart = False
        """Its text does not run on from what stands before it."""
        self.display = ""
        self.cursor = ""
        self.case = ""
        self.visibility = "visible"

    def get(self, name: str) -> str:
        """An attribute, or nothing."""
        return self.attributes.get(name, "")

    def holds(self, other: Element) -> bool:
        """Whether it is the other or an ancestor of it."""
        return self.index <= other.index < self.end

    def ancestors(self) -> Iterator[Element]:
        """Itself, its parent, and so on."""
        at: Element | None = self
        while at is not None:
            yield at
            at = at.up

    def closest(self, test: Callable[[Element], bool]) -> Element | None:
        """The nearest of them that passes."""
        return next((at for at in self.ancestors() if test(at)), None)

    def before(self) -> Iterator[Element]:
        """Sibling elements before it, nearest first."""
        if self.up is not None:
            for node in reversed(self.up.nodes[: self.place]):
                if not isinstance(node, str):
                    yield node

    def after(self) -> Element | None:
        """The next sibling element."""
        nodes = self.up.nodes[self.place + 1 :] if self.up is not None else []
        return next((node for node in nodes if not isinstance(node, str)), None)


def clean(text: str, limit: int = 160) -> str:
    """One space between words, so many characters at most."""
    return " ".join(text.replace("\u200b", " ").replace("\ufeff", " ").split())[:limit]


def resolve(base: str, address: str, encoding: str = "utf-8") -> str:
    """An address of a page as a browser completes and spells it; empty when it is none.

    Queries are encoded as the page is, paths in UTF-8 (https://url.spec.whatwg.org/).

    >>> resolve("http://a.br/x/y?z", "../Ação.asp?q=é b", "windows-1252")
    'http://a.br/A%C3%A7%C3%A3o.asp?q=%E9%20b'
    """
    address = re.sub(r"[\t\n\r]", "", address.strip("".join(map(chr, range(33)))))
    if re.match(r"(https?:)?[\\/]|[^:?#]*\\", address, re.IGNORECASE):
        head, mark, tail = re.match(r"([^?#]*)(.?)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr]
        address = head.replace("\\", "/") + mark + tail
    if re.match(r"(https?|ftp):/{2,}($|[?#])", address, re.IGNORECASE):
        return ""
    if re.match(r"\?($|#)", address):
        base = base.partition("#")[0].partition("?")[0]  # urljoin takes a bare mark for nothing
    try:
        parts = urlsplit(urljoin(base, address))
        port = parts.port
        host = parts.hostname or ""
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https", "ftp"):
        return parts.geturl()
    if not host:
        return ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return ""
    user = parts.netloc.rpartition("@")[0]
    place = (
        (f"{user}@" if user else "")
        + (f"[{host}]" if ":" in host else host)
        + (f":{port}" if port not in (None, {"http": 80, "https": 443, "ftp": 21}[parts.scheme]) else "")
    )
    path = _without_dots(quote(parts.path or "/", safe="%!$&'()*+,/:;=@[]\\"))
    query = quote(parts.query, "%!$&()*+,/:;=@[]|\\?{}^`", encoding, "xmlcharrefreplace")
    fragment = quote(parts.fragment, "%!$&'()*+,/:;=@[]|\\?#{}^")
    whole = urlunsplit((parts.scheme, place, path, query, fragment))
    # urlunsplit drops marks that stand before nothing; a browser keeps them
    bare, mark, _ = address.partition("#")
    if bare.endswith("?") and not query:
        whole = whole.replace("#", "?#", 1) if "#" in whole else f"{whole}?"
    return f"{whole}#" if mark and not fragment else whole


def _without_dots(path: str) -> str:
    if "/." not in path and "%2e" not in path.lower():
        return path
    parts: list[str] = []
    steps = [_DOTS.get(s.lower(), s) for s in path.split("/")]
    for step in steps[1:]:
        if step == "..":
            del parts[-1:]
        elif step != ".":
            parts.append(step)
    return "/" + "/".join(parts) + ("/" if steps[-1] in (".", "..") and parts else "")


def decode(body: bytes, content_type: str) -> tuple[str, str]:
    """Name of the encoding and text: by its mark (BOM), the header, the page itself, else what its bytes can be."""

    def guess(octets: bytes) -> str:
        try:
            octets.decode("utf-8")
        except UnicodeDecodeError:
            return "cp1252"
        return "utf-8"

    encoding, text = html_to_unicode(content_type or None, body, auto_detect_fun=guess)
    if fitting := fitting_charset(text):
        encoding, text = html_to_unicode(f"text/html; charset={fitting}", body)
    return encoding, text.removeprefix("\ufeff")


@dataclass
class Tree:
    """A page: its elements in document order, and what they are read with."""

    order: list[Element]
    base: str
    """What its addresses are relative to."""
    encoding: str
    sheets: list[str]
    """Addresses of the style sheets it links."""
    deep: bool = False
    """Some elements were nested too deep to be kept."""


def build(html: str, url: str, encoding: str, styles: Mapping[str, str]) -> Tree:
    """The tree of a page. ``styles``: address of a style sheet → its text, for those that are known."""
    parser = LexborHTMLParser(html, scripting=True)
    order, handles, deep = _grow(parser.root)
    bases = [e.get("href") for e in order if e.name == "base" and "href" in e.attributes]
    base = (resolve(url, bases[0]) if bases else "") or url
    linked: list[str] = []
    sheets: list[str] = []
    for e in order:
        if e.name == "style" and on_screen(e.get("media")):
            sheets.append(content(e))
        elif e.name == "link" and "disabled" not in e.attributes and on_screen(e.get("media")):
            relations = e.get("rel").lower().split()
            if "stylesheet" in relations and "alternate" not in relations and e.get("href").strip():
                linked.append(resolve(base, e.get("href"), encoding))
                sheets.append(styles.get(linked[-1], ""))
    names = frozenset(name for e in order for name in (*(f".{c}" for c in e.get("class").split()), f"#{e.get('id')}"))
    styled = cascade(parser, sheets, names)
    for element, handle in zip(order, handles, strict=True):
        _render(element, styled.get(handle, {}))
    return Tree(order, base, encoding, linked, deep)


def _grow(root: Any) -> tuple[list[Element], list[int], bool]:
    """The elements in document order, the parser's handles of them, and whether some were left out as too deep."""
    order: list[Element] = []
    handles: list[int] = []
    deep = False
    at: Any = root
    up: Element | None = None
    depth = 0
    numbers: list[dict[str, int]] = [defaultdict(int)]
    while at is not None:
        into = None
        if at.is_text_node:
            if up is not None:
                up.nodes.append(at.text_content or "")
        elif at.is_element_node:
            attributes = {name: value or "" for name, value in at.attributes.items()}
            element = Element(at.tag, attributes, up)
            numbers[-1][element.name] += 1
            element.number = numbers[-1][element.name]
            element.index, element.end = len(order), len(order) + 1
            order.append(element)
            handles.append(at.mem_id)
            if up is not None:
                element.place = len(up.nodes)
                up.nodes.append(element)
                up.children.append(element)
            into = at.child
            if into is not None and depth >= DEEPEST:
                into, deep = None, True
        if into is not None:
            at, up, depth = into, element, depth + 1
            numbers.append(defaultdict(int))
            continue
        while at is not None and at.next is None:
            at = at.parent if depth else None
            if at is None or up is None:
                break
            up.end = len(order)
            up, depth = up.up, depth - 1
            numbers.pop()
        at = at.next if at is not None and depth else None
    if order:
        order[0].end = len(order)
    return order, handles, deep


def _render(element: Element, styled: Mapping[str, tuple[str, bool]]) -> None:
    """Whether and how it is drawn: by style sheets, its ``style``, its attributes, and the browser's own style sheet."""
    name, attributes, up = element.name, element.attributes, element.up
    style = {key: value for key, (value, _) in styled.items()}
    if "style" in attributes:
        for key, (value, important) in declarations(attributes["style"]).items():
            if important or not styled.get(key, ("", False))[1]:
                style[key] = value
    style = {key: value for key, value in style.items() if value not in ("inherit", "unset", "revert", "revert-layer")}
    display = style.get("display", "").replace("initial", "inline")
    drawn = bool(display) and display != "none"
    if not display:
        hidden = attributes.get("hidden", _FOUND).lower() != _FOUND or "popover" in attributes
        closed = name == "dialog" and "open" not in attributes
        drawn = not hidden and not closed and (name not in _UNBOXED or (name == "audio" and "controls" in attributes))
    if name == "input" and attributes.get("type", "").lower() == "hidden":
        drawn = False
    apart = display in _APART if display else name in _BLOCK
    if up is not None:
        if up.name == "details" and "open" not in up.attributes and (name != "summary" or element.number > 1):
            drawn = False
        if up.get("hidden").lower() == _FOUND or (up.name in _MENUS and name not in _MENUS):
            drawn = False
        if name == "form" and not element.nodes and up.name in _TABLE:
            drawn = False  # opened between rows: closed at once by the parser, and not drawn
        element.visibility, element.cursor, element.case = up.visibility, up.cursor, up.case
        drawn = drawn and (up.boxed or up.name == "html")
        # Out of the line, everything is a block.
        apart = apart or up.display in ("flex", "grid", "inline-flex", "inline-grid")
    if style.get("float", "none") != "none" or style.get("position") in ("absolute", "fixed"):
        apart = True
    element.visibility = style.get("visibility", element.visibility)
    element.case = style.get("text-transform", element.case)
    if "cursor" in style:
        element.cursor = style["cursor"]
    elif name in ("a", "area") and "href" in attributes:
        element.cursor = "pointer"
    elif name in ("input", "select", "textarea", "button", "label"):
        element.cursor = "default"
    element.display, element.apart, element.boxed = display, apart, drawn
    element.shown = drawn and element.visibility == "visible" and display != "contents"


def content(element: Element) -> str:
    """All text in it, drawn or not (``textContent``)."""
    parts: list[str] = []

    def gather(at: Element) -> None:
        for node in at.nodes:
            if isinstance(node, str):
                parts.append(node)
            else:
                gather(node)

    gather(element)
    return "".join(parts)


_BLOCKS = frozenset("div p li ul ol dl dt dd td tr th h1 h2 h3 h4 h5 h6 section article figcaption br".split())


def words_in(element: Element, without: Callable[[Element], bool] | None = None) -> str:
    """All text in it, drawn or not, blocks apart."""
    parts: list[str] = []

    def gather(at: Element) -> None:
        for node in at.nodes:
            if isinstance(node, str):
                parts.append(node)
            elif node.name not in SKIP and not (without and without(node)):
                gap = " " if node.name in _BLOCKS or "-" in node.name else ""
                parts.append(gap)
                gather(node)
                parts.append(gap)

    gather(element)
    return "".join(parts)


def inner_text(element: Element, limit: int = 400, without: Callable[[Element], bool] | None = None) -> str:
    """The text in sight, blocks and cells apart (``innerText``); of what is not in sight, all text."""
    if not element.shown:
        return clean(words_in(element, without), limit)
    parts: list[str] = []
    room = limit

    def gather(at: Element, drawing: bool) -> None:
        nonlocal room
        for node in at.nodes:
            if room <= 0:
                return
            if isinstance(node, str):
                if at.visibility == "visible" and not drawing:
                    parts.append(node if without is not None else _CASES.get(at.case, str)(node))
                    room -= len(node) - sum(map(node.count, " \n\t"))
                continue
            if without is not None and without(node):
                continue
            if not node.boxed or node.name in _TEXTLESS or (at.name == "select" and node.name not in _MENUS):
                continue
            if node.apart:
                parts.append(" ")
            gather(node, (drawing or node.name == "svg") and node.name not in ("text", "foreignObject"))
            if node.apart:
                parts.append(" ")

    gather(element, element.name == "svg")
    return clean("".join(parts), limit)
