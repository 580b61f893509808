"""The answers to a cycle, judged over what its tour has gathered: when the tour is over, and again from what is stored of it."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from transparency.aspects.judge import judge
from transparency.aspects.seen import Answer, Gathered, Side, Sight
from transparency.aspects.words import Words, load_words
from transparency.called import called
from transparency.items import Page, UserError
from transparency.matrix import Matrix
from transparency.matrix.cycle import Aspect, Cycle, Requirement
from transparency.run.stored_pages import read_page, stored_bytes
from transparency.store.answers import kept, read_answers
from transparency.store.audits import StoredAudit
from transparency.store.evidence import on_errand
from transparency.store.tours import TourUnreadable, read_tour, tour_name

NOT_JUDGED = "um erro do programa impediu o julgamento; o registro da execução o conta"
_WORDS = ("status", "reason", "label", "url", "steps", "places", "look")
"""Fields of an answer that may be others now."""
logger = logging.getLogger(__name__)


GatheredOf = Callable[[Requirement], Gathered]


def judge_all(cycle: Cycle, gathered: GatheredOf, today: dt.date) -> list[Answer]:
    """The answers to all requirements. One that cannot be judged is told, and spoils no other."""
    words = load_words(cycle.directory)
    return [one for asked in cycle.requirements for one in _judge_one(asked, gathered, today, words)]


def _judge_one(requirement: Requirement, gathered: GatheredOf, today: dt.date, words: Words) -> list[Answer]:
    try:
        return judge(requirement, gathered(requirement), today, words)
    except Exception:
        logger.exception("O critério %s não pôde ser julgado", requirement.id)
        return [Answer(requirement.id, aspect, "undecided", NOT_JUDGED) for aspect in requirement.aspects]


@dataclass(frozen=True)
class OtherAnswer:
    """An aspect whose answer is another one now. None: it was not, or is no longer, asked for."""

    requirement: str
    aspect: Aspect
    before: Answer | None
    after: Answer | None


@dataclass(frozen=True)
class Reanswered:
    """The answers of an audit to a cycle, and those that today's rules give. ``again`` is None where the audit, of an older
    version, has not stored its tour."""

    cycle: Cycle
    before: list[Answer]
    again: list[Answer] | None

    @property
    def answers(self) -> list[Answer]:
        """Those that count now."""
        return self.before if self.again is None else self.again

    @property
    def differences(self) -> list[OtherAnswer]:
        """In the order of the cycle."""
        before = {(one.requirement, one.aspect): one for one in self.before}
        after = {(one.requirement, one.aspect): one for one in self.answers}
        keys = dict.fromkeys((*after, *before))
        found = [OtherAnswer(*key, before.get(key), after.get(key)) for key in keys]
        return [one for one in found if _told(one.before) != _told(one.after)]


def _told(answer: Answer | None) -> list[object] | None:
    return None if answer is None else [getattr(answer, name) for name in _WORDS]


def answer_again(stored: StoredAudit, cycle: Cycle, pages: Mapping[str, Page], matrix: Matrix) -> Reanswered:
    """The answers of an audit judged again. ``pages``: key → the page that is stored of it. UserError when something stored cannot
    be read."""
    before = read_answers(stored, cycle)
    name = tour_name(cycle.id)
    if not (stored.folder / name).is_file():
        return Reanswered(cycle, before, None)
    try:
        tour = read_tour(stored_bytes(stored.folder, name))
    except TourUnreadable as error:
        raise UserError(f"O percurso guardado em {stored.folder / name} {error}.", f"Veja {called()} verify.") from None
    seen = {key: pages.get(on_errand(key, cycle.id)) or pages.get(key) for key in tour.sides}
    sights = {key: _sight(stored, key, tour.sides[key], page, matrix) for key, page in seen.items() if page is not None}
    town = stored.summary["municipio"]
    found = judge_all(cycle, lambda one: tour.gathered(one.id, sights), tour.day)
    return Reanswered(cycle, before, [kept(one, str(town["name"]), str(town["portal_url"])) for one in found])


def _sight(stored: StoredAudit, key: str, side: Side, page: Page, matrix: Matrix) -> Sight:
    """A page of the tour as its judges see it."""
    read = read_page(stored.folder, page, matrix)
    for frame in page.frames:
        frame.html = ""  # the views hold it
    return Sight(
        key=key,
        side=side,
        url=page.final_url,
        steps=tuple(page.steps),
        labels=tuple(page.labels),
        title=page.title,
        status=page.status,
        problem=page.problem,
        views=tuple(read.views),
        addresses=tuple(frame.url for frame in page.frames),
        depth=page.depth,
    )
