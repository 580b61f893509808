"""Statements that there was none ("Não houve concessão de diárias em 2026"), with the period that they speak of and their date."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from transparency.aspects.blocks import Block, blocks_of
from transparency.aspects.case import Case
from transparency.aspects.dates import When, periods
from transparency.aspects.labels import holds
from transparency.aspects.seen import Sight
from transparency.text import normalize

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?;](?=\s+[A-ZÀ-Ý\d]|\s*$)|\n|$)")
LONGEST = 700


@dataclass(frozen=True, eq=False)
class Statement:
    """A sentence that says that there was none."""

    sight: Sight
    text: str
    period: tuple[When, ...]
    """The years, months or days from and to that it speaks of."""
    dated: dt.date | None
    """When it was made or renewed; None where it does not say."""
    stamped: bool = False
    """The only date is that of today: it may be the clock's."""

    def years(self, today: dt.date) -> set[int]:
        """The years that it speaks of."""
        found = {year for when in self.period for year in range(when.first.year, when.last.year + 1)}
        whole = range(min(found), max(found) + 1) if _is_range(self.text) and found else found
        return {year for year in whole if year <= today.year}


def _is_range(text: str) -> bool:
    """Whether the periods of a sentence are from one to another ("de 2023 a 2026", "entre …")."""
    return bool(
        re.search(r"\d\s*(?:a|ate|e|-)\s*(?:o ano de )?(?:\d|[a-z]+ de \d)", normalize(text).replace(" e ", " a "))
    )


def statements(case: Case) -> list[Statement]:
    """The statements on the places of a requirement, the most complete first."""
    every = [statement for sight in case.seen for statement in _on(case, sight)]
    said = {one for statement in every for one in _kinds_denied(case, statement.text)}
    found = [one for one in every if not _kinds_denied(case, one.text) or said >= {*case.requirement.none_of}]
    return sorted(found, key=lambda one: (not one.period, one.dated is None))


def _kinds_denied(case: Case, text: str) -> list[tuple[str, ...]]:
    """Of what the requirement asks of apart, that which a statement names."""
    return [one for one in case.requirement.none_of if case.labels.tells(text, one)]


def _on(case: Case, sight: Sight) -> Iterator[Statement]:
    for block in blocks_of(sight):
        if block.region == "footer" or case.is_neighbour(" ".join(block.headings[-1:])):
            continue
        for sentence in _SENTENCE.findall(block.text):
            if says_none(case, sentence) and not case.is_neighbour(sentence):
                yield _read(case, sight, block, sentence.strip())


def says_none(case: Case, sentence: str) -> bool:
    """Whether a sentence is a statement that there was none, and not what a query says that found nothing, nor a row with a cell
    that says "Nenhum"."""
    if len(sentence) > LONGEST or holds(normalize(sentence), case.words.none_found):
        return False
    told = (normalize(cell) for cell in sentence.split("\t"))
    return any(len(cell.split()) >= 3 and holds(cell, case.words.none_said) for cell in told)


def _read(case: Case, sight: Sight, block: Block, sentence: str) -> Statement:
    """A sentence with its period and its date, which may stand beside it."""
    beside = f"{' '.join(block.headings)}\n{block.text}"
    made, rest = _dates_behind(case, sentence)
    around, _ = _dates_behind(case, beside)
    days = [day for day in (*made, *around) if day <= case.today]
    period = [when for when in periods(rest, case.words, numeric=True) if when.first <= case.today]
    outside = [] if period else _period_beside(case, block, sentence)
    dated = max((day for day in days if day < case.today), default=None)
    if dated is None:
        dated = _own_day(case, block, sentence, period or outside)
    return Statement(
        sight, " ".join(sentence.split()), tuple(period or outside), dated, dated is None and case.today in days
    )


def _dates_behind(case: Case, text: str) -> tuple[list[dt.date], str]:
    """The days that stand behind words like "atualizado em", and the text without them."""
    days: list[dt.date] = []
    rest = text
    for when in periods(text, case.words):
        if when.unit != "day":
            continue
        place = place_of(rest, when.words)
        before = normalize(rest[max(0, place - 45) : place]) if place >= 0 else ""
        if ends_with(before, (*case.words.updates, *case.words.stamps)):
            days.append(when.last)
            rest = f"{rest[:place]} {rest[place + len(when.words) :]}"
    return days, rest


def place_of(text: str, words: str) -> int:
    """Where words that were found in a text without accents stand in it; -1 where they do not."""
    return _unaccented(text).find(_unaccented(words))


class _Unaccented(dict[int, str]):
    """Characters and what stands for them without accents, in as many places; filled as they turn up."""

    def __missing__(self, code: int) -> str:
        plain = normalize(chr(code))
        self[code] = found = plain if len(plain) == 1 else chr(code)
        return found


_UNACCENTED = _Unaccented()


def _unaccented(text: str) -> str:
    return text.translate(_UNACCENTED)


def ends_with(text: str, endings: tuple[str, ...]) -> bool:
    """Whether a normalised text ends in one of some phrases, whatever small word stands behind it."""
    bare = re.sub(r"(?:\s(?:em|no|dia|de|a|o|ate|as|do))+$", "", text)
    return any(f" {one}".endswith(f" {end}") for one in (text, bare) for end in endings)


def _period_beside(case: Case, block: Block, sentence: str) -> list[When]:
    """The periods that the headings name, or the other sentences of its block."""
    for text in (*reversed(block.headings), block.text.replace(sentence, " ")):
        _, rest = _dates_behind(case, text)
        found = [when for when in periods(rest, case.words) if when.first <= case.today and when.unit != "day"]
        if found:
            return found
    for line in _SENTENCE.findall(block.text):  # "Período de referência: 01/01/2023 a 19/11/2026."
        _, rest = _dates_behind(case, line)
        days = [when for when in periods(rest, case.words) if when.unit == "day" and when.first <= case.today]
        if len(days) > 1 and _is_range(rest):
            return days
    return []


def _own_day(case: Case, block: Block, sentence: str, period: list[When]) -> dt.date | None:
    """The day by which a statement is dated without a word before it: "até 20/11/2026", "Município, 10 de novembro de 2026"."""
    days = [when.last for when in period if when.unit == "day"]
    others = periods(block.text.replace(sentence, " "), case.words)
    days += [when.last for when in others if when.unit == "day"]
    return max((day for day in days if day < case.today), default=None)


def is_whole(statement: Statement) -> bool:
    """Whether a statement has both a period and a date."""
    return bool(statement.period) and statement.dated is not None


def lack(statement: Statement) -> str:
    """What a statement does not say (Portuguese)."""
    gone = [name for name, there in (("o período", statement.period), ("a data", statement.dated)) if not there]
    return " nem ".join(gone)
