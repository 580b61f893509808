"""Ten small portals whose answers depend on the session, on the moment or on the load: unchanged, each is to be judged alike every time."""

from __future__ import annotations

import csv
import random
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from audited import served
from flask import Flask, Response, request, session
from portal_composed import compose
from portal_of_towns import TABLES
from test_portals_year_at_the_door import LISTS
from test_portals_year_at_the_door import portal as with_a_door
from test_sessions_that_race import keeping, racing

YEARS = ("2026", "2025", "2024")
EMPTY = "<p>Nenhum registro encontrado.</p>"


def rows_of(name: str, first: int = 1, last: int = 6) -> str:
    return "".join(
        f"<tr>{''.join(f'<td>{c.format(n=n)}</td>' for c in TABLES[name][2])}</tr>" for n in range(first, last)
    )


def table_of(name: str, rows: str = "") -> str:
    return f"<table><thead><tr>{''.join(f'<th>{h}</th>' for h in TABLES[name][1])}</tr></thead><tbody>{rows}</tbody></table>"


def page(title: str, body: str, *more: tuple[str, str]) -> str:
    """A page with the menu of the portal, and ``more`` entries of it: address and name."""
    entries = [*((f"/{name}", told) for name, (told, *_) in TABLES.items()), *more]
    menu = "".join(f"<li><a href='{to}'>{told}</a></li>" for to, told in entries)
    return f"<!doctype html><meta charset=utf-8><title>{title}</title><nav><ul>{menu}</ul></nav><h1>{title}</h1>{body}"


def site(
    app: Flask, body: Callable[[str], str | Response], *more: tuple[str, str], none: Callable[[], str] = lambda: EMPTY
) -> None:
    """A home, a page for each list with what ``body`` makes of its name, and one that has no records."""
    app.add_url_rule(
        "/",
        "home",
        lambda: page("Portal da Transparência", "<p>Bem-vindo.</p>", ("/pessoal", "Quadro de pessoal"), *more),
    )

    def shown(name: str) -> Any:
        made = body(name)
        return page(TABLES[name][0], made, ("/pessoal", "Quadro de pessoal"), *more) if isinstance(made, str) else made

    app.add_url_rule(f"/<any({', '.join(TABLES)}):name>", "list", shown, methods=["GET", "POST"])
    app.add_url_rule(
        "/pessoal", "none", lambda: page("Quadro de pessoal", none(), ("/pessoal", "Quadro de pessoal"), *more)
    )
    app.add_url_rule(
        f"/dados/<any({', '.join(TABLES)}):name>", "rows", lambda name: rows_of(name), methods=["GET", "POST"]
    )


def late(app: Flask) -> None:
    """Lists that a timer draws after four seconds, that come after six, or of which two requests in a row are the way."""
    drawn = "document.querySelector('tbody').innerHTML"
    scripts = {
        "receitas": f"setTimeout(() => {{ {drawn} = `{rows_of('receitas')}` }}, 4000)",
        "despesas": f"fetch('/devagar/despesas').then(r => r.text()).then(t => {{ {drawn} = t }})",
        "licitacoes": f"fetch('/dados/licitacoes').then(() => fetch('/devagar/licitacoes')).then(r => r.text()).then(t => {{ {drawn} = t }})",
    }
    late_none = f"<div id=r></div><script>setTimeout(() => {{ r.innerHTML = '{EMPTY}' }}, 3000)</script>"
    site(app, lambda name: f"{table_of(name)}<script>{scripts[name]}</script>", none=lambda: late_none)

    def slowly(name: str) -> str:
        time.sleep(6)
        return rows_of(name)

    app.add_url_rule("/devagar/<name>", "slowly", slowly)


def scrolled(app: Flask) -> None:
    """Lists below the fold that come when they are scrolled to, a part at a time."""
    script = """<div id=fim style='height:20px'></div><script>let n = 0; new IntersectionObserver(async ([e]) => { if (!e.isIntersecting || n >= 3) return;
      n++; document.querySelector('tbody').insertAdjacentHTML('beforeend', await (await fetch('/parte/%s/' + n)).text()) }).observe(fim)</script>"""
    site(app, lambda name: f"<div style='height:2600px'>Sobre esta lista</div>{table_of(name)}{script % name}")
    app.add_url_rule("/parte/<name>/<int:n>", "part", lambda name, n: rows_of(name, 2 * n - 1, 2 * n + 1))


def unsteady(app: Flask) -> None:
    """Every answer takes between nothing and a second and a half, another time each time; lists are fetched."""
    chance = random.Random()

    def wait() -> None:
        time.sleep(chance.random() * 1.5)

    app.before_request(wait)
    script = "<script>fetch('/dados/%s', {method: 'POST'}).then(r => r.text()).then(t => { document.querySelector('tbody').innerHTML = t })</script>"
    site(app, lambda name: f"{table_of(name)}{script % name}")


def year_kept(app: Flask) -> None:
    """The year that was chosen on one page is the year of all pages; of an old one there are no records of bids."""
    app.secret_key = "s"

    def body(name: str) -> str:
        if request.method == "POST":
            session["ano"] = request.form["ano"]
        year = session.get("ano", YEARS[0])
        options = "".join(f"<option{' selected' if year == y else ''}>{y}</option>" for y in YEARS)
        form = f"<form method=post><label>Exercício <select name=ano>{options}</select></label><button>Consultar</button></form>"
        rows = rows_of(name).replace("2026", year)
        return form + (EMPTY if name == "licitacoes" and year != YEARS[0] else table_of(name, rows))

    site(app, body)


def one_token_a_form(app: Flask) -> None:
    """A form is taken once, with the token that came with it; the next one needs the next page."""
    known: set[str] = set()

    def body(name: str) -> str | Response:
        if request.method == "POST":
            if (given := request.form.get("token", "")) not in known:
                return Response("O token não confere.", 419)
            known.discard(given)
            return table_of(name, rows_of(name))
        known.add(token := secrets.token_hex(8))
        options = "".join(f"<option>{year}" for year in YEARS)
        asked = (
            f"<input type=hidden name=token value={token}><label>Exercício <select name=ano>{options}</select></label>"
        )
        return f"<form method=post>{asked}<button>Consultar</button></form>"

    site(app, body)


def half_broken(app: Flask) -> None:
    """Of one list the data never come: HTTP 500; a counter of visits fails on every page besides."""
    counter = "<script>fetch('/contador').catch(() => 0)</script>"
    script = "<p>Carregando…</p><script>fetch('/quebrada').then(r => r.ok ? r.text() : '').then(t => { document.querySelector('p').textContent = t })</script>"
    site(app, lambda name: counter + (script if name == "licitacoes" else table_of(name, rows_of(name))))
    app.add_url_rule("/contador", "counter", lambda: ("", 500))
    app.add_url_rule("/quebrada", "broken", lambda: ("", 500))


def composed(seed: int, app: Flask) -> None:
    compose(seed).serve(app)


IN_PARALLEL: Mapping[str, Callable[[Flask], None]] = {
    "corrida": racing, "tardia": late, "rolada": scrolled, "instavel": unsteady, "quebrada": half_broken, "composta": partial(composed, 5),
}  # fmt: skip
"""Several of their pages may be open at the same time."""
IN_SESSION: Mapping[str, Callable[[Flask], None]] = {
    "guardada": keeping, "ano": year_kept, "senhas": one_token_a_form,
    "porta": partial(with_a_door, empty={"folha"}, remembers=False, clicks=True),
    "lembrada": partial(with_a_door, empty=set(LISTS), remembers=True, clicks=False),
}  # fmt: skip
"""What is done on one of their pages changes the others."""


@dataclass
class Serving:
    """A catalogue of portals that are served. ``refuses``: all of them say no to whatever they are asked from now on."""

    catalogue: Path
    towns: list[str] = field(default_factory=list)
    refuses: bool = False


@contextmanager
def serving(folder: Path, portals: Mapping[str, Callable[[Flask], None]]) -> Iterator[Serving]:
    """Serve portals until the end of the block."""
    folder.mkdir(parents=True)
    state = Serving(folder / "towns.csv", list(portals))

    def refusable(make: Callable[[Flask], None], app: Flask) -> None:
        app.before_request(lambda: ("<h1>Acesso negado</h1>", 403) if state.refuses else None)
        make(app)

    with ExitStack() as stack, open(state.catalogue, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow("slug name uf ibge portal_url city_url families".split())
        for name, make in portals.items():
            url = stack.enter_context(served(partial(refusable, make)))
            writer.writerow([name, name.title(), "pb", "", url, "", "proprio"])
        out.flush()
        yield state
