"""Where audits are sent to: a bucket of any S3-compatible service, or a folder. Names are paths with slashes."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from transparency.items import UserError
from transparency.store.evidence import sync_folder, write

TRIES = 5
"""Of a request to S3; between them botocore waits for longer and longer."""
CONNECT_SECONDS, ANSWER_SECONDS = 10, 60


class Unreachable(OSError):
    """The place did not take, or did not give, what it was asked for."""


class Place(Protocol):
    """What is needed of a place; everything else raises ``Unreachable``."""

    address: str

    def put(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""

    def put_new(self, name: str, data: bytes) -> bool:
        """Write a file unless there is one; of several that try, one succeeds."""

    def get(self, name: str) -> bytes | None:
        """A file's content; None when there is none."""

    def sizes(self, prefix: str) -> dict[str, int]:
        """Names that begin so, and how many bytes they hold."""

    def delete(self, name: str) -> None:
        """Take a file away, if it is there."""


def place_of(address: str, tries: int = TRIES) -> Place:
    """The place of an address: ``s3://bucket/prefix``, ``file:///folder`` or a folder. UserError for any other."""
    parts = urlsplit(address)
    if parts.scheme == "s3" and parts.hostname and not (parts.username or parts.query or parts.fragment):
        return Bucket(parts.netloc, parts.path.strip("/"), tries)
    if parts.scheme in ("", "file") and parts.path and not parts.netloc:
        return Folder(Path(parts.path))
    raise UserError(
        f"AUDITS_STORE inválido: “{parts._replace(netloc=parts.hostname or '').geturl()}”.",
        "Use s3://balde/prefixo (a chave de acesso vem de AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY) ou uma pasta.",
    )


def s3_client(tries: int, **options: Any) -> Any:
    """A client of S3 that tries again by itself. Keys, region and endpoint come from the environment or ``~/.aws``."""
    try:
        from botocore.config import Config

        session = _session()
    except ImportError:
        raise UserError(
            "Falta a biblioteca boto3, que fala com S3.", "Instale: pip install 'transparency[s3]'"
        ) from None
    retries = {"mode": "standard", "total_max_attempts": tries}
    config = Config(retries=retries, connect_timeout=CONNECT_SECONDS, read_timeout=ANSWER_SECONDS)
    with _making:  # a session serves one at a time, and knows the service's many pages by heart once it has read them
        return session.client("s3", config=config, **options)


_making = threading.Lock()


@cache
def _session() -> Any:
    import boto3

    return boto3.session.Session()


@contextlib.contextmanager
def asking() -> Iterator[None]:
    """Whatever goes wrong with S3 is ``Unreachable``, told in one line that holds no key."""
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        yield
    except ClientError as error:
        told = error.response.get("Error", {})
        raise Unreachable(f"{error.operation_name}: {told.get('Code')} ({told.get('Message')})") from error
    except BotoCoreError as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


class Bucket:
    """A prefix of a bucket."""

    def __init__(self, bucket: str, prefix: str, tries: int = TRIES) -> None:
        self.address = f"s3://{bucket}/{prefix}".rstrip("/")
        self._bucket, self._prefix = bucket, f"{prefix}/" if prefix else ""
        self._client = s3_client(tries)

    def put(self, name: str, data: bytes) -> None:
        """Write a file; S3 shows it when it is whole."""
        with asking():
            self._client.put_object(Bucket=self._bucket, Key=self._prefix + name, Body=data)

    def put_new(self, name: str, data: bytes) -> bool:
        """Write a file unless there is one."""
        from botocore.exceptions import ClientError

        with asking():
            try:
                self._client.put_object(Bucket=self._bucket, Key=self._prefix + name, Body=data, IfNoneMatch="*")
            except ClientError as error:
                if error.response["ResponseMetadata"]["HTTPStatusCode"] not in (409, 412):
                    raise
                # Our own try may have been the one, its answer lost.
                return self.get(name) == data
        return True

    def get(self, name: str) -> bytes | None:
        """A file's content."""
        from botocore.exceptions import ClientError

        with asking():
            try:
                body = self._client.get_object(Bucket=self._bucket, Key=self._prefix + name)["Body"]
                return bytes(body.read())
            except ClientError as error:
                if error.response["ResponseMetadata"]["HTTPStatusCode"] == 404 and _code(error) != "NoSuchBucket":
                    return None
                raise

    def sizes(self, prefix: str) -> dict[str, int]:
        """Names that begin so."""
        with asking():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=self._prefix + prefix
            )
            return {
                one["Key"].removeprefix(self._prefix): int(one["Size"])
                for page in pages
                for one in page.get("Contents", [])
            }

    def delete(self, name: str) -> None:
        """Take a file away."""
        with asking():
            self._client.delete_object(Bucket=self._bucket, Key=self._prefix + name)


def _code(error: Any) -> str:
    return str(error.response.get("Error", {}).get("Code"))


class Folder:
    """A folder, such as one of a file server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.address = self.folder.as_uri()

    def put(self, name: str, data: bytes) -> None:
        """Write a file aside, and give it its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, data)

    def put_new(self, name: str, data: bytes) -> bool:
        """A second name for a file made aside: the one thing that only one can do, also on file servers."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
        write(aside, data)
        try:
            os.link(aside, path)
        except FileExistsError:
            return path.read_bytes() == data
        finally:
            aside.unlink()
        sync_folder(path.parent)
        return True

    def get(self, name: str) -> bytes | None:
        """A file's content."""
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def sizes(self, prefix: str) -> dict[str, int]:
        """Names that begin so."""
        top = self.folder / prefix.rpartition("/")[0]
        found = (path for path in top.rglob("*") if path.is_file())
        named = {path.relative_to(self.folder).as_posix(): path.stat().st_size for path in found}
        return {name: size for name, size in named.items() if name.startswith(prefix)}

    def delete(self, name: str) -> None:
        """Take a file away, and its folders when they are empty."""
        path = self.folder / name
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            while (path := path.parent) != self.folder:
                path.rmdir()
