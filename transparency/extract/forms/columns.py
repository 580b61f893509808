"""Fields that choose what is said of each record."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from transparency.extract.forms.field_purposes import field_kind, is_facet, is_placeholder, takes_several
from transparency.extract.forms.query_words import PRESSED, Choice, QueryWords, has_term
from transparency.model import Field, Option
from transparency.text import normalize

LEAST_COLUMNS = 3
"""So many labels of items a field, or a form, offers that chooses columns without saying so."""
EVERY_COLUMN = "todas"
"""What is chosen in such a field, in the words of a report."""


def chooses_columns(control: Field, words: QueryWords) -> bool:
    """Whether a field lets a visitor choose what is said of each record, and narrows nothing: several of its options may be
    taken, and its label says so, or most of them are labels of items."""
    options = control.options
    if control.columns:
        return True
    if not takes_several(control) or len(options) < 2 or field_kind(control, words) or is_facet(control):
        return False
    return has_term(normalize(control.label), words.columns) or _labels(control, words) >= max(
        LEAST_COLUMNS, len(options) / 2
    )


def mark_columns(controls: Iterable[Field], words: QueryWords) -> list[Field]:
    """The fields of a form, those marked that choose ``columns`` together: lists that are parted by what they are about, and
    single boxes beside them."""
    marked = [copy(control) for control in controls]
    parts = [c for c in marked if _is_part(c, words)]
    if any(chooses_columns(c, words) for c in marked) or sum(_labels(c, words) for c in parts) >= LEAST_COLUMNS:
        for control in parts:
            control.columns = True
    return marked


def without_toggles(controls: Iterable[Field], words: QueryWords) -> list[Field]:
    """The fields of a form that ask for something: what is pressed there, or moved from list to list, does where it chooses
    columns."""
    return [c for c in mark_columns(controls, words) if not is_drawn(c) or chooses_columns(c, words)]


def is_drawn(control: Field) -> bool:
    """Whether a field is no field of a form: its options are pressed, or moved from list to list."""
    return control.type == PRESSED or control.tag == "pick"


def _is_part(control: Field, words: QueryWords) -> bool:
    told = len(control.options or [control])
    free = not field_kind(control, words) and not is_facet(control)
    return (control.type == "checkbox" or takes_several(control)) and free and 2 * _labels(control, words) >= told


def _labels(control: Field, words: QueryWords) -> int:
    """How many options of a field, or the box that it is, are labels of items."""
    texts = [option.text for option in control.options] or [control.label]
    return sum(normalize(text) in words.labels for text in texts)


def all_columns(control: Field, label: str, words: QueryWords) -> Choice | None:
    """All options of a field that chooses columns, the one that stands for all first; nothing of a list that another fills."""
    if control.filled:
        return None
    ticked = control.ticked or [n for n, option in enumerate(control.options) if option.taken]
    left = [(n, o) for n, o in enumerate(control.options) if n not in ticked and not o.disabled]
    left = [(n, o) for n, o in left if not is_placeholder(normalize(o.text), words) or _every(o, words)]
    if not left:
        return None
    if control.tag == "select":
        return Choice(((*sorted({*ticked, *(n for n, _ in left)}),),), label, EVERY_COLUMN)
    if control.tag == "pick":
        return Choice(control.path, label, EVERY_COLUMN)
    left.sort(key=lambda one: not _every(one[1], words))
    boxes = control.tag == "boxes"
    return Choice(tuple((o.value, True) if boxes else o.value for _, o in left), label, EVERY_COLUMN)


def _every(option: Option, words: QueryWords) -> bool:
    return has_term(normalize(option.text), words.everything)
