"""Labels on pages of a criterion that no term explains: any of them may name what would be said to be absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from transparency.classify.assignment import Assignment
from transparency.classify.compatibility import agrees, compatible
from transparency.classify.topics import Topics
from transparency.extract.forms.dates import names_month
from transparency.extract.values import is_action, is_period, says_nothing_there
from transparency.items import Column, RecordSet, Unread
from transparency.matrix import Item
from transparency.text import normalize

NAMES = 0.9
"""A term that a label says so well explains it."""
_COUNTS = re.compile(r"(?:qtd|qtde|quant|quantidade|quantitativo)s? ")
"""How labels begin that say how many of something there are ("Qtd. empenhos"), which is no item's."""
LONGEST = 60
"""What is longer is a sentence, and no label."""
_FORMS = (frozenset({"money"}), frozenset({"cpf", "cnpj"}))
"""What values look like of items that have one form of their own."""
_LETTERS = re.compile(r"[^\W\d_]{2}")


Said = tuple[str, int, tuple[str, ...]]
"""Label, filled rows and first values of a column: what stands on pages of several criteria is no criterion's (a coat of arms beside
the name of the town, a notice)."""


def said_by(column: Column) -> Said:
    """What a column says, wherever it stands."""
    return normalize(column.label), column.filled, column.samples


def unread_of(record_set: RecordSet, assignment: Assignment, topics: Topics) -> Iterator[Unread]:
    """What a record set holds besides the items that were found in it, and no term of the matrix explains. A set whose columns alone
    speak against the criterion that its page is about may be one of that criterion all the same, unless it is a bare pair of label
    and value: a page has such of its own."""
    own = "" if record_set.shape == "details" else assignment.about
    for criterion in assignment.scores or filter(None, (own,)):
        read = {match.column for match in assignment.matches[criterion]} if assignment.scores else set()
        rest = (column for n, column in enumerate(record_set.columns) if n not in read)
        for column in filter(_tells, rest):
            if hinted := _hinted(column, criterion, topics):
                yield Unread(criterion, column, hinted)
            elif not _is_known(column, criterion, topics):
                yield Unread(criterion, column)


def one_that_may_be(item: Item, unread: Sequence[Unread]) -> Unread | None:
    """The first column that may be an item of its criterion, by what its values look like, or that may tell it in other words; None
    where there is none."""
    return next((one for one in unread if (one.item == item.key if one.item else _may_be(one.column, item))), None)


def _may_be(column: Column, item: Item) -> bool:
    """Whether values look like an item's. What is known by its form (a sum, the number of a person or firm) has that form, and a
    document is nothing that is only read; where it is known how an item's values begin, none that begins otherwise is one."""
    if item.document:
        return False
    form = next((form for form in _FORMS if not form.isdisjoint(item.types)), None)
    if form is not None:
        return column.value_type in form
    if not item.types or not compatible(column, item.types):
        return False
    return not item.values or agrees(column, item.values) is not False


def _tells(column: Column) -> bool:
    """Whether a column is a label over data: what opens or fetches something says by its own words what that is, and what a page
    denies is no name."""
    label = column.label
    if not _LETTERS.search(label) or len(label) > LONGEST or _COUNTS.match(normalize(label)):
        return False
    if any(says(label) for says in (is_action, is_period, says_nothing_there)) or names_month(normalize(label)):
        return False
    return column.filled > 0 and column.value_type not in ("link", "empty")


def _hinted(column: Column, criterion: str, topics: Topics) -> str:
    """The item that a label may tell in other words; "" for none."""
    matcher = topics.matcher
    return next((key for key, terms in matcher.hints[criterion] if matcher.names(column.label, terms) >= NAMES), "")


def _is_known(column: Column, criterion: str, topics: Topics) -> bool:
    """Whether a label is an item's of any criterion (which its values or its place have denied), or known to be none."""
    matcher = topics.matcher
    if any(matcher.readings(column.label, one.id) for one in topics.matrix.criteria):
        return True
    known = (*matcher.besides[criterion], *matcher.anchors[criterion], *matcher.aggregates[criterion])
    return matcher.names(column.label, known) >= NAMES or any(
        matcher.names(column.label, terms) >= NAMES for terms in matcher.subjects.values()
    )
