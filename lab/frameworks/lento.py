"""lento-like: an old server that answers after 0.3 to 2 seconds, and ends a visit after some requests (``options.limit``).

An inner address opened without a session, or with one that has ended, shows a notice; the entry begins anew.
"""

from __future__ import annotations

import time
import zlib
from typing import ClassVar

from flask import Response, request

from lab.definition import Page, Portal
from lab.frameworks.paginas import Paginas


class Lento(Paginas):
    name = "lento"
    cookie = "SESSAO_LENTO"
    method = "post"
    pace: ClassVar[float] = 1.0
    """Tests that only look hurry it."""

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/consulta/{page.path or page.id}.do"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: object) -> str:
        return cls.path(portal, page).replace(".do", "Detalhe.do")

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/inicio.do"

    def wait(self) -> None:
        """Always the same for the same question."""
        time.sleep(self.pace * (0.3 + zlib.crc32(request.full_path.encode()) % 1700 / 1000))

    def dispatch(self, path: str) -> Response:
        self.wait()
        portal = next((p for p in self.host.portals if path.startswith(f"{p.entity}/")), self.host.portals[0])
        at_entry = f"/{path}" == self.entry(portal)
        sid = request.cookies.get(self.cookie, "")
        with self.lock:
            session = self.sessions.get(sid)
            if session is not None:
                session["asked"] += 1
                if session["asked"] > portal.options["limit"]:
                    session = self.sessions.pop(sid) and None
        if session is None and not at_entry:
            return self.draw("expired.html", portal)
        response = super().dispatch(path)
        if session is None:
            sid, fresh = self.session()
            fresh["asked"] = 1
            response.set_cookie(self.cookie, sid, httponly=True)
        return response
