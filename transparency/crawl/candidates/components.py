"""One component as a move: what it promises, what tells it from others, where it leads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile

from transparency.crawl.candidates.columns import closed_again
from transparency.crawl.candidates.files import document_move, is_paper
from transparency.crawl.candidates.groups import ARROWS, GROWS, turned_page_of
from transparency.crawl.candidates.jumps import Jump
from transparency.crawl.candidates.labels import (
    context_labels,
    entry_of,
    is_file,
    is_month,
    last_of,
    level_of,
    name_of,
    plain,
    row_words,
    says_only_when,
    timeless,
    told_of_record,
)
from transparency.crawl.candidates.move import CLOSING, FILE, GOES_BACK, PAGER, Ground, Move, Scene, shape_of
from transparency.crawl.candidates.periods import without_years
from transparency.crawl.candidates.places import (
    added_to,
    is_within,
    reached_by_click,
    reached_by_link,
    reached_onward,
    scope_of,
    without_tokens,
)
from transparency.crawl.signposts import MENUS, UNFINISHED, Rating, Signposts
from transparency.extract.values import is_empty_message
from transparency.model import Pressable
from transparency.node import Node, Step, Target, bar_at, canonical_url, host_of
from transparency.privacy.people import tells_people, without_words
from transparency.text import normalize

_CALLS = re.compile(r"[\w$.]+\(\s*['\"][^'\"]")
"""A script that is told what to do ("__doPostBack('menu','diarias')")."""


@dataclass(frozen=True)
class Component:
    """A component of a frame, and what it is among those that are made alike."""

    candidate: Pressable
    scene: Scene
    is_row: bool
    """It opens a record."""
    common: str = ""
    """What all these records say."""
    shared: bool = False
    """Another one has its label."""

    @property
    def ground(self) -> Ground:
        return self.scene.ground

    @property
    def label(self) -> str:
        return self.candidate.label or self.candidate.title

    @property
    def is_link(self) -> bool:
        return self.candidate.kind == "link"

    @cached_property
    def folded(self) -> str:
        """Its label, to be compared."""
        return plain(self.label)

    @cached_property
    def of_people(self) -> bool:
        """Whether it opens the record of a person."""
        return self.is_row and self.candidate.row is not None and tells_people(self.candidate.row.head)

    @property
    def public_label(self) -> str:
        """Its label, without the words of people."""
        return without_words(self.label) if self.of_people else self.label


def move_of(component: Component) -> Move | None:
    """The move that a component offers, if it is worth anything."""
    candidate, scene = component.candidate, component.scene
    if _says_nothing(component) or (component.is_link and _is_no_page(candidate.href)):
        return None
    if is_file(candidate, scene.signposts) or is_paper(candidate, scene.ground, scene.signposts):
        return document_move(candidate, component.label, scene)
    rating = _rating_of(component)
    if rating is None:
        return None
    return _link_move(component, rating) if component.is_link else _click_move(component, rating)


def _says_nothing(component: Component) -> bool:
    """Whether a component sends something, leads back, turns pages, or is a letter or a message."""
    candidate, label = component.candidate, component.label
    opens = component.is_row and component.scene.signposts.opens(label)  # "Detalhar", in a form as large as its list
    if (candidate.sends and not opens) or GOES_BACK.search(candidate.hint):
        return True
    if not component.is_row and (_turns_pages(label) or re.fullmatch("[a-z]", component.folded)):
        return True
    return is_empty_message(label.strip(CLOSING))


def _turns_pages(label: str) -> bool:
    signs = label.strip()
    turns = PAGER.match(plain(label)) or ARROWS.fullmatch(signs) or GROWS.fullmatch(signs)
    return bool(turns) and not is_month(label)


def _is_no_page(address: str) -> bool:
    path = address.split("?")[0].split("#")[0]
    return bool(FILE.search(path)) or not address.startswith("http")


# ---- what it promises ------------------------------------------------------------------------------------------------


def _rating_of(component: Component) -> Rating | None:
    """What a component promises; None for what is left alone."""
    candidate, scene, is_row = component.candidate, component.scene, component.is_row
    rating = _rated(candidate, component.label, scene)
    if rating is None:
        return None
    if candidate.bound and not is_row and not _leads_on(component.label, scene.signposts, scene.wanted):
        return None  # what it posts was decided by the page, and nothing says that it shows anything
    if component.shared and not is_row and not component.is_link:
        rating = replace(rating, generic=True)
    rating = _in_its_place(component, rating)
    if candidate.hidden and not component.is_link and rating.tier > 1 and not is_row and candidate.region not in MENUS:
        return None  # entries of a closed menu can be had without opening it
    return rating


def _in_its_place(component: Component, rating: Rating) -> Rating:
    """A rating with what the place of a component adds: a record promises what its list does, a part what its view does."""
    candidate, promising = component.candidate, component.ground.promising
    if component.is_row and rating.tier:
        return replace(rating, tier=0 if promising else 2, score=max(rating.score, 0.8 if promising else 0.3))
    if rating.tier < 3:
        return rating
    if _is_part(candidate, rating, component.ground):
        return replace(rating, tier=1, score=0.3)
    speaks = component.is_link or component.folded or rating.generic
    return rating if speaks or candidate.region not in ("", "main", "dialog") else replace(rating, tier=2)


def _rated(candidate: Pressable, label: str, scene: Scene) -> Rating | None:
    """What a component promises: by the words that head it, if they tell, or else by all that it says."""
    signposts, wanted = scene.signposts, scene.wanted
    if candidate.row is not None and signposts.is_pencil(label):
        return Rating(2, 0.3, "", generic=True)
    title, around, lead = candidate.title, candidate.around, candidate.lead
    rating = signposts.rate(label, title, around, candidate.hint, candidate.region, wanted)
    if rating and rating.tier == 1 and rating.criterion and not rating.generic and plain(label):
        around = _own_words(candidate, scene)
        rating = signposts.rate(label, title, around, candidate.hint, candidate.region, wanted)
    if rating is None or not lead:
        return rating
    more = label.removeprefix(lead).strip()
    headed = signposts.rate(lead, "", [more, *around], candidate.hint, candidate.region, wanted)
    return rating if headed is None or headed.generic or headed.tier > 1 else headed


def _own_words(candidate: Pressable, scene: Scene) -> list[str]:
    """What stands around a component without what other links say: of two in one list neither is about what the other names."""
    said = []
    for text in candidate.around:
        others = (label for label in scene.link_labels if label in text and label != candidate.label)
        for label in sorted(others, key=len, reverse=True):
            text = text.replace(label, " ")
        said.append(" ".join(text.split()))
    return said


def _leads_on(label: str, signposts: Signposts, wanted: frozenset[str]) -> bool:
    """Whether a button says by its own words that it shows something ("Despesas", "Detalhes"), and does not only confirm
    ("Continuar", "Sim")."""
    if signposts.commits_to(label):
        return False
    rating = signposts.rate(label, "", (), "", "", wanted)
    return rating is not None and (rating.tier <= 1 or signposts.opens(label) or signposts.asks(label))


def _is_part(candidate: Pressable, rating: Rating, ground: Ground) -> bool:
    """Whether a component opens a part of a details view, or of what a query has led to ("Agendados", "Concluídos"). In the
    window of a record whatever came up with it may be one ("Vencedores")."""
    opens = candidate.role == "tab" or candidate.expanded
    pressable = candidate.kind == "click" and not candidate.hidden
    new = (candidate.path, candidate.label) not in ground.before and bar_at(candidate.path) not in ground.menus
    came_up = pressable and ground.before and new
    part_of_it = (
        candidate.kind == "link" and ground.inner and not ground.node.steps and added_to(ground.url, candidate.href)
    )
    asked = ground.promising and (opens or part_of_it or (ground.inner and came_up))
    answers = ground.sought and not rating.aside and (opens or candidate.panel or came_up)
    return candidate.region in ("", "main", "dialog") and bool(asked or answers)


# ---- what tells it from others ---------------------------------------------------------------------------------------


def _identity(component: Component, around: str) -> str:
    """What a component is apart from the page that it stands on. Any row of a record set is as good as another, but one that
    has run its course shows more than one that has not, and what unfolds a group is no record in it."""
    candidate, scene = component.candidate, component.scene
    if component.is_row:
        row = candidate.row
        place = shape_of(row.table if row else candidate.path), str(row.column) if row else ""
        head = normalize(row.head if row else component.common)
        if row and not head:  # of a list that has no headings of its own what led to it tells it from others
            head = plain(" ".join(scene.ground.node.labels[-1:]))
        unripe = str(scene.signposts.unripe(told_of_record(candidate)) == UNFINISHED)
        group = str(row is not None and row.cells == 1)
        level = _level(candidate, scene)
        return "|".join((host_of(scene.url), "row", *place, head, candidate.tag, level, unripe, group))
    icon = scene.signposts.icon_of_data(candidate.hint) or normalize(candidate.hint)[:80]
    name = component.folded or icon
    return "|".join((host_of(scene.url), candidate.tag, name, shape_of(candidate.path), around))


@lru_cache(maxsize=8)
def _labels_of(presses: frozenset[tuple[str, str]]) -> frozenset[str]:
    """The labels of what can be pressed, plain; the same for all rows of a page."""
    return frozenset(plain(label) for _, label in presses)


def _level(candidate: Pressable, scene: Scene) -> str:
    """The level of a row among those of its table, as it is drawn; where what came up under a row is drawn as that row is, what was
    pressed to get there tells them apart."""
    drawn, unfolded = level_of(candidate), _unfolded(candidate, scene.ground)
    pressed = unfolded and next(
        (c for c in scene.data.candidates if c.path == scene.ground.node.steps[-1].target.path), None
    )
    return f"{drawn}{unfolded}" if not drawn or (pressed and level_of(pressed) == drawn) else drawn


def _unfolded(candidate: Pressable, ground: Ground) -> str:
    """How deep in its table a row stands that came up when another row of it was pressed; "" for one that was there before."""
    row = candidate.row
    if row is None or not ground.before or plain(candidate.label) in _labels_of(ground.before):
        return ""
    pressed = [step for step in ground.node.steps if is_within(step.target.path, row.table)]
    return f"+{len(pressed)}" if pressed and pressed[-1] == ground.node.steps[-1] else ""


def _around(component: Component, rating: Rating) -> str:
    """The words over a component whose own fit anything, or both income and expenditure."""
    nearest = 2 if rating.apart else int(rating.generic)
    return plain(" ".join(component.candidate.around[:nearest]))


def _scope(component: Component, rating: Rating, again: bool) -> str:
    """What of the page belongs to a component: with another view, or in another place, it is another move."""
    candidate, ground, is_row = component.candidate, component.ground, component.is_row
    scope = "" if rating.tier == 0 and not is_row and not rating.generic else scope_of(ground, candidate.region)
    if rating.several and not scope and not _is_of_same_bar(candidate, ground):
        scope = plain(" ".join(ground.node.labels[-1:]))
    if not (is_row or rating.generic) and entry_of(candidate) in ground.inherited:
        scope = ""  # an entry of a menu that was folded: the same one beside whatever view
    if rating.tier == 3 and not (is_row or candidate.panel) and _CALLS.search(candidate.hint):
        scope = candidate.hint  # what one script does for one entry, whatever stands beside it
    if is_row and candidate.row:  # the same row of the same table, whatever else has changed on the page
        scope = f"{normalize(last_of(candidate.around))[:120]} {canonical_url(component.scene.url)}"
    if candidate.panel and scope:  # a tab is the same one over other records of its view
        over = " ".join(map(normalize, candidate.around))[:200]
        scope = f"{over} {canonical_url(component.scene.url)} {ground.records}"
    return f"{scope} {ground.node.words[-1]}" if again else scope


def _is_of_same_bar(candidate: Pressable, ground: Ground) -> bool:
    """Whether a tab stands in a bar of which one was pressed on the way."""
    bar = candidate.role == "tab" and shape_of(candidate.path)
    return any(shape_of(step.target.path) == bar for step in ground.node.steps)


def _in_sight(candidate: Pressable, ground: Ground, signposts: Signposts) -> bool:
    """Whether a component stands for the view that is open: the title over its records, or an entry of a bar of windows or
    tabs, often cut short, with what closes it."""
    label, node = candidate.label, ground.node
    if any(signposts.names_view(label, name) for name in node.labels):
        return True
    titles = ground.records and candidate.region not in MENUS and not candidate.panel
    if titles and label and node.labels and plain(label) == plain(node.labels[-1]):
        return True
    marked = label and (not label[0].isalnum() or label.endswith(("…", "...")))
    if not marked or not node.labels:
        return False
    name, here = plain(label), plain(node.labels[-1])
    return bool(name and here) and (here.startswith(name) or (name.startswith(here) and label.endswith(("…", "..."))))


# ---- where it leads --------------------------------------------------------------------------------------------------


def _ground_of(component: Component, rating: Rating) -> Ground:
    """Where a component leads on from. An entry of a menu that names its subject replaces the one beside it that has led here:
    "Empenhos" after "Ingressos extraorçamentários" is no part of those."""
    candidate, ground = component.candidate, component.ground
    named = not (rating.tier or rating.several or rating.generic)
    if candidate.region not in MENUS or not named or not ground.node.labels:
        return ground
    beside = component.scene.labels_beside(candidate)
    labels = tuple(takewhile(lambda label: label not in beside, ground.node.labels))
    return replace(ground, node=replace(ground.node, labels=labels))


def _link_move(component: Component, rating: Rating) -> Move | None:
    candidate, scene, ground = component.candidate, component.scene, component.ground
    target, around = candidate.href, _around(component, rating)
    # the entries of a menu are the same where the year, or what is in sight, is a part of every address; tabs of another year are not
    of_year = candidate.region not in MENUS and any(map(says_only_when, ground.node.labels[-1:]))
    place = without_tokens(target) if of_year else target.split("?")[0]
    identity = f"{_identity(component, around)}|{without_years(place) if timeless(component.label) else place}"
    if canonical_url(target) == canonical_url(scene.url):
        return None
    if not ground.inherited.isdisjoint({identity, turned_page_of(candidate, scene.url)}):
        return None
    if host_of(target) != host_of(scene.url) and rating.tier == 3:
        return None  # another site that says nothing of ours
    mute = component.is_row and (ground.promising or component.of_people)
    labels = [] if mute else context_labels(candidate, component.label, rating)
    node = reached_by_link(candidate, _ground_of(component, rating), labels)
    if component.of_people:
        node = replace(node, words=(*ground.node.words, row_words(candidate, component.public_label)))
    return Move(
        node,
        "row" if component.is_row else "link",
        component.label,
        rating,
        f"link {without_tokens(target)} {component.folded} {around}",
        identity,
        by_click=_by_click(component, node, labels),
        region=candidate.region,
        shape=shape_of(candidate.path),
        path="" if candidate.row else candidate.path,
    )


def _by_click(component: Component, node: Node, labels: Sequence[str]) -> Node:
    """The place of a link, reached by a click."""
    candidate, ground = component.candidate, component.ground
    pressed = Target(candidate.path, candidate.tag, candidate.label)
    press = Step("click", component.scene.key, pressed, node.words[-1], unsaid=component.of_people)
    if isinstance(candidate, Jump):
        press = replace(candidate.asked, words=node.words[-1], choices=(candidate.choice,))
    return reached_onward(ground.origin or ground.node, press, labels)


def _click_move(component: Component, rating: Rating) -> Move | None:
    candidate, scene, ground, is_row = component.candidate, component.scene, component.ground, component.is_row
    identity = _identity(component, _around(component, rating))
    again = not is_row and closed_again(candidate, ground, scene.signposts)
    if identity in ground.inherited and not again:
        return None
    if not is_row and _in_sight(candidate, ground, scene.signposts):
        return None
    text, labels = _row_in_words(component) if is_row else _click_in_words(component, rating)
    return Move(
        reached_by_click(candidate, scene.key, _ground_of(component, rating), text, labels, component.of_people),
        "row" if is_row else "click",
        component.label,
        rating,
        f"click {identity} {_scope(component, rating, again)}",
        identity,
        region=candidate.region,
        shape=shape_of(candidate.path),
        path="" if candidate.row else candidate.path,
        opens_panel=bool(candidate.panel),
        unmarked=candidate.bare,
    )


def _row_in_words(component: Component) -> tuple[str, Sequence[str]]:
    """The step to a record, and the labels of it that say what it is: what it holds ("Impostos sobre o Patrimônio") does not."""
    label = component.label
    named = len(label) < 40 and not component.ground.promising and not component.of_people
    return row_words(component.candidate, component.public_label), [label] if named else []


def _click_in_words(component: Component, rating: Rating) -> tuple[str, Sequence[str]]:
    candidate, label = component.candidate, component.label
    icon = component.scene.signposts.icon_of_data(candidate.hint) if not label else ""
    text, labels = f"clique em “{label or icon or name_of(candidate)}”", context_labels(candidate, label, rating)
    if (component.shared or rating.generic) and len(labels) > 1:
        text += f" (“{labels[0]}”)"
    return text, labels
