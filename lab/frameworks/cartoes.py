"""What sites share whose portal is a page of cards, each of which leads to a subject with drawers.

Not a host. A page whose menu has one word only is none of the cards: the site's own menu names it.
"""

from __future__ import annotations

from typing import ClassVar

from lab.definition import Page, Portal
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.unseen import plain_word


class Cartoes(Gavetas):
    """Base; a subclass says what its page of cards is called."""

    hall: ClassVar[str] = ""
    """The site's own menu word for the page of cards."""
    hall_state: ClassVar[str] = "cartões"
    """What the key calls the state of standing before them."""

    @classmethod
    def hall_path(cls, portal: Portal) -> str:
        return f"/{portal.entity}/{plain_word(cls.hall)}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or plain_word(page.menu[-1])}/"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Groups of cards are headings."""
        return [cls.hall, page.menu[-1]] if len(page.menu) > 1 else list(page.menu)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *([cls.hall_state] if len(page.menu) > 1 else []), page.id)]
