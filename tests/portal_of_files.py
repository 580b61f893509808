"""A portal of bids that hands out each list as a file, too; what the file says may be wrong in ways of which a test chooses."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from flask import Flask, Response, request
from openpyxl import Workbook

NOW = dt.date.today()
YEARS = (NOW.year, NOW.year - 1)
LABELS = ("Nº da licitação", "Modalidade", "Objeto", "Data de publicação", "Valor estimado", "Ações")
OFFICES = ("Saúde", "Educação", "Obras")
ALL, PER_PAGE = 23, 5
ASKED: list[str] = []
"""What was answered, in its order."""
STATE: dict[str, Any] = {}
"""``counts``: the portal counts its rows; ``kind`` of the file; ``menu``: it stands behind a button; ``wrong``: what is wrong with it; ``deaf``:
every year shows the present one."""


def reset(**state: Any) -> None:
    """Begin anew."""
    ASKED.clear()
    STATE.clear()
    STATE.update({"counts": True, "kind": "csv", "menu": False, "deaf": False, "wrong": "", **state})


def bid(year: int, number: int) -> list[Any]:
    """A bid, as a file has it: a day and an amount are values."""
    kind = "Pregão eletrônico" if number % 2 else "Dispensa"
    day = dt.date(year, 1 + number % 9, 1 + number % 28)
    return [f"{number:03d}/{year}", kind, f"Aquisição de material {number}", day, number * 1000.5]


def shown(cells: Sequence[Any]) -> list[str]:
    """As the screen has it."""
    return [*cells[:3], cells[3].strftime("%d/%m/%Y"), brazilian(cells[4]), "Ver"]


def brazilian(amount: float) -> str:
    """An amount as people write it."""
    return "R$ " + f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def bids(year: int) -> list[list[Any]]:
    """All of a year."""
    return [bid(year, number + 1) for number in range(ALL if year == YEARS[0] else ALL - 4)]


def lines(year: int) -> list[list[Any]]:
    """What the file says."""
    rows = [[*cells, f"Secretaria Municipal de {OFFICES[n % 3]}", f"P-{n}"] for n, cells in enumerate(bids(year))]
    match STATE["wrong"]:
        case "short":
            rows = rows[:PER_PAGE]
        case "other year":
            rows = [[*cells, "", ""] for cells in bids(YEARS[0])]
        case "all years":
            rows = [[*cells, "", ""] for one in YEARS for cells in bids(one)]
        case "swapped":
            rows = [[row[0], row[2], row[1], *row[3:]] for row in rows]
    labels = [*LABELS[:5], "Setor interessado", "Protocolo"]
    if STATE["wrong"] == "no column":
        labels, rows = labels[:3] + labels[4:], [row[:3] + row[4:] for row in rows]
    return [labels, *rows]


def as_file(year: int) -> Response:
    """The file."""
    if STATE["wrong"] == "page":
        return Response(_page("Exportação", "<p>O arquivo será enviado por e-mail.</p>"))
    made = lines(year)
    kind = STATE["kind"]
    if kind == "xlsx":
        book = Workbook()
        book.active.append(["Relação de licitações"])
        for line in made:
            book.active.append(line)
        book.active.append(["Total", "", "", "", sum(line[4] for line in made[1:])])
        out = BytesIO()
        book.save(out)
        body = out.getvalue()
    elif kind == "json":
        body = json.dumps({"dados": [dict(zip(made[0], map(_plain, line), strict=True)) for line in made[1:]]}).encode()
    else:
        body = "\r\n".join(";".join(map(str, map(_plain, line))) for line in made).encode("cp1252")
    named = {"Content-Disposition": f'attachment; filename="licitacoes.{kind}"'}
    return Response(body, mimetype="application/octet-stream", headers=named)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value


def portal(app: Flask) -> None:
    """The portal."""

    @app.get("/")
    def home() -> str:
        return _page("Portal da Transparência", "<p>Bem-vindo.</p>")

    @app.get("/arquivo")
    def file() -> Response:
        year = request.args.get("ano", YEARS[0], int)
        ASKED.append(f"arquivo {year}")
        return as_file(YEARS[0] if STATE["deaf"] else year)

    @app.get("/licitacoes")
    @app.get("/licitacoes/<int:year>")
    def listed(year: int = YEARS[0]) -> str:
        page = request.args.get("p", 1, int)
        ASKED.append(f"{year} {page}")
        shown_year, year = year, YEARS[0] if STATE["deaf"] else year
        every = bids(year)
        rows = [shown(cells) for cells in every[(page - 1) * PER_PAGE : page * PER_PAGE]]
        bar = " ".join(
            f"<a href='/licitacoes/{one}'>{one}</a>" if one != shown_year else f"<b>{one}</b>" for one in YEARS
        )
        pages = -(-len(every) // PER_PAGE)
        links = " ".join(f"<a href='/licitacoes/{year}?p={n}'>{n}</a>" for n in range(1, pages + 1) if n != page)
        told = f"<p>Total: {len(every)} registros</p>" if STATE["counts"] else ""
        return _page("Licitações", f"<div>{bar}</div>{_offer(year)}{_table(rows)}{told}<div>{links}</div>")


def _offer(year: int) -> str:
    kind = STATE["kind"]
    link = f"<a href='/arquivo?ano={year}'>{kind.upper()}</a>"
    if not kind:
        return ""
    if not STATE["menu"]:
        return link
    script = f"document.getElementById('m').innerHTML=&quot;<a href='/arquivo?ano={year}'>{kind.upper()}</a>&quot;"
    return f'<button type="button" onclick="{script}">Exportar</button><div id="m"></div>'


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{label}</th>" for label in LABELS)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _page(title: str, body: str) -> str:
    return f"<!DOCTYPE html><html lang='pt-BR'><title>{title}</title><nav><a href='/licitacoes'>Licitações</a></nav><h1>{title}</h1>{body}</html>"
