"""Encodings that servers name wrongly."""

from __future__ import annotations

import asyncio

import pytest
from audited import served
from flask import Flask, Response
from playwright.async_api import async_playwright

from transparency.browse.charset import fitting_charset, relabel
from transparency.browse.chromium import launch_options

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


@pytest.mark.parametrize("written", ["utf-8", "cp1252"])
@pytest.mark.parametrize("named", ["utf-8", "iso-8859-1", ""])
def test_a_page_is_read_as_it_was_written_whatever_its_server_says(written: str, named: str) -> None:
    content_type = f"text/html; charset={named}" if named else "text/html"

    def pages(app: Flask) -> None:
        app.add_url_rule("/", "page", lambda: Response(f"<p>{WORDS}".encode(written), content_type=content_type))

    async def read(url: str) -> str:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            page = await browser.new_page()
            await page.goto(url)
            await relabel(page)
            text = await page.inner_text("p")
            await browser.close()
            return text

    with served(pages) as url:
        assert asyncio.run(read(url)) == WORDS
