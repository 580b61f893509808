"""``scrapy audit``: the main job, with progress and a summary that says what to do next."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.spiderloader import get_spider_loader

from transparency.called import called
from transparency.commands.crawl import tell_lost_feeds
from transparency.commands.plan import days_of, policy_of
from transparency.crawl.audit import Audit
from transparency.crawl.strategies import DEFAULT, EPSILON, STRATEGIES
from transparency.items import UserError, Verdict
from transparency.news.announce import announce, check_news
from transparency.portals import catalogue
from transparency.portals.catalogue import UFS, Municipality
from transparency.report.audit_page import REPORT
from transparency.report.extension import make as make_report
from transparency.report.extension import seal
from transparency.report.terminal import (
    as_dict,
    console,
    cost,
    done_line,
    next_steps,
    pace,
    print_table,
    progress,
    verdict_table,
)
from transparency.run.command import (
    INTERRUPTED,
    PAUSED,
    ProjectCommand,
    check,
    complain,
    matrix_of,
    outcome,
    tell_alarms,
    tell_unsealed,
)
from transparency.run.monitors import Limits, alarms
from transparency.run.revisit import due
from transparency.run.runs import REMEMBERED, Result, Run, begin, results, resume, resume_same
from transparency.run.watchdog import can_watch, watch
from transparency.store.audits import now
from transparency.store.hold import Hold
from transparency.text import plural

SPARGS = (
    "url",
    "uf",
    "fornecedor",
    "itens",
    "strategy",
    "epsilon",
    "seed",
    "model",
    "nodes",
    "depth",
    "minutes",
    "matriz",
)


GIVE_UP = 3
"""So often a run may break off over a municipality, or without achieving anything."""


class NothingDue(UserError):
    """The plan asks for nothing today: whoever asks every day did nothing wrong."""


class Command(ProjectCommand):
    """Audits municipalities."""

    _run: Run
    _spider: Any
    _arguments: dict[str, Any]
    _whole = 0
    _barren = 0

    requires_project = True
    requires_crawler_process = False  # it brings a reactor, which must not be there before the process is split

    def syntax(self) -> str:
        """For the help."""
        return "[opções] MUNICÍPIO… | --uf UF | --fornecedor NOME | --todos --catalogo ARQUIVO"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Audita municípios: o que o portal publica dos itens da matriz, com provas; com --matriz, também da matriz nacional"

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
        group.add_argument("--itens", help="quais itens procurar: todos ou essenciais (padrão: todos)", metavar="QUAIS")
        group.add_argument(
            "--strategy", help=f"ordem da caminhada: {', '.join(STRATEGIES)} (padrão: {DEFAULT})", metavar="NOME"
        )
        group.add_argument("--epsilon", help=f"quanto explorar, de 0 a 1, em bandit e bandit-bfs (padrão: {EPSILON})")
        group.add_argument("--seed", help="semente do acaso (padrão: 0)")
        group.add_argument("--model", help="arquivo com o que a caminhada lembra, ou off (padrão: um por família)")
        group.add_argument("--nodes", help="limite de páginas por município")
        group.add_argument("--depth", help="limite de passos desde a entrada")
        group.add_argument("--minutes", help="limite de minutos por município")
        group.add_argument(
            "--matriz",
            metavar="NOME",
            help="responde também a esta matriz, no site e no portal (por exemplo pntp-2026)",
        )
        group.add_argument("--spider", default="portal", help="spider a usar (padrão: portal)")
        group.add_argument("--catalogo", metavar="ARQUIVO", help="outro catálogo (CSV)")
        group.add_argument("--todos", action="store_true", help="todos os municípios do catálogo dado")
        group.add_argument("--devidos", action="store_true", help=f"só os que estão na hora, do estado, da família ou do catálogo (veja {called()} plan)")  # fmt: skip
        group.add_argument(
            "--revisita", action="store_true",
            help="começa pelo que a auditoria anterior provou, e só caminha onde algo mudou (com --devidos é assim)",
        )  # fmt: skip
        group.add_argument(
            "--do-zero", action="store_true", help="caminha como se nada se soubesse, também com --devidos"
        )
        group.add_argument(
            "--simultaneos", metavar="N", help="municípios auditados ao mesmo tempo, nunca dois no mesmo servidor (padrão: conforme núcleos e memória)",
        )  # fmt: skip
        group.add_argument(
            "--retomar", action="store_true", help="continua a última execução interrompida: só o que falta dela"
        )
        group.add_argument(
            "--carimbo", metavar="URL", help="carimba cada auditoria com a hora desta autoridade (RFC 3161)"
        )
        group.add_argument("--json", action="store_true", help="resumo em JSON na saída, e mais nada")
        group.add_argument("--saida", metavar="PASTA", help="onde guardar as auditorias (padrão: audits)")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Quiet unless asked: the progress line and the table say it all."""
        super().process_options(args, opts)
        if self.settings is not None and not opts.loglevel:
            self.settings.set("LOG_LEVEL", "ERROR", priority="cmdline")

    def _take_settings(self, opts: argparse.Namespace) -> None:
        """Options that stand for a setting."""
        assert self.settings is not None
        if opts.catalogo:
            self.settings.set("CATALOGUE_FILES", [opts.catalogo], priority="cmdline")
        if opts.saida:
            self.settings.set("AUDITS_DIR", opts.saida, priority="cmdline")
        if opts.carimbo:
            self.settings.set("TIMESTAMP_URL", opts.carimbo, priority="cmdline")
        if opts.simultaneos:
            self.settings.set("AUDITS_AT_ONCE", _at_once(opts.simultaneos), priority="cmdline")
        if (opts.revisita or opts.devidos) and not opts.do_zero:
            self.settings.set("REVISIT_KNOWN", True, priority="cmdline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Audit, show the tables, tell where the files are."""
        assert self.settings is not None
        hold: Hold | None = None
        try:
            self._take_settings(opts)
            root = Path(self.settings["AUDITS_DIR"])
            if opts.retomar:
                run, hold = self._resumed(root, args, opts)
                arguments, name = run.arguments, run.spider
            else:
                arguments, name = self._asked(args, opts), opts.spider
            try:
                spider = (loader := get_spider_loader(self.settings)).load(name)
            except KeyError:
                names = ", ".join(loader.list())
                raise UserError(f"Spider desconhecido: “{name}”.", f"Use um destes: {names}.") from None
            towns = check(spider, self.settings, arguments)
            check_news(self.settings)
            if hold is None:
                run, hold = self._begun(root, towns, opts, arguments)
            self._arguments, self._spider, self._run = arguments, spider, run
            status = self._watched(opts)
        except UserError as error:
            self.exitcode = _told(error, opts.json)
            return
        finally:
            if hold is not None:
                hold.release()
        self._tell(opts, status)

    def _asked(self, args: list[str], opts: argparse.Namespace) -> dict[str, str]:
        """The spider's arguments. UserError when it was not said which municipalities."""
        assert self.settings is not None
        arguments = {name: getattr(opts, name) for name in SPARGS if getattr(opts, name)}
        if opts.todos and not opts.catalogo:
            raise UserError(
                "--todos pede também --catalogo.",
                f"Por exemplo: {called()} audit --todos --catalogo meus-municipios.csv",
            )
        if opts.devidos and (args or opts.url):
            raise UserError(
                "--devidos escolhe os municípios por si.", "Dê com ele só --uf, --fornecedor ou --catalogo."
            )
        if not args and (opts.todos or opts.devidos or ((opts.uf or opts.fornecedor) and not opts.url)):
            towns = towns_of(self.settings, opts.uf, opts.fornecedor)
            args = [
                f"{town.slug}-{town.uf.lower()}" for town in (_due(self.settings, towns) if opts.devidos else towns)
            ]
            # They have chosen; each town keeps the state and the families of its row.
            arguments = {name: value for name, value in arguments.items() if name not in ("uf", "fornecedor")}
        if not args:
            raise UserError("Falta dizer o município.", f"Por exemplo: {called()} audit santa-rita")
        return {**arguments, "municipio": ",".join(args)}

    def _begun(
        self, root: Path, towns: Iterable[Municipality], opts: argparse.Namespace, arguments: dict[str, str]
    ) -> tuple[Run, Hold]:
        """The run that the same command has begun and not ended, or else a new one."""
        assert self.settings is not None
        changed = _changed(self.settings)
        same = None if opts.do_zero else resume_same(root, towns, opts.spider, arguments, changed)
        if same is None:
            return begin(root, towns, opts.spider, arguments, self.settings.getlist("CATALOGUE_FILES"), changed)
        tell_resumed(same[0])
        return same

    def _resumed(self, root: Path, args: list[str], opts: argparse.Namespace) -> tuple[Run, Hold]:
        """The run that was interrupted, with the arguments that it had."""
        assert self.settings is not None
        other = (opts.todos, opts.devidos, opts.revisita, opts.do_zero, opts.catalogo)
        if args or any(other) or any(getattr(opts, name) for name in SPARGS):
            raise UserError(
                "--retomar continua a execução com os argumentos que ela tinha.",
                "Dê só --retomar (e --saida, se foi dada).",
            )
        run, hold = resume(root)
        self.settings.set("CATALOGUE_FILES", run.catalogues, priority="cmdline")
        now_given = _changed(self.settings)
        for setting in REMEMBERED:
            if setting in run.settings and setting not in now_given:
                self.settings.set(setting, run.settings[setting], priority="cmdline")
        return run, hold

    def _watched(self, opts: argparse.Namespace) -> int:
        """Crawl, in a child that is replaced when it dies or hangs; its exit status."""
        settings, run = self.settings, self._run
        assert settings is not None
        settings.set("RUN_ID", run.id, priority="cmdline")
        self._prepare()
        patience = settings.getfloat("WATCHDOG_SECONDS")
        if not patience or not can_watch():
            return self._crawl(opts)
        stacks = run.file.with_suffix(".stacks.txt")
        return watch(lambda: self._crawl(opts), self._again, patience, stacks, settings.getfloat("STOP_SECONDS"))

    def _again(self, why: str) -> bool:
        """Whether the run goes on after its process ended badly."""
        whole = len(self._run.whole())
        over = self._prepare()
        self._run.broken_off.update(over)
        self._barren = 0 if over or whole > self._whole else self._barren + 1
        self._whole = whole
        given_up = {
            name: f"a auditoria parou {times} vezes neste município ({why})"
            for name, times in self._run.broken_off.items()
            if times >= GIVE_UP
        }
        assert self.settings is not None
        self.settings.set("RUN_GIVEN_UP", given_up, priority="cmdline")
        # One of those that were walked side by side has done it: by itself it tells which.
        self.settings.set("RUN_ALONE", [*self._run.broken_off], priority="cmdline")
        return self._barren < GIVE_UP

    def _prepare(self) -> list[str]:
        """Clear away what was begun, and leave out what is whole; the municipalities that were under way."""
        assert self.settings is not None
        over = self._run.sweep()
        self.settings.set("RUN_DONE", list(self._run.whole()), priority="cmdline")
        return over

    def _crawl(self, opts: argparse.Namespace) -> int:
        """Walk what is not whole; PAUSED when the run stopped before its end, 1 when it could not begin."""
        assert self.settings is not None
        done = len(self.settings.getlist("RUN_DONE"))
        if done == len(self._run.towns):
            return 0
        process = AsyncCrawlerProcess(self.settings)
        crawler = process.create_crawler(self._spider)
        screen = console(stderr=opts.json)
        teller = _Teller(crawler, screen, quiet=opts.json or len(self._run.towns) < 2, before=done)
        crawler.signals.connect(teller.item_scraped, signals.item_scraped)
        process.crawl(crawler, **self._arguments)
        view = Live(
            get_renderable=lambda: progress(teller.audits, done),
            console=screen,
            refresh_per_second=4,
            transient=True,
        )
        with view if screen.is_terminal else nullcontext():
            process.start()
        if process.bootstrap_failed or not teller.audits:
            return 1
        stopped = getattr(crawler.spider, "stopped", "") or next((a.unkept for a in teller.audits if a.unkept), "")
        if stopped:
            Console(stderr=True, highlight=False, soft_wrap=True).print(
                f"[bold yellow]A execução parou antes do fim:[/] {stopped}. Para continuar: {called()} audit --retomar"
            )
        if crawler.stats is not None and crawler.stats.get_value("finish_reason") == "shutdown":
            return INTERRUPTED
        return PAUSED if stopped else tell_lost_feeds(crawler)

    def _tell(self, opts: argparse.Namespace, status: int) -> None:
        """How the run ended, from what lies on disk: every municipality that was asked for, once."""
        assert self.settings is not None
        found = results(self._run)
        whole = [result for result in found if result.folder]
        bare = self._finished([Path(result.folder) for result in whole])
        unfinished = status == PAUSED or status >= INTERRUPTED - signal.SIGINT
        tried = whole if unfinished else found  # of what was never begun nothing can be odd
        unseen = tell_interrupted(found, whole) if unfinished and status != PAUSED else outcome(tried)
        odd = alarms(tried, Limits.from_settings(self.settings))
        odd += announce(
            self._run.id, tried, odd, matrix_of(self.settings), self.settings, send=not unfinished or status == PAUSED
        )
        alarmed = tell_alarms(odd)
        self.exitcode = status or unseen or bare or alarmed
        if len(whole) == len(found):
            with suppress(OSError):  # the audits are there all the same
                self._run.save(ended=now(), exit_status=self.exitcode, alarms=[asdict(alarm) for alarm in odd])
                self._run.file.with_suffix(".stacks.txt").unlink(missing_ok=True)
        if opts.json:
            answer = {
                "audits": [as_dict(result, REPORT) for result in found],
                "run": self._run.id,
                "alarms": [asdict(alarm) for alarm in odd],
                "exit_status": self.exitcode,
            }
            print(json.dumps(answer, ensure_ascii=False, indent=2))
        elif whole and (not unfinished or status == PAUSED):
            _conclude(found, self.settings, console())

    def _finished(self, folders: Sequence[Path]) -> int:
        """Make and seal the reports that were being made when the process died; 1 when an audit is not sealed as was asked."""
        assert self.settings is not None
        url, key = self.settings["TIMESTAMP_URL"] or "", self.settings["SIGNING_KEY"] or ""
        for folder in folders:
            if self.settings.getbool("REPORT_ENABLED") and not (folder / REPORT).is_file():
                make_report(folder, matrix_of(self.settings))
                seal(folder, url, key)
        return tell_unsealed(folders, url, key)


def _told(error: UserError, as_json: bool) -> int:
    """Say why nothing is audited; the exit status."""
    if not isinstance(error, NothingDue):
        return complain(error)
    print(error, file=sys.stderr)
    if as_json:
        print(json.dumps({"audits": [], "run": "", "alarms": [], "exit_status": 0}, indent=2))
    return 0


def _done(whole: Sequence[Result], found: Sequence[Result]) -> str:
    """How many municipalities of how many were audited, and of how many the portal was not seen."""
    unseen = sum(bool(result.entry_problem) for result in whole)
    blind = f", {plural(unseen, 'não visto', 'não vistos')}" if unseen else ""
    return f"{len(whole)} de {plural(len(found), 'município auditado', 'municípios auditados')}{blind}"


def tell_interrupted(found: list[Result], whole: list[Result]) -> int:
    """One line on a run that was broken off: what is done, and how it goes on; the exit status."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(
        f"[bold yellow]Interrompida:[/] {_done(whole, found)}. Para continuar: {called()} audit --retomar"
    )
    return INTERRUPTED


def tell_resumed(run: Run) -> None:
    """That the same command was interrupted before, and goes on."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(
        f"[dim]Retomada a execução interrompida {run.id}: faltam {len(run.towns) - len(run.whole())} de {len(run.towns)} (--do-zero começa outra).[/]"
    )


def _at_once(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 1000:
        raise UserError(f"Valor inválido para --simultaneos: “{text}”.", "Use um número inteiro maior que zero.")
    return int(text)


def _changed(settings: BaseSettings) -> dict[str, Any]:
    """What the command line says of the settings that a run remembers, as plain data."""
    given = SETTINGS_PRIORITIES["cmdline"]
    found = {name: settings.get(name) for name in REMEMBERED if (settings.getpriority(name) or 0) >= given}
    return {name: value for name, value in found.items() if isinstance(value, str | int | float | bool | list)}


def _due(settings: BaseSettings, towns: list[Municipality]) -> list[Municipality]:
    """Those that are due, as ``scrapy plan`` tells. UserError when none is."""
    root, every, policy = Path(settings["AUDITS_DIR"]), days_of(settings["REVISIT_DAYS"]), policy_of(settings["REVISIT_POLICY"])  # fmt: skip
    plan = [visit for visit in due(root, towns, dt.datetime.now(dt.UTC), every, policy) if visit.due]
    if not plan:
        raise NothingDue(
            "Nenhum município está na hora de ser auditado.", f"{called()} plan --todos diz quando cada um estará."
        )
    named = {(town.uf, town.slug): town for town in towns}
    return [named[visit.uf, visit.slug] for visit in plan]


def towns_of(settings: BaseSettings, uf: str | None, family: str | None) -> list[Municipality]:
    """Those of the catalogue in a state, of a vendor family, of both, or all, as far as their portal is known. UserError when there are none."""
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
    if not (placed := [town for town in found if town.portal_url]):
        where = f" de {uf.upper()}" if uf else ""
        raise UserError(
            f"O catálogo não tem o endereço do portal de nenhum município{where}.",
            f"Procure-os com {called()} crawl discover{f' -a uf={uf.lower()}' if uf else ''}, ou dê --catalogo ARQUIVO.",
        )
    return placed


class _Teller:
    """Knows the audits of a crawl; where there are several, each one that is done gets a line."""

    def __init__(self, crawler: Any, screen: Console, quiet: bool, before: int) -> None:
        """``before``: so many an earlier part of the run has done."""
        self.crawler, self.screen, self.quiet, self.before = crawler, screen, quiet, before
        self.told: set[str] = set()

    @property
    def audits(self) -> list[Audit]:
        """In the order asked for."""
        return list(getattr(self.crawler.spider, "audits", {}).values())

    def item_scraped(self, item: Any) -> None:
        """The last verdict makes an audit whole."""
        if not isinstance(item, Verdict) or self.quiet:
            return
        for audit in self.audits:
            if audit.folder and audit.name not in self.told:
                self.told.add(audit.name)
                done = len(self.told) + self.before
                self.screen.print(done_line(audit) + Text(f" ({done}/{len(self.audits) + self.before}{pace(self.audits)})", "dim"), soft_wrap=True)  # fmt: skip


def _conclude(found: list[Result], settings: BaseSettings, screen: Console) -> None:
    """The table of a single audit, then what helps now."""
    whole = [result for result in found if result.folder]
    if len(found) == 1:
        (result,) = whole
        town = result.municipality
        matrix = matrix_of(settings)
        table = verdict_table(town.name, town.uf, result.verdicts_given, matrix, Path(result.folder))
        print_table(screen, table)
        screen.print(f"  {cost(result)}\n")
    else:
        screen.print(f"\n{_done(whole, found)}.\n")
    for name, command in next_steps(found, settings["AUDITS_DIR"], REPORT):
        screen.print(Text.assemble(f"  {name}: ", (command, "bold")), soft_wrap=True)
