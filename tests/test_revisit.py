"""Revisits: who is due, how far a stored audit can be believed, and what of a portal need not be walked again."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audit_of_pages import make_audit, run
from portal_of_towns import HOME, portal_of_towns
from scrapy_command import scrapy

from tests.candidates import request
from transparency.commands.audit import Command as AuditCommand
from transparency.commands.plan import Command, days_of, policy_of
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.known import FAILURES, Known, KnownPlace, known_of, places_of, teaches, trace_of
from transparency.crawl.request import candidate_of
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.node import Node
from transparency.portals.catalogue import Municipality
from transparency.run.revisit import Look, due, freshness, intervals, rate
from transparency.store.audits import KNOWN

NOW = dt.datetime(2026, 6, 30, tzinfo=dt.UTC)


def look(day: int, *published: str, seen: bool = True) -> Look:
    """Of the items a, b and c; the others are absent."""
    status = {("x", item): "published" if item in published else "absent" for item in "abc"}
    return Look(NOW - dt.timedelta(days=day), status if seen else {}, seen)


@pytest.mark.parametrize(
    ("looks", "changes", "share"),
    [
        ([], 0, None),
        ([look(30, "a")], 0, None),
        ([look(30, "a"), look(0, "a")], 0, 1.0),
        ([look(30, "a"), look(0, "b")], 1, 0.5),
        (
            [look(40, "a"), look(30, "a"), look(0, "a", "c")],
            1,
            0.625,
        ),  # a quarter of the time in which it may have changed
        ([look(30, "a"), look(0, seen=False)], 0, 1.0),  # what could not be decided is no change
    ],
)
def test_what_was_true_for_how_long(looks: list[Look], changes: int, share: float | None) -> None:
    assert rate(looks)[0] == changes if looks else True
    assert freshness(looks) == share


def test_more_changes_make_a_higher_rate_and_none_make_it_small_but_known() -> None:
    rates = [rate([look(30 * n, "a" if n % every else "b") for n in range(6, -1, -1)])[1] for every in (1, 2, 3)]
    assert rates[1] > rates[2] > rates[0] == 0.0


@pytest.mark.parametrize(
    ("rates", "policy", "days"),
    [
        ([0.1, 0.4], "uniforme", [30, 30]),
        ([0.1, 0.1, 0.4], "proporcional", [60, 60, 15]),
        ([0.0, 0.0], "proporcional", [30, 30]),  # nothing is known
        ([0.0001, 1.0], "proporcional", [120, 15.0015]),  # within bounds
    ],
)
def test_intervals(rates: list[float], policy: str, days: list[float]) -> None:
    assert intervals(rates, 30, policy) == pytest.approx(days)


def stored(root: Path, slug: str, day: int, *, problem: str = "") -> None:
    """An audit that began so many days ago."""
    began = NOW - dt.timedelta(days=day)
    made = make_audit(root / "made", started=f"{began:%Y-%m-%dT%H:%M:%SZ}", entry_problem=problem)
    there = root / "pb" / slug / made.name
    there.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, there)
    summary = json.loads((there / "audit.json").read_text(encoding="utf-8"))
    summary["municipio"]["slug"] = slug
    (there / "audit.json").write_text(json.dumps(summary), encoding="utf-8")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that is due, one that is not, one that could not be seen yesterday and before."""
    root = tmp_path_factory.mktemp("audits")
    for slug, day in (("velha", 90), ("velha", 45), ("nova", 3)):
        stored(root, slug, day)
    stored(root, "caida", 2, problem="não respondeu")
    (root / "pb" / "torta" / "20260601T000000Z").mkdir(parents=True)
    (root / "pb" / "torta" / "20260601T000000Z" / "verdicts.jsonl").write_text("{", encoding="utf-8")
    return root


def town(slug: str, url: str = "https://a.example/") -> Municipality:
    return Municipality(slug, slug.title(), "PB", "", url, "", ())


def test_due_are_those_never_seen_then_the_longest_overdue(audits: Path) -> None:
    towns = [town(slug) for slug in ("nova", "velha", "nunca", "caida", "torta")] + [town("sem-portal", "")]
    plan = due(audits, towns, NOW, every=30)
    assert [(visit.slug, visit.due) for visit in plan] == [
        ("nunca", True), ("torta", True), ("velha", True), ("caida", True), ("nova", False),
    ]  # fmt: skip
    visit = {one.slug: one for one in plan}
    assert visit["velha"].audits == 2 and visit["velha"].freshness == 1.0 and visit["velha"].since_last == 45
    assert visit["caida"].reason == "o portal não pôde ser visto"
    assert visit["nova"].fresh_now is None and visit["nova"].due_at == "2026-07-27T00:00:00Z"
    assert [one.slug for one in due(audits, [town("nova")], NOW, every=2) if one.due] == ["nova"]


def test_who_asks_every_day_for_what_is_due_did_nothing_wrong(audits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    catalogue = tmp_path / "c.csv"
    catalogue.write_text("slug,name,uf,ibge,portal_url,city_url,families\nnova,Nova,pb,,https://a.example/,,\n", encoding="utf-8")  # fmt: skip
    given = ("--catalogo", str(catalogue), "--saida", str(audits))
    assert run(AuditCommand, "--devidos", *given, REVISIT_DAYS="3000") == 0
    assert capsys.readouterr().err.startswith("Nenhum município está na hora")
    assert run(AuditCommand, "--devidos", "--json", *given, REVISIT_DAYS="3000") == 0
    assert json.loads(capsys.readouterr().out)["audits"] == []


def test_plan_is_a_table_and_json(audits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "\n".join(f"{slug},{slug.title()},pb,,https://a.example/,," for slug in ("nova", "velha", "nunca"))
    catalogue = tmp_path / "c.csv"
    catalogue.write_text(f"slug,name,uf,ibge,portal_url,city_url,families\n{rows}\n", encoding="utf-8")
    given = ("--catalogo", str(catalogue), "--saida", str(audits))
    assert run(Command, *given) == 0
    told = capsys.readouterr().out
    assert "Nunca (PB)" in told and "3 municípios" in told and "transparency audit --devidos" in told
    assert run(Command, *given, "--json", "--politica", "proporcional") == 0
    plan = json.loads(capsys.readouterr().out)
    assert {visit["slug"] for visit in plan} == {"nova", "velha", "nunca"} and plan[0]["due"] is True
    for wrong in (("--intervalo", "zero"), ("--politica", "outra"), ("--uf", "xx"), ("sobra",)):
        assert run(Command, *given, *wrong) == 2
        assert "Erro:" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-3", "nan", "muito", ""])
def test_an_interval_is_a_number_of_days(text: str) -> None:
    with pytest.raises(UserError):
        days_of(text)


def test_policies_are_two() -> None:
    with pytest.raises(UserError, match="sempre"):
        policy_of("sempre")


# ---- what is known -----------------------------------------------------------------------------------------------------


KNOWS = Known((), frozenset({"n1"}), frozenset({"t1"}), frozenset({("d", "1"), ("r", "1")}), frozenset({"q"}))


@pytest.mark.parametrize(
    ("node", "familiar", "criterion", "still_open", "over"),
    [
        ("n1", False, "d", [], True),  # it brought nothing, and nothing has moved
        ("n2", True, "d", [], True),
        ("n2", False, "d", [], False),  # it is new
        ("n1", False, "d", [("d", "1")], False),  # what was there is not there any more
        ("n1", False, "r", [("d", "1")], True),
        ("n1", False, "", [("d", "1")], False),  # it may lead to anything
        ("n1", False, "q", [], False),  # nothing was certain there
        ("n1", False, "d", [("d", "2")], True),  # was not published before either
    ],
)
def test_what_is_passed_over(node: str, familiar: bool, criterion: str, still_open: Any, over: bool) -> None:
    knows = KNOWS if criterion == "q" else Known((), KNOWS.barren, KNOWS.offered, KNOWS.expected)
    assert knows.passes_over(node, familiar, criterion, still_open) is over


def test_the_trace_of_a_row_is_its_shape_and_numbers_count_for_nothing() -> None:
    assert trace_of("h", "row", "Maria 1", "tr>td") == trace_of("h", "row", "João 2", "tr>td")
    assert trace_of("h", "link", "Despesas 2025", "") == trace_of("h", "link", "Despesas 2026", "")
    assert trace_of("h", "link", "Despesas", "") != trace_of("h", "link", "Receitas", "")


def again(matrix: Matrix, url: str = "https://transparencia.vilapequena.example/") -> Audit:
    return Audit(Municipality("vila-pequena", "Vila Pequena", "PB", "", url, "", ()), matrix, False, Budget(), lambda: None)  # fmt: skip


def test_an_audit_knows_the_one_before_by_the_same_matrix_of_the_same_portal(tmp_path: Path, matrix: Matrix) -> None:
    started = f"{dt.datetime.now(dt.UTC) - dt.timedelta(days=10):%Y-%m-%dT%H:%M:%SZ}"
    folder = make_audit(tmp_path, started=started)
    node = Node("https://transparencia.vilapequena.example/receitas", depth=1, words=("abra",))
    place = {"kind": "link", "criterion": "receita_orcamentaria", "retries": 0, "node": node.to_dict()}
    (folder / KNOWN).write_text(
        json.dumps({"places": [place], "barren": ["x"], "offered": [], "unseen": []}), encoding="utf-8"
    )
    known = known_of(again(matrix), tmp_path, 120)
    assert known is not None and known.places == (KnownPlace(node, "link", "receita_orcamentaria"),)
    assert ("receita_orcamentaria", "arrecadacao") in known.expected and known.full == started
    assert known_of(again(matrix), tmp_path, 5) is None, "it is time for one that knows nothing"
    assert known_of(again(matrix, "https://outro.example/"), tmp_path, 120) is None
    assert known_of(again(matrix), tmp_path / "nada", 120) is None
    odd = {"places": [place | {"kind": "teleport"}], "barren": [], "offered": []}
    (folder / KNOWN).write_text(json.dumps(odd), encoding="utf-8")
    assert known_of(again(matrix), tmp_path, 120) is None, "nobody can go there in such a way"
    (folder / KNOWN).write_text('{"places": [{"kind"', encoding="utf-8")
    assert known_of(again(matrix), tmp_path, 120) is None, "what is torn is not known"


def failing(audit: Audit, count: int, reason: str = "o servidor não respondeu no prazo", kind: str = "network") -> None:
    """So many visits below the entry end badly."""
    for number in range(count):
        audit.failed(Node(f"https://a.example/{number}", depth=1), "", kind, reason)


BAD_RUNS: dict[str, Callable[[Audit], None]] = {
    "the portal could not be seen": lambda audit: audit.failed(Node("https://a.example/"), "", "network", "não abriu"),
    "the budget of nodes was spent": lambda audit: audit.spending.dropped.update(["nodes"]),
    "the time was over": lambda audit: audit.spending.dropped.update(["time"]),
    "it was given up": lambda audit: audit.spending.dropped.update(["abandoned"]),
    "the server refused": lambda audit: failing(audit, FAILURES),
    "a challenge stood before the pages": lambda audit: failing(audit, FAILURES, "o portal pede prova de que não é um robô (HTTP 403)", "obstacle"),
}  # fmt: skip


@pytest.mark.parametrize("bad", BAD_RUNS)
def test_r18_a_run_that_was_refused_blocked_or_cut_off_teaches_nothing(matrix: Matrix, bad: str) -> None:
    audit = again(matrix)
    audit.agenda.ways.passed_over.add("passed")
    audit.agenda.ways.offered.add("trace")
    assert teaches(audit) and places_of(audit)["barren"] == ["passed"] and places_of(audit)["offered"] == ["trace"]
    BAD_RUNS[bad](audit)
    assert not teaches(audit)
    learned = places_of(audit)
    assert learned["barren"] == learned["offered"] == []
    audit.agenda.known = Known((), frozenset({"before"}), frozenset({"trace before"}))
    learned = places_of(audit)
    assert (learned["barren"], learned["offered"]) == (["before"], ["trace before"])  # what good runs saw stays


def test_r18_a_place_that_failed_is_not_remembered_as_barren(matrix: Matrix) -> None:
    audit = again(matrix)
    failing(audit, FAILURES - 1)
    gone = Node("https://a.example/gone", depth=1)
    audit.failed(gone, "", "obstacle", "o servidor respondeu com o erro HTTP 404")
    failed = {Node(f"https://a.example/{number}", depth=1).fingerprint() for number in range(FAILURES - 1)}
    audit.agenda.ways.passed_over.update(failed, {gone.fingerprint()})
    learned = places_of(audit)
    assert teaches(audit) and learned["barren"] == [gone.fingerprint()] and set(learned["unseen"]) == failed
    known = Known((), frozenset(learned["barren"]), unseen=frozenset(learned["unseen"]))
    assert known.passes_over(gone.fingerprint(), True, "", [])
    assert not any(known.passes_over(node, True, "", []) for node in failed)  # though known pages lead there


def test_r18_an_audit_that_could_not_see_the_portal_hides_none_before(tmp_path: Path, matrix: Matrix) -> None:
    days = [dt.datetime.now(dt.UTC) - dt.timedelta(days=n) for n in (10, 2)]
    stamps = [f"{day:%Y-%m-%dT%H:%M:%SZ}" for day in days]
    good, bad = (
        make_audit(tmp_path, started=stamps[0]),
        make_audit(tmp_path, started=stamps[1], entry_problem="não abriu"),
    )
    (good / KNOWN).write_text(json.dumps({"places": [], "barren": ["x"], "offered": [], "unseen": []}), "utf-8")
    (bad / KNOWN).write_text(json.dumps({"places": [], "barren": ["y"], "offered": [], "unseen": []}), "utf-8")
    known = known_of(again(matrix), tmp_path, 120)
    assert known is not None and known.barren == {"x"}


def test_r18_of_audits_that_do_not_tell_what_failed_only_the_places_count(tmp_path: Path, matrix: Matrix) -> None:
    folder = make_audit(tmp_path, started=f"{dt.datetime.now(dt.UTC):%Y-%m-%dT%H:%M:%SZ}")
    (folder / KNOWN).write_text(json.dumps({"places": [], "barren": ["x"], "offered": ["t"]}), "utf-8")
    known = known_of(again(matrix), tmp_path, 120)
    assert known is not None and not known.barren and not known.offered and known.expected


def test_what_did_not_open_by_itself_is_left_for_where_the_portal_leads_there(matrix: Matrix) -> None:
    """A record that opens only after its query, in the session of who asked it."""
    audit, node = again(matrix), Node("https://a.example/record", depth=2)
    audit.agenda.known = Known((KnownPlace(node, "row", "d"),))
    place, row = request(node, "row", revisit=True), request(node, "row")
    audit.agenda.opened(place)
    assert audit.agenda.holds(row)
    audit.agenda.opened(row)
    audit.agenda.gone(candidate_of(place), offered=True)
    audit.agenda.left(place)
    assert audit.agenda.open_nodes == {node.fingerprint()} and not audit.agenda.holds(row)
    audit.agenda.left(row)
    assert not audit.agenda.open_nodes


def test_what_is_not_where_it_was_does_not_wait_for_itself(matrix: Matrix) -> None:
    """A page that needs the session of who comes by the door: the portal leads there later."""
    audit, node = again(matrix), Node("https://a.example/record", depth=2)
    audit.agenda.known = Known((KnownPlace(node, "row", "d"),))
    place, row, other = (
        request(node, "row", revisit=True),
        request(node, "row"),
        request(Node("https://a.example/x"), "row"),
    )
    audit.agenda.opened(place)
    audit.agenda.gone(candidate_of(place), offered=False)
    audit.agenda.left(place)
    audit.agenda.opened(row)
    assert not audit.agenda.holds(row) and not audit.agenda.holds(other)
    audit.agenda.left(row)
    assert not audit.agenda.open_nodes


def statuses(folder: Path) -> dict[tuple[str, str], str]:
    lines = map(json.loads, (folder / "verdicts.jsonl").read_text(encoding="utf-8").splitlines())
    return {(line["criterion"], line["item"]): line["status"] for line in lines}


def test_a_revisit_sees_the_same_in_fewer_pages_and_finds_what_has_moved(tmp_path: Path) -> None:
    news = "".join(f"<a href=noticia{n}>Notícia {n}</a> <a href=lei{n}>Lei municipal {n}</a> " for n in range(4))
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "c.csv", ["vila"])
        home = HOME.format(town="Vila").replace("<p>", f"<div>{news}</div><p>")
        portal.pages["/vila/"] = home
        for name in (f"{kind}{n}" for n in range(4) for kind in ("noticia", "lei")):
            portal.pages[f"/vila/{name}"] = (
                f"<title>{name}</title><h1>{name}</h1><p>{'Texto que conta o que houve. ' * 5}</p>"
            )

        def audit(*options: str) -> tuple[dict[str, Any], dict[tuple[str, str], str], set[str]]:
            portal.hits.clear()
            time.sleep(1.1)  # audits are told apart by the second in which they begin
            done = audited("vila", "--catalogo", str(catalogue), "--saida", str(tmp_path / "audits"), *options, port=portal.port)  # fmt: skip
            summary = json.loads((done / "audit.json").read_text(encoding="utf-8"))
            return summary, statuses(done), {path for path in portal.hits if path.startswith("/vila/")}

        first, known, every = audit()
        second, again, fewer = audit("--revisita")
        assert again == known and "published" in known.values()
        assert second["revisit"]["of"] == first["started"] and first["revisit"] is None
        assert second["nodes"]["visited"] < first["nodes"]["visited"] and fewer < every
        assert not any("noticia" in path or "lei" in path for path in fewer)
        portal.pages["/vila/arrecadacao"] = portal.pages.pop("/vila/receitas")
        portal.pages["/vila/"] = home.replace("href=receitas", "href=arrecadacao")
        third, moved, _ = audit("--revisita")
        assert moved == known and third["revisit"]["full"] == first["started"]


def audited(*arguments: str, port: int) -> Path:
    """The folder of an audit by the program's own command."""
    allowed = {"TRANSPARENCY_EGRESS_ALLOWED": f"127.0.0.1:{port}"}
    done = scrapy(
        "audit", *arguments, "--json", "-s", "REPORT_ENABLED=False", "--model", "off", env=allowed, timeout=120
    )
    told = json.loads(done.stdout)
    assert told["audits"][0]["folder"], done.stderr
    return Path(told["audits"][0]["folder"])
