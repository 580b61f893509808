"""Vendor hosts that each serve many small portals, as slowly and as badly as real ones do, and write down every request."""

from __future__ import annotations

import asyncio
import csv
import json
import random
import socket
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from lab.server import CATALOGUE_COLUMNS

LATENCY = (0.3, 1.5)
"""Seconds that an answer takes."""
ASSET_SECONDS = 0.05
FAULTS = ("errors", "resets", "slow", "bursts")
"""One answer in ten is a 500; one in twelve breaks off; one in eight takes 5 to 9 s; of every minute five seconds are 503."""
_MENU = {
    "receitas": "Receitas orçamentárias", "despesas": "Despesas orçamentárias", "licitacoes": "Licitações", "pessoal": "Quadro de pessoal",
}  # fmt: skip
_TABLES = {
    "receitas": (("Código", "Natureza da receita", "Previsão inicial", "Previsão atualizada", "Arrecadado"), "1.1.{n};IPTU {n};{n}.000,00;{n}.100,00;{n}00,00"),
    "despesas": (
        ("Nº do empenho", "Data do empenho", "Favorecido", "CPF/CNPJ", "Valor empenhado", "Valor liquidado", "Valor pago", "Unidade gestora", "Fonte de recurso"),
        "{n}/2026;0{n}/02/2026;Loja {n} Ltda;00.000.000/000{n}-00;{n}.500,00;{n}.450,00;{n}.400,00;Prefeitura;500",
    ),
    "licitacoes": (("Nº da licitação", "Modalidade", "Objeto da licitação", "Data de abertura", "Situação"), "{n}/2026;Pregão;Merenda {n};0{n}/02/2026;Homologada"),
    "pessoal": (("Matrícula", "Nome do servidor", "Cargo", "Lotação", "Vínculo", "Remuneração"), "10{n};Maria {n} da Silva;Agente;Saúde;Efetivo;{n}.234,56"),
}  # fmt: skip
_SCRIPT = """async function consultar() {
  const answer = await fetch('despesas/dados?ano=' + document.getElementById('ano').value);
  document.getElementById('aqui').innerHTML = await answer.text();
}
"""
_STYLE = "body { font: 15px sans-serif; margin: 2em } td, th { padding: 2px 8px; border: 1px solid #aaa }"


@dataclass(frozen=True)
class Asked:
    """A request that a host received, start and end in seconds since the epoch. ``kind``: ``document`` (pages and files that were gone to,
    robots.txt), ``click`` (what a click on a page fetched) or ``asset`` (what pages bring with them). ``ending``: the status, ``reset`` or ``gone`` (the client left)."""

    host: int
    town: str
    kind: str
    path: str
    start: float
    end: float
    ending: str


def _table(name: str) -> str:
    heads, cells = _TABLES[name]
    rows = ("".join(f"<td>{cell}</td>" for cell in cells.format(n=n).split(";")) for n in range(1, 7))
    return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def page(town: str, name: str) -> str:
    """A page of a town's portal: the home page with the menu, tables, and a query whose answer a click fetches; empty: none."""
    title = _MENU.get(name, "Portal da Transparência")
    if not name:
        body = "<nav>" + " ".join(f"<a href={path}>{label}</a>" for path, label in _MENU.items()) + "</nav>"
        body += f"<p>Dados abertos do município de {town}.</p>"
    elif name == "despesas/dados":
        return _table("despesas")
    elif name == "despesas":
        body = (
            "<form onsubmit='return false'><label>Exercício <select id=ano name=ano><option>2026<option>2025</select></label> "
            "<button type=button onclick=consultar()>Consultar</button></form><div id=aqui></div>"
        )
    elif name in _TABLES:
        body = _table(name)
    else:
        return ""
    head = "<link rel=stylesheet href=estilo.css><script src=portal.js></script>"
    return f"<!doctype html><html lang=pt-BR><head><meta charset=utf-8><title>{title}</title>{head}</head><body><h1>{title}</h1>{body}</body></html>"


@dataclass
class VendorHost:
    """A server on a port of its own. ``fault``: how it misbehaves, empty when it does not."""

    number: int
    towns: tuple[str, ...]
    fault: str
    rng: random.Random
    latency: tuple[float, float] = LATENCY
    port: int = 0
    asked: list[Asked] = field(default_factory=list)
    server: asyncio.Server | None = None

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    def url(self, town: str) -> str:
        """Entry address of a town's portal."""
        return f"http://127.0.0.1:{self.port}/{town}/"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1].decode("latin-1")
            start = time.time()
            kind, status, body, seconds = self._answer(path.split("?")[0], start)
            ending = await self._ending(reader, status, seconds)
            # before the answer leaves, or who has it finds nothing in the log
            self.asked.append(Asked(self.number, path.split("/")[1], kind, path, start, time.time(), ending))
            if ending != "gone":
                await self._send(writer, status, body)
        with suppress(OSError):
            writer.close()

    def _answer(self, path: str, now: float) -> tuple[str, int, str, float]:
        """Kind, status (0: break off), body, seconds until then."""
        _, town, name = (*path.split("/", 2), "")[:3]
        if name in ("estilo.css", "portal.js"):
            return "asset", 200, _STYLE if name == "estilo.css" else _SCRIPT, ASSET_SECONDS
        if path == "/favicon.ico":
            return "asset", 404, "", ASSET_SECONDS
        kind = "click" if name.endswith("/dados") else "document"
        seconds, chance = self.rng.uniform(*self.latency), self.rng.random()
        if self.fault == "bursts" and (now + 5 * self.number) % 60 < 5:
            return kind, 503, "<title>503</title>Serviço temporariamente indisponível", 0.1
        if self.fault == "errors" and chance < 0.1:
            return kind, 500, "<title>500</title>Erro interno do servidor", seconds
        if self.fault == "resets" and chance < 1 / 12:
            return kind, 0, "", seconds
        if self.fault == "slow" and chance < 1 / 8:
            seconds = self.rng.uniform(5, 9)
        html = page(town, name) if town in self.towns else ""
        return (kind, 200, html, seconds) if html else (kind, 404, "<title>404</title>Página não encontrada", seconds)

    async def _ending(self, reader: asyncio.StreamReader, status: int, seconds: float) -> str:
        """Wait as long as the answer takes, or until who asked has gone."""
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), seconds)
            return "gone"
        return str(status) if status else "reset"

    async def _send(self, writer: asyncio.StreamWriter, status: int, body: str) -> None:
        if not status:
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            writer.transport.abort()
            return
        data = body.encode()
        later = "Retry-After: 3\r\n" if status == 503 else ""
        head = f"HTTP/1.1 {status} -\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(data)}\r\n{later}Connection: close\r\n\r\n"
        writer.write(head.encode() + data)
        await writer.drain()


@dataclass
class Vendors:
    """The running hosts."""

    hosts: list[VendorHost]

    @property
    def allowed(self) -> str:
        """What the program may connect to: EGRESS_ALLOWED."""
        return ",".join(f"127.0.0.1:{host.port}" for host in self.hosts)

    def write_catalogue(self, file: Path) -> None:
        """Every town, hosts mixed."""
        rows = [[town, town.title(), "pb", "", host.url(town), "", ""] for host in self.hosts for town in host.towns]
        with open(file, "w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows([CATALOGUE_COLUMNS, *sorted(rows)])

    def write_log(self, file: Path) -> None:
        """A line per request, in the order of their ends."""
        asked = sorted((one for host in self.hosts for one in host.asked), key=lambda one: one.end)
        file.write_text("".join(json.dumps(asdict(one)) + "\n" for one in asked), encoding="utf-8")


def towns_per_host(towns: int, hosts: int) -> list[int]:
    """How many towns each vendor has: few have many, each has one at least.

    >>> towns_per_host(60, 6)
    [17, 12, 10, 8, 7, 6]
    """
    weights = [1 / (n + 1) ** 0.5 for n in range(hosts)]
    counts = [max(1, int(towns * weight / sum(weights))) for weight in weights]
    for n in range(towns - sum(counts)):
        counts[n % hosts] += 1
    return counts


@contextmanager
def vendors(
    towns: int, hosts: int, misbehaving: float = 0.3, seed: int = 0, latency: tuple[float, float] = LATENCY
) -> Iterator[Vendors]:
    """Serve until the end of the block. ``misbehaving``: share of the hosts."""
    if not 0 < hosts <= towns:
        raise ValueError("há de haver ao menos um município por servidor")
    rng = random.Random(seed)
    bad = rng.sample(range(hosts), round(hosts * misbehaving))
    counts = towns_per_host(towns, hosts)
    names = iter([f"vila-{n:04}" for n in range(1, towns + 1)])
    served = Vendors(
        [
            VendorHost(n, tuple(next(names) for _ in range(count)), FAULTS[bad.index(n) % len(FAULTS)] if n in bad else "", random.Random(seed * 1000 + n), latency)
            for n, count in enumerate(counts)
        ]
    )  # fmt: skip
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="vendors", daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(_start(served.hosts), loop).result(30)
        yield served
    finally:
        asyncio.run_coroutine_threadsafe(_stop(served.hosts), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


async def _start(hosts: Sequence[VendorHost]) -> None:
    for host in hosts:
        await host.start()


async def _stop(hosts: Sequence[VendorHost]) -> None:
    for host in hosts:
        if host.server is not None:
            host.server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


# ---- what the log proves ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Manners:
    """How a host was asked. What counts are documents and clicks: assets of a page come together, as browsers fetch them."""

    host: int
    towns: int
    requests: int
    assets: int
    at_once: int
    """Most requests in flight at the same time."""
    nearest: float
    """Seconds between the starts of two requests, at least."""
    too_near: int
    """Starts nearer than the set delay."""


def manners(asked: Sequence[Asked], delay: float) -> list[Manners]:
    """Of every host in a log; ``delay``: seconds that were set.

    >>> log = [Asked(0, "a", "document", "/a/", 0, 1, "200"), Asked(0, "a", "click", "/a/x", 2, 4, "200"), Asked(0, "b", "document", "/b/", 3, 5, "200")]
    >>> [(m.at_once, m.nearest, m.too_near) for m in manners(log, 1.5)]
    [(2, 1, 1)]
    """
    found = []
    for host in sorted({one.host for one in asked}):
        own = [one for one in asked if one.host == host]
        serious = sorted((one for one in own if one.kind != "asset"), key=lambda one: one.start)
        turns = sorted([(one.start, 1) for one in serious] + [(one.end, -1) for one in serious])
        level = most = 0
        for _, step in turns:
            level += step
            most = max(most, level)
        gaps = [later.start - earlier.start for earlier, later in pairwise(serious)]
        found.append(
            Manners(
                host, len({one.town for one in serious} - {"robots.txt"}), len(serious), len(own) - len(serious),
                most, round(min(gaps, default=0.0), 3), sum(gap < delay for gap in gaps),
            )
        )  # fmt: skip
    return found


def read_log(file: Path) -> list[Asked]:
    """What ``write_log`` wrote."""
    with open(file, encoding="utf-8") as lines:
        return [Asked(**json.loads(line)) for line in lines]
