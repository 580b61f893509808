"""Portals put together at random: the same seed is the same portal, and what its key says is what is seen."""

from __future__ import annotations

import csv
import html
import re
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from werkzeug.test import Client

from lab.forge.content import Show
from lab.forge.draw import NAME, UNIT, naming, portal, words
from lab.forge.kit import plain
from lab.forge.person import Read, file_text
from lab.forge.portal import Field, Module
from lab.forge.registry import NEVER, PARTS, possible
from lab.forge.runs import seeds_of
from lab.forge.serve import forged, key_rows
from lab.forge.site import DOOR, Site
from lab.forge.values import text
from lab.forge.walk import complaints, walked
from transparency.browse.chromium import launch_options

SEEDS = range(1, 11)
AT_THE_DOOR = {"entidade": "prefeitura", "cidade": "7", "entrou": "1"}

AMOUNTS = (
    {"empenhado", "liquidado", "pago", "valor", "anulado", "saldo"},
    {"fixado", "suplementado"},
    {"prevista"},
    {"arrecadada"},
    {"lancada"},
    {"valor_licitado"},
    {"vantagens"},
)
"""Amounts by what they are made from: within a set one may be as large as another."""


class Reader:
    """Someone who asks for a portal's screens one by one and reads what comes."""

    def __init__(self, seed: int) -> None:
        self.site = Site(portal(seed))
        self.client = Client(self.site)

    def enter(self, year: int) -> None:
        self.client.post(self.site.entry, data={**AT_THE_DOOR, "exercicio_porta": str(year)})
        self.client.get(self.site.home)

    def get(self, url: str, **values: str) -> str:
        answer = self.client.get(url, query_string=values or None)
        assert answer.status_code == 200, f"{url}: {answer.status}"
        utf8 = b'charset="utf-8"' in answer.data or b"<html" not in answer.data
        page = answer.data.decode("utf-8" if utf8 else "latin-1")
        page = re.sub(r'<input[^>]*readonly value="([^"]*)">', r"\1", page)
        return html.unescape(re.sub(r"<[^>]*>", " ", page))

    def listed(self, module: Module, year: int) -> str:
        """The records of a year; every filter finds here what it asks for."""
        month = "11" if year == 2026 else "12"
        to = self.site.to(module.token)
        url, _, query = self.site.part_of(to).partition("?")
        kept = dict(pair.split("=") for pair in query.split("&") if pair)
        chosen = {"exercicio": str(year), "mes": month, "unidade": "1", "de": f"01/01/{year}", "ate": f"31/12/{year}"}
        return self.get(url, **kept, **chosen, n="5000")

    def detailed(self, module: Module, year: int) -> str:
        show = self.site.shows[module.token]
        if not show.part("record").opens:
            return ""
        record = next(r for r in self.site.portal.records(module) if r.year == year)
        return self.get(self.site.record(self.site.to(module.token), show.number(record)).url)

    def read(self, module: Module) -> dict[str, str]:
        """All that is seen of the newest year with records, by place."""
        year = module.years_with_records[0]
        self.enter(year)
        return {
            "list": self.listed(module, year),
            "detail": self.detailed(module, year),
            "file": self.filed(module, year),
        }

    def filed(self, module: Module, year: int) -> str:
        show = self.site.shows[module.token]
        kinds = (show.part("list").filed,) if show.part("list").filed else show.part("export").kinds[:1]
        urls = [show.file_url(kind, year, 0) for kind in kinds]
        return "".join(file_text(self.client.get(url).data, kind) for url, kind in zip(urls, kinds, strict=True))


def values(show: Show, module: Module, field: Field, year: int) -> list[str]:
    """The values of a year, as they are compared. A printed report cuts what is long."""
    found = [plain(text(r.value(field.maker, field.fill)))[:24] for r in show.portal.records(module) if r.year == year]
    return [value for value in found if value]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.forge.site.time.sleep", lambda seconds: None)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_is_the_same_portal(seed: int) -> None:
    first, second = portal.__wrapped__(seed), portal.__wrapped__(seed)
    assert first == second
    assert [r["credor"] for m in first.modules for r in first.records(m)[:2]] == [
        r["credor"] for m in second.modules for r in second.records(m)[:2]
    ]


def test_other_seeds_are_other_portals() -> None:
    assert len({str(portal(seed)) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_item_is_seen_with_data_where_the_key_says(seed: int) -> None:
    """Through the server: label and value in the list, the details or the file, as drawn; no value of a hollow heading."""
    reader = Reader(seed)
    for module in (m for m in portal(seed).modules if m.criterion):
        show = reader.site.shows[module.token]
        if not module.years_with_records:
            reader.enter(2026)
            assert module.none_found in reader.listed(module, 2026)
            continue
        year = module.years_with_records[0]
        read = {place: plain(words_) for place, words_ in reader.read(module).items()}
        for field in module.fields:
            place = "file" if show.part("list").filed else field.place
            assert plain(show.writing.label(field)) in read[place], (seed, module.words, field)
            found = values(show, module, field, year)
            assert bool(found) == bool(field.fill)
            assert not found or any(value in read[place] for value in found), (seed, module.words, field)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_seen_of_what_the_key_denies(seed: int) -> None:
    """Amounts and numbers of an item that a module does not publish stand nowhere in it."""
    reader = Reader(seed)
    for module in (m for m in portal(seed).modules if m.criterion and m.years_with_records):
        everything = "\n".join(reader.read(module).values())
        shown = {f.maker for f in module.fields if f.fill}
        records = [r for r in portal(seed).records(module) if r.year == module.years_with_records[0]]
        for makers in (m for m in AMOUNTS if not m & shown):
            hidden = {text(r[maker]) for r in records for maker in makers}
            assert not hidden & set(re.findall(r"[\d.]+,\d\d", everything)), (seed, module.words, makers)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_key_has_all_items_and_says_where(seed: int) -> None:
    site = Site(portal(seed))
    rows = key_rows(site)
    assert len(rows) == 61
    assert all(bool(row.encontrado) == bool(row.local) for row in rows)
    published = {f"{row.criterio}.{row.item}" for row in rows if row.encontrado}
    assert published == set(site.portal.published)


def test_a_heading_over_nothing_and_a_module_without_records_publish_nothing() -> None:
    hollow = Module(1, "g", "w", "quadro_pessoal", (Field("CPF", "cpf", ("quadro_pessoal.cpf",), fill=0.0),), {2026: 3})
    empty = Module(1, "g", "w", "quadro_pessoal", (Field("CPF", "cpf", ("quadro_pessoal.cpf",)),), {2026: 0})
    assert not hollow.published and not empty.published


@pytest.mark.parametrize(
    ("filled", "by_the_unit"), [((UNIT,), True), ((UNIT, NAME), False), (("despesa_orcamentaria.funcao",), False)]
)
def test_a_unit_is_the_name_where_no_creditor_is_named(filled: tuple[str, ...], by_the_unit: bool) -> None:
    named = naming([Field(item, "texto", (item,)) for item in filled])
    assert any({NAME, UNIT} <= set(f.items) for f in named) is by_the_unit


def test_no_two_parts_stand_together_that_cannot() -> None:
    for seed in range(1, 101):
        drawn = portal(seed)
        fixed = [*drawn.parts.items(), *(("untidy", name) for name in drawn.untidy)]
        for module in drawn.modules:
            pairs = [*((a, n) for a, n in fixed if a not in module.parts), *module.parts.items()]
            assert all(possible(axis, name, pairs) for axis, name in module.parts.items()), (seed, module)


def test_what_is_declared_impossible_exists() -> None:
    names = {(axis, name) for axis, parts in PARTS.items() for name in parts}
    assert set(NEVER) <= names
    assert sum(len(parts) for parts in PARTS.values()) >= 60


def test_each_item_has_five_wordings() -> None:
    for criterion, items in words()["labels"].items():
        assert all(len(set(wordings)) >= 5 for wordings in items.values()), criterion


def test_what_lies_behind_a_door_is_not_shown_without_passing_it() -> None:
    seed = next(s for s in range(1, 60) if PARTS["session"][portal(s).parts["session"]].door)
    site = Site(portal(seed))
    token = next(iter(site.shows))
    answer = Client(site).get(site.to(token).url)
    assert answer.status_code == 303 and answer.headers["Location"] == DOOR


def test_the_catalogue_names_a_town_as_its_portal_does(tmp_path: Path) -> None:
    """Where a portal has many towns, a name that is written nowhere would lead to none of them."""
    seed = next(s for s in range(1, 60) if portal(s).parts["session"] == "towns")
    with forged([seed]) as forge:
        forge.write_catalogue(tmp_path / "catalogo.csv")
        [row] = csv.DictReader((tmp_path / "catalogo.csv").open(encoding="utf-8"))
        door = Client(forge.hosts[0].site).get(DOOR).get_data(as_text=True)
    assert f" {row['name']} - " in door


def test_seeds_are_read_as_written() -> None:
    assert seeds_of("1-3,7,2") == [1, 2, 3, 7]
    with pytest.raises(ValueError, match="invalid"):
        seeds_of("um")


@pytest.mark.parametrize("seed", [3, 41])
def test_a_person_finds_by_the_way_book_what_the_key_says(seed: int) -> None:
    """In a browser, through the menu, the query and the way to a record."""
    with forged([seed]) as forge, sync_playwright() as playwright:
        context = playwright.chromium.launch(**launch_options()).new_context()
        assert list(walked(context, forge.hosts[0])) == []


def test_the_walk_complains_of_what_was_not_read() -> None:
    with forged([3]) as forge:
        host = forge.hosts[0]
        module = next(m for m in host.portal.modules if m.criterion and m.years_with_records)
        assert len(list(complaints(host, module, Read("")))) == len(module.fields)
