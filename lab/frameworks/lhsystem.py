"""lhsystem-like: clean addresses under a short code of the town, bids and staff as publications; accounting is another vendor's.

What the other vendor serves opens in a new window, out of the menu.
"""

from __future__ import annotations

from lab.definition import Page, Portal, View
from lab.frameworks.paginas import Paginas


class LhSystem(Paginas):
    name = "lhsystem"
    cookie = ""
    makers = {"numero_processo": lambda r: f"{r.rng('process').randrange(1, 200):05d}/{r.year}"}

    @classmethod
    def root(cls, portal: Portal) -> str:
        return f"/{portal.options['code']}"

    def entry(self, portal: Portal) -> str:
        return f"{self.root(portal)}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{cls.root(portal)}/{page.path or 'publicacoes/' + page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/detalhe"
