"""What a move will bring: a Bayesian linear estimate over features that mean the same on every site.

The model's state is data (JSON, versioned): a mean and a variance per feature. An audit starts from it, learns from its
own visits, and gives what it learned back when it ends.
"""

from __future__ import annotations

import json
import logging
import math
import os
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from transparency.crawl.memory import Memory, Shows
from transparency.crawl.request import Candidate
from transparency.items import UserError

logger = logging.getLogger(__name__)

VERSION = 2
READ = (1, VERSION)
"""Versions that are read. The weights of both mean the same; one of version 1 remembers no places yet, and is kept as version 2
from the next audit on. A feature that means something else makes a version that older files are not read as."""
BUCKETS = 64
"""Words of labels are hashed into so many features."""
NOISE = 3.0
"""Variance of what a visit brings around its estimate (items²)."""
UNKNOWN = 0.5
"""Variance of the weight of a feature that nothing is known about."""
RESIDUE = 0.55
"""In training: variance of what a visit brought around the estimate of all visits together (log items, squared) …"""
PRIOR = 0.11
"""… and of a weight before any visit."""
SPREAD = 0.02
"""Variance that a weight keeps however often it was seen: portals differ."""
WEIGHT = 0.25
"""How much a finished audit counts for the next ones: its visits are much alike."""

Row = Mapping[str, float]
Visits = Sequence[tuple[Row, float]]
"""The moves of an audit that were made: features, and the items that each brought, at its node and after it."""


def features(
    candidate: Candidate,
    open_share: float,
    siblings: Sequence[float],
    parent: float,
    namesakes: Sequence[float] | None = None,
    followed: Collection[str] = (),
    unfilled: int = 0,
) -> dict[str, float]:
    """Features of a candidate. ``open_share``: how much of what it is about is not proved yet; ``siblings``: what
    candidates like it on the same page brought; ``parent``: what its page brought; ``namesakes``: what candidates of this
    name brought, None where none was visited; ``followed``: words of those that were; ``unfilled``: items not proved yet
    whose labels its page shows, over no data."""
    tier, kind, score = min(candidate.tier, 3), candidate.kind, candidate.move.rating.score
    led = "" if candidate.parent_tier is None else candidate.parent_tier
    row = {
        "one": 1.0,
        f"tier{tier}": 1.0,
        f"{kind}": 1.0,
        f"tier{tier} {kind}": 1.0,
        f"score{tier}": score,
        f"open {kind}": open_share,
        "depth": min(candidate.node.depth, 8) / 8,
        "place": 1 / (1 + candidate.place),
        "parent": math.log1p(parent),
        f"parent {kind}": math.log1p(parent),
        f"in {candidate.move.region or 'page'}": 1.0,
        f"led{led} {kind}": 1.0,  # how well the way to its page was rated
    }
    if tier == 3 and score:  # it names another subject
        del row["score3"]
        row["astray"] = 1.0
    if candidate.retry.attempt:
        row[f"attempt{candidate.retry.attempt}"] = 1.0
    if candidate.move.rating.generic:
        row[f"generic {kind}"] = 1.0
    if candidate.promising:
        row[f"promising {kind}"] = 1.0
    if candidate.subject and open_share == 1.0:  # nothing of its criterion was seen yet
        row["fresh"] = 1.0
    if namesakes is not None:
        row[f"repeated {kind}"] = 1.0
        if namesakes:
            row[f"namesakes {kind}"] = math.log1p(sum(namesakes) / len(namesakes))
            row[f"barren {kind}"] = min(sum(not total for total in namesakes), 3) / 3
    if unfilled:
        row[f"unfilled {kind}"] = math.log1p(unfilled)
        if candidate.retry.attempt:
            row["unfilled attempt"] = math.log1p(unfilled)
    if siblings:  # of links one good one promises others; of records one shows what the others are like
        row[f"tried {kind}"] = 1.0
        row[f"siblings {kind}"] = math.log1p(sum(siblings) / len(siblings))
        row[f"fruitless {kind}"] = min(sum(not total for total in siblings), 5) / 5
    words = set(candidate.words)
    if words:
        row[f"new{tier}"] = len(words.difference(followed)) / len(words)
    for word in words:
        row[f"word{zlib.crc32(word.encode()) % BUCKETS}"] = 0.5
    return row


@dataclass
class Model:
    """What is known before an audit: mean and variance of each feature's weight."""

    mean: dict[str, float] = field(default_factory=dict)
    variance: dict[str, float] = field(default_factory=dict)
    audits: int = 0
    memory: Memory = field(default_factory=Memory)
    """What the places of each maker show. The one that comes with the program remembers none."""
    path: Path | None = None
    """Where it is kept; None keeps nothing."""

    @classmethod
    def packaged(cls) -> Model:
        """The one that comes with the program."""
        return cls.from_json(files("transparency.crawl").joinpath("model.json").read_text(encoding="utf-8"))

    @classmethod
    def from_json(cls, text: str) -> Model:
        """ValueError for what is not a model of a version that is read."""
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("version") not in READ:
            raise ValueError("not a model of this version")
        weights = {str(name): (float(mean), float(variance)) for name, (mean, variance) in data["weights"].items()}
        return cls(
            {n: m for n, (m, _) in weights.items()},
            {n: v for n, (_, v) in weights.items()},
            int(data["audits"]),
            Memory.from_dict(data.get("makers", {})),
        )

    @classmethod
    def kept_at(cls, path: Path) -> Model:
        """The state kept in a file, the packaged one when there is none yet. UserError when it cannot be read."""
        try:
            model = cls.from_json(path.read_text(encoding="utf-8")) if path.exists() else cls.packaged()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise UserError(
                f"O modelo {path} não pôde ser lido.", "Apague-o para começar de novo, ou use -a model=off."
            ) from None
        model.path = path
        return model

    def to_json(self) -> str:
        """The inverse of ``from_json``."""
        weights = {name: [round(self.mean[name], 4), round(self.variance[name], 5)] for name in sorted(self.mean)}
        told = {"version": VERSION, "audits": self.audits, "weights": weights, "makers": self.memory.to_dict()}
        return json.dumps(told, indent=0, ensure_ascii=False)

    def learn(self, visits: Iterable[tuple[Row, float]]) -> None:
        """Take in the visits of a finished audit."""
        estimate = Estimate(self)
        estimate.fit(visits, WEIGHT)
        self.mean, self.variance = estimate.mean, {n: max(v, SPREAD) for n, v in estimate.variance.items()}
        self.audits += 1

    def absorb(
        self, visits: Iterable[tuple[Row, float]], makers: Iterable[str] = (), places: Mapping[str, Shows] | None = None
    ) -> None:
        """Learn from a finished audit: its visits, and what the places of its makers showed. Keep the state (another audit
        may have written meanwhile: the last one stays)."""
        if self.path is None:
            return
        self.learn(visits)
        self.memory.learn(makers, places or {})
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            aside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            aside.write_text(self.to_json(), encoding="utf-8")
            aside.replace(self.path)
        except OSError as error:  # what was learned is lost; what was found is not
            logger.warning("O modelo %s não pôde ser gravado: %s", self.path, error)


class Estimate:
    """A model and the visits of the audit under way. Weights are taken as independent (assumed-density filtering)."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.mean: dict[str, float] = dict(model.mean)
        self.variance: dict[str, float] = dict(model.variance)

    def fit(self, visits: Iterable[tuple[Row, float]], weight: float = 1.0) -> None:
        """Start from the model and take in the visits: (features, what the move brought)."""
        self.mean, self.variance = dict(self.model.mean), dict(self.model.variance)
        for row, brought in visits:
            mean, deviation = self.of(row)
            spread = deviation**2 + NOISE / weight
            error = math.log1p(brought) - mean
            for name, value in row.items():
                variance = self.variance.get(name, UNKNOWN)
                gain = variance * value / spread
                self.mean[name] = self.mean.get(name, 0.0) + gain * error
                self.variance[name] = variance * (1 - gain * value)

    def of(self, row: Row) -> tuple[float, float]:
        """Mean and standard deviation of the estimate, in log(1 + items)."""
        mean = sum(self.mean.get(name, 0.0) * value for name, value in row.items())
        variance = sum(self.variance.get(name, UNKNOWN) * value * value for name, value in row.items())
        return mean, math.sqrt(variance)


# ---- training: the visits of whole audits, kept in a file --------------------------------------------------------------


def note_visits(path: Path, town: str, visits: Visits) -> None:
    """Add the visits of a finished audit to a file: a line of JSON."""
    line = json.dumps({"version": VERSION, "town": town, "visits": [[dict(row), brought] for row, brought in visits]})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:  # what could be learned is lost; what was found is not
        logger.warning("As visitas não puderam ser anotadas em %s: %s", path, error)


def read_visits(path: Path) -> Iterator[tuple[str, Visits]]:
    """Town and visits of each audit noted in a file, none when there is none. UserError for a line that is no such thing."""
    if not path.exists():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            noted = json.loads(line)
            if noted["version"] not in READ:
                raise ValueError("of another version")
            visits = [({str(n): float(v) for n, v in row.items()}, float(brought)) for row, brought in noted["visits"]]
            yield str(noted["town"]), visits
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UserError(
                f"{path}, linha {number}: não são visitas de uma auditoria.", "Refaça a execução."
            ) from None


def trained(audits: Iterable[Visits]) -> Model:
    """A model of the visits of whole audits together, and of nothing else: Bayesian linear regression with all its covariances,
    of which the variance of each weight is kept."""
    given = list(audits)
    rows = [visit for visits in given for visit in visits]
    names = sorted({name for row, _ in rows for name in row})
    place = {name: number for number, name in enumerate(names)}
    precision = [[0.0] * len(names) for _ in names]
    aim = [0.0] * len(names)
    for row, brought in rows:
        known = [(place[name], value) for name, value in row.items() if value]
        for one, value in known:
            aim[one] += value * math.log1p(brought)
            line = precision[one]
            for other, more in known:
                line[other] += value * more
    for number in range(len(names)):
        precision[number][number] += RESIDUE / PRIOR
    covariance = _inverse(precision)
    mean = [sum(c * a for c, a in zip(line, aim, strict=True)) for line in covariance]
    variance = [max(SPREAD, RESIDUE * covariance[n][n]) for n in range(len(names))]
    return Model(dict(zip(names, mean, strict=True)), dict(zip(names, variance, strict=True)), len(given))


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a symmetric positive definite matrix (Gauss-Jordan, which then needs no pivoting)."""
    size = len(matrix)
    rows = [[*line, *(float(n == number) for n in range(size))] for number, line in enumerate(matrix)]
    for number in range(size):
        scale = rows[number][number]
        lead = rows[number] = [value / scale for value in rows[number]]
        for other in range(size):
            factor = rows[other][number]
            if factor and other != number:
                rows[other] = [a - factor * b for a, b in zip(rows[other], lead, strict=True)]
    return [row[size:] for row in rows]
