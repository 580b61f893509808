"""Portals of kinds that vendors sell, audited whole: months in panels, records in drawers, a grid drawn where it is in sight, an old
intranet of pop-ups; and by themselves what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import portal_drawers
import portal_muigrid
import portal_popups
import portal_tiles
import pytest
from audited import audited_whole
from playwright.sync_api import Browser, Page
from views import answer_of, reader_of

from transparency.browse.operations import ASK, INSTALL
from transparency.extract.record_sets import find_record_sets

OPTIONS: dict[str, Any] = {
    "queryWords": ["consultar", "filtrar"],
    "onwardWords": [],
    "maxElements": 5000,
    "maxCandidates": 300,
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("site", "most"),
    [(portal_tiles, 85), (portal_drawers, 45), (portal_muigrid, 40), (portal_popups, 25)],
    ids=["tiles", "drawers", "muigrid", "popups"],
)
def test_all_that_is_published_is_found(site: ModuleType, most: int, tmp_path: Path) -> None:
    found, published, visited = audited_whole(site, tmp_path)
    assert found == published
    assert visited <= most


# ---- what is not in sight ----------------------------------------------------------------------------------------------

PRELUDE = """<style>.box{width:500px} .box,.cut{overflow:hidden} .roll{overflow:auto;position:relative} .line{display:flex}
.line>*{flex:none;width:150px;height:30px}</style>
<script>
const names = [...Array(8).keys()].map((n) => `Coluna ${n + 1}`);
const drawn = (box, roll, draw) => {
  const inSight = (n) => (n + 1) * 150 > roll.scrollLeft && n * 150 < roll.scrollLeft + box.clientWidth;
  const now = () => draw(names.map((_, n) => n).filter(inSight), roll.scrollLeft);
  new ResizeObserver(now).observe(box);
  roll.addEventListener('scroll', now);
  now();
};
const filled = (made) => [1, 2, 3].map(made).join('');
</script>"""
INSIDE = """<div role=grid class=box id=a><div class=roll id=b></div></div><script>
const line = (role, seen, text) => `<div role=row class=line style="width:1200px">${seen.map((n) => `<div role=${role}>${text(n)}</div>`).join('')}</div>`;
drawn(a, b, (seen) => { b.innerHTML = line('columnheader', seen, (n) => names[n]) + filled((r) => line('gridcell', seen, () => `${r},00`)); });
</script>"""
BESIDE = """<div role=grid class=box><div class=cut id=a><div class=cut id=h></div>
<div class=roll id=b><div style="width:1200px;height:90px"><div id=z></div></div></div></div></div><script>
const row = (seen, made) => `<div role=row class=line>${seen.map(made).join('')}</div>`;
drawn(a, b, (seen, at) => {
  h.style.transform = `translateX(${seen[0] * 150 - at}px)`;
  z.style.transform = `translateX(${seen[0] * 150}px)`;
  h.innerHTML = row(seen, (n) => `<div role=columnheader data-field=c${n}>${names[n]}</div>`);
  z.innerHTML = filled((r) => row(seen, (n) => `<div role=cell data-field=c${n}>${r},00</div>`));
});
</script>"""
FILLED = """<div class=box id=a><div class=roll id=b></div></div><script>
const gap = (tag, many) => (many ? `<${tag} style="width:${many * 150}px"></${tag}>` : '');
const cells = (tag, seen, text) => seen.map((n) => `<${tag}>${text(n)}</${tag}>`).join('');
const row = (tag, seen, text) => `<tr class=line>${gap(tag, seen[0])}${cells(tag, seen, text)}${gap(tag, 7 - seen.at(-1))}</tr>`;
drawn(a, b, (seen) => { b.innerHTML = `<table>${row('th', seen, (n) => names[n])}${filled((r) => row('td', seen, () => `${r},00`))}</table>`; });
</script>"""


@pytest.mark.parametrize("grid", [INSIDE, BESIDE, FILLED], ids=["inside", "beside", "filled"])
def test_columns_that_are_drawn_where_they_are_in_sight(page: Page, grid: str) -> None:
    page.goto("about:blank")
    page.set_content(PRELUDE + grid)
    page.evaluate(INSTALL)
    seen = answer_of(page, "snapshot", OPTIONS)
    assert seen.narrow
    assert len(find_record_sets(seen.html)[0].columns) == 4
    boxes = reader_of(page).narrow_boxes()
    page.evaluate(ASK, ["widen", [(part.index, early) for part, early in boxes]])
    page.wait_for_timeout(100)
    wide = answer_of(page, "snapshot", OPTIONS)
    assert not wide.narrow
    assert [column.label for column in find_record_sets(wide.html)[0].columns] == [f"Coluna {n}" for n in range(1, 9)]


@pytest.mark.parametrize(
    ("cells", "narrow"),
    [
        ("<div role=row>{}</div>".format("<div role=gridcell style='width:300px'>x</div>" * 4), False),  # all are drawn
        (
            "<div role=row style='width:1200px'>{}</div>".format("<div role=gridcell style='width:99px'>x</div>" * 4),
            True,
        ),
        ("<div style='width:1200px'>{}</div>".format("<span>x</span>" * 4), False),  # nothing says that it is a grid
        (
            "<table style='width:1200px'><tr><th>Nome<th>Cargo<th>Observação{}</table>".format(
                "<tr><td>x<td>y<td>" * 4
            ),
            False,
        ),
    ],
)
def test_what_leaves_columns_out(page: Page, cells: str, narrow: bool) -> None:
    page.set_content(
        f"<style>[role=row]{{display:flex}} [role=row]>*{{flex:none}}</style><div role=grid><div style='width:600px;overflow:auto'>{cells}</div></div>"
    )
    page.evaluate(INSTALL)
    assert answer_of(page, "snapshot", OPTIONS).narrow is narrow


# ---- forms -------------------------------------------------------------------------------------------------------------

FORM = "<div><h1>Pagamentos</h1><label>De <input {}></label><button onclick=go()>Consultar</button></div>"


@pytest.mark.parametrize(
    ("field", "personal"),
    [
        ("type=tel placeholder=dd/mm/aaaa", False),
        ("type=tel class=x-datepicker", False),
        ("type=tel value=01/02/2026", False),
        ("type=tel", True),
        ("type=tel placeholder='(99) 99999-9999'", True),
        ("type=email placeholder=dd/mm/aaaa", True),
    ],
)
def test_days_are_typed_into_fields_for_figures(page: Page, field: str, personal: bool) -> None:
    page.set_content(FORM.format(field))
    page.evaluate(INSTALL)
    assert [form.personal for form in answer_of(page, "snapshot", OPTIONS).forms] == [personal]


LISTED = """<style>.menu{display:none} .drop:after{content:'▾'} .drop,li{cursor:pointer;width:200px}</style><div><h1>Servidores</h1>
<div><span>Competência</span><div class=drop onclick=go()>11/2026</div><ul class=menu><li onclick=go()>11/2026</li><li onclick=go()>10/2026</li></ul></div>
<button onclick=go()>Filtrar</button></div>"""


def test_what_a_closed_list_offers_is_chosen_in_its_form(page: Page) -> None:
    page.set_content(LISTED)
    page.evaluate(INSTALL)
    seen = answer_of(page, "snapshot", OPTIONS)
    assert [c.label for c in seen.candidates if c.tag == "li"] == []
    ((control,),) = (form.controls for form in seen.forms)
    assert (control.label, control.value) == ("Competência", "11/2026")


@pytest.mark.parametrize(
    "bar",
    [
        "<ul><li class=active><a href=/e/2026>2026</a></li><li><a href=/e/2025>2025</a></li></ul>",
        "<div><a class='btn ativo' href=/e/2026>2026</a> <a class=btn href=/e/2025>2025</a></div>",
        "<ul><li><a aria-current=page href=/e/2026>2026</a></li><li><a href=/e/2025>2025</a></li></ul>",
    ],
)
def test_links_of_years_say_which_is_in_sight(page: Page, bar: str) -> None:
    page.set_content(f"<base href=http://a.example/><h1>Empenhos</h1>{bar}")
    page.evaluate(INSTALL)
    seen = answer_of(page, "snapshot", OPTIONS)
    assert [(c.label, c.current) for c in seen.candidates] == [("2026", True), ("2025", False)]
