"""``scrapy fleet``: order audits of the machines of a fleet, and see how the orders stand."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from transparency.called import called
from transparency.commands.audit import towns_of
from transparency.items import UserError
from transparency.portals import catalogue
from transparency.report.terminal import console
from transparency.run.command import ProjectCommand, complain, refuse_unknown
from transparency.text import plural


class Command(ProjectCommand):
    """See ``scrapy fleet --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "MUNICÍPIO… | --uf UF | --fornecedor NOME | --situacao"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Encomenda auditorias às máquinas de uma frota, e mostra em que pé estão"

    def long_desc(self) -> str:
        """For the help."""
        return "As máquinas, o Redis (TRANSPARENCY_REDIS) e o armazenamento (TRANSPARENCY_AUDITS_STORE): docs/deployment.md"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Whom, or how it stands."""
        super().add_options(parser)
        parser.add_argument("--uf", help="estado; sem município: todos do estado no catálogo")
        parser.add_argument("--fornecedor", metavar="NOME", help="todos os da família no catálogo")
        parser.add_argument("--situacao", action="store_true", help="em que pé estão as encomendas")
        parser.add_argument("--json", action="store_true", help="o mesmo em JSON, e mais nada")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Order, or tell."""
        assert self.settings is not None
        try:
            refuse_unknown(args, "fleet")
            fleet = _fleet()
            if opts.situacao:
                self._tell(opts.json, fleet)
                return
            if args:
                known = catalogue.load([*map(Path, self.settings.getlist("CATALOGUE_FILES"))] or None)
                towns = [known.find(name, opts.uf) for name in args]
            elif opts.uf or opts.fornecedor:
                towns = towns_of(self.settings, opts.uf, opts.fornecedor)
            else:
                raise UserError(
                    "Falta dizer o município.", f"Por exemplo: {called()} fleet --uf pb, ou {called()} fleet --situacao"
                )
            fleet.place()
            order = fleet.give(list(dict.fromkeys(f"{town.slug}-{town.uf.lower()}" for town in towns)))
        except UserError as error:
            self.exitcode = complain(error)
            return
        count = plural(len(towns), "município")
        console().print(f"Encomenda {order.id}: {count}. Para acompanhar: {called()} fleet --situacao")

    def _tell(self, as_json: bool, fleet: Any) -> None:
        found = [(order.id, order.standing()) for order in fleet.Order.all(fleet.redis())]
        if as_json:
            print(json.dumps([{"order": id, **vars(standing)} for id, standing in found], ensure_ascii=False, indent=2))
            return
        screen = console()
        for id, standing in found:
            screen.print(
                f"{id}: {standing.done} de {standing.towns} prontos, {len(standing.working)} em andamento, {len(standing.failed)} com falha",
                soft_wrap=True,
            )
            for town, why in sorted(standing.failed.items()):
                screen.print(f"  {town}: {why}", markup=False, soft_wrap=True)
        if not found:
            screen.print(f"Nenhuma encomenda. Por exemplo: {called()} fleet --uf pb")


def _fleet() -> Any:
    """The fleet's application. UserError where its libraries, or its Redis, are missing."""
    try:
        from transparency.fleet import app
    except ImportError:
        raise UserError("Faltam as bibliotecas da frota.", "Instale: pip install 'transparency[fleet]'") from None
    from redis import Redis
    from redis.exceptions import RedisError

    try:
        Redis.from_url(app.redis_url(), socket_connect_timeout=5).ping()
    except (RedisError, ValueError) as error:
        raise UserError(f"O Redis não respondeu: {str(error).rstrip('.')}.", "Confira TRANSPARENCY_REDIS.") from None
    return app
