"""What a collection has brought, in words (Portuguese)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from transparency.rows.items import ListSummary
from transparency.text import plural

CHANGES = {"new": "novas", "changed": "mudadas", "gone": "sumidas"}
"""What has happened to rows since the last run, in words (Portuguese)."""


def changes_in_words(changes: Mapping[str, int]) -> str:
    """What has changed since the last run (Portuguese); nothing where that is nothing.

    >>> changes_in_words({"new": 3, "gone": 1}), changes_in_words({"changed": 0})
    ('3 novas; 1 sumidas', '')
    """
    return "; ".join(f"{changes[kind]} {word}" for kind, word in CHANGES.items() if changes.get(kind))


def tell(summaries: Sequence[ListSummary]) -> list[str]:
    """A line for each list, for people (Portuguese)."""
    lines = []
    for one in summaries:
        told = "o portal não diz quantas são" if one.told is None else f"o portal conta {one.told}"
        doubts = sum(one.doubts.values())
        parts = (
            [f"{plural(one.rows, 'linha')} em {plural(one.pages, 'página')}", told] if one.rows else ["nenhuma linha"]
        )
        parts += [f"do arquivo “{one.file}”"] if one.file else []
        parts += [changed] if (changed := changes_in_words(one.changes)) else []
        parts += [*([plural(doubts, "célula em dúvida", "células em dúvida")] if doubts else []), *one.gaps]
        lines.append(f"{one.municipio}, {one.criterion}: {'; '.join(parts)}.")
    return lines
