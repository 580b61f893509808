"""The report of one audit: ``report.html`` beside its pictures, made from what is stored and from nothing else."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import UndefinedError
from markupsafe import Markup
from PIL import Image

from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import Signposts
from transparency.eval.charts import decimal
from transparency.items import STATUSES, UserError, Verdict
from transparency.matrix import Matrix, load_matrix
from transparency.report import elsewhere, tree
from transparency.report.elsewhere import Example
from transparency.report.rendering import moment, render
from transparency.report.tree import texts
from transparency.store.audits import PAGES, SUMMARY, VERDICTS, StoredAudit, purge_record
from transparency.store.seal import put_report
from transparency.store.sums import SUMS
from transparency.text import plural

REPORT = "report.html"
LISTED = 15
"""Pages listed as tried, per criterion; all of them stand in the tree."""

ON_PAPER = 6
"""Places listed in print, per criterion: those that promised most."""

SHAPES = {"table": "tabela", "grid": "grade", "list": "lista", "details": "ficha"}
TYPES = {
    "money": "dinheiro", "date": "data", "cpf": "CPF", "cnpj": "CNPJ", "number": "número", "code": "código",
    "link": "link", "text": "texto", "empty": "sem valor",
}  # fmt: skip
KINDS = {
    "entry": ("entrada", "entradas"), "link": ("link", "links"), "click": ("clique", "cliques"),
    "query": ("consulta", "consultas"), "row": ("linha aberta", "linhas abertas"), "document": ("arquivo", "arquivos"),
}  # fmt: skip
PRUNED = {
    "settled": "tudo o que o lugar prometia já estava provado",
    "answered": "outro caminho para o mesmo dado já tinha trazido registros",
    "known": "o endereço já tinha sido visitado",
    "again": "outro botão do mesmo nome já tinha levado ao mesmo lugar",
    "unfolded": "o botão só abre um menu que já tinha sido aberto",
    "siblings": "lugares iguais, ao lado, não trouxeram nada",
    "records": "registros do mesmo tipo já tinham mostrado tudo o que mostram",
    "pattern": "páginas do mesmo feitio, uma após a outra, não trouxeram nada",
    "grows": "o endereço só crescia, repetindo-se sem fim",
    "inert": "o botão não muda nada na página",
    "patience": "muitas páginas seguidas sem item novo, e nada indicava o lugar",
    "near": "limite de lugares pouco promissores",
    "far": "limite de lugares que nada indicava",
    "nodes": "acabou o limite de páginas da auditoria",
    "time": "acabou o limite de tempo da auditoria",
    "depth": "mais fundo do que o limite de passos",
    "abandoned": "a caminhada não terminava e foi encerrada",
}
"""Why places were not visited."""
CUT_SHORT = frozenset(("nodes", "time", "depth", "abandoned"))
"""Reasons that are limits of the audit, and not of what the place promised."""
OBSTACLES = {
    "obstacle": "barreira", "unreadable": "arquivo ilegível", "document": "arquivo não lido", "step": "passo que falhou",
    "network": "rede", "robots": "robots.txt", "browser": "navegador", "bug": "falha do auditor",
    "changed": "leitura estragada pela página",
}  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A highlighted screenshot. ``path`` and ``thumb`` are relative to the report; empty where the file is missing."""

    path: str
    thumb: str = ""
    width: int = 0
    height: int = 0
    number: int = 0
    """By which the text names it."""


@dataclass(frozen=True)
class PlaceView:
    """A place that promised a criterion, and what it has answered. ``page``: where what was seen there is stored."""

    label: str
    words: str
    state: str
    page: str
    picture: Picture


@dataclass(frozen=True)
class Seen:
    """A page that belonged to a criterion, or promised it."""

    steps: list[str]
    address: str
    sets: list[dict[str, Any]]
    """Its record sets: shape and rows in words, labels, and what it says when it is empty."""
    problem: str


@dataclass
class Tried:
    """What was tried for a criterion."""

    pages: list[Seen] = field(default_factory=list)
    """With records of it."""
    promising: list[Seen] = field(default_factory=list)
    """Whose way names it, without such records."""
    filters: Counter[str] = field(default_factory=Counter)
    """Query steps on the way to them."""
    blocked: list[dict[str, str]] = field(default_factory=list)
    """Problems that its verdicts speak of, or that stood where it was promised."""


@dataclass(frozen=True)
class ItemView:
    """An item of the report."""

    anchor: str
    label: str
    verdict: Verdict
    picture: Picture | None
    shape: str
    columns: list[tuple[str, str]]
    """Label and type of each column of the record set."""
    emptied: list[Seen]
    """Pages where its label stands over no data."""
    dispute: str
    """What a controller sends to contest it."""
    law: str
    """The articles that oblige to publish it."""
    elsewhere: Sequence[Example]
    """Where other towns of the vendor show it."""


@dataclass(frozen=True)
class CriterionView:
    """A criterion of the report."""

    id: str
    name: str
    counts: dict[str, int]
    items: list[ItemView]
    gallery: list[tuple[Picture, list[ItemView]]]
    """Pictures, each with the items that it proves."""
    tried: Tried
    places: list[PlaceView]
    """Places that promised it."""
    law: str
    """The articles that oblige to publish it."""


def count(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """Status → number of verdicts."""
    found = Counter(verdict.status for verdict in verdicts)
    return {status: found[status] for status in STATUSES}


def render_audit(audit: StoredAudit, matrix: Matrix, back: str = "") -> str:
    """The page of an audit, as text. ``back``: where its lists are served.

    UserError when the audit's files cannot be used.
    """
    verdicts = audit.verdicts
    if odd := next((v for v in verdicts if v.status not in STATUSES), None):
        raise UserError(
            f"{audit.folder / VERDICTS}: situação desconhecida: “{odd.status}”.", "Rode a auditoria de novo."
        )
    summary, pages = audit.summary, list(audit.pages())
    names = dict.fromkeys(verdict.evidence for verdict in verdicts if verdict.evidence)
    pictures = {name: _picture(audit.folder, name, number) for number, name in enumerate(names, 1)}
    problems = [one for one in summary.get("problems") or () if isinstance(one, Mapping)]
    criteria = _criteria(audit, matrix, pages, problems, pictures)
    nodes = summary.get("nodes") or {}
    return render(
        "audit.html",
        back=back,
        audit=audit,
        reference=reference(audit),
        summary=summary,
        nodes=nodes,
        counts=count(verdicts),
        criteria=criteria,
        walk=tree.grow(pages, problems, [(v.criterion, v.item) for v in verdicts]),
        problems=problems,
        dropped=[(PRUNED.get(name, name), number, name in CUT_SHORT) for name, number in _ranked(nodes.get("dropped"))],
        kinds=[plural(number, *KINDS.get(name, (name, name))) for name, number in _ranked(nodes.get("by_kind"))],
        obstacles=OBSTACLES,
        trace=trace_chart(summary.get("trace") or [], len(verdicts)),
        hashes=_hashes(audit),
        sums=SUMS if inside(audit.folder, SUMS) else "",
        settings=[(name, json.dumps(value, ensure_ascii=False)) for name, value in (summary.get("settings") or {}).items()],
        purged=purge_record(audit.folder),
        dispute=_dispute(audit, None, "", ""),
        listed=LISTED,
        on_paper=ON_PAPER,
    )  # fmt: skip


def write(audit: StoredAudit, matrix: Matrix | None = None) -> Path:
    """Write the report into the audit's folder; gives its path. UserError when that cannot be done."""
    try:
        text = render_audit(audit, matrix or load_matrix())
    except (AttributeError, KeyError, TypeError, ValueError, UndefinedError) as error:
        raise UserError(
            f"Os arquivos de {audit.folder} não têm a forma de uma auditoria ({type(error).__name__}: {error}).",
            "Rode-a de novo.",
        ) from error
    shutil.rmtree(audit.folder / "thumbs", ignore_errors=True)  # of earlier versions, and on no list
    return put_report(audit.folder, REPORT, text)


def reference(audit: StoredAudit) -> str:
    """By which people name an audit: ``pb/santa-rita/20261121T134552Z``."""
    stamp = audit.started.replace("-", "").replace(":", "")
    return f"{audit.uf.lower()}/{audit.slug}/{stamp}"


# ---- criteria and items ----------------------------------------------------------------------------------------------


def _criteria(
    audit: StoredAudit,
    matrix: Matrix,
    pages: Sequence[Mapping[str, Any]],
    problems: Sequence[Mapping[str, Any]],
    pictures: Mapping[str, Picture],
) -> list[CriterionView]:
    """In the order of the verdicts. A criterion or item that the matrix does not know (any more) goes by its id."""
    names = {key: str(one.get("name", key)) for key, one in (audit.summary.get("criteria") or {}).items()}
    names |= {criterion.id: criterion.name for criterion in matrix.criteria}
    labels = {(item.criterion, item.key): item.label for item in matrix.items()}
    signposts, obliging, examples = Signposts(matrix), elsewhere.laws(matrix), elsewhere.of_items(audit)
    general = {criterion.id: "; ".join(criterion.law) for criterion in matrix.criteria}
    groups: dict[str, list[Verdict]] = {}
    for verdict in audit.verdicts:
        groups.setdefault(verdict.criterion, []).append(verdict)
    views = []
    for criterion, verdicts in groups.items():
        items = [
            _item(audit, verdict, names.get(criterion, criterion), labels.get((criterion, verdict.item), verdict.item), pages, pictures,
                  obliging.get((criterion, verdict.item), ""), examples.get((criterion, verdict.item), ()))
            for verdict in verdicts
        ]  # fmt: skip
        gallery: dict[str, tuple[Picture, list[ItemView]]] = {}
        for item in items:
            if item.picture and item.picture.path:
                gallery.setdefault(item.picture.path, (item.picture, []))[1].append(item)
        ranked = sorted(gallery.values(), key=lambda one: -len(one[1]))
        reasons = " ".join(verdict.reason for verdict in verdicts)
        blocked = [
            {name: str(problem.get(name) or "") for name in ("kind", "reason", "steps")}
            for problem in problems
            if problem.get("criterion") == criterion or str(problem.get("reason")) in reasons
        ]
        tried = _tried(criterion, signposts, pages, blocked)
        name, places = names.get(criterion, criterion), _places(audit, criterion)
        views.append(
            CriterionView(criterion, name, count(verdicts), items, ranked, tried, places, general.get(criterion, ""))
        )
    return views


def _item(
    audit: StoredAudit,
    verdict: Verdict,
    criterion: str,
    label: str,
    pages: Sequence[Mapping[str, Any]],
    pictures: Mapping[str, Picture],
    law: str,
    examples: Sequence[Example],
) -> ItemView:
    record_set = verdict.record_set if isinstance(verdict.record_set, Mapping) else {}
    columns = [one for one in record_set.get("columns") or () if isinstance(one, Mapping)]
    emptied = [
        _seen(page)
        for page in pages
        if verdict.status != "published"
        and any((f.get("criterion"), f.get("item")) == (verdict.criterion, verdict.item) for f in page.get("findings") or ())
    ]  # fmt: skip
    return ItemView(
        anchor=f"{verdict.criterion}.{verdict.item}",
        label=label,
        verdict=verdict,
        picture=pictures.get(verdict.evidence),
        shape=_shape(record_set),
        columns=[(str(one.get("label", "")), TYPES.get(str(one.get("value_type")), "")) for one in columns],
        emptied=emptied,
        dispute=_dispute(audit, verdict, criterion, label),
        law=law,
        elsewhere=examples,
    )


def _shape(record_set: Mapping[str, Any]) -> str:
    """``"tabela com 9 registros"``; empty for none."""
    if not record_set:
        return ""
    shape, rows = str(record_set.get("shape")), record_set.get("rows")
    words = SHAPES.get(shape, "conjunto de registros")
    return words if shape == "details" or not isinstance(rows, int) else f"{words} com {plural(rows, 'registro')}"


def _tried(
    criterion: str,
    signposts: Signposts,
    pages: Sequence[Mapping[str, Any]],
    blocked: list[dict[str, str]],
) -> Tried:
    tried = Tried(blocked=blocked)
    for page in pages:
        belongs = any(f.get("criterion") == criterion for f in page.get("findings") or ())
        if not belongs and not _promises(criterion, signposts, texts(page.get("labels"))):
            continue
        seen = _seen(page)
        (tried.pages if belongs else tried.promising).append(seen)
        tried.filters.update({step for step in seen.steps if is_filter(step)})
    return tried


def _promises(criterion: str, signposts: Signposts, labels: Iterable[str]) -> bool:
    """Whether a way names a criterion: one of its terms, and none of its neighbours'."""
    way = [phrase(label) for label in labels]
    return any(
        any(term in label for term in signposts.criteria.get(criterion, ()))
        and not any(term in label for term in signposts.neighbours.get(criterion, ()))
        for label in way
    )


def is_filter(step: str) -> bool:
    """Whether a step fills a query form (``Exercício: “2025”; clique em “Consultar”``).

    >>> is_filter("Ano: “2025”"), is_filter("clique em “Ano: 2025”")
    (True, False)
    """
    return ": “" in step and not step.startswith(("abra ", "clique em "))


def _seen(page: Mapping[str, Any]) -> Seen:
    sets = [
        {
            "shape": _shape(one),
            "labels": [label for c in one.get("columns") or () if (label := str(c.get("label") or ""))],
            "empty": str(one.get("empty_message") or ""),
        }
        for frame in page.get("frames") or ()
        for one in frame.get("record_sets") or ()
    ]
    return Seen(texts(page.get("steps")), str(page.get("final_url") or page.get("url") or ""), sets, str(page.get("problem") or ""))  # fmt: skip


def _dispute(audit: StoredAudit, verdict: Verdict | None, criterion: str, label: str) -> str:
    """The message of one who contests an item, with what the report knows filled in."""
    lines = [
        "CONTESTAÇÃO DE ITEM DE AUDITORIA DE TRANSPARÊNCIA",
        f"Município: {audit.name} ({audit.uf})",
        f"Auditoria: {reference(audit)} ({moment(audit.started)}, horário de Brasília)",
        f"Critério: {criterion}",
        f"Item: {label}",
    ]
    if verdict is not None:
        lines += [f"Situação no relatório: {_word(verdict)}", f"Motivo no relatório: {verdict.reason}"]
        if verdict.status == "published":
            lines += [f"Endereço no relatório: {verdict.page_url}", f"Prova (SHA-256): {verdict.evidence_sha256}"]
    else:
        lines += ["Situação no relatório:"]
    lines += [
        "Situação correta, e por quê:",
        "Endereço completo onde se vê:",
        "Passos desde a entrada do portal (1, 2, 3…):",
        "Rótulo como está escrito na página:",
        "Dia e hora da conferência:",
        "Anexo: imagem da tela inteira, com o endereço visível",
    ]
    return "\n".join(lines)


def _word(verdict: Verdict) -> str:
    return {"published": "publicado", "absent": "ausente", "inconclusive": "inconclusivo"}[verdict.status]


# ---- files -----------------------------------------------------------------------------------------------------------


def inside(folder: Path, name: str) -> Path | None:
    """The file of that relative name in a folder; None when it is missing or leads outside."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError):
        return None


def _picture(folder: Path, name: str, number: int = 0) -> Picture:
    """A picture, and the small one of it that is kept beside it."""
    source = inside(folder, name)
    if source is None:
        return Picture("")
    root = folder.resolve()
    small = inside(folder, source.with_suffix(".webp").relative_to(root).as_posix())
    try:
        with Image.open(small or source) as shown:
            size = shown.size
    except (OSError, ValueError, Image.DecompressionBombError):
        size = (0, 0)
    thumb = small.relative_to(root).as_posix() if small else ""
    return Picture(source.relative_to(root).as_posix(), thumb, *size, number)


def _places(audit: StoredAudit, criterion: str) -> list[PlaceView]:
    """The places of a criterion; a picture is shown where the first of those stands that it shows."""
    views, shown = [], set[str]()
    for place in audit.places(criterion):
        picture = _picture(audit.folder, place["picture"]) if place["picture"] not in shown else Picture("")
        shown.add(place["picture"])
        page = place["html"] if inside(audit.folder, place["html"]) else ""
        views.append(PlaceView(place["label"], place["words"], place["state"], page, picture))
    return views


def _hashes(audit: StoredAudit) -> list[tuple[str, str, str]]:
    """Name, SHA-256 and role of the files that carry the result."""
    found = {}
    for verdict in audit.verdicts:
        found[verdict.evidence] = (verdict.evidence, verdict.evidence_sha256, "imagem")
        found[verdict.html] = (verdict.html, verdict.html_sha256, "página guardada")
    found.pop("", None)
    for name, role in ((SUMMARY, "resumo"), (VERDICTS, "vereditos"), (PAGES, "páginas visitadas")):
        if file := inside(audit.folder, name):
            found[name] = (name, hashlib.sha256(file.read_bytes()).hexdigest(), role)
    return sorted(found.values(), key=lambda one: (one[2] in ("imagem", "página guardada"), one[2], one[0]))


# ---- figures ---------------------------------------------------------------------------------------------------------


def _ranked(counts: Any) -> list[tuple[str, int]]:
    return sorted(((str(k), int(v)) for k, v in (counts or {}).items()), key=lambda one: (-one[1], one[0]))


def trace_chart(trace: Sequence[Mapping[str, Any]], items: int) -> Markup:
    """Items proved against pages visited, as SVG; nothing for a walk of less than two pages."""
    points = [(int(one["nodes"]), int(one["items"])) for one in trace if {"nodes", "items"} <= set(one)]
    far = max((nodes for nodes, _ in points), default=0)
    if len(points) < 2 or not items or not far:
        return Markup()
    left, top, width, height = 30, 8, 440, 120

    def x(nodes: int) -> float:
        return left + width * nodes / far

    def y(proved: int) -> float:
        return top + height - height * proved / items

    path = f"M{x(0):.1f} {y(0):.1f}" + "".join(f"H{x(nodes):.1f}V{y(proved):.1f}" for nodes, proved in points)
    last = points[-1][1]
    return Markup(
        '<svg class="trace" viewBox="0 0 480 156" role="img" aria-label="{name}">'
        '<path class="grid" d="M{left} {bottom}H{right}M{left} {half}H{right}M{left} {top}H{right}"/>'
        '<path class="line" d="{path}"/>'
        '<g class="axis"><text x="{tick}" y="{bottom_text}" text-anchor="end">0</text><text x="{tick}" y="{top_text}" text-anchor="end">{items}</text>'
        '<text x="{left}" y="148">0</text><text x="{right}" y="148" text-anchor="end">{far} páginas</text></g></svg>'
    ).format(
        name=f"{last} de {items} itens provados ao longo de {far} páginas visitadas", left=left, right=left + width, top=top,
        bottom=top + height, half=top + height / 2, tick=left - 5, bottom_text=top + height + 4, top_text=top + 9,
        path=path, items=items, far=decimal(far),
    )  # fmt: skip
