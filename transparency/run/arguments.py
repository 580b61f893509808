"""What a run is asked for: the arguments of ``scrapy crawl``, read and checked before anything is begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scrapy.settings import BaseSettings

from transparency.browse.chromium import launch_options
from transparency.called import called
from transparency.crawl.budget import Budget
from transparency.crawl.memory import Memory
from transparency.crawl.portal_words import PortalWords, load_portal_words
from transparency.crawl.strategies import DEFAULT, EPSILON, Learning, strategy_named
from transparency.items import UserError
from transparency.matrix import Matrix, load_matrix
from transparency.matrix.cycle import Cycle
from transparency.net.handler import allowance, upstream
from transparency.portals import catalogue
from transparency.portals.catalogue import Catalogue, Municipality
from transparency.run.command import cycle_of, refuse_gone

ARGUMENTS = "municipio url uf fornecedor itens strategy epsilon seed model nodes depth minutes matriz".split()


@dataclass(frozen=True)
class Asked:
    """What a run works on. ``typed``: entries that a person gave; ``essential``: optional items are left out."""

    matrix: Matrix
    words: PortalWords
    towns: list[Municipality]
    typed: list[str]
    budget: Budget
    essential: bool
    learning: Learning
    cycle: Cycle | None
    """The matrix of the national programme that is answered as well."""


def read_arguments(spider: str, settings: BaseSettings, arguments: Mapping[str, Any]) -> Asked:
    """What the arguments of a spider of that name ask for. UserError for everything about them that a person can mend."""
    unknown = sorted(set(arguments) - {*ARGUMENTS, "_job"})
    if unknown:
        raise UserError(f"Opção desconhecida: {', '.join(unknown)}.", f"As opções são: {', '.join(ARGUMENTS)}.")
    refuse_gone(settings)
    strategy_named(arguments.get("strategy") or DEFAULT)
    budget, essential = _budget(arguments), _essential(arguments)
    launch_options()
    folder = Path(settings["KEYWORDS_DIR"]) if settings.get("KEYWORDS_DIR") else None
    matrix = load_matrix(folder)
    words = load_portal_words(matrix.vocabulary.query_buttons, folder, matrix.labels)
    known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
    towns = _municipalities(spider, known, arguments)
    typed = _typed(settings, towns, arguments)
    allowance(settings, typed)
    upstream(settings)
    learning = _learning(settings, arguments, towns)
    cycle = cycle_of(arguments["matriz"], settings) if arguments.get("matriz") else None
    return Asked(matrix, words, towns, typed, budget, essential, learning, cycle)


def _typed(settings: BaseSettings, towns: Iterable[Municipality], arguments: Mapping[str, Any]) -> list[str]:
    """Entries that a person gave: by hand, or in a catalogue file of their own."""
    by_hand = arguments.get("url") or settings.getlist("CATALOGUE_FILES")
    entries = (url for town in towns for url in (town.portal_url, town.city_url)) if by_hand else ()
    return [url for url in entries if url]


def _essential(arguments: Mapping[str, Any]) -> bool:
    asked = arguments.get("itens") or "todos"
    if asked not in ("todos", "essenciais"):
        raise UserError(f"Valor inválido para itens: “{asked}”.", "Use itens=todos ou itens=essenciais.")
    return bool(asked == "essenciais")


def _budget(arguments: Mapping[str, Any]) -> Budget:
    values: dict[str, Any] = {}
    for name, kind in (("nodes", int), ("depth", int), ("minutes", float)):
        text = arguments.get(name)
        if text is None:
            continue
        try:
            values[name] = kind(text)
        except ValueError:
            values[name] = 0
        if not values[name] > 0:
            raise UserError(f"Valor inválido para {name}: “{text}”.", "Use um número maior que zero.")
    return Budget(**values)


def _learning(settings: BaseSettings, arguments: Mapping[str, Any], towns: list[Municipality]) -> Learning:
    """What is remembered is kept per vendor family, beside the audits, unless another file is named."""
    try:
        epsilon, seed = float(arguments.get("epsilon") or EPSILON), int(arguments.get("seed") or 0)
    except ValueError:
        epsilon, seed = -1.0, 0
    if not 0 <= epsilon <= 1:
        raise UserError("Valor inválido para epsilon ou seed.", "Use epsilon entre 0 e 1 e seed inteiro.")
    named = arguments.get("model") or ""
    if named == "off":
        return Learning(epsilon, seed)
    families = {town.families for town in towns}
    family = "-".join(families.pop()) if len(families) == 1 else ""
    path = Path(named) if named else Path(settings["AUDITS_DIR"]) / ".walk" / f"{family or 'any'}.json"
    return Learning(epsilon, seed, Memory.kept_at(path))


def _municipalities(spider: str, known: Catalogue, arguments: Mapping[str, Any]) -> list[Municipality]:
    """The municipalities asked for, from the catalogue or given by hand."""
    asked = [part.strip() for part in (arguments.get("municipio") or "").split(",") if part.strip()]
    url, uf, family = (arguments.get(key) for key in ("url", "uf", "fornecedor"))
    if not asked:
        raise UserError("Falta dizer o município.", f"Por exemplo: {called()} crawl {spider} -a municipio=santa-rita")
    if url and len(asked) > 1:
        raise UserError("Um endereço dado à mão serve para um município só.", "Use um comando por município.")
    found = [known.resolve(name, uf, url, [family] if family else ()) for name in asked]
    for municipality in found:
        if not municipality.portal_url:
            raise UserError(
                f"O catálogo não tem o endereço do portal de {municipality.name}.",
                f"Dê-o com --url https://… ({called()} crawl: -a url=https://…).",
            )
    return list(dict.fromkeys(found))
