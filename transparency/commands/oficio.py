"""``scrapy oficio MUNICÍPIO``: the letter that asks a town to publish what is missing, of the national matrix or of the six criteria."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from scrapy.settings import BaseSettings

from transparency.items import UserError
from transparency.matrix.cycle_file import cycles
from transparency.report import cycle_letter, item_letter, letter
from transparency.report.cycle_sheet import open_sheet
from transparency.run.command import ProjectCommand, add_cycle, audits_given, complain, cycle_of, matrix_of
from transparency.store.answers import has_answers
from transparency.store.audits import open_audits
from transparency.text import plural

MOST_DAYS = 3650


class Command(ProjectCommand):
    """See ``scrapy oficio --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "MUNICÍPIO… [--matriz CICLO | --seis-criterios] [--prazo DIAS] [--saida ARQUIVO] [--modelo ARQUIVO]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Escreve o ofício que pede o que falta, com a lei e o prazo"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "MUNICÍPIO: o nome dele, a pasta dele ou a de uma auditoria (vale a mais nova). Avaliada pela matriz nacional, o ofício "
            "lista o que não é atendido, o essencial primeiro; o que depende da conferência de uma pessoa fica fora. Se não foi, ou "
            "com --seis-criterios, lista os itens ausentes dos seis critérios; o que ficou inconclusivo fica fora. O "
            "fim do nome do arquivo diz o formato: .docx, que se edita (extra oficio), ou .pdf. O que está entre colchetes, "
            "quem envia o completa."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """By what, until when, where to."""
        super().add_options(parser)
        add_cycle(parser, "o que falta")
        parser.add_argument(
            "--seis-criterios", dest="seis_criterios", action="store_true",
            help="o que falta dos seis critérios, e não da matriz nacional",
        )  # fmt: skip
        parser.add_argument(
            "--prazo", metavar="DIAS", type=int, default=letter.DAYS,
            help=f"dias para publicar, contados de hoje (padrão: {letter.DAYS})",
        )  # fmt: skip
        parser.add_argument(
            "--saida",
            metavar="ARQUIVO",
            help="arquivo .docx ou .pdf (padrão: CICLO-oficio.docx, ou oficio.docx, na pasta do município)",
        )
        parser.add_argument(
            "--modelo", metavar="ARQUIVO",
            help=f"modelo próprio: .docx, ou .html para o PDF; os do programa, para copiar, estão em {letter.ROOM}",
        )  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Write, and tell where."""
        try:
            assert self.settings is not None
            made = _write(audits_given(args, self.settings, "oficio"), opts, self.settings)
        except UserError as error:
            self.exitcode = complain(error)
            return
        for path in made:
            print(f"Ofício: {path}")


def _write(paths: Sequence[Path], opts: argparse.Namespace, settings: BaseSettings) -> list[Path]:
    """A letter for each audit."""
    if not 0 < opts.prazo <= MOST_DAYS:
        raise UserError(f"O prazo de {plural(opts.prazo, 'dia')} não serve.", f"Dê de 1 a {MOST_DAYS}.")
    if opts.matriz and opts.seis_criterios:
        raise UserError("--matriz e --seis-criterios não vão juntas.", "Dê uma só.")
    cycle = cycle_of(opts.matriz or cycles()[-1], settings)
    audits = open_audits(paths)
    if opts.saida and len(audits) > 1:
        raise UserError(
            f"São {len(audits)} auditorias, e --saida é um arquivo só.", "Dê um município, ou nenhuma --saida."
        )
    template = Path(opts.modelo) if opts.modelo else None
    made = []
    for audit in audits:  # beside them: an audit holds nothing but what it found
        by_cycle = opts.matriz or (has_answers(audit, cycle.id) and not opts.seis_criterios)
        own = f"{cycle.id}-oficio.docx" if by_cycle else "oficio.docx"
        path = Path(opts.saida) if opts.saida else audit.folder.resolve().parent / own
        if by_cycle:
            made.append(cycle_letter.write(open_sheet(audit, cycle), path, opts.prazo, template))
        else:
            made.append(item_letter.write(audit, matrix_of(settings), path, opts.prazo, template))
    return made
