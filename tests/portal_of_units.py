"""A portal whose list shows the bids of one body of the town at a time: the town hall, and two funds. Of a second list each body has the
same rows, and a third one offers all bodies at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from flask import Flask, request

NOW = dt.date.today()
YEARS = (NOW.year, NOW.year - 1)
BODIES = ("Prefeitura Municipal", "Fundo Municipal de Saúde", "Fundo Municipal de Educação")
ASKED: list[str] = []
"""What was answered, in its order."""
PER_PAGE = 3


def bids(body: str, year: int) -> list[list[str]]:
    """The rows of a body; the last one has none of the year before."""
    number = BODIES.index(body)
    count = 0 if number == 2 and year == YEARS[1] else 5 - number
    return [
        [f"{number}{n:02d}/{year}", "Pregão", f"Objeto {n} de {body}", f"{n + 1:02d}/02/{year}"] for n in range(count)
    ]


def expense(year: int) -> list[list[str]]:
    """The rows that each body is said to have."""
    return [[f"{n:04d}/{year}", f"{n + 1:02d}/02/{year}", f"Credor {n} Ltda", f"{n}00,00"] for n in range(1, 5)]


def revenue(year: int) -> list[list[str]]:
    """The rows of all bodies."""
    return [[f"1.1.{n}", f"Imposto {n} de {year}", "2.000,00", f"{n}50,00"] for n in range(1, 4)]


def _page(title: str, body: str) -> str:
    menu = "<nav><a href='/licitacoes'>Licitações</a> <a href='/despesas'>Despesas</a> <a href='/receitas'>Receitas</a></nav>"
    return f"<!DOCTYPE html><html lang='pt-BR'><title>{title}</title>{menu}<h1>{title}</h1>{body}</html>"


def _form(to: str, bodies: Sequence[str], body: str, year: int) -> str:
    def options(texts: Sequence[object], chosen: object) -> str:
        return "".join(f"<option{' selected' * (text == chosen)}>{text}</option>" for text in texts)

    return (
        f"<form action='{to}'><label>Unidade gestora <select name=ug>{options(bodies, body)}</select></label> "
        f"<label>Exercício <select name=ano>{options(YEARS, year)}</select></label> <button>Consultar</button></form>"
    )


def _table(labels: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{label}</th>" for label in labels)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        if rows
        else "<p>Nenhum registro encontrado.</p>"
    )


def portal(app: Flask) -> None:
    """The portal."""

    @app.get("/")
    def home() -> str:
        return _page("Portal da Transparência", "<p>Bem-vindo ao portal.</p>")

    @app.get("/licitacoes")
    def of_bids() -> str:
        body, year, page = (
            request.args.get("ug", ""),
            request.args.get("ano", YEARS[0], int),
            request.args.get("p", 1, int),
        )
        form = _form("/licitacoes", ("Selecione", *BODIES), body, year)
        if body not in BODIES:
            return _page("Licitações", f"{form}<p>Selecione a unidade gestora.</p>" if body else form)
        ASKED.append(f"{body} {year} {page}")
        every = bids(body, year)
        pages = -(-len(every) // PER_PAGE)
        links = " ".join(f"<a href='?ug={body}&ano={year}&p={n}'>{n}</a>" for n in range(1, pages + 1) if n != page)
        told = f"<p>{len(every)} registros</p><div>{links}</div>" if every else ""
        labels = ["Nº da licitação", "Modalidade", "Objeto", "Data de publicação"]
        return _page("Licitações", form + _table(labels, every[(page - 1) * PER_PAGE : page * PER_PAGE]) + told)

    @app.get("/despesas")
    def of_expense() -> str:
        body, year = request.args.get("ug", BODIES[0]), request.args.get("ano", YEARS[0], int)
        ASKED.append(f"despesas {body} {year}")
        labels = ["Nº do empenho", "Data do empenho", "Credor", "Valor empenhado"]
        return _page("Despesa orçamentária", _form("/despesas", BODIES, body, year) + _table(labels, expense(year)))

    @app.get("/receitas")
    def of_revenue() -> str:
        body, year = request.args.get("ug", "Todas"), request.args.get("ano", YEARS[0], int)
        ASKED.append(f"receitas {body} {year}")
        labels = ["Código da receita", "Descrição", "Valor previsto", "Valor arrecadado"]
        return _page(
            "Receita orçamentária", _form("/receitas", ("Todas", *BODIES), body, year) + _table(labels, revenue(year))
        )
