"""Query forms and lists as moves: what is asked first, what next, and what else they can print."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import replace

from transparency.crawl.candidates.groups import is_board_of_charts
from transparency.crawl.candidates.jumps import without_jumps
from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.model import GATES, MENU, PAGER, PERIODS, SURE, Ground, Move, shape_of
from transparency.crawl.candidates.periods import first_change
from transparency.crawl.candidates.places import reached_onward, scope_of, spot
from transparency.crawl.signposts import Rating, Signposts
from transparency.extract.forms import (
    ATTEMPTS,
    QueryWords,
    asks_person,
    changing_attempt,
    chooses_columns,
    chooses_view,
    field_kind,
    is_facet,
    is_jump,
    is_placeholder,
    is_undecided,
    last_month,
    mark_columns,
    mark_ranges,
    only_town,
    shown_in,
    sizes_pages,
    without_toggles,
)
from transparency.extract.forms.model import has_term
from transparency.extract.values import says_nothing_there
from transparency.model import Field, Form, Pressable, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url, host_of
from transparency.text import normalize


def pressed_choices(selects: Iterable[Field], words: QueryWords) -> list[str]:
    """Where the years, months and bodies stand that are pressed as part of a query."""
    return [
        option.value
        for select in selects
        if select.tag == "radio" and field_kind(select, words)
        for option in select.options
    ]


def parts_of_queries(forms: Iterable[Form], words: QueryWords) -> list[str]:
    """Where the columns of queries stand that are pressed to be shown, and the buttons that take them over."""
    choosers = [c for form in forms for c in mark_columns(form.controls, words) if chooses_columns(c, words)]
    pressed = [o.value for c in choosers if c.tag in ("boxes", "pick") for o in c.options]
    return pressed + [path for c in choosers for path in c.movers]


def query_moves(
    key: FrameKey,
    url: str,
    data: View,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> Iterable[Move]:
    """The forms of a frame, and the lists that stand outside of forms."""
    for form in data.forms:
        controls = without_jumps(without_toggles(form.controls, words), words)
        if form.controls and not controls:
            continue
        outputs = form.outputs
        if (
            in_record(form, data.forms)
            or (outputs and not any(field_kind(c, words) in (*PERIODS, "entity") for c in controls))
            or (not outputs and signposts.is_return(form.label) and not signposts.is_query(form.label))
            or sends_something(form, data.candidates, signposts, words)
        ):
            continue
        ran = any(step.op == "query" and step.target.path == form.button for step in ground.node.steps)
        if ran and ground.records and spot(form.button) in ground.inherited:
            continue  # its results are parted by the tabs; where a tab shows none, it may be run again
        if searches_what_is_shown(form, data.candidates, words):
            continue
        onward = signposts.advances(form.label)
        identity = "|".join((host_of(url), "form", shape_of(form.button), normalize(form.label)))
        if onward:
            identity += f"|{normalize(data.theme)}|{canonical_url(url)}"  # the next step of a wizard is another form
        if identity in ground.inherited:
            continue
        retries = onward or any(field_kind(c, words) in PERIODS for c in controls)
        for_people = signposts.is_query(form.label) and any(asks_person(c, words) for c in controls)
        narrows = retries or for_people or any(c.tag != "input" for c in controls)
        asks = (
            retries
            or for_people
            or any(normalize(c.label) in words.labels for c in controls)
            or any(c.tag == "select" or field_kind(c, words) == "entity" or chooses_view(c, words) for c in controls)
        )
        if form.method == "post" and not asks:
            continue  # what is posted may be kept (a vote, a message): only what is plainly a query is
        # what is in sight is of the year that the form says: another one is asked for what it lacks
        attempt = first_change(controls, words, today) if ground.records and ground.lacks else 0
        lacking = bool(ground.lacks) and attempt is not None and narrows
        if any(map(is_facet, controls)):  # what it finds is in sight, but for another year
            attempt = first_change(controls, words, today) if ground.lacks or not ground.records else None
            if attempt is None:
                continue
        tier = 3 if ground.astray else 1 if ground.records and lacking else 2 if ground.records or not narrows else 0
        rating = Rating(tier, 0.9 if narrows else 0.2, "", generic=True)
        choosing = not ground.chosen and only_town(controls, words) and any(_chooses_town(c, words) for c in controls)
        if choosing:
            rating = Rating(0, SURE, "", generic=True)
        label = form.label or "Pesquisar"
        target = Target(form.button, form.tag, form.label)
        step = Step("query", key, target, f"clique em “{label}”", form.region, attempt or 0)
        chosen = [
            (c, move)
            for c in controls
            for move in choice_moves(c, step, identity, ground, signposts, words, wanted, retries)
        ]
        # What would be chosen for want of anything better is one of the reports.
        if not any(is_undecided(c, words) for c, _ in chosen):
            # A lone search box is the same one on every page of a site.
            move = _query_move(step, identity, ground, rating, retries, None if narrows else "")
            yield replace(move, town="chosen") if choosing else move
        yield from (move for _, move in chosen)
    asking = without_jumps(data.selects, words)
    loose = [s for s in asking if not s.personal and s.visible and not of_record(s, data.selects)]
    fresh = []
    for control in (*data.inputs, *loose):
        if not ground.chosen and _chooses_town(control, words) and ground.node.depth < GATES:
            stated = [s for s in loose if field_kind(s, words) == "state"]  # whose towns are listed when it is chosen
            step = Step("query", key, Target(""), "", _common([*stated, control]))
            identity = "|".join((host_of(url), "town", shape_of(control.path)))
            move = _query_move(step, identity, ground, Rating(0, SURE, ""), False)
            words_on = (*ground.node.words, f"escolha o município “{words.place.name}”")
            yield replace(move, node=replace(move.node, words=words_on), town="chosen")
    for select in loose:
        identity = _select_identity(url, select)
        offered = " ".join(option.text for option in select.options)
        if identity in ground.inherited or signposts.asks_citizen(select.label):
            continue
        listed = offered if select.tag in ("radio", "boxes") else ""
        if signposts.forbids("", listed, (select.label, *select.around)) and not field_kind(select, words):
            continue
        fresh.append((select, identity))
        yield from choice_moves(
            select, Step("query", key, Target(""), "", select.path), identity, ground, signposts, words, wanted
        )
    for select in data.selects:
        if is_jump(select, words) and not (select.personal or any(o.href for o in select.options)):
            yield from _by_script(select, key, url, ground, signposts, words, wanted)
    if fresh and all(_of_portal(select) for select, _ in fresh) and not (ground.lacks or _wants_year(data)):
        fresh = []
    if fresh and (ground.lacks or not ground.records) and not is_board_of_charts(data, ground, signposts):
        attempt = first_change([select for select, _ in fresh], words, today, loose)
        if attempt is not None:
            step = Step("query", key, Target(""), "", _common(loose), attempt)
            yield _query_move(step, fresh[0][1], ground, Rating(3 if ground.astray else 1, 0.5, "", True), retries=True)


def _of_portal(select: Field) -> bool:
    """Whether a field holds for all views of a portal (the year of its toolbar), or asks for nothing."""
    return select.type == "year" or sizes_pages(select)


def _wants_year(data: View) -> bool:
    """Whether a view without records would show them: it says that there are none, or has a table for them."""
    return says_nothing_there(data.text) or any(sign in data.html for sign in ("<table", '="grid"', '="table"'))


def _chooses_town(control: Field, words: QueryWords) -> bool:
    """Whether a field asks for a town, and has the one that is audited or takes its name."""
    if not words.place.name or not control.visible or field_kind(control, words) != "town":
        return False
    options = [o.text for o in control.options if not is_placeholder(normalize(o.text), words)]
    return not options or words.place.pick(options) is not None


def opens_what_is_chosen(candidate: Pressable, forms: Sequence[Form], signposts: Signposts) -> bool:
    """Whether a component beside the button of a query opens the record that is chosen below ("Visualizar ficha")."""
    label = candidate.label or candidate.title
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
    if any(map(signposts.asks_citizen, names)) or _asks_own_number(controls, signposts, words):
        return True
    asks = bool(form.outputs) or signposts.asks(label) or _leads_on(form, signposts)
    if form.apart and not asks:
        return True  # what stands beside it may be a part of it after all
    filters = any(_filters(c, words) for c in controls)
    # Over a plain query only a heading that begins with it counts: "Segunda via", and not "Transparência e Ouvidoria".
    headed = signposts.begins_with_change if asks and filters else signposts.heads_change
    if headed(form.head):
        return True
    typed = bool(controls) and all(c.tag == "input" and not c.options for c in controls)
    if not (asks or filters or (typed and form.method != "post")) and controls:
        return True
    said = _own_words(form, candidates)
    return signposts.begins_with_change(said) or (not (asks and filters) and signposts.forbids("", said, ()))


def _leads_on(form: Form, signposts: Signposts) -> bool:
    """Whether a form is a menu: one of what it offers is asked for by an address, and the button goes on."""
    offers = bool(form.controls) and all(control.options for control in form.controls)
    return offers and form.method == "get" and signposts.advances(form.label)


def _filters(control: Field, words: QueryWords) -> bool:
    """Whether a field leaves less of what is shown, as nothing else does: by a period, a body, a town or a report."""
    if field_kind(control, words) in (*PERIODS, "entity", "town") or chooses_view(control, words):
        return True
    return any(has_term(normalize(option.text), words.town) for option in control.options)


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


def _select_identity(url: str, select: Field) -> str:
    return "|".join((host_of(url), "select", shape_of(select.path), normalize(select.label)))


def loose_fields(frames: Iterable[tuple[FrameKey, str, View]]) -> set[str]:
    """The fields of a view that no form holds: one query fills them all, so none is new after it."""
    return {_select_identity(url, select) for _, url, data in frames for select in data.selects}


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


def awaits(form: Form, words: QueryWords) -> bool:
    """Whether a form waits for a year or month: without one its button does nothing."""
    return any(field_kind(c, words) in PERIODS and c.options and is_undecided(c, words) for c in form.controls)


def of_record(select: Field, selects: Sequence[Field]) -> bool:
    """Whether a select stands in the row of a record, as others with its options do, and not in a table that only lays
    out the filters of a page."""
    if not select.row:
        return False
    table, options = select.row.table, select.options
    alike = [s.row for s in selects if s.row and s.row.table == table and s.options == options]
    return len({row.index for row in alike}) > 2  # "from" and "to" may stand below each other


def _query_move(
    step: Step, identity: str, ground: Ground, rating: Rating, retries: bool, scope: str | None = None
) -> Move:
    labels = [text for _, text in step.choices]
    return Move(
        reached_onward(ground.node, step, labels),
        "choice" if step.choices else "query",
        step.target.label or step.words,
        rating,
        f"query {identity} {step.choices} {scope_of(ground) if scope is None else scope}",
        identity,
        retries,
        shape=shape_of(step.region),
    )


def next_attempt(
    node: Node, asked: Sequence[Field] = (), today: dt.date | None = None, words: QueryWords | None = None
) -> Node | None:
    """The same query a year earlier, or None when enough years were tried. ``asked``: its fields, as far as they are known:
    what would choose the same again is passed over."""
    last = node.steps[-1]
    if last.op != "query" or last.attempt + 1 >= ATTEMPTS:
        return None
    attempt: int | None = last.attempt + 1
    if asked and today is not None and words is not None:
        attempt = changing_attempt(asked, last.attempt, today, words, dict(last.choices))
    return None if attempt is None else replace(node, steps=(*node.steps[:-1], replace(last, attempt=attempt)))


def by_name(node: Node, asked: Sequence[Field], words: QueryWords) -> Node | None:
    """The same query for a name that many have, or the next of them where that is all it asks for; None where no field takes
    one, or enough were tried."""
    step = node.steps[-1]
    field = next((c for c in asked if asks_person(c, words)), None)
    label = field.label or field.name if field else ""
    tried = [text for name, text in step.choices if name == label]
    left = words.surnames[1 + max(map(words.surnames.index, tried), default=-1) :]
    if not label or not left or (tried and any(field_kind(c, words) in PERIODS for c in asked)):
        return None
    kept = [choice for choice in step.choices if choice[0] != label]
    step = replace(step, attempt=0, choices=(*kept, (label, left[0])))
    return replace(node, steps=(*node.steps[:-1], step))


def in_a_month(node: Node, asked: Sequence[Field], days: int, today: dt.date, words: QueryWords) -> Node | None:
    """The same query for one month, at most so many days; a year earlier where it was for a month already. None where no two
    fields take a first and a last day, or enough years were tried."""
    step = node.steps[-1]
    fields = {c.range: c for c in mark_ranges(asked, words) if field_kind(c, words) == "date" and not c.options}
    labels = [fields[side].label or fields[side].name for side in ("start", "end") if side in fields]
    if len(set(labels) - {""}) < 2:
        return None
    again = labels[0] in dict(step.choices)
    back = step.attempt + 1 if again else 0
    if back >= ATTEMPTS:
        return None
    kept = [choice for choice in step.choices if choice[0] not in labels]
    said = (day.strftime("%d/%m/%Y") for day in last_month(today, back, days))
    step = replace(step, attempt=back, choices=(*kept, *zip(labels, said, strict=True)))
    return replace(node, steps=(*node.steps[:-1], step))


def choice_moves(
    control: Field,
    step: Step,
    identity: str,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    wanted: frozenset[str],
    retries: bool = False,
) -> Iterable[Move]:
    """Options that name criteria, or views of one: a select or radio buttons that work as a menu."""
    options = control.options
    if control.tag not in ("select", "radio") or not 2 <= len(options) <= 60 or field_kind(control, words):
        return
    view = chooses_view(control, words)
    rated = _rated(control, signposts, words, wanted, view)
    if not view and len({rating.criterion for _, rating in rated}) < 2:
        return  # a filter within one criterion
    # Chosen already on the way here, it may be chosen anew from whatever was chosen before: that is one and the same place.
    last = ground.node.steps[-1] if ground.node.steps else None
    before = dict(last.choices).get(control.label) if last is not None and last.op == "query" else None
    scope = None if before is None else canonical_url(ground.url)
    for text, rating in rated[:MENU]:
        if text == before:
            continue
        made = replace(step, choices=((control.label, text),))
        tier = rating.tier if view else 1
        yield _query_move(made, identity, ground, replace(rating, tier=tier), retries, scope)


def _rated(
    control: Field, signposts: Signposts, words: QueryWords, wanted: frozenset[str], view: bool
) -> list[tuple[str, Rating]]:
    """The options of a field that name criteria; of one that chooses what is shown, those that name nothing else, too,
    but for the one that it proposes."""
    rated = []
    for place, option in enumerate(control.options):
        text = option.text
        if option.disabled or is_placeholder(normalize(text), words):
            continue
        rating = signposts.rate(text, "", [], "", "", wanted)
        if rating is None:
            continue
        if rating.tier == 0 and not rating.generic:
            rated.append((text, rating))
        elif view and not signposts.leads_astray(text) and place != control.value:
            rated.append((text, replace(rating, tier=1, score=max(rating.score, 0.4))))
    return rated


def _by_script(
    select: Field,
    key: FrameKey,
    url: str,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    wanted: frozenset[str],
) -> Iterable[Move]:
    """The entries of a menu whose script goes to what is chosen, without telling where: those that name criteria. Where all
    name the one that the way here has named, they narrow its list."""
    rated = _rated(select, signposts, words, wanted, view=False)
    here = [signposts.rate(label, "", (), "", "", wanted) for label in ground.node.labels[-1:]]
    if ground.records or {rating.criterion for _, rating in rated} <= {r.criterion for r in here if r is not None}:
        return
    for text, rating in rated[:MENU]:
        step = Step("query", key, Target(""), "", select.path, choices=((select.label, text),))
        yield _query_move(step, _select_identity(url, select), ground, rating, False, "")


def further_views(
    node: Node,
    asked: Sequence[Field],
    component: str,
    about: Rating,
    signposts: Signposts,
    words: QueryWords,
    wanted: frozenset[str],
) -> list[Move]:
    """The other views of what a query has shown: options of the fields that came up only when it was filled in.

    ``component``: the identity of its form. ``about``: what the query promised.
    """
    last, found = node.steps[-1], []
    named = {label for label, _ in last.choices}
    for control in asked:
        late = control.late or not shown_in(control)
        if not late or control.label in named or not control.label or not chooses_view(control, words):
            continue
        rated = _rated(control, signposts, words, wanted, view=True)
        for text, rating in rated[:MENU] if len(control.options) > 1 else []:
            step = replace(last, choices=(*last.choices, (control.label, text)))
            score = max(rating.score, 0.5)
            better = replace(about, score=score) if rating.tier else rating
            found.append(
                Move(
                    replace(node, steps=(*node.steps[:-1], step), labels=(*node.labels, text)),
                    "choice",
                    text,
                    better,
                    f"view {node.url} {[s.target.path for s in node.steps]} {step.choices}",
                    component,
                    retries=True,
                    shape=f"{shape_of(last.region)} {control.label}",
                )
            )
    return found


def _common(controls: Sequence[Field]) -> str:
    """Path of the nearest element that holds all the controls."""
    paths = [control.path.split(">") for control in controls]
    if len(paths) == 1:
        return ">".join(paths[0])
    shared = []
    for parts in zip(*paths, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return ">".join(shared)
