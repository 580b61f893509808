"""agenda-like: a town's content manager without an end. A calendar that turns for ever, news that relate to more news, tags.

Everything of the menu is an index page leading to the next (``menu`` of four words: the records are at depth four). The
address of a page is made of its menu words.
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from datetime import date, timedelta
from typing import Any

from flask import Response

from lab.definition import Page, Portal
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.values import MONTHS, TODAY

STORIES = (
    "Prefeitura publica edital de pregão para merenda",
    "Receita arrecadada cresce no quadrimestre",
    "Servidores recebem salário antecipado",
    "Audiência pública discute despesa com saúde",
    "Licitação da ponte tem três participantes",
    "Empenho da equipe garante prêmio estadual",
    "Vacinação contra a raiva começa sábado",
    "Feira do produtor muda de lugar",
    "Folha de pagamento de outubro é liberada",
    "Credores são pagos em dia, diz secretário",
)
EVENTS = ("Reunião do conselho", "Sessão de licitação", "Feira livre", "Pagamento dos servidores", "Audiência pública")
TAGS = ("despesa", "receita", "licitação", "servidores", "saúde", "obras")
ENDLESS = 10**9


def slug(words: str) -> str:
    """``"Contas Públicas"`` → ``"contas-publicas"``."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


class Agenda(Paginas):
    name = "agenda"
    cookie = ""

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return "/".join(["", portal.entity, *(slug(w) for w in page.menu), ""])

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: object) -> str:
        return f"{cls.path(portal, page)}ver/"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *("/".join(page.menu[: n + 1]) for n in range(len(page.menu) - 1)), page.id)]

    @classmethod
    def indexes(cls, portal: Portal) -> dict[str, tuple[str, ...]]:
        """Address of every index page → the menu words down to it."""
        words = {p.menu[:n] for p in portal.pages for n in range(1, len(p.menu))}
        return {"/".join(["", portal.entity, *(slug(w) for w in m), ""]): m for m in words}

    @staticmethod
    def below(portal: Portal, menu: tuple[str, ...]) -> dict[str, str]:
        """The next words under an index page → their addresses."""
        found: dict[str, str] = {}
        for page in portal.pages:
            if page.menu[: len(menu)] == menu and len(page.menu) > len(menu):
                steps = page.menu[: len(menu) + 1]
                found.setdefault(steps[-1], "/".join(["", portal.entity, *(slug(w) for w in steps), ""]))
        return found

    def other(self, portal: Portal, here: str) -> Response | None:
        menu = self.indexes(portal).get(here)
        if menu is not None:
            return self.draw("index.html", portal, None, menu=menu, below=self.below(portal, menu))
        root = f"/{portal.entity}"
        if found := re.fullmatch(rf"{root}/agenda/(\d{{4}})/(\d\d)/(?:(\d\d)/)?", here):
            return self.month(portal, int(found[1]), int(found[2]), int(found[3] or 0))
        if found := re.fullmatch(rf"{root}/noticias/(\d{{1,9}})/", here):
            return self.draw("story.html", portal, None, number=int(found[1]))
        if found := re.fullmatch(rf"{root}/assunto/([a-z-]+)/(\d{{1,9}})/", here):
            return self.draw("tag.html", portal, None, tag=found[1], sheet=int(found[2]))
        return None

    def month(self, portal: Portal, year: int, month: int, day: int) -> Response | None:
        try:
            first = date(year, month, 1)
            at = date(year, month, day) if day else None
        except ValueError:
            return None
        context: dict[str, Any] = {"first": first, "at": at, "weeks": calendar.monthcalendar(year, month)}
        return self.draw("month.html", portal, None, name=f"{MONTHS[month - 1]} de {year}", **context)

    # ------------------------------------------------ what templates ask for

    @staticmethod
    def story(number: int) -> str:
        return f"{STORIES[number % len(STORIES)]} ({number})"

    @staticmethod
    def related(number: int, count: int = 6) -> list[int]:
        """Other stories, always new ones."""
        return [(number * 7 + k * 13 + 1) % ENDLESS for k in range(count)]

    def month_path(self, portal: Portal, first: date, months: int = 0) -> str:
        ordinal = first.year * 12 + first.month - 1 + months
        return f"/{portal.entity}/agenda/{ordinal // 12:04d}/{ordinal % 12 + 1:02d}/"

    @staticmethod
    def event(year: int, month: int, day: int) -> str:
        """What happens on a day; most days something does."""
        return EVENTS[(year + month * 3 + day * 2) % len(EVENTS)]

    def near(self, portal: Portal) -> list[tuple[date, str, str]]:
        """The next days of the calendar, for the side of every page."""
        days = [TODAY + timedelta(days=n) for n in range(5)]
        return [(d, self.event(d.year, d.month, d.day), f"{self.month_path(portal, d)}{d.day:02d}/") for d in days]

    def tags(self) -> list[tuple[str, str]]:
        return [(t, slug(t)) for t in TAGS]
