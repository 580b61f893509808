"""The rows of lists: cells as values, what turns a page, what is new on it, wrappers, and whole lists of a small portal."""

from __future__ import annotations

import csv
import datetime as dt
import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import portal_of_rows
import pytest
from audit_of_pages import BIDS, PAYROLL, make_audit, page
from audited import TOWN, audit, served
from portal_of_rows import servant
from scrapy_command import scrapy
from test_pages import read
from views import built

from transparency.classify.judge import judge_page
from transparency.crawl.known import SINGLE, lists_on
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.model import Pressable
from transparency.node import FrameKey, Node
from transparency.rows.cells import kind_of, read_cell, read_date, read_money
from transparency.rows.collecting import unfolded
from transparency.rows.counts import count_told
from transparency.rows.harvest import Harvest
from transparency.rows.items import row_class
from transparency.rows.paging import find_turn
from transparency.rows.reading import find_list, read_row, shared_columns
from transparency.rows.words import load_row_words
from transparency.rows.wrapper import ColumnRule, Region, Wrapper, learn, read_wrapper, write_wrapper
from transparency.store.audits import KNOWN, open_audit

PAGES = Path(__file__).with_name("pages")
WORDS = load_row_words()


# ---- cells ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1.234,56", "1234.56"), ("R$ 0,10", "0.10"), ("1234,5", "1234.5"), ("-12,00", "-12.00"), ("(1.000,00)", "-1000.00"),
        ("1,234.56", "1234.56"), ("99.90", "99.90"), ("12", "12"), ("1.234.567", "1234567"), ("R$\u00a01.234,56", "1234.56"),
        ("1.234,56 D", None), ("38,4 mi", None), ("12/2026", None), ("1.23,4", None),
    ],
)  # fmt: skip
def test_amounts(text: str, amount: str | None) -> None:
    assert read_money(text) == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("05/03/2026", dt.date(2026, 3, 5)), ("5/3/26", dt.date(2026, 3, 5)), ("2026-03-05T10:00:00", dt.date(2026, 3, 5)),
        ("05.03.2026 às 14h10", dt.date(2026, 3, 5)), ("1º de março de 2026", dt.date(2026, 3, 1)), ("03/2026", "2026-03"),
        ("Mar/2026", "2026-03"), ("março de 2026", "2026-03"), ("31/02/2026", None), ("13/2026", None), ("em breve", None),
    ],
)  # fmt: skip
def test_days(text: str, day: Any) -> None:
    assert read_date(text) == day


def test_numbers_of_people_are_masked_and_those_of_firms_are_checked() -> None:
    assert read_cell("529.982.247-25", "document", "CPF/CNPJ") == ("***.982.247-**", False)
    assert read_cell("52998224725", "document", "Credor") == ("***.982.247-**", False)
    assert read_cell("11222333000181", "document", "CNPJ") == ("11.222.333/0001-81", False)
    assert read_cell("11.222.333/0001-99", "document", "CNPJ") == ("11.222.333/0001-99", True)
    assert read_cell("12abc34501de35", "document", "CNPJ") == ("12.ABC.345/01DE-35", False)
    assert read_cell("12.ABC.345/01DE-99", "document", "CNPJ") == ("12.ABC.345/01DE-99", True)
    assert read_cell("CPF 529.982.247-25 de Maria", "text", "Histórico") == ("CPF ***.982.247-** de Maria", False)


def test_what_says_nothing_is_no_doubt() -> None:
    for kind in ("money", "date", "document", "text"):
        assert read_cell(" - ", kind) == (None, False) == read_cell("não informado", kind)  # type: ignore[arg-type]
    assert read_cell("a combinar", "money") == (None, True)


def test_a_column_is_read_as_its_item_allows(matrix: Matrix) -> None:
    bids = matrix.by_id["licitacao"]
    assert kind_of(bids.item("data_publicacao_licitacao"), "date") == "date"
    assert kind_of(bids.item("valor"), "number") == "money"
    assert kind_of(bids.item("numero_licitacao"), "number") == "text"
    assert kind_of(bids.item("cnpj_cpf"), "cnpj") == "document"


# ---- counts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Mostrando de 1 até 20 de 1.234 registros", 1234), ("1 - 10 de 200", 200), ("Página 2 de 12 - 180 registro(s)", 180),
        ("Total de registros: 35", 35), ("Exibir 10 registros por página. 48 resultados", 48), ("27 registros", 27),
        ("CNPJ 08.804.000/0001-00 Despesas", None), ("0 registros", None), ("12 registros aqui, 15 registros ali", None),
        ("de 01/01/2026 a 31/12/2026", None), ("Sexta-feira, 20 de novembro", None),
        ("Visitante nº 48.104 DESPESA EXTRA-ORÇAMENTÁRIA", None), ("Página: 1 / 3 EMPENHOS EMITIDOS", None), ("Mostrando 20 de 140 registros", 140),
    ],
)  # fmt: skip
def test_what_a_page_counts(text: str, count: int | None) -> None:
    assert count_told([text], WORDS) == count


def test_a_number_below_that_of_the_rows_in_sight_counts_another_list() -> None:
    told = "Carregar mais | Compras sem licitação: 14 registros"
    assert (count_told([told], WORDS, 20), count_told([told], WORDS, 14)) == (None, 14)
    assert count_told(["1 a 14 de 14 registros"], WORDS, 20) == 14  # it is told: more was read than there is


# ---- paging -----------------------------------------------------------------------------------------------------------


def bar(*labels: str, top: int = 500, **more: Any) -> list[Pressable]:
    """Controls side by side."""
    return [
        built(Pressable, kind="click", path=f"a[{n}]", label=label, tag="a", box=(20 * n, top, 18, 18), **more)
        for n, label in enumerate(labels, 1)
    ]


@pytest.mark.parametrize(
    ("labels", "number", "paging", "pressed"),
    [
        (["1", "2", "3"], 1, "number", "2"), (["1", "2", "3"], 3, "", ""), (["«", "‹", "›", "»"], 1, "next", "›"), (["«", "»"], 4, "next", "»"),
        (["Anterior", "Próxima"], 1, "next", "Próxima"), (["Próxima página »"], 1, "next", "Próxima página »"), (["Carregar mais"], 1, "more", "Carregar mais"),
        (["Mais [20 de 45]"], 1, "more", "Mais [20 de 45]"), (["1", "…", "9", "10", "11"], 9, "number", "10"), (["Licitações", "Voltar"], 1, "", ""),
        (["7"], 6, "", ""),
    ],
)  # fmt: skip
def test_what_turns_a_page(labels: Sequence[str], number: int, paging: str, pressed: str) -> None:
    turn = find_turn(bar(*labels), None, number, WORDS)
    assert (turn.paging if turn else "", turn.control.label if turn else "") == (paging, pressed)


def test_of_two_pagers_that_of_the_list_is_taken() -> None:
    above, below = bar("1", "2", top=90), bar("1", "2", top=620)
    turn = find_turn([*above, *below], (0, 300, 900, 300), 1, WORDS)
    assert turn is not None and turn.control.box == (40, 620, 18, 18)


def test_a_pager_in_a_row_of_its_own_is_no_record() -> None:
    row = {"table": "t", "index": 0, "count": 1, "column": 3, "cells": 5, "heading": False, "head": "", "level": ""}
    row["says"] = "Ir para Ok Registros por página ◄ ► [1 a 20 de 24]"
    turn = find_turn(bar("Página anterior", "Próxima página", row=row), None, 1, WORDS)
    assert turn is not None and turn.control.label == "Próxima página"
    assert (
        find_turn([one for n in range(9) for one in bar("Próximo", top=99 * n)], None, 1, WORDS) is None
    )  # one a record


def test_what_cannot_be_pressed_turns_nothing() -> None:
    assert find_turn(bar("Próxima", disabled=True), None, 1, WORDS) is None
    assert find_turn(bar("Próxima", hidden=True), None, 1, WORDS) is None
    row = {
        "table": "t",
        "index": 0,
        "count": 9,
        "column": 0,
        "cells": 4,
        "heading": False,
        "head": "Nº Credor",
        "says": "2 Aroeira Ltda",
        "level": "",
    }
    assert find_turn(bar("2", row=row), None, 1, WORDS) is None  # the number of a record


# ---- what is new ------------------------------------------------------------------------------------------------------


def test_pages_follow_each_other_and_end_where_one_comes_again() -> None:
    harvest = Harvest()
    assert harvest.take(["a", "b"], grows=False) == (0, False)
    assert harvest.take(["b", "c"], grows=False) == (0, False)  # equal records of two pages are two records
    assert harvest.take(["b", "c"], grows=False) == (2, True)
    assert harvest.take([], grows=False) == (0, False)


def test_a_list_that_grows_brings_what_stands_below_the_old_rows() -> None:
    harvest = Harvest()
    assert harvest.take(["a", "b"], grows=False) == (0, False)
    assert harvest.take(["a", "b", "c"], grows=True) == (2, False)
    assert harvest.take(["d", "e"], grows=True) == (0, False)  # it shows the next ones instead


def test_a_page_that_was_skipped_is_noticed() -> None:
    harvest = Harvest()
    assert harvest.turned(1, {(1, 8), (12, 30)}) == (1, 8)
    assert harvest.turned(2, {(2, 8), (12, 30)}) == (2, 8)
    assert harvest.turned(3, {(4, 8)}) == (4, 8)
    assert harvest.turned(3, {(3, 9)}) is None
    assert Harvest().turned(1, {(1, 8), (1, 30)}) is None  # one of them, or none


def test_equal_records_have_keys_of_their_own() -> None:
    harvest = Harvest()
    assert [harvest.key(row) for row in ("a", "b", "a", "a")] == ["a", "b", "a-2", "a-3"]


# ---- wrappers ---------------------------------------------------------------------------------------------------------


def wrapper(columns: Sequence[ColumnRule], criterion: str = "licitacao", **more: Any) -> Wrapper:
    """A wrapper of these columns."""
    given: dict[str, Any] = {
        "version": 1,
        "municipio": "vila-pequena",
        "uf": "PB",
        "criterion": criterion,
        "audit": "2026-03-02T12:00:00Z",
    }
    region = Region(frame=FrameKey(), path="/html/body/table", headings=[])
    return Wrapper(
        **{
            **given,
            "node": Node("https://a.example/"),
            "query": [],
            "region": region,
            "shape": "table",
            "columns": [*columns],
            **more,
        }
    )


def test_a_wrapper_is_read_as_it_was_written(tmp_path: Path, matrix: Matrix) -> None:
    one = wrapper([ColumnRule(label="Objeto", item="objeto_licitacao"), ColumnRule(label="Lote")])
    write_wrapper(tmp_path / "pb" / "licitacao.json", one)
    assert read_wrapper(tmp_path / "pb" / "licitacao.json", matrix) == one


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": 99}, "versão mais nova"), ({"criterion": "obras"}, "critério desconhecido"), ({"shape": "round"}, "shape"),
        ({"columns": []}, "nenhuma coluna"), ({"columns": [{"label": "Objeto", "item": "prazo"}]}, "item desconhecido: prazo"),
        ({"columns": [{"label": "A", "item": "valor"}, {"label": "B", "item": "valor"}]}, "mais de uma coluna"), ({"rows": 3}, "rows"),
        ({"columns": [{"label": "A", "item": "valor", "kind": "colour"}]}, "kind"),
    ],
)  # fmt: skip
def test_nonsense_in_a_wrapper_is_told_in_one_line(
    tmp_path: Path, matrix: Matrix, change: dict[str, Any], told: str
) -> None:
    file = tmp_path / "licitacao.json"
    write_wrapper(file, wrapper([ColumnRule(label="Objeto", item="objeto_licitacao")]))
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises(UserError, match=told) as error:
        read_wrapper(file, matrix)
    assert "\n" not in str(error.value) and str(file) in str(error.value)


def test_what_is_no_json_is_no_wrapper(tmp_path: Path, matrix: Matrix) -> None:
    (tmp_path / "x.json").write_text("{", "utf-8")
    for name in ("x.json", "none.json"):
        with pytest.raises(UserError):
            read_wrapper(tmp_path / name, matrix)


def _audit_of_bids(folder: Path) -> Path:
    """An audit of a page of bids, whose node it names."""
    one = page("licitacoes", BIDS)
    whole = make_audit(folder, [one])
    node = Node(one.url.partition("#")[0] + "/1", words=("abra",))
    lines = (whole / "pages.jsonl").read_text("utf-8").replace(one.node, node.fingerprint())
    (whole / "pages.jsonl").write_text(lines, "utf-8")
    (whole / "pages" / f"{one.node}.html.gz").rename(whole / "pages" / f"{node.fingerprint()}.html.gz")
    known = {"places": [], "lists": [{"criterion": "licitacao", "node": node.to_dict()}]}
    (whole / KNOWN).write_text(json.dumps(known), "utf-8")
    return whole


def test_a_wrapper_is_learned_from_an_audit(tmp_path: Path, matrix: Matrix) -> None:
    learned = learn(open_audit(_audit_of_bids(tmp_path)), matrix, matrix.by_id["licitacao"], WORDS)
    assert {column.label: (column.item, column.kind) for column in learned.columns} == {
        "Nº da licitação": ("numero_licitacao", "text"),
        "Modalidade": ("modalidade_licitacao", "text"),
        "Objeto da licitação": ("objeto_licitacao", "text"),
        "Data de abertura": ("data_realizacao", "date"),
    }
    assert learned.shape == "table" and learned.query == [
        "abra https://transparencia.vilapequena.example/",
        "clique em “licitacoes 1”",
    ]


def test_in_a_portal_of_many_towns_no_list_of_another_one_is_taken(tmp_path: Path, matrix: Matrix) -> None:
    whole = _audit_of_bids(tmp_path)
    of_town = {
        **json.loads((whole / "pages.jsonl").read_text("utf-8").splitlines()[0]),
        "node": "other",
        "of_town": True,
    }
    with open(whole / "pages.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(of_town) + "\n")
    with pytest.raises(UserError, match="não viu lista"):
        learn(open_audit(whole), matrix, matrix.by_id["licitacao"], WORDS)


def test_an_audit_names_the_lists_of_records(matrix: Matrix) -> None:
    """The details of one record and lists of two rows go behind what has a day in each of its rows."""
    one = page("licitacoes", BIDS)
    findings = judge_page(one, matrix)
    assert lists_on(one, findings) == {"licitacao": (5 + SINGLE, 4)}  # one of the modalities is an auction
    details = page(
        "licitacao",
        "<h1>Licitação</h1><dl><dt>Modalidade</dt><dd>Pregão</dd><dt>Objeto</dt><dd>Merenda escolar</dd></dl>",
    )
    assert lists_on(details, judge_page(details, matrix)) == {}


def test_rows_that_the_list_in_sight_has_not_are_told() -> None:
    one = wrapper([ColumnRule(label=label) for label in ("Nome", "Cargo", "Bruto")])
    head = "<tr><th>Nome</th><th>Cargo</th><th>Bruto</th></tr>"

    def listed(first: int, last: int, group: str = "") -> str:
        rows = "".join(f"<tr><td>Ana {n}</td><td>Professor</td><td>{n}.000,00</td></tr>" for n in range(first, last))
        return f"<h2>Lista {first}</h2><table>{head}{group}{rows}</table>"

    seen = find_list([listed(1, 5) + listed(5, 8) + listed(1, 4)], one)
    assert seen is not None and (len(seen.rows), seen.twins, seen.ungrouped) == (4, 3, [])
    folded = find_list([f"{listed(1, 5)}<div data-t-hidden>{listed(5, 7)}</div>"], one)
    assert folded is not None and (len(folded.rows), folded.twins) == (4, 2)
    some = listed(1, 7, "").replace("<tr><td>Ana 4", "<tr><td colspan=3>Setor: Saúde</td></tr><tr><td>Ana 4")
    seen = find_list([some], one)
    assert seen is not None and (len(seen.rows), seen.twins, seen.ungrouped) == (6, 0, ["Setor"])


def test_without_a_list_nothing_is_learned(tmp_path: Path, matrix: Matrix) -> None:
    with pytest.raises(UserError, match="não viu lista"):
        learn(open_audit(_audit_of_bids(tmp_path)), matrix, matrix.by_id["quadro_pessoal"], WORDS)


# ---- the list on a page -----------------------------------------------------------------------------------------------


def test_the_list_is_found_by_its_columns_wherever_it_stands() -> None:
    one = wrapper(
        [
            ColumnRule(label="Objeto da licitação", item="objeto_licitacao"),
            ColumnRule(label="Nº da Licitação:", item="numero_licitacao"),
        ]
    )
    seen = find_list([f"<h2>Avisos</h2><div>{BIDS}</div>", PAYROLL], one)
    assert seen is not None and seen.frame == 0 and len(seen.rows) == 4
    first = read_row(seen.columns, seen.rows[0])
    assert first.values == {"numero_licitacao": "1/2026", "objeto_licitacao": "Merenda 1"}
    assert first.extra == {"Modalidade": "Pregão", "Data de abertura": "01/02/2026"}
    assert find_list([PAYROLL], one) is None


def test_the_pager_of_a_folded_list_turns_its_pages() -> None:
    """A tab that is not in sight holds its list and the links to its pages; those of another tab stay folded."""
    one = wrapper([ColumnRule(label="Nº da licitação", item="numero_licitacao"), ColumnRule(label="Modalidade")])
    tab = (
        f"<div data-t-hidden>{BIDS}<p><a href='?pg=2'>›</a></p></div><div data-t-hidden><a href='?outra=2'>›</a></div>"
    )
    seen = find_list([f"<p>Nenhum registro.</p>{tab}"], one, ["https://a.example/bids"])
    assert seen is not None and seen.beside == {"https://a.example/bids?pg=2"}
    links = [bar("›", href=f"https://a.example/bids?{name}=2", hidden=True)[0] for name in ("outra", "pg")]
    turn = find_turn(unfolded(links, seen), None, 1, WORDS)
    assert turn is not None and turn.control is not None and turn.control.href == "https://a.example/bids?pg=2"
    seen = find_list([BIDS + "<a href='?pg=2'>›</a>"], one, ["https://a.example/bids"])
    assert seen is not None and not seen.beside


def test_a_column_that_is_gone_is_named_and_no_other_stands_in_for_it() -> None:
    columns = [
        ("Nº da licitação", "numero_licitacao"),
        ("Modalidade", "modalidade_licitacao"),
        ("Objeto da licitação", "objeto_licitacao"),
    ]
    one = wrapper([ColumnRule(label=label, item=item) for label, item in columns])
    seen = find_list([BIDS.replace("Modalidade", "Jeito de comprar")], one)
    assert seen is not None and seen.lost == ["Modalidade"]
    read_first = read_row(seen.columns, seen.rows[0])
    assert "modalidade_licitacao" not in read_first.values and read_first.extra["Jeito de comprar"] == "Pregão"


def test_numbers_of_records_that_look_like_cpfs_by_chance_are_kept_and_cpfs_are_not() -> None:
    one = wrapper([ColumnRule(label="Empenho", item="numero_licitacao"), ColumnRule(label="Credor")])
    head = "<tr><th>Empenho</th><th>Credor</th></tr>"

    def values(numbers: Sequence[str], before: Any = None, of: str = head) -> tuple[Any, list[Any]]:
        rows = "".join(f"<tr><td>{number}</td><td>{number}</td></tr>" for number in numbers)
        seen = find_list([f"<table>{of}{rows}</table>"], one, before=before)
        assert seen is not None
        return seen, [read_row(seen.columns, cells, seen.numbered).values["numero_licitacao"] for cells in seen.rows]

    numbers = [f"202500000{n}" for n in range(50, 75)]  # the check digits of 20250000067 are right
    seen, found = values(numbers)
    assert found == numbers
    assert values(numbers[15:18], seen)[1] == numbers[15:18]  # a short page of the same list
    assert values(numbers[15:18])[1][2] == "***.500.000-**"
    assert set(values(["52998224725"] * 25)[1]) == {"***.982.247-**"}


def test_a_page_that_was_stored_gives_its_rows() -> None:
    case = PAGES / "template-list-two-rows-a-record"
    labels = json.loads((case / "expected.json").read_text("utf-8"))["by_hand"]["sets"][0]["labels"]
    seen = find_list([read(case)], wrapper([ColumnRule(label=label) for label in labels]))
    assert seen is not None and len(seen.rows) > 1
    first = {column.label: cell for column, cell in zip(seen.columns, seen.rows[0], strict=True)}
    assert first.items() >= labels.items()


def test_people_are_summed_up_by_post_and_office() -> None:
    one = wrapper(
        [ColumnRule(label="Nome do servidor", item="nome"), ColumnRule(label="Cargo", item="cargo")], "quadro_pessoal"
    )
    seen = find_list([PAYROLL], one)
    assert seen is not None
    assert [seen.columns[place].label for place in shared_columns(seen.columns, seen.rows, WORDS)] == ["Cargo"]


def test_each_criterion_has_a_row_of_its_own(matrix: Matrix) -> None:
    make = row_class(matrix.by_id["licitacao"])
    row = make(municipio="a", uf="PB", criterion="licitacao", key="k", valor=Decimal("1.5"))  # type: ignore[call-arg]
    assert (row.valor, row.edital) == (Decimal("1.5"), None)  # type: ignore[attr-defined]


# ---- a whole portal ---------------------------------------------------------------------------------------------------


def collect(
    folder: Path, url: str, criterion: str, *more: str, out: str = "rows.jsonl"
) -> tuple[int, str, list[dict[str, Any]]]:
    """The exit status, what is told, and the items of a run."""
    asked = ("-a", f"municipio={TOWN}", "-a", f"url={url}", "-a", f"criterio={criterion}", *more)
    where = (
        "-s",
        f"AUDITS_DIR={folder}/audits",
        "-s",
        f"WRAPPERS_DIR={folder}/wrappers",
        "-O",
        str(folder / out),
        "-L",
        "ERROR",
    )
    ran = scrapy("crawl", "rows", *asked, *where)
    file = folder / out
    lines = file.read_text("utf-8").splitlines() if file.exists() and out.endswith("jsonl") else []
    return ran.returncode, ran.stderr, [json.loads(line) for line in lines]


def test_all_rows_of_a_portal(tmp_path: Path) -> None:
    """Pages by links and pages that grow; what people are told; a portal that changes; feeds as CSV."""
    with served(portal_of_rows.portal) as url:
        audit(url, tmp_path / "audits")
        status, told, rows = collect(tmp_path, url, "licitacao")
        assert status == 0 and "23 linhas em 3 páginas; o portal conta 23." in told
        summary = json.loads(next(tmp_path.glob("wrappers/*/*/licitacao.summary.json")).read_text("utf-8"))
        assert (summary["rows"], summary["told"], summary["agrees"], summary["gaps"]) == (23, 23, True, [])
        assert [row["numero_licitacao"] for row in rows] == [portal_of_rows.bid(n)[0] for n in range(1, 24)]
        assert (rows[0]["valor"], rows[0]["data_publicacao_licitacao"]) == ("1250.50", "2026-02-02")
        assert rows[0]["extra"] == {"Lote": "L-1"} and rows[22]["page"] == 3 and rows[22]["row"] == 3
        assert len({row["key"] for row in rows}) == 23  # two records are equal, and both are there
        keys = [row["key"] for row in rows]
        assert "vila-pequena, licitacao: cerca de 3 pedidos, 1 minuto" in told  # before it began

        portal_of_rows.ASKED.clear()
        status, told, again = collect(tmp_path, url, "licitacao")
        assert status == 0 and "23 linhas em 1 página; o portal conta 23." in told and again == rows
        assert portal_of_rows.ASKED == [1]  # without the session; it, and what the portal counts, are as they were
        portal_of_rows.RENAMED.append("Jeito de comprar")
        portal_of_rows.ASKED.clear()
        try:
            _, told, again = collect(tmp_path, url, "licitacao")
        finally:
            portal_of_rows.RENAMED.clear()
        assert {*portal_of_rows.ASKED} == {1, 2, 3} and "a coluna “Modalidade” não está mais na lista" in told

        runs = [collect(tmp_path, url, "licitacao", "-a", "detalhes=2") for _ in range(2)]
        for number, (_, told, rows) in enumerate(runs, 1):
            rows.sort(key=lambda row: (row["page"], row["row"]))  # those whose records are opened come last
            opened = [row["setor_interessado"] for row in rows]
            assert opened == [*(f"Secretaria {n}" for n in range(1, 2 * number + 1)), *[None] * (23 - 2 * number)]
            assert f"os detalhes de {23 - 2 * number} registros não foram abertos" in told
            assert [row["key"] for row in rows] == keys and rows[0]["extra"]["Data de homologação"] == "02/03/2026"

        status, told, groups = collect(tmp_path, url, "quadro_pessoal")
        assert status == 0 and sum(group["people"] for group in groups) == 12 and len(groups) == 3
        assert "Aroeira" not in json.dumps(groups) and "982" not in json.dumps(groups)
        total = sum(Decimal(amount) for group in groups for amount in group["sums"].values())
        assert total == sum(Decimal(n) * 1000 + Decimal("0.10") for n in range(1, 13))
        status, told, rows = collect(tmp_path, url, "quadro_pessoal", "-a", "pessoas=sim")
        assert [row["nome"] for row in rows] == [servant(n)[0] for n in range(1, 13)]
        assert rows[0]["cpf"] == "***.982.247-**" and "529.982.247" not in json.dumps(rows)

        _, told, _ = collect(tmp_path, url, "licitacao", "-a", "paginas=2", out="rows.csv")
        assert (
            "o portal conta 23; parou na página 2: o limite de páginas; o portal conta 23 linhas e foram colhidas 20"
            in told
        )
        table = [*csv.DictReader((tmp_path / "rows.csv").open(encoding="utf-8"))]
        assert [row["key"] for row in table] == keys[:20] and table[0]["objeto_licitacao"] == "Aquisição de material 1"

        portal_of_rows.RENAMED.append("Jeito de comprar")
        try:
            status, told, rows = collect(tmp_path, url, "licitacao")
        finally:
            portal_of_rows.RENAMED.clear()
        assert "a coluna “Modalidade” não está mais na lista" in told and rows[0]["modalidade_licitacao"] is None

        portal_of_rows.RENAMED.append("Modalidade de licitação")
        try:
            runs = [collect(tmp_path, url, "licitacao") for _ in range(2)]
        finally:
            portal_of_rows.RENAMED.clear()
        assert "“Modalidade” agora se chama “Modalidade de licitação”" in runs[0][1]
        assert [rows[0]["modalidade_licitacao"] for *_, rows in runs] == ["Pregão eletrônico"] * 2
        assert "agora se chama" not in runs[1][1]  # the wrapper was mended


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["criterio=licitacao"], "Não há auditoria de Vila Pequena"), (["criterio=obras"], "Critério desconhecido: “obras”"), ([], "Falta dizer o critério"),
        (["criterio=licitacao", "pessoas=talvez"], "Valor inválido para pessoas"), (["criterio=licitacao", "paginas=0"], "Valor inválido para paginas"),
        (["criterio=licitacao", "meses=2"], "Opção desconhecida: meses"),
        (["criterio=licitacao", "anos=2031"], "não tem nenhum mês"), (["criterio=licitacao", "wrapper=none.json"], "Não foi possível ler o wrapper"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(tmp_path: Path, asked: list[str], told: str) -> None:
    more = [part for one in asked for part in ("-a", one)]
    ran = scrapy(
        "crawl",
        "rows",
        "-a",
        f"municipio={TOWN}",
        "-a",
        "url=http://127.0.0.1:9/",
        *more,
        "-s",
        f"AUDITS_DIR={tmp_path}",
        "-L",
        "ERROR",
    )
    assert ran.returncode == 2 and told in ran.stderr and len(ran.stderr.strip().splitlines()) <= 2
