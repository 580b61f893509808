"""Portals of toolkits and builders whose pages are drawn by their scripts: lists named by the field that they hide, calendars that
call themselves comboboxes, icons that are written as words, panels inside their list of tabs, bars that turn pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import portal_cloudquery
import portal_dxcallback
import portal_kendo
import portal_quasar
import portal_treetab
import portal_wordpress
import portal_wpfiles
import pytest
from audited import audit, served
from flask import Flask
from test_choices_in_sight import read  # noqa: F401


@pytest.mark.parametrize(
    ("site", "published", "most"),
    [
        pytest.param(portal_kendo.portal, portal_kendo.PUBLISHED, 55, marks=pytest.mark.soak),
        pytest.param(portal_quasar.portal, portal_quasar.PUBLISHED, 45, marks=pytest.mark.soak),
        pytest.param(portal_wordpress.portal, portal_wordpress.PUBLISHED, 55, marks=pytest.mark.soak),
        pytest.param(portal_cloudquery.cloudquery, portal_cloudquery.PUBLISHED, 90, marks=pytest.mark.soak),
        pytest.param(portal_treetab.treetab, portal_treetab.PUBLISHED, 75, marks=pytest.mark.soak),
        pytest.param(portal_dxcallback.dxcallback, portal_dxcallback.PUBLISHED, 70, marks=pytest.mark.soak),
        pytest.param(portal_wpfiles.wpfiles, portal_wpfiles.PUBLISHED, 45, marks=pytest.mark.soak),
    ],
    ids=["kendo", "quasar", "wordpress", "cloudquery", "treetab", "dxcallback", "wpfiles"],
)
def test_all_that_is_published_is_found(
    site: Callable[[Flask], None], published: dict[str, list[str]], most: int, tmp_path: Path
) -> None:
    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert found == {(criterion, item) for criterion, items in published.items() for item in items}
    assert summary["nodes"]["visited"] <= most


ARROW = "<span aria-label=select style='display:inline-block;width:20px;height:20px'></span>"
HIDDEN = "<input id=a style='display:none'>"
LIST = f"<span role=listbox aria-haspopup=true aria-expanded=false tabindex=0><span>2026</span>{ARROW}{HIDDEN}</span>"
ICON = "<i class=material-icons aria-hidden=true>arrow_drop_down</i>"
COMBO = "<input readonly role=combobox aria-haspopup=listbox value=2026 style='opacity:0;width:1px'>"
CALENDAR = "<span role=button style='display:inline-block;width:20px;height:20px;cursor:pointer'><span class=i-calendar></span></span>"


def asked(field: str) -> str:
    return f"<div>{field}<button>Consultar</button></div>"


@pytest.mark.parametrize(
    ("field", "told"),
    [
        (f"<label for=a>Exercício</label> {LIST}", ("Exercício", "2026", "combobox", False)),
        (f"<div>Exercício {LIST.replace(HIDDEN, '')}</div>", ("Exercício", "2026", "combobox", False)),
        (f"<label for=b><div><div><span>2026</span>{COMBO.replace(' role', ' id=b role')}<div>Ano</div></div>{ICON}</div></label>",
         ("Ano", "2026", "text", False)),
        (f"<label for=d>Período de</label><span><input id=d role=combobox aria-owns=d_dateview>{CALENDAR}</span>", ("Período de", "", "text", True)),
        (f"<label for=d>Período de</label><span><input id=d>{CALENDAR}</span>", ("Período de", "", "text", True)),
        ("<label for=d>Período de</label><input id=d class=validate>", ("Período de", "", "text", False)),
        ("<label for=d>Competência</label><input id=d class=monthpicker-calendar>", ("Competência", "", "text", False)),
    ],
)  # fmt: skip
def test_what_fields_are_called(read: Any, field: str, told: tuple[str, str, str, bool]) -> None:  # noqa: F811
    data = read(asked(field))
    ((control,),) = (form.controls for form in data.forms)
    assert (control.label, control.value, control.type, control.day) == told
    assert [c.label for c in data.candidates] == ["Consultar"]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        (f"<div onclick=go()><i class=material-icons>payments</i><div><b>Gastos</b></div>{ICON}</div>", ["Gastos"]),
        (f"<div onclick=go()><div><span>{ICON}Gastos</span></div></div>", ["Gastos"]),
        ("<div hidden><div onclick=go()><div>Empenhos</div><div>do ano</div></div></div>", ["Empenhos do ano"]),
        ("<div role=tabpanel aria-expanded=true><p>Dados</p></div>", []),
        ("<div aria-expanded=false><p>Dados</p></div>", ["Dados"]),
        (
            "<a href=# title=Detalhes><b>i</b></a><button aria-label='Ver empenho'>E</button>",
            ["Detalhes", "Ver empenho"],
        ),
        ("<a href=# title='Letra'>AB</a><a href=# title=7>Z</a>", ["AB", "Z"]),
    ],
)
def test_what_can_be_pressed_is_called(read: Any, html: str, labels: list[str]) -> None:  # noqa: F811
    assert [c.label for c in read(html).candidates] == labels


BAR = "<a href=# title='Ir para a primeira página'><b></b></a><a href=# title='Ir para a próxima página'><b></b></a>"


def test_the_button_that_reads_a_list_again(read: Any) -> None:  # noqa: F811
    data = read(
        f"<main>{asked('<label>Ano <input></label>')}<table><tr><th>Empenho</table><div>{BAR}<a href=# title=Atualizar><i></i></a></div></main>"
    )
    assert [form.label for form in data.forms] == ["Consultar"]
    assert [c.turns for c in data.candidates if c.title] == [True, True, True]


@pytest.mark.parametrize(("between", "forms"), [("", 2), ("<table><tr><th>Empenho</table>", 1)])
def test_a_button_below_the_list_is_not_that_of_the_fields(read: Any, between: str, forms: int) -> None:  # noqa: F811
    """One among the fields may only look something up, and the one after them asks: where no list is between, both may."""
    fields = "<fieldset><label>Ano <input></label><button type=button>Consultar</button></fieldset>"
    data = read(f"<main>{fields}{between}<p><button type=button>Consultar</button></p></main>")
    assert len(data.forms) == forms


def test_an_arrow_whose_cell_says_that_the_row_is_open(read: Any) -> None:  # noqa: F811
    rows = "".join(f"<tr><td aria-expanded={state}><a href=#></a><td>{n}" for n, state in enumerate(("true", "false")))
    found = read(f"<table><tr><th><th>Empenho{rows}</table>").candidates
    assert [c.expanded for c in found if c.tag == "a"] == ["true", "false"]
