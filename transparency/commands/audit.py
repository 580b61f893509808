"""``scrapy audit``: the main job, with progress and a verdict table."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text
from scrapy.commands import ScrapyCommand

from transparency import catalogue
from transparency.audit import Audit
from transparency.items import UserError
from transparency.running import check, complain, outcome
from transparency.show import verdict_table
from transparency.walk.strategies import DEFAULT, EPSILON, STRATEGIES

SPARGS = ("url", "uf", "fornecedor", "itens", "strategy", "epsilon", "seed", "model", "nodes", "depth", "minutes")


class Command(ScrapyCommand):
    """Audits municipalities."""

    requires_project = True

    def syntax(self) -> str:
        """For the help."""
        return "[opções] MUNICÍPIO…"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Audita municípios: o que o portal publica dos 61 itens, com provas"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Those of a spider, by name."""
        super().add_options(parser)
        group = parser.add_argument_group("Auditoria")
        group.add_argument("--url", help="endereço do portal, em vez do que está no catálogo")
        group.add_argument("--fornecedor", help="família do portal, em vez da que está no catálogo")
        group.add_argument("--uf", help="estado, quando o nome existe em mais de um")
        group.add_argument("--itens", choices=("todos", "essenciais"), help="quais itens procurar (padrão: todos)")
        group.add_argument(
            "--strategy", help=f"ordem da caminhada: {', '.join(STRATEGIES)} (padrão: {DEFAULT})", metavar="NOME"
        )
        group.add_argument("--epsilon", help=f"quanto explorar, de 0 a 1, em bandit e bandit-bfs (padrão: {EPSILON})")
        group.add_argument("--seed", help="semente do acaso (padrão: 0)")
        group.add_argument("--model", help="arquivo com o que a caminhada aprendeu, ou off (padrão: um por família)")
        group.add_argument("--nodes", help="limite de páginas por município")
        group.add_argument("--depth", help="limite de passos desde a entrada")
        group.add_argument("--minutes", help="limite de minutos por município")
        group.add_argument("--spider", default="portal", help="spider a usar (padrão: portal)")
        group.add_argument("--catalogo", metavar="ARQUIVO", help="outro catálogo (CSV)")
        group.add_argument("--todos", action="store_true", help="todos os municípios do catálogo dado")
        group.add_argument("--saida", metavar="PASTA", help="onde guardar as auditorias (padrão: audits)")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Quiet unless asked: the progress line and the table say it all."""
        super().process_options(args, opts)
        if self.settings is not None and not opts.loglevel:
            self.settings.set("LOG_LEVEL", "ERROR", priority="cmdline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Audit, show the tables, tell where the files are."""
        assert self.crawler_process is not None
        assert self.settings is not None
        try:
            if opts.catalogo:
                self.settings.set("CATALOGUE_FILES", [opts.catalogo], priority="cmdline")
            if opts.saida:
                self.settings.set("AUDITS_DIR", opts.saida, priority="cmdline")
            if opts.todos and not opts.catalogo:
                raise UserError(
                    "--todos pede também --catalogo.",
                    "Por exemplo: scrapy audit --todos --catalogo meus-municipios.csv",
                )
            if opts.todos:
                args = [f"{town.slug}-{town.uf.lower()}" for town in catalogue.load([Path(opts.catalogo)])]
            if not args:
                raise UserError("Falta dizer o município.", "Por exemplo: scrapy audit santa-rita")
            arguments = {name: getattr(opts, name) for name in SPARGS if getattr(opts, name)}
            arguments["municipio"] = ",".join(args)
            try:
                spider = self.crawler_process.spider_loader.load(opts.spider)
            except KeyError:
                names = ", ".join(self.crawler_process.spider_loader.list())
                raise UserError(f"Spider desconhecido: “{opts.spider}”.", f"Use um destes: {names}.") from None
            check(spider, self.settings, arguments)
        except UserError as error:
            self.exitcode = complain(error)
            return
        crawler = self.crawler_process.create_crawler(spider)
        console = Console()
        self.crawler_process.crawl(crawler, **arguments)
        with Live(get_renderable=lambda: _progress(crawler), console=console, refresh_per_second=4, transient=True):
            self.crawler_process.start()
        audits: dict[str, Audit] = getattr(crawler.spider, "audits", {})
        if self.crawler_process.bootstrap_failed or not audits:
            self.exitcode = 1
            return
        for audit in audits.values():
            if audit.folder:
                console.print(
                    verdict_table(audit.municipality.name, audit.municipality.uf, audit.verdicts_given, audit.matrix)
                )
                seconds, pages = audit.ended - audit.started, sum(audit.visited.values())
                console.print(
                    f"  {pages} páginas em {seconds:.0f} s. Arquivos: [bold]{escape(audit.folder)}[/]\n",
                    highlight=False,
                )
        self.exitcode = outcome(audits.values())


def _progress(crawler: Any) -> Group | Text:
    """A line per municipality at work, and one for those that are done and to come."""
    audits: list[Audit] = list(getattr(crawler.spider, "audits", {}).values())
    if not audits:
        return Text("Preparando…")
    done = sum(1 for audit in audits if audit.folder)
    lines: list[Any] = []
    for audit in audits:
        if not audit.started or audit.folder:
            continue
        total = len(audit.items())
        proved = total - len(audit.open_items())
        grid = Table.grid(padding=(0, 1))
        grid.add_row(
            Text(audit.municipality.name, style="bold"),
            ProgressBar(total=total, completed=proved, width=24),
            Text(
                f"{proved}/{total} itens, {sum(audit.visited.values())} páginas, {time.monotonic() - audit.started:.0f} s"
            ),
            Text(audit.current[:60], style="dim", overflow="ellipsis", no_wrap=True),
        )
        lines.append(grid)
    if len(audits) > 1:
        lines.append(Text(f"{done} de {len(audits)} municípios prontos", style="dim"))
    return Group(*lines)
