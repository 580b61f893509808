"""Experiments: planning, statistics, resumption, measures and the report; and one small real run."""

from __future__ import annotations

import html.parser
import json
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from scrapy_command import scrapy

from transparency.crawl.strategies import STRATEGIES
from transparency.eval import charts, report, summary, trials
from transparency.eval.plan import Town, Trial, chosen_strategies, label_of, learners, sisters
from transparency.eval.plan import trials as plan
from transparency.eval.score import GoldItem
from transparency.eval.trials import Bench, measures, missing, nodes_to_last, read_results, results, share_at
from transparency.items import UserError

ROOT = Path(__file__).parent.parent
HOSTILE = 'D\'<script>alert(1)</script> & "Óbidos" </svg>'
TOWNS = [
    Town("a", "Água Azul", "PB", ("x", "proprio"), 10),
    Town("b", HOSTILE, "PB", ("x",), 12),
    Town("c", "Campo de Nome Muito Comprido do Rio das Antas", "SP", ("proprio",), None, True),
    Town("d", "Divisa", "SP", ("proprio", "y"), 8),
]


def row(town: str, strategy: str, run: int = 1, warm: bool = False, **given: Any) -> dict[str, Any]:
    figures: dict[str, Any] = {m.key: None for m in summary.METRICS}
    made = {
        "town": town,
        "strategy": strategy,
        "run": run,
        "warm": warm,
        "seed": 1001,
        "reason": "",
        "published": 40,
        "least": 10,
        "trace": [],
    }
    return {**figures, **made, **given}


# ---------------------------------------------------------------- plan


@pytest.mark.parametrize(
    ("text", "expected"),
    [("all", list(STRATEGIES)), ("bfs", ["bfs"]), (" dfs , bfs,dfs ", ["dfs", "bfs"])],
)
def test_strategies_by_name(text: str, expected: list[str]) -> None:
    assert chosen_strategies(text) == expected


@pytest.mark.parametrize("text", ["", " , ", "bfs,sorte"])
def test_strategies_that_are_none(text: str) -> None:
    with pytest.raises(UserError, match="bfs"):
        chosen_strategies(text)


def test_sisters_have_a_maker_in_common() -> None:
    assert {t.slug: [s.slug for s in sisters(t, TOWNS)] for t in TOWNS} == {"a": ["b"], "b": ["a"], "c": [], "d": []}
    lessons = [Town(f"e{n}", "E", "PB", ("x", "y")[:n]) for n in (0, 1, 2, 2, 2)]
    of_both = Town("f", "F", "PB", ("x", "y"))
    assert [s.slug for s in sisters(of_both, lessons)] == ["e2", "e2", "e2"]  # the likest of those that are


def test_every_trial_once_in_a_drawn_order() -> None:
    planned = plan(TOWNS, ["bfs", "best"], 2, seed=5, warm=True)
    assert planned == plan(TOWNS, ["bfs", "best"], 2, seed=5, warm=True)
    assert len(set(planned)) == len(planned) == 4 * 2 * 2 + 2 * 2  # a and b are sisters; only one strategy learns
    assert [t for t in planned if t.warm] == [t for t in planned if t.warm and t.town in "ab" and t.strategy == "best"]
    assert [(t.warm, t.run) for t in planned] == sorted((t.warm, t.run) for t in planned)
    orders = {tuple(t.strategy for t in plan(TOWNS, ["bfs", "dfs", "best"], 1, seed=s)) for s in range(9)}
    assert len(orders) > 1
    # What was drawn for a town does not depend on the others.
    assert [t for t in planned if t.town == "d"] == [
        t for t in plan(TOWNS[3:], ["bfs", "best"], 2, 5, True) if t.town == "d"
    ]


def test_learners_are_those_that_keep_something() -> None:
    assert "best" in learners(STRATEGIES)
    assert not {"bfs", "dfs"} & set(learners(STRATEGIES))


# ---------------------------------------------------------------- measures

TRACE = [[1, 0, 0.5], [3, 4, 1.0], [4, 4, 1.5], [9, 12, 4.0], [20, 12, 9.0]]


@pytest.mark.parametrize(
    ("trace", "expected"), [(TRACE, 9), ([], None), ([[1, 0, 0.1], [5, 0, 2.0]], None), ([[2, 3, 0.1]], 2)]
)
def test_nodes_to_last(trace: list[list[float]], expected: int | None) -> None:
    assert nodes_to_last(trace) == expected


@pytest.mark.parametrize(
    ("nodes", "published", "expected"),
    [(0, 24, 0.0), (3, 24, 0.1667), (8, 24, 0.1667), (9, 24, 0.5), (99, 6, 1.0), (9, 0, 0.0)],
)
def test_share_at(nodes: float, published: int, expected: float) -> None:
    assert share_at(TRACE, nodes, published) == expected


GOLD = {"a": {("k", "one"): GoldItem(True), ("k", "two"): GoldItem(True), ("k", "three"): GoldItem(False)}}


def test_measures_of_an_audit(tmp_path: Path) -> None:
    lines = [
        {"municipio": "a", "criterion": "k", "item": i, "status": s}
        for i, s in (("one", "published"), ("two", "absent"), ("three", "absent"))
    ]
    (tmp_path / "verdicts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    summary_of = {
        "nodes": {"visited": 20}, "duration_seconds": 9.5, "cpu_seconds": 4.0, "peak_memory_bytes": 5, "bytes": 6, "requests": 7, "problems": [{}],
        "trace": [{"nodes": 1, "items": 0, "seconds": 0.5}, {"nodes": 4, "items": 1, "seconds": 2}],
    }  # fmt: skip
    (tmp_path / "audit.json").write_text(json.dumps(summary_of))
    measured = measures(Town("a", "A", "PB", (), 2), tmp_path, GOLD)
    assert {k: measured[k] for k in ("tp", "fp", "fn", "tn", "f1", "recall", "published", "nodes", "nodes_to_last", "least", "ratio")} == {
        "tp": 1, "fp": 0, "fn": 1, "tn": 1, "f1": 0.6667, "recall": 0.5, "published": 2, "nodes": 20, "nodes_to_last": 4, "least": 2, "ratio": 2.0,
    }  # fmt: skip
    assert (measured["seconds"], measured["problems"], measured["share_at_twice_least"]) == (9.5, 1, 0.5)
    assert measured["trace"] == [[1, 0, 0.5], [4, 1, 2.0]]


def test_measures_without_an_audit_count_as_nothing_found() -> None:
    measured = measures(TOWNS[0], None, GOLD)
    assert (measured["f1"], measured["recall"], measured["fn"], measured["precision"]) == (0.0, 0.0, 2, None)
    assert measured["nodes"] is None and measured["ratio"] is None and measured["trace"] == []


# ---------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([1.0], 0.9, 1.0),
        ([1.0, 3.0], 0.5, 2.0),
        ([0.0, 1.0, 2.0, 3.0], 0.25, 0.75),
        ([0.0, 10.0], 0.0, 0.0),
        ([0.0, 10.0], 1.0, 10.0),
    ],
)
def test_quantile(values: list[float], share: float, expected: float) -> None:
    assert summary.quantile(values, share) == pytest.approx(expected)


def test_towns_weigh_alike() -> None:
    found = summary.stat([[1.0, 1.0, 1.0, 1.0], [3.0]], "s")
    assert found is not None
    assert (found.mean, found.median, found.towns, found.values) == (2.0, 2.0, 2, 5)
    assert summary.stat([], "s") is None
    alone = summary.stat([[4.0]], "s")
    assert alone is not None and (alone.mean, alone.low, alone.high) == (4.0, None, None)


def test_the_interval_covers_the_mean_about_as_often_as_it_says() -> None:
    rng = random.Random(7)
    covered = 0
    for n in range(150):
        groups = [[rng.gauss(10, 3)] for _ in range(20)]
        low, high = summary.interval(groups, str(n), draws=300)
        covered += low <= 10 <= high
    assert 0.86 <= covered / 150 <= 0.99


def test_the_interval_is_drawn_from_its_seed_and_counts_both_stages() -> None:
    groups = [[n + 0.1, n + 0.7] for n in range(8)]
    assert summary.interval(groups, "x") == summary.interval(groups, "x") != summary.interval(groups, "y")
    runs = summary.interval([[1.0, 2.0, 3.0]], "x")  # one town: what its runs say
    assert 1.0 <= runs[0] < 2.0 < runs[1] <= 3.0
    assert summary.interval([[5.0], [5.0]], "x") == (5.0, 5.0)


def test_differences_are_in_pairs() -> None:
    rows = [
        row("a", "bfs", 1, f1=0.5),
        row("a", "best", 1, f1=0.7),
        row("b", "bfs", 1, f1=0.9),
        row("b", "best", 1, f1=0.9),
        row("c", "best", 1, f1=0.1),
    ]
    found = summary.differences(rows, ["bfs", "best"], 1)["best"]["f1"]
    assert found is not None
    assert (found.mean, found.towns) == (pytest.approx(0.1), 2)  # c has no pair
    assert summary.differences(rows, ["bfs", "best"], 1)["best"]["nodes"] is None


@pytest.mark.parametrize(
    ("at", "published", "expected"),
    [([0, 1, 3, 8, 9, 50], 24, [0, 0, 1 / 6, 1 / 6, 0.5, 0.5]), ([9], 6, [1.0]), ([], 6, [])],
)
def test_shares(at: list[float], published: int, expected: list[float]) -> None:
    assert summary.shares(TRACE, at, published) == pytest.approx(expected)


def test_curves_are_over_towns() -> None:
    rows = [
        row("a", "bfs", 1, trace=[[1, 10, 0]]), row("a", "bfs", 2, trace=[[1, 30, 0]]),  # runs are averaged first: 20 of 40
        row("b", "bfs", trace=[[1, 40, 0]]), row("c", "bfs", trace=[[2, 40, 0]], least=None), row("d", "bfs", published=0),
    ]  # fmt: skip
    made = summary.curve(rows, [0, 1, 2])
    assert made is not None
    assert made.median == pytest.approx((0.0, 0.5, 1.0)) and made.low == pytest.approx((0.0, 0.25, 0.75))
    by_least = summary.curve(rows, [0.0, 0.05, 0.1], per_least=True)
    assert by_least is not None and by_least.median == pytest.approx((0.0, 0.0, 0.75))
    assert summary.curve([], [0, 1]) is None


# ---------------------------------------------------------------- figures and charts


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (0.97, 2, "0,97"),
        (1234567.891, 1, "1.234.567,9"),
        (-0.004, 2, "0,00"),
        (-3.5, 1, "−3,5"),
        (None, 2, "–"),
        (float("nan"), 1, "–"),
        (12, 0, "12"),
    ],
)
def test_numbers_the_brazilian_way(value: float | None, digits: int, expected: str) -> None:
    assert charts.decimal(value, digits) == expected


@pytest.mark.parametrize(
    ("most", "wanted", "expected"),
    [
        (10, 5, [0, 2, 4, 6, 8, 10]),
        (0.9, 4, [0, 0.25, 0.5, 0.75, 1.0]),
        (97, 5, [0, 20, 40, 60, 80, 100]),
        (0, 5, [0, 1]),
    ],
)
def test_ticks(most: float, wanted: int, expected: list[float]) -> None:
    assert charts.ticks(most, wanted) == pytest.approx(expected)


class Checker(html.parser.HTMLParser):
    """Every element that is opened is closed, nothing is fetched, nothing runs."""

    VOID = frozenset("meta br hr img link input".split())

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.fetched += [
            f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "srcset", "action", "onload", "onclick")
        ]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag


def stored(seed: int = 1) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """An experiment as it is stored, with all that can come: hostile names, failures, towns without a least walk."""
    rng = random.Random(seed)
    rows = []
    for trial in plan(TOWNS, list(STRATEGIES), 3, seed, warm=True):
        town = next(t for t in TOWNS if t.slug == trial.town)
        quick = 1 + 0.25 * list(STRATEGIES).index(trial.strategy) - 0.6 * trial.warm
        items, trace = 0, []
        for n in range(1, 60):
            items = min(38, items + (rng.random() < 0.6 / quick) * rng.randrange(4))
            trace.append([n, items, n * 0.7])
        last = nodes_to_last(trace)
        failed = rng.random() < 0.06
        figures: dict[str, Any] = {
            "f1": items / 40, "recall": items / 41, "precision": 0.98 - rng.random() / 50, "specificity": 0.99, "nodes": 59, "nodes_to_last": last,
            "ratio": last / town.least if last and town.least else None, "share_at_twice_least": share_at(trace, 20, 40) if town.least else None,
            "seconds": 40 * quick * (1 + rng.random()), "cpu_seconds": 20 * quick, "peak_memory_bytes": 6e8 + 1e8 * rng.random(), "bytes": 1.5e6 * quick,
        }  # fmt: skip
        if failed:
            figures = {"f1": 0.0, "recall": 0.0, "seconds": 3.2, "reason": f"o servidor recusou a conexão {HOSTILE}"}
        rows.append(
            row(
                trial.town,
                trial.strategy,
                trial.run,
                trial.warm,
                least=town.least,
                trace=[] if failed else trace,
                **figures,
            )
        )
    experiment = {
        "version": 1, "source": "catálogo", "seed": seed, "limits": "", "settings": [], "strategies": list(STRATEGIES),
        "towns": [t.as_dict() for t in TOWNS], "started": "21/11/2026 12:00", "finished": "21/11/2026 13:00", "planned": len(rows),
        "machine": "2 núcleos", "versions": "transparency 0.1.0",
    }  # fmt: skip
    return experiment, rows


def test_report_is_one_safe_page(tmp_path: Path) -> None:
    experiment, rows = stored()
    page = report.write(tmp_path, experiment, rows).read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(page)
    assert not checker.open
    assert not checker.seen & {"script", "iframe", "link", "img", "object"} and not checker.fetched
    assert not re.search(r"https?://|url\(|@import", page)
    assert "<script" not in page and "&lt;script&gt;" in page
    assert page == report.render(experiment, rows)  # the same rows give the same page
    found = summary.stat(summary.grouped([r for r in rows if r["strategy"] == "bfs"], "f1"), "1/bfs/f1")
    assert found is not None and f">{charts.decimal(found.mean, 3)}<" in page
    for name in ("bfs", label_of("best", True), "Como se mediu", "Falhas", "o servidor recusou a conexão"):
        assert name in page
    assert page.count('<svg class="grafico"') == 7
    assert not re.search(
        r"\d\.\d{1,3}<", page.partition("<h2>Custo")[0].partition("</style>")[2].replace("viewBox", "")
    ), "a decimal point"


@pytest.mark.parametrize("kept", [0, 1, 5])
def test_report_of_an_experiment_under_way(kept: int) -> None:
    experiment, rows = stored()
    page = report.render({**experiment, "finished": ""}, rows[:kept])
    Checker().feed(page)
    assert f"{kept} de {len(rows)} execuções" in page


def test_report_where_everything_failed() -> None:
    experiment, _ = stored()
    Checker().feed(
        report.render(
            experiment,
            [
                row("a", "bfs", reason="não abriu", f1=0.0, seconds=1.0),
                row("c", "dfs", reason="não abriu", published=0),
            ],
        )
    )


# ---------------------------------------------------------------- resumption


def test_what_a_killed_run_left_of_a_line_is_cut_off(tmp_path: Path) -> None:
    (tmp_path / trials.RESULTS).write_text(json.dumps(row("a", "bfs")) + "\n" + '{"town": "é', encoding="utf-8")
    assert len(read_results(tmp_path)) == 1
    with results(tmp_path) as file:
        file.write(json.dumps(row("b", "bfs")) + "\n")
    assert [r["town"] for r in read_results(tmp_path)] == ["a", "b"]


def test_a_broken_line_in_the_middle_is_told(tmp_path: Path) -> None:
    (tmp_path / trials.RESULTS).write_text("{}\nnada\n{}\n")
    with pytest.raises(UserError, match="linha 2"):
        read_results(tmp_path)


def test_one_experiment_at_a_time(tmp_path: Path) -> None:
    with results(tmp_path), pytest.raises(UserError, match="Outro experimento"), results(tmp_path):
        pass


def test_only_what_is_missing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan(TOWNS[:2], ["bfs", "dfs"], 2, 1)
    made: list[Trial] = []

    def audit(trial: Trial, _bench: Bench) -> dict[str, Any]:
        if len(made) == 3:
            raise KeyboardInterrupt
        made.append(trial)
        return row(trial.town, trial.strategy, trial.run, trial.warm, reason="falhou" if len(made) == 1 else "")

    monkeypatch.setattr(trials, "run_trial", audit)
    bench = Bench(tmp_path, tmp_path, {}, tuple(TOWNS), 1)
    with pytest.raises(KeyboardInterrupt):
        trials.run_all(planned, bench, lambda *_: None)
    assert missing(planned, read_results(tmp_path)) == planned[3:]  # a failed trial is not made again
    kept, made[:] = list(made), []
    monkeypatch.setattr(trials, "run_trial", lambda t, b: made.append(t) or row(t.town, t.strategy, t.run, t.warm))
    trials.run_all(planned, bench, lambda *_: None)
    assert [*kept, *made] == planned


def test_portals_that_went_away_leave_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan(TOWNS[:2], ["bfs"], 2, 1)
    made: list[Trial] = []
    monkeypatch.setattr(trials, "run_trial", lambda t, b: made.append(t) or row(t.town, t.strategy, t.run, t.warm))
    bench = Bench(tmp_path, tmp_path, {}, tuple(TOWNS), 1, served=lambda: len(made) < 3)
    with pytest.raises(UserError, match="parou"):
        trials.run_all(planned, bench, lambda *_: None)
    assert missing(planned, read_results(tmp_path)) == planned[2:]


# ---------------------------------------------------------------- processes


def test_a_trial_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    child = "import subprocess, sys, time; p = subprocess.Popen(['sleep', '300'], start_new_session=True); print(p.pid, flush=True); time.sleep(300)"
    with open(tmp_path / "log", "wb") as log:
        assert trials.run_process([sys.executable, "-c", child], tmp_path, log, 3.0) is None
    pid = int((tmp_path / "log").read_text())
    assert not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]


def test_a_failed_trial_is_a_row_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_command: Any, _folder: Any, out: Any, _patience: float) -> int:
        out.write("ruído\nErro: o portal não abriu.\n".encode())
        return 1

    monkeypatch.setattr(trials, "run_process", fail)
    bench = Bench(tmp_path, tmp_path, GOLD, tuple(TOWNS), 1)
    made = trials.run_trial(Trial("a", "bfs", 2), bench)
    assert (made["reason"], made["f1"], made["seed"], made["audit"]) == ("o portal não abriu.", 0.0, 1002, "")
    assert made["seconds"] is not None


def test_warm_trials_learn_on_the_sisters_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def note(command: list[str], _folder: Any, _out: Any, _patience: float) -> int:
        asked.append([a for a in command if "=" in a])
        return 0

    monkeypatch.setattr(trials, "run_process", note)
    made = trials.run_trial(
        Trial("b", "best", 1, warm=True), Bench(tmp_path, tmp_path, {"b": GOLD["a"]}, tuple(TOWNS), 4)
    )
    assert [next(a for a in one if a.startswith("municipio")) for one in asked] == ["municipio=a-pb", "municipio=b-pb"]
    models = {next(a for a in one if a.startswith("model=")) for one in asked}
    assert len(models) == 1 and not Path(models.pop().removeprefix("model=")).exists()  # it begins with nothing
    assert made["trained_on"] == ["a"] and made["seed"] == 4001
    trials.run_trial(Trial("b", "best", 1), Bench(tmp_path, tmp_path, {"b": GOLD["a"]}, tuple(TOWNS), 4))
    assert "model=off" in asked[-1]


def test_rows_of_a_kind_that_is_gone_are_left_out(tmp_path: Path) -> None:
    kept = row("a", "best")
    (tmp_path / trials.RESULTS).write_text(
        "".join(json.dumps(one) + "\n" for one in (kept | {"others": False}, kept | {"others": True})), encoding="utf-8"
    )
    assert [trials.trial_of(one) for one in read_results(tmp_path)] == [Trial("a", "best", 1)]


# ---------------------------------------------------------------- the command


def experiment(*arguments: str) -> subprocess.CompletedProcess[str]:
    return scrapy("experiment", *arguments)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Falta dizer os portais"),
        (["--portals", "lab", "--strategies", "sorte"], "Estratégia desconhecida"),
        (["--portals", "lab", "--runs", "muitas"], "--runs"),
        (["--portals", "lab-nada"], "não tem o portal"),
        (["--portals", "lab,santa-rita"], "não se misturam"),
        (["--portals", "santa-rita"], "Falta o gabarito"),
        (["--portals", "santa-rita", "--gold", "nenhum.csv"], "nenhum.csv"),
        (["--report", "--output", "nenhuma-pasta"], "Não há experimento"),
        (
            ["--portals", "lab-vila-nova-do-jenipapo", "--strategies", "bfs", "--train", "m.json"],
            "Argumento desconhecido: --train",
        ),
        (["lab"], "Argumento desconhecido"),
    ],
)
def test_wrong_use_is_one_clear_line(arguments: list[str], expected: str) -> None:
    process = experiment(*arguments)
    assert process.returncode == 2, process.stderr
    lines = [line for line in process.stderr.splitlines() if line.strip()]
    assert len(lines) == 1 and lines[0].startswith("Erro: ") and expected in lines[0]


def test_another_experiment_in_the_folder_is_not_touched(tmp_path: Path) -> None:
    known, rows = stored(seed=9)
    (tmp_path / "experiment.json").write_text(json.dumps({**known, "source": "laboratório"}))
    (tmp_path / trials.RESULTS).write_text("".join(json.dumps(r) + "\n" for r in rows))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    process = experiment("--portals", "lab-capao-da-seriema", "--output", str(tmp_path))
    assert process.returncode == 2 and "a semente era “9”, agora “1”" in process.stderr
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()} == before
    again = experiment("--report", "--output", str(tmp_path))
    assert again.returncode == 0 and (tmp_path / report.REPORT).exists()


def test_towns_of_a_catalogue_with_their_key(tmp_path: Path) -> None:
    """A portal that cannot be reached is a row with its reason, and the experiment goes to its end."""
    catalogue, gold = tmp_path / "towns.csv", tmp_path / "key.csv"
    catalogue.write_text(
        "slug,name,uf,ibge,portal_url,city_url,families\nfim,Fim,PB,,http://127.0.0.1:9/,,\n", encoding="utf-8"
    )
    gold.write_text(
        "municipio,criterio,item,encontrado,local\nfim,licitacao,valor,1,\nfim,licitacao,edital,0,\n", encoding="utf-8"
    )
    (tmp_path / "key.least.json").write_text('{"fim": {"least_nodes": 4}}')
    given = [
        "--portals",
        "fim",
        "--gold",
        str(gold),
        "--catalogo",
        str(catalogue),
        "--strategies",
        "bfs",
        "--output",
        str(tmp_path / "out"),
    ]
    process = experiment(*given)
    assert process.returncode == 0, process.stderr
    (made,) = read_results(tmp_path / "out")
    assert "127.0.0.1:9" in made["reason"] and (made["f1"], made["fn"], made["undecided"], made["least"]) == (
        0.0,
        1,
        1,
        4,
    )
    assert "127.0.0.1:9" in (tmp_path / "out" / report.REPORT).read_text(encoding="utf-8")
    assert (
        "não tem Areia"
        in experiment(
            *(a.replace("fim", "areia") if a == "fim" else a for a in given if a not in ("--catalogo", str(catalogue)))
        ).stderr
    )


def test_a_small_experiment_is_made_and_goes_on(tmp_path: Path) -> None:
    """Two strategies on the smallest portal; then once more, told to end in the middle."""
    asked = ["--portals", "lab-poco-da-craibeira", "--strategies", "bfs,dfs", "--nodes", "6", "--output", str(tmp_path)]
    first = experiment(*asked)
    assert first.returncode == 0, first.stderr
    rows = read_results(tmp_path)
    assert {r["strategy"] for r in rows} == {"bfs", "dfs"}
    for one in rows:
        assert one["reason"] == "" and one["least"] == 7 and one["published"] == 9
        assert 0 < one["nodes"] <= 6 and one["trace"] and one["cpu_seconds"] > 0
        assert {p.name for p in (tmp_path / one["audit"]).iterdir()} >= {"audit.json", "verdicts.jsonl"}
        assert not (tmp_path / one["audit"] / "pages").exists()
    more = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "experiment", *asked, "--runs", "2"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert more.stdout is not None
    assert "[1/2]" in more.stdout.readline()  # the first run is not made again
    time.sleep(1)
    more.send_signal(signal.SIGTERM)
    assert "Interrompido" in more.communicate(timeout=60)[0]
    assert more.returncode == 130
    assert len(read_results(tmp_path)) == 2
    stored_plan = json.loads((tmp_path / "experiment.json").read_text())
    assert stored_plan["finished"] == "" and stored_plan["planned"] == 4
    assert statistics.fmean(r["f1"] for r in rows) >= 0
