"""Which of the options of a field is taken."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from transparency.extract.forms.dates import MONTHS, WRITTEN_YEAR, are_dated, month_of, names_month, number_of_month
from transparency.extract.forms.field_purposes import best_file, count_behind, is_placeholder, puts_out
from transparency.extract.forms.query_words import Period, QueryWords, has_term, says_side
from transparency.model import Field, Option
from transparency.text import normalize

Listed = tuple[int, Option, str]
"""Place of an option in its field, the option, and its text, normalised."""


@dataclass(frozen=True)
class Offered:
    """What a field offers."""

    real: list[Listed]
    """Options that are no invitation to choose."""
    now: Listed | None
    """The one that is chosen."""
    everything: Listed | None
    """The one that stands for all."""
    several: bool
    """More than one may be taken."""
    open_to_all: bool
    """A drawn list shows that nothing narrows it ("Todas"), which need not be one of its options."""
    undecided: bool
    """Nothing is chosen yet."""

    @property
    def blank(self) -> bool:
        """Whether a blank option is chosen, which often means all."""
        return self.now is not None and not self.now[2]

    @property
    def single(self) -> list[Listed]:
        """Options that do not stand for all."""
        return [o for o in self.real if o is not self.everything]


def offered_by(control: Field, options: Sequence[Listed], several: bool, words: QueryWords) -> Offered:
    """``options``: those of a field that may be taken; ``several``: of them more than one."""
    by_place = control.tag in ("select", "radio")
    said = normalize(str(control.value or ""))
    here = control.value if by_place else said
    now = next((o for o in options if (o[0] if by_place else o[2]) == here), None)
    # "Selecionar todos" is no invitation where several may be ticked
    boxes = control.tag == "boxes"
    real = [o for o in options if not is_placeholder(o[2], words) or (boxes and has_term(o[2], words.everything))]
    open_to_all = not (by_place or several) and has_term(said, words.everything) and not is_placeholder(said, words)
    return Offered(
        real,
        now,
        everything=next((o for o in real if has_term(o[2], words.everything)), None),
        several=several,
        open_to_all=open_to_all,
        undecided=(now is None and not open_to_all) or (now is not None and now not in real),
    )


def picked(
    control: Field, offered: Offered, asks: str, asked: Period, today: dt.date, words: QueryWords
) -> Listed | None:
    """The option to take in a field that ``asks`` for something (a kind of field); None to leave it as it is."""
    texts = [o[2] for o in offered.real]
    if asks == "year":
        return _year(offered, asked, today)
    if asks == "state":
        return next((o for o in offered.real if words.place.in_state(o[2])), None)
    if asks == "month":
        if are_dated(texts):
            return _month_of_year(offered.real, asked, today)
        return _month(normalize(control.caption), offered, asked, words)
    if asks == "entity":
        return _entity(offered, asked, words, control.required)
    if not asks and puts_out(texts, words):
        return next(o for o in offered.real if has_term(o[2], words.screen) and not has_term(o[2], words.formats))
    if not offered.undecided:
        return None
    if not asks and (file := best_file(texts, words)) is not None:
        return offered.real[file]
    # of several that may be ticked none often means all
    means_all = offered.several or offered.blank
    return offered.everything or (None if means_all and not control.required else offered.real[0])


def _year(offered: Offered, asked: Period, today: dt.date) -> Listed | None:
    """Years that say they hold nothing are passed over."""
    said = ((WRITTEN_YEAR.search(o[2]), o) for o in offered.real)
    years = sorted((-int(year.group()), o) for year, o in said if year and int(year.group()) <= today.year)
    if asked.exact:
        return next((o for year, o in years if -year == today.year - asked.back), None)
    years = [one for one in years if count_behind(one[1][1]) != 0] or years
    if years:
        return years[min(asked.back, len(years) - 1)][1]
    return (offered.everything or offered.real[0]) if offered.undecided else None


def _month_of_year(real: Sequence[Listed], asked: Period, today: dt.date) -> Listed | None:
    """Of the months of several years the last of a year that is over, which shows what the others are like; where that year
    is not offered, the last before."""
    dated = sorted(((said, o) for o in real if (said := month_of(o[2]))), key=lambda one: one[0], reverse=True)
    if asked.exact:
        return next((o for said, o in dated if said == (today.year - asked.back, asked.month)), None)
    over = [one for one in dated if one[0] < (today.year, today.month)] or dated
    return next((o for (year, _), o in over if year <= today.year - asked.back), over[-1][1] if over else None)


def _month(label: str, offered: Offered, asked: Period, words: QueryWords) -> Listed | None:
    """All months where they are asked for at once and offered so; of the fields of a range the first and the last. Else one:
    the first for this year, the last for the year before, then one amid them, as a list may have few records."""
    real, everything = offered.real, offered.everything
    if sum(names_month(o[2]) for o in real) == len(MONTHS):  # a calendar shows its year over them, which is none
        real = [o for o in real if names_month(o[2]) or o is everything]
    single = [o for o in real if o is not everything]
    if asked.month:
        return next((o for o in single if number_of_month(o[2]) == asked.month), None)
    if says_side(label, words.end) and not (everything and asked.whole_year):
        return real[-1]
    if says_side(label, words.start):
        return next(iter(single), real[0])
    if everything and asked.whole_year:
        return everything
    if not single or not (offered.undecided or asked != Period()):
        return None
    return single[(0, -1, len(single) // 2)[min(asked.back, 2)]]


def _entity(offered: Offered, asked: Period, words: QueryWords, required: bool) -> Listed | None:
    """All bodies of the town, or the town hall alone."""
    if offered.open_to_all and offered.everything is None:
        return None  # all are ticked, as its words sum up: the town's own would be left out
    town = next((o for o in offered.real if has_term(o[2], words.town)), None)
    if asked.together:
        means_all = offered.blank and not required
        return offered.everything or town or (offered.real[0] if offered.undecided and not means_all else None)
    free = offered.undecided or offered.now is offered.everything
    return town or (offered.single[0] if offered.single and free else None)
