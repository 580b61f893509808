"""Classify → prove → write. Thin: what a page shows is judged in ``classify/``, what is open is known by the audit."""

from __future__ import annotations

import errno
import json
import os
import platform
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem

from transparency import __version__
from transparency.classify.judge import judge_page
from transparency.crawl.audit import Audit
from transparency.crawl.known import places_of
from transparency.items import Box, Page, Verdict
from transparency.privacy.cleaning import RULES, SHOWN_ROWS, without_secrets
from transparency.run.meter import TreeMeter
from transparency.run.runs import new_id, partial_name
from transparency.store.audits import KNOWN, PAGES, SUMMARY, VERDICTS, check_writable, now
from transparency.store.evidence import (
    NO_PICTURE,
    NOT_KEPT,
    html_name,
    page_html,
    page_line,
    picture_name,
    proof_of,
    small,
    small_name,
    sync_folder,
    write,
)
from transparency.store.facts import facts_name, page_facts
from transparency.store.file_names import folder_inside
from transparency.store.hold import Hold
from transparency.store.sums import SUMS, digest_list

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

SETTINGS_THAT_MATTER = (
    "ROBOTSTXT_OBEY", "USER_AGENT", "CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN", "DOWNLOAD_DELAY", "AUDITS_AT_ONCE",
    "FAMILIES_ENABLED", "EGRESS_ALLOWED", "AUTOTHROTTLE_ENABLED", "CONTACT",
)  # fmt: skip


class _Pipeline:
    """Knows the audits of the spider."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        """Scrapy's way to make a component."""
        return cls(crawler)

    @property
    def spider(self) -> Any:
        """The spider of this run."""
        return self.crawler.spider

    @property
    def audits(self) -> dict[str, Audit]:
        """The audits of this run; none where the spider audits nothing (``scrapy shell``, a spider of somebody else)."""
        audits: dict[str, Audit] = getattr(self.spider, "audits", {})
        return audits

    def audit_of(self, item: Page | Verdict) -> Audit:
        """The audit that an item belongs to."""
        return self.audits[f"{item.uf.lower()}/{item.municipio}"]

    @contextmanager
    def keeping(self, item: Any) -> Iterator[None]:
        """What cannot be written spoils the whole audit: half of the evidence is none."""
        audit = self.audit_of(item) if isinstance(item, Page | Verdict) else None
        if audit is not None and (audit.unkept or audit.folder):
            raise DropItem("not kept")
        try:
            yield
        except OSError as error:
            if audit is None:
                raise
            audit.unkept = error.strerror or type(error).__name__
            audit.changed()
            raise DropItem(f"not kept: {audit.unkept}") from error


class ClassifyPipeline(_Pipeline):
    """Which items of which criteria does a page show?"""

    def process_item(self, item: Any) -> Any:
        """Judge a page and tell the audit, unless that was done when it was seen."""
        if isinstance(item, Page) and item.findings is None:
            item.findings = [] if item.problem else judge_page(item, self.spider.matrix)
            self.audit_of(item).consider(item, item.findings)
        return item


def folder_of(root: Path, audit: Audit) -> Path:
    """``<root>/<uf>/<slug>/<start of the audit>.<run>.partial``: where an audit is written until it is whole."""
    return folder_inside(root, *audit.name.split("/", 1)) / partial_name(_stamp(audit), audit.run)


def _stamp(audit: Audit) -> str:
    stamp = audit.started_at.replace("-", "").replace(":", "")
    return f"{stamp}-{audit.namesakes + 1}" if audit.namesakes else stamp


class EvidencePipeline(_Pipeline):
    """Keeps the pages and draws the pictures that prove something."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._root = Path(crawler.settings["AUDITS_DIR"])
        self._written: dict[tuple[str, str, int], tuple[str, str]] = {}
        self._drawn: dict[tuple[str, str], tuple[str, str]] = {}

    def process_item(self, item: Any) -> Any:
        """Store a page; give a verdict its files and their digests."""
        with self.keeping(item):
            if isinstance(item, Page):
                self._store(item)
            elif isinstance(item, Verdict) and item.status == "published":
                self._prove(item)
        return item

    def _store(self, page: Page) -> None:
        audit = self.audit_of(page)
        for number in range(len(page.frames)):
            name = html_name(page, number)
            digest = write(folder_of(self._root, audit) / name, page_html(page, number))
            self._written[(audit.name, page.node, number)] = (name, digest)
        if name := facts_name(page):
            write(folder_of(self._root, audit) / name, page_facts(page))
        if page.errand:
            if page.screenshot:  # whether an answer cites it is known when all are given
                write(folder_of(self._root, audit) / picture_name(page.node), page.screenshot)
            return
        ledger = audit.ledger
        ledger.stored[page.node] = html_name(page, 0) if page.frames else ""
        ledger.like[page.node] = page.like or page.node
        if page.screenshot is not None:
            ledger.pictures[page.node] = small_name(page.node)
            write(folder_of(self._root, audit) / small_name(page.node), small(page.screenshot))

    def _prove(self, verdict: Verdict) -> None:
        audit = self.audit_of(verdict)
        proof = audit.ledger.proofs[(verdict.criterion, verdict.item)]
        page = proof.page
        stored = self._written.get((audit.name, page.node, proof.finding.frame))
        if stored is None:
            verdict.status = "inconclusive"
            verdict.reason = NOT_KEPT
            return
        verdict.html, verdict.html_sha256 = stored
        drawn = self._drawn.get((audit.name, page.node))
        if drawn is None and page.screenshot is not None:
            boxes: list[Box] = [
                page.moved.get(p.finding.box, p.finding.box)
                for p in audit.ledger.proofs.values()
                if p.page is page and p.finding.box is not None
            ]
            name = picture_name(page.node)
            marked, near = proof_of(page.screenshot, page.shot_origin, boxes)
            digest = write(folder_of(self._root, audit) / name, marked)
            write(folder_of(self._root, audit) / small_name(page.node), near)
            drawn = self._drawn[(audit.name, page.node)] = (name, digest)
        if drawn is not None:
            verdict.evidence, verdict.evidence_sha256 = drawn
        else:
            verdict.reason += NO_PICTURE


class AuditPipeline(_Pipeline):
    """Writes each audit's folder aside, and renames it when it is whole."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._root = Path(crawler.settings["AUDITS_DIR"])
        self._verdicts: dict[str, list[Verdict]] = defaultdict(list)
        self._meter = TreeMeter()
        self._cpu: dict[str, float] = {}
        self._hidden: dict[str, Counter[str]] = defaultdict(Counter)
        self._veiled: Counter[str] = Counter()
        self.folders: dict[str, Path] = {}
        self._hold: Hold | None = None

    def open_spider(self) -> None:
        """Fail now, not after an hour, when the folder cannot be written. A run without audits writes nothing."""
        if not self.audits:
            return
        check_writable(self._root)
        run = self.crawler.settings.get("RUN_ID")
        if not run:  # a crawl by itself is a run of its own
            run = new_id()
            self._hold = Hold(self._root, run)
        self._meter.start()
        for audit in self.audits.values():
            audit.on_begin = self._begin
            audit.run = run

    def _begin(self, audit: Audit) -> None:
        folder = self._claim(audit)
        for name in ("pages", "evidence"):
            (folder / name).mkdir()
        self._meter.forget_peak()
        self._cpu[audit.name] = self._meter.cpu_seconds()

    def _claim(self, audit: Audit) -> Path:
        """A folder of its own, whatever this run has begun on the same town in the same second."""
        while True:
            folder = folder_of(self._root, audit)
            folder.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                folder.mkdir()
                return folder
            audit.namesakes += 1

    def process_item(self, item: Any) -> Any:
        """A line per page (which then leaves the feeds), a line per verdict; the last one makes the audit whole."""
        with self.keeping(item):
            self._keep(item)
        return item

    def _keep(self, item: Any) -> None:
        if isinstance(item, Page):
            audit = self.audit_of(item)
            self._append(audit, PAGES, page_line(item, audit.ledger.readable))
            self._hidden[audit.name].update(item.masked)
            self._veiled[audit.name] += item.veiled
            if not audit.ledger.proves(item):
                _lighten(item)
            raise DropItem("page judged and stored")
        if isinstance(item, Verdict):
            audit = self.audit_of(item)
            self._append(audit, VERDICTS, vars(item))
            self._verdicts[audit.name].append(item)
            if len(self._verdicts[audit.name]) == len(audit.ledger.items()):
                self._finish(audit)

    def _append(self, audit: Audit, name: str, line: dict[str, Any]) -> None:
        with open(folder_of(self._root, audit) / name, "a", encoding="utf-8", errors="replace") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _finish(self, audit: Audit) -> None:
        folder = folder_of(self._root, audit)
        verdicts = self._verdicts[audit.name]
        town = audit.municipality
        cpu = self._meter.cpu_seconds() - self._cpu[audit.name]
        summary = {
            "municipio": {
                "slug": town.slug, "name": town.name, "uf": town.uf, "ibge": town.ibge, "families": list(town.families),
                "portal_url": without_secrets(town.portal_url, town.portal_url),
            },
            "started": audit.started_at,
            "ended": now(),
            "duration_seconds": round(audit.ended - audit.started, 2),
            "cpu_seconds": round(cpu, 2),
            "peak_memory_bytes": self._meter.peak_bytes(),
            **audit.summary(verdicts),
            "privacy": {
                "rules": RULES, "masked": dict(self._hidden[audit.name]), "rows_veiled": self._veiled[audit.name], "rows_shown": SHOWN_ROWS,
                "pictures": "numbers masked, rows beyond the first blurred, in the page before the picture",
            },
            "settings": {
                **{name: self.crawler.settings.get(name) for name in SETTINGS_THAT_MATTER},
                "spider": self.spider.name, "strategy": self.spider.strategy, "budget": vars(audit.budget), "essential_only": audit.essential_only,
            },
            "versions": {"transparency": __version__, "python": platform.python_version(), **{p: version(p) for p in ("scrapy", "scrapy-playwright", "playwright")}},
        }  # fmt: skip
        write(folder / KNOWN, (json.dumps(places_of(audit), ensure_ascii=False) + "\n").encode())
        write(folder / SUMMARY, (json.dumps(summary, ensure_ascii=False, indent=2) + "\n").encode())
        for name in (VERDICTS, PAGES):
            with open(folder / name, "ab") as file:
                os.fsync(file.fileno())
        write(folder / SUMS, digest_list(folder))
        for inner in (*folder.iterdir(), folder):
            if inner.is_dir():
                sync_folder(inner)
        whole = self._name_for_good(audit, folder)
        audit.release()
        for proof in audit.ledger.proofs.values():
            _lighten(proof.page)
        audit.ledger.proofs.clear()
        for kept in (self._verdicts, self._cpu, self._hidden, self._veiled):
            kept.pop(audit.name, None)
        self.folders[audit.name] = whole
        audit.folder = str(whole)

    def _name_for_good(self, audit: Audit, folder: Path) -> Path:
        """The one step that makes an audit whole. Another run may have begun on the town in the same second."""
        while True:
            whole = folder.with_name(_stamp(audit))
            try:
                folder.rename(whole)
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
                audit.namesakes += 1
                continue
            sync_folder(whole.parent)
            return whole

    def close_spider(self) -> None:
        """What is not whole is not kept."""
        self._meter.stop()
        if self._hold is not None:
            self._hold.release()
        for audit in self.audits.values():
            if audit.started and audit.name not in self.folders:
                shutil.rmtree(folder_of(self._root, audit), ignore_errors=True)


def _lighten(page: Page) -> None:
    """What is on disk, or will not be asked for, need not stay in memory."""
    page.screenshot = None
    for frame in page.frames:
        frame.html, frame.facts = "", b""
