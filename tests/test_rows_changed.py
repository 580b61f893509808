"""Portals that have changed since their wrapper was learned: each change is noticed, most are mended, and no column is another's.

Portals are pages of HTML in a dictionary; a click leads to the address of its link. No browser is needed for that."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pytest
from test_rows import WORDS, wrapper
from views import built

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.classify.judge import judge_page
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.dom import parse
from transparency.items import Frame, Page
from transparency.matrix import Matrix
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.rows.collecting import Bounds, Collector
from transparency.rows.collection import Collection
from transparency.rows.items import Row
from transparency.rows.queries import Plan
from transparency.rows.seeking import Seeking, doors_of, leads_of
from transparency.rows.wrapper import ColumnRule, Wrapper

TODAY = dt.date(2026, 11, 20)
DOOR, LIST = "https://portal.example/", "https://portal.example/licitacoes"
LABELS = ("Nº da licitação", "Modalidade", "Objeto da licitação", "Data de abertura", "Valor estimado")
ITEMS = ("numero_licitacao", "modalidade_licitacao", "objeto_licitacao", "data_realizacao", "valor")
KINDS = ("text", "text", "text", "date", "money")
ALL, AT_ONCE = 12, 5
Cells = list[str]


def bid(number: int) -> Cells:
    """The cells of a bid."""
    kind = "Pregão eletrônico" if number % 2 else "Dispensa"
    return [f"{number:03d}/2026", kind, f"Aquisição de material {number}", f"{number:02d}/02/2026", f"{number}.250,50"]


def of_bid(number: int) -> tuple[str, ...]:
    """What is to be collected of it."""
    cells = bid(number)
    return (*cells[:3], f"2026-02-{number:02d}", f"{number}250.50")


def table(labels: Sequence[str], rows: Sequence[Sequence[str]], attributes: str = "") -> str:
    """A list as a table."""
    head = "".join(f"<th>{label}</th>" for label in labels)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table {attributes}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cards(labels: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A list as cards."""
    of = ("".join(f"<dt>{label}</dt><dd>{cell}</dd>" for label, cell in zip(labels, row, strict=True)) for row in rows)
    return f"<ul>{''.join(f'<li><dl>{one}</dl></li>' for one in of)}</ul>"


Draw = Callable[[Sequence[str], Sequence[Sequence[str]]], str]


@dataclass
class Portal:
    """A list of bids, as it is now. Each field is one way in which it may have changed."""

    labels: Sequence[str] = LABELS
    cells: Callable[[int], Sequence[str]] = bid
    draw: Draw = table
    above: str = ""
    """What stands above the list."""
    pager: str = "numbers"
    address: str = LIST
    menu: Mapping[str, str] = field(default_factory=lambda: {"Licitações": LIST})
    between: Mapping[str, str] = field(default_factory=dict)
    """Other pages: address → HTML."""

    def page(self, url: str) -> str | None:
        """The page at an address; None where there is none."""
        address, _, number = url.partition("?pagina=")
        menu = "".join(f'<a href="{to}">{label}</a>' for label, to in self.menu.items())
        if url in self.between:
            return f"<nav>{menu}</nav>{self.between[url]}"
        if address == self.address:
            return f"<nav>{menu}</nav>{self.listed(int(number or 1))}"
        return f"<nav>{menu}</nav><h1>Portal da Transparência</h1>" if url == DOOR else None

    def listed(self, number: int) -> str:
        """A page of the list."""
        first = 0 if self.pager == "more" else (number - 1) * AT_ONCE
        rows = [self.cells(n + 1) for n in range(first, min(number * AT_ONCE, ALL))]
        pages = -(-ALL // AT_ONCE)
        onward = f"{self.address}?pagina={number + 1}"
        last = number == pages
        drawn = {
            "numbers": "".join(f'<a href="{self.address}?pagina={n}">{n}</a> ' for n in range(1, pages + 1) if n != number),
            "next": "" if last else f'<a href="{onward}">Próxima</a>',
            "more": "" if last else f'<a href="{onward}">Carregar mais</a>',
            "gone": "",
        }[self.pager]  # fmt: skip
        told = f"<p>{ALL} registros</p>"
        return f"<h1>Licitações</h1>{self.above}{self.draw(self.labels, rows)}{told}<div>{drawn}</div>"

    def see(self, node: Node) -> Snapshot | None:
        """What a visit to a node brings; None where it fails."""
        url = node.url
        for step in node.steps:
            way = {label: to for to, label in re.findall(r'<a href="([^"]*)">([^<]*)</a>', self.page(url) or "")}
            if step.target.label not in way:
                return None
            url = way[step.target.label]
        html = self.page(url)
        if html is None:
            return None
        found = re.findall(r'<a href="([^"]*)">([^<]*)</a>', html)
        links = [{"kind": "link", "path": f"/a[{n}]", "tag": "a", "label": label, "href": to} for n, (to, label) in enumerate(found)]  # fmt: skip
        text = "\n".join(parse(html).itertext())
        view = FrameView(FrameKey(), url, "", built(View, html=html, text=text, type="text/html", candidates=links))
        return Snapshot(url, "", 200, [view], node, list(node.words))


def learned(matrix: Matrix) -> Wrapper:
    """The wrapper of the list, as it was."""
    columns = [ColumnRule(label=label, item=item, kind=kind) for label, item, kind in zip(LABELS, ITEMS, KINDS, strict=True)]  # type: ignore[arg-type]  # fmt: skip
    way = Node(LIST, words=(f"abra {DOOR}", "abra “Licitações”"), labels=("Licitações",))
    return wrapper(columns, node=way, paging="number")


def begun(matrix: Matrix, door: str = DOOR) -> Collection:
    """The collection of the list, before anything was asked."""
    one, signposts, query = learned(matrix), Signposts(matrix), load_portal_words(matrix.vocabulary.query_buttons).query
    plan = Plan(one.node, None, None, query, signposts, TODAY)
    collection = Collection.of(one, matrix, WORDS, "Vila Pequena", False, plan, partial(judged, matrix))
    leads = partial(leads_of, way=one.node, criterion="licitacao", signposts=signposts, words=query, today=TODAY)
    collection.seeking = Seeking(doors_of(one.node, door), leads)
    return collection


def collect(portal: Portal, matrix: Matrix) -> tuple[Collection, list[Row]]:
    """Collect the list as the spider does."""
    collection = begun(matrix)
    while collection.plan.waiting:
        collection.begin(collection.plan.waiting.popleft())
        collector = Collector(collection, Bounds(50, 5))
        snapshot = portal.see(collection.query.node)
        if snapshot is None:
            collection.fail("a lista não pôde ser vista até o fim")
        while snapshot is not None:
            collector.expects(snapshot)
            collector.look(snapshot)
            node = collector.onward(snapshot, True)
            snapshot = portal.see(node) if node else None
            if node and snapshot is None:
                collector.stuck(RuntimeError("nothing to press"))
        collection.end()
    collection.close()
    rows = []
    while not collection.queue.empty():
        if (row := collection.queue.get_nowait()) is not None:
            rows.append(row)
    return collection, rows


@pytest.mark.parametrize(
    ("door", "silent", "asked"),
    [
        (DOOR, "", [DOOR]),  # a page that cannot be read: the list may stand elsewhere
        (DOOR, "portal.example", []),  # each more visit would be four tries, and as many waits
        ("https://prefeitura.example/", "portal.example", ["https://prefeitura.example/"]),
    ],
)
def test_a_server_that_gives_no_answer_is_asked_nothing_else(
    door: str, silent: str, asked: list[str], matrix: Matrix
) -> None:
    collection = begun(matrix, door)
    collection.begin(collection.plan.waiting.popleft())
    collection.fail("a lista não pôde ser vista até o fim", silent)
    assert [query.node.url for query in collection.plan.waiting] == asked
    assert bool(collection.summary.gaps) is not bool(asked)


def judged(matrix: Matrix, snapshot: Snapshot) -> Page:
    """What the judge finds on a page."""
    view = snapshot.frames[0]
    page = Page("vila-pequena", "PB", view.url, view.url, 200, "", 1, frames=[Frame(view.url, view.data.html)])
    page.findings = judge_page(page, matrix)
    return page


def of_row(row: Row) -> tuple[str, ...]:
    """The values of a row."""
    return tuple(str(getattr(row, item) or "") for item in ITEMS)


def moved(number: int) -> Cells:
    """Its cells, the last first."""
    return bid(number)[::-1]


def instead(place: int, write: Callable[[int, str], str]) -> Callable[[int], Cells]:
    """Its cells, one of them written otherwise."""
    return lambda number: [write(number, cell) if at == place else cell for at, cell in enumerate(bid(number))]


def labelled(**by: str) -> tuple[str, ...]:
    """The labels, some of them replaced: ``_1`` is the second."""
    return tuple(by.get(f"_{place}", label) for place, label in enumerate(LABELS))


MONTHS = ("janeiro", "fevereiro")
CLASSES = partial(table, attributes='id="x9" class="css-1f3a ng-x"')
NEW = "https://portal.example/novo/compras"
AROUND = table(LABELS, [bid(90), bid(91)])
TALLY = table(("Modalidade", "Quantidade"), [["Pregão eletrônico", "6"], ["Dispensa", "6"]])
CHANGES: dict[str, tuple[Portal, bool, str]] = {
    "nothing": (Portal(), True, ""),
    "columns moved": (Portal(LABELS[::-1], moved), True, ""),
    "a column renamed": (Portal(labelled(_1="Modalidade de licitação")), True, "agora se chama"),
    "a column added": (Portal(("Lote", *LABELS), lambda n: [f"L-{n}", *bid(n)]), True, ""),
    "a column gone": (Portal(LABELS[:1] + LABELS[2:], lambda n: bid(n)[:1] + bid(n)[2:]), False, "“Modalidade” não está mais"),
    "labels abbreviated": (Portal(labelled(_0="Nº lic.", _1="Modal.", _2="Objeto", _3="Dt. abertura", _4="Vlr. estimado")), True, "agora se chama"),
    "pages turned by a word": (Portal(pager="next"), True, ""),
    "pages that grow": (Portal(pager="more"), True, ""),
    "no pager any more": (Portal(pager="gone"), False, "o portal conta 12 linhas e foram colhidas 5"),
    "ids and classes new": (Portal(draw=CLASSES), True, ""),
    "cards for a table": (Portal(draw=cards), True, ""),
    "behind one more click": (Portal(address=NEW, between={LIST: f'<h1>Licitações</h1><a href="{NEW}">Ver licitações</a>'}), True, "foi achada por"),
    "another address": (Portal(address=NEW, menu={"Licitações": NEW}), True, "foi achada por"),
    "another address, another name": (Portal(address=NEW, menu={"Notícias": DOOR, "Processos licitatórios": NEW}), True, "foi achada por"),
    "nowhere": (Portal(address=NEW, menu={"Notícias": DOOR}), False, "não está na página"),
    "in its place a list much like it": (Portal(labelled(_1="Contratado"), address=NEW, menu={"Licitações": NEW}), False, "não está na página"),
    "days in words": (Portal(cells=instead(3, lambda n, _: f"{n} de {MONTHS[1]} de 2026")), True, ""),
    "a second column of one name": (Portal((*LABELS[:4], LABELS[4], LABELS[4]), lambda n: [*bid(n)[:4], "1,00", bid(n)[4]]), False, "“Valor estimado”"),
    "a column that holds something else": (Portal(cells=instead(3, lambda n, _: "a definir pela comissão")), False, "“Data de abertura”: 12 de 12 células não são data"),
    "cells without a head": (Portal(cells=lambda n: ["ver", *bid(n)]), False, "outra coluna pode estar no lugar"),
    "another list above": (Portal(above=TALLY), True, ""),
    "a list with the same columns above": (Portal(above=AROUND), True, "outras listas com as mesmas colunas"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_portal_that_has_changed(change: str, matrix: Matrix) -> None:
    """What is mended brings all rows right; what is not is told. A value is right or empty, but where columns are said to have moved."""
    portal, mended, told = CHANGES[change]
    collection, rows = collect(portal, matrix)
    summary = collection.summary
    said = " ".join((*summary.gaps, *summary.doubts))
    made = [of_bid(number) for number in range(1, ALL + 1)]
    values = [of_row(row) for row in rows]
    assert told in said, said
    if mended:
        assert values == made, (values[:2], said)
        return
    if "outra coluna" in said:
        assert not collection.summary.queries[0].whole  # such rows take the place of none that are kept
        return
    for value, right in zip(values, made, strict=False):
        for item, one, other in zip(ITEMS, value, right, strict=True):
            assert one in ("", other), (item, one, other, said)
