"""What query forms are asked: their words, the period, a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transparency.extract.forms.towns import NOWHERE, Place
from transparency.text import normalize

ATTEMPTS = 4
"""How many periods are tried before a query counts as empty."""
PRESSED = "pressed"
"""Type of a field whose options are pressed to be taken, and pressed again to be left (``controls/``)."""


@dataclass(frozen=True)
class QueryWords:
    """Words of query forms, as written in ``keywords/``; compared after normalisation."""

    buttons: tuple[str, ...]
    year: tuple[str, ...]
    month: tuple[str, ...]
    entity: tuple[str, ...]
    everything: tuple[str, ...]
    placeholder: tuple[str, ...]
    town: tuple[str, ...]
    start: tuple[str, ...]
    end: tuple[str, ...]
    views: tuple[str, ...]
    """Fields that choose what is shown, and do not narrow it: "Relatório", "Agrupar por"."""
    reports: tuple[str, ...]
    """First words of what such fields offer: "Relação", "Demonstrativo"."""
    screen: tuple[str, ...]
    """Of several ways to put out a report, those that show it as a page."""
    formats: tuple[str, ...]
    """Those that make a file of it."""
    readable: tuple[str, ...] = ()
    """Of files, those whose tables are read, the best first."""
    onward: tuple[str, ...] = ()
    """Buttons that lead to the next step of a form."""
    bodies: tuple[str, ...] = ()
    """What bodies of a town beside its town hall are called by: "Câmara", "Fundo"."""
    towns: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    """In a window with the choices of a field, what makes them count …"""
    leave: tuple[str, ...] = ()
    """… and what leaves them as they are."""
    columns: tuple[str, ...] = ()
    """Fields that choose what is said of each record: "Colunas", "Campos"."""
    labels: frozenset[str] = frozenset()
    """What such fields offer: labels that name items."""
    asking: tuple[str, ...] = ()
    """What stands in a label beside what is asked for ("Digite o nome do município")."""
    searching: tuple[str, ...] = ()
    """First words of a field for what is looked for ("Busque por assunto")."""
    people: tuple[str, ...] = ()
    """Fields that take somebody's name ("Nome do servidor") …"""
    surnames: tuple[str, ...] = ()
    """… names that many have …"""
    insisting: tuple[str, ...] = ()
    """… and what a page says that will not search without one."""
    spans: tuple[str, ...] = ()
    """What a page says before the number of days that it searches at once ("período máximo de 31 dias")."""
    returns: tuple[str, ...] = ()
    """What leads back, away, or on in the list that is in sight ("Carregar mais")."""
    place: Place = NOWHERE
    """The town that is audited."""

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any]) -> QueryWords:
        """From lists of words, each normalised."""
        said = {name: tuple(map(normalize, data[name])) for name in cls.__dataclass_fields__ if name in data}
        return cls(**said)  # type: ignore[arg-type]

    def searches(self, field: str) -> bool:
        """Whether a field asks what to look for, by its first word."""
        return normalize(field).partition(" ")[0] in self.searching


@dataclass(frozen=True)
class Choice:
    """What to put in a field: the index of an option, a text, or the path of an option drawn by a script."""

    value: Any
    label: str
    text: str
    forced: bool = False


@dataclass(frozen=True)
class Period:
    """What a query asks for: so many years back, and all months and all bodies at once where the form lets it."""

    back: int = 0
    whole_year: bool = True
    together: bool = True
    """All bodies of the town; else the town hall alone, since some portals answer for one body only."""
    exact: bool = False
    """Just this year or month is wanted: where it is not offered, nothing is chosen."""
    month: int = 0
    """The month that is wanted; 0 for the whole year."""


def has_term(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a text (normalised) holds one of some terms, as whole words."""
    padded = f" {text} "
    return any(f" {term} " in padded for term in terms)


def says_side(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a label (normalised) names one end of a range; amid others "de" and "a" only join them.

    >>> says_side("mes de referencia", ("de",)), says_side("emitido de", ("de",))
    (False, True)
    """
    words = text.split()
    outer = {*words[:1], *words[-1:]}
    return any(term in outer if len(term) < 3 else has_term(text, (term,)) for term in terms)
