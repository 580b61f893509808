"""areaweb-like: a desktop in the browser, made with ExtJS. Icons open windows, in most a tree at the left whose leaves open tabs.

A tab holds a grid with combos in its toolbar, where what begins with "Selecione" must be chosen, and "Pesquisar"; its rows are tables
of their own below a heading that is another. A record unfolds below its row (``detail.shown: inline``) or opens one more window. The
service answers those alone who have opened the desktop; the address never changes.
"""

from __future__ import annotations

from flask import Response, abort, jsonify, make_response, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.servico import Servico, unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office

LIMITS = range(1, 101)


class AreaWeb(Servico):
    name = "areaweb"
    batch = "h"
    cookie = "JSESSIONID_AW"
    front = "/<entity>/index.jsp"
    service = "/<entity>/servico"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%y%m}{r.index % 1000:04d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.{OFFICES.index(office(r)) + 2:02d}.00 - {office(r)}",
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return cls.front.replace("<entity>", portal.entity)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*page.menu, *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Icon by icon, node by node: each is made when what is before it opens."""
        return [(ENTRY, *("/".join(page.menu[:n]) for n in range(1, len(page.menu))), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab has a toolbar of its own."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/dados")]

    def shell(self, entity: str, path: str = "") -> Response:
        sid, _ = self.session()
        response = make_response(super().shell(entity))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def allowed(self) -> None:
        if self.known_session() is None:
            abort(make_response(jsonify({"success": False, "msg": "Sessão expirada."}), 401))

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """Records as a store wants them, a field per column."""
        portal, page = self.asked_of(entity, page_id)
        view, chosen = self.view_of(page, view_id), request.form.to_dict()
        missing = unchosen(page, chosen)
        if missing:
            return jsonify({"success": False, "msg": f"Informe: {', '.join(missing)}."})
        start, limit = (request.form.get(name, "") for name in ("start", "limit"))
        if not start.isdigit() or not limit.isdigit() or int(limit) not in LIMITS:
            abort(400)
        found = self.records(portal, page, view, page.query(chosen))
        shown = found[int(start) : int(start) + int(limit)]
        cells = [{f"c{n}": self.as_json(self.dress(c, r)) for n, c in enumerate(view.columns)} for r in shown]
        records = [{"id": r.id, **c} for r, c in zip(shown, cells, strict=True)]
        return jsonify({"success": True, "total": len(found), "records": records, "msg": page.message})
