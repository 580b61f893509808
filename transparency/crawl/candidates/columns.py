"""What shows columns that are hidden, and what opens groups of rows and parts of a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from transparency.crawl.candidates.groups import shows_data
from transparency.crawl.candidates.labels import name_of, plain
from transparency.crawl.candidates.move import DATA, PAGER, YEAR, Ground, Move, shape_of
from transparency.crawl.candidates.places import places_in, reached_by_click, reached_onward
from transparency.crawl.signposts import Rating, Signposts
from transparency.model import Pressable, Toggle, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url


def is_column_head(candidate: Pressable, ground: Ground) -> bool:
    """Whether a component is the heading of a column in sight, or stands without words among such: it sorts the records, if
    there are any. Rows of headings may be rows like others."""
    row = candidate.row
    columns = ground.columns if ground.records else ground.columns | ground.headings
    if not row or row.index > 1 or row.cells < 2 or plain(candidate.label) not in {*columns, ""}:
        return False
    if leads_elsewhere(candidate, ground):
        return False  # of a list with one line, which looks like headings
    said, named = f" {plain(row.says)} ", 0
    for column in sorted(filter(None, columns), key=len, reverse=True):
        named += f" {column} " in said
        said = said.replace(f" {column} ", " ", 1)
    # what is said besides is of a record: "Arquivo completo, 2 KB, Baixar"
    return not DATA.search(row.says) and named > 1 and len(said.split()) < named


def leads_elsewhere(candidate: Pressable, ground: Ground) -> bool:
    """Whether a link has an address of its own, and not that of the page with another parameter."""
    there, here = urlsplit(candidate.href), urlsplit(ground.url)
    return candidate.kind == "link" and bool(there.path) and (there.netloc, there.path) != (here.netloc, here.path)


def closed_again(candidate: Pressable, ground: Ground, signposts: Signposts) -> bool:
    """Whether a panel that was opened on the way is closed now: some views begin anew when another year is asked for."""
    here, panel = ground.node, candidate.panel
    if ground.records or not here.steps or panel == "shown" or not (panel or shows_data(candidate, signposts)):
        return False
    last = here.steps[-1]
    asked = last.op == "query" or YEAR.fullmatch(plain(last.target.label))
    return bool(asked) and any(
        step.op == "click" and (step.target.path, step.target.label) == (candidate.path, candidate.label)
        for step in here.steps[:-1]
    )


@dataclass(frozen=True)
class _Chooser:
    """Where the columns of a record set are chosen: what of it is not clicked by itself, and the move that shows them all."""

    taken: frozenset[str] = frozenset()
    move: Move | None = None


def _is_ticked(entry: Toggle | Pressable) -> bool:
    return isinstance(entry, Toggle) and entry.checked


def _lists_of_entries(data: View) -> Iterable[list[Toggle | Pressable]]:
    """What can be ticked or clicked, by the boxes that hold it."""
    lists: dict[str, list[Toggle | Pressable]] = defaultdict(list)
    toggles = {toggle.path for toggle in data.toggles}
    others = (c for c in data.candidates if c.path not in toggles and c.kind == "click" and not c.row)
    entries: list[Toggle | Pressable] = [*data.toggles, *others]
    for entry in entries:
        for place in places_in(entry.path):
            lists[place].append(entry)
    return lists.values()


def _names_columns(entries: Sequence[Toggle | Pressable], ground: Ground) -> bool:
    """Whether a list names columns, some of which are in sight; over no rows only what is ticked does."""
    labels = [plain(entry.label) for entry in entries]
    in_sight = [text for text in labels if text in (ground.columns or ground.headings)]
    if not 3 <= len(labels) <= 60 or len(set(labels)) < len(labels) or len(in_sight) < max(2, 0.3 * len(labels)):
        return False
    return bool(ground.columns) or all(isinstance(entry, Toggle) for entry in entries)


def _show_missing(
    key: FrameKey, entries: Sequence[Toggle | Pressable], opener: Pressable | None, ground: Ground
) -> Move | None:
    """Show the columns of a list that are not in sight."""
    missing = [entry for entry in entries if _is_missing(entry, ground)]
    if not missing or not ground.columns:
        return None
    target = Target(opener.path, opener.tag, opener.label, name_of(opener)) if opener else Target("")
    names = ", ".join(f"“{entry.label}”" for entry in missing)
    opened = not target.label or (ground.node.steps and ground.node.steps[-1].target == target)
    text = f"marque {names}" if opened else f"clique em “{target.label}” e marque {names}"
    step = Step("show", key, target, text, choices=tuple((entry.label, entry.path) for entry in missing))
    identity = f"columns|{shape_of(entries[0].path)}|{names}"
    if identity in ground.inherited:
        return None
    return Move(
        reached_onward(ground.node, step, ()),
        "choice",
        target.label or "colunas",
        Rating(0, 0.85, "", generic=True),
        f"{identity} {canonical_url(ground.url)} {sorted(ground.columns)}",
        identity,
        shape=shape_of(entries[0].path),
    )


def _is_missing(entry: Toggle | Pressable, ground: Ground) -> bool:
    """Whether an entry names a column that is not in sight."""
    text = plain(entry.label)
    return bool(text) and text not in ground.columns and not _is_ticked(entry) and not DATA.search(text)


def column_chooser(key: FrameKey, data: View, ground: Ground, signposts: Signposts) -> _Chooser:
    """The columns that a record set can show and does not: a list of check boxes or clickable words, some of which are
    the headings in sight. A list that is not in the page yet is opened first. Over no rows nothing is chosen: what would be
    ticked there is only known for what it is."""
    openers = [c for c in data.candidates if c.kind == "click" and signposts.chooses_columns(c.caption)]
    known = frozenset(c.path for c in openers)
    here = ground.node.steps[-1:]
    if any(signposts.chooses_columns(step.target.label) for step in here):
        # its list is open: one column more or less, over groups or charts, shows nothing
        known |= {toggle.path for toggle in data.toggles}
    if not ground.promising:
        return _Chooser(known)
    # a bar that holds the opener itself is none of its lists, though filters in it are called as columns
    opening = frozenset(c.path for c in openers)
    lists = (entries for entries in _lists_of_entries(data) if opening.isdisjoint(entry.path for entry in entries))
    entries = next((entries for entries in lists if _names_columns(entries, ground)), None)
    if entries is not None:
        taken = frozenset(c.path for c in (*entries, *openers))
        return _Chooser(taken, _show_missing(key, entries, openers[0] if openers else None, ground))
    for opener in openers if ground.columns or ground.records else ():
        text = f"clique em “{opener.caption}”"
        # of the groups it was opened over it shows nothing, and of the records in them it may
        identity = f"columns|{shape_of(opener.path)}|{' '.join(sorted(ground.columns))}"
        if identity not in ground.inherited:
            move = Move(
                reached_by_click(opener, key, ground, text, ()),
                "choice",
                opener.label,
                Rating(0, 0.7, "", generic=True),
                f"{identity} {canonical_url(ground.url)} {sorted(ground.columns)}",
                identity,
                region=opener.region,
                shape=shape_of(opener.path),
            )
            return _Chooser(known, move)
    return _Chooser(known)


def openers(key: FrameKey, data: View, node: Node, signposts: Signposts) -> list[Move]:
    """Buttons that may open the row which the last step of ``node`` selected: generic words, outside of rows."""
    found = []
    pressed = {
        step.target.path for step in node.steps if step.op == "query"
    }  # "Visualizar" may run a query, or show a record
    used = {(shape_of(step.target.path), step.target.label) for step in node.steps[:-1] if step.op == "click"}
    for candidate in data.candidates:
        label = candidate.caption
        if (
            candidate.kind != "click"
            or candidate.path in pressed
            or (shape_of(candidate.path), candidate.label) in used  # opens the records of the list that led here
            or candidate.row
            or candidate.hidden
            or candidate.sends
            or candidate.disabled
            or candidate.discloses  # a part of the menu
            or PAGER.match(plain(label))
            or candidate.region in ("nav", "header", "footer")
        ):
            continue
        if not label or not signposts.opens(label) or signposts.is_return(label):
            continue
        step = Step(
            "click",
            key,
            Target(candidate.path, candidate.tag, candidate.label, name_of(candidate)),
            f"clique em “{label}”",
        )
        rating = Rating(0, 0.7, "", generic=True)
        found.append(
            Move(
                reached_onward(node, step, [label]),
                "row",
                label,
                rating,
                f"opener {node.fingerprint()} {candidate.path}",
                "",
            )
        )
    # "Detalhar" before "Consultar": the more a word is about the record, the better
    return sorted(found, key=lambda move: (signposts.is_query(move.label), not signposts.is_generic(move.label)))[:2]
