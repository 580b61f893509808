"""Scrapy's feeds on S3 (``-O s3://bucket/verdicts.jsonl``, ``FEEDS``), of which none is lost when the network fails."""

from __future__ import annotations

import json
import logging
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.extensions.feedexport import BlockingFeedStorage

from transparency.items import UserError
from transparency.store.evidence import write
from transparency.store.place import Unreachable, asking, s3_client
from transparency.store.sending import Failure

logger = logging.getLogger(__name__)

OUTBOX = ".outbox"
"""Folder beside the audits for feeds on their way: the feed, and a note that says where to."""


class KeptS3FeedStorage(BlockingFeedStorage):
    """As Scrapy's, with botocore's retries; what cannot be sent stays in the outbox and goes with the next run."""

    def __init__(self, uri: str, settings: Any) -> None:
        address = urlsplit(uri)
        self._where = {"bucket": address.hostname, "key": address.path.lstrip("/"), "acl": settings.get("FEED_STORAGE_S3_ACL") or ""}  # fmt: skip
        self._tries = settings.getint("STORE_TRIES")
        self._options = {
            option: settings.get(name)
            for option, name in (
                ("aws_access_key_id", "AWS_ACCESS_KEY_ID"),
                ("aws_secret_access_key", "AWS_SECRET_ACCESS_KEY"),
                ("aws_session_token", "AWS_SESSION_TOKEN"),
                ("endpoint_url", "AWS_ENDPOINT_URL"),
                ("region_name", "AWS_REGION_NAME"),
            )
            if settings.get(name)
        }
        self._outbox = Path(settings["AUDITS_DIR"]) / OUTBOX
        try:
            s3_client(self._tries, **self._options)
        except UserError as error:
            raise NotConfigured(str(error)) from None

    @classmethod
    def from_crawler(cls, crawler: Crawler, uri: str, *, feed_options: Any = None) -> KeptS3FeedStorage:
        """Scrapy's way to make a component."""
        return cls(uri, crawler.settings)

    def _store_in_thread(self, file: IO[bytes]) -> None:
        note = self._outbox / f"{time.time_ns()}-{secrets.token_hex(3)}.json"
        self._outbox.mkdir(parents=True, exist_ok=True)
        file.seek(0)
        with open(note.with_suffix(".feed"), "wb") as kept:
            shutil.copyfileobj(file, kept)
        file.close()
        write(note, json.dumps(self._where).encode())
        try:
            _send(note, s3_client(self._tries, **self._options))
        except Unreachable as error:  # to Scrapy it would be lost
            address = f"s3://{self._where['bucket']}/{self._where['key']}"
            logger.error("%s não pôde ser enviado (%s). Fica guardado e vai com a próxima execução.", address, error)
            return
        for older in waiting(self._outbox.parent):  # they would take its place
            if older.name < note.name and json.loads(older.read_text("utf-8")) == self._where:
                older.unlink(missing_ok=True)
                older.with_suffix(".feed").unlink(missing_ok=True)


def _send(note: Path, client: Any) -> None:
    where, feed = json.loads(note.read_text("utf-8")), note.with_suffix(".feed")
    with asking(), open(feed, "rb") as body:
        acl = {"ACL": where["acl"]} if where["acl"] else {}
        client.upload_fileobj(body, where["bucket"], where["key"], ExtraArgs=acl)
    note.unlink()
    feed.unlink()


def waiting(root: Path) -> list[Path]:
    """Notes of the feeds that could not be sent yet, oldest first."""
    return sorted((root / OUTBOX).glob("*.json"))


def send_feeds(root: Path, tries: int) -> Iterator[str | Failure]:
    """Send the feeds that wait: where each went to, or why it did not."""
    notes = waiting(root)
    client = s3_client(tries) if notes else None
    for note in notes:
        try:
            where = json.loads(note.read_text("utf-8"))
            address = f"s3://{where['bucket']}/{where['key']}"
        except FileNotFoundError:  # somebody else was quicker
            continue
        except (OSError, ValueError, KeyError) as error:
            yield Failure(note.name, str(error))
            continue
        try:
            _send(note, client)
            yield address
        except (OSError, ValueError) as error:
            yield Failure(address, str(error))
