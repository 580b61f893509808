"""What people get of an evaluation by the national matrix: page, paper, terminal, spreadsheet, letter, many towns."""

from __future__ import annotations

import csv
import dataclasses
import datetime as dt
import io
import json
import random
import re
import shutil
import zipfile
from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from axe_playwright_python.sync_playwright import Axe
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from playwright.sync_api import Browser

from lab.stored import write_audits
from tests.scrapy_command import scrapy
from transparency.aspects.seen import Answer, Status
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.matrix.cycle import Cycle
from transparency.matrix.cycle_file import load_cycle
from transparency.report import cycle_exports, cycle_letter, cycle_many, cycle_page, item_letter, letter
from transparency.report.cycle_many import Brief, Town, positions
from transparency.report.cycle_map import read_mesh
from transparency.report.cycle_sheet import NAMES, UNASKED, Sheet, interval, make_sheet, open_sheet
from transparency.report.cycle_terminal import answers_table
from transparency.report.extension import make
from transparency.store.answers import answers_name, read_answers, write_answers
from transparency.store.audit_files import Folder
from transparency.store.audits import SUMMARY, StoredAudit, open_audit
from transparency.store.sums import SUMS, digest_list, parse_sums
from transparency.store.verification import Verification
from transparency.store.verify import verify_audit

ID = "pntp-2026"
MOST_PAGES = 12
HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style><script>alert(1)</script>", "javascript:alert(1)",
    "{{ 7*7 }}", "\u202eolleh", "a" * 5000, "=1+1", "\x00\x0b",
)  # fmt: skip


@pytest.fixture(scope="module")
def cycle() -> Cycle:
    return load_cycle(ID)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> StoredAudit:
    return open_audit(write_audits(tmp_path_factory.mktemp("stored"), towns=1, audits=1, seed=4)[0])


def answers(cycle: Cycle, seed: int = 1, shares: tuple[float, float, float] = (0.6, 0.3, 0.1)) -> list[Answer]:
    """Answers such as an audit gives. ``shares``: of what is met, not met and undecided."""
    rng = random.Random(seed)
    statuses: tuple[Status, ...] = ("met", "not_met", "undecided")
    found = []
    for requirement in cycle.requirements:
        url = f"https://transparencia.mataverde.example/portal/consultas/{requirement.id}/lista?exercicio=2026&pagina=1"
        for aspect in requirement.aspects:
            bare = Answer(requirement.id, aspect, rng.choices(statuses, shares)[0], "")
            found.append(
                {
                    "met": dataclasses.replace(
                        bare, reason="A lista traz o que se pede, com 120 linhas; a mais nova é de 20/11/2026.", url=url,
                        steps=("abra https://mataverde.example/", "clique em “Despesas”"), label="Data do empenho",
                    ),
                    "not_met": dataclasses.replace(
                        bare, reason="Nenhuma página que trata disto traz a coluna “unidade gestora” nem a data do conteúdo.",
                        places=tuple(f"Entrada › Consultas {n} ({url}{n})" for n in range(rng.randint(1, 5))),
                    ),
                    "undecided": dataclasses.replace(
                        bare, reason="O arquivo é uma imagem sem texto.", url=url,
                        look="O documento mostra a hierarquia das unidades?",
                    ),
                }[bare.status]
            )  # fmt: skip
    return found


def with_status(cycle: Cycle, status: Status, odd: dict[str, Status] | None = None) -> list[Answer]:
    """All answers alike, but those of some requirements."""
    return [
        Answer(one.id, aspect, (odd or {}).get(one.id, status), "Motivo.")
        for one in cycle.requirements
        for aspect in one.aspects
    ]


def audited(folder: Path, stored: StoredAudit, cycle: Cycle, given: Iterable[Answer] | None = None) -> StoredAudit:
    """A copy of an audit with answers."""
    made = shutil.copytree(stored.folder, folder / stored.uf.lower() / stored.slug / stored.folder.name)
    write_answers(made, ID, answers(cycle) if given is None else given, stored.name)
    return open_audit(made)


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory, stored: StoredAudit, cycle: Cycle) -> Sheet:
    return open_sheet(audited(tmp_path_factory.mktemp("sheet"), stored, cycle), cycle)


# ---- the answers of a folder -----------------------------------------------------------------------------------------


def test_answers_come_back_as_they_were(tmp_path: Path, stored: StoredAudit, cycle: Cycle) -> None:
    assert read_answers(audited(tmp_path, stored, cycle), cycle) == answers(cycle)


def test_nobody_is_named_in_the_file(tmp_path: Path, stored: StoredAudit, cycle: Cycle) -> None:
    one = Answer("1.1", "available", "met", "CPF 529.982.247-25", "https://a.example/?senha=9", label="Maria da Silva")
    text = (audited(tmp_path, stored, cycle, [one]).folder / answers_name(ID)).read_text()
    assert "529.982" not in text and "senha=9" not in text and "Maria" not in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", ":2: a linha est"),
        (b"[]", ":2: a linha est"),
        (b"\xff\xfe", ":2: a linha est"),
        (b'{"requirement": "1.1", "aspect": "available", "status": "good", "reason": ""}', ":2: a linha est"),
        (b'{"requirement": "99.9", "aspect": "available", "status": "met", "reason": ""}', ":2: o crit"),
    ],
    ids=("torn", "list", "bytes", "status", "requirement"),
)
def test_a_broken_line_is_told_with_its_number(
    tmp_path: Path, stored: StoredAudit, cycle: Cycle, line: bytes, told: str
) -> None:
    audit = audited(tmp_path, stored, cycle, answers(cycle)[:1])
    with open(audit.folder / answers_name(ID), "ab") as file:
        file.write(line + b"\n")
    with pytest.raises(UserError, match=told):
        read_answers(audit, cycle)


def verified(audit: StoredAudit) -> Verification:
    return verify_audit(Folder(audit.folder), "here", load_matrix())


def test_the_list_covers_answers_and_reports(tmp_path: Path, stored: StoredAudit, cycle: Cycle) -> None:
    audit = audited(tmp_path, stored, cycle)
    (audit.folder / SUMS).write_bytes(digest_list(audit.folder))
    before = verified(audit).faults
    cycle_page.write(open_sheet(audit, cycle))
    checked = verified(audit)
    assert checked.faults == before
    assert cycle_page.page_name(ID) in parse_sums((audit.folder / SUMS).read_bytes())
    write_answers(audit.folder, ID, answers(cycle)[1:])
    assert answers_name(ID) in {fault.file for fault in verified(audit).faults}


# ---- what they count -------------------------------------------------------------------------------------------------


def test_an_index_is_an_interval() -> None:
    assert interval(61.2, 68.4) == "entre 61,20 e 68,40"
    assert interval(68.4, 68.4) == "68,40"


def test_what_has_no_answer_is_undecided(stored: StoredAudit, cycle: Cycle) -> None:
    sheet = make_sheet(stored, cycle, [])
    assert sheet.counts["undecided"] == sum(sheet.counts.values()) == sum(len(r.aspects) for r in cycle.requirements)
    assert (sheet.low, sheet.high) == (0, 100)
    assert {answer.reason for one in sheet.asked for answer in one.answers} == {UNASKED}
    assert sheet.dearest == ()
    assert sheet.level.startswith("entre ")


def test_mending_brings_what_the_index_lacks(stored: StoredAudit, cycle: Cycle) -> None:
    sheet = make_sheet(stored, cycle, with_status(cycle, "met", {"4.3": "not_met", "2.7": "not_met"}))
    assert [one.requirement.id for one in sheet.dearest] == ["4.3", "2.7"]
    assert sum(one.gain for one in sheet.dearest) == pytest.approx(100 - sheet.high, abs=0.02)
    assert sheet.essentials[0].requirement.id == "4.3"


def test_aspects_with_one_reason_stand_together(stored: StoredAudit, cycle: Cycle) -> None:
    sheet = make_sheet(stored, cycle, with_status(cycle, "not_met"))
    assert all(len(one.groups) == 1 and one.groups[0].aspects == one.requirement.aspects for one in sheet.asked)


# ---- the page --------------------------------------------------------------------------------------------------------


def test_the_page_says_what_the_answers_say(browser: Browser, sheet: Sheet) -> None:
    page = browser.new_context().new_page()
    noises: list[str] = []
    for event in ("dialog", "pageerror", "console", "request"):
        page.on(event, lambda what, event=event: noises.append(f"{event} {getattr(what, 'url', what)}"))  # type: ignore[call-overload]
    path = cycle_page.write(sheet)
    page.goto(path.as_uri())
    assert noises == [f"request {path.as_uri()}"]
    assert page.locator("h1").inner_text().startswith(sheet.audit.name)
    assert interval(sheet.low, sheet.high) in page.locator(".score").inner_text()
    assert page.locator(".asked").count() == len(sheet.cycle.requirements)
    for one in sheet.asked:
        shown = page.locator(f'[id="c{one.requirement.id}"]')
        text = " ".join((shown.text_content() or "").split())
        assert one.requirement.question in text
        assert all(law in text for law in one.requirement.law)
        assert (one.requirement.remedy in text) == bool(one.counts["not_met"] and one.requirement.remedy)
        for answer in one.answers:
            assert answer.reason in text and answer.look in text
            assert not answer.url or shown.locator(f'a[href="{answer.url}"]').count()
    titles = page.locator("h2").all_inner_texts()
    assert titles[:2] == ["Essenciais", "O que mais rende corrigir"]
    assert page.locator("#look li").count() == len(sheet.to_look_at) > 0
    page.get_by_role("button", name="Não atende", exact=True).click()
    assert page.locator(".asked:visible").count() == len(sheet.dearest)
    page.context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_accessible_and_no_wider_than_the_screen(browser: Browser, sheet: Sheet, width: int) -> None:
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    page.goto(cycle_page.write(sheet).as_uri())
    page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == []
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5')].map(h => +h.tagName[1])")
    assert levels[0] == 1 and all(after - before <= 1 for before, after in pairwise(levels))
    page.context.close()


def wordy(answer: Answer) -> Answer:
    """An answer with as many words as people stand, and others than those of every other one."""
    name = f"{answer.requirement} {answer.aspect}"
    return dataclasses.replace(
        answer,
        reason=f"{name}: {'o que se pede não está onde o nome do lugar o promete, ' * 5}",
        url=f"https://mataverde.example/{name.replace(' ', '/')}/{'consulta/' * 9}",
        look=f"{name}: {'isto é mesmo o que se pede? ' * 6}" if answer.status == "undecided" else "",
        places=tuple(f"Entrada › {n} › {name}" for n in range(6)) if answer.status == "not_met" else (),
    )


@pytest.mark.parametrize("is_wordy", [False, True], ids=["plain", "wordy"])
@pytest.mark.parametrize(
    "shares",
    [(0.6, 0.3, 0.1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.34, 0.33, 0.33)],
    ids="mixed met missing undecided thirds".split(),
)
def test_on_paper(
    browser: Browser,
    stored: StoredAudit,
    cycle: Cycle,
    tmp_path: Path,
    shares: tuple[float, float, float],
    is_wordy: bool,
) -> None:
    given_ = answers(cycle, 7, shares)
    sheet = make_sheet(stored, cycle, map(wordy, given_) if is_wordy else given_)
    (path := tmp_path / "page.html").write_text(cycle_page.render_sheet(sheet))
    page = browser.new_context().new_page()
    page.goto(path.as_uri())
    document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))
    texts = [" ".join(one.get_textpage().get_text_range().split()) for one in document]
    assert len(document) <= MOST_PAGES
    # The first page is the summary.
    assert "Essenciais" in texts[0] and "Por dimensão" in texts[0] and cycle.dimensions[-1].name in texts[0]
    assert "A verificar por uma pessoa" not in texts[0]
    whole = " ".join(texts).replace("\ufffe", "-")
    assert all(f"{one.id} " in whole for one in cycle.requirements)
    assert "Abrir todos" not in whole
    page.context.close()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_stay_texts(
    browser: Browser, stored: StoredAudit, cycle: Cycle, tmp_path: Path, text: str
) -> None:
    planted = [
        Answer(one.requirement, one.aspect, one.status, text, text, (text, text), text, (text, text), text)
        for one in answers(cycle)
    ]
    sheet = open_sheet(audited(tmp_path, stored, cycle, planted), cycle)
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    noises: list[str] = []
    for event in ("dialog", "pageerror", "popup"):
        page.on(event, lambda what: noises.append(str(what)))  # type: ignore[call-overload]
    page.goto(cycle_page.write(sheet).as_uri())
    assert noises == []
    assert page.locator("script").count() == 1 and page.locator("img").count() == 0
    assert page.locator("a:not([href^='http']):not([href^='#'])").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


# ---- a terminal, a spreadsheet ---------------------------------------------------------------------------------------


def printed(table: Any) -> str:
    from rich.console import Console

    Console(file=(out := io.StringIO()), width=400).print(table)
    return out.getvalue()


def test_a_terminal_shows_a_row_for_each_requirement(sheet: Sheet) -> None:
    text = printed(answers_table(sheet))
    assert interval(sheet.low, sheet.high) in text
    assert all(f" {one.requirement.id} " in text for one in sheet.asked)
    missing = printed(answers_table(sheet, "not_met"))
    assert all((f" {one.requirement.id} " in missing) == bool(one.counts["not_met"]) for one in sheet.asked)
    full = printed(answers_table(sheet, criterion="4.3"))
    assert all(name in full for name in NAMES.values()) and " 4.2 " not in full


def table_of(sheets: list[Sheet], folder: Path) -> list[list[str]]:
    cycle_exports.export(sheets, "csv", folder / "a.csv")
    with open(folder / "a.csv", encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


def test_the_spreadsheet_has_a_line_for_each_aspect(sheet: Sheet, tmp_path: Path) -> None:
    lines = table_of([sheet], tmp_path)
    assert tuple(lines[0]) == cycle_exports.COLUMNS
    told = {(line[4], line[7]): line for line in lines[1:]}
    assert len(told) == len(lines) - 1 == sum(sheet.counts.values())
    for one in sheet.asked:
        for answer in one.answers:
            line = told[one.requirement.id, NAMES[answer.aspect]]
            assert line[8] == {"met": "Atende", "not_met": "Não atende", "undecided": "A verificar"}[answer.status]
            assert line[9] == answer.url and answer.reason in line[11] and answer.look in line[11]
    assert cycle_exports.export([sheet], "xlsx", tmp_path / "a.xlsx") == len(told)
    cells = load_workbook(tmp_path / "a.xlsx").active
    assert cells is not None
    assert [[value or "" for value in row] for row in cells.iter_rows(values_only=True)] == lines
    assert cycle_exports.export([sheet], "jsonl", tmp_path / "a.jsonl") == len(told)
    first = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert first["cycle"] == ID and first["requirement"] == "1.1" and first["municipio"] == sheet.audit.slug


@given(st.text(alphabet="=+-@\t\r\n＝' 1a|\x00", max_size=8))
@settings(deadline=None, database=None, derandomize=True, max_examples=25)
def test_no_cell_is_a_formula(text: str) -> None:
    import tempfile

    cycle = load_cycle(ID)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        audit = StoredAudit(
            folder, {"municipio": {"slug": "a", "name": text, "uf": "PB"}, "started": "2026-11-23T10:00:00Z"}
        )
        answer = Answer("1.1", "available", "met", text, text, (text,), text)
        sheet = make_sheet(audit, cycle, [answer])
        opening = tuple("=+-@＝＋－＠\t\r\n")
        for line in table_of([sheet], folder)[1:3]:
            assert not any(cell.lstrip().startswith(opening) and not cell.lstrip("+-").isdigit() for cell in line)
        cycle_exports.export([sheet], "xlsx", folder / "a.xlsx")
        book = load_workbook(folder / "a.xlsx").active
        assert book is not None
        assert {cell.data_type for row in book.iter_rows() for cell in row} <= {"s", "n", "inlineStr"}


# ---- the letter ------------------------------------------------------------------------------------------------------

TODAY = dt.date(2026, 11, 26)


def bare(text: str) -> str:
    """A text without what a line that is broken on paper changes."""
    return re.sub(r"[\s\ufffe-]", "", text)


def words_of(path: Path) -> str:
    if path.suffix == ".pdf":
        texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path.read_bytes())]
        return " ".join(" ".join(texts).replace("\ufffe", "-").split())
    document = Document(str(path))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return " ".join(" ".join([*(p.text for p in document.paragraphs), *cells]).split())


@pytest.mark.parametrize("kind", ["docx", "pdf"])
def test_the_letter_lists_what_is_missing_with_law_and_deadline(sheet: Sheet, tmp_path: Path, kind: str) -> None:
    text = words_of(cycle_letter.write(sheet, tmp_path / f"a.{kind}", 20, today=TODAY))
    assert sheet.audit.name in text and "16 de dezembro de 2026" in text and "20 dias" in text
    assert "{{" not in text and "{%" not in text
    for one in sheet.asked:
        assert (bare(one.requirement.question) in bare(text)) == bool(one.counts["not_met"]), one.requirement.id
        if one.counts["not_met"]:
            assert all(bare(law) in bare(text) for law in one.requirement.law)


def test_the_letter_names_what_is_essential_first(sheet: Sheet) -> None:
    told = cycle_letter.fields(sheet, 30, TODAY)
    ranks = [one["classe"] == "essencial" for one in told["faltas"]]
    assert ranks == sorted(ranks, reverse=True) and any(ranks)


def test_no_letter_where_nothing_is_missing(stored: StoredAudit, cycle: Cycle, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="não há o que pedir"):
        cycle_letter.write(make_sheet(stored, cycle, with_status(cycle, "met")), tmp_path / "a.docx")
    assert not [*tmp_path.iterdir()]


def test_hostile_texts_in_a_letter(stored: StoredAudit, cycle: Cycle, tmp_path: Path) -> None:
    text = "".join(HOSTILE[:3]) + "\x0b&<w:p/>]]>"
    sheet = make_sheet(stored, cycle, [Answer("3.1", "available", "not_met", text, places=(text,))])
    for kind in ("docx", "pdf"):
        assert "<script>alert(1)</script>" in words_of(cycle_letter.write(sheet, tmp_path / f"a.{kind}", today=TODAY))


def test_another_template(sheet: Sheet, tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Para {{ municipio }}: {{ faltas|length }}")
    document.save(str(tmp_path / "own.docx"))
    (tmp_path / "own.html").write_text("<p>Para {{ municipio }}: {{ faltas|length }}", "utf-8")
    for kind, own in (("docx", "docx"), ("pdf", "html")):
        path = cycle_letter.write(sheet, tmp_path / f"a.{kind}", template=tmp_path / f"own.{own}")
        assert words_of(path) == f"Para {sheet.audit.name}: {len(sheet.dearest)}"


@pytest.mark.parametrize(
    ("name", "content", "to", "told"),
    [
        ("a.docx", None, "b.docx", "Não existe o modelo"),
        ("a.docx", b"nothing", "b.docx", "não pôde ser usado"),
        ("a.html", b"{{ nothing.of }}{% if %}", "b.pdf", "não pôde ser usado"),
        ("a.html", b"{{ ''.__class__.__mro__ }}", "b.pdf", "não pôde ser usado"),
        ("a.html", b"\xff\xfe\xfa", "b.pdf", "não pôde ser usado"),
        ("a.html", b"x", "b.docx", "não serve para"),
        ("a.docx", b"x", "b.odt", "não diz o formato"),
    ],
)
def test_templates_that_are_none(
    sheet: Sheet, tmp_path: Path, name: str, content: bytes | None, to: str, told: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=told):
        cycle_letter.write(sheet, tmp_path / to, template=tmp_path / name)
    assert not (tmp_path / to).exists()


@pytest.mark.parametrize("kind", ["docx", "pdf"])
def test_the_letter_of_the_six_criteria_lists_what_is_absent(stored: StoredAudit, tmp_path: Path, kind: str) -> None:
    matrix = load_matrix()
    text = bare(words_of(item_letter.write(stored, matrix, tmp_path / f"a.{kind}", 20, today=TODAY)))
    assert "{{" not in text and "{%" not in text and bare("20 dias, até 16 de dezembro de 2026") in text
    statuses = [verdict.status for verdict in stored.verdicts]
    published, absent = statuses.count("published"), statuses.count("absent")
    assert bare(f"{published} de {published + absent} que puderam ser decididos") in text
    assert bare(f"Os {absent} itens abaixo") in text and absent > 1
    for verdict in stored.verdicts:
        assert (bare(verdict.reason) in text) == (verdict.status == "absent"), verdict
    told = item_letter.fields(stored, matrix, 20, TODAY)["faltas"]
    assert len(told) == absent and all(one["lei"] and bare(one["lei"]) in text for one in told)


def test_no_letter_of_the_six_criteria_where_nothing_is_absent(stored: StoredAudit, tmp_path: Path) -> None:
    folder = shutil.copytree(stored.folder, tmp_path / "whole")
    lines = [{**asdict(verdict), "status": "published"} for verdict in stored.verdicts]
    (folder / "verdicts.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    with pytest.raises(UserError, match="não há o que pedir"):
        item_letter.write(open_audit(folder), load_matrix(), tmp_path / "a.docx")
    assert not (tmp_path / "a.docx").exists()


@pytest.mark.parametrize("name", ["oficio.docx", "oficio-itens.docx"])
def test_the_template_that_comes_with_it_is_a_plain_document(name: str) -> None:
    with zipfile.ZipFile(letter.ROOM / name) as file:
        assert not [name for name in file.namelist() if "vba" in name.lower() or "embed" in name.lower()]


def test_the_report_is_made_when_the_audit_is_whole(tmp_path: Path, stored: StoredAudit, cycle: Cycle) -> None:
    audit = audited(tmp_path, stored, cycle)
    assert make(audit.folder, load_matrix()) == audit.folder / "report.html"
    assert (audit.folder / cycle_page.page_name(ID)).is_file()


# ---- many towns ------------------------------------------------------------------------------------------------------


def town(low: float, high: float) -> Town:
    return Town((Brief(Path(), "", "", "PB", "a", "A", "", low, high, ("", ""), "", "none", (), {}, {}, {}),))


@pytest.mark.parametrize(
    ("indices", "expected"),
    [
        ([(90, 95), (80, 85), (70, 75)], [(1, 1), (2, 2), (3, 3)]),
        ([(90, 95), (80, 92), (70, 75)], [(1, 2), (1, 2), (3, 3)]),
        ([(80, 80), (80, 80), (10, 99)], [(1, 2), (1, 2), (1, 3)]),
        ([(0, 100)], [(1, 1)]),
    ],
)
def test_a_position_is_an_interval(indices: list[tuple[float, float]], expected: list[tuple[int, int]]) -> None:
    assert positions([town(*one) for one in indices]) == expected


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, cycle: Cycle) -> Path:
    root = tmp_path_factory.mktemp("many")
    for number, folder in enumerate(write_audits(root, towns=5, audits=2, seed=3)):
        summary = json.loads((folder / SUMMARY).read_text())
        summary["municipio"]["ibge"] = f"25{number // 2:05}"
        (folder / SUMMARY).write_text(json.dumps(summary))
        share = 0.5 + number / 20
        given_ = answers(cycle, number, (share, 1 - share, 0)) if number < 8 else with_status(cycle, "met")
        write_answers(folder, ID, given_)
    return root


def test_many_towns(browser: Browser, many: Path, cycle: Cycle) -> None:
    towns = cycle_many.read([many], cycle)
    assert [len(one.audits) for one in towns] == [2] * 5
    assert [one.now.low for one in towns] == sorted((one.now.low for one in towns), reverse=True)
    index = cycle_many.write(towns, cycle, many)
    assert index == many / ID / "index.html"
    assert not (index.parent / cycle_many.MAP).exists()
    for name in set(cycle_many.PAGES) - {cycle_many.MAP}:
        for width in (1280, 390):
            page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
            noises: list[str] = []
            page.on("pageerror", lambda what, noises=noises: noises.append(str(what)))
            page.goto((index.parent / name).as_uri())
            assert noises == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == [], name
            for link in page.locator("main a[href]").evaluate_all("all => all.map(a => a.href)"):
                assert Path(link.removeprefix("file://")).is_file()
            page.context.close()
    text = (index.parent / "index.html").read_text()
    assert all(one.now.name in text for one in towns)
    rows = list(csv.reader((index.parent / "ranking.csv").read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert [row[0] for row in rows[1:]] == [one.now.name for one in towns]
    assert rows[1][4] == "100,00" and rows[1][8] == "sim"
    for name, lines in (("dimensoes.csv", 5 * len(cycle.dimensions)), ("historia.csv", 10)):
        assert len((index.parent / name).read_text("utf-8-sig").splitlines()) == lines + 1
    lacks = cycle_many.missing(towns, cycle)
    assert len(lacks[0].not_met) >= len(lacks[-1].not_met)
    assert towns[0].now not in {brief for one in lacks for brief, _ in one.not_met}


def square(code: str, left: float) -> dict[str, Any]:
    ring = [[left, -7], [left + 1, -7], [left + 1, -6], [left, -6], [left, -7]]
    return {"properties": {"codarea": code}, "geometry": {"type": "Polygon", "coordinates": [ring]}}


def test_a_map_is_drawn_from_a_mesh(browser: Browser, many: Path, cycle: Cycle, tmp_path: Path) -> None:
    towns = cycle_many.read([many], cycle)
    features = [square(one.now.ibge, n - 40.0) for n, one in enumerate(towns[:4])] + [square("2599999", -30)]
    (path := tmp_path / "mesh.json").write_text(json.dumps({"features": [*features, {"geometry": None}]}))
    shapes = read_mesh(path)
    assert len(shapes) == 5
    room = cycle_many.write(towns, cycle, tmp_path, mesh=shapes).parent
    page = browser.new_context().new_page()
    page.goto((room / "mapa.html").as_uri())
    assert page.locator(".map path").count() == 5 and page.locator(".map .none").count() == 1
    assert [(v["id"], v["nodes"]) for v in Axe().run(page).response["violations"]] == []
    assert towns[4].now.name in page.locator(".note").inner_text()
    first = page.locator(".map path").first
    assert interval(towns[0].now.low, towns[0].now.high) in (first.text_content() or "")
    page.context.close()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"features": [1]}', '{"features": []}', '{"features": [{"id": 2500106}]}']
)
def test_what_is_no_mesh_is_told(tmp_path: Path, text: str) -> None:
    (path := tmp_path / "mesh.json").write_text(text)
    with pytest.raises(UserError, match=r"mesh\.json"):
        read_mesh(path)


# ---- commands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["show", "report", "oficio", "export"])
def test_commands_without_answers_tell_what_to_do(stored: StoredAudit, tmp_path: Path, command: str) -> None:
    more = ("-o", str(tmp_path / "a.csv")) if command == "export" else ()
    done = scrapy(command, str(stored.folder), "--matriz", ID, *more)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1 and f"audit {stored.slug} --matriz {ID}" in done.stderr
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("command", ["show", "report", "oficio", "export"])
def test_commands_refuse_a_matrix_that_there_is_not(stored: StoredAudit, tmp_path: Path, command: str) -> None:
    more = ("-o", str(tmp_path / "a.csv")) if command == "export" else ()
    done = scrapy(command, str(stored.folder), "--matriz", "pntp-1999", *more)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1 and "pntp-1999" in done.stderr


def test_commands(tmp_path: Path, stored: StoredAudit, cycle: Cycle) -> None:
    audit = audited(tmp_path, stored, cycle)
    town_ = str(audit.folder.parent)
    shown = scrapy("show", town_, "--matriz", ID, "--situacao", "não atende")
    assert shown.returncode == 0 and "4.3" in scrapy("show", town_, "--matriz", ID, "--criterio", "4.3").stdout
    assert scrapy("show", town_, "--matriz", ID, "--criterio", "licitacao").returncode == 2
    made = scrapy("report", town_, "--matriz", ID)
    assert made.returncode == 0 and (audit.folder / f"{ID}.html").is_file()
    out = tmp_path / "a.xlsx"
    exported = scrapy("export", town_, "--matriz", ID, "-o", str(out))
    assert exported.returncode == 0 and out.is_file() and "respostas em" in exported.stdout
    letter = scrapy("oficio", town_, "--matriz", ID, "--prazo", "15")
    assert letter.returncode == 0 and (audit.folder.parent / f"{ID}-oficio.docx").is_file()
    assert scrapy("oficio", town_, "--matriz", ID, "--prazo", "0").returncode == 2
    assert (
        scrapy("oficio", town_, "--seis-criterios").returncode == 0 and (audit.folder.parent / "oficio.docx").is_file()
    )
    assert not [*audit.folder.glob("*.docx")], "verify would find a file too many"
    both = scrapy("oficio", town_, "--matriz", ID, "--seis-criterios")
    assert both.returncode == 2 and "não vão juntas" in both.stderr


def test_the_report_of_many_by_a_command(many: Path) -> None:
    done = scrapy("report", str(many), "--matriz", ID)
    assert done.returncode == 0 and (many / ID / "index.html").is_file(), done.stderr
