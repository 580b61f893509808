"""``scrapy rejudge AUDIT…``: today's matrix and judge on the stored pages, and what that changes."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from transparency.aspects.seen import Answer
from transparency.called import called
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle
from transparency.report.cycle_sheet import NAMES, WORDS
from transparency.report.terminal import SIGNS, console, plain, print_table
from transparency.run.command import ProjectCommand, audits_given, complain, cycles_of, matrix_of, refuse_gone
from transparency.run.rejudge import Difference, Reading, Rejudged, keep, rejudge
from transparency.run.stored_tours import Reanswered
from transparency.store.audits import StoredAudit, open_audits
from transparency.text import plural

LABELS = 5
"""So many labels are shown of what is found on a page only now."""


class Command(ProjectCommand):
    """See ``scrapy rejudge --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… [--saida PASTA] [--json]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Julga de novo as páginas guardadas, com a matriz de hoje, sem visitar nada"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Mostra os itens cujo veredito muda, e as respostas a uma matriz nacional que a auditoria tiver. Nada é alterado; com "
            f"--saida o novo julgamento vai para uma pasta de auditorias, que {called()} score, report e verify leem. O que a "
            "caminhada não viu continua não visto. AUDITORIA: a pasta de uma auditoria, a de um município ou o nome dele (vale a "
            "mais nova), ou uma pasta que contenha várias."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What to do with the verdicts."""
        super().add_options(parser)
        parser.add_argument("--saida", metavar="PASTA", help="guarda as auditorias julgadas de novo nesta pasta")
        parser.add_argument("--json", action="store_true", help="diferenças em JSON na saída, e mais nada")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """A table of differences per audit, and the sum."""
        assert self.settings is not None
        screen = console()
        told: list[dict[str, Any]] = []
        try:
            audits = open_audits(audits_given(args, self.settings, "rejudge"))
            refuse_gone(self.settings)
            matrix, found = matrix_of(self.settings), cycles_of(audits, self.settings)
            for result in _results(audits, matrix, found):
                line = result.as_dict()
                if opts.saida:
                    line["saved"] = str(keep(result, Path(opts.saida)))
                told.append(line)
                if not opts.json:
                    _show(result, line.get("saved", ""), matrix, screen)
        except UserError as error:
            self.exitcode = complain(error)
            return
        if opts.json:
            print(json.dumps({"audits": told}, ensure_ascii=False, indent=2))
        elif len(told) > 1:
            differing = [line for line in told if line["differences"]]
            total = sum(len(line["differences"]) for line in differing)
            screen.print(
                f"{plural(len(told), 'auditoria')}, {len(differing)} com diferenças, {plural(total, 'item', 'itens')}.",
                style="bold",
            )


_rules: tuple[Matrix, list[Cycle]] | None = None
"""Of a worker process."""


def _prepare(matrix: Matrix, cycles: list[Cycle]) -> None:
    global _rules
    _rules = matrix, cycles


def _one(audit: StoredAudit) -> Rejudged:
    assert _rules is not None
    return rejudge(audit, *_rules)


def _results(audits: list[StoredAudit], matrix: Matrix, found: list[Cycle]) -> Iterator[Rejudged]:
    """In the order of the audits; several at a time where there are several."""
    if len(audits) < 4:  # a process takes longer to start than an audit to judge
        yield from (rejudge(audit, matrix, found) for audit in audits)
        return
    rules, most = (matrix, found), min(os.cpu_count() or 1, len(audits))
    with ProcessPoolExecutor(most, initializer=_prepare, initargs=rules) as pool:
        yield from pool.map(_one, audits)


def _show(result: Rejudged, saved: str, matrix: Matrix, screen: Console) -> None:
    audit, differences = result.audit, result.differences
    known = {True: "a matriz é a mesma", False: "a matriz mudou", None: "não se sabe com que matriz foi julgada"}
    count = (
        f"{len(differences)} de {len(result.verdicts)} itens muda{'m' if len(differences) > 1 else ''}"
        if differences
        else "nenhum item muda"
    )
    screen.print(
        Text.assemble((f"{audit.name} ({audit.uf})", "bold"), f", {audit.started}: {count}; {plural(len(result.pages), 'página')}, {known[result.same_matrix]}."),
        soft_wrap=True,
    )  # fmt: skip
    for note in result.notes:
        screen.print(Text(f"  {note}", style="dim"), soft_wrap=True)
    if differences:
        print_table(screen, _table(differences, matrix))
        kinds = Counter(f"{_status(d.before)} → {_status(d.after)}" for d in differences)
        screen.print(Text("  " + "; ".join(f"{kind}: {times}" for kind, times in kinds.most_common())), soft_wrap=True)
    for cycle in result.cycles:
        _show_cycle(cycle, screen)
    for reading in result.readings:
        screen.print(Text(f"  {_read_otherwise(reading)}", style="dim"), soft_wrap=True)
    if saved:
        screen.print(Text(f"  {saved}"), soft_wrap=True)


def _show_cycle(result: Reanswered, screen: Console) -> None:
    """The answers to a cycle that are others now."""
    if result.again is None:
        return
    differences, answers = result.differences, len(result.answers)
    told = f"{len(differences)} de {answers} respostas mudam" if len(differences) > 1 else "uma resposta muda"
    screen.print(f"  {result.cycle.name}: {told if differences else f'nenhuma de {answers} respostas muda'}.")
    if not differences:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("Critério", "Antes", "Agora"):
        table.add_column(name, overflow="fold")
    for one in differences:
        table.add_row(f"{one.requirement} {NAMES[one.aspect]}", _answered(one.before), _answered(one.after))
    print_table(screen, table)


def _answered(answer: Answer | None) -> Text:
    return Text("não perguntado" if answer is None else f"{WORDS[answer.status]}: {plain(answer.reason)}")


KINDS = {"candidates": "o que se pode clicar", "forms": "formulários", "fields": "campos", "toggles": "caixas"}


def _read_otherwise(reading: Reading) -> str:
    """How a page is read now and was not when it was seen."""
    told = []
    if reading.problem_before != reading.problem:
        told.append(f"obstáculo: {reading.problem_before or 'nenhum'} → {reading.problem or 'nenhum'}")
    for kind, name in KINDS.items():
        come, gone = reading.come.get(kind, []), reading.gone.get(kind, 0)
        if come or gone:
            labels = ", ".join(f"“{label}”" for label in come[:LABELS])
            told.append(f"{name}: {len(come)} a mais{f' ({labels})' if labels else ''}, {gone} a menos")
    return f"Página lida de outro modo: {reading.url}: {'; '.join(told)}"


def _table(differences: list[Difference], matrix: Matrix) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("Item", "Antes", "Agora"):
        table.add_column(name, overflow="fold")
    table.add_column("Página", overflow="fold", style="dim")
    for one in differences:
        after = one.after or one.before
        assert after is not None
        place = after.page_url or (one.before.page_url if one.before else "")
        table.add_row(Text(_name(one, matrix)), _told(one.before), _told(one.after), Text(place))
    return table


def _name(one: Difference, matrix: Matrix) -> str:
    criterion = matrix.by_id.get(one.criterion)
    item = next((i for i in criterion.items if i.key == one.item), None) if criterion else None
    return f"{criterion.name}: {item.label}" if criterion and item else f"{one.criterion}.{one.item}"


def _status(verdict: Verdict | None) -> str:
    return SIGNS[verdict.status][2] if verdict else "fora da matriz"


def _told(verdict: Verdict | None) -> Text:
    """Status, and the label seen or the reason."""
    if verdict is None:
        return Text("fora da matriz", style="dim")
    sign, colour, word = SIGNS[verdict.status]
    return Text.assemble((f"{sign} {word}", colour), f" {f'“{verdict.label}”' if verdict.label else verdict.reason}")
