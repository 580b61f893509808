"""``scrapy show``: the verdicts of an audit as a table, with the paths of the proofs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from transparency.items import STATUSES, UserError, Verdict
from transparency.matrix.cycle import Cycle
from transparency.report.cycle_sheet import WORDS as CYCLE_WORDS
from transparency.report.cycle_sheet import open_sheet
from transparency.report.cycle_terminal import answers_table
from transparency.report.elsewhere import Example, elsewhere_table, of_items
from transparency.report.terminal import SIGNS, console, places_table, print_table, verdict_table
from transparency.run.command import ProjectCommand, add_cycle, audits_given, complain, cycle_of, matrix_of
from transparency.store.audits import VERDICTS, StoredAudit, open_audits

WORDS = tuple(SIGNS[status][2] for status in STATUSES)


class Command(ProjectCommand):
    """See ``scrapy show --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… [--matriz CICLO] [--situacao SITUAÇÃO] [--criterio ID]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Mostra os vereditos de auditorias, com o caminho das provas"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "AUDITORIA: a pasta de uma auditoria, a de um município ou o nome dela (vale a auditoria mais nova), ou uma "
            "pasta que contenha várias. Com --matriz: as respostas pela matriz nacional, o índice e o nível; com --criterio, "
            "por exemplo 4.3, cada item com seu motivo e seu lugar."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What to leave out."""
        super().add_options(parser)
        add_cycle(parser, "mostra as respostas")
        parser.add_argument(
            "--situacao", metavar="SITUAÇÃO",
            help=f"só os itens nesta situação: {', '.join(WORDS)}; com --matriz: {', '.join(CYCLE_WORDS.values())}",
        )  # fmt: skip
        parser.add_argument(
            "--criterio", metavar="ID", help="só este critério, por exemplo licitacao; com --matriz, 4.3"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """A table per audit."""
        try:
            assert self.settings is not None
            paths = audits_given(args, self.settings, "show")
            if opts.matriz:
                _show_cycle(paths, cycle_of(opts.matriz, self.settings), opts)
                return
            matrix = matrix_of(self.settings)
            _refuse_other(opts.situacao, WORDS)
            if opts.criterio:
                matrix.criterion(opts.criterio)
            audits = open_audits(paths)
            chosen = [(audit, _chosen(audit, opts)) for audit in audits]
        except UserError as error:
            self.exitcode = complain(error)
            return
        screen = console()
        for audit, verdicts in chosen:
            print_table(screen, verdict_table(audit.name, audit.uf, verdicts, matrix, audit.folder))
            if opts.criterio and (places := audit.places(opts.criterio)):
                print_table(screen, places_table(places, matrix.criterion(opts.criterio).name))
            if (opts.criterio or opts.situacao) and (examples := _elsewhere(audit, verdicts)):
                print_table(screen, elsewhere_table(examples, matrix))


def _elsewhere(audit: StoredAudit, verdicts: Sequence[Verdict]) -> dict[tuple[str, str], list[Example]]:
    """Where other towns of the vendor show what is absent among these verdicts."""
    absent = {(v.criterion, v.item) for v in verdicts if v.status == "absent"}
    return {key: found for key, found in of_items(audit).items() if key in absent} if absent else {}


def _refuse_other(asked: str | None, words: Sequence[str]) -> None:
    if asked and asked not in words:
        raise UserError(f"Situação desconhecida: “{asked}”.", f"Use uma destas: {', '.join(words)}.")


def _show_cycle(paths: Sequence[Path], cycle: Cycle, opts: argparse.Namespace) -> None:
    """A table per audit, of its answers by a cycle of the national matrix."""
    _refuse_other(opts.situacao, [*CYCLE_WORDS.values()])
    if opts.criterio:
        cycle.requirement(opts.criterio)
    status = next((key for key, word in CYCLE_WORDS.items() if word == opts.situacao), None)
    sheets = [open_sheet(audit, cycle) for audit in open_audits(paths)]
    screen = console()
    for sheet in sheets:
        print_table(screen, answers_table(sheet, status, opts.criterio or ""))


def _chosen(audit: StoredAudit, opts: argparse.Namespace) -> list[Verdict]:
    if odd := next((v for v in audit.verdicts if v.status not in STATUSES), None):
        raise UserError(
            f"{audit.folder / VERDICTS}: situação desconhecida: “{odd.status}”.", "Rode a auditoria de novo."
        )
    return [
        verdict
        for verdict in audit.verdicts
        if (not opts.criterio or verdict.criterion == opts.criterio)
        and (not opts.situacao or SIGNS[verdict.status][2] == opts.situacao)
    ]
