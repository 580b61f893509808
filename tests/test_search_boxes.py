"""The search of a site is a way to look, and no place of what its box says may be found."""

from __future__ import annotations

from functools import partial

import pytest
from audit_of_pages import REVENUE
from audited import Audited, audit_each
from flask import Flask, request

BOX = "<form action=/busca role=search><input name=s placeholder='{}'><button>Buscar</button></form>"


SAID = ("Busque por licitações, servidores, despesas…", "Buscar assunto, mensagem, notícia")


def portal(app: Flask, says: str) -> None:
    """The box stands on every page, finds nothing by whatever it is asked, and no menu names what is not published."""
    head = f"<title>Portal da Transparência</title><nav><a href=/receitas>Receitas orçamentárias</a></nav>{BOX.format(says)}"
    found = "<p>Sua busca por “{}” não encontrou páginas.</p>"
    app.add_url_rule("/", "home", lambda: f"{head}<h1>Portal da Transparência</h1><p>Bem-vindo ao portal.</p>")
    app.add_url_rule("/receitas", "revenue", lambda: f"{head}{REVENUE}")
    app.add_url_rule("/busca", "search", lambda: f"{head}<h1>Busca</h1>{found.format(request.args['s'])}")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """What the box says → the audit of its portal."""
    return audit_each({says: partial(portal, says=says) for says in SAID}, tmp_path_factory.mktemp("boxes"))


@pytest.mark.parametrize("says", SAID)
def test_a_search_box_is_no_place_of_a_criterion(says: str, audits: dict[str, Audited]) -> None:
    verdicts, summary = audits[says]
    missing = {verdict["status"] for (criterion, _), verdict in verdicts.items() if criterion == "licitacao"}
    assert missing == {"absent"}, [v["reason"] for (c, _), v in verdicts.items() if c == "licitacao"][:1]
    places = [place["words"] for place in summary["places"].get("licitacao", [])]
    assert not [words for words in places if "busca" in words.casefold()], places
