"""Teaching the match model: verdicts that people checked, a trial that leaves one portal out at a time, and what it showed.

scikit-learn fits and measures (the extra ``train``); what is fitted is plain data that needs none of it.
"""

from __future__ import annotations

import datetime as dt
import itertools
import math
import random
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from transparency.called import called
from transparency.classify.confidence import KINDS, Case, Kind, MatchModel, Part, Use, cases
from transparency.classify.doubt import doubt
from transparency.eval.score import Counts, Gold, Run, read_runs, score
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.store.audits import VERDICTS, StoredAudit

FEWEST_PORTALS = 4
"""Portals without which nothing can be tried on those left out."""
FEWEST_WRONG = 8
"""Wrong verdicts of a kind, on ``FEWEST_SPREAD`` portals at least, for the trial to say anything about it."""
FEWEST_SPREAD = 3
RESAMPLES = 500
SURE = 0.95
"""Share of the resampled sets of portals that must show the gain."""
STRENGTH = 0.3
"""Inverse of the penalty on weights (scikit-learn's C)."""
FOLDS = 5
"""Of the portals that remain, to choose a threshold with."""
STEPS = tuple(round(0.05 * n, 2) for n in range(1, 13))
"""Thresholds that are tried."""
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Of confidence, to compare with what came true."""


@dataclass(frozen=True)
class Example:
    """A verdict that somebody checked. ``outcome`` is ``tp``, ``fp``, ``fn`` or ``tn`` (``score.py``)."""

    town: str
    case: Case
    outcome: str

    @property
    def right(self) -> bool:
        """Whether the verdict says what is true."""
        return self.outcome in ("tp", "tn")


@dataclass(frozen=True)
class Examples:
    """What there is to learn from, and the outcomes of all that the key asks, those without a case too."""

    found: tuple[Example, ...]
    outcomes: Counter[str]
    audits: int
    unknown: tuple[str, ...]
    """Audited municipalities that the key does not name."""

    @property
    def towns(self) -> list[str]:
        """Each portal once."""
        return list(dict.fromkeys(example.town for example in self.found))


def gather(audits: Iterable[StoredAudit], gold: Gold, matrix: Matrix) -> Examples:
    """The verdicts of audits that the key can tell right or wrong. UserError where an audit cannot be read."""
    found: list[Example] = []
    outcomes: Counter[str] = Counter()
    unknown: dict[str, None] = {}
    count = 0
    for audit in audits:
        if audit.slug not in gold:
            unknown.setdefault(audit.slug)
            continue
        count += 1
        run: Run = read_runs(audit.folder / VERDICTS)[0]
        told = {(one.criterion, one.item): one.outcome for one in score([run], gold, judged_only=True).scored}
        outcomes.update(told.values())
        found += [
            Example(audit.slug, case, told[case.criterion, case.item])
            for case in cases(run.verdicts.values(), audit.pages(), matrix)
            if (case.criterion, case.item) in told
        ]
    return Examples(tuple(found), outcomes, count, tuple(unknown))


# ---- fitting ---------------------------------------------------------------------------------------------------------


def fit(examples: Sequence[Example], status: str) -> Part:
    """A logistic regression on the examples of a status. Where all are right, or all wrong, only how often they are."""
    import numpy as np

    own = [example for example in examples if example.case.status == status]
    right = sum(example.right for example in own)
    if not 0 < right < len(own):
        return Part(math.log((right + 1) / (len(own) - right + 1)), {})
    from sklearn.linear_model import LogisticRegression

    names = sorted({name for example in own for name in example.case.features})
    table = np.array([[example.case.features.get(name, 0.0) for name in names] for example in own])
    mean, scale = table.mean(0), table.std(0)
    scale[scale == 0] = 1.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = LogisticRegression(C=STRENGTH, max_iter=500).fit(
            (table - mean) / scale, [example.right for example in own]
        )
    weights = {
        n: (float(m), float(s), float(w)) for n, m, s, w in zip(names, mean, scale, found.coef_[0], strict=True) if w
    }
    return Part(float(found.intercept_[0]), weights)


def _left_out(examples: Sequence[Example], groups: Mapping[str, int]) -> list[float]:
    """The confidence in each example, by a model that saw none of its group."""
    found = [0.5] * len(examples)
    for group in sorted(set(groups.values())):
        others = [example for example in examples if groups[example.town] != group]
        parts = {status: fit(others, status) for status in ("published", "absent")}
        for number, example in enumerate(examples):
            if groups[example.town] == group:
                found[number] = parts[example.case.status].of(example.case.features)
    return found


# ---- measuring -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ranking:
    """How well doubt finds what is wrong. ``area``: under the ROC; ``precision``: average; ``first``: share of what is wrong
    among the tenth looked at first. None where nothing, or everything, is wrong."""

    area: float | None
    precision: float | None
    first: float | None


def ranking(doubts: Sequence[float], wrong: Sequence[bool]) -> Ranking:
    """Measure an order of review; of equal doubts the mean over their orders counts (``first``: what comes first)."""
    if not 0 < sum(wrong) < len(wrong):
        return Ranking(None, None, None)
    from sklearn.metrics import average_precision_score, roc_auc_score

    order = sorted(range(len(doubts)), key=lambda n: -doubts[n])[: max(1, len(doubts) // 10)]
    return Ranking(
        round(float(roc_auc_score(wrong, doubts)), 4),
        round(float(average_precision_score(wrong, doubts)), 4),
        round(sum(wrong[n] for n in order) / sum(wrong), 4),
    )


@dataclass
class OfKind:
    """What the trial showed of a kind of case, and what follows from it."""

    cases: int
    wrong: int
    portals_wrong: int
    rules: Ranking
    model: Ranking
    sure: float | None
    """Share of resampled sets of portals on which the model's order was better."""
    turned: int = 0
    """Published ones that the trial turned down, and of them wrong ones."""
    turned_wrong: int = 0
    turn_sure: float | None = None
    use: Use = field(default_factory=Use)
    why: str = ""


@dataclass(frozen=True)
class Trial:
    """The whole trial. Measures of the model are on portals that it had not seen."""

    trained: str
    portals: int
    audits: int
    cases: int
    unknown: tuple[str, ...]
    kinds: dict[Kind, OfKind]
    queue_rules: Ranking
    queue: Ranking
    """Of all kinds in one order, the model where it beats the rules within its kind."""
    queue_sure: float | None
    rules: dict[str, Any]
    """Recall, precision, F1 … of the verdicts, by the rules."""
    both: dict[str, Any]
    """… and with what the trial turned down."""
    criteria: dict[str, tuple[dict[str, Any], dict[str, Any]]]
    calibration: list[tuple[float, float, int, float, float]]
    """From, to, cases, mean confidence, share that was right."""
    brier: float
    brier_base: float
    """Of a model that knows only how often verdicts are right."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def train(examples: Examples) -> tuple[MatchModel, Trial]:
    """Fit a model, try it on each portal in turn, and let it do what the trial bears out.

    UserError where there is too little to learn from, or scikit-learn is missing.
    """
    try:
        import numpy  # noqa: F401
        import sklearn  # noqa: F401
    except ImportError:
        raise UserError("O treino precisa do scikit-learn.", "Instale-o: pip install 'transparency[train]'") from None
    found = examples.found
    towns = examples.towns
    if len(towns) < FEWEST_PORTALS:
        raise UserError(
            f"Só há casos revisados de {len(towns)} portais; são precisos {FEWEST_PORTALS}, um fica de fora de cada vez.",
            f"Revise mais em {called()} serve --revisao, ou dê outro gabarito com --gold.",
        )
    if len({example.right for example in found}) < 2:
        raise UserError(
            "Todos os casos revisados são acertos, ou todos são erros: não há o que aprender.",
            f"Revise mais vereditos: {called()} serve --revisao começa pelos mais duvidosos.",
        )
    own = {town: number for number, town in enumerate(towns)}
    confidence = _left_out(found, own)
    by_rules = [doubt(example.case.signs)[0] for example in found]
    turned = _turned_down(found, own)
    kinds = {kind: _of_kind(kind, found, confidence, by_rules, turned) for kind in KINDS}
    uses = {kind: told.use for kind, told in kinds.items()}
    mixed = [1 - c if uses[e.case.kind].order else d for e, c, d in zip(found, confidence, by_rules, strict=True)]
    wrong = [not example.right for example in found]
    # Two orders that both tell something: the average precision alone compares them.
    held, queue_sure = _beats(mixed, by_rules, found, lambda e: True, area=False)
    queue = ranking(mixed, wrong)
    if any(use.order for use in uses.values()) and not held:
        # Better within its kinds, but not once they stand in one queue.
        for told in kinds.values():
            if told.use.order:
                told.use, told.why = replace(told.use, order=False), "a fila inteira não melhora com segurança"
    kept = [denied and bool(kinds[example.case.kind].use.least) for example, denied in zip(found, turned, strict=True)]
    trained = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    model = MatchModel(
        {status: fit(found, status) for status in ("published", "absent")},
        {kind: told.use for kind, told in kinds.items()},
        trained,
        len(found),
    )
    rate = sum(example.right for example in found) / len(found)
    names = dict.fromkeys(example.case.criterion for example in found)
    trial = Trial(
        trained=trained,
        portals=len(towns),
        audits=examples.audits,
        cases=len(found),
        unknown=examples.unknown,
        kinds=kinds,
        queue_rules=ranking(by_rules, wrong),
        queue=queue,
        queue_sure=queue_sure,
        rules=_counts(examples.outcomes),
        both=_counts(_after(examples.outcomes, found, kept)),
        criteria={
            name: (
                _counts(Counter(e.outcome for e in found if e.case.criterion == name)),
                _counts(_of(name, found, kept)),
            )
            for name in names
        },
        calibration=_calibration(found, confidence),
        brier=round(sum((c - e.right) ** 2 for c, e in zip(confidence, found, strict=True)) / len(found), 4),
        brier_base=round(rate * (1 - rate), 4),
    )
    return model, trial


def _of(criterion: str, found: Sequence[Example], kept: Sequence[bool]) -> Counter[str]:
    pairs = [(e, k) for e, k in zip(found, kept, strict=True) if e.case.criterion == criterion]
    return _after(Counter(e.outcome for e, _ in pairs), [e for e, _ in pairs], [k for _, k in pairs])


def _after(outcomes: Counter[str], found: Sequence[Example], denied: Sequence[bool]) -> Counter[str]:
    """The outcomes once some of what was published is no longer taken for proved."""
    changed = Counter(outcomes)
    for example, down in zip(found, denied, strict=True):
        if down:
            changed[example.outcome] -= 1
            changed["fn" if example.outcome == "tp" else "undecided"] += 1
    return changed


def _counts(outcomes: Counter[str]) -> dict[str, Any]:
    return Counts(outcomes).as_dict()


def _f1(outcomes: Counter[str]) -> float:
    return Counts(outcomes).f1 or 0.0


def _beats(
    ours: Sequence[float],
    theirs: Sequence[float],
    found: Sequence[Example],
    of: Callable[[Example], bool],
    area: bool = True,
) -> tuple[bool, float | None]:
    """Whether one order finds what is wrong sooner than another, and on what share of resampled sets of portals it does."""
    rows = [(o, t, not e.right, e.town) for o, t, e in zip(ours, theirs, found, strict=True) if of(e)]

    def better(chosen: Sequence[tuple[float, float, bool, str]]) -> bool:
        wrong = [row[2] for row in chosen]
        a, b = ranking([row[0] for row in chosen], wrong), ranking([row[1] for row in chosen], wrong)
        # The average precision of an order drawn by lot is above that of no order at all; its area is not.
        return (a.precision or 0.0) > (b.precision or 0.0) and (not area or (a.area or 0.0) > (b.area or 0.0))

    sure = _resampled(rows, lambda row: row[3], better)
    return better(rows) and sure >= SURE, sure


def _resampled(rows: Sequence[Any], town: Callable[[Any], str], holds: Callable[[list[Any]], bool]) -> float:
    """On what share of sets of portals, drawn with replacement, something holds."""
    by_town: dict[str, list[Any]] = {}
    for row in rows:
        by_town.setdefault(town(row), []).append(row)
    names = list(by_town)
    lot = random.Random(0)  # noqa: S311  (repeatable, not secret)
    hits = sum(
        holds([row for name in lot.choices(names, k=len(names)) for row in by_town[name]]) for _ in range(RESAMPLES)
    )
    return round(hits / RESAMPLES, 3)


def _of_kind(
    kind: Kind, found: Sequence[Example], confidence: Sequence[float], by_rules: Sequence[float], turned: Sequence[bool]
) -> OfKind:
    chosen = [n for n, example in enumerate(found) if example.case.kind == kind]
    wrong = [not found[n].right for n in chosen]
    spread = len({found[n].town for n in chosen if not found[n].right})
    told = OfKind(
        len(chosen), sum(wrong), spread,
        ranking([by_rules[n] for n in chosen], wrong), ranking([1 - confidence[n] for n in chosen], wrong), None,
    )  # fmt: skip
    if told.wrong < FEWEST_WRONG or told.portals_wrong < FEWEST_SPREAD:
        told.why = f"erros de menos para julgar ({told.wrong} em {told.portals_wrong} portais)"
        return told
    order, told.sure = _beats([1 - c for c in confidence], by_rules, found, lambda e: e.case.kind == kind)
    told.why = "acha os erros antes das regras" if order else "não supera as regras com segurança"
    down = [(found[n], turned[n]) for n in chosen]
    told.turned, told.turned_wrong = sum(d for _, d in down), sum(d and not e.right for e, d in down)
    least = 0.0
    if told.turned:

        def gains(rows: list[tuple[Example, bool]]) -> bool:
            before = Counter(e.outcome for e, _ in rows)
            return _f1(_after(before, [e for e, _ in rows], [d for _, d in rows])) > _f1(before)

        every = [(e, t and e.case.kind == kind) for e, t in zip(found, turned, strict=True)]
        told.turn_sure = _resampled(every, lambda row: row[0].town, gains)
        if gains(every) and told.turn_sure >= SURE:
            least = _threshold(found, confidence, kind)
    told.use = Use(order, least)
    return told


def _threshold(found: Sequence[Example], confidence: Sequence[float], kind: Kind) -> float:
    """The confidence below which what is published had better not be taken for proved; 0 where nothing is gained."""
    before = Counter(example.outcome for example in found)
    best, least = _f1(before), 0.0
    if kind == "ausente":
        return least
    for step in STEPS:
        down = [e.case.kind == kind and c < step for e, c in zip(found, confidence, strict=True)]
        if (f1 := _f1(_after(before, found, down))) > best:
            best, least = f1, step
    return least


def _turned_down(found: Sequence[Example], groups: Mapping[str, int]) -> list[bool]:
    """What would be turned down on each portal, by a model and thresholds that saw nothing of it."""
    down = [False] * len(found)
    for town in groups:
        others = [example for example in found if example.town != town]
        names = list(dict.fromkeys(example.town for example in others))
        inner = _left_out(others, {name: number % FOLDS for number, name in enumerate(names)})
        least = {kind: _threshold(others, inner, kind) for kind in KINDS}
        if any(least.values()):
            part = fit(others, "published")
            for number, example in enumerate(found):
                if example.town == town and example.case.status == "published":
                    down[number] = part.of(example.case.features) < least[example.case.kind]
    return down


def _calibration(found: Sequence[Example], confidence: Sequence[float]) -> list[tuple[float, float, int, float, float]]:
    rows = []
    for low, high in itertools.pairwise(BINS):
        own = [(c, e.right) for c, e in zip(confidence, found, strict=True) if low <= c < high or c == high == 1.0]
        if own:
            rows.append(
                (
                    low,
                    high,
                    len(own),
                    round(sum(c for c, _ in own) / len(own), 3),
                    round(sum(r for _, r in own) / len(own), 3),
                )
            )
    return rows
