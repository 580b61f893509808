"""From the views of a page, as it is seen or as it is stored, to what can be said of it: why it is no answer, or its findings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from transparency.classify.judge import judge_page
from transparency.classify.obstacle import Obstacles, obstacle
from transparency.extract.sections import without_asides
from transparency.extract.values import denials
from transparency.items import Page, RecordSet
from transparency.matrix import Matrix
from transparency.model import View


def judge_views(
    page: Page,
    views: Sequence[View],
    urls: Sequence[str],
    matrix: Matrix,
    obstacles: Obstacles,
    known: Sequence[Sequence[RecordSet] | None] = (),
) -> None:
    """Set the problem and the findings of a page. ``urls``: of its frames; ``known``: their record sets, where they were read."""
    text = "\n".join(view.text for view in views)
    look = partial(
        obstacle,
        page.status,
        views[0].title,
        urls=urls,
        words=obstacles,
        challenge=any(view.challenge for view in views),
        bare=not any(view.candidates or view.forms or view.selects for view in views),
        inner=bool(page.depth),
        entries=[candidate.label for view in views for candidate in view.candidates if candidate.label],
        denies=bool(denials(text)),
    )
    page.problem = look(text)
    if page.problem:  # words that stand aside are not what the page answers
        page.problem = look(without_asides(text, [view.html for view in views]))
    findings = judge_page(page, matrix, known)
    if any(finding.has_data for finding in findings):  # words or the status of a refusal, and records all the same
        page.problem = ""
    page.findings = None if page.problem else findings
