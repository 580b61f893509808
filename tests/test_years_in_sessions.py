"""A year that is chosen on one page stays chosen: the server shows all later pages in that year."""

from __future__ import annotations

from functools import partial

import pytest
from audited import Audited, audit_each
from flask import Flask, request, session
from portal_of_towns import TABLES

from lab.forge.runs import ONE_BY_ONE

YEARS = ("2026", "2025", "2024")
NONE = "<p>Nenhum registro encontrado.</p>"


def portal(app: Flask, *, full: dict[str, str], asks: str) -> None:
    """``full``: list → the only year in which it has records. ``asks``: which lists ask for the year ("all", or one)."""
    app.secret_key = "s"
    names = {"despesas": "Despesas orçamentárias", "receitas": "Receitas orçamentárias", "compras": "Compras públicas"}
    menu = "".join(f"<li><a href=/{name}>{told}</a></li>" for name, told in names.items())

    def page(title: str, body: str) -> str:
        return f"<title>Transparência</title><ul>{menu}</ul><h1>{title}</h1>{body}"

    def shown(name: str) -> str:
        if request.method == "POST":
            session["ano"] = request.form["ano"]
        year = session.get("ano", YEARS[0])
        title, heads, cells = TABLES[name]
        options = "".join(f"<option{' selected' if year == y else ''}>{y}</option>" for y in YEARS)
        form = f"<form method=post><label>Exercício <select name=ano>{options}</select></label><button>Consultar</button></form>"
        rows = "".join(
            f"<tr>{''.join(f'<td>{c.format(n=n)}</td>' for c in cells)}</tr>".replace("2026", year) for n in range(1, 6)
        )
        table = f"<table><tr>{''.join(f'<th>{h}</th>' for h in heads)}</tr>{rows}</table>"
        return page(title, (form if asks in ("all", name) else "") + (table if full[name] == year else NONE))

    app.add_url_rule("/", "home", lambda: page("Portal da Transparência", "<p>Bem-vindo.</p>"))
    app.add_url_rule(
        "/compras", "buying", lambda: page("Compras públicas", "<p><a href=/licitacoes>Licitações</a></p>")
    )
    app.add_url_rule(f"/<any({', '.join(TABLES)}):name>", "list", shown, methods=["GET", "POST"])


ASKS = ("all", "despesas")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Which lists ask for the year → the audit of that portal."""
    full = {"despesas": "2025", "receitas": "2026", "licitacoes": "2026"}
    portals = {asks: partial(portal, full=full, asks=asks) for asks in ASKS}
    return audit_each(portals, tmp_path_factory.mktemp("years"), *ONE_BY_ONE)


@pytest.mark.parametrize("asks", ASKS)
def test_a_year_chosen_elsewhere_disproves_nothing(asks: str, audits: dict[str, Audited]) -> None:
    """Expenses are of the year before only; bids, which come later, of the newest only, and may not ask for the year themselves."""
    verdicts, _ = audits[asks]
    found = {criterion: set[str]() for criterion, _ in verdicts}
    for (criterion, _), verdict in verdicts.items():
        found[criterion].add(verdict["status"])
    assert "published" in found["despesa_orcamentaria"] and "published" in found["receita_orcamentaria"]
    assert "published" in found["licitacao"] or found["licitacao"] == {"inconclusive"}
