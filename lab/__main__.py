"""``python -m lab serve|audit|bench|least|stored|simulate|scale``: the lab until Ctrl-C, the program put before it, what it takes at
least, made-up audits, many towns at once, what more of them take."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from lab import all_portals, serve
from lab.archetypes import ARCHETYPES
from lab.server import EGRESS


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 done, 2 for a portal that no definition has, else that of the program that was run."""
    parser = argparse.ArgumentParser(
        prog="python -m lab", description="Réplicas de portais da transparência em 127.0.0.1."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("serve", help="serve os portais até Ctrl-C")
    serving.add_argument("--catalogue", type=Path, help="grava o catálogo (CSV) neste arquivo")
    serving.add_argument("--key", type=Path, help="grava o gabarito (CSV) neste arquivo, e os nós mínimos ao lado")
    serving.add_argument(
        "--irmas", action="store_true", help="serve também, de cada portal, o de outro município do mesmo fornecedor"
    )
    auditing = commands.add_parser("audit", help="audita os portais e compara com o gabarito")
    measuring = commands.add_parser("bench", help="mede o custo da auditoria de cada portal")
    measuring.add_argument("--relatorio", type=Path, help="grava as medidas (JSON) neste arquivo")
    counting = commands.add_parser("least", help="o menor número de nós que mostra tudo o que cada portal publica")
    counting.add_argument("--json", type=Path, help="grava os nós mínimos (JSON) neste arquivo")
    storing = commands.add_parser(
        "stored", help="grava auditorias inventadas, para experimentar relatórios, exportações e a API"
    )
    storing.add_argument("folder", metavar="PASTA", type=Path, help="onde gravar; ao lado fica catalogo.csv")
    for name, default, what in (
        ("towns", 223, "municípios"), ("audits", 3, "auditorias de cada um"), ("seed", 0, "semente"),
        ("never", 0, "municípios do catálogo sem auditoria"),
    ):  # fmt: skip
        storing.add_argument(f"--{name}", type=int, default=default, help=f"{what} (padrão: {default})")
    storing.add_argument("--uf", default="PB", help="sigla do estado (padrão: PB)")
    simulating = commands.add_parser(
        "simulate", help="muitos municípios em poucos servidores lentos e falhos, de uma vez"
    )
    for option, kind, usual, what in (
        ("towns", int, "223", "municípios"), ("hosts", int, "12", "servidores de fornecedores"), ("delay", float, "1", "segundos entre pedidos a um servidor"),
        ("at-once", int, "0", "municípios ao mesmo tempo; 0: o programa escolhe"), ("misbehaving", float, "0.3", "parte dos servidores que falham"),
        ("seed", int, "0", "semente"),
    ):  # fmt: skip
        simulating.add_argument(f"--{option}", type=kind, default=usual, help=f"{what} (padrão: {usual})")
    simulating.add_argument("--saida", type=Path, default=Path("simulacao"), help="pasta de tudo (padrão: simulacao)")
    scaling = commands.add_parser(
        "scale", help="quanto levam muitos municípios, pelo que auditorias guardadas custaram"
    )
    scaling.add_argument("audits", metavar="PASTA", type=Path, help="auditorias feitas sem distância entre pedidos")
    scaling.add_argument("--delay", type=float, default=5.0, help="segundos entre pedidos a um servidor (padrão: 5)")
    scaling.add_argument("--latency", type=float, default=1.5, help="segundos a mais que leva uma visita na internet (padrão: 1.5)")  # fmt: skip
    scaling.add_argument("--at-once", type=int, default=8, help="municípios ao mesmo tempo numa máquina (padrão: 8)")
    for command in (auditing, measuring):
        command.add_argument("--saida", type=Path, default=Path("audits"), help="pasta das auditorias (padrão: audits)")
    for command in (serving, auditing, measuring, counting):
        every = "um de cada tipo" if command is auditing else "todos"
        command.add_argument("--portals", default="", help=f"slugs separados por vírgula, ou “todos” (padrão: {every})")
    args = parser.parse_args(arguments)
    if args.command == "stored":
        from lab import stored

        try:
            made = stored.write_audits(args.folder, args.towns, args.audits, args.seed, args.uf, args.never)
        except ValueError as error:
            print(f"Não é possível: {error}.", file=sys.stderr)
            return 2
        print(f"{len(made)} auditorias em {args.folder}")
        return 0
    if args.command == "scale":
        from dataclasses import replace

        from lab import scale, simulate

        known = scale.Cost.mean([cost for _, cost in simulate.costs(args.audits, 0.0)])
        cost = replace(known, visit_seconds=known.visit_seconds + args.latency * (1 + known.clicks))
        print(scale.show(cost, scale.towns_per_server(), args.delay, args.at_once))
        return 0
    if args.command == "simulate":
        from lab import simulate

        if not 0 < args.hosts <= args.towns or not 0 <= args.misbehaving <= 1 or args.delay <= 0 or args.at_once < 0:
            print("Não é possível: ao menos um município por servidor, --misbehaving de 0 a 1, --delay maior que zero.", file=sys.stderr)  # fmt: skip
            return 2
        folder = args.saida.resolve()
        return simulate.show(
            simulate.simulate(folder, args.towns, args.hosts, args.delay, args.at_once, args.misbehaving, args.seed)
        )
    portals = [s for s in args.portals.split(",") if s and s != "todos"] or None
    if args.command == "audit" and not args.portals:
        portals = list(ARCHETYPES.values())
    if unknown := sorted(set(portals or ()) - {p.slug for p in all_portals()}):
        print(
            f"Erro: Portal desconhecido: {', '.join(unknown)}. Os nomes são os arquivos de lab/portals/.",
            file=sys.stderr,
        )
        return 2
    if args.command == "serve":
        return until_interrupted(portals, args.catalogue, args.key, args.irmas)
    if args.command == "least":
        from lab import least

        chosen = [p for p in all_portals() if not portals or p.slug in portals]
        least.show(chosen)
        if args.json:
            least.write_least(args.json, chosen)
        return 0
    from lab import runs  # not needed, nor its imports, to serve

    folder = args.saida.resolve()
    return runs.audit(portals, folder) if args.command == "audit" else runs.bench(portals, folder, args.relatorio)


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
