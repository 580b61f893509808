"""What a door offers that no word recommends: the next page of a list of services, a language, what closes a campaign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile

from transparency.crawl.candidates.groups import ARROWS
from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import CLOSING, FILE, PAGER, Ground, Move, shape_of
from transparency.crawl.candidates.places import reached_by_click, reached_by_link, reached_onward
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import HEADLINE, Rating, Signposts
from transparency.model import Field, Pressable, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url, host_of

DEEPEST = 5
"""So many steps from the entry a portal may still be shut."""
MOST = 6
"""So much of what a page offers is tried without a recommendation."""
TURNED = 2
"""So many pages are turned one after the other."""
_SAID = re.compile(r"“(.+)”")
_NEXT = re.compile(
    r"(?:ir para )?(?:[ao]s? )?(?:proxim[ao]s?|seguintes?)(?: \d+)?(?: (?:pagina|tela|painel|visao|itens|resultados|registros))?[ »›>→]*"
    r"|next(?: page)?"
)
_WORD = re.compile(r"\w+")
_CROSSES = frozenset(CLOSING.strip())
LAST = Rating(3, 0.0, "", generic=True)


def door_moves(
    frames: Iterable[tuple[FrameKey, str, View]], ground: Ground, offered: Sequence[Move], signposts: Signposts
) -> Iterator[Move]:
    """The links and buttons of a page that are no moves for what is written on them, where nothing else leads to what is asked
    for: neither this page nor the way to it has named anything."""
    if not _is_shut(ground, offered):
        return
    taken = {move.node.url if not move.node.steps else move.node.steps[-1].target.path for move in offered}
    for key, url, data in frames:
        left = (c for c in data.candidates if not {c.path, c.href} & taken and _may_lead_on(c, url, signposts))
        for candidate in islice(left, MOST):
            yield _move(candidate, key, url, ground)


def turn_moves(frames: Iterable[tuple[FrameKey, str, View]], ground: Ground, promise: Rating) -> Iterator[Move]:
    """The way to the next page of what shows no records on this one: a board may have its tables on the second, a folder the page of
    another kind behind twenty months of one; what shows none on three pages shows none. ``promise``: what led here."""
    if len([*takewhile(_is_turn, reversed(ground.node.words))]) >= TURNED:
        return
    for key, url, data in frames:
        turns = (
            c
            for c in data.candidates
            if not (c.hidden or c.disabled or c.sends or c.row)
            and any(_NEXT.fullmatch(plain(said)) for said in (c.label, c.title))
        )
        for candidate in islice(turns, 1):
            yield replace(_move(candidate, key, url, ground), rating=promise)


def _is_turn(words: str) -> bool:
    """Whether a step has turned a page: 'clique em “Próxima página”'."""
    said = _SAID.search(words)
    return said is not None and bool(_NEXT.fullmatch(plain(said[1])))


def search_moves(
    frames: Iterable[tuple[FrameKey, str, View]],
    ground: Ground,
    offered: Sequence[Move],
    signposts: Signposts,
    wanted: frozenset[str],
) -> Iterator[Move]:
    """The search of a site that leads nowhere else, asked for each criterion."""
    if not _is_shut(ground, offered):
        return
    for key, url, data in frames:
        for control, step in islice(_searches(key, data, offered, signposts), 1):
            for text in dict.fromkeys(signposts.beginnings[criterion] for criterion in sorted(wanted)):
                asked = replace(step, choices=((control.caption, text),))
                identity = "|".join((host_of(url), "search", shape_of(control.path)))
                node = reached_onward(ground.node, asked, ())
                yield Move(node, "choice", step.target.label, Rating(2, 0.4, ""), f"{identity} {text}", identity)


def _searches(key: FrameKey, data: View, offered: Sequence[Move], signposts: Signposts) -> Iterator[tuple[Field, Step]]:
    """The search boxes of a frame: those that say so, and forms of one field that are offered as queries anyway."""
    queries = {move.node.steps[-1].target.path: move.node.steps[-1] for move in offered if move.kind == "query"}
    for form in data.forms:
        if form.button in queries and len(form.controls) == 1 and form.method != "post":
            yield from ((c, queries[form.button]) for c in form.controls if c.tag == "input" and not c.options)
    yield from search_entries(key, data, signposts)


def search_entries(key: FrameKey, data: View, signposts: Signposts) -> Iterator[tuple[Field, Step]]:
    """The search boxes of a frame that are sent without a button: those that say so, and do not ask who is asking."""
    for control in data.entries:
        said = _WORD.findall(phrase(f"{control.label} {control.placeholder}"))
        searches = any(signposts.is_query(word) and not signposts.commits_to(word) for word in said)
        if (control.type == "search" or searches) and not control.options and not signposts.asks_citizen(control.label):
            yield control, Step("query", key, Target(""), "", control.path)


def text_moves(
    frames: Iterable[tuple[FrameKey, str, View]],
    ground: Ground,
    offered: Sequence[Move],
    signposts: Signposts,
    wanted: frozenset[str],
) -> Iterator[Move]:
    """Texts and boxes to tick that name what is asked for, where neither the way here nor anything else on the page does: what
    hears of a press may stand anywhere around them."""
    if ground.records or any(move.kind == "query" for move in offered):
        return
    named = {name for move in offered for name in (move.rating.criterion, *move.rating.named, *move.also)}
    for label in ground.node.labels:
        rating = signposts.rate(label, "", (), "", "", frozenset(signposts.criteria))
        named.update(rating.named if rating is not None else ())
    for key, url, data in frames:
        boxes = (
            Pressable(kind="click", path=one.path, label=one.label, tag=one.tag)
            for one in data.toggles
            if not (one.checked or one.hidden or any(one.path.startswith(f"{form.region}>") for form in data.forms))
        )
        for text in (*data.texts, *boxes):
            rating = signposts.rate(text.label, "", (), "", text.region, wanted)
            if rating is None or rating.tier or rating.score < HEADLINE or not named.isdisjoint(rating.named):
                continue
            if not rating.named:
                continue
            named.update(rating.named)
            node = insisting(reached_by_click(text, key, ground, f"clique em “{text.label}”", (text.label,)))
            identity = "|".join((host_of(url), "text", text.tag, plain(text.label)))
            rating = Rating(2, rating.score, "")
            yield Move(node, "click", text.label, rating, identity, identity, region=text.region, unmarked=True)


def insisting(node: Node) -> Node:
    """The same node, whose last click is followed by presses of other kinds where nothing comes of it."""
    return replace(node, steps=(*node.steps[:-1], replace(node.steps[-1], insists=True)))


def insist_on_the_only(found: Sequence[Move]) -> list[Move]:
    """The same moves; a press that alone names a criterion on its page is insisted on."""
    count = Counter(name for move in found if not move.rating.tier for name in move.rating.named)
    return [
        replace(move, node=insisting(move.node))
        if move.kind == "click" and any(count[name] == 1 for name in move.rating.named if not move.rating.tier)
        else move
        for move in found
    ]


def _is_shut(ground: Ground, offered: Sequence[Move]) -> bool:
    """Whether neither a page nor the way to it names anything that is asked for."""
    named = ground.records or ground.node.labels or any(move.rating.tier <= 1 for move in offered)
    return not named and ground.node.depth < DEEPEST


def _may_lead_on(candidate: Pressable, url: str, signposts: Signposts) -> bool:
    if candidate.hidden or candidate.disabled or candidate.sends or candidate.bound or candidate.row:
        return False
    label = candidate.caption
    if signposts.forbids_label(label) or signposts.names_other_body(label):
        return False
    if candidate.kind != "link":
        return _turns_or_closes(label)
    if signposts.is_answer(label):
        return False
    here = host_of(candidate.href) == host_of(url) and canonical_url(candidate.href) != canonical_url(url)
    return here and not FILE.search(candidate.href.split("?")[0])


def _turns_or_closes(label: str) -> bool:
    """Whether a button leads on within a list, or takes away what lies over a page: any other may do anything."""
    sign = label.strip()
    return sign in _CROSSES or bool((PAGER.match(plain(label)) and not sign.isdigit()) or ARROWS.fullmatch(sign or "-"))


def _move(candidate: Pressable, key: FrameKey, url: str, ground: Ground) -> Move:
    label = candidate.caption
    identity = "|".join((host_of(url), "door", candidate.tag, plain(label), shape_of(candidate.path)))
    if candidate.kind == "link":
        node, name = reached_by_link(candidate, ground, ()), canonical_url(candidate.href)
        return Move(node, "link", label, LAST, f"door {name}", identity, region=candidate.region)
    node = reached_by_click(candidate, key, ground, f"clique em “{label}”", ())
    # the same button leads on from each page that it has led to
    return Move(node, "click", label, LAST, f"door {identity} {ground.state}", identity, region=candidate.region)
