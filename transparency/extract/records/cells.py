"""Cells: what one holds, whether it is asked for, and whether it looks like a label or a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.model import Cell
from transparency.extract.values import is_action, is_file, is_placeholder, value_type
from transparency.text import normalize

_TOTAL = re.compile(r"^(?:sub ?)?(?:total|totais|soma|somatorio|totalizador)\b")
_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label|lbl|rotulo|titulo|title|title-?field|field-?(?:label|name|title)|caption|key|chave|term|nome-?campo|campo-?nome|header|head|name|column-title|text-muted|font-weight-bold|fw-bold|fw-semibold|font-bold|font-semibold|bold|negrito|strong)(?:$|[-_\s\d])",
    re.I,
)
_CAMEL_LABEL = re.compile(r"[a-z]\w*[a-zA-Z](?:Label|Caption|Rotulo)(?:$|[-_\s\d])")
"""The same of toolkits that join the words of their classes ("sapMLabel", "fieldLabel")."""
HEAD_CLASS = re.compile(
    r"(?:^|[-_\s])(?:\w*head(?:er|ers|ing)?|\w*header\w*|th|titulos?|title|cabecalho|cab|columnheader|legenda)(?:$|[-_\s\d])",
    re.I,
)
_EDITABLE_TYPES = frozenset("text search number date month datetime-local email tel url password".split()) | {""}
_RECORD = re.compile(r"\b\d{3,}/(?:19|20)\d\d\b")
"""A number with its year ("Pregão 011/2026"): the name of a record."""


MARKS = 3
"""So many characters beside the words of an entry are its signs ("▾")."""


def is_editable(control: HtmlElement) -> bool:
    """Whether a control waits for words or a choice; a locked one shows a value."""
    if (
        control.get("disabled") is not None
        or control.get("readonly") is not None
        or control.get("aria-readonly") == "true"
    ):
        return False
    if control.tag in ("select", "textarea"):
        return True
    return control.tag == "input" and (control.get("type") or "").lower() in _EDITABLE_TYPES


def is_field(cell: HtmlElement) -> bool:
    """Whether a cell holds what a person fills in, drawn by the browser or by a script."""
    return any(is_editable(control) for control in controls_of(cell)) or bool(
        cell.xpath("boolean(descendant-or-self::*[@role='combobox' or @role='listbox' or @role='spinbutton'])")
    )


def control_value(control: HtmlElement) -> str:
    """What a control shows."""
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]") or control.xpath(".//option")[:1]
        return dom.tidy(chosen[0].text_content()) if chosen else ""
    if control.tag == "textarea":
        return dom.tidy(control.get("value") or control.text_content())
    return dom.tidy(control.get("value") or "")


def controls_of(element: HtmlElement) -> list[HtmlElement]:
    """Controls that ask or show something: no buttons, ticks or hidden ones."""
    return [
        c
        for c in element.iter("input", "select", "textarea")
        if c.tag != "input"
        or (c.get("type") or "").lower()
        not in ("hidden", "checkbox", "radio", "button", "submit", "image", "reset", "file")
    ]


def link_of(element: HtmlElement) -> HtmlElement | None:
    """What can be followed or fetched from a cell."""
    for candidate in element.iter("a", "button", "img", "input", "svg", "i", "object", "embed", "iframe"):
        tag = candidate.tag
        if tag == "a" and (candidate.get("href") or candidate.get("onclick") or candidate.get("role") == "button"):
            return candidate
        if tag == "button" or (tag == "input" and (candidate.get("type") or "") in ("image", "button", "submit")):
            return candidate
        if tag in ("img", "svg", "i") and (candidate.get("onclick") or candidate.get("title") or candidate.get("alt")):
            return candidate
    if element.get("onclick") and element.tag == "a":
        return element
    return None


def read_cell(element: HtmlElement, label: str = "") -> Cell:
    """The value of a cell. Under ``label``, a copy of that label inside the cell (responsive tables) is left out."""
    words = dom.text(element)
    if label and words.casefold().startswith(label.casefold()):
        words = words[len(label) :].lstrip(" :")
    words = words.removeprefix(":").lstrip()
    if not words:
        for control in controls_of(element):
            if not is_editable(control):
                words = control_value(control)
                break
    link = link_of(element) if (not words or len(words) <= 60) else None
    if link is None and words and len(words) > 60:
        return Cell(words, value_type(words), element)
    if not words:
        return Cell(link_name(link), "link", element) if link is not None else Cell("", "empty", element)
    if link is not None and (
        is_action(words) or (link.tag == "a" and is_file(link.get("href") or "") and value_type(words) == "text")
    ):
        return Cell(words, "link", element)
    if is_action(words):
        # handlers that a script attached are not seen in the page; a word that invites to open is link enough
        return Cell(words, "link", element)
    return Cell(words, value_type(words), element)


def link_name(link: HtmlElement) -> str:
    """What a link without words is called: by its hint or its picture."""
    for element in link.iter():
        for name in (
            "title",
            "aria-label",
            "alt",
            "value",
            "data-original-title",
            "data-bs-original-title",
            "mattooltip",
        ):
            if isinstance(element.tag, str) and element.get(name):
                return dom.tidy(element.get(name) or "")
    return ""


def closed_up(label: str) -> str:
    """A label without space around its slashes: ``" / "`` joins the rows of a header."""
    return re.sub(r"\s+/\s+", "/", label)


def is_total(cells: Sequence[Cell]) -> bool:
    """Whether a row adds up others."""
    first = next((c.text for c in cells if c.text), "")
    return bool(_TOTAL.match(normalize(first))) and len(first) < 60


def header_like(texts: Sequence[str]) -> bool:
    """Texts that could be column labels: short words, hardly any twice, none a value."""
    present = [t for t in texts if any(map(str.isalnum, t))]  # "%" heads a column as well as nothing does
    if len(present) < 2 or len(present) * 2 < len(texts):
        return False
    if len({t.casefold() for t in present}) < len(present) * 0.7:
        return False
    return all(
        dom.label_like(t) and not _RECORD.search(t) and (value_type(t) == "text" or is_code_word(t)) for t in present
    )


def shows_value(cell: HtmlElement) -> bool:
    """Whether a part of a cell is a value: the cell is a field of a record, a label over its value, and heads no column."""
    return any(value_type(dom.text(part)) in ("money", "date", "cpf", "cnpj") for part in dom.children(cell))


def is_code_word(label: str) -> bool:
    """Labels such as ``CPF``, ``Nº`` or ``Empenho 1`` whose form is that of a code."""
    return not any(c.isdigit() for c in label)


def styled_as_header(element: HtmlElement) -> bool:
    """Whether an element looks like the head of a column."""
    if element.tag == "th" or element.get("role") == "columnheader":
        return True
    if (
        HEAD_CLASS.search(dom.classes(element))
        or (element.get("style") or "").lower().find("bold") >= 0
        or element.get("bgcolor")
    ):
        return True
    node = element
    while True:
        kids = dom.children(node)
        if len(kids) != 1 or dom.own_text(node):
            return False
        node = kids[0]
        if node.tag in ("b", "strong", "th") or HEAD_CLASS.search(dom.classes(node)):
            return True


def label_style(element: HtmlElement) -> int:
    """How surely an element's words are a label: 2 by tag or colon, 1 by class or heading, 0 not."""
    node = element
    while True:
        if node.tag in ("dt", "th", "label", "b", "strong") or node.tag.endswith("-label"):
            return 2
        if node.tag in ("h4", "h5", "h6", "small") or is_called_label(dom.classes(node)):
            return 1
        kids = dom.children(node)
        if len(kids) != 1 or dom.own_text(node):
            return 0
        node = kids[0]


def is_called_label(classes: str) -> bool:
    """Whether classes say that words are a label, a heading or bold."""
    return bool(_LABEL_CLASS.search(classes) or _CAMEL_LABEL.search(classes))


def has_block_data(cell: HtmlElement) -> bool:
    """A cell with tables, lists or much text in it is no cell."""
    return (
        next(cell.iter("table", "ul", "dl", "form", "h1", "h2", "section", "article"), None) is not None
        or len(dom.text(cell)) > 600
    )


def says_two_things(cell: HtmlElement) -> bool:
    """Whether a cell holds blocks of words below each other: the label and the value of a field, no heading."""
    inner = inmost(cell)
    blocks = [child for child in dom.children(inner) if child.tag in ("div", "p", "dt", "dd", "li") and dom.text(child)]
    return len(blocks) > 1 and not dom.own_text(inner)


def inmost(element: HtmlElement) -> HtmlElement:
    """What is inside wrappers of one child each."""
    while len(kids := dom.children(element)) == 1:
        element = kids[0]
    return element


def is_pressed(element: HtmlElement) -> bool:
    """Whether words stand on a button or link: what is said beside it is no value of theirs."""
    if next(element.iter("a", "button"), None) is not None or element.get("role") in ("button", "link", "tab"):
        return True
    if element.xpath("boolean(descendant-or-self::*[@data-t-press])"):
        return True
    for up in islice(element.iterancestors(), 3):
        if up.get("data-t-press") is not None or up.tag in ("a", "button"):
            return len(dom.text(up)) <= len(dom.text(element)) + MARKS  # a card that can be pressed holds more
    return False


def is_own_value(label: str) -> bool:
    """Whether words are a value or an action, and so no label."""
    return value_type(label) in ("money", "date", "cpf", "cnpj", "number") or is_placeholder(label) or is_action(label)
