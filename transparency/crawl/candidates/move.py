"""What is proposed: a move, and the ground it is proposed on."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from transparency.crawl.signposts import Rating, Signposts
from transparency.extract.forms import QueryWords
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node

Kind = Literal["entry", "link", "click", "row", "query", "choice", "document"]
"""What leads to a node; ``entry`` is the address that an audit starts from."""
DOCUMENT = re.compile(r"\.(pdf|xlsx?|csv|ods)$", re.IGNORECASE)
"""Files whose tables are read."""
FILE = re.compile(r"\.(docx?|odt|rtf|txt|zip|rar|7z|jpe?g|png|gif|mp[34]|xml|json|apk)$", re.IGNORECASE)
"""Files that are not."""
POSITION = re.compile(r"\[\d+\]")
UNFOLDS = re.compile(
    r"\W*(?:(?:expandir|abrir|mostrar|exibir|desdobrar|detalhar|recolher|expand|collapsed)(?:\s+(?:o\s+)?(?:grupo|linha|n[íi]vel|itens|registros))?)?\W*",
    re.I,
)
"""What opens a folded group of rows: such a word, or a sign alone."""
FIELD = re.compile(r"[^\w]*([^\W\d][^:]{1,40}):\s*\S")
PAGER = re.compile(
    r"^(\d{1,3}|[«»‹›<>]+|\.\.\.|(ir para )?([ao] )?(pagina )?"
    r"(proxim[ao]|anterior|seguinte|primeir[ao]|ultim[ao])s?( \d+)?( (pagina|itens|registros|resultados|linhas))?"
    r"|\d+ (?:itens|registros|resultados|linhas) (?:anteriores|seguintes)"
    r"|next|previous|prev|first|last|mais antigos|(show|load|view) more( rows| records| results)?( \d+)?"
    r"|(?:(?:mostrar|exibir|carregar|buscar|listar|trazer)( os| as)? |ver (?=\S+ (?:\d|linha|ite|registro|resultado|lancamento)))"
    r"(mais|proxim[ao]s|demais|restantes)( \d+( de \d+)?( \w+)?)?( (linhas|itens|registros|resultados|lancamentos|paginas))?( \d+)?)$"
)
YEAR = re.compile(r"20[0-4]\d|199\d")
DATA = re.compile(r"\d{3}|\d,\d\d|\d/\d")
"""Numbers, sums and dates: labels of records have them, entries of menus do not."""
PERIODS = ("year", "month", "date", "period")
OTHERS = 1
"""So many further members of a series (months, years) are kept for when the one that is tried brings nothing: what is a
scan in one month mostly is in the next."""
OTHER_ROWS = 2
"""So many further records are kept for when the one that is opened leaves a field blank."""
SURE = 1.0
"""Score of a move that chooses the town in a portal of many, and cannot be anything else: a field for it, a long list."""
MANY = 8
SPOKEN = 3000
"""So much of the text of a page tells whether it speaks of towns."""
GATES = 4
"""So many pages deep a town may still have to be chosen (country, state, letter, town)."""
GOES_BACK = re.compile(r"\bhistory\.(?:back\(|go\(\s*-)")
"""In the script of a component that leads back to where one came from."""
CLOSING = "×✕✖⨯ "
"""What closes a message stands before its words, in one piece with them."""
LONG_ROW = 40
"""More columns of one row than this are not tried one by one."""
INDEX = 12
"""So many entries a menu may have that looks like records."""
LIKE = "like"
"""Begins what alike moves have in common."""
CONTENT: frozenset[Kind] = frozenset({"row", "query", "choice"})
"""Moves within a view. What they start from (the rows and forms of the view) is still the same after them."""
MENU = 12
"""So many options of a field are tried as a menu."""


@dataclass(frozen=True)
class Move:
    """A node that can be reached from a page, and why it should be."""

    node: Node
    """The node that it leads to."""
    kind: Kind
    label: str
    """What is written on it."""
    rating: Rating
    """What its words promise."""
    key: str
    """Moves with one key are the same move."""
    identity: str = ""
    """What the element is apart from the page that it stands on; a menu entry keeps it from page to page."""
    retries: bool = False
    """A query that asks for a period: when it finds nothing, another one may."""
    by_click: Node | None = None
    """The same place reached by a click on the page, for a link whose address leads elsewhere or nowhere when opened by itself."""
    region: str = ""
    """Where on its page it stands: nav, main, dialog …"""
    shape: str = ""
    """What it has in common with its siblings."""
    path: str = ""
    """Where it stands on its page, unless it stands in a row."""
    opens_panel: bool = False
    """It opens a panel of the view that is in sight; the forms outside of the panel stay the same."""
    unmarked: bool = False
    """A row that listens to clicks and does not look like it: of some frameworks all do, and few do anything."""
    in_series: bool = False
    """One of several ways to the same thing (years that are clicked): when one of them brings data, no other is needed."""
    opens_chart_data: bool = False
    """It shows as a table what a chart sums up."""
    likeness: str = ""
    """What it has in common with the moves that it stands for."""
    town: Literal["", "toward", "chosen"] = ""
    """In a portal of many towns: it chooses the one that is audited, or leads to where it is chosen."""
    sort: str = ""
    """Of a record, or a part of one: what tells it from others of its list that have less to show (one that has run its course, a
    purchase without a bid)."""
    seeks: tuple[str, ...] = ()
    """The criteria that it is asked for, where others are in sight already."""
    also: frozenset[str] = frozenset()
    """Criteria that other labels of the same move name: several entries of a menu may lead to one address."""
    others: tuple[tuple[Kind, Node], ...] = ()
    """Further members of its series (the other months, the years before), for when this one brings nothing."""
    older: tuple[tuple[Kind, Node], ...] = ()
    """Of a record, or a part of one: the same of what stands in its place in the list of the year before, for when this one shows that
    it has not run its course."""

    @property
    def on_the_way(self) -> Node | None:
        """The same place reached by a click, where the page itself is reached by steps: what it shows may depend on them."""
        return self.by_click if self.by_click is not None and len(self.by_click.steps) > 1 else None


@dataclass
class Ground:
    """What is known about the page on which the moves start."""

    node: Node
    """Where its moves start from (rebased when the page has an address of its own)."""
    url: str
    records: bool = False
    """It shows a record set with data."""
    promising: bool = False
    """One of its record sets serves a criterion that is still open."""
    sought: bool = False
    """It answers a query for something that is still wanted, and shows no records yet."""
    before: frozenset[tuple[str, str]] = frozenset()
    """Of a page that answers a query with "none", or of a record in a window, what could be pressed before: place on the page and
    label."""
    listing: bool = False
    """Its record sets only list what can be opened or fetched: files, posts."""
    state: str = ""
    """Fingerprint of what is shown; tells apart states of one address."""
    inherited: frozenset[str] = frozenset()
    """Identities of components that pages above already offered and that are still the same here."""
    astray: bool = False
    """The way here named another subject last; what it asks is not ours."""
    origin: Node | None = None
    """How the page was really reached, when that took steps."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """Host → address that opens its session."""
    columns: frozenset[str] = frozenset()
    """Labels of the columns in sight, normalised, of lists with rows …"""
    headings: frozenset[str] = frozenset()
    """… and of those without."""
    opened: bool = False
    """The portal showed its several criteria before a town was chosen: it may well be one of a single town."""
    chosen: bool = False
    """The town was chosen on the way here, in a portal of many."""
    inner: bool = False
    """It was opened from a row of another page, whose subject it shares."""
    menus: frozenset[str] = frozenset()
    """Of a record, the bars of the menus that stand around its list, too."""
    charted: bool = False
    """The last step was to show the data behind a chart."""
    content: str = ""
    """Fingerprint of what is shown besides the menus, where the view has an address of its own: two ways lead to one view."""
    lacks: frozenset[str] = frozenset()
    """Criteria that headings in sight name over nothing: another year may fill them, whatever else is shown."""
    remote: bool = False
    """Nothing recommended the way here."""
    title: str = ""
    """What the page calls itself."""
    kinds: tuple[tuple[str, ...], ...] = ()
    """For each open item that only some records have the words that tell those, normalised."""


@dataclass(frozen=True)
class Scene:
    """A frame of a page, with what is known of the page and what is looked for."""

    key: FrameKey
    url: str
    data: View
    ground: Ground
    signposts: Signposts
    words: QueryWords
    today: dt.date
    wanted: frozenset[str]
    """The criteria with open items."""

    @cached_property
    def link_labels(self) -> frozenset[str]:
        """What the links of the frame say, but for a few letters."""
        return frozenset(one.label for one in self.data.candidates if one.kind == "link" and len(one.label) > 3)

    @cached_property
    def _levels(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """Region, and what paths have in common → what is written on the components there."""
        found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for one in self.data.candidates:
            found[one.region, shape_of(one.path)].add(one.label)
        return {place: frozenset(labels) for place, labels in found.items()}

    def labels_beside(self, entry: Pressable) -> frozenset[str]:
        """What the other entries of a menu say that are of one level with an entry."""
        return self._levels.get((entry.region, shape_of(entry.path)), frozenset()) - {entry.label}


def shape_of(path: str) -> str:
    """A path without positions: what repeated components have in common."""
    return POSITION.sub("", path)


def bar_of(move: Move) -> str:
    """The bar of years or months that holds a move."""
    return move.identity.rpartition("|")[0] if move.in_series else ""
