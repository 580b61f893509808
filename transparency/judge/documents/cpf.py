"""Hiding CPFs, by the rule the browser uses on pages: written ones always, bare digits when their check digits are right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from transparency.judge.values import value_type

_CPF = re.compile(
    r"(?<![0-9./-])([0-9]{3})\s?\.?\s?([0-9]{3})\s?\.?\s?([0-9]{3})\s?[-–]?\s?([0-9]{2})(?![0-9/]|[.-][0-9])"
)
"""Looser than the browser's: files break a number over the lines of a cell."""
_WRITTEN = re.compile(r"[0-9]{3}\s?\.\s?[0-9]{3}\s?\.\s?[0-9]{3}\s?[-–]\s?[0-9]{2}")


def find_cpfs(text: str) -> Iterator[re.Match[str]]:
    """The CPFs in a text; groups 1 to 4 are their digits."""
    if len(text) < 11:
        return
    for match in _CPF.finditer(text):
        if _WRITTEN.fullmatch(match.group()) or value_type("".join(match.groups())) == "cpf":
            yield match


def mask(text: str) -> str:
    """The text with every CPF as ``***.456.789-**``."""
    pieces: list[str] = []
    end = 0
    for match in find_cpfs(text):
        pieces += [text[end : match.start()], f"***.{match.group(2)}.{match.group(3)}-**"]
        end = match.end()
    return "".join([*pieces, text[end:]])


def mask_number(text: str) -> str:
    """A number of a column of CPFs, whose leading zeros a spreadsheet may have dropped."""
    digits = text.strip()
    if digits.isdecimal() and 8 <= len(digits) < 11:
        return mask(digits.zfill(11)) if value_type(digits.zfill(11)) == "cpf" else text
    return mask(text)
