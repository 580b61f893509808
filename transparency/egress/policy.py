"""Which addresses may be connected to: those of the public internet, and what was allowed exactly."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from transparency.items import UserError

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_SPECIAL = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",  # Azure's own services, at a public address
        "::/96", "::ffff:0:0/96",  # IPv4 in IPv6, which must not be a way round the list above
        "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16",
        "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    )
)  # fmt: skip
"""IANA's special-purpose registries, spelled out: ``is_global`` differs between versions of Python."""


def is_special(address: IPAddress) -> bool:
    """Whether an address is private, local, reserved or otherwise not of the public internet.

    >>> is_special(ipaddress.ip_address("169.254.169.254")), is_special(ipaddress.ip_address("200.130.0.1"))
    (True, False)
    """
    return not address.is_global or any(
        address in network for network in _SPECIAL if network.version == address.version
    )


def is_own(address: IPAddress) -> bool:
    """Whether an address is this very machine's: services that a firewall hides from others answer there, too."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


@dataclass(frozen=True)
class Allowance:
    """What may be connected to though it is private: exactly these hosts at exactly these ports."""

    entries: frozenset[tuple[str, int]] = frozenset()

    @classmethod
    def of(cls, texts: Iterable[str]) -> Allowance:
        """From ``host:port`` each. UserError for anything else: nobody allows more than they meant to.

        >>> sorted(Allowance.of(["127.0.0.1:8080", "[::1]:80"]).entries)
        [('127.0.0.1', 8080), ('::1', 80)]
        """
        return cls(frozenset(_entry(text) for text in texts if text.strip()))

    def __str__(self) -> str:
        return ",".join(sorted(shown(*entry) for entry in self.entries))

    def admits(self, host: str, port: int, address: IPAddress) -> bool:
        """Whether an answer for a host may be connected to. An entry by name trusts whoever answers for the name."""
        if (canonical_host(host), port) in self.entries or (str(address), port) in self.entries:
            return True
        return not is_special(address) and not is_own(address)


def shown(host: str, port: int) -> str:
    """``host:port``, as it is written in EGRESS_ALLOWED."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def canonical_host(host: str) -> str:
    """Lower case, no brackets, no dot at the end; an address in its usual spelling.

    >>> canonical_host("[0:0::1]"), canonical_host("Intranet.Example.")
    ('::1', 'intranet.example')
    """
    text = host.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return text


def literal_address(host: str) -> IPAddress | None:
    """The address that a host is, when it is none by name (``127.0.0.1``, ``[::1]``, ``localhost``)."""
    try:
        return ipaddress.ip_address("127.0.0.1" if canonical_host(host) == "localhost" else canonical_host(host))
    except ValueError:
        return None


def _entry(text: str) -> tuple[str, int]:
    host, _, port = text.strip().rpartition(":")
    literal = host.startswith("[") and host.endswith("]")
    if (
        not host
        or (":" in host and not literal)
        or set(host) & set("*/@?# ")
        or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536)
    ):
        raise UserError(
            f"EGRESS_ALLOWED: “{text.strip()}” não é um endereço com porta.",
            "Dê servidor:porta, um por um, sem curingas: EGRESS_ALLOWED=127.0.0.1:8080,[::1]:8080",
        )
    return canonical_host(host), int(port)
