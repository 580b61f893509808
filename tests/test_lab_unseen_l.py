"""Portals that nobody who makes the program looks at, of vendors and of an association of towns: a person's way by the words of the key."""

from __future__ import annotations

import pytest
from lab_visits import Prepare, batch, check_key, choose, form_test, place_test, press, views_of
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year

from lab.definition import Page, Portal, View
from lab.frameworks.gridforms import GridForms
from lab.least import least_nodes

PORTALS = batch("l")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def in_the_drawer(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen in the drawer of filters, and the year where the drawer's own has no records."""
    year = first_year(view)
    wanted = {}
    for given in page.filters:
        if given.options and (given.options[0].startswith("Selecione") or given.kind == "ano"):
            wanted[given.label] = str(year) if given.kind == "ano" else given.options[3]
    if page.auto and view.years.get(page.query({}).year):
        return
    if page.auto:
        press(tab, "Filtros")
    for label, option in wanted.items():
        choose(tab, label, option)
    if page.auto:
        press(tab, page.button)


def posted_back(tab: Tab, page: Page, view: View) -> None:
    """The exercise, which posts by itself, where the form's own has no records; a month that has some."""
    year = str(first_year(view))
    if GridForms.must_choose(page, view):
        choose(tab, "Exercício", year)
        tab.locator(f"select[name$=ddlExercicio]:enabled >> option[selected]:text-is('{year}')").wait_for(
            state="attached"
        )


PREPARE: dict[str, Prepare] = {"nuvemang": in_the_drawer, "gridforms": posted_back}
"""What a person does with a framework's forms."""
VIEWS = views_of(PORTALS)


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(VIEWS), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)
