"""What people said of verdicts: an append-only file of reviews, and the answer key that they make.

``reviews.jsonl`` under the folder of the audits holds one review per line and is only ever appended to: under a lock,
in one write, synced. What a crash tore is skipped and counted. Of one reviewer's lines on an item the last counts; where
two reviewers differ, neither is right: the item is shown as disputed and is no part of the key.
"""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from transparency.items import UserError

REVIEWS = "reviews.jsonl"
"""Of the six criteria; those of a cycle of the national matrix have a file of their own: there ``criterio`` is the number of a
requirement, and ``item`` an aspect of it."""
Answer = Literal["sim", "não", "não sei"]
"""Is the item published?"""
ANSWERS: tuple[Answer, ...] = get_args(Answer)
DISPUTED = "divergente"
"""In place of an answer, where reviewers differ."""
GOLD_COLUMNS = ("municipio", "criterio", "item", "encontrado", "local", "local2")
"""The study's columns."""
COLUMNS = (*GOLD_COLUMNS, "uf", "revisor", "quando", "nota")

Key = tuple[str, str, str, str]
"""UF (upper case), slug, criterion, item."""


@dataclass(frozen=True)
class Review:
    """One answer of one person; a line of the file. ``quando`` is ISO 8601, UTC.

    ``auditoria`` (an id of the read API), ``situacao`` and ``rotulo`` say what the person looked at.
    """

    municipio: str
    uf: str
    criterio: str
    item: str
    encontrado: Answer
    local: str
    revisor: str
    quando: str
    nota: str = ""
    auditoria: str = ""
    situacao: str = ""
    rotulo: str = ""

    @property
    def key(self) -> Key:
        """What it is about."""
        return (self.uf, self.municipio, self.criterio, self.item)

    @property
    def who(self) -> str:
        """The reviewer, however the name was typed."""
        return person(self.revisor)


def person(reviewer: str) -> str:
    """A reviewer's name, however it was typed."""
    return " ".join(reviewer.split()).casefold()


@dataclass(frozen=True)
class Reviews:
    """All whole lines of a file, in their order, and how many were torn."""

    lines: tuple[Review, ...] = ()
    torn: int = 0

    def latest(self) -> dict[Key, tuple[Review, ...]]:
        """Item → the last word of each reviewer, in the order in which the reviewers first spoke."""
        found: dict[Key, dict[str, Review]] = {}
        for review in self.lines:
            found.setdefault(review.key, {})[review.who] = review
        return {key: tuple(by.values()) for key, by in found.items()}

    def of(self, reviewer: str) -> set[Key]:
        """The items that a reviewer has spoken of."""
        return {review.key for review in self.lines if review.who == person(reviewer)}


@dataclass(frozen=True)
class Conclusion:
    """What the reviewers of one item say together. ``encontrado`` is an answer or ``DISPUTED``."""

    key: Key
    encontrado: str
    reviews: tuple[Review, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Where it was seen by those who say that it is published, each address once."""
        return tuple(dict.fromkeys(r.local for r in self.reviews if r.encontrado == "sim" and r.local))

    def row(self) -> dict[str, str]:
        """A line of the key, by ``COLUMNS``. Places beyond the second stand in ``local2`` too, divided by `` | ``."""
        uf, town, criterion, item = self.key
        told = {"sim": "TRUE", "não": "FALSE"}
        several = len(self.reviews) > 1
        return {
            "municipio": town, "criterio": criterion, "item": item, "encontrado": told.get(self.encontrado, self.encontrado),
            "local": self.places[0] if self.places else "", "local2": " | ".join(self.places[1:]), "uf": uf,
            "revisor": "; ".join(f"{r.revisor} ({r.encontrado})" if several else r.revisor for r in self.reviews),
            "quando": max(r.quando for r in self.reviews),
            "nota": "; ".join(f"{r.revisor}: {r.nota}" if several else r.nota for r in self.reviews if r.nota),
        }  # fmt: skip


def conclude(reviews: Sequence[Review]) -> str:
    """One answer from the last words of several people: who does not know leaves it to the others; two answers are a dispute.

    >>> conclude([])
    'não sei'
    """
    decided = {review.encontrado for review in reviews} - {"não sei"}
    return DISPUTED if len(decided) > 1 else next(iter(decided), "não sei")


def conclusions(reviews: Reviews) -> list[Conclusion]:
    """Every reviewed item once, in the order in which they were first reviewed."""
    return [Conclusion(key, conclude(said), said) for key, said in reviews.latest().items()]


def reviews_name(cycle: str) -> str:
    """The file of the reviews of answers to a cycle."""
    return f"reviews-{cycle}.jsonl"


def stamp_of(path: Path) -> str:
    """Changes when a file of reviews does; "" where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns:x}-{found.st_size:x}-{found.st_ino:x}"


# ---- the file --------------------------------------------------------------------------------------------------------

_FIELDS = {field.name for field in fields(Review)}


def read_reviews(path: Path) -> Reviews:
    """The reviews of a file; none where there is no file yet. UserError when it cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Reviews()
    except OSError as error:
        raise UserError(f"Não foi possível ler {path}.", f"{error.strerror}.") from None
    found: list[Review] = []
    torn = 0
    for line in data.split(b"\n"):
        if line.strip():
            review = _review(line)
            if review is None:
                torn += 1
            else:
                found.append(review)
    return Reviews(tuple(found), torn)


def _review(line: bytes) -> Review | None:
    try:
        values = json.loads(line)
        review = Review(**{name: value for name, value in values.items() if name in _FIELDS})
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    whole = all(isinstance(value, str) for value in asdict(review).values())
    named = all((review.municipio, review.uf, review.criterio, review.item, review.who))
    return review if whole and named and review.encontrado in ANSWERS else None


def append(path: Path, review: Review) -> None:
    """Add a line, durably: when this returns, it is on the disk. UserError when it cannot be written; then nothing of it is kept.

    Safe with other processes that append. A line that an earlier crash tore is closed first, so that it spoils no other.
    """
    line = json.dumps(asdict(review), ensure_ascii=False).encode() + b"\n"
    try:
        new = not path.exists()
        # Not through a link: what is appended to must be the file that stands here.
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = os.fstat(file).st_size
            if size and os.pread(file, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                if os.write(file, line) != len(line):
                    raise OSError(0, "o disco não aceitou a linha inteira")
                os.fsync(file)
            except OSError:
                os.ftruncate(file, size)
                raise
        finally:
            os.close(file)  # which gives the lock back
        if new:
            _sync_folder(path.parent)
    except OSError as error:
        raise UserError(f"A revisão não pôde ser gravada em {path}.", f"{error.strerror}.") from None


def _sync_folder(folder: Path) -> None:
    """A new file is there after a crash only when its folder was synced too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def gold_csv(found: Iterable[Conclusion], safe: Callable[[str], str]) -> str:
    """The key as CSV, by ``COLUMNS``. ``safe`` makes what people wrote harmless for spreadsheets."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: safe(value) for name, value in one.row().items()} for one in found)
    return out.getvalue()
