"""R2, R3, R4: pages that never yield, browsers and renderers that die, and memory over many pages."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from statistics import linear_regression
from typing import Any

import psutil
import pytest
from portal_of_towns import Answer, Served, ended, portal_of_towns, run, start, statuses, table, verdicts

from transparency.browse.snapshot import Limits
from transparency.net import handler

PLAIN = ("-s", "REPORT_ENABLED=False", "--model", "off")


def never(handler: BaseHTTPRequestHandler) -> None:
    """No answer until the end of the test."""
    handler.server.stop.wait(300)  # type: ignore[attr-defined]


def endless(handler: BaseHTTPRequestHandler) -> None:
    """A body without an end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    while not handler.server.stop.wait(0.1):  # type: ignore[attr-defined]
        handler.wfile.write(b"<p>x</p>")
        handler.wfile.flush()


PAGE = table("despesas")
TOXIC: dict[str, tuple[Answer, bool]] = {
    "loop": (f"{PAGE}<script>addEventListener('load', () => {{ while (true) {{}} }})</script>", False),
    "alerts": (f"{PAGE}<script>setInterval(() => {{ while (true) alert('x') }}, 50)</script>", False),
    "font": (f"<style>@font-face {{font-family: x; src: url(/never)}} body {{font-family: x}}</style>{PAGE}", True),
    "endless": (endless, False),
    "beforeunload": (f"{PAGE}<script>addEventListener('beforeunload', e => e.preventDefault())</script>", True),
    "never": (never, False),
}
"""Town → what its page of expenditure does, and whether it can be read all the same."""


def toxic(tmp_path: Path, names: list[str], *more: str) -> None:
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        portal.pages["/never"] = never
        portal.pages |= {f"/{name}/despesas": TOXIC[name][0] for name in names}
        root = tmp_path / "audits"
        began = time.monotonic()
        done = run(
            "audit", "--uf", "pb", "--catalogo", str(catalogue), "--saida", str(root), *PLAIN, *more, timeout=900
        )
        took = time.monotonic() - began
    assert done.returncode in (0, 3), done.stderr
    assert "Traceback" not in done.stderr
    for name in names:
        found = statuses(root, name)
        assert ("published" in found["despesa_orcamentaria"]) is TOXIC[name][1], (name, found)
        assert "absent" not in found["despesa_orcamentaria"] or TOXIC[name][1]
        assert "published" in found["licitacao"]  # the others are seen all the same
    assert took < 60 + 75 * len(names)


def test_r2_pages_that_never_yield(tmp_path: Path) -> None:
    toxic(tmp_path, ["loop"], "-s", "PAGE_SECONDS=6", "-s", "AUDITS_AT_ONCE=2")


@pytest.mark.soak
def test_r2_every_page_that_never_yields(tmp_path: Path) -> None:
    toxic(tmp_path, list(TOXIC), "-s", "PAGE_SECONDS=20", "-s", "AUDITS_AT_ONCE=2")


def many_pages(portal: Served, folder: Path, pages: int) -> Path:
    """A town whose list of bids leads to so many pages, each with its record."""
    catalogue = portal.catalogue(folder / "towns.csv", ["grande"])
    links = "".join(
        f"<tr><td>{n}/2026</td><td><a href=licitacoes/{n}>Licitação {n}</a></td></tr>" for n in range(pages)
    )
    portal.pages["/grande/licitacoes"] = f"<h1>Licitações</h1><table><tr><th>Nº</th><th>Ver</th></tr>{links}</table>"
    for n in range(pages):
        portal.pages[f"/grande/licitacoes/{n}"] = f"{table('licitacoes')}<p>{n}</p>"
    return catalogue


def chromiums(process: psutil.Process) -> list[psutil.Process]:
    """The main processes of the browsers of a run."""
    found = []
    for child in process.children(recursive=True):
        try:
            if "--type=" not in " ".join(child.cmdline()) and "headless" in " ".join(child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("times", [2, pytest.param(8, marks=pytest.mark.soak)])
def test_r3_browsers_that_are_killed(tmp_path: Path, times: int) -> None:
    """Pages under way are asked for again; nothing is lost, nobody is left."""
    with portal_of_towns() as portal:
        names = [f"vila-{n}" for n in range(times)]
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        root = tmp_path / "audits"
        process = start("audit", "--uf", "pb", "--catalogo", str(catalogue), "--saida", str(root), *PLAIN)
        for name in names:
            while not portal.hits[f"/{name}/"]:
                assert process.poll() is None
                time.sleep(0.02)
            for browser in chromiums(psutil.Process(process.pid)):
                browser.kill()
        done = ended(process)
    assert done.returncode == 0, done.stderr
    for name in names:
        assert {"published"} <= statuses(root, name)["licitacao"], verdicts(root, name)


def test_r3_a_browser_that_is_killed_under_a_page_is_not_waited_for(tmp_path: Path) -> None:
    """A page that never comes to rest is being looked at: what looks at it learns that there is nothing to wait for."""
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0"])
        portal.pages["/vila-0/"] += "<p id=x></p><script>setInterval(() => { x.textContent += 'x' }, 20)</script>"
        root = tmp_path / "audits"
        process = start("audit", "--uf", "pb", "--catalogo", str(catalogue), "--saida", str(root), *PLAIN)
        while not portal.hits["/vila-0/"]:
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(1)
        killed = time.monotonic()
        for browser in chromiums(psutil.Process(process.pid)):
            browser.kill()
        done = ended(process)
    assert done.returncode == 0, done.stderr
    assert {"published"} <= statuses(root, "vila-0")["licitacao"]
    assert time.monotonic() - killed < Limits().total


def test_the_dead_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a browser that has ended only orphans are left, whom another process takes leave of."""
    monkeypatch.setattr(handler, "END_SECONDS", float("inf"))
    with subprocess.Popen(["sleep", "600"]) as process:
        handler._end([psutil.Process(process.pid)])
        assert psutil.Process(process.pid).status() == psutil.STATUS_ZOMBIE


def test_r3_renderers_that_crash(tmp_path: Path) -> None:
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0"])
        root = tmp_path / "audits"
        portal.slow = 0.3
        process = start("audit", "--uf", "pb", "--catalogo", str(catalogue), "--saida", str(root), *PLAIN)
        stop = threading.Event()

        def crash() -> None:
            """Twice, each renderer that there is."""
            for _ in range(2):
                seen = portal.hits.total()
                while portal.hits.total() == seen and not stop.wait(0.01):
                    pass
                for child in psutil.Process(process.pid).children(recursive=True):
                    try:
                        if "--type=renderer" in " ".join(child.cmdline()):
                            child.kill()
                    except psutil.Error:
                        continue

        thread = threading.Thread(target=crash)
        thread.start()
        done = ended(process)
        stop.set()
        thread.join()
    assert done.returncode == 0, done.stderr
    found = statuses(root, "vila-0")
    assert all("published" in found[name] for name in ("licitacao", "receita_orcamentaria", "despesa_orcamentaria"))


def memory(process: psutil.Process) -> int:
    """Bytes of a process tree, shared pages counted once."""
    total = 0
    for one in (process, *process.children(recursive=True)):
        try:
            total += one.memory_full_info().pss
        except psutil.Error:
            continue
    return total


def dead(process: psutil.Process) -> int:
    """Processes of a tree that have ended and that nobody has taken leave of."""
    found = 0
    for one in process.children(recursive=True):
        try:
            found += one.status() == psutil.STATUS_ZOMBIE
        except psutil.Error:
            continue
    return found


def flat(tmp_path: Path, towns: int, warm: int, renew: int) -> dict[str, Any]:
    """Memory over many towns of four pages: the mean of the first towns after ``warm`` against that of the last ones."""
    samples: list[tuple[int, int]] = []
    zombies: deque[int] = deque(maxlen=10)
    (temporary := tmp_path / "tmp").mkdir()
    with portal_of_towns() as portal:
        names = [f"vila-{n}" for n in range(towns)]
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        process = start("audit", "--uf", "pb", "--catalogo", str(catalogue), "--saida", str(tmp_path / "audits"), *PLAIN,
                        "-s", f"BROWSER_RENEW_PAGES={renew}", "-L", "ERROR", "-s", "AUDITS_AT_ONCE=2", env={"TMPDIR": str(temporary)})  # fmt: skip
        tree = psutil.Process(process.pid)
        threading.Thread(target=process.communicate, daemon=True).start()
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):  # it ends at any moment
                samples.append((portal.hits.total(), memory(tree)))
                zombies.append(dead(tree))
            time.sleep(0.5)
    assert process.returncode == 0
    pages = portal.hits.total()
    # The highest of a tenth of the run, early and late: between two pages there is always less.
    early = max(size for seen, size in samples if warm <= seen <= warm + pages // 5)
    last = [size for seen, size in samples if seen >= pages - pages // 5]
    late = max(last[: max(1, len(last) - 3)])  # without the closing, where there was time to see more
    told = {
        "pages": pages,
        "early": early,
        "late": late,
        "ratio": round(late / early, 2),
        "peak": max(s for _, s in samples),
        # Megabytes that a hundred pages more take, from where the browser is warm.
        "slope": round(linear_regression(*zip(*[s for s in samples[:-3] if s[0] >= warm], strict=True)).slope / 1e4, 2),
        "zombies": min(zombies),
        "temporary": sum(path.stat().st_size for path in temporary.rglob("*") if path.is_file()),
    }
    (tmp_path / "memory.json").write_text(json.dumps(told))
    print(told)
    return told


def test_r4_memory_over_some_pages(tmp_path: Path) -> None:
    told = flat(tmp_path, towns=5, warm=4, renew=6)
    assert told["ratio"] <= 1.5 and told["late"] < 2.5e9, told


@pytest.mark.soak
def test_r4_memory_over_2000_pages(tmp_path: Path) -> None:
    told = flat(tmp_path, towns=500, warm=200, renew=100)
    assert told["pages"] >= 2000
    assert told["ratio"] <= 1.5 and told["late"] < 2.5e9, told
    assert told["zombies"] == 0 and told["temporary"] < 50e6, told
