"""``scrapy audit``: the main job, with progress and a summary that says what to do next."""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text
from scrapy import signals
from scrapy.commands import ScrapyCommand
from scrapy.settings import BaseSettings

from transparency import catalogue
from transparency.audit import Audit
from transparency.catalogue import UFS, Municipality
from transparency.items import UserError, Verdict
from transparency.report.audit_page import REPORT
from transparency.running import check, complain, outcome
from transparency.show import as_dict, console, cost, done_line, next_steps, print_table, progress, verdict_table
from transparency.walk.strategies import DEFAULT, EPSILON, STRATEGIES

SPARGS = ("url", "uf", "fornecedor", "itens", "strategy", "epsilon", "seed", "model", "nodes", "depth", "minutes")


class Command(ScrapyCommand):
    """Audits municipalities."""

    requires_project = True

    def syntax(self) -> str:
        """For the help."""
        return "[opções] MUNICÍPIO… | --uf UF | --fornecedor NOME | --todos --catalogo ARQUIVO"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Audita municípios: o que o portal publica dos 61 itens, com provas"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Those of a spider, by name."""
        super().add_options(parser)
        group = parser.add_argument_group("Auditoria")
        group.add_argument("--url", help="endereço do portal, em vez do que está no catálogo")
        group.add_argument(
            "--fornecedor",
            metavar="NOME",
            help="família do portal, em vez da que está no catálogo; sem município: todos os dela no catálogo",
        )
        group.add_argument(
            "--uf", help="estado, quando o nome existe em mais de um; sem município: todos do estado no catálogo"
        )
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
        group.add_argument("--json", action="store_true", help="resumo em JSON na saída, e mais nada")
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
            arguments = {name: getattr(opts, name) for name in SPARGS if getattr(opts, name)}
            if opts.todos and not opts.catalogo:
                raise UserError(
                    "--todos pede também --catalogo.",
                    "Por exemplo: scrapy audit --todos --catalogo meus-municipios.csv",
                )
            if not args and (opts.todos or ((opts.uf or opts.fornecedor) and not opts.url)):
                args = [f"{town.slug}-{town.uf.lower()}" for town in _towns(self.settings, opts.uf, opts.fornecedor)]
                # They have chosen; each town keeps the state and the families of its row.
                arguments = {name: value for name, value in arguments.items() if name not in ("uf", "fornecedor")}
            if not args:
                raise UserError("Falta dizer o município.", "Por exemplo: scrapy audit santa-rita")
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
        screen = console(stderr=opts.json)
        teller = _Teller(crawler, screen, quiet=opts.json)
        crawler.signals.connect(teller.item_scraped, signals.item_scraped)
        self.crawler_process.crawl(crawler, **arguments)
        view = Live(
            get_renderable=lambda: progress(teller.audits), console=screen, refresh_per_second=4, transient=True
        )
        with view if screen.is_terminal else nullcontext():
            self.crawler_process.start()
        failed = self.crawler_process.bootstrap_failed or not teller.audits
        self.exitcode = 1 if failed else outcome(teller.audits)
        if opts.json:
            found = {"audits": [as_dict(audit, REPORT) for audit in teller.audits], "exit_status": self.exitcode}
            print(json.dumps(found, ensure_ascii=False, indent=2))
        elif not failed:
            _conclude(teller.audits, self.settings["AUDITS_DIR"], screen)


def _towns(settings: BaseSettings, uf: str | None, family: str | None) -> list[Municipality]:
    """Those of the catalogue in a state, of a vendor family, of both, or all. UserError when there are none."""
    known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
    if uf and uf.upper() not in UFS:
        raise UserError(f"UF desconhecida: “{uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
    found = [
        town for town in known if (not uf or town.uf == uf.upper()) and (not family or family.lower() in town.families)
    ]
    if not found and family:
        where = f" em {uf.upper()}" if uf else ""
        names = sorted({name for town in known for name in town.families})
        raise UserError(
            f"O catálogo não tem municípios da família “{family}”{where}.", f"Famílias: {', '.join(names)}."
        )
    if not found:
        states = ", ".join(sorted({town.uf for town in known})) or "nenhum"
        raise UserError(
            f"O catálogo não tem municípios{f' de {uf.upper()}' if uf else ''}.",
            f"Estados que ele tem: {states}. Para outros, dê --catalogo ARQUIVO.",
        )
    return found


class _Teller:
    """Knows the audits of a run; where there are several, each one that is done gets a line."""

    def __init__(self, crawler: Any, screen: Console, quiet: bool) -> None:
        self.crawler, self.screen, self.quiet = crawler, screen, quiet
        self.told: set[str] = set()

    @property
    def audits(self) -> list[Audit]:
        """In the order asked for."""
        return list(getattr(self.crawler.spider, "audits", {}).values())

    def item_scraped(self, item: Any) -> None:
        """The last verdict makes an audit whole."""
        if not isinstance(item, Verdict) or self.quiet or len(self.audits) < 2:
            return
        for audit in self.audits:
            if audit.folder and audit.name not in self.told:
                self.told.add(audit.name)
                self.screen.print(done_line(audit), soft_wrap=True)


def _conclude(audits: list[Audit], root: str, screen: Console) -> None:
    """The table of a single audit, then what helps now."""
    whole = [audit for audit in audits if audit.folder]
    if len(audits) == 1 and whole:
        (audit,) = whole
        town = audit.municipality
        table = verdict_table(town.name, town.uf, audit.verdicts_given, audit.matrix, Path(audit.folder))
        print_table(screen, table)
        screen.print(f"  {cost(audit)}\n")
    elif whole:
        unseen = sum(bool(audit.entry_problem) for audit in whole)
        screen.print(
            f"\n{len(whole)} de {len(audits)} municípios auditados{f', {unseen} não vistos' if unseen else ''}.\n"
        )
    for name, command in next_steps(audits, root, REPORT):
        screen.print(Text.assemble(f"  {name}: ", (command, "bold")), soft_wrap=True)
