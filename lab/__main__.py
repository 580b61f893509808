"""``python -m lab serve|audit|bench|least|measured|stored|simulate|scale|forge|rows|speed|national``: the lab until Ctrl-C, the program put
before it, what it takes at least, made-up audits, many towns at once, what more of them take, portals put together at random, the rows of
their lists, how fast these come, towns of the national matrix."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from types import FrameType
from typing import Any

from lab import all_portals, serve
from lab.archetypes import ARCHETYPES
from lab.national import cli as national
from lab.server import EGRESS
from transparency.text import plural

INTERRUPTED = 128 + signal.SIGINT


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 2 for what cannot be done, 130 after Ctrl-C, else that of the program that was run."""
    parser = argparse.ArgumentParser(
        prog="python -m lab", description="Réplicas de portais da transparência em 127.0.0.1."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for add in (
        _add_serve,
        _add_audit,
        _add_bench,
        _add_least,
        _add_measured,
        _add_stored,
        _add_simulate,
        _add_scale,
        _add_forge,
        _add_rows,
        _add_speed,
        national.add,
    ):
        add(commands)
    args = parser.parse_args(arguments)
    try:
        return int(args.run(args))
    except Refused as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


class Refused(Exception):
    """What is asked for cannot be done (Portuguese)."""


Commands = Any
"""What ``add_subparsers`` returns: argparse names no type for it."""
Numbers = Iterable[tuple[str, Callable[[str], float], float, str]]
"""Option, type, default and what it counts."""


def _add_numbers(parser: argparse.ArgumentParser, numbers: Numbers) -> None:
    for option, kind, default, what in numbers:
        parser.add_argument(f"--{option}", type=kind, default=str(default), help=f"{what} (padrão: {default})")


def _add_portals(parser: argparse.ArgumentParser, default: str = "todos") -> None:
    parser.add_argument("--portals", default="", help=f"slugs separados por vírgula, ou “todos” (padrão: {default})")


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--saida", type=Path, default=Path("audits"), help="pasta das auditorias (padrão: audits)")


def _portals(args: argparse.Namespace) -> list[str] | None:
    """The slugs that are asked for; None for all."""
    portals = [slug for slug in args.portals.split(",") if slug and slug != "todos"]
    known = [portal.slug for portal in all_portals()]
    if unknown := sorted(set(portals) - set(known)):
        alike = dict.fromkeys(slug for name in unknown for slug in _alike(name, known))
        meant = f" Você quis dizer: {', '.join(alike)}?" if alike else ""
        where = "O nome de um portal é o slug no seu arquivo de lab/portals/."
        raise Refused(f"Erro: Portal desconhecido: {', '.join(unknown)}.{meant} {where}")
    return portals or None


def _alike(name: str, known: Sequence[str]) -> list[str]:
    """The slugs that are meant by the name of a file, by a part of a slug, or by a slug with a slip."""
    part = name.replace("_", "-")
    return [slug for slug in known if f"-{part}-" in f"-{slug}-"] or get_close_matches(name, known, n=1)


def _add_serve(commands: Commands) -> None:
    parser = commands.add_parser("serve", help="serve os portais até Ctrl-C")
    parser.add_argument("--catalogue", type=Path, help="grava o catálogo (CSV) neste arquivo")
    parser.add_argument("--key", type=Path, help="grava o gabarito (CSV) neste arquivo, e os nós mínimos ao lado")
    parser.add_argument(
        "--irmas", action="store_true", help="serve também, de cada portal, o de outro município do mesmo fornecedor"
    )
    _add_portals(parser)
    parser.set_defaults(run=lambda args: until_interrupted(_portals(args), args.catalogue, args.key, args.irmas))


def _add_audit(commands: Commands) -> None:
    parser = commands.add_parser("audit", help="audita os portais e compara com o gabarito")
    _add_folder(parser)
    _add_portals(parser, "um de cada tipo")
    parser.set_defaults(run=_audit)


def _audit(args: argparse.Namespace) -> int:
    from lab import runs  # not needed, nor its imports, to serve

    return runs.audit(_portals(args) if args.portals else [*ARCHETYPES.values()], args.saida.resolve())


def _add_bench(commands: Commands) -> None:
    parser = commands.add_parser("bench", help="mede o custo da auditoria de cada portal")
    parser.add_argument("--relatorio", type=Path, help="grava as medidas (JSON) neste arquivo")
    _add_folder(parser)
    _add_portals(parser)
    parser.set_defaults(run=_bench)


def _bench(args: argparse.Namespace) -> int:
    from lab import runs

    return runs.bench(_portals(args), args.saida.resolve(), args.relatorio)


def _add_least(commands: Commands) -> None:
    parser = commands.add_parser("least", help="o menor número de nós que mostra tudo o que cada portal publica")
    parser.add_argument("--json", type=Path, help="grava os nós mínimos (JSON) neste arquivo")
    _add_portals(parser)
    parser.set_defaults(run=_least)


def _least(args: argparse.Namespace) -> int:
    from lab import least

    portals = _portals(args)
    facts = least.least_facts(portal for portal in all_portals() if not portals or portal.slug in portals)
    least.show(facts)
    if args.json:
        least.write_least(args.json, facts)
    return 0


def _add_measured(commands: Commands) -> None:
    parser = commands.add_parser("measured", help="a tabela de docs/measured.md, de auditorias do laboratório")
    parser.add_argument("folder", metavar="PASTA", type=Path, help="pasta das auditorias")
    parser.add_argument("--antes", type=Path, help="tabela (Markdown) de uma versão anterior, para comparar")
    _add_portals(parser)
    parser.set_defaults(run=_measured)


def _measured(args: argparse.Namespace) -> int:
    from lab import measured

    portals = _portals(args)
    chosen = (portal for portal in all_portals() if not portals or portal.slug in portals)
    return measured.show(chosen, args.folder, args.antes)


def _add_stored(commands: Commands) -> None:
    parser = commands.add_parser(
        "stored", help="grava auditorias inventadas, para experimentar relatórios, exportações e a API"
    )
    parser.add_argument("folder", metavar="PASTA", type=Path, help="onde gravar; ao lado fica catalogo.csv")
    _add_numbers(parser, (
        ("towns", int, 223, "municípios"), ("audits", int, 3, "auditorias de cada um"), ("seed", int, 0, "semente"),
        ("never", int, 0, "municípios do catálogo sem auditoria"),
    ))  # fmt: skip
    parser.add_argument("--uf", default="PB", help="sigla do estado (padrão: PB); BR: todos os estados")
    parser.add_argument(
        "--light", action="store_true", help="sem páginas e imagens guardadas, que levam muito mais tempo"
    )
    parser.set_defaults(run=_stored)


def _stored(args: argparse.Namespace) -> int:
    from lab import stored

    try:
        made = stored.write_audits(args.folder, args.towns, args.audits, args.seed, args.uf, args.never, args.light)
    except ValueError as error:
        raise Refused(f"Não é possível: {error}.") from error
    print(f"{plural(len(made), 'auditoria')} em {args.folder}")
    return 0


def _add_simulate(commands: Commands) -> None:
    parser = commands.add_parser("simulate", help="muitos municípios em poucos servidores lentos e falhos, de uma vez")
    _add_numbers(parser, (
        ("towns", int, 223, "municípios"), ("hosts", int, 12, "servidores de fornecedores"),
        ("delay", float, 1, "segundos entre pedidos a um servidor"), ("at-once", int, 0, "municípios ao mesmo tempo; 0: o programa escolhe"),
        ("misbehaving", float, 0.3, "parte dos servidores que falham"), ("seed", int, 0, "semente"),
    ))  # fmt: skip
    parser.add_argument("--saida", type=Path, default=Path("simulacao"), help="pasta de tudo (padrão: simulacao)")
    parser.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    from lab import simulate

    if not 0 < args.hosts <= args.towns or not 0 <= args.misbehaving <= 1 or args.delay <= 0 or args.at_once < 0:
        raise Refused("Não é possível: ao menos um município por servidor, --misbehaving de 0 a 1, --delay maior que zero.")  # fmt: skip
    folder = args.saida.resolve()
    return simulate.show(
        simulate.simulate(folder, args.towns, args.hosts, args.delay, args.at_once, args.misbehaving, args.seed)
    )


def _add_scale(commands: Commands) -> None:
    parser = commands.add_parser("scale", help="quanto levam muitos municípios, pelo que auditorias guardadas custaram")
    parser.add_argument("audits", metavar="PASTA", type=Path, help="auditorias feitas sem distância entre pedidos")
    _add_numbers(parser, (
        ("delay", float, 5, "segundos entre pedidos a um servidor"), ("latency", float, 1.5, "segundos a mais que leva uma visita na internet"),
        ("at-once", int, 8, "municípios ao mesmo tempo numa máquina"),
    ))  # fmt: skip
    parser.set_defaults(run=_scale)


def _scale(args: argparse.Namespace) -> int:
    from lab import scale, simulate

    known = scale.Cost.mean([cost for _, cost in simulate.costs(args.audits, 0.0)])
    cost = replace(known, visit_seconds=known.visit_seconds + args.latency * (1 + known.clicks))
    print(scale.show(cost, scale.towns_per_server(), args.delay, args.at_once))
    return 0


def _add_forge(commands: Commands) -> None:
    parser = commands.add_parser("forge", help="audita portais montados ao acaso e compara com o gabarito deles")
    parser.add_argument("--seeds", default="1-12", help="sementes: “1-12” ou “3,7” (padrão: 1-12)")
    parser.add_argument("--serve", action="store_true", help="só serve os portais, até Ctrl-C")
    parser.add_argument("--saida", type=Path, default=Path("forja"), help="pasta de tudo (padrão: forja)")
    parser.set_defaults(run=_forge)


def _forge(args: argparse.Namespace) -> int:
    from lab.forge import runs

    try:
        seeds = runs.seeds_of(args.seeds)
    except ValueError as error:
        raise Refused(f"Não é possível: “{args.seeds}” não são sementes; exemplo: 1-12,20.") from error
    folder = args.saida.resolve()
    return runs.serve(seeds, folder) if args.serve else runs.audit(seeds, folder)


def _add_rows(commands: Commands) -> None:
    parser = commands.add_parser("rows", help="colhe as linhas das listas de portais e as compara com as definições")
    parser.add_argument("--saida", type=Path, default=Path("linhas"), help="pasta de tudo (padrão: linhas)")
    parser.add_argument(
        "--anos", default="", help="os anos pedidos, por exemplo 2024-2026 (padrão: o que a lista mostra)"
    )
    _add_portals(parser, "um de cada tipo")
    parser.set_defaults(run=_rows)


def _rows(args: argparse.Namespace) -> int:
    from lab import collected

    portals = _portals(args) if args.portals else [*ARCHETYPES.values()]
    return collected.run(portals, args.saida.resolve(), args.anos)


def _add_speed(commands: Commands) -> None:
    parser = commands.add_parser("speed", help="a colheita de linhas ao lado de programas Scrapy escritos à mão")
    parser.add_argument("--saida", type=Path, default=Path("velocidade"), help="pasta de tudo (padrão: velocidade)")
    parser.set_defaults(run=_speed)


def _speed(args: argparse.Namespace) -> int:
    from lab import speed

    return speed.show(args.saida.resolve())


def until_interrupted(
    portals: Sequence[str] | None, catalogue: Path | None, key: Path | None, with_sisters: bool = False
) -> int:
    """Serve, say the addresses, one line each, and wait for SIGINT or SIGTERM."""
    stop = threading.Event()

    def leave(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    with serve(portals, with_sisters) as lab:
        if catalogue:
            lab.write_catalogue(catalogue)
        if key:
            lab.write_key(key)
        print(
            f"export {EGRESS}={','.join(lab.places)}", file=sys.stderr, flush=True
        )  # for audits from another terminal
        for portal in lab.portals:
            print(f"{portal.slug}\t{portal.url}", flush=True)
        stop.wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
