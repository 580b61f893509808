"""Where a house lets nobody out but through its proxy: downloads and browser go through it, and the filter stands before it all the same."""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hostile import PAYROLL, portal
from post_office import free_port
from scrapy.settings import Settings
from scrapy_command import scrapy

from transparency.egress import proxy
from transparency.egress.guard import REASONS
from transparency.egress.policy import Allowance, IPAddress
from transparency.egress.proxy import Filter
from transparency.egress.upstream import Upstream
from transparency.items import UserError
from transparency.spiders.portal import PortalSpider

PUBLIC = "8.8.8.8"
"""An address of the public internet, to which nothing of these tests goes: the proxy leads to this machine."""


@dataclass
class House:
    """A proxy that knows CONNECT alone, and leads wherever it is asked for to one port of this machine."""

    port: int
    to: int
    status: int = 200
    password: str = ""
    asked: list[str] = field(default_factory=list)


@contextmanager
def house(to: int = 0, status: int = 200, password: str = "") -> Iterator[House]:
    """Open until the end of the block."""
    listener = socket.create_server(("127.0.0.1", 0))
    made = House(listener.getsockname()[1], to, status, password)

    def pump(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    def serve(link: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (data := link.recv(4096)):
            head += data
        line, *others = head.decode("latin-1").split("\r\n")
        made.asked.append(line)
        known = f"Proxy-Authorization: Basic {base64.b64encode(made.password.encode()).decode()}" in others
        status = 407 if made.password and not known else made.status if line.startswith("CONNECT ") else 405
        link.sendall(f"HTTP/1.1 {status} x\r\n\r\n".encode())
        if status == 200:
            there = socket.create_connection(("127.0.0.1", made.to), 10)
            threading.Thread(target=pump, args=(there, link), daemon=True).start()
            pump(link, there)
        link.close()

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield made
    finally:
        listener.close()


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("http://proxy.example:3128", ("proxy.example", 3128, False, "")),
        ("proxy.example:3128", ("proxy.example", 3128, False, "")),
        ("https://ana:a%40b@proxy.example/", ("proxy.example", 443, True, "ana:a@b")),
        ("http://[2001:db8::1]:81", ("2001:db8::1", 81, False, "")),
    ],
)
def test_what_a_proxy_is_called(address: str, known: tuple[str, int, bool, str]) -> None:
    made = Upstream.of(address)
    assert made is not None and (made.host, made.port, made.secure, made.credentials) == known
    assert made.credentials == "" or made.credentials not in repr(made)
    assert Upstream.read(made.written()) == made and Upstream.of(" ") is None


@pytest.mark.parametrize("address", ["socks5://secret:1", "http://", "http://secret:port", "http://secret:1/path", "ftp://secret", "http://se cret:1"])  # fmt: skip
def test_what_is_no_proxy_is_told_before_a_run(address: str) -> None:
    with pytest.raises(UserError, match="OUTGOING_PROXY") as caught:
        PortalSpider.prepare(Settings({"OUTGOING_PROXY": address, "AUDITS_DIR": "audits"}), municipio="santa-rita")
    assert "secret" not in str(caught.value)


def through(address: str, ask: str, addresses: Sequence[str] = (), spared: str = "", resolves: bool = False, allowed: str = "") -> tuple[bytes, list[str]]:  # fmt: skip
    """What a GET brings by a filter behind a proxy, and the errors that the filter tells of. ``addresses``: of every name."""
    told: list[str] = []

    async def resolve(_host: str, _port: int) -> Sequence[IPAddress]:
        return [ipaddress.ip_address(one) for one in addresses]

    async def run() -> bytes:
        listener = socket.create_server(("127.0.0.1", 0))
        upstream = Upstream.of(address, spared, resolves)
        filter_ = Filter(Allowance.of([allowed]), lambda _host, _port, error: told.append(error), resolve, upstream)
        server = await filter_.serve(listener)
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        host = ask.removeprefix("http://").partition("/")[0]
        writer.write(f"GET {ask} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        got = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        server.close()
        return got

    return asyncio.run(run()), told


def test_the_proxy_is_asked_for_the_address_that_was_checked() -> None:
    with portal({"/": PAYROLL}) as (url, _), house(int(url.rpartition(":")[2])) as at:
        got, told = through(f"http://127.0.0.1:{at.port}", "http://portal.example/", [PUBLIC])
        assert b"Folha de pagamento" in got and told == [] and at.asked == [f"CONNECT {PUBLIC}:80 HTTP/1.1"]


@pytest.mark.parametrize(
    ("ask", "addresses", "resolves"),
    [
        ("http://portal.example/", ["10.0.0.7"], False),
        ("http://portal.example/", [PUBLIC, "127.0.0.1"], False),
        ("http://169.254.169.254/", [], False),
        ("http://169.254.169.254/", [], True),
        ("http://[::1]:80/", [], True),
    ],
)
def test_what_the_filter_refuses_the_proxy_is_not_asked_for(ask: str, addresses: list[str], resolves: bool) -> None:
    with house() as at:
        got, told = through(f"http://127.0.0.1:{at.port}", ask, addresses, resolves=resolves)
        assert told == [proxy.REFUSED] and at.asked == [] and b"403" in got.splitlines()[0]


def test_a_proxy_that_is_trusted_with_names_gets_names() -> None:
    with portal({"/": PAYROLL}) as (url, _), house(int(url.rpartition(":")[2])) as at:
        got, _ = through(f"http://127.0.0.1:{at.port}", "http://portal.example/", [], resolves=True)
        assert b"Folha de pagamento" in got and at.asked == ["CONNECT portal.example:80 HTTP/1.1"]


def test_what_is_spared_and_what_is_near_is_gone_to_straight() -> None:
    """A name of NO_PROXY; and a private address, which was allowed by hand."""
    with portal({"/": PAYROLL}) as (url, _), house() as at:
        place = url.removeprefix("http://")
        near, _ = through(f"http://127.0.0.1:{at.port}", f"{url}/", allowed=place)
        port = place.rpartition(":")[2]
        spared, _ = through(
            f"http://127.0.0.1:{at.port}", f"http://casa.example:{port}/", ["127.0.0.1"], ".example", True, f"casa.example:{port}",
        )  # fmt: skip
        assert b"Folha de pagamento" in near and b"Folha de pagamento" in spared and at.asked == []


@pytest.mark.parametrize(
    ("status", "error"),
    [(403, proxy.PROXY_REFUSES), (407, proxy.PROXY_ASKS), (502, proxy.UNREACHABLE), (504, proxy.NOT_ANSWERED), (500, proxy.PROXY_GONE), (0, proxy.PROXY_GONE)],
)  # fmt: skip
def test_why_a_proxy_does_not_connect(status: int, error: str) -> None:
    if status:
        with house(status=status) as at:
            _, told = through(f"http://127.0.0.1:{at.port}", f"http://{PUBLIC}/")
    else:
        _, told = through(f"http://127.0.0.1:{free_port()}", f"http://{PUBLIC}/")
    assert told == [error] and error in REASONS


BY_BROWSER = f"[fetch(scrapy.Request('http://{PUBLIC}/', meta={{'playwright': True}})), response.css('h1::text').get()]"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("fetch", "--nolog", f"http://{PUBLIC}/"), "Folha de pagamento"),
        (("shell", "--nolog", "-c", BY_BROWSER), "[None, 'Folha de pagamento']"),
    ],
)
def test_downloads_and_browser_go_through_it(tmp_path: Path, command: tuple[str, ...], told: str) -> None:
    """As HTTPS_PROXY says, which every program of a house is told; with a password, of which nothing is logged."""
    with portal({"/": PAYROLL}) as (url, _), house(int(url.rpartition(":")[2]), password="ana:s3nha") as at:
        env = {"SCRAPY_SETTINGS_MODULE": "transparency.settings", "HTTPS_PROXY": f"http://ana:s3nha@127.0.0.1:{at.port}", "NO_PROXY": ""}  # fmt: skip
        done = scrapy(*command, env=env, timeout=90, folder=tmp_path)
        assert told in done.stdout, done.stderr
        assert at.asked and set(at.asked) == {f"CONNECT {PUBLIC}:80 HTTP/1.1"}


def test_an_audit_goes_through_it_and_names_what_it_refuses(tmp_path: Path) -> None:
    run: Callable[[House, str], str] = lambda at, secret: scrapy(  # noqa: E731
        "audit", "vila", "--uf", "PB", "--url", f"http://{PUBLIC}/", "--saida", str(tmp_path), "--nodes", "2", "--model", "off", "-L", "INFO",
        "-s", "REPORT_ENABLED=False", "-s", "AUTOTHROTTLE_START_DELAY=0", "-s", "NETWORK_MINUTES=0",
        env={"TRANSPARENCY_PROXY": f"http://ana:{secret}@127.0.0.1:{at.port}"}, timeout=200,
    ).stderr  # fmt: skip
    with portal({"/": PAYROLL}) as (url, _), house(int(url.rpartition(":")[2]), password="ana:s3nha") as at:
        seen = run(at, "s3nha")
        (folder,) = tmp_path.glob("pb/vila/*")
        assert '"published"' in (folder / "verdicts.jsonl").read_text() and "s3nha" not in seen
        refused = run(at, "outra")
    assert "o proxy de saída recusou o usuário ou a senha" in refused and "outra" not in refused
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or b"s3nha" not in file.read_bytes()
