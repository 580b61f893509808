"""The proxy as its users see it: started, told from, and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from transparency.egress import proxy
from transparency.egress.policy import Allowance, canonical_host, is_special, literal_address, shown
from transparency.egress.upstream import Upstream

STOP_SECONDS = 5
PLACES = 2000
"""So many places are kept in mind that could not be connected to."""
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

NO_NAME = "o nome do servidor não existe (DNS)"
NO_NAME_SERVER = "o nome do servidor não pôde ser consultado (DNS)"
NO_ANSWER = "o servidor não respondeu"
NO_CONNECTION = "o servidor recusou a conexão"
OUT_OF_REACH = "o servidor está fora de alcance"
CUT = "o servidor cortou a conexão"
TOO_MUCH = "o servidor mandou mais do que se lê"
PROXY_GONE = "o proxy de saída não respondeu (OUTGOING_PROXY)"
PROXY_REFUSES = "o proxy de saída não deixa ir a este servidor"

REASONS = {
    proxy.REFUSED: ("egress", "endereço recusado: rede privada"),
    proxy.NO_SUCH_NAME: ("network", NO_NAME),
    proxy.NO_NAME_SERVER: ("network", NO_NAME_SERVER),
    proxy.NOT_ANSWERED: ("network", NO_ANSWER),
    proxy.NOT_ACCEPTED: ("network", NO_CONNECTION),
    proxy.UNREACHABLE: ("network", OUT_OF_REACH),
    proxy.TOO_LARGE: ("network", TOO_MUCH),
    proxy.PROXY_GONE: ("network", PROXY_GONE),
    proxy.PROXY_REFUSES: ("network", PROXY_REFUSES),
    proxy.PROXY_ASKS: ("network", "o proxy de saída recusou o usuário ou a senha (OUTGOING_PROXY)"),
    proxy.BAD_REQUEST: ("egress", "endereço recusado: não é de um servidor da internet"),
}
"""Error of the proxy → (kind, reason) for people."""
DEAD = ("egress", "o filtro de saída parou; sem ele nada sai desta máquina")


class Egress:
    """A proxy in a process of its own, in front of everything that a crawl connects to."""

    def __init__(self, allowance: Allowance, upstream: Upstream | None = None) -> None:
        """Starts it. ``upstream``: the proxy of the house that it goes through. Until it answers, connections wait; when it is dead there is nothing at its port."""
        self.allowance = allowance
        self.refused: Counter[str] = Counter()
        """``host:port`` → connections that were refused since the start."""
        self._listeners: list[Counter[str]] = []
        self._errors: dict[tuple[str, int], str] = {}
        self._lock = threading.Lock()
        # Without site packages' own start-up files (-S), which take long, an installation to be edited is not found by itself.
        found = dict.fromkeys((*(path or os.curdir for path in sys.path), str(Path(__file__).parents[2])))
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(512)
            self.port: int = listener.getsockname()[1]
            command = [sys.executable, "-S", "-m", proxy.__name__, "--listener", str(listener.fileno())]
            self.process = subprocess.Popen(
                [*command, "--allow", str(allowance)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=(listener.fileno(),),
                start_new_session=True,  # Ctrl-C is for the crawl, which still ends what it has begun
                env={
                    "PYTHONPATH": os.pathsep.join(found),
                    **({proxy.UPSTREAM: upstream.written()} if upstream else {}),
                    **{name: os.environ[name] for name in ("SSL_CERT_FILE", "SSL_CERT_DIR") if name in os.environ},
                },
            )
        threading.Thread(target=self._take_in, name="egress", daemon=True).start()

    @property
    def http(self) -> str:
        """For Scrapy."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socks(self) -> str:
        """For Chromium."""
        return f"socks5://127.0.0.1:{self.port}"

    @property
    def alive(self) -> bool:
        """Whether the proxy runs."""
        return self.process.poll() is None

    def count_for(self, counter: Counter[str]) -> None:
        """From now on refusals are counted in ``counter``, too."""
        with self._lock:
            self._listeners.append(counter)

    def count_no_more(self, counter: Counter[str]) -> None:
        """The opposite."""
        with self._lock:
            self._listeners = [other for other in self._listeners if other is not counter]

    def why(self, url: str) -> tuple[str, str] | None:
        """(kind, reason) why there was no connection to the host of an address; None when none is known."""
        if not self.alive:
            return DEAD
        error = self._errors.get(place_of(url))
        return explain(error, url) if error else None

    async def answers(self, url: str) -> bool:
        """Whether anything comes back where a connection to the server of an address is tried, be it that it refuses one, or
        that its name does not exist. Nothing is sent to it."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        try:
            writer.write(f"CONNECT {shown(*place_of(url))} HTTP/1.1\r\n\r\n".encode())
            status = (await reader.readline()).decode()
            return bool(status) and not any(error in status for error in proxy.SILENT)
        except OSError:
            return False
        finally:
            writer.close()

    def stop(self) -> None:
        """End the proxy."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()  # which is how it learns that it is over
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(STOP_SECONDS)

    def _take_in(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                told = json.loads(line)
                host, port, error = canonical_host(told["host"]), told["port"], told["error"]
                with self._lock:
                    self._errors.pop((host, port), None)
                    if len(self._errors) >= PLACES:
                        del self._errors[next(iter(self._errors))]
                    self._errors[host, port] = error
                    if error == proxy.REFUSED:
                        for counter in (self.refused, *self._listeners):
                            name = shown(host, port)
                            counter[name if name in counter or len(counter) < PLACES else "…"] += 1


def explain(error: str, url: str) -> tuple[str, str]:
    """(kind, reason) of an error of the proxy at an address."""
    kind, reason = REASONS.get(error, ("network", CUT))
    if error == proxy.REFUSED:
        place = shown(*place_of(url))
        reason += f" ({place}; se é de confiança, permita-o com -s EGRESS_ALLOWED={place})"
    return kind, reason


def place_of(url: str) -> tuple[str, int]:
    """Host and port of an address.

    >>> place_of("https://A.example/x"), place_of("http://[::1]:81/")
    (('a.example', 443), ('::1', 81))
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "", 0
    return canonical_host(parts.hostname or ""), port or _DEFAULT_PORTS.get(parts.scheme, 0)


def given_by_hand(url: str) -> Iterable[str]:
    """What to allow because a person has typed an address: its ``host:port``, when it is a private address itself. A name
    says nothing about where it leads, so a name is allowed by the setting only.

    >>> list(given_by_hand("http://127.0.0.1:8080/portal")), list(given_by_hand("http://intranet.example/"))
    (['127.0.0.1:8080'], [])
    """
    host, port = place_of(url)
    address = literal_address(host)
    if address is not None and is_special(address):
        yield shown(str(address), port)
