"""The log of a run: one event is one line of at most 2 KB, whatever a portal put into a title or an address.

What portals say reaches the log through titles, addresses and error messages; it must not forge lines, drive a terminal
or carry secrets and people's numbers. A traceback stays readable: its lines are joined, and its middle gives way first.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.log import get_scrapy_root_handler

from transparency.privacy.cleaning import clean

LONGEST = 2000
"""Bytes of a line."""
_BREAKS = re.compile(r"\s*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*")
_CONTROLS = re.compile(r"[\x00-\x09\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


_SETTING = re.compile(
    r"('\w*(?:SECRET|PASS|WEBHOOK|PROXY|TOKEN|SENHA|_KEY|KEY_ID|AUTH)\w*': )('[^']+'|\"[^\"]+\")", re.I
)
"""A setting as Scrapy lists those of a run, whose name says that nobody is to see it."""


def one_line(text: str) -> str:
    """A text as one harmless line: breaks as ``⏎``, control characters written out, the middle left out of what is too long.

    >>> one_line("a" + chr(10) + "b" + chr(27) + "[31m")
    'a ⏎ b\\\\x1b[31m'
    >>> one_line("{'AWS_SECRET_ACCESS_KEY': 'a1', 'BOT_NAME': 'transparency'}")
    "{'AWS_SECRET_ACCESS_KEY': '***', 'BOT_NAME': 'transparency'}"
    """
    text = _SETTING.sub(r"\1'***'", text)
    if len(text) > 4 * LONGEST:
        text = f"{text[: 2 * LONGEST]} … {text[-2 * LONGEST :]}"
    text = _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], _BREAKS.sub(" ⏎ ", clean(text).strip("\r\n")))
    data = text.encode()
    if len(data) <= LONGEST:
        return text
    half = (LONGEST - 8) // 2
    return f"{data[:half].decode(errors='ignore')} … {data[-half:].decode(errors='ignore')}"


class OneLine(logging.Formatter):
    """Another formatter's line, made one harmless line."""

    def __init__(self, inner: logging.Formatter | None) -> None:
        super().__init__()
        self.inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """The event as one line."""
        return one_line(self.inner.format(record))


class OneLineLog:
    """Gives the handler that Scrapy has made this format, and those of the root logger that write to a file or a terminal."""

    def __init__(self) -> None:
        handlers: list[logging.Handler | None] = [get_scrapy_root_handler(), *logging.getLogger().handlers]
        for handler in handlers:
            plain = isinstance(handler, logging.StreamHandler) and type(handler).__module__.startswith(
                ("logging", "scrapy")
            )
            if handler is not None and plain and not isinstance(handler.formatter, OneLine):
                handler.setFormatter(OneLine(handler.formatter))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OneLineLog:
        """Scrapy's way to make a component; again when the spider opens, should the handler be a new one."""
        log = cls()
        crawler.signals.connect(log.opened, signals.spider_opened)
        return log

    def opened(self, **_: Any) -> None:
        """The run begins."""
        OneLineLog.__init__(self)
