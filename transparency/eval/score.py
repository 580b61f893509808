"""How well audits agree with an answer key made by people: who is right, where, and what was missed.

The honest counting, used everywhere in this project: true positive = reported published, and it is (with ``places``:
and at a place where it really is); false positive = reported published, and it is not (or not there); false negative =
published, but not reported; true negative = reported absent, and it is. True negatives enter specificity only.
``inconclusive`` is no answer: a false negative where the item is published, and nothing at all where it is not, neither
a false alarm nor a merit. Every audit given counts; none is dropped, none is chosen.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from transparency.called import called
from transparency.items import STATUSES, UserError
from transparency.matrix import Matrix
from transparency.portals.catalogue import check_url, slugify
from transparency.store.reviews import DISPUTED, conclusions, read_reviews
from transparency.text import normalize

Outcome = Literal["tp", "fp", "fn", "tn", "undecided"]
OUTCOMES: tuple[Outcome, ...] = ("tp", "fp", "fn", "tn", "undecided")

# Headers are compared normalised, which makes "local_encontrado_2" and "Local encontrado 2" one.
_HEADERS = {
    "municipio": ("municipio", "cidade", "portal"),
    "criterio": ("criterio", "criterion"),
    "item": ("item",),
    "encontrado": ("encontrado", "publicado", "presente", "found"),
    "local": ("local", "local encontrado", "local 1", "local1", "url"),
    "local2": ("local2", "local 2", "local encontrado 2", "segundo local"),
}
_REQUIRED = ("municipio", "criterio", "item", "encontrado")
_TRUTH = {
    **dict.fromkeys(("true", "t", "1", "sim", "s", "verdadeiro", "v", "yes", "x"), True),
    **dict.fromkeys(("false", "f", "0", "nao", "n", "falso", "no"), False),
}
_OPEN = ("nao sei", DISPUTED)
"""Answers of reviews that settle nothing: the item is no part of the key."""
_NO_PLACE = ("", "na", "n a", "nenhum", "null", "none")
_ITEM_SLIPS = {"cat_economica": "categoria_economica", "emp_indicao_licitacao": "emp_indicacao_licitacao"}
"""Item names that the study's key spells in two ways."""

_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp|jsf|xhtml)$")
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)

ItemKey = tuple[str, str]
"""Criterion and item."""


@dataclass(frozen=True)
class GoldItem:
    """A line of the answer key. ``places`` as written; empty where the key gives none."""

    published: bool
    places: tuple[str, ...] = ()


Gold = dict[str, dict[ItemKey, GoldItem]]
"""Slug of the municipality → item → what is true."""


@dataclass(frozen=True)
class Run:
    """One audit of one municipality: its verdict lines by item. ``folder`` is where evidence paths start."""

    municipio: str
    folder: Path
    verdicts: dict[ItemKey, dict[str, Any]]

    @property
    def name(self) -> str:
        """The folder of the audit, as short as it still tells runs of one town apart."""
        return self.folder.name


@dataclass(frozen=True)
class Scored:
    """One item of one audit, compared with the key."""

    run: Run
    criterion: str
    item: str
    outcome: Outcome
    gold: GoldItem
    misplaced: bool = False
    """Reported published and it is, but seen elsewhere than the key says. Only with ``places``."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON and for people: what was said, where, and with which evidence."""
        verdict = self.run.verdicts.get((self.criterion, self.item), {})
        evidence = verdict.get("evidence") or ""
        return {
            "municipio": self.run.municipio,
            "audit": str(self.run.folder),
            "criterion": self.criterion,
            "item": self.item,
            "status": verdict.get("status", "missing"),
            "reason": verdict.get("reason", "sem veredito"),
            "label": verdict.get("label", ""),
            "url": verdict.get("url", ""),
            "page_url": verdict.get("page_url", ""),
            "steps": verdict.get("steps", []),
            # Of a feed written elsewhere only the audit's own relative path is known.
            "evidence": str(self.run.folder / evidence) if (self.run.folder / evidence).is_file() else evidence,
            "places": list(self.gold.places),
            "misplaced": self.misplaced,
        }


@dataclass
class Counts:
    """Outcomes added up, and the measures made of them. A measure without a denominator is None."""

    outcomes: Counter[str] = field(default_factory=Counter)
    misplaced: int = 0

    @classmethod
    def of(cls, scored: Iterable[Scored]) -> Counts:
        """Count the given items."""
        scored = list(scored)
        return cls(Counter(one.outcome for one in scored), sum(one.misplaced for one in scored))

    @property
    def recall(self) -> float | None:
        """Of what is published, the share that was reported."""
        return _ratio(self.outcomes["tp"], self.outcomes["tp"] + self.outcomes["fn"])

    @property
    def precision(self) -> float | None:
        """Of what was reported, the share that is published."""
        return _ratio(self.outcomes["tp"], self.outcomes["tp"] + self.outcomes["fp"])

    @property
    def specificity(self) -> float | None:
        """Of the answers on what is not published, the share that says so."""
        return _ratio(self.outcomes["tn"], self.outcomes["tn"] + self.outcomes["fp"] - self.misplaced)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall."""
        tp = self.outcomes["tp"]
        return _ratio(2 * tp, 2 * tp + self.outcomes["fp"] + self.outcomes["fn"])

    def as_dict(self) -> dict[str, Any]:
        """Counts and measures, measures rounded to 4 digits."""
        measures = {name: getattr(self, name) for name in ("recall", "precision", "specificity", "f1")}
        rounded = {name: None if value is None else round(value, 4) for name, value in measures.items()}
        return {**{outcome: self.outcomes[outcome] for outcome in OUTCOMES}, "misplaced": self.misplaced, **rounded}


@dataclass(frozen=True)
class Score:
    """All items of all audits, compared, in the order of the key."""

    scored: tuple[Scored, ...]
    runs: tuple[Run, ...]
    places: bool
    unaudited: tuple[str, ...]
    """Municipalities of the key without an audit."""
    beyond_key: tuple[str, ...]
    """``criterion.item`` that audits judged and the key does not name; not counted."""
    unplaced: int
    """Published items whose place the key does not give, so that presence alone was tested. Only with ``places``."""
    unknown: tuple[str, ...] = ()
    """Audited municipalities that the key does not name; not counted."""
    figures_only: frozenset[str] = frozenset()
    """Municipalities whose items are counted and never named: portals that are held out stay unseen."""

    def total(self) -> Counts:
        """Every item of every audit."""
        return Counts.of(self.scored)

    def per_run(self) -> list[tuple[Run, Counts]]:
        """A row per audit."""
        return [(run, Counts.of(one for one in self.scored if one.run is run)) for run in self.runs]

    def per_criterion(self) -> dict[str, Counts]:
        """A row per criterion, over all audits."""
        names = dict.fromkeys(one.criterion for one in self.scored)
        return {name: Counts.of(one for one in self.scored if one.criterion == name) for name in names}

    def misses(self) -> list[Scored]:
        """What is published and was not reported."""
        return self._named("fn")

    def false_alarms(self) -> list[Scored]:
        """What was reported and is not published, or not there."""
        return self._named("fp")

    def _named(self, outcome: Outcome) -> list[Scored]:
        return [one for one in self.scored if one.outcome == outcome and one.run.municipio not in self.figures_only]

    def as_dict(self) -> dict[str, Any]:
        """The whole result, for JSON."""
        runs = []
        for run, counts in self.per_run():
            names = dict.fromkeys(one.criterion for one in self.scored if one.run is run)
            criteria = {
                name: Counts.of(one for one in self.scored if one.run is run and one.criterion == name).as_dict()
                for name in names
            }
            runs.append(
                {"municipio": run.municipio, "audit": str(run.folder), **counts.as_dict(), "criteria": criteria}
            )
        return {
            "test": "presence and place" if self.places else "presence",
            "total": self.total().as_dict(),
            "portals": runs,
            "criteria": {name: counts.as_dict() for name, counts in self.per_criterion().items()},
            "misses": [one.as_dict() for one in self.misses()],
            "false_alarms": [one.as_dict() for one in self.false_alarms()],
            "unaudited": list(self.unaudited),
            "unknown": list(self.unknown),
            "beyond_key": list(self.beyond_key),
            "unplaced": self.unplaced,
        }


def score(
    runs: Sequence[Run],
    gold: Gold,
    *,
    places: bool = False,
    judged_only: bool = False,
    figures_only: Iterable[str] = (),
) -> Score:
    """Compare audits with the key. ``judged_only`` leaves out items an audit has no verdict for at all; ``figures_only``: see ``Score``.

    A municipality that is not in the key is left out and named; UserError when none is in it.
    """
    unknown = sorted({run.municipio for run in runs} - set(gold))
    runs = [run for run in runs if run.municipio in gold]
    if unknown and not runs:
        raise UserError(
            f"O gabarito não tem {'o município' if len(unknown) == 1 else 'os municípios'}: {', '.join(unknown)}.",
            "Dê só auditorias dos municípios do gabarito, ou acrescente as linhas que faltam.",
        )
    scored: list[Scored] = []
    beyond: dict[str, None] = {}
    for run in runs:
        key = gold[run.municipio]
        for (criterion, item), truth in key.items():
            verdict = run.verdicts.get((criterion, item))
            if verdict is not None or not judged_only:
                scored.append(_compare(run, criterion, item, verdict, truth, places))
        beyond |= dict.fromkeys(
            f"{criterion}.{item}" for criterion, item in run.verdicts if (criterion, item) not in key
        )
    audited = {run.municipio for run in runs}
    unplaced = sum(one.gold.published and not _addresses(one.gold.places) for one in scored) if places else 0
    return Score(
        scored=tuple(scored),
        runs=tuple(runs),
        places=places,
        unaudited=tuple(name for name in gold if name not in audited),
        beyond_key=tuple(beyond),
        unplaced=unplaced,
        unknown=tuple(unknown),
        figures_only=frozenset(figures_only),
    )


def _compare(
    run: Run, criterion: str, item: str, verdict: dict[str, Any] | None, truth: GoldItem, places: bool
) -> Scored:
    status = verdict["status"] if verdict else "inconclusive"
    misplaced = bool(
        verdict and places and status == "published" and truth.published and not is_in_place(verdict, truth.places)
    )
    outcome: Outcome
    if status == "published":
        outcome = "tp" if truth.published and not misplaced else "fp"
    elif truth.published:
        outcome = "fn"
    else:
        outcome = "tn" if status == "absent" else "undecided"
    return Scored(run, criterion, item, outcome, truth, misplaced)


# ---- places ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where something is, without what changes from visit to visit: protocol, ``www.``, query, session, index file.

    ``route`` is the path in the fragment of a single-page application. ``host`` is empty for a path alone;
    ``is_folder`` tells that the address ends with a slash and means everything under it.
    """

    host: str
    path: str
    route: str
    is_folder: bool = False

    @classmethod
    def of(cls, url: str) -> Place:
        """Canonical form of an address, or of a path that starts with a slash."""
        parts = urlsplit(_SESSION.sub("", url.strip()))
        path = unquote(parts.path).casefold() or "/"
        bare = _INDEX_FILE.sub("/", path).rstrip("/")
        fragment = unquote(parts.fragment).casefold()
        route = fragment.lstrip("!").partition("?")[0].rstrip("/") if fragment.startswith(("/", "!")) else ""
        host = parts.netloc.casefold().removeprefix("www.").removesuffix(":80").removesuffix(":443")
        return cls(host, bare, route, is_folder=bool(bare) and path.endswith("/"))

    def holds(self, seen: Place) -> bool:
        """Whether what was seen there is at this place."""
        same_path = seen.path == self.path or (self.is_folder and seen.path.startswith(f"{self.path}/"))
        same_route = not self.route or seen.route == self.route or seen.route.startswith(f"{self.route}/")
        return (not self.host or seen.host == self.host) and same_path and same_route


def is_in_place(verdict: dict[str, Any], places: Iterable[str]) -> bool:
    """Whether frame or page of a verdict is at one of the places. True when no place is an address to compare with."""
    known = [Place.of(address) for address in _addresses(places)]
    seen = [Place.of(url) for url in (verdict.get("url"), verdict.get("page_url")) if url]
    return not known or any(place.holds(one) for place in known for one in seen)


def _addresses(places: Iterable[str]) -> list[str]:
    """The places that are addresses or paths; a description in words cannot be compared."""
    found = []
    for place in places:
        # "/despesas › Empenhos › Consultar": what comes after the address are the steps from there.
        address = place.partition(" › ")[0].strip()
        try:
            found.append(address if address.startswith("/") else check_url(address))
        except UserError:
            continue
    return found


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_gold(path: Path, matrix: Matrix | None = None) -> Gold:
    """Read an answer key: our own columns or the seed study's, comma or semicolon, or a file of reviews (``.jsonl``).

    UserError names file and line; of an item that is not in the matrix, too, where one is given.
    """
    if path.suffix == ".jsonl":
        return _read_reviewed(path, matrix)
    text = _read_text(path)
    header = text.partition("\n")[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if header.count(";") > header.count(",") else ","
    )
    columns = _columns(path, reader.fieldnames or ())
    gold: Gold = {}
    lines: dict[tuple[str, ItemKey], int] = {}
    for row in reader:
        where = f"{path}, linha {reader.line_num}"
        value = {name: " ".join((row[header] or "").split()) for name, header in columns.items()}
        if not any(value.values()):
            continue
        town, criterion = slugify(value["municipio"]), _identifier(value["criterio"])
        item = _identifier(value["item"])
        item = _ITEM_SLIPS.get(item, item)
        if not (town and criterion and item):
            raise UserError(f"{where}: falta município, critério ou item.", f"Colunas: {','.join(_REQUIRED)},local")
        _check_item(where, criterion, item, matrix)
        answer = normalize(value["encontrado"])
        if answer in _OPEN:
            continue
        published = _TRUTH.get(answer)
        if published is None:
            raise UserError(f"{where}: “encontrado” é “{value['encontrado']}”.", "Use TRUE ou FALSE (ou sim/não, 1/0).")
        places = tuple(_places(value.get("local", ""), value.get("local2", "")))
        known = gold.setdefault(town, {}).get((criterion, item))
        if known and known.published != published:
            first = lines[town, (criterion, item)]
            raise UserError(f"{where}: contradiz a linha {first} ({criterion}.{item}).", "Deixe só uma das duas.")
        lines.setdefault((town, (criterion, item)), reader.line_num)
        all_places = tuple(dict.fromkeys((known.places if known else ()) + places))
        gold[town][criterion, item] = GoldItem(published, all_places)
    if not gold:
        raise UserError(f"{path}: o gabarito não tem linhas.", f"Colunas: {','.join(_REQUIRED)},local")
    return gold


def _check_item(where: str, criterion: str, item: str, matrix: Matrix | None) -> None:
    """UserError for an item that is not in the matrix: it would count as one that nobody audited."""
    if matrix is None:
        return
    if criterion not in matrix.by_id:
        raise UserError(f"{where}: critério desconhecido: “{criterion}”.", f"Use um destes: {', '.join(matrix.by_id)}.")
    known = [one.key for one in matrix.by_id[criterion].items]
    if item not in known:
        raise UserError(f"{where}: {criterion} não tem o item “{item}”.", f"Use um destes: {', '.join(known)}.")


def _read_reviewed(path: Path, matrix: Matrix | None) -> Gold:
    """The key that reviewers agree on."""
    _read_text(path)  # a file that is not there is no empty key
    reviews = read_reviews(path)
    gold: Gold = {}
    states: dict[str, str] = {}
    for one in conclusions(reviews):
        uf, town, criterion, item = one.key
        if normalize(one.encontrado) in _OPEN:
            continue
        _check_item(str(path), criterion, item, matrix)
        if states.setdefault(town, uf) != uf:
            raise UserError(
                f"{path}: há revisões de {town} em {states[town]} e em {uf}.",
                f"Exporte uma UF por vez: {called()} gold --uf UF -o gabarito.csv",
            )
        gold.setdefault(town, {})[criterion, item] = GoldItem(_TRUTH[normalize(one.encontrado)], one.places)
    if not gold:
        raise UserError(f"{path}: nenhuma revisão decidida.", f"Revise em {called()} serve --revisao")
    return gold


def _columns(path: Path, fields: Sequence[str]) -> dict[str, str]:
    by_name = {normalize(field): field for field in fields if field}
    columns = {
        name: by_name[spelling]
        for name, spellings in _HEADERS.items()
        for spelling in reversed(spellings)
        if spelling in by_name
    }
    missing = [name for name in _REQUIRED if name not in columns]
    if missing:
        raise UserError(
            f"{path}, linha 1: faltam no gabarito as colunas: {', '.join(missing)}.",
            f"Use {','.join(_REQUIRED)},local (e local2, se houver), ou municipio,criterio,item,encontrado,"
            "local_encontrado,local_encontrado_2",
        )
    return columns


def _places(*cells: str) -> Iterator[str]:
    for cell in cells:
        for place in cell.split(" | "):
            if normalize(place) not in _NO_PLACE or place.strip() == "/":
                yield place.strip()


def _identifier(text: str) -> str:
    """``"Despesa  Orçamentária"`` and ``despesa_orcamentaria`` are one."""
    return normalize(text).replace(" ", "_")


def read_runs(file: Path) -> list[Run]:
    """The audits of a verdict file or feed. Where a municipality's item comes again, its next audit begins."""
    runs: list[Run] = []
    current: dict[str, Run] = {}
    for number, line in enumerate(_read_text(file).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{file}, linha {number}"
        try:
            verdict = json.loads(line)
        except ValueError:
            raise UserError(
                f"{where}: não é JSON.", "Um veredito por linha (JSON Lines), como -O vereditos.jsonl"
            ) from None
        if not isinstance(verdict, dict) or not all(verdict.get(name) for name in ("municipio", "criterion", "item")):
            raise UserError(f"{where}: não é um veredito.", "Faltam municipio, criterion ou item.")
        if verdict.get("status") not in STATUSES:
            raise UserError(f"{where}: status “{verdict.get('status')}” desconhecido.", f"Use: {', '.join(STATUSES)}.")
        town, key = slugify(str(verdict["municipio"])), (str(verdict["criterion"]), str(verdict["item"]))
        run = current.get(town)
        if run is None or key in run.verdicts:
            run = current[town] = Run(town, file.parent, {})
            runs.append(run)
        run.verdicts[key] = verdict
    if not runs:
        raise UserError(f"{file}: nenhum veredito.", "A auditoria terminou? Rode-a de novo.")
    return runs


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise UserError(f"Arquivo não encontrado: {path}.", "Confira o caminho.") from None
    except OSError as error:
        raise UserError(f"Não foi possível ler {path}.", f"{error.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: o arquivo não está em UTF-8.", "Salve-o de novo em UTF-8.") from None


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
