"""What one may choose by, before records are shown."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from lab.forge.kit import Asking, Filters, Values, esc, options, year_of
from lab.forge.portal import Ask
from lab.forge.registry import part
from lab.values import MONTHS, TODAY


def ident(name: str) -> str:
    return re.sub(r"\W", "_", name)


def labelled(label: str, control: str, name: str) -> str:
    return f'<span class="campo"><label for="{ident(name)}">{label}</label> {control}</span> '


def select(asking: Asking, name: str, values: list[tuple[str, str]], default: str) -> str:
    full = asking.name(name)
    return f'<select name="{esc(full)}" id="{ident(full)}">{options(values, asking.value(name, default))}</select>'


def field(asking: Asking, name: str, default: str, kind: str = "text", more: str = "") -> str:
    full = asking.name(name)
    return (
        f'<input type="{kind}" name="{esc(full)}" id="{ident(full)}" value="{esc(asking.value(name, default))}" {more}>'
    )


def years(asking: Asking) -> str:
    return select(asking, "exercicio", [(str(y), str(y)) for y in asking.years], str(asking.year))


def pick(scope: Any, name: str, value: str) -> None:
    scope.locator(f'select[name$="{name}"]').first.select_option(value)


def day(text: str) -> date | None:
    found = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text.strip()) or re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text.strip())
    if not found:
        return None
    numbers = [int(n) for n in found.groups()]
    y, m, d = numbers if numbers[0] > 31 else reversed(numbers)
    try:
        return date(y, m, d)
    except ValueError:
        return None


@part("filters", "year", weight=2)
class Year(Filters):
    def controls(self, asking: Asking) -> str:
        return labelled("Exercício:", years(asking), asking.name("exercicio"))

    def choose(self, scope: Any, year: int) -> None:
        pick(scope, "exercicio", str(year))


@part("filters", "month-and-year", weight=2)
class MonthYear(Filters):
    """All months by default."""

    def controls(self, asking: Asking) -> str:
        months = [("0", "Todos"), *((str(n), m) for n, m in enumerate(MONTHS, 1))]
        return labelled("Mês", select(asking, "mes", months, "0"), asking.name("mes")) + labelled(
            "Ano", years(asking), asking.name("exercicio")
        )

    def read(self, values: Values, year: int) -> Ask:
        month = values.get("mes", "0")
        return Ask(year_of(values.get("exercicio", ""), year), month=int(month) if month.isdigit() else 0)

    def choose(self, scope: Any, year: int) -> None:
        pick(scope, "mes", "0")
        pick(scope, "exercicio", str(year))


@part("filters", "this-month")
class ThisMonth(Filters):
    """A month must be one of the twelve: this one at first."""

    def controls(self, asking: Asking) -> str:
        months = [(str(n), f"{n:02d} - {m}") for n, m in enumerate(MONTHS, 1)]
        return labelled("Ano:", years(asking), asking.name("exercicio")) + labelled(
            "Mês de referência:", select(asking, "mes", months, str(TODAY.month)), asking.name("mes")
        )

    def read(self, values: Values, year: int) -> Ask:
        month = values.get("mes", "")
        return Ask(year_of(values.get("exercicio", ""), year), month=int(month) if month.isdigit() else TODAY.month)

    def choose(self, scope: Any, year: int) -> None:
        pick(scope, "exercicio", str(year))
        pick(scope, "mes", "11" if year == TODAY.year else "12")


@part("filters", "dates", never={"query": ["auto-submit"]})
class Dates(Filters):
    """From and to, written as days; the present year at first."""

    kind = "text"

    def controls(self, asking: Asking) -> str:
        first, last = self.period(asking.year)
        more = 'maxlength="10" size="11" placeholder="dd/mm/aaaa"' if self.kind == "text" else ""
        return labelled("Data inicial:", field(asking, "de", first, self.kind, more), asking.name("de")) + labelled(
            "Data final:", field(asking, "ate", last, self.kind, more), asking.name("ate")
        )

    def period(self, year: int) -> tuple[str, str]:
        return f"01/01/{year}", f"31/12/{year}"

    def read(self, values: Values, year: int) -> Ask:
        default = self.period(year)
        first, last = day(values.get("de", default[0])), day(values.get("ate", default[1]))
        if first and last:
            return Ask(first=first, last=last)
        return Ask(complete=False, complaint="Informe a data inicial e a data final (dd/mm/aaaa).")

    def choose(self, scope: Any, year: int) -> None:
        for name, value in zip(("de", "ate"), Dates.period(self, year), strict=True):
            d, m, y = value.split("/")
            scope.locator(f'.campo input[name$="{name}"]').first.fill(value if self.kind == "text" else f"{y}-{m}-{d}")


@part("filters", "empty-dates", never={"query": ["auto-submit", "none"]})
class EmptyDates(Dates):
    """The same, but empty, and nothing without them."""

    def controls(self, asking: Asking) -> str:
        more = 'size="11" placeholder="__/__/____"'
        return labelled("Período de", field(asking, "de", "", "text", more), asking.name("de")) + labelled(
            "até", field(asking, "ate", "", "text", more), asking.name("ate")
        )

    def read(self, values: Values, year: int) -> Ask:
        first, last = day(values.get("de", "")), day(values.get("ate", ""))
        if first and last:
            return Ask(first=first, last=last)
        return Ask(complete=False, complaint="Preencha o período da consulta.")


@part("filters", "date-pickers", never={"query": ["auto-submit"]})
class DatePickers(Dates):
    kind = "date"

    def period(self, year: int) -> tuple[str, str]:
        return f"{year}-01-01", f"{year}-12-31"


@part("filters", "unit-and-year")
class UnitYear(Filters):
    """A unit, where all is one of the choices."""

    first = ("", "Todas as Unidades Gestoras")

    def controls(self, asking: Asking) -> str:
        units = [self.first, ("1", "Prefeitura Municipal"), ("2", "Fundo Municipal de Saúde")]
        return labelled("Unidade Gestora:", select(asking, "unidade", units, ""), asking.name("unidade")) + labelled(
            "Exercício:", years(asking), asking.name("exercicio")
        )

    def read(self, values: Values, year: int) -> Ask:
        return Ask(year_of(values.get("exercicio", ""), year), every=3 if values.get("unidade") == "2" else 1)

    def choose(self, scope: Any, year: int) -> None:
        pick(scope, "unidade", "1")
        pick(scope, "exercicio", str(year))


@part("filters", "unit-must-be-chosen", never={"query": ["none"]})
class UnitFirst(UnitYear):
    """A unit must be chosen."""

    first = ("", "Selecione...")

    def read(self, values: Values, year: int) -> Ask:
        if not values.get("unidade"):
            return Ask(complete=False, complaint="Selecione a unidade gestora.")
        return super().read(values, year)


@part("filters", "radio")
class Radio(Filters):
    """A round button for each year."""

    def controls(self, asking: Asking) -> str:
        name = asking.name("exercicio")
        return (
            '<span class="campo">Ano: '
            + "".join(
                f'<label><input type="radio" name="{esc(name)}" value="{y}"{" checked" if y == asking.year else ""}> {y}</label> '
                for y in asking.years
            )
            + "</span>"
        )

    def choose(self, scope: Any, year: int) -> None:
        scope.locator(f'input[type=radio][value="{year}"]').first.check()


@part("filters", "text-and-year", never={"query": ["auto-submit"]})
class TextYear(Filters):
    """A year to be written, and words to search for."""

    def controls(self, asking: Asking) -> str:
        year = asking.value("exercicio", str(asking.year))
        return labelled(
            "Ano (aaaa):", field(asking, "exercicio", year, "text", 'size="5" maxlength="4"'), asking.name("exercicio")
        ) + labelled("Contendo:", field(asking, "busca", "", "text", 'size="30"'), asking.name("busca"))

    def choose(self, scope: Any, year: int) -> None:
        scope.locator('input[name$="exercicio"]').first.fill(str(year))


@part("filters", "year-number", never={"query": ["auto-submit"]})
class YearNumber(Filters):
    """A number with little arrows, and what must be shown as a tick."""

    def controls(self, asking: Asking) -> str:
        year = asking.value("exercicio", str(asking.year))
        more = f'min="{min(asking.years)}" max="{max(asking.years)}"'
        tick = f'<label><input type="checkbox" name="{esc(asking.name("consolidar"))}" value="1" checked> Consolidar</label>'
        return (
            labelled("Exercício financeiro", field(asking, "exercicio", year, "number", more), asking.name("exercicio"))
            + tick
        )

    def choose(self, scope: Any, year: int) -> None:
        scope.locator('input[name$="exercicio"]').first.fill(str(year))
