"""``python -m lab forge``: the program put before forged portals, and which parts its failures have in common."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lab.forge.portal import Module, Portal
from lab.forge.serve import Forge, forged
from lab.runs import newest, scrapy
from lab.server import EGRESS

AT_ONCE = 2
ONE_BY_ONE = (
    "-s", "NEARBY_MERCY=True", "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_START_DELAY=0", "-s", "AUTOTHROTTLE_MAX_DELAY=0",
)  # fmt: skip
"""One page of a portal at a time, as on the internet, but without a pause: some portals keep the screen in the session."""
WORST = 15
"""Parts that are named on the screen; the JSON has all."""


def seeds_of(text: str) -> list[int]:
    """``"1-3,7"`` → 1, 2, 3, 7.

    :raises ValueError: for what is neither a number nor two.
    """
    found: list[int] = []
    for piece in text.split(","):
        first, _, last = piece.strip().partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return list(dict.fromkeys(found))


def serve(seeds: Sequence[int], folder: Path | None) -> int:
    """Serve these portals until Ctrl-C; their catalogue and key go into the folder, if there is one."""
    with forged(seeds) as forge:
        if folder:
            written(forge, folder)
        print(f"export {EGRESS}={','.join(forge.places)}", flush=True)
        for host in forge.hosts:
            print(f"{host.portal.slug}\t{host.entry}", flush=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def written(forge: Forge, folder: Path) -> tuple[Path, Path]:
    folder.mkdir(parents=True, exist_ok=True)
    catalogue, key = folder / "catalogo.csv", folder / "gabarito.csv"
    forge.write_catalogue(catalogue)
    forge.write_key(key)
    parts = {host.portal.slug: parts_of(host.portal) for host in forge.hosts}
    (folder / "partes.json").write_text(json.dumps(parts, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return catalogue, key


def audit(seeds: Sequence[int], folder: Path) -> int:
    """Audit the portals of these seeds, compare with their keys, and say how it went, by seed and by part."""
    with forged(seeds) as forge:
        catalogue, key = written(forge, folder)
        status = scrapy(
            "audit", "--todos", "--catalogo", str(catalogue), "--simultaneos", str(AT_ONCE), "--model", "off",
            "--saida", str(folder / "auditorias"), *ONE_BY_ONE,
        )  # fmt: skip
        forge.write_log(folder / "pedidos")
    found = (newest(folder / "auditorias", host.portal.uf, host.portal.slug) for host in forge.hosts)
    audits = [str(path) for path in found if path is not None]
    result = folder / "resultado.json"
    if not audits:
        return status or 1
    scrapy("score", *audits, "--gold", str(key), "--json", str(result), "-L", "ERROR")
    figures = measured(json.loads(result.read_text("utf-8")), [host.portal for host in forge.hosts])
    (folder / "forja.json").write_text(json.dumps(figures, ensure_ascii=False, indent=2) + "\n", "utf-8")
    show(figures)
    return status


def parts_of(portal: Portal) -> dict[str, Any]:
    """All parts of a portal, and of each of its modules the state and the parts."""
    modules = {
        m.words: {"criterion": m.criterion, "records": list(m.years.values()), **m.parts}
        for m in portal.modules
        if m.fields
    }
    return {
        **portal.parts,
        "clutter": list(portal.clutter),
        "untidy": list(portal.untidy),
        "modules": modules,
    }


def measured(result: Mapping[str, Any], portals: Sequence[Portal]) -> dict[str, Any]:
    """The figures by seed, over all, and by part."""
    missed = Counter((m["municipio"], m["status"]) for m in result["misses"])
    seeds = [
        {
            **{name: row[name] for name in ("tp", "fp", "fn", "tn", "undecided", "f1", "precision", "recall")},
            "slug": row["municipio"],
            "wrongly_absent": missed[row["municipio"], "absent"],
        }
        for row in result["portals"]
    ]
    return {
        "total": total(result["total"], sum(row["wrongly_absent"] for row in seeds)),
        "seeds": seeds,
        "unaudited": result["unaudited"],
        "by_part": by_part(result["misses"], portals),
        "misses": result["misses"],
        "false_alarms": result["false_alarms"],
        "parts": {p.slug: parts_of(p) for p in portals},
    }


def total(counts: Mapping[str, Any], wrongly_absent: int) -> dict[str, Any]:
    """``absent_right``: of the answers ``absent``, the share that is true; ``absences_open``: of what is truly absent, the share
    that was left open."""
    said, absences = counts["tn"] + wrongly_absent, counts["tn"] + counts["undecided"] + counts["fp"]
    return {
        **counts,
        "absent_right": round(counts["tn"] / said, 4) if said else None,
        "absences_open": round(counts["undecided"] / absences, 4) if absences else None,
    }


def by_part(misses: Sequence[Mapping[str, Any]], portals: Sequence[Portal]) -> list[dict[str, Any]]:
    """For each part: how many items are published behind it, and how many of them were missed, most missed first."""
    lost = {(m["municipio"], f"{m['criterion']}.{m['item']}") for m in misses}
    published, missed = Counter[str](), Counter[str]()
    for portal in portals:
        for item, modules in portal.published.items():
            names = {name for module in modules for name in parts_behind(portal, module)}
            published.update(names)
            missed.update(names if (portal.slug, item) in lost else ())
    rows = [{"part": n, "published": published[n], "missed": missed[n]} for n in published]
    return sorted(rows, key=lambda row: (-row["missed"] / row["published"], row["part"]))


def parts_behind(portal: Portal, module: Module) -> Iterator[str]:
    everywhere = {axis: name for axis, name in portal.parts.items() if axis not in module.parts}
    yield from (f"{axis}:{name}" for axis, name in {**everywhere, **module.parts}.items())
    yield from (f"untidy:{name}" for name in portal.untidy)
    yield from (f"clutter:{name}" for name in portal.clutter)


def show(figures: Mapping[str, Any]) -> None:
    """The tables that people read."""
    console = Console()
    table = Table("Semente", "F1", "Precisão", "Recall", "Perdidos", "Alarmes", "Menu", "Caminho", "Sessão")
    for row in figures["seeds"]:
        parts = figures["parts"][row["slug"]]
        rates = ("–" if row[name] is None else f"{row[name]:.3f}" for name in ("f1", "precision", "recall"))
        table.add_row(
            row["slug"], *rates, str(row["fn"]), str(row["fp"]), parts["menu"], parts["way"], parts["session"]
        )
    console.print(table)
    worst = Table("Parte", "Publicados", "Perdidos", title="Partes com mais perdas")
    for row in [r for r in figures["by_part"] if r["missed"]][:WORST]:
        worst.add_row(row["part"], str(row["published"]), str(row["missed"]))
    console.print(worst)
    t = figures["total"]
    console.print(
        f"Total: F1 {t['f1']}, precisão {t['precision']}, recall {t['recall']}; ausentes certos {t['absent_right']}, "
        f"ausências em aberto {t['absences_open']}; sem auditoria: {', '.join(figures['unaudited']) or 'nenhum'}"
    )
