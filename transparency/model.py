"""What a frame holds: the facts that the page script (``browse/page/``) returns, and what is read from them (``extract/controls``).
Answers of the page script are decoded into these types, so that a page that returns anything else fails at the boundary. Places
are steps through the composed tree from the root element ("body[1]>div[2]>::shadow>a[1]"); boxes are left, top, width and height
in CSS pixels from the top left of the page."""

from __future__ import annotations

import msgspec

from transparency.items import Box


class Piece(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What all of them share: they are built by name, and hold nothing that is not declared."""


class Element(Piece, omit_defaults=True):
    """An element of a frame as the browser knows it: facts, and no judgement of them."""

    tag: str
    parent: int
    """Place of its parent in the composed tree (shadow roots and slots looked through) among the elements; -1 of the root."""
    number: int = 1
    """Position among those of its parent in the document that have its name, from 1: a step of its path."""
    attributes: dict[str, str] = {}
    """Without ``style`` and ``srcset``; long values are cut."""
    text: list[str] = []
    """Its own text: what stands before each child, and after the last. Empty where it has none."""
    box: Box | None = None
    """None where it is not shown."""
    shown: bool = True
    """It is rendered and not invisible (``checkVisibility``)."""
    display: str = "block"
    cursor: str = ""
    """``pointer`` or ``default``; empty for others."""
    position: str = ""
    """``absolute``, ``fixed`` or ``sticky``; empty where it stands in the flow …"""
    layer: int | None = None
    """… and its ``z-index`` where it does not, if it has one."""
    letters: str = ""
    """``text-transform``, where there is any."""
    colourless: bool = False
    """Its letters have no colour: they are there to be read aloud, over a picture."""
    bold: bool = False
    """Its letters are bold, and those of its parent are not."""
    scroll: tuple[int, int, int] | None = None
    """Of what can be scrolled sideways: width of what it holds, of what is seen of it, and how far it is scrolled."""
    look: int = 0
    """Of what may be pressed: those that look alike have the same number."""
    picture: bool = False
    """Its background is a picture that is not repeated."""
    after: bool = False
    """The style sheet draws something behind its text."""
    blank: bool = False
    """Of what listens: the style sheet draws nothing in it."""
    address: str = ""
    """Where a link leads, or what is embedded, resolved."""
    value: str | None = None
    """Of fields, but for passwords."""
    checked: bool = False
    disabled: bool = False
    selected: bool = False
    """Of an option."""
    scripts: list[str] = []
    """Of a select: the source of what it does when it changes."""
    changes: bool = False
    """It has an ``onchange`` handler."""
    listens: bool = False
    """A listener for clicks was added to it."""
    handled: bool = False
    """A handler for clicks was put on it in another way (a property, a framework, a delegated event)."""
    doubles: bool = False
    """It listens for double clicks."""
    passed: bool = False
    """It held what was pressed before, or stood in the middle of the window then."""
    fresh: bool = False
    """It was not in sight when the page was marked."""
    clips: bool = False
    """It is of no size, and hides what does not fit in."""
    shadow: bool = False
    """It stands at the top of its parent's shadow root."""
    slotted: bool = False
    """Its parent is a slot that it was put into; in the document it stands in the component."""
    host: bool = False
    """It has a shadow root."""
    left: int = 0
    """So many of its children were left out: it has a crowd of them."""
    form: int = -1
    """Place of the form that it belongs to, …"""
    label: int = -1
    """… of its first label, …"""
    suggestions: int = -1
    """… of the list of suggestions that it names …"""
    over: int = -1
    """… and of what lies over its middle, if anything does."""


class Page(Piece):
    """What a frame holds (``browse/page/snapshot.js``)."""

    elements: list[Element]
    """Of the composed tree, in document order. Scripts, styles and the like are left out."""
    title: str
    type: str
    """Content type of the document."""
    base: str
    """What its addresses are relative to."""
    truncated: bool
    """There is more than is read of one frame."""
    turn: int
    """So often its document has been read: what is found in it is handed out by this number and the place of the element."""
    marked: bool
    """It was marked what was in sight at a time (``Element.fresh``)."""
    desktop: bool
    """The document listens for double clicks."""
    scripted: bool
    """It loads scripts."""
    refresh: str
    """Where it says that it leads by itself, and when: the content of its ``meta`` element."""
    middle: list[int]
    """Places of what lies over three points in the middle of the window; -1 of none."""
    withheld: list[tuple[str, str, str]]
    """Requests that would have changed something on the portal and were held back: method, address without its query, the verb
    that tells it (empty where the method does)."""
    far: int
    """How many things load when they come into sight."""
    width: int
    """Of the document, in pixels."""
    height: int
    scroll: tuple[int, int]
    """How far it is scrolled, in pixels to the right and down."""
    window: tuple[int, int]
    """Width and height of the window that it is seen through."""


class Option(Piece):
    """One of the values that a field offers."""

    text: str
    value: str
    """What the option of a native list sends, or the place of an option that is drawn."""
    disabled: bool = False
    href: str = ""
    """Where choosing it leads, in a list that is a menu of addresses."""
    head: str = ""
    """The group that it stands in, in such a menu."""
    count: str = ""
    """How many records a facet says are behind it, in a number of its own beside it."""
    several: bool = False
    """It stands in a list of which several options may be taken …"""
    taken: bool = False
    """… and is one of those that are."""


class Row(Piece):
    """The row of a table or grid that something stands in."""

    table: str
    """Place of the table, or of the part of it that holds its rows."""
    index: int
    """Number of the row among those with data, from 0; -1 in a row of headings."""
    count: int
    """How many rows with data the table has."""
    column: int
    """Number of the cell in its row, from 0; -1 where it is no cell."""
    cells: int
    """How many cells the row has."""
    heading: bool
    """The row holds headings."""
    head: str
    """The words of the headings of the table."""
    says: str
    """The words of the row."""
    level: str
    """Depth in a tree (``aria-level``), empty outside of one."""
    over: str = ""
    """The headings of the grid around a row that is a table of its own."""


class Field(Piece):
    """What a visitor fills in or chooses from: a native control, or one that a script draws."""

    path: str
    tag: str
    """Name of the element, or of what a script draws: ``list`` (opened by a click), ``radio``, ``boxes`` (several check boxes),
    ``pick`` (two lists side by side), ``suggestions`` (what was offered for typed letters)."""
    label: str
    value: int | str = ""
    """Of native lists, round buttons and check boxes the number of the option that is chosen, -1 for none; of others the text."""
    type: str = ""
    name: str = ""
    """Its ``name`` and ``id``."""
    placeholder: str = ""
    options: list[Option] = []
    """Of a list that a script draws none until it is opened."""
    ticked: list[int] | None = None
    """Numbers of the options that are taken, where several may be; None in other fields."""
    checked: bool = False
    required: bool = False
    visible: bool = True
    multiple: bool = False
    """Several options of a native list may be taken."""
    auto: bool = False
    """A script of the page acts as soon as it changes."""
    suggests: bool = False
    """It offers values for what is typed."""
    typed: str = ""
    """Place of the input that narrows the list, where letters can be typed."""
    arrow: bool = False
    """Its list is opened by the button beside it."""
    day: bool = False
    """A calendar stands beside it, or it is typed part by part …"""
    parts: list[str] = []
    """… at these places: day, month and year."""
    between: bool = False
    """One calendar asks for both ends of a period."""
    leads: bool = False
    """Choosing leads to another address."""
    movers: list[str] = []
    """Places of the buttons that move options from this list to the one beside it."""
    filled: bool = False
    """It is the list that such buttons move options to."""
    pressed: bool = False
    """Its options are pressed (years and months side by side)."""
    around: list[str] = []
    """Of a field outside of forms: the words around it, nearest first."""
    personal: bool = False
    """Of a field outside of forms: its form asks who is asking."""
    row: Row | None = None
    """Of a field outside of forms: the row that it stands in."""
    late: bool = False
    """Set by the visit: it came up only while the form was filled in."""
    lone: bool = False
    """Set by ``mark_ranges``: its form asks for a town and nothing else."""
    range: str = ""
    """Set by ``mark_ranges``: it is the ``start`` or the ``end`` of a period of two fields …"""
    narrow: bool = False
    """… which leaves less than some weeks."""
    columns: bool = False
    """Set by ``mark_columns``: it chooses what is said of each record."""

    @property
    def chosen(self) -> int:
        """Number of the option that is chosen; -1 where none is, and in fields that hold a text."""
        return self.value if isinstance(self.value, int) else -1

    @property
    def content(self) -> str:
        """The words of the option that is chosen, or what is typed; "" for nothing."""
        if not isinstance(self.value, int):
            return str(self.value or "")
        return self.options[self.value].text if 0 <= self.value < len(self.options) else ""

    @property
    def caption(self) -> str:
        """Its label, else its name for programs."""
        return self.label or self.name


class Form(Piece):
    """Fields that are sent by one button."""

    region: str
    """Place of what holds the fields and the button."""
    button: str
    """Place of the button."""
    tag: str
    """Name of the button's element."""
    label: str
    """What stands on the button."""
    text: str = ""
    """The words of the region."""
    personal: bool = False
    """It asks who is asking, for a secret, or for free text."""
    head: str = ""
    """The heading over the button."""
    action: str = ""
    """Where it is sent, as its form says."""
    apart: bool = False
    """Fields that ask who is asking stand beside it, and were taken for another block of the page."""
    method: str = ""
    """How it is sent: ``get``, ``post``, ``dialog``; empty where the button belongs to no form."""
    row: Row | None = None
    """The row that the button stands in."""
    controls: list[Field] = []
    outputs: list[str] = []
    """Places of the buttons beside it that put out the same query (on screen, as a file), its own among them."""


class Pressable(Piece):
    """Something that can be pressed: a link, a button, a tab, a row of a table."""

    kind: str
    """``link`` for what has an address, else ``click``."""
    path: str
    label: str
    tag: str
    type: str = ""
    role: str = ""
    lead: str = ""
    """The words that head a component which says more below them."""
    title: str = ""
    """Its tooltip or accessible name."""
    panel: str = ""
    """Of a tab or toggle, what is known of its panel: ``shown``, ``hollow`` (nothing in it yet),
    ``closed``, ``tab`` (nothing is known)."""
    holds: str = ""
    """What the closed panel that it opens holds: the headings of a table, or the fields of a record."""
    hint: str = ""
    """Its id, classes, address and script: words for machines."""
    href: str = ""
    target: str = ""
    around: list[str] = []
    """The words around it, nearest first."""
    card: str = ""
    """What the box around it says, where that is one of several made alike: the card of a record."""
    region: str = ""
    """Where on its page it stands: ``nav``, ``header``, ``footer``, ``aside``, ``main``, ``dialog`` or empty."""
    row: Row | None = None
    hidden: bool = False
    box: Box | None = None
    """None of what is hidden."""
    expanded: str = ""
    """Whether what it opens is open: ``true``, ``false``, or empty where it says nothing."""
    step: bool = False
    """It is one of the numbered steps of a form."""
    bound: bool = False
    """It sends what the page has decided: a button of a form, whose fields nobody fills in for it."""
    sends: bool = False
    """It sends what somebody has written."""
    discloses: bool = False
    """It only opens a menu whose entries are in the page already."""
    turns: bool = False
    """It has no words and stands in a bar that tells the page of a list."""
    back: bool = False
    """It stands in the trail of where one is."""
    current: bool = False
    """It is the entry of what is in sight."""
    disabled: bool = False
    behind: bool = False
    """A window lies over it."""
    bare: bool = False
    """It is a row that listens to clicks and does not look like it."""
    doubles: bool = False
    """It, or a box around it that says nothing else, listens for double clicks."""

    @property
    def caption(self) -> str:
        """What is written on it, else its tooltip."""
        return self.label or self.title


class Toggle(Piece):
    """A box to tick, or a switch, that stands alone."""

    path: str
    tag: str
    label: str
    checked: bool = False
    hidden: bool = False


class View(Piece):
    """What is read from a frame."""

    html: str
    """The composed tree as HTML, annotated (``data-t-box`` and the like)."""
    text: str
    """The words in sight."""
    title: str
    type: str
    """Content type of the document."""
    theme: str
    """Headings and chosen entries: they tell apart views that share an address and a layout."""
    challenge: bool
    """It asks for proof that a person is asking (a captcha)."""
    narrow: bool
    """A grid draws only the columns in sight."""
    withheld: list[tuple[str, str, str]]
    """Requests that would have changed something on the portal and were held back: method, address without its query, the verb
    that tells it (empty where the method does)."""
    far: int
    """How many things load when they come into sight."""
    candidates: list[Pressable]
    forms: list[Form]
    selects: list[Field]
    """Lists that belong to no form."""
    inputs: list[Field]
    """Fields to type in that belong to no form."""
    entries: list[Field]
    """Fields to type in that are sent without a button."""
    toggles: list[Toggle]
    texts: list[Pressable]
    """Short texts that nothing marks as something to press; some pages hear of every press at their root."""
    truncated: bool
    """There is more than is read of one frame."""
    width: int
    """Of the document, in pixels."""
    height: int
    scroll: tuple[int, int]
    """How far it is scrolled, in pixels to the right and down."""
    asks_password: bool = False
    """A field for a password is in sight."""


class Line(Piece):
    """A line of text that may hold a number of a person, for what a picture must not show."""

    pieces: list[str]
    """Its text, by the nodes that hold it."""
    about: str
    """The label over or before it."""
    box: Box


class Covered(Piece):
    """What came of hiding parts of a page before a picture."""

    missed: list[Box]
    """Boxes that no element has."""
    moved: list[tuple[Box, Box]]
    """Where elements were, and where they are now."""


class Leading(Piece):
    """A page that leads on by itself."""

    url: str = ""
    """Empty where a script is yet to say."""
