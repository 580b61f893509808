"""Absence is proved: small portals of which one part gives no answer, in a browser (``tests/obstacles``, a row a kind)."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import Request as Fetch
from urllib.request import urlopen

import pytest
from listening import Answers, listening
from playwright.async_api import Browser, BrowserContext, Page, async_playwright
from playwright.async_api import Error as PlaywrightError
from scrapy.http import Response
from scrapy.settings import Settings

from lab.definition import read_yaml
from transparency.browse.chromium import launch_options
from transparency.browse.snapshot import VisitFailed
from transparency.browse.tabs import blank
from transparency.browse.visit import prepare
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.onward import Onward
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.request import candidate_of
from transparency.crawl.signposts import Signposts
from transparency.items import Verdict
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality
from transparency.spiders.portal import PortalSpider

FOLDER = Path(__file__).parent / "obstacles"
AT_ONCE = 4
"""So many portals are walked at the same time."""
VISITS = 40
"""More visits than any of these portals needs."""
GOOD = "receita_orcamentaria"
"""The criterion that every portal publishes."""
REVENUE = (
    "<table><tr><th>Código</th><th>Natureza da receita</th><th>Previsão inicial</th><th>Arrecadado</th></tr>"
    + "".join(f"<tr><td>1.1.{n}</td><td>IPTU {n}</td><td>{n}.000,00</td><td>{n}00,00</td></tr>" for n in range(1, 6))
    + "</table>"
)
NAMES = {
    "licitacao": "Licitações",
    "quadro_pessoal": "Quadro de pessoal",
    "despesa_orcamentaria": "Despesas orçamentárias",
    "despesa_extra_orcamentaria": "Despesas extraorçamentárias",
    "receita_extra_orcamentaria": "Receitas extraorçamentárias",
}
"""Criterion → what its entry of the menu says."""
LISTS = {
    "licitacao": ("Número da licitação", "Modalidade", "Objeto da licitação", ("{n}/2026", "Pregão", "Merenda {n}")),
    "quadro_pessoal": ("Nome do servidor", "Cargo", "Lotação", ("Servidor {n}", "Agente", "Saúde")),
    "despesa_orcamentaria": (
        "Número do empenho",
        "Credor",
        "Valor empenhado",
        ("{n}/2026", "Loja {n} Ltda", "{n}.500,00"),
    ),
    "despesa_extra_orcamentaria": (
        "Código",
        "Nomenclatura",
        "Data",
        ("2.1.{n}", "INSS consignado {n}", "0{n}/02/2026"),
    ),
    "receita_extra_orcamentaria": ("Código", "Nomenclatura", "Data", ("1.1.{n}", "Caução {n}", "0{n}/02/2026")),
}
"""Criterion → three headings and the cells of a row of its list."""
WAYS = ("page", "bare", "frame", "query", "row", "file")
"""Where the obstacle stands: a page with the portal's menu, one without, a frame, the answer to a query, the details of a row,
a file."""


@dataclass(frozen=True)
class Case:
    """A kind of answer at a place of a criterion."""

    row: Mapping[str, Any]
    way: str
    criterion: str
    late: bool = False
    """It comes up three seconds after the page."""

    @property
    def name(self) -> str:
        return f"{self.row['kind']}-{self.way}{'-late' if self.late else ''}"


@cache
def rows(name: str) -> Sequence[Mapping[str, Any]]:
    """A table of kinds."""
    found: Sequence[Mapping[str, Any]] = read_yaml(FOLDER / f"{name}.yml")
    return found


def list_of(criterion: str, link: str = "") -> str:
    """Records of a criterion, each with a link, if one is given."""
    *heads, cells = LISTS[criterion]
    more = "<th>Ação</th>" if link else ""
    body = "".join(
        "<tr>" + "".join(f"<td>{cell.format(n=n)}</td>" for cell in cells) + (f"<td><a href='{link}?id={n}'>Detalhes</a></td>" if link else "") + "</tr>"
        for n in range(1, 6)
    )  # fmt: skip
    return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}{more}</tr>{body}</table>"


@dataclass
class Portal:
    """A small portal that publishes the revenue, and has a case for some of the other criteria."""

    number: int
    cases: Sequence[Case]
    pages: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Path below the portal → what it answers."""

    def build(self, here: str, other: str) -> None:
        """``here`` and ``other``: the same server under two names."""
        root, there = f"{here}/{self.number}", f"{other}/{self.number}"
        self.pages[""] = {"status": 302, "headers": {"Location": f"{root}/inicio"}}
        self.pages["inicio"] = {
            "body": self.page(
                "Portal da Transparência", "<p>Bem-vindo ao portal da transparência do município.</p>", root
            )
        }
        self.pages["receitas"] = {"body": self.page("Receitas orçamentárias", REVENUE, root)}
        for case in self.cases:
            self._case(case, root, there)
            if case.row.get("everywhere"):  # a part of every page of the portal
                parts = "".join(
                    re.findall(
                        r"<script.*?</script>|<div id=.tempo.*?</div>",
                        f"{case.row.get('head')}{case.row['body']}",
                        re.S,
                    )
                )
                scripts = parts.replace("{other}", f"{there}/{case.criterion}-{case.way}")
                self.pages["receitas"] = {"body": f"{self.pages['receitas']['body']}{scripts}"}

    def menu(self, root: str) -> str:
        entries = [
            ("receitas", "Receitas orçamentárias"),
            *(
                (c.criterion + (".pdf" if c.way == "file" else ""), NAMES[c.criterion])
                for c in self.cases
                if not c.row.get("unnamed")  # what no menu names
            ),
        ]
        return (
            "<nav><ul>"
            + "".join(f"<li><a href='{root}/{path}'>{name}</a></li>" for path, name in entries)
            + "</ul></nav>"
        )

    def page(self, title: str, body: str, root: str, menu: bool = True, head: str = "", name: str = "") -> str:
        return (
            f"<!doctype html><html lang=pt-BR><head><meta charset=utf-8><title>{name or 'Portal da Transparência'}</title>{head}</head><body>"
            f"<div><a href='{root}/inicio'>Portal da Transparência</a></div>{self.menu(root) if menu else ''}<main><h1>{title}</h1>{body}</main></body></html>"
        )

    def _case(self, case: Case, root: str, there: str) -> None:
        row, place, name = case.row, case.criterion, NAMES[case.criterion]
        base = f"{place}-{case.way}"

        def filled(text: str) -> str:
            for key, value in (
                ("here", f"{root}/{base}"),
                ("other", f"{there}/{base}"),
                ("place", name),
                ("rows", list_of(place)),
            ):
                text = text.replace(f"{{{key}}}", value)
            return text

        for path, answer in (row.get("also") or {}).items():
            self.pages[f"{base}/{path}"] = {**answer, "body": filled(str(answer.get("body", "")))}
        menu = case.way in ("page", "query", "row")
        body = self.page(
            name,
            filled(str(row.get("body") or "")),
            root,
            menu,
            filled(str(row.get("head") or "")),
            str(row.get("title") or ""),
        )
        obstacle = {"status": row.get("status", 200), "headers": row.get("headers") or {}, "body": body}
        if case.late:
            self.pages[f"{base}/depois"] = obstacle
            move = f"<p>Aguarde…</p><script>setTimeout(() => location.replace('{root}/{base}/depois'), 3000)</script>"
            obstacle = {"body": self.page(name, move, root, menu)}
        if case.way in ("page", "bare"):
            self.pages[place] = obstacle
        elif case.way == "file":
            self.pages[f"{place}.pdf"] = obstacle
        elif case.way == "frame":
            self.pages[f"{base}/quadro"] = obstacle
            self.pages[place] = {
                "body": self.page(name, f"<iframe src='{root}/{base}/quadro' width=900 height=500></iframe>", root)
            }
        elif case.way == "query":
            form = f"<form action='{root}/{base}/busca'><label>Exercício <select name=ano><option>2026<option>2025</select></label><button>Consultar</button></form>"
            self.pages[f"{base}/busca"] = obstacle
            self.pages[place] = {"body": self.page(name, form, root)}
        else:
            self.pages[f"{base}/detalhe"] = obstacle
            self.pages[place] = {"body": self.page(name, list_of(place, f"{root}/{base}/detalhe"), root)}


@contextmanager
def served(portals: Sequence[Portal]) -> Iterator[str]:
    """The portals on one server; gives its address."""
    hanging = threading.Event()

    class Handler(Answers):
        def do_GET(self) -> None:  # noqa: N802 (what the library calls)
            number, _, path = unquote(urlsplit(self.path).path).lstrip("/").partition("/")
            answer = (
                portals[int(number)].pages.get(path.rstrip("/"))
                if number.isdigit() and int(number) < len(portals)
                else None
            )
            answer = {"status": 404, "body": "not found"} if answer is None else answer
            hanging.wait(float(answer.get("delay") or 0))
            if answer.get("hang"):
                hanging.wait(120)
            if answer.get("hang") or answer.get("reset"):
                self.close_connection = True
                self.connection.close()
                return
            shared = answer.get("host") != "other" or answer.get("open")
            headers = {**({"Access-Control-Allow-Origin": "*"} if shared else {}), **(answer.get("headers") or {})}
            status, kind = int(answer.get("status") or 200), str(answer.get("type", "text/html"))
            self.send(str(answer.get("body") or ""), status, kind, headers)

        def do_POST(self) -> None:  # noqa: N802
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.do_GET()

    with listening(Handler) as port:
        here = f"http://127.0.0.1:{port}"
        for portal in portals:
            portal.build(here, f"http://localhost:{port}")
        try:
            yield here
        finally:
            hanging.set()


class Walk:
    """A breadth-first walk by the spider's own judging and following, without Scrapy around it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.matrix = load_matrix()
        self.words = load_portal_words(self.matrix.vocabulary.query_buttons, labels=self.matrix.labels)
        self.signposts = Signposts(self.matrix, self.words.links)
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.idle: dict[BrowserContext, list[Page]] = {}
        """Pages that are blank again, for the next visit."""

    async def over(self, url: str) -> Audit:
        """The audit of the portal at an address."""
        async with self.slots:
            town = Municipality("vila-pequena", "Vila Pequena", "PB", "", url, "", ())
            audit = Audit(town, self.matrix, False, Budget(minutes=5), changed=lambda: None)
            audit.begin()
            spider = self._spider(audit)
            context = await self.browser.new_context(**spider.context_options())
            waiting = [spider._entry(audit)]
            for _ in range(VISITS):
                waiting.sort(key=lambda r: (candidate_of(r).tier, candidate_of(r).node.depth))
                request = next((r for r in waiting if audit.agenda.admits(r)), None)
                waiting = waiting[waiting.index(request) + 1 :] if request is not None else []
                if request is None:
                    break
                for result in await self._visit(spider, context, request):
                    if hasattr(result, "meta"):
                        audit.agenda.opened(result)
                        waiting.append(result)
            await context.close()
            return audit

    def _spider(self, audit: Audit) -> Any:
        spider: Any = PortalSpider()
        spider.matrix, spider.words, spider.signposts = self.matrix, self.words, self.signposts
        spider.crawler = SimpleNamespace(settings=Settings({"USER_AGENT": "audit"}), stats=None)
        spider.onward = Onward(self.matrix, self.words, self.signposts, spider.today, spider._request)
        spider.audits = {audit.name: audit}
        strategy = SimpleNamespace(rewarded=lambda *_, **__: None)
        spider.frontier = SimpleNamespace(
            strategy_of=lambda _: strategy, take_over=lambda _: None, give_back=lambda _: None
        )
        return spider

    async def _visit(self, spider: Any, context: Any, request: Any) -> list[Any]:
        if candidate_of(request).kind == "document":
            response = await asyncio.to_thread(fetched, request)
            return [result async for result in spider.parse_document(response)]
        idle = self.idle.setdefault(context, [])
        page = idle.pop() if idle else await context.new_page()
        try:
            await prepare(page, self.signposts.changes)
            answer = await page.goto(request.url, wait_until="domcontentloaded")
            assert answer is not None
            snapshot = await spider.visit(request)(page)
            request.meta["progress"].snapshot = snapshot
            if await blank(page):
                idle.append(page)
            return list(request.meta["progress"].walker.results())
        except (VisitFailed, PlaywrightError) as error:
            named = error if isinstance(error, VisitFailed) else VisitFailed("network", str(error).splitlines()[0])
            return list(spider.failed(SimpleNamespace(request=request, value=named)))
        finally:
            if page not in idle and not page.is_closed():
                await page.close()


def fetched(request: Any) -> Response:
    """A file, as Scrapy would bring it."""
    try:
        answer = urlopen(Fetch(request.url), timeout=20)
    except HTTPError as error:
        answer = error
    with answer:
        return Response(request.url, answer.status, dict(answer.headers.items()), answer.read(), request=request)


def walked(cases: Sequence[Case]) -> dict[str, list[Verdict]]:
    """Case → the verdicts on its criterion. Every portal has one case per criterion at most."""
    by_criterion = [[case for case in cases if case.criterion == criterion] for criterion in NAMES]
    portals = [
        Portal(n, [case for case in group if case]) for n, group in enumerate(itertools.zip_longest(*by_criterion))
    ]

    async def run(site: str) -> list[Audit]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            walk = Walk(browser)
            audits = await asyncio.gather(*(walk.over(f"{site}/{portal.number}/") for portal in portals))
            await browser.close()
            return list(audits)

    with served(portals) as site:
        audits = asyncio.run(run(site))
    found = {}
    for portal, audit in zip(portals, audits, strict=True):
        verdicts = audit.verdicts()
        assert {v.status for v in verdicts if v.criterion == GOOD} != {"inconclusive"}, "the revenue is published"
        for case in portal.cases:
            found[case.name] = [v for v in verdicts if v.criterion == case.criterion]
    return found


def spread(table: Sequence[Mapping[str, Any]], ways: Sequence[str]) -> list[Case]:
    """Each kind at one place, the places in turn; every third that is a page comes late."""
    criteria = list(NAMES)
    found = []
    for n, row in enumerate(table):
        way = row.get("way") or ways[n % len(ways)]
        if way == "file" and (row.get("also") or "script" in f"{row.get('head')}{row.get('body')}"):
            way = "bare"  # in a file no script runs
        found.append(Case(row, way, criteria[n % len(criteria)], late=way == "page" and n % 3 == 0))
    return found


def kinds(answer: str) -> list[Case]:
    """The kinds of both tables that answer so, each at one place."""
    ways = WAYS if answer == "no_answer" else ("page", "bare", "frame", "query")
    tables = (
        [row for row in rows(name) if row["answer"] == answer and "open" not in row] for name in ("kinds", "second")
    )
    return [case for table in tables for case in spread(table, ways)]


EVERY = kinds("no_answer")
SILENT = EVERY[::3]
"""A third of the kinds; ``make soak`` tries all of them."""
NONE = kinds("none")
LATE = spread(rows("late"), ("page", "bare"))


def assert_undecided(found: Sequence[Verdict]) -> None:
    """Of what the case's criterion does not publish nothing is called absent."""
    missing = [v for v in found if v.status != "published"]
    assert missing and {v.status for v in missing} == {"inconclusive"}, f"{missing[0].reason} {missing[0].places}"


@pytest.mark.soak
def test_r15_no_kind_of_silence_is_absence() -> None:
    for found in walked(EVERY).values():
        assert_undecided(found)


@pytest.fixture(scope="module")
def verdicts() -> dict[str, list[Verdict]]:
    """The verdicts of every case."""
    return walked([*SILENT, *NONE, *LATE])


@pytest.mark.parametrize("case", SILENT, ids=lambda case: case.name)
def test_r15_what_gives_no_answer_is_no_absence(case: Case, verdicts: dict[str, list[Verdict]]) -> None:
    assert_undecided(verdicts[case.name])


def test_r15_true_absences_are_decided(verdicts: dict[str, list[Verdict]]) -> None:
    found = {case.name: {v.status for v in verdicts[case.name]} for case in NONE}
    undecided = {name: verdicts[name][0].reason for name, statuses in found.items() if statuses != {"absent"}}
    assert len(undecided) <= 0.05 * len(NONE), json.dumps(undecided, ensure_ascii=False, indent=1)


@pytest.mark.parametrize("case", LATE, ids=lambda case: case.name)
def test_r15_what_comes_late_is_waited_for(case: Case, verdicts: dict[str, list[Verdict]]) -> None:
    assert any(v.status == "published" for v in verdicts[case.name]), verdicts[case.name][0].reason
