"""A very long list: all of its rows though the run is killed again and again, none twice, and no more memory at its end."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from test_rows import WORDS, wrapper
from views import built, words_of

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.signposts import Signposts
from transparency.items import Page
from transparency.matrix import Matrix
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.rows.collecting import Bounds, Collector
from transparency.rows.collection import Collection
from transparency.rows.items import Group, Row
from transparency.rows.kept import Kept
from transparency.rows.queries import Plan
from transparency.rows.wrapper import ColumnRule

ADDRESS = "https://a.example/empenhos"
ONE = wrapper(
    [
        ColumnRule(label="Número", item="emp_numero"),
        ColumnRule(label="Data", item="emp_data", kind="date"),
        ColumnRule(label="Credor", item="nome"),
        ColumnRule(label="Valor", item="emp_valor", kind="money"),
    ],
    "despesa_orcamentaria",
    paging="next",
)
KEPT = "despesa_orcamentaria.json"
PER_PAGE = 100


def _page(number: int, pages: int) -> Snapshot:
    """A page of the list."""
    rows = (
        f"<tr><td>{n:06d}</td><td>{n % 28 + 1:02d}/03/2026</td><td>Aroeira {n % 97} Ltda</td><td>{n % 9999},50</td></tr>"
        for n in range((number - 1) * PER_PAGE, number * PER_PAGE)
    )
    head = "".join(f"<th>{column.label}</th>" for column in ONE.columns)
    html = f"<h1>Empenhos</h1><table><tr>{head}</tr>{''.join(rows)}</table>"
    text = f"Página {number} de {pages}. {pages * PER_PAGE} registros"
    onward = [{"kind": "link", "path": "/a[1]", "tag": "a", "label": "Próxima"}] if number < pages else []
    view = built(View, html=html, text=text, candidates=onward)
    return Snapshot(ADDRESS, "", 200, [FrameView(FrameKey(), ADDRESS, "", view)], Node(ADDRESS))


def _rows(matrix: Matrix, pages: int, seen: Callable[[int], None], told: list[Collection]) -> Iterator[Row | Group]:
    """The rows of a run, page by page as they come; ``seen`` hears of each page."""
    plan = Plan(ONE.node, None, None, words_of({}), Signposts(matrix), None)  # type: ignore[arg-type]
    judge: Callable[[Snapshot], Page] = NotImplemented
    collection = Collection.of(ONE, matrix, WORDS, "Vila Pequena", False, plan, judge)
    collection.begin(plan.waiting.popleft())
    told.append(collection)
    collector = Collector(collection, Bounds(pages + 1, 600))
    for number in range(1, pages + 1):
        snapshot = _page(number, pages)
        collector.expects(snapshot)
        collector.look(snapshot)
        while not collection.queue.empty():
            if (row := collection.queue.get_nowait()) is not None:
                yield row
        seen(number)
        assert (collector.onward(snapshot, True) is None) is (number == pages)
    collection.end()


def _run(folder: Path, matrix: Matrix, pages: int, seen: Callable[[int], None]) -> Collection:
    """A run to its end: its rows are kept as they come."""
    kept, told = Kept(folder / KEPT, ONE, False), list[Collection]()
    for row in _rows(matrix, pages, seen, told):
        kept.add(row)
    kept.end(told[0].told, False)
    kept.close()
    return told[0]


def _killed(folder: Path, matrix: Matrix, pages: int, at: int) -> None:
    """A run that is killed when a page was seen."""
    child = os.fork()
    if child == 0:
        _run(folder, matrix, pages, lambda number: os.kill(os.getpid(), signal.SIGKILL) if number == at else None)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


def _resident() -> int:
    """Bytes of memory that this process takes just now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")


def _keys(folder: Path) -> list[str]:
    file = folder / "despesa_orcamentaria.rows" / "lista.jsonl"
    with open(file, "rb") as lines:  # read at once, the file would be most of the memory that is measured
        return [msgspec.json.decode(line)["key"] for line in lines]


@pytest.mark.parametrize(("pages", "kills"), [(6, 3), pytest.param(1_000, 10, marks=pytest.mark.soak)])
def test_a_long_list_is_whole_after_many_kills_and_takes_no_more_memory(
    pages: int, kills: int, tmp_path: Path, matrix: Matrix
) -> None:
    """A thousand pages are 100,000 rows. Runs are killed at one of the first pages each, and before the last; a later one finds nothing new."""
    begun, sizes = max(1, pages // 100), dict[int, int]()

    def measure(number: int) -> None:
        if number in (begun, pages):
            sizes[number] = _resident()

    for at in (*range(1, kills), pages - 1):
        _killed(tmp_path, matrix, pages, at)
        assert not Kept(tmp_path / KEPT, ONE, False).state.queries  # what is half is nobody's
    collection = _run(tmp_path, matrix, pages, measure)
    keys = _keys(tmp_path)
    assert len(keys) == len({*keys}) == collection.summary.rows == pages * PER_PAGE
    assert collection.told.agrees and not collection.summary.gaps
    assert sizes[pages] <= 1.2 * sizes[begun], sizes
    assert _run(tmp_path, matrix, pages, lambda _: None).summary.rows == len(keys)
    assert sorted(_keys(tmp_path)) == sorted(keys) and not [*tmp_path.glob("*.changes.jsonl")]
    assert _resident() <= 1.2 * sizes[begun], sizes
