"""Names of people (S10): where they are told, and that beyond the first ones nothing keeps or shows them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html
from PIL import ImageChops
from playwright.sync_api import Browser
from test_privacy import shot

from transparency.classify.judge import judge_frame
from transparency.crawl.known import _storable
from transparency.extract.redact import redact
from transparency.items import PageContext, UserError
from transparency.matrix import keywords_directory, load_matrix
from transparency.node import FrameKey, Node, Step, Target
from transparency.portals.catalogue import load
from transparency.privacy.cleaning import mask, without_secrets
from transparency.privacy.people import (
    FILE,
    find_names,
    holds_names,
    initials,
    load_people_words,
    names_people,
    tells_people,
    without_words,
)

MATRIX = load_matrix()
PEOPLE = [f"{first} {middle} {last}" for first, middle, last in zip(
    "Adalberto Benedita Cristiano Dirce Edmilson Francisca Geraldo Helena Irene Josefa".split(),
    "Aroeira Baraúna Catolé Cumaru Facheiro Imburana Jatobá Juazeiro Jurema Quixaba".split(),
    "Sabiá Pereiro Oiticica Umbu Angico Mororó Ipê Cedro Cipó Faveleira".split(), strict=True)]  # fmt: skip
STRANGE = [f"{first} Quixaba {last}" for first, last in zip(
    "Ozirlândio Quenaz Ruzilva Tupiraci Uézio Valquimar Xeila Zuíla Abrelino Belarmina".split(),
    "Sabiá Pereiro Oiticica Umbu Angico Mororó Ipê Cedro Cipó Faveleira".split(), strict=True)]  # fmt: skip
"""First names that no list has: only labels tell them."""


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        *((label, True) for label in (
            "Nome", "NOME DO SERVIDOR", "Agente público", "Recebedor", "Devedor", "Depositante", "CPF/Nome", "Nome e cargo",
            "Código / Credor", "Locatário", "Pago a", "Beneficiário(a)", "Quem recebeu",
        )),
        *((label, False) for label in (
            "CPF do servidor", "Nome da conta", "Tipo de credor", "Quantidade de servidores", "Cargo", "Objeto", "Data da nomeação", "",
        )),
    ],
)  # fmt: skip
def test_labels_of_names(label: str, expected: bool) -> None:
    assert names_people(label) is expected


def test_the_labels_by_which_the_matrix_knows_names_are_known_here() -> None:
    """Who is paid and who receives: a term that the judge learns must be one that is veiled."""
    items = [i for c in MATRIX.criteria for i in c.items if (i.criterion, i.key) in (("quadro_pessoal", "nome"), ("despesa_orcamentaria", "nome"))]  # fmt: skip
    assert len(items) == 2
    assert [term for item in items for term in item.terms if not names_people(term)] == []


@pytest.mark.parametrize(
    ("label", "values", "expected"),
    [
        ("Serv.", STRANGE, True),
        ("Cred.", STRANGE, True),
        ("Fav", STRANGE, True),
        ("Func.", ["Ensino Fundamental", "Atenção Básica"] * 5, False),  # functions repeat, names do not
        ("Descr.", STRANGE, False),
        ("Histórico", PEOPLE, True),  # whatever it is called
        ("Histórico", [*PEOPLE[:2], *(f"Compra {n}" for n in range(8))], False),
        ("Programa", ["Saúde da Família", "Escola para Todos", "Creche Cidadã"], False),
        ("", [], False),
    ],
)
def test_columns_of_names(label: str, values: list[str], expected: bool) -> None:
    assert holds_names(label, values) is expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("0012 MARIA DE SOUZA", ["MARIA DE SOUZA"]),
        ("Prefeito: José da Silva Neto (PX)", ["José da Silva Neto"]),
        ("pago a Ana Lúcia d'Ávila, em 3/1", ["Ana Lúcia d'Ávila"]),
        ("Ana Lima e Rui Sá", ["Ana Lima e Rui Sá"]),
        ("Rua João Lima, Escola Municipal Maria das Dores", []),
        ("MARIA DE SOUZA COMÉRCIO LTDA", []),
        ("João Pessoa - PB", []),
        ("Despesas por Função", []),
        ("Maria", []),
        ("ana lima", []),
        ("https://a.gov.br/Ana Lima", []),
    ],
)
def test_names_without_a_label(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in find_names(text)] == names


def test_towns_are_not_people() -> None:
    assert [m.name for m in load().municipalities if any(find_names(m.name))] == []


def test_what_steps_say() -> None:
    assert initials("clique em “MARIA DE SOUZA”") == "clique em “M. S.”"
    assert initials("Portal de Ana Rita", "Ana Rita") == "Portal de Ana Rita"
    assert without_words("0000001 04/01/2025 Xeila Quixaba") == "0000001 04/01/2025"
    assert tells_people("Matrícula Nome Cargo") and not tells_people("Código Função Valor")


def test_mistakes_in_the_file_are_told(tmp_path: Path) -> None:
    text = (keywords_directory() / FILE).read_text("utf-8")
    (tmp_path / FILE).write_text(text.replace("places:", "lugares:"), "utf-8")
    with pytest.raises(UserError, match=rf"{FILE}, linha \d+: campo desconhecido: lugares"):
        load_people_words(tmp_path)


def table(people: list[str], label: str = "Nome", other: str = "Cargo") -> str:
    rows = "".join(
        f"<tr><td>{n}</td><td>{name}</td><td>Agente {n % 3}</td><td>2.{n}34,56</td></tr>"
        for n, name in enumerate(people)
    )
    return f"<table><thead><tr><th>Matrícula</th><th>{label}</th><th>{other}</th><th>Remuneração</th></tr></thead><tbody>{rows}</tbody></table>"  # fmt: skip


def apart(people: list[str]) -> str:
    """A box of fields per person, which is no table to the judge."""
    boxes = (
        f"<section><h3>Ficha</h3><dl><dt>Servidor</dt><dd>{name}</dd><dt>Cargo</dt><dd>Agente</dd><dt>Remuneração</dt><dd>2.345,67</dd></dl></section>"
        for name in people
    )
    return "<hr>".join(boxes)


def prose(people: list[str]) -> str:
    rows = "".join(
        f"<tr><td>{n}</td><td>0{n}/01/2026</td><td>Diária paga a {name} em viagem</td><td>9,0{n}</td></tr>"
        for n, name in enumerate(people, 1)
    )
    return f"<table><tr><th>Empenho</th><th>Data</th><th>Histórico</th><th>Valor</th></tr>{rows}</table>"  # fmt: skip


LAYOUTS: dict[str, Any] = {
    "table": lambda people: table(people),
    "short label": lambda people: table(people, "Serv."),
    "another label": lambda people: table(people, "Depositante"),
    "two in one": lambda people: table(people, "CPF/Nome"),
    "apart": apart,
    "cards": lambda people: "".join(f"<div class=card><p>Nome: <b>{n}</b></p><p>Cargo: <b>Agente</b></p><p>Salário: <b>2.345,67</b></p></div>" for n in people),
}  # fmt: skip
LOOSE: dict[str, Any] = {
    "options": lambda people: "<select name=s>" + "".join(f"<option value={n}>{n} - {p}</option>" for n, p in enumerate(people)) + "</select>",
    "list": lambda people: "<ul>" + "".join(f"<li><a href=#{n} title='{p}'>{p}</a> — Vereador</li>" for n, p in enumerate(people)) + "</ul>",
    "faces": lambda people: "".join(f"<div><img alt='{p}' src={n}.png><h4>{p.upper()}</h4></div>" for n, p in enumerate(people)),
    "one after another": lambda people: "".join(f"<div><hr><h4>{p.upper()}</h4></div>" for p in people),
    "in prose": prose,
}  # fmt: skip


def page(body: str) -> str:
    return f"<html><body><h1>Folha de pagamento</h1>{body}</body></html>"


def told(html: str) -> str:
    root = lxml_html.document_fromstring(html)
    return " ".join([*root.itertext(), *(v for e in root.iter() for v in e.attrib.values())]).lower()


def findings(html: str) -> Any:
    return judge_frame(html, PageContext(urls=("https://x.example/folha",), labels=("Folha de pagamento",)), MATRIX)[1]


@pytest.mark.parametrize(
    ("layout", "people"),
    [*((name, people) for name in LAYOUTS for people in (PEOPLE, STRANGE)), *((name, PEOPLE) for name in LOOSE)],
    ids=lambda value: value if isinstance(value, str) else value[0].split()[0],
)
def test_s10_three_names_of_a_page_stay(layout: str, people: list[str]) -> None:
    html = page((LAYOUTS | LOOSE)[layout](people))
    redacted = redact(html)
    left = [name for name in people if name.lower() in told(redacted.html)]
    assert left == people[:3]
    assert findings(redacted.html) == findings(html)
    assert redact(redacted.html).html == redacted.html


def test_one_record_of_one_page_stays() -> None:
    """A details view is the proof of its labels; its heading is what it is about."""
    html = page(f"<h2>{PEOPLE[0]}</h2>" + apart(PEOPLE[:1]))
    assert redact(html).html is html


@pytest.mark.parametrize(("label", "unsaid"), [(f"0012 {STRANGE[0]}", True), (f"0012 {PEOPLE[0]}", False)])
def test_what_the_next_walk_is_told(label: str, unsaid: bool) -> None:
    step = Step("click", FrameKey(), Target("body[1]>tr[2]", "tr", label), f"abra a linha 2 (“{label}”)", unsaid=unsaid)
    step = step if not unsaid else Step(**{**vars(step), "words": "abra a linha 2 (“0012”)"})
    kept = _storable(Node("https://a.gov.br/", (step,), words=(step.words,)), "")
    assert kept is not None
    assert kept.steps[0].target.label == ""
    assert not [name for name in (*PEOPLE, *STRANGE) if name in str(kept.to_dict())]


HOSTILE = {
    "capitals": "A " * 1000, "articles": "E E " * 500, "names": "Ana de da do " * 160, "digits": "1" * 2000, "dots": "1." * 1000,
    "at": "a@" * 1000, "apostrophes": "D'" * 1000, "dashes": "1-" * 1000, "phones": "(83) 9" * 330, "accounts": "conta 1- " * 220,
    "spaces": "Ana " + " " * 2000, "parameters": "?a=" * 660, "hosts": "http://" * 280, "zero width": "1\u200b" * 1000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_s4_a_text_eight_times_as_long_takes_not_much_more_than_eight_times_as_long(name: str) -> None:
    """An expression that backtracks takes 64 times as long, or for ever. Measured in CPU time, the best of three."""

    def took(text: str) -> float:
        best = 9e9
        for _ in range(3):
            began = time.process_time()
            mask(text, "CPF, telefone, conta corrente")
            without_secrets(text)
            initials(text)
            holds_names("Cred.", [text] * 3)
            best = min(best, time.process_time() - began)
        return best

    short, long = took(HOSTILE[name] * 2), took(HOSTILE[name] * 16)
    assert long < 30 * short + 0.05, (short, long)


def test_s10_names_on_cards_are_not_in_the_picture(browser: Browser) -> None:
    """Whoever stands on the cards beyond the third, the picture is the same."""
    tab = browser.new_page()
    html = page("<p>Nome do servidor</p>" + LOOSE["faces"](PEOPLE)).replace("<img", "<hr")
    others = html.replace(PEOPLE[4].upper(), "EVERALDO JUAZEIRO UMBURA").replace(PEOPLE[4], "Everaldo Juazeiro Umbura")
    third = html.replace(PEOPLE[1].upper(), "TEREZINHA BARAÚNA PEREIRO")
    assert html != others and html != third
    first, _ = shot(tab, html)
    assert ImageChops.difference(first, shot(tab, others)[0]).getbbox() is None
    assert ImageChops.difference(first, shot(tab, third)[0]).getbbox() is not None
    tab.close()
