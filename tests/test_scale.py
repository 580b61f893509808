"""Many towns on few vendor hosts: what the hosts' log proves, and what the model says of more of them."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from lab.scale import Cost, Machine, predict, show, towns_per_server
from lab.simulate import LOG, REPORT, simulate
from lab.simulate import show as tell
from lab.vendors import Asked, manners, page, read_log, towns_per_host, vendors

COST = Cost(visits=40, visit_seconds=3, clicks=0, cpu_seconds=20, bytes=1e6, stored_bytes=2e6)


def asked(start: float, end: float, kind: str = "document", town: str = "a") -> Asked:
    return Asked(0, town, kind, "/", start, end, "200")


@pytest.mark.parametrize(
    ("log", "at_once", "too_near"),
    [
        ([asked(0, 1), asked(2, 3)], 1, 0),
        ([asked(0, 1), asked(1, 2)], 1, 1),  # one after the other, and too soon
        ([asked(0, 3), asked(2, 4, "click", "b")], 2, 0),
        ([asked(0, 3), asked(1, 2, "asset"), asked(1.1, 2, "asset")], 1, 0),  # what a page brings with it
        ([asked(0, 9), asked(2, 9), asked(4, 9)], 3, 0),
    ],
)
def test_the_log_tells_how_a_host_was_asked(log: list[Asked], at_once: int, too_near: int) -> None:
    (told,) = manners(log, 1.5)
    assert (told.at_once, told.too_near) == (at_once, too_near)


@pytest.mark.parametrize(("towns", "hosts"), [(223, 12), (5, 5), (60, 1)])
def test_every_town_has_a_host_and_few_have_many(towns: int, hosts: int) -> None:
    counts = towns_per_host(towns, hosts)
    assert sum(counts) == towns and len(counts) == hosts and counts == sorted(counts, reverse=True) and min(counts) > 0


def test_hosts_answer_slowly_fail_as_they_are_told_and_write_it_down(tmp_path: Path) -> None:
    with vendors(8, 4, misbehaving=0.0, latency=(0.05, 0.1)) as served:
        good, errors, resets, bursts = served.hosts
        for host, fault in ((errors, "errors"), (resets, "resets"), (bursts, "bursts")):
            host.fault = fault
            host.rng.random = lambda: 0.01  # type: ignore[method-assign]
        assert "Receitas" in urllib.request.urlopen(good.url(good.towns[0])).read().decode()
        assert [bursts._answer("/x/", now - 5 * bursts.number)[1] for now in (60.0, 64.0, 66.0)] == [503, 503, 404]
        with pytest.raises(urllib.error.HTTPError, match="500"):
            urllib.request.urlopen(errors.url(errors.towns[0]))
        with pytest.raises(OSError, match=r"reset|closed"):
            urllib.request.urlopen(resets.url(resets.towns[0]))
        with socket.create_connection(("127.0.0.1", good.port)) as left:  # leaves before the answer
            left.sendall(f"GET /{good.towns[0]}/despesas/dados HTTP/1.1\r\n\r\n".encode())
        urllib.request.urlopen(f"{good.url(good.towns[0])}estilo.css").read()
        served.write_log(tmp_path / LOG)
    log = read_log(tmp_path / LOG)
    assert {(one.kind, one.ending) for one in log} >= {("document", "200"), ("document", "500"), ("document", "reset"), ("asset", "200")}  # fmt: skip
    assert all(one.end - one.start >= 0.04 for one in log if one.ending == "200")


def test_a_town_s_pages_are_all_linked_from_its_home() -> None:
    home = page("vila", "")
    assert all(
        f"href={name}" in home and page("vila", name) for name in ("receitas", "despesas", "licitacoes", "pessoal")
    )
    assert "<table>" in page("vila", "despesas/dados") and not page("vila", "outra")


@pytest.mark.parametrize(
    ("counts", "machines", "hours", "bound"),
    [
        ([1] * 80, [Machine(2, 8)], 10 * 320 / 3600, "lugares"),  # 40 visits of 3 s, 5 s between them
        ([18, *[1] * 20], [Machine(2, 8)], 18 * 320 / 3600, "servidor"),
        ([1] * 80, [Machine(2, 40)], 2 * 320 * 40 * 20 / 320 / 2 / 3600, "CPU"),
        ([], [Machine(2, 8)], 0.0, "servidor"),
    ],
)
def test_what_a_run_takes(counts: list[int], machines: list[Machine], hours: float, bound: str) -> None:
    told = predict(counts, COST, 5, machines)
    assert told.seconds / 3600 == pytest.approx(hours, rel=0.01)
    assert told.bound_by == bound and told.stored_bytes == sum(counts) * 2e6


def test_a_slow_server_holds_up_its_own_towns() -> None:
    slow = predict([4, 4], COST, 5, [Machine(2, 8)], {0: Cost(40, 11, 0, 20, 1e6, 2e6)})
    assert slow.seconds == pytest.approx(4 * 40 * 16)


def test_223_towns_of_the_catalogue_take_less_than_ten_hours_on_one_machine() -> None:
    counts = towns_per_server()
    assert sum(counts) >= 223
    cost = Cost(visits=45, visit_seconds=6, clicks=2.5, cpu_seconds=25, bytes=1e6, stored_bytes=1e6)
    assert predict(counts, cost, 5, [Machine(2, 8)]).seconds < 10 * 3600
    assert "5570" in show(cost, counts, 5)


def check(folder: Path, towns: int, hosts: int, delay: float, at_once: int, latency: tuple[float, float], *options: str) -> dict[str, object]:  # fmt: skip
    """Simulate, and hold what must hold of every host and town."""
    report = simulate(folder, towns, hosts, delay, at_once, latency=latency, options=options)
    assert report["once"] == towns and not report["twice"] and not report["never"]
    assert [(one["at_once"], one["too_near"]) for one in report["hosts_seen"]] == [(1, 0)] * hosts
    assert tell(report) == 0 and json.loads((folder / REPORT).read_text(encoding="utf-8"))["towns"] == towns
    return report


def test_r8_towns_side_by_side_and_never_two_requests_on_a_host(tmp_path: Path) -> None:
    check(tmp_path, 3, 2, 0.3, 3, (0.05, 0.15), "--nodes", "4")
    log = read_log(tmp_path / LOG)
    spans = [(min(one.start for one in own), max(one.end for one in own)) for own in ([a for a in log if a.host == n] for n in (0, 1))]  # fmt: skip
    assert max(start for start, _ in spans) < min(end for _, end in spans), "hosts are asked side by side"
    order = [one.town for one in sorted(log, key=lambda one: one.start) if one.host == 0 and one.town != "robots.txt"]
    assert len([n for n in range(1, len(order)) if order[n] != order[n - 1]]) == 1, "towns of a host follow each other"


@pytest.mark.soak
def test_r8_223_towns_on_twelve_hosts_of_which_some_misbehave(tmp_path: Path) -> None:
    report = check(tmp_path, 223, 12, 1.0, 0, (0.3, 1.5))
    memory = [mb for _, mb in report["memory"]]  # type: ignore[attr-defined]
    third = len(memory) // 3
    assert sum(memory[-third:]) <= 1.25 * sum(memory[:third])
    assert abs(report["model"]["error"]) < 0.3  # type: ignore[index]
