"""What a form does: whether it only asks what to show, and what of."""

from __future__ import annotations

from collections.abc import Sequence

from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import PAGER, PERIODS
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import QueryWords, chooses_view, field_kind
from transparency.extract.forms.query_words import has_term
from transparency.model import Field, Form, Pressable
from transparency.text import normalize

HEADING = 120
"""So many characters of what stands around a form head it."""


def opens_what_is_chosen(candidate: Pressable, forms: Sequence[Form], signposts: Signposts) -> bool:
    """Whether a component beside the button of a query opens the record that is chosen below ("Visualizar ficha")."""
    label = candidate.caption
    if candidate.kind != "click" or candidate.row or not signposts.opens(label) or signposts.is_return(label):
        return False
    bar = candidate.path.rpartition(">")[0]
    return any(f.button.rpartition(">")[0] == bar for f in forms)


def sends_something(
    form: Form,
    candidates: Sequence[Pressable],
    signposts: Signposts,
    words: QueryWords,
) -> bool:
    """Whether a form may do more than ask what to show: it is never submitted. Its button, its fields and its heading tell;
    of the words beside them those that are no link, and only where no field is plainly a filter."""
    label = form.label
    if form.personal or signposts.changes.verb_in(form.action):
        return True
    if signposts.forbids_label(label) and not signposts.is_query(label):
        return True
    controls = form.controls
    names = [c.label or c.placeholder for c in controls]
    if any(signposts.asks_citizen(n) and not words.searches(n) for n in names) or _asks_own_number(
        controls, signposts, words
    ):
        return True
    asks = bool(form.outputs) or signposts.asks(label) or signposts.prints_all(label) or _leads_on(form, signposts)
    if form.apart and not asks:
        return True  # what stands beside it may be a part of it after all
    filters = any(_filters(c, words) for c in controls)
    # Over a plain query only a heading that begins with it counts: "Segunda via", and not "Transparência e Ouvidoria".
    headed = signposts.begins_with_change if asks and filters else signposts.heads_change
    if headed(form.head):
        return True
    typed = bool(controls) and all(c.tag == "input" and not c.options for c in controls)
    if not (asks or filters or (typed and form.method != "post") or _chooses_report(form, signposts)) and controls:
        return True
    said = _own_words(form, candidates)
    # "Restos a pagar" pays nothing
    return signposts.begins_with_change(said) or (not (asks and filters) and signposts.heads_change(said[:HEADING]))


def _leads_on(form: Form, signposts: Signposts) -> bool:
    """Whether a form is a menu that is asked for by an address, or a step of a query: its button goes on, and a script takes what
    is chosen from a list beside words to look for."""
    lists = any(control.options or control.tag not in ("input", "textarea") for control in form.controls)
    typed = any(control.tag == "input" and not control.options for control in form.controls)
    offers = not any(control.tag in ("radio", "boxes") for control in form.controls)
    asked = form.method == "get" or (not form.method and typed and offers)
    return lists and asked and signposts.advances(form.label)


def _filters(control: Field, words: QueryWords) -> bool:
    """Whether a field leaves less of what is shown, as nothing else does: by a period, a body, a town or a report; or it offers
    to leave all ("Todos os vínculos")."""
    if field_kind(control, words) in (*PERIODS, "entity", "town") or chooses_view(control, words):
        return True
    offered = [normalize(option.text) for option in control.options]
    return any(has_term(text, words.town) or text.partition(" ")[0] in words.everything for text in offered)


def _chooses_report(form: Form, signposts: Signposts) -> bool:
    """Whether nothing can be done in a form but choose between what it names, criteria among them."""
    if form.method == "post" or not all(c.tag in ("select", "radio") for c in form.controls):
        return False
    every = frozenset(signposts.criteria)
    rated = (signposts.rate(o.text, "", (), "", "", every) for c in form.controls for o in c.options)
    return any(rating is not None and rating.tier == 0 and bool(rating.named) for rating in rated)


def _asks_own_number(controls: Sequence[Field], signposts: Signposts, words: QueryWords) -> bool:
    """Whether a form asks for the number of whoever is asking. Beside another field to type in it is one of several ways to
    look for somebody who was paid."""
    numbers = [c for c in controls if c.tag == "input" and signposts.asks_number(c.label or c.placeholder, words.asking)]  # fmt: skip
    typed = [c for c in controls if c.tag == "input" and not (c.options or field_kind(c, words))]
    return bool(numbers) and len(typed) == len(numbers)


def _own_words(form: Form, candidates: Sequence[Pressable]) -> str:
    """The words of a form without those of its fields and what they offer, and of what can be pressed in it."""
    text = form.text
    said = [c.label for c in candidates if c.path.startswith(f"{form.region}>")]
    for control in form.controls:
        said += [control.label, *(option.text for option in control.options)]
    for part in sorted(filter(None, said), key=len, reverse=True):
        text = text.replace(part, " ", 1)
    return text


def searches_what_is_shown(form: Form, candidates: Sequence[Pressable], words: QueryWords) -> bool:
    """Whether a button looks for words in the report that is in sight: it stands in one line with what turns its pages, and
    no field beside it asks for a period, a body or a view."""
    if any(field_kind(c, words) or chooses_view(c, words) for c in form.controls):
        return False
    line = next((c.box for c in candidates if c.path == form.button), None)
    if not line:
        return False  # hidden
    middle = line[1] + line[3] / 2
    turning = [
        c
        for c in candidates
        if c.box
        and (c.turns or (c.kind == "click" and PAGER.match(plain(c.title or c.label))))
        and c.box[1] < middle < c.box[1] + c.box[3]
    ]
    return len(turning) > 1


def in_record(form: Form, forms: Sequence[Form]) -> bool:
    """Whether a button stands in the row of a record, and not in a table that only lays out the fields of its form."""
    if not form.row:
        return False
    table = form.row.table
    alike = sum(f.row is not None and f.row.table == table and f.label == form.label for f in forms)
    return alike > 1 or not any(control.path.startswith(f"{table}>") for control in form.controls)
