"""What the held-out portals share: values of their own look, and the requests that their scripts make.

Not a host. Surnames here are fishes, firms are fruits, so nobody is meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from flask import abort, request

from lab.definition import Page, Portal, View
from lab.frameworks.national import National
from lab.table import Opened
from lab.values import Row, Value

FIRST = (
    "Abigail Adelmo Altair Berenice Cândido Corina Deolinda Edmilson Eufrásia Firmino Gilda Heitor Inácia Jurandir Laudelina "
    "Licurgo Matilde Nestor Olímpia Otacílio Perpétua Rufino Salete Teodoro Ursulina Vicência Waldomiro Zulmira"
).split()
FISHES = (
    "Acará Cascudo Corvina Curimatá Jaraqui Jundiá Lambari Mandi Matrinxã Pacu Piau Pirarucu Piraputanga Surubim Tainha "
    "Tambaqui Traíra Tucunaré"
).split()
FRUITS = "Abiu Bacuri Buriti Cagaita Cajá Cambuci Cupuaçu Graviola Guariroba Jenipapo Mangaba Murici Pequi Pitanga Umbu".split()
FIRMS = (
    "{f} Comercial de Gêneros Ltda",
    "Construtora {f} Ltda - EPP",
    "{f} Medicamentos e Correlatos S.A.",
    "Posto {f} & Filhos Ltda",
    "{f} Transporte Escolar ME",
    "Gráfica e Editora {f} Ltda",
    "{f} Sistemas de Gestão Ltda",
    "Mecânica {f} Eireli",
    "{f} Ambiental S.A.",
)
OFFICES = (
    "Gabinete do Executivo",
    "Sec. Mun. de Governo e Gestão",
    "Sec. Mun. de Fazenda e Orçamento",
    "Sec. Mun. de Educação e Desporto",
    "Fundo Municipal de Saúde",
    "Sec. Mun. de Obras, Transporte e Urbanismo",
    "Sec. Mun. de Desenvolvimento Rural",
    "Sec. Mun. de Ação Social e Cidadania",
)


def plain_word(text: str) -> str:
    """``"Compras e Licitações"`` → ``"compras-e-licitacoes"``, for addresses."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")


def person(row: Row, what: str = "person") -> str:
    rng = row.rng(what)
    return f"{rng.choice(FIRST)} {rng.choice(FISHES)} {rng.choice(FISHES)}"


def firm(row: Row, what: str = "firm name") -> str:
    rng = row.rng(what)
    return rng.choice(FIRMS).format(f=rng.choice(FRUITS))


def office(row: Row) -> str:
    return row.pick("unit", OFFICES)


NAMES: Mapping[str, Callable[[Row], Value]] = {
    "servidor": person,
    "vereador": lambda r: f"Vereador(a) {person(r)}",
    "empresa": firm,
    "empresa_perdedora": lambda r: firm(r, "loser"),
    "credor": lambda r: firm(r) if r.is_firm else person(r),
    "secretaria": office,
    "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d}00 {office(r)}",
    "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}01 {office(r)}",
}


class Unseen(National):
    """Base of the frameworks of portals held out."""

    batch: ClassVar[str] = ""
    """By which letter a test module of ``lab/tests`` goes through them (``batch("a")``); ``test_lab_held_out`` takes those without."""
    makers: ClassVar[Mapping[str, Callable[[Row], Value]]] = NAMES

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """What is clicked until a page is in sight."""
        return list(page.menu)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        button = [] if page.auto else [page.button]
        return [*cls.way(portal, page), *button, *([view.tab] if view.tab else [])]

    def needed(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        """The portal and its page; 404 when there is none."""
        portal = self.portal_by(entity=entity)
        return portal, self.found(portal, page_id) or abort(404)

    def view_of(self, page: Page, view_id: str) -> View:
        return next((v for v in page.views if v.id == view_id), None) or abort(404)

    @staticmethod
    def sheet(name: str = "pagina") -> int:
        """The sheet that a request asks for, 1 when it names none."""
        number = request.values.get(name, "1")
        return int(number) if number.isdigit() else 1

    def opened_of(self, portal: Portal, page: Page, view: View, row_id: str) -> Opened:
        """A record's detail; 404 when there is none."""
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            abort(404)
        return self.opened(view.detail, row)

    def record_of(self, portal: Portal, page: Page, view_id: str, row_id: str) -> dict[str, Any]:
        """The same as JSON."""
        return self.record(portal, page, self.view_of(page, view_id), row_id) or abort(404)
