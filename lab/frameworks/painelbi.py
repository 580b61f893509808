"""painelbi-like: a town whose figures are painted on a canvas in a frame of a business-intelligence service (`Bi`).

Nothing in the frame can be read but by eye: no text, no table, no accessible name beyond "Relatório". The key holds nothing
of what stands there (``options.opaque`` lists those criteria): who audits it can only say that it could not look.
"""

from __future__ import annotations

import base64
import binascii
import json

from flask import Response, abort, make_response, request

from lab.definition import Page, Portal
from lab.frameworks.national import National
from lab.frameworks.paginas import Paginas


class PainelBi(Paginas):
    name = "painelbi"
    cookie = ""
    currency = "R$"

    def link(self, portal: Portal, page: Page) -> str:
        """Framed pages have an address of this site."""
        return self.outside(portal, page) if page.kind == "externo" else self.path(portal, page)

    def other(self, portal: Portal, here: str) -> Response | None:
        page = next((p for p in portal.pages if p.host == Bi.name and here == self.path(portal, p)), None)
        return self.draw("frame.html", portal, page, source=self.outside(portal, page)) if page else None


class Bi(National):
    """The service: a report by its token, drawn by script; the figures come as one opaque block."""

    name = "bi"
    cookie = ""

    def entry(self, portal: Portal) -> str:
        return "/"

    def address(self, portal: Portal, page: Page) -> str:
        token = json.dumps({"k": page.id, "t": portal.slug}, separators=(",", ":")).encode()
        return f"/view?r={base64.urlsafe_b64encode(token).decode()}"

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: make_response("", 404))
        self.app.add_url_rule("/view", "view", self.view)
        self.app.add_url_rule("/public/reports/<key>/querydata", "data", self.data)

    def view(self) -> Response:
        try:
            token = json.loads(base64.urlsafe_b64decode(request.args.get("r", "")))
        except (binascii.Error, ValueError):
            abort(404)
        return make_response(self.render("view.html", key=token.get("k", "")))

    def data(self, key: str) -> Response:
        """Figures as bytes: a seed that the script turns into bars."""
        return Response(bytes(sum(map(ord, key)) * n % 251 for n in range(1, 65)), mimetype="application/octet-stream")
