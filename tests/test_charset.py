"""Encodings that servers name wrongly."""

from __future__ import annotations

import pytest

from transparency.browser.tree import decode, fitting_charset


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
    words = "Remuneração, matrícula, nº 3"
    content_type = f"text/html; charset={named}" if named else "text/html"
    assert decode(words.encode(written), content_type)[1] == words
