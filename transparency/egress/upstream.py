"""A proxy of the house, through which everything has to leave: the filter in front of a crawl goes through it by CONNECT.

The filter still looks every name up and checks every answer; the proxy is asked for the address that was checked, so that nobody
answers otherwise behind it. Where only the proxy can look names up, it is trusted to (``resolves``).
"""

from __future__ import annotations

import base64
import json
import re
import ssl
from dataclasses import asdict, dataclass, field
from urllib.parse import unquote, urlsplit

from transparency.items import UserError

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Upstream:
    """``spared``: hosts that are not gone to through it, as in NO_PROXY."""

    host: str
    port: int
    secure: bool = False
    credentials: str = field(default="", repr=False)
    spared: str = ""
    resolves: bool = False

    @classmethod
    def of(cls, address: str, spared: str = "", resolves: bool = False) -> Upstream | None:
        """From ``http://user:password@host:port``; None for nothing. UserError, which does not show it, for anything else."""
        if not address.strip():
            return None
        text = address.strip() if "://" in address else f"http://{address.strip()}"
        parts = urlsplit("")
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            host, port = "", 0
        if (
            parts.scheme not in _PORTS
            or not host
            or not port
            or parts.path.strip("/")
            or re.search(r"[\s\x00-\x1f]", text)
        ):
            raise UserError(
                "O proxy de saída (OUTGOING_PROXY, HTTPS_PROXY) não é um que se possa usar.",
                "Dê http://servidor:porta ou https://servidor:porta; com usuario:senha@, se ele os pede. SOCKS não serve.",
            )
        who = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}" if parts.username else ""
        return cls(host, port, parts.scheme == "https", who, spared, resolves)

    @classmethod
    def from_environment(cls) -> tuple[str, str]:
        """The proxy and the hosts that are spared, as other programs are told (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY; NO_PROXY)."""
        from urllib.request import getproxies_environment

        found = getproxies_environment()
        return next((found[kind] for kind in ("https", "http", "all") if found.get(kind)), ""), found.get("no", "")

    @classmethod
    def read(cls, text: str) -> Upstream | None:
        """What ``written`` wrote."""
        return cls(**json.loads(text)) if text else None

    def written(self) -> str:
        """For a process of one's own. It holds the password."""
        return json.dumps(asdict(self))

    def spares(self, host: str) -> bool:
        """Whether a host is gone to straight."""
        from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined] # slow to load

        return bool(proxy_bypass_environment(host, {"no": self.spared}))

    def asked(self, place: str) -> bytes:
        """The request to be connected to a place (``host:port``)."""
        who = base64.b64encode(self.credentials.encode()).decode()
        known = f"Proxy-Authorization: Basic {who}\r\n" if who else ""
        return f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n{known}\r\n".encode()

    @property
    def tls(self) -> ssl.SSLContext | None:
        """How the proxy itself is spoken to."""
        return ssl.create_default_context() if self.secure else None


def status_of(head: bytes) -> int:
    """Of a proxy's answer; 0 where it is none.

    >>> status_of(b"HTTP/1.1 407 Proxy Authentication Required"), status_of(b"SSH-2.0")
    (407, 0)
    """
    found = _STATUS.match(head)
    return int(found[1]) if found else 0
