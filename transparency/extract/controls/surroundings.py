"""Where an element stands: the words around it, its row, its region of the page."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from transparency.extract.controls.names import (
    Names,
)
from transparency.extract.controls.part import Part, clean, has_words
from transparency.extract.controls.selectors import CELL, HEAD, HEADING, PRESSED, ROW, ROWS, matches
from transparency.extract.menus import TABS, shows_record
from transparency.model import Page, Row

_OPEN = re.compile(r"\W*(?:collapse|expanded|recolher|ocultar|contrair)\W*$|\[?[-−–➖⊟⊖]\]?$", re.I | re.A)
"""How the picture of an arrow is called, or which sign stands there, whose group or row is open: it would only fold it."""
_SIGN = re.compile(r"[^\w\s]{1,3}")
"""What stands before a branch that can be unfolded."""
_HEADED = re.compile(r"(?:^|[-_\s])\w*head(?:er|ing)?s?(?:$|[-_\s\d])", re.I | re.A)
_CELL_OR_HEAD = "th,td,[role=gridcell],[role=cell],[role=rowheader]"
_LANDMARK = (
    "nav,header,footer,aside,main,dialog,[role=navigation],[role=menu],[role=menubar],"
    "[role=contentinfo],[role=dialog],[role=alertdialog]"
)
_LISTS = frozenset(("ul", "ol", "div"))
_LANDMARKS = frozenset("nav header footer main".split())
"""Tags that are what they say. What stands aside is what its role says: a window over the page, say."""
_REGIONS = {
    "navigation": "nav", "menu": "nav", "menubar": "nav", "contentinfo": "footer", "dialog": "dialog", "alertdialog": "dialog",
}  # fmt: skip
_GRID_HEADS = f"{HEAD},thead"
_BOXES, _FIRST = 4, 3
"""The headings of a grid whose lines are tables of their own stand so many boxes around them, among so many first things there."""
_PLACED = 12
"""A sheet whose cells are put in their places has so many of them at least."""
_LONGEST_ROW = 40
"""The words of so many rows are read."""
_CLIMB, _CLIMB_MIXED = 10, 20
"""So far up the words around an element are looked for; components stand in shells of their own."""
_CLIMB_CARD, _CARDS, _LEAST_CARD, _LONGEST_CARD = 5, 3, 20, 400
"""So far up a card is looked for, so many of which are made alike, with so many letters more than what is pressed in it; of these
so many are kept."""
_NO_CARD = frozenset("table tbody tr td nav header footer ul ol".split())


@dataclass(frozen=True)
class Around:
    """The row around an element as a list draws it, not as mark-up tells it."""

    table: str
    index: int
    count: int
    column: int
    cells: int
    head: str
    words: str


def is_headed(cell: Part) -> bool:
    """Whether a cell is called a heading."""
    return cell.tag in ("td", "th") and _HEADED.search(cell.classes) is not None


class Places(Names):
    """Rows, regions and surroundings."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.lined: dict[Part, Around] = {}
        """Cells of lines that are painted (``painted.py``)."""
        self._headings: dict[Part, Part | None] = {}
        self._rows: dict[Part, list[Part]] = {}
        self._counts: dict[Part, int] = {}
        self._numbers: dict[Part, dict[Part, int]] = {}
        self._heads: dict[Part, str] = {}
        self._grid_heads: dict[Part, list[tuple[Part, list[Part]]]] = {}
        self._draws: dict[Part, bool] = {}
        self._drawers: dict[Part, bool] = {}
        self._layouts: dict[Part, bool] = {}
        self._bars: dict[Part, bool] = {}
        self._sheets: dict[Part, list[list[Part]]] = {}
        self._makes: dict[Part, Counter[tuple[str, str]]] = {}

    @abstractmethod
    def kind(self, part: Part) -> str: ...

    # ---- words around -----------------------------------------------------------------------------------------------
    def _heading_in(self, part: Part) -> Part | None:
        """The first of its children that is a heading."""
        if part not in self._headings:
            self._headings[part] = next((child for child in part.children if matches(child, HEADING)), None)
        return self._headings[part]

    def _bold_before(self, part: Part) -> str:
        """What stands in bold over the links of a paragraph: "<b>Empenhos</b><br><a>01/2026</a> <a>02/2026</a>"."""
        before = part.before() if part.tag == "a" else ()
        bold = next((at for at in before if at.tag in ("b", "strong")), None)
        if bold is None or any(at.tag in ("a", "button") for at in self.below(bold)):
            return ""
        text = self.text(bold)
        return text if len(text) < 60 else ""

    def _headed_before(self, part: Part) -> str:
        """The heading of what stands before a part of a card: its words beside what opens it."""
        for before, _ in zip(part.before(), range(3), strict=False):
            heading = before if matches(before, HEADING) else self.one(before, HEADING)
            if heading is not None:
                return self.brief(heading, 80)
        return ""

    def fold_of(self, part: Part) -> str:
        """Whether what it opens is open; an arrow may leave it to its cell to say that of the row, the one cell of a row to that."""
        row = part.up
        if row is not None and matches(part, CELL) and len(row.children) == 1 and row.has("aria-expanded"):
            return row.get("aria-expanded")
        if part.has("aria-expanded") or has_words(self.text(part)):
            return part.get("aria-expanded")
        cell = self.closest(part, "td,[role=gridcell],[role=cell],[role=rowheader],tr,[role=row]")
        folds = "true" if _OPEN.match(self.name(part) or self.text(part)) else ""
        if cell is None:
            return folds
        row = cell.up
        first = row is not None and row.children[0] is cell and not has_words(self.name(part))
        says = next((at for at in (cell, row if first else None) if at is not None and at.has("aria-expanded")), None)
        if says is not None:
            return says.get("aria-expanded")
        return folds

    def surroundings(self, part: Part, label: str) -> list[str]:
        """Words around it: its menu's parents, its row, the heading of its section, nearest first."""
        found: list[str] = []

        def add(text: str) -> None:
            short = clean(text, 80)
            if short != label and has_words(short) and short not in found:
                found.append(short)

        # the words of a file that cannot be shown say nothing of it
        own = label or (self.text(part) if self.file(part) else "")
        at = part
        for _ in range(_CLIMB_MIXED if self.mixed else _CLIMB):
            up = at.up
            if up is None or len(found) >= 3:
                break
            if up is self.body:
                if not (at is part or at.shown):  # what opens the closed box that it stands in
                    self._add_above(at, add)
                break
            if matches(up, ROW):
                add(_without(self.text(up), own))
            elif up.tag == "li":
                add(self._head_of_item(up, at, part))
            else:
                if at is part:
                    add(self._bold_before(part))
                self._add_above(at, add)
                add(self._words_in(up, at, part, own))
            at = up
        return found

    def card(self, part: Part) -> str:
        """What a box around it says that has others made alike beside it, as cards of records have; what each holds is more than
        the component, as in a bar of buttons it is not."""
        own = self.text(part)
        for _, at in zip(range(_CLIMB_CARD), part.above(), strict=False):
            if at is self.body or at.up is None or at.tag in _NO_CARD:
                return ""
            if self._alike(at) >= _CARDS and len(text := self.text(at)) > len(own) + _LEAST_CARD:
                return clean(text, _LONGEST_CARD)
        return ""

    def _alike(self, part: Part) -> int:
        """How many children of its parent are made as it is, itself among them."""
        makes = self._makes.get(part.up or part)
        if makes is None:
            beside = part.up.children if part.up is not None else [part]
            makes = self._makes[part.up or part] = Counter((one.tag, one.get("class")) for one in beside)
        return makes[part.tag, part.get("class")]

    def column_head(self, part: Part) -> str:
        """The heading of its column in a table whose rows have a name and, in every other cell, something to open or nothing: a
        file of each kind for each month. Else empty."""
        cell, table = self.closest(part, "td"), self.closest(part, "table")
        first = self.one(table, "tr") if table is not None else None
        if cell is None or cell.up is None or first is None or first is cell.up or first.up is not cell.up.up:
            return ""
        heads, cells = first.children, cell.up.children
        opened = [at for at in cells[1:] if self.one(at, "a,button") is not None]
        told = [at for at in cells[1:] if at not in opened and any(map(str.isalnum, self.brief(at)))]
        if len(heads) != len(cells) or len(opened) < 2 or told or self.one(first, "a,button") is not None:
            return ""
        return self.brief(heads[cell.place], 80)

    def _head_of_item(self, item: Part, at: Part, part: Part) -> str:
        """What an entry of a list says before the lists in it. ``at``: its child that holds the component."""
        head = next((child for child in item.children if child is not at and child.tag not in _LISTS), None)
        beside = self.text(head) if head is not None and not head.holds(part) else ""
        return item.own_text() or beside or self._headed_before(at)

    def _words_in(self, box: Part, at: Part, part: Part, own: str) -> str:
        """The heading in a box around a component, or all that a small box says beside it. ``at``: its child that holds that."""
        heading = self._heading_in(box)
        if heading is not None and not heading.holds(part):
            return self.brief(heading, 80)
        if len(box.children) > 4 or (at.tag == "table" and self.draws_one(at)):
            return ""
        text = self.text(box)
        return _without(text, own) if len(text) < 100 else ""

    def _add_above(self, at: Part, add: Callable[[str], None]) -> None:
        """A heading, or what opens this, among the three elements before; an entry of a bar opens no other one."""
        for looked, before in enumerate(at.before()):
            if looked == 3:
                return
            heading = self.one(before, HEADING)
            if not matches(before, HEADING) and heading is None:
                text = self.text(before)
                if not text or len(text) >= 60:
                    continue
                drawn = not looked and at.tag in ("ul", "ol", "div", "nav") and before.tag == "table" and self.draws_one(before)  # fmt: skip
                opens = before.tag in ("a", "button") or before.has("aria-expanded") or before.role in ("tab", "button")
                entry = before.tag == at.tag == "li" and not before.has("aria-expanded")
                if entry or not (drawn or opens or handles(before)):
                    continue
            add(self.brief(heading, 80) if heading is not None else self.text(before))
            return

    # ---- regions ----------------------------------------------------------------------------------------------------
    def window_top(self, part: Part) -> int:
        """Its distance from the upper edge of the window."""
        return part.box[1] - self.page.scroll[1]

    def _is_bottom_bar(self, part: Part) -> bool:
        """The bar of places along the bottom of an application's window."""
        known = self._bars.get(part)
        if known is None:
            top, inner = self.window_top(part), self.page.window[1]
            bottom, width, height = top + part.height, part.width, part.height
            parts = part.children
            known = self._bars[part] = (
                20 < height < 140
                and abs(bottom - inner) <= 3
                and top > inner / 2
                and width >= 280
                and part.shown
                and 3 <= len(parts) <= 7
                and (part.role == "tablist" or part.facts.position == "fixed" or self.page.height <= inner + 3)
                and all(p.width < 0.5 * width and p.height > 0.5 * height and len(self.brief(p)) < 40 for p in parts)
            )
        return known

    def in_bottom_bar(self, part: Part) -> bool:
        return any(self._is_bottom_bar(at) for at, _ in zip(part.above(), range(3), strict=False))

    def region(self, part: Part) -> str:
        """The landmark that it stands in."""
        if self.in_bottom_bar(part):
            return "nav"
        at = self.closest(part, _LANDMARK)
        while at is not None:
            region = at.tag if at.tag in _LANDMARKS else _REGIONS.get(at.role, at.tag)
            # a <nav role=tablist> holds the tabs of what is in sight, and no menu
            if at.role != "tablist" and (region != "nav" or not self._shows_record(at)):
                return region
            at = self.closest(at.up, _LANDMARK) if at.up is not None else None
        return ""

    def _shows_record(self, menu: Part) -> bool:
        """Whether what calls itself a menu is a drawer in which a record came up."""
        known = self._drawers.get(menu)
        if known is None:
            known = self._drawers[menu] = shows_record(self._said(menu))
        return known

    def _said(self, menu: Part) -> Iterator[tuple[str, bool]]:
        """The pieces of text in sight in an element, and whether one presses them."""
        pressed = tabs = menu.index
        for part in self.below(menu):
            if part.index >= pressed and self.kind(part):
                pressed = part.end
            if part.index >= tabs and part.role in TABS:
                tabs = part.end
            if part.drawn and part.index >= tabs:
                yield from ((text, part.index < pressed) for text in part.facts.text)

    # ---- rows -------------------------------------------------------------------------------------------------------
    def _is_lone_cell(self, part: Part) -> bool:
        """Whether it is the only cell of its table."""
        table = self.closest(part, "table") if part.tag == "td" else None
        return table is not None and self._is_one_cell(table)

    def _is_one_cell(self, table: Part) -> bool:
        rows = self.inside(table, "tr", 3)
        return len(rows) == 1 and sum(p.tag in ("td", "th") for p in rows[0].children) == 1

    def draws_one(self, table: Part) -> bool:
        """Whether a table says nothing but the words of one thing to press: it draws that, a button with round corners, or an
        entry of a tree with its sign and its indents."""
        known = self._draws.get(table)
        if known is None:
            text = self._letters(table)
            cell = self.one(table, "td") if text and len(text) <= 120 else None
            pressed = self.inside(table, PRESSED, 4 if self.mixed else None) if len(text) <= 120 else ()
            drawn = any(self._letters(part) == text for part in pressed) or (
                cell is not None and self._is_lone_cell(cell) and not cell.children and self.kind(cell) == "click"
            )
            known = self._draws[table] = drawn and self.one(table, "select,textarea") is None
        return known

    def _letters(self, part: Part) -> str:
        return "".join(filter(str.isalnum, self.brief(part, 200)))

    def row_around(self, part: Part) -> Part | None:
        """The row it stands in, but for that of a table that only draws what is pressed, or lays out a heading or the page."""
        row = self.closest(part, ROW)
        if row is None:
            return None
        pressed = part.tag in ("button", "a", "input") or part.role == "button"
        if pressed or self._is_lone_cell(part):
            table, draws = self.closest(row, "table"), self.draws_one if clean(self.label(part)) else self._is_one_cell
            while table is not None and draws(table):
                row = self.closest(table.up, ROW) if table.up is not None else None
                table = self.closest(row, "table") if row is not None else None
            if row is None:
                return None
        head = self._in_heading(row)
        if head is not None:
            return head.up
        return None if self._lays_out(row) else row

    def _in_heading(self, row: Part) -> Part | None:
        """The cell called a heading that a table of its own lays out, of which this is a row."""
        table = self.closest(row, "table")
        return table.up if table is not None and table.up is not None and is_headed(table.up) else None

    def _lays_out(self, row: Part) -> bool:
        """Whether a row lays out a page: there are tables of several rows in it, the title of a page, or a tree that is folded."""
        known = self._layouts.get(row)
        if known is None:
            tables = self.inside(row, "table")
            of_tables = any(len(self.rows(t)) > 2 and not self.draws_one(t) for t in tables)
            titled = self.one(row, "h1,h2") is not None
            known = self._layouts[row] = of_tables or titled or self._holds_tree(row)
        return known

    def _holds_tree(self, row: Part) -> bool:
        """Whether several items of lists in it have a sign of their own that unfolds them ("+"): each of them is a branch, and none
        is about the row."""
        signs = [
            pressed
            for item in self.inside(row, "li")
            for pressed in item.children[:1]
            if self.kind(pressed) == "click" and _SIGN.fullmatch(self.brief(pressed)) and has_words(self.brief(item))
        ]
        return len(signs) > 1

    def rows(self, body: Part) -> list[Part]:
        """Those with data of a table."""
        known = self._rows.get(body)
        if known is None:
            known = self._rows[body] = [
                row
                for row in self.inside(body, ROW)
                if self._holds_cells(row) and not _is_head_row(row) and self._in_heading(row) is None
            ]
            self._numbers[body] = {row: number for number, row in enumerate(known)}
        return known

    def _holds_cells(self, row: Part) -> bool:
        """Whether a row has cells: parts that say that they are, or several that say nothing of themselves."""
        if self.one(row, CELL) is not None:
            return True
        return row.role == "row" and len(row.children) > 1 and self.one(row, HEAD) is None

    def _head(self, body: Part) -> str:
        """The words of the first row; where that only measures out the columns, the headings of a table before it."""
        known = self._heads.get(body)
        if known is None:
            first = self.one(body, ROW)
            known = self.brief(first, 120) if first is not None else ""
            at: Part | None = body
            for _ in range(4):
                if first is None or known or at is None or at.up is None:
                    break
                for before in at.up.children[: at.place]:
                    head = self.one(before, HEAD)
                    if head is not None and head.shown:
                        known = clean(" ".join(map(self.content, self.inside(before, HEAD))), 120)
                        break
                at = at.up
            self._heads[body] = known
        return known

    def _over(self, body: Part) -> str:
        """What heads the grid around a row that is a table of its own: it tells the rows of one grid from those of another."""
        if body.tag != "table" or len(self.rows(body)) != 1:
            return ""
        grid = self.closest(body, "[role=grid],[role=treegrid]")
        heads = self.inside(grid, "[role=columnheader]") if grid not in (None, body) else self._heads_before(body)
        return clean(" ".join(map(self.brief, heads)), 120)

    def _heads_before(self, body: Part) -> list[Part]:
        """The headings that stand by themselves among the first things in the nearest box around it, as a grid has them over its
        lines."""
        at = body.up
        for _ in range(_BOXES):
            if at is None:
                break
            if at not in self._grid_heads:
                tops = [top for top in at.children[:_FIRST] if top.shown]
                self._grid_heads[at] = [(top, heads) for top in tops if (heads := self.inside(top, _GRID_HEADS))]
            for top, heads in self._grid_heads[at]:
                if not top.holds(body):
                    return heads
            at = at.up
        return []

    def _lines(self, sheet: Part) -> list[list[Part]]:
        """The lines of a box that is called a row, or a group of them, and holds all cells of a list, each put in its place:
        they are told by their heights."""
        known = self._sheets.get(sheet)
        if known is None:
            cells = sheet.children
            placed = len(cells) >= _PLACED and all(c.facts.position == "absolute" for c in cells[:_PLACED]) and not any(
                matches(p, CELL) or matches(p, HEAD) or p.tag == "table" for p in self.below(sheet)
            )  # fmt: skip
            lines: dict[int, list[Part]] = {}
            for cell in cells if placed else ():
                lines.setdefault(cell.box[1], []).append(cell)
            known = self._sheets[sheet] = [lines[top] for top in sorted(lines)]
        return known

    def _line_around(self, part: Part) -> Around | None:
        sheet = self.closest(part, "div[role=row],div[role=rowgroup]")
        lines = self._lines(sheet) if sheet is not None else []
        if sheet is None or len(lines) < 2:
            return None
        for index, line in enumerate(lines):
            for column, cell in enumerate(line):
                if cell.holds(part):
                    text = clean(" ".join(map(self.text, line)), 400) if index < _LONGEST_ROW else ""
                    return Around(self.path(sheet), index, len(lines), column, len(line), "", text)
        return None

    def row(self, part: Part) -> Row | None:
        """Its place in a table."""
        around = self.lined.get(part) or self._line_around(part)
        if around is not None:
            return Row(
                table=around.table, index=around.index, count=around.count, column=around.column, cells=around.cells, heading=False,
                head=around.head, says=around.words, level="",
            )  # fmt: skip
        row = self.row_around(part)
        if row is None:
            return None
        body = self.closest(row, ROWS) or row.up or self.root
        if body not in self._counts:  # those that were left out count, too
            self._counts[body] = len(self.rows(body)) + sum(at.facts.left for at in (body, *body.children))
        index = self._numbers[body].get(row, -1)
        parts = self.parts(row)
        boxed = len(parts) == 1 and not matches(parts[0], CELL) and not matches(parts[0], HEAD)  # in a box of their own
        cells = self.inside(row, CELL) if boxed else parts
        cell = next((p for p in cells if p.holds(part) and matches(p, _CELL_OR_HEAD)), None) or self.closest(part, _CELL_OR_HEAD)  # fmt: skip
        beside = [] if cell is None or cell.up is None else cells if self.mixed else cell.up.children
        column = next((place for place, p in enumerate(beside) if cell is not None and p.holds(cell)), -1)
        number = max(len(cells), len(self.inside(row, HEAD))) if index < 0 else len(cells)
        return Row(
            table=self.path(body), index=index, count=self._counts[body], column=column, cells=number, heading=index < 0, head=self._head(body),
            says=self.text(row) if 0 <= index < _LONGEST_ROW else "", level=row.get("aria-level"), over=self._over(body),
        )  # fmt: skip


def handles(part: Part) -> bool:
    """Whether it answers a click by itself."""
    attributes, facts = part.attributes, part.facts
    return facts.listens or facts.handled or "onclick" in attributes or "ng-click" in attributes or "data-ng-click" in attributes  # fmt: skip


def _is_head_row(row: Part) -> bool:
    """A row of nothing but cells that are called headings."""
    return row.tag == "tr" and len(row.children) > 1 and all(map(is_headed, row.children))


def _without(text: str, own: str) -> str:
    return text.replace(own, " ", 1)
