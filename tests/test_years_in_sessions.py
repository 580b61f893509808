"""A year that is chosen on one page stays chosen: the server shows all later pages in that year."""

from __future__ import annotations

import json
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


TABS = {
    "Resumo": "<dl><dt>Número da licitação<dd>{n}/2026<dt>Modalidade<dd>Pregão Eletrônico<dt>Objeto<dd>Merenda escolar</dl>",
    "Vencedor": "<table><tr><th>Empresa vencedora<th>CNPJ do vencedor<tr><td>Loja {n} Ltda<td>11.222.333/0001-81</table>",
    "Participantes": "<table><tr><th>Empresa perdedora<th>Situação<tr><td>Casa {n} Ltda<td>Desclassificada</table>",
}


def remembering(app: Flask) -> None:
    """Once a record was opened the portal shows the records of another year, and those of before are found no more."""
    app.secret_key = "s"
    script = """<script>
      const tabs = %s, one = document.querySelector('#um');
      const show = (n, tab) => { one.querySelector('p').innerHTML = tabs[tab].replaceAll('{n}', n); };
      document.querySelectorAll('[data-n]').forEach((card) => card.onclick = () => fetch('/visto').then(() => {
        const n = card.dataset.n;
        one.innerHTML = Object.keys(tabs).map((tab) => `<button>${tab}</button>`).join(' ') + '<p></p>';
        one.querySelectorAll('button').forEach((tab) => tab.onclick = () => show(n, tab.textContent));
        show(n, 'Resumo');
      }));
    </script>"""

    def bids() -> str:
        first, kind = (40, "Convite") if session.get("visto") else (10, "Pregão Eletrônico")
        cards = "".join(
            f"<div data-n={n} style='cursor:pointer'><h3>{kind} nº {n}/2026</h3>Homologada - R$ {n}.000,00</div>"
            for n in range(first, first + 4)
        )
        script_of_tabs = script.replace("%s", json.dumps(TABS))
        return f"<title>Transparência</title><h1>Licitações</h1>{cards}<section id=um></section>{script_of_tabs}"

    def seen() -> str:
        session["visto"] = True
        return ""

    app.add_url_rule(
        "/", "home", lambda: "<h1>Portal da Transparência</h1><ul><li><a href=/licitacoes>Licitações</a></ul>"
    )
    app.add_url_rule("/licitacoes", "bids", bids)
    app.add_url_rule("/visto", "seen", seen)


ASKS = ("all", "despesas")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Which lists ask for the year → the audit of that portal."""
    full = {"despesas": "2025", "receitas": "2026", "licitacoes": "2026"}
    portals = {asks: partial(portal, full=full, asks=asks) for asks in ASKS} | {"remembers": remembering}
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


def test_a_record_that_is_not_found_again_is_opened_by_a_new_visitor(audits: dict[str, Audited]) -> None:
    """Its parts are opened one after another, each from the list on; the list has become another one."""
    verdicts, _ = audits["remembers"]
    found = {
        item
        for (criterion, item), verdict in verdicts.items()
        if criterion == "licitacao" and verdict["status"] == "published"
    }
    assert {"objeto_licitacao", "nome_vencedores", "nome_perdedores"} <= found
