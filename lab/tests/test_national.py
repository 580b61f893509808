"""The towns of the national matrix: each serves, each page opens, the key covers all that the matrix asks, and the defects are really there."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pdfplumber
import pytest
import requests
from openpyxl import load_workbook

from lab.national import NationalLab, definitions, key, serve
from lab.national.content import ListData
from lab.national.dates import last_due, written
from lab.national.definition import State, aspects, requirements, shows
from lab.national.score import compare, show
from lab.national.web import Side

TODAY = date.today()
SLUGS = list(definitions())


@pytest.fixture(scope="module")
def lab() -> Iterator[NationalLab]:
    with serve() as served:
        yield served


def sides(lab: NationalLab, slug: str) -> list[Side]:
    return [side for host in lab.hosts.values() for side in host.sides if side.definition.slug == slug]


def address(side: Side, key: str) -> str:
    """Of a page, or of what a script asks for in its place."""
    path = side.path(key)
    return side.origin + (f"{side.prefix}/api/item/{key}" if "#" in path else path)


def page(lab: NationalLab, slug: str, key: str) -> str:
    """A page's address."""
    side = next(one for one in sides(lab, slug) if key in one.pages)
    return address(side, key)


def read(url: str) -> str:
    answer = requests.get(url, timeout=20)
    assert answer.status_code == 200, url
    return json.loads(answer.text)["html"] if "/api/item/" in url else answer.text


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_of_a_town_opens(lab: NationalLab, slug: str) -> None:
    down = "down" in definitions()[slug].state("1.1")
    for side in sides(lab, slug):
        if side.is_site and down:
            assert requests.get(side.home, timeout=20).status_code == 503
            continue
        assert side.definition.name in read(side.home)
        for name in side.pages:
            assert read(address(side, name))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_key_says_something_of_every_aspect(slug: str) -> None:
    found = key(slug, TODAY)
    assert set(found) == set(aspects())
    assert {status for status, _ in found.values()} <= {"met", "not_met", "not_applicable"}
    assert all(note for status, note in found.values() if status == "not_met")


def test_there_are_96_requirements() -> None:
    assert len(requirements()) == 96
    assert sum(one.decidable == "person" for one in requirements().values()) == 8


def test_every_aspect_is_met_in_some_town_and_missed_in_another() -> None:
    keys = [key(slug, TODAY) for slug in SLUGS]
    for place in aspects():
        assert {found[place][0] for found in keys} >= {"met", "not_met"}, place


def test_the_files_of_records_stand_in_some_list() -> None:
    """A name like "on" is no word in YAML unless it is quoted."""
    assert {one.id for one in shows().values() if one.each and not one.columns and one.on not in shows()} == set()


def test_a_third_of_the_towns_is_held_out() -> None:
    assert len(SLUGS) >= 12
    assert 3 * sum(town.held_out for town in definitions().values()) == len(SLUGS)


def test_what_a_town_lacks_is_something_that_the_requirement_has() -> None:
    for town in definitions().values():
        for number, state in town.states.items():
            show = shows().get(number)
            lacking = {*state.all("less"), *state.all("blank")}
            if show and lacking:
                minimum = {c.key for c in show.columns if c.minimum}
                known = minimum | {*show.parts, *show.each, *show.docs.get("parts", ()), "anexos"}
                assert lacking <= known, (town.slug, number)


def test_no_form_was_sent_by_looking(lab: NationalLab) -> None:
    assert lab.posts == []


def test_a_form_that_is_sent_is_counted(lab: NationalLab) -> None:
    side = sides(lab, "vargem-do-cardeiro")[0]
    requests.post(side.origin + side.prefix + "/enviar/esic", data={"nome": "x"}, timeout=20)
    assert lab.posts.pop().path == "/enviar/esic?"


def test_an_export_can_be_whole_cut_or_empty(lab: NationalLab) -> None:
    def rows(slug: str, name: str) -> int:
        answer = requests.get(page(lab, slug, name), params={"formato": "csv", "ano": ""}, timeout=20)
        return len(list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))) - 1

    whole = rows("vargem-do-cardeiro", "natureza")
    assert whole == 100
    assert rows("lagoa-do-umbuzeiro", "natureza") == whole // 2
    assert rows("lagoa-do-umbuzeiro", "despesas") == 0


def test_a_dead_filter_changes_nothing_and_a_good_one_does(lab: NationalLab) -> None:
    def shown(slug: str, **asked: str) -> str:
        html = requests.get(page(lab, slug, "empenhos"), params=asked, timeout=20).text
        return " ".join(re.findall(r"\d+ registro\(s\)", html))

    asked = {"ano": str(TODAY.year - 1), "mes": "03"}
    assert shown("lagoa-do-umbuzeiro", ano="", pagina="1") == shown("lagoa-do-umbuzeiro", **asked) != ""
    assert shown("vargem-do-cardeiro") != shown("vargem-do-cardeiro", **asked)


def test_a_stale_list_is_stale_by_the_days_it_says(lab: NationalLab) -> None:
    side = next(one for one in sides(lab, "lagoa-do-umbuzeiro") if "atos" in one.pages)
    newest = side.pages["atos"].lists[0].records[0].when
    assert newest == TODAY - timedelta(days=31)
    assert (
        written(newest)
        in requests.get(page(lab, "lagoa-do-umbuzeiro", "atos"), params={"ano": str(newest.year)}, timeout=20).text
    )
    assert key("lagoa-do-umbuzeiro", TODAY)["2.6", "current"][0] == "not_met"


def test_a_stamp_of_today_stands_over_old_data(lab: NationalLab) -> None:
    html = requests.get(page(lab, "pedra-do-catole", "diarias"), timeout=20).text
    assert f"Atualizado em {written(TODAY)}" in html
    assert key("pedra-do-catole", TODAY)["7.1", "current"][0] == "not_met"


def test_files_are_text_pictures_or_nothing(lab: NationalLab) -> None:
    def first(slug: str, name: str) -> bytes:
        side = next(one for one in sides(lab, slug) if name in one.pages)
        found = re.search(r'href="([^"]+/arquivos/[^"]+|/arquivos/[^"]+)"', read(address(side, name)))
        assert found
        return requests.get(side.origin + found[1], timeout=20).content

    def text(content: bytes) -> str:
        with pdfplumber.open(io.BytesIO(content)) as pdf:
            return pdf.pages[0].extract_text()

    assert "Bimestre" in text(first("vargem-do-cardeiro", "rreo"))
    assert "Vencimento" in text(first("ipe-do-sertao", "padrao"))
    lacks = text(first("ipe-do-sertao", "tabela-diarias"))
    assert "Dentro do Estado" in lacks and "Fora do Estado" not in lacks
    assert text(first("lagoa-do-umbuzeiro", "balanco")).strip() == ""
    assert first("serrinha-do-angico", "loa") == b""
    assert first("serrinha-do-angico", "rreo").startswith(b"<!DOCTYPE html>")


def test_a_year_can_be_on_offer_and_empty(lab: NationalLab) -> None:
    url, year = page(lab, "lagoa-do-umbuzeiro", "renuncia"), str(TODAY.year - 3)
    assert f'value="{year}"' in read(url)
    assert "Nenhum registro" in requests.get(url, params={"ano": year}, timeout=20).text


def test_a_shared_portal_begins_with_the_choice_of_a_town(lab: NationalLab) -> None:
    town = lab.town("ipe-do-sertao")
    assert "Selecione o seu município" in read(town.portal_url)
    assert lab.town("morro-da-barauna").portal_url == town.portal_url
    assert f"{town.portal_url}{town.slug}/" in read(town.site_url)
    assert town.portal_url not in read(lab.town("morro-da-barauna").site_url)


def test_menu_entries_can_be_swapped_or_lead_astray(lab: NationalLab) -> None:
    def leads(slug: str, kind: str, name: str) -> str:
        side = next(one for one in sides(lab, slug) if one.kind == kind)
        entries = dict(entry for _, found in side.menu for entry in found)
        return entries[side.pages[name].name].removeprefix(side.prefix)

    assert leads("pedra-do-catole", "site", "ouvidoria").endswith("/carta")
    assert leads("pedra-do-catole", "site", "carta").endswith("/ouvidoria")
    assert leads("lagoa-do-umbuzeiro", "portal", "ouvidoria").endswith("/carta")
    assert key("lagoa-do-umbuzeiro", TODAY)["14.1", "available"][0] == "not_met"


def test_a_search_finds_or_does_not(lab: NationalLab) -> None:
    def found(slug: str, kind: str) -> int:
        side = next(one for one in sides(lab, slug) if one.kind == kind)
        html = requests.get(side.origin + side.prefix + "/busca", params={"q": "LICITACAO"}, timeout=20).text
        said = re.search(r"(\d+) resultado", html)
        return int(said[1]) if said else 0

    assert found("vargem-do-cardeiro", "site") > 0 < found("vargem-do-cardeiro", "portal")
    assert found("barra-do-juazeiro", "site") > 0 == found("barra-do-juazeiro", "portal")


def test_a_list_that_a_script_draws_comes_as_data(lab: NationalLab) -> None:
    html = read(page(lab, "campo-do-mandacaru", "contratos"))
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1])  # type: ignore[index]
    assert len(data["linhas"]) == 70
    assert [field["nome"] for field in data["campos"]] == ["ano", "contratado"]


def test_audits_can_take_the_catalogue(lab: NationalLab, tmp_path: Path) -> None:
    lab.write_catalogue(tmp_path / "towns.csv")
    with (tmp_path / "towns.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["slug"] for row in rows] == SLUGS
    assert all(row["portal_url"].startswith("http://127.0.0.1") and row["city_url"] for row in rows)


def lists_of(lab: NationalLab, slug: str) -> Iterator[tuple[Side, str, ListData]]:
    """The lists of a town that its server draws."""
    for side in sides(lab, slug):
        if side.is_site and "down" in side.definition.state("1.1"):
            continue
        for name, found in side.pages.items():
            for data in found.lists:
                yield side, name, data


def table(kind: str, content: bytes) -> list[list[str]]:
    """The rows of an exported file, those above the headings left out."""
    if kind in {"csv", "txt"}:
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";" if kind == "csv" else "\t"))
    if kind == "xlsx":
        rows = [
            [str(v or "") for v in row]
            for row in load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True)
        ]
        return rows[2:]
    return []


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_met_is_on_the_page_with_all_that_is_asked(lab: NationalLab, slug: str) -> None:
    truth = key(slug, TODAY)
    for side, name, data in lists_of(lab, slug):
        if truth[data.number, "available"][0] != "met":
            continue
        first = data.records[0]
        html = (
            read(address(side, name))
            + requests.get(side.origin + side.path(name), params={"ano": str(first.year)}, timeout=20).text
        )
        if "#" not in side.path(name):
            html += requests.get(side.origin + side.path(name), params={"registro": first.id}, timeout=20).text
        for column in data.show.columns:
            assert not column.minimum or data.label(column) in html, (data.number, column.key)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_export_that_counts_holds_all_rows_and_fields_and_no_other_does(lab: NationalLab, slug: str) -> None:
    truth = key(slug, TODAY)
    for side, name, data in lists_of(lab, slug):
        known = truth.get((data.number, "export"))
        if known is None or truth[data.number, "available"][0] != "met":
            continue
        kinds = [kind for kind in data.exports if kind in {"csv", "txt", "xlsx"}]
        if not kinds:
            assert known[0] == "not_met" or "ods" in data.exports or data.number in {"6.4", "6.5", "8.7", "9.3"}
            continue
        answer = requests.get(address(side, name), params={"formato": kinds[0], "ano": ""}, timeout=20)
        rows = table(kinds[0], answer.content) if answer.content[:1] != b"<" else []
        asked = {data.label(c) for c in data.show.columns if c.minimum and not c.maker.startswith("arquivo")}
        whole = len(rows) - 1 == len(data.records) and asked <= set(rows[0])
        assert whole == (known[0] == "met"), (data.number, known, len(rows), len(data.records))


def test_what_is_due_counts_from_the_day() -> None:
    due = last_due(date(2026, 11, 23), 2)
    assert (due.year, due.number) == (2026, 4)
    assert (last_due(date(2026, 12, 1), 2).number, last_due(date(2027, 1, 15), 4).number) == (5, 2)


def test_answers_are_compared_with_the_key() -> None:
    town = definitions()["lagoa-do-umbuzeiro"]
    truth = key(town, TODAY)
    found = [{"requirement": r, "aspect": a, "status": s, "reason": "x"} for (r, a), (s, _) in truth.items()]
    score = compare(town, found, truth)
    assert score.decided == score.agree == score.asked
    assert score.holds in {True, None}  # None: the program has no formula yet
    found[0]["status"], found[1]["status"], found[2]["status"] = "undecided", "not_met", "not_met"
    score = compare(town, found, truth)
    assert (score.asked - score.decided, score.false_not_met, score.false_met) == (1, 2, 0)


def test_stored_answers_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pb" / "pedra-do-catole" / f"{TODAY:%Y-%m-%d}T100000"
    folder.mkdir(parents=True)
    truth = key("pedra-do-catole", TODAY)
    answers = [{"requirement": r, "aspect": a, "status": s, "reason": "visto"} for (r, a), (s, _) in truth.items()]
    answers[0]["status"] = "not_met"
    (folder / "pntp-2026.jsonl").write_text("\n".join(map(json.dumps, answers)), "utf-8")
    assert show(tmp_path, held_out=False, verbose=True) == 0
    said = capsys.readouterr().out
    assert "pedra-do-catole 1.1 available: not_met, e é met" in said
    assert "decididos 100.0%" in said
    assert show(tmp_path, held_out=True, verbose=False) == 1


def test_states_are_read() -> None:
    state = State.read("stale 31, none undated, gap 1, gap 3", "x")
    assert (state.number("stale"), state.get("none"), state.all("gap")) == (31, "undated", ["1", "3"])
