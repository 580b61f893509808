"""``scrapy pack AUDIT…``: each audit as one WACZ file."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from transparency.called import called
from transparency.items import UserError
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, audits_given, complain, matrix_of
from transparency.store.audits import StoredAudit, open_audits
from transparency.store.evidence import write
from transparency.store.wacz import SUFFIX, file_name, pack


class Command(ProjectCommand):
    """See ``scrapy pack --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return f"AUDITORIA… [--saida ARQUIVO{SUFFIX}|PASTA]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Empacota auditorias como arquivos da web (WACZ), com todas as páginas vistas"

    def long_desc(self) -> str:
        """For the help."""
        return (
            f"Cada auditoria vira um arquivo .wacz, que se abre em replayweb.page e se confere com {called()} verify. A mesma "
            "auditoria dá sempre os mesmos bytes. AUDITORIA: a pasta de uma auditoria, a de um município ou o nome dele "
            "(vale a mais nova), ou uma pasta que contenha várias. O que não confere não é empacotado."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Where to."""
        super().add_options(parser)
        parser.add_argument("--saida", metavar="CAMINHO", help=f"arquivo {SUFFIX}, ou pasta para vários (padrão: aqui)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """A line per file that was made."""
        assert self.settings is not None
        screen = console()
        try:
            audits = open_audits(audits_given(args, self.settings, "pack"))
            targets = _targets(audits, Path(opts.saida or "."))
            matrix = matrix_of(self.settings)
            for audit, target in zip(audits, targets, strict=True):
                data = pack(audit, matrix)
                try:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    write(target, data)
                except OSError as error:
                    raise UserError(f"Não foi possível gravar {target}.", f"{error.strerror}.") from None
                size = f"{len(data) / 1e6:.1f}".replace(".", ",")
                screen.print(Text(f"{target}  {size} MB"), soft_wrap=True)
        except UserError as error:
            self.exitcode = complain(error)


def _targets(audits: list[StoredAudit], out: Path) -> list[Path]:
    """A file per audit. UserError when several would be one."""
    if out.suffix == SUFFIX and not out.is_dir():
        if len(audits) > 1:
            raise UserError(f"São {len(audits)} auditorias para um arquivo só.", "Dê uma pasta em --saida.")
        return [out]
    if out.exists() and not out.is_dir():
        raise UserError(f"Não é uma pasta nem um arquivo {SUFFIX}: {out}.", f"Dê um nome terminado em {SUFFIX}.")
    return [out / file_name(audit) for audit in audits]
