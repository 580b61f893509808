"""Bars S1 and S2: what a hostile portal asks for on this machine or its network is not connected to."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from hostile import PAYROLL, SPELLINGS, Canary, canary, portal, vectors
from playwright.sync_api import Browser, Error
from scrapy.settings import Settings
from scrapy_command import scrapy

from transparency.browse.chromium import launch_options
from transparency.egress import policy, proxy
from transparency.egress.guard import Egress, given_by_hand
from transparency.egress.policy import Allowance, IPAddress, is_special
from transparency.egress.proxy import Filter, Refusal, http_request, last_of_its_connection, socks_request
from transparency.items import UserError
from transparency.node import is_web
from transparency.spiders.portal import PortalSpider

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("text", "special"),
    [
        *((text, True) for text in (
            "0.0.0.1", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.168.1.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
            "168.63.129.16", "203.0.113.9", "::", "::1", "fc00::1", "fd12::1", "fe80::1", "ff02::1", "::ffff:8.8.8.8",
            "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1",
        )),
        *((text, False) for text in (
            "8.8.8.8", "200.130.0.1", "172.32.0.1", "172.15.0.1", "100.128.0.1", "192.169.0.1", "168.63.129.17",
            "2804:14c::1", "2606:4700::1111",
        )),
    ],
)  # fmt: skip
def test_s1_addresses_that_are_not_of_the_public_internet(text: str, special: bool) -> None:
    assert is_special(ipaddress.ip_address(text)) is special


@pytest.mark.parametrize(
    ("own", "entries", "admitted"), [(False, [], True), (True, [], False), (True, ["8.8.8.8:80"], True)]
)
def test_s1_the_machine_itself_is_not_reached_by_its_public_address(
    monkeypatch: pytest.MonkeyPatch, own: bool, entries: list[str], admitted: bool
) -> None:
    """Services that a firewall hides from others answer there."""
    assert policy.is_own(ipaddress.ip_address("127.0.0.1")) and not policy.is_own(ipaddress.ip_address("203.0.113.9"))
    monkeypatch.setattr(policy, "is_own", lambda _: own)
    address = ipaddress.ip_address("8.8.8.8")
    assert Allowance.of(entries).admits("portal.example", 80, address) is admitted


@pytest.mark.parametrize(
    "text",
    ["*:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999", "10.0.0.0/8:80", ":80", "::1:80", "a b:80",
     "http://a:80", "a:٣"],
)  # fmt: skip
def test_s1_nothing_is_allowed_but_a_host_with_a_port(text: str) -> None:
    with pytest.raises(UserError, match="EGRESS_ALLOWED"):
        Allowance.of([text])


@pytest.mark.parametrize(
    ("url", "given"),
    [
        ("http://127.0.0.1:8080/x", ["127.0.0.1:8080"]),
        ("http://localhost:81/", ["127.0.0.1:81"]),
        ("https://192.168.0.9/", ["192.168.0.9:443"]),
        ("http://[::1]/", ["[::1]:80"]),
        ("http://intranet.example/", []),
        ("https://transparencia.example/", []),
        ("http://8.8.8.8/", []),
    ],
)
def test_s1_an_address_typed_by_hand_is_allowed_exactly_and_a_name_is_not(url: str, given: list[str]) -> None:
    assert list(given_by_hand(url)) == given


@pytest.mark.parametrize(
    ("url", "web"),
    [
        ("http://a.example", True), ("HTTPS://A.example/x", True), ("http://[::1]:80/", True), ("file:///etc/hostname", False),
        ("javascript:alert(1)", False), ("data:text/html,x", False), ("view-source:http://a.example", False), ("chrome://version", False),
        ("ftp://a.example/x", False), ("gopher://a.example", False), ("mailto:a@a.example", False), ("intent://x#Intent;end", False),
        ("blob:http://a.example/1", False), ("about:blank", False), ("ws://a.example", False), ("http://", False), ("http://[::1", False),
        ("//a.example/x", False), ("", False), ("s3://bucket/x", False), ("jar:http://a.example!/x", False),
    ],
)  # fmt: skip
def test_s2_only_addresses_of_the_web(url: str, web: bool) -> None:
    assert is_web(url) is web


@pytest.mark.parametrize(
    ("data", "asked"),
    [
        (b"\x05\x01\x00\x03\x09a.example\x01\xbb", ("a.example", 443, 16)),
        (b"\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50rest", ("127.0.0.1", 80, 10)),
        (b"\x05\x01\x00\x04" + bytes(15) + b"\x01\x00\x50", ("::1", 80, 22)),
        (b"\x05\x01\x00\x03\x09a.exam", None),
        (b"\x05", None),
    ],
)
def test_reads_socks_requests(data: bytes, asked: tuple[str, int, int] | None) -> None:
    assert socks_request(data) == asked


@pytest.mark.parametrize("data", [b"\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50", b"\x05\x01\x00\x09\x00\x00\x00", b"\x05\x01\x00\x03\x01\xff\x00\x50"])  # fmt: skip
def test_refuses_other_socks_requests(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any
        socks_request(data)


@pytest.mark.parametrize(
    ("line", "place", "first"),
    [
        (b"CONNECT a.example:443 HTTP/1.1", ("a.example", 443), b""),
        (b"CONNECT [::1]:443 HTTP/1.1", ("::1", 443), b""),
        (b"GET http://a.example HTTP/1.1", ("a.example", 80), b"GET / HTTP/1.1"),
        (b"GET http://u:p@a.example:81?x=1 HTTP/1.0", ("a.example", 81), b"GET /?x=1 HTTP/1.0"),
        (b"POST http://[::1]:8/a HTTP/1.1", ("::1", 8), b"POST /a HTTP/1.1"),
    ],
)
def test_reads_requests_to_a_proxy(line: bytes, place: tuple[str, int], first: bytes) -> None:
    host, port, head = http_request(line + b"\r\nHost: x\r\nProxy-Connection: keep-alive\r\nA: 1\r\n 2")
    assert ((host, port), head) == (place, first + b"\r\nHost: x\r\nA: 1\r\n 2\r\nConnection: close\r\n\r\n" if first else b"")  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [b"GET /x HTTP/1.1", b"GET file:///etc/hostname HTTP/1.1", b"CONNECT a.example HTTP/1.1", b"CONNECT a:70000 HTTP/1.1",
     b"GET ftp://a/ HTTP/1.1", b"\x16\x03\x01", b"CONNECT a@b:80 HTTP/1.1 x"],
)  # fmt: skip
def test_refuses_other_requests(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any
        http_request(line)


def test_an_answer_is_marked_as_the_last_and_cannot_speak_for_the_proxy() -> None:
    head = b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5,\r\n max=9\r\nProxy-Status: egress; error=x\r\nSet-Cookie: a=1"
    assert last_of_its_connection(head) == b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nConnection: close"


def answering(*answers: Sequence[str] | Exception) -> Callable[[str, int], Any]:
    """A resolver that gives these answers, one after the other."""
    left = list(answers)

    async def resolve(_host: str, _port: int) -> Sequence[IPAddress]:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return [ipaddress.ip_address(text) for text in answer]

    return resolve


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (["93.184.216.34", "10.0.0.1"], proxy.REFUSED),
        (["127.0.0.1"], proxy.REFUSED),
        (["2606:4700::1111", "fe80::1"], proxy.REFUSED),
        ([], proxy.NO_SUCH_NAME),
        (socket.gaierror(socket.EAI_NONAME, "x"), proxy.NO_SUCH_NAME),
        (socket.gaierror(socket.EAI_AGAIN, "x"), proxy.NO_NAME_SERVER),
        (UnicodeError("label too long"), proxy.NO_SUCH_NAME),
        (TimeoutError(), proxy.NOT_ANSWERED),
    ],
)
def test_s1_any_private_answer_refuses_a_name(answers: Any, error: str) -> None:
    gate = Filter(Allowance(), lambda *_: None, answering(answers))
    with pytest.raises(Refusal) as refusal:
        asyncio.run(gate.addresses("a.example", 80))
    assert refusal.value.error == error


def test_s1_a_name_that_changes_its_answer_is_asked_once_per_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: the address that was checked is the one that is connected to."""
    monkeypatch.setattr(proxy, "REMEMBERED_SECONDS", 0)
    with canary() as bird, portal({"/": "ok"}) as (url, _):
        port = int(url.rpartition(":")[2])
        gate = Filter(Allowance.of([f"127.0.0.1:{port}"]), lambda *_: None, answering(["127.0.0.1"], ["127.0.0.2"]))
        reached: list[Any] = []

        async def run() -> None:
            server = await gate.connect("rebind.example", port, object())  # type: ignore[arg-type]
            reached.append(server.transport.get_extra_info("peername"))
            server.transport.abort()
            with pytest.raises(Refusal):
                await gate.connect("rebind.example", port, object())  # type: ignore[arg-type]

        asyncio.run(run())
        assert reached == [("127.0.0.1", port)]
        assert bird.accepted == 0


@contextmanager
def guarded(*allowed: str) -> Iterator[Egress]:
    egress = Egress(Allowance.of(allowed))
    try:
        yield egress
    finally:
        egress.stop()


def ask(egress: Egress, request: bytes) -> bytes:
    """What comes back until the end."""
    with socket.create_connection(("127.0.0.1", egress.port), 10) as link:
        link.sendall(request)
        parts = []
        while part := link.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def get(url: str, more: bytes = b"") -> bytes:
    return b"GET " + url.encode() + b" HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n"


def test_the_proxy_starts_wherever_the_program_is_called_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation to be edited is on nobody's path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place and Path(place).resolve() != ROOT.resolve()])
    with portal({"/": "<p>olá</p>"}) as (url, _), guarded(url.removeprefix("http://")) as egress:
        assert ask(egress, get(f"{url}/")).startswith(b"HTTP/1.1 200")


def test_s1_the_proxy_lets_through_what_is_allowed_and_nothing_else() -> None:
    with canary() as bird, portal({"/": "<p>olá</p>"}) as (url, asked), guarded(url.removeprefix("http://")) as egress:
        answer = ask(egress, get(f"{url}/"))
        assert answer.startswith(b"HTTP/1.1 200") and answer.endswith("<p>olá</p>".encode())
        assert b"\r\nConnection: close\r\n" in answer
        port = url.rpartition(":")[2]
        tunnel = ask(
            egress, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\nConnection: close\r\n\r\n".encode()
        )
        assert tunnel.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK")
        assert asked == ["/", "/"]
        for host in SPELLINGS:
            refused = ask(egress, get(f"http://{host}:{bird.port}/"))
            assert refused.startswith((b"HTTP/1.1 403 destination_ip_prohibited", b"HTTP/1.1 502 dns_error")), host
            assert ask(egress, f"CONNECT {host}:{bird.port} HTTP/1.1\r\n\r\n".encode()).startswith((b"HTTP/1.1 403", b"HTTP/1.1 502"))  # fmt: skip
        assert ask(egress, get("http://127.0.0.1:1/")).startswith(b"HTTP/1.1 403")
        assert ask(egress, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400")
        assert ask(egress, b"\x05\x01\x02") == b"\x05\xff"
        assert bird.accepted == 0
        deadline = time.monotonic() + 5
        while egress.refused["127.0.0.1:1"] < 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert egress.refused[f"127.0.0.1:{bird.port}"] >= 2
        kind, reason = egress.why("http://127.0.0.1:1/x") or ("", "")
        assert kind == "egress" and reason.startswith("endereço recusado: rede privada (127.0.0.1:1;")


def test_a_server_that_refuses_is_named_and_no_part_passes_for_the_whole() -> None:
    """A connection that breaks on the portal's side is seen to break."""
    with socket.create_server(("127.0.0.1", 0)) as half, guarded(f"127.0.0.1:{half.getsockname()[1]}", "127.0.0.1:9") as egress:  # fmt: skip
        assert ask(egress, get("http://127.0.0.1:9/")).startswith(b"HTTP/1.1 502 connection_refused")

        def cut() -> None:
            link, _ = half.accept()
            link.recv(4096)
            link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            link.close()

        thread = threading.Thread(target=cut, daemon=True)
        thread.start()
        with pytest.raises(ConnectionResetError):
            ask(egress, get(f"http://127.0.0.1:{half.getsockname()[1]}/"))
        thread.join(5)


def test_s1_a_connection_brings_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "LIMIT_BYTES", 1_000_000)
    told: list[tuple[str, int, str]] = []
    with portal({}) as (url, _):
        place = url.removeprefix("http://")

        async def run() -> int:
            listener = socket.create_server(("127.0.0.1", 0))
            server = await Filter(Allowance.of([place]), lambda *report: told.append(report)).serve(listener)
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            writer.write(get(f"{url}/nunca.exe"))
            got = 0
            try:
                while part := await asyncio.wait_for(reader.read(65_536), 10):
                    got += len(part)
            except ConnectionError:
                pass
            writer.close()
            server.close()
            return got

        assert asyncio.run(run()) <= 1_000_000
        assert [error for *_, error in told] == [proxy.TOO_LARGE]


def test_s1_the_vectors_lead_out_of_a_browser_that_nobody_guards(browser: Browser) -> None:
    """The other arm: what is refused elsewhere is really tried."""
    with canary() as bird:
        page, names = vectors(f"127.0.0.1:{bird.port}")
        assert len(names) + len(SPELLINGS) >= 50
        with portal({"/": page}, f"127.0.0.1:{bird.port}") as (url, _):
            tab = browser.new_page()
            tab.goto(f"{url}/")
            deadline = time.monotonic() + 10
            missing = set(names)
            while missing and time.monotonic() < deadline:
                tab.wait_for_timeout(50)
                missing -= {path.split("?")[0].removeprefix("/v/") for path in list(bird.paths)}
            tab.context.close()
        assert len(names) - len(missing) >= 25, missing


def test_s1_without_the_proxy_nothing_goes_out(browser: Browser) -> None:
    with canary() as bird, portal({"/": "ok"}) as (url, asked), guarded(url.removeprefix("http://"), f"127.0.0.1:{bird.port}") as egress:  # fmt: skip
        proxied: Any = {"server": egress.socks, "bypass": "<-loopback>"}
        chromium = browser.browser_type.launch(**launch_options(), proxy=proxied)
        tab = chromium.new_page()
        assert tab.goto(f"{url}/").ok  # type: ignore[union-attr]
        egress.process.send_signal(signal.SIGKILL)
        egress.process.wait(5)
        before = len(asked)
        for address in (f"{url}/", f"http://localhost:{bird.port}/", f"http://127.0.0.1:{bird.port}/"):
            with pytest.raises(Error, match=r"ERR_PROXY_CONNECTION_FAILED|ERR_SOCKS"):
                tab.goto(address)
        chromium.close()
        assert (bird.accepted, len(asked)) == (0, before)
        assert egress.why(f"{url}/") == ("egress", "o filtro de saída parou; sem ele nada sai desta máquina")


def test_s11_the_proxy_listens_on_this_machine_only_and_ends_with_who_started_it() -> None:
    code = "from transparency.egress.guard import *\nimport os, time\ne = Egress(Allowance())\nprint(e.process.pid, e.port, flush=True)\ntime.sleep(60)"  # fmt: skip
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert owner.stdout is not None
    pid, port = map(int, owner.stdout.readline().split())
    child = psutil.Process(pid)
    listening = {link.laddr for link in child.net_connections() if link.status == psutil.CONN_LISTEN}
    assert listening in ({("127.0.0.1", port)}, set())  # some sandboxes tell nobody
    owner.kill()
    owner.wait(5)
    child.wait(10)


def audit(url: str, folder: Path, *options: str, **env: str) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    """An audit as a user runs it, and its summary."""
    process = scrapy("audit", "Vila Hostil", "--uf", "PB", "--url", url, "--saida", str(folder), *options, env=env)
    found = sorted(folder.glob("pb/vila-hostil/*/audit.json"))
    assert found, process.stderr
    return process, json.loads(found[-1].read_text(encoding="utf-8"))


def hostile_pages(bird: Canary, secret: Path) -> dict[str, str]:
    page, _ = vectors(f"127.0.0.1:{bird.port}")
    to = f"http://127.0.0.1:{bird.port}/v"
    menu = (
        f"<a href='/folha'>Folha de pagamento</a> <a href='{to}/link'>Despesas</a> <a href='/go/hop'>Receitas</a>"
        f"<a href='{to}/edital.pdf'>Edital de licitação.pdf</a> <a href='/go/doc.pdf'>Relatório de despesas.pdf</a>"
        f"<a href='{secret.as_uri()}'>Licitações</a> <a href='ftp://127.0.0.1:{bird.port}/receita.csv'>Receitas arrecadadas</a>"
        f"<a href='/ler.pdf'>Relação de pagamentos.pdf</a> <a href='/bomba.pdf'>Receitas do mês.pdf</a>"
        f"<a href='view-source:{secret.as_uri()}'>Contratos</a> <a href='data:text/html,<h1>x</h1>'>Pessoal</a>"
        f"<button onclick=\"location='{to}/button'\">Empenhos</button>"
        f"<button onclick=\"location='{secret.as_uri()}'\">Liquidações</button>"
    )
    return {"/": f"<title>Portal</title>{menu}{page}", "/folha": f"<title>Folha</title>{PAYROLL}"}


def test_s1_s2_an_audit_of_a_hostile_portal(tmp_path: Path) -> None:
    """Through Scrapy and Chromium both: the canary sees nobody, no file of this machine is read, the honest page is judged."""
    secret = tmp_path / "segredo.txt"
    secret.write_text("palavra-que-ninguem-le", encoding="utf-8")
    with canary() as bird, portal({}, f"127.0.0.1:{bird.port}", secret) as (url, asked):
        pages = hostile_pages(bird, secret)
        with portal(pages, f"127.0.0.1:{bird.port}", secret) as (url, asked):
            process, summary = audit(
                url, tmp_path / "audits", "--nodes", "25", "--minutes", "2", "-s", "LOG_LEVEL=ERROR"
            )
        assert (bird.accepted, bird.datagrams()) == (0, 0)
    assert "Traceback" not in process.stderr
    assert "/folha" in asked and "/robots.txt" in asked and "/ler.pdf" in asked, asked
    assert summary["criteria"]["quadro_pessoal"]["published"] >= 3, summary["criteria"]
    assert sum(summary["refused"].values()) >= 25, summary["refused"]
    kinds = {(problem["kind"], problem["reason"].split(" (")[0]) for problem in summary["problems"]}
    assert ("egress", "endereço recusado: rede privada") in kinds, summary["problems"]
    assert ("egress", "endereço recusado: não é da internet") in kinds, summary["problems"]
    assert ("network", "a resposta do servidor cresce sem medida ao ser descomprimida") in kinds, summary["problems"]
    assert not any(problem["kind"] == "bug" for problem in summary["problems"]), summary["problems"]
    for path in (tmp_path / "audits").rglob("*"):
        assert not path.is_file() or b"palavra-que-ninguem-le" not in path.read_bytes()


def test_s1_only_what_a_person_gave_is_allowed(tmp_path: Path) -> None:
    """An entry in a catalogue of one's own is as if typed, exactly; what it leads to is refused, with the setting that
    would allow it."""
    with (
        portal({"/": PAYROLL}) as (other, asked),
        portal({"/": f"<a href='{other}/'>Folha de pagamento</a>"}) as (url, welcome),
    ):
        catalogue = tmp_path / "c.csv"
        catalogue.write_text(f"slug,name,uf,ibge,portal_url,city_url,families\nvila,Vila,PB,,{url}/,,\n", encoding="utf-8")  # fmt: skip
        command = [sys.executable, "-m", "scrapy", "audit", "vila", "--catalogo", str(catalogue), "--saida", str(tmp_path / "a")]  # fmt: skip
        env = {name: value for name, value in os.environ.items() if name != "TRANSPARENCY_EGRESS_ALLOWED"}
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False, env=env)
        place = other.removeprefix("http://")
        assert welcome and not asked
        told = next((tmp_path / "a").rglob("audit.json")).read_text(encoding="utf-8")
        assert f"permita-o com -s EGRESS_ALLOWED={place}" in told


def test_s1_an_allowance_is_exact() -> None:
    with pytest.raises(UserError, match="EGRESS_ALLOWED: “\\*”"):
        PortalSpider.prepare(Settings({"EGRESS_ALLOWED": "*"}), municipio="santa-rita")
