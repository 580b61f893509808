"""Who takes news: a real SMTP server and a real receiver of webhooks, on 127.0.0.1."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


def free_port() -> int:
    """Where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class PostOffice:
    """Mails and posts that came. ``refused``: recipients that the server does not know; ``status``: what webhooks are answered."""

    smtp: int
    web: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    posts: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    status: int = 200
    user: str = ""
    password: str = ""

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if address in self.refused:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        return "250 OK"

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
        fine = isinstance(given, LoginPassword) and given == LoginPassword(self.user.encode(), self.password.encode())
        return AuthResult(success=fine, handled=False)

    @property
    def mail_settings(self) -> dict[str, Any]:
        return {"MAIL_HOST": "127.0.0.1", "MAIL_PORT": self.smtp, "MAIL_FROM": "auditor@orgao.example"}

    def webhook(self, path: str = "/aviso") -> str:
        return f"http://127.0.0.1:{self.web}{path}"


@contextmanager
def post_office(smtp: int = 0, user: str = "", password: str = "") -> Iterator[PostOffice]:
    """Open until the end of the block; ``smtp``: at that port. With a ``user``, nobody else may send."""
    office = PostOffice(smtp or free_port(), user=user, password=password)
    secured = {"auth_require_tls": False, "auth_required": True, "authenticator": office.authenticate} if user else {}
    controller = Controller(office, hostname="127.0.0.1", port=office.smtp, **secured)

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            office.paths.append(self.path)
            if office.status == 200:
                office.posts.append(body)
            self.send_response(office.status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    office.web = server.server_port
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
        server.shutdown()
        server.server_close()
