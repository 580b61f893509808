"""``python -m lab.load PASTA``: how long the read API takes to answer, at a steady rate of requests, or (``--clients``) so many people
who each ask on as soon as they are answered; while the server reads, or (``--when-read``) after.

The server runs in a process of its own, as ``scrapy serve`` starts it. Requests leave when they are due, whatever the
earlier ones do, and are timed from then: a server that falls behind cannot hide it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx

API = "/api/v1"
ENOUGH = 400
"""Audits that must have been read before a server is asked."""
STARTING = 120.0
"""Seconds until the server must answer."""


@dataclass(frozen=True)
class Answer:
    """One request: its kind, its seconds from when it was due, its status (0: none came)."""

    kind: str
    seconds: float
    status: int


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """``scrapy serve`` on a free port; gives its address."""
    command = [sys.executable, "-m", "scrapy", "serve", "--pasta", str(folder), "--porta", "0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+:\d+", line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line}{process.stderr.read()}")
        with httpx.Client(base_url=found[0]) as client:
            begun = time.monotonic()
            while time.monotonic() - begun < STARTING:
                try:
                    client.get(f"{API}/status")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)


def questions(client: httpx.Client, rng: random.Random) -> Iterator[tuple[str, str]]:
    """What people and programs ask, as kind and address, without end."""

    def rows(path: str) -> list[dict[str, Any]]:
        return list(client.get(f"{API}/{path}").raise_for_status().json()["rows"])

    audits, verdicts = rows("audits?limit=1000"), rows("verdicts?limit=1000&status=published&sort=doubt")
    criteria = client.get(f"{API}/criteria").json()
    pictured = (
        client.get(verdicts[0]["evidence"]["href"]).status_code == 200
    )  # audits made up as light have no pictures
    while True:
        audit, verdict, criterion = rng.choice(audits), rng.choice(verdicts), rng.choice(criteria)
        item, status = rng.choice(criterion["items"]), rng.choice(("published", "absent", "inconclusive"))
        yield rng.choice((
            ("vereditos de uma auditoria", f"{API}/verdicts?audit={audit['id']}"),
            ("vereditos por item", f"{API}/verdicts?criterion={criterion['id']}&item={item['id']}&status={status}"),
            ("vereditos incertos", f"{API}/verdicts?sort=doubt&status={status}&limit=50&offset={rng.randrange(0, 1000, 50)}"),
            ("um veredito", verdict["href"]),
            ("uma auditoria", audit["href"]),
            ("auditorias", f"{API}/audits?uf={audit['uf']}&limit=100&offset={rng.randrange(0, 500, 100)}"),
            ("municípios", f"{API}/municipalities?q={audit['slug'][:5]}"),
            ("histórico", f"{API}/municipalities/{audit['uf']}/{audit['slug']}/history"),
            ("ranking", f"{API}/ranking?criterion={criterion['id']}"),
            ("imagem", verdict["evidence"]["href"]) if pictured else ("um veredito", verdict["href"]),
            ("página: vereditos", f"/vereditos?status={status}&sort=doubt"),
            ("página: municípios", "/"),
        ))  # fmt: skip


async def ask(address: str, asked: Sequence[tuple[str, str]], rate: float) -> list[Answer]:
    """Send every request when it is due; all answers."""
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=30) as client:
        begun = time.perf_counter()

        async def one(number: int, kind: str, path: str) -> Answer:
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                status = (await client.get(path)).status_code
            except httpx.HTTPError:
                status = 0
            return Answer(kind, time.perf_counter() - due, status)

        return await asyncio.gather(*(one(number, *question) for number, question in enumerate(asked)))


async def ask_on(address: str, asked: Iterator[tuple[str, str]], clients: int, seconds: float) -> list[Answer]:
    """Each of so many clients asks the next question when its last one is answered; all answers."""
    found: list[Answer] = []
    end = time.perf_counter() + seconds
    async with httpx.AsyncClient(base_url=address, limits=httpx.Limits(max_connections=clients), timeout=30) as client:

        async def one() -> None:
            while (begun := time.perf_counter()) < end:
                kind, path = next(asked)
                try:
                    status = (await client.get(path)).status_code
                except httpx.HTTPError:
                    status = 0
                found.append(Answer(kind, time.perf_counter() - begun, status))

        await asyncio.gather(*(one() for _ in range(clients)))
    return found


def await_reading(address: str, whole: bool) -> None:
    """Until the server has read all audits, or enough to ask of."""
    with httpx.Client(base_url=address, timeout=60) as client:
        while (told := client.get(f"{API}/status").json())["reading"] and (whole or told["audits"] < ENOUGH):
            time.sleep(0.5)


def crowd(address: str, clients: int, seconds: float, seed: int) -> list[Answer]:
    """Many clients at once, for a while."""
    with httpx.Client(base_url=address, timeout=60) as client:
        return asyncio.run(ask_on(address, questions(client, random.Random(seed)), clients, seconds))


def measure(address: str, rate: float, seconds: float, seed: int) -> list[Answer]:
    """Ask a server for a while, after a few requests that are not counted."""
    with httpx.Client(base_url=address, timeout=60) as client:
        asked = questions(client, random.Random(seed))
        warm = [next(asked) for _ in range(24)]
        for _, path in warm:
            client.get(path)
        chosen = [next(asked) for _ in range(round(rate * seconds))]
    return asyncio.run(ask(address, chosen, rate))


def summary(answers: Sequence[Answer]) -> dict[str, Any]:
    """Milliseconds at the 50th, 95th and 99th percentile, all together and by kind; what was not 200 is counted."""

    def figures(times: Sequence[float]) -> dict[str, float]:
        cuts = statistics.quantiles(times, n=100, method="inclusive") if len(times) > 1 else [times[0]] * 99
        return {"n": len(times), **{f"p{n}_ms": round(1000 * cuts[n - 1], 1) for n in (50, 95, 99)}}

    kinds: dict[str, list[float]] = defaultdict(list)
    for answer in answers:
        kinds[answer.kind].append(answer.seconds)
    return {
        "all": figures([answer.seconds for answer in answers]),
        "failed": sum(answer.status != 200 for answer in answers),
        "kinds": {kind: figures(times) for kind, times in sorted(kinds.items())},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 1 when a request failed or the 95th percentile is above ``--most``."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.load", description="Mede a API de leitura sob carga constante."
    )
    parser.add_argument("folder", metavar="PASTA", type=Path, help="pasta das auditorias (python -m lab stored as faz)")
    parser.add_argument("--rate", type=float, default=50.0, help="pedidos por segundo (padrão: 50)")
    parser.add_argument("--seconds", type=float, default=20.0, help="duração (padrão: 20)")
    parser.add_argument("--most", type=float, default=100.0, help="p95 tolerado, em ms (padrão: 100)")
    parser.add_argument(
        "--clients", type=int, default=0, help="tantos clientes de uma vez, em vez de pedidos por segundo"
    )
    parser.add_argument("--when-read", action="store_true", help="só depois de lidas todas as auditorias")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    with serving(args.folder, "--limite", "1000000/minute") as address:
        await_reading(address, args.when_read)
        many = args.clients and crowd(address, args.clients, args.seconds, args.seed)
        found = summary(many or measure(address, args.rate, args.seconds, args.seed))
    print(json.dumps(found, ensure_ascii=False, indent=2))
    return int(found["failed"] > 0 or found["all"]["p95_ms"] > args.most)


if __name__ == "__main__":
    raise SystemExit(main())
