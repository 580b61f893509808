"""What every framework shares: the app, common resources, forms that count who submits them, sessions, places."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Flask, abort, render_template, request, send_from_directory
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, View
from lab.values import TODAY, Doc

if TYPE_CHECKING:
    from lab.server import Host

Opener = Callable[[str], Markup]
"""Row id → attributes of the element that opens the record."""
Way = tuple[str, ...]
"""States that must be seen one after the other, by name; see ``lab/least.py``."""
ENTRY = "entrada"

HERE = Path(__file__).parent.parent


class Framework:
    """One vendor's software, serving ``host.portals``. Subclasses add routes to ``self.app`` in ``routes``."""

    name: ClassVar[str] = ""
    cookie: ClassVar[str] = ""
    """Session cookie. Cookies of 127.0.0.1 cross ports, so every framework needs a name of its own."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.app = Flask(f"lab-{self.name}", template_folder=str(HERE / "templates"), static_folder=None)
        self.app.jinja_env.trim_blocks = self.app.jinja_env.lstrip_blocks = True
        self.app.jinja_env.tests["doc"] = lambda value: isinstance(value, Doc)
        self.app.jinja_env.globals.update(fw=self, today=TODAY, table=table)
        self.sessions: dict[str, dict[str, Any]] = {}
        self.lock = threading.Lock()
        self.app.add_url_rule("/recursos/<path:name>", "resource", self.resource)
        self.app.add_url_rule("/arquivos/<name>", "file", self.file)
        self.app.add_url_rule("/formularios/<form>", "form", self.form, methods=["GET", "POST"])
        self.app.add_url_rule("/favicon.ico", "favicon", lambda: self.resource("brasao.svg"))
        self.routes()

    # ------------------------------------------------ what a framework says of itself

    def routes(self) -> None:
        raise NotImplementedError

    def entry(self, portal: Portal) -> str:
        """Path and query of a portal's entry on this host."""
        raise NotImplementedError

    def home(self, portal: Portal) -> str:
        """Path of the city's own site, where it is not the portal itself."""
        return self.entry(portal)

    def address(self, portal: Portal, page: Page) -> str:
        """Path and query that open one page from outside (another vendor's frame or link)."""
        return self.entry(portal)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """Path that the browser shows while a page is open (hash route included, session ids not)."""
        return page.path

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """The same while a record's detail is open; its own path only when the detail is a page of its own."""
        return cls.path(portal, page)

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """Places in the words of the answer key: ``/path › menu › button › tab › row``."""
        words = [*page.menu, *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]
        path = cls.path(portal, page)
        if in_detail and view.detail:
            path = cls.detail_path(portal, page, view)
            words.append("(linha)" if view.detail.open == "row" else view.detail.word)
        return [" › ".join([path, *words])]

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        """As ``where``, of one column: what shows it must be said where columns can be hidden."""
        return cls.where(portal, page, view, in_detail)

    @classmethod
    def where_framed(cls, portal: Portal, page: Page) -> list[str]:
        """Where this framework's own site frames a page that another host serves."""
        return []

    # ------------------------------------------------ which states must be seen on the way (for ``lab/least.py``)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """From the entry to a page, one per alternative; also to pages of other hosts. Here the whole menu is in the DOM."""
        return [(ENTRY, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """On from the page until the records of a view are in sight. Here choosing a tab leaves the form as it is."""
        shown = cls.at_once(portal, page, view)
        return [()] if shown and view is page.views[0] else [(f"{page.id}/{view.id}",)]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        """Whether a view has records without a query, once its page or tab is open."""
        return page.auto and view.file is None and bool(portal.rows(page, view, page.query({})))

    # ------------------------------------------------ shared routes

    def resource(self, name: str) -> Response:
        return send_from_directory(HERE / "static", name, max_age=3600)

    def file(self, name: str) -> Response:
        return Response(pdf(name), mimetype="application/pdf")

    def form(self, form: str) -> Response:
        """Where ombudsman, e-SIC, login, contact and newsletter forms post to. Nobody should."""
        if form not in FORBIDDEN_FORMS:
            abort(404)
        if request.method == "POST":
            self.forbid()
        return Response("Mensagem enviada com sucesso. Protocolo 2026.000001.", mimetype="text/html; charset=utf-8")

    def forbid(self, form: str = "") -> None:
        """Count the present request as one that should not have been made. ``form``: the kind of the form that it sends; what is
        none of those that nobody may send is not found."""
        if form and form not in FORBIDDEN_FORMS:
            abort(404)
        self.host.lab.forbid(self.name, request.method, request.path)

    # ------------------------------------------------ what routes need

    def portal_by(self, **wanted: str) -> Portal:
        """The portal of this host with these attributes; 404 when there is none."""
        found = next((p for p in self.host.portals if all(getattr(p, k) == v for k, v in wanted.items())), None)
        return found or abort(404)

    def menu(self, portal: Portal) -> dict[str, list[Page]]:
        """First menu word → its pages, in the definition's order."""
        return self.groups(portal)

    @classmethod
    def groups(cls, portal: Portal) -> dict[str, list[Page]]:
        """The same, of the definition alone."""
        tree: dict[str, list[Page]] = {}
        for page in portal.pages_on(cls.name):
            tree.setdefault(page.menu[0], []).append(page)
        return tree

    def outside(self, portal: Portal, page: Page) -> str:
        """Absolute address of a page for a link from another host; of ``kind: externo`` the host its path names."""
        if page.kind == "externo":
            slug = page.path
            other = next((p for p in self.host.lab.definitions if p.slug == slug), None)
            return self.host.lab.entry(other) if other else "/recursos/fora.html"
        host = self.host.lab.hosts[page.host]
        return host.url + host.framework.address(portal, page)

    def session(self) -> tuple[str, dict[str, Any]]:
        """The visitor's session (a new one when the cookie is unknown): id and content."""
        sid = request.cookies.get(self.cookie, "")
        with self.lock:
            if sid not in self.sessions:
                sid = secrets.token_hex(16).upper()
                self.sessions[sid] = {}
            return sid, self.sessions[sid]

    def known_session(self) -> dict[str, Any] | None:
        return self.sessions.get(request.cookies.get(self.cookie, ""))

    def render(self, template: str, **context: Any) -> str:
        return render_template(f"{self.name}/{template}", **context)


def pdf(name: str) -> bytes:
    """A small valid PDF that says only what file it is."""
    text = f"BT /F1 16 Tf 60 760 Td ({name.encode('ascii', 'ignore').decode()}) Tj ET".encode()
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1) + b"".join(b"%010d 00000 n \n" % o for o in offsets)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, start)
