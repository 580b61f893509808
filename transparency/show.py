"""Verdicts in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from transparency.items import Verdict
from transparency.matrix import Matrix

SIGNS = {
    "published": ("✔", "green", "publicado"),
    "absent": ("✘", "red", "ausente"),
    "inconclusive": ("?", "yellow", "inconclusivo"),
}
"""Sign, colour and word of each status; the word makes it readable without colour."""


def verdict_table(name: str, uf: str, verdicts: Sequence[Verdict], matrix: Matrix) -> Table:
    """One row per item, criteria as sections: status, the label that was seen or the reason, and the picture."""
    counts = Counter(verdict.status for verdict in verdicts)
    title = f"{name} ({uf.upper()}): {counts['published']} publicados, {counts['absent']} ausentes, {counts['inconclusive']} inconclusivos"
    table = Table(
        title=title, box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", expand=False, pad_edge=False
    )
    table.add_column("Item", no_wrap=True)
    table.add_column("Situação", no_wrap=True)
    table.add_column("Rótulo visto ou razão", ratio=2)
    table.add_column("Prova", overflow="fold", style="dim")
    for criterion in matrix.criteria:
        own = [v for v in verdicts if v.criterion == criterion.id]
        if not own:
            continue
        published = sum(v.status == "published" for v in own)
        table.add_row(Text(criterion.name, style="bold"), Text(f"{published} de {len(own)}", style="bold"))
        for verdict in own:
            sign, colour, word = SIGNS[verdict.status]
            shown = f"“{verdict.label}”" if verdict.label else verdict.reason
            table.add_row(
                Text(f"  {criterion.item(verdict.item).label}"),
                Text(f"{sign} {word}", style=colour),
                Text(shown),
                Text(verdict.evidence or verdict.html),
            )
        table.add_section()
    return table
