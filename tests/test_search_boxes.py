"""The search of a site is a way to look, and no place of what its box says may be found."""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_of_pages import REVENUE
from audited import audit, served
from flask import Flask, request

BOX = "<form action=/busca role=search><input name=s placeholder='{}'><button>Buscar</button></form>"


@pytest.mark.parametrize("says", ["Busque por licitações, servidores, despesas…", "Buscar assunto, mensagem, notícia"])
def test_a_search_box_is_no_place_of_a_criterion(says: str, tmp_path: Path) -> None:
    """It stands on every page, finds nothing by whatever it is asked, and no menu names what is not published."""

    def portal(app: Flask) -> None:
        head = f"<title>Portal da Transparência</title><nav><a href=/receitas>Receitas orçamentárias</a></nav>{BOX.format(says)}"
        found = "<p>Sua busca por “{}” não encontrou páginas.</p>"
        app.add_url_rule("/", "home", lambda: f"{head}<h1>Portal da Transparência</h1><p>Bem-vindo ao portal.</p>")
        app.add_url_rule("/receitas", "revenue", lambda: f"{head}{REVENUE}")
        app.add_url_rule("/busca", "search", lambda: f"{head}<h1>Busca</h1>{found.format(request.args['s'])}")

    with served(portal) as url:
        verdicts, summary = audit(url, tmp_path)
    missing = {verdict["status"] for (criterion, _), verdict in verdicts.items() if criterion == "licitacao"}
    assert missing == {"absent"}, [v["reason"] for (c, _), v in verdicts.items() if c == "licitacao"][:1]
    places = [place["words"] for place in summary["places"].get("licitacao", [])]
    assert not [words for words in places if "busca" in words.casefold()], places
