"""personaliza-like: a vendor's PHP portal whose visitors put their queries together. A subject's page lists ready-made consultations, named by
questions, and beside them what one can ask about oneself: a base, then its columns to tick, the year and the months, then "Gerar consulta".

A page with ``auto`` is ready-made: it begins with the present year, others are links. Every other page is a base: of its columns those of
``options.ticked`` (page → labels) are ticked at first, years and months are not. The query is kept in the session, its answer is a number there.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import MONTHS, Row

NEXT = "Continuar"
"""What leads on from a base that is picked."""


@dataclass(frozen=True)
class Asked:
    """A query as the visitor put it together."""

    page: str
    columns: tuple[int, ...]
    year: int
    months: frozenset[int]
    text: str


class Personaliza(Paginas, Unseen):
    name = "personaliza"
    batch = "j"
    cookie = "PHPSESSID_CP"
    sheet_name = "pagina"
    shouting = True
    months = MONTHS
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}/{r.year}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.01 - {office(r).upper()}",
        "secretaria": lambda r: office(r).upper(),
    }

    def entry(self, portal: Portal) -> str:
        return f"/municipios/{portal.entity}/index.php"

    @classmethod
    def form_path(cls, portal: Portal, page: Page) -> str:
        """Where a base is asked, a ready-made consultation shown, a text read."""
        script = "ler.php?p" if not page.views else "pronta.php?consulta" if page.auto else "montar.php?base"
        return f"/municipios/{portal.entity}/{script}={page.path or page.id}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        asks = page.views and not page.auto
        return f"/municipios/{portal.entity}/resultado.php" if asks else cls.form_path(portal, page)

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/municipios/{portal.entity}/registro.php?base={page.path or page.id}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """A base is picked by its radio button."""
        return [*page.menu, *([NEXT] if page.views and not page.auto else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A subject is a page of its own."""
        return [(ENTRY, *([f"tema {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def ticked(cls, portal: Portal, page: Page) -> list[str]:
        """Labels of the columns that are ticked at first."""
        return list(portal.options.get("ticked", {}).get(page.id, ()))

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        """A column must be ticked."""
        places = cls.where(portal, page, view, in_detail)
        if in_detail or page.auto or column.label in cls.ticked(portal, page):
            return places
        button = f" › {page.button}"
        return [f"{place.removesuffix(button)} › {column.label}{button}" for place in places]

    # ------------------------------------------------ scripts

    def dispatch(self, path: str) -> Response:
        portal = next((p for p in self.host.portals if path.startswith(f"municipios/{p.entity}/")), None) or abort(404)
        script = path.rpartition("/")[2]
        if script == "index.php":
            return self.draw("home.html", portal)
        if script == "tema.php":
            themes, number = self.themes(portal), request.args.get("id", "")
            theme = list(themes)[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(themes) else abort(404)
            return self.draw("theme.html", portal, theme=theme, pages=themes[theme])
        if script in ("gerar.php", "resultado.php"):
            return self.keep(portal) if request.method == "POST" else self.result(portal)
        given = next((request.args[k] for k in ("p", "consulta", "base") if k in request.args), "")
        page = next((p for p in portal.pages_on(self.name) if given == (p.path or p.id)), None) or abort(404)
        if script == "registro.php":
            return self.record_page(portal, page, page.views[0], request.args.get("id", ""))
        if f"/{path}?" not in self.form_path(portal, page):
            abort(404)
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        return self.ready(portal, page) if page.auto else self.draw("ask.html", portal, page, errors=[])

    @classmethod
    def themes(cls, portal: Portal) -> dict[str, list[Page]]:
        """Subjects and what they hold."""
        return {g: pages for g, pages in cls.groups(portal).items() if len(pages[0].menu) > 1}

    def ready(self, portal: Portal, page: Page) -> Response:
        query = page.query({"exercicio": request.args.get("ano", "")})
        grid = self.grid(portal, page, page.views[0], query, self.sheet("pagina"))
        return self.draw("ready.html", portal, page, view=page.views[0], grid=grid, query=query)

    def keep(self, portal: Portal) -> Response:
        """Keeps a query in the session; what it lacks is said above its form."""
        page = self.found(portal, request.form.get("base", "")) or abort(404)
        view, form = page.views[0], request.form
        columns = tuple(int(n) for n in form.getlist("colunas[]") if n.isdigit() and int(n) < len(view.columns))
        year = form.get("ano", "")
        months = frozenset(int(m) for m in form.getlist("meses[]") if m.isdigit())
        asks = {f.kind for f in page.filters}
        errors = [
            *(["Marque ao menos uma coluna."] if not columns else []),
            *(["Informe o exercício."] if "ano" in asks and not year.isdigit() else []),
            *(["Marque ao menos um mês."] if "mes" in asks and not months else []),
        ]
        if errors:
            return self.draw("ask.html", portal, page, errors=errors)
        asked = Asked(page.id, columns, int(year or 0) or 2026, months, form.get("busca", "").casefold().strip())
        sid, session = self.session()
        with self.lock:
            kept = session.setdefault(portal.slug, [])
            kept.append(asked)
        response = make_response(redirect(f"{self.path(portal, page)}?consulta={len(kept)}", 302))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def result(self, portal: Portal) -> Response:
        """The answer of a query that this session put together."""
        number, kept = self.sheet("consulta"), (self.known_session() or {}).get(portal.slug, [])
        if not 0 < number <= len(kept):
            return self.draw("expired.html", portal)
        asked: Asked = kept[number - 1]
        page = portal.page(asked.page)
        view = page.views[0]
        grid = self.grid_of(page, view, self.of_months(portal, page, asked), self.sheet("pagina"))
        return self.draw("result.html", portal, page, view=view, grid=grid, asked=asked)

    def of_months(self, portal: Portal, page: Page, asked: Asked) -> list[Row]:
        """The records of the months that were ticked; 0 is all."""
        rows = self.records(portal, page, page.views[0], Query(asked.year, text=asked.text))
        return [r for r in rows if not asked.months or 0 in asked.months or r.when.month in asked.months]

    def link(self, portal: Portal, page: Page) -> str:
        return self.outside(portal, page) if page.kind == "externo" else self.form_path(portal, page)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        base = self.detail_path(portal, page, view)
        return lambda row_id: Markup('href="{}&id={}"').format(base, row_id)
