"""Nothing that happens to a stored audit goes unseen, and nothing is alarmed about that did not happen."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit_of_pages import make_audit, run
from PIL import Image
from scrapy_command import scrapy

from transparency.commands.verify import Command
from transparency.matrix import Matrix
from transparency.store.audit_files import Folder
from transparency.store.audits import PAGES, SUMMARY, VERDICTS, find_audits
from transparency.store.sums import SUMS, digest_list, format_sums, parse_sums
from transparency.store.verification import Verification
from transparency.store.verify import verify_audit

CORRUPTIONS = 100


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, matrix: Matrix) -> Path:
    """A clean audit. Tests damage copies of it."""
    return make_audit(tmp_path_factory.mktemp("audits"), matrix=matrix, failed=("receita_extra_orcamentaria",))


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "audits" / "pb" / "vila-pequena" / whole.name))


def check(folder: Path, matrix: Matrix) -> Verification:
    return verify_audit(Folder(folder), str(folder), matrix)


def test_fields_of_former_versions_are_no_fault(copy: Path, matrix: Matrix) -> None:
    lines = (copy / VERDICTS).read_text("utf-8").replace('"time": ', '"confidence": 0.5, "time": ')
    (copy / VERDICTS).write_text(lines, "utf-8")
    (copy / SUMS).write_bytes(digest_list(copy))
    assert check(copy, matrix).faults == []


def told(result: Verification) -> dict[str, str]:
    return {fault.file: fault.problem for fault in result.faults}


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


# ---- corruptions: each damages a folder and gives the names that may be told ---------------------------------------

Corruption = Callable[[Path, random.Random], set[str]]


def flip_a_bit(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice(files_of(folder))
    data = bytearray((folder / name).read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    (folder / name).write_bytes(data)
    return {name}


def truncate(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice(files_of(folder))
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: dice.randrange(len(data))])
    return {name}


def append(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice(files_of(folder))
    with open(folder / name, "ab") as file:
        file.write(dice.choice([b"\n", b"\0", b"{}\n", b" "]))
    return {name}


def delete(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice(files_of(folder))
    (folder / name).unlink()
    return {name}


def swap(folder: Path, dice: random.Random) -> set[str]:
    contents = {name: (folder / name).read_bytes() for name in files_of(folder)}
    one = dice.choice(sorted(contents))
    other = dice.choice([name for name in sorted(contents) if contents[name] != contents[one]])
    (folder / one).write_bytes(contents[other])
    (folder / other).write_bytes(contents[one])
    return {one, other}


def rename(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([name for name in files_of(folder) if "/" in name])
    new = f"{name.split('/')[0]}/{dice.randbytes(10).hex()}.{name.split('.', 1)[1]}"
    (folder / name).rename(folder / new)
    return {name, new}


def exchange_for_a_link(folder: Path, dice: random.Random) -> set[str]:
    name, other = dice.sample([name for name in files_of(folder) if "/" in name], 2)
    (folder / name).unlink()
    (folder / name).symlink_to(folder / other)
    return {name}


def leave_over(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([".verdicts.jsonl.tmp", "pages/.a.html.gz.tmp", "pages/a.html.gz", "evidence/a.jpg", "pages/x", "evidence/b.tmp"])  # fmt: skip
    (folder / name).write_bytes(b"x")
    return {name}


def _edit_lines(folder: Path, name: str, edit: Callable[[list[str]], None]) -> set[str]:
    lines = (folder / name).read_text("utf-8").splitlines(keepends=True)
    edit(lines)
    (folder / name).write_text("".join(lines), "utf-8")
    return {name}


def change_a_verdict(folder: Path, dice: random.Random) -> set[str]:
    field = dice.choice(["status", "reason", "label", "url", "item", "criterion", "evidence", "html_sha256", "uf", "steps"])  # fmt: skip

    def edit(lines: list[str]) -> None:
        number = dice.randrange(len(lines))
        line = json.loads(lines[number])
        line[field] = (
            next(status for status in ("published", "absent") if status != line["status"])
            if field == "status"
            else ["abra outro"]
            if field == "steps"
            else f"{line[field]}x"
        )
        lines[number] = json.dumps(line, ensure_ascii=False) + "\n"

    # A reference that leads nowhere names where it led, too.
    return _edit_lines(folder, VERDICTS, edit)


def duplicate_a_verdict(folder: Path, dice: random.Random) -> set[str]:
    return _edit_lines(folder, VERDICTS, lambda lines: lines.insert(dice.randrange(len(lines)), dice.choice(lines)))


def lose_a_line(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([VERDICTS, PAGES, SUMS])
    return _edit_lines(folder, name, lambda lines: lines.pop(dice.randrange(len(lines))) and None) | (
        {SUMS, *files_of(folder)} if name == SUMS else {name}
    )


def tear_the_last_line(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([VERDICTS, PAGES, SUMS])

    def edit(lines: list[str]) -> None:
        lines[-1] = lines[-1][: dice.randrange(1, len(lines[-1]))]

    return _edit_lines(folder, name, edit)


def mix_the_lines(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([VERDICTS, PAGES, SUMS])
    return _edit_lines(folder, name, lambda lines: lines.append(lines.pop(0)))


def edit_the_summary(folder: Path, dice: random.Random) -> set[str]:
    summary = json.loads((folder / SUMMARY).read_text("utf-8"))
    edits: list[Callable[[dict[str, Any]], None]] = [
        lambda s: s["municipio"].update(name="Outra"),
        lambda s: s["criteria"]["licitacao"].update(published=9),
        lambda s: s.update(started="2027-01-01T00:00:00Z"),
        lambda s: s["matrix"]["items"]["licitacao"].append("outro"),
        lambda s: s.pop("problems"),
        lambda s: s.update(criteria=[]),
    ]
    dice.choice(edits)(summary)
    (folder / SUMMARY).write_text(json.dumps(summary, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return {SUMMARY}


def draw_another_picture(folder: Path, dice: random.Random) -> set[str]:
    name = dice.choice([name for name in files_of(folder) if name.startswith("evidence/")])
    Image.new("RGB", (40, 30), dice.randrange(1 << 24)).save(folder / name, "JPEG")
    return {name}


def forget_the_list(folder: Path, dice: random.Random) -> set[str]:
    (folder / SUMS).unlink()
    return {SUMS}


ALL: list[Corruption] = [
    flip_a_bit, flip_a_bit, flip_a_bit, truncate, append, delete, swap, rename, exchange_for_a_link, leave_over, change_a_verdict,
    duplicate_a_verdict, lose_a_line, tear_the_last_line, mix_the_lines, edit_the_summary, draw_another_picture, forget_the_list,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(CORRUPTIONS))
def test_every_corruption_is_found(copy: Path, matrix: Matrix, seed: int) -> None:
    dice = random.Random(seed)
    damaged = ALL[seed % len(ALL)](copy, dice)
    found = told(check(copy, matrix))
    assert set(found) & damaged, f"{ALL[seed % len(ALL)].__name__} of {damaged}: {found}"
    assert all(found.values())


def test_a_clean_audit_gives_no_alarm(whole: Path, matrix: Matrix) -> None:
    result = check(whole, matrix)
    assert (result.faults, result.notes, result.additions) == ([], [], [])
    assert result.files == len(files_of(whole)) == len(parse_sums((whole / SUMS).read_bytes())) + 1
    assert result.seal == hashlib.sha256((whole / SUMS).read_bytes()).hexdigest()


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="coreutils")
def test_people_can_check_without_the_program(copy: Path) -> None:
    def checked() -> int:
        return subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=copy, capture_output=True, check=False).returncode  # fmt: skip

    assert checked() == 0
    flip_a_bit(copy, random.Random(1))
    assert checked() == 1


@pytest.mark.parametrize("made", [{}, {"essential": True}, {"pages": []}])
def test_other_clean_audits(tmp_path: Path, matrix: Matrix, made: dict[str, Any]) -> None:
    assert check(make_audit(tmp_path, matrix=matrix, **made), matrix).faults == []


def test_a_smaller_matrix_of_today_is_no_fault(whole: Path, matrix: Matrix) -> None:
    """An audit says itself what it was asked."""
    assert check(whole, Matrix(matrix.criteria[:2], matrix.vocabulary)).faults == []


def test_what_is_wrong_is_said(copy: Path, matrix: Matrix) -> None:
    pages = sorted(name for name in files_of(copy) if name.startswith("pages/"))
    (copy / pages[0]).rename(copy / "pages" / "outro.html.gz")
    (copy / pages[1]).write_bytes((copy / pages[-1]).read_bytes())
    (copy / pages[-2]).write_bytes((copy / pages[-2]).read_bytes()[:-3])
    faults = check(copy, matrix).faults
    found = {fault.file: fault.problem for fault in reversed(faults)}  # the first of each
    assert found[pages[0]] == "falta"
    assert found["pages/outro.html.gz"] == f"sobra: não está em SHA256SUMS; é {pages[0]} com outro nome"
    assert found[pages[1]].startswith(f"traz o conteúdo de {pages[-1]}")
    assert "a página não se deixa abrir: está truncada" in {fault.problem for fault in faults}


def forge(folder: Path) -> None:
    """Make the list of digests agree with what is there: what only references and counts can tell."""
    (folder / SUMS).write_bytes(digest_list(folder))


def without_list(folder: Path) -> None:
    """Make it an audit of the first versions."""
    (folder / SUMS).unlink()
    summary = json.loads((folder / SUMMARY).read_text("utf-8"))
    del summary["matrix"]
    (folder / SUMMARY).write_text(json.dumps(summary), "utf-8")


def flip_a_status(lines: list[str]) -> None:
    lines[0] = lines[0].replace('"absent"', '"published"')


def replace_in(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new), "utf-8")


def lose_a_proof(folder: Path) -> None:
    page = next(folder.glob("pages/*.1.html.gz"))
    page.unlink()


BEYOND_THE_LIST: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "status": (lambda f: _edit_lines(f, VERDICTS, flip_a_status), SUMMARY, "o resumo conta"),
    "missing": (lambda f: _edit_lines(f, VERDICTS, lambda lines: lines.pop(3) and None), SUMMARY, "o resumo conta"),
    "twice": (lambda f: _edit_lines(f, VERDICTS, lambda lines: lines.append(lines[5])), VERDICTS, "2 vereditos"),
    "torn": (lambda f: _edit_lines(f, VERDICTS, lambda lines: lines.append('{"a')), VERDICTS, "rasgada"),
    "no verdict": (lambda f: _edit_lines(f, VERDICTS, lambda lines: lines.append("{}\n")), VERDICTS, "não é um veredito"),
    "no JSON": (lambda f: _edit_lines(f, PAGES, lambda lines: lines.append("[" * 99_999 + "\n")), PAGES, "não é um objeto JSON"),
    "no page": (lambda f: _edit_lines(f, PAGES, lambda lines: lines.append('{"frames": 1}\n')), PAGES, "não é uma página"),
    "other label": (lambda f: replace_in(f, VERDICTS, '"label": "Cargo"', '"label": "Função"'), VERDICTS, "não registra o rótulo “Função”"),
    "other town": (lambda f: replace_in(f, VERDICTS, '"vila-pequena"', '"outra"'), VERDICTS, "é de outra"),
    "proof": (lose_a_proof, "pages/e0dcea9d1f1d1d430891.1.html.gz", "falta a prova de quadro_pessoal.nome, quadro_pessoal.cpf"),
    "unnamed page": (lambda f: shutil.copy(next(f.glob("pages/*.gz")), f / "pages" / "mais.html.gz"), "pages/mais.html.gz", "nenhuma linha"),
    "no proof": (lambda f: replace_in(f, VERDICTS, '"html": "pages/', '"html": "", "x": "'), VERDICTS, "sem página que o prove"),
    "bad proof": (lambda f: replace_in(f, VERDICTS, '"html": "pages/', '"html": "../pages/'), VERDICTS, "referência inválida"),
    "other place": (lambda f: replace_in(f, VERDICTS, '"page_url": "http', '"page_url": "x'), VERDICTS, "endereço ou passos"),
    "no fields": (lambda f: replace_in(f, VERDICTS, '"steps"', '"passos"'), VERDICTS, "campos a mais ou a menos: passos, steps"),
    "numbers": (lambda f: replace_in(f, VERDICTS, '"reason": "', '"reason": 1, "x": "'), VERDICTS, "não são texto"),
    "no reason": (lambda f: replace_in(f, VERDICTS, '"reason": "', '"reason": "", "x": "'), VERDICTS, "sem razão"),
    "picture": (lambda f: next(f.glob("evidence/*.jpg")).write_bytes(b"\xff\xd8\xff no"), "", "não tem o SHA-256 registrado nos vereditos de"),
    "summary": (lambda f: (f / SUMMARY).write_text("[]"), SUMMARY, "estragado"),
}  # fmt: skip


@pytest.mark.parametrize("damage", BEYOND_THE_LIST)
@pytest.mark.parametrize("prepare", [None, without_list], ids=["forged list", "no list"])
def test_references_and_counts_are_checked_too(
    copy: Path, matrix: Matrix, damage: str, prepare: Callable[[Path], None] | None
) -> None:
    """Where no digest tells: a list that was made anew after the damage, and audits that are older than the list."""
    if prepare:
        prepare(copy)
    do, file, expected = BEYOND_THE_LIST[damage]
    do(copy)
    if not prepare:
        forge(copy)
    found = check(copy, matrix).faults
    assert [f for f in found if expected in f.problem and (not file or f.file == file)], found


def test_an_older_audit_is_checked_as_far_as_it_goes(copy: Path, matrix: Matrix) -> None:
    without_list(copy)
    result = check(copy, matrix)
    assert (result.faults, result.seal) == ([], "")
    assert "sem SHA256SUMS" in result.notes[0]
    assert len(check(copy, Matrix(matrix.criteria[:2], matrix.vocabulary)).notes) == 2


@pytest.mark.parametrize(
    "data",
    ["x", "\n", "0 a\n", "0  ../a\n", "0  /a\n", "A  a\n", "0  a", "0  b\n0  a\n", "0  a\n0  a\n", "0  á\n", "0  a\r\n", "0  pages/x/a\n"],
)  # fmt: skip
def test_a_list_that_was_touched_is_no_list(data: str) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        parse_sums(data.replace("0", "0" * 64).replace("A", "A" * 64).encode())


def test_a_list_reads_as_it_was_written() -> None:
    digests = {"pages/b-1.0.html.gz": "0" * 64, "audit.json": "f" * 64}
    assert parse_sums(format_sums(digests)) == digests


# ---- the command -------------------------------------------------------------------------------------------------


def test_the_command_finds_all_below_a_folder(
    copy: Path, whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    older = copy.with_name("20260101T000000Z")
    shutil.copytree(whole, older)
    (copy.parent / "20260505T000000Z.partial" / "pages").mkdir(parents=True)
    assert run(Command, str(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "2 de 2 íntegras" in out
    assert "20260505T000000Z.partial: incompleta" in out
    (older / VERDICTS).unlink()  # an audit that lost its verdicts is still one
    assert run(Command, str(tmp_path)) == 1
    out = capsys.readouterr().out
    assert f"✘ {older}" in out
    assert f"✔ {copy}" in out
    assert "    verdicts.jsonl: falta" in out
    assert "1 de 2 íntegras" in out
    assert run(Command, str(tmp_path), "--json") == 1
    answer = json.loads(capsys.readouterr().out)
    assert [result["ok"] for result in answer["results"]] == [False, True]
    assert {"file": "verdicts.jsonl", "problem": "falta"} in answer["results"][0]["faults"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Falta a auditoria"),
        (["none/at/all"], "Não é uma pasta"),
        (["--tudo"], "Opção desconhecida"),
        (["setup.py"], "Não é uma pasta nem um arquivo .wacz"),
        (["keywords"], "Nenhuma auditoria em"),
    ],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    assert run(Command, *arguments) == 2
    assert f"Erro: {expected}" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_what_cannot_be_read_is_told(copy: Path, matrix: Matrix) -> None:
    (copy / PAGES).chmod(0)
    assert "não pôde ser lido" in told(check(copy, matrix))[PAGES]


def test_as_people_run_it(copy: Path) -> None:
    (copy / PAGES).write_bytes(b"")
    ran = scrapy("verify", str(copy), timeout=120)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "pages.jsonl: o conteúdo mudou: vazio" in ran.stdout


def test_two_audits_of_a_town_in_one_second(tmp_path: Path, matrix: Matrix) -> None:
    one, other = make_audit(tmp_path), make_audit(tmp_path)
    assert one != other and one.parent == other.parent
    assert [verify_audit(Folder(folder), str(folder), matrix).faults for folder in (one, other)] == [[], []]
    assert find_audits([tmp_path]) == [other / VERDICTS]
