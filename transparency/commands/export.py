"""``scrapy export AUDITS… --formato csv|xlsx|json|gabarito -o FILE``: verdicts for spreadsheets and other programs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from transparency.called import called
from transparency.items import UserError
from transparency.portals.catalogue import UFS
from transparency.report.exports import KINDS, SEPARATORS, Written, export
from transparency.run.command import ProjectCommand, complain, refuse_unknown
from transparency.store.audits import VERDICTS, find_audits, open_audit

EXAMPLE = f"Por exemplo: {called()} export audits -o vereditos.xlsx"


class Command(ProjectCommand):
    """See ``scrapy export --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "AUDITORIAS… -o ARQUIVO [--formato csv|xlsx|json|gabarito] [--uf UF] [--todas]"

    def short_desc(self) -> str:
        return "Exporta vereditos: CSV, XLSX, JSON ou as colunas do gabarito"

    def long_desc(self) -> str:
        return (
            "AUDITORIAS: pastas de auditorias ou pastas que as contêm (vale a mais nova de cada município; todas, com "
            "--todas). O CSV tem ponto e vírgula e marca de UTF-8, como o Excel brasileiro espera; textos que virariam "
            f"fórmula levam um apóstrofo à frente. O gabarito traz o que foi decidido e é lido por {called()} score."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("-o", "--saida", metavar="ARQUIVO", help="arquivo a gravar")
        parser.add_argument(
            "--formato", metavar="FORMATO", help=f"{', '.join(KINDS)} (padrão: pelo fim do nome do arquivo)"
        )
        parser.add_argument("--uf", metavar="UF", help="só as auditorias deste estado")
        parser.add_argument(
            "--todas", action="store_true", help="todas as auditorias, não só a mais nova de cada município"
        )
        parser.add_argument("--separador", metavar="C", help="separador das colunas do CSV: ponto e vírgula ou vírgula")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            kind = _kind(opts.formato, opts.saida)
            done = _export(args, kind, opts)
        except UserError as error:
            self.exitcode = complain(error)
            return
        print(f"{done.rows} {'veredito' if done.rows == 1 else 'vereditos'} em {opts.saida}")
        if skipped := done.skipped.total():
            print(f"Fora do gabarito, por serem inconclusivos: {skipped}, de {len(done.skipped)} município(s).")
        if done.undecided:
            print(f"Sem nada decidido, ausentes do gabarito: {', '.join(done.undecided)}.")
        if kind == "gabarito":
            print("Um gabarito feito da própria auditoria só serve depois de conferido por uma pessoa.")


def _kind(asked: str | None, out: str | None) -> str:
    """The format that was asked for, or that the file's name tells."""
    if not out:
        raise UserError("Falta o arquivo a gravar.", EXAMPLE)
    kind = (asked or Path(out).suffix.removeprefix(".")).lower()
    if kind not in KINDS:
        problem = f"Formato desconhecido: “{asked}”." if asked else f"O nome “{out}” não diz o formato."
        raise UserError(problem, f"Use --formato com um destes: {', '.join(KINDS)}.")
    return kind


def _export(args: Sequence[str], kind: str, opts: argparse.Namespace) -> Written:
    refuse_unknown(args, "export")
    if not args:
        raise UserError("Faltam as auditorias a exportar.", EXAMPLE)
    uf = (opts.uf or "").upper()
    if uf and uf not in UFS:
        raise UserError(f"UF desconhecida: “{opts.uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
    if opts.separador and (opts.separador not in SEPARATORS.values() or kind not in SEPARATORS):
        raise UserError(f"O separador “{opts.separador}” não serve.", "Use ; ou , com --formato csv ou gabarito.")
    files = find_audits(map(Path, args), every=opts.todas)
    if feeds := [file for file in files if file.name != VERDICTS]:
        raise UserError(
            f"Não é uma pasta de auditoria: {feeds[0]}.", "Dê pastas de auditorias ou a pasta que as contém."
        )
    audits = [open_audit(file.parent) for file in files]
    chosen = [audit for audit in audits if not uf or audit.uf == uf]
    if not chosen:
        raise UserError(
            f"Nenhuma auditoria de {uf}.", f"Há auditorias de: {', '.join(sorted({a.uf for a in audits}))}."
        )
    # One at a time: an audit keeps its verdicts as long as it is held.
    return export((open_audit(audit.folder) for audit in chosen), kind, Path(opts.saida), opts.separador or "")
