"""The answers of an audit by a cycle of the national matrix: ``<cycle>.jsonl``, one line for each requirement and aspect.

It is written before ``SHA256SUMS``, which then holds it as it holds every file of the audit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec

from transparency.aspects.seen import Answer
from transparency.called import called
from transparency.items import UserError
from transparency.matrix.cycle import Cycle
from transparency.privacy.cleaning import clean_address
from transparency.privacy.sinks import readable
from transparency.store.audits import StoredAudit
from transparency.store.evidence import write

_line = msgspec.json.Decoder(Answer)


def answers_name(cycle_id: str) -> str:
    """The file of a cycle's answers in an audit's folder."""
    return f"{cycle_id}.jsonl"


def write_answers(folder: Path, cycle_id: str, answers: Iterable[Answer], town: str = "", public: str = "") -> Path:
    """Write the answers into an audit's folder, whole or not at all. ``town`` is its name, which may be told in full; ``public``
    its address in the catalogue. UserError when that cannot be done."""
    path = folder / answers_name(cycle_id)
    write_whole(path, b"".join(msgspec.json.encode(kept(answer, town, public)) + b"\n" for answer in answers))
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all. UserError when that cannot be done."""
    try:
        write(path, data)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None


def kept(answer: Answer, town: str, public: str) -> Answer:
    """The answer without people's numbers and names, and without secrets in addresses."""
    words = partial(kept_words, town=town, public=public)
    return dataclasses.replace(
        answer,
        reason=words(answer.reason),
        url=clean_address(answer.url, public),
        steps=tuple(map(words, answer.steps)),
        label=words(answer.label),
        places=tuple(map(words, answer.places)),
        look=words(answer.look),
    )


def kept_words(text: str, town: str, public: str) -> str:
    """Words of a portal as an audit keeps them. A lone half of a surrogate pair can be on a page, but not in UTF-8."""
    return readable(text.encode("utf-8", "replace").decode(), public, town)


def has_answers(stored: StoredAudit, cycle_id: str) -> bool:
    """Whether an audit was judged by a cycle."""
    return (stored.folder / answers_name(cycle_id)).is_file()


def read_answers(stored: StoredAudit, cycle: Cycle) -> list[Answer]:
    """The answers of an audit. UserError when there are none, or when a line is broken or of a requirement that the cycle does not have."""
    path = stored.folder / answers_name(cycle.id)
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        raise UserError(
            f"A auditoria {stored.folder} não foi avaliada por {cycle.name}.",
            f"Faça uma: {called()} audit {stored.slug} --matriz {cycle.id}",
        ) from None
    except OSError as error:
        raise UserError(f"Não foi possível ler {path}.", f"{error.strerror}.") from None
    found = [_answer(line, f"{path}:{number}", cycle) for number, line in enumerate(lines, 1) if line.strip()]
    # What was asked when the audit was made need not be asked now: a doubt of the cycle may be settled otherwise.
    return [answer for answer in found if answer.aspect in cycle.by_id[answer.requirement].aspects]


def _answer(line: bytes, where: str, cycle: Cycle) -> Answer:
    """The answer of a line."""
    try:
        answer = _line.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise UserError(f"{where}: a linha está estragada.", "Rode a auditoria de novo.") from None
    if answer.requirement not in cycle.by_id:
        raise UserError(
            f"{where}: o critério “{answer.requirement}” não existe em {cycle.name}.",
            "A auditoria é de outra versão da matriz; rode-a de novo.",
        )
    return answer
