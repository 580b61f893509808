"""Is an audit still what it was? Every digest, every reference, both ways; on a folder or on what a WACZ holds of it.

What is wrong is a ``Fault``: a file and a sentence in Portuguese. Nothing is raised for what a damaged audit may hold.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import io
import json
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol

from PIL import Image, UnidentifiedImageError

from transparency.called import called
from transparency.items import STATUSES, UserError, Verdict
from transparency.matrix import Matrix
from transparency.store.audits import KNOWN, PAGES, PARTIAL, PURGED, SUMMARY, VERDICTS
from transparency.store.facts import SUFFIX, FactsUnreadable, read_facts
from transparency.store.seal import SIGNATURE, STAMP, Trust, check_signature, check_stamp
from transparency.store.sums import SUMS, format_sums, parse_sums
from transparency.store.tours import SUFFIX as TOUR
from transparency.store.tours import TourUnreadable, read_tour

CORE = (SUMMARY, VERDICTS, PAGES)
"""Files without which there is no audit."""
_KEPT = re.compile(r"(?:pages/[\w.-]+\.(?:html|facts\.json|tour\.json)\.gz|evidence/[\w.-]+\.(?:jpg|webp))", re.ASCII)
"""Names of stored pages and pictures."""
_FIELDS = {f.name for f in fields(Verdict)}
LATER, FORMER = {"places"}, {"confidence"}
"""Fields of verdicts that audits of earlier versions do not have, and that only they have."""
_DIGEST = re.compile(r"[0-9a-f]{64}")
NOBODY = Trust()


@dataclass(frozen=True)
class Fault:
    """What is wrong (Portuguese) with which file, relative to the audit."""

    file: str
    problem: str


@dataclass
class Verification:
    """What was found in one audit. ``seal`` is the SHA-256 of its ``SHA256SUMS``: one number that stands for all its files."""

    where: str
    files: int = 0
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be checked (Portuguese)."""
    additions: list[str] = field(default_factory=list)
    """Files of an audit without a list that are none of its own: reports."""
    seal: str = ""
    purged: dict[str, str] = field(default_factory=dict)
    """Files that ``scrapy purge`` deleted, with their SHA-256."""

    def fault(self, file: str, problem: str) -> None:
        """Note what is wrong."""
        self.faults.append(Fault(file, problem))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "ok": not self.faults}


class Files(Protocol):
    """Where the files of an audit are read from."""

    def names(self) -> set[str]:
        """Of all files, hidden ones too, relative, with slashes."""

    def read(self, name: str) -> bytes:
        """OSError when it cannot be read."""


class Folder:
    """An audit's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> set[str]:
        """Of files and of links, which are not followed."""
        found = set()
        for root, folders, files in os.walk(self.folder):
            links = [name for name in folders if (Path(root) / name).is_symlink()]
            found |= {(Path(root) / name).relative_to(self.folder).as_posix() for name in (*files, *links)}
        return found

    def read(self, name: str) -> bytes:
        """OSError for a link, too: what it shows may be anywhere."""
        path = self.folder / name
        if path.is_symlink():
            raise OSError(0, "é um atalho (link), não um arquivo")
        return path.read_bytes()


class Held:
    """Files in memory."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def names(self) -> set[str]:
        """Of all."""
        return set(self.files)

    def read(self, name: str) -> bytes:
        """The bytes."""
        return self.files[name]


def find_folders(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Audit folders and WACZ files at or below the paths, in order; and beside them the unfinished folders.

    A folder that lost its verdicts is found by what is left of it. UserError when a path does not exist or holds nothing.
    """
    found: dict[Path, None] = {}
    unfinished: dict[Path, None] = {}
    for path in paths:
        if path.is_file() and path.suffix == ".wacz":
            found[path] = None
            continue
        if not path.is_dir():
            raise UserError(
                f"Não é uma pasta nem um arquivo .wacz: {path}.", "Dê pastas de auditorias ou arquivos .wacz."
            )
        if path.resolve().name.endswith(PARTIAL):
            raise UserError(f"Auditoria incompleta: {path}.", "Ela foi interrompida; rode-a de novo.")
        before = len(found)
        for root, folders, files in os.walk(path):
            here = Path(root)
            unfinished |= {here / name: None for name in sorted(folders) if name.endswith(PARTIAL)}
            folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(PARTIAL))
            if {*CORE, SUMS} & set(files) or (here != path and {"pages", "evidence"} <= set(folders)):
                found[here] = None
                folders.clear()
            else:
                found |= {here / name: None for name in sorted(files) if name.endswith(".wacz")}
        if len(found) == before:
            raise UserError(f"Nenhuma auditoria em {path}.", f"Uma auditoria é uma pasta com {SUMMARY} e {VERDICTS}.")
    return list(found), list(unfinished)


def verify_audit(files: Files, where: str, matrix: Matrix, trust: Trust = NOBODY) -> Verification:
    """Check an audit. ``matrix``: today's, for audits that do not tell which items they were asked for; ``trust``: who may sign and
    stamp. UserError when what is trusted cannot be read."""
    result = Verification(where)
    contents = _read_all(files, result)
    result.files = len(contents)
    summary = _summary(contents, result)
    before, remade = _check_purge(contents, result)
    _check_sums(contents, summary, result)
    _check_seal(contents, before, remade, trust, result)
    for name in CORE:
        if name not in contents and not any(f.file == name for f in result.faults):
            result.fault(name, "falta")
    verdicts = _verdicts(contents, summary, matrix, result)
    frames = _pages(contents, result)
    _check_references([verdict for _, verdict in verdicts], contents, result)
    _check_places(summary, contents, result)
    for number, verdict in verdicts:
        _check_proof(number, verdict, contents, frames, result)
    _check_counts([verdict for _, verdict in verdicts], summary, result)
    for name, data in sorted(contents.items()):
        if name.startswith("pages/") and name.endswith(SUFFIX):
            _check_facts(name, data, result)
        elif name.startswith("pages/") and name.endswith(TOUR):
            _check_tour(name, data, result)
        elif name.startswith("pages/") and name.endswith(".gz"):
            _check_html(name, data, result)
        elif name.startswith("evidence/"):
            _check_picture(name, data, result)
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


def _check_purge(contents: Mapping[str, bytes], result: Verification) -> tuple[bytes, list[str]]:
    """What was deleted on purpose is not missing. Gives the list of files as it was before, and the reports that are others since."""
    if PURGED not in contents:
        return b"", []
    try:
        record = json.loads(contents[PURGED])
        removed, time = dict(record["removed"]), str(record["time"])
        whole = all(_KEPT.fullmatch(name) and _DIGEST.fullmatch(digest) for name, digest in removed.items())
        sealed, remade = str(record["seal_before"]), dict(record.get("remade", {}))
        whole = whole and bool(removed or not remade)  # without a purge no report is made anew
        whole = whole and all(name.endswith(".html") and _DIGEST.fullmatch(digest) for name, digest in remade.items())
    except (ValueError, KeyError, TypeError, RecursionError):
        whole = False
    if not whole:
        result.fault(PURGED, "o registro do que foi apagado está estragado")
        return b"", []
    result.purged = removed
    told = f"{len(removed)} imagens e páginas foram apagadas de propósito em {time} ({called()} purge)"
    if SUMS not in contents or not sealed:
        result.notes.append(f"{told}; delas só os registros foram conferidos.")
        return b"", []
    try:
        listed = {name: digest for name, digest in parse_sums(contents[SUMS]).items() if name != PURGED}
    except ValueError:
        return b"", []  # told of the list itself
    before = format_sums({**listed, **remade, **removed})
    if hashlib.sha256(before).hexdigest() != sealed:
        result.fault(PURGED, "o que ficou e o que foi apagado não são o que a auditoria tinha (selo anterior)")
    result.notes.append(f"{told}; delas só os registros foram conferidos. Selo de antes: {sealed}.")
    return before, [name for name, digest in remade.items() if listed.get(name) != digest]


def _check_seal(
    contents: Mapping[str, bytes], before: bytes, remade: list[str], trust: Trust, result: Verification
) -> None:
    """Who vouches for the list, and since when. ``before``: the list as it was before a purge, which may be what was sealed; then the
    reports that were ``remade`` since are nobody's word. What is expected must be there."""
    covered = not {SIGNATURE, STAMP} & set(contents)
    for name, check, expected in ((SIGNATURE, check_signature, trust.key), (STAMP, check_stamp, trust.roots)):
        if name in contents:
            problem, note = check(contents[name], contents.get(SUMS, b""), trust)
            covered |= bool(expected and not problem)
            if problem and before:
                problem, note = check(contents[name], before, trust)
                note += " Vale para a lista de antes do que foi apagado." if note else ""
            if problem:
                result.fault(name, problem)
            result.notes += [note] if note else []
        elif expected and not any(fault.file == name for fault in result.faults):
            result.fault(
                name,
                "falta: a auditoria não está assinada"
                if name == SIGNATURE
                else "falta: a auditoria não está carimbada",
            )
    for name in [] if covered else remade:
        told = "não coberto pela assinatura nem pelo carimbo: refeito ou apagado depois deles"
        if trust == NOBODY:
            result.notes.append(f"{name}: {told}, ou não se sabe (dê --chave-publica ou --raiz).")
        else:
            result.fault(name, f"{told}; {called()} seal sela a auditoria como está")


def _check_sums(contents: Mapping[str, bytes], summary: Mapping[str, Any], result: Verification) -> None:
    """Every file against the list; and what is not on it."""
    if SUMS not in contents:
        _check_without_sums(contents, summary, result)
        return
    result.seal = hashlib.sha256(contents[SUMS]).hexdigest()
    try:
        listed = parse_sums(contents[SUMS])
    except ValueError as error:
        line = f" (linha {error.args[0]})" if error.args[0] else ""
        result.fault(SUMS, f"a lista está estragada{line}")
        return
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in contents.items()}
    _check_listed(contents, listed, digests, result)
    _check_unlisted(contents, listed, digests, result)


def _check_without_sums(contents: Mapping[str, bytes], summary: Mapping[str, Any], result: Verification) -> None:
    """An audit without a list: whether it should have one, and which files are not an audit's."""
    if "matrix" in summary or not summary:  # both came into audits at once
        result.fault(SUMS, "falta a lista dos arquivos com seus SHA-256")
    else:
        result.notes.append(
            f"Auditoria sem {SUMS} (feita antes dele): conferida até onde os vereditos registram SHA-256; "
            "os demais arquivos, só na forma."
        )
    for name in contents:
        if _is_left_over(name) or (name.startswith(("pages/", "evidence/")) and not _KEPT.fullmatch(name)):
            result.fault(name, "sobra: não é um arquivo de auditoria")
        elif name not in (*CORE, KNOWN, SUMS) and not _KEPT.fullmatch(name):
            result.additions.append(name)


def _check_listed(
    contents: Mapping[str, bytes], listed: Mapping[str, str], digests: Mapping[str, str], result: Verification
) -> None:
    """Files on the list: each is there, with the SHA-256 of the list. ``digests``: the SHA-256 of the files as they are."""
    owner = {digest: name for name, digest in listed.items()}
    unread = {fault.file for fault in result.faults} - set(contents)
    for name, digest in listed.items():
        if name not in digests:
            if name not in unread:
                result.fault(name, "falta")
        elif digests[name] != digest:
            other = owner.get(digests[name])
            told = f"traz o conteúdo de {other}" if other else f"o conteúdo mudou: {_size(len(contents[name]))}"
            result.fault(name, f"{told} (SHA-256 {digests[name][:12]}…, na lista {digest[:12]}…)")


def _check_unlisted(
    contents: Mapping[str, bytes], listed: Mapping[str, str], digests: Mapping[str, str], result: Verification
) -> None:
    """Files that are not on the list."""
    owner = {digest: name for name, digest in listed.items()}
    for name in sorted(set(contents) - set(listed) - {SUMS, STAMP, SIGNATURE}):
        other = owner.get(digests[name])
        told = f"; é {other} com outro nome" if other and other not in contents else ""
        if name == "report.html" or name.startswith("thumbs/"):
            told += f" (como os de versões anteriores; {called()} report o refaz e o inclui)"
        result.fault(name, f"sobra: não está em {SUMS}{told}")


def _is_left_over(name: str) -> bool:
    """Hidden files and those of a write that broke off."""
    return any(part.startswith(".") or part.endswith((".tmp", PARTIAL, "~")) for part in name.split("/"))


def _size(size: int) -> str:
    return "vazio" if not size else f"{size} bytes"


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
            result.fault(VERDICTS, f"{'.'.join(key)}: {times} vereditos, deveria haver um")
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
                _check_cited(name, number, contents, result)
                str(frame["url"])
            if facts := str(line.get("facts", "")):
                named.add(facts)
                _check_cited(facts, number, contents, result)
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
                and not any(f.file == name for f in result.faults)
            ):
                result.fault(name, f"sobra: nenhuma linha de {PAGES} a cita")
    return frames


def _check_cited(name: str, line: int, contents: Mapping[str, bytes], result: Verification) -> None:
    """A file that a line of the pages names is there, or was deleted on purpose."""
    if name not in contents and name not in result.purged and not any(f.file == name for f in result.faults):
        result.fault(name, f"falta: {PAGES}, linha {line}, a cita")


def _check_references(verdicts: Iterable[Verdict], contents: Mapping[str, bytes], result: Verification) -> None:
    """The files that prove something are there, and are what they were."""
    proved: dict[tuple[str, str], list[str]] = {}
    for verdict in verdicts:
        for name, digest in ((verdict.html, verdict.html_sha256), (verdict.evidence, verdict.evidence_sha256)):
            if _KEPT.fullmatch(name) and _DIGEST.fullmatch(digest):
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
                if (
                    name
                    and name not in contents
                    and name not in result.purged
                    and not any(f.file == name for f in result.faults)
                ):
                    result.fault(str(name), f"falta: {SUMMARY} a cita entre os lugares vistos")


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
        if (name or digest) and not (_KEPT.fullmatch(name) and _DIGEST.fullmatch(digest)):
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


def _check_html(name: str, data: bytes, result: Verification) -> None:
    try:
        gzip.decompress(data).decode()
    except (OSError, EOFError, zlib.error, ValueError) as error:
        result.fault(name, f"a página não se deixa abrir: {_reason(error)}")


def _check_facts(name: str, data: bytes, result: Verification) -> None:
    try:
        read_facts(data)
    except FactsUnreadable as error:
        result.fault(name, f"os fatos da página {error}")


def _check_tour(name: str, data: bytes, result: Verification) -> None:
    try:
        read_tour(data)
    except TourUnreadable as error:
        result.fault(name, f"o percurso {error}")


def _check_picture(name: str, data: bytes, result: Verification) -> None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
    except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError):
        result.fault(name, "a imagem não se deixa abrir")


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "não é texto UTF-8"
    return "está truncada" if isinstance(error, EOFError) else "a compressão (gzip) está estragada"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
