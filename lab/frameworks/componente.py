"""componente-like: a Joomla component. Every address is ``index.php?option=…&view=…&Itemid=…``; modules fill both sides.

Its tables keep their headings when there is nothing under them, which is how a portal that publishes nothing looks complete.
"""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.national import National

DICTIONARY = (
    ("Nº do Empenho", "número sequencial da nota de empenho no exercício", "9999999"),
    ("Data do Empenho", "dia da emissão", "dd/mm/aaaa"),
    ("Credor", "nome ou razão social do favorecido", "texto"),
    ("CPF/CNPJ", "inscrição do favorecido", "99.999.999/9999-99"),
    ("Função", "área da despesa", "99 - texto"),
    ("Elemento", "objeto do gasto", "99 - texto"),
    ("Valor Empenhado", "soma dos empenhos menos as anulações", "R$ 9.999,99"),
    ("Valor Pago", "soma das ordens de pagamento", "R$ 9.999,99"),
    ("Receita Prevista", "estimativa da lei orçamentária", "R$ 9.999,99"),
    ("Receita Arrecadada", "valor recolhido aos cofres", "R$ 9.999,99"),
    ("Nº da Licitação", "número do certame e ano", "999/aaaa"),
    ("Modalidade", "pregão, concorrência, dispensa, inexigibilidade", "texto"),
    ("Objeto", "o que se contrata", "texto"),
    ("Servidor", "nome completo", "texto"),
    ("Salário", "remuneração bruta do mês", "R$ 9.999,99"),
)
"""What the fields mean, as a table: it looks like records and is none."""


class Componente(National):
    name = "componente"
    cookie = ""
    dictionary = DICTIONARY

    def entry(self, portal: Portal) -> str:
        return f"/index.php?option=com_contpubl&idorg={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/index.php?option=com_contpubl&view={page.id}"

    def link(self, portal: Portal, page: Page) -> str:
        item = portal.pages.index(page) + 101
        return f"{self.path(portal, page)}&idorg={portal.entity}&Itemid={item}"

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """One query answers for all views of a page."""
        if cls.at_once(portal, page, view):
            return [()]
        return [(f"{page.id}/{year}",) for year, count in view.years.items() if count]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/index.php", "index", self.index, methods=["GET", "POST"])

    def index(self) -> Response:
        portal = next((p for p in self.host.portals if p.entity == request.args.get("idorg")), self.host.portals[0])
        wanted = request.args.get("view")
        if not wanted:
            return make_response(self.render("home.html", portal=portal, page=None))
        page = self.found(portal, wanted)
        if page is None:
            abort(404)
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return make_response("Mensagem enviada.")
        context = {"portal": portal, "page": page}
        if page.views:
            query = page.query(request.values)
            asked = page.auto or request.method == "POST"
            grids = [(v, self.grid(portal, page, v, query)) for v in page.views] if asked else []
            context |= {"query": query, "grids": grids}
        return make_response(self.render("page.html", **context))
