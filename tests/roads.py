"""Roads to servers of this machine that can be shut, or cut in the middle of what is carried; and waiting for them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class Road:
    """``cut`` is asked of everything that is on its way to the server."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.cut: Callable[[bytes], bool] = lambda data: False
        self._under_way: set[socket.socket] = set()
        self._shut = False
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._socket.accept()
                if self._shut:
                    near.close()
                    continue
                with suppress(OSError):
                    far = socket.create_connection(("127.0.0.1", self.to))
                    self._under_way |= {near, far}
                    for one, other, checked in ((near, far, True), (far, near, False)):
                        threading.Thread(target=self._carry, args=(one, other, checked), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, checked: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if checked and self.cut(data):
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._under_way -= {one, other}

    def shut(self) -> None:
        """Nothing passes any more."""
        self._shut = True
        for one in list(self._under_way):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def open(self) -> None:
        """Everything passes again."""
        self._shut = False

    def close(self) -> None:
        """For good."""
        self.shut()
        self._socket.close()


def until(holds: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.1)


def until_all(done: Callable[[], int], of: int, seconds: float = 120) -> None:
    """Wait for a queue, however long it takes; ``seconds`` is how long it may stand still."""
    before, since = -1, time.monotonic()
    while (now := done()) < of:
        if now != before:
            before, since = now, time.monotonic()
        assert time.monotonic() - since < seconds, f"{now} of {of}, and no further"
        time.sleep(1)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
