"""Servers that misbehave, each in its own way and at its own port of this machine: networks as they are."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import gzip
import socket
import ssl
import struct
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import brotli
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HEADINGS = ("Matrícula", "Nome do servidor", "Cargo", "Remuneração")
PAGE = (
    "<!doctype html><title>Folha de pagamento</title><h1>Folha de pagamento dos servidores</h1><table><tr>"
    + "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    + "</tr>"
    + "".join(
        f"<tr><td>10{n}</td><td>João Servidor {n}</td><td>Agente</td><td>{n}.234,56</td></tr>" for n in range(1, 6)
    )
    + "</table>"
)
BODY = PAGE.encode()
FAR = BODY + b"<p>" + b"x" * 200_000
LONG_SECONDS = 120
"""So long a server that stalls keeps a connection."""

Fault = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def head(status: str = "200 OK", **headers: object) -> bytes:
    """The head of an answer."""
    given = {"Content_Type": "text/html; charset=utf-8", "Connection": "close", **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in given.items() if value is not None]
    return "\r\n".join((f"HTTP/1.1 {status}", *lines, "", "")).encode("latin-1")


def says(*parts: bytes) -> Fault:
    """A server that sends this, whatever it is asked, and closes."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(parts))
        await writer.drain()

    return answer


def stalls(*parts: bytes, each: float = LONG_SECONDS) -> Fault:
    """A server that sends the last part byte by byte, ``each`` seconds between them."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(parts[:-1]))
        for byte in parts[-1] or bytes(1):
            if parts[-1]:
                writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(each)

    return answer


def resets(*parts: bytes) -> Fault:
    """A server that sends this and breaks the connection."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"".join(parts))
        await writer.drain()
        await asyncio.sleep(0.1)
        raw = writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    return answer


async def _endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(head())
    while True:
        writer.write(b"<p>mais uma linha</p>" * 500)
        await writer.drain()
        await asyncio.sleep(0.02)


def _packed(name: str, body: bytes) -> bytes:
    return head(Content_Encoding=name, Content_Length=len(body)) + body


FAULTS: dict[str, Fault] = {
    "slow-body": stalls(head(Content_Length=len(BODY)), BODY, each=1),
    "slow-head": stalls(head(), each=1),
    "no-answer": stalls(b""),
    "endless-body": _endless,
    "reset-at-once": resets(),
    "reset-in-body": resets(head(Content_Length=len(FAR)), FAR[:4000]),
    "closed-in-body": says(head(Content_Length=len(FAR)), FAR[:4000]),
    "broken-chunk": says(head(Transfer_Encoding="chunked"), b"400\r\n", BODY[:1024], b"\r\nzz\r\n", BODY[1024:]),
    "unended-chunks": says(head(Transfer_Encoding="chunked"), b"400\r\n", BODY[:1024].ljust(1024), b"\r\n"),
    "truncated-gzip": says(_packed("gzip", gzip.compress(FAR)[:300])),
    "truncated-br": says(_packed("br", brotli.compress(FAR)[:170])),
    "not-gzip": says(_packed("gzip", BODY)),
    "not-zstd": says(_packed("zstd", BODY)),
    "bad-header": says(b"HTTP/1.1 200 OK\r\nContent-Type text/html\r\n\x00\x01: \xff\r\n\r\n", BODY),
    "huge-header": says(head(X_Huge="x" * 400_000), BODY),
    "not-http": says(b"SSH-2.0-OpenSSH_9.6\r\n" * 3),
    "empty-reply": says(b""),
    "no-content": says(head("204 No Content")),
    "redirect-loop": says(head("302 Found", Location="/outra-vez", Content_Length=0)),
    "redirect-nowhere": says(head("302 Found", Location="file:///etc/hostname", Content_Length=0)),
    "busy": says(head("503 Service Unavailable", Content_Length=5), b"<p>. "),
    "too-many": says(head("429 Too Many Requests", Content_Length=5, Retry_After="1"), b"<p>. "),
    "busy-for-a-day": says(head("503 Service Unavailable", Content_Length=5, Retry_After="86400"), b"<p>. "),
    "tls-garbage": says(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "tls-stall": stalls(b""),
    "tls-expired": says(head(Content_Length=len(BODY)), BODY),
    "tls-self-signed": says(head(Content_Length=len(BODY)), BODY),
    "latin-1-as-utf-8": says(head(), PAGE.encode("latin-1")),
    "latin-1-unnamed": says(head(Content_Type="text/html"), PAGE.encode("latin-1")),
    "utf-8-as-latin-1": says(head(Content_Type="text/html; charset=iso-8859-1"), b"<meta charset=utf-8>" + BODY),
    "short-length": says(head(Content_Length=len(BODY)), BODY, b"<p>e mais do que se disse</p>" * 20),
}
"""What a server does with every request but the one for robots.txt, by name."""
READABLE = frozenset(
    "tls-expired tls-self-signed latin-1-as-utf-8 latin-1-unnamed utf-8-as-latin-1 short-length".split()
)
"""Those behind which there is a page all the same."""
NOWHERE = {"nxdomain": "http://prefeitura.invalid/"}
"""Addresses without a server."""


def certificate(days: tuple[int, int]) -> tuple[bytes, bytes]:
    """A certificate that nobody vouches for, valid between these days from now, and its key (PEM)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + dt.timedelta(days=days[0])).not_valid_after(now + dt.timedelta(days=days[1]))
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    plain = serialization.NoEncryption()
    kept = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return made.public_bytes(serialization.Encoding.PEM), kept


def _tls(days: tuple[int, int]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pair.pem"
        file.write_bytes(b"".join(certificate(days)))
        context.load_cert_chain(file)
    return context


class Toxic:
    """The servers, in a thread of their own."""

    def __init__(self, faults: dict[str, Fault]) -> None:
        self.faults = faults
        self.urls: dict[str, str] = {}
        self.asked: dict[str, list[float]] = {}
        """Fault → times (monotonic) of the requests for pages."""
        self.loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._open())
        self._ready.set()
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0.05))
        self.loop.close()

    async def _open(self) -> None:
        for name, fault in self.faults.items():
            tls = {"tls-expired": (-400, -10), "tls-self-signed": (-1, 30)}.get(name)
            context = _tls(tls) if tls else None
            server = await asyncio.start_server(self._answer(name, fault), "127.0.0.1", 0, ssl=context, limit=1 << 20)
            scheme = "https" if name.startswith("tls") else "http"
            self.urls[name] = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}/"

    def _answer(self, name: str, fault: Fault) -> Fault:
        raw = name in ("tls-garbage", "tls-stall", "reset-at-once")

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(
                OSError, ValueError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError
            ):
                asked = b"" if raw else await reader.readuntil(b"\r\n\r\n")
                if b" /robots.txt " in asked:
                    writer.write(head("404 Not Found", Content_Length=0))
                else:
                    self.asked.setdefault(name, []).append(self.loop.time())
                    await fault(reader, writer)
                await writer.drain()
            with contextlib.suppress(Exception):
                writer.close()

        return answer

    def start(self) -> None:
        """Until they all listen."""
        self.thread.start()
        self._ready.wait(20)

    def stop(self) -> None:
        """Close everything."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)


@contextlib.contextmanager
def toxic(faults: dict[str, Fault] | None = None) -> Iterator[Toxic]:
    """These servers (all of them, unless named), until the block ends."""
    servers = Toxic(FAULTS if faults is None else faults)
    servers.start()
    try:
        yield servers
    finally:
        servers.stop()
