"""The parts, a module per axis or two. Importing this package registers them all."""

from lab.forge.parts import (
    addresses,
    clutters,
    details,
    exports,
    filters,
    lists,
    looks,
    menus,
    more_lists,
    pagings,
    queries,
    records,
    sessions,
    timings,
    untidies,
    ways,
)

__all__ = [
    "addresses",
    "clutters",
    "details",
    "exports",
    "filters",
    "lists",
    "looks",
    "menus",
    "more_lists",
    "pagings",
    "queries",
    "records",
    "sessions",
    "timings",
    "untidies",
    "ways",
]
