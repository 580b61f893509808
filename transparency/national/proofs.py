"""The pictures of the pages that answers cite. A picture is made while a page is open, before it is known what it proves; in the end
those that nobody cites go, and in the others a frame is drawn around what was seen."""

from __future__ import annotations

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageChops

from transparency.aspects.seen import Answer, Sight
from transparency.browse.snapshot import Snapshot
from transparency.extract import dom
from transparency.items import Box
from transparency.store.audits import PAGES
from transparency.store.evidence import highlight, on_errand, picture_name, write
from transparency.text import normalize

HEIGHT = 2000
"""Pixels of a page, from its top, that a picture shows at most."""
FRAMES = 12
"""So many places of a page are framed at most."""
RECOLOURED = 0.25
"""High contrast changes the colours of so much of a page at least; a picture that moves by itself is smaller."""
SHADE = 40
"""Two colours differ by so much of 255 in red, green or blue at least."""
COMPARED = 1200
"""Pixels, from the top, that two pictures of a page are compared by."""
_QUOTED = re.compile(r"“([^”]+)”")


def part_to_show(snapshot: Snapshot) -> list[Box]:
    """What a picture must show of a page, before it is known what the page proves: its beginning."""
    return [(0, 0, 1, min(snapshot.frames[0].data.height, HEIGHT))]


def keep_cited(folder: Path, cycle_id: str, answers: Iterable[Answer], sights: Mapping[str, Sight]) -> None:
    """Draw in the pictures of an audit what answers say of their pages, and delete those that none cites."""
    labels: dict[str, set[str]] = defaultdict(set)
    for answer in answers:
        labels[answer.sight].add(answer.label)
    pictures = sorted(folder.glob(picture_name(on_errand("*", cycle_id))))
    moved = _moved(folder) if pictures else set()
    for file in pictures:
        node = file.stem.removesuffix(on_errand("", cycle_id))
        if node not in labels:
            file.unlink()
        elif file.stem not in moved and (boxes := [*_boxes(sights[node], labels[node])]):
            write(file, highlight(file.read_bytes(), (0, 0), boxes[:FRAMES]))


def _moved(folder: Path) -> set[str]:
    """Pages in which other numbers stand in the picture than when their places were read: there things may have moved."""
    lines = map(json.loads, (folder / PAGES).read_text("utf-8").splitlines())
    return {str(line["node"]) for line in lines if line["masked"]}


def _boxes(sight: Sight, labels: Iterable[str]) -> Iterator[Box]:
    """Where the labels stand on the main frame of a page."""
    told = {part for label in labels for part in (label, *_QUOTED.findall(label))}
    wanted = {normalize(part) for part in told} - {""}
    if not sight.views or not wanted:
        return
    for element in dom.parse(sight.views[0].html).iter():
        box = dom.own_box(element)
        if box is not None and normalize(dom.text(element)) in wanted:
            yield box


def recoloured(before: bytes, after: bytes) -> bool:
    """Whether most of two pictures of a page differ in colour. OSError when one is no picture."""
    first, second = (Image.open(io.BytesIO(one)).convert("RGB") for one in (before, after))
    part = (0, 0, min(first.width, second.width), min(first.height, second.height, COMPARED))
    bands = ImageChops.difference(first.crop(part), second.crop(part)).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[SHADE:]) >= RECOLOURED * most.width * most.height
