"""The match model: what it sees, what it may do, how it is tried, and the command that trains it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.small_audit import make_audit, run
from transparency.api.index import Index
from transparency.classify.confidence import KINDS, VERSION, Case, Kind, MatchModel, Part, Use, cases, node_of
from transparency.classify.doubt import Signs, doubt
from transparency.commands.train import Command
from transparency.eval import training
from transparency.eval.training import Example, Examples, ranking, train
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.report.trial import markdown
from transparency.run.match_model import match_model
from transparency.run.rejudge import rejudge
from transparency.store.audits import SUMMARY, VERDICTS, open_audit

MATRIX = load_matrix()
EXPENSE = "despesa_orcamentaria"
COLUMNS = [
    {"label": "Função", "value_type": "text", "filled": 9},
    {"label": "Valor Empenhado", "value_type": "money", "filled": 9},
    {"label": "Observação", "value_type": "text", "filled": 9},
]


def verdict(item: str, status: str, **more: Any) -> dict[str, Any]:
    shown = {"shape": "table", "rows": 9, "columns": [{k: c[k] for k in ("label", "value_type")} for c in COLUMNS]}
    told = {
        "criterion": EXPENSE, "item": item, "status": status, "label": "", "url": "", "steps": [], "record_set": {},
        "html": "", "evidence": "",
    }  # fmt: skip
    if status == "published":
        told |= {
            "label": "Função",
            "url": "http://x/1",
            "record_set": shown,
            "html": "pages/aa.html.gz",
            "evidence": "evidence/aa.jpg",
        }
    return told | more


def page(*findings: tuple[str, str, float, bool], node: str = "aa", columns: Any = COLUMNS) -> dict[str, Any]:
    told = [{"criterion": EXPENSE, "item": i, "label": label, "score": s, "has_data": d} for i, label, s, d in findings]
    return {"node": node, "frames": [{"record_sets": [{"columns": columns}]}], "findings": told}


FUNCTION = ("funcao", "Função", 0.9, True)


@pytest.mark.parametrize(
    ("told", "pages", "kind", "expected"),
    [
        (verdict("funcao", "published"), [page(FUNCTION)], "forte",
         {"score": 0.9, "words": 1.0, "context": 0.9, "weak": 0.0, "typed": 1.0, "shape table": 1.0, "type text": 1.0, "rivals": 0.0, "foreign": 0.0}),
        # The node tells which page proves it, not the label alone.
        (verdict("funcao", "published", html="pages/bb-1.html.gz"), [page(FUNCTION), page(("funcao", "Função", 0.7, True), node="bb")], "forte",
         {"score": 0.7, "pages": pytest.approx(1.0986, abs=1e-4)}),
        (verdict("funcao", "published"), [page(FUNCTION, ("funcao", "Função de governo", 0.88, True))], "forte",
         {"rivals": pytest.approx(0.6931, abs=1e-4)}),
        (verdict("funcao", "published"), [page(FUNCTION, ("funcao", "Função de governo", 0.8, True))], "forte", {"rivals": 0.0}),
        (verdict("funcao", "published", record_set={}), [], "forte", {"score": 0.5, "columns": 0.0, "fit": 0.0, "few": 1.0}),
        (verdict("funcao", "absent"), [page(("funcao", "Função", 0.9, False), columns=[])], "ausente",
         {"unfilled": 1.0, "near": 0.0, "share": 0.0, "nothing": 1.0}),
        # Its label was seen, among records that are of no criterion.
        (verdict("funcao", "absent"), [page()], "ausente", {"unfilled": 0.0, "near": 1.0, "inside": 0.0, "criterion pages": 0.0}),
        (verdict("funcao", "absent"), [page(("valor_empenhado", "Valor Empenhado", 0.9, True))], "ausente", {"near": 1.0, "inside": 1.0}),
    ],
)  # fmt: skip
def test_what_the_model_sees(
    told: dict[str, Any], pages: list[dict[str, Any]], kind: str, expected: dict[str, float]
) -> None:
    (case,) = cases([told], pages, MATRIX)
    assert case.kind == kind
    assert {name: case.features[name] for name in expected} == expected


def test_what_is_inconclusive_or_unknown_is_no_case() -> None:
    lines = [
        verdict("funcao", "inconclusive"),
        verdict("gone", "published"),
        verdict("funcao", "absent", criterion="x"),
    ]
    assert list(cases(lines, [], MATRIX)) == []


def test_cases_of_a_real_audit_have_the_signs_of_the_review(tmp_path: Path) -> None:
    audit = open_audit(make_audit(tmp_path))
    found = {(c.criterion, c.item): c for c in cases([vars(v) for v in audit.verdicts], audit.pages(), MATRIX)}
    assert {k for k, c in found.items()} == {
        (v.criterion, v.item) for v in audit.verdicts if v.status != "inconclusive"
    }
    index = Index(tmp_path)
    index.refresh()
    rows = index.ask("SELECT criterion, item, doubt FROM verdicts WHERE status <> 'inconclusive'")
    assert {(r["criterion"], r["item"]): r["doubt"] for r in rows} == {k: doubt(c.signs)[0] for k, c in found.items()}
    index.close()


@pytest.mark.parametrize(("html", "node"), [("pages/ab12.html.gz", "ab12"), ("pages/ab12-3.html.gz", "ab12"), ("", "")])
def test_the_node_of_a_stored_page(html: str, node: str) -> None:
    assert node_of(html) == node


# ---- the model -------------------------------------------------------------------------------------------------------

SURE = Part(3.0, {})
UNSURE = Part(0.0, {"score": (0.9, 0.1, 2.0)})


def model(order: bool = True, least: float = 0.0, part: Part = UNSURE) -> MatchModel:
    uses: dict[Kind, Use] = {"forte": Use(order, least), "fraco": Use(), "ausente": Use(order)}
    return MatchModel({"published": part, "absent": SURE}, uses, "2026-11-21T12:00:00Z", 7)


def case(score: float = 0.9, kind: Kind = "forte") -> Case:
    status: Any = "absent" if kind == "ausente" else "published"
    return Case(EXPENSE, "funcao", status, kind, {"score": score}, Signs(status, score, rows=9))


@pytest.mark.parametrize(("score", "expected"), [(0.9, 0.5), (1.0, 0.881), (0.8, 0.119), (99.0, 1.0), (-99.0, 0.0)])
def test_confidence(score: float, expected: float) -> None:
    assert model().confidence(case(score)) == pytest.approx(expected, abs=1e-3)
    assert model().doubt(case(score)) == pytest.approx(1 - expected, abs=1e-3)


def test_it_says_nothing_where_it_is_of_no_use() -> None:
    assert model().confidence(case(kind="fraco")) is None
    assert model(order=False).confidence(case()) is None
    assert model(order=False, least=0.3).doubt(case()) is None
    assert [model(order=False, least=0.3).denies(case(s)) for s in (0.8, 0.9)] == [True, False]
    assert not model(least=0.3).denies(replace(case(kind="ausente"), features={"score": -9.0}))


def test_model_survives_its_file() -> None:
    made = model(least=0.25)
    assert MatchModel.from_json(made.to_json()) == made


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", "null", json.dumps({"version": VERSION + 1}), model().to_json().replace("0.9", "NaN"),
                model().to_json().replace('"score": [', '"score": [1, '), "[" * 100_000]
)  # fmt: skip
def test_a_broken_model_is_one_clear_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "m.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=r"não é um modelo de transparency train.*MATCH_MODEL=off"):
        match_model(str(path))


def test_models_named(tmp_path: Path) -> None:
    assert match_model("off") is None
    with pytest.raises(UserError, match="No such file"):
        match_model(str(tmp_path / "none.json"))
    path = tmp_path / "m.json"
    path.write_text(model().to_json(), encoding="utf-8")
    assert match_model(str(path)) == model()
    packaged = match_model("")
    # The packaged one stands only where its trial bears it out.
    assert packaged is None or any(use.order or use.least for use in packaged.uses.values())


# ---- where it is used ------------------------------------------------------------------------------------------------


def test_an_audit_gives_its_verdicts_a_confidence_and_denies_what_it_must(tmp_path: Path) -> None:
    audit = open_audit(make_audit(tmp_path))
    plain = {(v.criterion, v.item): v for v in rejudge(audit, MATRIX).verdicts}
    assert all(v.confidence is None for v in plain.values())
    told = {(v.criterion, v.item): v for v in rejudge(audit, MATRIX, model(part=SURE)).verdicts}
    assert {v.status for v in told.values() if v.confidence is not None} == {"published", "absent"}
    assert [v.status for v in told.values()] == [v.status for v in plain.values()]
    assert rejudge(audit, MATRIX, model(part=SURE)).differences == []  # a confidence is no verdict
    denying = rejudge(audit, MATRIX, model(least=0.5, part=Part(-1.0, {})))
    assert {d.before.status for d in denying.differences if d.before} == {"published"}
    for difference in denying.differences:
        assert difference.after is not None and difference.after.status == "inconclusive"
        assert "só lhe dá 27% de confiança" in difference.after.reason
        assert (difference.after.label, difference.after.evidence, difference.after.url) == ("", "", "")


def test_the_review_is_ordered_by_the_model_and_by_the_rules_without(tmp_path: Path) -> None:
    make_audit(tmp_path)
    by_rules, by_model = Index(tmp_path), Index(tmp_path, model(part=Part(-2.0, {})), MATRIX)
    found = []
    for index in (by_rules, by_model):
        index.refresh()
        found.append(index.ask("SELECT item, status, doubt FROM verdicts ORDER BY criterion, item"))
        index.close()
    rules, learned = found
    assert {r["doubt"] for r in learned if r["status"] == "absent"} == {0.047}
    assert any(r["doubt"] == pytest.approx(0.881) for r in learned if r["status"] == "published")
    assert [r["doubt"] for r in learned if r["status"] == "inconclusive"] == [
        r["doubt"] for r in rules if r["status"] == "inconclusive"
    ]


def test_lines_that_no_audit_writes_leave_the_rules(tmp_path: Path) -> None:
    folder = make_audit(tmp_path)
    pages = folder / "pages.jsonl"
    lines = [json.loads(line) for line in pages.read_text(encoding="utf-8").splitlines()]
    pages.write_text(
        "".join(json.dumps({**line, "frames": [{"record_sets": [{}]}]}) + "\n" for line in lines), encoding="utf-8"
    )
    index = Index(tmp_path, model(), MATRIX)
    index.refresh()
    assert index.unreadable == {}
    assert index.ask("SELECT count(*) AS n FROM verdicts")[0]["n"] == 61
    index.close()


# ---- training --------------------------------------------------------------------------------------------------------


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "RESAMPLES", 20)


def examples(telling: bool, towns: int = 6, each: int = 25) -> Examples:
    """Published verdicts of which a fifth is wrong; their feature says which (``telling``) or nothing. The rules see nothing."""
    lot = random.Random(5)
    found = []
    for town in range(towns):
        for number in range(each):
            wrong = number % 5 == 0
            # What tells nothing is spread alike over right and wrong ones.
            value = lot.gauss(2.0 if wrong else 0.0, 0.5) if telling else float(number // 5 % 3)
            made = replace(case(), features={"score": value}, signs=Signs("published", 1.0, rows=9, shape="table"))
            found.append(Example(f"t{town}", made, "fp" if wrong else "tp"))
            right = Case(EXPENSE, "x", "absent", "ausente", {"near": lot.random()}, Signs("absent"))
            found.append(Example(f"t{town}", right, "fn" if number == 1 else "tn"))
    return Examples(tuple(found), Counter(e.outcome for e in found), towns, ())


@pytest.mark.usefixtures("_few")
def test_a_model_that_beats_the_rules_is_used() -> None:
    made, trial = train(examples(telling=True))
    told = trial.kinds["forte"]
    assert told.use.order and 0 < told.use.least < 1
    assert told.model.precision is not None and told.rules.precision is not None
    assert told.model.precision > 0.9 > 0.3 > told.rules.precision
    assert trial.both["f1"] > trial.rules["f1"]
    assert trial.brier < trial.brier_base
    assert made.uses["forte"] == told.use
    assert made.denies(case(2.5)) and not made.denies(case(-1.0))
    assert trial.kinds["fraco"].why == "erros de menos para julgar (0 em 0 portais)"
    text = markdown(made, trial)
    assert "| publicado, por um rótulo que nomeia o item | 150 | 30 em 6 portais | modelo |" in text
    assert all(name in text for name in KINDS.values())


@pytest.mark.usefixtures("_few")
def test_a_model_that_does_not_beat_the_rules_is_not_used() -> None:
    made, trial = train(examples(telling=False))
    assert all(use == Use() for use in made.uses.values())
    assert trial.both == trial.rules
    assert trial.queue == trial.queue_rules


def test_a_portal_is_tried_by_a_model_that_saw_nothing_of_it() -> None:
    found = list(examples(telling=True).found)
    groups = {f"t{n}": n for n in range(6)}
    other = [replace(e, outcome="tp" if e.outcome == "fp" else "fp") if e.town == "t0" else e for e in found]
    own = [n for n, e in enumerate(found) if e.town == "t0"]
    before, after = training._left_out(found, groups), training._left_out(other, groups)
    assert [before[n] for n in own] == [after[n] for n in own]
    assert before != after  # the other portals do learn from it


def test_what_is_written_says_the_same_as_scikit_learn() -> None:
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    found = [e for e in examples(telling=True).found if e.case.status == "published"]
    values = np.array([[e.case.features["score"]] for e in found])
    scaled = (values - values.mean(0)) / values.std(0)
    theirs = LogisticRegression(C=training.STRENGTH).fit(scaled, [e.right for e in found]).predict_proba(scaled)[:, 1]
    ours = training.fit(found, "published")
    assert [ours.of(e.case.features) for e in found] == pytest.approx(list(theirs), abs=1e-4)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (examples(True, towns=3), "Só há casos revisados de 3 portais; são precisos 4"),
        (examples(True, towns=0), "Só há casos revisados de 0 portais"),
        (Examples(tuple(e for e in examples(True).found if e.right), Counter(), 8, ()), "não há o que aprender"),
    ],
)
def test_too_little_to_learn_from(given: Examples, message: str) -> None:
    with pytest.raises(UserError, match=message):
        train(given)


@pytest.mark.parametrize(
    ("doubts", "wrong", "expected"),
    [
        ([0.9, 0.1, 0.2], [True, False, False], (1.0, 1.0, 1.0)),
        ([0.1, 0.9, 0.8], [True, False, False], (0.0, 0.3333, 0.0)),
        ([0.5, 0.5], [True, False], (0.5, 0.5, 1.0)),
        ([0.5, 0.5], [False, False], (None, None, None)),
    ],
)
def test_ranking(doubts: list[float], wrong: list[bool], expected: tuple[Any, ...]) -> None:
    told = ranking(doubts, wrong)
    assert (told.area, told.precision, told.first) == expected


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same small audit of six towns, and a key by which each town's verdicts are wrong in another way."""
    root = tmp_path_factory.mktemp("train")
    first = make_audit(root / "one")
    lines = [json.loads(line) for line in (first / VERDICTS).read_text(encoding="utf-8").splitlines()]
    summary = json.loads((first / SUMMARY).read_text(encoding="utf-8"))
    key = ["municipio,criterio,item,encontrado,local"]
    for number in range(6):
        town, folder = f"vila-{number}", root / "audits" / "pb" / f"vila-{number}" / "20260302T120000Z"
        folder.mkdir(parents=True)
        (folder / VERDICTS).write_text(
            "".join(json.dumps({**line, "municipio": town}) + "\n" for line in lines), encoding="utf-8"
        )
        (folder / SUMMARY).write_text(
            json.dumps({**summary, "municipio": {**summary["municipio"], "slug": town}}), encoding="utf-8"
        )
        (folder / "pages.jsonl").write_bytes((first / "pages.jsonl").read_bytes())
        for n, line in enumerate(lines):
            true = (line["status"] == "published") != (n % 6 == number)
            key.append(f"{town},{line['criterion']},{line['item']},{'sim' if true else 'não'},")
    (root / "key.csv").write_text("\n".join(key) + "\n", encoding="utf-8")
    return root


@pytest.mark.usefixtures("_few")
def test_command(audits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "modelo.json"
    assert run(Command, str(audits / "audits"), "--gold", str(audits / "key.csv"), "-o", str(out)) == 0
    made = match_model(str(out))
    told = json.loads(out.with_suffix(".relatorio.json").read_text(encoding="utf-8"))
    assert made is not None and made.cases == told["cases"] > 200
    assert (told["portals"], told["audits"]) == (6, 6)
    assert out.with_suffix(".md").read_text(encoding="utf-8").startswith("# Treino do modelo de vereditos\n")
    assert sorted(p.name for p in out.parent.iterdir()) == ["modelo.json", "modelo.md", "modelo.relatorio.json"]
    printed = " ".join(capsys.readouterr().out.split())
    assert "casos de 6 portais (6 auditorias), um portal de fora por vez." in printed
    assert "MATCH_MODEL=" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Falta a auditoria."),
        (["{audits}"], "Arquivo não encontrado: audits/reviews.jsonl."),
        (["{audits}", "--gold", "none.csv"], "Arquivo não encontrado: none.csv."),
        (["{audits}", "--golden", "x"], "Opção desconhecida: --golden."),
        (["{audits}", "--gold", "{key}", "-o", "modelo.pickle"], "O modelo é um arquivo .json, e não modelo.pickle."),
        (["{audits}", "--gold", "{key}", "--gold", "other.csv"], "other.csv contradiz outro gabarito: vila-0, "),
        (["{audits}/pb/vila-0", "--gold", "{key}"], "Só há casos revisados de 1 portais; são precisos 4"),
    ],
)  # fmt: skip
def test_command_with_bad_input(
    audits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], message: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    head, first = (audits / "key.csv").read_text(encoding="utf-8").splitlines()[:2]
    *same, answer, place = first.split(",")
    (tmp_path / "other.csv").write_text(
        f"{head}\n{','.join([*same, 'não' if answer == 'sim' else 'sim', place])}\n", encoding="utf-8"
    )
    named = {"audits": str(audits / "audits"), "key": str(audits / "key.csv")}
    assert run(Command, *(argument.format(**named) for argument in arguments)) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"Erro: {message}")
    assert captured.err.count("\n") == 1 and captured.out == ""
    assert not list(tmp_path.glob("modelo*"))


def test_the_model_is_read_without_scikit_learn() -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('sklearn', 'numpy', 'scipy')))\n"
        "from transparency.run.match_model import match_model; from transparency.eval import training; from transparency.crawl import audit\n"
        "from transparency.items import UserError; from collections import Counter\n"
        "match_model('')\n"
        "try: training.train(training.Examples((), Counter(), 0, ()))\n"
        "except UserError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "O treino precisa do scikit-learn. Instale-o: pip install 'transparency[train]'\n", (
        done.stderr
    )
