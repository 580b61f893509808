"""The description of a folder of rows: ``datapackage.json`` (Frictionless) for programs, ``README.md`` for people. Both tell what
lies in the folder, whichever runs have brought it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from transparency import __version__
from transparency.dataset.parquet import COMMON, count_rows
from transparency.dataset.sheets import ENCODING, SEPARATOR, SheetColumn, sheet_columns
from transparency.matrix import Matrix
from transparency.portals.catalogue import Municipality
from transparency.report.rendering import moment
from transparency.report.terminal import plain
from transparency.rows.items import Kind
from transparency.rows.summaries import changes_in_words
from transparency.store.audits import now
from transparency.store.evidence import write

PACKAGE, README, SUMMARIES = "datapackage.json", "README.md", "coleta.json"
LOG = "mudancas.jsonl"
"""In the folder of a criterion: a line for each row that is new, changed or gone since it was first collected."""
TEMPLATE = "readme.md.tmpl"
Summaries = dict[str, dict[str, Any]]
"""Criterion → the summary of its last run (``rows.items.ListSummary``), with ``odd_pages`` and ``time``."""
LICENCE = {
    "name": "other-open",
    "title": "Dados públicos (Lei 12.527/2011, art. 8º); valem também os termos do portal, se os tiver",
    "path": "https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2011/lei/l12527.htm",
}
_TYPES: Mapping[Kind, Mapping[str, str]] = {
    "date": {"type": "date"},
    "money": {"type": "number", "decimalChar": ","},
    "number": {"type": "integer"},
    "time": {"type": "datetime"},
}
"""Of Frictionless; all others are strings."""
_WORDS: Mapping[Kind, str] = {"date": "data", "money": "valor", "number": "número", "time": "data e hora (UTC)"}
_OTHERS = (
    (".parquet", "parquet", "application/vnd.apache.parquet", "Parquet"),
    (".ocds.json", "json", "application/json", "OCDS"),
)
"""Files beside a sheet: how they end, their format, their kind on the web, and in words."""


def read_summaries(folder: Path) -> Summaries:
    """The summaries of earlier runs; none where they cannot be read."""
    try:
        told = json.loads((folder / SUMMARIES).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    whole = {"rows", "pages", "told", "agrees", "doubts", "gaps"}
    items = told.items() if isinstance(told, dict) else ()
    return {name: one for name, one in items if isinstance(one, dict) and whole <= one.keys()}


def write_description(folder: Path, town: Municipality, matrix: Matrix, summaries: Summaries) -> None:
    """Write both files, from what lies in the folder."""
    sheets = {path: sheet_columns(path) for path in sorted(folder.glob("*/*.parquet"))}
    package = _package(folder, town, matrix, sheets)
    write(folder / PACKAGE, (json.dumps(package, ensure_ascii=False, indent=2) + "\n").encode())
    write(folder / README, _readme(town, matrix, sheets, summaries).encode())


def title_of(name: str, matrix: Matrix) -> str:
    """What a folder of a criterion is called (Portuguese)."""
    criterion, sums = name.partition("-")[::2]
    known = matrix.by_id.get(criterion)
    return f"{known.name if known else criterion}{' (somas)' if sums else ''}"


# ---- for programs ----------------------------------------------------------------------------------------------------


def _package(
    folder: Path, town: Municipality, matrix: Matrix, sheets: Mapping[Path, Sequence[SheetColumn]]
) -> dict[str, Any]:
    resources = [one for path, columns in sheets.items() for one in _resources(folder, path, columns, matrix)]
    resources += [_log(folder, path, matrix) for path in sorted(folder.glob(f"*/{LOG}"))]
    return {
        "profile": "data-package",
        "name": f"{town.slug}-{town.uf.lower()}",
        "title": _title(town),
        "description": f"Colhido do portal da transparência por transparency {__version__}. Veja {README}.",
        "created": now(),
        "licenses": [LICENCE],
        "sources": [{"title": f"Portal da transparência de {town.name}", "path": town.portal_url}],
        "resources": resources,
    }


def _resources(folder: Path, parquet: Path, columns: Sequence[SheetColumn], matrix: Matrix) -> Iterator[dict[str, Any]]:
    """The sheet with its columns, and the files beside it."""
    name, year = parquet.parent.name, parquet.stem
    title = f"{title_of(name, matrix)}, {year}"
    sheet = parquet.with_suffix(".csv")
    yield {
        "name": f"{name}-{year}",
        "title": title,
        "profile": "tabular-data-resource",
        **_file(folder, sheet, "csv", "text/csv"),
        "encoding": ENCODING,
        "dialect": {"delimiter": SEPARATOR},
        "schema": {"fields": [_field(column) for column in columns], "missingValues": [""]},
    }
    for end, kind, media, words in _OTHERS:
        path = parquet.with_suffix(end)
        if path.exists():
            told = {"name": f"{name}-{year}-{words.casefold()}", "title": f"{title} ({words})", "type": "file"}
            yield {**told, **_file(folder, path, kind, media)}


def _log(folder: Path, path: Path, matrix: Matrix) -> dict[str, Any]:
    """What has changed in the rows of a criterion."""
    name = path.parent.name
    told = {"name": f"{name}-mudancas", "title": f"{title_of(name, matrix)}: o que mudou", "type": "file"}
    return {**told, **_file(folder, path, "jsonl", "application/x-ndjson")}


def _file(folder: Path, path: Path, kind: str, media: str) -> dict[str, Any]:
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "path": path.relative_to(folder).as_posix(),
        "format": kind,
        "mediatype": media,
        "bytes": path.stat().st_size,
        "hash": f"sha256:{digest}",
    }


def _field(column: SheetColumn) -> dict[str, str]:
    return {"name": column.name, "title": column.label, **_TYPES.get(column.kind, {"type": "string"})}


# ---- for people ------------------------------------------------------------------------------------------------------


def _title(town: Municipality) -> str:
    return f"Dados da transparência de {town.name} ({town.uf})"


def _readme(
    town: Municipality, matrix: Matrix, sheets: Mapping[Path, Sequence[SheetColumn]], summaries: Summaries
) -> str:
    template = Template(files(__package__).joinpath(TEMPLATE).read_text("utf-8"))
    return template.substitute(
        title=_title(town),
        portal=town.portal_url,
        version=__version__,
        day=moment(now()),
        files=_files_table(sheets, matrix),
        proof=_proof_table(summaries, matrix),
        columns="\n\n".join(_columns_tables(sheets, matrix)),
        licence=f"{LICENCE['title']}: <{LICENCE['path']}>.",
    )


def _files_table(sheets: Iterable[Path], matrix: Matrix) -> str:
    rows = []
    for path in sheets:
        name = path.parent.name
        ends = [".csv", *(end for end, *_ in _OTHERS if path.with_suffix(end).exists())]
        links = ", ".join(f"[{end}]({name}/{path.stem}{end})" for end in ends)
        rows.append([title_of(name, matrix), path.stem, str(count_rows(path)), links])
    return _table(["o quê", "ano", "linhas", "arquivos"], rows)


def _proof_table(summaries: Summaries, matrix: Matrix) -> str:
    rows = [
        [
            title_of(criterion, matrix),
            str(one["rows"]),
            str(one["pages"]),
            str(one.get("odd_pages", 0)),
            "não diz" if one["told"] is None else str(one["told"]),
            {True: "sim", False: "não", None: "–"}[one["agrees"]],
            str(sum(one["doubts"].values())),
            changes_in_words(one.get("changes", {})) or "–",
            "; ".join(one["gaps"]) or "nenhuma",
        ]
        for criterion, one in sorted(summaries.items())
    ]
    head = [
        "critério",
        "linhas",
        "páginas",
        "com problema",
        "portal conta",
        "confere",
        "em dúvida",
        "mudanças",
        "faltas",
    ]
    return _table(head, rows)


def _columns_tables(sheets: Mapping[Path, Sequence[SheetColumn]], matrix: Matrix) -> Iterator[str]:
    """A table for each criterion, of the columns of all its years; then those that all have."""
    common: dict[str, SheetColumn] = {}
    for name in dict.fromkeys(path.parent.name for path in sheets):
        of_name = [columns for path, columns in sheets.items() if path.parent.name == name]
        seen = {column.name: column for columns in of_name for column in columns}
        own = [
            column for column in seen.values() if column.key or column.field not in COMMON or column.field == "people"
        ]
        common |= {column.name: column for column in seen.values() if column not in own}
        yield f"### {title_of(name, matrix)}\n\n{_column_table(own)}"
    yield f"### Em todos os arquivos\n\n{_column_table(common.values())}"


def _column_table(columns: Iterable[SheetColumn]) -> str:
    rows = [
        [f"`{one.name}`", "coluna do portal" if one.key else one.label, _WORDS.get(one.kind, "texto")]
        for one in columns
    ]
    return _table(["coluna", "o que é", "tipo"], rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(plain(cell).replace('|', '/') for cell in line)} |" for line in lines)
