"""Stored audits by the hundred, made up: what reports, exports and the read API are tried and measured on.

Whole folders as an audit leaves them (verdicts, pages, summary, pictures, gzipped DOMs, true digests), in the program's
own words (``decide``, ``page_line``), without a portal or a browser. Towns and makers are fictional; the same seed
gives the same bytes.
"""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import html
import io
import itertools
import json
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from transparency import __version__
from transparency.classify.absence import Place, Searched
from transparency.classify.verdict import Sight, decide
from transparency.items import Box, Column, Finding, Frame, Page, RecordSet, ValueType, Verdict
from transparency.matrix import Criterion, Item, Matrix, load_matrix
from transparency.portals.catalogue import COLUMNS, POPULATION, UFS, UNKNOWN_UF, Municipality, load, slugify
from transparency.store.audits import PAGES, PARTIAL, SUMMARY, VERDICTS
from transparency.store.evidence import highlight, page_html, page_line, small, small_name
from transparency.text import strip_accents

CATALOGUE = "catalogo.csv"
"""Beside the audits: the towns, those never audited too."""
FIRST = dt.datetime(2026, 1, 5, 8, 0, tzinfo=dt.UTC)
BETWEEN = dt.timedelta(days=90)

FAMILIES = {"aroeira": 0.8, "bemtevi": 0.7, "catingueira": 0.62, "gravatazeiro": 0.55, "jandaia": 0.45, "proprio": 0.4}
"""Made-up makers, and the share of the items that their portals usually publish."""
_HEADS = (
    "Açude Barra Baixio Boqueirão Cachoeira Campina Chã Corredor Córrego Furna Lajeiro Lagoa Lajedo Malhada Mata Olho-d'Água Passagem "
    "Pedra Poço Ponta Riacho Salgado Serra Serrote Sítio Tanque Vale Várzea Vereda Vertente"
).split()
_TAILS = (
    "da Asa-branca,da Caraúna,da Catingueira,da Coã,da Faveleira,da Graúna,da Jandaia,da Jitirana,da Maniçoba,da Macambira,da Paturi,da Quixaba,"
    "da Rolinha,da Siricora,da Umburana,do Anum,do Bem-te-vi,do Cancão,do Caracará,do Croatá,do Galo-de-campina,do Gravatazeiro,do Jacupemba,"
    "do Juriti,do Marmeleiro,do Mocó,do Mofumbo,do Pau-d'arco,do Pintassilgo,do Preá,do Sabiá-coleira,do Sanhaçu,do Tejuaçu,do Teiú,do Xexéu,"
    "das Aroeiras,das Braúnas,das Emas,das Seriemas,dos Angicos,dos Bentevis,dos Juazeiros,dos Marizeiros,dos Pereiros,dos Umbuzeiros"
).split(",")
_ENDS = ("", " de Cima", " de Baixo", " do Norte", " do Sul")

_SAMPLES: dict[ValueType, str] = {
    "money": "1.234,56", "date": "05/01/2026", "cpf": "***.456.789-**", "cnpj": "12.345.678/0001-95",
    "number": "42", "code": "00021/2026", "link": "Abrir", "text": "Manutenção de vias",
}  # fmt: skip
_OBSTACLES = (
    ("network", "o servidor não respondeu no prazo"),
    ("network", "o nome do servidor não existe (DNS)"),
    ("obstacle", "o portal pediu uma verificação contra robôs (captcha)"),
)


@dataclass(frozen=True)
class _Portal:
    """What a town publishes at one time; ``hidden`` criteria could not be looked at, ``down`` says why nothing could."""

    town: Municipality
    started: dt.datetime
    published: frozenset[tuple[str, str]]
    hidden: tuple[str, ...] = ()
    down: tuple[str, str] | None = None


def write_audits(
    folder: Path, towns: int = 223, audits: int = 3, seed: int = 0, uf: str = "PB", never: int = 0, light: bool = False
) -> list[Path]:
    """Write ``audits`` audits of each of ``towns`` towns into a folder, and the catalogue that lists them.

    ``never`` towns more stand in the catalogue and were never audited. ``uf``: a state, or ``BR``: all of them. ``light``: without
    stored pages and pictures, which take ten times as long (comparisons and lists read none). Gives the folders, town by town, oldest first.
    """
    matrix = load_matrix()
    rows = towns_of(towns + never, seed, uf)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / CATALOGUE, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow((*COLUMNS, POPULATION))
        writer.writerows(
            (t.slug, t.name, t.uf, t.ibge, t.portal_url, t.city_url, ";".join(t.families), t.population) for t in rows
        )
    found = []
    for number, town in enumerate(rows[:towns]):
        rng = random.Random(f"{seed}/{town.uf}/{town.slug}")
        start = FIRST + dt.timedelta(minutes=7 * number)
        found += [_write(folder, portal, matrix, rng, light) for portal in _history(town, start, audits, matrix, rng)]
    return found


def towns_of(count: int, seed: int, uf: str) -> list[Municipality]:
    """Fictional municipalities. ValueError (in Portuguese) for a state that there is not, or more towns than names."""
    if uf.upper() not in (*UFS, UNKNOWN_UF):
        raise ValueError(f"UF desconhecida: {uf}")
    known = {town.slug for town in load()}
    names = [f"{head} {tail}{end}" for end, head, tail in itertools.product(_ENDS, _HEADS, _TAILS)]
    names = [name for name in names if slugify(name) not in known]
    if count > len(names):
        raise ValueError(f"há só {len(names)} nomes de municípios")
    rng = random.Random(f"{seed}/{uf}")
    people = random.Random(f"{seed}/{uf}/people")
    states = sorted(UFS) if uf.upper() == UNKNOWN_UF else [uf.upper()]
    # The plain names first, so that few towns have short names.
    plain = len(_HEADS) * len(_TAILS)
    chosen = rng.sample(names[:plain], count) if count <= plain else rng.sample(names, count)
    found = []
    for name in chosen:
        slug = slugify(name)
        makers = rng.sample(sorted(FAMILIES), 2 if rng.random() < 0.15 else 1)
        host = f"{slug}.example" if makers[0] == "proprio" else f"{makers[0]}.example"
        found.append(
            Municipality(
                slug, name, people.choice(states), "", f"https://{host}/{slug}", f"https://{slug}.example/", tuple(makers),
                int(people.lognormvariate(9.4, 1.1)),
            )
        )  # fmt: skip
    return found


def _history(
    town: Municipality, start: dt.datetime, audits: int, matrix: Matrix, rng: random.Random
) -> Iterator[_Portal]:
    """A portal over time: items come more often than they go; now and then it cannot be seen, wholly or in part."""
    diligence = min(0.97, max(0.05, rng.gauss(FAMILIES[town.families[0]], 0.14)))
    ease = random.Random("items")  # the same items are rare in every town
    rarity = {(item.criterion, item.key): ease.uniform(-0.4, 0.35) for item in matrix.items()}
    now = {key for key, offset in rarity.items() if rng.random() < diligence + offset}
    for number in range(audits):
        if number:
            now = {key for key in rarity if (rng.random() > 0.04 if key in now else rng.random() < 0.08)}
        down = rng.choice(_OBSTACLES) if rng.random() < 0.04 else None
        ids = [criterion.id for criterion in matrix.criteria]
        hidden = tuple(rng.sample(ids, rng.randint(1, 3))) if not down and rng.random() < 0.08 else ()
        yield _Portal(town, start + number * BETWEEN, frozenset(now), hidden, down)


def _write(root: Path, portal: _Portal, matrix: Matrix, rng: random.Random, light: bool) -> Path:
    town = portal.town
    folder = root / town.uf.lower() / town.slug / f"{portal.started:%Y%m%dT%H%M%SZ}{PARTIAL}"
    whole = folder.with_name(folder.name.removesuffix(PARTIAL))
    for name in ("pages", "evidence"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    pages = list(_walk(portal, matrix, rng))
    digests: defaultdict[str, str] = defaultdict(str)
    for page in pages:
        for name, data in () if light else _files(page):
            (folder / name).write_bytes(data)
            digests[name] = hashlib.sha256(data).hexdigest()
    verdicts = _verdicts(portal, matrix, pages, digests)
    _write_lines(folder / VERDICTS, [vars(verdict) for verdict in verdicts])
    _write_lines(folder / PAGES, [page_line(page) for page in pages])
    summary = _summary(portal, matrix, pages, verdicts, rng)
    (folder / SUMMARY).write_text(json.dumps(summary, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    if whole.exists():  # the same audit, made before
        shutil.rmtree(whole)
    folder.rename(whole)
    return whole


def _write_lines(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


# ---- pages -----------------------------------------------------------------------------------------------------------


def _walk(portal: _Portal, matrix: Matrix, rng: random.Random) -> Iterator[Page]:
    """The entry; per criterion its query and, for what stands behind a row, a details view; pages beside the point."""
    town, entry = portal.town, portal.town.portal_url
    clock = itertools.count()

    def page(path: str, title: str, labels: Sequence[str], sets: Sequence[RecordSet] = (), problem: str = "") -> Page:
        url = f"{entry}{path}"
        node = hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()[:20]
        seen = portal.started + dt.timedelta(seconds=2 * next(clock))
        return Page(
            municipio=town.slug, uf=town.uf, url=url, final_url=url, status=200, title=f"{title} - {town.name}",
            depth=len(labels), steps=[f"abra {entry}", *(f"abra “{label}”" for label in labels)], labels=list(labels),
            frames=[Frame(url, _dom(title, town.name, sets), "", title, record_sets=list(sets))],
            node=node, state=node[:16], time=f"{seen:%Y-%m-%dT%H:%M:%SZ}",
            seconds=round(rng.uniform(0.2, 2.5), 3), problem=problem, findings=[], families=list(town.families[:1]),
        )  # fmt: skip

    yield page("", "Portal da Transparência", (), problem=portal.down[1] if portal.down else "")
    if portal.down:
        return
    for criterion in matrix.criteria:
        if criterion.id in portal.hidden:
            yield page(f"/{criterion.id}", criterion.name, [criterion.name], problem=_OBSTACLES[0][1])
            continue
        shown = [item for item in criterion.items if (item.criterion, item.key) in portal.published]
        empty = [item for item in criterion.items if item not in shown and rng.random() < 0.2]
        split = len(shown) if len(shown) < 6 else (len(shown) + 1) // 2
        views = [("", "table", shown[:split], empty), ("/detalhe", "details", shown[split:], [])]
        for path, shape, full, void in views:
            if not (full or void) and path:
                continue
            rows = rng.randint(3, 40) if shape == "table" else 1
            columns = tuple(
                Column(item.label, _type_of(item) if item in full else "empty", rows if item in full else 0)
                for item in (*full, *void)
            )
            sets = (
                [RecordSet("table" if shape == "table" else "details", columns, rows if full else 0, (criterion.name,))]
                if columns
                else []
            )
            labels = [criterion.name, *(["Detalhar"] if path else [])]
            seen = page(f"/{criterion.id}{path}", criterion.name, labels, sets)
            seen.findings = [
                Finding(criterion.id, item.key, item.label, round(rng.uniform(0.72, 1.0), 3), item in full, column=n, box=_box(n))
                for n, item in enumerate((*full, *void))
            ]  # fmt: skip
            yield seen
    for title in rng.sample(("Ouvidoria", "Leis e Decretos", "Diárias", "Convênios", "Perguntas frequentes"), 3):
        yield page(f"/{slugify(title)}", title, [title])


def _type_of(item: Item) -> ValueType:
    return next((kind for kind in item.types if kind in _SAMPLES), "text")


def _dom(title: str, town: str, sets: Sequence[RecordSet]) -> str:
    """A page of the portal, three rows of each record set at most."""
    parts = [
        f"<!DOCTYPE html><html lang='pt-BR'><head><meta charset='utf-8'><title>{html.escape(title)}</title></head><body>"
    ]
    parts.append(f"<h1>Portal da Transparência</h1><p>{html.escape(town)}</p><h2>{html.escape(title)}</h2>")
    for one in sets:
        cells = [(html.escape(c.label), _SAMPLES.get(c.value_type, "")) for c in one.columns]
        if one.shape == "details":
            parts.append(f"<dl>{''.join(f'<dt>{label}</dt><dd>{value}</dd>' for label, value in cells)}</dl>")
        else:
            row = f"<tr>{''.join(f'<td>{value}</td>' for _, value in cells)}</tr>"
            parts.append(
                f"<table><tr>{''.join(f'<th>{label}</th>' for label, _ in cells)}</tr>{row * min(one.rows, 3)}</table>"
            )
    return "".join([*parts, "</body></html>"])


# ---- files -----------------------------------------------------------------------------------------------------------


def _box(column: int) -> Box:
    return 10 + 104 * (column % 3), 34 + 22 * (column // 3), 96, 14


def _files(page: Page) -> Iterator[tuple[str, bytes]]:
    yield f"pages/{page.node}.html.gz", page_html(page, 0)
    proving = [finding for finding in page.findings or () if finding.has_data]
    labels = tuple(column.label for one in page.frames[0].record_sets[:1] for column in one.columns)
    picture = _picture(page.frames[0].title, labels, tuple(f.column for f in proving))
    if proving:
        yield f"evidence/{page.node}.jpg", picture
    yield small_name(page.node), _small(picture)


@lru_cache(maxsize=4096)
def _small(picture: bytes) -> bytes:
    return small(picture)


@lru_cache(maxsize=4096)
def _picture(title: str, labels: tuple[str, ...], proving: tuple[int, ...]) -> bytes:
    """A little JPEG of a page with its labels, those that prove something highlighted. Pillow's own font has no accents."""
    picture = Image.new("RGB", (320, 60 + 22 * ((len(labels) + 2) // 3)), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 320, 24), fill=(28, 70, 110))
    draw.text((8, 6), strip_accents(title), fill="white")
    for number, label in enumerate(labels):
        x, y, _, _ = _box(number)
        draw.text((x, y), strip_accents(label)[:16], fill=(20, 30, 40))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=70)
    return highlight(out.getvalue(), (0, 0), [_box(number) for number in proving])


# ---- verdicts --------------------------------------------------------------------------------------------------------


def _verdicts(portal: _Portal, matrix: Matrix, pages: Sequence[Page], digests: dict[str, str]) -> list[Verdict]:
    proofs: dict[tuple[str, str], tuple[Finding, Page]] = {}
    counts: Counter[str] = Counter()
    for page in pages:
        for one in page.findings or ():
            proofs.setdefault((one.criterion, one.item), (one, page))
        counts.update({one.criterion for one in page.findings or ()})
    found = []
    for criterion in matrix.criteria:
        sight = _sight(portal, criterion, len(pages), counts[criterion.id])
        for item in criterion.items:
            finding, proof = proofs.get((criterion.id, item.key), (None, None))
            empty = finding if finding and not finding.has_data else None
            verdict = decide(portal.town.slug, portal.town.uf, criterion, item, finding, proof, empty, sight)
            if proof and verdict.status == "published":
                verdict.html, verdict.evidence = f"pages/{proof.node}.html.gz", f"evidence/{proof.node}.jpg"
                verdict.html_sha256, verdict.evidence_sha256 = digests[verdict.html], digests[verdict.evidence]
            verdict.time = pages[-1].time
            found.append(verdict)
    return found


def _sight(portal: _Portal, criterion: Criterion, pages: int, own: int) -> Sight:
    name = criterion.name
    closed = (
        [Place(name, name, 1.0, outcome="obstacle", reason=_OBSTACLES[0][1])] if criterion.id in portal.hidden else []
    )
    return Sight(pages, own, Searched(closed), portal.down[1] if portal.down else "")


def _place(page: Page) -> dict[str, Any]:
    """A page as a place that promised its criterion."""
    found = any(finding.has_data for finding in page.findings or ())
    return {
        "label": page.labels[-1], "words": f"{' › '.join(page.steps)} ({page.url})", "html": f"pages/{page.node}.html.gz",
        "picture": small_name(page.node), "state": page.problem or ("mostra registros" if found else "a página não mostra registros"),
    }  # fmt: skip


def _summary(
    portal: _Portal, matrix: Matrix, pages: Sequence[Page], verdicts: Sequence[Verdict], rng: random.Random
) -> dict[str, Any]:
    town = portal.town
    per_criterion: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        per_criterion[verdict.criterion][verdict.status] += 1
    seconds = round(sum(page.seconds for page in pages) + rng.uniform(2, 9), 2)
    proven: set[tuple[str, str]] = set()
    trace = []
    for number, page in enumerate(pages, 1):
        proven |= {(f.criterion, f.item) for f in page.findings or () if f.has_data}
        trace.append({"nodes": number, "items": len(proven), "seconds": round(seconds * number / len(pages), 2)})
    problems = [(page, portal.down or _OBSTACLES[0]) for page in pages if page.problem]
    return {
        "municipio": {
            "slug": town.slug, "name": town.name, "uf": town.uf, "ibge": town.ibge,
            "portal_url": town.portal_url, "families": list(town.families),
        },
        "started": f"{portal.started:%Y-%m-%dT%H:%M:%SZ}",
        "ended": f"{portal.started + dt.timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}",
        "duration_seconds": seconds,
        "cpu_seconds": round(seconds * rng.uniform(0.9, 1.7), 2),
        "peak_memory_bytes": rng.randint(600, 900) << 20,
        "criteria": {
            c.id: {"name": c.name, **{s: per_criterion[c.id][s] for s in ("published", "absent", "inconclusive")}}
            for c in matrix.criteria
        },
        "nodes": {
            "visited": len(pages), "by_kind": {"entry": 1, **({"link": len(pages) - 1} if len(pages) > 1 else {})},
            "dropped": {"known": rng.randint(0, 9), "settled": rng.randint(0, 5)}, "states": len(pages),
        },
        "trace": trace,
        "families": {} if town.families[0] == "proprio" else {f"{town.families[0]}.example": town.families[0]},
        "requests": len(pages) * rng.randint(3, 9),
        "bytes": len(pages) * rng.randint(20_000, 60_000),
        "problems": [
            {"url": page.url, "steps": " › ".join(page.steps), "criterion": slugify(page.frames[0].title).replace("-", "_") if page.depth else "",
             "kind": kind, "reason": reason}
            for page, (kind, reason) in problems
        ],
        "places": {c.id: [_place(page) for page in pages if page.labels[:1] == [c.name]] for c in matrix.criteria},
        "settings": {
            "ROBOTSTXT_OBEY": True, "USER_AGENT": f"transparency/{__version__}", "CONCURRENT_REQUESTS": 4,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 2, "DOWNLOAD_DELAY": 1.0, "AUDITS_AT_ONCE": 1, "FAMILIES_ENABLED": True,
            "spider": "portal", "strategy": "best", "essential_only": False,
            "budget": {"nodes": 250, "depth": 8, "minutes": 20.0, "near": 90, "far": 30, "patience": 15},
        },
        "versions": {"transparency": __version__, "python": "3.11", "scrapy": "2.19.0", "scrapy-playwright": "0.0.48", "playwright": "1.65.2"},
    }  # fmt: skip
