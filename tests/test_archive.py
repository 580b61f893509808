"""An audit as a WACZ: valid for the format's own tools, the same bytes for the same audit, and verified from itself."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import surt
from audit_of_pages import PAYROLL, REVENUE, SITE, make_audit, page, run, some_pages
from warcio.archiveiterator import ArchiveIterator

from transparency.commands.pack import Command
from transparency.commands.verify import Command as VerifyCommand
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.store.audits import PAGES, SUMMARY, VERDICTS, open_audit
from transparency.store.wacz import (
    DIGEST,
    INDEX,
    PACKAGE,
    PAGE_LIST,
    WARC,
    _hash,
    _key,
    _zip,
    file_name,
    pack,
    verify_wacz,
)

CORRUPTIONS = 100


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, matrix: Matrix) -> Path:
    """A clean audit."""
    return make_audit(tmp_path_factory.mktemp("audits"), matrix=matrix)


@pytest.fixture(scope="module")
def packed(whole: Path, matrix: Matrix) -> bytes:
    return pack(open_audit(whole), matrix)


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def faults_of(tmp_path: Path, data: bytes, matrix: Matrix) -> dict[str, str]:
    path = tmp_path / "some.wacz"
    path.write_bytes(data)
    return {fault.file: fault.problem for fault in verify_wacz(path, matrix).faults}


@pytest.mark.parametrize("pages", [None, []], ids=["some pages", "none"])
def test_the_format_s_own_validator(
    tmp_path: Path, matrix: Matrix, pages: list[object] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.wacz"
    file.write_bytes(pack(open_audit(make_audit(tmp_path, pages, matrix=matrix)), matrix))  # type: ignore[arg-type]
    from wacz.main import main as wacz  # dear, and each process of a run of the tests loads each module

    assert wacz(["validate", "-f", str(file)]) == 0, capsys.readouterr().out
    with zipfile.ZipFile(file) as archive:
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_STORED}


def test_the_same_audit_gives_the_same_bytes(whole: Path, packed: bytes, tmp_path: Path, matrix: Matrix) -> None:
    elsewhere = Path(shutil.copytree(whole, tmp_path / whole.name, copy_function=shutil.copyfile))
    assert pack(open_audit(elsewhere), matrix) == packed


def test_the_audit_is_in_it(whole: Path, packed: bytes) -> None:
    members = members_of(packed)
    rooms = {"pages": "dom/", "evidence": "evidence/", "": "audit/"}
    for path in whole.rglob("*"):
        if path.is_file():
            room = path.relative_to(whole).parent.as_posix().strip(".")
            assert members.pop(rooms[room] + path.name) == path.read_bytes()
    assert set(members) == {WARC, INDEX, PAGE_LIST, PACKAGE, DIGEST}


def test_records_are_what_they_say(whole: Path, packed: bytes) -> None:
    """Resource records of every frame of all pages, those too that prove nothing; the way there beside them."""
    members = members_of(packed)
    records = [(r.rec_type, dict(r.rec_headers.headers), r.content_stream().read()) for r in ArchiveIterator(io.BytesIO(members[WARC]))]  # fmt: skip
    kinds = [kind for kind, _, _ in records]
    assert kinds[0] == "warcinfo" and (kinds.count("resource"), kinds.count("metadata")) == (8, 7)
    assert b"conformsTo: https://iipc" in records[0][2]
    assert "Não são respostas HTTP" in records[0][2].decode()
    resources = {headers["WARC-Target-URI"]: (headers, body) for kind, headers, body in records if kind == "resource"}
    names = "inicio receitas receitas-do-ano pessoal pessoal/quadro1 extra licitacoes fechado".split()
    assert set(resources) == {f"{SITE}/{name}" for name in names}
    headers, body = resources[f"{SITE}/pessoal/quadro1"]
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["WARC-Payload-Digest"] == headers["WARC-Block-Digest"] == _hash(body)
    assert body.decode() == gzip.decompress(next(whole.glob("pages/*.1.html.gz")).read_bytes()).decode()
    assert "***.456.789-**" in body.decode()
    told = json.loads(next(body for kind, _, body in records if kind == "metadata" and b"quadro_pessoal" in body))
    assert told["steps"][-1] == "clique em “pessoal 1”"
    assert {verdict["item"] for verdict in told["verdicts"]} == {"nome", "cpf", "cargo", "salario_cargo"}


def test_the_index_leads_to_the_records(packed: bytes) -> None:
    members = members_of(packed)
    lines = members[INDEX].decode().splitlines()
    assert lines == sorted(lines)
    assert len(lines) == 8
    for line in lines:
        key, timestamp, rest = line.split(" ", 2)
        entry = json.loads(rest)
        start, length = int(entry["offset"]), int(entry["length"])
        (record,) = ArchiveIterator(io.BytesIO(members[WARC][start : start + length]))
        assert record.rec_headers.get_header("WARC-Target-URI") == entry["url"]
        assert re.sub(r"\D", "", record.rec_headers.get_header("WARC-Date")) == timestamp
        assert key.startswith("example,vilapequena,transparencia)/")
        assert entry["filename"] == "data.warc.gz"


def test_states_of_one_address_have_seconds_of_their_own(tmp_path: Path, matrix: Matrix) -> None:
    """Replay tools tell them apart by nothing else."""
    pages = [page("menu", REVENUE, second=7), page("menu", PAYROLL, steps=2, second=7), *some_pages()]
    members = members_of(pack(open_audit(make_audit(tmp_path, pages, matrix=matrix)), matrix))
    listed = [json.loads(line) for line in members[PAGE_LIST].splitlines()][1:]
    assert [(p["url"].removeprefix(SITE), p["ts"][-3:]) for p in listed if "/menu" in p["url"]] == [
        ("/menu#!/2", "07Z"),
        ("/menu#!/1", "08Z"),
    ]
    assert listed[-1]["title"] == "clique em “menu 1” · Portal da Transparência"
    assert len({p["ts"] for p in listed}) == len(listed)


@pytest.mark.parametrize(
    ("url", "uri"),
    [
        ("https://a.example/x#!/y", "https://a.example/x"),
        ("http://a.example/á b\r\nWARC-Type: x?é=1", "http://a.example/á%20b%0D%0AWARC-Type:%20x?é=1"),
        ("http://a.example:99999/x", "http://a.example:99999/x"),
        ("about:srcdoc", "urn:transparency:"),
        ("", "urn:transparency:"),
    ],
)
def test_odd_addresses(tmp_path: Path, matrix: Matrix, url: str, uri: str) -> None:
    one = page("pessoal", PAYROLL)
    one.frames[0].url = url
    data = pack(open_audit(make_audit(tmp_path, [one], matrix=matrix)), matrix)
    (entry,) = (json.loads(line.split(" ", 2)[2]) for line in members_of(data)[INDEX].decode().splitlines())
    assert entry["url"].startswith(uri)
    assert faults_of(tmp_path, data, matrix) == {}


def test_a_clean_package_gives_no_alarm(packed: bytes, whole: Path, tmp_path: Path, matrix: Matrix) -> None:
    path = tmp_path / "x.wacz"
    path.write_bytes(packed)
    result = verify_wacz(path, matrix)
    assert (result.faults, result.notes, result.additions) == ([], [], [])
    assert result.files == len(members_of(packed))


def flip(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def flip_in_a_member(data: bytes, dice: random.Random) -> bytes:
    """With right checksums of the ZIP."""
    members = members_of(data)
    name = dice.choice(sorted(members))
    return _zip({**members, name: flip(members[name], dice)})


def lose_a_member(data: bytes, dice: random.Random) -> bytes:
    members = members_of(data)
    del members[dice.choice(sorted(members))]
    return _zip(members)


def swap_members(data: bytes, dice: random.Random) -> bytes:
    members = members_of(data)
    one = dice.choice(sorted(members))
    other = dice.choice([name for name in sorted(members) if members[name] != members[one]])
    return _zip({**members, one: members[other], other: members[one]})


def add_a_member(data: bytes, dice: random.Random) -> bytes:
    return _zip({**members_of(data), dice.choice(["audit/x", "dom/x.html.gz", "x", "archive/x.warc.gz"]): b"x"})


def deflate(data: bytes, dice: random.Random) -> bytes:
    """What another program would make of it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members_of(data).items():
            archive.writestr(name, content)
    return out.getvalue()


DAMAGES: list[Callable[[bytes, random.Random], bytes]] = [
    flip, flip, flip, flip_in_a_member, flip_in_a_member, lose_a_member, swap_members, add_a_member, deflate,
    lambda data, dice: data[: dice.randrange(len(data))],
    lambda data, dice: data + dice.randbytes(dice.randrange(1, 9)),
    lambda data, dice: dice.randbytes(dice.randrange(1, 9)) + data,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(CORRUPTIONS))
def test_every_corruption_is_found(tmp_path: Path, packed: bytes, matrix: Matrix, seed: int) -> None:
    damaged = DAMAGES[seed % len(DAMAGES)](packed, random.Random(seed))
    assert damaged != packed
    found = faults_of(tmp_path, damaged, matrix)
    assert found
    assert all(found.values())


def forge(members: dict[str, bytes]) -> bytes:
    """Make the digests of the package agree with what is in it."""
    package = json.loads(members[PACKAGE])
    package["resources"] = [
        {"name": name.lower(), "path": name, "hash": _hash(data), "bytes": len(data)}
        for name, data in members.items()
        if name not in (PACKAGE, DIGEST)
    ]
    members[PACKAGE] = json.dumps(package).encode()
    members[DIGEST] = json.dumps({"path": PACKAGE, "hash": _hash(members[PACKAGE])}).encode()
    return _zip(members)


def test_the_audit_inside_is_checked_by_itself(packed: bytes, tmp_path: Path, matrix: Matrix) -> None:
    members = members_of(packed)
    assert faults_of(tmp_path, forge(dict(members)), matrix) == {}
    name = f"audit/{VERDICTS}"
    forged = forge({**members, name: members[name].replace(b'"absent"', b'"published"', 1)})
    assert {name, f"audit/{SUMMARY}"} <= set(faults_of(tmp_path, forged, matrix))


@pytest.mark.parametrize("member", [WARC, INDEX])
def test_the_archive_is_compared_with_the_pages(packed: bytes, tmp_path: Path, matrix: Matrix, member: str) -> None:
    members = members_of(packed)
    if member == WARC:
        plain = gzip.decompress(members[WARC]).replace(b"Servidor 1", b"Servidor 9")
        members[WARC] = gzip.compress(plain)
    else:
        members[INDEX] = members[INDEX].replace(b'"offset": "', b'"offset": "1')
    assert member in faults_of(tmp_path, forge(members), matrix)


def test_what_is_damaged_is_not_packed(whole: Path, tmp_path: Path, matrix: Matrix) -> None:
    copy = Path(shutil.copytree(whole, tmp_path / whole.name))
    (copy / PAGES).unlink()
    with pytest.raises(UserError, match="não confere"):
        pack(open_audit(copy), matrix)


def test_the_commands(whole: Path, packed: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = file_name(open_audit(whole))
    assert name == "pb-vila-pequena-20260302T120000Z.wacz"
    assert run(Command, str(whole), "--saida", str(tmp_path / "new" / "one.wacz")) == 0
    assert run(Command, str(whole.parent), "--saida", str(tmp_path / "many")) == 0
    assert (tmp_path / "new" / "one.wacz").read_bytes() == (tmp_path / "many" / name).read_bytes() == packed
    assert str(tmp_path / "many" / name) in capsys.readouterr().out
    assert run(VerifyCommand, str(tmp_path)) == 0
    assert "2 de 2 íntegras" in capsys.readouterr().out
    (tmp_path / "many" / name).write_bytes(packed[:-9])
    assert run(VerifyCommand, str(tmp_path)) == 1
    assert f"{name}: não é um ZIP inteiro" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("out", "expected"), [("x.wacz", "2 auditorias para um arquivo só"), ("file", "nem um arquivo .wacz")]
)
def test_wrong_targets(
    whole: Path, tmp_path: Path, matrix: Matrix, capsys: pytest.CaptureFixture[str], out: str, expected: str
) -> None:
    (tmp_path / "file").write_text("x")
    other = make_audit(tmp_path / "other", matrix=matrix, started="2026-04-01T00:00:00Z")
    before = sorted(tmp_path.rglob("*"))
    assert run(Command, str(whole), str(other), "--saida", str(tmp_path / out)) == 2
    assert expected in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "url",
    [
        "https://www.Cidade.pb.gov.br:8443/Despesas/?b=2&a=1", "http://127.0.0.1:8080/x/y", "https://a.b:443/x/?q",
        "http://www2.a.b/X?A=1", "http://a.b", "urn:transparency:x", "http://u:p@a.b/z",
    ],
)  # fmt: skip
def test_keys_of_the_index_are_those_of_the_reference(url: str) -> None:
    assert _key(url) == surt.surt(url)
