"""``scrapy purge AUDIT…``: delete the pictures and pages of audits, or old audits whole."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Sequence

from rich.text import Text

from transparency.called import called
from transparency.items import UserError
from transparency.report import audit_page
from transparency.report.rendering import size
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, audits_given, complain, matrix_of
from transparency.store.audits import StoredAudit, open_audits
from transparency.store.purge import Purged, before, delete, kept_files, purge
from transparency.text import plural


class Command(ProjectCommand):
    """See ``scrapy purge --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… [--antes-de DATA] [--inteiras] [--sim]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Apaga imagens e páginas de auditorias (ou auditorias inteiras) e registra quando"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Apaga, de todas as auditorias nas pastas dadas (também as antigas de cada município), as imagens e as páginas "
            "guardadas; vereditos, resumo e SHA-256 ficam, e purged.json diz o que foi apagado e quando. Com --inteiras "
            "apaga a auditoria toda e deixa uma linha em purged.jsonl, na pasta do município. Não tem volta. Cópias em "
            f"arquivos .wacz não são tocadas. {called()} verify e report continuam valendo; rejudge e pack, não."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Which, what, and without asking."""
        super().add_options(parser)
        parser.add_argument(
            "--antes-de",
            metavar="DATA",
            dest="before",
            help="só as que começaram antes deste dia (AAAA-MM-DD ou DD/MM/AAAA)",
        )
        parser.add_argument(
            "--inteiras", action="store_true", help="apaga as auditorias inteiras, não só imagens e páginas"
        )
        parser.add_argument("--sim", action="store_true", help="não pergunta")
        parser.add_argument("--json", action="store_true", help="resultado em JSON na saída (pede --sim)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Say what will go, ask, delete, and say what went."""
        assert self.settings is not None
        done: list[Purged] = []
        try:
            day = _day(opts.before)
            audits = before(open_audits(audits_given(args, self.settings, "purge"), every=True), day)
            if not opts.inteiras:
                audits = [audit for audit in audits if next(kept_files(audit.folder), None)]
            if not _agreed(audits, opts):
                return
            matrix = matrix_of(self.settings)
            for audit in audits:
                done.append(delete(audit) if opts.inteiras else purge(audit))
                if not opts.inteiras and (audit.folder / audit_page.REPORT).is_file():
                    audit_page.write(audit, matrix)
        except UserError as error:
            self.exitcode = complain(error)
            if not done:
                return
        _tell(done, opts)


def _day(text: str | None) -> dt.date | None:
    if not text:
        return None
    for form in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return dt.datetime.strptime(text, form).replace(tzinfo=dt.UTC).date()
        except ValueError:
            continue
    raise UserError(f"Não é uma data: “{text}”.", "Use AAAA-MM-DD ou DD/MM/AAAA, por exemplo --antes-de 2026-01-31")


def _agreed(audits: Sequence[StoredAudit], opts: argparse.Namespace) -> bool:
    """Whether the person wants it. UserError where nobody can be asked."""
    if opts.sim or not audits:
        return True
    if opts.json or not sys.stdin.isatty():
        raise UserError(
            f"Nada foi apagado ({plural(len(audits), 'auditoria')}).",
            "Confirme com --sim; o que se apaga não volta.",
        )
    what = "auditorias inteiras" if opts.inteiras else "auditorias: imagens e páginas"
    for audit in audits[:20]:
        print(f"  {audit.folder}")
    if len(audits) > 20:
        print(f"  … e mais {len(audits) - 20}")
    return input(f"Apagar de {len(audits)} {what}? Não tem volta. [s/N] ").strip().casefold() in ("s", "sim")


def _tell(done: Sequence[Purged], opts: argparse.Namespace) -> None:
    if opts.json:
        told = [
            {"audit": str(one.audit.folder), "files": one.files, "bytes": one.size, "whole": one.whole} for one in done
        ]
        print(json.dumps({"purged": told}, ensure_ascii=False, indent=2))
        return
    screen = console()
    for one in done:
        what = "apagada inteira" if one.whole else "imagens e páginas apagadas"
        screen.print(
            Text(f"{one.audit.folder}: {what} ({plural(one.files, 'arquivo')}, {size(one.size)})"), soft_wrap=True
        )
    if not done:
        screen.print("Nada a apagar.")
