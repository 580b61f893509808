"""Reading the annotated DOM: words, boxes, what is shown and what stands over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import html as lxml_html
from lxml.html import HtmlElement

from transparency.items import Box

SILENT = frozenset("script style template noscript select option datalist textarea svg head object iframe".split())
"""Elements whose text nobody reads as part of a label or value."""
GLUED = frozenset("b i u em strong font sup sub small mark abbr s wbr nobr".split())
"""Inline elements that may split a word (N<sup>o</sup>)."""
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
NAVIGATION_ROLES = frozenset(
    "navigation menu menubar menuitem tablist banner contentinfo search tree toolbar tooltip progressbar".split()
)
CELL_LABELS = (
    "data-label",
    "data-title",
    "data-th",
    "data-header",
    "data-heading",
    "data-column",
    "data-colname",
    "data-name",
    "data-content-label",
    "aria-label",
)
"""Attributes in which a cell that is drawn as a card keeps the heading of its column."""
NOTICE_ROLES = frozenset("alert alertdialog banner complementary log marquee status".split())
_RECORDS = "boolean(.//table | .//dl | .//main | .//article | .//*[@role='grid' or @role='table' or @role='treegrid' or @role='main'])"
_NAVIGATION = re.compile(
    r"(?:^|[-_\s])(?:nav|navbar|navigation|menu|menus|submenu|breadcrumbs?|migalhas?|trilha|paginat\w*|paginac\w*|paginad\w*|paginas|pager|paging|rodape|footer|sidebar|sidenav|topbar|toolbar|skip|"
    r"accessibility|acessibilidade|vlibras|cookies?|lgpd|social|share|calendar|calendario|datepicker|carousel|slider|banner|dropdown-menu)(?:$|[-_\s])",
    re.I,
)
_LEGEND = re.compile(r"(?:^|[-_\s])(?:legend|legenda)(?:$|[-_\s])", re.I)
"""Of a chart when it lists several things; else the caption of one."""
_ICON = re.compile(
    r"(?:^|\s)(?:material-icons?\S*|mat-icon|material-symbols\S*|sr-only|visually-hidden|fa|fas|far|fab|glyphicon|bi|pi|icon|ui-sortable-column-icon|sort-icon)(?:\s|$)"
)
_TITLE_CLASS = re.compile(
    r"(?:^|[-_\s])(?:title|titulo|titulos?|tit|heading|header|caption|subtitle|subtitulo|cabecalho|panel-heading|card-header|modal-title|legend|chapeu|section-title|page-title|content-header|topo-?titulo)(?:$|[-_\s\d])",
    re.I,
)
_REMARK = re.compile(
    r"publicad[oa]|postad[oa]|atualizad|atualização|visualizaç|acessos|compartilh|selecione|escolha|clique|pesquis|filtr|exibindo|mostrando|encontrad|registros|resultados|"
    r"página|voltar|imprimir|exportar|[|@·]|https?:|\d{2}/\d{2}/\d{4}|\d+ de \w+ de \d{4}|\(\d\d\)",
    re.I,
)
"""Small print that stands where a heading could."""
_FILTERS = re.compile(
    r"(?:op[çc][õo]es d[ea] )?(?:filtros?|pesquisa|busca|consulta|par[âa]metros)(?: (?:avançad[oa]s?|d[ea] \w+))?$",
    re.I,
)
"""Titles of query forms."""
_TOOLS = re.compile(
    r"(?:(?:fazer |faça o )?downloads?|baixar|imprimir|exportar|salvar|copiar|copy|print|compartilhar|pdf|csv|xlsx?|excel|json|xml|txt)"
    r"(?: (?:em|para|como|dados|tabela|planilha|lista|pdf|csv|xlsx?|excel|json|xml|txt))*",
    re.I,
)
"""What is done with records on some buttons over them."""
_BOUNDS = re.compile(r"\s+([,;:%)\].])|([(\[])\s+")
_SPACE = re.compile(r"\s+")


def parse(html: str) -> HtmlElement:
    """The document of an HTML text; an empty document when there is nothing in it."""
    if not html.strip():
        return lxml_html.document_fromstring("<html><body></body></html>")
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        return lxml_html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except Exception:  # lxml raises ParserError for what holds no element at all
        return lxml_html.document_fromstring("<html><body></body></html>")


def classes(element: HtmlElement) -> str:
    """The class attribute, or an empty text."""
    return str(element.get("class") or "")


def box(element: HtmlElement) -> Box | None:
    """The box of an element, or of the first box inside it."""
    for candidate in element.iter():
        value = candidate.get("data-t-box") if isinstance(candidate.tag, str) else None
        if value:
            try:
                x, y, w, h = (int(float(part)) for part in value.split(","))
            except ValueError:
                return None
            return x, y, w, h
    return None


def own_box(element: HtmlElement) -> Box | None:
    """The box of an element itself."""
    return box(element) if element.get("data-t-box") else None


def is_hidden(element: HtmlElement) -> bool:
    """Inside a subtree that is not rendered."""
    return element.get("data-t-hidden") is not None or any(
        a.get("data-t-hidden") is not None for a in element.iterancestors()
    )


def _pieces(element: HtmlElement) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        tag = child.tag
        if isinstance(tag, str) and tag not in SILENT and child.get("data-t-hidden") is None and not is_icon(child):
            glued = tag in GLUED
            if not glued:
                yield " "
            yield from _pieces(child)
            if not glued:
                yield " "
        if child.tail:
            yield child.tail


def is_icon(element: HtmlElement) -> bool:
    """A glyph whose text, if any, is the name of a picture; or words only for screen readers."""
    name = element.get("class")
    return bool(name) and len(name) < 200 and bool(_ICON.search(name)) and not len(element)


def text(element: HtmlElement) -> str:
    """The words shown in an element, one space between them; hidden parts, controls and icons left out."""
    return tidy("".join(_pieces(element)))


def tidy(raw: str) -> str:
    """One space between words, none before closing punctuation."""
    return _BOUNDS.sub(lambda m: m.group(1) or m.group(2), _SPACE.sub(" ", raw)).strip()


def own_text(element: HtmlElement) -> str:
    """The words that stand directly in an element, outside its children."""
    return tidy(" ".join([element.text or "", *(child.tail or "" for child in element)]))


def is_navigation(element: HtmlElement) -> bool:
    """Menus, breadcrumbs, page numbers, footers: what helps to find data but is none."""
    tag = element.tag
    if tag in ("nav", "footer", "menu"):
        return True
    if element.get("aria-haspopup") and element.get("role") in ("listbox", "combobox"):
        return True  # a closed list to choose from
    if tag == "header" and not holds_data(element):
        return not any(a.tag in ("main", "article", "section", "table") for a in element.iterancestors())
    role = element.get("role")
    if role and role in NAVIGATION_ROLES:
        # of a form in steps, or as some makers write it, it holds the panels, too
        return role != "tablist" or not (holds_data(element) or element.xpath("boolean(.//*[@role='tabpanel'])"))
    if tag in ("html", "body"):
        return False  # "sidebar-mini" on the body tells how its menu looks
    name = f"{classes(element)} {element.get('id') or ''}"
    if not 1 < len(name) < 300:
        return False
    named = _NAVIGATION.search(name) or (_LEGEND.search(name) and len(children(element)) > 1)
    return bool(named) and not holds_data(element)


def is_notice(element: HtmlElement) -> bool:
    """Whether an element tells visitors something beside the data, on whatever page they are: an alert, a live region, a
    banner, a window, what stands aside. One that holds the data itself is none, for some makers wrap the whole page in it."""
    live = element.get("aria-live") not in (None, "off") or element.get("role") in NOTICE_ROLES
    return (live or element.tag in ("aside", "dialog", "marquee")) and not element.xpath(_RECORDS)


def in_notice(element: HtmlElement, top: HtmlElement | None = None) -> bool:
    """Whether an element is a notice, or stands in one (below ``top``)."""
    return any(map(is_notice, up_to(element, top)))


_COUNT = re.compile(r"\W*(?:\d[\d.]*)?\W*")


def facets(body: HtmlElement) -> list[HtmlElement]:
    """Boxes and round buttons of lists that narrow what is shown, each with its label and the number of records behind it:
    these are no labels of a record with their values."""
    items: dict[HtmlElement, list[HtmlElement]] = {}
    named = {label.get("for"): label for label in body.iter("label") if label.get("for")}
    for box in body.iter("input"):
        if (box.get("type") or "").lower() not in ("checkbox", "radio"):
            continue
        item, label = box, named.get(box.get("id") or "")
        for outer in box.iterancestors():
            if (
                outer.tag in ("td", "th", "tr", "body", "form")
                or len(outer.xpath(".//input[not(@type='hidden')]|.//select")) > 1
            ):
                break
            item = outer
            if label is None and outer.tag == "label":
                label = outer
        holder = item.getparent()
        if label is None or item is box or holder is None or item.tag in ("td", "th"):
            continue
        words, own = text(item), text(label)
        if len(words) <= 80 and _COUNT.fullmatch(words.replace(own, "", 1)):
            items.setdefault(holder, []).append(item)
    found = [item for alike in items.values() if len(alike) > 1 for item in alike]
    return found + [h for h, alike in items.items() if len(alike) > 1 and len(alike) >= len(children(h)) - 1]


def holds_data(element: HtmlElement) -> bool:
    """A wrapper named after a menu may still hold the whole page."""
    return next(element.iter("table", "dl", "main", "h1", "article"), None) is not None or bool(
        element.xpath(".//*[@role='grid' or @role='table' or @role='treegrid' or @role='main']")
    )


def children(element: HtmlElement) -> list[HtmlElement]:
    """Child elements that may hold something to read."""
    return [
        c
        for c in element
        if isinstance(c.tag, str)
        and c.tag not in ("script", "style", "template", "br", "hr", "wbr", "noscript", "link", "meta")
    ]


def row_parts(row: HtmlElement) -> list[HtmlElement]:
    """The parts of what may be a row: its children, wrappers of one child looked through. None where words stand beside them."""
    node = row
    for _ in range(4):
        if own_text(node) or (node.tag in ("table", "tbody", "dl", "ul", "ol") and node is not row):
            return []
        kids = children(node)
        if len(kids) != 1:
            return kids
        node = kids[0]
    return []


def up_to(element: HtmlElement, top: HtmlElement | None) -> Iterator[HtmlElement]:
    """An element and its ancestors, those below another one if it is given."""
    node: HtmlElement | None = element
    while node is not None and node is not top:
        yield node
        node = node.getparent()


def path(element: HtmlElement) -> str:
    """The XPath of an element in its document."""
    return str(element.getroottree().getpath(element))


class Titles:
    """The words that stand over an element: captions, section headings, tabs, accordions, dialogs."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.by_id: dict[str, HtmlElement] = {}
        self.openers: dict[str, str] = {}
        for element in root.iter():
            if not isinstance(element.tag, str):
                continue
            key = element.get("id")
            if key:
                self.by_id.setdefault(key, element)
            target = self._target(element)
            if target and target not in self.openers:
                words = text(element) or element.get("title") or ""
                if words:
                    self.openers[target] = words
        self._sibling_titles: dict[HtmlElement, tuple[tuple[int, str], ...]] = {}
        self._titles: dict[tuple[HtmlElement, bool], list[tuple[int, str]]] = {}

    @staticmethod
    def _target(element: HtmlElement) -> str:
        controls = (
            element.get("aria-controls")
            or element.get("data-target")
            or element.get("data-bs-target")
            or element.get("data-tab")
            or ""
        )
        if not controls and element.tag == "a":
            href = element.get("href") or ""
            if href.startswith("#") and len(href) > 1 and "/" not in href:
                controls = href
        return controls.strip().lstrip("#").split(" ")[0]

    def over(self, element: HtmlElement) -> list[str]:
        """The headings over an element, nearest last, none twice."""
        found: list[str] = []
        node: HtmlElement | None = element
        while node is not None and node.tag not in ("html",):
            found.extend(self._named(node))
            level = 9
            for rank, words in self._before(node):
                if rank < level:
                    found.append(words)
                    level = rank
            node = node.getparent()
        unique: list[str] = []
        for words in found:
            if words and words not in unique and len(words) <= 200 and not _FILTERS.match(words):
                unique.append(words)
        return unique[::-1]

    def _named(self, node: HtmlElement) -> Iterator[str]:
        for reference in (node.get("aria-labelledby") or "").split():
            target = self.by_id.get(reference)
            if target is not None and target is not node:
                yield text(target)
        label = node.get("aria-label")
        if is_window(node) and not label and not node.get("aria-labelledby"):
            yield _bar_title(node)
        if label and (
            node.tag in ("table", "section", "article", "dl", "ul")
            or node.get("role") in ("dialog", "region", "tabpanel", "grid", "table", "treegrid", "group", "list")
        ):
            yield tidy(label)
        summary = node.get("summary") if node.tag == "table" else None
        if summary:
            yield tidy(summary)
        key = node.get("id")
        if key and key in self.openers:
            yield self.openers[key]
        if node.tag in ("fieldset", "details"):
            for child in node:
                if child.tag in ("legend", "summary"):
                    yield text(child)
                    break
        header = (
            node.get("header") or node.get("data-title")
            if node.tag not in ("td", "th", "tr", "input", "a") and "-" in str(node.tag)
            else None
        )
        if header:
            yield tidy(header)

    def _before(self, node: HtmlElement) -> tuple[tuple[int, str], ...]:
        """Headings among the elements before this one under the same parent, nearest first."""
        cached = self._sibling_titles.get(node)
        if cached is not None:
            return cached
        found: list[tuple[int, str]] = []
        looked = 0
        near = True
        section = _folds(node)
        for sibling in node.itersiblings(preceding=True):
            if not isinstance(sibling.tag, str) or sibling.tag in SILENT:
                continue
            looked += 1
            if looked > 40 or len(found) > 3:
                break
            if sibling.get("data-t-hidden") is not None or _is_only_notice(sibling):
                continue
            if section and _is_fellow(sibling, node):
                near = False
                continue
            if (sibling, near) not in self._titles:
                self._titles[sibling, near] = self._title_of(sibling, near)
            title = self._titles[sibling, near]
            if title:
                found.extend(title)
                near = False
            elif near and sibling.tag not in ("br", "hr", "input", "form") and text(sibling):
                near = False
        result = tuple(found)
        self._sibling_titles[node] = result
        return result

    def _title_of(self, sibling: HtmlElement, near: bool) -> list[tuple[int, str]]:
        tag = sibling.tag
        if sibling.xpath("boolean(descendant-or-self::*[@aria-haspopup='listbox'])"):
            return []  # filters that say what is chosen
        if tag in HEADINGS:
            return [(int(tag[1]), text(sibling))]
        if sibling.get("role") == "heading":
            level = sibling.get("aria-level") or ""
            return [(int(level) if level.isdecimal() else 6, text(sibling))]
        if tag in (
            "nav",
            "footer",
            "table",
            "ul",
            "ol",
            "dl",
            "tr",
            "td",
            "li",
            "label",
            "input",
            "select",
        ) or is_navigation(sibling):
            return []
        if tag in ("tbody", "thead", "tfoot", "colgroup"):
            return []
        if holds_data(sibling) or sibling.xpath("boolean(.//form)"):
            return []
        inner = [h for h in sibling.iter(*HEADINGS, "legend") if not is_hidden(h) and not in_notice(h, sibling)]
        if inner:
            # A sibling with much else under its heading is a section of its own.
            words = text(sibling)
            titles = [text(h) for h in inner]
            if (
                len(inner) > 2
                and len({h.tag for h in inner}) == 1
                and not any(a.tag == "header" for a in inner[0].iterancestors())
            ):
                return []  # the entries of a folded menu, or sections one below the other
            if len(words) > 2.5 * sum(map(len, titles)) + 80:
                return []
            return [
                (int(h.tag[1]) if h.tag in HEADINGS else 6, t)
                for h, t in reversed(list(zip(inner, titles, strict=True)))
                if t
            ][:2]
        if sibling.xpath("boolean(.//input[not(@type='hidden')] | .//select | .//textarea)"):
            return []
        tabs = tab_bar(sibling)
        if tabs:
            return [(7, tabs)] if len(tabs) <= 110 else []
        words = text(sibling)
        if not words or len(words) > 110 or len(words.split()) > 14:
            return []
        if _is_pressed_apart(sibling, words):
            return []
        if _TOOLS.fullmatch(words) and sibling.xpath("boolean(descendant-or-self::button | descendant-or-self::a)"):
            return []
        if not own_text(sibling) and sum(bool(text(child)) for child in children(sibling)) >= 4:
            return []  # words side by side: a menu that is not called one
        titled = tag in ("caption", "legend", "summary", "header") or bool(_TITLE_CLASS.search(classes(sibling)))
        bold = tag in ("b", "strong", "center", "font") or (
            len(children(sibling)) == 1
            and not own_text(sibling)
            and children(sibling)[0].tag in ("b", "strong", "u", "center", "font")
        )
        opener = tag in ("button", "a") and sibling.get("aria-expanded") is not None
        plain = (
            near and tag in ("p", "div", "span", "a") and not words.endswith((".", ":")) and not _REMARK.search(words)
        )
        if titled or bold or opener or plain:
            return [(7 if titled or bold else 8, words)]
        return []


def _is_only_notice(element: HtmlElement) -> bool:
    """Whether an element is a notice, or the wrapper of one."""
    while not is_notice(element):
        kids = children(element)
        if len(kids) != 1 or own_text(element):
            return False
        element = kids[0]
    return True


def _is_pressed_apart(element: HtmlElement, words: str) -> bool:
    """Whether all that an element says stands on several things to press, made by a script: a tree of queries, a bar of
    open windows."""
    pressed = element.xpath(".//*[@data-t-press] | .//a[not(@href) or @href='' or starts-with(@href, '#')]")
    said = [told for press in pressed if (told := text(press))]
    return len(said) > 1 and sum(map(len, said)) + len(said) > len(words)


def is_window(element: HtmlElement) -> bool:
    """A dialog."""
    return element.tag == "dialog" or element.get("role") in ("dialog", "alertdialog")


def _bar_title(window: HtmlElement) -> str:
    """What the bar at the top of a window says beside its buttons, where that is a title."""
    kids = children(window)
    while len(kids) == 1:
        kids = children(kids[0])
    if not kids or kids[0].tag in HEADINGS or not is_navigation(kids[0]):
        return ""  # a plain heading is found as any other
    words = [text(child) for child in children(kids[0]) if child.tag not in ("button", "a", "input")]
    told = [part for part in words if part]
    return told[0] if len(told) == 1 and len(told[0]) <= 80 else ""


def is_section(element: HtmlElement) -> bool:
    """Whether an element is a section of an accordion, as others beside it are."""
    if element.get("class") is None or not _folds(element):
        return False
    return any(_is_fellow(sibling, element) for way in (True, False) for sibling in element.itersiblings(preceding=way))


def _is_fellow(sibling: HtmlElement, node: HtmlElement) -> bool:
    """Whether an element is made as a node that opens first (``_folds``): another section of the same accordion."""
    if sibling.tag != node.tag or not classes(node) or classes(sibling).split()[:1] != classes(node).split()[:1]:
        return False
    return _folds(sibling)


def _folds(element: HtmlElement) -> bool:
    first = next(iter(children(element)), None)
    return (
        first is not None
        and any(
            inner.tag == "summary" or inner.get("aria-expanded") is not None
            for inner in (first, *(e for e in first.iter() if isinstance(e.tag, str)))
        )
        and len(children(element)) > 1
    )


def tab_bar(element: HtmlElement) -> str:
    """What a bar of two or three tabs says: the current one where it is marked, else all of them (" | " between)."""
    kids = children(element)
    while len(kids) == 1 and not own_text(element):
        element, kids = kids[0], children(kids[0])
    if not 2 <= len(kids) <= 3 or own_text(element):
        return ""
    if not all(c.tag in ("button", "a") or c.get("role") in ("tab", "button", "radio") for c in kids):
        return ""
    if any(c.get("aria-haspopup") for c in kids):
        return ""  # filters that say what is chosen
    current = [c for c in kids if "true" in (c.get("aria-selected"), c.get("aria-pressed"), c.get("aria-checked"))]
    said = list(filter(None, map(text, current if len(current) == 1 else kids)))
    if len(current) != 1 and any(map(_TOOLS.fullmatch, said)):
        return ""
    return " | ".join(said)


def label_like(words: str) -> bool:
    """Short words that could head a column: letters, no value."""
    return 1 <= len(words) <= 70 and any(c.isalpha() for c in words) and len(words.split()) <= 9


def attribute(element: HtmlElement, names: tuple[str, ...]) -> str:
    """The first of some attributes that says anything."""
    for name in names:
        value: Any = element.get(name)
        if value and str(value).strip():
            return tidy(str(value))
    return ""
