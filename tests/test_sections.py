"""What a view says apart from its menus, and headings over nothing."""

from __future__ import annotations

import pytest

from transparency.classify.topics import criterion_named
from transparency.extract.sections import bare_headings, content_of
from transparency.matrix import load_matrix

DRAWER = "<nav><p>Empenho 1</p><p>Credor</p><p>{}</p><p>Pago</p><p>12,00</p></nav>"
TABLE = "<table><tr><th>Código<th>Valor<tr><td>1.1<td>1.234,56</table>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            f"<h2>Receitas</h2>{TABLE}<h2>Entradas extra</h2><p>A contabilidade ainda não enviou.</p>",
            ["Entradas extra"],
        ),
        (f"<h2>Licitações – 2026</h2><div>Sem registros</div><h2>Contratos</h2>{TABLE}", ["Licitações – 2026"]),
        # headings of other makes
        ("<div role=heading aria-level=3>Folha</div><em>Nada publicado neste ano</em>", ["Folha"]),
        # a section holds those below it
        (f"<h1>Despesas</h1><h2>Empenhos</h2>{TABLE}<h2>Extra</h2><p>Nenhum lançamento no período.</p>", ["Extra"]),
        ("<h2>Receitas</h2><h3>Extra</h3><p>Ainda não há dados.</p>", ["Extra", "Receitas"]),
        # an empty table has headings only
        ("<h2>Extra</h2><table><tr><th>Código<th>Descrição<th>Valor</table>", ["Extra"]),
        # what leads on, asks, or is shown as a picture is something
        ("<h2>Receitas</h2><a href=x>Receita orçamentária</a> <a href=y>Receita extra</a>", []),
        ("<h2>Receitas</h2><label>Exercício</label><select><option>2026</select><button>Ver os dados</button>", []),
        ("<h2>Receitas</h2><p>Veja o quadro abaixo.</p><canvas></canvas>", []),
        ("<h2>Receitas</h2>", []),
        ("<h2>Receitas</h2><p>Ano 2026: R$ 12,00 em caixa</p>", []),
        # out of sight, and in menus
        ("<section data-t-hidden=''><h2>Folha</h2><p>Ainda não enviada.</p></section>", []),
        ("<nav><h2>Folha</h2><p>Ainda não enviada.</p></nav>", []),
        (DRAWER.format("Ana").replace("</nav>", "<h2>Itens</h2><p>Ainda não enviados.</p></nav>"), ["Itens"]),
        ("<div data-t-press=''><h3>Folha</h3><p>Consulte aqui</p></div>", []),
    ],
)
def test_headings_over_nothing(html: str, expected: list[str]) -> None:
    assert bare_headings(f"<body>{html}</body>") == expected


MENU = "<aside><ul role=menu>{}</ul></aside>"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (MENU.format("<li>Receitas</li>") + "<main>Receitas</main>", MENU.format("") + "<main>Receitas</main>", True),
        ("<nav>Início</nav><p>Empenhos 12</p>", "<nav>Início › Despesas</nav><p>Empenhos 34</p>", True),
        ("<main><nav>Despesas</nav>Consultar</main>", "<main><nav>Receitas</nav>Consultar</main>", False),
        ("<p>Empenhos</p>", "<p>Pagamentos</p>", False),
        # a record that came up in a drawer
        (DRAWER.format("Ana"), DRAWER.format("Bia"), False),
        ("<main>Empenhos</main>", "<main>Empenhos</main>" + DRAWER.format("Bia"), False),
        # the tab that is open
        ("<b role=tab aria-selected=true>A</b><b role=tab>B</b>", "<b role=tab>A</b><b role=tab aria-selected=true>B</b>", False),
        ("<i class='x-tab-active'>A</i><i>B</i>", "<i>A</i><i class='x-tab-active'>B</i>", False),
        ("<p>Empenhos</p><p data-t-hidden=''>Outros</p>", "<p>Empenhos</p>", True),
    ],
)  # fmt: skip
def test_two_ways_to_one_view(one: str, other: str, same: bool) -> None:
    assert (content_of(f"<body>{one}</body>") == content_of(f"<body>{other}</body>")) is same


@pytest.mark.parametrize(
    ("heading", "criterion"),
    [
        ("Entradas extraorçamentárias – 2026", "receita_extra_orcamentaria"),
        ("Despesa extra", "despesa_extra_orcamentaria"),
        ("Licitações", "licitacao"),
        ("Folha de pagamento", "quadro_pessoal"),
        ("Receitas", "receita_orcamentaria"),
        ("Extraorçamentárias", ""),
        ("Licitações e empenhos", ""),
        ("Convênios", ""),
        ("Notícias da cidade", ""),
    ],
)
def test_the_criterion_that_a_heading_names(heading: str, criterion: str) -> None:
    assert criterion_named(heading, load_matrix()) == criterion
