"""dominonsf-like: a database of Lotus Domino put on the web by a state's data-processing company, about 2004. An outline at the left whose
groups unfold by address (``ExpandOutline=2``), views of documents, forms of search.

A page with ``auto`` is a view whose documents stand under categories: the exercises, and below them what ``options.categories`` says (page → a
list, for each view ``mes``, the label of one of its columns, or nothing). A category opens by the triangle before it (``Expand=2.3``), all by
"Expandir tudo"; a view shows so many lines at a time, from ``Start=`` on. A page that is not named there is a plain list of all years.
Every other page is a form whose answer is ``?SearchView&Query=``, its views radio buttons; what begins with "Selecione" must be chosen.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from flask import Response, abort, make_response, redirect, request
from PIL import Image, ImageDraw

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office, plain_word
from lab.values import MONTHS, Row, Value

LINES = 30
"""Lines of a view that names no number of its own."""
NOT_CATEGORISED = "(Não categorizado)"
ICONS: dict[str, list[tuple[int, int]]] = {
    "ecblank": [],
    "expand": [(5, 2), (11, 8), (5, 14)],
    "collapse": [(2, 5), (14, 5), (8, 11)],
    "doc": [(3, 1), (10, 1), (13, 4), (13, 15), (3, 15)],
    "anexo": [(5, 3), (11, 3), (11, 13), (5, 13)],
}
Place = tuple[int, ...]
"""Where a line stands in a view: (2, 3) is the third within the second category."""


@dataclass(frozen=True)
class Line:
    """A line of a view: a category, or a document (``row_id``) with its cells."""

    place: Place
    word: str = ""
    is_open: bool = False
    row_id: str = ""
    cells: Sequence[Value] = ()

    @property
    def at(self) -> str:
        return ".".join(map(str, self.place))

    @property
    def depth(self) -> int:
        return len(self.place) - 1


@dataclass
class Category:
    word: str
    rows: list[Row]
    inner: list[Category] = field(default_factory=list)


@lru_cache(maxsize=8)
def icon(name: str) -> bytes:
    """A small GIF of a triangle or a sheet."""
    image = Image.new("RGB", (16, 16), "white")
    if ICONS[name]:
        fill = "#fff6c8" if name in ("doc", "anexo") else "#1f3f77"
        ImageDraw.Draw(image).polygon(ICONS[name], fill=fill, outline="#1f3f77")
    out = io.BytesIO()
    image.save(out, "GIF")
    return out.getvalue()


class DominoNsf(Paginas, Unseen):
    name = "dominonsf"
    batch = "r"
    cookie = "DomAuthSessId_lab"
    shared = ()
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%Y.%m}.{r.index + 1:04d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.{OFFICES.index(office(r)) + 21} {office(r)}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:02d} {office(r)}",
        "numero_processo": lambda r: f"{r.rng('process').randrange(100, 999)}-{r.index + 11:03d}/{r.year}",
    }

    # ------------------------------------------------ addresses, and the words that lead to them

    @classmethod
    def base(cls, portal: Portal) -> str:
        return f"/{portal.entity}/transpar.nsf"

    def entry(self, portal: Portal) -> str:
        return f"{self.base(portal)}?OpenDatabase"

    def address(self, portal: Portal, page: Page) -> str:
        return self.link(portal, page)

    @classmethod
    def is_search(cls, page: Page) -> bool:
        return bool(page.views) and not page.auto

    @classmethod
    def view_name(cls, page: Page, view: View) -> str:
        """A view's name in its address, made of its page's and of its tab's."""
        more = "".join(word.title() for word in plain_word(view.tab).split("-")) if len(page.views) > 1 else ""
        return f"v{page.path or page.id}{more}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """Of records the view that shows them, of other pages their own."""
        name = cls.view_name(page, page.views[0]) if page.views else page.path or page.id
        return f"{cls.base(portal)}/{name}"

    @classmethod
    def unid(cls, portal: Portal, page: Page, view: View) -> str:
        """The universal id of a view."""
        return hashlib.sha256(f"{portal.slug}/{page.id}/{view.id}".encode()).hexdigest()[:32].upper()

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.base(portal)}/{cls.unid(portal, page, view)}"

    @classmethod
    def by(cls, portal: Portal, page: Page, view: View) -> str | None:
        """What the categories below the years are; "" where there are none, None where the view is a plain list."""
        given = portal.options.get("categories", {}).get(page.id)
        if given is None:
            return None
        by = str(given[page.views.index(view)] or "")
        return by if by == "mes" or by in {c.label for c in view.columns} else ""

    @classmethod
    def categories(cls, portal: Portal, page: Page, view: View) -> list[Category]:
        """The years that hold documents, the latest first, and what is in them."""
        by, found = cls.by(portal, page, view), []
        column = next((c for c in view.columns if c.label == by), None)
        for year in sorted(view.years, reverse=True):
            rows = portal.rows(page, view, Query(year))
            inner: dict[str, list[Row]] = {}
            for row in rows if by else ():
                month = f"{row.when.month:02d} - {MONTHS[row.when.month - 1]}"
                word = text_of(cls.dress(column, row)) if column else month
                inner.setdefault(word or NOT_CATEGORISED, []).append(row)
            if rows:
                found.append(Category(str(year), rows, [Category(w, r) for w, r in sorted(inner.items())]))
        return found

    @classmethod
    def first_record(cls, portal: Portal, page: Page, view: View) -> Row | None:
        """The one that stands first where the words of the key lead."""
        if cls.by(portal, page, view) is not None:
            first = next(iter(cls.categories(portal, page, view)), None)
            return (first.inner or [first])[0].rows[0] if first else None
        query = page.query({})
        years = [query.year] if cls.is_search(page) else []
        found = (portal.rows(page, view, replace(query, year=y)) for y in (*years, *sorted(view.years, reverse=True)))
        return next((rows[0] for rows in found if rows), None)

    @classmethod
    def shown_columns(cls, portal: Portal, page: Page, view: View) -> list[Column]:
        """The columns of a view but that of its categories."""
        by = cls.by(portal, page, view)
        return [c for c in view.columns if c.label != by]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """Of categories the triangles that open them, of a record that a link opens the words of the first link."""
        words = list(page.menu)
        if cls.is_search(page):
            words += [*([view.tab] if view is not page.views[0] else []), page.button]
        else:
            words += [view.tab] if view is not page.views[0] else []
            words += [f"Mostrar detalhes de {word}" for word in cls.opened_first(portal, page, view)]
        if not in_detail or view.detail is None:
            return [" › ".join([f"{cls.base(portal)}/{cls.view_name(page, view)}", *words])]
        word, row = view.detail.word, cls.first_record(portal, page, view)
        if view.detail.open == "link" and row:
            word = text_of(cls.dress(cls.shown_columns(portal, page, view)[0], row))
        return [" › ".join([cls.detail_path(portal, page, view), *words, word])]

    @classmethod
    def opened_first(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """The categories that are opened, one after the other, until the first documents are in sight."""
        if cls.by(portal, page, view) is None:
            return []
        first = next(iter(cls.categories(portal, page, view)), None)
        return [c.word for c in (first, *first.inner[:1])] if first else []

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The entries of a group are there once it is opened."""
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A search is one state. A view that is not the first is one, and so is "Expandir tudo"; triangles are one each."""
        here = f"{page.id}/{view.id}"
        if cls.is_search(page):
            return [(here,)]
        before = () if view is page.views[0] else (here,)
        opened = cls.opened_first(portal, page, view)
        if not opened:
            return [before]
        steps = tuple(f"{here}/{'/'.join(opened[: n + 1])}" for n in range(len(opened)))
        return [(*before, f"{here}/tudo"), (*before, *steps)]

    # ------------------------------------------------ what an address opens

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/icons/<name>.gif", "icon", self.icon)
        rule("/<entity>/transpar.nsf", "database", self.database)
        rule("/<entity>/transpar.nsf/", "database_too", self.database)
        rule("/<entity>/transpar.nsf/<design>", "design", self.design, methods=["GET", "POST"])
        rule("/<entity>/transpar.nsf/<view_unid>/<unid>", "document", self.document)
        rule("/<entity>/transpar.nsf/<view_unid>/<unid>/$FILE/<name>", "attached", self.attached)
        self.app.register_error_handler(404, self.lost)

    @staticmethod
    def lost(error: Exception) -> Response:
        text = "<h1>Error 404</h1>HTTP Web Server: Lotus Notes Exception - Entry not found in index"
        return Response(f"<html><head><title>Error</title></head><body>{text}</body></html>", 404)

    def icon(self, name: str) -> Response:
        response = Response(icon(name) if name in ICONS else abort(404), mimetype="image/gif")
        response.cache_control.max_age = 3600
        return response

    def database(self, entity: str) -> Response:
        return self.draw("home.html", self.portal_by(entity=entity))

    def design(self, entity: str, design: str) -> Response:
        """A page, form or view by its name."""
        portal = self.portal_by(entity=entity)
        if design == "Principal":
            return self.draw("home.html", portal)
        for page in portal.pages_on(self.name):
            if design == self.form_name(page):
                return self.search_form(portal, page) if page.views else self.text_page(portal, page)
            for view in page.views:
                if design == self.view_name(page, view):
                    return self.open_view(portal, page, view)
        return abort(404)

    @classmethod
    def form_name(cls, page: Page) -> str:
        """What a page that is no view is called; "" of a view."""
        name = page.path or page.id
        return f"fPesq{name}" if cls.is_search(page) else "" if page.views else name

    def link(self, portal: Portal, page: Page) -> str:
        """Where the outline leads to, with its group open."""
        if page.host != self.name or page.kind == "externo":
            return self.outside(portal, page)
        name = self.form_name(page) or self.view_name(page, page.views[0])
        form = self.is_search(page) or page.kind in FORBIDDEN_FORMS
        command = "OpenForm" if form else "OpenView" if page.views else "OpenPage"
        return f"{self.base(portal)}/{name}?{command}"

    def unfolded(self, portal: Portal, page: Page | None) -> set[int]:
        """The groups of the outline, by number, that are open: the one asked for, and that of the present page."""
        asked = request.args.get("ExpandOutline", "")
        groups = list(self.tree(portal))
        return ({int(asked)} if asked.isdigit() else set()) | ({groups.index(page.menu[0]) + 1} if page else set())

    def unfold(self, portal: Portal, number: int, is_open: bool) -> str:
        """The present page with a group of the outline open, or shut."""
        here = request.full_path if request.path != self.base(portal) else f"{self.base(portal)}/Principal?OpenPage"
        here = re.sub(r"&ExpandOutline=\d*", "", here).rstrip("?&")
        more = "" if is_open else f"&ExpandOutline={number}"
        return f"{here if '?' in here else f'{here}?Open'}{more}"

    # ------------------------------------------------ text and forms

    def text_page(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        return self.draw("text.html", portal, page)

    def search_form(self, portal: Portal, page: Page) -> Response:
        """The form; what is posted to it leads on to the view that answers, or back to what is lacking."""
        chosen = {f.name: f.default or (f.options or ("",))[0] for f in page.filters}
        lacking: list[str] = []
        view = page.views[0]
        if request.method == "POST":
            chosen = {f.name: request.form.get(self.field_of(f.name), "") for f in page.filters}
            view = next((v for v in page.views if v.id == request.form.get("Visao")), view)
            lacking = unchosen(page, chosen)
            if not lacking:
                told = ((n, v.replace('"', "").strip()) for n, v in chosen.items())
                formula = " AND ".join(f'[{self.field_of(n)}]="{v}"' for n, v in told if v) or '[Form]="Doc"'
                count = view.per_page or LINES
                found = f"{self.base(portal)}/{self.view_name(page, view)}?SearchView&Query={quote(formula)}"
                return redirect(f"{found}&SearchOrder=4&Start=1&Count={count}")  # type: ignore[return-value]
        return self.draw("search.html", portal, page, chosen=chosen, lacking=lacking, view=view)

    @staticmethod
    def field_of(name: str) -> str:
        return name.capitalize()

    # ------------------------------------------------ views

    def open_view(self, portal: Portal, page: Page, view: View) -> Response:
        formula = request.args.get("Query", "")
        if "SearchView" in request.args:
            return self.found_in(portal, page, view, formula)
        if self.is_search(page):
            return redirect(self.link(portal, page))  # type: ignore[return-value]
        lines = self.lines(portal, page, view)
        asked = [k for k in ("ExpandView", "Expand") if k in request.args]
        carried = "".join(f"&{k}" if k == "ExpandView" else f"&{k}={quote(request.args[k])}" for k in asked)
        named = self.by(portal, page, view)
        heads = [] if named is None else ["Exercício", *([{"mes": "Mês"}.get(named, named)] if named else [])]
        columns = self.shown_columns(portal, page, view)
        return self.listed(portal, page, view, lines, command="OpenView", carried=carried, heads=heads, columns=columns)

    def found_in(self, portal: Portal, page: Page, view: View, formula: str) -> Response:
        """The documents that a formula of search selects, without categories."""
        if self.is_search(page):
            said = dict(re.findall(r'\[(\w+)\]="([^"]*)"', formula))
            chosen = {f.name: said.get(self.field_of(f.name), "") for f in page.filters}
            if unchosen(page, chosen):
                return redirect(self.link(portal, page))  # type: ignore[return-value]
            rows = self.records(portal, page, view, page.query(chosen))
        else:
            text = formula.strip('" ').casefold()
            years = sorted(view.years, reverse=True)
            rows = [r for y in years for r in self.records(portal, page, view, Query(y, text=text))]
        lines = self.documents(rows, list(view.columns), ())
        sums = table.sums(view, rows) if view.total and rows else None
        carried = f"&Query={quote(formula)}"
        columns = list(view.columns)
        return self.listed(
            portal, page, view, lines, command="SearchView", carried=carried, heads=[], columns=columns, sums=sums
        )

    def documents(self, rows: list[Row], columns: list[Column], under: Place) -> list[Line]:
        return [
            Line((*under, n), row_id=r.id, cells=[self.dress(c, r) for c in columns]) for n, r in enumerate(rows, 1)
        ]

    def lines(self, portal: Portal, page: Page, view: View) -> list[Line]:
        """The lines that are in sight: all years, and what is in the categories that are open."""
        columns = self.shown_columns(portal, page, view)
        if self.by(portal, page, view) is None:
            rows = [r for y in sorted(view.years, reverse=True) for r in portal.rows(page, view, Query(y))]
            return self.documents(rows, columns, ())
        path = self.place_of(request.args.get("Expand", "")) or self.place_of(request.args.get("Collapse", ""))[:-1]
        everything = "ExpandView" in request.args

        def walk(found: list[Category], under: Place) -> list[Line]:
            lines = []
            for n, category in enumerate(found, 1):
                place = (*under, n)
                is_open = everything or path[: len(place)] == place
                sums = table.sums(replace(view, columns=tuple(columns)), category.rows)[1:] if view.total else []
                lines.append(Line(place, category.word, is_open, cells=["", *sums] if sums else ()))
                if is_open and category.inner:
                    lines += walk(category.inner, place)
                elif is_open:
                    lines += self.documents(category.rows, columns, place)
            return lines

        return walk(self.categories(portal, page, view), ())

    @staticmethod
    def place_of(text: str) -> Place:
        return tuple(map(int, text.split("."))) if re.fullmatch(r"\d{1,6}(\.\d{1,6})*", text) else ()

    def listed(self, portal: Portal, page: Page, view: View, lines: list[Line], **context: Any) -> Response:
        """So many lines from the place on that is asked for."""
        start, count = self.place_of(request.args.get("Start", "1")), request.args.get("Count", "")
        size = min(int(count), 1000) if re.fullmatch(r"[1-9]\d{0,3}", count) else view.per_page or LINES
        first = next((n for n, line in enumerate(lines) if line.place >= start), max(len(lines) - size, 0))
        shown = lines[first : first + size]
        before = lines[max(first - size, 0)].at if first else ""
        after = lines[first + size].at if first + size < len(lines) else ""
        more = {"before": before, "after": after, "size": size, "top": shown[0].at if shown else "1"}
        return self.draw("view.html", portal, page, view=view, lines=shown, **more, **context)

    # ------------------------------------------------ documents

    def opener_of(self, portal: Portal, page: Page, view: View, row_id: str) -> str:
        unid = self.unid(portal, page, view)
        return f"{self.base(portal)}/{unid}/{unid[5:28]}{row_id}?OpenDocument"

    def document(self, entity: str, view_unid: str, unid: str) -> Response:
        """A record, some of whose sections may be shut."""
        portal = self.portal_by(entity=entity)
        for page in portal.pages_on(self.name):
            for view in page.views:
                if view_unid == self.unid(portal, page, view) and view.detail and unid[:23] == view_unid[5:28]:
                    opened = self.opened_of(portal, page, view, unid[23:])
                    shut = set(request.args.get("CollapseSection", "").split(","))
                    return self.draw("document.html", portal, page, view=view, opened=opened, shut=shut)
        return abort(404)

    def attached(self, entity: str, view_unid: str, unid: str, name: str) -> Response:
        return make_response(self.file(name))

    def file_link(self, portal: Portal, page: Page, view: View, name: str) -> str:
        unid = self.unid(portal, page, view)
        return f"{self.base(portal)}/0/{unid}/$FILE/{name}"
