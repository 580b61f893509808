"""What was found wrong with an audit."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


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

    def accuses(self, file: str) -> bool:
        """Whether something is wrong with a file."""
        return any(fault.file == file for fault in self.faults)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "ok": not self.faults}
