"""The towns of the national matrix: each serves, each page opens, the key covers all that the matrix asks, and the defects are really there."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pdfplumber
import pytest
import requests

from lab.national import NationalLab, definitions, key, serve
from lab.national.dates import last_due, written
from lab.national.definition import State, aspects, requirements
from lab.national.score import compare
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


def shown_of(slug: str) -> dict[str, str]:
    """Requirement → whether it is there at all."""
    return {number: status for (number, aspect), (status, _) in key(slug, TODAY).items() if aspect == "available"}


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
    assert text(first("lagoa-do-umbuzeiro", "balanco")).strip() == ""
    assert first("serrinha-do-angico", "loa") == b""
    assert first("serrinha-do-angico", "rreo").startswith(b"<!DOCTYPE html>")


def test_a_year_can_be_on_offer_and_empty(lab: NationalLab) -> None:
    url, year = page(lab, "lagoa-do-umbuzeiro", "renuncia"), str(TODAY.year - 3)
    assert f'value="{year}"' in read(url)
    assert "Nenhum registro" in requests.get(url, params={"ano": year}, timeout=20).text


def test_what_is_due_counts_from_the_day() -> None:
    due = last_due(date(2026, 11, 23), 2)
    assert (due.year, due.number) == (2026, 4)
    assert (last_due(date(2026, 12, 1), 2).number, last_due(date(2027, 1, 15), 4).number) == (5, 2)


def test_answers_are_compared_with_the_key() -> None:
    pytest.importorskip("transparency.matrix.cycle_file")
    town = definitions()["lagoa-do-umbuzeiro"]
    truth = key(town, TODAY)
    found = [{"requirement": r, "aspect": a, "status": s, "reason": "x"} for (r, a), (s, _) in truth.items()]
    score = compare(town, found, truth)
    assert score.decided == score.agree == score.asked
    assert score.holds is True
    found[0]["status"], found[1]["status"], found[2]["status"] = "undecided", "not_met", "not_met"
    score = compare(town, found, truth)
    assert (score.asked - score.decided, score.false_not_met, score.false_met) == (1, 2, 0)


def test_states_are_read() -> None:
    state = State.read("stale 31, none undated, gap 1, gap 3", "x")
    assert (state.number("stale"), state.get("none"), state.all("gap")) == (31, "undated", ["1", "3"])
