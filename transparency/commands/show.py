"""``scrapy show``: the verdicts of an audit as a table, with the paths of the proofs."""

from __future__ import annotations

import argparse

from transparency.items import STATUSES, UserError, Verdict
from transparency.report.terminal import SIGNS, console, places_table, print_table, verdict_table
from transparency.run.command import ProjectCommand, audits_given, complain, matrix_of
from transparency.store.audits import VERDICTS, StoredAudit, open_audits

WORDS = tuple(SIGNS[status][2] for status in STATUSES)


class Command(ProjectCommand):
    """See ``scrapy show --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… [--situacao SITUAÇÃO] [--criterio ID]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Mostra os vereditos de auditorias, com o caminho das provas"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "AUDITORIA: a pasta de uma auditoria, a de um município ou o nome dela (vale a auditoria mais nova), ou uma "
            "pasta que contenha várias."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What to leave out."""
        super().add_options(parser)
        parser.add_argument("--situacao", metavar="SITUAÇÃO", help=f"só os itens nesta situação: {', '.join(WORDS)}")
        parser.add_argument("--criterio", metavar="ID", help="só este critério, por exemplo licitacao")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """A table per audit."""
        try:
            assert self.settings is not None
            paths = audits_given(args, self.settings, "show")
            matrix = matrix_of(self.settings)
            if opts.situacao and opts.situacao not in WORDS:
                raise UserError(f"Situação desconhecida: “{opts.situacao}”.", f"Use uma destas: {', '.join(WORDS)}.")
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
