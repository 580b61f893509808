"""After a run: what is new goes into the feeds and to everybody who wants to hear of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from scrapy.settings import BaseSettings

from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle
from transparency.news import journal, outbox, words
from transparency.news.changes import News, news_of
from transparency.news.outbox import Message, Sent
from transparency.news.subscriptions import Subscription, subscriptions_of, targets
from transparency.news.ways import Mailer
from transparency.portals.catalogue import slugify
from transparency.run.command import cycles_of
from transparency.run.monitors import Alarm
from transparency.run.runs import Result


def announce(
    run: str, found: Sequence[Result], odd: Iterable[Alarm], matrix: Matrix, settings: BaseSettings, send: bool = True
) -> list[Alarm]:
    """Record what is new of a run, and send it; gives alarms over what could not be recorded or sent. ``send``: False where somebody
    waits for the end: it goes out with the next run."""
    if not settings.getbool("NEWS_ENABLED"):
        return []
    root = Path(settings["AUDITS_DIR"])
    try:
        asked = subscriptions_of(settings)
        with journal.held(root / journal.ROOM):
            cycles = cycles_of([result.stored for result in found if result.stored is not None], settings)
            _record(root, run, found, odd, matrix, asked, settings.get("NEWS_URL") or "", cycles)
            sent = (
                outbox.send_all(root / journal.ROOM, targets(asked), Mailer.from_settings(settings)) if send else Sent()
            )
    except UserError as error:
        return [Alarm("news", f"As novidades não foram contadas: {error}")]
    except OSError as error:
        return [
            Alarm(
                "news",
                f"As novidades não puderam ser gravadas em {root} ({error.strerror}); a próxima execução as conta.",
            )
        ]
    return [Alarm("news", failure) for failure in sent.failures]


def _record(
    root: Path,
    run: str,
    found: Sequence[Result],
    odd: Iterable[Alarm],
    matrix: Matrix,
    asked: Iterable[Subscription],
    base: str,
    cycles: Sequence[Cycle],
) -> None:
    room = root / journal.ROOM
    told = journal.announced(room)
    news = news_of(run, found, odd, matrix, told, cycles)
    if not news.towns and not news.alarms:
        return
    for one in asked:
        part = one.part_of(news)
        if part is not None:
            for message in messages(one, part, base):
                outbox.put(room, message)
    journal.record(root, news, base)
    newest = {
        f"{result.municipality.uf.lower()}/{result.municipality.slug}": result.stored.folder.name
        for result in found
        if result.stored is not None
    }
    journal.remember(room, {**told, **{place: max(name, told.get(place, "")) for place, name in newest.items()}})


def messages(to: Subscription, part: News, base: str) -> Iterable[Message]:
    """What goes to a subscription. Told again after a crash, it is the same; another part of a run is another message."""
    name = slugify(to.name)
    what = hashlib.sha256(repr((part.alarms, [(town.place, town.audit) for town in part.towns])).encode()).hexdigest()[
        :8
    ]
    if to.mails:
        yield Message(f"{part.run}-{name}-{what}-email", name, "email", words.subject(part), words.text(part, base))
    if to.webhook:
        yield Message(f"{part.run}-{name}-{what}-webhook", name, "webhook", told=words.payload(part, base))


def check_news(settings: BaseSettings) -> None:
    """UserError for what is wrong with who is to be told, before a run."""
    if settings.getbool("NEWS_ENABLED"):
        subscriptions_of(settings)
