"""What was seen, as pages: the frames of a snapshot judged, a file read."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from scrapy.http import Response

from transparency.browse.snapshot import Snapshot
from transparency.classify.judge import judge_page
from transparency.classify.obstacle import Obstacles, obstacle
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import DOCUMENT, without_tokens
from transparency.extract.documents import Document, read_document, sniff
from transparency.extract.redact import Redacted, redact
from transparency.extract.sections import without_asides
from transparency.items import Frame, Page
from transparency.matrix import Matrix
from transparency.node import Node, host_of
from transparency.portals.families import Family, recognise
from transparency.privacy.cleaning import clean_address
from transparency.store.audits import now

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
        # What is judged is what is kept: judged again from the store, a page says the same.
        Frame(
            clean_address(view.url, portal),
            view.data.html,
            view.name,
            audit.ledger.readable(view.data.title),
            view.offset,
        )
        for view in snapshot.frames
    ]
    note_removed(page, *(view.redacted for view in snapshot.frames))
    for view in snapshot.frames:
        host = host_of(view.url)
        if not audit.portal.families.get(host) and audit.portal.looked_at[host] < 3:
            audit.portal.looked_at[host] += 1
            audit.portal.families[host] = recognise(view.url, view.data.html, families)
    page.families = sorted({audit.portal.families.get(host_of(view.url), "") for view in snapshot.frames} - {""})
    seen = [
        *(without_tokens(view.url) for view in snapshot.frames),
        *(view.data.theme for view in snapshot.frames),
    ]
    shown = "\n".join((*seen, _DIGITS.sub("0", text)))
    page.state = hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest()[:16]
    urls = [view.url for view in snapshot.frames]
    challenge = any(view.data.challenge for view in snapshot.frames)
    bare = not any(v.data.candidates or v.data.forms or v.data.selects for v in snapshot.frames)
    entries = [c.label for view in snapshot.frames for c in view.data.candidates if c.label]
    look = partial(
        obstacle,
        snapshot.status,
        snapshot.title,
        urls=urls,
        words=obstacles,
        challenge=challenge,
        bare=bare,
        inner=bool(node.depth),
        entries=entries,
    )
    page.problem = look(text)
    if page.problem:  # words that stand aside are not what the page answers
        page.problem = look(without_asides(text, [view.data.html for view in snapshot.frames]))
    if not page.problem or snapshot.status < 400:
        findings = judge_page(page, matrix, [view.redacted.record_sets for view in snapshot.frames])
        if any(finding.has_data for finding in findings):  # words of a refusal, among records
            page.problem = ""
        page.findings = None if page.problem else findings
    return page


def content_type(response: Response) -> str:
    """What a server calls its answer."""
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def is_page(response: Response) -> bool:
    """Whether an address that was thought to bring a file brings a page to be walked."""
    return (
        response.status < 400
        and "html" in content_type(response)
        and not response.headers.get("Content-Disposition")
        and not DOCUMENT.search(urlsplit(response.url).path)
        and sniff(response.body, content_type(response), response.url) == "html"
    )


def read_file(body: bytes, *given: Any) -> tuple[Document, Redacted]:
    """A file, and what may be kept of it."""
    document = read_document(body, *given)
    return document, redact(document.html)


def note_removed(page: Page, *redacted: Redacted) -> None:
    """Note on a page what was taken out of it."""
    page.masked = dict(sum((one.masked for one in redacted), Counter()))
    page.veiled = sum(one.rows for one in redacted)
