"""Is an audit still what it was? Every digest, every reference, both ways; on a folder or on what a WACZ holds of it.

What is wrong is a ``Fault``: a file and a sentence in Portuguese. Nothing is raised for what a damaged audit may hold.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import io
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from PIL import Image, UnidentifiedImageError

from transparency.items import STATUSES, Verdict
from transparency.matrix import Matrix
from transparency.store.audit_files import CORE, Files
from transparency.store.audits import PAGES, SUMMARY, VERDICTS
from transparency.store.facts import SUFFIX, FactsUnreadable, read_facts
from transparency.store.listed import DIGEST, KEPT, NOBODY, check_purge, check_seal, check_sums
from transparency.store.seal import Trust
from transparency.store.tours import SUFFIX as TOUR
from transparency.store.tours import TourUnreadable, read_tour
from transparency.store.verification import Verification
from transparency.text import plural

_FIELDS = {f.name for f in fields(Verdict)}
LATER, FORMER = {"places"}, {"confidence"}
"""Fields of verdicts that audits of earlier versions do not have, and that only they have."""


def verify_audit(files: Files, where: str, matrix: Matrix, trust: Trust = NOBODY) -> Verification:
    """Check an audit. ``matrix``: today's, for audits that do not tell which items they were asked for; ``trust``: who may sign and
    stamp. UserError when what is trusted cannot be read."""
    result = Verification(where)
    contents = _read_all(files, result)
    result.files = len(contents)
    summary = _summary(contents, result)
    before, remade = check_purge(contents, result)
    check_sums(contents, summary, result)
    check_seal(contents, before, remade, trust, result)
    for name in CORE:
        if name not in contents and not result.accuses(name):
            result.fault(name, "falta")
    verdicts = _verdicts(contents, summary, matrix, result)
    frames = _pages(contents, result)
    _check_references([verdict for _, verdict in verdicts], contents, result)
    _check_places(summary, contents, result)
    for number, verdict in verdicts:
        _check_proof(number, verdict, contents, frames, result)
    _check_counts([verdict for _, verdict in verdicts], summary, result)
    for name, data in sorted(contents.items()):
        _check_form(name, data, result)
    return result


def _read_all(files: Files, result: Verification) -> dict[str, bytes]:
    contents = {}
    for name in sorted(files.names()):
        try:
            contents[name] = files.read(name)
        except OSError as error:
            result.fault(name, f"não pôde ser lido: {error.strerror}")
    return contents


def _summary(contents: Mapping[str, bytes], result: Verification) -> dict[str, Any]:
    if SUMMARY not in contents:
        return {}
    try:
        summary = json.loads(contents[SUMMARY].decode())
        town = summary["municipio"]
        whole = all(isinstance(text, str) for text in (town["slug"], town["name"], town["uf"], summary["started"]))
        whole = whole and all(
            isinstance(counts[status], int) for counts in summary["criteria"].values() for status in STATUSES
        )
        items = summary.get("matrix", {"items": {}})["items"]
        whole = whole and all(isinstance(key, str) for keys in items.values() for key in keys)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        whole = False
    if not whole:
        result.fault(SUMMARY, "o resumo está estragado")
        return {}
    return dict(summary)


def _lines(name: str, contents: Mapping[str, bytes], result: Verification) -> list[tuple[int, dict[str, Any]]]:
    """(number, object) of the lines of a JSON lines file."""
    data = contents.get(name, b"")
    found = []
    if data and not data.endswith(b"\n"):
        result.fault(name, "a última linha está rasgada: o arquivo não termina em fim de linha")
    for number, text in enumerate(data.split(b"\n"), 1):
        if not text:
            continue
        try:
            line = json.loads(text.decode())
        except (ValueError, RecursionError):
            line = None
        if isinstance(line, dict):
            found.append((number, line))
        else:
            result.fault(name, f"linha {number}: não é um objeto JSON")
    return found


def _verdicts(
    contents: Mapping[str, bytes], summary: Mapping[str, Any], matrix: Matrix, result: Verification
) -> list[tuple[int, Verdict]]:
    """The verdicts that can be read, each item asked for once."""
    found: list[tuple[int, Verdict]] = []
    town = summary.get("municipio", {})
    for number, line in _lines(VERDICTS, contents, result):
        verdict = _verdict(f"linha {number}", line, result)
        if verdict is None:
            continue
        if town and (verdict.municipio, verdict.uf) != (town["slug"], town["uf"]):
            of = f"linha {number} ({verdict.criterion}.{verdict.item})"
            result.fault(VERDICTS, f"{of}: é de {verdict.municipio} ({verdict.uf})")
        found.append((number, verdict))
    _check_items(found, matrix, result, summary if VERDICTS in contents else {})
    return found


def _verdict(at: str, line: Mapping[str, Any], result: Verification) -> Verdict | None:
    """The verdict of a line, ``at`` being where it stands; None when it cannot be read as one."""
    try:
        verdict = Verdict(**{name: value for name, value in line.items() if name in _FIELDS})
    except TypeError:
        result.fault(VERDICTS, f"{at}: não é um veredito")
        return None
    at = f"{at} ({verdict.criterion}.{verdict.item})"
    if not _FIELDS - LATER <= set(line) <= _FIELDS | FORMER:
        result.fault(VERDICTS, f"{at}: campos a mais ou a menos: {_listed((set(line) - FORMER) ^ _FIELDS)}")
    texts = _FIELDS - {"steps", "record_set", "places"}
    if not all(isinstance(getattr(verdict, name), str) for name in texts):
        result.fault(VERDICTS, f"{at}: há campos que não são texto")
        return None
    if verdict.status not in STATUSES:
        result.fault(VERDICTS, f"{at}: situação desconhecida “{verdict.status}”")
    if not verdict.reason:
        result.fault(VERDICTS, f"{at}: sem razão")
    return verdict


def _check_items(
    found: Sequence[tuple[int, Verdict]], matrix: Matrix, result: Verification, summary: Mapping[str, Any]
) -> None:
    """One verdict for each item that was asked for. ``summary``: empty where nothing tells which items those were."""
    counted = Counter((verdict.criterion, verdict.item) for _, verdict in found)
    for key, times in counted.items():
        if times > 1:
            result.fault(VERDICTS, f"{'.'.join(key)}: {plural(times, 'veredito')}, deveria haver um")
    if not summary:
        return
    asked, sure = _asked(summary, matrix)
    if sure:
        for missing in [key for key in asked if key not in counted]:
            result.fault(VERDICTS, f"{'.'.join(missing)}: falta o veredito")
        for extra in [key for key in counted if key not in asked]:
            result.fault(VERDICTS, f"{'.'.join(extra)}: veredito de um item que não foi pedido")
    elif set(asked) != set(counted):
        result.notes.append(
            f"A auditoria não diz quais itens foram pedidos; ela tem {len(counted)}, a matriz de hoje {len(asked)}."
        )


def _asked(summary: Mapping[str, Any], matrix: Matrix) -> tuple[list[tuple[str, str]], bool]:
    """(criterion, item) of the items that were asked for, and whether the audit itself says so."""
    if "matrix" in summary:
        return [(c, key) for c, keys in summary["matrix"]["items"].items() for key in keys], True
    settings = summary.get("settings")
    essential = bool(settings.get("essential_only")) if isinstance(settings, dict) else False
    return [(item.criterion, item.key) for item in matrix.items(essential)], False


def _pages(contents: Mapping[str, bytes], result: Verification) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """File of a stored frame → the line of its page, and the frame in it."""
    frames: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    named = set[str]()
    lines = _lines(PAGES, contents, result)
    for number, line in lines:
        try:
            for frame in line["frames"]:
                name = str(frame["html"])
                frames[name] = line, frame
                _check_cited(name, f"{PAGES}, linha {number}, a cita", contents, result)
                str(frame["url"])
            if facts := str(line.get("facts", "")):
                named.add(facts)
                _check_cited(facts, f"{PAGES}, linha {number}, a cita", contents, result)
            if not all(isinstance(line[name], str) for name in ("node", "url", "final_url", "title", "problem")):
                raise TypeError
            dt.datetime.strptime(line["time"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=dt.UTC)
            list(line["steps"]), list(line["findings"]), int(line["depth"])
        except (KeyError, TypeError, ValueError):
            result.fault(PAGES, f"linha {number}: não é uma página")
    if PAGES in contents:
        for name in sorted(contents):
            if (
                name.startswith("pages/")
                and not name.endswith(TOUR)
                and name not in {*frames, *named}
                and not result.accuses(name)
            ):
                result.fault(name, f"sobra: nenhuma linha de {PAGES} a cita")
    return frames


def _check_cited(name: str, by: str, contents: Mapping[str, bytes], result: Verification) -> None:
    """A file that something cites is there, or was deleted on purpose. ``by``: what cites it (Portuguese)."""
    if name not in contents and name not in result.purged and not result.accuses(name):
        result.fault(name, f"falta: {by}")


def _check_references(verdicts: Iterable[Verdict], contents: Mapping[str, bytes], result: Verification) -> None:
    """The files that prove something are there, and are what they were."""
    proved: dict[tuple[str, str], list[str]] = {}
    for verdict in verdicts:
        for name, digest in ((verdict.html, verdict.html_sha256), (verdict.evidence, verdict.evidence_sha256)):
            if KEPT.fullmatch(name) and DIGEST.fullmatch(digest):
                proved.setdefault((name, digest), []).append(f"{verdict.criterion}.{verdict.item}")
    for (name, digest), items in proved.items():
        if name not in contents and result.purged.get(name) == digest:
            continue
        if name not in contents:
            result.fault(name, f"falta a prova de {', '.join(items)}")
        elif hashlib.sha256(contents[name]).hexdigest() != digest:
            result.fault(name, f"não tem o SHA-256 registrado nos vereditos de {', '.join(items)}")


def _check_places(summary: Mapping[str, Any], contents: Mapping[str, bytes], result: Verification) -> None:
    """The pages and pictures of the places that were looked at are there, or were deleted on purpose."""
    places = summary.get("places")
    for of in places.values() if isinstance(places, dict) else ():
        for place in of if isinstance(of, list) else ():
            for kind in ("html", "picture"):
                name = place.get(kind) if isinstance(place, dict) else ""
                if name:
                    _check_cited(str(name), f"{SUMMARY} a cita entre os lugares vistos", contents, result)


def _check_proof(
    number: int,
    verdict: Verdict,
    contents: Mapping[str, bytes],
    frames: Mapping[str, tuple[dict[str, Any], dict[str, Any]]],
    result: Verification,
) -> None:
    """A verdict refers to files as it should, and says what is said of the page that it refers to."""
    at = f"linha {number} ({verdict.criterion}.{verdict.item})"
    if verdict.status == "published" and not verdict.html:
        result.fault(VERDICTS, f"{at}: publicado sem página que o prove")
    for name, digest in ((verdict.html, verdict.html_sha256), (verdict.evidence, verdict.evidence_sha256)):
        if (name or digest) and not (KEPT.fullmatch(name) and DIGEST.fullmatch(digest)):
            result.fault(VERDICTS, f"{at}: referência inválida: {name!r}")
    if verdict.status != "published" or verdict.html not in frames or PAGES not in contents:
        return
    line, frame = frames[verdict.html]
    if (verdict.url, verdict.page_url, verdict.steps) != (frame["url"], line["final_url"], line["steps"]):
        result.fault(VERDICTS, f"{at}: endereço ou passos não são os da página em {PAGES}")
    claim = (verdict.criterion, verdict.item, verdict.label, True)
    try:
        found = [(f["criterion"], f["item"], f["label"], f["has_data"]) for f in line["findings"]]
    except (KeyError, TypeError):
        found = []
    if claim not in found:
        result.fault(VERDICTS, f"{at}: {PAGES} não registra o rótulo “{verdict.label}” com dados nesta página")


def _check_counts(verdicts: list[Verdict], summary: Mapping[str, Any], result: Verification) -> None:
    if not summary or not verdicts:
        return
    counted = Counter((v.criterion, v.status) for v in verdicts)
    for criterion in {**summary["criteria"], **{v.criterion: {} for v in verdicts}}:
        told = summary["criteria"].get(criterion, {})
        differing = [s for s in STATUSES if told.get(s, 0) != counted[criterion, s]]
        if differing:
            figures = ", ".join(f"{told.get(s, 0)} {s} (vereditos: {counted[criterion, s]})" for s in differing)
            result.fault(SUMMARY, f"{criterion}: o resumo conta {figures}")


def _check_form(name: str, data: bytes, result: Verification) -> None:
    """What is stored can be opened: pages, their facts, tours, pictures."""
    try:
        if name.startswith("evidence/"):
            with Image.open(io.BytesIO(data)) as picture:
                picture.load()
        elif name.startswith("pages/") and name.endswith(SUFFIX):
            read_facts(data)
        elif name.startswith("pages/") and name.endswith(TOUR):
            read_tour(data)
        elif name.startswith("pages/") and name.endswith(".gz"):
            gzip.decompress(data).decode()
    except FactsUnreadable as error:
        result.fault(name, f"os fatos da página {error}")
    except TourUnreadable as error:
        result.fault(name, f"o percurso {error}")
    except (
        OSError,
        EOFError,
        zlib.error,
        ValueError,
        SyntaxError,
        UnidentifiedImageError,
        Image.DecompressionBombError,
    ) as error:
        picture_of = name.startswith("evidence/")
        result.fault(
            name, "a imagem não se deixa abrir" if picture_of else f"a página não se deixa abrir: {_reason(error)}"
        )


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "não é texto UTF-8"
    return "está truncada" if isinstance(error, EOFError) else "a compressão (gzip) está estragada"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
