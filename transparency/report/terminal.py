"""Audits in a terminal: verdict tables, progress, and what can be done next."""

from __future__ import annotations

import re
import shlex
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from transparency.called import called
from transparency.crawl.audit import Audit
from transparency.items import STATUSES, Verdict
from transparency.matrix import Matrix
from transparency.run.runs import Result
from transparency.text import plural

SIGNS = {
    "published": ("✔", "green", "publicado"),
    "absent": ("✘", "red", "ausente"),
    "inconclusive": ("?", "yellow", "inconclusivo"),
}
"""Sign, colour and word of each status; the word makes it readable without colour."""
WIDE = 4000
"""Most columns of what is not shown in a terminal: there nothing is folded, for grep."""
BAR = 24
_UNSPEAKABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


def plain(text: Any) -> str:
    """What a portal wrote, without what would move the cursor, ring the bell or turn the line around.

    >>> plain("Valor\\x1b[2J pago\\n")
    'Valor [2J pago '
    """
    return _UNSPEAKABLE.sub(" ", str(text))


def console(stderr: bool = False) -> Console:
    """Of the terminal's width; where there is none, of any."""
    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=WIDE)


def print_table(screen: Console, table: Table) -> None:
    """As wide as it fits a terminal; elsewhere each row is one line, without blanks at its end."""
    if screen.is_terminal:
        screen.print(table)
        return
    with screen.capture() as captured:
        screen.print(table, width=screen.measure(table).maximum)
    for line in captured.get().splitlines():
        screen.print(Text(line.rstrip()), soft_wrap=True)


def counted(verdicts: Iterable[Verdict]) -> str:
    """``37 publicados, 24 ausentes, 0 inconclusivos``."""
    counts = Counter(verdict.status for verdict in verdicts)
    return ", ".join(plural(counts[name], SIGNS[name][2]) for name in STATUSES)


def verdict_table(name: str, uf: str, verdicts: Sequence[Verdict], matrix: Matrix, folder: Path) -> Table:
    """One row per item, criteria as sections: status, the label that was seen or the reason, and the picture's path in the audit's folder."""
    title = f"{plain(name)} ({uf.upper()}): {counted(verdicts)}\nPasta: {folder}"
    table = Table(
        title=Text(title), box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", expand=False, pad_edge=False
    )
    table.add_column("Item", no_wrap=True)
    table.add_column("Situação", no_wrap=True)
    table.add_column("Rótulo visto ou razão", ratio=2)
    table.add_column("Prova", overflow="fold", style="dim")
    names = {criterion.id: criterion.name for criterion in matrix.criteria}
    labels = {(item.criterion, item.key): item.label for item in matrix.items()}
    for criterion in dict.fromkeys(verdict.criterion for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.criterion == criterion]
        published = sum(v.status == "published" for v in own)
        heading = plain(names.get(criterion, criterion))
        table.add_row(Text(heading, style="bold"), Text(f"{published} de {len(own)}", style="bold"))
        for verdict in own:
            sign, colour, word = SIGNS[verdict.status]
            table.add_row(
                Text(f"  {plain(labels.get((criterion, verdict.item), verdict.item))}"),
                Text(f"{sign} {word}", style=colour),
                Text(f"“{plain(verdict.label)}”" if verdict.label else plain(verdict.reason)),
                Text(plain(verdict.evidence or verdict.html)),
            )
        table.add_section()
    return table


def places_table(places: Sequence[Mapping[str, str]], name: str) -> Table:
    """A row per place that promised a criterion, with what it has answered, and its picture or page in the audit's folder."""
    table = Table(title=Text(f"Onde se procurou {plain(name)}"), box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", pad_edge=False)  # fmt: skip
    table.add_column("Lugar", ratio=1)
    table.add_column("Resposta", ratio=1)
    table.add_column("Caminho", ratio=2, style="dim")
    table.add_column("Prova", overflow="fold", style="dim")
    for place in places:
        told = (place["label"], place["state"], place["words"], place["picture"] or place["html"])
        table.add_row(*(Text(plain(part)) for part in told))
    return table


# ---- while it runs ---------------------------------------------------------------------------------------------------


def progress(audits: Sequence[Audit], before: int = 0) -> RenderableType:
    """A line per municipality at work (items proved, pages visited, the current place), and one for all of them.
    ``before``: those that an earlier part of the run has done."""
    if not audits:
        return Text("Preparando…")
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(no_wrap=True, max_width=28, overflow="ellipsis")
    grid.add_column(min_width=BAR)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, overflow="ellipsis", style="dim", ratio=1)
    for audit in audits:
        if audit.started and not audit.folder:
            total, proved = len(audit.ledger.items()), len(audit.ledger.items()) - len(audit.ledger.open_items())
            figures = f"{proved:2}/{total} itens, {_pages(audit)}, {_clock(time.monotonic() - audit.started)}"
            grid.add_row(
                Text(audit.municipality.name, style="bold"),
                ProgressBar(total=total, completed=proved, width=BAR),
                Text(figures),
                Text(plain(audit.current)),
            )
    if len(audits) + before == 1:
        return grid
    done = before + sum(bool(audit.folder) for audit in audits)
    unseen = sum(bool(audit.folder and audit.entry_problem) for audit in audits)
    begun = _begun(audits)
    overall = Table.grid(padding=(0, 1))
    overall.add_row(
        Text("Municípios", style="bold"),
        ProgressBar(total=before + len(audits), completed=done, width=BAR),
        Text(f"{done}/{before + len(audits)} prontos{f', {unseen} não vistos' if unseen else ''}, {_clock(time.monotonic() - begun)}{pace(audits)}"),
    )  # fmt: skip
    return Group(grid, overall)


def pace(audits: Sequence[Audit]) -> str:
    """How fast a run goes, and when it will be over: ``, 40 por hora, faltam 4 h 10 min``; nothing before the first is done."""
    done = sum(bool(audit.folder) for audit in audits)
    return told_pace(done, len(audits) - done, time.monotonic() - _begun(audits))


def told_pace(done: int, left: int, seconds: float) -> str:
    """The same of figures.

    >>> told_pace(20, 100, 1800), told_pace(3, 1, 60), told_pace(0, 5, 60), told_pace(2, 0, 60)
    (', 40 por hora, faltam 2 h 30 min', ', 180 por hora, falta 1 min', '', '')
    """
    if not done or not left or seconds <= 0:
        return ""
    minutes = max(1, round(left * seconds / done / 60))
    hours = f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"
    return f", {done * 3600 / seconds:.0f} por hora, falta{'' if minutes == 1 else 'm'} {hours}"


def _begun(audits: Sequence[Audit]) -> float:
    return min((audit.started for audit in audits if audit.started), default=time.monotonic())


def _pages(audit: Audit | Result) -> str:
    return plural(audit.pages_visited, "página")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


# ---- when it is over -------------------------------------------------------------------------------------------------


def cost(audit: Audit | Result) -> str:
    """``47 páginas em 7 s``."""
    return f"{_pages(audit)} em {_clock(audit.ended - audit.started)}"


def done_line(audit: Audit | Result) -> Text:
    """One of several municipalities that is done: how it went, and where its files are."""
    town = audit.municipality
    sign, colour = ("?", "yellow") if audit.entry_problem else ("✔", "green")
    return Text.assemble(
        (f"{sign} ", colour), (f"{town.name} ({town.uf})", "bold"),
        f": {counted(audit.verdicts_given)}; {cost(audit)}; ", (audit.folder, "dim"),
    )  # fmt: skip


def next_steps(audits: Sequence[Audit | Result], root: str, report: str) -> list[tuple[str, str]]:
    """What helps now, each with its command or file. ``report``: name of the file that a report is."""
    whole = [audit for audit in audits if audit.folder]
    if not whole:
        return []
    folders = [shlex.quote(audit.folder) for audit in whole]
    made = [str(path) for audit in whole if (path := Path(audit.folder) / report).is_file()]
    if len(whole) == 1:
        steps = [("Relatório", made[0]) if made else ("Fazer o relatório", f"{called()} report {folders[0]}")]
        steps.append(("Ver de novo", f"{called()} show {folders[0]}"))
    else:
        steps = [("Comparar num relatório", f"{called()} report {shlex.quote(root)}"), ("Ver um deles", f"{called()} show {folders[0]}")]  # fmt: skip
    target = folders[0] if len(whole) == 1 else shlex.quote(root)
    return [*steps, ("Conferir com um gabarito", f"{called()} score {target} --gold gabarito.csv")]


def as_dict(audit: Audit | Result, report: str) -> dict[str, Any]:
    """An audit of this run, for programs."""
    town, verdicts = audit.municipality, audit.verdicts_given
    path = Path(audit.folder) / report
    problem = audit.entry_problem or ("" if audit.folder else "a auditoria não terminou")
    return {
        "municipio": town.slug, "name": town.name, "uf": town.uf, "ibge": town.ibge, "portal_url": town.portal_url,
        "complete": bool(audit.folder), "problem": problem,
        "folder": audit.folder, "report": str(path) if audit.folder and path.is_file() else "",
        **_counts(verdicts),
        "criteria": {
            name: _counts([v for v in verdicts if v.criterion == name])
            for name in dict.fromkeys(v.criterion for v in verdicts)
        },
        "pages": audit.pages_visited,
        "seconds": round(audit.ended - audit.started, 2) if audit.folder else None,
    }  # fmt: skip


def _counts(verdicts: Sequence[Verdict]) -> dict[str, int]:
    return {name: sum(verdict.status == name for verdict in verdicts) for name in STATUSES}
