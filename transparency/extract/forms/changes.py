"""Addresses that change something on a portal when they are opened: what is deleted, voted, subscribed, left."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from transparency.text import identifier_words, normalize

LONGEST = 3
"""A part of a path with more words than this is a title."""


class Changes:
    """Knows such addresses by their verbs. ``verbs``: words of paths and parameters; ``actions``: names of parameters whose
    value may be one; ``choices``: what a visitor chooses ("filtro", "exercício"): a verb beside it only keeps the choice;
    ``listened``: verbs that over a socket only say what is listened to."""

    def __init__(
        self,
        verbs: Iterable[str] = (),
        actions: Iterable[str] = (),
        choices: Iterable[str] = (),
        listened: Iterable[str] = (),
    ) -> None:
        self.verbs = frozenset(map(normalize, verbs))
        self.actions = frozenset(map(normalize, actions))
        self.choices = frozenset(map(normalize, choices))
        self.listened = frozenset(map(normalize, listened))

    def verb_in(self, url: str, here: str = "") -> str:
        """The verb by which an address changes something, or an empty text. ``here``: the address of the page that leads there;
        what stands in both says nothing.

        >>> changes = Changes(["excluir"], ["acao"])
        >>> changes.verb_in("/empenho/excluir/3"), changes.verb_in("/?acao=excluir"), changes.verb_in("/?q=excluir")
        ('excluir', 'excluir', '')
        >>> changes.verb_in("/lista?pode_excluir=1"), changes.verb_in("/lista?excluir=1")
        ('', 'excluir')
        """
        known = set(self._verbs_in(here))
        return next((verb for verb in self._verbs_in(url) if verb not in known), "")

    def _verbs_in(self, url: str) -> list[str]:
        try:
            parts = urlsplit(url)
        except ValueError:
            return []
        said = [part.partition(".")[0] for part in f"{parts.path}/{parts.fragment.partition('?')[0]}".split("/")]
        for name, value in parse_qsl(parts.query, keep_blank_values=True):
            if normalize(name) in self.verbs:  # its whole name: "nome_like" is a filter
                said.append(name)
            if normalize(name) in self.actions:
                said.append(value)
        return [verb for part in said if (verb := self._verb_of(part))]

    def _verb_of(self, part: str) -> str:
        words = identifier_words(part.replace("-", " ").replace("_", " "))
        kept = not self.choices.isdisjoint(words)
        ends = (words[0], words[-1]) if 0 < len(words) <= LONGEST and not kept else ()
        return next((word for word in ends if word in self.verbs), "")


NOTHING = Changes()
"""Knows no such address."""
