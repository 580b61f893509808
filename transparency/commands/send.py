"""``scrapy send``: audits and feeds that ``AUDITS_STORE`` does not have yet."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.items import UserError
from transparency.report.terminal import console
from transparency.run.command import NOT_SEEN, ProjectCommand, complain, refuse_unknown
from transparency.store.feeds import send_feeds, waiting
from transparency.store.place import Place, place_of
from transparency.store.sending import Failure, send_all


def store_of(settings: BaseSettings, command: str) -> Place:
    """The place that ``AUDITS_STORE`` names. UserError when it names none."""
    address = settings.get("AUDITS_STORE")
    if not address:
        raise UserError(
            "Falta dizer onde as auditorias são guardadas.",
            f"Por exemplo: {called()} {command} -s AUDITS_STORE=s3://balde/prefixo (ou TRANSPARENCY_AUDITS_STORE).",
        )
    return place_of(address, settings.getint("STORE_TRIES"))


def tell(command: ProjectCommand, done: list[str], failed: list[Failure], word: str) -> None:
    """How it ended; sets the exit status."""
    screen = console()
    for name in done:
        screen.print(f"{word}: {name}", markup=False, soft_wrap=True)
    error = console(stderr=True)
    for one in failed:
        error.print(f"Falhou: {one.name} ({one.reason})", markup=False, soft_wrap=True)
    rest = f"; {len(failed)} com falha: confira endereço, rede e chave, e rode de novo" if failed else ""
    screen.print(f"{len(done)} {word if len(done) == 1 else f'{word}s'}{rest}.", markup=False)
    command.exitcode = NOT_SEEN if failed else 0


class Command(ProjectCommand):
    """See ``scrapy send --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "[-s AUDITS_STORE=s3://balde/prefixo]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Envia a AUDITS_STORE as auditorias e listas que ainda não estão lá"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Send, and say what was sent."""
        assert self.settings is not None
        root = Path(self.settings["AUDITS_DIR"])
        try:
            refuse_unknown(args, "send")
            if args:
                raise UserError(f"Argumento a mais: {args[0]}.", f"{called()} send envia tudo o que falta enviar.")
            feeds = waiting(root)
            done: list[str] = []
            failed: list[Failure] = []
            if self.settings.get("AUDITS_STORE") or not feeds:
                done, failed = send_all(root, store_of(self.settings, "send"))
            for one in send_feeds(root, self.settings.getint("STORE_TRIES")):
                (failed if isinstance(one, Failure) else done).append(one)  # type: ignore[arg-type]
        except UserError as error:
            self.exitcode = complain(error)
            return
        tell(self, done, failed, "enviado")
