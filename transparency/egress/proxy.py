"""The filtering proxy: resolves a name, checks every answer, and connects to an address that it has checked.

Speaks SOCKS5 (Chromium: what passes through stays as it is, whatever the protocol) and HTTP with CONNECT (Scrapy) on one
port. Runs in a process of its own, ``python -m transparency.egress.proxy``, which ends with the one that started it.
"""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import json
import os
import re
import socket
import struct
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from transparency.egress.policy import Allowance, IPAddress, is_special, literal_address, shown
from transparency.egress.upstream import Upstream, status_of

REFUSED = "destination_ip_prohibited"
"""Errors are called as in RFC 9209 (Proxy-Status)."""
NO_SUCH_NAME, NO_NAME_SERVER = "dns_error", "dns_timeout"
NOT_ANSWERED, NOT_ACCEPTED = "connection_timeout", "connection_refused"
UNREACHABLE, TOO_LARGE = "destination_ip_unroutable", "http_response_body_size"
BAD_REQUEST = "http_request_error"
PROXY_GONE, PROXY_REFUSES, PROXY_ASKS = "proxy_internal_error", "http_request_denied", "proxy_configuration_error"
"""Of the proxy of the house: it does not answer, lets nobody go there, does not know us."""
UPSTREAM = "TRANSPARENCY_EGRESS_UPSTREAM"
"""Variable of the process that tells of the proxy of the house: a command line is seen by everybody."""
SILENT = (NO_NAME_SERVER, NOT_ANSWERED, UNREACHABLE, PROXY_GONE)
"""Nobody has answered: neither the server nor one that knows its name. So it is where a machine has no network."""

HANDSHAKE_SECONDS = 20
RESOLVE_SECONDS = 15
CONNECT_SECONDS = 15
"""Per address; a name may have several."""
ADDRESSES = 4
"""So many addresses of a name are tried."""
REMEMBERED_SECONDS = 30
"""So long the checked addresses of a name are used again."""
REMEMBERED = 1024
HEAD_BYTES = 65_536
LIMIT_BYTES = 500_000_000
"""That one connection may bring: more is no page."""
CONNECTIONS = 1024

_SOCKS = {REFUSED: 2, UNREACHABLE: 3, NO_SUCH_NAME: 4, NO_NAME_SERVER: 4, NOT_ANSWERED: 4, NOT_ACCEPTED: 5}
_STATUS = {REFUSED: 403, BAD_REQUEST: 400, NO_NAME_SERVER: 504, NOT_ANSWERED: 504}
_TARGET = re.compile(rb"([A-Z]+) http://(?:[^/?#@\s]*@)?(\[[^\]\s]+\]|[^/?#:\s]+)(?::(\d{1,5}))?([^\s]*) (HTTP/1\.[01])", re.I)  # fmt: skip
_TUNNEL = re.compile(rb"CONNECT (\[[^\]\s]+\]|[^/?#:\s]+):(\d{1,5}) HTTP/1\.[01]")
_HOP = re.compile(rb"(connection|proxy-connection|keep-alive|proxy-status|proxy-authorization)\s*:", re.I)

Resolve = Callable[[str, int], Awaitable[Sequence[IPAddress]]]
Report = Callable[[str, int, str], None]


class Refusal(Exception):
    """Why there is no connection: ``error`` by its name in RFC 9209."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


class Filter:
    """Opens connections to what may be connected to, and to nothing else."""

    def __init__(
        self, allowance: Allowance, report: Report, resolve: Resolve | None = None, upstream: Upstream | None = None
    ) -> None:
        """``report`` is told host, port and error of each connection that there is not."""
        self.allowance, self.report, self.upstream = allowance, report, upstream
        self._resolve = resolve or self._ask
        self._pool = ThreadPoolExecutor(32, "dns")
        self._remembered: dict[tuple[str, int], tuple[float, list[IPAddress]]] = {}
        self.connections = 0

    async def serve(self, listener: socket.socket) -> asyncio.Server:
        """Answer on a listening socket of this machine."""
        return await asyncio.get_running_loop().create_server(lambda: _Client(self), sock=listener, backlog=512)

    async def addresses(self, host: str, port: int) -> list[IPAddress]:
        """The addresses of a host, all of them checked. Refusal when any may not be connected to."""
        remembered, found = self._remembered.get((host, port), (0.0, []))
        if time.monotonic() - remembered < REMEMBERED_SECONDS:
            return found
        literal = literal_address(host)
        try:
            answers = [literal] if literal else await asyncio.wait_for(self._resolve(host, port), RESOLVE_SECONDS)
        except TimeoutError:
            raise Refusal(NOT_ANSWERED) from None
        except (OSError, ValueError) as error:  # UnicodeError: a name that is none
            unasked = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
            raise Refusal(NO_NAME_SERVER if unasked else NO_SUCH_NAME) from None
        if not answers:
            raise Refusal(NO_SUCH_NAME)
        if not port or not all(self.allowance.admits(host, port, address) for address in answers):
            raise Refusal(REFUSED)
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[host, port] = (time.monotonic(), list(answers))
        return list(answers)

    async def _ask(self, host: str, port: int) -> Sequence[IPAddress]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, socket.getaddrinfo, host, port, 0, socket.SOCK_STREAM)
        return [ipaddress.ip_address(text) for text in dict.fromkeys(str(answer[4][0]) for answer in found)]

    async def connect(self, host: str, port: int, client: _Client) -> _Server:
        """A connection to a checked address of a host. Refusal when there is none."""
        error = UNREACHABLE
        upstream = None if self.upstream is None or self.upstream.spares(host) else self.upstream
        if upstream is not None and upstream.resolves and port and literal_address(host) is None:
            return await self._through(upstream, shown(host, port), client)
        for address in (await self.addresses(host, port))[:ADDRESSES]:
            if upstream is not None and not is_special(address):
                return await self._through(upstream, shown(str(address), port), client)
            try:
                loop = asyncio.get_running_loop()
                opening = loop.create_connection(lambda: _Server(client), str(address), port)
                _, server = await asyncio.wait_for(opening, CONNECT_SECONDS)
            except TimeoutError:
                error = NOT_ANSWERED
            except ConnectionRefusedError:
                error = NOT_ACCEPTED
            except OSError:
                error = UNREACHABLE
            else:
                return server
        raise Refusal(error)

    async def _through(self, upstream: Upstream, place: str, client: _Client) -> _Server:
        """A connection that the proxy of the house has opened to a place. Refusal when it has not."""
        loop = asyncio.get_running_loop()
        server = _Tunnelled(client, upstream.asked(place), loop.create_future())
        try:
            opening = loop.create_connection(lambda: server, upstream.host, upstream.port, ssl=upstream.tls)
            await asyncio.wait_for(opening, CONNECT_SECONDS)
        except (TimeoutError, OSError):  # ssl.SSLError is one
            raise Refusal(PROXY_GONE) from None
        try:
            status = await asyncio.wait_for(server.opened, 2 * CONNECT_SECONDS)
        except TimeoutError:
            status = 504
        if 200 <= status < 300:
            return server
        server.transport.abort()
        raise Refusal(_UPSTREAM_SAYS.get(status, PROXY_REFUSES if 400 <= status < 500 else PROXY_GONE))


_UPSTREAM_SAYS = {407: PROXY_ASKS, 502: UNREACHABLE, 503: UNREACHABLE, 504: NOT_ANSWERED}


class _Side(asyncio.Protocol):
    """One side of a connection: what comes in goes out on the other, no faster than that takes it."""

    transport: asyncio.Transport
    other: _Side | None = None
    lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if (raw := transport.get_extra_info("socket")) is not None:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and not self.other.lost:
            self.other.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if self.other is not None and not self.other.lost:
            if error is not None:
                self.other.reset()
            else:
                self.other.transport.close()

    def reset(self) -> None:
        """End the connection as a broken one, so that the other end does not take what it has for the whole."""
        if (raw := self.transport.get_extra_info("socket")) is not None and not self.lost:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


class _Server(_Side):
    """The side of a portal."""

    other: _Client

    def __init__(self, client: _Client) -> None:
        self.other = client
        self.received = 0
        self.head: bytes | None = None
        """What has come of the head of an answer that is to be marked as the last of its connection."""

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > LIMIT_BYTES:
            self.other.tell(TOO_LARGE)
            self.other.reset()
            self.reset()
            return
        if self.head is not None:
            data = self._answer(data)
        self.other.transport.write(data)

    def eof_received(self) -> None:
        if self.head:  # no head at all, from beginning to end
            self.other.transport.write(self.head)

    def _answer(self, data: bytes) -> bytes:
        head, end, rest = (self.head + data if self.head else data).partition(b"\r\n\r\n")
        if not end and len(head) < HEAD_BYTES:
            self.head = head
            return b""
        if end and re.match(rb"HTTP/1\.[01] 1(?!01)", head):  # "continue": the answer itself is still to come
            self.head = b""
            return head + end + (self._answer(rest) if rest else b"")
        self.head = None
        return (last_of_its_connection(head) if end else head) + end + rest


class _Tunnelled(_Server):
    """The side of a portal behind the proxy of the house, which is asked for it first."""

    def __init__(self, client: _Client, asked: bytes, opened: asyncio.Future[int]) -> None:
        super().__init__(client)
        self.opened = opened
        """The status that the proxy has answered; 0 where it has answered nothing."""
        self._asked, self._answer_head = asked, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        if self.opened.done():
            super().data_received(data)
            return
        self._answer_head += data
        head, end, rest = self._answer_head.partition(b"\r\n\r\n")
        if end or len(head) > HEAD_BYTES:
            self.opened.set_result(status_of(head))
            if rest:
                super().data_received(rest)

    def eof_received(self) -> None:
        if self.opened.done():
            super().eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        if self.opened.done():
            super().connection_lost(error)
        else:
            self.lost = True
            self.opened.set_result(0)


class _Client(_Side):
    """The side of the browser, or of Scrapy: says where it wants to go."""

    other: _Server | None = None

    def __init__(self, gate: Filter) -> None:
        self.gate = gate
        self.buffer = b""
        self.state = "hello"
        self.place = ("", 0)
        self.is_socks = False
        self._task: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.gate.connections += 1
        if self.gate.connections > CONNECTIONS:
            self.transport.abort()
            return
        self._deadline = asyncio.get_running_loop().call_later(HANDSHAKE_SECONDS, self.transport.abort)

    def connection_lost(self, error: Exception | None) -> None:
        self.gate.connections -= 1
        if self._deadline is not None:
            self._deadline.cancel()
        if self._task is not None and self.other is None:
            self._task.cancel()
        super().connection_lost(error)

    def tell(self, error: str) -> None:
        """Report what is wrong with the place that was asked for."""
        self.gate.report(*self.place, error)

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.transport.write(data)
            return
        self.buffer += data
        if len(self.buffer) > HEAD_BYTES and self.state != "connecting":
            self.transport.abort()
        elif self.state == "connecting":
            if len(self.buffer) > HEAD_BYTES:
                self.transport.pause_reading()
        elif self.state == "socks" or self.buffer[0] == 5:
            self._socks()
        elif b"\r\n\r\n" in self.buffer:
            self._http()

    def _socks(self) -> None:
        self.is_socks = True
        if self.state == "hello":
            if len(self.buffer) < 2 or len(self.buffer) < 2 + self.buffer[1]:
                return
            methods, self.buffer = self.buffer[2 : 2 + self.buffer[1]], self.buffer[2 + self.buffer[1] :]
            if 0 not in methods:
                self.transport.write(b"\x05\xff")
                self.transport.close()
                return
            self.state = "socks"
            self.transport.write(b"\x05\x00")
        try:
            asked = socks_request(self.buffer)
        except ValueError:
            self._deny(BAD_REQUEST)
            return
        if asked is not None:
            host, port, length = asked
            self.buffer = self.buffer[length:]
            self._open(host, port, b"\x05\x00\x00\x01" + bytes(6), b"")

    def _http(self) -> None:
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        try:
            host, port, first = http_request(head)
        except ValueError:
            self._deny(BAD_REQUEST)
            return
        self._open(host, port, b"" if first else b"HTTP/1.1 200 Connection established\r\n\r\n", first)

    def _open(self, host: str, port: int, answer: bytes, first: bytes) -> None:
        self.state, self.place = "connecting", (host, port)
        if self._deadline is not None:
            self._deadline.cancel()
        self._task = asyncio.ensure_future(self._connect(answer, first))

    async def _connect(self, answer: bytes, first: bytes) -> None:
        try:
            server = await self.gate.connect(*self.place, self)
        except Refusal as refusal:
            self.tell(refusal.error)
            self._deny(refusal.error)
            return
        if self.lost:
            server.transport.abort()
            return
        if first:
            server.head = b""
        self.other = server
        if answer:
            self.transport.write(answer)
        if first or self.buffer:
            server.transport.write(first + self.buffer)
        self.buffer = b""
        self.transport.resume_reading()

    def _deny(self, error: str) -> None:
        if self.lost:
            return
        if self.is_socks:
            self.transport.write(bytes((5, _SOCKS.get(error, 1), 0, 1)) + bytes(6))
        else:
            status = f"HTTP/1.1 {_STATUS.get(error, 502)} {error}\r\nProxy-Status: egress; error={error}\r\n"
            self.transport.write(f"{status}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
        self.transport.close()


def socks_request(data: bytes) -> tuple[str, int, int] | None:
    """Host, port and length of a SOCKS5 request; None while it is not whole. ValueError when it asks for anything but a
    connection."""
    if len(data) < 5:
        return None
    if data[:3] != b"\x05\x01\x00":
        raise ValueError("not a connection")
    start, length = {1: (4, 4), 3: (5, data[4]), 4: (4, 16)}.get(data[3], (0, 0))
    if not length:
        raise ValueError("unknown kind of address")
    end = start + length
    if len(data) < end + 2:
        return None
    raw = data[start:end]
    host = raw.decode("ascii") if data[3] == 3 else str(ipaddress.ip_address(raw))
    return host, int.from_bytes(data[end : end + 2], "big"), end + 2


def http_request(head: bytes) -> tuple[str, int, bytes]:
    """Host and port that an HTTP request to a proxy is for, and its head as the portal is to get it (empty for a tunnel).
    ValueError when it is no such request.

    >>> http_request(b"GET http://a.example/x?y HTTP/1.1\\r\\nHost: a.example\\r\\nProxy-Connection: keep-alive")
    ('a.example', 80, b'GET /x?y HTTP/1.1\\r\\nHost: a.example\\r\\nConnection: close\\r\\n\\r\\n')
    """
    line, _, headers = head.partition(b"\r\n")
    if tunnel := _TUNNEL.fullmatch(line):
        return _place(tunnel[1]), _port(tunnel[2]), b""
    asked = _TARGET.fullmatch(line)
    if asked is None:
        raise ValueError("no request to a proxy")
    method, host, port, target, version = asked.groups()
    path = target if target.startswith(b"/") else b"/" + target
    first = b" ".join((method, path, version)) + b"\r\n" + headers
    return _place(host), _port(port or b"80"), last_of_its_connection(first) + b"\r\n\r\n"


def last_of_its_connection(head: bytes) -> bytes:
    """A request's or an answer's head, without what concerns the connection, which is not kept."""
    kept: list[bytes] = []
    dropped = False
    for number, line in enumerate(head.split(b"\r\n")):
        dropped = bool(number) and (bool(_HOP.match(line)) or (dropped and line[:1] in (b" ", b"\t")))
        if not dropped and line:
            kept.append(line)
    return b"\r\n".join((*kept, b"Connection: close"))


def _place(host: bytes) -> str:
    return host.decode("ascii").strip("[]")


def _port(text: bytes) -> int:
    port = int(text)
    if port > 65535:
        raise ValueError("no such port")
    return port


async def run(listener: socket.socket, allowance: Allowance) -> None:
    """Serve until standard input ends, which it does with the process that holds its other end."""

    def report(host: str, port: int, error: str) -> None:
        line = json.dumps({"host": host[:255], "port": port, "error": error}) + "\n"
        os.write(1, line.encode())

    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def listen_for_the_end() -> None:
        if not os.read(0, 64):
            over.set()

    loop.add_reader(0, listen_for_the_end)
    upstream = Upstream.read(os.environ.pop(UPSTREAM, ""))
    server = await Filter(allowance, report, upstream=upstream).serve(listener)
    try:
        await over.wait()
    finally:
        server.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve on a listening socket that was inherited."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--listener", type=int, required=True, help="file descriptor")
    parser.add_argument("--allow", default="", help="host:port, comma separated")
    asked = parser.parse_args(arguments)
    asyncio.run(run(socket.socket(fileno=asked.listener), Allowance.of(asked.allow.split(","))))
    os._exit(0)  # a name that is still being asked for must not hold the process


if __name__ == "__main__":
    sys.exit(main())
