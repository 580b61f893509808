"""Stored audits under today's matrix and judge: the pages as they were seen, nothing visited.

What the walk did stays as it was: pages that could not be seen, the budget, the order of the visits. What was seen is judged
again, and the verdicts are made by the audit's own rules (``Audit.consider``, ``Audit.verdicts``).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from transparency import __version__
from transparency.called import called
from transparency.classify.absence import Outcome, Place
from transparency.classify.verdict import STATES
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.ledger import Ledger
from transparency.items import Page, UserError, Verdict
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle
from transparency.portals.catalogue import Municipality
from transparency.privacy.sinks import readable
from transparency.run.stored_pages import StoredPage, page_of, read_page
from transparency.run.stored_tours import Reanswered, answer_again
from transparency.store.answers import has_answers, write_answers
from transparency.store.audits import PAGES, PARTIAL, SUMMARY, VERDICTS, StoredAudit, now, refuse_purged
from transparency.store.evidence import NO_PICTURE, NOT_KEPT, html_name, page_line, picture_name, write
from transparency.store.facts import labels_on
from transparency.store.sums import SUMS, digest_list

NOT_PICTURED = " A auditoria não guardou imagem desta página; a página guardada é a prova."
"""Added to the reason of what no picture shows, since it proved nothing then."""
NOT_MARKED = " A imagem é desta página, sem este rótulo destacado."
"""Added to the reason of what the picture of an audit shows without a frame around it."""
NO_TOUR = "auditoria de uma versão anterior, que não guarda o percurso; as respostas ficam como estavam."
"""Of the answers to a cycle that cannot be judged again."""
ANSWERED: Outcome = "other"
"""What is taken for the answer of a place of an older audit, which does not tell it."""
_BY_WALK = ("nodes", "time", "depth", "abandoned")
"""Reasons to drop a node after which a criterion may not have been looked for everywhere."""


@dataclass(frozen=True)
class Difference:
    """An item whose verdict is another one now. None: the item was not, or is no longer, in the matrix."""

    criterion: str
    item: str
    before: Verdict | None
    after: Verdict | None

    @property
    def changed(self) -> list[str]:
        """Names of the verdict's fields that differ."""
        names = (one.name for one in fields(Verdict) if one.name != "time")
        return [name for name in names if getattr(self.before, name, None) != getattr(self.after, name, None)]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "criterion": self.criterion,
            "item": self.item,
            "changed": self.changed,
            "before": asdict(self.before) if self.before else None,
            "after": asdict(self.after) if self.after else None,
        }


@dataclass(frozen=True)
class Reading:
    """How a page is read now and was not then: why it is no answer, and what was found on it to press and to fill in."""

    node: str
    url: str
    problem_before: str
    problem: str
    come: dict[str, list[str]]
    """``candidates``, ``forms``, ``fields``, ``toggles`` → labels of those that are found only now."""
    gone: dict[str, int]
    """How many of them are no longer found."""

    @property
    def differs(self) -> bool:
        """Whether anything is another."""
        return self.problem_before != self.problem or bool(self.come or self.gone)


@dataclass
class Rejudged:
    """An audit judged again."""

    audit: StoredAudit
    verdicts: list[Verdict]
    pages: list[Page]
    """In the order in which they are stored."""
    matrix: dict[str, Any]
    """Of today: digest and items."""
    criteria: dict[str, dict[str, Any]]
    """Names and counts, as in ``audit.json``."""
    notes: list[str] = field(default_factory=list)
    """What an older audit does not tell (Portuguese)."""
    cycles: list[Reanswered] = field(default_factory=list)
    """The cycles of the national matrix that it was judged by, too."""
    readings: list[Reading] = field(default_factory=list)
    """Of the pages that are read in another way than then, where their facts are stored."""

    @property
    def differences(self) -> list[Difference]:
        """In the order of today's matrix, then what it no longer asks for."""
        before = {(v.criterion, v.item): v for v in self.audit.verdicts}
        after = {(v.criterion, v.item): v for v in self.verdicts}
        found = [Difference(*key, before.get(key), after.get(key)) for key in after | before]
        return [difference for difference in found if difference.changed]

    def readable(self, words: str) -> str:
        """Words of the portal as they may be kept."""
        town = self.audit.summary["municipio"]
        return readable(words, str(town["portal_url"]), str(town["name"]))

    @property
    def same_matrix(self) -> bool | None:
        """Whether the audit was judged by this very matrix; None when it does not say."""
        told = self.audit.summary.get("matrix")
        return None if told is None else bool(told["sha256"] == self.matrix["sha256"])

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "audit": str(self.audit.folder),
            "municipio": self.audit.slug,
            "uf": self.audit.uf,
            "started": self.audit.started,
            "same_matrix": self.same_matrix,
            "items": len(self.verdicts),
            "pages": len(self.pages),
            "notes": self.notes,
            "differences": [difference.as_dict() for difference in self.differences],
            "cycles": [
                {
                    "cycle": one.cycle.id,
                    "answers": len(one.answers),
                    "judged": one.again is not None,
                    "differences": [asdict(difference) for difference in one.differences],
                }
                for one in self.cycles
            ],
            "readings": [asdict(reading) for reading in self.readings],
        }


def rejudge(stored: StoredAudit, matrix: Matrix, cycles: Sequence[Cycle] = ()) -> Rejudged:
    """Judge the stored pages again, also by those of the ``cycles`` that the audit has answers to. UserError when one of them
    cannot be read."""
    refuse_purged(stored, "Não há o que julgar de novo")
    summary, notes = stored.summary, []
    pages = [page_of(stored, line) for line in stored.pages()]
    walked = [page for page in pages if not page.errand]
    if any(not page.turn for page in walked):
        notes.append(
            "Auditoria de uma versão anterior: não guarda a ordem exata das páginas; de provas iguais vale a da mais antiga."
        )
    audit = _audit(stored, matrix)
    if "entry_problem" not in summary:
        notes.append("Auditoria de uma versão anterior: o que ficou sem visita foi deduzido do resumo.")
    places = {criterion: dict(of) for criterion, of in audit.ledger.places.items()}  # of the town, where one was chosen
    readings = [
        _judge(read_page(stored.folder, page, matrix), matrix, audit)
        for page in sorted(walked, key=lambda page: (page.turn, page.time))
    ]
    audit.ledger.places = places
    before = {(v.criterion, v.item): v for v in stored.verdicts}
    verdicts = audit.verdicts()
    stateless = any(isinstance(place, str) for of in summary.get("places", {}).values() for place in of)
    for verdict in verdicts:
        if stateless:
            verdict.places = _without_states(verdict, before.get((verdict.criterion, verdict.item)))
        key = (verdict.criterion, verdict.item)
        if verdict.status == "published":
            proof = audit.ledger.proofs[key]
            _refer(verdict, proof.page, proof.finding.frame, before.get(key), stored.folder)
        elif key in before and before[key].reason == NOT_KEPT:
            verdict.status, verdict.reason = before[key].status, NOT_KEPT
    told = audit.summary(verdicts)
    otherwise = [reading for reading in readings if reading is not None]
    answered = [cycle for cycle in cycles if has_answers(stored, cycle.id)]
    kept_pages = {page.node: page for page in pages}
    again = [answer_again(stored, cycle, kept_pages, matrix) for cycle in answered]
    notes += [f"{one.cycle.name}: {NO_TOUR}" for one in again if one.again is None]
    return Rejudged(stored, verdicts, pages, told["matrix"], told["criteria"], notes, again, otherwise)


def _judge(stored: StoredPage, matrix: Matrix, audit: Audit) -> Reading | None:
    """Judge a page by what is stored of it, which is in memory no longer than that. What is read of it in another way than then,
    if anything."""
    page, before = stored.page, stored.page.problem
    stored.judge(matrix)
    reading = Reading(page.node, page.final_url, before, page.problem, *_moved(stored))
    if page.findings is not None:
        audit.of_town(page)
        audit.consider(page, page.findings)
    stored.lighten()
    return reading if reading.differs else None


def _moved(stored: StoredPage) -> tuple[dict[str, list[str]], dict[str, int]]:
    """What was not found on a page then and is now, by its label, and how much is found no more."""
    come: dict[str, list[str]] = defaultdict(list)
    gone: Counter[str] = Counter()
    for view, before in zip(stored.views, stored.found, strict=True):
        for kind, labels in labels_on(view).items():
            then = frozenset(getattr(before, kind))
            come[kind] += [label for path, label in labels.items() if path not in then]
            gone[kind] += len(then - labels.keys())
    return {kind: labels for kind, labels in come.items() if labels}, dict(+gone)


def _audit(stored: StoredAudit, matrix: Matrix) -> Audit:
    """The audit as it stood when its walk was over, with nothing proved."""
    summary = stored.summary
    town = summary["municipio"]
    try:
        nodes, problems = summary["nodes"], summary["problems"]
        municipality = Municipality(
            slug=town["slug"], name=town["name"], uf=town["uf"], ibge=town["ibge"],
            portal_url=town["portal_url"], families=tuple(town["families"]),
        )  # fmt: skip
        audit = Audit(municipality, matrix, bool(summary["settings"]["essential_only"]), Budget(), changed=lambda: None)
        audit.spending.visited = Counter({"stored": nodes["visited"]})
        audit.ledger.problems = list(problems)
        if "entry_problem" in summary:
            audit.ledger.entry_problem = summary["entry_problem"]
            audit.ledger.cut_short = set(summary["unvisited_criteria"])
            audit.ledger.places = {
                name: {str(n): _place(place) for n, place in enumerate(places)}
                for name, places in summary.get("places", {}).items()
                if name
            }
            _take_older(audit.ledger, summary)
            return audit
        # An older audit tells it by what followed from it.
        if all(verdict.status == "inconclusive" for verdict in stored.verdicts):
            entry = [p["reason"] for p in problems if p["url"] == town["portal_url"] and "›" not in p["steps"]]
            audit.ledger.entry_problem = entry[-1] if entry else ""
        if any(nodes["dropped"].get(reason) for reason in _BY_WALK):
            audit.ledger.cut_short = {v.criterion for v in stored.verdicts if v.status == "inconclusive"}
    except (KeyError, TypeError, AttributeError):
        raise UserError(
            f"{stored.folder / SUMMARY}: o resumo não diz o que a caminhada fez.", f"Veja {called()} verify."
        ) from None
    return audit


def _without_states(verdict: Verdict, before: Verdict | None) -> list[str]:
    """The places of a verdict of an older audit, which names them and does not tell what they answered."""
    if before is not None and before.status == verdict.status:
        return before.places
    return [told.removesuffix(f": {STATES[ANSWERED]}") for told in verdict.places]


def _place(stored: Mapping[str, Any] | str) -> Place:
    """A place of the ledger as it is stored; an audit of an older version has its words only."""
    if isinstance(stored, str):
        return Place(stored, outcome=ANSWERED)
    faults = tuple((str(words), str(words)) for words in stored["faults"])
    known = {f.name: stored[f.name] for f in fields(Place) if f.name in stored}
    return Place(**{**known, "faults": faults})


def _take_older(ledger: Ledger, summary: Mapping[str, Any]) -> None:
    """What an audit of an older version tells of its places in other ways."""
    for criterion in summary.get("unanswered", ()):
        if criterion not in summary.get("says_none", ()):
            ledger.places.setdefault(criterion, {})["unanswered"] = Place(
                "", promise=1.0, outcome="no_answer", within=True
            )
    for criterion in summary.get("passed_over", ()):
        if criterion not in ledger.places:
            ledger.places.setdefault(criterion, {})["passed over"] = Place("", promise=1.0)
    if "says_none" in summary:
        for number, problem in enumerate(ledger.problems):
            if criterion := problem["criterion"]:
                place = Place(problem["steps"], promise=1.0, outcome="obstacle", reason=problem["reason"])
                ledger.places.setdefault(criterion, {})[f"problem {number}"] = place


def _refer(verdict: Verdict, page: Page, frame: int, before: Verdict | None, folder: Path) -> None:
    """The files that prove a verdict, as they lie in the audit."""
    verdict.html = html_name(page, frame)
    verdict.html_sha256 = hashlib.sha256((folder / verdict.html).read_bytes()).hexdigest()
    picture = folder / picture_name(page.node)
    if not picture.is_file():
        same = before is not None and (before.html, before.evidence) == (verdict.html, "")
        verdict.reason += NO_PICTURE if same else NOT_PICTURED
        return
    verdict.evidence = f"evidence/{picture.name}"
    verdict.evidence_sha256 = hashlib.sha256(picture.read_bytes()).hexdigest()
    if before is None or (before.evidence, before.label) != (verdict.evidence, verdict.label):
        verdict.reason += NOT_MARKED


def keep(rejudged: Rejudged, root: Path) -> Path:
    """Write a judged-again audit as an audit of its own, ``<root>/<uf>/<slug>/<time>/``; pages and pictures are the same files.

    UserError when it is there already or cannot be written.
    """
    stored = rejudged.audit
    whole = root / stored.uf.lower() / stored.slug / stored.folder.resolve().name
    if whole.exists():
        raise UserError(f"Já existe: {whole}.", "Escolha outra pasta com --saida; uma auditoria nunca é sobrescrita.")
    before = stored.summary.get("matrix", {})
    summary = {
        **stored.summary,
        "criteria": rejudged.criteria,
        "matrix": rejudged.matrix,
        "rejudged": {"time": now(), "transparency": __version__, "matrix_before": before.get("sha256", "")},
    }
    aside = whole.with_name(f"{whole.name}{PARTIAL}")
    try:
        shutil.rmtree(aside, ignore_errors=True)
        answered = [file for file in stored.folder.glob("*.jsonl") if file.name not in (VERDICTS, PAGES)]
        seen = (*stored.folder.glob("pages/*.gz"), *stored.folder.glob("evidence/*.*"))
        for file in sorted([*seen, *answered]):
            copy = aside / file.relative_to(stored.folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            _link(file, copy)
        for one in rejudged.cycles:
            write_answers(aside, one.cycle.id, one.answers, stored.name, str(stored.summary["municipio"]["portal_url"]))
        write(aside / VERDICTS, _lines(asdict(verdict) for verdict in rejudged.verdicts))
        write(aside / PAGES, _lines(page_line(page, rejudged.readable) for page in rejudged.pages))
        write(aside / SUMMARY, (json.dumps(summary, ensure_ascii=False, indent=2) + "\n").encode())
        write(aside / SUMS, digest_list(aside))
        aside.rename(whole)
    except OSError as error:
        shutil.rmtree(aside, ignore_errors=True)
        raise UserError(f"Não foi possível gravar {whole}.", f"{error.strerror}.") from None
    return whole


def _link(file: Path, copy: Path) -> None:
    """One file under two names where the disk can do that: stored files are replaced, never written into."""
    try:
        os.link(file, copy)
    except OSError:
        shutil.copyfile(file, copy)


def _lines(objects: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in objects).encode()
