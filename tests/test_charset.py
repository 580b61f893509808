"""Encodings that servers name wrongly."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest
from audited import served
from flask import Flask, Response
from playwright.async_api import async_playwright

from transparency.browse.charset import fitting_charset, relabel
from transparency.browse.chromium import launch_options
from transparency.browse.tabs import blank
from transparency.browse.visit import prepare
from transparency.browse.watch import Watch

WORDS = "Remuneração, matrícula, nº 3"


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("Remunera\ufffd\ufffdo", "windows-1252"), ("MatrÃ\xadcula e remuneraÃ§Ã£o", "utf-8"), ("nÂº 3, 1Âª parcela", "utf-8"),
        ("Remuneração, matrícula, nº 3, 1ª parcela", ""), ("REMUNERAÇÃO — SÃO JOÃO, AÇÃO", ""), ("IRMÃ “Dulce”", ""), ("", ""),
    ],
)  # fmt: skip
def test_what_was_read_wrongly_shows(text: str, charset: str) -> None:
    assert fitting_charset(text) == charset


WRITTEN = ("utf-8", "cp1252")
NAMED = ("utf-8", "iso-8859-1", "")


@pytest.fixture(scope="module")
def texts() -> dict[tuple[str, str], str]:
    """(how a page is written, what its server names) → what is read of it, each in a context of its own."""
    found: dict[tuple[str, str], str] = {}

    def pages(app: Flask) -> None:
        @app.route("/<written>/")
        @app.route("/<written>/<named>")
        def page(written: str, named: str = "") -> Response:
            content_type = f"text/html; charset={named}" if named else "text/html"
            return Response(f"<p>{WORDS}".encode(written), content_type=content_type)

    async def read(url: str) -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            for written, named in product(WRITTEN, NAMED):
                page = await browser.new_page()
                await page.goto(f"{url}{written}/{named}")
                await relabel(page, Watch())
                found[written, named] = await page.inner_text("p")
                await page.close()
            await browser.close()

    with served(pages) as url:
        asyncio.run(read(url))
    return found


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("named", NAMED)
def test_a_page_is_read_as_it_was_written_whatever_its_server_says(
    written: str, named: str, texts: dict[tuple[str, str], str]
) -> None:
    assert texts[written, named] == WORDS


def test_what_was_done_for_one_page_is_not_done_for_the_next_in_its_tab() -> None:
    def pages(app: Flask) -> None:
        for place, written in {"/": "utf-8", "/outra": "iso-8859-1"}.items():
            answer = f"<p>{WORDS}".encode(written)
            app.add_url_rule(
                place, place, lambda body=answer: Response(body, content_type="text/html; charset=iso-8859-1")
            )

    async def read(url: str) -> list[str]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            page, texts = await browser.new_page(), []
            for address in (url, f"{url}outra"):
                watch = await prepare(page)
                await page.goto(address)
                if not texts:
                    await relabel(page, watch)
                texts.append(await page.inner_text("p"))
                assert await blank(page)
            await browser.close()
            return texts

    with served(pages) as url:
        assert asyncio.run(read(url)) == [WORDS, WORDS]
