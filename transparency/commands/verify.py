"""``scrapy verify AUDIT…|FILE.wacz``: are audits still what they were?"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console
from rich.text import Text

from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, audits_given, complain, matrix_of
from transparency.store.audit_files import Folder, find_folders
from transparency.store.seal import Trust
from transparency.store.verification import Verification
from transparency.store.verify import verify_audit
from transparency.store.wacz import verify_wacz
from transparency.text import plural

NOT_WHOLE = 1
"""Exit status when something is wrong with an audit."""
SHOWN = 20
"""Faults of one audit on the screen; ``--json`` tells all."""


class Command(ProjectCommand):
    """See ``scrapy verify --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA…|ARQUIVO.wacz… [--raiz CERTIFICADO.pem] [--chave-publica CHAVE.pem] [--json]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Confere a integridade de auditorias: SHA-256, referências, contagens"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Confere todas as auditorias nas pastas dadas (também as antigas de cada município) e arquivos .wacz. Sai com 1 "
            "quando algo não confere. O selo é o SHA-256 da lista SHA256SUMS: anotado em outro lugar, prova que nada mudou "
            "desde então. Sem este programa: sha256sum -c SHA256SUMS, na pasta da auditoria."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """For other programs."""
        super().add_options(parser)
        parser.add_argument(
            "--raiz", metavar="ARQUIVO", help="certificado raiz (PEM) de quem carimba: exige um carimbo de tempo dele"
        )
        parser.add_argument(
            "--chave-publica",
            metavar="ARQUIVO",
            dest="key",
            help="chave pública (PEM) de quem assina: exige sua assinatura",
        )
        parser.add_argument("--json", action="store_true", help="resultado em JSON na saída, e mais nada")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """What is wrong, file by file; then how many are whole."""
        assert self.settings is not None
        try:
            found, unfinished = find_folders(audits_given(args, self.settings, "verify"))
            matrix = matrix_of(self.settings)
            trust = Trust(_content(opts.raiz), _content(opts.key))
            screen = console()
            results = []
            for path in found:
                results.append(_verified(path, matrix, trust))
                if not opts.json:
                    _show(results[-1], screen)
        except UserError as error:
            self.exitcode = complain(error)
            return
        bad = [result for result in results if result.faults]
        self.exitcode = NOT_WHOLE if bad else 0
        if opts.json:
            told = {
                "ok": not bad,
                "results": [result.as_dict() for result in results],
                "unfinished": [str(path) for path in unfinished],
            }
            print(json.dumps(told, ensure_ascii=False, indent=2))
            return
        for path in unfinished:
            screen.print(Text(f"… {path}: incompleta (em andamento ou interrompida), não conferida"), soft_wrap=True)
        if len(results) > 1:
            files = sum(result.files for result in results)
            rest = f", {len(bad)} com defeito" if bad else ""
            screen.print(
                f"{len(results) - len(bad)} de {len(results)} íntegras ({plural(files, 'arquivo')}){rest}.",
                style="bold",
            )


def _content(name: str | None) -> bytes:
    """Of a file that was named; empty where none was."""
    try:
        return Path(name).read_bytes() if name else b""
    except OSError as error:
        raise UserError(f"Não foi possível ler {name}.", f"{error.strerror}.") from None


def _verified(path: Path, matrix: Matrix, trust: Trust) -> Verification:
    folder = path.is_dir()
    return verify_audit(Folder(path), str(path), matrix, trust) if folder else verify_wacz(path, matrix, trust)


def _show(result: Verification, screen: Console) -> None:
    """One line for what is whole. Text, not markup: names may hold brackets."""
    seal = f", selo {result.seal}" if result.seal else ""
    if result.faults:
        count = plural(len(result.faults), "defeito")
        screen.print(Text.assemble(("✘ ", "red"), f"{result.where}: {count}"), soft_wrap=True)
    else:
        screen.print(Text.assemble(("✔ ", "green"), f"{result.where}: íntegra ({plural(result.files, 'arquivo')}{seal})"), soft_wrap=True)  # fmt: skip
    for fault in result.faults[:SHOWN]:
        screen.print(Text.assemble("    ", (fault.file, "bold"), f": {fault.problem}"), soft_wrap=True)
    if len(result.faults) > SHOWN:
        screen.print(f"    … e mais {len(result.faults) - SHOWN} (todos em --json)")
    for note in result.notes:
        screen.print(Text(f"    {note}", style="dim"), soft_wrap=True)
    if result.additions:
        rooms = sorted({name.split("/")[0] for name in result.additions})
        screen.print(Text(f"    acrescentados depois: {', '.join(rooms)}", style="dim"), soft_wrap=True)
