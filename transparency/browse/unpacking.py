"""Compressed answers that end too early: a browser shows what it could unpack, and says nothing."""

from __future__ import annotations

import zlib
from typing import Any

import brotli
from scrapy import Request
from scrapy.exceptions import ResponseDataLossError
from scrapy.http import Response

STEP = 64 * 1024
ENDS = (b"</html", b"</body", b"</frameset")
_TAIL = 4096
_ZLIB = {"gzip": 31, "x-gzip": 31, "deflate": 15}
"""Encoding → ``wbits``."""


def ends(html: bytes) -> bool:
    """Whether a page says that it is over.

    >>> ends(b"<p>Despesas</p></BODY>"), ends(b"<p>Despesas</p><ta")
    (True, False)
    """
    tail = html[-_TAIL:].lower()
    return any(end in tail for end in ENDS)


def cut_off(body: bytes, encoding: str, most: int) -> bool:
    """Whether a compressed body ends before its end. One that is no such thing at all, or holds more than ``most`` bytes, is
    for those who unpack it."""
    if not body:
        return False
    try:
        if encoding in _ZLIB:
            return _deflated(body, _ZLIB[encoding], most)
        return encoding == "br" and _brotli(body, most)
    except (zlib.error, brotli.error):
        return False


def _deflated(body: bytes, wbits: int, most: int) -> bool:
    stream, size, rest = zlib.decompressobj(wbits), 0, body
    while not stream.eof and size <= most:
        out = stream.decompress(rest, STEP)
        size, rest = size + len(out), stream.unconsumed_tail
        if not out and not rest:
            return not stream.eof
    return False


def _brotli(body: bytes, most: int) -> bool:
    stream, size = brotli.Decompressor(), 0
    out = stream.process(body, output_buffer_limit=STEP)
    while not stream.is_finished() and size <= most:
        size += len(out)
        if not out:
            return True
        out = stream.process(b"", output_buffer_limit=STEP)
    return False


class WholeBodies:
    """Downloader middleware, nearer to the server than the one that unpacks: what came only in part is no answer."""

    def process_response(self, request: Request, response: Response, spider: Any = None) -> Response:
        """Refuse it."""
        del spider
        encodings = b",".join(response.headers.getlist("Content-Encoding")).decode("latin-1").lower().split(",")
        if len(encodings) == 1 and cut_off(
            response.body, encodings[0].strip(), request.meta.get("download_maxsize", 1 << 25)
        ):
            raise ResponseDataLossError(f"{encodings[0]} body of {request.url} is incomplete")
        return response
