"""How likely a verdict is right, by a model that learned from verdicts that people checked.

The rules decide; the model ranks. It is a logistic regression per status over what the judge saw (``cases``), kept as data:
a mean, a scale and a weight per feature. Where its own trial by portals showed no gain over the rules it says nothing.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from transparency.classify.doubt import Signs
from transparency.classify.matching import Matcher, compatible, matcher_of
from transparency.items import Column, Status, ValueType
from transparency.matrix import Matrix

VERSION = 1
Kind = Literal["forte", "fraco", "ausente"]
"""What kind of answer a case is: published by a label that names the item, by one that only may name it, or absent."""
KINDS: dict[Kind, str] = {
    "forte": "publicado, por um rótulo que nomeia o item",
    "fraco": "publicado, por um rótulo que pode nomear o item",
    "ausente": "ausente",
}
LONGEST = 60
"""Letters of a label that may come near an item; what is longer is text."""
NEAR = 0.05
"""A label whose score lacks no more than this would have served as well."""

Row = Mapping[str, float]
ItemKey = tuple[str, str]


@dataclass(frozen=True)
class Case:
    """A verdict of an audit, as the model sees it (``features``) and as the rules of the review do (``signs``)."""

    criterion: str
    item: str
    status: Status
    kind: Kind
    features: Row
    signs: Signs


@dataclass(frozen=True)
class Seen:
    """A finding on a stored page: its node, label and score, and the record set that the label heads."""

    node: str
    label: str
    score: float
    has_data: bool
    record_set: int


@dataclass
class _Sight:
    """What the pages of an audit show, by item."""

    found: dict[ItemKey, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    near: dict[ItemKey, tuple[float, float]] = field(default_factory=dict)
    """The best reading of any filled label: anywhere, and in records of the criterion."""
    pages: int = 0
    of: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Criterion → pages with its records."""
    claimed: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """(Node, label) → the criteria that it was taken for."""


def node_of(html: str) -> str:
    """The node of a stored page, by the name of its file.

    >>> node_of("pages/0aedcb46b653320228ce-1.html.gz")
    '0aedcb46b653320228ce'
    """
    return html.rpartition("/")[2].partition(".")[0].partition("-")[0]


def cases(
    verdicts: Iterable[Mapping[str, Any]],
    pages: Iterable[Mapping[str, Any]],
    matrix: Matrix,
    nodes: Mapping[ItemKey, str] | None = None,
) -> Iterator[Case]:
    """The verdicts of an audit that say published or absent, with their features, from its lines as they are stored.

    ``nodes``: where what is published was seen, when the verdicts do not name their stored pages yet.
    """
    verdicts = [v for v in verdicts if (v["criterion"], v["item"]) in _items(matrix)]
    matcher = matcher_of(matrix)
    sight = _look(pages, matcher)
    published: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for verdict in verdicts:
        if verdict["status"] == "published":
            published[verdict["criterion"]].append(verdict)
    for verdict in verdicts:
        key = (verdict["criterion"], verdict["item"])
        company = published[verdict["criterion"]]
        share = len(company) / len(matrix.by_id[key[0]].items)
        if verdict["status"] == "published":
            node = (nodes or {}).get(key) or node_of(verdict.get("html") or "")
            same = sum(v["label"] == verdict["label"] and v["url"] == verdict["url"] for v in company) - 1
            kind, row, signs = _published(verdict, node, sight, matcher, share, same)
            yield Case(*key, "published", kind, row, signs)
        elif verdict["status"] == "absent":
            row = _absent(key, sight, share)
            signs = Signs("absent", unfilled=row["unfilled"] > 0, criterion_seen=share > 0)
            yield Case(*key, "absent", "ausente", row, signs)


def _items(matrix: Matrix) -> set[ItemKey]:
    return {(item.criterion, item.key) for item in matrix.items()}


def _look(pages: Iterable[Mapping[str, Any]], matcher: Matcher) -> _Sight:
    sight = _Sight()
    known: set[tuple[str, ValueType, frozenset[str]]] = set()
    for page in pages:
        sight.pages += 1
        sets = [s for frame in page.get("frames", ()) for s in frame.get("record_sets", ())]
        labels = [{c["label"]: c for c in s["columns"]} for s in sets]
        about: dict[int, set[str]] = defaultdict(set)
        for told in page.get("findings") or ():
            number = next((n for n, columns in enumerate(labels) if told["label"] in columns), -1)
            about[number].add(told["criterion"])
            seen = Seen(page["node"], told["label"], float(told["score"]), bool(told["has_data"]), number)
            sight.found[told["criterion"], told["item"]].append(seen)
            sight.claimed[page["node"], told["label"]].add(told["criterion"])
        for criterion in {told["criterion"] for told in page.get("findings") or ()}:
            sight.of[criterion] += 1
        known.update(
            (column["label"], column["value_type"], frozenset(about[number]))
            for number, columns in enumerate(labels)
            for column in columns.values()
            if column["filled"] and 0 < len(column["label"]) <= LONGEST
        )
    for label, value_type, criteria in known:
        _nearest(sight, label, value_type, criteria, matcher)
    return sight


def _nearest(sight: _Sight, label: str, value_type: ValueType, about: frozenset[str], matcher: Matcher) -> None:
    for criterion in matcher.compiled:
        for compiled, score, _weak, _term in matcher.readings(label, criterion):
            if compatible(Column("", value_type), compiled.item.types):
                anywhere, inside = sight.near.get((criterion, compiled.item.key), (0.0, 0.0))
                inside = max(inside, score) if criterion in about else inside
                sight.near[criterion, compiled.item.key] = (max(anywhere, score), inside)


def _published(
    verdict: Mapping[str, Any], node: str, sight: _Sight, matcher: Matcher, share: float, same: int
) -> tuple[Kind, dict[str, float], Signs]:
    criterion, item, label = verdict["criterion"], verdict["item"], verdict["label"]
    found = [seen for seen in sight.found[criterion, item] if seen.has_data]
    score = max((seen.score for seen in found if (seen.node, seen.label) == (node, label)), default=0.5)
    words, weak = max(
        ((s, w) for compiled, s, w, _ in matcher.readings(label, criterion) if compiled.item.key == item),
        default=(0.0, True),
    )
    shown = verdict.get("record_set") or {}
    columns, rows = shown.get("columns") or [], int(shown.get("rows") or 0)
    value_type: ValueType = next((c["value_type"] for c in columns if c["label"] == label), "empty")
    types = next(c.item.types for c in matcher.compiled[criterion] if c.item.key == item)
    named = sum(
        any(not w and s >= 0.9 for _, s, w, _ in matcher.readings(c["label"] or " ", criterion)) for c in columns
    )
    rivals = {seen.label for seen in found if seen.label != label and seen.score >= score - NEAR}
    row = {
        "score": score,
        "words": words,
        "weak": float(weak),
        # What the context took from the score of the words.
        "context": min(1.0, score / words) if words else 0.0,
        "rows": math.log1p(rows),
        "few": float(rows <= 1 and shown.get("shape") != "details"),
        f"shape {shown.get('shape') or 'table'}": 1.0,
        "columns": math.log1p(len(columns)),
        "fit": named / len(columns) if columns else 0.0,
        "share": share,
        "pages": math.log1p(len({seen.node for seen in found})),
        "rivals": math.log1p(len(rivals)),
        "shared": math.log1p(max(0, same)),
        "foreign": float(len(sight.claimed[node, label]) > 1),
        "typed": float(compatible(Column("", value_type), types)),
        f"type {value_type}": 1.0,
        "steps": math.log1p(len(verdict.get("steps") or ())),
    }
    picture = bool(verdict.get("evidence"))
    signs = Signs("published", score, rows, str(shown.get("shape") or ""), len(rivals), max(0, same), picture)
    return ("fraco" if weak else "forte"), row, signs


def _absent(key: ItemKey, sight: _Sight, share: float) -> dict[str, float]:
    anywhere, inside = sight.near.get(key, (0.0, 0.0))
    return {
        "unfilled": float(any(not seen.has_data for seen in sight.found.get(key, ()))),
        "near": anywhere,
        "inside": inside,
        "share": share,
        "nothing": float(not share),
        "pages": math.log1p(sight.pages),
        "criterion pages": math.log1p(sight.of.get(key[0], 0)),
    }


# ---- the model -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A logistic regression: intercept, and mean, scale and weight of each feature (0 where a case lacks it)."""

    intercept: float
    weights: Mapping[str, tuple[float, float, float]]

    def of(self, row: Row) -> float:
        """Probability, 0 to 1, that such a verdict is right."""
        total = self.intercept + sum(
            weight * (row.get(name, 0.0) - mean) / scale for name, (mean, scale, weight) in self.weights.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


@dataclass(frozen=True)
class Use:
    """What the model may do for a kind of case, as its trial by portals showed.

    ``order``: its doubt replaces the rules' in the review. ``least``: what is published with less confidence is not taken
    for proved; 0 turns nothing down.
    """

    order: bool = False
    least: float = 0.0


@dataclass(frozen=True)
class MatchModel:
    """Parts by status (``published``, ``absent``), and what they are used for, by kind."""

    parts: Mapping[str, Part]
    uses: Mapping[Kind, Use]
    trained: str = ""
    """When; ISO 8601, UTC."""
    cases: int = 0

    @classmethod
    def from_json(cls, text: str) -> MatchModel:
        """ValueError for what is not a model of this version."""
        try:
            data = json.loads(text)
            if data["version"] != VERSION:
                raise ValueError("not a model of this version")
            parts = {
                str(status): Part(
                    _number(part["intercept"]),
                    {str(n): (_number(m), _number(s) or 1.0, _number(w)) for n, (m, s, w) in part["weights"].items()},
                )
                for status, part in data["parts"].items()
            }
            uses: dict[Kind, Use] = {
                kind: Use(bool(use["order"]), _number(use["least"]))
                for kind, use in data["uses"].items()
                if kind in KINDS
            }
            return cls(parts, uses, str(data["trained"]), int(data["cases"]))
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"not a model: {error}") from None

    def to_json(self) -> str:
        """The inverse of ``from_json``."""
        rounded = {
            status: {
                "intercept": round(part.intercept, 5),
                "weights": {n: [round(v, 5) for v in part.weights[n]] for n in sorted(part.weights)},
            }
            for status, part in self.parts.items()
        }
        data = {"version": VERSION, "trained": self.trained, "cases": self.cases, "parts": rounded}
        return json.dumps(data | {"uses": {kind: asdict(use) for kind, use in self.uses.items()}}, indent=1) + "\n"

    def confidence(self, case: Case) -> float | None:
        """Probability that a verdict is right; None where the model is of no use."""
        use, part = self.uses.get(case.kind, Use()), self.parts.get(case.status)
        return part.of(case.features) if part and (use.order or use.least) else None

    def doubt(self, case: Case) -> float | None:
        """1 less the confidence, where the model orders the review better than the rules."""
        confidence = self.confidence(case) if self.uses.get(case.kind, Use()).order else None
        return None if confidence is None else round(1 - confidence, 3)

    def denies(self, case: Case) -> bool:
        """Whether what is published is too uncertain to be taken for proved."""
        confidence = self.confidence(case)
        return confidence is not None and case.status == "published" and confidence < self.uses[case.kind].least


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("not a number")
    return number
