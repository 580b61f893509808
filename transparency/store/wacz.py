"""An audit as one WACZ 1.1.1 file (https://specs.webrecorder.net/wacz/1.1.1/), for archives and replay tools.

What was stored of a page is its rendered DOM, not what a server answered: the WARC holds ``resource`` records, and says so.
In it are all pages that were seen, with all their frames, so that absence can be looked at, too; a ``metadata`` record beside
each tells the way there and what it proves. The audit itself lies in the package too, every file as it was, so that it can be verified from it alone:
``audit/`` (verdicts, summary, list of digests), ``evidence/`` (pictures) and ``dom/`` (all stored pages, gzipped).

The same audit gives the same bytes (with the same zlib); nothing is dated by the clock.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import io
import json
import re
import uuid
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from transparency import __version__
from transparency.called import called
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.store.audit_files import Folder, Held
from transparency.store.audits import PAGES, VERDICTS, StoredAudit, refuse_purged, verdict_of
from transparency.store.listed import NOBODY
from transparency.store.seal import Trust
from transparency.store.verification import Fault, Verification
from transparency.store.verify import verify_audit

SUFFIX = ".wacz"
WARC, INDEX, PAGE_LIST = "archive/data.warc.gz", "indexes/index.cdx", "pages/pages.jsonl"
PACKAGE, DIGEST = "datapackage.json", "datapackage-digest.json"
AUDIT, PICTURES, DOM = "audit/", "evidence/", "dom/"
"""``pages/`` is the format's own, and its validator knows folders of one level only."""
ISO = "%Y-%m-%dT%H:%M:%SZ"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_WWW = re.compile(r"^www\d*\.")
_DESCRIPTION = (
    "Registros resource: o DOM de cada quadro depois de aberto no navegador e dados os passos, sem scripts, com CPFs mascarados; "
    "de arquivos (PDF, planilhas), as tabelas lidas, em HTML. Não são respostas HTTP. Registros metadata: o caminho até a página e o que "
    "ela prova. WARC-Date: o segundo da visita; se outra página já o tem, o próximo livre (o exato está em time, no registro metadata)."
)
_UNFIT = re.compile(r"[\s\x00-\x20\x7f]")


def file_name(audit: StoredAudit) -> str:
    """``pb-some-town-20260131T120000Z.wacz``."""
    return f"{audit.uf.lower()}-{audit.slug}-{re.sub('[^0-9TZ]', '', audit.started)}{SUFFIX}"


def pack(audit: StoredAudit, matrix: Matrix) -> bytes:
    """The WACZ of a whole audit. UserError when the audit is not what it was."""
    refuse_purged(audit, "Não há o que arquivar")
    checked = verify_audit(Folder(audit.folder), str(audit.folder), matrix)
    if checked.faults:
        first = checked.faults[0]
        raise UserError(
            f"A auditoria {audit.folder} não confere ({len(checked.faults)} defeitos; {first.file}: {first.problem}).",
            f"Veja todos com {called()} verify; o que está estragado não se arquiva.",
        )
    folder = Folder(audit.folder)
    kept = sorted(folder.names() - set(checked.additions))
    files = {name: folder.read(name) for name in kept}
    return pack_files(files, audit)


def pack_files(files: Mapping[str, bytes], audit: StoredAudit) -> bytes:
    """The WACZ of an audit's files by name."""
    warc, index, pages = _archive(files, audit)
    members = {WARC: warc, INDEX: index, PAGE_LIST: pages} | {_member(name): data for name, data in files.items()}
    lines = [json.loads(line) for line in pages.splitlines()[1:]]
    package = {
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": f"Auditoria de transparência de {audit.name} ({audit.uf}), {audit.started[:10]}",
        "description": (
            f"Todas as páginas vistas do portal da transparência de {audit.name}, como o navegador as mostrou "
            f"(DOM, sem imagens nem estilos); vereditos em `{AUDIT}{VERDICTS}`, imagens em `{PICTURES}`, "
            f"as páginas, compactadas, em `{DOM}`. Confira com `transparency verify`."
        ),
        "created": audit.summary["ended"],
        "modified": audit.summary["ended"],
        "software": f"transparency {__version__}, warcio {version('warcio')}",
        **({"mainPageUrl": lines[0]["url"], "mainPageDate": lines[0]["ts"]} if lines else {}),
        "resources": [
            {"name": name.lower(), "path": name, "type": "file", "hash": _hash(data), "bytes": len(data)}
            for name, data in members.items()
        ],
    }
    members[PACKAGE] = _json(package)
    members[DIGEST] = _json({"path": PACKAGE, "hash": _hash(members[PACKAGE])})
    return _zip(members)


def _member(name: str) -> str:
    """Where a file of the audit lies in the package."""
    if name.startswith("pages/"):
        return DOM + name.removeprefix("pages/")
    return name if name.startswith(PICTURES) else AUDIT + name


def _file(member: str) -> str:
    """The inverse of ``_member``; empty for what is not the audit's."""
    if member.startswith(DOM):
        return "pages/" + member.removeprefix(DOM)
    return member if member.startswith(PICTURES) else member.removeprefix(AUDIT) if member.startswith(AUDIT) else ""


# ---- the WARC ----------------------------------------------------------------------------------------------------


def _seen(files: Mapping[str, bytes]) -> Iterator[tuple[dict[str, Any], str, list[Verdict]]]:
    """(line, date, what it proves) of the pages, in the order of the visits.

    Replay tools know the states of one address by their second alone, so each page gets one of its own: the second in
    which it was seen, or the next free one.
    """
    verdicts = [verdict_of(json.loads(line)) for line in files[VERDICTS].splitlines()]
    taken: set[str] = set()
    for text in files[PAGES].splitlines():
        line = json.loads(text)
        names = {frame["html"] for frame in line["frames"]}
        moment = dt.datetime.strptime(line["time"], ISO).replace(tzinfo=dt.UTC)
        while (date := moment.strftime(ISO)) in taken:
            moment += dt.timedelta(seconds=1)
        taken.add(date)
        yield line, date, [verdict for verdict in verdicts if verdict.html in names]


def _archive(files: Mapping[str, bytes], audit: StoredAudit) -> tuple[bytes, bytes, bytes]:
    """WARC, CDXJ index and list of pages."""
    warc = _Warc(audit)
    warc.describe(audit)
    pages = [_line({"format": "json-pages-1.0", "id": "pages", "title": "Páginas vistas"})]
    for line, date, proved in _seen(files):
        warc.put_page(line, date, proved, files)
        pages.append(_page_entry(line, date, proved))
    return warc.out.getvalue(), "".join(sorted(warc.index)).encode(), "".join(pages).encode()


class _Warc:
    """The WARC while it is written, with its index."""

    def __init__(self, audit: StoredAudit) -> None:
        from warcio.warcwriter import WARCWriter  # every command of scrapy loads this module

        self.out = io.BytesIO()
        self.index: list[str] = []
        self._writer = WARCWriter(self.out, gzip=True, warc_version="1.1")
        self._space = uuid.uuid5(uuid.NAMESPACE_URL, f"{audit.uf}/{audit.slug}/{audit.started}")

    def describe(self, audit: StoredAudit) -> None:
        """The first record, which tells what the others are."""
        info = {
            "software": f"transparency {__version__}, warcio {version('warcio')}",
            "format": "WARC File Format 1.1",
            "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            "isPartOf": f"auditoria de {audit.name} ({audit.uf}) em {audit.started}",
            "description": _DESCRIPTION,
        }
        text = "".join(f"{name}: {value}\r\n" for name, value in info.items()).encode()
        self._put(
            "warcinfo",
            "warcinfo",
            "",
            audit.started,
            "application/warc-fields",
            text,
            {"WARC-Filename": "data.warc.gz"},
        )

    def put_page(self, line: Mapping[str, Any], date: str, proved: list[Verdict], files: Mapping[str, bytes]) -> None:
        """The frames of a page, and the way there with what it proves."""
        first = ""
        for number, frame in enumerate(line["frames"]):
            uri = _uri(frame["url"], f"{line['node']}.{number}")
            identity = self._put_frame(frame["html"], uri, date, gzip.decompress(files[frame["html"]]))
            first = first or identity
        told = {
            **line,
            "sha256": {f["html"]: hashlib.sha256(files[f["html"]]).hexdigest() for f in line["frames"]},
            "verdicts": [asdict(verdict) for verdict in proved],
        }
        payload = _json(told)
        headers = {"WARC-Payload-Digest": _hash(payload), "WARC-Refers-To": first}
        uri = _uri(line["final_url"], line["node"])
        self._put("metadata", f"{line['node']} metadata", uri, date, "application/json", payload, headers)

    def _put_frame(self, name: str, uri: str, date: str, payload: bytes) -> str:
        """A frame, in the index too; its record's id."""
        offset = self.out.tell()
        headers = {"WARC-Payload-Digest": _hash(payload)}
        identity = self._put("resource", name, uri, date, "text/html; charset=utf-8", payload, headers)
        entry = {
            "url": uri, "mime": "text/html", "status": 200, "digest": _hash(payload),
            "length": str(self.out.tell() - offset), "offset": str(offset), "filename": WARC.split("/")[-1],
        }  # fmt: skip
        self.index.append(f"{_key(uri)} {re.sub('[^0-9]', '', date)} {json.dumps(entry)}\n")
        return identity

    def _put(
        self, kind: str, name: str, uri: str, date: str, mime: str, payload: bytes, headers: Mapping[str, str]
    ) -> str:
        """One record; its id, which is made of its name."""
        identity = f"<urn:uuid:{uuid.uuid5(self._space, name)}>"
        own = {"WARC-Record-ID": identity, "WARC-Date": date, "WARC-Block-Digest": _hash(payload), **headers}
        record = self._writer.create_warc_record(
            uri, kind, payload=io.BytesIO(payload), length=len(payload), warc_content_type=mime, warc_headers_dict=own
        )
        self._writer.write_record(record)
        return identity


def _page_entry(line: Mapping[str, Any], date: str, proved: list[Verdict]) -> str:
    """The line of a page in the list of pages."""
    # The pages of many a portal have one title: what was done last tells them apart.
    title = " · ".join(filter(None, (line["steps"][-1] if line["depth"] else "", line["title"])))
    return _line(
        {
            "id": line["node"],
            "url": line["final_url"],
            "ts": date,
            "title": title or line["final_url"],
            "steps": line["steps"],
            "items": [f"{verdict.criterion}.{verdict.item}" for verdict in proved],
        }
    )


def _uri(url: str, name: str) -> str:
    """What a record is found by: the address without its fragment; a name for what has no address of the web."""
    if not url.startswith(("http://", "https://")):
        return f"urn:transparency:{name}"
    return _UNFIT.sub(lambda found: f"%{ord(found[0]):02X}", url.split("#")[0])


def _key(uri: str) -> str:
    """The key that an index is sorted by: the host backwards and without ``www``, then path and query in lower case (SURT).

    >>> _key("https://www.Cidade.pb.gov.br:8443/Despesas/?b=2&a=1")
    'br,gov,pb,cidade:8443)/despesas?a=1&b=2'
    """
    try:
        parts, port = urlsplit(uri.lower()), urlsplit(uri).port
    except ValueError:
        return uri
    if not parts.hostname:
        return uri
    host = ",".join(reversed(_WWW.sub("", parts.hostname).split(".")))
    shown = f":{port}" if port not in (None, {"http": 80, "https": 443}.get(parts.scheme)) else ""
    query = "&".join(sorted(parts.query.split("&")))
    return f"{host}{shown}){parts.path.rstrip('/') or '/'}{'?' + query if query else ''}"


def _hash(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def _json(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _zip(members: Mapping[str, bytes]) -> bytes:
    """Stored, not deflated: the same bytes whatever wrote them, and readable by ranges."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


# ---- verification ------------------------------------------------------------------------------------------------


def verify_wacz(path: Path, matrix: Matrix, trust: Trust = NOBODY) -> Verification:
    """Check a package: its ZIP, its digests, the WARC against its index and the stored pages, and the audit inside."""
    result = Verification(str(path))
    try:
        data = path.read_bytes()
    except OSError as error:
        result.fault(path.name, f"não pôde ser lido: {error.strerror}")
        return result
    members = _members(path.name, data, result)
    if not members:
        return result
    if _zip(members) != data:
        result.fault(
            path.name,
            "a estrutura do ZIP não é a que transparency pack grava: foi alterada ou feita por outro programa",
        )
    _check_package(members, result)
    files = {_file(name): content for name, content in members.items() if _file(name)}
    inner = verify_audit(Held(files), str(path), matrix, trust)
    told = {fault.file for fault in result.faults}
    # The package's own digest has named the file already; what the audit knows of it beyond that is told too.
    result.faults += [Fault(_member(f.file), f.problem) for f in inner.faults]
    result.notes, result.additions, result.seal = inner.notes, inner.additions, inner.seal
    result.files = len(members)
    if not told & {WARC, INDEX, PAGE_LIST} and not inner.faults:
        _check_archive(members, files, result)
    return result


def _members(name: str, data: bytes, result: Verification) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                member = entry.filename
                if member in members or PurePosixPath(member).is_absolute() or ".." in PurePosixPath(member).parts:
                    result.fault(member, "nome repetido ou fora do pacote")
                    continue
                try:
                    members[member] = archive.read(entry)
                except (
                    zipfile.BadZipFile,
                    OSError,
                    EOFError,
                    ValueError,
                    NotImplementedError,
                    RuntimeError,
                    zlib.error,
                ) as error:
                    result.fault(member, f"não se deixa ler do ZIP: {error}")
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, UnicodeDecodeError):
        result.fault(name, "não é um ZIP inteiro")
    return members


def _check_package(members: Mapping[str, bytes], result: Verification) -> None:
    try:
        package = json.loads(members[PACKAGE])
        listed = {entry["path"]: (entry["hash"], entry["bytes"]) for entry in package["resources"]}
        digest = json.loads(members[DIGEST])
        told = digest["path"], digest["hash"]
    except KeyError as error:
        result.fault(str(error.args[0]), "falta")
        return
    except (ValueError, TypeError, RecursionError):
        result.fault(PACKAGE, f"ele ou {DIGEST} está estragado")
        return
    if told != (PACKAGE, _hash(members[PACKAGE])):
        result.fault(PACKAGE, f"não tem o SHA-256 registrado em {DIGEST}")
    for name, (hashed, size) in listed.items():
        if name not in members:
            if not any(fault.file == name for fault in result.faults):
                result.fault(name, "falta no pacote")
        elif (hashed, size) != (_hash(members[name]), len(members[name])):
            result.fault(name, f"não tem o SHA-256 registrado em {PACKAGE}")
    for name in members:
        if name not in listed and name not in (PACKAGE, DIGEST):
            result.fault(name, f"sobra: não está em {PACKAGE}")


def _check_archive(members: Mapping[str, bytes], files: Mapping[str, bytes], result: Verification) -> None:
    """The records are the stored pages, and the index leads to them."""
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    expected = Counter(
        (_uri(frame["url"], f"{line['node']}.{number}"), date, _hash(gzip.decompress(files[frame["html"]])))
        for line, date, _ in _seen(files)
        for number, frame in enumerate(line["frames"])
    )
    found: Counter[tuple[str, str, str]] = Counter()
    places = set()
    try:
        records = ArchiveIterator(io.BytesIO(members[WARC]))
        for record in records:
            if record.rec_type == "resource":
                headers = record.rec_headers
                uri, date = headers.get_header("WARC-Target-URI"), headers.get_header("WARC-Date")
                hashed = _hash(record.content_stream().read())
                found[uri, date, hashed] += 1
                places.add((uri, re.sub("[^0-9]", "", date), str(records.get_record_offset()), hashed))
    except (ArchiveLoadFailed, OSError, ValueError, EOFError, zlib.error) as error:
        result.fault(WARC, f"não se deixa ler: {error}")
        return
    if found != expected:
        result.fault(WARC, "os registros não são as páginas guardadas")
    try:
        indexed = set()
        for text in members[INDEX].decode().splitlines():
            _, timestamp, rest = text.split(" ", 2)
            entry = json.loads(rest)
            indexed.add((entry["url"], timestamp, entry["offset"], entry["digest"]))
    except (ValueError, KeyError, TypeError):
        indexed = set()
    if indexed != places:
        result.fault(INDEX, f"o índice não leva aos registros de {WARC}")
