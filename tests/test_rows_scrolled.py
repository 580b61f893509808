"""Lists that are scrolled: all rows of them, each once."""

from __future__ import annotations

from pathlib import Path

import portal_of_scrolls as scrolls
from audited import audit, served
from test_rows import collect

from transparency.rows.harvest import Harvest


def test_of_a_window_the_rows_that_were_seen_go_first() -> None:
    harvest = Harvest()
    assert harvest.in_window(["a", "b", "b", "c"]) == [0, 1, 2, 3]
    assert harvest.in_window(["d", "b", "c", "b"]) == [1, 2, 3, 0]  # drawn in another order
    assert harvest.in_window(["e", "d", "d"]) == [1, 0, 2]


def test_all_rows_of_lists_that_are_scrolled(tmp_path: Path) -> None:
    with served(scrolls.portal) as url:
        audit(url, tmp_path / "audits")
        for criterion, made in (("receita_orcamentaria", scrolls.REVENUE), ("despesa_orcamentaria", scrolls.EXPENSE)):
            _, told, rows = collect(tmp_path, url, criterion)
            assert f"{scrolls.ROWS} linhas" in told
            said = [{*row["raw"].values(), *row["extra"].values()} for row in rows]
            assert all({*cells} <= one for cells, one in zip(made, said, strict=True))
            assert len({row["key"] for row in rows}) == scrolls.ROWS
