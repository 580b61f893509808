"""What is to go out lies on disk until it has: a server that is down, or a program that is killed, loses nothing.

Neither addresses nor secrets are stored, but the name of the subscription, which is looked up when the message goes out; and of a
recipient who has had it, a digest.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from transparency.called import called
from transparency.news.subscriptions import Subscription
from transparency.news.ways import Mailer, Undelivered, post
from transparency.store.evidence import write

FOLDER = "outbox"
Way = Literal["email", "webhook"]
WORDS: dict[Way, str] = {"email": "por e-mail", "webhook": "por webhook"}


class Message(msgspec.Struct):
    """One subscription's part of a run, one way."""

    key: str
    subscription: str
    """Its name, as a file has it."""
    way: Way
    subject: str = ""
    text: str = ""
    told: dict[str, Any] = {}
    done: list[str] = []
    """Digests of recipients who have it."""


@dataclass(frozen=True)
class Sent:
    """How a round of sending ended. ``failures`` are sentences for people."""

    sent: int = 0
    failures: tuple[str, ...] = ()


def put(room: Path, message: Message) -> None:
    """Keep a message until it is sent. OSError when it cannot be."""
    (room / FOLDER).mkdir(parents=True, exist_ok=True)
    write(room / FOLDER / f"{message.key}.json", msgspec.json.encode(message))


def waiting(room: Path) -> list[Path]:
    """The messages that are still to go out, the oldest first."""
    return sorted((room / FOLDER).glob("[!.]*.json"))


def send_all(room: Path, to: Mapping[tuple[str, str], Subscription], mailer: Mailer) -> Sent:
    """Send what is waiting; where one has failed, nothing else is tried the same way in this round. OSError when the room cannot be used."""
    sent = 0
    failed: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    over: dict[tuple[str, str], str] = {}
    for file in waiting(room):
        message = _read(file)
        if message is None:
            failed["", "o arquivo guardado está estragado"].append(str(file))
            continue
        target = (message.subscription, message.way)
        if target not in over:
            try:
                _send(file, message, to.get(target), mailer)
                file.unlink()
                sent += 1
                continue
            except Undelivered as error:
                over[target] = str(error)
        failed[message.way, over[target]].append(message.subscription)
    return Sent(sent, tuple(_told(failed)))


def _read(file: Path) -> Message | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Message)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _send(file: Path, message: Message, to: Subscription | None, mailer: Mailer) -> None:
    if to is None:
        raise Undelivered(f"o aviso não está mais nos ajustes; apague {file.parent} se ninguém o espera")
    if message.way == "webhook":
        post(to.webhook, {"id": message.key, "subscription": message.subscription, **message.told}, message.key)
        return
    missed = ""
    for mail in to.mails:
        digest = hashlib.sha256(f"{message.key} {mail}".encode()).hexdigest()[:16]
        if digest in message.done:
            continue
        try:
            mailer.send(mail, message.subject, message.text, f"{message.key}-{digest}")
        except Undelivered as error:
            missed = str(error)
            continue
        message.done.append(digest)
        write(file, msgspec.json.encode(message))
    if missed:
        raise Undelivered(missed)


def _told(failed: Mapping[tuple[str, str], list[str]]) -> Iterator[str]:
    for (way, reason), names in failed.items():
        if not way:
            yield f"{names[0]}: {reason}; apague-o."
            continue
        who = ", ".join(f"“{name}”" for name in dict.fromkeys(names))
        many = f"{len(names)} avisos não foram enviados" if len(names) > 1 else "Um aviso não foi enviado"
        kept = "ficam guardados, e são enviados" if len(names) > 1 else "fica guardado, e é enviado"
        yield f"{many} {WORDS[way]} ({who}): {reason}. {kept[:1].upper()}{kept[1:]} com a próxima execução ou com {called()} news."  # type: ignore[index]
