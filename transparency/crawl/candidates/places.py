"""Where moves lead and where they stand: nodes, addresses without what changes by itself, places on the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from transparency.crawl.candidates.labels import name_of, timeless
from transparency.crawl.candidates.move import Ground, shape_of
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import MENUS, Rating, Signposts
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url, host_of

_TOKEN = re.compile(r"(?=.*\d)(?=.*[a-zA-Z])[\w\-+/=%.]{10,}")
_SESSION = re.compile(r"\d{12,}")
_SESSION_IN_PATH = re.compile(r"(?<=/)(?:\d{8,}|(?=[a-z-]*\d)[0-9a-f-]{16,})(?=/)", re.IGNORECASE)
"""A long number in the middle of an address: another visitor of the same page may have another one."""
_VALUE = re.compile(r"(?<=[\w.%\-]=)[^&;#]+")
"""What a parameter of an address says, once per parameter."""
_JOINED = re.compile(r"(%3A|%2C|[:,])")
"""What joins several values in one: page, session and request ("p=220:22:1859763282464::NO")."""
_TOKEN_VALUE = re.compile(r"(?=.*\d)(?=.*[a-zA-Z])[\w\-+/=.]{8,}")


def places_in(path: str) -> list[str]:
    """Where a member of a list stands when it is a child of it, or stands in a child, or in a child's child."""
    parts = path.split(">")
    return [
        ">".join((*parts[:-depth], shape_of(parts[-depth]), *parts[len(parts) - depth + 1 :]))
        for depth in range(1, min(4, len(parts)))
    ]


def is_within(path: str, other: str) -> bool:
    """Whether one of two elements holds the other."""
    return path == other or path.startswith(f"{other}>") or other.startswith(f"{path}>")


def scope_of(ground: Ground, region: str = "") -> str:
    """Where a move is another one than elsewhere: in another state of its view, or of the page for an entry of a menu."""
    return (ground.content if region not in MENUS else "") or ground.state


def reached_by_link(candidate: Pressable, ground: Ground, labels: Iterable[str]) -> Node:
    """The page that a link leads to."""
    target = candidate.href
    name = candidate.caption or target
    return Node(
        url=target,
        entry=ground.entries.get(host_of(target), ""),
        depth=ground.node.depth + 1,
        words=(*ground.node.words, f"abra “{name}”"),
        labels=(*ground.node.labels, *filter(None, labels)),
    )


def reached_by_click(
    candidate: Pressable, key: FrameKey, ground: Ground, text: str, labels: Iterable[str], unsaid: bool = False
) -> Node:
    """What a click on a component leads to."""
    target = Target(candidate.path, candidate.tag, candidate.label, name_of(candidate))
    step = Step("click", key, target, text, unsaid=unsaid, insists=candidate.doubles)
    return reached_onward(ground.node, step, labels)


def by_the_way(
    telling: Sequence[str], region: str, ground: Ground, signposts: Signposts, wanted: frozenset[str]
) -> Rating | None:
    """What a file promises that says no more than its month or "Arquivo completo": what the way to it named last,
    or the page itself, where the way says nothing ("Anexo 2" leads to "Despesa segundo as categorias econômicas"). What is told
    of a file as of its page ("balancete.pdf" under "Balancete da receita") or of a place on the way there ("Categoria: Balancetes")
    is no other subject, nor what says the name of its page over again ("QDD 2026 - anexo da LOA" under "QDD 2026")."""
    page = phrase(timeless(ground.node.labels[-1])) if ground.node.labels else ""
    again = [text for text in telling[:2] if page.strip() and page in phrase(text)]
    astray = (text for text in telling[:2] if text not in again and signposts.leads_astray(text, ground.node.labels))
    if region in ("nav", "header", "footer", "aside") or any(astray):
        return None
    way_here = ground.node.labels[:-1] if again else ground.node.labels
    labels = (text for text in reversed(way_here) if not signposts.hands_out(text) and timeless(text))
    ways = [label for label in labels if not signposts.is_generic(label)]
    for way in (*ways[: 1 + ground.inner], ground.title):
        rating = signposts.rate(way, "", [], "", "", wanted)
        if rating is None or rating.tier <= 1 or signposts.leads_astray(way):
            break
    else:
        return None
    if rating is None or rating.tier > 1 or not rating.criterion:
        return None
    return replace(rating, tier=max(rating.tier, int(bool(telling))), score=0.8 * rating.score)


def volatile_parameters(
    known: dict[tuple[str, str, str], str], frames: Iterable[tuple[FrameKey, str, View]]
) -> set[tuple[str, str]]:
    """(host, parameter) pairs whose value a portal makes anew for every page.

    The same link (place, words, path) with another token on another page gives them away. ``known`` remembers the
    links that were seen, and grows.
    """
    found = set()
    for _, _, data in frames:
        seen: dict[tuple[str, str, str], str | None] = {}
        for candidate in data.candidates:
            if candidate.kind == "link" and "?" in candidate.href:
                place = (shape_of(candidate.path), candidate.label, candidate.href.split("?")[0])
                seen[place] = None if place in seen else candidate.href
        for place, href in seen.items():
            if href is None:
                continue  # several on one page: rows, not a menu entry
            before = known.setdefault(place, href)
            if before != href:
                old, new = (dict(parse_qsl(urlsplit(u).query, keep_blank_values=True)) for u in (before, href))
                if old.keys() == new.keys():
                    found |= {(host_of(href), n) for n in new if old[n] != new[n] and _TOKEN_VALUE.fullmatch(new[n])}
    return found


def without_tokens(url: str) -> str:
    """An address with values that look like tokens folded: pages may hand out a new one at every visit. Of several values that one
    parameter joins each is looked at by itself."""
    before, mark, query = canonical_url(url).partition("?")
    return before + mark + _VALUE.sub(_without_token, query)


def without_sessions(url: str) -> str:
    """An address without tokens, and without what may be a session in its path: enough to tell a page that says the same."""
    return _SESSION_IN_PATH.sub("*", without_tokens(url))


def _without_token(value: re.Match[str]) -> str:
    parts = _JOINED.split(value.group())
    joined = len(parts) > 1
    return "".join("*" if _TOKEN.fullmatch(part) or (joined and _SESSION.fullmatch(part)) else part for part in parts)


def added_to(record: str, part: str) -> dict[str, str]:
    """The parameters that the address of a part adds to that of its record; none where it is no part of that.

    >>> added_to("http://a/empenho?id=7", "http://a/empenho?id=7&aba=contrato")
    {'aba': 'contrato'}
    """
    here, there = urlsplit(record), urlsplit(part)
    own, asked = (parse_qsl(one.query, keep_blank_values=True) for one in (here, there))
    if here[:3] != there[:3] or not set(own) <= set(asked):
        return {}
    return {name: value for name, value in asked if (name, value) not in own}


def place_without_name(url: str) -> tuple[str, ...]:
    """What the addresses of records have in common that are named by words or by codes: all but the last part of the path,
    or the values of the parameters."""
    parts = urlsplit(url)
    names = sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    return (parts.netloc, parts.path if names else parts.path.rstrip("/").rpartition("/")[0], *names)


def reached_onward(node: Node, step: Step, labels: Iterable[str]) -> Node:
    """The node that one more step leads to."""
    return replace(
        node,
        steps=(*node.steps, step),
        depth=node.depth + 1,
        words=(*node.words, step.words),
        labels=(*node.labels, *filter(None, labels)),
    )


def in_its_place(record: Node, listing: Node) -> Node:
    """The record that stands in another list where the last step to a record is pressed in its own."""
    step = record.steps[-1]
    words = step.words.partition(" (“")[0]  # what the row says is of its own record
    return reached_onward(listing, replace(step, target=replace(step.target, label="", name=""), words=words), ())


def spot(path: str) -> str:
    """What is known of a view whose panels change: the same button in the same place is that of the same form or tab."""
    return f"at {path}"


def spots(frames: Iterable[tuple[FrameKey, str, View]]) -> set[str]:
    """The forms of a view, and the tabs that are open."""
    return {
        spot(path)
        for _, _, data in frames
        for path in (
            *(form.button for form in data.forms),
            *(c.path for c in data.candidates if c.panel == "shown"),
        )
    }
