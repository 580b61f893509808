"""What a page says of itself besides its record sets: headings, breadcrumb, what is marked as current."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from urllib.parse import urljoin

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.values import is_address
from transparency.items import PageContext

_ACTIVE = re.compile(
    r"(?:^|[-_\s])(?:active|ativo|ativa|selected|current|selecionado|selecionada|p-highlight)(?:$|[-_\s])", re.I
)
_ASKED = frozenset("text search number date month tel".split())
"""Kinds of fields that one fills."""
_BREADCRUMB = re.compile(r"breadcrumb|migalha|trilha|caminho|pathway|you-are-here|voce-esta", re.I)

LEAST_OPTIONS, MOST_OPTIONS = 3, 9
"""Options of a list that may name the levels of what is listed."""
MOST_CHOSEN, MOST_CURRENT = 6, 8
"""Options, and entries of menus, that are taken for current."""
LONGEST = 60
"""Characters of a label."""


def page_context(html: str, urls: Sequence[str] = (), labels: Sequence[str] = (), title: str = "") -> PageContext:
    """What an annotated document says of itself besides its record sets."""
    return read_context(dom.parse(html), urls, labels, title)


def read_context(root: HtmlElement, urls: Sequence[str], labels: Sequence[str], title: str) -> PageContext:
    """As ``page_context``, from a parsed document."""
    headings: list[str] = []
    for heading in root.iter("h1", "h2"):
        words = dom.text(heading)
        aside = dom.is_hidden(heading) or _in_navigation(heading) or dom.in_notice(heading)
        if words and len(words) <= 120 and not aside:
            headings.append(words)
        if len(headings) >= 12:
            break
    # several h2 over several sections say nothing page-wide
    firsts = [dom.text(h) for h in root.iter("h1")]
    if len(headings) > 3:
        headings = [h for h in headings if h in firsts] or headings[:1]
    named = next((dom.tidy(t.text_content()) for t in root.iter("title")), "")
    return PageContext(
        title=title or named,
        headings=tuple(dict.fromkeys(headings)),
        breadcrumb=_breadcrumb(root),
        active_menu=tuple(_active(root, urls[-1] if urls else "")),
        urls=tuple(urls),
        labels=tuple(labels),
        choices=tuple(_choices(root)),
    )


def _choices(root: HtmlElement) -> Iterator[tuple[str, ...]]:
    """The options of lists of a few words each, no years and no amounts; not of one that says where to look for what is typed in
    after it ("Pesquisar por")."""
    controls = [one for one in root.iter("select", "input") if (one.get("type") or "text").lower() in _ASKED]
    for select, after in zip_longest(controls, controls[1:]):
        if select.tag != "select" or (after is not None and after.tag == "input"):
            continue
        options = [*select.iter("option")][: MOST_OPTIONS + 1]
        words = [dom.tidy(option.text_content()) for option in options]
        if not LEAST_OPTIONS <= len(words) <= MOST_OPTIONS or dom.is_hidden(select) or re.search(r"\d", "".join(words)):
            continue
        chosen = next((n for n, option in enumerate(options) if option.get("selected") is not None), 0)
        yield words[chosen], *words[:chosen], *words[chosen + 1 :]


def _in_navigation(element: HtmlElement) -> bool:
    return any(
        a.tag == "footer" or a.get("role") in ("contentinfo", "dialog") or dom.is_menu(a)
        for a in element.iterancestors()
    )


def _breadcrumb(root: HtmlElement) -> str:
    for element in root.iter("nav", "ol", "ul", "div", "p", "span", "section"):
        name = f"{dom.classes(element)} {element.get('id') or ''} {element.get('aria-label') or ''}"
        if len(name) > 2 and _BREADCRUMB.search(name) and not dom.is_hidden(element):
            items = (
                [i for i in element.iter("li", "a") if not i.xpath("boolean(.//li | .//a)")]
                if element.xpath("boolean(.//li)")
                else []
            )
            words = " > ".join(filter(None, (dom.text(i) for i in items))) if items else dom.text(element)
            if words and len(words) <= 250:
                return words
    return ""


def _is_here(option: HtmlElement, url: str) -> bool:
    """Whether an option that is selected was chosen: not what only asks to choose, nor the first entry of a menu of
    addresses that lead elsewhere."""
    value = option.get("value")
    if value is None or not is_address(value.strip()):
        return value is None or bool(value.strip())
    return urljoin(url, value.strip()) == url


def _active(root: HtmlElement, url: str) -> Iterator[str]:
    """Labels of what is marked as current: menu entries, tabs, chosen options."""
    yield from dict.fromkeys((*_chosen_options(root, url), *_checked(root)))
    marked: dict[str, None] = {}
    for words in _current_entries(root):
        marked.pop(words, None)  # the last one counts
        marked[words] = None
    yield from [*marked][-MOST_CURRENT:]


def _chosen_options(root: HtmlElement, url: str) -> list[str]:
    found: dict[str, None] = {}
    for option in root.xpath(".//option[@selected]"):
        words = dom.tidy(option.text_content())
        if (
            len(found) < MOST_CHOSEN
            and 3 < len(words) <= LONGEST
            and not dom.is_hidden(option)
            and _is_here(option, url)
        ):
            found.setdefault(words)
    return [*found]


def _checked(root: HtmlElement) -> Iterator[str]:
    """The labels of round buttons that are pressed."""
    for radio in root.xpath(".//input[@type='radio'][@checked]"):
        key = radio.get("id")
        label = next(iter(root.xpath(".//label[@for=$key]", key=key)), None) if key else None
        if label is None and radio.getparent() is not None and radio.getparent().tag == "label":
            label = radio.getparent()
        if label is not None and len(dom.text(label)) <= LONGEST:
            yield dom.text(label)


def _current_entries(root: HtmlElement) -> Iterator[str]:
    for element in root.iter("li", "a", "button", "div", "span", "td", "label"):
        stated = element.get("aria-current") not in (None, "false") or element.get("aria-selected") == "true"
        name = element.get("class")
        if not stated and not (name and len(name) < 300 and _ACTIVE.search(name)):
            continue
        if element.get("role") in ("row", "gridcell", "option", "tabpanel") or element.tag == "td":
            continue
        if dom.is_hidden(element):
            continue
        words = _entry_of(element)
        if words and len(words) <= LONGEST and any(c.isalpha() for c in words) and (stated or _in_menu(element)):
            yield words


def _entry_of(element: HtmlElement) -> str:
    """The words of an entry of a menu, without those of the menu that it opens."""
    words = dom.text(element)
    if len(words) <= LONGEST or element.tag != "li":
        return words
    link = next(element.iter("a"), None)
    return dom.text(link) if link is not None else ""


def _in_menu(element: HtmlElement) -> bool:
    if element.tag in ("li", "a", "button", "label") or element.get("role") in ("tab", "menuitem"):
        return True
    return any(
        a.tag in ("nav", "ul", "ol")
        or a.get("role") in ("tablist", "menu", "menubar", "navigation")
        or "tab" in dom.classes(a).lower()
        for a in list(element.iterancestors())[:3]
    )
