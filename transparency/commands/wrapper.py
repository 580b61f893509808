"""``scrapy wrapper show|check|learn MUNICÍPIO``: how the lists of a town are read, whether that still fits, and to learn it anew."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text
from scrapy.settings import Settings
from scrapy.spiderloader import get_spider_loader

from transparency.called import called
from transparency.commands.collect import ALL, SPIDER, arguments_of, crawl_rows
from transparency.commands.crawl import held
from transparency.items import Shape, UserError
from transparency.matrix import Criterion, Matrix
from transparency.portals import catalogue
from transparency.portals.catalogue import Municipality
from transparency.report.rendering import moment
from transparency.report.terminal import console, plain, print_table
from transparency.rows.checking import KINDS, Sample, misfits
from transparency.rows.items import Group, ListSummary, Row
from transparency.rows.paging import Paging
from transparency.rows.words import load_row_words
from transparency.rows.wrapper import FileWay, Wrapper, learn, newest_audit, read_wrapper, wrapper_file, write_wrapper
from transparency.run.command import NOT_SEEN, ListCommand, check, complain, matrix_of, refuse_unknown
from transparency.text import plural

SHAPES: Mapping[Shape, str] = {"table": "uma tabela", "grid": "uma grade", "list": "uma lista de cartões", "details": "uma ficha"}  # fmt: skip
PAGINGS: Mapping[Paging, str] = {
    "": "nada visto que vire a página",
    "number": "viram-se pelos números",
    "next": "viram-se pelo que leva à próxima",
    "more": "o que acrescenta linhas (“carregar mais”)",
}
Chosen = list[tuple[Criterion, Wrapper, Path]]


class Command(ListCommand):
    """See ``scrapy wrapper --help``."""

    def syntax(self) -> str:
        """For the help."""
        return "show|check|learn MUNICÍPIO [--criterio ID]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Mostra como as listas de um município são lidas, confere se ainda é assim, ou aprende de novo"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "show diz em palavras como se chega a cada lista e o que é cada coluna; check abre as listas e diz se colunas, "
            "tipos e contagens ainda conferem (saída 1 se não); learn aprende de novo da auditoria mais nova."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Which lists."""
        super().add_options(parser)
        parser.add_argument(
            "--criterio", metavar="ID", action="append", default=[], help="só este critério; pode ser repetido"
        )
        self.add_town(parser)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do one of the three."""
        settings = self.settings
        assert settings is not None
        does: Mapping[str, Callable[[Settings, Municipality, Matrix, argparse.Namespace], int]] = {
            "show": _show,
            "check": _check,
            "learn": _learn,
        }
        try:
            refuse_unknown(args, "wrapper")
            if len(args) != 2 or args[0] not in does:
                raise UserError(
                    "Diga o que fazer, e de qual município.", f"Por exemplo: {called()} wrapper show santa-rita"
                )
            matrix = matrix_of(settings)
            known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
            town = known.resolve(args[1], opts.uf, opts.url, [opts.fornecedor] if opts.fornecedor else ())
            self.exitcode = does[args[0]](settings, town, matrix, opts)
        except UserError as error:
            self.exitcode = complain(error)


def _criteria(matrix: Matrix, opts: argparse.Namespace) -> list[Criterion]:
    """The criteria that were named, or all."""
    names = [name for text in opts.criterio for name in text.split(",") if name != ALL]
    return [matrix.criterion(name) for name in names] or [*matrix.criteria]


def _wrappers(settings: Settings, town: Municipality, matrix: Matrix, opts: argparse.Namespace) -> Chosen:
    """The wrappers that there are. UserError where there is none."""
    root = Path(settings["WRAPPERS_DIR"])
    files = [(criterion, wrapper_file(root, town, criterion.id)) for criterion in _criteria(matrix, opts)]
    found = [(criterion, read_wrapper(file, matrix), file) for criterion, file in files if file.exists()]
    if not found:
        raise UserError(
            f"Não há wrapper de {town.name} em {root}.", f"Aprenda-o da auditoria: {called()} wrapper learn {town.slug}"
        )
    return found


# ---- show ------------------------------------------------------------------------------------------------------------


def _show(settings: Settings, town: Municipality, matrix: Matrix, opts: argparse.Namespace) -> int:
    screen = console()
    for criterion, wrapper, file in _wrappers(settings, town, matrix, opts):
        screen.print(Text(f"{town.name} ({town.uf}): {criterion.name}", style="bold"), soft_wrap=True)
        for line in describe(wrapper, file):
            screen.print(Text(line), soft_wrap=True)
        print_table(screen, _columns(wrapper, criterion))
    return 0


def describe(wrapper: Wrapper, file: Path) -> list[str]:
    """How a list is reached and read, for an auditor (Portuguese)."""
    headings = " / ".join(wrapper.region.headings)
    last = _last(file)
    of_records = [plain(column.label) for column in wrapper.details.columns] if wrapper.details else []
    return [
        f"Aprendido da auditoria de {moment(wrapper.audit)}, em {file}",
        f"Endereço: {plain(wrapper.node.url)}",
        *(f"{number}. {plain(step)}" for number, step in enumerate(wrapper.query, 1)),
        f"Na página: {SHAPES[wrapper.shape]}{f', sob “{plain(headings)}”' if headings else ''}",
        f"Páginas: {PAGINGS[wrapper.paging]}",
        *([_file(wrapper.file)] if wrapper.file else []),
        *([f"Só na página de cada registro (--detalhes N): {', '.join(of_records)}"] if of_records else []),
        *([f"Última colheita: {plural(last['rows'], 'linha')} em {plural(last['pages'], 'página')}"] if last else []),
    ]


def _file(way: FileWay) -> str:
    """What is known of the file of a list (Portuguese)."""
    name = plain(" → ".join(way.labels))
    if way.differs:
        return f"Arquivo: “{name}” não é usado, porque {plain(way.differs)}"
    more = ", ".join(plain(column.label) for column in way.columns)
    return f"Arquivo: “{name}”, lido no lugar das páginas{f'; só nele: {more}' if more else ''}"


def _columns(wrapper: Wrapper, criterion: Criterion) -> Table:
    table = Table("Coluna no portal", "Item", "Lida como", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in wrapper.columns:
        item = criterion.item(column.item).label if column.item else "(vai com o próprio nome)"
        table.add_row(Text(plain(column.label) or "(sem nome)"), Text(item), KINDS[column.kind])
    return table


def _last(file: Path) -> dict[str, int] | None:
    """What the last run has collected; None where there was none."""
    try:
        told = json.loads(file.with_suffix(".summary.json").read_text("utf-8"))
        return {name: told[name] for name in ("rows", "pages", "told")}
    except (OSError, ValueError, KeyError, TypeError):
        return None


# ---- check -----------------------------------------------------------------------------------------------------------


def _check(settings: Settings, town: Municipality, matrix: Matrix, opts: argparse.Namespace) -> int:
    chosen = _wrappers(settings, town, matrix, opts)
    opts.criterio = [criterion.id for criterion, *_ in chosen]
    of_town = arguments_of([town.name if opts.url else town.slug], opts, matrix, "wrapper check")
    arguments = {**of_town, "paginas": "1", "pessoas": "sim"}  # rows are only counted
    with tempfile.TemporaryDirectory() as aside:  # the summaries of real runs stay as they are
        for criterion, wrapper, _ in chosen:
            write_wrapper(wrapper_file(Path(aside), town, criterion.id), wrapper)
        settings.set("WRAPPERS_DIR", aside, priority="cmdline")
        check(get_spider_loader(settings).load(SPIDER), settings, arguments)
        return held(settings, arguments, lambda: _compare(settings, arguments, chosen))


def _compare(settings: Settings, arguments: dict[str, str], chosen: Chosen) -> int:
    """Open the first page of each list and tell what does not fit; the exit status."""
    samples: dict[str, Sample] = defaultdict(Sample)

    def take(item: Row | Group) -> None:
        if isinstance(item, Row):
            samples[item.criterion].add_row(item)

    summaries = {one.criterion: one for one in crawl_rows(settings, arguments, take, "Conferindo:")}
    table = Table("Critério", "Confere", "O que não confere", box=box.SIMPLE_HEAD, pad_edge=False)
    status = 0
    for criterion, wrapper, file in chosen:
        now = summaries.get(criterion.id) or ListSummary(municipio=wrapper.municipio, uf=wrapper.uf, criterion=criterion.id)  # fmt: skip
        found = [*misfits(wrapper, samples[criterion.id], now, (_last(file) or {}).get("told"))]
        sign = Text("✘ não", style="red") if found else Text("✔ sim", style="green")
        table.add_row(Text(criterion.name), sign, Text(plain("; ".join(found))))
        status = NOT_SEEN if found else status
    print_table(console(), table)
    if status:
        hint = f"Audite de novo e aprenda: {called()} audit {chosen[0][1].municipio}; {called()} wrapper learn {chosen[0][1].municipio}"
        console().print(Text(hint, style="dim"), soft_wrap=True)
    return status


# ---- learn -----------------------------------------------------------------------------------------------------------


def _learn(settings: Settings, town: Municipality, matrix: Matrix, opts: argparse.Namespace) -> int:
    audit = newest_audit(Path(settings["AUDITS_DIR"]), town)
    folder = settings.get("KEYWORDS_DIR")
    words = load_row_words(Path(folder) if folder else None)
    screen, learned = console(), 0
    criteria = _criteria(matrix, opts)
    for criterion in criteria:
        file = wrapper_file(Path(settings["WRAPPERS_DIR"]), town, criterion.id)
        try:
            wrapper = learn(audit, matrix, criterion, words)
        except UserError as error:
            if len(criteria) == 1:
                raise
            screen.print(Text(f"– {criterion.name}: {error.message}", style="dim"), soft_wrap=True)
            continue
        before = _labels_before(file, matrix)
        write_wrapper(file, wrapper)
        learned += 1
        screen.print(Text(f"✔ {criterion.name}: {told_change(before, wrapper.labels)}; {file}"), soft_wrap=True)
    return 0 if learned else NOT_SEEN


def _labels_before(file: Path, matrix: Matrix) -> list[str] | None:
    """The columns of the wrapper that is there; None where there is none that can be read."""
    try:
        return read_wrapper(file, matrix).labels
    except UserError:
        return None


def told_change(before: Sequence[str] | None, now: Iterable[str]) -> str:
    """Which columns have come and gone, in words.

    >>> told_change(None, ["A"]), told_change(["A"], ["A"]), told_change(["A", "B"], ["A", "C", "D"])
    ('aprendido', 'sem mudança nas colunas', 'entraram C, D; saíram B')
    """
    if before is None:
        return "aprendido"
    after = [*now]
    came, gone = [one for one in after if one not in before], [one for one in before if one not in after]
    parts = [*([f"entraram {', '.join(came)}"] if came else []), *([f"saíram {', '.join(gone)}"] if gone else [])]
    return "; ".join(parts) or "sem mudança nas colunas"
