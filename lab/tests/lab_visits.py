"""A person's way through the lab's portals, for the test modules of the unseen ones: the words of the key, one after the other."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
import requests
from playwright.sync_api import Browser, Error, Frame, Locator
from playwright.sync_api import Page as Tab
from test_lab_national import PATIENCE, first_year, frames, plain, publishing, seen

from lab import serve
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, Query, View, all_portals, text_of
from lab.frameworks import framework
from lab.frameworks.national import National
from lab.frameworks.unseen import Unseen
from lab.key import key_rows
from lab.server import Lab

FIRST = {"(linha)": ".toca", "(link)": ":is(td:not(thead td), tbody th[class^=field-]) a"}
"""What a person clicks where the key can tell no word."""
SENDS = {"esic": "Registrar pedido", "login": "Acessar", "newsletter": "Assinar"}
"""Kind of a form nobody may send → the word of its button, "Enviar" where none is given."""
PUT_OFF = "Agora não"
"""What a survey that comes over a page is sent away with."""
Prepare = Callable[[Tab, Page, View], None]
"""What a person does with a form before sending it, besides choosing the year."""
Look = Callable[[Tab], str]
"""All that a person reads of what is in sight; ``seen``, but where reading takes more than looking."""


def batch(letter: str) -> dict[str, Portal]:
    """The portals, by slug, that the module of this letter goes through."""
    kinds = {p.slug: framework(p.framework) for p in all_portals()}
    return {p.slug: p for p in all_portals() if issubclass(f := kinds[p.slug], Unseen) and f.batch == letter}


def views_of(portals: dict[str, Portal]) -> list[tuple[str, str, str]]:
    """(portal, page, view) of all record sets in which some item is published."""
    return [(slug, page.id, view.id) for slug, portal in portals.items() for page, view in publishing(portal)]


def one_form_each(portals: dict[str, Portal], but: str = "") -> dict[str, str]:
    """Portal → one of its forms that nobody may send, of another kind than ``but``: its others are sent alike."""
    kinds = FORBIDDEN_FORMS - {but}
    return {slug: page.id for slug, portal in portals.items() for page in portal.pages if page.kind in kinds}


def check_key(portal: Portal) -> None:
    """The key tells all items, a place for each that is published, and withholds some."""
    rows = key_rows(portal)
    assert len(rows) == 61
    assert all(bool(r.local) == bool(r.encontrado) for r in rows)
    assert 10 <= sum(not r.encontrado for r in rows) <= 25


def says(frame: Frame, word: str) -> Locator:
    """The first visible element of a frame with this text, title or label."""
    if word in FIRST:
        return frame.locator(f"{FIRST[word]} >> visible=true").first
    quoted = json.dumps(word, ensure_ascii=False)
    named = ", ".join(f"[{name}={quoted}]:visible" for name in ("title", "aria-label", "alt", "value"))
    return frame.locator(f":text-is({quoted}):visible, {named}").first


def press(tab: Tab, word: str, only_wait: bool = False) -> None:
    """Click what says ``word`` in any frame of any window, once it is there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in frames(tab):
            try:
                target = says(frame, word)
                if target.count():
                    if not only_wait:
                        target.click(timeout=1200)
                    return
            except Error:  # the frame is being replaced, or something covers it
                put_off(frame)
        tab.wait_for_timeout(25)
    pytest.fail(f"nothing to click says {word!r}: {seen(tab)[-1500:]}")


def put_off(frame: Frame) -> None:
    """Sends a survey away that has come over the page."""
    try:
        asked = says(frame, PUT_OFF)
        if asked.count():
            asked.click(timeout=1200)
    except Error:
        return


def choose(tab: Tab, label: str, option: str) -> None:
    """An option of a select, or of a drop-down of the page's own, with this label."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in frames(tab):
            try:
                own = frame.locator(f'[role=combobox][aria-label="{label}"]:visible')
                native = frame.locator("select:visible", has=frame.locator(f'option:text-is("{option}")'))
                if own.count():
                    own.first.click(timeout=1200)
                    return press(tab, option)
                if native.count():
                    native.first.select_option(label=option)
                    return None
            except Error:
                continue
        tab.wait_for_timeout(25)
    pytest.fail(f"no {label} to choose: {seen(tab)[-1500:]}")


def choose_year(tab: Tab, page: Page, view: View) -> None:
    """The year that holds records, where the form's own does not."""
    given = next((f for f in page.filters if f.kind == "ano"), None)
    if given and not view.years.get(page.query({}).year if given.default or given.options else 0):
        choose(tab, given.label, str(first_year(view)))


def go(tab: Tab, portal: Portal, page: Page, view: View, prepare: Prepare) -> list[str]:
    """From the entry to a view's records, by the words of its place, which are returned."""
    words = framework(page.host).where(portal, page, view, False)[0].split(" › ")[1:]
    asks = page.button if page.button in words and not page.auto else ""
    for word in words:
        if asks and word == asks:
            press(tab, word, only_wait=True)
            prepare(tab, page, view)
        press(tab, word)
    if not asks:
        prepare(tab, page, view)
    return words


def values(host: National, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> Iterator[str]:
    """What a column, or a field of an opened record, holds in any year, the latest first."""
    for year in sorted(view.years, reverse=True):
        if not (in_detail and view.detail):
            place = view.columns.index(column)
            yield from (plain(text_of(line[place])) for line in host.cells(portal, page, view, Query(year)))
            continue
        for row in portal.rows(page, view, Query(year)):
            opened = host.opened(view.detail, row)
            pairs = [(c, v) for _, section in opened.sections for c, v in section]
            pairs += [(c, v) for t, inner in opened.tables for r in inner for c, v in zip(t.columns, r, strict=True)]
            yield from (plain(text_of(v)) for c, v in pairs if c is column)


def untold(host: National, portal: Portal, page: Page, view: View, listed: str, opened: str) -> list[str]:
    """The published columns of a view, and of its first record, that texts of the two do not hold."""
    fields = view.detail.columns if view.detail else ()
    return [
        c.label
        for text, inside, columns in ((listed, False, view.columns), (opened, True, fields))
        for c in columns
        if c.publishes
        and not (plain(c.label) in text and any(v and v in text for v in values(host, portal, page, view, c, inside)))
    ]


def followed(address: str, word: str) -> str:
    """Where the link, or the jump menu's option, of this word leads; "(link)" is the first of a table's cells."""
    text = requests.get(address, timeout=10).text
    said = (
        r"<td[^>]*>\s*(?:<font[^>]*>)?<a ([^>]*)>"
        if word == "(link)"
        else rf"<(?:a|option) ([^>]*)>\s*(?:<span[^>]*>)?{re.escape(word)}\s*<"
    )
    found = re.search(said, text, re.IGNORECASE)
    assert found, (address, word)
    there = re.findall(r"""onclick="\w+\(this, '([^']+)""", found[1])  # what a script fetches
    there = there or re.findall(r"""(?:href|value)="(?:javascript:abre\(')?([^"']+)""", found[1], re.IGNORECASE)
    return urljoin(address, html.unescape(there[0]))


def arrive(tab: Tab, address: str) -> None:
    """Opens an address, once more where the last click of the visit before came in between."""
    try:
        tab.goto(address)
    except Error:
        tab.wait_for_timeout(400)
        tab.goto(address)


def absent(
    lab: Lab, tab: Tab, portal: Portal, page: Page, view: View, prepare: Prepare, look: Look = seen
) -> list[str]:
    """The published columns of a view, and of its first record, that do not come in sight on the way the key tells."""
    host = lab.hosts[page.host].framework
    assert isinstance(host, National)
    arrive(tab, lab.portal(portal.slug).url)
    words = go(tab, portal, page, view, prepare)
    found: list[str] = []
    for in_detail, columns in ((False, view.columns), (True, view.detail.columns if view.detail else ())):
        left, passed = [c for c in columns if c.publishes], ""
        if left and in_detail:
            for n, word in enumerate(
                framework(page.host).where(portal, page, view, True)[0].split(" › ")[len(words) + 1 :]
            ):
                if n:  # a tab of the record, which hides the one before
                    press(tab, word, only_wait=True)
                    passed += seen(tab)
                press(tab, word)
        deadline = time.monotonic() + PATIENCE
        while left and time.monotonic() < deadline:
            text = passed + look(tab)
            left = [
                c
                for c in left
                if plain(c.label) not in text
                or not any(v and v in text for v in values(host, portal, page, view, c, in_detail))
            ]
            if left:
                tab.wait_for_timeout(40)
        found += [f"{page.id}/{view.id}: {c.label} ({'detail' if in_detail else 'list'})" for c in left]
    return found


def check_place(
    lab: Lab, tab: Tab, portal: Portal, page: Page, view: View, prepare: Prepare, look: Look = seen
) -> None:
    """A person's way to a view, and to its first record, by the words of the key; no form that nobody may send is sent."""
    tab.context.clear_cookies()
    for more in tab.context.pages[1:]:
        more.close()
    posts = len(lab.forbidden_posts)
    assert not absent(lab, tab, portal, page, view, prepare, look)
    opened = view.detail is not None and any(c.publishes for c in view.detail.columns)
    path = framework(page.host).where(portal, page, view, opened)[0].split(" › ")[0]
    assert any(path in f.url for f in frames(tab)), "the key names an address that is shown"
    assert len(lab.forbidden_posts) == posts


def posts_of(browser: Browser, portal: Portal, form: Page) -> list[int]:
    """How many forbidden posts are counted before, and after, a form that nobody may send is sent."""
    with serve([portal.slug]) as own:
        context = browser.new_context(viewport={"width": 1366, "height": 900})
        counts = posts_in(own, context.new_page(), portal, form)
        context.close()
        return counts


def posts_in(lab: Lab, tab: Tab, portal: Portal, form: Page) -> list[int]:
    """The same in a lab that is served already, of the form's own host."""
    host = framework(form.host)
    assert issubclass(host, Unseen)

    def count() -> int:
        return sum(hit.host == form.host for hit in lab.forbidden_posts)

    at_first = count()
    arrive(tab, lab.portal(portal.slug).url)
    for word in host.way(portal, form):
        press(tab, word)
    button = SENDS.get(form.kind, "Enviar")
    press(tab, button, only_wait=True)
    before = count() - at_first
    press(tab, button)
    deadline = time.monotonic() + PATIENCE
    while count() - at_first == before and time.monotonic() < deadline:
        tab.wait_for_timeout(25)
    return [before, count() - at_first]


def place_test(
    portals: dict[str, Portal], views: Iterable[Any], prepare: dict[str, Prepare], look: dict[str, Look] | None = None
) -> Callable[..., None]:
    """A module's test that a person comes to its places, by (portal, page, view); what is done and how it is read by framework."""

    @pytest.mark.parametrize(("slug", "page_id", "view_id"), views)
    def test(lab: Lab, tab: Tab, slug: str, page_id: str, view_id: str) -> None:
        page = portals[slug].page(page_id)
        done, read = prepare.get(page.host, choose_year), (look or {}).get(page.host, seen)
        check_place(lab, tab, portals[slug], page, page.view(view_id), done, read)

    return test


def form_test(portals: dict[str, Portal], but: str = "") -> Callable[..., None]:
    """A module's test that a form of each portal that nobody may send is counted, once, when it is sent."""

    @pytest.mark.parametrize(("slug", "page_id"), one_form_each(portals, but).items())
    def test(lab: Lab, tab: Tab, slug: str, page_id: str) -> None:
        counts = posts_in(lab, tab, portals[slug], portals[slug].page(page_id))
        assert counts == [0, 1], counts

    return test
