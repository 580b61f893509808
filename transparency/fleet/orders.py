"""What was ordered of a fleet, and who works on what. Redis holds the order; the place of the audits holds what is done.

A worker that takes a municipality gets a token, higher than all before it, and a lease that it renews while it lives. It
commits by writing a file that can be written once, so that of several audits of one order exactly one counts, whatever the
queue delivers twice and whoever comes back late. Redis may forget everything: what is committed stays committed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transparency.run.runs import new_id
from transparency.store.place import Place
from transparency.store.sending import send
from transparency.store.sums import SUMS

COMMITS = ".orders"
"""Folder of the commits, in the place of the audits."""
KEPT_DAYS = 30
"""Orders are forgotten by Redis after so long."""

_BEGIN = """
if redis.call('exists', KEYS[1]) == 1 then return 0 end
local token = redis.call('hincrby', KEYS[2], ARGV[1], 1)
redis.call('set', KEYS[1], token, 'px', ARGV[2])
return token
"""
_RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
_RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0"


class Rejected(Exception):
    """Somebody else has taken over this municipality, or has done it."""


@dataclass(frozen=True)
class Standing:
    """How an order stands: towns by state."""

    towns: int
    done: int
    failed: dict[str, str]
    """Town → reason."""
    working: list[str]

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.done + len(self.failed) >= self.towns


class Order:
    """The municipalities (``slug-uf``) of one order."""

    def __init__(self, redis: Any, id: str) -> None:
        self.redis, self.id = redis, id

    def _key(self, *parts: str) -> str:
        return ":".join(("transparency:order", self.id, *parts))

    @classmethod
    def new(cls, redis: Any, towns: Iterable[str]) -> Order:
        """Write an order down."""
        order = cls(redis, new_id())
        redis.sadd(order._key("towns"), *towns)
        redis.expire(order._key("towns"), KEPT_DAYS * 86400)
        redis.zadd("transparency:orders", {order.id: redis.time()[0]})
        return order

    @classmethod
    def all(cls, redis: Any) -> list[Order]:
        """Those that are remembered, newest first."""
        ids = [one.decode() for one in redis.zrevrange("transparency:orders", 0, -1)]
        gone = [one for one in ids if not redis.exists(f"transparency:order:{one}:towns")]
        if gone:
            redis.zrem("transparency:orders", *gone)
        return [cls(redis, one) for one in ids if one not in gone]

    # ---- one municipality ------------------------------------------------------------------------------------------

    def begin(self, town: str, lease_seconds: float) -> int:
        """Take a municipality: the token, or 0 when it is done, given up, or somebody's."""
        if self.is_over(town):
            return 0
        return int(self.redis.eval(_BEGIN, 2, self._key("lease", town), self._key("tokens"), town, int(lease_seconds * 1000)))  # fmt: skip

    def renew(self, town: str, token: int, lease_seconds: float) -> bool:
        """The holder lives. False when it holds the municipality no more."""
        return bool(self.redis.eval(_RENEW, 1, self._key("lease", town), token, int(lease_seconds * 1000)))

    def let_go(self, town: str, token: int, pause: float = 0.0) -> None:
        """The holder is through, or will try again after a pause (seconds) in which nobody else need take over."""
        if pause:
            self.redis.set(self._key("pause", town), token, px=int(pause * 1000))
        self.redis.eval(_RELEASE, 1, self._key("lease", town), token)

    def is_holder(self, town: str, token: int) -> bool:
        """Whether nobody took the municipality after the one with this token."""
        return int(self.redis.hget(self._key("tokens"), town) or 0) == token

    def is_over(self, town: str) -> bool:
        """Whether it is done or given up."""
        return bool(self.redis.hexists(self._key("done"), town) or self.redis.hexists(self._key("failed"), town))

    def tries(self, town: str, reason: str) -> int:
        """So often it has gone wrong for this reason, now included."""
        return int(self.redis.hincrby(self._key("tries"), f"{town}|{reason}", 1))

    def done(self, town: str, audit: str) -> None:
        """Its audit counts."""
        self.redis.hset(self._key("done"), town, audit)

    def give_up(self, town: str, reason: str) -> None:
        """It cannot be audited; why (Portuguese)."""
        self.redis.hset(self._key("failed"), town, reason)

    def uploads(self, town: str, token: int, audit: str) -> None:
        """A worker begins to bring an audit to the place: what it leaves there if it dies can be found."""
        self.redis.hset(self._key("uploads", town), str(token), audit)
        self.redis.expire(self._key("uploads", town), KEPT_DAYS * 86400)

    def left_by_others(self, town: str, audit: str) -> list[str]:
        """What other workers began to bring; to be asked when one audit counts, so that no other can."""
        return sorted(set(self._names(self.redis.hvals(self._key("uploads", town)))) - {audit})

    # ---- all of them -----------------------------------------------------------------------------------------------

    def standing(self) -> Standing:
        """How it stands."""
        failed = {town.decode(): why.decode() for town, why in self.redis.hgetall(self._key("failed")).items()}
        done = set(self._names(self.redis.hkeys(self._key("done"))))
        towns = self._names(self.redis.smembers(self._key("towns")))
        held = [town for town in sorted(towns) if self.redis.exists(self._key("lease", town))]
        return Standing(len(towns), len(done), {k: v for k, v in failed.items() if k not in done}, held)

    def lost(self, queue_is_empty: bool, grace: float) -> list[str]:
        """Municipalities whose worker is gone, or whose message is; each is named once per ``grace`` seconds."""
        towns = set(self._names(self.redis.smembers(self._key("towns"))))
        over = set(self._names([*self.redis.hkeys(self._key("done")), *self.redis.hkeys(self._key("failed"))]))
        begun = set(self._names(self.redis.hkeys(self._key("tokens"))))
        found = []
        for town in sorted(towns - over):
            idle = (town in begun or queue_is_empty) and not self.redis.exists(self._key("lease", town))
            if idle and self.redis.set(self._key("pause", town), 0, nx=True, px=int(grace * 1000)):
                found.append(town)
        return found

    @staticmethod
    def _names(found: Iterable[bytes]) -> list[str]:
        return [one.decode() for one in found]


def commit_name(order: str, town: str) -> str:
    """The file that tells which audit of a municipality counts for an order."""
    return f"{COMMITS}/{order}/{town}.json"


def committed(place: Place, order: str, town: str) -> str:
    """The audit that counts, or an empty string. What was interrupted between its two last steps is brought to an end."""
    data = place.get(commit_name(order, town))
    if data is None:
        return ""
    told = json.loads(data)
    name = f"{told['audit']}/{SUMS}"
    if place.get(name) is None:
        place.put(name, told["sums"].encode())
    return str(told["audit"])


def publish(order: Order, town: str, token: int, root: Path, folder: Path, place: Place) -> str:
    """Bring an audit to the place, where it counts for the order; its name. ``Rejected`` when another one does, or the
    municipality is somebody else's by now: then nothing of it is there."""
    # Several workers may have begun in the same second; what one takes back must not be another's.
    name = f"{folder.relative_to(root).as_posix()}{f'-{token}' if token > 1 else ''}"
    if not order.is_holder(town, token):
        raise Rejected(name)

    def commit(sums: bytes) -> bool:
        if not order.is_holder(town, token):
            return False
        record = {"audit": name, "token": token, "sums": sums.decode()}
        return place.put_new(commit_name(order.id, town), json.dumps(record).encode())

    order.uploads(town, token, name)
    if not send(root, folder, place, commit=commit, name=name):
        raise Rejected(name)
    # By workers that died; one that only was cut off takes it away itself.
    for left in order.left_by_others(town, name):
        files = place.sizes(f"{left}/")
        for file in files if f"{left}/{SUMS}" not in files else ():
            place.delete(file)
    return name
