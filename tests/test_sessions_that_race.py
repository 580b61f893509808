"""Pages that are opened at the same moment, each of which the portal gives a session of its own: only the last one counts."""

from __future__ import annotations

import secrets
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from audited import Audited, audit, audit_each, served
from flask import Flask, Response, redirect, request, session
from seen_pages import view_of

from lab.forge.runs import ONE_BY_ONE
from tests.portal_of_towns import TABLES
from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.portal_map import PortalMap
from transparency.node import FrameKey, Node, Step, Target
from transparency.portals.catalogue import Municipality

FETCH = """document.querySelector('button').onclick = async () => {
  const given = new URLSearchParams({ano: document.querySelector('select').value, token: '%s'});
  const answer = await fetch(location.pathname, {method: 'POST', body: given});
  if (answer.ok) document.querySelector('tbody').innerHTML = await answer.text(); };"""


def racing(app: Flask) -> None:
    """Its home has no session; who comes to another page without one gets a new one, with a token in the page."""
    together = threading.Barrier(2)

    @app.get("/")
    def home() -> str:
        links = "".join(f"<li><a href='/{name}'>{title}</a></li>" for name, (title, _, _) in TABLES.items())
        return f"<title>Transparência</title><h1>Portal da Transparência</h1><ul>{links}</ul>"

    @app.route("/<name>", methods=["GET", "POST"])
    def page(name: str) -> Response | str | tuple[str, int]:
        if name not in TABLES:
            return "Não há", 404
        title, heads, cells = TABLES[name]
        token = request.cookies.get("sessao")
        if request.method == "POST":
            if request.form.get("token") != token or token not in known:
                return refusal
            return "".join(f"<tr>{''.join(f'<td>{c.format(n=n)}</td>' for c in cells)}</tr>" for n in range(1, 6))
        fresh = token is None
        if fresh:
            try:  # both are asked for before either is answered
                together.wait(1.5)
            except threading.BrokenBarrierError:
                together.reset()
        token = token or secrets.token_hex(8)
        known.add(token)
        html = (
            f"<title>{title}</title><h1>{title}</h1><div><label>Exercício <select name=ano><option>2026<option>2025</select></label>"
            f"<button type=button>Consultar</button></div><table><thead><tr>{''.join(f'<th>{h}</th>' for h in heads)}</tr></thead>"
            f"<tbody></tbody></table><script>{FETCH % token}</script>"
        )
        response = Response(html)
        if fresh:
            response.set_cookie("sessao", token, httponly=True)
        return response

    known: set[str] = set()
    refusal = ("O token não confere.", 400)


def deaf(app: Flask) -> None:
    """It never takes what its own pages post."""
    racing(app)
    app.before_request(lambda: ("Não.", 403) if request.method == "POST" else None)


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Of these portals, by name."""
    return audit_each(
        {"racing": racing, "deaf": deaf},
        tmp_path_factory.mktemp("sites"),
    )


def test_what_was_posted_in_a_session_that_is_gone_is_asked_in_the_one_that_counts(audits: dict[str, Audited]) -> None:
    verdicts, _ = audits["racing"]
    seen = {criterion for (criterion, _), verdict in verdicts.items() if verdict["status"] == "published"}
    assert seen == {"receita_orcamentaria", "despesa_orcamentaria", "licitacao"}


def test_what_is_never_taken_is_not_called_absent(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["deaf"]
    assert verdicts["licitacao", "objeto_licitacao"]["status"] == "inconclusive"
    assert "HTTP 403" in verdicts["licitacao", "objeto_licitacao"]["reason"]
    assert summary["nodes"]["visited"] < 30


def keeping(app: Flask) -> None:
    """A click posts the screen that is meant into the session, and one address shows whatever stands there."""
    app.secret_key = "s"
    post = """<script>function leva(tela) { const f = document.createElement('form'); f.method = 'post'; f.innerHTML = `<input name=tela value=${tela}>`;
      document.body.append(f); f.submit() }</script>"""

    @app.route("/", methods=["GET", "POST"])
    def home() -> Any:
        if request.method == "POST":
            session["tela"] = request.form["tela"]
            return redirect("/pagina")
        links = "".join(
            f"<li><a href='javascript:;' onclick=\"leva('{n}')\">{t}</a></li>" for n, (t, _, _) in TABLES.items()
        )
        return f"<title>Transparência</title><h1>Portal da Transparência</h1><ul>{links}</ul>{post}"

    @app.get("/pagina")
    def page() -> str:
        name = session["tela"]
        title, heads, cells = TABLES[name]
        rows = "".join(f"<tr>{''.join(f'<td>{c.format(n=n)}</td>' for c in cells)}</tr>" for n in range(1, 6))
        listed = (
            f"<table><tr>{''.join(f'<th>{h}</th>' for h in heads)}</tr>{rows}</table>" if "ano" in request.args else ""
        )
        form = "<form><label>Exercício <select name=ano><option>2026<option>2025</select></label><button>Consultar</button></form>"
        return f"<title>{title}</title><h1>{title}</h1>{form}{listed}"


def test_an_address_that_shows_what_the_session_holds_is_reached_by_its_way(tmp_path: Path) -> None:
    with served(keeping) as url:
        verdicts, _ = audit(url, tmp_path, *ONE_BY_ONE)
    seen = {criterion for (criterion, _), verdict in verdicts.items() if verdict["status"] == "published"}
    assert seen == {"receita_orcamentaria", "despesa_orcamentaria", "licitacao"}


YEARS = "<form><label>Exercício <select name=ano>{}</select></label></form>"


def of_year(year: int, node: Node, **given: Any) -> Snapshot:
    options = "".join(f"<option{' selected' * (one == year)}>{one}</option>" for one in (2026, 2025))
    frame = FrameView(FrameKey(), node.url, "", view_of(YEARS.format(options), node.url))
    return Snapshot(node.url, "", 200, [frame], node, **given)


ENTRY = Node("http://a.example/")
BIDS = Node("http://a.example/licitacoes", depth=1)
ASKED = replace(
    BIDS, steps=(Step("query", FrameKey(), Target("", "button", "Ir"), "", choices=(("Exercício", "2025"),)),)
)


@pytest.mark.parametrize(
    ("seen", "one_by_one"),
    [
        (of_year(2026, BIDS), False),
        (of_year(2025, BIDS), True),
        (of_year(2025, BIDS, choices=[("Exercício", "2025")]), False),
        (of_year(2025, ASKED), False),
        (of_year(2026, BIDS, kept=True), True),
    ],
    ids=[
        "as on the entry",
        "another year that nobody chose",
        "chosen there",
        "chosen on the way",
        "a menu that stood open",
    ],
)
def test_a_session_that_keeps_what_another_page_was_asked_is_used_by_one_page_at_a_time(
    seen: Snapshot, one_by_one: bool
) -> None:
    portal = PortalMap(Municipality("vila", "Vila", "PB"))
    portal.heed_session(of_year(2026, ENTRY))
    assert not portal.one_by_one
    portal.heed_session(seen)
    assert portal.one_by_one is one_by_one
