"""Made-up values of the records, always the same for the same town, requirement, year and number."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from lab.national.dates import written
from lab.national.definition import Column, data
from lab.values import FIRMS, FIRST, TREES, money


@dataclass
class Record:
    """A row of a list: its year, date and number, what it was drawn from, and its values by key."""

    seed: str
    year: int
    when: date
    number: int
    values: dict[str, str] = field(default_factory=dict)

    def draw(self, key: str) -> random.Random:
        return random.Random(f"{self.seed}/{self.year}/{self.number}/{key}")

    @property
    def id(self) -> str:
        return f"{self.year}-{self.number}"


def plain(text: str) -> str:
    """Without accents and capitals."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def person(draw: random.Random) -> str:
    """A made-up name: surnames are trees."""
    return f"{draw.choice(FIRST)} {' '.join(draw.sample(TREES, 2))} {draw.choice(('da Silva', 'de Souza', 'Lima', 'Alves'))}"


def firm(draw: random.Random) -> str:
    return draw.choice(FIRMS).format(t=draw.choice(TREES))


def cnpj(draw: random.Random) -> str:
    """A number with wrong check digits."""
    return f"{draw.randint(10, 99)}.{draw.randint(100, 999)}.{draw.randint(100, 999)}/0001-00"


def name(draw: random.Random) -> str:
    return person(draw) if draw.random() < 0.5 else firm(draw)


def cents(draw: random.Random) -> int:
    return draw.randint(20_000, 90_000_000)


def salary(draw: random.Random) -> int:
    """In cents, from the minimum wage upwards."""
    return 151_800 + cents(draw) // 90


def amount(draw: random.Random) -> str:
    return money(cents(draw) / 100)


def count(draw: random.Random) -> int:
    return draw.randint(2, 90)


def share(record: Record, argument: str) -> str:
    """A part of another amount of the record: ``empenhado 90`` is 90 per cent of it."""
    key, part = argument.split()
    whole = cents(record.draw(key)) if key != "bruto" else salary(record.draw(key))
    return money(whole * int(part) // 100 / 100)


def refused(record: Record, argument: str) -> int:
    """How many of another number of the record were refused: one in so many."""
    key, one_in = argument.split()
    return count(record.draw(key)) // int(one_in)


def granted(record: Record, argument: str) -> int:
    return count(record.draw(argument.split()[0])) - refused(record, argument)


Maker = Callable[[Record, random.Random, str, list[str]], str]
"""Record, generator, argument, the list of that name → the value."""


def _file(record: Record, draw: random.Random, argument: str, choices: list[str]) -> str:
    return f"file:{record.id}"


def _amended(record: Record, draw: random.Random, argument: str, choices: list[str]) -> str:
    when = record.when + timedelta(days=20)
    return f"1º Termo Aditivo, {written(when)} – prorroga o prazo por 90 dias" if record.number % 3 else "Sem aditivos"


MAKERS: dict[str, Maker] = {
    "data": lambda r, d, a, c: written(r.when),
    "diaano": lambda r, d, a, c: written(r.when),
    "mes": lambda r, d, a, c: f"{r.when:%m/%Y}",
    "ano": lambda r, d, a, c: str(r.year),
    "num": lambda r, d, a, c: f"{r.number + 1:03d}/{r.year}",
    "seq": lambda r, d, a, c: f"{r.year % 100}{r.number + 1:05d}",
    "ordem": lambda r, d, a, c: f"{r.number + 1}º",
    "valor": lambda r, d, a, c: amount(d),
    "pessoa": lambda r, d, a, c: person(d),
    "empresa": lambda r, d, a, c: firm(d),
    "nome": lambda r, d, a, c: name(d),
    "cnpj": lambda r, d, a, c: cnpj(d),
    "qtd": lambda r, d, a, c: str(count(d)),
    "parte": lambda r, d, a, c: share(r, a),
    "salario": lambda r, d, a, c: money(salary(d) / 100),
    "deles": lambda r, d, a, c: str(granted(r, a)),
    "resto": lambda r, d, a, c: str(refused(r, a)),
    "pct": lambda r, d, a, c: f"{d.randint(10, 100)}%",
    "um": lambda r, d, a, c: d.choice(c),
    "serie": lambda r, d, a, c: c[r.number % len(c)],
    "alterna": lambda r, d, a, c: c[r.number % len(c)],
    "licitacao": lambda r, d, a, c: f"{d.choice(data('sections.yml')['lists']['licitacoes'])}/{r.year}",
    "saida": lambda r, d, a, c: "–" if r.number % 6 else written(r.when),
    "vigente": lambda r, d, a, c: "Vigente" if r.number % 2 else "Encerrado",
    "mascara": lambda r, d, a, c: f"{d.choice('ABCDJLM')}. {d.choice('ABFMRST')}. {d.choice('ALMS')}.",
    "mais": lambda r, d, a, c: written(r.when + timedelta(days=int(a))),
    "antes": lambda r, d, a, c: written(r.when - timedelta(days=d.randint(1, int(a)))),
    "arquivo": _file,
    "aditivo": _amended,
}


def fill(record: Record, columns: tuple[Column, ...], blank: set[str]) -> None:
    """Give the record its values; ``blank`` ones stay empty."""
    lists: dict[str, Any] = data("sections.yml")["lists"]
    for column in columns:
        kind, _, argument = column.maker.partition(":")
        choices = [str(one) for one in lists.get(argument, ())]
        made = MAKERS[kind](record, record.draw(column.key), argument, choices)
        record.values[column.key] = "" if column.key in blank else made
