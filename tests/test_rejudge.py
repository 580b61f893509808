"""Stored pages judged again: the same verdicts with the same matrix, named differences with another."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from audit_of_pages import EXTRA, PAYROLL, REVENUE, make_audit, page, run, some_pages

from transparency.classify.absence import Place
from transparency.commands.export import Command as Export
from transparency.commands.pack import Command as Pack
from transparency.commands.rejudge import Command
from transparency.commands.report import Command as Report
from transparency.commands.score import Command as Score
from transparency.commands.show import Command as Show
from transparency.commands.verify import Command as Verify
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.run import stored_pages
from transparency.run.rejudge import NOT_MARKED, NOT_PICTURED, Rejudged, keep, rejudge
from transparency.store.audit_files import Folder
from transparency.store.audits import open_audit
from transparency.store.evidence import NOT_KEPT, page_line
from transparency.store.sums import SUMS, digest_list
from transparency.store.verify import verify_audit

ROOT = Path(__file__).parent.parent


def again(folder: Path, matrix: Matrix) -> Rejudged:
    return rejudge(open_audit(folder), matrix)


def without_time(verdicts: list[Verdict]) -> list[dict[str, Any]]:
    return [{**asdict(verdict), "time": ""} for verdict in verdicts]


@pytest.mark.parametrize(
    "made",
    [
        {},
        {"essential": True},
        {"pages": []},
        {"pages": [page("inicio", "<p>Acesso negado</p>", steps=0, problem="o portal recusou a visita")], "entry_problem": "o portal recusou a visita"},
        {"unvisited": ("licitacao", "quadro_pessoal")},
        {"failed": ("receita_extra_orcamentaria", "licitacao")},
        {"places": {"licitacao": Place("abra “Licitações”", "Licitações", 1.0, outcome="none")}},
        {"places": {"licitacao": Place("abra “Avisos”", "Avisos", 1.0, outcome="no_answer", faults=(("xhr /a", "/a falhou"),))}},
        {"pages": [page("todos", REVENUE), replace(page("pessoal", PAYROLL), of_town=True), page("extra", EXTRA)]},
        {"pages": [page("extra", EXTRA), page("extra", EXTRA, steps=2), page("ç", REVENUE + "\ud800\r\n\x00é")]},
    ],
    ids=lambda made: "-".join(made) or "plain",
)  # fmt: skip
def test_an_unchanged_matrix_gives_the_same(tmp_path: Path, matrix: Matrix, made: dict[str, Any]) -> None:
    """Whatever went into the verdicts is in the store: every field but the time, and what is stored of every page."""
    folder = make_audit(tmp_path, matrix=matrix, **{**made, "pages": [replace(p, findings=None) for p in made["pages"]] if "pages" in made else None})  # fmt: skip
    stored = open_audit(folder)
    found = rejudge(stored, matrix)
    assert without_time(found.verdicts) == without_time(stored.verdicts)
    assert [json.loads(json.dumps(page_line(p))) for p in found.pages] == list(stored.pages())
    assert (found.differences, found.same_matrix, found.notes) == ([], True, [])


def test_what_was_seen_and_not_kept_stays_so(tmp_path: Path, matrix: Matrix) -> None:
    found = again(make_audit(tmp_path, matrix=matrix, lost=("pessoal",)), matrix)
    assert {v.reason for v in found.verdicts if v.criterion == "quadro_pessoal" and v.status == "inconclusive"} == {NOT_KEPT}  # fmt: skip


def test_of_equal_proofs_the_one_seen_first_counts(tmp_path: Path, matrix: Matrix) -> None:
    """The order of the lines is another one."""
    stored = open_audit(make_audit(tmp_path, matrix=matrix))
    names = [line["labels"][-1] for line in stored.pages() if line["time"].endswith("01Z")]
    assert names == ["pessoal", "receitas-do-ano", "receitas"]
    proof = next(v for v in rejudge(stored, matrix).verdicts if v.item == "arrecadacao")
    assert proof.page_url.startswith("https://transparencia.vilapequena.example/receitas#")


def with_terms(matrix: Matrix, key: tuple[str, str], **changes: Any) -> Matrix:
    """The matrix with another definition of one item."""
    criteria = tuple(
        replace(c, items=tuple(replace(i, **changes) if (i.criterion, i.key) == key else i for i in c.items))
        for c in matrix.criteria
    )
    return Matrix(criteria, matrix.vocabulary, matrix.directory)


def test_another_matrix_gives_named_differences(tmp_path: Path, matrix: Matrix) -> None:
    folder = make_audit(tmp_path, matrix=matrix)
    changed = with_terms(matrix, ("quadro_pessoal", "nome"), terms=("apelido",), weak=())
    changed = with_terms(changed, ("quadro_pessoal", "tipo_cargo"), terms=("matricula",), types=(), vetoes=())
    found = again(folder, changed)
    assert found.same_matrix is False
    assert {(d.criterion, d.item): (d.before and d.before.status, d.after and d.after.status) for d in found.differences} == {
        ("quadro_pessoal", "nome"): ("published", "inconclusive"),  # "Nome" is a label that this matrix does not know
        ("quadro_pessoal", "tipo_cargo"): ("absent", "published"),
    }  # fmt: skip
    (gained,) = (d.after for d in found.differences if d.item == "tipo_cargo")
    assert gained is not None
    assert gained.label == "Matrícula"
    # The picture that there is was made for other items of the page.
    assert gained.evidence.endswith(".jpg")
    assert gained.reason.endswith(NOT_MARKED)


def test_a_page_that_proved_nothing_has_no_picture(tmp_path: Path, matrix: Matrix) -> None:
    blind = with_terms(matrix, ("quadro_pessoal", "nome"), terms=("apelido",), weak=())
    for key in ("cpf", "cargo", "salario_cargo", "tipo_cargo"):
        blind = with_terms(blind, ("quadro_pessoal", key), terms=("outro",), weak=())
    found = again(make_audit(tmp_path, [page("pessoal", PAYROLL)], matrix=blind), matrix)
    (gained,) = (d.after for d in found.differences if d.item == "cargo")
    assert gained is not None
    assert (gained.status, gained.evidence) == ("published", "")
    assert gained.reason.endswith(NOT_PICTURED)


def test_items_that_come_and_go(tmp_path: Path, matrix: Matrix) -> None:
    folder = make_audit(tmp_path, matrix=matrix)
    fewer = Matrix(matrix.criteria[:-1], matrix.vocabulary, matrix.directory)
    gone = [d for d in again(folder, fewer).differences if d.after is None]
    come = [d for d in again(make_audit(tmp_path / "fewer", matrix=fewer), matrix).differences if d.before is None]
    keys = [(item.criterion, item.key) for item in matrix.criteria[-1].items]
    assert [(d.criterion, d.item) for d in gone] == [(d.criterion, d.item) for d in come] == keys


def test_kept_as_an_audit_of_its_own(tmp_path: Path, matrix: Matrix) -> None:
    folder = make_audit(tmp_path / "audits", matrix=matrix)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    changed = with_terms(matrix, ("quadro_pessoal", "nome"), terms=("apelido",), weak=())
    whole = keep(again(folder, changed), tmp_path / "again")
    assert whole == tmp_path / "again" / "pb" / "vila-pequena" / folder.name
    kept = open_audit(whole)
    assert kept.summary["criteria"]["quadro_pessoal"]["published"] == 3
    assert kept.summary["rejudged"]["matrix_before"] == matrix.to_dict()["sha256"]
    assert verify_audit(Folder(whole), "", changed).faults == []
    assert again(whole, changed).differences == []
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(UserError, match="Já existe"):
        keep(again(folder, changed), tmp_path / "again")
    assert [path.name for path in whole.parent.iterdir()] == [whole.name]


def age(folder: Path) -> None:
    """Make an audit what one of the first versions left."""
    (folder / "SHA256SUMS").unlink()
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    for name in ("matrix", "entry_problem", "unvisited_criteria"):
        del summary[name]
    (folder / "audit.json").write_text(json.dumps(summary), "utf-8")
    lines = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
    for line in lines:
        del line["turn"]
    (folder / "pages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def test_an_older_audit_says_what_it_does_not_tell(tmp_path: Path, matrix: Matrix) -> None:
    pages = [one for one in some_pages() if "do-ano" not in one.url]
    folder = make_audit(tmp_path, pages, matrix=matrix)
    age(folder)
    found = again(folder, matrix)
    assert (found.differences, found.same_matrix, len(found.notes)) == ([], None, 2)


def test_an_audit_that_tells_what_is_done_no_more_is_used_as_any(
    tmp_path: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str]
) -> None:
    """Earlier versions read some pages without a browser, and said how many."""
    folder = make_audit(tmp_path, matrix=matrix)
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    hosts = {"transparencia.vilapequena.example": {"pages": 23, "agreeing": 6, "disagreed": 0}}
    summary["plain_http"] = {"pages": 17, "hosts": hosts}
    summary["settings"]["PLAIN_HTTP_ENABLED"] = True
    (folder / "audit.json").write_text(json.dumps(summary), "utf-8")
    (folder / SUMS).write_bytes(digest_list(folder))
    found = again(folder, matrix)
    assert (found.differences, found.same_matrix, found.notes) == ([], True, [])
    for command in (Show, Verify, Command, Report):
        assert run(command, str(folder)) == 0, capsys.readouterr()
    assert run(Report, str(tmp_path)) == 0  # the comparison
    assert "Páginas vistas" in (html := (folder / "report.html").read_text("utf-8")) and "sem navegador" not in html


def test_an_audit_of_an_earlier_version_is_used_as_any(
    tmp_path: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str]
) -> None:
    """``stored/before_rooms`` was made by the version of 2026-11-23: verdicts with ``confidence``, places without states, no facts."""
    shutil.copytree(ROOT / "tests" / "stored" / "before_rooms", tmp_path / "audits")
    (folder,) = tmp_path.glob("audits/*/*/*")
    for command in (Show, Verify, Command, Report, Pack):
        assert run(command, str(folder), *(("--saida", str(tmp_path)) if command is Pack else ())) == 0, (
            capsys.readouterr()
        )
    assert run(Report, str(tmp_path / "audits")) == 0  # the comparison
    assert run(Export, str(tmp_path / "audits"), "-o", str(tmp_path / "verdicts.csv")) == 0
    gold = tmp_path / "gold.csv"
    gold.write_text("municipio,criterio,item,publicado\nvila-pequena,quadro_pessoal,cpf,sim\n", "utf-8")
    assert run(Score, str(folder), "--gold", str(gold)) == 0, capsys.readouterr()
    assert run(Verify, str(next(tmp_path.glob("*.wacz")))) == 0
    found = again(folder, matrix)
    kept = [d for d in found.differences if d.before and d.item != "pregao"]  # told by the modality since
    assert {one for d in kept for one in d.changed} <= {"reason", "places"}
    assert len([d for d in found.differences if not d.before]) == len(matrix.items()) - 61  # criteria that came later
    assert (found.readings, found.notes) == ([], [])
    whole = keep(found, tmp_path / "again")
    assert verify_audit(Folder(whole), "", matrix).faults == []


@pytest.mark.parametrize(
    ("file", "content", "expected"),
    [
        ("pages/*.gz", b"\x1f\x8bno", "não pode ser lida"),
        ("pages/*.gz", None, "não pode ser lida"),
        ("pages.jsonl", b"{}\n", "não são páginas"),
        ("pages.jsonl", b'{"torn', "linhas estragadas"),
        ("audit.json", b'{"municipio": {"slug": "a", "name": "A", "uf": "PB"}, "started": "x"}', "não diz o que a caminhada fez"),
    ],
)  # fmt: skip
def test_a_damaged_audit_is_told(
    tmp_path: Path, matrix: Matrix, file: str, content: bytes | None, expected: str
) -> None:
    folder = make_audit(tmp_path, matrix=matrix)
    for path in folder.glob(file):
        path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(UserError, match=expected):
        again(folder, matrix)


def test_the_command(tmp_path: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_audit(tmp_path / "audits", matrix=matrix)
    shutil.copytree(ROOT / "keywords", tmp_path / "keywords")
    file = tmp_path / "keywords" / "quadro_pessoal.yml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("\n  cargo:\n", "\n  funcao_exercida:\n    label: Cargo\n    terms: [cargo]\n  cargo:\n"), "utf-8")  # fmt: skip
    assert file.read_text("utf-8") != text

    assert run(Command, str(folder)) == 0
    assert "nenhum item muda" in capsys.readouterr().out
    options = ("--json", "--saida", str(tmp_path / "new"))
    assert run(Command, str(tmp_path / "audits"), *options, KEYWORDS_DIR=str(tmp_path / "keywords")) == 0
    (told,) = json.loads(capsys.readouterr().out)["audits"]
    assert "funcao_exercida" in {difference["item"] for difference in told["differences"]}
    assert told["same_matrix"] is False
    assert (Path(told["saved"]) / "verdicts.jsonl").is_file()
    assert run(Command, str(folder), KEYWORDS_DIR=str(tmp_path / "keywords")) == 0
    shown = capsys.readouterr().out
    assert "Quadro Pessoal: Cargo" in shown
    assert "fora da matriz → publicado: 1" in shown


def test_several_are_judged_side_by_side(tmp_path: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str]) -> None:
    for day in range(1, 5):
        make_audit(tmp_path / f"{day}", matrix=matrix, started=f"2026-03-0{day}T12:00:00Z")
    assert run(Command, *(str(tmp_path / f"{day}") for day in range(1, 5))) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[1][:10] for line in lines[:4]] == [f"2026-03-0{day}" for day in range(1, 5)]
    assert lines[4] == "4 auditorias, 0 com diferenças, 0 itens."


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [([], "Falta a auditoria"), (["none/at/all"], "Não existe"), (["--tudo"], "Opção desconhecida")],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    assert run(Command, *arguments) == 2
    assert f"Erro: {expected}" in capsys.readouterr().err


def test_a_page_that_is_met_again_is_not_read_again(matrix: Matrix, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk and the tour of an audit see some pages both."""
    read: list[object] = []

    def read_view(facts: object, _words: object) -> SimpleNamespace:
        read.append(facts)
        return SimpleNamespace(html=f"<p>{facts}</p>")

    monkeypatch.setattr(stored_pages, "stored_bytes", lambda _folder, name: name.encode())
    monkeypatch.setattr(stored_pages, "read_facts", lambda data: [SimpleNamespace(facts=data, found=None)])
    monkeypatch.setattr(stored_pages, "read_view", read_view)
    pages = [replace(page(name, REVENUE), has_facts=True) for name in ("uma", "outra")]
    for one in (*pages, *pages):
        shown = stored_pages.read_page(Path(), one, matrix)
        assert one.node in shown.views[0].html == one.frames[0].html
    assert len(read) == len(pages)
