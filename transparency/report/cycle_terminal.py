"""The answers of an audit by a cycle of the national matrix, in a terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from transparency.aspects.seen import Answer, Status
from transparency.report.cycle_sheet import ICONS, LETTERS, NAMES, WORDS, Asked, Sheet, interval
from transparency.report.terminal import SIGNS, plain


def answers_table(sheet: Sheet, status: Status | None = None, criterion: str = "") -> Table:
    """A row per requirement, dimensions as sections; of one requirement, a row per aspect. ``status``: only what has such an answer."""
    counts = ", ".join(f"{word} {sheet.counts[key]}" for key, word in WORDS.items())
    only = "" if status is None else f"\nAqui, só o que está assim: {WORDS[status]}"
    essential = f"{sheet.essential_counts['met']} de {sum(sheet.essential_counts.values())} itens essenciais"
    by_people = f" (de pessoas: {sheet.reviewed})" if sheet.reviewed else ""
    title = (
        f"{plain(sheet.audit.name)} ({sheet.audit.uf}), {sheet.cycle.name}: índice {interval(sheet.low, sheet.high)}; "
        f"nível {sheet.level}; {essential}\nItens: {counts}{by_people}\nPasta: {sheet.audit.folder}{only}"
    )
    table = Table(
        title=Text(title), box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", expand=False, pad_edge=False
    )
    table.add_column("Critério", no_wrap=True)
    table.add_column("Itens", no_wrap=True)
    table.add_column("Pergunta ou motivo", ratio=2)
    table.add_column("Onde", overflow="fold", style="dim")
    for section in sheet.sections:
        chosen = [one for one in section.asked if _is_chosen(one, status, criterion)]
        if not chosen:
            continue
        table.add_row(Text(f"{section.dimension.number}", style="bold"), "", Text(section.dimension.name, style="bold"))
        for one in chosen:
            _add(table, one, status, bool(criterion))
        table.add_section()
    return table


def _is_chosen(asked: Asked, status: Status | None, criterion: str) -> bool:
    return criterion in ("", asked.requirement.id) and (status is None or bool(asked.counts[status]))


def _add(table: Table, asked: Asked, status: Status | None, in_full: bool) -> None:
    """A requirement; in full with a row for each aspect."""
    told = [answer for answer in asked.answers if status in (None, answer.status)]
    # What decides: the first that is not met, else the first that a person must look at, else the first of all.
    first = min(told, key=lambda answer: ("not_met", "undecided", "met").index(answer.status))
    where = "" if in_full else plain(first.url)
    table.add_row(f"  {asked.requirement.id}", _signs(told), Text(plain(asked.requirement.question)), Text(where))
    if in_full:
        for answer in told:
            table.add_row("", _sign(answer, NAMES[answer.aspect]), Text(_why(answer)), Text(plain(answer.url)))


def _signs(answers: list[Answer]) -> Text:
    return Text(" ").join([_sign(answer, LETTERS[answer.aspect]) for answer in answers])


def _sign(answer: Answer, name: str) -> Text:
    sign, colour, _ = SIGNS[ICONS[answer.status]]
    return Text(f"{name} {sign}" if len(name) > 1 else f"{name}{sign}", style=colour)


def _why(answer: Answer) -> str:
    seen = f" “{plain(answer.label)}”" if answer.label else ""
    look = f" Verificar: {plain(answer.look)}" if answer.look and answer.status == "undecided" else ""
    return f"{plain(answer.reason)}{seen}{look}"
