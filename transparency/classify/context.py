"""What a page says of itself besides its record sets: headings, breadcrumb, what is marked as current."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urljoin

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.values import is_address
from transparency.items import PageContext

_ACTIVE = re.compile(
    r"(?:^|[-_\s])(?:active|ativo|ativa|selected|current|selecionado|selecionada|p-highlight)(?:$|[-_\s])", re.I
)
_BREADCRUMB = re.compile(r"breadcrumb|migalha|trilha|caminho|pathway|you-are-here|voce-esta", re.I)


def page_context(html: str, urls: Sequence[str] = (), labels: Sequence[str] = (), title: str = "") -> PageContext:
    """What an annotated document says of itself besides its record sets."""
    return read_context(dom.parse(html), urls, labels, title)


def read_context(
    root: HtmlElement, urls: Sequence[str] = (), labels: Sequence[str] = (), title: str = ""
) -> PageContext:
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
    )


def _in_navigation(element: HtmlElement) -> bool:
    return any(
        a.tag in ("nav", "footer") or a.get("role") in ("navigation", "contentinfo", "dialog")
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
    found: dict[str, None] = {}
    for option in root.xpath(".//option[@selected]"):
        words = dom.tidy(option.text_content())
        if len(found) < 6 and 3 < len(words) <= 60 and not dom.is_hidden(option) and _is_here(option, url):
            found.setdefault(words)
    for radio in root.xpath(".//input[@type='radio'][@checked]"):
        key = radio.get("id")
        label = next(iter(root.xpath(".//label[@for=$key]", key=key)), None) if key else None
        if label is None and radio.getparent() is not None and radio.getparent().tag == "label":
            label = radio.getparent()
        if label is not None and len(dom.text(label)) <= 60:
            found.setdefault(dom.text(label))
    chosen: dict[str, None] = {}
    for element in root.iter("li", "a", "button", "div", "span", "td", "label"):
        marked = element.get("aria-current") not in (None, "false") or element.get("aria-selected") == "true"
        name = element.get("class")
        if not marked and not (name and len(name) < 300 and _ACTIVE.search(name)):
            continue
        if element.get("role") in ("row", "gridcell", "option", "tabpanel") or element.tag == "td":
            continue
        if dom.is_hidden(element):
            continue
        words = dom.text(element)
        if len(words) > 60 and element.tag == "li":
            link = next(element.iter("a"), None)
            words = dom.text(link) if link is not None else ""
        if words and len(words) <= 60 and any(c.isalpha() for c in words) and (marked or _in_menu(element)):
            chosen.pop(words, None)
            chosen[words] = None
    yield from found
    yield from list(chosen)[-8:]


def _in_menu(element: HtmlElement) -> bool:
    if element.tag in ("li", "a", "button", "label") or element.get("role") in ("tab", "menuitem"):
        return True
    return any(
        a.tag in ("nav", "ul", "ol")
        or a.get("role") in ("tablist", "menu", "menubar", "navigation")
        or "tab" in dom.classes(a).lower()
        for a in list(element.iterancestors())[:3]
    )
