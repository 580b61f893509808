"""``scrapy score AUDITS… --gold key.csv``: audits against an answer key, as tables and as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.eval.score import Counts, Score, Scored, read_gold, read_runs, score
from transparency.items import UserError
from transparency.report.terminal import console, print_table
from transparency.run.command import NOT_SEEN, ProjectCommand, complain, located, matrix_of, refuse_unknown
from transparency.store.audits import find_audits
from transparency.text import plural

SHOWN = 20
"""Lines of misses and of false alarms on the screen; ``--json`` holds all."""


class Command(ProjectCommand):
    """See ``scrapy score --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "AUDITORIAS… --gold GABARITO.csv [--places] [--judged-only] [--json ARQUIVO]"

    def short_desc(self) -> str:
        return "Compara auditorias com um gabarito: recall, precisão, especificidade e F1"

    def long_desc(self) -> str:
        return (
            "AUDITORIAS: pastas de auditorias, pastas que as contêm (vale a mais nova de cada município) ou arquivos "
            ".jsonl de vereditos. GABARITO: colunas municipio,criterio,item,encontrado,local[,local2]. Um município que o "
            "gabarito não tem é nomeado e não conta; o comando então termina com 1."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--gold", metavar="ARQUIVO", help="gabarito (CSV)")
        parser.add_argument("--json", metavar="ARQUIVO", help="grava o resultado completo em JSON")
        parser.add_argument("--places", action="store_true", help="exige também o lugar certo (host e caminho)")
        parser.add_argument(
            "--judged-only",
            action="store_true",
            help="ignora itens sem veredito na auditoria (para auditorias com itens=essenciais)",
        )

        parser.add_argument(
            "--figures-only", metavar="SLUG,…", default="", dest="figures_only",
            help="municípios de que só se mostram os números, e não os itens",
        )  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            assert self.settings is not None
            result = _score(args, opts, self.settings)
            if opts.json:
                _write_json(Path(opts.json), result)
        except UserError as error:
            self.exitcode = complain(error)
            return
        show(result, console())
        if result.unknown:
            self.exitcode = NOT_SEEN
        if opts.json:
            print(f"\nResultado completo: {opts.json}")


def _score(args: Sequence[str], opts: argparse.Namespace, settings: BaseSettings) -> Score:
    matrix = matrix_of(settings)
    refuse_unknown(args, "score")
    if not args:
        raise UserError("Faltam as auditorias a comparar.", f"Por exemplo: {called()} score audits --gold gabarito.csv")
    if not opts.gold:
        raise UserError("Falta o gabarito.", f"Por exemplo: {called()} score audits --gold gabarito.csv")
    gold = read_gold(Path(opts.gold), matrix)
    runs = [run for file in find_audits(located(args, settings)) for run in read_runs(file)]
    return score(
        runs, gold, places=opts.places, judged_only=opts.judged_only, figures_only=opts.figures_only.split(",")
    )


def show(result: Score, console: Console) -> None:
    """Print the tables, then what was missed and what was a false alarm."""
    tested = "presença e lugar" if result.places else "só presença (o lugar não é conferido; use --places)"
    console.print(f"Teste: {tested}. Inconclusivo conta como omissão onde o item está publicado.\n")
    print_table(console, _portals(result))
    print_table(console, _criteria(result))
    _show_list(console, "Omissões (publicado, mas não encontrado)", result.misses())
    _show_list(console, "Alarmes falsos (dado como publicado, e não está, ou não ali)", result.false_alarms())
    if result.unplaced:
        console.print(f"Sem endereço no gabarito, conferida só a presença: {plural(result.unplaced, 'item', 'itens')}.")
    if result.unknown:
        text = f"Auditados, mas fora do gabarito, não contados: {', '.join(result.unknown)}."
        console.print(Text(text, style="bold red"), soft_wrap=True)
    if result.figures_only & {run.municipio for run in result.runs}:
        names = sorted(result.figures_only & {run.municipio for run in result.runs})
        console.print(Text(f"Só os números, sem os itens: {', '.join(names)}."), soft_wrap=True)
    if result.unaudited:
        console.print(Text(f"No gabarito, mas sem auditoria: {', '.join(result.unaudited)}."))
    if result.beyond_key:
        console.print(Text(f"Fora do gabarito, não contados: {', '.join(result.beyond_key)}."))


def _portals(result: Score) -> Table:
    table = _table("Por portal", "Município")
    several = len({run.municipio for run in result.runs}) < len(result.runs)
    for run, counts in result.per_run():
        table.add_row(f"{run.municipio} {run.name}" if several else run.municipio, *_cells(counts))
    table.add_section()
    table.add_row("Total", *_cells(result.total()), style="bold")
    return table


def _criteria(result: Score) -> Table:
    table = _table("Por critério", "Critério")
    for name, counts in result.per_criterion().items():
        table.add_row(name, *_cells(counts))
    return table


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, overflow="fold")
    for name in ("Recall", "Precisão", "Especif.", "F1", "VP", "FP", "FN", "VN", "Indef."):
        table.add_column(name, justify="right", no_wrap=True, min_width=len(name))
    return table


def _cells(counts: Counts) -> list[str]:
    measures = (counts.recall, counts.precision, counts.specificity, counts.f1)
    shown = ["–" if value is None else f"{value:.3f}".replace(".", ",") for value in measures]
    return [*shown, *(str(counts.outcomes[name]) for name in ("tp", "fp", "fn", "tn", "undecided"))]


def _show_list(console: Console, title: str, scored: Sequence[Scored]) -> None:
    if not scored:
        return
    console.print(f"\n{title}: {len(scored)}", style="bold")
    for one in scored[:SHOWN]:
        entry = one.as_dict()
        found = f"“{entry['label']}” em {entry['page_url'] or entry['url']}" if entry["label"] else entry["reason"]
        if one.misplaced:
            found += f" (no gabarito: {'; '.join(entry['places'])})"
        # Text, not markup: labels and addresses of portals may hold brackets.
        console.print(Text(f"  {entry['municipio']} {entry['criterion']}.{entry['item']}: {found}"), soft_wrap=True)
        if entry["evidence"]:
            console.print(Text(f"    {entry['evidence']}"), soft_wrap=True)
    if len(scored) > SHOWN:
        console.print(f"  … e mais {len(scored) - SHOWN} (todos em --json)")


def _write_json(path: Path, result: Score) -> None:
    """Written aside and renamed, so that a broken write leaves no half file."""
    aside = path.with_name(f"{path.name}.partial")
    try:
        aside.write_text(json.dumps(result.as_dict(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None
