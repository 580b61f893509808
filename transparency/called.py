"""How the program was called: hints name the next command so that it can be pasted."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

NAME = "transparency"
"""The program's own command; Scrapy's does the same inside the project."""


def program(argv: Sequence[str], typed: Sequence[str]) -> str:
    """What a person types for the program. ``argv``: as ``sys.argv``; ``typed``: as ``sys.orig_argv``, with the interpreter.

    >>> program(["./bin/scrapy", "show"], ["python3", "./bin/scrapy", "show"])
    './bin/scrapy'
    >>> program(["/somewhere/scrapy/__main__.py"], ["./bin/python", "-m", "scrapy"])
    './bin/python -m scrapy'
    >>> program(["/somewhere/pytest"], ["python3", "/somewhere/pytest"])
    'transparency'
    """
    called = Path(argv[0] if argv else "")
    if "-m" in typed[1:-1]:
        module = typed[typed.index("-m") + 1]
        known = module.partition(".")[0] in (NAME, "scrapy") and module.partition(".")[2] in ("", "__main__", "cmdline")
        return f"{shlex.quote(typed[0])} -m {module}" if known else NAME
    if called.stem not in (NAME, "scrapy"):
        return NAME  # a worker, a server, a test
    on_path = shutil.which(called.name)
    return called.stem if on_path and Path(on_path).resolve() == called.resolve() else shlex.quote(str(called))


def called() -> str:
    """What whoever called this program would type to call it again. A script that stands before it says its own name."""
    return os.environ.get("TRANSPARENCY_CALLED") or program(sys.argv, sys.orig_argv)
