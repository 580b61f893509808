"""The score: counting, places, keys as people write them, and every wrong input."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from scrapy.settings import Settings

from transparency.commands.score import Command, show
from transparency.eval.score import GoldItem, Place, Run, is_in_place, read_gold, read_runs, score
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.store.audits import find_audits

ITEMS = ("funcao", "programa", "acao", "elemento", "modalidade")
KEY = """municipio,criterio,item,encontrado,local
Vila Nova,Despesa Orçamentária,funcao,TRUE,http://www.x.gov.br/despesas/
Vila Nova,Despesa Orçamentária,programa,TRUE,http://x.gov.br/despesas/
Vila Nova,Despesa Orçamentária,acao,TRUE,
Vila Nova,Despesa Orçamentária,elemento,FALSE,
Vila Nova,Despesa Orçamentária,modalidade,FALSE,NA
"""


def verdict(item: str, status: str, **more: Any) -> dict[str, Any]:
    return {
        "municipio": "vila-nova",
        "uf": "PB",
        "criterion": "despesa_orcamentaria",
        "item": item,
        "status": status,
        "reason": f"motivo de {item}",
        **more,
    }


def write_lines(path: Path, verdicts: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in verdicts), encoding="utf-8")
    return path


def statuses(*given: str) -> list[dict[str, Any]]:
    return [verdict(item, status) for item, status in zip(ITEMS, given, strict=True)]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.csv"
    path.write_text(KEY, encoding="utf-8")
    return path


@pytest.fixture
def audits(tmp_path: Path) -> Path:
    """A folder of audits: an older, the newest, an unfinished and a hidden one."""
    town = tmp_path / "audits" / "pb" / "vila-nova"
    write_lines(town / "20240101T000000Z" / "verdicts.jsonl", statuses(*["absent"] * 5))
    seen = {"label": "Função [x]", "url": "http://x.gov.br/despesas/lista", "evidence": "evidence/1.jpg"}
    lines = [
        verdict("funcao", "published", **seen),
        *statuses("absent", "inconclusive", "absent", "published", "absent")[1:],
    ]
    lines[3] = verdict("elemento", "published", url="http://x.gov.br/", label="Elemento")
    write_lines(town / "20240202T000000Z" / "verdicts.jsonl", lines)
    (town / "20240202T000000Z" / "evidence").mkdir()
    (town / "20240202T000000Z" / "evidence" / "1.jpg").write_bytes(b"")
    write_lines(town / "20240303T000000Z.partial" / "verdicts.jsonl", statuses(*["published"] * 5))
    write_lines(town / ".20240404T000000Z" / "verdicts.jsonl", statuses(*["published"] * 5))
    return tmp_path / "audits"


@pytest.mark.parametrize(
    ("given", "counts", "measures"),
    [
        (["published"] * 5, (3, 2, 0, 0, 0), (1.0, 0.6, 0.0, 0.75)),
        (["absent"] * 5, (0, 0, 3, 2, 0), (0.0, None, 1.0, 0.0)),
        (["inconclusive"] * 5, (0, 0, 3, 0, 2), (0.0, None, None, 0.0)),
        (["published"] * 3 + ["absent"] * 2, (3, 0, 0, 2, 0), (1.0, 1.0, 1.0, 1.0)),
        (["published", "absent", "inconclusive", "published", "inconclusive"], (1, 1, 2, 0, 1),
         (1 / 3, 0.5, 0.0, 0.4)),
    ],
)  # fmt: skip
def test_counting(
    tmp_path: Path, key: Path, given: list[str], counts: tuple[int, ...], measures: tuple[float | None, ...]
) -> None:
    total = score(read_runs(write_lines(tmp_path / "v.jsonl", statuses(*given))), read_gold(key)).total()
    assert tuple(total.outcomes[name] for name in ("tp", "fp", "fn", "tn", "undecided")) == counts
    assert (total.recall, total.precision, total.specificity, total.f1) == pytest.approx(measures)


def test_item_without_verdict(tmp_path: Path, key: Path) -> None:
    runs = read_runs(write_lines(tmp_path / "v.jsonl", statuses(*["published"] * 5)[:1]))
    assert score(runs, read_gold(key)).total().as_dict() == {
        "tp": 1, "fp": 0, "fn": 2, "tn": 0, "undecided": 2, "misplaced": 0,
        "recall": 0.3333, "precision": 1.0, "specificity": None, "f1": 0.5,
    }  # fmt: skip
    assert score(runs, read_gold(key), judged_only=True).total().f1 == 1.0


def test_every_run_counts(tmp_path: Path, key: Path) -> None:
    feed = write_lines(tmp_path / "v.jsonl", statuses(*["published"] * 5) + statuses(*["absent"] * 5))
    result = score(read_runs(feed), read_gold(key))
    assert [counts.outcomes["tp"] for _, counts in result.per_run()] == [3, 0]
    assert result.total().recall == 0.5


@pytest.mark.parametrize(
    ("place", "seen", "same"),
    [
        ("http://www.x.gov.br/despesas", "https://x.gov.br/despesas/?ano=2024", True),
        ("x.gov.br/Despesas.aspx?", "http://x.gov.br/despesas.aspx", True),
        ("http://x.gov.br/views/", "http://x.gov.br/views/?url=Empenho", True),
        ("http://x.gov.br/views/", "http://x.gov.br/views/Empenho/Form.php", True),
        ("http://x.gov.br/Despesas", "http://x.gov.br/Despesas/Extra", False),
        ("http://x.gov.br/", "http://x.gov.br/despesas", False),
        ("http://x.gov.br/", "http://x.gov.br/index.php", True),
        ("http://x.gov.br/a.jsf;jsessionid=1A", "http://x.gov.br/a.jsf;jsessionid=2B", True),
        ("http://x.gov.br/#/despesas/detalhamento", "http://x.gov.br/#/despesas/detalhamento?ano=1", True),
        ("http://x.gov.br/#/despesas/detalhamento", "http://x.gov.br/#/despesas/extra", False),
        ("http://x.gov.br/#/despesas", "http://x.gov.br/", False),
        ("http://x.gov.br/", "http://x.gov.br/#/despesas", True),
        ("http://x.gov.br/despesas#tabela", "http://x.gov.br/despesas", True),
        ("http://x.gov.br/despesas", "http://y.gov.br/despesas", False),
        ("http://x.gov.br:8080/despesas", "http://x.gov.br/despesas", False),
        ("/despesas", "http://127.0.0.1:40001/despesas?e=1", True),
        ("/receitas", "http://127.0.0.1:40001/despesas", False),
    ],
)
def test_places(place: str, seen: str, same: bool) -> None:
    assert Place.of(place if "://" in place or place[0] == "/" else f"http://{place}").holds(Place.of(seen)) is same
    assert is_in_place({"url": "http://z.gov.br/", "page_url": seen}, [place]) is same


def test_places_that_are_no_addresses() -> None:
    seen = {"url": "http://x.gov.br/despesas"}
    assert is_in_place(seen, [])
    assert is_in_place(seen, ["Menu Despesas, depois Empenhos"])
    assert is_in_place(seen, ["/receitas › Consultar", "/despesas › Empenhos › Consultar"])
    assert not is_in_place(seen, ["Menu Despesas", "/receitas › Consultar"])
    assert not is_in_place({"url": ""}, ["/despesas"])


def test_score_with_places(tmp_path: Path, key: Path) -> None:
    lines = [
        verdict("funcao", "published", url="https://x.gov.br/despesas/lista"),
        verdict("programa", "published", url="https://x.gov.br/receitas"),
        verdict("acao", "published", url="https://x.gov.br/receitas"),
        verdict("elemento", "published", url="https://x.gov.br/receitas"),
        verdict("modalidade", "absent"),
    ]
    runs, gold = read_runs(write_lines(tmp_path / "v.jsonl", lines)), read_gold(key)
    plain, strict = score(runs, gold), score(runs, gold, places=True)
    assert (plain.total().outcomes["tp"], plain.total().outcomes["fp"], plain.unplaced) == (3, 1, 0)
    assert (strict.total().outcomes["tp"], strict.total().outcomes["fp"], strict.unplaced) == (2, 2, 1)
    assert strict.total().specificity == plain.total().specificity == 0.5
    assert [(one.item, one.misplaced) for one in strict.false_alarms()] == [("programa", True), ("elemento", False)]


@pytest.mark.parametrize(
    "text",
    [
        "municipio,criterio,item,encontrado,local,local2\nVila Nova,Licitação,aviso,sim,/a,/b\n",
        "municipio,criterio,item,encontrado,local\nvila-nova,licitacao,aviso,1,/a | /b\n",
        "municipio,criterio,item,encontrado,local_encontrado,local_encontrado_2\n"
        "Vila  Nova,Licitação,aviso,TRUE,/a,/b\n",
        "\ufeffMunicípio;Critério;Item;Encontrado;Local;Local 2\r\n"
        "VILA NOVA;LICITAÇÃO;Aviso;Verdadeiro;/a;/b\r\n;;;;;\r\n",
        'item,municipio,"criterio",encontrado,local\naviso,Vila Nova,Licitação,true,/a\n'
        "aviso,Vila Nova,Licitação,true,/b\n",
    ],
)
def test_keys_as_people_write_them(tmp_path: Path, text: str) -> None:
    path = tmp_path / "key.csv"
    path.write_bytes(text.encode())
    assert read_gold(path) == {"vila-nova": {("licitacao", "aviso"): GoldItem(True, ("/a", "/b"))}}


def test_item_slips_of_the_study(tmp_path: Path) -> None:
    path = tmp_path / "key.csv"
    head = "municipio,criterio,item,encontrado,local_encontrado,local_encontrado_2\n"
    rows = "A,Despesa  Orçamentária,cat_economica,TRUE,NA,\nA,Despesa Orçamentária,emp_indicao_licitacao,FALSE,,\n"
    path.write_text(head + rows, encoding="utf-8")
    assert read_gold(path) == {
        "a": {
            ("despesa_orcamentaria", "categoria_economica"): GoldItem(True),
            ("despesa_orcamentaria", "emp_indicacao_licitacao"): GoldItem(False),
        }
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "cidade,criterio,valor\n",
            r"key\.csv, linha 1: faltam no gabarito as colunas: item, encontrado\. Use municipio",
        ),
        ("", r"linha 1: faltam no gabarito as colunas"),
        (KEY.splitlines()[0], r"o gabarito não tem linhas"),
        (KEY.replace("FALSE,NA", "talvez,"), r"key\.csv, linha 6: “encontrado” é “talvez”"),
        (KEY.replace("FALSE,NA", ","), r"linha 6: “encontrado” é “”"),
        (KEY.replace("Vila Nova,Despesa Orçamentária,acao", ",Despesa Orçamentária,acao"), r"linha 4: falta município"),
        (KEY + "vila nova,despesa_orcamentaria,acao,FALSE,\n", r"linha 7: contradiz a linha 4"),
        (
            KEY.replace("elemento", "elemnto"),
            r"key\.csv, linha 5: despesa_orcamentaria não tem o item “elemnto”\. Use um",
        ),
        (KEY + "vila nova,despesas,acao,FALSE,\n", r"linha 7: critério desconhecido: “despesas”\. Use um"),
    ],
)
def test_broken_keys(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "key.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        read_gold(path, load_matrix())


def test_newest_whole_audit(audits: Path) -> None:
    newest = audits / "pb" / "vila-nova" / "20240202T000000Z" / "verdicts.jsonl"
    for path in (audits, audits / "pb", audits / "pb" / "vila-nova", newest.parent, newest):
        assert find_audits([path]) == [newest.resolve()]
    assert find_audits([audits, newest, newest.parent]) == [newest.resolve()]
    assert len(find_audits([audits, newest.parent.parent / "20240101T000000Z"])) == 2


def test_no_audits(tmp_path: Path, audits: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="Nenhuma auditoria completa"):
        find_audits([tmp_path / "empty"])
    with pytest.raises(UserError, match=r"Não existe: .*nowhere"):
        find_audits([tmp_path / "nowhere"])
    with pytest.raises(UserError, match="Auditoria incompleta"):
        find_audits([audits / "pb" / "vila-nova" / "20240303T000000Z.partial"])


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_a_folder_that_cannot_be_read(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gone between two looks, it held no audit; forbidden, it may hold one."""
    (tmp_path / "pb" / "areia").mkdir(parents=True)
    (tmp_path / "pb" / "bayeux" / "20240101T000000Z").mkdir(parents=True)
    kept = tmp_path / "pb" / "bayeux" / "20240101T000000Z" / "verdicts.jsonl"
    kept.write_text("")
    scandir = os.scandir

    def scan(folder: str) -> object:
        if Path(folder).name == "areia":
            raise OSError(number, os.strerror(number), folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", scan)
    if number == errno.ENOENT:
        assert find_audits([tmp_path]) == [kept.resolve()]
    else:
        with pytest.raises(UserError, match=r"areia não pôde ser lida \(Permission denied\)"):
            find_audits([tmp_path])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"municipio": "vila-nova", "crit', r"v\.jsonl, linha 2: não é JSON"),
        ("[1]", r"linha 2: não é um veredito"),
        ('{"municipio": "x", "criterion": "c"}', r"linha 2: não é um veredito\. Faltam"),
        (json.dumps(verdict("acao", "maybe")), r"linha 2: status “maybe” desconhecido"),
    ],
)
def test_broken_verdicts(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(f"{json.dumps(verdict('funcao', 'absent'))}\n{line}\n", encoding="utf-8")
    with pytest.raises(UserError, match=message):
        read_runs(path)


def test_empty_verdicts(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nenhum veredito"):
        read_runs(write_lines(tmp_path / "v.jsonl", []))


def test_municipality_not_in_key(key: Path) -> None:
    run = Run("outra-vila", Path(), {("despesa_orcamentaria", "acao"): verdict("acao", "absent")})
    with pytest.raises(UserError, match=r"O gabarito não tem o município: outra-vila\."):
        score([run], read_gold(key))


def test_what_the_key_lacks_is_named_and_the_rest_is_scored(
    audits: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = audits / "pb" / "outra-vila" / "20240202T000000Z" / "verdicts.jsonl"
    write_lines(other, [{**verdict("acao", "published"), "municipio": "outra-vila"}])
    out = tmp_path / "out.json"
    assert run_command([str(audits)], gold=str(key), json=str(out)) == 1
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["unknown"] == ["outra-vila"]
    assert [portal["municipio"] for portal in result["portals"]] == ["vila-nova"]
    assert "fora do gabarito, não contados: outra-vila." in capsys.readouterr().out


def test_held_out_towns_show_figures_and_no_items(
    audits: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert run_command([str(audits)], gold=str(key), json=str(out), figures_only="vila-nova,outra") == 0
    result = json.loads(out.read_text(encoding="utf-8"))
    assert (result["total"]["fn"], result["total"]["fp"]) == (2, 1)
    assert result["misses"] == result["false_alarms"] == []
    printed = capsys.readouterr().out
    assert "Só os números, sem os itens: vila-nova." in printed
    assert "0,333" in printed and "motivo de" not in printed and "Elemento" not in printed


def run_command(args: list[str], **options: Any) -> int:
    command = Command()
    command.settings = Settings()
    command.run(
        args,
        Namespace(**{"gold": None, "json": None, "places": False, "judged_only": False, "figures_only": ""} | options),
    )
    return command.exitcode


def test_command(audits: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert run_command([str(audits)], gold=str(key), json=str(out)) == 0
    folder = audits / "pb" / "vila-nova" / "20240202T000000Z"
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["test"] == "presence"
    assert result["total"] == {
        "tp": 1, "fp": 1, "fn": 2, "tn": 1, "undecided": 0, "misplaced": 0,
        "recall": 0.3333, "precision": 0.5, "specificity": 0.5, "f1": 0.4,
    }  # fmt: skip
    assert [portal["municipio"] for portal in result["portals"]] == ["vila-nova"]
    assert result["portals"][0]["criteria"] == result["criteria"] == {"despesa_orcamentaria": result["total"]}
    assert [(miss["item"], miss["status"], miss["reason"]) for miss in result["misses"]] == [
        ("programa", "inconclusive", "motivo de programa"),
        ("acao", "absent", "motivo de acao"),
    ]
    assert [(alarm["item"], alarm["label"]) for alarm in result["false_alarms"]] == [("elemento", "Elemento")]
    assert list(tmp_path.glob("*.partial")) == []
    printed = capsys.readouterr().out
    assert "só presença" in printed
    for words in ("vila-nova", "0,333", "Omissões", "despesa_orcamentaria.programa: motivo de programa",
                  "Alarmes falsos", "“Elemento” em http://x.gov.br/", str(out)):  # fmt: skip
        assert words in printed
    assert read_runs(folder / "verdicts.jsonl")[0].name == "20240202T000000Z"


def test_evidence_is_found_beside_the_audit(audits: Path, tmp_path: Path) -> None:
    path = tmp_path / "key.csv"
    path.write_text(KEY.replace("funcao,TRUE", "funcao,FALSE"), encoding="utf-8")
    result = score(read_runs(find_audits([audits])[0]), read_gold(path))
    alarm = result.false_alarms()[0].as_dict()
    assert Path(alarm["evidence"]).is_file()
    console = Console(record=True, width=100)
    show(result, console)
    assert "“Função [x]” em http://x.gov.br/despesas/lista" in console.export_text()


@pytest.mark.parametrize(
    ("args", "options", "message"),
    [
        ([], {"gold": "key.csv"}, "Faltam as auditorias"),
        (["audits"], {}, "Falta o gabarito"),
        (["audits", "--golden"], {"gold": "key.csv"}, "Opção desconhecida: --golden"),
        (["audits"], {"gold": "nowhere.csv"}, "Arquivo não encontrado: nowhere.csv"),
        (["nowhere"], {"gold": "key.csv"}, "Não existe: nowhere"),
        (["audits"], {"gold": "key.csv", "json": "nowhere/out.json"}, "Não foi possível gravar nowhere/out.json"),
    ],
)
def test_command_with_bad_input(
    audits: Path, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    args: list[str], options: dict[str, str], message: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(key.parent)
    assert run_command(args, **options) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"Erro: {message}")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_scrapy_finds_the_command(audits: Path, tmp_path: Path) -> None:
    settings = tmp_path / "only_commands.py"
    settings.write_text('COMMANDS_MODULE = "transparency.commands"\n', encoding="utf-8")
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = only_commands\n", encoding="utf-8")
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "score", str(audits), "--gold", str(wrong)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"Erro: {wrong}, linha 1: faltam no gabarito as colunas: municipio, criterio")
    assert done.stderr.count("\n") == 1
