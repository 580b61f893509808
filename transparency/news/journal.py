"""What was told of before, and the Atom feeds of it: ``noticias/*.atom`` below the folder of audits, one for all, one for each state,
vendor and municipality."""

from __future__ import annotations

import contextlib
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from feedgenerator import Atom1Feed
from markupsafe import escape

from transparency.news.changes import News, Town
from transparency.news.words import gist, town_lines
from transparency.portals.catalogue import OWN_SITE, slugify
from transparency.store.evidence import write

try:
    import fcntl
except ImportError:  # not on Windows: there nothing is locked
    fcntl = None  # type: ignore[assignment]

ROOM = ".news"
"""Folder of what is remembered, below that of the audits."""
FEEDS = "noticias"
EVERYTHING = "tudo"
TOLD, ENTRIES, LOCK = "told.json", "entries.jsonl", "lock"
KEPT = 10_000
"""Entries that are remembered, of all municipalities."""
LISTED = 50
"""Entries of a feed."""
_AUTHOR = "transparency"


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    id: str
    time: str
    """Of the run."""
    title: str
    lines: tuple[str, ...]
    report: str
    """Relative to the folder of audits; empty where there is none."""
    feeds: tuple[str, ...]
    """Names of the feeds that it stands in."""


@contextlib.contextmanager
def held(room: Path) -> Iterator[None]:
    """While nobody else tells news of these audits; whoever does is waited for. OSError when the room cannot be used."""
    room.mkdir(parents=True, exist_ok=True)
    with open(room / LOCK, "a", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def announced(room: Path) -> dict[str, str]:
    """``uf/slug`` → the folder of the newest audit that was told of. What is broken is as if nobody had been told."""
    try:
        return msgspec.json.decode((room / TOLD).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def remember(room: Path, told: dict[str, str]) -> None:
    """So that nothing is told twice."""
    write(room / TOLD, msgspec.json.encode(told))


def record(root: Path, news: News, base: str = "") -> None:
    """Enter what is new in the journal, and write the feeds that it stands in. OSError when that cannot be done."""
    room = root / ROOM
    fresh = [*_entries(news)]
    entries = [*_known(room), *fresh][-KEPT:]
    write(room / ENTRIES, b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    touched = dict.fromkeys([EVERYTHING, *(name for entry in fresh for name in entry.feeds)])
    wanted = dict.fromkeys(name for town in news.towns for name in _feeds_of(town))
    (root / FEEDS).mkdir(exist_ok=True)
    of: dict[str, list[Entry]] = {}
    for entry in reversed(entries):
        for name in entry.feeds:
            of.setdefault(name, []).append(entry)
    for name in [*touched, *wanted]:
        path = root / FEEDS / f"{name}.atom"
        if name in touched or not path.exists():
            write(path, feed(name, of.get(name, [])[:LISTED], _feed_id(room, name), news.time, base).encode())


def _known(room: Path) -> list[Entry]:
    """A line that was torn when a disk was full is passed over."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        for line in (room / ENTRIES).read_bytes().splitlines():
            with contextlib.suppress(msgspec.MsgspecError):
                found.append(msgspec.json.decode(line, type=Entry))
    return found


def _feeds_of(town: Town) -> Sequence[str]:
    makers = (f"fornecedor-{slugify(name)}" for name in town.families if slugify(name) and name != OWN_SITE)
    return (EVERYTHING, f"uf-{town.uf.lower()}", f"municipio-{town.uf.lower()}-{town.slug}", *makers)


def _entries(news: News) -> Iterator[Entry]:
    feeds = {town.place: _feeds_of(town) for town in news.towns}
    for alarm in news.alarms:
        key = _id(news.run, alarm.kind, alarm.text)
        among = dict.fromkeys([EVERYTHING, *(name for place in alarm.places for name in feeds.get(place, ()))])
        yield Entry(key, news.time, f"Alerta: {alarm.text}", (alarm.text,), "", tuple(among))
    for town in news.towns:
        if town.is_news:
            title = f"{town.name} ({town.uf}): {gist(len(town.appeared), len(town.vanished), len(town.alarms))}"
            report = f"{town.audit}/report.html" if town.audit else ""
            lines = tuple(town_lines(town))
            yield Entry(
                _id(news.run, town.place, town.audit), news.time, title, lines, report, tuple(feeds[town.place])
            )


def _id(*parts: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, "\n".join(parts)).urn


def _feed_id(room: Path, name: str) -> str:
    """Of a feed, for ever: made with the first, and not by where the folder lies."""
    path = room / "id"
    try:
        own = path.read_text("ascii").strip()
    except FileNotFoundError:
        own = uuid.uuid4().hex
        write(path, own.encode())
    return _id(own, name)


def feed(name: str, entries: Sequence[Entry], feed_id: str, time: str, base: str = "") -> str:
    """An Atom feed (RFC 4287). ``base``: where the folder of audits is published; without it links are relative to the feed."""
    above = f"{base.rstrip('/')}/" if base else "../"
    own = f"{above}{FEEDS}/{name}.atom"
    made = Atom1Feed(
        f"Novidades da transparência: {name}", above, "", language="pt-BR", author_name=_AUTHOR, feed_url=own, feed_guid=feed_id,
    )  # fmt: skip
    for entry in entries:
        when = dt.datetime.fromisoformat(entry.time)
        made.add_item(
            entry.title, f"{above}{entry.report}" if entry.report else own, description=None, content="<br>".join(map(escape, entry.lines)),
            unique_id=entry.id, pubdate=when, updateddate=when, categories=[one for one in entry.feeds if one != EVERYTHING],
        )  # fmt: skip
    return made.writeString("utf-8")
