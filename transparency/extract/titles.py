"""The words that stand over an element of an annotated document: captions, section headings, tabs, accordions, dialogs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from lxml.html import HtmlElement

from transparency.extract.dom import (
    HEADINGS,
    SILENT,
    box,
    children,
    classes,
    finds,
    folds,
    holds_data,
    in_notice,
    is_fellow,
    is_hidden,
    is_navigation,
    is_notice,
    is_window,
    own_text,
    text,
    tidy,
)
from transparency.extract.values import NUMBERED
from transparency.items import Box

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
_NO_TITLES = frozenset("nav footer table tbody thead tfoot colgroup ul ol dl tr td li label input select".split())
_NAMED = frozenset("table section article dl ul".split())
_NAMED_ROLES = frozenset("dialog region tabpanel grid table treegrid group list".split())
"""What a name says something of: of a button it says what that does."""
BAR = 3
"""So many links are those of a bar, where nothing parts them as steps of the way to a page are parted."""
_TRAIL = re.compile(r"[›»>/\\→]|::")
LONGEST_TITLE, MOST_WORDS = 110, 14
"""Characters and words of a title that no mark-up says is one."""


class Titles:
    """The words that stand over an element: captions, section headings, tabs, accordions, dialogs."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.by_id: dict[str, HtmlElement] = {}
        self.openers: dict[str, str] = {}
        for element in root.iter():
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

    @cached_property
    def boxes(self) -> dict[str, Box | None]:
        """The words of a heading → where it stands, the first that says so."""
        found: dict[str, Box | None] = {}
        for heading in self.root.iter(*HEADINGS):
            found.setdefault(text(heading), box(heading))
        return found

    def over(self, element: HtmlElement) -> list[str]:
        """The headings over an element, nearest last, none twice."""
        found: list[str] = []
        node: HtmlElement | None = element
        while node is not None and node.tag not in ("html",):
            found.extend(self._named(node))
            found.extend(words for _, words in self._before(node))
            node = node.getparent()
        unique: list[str] = []
        for words in found:
            if words and words not in unique and len(words) <= 200 and not _FILTERS.match(words):
                unique.append(words)
        return unique[::-1]

    def _named(self, node: HtmlElement) -> Iterator[str]:
        """What an element is called by a reference, an attribute, what opens it, or a part of it that does nothing else."""
        for reference in (node.get("aria-labelledby") or "").split():
            target = self.by_id.get(reference)
            if target is not None and target is not node:
                yield text(target)
        yield from _name_by_attribute(node)
        key = node.get("id")
        if key and key in self.openers:
            yield self.openers[key]
        if node.tag in ("fieldset", "details"):
            yield from islice((text(child) for child in node if child.tag in ("legend", "summary")), 1)
        yield from _name_of_component(node)

    def _before(self, node: HtmlElement) -> tuple[tuple[int, str], ...]:
        """Headings among the elements before this one under the same parent that still hold for it, nearest first."""
        cached = self._sibling_titles.get(node)
        if cached is not None:
            return cached
        found: list[tuple[int, str]] = []
        looked = 0
        near = True
        section = folds(node)
        for sibling in node.itersiblings(preceding=True):
            if sibling.tag in SILENT:
                continue
            looked += 1
            if looked > 40 or len(found) > 3:
                break
            if sibling.get("data-t-hidden") is not None or _is_only_notice(sibling) or sibling.tag == node.tag == "a":
                continue  # a link is no title of the one beside it
            if section and is_fellow(sibling, node):
                near = False
                continue
            if (sibling, near) not in self._titles:
                self._titles[sibling, near] = self._title_of(sibling, near)
            title = self._titles[sibling, near]
            if title:
                _add(found, title)
                near = False
            elif near and sibling.tag not in ("br", "hr", "input", "form") and text(sibling):
                near = False
        result = tuple(found)
        self._sibling_titles[node] = result
        return result

    def _title_of(self, sibling: HtmlElement, near: bool) -> list[tuple[int, str]]:
        """What an element says over those after it, with its rank, 1 for the first heading; nearest first. ``near``: nothing else
        stands between."""
        if finds(sibling, "descendant-or-self::*[@aria-haspopup='listbox']"):
            return []  # filters that say what is chosen
        level = _level(sibling)
        if level is not None:
            return [(level, text(sibling))]
        if sibling.tag in _NO_TITLES or is_navigation(sibling) or holds_data(sibling):
            return []
        if finds(sibling, ".//form"):
            return []
        inner = [h for h in sibling.iter(*HEADINGS, "legend") if not is_hidden(h) and not in_notice(h, sibling)]
        if inner:
            return _titles_in(sibling, inner)
        if finds(sibling, ".//input[not(@type='hidden')] | .//select | .//textarea"):
            return []
        tabs = tab_bar(sibling)
        if tabs:
            return [(7, tabs)] if len(tabs) <= LONGEST_TITLE else []
        return _plain_title(sibling, near)


def _add(found: list[tuple[int, str]], titles: Iterable[tuple[int, str]]) -> None:
    """Add titles to those nearer by. One ends where a heading of its rank or above begins."""
    for rank, words in titles:
        if not found or rank < found[-1][0]:
            found.append((rank, words))


def _name_by_attribute(node: HtmlElement) -> Iterator[str]:
    label = node.get("aria-label")
    if is_window(node) and not label and not node.get("aria-labelledby"):
        yield _bar_title(node)
    if label and (node.tag in _NAMED or node.get("role") in _NAMED_ROLES):
        yield tidy(label)
    summary = node.get("summary") if node.tag == "table" else None
    if summary:
        yield tidy(summary)


def _name_of_component(node: HtmlElement) -> Iterator[str]:
    """The heading that a script is told to write over an element of its own."""
    if node.tag not in ("td", "th", "tr", "input", "a") and "-" in str(node.tag):
        header = node.get("header") or node.get("data-title")
        if header:
            yield tidy(header)


def _level(element: HtmlElement) -> int | None:
    """The level of a heading; None for what is none."""
    if element.tag in HEADINGS:
        return int(element.tag[1])
    if element.get("role") != "heading":
        return None
    level = element.get("aria-level") or ""
    return int(level) if level.isdecimal() else 6


def _titles_in(sibling: HtmlElement, inner: list[HtmlElement]) -> list[tuple[int, str]]:
    """The headings in an element, the last ones first. One with much else under them is a section of its own."""
    titles = [text(heading) for heading in inner]
    alike = len(inner) > 2 and len({heading.tag for heading in inner}) == 1
    if alike and not any(up.tag == "header" for up in inner[0].iterancestors()):
        return []  # the entries of a folded menu, or sections one below the other
    if len(text(sibling)) > 2.5 * sum(map(len, titles)) + 80:
        return []
    ranked = [(int(h.tag[1]) if h.tag in HEADINGS else 6, t) for h, t in zip(inner, titles, strict=True) if t]
    return ranked[::-1][:2]


def _plain_title(sibling: HtmlElement, near: bool) -> list[tuple[int, str]]:
    """What an element without headings says, where it may be a title: by its tag or class, in bold, as what opens something, by
    naming a record at the head of its card ("Pregão Eletrônico Nº 10/2026"), or by standing right over what comes next."""
    words = text(sibling)
    if words.endswith(":"):  # a label in bold before its value: "<b>Unidade Gestora:</b> Prefeitura"
        words = tidy(f"{words} {sibling.tail or ''}")
    if not _may_be_title(sibling, words):
        return []
    tag = sibling.tag
    titled = tag in ("caption", "legend", "summary", "header") or bool(_TITLE_CLASS.search(classes(sibling)))
    heads_card = bool(NUMBERED.search(words)) and sibling.getprevious() is None and not own_text(sibling)
    if titled or heads_card or _is_bold(sibling):
        return [(7, words)]
    opener = tag in ("button", "a") and sibling.get("aria-expanded") is not None
    plain = near and tag in ("p", "div", "span", "a") and not words.endswith((".", ":")) and not _REMARK.search(words)
    return [(8, words)] if opener or plain else []


def _may_be_title(element: HtmlElement, words: str) -> bool:
    """Whether words are short, and neither a bar of tools nor a menu."""
    if not words or len(words) > LONGEST_TITLE or len(words.split()) > MOST_WORDS or _is_pressed_apart(element, words):
        return False
    if _TOOLS.fullmatch(words) and finds(element, "descendant-or-self::button | descendant-or-self::a"):
        return False
    if sum(bool(text(press)) for press in element.iter("a", "button")) >= BAR and not _TRAIL.search(words):
        return False
    # words side by side: a menu that is not called one
    return bool(own_text(element)) or sum(bool(text(child)) for child in children(element)) < 4


def _is_bold(element: HtmlElement) -> bool:
    if element.tag in ("b", "strong", "center", "font"):
        return True
    kids = children(element)
    return len(kids) == 1 and not own_text(element) and kids[0].tag in ("b", "strong", "u", "center", "font")


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
