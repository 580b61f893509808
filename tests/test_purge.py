"""``scrapy purge``: what is deleted, what stays true of the rest, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.audit_of_pages import make_audit, run
from transparency.commands.purge import Command
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.report.audit_page import REPORT, write
from transparency.run.rejudge import rejudge
from transparency.store.audit_files import Folder
from transparency.store.audits import PURGED, open_audit
from transparency.store.purge import DELETED, purge
from transparency.store.verify import verify_audit
from transparency.store.wacz import pack

MATRIX = load_matrix()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An audit with its report."""
    made = make_audit(tmp_path)
    write(open_audit(made), MATRIX)
    return made


def test_pictures_and_pages_go_and_the_rest_stays_proved(folder: Path) -> None:
    before = verify_audit(Folder(folder), "", MATRIX)
    verdicts = (folder / "verdicts.jsonl").read_bytes()
    assert run(Command, str(folder), "--sim") == 0
    assert {path.name for path in folder.iterdir()} == {"audit.json", "places.json", "verdicts.jsonl", "pages.jsonl", "SHA256SUMS", PURGED, REPORT}  # fmt: skip
    assert (folder / "verdicts.jsonl").read_bytes() == verdicts
    after = verify_audit(Folder(folder), "", MATRIX)
    assert after.faults == []
    assert before.seal in after.notes[0] and "apagadas de propósito" in after.notes[0]
    assert "Imagens e páginas guardadas</dt><dd>apagadas em" in (folder / REPORT).read_text("utf-8")
    with pytest.raises(UserError, match="foram apagadas em"):
        rejudge(open_audit(folder), MATRIX)
    with pytest.raises(UserError, match="foram apagadas em"):
        pack(open_audit(folder), MATRIX)
    assert purge(open_audit(folder)).files == 0


@pytest.mark.parametrize("file", ["verdicts.jsonl", "audit.json", PURGED])
def test_what_is_changed_after_a_purge_is_found(folder: Path, file: str) -> None:
    purge(open_audit(folder))
    data = (folder / file).read_bytes()
    (folder / file).write_bytes(
        data.replace(b"a", b"e", 1) if file != PURGED else data.replace(b'"evidence/', b'"evidence/x', 1)
    )
    assert verify_audit(Folder(folder), "", MATRIX).faults


def test_a_forged_list_does_not_match_the_seal(folder: Path) -> None:
    purge(open_audit(folder))
    record = json.loads((folder / PURGED).read_text("utf-8"))
    record["removed"] = dict(list(record["removed"].items())[1:])
    (folder / PURGED).write_text(json.dumps(record), "utf-8")
    assert PURGED in {fault.file for fault in verify_audit(Folder(folder), "", MATRIX).faults}


def test_one_that_broke_off_is_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unlink, done = Path.unlink, []

    def stop(path: Path, *given: bool) -> None:
        done.append(path)
        if len(done) > 3:
            raise OSError(5, "erro de disco")
        unlink(path, *given)

    monkeypatch.setattr(Path, "unlink", stop)
    with pytest.raises(UserError, match="erro de disco"):
        purge(open_audit(folder))
    monkeypatch.undo()
    purge(open_audit(folder))
    assert verify_audit(Folder(folder), "", MATRIX).faults == []


def test_a_link_among_the_files_is_not_followed(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("x")
    (folder / "pages" / "x.html.gz").symlink_to(kept)
    (folder / "thumbs").mkdir(exist_ok=True)
    (folder / "thumbs" / "away").symlink_to(tmp_path)
    purge(open_audit(folder))
    assert kept.read_text() == "x"
    assert not (folder / "pages").exists()


def test_whole_audits_before_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = make_audit(tmp_path, started="2025-12-31T23:59:59Z")
    new = make_audit(tmp_path, started="2026-01-01T00:00:00Z")
    assert run(Command, str(tmp_path), "--inteiras", "--antes-de", "01/01/2026", "--sim", "--json") == 0
    assert [(one["whole"], one["files"] > 5) for one in json.loads(capsys.readouterr().out)["purged"]] == [(True, True)]
    assert (old.exists(), new.exists()) == (False, True)
    [line] = (old.parent / DELETED).read_text("utf-8").splitlines()
    assert json.loads(line)["audit"] == "pb/vila-pequena/20251231T235959Z"
    assert verify_audit(Folder(new), "", MATRIX).faults == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "Nada foi apagado (1 auditoria)"),
        (("--sim", "--antes-de", "amanhã"), "Não é uma data"),
        (("--json",), "Confirme com --sim"),
        (("--tudo",), "Opção desconhecida"),
    ],
)
def test_nothing_is_deleted_by_mistake(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    files = sorted(folder.rglob("*"))
    assert run(Command, str(folder), *arguments) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert sorted(folder.rglob("*")) == files
