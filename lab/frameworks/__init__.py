"""The registry of frameworks: one module per framework in this folder, found by itself.

A module defines one subclass of `Framework` with a ``name``; its templates live in ``lab/templates/<name>/``.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from lab.frameworks.base import Framework


@lru_cache(maxsize=1)
def frameworks() -> dict[str, type[Framework]]:
    """Every framework by name."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    found: dict[str, type[Framework]] = {}
    waiting = list(Framework.__subclasses__())
    while waiting:
        cls = waiting.pop()
        waiting += cls.__subclasses__()
        if cls.name:
            found[cls.name] = cls
    return found


def framework(name: str) -> type[Framework]:
    """:raises KeyError: for a name no module defines."""
    return frameworks()[name]


__all__ = ["Framework", "framework", "frameworks"]
