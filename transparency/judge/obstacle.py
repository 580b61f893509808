"""Pages that are no answer: blocked, broken, closed or empty. Blocked is not absent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from transparency.judge.text import normalize


@dataclass(frozen=True)
class Kind:
    """One way of not answering, the reason to give for it (Portuguese), and how such pages put it."""

    name: str
    reason: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class Obstacles:
    """The words of pages that are no answer."""

    kinds: tuple[Kind, ...]
    closed_session: tuple[str, ...]


SHORT = 1200
"""Characters up to which a page may consist of a refusal; a longer one is content that mentions it."""


@lru_cache(maxsize=512)
def _folded(terms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {normalize(term)} " for term in terms)


def _says(text: str, terms: tuple[str, ...]) -> bool:
    return any(term in text for term in _folded(terms))


def obstacle(status: int, title: str, text: str, urls: Iterable[str], words: Obstacles, challenge: bool = False) -> str:
    """Why a page cannot be judged (Portuguese), or an empty string when it can.

    ``challenge``: it holds a field or frame that is made to tell people from robots.
    """
    folded_title = f" {normalize(title)} "
    folded = f" {normalize(text[:4000])} "
    short = len(text) < SHORT
    for kind in words.kinds:
        if (_says(folded_title, kind.terms) and len(text) < 4 * SHORT) or (short and _says(folded, kind.terms)):
            return f"{kind.reason} (HTTP {status})" if status >= 400 else kind.reason
    if (
        any("/recaptcha/" in url or "hcaptcha.com" in url or "challenges.cloudflare.com" in url for url in urls)
        and short
    ):
        return words.kinds[0].reason
    if status >= 400:
        return f"o servidor respondeu com o erro HTTP {status}"
    return ""


def session_closed(title: str, text: str, words: Obstacles) -> bool:
    """Whether a page says that its session has ended, or shows nothing at all."""
    return len(text.strip()) < 40 or (
        len(text) < 2 * SHORT and _says(f" {normalize(title)} {normalize(text[:4000])} ", words.closed_session)
    )
