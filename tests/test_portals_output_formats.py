"""End to end on a site made here whose queries want a year and a month first, and then offer several outputs side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from audited import audit, served
from flask import Flask, Response
from playwright.sync_api import Browser
from views import answer_of

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.crawl.candidates.groups import answers_of
from transparency.crawl.candidates.labels import names_sheet
from transparency.crawl.candidates.move import Kind, Move
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Rating
from transparency.extract.forms import best_file
from transparency.matrix import load_matrix
from transparency.node import FrameKey, Node, Step, Target

WORDS = load_portal_words(load_matrix().vocabulary.query_buttons).query
OPTIONS = {
    "queryWords": WORDS.buttons,
    "outputWords": {name: getattr(WORDS, name) for name in ("screen", "formats", "readable", "placeholder")},
    "maxElements": 5000,
    "maxCandidates": 300,
}
EXTRAS = "Código;Nomenclatura;Valor\n2188.1;Consignações;110,00\n2188.2;Depósitos;210,00\n"
PAYROLL = "".join(f"<tr><td>{n}</td><td>Agente</td><td>4.000,00</td></tr>" for n in ("Ana Lima", "Bia Reis", "Caio Sá"))
OUTPUTS = """<script>
  const [ano, mes] = document.querySelectorAll('select'), saidas = [...document.querySelectorAll('[data-saida]')];
  ano.onchange = mes.onchange = () => {
    mes.disabled = !ano.value;
    for (const el of saidas) el.disabled = !(ano.value && mes.value);
  };
  for (const el of saidas) el.onclick = () =>
    open(`${location.pathname}/${ano.value}/${mes.value}.${el.dataset.saida}`, el.dataset.saida === 'html' ? '_blank' : '_self');
</script>"""


def outputs(app: Flask) -> None:
    """Buttons that wait for a year and a month, the screen in a new window; departments first; one query only as files."""
    ways = {"folha": {"pdf": "PDF", "csv": "CSV", "html": "Ver na tela"}, "extras": {"json": "JSON", "csv": "CSV", "pdf": "PDF"}}  # fmt: skip

    def query(place: str) -> str:
        buttons = "".join(f"<button disabled data-saida={way}>{name}</button>" for way, name in ways[place].items())
        years = "<option value=''>Selecione<option>2026<option>2025"
        months = "<option value=''>--<option value=1>Janeiro<option value=2>Fevereiro<option value=3>Março"
        fields = f"<label>Ano <select>{years}</select></label> <label>Mês <select disabled>{months}</select></label>"
        return f"<h1>Consulta</h1><div>{fields}<div>{buttons}</div></div>{OUTPUTS}"

    def found(place: str, year: int, month: int, way: str) -> Response | str:
        if way == "html":
            names = enumerate(("Gabinete do Prefeito", "Secretaria de Saúde", "Secretaria de Educação"))
            return "<h1>Folha</h1><ul>" + "".join(f"<li><a href=/lotacao/{n}>{name}</a></li>" for n, name in names)
        head = {"Content-Disposition": f"attachment; filename=dados.{way}"}
        return Response(EXTRAS if way == "csv" else "%PDF-1.4", mimetype="application/octet-stream", headers=head)

    head = "<tr><th>Nome do servidor</th><th>Cargo</th><th>Salário base</th></tr>"
    home = (
        "<h1>Dados abertos</h1><p><a href=/folha>Folha de pagamento</a> <a href=/extras>Receita extraorçamentária</a>"
    )
    app.add_url_rule("/", "home", lambda: home)
    app.add_url_rule("/<any(folha,extras):place>", "query", query)
    app.add_url_rule("/<place>/<int:year>/<int:month>.<way>", "found", found)
    app.add_url_rule(
        "/lotacao/<int:n>",
        "department",
        lambda n: f"<h1>Folha de pagamento - lotação {n}</h1><table>{head}{PAYROLL}</table>",
    )


def test_outputs_that_wait_for_a_period(tmp_path: Path) -> None:
    with served(outputs) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("quadro_pessoal", item) for item in ("nome", "cargo", "salario_cargo")),
        *(("receita_extra_orcamentaria", item) for item in ("codigo", "nomenclatura", "valor")),
    }
    assert summary["nodes"]["visited"] <= 8  # one department stands for the others, one year for the years before


PERIOD = "<select><option value=''>Ano<option>2026</select> <select><option>Selecione o mês<option>Janeiro</select>"
CHOSEN = "<select><option>2026<option>2025</select>"


@pytest.fixture(scope="module")
def forms(browser: Browser) -> Any:
    page = browser.new_page()
    page.add_init_script(OBSERVER)

    def read(html: str) -> list[str]:
        page.goto("about:blank")
        page.set_content(html)
        page.evaluate(INSTALL)
        return [form.label for form in answer_of(page, "snapshot", OPTIONS).forms]

    yield read
    page.close()


@pytest.mark.parametrize(
    ("html", "buttons"),
    [
        (f"<form>{PERIOD}<button>PDF</button><button>Ver na tela</button><button>CSV</button></form>", ["Ver na tela"]),
        (f"<form>{PERIOD}<button>PDF</button><button>XLS</button><button>JSON</button></form>", ["XLS"]),
        (f"<div>{PERIOD}<p><a class=x>Exportar CSV</a> <a class=x>HTML</a></p></div>", ["HTML"]),
        (f"<div>{PERIOD}<p><button disabled>Visualizar</button><button disabled>PDF</button></p></div>", ["Visualizar"]),
        (f"<form>{PERIOD}<button>Consultar</button><button>CSV</button><button>PDF</button></form>", ["Consultar"]),
        (f"<form>{PERIOD}<button>JSON</button><button>XML</button></form>", []),  # no tables are read of these
        (f"<div>{CHOSEN}<p><button>CSV</button><button>Excel</button></p></div>", []),  # what is in sight, as a file
        (f"<div>{CHOSEN}<p><a href=/1>CSV</a> <a href=/2>HTML</a></p><table><tr><th>a<tr><td>1</table></div>", []),
        ("<p><button>CSV</button><button>PDF</button></p>", []),
    ],
)  # fmt: skip
def test_the_button_of_a_query(forms: Any, html: str, buttons: list[str]) -> None:
    assert forms(html) == buttons


@pytest.mark.parametrize(
    ("options", "best"),
    [
        (["pdf", "arquivo csv", "xls"], 1),
        (["json", "planilha excel", "pdf"], 1),
        (["json", "xml"], None),
        (["csv", "todos"], None),
        (["csv"], None),
    ],
)
def test_best_file(options: list[str], best: int | None) -> None:
    assert best_file(options, WORDS) == best


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("CSV", True),
        ("Planilha XLS", True),
        ("Exportar para Excel", True),
        ("Exportar CSV", True),
        ("PDF", False),
        ("Gerar PDF", False),
        ("Exportar", False),
        ("CSV de empenhos", False),
        ("", False),
    ],
)
def test_names_sheet(label: str, expected: bool) -> None:
    assert names_sheet(label) is expected


def move(label: str, kind: Kind = "link", tier: int = 3, shape: str = "ul>li>a", generic: bool = False) -> Move:
    node = Node(url=f"http://a.example/{label}", depth=2, words=(), labels=(label,))
    return Move(node, kind, label, Rating(tier, 0.1, "", generic=generic), label, shape=shape)


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ([move("Gabinete"), move("Saúde"), move("Educação")], ["Gabinete"]),
        ([move("Gabinete"), move("Sobre", shape="p>a")], None),  # one alone is no list
        ([move("Empenhos", tier=0), move("Receitas", tier=0)], None),  # what names something speaks for itself
        ([move("Ver", generic=True), move("Abrir", generic=True)], None),
        ([move("Folha", "document", tier=1), move("Sobre")], ["Folha", "Sobre"]),
    ],
)
def test_what_a_query_has_listed(found: list[Move], left: list[str] | None) -> None:
    again = Node(url="http://a.example/2025", depth=1)
    answers = answers_of(found, Rating(0, 0.9, "quadro_pessoal"), again)
    assert (answers and [m.label for m in answers]) == left
    if answers:
        assert answers[0].others[-1] == ("query", again)
        assert answers[0].kind == "document" or answers[0].rating.criterion == "quadro_pessoal"


def test_tabs_beside_an_answer_are_no_list() -> None:
    tabs = [move(label, "click") for label in ("Classificação", "Pagas")]
    pressed = [
        replace(
            tab, node=replace(tab.node, steps=(Step("click", FrameKey(), Target(f"ul[1]>li[{n}]", "li", tab.label)),))
        )
        for n, tab in enumerate(tabs)
    ]
    promise, paths = (
        Rating(0, 0.9, "despesa_orcamentaria"),
        {step.target.path for tab in pressed for step in tab.node.steps},
    )
    assert answers_of(pressed, promise, None) is not None
    assert answers_of(pressed, promise, None, paths) is None
