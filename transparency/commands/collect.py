"""``scrapy collect``: the rows of a town's lists as a folder of open data, with progress and a summary that says what is missing."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich import box
from rich.live import Live
from rich.table import Table
from rich.text import Text
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.settings import Settings
from scrapy.spiderloader import get_spider_loader

from transparency.called import called
from transparency.commands.crawl import held
from transparency.dataset.folder import Dataset, Kept
from transparency.dataset.package import LOG, PACKAGE, README, title_of
from transparency.dataset.parquet import arrow
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.report.rendering import moment
from transparency.report.terminal import console, plain, print_table
from transparency.rows.items import Group, ListSummary, Row
from transparency.rows.spans import in_words
from transparency.rows.summaries import changes_in_words
from transparency.run.command import NOT_SEEN, ListCommand, check, complain, matrix_of, refuse_unknown
from transparency.store.audits import check_writable
from transparency.text import plural

SPIDER = "rows"
ALL = "todos"
SPARGS = ("anos", "desde", "ate", "url", "uf", "fornecedor", "wrapper", "paginas", "minutos", "detalhes")
"""Options that are arguments of the spider under the same name."""
ITSELF = "o que a lista mostra por si"
"""In place of years and months, where it was asked for as it shows itself."""


class Command(ListCommand):
    """See ``scrapy collect --help``."""

    def syntax(self) -> str:
        """For the help."""
        return "MUNICÍPIO --criterio ID [--criterio ID… | --criterio todos] [--saida PASTA]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Colhe as linhas das listas de um município: Parquet, CSV, OCDS, com descrição"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "As listas são as que a auditoria mais nova do município encontrou. A pasta tem um arquivo por critério e ano, "
            f"{PACKAGE} (Frictionless) e {README}. CPFs vêm sempre mascarados, e servidores somados por cargo e órgão."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """What is collected, and how far."""
        super().add_options(parser)
        group = parser.add_argument_group("Colheita")
        group.add_argument("--criterio", metavar="ID", action="append", default=[], help=f"critério, por exemplo licitacao; pode ser repetido, ou “{ALL}”")  # fmt: skip
        group.add_argument(
            "--anos", metavar="ANO[-ANO]", help="anos, por exemplo 2024-2026 (padrão: o que a lista mostra por si)"
        )
        group.add_argument("--desde", metavar="ANO[-MÊS]", help="em vez de --anos: desde quando, por exemplo 2025-01")
        group.add_argument("--ate", metavar="ANO[-MÊS]", help="em vez de --anos: até quando (padrão: hoje)")
        group.add_argument("--saida", metavar="PASTA", default="dados", help="onde deixar os arquivos (padrão: dados)")
        group.add_argument("--pessoas", action="store_true", help="também nomes e salários dos servidores, linha por linha; o uso é responsabilidade sua")  # fmt: skip
        self.add_town(group)
        group.add_argument("--wrapper", metavar="ARQUIVO", help="um wrapper, em vez do que é do município")
        group.add_argument("--paginas", metavar="N", help="limite de páginas de uma lista (padrão: 500)")
        group.add_argument("--minutos", metavar="N", help="limite de minutos de uma lista (padrão: 60)")
        group.add_argument("--detalhes", metavar="N", help="abre até N registros por lista, uma visita cada, para o que só eles mostram (padrão: nenhum)")  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check, collect, tell what there is now and what is missing."""
        settings = self.settings
        assert settings is not None
        root = Path(opts.saida)
        try:
            refuse_unknown(args, "collect")
            arrow()
            matrix = matrix_of(settings)
            arguments = arguments_of(args, opts, matrix, "collect")
            spider = get_spider_loader(settings).load(SPIDER)
            towns = check(spider, settings, arguments)
            check_writable(root, "Escolha outra com --saida pasta.")
        except UserError as error:
            self.exitcode = complain(error)
            return
        prefix = settings["OCDS_PREFIX"]
        datasets = [Dataset(root, town, matrix, prefix, Path(settings["WRAPPERS_DIR"])) for town in towns]
        self.exitcode = held(settings, arguments, lambda: _collect(settings, arguments, datasets, matrix))


def arguments_of(args: Sequence[str], opts: argparse.Namespace, matrix: Matrix, command: str) -> dict[str, str]:
    """The arguments of the spider. UserError when it was not said of which municipality."""
    if not args:
        raise UserError(
            "Falta dizer o município.", f"Por exemplo: {called()} {command} santa-rita --criterio licitacao"
        )
    criteria = [name for text in opts.criterio for name in text.split(",")]
    if ALL in criteria:
        criteria = [criterion.id for criterion in matrix.criteria]
    given = {name: value for name in SPARGS if (value := getattr(opts, name, None))}
    given["pessoas"] = "sim" if getattr(opts, "pessoas", False) else ""
    return {**given, "municipio": ",".join(args), "criterio": ",".join(criteria)}


# ---- the run ---------------------------------------------------------------------------------------------------------


def crawl_rows(
    settings: Settings, arguments: dict[str, str], take: Callable[[Row | Group], None], what: str
) -> list[ListSummary]:
    """Run the spider; the summaries of its lists. ``take`` is given each item; an OSError of it ends the run and is raised."""
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(SPIDER)
    taker = _Taker(crawler, take)
    crawler.signals.connect(taker.item_scraped, signals.item_scraped)
    process.crawl(crawler, **arguments)
    screen = console(stderr=True)
    view = Live(get_renderable=lambda: taker.progress(what), console=screen, refresh_per_second=4, transient=True)
    with view if screen.is_terminal else nullcontext():
        process.start()
    if taker.broken:
        raise taker.broken
    made: Any = crawler.spider
    return [] if made is None else made.summaries()


class _Taker:
    """Hands items on, and counts them for those who wait."""

    def __init__(self, crawler: Crawler, take: Callable[[Row | Group], None]) -> None:
        self.crawler = crawler
        self.take = take
        self.counts: Counter[str] = Counter()
        self.pages: dict[str, int] = {}
        self.broken: OSError | None = None
        self.began = time.monotonic()

    async def item_scraped(self, item: Row | Group) -> None:
        """An item has come."""
        if self.broken:
            return
        try:
            self.take(item)
        except OSError as error:
            self.broken = error
            await self.crawler.stop_async()
            return
        self.counts[item.criterion] += 1
        self.pages[item.criterion] = getattr(item, "page", 1)

    def progress(self, what: str) -> Text:
        """A line of how far it is."""
        seconds = int(time.monotonic() - self.began)
        parts = [f"{name}: {plural(rows, 'linha')}, página {self.pages[name]}" for name, rows in self.counts.items()]
        return Text(f"{what} {'; '.join(parts) or 'a caminho da primeira lista'} ({seconds} s)", style="dim")


def _collect(settings: Settings, arguments: dict[str, str], datasets: Sequence[Dataset], matrix: Matrix) -> int:
    """Collect into folders; the exit status."""
    of_town = {(dataset.town.uf, dataset.town.slug): dataset for dataset in datasets}

    for dataset in datasets:
        dataset.sweep()

    def take(item: Row | Group) -> None:
        of_town[item.uf, item.municipio].add(item)

    try:
        summaries = crawl_rows(settings, arguments, take, "Colhendo:")
        kept = [dataset.keep(_own(summaries, dataset)) for dataset in datasets]
    except OSError as error:
        return complain(
            UserError(f"Não foi possível gravar: {error.strerror or error}.", "Nada do que havia foi tocado.")
        )
    finally:
        for dataset in datasets:
            dataset.discard()
    for dataset, files in zip(datasets, kept, strict=True):
        _tell(dataset, files, _own(summaries, dataset), matrix)
    return _status(summaries)


def _own(summaries: Iterable[ListSummary], dataset: Dataset) -> list[ListSummary]:
    town = dataset.town
    return [one for one in summaries if (one.uf, one.municipio) == (town.uf, town.slug)]


def _status(summaries: Sequence[ListSummary]) -> int:
    """NOT_SEEN where a list brought nothing, each told in a line."""
    empty = [one for one in summaries if not one.rows]
    for one in empty:
        reason = "; ".join(one.gaps) or "nenhuma linha"
        complain(UserError(f"{one.municipio}, {one.criterion}: {reason}.", "Confira a lista no navegador."))
    return NOT_SEEN if empty or not summaries else 0


# ---- what is told ----------------------------------------------------------------------------------------------------


def _tell(dataset: Dataset, kept: Sequence[Kept], summaries: Sequence[ListSummary], matrix: Matrix) -> None:
    screen = console()
    print_table(screen, _table(dataset, summaries, matrix))
    for summary in summaries:
        for gap in summary.gaps if summary.rows else ():
            screen.print(Text(f"Falta em {summary.criterion}: {plain(gap)}."), soft_wrap=True)
        for line in _since(summary):
            screen.print(Text(f"{summary.criterion}: {line}."), soft_wrap=True)
    for one in kept:
        for line in _beside(one):
            screen.print(Text(f"{one.name} {one.year}: {line}."), soft_wrap=True)
    if dataset.folder.exists():
        screen.print(Text(f"Arquivos: {dataset.folder} (comece por {README})"), soft_wrap=True)


def _since(summary: ListSummary) -> Iterator[str]:
    """What is of earlier runs, and what has changed since."""
    before = [one for one in summary.queries if one.time]
    if before:
        rows = sum(one.rows for one in before)
        seen = f"({plural(rows, 'linha')} de {moment(min(one.time for one in before))})"
        yield f"{in_words([one.query for one in before]) or ITSELF} não foi pedido outra vez {seen}"
    if changed := changes_in_words(summary.changes):
        yield f"desde a colheita anterior: {changed} (veja {LOG})"


def _beside(kept: Kept) -> Iterator[str]:
    """What is there already of a criterion and year, and stays."""
    if kept.before:
        yield f"ficou o arquivo anterior, com {plural(kept.before, 'linha')}; desta vez vieram {kept.rows}, com faltas ou de menos meses"
    if kept.added:
        yield f"de outros meses, que já estavam lá, ficou também: {plural(kept.added, 'linha')}"


def _table(dataset: Dataset, summaries: Sequence[ListSummary], matrix: Matrix) -> Table:
    """A row for each list: how much there is, and whether that is all."""
    town = dataset.town
    table = Table(title=Text(f"{town.name} ({town.uf})"), title_style="bold", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)  # fmt: skip
    table.add_column("Critério")
    for head in ("Linhas", "Páginas", "Com problema", "Portal conta"):
        table.add_column(head, justify="right")
    table.add_column("Confere")
    table.add_column("Em dúvida", justify="right")
    for one in summaries:
        table.add_row(
            Text(title_of(one.criterion, matrix)), str(one.rows), str(one.pages), str(dataset.odd_pages(one)),
            "não diz" if one.told is None else str(one.told), _agreement(one), str(sum(one.doubts.values())),
        )  # fmt: skip
    return table


def _agreement(summary: ListSummary) -> Text:
    if summary.agrees is None:
        return Text("–")
    return Text("✔ sim", style="green") if summary.agrees else Text("✘ não", style="red")
