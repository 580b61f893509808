"""``scrapy export AUDITS… --formato csv|xlsx|json|gabarito -o FILE``: verdicts for spreadsheets and other programs."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from transparency.called import called
from transparency.items import UserError
from transparency.matrix.cycle import Cycle
from transparency.portals.catalogue import UFS
from transparency.report import cycle_exports
from transparency.report.cycle_sheet import open_sheet
from transparency.report.exports import KINDS, SEPARATORS, Written, export
from transparency.run.command import ProjectCommand, add_cycle, complain, cycle_of, located, refuse_unknown
from transparency.store.audits import VERDICTS, StoredAudit, find_audits, open_audit
from transparency.text import plural

EXAMPLE = f"Por exemplo: {called()} export audits -o vereditos.xlsx"


class Command(ProjectCommand):
    """See ``scrapy export --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "AUDITORIAS… -o ARQUIVO [--formato csv|xlsx|json|gabarito] [--matriz CICLO] [--uf UF] [--todas]"

    def short_desc(self) -> str:
        return "Exporta vereditos: CSV, XLSX, JSON ou as colunas do gabarito"

    def long_desc(self) -> str:
        return (
            "AUDITORIAS: pastas de auditorias, pastas que as contêm, ou nomes de municípios (vale a mais nova de cada município; todas, com "
            "--todas). O CSV tem ponto e vírgula e marca de UTF-8, como o Excel brasileiro espera; textos que virariam "
            f"fórmula levam um apóstrofo à frente. O gabarito traz o que foi decidido e é lido por {called()} score. Com --matriz: a planilha da "
            "autoavaliação pela matriz nacional, uma linha por item (csv, xlsx ou jsonl)."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("-o", "--saida", metavar="ARQUIVO", help="arquivo a gravar")
        parser.add_argument(
            "--formato", metavar="FORMATO", help=f"{', '.join(KINDS)} (padrão: pelo fim do nome do arquivo)"
        )
        add_cycle(parser, "exporta as respostas")
        parser.add_argument("--uf", metavar="UF", help="só as auditorias deste estado")
        parser.add_argument(
            "--todas", action="store_true", help="todas as auditorias, não só a mais nova de cada município"
        )
        parser.add_argument("--separador", metavar="C", help="separador das colunas do CSV: ponto e vírgula ou vírgula")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            assert self.settings is not None
            refuse_unknown(args, "export")
            paths = located(args, self.settings)
            if opts.matriz:
                count = _export_cycle(paths, cycle_of(opts.matriz, self.settings), opts)
                print(f"{plural(count, 'resposta')} em {opts.saida}")
                return
            kind = _kind(opts.formato, opts.saida, KINDS)
            done = _export(paths, kind, opts)
        except UserError as error:
            self.exitcode = complain(error)
            return
        print(f"{plural(done.rows, 'veredito')} em {opts.saida}")
        if skipped := done.skipped.total():
            print(f"Fora do gabarito, por serem inconclusivos: {skipped}, de {plural(len(done.skipped), 'município')}.")
        if done.undecided:
            print(f"Sem nada decidido, ausentes do gabarito: {', '.join(done.undecided)}.")
        if kind == "gabarito":
            print("Um gabarito feito da própria auditoria só serve depois de conferido por uma pessoa.")


def _kind(asked: str | None, out: str | None, kinds: Collection[str]) -> str:
    """The format that was asked for, or that the file's name tells."""
    if not out:
        raise UserError("Falta o arquivo a gravar.", EXAMPLE)
    kind = (asked or Path(out).suffix.removeprefix(".")).lower()
    if kind not in kinds:
        problem = f"Formato desconhecido: “{asked}”." if asked else f"O nome “{out}” não diz o formato."
        raise UserError(problem, f"Use --formato com um destes: {', '.join(kinds)}.")
    return kind


def _export(paths: Sequence[Path], kind: str, opts: argparse.Namespace) -> Written:
    if opts.separador and (opts.separador not in SEPARATORS.values() or kind not in SEPARATORS):
        raise UserError(f"O separador “{opts.separador}” não serve.", "Use ; ou , com --formato csv ou gabarito.")
    return export(_audits(paths, opts), kind, Path(opts.saida), opts.separador or "")


def _export_cycle(paths: Sequence[Path], cycle: Cycle, opts: argparse.Namespace) -> int:
    """The answers by a cycle of the national matrix; gives their number."""
    kind = _kind(opts.formato, opts.saida, cycle_exports.KINDS)
    if opts.separador and (opts.separador not in SEPARATORS.values() or kind != "csv"):
        raise UserError(f"O separador “{opts.separador}” não serve.", "Use ; ou , com --formato csv.")
    sheets = (open_sheet(audit, cycle) for audit in _audits(paths, opts))
    return cycle_exports.export(sheets, kind, Path(opts.saida), opts.separador or "")


def _audits(paths: Sequence[Path], opts: argparse.Namespace) -> Iterator[StoredAudit]:
    """The audits that were asked for, opened one at a time: an audit keeps its verdicts as long as it is held."""
    if not paths:
        raise UserError("Faltam as auditorias a exportar.", EXAMPLE)
    uf = (opts.uf or "").upper()
    if uf and uf not in UFS:
        raise UserError(f"UF desconhecida: “{opts.uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
    files = find_audits(paths, every=opts.todas)
    if feeds := [file for file in files if file.name != VERDICTS]:
        raise UserError(
            f"Não é uma pasta de auditoria: {feeds[0]}.", "Dê pastas de auditorias ou a pasta que as contém."
        )
    audits = [open_audit(file.parent) for file in files]
    chosen = [audit.folder for audit in audits if not uf or audit.uf == uf]
    if not chosen:
        raise UserError(
            f"Nenhuma auditoria de {uf}.", f"Há auditorias de: {', '.join(sorted({a.uf for a in audits}))}."
        )
    return map(open_audit, chosen)
