"""The report of many: the rule of the mark, history, every municipality once, and its pages in a real browser."""

from __future__ import annotations

import hashlib
import html.parser
import itertools
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from lab.__main__ import main as lab_command
from lab.stored import CATALOGUE, towns_of, write_audits
from tests.audit_of_pages import run
from transparency.commands.report import Command, _room
from transparency.items import STATUSES, UserError
from transparency.matrix import Matrix, load_matrix
from transparency.portals.catalogue import Municipality, load
from transparency.report import many, many_pages
from transparency.report.audit_page import REPORT
from transparency.report.many import Brief, Costs, Tally, Town
from transparency.report.trend import Month, by_state, trend
from transparency.store.audits import SUMMARY, VERDICTS, open_audits
from transparency.text import strip_accents

TOWNS, AUDITS, NEVER = 10, 3, 2
COSTS = Costs(10.0, 12.0, 5, 20, 1000)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Audits of ten towns; two more only stand in the catalogue. No audit has its report yet."""
    folder = tmp_path_factory.mktemp("many") / "audits"
    write_audits(folder, TOWNS, AUDITS, seed=3, never=NEVER)
    return folder


@pytest.fixture(scope="module")
def report(root: Path) -> Path:
    """The folder of a whole report; the reports of the audits are made for it."""
    broken: list[str] = []
    index = many_pages.write(
        many.read([root], broken), root.parent / "relatório é aqui", load([root / CATALOGUE]), "pb", broken
    )
    assert not broken
    assert index.name == many_pages.INDEX
    return index.parent


def one(statuses: str, started: str = "2026-01-01T00:00:00Z", slug: str = "a", **given: Any) -> Brief:
    made: dict[str, Any] = {
        "uf": "PB",
        "name": slug.upper(),
        "url": "",
        "families": ("x",),
        "obstacle": "",
        "essential_only": False,
    }
    return Brief(
        folder=Path("/nowhere") / slug / started,
        slug=slug,
        started=started,
        statuses=statuses,
        costs=COSTS,
        **(made | given),
    )


# ---- the stored audits -----------------------------------------------------------------------------------------------


def test_made_up_audits_are_whole_and_repeatable(tmp_path: Path) -> None:
    first, again, other = (write_audits(tmp_path / name, 3, 2, seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    files = [sorted(p.relative_to(tmp_path / n) for p in (tmp_path / n).rglob("*") if p.is_file()) for n in "ab"]
    assert files[0] == files[1]
    assert all((tmp_path / "a" / f).read_bytes() == (tmp_path / "b" / f).read_bytes() for f in files[0])
    assert len(first) == len(again) == 6 and {f.parent.name for f in other} != {f.parent.name for f in first}
    audits = open_audits([tmp_path / "a"], every=True)
    assert [audit.folder for audit in audits] == sorted(path.resolve() for path in first)
    for audit in audits:
        assert [(v.criterion, v.item) for v in audit.verdicts] == [(i.criterion, i.key) for i in load_matrix().items()]
        pages = {frame["html"] for page in audit.pages() for frame in page["frames"]}
        for verdict in audit.verdicts:
            assert verdict.reason
            for name, digest in ((verdict.evidence, verdict.evidence_sha256), (verdict.html, verdict.html_sha256)):
                assert bool(name) == (verdict.status == "published")
                assert not name or hashlib.sha256((audit.folder / name).read_bytes()).hexdigest() == digest
            assert not verdict.html or verdict.html in pages
        counted = {c: {s: n[s] for s in STATUSES} for c, n in audit.summary["criteria"].items()}
        for criterion, counts in counted.items():
            assert counts == {
                s: sum(v.status == s for v in audit.verdicts if v.criterion == criterion) for s in STATUSES
            }


def test_there_are_names_for_every_municipality_of_brazil() -> None:
    towns = towns_of(5570, 0, "PB")
    assert len({town.slug for town in towns}) == 5570
    assert not {town.slug for town in towns} & {town.slug for town in load()}


def test_made_up_audits_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab_command(["stored", "--towns", "1", "--audits", "1", "--uf", "ce", "--never", "1", str(tmp_path)]) == 0
    assert "1 auditoria em" in capsys.readouterr().out
    assert [town.uf for town in load([tmp_path / CATALOGUE])] == ["CE", "CE"]
    assert lab_command(["stored", "--towns", "9999", str(tmp_path)]) == 2
    assert lab_command(["stored", "--uf", "ZZ", str(tmp_path)]) == 2
    assert [len(line) < 90 for line in capsys.readouterr().err.splitlines()] == [True, True]


# ---- the rule --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statuses", "mark", "is_rated"),
    [
        ("pppp", 1.0, True),
        ("aaaa", 0.0, True),
        ("ppai", 2 / 3, True),  # what is inconclusive is not absent, and a quarter is not too much
        ("pii-", 1.0, False),
        ("ppaiii", 2 / 3, False),
        ("pa--", 0.5, True),  # without a verdict: neither
        ("iiii", None, False),
        ("----", None, False),
        ("", None, False),
    ],
)
def test_mark(statuses: str, mark: float | None, is_rated: bool) -> None:
    tally = Tally.of(statuses)
    assert tally.mark == (None if mark is None else pytest.approx(mark))
    assert tally.is_rated is is_rated


def test_ranking_sets_apart_what_was_not_rated_and_what_was_never_audited() -> None:
    briefs = [
        one("ppaa", slug="b"),
        one("pppa", slug="a"),
        one("pppp", slug="down", started="2026-01-01T00:00:00Z"),
        one("iiii", slug="down", started="2026-02-01T00:00:00Z"),
        one("ppai", slug="d"),
        one("papa", slug="c"),
    ]
    listed = [Municipality("zero", "Zero", "PB"), Municipality("a", "Águas", "PB")]
    ranked = many.towns([*briefs, briefs[0]], listed)
    assert [(town.slug, town.standing) for town in ranked] == [
        ("a", "rated"), ("d", "rated"), ("b", "rated"), ("c", "rated"), ("down", "unrated"), ("zero", "never"),
    ]  # fmt: skip
    assert many.positions(ranked) == [1, 2, 3, 3, None, None]
    assert ranked[0].name == "Águas"  # as the catalogue writes it
    assert [len(town.audits) for town in ranked] == [1, 1, 1, 1, 2, 0]
    assert ranked[4].before is briefs[2] and ranked[4].drift is None


def test_newest_audit_counts_by_its_start_not_by_its_folder() -> None:
    late, early = one("pp", started="2026-03-01T00:00:00Z"), one("aa", started="2026-02-01T00:00:00Z")
    (town,) = many.towns([late, early])
    assert town.now is late and town.drift == 1.0


def history(*statuses: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    audits = [one(letters, started=f"2026-0{n}-01T00:00:00Z") for n, letters in enumerate(statuses, 1)]
    return [(change.appeared, change.vanished) for change in many.changes(audits)]


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        (["pa"], [((), ())]),  # the first audit changes nothing
        (["pa", "ap"], [((), ()), ((1,), (0,))]),
        (["p", "i", "p"], [((), ()), ((), ()), ((), ())]),  # not seen is not gone
        (["p", "i", "a"], [((), ()), ((), ()), ((), (0,))]),  # but gone is told when it is seen
        (["i", "p"], [((), ()), ((), ())]),
        (["-", "p", "-", "a"], [((), ()), ((), ()), ((), ()), ((), (0,))]),
    ],
)
def test_history(statuses: list[str], expected: list[Any]) -> None:
    assert history(*statuses) == expected


def test_families_are_compared_by_medians_and_counts() -> None:
    towns = [
        Town("PB", "a", "A", "", ("x",), (one("ppaa"),)),
        Town("PB", "b", "B", "", ("x", "y"), (one("pppa"),)),
        Town("PB", "c", "C", "", ("x",), (one("iiip"),)),
        Town("PB", "d", "D", "", (), (one("aaaa"),)),
        Town("PB", "e", "E", "", ("y",)),
        Town("PB", "f", "F", "", ("z",)),
    ]
    found = many.families(towns, [slice(0, 2), slice(2, 4)])
    assert [family.name for family in found] == ["y", "x", "", "z"]
    x = found[1]
    assert (x.towns, x.standings, x.quartiles) == (3, {"rated": 2, "unrated": 1}, (0.5, 0.5625, 0.625, 0.6875, 0.75))
    assert (x.by_criterion, x.undecided, x.seconds) == ((1.0, 0.25), 0.0, 10.0)
    assert found[0].quartiles == (0.75,) * 5 and found[3].quartiles == ()


def test_items_most_often_missing_come_first(matrix: Matrix) -> None:
    items = matrix.items()[:3]
    found = many.tally_items(many.towns([one("pai", slug="a"), one("aai", slug="b")]), items)
    assert [(item.key, tally) for item, tally in found] == [
        (items[1].key, Tally(0, 2, 0)), (items[0].key, Tally(1, 1, 0)), (items[2].key, Tally(0, 0, 2)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "expected"),
    [(None, ""), (0.0, "h0"), (0.0999, "h0"), (0.1, "h1"), (0.3, "h3"), (0.999, "h9"), (1.0, "h10")],
)
def test_heat(mark: float | None, expected: str) -> None:
    assert many_pages.heat(mark) == expected


def test_trend_of_many_months() -> None:
    audits = [
        one("ppaa", "2026-01-05T00:00:00Z", "a"), one("paaa", "2026-01-20T00:00:00Z", "b"), one("pppa", "2026-03-01T00:00:00Z", "a"),
        one("iiii", "2026-04-01T00:00:00Z", "b"),
    ]  # fmt: skip
    assert trend(reversed(audits)) == [
        Month("2026-01", 2, 2, 2, 0.375, 0.375), Month("2026-03", 2, 2, 1, 0.5, 0.5), Month("2026-04", 2, 1, 1, 0.75, 0.75),
    ]  # fmt: skip
    (state,) = by_state(many.towns(audits))
    assert (state.uf, state.region, state.towns, state.rated, state.mark, state.drift) == (
        "PB",
        "Nordeste",
        2,
        1,
        0.75,
        0.25,
    )


def test_an_older_line_is_read_as_well(root: Path, tmp_path: Path, matrix: Matrix) -> None:
    """What is not written as today goes the slow way, with the same result."""
    folder = shutil.copytree(open_audits([root])[0].folder, tmp_path / "20260101T000000Z")
    expected = many.brief(open_audits([folder])[0], matrix.items())
    first, *others = (folder / VERDICTS).read_text(encoding="utf-8").splitlines(keepends=True)
    first = json.dumps(json.loads(first) | {"reason": None}) + "\n"
    (folder / VERDICTS).write_text("".join([first, *others]), encoding="utf-8")
    assert many.brief(open_audits([folder])[0], matrix.items()).statuses == expected.statuses


# ---- the pages -------------------------------------------------------------------------------------------------------


class Reader(html.parser.HTMLParser):
    """Links of a page, and what sorted tables hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.rows = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.rows += tag == "tr" and "data-situacao" in given
        if tag == "a" and (href := given.get("href")):
            self.links.append(href)


def test_every_municipality_stands_there_once_and_every_link_leads_somewhere(root: Path, report: Path) -> None:
    pages = sorted(report.rglob("*.html"))
    assert {page.relative_to(report).as_posix() for page in pages if page.parent == report} == set(many_pages.PAGES)
    assert len(pages) == len(many_pages.PAGES) + TOWNS
    to_audits: set[Path] = set()
    for page in pages:
        text = page.read_text(encoding="utf-8")
        reader = Reader(text)
        assert str(root) not in unquote(text)
        assert reader.rows == (TOWNS + NEVER if page.name in (many_pages.INDEX, "matriz.html") else 0)
        for link in reader.links:
            if not link.startswith(("https://", "#")):
                target = (page.parent / unquote(urldefrag(link).url)).resolve()
                assert target.is_file(), f"{page.name}: {link}"
                to_audits |= {target} if target.name == REPORT else set()
    assert len(to_audits) == TOWNS * AUDITS
    assert not list(report.rglob(".*"))


def test_ranking_counts_what_the_audits_say(root: Path, report: Path, matrix: Matrix) -> None:
    text = (report / many_pages.INDEX).read_text(encoding="utf-8")
    for audit in open_audits([root]):
        tally = Tally(*(sum(v.status == status for v in audit.verdicts) for status in STATUSES))
        row = next(line for line in text.split("<tr ") if f">{audit.name}</a>" in line)
        assert f">{tally.published} de {tally.decided}<" in row
        assert ('data-situacao="rated"' in row) is tally.is_rated


def test_only_the_state_that_was_asked_for(root: Path, tmp_path: Path) -> None:
    audits = list(many.read([root], []))
    with pytest.raises(UserError, match="Nenhum município de CE"):
        many_pages.write(audits, tmp_path, load([root / CATALOGUE]), "ce", make_missing=False)
    assert not list(tmp_path.iterdir())


def test_a_torn_audit_is_told_and_the_rest_is_shown(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "audits")
    summary, verdicts = (
        sorted((tmp_path / "audits").rglob(SUMMARY))[0],
        sorted((tmp_path / "audits").rglob(VERDICTS))[-1],
    )
    summary.write_text("{", encoding="utf-8")
    verdicts.write_text('{"municipio": "x"', encoding="utf-8")
    broken: list[str] = []
    index = many_pages.write(
        many.read([tmp_path / "audits"], broken), tmp_path / "out", broken=broken, make_missing=False
    )
    assert len(broken) == 2
    text = index.read_text(encoding="utf-8")
    assert "Não puderam ser lidas" in text and text.count("<li>") >= 2
    assert Reader(text).rows == TOWNS


def test_a_folder_that_cannot_be_written(root: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="Não foi possível gravar"):
        many_pages.write(many.read([root], []), tmp_path / "out", make_missing=False)


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def states(tmp_path: Path) -> Path:
    """Audits of two states under one root, without their reports."""
    for seed, uf in enumerate(("PB", "CE")):
        write_audits(tmp_path / "audits", 2, 1, seed=seed, uf=uf)
    return tmp_path / "audits"


@pytest.mark.parametrize("from_folder", [False, True])
def test_each_state_has_its_own_comparison(states: Path, tmp_path: Path, from_folder: bool) -> None:
    for uf in ("pb", "ce"):
        where = [str(states / uf)] if from_folder else []
        assert run(Command, *where, "--uf", uf, AUDITS_DIR=str(states), CATALOGUE_FILES=str(states / CATALOGUE)) == 0
    assert not (states / many_pages.INDEX).exists()
    for uf in ("pb", "ce"):
        text = (states / uf / many_pages.INDEX).read_text(encoding="utf-8")
        assert Reader(text).rows == 2
        for page in [states / uf / many_pages.INDEX, *(states / uf / many_pages.TOWNS).rglob("*.html")]:
            for link in Reader(page.read_text(encoding="utf-8")).links:
                if not link.startswith(("https://", "#")):
                    assert (page.parent / unquote(urldefrag(link).url)).resolve().is_file(), f"{page}: {link}"
    assert len(list(states.rglob(REPORT))) == 4


def test_missing_reports_are_left_out_when_told_so(states: Path) -> None:
    assert run(Command, str(states), "--sem-relatorios", AUDITS_DIR=str(states)) == 0
    assert (states / many_pages.INDEX).is_file()
    assert not list(states.rglob(REPORT))


def test_the_comparison_and_the_reports_it_makes_use_the_matrix_that_is_set(states: Path, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parent.parent / "keywords", tmp_path / "words")
    file = tmp_path / "words" / "quadro_pessoal.yml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("name: Quadro Pessoal", "name: Gente da Casa"), encoding="utf-8"
    )
    assert run(Command, str(states), AUDITS_DIR=str(states), KEYWORDS_DIR=str(tmp_path / "words")) == 0
    pages = [states / "matriz.html", *states.rglob(REPORT)]
    assert len(pages) == 5
    assert all("Gente da Casa" in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.parametrize(
    ("given", "uf", "expected"),
    [("audits", "", "audits"), ("audits", "pb", "audits/pb"), ("audits/pb", "pb", "audits/pb"), ("audits/pb/areia", "pb", "audits/pb"), ("audits/pb", "", "audits/pb")],
)  # fmt: skip
def test_where_a_comparison_is_kept(tmp_path: Path, given: str, uf: str, expected: str) -> None:
    (tmp_path / given).mkdir(parents=True)
    assert _room(tmp_path / given, uf) == tmp_path / expected


# ---- in a browser ----------------------------------------------------------------------------------------------------


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    yield made
    made.close()


def opened(context: BrowserContext, path: Path, anchor: str = "") -> Page:
    page = context.new_page()
    page.goto(path.resolve().as_uri() + anchor)
    return page


def test_sort_and_filter(context: BrowserContext, root: Path, report: Path) -> None:
    page = opened(context, report / many_pages.INDEX)
    shown = page.get_by_role("region", name="Ranking dos municípios")
    ranked = shown.locator("tbody th").all_inner_texts()
    assert len(ranked) == TOWNS + NEVER
    head = shown.get_by_role("columnheader", name="Município")
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    by_name = shown.locator("tbody th").all_inner_texts()
    assert by_name == page.evaluate("names => names.sort(new Intl.Collator('pt-BR').compare)", ranked)
    shown.get_by_role("columnheader", name="Nota").get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None
    marks = [text for text in shown.locator("tbody td:nth-child(3)").all_inner_texts() if text != "–"]
    assert marks == sorted(marks, key=lambda text: -int(text.rstrip("%")))
    assert shown.locator("tbody tr").last.get_attribute("data-situacao") == "never"  # without a mark: last, either way
    shown.get_by_role("columnheader", name="Nota").get_by_role("button").click()
    assert shown.locator("tbody tr").last.get_attribute("data-situacao") == "never"

    page.get_by_label("Situação").select_option("nunca auditado")
    expect(page.get_by_role("status")).to_have_text(f"Mostrando {NEVER} de {TOWNS + NEVER}.")
    assert "situacao=never" in page.url  # so that what is shown can be sent on
    page.get_by_label("Situação").select_option("")
    family = next(iter(load([root / CATALOGUE]))).families[0]
    page.get_by_label("Fornecedor").select_option(family)
    expected = {town.name for town in load([root / CATALOGUE]) if family in town.families}
    assert set(shown.locator("tbody tr:visible th").all_inner_texts()) == expected
    page.get_by_label("Fornecedor").select_option("")
    wanted = ranked[0]
    page.get_by_role("searchbox", name="Município").fill(strip_accents(wanted).upper())
    assert shown.locator("tbody tr:visible th").all_inner_texts() == [wanted]


def test_links_from_family_to_towns_to_audit(context: BrowserContext, report: Path) -> None:
    page = opened(context, report / "fornecedores.html")
    name = page.locator("tbody th a").first.inner_text()
    page.locator("tbody th a").first.click()
    assert page.title().startswith("Ranking")
    expect(page.locator("select[name=fornecedor] option:checked")).to_have_text(name)
    towns = page.locator("table[data-rows] tbody tr:visible th a")
    assert 0 < towns.count() <= TOWNS
    town = towns.first.inner_text()
    towns.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(town)
    dates = page.get_by_role("region", name="Auditorias do município").locator("tbody th a")
    assert dates.count() == AUDITS
    dates.first.click()
    assert page.url.endswith(f"/{REPORT}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(town)


def test_from_an_item_to_the_towns_that_lack_it(
    context: BrowserContext, root: Path, report: Path, matrix: Matrix
) -> None:
    page = opened(context, report / "itens.html")
    row = page.locator("table[data-rows] tbody tr").first
    label, count = row.locator("th").inner_text(), int(row.locator("td").nth(3).inner_text())
    row.locator("td").nth(3).get_by_role("link").click()
    assert page.title().startswith("Ranking")
    expect(page.locator("select[name=item] option:checked")).to_have_text(label)
    number = int(page.locator("select[name=item]").input_value())
    lacking = {audit.name for audit in open_audits([root]) if audit.verdicts[number].status == "absent"}
    assert set(page.locator("table[data-rows] tbody th").all_inner_texts()) == lacking and len(lacking) == count > 0
    page.get_by_label("que está").select_option("publicado")
    assert not lacking & set(page.locator("table[data-rows] tbody th").all_inner_texts())


def test_what_is_chosen_as_csv(context: BrowserContext, report: Path) -> None:
    page = opened(context, report / many_pages.INDEX)
    page.get_by_label("Situação").select_option("nunca auditado")
    with page.expect_download() as awaited:
        page.get_by_role("button", name="Baixar CSV de: Ranking dos municípios").click()
    lines = awaited.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("Posição;Município;Nota") and len(lines) == 1 + NEVER
    assert awaited.value.suggested_filename.endswith(".csv")


def test_towns_by_population(context: BrowserContext, root: Path, report: Path) -> None:
    page = opened(context, report / many_pages.INDEX)
    chosen = "10 a 20 mil"
    page.get_by_label("População").select_option(chosen)
    expected = {town.name for town in load([root / CATALOGUE]) if 10_000 < town.population <= 20_000}
    assert set(page.locator("table[data-rows] tbody th").all_inner_texts()) == expected != set()


def test_four_towns_side_by_side(context: BrowserContext, root: Path, report: Path, matrix: Matrix) -> None:
    audits = open_audits([root])[:3]
    page = opened(context, sorted((report / many_pages.TOWNS).rglob("*.html"))[0])
    page.get_by_role("link", name="Comparar com outros municípios").click()
    first = page.locator("[name=m]").first.input_value()
    expect(page.locator("thead th").nth(1)).to_have_text(first)
    for number, audit in enumerate(audits):
        page.locator("[name=m]").nth(number).fill(f"{audit.name} (PB)")
    expect(page.locator("thead th")).to_have_text(["Item", *(f"{audit.name} (PB)" for audit in audits)])
    signs = {"published": "✓ publicado", "absent": "✗ ausente", "inconclusive": "? inconclusivo"}
    rows = page.locator("tbody tr:not(.part)").filter(has=page.locator("td", has_text=" ")).all()
    told = [row.locator("td").all_inner_texts() for row in rows][-len(matrix.items()) :]
    assert told == [[signs[audit.verdicts[n].status] for audit in audits] for n in range(len(matrix.items()))]
    page.get_by_label("só o que difere").check()
    assert page.locator("tbody tr.differs").count() == sum(len(set(cells)) > 1 for cells in told)
    assert "m=" in page.url  # so that it can be sent on
    page.locator("[name=m]").nth(3).fill("Nenhures (XX)")
    expect(page.get_by_role("status")).to_contain_text("Nenhures (XX)")


def test_rows_after_the_first_are_packed_and_found_all_the_same(context: BrowserContext, tmp_path: Path) -> None:
    briefs = [
        one("p" * n + "a" * (61 - n), slug=f"t{n}-{copy}", name=f"Vila {n} {copy}")
        for n in range(60)
        for copy in range(5)
    ]
    report = many_pages.Report(many.towns(briefs), load_matrix(), tmp_path)
    for path, text in report.pages(own=False):
        path.write_text(text, encoding="utf-8")
    assert Reader((tmp_path / many_pages.INDEX).read_text(encoding="utf-8")).rows == many_pages.FIRST
    page = opened(context, tmp_path / many_pages.INDEX)
    expect(page.get_by_role("status")).to_have_text("Mostrando os 250 primeiros de 300 (ao todo, 300).")
    page.get_by_role("searchbox", name="Município").fill("vila 0 3")  # the last of all
    assert page.locator("table[data-rows] tbody th").all_inner_texts() == ["Vila 0 3"]
    page.get_by_role("searchbox", name="Município").fill("")
    page.get_by_role("button", name="Mostrar todos (300)").click()
    assert page.locator("table[data-rows] tbody tr:visible").count() == 300


def test_heads_stay_in_sight(context: BrowserContext, report: Path) -> None:
    page = opened(context, report / many_pages.INDEX)
    page.set_viewport_size({"width": 900, "height": 420})
    region, head = page.locator(".tall"), page.locator(".tall thead th").first
    region.evaluate("one => one.scrollTop = 200")
    assert region.evaluate("one => one.scrollTop") > 50
    assert abs(head.bounding_box()["y"] - region.bounding_box()["y"]) < 3  # type: ignore[index]


def test_without_script_everything_is_there(browser: Browser, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = opened(context, report / many_pages.INDEX)
    assert page.locator("table[data-rows] tbody tr:visible").count() == TOWNS + NEVER
    assert not page.locator("form").is_visible()
    assert page.locator("th button").count() == 0
    context.close()


def all_pages(report: Path) -> list[Path]:
    return [*(report / name for name in many_pages.PAGES), sorted((report / many_pages.TOWNS).rglob("*.html"))[0]]


def test_accessible_on_a_screen_and_on_a_telephone(context: BrowserContext, report: Path) -> None:
    for path in all_pages(report):
        page = opened(context, path)
        found = Axe().run(page).response["violations"]
        assert not [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found], path.name
        page.emulate_media(color_scheme="dark")
        found = Axe().run(page).response["violations"]
        assert not [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found], f"{path.name}, dark"
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path.name
        page.close()


# ---- what portals write ----------------------------------------------------------------------------------------------

_SHOTS = (
    "<script>{}</script>", "<img src=x onerror={}>", "<svg onload={}>", "\"><script>{}</script>", "'><img src=x onerror={}>",
    "</title><script>{}</script>", "</style><script>{}</script>", "</script><script>{}</script>", "<iframe src=javascript:{}>",
    "<body onload={}>", "<details open ontoggle={}>", "<a href=javascript:{}>x</a>", "javascript:{}", "\" onmouseover={} x=\"",
    "' autofocus onfocus={} x='", "<math><mtext></mtext><script>{}</script></math>", "<style>@import'http://hit.example/x'</style>{}",
    "<meta http-equiv=refresh content='0;url=http://hit.example/{}'>", "<link rel=stylesheet href=http://hit.example/{}>",
    "<base href=http://hit.example/>{}", "{{% raw %}}{}{{% endraw %}}", "{{{{ {} }}}}", "${{{}}}", "\u202e<script>{}</script>", "<!--><script>{}</script>-->",
)  # fmt: skip
HOSTILE = [
    shot.format(call) for shot in _SHOTS for call in ("hit(1)", "fetch`http://hit.example`", "alert(1)", "top.hit=1")
]


def test_nothing_of_what_portals_write_is_run(browser: Browser, root: Path, tmp_path: Path) -> None:
    """100 hostile strings in names, addresses, makers, reasons, labels, states and times of audits."""
    assert len(set(HOSTILE)) == 100
    audits = tmp_path / "audits"
    shutil.copytree(root, audits, ignore=shutil.ignore_patterns("pages", "evidence"))
    strings = itertools.cycle(HOSTILE)
    planted: set[str] = set()
    for number, file in enumerate(sorted(audits.rglob(SUMMARY))):
        (file.parent / REPORT).unlink(missing_ok=True)  # another test's
        summary = json.loads(file.read_text(encoding="utf-8"))
        town, own = summary["municipio"], [next(strings) for _ in range(7)]
        planted |= set(own)
        town["name"], town["portal_url"], town["families"] = own[0], own[1], own[2:4]
        town["slug"], town["uf"] = f"../../{own[4]}/{file.parent.parent.name}", own[5] if number % 3 == 0 else "pb"
        summary["families"] = {own[6]: own[6]}
        summary["started"] = own[6] if number % 5 == 0 else summary["started"]
        file.write_text(json.dumps(summary), encoding="utf-8")
        lines = [json.loads(line) for line in (file.parent / VERDICTS).read_text(encoding="utf-8").splitlines()]
        for line in lines:
            line["reason"] = line["label"] = next(strings)
            line["status"] = "inconclusive" if number % 2 else line["status"]
        (file.parent / VERDICTS).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert planted == set(HOSTILE)
    index = many_pages.write(many.read([audits], []), tmp_path / "out" / "in", make_missing=False)
    # Slugs that climb lead nowhere.
    assert {p.parent for p in (tmp_path / "out").rglob("*.html")} >= {index.parent}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["audits", "out"]
    assert all(p.is_relative_to(index.parent) for p in (tmp_path / "out").rglob("*.html"))

    context = browser.new_context()
    hits: list[str] = []
    context.expose_function("hit", lambda *_: hits.append("called"))
    context.on("dialog", lambda dialog: (hits.append(dialog.message), dialog.dismiss()))
    context.on("console", lambda message: hits.append(message.text) if message.type == "error" else None)
    context.on("request", lambda request: hits.append(request.url) if not request.url.startswith("file:") else None)
    page = context.new_page()
    page.on("pageerror", lambda error: hits.append(str(error)))
    for path in sorted(index.parent.rglob("*.html")):
        page.goto(path.as_uri())
        assert page.evaluate("typeof window.top.hit") == "function"  # as exposed, not set to 1
        assert not page.evaluate("[...document.links].some(a => !['file:', 'http:', 'https:'].includes(a.protocol))")
        assert page.locator("script").count() <= 1
    shown = page.goto(index.as_uri()) and page.locator("table[data-rows]").inner_text()
    assert any(text in str(shown) for text in HOSTILE)  # as text they are there
    context.close()
    assert not hits
