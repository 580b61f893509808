"""Which folders of audits are meant by what a person writes: a path, or a municipality as people call it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from transparency.called import called
from transparency.items import UserError
from transparency.portals import catalogue
from transparency.portals.catalogue import Catalogue, Municipality, only, slugify

_STATE = re.compile(r"[A-Za-z]{2}")
_PLACE = re.compile(r"([A-Za-z]{2})/([^/.]+)")


def locate(names: Iterable[str], root: Path, catalogues: Sequence[str] = ()) -> list[Path]:
    """The folders that are meant, under the root: a path as it is, a state (``pb``), or a municipality by its folder's name
    (``santa-rita``, ``pb/santa-rita``), its own name in any case, with or without accents (``Santa Rita``, ``Santa Rita/PB``), or its
    IBGE code. What is nothing of all that stays a path. UserError where several states have audits of the name, or none has.

    ``catalogues``: files instead of the packaged catalogue.
    """
    towns = _Towns(root, catalogues)
    return [_meant(name, towns) for name in names]


@dataclass(frozen=True)
class _Towns:
    """The municipalities that have audits under the root, and all that are known; read when they are asked for."""

    root: Path
    catalogues: Sequence[str]

    @cached_property
    def known(self) -> Catalogue:
        """All of the catalogue."""
        return catalogue.load([*map(Path, self.catalogues)] or None)

    @cached_property
    def audited(self) -> Catalogue:
        """Those that have a folder, as the catalogue has them; those that it has not are called as their folder."""
        rows = {(town.uf.lower(), town.slug): town for town in self.known}
        places = [(folder.parent.name, folder.name) for folder in sorted(self.root.glob("[a-z][a-z]/*/"))]
        towns = (rows.get((uf, slug), Municipality(slug, slug, uf.upper())) for uf, slug in places)
        # Whose portal is known says nothing of whose audit is meant.
        return Catalogue(tuple(replace(town, portal_url="") for town in towns))


def _meant(name: str, towns: _Towns) -> Path:
    path = Path(name)
    if path.exists() or not slugify(name) or name.startswith((".", "/")):
        return path
    state = towns.root / name.lower()
    if _STATE.fullmatch(name) and state.is_dir():
        return state
    placed = _PLACE.fullmatch(name)
    asked = f"{placed[2]}/{placed[1]}" if placed else name
    if found := towns.audited.named(asked):
        town = only(found)
        return towns.root / town.uf.lower() / town.slug
    if listed := towns.known.named(asked):
        states = ", ".join(sorted(town.uf for town in listed))
        raise UserError(
            f"Nenhuma auditoria de {listed[0].name} ({states}) em {towns.root}.",
            f"Faça uma: {called()} audit {listed[0].slug}-{listed[0].uf.lower()}",
        )
    return path
