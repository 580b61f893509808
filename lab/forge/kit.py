"""What parts are given and what they give back: one base class per axis, with what happens when a part says nothing.

Each part has two sides: the mark-up that it makes, and the way book, which tells how a person gets through it (``scope`` there is a
page or a frame of Playwright).
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape as esc
from typing import Any, ClassVar

from lab.forge.portal import Ask

Values = Mapping[str, str]
__all__ = ["esc"]


def plain(text: str) -> str:
    """Letters and figures alone, in lower case, without accents: how two wordings are compared."""
    spread = unicodedata.normalize("NFKD", text.replace("\u00ad", "")).casefold()
    return "".join(c for c in spread if c.isalnum())


@dataclass(frozen=True)
class To:
    """Where one may go. ``url``: its address; ``frag``: its content alone; ``bare``: its content as a document without a menu."""

    token: str
    url: str
    frag: str = ""
    bare: str = ""
    entry: str = "/"


@dataclass(frozen=True)
class Entry:
    words: str
    to: To


@dataclass(frozen=True)
class Group:
    words: str
    to: To
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Opener:
    """How a record opens. ``cell``: mark-up for a cell of its own; ``wrap``: put around the first value; ``attrs``: attributes of
    the row; ``below``: what stands under the row."""

    cell: str = ""
    attrs: str = ""
    below: str = ""
    wrap: Callable[[str], str] | None = None


@dataclass(frozen=True)
class Line:
    """A record of a list: cells as mark-up and as text, the month and year it belongs to."""

    id: str
    cells: tuple[str, ...]
    texts: tuple[str, ...]
    when: str
    opener: Opener

    @property
    def wrapped(self) -> tuple[str, ...]:
        """The cells, with what opens the record around the first."""
        return (self.opener.wrap(self.cells[0]), *self.cells[1:]) if self.opener.wrap and self.cells else self.cells


@dataclass(frozen=True)
class Grid:
    """What a list shows. ``heads``: headings as mark-up, ``labels`` as text; ``file`` gives the address of a file with the records
    of a year (and month, 0 for all) in a format."""

    title: str
    heads: tuple[str, ...]
    labels: tuple[str, ...]
    lines: tuple[Line, ...]
    file: Callable[[str, int, int], str]
    years: tuple[int, ...]
    has_cell: bool = False


@dataclass(frozen=True)
class Form:
    """What a query is made of: the controls of its filters, the addresses that answer, what is answered already."""

    controls: str
    page: str
    frag: str
    results_url: str
    bare: str
    state: str
    results: str


@dataclass(frozen=True)
class Asking:
    """What filters are made of: the years there are, what was chosen, how the query calls its controls."""

    years: tuple[int, ...]
    year: int
    values: Values
    prefix: str
    rng: random.Random

    def name(self, name: str) -> str:
        return self.prefix + name

    def value(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)


@dataclass(frozen=True)
class Pager:
    """``url`` and ``part``: address of a page of so many records: whole, and the list alone. ``fields``: what a post must hold."""

    total: int
    page: int
    size: int
    url: Callable[[int, int], str]
    part: Callable[[int, int], str]
    fields: Callable[[int, int], dict[str, str]]
    action: str

    @property
    def last(self) -> int:
        return max(1, -(-self.total // self.size))


@dataclass(frozen=True)
class Scene:
    """What clutter may speak of."""

    town: str
    uf: str
    rng: random.Random
    form: str = "/fale-conosco"


class Part:
    name: str = ""
    css: ClassVar[str] = ""
    script: ClassVar[str] = ""


class Address(Part):
    """How addresses are built. ``parse`` undoes ``url`` and ``record``."""

    def url(self, token: str, slug: str) -> str:
        raise NotImplementedError

    def record(self, url: str, number: str) -> str:
        return f"{url}/{number}"

    def parse(self, path: str, values: Values, known: Mapping[str, str]) -> str:
        """The token of an address; empty when it leads nowhere. ``known``: address → token."""
        if path in known:
            return known[path]
        head, _, number = path.rpartition("/")
        return f"rec-{known[head][4:]}-{number}" if known.get(head, "").startswith("mod-") else ""


class Way(Part):
    """How one goes on. ``link`` is an element that leads there, ``go`` a script that does; ``inner`` is ``link`` within content."""

    foot: ClassVar[str] = ""
    home: ClassVar[str] = ""
    router: ClassVar[bool] = False
    """Whether forms within the page are sent by a script, too."""
    keeps: ClassVar[str] = ""
    """The one address that shows what a post put into the session."""

    def link(self, to: To, html: str, css: str = "") -> str:
        raise NotImplementedError

    def inner(self, to: To, html: str, css: str = "") -> str:
        return self.link(to, html, css)

    def go(self, to: To) -> str:
        return f"location.href='{to.url}'"

    def target(self, values: Values) -> str:
        """The token that a post asks for."""
        return ""

    def place(self, to: To) -> str:
        """The address that the browser shows there."""
        return to.url


class Menu(Part):
    """``slot``: top or left (on every page), home (on the first one alone)."""

    slot: ClassVar[str] = "top"
    two_steps: ClassVar[bool] = False
    """Whether an entry stands on a page of its group, which is gone to first."""

    def html(self, groups: Sequence[Group], way: Way) -> str:
        raise NotImplementedError

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        """How a person gets to the entry, from the first page."""
        page.get_by_text(entry.words, exact=True).locator("visible=true").first.click()


class Session(Part):
    """What must be done before the portal answers."""

    door: ClassVar[bool] = False
    """Whether the entry is a door, and not the portal's first page."""

    def door_html(self, town: str, uf: str, years: Sequence[int], action: str) -> str:
        return ""

    def opens(self, values: Values, town: str) -> dict[str, str]:
        """What passing the door puts in the session; nothing when it stays shut."""
        return {}

    def allows(self, session: Values) -> bool:
        return True

    def empties(self, session: Values) -> bool:
        """Whether what was chosen at the door has nothing to show."""
        return False

    def closed(self, session: Values) -> str:
        """What the portal says instead of anything else, for what was chosen at the door."""
        return ""

    def year(self, session: Values) -> int:
        """The year that was chosen at the door."""
        return 0

    def enter(self, page: Any, town: str, year: int) -> None:
        return


class Timing(Part):
    """When records come. ``url``: address of the list alone."""

    delay: ClassVar[float] = 0.0

    def html(self, url: str, results: str) -> str:
        return results

    def wait(self, scope: Any) -> None:
        return


class Filters(Part):
    """What one may choose by."""

    def controls(self, asking: Asking) -> str:
        raise NotImplementedError

    def read(self, values: Values, year: int) -> Ask:
        """``year``: what holds when none is chosen."""
        return Ask(year_of(values.get("exercicio", ""), year))

    def choose(self, scope: Any, year: int) -> None:
        """Choose a whole year, with all else as wide as can be."""


class Query(Part):
    """How what was chosen is sent. ``at_once``: records are shown without asking."""

    at_once: ClassVar[bool] = False
    prefix: ClassVar[str] = ""
    state_field: ClassVar[str] = ""
    """The field without which a post is refused."""

    def html(self, form: Form) -> str:
        raise NotImplementedError

    def send(self, scope: Any) -> None:
        """Press what sends the query."""

    def results(self, scope: Any) -> Any:
        """Where the records are seen."""
        return scope


class List(Part):
    """How records look. ``filed``: they stand in files of this format, and not in the page; ``links``: documents can be opened."""

    filed: ClassVar[str] = ""
    links: ClassVar[bool] = True

    def html(self, grid: Grid) -> str:
        raise NotImplementedError

    def reveal(self, scope: Any) -> None:
        """What one must do to see the records."""


class Paging(Part):
    size: ClassVar[int] = 15

    def html(self, pager: Pager) -> str:
        raise NotImplementedError


class RecordWay(Part):
    """How a record opens. ``to``: its own screen; ``details``: its details, made when asked for."""

    opens: ClassVar[bool] = True

    def opener(self, to: To, way: Way, details: Callable[[], str]) -> Opener:
        raise NotImplementedError

    def open(self, scope: Any) -> Any:
        """Open the first record; gives where its details are seen, None for where the way leads."""
        raise NotImplementedError


class Detail(Part):
    """How the details look: pairs of label and value, both as mark-up."""

    def html(self, pairs: Sequence[tuple[str, str]], title: str) -> str:
        raise NotImplementedError

    def reveal(self, scope: Any) -> None:
        """What one must do to see all of them."""


class Export(Part):
    """Files with all columns. ``kinds``: formats."""

    kinds: ClassVar[tuple[str, ...]] = ()

    def html(self, urls: Mapping[str, str]) -> str:
        raise NotImplementedError


class Clutter(Part):
    """What else is on pages. ``slot``: top, right, bottom, over (a layer); home, home-over (the first page alone)."""

    slot: ClassVar[str] = "bottom"

    def html(self, scene: Scene) -> str:
        raise NotImplementedError

    def dismiss(self, page: Any) -> None:
        return


class Untidy(Part):
    """How things go out of shape. Labels first as text, then as mark-up; then values, the list, the whole page."""

    encoding: ClassVar[str] = ""

    def label(self, text: str, rng: random.Random) -> str:
        return text

    def heading(self, html: str) -> str:
        return html

    def value(self, html: str, text: str) -> str:
        return html

    def grid(self, html: str, rng: random.Random) -> str:
        return html

    def page(self, html: str) -> str:
        return html


@dataclass(frozen=True)
class Sheet:
    """The places of a page."""

    town: str
    uf: str
    title: str
    menu_top: str = ""
    menu_left: str = ""
    main: str = ""
    clutter: Mapping[str, str] = field(default_factory=dict)


class Look(Part):
    """Colours, letters, and how the places of a page are laid out."""

    def body(self, sheet: Sheet) -> str:
        raise NotImplementedError


def year_of(text: str, default: int) -> int:
    digits = "".join(c for c in text if c.isdigit())
    return int(digits) if len(digits) == 4 else default


def options(values: Sequence[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f'<option value="{esc(v)}"{" selected" if v == chosen else ""}>{esc(words)}</option>' for v, words in values
    )


def button(text: str, script: str, css: str = "") -> str:
    return f'<button type="button" class="{css}" onclick="{esc(script)}">{text}</button>'
