"""Portals that ask at their door for the year of all that is in them, which then lives in the session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import audit, served
from flask import Flask, redirect, request, session
from test_choices_in_sight import read  # noqa: F401
from werkzeug.wrappers import Response

from transparency.crawl.candidates.bodies import bodies_among
from transparency.crawl.portal_words import load_portal_words
from transparency.matrix import Matrix
from transparency.model import Pressable

YEARS = ("2026", "2025", "2024")
LISTS: dict[str, tuple[str, list[str], Callable[[int, str], list[str]]]] = {
    "despesas": (
        "Despesas por Empenho",
        ["Nº Empenho", "Data", "Favorecido", "CPF/CNPJ", "Valor Empenhado", "Valor Pago"],
        lambda n, y: [f"{y}NE{n:04}", f"0{n}/02/{y}", f"Empresa {n} Ltda", f"11.222.333/0001-{n:02}", f"{n}.100,00", f"{n}00,00"],
    ),
    "receitas": (
        "Receitas Arrecadadas",
        ["Código", "Natureza da Receita", "Previsão Inicial", "Valor Arrecadado"],
        lambda n, y: [f"1.1.{n}.0", f"Imposto {n}", f"{n}0.000,00", f"{n}.500,00"],
    ),
    "folha": (
        "Servidores e Salários",
        ["Matrícula", "Nome do Servidor", "Cargo", "Remuneração Bruta"],
        lambda n, y: [f"{1000 + n}", f"Servidor Fictício {n}", "Agente", f"{n}.234,56"],
    ),
}  # fmt: skip
PROVED = {"despesas": "despesa_orcamentaria", "receitas": "receita_orcamentaria", "folha": "quadro_pessoal"}


def portal(app: Flask, *, empty: set[str], remembers: bool, clicks: bool, opens: str = "Acessar") -> None:
    """``empty``: lists without rows in the newest year. ``remembers``: who has chosen is not asked again, reads the year on
    every page, and changes it by a link. ``clicks``: the entries of the menu post instead of leading somewhere. ``opens``: what stands on the button of the door."""
    app.secret_key = "of a test"

    def menu() -> str:
        if not clicks:
            return "".join(f"<li><a href='/lista/{name}'>{title}</a></li>" for name, (title, *_) in LISTS.items())
        post = "document.f.lista.value='{}';document.f.submit();return false"
        entries = (f'<li><a href="#" onclick="{post.format(n)}">{title}</a></li>' for n, (title, *_) in LISTS.items())
        return "<form name=f method=post action='/lista'><input type=hidden name=lista></form>" + "".join(entries)

    def page(body: str) -> str:
        told = f"Exercício: {session['year']} <a href='/trocar'>Trocar exercício</a>" if remembers else "Bem-vindo."
        return f"<h1>Vila Pequena</h1><p>{told}</p><ul>{menu()}</ul>{body}"

    def door() -> str:
        years = "".join(f"<option>{year}</option>" for year in YEARS)
        return (
            "<h1>Portal da Transparência</h1><form method=post action='/entrar'><label>Exercício <select name=ano>"
            f"{years}</select></label><button>{opens}</button></form>"
        )

    def home() -> str:
        return page("<p>Bem-vindo.</p>") if "in" in request.args or (remembers and "year" in session) else door()

    def enter() -> Response:
        session["year"] = request.form["ano"]
        return redirect("/?in=1")

    def shown(name: str = "") -> str | Response:
        if "year" not in session:
            return redirect("/")
        title, heads, row = LISTS[name or request.form["lista"]]
        year = session["year"]
        none = year == "2024" or (year == "2026" and (name or request.form["lista"]) in empty)
        rows = (f"<tr><td>{'<td>'.join(row(n, year))}</tr>" for n in range(1, 8))
        body = "<tr><td>Nenhum registro encontrado.</td></tr>" if none else "".join(rows)
        return page(f"<h2>{title}</h2><table><tr><th>{'<th>'.join(heads)}</tr>{body}</table>")

    app.add_url_rule("/", "home", home)
    app.add_url_rule("/trocar", "door", door)
    app.add_url_rule("/entrar", "enter", enter, methods=["POST"])
    app.add_url_rule("/lista", "post", shown, methods=["POST"])
    app.add_url_rule("/lista/<name>", "list", shown)


@pytest.mark.parametrize(
    ("empty", "remembers", "clicks", "opens", "most"),
    [
        (set(LISTS), True, False, "Entrar", 14),
        ({"folha"}, False, True, "Acessar", 12),
        pytest.param(set(LISTS), False, False, "<img src=go.gif>", 14, marks=pytest.mark.soak),
        pytest.param(set(LISTS), True, True, "Acessar", 14, marks=pytest.mark.soak),
        pytest.param({"folha"}, True, False, "Entrar", 12, marks=pytest.mark.soak),
    ],
)
def test_what_the_newest_year_lacks_is_looked_for_in_the_one_before(
    empty: set[str], remembers: bool, clicks: bool, opens: str, most: int, tmp_path: Path
) -> None:
    with served(lambda app: portal(app, empty=empty, remembers=remembers, clicks=clicks, opens=opens)) as url:
        verdicts, summary = audit(url, tmp_path)
    proved = {criterion for (criterion, _), verdict in verdicts.items() if verdict["status"] == "published"}
    assert proved == set(PROVED.values())
    assert summary["nodes"]["visited"] <= most
    for name, criterion in PROVED.items():
        steps = [
            " › ".join(v["steps"]) for (c, _), v in verdicts.items() if c == criterion and v["status"] == "published"
        ]
        assert all(("“2025”" in told) == (name in empty) for told in steps), (
            "a person who follows them sees the year that was seen"
        )


@pytest.mark.soak
def test_a_page_that_asks_for_a_year_beside_its_menu_is_no_door(tmp_path: Path) -> None:
    def site(app: Flask) -> None:
        menu = "<ul><li><a href='/convenios'>Convênios</a></li>" + "".join(
            f"<li><a href='/vazia/{name}'>{title}</a></li>" for name, (title, *_) in LISTS.items()
        )
        years = "".join(f"<option>{year}</option>" for year in YEARS)
        form = f"<form><label>Exercício <select name=ano>{years}</select></label><button>Consultar</button></form>"
        none = "<p>Nenhum registro encontrado.</p>"
        app.add_url_rule("/", "home", lambda: f"<h1>Transparência</h1>{menu}</ul>")
        app.add_url_rule(
            "/convenios", "other", lambda: f"<h1>Convênios</h1>{menu}</ul>{form}{none if request.args else ''}"
        )
        app.add_url_rule("/vazia/<name>", "empty", lambda name: f"<h1>{LISTS[name][0]}</h1>{menu}</ul>{form}{none}")

    with served(site) as url:
        _, summary = audit(url, tmp_path)
    assert summary["nodes"]["visited"] <= 20


BODIES = "<option>Prefeitura<option>Câmara</select>"


@pytest.mark.parametrize(
    ("page", "opens"),
    [
        (f"<form><select>{BODIES}<button>Entrar</button></form><a href=http://a.example/c>Contato</a>", True),
        (f"<form><select>{BODIES}<input type=image src=ir.gif></form>", True),
        # a list that does something by itself, a button that is not its own, things to type in, a page with more to it
        (f"<form><select onchange='this.form.submit()'>{BODIES}<button>Voltar</button></form>", False),
        (f"<select>{BODIES}<button onclick='history.back()'>Voltar</button>", False),
        (f"<form><select>{BODIES}<input name=usuario><button>Entrar</button></form>", False),
        (f"<form><select>{BODIES}<button>Entrar</button></form>{'<a href=http://a.example/x>Mais</a>' * 9}", False),
        (f"<form><select>{BODIES}<button>Imprimir</button></form><table><tr><th>Empenho<tr><td>1</table>", False),
    ],
)
def test_what_is_a_door(read: Any, page: str, opens: bool) -> None:  # noqa: F811
    assert bool(read(page).forms) is opens


def by_callback(app: Flask) -> None:
    """Pages that each begin a session where none is: of two that are opened at once one has lost it, and says so in a window
    of the browser when something is asked there."""
    app.secret_key = "a"
    lost = iter((True,))
    script = """<script>const ask = () => fetch('/dados' + location.pathname, {method: 'POST'}).then(r => r.text()).then(text =>
      text == 'fim' ? alert('Sua sessão expirou. Atualize a página para continuar.') : grade.innerHTML = text)</script>"""
    lists = {
        "empenhos": ("Empenhos", "<th>Empenho<th>Credor<th>Valor empenhado", "<tr><td>{n}/26<td>Loja {n} Ltda<td>{n}.500,00"),
        "licitacoes": ("Licitações", "<th>Nº da licitação<th>Modalidade<th>Objeto", "<tr><td>0{n}/26<td>Pregão<td>Merenda {n}"),
    }  # fmt: skip

    def view(name: str) -> str:
        title, head, _ = lists[name]
        none = f"<table><tr>{head}</tr><tr><td colspan=3>Nenhum registro encontrado.</td></tr></table>"
        return f"<h2>{title}</h2>{script}<button onclick=ask()>Atualizar</button><div id=grade>{none}</div>"

    def data(name: str) -> str:
        if next(lost, False):
            return "fim"
        _, head, row = lists[name]
        return f"<table><tr>{head}</tr>{''.join(row.format(n=n) for n in range(1, 6))}</table>"

    names = ", ".join(lists)
    menu = "".join(f"<li><a href=/{name}>{title}</a>" for name, (title, *_) in lists.items())
    app.add_url_rule("/", "home", lambda: f"<h1>Portal da Transparência</h1><ul>{menu}</ul>")
    app.add_url_rule(f"/<any({names}):name>", "view", view)
    app.add_url_rule(f"/dados/<any({names}):name>", "data", data, methods=["POST"])


def test_a_session_that_is_over_says_so_in_a_window_of_the_browser(tmp_path: Path) -> None:
    with served(by_callback) as url:
        verdicts, _ = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in ("emp_numero", "nome", "emp_valor")),
        *(("licitacao", item) for item in ("numero_licitacao", "modalidade_licitacao", "pregao", "objeto_licitacao")),
    }


def bodies_at_the_door(app: Flask) -> None:
    """A portal that asks at its door for a year and a body, which live in the session: every body has the same pages."""
    app.secret_key = "a"
    bodies = (
        ("Prefeitura", "Prefeitura Municipal de Vila Pequena"),
        ("Câmara", "Câmara Municipal de Vila Pequena"),
        ("Fundo de Saúde", "Fundo Municipal de Saúde"),
        ("Instituto de Previdência", "Instituto de Previdência dos Servidores"),
    )

    def door() -> str:
        cards = "".join(
            f"<button name=body value={n}><i>🏛</i><b>{name}</b> <span>{whole}</span></button>"
            for n, (name, whole) in enumerate(bodies)
        )
        years = "".join(f"<option>{year}" for year in YEARS)
        return (
            "<h1>Portal da Transparência</h1><p>Selecione o exercício e a entidade.</p><form method=post action=/acesso>"
            f"<label>Exercício <select name=year>{years}</select></label><div>{cards}</div></form>"
        )

    def enter() -> Response:
        session["body"] = int(request.form["body"])
        return redirect("/painel")

    def board() -> str | Response:
        links = "<a href=/licitacoes>Licitações</a> <a href=/obras>Obras</a> <a href=/trocar>Trocar entidade</a>"
        return f"<h1>Painel</h1>{links}" if "body" in session else redirect("/")

    def bids() -> str | Response:
        if "body" not in session:
            return redirect("/")
        row = "<tr><td>0{n}/2026<td>Pregão<td>Merenda {n}"
        rows = "".join(row.format(n=n) for n in range(1, 6)) if session["body"] == 0 else ""
        none = "" if rows else "<p>Nenhum registro encontrado.</p>"
        heads = "<tr><th>Nº da licitação<th>Modalidade<th>Objeto"
        return f"<h1>{bodies[session['body']][0]}</h1><h2>Licitações</h2><table>{heads}{rows}</table>{none}"

    for address in ("/", "/trocar"):
        app.add_url_rule(address, f"door of {address}", door)
    app.add_url_rule("/acesso", "enter", enter, methods=["POST"])
    app.add_url_rule("/painel", "board", board)
    app.add_url_rule("/licitacoes", "bids", bids)


def test_of_the_bodies_at_a_door_the_town_hall_is_entered(tmp_path: Path) -> None:
    with served(bodies_at_the_door) as url:
        verdicts, _ = audit(url, tmp_path)
    published = {
        item for (criterion, item), v in verdicts.items() if criterion == "licitacao" and v["status"] == "published"
    }
    assert published == {"numero_licitacao", "modalidade_licitacao", "pregao", "objeto_licitacao"}


@pytest.mark.parametrize(
    ("labels", "hall"),
    [
        ("Câmara Municipal|🏛 Prefeitura Prefeitura Municipal de Rio Claro|Fundo Municipal de Saúde", 1),
        ("Prefeitura|SAAE", 0),
        # one stands for all of them, the rest are no bodies, there are several towns
        ("Todas as entidades|Prefeitura|Câmara", None),
        ("Prefeitura|Turismo|Serviços", None),
        ("Prefeitura de Rio Claro|Prefeitura de Rio Verde|Câmara de Rio Claro", None),
        ("Prefeitura", None),
    ],
)
def test_which_components_are_the_bodies_of_a_town(labels: str, hall: int | None, matrix: Matrix) -> None:
    words = load_portal_words(matrix.vocabulary.query_buttons).query
    found = bodies_among(
        [Pressable(kind="click", path="", label=text, tag="button") for text in labels.split("|")], words
    )
    assert (found.hall.label if found else None) == (None if hall is None else labels.split("|")[hall])
