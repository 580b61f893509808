"""``scrapy news``: tell what is new since it was last told, send what is waiting, or try out where it goes."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.items import UserError
from transparency.news import journal, outbox
from transparency.news.announce import announce
from transparency.news.subscriptions import subscriptions_of
from transparency.news.ways import Mailer, Undelivered, post
from transparency.portals.catalogue import Municipality
from transparency.run.command import NOT_SEEN, ProjectCommand, complain, matrix_of, refuse_unknown, tell_alarms
from transparency.run.monitors import Alarm, Limits, alarms
from transparency.run.runs import Result, new_id
from transparency.store.audits import StoredAudit, find_audits, open_audit
from transparency.text import plural

SUBJECT = "Transparência: mensagem de teste"


class Command(ProjectCommand):
    """See ``scrapy news --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "[--testar]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Conta o que há de novo nas auditorias: e-mail, webhook e Atom"

    def long_desc(self) -> str:
        """For the help."""
        return (
            f"Cada execução de {called()} audit já o faz no fim. Este comando conta o que veio de outro modo (de uma frota, por "
            f"{called()} receive) e tenta de novo o que não pôde ser enviado. A quem, os ajustes NEWS_… e MAIL_… dizem."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What else."""
        super().add_options(parser)
        parser.add_argument("--testar", action="store_true", help="só envia uma mensagem de teste a cada destino")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Send, and tell how it went."""
        assert self.settings is not None
        try:
            refuse_unknown(args, "news")
            if args:
                raise UserError(f"{called()} news não pede argumentos.", "As auditorias são as da pasta AUDITS_DIR.")
            self.exitcode = _try(self.settings) if opts.testar else _tell(self.settings)
        except UserError as error:
            self.exitcode = complain(error)


def _tell(settings: BaseSettings) -> int:
    """What was not told yet, and what is waiting."""
    if not settings.getbool("NEWS_ENABLED"):
        raise UserError("As novidades estão desligadas.", "Tire NEWS_ENABLED=False dos ajustes.")
    subscriptions_of(settings)
    root = Path(settings["AUDITS_DIR"])
    found = [*_untold(root)]
    failures = announce(new_id(), found, alarms(found, Limits.from_settings(settings)), matrix_of(settings), settings)
    status = tell_alarms(failures)
    print(
        f"{plural(len(found), 'auditoria contada', 'auditorias contadas')}; à espera de envio: {len(outbox.waiting(root / journal.ROOM))}."
    )
    print(f"Atom: {root / journal.FEEDS / journal.EVERYTHING}.atom")
    return status


def _untold(root: Path) -> list[Result]:
    """The newest audit of each municipality, where it was not told of."""
    told = journal.announced(root / journal.ROOM)
    found = []
    for file in find_audits([root]):
        with suppress(UserError):
            audit = open_audit(file.parent)
            if audit.folder.name > told.get(f"{audit.uf.lower()}/{audit.slug}", ""):
                found.append(Result(_town(audit), audit))
    return found


def _town(audit: StoredAudit) -> Municipality:
    told = audit.summary["municipio"]
    return Municipality(
        audit.slug, audit.name, audit.uf, str(told.get("ibge") or ""), str(told.get("portal_url") or ""), "",
        tuple(str(name) for name in told.get("families") or ()),
    )  # fmt: skip


def _try(settings: BaseSettings) -> int:
    """A message to each, at once."""
    asked = subscriptions_of(settings)
    if not asked:
        raise UserError("Ninguém recebe avisos.", "Veja NEWS_FILE, NEWS_MAIL e NEWS_WEBHOOK na referência.")
    mailer, key = Mailer.from_settings(settings), f"teste-{secrets.token_hex(6)}"
    text = f"Este aviso chega: {called()} news --testar o enviou.\n"
    ways: list[tuple[str, Callable[[], None]]] = []
    for one in asked:
        for number, mail in enumerate(one.mails, 1):
            ways.append((f"{one.name}, {number}º e-mail", partial(mailer.send, mail, SUBJECT, text, f"{key}-{number}")))
        if one.webhook:
            ways.append(
                (f"{one.name}, webhook", partial(post, one.webhook, {"id": key, "text": text, "test": True}, key))
            )
    return NOT_SEEN if [name for name, way in ways if not _arrives(name, way)] else 0


def _arrives(name: str, way: Callable[[], None]) -> bool:
    try:
        way()
    except Undelivered as error:
        tell_alarms([Alarm("news", f"{name}: {error}.")])
        return False
    print(f"{name}: enviado.")
    return True
