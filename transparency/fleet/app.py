"""The Celery application: ``celery -A transparency.fleet.app worker`` on every machine, ``… worker -B -Q transparency-watch``
on one, which gives to others what dead workers held, and orders what is due.

The queue may deliver twice and late, workers may die or be cut off at any instant: a task asks the order whether there is
anything to do, holds a lease while it works, and commits with a file that is written once.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import logging
import random
import shutil
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from celery import Celery
from celery.schedules import crontab
from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from scrapy.settings import Settings

from transparency.fleet import auditing
from transparency.fleet.orders import Order, Rejected, committed, publish
from transparency.items import UserError
from transparency.net.politeness import server_of
from transparency.node import host_of
from transparency.portals import catalogue
from transparency.portals.catalogue import Municipality
from transparency.run.revisit import due
from transparency.store.hold import RUNS, Hold, is_alive
from transparency.store.place import Place, place_of
from transparency.store.sending import receive_all

logger = logging.getLogger(__name__)

QUEUE = "transparency"
ROOMS = ".fleet"
"""Folder in which workers audit, a room per municipality."""
WATCH_QUEUE = "transparency-watch"
"""Of what must not wait behind thousands of municipalities."""
TOWN_SECONDS = 75 * 60
"""A municipality's time: its budget, and waits for a vendor's server on top."""
LEASE_SECONDS = 90.0
"""After so long without a sign of life a worker's municipality is another's."""
WATCH_SECONDS = 30.0
"""So often what dead workers held is given to others."""
BUSY_SECONDS = 20.0
"""A municipality whose vendor's server is somebody's turn comes back to the queue for so long."""
RETRIES = {"unseen": (2, 900.0), "broken": (3, 60.0), "late": (2, 300.0), "full": (20, 600.0), "unsent": (20, 120.0)}
"""Why a municipality is tried again: how often, and after how many seconds. What is ``wrong`` is given up at once."""
PUBLISH_PAUSES = (1.0, 5.0, 30.0, 60.0)
"""Seconds between tries to bring a whole audit to the place."""


@cache
def settings() -> Settings:
    """The project's, as the environment has them."""
    made = Settings()
    made.setmodule("transparency.settings", priority="project")
    return made


def redis_url() -> str:
    """Of the fleet. UserError where there is none."""
    if not settings().get("REDIS_URL"):
        raise UserError("Falta dizer onde está o Redis.", "Defina TRANSPARENCY_REDIS=redis://máquina:6379/0")
    return str(settings()["REDIS_URL"])


@cache
def redis() -> Any:
    """A client that waits for minutes for a server that is gone."""
    patience = Retry(ExponentialBackoff(cap=5.0, base=0.1), 60)
    return Redis.from_url(redis_url(), retry=patience, socket_timeout=10, socket_connect_timeout=5, health_check_interval=30)  # fmt: skip


@cache
def place() -> Place:
    """Where the audits go to. UserError where that was not said."""
    if not settings().get("AUDITS_STORE"):
        raise UserError(
            "Falta dizer onde as auditorias são guardadas.", "Defina TRANSPARENCY_AUDITS_STORE=s3://balde/prefixo"
        )
    return place_of(settings()["AUDITS_STORE"], settings().getint("STORE_TRIES"))


@cache
def towns() -> dict[str, Municipality]:
    """The catalogue, by ``slug-uf``."""
    known = catalogue.load([Path(path) for path in settings().getlist("CATALOGUE_FILES")] or None)
    return {f"{town.slug}-{town.uf.lower()}": town for town in known}


app = Celery("transparency", broker=settings().get("REDIS_URL") or "redis://127.0.0.1:6379/0")
app.conf.update(
    task_default_queue=QUEUE,
    task_routes={name: {"queue": WATCH_QUEUE} for name in ("transparency.watch_over", "transparency.run.revisit")},
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_acks_on_failure_or_timeout=True,
    worker_prefetch_multiplier=1,
    task_time_limit=TOWN_SECONDS + 600,
    broker_transport_options={"visibility_timeout": TOWN_SECONDS + 1200},
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_send_task_events=True,
    timezone="America/Fortaleza",
    beat_schedule={
        "watch-over": {"task": "transparency.watch_over", "schedule": WATCH_SECONDS, "options": {"expires": WATCH_SECONDS}},
        "revisit": {"task": "transparency.run.revisit", "schedule": crontab(hour="20", minute="0")},
    },
)  # fmt: skip


class _Alive:
    """Renews a lease in a thread; ``lost`` is set when it is somebody else's."""

    def __init__(self, order: Order, town: str, token: int, server: Any) -> None:
        self._order, self._town, self._token, self._server = order, town, token, server
        self._end = threading.Event()
        self.lost = threading.Event()

    def __enter__(self) -> _Alive:
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()
        return self

    def _beat(self) -> None:
        while not self._end.wait(LEASE_SECONDS / 4):
            with contextlib.suppress(RedisError, OSError):
                if not self._order.renew(self._town, self._token, LEASE_SECONDS):
                    self.lost.set()
                    return
                if self._server is not None:
                    self._server.reacquire()

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(1)


@app.task(name="transparency.audit_town")  # type: ignore[untyped-decorator]
def audit_town(order_id: str, town: str) -> None:
    """Audit a municipality (``slug-uf``) for an order, unless that is done or somebody's."""
    order = Order(redis(), order_id)
    if name := committed(place(), order_id, town):
        order.done(town, name)
        return
    if not (token := order.begin(town, LEASE_SECONDS)):
        return
    with _turn_of(town) as (server, free):
        if not free:
            _again(order, town, token, BUSY_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311
            return
        rooms = Path(settings()["AUDITS_DIR"]) / ROOMS
        root = rooms / f"{order_id}-{town}-{token}"
        sweep_rooms(rooms)
        hold = Hold(rooms, root.name)
        try:
            with _Alive(order, town, token, server) as alive:
                outcome = auditing.audit(town, root, TOWN_SECONDS, alive.lost)
                _conclude(order, town, token, root, outcome, alive)
        finally:
            shutil.rmtree(root, ignore_errors=True)
            hold.release()


def sweep_rooms(rooms: Path) -> list[str]:
    """Take away what dead workers of this machine left on its disk; the names of it."""
    dead = [room for room in rooms.glob("[!.]*") if room.is_dir() and not is_alive(rooms, room.name)]
    for room in dead:
        shutil.rmtree(room, ignore_errors=True)
        (rooms / RUNS / f"{room.name}.lock").unlink(missing_ok=True)
        logger.warning("%s: um processo morto deixou esta pasta; foi apagada.", room.name)
    return [room.name for room in dead]


def _conclude(order: Order, town: str, token: int, root: Path, outcome: auditing.Outcome, alive: _Alive) -> None:
    """Publish a whole audit; else try again, or give up, as the reason has it."""
    reason, told = outcome.reason, outcome.told
    last = False
    if reason:
        most, seconds = RETRIES.get(reason, (0, 0.0))
        last = order.tries(town, reason) > most
        if not last and not alive.lost.is_set():
            logger.warning("%s: %s; de novo em %.0f s.", town, told, seconds)
            _again(order, town, token, seconds)
            return
    if outcome.folder is None:
        if not alive.lost.is_set():
            logger.error("%s: %s; desiste-se.", town, told)
            order.give_up(town, told)
            order.let_go(town, token)
        return
    try:
        order.done(town, _publish(order, town, token, root, outcome.folder))
        order.let_go(town, token)
        logger.warning("%s: %s.", town, told)  # each town is a line, also where a worker logs warnings only
    except Rejected:
        logger.warning("%s: esta auditoria chegou tarde; conta a de outra máquina.", town)
    except OSError as error:
        logger.error("%s: não pôde ser enviada (%s).", town, error)
        _again(order, town, token, RETRIES["unsent"][1])


def _publish(order: Order, town: str, token: int, root: Path, folder: Path) -> str:
    for pause in PUBLISH_PAUSES:
        try:
            return publish(order, town, token, root, folder, place())
        except OSError as error:
            logger.warning("%s: o envio falhou (%s); de novo em %.0f s.", town, error, pause)
            time.sleep(pause)
    return publish(order, town, token, root, folder, place())


@contextlib.contextmanager
def _turn_of(town: str) -> Iterator[tuple[Any, bool]]:
    """One of the places on the vendor's server of a municipality, while the block lasts; whether there was one."""
    known = towns().get(town)
    if known is None or not known.portal_url:
        yield None, True  # the audit will tell what is wrong
        return
    server, places = server_of(host_of(known.portal_url)), settings().getint("SHARED_CONCURRENCY")
    locks = [
        redis().lock(f"transparency:town:{server}:{n}", timeout=LEASE_SECONDS, thread_local=False)
        for n in range(places)
    ]
    lock = next((lock for lock in locks if lock.acquire(blocking=False)), None)
    try:
        yield lock, lock is not None
    finally:
        if lock is not None:
            with contextlib.suppress(RedisError):
                lock.release()


def _again(order: Order, town: str, token: int, seconds: float) -> None:
    order.let_go(town, token, pause=seconds + LEASE_SECONDS)
    audit_town.apply_async((order.id, town), countdown=seconds)


def give(wanted: list[str]) -> Order:
    """Order audits of municipalities (``slug-uf``)."""
    order = Order.new(redis(), wanted)
    for town in wanted:
        audit_town.delay(order.id, town)
    return order


@app.task(name="transparency.watch_over")  # type: ignore[untyped-decorator]
def watch_over() -> int:
    """Give to others what dead workers held; how many."""
    empty = not redis().llen(QUEUE)
    found = 0
    for order in Order.all(redis()):
        for town in order.lost(empty, LEASE_SECONDS):
            logger.warning("%s: ninguém mais trabalha nele; volta à fila.", town)
            audit_town.delay(order.id, town)
            found += 1
    return found


@app.task(name="transparency.run.revisit")  # type: ignore[untyped-decorator]
def revisit() -> int:
    """Order what the plan says is due; how many municipalities that is. Those of an order under way are in good hands."""
    if any(not order.standing().over for order in Order.all(redis())):
        return 0
    wanted = due_towns()
    if wanted:
        give(wanted)
    return len(wanted)


def due_towns() -> list[str]:
    """What is due by the plan, after the audits of all machines were brought here."""
    root = Path(settings()["AUDITS_DIR"])
    receive_all(root, place())
    every, policy = settings().getfloat("REVISIT_DAYS"), settings()["REVISIT_POLICY"]
    visits = due(root, towns().values(), dt.datetime.now(dt.UTC), every, policy)
    return [f"{visit.slug}-{visit.uf.lower()}" for visit in visits if visit.due]
