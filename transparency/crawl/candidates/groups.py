"""Siblings: what tells them apart, and whether they are records, pages of a list, an index, charts, folders."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from msgspec import structs

from transparency.crawl.candidates.labels import (
    entry_of,
    is_file,
    is_month,
    last_of,
    plain,
    said_of,
    says_only_when,
    timeless,
    told_of_record,
)
from transparency.crawl.candidates.move import (
    DATA,
    FIELD,
    INDEX,
    LIKE,
    OTHER_ROWS,
    PAGER,
    UNFOLDS,
    YEAR,
    Ground,
    Move,
    shape_of,
)
from transparency.crawl.candidates.places import place_without_name, places_in
from transparency.crawl.signposts import MENUS, Rating, Signposts
from transparency.extract.forms import NAMED_MONTH
from transparency.extract.values import NUMBERED
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node, canonical_url
from transparency.text import normalize

_FIGURES = re.compile(r"[\d/.:,-]*\d")
_PERIOD = re.compile("|".join((YEAR.pattern, NAMED_MONTH)))
"""A cell of a calendar."""
NAMED = 5
"""So many names at least are those of records."""
PART_WORDS = 3
"""Words that the name of a part of a record has no more of."""
OPEN_GROUP = re.compile(r"[▾▼⌄⏷▽−–➖⊟⊖\u25e2]\s*\w")
"""Heads a group of rows that is open."""
ARROWS = re.compile(r"[«»‹›<>→←▶◀⏮⏭|\s]+|\d+\s*(?:/|de)\s*\d+")
"""What turns pages without words."""
GROWS = re.compile(
    r"(?:(?:carregar|ver|mostrar|exibir|load|show)\s+)?(?:mais|more)\W+\d+\s*(?:/|de|of)\s*\d+\W*", re.IGNORECASE
)
"""What appends to a list, of which it tells how much is shown: "Mais [ 20 / 45 ]"."""


def shows_data(candidate: Pressable, signposts: Signposts) -> bool:
    """Whether a component shows as a table what a chart sums up, by its words or by its icon."""
    return signposts.shows_data(candidate.caption, candidate.hint)


def is_index(siblings: Sequence[Pressable], ground: Ground, signposts: Signposts) -> bool:
    """Whether links that could be rows of records are entries of a menu: they lead to different criteria, or are the few
    folders of a list of files. What says a date and a sum is a record, whatever else it names ("Folha de Pagamento 27/11 34,00")."""
    if not 1 < len(siblings) <= INDEX:
        return False
    labels = [plain(c.caption) for c in siblings]
    if sum(len(DATA.findall(label)) > 1 for label in labels) >= 0.6 * len(labels):
        return False
    if ground.listing and all(c.row and c.kind == "link" for c in siblings):
        files = any(is_file(c, signposts) for c in siblings)
        return len(set(labels)) == len(labels) and not files and not any(DATA.search(label) for label in labels)
    ratings = [
        signposts.rate(
            c.label if labels[n] else last_of(c.around), c.title, (), c.hint, "", frozenset(signposts.criteria)
        )
        for n, c in enumerate(siblings)
    ]  # a sign ("+") is called as the branch that it unfolds
    named = [rating.criterion for rating in ratings if rating is not None and rating.tier <= 1 and rating.criterion]
    return not any(c.row for c in siblings) and len(named) >= len(siblings) / 2 and len(set(named)) > 1


def is_board_of_charts(data: View, ground: Ground, signposts: Signposts) -> bool:
    """Whether the data wait behind charts: what is asked for (a year, a body) is told only from them."""
    if ground.records or ground.charted:
        return False
    return any(c.kind == "click" and not c.row and not c.hidden and shows_data(c, signposts) for c in data.candidates)


def shared_words(siblings: Sequence[Pressable]) -> frozenset[str]:
    """Labels that components of one shape share while other words stand around each ("Ver dados" on every card, "+" before
    every branch): what they lead to is told by those."""
    around: dict[str, set[str]] = defaultdict(set)
    count: Counter[str] = Counter()
    for candidate in siblings:
        label = plain(candidate.caption)
        around[label].add(normalize(last_of(candidate.around)))
        count[label] += bool(label or candidate.label.strip())
    return frozenset(label for label, n in count.items() if 1 < n == len(around[label] - {""}))


def likeness_of(candidate: Pressable, is_row: bool, topic: str, criterion: str) -> str:
    """What the rows of several tables with the same headings have in common, and the openers of their closed panels: one
    shows what the others are like. Where the words around them promise different things they are told apart."""
    row = candidate.row
    shape = shape_of(candidate.path)
    if is_row and row and row.head:
        return "|".join((LIKE, shape, str(row.column), str(row.cells), normalize(row.head), topic, criterion))
    held = normalize(candidate.holds)
    return "|".join((LIKE, shape, held, criterion)) if held else ""


def is_pager(siblings: Sequence[Pressable]) -> bool:
    """Whether components are page numbers: short numbers side by side (record numbers stand below each other)."""
    numbers = [bool(PAGER.match(plain(c.label))) for c in siblings]
    if not all(numbers) and not (any(numbers) and all(map(_turns_pages, siblings))):
        return False  # an arrow alone opens a record, too
    if all(c.row for c in siblings):
        return len({c.row.index for c in siblings if c.row}) == 1
    if not any(c.box for c in siblings):  # all hidden
        return len({c.path.rpartition(">")[0] for c in siblings}) == 1
    return len({c.box[1] for c in siblings if c.box}) <= 1


def without_pager(siblings: Sequence[Pressable]) -> list[Pressable]:
    """Components of one shape apart from the page numbers among them: where all is made of alike boxes, those below a list
    have the shape of what opens its cards."""
    turning = [c for c in siblings if PAGER.match(plain(c.label)) or ARROWS.fullmatch(c.label.strip() or "-")]
    if not 1 < len(turning) < len(siblings) or not is_pager(turning):
        return list(siblings)
    paths = {c.path for c in turning}
    return [c for c in siblings if c.path not in paths]


def without_heads(siblings: Sequence[Pressable]) -> list[Pressable]:
    """Components of one shape apart from the nameless ones in the head of a list drawn of boxes, which has the boxes of its
    records and says nothing of its own."""
    records = [c for c in siblings if c.card or c.caption]
    return records if sum(bool(c.card) for c in records) > 1 else list(siblings)


def are_cards(siblings: Sequence[Pressable], ground: Ground, signposts: Signposts) -> bool:
    """Whether links of one label open the records of a list that is not laid out as a table: their addresses differ in a
    number alone, and what stands around each has the names of its fields in common with the others. Where records that
    promise something are in sight, the addresses tell enough. Buttons have no address: the records that they open are told
    by their numbers, dates and sums."""
    if len(siblings) < 3 or any(c.row or c.region in MENUS for c in siblings):
        return False
    if _are_named_records(siblings, ground, signposts):
        return True
    buttons = all(c.kind == "click" for c in siblings)
    if buttons and len({found[0] for c in siblings if (found := NUMBERED.search(c.label))}) > len(siblings) / 2:
        return True  # most are called by the number of their record ("Pregão eletrônico 1/2026")
    label = siblings[0].label or siblings[0].title
    if len({plain(c.caption) for c in siblings}) > 1:
        return False
    told = [c.card or last_of(c.around) for c in siblings]
    if buttons and len(siblings) >= NAMED and _are_names(told, signposts):
        return True
    if not (signposts.is_generic(label) or signposts.opens(label)):
        return False
    if any(c.kind != "link" for c in siblings):
        numbered = sum(bool(DATA.search(text)) for text in told) >= 0.6 * len(told)
        return numbered and len(set(told)) > 1 and buttons
    shown = ground.promising and (ground.records or ground.listing)
    listed = shown and len({canonical_url(c.href) for c in siblings}) == len(siblings)
    if len({re.sub(r"\d+", "", c.href) for c in siblings}) > 1 and not (
        listed and len({place_without_name(c.href) for c in siblings}) == 1
    ):
        return False
    around = [last_of(c.around) for c in siblings]
    rated = [signposts.rate(text, "", (), "", "", frozenset(signposts.criteria)) for text in around]
    if len({rating.criterion for rating in rated if rating is not None and rating.tier == 0}) > 1:
        return False
    shared = set.intersection(*({word for word in plain(text).split() if len(word) > 3} for text in around))
    return len(set(around)) > 1 and (len(shared) > 1 or listed)


def _are_named_records(siblings: Sequence[Pressable], ground: Ground, signposts: Signposts) -> bool:
    """Whether components are the names of the records in sight, or of what a query has found ("Ana Lima", "Rui Paz"): of many each
    says something else, and links all lead to one address but for a number. None names something that is looked for."""
    listed = ground.sought or (ground.records and ground.promising and siblings[0].kind == "link")
    if len(siblings) < NAMED or not listed or len({c.kind for c in siblings}) > 1:
        return False
    if siblings[0].kind == "link":
        places = {canonical_url(c.href) for c in siblings}
        if len(places) < len(siblings) or len({re.sub(r"\d+", "", c.href) for c in siblings}) > 1:
            return False
    return _are_names([c.caption for c in siblings], signposts)


def _are_names(told: Sequence[str], signposts: Signposts) -> bool:
    """Whether nearly all of some texts differ, and none names something that is looked for."""
    names = {plain(text) for text in told}
    if len({*names, ""}) <= 0.9 * len(told):
        return False
    rated = (signposts.rate(name, "", (), "", "", frozenset(signposts.criteria)) for name in names)
    return not any(rating is not None and rating.tier == 0 for rating in rated)


def names_of_parts(siblings: Sequence[Pressable]) -> dict[str, str]:
    """Path → name of rows in a record that are the parts of it, each with a name of its own and at most how much it holds
    ("Participantes 2", "Itens 6"); empty for rows of anything else."""
    told = {c.path: c.row.says.replace(c.label, " ", 1) for c in siblings if c.row is not None}
    names = {path: plain(re.sub(r"\d+", " ", text)) for path, text in told.items()}
    several = 1 < len(siblings) <= INDEX and len({*names.values()} - {""}) == len(siblings)
    short = all(len(name.split()) <= PART_WORDS for name in names.values())
    return names if several and short and not any(map(DATA.search, told.values())) else {}


_A_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def record_rows(siblings: Sequence[Pressable], records: bool) -> bool:
    """Whether components of one shape stand in the rows of a record set, and not in a menu.

    ``records``: the page shows a record set with data.
    """
    first = siblings[0]
    if first.tag == "tr" or first.role == "row":
        return True
    if _is_board(siblings):
        return False
    rows = [c.row for c in siblings if c.row is not None]
    if len(rows) == len(siblings) and min(row.cells for row in rows) >= 3:
        return True
    labels = [c.caption for c in siblings]
    if len(siblings) < 3:  # a card or two: a record says more than one thing
        told = [len(DATA.findall(label)) for label in labels]
        return records and first.region not in MENUS and (min(told) >= 2 or (len(told) == 2 and all(told)))
    # Of a few, each of another name, a year makes no record: "DESP 2026 | REC 2026"; of files a year makes the series.
    undated = [_A_YEAR.sub(" ", label) for label in labels]
    names = labels if all(c.kind == "click" for c in siblings) else undated
    entries = not rows and len(siblings) <= INDEX and len({plain(name) for name in names}) == len(names)
    said = undated if entries else labels
    if sum(bool(DATA.search(label)) for label in said) >= 0.6 * len(labels):
        return True
    if len(rows) == len(siblings) and _of_one_field(labels):
        return True
    if len(rows) == len(siblings) and records and sum(map(_has_sum_beside, siblings)) >= 0.6 * len(siblings):
        # Two columns: what is summed up, and its sum. The entries of one menu stand in one row, with all that is beside it.
        return len({(row.table, row.index) for row in rows}) > len(rows) / 2
    if len(rows) == len(siblings) and all(
        c.expanded or UNFOLDS.fullmatch(c.title or label) for c, label in zip(siblings, labels, strict=True)
    ):
        return True  # groups of records that are folded
    return records and len({normalize(label) for label in labels}) == 1


_SUM = re.compile(r"\d,\d\d(?!\d)")


def _has_sum_beside(candidate: Pressable) -> bool:
    says = candidate.row.says if candidate.row else ""
    return bool(_SUM.search(says.replace(candidate.label, " ", 1)))


def _of_one_field(labels: Sequence[str]) -> bool:
    """Whether labels are values of one field: "Lotação: Gabinete (2)", "Lotação: Secretaria de Obras (5)"."""
    named = [FIELD.match(label) for label in labels]
    return len({normalize(found[1]) for found in named if found}) == 1 and all(named)


def _is_board(siblings: Sequence[Pressable]) -> bool:
    """Whether components are a menu that a table lays out: several side by side from its first row on, under no
    headings, each of another name and none with the data of a record."""
    labels = [plain(c.caption) for c in siblings]
    rows = [(c, c.row) for c in siblings if c.row is not None]
    if len(rows) < len(siblings) or len(set(labels)) < len(labels):
        return False
    first = [(c, row) for c, row in rows if row.index == 0]
    head = plain("".join(row.head for _, row in first[:1]))
    lone = all(row.count == 1 for _, row in rows)  # what a table of one row says is no heading of it
    headed = not lone and bool(head) and not all(plain(c.label) in head for c, _ in first)  # pictures have no words
    side_by_side = len({row.column for _, row in first}) > 1
    return side_by_side and not headed and not any(DATA.search(c.label) for c in siblings)


def title_of(candidate: Pressable, file: bool, signposts: Signposts) -> str:
    """What a row, file or post is called: "Leia mais" and "Baixar" say nothing."""
    if file:
        return (*said_of(candidate, signposts), "")[0]
    label = candidate.caption
    if not (signposts.is_generic(label) or signposts.hands_out(label) or is_month(label)):
        return label
    return last_of(candidate.around) if signposts.is_generic(candidate.title) else candidate.title


def topics_of(siblings: Sequence[Pressable], files: bool, dated: bool, signposts: Signposts) -> dict[str, str]:
    """Path → subject, for lists of a few kinds of things that come again for every month or year; empty for records, also those
    that are only numbered ("019/2026")."""
    kinds = {c.path: timeless(title_of(c, files, signposts)) for c in siblings}
    if not (files or dated or any(kinds.values())):
        return {}
    few = len(set(kinds.values())) <= (8 if files or dated else min(8, len(siblings) // 2))
    return kinds if few else {}


def kinds_of(candidate: Pressable, ground: Ground) -> set[str]:
    """Which of the kinds of records that alone have an item a record is of; each by the first of its words."""
    told = f" {normalize(' '.join((candidate.label, told_of_record(candidate))))} "
    return {words[0] for words in ground.kinds if any(f" {word} " in told for word in words)}


def missed_kind(candidate: Pressable, shown: Collection[str], ground: Ground) -> str:
    """A kind of record that none of those before it is of, or nothing."""
    return next((kind for kind in sorted(kinds_of(candidate, ground)) if kind not in shown), "")


def told_apart(siblings: list[Pressable]) -> list[list[Pressable]]:
    """Components of one shape, those that hold records apart from the others: where all is made of alike boxes, the nodes
    of a tree have the shape of the rows of a grid. Most entries of a list having no number, those that have one are none apart,
    but for years ("Concurso 2019" in a menu, "Exercício de 2026" over its months)."""
    paths = [c.path.split(">") for c in siblings]
    fork = next((place for place, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1), 0)
    branches: dict[str, list[Pressable]] = defaultdict(list)
    for candidate, path in zip(siblings, paths, strict=True):
        branches[path[fork]].append(candidate)
    numbered = [c.label for c in siblings if DATA.search(c.label)]
    if len(branches) == len(siblings) > 2 * len(numbered) and not all(map(says_only_when, numbered)):
        return [siblings]
    parts: dict[bool, list[Pressable]] = defaultdict(list)
    for branch in branches.values():
        parts[sum(bool(DATA.search(c.label)) for c in branch) >= 0.6 * len(branch)] += branch
    return [*parts.values()]


def in_common(siblings: Sequence[Pressable]) -> str:
    """The words that records without a table share: their labels and the heading over them, which tell lists apart."""
    told = [plain(" ".join((c.label, *c.around))).split() for c in siblings[:8]]
    shared = set.intersection(*map(set, told))
    return " ".join(word for word in told[0] if word in shared and not word.isdigit())


def tells_more(candidate: Pressable, siblings: Sequence[Pressable]) -> bool:
    """Whether what stands around components of one label tells them apart ("Acessar" under several card titles)."""
    around = {" ".join(map(normalize, c.around[:2])) for c in siblings}
    return len(around) > 1 and len(siblings) <= 40 and bool(candidate.around)


def tables_of_one_heading(candidates: Sequence[Pressable]) -> dict[str, str]:
    """Path → table, for the tables in which components stand. The sheets of a printed report are tables of one shape under
    the same headings and titles: one table, that is."""
    found: dict[str, str] = {}
    for candidate in candidates:
        row = candidate.row
        if not row or (row.table in found and row.index):
            continue
        sheet = "|".join((shape_of(row.table), normalize(row.head), *map(normalize, candidate.around[1:2])))
        bare = not row.head or row.heading or row.says.startswith(row.head[:60])
        if bare or row.table not in found:  # a first row that is a record: no headings to tell by
            found[row.table] = row.table if bare else sheet
    return found


def rows_of_own_tables(candidates: Sequence[Pressable]) -> list[Pressable]:
    """The same candidates; those in rows that are tables of their own, one below the other, stand in rows of one grid. Such
    a table may have a second row, for what is told below the cells of the first."""
    alone: dict[str, list[str]] = defaultdict(list)
    below = {c.row.table for c in candidates if c.row and c.row.index == 1}
    for candidate in candidates:
        row = candidate.row
        second = row and row.count == 2 and row.cells > 2 and row.table not in below
        if row and (row.count == 1 or second) and row.index == 0 and not row.heading:
            for place in places_in(row.table):
                if row.table not in alone[place]:
                    alone[place].append(row.table)
    grids = {table: place for place, tables in alone.items() if len(tables) > 2 for table in tables}
    return [
        structs.replace(
            c, row=structs.replace(c.row, table=grid, index=alone[grid].index(c.row.table), head=c.row.over)
        )
        if c.row and (grid := grids.get(c.row.table))
        else c
        for c in candidates
    ]


def without_index_rows(
    candidates: Sequence[Pressable], ground: Ground, signposts: Signposts, wanted: frozenset[str]
) -> list[Pressable]:
    """The same candidates; rows and cells that name what is asked for, where a short table is laid out as an index of it, are
    entries of a menu and no records."""
    if ground.promising:
        return list(candidates)

    def is_entry(c: Pressable) -> bool:
        if not c.row or c.row.heading or c.row.count > INDEX or c.kind != "click" or _SUM.search(c.label):
            return False
        if c.tag not in ("tr", "td") and c.role not in ("row", "cell", "gridcell"):
            return False
        rating = signposts.rate(_FIGURES.sub("", c.label), "", (), "", "", wanted)
        return rating is not None and rating.tier == 0 and bool(rating.named)

    return [structs.replace(c, row=None) if is_entry(c) else c for c in candidates]


def one_cell_of_each_row(candidates: Sequence[Pressable]) -> list[Pressable]:
    """The same candidates; of a row whose cells are all pressed, and have no script of their own, or the same, the first cell that says
    something. Toolkits give every cell of a grid the pointer, and listen to the row. Cells that are periods are not the same,
    and those of a row that turns pages are no record's."""
    cells: dict[tuple[str, int], list[Pressable]] = defaultdict(list)
    cells_of: dict[tuple[str, int], int] = {}
    scripts: dict[tuple[str, int, str], list[Pressable]] = defaultdict(list)
    for c in candidates:
        if c.row and c.kind == "click" and not c.row.heading and "(" in c.hint:
            scripts[c.row.table, c.row.index, c.hint].append(c)
        is_cell = c.tag == "td" or c.role in ("cell", "gridcell")
        if c.row and is_cell and c.kind == "click" and not c.row.heading and "(" not in c.hint:
            cells[c.row.table, c.row.index].append(c)
            cells_of.setdefault((c.row.table, c.row.index), c.row.cells)
    spare = set()
    told_by_row = Counter(table for table, _ in {(table, hint) for table, _, hint in scripts})
    for (table, _, _), alike in scripts.items():
        if told_by_row[table] > 1:  # each row has a number of its own to call with
            best = next((c for c in alike if c.label), alike[0])
            spare |= {c.path for c in alike if c is not best}
    for (table, index), pressed in cells.items():
        told = [c for c in pressed if c.label]
        periods = sum(is_month(c.label) or bool(_PERIOD.fullmatch(plain(c.label))) for c in told)
        if len(pressed) > 1 and all(map(_turns_pages, told)):
            spare |= {c.path for c in pressed}
        elif len(pressed) > 1 and len(pressed) >= cells_of[table, index] - 1 and told and periods * 2 < len(told):
            spare |= {c.path for c in pressed if c is not told[0]}
    return [c for c in candidates if c.path not in spare]


def sorting_rows(candidates: Sequence[Pressable], columns: Collection[str]) -> set[tuple[str, int]]:
    """The rows whose buttons are the headings of the columns: they sort. ``columns``: labels of those in sight. Buttons that come
    again in other rows open what is listed there, though their column is headed by their word."""
    said: dict[tuple[str, int], list[str]] = defaultdict(list)
    for c in candidates:
        if c.row:
            said[c.row.table, c.row.index].append(plain(c.label))
    times = Counter((table, frozenset(labels)) for (table, _), labels in said.items())
    return {
        row
        for row, labels in said.items()
        if len(set(labels)) > 1 and set(labels) <= set(columns) and times[row[0], frozenset(labels)] == 1
    }


def _turns_pages(candidate: Pressable) -> bool:
    label = candidate.label.strip()
    return bool(PAGER.match(plain(label)) or ARROWS.fullmatch(label))


def folders(frames: Iterable[tuple[FrameKey, str, View]], menu: bool) -> set[str]:
    """What opens the folded parts of a menu, and would only close them again on the pages that it leads to; of the portal's
    own ``menu`` the entries in those parts, too, and the parameters of its links."""
    found = set()
    for _, url, data in frames:
        for c in data.candidates:
            if c.kind == "click" and (c.discloses or (menu and c.hidden)):
                found.add(folder_of(c) if c.discloses else entry_of(c))
            elif menu and c.kind == "link":
                found.add(_parameters_of(c, url))
    return found - {""}


def turned_page_of(candidate: Pressable, url: str) -> str:
    """Identity of a link that shows its own page once more, with the folder of the menu open that is part of the address
    ("?view=bids&open=5"); "" for links to other pages."""
    to, here = urlsplit(candidate.href), urlsplit(url)
    return _parameters_of(candidate, url) if (to.netloc, to.path) == (here.netloc, here.path) else ""


def _parameters_of(candidate: Pressable, url: str) -> str:
    """The label of a link and the parameters of its address that its page has not; "" where it has none of its own."""
    own = set(parse_qsl(urlsplit(candidate.href).query)) - set(parse_qsl(urlsplit(url).query))
    return f"turned {plain(candidate.label)} {sorted(own)}" if own else ""


def folder_of(candidate: Pressable) -> str:
    """Identity of a group of a menu that was opened here."""
    return f"folder {candidate.path} {plain(candidate.label)}"


def folds_again(candidate: Pressable, ground: Ground) -> bool:
    """Whether a component opened a part of the menu on the way here, and would close it now."""
    return candidate.kind == "click" and not candidate.panel and folder_of(candidate) in ground.inherited


def answers_of(
    found: Sequence[Move], promise: Rating, again: Node | None, panels: Collection[str] = ()
) -> list[Move] | None:
    """The moves of a page that a query has led to and that shows no records, where it lists what it has found: files, groups
    of records that are folded, or what says nothing of its own side by side (the departments of a payroll), one of which
    stands for the others.

    ``promise``: what the query was asked for. ``panels``: paths of tabs and of what folds; parts of the page stand behind
    them. ``again``: the query of another year, for when they bring nothing. None where nothing is listed.
    """
    lists: dict[tuple[str, str], list[Move]] = defaultdict(list)
    for move in found:
        plainly = move.rating.tier >= 2 and not (move.town or move.in_series or move.rating.generic)
        beside = bool(move.node.steps) and move.node.steps[-1].target.path in panels
        if plainly and not beside and move.kind in ("link", "click") and move.region not in (*MENUS, "footer"):
            lists[move.kind, move.shape].append(move)
    stand: dict[str, Move | None] = {}
    for first, *rest in lists.values():
        if rest:
            others = tuple((move.kind, move.node) for move in rest[: OTHER_ROWS - 1])
            stand[first.key] = replace(first, rating=promise, others=others)
            stand.update((move.key, None) for move in rest)
    answers = [new for move in found if (new := stand.get(move.key, move)) is not None]
    place = next(
        (n for n, m in enumerate(answers) if m.key in stand or (m.kind in ("document", "row") and m.rating.tier <= 1)),
        None,
    )
    if place is None:
        return None
    if again is not None:
        answers[place] = replace(answers[place], others=(*answers[place].others, ("query", again)))
    return answers
