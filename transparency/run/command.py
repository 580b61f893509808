"""What the commands that audit have in common: check first, run, tell how it ended."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console
from scrapy.commands import ScrapyCommand, ScrapyHelpFormatter
from scrapy.settings import BaseSettings

from transparency.aspects.words import load_words
from transparency.browse.chromium import sandboxed
from transparency.called import called
from transparency.crawl.audit import Audit
from transparency.items import UserError
from transparency.matrix import Matrix, load_matrix
from transparency.matrix.cycle import Cycle
from transparency.matrix.cycle_file import cycles, load_cycle
from transparency.portals.catalogue import Municipality
from transparency.run.monitors import Alarm
from transparency.run.runs import Result
from transparency.store.answers import has_answers
from transparency.store.audits import StoredAudit, check_writable
from transparency.store.place import place_of
from transparency.store.seal import check_sealer, unsealed
from transparency.store.towns import locate

WRONG_USE = 2
"""Exit status of a command that could not begin."""
NOT_SEEN = 1
"""Exit status when a portal could not be seen."""
UNSEALED = 1
"""Exit status when an audit was to be signed or stamped, and is not."""
ALARMED = 3
"""Exit status when the results of a run are odd: too much inconclusive, much less than before, a vendor that fails."""
PAUSED = 4
"""Exit status when a run stopped before its end, for want of room or time, and can be resumed."""
INTERRUPTED = 130
"""Exit status when somebody asked the run to end, as shells have it: 128 and the signal."""
GONE = {
    "MATCH_MODEL": "o modelo de vereditos saiu, e a ordem da revisão vem só das regras",
    "WALK_VISITS": "a ordem da caminhada não se treina mais",
}
"""Settings that earlier versions had → why they are gone (Portuguese)."""


class _Help(ScrapyHelpFormatter):
    """Scrapy makes a heading of every line that ends with a colon, also of one in the middle of an option's help."""

    def format_part_strings(self, part_strings: list[str]) -> list[str]:
        """Only a section, which begins with an empty line, and the usage have a heading."""
        headed = part_strings[:1] == ["\n"] or (part_strings[:1] and part_strings[0].startswith("usage: "))
        return super().format_part_strings(part_strings) if headed else part_strings


class ProjectCommand(ScrapyCommand):
    """A command of this project."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Those of every command."""
        super().add_options(parser)
        parser.formatter_class = _Help


class ListCommand(ProjectCommand):
    """A command about the lists of a town, which runs the spider itself."""

    requires_project = True
    requires_crawler_process = False  # it brings a reactor, which must not be there before the process is split

    @staticmethod
    def add_town(parser: argparse._ActionsContainer) -> None:
        """Of which town and portal."""
        parser.add_argument("--uf", help="estado, quando o nome existe em mais de um")
        parser.add_argument("--url", help="endereço do portal, em vez do que está no catálogo")
        parser.add_argument("--fornecedor", metavar="NOME", help="família do portal, em vez da que está no catálogo")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Quiet unless asked: the progress and the table say it all."""
        super().process_options(args, opts)
        if self.settings is not None and not opts.loglevel:
            self.settings.set("LOG_LEVEL", "ERROR", priority="cmdline")


def complain(error: UserError) -> int:
    """One clear line, and what to do next; gives the exit status."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print("[bold red]Erro:[/] ", end="")
    console.print(error.message, markup=False, end=" ")
    console.print(error.hint, markup=False, style="dim")
    return WRONG_USE


def warn(message: str) -> None:
    """One line that does not stop anything."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print("[bold yellow]Aviso:[/] ", end="")
    console.print(message, markup=False)


@cache
def _warn_of_no_sandbox() -> None:
    """Once, however many municipalities are checked."""
    warn("o Chromium roda sem a sua proteção (sandbox): por CHROMIUM_SANDBOX=off, ou como root num contêiner.")


def check(spider: Any, settings: BaseSettings, arguments: dict[str, Any]) -> list[Municipality]:
    """Raise the UserError that a run with these arguments would end in, before anything is started or written; the
    municipalities that it is over."""
    prepare = getattr(spider, "prepare", None)
    if prepare is None:
        return []
    towns: list[Municipality] = prepare(settings, **arguments).towns
    check_writable(Path(settings["AUDITS_DIR"]))
    if settings.get("AUDITS_STORE"):
        place_of(settings["AUDITS_STORE"])
    stamper, key = settings.get("TIMESTAMP_URL") or "", settings.get("SIGNING_KEY") or ""
    check_sealer(stamper, key)
    if (stamper or key) and not settings.getbool("REPORT_ENABLED"):
        raise UserError(
            "Sem relatório (REPORT_ENABLED=False) nada é assinado nem carimbado: um relatório de depois não caberia no selo.",
            f"Tire REPORT_ENABLED=False, ou audite sem selo e use depois {called()} report e {called()} seal.",
        )
    if not sandboxed():
        _warn_of_no_sandbox()
    return towns


def tell_alarms(found: Sequence[Alarm]) -> int:
    """Tell on stderr what of a run is not to be believed without a look; gives the exit status."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    for alarm in found:
        console.print("[bold yellow]Alerta:[/] ", end="")
        console.print(alarm.text, markup=False)
    return ALARMED if found else 0


def tell_unsealed(folders: Sequence[Path], url: str, key: str) -> int:
    """Tell on stderr which audits lack the stamp or the signature that they were to have; gives the exit status."""
    bare = [str(folder) for folder in folders if unsealed(folder, url, key)]
    if not bare:
        return 0
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print("[bold red]Erro:[/] ", end="")
    console.print(f"sem a assinatura ou o carimbo de tempo que se pediu: {', '.join(bare)}.", markup=False, end=" ")
    given = [*(["--carimbo", url] if url else []), *(["--chave", key] if key else [])]
    console.print(f"Sele cada uma: {called()} seal PASTA {shlex.join(given)}", markup=False, style="dim")
    return UNSEALED


def outcome(audits: Iterable[Audit | Result]) -> int:
    """Tell on stderr which portals could not be seen, and why; gives the exit status of the run."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    status = 0
    for audit in audits:
        town = audit.municipality
        if audit.entry_problem:
            message = f"o portal de {town.name} não pôde ser visto ({town.portal_url}): {audit.entry_problem}."
            hint = "Todos os itens ficaram inconclusivos; confira o endereço no navegador e tente de novo mais tarde."
        elif not audit.folder:
            message = f"a auditoria de {town.name} não terminou; nada dela foi guardado."
            hint = f"Rode o mesmo comando de novo; {called()} audit --retomar faz só o que falta."
        else:
            continue
        status = NOT_SEEN
        console.print("[bold red]Erro:[/] ", end="")
        console.print(message, markup=False, end=" ")
        console.print(hint, markup=False, style="dim")
    return status


def refuse_unknown(args: Sequence[str], command: str) -> None:
    """UserError for an option that a command does not know: Scrapy hands such options on as arguments."""
    if unknown := [arg for arg in args if arg.startswith("-")]:
        raise UserError(f"Opção desconhecida: {unknown[0]}.", f"Veja {called()} {command} --help")


def refuse_gone(settings: BaseSettings) -> None:
    """UserError for a setting that has no effect any more: whoever gives it expects one."""
    for name, why in GONE.items():
        if settings.get(name):
            raise UserError(f"O ajuste {name} não existe mais: {why}.", "Tire-o do comando.")


def matrix_of(settings: BaseSettings) -> Matrix:
    """Today's matrix: that of KEYWORDS_DIR, or the packaged one. UserError names what is wrong in its files."""
    folder = settings.get("KEYWORDS_DIR")
    return load_matrix(Path(folder) if folder else None)


def add_cycle(parser: argparse.ArgumentParser, what: str) -> None:
    """The option that asks for a cycle of the national matrix instead of the six criteria."""
    parser.add_argument(
        "--matriz", metavar="CICLO", help=f"{what} pela matriz nacional deste ciclo, por exemplo pntp-2026"
    )


def cycle_of(name: str, settings: BaseSettings) -> Cycle:
    """A cycle of the national matrix: that of KEYWORDS_DIR, or the packaged one. UserError when there is none of that name, or when
    something is wrong in its files, or in the words by which it is judged."""
    folder = settings.get("KEYWORDS_DIR")
    cycle = load_cycle(name, Path(folder) if folder else None)
    load_words(cycle.directory)
    return cycle


def cycles_of(audits: Sequence[StoredAudit], settings: BaseSettings) -> list[Cycle]:
    """The cycles of the national matrix that any of these audits has answers to."""
    folder = Path(settings["KEYWORDS_DIR"]) if settings.get("KEYWORDS_DIR") else None
    answered = (name for name in cycles(folder) if any(has_answers(audit, name) for audit in audits))
    return [load_cycle(name, folder) for name in answered]


def audits_given(args: Sequence[str], settings: BaseSettings, command: str) -> list[Path]:
    """The paths that a command was given for its audits, or the folders of the municipalities it was given. UserError for none, and for options that it does not know."""
    refuse_unknown(args, command)
    if not args:
        raise UserError("Falta a auditoria.", f"Por exemplo: {called()} {command} audits/pb/santa-rita")
    return located(args, settings)


def located(args: Sequence[str], settings: BaseSettings) -> list[Path]:
    """The folders of audits that are meant by paths, states and municipalities, as every command understands them."""
    return locate(args, Path(settings.get("AUDITS_DIR") or "audits"), settings.getlist("CATALOGUE_FILES"))
