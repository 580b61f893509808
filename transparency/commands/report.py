"""``scrapy report``: audits as pages that people read, one by one or many together."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.items import UserError
from transparency.matrix.cycle import Cycle
from transparency.portals import catalogue
from transparency.portals.catalogue import UFS
from transparency.report import audit_page, cycle_many, cycle_page, many, many_pages
from transparency.report.cycle_map import read_mesh
from transparency.report.cycle_sheet import open_sheet
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, add_cycle, complain, cycle_of, located, matrix_of, refuse_unknown
from transparency.store.audits import VERDICTS, find_audits, open_audits


class Command(ProjectCommand):
    """See ``scrapy report --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIA… | --uf UF | PASTA [--saida PASTA] [--matriz CICLO]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Faz o relatório de auditorias, ou a comparação entre municípios"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "AUDITORIA: a pasta de uma auditoria, a de um município ou o nome dela (vale a auditoria mais nova): grava "
            f"{audit_page.REPORT} na pasta de cada uma. Com --uf, ou com uma PASTA que contém vários municípios: ranking, "
            "matriz, fornecedores e história, em páginas que abrem sem servidor; os de um estado ficam na pasta dele. A "
            "comparação faz também os relatórios que faltam às auditorias (salvo com --sem-relatorios). Com --matriz: o mesmo pela matriz "
            "nacional, em CICLO.html na pasta da auditoria, ou, de vários municípios, na pasta CICLO, com tabelas em CSV."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Which of many, and where to."""
        super().add_options(parser)
        parser.add_argument("--uf", help="compara os municípios deste estado (os do catálogo aparecem todos)")
        add_cycle(parser, "faz o relatório")
        parser.add_argument(
            "--saida",
            metavar="PASTA",
            help="onde gravar a comparação (padrão: a própria pasta das auditorias; com --uf, a do estado)",
        )
        parser.add_argument(
            "--malha", metavar="ARQUIVO",
            help="com --matriz, de vários municípios: limites deles em GeoJSON, como o IBGE os dá, para o mapa",
        )  # fmt: skip
        parser.add_argument(
            "--sem-relatorios", dest="sem_relatorios", action="store_true",
            help="só a comparação: não faz os relatórios que faltam às auditorias",
        )  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Write, and tell where."""
        assert self.settings is not None
        screen = console()
        try:
            refuse_unknown(args, "report")
            if not args and not opts.uf:
                raise UserError(
                    "Falta dizer de que auditorias.", f"Por exemplo: {called()} report audits/pb/santa-rita, ou --uf pb"
                )
            root = Path(self.settings["AUDITS_DIR"])
            paths = located(args, self.settings)
            several = bool(opts.uf or opts.saida or opts.sem_relatorios or opts.malha) or any(
                _holds_many(path) for path in paths
            )
            broken: list[str] = []
            if opts.matriz:
                made = _by_cycle(paths or [root], several, opts, cycle_of(opts.matriz, self.settings), broken)
            elif several:
                made = [_compare(paths or [root], opts, self.settings, broken)]
            else:
                matrix = matrix_of(self.settings)
                made = [audit_page.write(audit, matrix) for audit in open_audits(paths)]
            for problem in broken:
                complain(UserError(problem, "Ficou fora da comparação."))
        except UserError as error:
            self.exitcode = complain(error)
            return
        for path in made:
            screen.print(Text.assemble("Relatório: ", (str(path), "bold")), soft_wrap=True)


def _holds_many(path: Path) -> bool:
    """Whether a folder holds audits of several municipalities."""
    return path.is_dir() and not (path / VERDICTS).is_file() and len(find_audits([path])) > 1


def _by_cycle(
    paths: Sequence[Path], several: bool, opts: argparse.Namespace, cycle: Cycle, broken: list[str]
) -> list[Path]:
    """The reports by a cycle of the national matrix: one for each audit, or one of many."""
    if not several:
        return [cycle_page.write(open_sheet(audit, cycle)) for audit in open_audits(paths)]
    folder = _place(paths, opts)
    mesh = read_mesh(Path(opts.malha)) if opts.malha else ()
    try:
        towns = cycle_many.read(paths, cycle, opts.uf or "", broken)
        (folder / cycle.id).mkdir(parents=True, exist_ok=True)
        return [cycle_many.write(towns, cycle, folder, opts.uf or "", broken, not opts.sem_relatorios, mesh)]
    except OSError as error:
        raise UserError(f"Não foi possível gravar em {folder}.", f"{error.strerror}.") from None


def _place(paths: Sequence[Path], opts: argparse.Namespace) -> Path:
    """Where a comparison goes."""
    if opts.uf and opts.uf.upper() not in UFS:
        raise UserError(f"UF desconhecida: “{opts.uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
    if not all(path.exists() for path in paths):
        find_audits(paths)  # says which one is missing
    return Path(opts.saida) if opts.saida else _room(paths[0], (opts.uf or "").lower())


def _compare(paths: Sequence[Path], opts: argparse.Namespace, settings: BaseSettings, broken: list[str]) -> Path:
    """The report of many; with a state, its municipalities that were never audited are listed too."""
    uf, folder = (opts.uf or "").lower(), _place(paths, opts)
    known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
    towns = known if opts.uf else ()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        audits = many.read(paths, broken)
        return many_pages.write(
            audits, folder, towns, uf, broken, not opts.sem_relatorios, matrix_of(settings), known.people
        )
    except OSError as error:
        raise UserError(f"Não foi possível gravar em {folder}.", f"{error.strerror}.") from None


def _room(path: Path, uf: str) -> Path:
    """Where a comparison is kept: with the audits that it is of. One of a state has a folder of its own there, so that states do not overwrite each other."""
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    if not uf:
        return folder
    return next((place for place in (folder, *folder.parents) if place.name == uf), folder / uf)
