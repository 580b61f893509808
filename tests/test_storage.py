"""Audits and feeds on S3 (moto's server) and in a shared folder: whole or not counted, torn ones sent again, none lost."""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from audit_of_pages import make_audit
from audit_of_pages import run as command
from portal_of_towns import portal_of_towns, run
from roads import Road
from scrapy.settings import Settings

from transparency.commands.receive import Command as Receive
from transparency.commands.send import Command as Send
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.run.command import check
from transparency.store.audit_files import Folder as Files
from transparency.store.feeds import KeptS3FeedStorage, send_feeds
from transparency.store.hold import Hold
from transparency.store.place import Bucket, Folder, Place, place_of
from transparency.store.seal import put_report
from transparency.store.sending import Failure, receive_all, send, send_all, unsent
from transparency.store.sums import SUMS
from transparency.store.verify import verify_audit


@pytest.fixture(scope="module")
def moto() -> Iterator[int]:
    from moto.server import ThreadedMotoServer  # dear, and each process of a run of the tests loads each module

    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    yield server.get_host_and_port()[1]
    server.stop()


@pytest.fixture
def road(moto: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Road]:
    """Everything that asks for S3 takes it."""
    road = Road(moto)
    for name, value in {
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "a-secret-of-the-tests", "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{road.port}", "NO_PROXY": "127.0.0.1",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    import boto3

    boto3.client("s3", endpoint_url=f"http://127.0.0.1:{moto}").create_bucket(Bucket="audits")
    yield road
    road.cut = lambda data: False
    everything = boto3.resource("s3", endpoint_url=f"http://127.0.0.1:{moto}").Bucket("audits")
    everything.objects.all().delete()
    road.close()


@pytest.fixture(params=["s3", "folder"])
def place(request: pytest.FixtureRequest, road: Road, tmp_path: Path) -> Place:
    return place_of("s3://audits/some/prefix" if request.param == "s3" else str(tmp_path / "shared"), tries=2)


@pytest.fixture(scope="module")
def an_audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_audit(tmp_path_factory.mktemp("made"))


@pytest.fixture
def audit(an_audit: Path, tmp_path: Path) -> Path:
    """A whole audit, to do with as one likes; its root is three folders up."""
    shutil.copytree(root_of(an_audit) / "pb", tmp_path / "audits" / "pb")
    return tmp_path / "audits" / an_audit.relative_to(root_of(an_audit))


def root_of(audit: Path) -> Path:
    return audit.parents[2]


def sound(folder: Path) -> bool:
    return not verify_audit(Files(folder), str(folder), load_matrix()).faults


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- there and back ------------------------------------------------------------------------------------------------


def test_an_audit_goes_there_and_comes_back(place: Place, audit: Path, tmp_path: Path) -> None:
    (audit / "report.html").write_text("made from it")
    root = root_of(audit)
    assert unsent(root, place) == [audit]
    assert send_all(root, place) == (["pb/vila-pequena/" + audit.name], [])
    assert send_all(root, place) == ([], [])
    name = audit.relative_to(root).as_posix()
    assert {key.removeprefix(f"{name}/") for key in place.sizes("")} == files(audit).keys()
    got, failed = receive_all(tmp_path / "elsewhere", place)
    assert (got, failed) == ([name], [])
    came = tmp_path / "elsewhere" / name
    assert files(came) == {file: data for file, data in files(audit).items() if file != "report.html"}
    assert sound(came)
    assert receive_all(tmp_path / "elsewhere", place) == ([], [])
    assert unsent(tmp_path / "elsewhere", place) == []


def test_the_list_of_digests_goes_last(place: Place, audit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    put = place.put
    monkeypatch.setattr(place, "put", lambda name, data: (order.append(name), put(name, data)))
    send(root_of(audit), audit, place)
    assert order[-1].endswith(SUMS) and len(order) == len(files(audit))


def test_what_was_purged_is_deleted_there(place: Place, audit: Path) -> None:
    root = root_of(audit)
    send_all(root, place)
    from transparency.commands.purge import Command as Purge

    assert command(Purge, str(audit), "--sim", AUDITS_DIR=str(root)) == 0
    left = files(audit).keys()
    assert not any(name.startswith("pages/") for name in left)
    assert len(send_all(root, place)[0]) == 1
    name = audit.relative_to(root).as_posix()
    assert {key.removeprefix(f"{name}/") for key in place.sizes("")} == left


def test_a_new_report_costs_one_file(place: Place, audit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = root_of(audit)
    send_all(root, place)
    put_report(audit, "report.html", "later")
    order: list[str] = []
    put = place.put
    monkeypatch.setattr(place, "put", lambda name, data: (order.append(name.rpartition("/")[2]), put(name, data)))
    assert len(send_all(root, place)[0]) == 1
    assert order == ["report.html", SUMS]


def test_one_of_several_writes_a_file(place: Place) -> None:
    threads = 6
    won: list[int] = []
    barrier = threading.Barrier(threads)

    def try_it(number: int) -> None:
        barrier.wait()
        if place.put_new("plan/pb/areia.json", f"{number}".encode()):
            won.append(number)

    workers = [threading.Thread(target=try_it, args=(n,)) for n in range(threads)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert len(won) == 1 and place.get("plan/pb/areia.json") == f"{won[0]}".encode()
    assert place.put_new("plan/pb/areia.json", f"{won[0]}".encode())  # its own try, told once more
    place.delete("plan/pb/areia.json")
    assert place.get("plan/pb/areia.json") is None and place.sizes("") == {}


@pytest.mark.parametrize("damage", ["torn", "gone", "altered"])
def test_what_is_damaged_there_is_not_taken(place: Place, audit: Path, tmp_path: Path, damage: str) -> None:
    root = root_of(audit)
    send_all(root, place)
    name = f"{audit.relative_to(root).as_posix()}/verdicts.jsonl"
    data = place.get(name) or b""
    if damage == "gone":
        place.delete(name)
    else:
        place.put(name, data[:-10] if damage == "torn" else data.replace(b"published", b"publishex"))
    got, failed = receive_all(tmp_path / "elsewhere", place)
    assert not got and "verdicts.jsonl" in failed[0].reason
    assert not files(tmp_path / "elsewhere")


def test_names_that_are_none_stay_there(place: Place, tmp_path: Path) -> None:
    for name in ("pb/../20260302T120000Z", "pb/areia/x", "../../20260302T120000Z", "pb/areia/20260302T120000Z.partial"):
        place.put(f"pb/areia/{name}/{SUMS}" if name.startswith("..") else f"{name}/{SUMS}", b"")
    assert receive_all(tmp_path / "elsewhere" / "root", place) == ([], [])
    assert not (tmp_path / "elsewhere").exists()


def test_a_local_file_that_was_altered_is_not_sent_as_whole(place: Place, audit: Path) -> None:
    (audit / "audit.json").write_text("{}")
    sent, failed = send_all(root_of(audit), place)
    assert not sent and "audit.json não confere" in failed[0].reason
    assert not any(name.endswith(SUMS) for name in place.sizes(""))


# ---- a network that fails ------------------------------------------------------------------------------------------


def test_torn_uploads_are_sent_again(road: Road, audit: Path) -> None:
    """Every third connection breaks in the middle: the client tries again, and all is there."""
    seen = 0

    def cut(data: bytes) -> bool:
        nonlocal seen
        seen += data.startswith(b"PUT")
        return data.startswith(b"PUT") and seen % 3 == 1

    road.cut = cut
    assert len(send_all(root_of(audit), place_of("s3://audits/torn"))[0]) == 1
    road.cut = lambda data: False
    there = Bucket("audits", "torn")
    assert len(there.sizes("")) == len(files(audit)) < seen


@pytest.mark.parametrize("after", [0, 3, 99])
def test_a_network_that_fails_loses_nothing(road: Road, audit: Path, tmp_path: Path, after: int) -> None:
    """Whenever it fails, what is there does not count, the local copy stays, and the next time all is sent."""
    root, place = root_of(audit), Bucket("audits", "fails", tries=1)
    before = files(audit)
    puts = 0

    def cut(data: bytes) -> bool:
        nonlocal puts
        puts += data.startswith(b"PUT")
        return puts > after or (after == 99 and f"/{SUMS}".encode() in data)

    road.cut = cut
    sent, failed = send_all(root, place)
    assert not sent and len(failed) == 1
    road.cut = lambda data: False
    assert not any(name.endswith(SUMS) for name in place.sizes(""))
    assert receive_all(tmp_path / "elsewhere", place) == ([], [])
    assert files(audit) == before
    assert len(send_all(root, place)[0]) == 1
    assert len(receive_all(tmp_path / "elsewhere", place)[0]) == 1


def test_one_sends_at_a_time(road: Road, audit: Path) -> None:
    hold = Hold(root_of(audit), "sending")
    assert send_all(root_of(audit), Bucket("audits", "held")) == ([], [])
    hold.release()
    assert len(send_all(root_of(audit), Bucket("audits", "held"))[0]) == 1


# ---- by settings, as users do --------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["s3://", "s3://key:secret@audits/x", "ftp://x/y", "http://audits", "//share/x"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(UserError, match="AUDITS_STORE inválido") as told:
        place_of(address)
    assert "secret" not in str(told.value)


def test_a_folder_is_a_place(tmp_path: Path) -> None:
    assert isinstance(place_of(str(tmp_path)), Folder)
    assert place_of(tmp_path.as_uri()).address == place_of(str(tmp_path)).address


def test_commands(road: Road, audit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"AUDITS_DIR": str(root_of(audit)), "AUDITS_STORE": "s3://audits/all", "STORE_TRIES": "1"}
    there = given | {"AUDITS_DIR": str(tmp_path / "elsewhere")}
    road.cut = lambda data: True
    assert command(Send, **given) == 1
    assert command(Receive, **there) == 2
    told = capsys.readouterr()
    assert "1 com falha" in told.out and "s3://audits/all não respondeu" in told.err
    assert "a-secret-of-the-tests" not in told.out + told.err
    road.cut = lambda data: False
    assert command(Send, **given) == 0
    assert command(Receive, "sp", **there) == 0
    assert not files(tmp_path / "elsewhere")
    assert command(Receive, "pb/vila-pequena", **there) == 0
    came = tmp_path / "elsewhere" / audit.relative_to(root_of(audit))
    assert (came / "report.html").is_file() and sound(came)
    assert "1 recebido." in capsys.readouterr().out
    assert command(Send, **{**given, "AUDITS_STORE": "s3://no-such-bucket/x"}) == 1
    assert "NoSuchBucket" in capsys.readouterr().err
    assert command(Send, AUDITS_DIR=str(root_of(audit))) == 2
    assert command(Receive, "../x", **there) == 2


FEEDS = {
    "s3://audits/feeds/%(time)s-%(batch_id)d.jsonl": {"format": "jsonlines", "batch_item_count": 25},
    "s3://audits/feeds/%(time)s.csv": {"format": "csv"},
}


def test_an_audit_by_settings_alone(road: Road, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The audit arrives; the feeds, whose way is cut, are kept, and every line of them arrives with scrapy send."""
    root = tmp_path / "audits"
    items = len(load_matrix().items())
    feeds_made = math.ceil(items / 25) + 1
    given = {"TRANSPARENCY_AUDITS_DIR": str(root), "TRANSPARENCY_AUDITS_STORE": "s3://audits/whole", "TRANSPARENCY_FEEDS": json.dumps(FEEDS)}  # fmt: skip
    there = Bucket("audits", "")
    road.cut = lambda data: data.startswith(b"PUT /audits/feeds/")
    with portal_of_towns() as portal:
        portal.catalogue(tmp_path / "towns.csv", ["vila-1"])
        arguments = (
            "-a",
            "municipio=vila-1",
            "-a",
            f"url={portal.url('vila-1')}",
            "-a",
            "uf=pb",
            "-a",
            "model=off",
            "-a",
            "nodes=2",
        )
        done = run("crawl", "portal", *arguments, "-s", "STORE_TRIES=1", "-L", "ERROR", env=given)
        assert done.returncode == 0 and "A cópia local fica" in done.stderr, done.stderr
        assert "a-secret-of-the-tests" not in done.stderr
    assert [name for name in there.sizes("") if name.endswith((SUMS, "report.html", ".csv", ".jsonl"))][-1].startswith(
        "whole/pb/"
    )
    assert there.sizes("feeds/") == {}
    assert len(list((root / ".outbox").glob("*.feed"))) == feeds_made  # the verdicts in batches, and the table
    road.cut = lambda data: False
    assert command(Send, AUDITS_DIR=str(root), AUDITS_STORE="s3://audits/whole", STORE_TRIES="1") == 0
    assert f"{feeds_made} enviados." in capsys.readouterr().out  # of the audit, nothing is missing
    feeds = {name: (there.get(name) or b"").decode() for name in there.sizes("feeds/")}
    lines = [json.loads(line) for name, text in feeds.items() if name.endswith("l") for line in text.splitlines()]
    assert (
        Counter(line["municipio"] for line in lines) == {"vila-1": items} and len({line["item"] for line in lines}) > 30
    )
    tables = [list(csv.DictReader(io.StringIO(text))) for name, text in feeds.items() if name.endswith(".csv")]
    assert [len(rows) for rows in tables] == [items]
    assert not list((root / ".outbox").iterdir())
    (name,), failed = receive_all(tmp_path / "elsewhere", place_of("s3://audits/whole"))
    assert not failed and sound(tmp_path / "elsewhere" / name)


def test_an_older_feed_does_not_take_the_place_of_a_newer_one(road: Road, tmp_path: Path) -> None:
    def store(text: bytes, works: bool) -> None:
        road.cut = lambda data: not works
        feed = KeptS3FeedStorage("s3://audits/feeds/all.jsonl", settings)
        feed._store_in_thread(io.BytesIO(text))

    settings = Settings({"AUDITS_DIR": str(tmp_path), "STORE_TRIES": 1})
    there = Bucket("audits", "feeds")
    store(b"one", works=False)
    store(b"two", works=True)
    assert list(send_feeds(tmp_path, 1)) == [] and there.get("all.jsonl") == b"two"
    store(b"three", works=False)
    store(b"four", works=False)
    assert [type(one) for one in send_feeds(tmp_path, 1)] == [Failure, Failure]
    road.cut = lambda data: False
    assert list(send_feeds(tmp_path, 1)) == ["s3://audits/feeds/all.jsonl"] * 2
    assert there.get("all.jsonl") == b"four"


def test_a_store_that_is_none_is_told_before_anything_begins(tmp_path: Path) -> None:
    settings = Settings({"AUDITS_DIR": str(tmp_path), "AUDITS_STORE": "gopher://x"})
    with pytest.raises(UserError, match="AUDITS_STORE inválido"):
        check(SimpleNamespace(prepare=lambda *_, **__: SimpleNamespace(towns=[])), settings, {})
