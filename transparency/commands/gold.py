"""``scrapy gold``: the reviews of a folder of audits as an answer key."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from transparency.called import called
from transparency.items import UserError
from transparency.run.command import ProjectCommand, add_cycle, complain, cycle_of
from transparency.store import evidence
from transparency.store.reviews import DISPUTED, REVIEWS, Conclusion, conclusions, gold_csv, read_reviews, reviews_name
from transparency.text import plural


class Command(ProjectCommand):
    """See ``scrapy gold --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[PASTA|reviews.jsonl] [--matriz CICLO] [--uf UF] [--divergentes] [-o GABARITO.csv]"

    def short_desc(self) -> str:
        return "Gabarito que as revisões fazem, em CSV"

    def long_desc(self) -> str:
        return (
            "As colunas do gabarito do estudo, mais quem e quando. Vale a última resposta de cada revisor; onde dois "
            f"divergem, “encontrado” é “{DISPUTED}”, que {called()} score não conta. Com --matriz: as revisões das respostas a este "
            "ciclo. Sem PASTA, a das auditorias (AUDITS_DIR)."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add_cycle(parser, "gabarito")
        parser.add_argument("--uf", metavar="UF", default="", help="só os municípios de um estado")
        parser.add_argument("--divergentes", action="store_true", help="só os itens em que os revisores divergem")
        parser.add_argument("-o", "--saida", metavar="ARQUIVO", help="grava neste arquivo (padrão: a tela)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        # Every command is imported to list them; who lists them needs no spreadsheets.
        from transparency.report.exports import neutralise

        try:
            # Scrapy hands options that it does not know on as arguments.
            if unknown := [arg for arg in args if arg.startswith("-") or arg not in args[:1]]:
                raise UserError(f"Argumento desconhecido: {unknown[0]}.", f"Veja {called()} gold --help")
            assert self.settings is not None
            path = Path(args[0] if args else self.settings["AUDITS_DIR"])
            name = reviews_name(cycle_of(opts.matriz, self.settings).id) if opts.matriz else REVIEWS
            found, torn = _conclusions(path / name if path.is_dir() else path, opts.uf.upper(), opts.divergentes)
            if opts.saida:
                _write(Path(opts.saida), gold_csv(found, neutralise))
            else:
                sys.stdout.write(gold_csv(found, neutralise).replace("\r\n", "\n"))
        except UserError as error:
            self.exitcode = complain(error)
            return
        disputed = sum(one.encontrado == DISPUTED for one in found)
        told = f"{plural(len(found), 'item revisado', 'itens revisados')}, {plural(disputed, 'divergente')}" + (
            f", {plural(torn, 'linha estragada', 'linhas estragadas')}" if torn else ""
        )
        Console(stderr=True, highlight=False).print(
            f"{told}." + (f" Gabarito: {opts.saida}" if opts.saida else ""), markup=False
        )


def _conclusions(file: Path, uf: str, disputed: bool) -> tuple[list[Conclusion], int]:
    if not file.is_file():
        raise UserError(f"Não há revisões em {file}.", f"Revise em {called()} serve --revisao")
    reviews = read_reviews(file)
    found = [
        one for one in conclusions(reviews) if uf in ("", one.key[0]) and (not disputed or one.encontrado == DISPUTED)
    ]
    if not reviews.lines:
        raise UserError(f"{file}: nenhuma revisão.", f"Revise em {called()} serve --revisao")
    return found, reviews.torn


def _write(path: Path, text: str) -> None:
    """With the mark by which spreadsheets know UTF-8."""
    try:
        evidence.write(path, text.encode("utf-8-sig", "replace"))
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None
