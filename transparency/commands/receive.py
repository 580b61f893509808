"""``scrapy receive``: whole audits of ``AUDITS_STORE`` that are not in this machine's folder."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.commands.send import store_of, tell
from transparency.items import UserError
from transparency.portals import catalogue
from transparency.report.extension import make
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, complain, matrix_of, refuse_unknown
from transparency.store.audits import check_writable
from transparency.store.place import Unreachable
from transparency.store.sending import incomplete, receive_all
from transparency.text import plural


class Command(ProjectCommand):
    """See ``scrapy receive --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "[UF|MUNICÍPIO|UF/MUNICÍPIO] [-s AUDITS_STORE=s3://balde/prefixo]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Traz de AUDITS_STORE as auditorias inteiras que faltam aqui, conferidas"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Fetch, make the reports, and say what came."""
        assert self.settings is not None
        root = Path(self.settings["AUDITS_DIR"])
        try:
            refuse_unknown(args, "receive")
            if len(args) > 1:
                raise UserError(
                    "Dê no máximo uma UF ou um município.", f"Por exemplo: {called()} receive pb/santa-rita"
                )
            prefix = _prefix(args[0], self.settings) if args else ""
            place, matrix = store_of(self.settings, "receive"), matrix_of(self.settings)
            check_writable(root)
            try:
                got, failed = receive_all(root, place, prefix)
                left = incomplete(place, prefix)
            except Unreachable as error:
                raise UserError(
                    f"{place.address} não respondeu: {str(error).rstrip('.')}.", "Confira endereço, rede e chave."
                ) from None
        except UserError as error:
            self.exitcode = complain(error)
            return
        if self.settings.getbool("REPORT_ENABLED"):
            for name in got:
                make(root / name, matrix)
        tell(self, got, failed, "recebido")
        if left:
            told = f"{plural(len(left), 'auditoria')} sem SHA256SUMS no destino (a caminho, ou de quem parou no meio; não contam): {', '.join(left)}"
            console(stderr=True).print(told, markup=False, soft_wrap=True)


def _prefix(name: str, settings: BaseSettings) -> str:
    """Where the audits of a state or of a municipality lie. One that is not in the catalogue is called as its folder is."""
    if placed := re.fullmatch(r"([a-z]{2})(?:/([a-z0-9-]+))?", name.lower()):
        return f"{placed[0]}/"
    town = catalogue.load([*map(Path, settings.getlist("CATALOGUE_FILES"))] or None).find(name)
    return f"{town.uf.lower()}/{town.slug}/"
