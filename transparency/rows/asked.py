"""What a run over rows is asked for: the arguments of ``scrapy crawl rows``, read and checked before anything is begun."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.items import UserError
from transparency.matrix import Criterion, Matrix
from transparency.portals.catalogue import Municipality
from transparency.rows.collecting import Bounds
from transparency.rows.items import ListSummary
from transparency.rows.spans import Span, read_span
from transparency.rows.words import RowWords, load_row_words
from transparency.rows.wrapper import Wrapper, learn, newest_audit, read_wrapper, wrapper_file, write_wrapper
from transparency.run.arguments import ARGUMENTS, Asked, read_arguments

OF_TOWNS = ("municipio", "url", "uf", "fornecedor")
OWN = ("criterio", "wrapper", "anos", "desde", "ate", "pessoas", "paginas", "minutos", "detalhes")
YES, NO = ("sim", "s", "1"), ("", "nao", "não", "n", "0")
PAGES, MINUTES = 500, 60.0


@dataclass(frozen=True)
class AskedRows(Asked):
    """What such a run works on."""

    lists: tuple[tuple[Municipality, Wrapper], ...]
    missing: tuple[ListSummary, ...]
    """The lists that cannot be collected, each with the reason, where others can."""
    row_words: RowWords
    people: bool
    bounds: Bounds
    span: Span | None
    """The years and months that are asked for; None for what the list shows by itself."""
    own_wrappers: bool = True
    """The wrappers are those of the towns, and no file that somebody has named."""


def read_row_arguments(spider: str, settings: BaseSettings, arguments: Mapping[str, Any]) -> AskedRows:
    """What the arguments ask for; wrappers that there are not yet are learned and kept. UserError for what a person can mend."""
    if unknown := sorted(set(arguments) - {*OF_TOWNS, *OWN, "_job"}):
        raise UserError(f"Opção desconhecida: {', '.join(unknown)}.", f"As opções são: {', '.join((*OF_TOWNS, *OWN))}.")
    of_towns = {name: value for name, value in arguments.items() if name in ARGUMENTS}
    asked = read_arguments(spider, settings, {**of_towns, "model": "off"})
    criteria = [*_criteria(asked.matrix, arguments.get("criterio") or "")]
    people, bounds = _yes(arguments, "pessoas"), _bounds(arguments)
    years, since, until = (str(arguments.get(name) or "") for name in ("anos", "desde", "ate"))
    span = read_span(years, since, until, dt.datetime.now().astimezone().date())
    folder = settings.get("KEYWORDS_DIR")
    words = load_row_words(Path(folder) if folder else None)
    given, missing = arguments.get("wrapper") or "", list[ListSummary]()
    lists = [_given(Path(given), asked, criteria)] if given else [*_wrappers(asked, criteria, settings, words, missing)]
    return AskedRows(
        **{field.name: getattr(asked, field.name) for field in fields(Asked)},
        lists=tuple(lists),
        missing=tuple(missing),
        row_words=words,
        people=people,
        bounds=bounds,
        span=span,
        own_wrappers=not given,
    )


def _criteria(matrix: Matrix, text: str) -> Iterator[Criterion]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = ", ".join(criterion.id for criterion in matrix.criteria)
    if not names:
        raise UserError("Falta dizer o critério.", f"Os critérios são: {known}.")
    for name in dict.fromkeys(names):
        if name not in matrix.by_id:
            raise UserError(f"Critério desconhecido: “{name}”.", f"Os critérios são: {known}.")
        yield matrix.by_id[name]


def _wrappers(
    asked: Asked, criteria: Sequence[Criterion], settings: BaseSettings, words: RowWords, missing: list[ListSummary]
) -> Iterator[tuple[Municipality, Wrapper]]:
    """The wrappers of all towns and criteria, learned where there are none; ``missing`` takes what there is none for. UserError where
    there is none at all."""
    wanted = [(town, criterion) for town in asked.towns for criterion in criteria]
    for town, criterion in wanted:
        try:
            yield town, _wrapper(asked, town, criterion, settings, words)
        except UserError as error:
            summary = ListSummary(
                municipio=town.slug, uf=town.uf, criterion=criterion.id, gaps=[error.message.rstrip(".")]
            )
            missing.append(summary)
            if len(missing) == len(wanted):
                raise


def _wrapper(
    asked: Asked, town: Municipality, criterion: Criterion, settings: BaseSettings, words: RowWords
) -> Wrapper:
    """The wrapper of a town and a criterion."""
    file = wrapper_file(Path(settings["WRAPPERS_DIR"]), town, criterion.id)
    if not file.exists():
        audit = newest_audit(Path(settings["AUDITS_DIR"]), town)
        write_wrapper(file, learn(audit, asked.matrix, criterion, words))
    return read_wrapper(file, asked.matrix)


def _given(file: Path, asked: Asked, criteria: Sequence[Criterion]) -> tuple[Municipality, Wrapper]:
    wrapper = read_wrapper(file, asked.matrix)
    if len(asked.towns) > 1 or [criterion.id for criterion in criteria] != [wrapper.criterion]:
        raise UserError(
            f"{file}: o wrapper é de um município e de um critério ({wrapper.criterion}).",
            f"Por exemplo: {called()} crawl rows -a municipio={wrapper.municipio} -a criterio={wrapper.criterion} -a wrapper={file}",
        )
    if wrapper.municipio != asked.towns[0].slug:
        raise UserError(
            f"{file}: o wrapper é de {wrapper.municipio}, não de {asked.towns[0].slug}.", "Diga o município dele."
        )
    return asked.towns[0], wrapper


def _yes(arguments: Mapping[str, Any], name: str) -> bool:
    text = str(arguments.get(name) or "").strip().casefold()
    if text not in (*YES, *NO):
        raise UserError(f"Valor inválido para {name}: “{text}”.", f"Use {name}=sim ou {name}=não.")
    return text in YES


def _bounds(arguments: Mapping[str, Any]) -> Bounds:
    details = int(_number(arguments, "detalhes", 0)) if arguments.get("detalhes") else 0
    return Bounds(int(_number(arguments, "paginas", PAGES)), _number(arguments, "minutos", MINUTES), details)


def _number(arguments: Mapping[str, Any], name: str, default: float) -> float:
    text = arguments.get(name)
    try:
        number = float(text) if text is not None else default
    except ValueError:
        number = 0
    if not number > 0:
        raise UserError(f"Valor inválido para {name}: “{text}”.", "Use um número maior que zero.")
    return number
