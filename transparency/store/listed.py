"""Is every file of an audit what its list says, and who vouches for the list?"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from transparency.called import called
from transparency.store.audit_files import CORE
from transparency.store.audits import KNOWN, PARTIAL, PURGED
from transparency.store.seal import SIGNATURE, STAMP, Trust, check_signature, check_stamp
from transparency.store.sums import SUMS, format_sums, parse_sums
from transparency.store.verification import Verification
from transparency.text import plural

KEPT = re.compile(r"(?:pages/[\w.-]+\.(?:html|facts\.json|tour\.json)\.gz|evidence/[\w.-]+\.(?:jpg|webp))", re.ASCII)
"""Names of stored pages and pictures."""
DIGEST = re.compile(r"[0-9a-f]{64}")
NOBODY = Trust()


def check_purge(contents: Mapping[str, bytes], result: Verification) -> tuple[bytes, list[str]]:
    """What was deleted on purpose is not missing. Gives the list of files as it was before, and the reports that are others since."""
    if PURGED not in contents:
        return b"", []
    try:
        record = json.loads(contents[PURGED])
        removed, time = dict(record["removed"]), str(record["time"])
        whole = all(KEPT.fullmatch(name) and DIGEST.fullmatch(digest) for name, digest in removed.items())
        sealed, remade = str(record["seal_before"]), dict(record.get("remade", {}))
        whole = whole and bool(removed or not remade)  # without a purge no report is made anew
        whole = whole and all(name.endswith(".html") and DIGEST.fullmatch(digest) for name, digest in remade.items())
    except (ValueError, KeyError, TypeError, RecursionError):
        whole = False
    if not whole:
        result.fault(PURGED, "o registro do que foi apagado está estragado")
        return b"", []
    result.purged = removed
    told = f"{plural(len(removed), 'imagem ou página foi apagada', 'imagens e páginas foram apagadas')} de propósito em {time} ({called()} purge)"
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


def check_seal(
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
        elif expected and not result.accuses(name):
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


def check_sums(contents: Mapping[str, bytes], summary: Mapping[str, Any], result: Verification) -> None:
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
        if _is_left_over(name) or (name.startswith(("pages/", "evidence/")) and not KEPT.fullmatch(name)):
            result.fault(name, "sobra: não é um arquivo de auditoria")
        elif name not in (*CORE, KNOWN, SUMS) and not KEPT.fullmatch(name):
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
