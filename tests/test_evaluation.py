"""One audit that answers the matrix of a cycle as well: the tour through a town's site and its portal, from end to end."""

from __future__ import annotations

import csv
import datetime as dt
import gzip
import io
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from audited import TOWN, served
from flask import Flask, Response, request
from msgspec.structs import replace as with_parts
from PIL import Image
from scrapy.settings import Settings
from scrapy_command import scrapy
from seen_pages import view_of

from tests.seen_pages import gathered_of, sight_of
from tests.views import words_of
from transparency.aspects.judge import judge
from transparency.aspects.seen import Answer, Gathered, OpenedFile, Sight, TriedFilter, Unread
from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.signposts import Signposts
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.matrix.cycle import Cycle, History, Requirement
from transparency.matrix.cycle_file import load_cycle
from transparency.national.leads import Lead, records_of
from transparency.national.names import Names
from transparency.national.notes import Stop, digest_of
from transparency.national.proofs import keep_cited
from transparency.national.tour import Tour
from transparency.national.visitor import COMMON, NOWHERE, Guidance, TourVisitor
from transparency.node import Node
from transparency.portals.catalogue import Municipality
from transparency.privacy.cleaning import clean_address
from transparency.report.cycle_sheet import open_sheet
from transparency.run import stored_tours
from transparency.run.command import cycle_of
from transparency.run.rejudge import NO_TOUR, keep, rejudge
from transparency.spiders.portal import PortalSpider
from transparency.store.answers import kept_words, read_answers
from transparency.store.audit_files import Folder
from transparency.store.audits import open_audit
from transparency.store.tours import stored_tour, tour_bytes, tour_name
from transparency.store.verify import verify_audit

TODAY = dt.date.today()
HEAD = ["Número", "Ano", "Contratado", "CNPJ", "Objeto", "Vigência", "Valor", "Data", "Aditivos"]
NEWSLETTER = """<p>Receba as novidades: <input id=news placeholder="Seu e-mail"></p>
<script>news.onkeydown = event => { if (event.key === "Enter") fetch("/assinar?de=" + news.value) }</script>"""
"""A box that is sent without a button, and no search."""
CONTRAST = """<button onclick="document.body.classList.toggle('escuro')">Alto contraste</button>
<style>.escuro, .escuro * { background: #000 !important; color: #ff0 !important }</style>"""
LARGER = """<a href=# onclick="document.body.style.zoom = '1.2'; return false">A+</a>"""
IDLE = "<button title='Diminuir fonte'>A-</button> <button title='Aumentar fonte'>A+</button>"
posts: list[str] = []
searched: list[str] = []
"""What the search of the site was asked for."""


def rows_of(year: int) -> list[list[str]]:
    last = TODAY - dt.timedelta(days=3) if year == TODAY.year else dt.date(year, 11, 3)
    return [
        [f"{n:03}", str(year), f"Construtora Ipê {n} Ltda", "12.345.678/0001-95", f"Reforma da escola {n}",
         f"{last:%d/%m/%Y} a 31/12/{year + 1}", f"{n}.250,00", f"{last:%d/%m/%Y}", "Nenhum"]
        for n in range(1, 6)
    ]  # fmt: skip


def _page(title: str, body: str) -> str:
    search = "<form action=/busca><input name=q placeholder=Buscar><button>Buscar</button></form>"
    menu = f"<nav><a href='/'>Início</a> <a href='/portal/'>Portal da Transparência</a></nav>{search}"
    return f"<!doctype html><html lang=pt-BR><title>{title}</title><body>{menu}<h1>{title}</h1>{body}</body></html>"


def _contracts() -> str:
    year = int(request.args.get("ano") or TODAY.year)
    name = request.args.get("contratado", "").casefold()
    found = [row for row in rows_of(year) if name in row[2].casefold()]
    options = "".join(f"<option{' selected' * (n == year)}>{n}</option>" for n in range(TODAY.year, TODAY.year - 4, -1))
    form = f"<form><label>Ano <select name=ano>{options}</select></label> <label>Contratado <input name=contratado></label> <button>Consultar</button></form>"
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in found)
    table = (
        f"<table><thead><tr>{''.join(f'<th>{label}</th>' for label in HEAD)}</tr></thead><tbody>{lines}</tbody></table>"
    )
    none = "" if found else "<p>Nenhum registro encontrado.</p>"
    return _page("Contratos", f"{form}{none or table}<a href='/portal/contratos.csv'>Exportar CSV</a>")


def _csv() -> Response:
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows([HEAD, *rows_of(TODAY.year)])
    return Response(text.getvalue(), content_type="text/csv")


def _found() -> str:
    searched.append(request.args.get("q", ""))
    return _page("Resultado da busca", "<ul><li><a href='/portal/contratos'>Contratos e licitações</a></ul>")


def _asks() -> str:
    if request.method == "POST":
        posts.append(request.path)
    fields = "<label>Nome <input name=nome></label> <label>E-mail <input name=email></label><textarea name=pedido></textarea>"
    form = f"<form method=post>{fields}<button>Enviar pedido</button></form>"
    return _page("e-SIC", form)


def make(app: Flask) -> None:
    pages = {
        "/": _page(
            "Prefeitura de Vila Pequena", f"<p>Bem-vindo ao site da Prefeitura.</p>{NEWSLETTER}{CONTRAST}{IDLE}"
        ),
        "/portal/": _page(
            "Portal da Transparência",
            f"{CONTRAST}{LARGER}<ul><li><a href='/portal/contratos'>Contratos</a><li><a href='/portal/esic'>e-SIC</a></ul>",
        ),
    }
    for path, html in pages.items():
        app.add_url_rule(path, path, lambda html=html: html)
    app.add_url_rule("/assinar", "signed", lambda: posts.append(request.full_path) or "", methods=["GET", "POST"])
    app.add_url_rule("/busca", "found", _found)
    app.add_url_rule("/portal/contratos", "contracts", _contracts)
    app.add_url_rule("/portal/contratos.csv", "csv", _csv)
    app.add_url_rule("/portal/esic", "asks", _asks, methods=["GET", "POST"])


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evaluation")
    with served(make) as site:
        (folder / "towns.csv").write_text(
            f"slug,name,uf,ibge,portal_url,city_url,families\nvila,{TOWN},SP,,{site}portal/,{site},\n", "utf-8"
        )
        where = ("-s", f"CATALOGUE_FILES={folder / 'towns.csv'}", "-s", f"AUDITS_DIR={folder}")
        options = ("-a", "municipio=vila", "-a", "matriz=pntp-2026", "-a", "model=off", "-L", "ERROR")
        ran = scrapy("crawl", "portal", *options, *where, "-O", str(folder / "feed.jsonl"))
        assert ran.returncode == 0, ran.stderr[-2000:]
    return folder


@pytest.fixture
def whole(audited: Path) -> Path:
    (found,) = (path.parent for path in audited.rglob("audit.json"))
    return found


@pytest.fixture
def answers(whole: Path) -> dict[tuple[str, str], dict[str, Any]]:
    lines = map(json.loads, (whole / "pntp-2026.jsonl").read_text("utf-8").splitlines())
    return {(line["requirement"], line["aspect"]): line for line in lines}


def test_every_aspect_of_every_requirement_is_answered_once(answers: dict[Any, Any]) -> None:
    asked = {(one.id, aspect) for one in load_cycle("pntp-2026").requirements for aspect in one.aspects}
    assert answers.keys() == asked


@pytest.mark.parametrize("aspect", ["available", "current", "history", "export", "filter"])
def test_a_list_is_read_asked_for_its_years_filtered_and_exported(answers: dict[Any, Any], aspect: str) -> None:
    answer = answers["9.1", aspect]
    assert answer["status"] == "met", answer["reason"]
    assert "/portal/contratos" in answer["url"]


def test_the_search_is_asked_for_a_common_word(answers: dict[tuple[str, str], dict[str, Any]]) -> None:
    assert answers["1.4", "available"]["status"] == "met", answers["1.4", "available"]["reason"]
    assert COMMON in searched


def test_controls_of_the_look_are_pressed(answers: dict[Any, Any]) -> None:
    contrast, size = answers["13.3", "available"], answers["13.4", "available"]
    assert contrast["status"] == "met", contrast["reason"]
    assert "muda a aparência" in contrast["reason"]
    assert size["status"] == "not_met", size["reason"]
    assert "No site, “A-”, “A+” não muda nada" in size["reason"]


def test_what_no_menu_names_is_not_met_and_says_where_it_was_looked_for(answers: dict[Any, Any]) -> None:
    answer = answers["7.1", "available"]
    assert answer["status"] == "not_met", answer["reason"]
    assert answer["places"]


def test_the_form_of_a_service_is_looked_at_and_never_sent(answers: dict[Any, Any]) -> None:
    assert answers["12.3", "available"]["status"] == "met", answers["12.3", "available"]["reason"]
    assert not posts


def test_the_answers_are_items_of_the_feed_beside_the_verdicts(audited: Path) -> None:
    lines = [json.loads(line) for line in (audited / "feed.jsonl").read_text("utf-8").splitlines()]
    assert sum("criterion" in line for line in lines) == 61
    assert sum("requirement" in line for line in lines) == 275


def test_the_audit_is_whole_and_its_six_criteria_are_judged_by_the_walk_alone(whole: Path) -> None:
    stored = open_audit(whole)
    assert not verify_audit(Folder(whole), str(whole), load_matrix()).faults
    assert any(line["errand"] for line in stored.pages())
    assert not rejudge(stored, load_matrix()).differences


def test_the_answers_are_the_same_judged_again_from_what_is_stored(whole: Path, tmp_path: Path) -> None:
    cycle = load_cycle("pntp-2026")
    again = rejudge(open_audit(whole), load_matrix(), [cycle])
    (answered,) = again.cycles
    assert answered.again is not None and len(answered.again) == 275
    assert not answered.differences
    copy = keep(again, tmp_path)
    assert not verify_audit(Folder(copy), str(copy), load_matrix()).faults
    assert read_answers(open_audit(copy), cycle) == read_answers(open_audit(whole), cycle)


def test_a_changed_rule_changes_the_answers_judged_again(whole: Path) -> None:
    cycle = load_cycle("pntp-2026")
    longer = [replace(one, history=History(9)) if one.id == "9.1" else one for one in cycle.requirements]
    (answered,) = rejudge(open_audit(whole), load_matrix(), [replace(cycle, requirements=tuple(longer))]).cycles
    (changed,) = answered.differences
    assert (changed.requirement, changed.aspect) == ("9.1", "history")
    assert changed.before and changed.after and (changed.before.status, changed.after.status) == ("met", "not_met")


def test_answers_without_a_stored_tour_stay_as_they_were(whole: Path, tmp_path: Path) -> None:
    older = shutil.copytree(whole, tmp_path / "older")
    (older / tour_name("pntp-2026")).unlink()
    again = rejudge(open_audit(older), load_matrix(), [load_cycle("pntp-2026")])
    assert again.cycles[0].again is None and not again.cycles[0].differences
    assert any(NO_TOUR in note for note in again.notes)


def test_an_answer_has_the_picture_and_the_page_that_it_cites(whole: Path) -> None:
    cycle = load_cycle("pntp-2026")
    sheet = open_sheet(open_audit(whole), cycle)
    cited = {answer.sight for one in sheet.asked for answer in one.answers}
    kept = {file.stem.removesuffix("-pntp-2026") for file in whole.glob("evidence/*-pntp-2026.jpg")}
    assert kept and kept <= cited
    contracts = next(one for one in sheet.asked if one.requirement.id == "9.1").answers[0]
    files = sheet.files(contracts)
    assert files.picture == f"evidence/{contracts.sight}-pntp-2026.jpg" and (whole / files.page).is_file()
    assert f'href="{files.picture}"' in (whole / "pntp-2026.html").read_text("utf-8")


def test_a_picture_that_nobody_cites_goes_and_in_the_others_is_framed_what_was_seen(tmp_path: Path) -> None:
    (tmp_path / "evidence").mkdir()
    plain = io.BytesIO()
    Image.new("RGB", (400, 300), "white").save(plain, "JPEG")
    for node in ("cited", "moved", "other"):
        (tmp_path / "evidence" / f"{node}-pntp-2026.jpg").write_bytes(plain.getvalue())
    lines = [{"node": "cited-pntp-2026", "masked": {}}, {"node": "moved-pntp-2026", "masked": {"cpf": 1}}]
    (tmp_path / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    view = view_of('<h1 data-t-box="40,60,100,20">Contratos</h1>')
    sights = {key: Sight(key, "portal", "", views=(view,)) for key in ("cited", "moved", "other")}
    answers = [Answer("9.1", "available", "met", "", label="“Contratos”", sight=key) for key in ("cited", "moved")]
    keep_cited(tmp_path, "pntp-2026", answers, sights)
    left = {file.stem.removesuffix("-pntp-2026"): file.read_bytes() for file in tmp_path.glob("evidence/*")}
    assert left.keys() == {"cited", "moved"} and left["moved"] == plain.getvalue()
    red, green, _ = Image.open(io.BytesIO(left["cited"])).convert("RGB").getpixel((38, 70))
    assert red - green > 50


def test_people_are_hidden_in_a_stored_tour() -> None:
    """What a file, a label and a place that was not read say."""
    file = OpenedFile("k", "https://a.example/x?cpf=52998224725", "Maria da Silva", "csv", text="CPF 529.982.247-25")
    gathered = Gathered(files=[file], unread=[Unread("abra “Maria da Silva”", "https://a.example", "")])
    words, address = partial(kept_words, town=TOWN, public=""), clean_address
    told = gzip.decompress(tour_bytes(stored_tour(TODAY, (), {"9.1": gathered}, words, address))).decode()
    assert "Maria" not in told and "529" not in told and "52998224725" not in told


def test_a_cycle_that_does_not_exist_is_told_before_anything_begins() -> None:
    ran = scrapy("audit", "santa-rita", "--matriz", "pntp-1999")
    assert ran.returncode == 2
    assert "pntp-1999" in ran.stderr and "pntp-2026" in ran.stderr and "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("Contratos", "9.1"),
        ("Relatório Resumido da Execução Orçamentária - RREO", "11.6"),
        ("Diárias", "7.1"),
        ("Ouvidoria", "14.2"),
        ("Notícias da semana", ""),
        ("▦Contratos", "9.1"),
        ("Processos Licitatórios, Dispensas e Inexigibilidades", "8.1"),
        ("Processos Licitatórios, Dispensas e Inexigibilidades", "8.4"),
    ],
)
def test_labels_name_requirements(label: str, named: str) -> None:
    found = Names(load_cycle("pntp-2026")).of(label)
    assert (named in found) if named else not found


SITE, PORTAL = "http://vila.example/", "http://portal.example/"
HOME = Sight("home", "site", SITE)
HOME_NODE = Node(url=SITE)


def _tour(*leads: Lead, sights: Sequence[Sight] = (HOME, Sight("door", "portal", PORTAL))) -> Tour:
    tour = Tour(load_cycle("pntp-2026"), SITE, PORTAL, Signposts(load_matrix()), TODAY)
    tour.sights = {sight.key: sight for sight in sights}
    tour.leads = {lead.key: lead for lead in leads}
    return tour


def _lead(path: str, label: str, **more: Any) -> Lead:
    named = dict(Names(load_cycle("pntp-2026")).of(label))
    return Lead(Node(url=f"{SITE}{path}", labels=(label,)), label, "site", "home", named, **more)


@pytest.mark.parametrize(
    ("tour", "read"),
    [
        (_tour(), True),
        (_tour(sights=(HOME,)), False),
        (_tour(sights=(HOME, Sight("door", "portal", PORTAL, problem="bloqueado"))), False),
        (_tour(_lead("a", "Mais", menu=True, folder=True)), False),
        (_tour(_lead("a", "Mais", menu=True)), True),
        (_tour(_lead("a", "Notas", hidden=True, folder=True)), False),
    ],
    ids=["both answered", "the portal was not seen", "it is blocked", "a menu is shut", "a page is not", "folded away"],
)
def test_what_no_menu_names_is_missing_only_where_menus_were_opened(tour: Tour, read: bool) -> None:
    assert tour.gathered(tour.cycle.by_id["9.4"]).menus_read is read


@pytest.mark.parametrize(
    ("lead", "place"),
    [
        (_lead("a", "Diárias"), True),
        (_lead("a", "Servidores recebem salários e diárias em dia, diz balanço"), False),
        (_lead("a", "012/2026 Diárias de Ana Lima", row=True), False),
    ],
    ids=["an entry", "a headline", "a record"],
)
def test_only_what_speaks_of_a_requirement_promises_its_place(lead: Lead, place: bool) -> None:
    tour = _tour(lead)
    assert bool(tour.gathered(tour.cycle.by_id["7.1"]).unread) is place
    assert ("7.1" in (tour.next_stops(1) or [Stop(HOME_NODE, "menu", "site")])[0].requirements) is place


def test_the_search_of_every_page_is_no_query_of_a_list() -> None:
    search = "<form><input name=q placeholder=Buscar><button>Buscar</button></form>"
    home, place = (
        sight_of({"html": html, "depth": depth, "key": str(depth)}, depth)
        for depth, html in enumerate((search, f"{search}<form><input name=credor><button>Filtrar</button></form>"))
    )
    tour = _tour(sights=(home, place))
    visitor = TourVisitor(Guidance(tour, None, None), Stop(HOME_NODE, "place", "portal"))  # type: ignore[arg-type]
    frames = [FrameView((0,), view.title, "", view) for view in place.views]
    own = visitor._own(Snapshot(place.url, "", 200, frames, HOME_NODE), place)
    assert [[field.name for field in form.controls] for form in own.frames[0].data.forms] == [["credor"]]


@pytest.mark.parametrize(("chosen", "labels"), [(True, {"Diárias"}), (False, {"Morro", "Vila", "Diárias"})])
def test_on_a_portal_of_several_towns_only_what_is_of_the_town_counts(chosen: bool, labels: set[str]) -> None:
    """The tour begins where the walk has chosen the town, and does not go where the choice leads besides."""
    tour = _tour(sights=())
    pages = {"": "<a href=morro>Morro</a><a href=vila>Vila</a>", "vila": "<a href=diarias>Diárias</a>"}
    for depth, (path, html) in enumerate(pages.items()):
        node = Node(f"{PORTAL}{path}", depth=depth, words=("abra",) * (depth + 1), labels=(path,) * depth)
        frames = [FrameView((0,), node.url, "", view_of(html, node.url))]
        tour.walk_saw(Snapshot(node.url, "", 200, frames, node), "", of_town=depth > 0)
    tour.take_walk(chosen)
    assert {lead.label for lead in tour.leads.values()} == labels
    door = tour.entries()[-1]
    assert (door.node.url, door.node.depth) == (f"{PORTAL}vila" if chosen else PORTAL, 0)
    assert all(stop.node.url != PORTAL for stop in tour.next_stops(4))


def test_a_file_that_says_too_little_is_what_its_page_is_of() -> None:
    """The row of a report with its dates names it too weakly to be a promise."""
    page = Sight("rgf", "portal", f"{PORTAL}rgf", depth=1)
    tour = _tour(sights=(HOME, page))
    tour.places["11.5"]["rgf"] = 1.0
    tour._offer(replace(_lead("rgf-2026-2.pdf", "Visualizar", file=True), named={"11.5": 0.5, "18.1": 0.4}), page)
    assert [(stop.what, stop.requirements) for stop in tour.next_stops(1)] == [("file", ("11.5",))]


def test_a_place_of_a_list_that_shows_none_leads_on_to_it() -> None:
    """The list stands at another body's, behind a link that does not name it."""
    home = "<nav><a href=/sancionados>Empresas Sancionadas</a> <a href=/mapa>Mapa do site</a></nav>"
    link = "<a href=https://outro.example/ceis>Consultar no sítio do órgão oficial</a>"
    tour = _tour(sights=())
    for depth, (path, html) in enumerate({"": home, "sancionados": f"{home}{link}"}.items()):
        node = Node(f"{PORTAL}{path}", depth=depth, words=("abra",), labels=("Empresas Sancionadas",) * depth)
        tour.walk_saw(
            Snapshot(node.url, "", 200, [FrameView((0,), node.url, "", view_of(html, node.url))], node), "", False
        )
    tour.take_walk(chosen=False)
    assert "8.7" in tour.leads[Node("https://outro.example/ceis").fingerprint()].promised


@pytest.mark.parametrize(("depth", "promised"), [(0, True), (1, False)], ids=["of an entry", "of a list"])
def test_what_looks_like_rows_on_an_entry_is_its_menu(depth: int, promised: bool) -> None:
    """The same link from an inner page, seen before, does not hide what the entry promises."""
    row = "<table><tr><td><a href=/creche>Vagas em Creche - Fila de Espera</a></table>"
    tour = _tour(sights=())
    for at in dict.fromkeys((1, depth)):
        node = Node(f"{PORTAL}{at or ''}", depth=at, words=("abra",) * (at + 1), labels=("Saúde",) * at)
        frames = [FrameView((0,), node.url, "", view_of(row, node.url))]
        tour.walk_saw(Snapshot(node.url, "", 200, frames, node), "", False)
    tour.take_walk(chosen=False)
    (lead,) = tour.leads.values()
    assert ("19.2" in lead.promised) is promised


@pytest.mark.parametrize(("cards", "opened"), [(4, ["0", "3", "2"]), (2, [])], ids=["cards", "two links"])
def test_records_on_cards_are_opened_by_what_is_called_alike(cards: int, opened: list[str]) -> None:
    shown = "".join(
        f"<div><p><b>Número:</b> {n}</p><p><b>Objeto:</b> Obra</p><a href=/c/{n}>Detalhar</a></div>"
        for n in range(cards)
    )
    node = Node(f"{PORTAL}contratos", depth=1, words=("abra",), labels=("Contratos",))
    frames = [FrameView((0,), node.url, "", view_of(f"<nav><a href=/>Início</a></nav>{shown}", node.url))]
    found = records_of(Snapshot(node.url, "", 200, frames, node), Signposts(load_matrix()))
    assert [one.url.rpartition("/")[2] for one in found] == opened


def test_a_place_that_is_named_better_than_what_proves_it_is_visited_all_the_same() -> None:
    execution = Sight("execution", "portal", f"{PORTAL}execucao", depth=1)
    tour = _tour(_lead("federais", "Emendas Parlamentares Federais"), sights=(HOME, execution))
    tour.places["17.1"]["execution"], tour.answered["17.1"] = 0.7, "execution"
    assert ["17.1" in stop.requirements for stop in tour.next_stops(1)] == [True]
    tour = _tour(_lead("federais", "Emendas Parlamentares Federais"), sights=(HOME, execution))
    tour.places["17.1"]["execution"], tour.answered["17.1"] = 1.0, "execution"
    assert not any("17.1" in stop.requirements for stop in tour.next_stops(1))


def test_the_search_is_asked_for_a_word_of_its_own_where_it_knows_no_common_one() -> None:
    """A site without the portal's pages need not know what only the portal has."""
    home = sight_of(
        {"html": "<form><input name=q type=search><button>Buscar</button></form>", "depth": 0, "url": SITE}, 0, "site"
    )
    leads = [_lead(label, label, menu=True) for label in ("Estrutura Organizacional", "A-", "Contatos", "Links úteis")]
    elsewhere = replace(_lead("x", "Facebook", menu=True), node=Node(url="https://social.example/vila"))
    tour = _tour(*leads, elsewhere, sights=(home,))
    visitor = TourVisitor(Guidance(tour, words_of({}), None), Stop(HOME_NODE, "entry", "site"))  # type: ignore[arg-type]
    frames = [FrameView((0,), home.url, "", view) for view in home.views]
    trials = visitor._search(Snapshot(home.url, "", 200, frames, HOME_NODE), home)
    assert next(trials).filter[1] == COMMON
    tour.filters.append(TriedFilter(home.key, "q", COMMON, (0, "a"), (0, "b"), none_said=True))
    for own in ("Contatos", "Links úteis"):
        assert next(trials).filter[1] == own
        tour.filters.append(TriedFilter(home.key, "q", own, (0, "a"), (0, "b"), none_said=True))
    assert next(trials, None) is None


@pytest.mark.parametrize(("rows", "second"), [(2, False), (0, True)], ids=["the first does", "it is empty"])
def test_a_second_export_is_fetched_only_where_the_first_does_not_do(rows: int, second: bool) -> None:
    html = "<table><tr><th>Nome<th>Ano<th>Valor total<tr><td>A<td>2025<td>9,00<tr><td>B<td>2025<td>9,00</table>"
    tour = _tour(sights=(HOME, sight_of({"html": html, "key": "list", "labels": ["Dívida Ativa"]}, 1)))
    tour.places["3.3"]["list"] = 1.0
    stops = [Stop(Node(url=f"{PORTAL}{kind}"), "export", "portal", ("3.3",), kind, "list") for kind in ("csv", "txt")]
    tour.waiting = [*stops]
    assert tour.next_stops(1) == stops[:1]
    told = ("Nome", "Ano", "Valor total")
    tour.took(stops[0], OpenedFile("list", f"{PORTAL}csv", "csv", "csv", columns=told, rows=rows))
    assert (stops[1] in tour.next_stops(1)) is second


def test_labels_that_may_mean_anything_leave_a_place_of_its_own_to_be_visited() -> None:
    """Three entries that speak of requests for information in general do not keep from the one that is called as the report is."""
    general = ("SIC Físico", "Solicitar Informação (e-SIC)", "Lei de Acesso à Informação no Município")
    leads = [_lead(str(n), label, menu=True) for n, label in enumerate((*general, "Relatório Estatístico do SIC"))]
    assert all("12.7" in lead.promised for lead in leads)
    assert {stop.label for stop in _tour(*leads).next_stops(9)} == {lead.label for lead in leads}


@pytest.mark.parametrize(
    ("body", "is_place"),
    [("<dl><dt>Objeto<dd>Merenda<dt>Modalidade<dd>Pregão</dl>", False), ("<p>Documentos do concurso</p>", True)],
    ids=["a record", "a page"],
)
def test_files_of_a_record_are_of_what_its_list_is_of(body: str, is_place: bool) -> None:
    """The notice of a tender is no notice of a competition for posts, whatever it is called."""
    node = Node(f"{PORTAL}registro", depth=2, words=("abra",) * 3, labels=("Relação de Licitações",))
    html = f"<h1>Relação de Licitações – Detalhes</h1>{body}<a href=/edital.pdf>Edital e anexos</a>"
    frames = [FrameView((0,), node.url, "", view_of(html, node.url))]
    tour = _tour()
    assert "6.6" in tour.names.of("Edital e anexos")
    sight = tour.saw(Snapshot(node.url, "", 200, frames, node), Stop(node, "record", "portal", ("8.3",)), "")
    assert (sight.key in tour.places["6.6"]) is is_place
    assert sight.key in tour.places["8.3"]


def test_files_are_not_counted_as_pages() -> None:
    tour = _tour(_lead("a", "Diárias"))
    tour.bound = 1
    tour.stops = {str(n): Stop(Node(url=f"{SITE}{n}.pdf"), "file", "site") for n in range(9)}
    assert [stop.what for stop in tour.next_stops(4)] == ["place"]


def test_what_cannot_be_judged_is_told_and_spoils_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(requirement: Requirement, *_: Any) -> list[Answer]:
        if requirement.id == "9.1":
            raise RuntimeError("a bug")
        return judge(requirement, Gathered(), TODAY)

    monkeypatch.setattr(stored_tours, "judge", broken)
    spider = PortalSpider()
    spider.cycle, spider.today = load_cycle("pntp-2026"), TODAY
    town = Municipality("vila", TOWN, "SP", portal_url="http://vila.example/")
    audit = Audit(town, load_matrix(), False, Budget(), lambda: None)
    spider.tours[audit.name] = Tour(spider.cycle, "", town.portal_url, Signposts(load_matrix()), TODAY)
    answers = {(one.requirement, one.aspect): one for one in spider.answers(audit)[0]}
    assert len(answers) == 275
    assert {one.reason for key, one in answers.items() if key[0] == "9.1"} == {stored_tours.NOT_JUDGED}


def test_the_matrix_that_is_answered_is_that_of_the_given_words(tmp_path: Path) -> None:
    """``KEYWORDS_DIR`` is another matrix for the tour as for the walk."""
    words = tmp_path / "keywords"
    shutil.copytree(Path("keywords"), words)
    head = words / "pntp-2026" / "ciclo.yml"
    head.write_text(head.read_text("utf-8").replace(load_cycle("pntp-2026").name, "Outra matriz"), "utf-8")
    given = Settings({"KEYWORDS_DIR": str(words), "EGRESS_ALLOWED": "", "AUDITS_DIR": str(tmp_path)})
    cycle = PortalSpider.prepare(given, municipio="santa-rita", matriz="pntp-2026").cycle
    assert cycle is not None and cycle.name == "Outra matriz"


def _with_words(tmp_path: Path, before: str, after: str) -> Settings:
    """The settings of a user with keywords of their own, one thing changed in the words by which requirements are judged."""
    words = tmp_path / "keywords"
    shutil.copytree(Path("keywords"), words)
    file = words / "avaliacao.yaml"
    assert before in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(before, after, 1), "utf-8")
    return Settings({"KEYWORDS_DIR": str(words), "EGRESS_ALLOWED": "", "AUDITS_DIR": str(tmp_path)})


def test_the_given_words_judge_the_answers(tmp_path: Path) -> None:
    """What counts as a request for information is called otherwise in a user's own words: for the tour and for what is judged."""
    own = cycle_of("pntp-2026", _with_words(tmp_path, "none_said: [", "none_said: [nadinha consta neste exercício, "))
    told = "Nadinha consta neste exercício de 2026. Informações atualizadas em 20/11/2026."
    page = gathered_of({"places": [{"labels": ["Diárias"], "html": f"<h1>Diárias</h1><p>{told}</p>"}]})

    def available(cycle: Cycle) -> str:
        answers = stored_tours.judge_all(cycle, lambda _: page, TODAY)
        return next(one.status for one in answers if one.requirement == "7.1")

    assert (available(load_cycle("pntp-2026")), available(own)) == ("not_met", "met")
    tour = Tour(own, "", PORTAL, Signposts(load_matrix()), TODAY)
    assert "nadinha consta neste exercicio" in tour.words.none_said


def test_what_is_wrong_in_the_given_words_is_told_at_once(tmp_path: Path) -> None:
    given = _with_words(tmp_path, "none_said: [", "nome_said: [")
    with pytest.raises(UserError, match=r"avaliacao\.yaml, linha \d+: campo desconhecido: nome_said"):
        PortalSpider.prepare(given, municipio="santa-rita", matriz="pntp-2026")


@pytest.mark.parametrize(("late", "given_up"), [(True, False), (False, True)])
def test_a_tour_that_is_cut_is_not_finished(monkeypatch: pytest.MonkeyPatch, late: bool, given_up: bool) -> None:
    spider = PortalSpider()
    spider.cycle = load_cycle("pntp-2026")
    town = Municipality("vila", TOWN, "SP", portal_url="http://vila.example/")
    audit = Audit(town, load_matrix(), False, Budget(), lambda: None)
    spider.settings = Settings({"RUN_GIVEN_UP": {audit.name: "parou"} if given_up else {}})  # type: ignore[misc]
    tour = spider.tours[audit.name] = Tour(spider.cycle, "", town.portal_url, Signposts(load_matrix()), TODAY)
    monkeypatch.setattr(audit, "overdue", lambda: late)
    assert tour.gathered(spider.cycle.by_id["9.1"]).finished
    assert not spider.further_requests(audit)
    assert not tour.gathered(spider.cycle.by_id["9.1"]).finished


def _visitor_of(html: str, requirement: str) -> tuple[Tour, TourVisitor, Snapshot, Sight]:
    """A visitor at the place of a requirement."""
    place = sight_of({"html": html, "key": "list", "url": f"{PORTAL}lista"}, 1)
    place = replace(place, views=tuple(with_parts(view, entries=view.inputs, inputs=[]) for view in place.views))
    tour = _tour(sights=(HOME, place))
    tour.places[requirement]["list"] = 1.0
    visitor = TourVisitor(Guidance(tour, words_of({}), None), Stop(HOME_NODE, "place", "portal"))  # type: ignore[arg-type]
    frames = [FrameView((0,), place.url, "", view) for view in place.views]
    return tour, visitor, Snapshot(place.url, "", 200, frames, HOME_NODE), place


STAFF = "<table><tr><th>Nome<th>Cargo{}<tr{}><td>Ana<td>Motorista<tr{}><td>Rui<td>Professor</table>"


def test_a_box_that_narrows_a_list_while_one_types_is_tried() -> None:
    """A list that a script filters has no query, and hides all of its rows where nothing is found."""
    _, visitor, snapshot, place = _visitor_of(
        f"<label>Pesquisar: <input type=search></label>{STAFF.format('', '', '')}", "6.1"
    )
    assert [trial.filter for trial in visitor._filter(snapshot, place)] == [("Pesquisar:", NOWHERE)]
    hidden = " data-t-hidden"
    assert digest_of(sight_of({"html": STAFF.format("", hidden, hidden)}, 1)) != digest_of(place)


@pytest.mark.parametrize(
    ("requirement", "tried"), [("7.1", True), ("5.1", False)], ids=["also a name", "the year alone"]
)
def test_other_fields_of_the_minimum_are_tried_though_the_year_works(requirement: str, tried: bool) -> None:
    tour, visitor, _, _ = _visitor_of(STAFF.format("", "", ""), requirement)
    visitor.by_year = TriedFilter("list", "Ano", "2025", (2, "a"), (2, "b"))
    assert visitor._only_year_tried([tour.cycle.by_id[requirement]]) is tried


def test_a_text_with_a_list_is_filtered_too() -> None:
    """Health units stand in a list on the page that says their hours."""
    html = f"<label>Pesquisar: <input type=search></label>{STAFF.format('', '', '')}"
    _, visitor, snapshot, place = _visitor_of(html, "18.2")
    assert [trial.filter for trial in visitor._plan(snapshot, place)] == [("Pesquisar:", NOWHERE)]


def test_a_document_that_was_taken_for_an_export_is_one_all_the_same() -> None:
    lead = replace(_lead("lei.pdf", "Estrutura Organizacional", file=True))
    tour = _tour(lead)
    tour.took(Stop(lead.node, "export", "site", ("18.2",), lead.label, "home"), OpenedFile("home", "", lead.label))
    assert tour.files and tour.exports and "2.1" in tour.touched


def test_what_hands_a_list_out_leads_on_to_no_other_place() -> None:
    """A list that was filtered to nothing shows no rows: its exports are files, and no way to the list."""
    tour = _tour(sights=())
    links = "<a href=/obras?formato=pdf>PDF</a> <a href=https://outro.example/obras>Consultar no sítio do órgão</a>"
    node = Node(f"{PORTAL}obras", depth=1, words=("abra",), labels=("Obras Paralisadas",))
    frames = [FrameView((0,), node.url, "", view_of(f"<h1>Obras Paralisadas</h1>{links}", node.url))]
    tour.walk_saw(Snapshot(node.url, "", 200, frames, node), "", False)
    tour.take_walk(chosen=False)
    assert {lead.label for lead in tour.leads.values() if lead.promised} == {"Consultar no sítio do órgão"}


def test_what_stands_beside_a_place_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk has no use for a map of the site and for networks: a link without a name of its own is called as its neighbour."""
    monkeypatch.setattr(Signposts, "is_generic", lambda self, label: True)
    tour = _tour(sights=())
    home = view_of("<a href=/mapa>Mapa do site</a> <a href=https://rede.example/vila>Rede</a>", SITE)
    beside = [
        with_parts(one, around=["Mapa do site" if one.label == "Rede" else "Contraste"]) for one in home.candidates
    ]
    frames = [FrameView((0,), SITE, "", with_parts(home, candidates=beside))]
    tour.saw(Snapshot(SITE, "", 200, frames, HOME_NODE), Stop(HOME_NODE, "entry", "site"), "")
    assert [stop.node.url for stop in tour._questions() if "13.5" in stop.requirements] == [f"{SITE}mapa"]
