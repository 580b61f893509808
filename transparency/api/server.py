"""The server: checked options, a bound socket, and the application on it until somebody ends it."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from rich.console import Console

from transparency.api import RATE, TOKEN
from transparency.api.app import make_app
from transparency.api.guard import SHORTEST_TOKEN, Rules, is_loopback, parse_rate
from transparency.api.index import Index
from transparency.api.review import POSTED
from transparency.api.served import Served
from transparency.called import called
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.portals import catalogue
from transparency.store.audits import check_writable
from transparency.text import plural

PACE = 5.0
"""Seconds between two lines about the reading."""
AT_ONCE = 200
"""Connections; more are told to come back."""


@dataclass(frozen=True)
class Options:
    """What ``scrapy serve`` was asked for, as written."""

    folder: str
    host: str = "127.0.0.1"
    port: str = "8000"
    names: Sequence[str] = ()
    token_file: str | None = None
    rate: str = RATE
    reviewing: bool = False
    keywords: str | None = None
    catalogues: Sequence[str] = ()


def prepare(opts: Options) -> Served:
    """What the options ask for; the index fills once it is started. UserError when it cannot be."""
    root = Path(opts.folder)
    if not root.is_dir():
        raise UserError(f"Não é uma pasta: {root}.", f"Dê a pasta das auditorias: {called()} serve --pasta audits")
    token = read_token(opts.token_file, os.environ.get(TOKEN, ""))
    if not is_loopback(opts.host) and not token:
        raise UserError(
            f"Atender em {opts.host} sem token mostraria as auditorias a toda a rede.",
            f"Dê um token na variável {TOKEN} ou em --token-file, ou fique em 127.0.0.1.",
        )
    names = {name.lower().rstrip(".") for name in (*opts.names, opts.host)}
    rules = Rules(token, frozenset(names), parse_rate(opts.rate), frozenset(POSTED if opts.reviewing else ()))
    if opts.reviewing:
        check_writable(root)
    matrix = load_matrix(Path(opts.keywords) if opts.keywords else None)
    people = catalogue.load([Path(path) for path in opts.catalogues] or None).people
    return Served(Index(root), matrix, rules, reviewing=opts.reviewing, people=people)


def read_token(file: str | None, given: str) -> str:
    """The token of a file, else the one given; empty when there is none. UserError when it is too short, or the file cannot be read."""
    if file:
        try:
            given = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise UserError(f"Não foi possível ler o token em {file}.", "Confira o caminho e as permissões.") from None
    token = given.strip()
    if (file or token) and (
        len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token
    ):
        raise UserError(
            f"O token precisa de {SHORTEST_TOKEN} letras ou mais, sem espaços nem acentos.",
            "Por exemplo: python3 -c 'import secrets; print(secrets.token_urlsafe())'",
        )
    return token


def bind(host: str, port: str) -> socket.socket:
    """A socket that listens. UserError when the place is taken, or is none."""
    try:
        number = int(port)
        if not 0 <= number <= 65535:
            raise ValueError
    except ValueError:
        raise UserError(f"Porta inválida: “{port}”.", "Use um número de 0 a 65535.") from None
    try:
        found = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # Named as TCP, for then asyncio sends small answers at once (40 ms sooner).
        listener = socket.socket(*found[:3])
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(found[4])
        listener.listen(128)
    except OSError as error:
        raise UserError(
            f"Não foi possível atender em {host}, porta {port}: {error.strerror}.", "Escolha outra com --porta."
        ) from None
    return listener


def _tell(index: Index, console: Console) -> None:
    """How far the reading is, while it lasts, and what could not be read."""
    while not index.full.wait(PACE):
        if index.progress and index.progress[1]:
            done, whole = index.progress
            console.print(f"Lendo as auditorias: {done} de {whole} ({100 * done // whole}%)", markup=False, style="dim")
    count = index.ask("SELECT count(*) AS n FROM audits")[0]["n"]
    console.print(f"{plural(count, 'auditoria lida', 'auditorias lidas')}.", markup=False)
    for place, why in index.unreadable.items():
        console.print(f"Não pôde ser lida: {place}: {why}", markup=False, style="yellow")


def serve(served: Served, listener: socket.socket) -> None:
    """Answer until Ctrl-C or SIGTERM, from the start: many audits are read meanwhile."""
    host, port = listener.getsockname()[:2]
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    shown = f"[{host}]" if ":" in host else host
    console.print(
        f"Atendendo em http://{shown}:{port}/  (API: /api{', revisão: /revisao' if served.reviewing else ''}; Ctrl-C encerra)",
        markup=False,
    )
    threading.Thread(target=_tell, args=(served.index, console), daemon=True).start()
    config = uvicorn.Config(
        make_app(served), log_level="warning", access_log=False, server_header=False, proxy_headers=False,
        limit_concurrency=AT_ONCE, timeout_keep_alive=20, timeout_graceful_shutdown=5, ws="none",
    )  # fmt: skip
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        served.index.close()
