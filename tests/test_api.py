"""The read API and its pages: what they answer, what they refuse, and that nothing hostile comes through."""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from lab.load import Answer, summary
from lab.stored import write_audits
from tests.serving import FAST, faults, running
from tests.test_cycle_report import answers
from tests.test_report import HOSTILE as HOSTILE_TEXTS
from transparency.api import queries, server
from transparency.api.app import AT_WORK, OPENAPI, make_app
from transparency.api.files import LARGEST_PAGE, read_inside, unpacked
from transparency.api.guard import Rules, client_of, given_token, host_name, is_known_host, parse_rate, same
from transparency.api.index import Index
from transparency.api.served import Served, inert
from transparency.api.shapes import API
from transparency.classify.doubt import Signs, doubt
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.matrix.cycle_file import load_cycle
from transparency.report import cycle_many
from transparency.report.audit_page import render_audit
from transparency.report.cycle_sheet import open_sheet
from transparency.store.answers import write_answers
from transparency.store.audits import PAGES, SUMMARY, VERDICTS, open_audit

TOWNS, AUDITS = 6, 2
EXAMPLES = 6
"""Of each operation and mode."""
TOKEN = "um-token-de-teste-comprido"
MATRIX, CYCLE = load_matrix(), load_cycle("pntp-2026")
ITEMS = len(MATRIX.items())


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api") / "audits"
    write_audits(folder, TOWNS, AUDITS, seed=5)
    for seed, file in enumerate(sorted(folder.rglob(VERDICTS))[: 3 * AUDITS]):
        write_answers(file.parent, CYCLE.id, answers(CYCLE, seed))
    return folder


def served(root: Path, **rules: Any) -> Served:
    index = Index(root)
    index.refresh()
    return Served(index, MATRIX, Rules(**{"rate": parse_rate(FAST), **rules}))


def client(one: Served) -> TestClient:
    return TestClient(make_app(one), base_url="http://127.0.0.1", raise_server_exceptions=False)


@pytest.fixture(scope="module")
def api(root: Path) -> TestClient:
    return client(served(root))


def rows(api: TestClient, path: str) -> list[dict[str, Any]]:
    answer = api.get(f"{API}/{path}")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["rows"])


# ---- what it answers -------------------------------------------------------------------------------------------------


def test_answers_agree_with_the_files(api: TestClient, root: Path) -> None:
    """Every line of every audit comes out of the API as it lies on the disk."""
    files = sorted(root.rglob(VERDICTS))
    assert len(files) == TOWNS * AUDITS
    columns = ("uf", "municipio", "criterion", "item", "status", "label", "evidence_sha256")
    written: list[tuple[Any, ...]] = []
    for file in files:
        started = json.loads((file.parent / SUMMARY).read_text())["started"]
        lines = map(json.loads, file.read_text().splitlines())
        written += [(started, *(line[name] for name in columns), *line["steps"]) for line in lines]
    told: list[tuple[Any, ...]] = []
    link: str | None = f"{API}/verdicts?newest=false&limit=250"
    while link:
        answer = api.get(link).json()
        assert answer["total"] == len(written)
        columns = ("uf", "slug", "criterion", "item", "status", "label")
        told += [
            (v["started"], *(v[name] for name in columns), (v["evidence"] or {"sha256": ""})["sha256"], *v["steps"])
            for v in answer["rows"]
        ]
        link = answer["next"]
    assert sorted(told) == sorted(written)
    for town in {one[2] for one in told}:
        # Town by town, oldest first, the items of an audit as they stand in its file.
        assert [one for one in told if one[2] == town] == [one for one in written if one[2] == town]


FILTERS = {
    "uf=PB": lambda v: v["uf"] == "PB",
    "uf=pb&status=absent": lambda v: v["status"] == "absent",
    "criterion=licitacao": lambda v: v["criterion"] == "licitacao",
    "criterion=licitacao&item=objeto_licitacao&newest=false": lambda v: (v["criterion"], v["item"]) == ("licitacao", "objeto_licitacao"),
    "until=2026-01-31&newest=false": lambda v: v["started"] < "2026-02",
    "since=2026-01-31&newest=false": lambda v: v["started"] >= "2026-01-31",
}  # fmt: skip


@pytest.mark.parametrize("query", FILTERS)
def test_filters(api: TestClient, query: str) -> None:
    everything = rows(api, f"verdicts?limit=1000&newest={'false' if 'newest=false' in query else 'true'}")
    chosen = rows(api, f"verdicts?limit=1000&{query}")
    expected = [v for v in everything if FILTERS[query](v)]
    assert chosen == expected
    assert 0 < len(chosen) < len(everything) or query == "uf=PB"


def test_filters_by_town(api: TestClient) -> None:
    audit = rows(api, "audits?limit=1000")[3]
    assert {v["slug"] for v in rows(api, f"verdicts?slug={audit['slug']}")} == {audit["slug"]}
    assert {v["audit"] for v in rows(api, f"verdicts?audit={audit['id']}")} == {audit["id"]}
    family = audit["families"][0]
    assert all(family in one["families"] for one in rows(api, f"audits?family={family}"))
    plain = audit["name"].split()[0].upper()
    assert audit["slug"] in {one["slug"] for one in rows(api, f"municipalities?q={quote(plain)}")}
    assert rows(api, "municipalities?q=nenhum-lugar-assim") == []


def test_municipalities_are_their_newest_audits(api: TestClient) -> None:
    towns, audits = rows(api, "municipalities"), rows(api, "audits")
    assert len(towns) == TOWNS and len(audits) == TOWNS * AUDITS
    for town in towns:
        own = [one for one in audits if one["slug"] == town["slug"]]
        assert town["started"] == max(one["started"] for one in own)
        assert [one["newest"] for one in own] == [False, True]
        assert town["published"] + town["absent"] + town["inconclusive"] == ITEMS


def test_ranking_is_that_of_the_report(api: TestClient) -> None:
    ranked = api.get(f"{API}/ranking").json()["rows"]
    assert len(ranked) == TOWNS
    marks = [one["mark"] for one in ranked if one["rated"]]
    assert marks == sorted(marks, reverse=True)
    assert [one["position"] is None for one in ranked] == [not one["rated"] for one in ranked]
    part = api.get(f"{API}/ranking?criterion=licitacao").json()["rows"]
    sizes = {one["published"] + one["absent"] + one["inconclusive"] for one in part}
    assert sizes == {len(MATRIX.criterion("licitacao").items)}
    first = api.get(f"{API}/ranking?limit=2").json()
    assert [first["total"], first["rows"]] == [len(ranked), ranked[:2]]
    assert api.get(first["next"]).json()["rows"] == ranked[2:4]
    sheet = api.get(f"{API}/ranking.csv").content.decode("utf-8-sig").splitlines()
    assert len(sheet) == len(ranked) + 1 and sheet[0].startswith("position,uf,slug,name,")
    assert sheet[1].split(",")[:3] == [str(ranked[0]["position"]), ranked[0]["uf"], ranked[0]["slug"]]


def test_places_lead_to_their_pages_and_pictures(api: TestClient) -> None:
    """What is absent can be looked at where it was looked for."""
    absent = rows(api, "verdicts?status=absent&limit=1")[0]
    told = api.get(absent["href"]).json()["places"]
    assert told == api.get(f"{API}/audits/{absent['audit']}/places?criterion={absent['criterion']}").json()
    assert told and {place["criterion"] for place in told} == {absent["criterion"]}
    for place in told:
        assert api.get(place["page"]).headers["content-type"].startswith("text/html")
        assert api.get(place["picture"]).headers["content-type"] == "image/webp"
        assert place["state"] and place["words"]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/verdicts?criterion=nada", "criterion"), ("/ranking?criterion=nada", "criterion"), ("/ranking.csv?criterion=nada", "criterion"),
        ("/verdicts?item=nada", "item"), ("/verdicts?criterion=licitacao&item=nada", "item"), ("/verdicts?criterion=licitacao&item=objeto_licitacao", ""),
    ],
)  # fmt: skip
def test_unknown_names_are_told(api: TestClient, path: str, named: str) -> None:
    answer = api.get(f"{API}{path}")
    assert answer.status_code == (400 if named else 200)
    assert not named or (answer.json()["errors"] == [named] and "“nada”" in answer.json()["detail"])


def test_answers_to_a_cycle_agree_with_the_files(api: TestClient, root: Path) -> None:
    """The towns by index, and every answer of each as it lies on the disk."""
    ranked = api.get(f"{API}/cycles/{CYCLE.id}/ranking").json()
    towns = cycle_many.read([root], CYCLE)
    assert [one["slug"] for one in ranked] == [town.now.slug for town in towns]
    assert [(one["best"], one["worst"]) for one in ranked] == cycle_many.positions(towns)
    for told, town in zip(ranked, towns, strict=True):
        sheet = open_sheet(open_audit(town.now.folder), CYCLE)
        assert told["index"] == {"low": round(sheet.low, 2), "high": round(sheet.high, 2)}
        one = api.get(told["href"]).json()
        given = {(asked["id"], answer["aspect"]): answer for asked in one["criteria"] for answer in asked["answers"]}
        kept = {(answer.requirement, answer.aspect): answer for asked in sheet.asked for answer in asked.answers}
        assert given.keys() == kept.keys() and len(one["criteria"]) == 96
        assert all(
            (given[key]["status"], given[key]["url"], tuple(given[key]["places"])) == (one.status, one.url, one.places)
            for key, one in kept.items()
        )
    (cycle_,) = api.get(f"{API}/cycles").json()
    assert [one["aspects"] for one in cycle_["criteria"]] == [[*one.aspects] for one in CYCLE.requirements]


def test_the_ranking_of_a_cycle_is_a_table_too(api: TestClient, root: Path) -> None:
    """As a report of the same audits writes it, and narrowed down as the ranking is."""
    answer = api.get(f"{API}/cycles/{CYCLE.id}/ranking.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    lines = [*csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")]
    towns = cycle_many.read([root], CYCLE)
    assert [line["Município"] for line in lines] == [town.now.name for town in towns]
    assert [line["Índice, no mínimo"] for line in lines] == [f"{t.now.low:.2f}".replace(".", ",") for t in towns]
    none = api.get(f"{API}/cycles/{CYCLE.id}/ranking.csv?slug=nada").content.decode("utf-8-sig")
    assert len(none.splitlines()) == 1
    assert api.get(f"{API}/cycles/pntp-1999/ranking.csv").status_code == 404


def test_pages_about_a_cycle_are_served(api: TestClient, root: Path) -> None:
    ranked = api.get(f"{API}/cycles/{CYCLE.id}/ranking").json()
    assert "Critérios e provas" in api.get(ranked[0]["report"]).text
    overview = api.get(f"/relatorio/{CYCLE.id}/index.html").text
    assert f"../..{ranked[0]['report']}" in overview and f'href="{API}/cycles/{CYCLE.id}/ranking.csv"' in overview
    home = api.get("/").text
    assert ranked[0]["report"] in home and f"/relatorio/{CYCLE.id}/index.html" in home
    without = next(one for one in rows(api, "audits") if one["slug"] not in {town["slug"] for town in ranked})
    for path in (f"{API}/audits/{without['id']}/cycles/{CYCLE.id}", f"/auditorias/{without['id']}/{CYCLE.id}.html"):
        assert api.get(path).status_code == 404
    assert api.get(f"{API}/cycles/pntp-1999/ranking").status_code == 404


def test_history_tells_what_came_and_went(api: TestClient) -> None:
    town = rows(api, "municipalities")[0]
    history = api.get(f"{API}/municipalities/{town['uf']}/{town['slug']}/history").json()
    assert [one["started"] for one in history] == sorted(one["started"] for one in history)
    assert not history[0]["appeared"] and not history[0]["vanished"]
    by_audit = [
        {(v["criterion"], v["item"]): v["status"] for v in rows(api, f"verdicts?audit={one['id']}")} for one in history
    ]
    before, after = by_audit
    appeared = {key for key in after if (before[key], after[key]) == ("absent", "published")}
    assert {(one["criterion"], one["item"]) for one in history[1]["appeared"]} == appeared


def test_evidence_is_the_file(api: TestClient, root: Path) -> None:
    verdict = next(v for v in rows(api, "verdicts?status=published") if v["evidence"])
    answer = api.get(verdict["evidence"]["href"])
    assert answer.headers["content-type"] == "image/jpeg"
    [file] = [
        one for one in root.rglob(verdict["evidence"]["href"].rpartition("/")[2]) if one.read_bytes() == answer.content
    ]
    assert verdict["started"].replace("-", "").replace(":", "") in str(file)
    page = api.get(verdict["html"]["href"])
    policy = page.headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'") and "allow-scripts" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert verdict["label"] in page.text
    original = api.get(f"{verdict['html']['href']}?original=true")
    assert original.headers["content-disposition"].startswith("attachment")
    assert hashlib.sha256(original.content).hexdigest() == verdict["html"]["sha256"]
    other = next(one for one in rows(api, "audits") if one["slug"] != verdict["slug"])
    assert api.get(verdict["evidence"]["href"].replace(verdict["audit"], other["id"])).status_code == 404


INERT = [
    ("<meta HTTP-EQUIV=refresh>", "<meta data-equiv=refresh>"), ("<Link rel=x>", "<meta rel=x>"), ("<linked>", "<linked>"),
    ("<iframe src=x></IFRAME>", "<x-frame src=x></x-frame>"), ("<frame/src=x>", "<x-frame/src=x>"), ("<frameset>", "<frameset>"), ("<p>link</p>", "<p>link</p>"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "expected"), INERT)
def test_what_acts_is_taken_out_of_archived_pages(page: str, expected: str) -> None:
    assert inert(page.encode()).decode().partition("<style>")[0] == expected


def test_etags(api: TestClient) -> None:
    verdict = next(v for v in rows(api, "verdicts?status=published") if v["evidence"])
    for path in (
        f"{API}/verdicts",
        f"{API}/ranking",
        verdict["evidence"]["href"],
        verdict["html"]["href"],
        verdict["report"].partition("#")[0],
        "/vereditos",
        "/api",
        OPENAPI,
    ):
        first = api.get(path)
        assert first.status_code == 200, path
        again = api.get(path, headers={"if-none-match": f'W/"x", {first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b""), path
        assert api.get(path, headers={"if-none-match": '"x"'}).status_code == 200


def test_head_is_get_without_a_body(api: TestClient) -> None:
    for path in (f"{API}/status", "/", f"{API}/nada"):
        got, head = api.get(path), api.head(path)
        assert head.status_code == got.status_code and head.content == b""
        assert head.headers["content-length"] == got.headers["content-length"]


def test_towns_of_a_region(api: TestClient) -> None:
    whole = rows(api, "municipalities?limit=1000")
    assert rows(api, "municipalities?limit=1000&region=Nordeste") == whole, "all of them are of Paraíba"
    assert not rows(api, "ranking?region=Sul")
    wrong = api.get(f"{API}/ranking?region=Leste")
    assert wrong.status_code == 400 and wrong.json()["errors"] == ["region"]


def test_the_index_follows_the_folders(tmp_path: Path) -> None:
    write_audits(tmp_path / "a", 2, 2, seed=1)
    one = served(tmp_path / "a")
    api, index = client(one), one.index
    etag = api.get(f"{API}/audits").headers["etag"]
    assert not index.refresh()
    assert len(rows(api, "audits")) == 4
    old = sorted((tmp_path / "a").glob("*/*/*/" + VERDICTS))[-1].parent
    new = old.with_name("20270101T000000Z")
    shutil.copytree(old, tmp_path / "aside")
    summary = json.loads((old / SUMMARY).read_text()) | {"started": "2027-01-01T00:00:00Z"}
    (tmp_path / "aside" / SUMMARY).write_text(json.dumps(summary))
    (tmp_path / "aside").rename(new.with_name(new.name + ".partial"))
    assert not index.refresh(), "what is unfinished is passed over"
    new.with_name(new.name + ".partial").rename(new)
    assert index.refresh()
    audits = rows(api, "audits")
    assert len(audits) == 5 and [one["newest"] for one in audits].count(True) == 2
    assert api.get(f"{API}/audits", headers={"if-none-match": etag}).status_code == 200
    newest = next(one for one in audits if one["started"].startswith("2027"))
    assert newest["newest"]
    assert {v["audit"] for v in rows(api, f"verdicts?slug={newest['slug']}&limit=1000")} == {newest["id"]}
    shutil.rmtree(new)
    assert index.refresh() and len(rows(api, "audits")) == 4
    assert api.get(newest["href"]).status_code == 404


def test_it_answers_while_the_audits_are_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest audits come first, and stay the newest; what is made of all of them says how far the reading is."""
    monkeypatch.setattr("transparency.api.index.BATCH", 4)
    one = Served(Index(root), MATRIX, Rules(rate=parse_rate(FAST)))
    api, seen = client(one), []
    take = one.index._take

    def watched(*given: Any) -> None:
        take(*given)
        page = api.get("/relatorio/index.html", headers={"accept": "text/html"})
        seen.append((api.get(f"{API}/status").json(), len(rows(api, "municipalities?limit=1000"))))
        assert page.status_code == 503 and page.headers["retry-after"] and "ainda estão sendo lidas" in page.text

    monkeypatch.setattr(one.index, "_take", watched)
    assert one.index.refresh()
    assert [status["reading"][0] for status, _ in seen] == list(range(0, TOWNS * AUDITS, 4))
    assert seen[0][1] == 4, "the first four are of four towns"
    assert api.get(f"{API}/status").json()["reading"] is None
    assert api.get("/relatorio/index.html").status_code == 200
    known = served(root).index.ask("SELECT id, newest FROM audits ORDER BY id")
    assert one.index.ask("SELECT id, newest FROM audits ORDER BY id") == known
    assert one.index.ask("SELECT count(*) AS n FROM verdicts WHERE newest") == [{"n": TOWNS * ITEMS}]


def test_few_answers_are_made_at_once_and_all_are_given(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks waits for a turn: all at once, the long answers would starve beside the short ones."""
    making, most = [], []
    find = queries.audits

    def slowly(*asked: Any) -> Any:
        making.append(1)
        most.append(len(making))
        time.sleep(0.05)
        making.pop()
        return find(*asked)

    monkeypatch.setattr(queries, "audits", slowly)
    with client(served(root)) as api, ThreadPoolExecutor(20) as people:
        asked = [people.submit(api.get, f"{API}/audits?limit={1 + number}") for number in range(20)]
        assert {one.result().status_code for one in asked} == {200}
    assert max(most) == AT_WORK


def test_comparisons_know_new_audits_and_forget_those_that_are_gone(tmp_path: Path) -> None:
    write_audits(tmp_path, 3, 2, seed=5)
    one = served(tmp_path)
    before = dict(one.digests.all())
    gone = sorted(tmp_path.rglob(VERDICTS))[0].parent
    shutil.rmtree(gone)
    write_audits(tmp_path, 1, 1, seed=6, uf="RN")
    assert one.index.refresh()
    after = one.digests.all()
    assert len(after) == len(before) == 6 and len(after.keys() & before.keys()) == 5
    assert served(tmp_path).digests.all() == after


def _torn(folder: Path) -> None:
    with open(folder / VERDICTS, "a") as file:
        file.write('{"municipio": "x", ')


def _twice(folder: Path) -> None:
    text = (folder / VERDICTS).read_text()
    (folder / VERDICTS).write_text(text + text.splitlines()[0] + "\n")


def _strange(folder: Path) -> None:
    text = (folder / VERDICTS).read_text()
    (folder / VERDICTS).write_text(text.replace('"status": "', '"status": "meio ', 1))


SPOILED = {
    "torn line": _torn,
    "line twice": _twice,
    "unknown status": _strange,
    "summary of another shape": lambda folder: (folder / SUMMARY).write_text('{"municipio": []}'),
    "no JSON": lambda folder: (folder / SUMMARY).write_text("{"),
    "not UTF-8": lambda folder: (folder / VERDICTS).write_bytes(b'{"a": "\xff\xfe"}\n'),
    "half a surrogate pair": lambda folder: (folder / VERDICTS).write_text(
        (folder / VERDICTS).read_text().replace('"label": "', '"label": "\\ud800', 1)
    ),
    "pages torn": lambda folder: (folder / PAGES).write_text('{"node"'),
    "a line that would be of another audit": lambda folder: (folder / VERDICTS).write_text(
        '{"criterion": "licitacao"}, "audit": "0123456789abcdef"}\n'
    ),
    "another file in its place": lambda folder: (
        [(folder / PAGES).unlink(), os.mkfifo(folder / PAGES)] and (folder / VERDICTS).write_text("[1]\n")
    ),
}


def test_spoiled_audits_are_told_and_spoil_no_other(tmp_path: Path) -> None:
    folders = write_audits(tmp_path, len(SPOILED) + 3, 1, seed=2)
    for folder, spoil in zip(folders[1:], SPOILED.values(), strict=False):
        spoil(folder)
    api = client(served(tmp_path))
    assert len(rows(api, "audits")) == 3
    assert len(rows(api, "verdicts?limit=1000")) == 3 * ITEMS
    status = api.get(f"{API}/status")
    assert set(status.json()["unreadable"]) == {str(f.relative_to(tmp_path)) for f in folders[1 : len(SPOILED) + 1]}
    assert str(tmp_path) not in status.text, "no path of the machine"


# ---- what it refuses -------------------------------------------------------------------------------------------------

HOSTILE = [
    "../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/reviews.jsonl", "..\\..\\x.jpg", "/etc/passwd", "....//x.jpg",
    "x.jpg%00.png", "%00", "audit.json", "verdicts.jsonl", ".x.jpg.tmp", "x.jpg/", "a" * 5000 + ".jpg", "é.jpg", "x.html.gz", "planted.jpg",
    "linked.jpg", "pipe.jpg", "🙂.jpg", "x.jpg?a=../b", "CON.jpg", "%ff%fe.jpg", "x..jpg", "~.jpg", "x.svg", "*.jpg",
]  # fmt: skip


@pytest.fixture(scope="module")
def beset(tmp_path_factory: pytest.TempPathFactory, root: Path) -> TestClient:
    """One audit, with links and pipes planted in it, and secrets around it."""
    folder = tmp_path_factory.mktemp("hostile") / "in"
    shutil.copytree(proven(root), folder / "pb" / "x" / "1")
    (folder.parent / "secret.jpg").write_bytes(b"SECRET")
    (folder / "reviews.jsonl").write_text("SECRET")
    evidence = folder / "pb" / "x" / "1" / "evidence"
    (evidence / "linked.jpg").symlink_to(folder.parent / "secret.jpg")
    os.mkfifo(evidence / "pipe.jpg")
    return client(served(folder))


def proven(root: Path) -> Path:
    """An audit with pictures."""
    return next(root.glob("*/*/*/evidence/*.jpg")).parent.parent


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_leaves_the_audit(beset: TestClient, name: str) -> None:
    [audit] = rows(beset, "audits")
    served_files = f"{API}/audits/{audit['id']}", f"/auditorias/{audit['id']}"
    rooms = [f"{base}/{room}/" for base in served_files for room in ("evidence", "pages")]
    for base in (*rooms, f"{API}/audits/", "/auditorias/", "/relatorio/", "/api/"):
        answer = beset.get(base + name)
        # A path that the client itself shortened may be another page of ours, never a file.
        assert answer.status_code in (200, 400, 404), (base, answer.status_code)
        assert "SECRET" not in answer.text and "root:" not in answer.text
        assert answer.status_code != 200 or answer.request.url.path in ("/", "/api", "/relatorio/"), answer.request.url


def test_links_in_place_of_folders_are_not_followed(tmp_path: Path, root: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    shutil.copytree(root, outside)
    shutil.copytree(proven(root), inside / "pb" / "x" / "1")
    (inside / "linked").symlink_to(outside, target_is_directory=True)
    evidence = inside / "pb" / "x" / "1" / "evidence"
    shutil.rmtree(evidence)
    evidence.symlink_to(proven(outside) / "evidence", target_is_directory=True)
    api = client(served(inside))
    [audit] = rows(api, "audits")
    names = [file.name for file in evidence.iterdir()]
    assert names
    assert {api.get(f"{API}/audits/{audit['id']}/evidence/{name}").status_code for name in names} == {404}
    assert api.get(f"/auditorias/{audit['id']}/").status_code == 404
    assert read_inside(inside, ("linked",), "catalogo.csv") is None


def test_an_archived_bomb_is_refused() -> None:
    assert unpacked(gzip.compress(b"x" * 1000)) == b"x" * 1000
    assert unpacked(gzip.compress(b"\0" * (LARGEST_PAGE + 1))) is None
    assert unpacked(gzip.compress(b"x" * 1000)[:-9]) is None
    assert unpacked(b"no gzip") is None


BAD = [
    ("GET", f"{API}/verdicts?limit=1001", 400), ("GET", f"{API}/verdicts?limit=0", 400), ("GET", f"{API}/verdicts?limit=abc", 400),
    ("GET", f"{API}/verdicts?offset=-1", 400), ("GET", f"{API}/verdicts?limit=99999999999999999999", 400), ("GET", f"{API}/verdicts?uf=PBX", 400),
    ("GET", f"{API}/verdicts?status=talvez", 400), ("GET", f"{API}/verdicts?audit=../x", 400), ("GET", f"{API}/verdicts?sort=doubt;drop", 400),
    ("GET", f"{API}/verdicts?q='%20OR%201=1", 200), ("GET", f"{API}/verdicts?family=';DROP TABLE audits;--", 200),
    ("GET", f"{API}/verdicts?since=2026-02-30", 400), ("GET", f"{API}/verdicts?item=%00", 400), ("GET", f"{API}/verdicts?desconhecido=1", 400),
    ("GET", f"{API}/audits/0123456789abcdef", 404), ("GET", f"{API}/audits/xyz", 404), ("GET", f"{API}/nada", 404), ("GET", "/auditorias/1/", 404),
    ("GET", f"{API}/municipalities/pb/nao-existe/history", 404), ("GET", "/relatorio/nada.html", 404), ("GET", "/vereditos?limit=9999", 400),
    ("POST", f"{API}/verdicts", 405), ("DELETE", f"{API}/audits/0123456789abcdef", 405), ("PUT", "/", 405), ("PATCH", "/nada", 405),
    ("OPTIONS", "/", 405), ("TRACE", "/", 405), ("POST", "/revisao", 405), ("GET", "/revisao", 404), ("PROPFIND", "/", 405),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "status"), BAD, ids=[f"{m} {p}" for m, p, _ in BAD])
def test_refusals(api: TestClient, method: str, path: str, status: int) -> None:
    answer = api.request(method, path)
    assert answer.status_code == status, answer.text
    if status != 200:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status and answer.json()["detail"]
        assert "Traceback" not in answer.text
    if status == 405:
        assert answer.headers["allow"] == "GET, HEAD"
    assert len(rows(api, "audits")) == TOWNS * AUDITS


def test_a_fault_tells_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = served(root)
    api = client(one)
    monkeypatch.setattr(one.index, "ask", lambda *_: 1 / 0)
    answer = api.get(f"{API}/audits")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "ZeroDivision" not in answer.text and "File" not in answer.text


def test_people_get_a_page_programs_a_problem(api: TestClient) -> None:
    page = api.get("/nada", headers={"accept": "text/html,*/*"})
    assert page.status_code == 404 and "Não há nada neste endereço" in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert api.get(f"{API}/nada", headers={"accept": "text/html"}).json()["status"] == 404


HOSTS = [
    ("127.0.0.1:8000", True), ("localhost", True), ("LOCALHOST:1", True), ("[::1]:8000", True), ("10.1.2.3", True), ("portal.example", True),
    ("portal.example.", True), ("evil.example", False), ("127.0.0.1.evil.example", False), ("", False), ("a b", False), ("[::1", True), ("localhost:x", False),
    ("localhost@evil.example", False), ("x/../localhost", False),
]  # fmt: skip


@pytest.mark.parametrize(("host", "known"), HOSTS)
def test_hosts(host: str, known: bool) -> None:
    assert is_known_host(host, {"portal.example"}) is known


def test_a_rebound_name_is_refused(api: TestClient) -> None:
    answer = api.get(f"{API}/audits", headers={"host": "evil.example"})
    assert answer.status_code == 400 and answer.json()["title"] == "Pedido inválido"
    assert host_name("[::1]x") == ""


def test_token(root: Path) -> None:
    api = client(served(root, token=TOKEN))
    basic = base64.b64encode(f"quem quer:{TOKEN}".encode()).decode()
    wrong = base64.b64encode(b"x:errado").decode()
    asked = api.get(f"{API}/audits")
    assert asked.status_code == 401 and asked.json()["title"] == "Falta o token"
    assert asked.headers.get_list("www-authenticate") == ['Basic realm="transparency"', 'Bearer realm="transparency"']
    for path in ("/", f"{API}/audits", OPENAPI, "/api", "/api/swagger-ui.css", "/gabarito.csv", "/nada"):
        assert api.get(path).status_code == 401, path
    for header in (f"Bearer {TOKEN}", f"bearer {TOKEN}", f"Basic {basic}"):
        assert api.get(f"{API}/audits", headers={"authorization": header}).status_code == 200
    for header in (f"Bearer {TOKEN}x", f"Basic {wrong}", "Basic ?", "Digest x", "Bearer", f"Bearer {TOKEN[:-1]}"):
        assert api.get(f"{API}/audits", headers={"authorization": header}).status_code == 401
    assert api.get(f"{API}/audits?token={TOKEN}").status_code == 401


def test_served_reports_lead_back_to_the_lists(api: TestClient, root: Path) -> None:
    id = rows(api, "audits")[0]["id"]
    for path in (f"/auditorias/{id}/", "/relatorio/index.html", "/relatorio/matriz.html"):
        text = api.get(path).text
        assert text.count('<a href="/">‹ Todas as auditorias</a>') == 1, path
    assert api.get("/").status_code == 200
    # A file by itself has nothing to go back to.
    assert "Todas as auditorias" not in render_audit(open_audit(next(root.rglob(SUMMARY)).parent), MATRIX)


def test_guessing_is_slowed_down(root: Path) -> None:
    api = client(served(root, token=TOKEN))
    statuses = [api.get("/", headers={"authorization": f"Bearer {n}"}).status_code for n in range(15)]
    assert statuses == [401] * 10 + [429] * 5
    assert api.get("/", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 429, "also for the right guess"


def test_rate(root: Path) -> None:
    api = client(served(root, rate=parse_rate("20/hour")))
    answers = [api.get(f"{API}/status") for _ in range(25)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 5
    assert answers[-1].json()["title"] == "Pedidos demais"
    assert int(answers[-1].headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("testclient", "testclient"), (None, "")],
)
def test_who_is_counted(address: str | None, counted: str) -> None:
    assert client_of({"client": (address, 1) if address else None}) == counted


def test_tokens_are_compared_whole() -> None:
    assert same("abc", "abc") and not same("abc", "ab") and not same("é", "e") and not same("\ud800", "x")
    assert given_token("Basic " + base64.b64encode(b"user:a:b").decode()) == "a:b"


def options(root: Path, **given: Any) -> server.Options:
    return server.Options(str(root), **given)


REFUSED = [
    ({"host": "::"}, "sem token"), ({"host": "192.0.2.1"}, "sem token"), ({"rate": "muito"}, "Limite inválido"),
    ({"token_file": "/nao/existe"}, "Não foi possível ler o token"), ({"folder": "/nao/existe"}, "Não é uma pasta"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "told"), REFUSED)
def test_it_does_not_start(root: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str) -> None:
    monkeypatch.delenv("TRANSPARENCY_TOKEN", raising=False)
    with pytest.raises(UserError, match=told):
        server.prepare(server.Options(**{"folder": str(root), **given}))


@pytest.mark.parametrize("text", ["curto", "tem espaço no meio dele", "çççççççççççççççççç", ""])
def test_a_weak_token_is_none(root: Path, tmp_path: Path, text: str) -> None:
    file = tmp_path / "token"
    file.write_text(text)
    with pytest.raises(UserError, match="O token precisa"):
        server.prepare(options(root, token_file=str(file)))


def test_bound_elsewhere_with_a_token(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRANSPARENCY_TOKEN", f"{TOKEN}\n")
    one = server.prepare(options(root, host="192.0.2.1", names=["Portal.Example"]))
    api = client(one)
    assert api.get("/").status_code == 401
    assert api.get("/", headers={"authorization": f"Bearer {TOKEN}", "host": "portal.example"}).status_code == 200


def test_ports() -> None:
    taken = server.bind("127.0.0.1", "0")
    with pytest.raises(UserError, match="Não foi possível atender"):
        server.bind("127.0.0.1", str(taken.getsockname()[1]))
    taken.close()
    for port in ("x", "-1", "65536", ""):
        with pytest.raises(UserError, match="Porta inválida"):
            server.bind("127.0.0.1", port)


# ---- how uncertain ---------------------------------------------------------------------------------------------------

DOUBTS = [
    (Signs("inconclusive"), 0.75), (Signs("absent", unfilled=True), 0.25), (Signs("absent", criterion_seen=False), 0.45), (Signs("absent"), 0.45),
    (Signs("published", 1.0, 20, "table"), 0.0), (Signs("published", 0.7, 20, "table"), 0.3), (Signs("published", None, 20, "table"), 0.5),
    (Signs("published", 1.0, 1, "table"), 0.1), (Signs("published", 1.0, 1, "details"), 0.0), (Signs("published", 1.0, 20, "table", rivals=2), 0.15),
    (Signs("published", 1.0, 20, "table", shared=1), 0.15), (Signs("published", 1.0, 20, "table", picture=False), 0.15),
    (Signs("published", 0.2, 1, "table", 1, 1, False), 0.95), (Signs("published", 1.7, 20, "table"), 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("signs", "expected"), DOUBTS)
def test_doubt(signs: Signs, expected: float) -> None:
    value, why = doubt(signs)
    assert value == pytest.approx(expected)
    assert all(isinstance(reason, str) for reason in why)
    assert why or value == 0.0


def test_doubt_is_read_from_the_pages(tmp_path: Path) -> None:
    """Score, rivals, shared labels and empty labels of stored pages reach the verdict's doubt."""
    folder = write_audits(tmp_path, 1, 1, seed=4)[0]
    lines = [json.loads(line) for line in (folder / VERDICTS).read_text().splitlines()]
    published = [line for line in lines if line["status"] == "published" and line["record_set"]["rows"] > 1][:2]
    absent = next(line for line in lines if line["status"] == "absent")
    node = published[0]["html"].removeprefix("pages/").partition(".")[0]

    def finding(line: dict[str, Any], label: str, score: float, has_data: bool = True) -> dict[str, Any]:
        return {
            "criterion": line["criterion"],
            "item": line["item"],
            "label": label,
            "score": score,
            "has_data": has_data,
        }

    findings = [
        finding(published[0], published[0]["label"], 0.7),
        finding(published[0], "Outro", 0.7),
        finding(absent, "Vazio", 1.0, False),
    ]
    (folder / PAGES).write_text(json.dumps({"node": node, "findings": findings}) + "\n")
    api = client(served(tmp_path))
    told = {(v["criterion"], v["item"]): v for v in rows(api, "verdicts?sort=doubt&limit=1000")}
    one = told[published[0]["criterion"], published[0]["item"]]
    assert one["doubt"] == pytest.approx(0.45)
    assert one["doubt_reasons"] == ["o rótulo só se parece com o nome do item", "outros rótulos também serviriam"]
    assert told[absent["criterion"], absent["item"]]["doubt_reasons"] == [
        "um rótulo com este nome existe, mas sem dados"
    ]
    doubts = [v["doubt"] for v in told.values()]
    assert doubts == sorted(doubts, reverse=True)


# ---- fuzzing ---------------------------------------------------------------------------------------------------------


# Its own way of making pytest items is behind pytest; its cases and checks are what is wanted.
@pytest.mark.parametrize("kind", ["positive", "negative"])
def test_fuzzing_by_its_own_description(root: Path, kind: str) -> None:
    """No 500, no undocumented status or type, no answer of another shape than told, no wrong data taken for right."""
    import schemathesis  # dear, and each process of a run of the tests loads each module

    mode = schemathesis.GenerationMode(kind)
    described = schemathesis.openapi.from_asgi(OPENAPI, make_app(served(root)), headers={"host": "127.0.0.1"})
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) >= 11
    for operation in operations:
        if mode is schemathesis.GenerationMode.NEGATIVE and not (operation.query or operation.path_parameters):
            continue

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def check(case: schemathesis.Case) -> None:
            case.call_and_validate(headers={"host": "127.0.0.1"})

        check()


def test_load_figures_are_percentiles() -> None:
    found = summary([Answer("a", n / 1000, 200) for n in range(1, 101)] + [Answer("b", 0.5, 503)])
    assert found["failed"] == 1
    assert found["kinds"]["a"] == {"n": 100, "p50_ms": 50.5, "p95_ms": 95.1, "p99_ms": 99.0}


# ---- in a browser ----------------------------------------------------------------------------------------------------

PAYLOADS = [
    "<script>window.hacked=1</script>", "\"><img src=x onerror=window.hacked=1>", "'-alert(1)-'", "javascript:window.hacked=1",
    "</title><script>window.hacked=1</script>", "{{7*7}}{% raw %}", "<svg onload=window.hacked=1>", "</style><script>window.hacked=1</script>",
    "<iframe srcdoc='<script>parent.hacked=1</script>'>", "\u202e<b onmouseover=window.hacked=1>x", "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>", "&lt;script&gt;", "<a href=javascript:window.hacked=1>x</a>",
    "<form action=//evil.example><input autofocus onfocus=window.hacked=1>", "--><script>window.hacked=1</script>", "`${window.hacked=1}`",
]  # fmt: skip


class Canary:
    """Listens, and counts who comes: nobody should."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.met = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.met += 1
            connection.close()

    def close(self) -> None:
        self._socket.close()


HOSTILE_PAGE = """<html><head><base href='@/'><meta http-equiv=refresh content='0;url=@/r'>
<link rel=stylesheet href='@/c.css'><link rel=preload as=image href='@/p'><link rel=prefetch href='@/f'><link rel=preconnect href='@'>
<link rel=icon href='@/i'><style>body { background: url(@/b) }</style><script src='@/s.js'></script>
<script>parent.hacked = 1; top.location = '@/t'; fetch('@')</script></head><body onload='parent.hacked = 1'>
<img src='@/x.png' onerror='parent.hacked = 1'><video src='@/v' autoplay></video><object data='@/o'></object><embed src='@/e'>
<iframe src='@/n'></iframe><form action='@/a'><button autofocus>go</button></form><svg><image href='@/g'/><use href='@/u#x'/></svg>
PÁGINA GUARDADA</body></html>"""
"""``@``: where nobody should go."""


def poisoned(root: Path, canary: int) -> Path:
    """An audit whose every text is hostile, and whose stored page tries everything."""
    folder = write_audits(root, 1, 1, seed=9)[0]
    texts = [
        *(text.replace("//evil.example", f"//127.0.0.1:{canary}") for text in PAYLOADS),
        *(
            text.replace("127.0.0.1:9", f"127.0.0.1:{canary}")
            for text in HOSTILE_TEXTS
            if len(text) < 500 and not {"\0", "\ud800"} & set(text)
        ),
    ]
    assert len(set(texts)) >= 150
    turn = cycle(texts)
    lines = []
    for line in map(json.loads, (folder / VERDICTS).read_text().splitlines()):
        line |= {name: next(turn) for name in ("label", "reason", "url", "page_url")} | {
            "steps": [next(turn), next(turn)]
        }
        bad = next(turn)
        line["record_set"] = {"shape": bad, "rows": bad, "columns": [{"label": next(turn), "value_type": bad}]}
        lines.append(json.dumps(line))
    (folder / VERDICTS).write_text("\n".join(lines) + "\n")
    summary = json.loads((folder / SUMMARY).read_text())
    summary["municipio"] |= {
        "name": f"\ud800{texts[0]}",
        "families": texts[:3],
        "portal_url": texts[3],
        "ibge": texts[1],
    }
    (folder / SUMMARY).write_text(json.dumps(summary))
    at = f"http://127.0.0.1:{canary}"
    page = HOSTILE_PAGE.replace("@", at)
    for file in (folder / "pages").glob("*.gz"):
        file.write_bytes(gzip.compress(page.encode()))
    return folder


def test_hostile_audits_do_nothing(browser: Browser, tmp_path: Path) -> None:
    canary = Canary()
    poisoned(tmp_path, canary.port)
    one = served(tmp_path, posts=frozenset({"/revisao"}))
    one.reviewing = True
    with running(one) as address:
        context = browser.new_context(service_workers="block")
        context.add_init_script("window.alert = window.confirm = window.prompt = () => { window.hacked = 1; }")
        page = context.new_page()
        asked: list[str] = []
        page.on("response", lambda response: asked.append(response.url))
        api = client(one)
        [audit] = rows(api, "audits")
        found = rows(api, "verdicts?limit=1000")
        published = [v for v in found if v["html"]][:3]
        assert published
        review = [f"/revisao/{v['audit']}/{v['criterion']}/{v['item']}" for v in (*published, *found[::20])]
        visits = [
            "/",
            "/vereditos",
            "/vereditos?offset=50",
            "/relatorio/index.html",
            f"/auditorias/{audit['id']}/",
            *(v["html"]["href"] for v in published),
            *review,
        ]
        for path in visits:
            answer = page.goto(address + path)
            assert answer is not None and answer.status == 200, path
            for details in page.locator("details").all():
                details.evaluate("one => { one.open = true; }")
            page.wait_for_timeout(40)
            assert page.evaluate("window.hacked === undefined"), path
            assert page.url.startswith(address), path
        context.close()
    canary.close()
    assert canary.met == 0
    assert [url for url in asked if not url.startswith((address, "data:"))] == []


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    with running(served(root)) as address:
        yield address


def test_open_filter_and_see_a_picture(screen: Page, site: str) -> None:
    screen.goto(site)
    expect(screen.get_by_role("status")).to_have_text(f"{TOWNS} municípios")
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(screen) == []
    screen.get_by_role("link", name="Vereditos", exact=True).click()
    screen.get_by_label("Situação").select_option("published")
    screen.get_by_label("Critério").select_option("licitacao")
    screen.get_by_role("button", name="Filtrar").click()
    expect(screen.locator("tbody .status").first).to_have_text("publicado")
    assert set(screen.locator("tbody .status").all_inner_texts()) == {"publicado"}
    assert set(screen.locator("tbody td small").all_inner_texts()) == {"Licitação"}
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(screen) == []
    picture = screen.get_by_role("link", name="Imagem").first
    with screen.expect_response(lambda answer: "/evidence/" in answer.url) as shown:
        picture.click()
    assert shown.value.headers["content-type"] == "image/jpeg"
    assert screen.locator("img").evaluate("one => one.naturalWidth") > 100


@pytest.mark.parametrize("screen", [390], indirect=True)
def test_reports_are_served(screen: Page, site: str) -> None:
    screen.goto(site)
    screen.get_by_role("link", name="Ranking", exact=True).click()
    expect(screen.locator("table")).not_to_have_count(0)
    screen.goto(site)
    screen.get_by_role("link", name="Histórico").first.click()
    expect(screen.get_by_role("heading", level=1)).to_be_visible()
    screen.locator("a[href*='auditorias/']").first.click()
    screen.wait_for_url("**/auditorias/**")
    expect(screen.get_by_role("heading", level=1)).to_be_visible()
    screen.goto(f"{site}/vereditos?status=published")
    with screen.expect_response(lambda answer: "/evidence/" in answer.url) as shown:
        screen.get_by_role("link", name="Relatório").first.click()
        for details in screen.locator("details").all():
            details.evaluate("one => { one.open = true; }")
        screen.locator(".picture img").first.scroll_into_view_if_needed()
    assert shown.value.status == 200


@pytest.mark.parametrize("screen", [1280], indirect=True)
def test_the_documentation_needs_no_other_machine(screen: Page, site: str) -> None:
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url))
    screen.goto(f"{site}/api")
    expect(screen.locator(".opblock").first).to_be_visible()
    expect(screen.get_by_text("/api/v1/ranking", exact=True)).to_be_visible()
    assert all(url.startswith((site, "data:")) for url in asked)


def test_a_browser_gives_the_token_as_a_password(browser: Browser, root: Path) -> None:
    with running(served(root, token=TOKEN)) as address:
        context = browser.new_context(http_credentials={"username": "x", "password": TOKEN})
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("status")).to_have_text(f"{TOWNS} municípios")
        context.close()
