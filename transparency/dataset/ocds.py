"""Bids as releases of the Open Contracting Data Standard (OCDS 1.1), so that tools for it can read them.

A release tells what a row tells, and no more: the number, the object, the modality, the days, the amount, the files and who won.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from stdnum.br import cnpj

from transparency.dataset.parquet import read_rows
from transparency.extract.values import is_written_cnpj
from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.node import is_web
from transparency.portals.catalogue import Municipality
from transparency.text import normalize

CRITERION = "licitacao"
FILE = "ocds.yaml"
VERSION = "1.1"
DOCUMENTS = {
    "edital": "biddingDocuments",
    "aviso": "tenderNotice",
    "integra": "biddingDocuments",
    "termo_ratificacao": "awardNotice",
}
"""Item → type of its document in OCDS."""
_SEVERAL = re.compile(r"\s*[;\n]\s*")
Json = dict[str, Any]


METHODS = ("open", "selective", "direct")
"""Of procurement, as the standard names them."""


@lru_cache(maxsize=1)
def load_methods() -> Mapping[str, tuple[str, ...]]:
    """Method → terms of its modalities, normalised. UserError names file and line of what is wrong."""
    file = KeywordFile(keywords_directory() / FILE)
    top = file.mapping(file.root, METHODS, METHODS)
    return {name: tuple(map(normalize, file.strings(node))) for name, node in top.items()}


def method_of(modality: str, methods: Mapping[str, tuple[str, ...]]) -> str:
    """The method of a modality; empty where it is not known, or where two would fit."""
    told = f" {normalize(modality)} "
    found = [name for name, terms in methods.items() if any(f" {term} " in told for term in terms)]
    return found[0] if len(found) == 1 else ""


def write_releases(
    parquet: Path, target: Path, town: Municipality, methods: Mapping[str, tuple[str, ...]], prefix: str, published: str
) -> None:
    """Write the bids of a Parquet file as a release package, one by one."""
    package = {
        "uri": f"urn:{prefix}:{town.uf.lower()}:{town.slug}:{CRITERION}:{parquet.stem}:{published}",
        "version": VERSION,
        "publishedDate": published,
        "publisher": {"name": f"transparency, do portal de {town.name} ({town.uf})", "uri": town.portal_url},
    }
    with open(target, "w", encoding="utf-8") as file:
        file.write(json.dumps(package, ensure_ascii=False)[:-1] + ', "releases": [')
        seen: Counter[str] = Counter()
        for number, row in enumerate(read_rows(parquet)):
            one = release(row, town, methods, prefix)
            seen[one["id"]] += 1
            if seen[one["id"]] > 1:  # the same record in two lists
                one["id"] = f"{one['id']}-{seen[one['id']]}"
            file.write(("," if number else "") + "\n" + json.dumps(one, ensure_ascii=False))
        file.write("\n]}\n")


def release(row: Mapping[str, Any], town: Municipality, methods: Mapping[str, tuple[str, ...]], prefix: str) -> Json:
    """The release of a row."""
    number, modality = row["numero_licitacao"] or "", row["modalidade_licitacao"] or ""
    process = normalize(f"{number} {modality}").replace(" ", "-") if number else row["key"]
    buyer = {"id": town.ibge or f"{town.slug}-{town.uf.lower()}", "name": f"Município de {town.name}"}
    winners, losers = (_bidders(row, item) for item in ("nome_vencedores", "nome_perdedores"))
    parties = [{**buyer, "roles": ["buyer", "procuringEntity"]}, *_parties(winners, losers, row["cnpj_cpf"] or "")]
    return {
        "ocid": f"{prefix}-{town.uf.lower()}-{town.slug}-{process}",
        "id": row["key"],
        "date": f"{row['time'].isoformat(timespec='seconds')}Z",
        "tag": ["tender", "award"] if winners else ["tender"],
        "initiationType": "tender",
        "language": "pt",
        "parties": parties,
        "buyer": buyer,
        "tender": _tender(row, process, number, method_of(modality, methods), buyer),
        **(
            {"awards": [{"id": f"{process}-1", "suppliers": [_reference(name) for name in winners]}]} if winners else {}
        ),
    }


def _tender(row: Mapping[str, Any], process: str, number: str, method: str, buyer: Json) -> Json:
    """What a row tells of a bid itself; nothing that it does not."""
    documents = [
        {"id": item, "documentType": kind, "url": row[item]}
        for item, kind in DOCUMENTS.items()
        if is_web(row[item] or "")
    ]
    told = {
        "id": number or process,
        "title": row["objeto_licitacao"],
        "procuringEntity": buyer,
        "procurementMethod": method,
        "procurementMethodDetails": row["modalidade_licitacao"],
        "value": {"amount": float(row["valor"]), "currency": "BRL"} if row["valor"] is not None else None,
        "tenderPeriod": _period(row["data_publicacao_licitacao"], row["data_realizacao"]),
        "documents": documents,
    }
    return {name: value for name, value in told.items() if value}


def _period(first: dt.date | None, last: dt.date | None) -> Json:
    """From the day of publication to that of the session, as far as they are told and in order."""
    if first and last and last < first:
        last = None
    days = {"startDate": f"{first}T00:00:00Z" if first else "", "endDate": f"{last}T23:59:59Z" if last else ""}
    return {name: day for name, day in days.items() if day}


def _bidders(row: Mapping[str, Any], item: str) -> list[str]:
    return [name for name in dict.fromkeys(_SEVERAL.split(row[item] or "")) if name]


def _reference(name: str) -> Json:
    return {"id": normalize(name).replace(" ", "-") or name, "name": name}


def _parties(winners: list[str], losers: list[str], number: str) -> Iterator[Json]:
    """Who took part. The number of a firm is that of the winner, where there is one winner only."""
    for name in dict.fromkeys([*winners, *losers]):
        won = name in winners
        party: Json = {**_reference(name), "roles": ["tenderer", "supplier"] if won else ["tenderer"]}
        if won and len(winners) == 1 and is_written_cnpj(number):
            party["identifier"] = {"scheme": "BR-CNPJ", "id": cnpj.compact(number), "legalName": name}
        yield party
