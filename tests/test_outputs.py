"""What a run writes is safe whatever a portal or a catalogue says (S6-S9): cells, file names, log lines, addresses."""

from __future__ import annotations

import ast
import csv
import gzip
import io
import logging
import os
import random
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy.exporters import CsvItemExporter
from scrapy.settings import Settings
from scrapy.utils.misc import load_object

from tests.audit_of_pages import make_audit, page
from tests.portal_of_towns import ended, portal_of_towns, start
from tests.test_report import HOSTILE
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.judged_pages import new_page
from transparency.extract.redact import redact
from transparency.items import UserError, Verdict
from transparency.matrix import load_matrix
from transparency.node import Node
from transparency.privacy.cleaning import clean, clean_address, without_secrets
from transparency.report.exports import restore
from transparency.run.event_log import LONGEST, OneLine, one_line
from transparency.store.file_names import file_name, folder_inside

ROOT = Path(__file__).parent.parent


# ---- S6: feeds of Scrapy -------------------------------------------------------------------------------------------


def test_s6_scrapy_s_own_feeds_hold_no_formula() -> None:
    settings = Settings()
    settings.setmodule("transparency.settings")
    exporter: type[CsvItemExporter] = load_object(settings.getdict("FEED_EXPORTERS")["csv"])
    labels = ["=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "＝1", "a;b", '"=1', "-12,5", "Valor", " =1"]
    out = io.BytesIO()
    feed = exporter(out)
    feed.start_exporting()
    for label in labels:
        feed.export_item(Verdict("x", "PB", "c", "i", "published", label, label=label, steps=[label, label]))
    feed.finish_exporting()
    rows = list(csv.DictReader(io.StringIO(out.getvalue().decode("utf-8"), newline="")))
    for row, label in zip(rows, labels, strict=True):
        assert not row["label"].lstrip().startswith(("=", "+", "@", "＝")) and not row["steps"].startswith("=")
        assert restore(row["label"]) == label
    assert rows[8]["label"] == "-12,5"


# ---- S7: names of files --------------------------------------------------------------------------------------------

_BITS = [
    "../", "/", "\\", "..", ".", "\0", "\n", "C:", "CON", "nul", "a", "B", "ção", "😀", "santa-rita", "-", "_", " ", "%2e%2e/", "~", "x" * 90,
    "e\u0301", "\ud800", "LPT1", "0123456789abcdef", "-0123456789abcdef",
]  # fmt: skip


def hostile_names(count: int, seed: int) -> set[str]:
    dice = random.Random(seed)
    return {"".join(dice.choices(_BITS, k=dice.randrange(0, 8))) for _ in range(count * 2)} | {"x" * 4096, "CON", "con"}


def test_s7_ten_thousand_hostile_names_stay_inside_and_apart(tmp_path: Path) -> None:
    names = hostile_names(10_000, seed=7)
    assert len(names) >= 10_000
    made = {file_name(name) for name in names}
    made_folded = {name.casefold() for name in made}
    assert len(made_folded) == len(names)  # apart on disks that fold case, too
    base = tmp_path.resolve()
    for name in made:
        assert len(name.encode()) <= 120
        assert (base / name).parent == base and os.path.normpath(base / name) == str(base / name)
    for name in random.Random(1).sample(sorted(names, key=ascii), 200):
        folder_inside(tmp_path, name, name).mkdir(parents=True)
    assert {path.resolve().is_relative_to(base) for path in tmp_path.rglob("*")} == {True}


@pytest.mark.parametrize("slug", ["santa-rita", "lab-x", "a", "sao-joao-do-rio-do-peixe", "a_b"])
def test_slugs_are_their_own_names(slug: str) -> None:
    assert file_name(slug) == slug


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_any_text_makes_a_name(text: str) -> None:
    name = file_name(text)
    assert 0 < len(name.encode()) <= 120 and not set(name) & set("/\\.\0: ")


def test_s7_a_planted_link_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    root = tmp_path / "audits"
    (root / "pb").mkdir(parents=True)
    (root / "pb" / "vila-pequena").symlink_to(outside)
    with pytest.raises(UserError, match="atalho"):
        make_audit(root)
    assert not list(outside.iterdir())


# ---- S8: logs and loaders ------------------------------------------------------------------------------------------


def test_s8_one_event_is_one_harmless_line() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(OneLine(logging.Formatter("%(levelname)s %(message)s")))
    log = logging.Logger("hostile")  # by itself: no other handler must see these
    log.addHandler(handler)
    events = [*(text for text in HOSTILE), "a\r\nINFO forged", "\x1b]0;x\x07", "%s %d %(x)s", "x" * 2_000_000, "\u202eabc", "é" * 3000]  # fmt: skip
    for event in events:
        log.warning("título %s", event)
    try:
        raise ValueError("linha 1\nlinha 2 529.982.247-25 https://u:p@x.example/?senha=1")
    except ValueError:
        log.exception("falhou")
    lines = stream.getvalue().split("\n")[:-1]
    assert len(lines) == len(events) + 1
    for line in lines:
        assert line.startswith(("WARNING título", "ERROR falhou"))
        assert len(line.encode()) <= LONGEST
        assert not [c for c in line if (ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e")]
    assert "linha 2 ***.982.247-** https://x.example/?senha=***" in lines[-1]


def test_the_middle_gives_way() -> None:
    line = one_line("início " + "x" * 9000 + " fim")
    assert line.startswith("início") and line.endswith("fim") and len(line.encode()) <= LONGEST


UNSAFE = {
    "yaml": {"load", "load_all", "unsafe_load", "full_load", "Loader", "UnsafeLoader", "FullLoader", "unsafe_load_all", "full_load_all"},
    "pickle": None, "marshal": None, "shelve": None, "dill": None,
    "os": {"system", "popen"},
}  # fmt: skip


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "transparency").rglob("*.py"), *(ROOT / "lab").rglob("*.py")]), ids=str
)
def test_s8_nothing_loads_or_runs_what_others_wrote(path: Path) -> None:
    """No yaml.load, pickle, eval, exec, shell=True."""
    assert unsafe(ast.parse(path.read_text("utf-8"))) == []


def unsafe(tree: ast.Module) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names if UNSAFE.get(a.name.split(".")[0], set()) is None]
        elif isinstance(node, ast.ImportFrom):
            bad = UNSAFE.get((node.module or "").split(".")[0], set())
            found += [a.name for a in node.names if bad is None or a.name in bad]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found += [node.attr for bad in [UNSAFE.get(node.value.id, set())] if bad and node.attr in bad]
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec", "compile", "__import__"):
                found.append(node.func.id)
            found += ["shell" for k in node.keywords if k.arg == "shell" and not (isinstance(k.value, ast.Constant) and k.value.value is False)]  # fmt: skip
    return found


@pytest.mark.parametrize(
    "code",
    [
        "yaml.load(x)",
        "import pickle",
        "eval(x)",
        "subprocess.run(x, shell=True)",
        "from yaml import load",
        "os.system(x)",
    ],
)
def test_the_rule_finds_what_it_forbids(code: str) -> None:
    assert unsafe(ast.parse(code))


# ---- S9: secrets in addresses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://ana:segredo@x.example/a", "https://x.example/a"),
        ("https://x.example/a;jsessionid=1A2B?ano=2026", "https://x.example/a;jsessionid=***?ano=2026"),
        ("https://x.example/(S(abcdefgh12345678))/a.aspx", "https://x.example/(***)/a.aspx"),
        (
            "https://x.example/?access_token=a&mes=1&PHPSESSID=b",
            "https://x.example/?access_token=***&mes=1&PHPSESSID=***",
        ),
        ("https://x.example/#/a?api_key=1&x=2", "https://x.example/#/a?api_key=***&x=2"),
        ("https://x.example/?token=PMX", "https://x.example/?token=PMX"),  # a town's number
        ("https://x.example/?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIi", "https://x.example/?token=***"),
        ("https://x.example/?codigo=12&pagina=3", "https://x.example/?codigo=12&pagina=3"),
        ("https://x.example/?X-Amz-Signature=ab&X-Amz-Date=1", "https://x.example/?X-Amz-Signature=***&X-Amz-Date=1"),
    ],
)
def test_s9_secrets_are_no_part_of_an_address(address: str, kept: str) -> None:
    assert without_secrets(address) == kept
    assert without_secrets(kept) == kept


def test_what_the_catalogue_says_is_no_secret() -> None:
    entry = "https://x.example/?token=abcdefghij0123456789"
    assert without_secrets(f"{entry}&senha=1", entry) == f"{entry}&senha=***"
    assert clean_address("https://x.example/servidor/52998224725") == "https://x.example/servidor/***.982.247-**"
    assert clean("abra https://a:b@x.example/?senha=1; clique") == "abra https://x.example/?senha=***; clique"


SECRET = "canario9secreto"


def test_s9_no_secret_in_anything_an_audit_leaves(tmp_path: Path) -> None:
    """Through the spider's own ways of making a page, into every file of an audit and its report."""
    made: list[Any] = []

    class Town:
        slug, name, uf, portal_url = "vila-pequena", "Vila Pequena", "PB", f"https://u:{SECRET}@vila.example/"

    stub = Audit(Town(), load_matrix(), False, Budget(), changed=lambda: None)  # type: ignore[arg-type]
    for n, path in enumerate((f"?senha={SECRET}", f";jsessionid={SECRET}", f"?access_token={SECRET}&ano=2026")):
        url = f"https://u:{SECRET}@vila.example/{n}{path}"
        node = Node(url=url, words=(f"abra {url}",))
        one = new_page(stub, node, url, 200)
        source = page(
            f"p{n}",
            f"<h1>Receita</h1><a href='{url}'>x</a><form><input type=hidden name=csrf_token value='{SECRET}'></form>",
        )
        one.frames, one.screenshot, one.title = source.frames, source.screenshot, "x"
        one.frames[0].url = one.final_url
        made.append(one)
    folder = make_audit(tmp_path, made)
    for file in [path for path in folder.rglob("*") if path.is_file()]:
        data = file.read_bytes()
        data = gzip.decompress(data) if file.suffix == ".gz" else data
        assert SECRET.encode() not in data, file.name


def test_hidden_fields_that_open_something_are_emptied() -> None:
    fields = f"<input type='hidden' name='__RequestVerificationToken' value='{SECRET}'><input type='hidden' name='ano' value='2026'>"
    html = redact(f"<html><body><form>{fields}</form></body></html>").html
    assert SECRET not in html and 'value="2026"' in html


@pytest.mark.parametrize(
    "command", [("crawl", "portal", "-a", "municipio=vila"), ("audit", "vila")], ids=["crawl", "audit"]
)
def test_s9_no_secret_of_a_run_is_told(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Planted in the environment, settings, cookies and addresses of a real run: not in its files, its logs, its processes."""
    with portal_of_towns() as served:
        catalogue = served.catalogue(tmp_path / "towns.csv", ["vila"])
        home = served.pages["/vila/"]

        def greet(asked: BaseHTTPRequestHandler) -> None:
            body = f"{home}<a href='receitas?access_token={SECRET}'>Receitas previstas</a>".encode()
            asked.send_response(200)
            asked.send_header("Content-Type", "text/html; charset=utf-8")
            asked.send_header("Set-Cookie", f"sessao={SECRET}; Path=/")
            asked.send_header("Content-Length", str(len(body)))
            asked.end_headers()
            asked.wfile.write(body)

        served.pages["/vila/"] = greet
        root = tmp_path / "audits"
        where = (
            ("--catalogo", str(catalogue), "--saida", str(root))
            if command[0] == "audit"
            else ("-s", f"CATALOGUE_FILES={catalogue}", "-s", f"AUDITS_DIR={root}", "-L", "DEBUG")
        )
        environment = {
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "GITHUB_TOKEN": SECRET,
            "AWS_SESSION_TOKEN": SECRET,
            "DATABASE_PASSWORD": SECRET,
        }
        # What stands on a command line is seen by all who are on the machine; here it is for the log.
        planted = ("-s", f"FTP_PASSWORD={SECRET}") if command[0] == "crawl" else ()
        process = start(*command, *where, "-s", f"EGRESS_ALLOWED=127.0.0.1:{served.port}", *planted, env=environment)
        told: set[str] = set()
        while process.poll() is None:
            with suppress(psutil.Error):
                own = psutil.Process(process.pid).cmdline()
                for child in psutil.Process(process.pid).children(recursive=True):
                    told.add(" ".join(child.cmdline()) if child.cmdline() != own else "")  # split in two: the same line
            time.sleep(0.2)
        done = ended(process)
    assert list(root.glob("pb/vila/*/audit.json")), done.stderr
    assert told and not any(SECRET in line for line in told)
    assert SECRET not in done.stdout + done.stderr, done.stderr[max(0, done.stderr.find(SECRET) - 300) :][:600]
    for file in [path for path in root.rglob("*") if path.is_file()]:
        data = file.read_bytes()
        assert SECRET.encode() not in (gzip.decompress(data) if file.suffix == ".gz" else data), file.name
