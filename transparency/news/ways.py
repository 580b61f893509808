"""The two ways to somebody who does not look: SMTP, and a webhook."""

from __future__ import annotations

import json
import smtplib
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from http.client import HTTPException
from typing import Any

from scrapy.settings import BaseSettings

from transparency import __version__

SECONDS = 20
"""So long a server may take to answer."""


class Undelivered(Exception):
    """Why something did not go out (Portuguese). It names no address, and repeats nothing that a server has said."""


@dataclass(frozen=True)
class Mailer:
    """Who sends e-mails: Scrapy's own settings (``MAIL_HOST`` …). Scrapy's ``MailSender`` is deprecated and wants a reactor."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ssl: bool = False

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Mailer:
        """``MAIL_HOST``, ``MAIL_PORT``, ``MAIL_FROM``, ``MAIL_USER``, ``MAIL_PASS``, ``MAIL_TLS``, ``MAIL_SSL``."""
        return cls(
            settings["MAIL_HOST"], settings.getint("MAIL_PORT"), settings["MAIL_FROM"], settings.get("MAIL_USER") or "",
            settings.get("MAIL_PASS") or "", settings.getbool("MAIL_TLS"), settings.getbool("MAIL_SSL"),
        )  # fmt: skip

    def send(self, to: str, subject: str, text: str, key: str) -> None:
        """One e-mail. ``key``: the same for the same, sent again. Undelivered says why not."""
        try:
            message = EmailMessage()
            message["From"], message["To"] = self.sender, to
            message["Subject"] = " ".join(subject.split())
            message["Date"] = formatdate(localtime=True)
            message["Message-ID"] = f"<{key}@{self.sender.rpartition('@')[2].strip('<> ') or 'transparency'}>"
            message["Auto-Submitted"] = "auto-generated"
            message.set_content(text)
            with self._connected() as server:
                server.send_message(message)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise Undelivered(why(error)) from None

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.ssl:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        if self.tls:
            server.starttls(context=context)
        if self.user:
            server.login(self.user, self.password)
        return server


class _Straight(urllib.request.HTTPRedirectHandler):
    """What is sent to an address is for nobody else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Never."""
        return


def post(address: str, told: Mapping[str, Any], key: str) -> None:
    """Send JSON to a webhook. Undelivered says why not."""
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": f"transparency/{__version__}",
        "Idempotency-Key": key,
    }
    try:
        request = urllib.request.Request(address, json.dumps(told, ensure_ascii=False).encode(), headers, method="POST")  # noqa: S310 - http or https, see subscriptions.py
        with urllib.request.build_opener(_Straight).open(request, timeout=SECONDS) as answer:
            answer.read(1000)
    except (OSError, HTTPException, ValueError) as error:
        raise Undelivered(why(error)) from None


def why(error: BaseException) -> str:
    """What went wrong, in words (Portuguese).

    >>> why(ConnectionRefusedError()), why(smtplib.SMTPAuthenticationError(535, b"secret"))
    ('o servidor recusou a conexão', 'o servidor recusou o usuário ou a senha')
    """
    if isinstance(error, urllib.error.HTTPError):
        return f"o servidor respondeu {error.code}"
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, BaseException):
        return why(error.reason)
    if isinstance(error, smtplib.SMTPResponseException) and not isinstance(error, smtplib.SMTPAuthenticationError):
        return f"o servidor respondeu {error.smtp_code}"
    return next((words for kind, words in _WORDS if isinstance(error, kind)), f"a conversa falhou ({type(error).__name__})")  # fmt: skip


_WORDS: tuple[tuple[type[BaseException], str], ...] = (
    (smtplib.SMTPAuthenticationError, "o servidor recusou o usuário ou a senha"),
    (smtplib.SMTPRecipientsRefused, "o servidor recusou o destinatário"),
    (smtplib.SMTPNotSupportedError, "o servidor não faz o que os ajustes MAIL_… pedem"),
    (smtplib.SMTPServerDisconnected, "o servidor cortou a conexão"),
    (ssl.SSLCertVerificationError, "o certificado do servidor não é válido"),
    (ssl.SSLError, "a conexão segura falhou"),
    (ConnectionRefusedError, "o servidor recusou a conexão"),
    (ConnectionError, "o servidor cortou a conexão"),
    (TimeoutError, f"o servidor não respondeu em {SECONDS} s"),
    (socket.gaierror, "o nome do servidor não existe (DNS)"),
    (OSError, "o servidor está fora de alcance"),
)
