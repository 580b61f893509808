"""Frames are read as facts, and elements that were found among them are handed out."""

from __future__ import annotations

from typing import Any

from playwright.async_api import ElementHandle, Frame

from transparency.browse.operations import KEEP, SNAPSHOT, find, read
from transparency.browse.snapshot import Limits
from transparency.extract.controls import Reader
from transparency.extract.controls.part import Part
from transparency.extract.forms import QueryWords
from transparency.model import Page as Facts
from transparency.model import View


async def facts(frame: Frame, words: QueryWords, limits: Limits) -> Reader:
    """A frame as it is now. Of a page too large to be read in its time, what was read in half of it: the rest is for the answer."""
    asked = {"maxElements": limits.elements, "maxSize": limits.size, "maxTime": limits.evaluate * 500}
    page = await read(frame, limits.evaluate, SNAPSHOT, asked)
    return Reader(page, words, limits.candidates)


async def view(frame: Frame, words: QueryWords, limits: Limits, known: Facts | None = None) -> tuple[View, Reader]:
    """What a frame shows, and what that was read from. ``known``: the frame as it is, where that has just been read."""
    reader = Reader(known, words, limits.candidates) if known is not None else await facts(frame, words, limits)
    found = reader.view()
    await keep(frame, reader, limits)
    return found, reader


async def keep(frame: Frame, reader: Reader, limits: Limits) -> None:
    """Have the page remember what was found to open a list of choices: it may look otherwise once it is open."""
    if found := reader.found_drops():
        await read(frame, limits.evaluate, KEEP, found)


def asked_of(reader: Reader, part: Part) -> dict[str, Any]:
    """What names an element that is about to be acted on."""
    return {"turn": reader.page.turn, "place": part.index, "pressed": True}


async def hand_out(
    frame: Frame, reader: Reader, part: Part | None, limits: Limits, what: str, pressed: bool
) -> ElementHandle | None:
    """An element to act on; None of one that is in the page no more. ``pressed``: it is about to be."""
    if part is None:
        return None
    asked = {**asked_of(reader, part), "pressed": pressed}
    return await find(frame, limits.evaluate, "element", asked, what)
