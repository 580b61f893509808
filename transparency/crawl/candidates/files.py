"""Files that hold tables, one for each subject, the others kept in case it cannot be read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from transparency.crawl.candidates.labels import names_sheet, said_of, timeless
from transparency.crawl.candidates.move import DOCUMENT, Ground, Kind, Move, Scene, shape_of
from transparency.crawl.candidates.places import by_the_way, reached_by_click, scope_of
from transparency.crawl.signposts import Signposts
from transparency.model import Pressable
from transparency.node import Node, canonical_url

SHEET = re.compile(r"\.(?:xlsx?|csv|ods)$", re.I)
FORMAT = re.compile(r"\b(?:xlsx?|csv|ods|excel)\b", re.I)
"""In the words of what brings a sheet."""
_NUMBERED = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{3,}|\d/\d")
"""In a heading, the number of the record that it is of ("Licitação 12/2026"); a year is none."""
LAST_RESORT, SHEET_SCORE = 2, 0.3
"""The rating of a sheet of what is in sight: after all that shows more on screen."""
OF_LIST = "sheet"
"""First word of the identity of the sheet of a list, or the paper of a record."""


def document_move(candidate: Pressable, label: str, scene: Scene) -> Move | None:
    """A file that may hold what no page shows: its own words, those around it or the way to it name a criterion.

    What hangs on a list that is read already (the notice in each row, "PDF" over a table) is not opened, but for the sheet that
    the whole list is handed out as. Of the files of a record, or of the rows of a list, that have a name one of each is, after all
    else: what became of a bid may stand there alone.
    """
    key, ground, signposts, wanted = scene.key, scene.ground, scene.signposts, scene.wanted
    handed = signposts.is_generic(label) or signposts.hands_out(label)
    if ground.records and handed and (ground.promising or not ground.listing):
        return sheet_of_list(candidate, label, scene)
    if signposts.is_law(label):
        return None
    told = said_of(candidate, signposts)
    target = candidate.href
    telling = [text for text in told if timeless(text)]
    rating = signposts.rate(
        told[0] if told else "", candidate.title, told[1:], candidate.hint, candidate.region, wanted
    )
    names_it = rating is not None and rating.tier <= 1 and bool(rating.criterion)
    is_read = ground.records and ground.promising
    attached = is_read and (ground.inner or (bool(candidate.row) and not handed))
    if is_read and not (names_it and (attached or not _hangs_on_record(candidate, told, scene))):
        return sheet_of_list(candidate, label, scene)
    if not names_it:
        rating = by_the_way(telling, candidate.region, ground, signposts, wanted)
    if rating is None:
        return None
    name = (told[0] if handed and told else label) or target.rpartition("/")[2]
    labels = (*reversed(told[1:2]), *told[:1])
    if target:
        kind: Kind = "document"
        node = _at_address(target, name, ground, labels)
        mark = f"of a record {told[0]}" if attached else canonical_url(target)
    else:  # a script fetches it: what the click brings is told by the browser
        node = reached_by_click(candidate, key, ground, f"clique em “{label}” (“{name}”)", labels)
        kind = "click"
        mark = f"{candidate.path} {scope_of(ground)}"
    # "Edital 01/2023" under "Concursos" is of those
    if attached or any(signposts.leads_astray(text, ground.node.labels) for text in told[1:2]):
        rating = replace(rating, tier=LAST_RESORT)
    return Move(
        node,
        kind,
        label,
        rating,
        f"document {mark}",
        f"document|{mark}",
        region=candidate.region,
        shape=shape_of(candidate.path),
    )


def _hangs_on_record(candidate: Pressable, told: Sequence[str], scene: Scene) -> bool:
    """Whether a file is of a record of the list in sight: it stands in its row or under its number, or other files of the page
    have the same label. ``told``: what is said about it, nearest first."""
    if candidate.row or _NUMBERED.search(" ".join(told[1:2])):
        return True
    return len({one.href for one in scene.data.candidates if one.label == candidate.label}) > 1


def sheet_of_list(candidate: Pressable, label: str, scene: Scene) -> Move | None:
    """The sheet of a list in sight ("Excel" over a table), or the paper of the record in sight ("Imprimir nota de empenho"), as a
    last resort: it may hold what the screen leaves out. One of them is enough, in whatever format and for whatever period."""
    key, ground, signposts = scene.key, scene.ground, scene.signposts
    if ground.listing or candidate.row:
        return None
    paper = is_paper(candidate, ground, signposts)
    if not (paper or is_sheet(candidate)):
        return None
    rating = by_the_way([], candidate.region, ground, signposts, scene.wanted)
    if rating is None:
        return None
    kind: Kind
    if candidate.href:
        kind, node = "document", _at_address(candidate.href, label, ground, ())
    else:  # a script makes it
        kind, node = "click", reached_by_click(candidate, key, ground, f"clique em “{label}”", ())
    rating = replace(rating, tier=LAST_RESORT, score=SHEET_SCORE)
    bar = shape_of(candidate.path.rpartition(">")[0])
    what = label if paper else " ".join(ground.node.labels[-1:])
    mark = f"{OF_LIST} {rating.criterion} {timeless(what)} {bar}"
    return Move(node, kind, label, rating, mark, mark, region=candidate.region, shape=shape_of(candidate.path))


def _at_address(url: str, name: str, ground: Ground, labels: Sequence[str]) -> Node:
    """A file that has an address of its own. ``labels``: what is said of it on the way, after those of its page."""
    here = ground.node
    words = (*here.words, f"abra o arquivo “{name}”")
    return Node(url=url, depth=here.depth + 1, words=words, labels=(*here.labels, *labels))


def is_paper(candidate: Pressable, ground: Ground, signposts: Signposts) -> bool:
    """Whether a component of a record prints something that it names ("Imprimir nota de empenho"), and not just the page in
    sight ("Imprimir")."""
    label = candidate.caption
    return ground.inner and ground.records and signposts.prints(label)


def is_sheet(candidate: Pressable) -> bool:
    """Whether a component brings a sheet: its address, its words or those beside it name the format."""
    path = urlsplit(candidate.href).path
    words = " ".join((candidate.label, candidate.title, *candidate.around[:1]))
    return bool(SHEET.search(path) or FORMAT.search(words))


def shows_file(url: str) -> bool:
    """Whether an address is that of a viewer, which shows the file that it is asked with: what stands there turns its pages and
    brings nothing else."""
    return any(DOCUMENT.search(value) for _, value in parse_qsl(urlsplit(url).query))


def spare_sheets(candidates: Sequence[Pressable], signposts: Signposts, asking: bool) -> set[str]:
    """Links to tables called by their kind alone (CSV, XLS) that bring what another brings: the page that is offered beside
    them ("Consultar"), the first of them, or the query that waits on the page (``asking``)."""
    bars: dict[str, list[Pressable]] = defaultdict(list)
    for candidate in candidates:
        bars[candidate.path.rpartition(">")[0]].append(candidate)
    spare = set()
    for bar in bars.values():
        sheets = [c.path for c in bar if c.kind == "link" and names_sheet(c.label)]
        shown = asking or any(c.kind == "link" and signposts.is_generic(c.label) and c.label for c in bar)
        spare.update(sheets if shown else sheets[1:])
    return spare
