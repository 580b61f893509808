"""The XPath queries on small pages: what they find, and what they leave."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parsel import Selector

from transparency.crawl import xpath
from transparency.text import DROPPED, normalize

QUOTES = "diz \"sim\" e 'não'"


def found(html: str, query: str) -> list[str]:
    """The ids of the elements that a query selects, in document order."""
    return [element.attrib.get("id", element.root.tag) for element in Selector(html).xpath(query)]


@pytest.mark.parametrize(
    "html",
    [
        '<a id=x href="/d">Despesa Orçamentária</a>',
        '<a id=x href="/d">DESPESA ORÇAMENTÁRIA</a>',
        '<a id=x href="/d">despesa orcamentaria</a>',
        '<a id=x href="/d">Despesa&nbsp;Orçamentária</a>',
        '<a id=x href="/d">  Despesa\n\t Orçamentária: </a>',
        '<a id=x href="/d">Despesa - Orçamentária (2024)</a>',
        '<a id=x href="/d">Despesa/Orçamentária</a>',
        '<a id=x href="/d">Despesa–Orc\u0327amenta\u0301ria</a>',
        '<a id=x href="/d"><i></i> <b>Despesa</b> <span>Orçamentária</span></a>',
        '<a id=x href="/d" title="Ver Despesa Orçamentária"><i class=icon></i></a>',
        '<a id=x href="/d" aria-label="Despesa Orçamentária"></a>',
        '<a id=x href="/d"><img src=1.png alt=""><img src=2.png alt="Despesa Orçamentária"></a>',
        '<a id=x href="/d"><img src=1.png title="DESPESA ORÇAMENTÁRIA"></a>',
        '<a id=x href="/despesa-orcamentaria/2024">Abrir</a>',
        '<a id=x href="/DespesaOrcamentaria.aspx">Abrir</a>',
        '<map><area id=x href="/d" alt="Despesa Orçamentária"></map>',
    ],
)
@pytest.mark.parametrize("term", ["Despesa Orçamentária", "despesa orcamentaria"])
def test_links(html: str, term: str) -> None:
    other = '<a href="/r">Receita Orçamentária</a><a href="/n"><img alt="Despesa"></a><p>Despesa Orçamentária</p>'
    assert found(f"<html><body>{other}{html}{other}</body></html>", xpath.links([term])) == ["x"]


def test_links_any_of_several_terms() -> None:
    html = "<a id=a href=1>Licitações</a><a id=b href=2>Pregão</a><a id=c href=3>Notícias</a>"
    assert found(html, xpath.links(["licitação", "licitações", "pregao"])) == ["a", "b"]


@pytest.mark.parametrize(
    "html",
    [
        "<button id=x>Consultar</button>",
        "<button id=x><i></i> CONSULTAR </button>",
        "<input id=x type=submit value='Consultar dados'>",
        "<input id=x type=button value=consultar>",
        "<input id=x type=image alt=Consultar src=1.png>",
        "<a id=x href='#'>Consultar</a>",
        "<a id=x href='javascript:void(0)'>Consultar</a>",
        "<a id=x href=\"javascript:__doPostBack('ctl00$btn','')\">Consultar</a>",
        "<a id=x>Consultar</a>",
        "<a id=x href='#' onclick=\"consultar('2024')\"></a>",
        "<a id=x href='#'><img src=1.png alt=Consultar></a>",
        "<div id=x onclick='go()'>Consultar</div>",
        "<li id=x onclick='go()'>Consultar</li>",
        "<td id=x onclick='go()'>Consultar</td>",
        "<span id=x ng-click='go()'>Consultar</span>",
        "<span id=x @click='go()'>Consultar</span>",
        "<span id=x v-on:click='go()'>Consultar</span>",
        "<div id=x role=button>Consultar</div>",
        "<div id=x role=tab>Consultar</div>",
        "<span id=x role=menuitem>Consultar</span>",
        "<div id=x role=link>Consultar</div>",
        "<div id=x tabindex=0>Consultar</div>",
        "<details><summary id=x>Consultar</summary></details>",
    ],
)
def test_components(html: str) -> None:
    other = (
        "<a href='/consultar'>Consultar</a><div>Consultar</div><p>Consultar</p><input type=text value=consultar>"
        "<button>Limpar</button><div tabindex=-1>Consultar</div><a href='/x' tabindex=0>Consultar</a>"
    )
    assert found(
        f"<html><body>{other}<section>{html}</section>{other}</body></html>", xpath.components(["consultar"])
    ) == ["x"]


@pytest.mark.parametrize(
    ("text", "term", "same"),
    [
        ("Valor Pago", "valor pago", True),
        ("VALOR PAGO:", "valor pago", True),
        ("Valor pago (R$)", "valor pago", True),
        ("Valor pago R$", "valor pago", True),
        ("Valor pago", "valor pago(r$)", True),
        ("Arrecadado %", "arrecadado", True),
        ("Nº&nbsp;Licitação", "nº licitação", True),
        ("N°. da Licitação", "nº da licitacao", True),
        ("CPF / CNPJ", "cpf/cnpj", True),
        ("<b>Valor</b> <br>pago", "Valor pago", True),
        ("Valor pago no mês", "valor pago", False),
        ("Total do valor pago", "valor pago", False),
        ("Valor", "valor pago", False),
        ("", "valor pago", False),
    ],
)
@pytest.mark.parametrize("tag", ["span", "label", "strong", "dt", "th", "td"])
def test_labels(text: str, term: str, same: bool, tag: str) -> None:
    html = f"<{tag} id=x>{text}</{tag}><{tag}>outro</{tag}>"
    if tag in ("th", "td"):
        html = f"<table><tr>{html}</tr></table>"
    assert ("x" in found(html, xpath.labels([term]))) is same


@pytest.mark.parametrize("character", DROPPED)
def test_dropped_punctuation(character: str) -> None:
    html = Selector("<p>x</p>").root
    folded = html.xpath(xpath.folded_text("$text"), text=f"Receita{character}Própria")
    assert folded == normalize(f"Receita{character}Própria") == "receita propria"


@pytest.mark.parametrize(
    "text",
    [
        "ÁÀÂÃÄ ÉÈÊË ÍÌÎÏ ÓÒÔÕÖ ÚÙÛÜ Ç Ñ áàâãä éèêë íìîï óòôõö úùûü ç ñ",
        "Dt. Pgto. Última Parcela",
        "Órgão / U.O. / U.G. – Licitante",
        "a\u00a0b\u2009c\u202fd\u3000e",
        "Licitac\u0327a\u0303o",
        "Nº 12/2024 · 1ª via",
        "R$ 1.234,56 + 10%",
        "",
    ],
)
def test_folds_as_normalize_does(text: str) -> None:
    assert Selector("<p>x</p>").root.xpath(xpath.folded_text("$text"), text=text) == normalize(text)


@pytest.mark.parametrize("text", ["", "simples", "d'água", 'diz "sim"', QUOTES, "\"'\"'", '"'])
def test_literal(text: str) -> None:
    assert Selector("<p>x</p>").root.xpath(f"string({xpath.literal(text)})") == text


@pytest.mark.parametrize("build", [xpath.links, xpath.components, xpath.labels])
def test_terms_with_quotes_and_without_words(build: Callable[[list[str]], str]) -> None:
    html = f"<a id=x href='#'>{QUOTES}</a><span id=x>{QUOTES}</span>"
    assert found(html, build([QUOTES])) == ["x"]
    for empty in ([], ["", " - "]):
        with pytest.raises(ValueError, match="at least one term"):
            build(empty)
