"""Pages that are no answer: blocked, broken, closed or empty. Blocked is not absent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from transparency.text import normalize

SHORT = 1200
"""Characters up to which a page may consist of a refusal; a longer one is content that mentions it."""
MENU = 8
"""Entries that a menu has at least; a page with fewer that speaks of a login asks for one."""
BLANK = 40
"""Characters that a page shows at least when it shows anything."""
EMPTY, CHALLENGE, LOGIN, MAINTENANCE, SCRIPT = "empty", "challenge", "login", "maintenance", "script"
COMPLAINTS = frozenset({"limited", "refused", "maintenance", "missing", "broken"})
"""Kinds that a passing message may be of; others are said of a page that is still to come."""
HINTS = frozenset({"moved", "elsewhere"})
"""Kinds of pages that may be read, and whose words tell why they show nothing."""
TELLING = HINTS | {SCRIPT}
"""Kinds whose words tell that, of pages that could be read after all."""
CLOSED = "a sessão do portal expirou, e abri-la de novo não adiantou"


@dataclass(frozen=True)
class Kind:
    """One way of not answering, the reason to give for it (Portuguese), and how such pages put it."""

    name: str
    reason: str
    terms: tuple[str, ...]
    """In the title of a page that is not long, or in a text of up to ``up_to`` characters."""
    titles: tuple[str, ...] = ()
    """In the title only."""
    up_to: int = SHORT


@dataclass(frozen=True)
class Obstacles:
    """The words of pages that are no answer."""

    kinds: tuple[Kind, ...]
    closed_session: tuple[str, ...]

    @property
    def refusing(self) -> list[Kind]:
        """Those of pages that cannot be read."""
        return [kind for kind in self.kinds if kind.name not in HINTS]

    def kind(self, name: str) -> Kind:
        """By its name; KeyError for an unknown one."""
        return {kind.name: kind for kind in self.kinds}[name]


@lru_cache(maxsize=512)
def _folded(terms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {normalize(term)} " for term in terms)


def _says(text: str, terms: tuple[str, ...]) -> bool:
    return any(term in text for term in _folded(terms))


_FILE = re.compile(r"[^./][^/]*(?:/|\.\w{2,4})")
"""A folder or a file, as a server lists them: a list that holds any is no empty one."""


def _without(folded: str, entries: Iterable[str]) -> str:
    """What a page says besides the words of what is pressed there, each of which says them once."""
    for entry in entries:
        folded = folded.replace(f" {normalize(entry)} ", " ", 1)
    return folded


_DATED = re.compile(
    r"[^.!?]{0,60}\b\d{1,2}(?:/\d{1,2}|º? de [^\W\d]{4,}|\s?h(?:\d\d|oras)?\s+[^\W\d]+\s+\d{1,2}\s?h(?:\d\d|oras)?)\b"
)
"""What a sentence says just before it names a day, or hours from and to: it announces what will be or was, and does not tell what is."""


def _told(kind: Kind, folded: str, undated: str, entries: Sequence[str], denies: bool, inner: bool) -> bool:
    """Whether the words of a page are those of a kind. The entries of its menu are not what it says, and where it can be used
    or answers, what announces a maintenance for some day does not mean that it is closed (``undated``: its words without such).
    Nor is an entry closed that offers its menu: what is there will tell. What advises visitors to take another browser, beside a menu,
    says so to all of them."""
    if len(entries) >= MENU and (kind.name == SCRIPT or (kind.name == MAINTENANCE and not inner)):
        return False
    if not _says(undated if kind.name == MAINTENANCE else folded, kind.terms):
        return False
    in_menu = kind.name == LOGIN and (len(entries) >= MENU or denies)
    return not in_menu or _says(_without(folded, entries), kind.terms)


def obstacle(
    status: int,
    title: str,
    text: str,
    urls: Iterable[str],
    words: Obstacles,
    challenge: bool = False,
    bare: bool = False,
    inner: bool = False,
    entries: Sequence[str] = (),
    denies: bool = False,
) -> str:
    """Why a page cannot be judged (Portuguese), or an empty string when it can.

    ``challenge``: it holds a field or frame that is made to tell people from robots. ``bare``: nothing on it can be
    followed, filled in or chosen. ``inner``: it is not the entry, where a session begins. ``entries``: what its links
    and buttons say: the menu of a portal may hold "Área restrita". ``denies``: it says that there are no records.
    """
    folded_title = f" {normalize(title)} "
    folded = f" {normalize(text[:4000])} "
    undated = folded if bare and not denies else f" {normalize(_DATED.sub(' ', text)[:4000])} "
    short = len(text) < SHORT
    for kind in words.refusing:
        titled = len(text) < 4 * SHORT and _says(folded_title, (*kind.terms, *kind.titles))
        told = titled and not any(map(_FILE.fullmatch, entries))
        told = told or (len(text) < kind.up_to and _told(kind, folded, undated, entries, denies, inner))
        if told and (bare or kind.name != EMPTY):
            return f"{kind.reason} (HTTP {status})" if status >= 400 else kind.reason
    if status >= 400:
        return f"o servidor respondeu com o erro HTTP {status}"
    guarded = any(sign in url for url in urls for sign in ("/recaptcha/", "hcaptcha.com", "challenges.cloudflare.com"))
    if (guarded and short) or (challenge and bare and short):
        return words.kind(CHALLENGE).reason
    if inner and bare and short and _says(f"{folded_title} {folded}", words.closed_session):
        return CLOSED
    return words.kind(EMPTY).reason if bare and len(text.strip()) < BLANK else ""


def complaint(text: str, words: Obstacles) -> str:
    """What went wrong by a sentence that a page has shown for a moment (Portuguese), or ""."""
    folded = f" {normalize(text)} "
    return next((kind.reason for kind in words.kinds if kind.name in COMPLAINTS and _says(folded, kind.terms)), "")


def hint(text: str, words: Obstacles, asks_password: bool = False) -> str:
    """Why a page shows nothing, by what stands on it (Portuguese), or ""."""
    if asks_password:
        return words.kind(LOGIN).reason
    if session_over("", text, words):
        return CLOSED
    folded = f" {normalize(text[:4000])} "
    return next(
        (k.reason for k in words.kinds if k.name in TELLING and len(text) < k.up_to and _says(folded, k.terms)), ""
    )


def session_closed(title: str, text: str, words: Obstacles) -> bool:
    """Whether a page says that its session has ended, or shows nothing at all."""
    return len(text.strip()) < BLANK or session_over(title, text, words)


def session_over(title: str, text: str, words: Obstacles) -> bool:
    """Whether a page says that its session has ended."""
    return len(text) < 2 * SHORT and _says(f" {normalize(title)} {normalize(text[:4000])} ", words.closed_session)
