"""What a request carries: one candidate, and the progress of one try at it."""

from __future__ import annotations

import ast
import pickle
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.utils.test import get_crawler

from tests.candidates import candidate, request
from transparency.crawl.request import Progress, Retry, candidate_of, progress_of
from transparency.crawl.walker import walker_of
from transparency.net.backoff import BackOff, Breaker
from transparency.net.middleware import Busy
from transparency.node import FrameKey, Node, Step, Target

MODULES = sorted((Path(__file__).parent.parent / "transparency").rglob("*.py"))
OF_SCRAPY = {
    *("dont_redirect", "handle_httpstatus_all", "download_maxsize", "download_timeout", "download_latency", "retry_times"),
    *("dont_obey_robotstxt", "redirect_ttl", "proxy"),
}  # fmt: skip

HERE = Node("http://a.example/", depth=2)
CLICK = Step("click", FrameKey(), Target("a"), "abra")
LATER = Node("http://a.example/", (CLICK,), depth=3)


def keys_of(module: ast.Module) -> set[str]:
    """The literal keys of ``meta`` that a module reads, writes or makes a request with."""
    found: list[ast.expr | None] = []
    for node in ast.walk(module):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "meta":
            found.append(node.slice)
        if isinstance(node, ast.Compare) and any(
            isinstance(c, ast.Attribute) and c.attr == "meta" for c in node.comparators
        ):
            found.append(node.left)
        if isinstance(node, ast.Call):
            called = node.func
            if (
                isinstance(called, ast.Attribute)
                and isinstance(called.value, ast.Attribute)
                and called.value.attr == "meta"
            ):
                found += [*node.args[:1], *(ast.Constant(k.arg) for k in node.keywords)]
            given = [k.value for k in node.keywords if k.arg == "meta" and isinstance(k.value, ast.Dict)]
            found += [key for one in given for key in one.keys]
    return {key.value for key in found if isinstance(key, ast.Constant) and isinstance(key.value, str)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_nothing_else_travels_in_meta(path: Path) -> None:
    keys = keys_of(ast.parse(path.read_text(encoding="utf-8")))
    assert {k for k in keys if not k.startswith("playwright")} <= OF_SCRAPY


def test_another_try_keeps_what_the_candidate_is_about() -> None:
    first = candidate(
        HERE, "query", criterion="licitacao", label="Pesquisar", subject="licitacao", series="s", group="g", off_topic=True, of_town=True,
        by_click=LATER, others=(("query", HERE),), page_pattern="p", opens_selection=True, revisit=True, offered_before=True,
        attempt=1, restart=True, second_chance=True, redirects=3,
    )  # fmt: skip
    again = first.again(LATER, retry=Retry(attempt=2))
    assert (again.node, again.kind, again.move.others) == (LATER, "query", first.move.others)
    assert again.retry == Retry(again=True, attempt=2)
    changed = {name for name, value in asdict(again).items() if value != asdict(first)[name]}
    assert changed == {"move", "page_pattern", "opens_selection", "revisit", "offered_before", "retry"}
    assert {n for n, v in asdict(again.move).items() if v != asdict(first.move)[n]} == {"node", "by_click"}
    assert first.again(LATER, "document", others=()).kind == "document"
    assert not first.again(LATER, others=()).move.others


@pytest.mark.parametrize(
    ("given", "criterion", "promised"),
    [
        ({"criterion": "licitacao", "subject": "licitacao"}, "licitacao", "licitacao"),
        ({"criterion": "licitacao", "several": True, "subject": "receita"}, "", "receita"),
        ({"criterion": "licitacao", "tier": 1, "subject": "licitacao"}, "", "licitacao"),
        ({}, "", ""),
    ],
)
def test_what_a_candidate_names_and_what_it_promises(given: dict[str, Any], criterion: str, promised: str) -> None:
    made = candidate(**given)
    assert (made.criterion, made.promised) == (criterion, promised)


def test_a_candidate_is_plain_data() -> None:
    made = candidate(LATER, "click", others=(("query", HERE),), words=("despesa",))
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301


def test_a_request_that_is_sent_again_starts_with_new_progress() -> None:
    crawler = get_crawler(settings_dict={"RETRY_TIMES": 2})
    counted: list[Any] = []
    audit = SimpleNamespace(agenda=SimpleNamespace(readmit=counted.append))
    crawler.spider = SimpleNamespace(audits={"pb/vila": audit}, breaker=Breaker(), crawler=crawler)  # type: ignore[assignment]
    sent = request(HERE)
    progress = progress_of(sent)
    progress.patient, progress.failed_at = True, ["http://a.example/x"]
    again = BackOff.from_crawler(crawler).process_exception(sent, Busy(503, ""))
    assert again is not None and candidate_of(again) is candidate_of(sent)
    due = progress_of(again).due
    assert due > 0 and progress_of(again) == Progress(due=due) and progress_of(sent) is progress
    assert counted == [candidate_of(sent)]
    assert walker_of(again) is None
