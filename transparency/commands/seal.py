"""``scrapy seal AUDIT…``: sign audits, and have the time stamped since which they are as they are."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from transparency.called import called
from transparency.items import UserError
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, audits_given, complain, matrix_of
from transparency.store.audit_files import Folder
from transparency.store.audits import open_audits
from transparency.store.seal import sign, stamp
from transparency.store.verify import verify_audit


class Command(ProjectCommand):
    """See ``scrapy seal --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… [--carimbo URL] [--chave CHAVE.pem]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Assina auditorias e lhes dá um carimbo de tempo (RFC 3161)"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Grava, ao lado de SHA256SUMS, a assinatura (SHA256SUMS.sig, Ed25519) e o carimbo de tempo (SHA256SUMS.tsr) dessa lista. "
            f"Depois disso o relatório não é mais refeito ali. Confira com {called()} verify --raiz e --chave-publica. Só se sela o que "
            "confere. Sem as opções valem os ajustes TIMESTAMP_URL e SIGNING_KEY."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """By whom."""
        super().add_options(parser)
        parser.add_argument("--carimbo", metavar="URL", help="autoridade de carimbo de tempo (RFC 3161)")
        parser.add_argument("--chave", metavar="ARQUIVO", help="chave privada de quem assina (Ed25519, PEM, sem senha)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """A line per audit."""
        assert self.settings is not None
        screen = console()
        try:
            url, key = opts.carimbo or self.settings["TIMESTAMP_URL"], opts.chave or self.settings["SIGNING_KEY"]
            if not (url or key):
                raise UserError("Falta dizer quem assina ou carimba.", "Use --carimbo URL, --chave ARQUIVO, ou ambos.")
            matrix = matrix_of(self.settings)
            for audit in open_audits(audits_given(args, self.settings, "seal")):
                if faults := verify_audit(Folder(audit.folder), str(audit.folder), matrix).faults:
                    raise UserError(f"{audit.folder} não confere ({faults[0].file}).", f"Veja {called()} verify.")
                if key:
                    sign(audit.folder, Path(key))
                told = f", carimbada em {stamp(audit.folder, url)}" if url else ""
                screen.print(Text(f"{audit.folder}: {'assinada' if key else 'não assinada'}{told}"), soft_wrap=True)
        except UserError as error:
            self.exitcode = complain(error)
