"""barreira-like: a protection page stands before everything. It asks for the letters of a picture, and nothing gets past it here.

Sending it an answer counts as a forbidden post: a robot has no business guessing.
"""

from __future__ import annotations

import secrets

from flask import Response, make_response, request
from markupsafe import Markup

from lab.definition import Portal
from lab.frameworks.national import National

STROKES = {
    "A": "M0 0L9 -26L18 0M4 -9H14",
    "E": "M16 0H0V-26H16M0 -13H12",
    "H": "M0 0V-26M16 0V-26M0 -13H16",
    "K": "M0 0V-26M16 -26L0 -11L16 0",
    "M": "M0 0V-26L9 -12L18 -26V0",
    "N": "M0 0V-26L16 0V-26",
    "T": "M9 0V-26M0 -26H18",
    "X": "M0 0L17 -26M0 -26L17 0",
    "Z": "M0 -26H16L0 0H16",
    "4": "M13 0V-26L0 -8H17",
    "7": "M0 -26H16L6 0",
}
"""Letters as lines: no text that a page could be searched for."""


class Barreira(National):
    name = "barreira"
    cookie = "verificacao"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/transparencia"

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", self.gate, methods=["GET", "POST"])
        self.app.add_url_rule("/<path:path>", "any", self.gate, methods=["GET", "POST"])

    def glyph(self, letter: str) -> Markup:
        return Markup('<path d="{}" fill="none" stroke="#33475b" stroke-width="3.4"/>').format(STROKES[letter])

    def gate(self, path: str = "") -> Response:
        if request.method == "POST":
            self.forbid()
        portal = next((p for p in self.host.portals if path.startswith(p.entity)), self.host.portals[0])
        code = "".join(secrets.choice(list(STROKES)) for _ in range(5))
        again = request.method == "POST"
        return make_response(self.render("gate.html", portal=portal, code=code, again=again, ray=secrets.token_hex(8)))
