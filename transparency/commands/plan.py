"""``scrapy plan``: which municipalities are due for another audit, and how far their stored ones can still be believed."""

from __future__ import annotations

import argparse
import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from transparency.called import called
from transparency.items import UserError
from transparency.portals import catalogue
from transparency.portals.catalogue import UFS
from transparency.report.terminal import console, plain, print_table
from transparency.run.command import ProjectCommand, complain, refuse_unknown
from transparency.run.revisit import POLICIES, Visit, due
from transparency.text import plural


class Command(ProjectCommand):
    """Tells what is due."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "[opções]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Diz quais municípios devem ser auditados de novo, e quanto ainda valem as auditorias guardadas"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Of which catalogue, how often, in which form."""
        super().add_options(parser)
        group = parser.add_argument_group("Plano")
        group.add_argument("--uf", help="só os municípios de um estado")
        group.add_argument("--catalogo", metavar="ARQUIVO", help="outro catálogo (CSV)")
        group.add_argument("--saida", metavar="PASTA", help="onde estão as auditorias (padrão: audits)")
        group.add_argument("--intervalo", metavar="DIAS", help="dias entre duas auditorias (padrão: REVISIT_DAYS, 30)")
        group.add_argument(
            "--politica", metavar="NOME",
            help="uniforme: o mesmo intervalo para todos; proporcional: mais vezes onde mais mudou, com o mesmo total (padrão: REVISIT_POLICY, uniforme)",
        )  # fmt: skip
        group.add_argument("--todos", action="store_true", help="mostra também os que ainda não estão na hora")
        group.add_argument("--json", action="store_true", help="o plano inteiro em JSON, e mais nada")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Show the plan."""
        assert self.settings is not None
        try:
            refuse_unknown(args, "plan")
            if args:
                raise UserError(f"Argumento sobrando: {args[0]}.", f"Veja {called()} plan --help")
            files = [opts.catalogo] if opts.catalogo else self.settings.getlist("CATALOGUE_FILES")
            towns = list(catalogue.load([Path(file) for file in files] or None))
            if opts.uf:
                if opts.uf.upper() not in UFS:
                    raise UserError(f"UF desconhecida: “{opts.uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
                towns = [town for town in towns if town.uf == opts.uf.upper()]
            every = days_of(opts.intervalo or self.settings["REVISIT_DAYS"])
            policy = policy_of(opts.politica or self.settings["REVISIT_POLICY"])
            root = Path(opts.saida or self.settings["AUDITS_DIR"])
            plan = due(root, towns, dt.datetime.now(dt.UTC), every, policy)
        except UserError as error:
            self.exitcode = complain(error)
            return
        if opts.json:
            print(json.dumps([asdict(visit) for visit in plan], ensure_ascii=False, indent=1))
        else:
            _show(plan, every, policy, opts.todos)


def days_of(text: object) -> float:
    """A number of days greater than zero. UserError for anything else."""
    try:
        days = float(str(text).replace(",", "."))
    except ValueError:
        days = 0.0
    if not 0 < days <= 3650:
        raise UserError(f"Intervalo inválido: “{text}”.", "Use um número de dias, por exemplo 30.")
    return days


def policy_of(text: str) -> str:
    """A known policy. UserError for any other."""
    if text not in POLICIES:
        raise UserError(f"Política desconhecida: “{text}”.", f"Use uma destas: {', '.join(POLICIES)}.")
    return text


def _show(plan: Sequence[Visit], every: float, policy: str, everyone: bool) -> None:
    screen = console()
    shown = [visit for visit in plan if visit.due or everyone]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Município", "Última auditoria", "Há (dias)", "Auditorias", "Mudanças", "Por mês", "Frescor", "Ainda vale", "Idade", "Próxima"):  # fmt: skip
        table.add_column(heading, no_wrap=True, justify="left" if heading in ("Município", "Última auditoria") else "right")  # fmt: skip
    for visit in shown:
        table.add_row(
            Text(plain(f"{visit.name} ({visit.uf})")), visit.last[:10] or "nunca", _number(visit.since_last), str(visit.audits),
            str(visit.changes), _number(visit.per_month, 2), _share(visit.freshness), _share(visit.fresh_now),
            _number(visit.age_now), Text("agora" if visit.due else visit.due_at[:10], style="bold" if visit.due else ""),
        )  # fmt: skip
    if shown:
        print_table(screen, table)
    never, now = sum(not visit.audits for visit in plan), sum(visit.due for visit in plan)
    screen.print(
        f"{now} de {plural(len(plan), 'município')} na hora de auditar ({never} sem auditoria); política {policy}, {every:g} {'dia' if every == 1 else 'dias'}."
    )
    known = [(visit.fresh_now, visit.age_now) for visit in plan if visit.fresh_now is not None and visit.age_now is not None]  # fmt: skip
    if known:
        mean, age = (sum(numbers) / len(known) for numbers in zip(*known, strict=True))
        screen.print(
            f"De {len(known)} com duas auditorias ou mais, {mean:.0%} ainda valem; o que mudou, mudou há {_number(age)} dias em média (estimativas)."
        )
    if now:
        screen.print(f"Para auditar os que estão na hora: {called()} audit --devidos", markup=False)


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}".replace(".", ",")


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
