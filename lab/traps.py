"""Small sites without an end, each in its own way, and what is looked for four steps from the entry of each of them."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

ITEMS = ("Número do empenho", "Data do empenho", "Favorecido", "Valor empenhado", "Valor pago")
"""Headings of the table that every site hides."""
FILES = 50_000
"""Links of the page that has too many."""

Words = dict[str, str]
Trap = Callable[["Site", str, Words], str]
_numbers = itertools.count(1)


class Site:
    """One of the sites: ``at`` writes its addresses."""

    def __init__(self, name: str) -> None:
        self.name = name

    def at(self, path: str = "", **query: object) -> str:
        """The address of a page of the site."""
        return f"/{self.name}/{path}" + (f"?{urlencode(query)}" if query else "")


def link(label: str, address: str) -> str:
    """A link."""
    return f'<li><a href="{address}">{label}</a></li>'


def page(title: str, *parts: str) -> str:
    """A page."""
    return f"<!doctype html><html lang=pt-BR><title>{title}</title><h1>{title}</h1><ul>{''.join(parts)}</ul></html>"


def table() -> str:
    """The table that is looked for."""
    heads = "".join(f"<th>{name}</th>" for name in ITEMS)
    rows = "".join(
        f"<tr><td>{n}/2026</td><td>0{n}/03/2026</td><td>Loja {n} Ltda</td><td>{n}.500,00</td><td>{n}.400,00</td></tr>"
        for n in range(1, 6)
    )
    return f"<table><tr>{heads}</tr>{rows}</table>"


WAY = {
    "": ("Portal da Transparência", "contas", "Contas públicas"),
    "contas": ("Contas públicas", "despesas", "Despesas"),
    "despesas": ("Despesas", "orgaos", "Despesas por órgão"),
    "orgaos": ("Despesas por órgão", "empenhos", "Empenhos da Secretaria de Educação"),
}
"""Page → its title, and the page and label that lead on."""


def way(site: Site, path: str, *more: str, at: Callable[..., str] | None = None) -> str | None:
    """The pages between the entry and the table; None for any other."""
    at = at or site.at
    if path == "empenhos":
        return page("Empenhos", table(), *more)
    if path not in WAY:
        return None
    title, to, label = WAY[path]
    return page(title, *more, link("Início", at()), link(label, at(to)))


def calendar(site: Site, path: str, query: Words) -> str:
    """A month leads to its days and to the months beside it, for ever."""
    if path == "agenda":
        try:
            month = dt.date.fromisoformat(query.get("mes", "2026-11") + "-01")
        except ValueError:
            month = dt.date(2026, 11, 1)
        days = [
            link(f"Despesas de {d:02d}/{month:%m/%Y}", site.at("agenda", mes=f"{month:%Y-%m}", dia=d))
            for d in range(1, 29)
        ]
        before, after = month - dt.timedelta(days=1), month + dt.timedelta(days=32)
        beside = [link(f"Agenda de {m:%m/%Y}", site.at("agenda", mes=f"{m:%Y-%m}")) for m in (before, after)]
        return page(f"Agenda de despesas de {month:%m/%Y}", "<p>Nenhum compromisso.</p>", *beside, *days)
    return way(site, path, link("Agenda de despesas", site.at("agenda"))) or page("Página")


def session(site: Site, path: str, query: Words) -> str:
    """Every address is another one each time that it is shown."""
    del query
    path = path.partition(";")[0]

    def at(to: str = "") -> str:
        return site.at(f"{to};jsessionid={next(_numbers):08X}", visita=next(_numbers))

    around = [link(f"Despesas: {name}", at(name)) for name in ("glossario", "perguntas", "mapa", "ajuda")]
    return way(site, path, *around, at=at) or page(f"Despesas: {path}", "<p>Texto.</p>", link("Início", at()), *around)


def growing(site: Site, path: str, query: Words) -> str:
    """Relative links are taken for longer and longer addresses, each of which is answered."""
    del query
    found = way(site, path, '<li><a href="despesas/mais/">Mais despesas</a></li>')
    return found or page(
        "Mais despesas",
        *(f'<li><a href="{to}/">Despesas: {to}</a></li>' for to in ("mais", "outras", "www.prefeitura")),
    )


def endless(site: Site, path: str, query: Words) -> str:
    """A next page after every page, each with other words."""
    if path == "noticias":
        number = int(query.get("p") or 1)
        news = [link(f"Despesas com a obra {number}-{n}", site.at("noticias", p=number, n=n)) for n in range(8)]
        return page(
            f"Notícias de despesas, página {number}",
            *news,
            link("Próximo", site.at("noticias", p=number + 1)),
            link("»", site.at("noticias", p=number + 1)),
        )
    return way(site, path, link("Notícias de despesas", site.at("noticias"))) or page("Notícia")


def scrolling(site: Site, path: str, query: Words) -> str:
    """The page grows whenever its end comes into view."""
    del query
    grow = (
        "<script>let n=0;function more(){for(let i=0;i<20;i++){const li=document.createElement('li');n++;"
        "li.innerHTML='<a href=\"item'+n+'\">Despesas do item '+n+'</a>';document.querySelector('ul').append(li)}}"
        "more();addEventListener('scroll',()=>{if(innerHeight+scrollY>document.body.scrollHeight-300)more()});</script>"
    )
    return (way(site, path) or page(f"Despesas do item {path}", "<p>Texto.</p>")) + grow


def crowded(site: Site, path: str, query: Words) -> str:
    """More links than anyone reads, before the one that counts."""
    del query
    crowd = (
        "".join(link(f"Despesas do documento {n}", site.at(f"doc{n}")) for n in range(FILES))
        if path == "contas"
        else ""
    )
    return way(site, path, crowd) or page("Documento", "<p>Texto.</p>")


def multiplying(site: Site, path: str, query: Words) -> str:
    """A button that adds two more of its kind, whenever it is used."""
    del query
    button = (
        "<li><button onclick=\"for(const s of ['','b']){const b=this.cloneNode();"
        "b.textContent='Mostrar despesas '+(++window.n)+s;b.onclick=this.onclick;this.after(b)}\">Mostrar despesas</button></li>"
        "<script>window.n=0</script>"
    )
    return way(site, path, button) or page("Página")


def facets(site: Site, path: str, query: Words) -> str:
    """Filters that are added to each other, in any order: a page for each of their combinations."""
    if path == "busca":
        more = [
            link(f"Despesas: {name}", site.at("busca", **{**query, name: v}))
            for name in ("ano", "mes", "orgao", "fonte", "tipo", "funcao")
            for v in range(6)
        ]
        return page("Busca de despesas", f"<p>{len(query)} filtros. Nenhum registro.</p>", *more)
    return way(site, path, link("Busca de despesas", site.at("busca"))) or page("Página")


def forwarding(site: Site, path: str, query: Words) -> str:
    """Pages that lead to another one by themselves, and that one to the next."""
    if path == "consulta":
        number = int(query.get("n") or 0)
        to = site.at("consulta", n=number + 1)
        return (
            page("Consulta de despesas", f"<p>Aguarde ({number})…</p>")
            + f"<script>setTimeout(()=>location.href='{to}',150)</script>"
        )
    return way(site, path, link("Consulta de despesas", site.at("consulta"))) or page("Página")


def maze(site: Site, path: str, query: Words) -> str:
    """Every page has new pages, whose addresses have no pattern."""
    del query
    made = [
        link(
            f"Despesas e receitas {(n := next(_numbers))}", site.at(f"{n * 2654435761 % 2**32:x}/{n * 40503 % 65521:x}")
        )
        for _ in range(12)
    ]
    return way(site, path, *made) or page("Despesas e receitas", "<p>Texto.</p>", *made)


TRAPS: dict[str, Trap] = {
    "calendario": calendar,
    "sessao": session,
    "caminho": growing,
    "paginas": endless,
    "rolagem": scrolling,
    "multidao": crowded,
    "botoes": multiplying,
    "filtros": facets,
    "encaminha": forwarding,
    "labirinto": maze,
}


class Traps:
    """The sites as they are served. ``asked``: site → requests for its pages."""

    def __init__(self, port: int) -> None:
        self.urls = {name: f"http://127.0.0.1:{port}/{name}/" for name in TRAPS}
        self.netloc = f"127.0.0.1:{port}"
        self.asked: Counter[str] = Counter()


@contextlib.contextmanager
def traps() -> Iterator[Traps]:
    """The sites, at a free port of this machine, until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            _, name, path = [*address.path.split("/", 2), "", ""][:3]
            trap = TRAPS.get(name)
            body = trap(Site(name), path.removesuffix("/"), dict(parse_qsl(address.query))) if trap else ""
            served.asked[name] += bool(trap)
            data = body.encode()
            self.send_response(200 if trap else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = Traps(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
