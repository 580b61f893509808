"""What asks is sent, and what changes something is not: a table of small pages, each walked as a portal is (``tests/forms``)."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from audit_of_pages import REVENUE
from audited import audit
from audited import served as flask_served
from flask import Flask
from listening import Answers, listening
from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from playwright.async_api import Error as PlaywrightError
from portal_socket import frame, shake_hands
from scrapy.settings import Settings

from lab.definition import read_yaml
from transparency.browse.chromium import launch_options
from transparency.browse.snapshot import Limits, Snapshot, VisitFailed
from transparency.browse.tabs import blank
from transparency.browse.visit import Visit, prepare
from transparency.crawl.candidates import Ground, last_resorts, moves
from transparency.crawl.candidates.forms import sends_something
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.forms.changes import Changes
from transparency.extract.record_sets import find_record_sets
from transparency.items import Box
from transparency.matrix import load_matrix
from transparency.node import Node
from transparency.spiders.portal import PortalSpider

FOLDER = Path(__file__).parent / "forms"
TODAY = dt.date(2026, 11, 21)
AT_ONCE = 5
"""So many pages are walked at the same time."""
ANSWER = "<title>Registros</title><table><tr><th>Empenho<th>Credor<th>Valor</tr><tr><td>1<td>Loja<td>9,00</tr></table>"

WORKERS = {
    "vota/ok": "fetch('votar', {method: 'POST', body: 'x'}).catch(() => 0); const r = new XMLHttpRequest(); r.open('POST', 'votar'); r.send('y')",
    "outro/ok": "new Worker('../vota/ok')",
    "parte/ok": "importScripts('../vota/ok')",
    "lista/ok": "onmessage = ({data}) => fetch('../q?ano=' + data).then((r) => r.text()).then(postMessage)",
    "posta/ok": "onmessage = ({data}) => fetch(new URL('../q', location.href), {method: 'POST', body: 'ano=' + data}).then((r) => r.text()).then(postMessage)",
}
"""Scripts of workers, below the address of any page."""


@cache
def table(name: str) -> Mapping[str, Any]:
    """A table of pages by name, with its parts put in."""
    rows = read_yaml(FOLDER / f"{name}.yml")
    return {key: {"html": row} if isinstance(row, str) else row for key, row in rows.items()}


def place_of(kind: str, name: str) -> str:
    """Where a page stands: an address that tells nothing."""
    return f"/{kind[0]}{list(table(kind)).index(name)}/"


@cache
def parts() -> Mapping[str, str]:
    """What several pages hold."""
    found: Mapping[str, str] = read_yaml(FOLDER / "_parts.yml")
    return found


def page_of(row: Mapping[str, Any]) -> str:
    html = str(row["html"])
    for name, part in parts().items():
        html = html.replace(f"{{{name}}}", part)
    return f"<!doctype html><html lang=pt-BR><meta charset=utf-8><title>Portal da Transparência</title><body>{html}"


@contextmanager
def served(log: list[str]) -> Iterator[str]:
    """All pages of both tables, and ``log``: every request as "METHOD address body"."""
    pages = {place_of(kind, name): page_of(row) for kind in ("changes", "queries") for name, row in table(kind).items()}

    class Handler(Answers):
        def answer(self) -> None:
            if self.headers.get("Upgrade") == "websocket":
                shake_hands(self)
                while (said := frame(self)) is not None:
                    log.append(f"SOCKET {unquote(self.path)} {said}")
                return
            if script := WORKERS.get(unquote(self.path).split("/", 2)[-1]):
                self.send(script, kind="text/javascript")
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
            log.append(f"{self.command} {unquote(self.path)} {body}")
            path = unquote(self.path)
            self.send((pages.get(path) if self.command == "GET" else None) or ANSWER)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 (what the library calls)

    with listening(Handler) as port:
        yield f"http://127.0.0.1:{port}"


class Guest:
    """Looks, and takes one step on from there where it is told one."""

    def __init__(self, further: Callable[[Snapshot], Node | None] = lambda snapshot: None) -> None:
        """``further``: the node one step on from the page in sight, as it is first seen."""
        self.further = further
        self.seen: list[Snapshot] = []

    def expects(self, snapshot: Snapshot) -> bool:
        return False

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        return None

    def closed(self, snapshot: Snapshot) -> bool:
        return False

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        self.seen.append(snapshot)
        return self.further(snapshot) if len(self.seen) == 1 else None

    def stuck(self, error: Exception) -> None:
        """It is for whoever sent it to try another way."""


@dataclass
class Seat:
    """A browser of one's own, with its pages that are blank again."""

    context: BrowserContext
    idle: list[Page] = field(default_factory=list)


class Walk:
    """Takes every move that a page offers: the first one where it is seen, as a walk does, each other in a visit of its own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.matrix = load_matrix()
        self.words = load_portal_words(self.matrix.vocabulary.query_buttons, labels=self.matrix.labels)
        self.signposts = Signposts(self.matrix, self.words.links)
        crawler: Any = SimpleNamespace(crawler=SimpleNamespace(settings=Settings({"USER_AGENT": "audit"})))
        self.options = PortalSpider.context_options(crawler)
        self.seats: asyncio.Queue[Seat] = asyncio.Queue()

    async def over_each(self, addresses: Sequence[str]) -> list[Sequence[str]]:
        """What was held back in each page itself, in words. The pages keep nothing in their browser, and so share a few."""
        for _ in range(AT_ONCE):
            self.seats.put_nowait(Seat(await self.browser.new_context(**self.options)))
        return await asyncio.gather(*map(self.over, addresses))

    async def visit(self, seat: Seat, node: Node, guest: Guest) -> None:
        page = seat.idle.pop() if seat.idle else await seat.context.new_page()
        try:
            await prepare(page, self.signposts.changes)
            await page.goto(node.url, wait_until="domcontentloaded")
            visit = Visit(
                node, self.words.query, guest, Limits(settle=3), TODAY, self.words.notices, self.words.agreements, forbids=self.forbids
            )  # fmt: skip
            await visit(page)
        except (VisitFailed, PlaywrightError):
            pass
        if await blank(page):
            seat.idle.append(page)
        elif not page.is_closed():
            await page.close()

    def forbids(self, form: Mapping[str, Any]) -> bool:
        return sends_something(form, (), self.signposts, self.words.query)

    def moves_of(self, home: Node, snapshot: Snapshot) -> list[Node]:
        """What leads on from a page, the likeliest first."""
        records = any(s.rows for view in snapshot.frames for s in find_record_sets(view.data.html))
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        ground = Ground(home, home.url, records=records)
        every = frozenset(self.matrix.by_id)
        found = moves(frames, ground, self.signposts, self.words.query, TODAY, every)
        return [move.node for move in (*found, *last_resorts(frames, ground, found, self.signposts, every))]

    async def over(self, url: str) -> Sequence[str]:
        """What was held back in the page at an address."""
        seat = await self.seats.get()
        home = Node(url, entry=url, words=(f"abra {url}",))
        waiting: list[Node] = []

        def first_step(snapshot: Snapshot) -> Node | None:
            waiting.extend(self.moves_of(home, snapshot))
            return waiting[0] if waiting and waiting[0].url == url and len(waiting[0].steps) == 1 else None

        guest = Guest(first_step)
        await self.visit(seat, home, guest)
        assert guest.seen, url
        told = [snapshot.withheld for snapshot in guest.seen]
        # A document keeps on telling all that was held back in it.
        held = [*told[0], *(words for words in told[-1] if words not in told[0])]
        for node in waiting[len(guest.seen) - 1 :]:  # what could not be done there is done in a visit of its own
            guest = Guest()
            await self.visit(seat, node, guest)
            held += guest.seen[-1].withheld if guest.seen else ()
        assert not await seat.context.cookies(), f"{url} keeps something for the next page"
        self.seats.put_nowait(seat)
        return held


@dataclass
class Walked:
    """What walking each page has done, by its place."""

    made: dict[str, list[str]]
    """Requests, but for those of the page itself."""
    held: dict[str, Sequence[str]]
    """Requests that were held back, in words."""


@pytest.fixture(scope="module")
def walked() -> Walked:
    """All pages, each move of each."""
    log: list[str] = []
    places = [place_of(kind, name) for kind in ("changes", "queries") for name in table(kind)]

    async def run(site: str) -> list[Sequence[str]]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            held = await Walk(browser).over_each([f"{site}{place}" for place in places])
            await browser.close()
            return held

    with served(log) as site:
        held = asyncio.run(run(site))
    made: dict[str, list[str]] = {place: [] for place in places}
    for line in log:
        method, _, rest = line.partition(" ")
        for place in places:
            told = rest.removeprefix(place)
            if told != rest and told.strip() and not told.split("?")[0].strip().endswith("ok"):
                made[place].append(f"{method} {told}")
    return Walked(made, dict(zip(places, held, strict=True)))


@pytest.mark.parametrize("name", table("changes"))
def test_nothing_is_changed(name: str, walked: Walked) -> None:
    assert walked.made[place_of("changes", name)] == []


@pytest.mark.parametrize("name", table("queries"))
def test_a_query_is_run_and_nothing_else(name: str, walked: Walked) -> None:
    row, made = table("queries")[name], walked.made[place_of("queries", name)]
    assert any(row["sent"] in line for line in made), made
    assert not [line for line in made for part in row.get("never", ()) if part in line]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("delete by method", "o programa não enviou DELETE {}x: mudaria algo no portal"),
        ("cart by script", "o programa não enviou POST {}carrinho: mudaria algo no portal (“carrinho”)"),
        ("vote in a stream", "o programa não enviou POST {}x: mudaria algo no portal (“voto”)"),
        ("vote by a worker", "o programa não enviou POST {}votar: mudaria algo no portal (“votar”)"),
    ],
)
def test_what_is_held_back_is_told(name: str, words: str, walked: Walked) -> None:
    place = place_of("changes", name)
    assert {text.replace(text.partition("http://")[2].partition("/")[0], "").replace("http://", "") for text in walked.held[place]} == {words.format(place)}  # fmt: skip


@pytest.mark.parametrize(
    ("url", "verb"),
    [
        ("/empenho/excluir/3", "excluir"),
        ("/ExcluirEmpenho.aspx?id=3", "excluir"),
        ("/?acao=sair", "sair"),
        ("/?voto=1", "voto"),
        ("/#/conta/logout", "logout"),
        ("/?q=excluir", ""),
        ("/?acao=listar", ""),
        ("/noticias/como-votar-na-proxima-eleicao", ""),
        ("/inscricao-em-restos-a-pagar", ""),
        ("/cadastro/fornecedores?situacao=cancelado", ""),
        ("/pagar", ""),
        ("/api/empenhos?nome_like=a", ""),
        ("/api/empenhos?podeExcluir=false&acao=pesquisar&exibirCancelar=0", ""),
        ("/Home/SalvarExercicio", ""),
        ("/api/v1/despesas/salvar-consulta", ""),
        ("/noticia/salvar", "salvar"),
        ("/excluir/%E3/3", "excluir"),
    ],
)
def test_addresses_that_change_something(url: str, verb: str) -> None:
    said = load_portal_words(load_matrix().vocabulary.query_buttons).links
    changes = Changes(said.changes, said.actions, said.choices)
    assert changes.verb_in(f"http://a.example{url}") == verb
    assert changes.verb_in(f"http://a.example{url}", f"http://a.example{url}") == ""


def test_the_audit_tells_what_was_held_back(tmp_path: Path) -> None:
    asked: list[str] = []

    def portal(app: Flask) -> None:
        counts = "<script>fetch('/api/feedback', {method: 'POST'}); fetch('/api/visita', {method: 'POST'})</script>"
        app.add_url_rule("/", "home", lambda: "<h1>Portal</h1><a href=/receitas>Receitas orçamentárias</a>")
        app.add_url_rule("/receitas", "receitas", lambda: REVENUE + counts)
        app.add_url_rule("/api/<name>", "api", lambda name: asked.append(name) or "{}", methods=["POST"])

    with flask_served(portal) as url:
        verdicts, summary = audit(url, tmp_path)
    assert asked == ["visita"]
    (told,) = (p for p in summary["problems"] if p["kind"] == "withheld")
    assert told["reason"].startswith("o programa não enviou POST") and told["reason"].endswith("(“feedback”)")
    assert told["criterion"] == "" and any(verdict["status"] == "published" for verdict in verdicts.values())


def test_a_counter_on_every_page_leaves_no_criterion_undecided(tmp_path: Path) -> None:
    """It is held back on the entry, too; what a promising page without data was not let do may be why there are none."""

    def portal(app: Flask) -> None:
        counter = "<script>fetch('/api/acesso/gravar', {method: 'POST'})</script>"
        search = "<script>fetch('/api/busca', {method: 'PUT'}).then((r) => r.text()).then((t) => document.body.append(t))</script>"
        menu = "<a href=/receitas>Receitas orçamentárias</a> <a href=/licitacoes>Licitações</a> <a href=/pessoal>Quadro de pessoal</a>"
        app.add_url_rule("/", "home", lambda: f"<h1>Portal</h1>{menu}{counter}")
        app.add_url_rule("/receitas", "receitas", lambda: REVENUE + counter)
        app.add_url_rule("/licitacoes", "licitacoes", lambda: f"<h1>Licitações</h1><p>Nenhum registro.</p>{counter}")
        app.add_url_rule("/pessoal", "pessoal", lambda: f"<h1>Quadro de pessoal</h1>{counter}{search}")

    with flask_served(portal) as url:
        _, summary = audit(url, tmp_path)
    told = {(p["criterion"], p["reason"].split()[4]) for p in summary["problems"] if p["kind"] == "withheld"}
    assert told == {("", "POST"), ("quadro_pessoal", "PUT")}
