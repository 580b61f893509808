"""Query forms in several steps."""

from __future__ import annotations

from collections.abc import Collection

from transparency.extract.forms.query_words import QueryWords
from transparency.model import Form, View
from transparency.text import normalize


def fields_of(form: Form) -> tuple[str, ...]:
    """What tells the form of one step from that of the next, which often stands in its very place."""
    return tuple(sorted(f"{control.tag} {normalize(control.label)}" for control in form.controls))


def in_sight(data: View) -> set[tuple[str, ...]]:
    """The forms and buttons that are shown, to tell what comes with the next step."""
    buttons = {(c.path, c.label) for c in data.candidates if not c.hidden}
    return buttons | {fields_of(form) for form in data.forms}


def next_form(data: View, seen: Collection[tuple[str, ...]], words: QueryWords) -> Form | None:
    """What a form asks in its next step: fields that were not in ``seen`` and their button, or only a button that sends what
    was chosen before. None where the steps have an end."""
    fresh = [form for form in data.forms if fields_of(form) not in seen and any(c.visible for c in form.controls)]
    if fresh:
        return None if fresh[0].personal else fresh[0]
    for candidate in data.candidates:
        says = normalize(candidate.label)
        if (candidate.path, candidate.label) in seen:
            continue
        if (
            candidate.kind == "click"
            and (says in words.buttons or says in words.onward)
            and not (candidate.hidden or candidate.disabled or candidate.row or candidate.sends)
            and candidate.region not in ("nav", "header", "footer", "aside")
        ):
            return Form(region="", button=candidate.path, tag=candidate.tag, label=candidate.label)
    return None
