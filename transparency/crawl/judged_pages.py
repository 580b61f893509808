"""What was seen, as pages: the frames of a snapshot judged, a file read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from scrapy.http import Response

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.classify.obstacle import Obstacles
from transparency.classify.views import judge_views
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import without_sessions
from transparency.extract.documents import Document, read_document, sniff
from transparency.extract.redact import Redacted, redact, redact_text
from transparency.items import Frame, Page
from transparency.matrix import Matrix
from transparency.node import Node, host_of
from transparency.portals.families import Family, recognise
from transparency.privacy.cleaning import clean_address
from transparency.privacy.facts import without_people
from transparency.privacy.people import is_of_people
from transparency.store.audits import now
from transparency.store.facts import frame_facts

_DIGITS = re.compile(r"\d+")


def new_page(audit: Audit, node: Node, url: str, status: int) -> Page:
    """A page of a node: whose it is, where it stands and how one gets there; nothing of what it shows."""
    portal = audit.municipality.portal_url
    return Page(
        municipio=audit.municipality.slug,
        uf=audit.municipality.uf,
        url=clean_address(node.url, portal),
        final_url=clean_address(url, portal),
        status=status,
        title="",
        depth=node.depth,
        steps=[audit.ledger.readable(words) for words in node.words],
        labels=[audit.ledger.readable(label) for label in node.labels],
        node=node.fingerprint(),
        time=now(),
        audit=audit.name,
    )


def judged_page(
    audit: Audit, snapshot: Snapshot, matrix: Matrix, obstacles: Obstacles, families: Iterable[Family]
) -> Page:
    """What was seen, judged."""
    node = snapshot.node
    text = "\n".join(view.data.text for view in snapshot.frames)
    page = new_page(audit, node, snapshot.url, snapshot.status)
    page.title, page.truncated = audit.ledger.readable(snapshot.frames[0].data.title), snapshot.truncated
    audit.traffic.truncated += page.truncated
    portal = audit.municipality.portal_url
    page.steps[len(node.words) - len(snapshot.done) :] = [audit.ledger.readable(words) for words in snapshot.done]
    page.frames = [
        # What is kept is what may be seen of it; its tables are those that were seen.
        Frame(
            clean_address(view.url, portal),
            view.redacted.html,
            view.name,
            audit.ledger.readable(view.data.title),
            view.offset,
            facts=_facts_of(view, audit.municipality.name),
        )
        for view in snapshot.frames
    ]
    page.has_facts = all(frame.facts for frame in page.frames)
    note_removed(page, *(view.redacted for view in snapshot.frames))
    for view in snapshot.frames:
        host = host_of(view.url)
        if not audit.portal.families.get(host) and audit.portal.looked_at[host] < 3:
            audit.portal.looked_at[host] += 1
            audit.portal.families[host] = recognise(view.url, f"{view.made}\n{view.data.html}", families)
    page.families = sorted({audit.portal.families.get(host_of(view.url), "") for view in snapshot.frames} - {""})
    urls = [view.url for view in snapshot.frames]
    page.state = state_of(urls, [view.data.theme for view in snapshot.frames], text)
    views = [view.data for view in snapshot.frames]
    judge_views(page, views, urls, matrix, obstacles, [view.redacted.record_sets for view in snapshot.frames])
    return page


def state_of(urls: Iterable[str], themes: Iterable[str], text: str) -> str:
    """What a page has in common with itself at another time, or for another visitor: the addresses of its frames without sessions,
    how they look, and its text without its numbers."""
    shown = "\n".join((*map(without_sessions, urls), *themes, _DIGITS.sub("0", text)))
    return hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest()[:16]


def _facts_of(view: FrameView, town: str) -> bytes:
    """The facts of a frame of a town as they may be stored; from now on they are no longer held."""
    facts, view.facts = view.facts, None
    if facts is None:
        return b""
    kept = without_people(facts, view.redacted.writer.changes, view.written, town)
    return frame_facts(kept, view.data)


def content_type(response: Response) -> str:
    """What a server calls its answer."""
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def is_page(response: Response) -> bool:
    """Whether an address that was thought to bring a file brings a page to be walked."""
    return (
        response.status < 400
        and "html" in content_type(response)
        and not response.headers.get("Content-Disposition")
        and sniff(response.body, content_type(response), response.url) == "html"
    )


def read_file(body: bytes, *given: Any) -> tuple[Document, Redacted]:
    """A file, and what may be kept of it."""
    document = read_document(body, *given)
    redacted = redact(document.html)
    labels = [column.label for one in redacted.record_sets for column in one.columns]
    # Lines of a PDF are rows without columns: where its tables name people, only those are kept.
    document.text = "" if redacted.rows or is_of_people(labels) else redact_text(document.text)
    return document, redacted


def note_removed(page: Page, *redacted: Redacted) -> None:
    """Note on a page what was taken out of it."""
    page.masked = dict(sum((one.masked for one in redacted), Counter()))
    page.veiled = sum(one.rows for one in redacted)
