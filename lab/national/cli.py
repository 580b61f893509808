"""``python -m lab national``: serve the towns until Ctrl-C, or compare what audits have answered with their key."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """The command with its two parts."""
    parser = commands.add_parser(
        "national", help="municípios com site, portal e gabarito da matriz nacional (PNTP 2026)"
    )
    parts = parser.add_subparsers(dest="part", required=True)
    serving = parts.add_parser("serve", help="serve os municípios até Ctrl-C")
    serving.add_argument("--towns", default="", help="nomes (slugs) separados por vírgula (padrão: todos)")
    serving.add_argument("--held-out", action="store_true", help="também os reservados")
    serving.add_argument("--catalogue", type=Path, help="grava o catálogo (CSV) neste arquivo")
    serving.set_defaults(run=serve)
    scoring = parts.add_parser("score", help="compara as respostas das auditorias com o gabarito")
    scoring.add_argument("folder", metavar="PASTA", type=Path, help="pasta das auditorias")
    scoring.add_argument("--held-out", action="store_true", help="só os municípios reservados (senão, só os outros)")
    scoring.add_argument("-v", "--verbose", action="store_true", help="mostra cada resposta errada com o motivo")
    scoring.set_defaults(run=score)


def serve(args: argparse.Namespace) -> int:
    """Say the addresses, one town a line, and wait for SIGINT or SIGTERM."""
    from lab.national import definitions
    from lab.national import serve as serving
    from lab.server import EGRESS

    asked = [slug for slug in args.towns.split(",") if slug]
    if unknown := sorted(set(asked) - set(definitions())):
        print(
            f"Erro: Município desconhecido: {', '.join(unknown)}. Os nomes são os arquivos de lab/national/towns/.",
            file=sys.stderr,
        )
        return 2
    chosen = asked or [slug for slug, town in definitions().items() if args.held_out or not town.held_out]
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with serving(chosen, date.today()) as lab:
        if args.catalogue:
            lab.write_catalogue(args.catalogue)
        print(f"export {EGRESS}={','.join(lab.places)}", file=sys.stderr, flush=True)
        for town in lab:
            print(f"{town.slug}\t{town.site_url}\t{town.portal_url}", flush=True)
        stop.wait()
    return 0


def score(args: argparse.Namespace) -> int:
    from lab.national import score as scoring

    return scoring.show(args.folder, args.held_out, args.verbose)
