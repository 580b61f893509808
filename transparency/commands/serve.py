"""``scrapy serve``: the audits of a folder as pages and as a read API, and their review."""

from __future__ import annotations

import argparse

from transparency.api import RATE, TOKEN
from transparency.called import called
from transparency.items import UserError
from transparency.run.command import ProjectCommand, complain, refuse_gone


class Command(ProjectCommand):
    """See ``scrapy serve --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[--pasta PASTA] [--host ENDEREÇO] [--porta N] [--token-file ARQUIVO] [--revisao]"

    def short_desc(self) -> str:
        return "Serve as auditorias: páginas, API de leitura e revisão"

    def long_desc(self) -> str:
        return (
            "Serve os relatórios, o ranking, os vereditos e a API de leitura (documentada em /api) de uma pasta de auditorias; "
            "acompanha o que muda nela. Só leitura, salvo com --revisao. Em outro endereço que 127.0.0.1 exige um token: na "
            f"variável {TOKEN} ou em --token-file; programas o enviam como “Authorization: Bearer”, navegadores como senha. "
            "A conexão não é cifrada: fora desta máquina, ponha um servidor com TLS na frente."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--pasta", metavar="PASTA", help="pasta das auditorias (padrão: AUDITS_DIR, audits)")
        parser.add_argument(
            "--host", metavar="ENDEREÇO", default="127.0.0.1", help="endereço em que atende (padrão: 127.0.0.1)"
        )
        parser.add_argument("--porta", metavar="N", default="8000", help="porta, 0 para uma livre (padrão: 8000)")
        parser.add_argument(
            "--nome", metavar="NOME", action="append", default=[], help="outro nome pelo qual atende; pode repetir"
        )
        parser.add_argument("--token-file", metavar="ARQUIVO", help=f"arquivo com o token (em vez da variável {TOKEN})")
        parser.add_argument(
            "--limite", metavar="N/PERÍODO", default=RATE, help=f"pedidos de cada cliente (padrão: {RATE})"
        )
        parser.add_argument(
            "--revisao", action="store_true", help="aceita revisões, guardadas em reviews.jsonl na pasta"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        # Every command is imported to list them; who lists them needs no web server.
        from transparency.api import server

        assert self.settings is not None
        asked = server.Options(
            opts.pasta or self.settings["AUDITS_DIR"], opts.host, opts.porta, opts.nome, opts.token_file, opts.limite, opts.revisao,
            self.settings["KEYWORDS_DIR"], self.settings.getlist("CATALOGUE_FILES"),
        )  # fmt: skip
        try:
            # Scrapy hands options that it does not know on as arguments.
            if args:
                raise UserError(f"Argumento desconhecido: {args[0]}.", f"Veja {called()} serve --help")
            refuse_gone(self.settings)
            served = server.prepare(asked)
            listener = server.bind(opts.host, opts.porta)
        except UserError as error:
            self.exitcode = complain(error)
            return
        server.serve(served, listener)
