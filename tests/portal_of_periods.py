"""A portal that asks for a period in three ways: its revenue by a form of years and months, its expenses by links of years, its bids
by two days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from flask import Flask, request

MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
NOW = dt.date.today()
YEARS = (NOW.year, NOW.year - 1, NOW.year - 2)
ASKED: list[str] = []
"""The queries that were answered, in their order."""
PER_PAGE = 3
MORE: list[int] = []
"""Numbers of rows that were added to each answer of the revenue."""


def revenue(year: int, month: int) -> list[list[str]]:
    """The rows of a month; the oldest year has none."""
    rows = 0 if year == YEARS[-1] else 2 + month % 2
    made = [[f"1.1.{n}", f"Imposto {n} de {month:02d}/{year}", "2.000,00", f"{n}{month:02d},50"] for n in range(rows)]
    return made + [[f"9.9.{n}", f"Multa {n} de {month:02d}/{year}", "1.000,00", f"{n},00"] for n in MORE]


def expense(year: int) -> list[list[str]]:
    """The rows of a year."""
    return [
        [f"{n:04d}/{year}", f"{n + 1:02d}/02/{year}", f"Credor {n} Ltda", f"{n}00,00"]
        for n in range(1, 5 - YEARS.index(year))
    ]


def bids(first: str, last: str) -> list[list[str]]:
    """The rows between two days."""
    every = [(f"{year}-{month:02d}-10", f"{month:03d}/{year}") for year in YEARS for month in (2, 5, 8)]
    return [[number, "Pregão", f"Objeto {number}", f"10/{day[5:7]}/{day[:4]}"] for day, number in every if first <= day <= last]  # fmt: skip


def _table(labels: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{label}</th>" for label in labels)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else "<p>Nenhum registro encontrado.</p>"  # fmt: skip


def _page(title: str, body: str) -> str:
    menu = "<nav><a href='/receitas'>Receitas</a> <a href='/despesas'>Despesas</a> <a href='/licitacoes'>Licitações</a></nav>"  # fmt: skip
    return f"<!DOCTYPE html><html lang='pt-BR'><title>{title}</title>{menu}<h1>{title}</h1>{body}</html>"


def _select(name: str, label: str, options: Sequence[tuple[str, str]], chosen: str) -> str:
    made = "".join(f"<option value='{value}'{' selected' * (value == chosen)}>{text}</option>" for value, text in options)  # fmt: skip
    return f"<label>{label} <select name={name}>{made}</select></label>"


def portal(app: Flask) -> None:
    """The portal."""

    @app.get("/")
    def home() -> str:
        return _page("Portal da Transparência", "<p>Bem-vindo ao portal.</p>")

    @app.get("/receitas")
    def of_revenue() -> str:
        year, month, page = (
            request.args.get(name, given, int) for name, given in (("ano", YEARS[0]), ("mes", 1), ("p", 1))
        )
        if "ano" in request.args:
            ASKED.append(f"receitas {year}-{month:02d} {page}")
        form = "".join(
            [
                "<form action='/receitas'>",
                _select("ano", "Exercício", [(str(one), str(one)) for one in YEARS], str(year)),
                _select("mes", "Mês", [(str(n), name) for n, name in enumerate(MONTHS, 1)], str(month)),
                "<button>Consultar</button></form>",
            ]
        )
        every = revenue(year, month)
        rows = every[(page - 1) * PER_PAGE : page * PER_PAGE]
        pages = -(-len(every) // PER_PAGE)
        links = " ".join(f"<a href='?ano={year}&mes={month}&p={n}'>{n}</a>" for n in range(1, pages + 1) if n != page)
        labels = ["Código da receita", "Descrição", "Valor previsto", "Valor arrecadado"]
        told = f"<p>{len(every)} registros</p><div>{links}</div>" if rows else ""
        return _page("Receita orçamentária", form + _table(labels, rows) + told)

    @app.get("/despesas")
    @app.get("/despesas/<int:year>")
    def of_expense(year: int = YEARS[0]) -> str:
        ASKED.append(f"despesas {year}")
        bar = " ".join(f"<a href='/despesas/{one}'>{one}</a>" if one != year else f"<b>{one}</b>" for one in YEARS)
        labels = ["Nº do empenho", "Data do empenho", "Credor", "Valor empenhado"]
        return _page("Despesa orçamentária", f"<div>{bar}</div>{_table(labels, expense(year))}")

    @app.get("/licitacoes")
    def of_bids() -> str:
        first, last = request.args.get("de", ""), request.args.get("ate", "")
        form = f"""<form action='/licitacoes'><label>Data inicial <input type=date name=de value='{first}'></label>
            <label>Data final <input type=date name=ate value='{last}'></label><button>Pesquisar</button></form>"""
        if not first:
            return _page("Licitações", form)
        ASKED.append(f"licitacoes {first} {last}")
        labels = ["Nº da licitação", "Modalidade", "Objeto", "Data de publicação"]
        return _page("Licitações", form + _table(labels, bids(first, last)))
