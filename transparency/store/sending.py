"""Whole audits on their way to a place and back. An audit counts there only when its ``SHA256SUMS`` is there, which goes last.

The local copy is never touched. What was sent is noted in ``<root>/.sent``; what is not noted, or has changed since, is sent
the next time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from transparency.items import UserError
from transparency.store.audits import PARTIAL, PURGED, SUMMARY
from transparency.store.evidence import sync_folder, write
from transparency.store.hold import Hold
from transparency.store.place import Place, Unreachable
from transparency.store.seal import SIGNATURE, STAMP
from transparency.store.sums import SUMS, parse_sums
from transparency.text import plural

SENT = ".sent"
AT_ONCE = 4
"""Files on their way."""
REMADE = (SUMS, STAMP, SIGNATURE)
"""What changes in a whole audit: the list, when its report is made anew or after a purge; and who vouches for it."""
_AUDIT = re.compile(r"[a-z]{2}/[a-z0-9][a-z0-9_-]{0,119}/[0-9][0-9TZ-]{7,39}")


@dataclass(frozen=True)
class Failure:
    """What could not be sent or fetched, and why."""

    name: str
    reason: str


def whole_audits(root: Path) -> Iterator[Path]:
    """Folders of whole audits, oldest first per municipality."""
    for sums in sorted(root.glob(f"[a-z][a-z]/*/*/{SUMS}")):
        if not sums.parent.name.endswith(PARTIAL) and (sums.parent / SUMMARY).is_file():
            yield sums.parent


def unsent(root: Path, place: Place) -> list[Path]:
    """Whole audits that the place does not have, as far as was noted, or has otherwise."""
    return [folder for folder in whole_audits(root) if _noted(root, folder) != _state(place, folder)]


def _note(root: Path, folder: Path) -> Path:
    return (root / SENT / folder.relative_to(root)).with_suffix(".json")


def _noted(root: Path, folder: Path) -> object:
    with contextlib.suppress(OSError, ValueError):
        return json.loads(_note(root, folder).read_text("utf-8"))
    return None


def _state(place: Place, folder: Path) -> object:
    """Tells one content of an audit from another, without reading it."""
    stats = [(folder / name).stat() if (folder / name).exists() else None for name in REMADE]
    return {"place": place.address, "files": [[stat.st_size, stat.st_mtime_ns] if stat else None for stat in stats]}


def _same(before: bytes | None, digests: Mapping[str, str]) -> set[str]:
    """The files that the list of an earlier arrival has with the same digest."""
    try:
        known = parse_sums(before or b"")
    except ValueError:
        return set()
    return {file for file, digest in digests.items() if known.get(file) == digest}


def send(
    root: Path, folder: Path, place: Place, beat: Callable[[], None] = lambda: None, *,
    commit: Callable[[bytes], bool] | None = None, name: str = "",
) -> bool:  # fmt: skip
    """Bring a whole audit to a place, under its ``name``. ``commit`` is asked before the last step, and told the list of
    digests; False when it says that the audit must not count there: then nothing of it stays. ``Unreachable``: what has
    arrived does not count."""
    state = _state(place, folder)
    name = name or folder.relative_to(root).as_posix()
    files = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
    there = {key.removeprefix(f"{name}/"): size for key, size in place.sizes(f"{name}/").items()}
    sums = (folder / SUMS).read_bytes()
    digests = parse_sums(sums)
    if missing := digests.keys() - files.keys():
        raise ValueError(f"falta {min(missing)}")
    arrived_before = place.get(f"{name}/{SUMS}") if SUMS in there else None
    if arrived_before not in (None, sums):
        place.delete(f"{name}/{SUMS}")  # while it changes it does not count

    def bring(file: str) -> int:
        data = files[file].read_bytes()
        if digests.get(file, hashed := hashlib.sha256(data).hexdigest()) != hashed:
            raise Unreachable(f"{file} não confere com {SUMS}")
        place.put(f"{name}/{file}", data)
        beat()
        return len(data)

    kept = _same(arrived_before, digests) & there.keys()
    wanted = [file for file in files if file != SUMS and file not in kept]
    with ThreadPoolExecutor(AT_ONCE) as workers:
        sizes = dict(zip(wanted, workers.map(bring, wanted), strict=True))
    for gone in sorted(there.keys() - files.keys()):  # purged, or of a try before
        place.delete(f"{name}/{gone}")
    arrived = place.sizes(f"{name}/")
    torn = [file for file, size in sizes.items() if arrived.get(f"{name}/{file}") != size]
    if torn:
        raise Unreachable(
            f"{plural(len(torn), 'arquivo não chegou inteiro', 'arquivos não chegaram inteiros')}: {torn[0]}"
        )
    if commit is not None and not commit(sums):
        for file in arrived:
            place.delete(file)
        return False
    place.put(f"{name}/{SUMS}", sums)
    note = _note(root, folder)
    note.parent.mkdir(parents=True, exist_ok=True)
    write(note, json.dumps(state).encode())
    return True


def send_all(root: Path, place: Place, beat: Callable[[], None] = lambda: None) -> tuple[list[str], list[Failure]]:
    """Send what was not sent: names, and what failed. Nothing when somebody else is at it."""
    try:
        hold = Hold(root, "sending")
    except UserError:
        return [], []
    sent, failed = [], []
    try:
        for folder in unsent(root, place):
            name = folder.relative_to(root).as_posix()
            try:
                send(root, folder, place, beat)
                sent.append(name)
            except (OSError, ValueError) as error:
                failed.append(Failure(name, str(error)))
                if isinstance(error, Unreachable) and len(failed) > 2 and not sent:
                    break  # it is not the audits
    finally:
        hold.release()
    return sent, failed


def incomplete(place: Place, prefix: str = "") -> list[str]:
    """What does not count at a place: audits on their way there, or begun by somebody who died."""
    there = place.sizes(prefix)
    names = {"/".join(name.split("/")[:3]) for name in there}
    return sorted(name for name in names if _AUDIT.fullmatch(name) and f"{name}/{SUMS}" not in there)


def receive_all(root: Path, place: Place, prefix: str = "") -> tuple[list[str], list[Failure]]:
    """Fetch the whole audits of a place that are not here; each file is checked against its digest."""
    there = place.sizes(prefix)
    names = sorted(name.removesuffix(f"/{SUMS}") for name in there if name.endswith(f"/{SUMS}"))
    got, failed = [], []
    for name in names:
        if not _AUDIT.fullmatch(name) or (root / name).exists():
            continue
        try:
            _receive(root, place, name, there.keys())
            got.append(name)
        except (OSError, ValueError) as error:
            failed.append(Failure(name, str(error)))
    return got, failed


def _receive(root: Path, place: Place, name: str, keys: Collection[str]) -> None:
    whole = root / name
    folder = whole.with_name(f"{whole.name}{PARTIAL}")
    shutil.rmtree(folder, ignore_errors=True)
    sums = place.get(f"{name}/{SUMS}") or b"\0"
    digests = parse_sums(sums)
    for beside in (PURGED, STAMP, SIGNATURE):
        if f"{name}/{beside}" in keys:
            digests.setdefault(beside, "")
    try:
        # What the list does not vouch for is not taken.
        for file, digest in digests.items():
            data = place.get(f"{name}/{file}")
            if data is None or (digest and hashlib.sha256(data).hexdigest() != digest):
                raise Unreachable(f"{file} {'falta' if data is None else f'não confere com {SUMS}'}")
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, data)
        write(folder / SUMS, sums)
        folder.rename(whole)
        sync_folder(whole.parent)
    except (OSError, ValueError):
        shutil.rmtree(folder, ignore_errors=True)
        raise
    note = _note(root, whole)
    note.parent.mkdir(parents=True, exist_ok=True)
    write(note, json.dumps(_state(place, whole)).encode())
