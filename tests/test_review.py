"""Reviews: a file that loses nothing, the key that reviewers agree on, and the page where they work."""

from __future__ import annotations

import argparse
import csv
import io
import itertools
import json
import multiprocessing
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from scrapy.settings import Settings
from scrapy_command import scrapy
from starlette.testclient import TestClient

from lab.stored import write_audits
from tests.serving import FAST, faults, running
from tests.test_cycle_report import answers
from transparency.api.app import make_app
from transparency.api.guard import Rules, parse_rate
from transparency.api.index import Index
from transparency.api.review import CYCLE_PATH, PATH, POSTED, is_same_origin, read_form
from transparency.api.served import Served
from transparency.api.shapes import API
from transparency.aspects.seen import Answer, Status
from transparency.commands.gold import Command
from transparency.eval.score import GoldItem, read_gold
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.matrix.cycle_file import load_cycle
from transparency.report.cycle_page import render_sheet
from transparency.report.cycle_sheet import open_sheet, open_unreviewed
from transparency.report.exports import neutralise
from transparency.store.answers import write_answers
from transparency.store.audits import StoredAudit, find_audits, id_of, open_audit
from transparency.store.reviews import (
    COLUMNS,
    DISPUTED,
    REVIEWS,
    Review,
    append,
    conclude,
    conclusions,
    gold_csv,
    read_reviews,
    reviews_name,
)

ROOT = Path(__file__).parent.parent
BASE = Review("vila", "PB", "licitacao", "objeto_licitacao", "sim", "http://a.example/x", "Ana", "2026-11-21T12:00:00Z")
MATRIX = load_matrix()
FORM = {"content-type": "application/x-www-form-urlencoded"}


def said(*answers: str) -> list[Review]:
    return [replace(BASE, encontrado=answer, revisor=f"r{n}") for n, answer in enumerate(answers)]  # type: ignore[arg-type]


# ---- what reviewers say together -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "together"),
    [
        ((), "não sei"), (("sim",), "sim"), (("não",), "não"), (("não sei",), "não sei"), (("sim", "sim"), "sim"), (("sim", "não"), DISPUTED),
        (("não sei", "não"), "não"), (("não sei", "não sei"), "não sei"), (("sim", "não", "não"), DISPUTED), (("sim", "não sei", "sim"), "sim"),
    ],
)  # fmt: skip
def test_conclusions(answers: tuple[str, ...], together: str) -> None:
    for order in itertools.permutations(said(*answers)):
        assert conclude(order) == together


def test_the_last_word_of_each_reviewer_counts(tmp_path: Path) -> None:
    path = tmp_path / REVIEWS
    append(path, BASE)
    append(path, replace(BASE, revisor="Rui", encontrado="não"))
    [one] = conclusions(read_reviews(path))
    assert one.encontrado == DISPUTED
    append(path, replace(BASE, revisor="  RUI ", encontrado="sim", local="http://a.example/y"))
    [one] = conclusions(read_reviews(path))
    assert one.encontrado == "sim" and one.places == ("http://a.example/x", "http://a.example/y")
    assert len(read_reviews(path).lines) == 3, "nothing is taken away"


def test_the_key_is_read_by_score(tmp_path: Path) -> None:
    """The file itself and its export are the same key, without what is open or disputed."""
    path = tmp_path / REVIEWS
    for review in (
        BASE,
        replace(BASE, revisor="Rui", local="/despesas"),
        replace(BASE, item="modalidade_licitacao", encontrado="não", local=""),
        replace(BASE, item="disputado"),
        replace(BASE, item="disputado", revisor="Rui", encontrado="não"),
        replace(BASE, item="aberto", encontrado="não sei"),
    ):
        append(path, review)
    expected = {
        "vila": {
            ("licitacao", "objeto_licitacao"): GoldItem(True, ("http://a.example/x", "/despesas")),
            ("licitacao", "modalidade_licitacao"): GoldItem(False),
        }
    }
    assert read_gold(path) == expected
    exported = tmp_path / "gabarito.csv"
    exported.write_text(gold_csv(conclusions(read_reviews(path)), neutralise), encoding="utf-8-sig")
    assert read_gold(exported) == expected
    lines = list(csv.DictReader(io.StringIO(exported.read_text(encoding="utf-8-sig"))))
    assert tuple(lines[0]) == COLUMNS
    assert [line["encontrado"] for line in lines] == ["TRUE", "FALSE", DISPUTED, "não sei"]
    assert lines[2]["revisor"] == "Ana (sim); Rui (não)"


def test_one_name_in_two_states_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / REVIEWS
    append(path, BASE)
    append(path, replace(BASE, uf="GO"))
    with pytest.raises(UserError, match="em PB e em GO"):
        read_gold(path)


@pytest.mark.parametrize("text", ["", '{"municipio": "x"}\n', "lixo\n"])
def test_a_key_without_answers_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / REVIEWS
    path.write_text(text)
    with pytest.raises(UserError, match="nenhuma revisão decidida"):
        read_gold(path)
    with pytest.raises(UserError, match="não encontrado"):
        read_gold(tmp_path / "outro.jsonl")


def test_what_people_wrote_is_no_formula(tmp_path: Path) -> None:
    append(tmp_path / REVIEWS, replace(BASE, nota="=HYPERLINK(1)", revisor="+Ana"))
    [line] = csv.DictReader(io.StringIO(gold_csv(conclusions(read_reviews(tmp_path / REVIEWS)), neutralise)))
    assert line["nota"] == "'=HYPERLINK(1)" and line["revisor"] == "'+Ana"


def test_the_command(tmp_path: Path) -> None:
    append(tmp_path / REVIEWS, BASE)
    append(tmp_path / REVIEWS, replace(BASE, uf="GO", encontrado="não", local=""))
    done = scrapy("gold", str(tmp_path), "--uf", "pb", "-o", str(tmp_path / "g.csv"))
    assert done.returncode == 0, done.stderr
    assert "1 item revisado, 0 divergentes" in done.stderr
    assert read_gold(tmp_path / "g.csv") == {"vila": {("licitacao", "objeto_licitacao"): GoldItem(True, (BASE.local,))}}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["nada"], "Não há revisões"), (["--x"], "Argumento desconhecido"), (["a", "b"], "Argumento desconhecido")],
)
def test_the_command_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    command = Command()
    command.settings = Settings({"AUDITS_DIR": "audits"})
    command.run(arguments, argparse.Namespace(uf="", divergentes=False, saida=None, matriz=None))
    assert command.exitcode == 2
    assert told in capsys.readouterr().err


# ---- the file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 40, 200, -1])
def test_a_torn_line_is_counted_and_spoils_no_other(tmp_path: Path, cut: int) -> None:
    path = tmp_path / REVIEWS
    append(path, BASE)
    whole = path.read_bytes()
    with open(path, "ab") as file:
        file.write(whole[:cut])
    torn = read_reviews(path)
    # A last line that lacks nothing but its end is whole.
    assert (len(torn.lines), torn.torn) == ((2, 0) if cut == -1 else (1, 1))
    append(path, replace(BASE, revisor="Rui"))
    after = read_reviews(path)
    assert after.lines[-1].revisor == "Rui" and after.torn == torn.torn


LINES = [
    b"[]", b"1", b"null", b'"x"', b"{}", b"\xff\xfe", b'{"municipio": 1}', json.dumps(vars(BASE) | {"encontrado": "talvez"}).encode(),
    json.dumps(vars(BASE) | {"revisor": "  "}).encode(), json.dumps(vars(BASE) | {"nota": ["x"]}).encode(), b"[" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_strange_lines_are_skipped_and_counted(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / REVIEWS
    path.write_bytes(line + b"\n" + json.dumps(vars(BASE) | {"futuro": 1}).encode() + b"\n")
    found = read_reviews(path)
    assert found.lines == (BASE,) and found.torn == 1


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / REVIEWS
    append(path, BASE)
    before = path.read_bytes()
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:20]))
    with pytest.raises(UserError, match="não pôde ser gravada"):
        append(path, BASE)
    assert path.read_bytes() == before
    monkeypatch.undo()
    (tmp_path / "linked.jsonl").symlink_to(path)
    with pytest.raises(UserError):
        append(tmp_path / "linked.jsonl", BASE)
    assert path.read_bytes() == before


def _write_many(path: Path, who: str, count: int) -> None:
    for number in range(count):
        append(path, replace(BASE, revisor=who, item=f"i{number}", nota="ç" * 700))


def test_two_reviewers_at_once(tmp_path: Path) -> None:
    path, count = tmp_path / REVIEWS, 40
    spawn = multiprocessing.get_context("fork")
    people = [spawn.Process(target=_write_many, args=(path, who, count)) for who in ("Ana", "Rui", "Eva")]
    for one in people:
        one.start()
    for one in people:
        one.join(60)
    found = read_reviews(path)
    assert found.torn == 0 and len(found.lines) == 3 * count
    for who in ("Ana", "Rui", "Eva"):
        assert [line.item for line in found.lines if line.revisor == who] == [f"i{n}" for n in range(count)]


def _write_and_tell(path: Path, pipe: int) -> None:
    for number in itertools.count():
        append(path, replace(BASE, item=f"i{number}", nota="x" * 3000))
        os.write(pipe, b".")


def test_killed_while_writing(tmp_path: Path) -> None:
    """What was acknowledged is there; at most one line is torn; the next reviewer writes on."""
    rng = random.Random(0)
    fork = multiprocessing.get_context("fork")
    for round_ in range(6):
        path = tmp_path / f"{round_}.jsonl"
        reading, writing = os.pipe()
        writer = fork.Process(target=_write_and_tell, args=(path, writing))
        writer.start()
        os.close(writing)
        os.read(reading, 1)
        time.sleep(rng.random() * 0.05)
        assert writer.pid
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        told = 1 + sum(len(part) for part in iter(lambda fd=reading: os.read(fd, 65536), b""))
        os.close(reading)
        found = read_reviews(path)
        assert found.torn <= 1 and told <= len(found.lines) <= told + 1
        append(path, replace(BASE, revisor="Rui"))
        assert read_reviews(path).lines[-1].revisor == "Rui"


# ---- the form --------------------------------------------------------------------------------------------------------

ROW = {
    "slug": "vila",
    "uf": "PB",
    "criterion": "licitacao",
    "item": "objeto_licitacao",
    "audit": "0" * 16,
    "status": "absent",
    "label": "",
}
GIVEN = {"encontrado": "sim", "local": "https://a.example/x", "nota": "", "revisor": "Ana"}
FORMS = [
    ({}, set(), {"encontrado": "sim", "local": "https://a.example/x"}),
    ({"encontrado": "não"}, set(), {"encontrado": "não", "local": ""}),
    ({"local": "A.example/despesas"}, set(), {"local": "http://a.example/despesas"}),
    ({"local": "/despesas › Empenhos"}, set(), {"local": "/despesas › Empenhos"}),
    ({"local": ""}, set(), {"local": ""}),
    ({"local": "javascript:alert(1)"}, {"local"}, {}),
    ({"local": "não é endereço"}, {"local"}, {}),
    ({"encontrado": "não", "local": "lixo não usado"}, set(), {"local": ""}),
    ({"encontrado": ""}, {"encontrado"}, {}),
    ({"encontrado": "TRUE"}, {"encontrado"}, {}),
    ({"revisor": " \t "}, {"revisor"}, {}),
    ({"revisor": "x" * 81}, {"revisor"}, {}),
    ({"nota": "x" * 2001}, {"nota"}, {}),
    ({"revisor": " Ana \n Maria\x00 "}, set(), {"revisor": "Ana Maria"}),
    ({"nota": "CPF 123.456.789-09\r\nfim\u2028"}, set(), {"nota": "CPF ***.456.789-**\nfim"}),
]  # fmt: skip


@pytest.mark.parametrize(("change", "wrong", "expected"), FORMS)
def test_forms(change: dict[str, str], wrong: set[str], expected: dict[str, str]) -> None:
    review, form = read_form({**GIVEN, **change}, ROW, "2026-11-21T12:00:00Z")
    assert set(form.wrong) == wrong
    assert (review is None) == bool(wrong)
    if review:
        assert {name: getattr(review, name) for name in expected} == expected
        assert (review.municipio, review.uf, review.auditoria, review.situacao) == ("vila", "PB", "0" * 16, "absent")


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"sec-fetch-site": "same-origin", "origin": "http://h:1"}, True), ({"sec-fetch-site": "same-origin"}, True), ({"origin": "http://h:1"}, True),
        ({"origin": "https://h:1"}, True), ({"sec-fetch-site": "cross-site", "origin": "http://h:1"}, False), ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "none"}, False), ({"origin": "http://evil:1"}, False), ({"origin": "http://h:2"}, False), ({"origin": "null"}, False), ({}, False),
    ],
)  # fmt: skip
def test_same_origin(headers: dict[str, str], ours: bool) -> None:
    assert is_same_origin({"host": "h:1", **headers}) is ours


# ---- the page --------------------------------------------------------------------------------------------------------


def reviewed(root: Path) -> Served:
    index = Index(root)
    index.refresh()
    return Served(index, MATRIX, Rules(rate=parse_rate(FAST), posts=frozenset(POSTED)), reviewing=True)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("review")
    write_audits(folder, 3, 1, seed=6)
    return folder


@pytest.fixture
def root(stored: Path) -> Iterator[Path]:
    yield stored
    (stored / REVIEWS).unlink(missing_ok=True)


def fields(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def test_posting(root: Path) -> None:
    """Only a form of ours, sent from a page of ours, with the cookie that it was given, is taken."""
    with TestClient(make_app(reviewed(root)), base_url="http://127.0.0.1:80") as api:
        api.headers["origin"] = "http://127.0.0.1"
        api.headers["host"] = "127.0.0.1"
        page = api.get(f"{PATH}?status=published")
        assert page.status_code == 200 and page.headers["cache-control"] == "private, no-store"
        form = fields(page.text) | {"encontrado": "sim", "local": "https://a.example/", "revisor": "Ana", "nota": "vi"}
        assert form["fila_status"] == "published"
        refused = [
            api.post(PATH, data=form, headers={"origin": "http://evil.example"}),
            api.post(PATH, data=form, headers={"sec-fetch-site": "cross-site"}),
            api.post(PATH, data=form | {"token": "0" * 64}),
            api.post(PATH, data={name: value for name, value in form.items() if name != "token"}),
        ]
        assert [answer.status_code for answer in refused] == [403] * 4
        assert "Este formulário ficou velho" in refused[2].text and "https://a.example/" in refused[2].text, (
            "nothing typed is lost"
        )
        assert api.post(PATH, json=form).status_code == 415
        assert api.post(PATH, content=b"x" * 20_000, headers=FORM).status_code == 413
        assert api.post(PATH, content=b"%ff=%fe&token=%00", headers=FORM).status_code in (400, 404)
        assert api.post(PATH, data=form | {"auditoria": "../../x"}).status_code == 404
        assert api.post(PATH, data=form | {"item": "' OR 1=1 --"}).status_code == 404
        assert api.post(PATH, data=form | {"fila_status": "talvez"}).status_code == 400
        wrong = api.post(PATH, data=form | {"revisor": ""})
        assert wrong.status_code == 400 and "Diga seu nome" in wrong.text
        assert not (root / REVIEWS).exists()
        taken = api.post(PATH, data=form, follow_redirects=False)
        assert taken.status_code == 303 and taken.headers["location"].startswith(f"{PATH}/")
        [line] = read_reviews(root / REVIEWS).lines
        assert (line.encontrado, line.revisor, line.nota, line.situacao) == ("sim", "Ana", "vi", "published")
        assert set(vars(line)) == set(json.loads((root / REVIEWS).read_text()))
        assert (
            taken.headers["location"]
            != f"{PATH}/{form['auditoria']}/{form['criterio']}/{form['item']}?status=published"
        )
        gold = api.get(f"{API}/gold").json()
        assert [(one["encontrado"], one["revisor"]) for one in gold] == [("TRUE", "Ana")]
        api.cookies.clear()
        assert api.post(PATH, data=form).status_code == 403, "another browser's form"


def test_the_queue_runs_from_doubtful_to_sure_and_ends(root: Path) -> None:
    with TestClient(make_app(reviewed(root)), base_url="http://127.0.0.1") as api:
        query = {"criterion": "despesa_extra_orcamentaria", "status": "absent"}
        expected = [
            (v["audit"], v["criterion"], v["item"])
            for v in api.get(f"{API}/verdicts", params={**query, "sort": "doubt", "limit": 1000}).json()["rows"]
        ]
        assert len(expected) > 2
        answer = api.get(PATH, params=query)
        met = []
        while "<form" in answer.text:
            form = fields(answer.text)
            met.append((form["auditoria"], form["criterio"], form["item"]))
            sent = form | {"encontrado": "não", "revisor": "Ana"}
            answer = api.post(PATH, data=sent, headers={"origin": "http://127.0.0.1"})
            assert answer.status_code == 200
        assert met == expected
        assert "Nada mais a revisar nesta fila" in answer.text
        # Another person starts anew, and does not see the first one's answers before their own.
        api.cookies.clear()
        again = api.get(PATH, params=query)
        assert fields(again.text)["item"] == expected[0][2] and "Já respondido" not in again.text


def test_a_dispute_is_shown(root: Path) -> None:
    with TestClient(make_app(reviewed(root)), base_url="http://127.0.0.1") as api:
        assert "Não há divergências" in api.get(f"{PATH}?so=divergentes").text
        verdict = api.get(f"{API}/verdicts?limit=1").json()["rows"][0]
        one = replace(
            BASE, municipio=verdict["slug"], uf=verdict["uf"], criterio=verdict["criterion"], item=verdict["item"]
        )
        append(root / REVIEWS, one)
        append(root / REVIEWS, replace(one, revisor="<b>Rui</b>", encontrado="não", nota="<script>1</script>"))
        page = api.get(f"{PATH}?so=divergentes")
        assert fields(page.text)["item"] == verdict["item"]
        assert "Há divergência" in page.text and "&lt;b&gt;Rui&lt;/b&gt;" in page.text and "<script>1" not in page.text
        assert api.get(f"{API}/gold").json()[0]["encontrado"] == DISPUTED


def test_review_by_keys_and_by_hand(screen: Page, root: Path) -> None:
    with running(reviewed(root)) as address:
        screen.goto(f"{address}{PATH}?status=published")
        heading = screen.get_by_role("heading", level=1)
        first = heading.inner_text()
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert screen.locator(".shot img").evaluate("one => one.complete && one.naturalWidth > 100")
        # The archived page comes when it is asked for, where it can do nothing.
        screen.keyboard.press("a")
        inner = screen.frame_locator("#archive iframe")
        expect(inner.locator("body")).not_to_be_empty()
        assert screen.locator("#archive iframe").get_attribute("sandbox") == ""
        assert faults(screen) == []
        # Nothing chosen, no name: the browser itself holds it back.
        screen.get_by_role("button", name="Salvar").click()
        assert heading.inner_text() == first and not (root / REVIEWS).exists()
        screen.get_by_label("Seu nome").fill("Ana pns")
        assert screen.locator("input[type=radio]:checked").count() == 0, "keys keep still while one types"
        screen.get_by_role("heading", name="Sua resposta").focus()
        screen.keyboard.press("p")
        expect(screen.get_by_role("radio", name="Publicado", exact=True)).to_be_checked()
        screen.keyboard.press("Enter")
        expect(screen.get_by_text("1 revisado por você")).to_be_visible()
        assert heading.inner_text() != first
        expect(screen.get_by_label("Seu nome")).to_have_value("Ana pns")
        second = screen.url
        screen.keyboard.press("j")
        screen.wait_for_url(lambda url: url != second)
        screen.keyboard.press("k")
        screen.wait_for_url(second)
        screen.get_by_role("radio", name="Não publicado", exact=True).check()
        screen.get_by_label("Nota").fill("o rótulo é de outra coisa")
        screen.keyboard.press("Control+Enter")
        expect(screen.get_by_text("2 revisados por você")).to_be_visible()
        lines = read_reviews(root / REVIEWS).lines
        assert [(line.encontrado, line.revisor, line.nota) for line in lines] == [
            ("sim", "Ana pns", ""),
            ("não", "Ana pns", "o rótulo é de outra coisa"),
        ]
        assert lines[0].local.startswith("http") and lines[1].local == ""
        # An address that is none: told at its field, and nothing typed is lost.
        screen.get_by_role("radio", name="Publicado", exact=True).check()
        screen.get_by_label("Onde está").fill("javascript:alert(1)")
        screen.get_by_label("Nota").fill("guarde isto")
        screen.get_by_role("button", name="Salvar").click()
        expect(screen.get_by_role("alert")).to_contain_text("Endereço inválido")
        expect(screen.get_by_label("Nota")).to_have_value("guarde isto")
        assert screen.get_by_label("Onde está").get_attribute("aria-invalid") == "true"
        assert faults(screen) == []
        # The key is there to be taken.
        screen.goto(f"{address}/")
        with screen.expect_download() as taken:
            screen.get_by_role("link", name="gabarito (CSV)").click()
        assert taken.value.path().read_text(encoding="utf-8-sig").count("Ana pns") == 2


def test_review_without_scripts(browser: Browser, root: Path) -> None:
    with running(reviewed(root)) as address:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{address}{PATH}?status=absent")
        page.get_by_role("radio", name="Não publicado", exact=True).check()
        page.get_by_label("Seu nome").fill("Rui")
        page.get_by_role("button", name="Salvar").click()
        page.wait_for_load_state()
        assert [line.revisor for line in read_reviews(root / REVIEWS).lines] == ["Rui"]
        context.close()


# ---- answers to a cycle of the national matrix -------------------------------------------------------------------------


def _answered(root: Path, statuses: dict[tuple[str, str], Status]) -> StoredAudit:
    """An audit that met everything but what is told otherwise."""
    cycle = load_cycle("pntp-2026")
    folder = write_audits(root, 1, 1, seed=6)[0]
    every = ((one.id, aspect) for one in cycle.requirements for aspect in one.aspects)
    told = [Answer(*key, statuses.get(key, "met"), "Motivo.", url="http://a.example/x") for key in every]
    write_answers(folder, cycle.id, told)
    return open_audit(folder)


def _reviewed(root: Path, audit: StoredAudit, number: str, aspect: str, said: str, **more: str) -> None:
    """Somebody says of an answer of an audit whether it is met."""
    place = str(audit.folder.resolve().relative_to(root.resolve()))
    review = Review(
        audit.slug, audit.uf, number, aspect, said, more.pop("local", ""), more.pop("revisor", "Ana"),  # type: ignore[arg-type]
        "2026-11-21T12:00:00Z", auditoria=more.pop("auditoria", id_of(place)), **more,
    )  # fmt: skip
    append(root / reviews_name("pntp-2026"), review)


def test_what_a_person_says_of_an_answer_counts_and_is_named(tmp_path: Path) -> None:
    """Index, status and reason are those of the review; nothing of another audit or what people do not agree on counts."""
    cycle = load_cycle("pntp-2026")
    key = {("3.1", "filter"): "undecided", ("4.1", "history"): "undecided", ("5.1", "current"): "undecided"}
    audit = _answered(tmp_path, key)  # type: ignore[arg-type]
    before = open_sheet(audit, cycle)
    assert before.low < before.high == 100.0 and not before.reviewed
    _reviewed(tmp_path, audit, "3.1", "filter", "sim", local="http://a.example/y", nota="o campo está no rodapé")
    _reviewed(tmp_path, audit, "3.1", "available", "não")
    _reviewed(tmp_path, audit, "3.1", "available", "sim")
    _reviewed(tmp_path, audit, "4.1", "history", "não", auditoria="0" * 16)
    _reviewed(tmp_path, audit, "5.1", "current", "sim")
    _reviewed(tmp_path, audit, "5.1", "current", "não", revisor="Rui")
    after = open_sheet(audit, cycle)
    told = {(one.requirement, one.aspect): one for asked in after.asked for one in asked.answers}
    counted = told["3.1", "filter"]
    assert (counted.status, counted.url) == ("met", "http://a.example/y")
    assert counted.reason.startswith("Revisado por uma pessoa em 21/11/2026: atende. “o campo está no rodapé” Antes,")
    assert told["3.1", "available"].reason == "Revisado por uma pessoa em 21/11/2026: atende. Motivo."
    assert {told["4.1", "history"].status, told["5.1", "current"].status} == {"undecided"}
    assert before.low < after.low < after.high == 100.0 and after.reviewed == 2
    _reviewed(tmp_path, audit, "4.1", "history", "não")
    last = open_sheet(audit, cycle)
    assert last.low == after.low and last.high < after.high and last.essential_counts["not_met"] == 1
    assert open_unreviewed(audit, cycle).low == before.low
    assert "Revisado por pessoas</dt><dd>3 itens" in render_sheet(last) and "Revisado por pessoas" not in render_sheet(
        before
    )
    shown = scrapy("show", str(audit.folder), "--matriz", cycle.id, "--criterio", "4.1")
    assert "(de pessoas: 3)" in shown.stdout and "Revisado por uma pessoa" in " ".join(shown.stdout.split())


def test_content_that_a_person_has_seen_opens_what_hung_on_it(tmp_path: Path) -> None:
    """Without its content nothing of a requirement was met: with it, what nobody looked at is open, and what is met stays so."""
    cycle = load_cycle("pntp-2026")
    lost = {("3.1", aspect): "not_met" for aspect in ("available", "current", "history", "export")}
    audit = _answered(tmp_path, lost)  # type: ignore[arg-type]
    _reviewed(tmp_path, audit, "3.1", "available", "sim")
    _reviewed(tmp_path, audit, "3.1", "export", "não")
    sheet = open_sheet(audit, cycle)
    (asked,) = (one for one in sheet.asked if one.requirement.id == "3.1")
    found = {one.aspect: one.status for one in asked.answers}
    assert found == {
        "available": "met",
        "current": "undecided",
        "history": "undecided",
        "export": "not_met",
        "filter": "met",
    }
    assert all(one.look for one in asked.answers if one.status == "undecided")


def test_a_review_changes_what_is_served(tmp_path: Path) -> None:
    """Ranking, report and API tell the index with what people said as soon as they have said it; a second person is still asked."""
    cycle = load_cycle("pntp-2026")
    audit = _answered(tmp_path, {("3.1", "filter"): "undecided"})
    id = id_of(str(audit.folder.resolve().relative_to(tmp_path.resolve())))
    with TestClient(make_app(reviewed(tmp_path)), base_url="http://127.0.0.1:80") as api:
        api.headers |= {"origin": "http://127.0.0.1", "host": "127.0.0.1"}

        def told() -> tuple[float, float, bool, bool]:
            (placed,) = api.get(f"{API}/cycles/{cycle.id}/ranking").json()
            sheet = api.get(f"{API}/audits/{id}/cycles/{cycle.id}").json()
            report = api.get(f"/auditorias/{id}/{cycle.id}.html").text
            many = api.get(f"/relatorio/{cycle.id}/index.html").text
            assert placed["index"] == sheet["index"]
            return (
                placed["index"]["low"],
                placed["index"]["high"],
                "Revisado por uma pessoa" in report,
                "entre " in many,
            )

        low, high, named, between = told()
        assert low < high == 100.0 and not named and between
        form = fields(api.get(f"{CYCLE_PATH}/{cycle.id}").text) | {
            "encontrado": "sim",
            "local": "",
            "revisor": "Ana",
            "nota": "",
        }
        api.post(CYCLE_PATH, data=form)
        assert told()[:3] == (100.0, 100.0, True)
        api.cookies.clear()
        again = api.get(f"{CYCLE_PATH}/{cycle.id}").text
        assert (fields(again)["criterio"], fields(again)["item"]) == ("3.1", "filter")
        assert "Já respondido" not in again and "a verificar" in again


def test_answers_to_a_cycle_are_reviewed(tmp_path: Path) -> None:
    """What is undecided comes first, the dearest before all; what was said is a key of its own, which the command reads."""
    cycle = load_cycle("pntp-2026")
    write_audits(tmp_path, 2, 1, seed=6)
    told = answers(cycle)
    first = find_audits([tmp_path])[0].parent
    write_answers(first, cycle.id, told)
    undecided = {(one.requirement, one.aspect) for one in told if one.status == "undecided"}
    with TestClient(make_app(reviewed(tmp_path)), base_url="http://127.0.0.1:80") as api:
        api.headers["origin"] = "http://127.0.0.1"
        api.headers["host"] = "127.0.0.1"
        seen: list[tuple[str, str]] = []
        page = api.get(f"{CYCLE_PATH}/{cycle.id}")
        while 'name="criterio"' in page.text:
            form = fields(page.text) | {"encontrado": "não", "local": "", "revisor": "Ana", "nota": ""}
            seen.append((form["criterio"], form["item"]))
            assert f"{len(undecided) - len(seen) + 1} resposta" in page.text
            page = api.post(CYCLE_PATH, data=form)
            assert len(seen) <= len(undecided)
        assert len(seen) == len(set(seen)) and {*seen} == undecided and "Nada a revisar" in page.text
        dearest = {(number, aspect) for number, aspect in undecided if number in ("3.1", "3.2", "4.1", "4.2", "4.3")}
        assert {*seen[: len(dearest)]} & dearest
        assert api.post(CYCLE_PATH, data=form | {"token": "0"}).status_code == 403
        assert api.post(CYCLE_PATH, data=form | {"ciclo": "pntp-1999"}).status_code == 404
        assert api.post(CYCLE_PATH, data=form | {"item": "nada"}).status_code == 404
        assert api.post(CYCLE_PATH, data=form | {"revisor": ""}).status_code == 400
        assert not (tmp_path / REVIEWS).exists(), "the key of the six criteria is another"
        lines = [*csv.DictReader(io.StringIO(api.get(f"/gabarito-{cycle.id}.csv").content.decode("utf-8-sig")))]
    assert [(one["criterio"], one["item"], one["encontrado"]) for one in lines] == [(*one, "FALSE") for one in seen]
    assert len(read_reviews(tmp_path / reviews_name(cycle.id)).lines) == len(undecided)
    done = scrapy("gold", str(tmp_path), "--matriz", cycle.id, "-o", str(tmp_path / "g.csv"))
    assert done.returncode == 0 and f"{len(undecided)} itens revisados" in done.stderr, done.stderr
