"""The way to a page, as the page shows it in a line: "Início > Transparência > Receitas"."""

from __future__ import annotations

from transparency.aspects.case import Case
from transparency.text import normalize

_SIGNS = ">›»/→"


def is_trail(case: Case, line: str) -> bool:
    """Whether a line is a way: "Início > Transparência > Receitas", "Você está aqui: …"."""
    if len(line) > 200:
        return False
    lead = next((line[: line.index(sign)] for sign in line if sign in _SIGNS), "")
    begins = any(normalize(lead) == home or normalize(lead).endswith(f" {home}") for home in case.words.homes)
    here = any(normalize(line).startswith(f"{one} ") for one in case.words.breadcrumbs if " " in one)
    return bool(lead and begins) or here
