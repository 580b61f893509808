"""Label or value: the one place where that is decided.

Every rule gives evidence, a named weight for or against; the sum decides, and the names say why. Weights are in one unit: what a
mark-up standard says outright (``th``, ``dt``, a colon) weighs 3 and settles a case that nothing speaks against; what merely
goes together with labels weighs 1 to 2, so that two or three such signs must agree.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.page import HEAD_CLASS, Page
from transparency.extract.tables.table import Line, Make, Piece
from transparency.extract.values import column_type, heads_files, is_action, is_placeholder, value_type
from transparency.items import Box, ValueType
from transparency.text import normalize

Evidence = dict[str, float]

ENOUGH = 2.5
"""Evidence that makes a label: less than one outright sign, more than any one other."""
REGULAR = 2
"""In more places than so many labels that are made alike tell a record."""
SURE = 3.5
"""Evidence that needs nothing else to agree with it."""

STANDARD = {"dt": 3.0, "th": 3.0, "label": 2.5, "b": 2.0, "strong": 2.0, "h6": 1.2, "h5": 1.2, "h4": 1.0, "small": 1.2}
"""What a tag says of its words. Bold words are labels more often than not; small print is, as often as it is a remark."""
CLASSED = 1.5
"""A class that names a label is the author's word, but a class may be called anything."""
_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label|lbl|rotulo|titulo|title|title-?field|field-?(?:label|name|title)|caption|key|chave|term|nome-?campo|campo-?nome|header|head|name|column-title|text-muted|font-weight-bold|fw-bold|fw-semibold|font-bold|font-semibold|bold|negrito|strong)(?:$|[-_\s\d])"
    r"|[a-z]\w*[a-zA-Z](?:Label|Caption|Rotulo)(?:$|[-_\s\d])",
    re.I,
)
_NUMBERED = re.compile(r"\b\d{3,}\s?/\s?(?:19|20)\d\d$")
_CALLED_BELOW = re.compile(
    r"(?:^|[-_\s])(?:\w*legend\w*|\w*label|rotulo|caption|sub-?titul\w*|subtitle|descri(?:cao|ption))(?:$|[-_\s\d])",
    re.I,
)
TELLING: frozenset[ValueType] = frozenset(("money", "date", "cpf", "cnpj", "number", "code"))
"""Types that no label has."""
_RECORD = re.compile(r"\b\d{3,}/(?:19|20)\d\d\b")
"""A number with its year ("Pregão 011/2026"): the name of a record."""
_ASIDE = re.compile(r"\([^()]*\)")
SHIFT, FAR = 12, 90
"""CSS px: edges nearer than this are one edge; headings stand no farther over their rows."""
LABEL_WORDS = 6
"""A label with more words is rather a sentence."""


def mark_of(page: Page, element: HtmlElement) -> float:
    """How far the mark-up of an element says that its words are a label."""
    best = 0.0
    while True:
        role = element.get("role")
        best = max(best, STANDARD.get(str(element.tag), 0.0), 3.0 if role in ("rowheader", "term") else 0.0)
        if str(element.tag).endswith("-label"):
            best = max(best, STANDARD["label"])
        if _LABEL_CLASS.search(dom.classes(element)):
            best = max(best, CLASSED)
        kids = page.kids(element)
        if len(kids) != 1 or dom.own_text(element):
            return best
        element = kids[0]


def head_of(page: Page, element: HtmlElement) -> float:
    """How far the mark-up of a cell says that it heads a column."""
    if element.tag in ("th", "mat-header-cell", "cdk-header-cell") or element.get("role") == "columnheader":
        return 3.0
    if element.tag == "td" and next((up.tag for up in element.iterancestors("thead", "tbody", "table")), "") == "thead":
        return 3.0
    style = (element.get("style") or "").lower()
    if HEAD_CLASS.search(dom.classes(element)) or "bold" in style or element.get("bgcolor"):
        return 1.5
    while len(kids := page.kids(element)) == 1 and not dom.own_text(element):
        element = kids[0]
        if element.tag in ("b", "strong", "th") or HEAD_CLASS.search(dom.classes(element)):
            return 1.5
    return 0.0


def is_sign(words: str) -> bool:
    """Whether words are signs to press or to look at ("▾", "×"); a dash or asterisks stand for a value."""
    return bool(words) and not any(c.isalnum() or c in "-–—*./:" for c in words)


@lru_cache(maxsize=8192)
def is_value(words: str) -> bool:
    """Whether words are a value by their form, or say what one does: no label, whatever the mark-up says. "Anexos" is what one
    presses or what files stand under."""
    kind = value_type(words)
    acts = is_action(words) and not (heads_files(words) and words.rstrip(": ").endswith(("s", "S")))
    return kind in ("money", "date", "cpf", "cnpj", "number") or is_placeholder(words) or acts


@lru_cache(maxsize=8192)
def could_label(words: str) -> bool:
    """Whether words alone could be a label. Words in brackets add to others ("(em reais)")."""
    return dom.label_like(words) and not is_value(words) and f"{words[0]}{words[-1]}" not in ("()", "[]")


def heads_column(words: str) -> bool:
    """Whether words alone could head a column; "CPF" or "Nº" have the form of a code."""
    if not any(map(str.isalnum, words)):
        return True  # "%", "R$", or nothing
    coded = value_type(words) != "text" and any(map(str.isdigit, words))
    return dom.label_like(words) and not coded and not _RECORD.search(words) and not is_action(words)


# ------------------------------------------------------------------------------------------------ a line over others


def evidence_of_head(
    heads: Line, below: Sequence[Line], first: bool, rows: Sequence[dict[int, Piece]], native: bool
) -> Evidence:
    """Whether a line heads the columns of the lines below it. ``rows`` are these lines by column, as far as they fit."""
    pieces = heads.pieces
    words = [piece.text for piece in pieces]
    size = len(pieces)
    found: Evidence = {"first": 0.5 if first else 0.0}
    marked = sum(piece.head >= 3 for piece in pieces) / size
    below_marked = sum(p.head >= 3 for line in below[:5] for p in line.pieces) / max(
        1, sum(len(x.pieces) for x in below[:5])
    )
    found["marked"] = (
        3.0 if heads.headed else 3.5 * max(0.0, marked - (below_marked if marked < 1 else 0.5 * below_marked))
    )
    styled = sum(piece.head > 0 for piece in pieces) / size
    if styled >= 0.5 and marked < 0.5:
        others = [p.head > 0 for line in below[:5] for p in line.pieces]
        found["styled"] = 2.0 * (styled - sum(others) / max(1, len(others)))
    makes = {piece.make for piece in pieces}
    theirs = {piece.make for line in below[:6] for piece in line.pieces}
    alone = len(makes) <= 2 and makes.isdisjoint(theirs)
    if below and size > 1 and (alone or _row_is_apart(heads, below[:6])):
        found["apart"] = 1.5  # one look, and nothing below looks so
    values = sum(not heads_column(text) for text in words)
    found["values"] = -3.0 * values / size * (2 if values > 1 else 1)
    found["pressed"] = -2.5 * sum(piece.pressed and piece.head < 3 for piece in pieces) / size  # places to go
    colons = sum(text.endswith(":") for text in words)
    asked = sum(text.endswith("?") for text in words)
    beside = colons + asked < size or size < 2 or any(p.text.endswith(":") for line in below[:5] for p in line.pieces)
    found["colons"] = -4.0 * colons / size if beside else 0.0  # labels of what stands beside them, if anything does
    if len({text.casefold() for text in words}) >= 0.7 * size:
        found["names"] = 1.0
    else:
        found["names"] = -1.5
    kinds = {n: column_type(row[n].cell.type for row in rows if n in row) for n in range(size)}
    typed = sum(kinds[n] in TELLING or kinds[n] == "link" for n in kinds if value_type(words[n]) == "text")
    found["types"] = min(2.0, 1.0 * typed)
    if size > 2 and len(rows) >= 2 and all(len(text.split()) <= 4 for text in words):
        found["short"] = 1.0
    tags = [piece.make[0] for piece in pieces]
    if not native and len(set(tags)) > 1 and below and all([p.make[0] for p in x.pieces] == tags for x in below[:5]):
        found["alike"] = -2.0  # a card among cards
    if not native and len(rows) == 1 and len(below) == 1:
        found["few"] = -1.0  # two lines of plain elements are a list as rarely as not
    if below and not rows:
        found["fits"] = -2.0  # nothing below has its columns
    return found


def _row_is_apart(heads: Line, below: Sequence[Line]) -> bool:
    """Whether a row is made otherwise than all rows below it, which are made alike or by turns."""
    make, *others = (_make_of_row(line) for line in (heads, *below))
    return make != "" and len(others) > 1 and "" not in others and make not in others and len(set(others)) <= 2


def _make_of_row(line: Line) -> str:
    row = line.element
    return "" if row is None or row.tag != "tr" else f"{dom.classes(row)} {row.get('bgcolor') or ''}".strip()


def evidence_of_place(heads: Sequence[Box | None], cells: Sequence[Box | None], pressed: int, rows: int) -> Evidence:
    """What speaks for labels that stand apart from the rows that they may head. ``pressed``: so many of them can be pressed."""
    found: Evidence = {"pressed": -3.0 * pressed / max(1, len(heads)), "alone": -1.0 if rows < 2 else 0.0}
    tops, firsts = [box for box in heads if box], [box for box in cells if box]
    if len(tops) < len(heads) or len(firsts) < len(cells) or not tops or not firsts:
        return found  # out of sight: document order has to do
    over = sum(any(min(c[0] + c[2], t[0] + t[2]) > max(c[0], t[0]) for t in tops) for c in firsts) / len(firsts)
    same = sum(any(abs(c[0] - t[0]) <= SHIFT or abs(c[0] + c[2] - t[0] - t[2]) <= SHIFT for t in tops) for c in firsts)
    found["over"] = 1.0 if same == len(firsts) else 0.0 if over == 1 else -3.0 * (1 - over)
    apart = min(box[1] for box in firsts) - max(box[1] + box[3] for box in tops)
    if apart > FAR or apart < -FAR / 2:
        found["far"] = -2.0
    return found


# ------------------------------------------------------------------------------------------------ cells before others


def evidence_of_fields(couples: Sequence[tuple[Piece, Piece]], width: int, known: Container[Make]) -> Evidence:
    """Whether the first pieces of couples are the labels of the second ones, as in a table of fields. ``known``: makes of labels
    that were found on the page before."""
    labels = [label for label, _ in couples]
    size = len(couples)
    texts = [piece.text.rstrip(": ") for piece in labels]
    colons = sum(label.text.endswith(":") or value.text.startswith(":") for label, value in couples)
    told = sum(label.mark >= 3 > value.mark or label.mark >= value.mark + 1 for label, value in couples)
    heads = sum(label.head > value.head for label, value in couples)
    found: Evidence = {"colons": 3.0 * colons / size, "marked": 3.0 * max(told, heads if heads == size else 0) / size}
    makes, theirs = {piece.make for piece in labels}, {value.make for _, value in couples}
    if len(makes) == 1 and makes.isdisjoint(theirs) and size > 1:
        found["apart"] = 1.5 if size < 3 else 2.0 if width == 2 else 3.5
        found["known"] = 1.0 if makes <= set(filter(known.__contains__, makes)) else 0.0
    found["values"] = -4.0 * sum(not could_label(text) for text in texts) / size
    found["numbers"] = -1.5 * (sum(any(map(str.isdigit, text)) for text in texts) * 4 > size)
    found["names"] = 1.0 if len({normalize(text) for text in texts}) >= 0.8 * size else -3.0
    kinds = {value.cell.type for _, value in couples if value.cell.filled}
    found["types"] = 1.5 if len(kinds) >= 3 and width == 2 else 0.0  # a column of a list has one type
    found["sums"] = -1.5 if kinds <= {"money", "number"} and size > 2 else 0.0  # of what the first cells name
    found["width"] = 0.0 if width == 2 else -0.5
    found["fetched"] = 2.0 if kinds == {"link"} else 0.0
    leads = sum(
        value.pressed and value.cell.type == "text" and not label.text.endswith(":") for label, value in couples
    )
    found["leads"] = -3.0 * leads / size  # places to go
    return found


# ------------------------------------------------------------------------------------------------ words before others


@dataclass(slots=True)
class Atom:
    """Words of a page that are no further parted, with what their place says."""

    text: str
    element: HtmlElement
    mark: float = 0.0
    inline: bool = False
    """It runs on in the line of what stands beside it."""
    kind: str = "text"
    """``text``, ``value`` (of a locked field), ``asked`` (a field to fill), ``break``."""
    make: Make = ("", "")
    again: float = 0.0
    """How far it comes again over other words, as labels do in cards."""

    @property
    def words(self) -> str:
        return self.text.rstrip(": ").strip(" ,;")

    @property
    def introduces(self) -> bool:
        """Plain words with a colon: what stands after them in bold is their value."""
        return self.inline and self.text.endswith(":")


def evidence_of_pair(
    label: Atom, value: Atom, alone: bool, regular: int, pressed: bool, opens: bool = False
) -> Evidence:
    """Whether words are the label of the words after them. ``alone``: an element holds both and nothing else; ``regular``: so many
    places of the page are made like this one, with other labels; ``pressed``: the label can be pressed; ``opens``: a line begins with it."""
    found: Evidence = {
        "colon": 3.0 if label.text.endswith(":") else 0.0,
        "marked": label.mark if value.mark < label.mark else 0.0 if regular > 1 else (label.mark - value.mark) / 2,
        "again": label.again,
        "opens": 0.5 if opens and label.mark >= 2 and not value.mark else 0.0,
        "alone": 0.5 if alone else 0.0,
    }
    if alone and label.make != value.make and (regular > 1 or not label.inline or label.make[1]):
        found["apart"] = 1.0
    found["regular"] = min(2.0, max(0, regular - 1)) if alone else 0.0
    if _CALLED_BELOW.search(_besides(value.make, label.make)):
        found["called"] = -3.0  # the class of a caption below
    if label.introduces:
        found["marked"] = max(0.0, found["marked"])
    kind = value_type(value.text)
    if kind in TELLING and kind != "code":
        found["typed"] = 0.5
    against = _evidence_against(label, value, pressed)
    if regular > REGULAR:
        against.pop("long", None)  # in a record one value may be
    return found | against


def _evidence_against(label: Atom, value: Atom, pressed: bool) -> Evidence:
    """What labels are not: values, sentences, things to press, titles of sections, words before long texts or other labels."""
    words, colon = label.words, label.text.endswith(":")
    found: Evidence = {}
    if not could_label(words):
        found["value"] = -6.0
    if _NUMBERED.search(words):
        found["numbered"] = -4.0  # the name of one record: "Concorrência 00008/2026"
    if pressed and not colon:
        found["pressed"] = -3.5
    if len(_ASIDE.sub("", words).split()) > LABEL_WORDS:
        found["sentence"] = -1.5
    if words.endswith((".", "!", "?")):
        found["said"] = -1.0
    if label.element.tag in ("h1", "h2", "h3"):
        found["section"] = -1.0
    if len(value.text) > 130 and label.mark < 2 and not colon:
        found["long"] = -2.0
    if value.text.endswith(":"):
        found["next"] = -4.0  # the label of what comes after it
    return found


def _besides(make: Make, other: Make) -> str:
    """The classes of a make that another one does not have."""
    return " ".join(name for name in make[1].split() if name not in other[1].split())


def evidence_of_reversed(value: Atom, label: Atom, regular: int, smaller: bool, typed: float) -> Evidence:
    """Whether words are the label of the words over them, as on cards of sums. ``smaller``: it is set in smaller letters;
    ``typed``: the share of such places that have a value of a type over other words."""
    found: Evidence = {"typed": 2.0 if value_type(value.text) in TELLING else 2.0 * typed}
    found["called"] = 2.0 if _CALLED_BELOW.search(_besides(label.make, value.make)) else 0.0
    found["smaller"] = 2.0 if smaller else 0.0
    marked = value_type(value.text) not in TELLING and not found["called"] and typed < 1
    found["marked"] = label.mark - value.mark if marked else 0.0
    found["again"] = label.again
    found["regular"] = min(1.0, 0.5 * max(0, regular - 1))
    found["value"] = 0.0 if could_label(label.words) else -6.0
    if any(map(str.isdigit, label.text)) or label.text.endswith(("?", ".")):
        found["said"] = -1.5
    return found
