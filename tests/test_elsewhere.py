"""What a town lacks is shown where other towns of its vendor have it: in report, terminal and letter."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from audit_of_pages import make_audit, run

from transparency.aspects.seen import Answer
from transparency.commands.show import Command as Show
from transparency.matrix import Matrix
from transparency.matrix.cycle_file import load_cycle
from transparency.report import elsewhere
from transparency.report.audit_page import render_audit
from transparency.report.cycle_letter import write as write_letter
from transparency.report.cycle_page import render_sheet
from transparency.report.cycle_sheet import open_sheet
from transparency.store.answers import write_answers
from transparency.store.audits import StoredAudit, open_audit

LACKED = ("licitacao", "edital")


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory, matrix: Matrix) -> Path:
    return make_audit(tmp_path_factory.mktemp("audits"), matrix=matrix)


def town(root: Path, one: Path, name: str, vendor: str = "elmar", uf: str = "PB", has: bool = True, stamp: str = "20260302T120000Z") -> StoredAudit:  # fmt: skip
    """The audit of a town of a vendor, which shows the item that is looked for or lacks it."""
    folder = root / uf.lower() / name.lower() / stamp
    shutil.copytree(one, folder)
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    summary["municipio"] |= {"slug": name.lower(), "name": name, "uf": uf, "families": []}
    summary["families"] = {"portal.example": vendor}
    (folder / "audit.json").write_text(json.dumps(summary), "utf-8")
    lines = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        if (line["criterion"], line["item"]) == LACKED:
            shown = {
                "status": "published",
                "label": f"Edital de {name}",
                "page_url": f"https://{name.lower()}.example/edital",
            }
            line |= {"steps": ["abra x", "clique em “Compras”"], **shown} if has else {"status": "absent", "label": ""}
    (folder / "verdicts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return open_audit(folder)


def towns_of(audit: StoredAudit) -> list[str]:
    return [example.town for example in elsewhere.of_items(audit).get(LACKED, ())]


def test_only_the_same_vendor_is_an_example_and_the_same_state_comes_first(tmp_path: Path, one: Path) -> None:
    mine = town(tmp_path, one, "Minha", has=False)
    town(tmp_path, one, "Abaira", uf="BA")
    town(tmp_path, one, "Outra", vendor="betha")
    town(tmp_path, one, "Zabele")
    town(tmp_path, one, "Velha")  # had it, and has it no more
    town(tmp_path, one, "Velha", has=False, stamp="20260402T120000Z")
    assert towns_of(mine) == ["Zabele", "Abaira"]
    (example, _) = elsewhere.of_items(mine)[LACKED]
    assert (example.address, example.label, example.way) == ("https://zabele.example/edital", "Edital de Zabele", "clique em “Compras”")  # fmt: skip
    assert example.day == "02/03/2026"
    own_site = town(tmp_path, one, "Sozinha", vendor="proprio", has=False)
    town(tmp_path, one, "Sozinho", vendor="proprio")
    assert towns_of(own_site) == []


def test_broken_audits_and_odd_addresses_are_no_examples(tmp_path: Path, one: Path) -> None:
    mine = town(tmp_path, one, "Minha", has=False)
    broken = town(tmp_path, one, "Alfa")
    (broken.folder / "verdicts.jsonl").write_text("{", "utf-8")
    odd = town(tmp_path, one, "Beta")
    text = (
        (odd.folder / "verdicts.jsonl").read_text("utf-8").replace("https://beta.example/edital", "javascript:alert(1)")
    )
    (odd.folder / "verdicts.jsonl").write_text(text, "utf-8")
    shutil.copytree(one, tmp_path / "pb" / "gama" / "20260302T120000Z.r.partial")
    town(tmp_path, one, "Zabele")
    assert towns_of(mine) == ["Zabele"]
    moved = Path(shutil.copytree(mine.folder, tmp_path / "aside"))
    assert towns_of(open_audit(moved)) == []


def test_no_more_than_so_many_are_looked_at(tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = town(tmp_path, one, "Minha", has=False)
    for name in ("Alfa", "Beta"):
        town(tmp_path, one, name, vendor="betha")
    town(tmp_path, one, "Zabele")
    monkeypatch.setattr(elsewhere, "LOOKED_AT", 2)
    assert towns_of(mine) == []


def test_report_and_terminal_tell_it(tmp_path: Path, one: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    mine = town(tmp_path, one, "Minha", has=False)
    assert "do mesmo fornecedor" not in render_audit(mine, matrix)
    town(tmp_path, one, "Zabele")
    page = render_audit(mine, matrix)
    assert '<a href="https://zabele.example/edital"' in page and "O que publicar" in page
    assert (
        page.count("Lei 12.527/2011 (LAI), arts. 7º, VI, e 8º, § 1º, IV") > 1
    )  # of the criterion, and of what is absent
    assert run(Show, str(mine.folder), "--situacao", "ausente", AUDITS_DIR=str(tmp_path)) == 0
    told = capsys.readouterr().out
    assert "Onde outros municípios do mesmo fornecedor" in told and "https://zabele.example/edital" in told
    assert run(Show, str(mine.folder), "--situacao", "publicado", AUDITS_DIR=str(tmp_path)) == 0
    assert "do mesmo fornecedor" not in capsys.readouterr().out


def test_letter_and_report_of_the_national_matrix_tell_it(tmp_path: Path, one: Path) -> None:
    cycle = load_cycle("pntp-2026")
    asked = cycle.requirements[0]
    mine, other = town(tmp_path, one, "Minha"), town(tmp_path, one, "Zabele")
    for audit, status in ((mine, "not_met"), (other, "met")):
        address = f"https://{audit.slug}.example/lugar"
        write_answers(audit.folder, cycle.id, [Answer(asked.id, "available", status, "visto", address)])  # type: ignore[arg-type]
    sheet = open_sheet(mine, cycle)
    assert '<a href="https://zabele.example/lugar"' in render_sheet(sheet)
    from docx import Document

    (table,) = Document(str(write_letter(sheet, tmp_path / "oficio.docx"))).tables
    told = "\n".join(cell.text for row in table.rows for cell in row.cells)
    assert "Onde o mesmo fornecedor já o mostra: Zabele (PB), https://zabele.example/lugar, visto em 02/03/2026" in told
