"""What an element is called, what kind of element it is, and the file that it shows."""

from __future__ import annotations

import re
from abc import abstractmethod
from urllib.parse import parse_qsl, urlsplit

from transparency.extract.controls.frame_tree import Dom
from transparency.extract.controls.part import Part, clean, has_letters, has_words, words
from transparency.extract.controls.selectors import FIELD, matcher
from transparency.model import Page

_DAY = re.compile(r"(?:^|[^a-z])date(?!base)|date(?:time)?[-_]?(?:picker|box|view|field|input)|calend", re.I)
_GLYPH_CLASS = re.compile(r"\b(material-icons|material-symbols[\w-]*|mat-icon)\b", re.A)
_READABLE = re.compile(r"\.(pdf|xlsx?|csv|ods)$", re.I)
_EMBEDS = {"embed": "src", "object": "data", "iframe": "src", "frame": "src"}
_DRAWN_FROM = re.compile(r"source|src|file|pdf|data-.+")
_DRAWS = frozenset("div section figure canvas iframe".split())
_ADDRESS = re.compile(r"/|\.\.?/|https?:", re.I)
_GOES = re.compile(
    r"(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*(?:'([^']+)'|\"([^\"]+)\")"
)
_GOALS = (
    "data-downloadurl", "data-download-url", "data-download", "data-file", "data-arquivo", "data-href", "data-url", "data-link",
)  # fmt: skip
_NAMES = ("aria-label", "title", "data-original-title", "data-bs-original-title", "data-tooltip", "mattooltip", "alt")


# ---- kinds of elements: selectors, so to speak ----------------------------------------------------------------------


def asks_day(part: Part) -> bool:
    """A text to type whose popup is a calendar, as it says or is called."""
    if part.tag != "input" or part.has("readonly"):
        return False
    return part.get("aria-haspopup") == "dialog" or is_day_name(
        " ".join((part.classes, part.get("aria-owns"), part.get("aria-controls")))
    )


def is_day_name(text: str) -> bool:
    """Whether a class or an id is that of a calendar."""
    return bool(_DAY.search(text))


def is_combo(part: Part) -> bool:
    """A field that offers values, one of which has to be picked."""
    pops = part.get("aria-haspopup")
    return pops == "listbox" or (part.role == "combobox" and not asks_day(part)) or (part.role == "listbox" and pops == "true")  # fmt: skip


def is_glyph(part: Part) -> bool:
    """An icon of a font, which writes its glyph's name as text ("search"): a hint, and no word."""
    if part.tag == "mat-icon":
        return True
    classes = part.classes
    return "mat" in classes and ("material-symbols" in classes or not {"material-icons", "mat-icon"}.isdisjoint(classes.split()))  # fmt: skip


def is_iconic(part: Part) -> bool:
    """What draws a glyph, or is called so."""
    return bool(_GLYPH_CLASS.search(f"{part.classes} {part.tag}"))


def names_something(part: Part) -> bool:
    """``img[alt]:not([alt='']), [title], [aria-label], svg title``."""
    attributes = part.attributes
    return (
        "title" in attributes
        or "aria-label" in attributes
        or (part.tag == "img" and bool(attributes.get("alt")))
        or (part.tag == "title" and any(at.tag == "svg" for at in part.above()))
    )


_is_field = matcher(f"{FIELD},[role=combobox],[role=listbox],[aria-haspopup=listbox]")


class Names(Dom):
    """How the elements of a frame are called."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.drops: dict[Part, str] = {}
        """What was found to open a list: ``year`` (the menu of years of a toolbar), ``ask`` (a window of choices), ``day`` (typed
        part by part), empty (a list of a query)."""
        self._texts: dict[Part, str] = {}
        self._labels: dict[Part, str] = {}
        self._files: dict[Part, str] = {}

    @abstractmethod
    def control_label(self, field: Part) -> str: ...

    def is_field(self, part: Part) -> bool:
        """What is filled in or chosen from, native or drawn."""
        return _is_field(part) or part in self.drops

    def text(self, part: Part) -> str:
        """Its words, 400 characters at most: those in sight, or all where it is out of sight."""
        known = self._texts.get(part)
        if known is None:
            shown = part.drawn
            if self.one(part, is_glyph) is not None:
                known = clean(self.text_without(part, is_glyph, shown), 400)
            else:
                known = clean(self.in_sight(part) if shown else self.spaced(part), 400)
            self._texts[part] = known
        return known

    def name(self, part: Part) -> str:
        """Its accessible name, as far as attributes give one: its own, or those of a picture in it."""
        found = [part.get(name) for name in _NAMES]
        inner = self.one(part, names_something)
        if inner is not None and not self._is_button_of_its_own(inner, part):
            found += [inner.get("alt"), inner.get("title"), inner.get("aria-label")]
            found.append(self.content(inner) if inner.tag == "title" else "")
        if ids := part.get("aria-labelledby"):
            named = (self.by_id(part, name) for name in ids.split())
            found.insert(0, " ".join(self.content(at) for at in named if at is not None))
        # A button drawn by a component is named by what was written on the component.
        host = self.order[part.scope] if part.scope else None
        if host is not None and not self.brief(host):
            found += [host.get("aria-label"), host.get("title"), host.get("label")]
        return next(filter(None, map(clean, found)), "")

    def _is_button_of_its_own(self, inner: Part, part: Part) -> bool:
        """A button within what says something itself (the star on a card) is named for what it does, not for what that is."""
        button = self.closest(inner, "a,button,[role=button]")
        return button is not None and button is not part and part.holds(button) and has_letters(self.content(part), 3)

    def label(self, part: Part) -> str:
        """What it is called where it is pressed: its words, else its name."""
        known = self._labels.get(part)
        if known is None:
            known = self._labels[part] = self._label(part)
        return known

    def _label(self, part: Part) -> str:
        if part.type in ("checkbox", "radio"):
            return self.control_label(part)
        if self.file(part):  # what stands in it is there where it cannot be shown, or is the bar of a viewer
            return self.name(part)
        if part.tag == "input":
            own = (part.get("alt") or part.get("title")) if part.type == "image" else part.value
            return clean(own) or self.name(part)
        text = self.text(part)
        if _GLYPH_CLASS.search(part.classes) or self.one(part, is_glyph) is not None:
            pieces = (
                node if isinstance(node, str) else "" if is_glyph(node) else self.text_without(node, is_glyph)
                for node in part.nodes()
            )
            text = clean(" ".join(pieces))
        short = clean(text)
        if len(short) == 1 and short.isalpha():  # a letter drawn for an icon
            name = clean(part.get("title") or part.get("aria-label"))
            if has_letters(name, 3):
                return name
        return short if has_words(text) else self.name(part) or text

    def lead(self, part: Part, label: str) -> str:
        """The words that head a component which says more below them ("Empenhos", then what they are)."""
        parts = [part]
        while len(parts) == 1:
            part = parts[0]
            if has_letters(part.own_text()):
                return ""
            parts = [child for child in part.children if has_letters(self.text(child), 3)]
        if not parts:
            return ""
        first = clean(self.text(parts[0]))
        if len(first) > 60:
            return ""
        lead = self.lead(parts[0], label) or first
        length = len(words(lead))
        return lead if length <= 6 and len(words(label)) - length > 3 else ""

    def hint(self, part: Part) -> str:
        """Names and addresses in its code."""
        icon, image = self.one(part, "i,span[class*=icon],svg,img"), self.one(part, "img")
        get = part.get
        found = [
            get("id"), get("name"), get("class"), get("href"), get("onclick"), get("ng-click"), get("data-target"), get("data-url"),
            get("data-href"), icon.classes if icon is not None else "", image.get("src") if image is not None else "",
            get("src") if part.tag == "img" else "",
        ]  # fmt: skip
        return clean(" ".join(filter(None, found)), 300)

    def goal(self, part: Part) -> str:
        """Where a script goes that is written on an element: file managers hand out their files so."""
        goals = [value for name in _GOALS if re.search(r"[/?.]", value := part.get(name))]
        if not goals and (written := _GOES.search(part.get("onclick"))):
            goals = [text for text in written.groups() if text]
        return self.resolve(goals[0]) if goals else ""

    def file(self, part: Part) -> str:
        """The file that is shown in an element: embedded itself, named by the address of a viewer, or by what a script draws it
        from. Of it the browser shows the pages in sight, or nothing at all."""
        if part.tag not in _EMBEDS and part.tag not in _DRAWS:
            return ""
        known = self._files.get(part)
        if known is None:
            known = self._files[part] = self._file(part)
        return known

    def _file(self, part: Part) -> str:
        address = part.facts.address if part.get(_EMBEDS.get(part.tag, "")) else ""
        if not address and part.tag in _DRAWS:
            written = (v for k, v in part.attributes.items() if "." in v and _DRAWN_FROM.fullmatch(k))
            source = next((v for v in written if _READABLE.search(re.split("[?#]", v, maxsplit=1)[0])), "")
            address = self.resolve(source) if source else ""
        if not address.startswith(("http:", "https:")):
            return ""
        parts = urlsplit(address)
        embedded = part.tag in ("embed", "object") and part.type == "application/pdf"
        if _READABLE.search(parts.path) or embedded:
            return address
        named = next((v for _, v in parse_qsl(parts.query) if _READABLE.search(re.split("[?#]", v, maxsplit=1)[0])), "")
        if not named:
            return ""
        # a name alone is asked for at that very address
        return self.resolve(named, address) if _ADDRESS.match(named) else address
