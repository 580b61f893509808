"""Nothing in an audit's folder changes unseen, reports neither; and whoever signs and stamps it can be checked."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from audit_of_pages import make_audit, run
from scrapy.settings import Settings

from transparency.commands.audit import Command as Audit
from transparency.commands.audit import _changed
from transparency.commands.purge import Command as Purge
from transparency.commands.report import Command as Report
from transparency.commands.seal import Command as Seal
from transparency.commands.verify import Command as Verify
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.portals.catalogue import Municipality
from transparency.report.audit_page import REPORT, write
from transparency.report.extension import seal
from transparency.run.command import check as check_run
from transparency.run.runs import Run, begin
from transparency.store.audit_files import Folder
from transparency.store.audits import PURGED, open_audit
from transparency.store.listed import NOBODY
from transparency.store.purge import purge
from transparency.store.seal import SIGNATURE, STAMP, Trust, sign, stamp
from transparency.store.sums import SUMS, cover, parse_sums
from transparency.store.verification import Verification
from transparency.store.verify import verify_audit

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is the authority of these tests")
CONFIG = """
[tsa]
default_tsa = one
[one]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
[leaf]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
"""


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def make_root(folder: Path, name: str) -> None:
    openssl(folder, *f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem".split())  # fmt: skip


@dataclass
class Authority:
    """An authority of time stamps on this machine, and a signer's keys."""

    url: str
    folder: Path

    @property
    def trust(self) -> Trust:
        return Trust((self.folder / "root.pem").read_bytes(), (self.folder / "public.pem").read_bytes())


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Authority]:
    folder = tmp_path_factory.mktemp("tsa")
    (folder / "tsa.cnf").write_text(CONFIG.format(folder=folder))
    (folder / "serial").write_text("01")
    make_root(folder, "root")
    make_root(folder, "other")
    openssl(folder, *"req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=tsa -keyout tsa.key -out tsa.csr".split())  # fmt: skip
    openssl(folder, *"x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -days 2 -extfile tsa.cnf -extensions leaf -out tsa.pem".split())  # fmt: skip
    openssl(folder, *"genpkey -algorithm ed25519 -out private.pem".split())
    openssl(folder, *"pkey -in private.pem -pubout -out public.pem".split())

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if self.path == "/nonsense":
                self.wfile.write(b"not HTTP\n")
                return
            (folder / "query").write_bytes(self.rfile.read(int(self.headers["content-length"])))
            openssl(folder, *"ts -reply -config tsa.cnf -section one -queryfile query -out reply".split())
            self.send_response(200)
            self.end_headers()
            self.wfile.write((folder / "reply").read_bytes() if self.path != "/broken" else b"no stamp")

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Authority(f"http://127.0.0.1:{server.server_port}/", folder)
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def sealed(authority: Authority, tmp_path_factory: pytest.TempPathFactory, matrix: Matrix) -> Path:
    """A whole audit with its report, signed and stamped. Tests damage copies of it."""
    folder = make_audit(tmp_path_factory.mktemp("audits"), matrix=matrix)
    write(open_audit(folder), matrix)
    sign(folder, authority.folder / "private.pem")
    assert stamp(folder, authority.url).startswith("20")
    return folder


@pytest.fixture
def copy(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed, tmp_path / "audits" / "pb" / "vila-pequena" / sealed.name))


def check(folder: Path, matrix: Matrix, trust: Trust = NOBODY) -> Verification:
    return verify_audit(Folder(folder), "here", matrix, trust)


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_it_is_checked_by_whom_and_since_when(sealed: Path, matrix: Matrix, authority: Authority) -> None:
    known = check(sealed, matrix, authority.trust)
    assert known.faults == []
    assert known.notes[0] == "Assinatura conferida." and known.notes[1].startswith(
        "Carimbo conferido: a auditoria é assim desde 20"
    )
    unknown = check(sealed, matrix)
    assert unknown.faults == [] and ["--chave-publica" in unknown.notes[0], "--raiz" in unknown.notes[1]] == [
        True,
        True,
    ]
    root, leaf = authority.folder / "root.pem", authority.folder / "tsa.pem"
    openssl(sealed, *f"ts -verify -data {SUMS} -in {STAMP} -CAfile {root} -untrusted {leaf}".split())
    openssl(sealed, *f"pkeyutl -verify -rawin -pubin -inkey {authority.folder}/public.pem -in {SUMS} -sigfile {SIGNATURE}".split())  # fmt: skip


def test_each_changed_removed_or_added_file_is_found(copy: Path, matrix: Matrix, authority: Authority) -> None:
    every = files_of(copy)
    assert {"report.html", STAMP, SIGNATURE, SUMS} < {path.name for path in every} and len(every) > 20
    for path in every:
        name, data = path.relative_to(copy).as_posix(), path.read_bytes()
        middle = len(data) // 2
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
        found = {fault.file for fault in check(copy, matrix, authority.trust).faults}
        assert name in found or (name == SUMS and {STAMP, SIGNATURE} <= found), f"changed: {name}"
        path.unlink()
        assert name in {fault.file for fault in check(copy, matrix, authority.trust).faults}, f"removed: {name}"
        path.write_bytes(data)
    for name in ("nota.txt", "pages/x.html.gz", "evidence/x.jpg", "evidence/x.webp", "thumbs/x.webp", ".x", "pasta/x"):
        added = copy / name
        added.parent.mkdir(exist_ok=True)
        added.write_bytes(b"x")
        assert name in {fault.file for fault in check(copy, matrix, authority.trust).faults}, f"added: {name}"
        added.unlink()
    assert check(copy, matrix, authority.trust).faults == []


def test_a_changed_figure_in_the_report_is_found(copy: Path, matrix: Matrix) -> None:
    text = (copy / REPORT).read_text("utf-8")
    (copy / REPORT).write_text(text.replace(" de 61 itens publicados", " de 60 itens publicados"), "utf-8")
    assert [fault.file for fault in check(copy, matrix).faults] == [REPORT]


def test_whom_nobody_trusts(copy: Path, matrix: Matrix, authority: Authority) -> None:
    other = Trust((authority.folder / "other.pem").read_bytes())
    assert [fault.file for fault in check(copy, matrix, other).faults] == [STAMP]
    (copy / STAMP).unlink()
    assert [fault.problem for fault in check(copy, matrix, other).faults] == ["falta: a auditoria não está carimbada"]
    assert check(copy, matrix).faults == []


def test_a_sealed_list_stays_and_a_purge_is_allowed(copy: Path, matrix: Matrix, authority: Authority) -> None:
    audit = open_audit(copy)
    assert write(audit, matrix) == copy / REPORT  # the same again
    (copy / REPORT).write_text("x")
    with pytest.raises(UserError, match="fica como está"):
        write(audit, matrix)
    (copy / REPORT).unlink()
    with pytest.raises(UserError, match="fica como está"):
        write(audit, matrix)


def test_after_a_purge_the_stamp_is_of_the_list_before(copy: Path, matrix: Matrix, authority: Authority) -> None:
    """The report that was made anew is nobody's word, until the audit is sealed again: the signature or the stamp may stay the old one."""
    purge(open_audit(copy))
    trust = authority.trust
    assert check(copy, matrix, trust).faults == []
    write(open_audit(copy), matrix)
    result = check(copy, matrix, trust)
    assert [fault.file for fault in result.faults] == [REPORT] and "não coberto pela assinatura" in result.faults[
        0
    ].problem
    assert any("Carimbo conferido" in note and "de antes do que foi apagado" in note for note in result.notes)
    unknown = check(copy, matrix)
    assert unknown.faults == [] and any("não coberto pela assinatura" in note for note in unknown.notes)
    sign(copy, authority.folder / "private.pem")
    again = check(copy, matrix, trust)
    assert again.faults == [] and again.notes[1] == "Assinatura conferida."
    assert [fault.file for fault in check(copy, matrix, Trust(trust.roots)).faults] == [REPORT]
    stamp(copy, authority.url)
    assert check(copy, matrix, Trust(trust.roots)).faults == []
    (copy / REPORT).write_text("x")
    assert REPORT in {fault.file for fault in check(copy, matrix, authority.trust).faults}


@pytest.mark.parametrize("purged", [True, False])
def test_a_forged_report_is_found(copy: Path, matrix: Matrix, authority: Authority, purged: bool) -> None:
    """Where the record of a purge says that the report was made anew; and where there was no purge at all."""
    listed = parse_sums((copy / SUMS).read_bytes())
    if purged:
        purge(open_audit(copy))
    else:
        seal_before = hashlib.sha256((copy / SUMS).read_bytes()).hexdigest()
        record = {"time": "2026-01-01T00:00:00Z", "removed": {}, "seal_before": seal_before, "remade": {REPORT: listed[REPORT]}}  # fmt: skip
        (copy / PURGED).write_text(json.dumps(record))
        cover(copy, PURGED)
    (copy / REPORT).write_text("forged")
    cover(copy, REPORT)
    assert {fault.file for fault in check(copy, matrix, authority.trust).faults} >= {REPORT if purged else PURGED}
    assert bool(check(copy, matrix).faults) != purged


def test_a_purge_of_nothing_leaves_no_record(copy: Path) -> None:
    for room in ("pages", "evidence"):
        shutil.rmtree(copy / room)
    assert purge(open_audit(copy)).files == 0 and not (copy / PURGED).exists()


def test_without_the_libraries_nothing_passes(copy: Path, matrix: Matrix, authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    assert check(copy, matrix).faults == []
    for call in (lambda: check(copy, matrix, authority.trust), lambda: stamp(copy, authority.url)):
        with pytest.raises(UserError, match="Faltam as bibliotecas"):
            call()


def test_a_full_disk_is_told(copy: Path, authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "sem espaço")

    monkeypatch.setattr("transparency.store.seal.write", full)
    for call in (lambda: sign(copy, authority.folder / "private.pem"), lambda: stamp(copy, authority.url)):
        with pytest.raises(UserError, match=r"Não foi possível gravar .*sem espaço"):
            call()


def test_an_audit_is_sealed_when_it_is_whole(
    copy: Path, matrix: Matrix, authority: Authority, caplog: pytest.LogCaptureFixture
) -> None:
    """By the extension that makes its report. An authority that does not answer harms nothing, and is told."""
    for name in (STAMP, SIGNATURE):
        (copy / name).unlink()
    seal(copy, f"{authority.url}broken", str(authority.folder / "private.pem"))
    assert "O carimbo de tempo não foi obtido" in caplog.text and not (copy / STAMP).exists()
    seal(copy, authority.url, "")
    assert check(copy, matrix, authority.trust).faults == []


def test_the_commands(copy: Path, authority: Authority, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / STAMP).unlink()
    (copy / SIGNATURE).unlink()
    key, root, public = (str(authority.folder / name) for name in ("private.pem", "root.pem", "public.pem"))
    assert run(Seal, str(copy), "--carimbo", authority.url, "--chave", key) == 0
    assert ": assinada, carimbada em 20" in capsys.readouterr().out
    assert run(Verify, str(copy), "--raiz", root, "--chave-publica", public) == 0
    assert "Carimbo conferido" in capsys.readouterr().out


def test_a_sealed_audit_is_reported_purged_and_sealed_again(
    copy: Path, authority: Authority, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the commands alone: the report of a sealed audit stays, that of a purged one is remade, and a new seal covers it."""
    key, root, public = (str(authority.folder / name) for name in ("private.pem", "root.pem", "public.pem"))
    report = (copy / REPORT).read_bytes()
    (copy / REPORT).write_bytes(report + b" ")
    assert run(Report, str(copy)) == 2 and "fica como está" in capsys.readouterr().err
    (copy / REPORT).write_bytes(report)
    assert run(Report, str(copy)) == 0 and (copy / REPORT).read_bytes() == report
    assert run(Purge, str(copy), "--sim") == 0 and (copy / REPORT).read_bytes() != report
    checked = (str(copy), "--raiz", root, "--chave-publica", public)
    assert run(Verify, *checked) == 1 and "não coberto pela assinatura" in capsys.readouterr().out
    assert run(Seal, str(copy), "--carimbo", authority.url, "--chave", key) == 0
    assert run(Verify, *checked) == 0 and "Assinatura conferida." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "Falta dizer quem assina ou carimba"),
        (["--carimbo", "ftp://x"], "Não é o endereço de uma autoridade de carimbo"),
        (["--carimbo", "http://a b"], "O carimbo de tempo não foi obtido"),
        (["--carimbo", "http://[b"], "O carimbo de tempo não foi obtido"),
        (["--carimbo", "{url}nonsense"], "O carimbo de tempo não foi obtido"),
        (["--carimbo", "http://127.0.0.1:9/"], "O carimbo de tempo não foi obtido"),
        (["--carimbo", "{url}broken"], "O carimbo de tempo não foi obtido"),
        (["--chave", "nowhere.pem"], "Não foi possível ler nowhere.pem"),
        (["--chave", "{folder}/public.pem"], "não é uma chave privada Ed25519"),
    ],
)
def test_wrong_use(
    copy: Path, authority: Authority, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    given = [one.format(url=authority.url, folder=authority.folder) for one in options]
    assert run(Seal, str(copy), *given) == 2
    assert told in capsys.readouterr().err


def told_at_the_end(run_: Run, **settings: Any) -> int:
    """The exit status of ``audit`` for a run whose audits are there."""
    asked = Audit()
    asked.settings, asked._run = Settings(settings, priority="cmdline"), run_
    asked.settings.setmodule("transparency.settings")
    asked._tell(Namespace(json=False), 0)
    return asked.exitcode


@pytest.mark.parametrize(
    ("missing", "status"), [((), 0), ((STAMP,), 1), ((SIGNATURE,), 1), ((STAMP, SIGNATURE, REPORT), 0)]
)
def test_a_run_tells_what_is_not_sealed_and_seals_what_it_makes_anew(
    copy: Path,
    authority: Authority,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    missing: tuple[str, ...],
    status: int,
) -> None:
    for name in missing:
        (copy / name).unlink()
    town = Municipality("vila-pequena", "Vila Pequena", "PB", "", "", "", ())
    run_, hold = begin(copy.parents[2], [town], "portal", {})
    hold.release()
    monkeypatch.setattr(Run, "whole", lambda _: {"pb/vila-pequena": open_audit(copy)})
    monkeypatch.setattr("transparency.commands.audit.alarms", lambda *_: [])
    key = str(authority.folder / "private.pem")
    assert told_at_the_end(run_, TIMESTAMP_URL=authority.url, SIGNING_KEY=key) == status
    assert (f"{copy}. Sele cada uma" in capsys.readouterr().err) == bool(status)
    assert told_at_the_end(run_) == 0  # nobody asked


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"TIMESTAMP_URL": "ftp://x"}, "Não é o endereço"),
        ({"SIGNING_KEY": "nowhere.pem"}, "Não foi possível ler nowhere.pem"),
        ({"TIMESTAMP_URL": "http://tsa.example/", "REPORT_ENABLED": False}, "Sem relatório .* nada é assinado"),
    ],
)
def test_a_run_that_could_not_seal_does_not_begin(tmp_path: Path, settings: dict[str, str], told: str) -> None:
    spider = SimpleNamespace(prepare=lambda *_, **__: SimpleNamespace(towns=[]))
    with pytest.raises(UserError, match=told):
        check_run(spider, Settings({"AUDITS_DIR": str(tmp_path), **settings}), {})


def test_a_run_remembers_who_seals(tmp_path: Path) -> None:
    asked = Audit()
    asked.settings = Settings()
    asked._take_settings(Namespace(catalogo="", saida="", carimbo="http://tsa.example/", simultaneos="", revisita=False, devidos=False))  # fmt: skip
    asked.settings.set("SIGNING_KEY", "key.pem", "cmdline")
    assert _changed(asked.settings) == {"TIMESTAMP_URL": "http://tsa.example/", "SIGNING_KEY": "key.pem"}
