"""Query forms and lists as moves: what is asked first, what next, and what else they can print."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from transparency.crawl.candidates.forms import in_record, searches_what_is_shown, sends_something
from transparency.crawl.candidates.groups import is_board_of_charts
from transparency.crawl.candidates.jumps import without_jumps
from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import GATES, MENU, PERIODS, SURE, Ground, Move, Scene, shape_of
from transparency.crawl.candidates.periods import first_change
from transparency.crawl.candidates.places import is_within, reached_onward, scope_of, spot
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
from transparency.extract.values import says_nothing_there
from transparency.model import Field, Form, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url, host_of
from transparency.text import normalize

COLUMNS = 2
"""A field that offers so many columns of the list in sight, and half of them, looks for words in one of them."""


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


def query_moves(scene: Scene) -> Iterable[Move]:
    """The forms of a frame, and the lists that stand outside of forms."""
    for form in scene.data.forms:
        yield from _form_moves(form, scene)
    asking = without_jumps(scene.data.selects, scene.words)
    loose = [s for s in asking if not s.personal and s.visible and not of_record(s, scene.data.selects)]
    yield from _towns_asked(loose, scene)
    yield from _typed_moves(scene)
    named = [(select, _select_identity(scene.url, select)) for select in loose]
    fresh = [(select, identity) for select, identity in named if _is_fresh(select, identity, scene)]
    for select, identity in fresh:
        step = Step("query", scene.key, Target(""), "", select.path)
        yield from choice_moves(select, step, identity, scene.ground, scene.signposts, scene.words, scene.wanted)
    for select in scene.data.selects:
        if is_jump(select, scene.words) and not (select.personal or any(o.href for o in select.options)):
            yield from _by_script(select, scene)
    yield from _loose_query(fresh, loose, scene)


def queries_of(
    key: FrameKey, url: str, data: View, ground: Ground, signposts: Signposts, words: QueryWords, today: dt.date
) -> Iterable[tuple[Move, Sequence[Field]]]:
    """The queries of a frame that ask for a period, each with its fields."""
    scene = Scene(key, url, data, ground, signposts, words, today, frozenset(signposts.criteria))
    for move in query_moves(scene):
        if move.retries and move.kind == "query":
            step = move.node.steps[-1]
            form = next((f for f in data.forms if step.target.path and f.button == step.target.path), None)
            loose = [f for f in (*data.selects, *data.entries) if is_within(f.path, step.region)]
            yield move, form.controls if form else loose


@dataclass(frozen=True)
class _Asking:
    """A form, by what it asks for."""

    form: Form
    controls: Sequence[Field]
    identity: str
    in_steps: bool
    """It leads to the next step of a wizard."""
    scene: Scene

    @cached_property
    def retries(self) -> bool:
        """Whether it asks for a period, of which another one may bring more."""
        return self.in_steps or any(field_kind(c, self.scene.words) in PERIODS for c in self.controls)

    @cached_property
    def for_people(self) -> bool:
        """Whether it looks for people by their names."""
        by_button = self.scene.signposts.is_query(self.form.label)
        return by_button and any(asks_person(c, self.scene.words) for c in self.controls)

    @cached_property
    def narrows(self) -> bool:
        """Whether it shows more than a lone search box does."""
        return self.retries or self.for_people or any(c.tag != "input" for c in self.controls)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is plainly a query: what is posted otherwise may be kept (a vote, a message)."""
        words = self.scene.words
        if self.retries or self.for_people or any(normalize(c.label) in words.labels for c in self.controls):
            return True
        return any(
            c.tag == "select" or field_kind(c, words) == "entity" or chooses_view(c, words) for c in self.controls
        )

    @cached_property
    def chooses_town(self) -> bool:
        """Whether it asks for the town that is audited, and for nothing else."""
        words = self.scene.words
        if self.scene.ground.chosen or not only_town(self.controls, words):
            return False
        return any(_chooses_town(c, words) for c in self.controls)

    @cached_property
    def attempt(self) -> int | None:
        """The first period that is asked for; None where all that it finds is in sight. What is in sight is of the year that the
        form says: another one is asked for what it lacks."""
        ground = self.scene.ground
        faceted = any(map(is_facet, self.controls))
        if (ground.lacks and (ground.records or faceted)) or (faceted and not ground.records):
            return first_change(self.controls, self.scene.words, self.scene.today)
        return None if faceted else 0

    @property
    def rating(self) -> Rating:
        """What it promises."""
        ground = self.scene.ground
        if self.chooses_town:
            return Rating(0, SURE, "", generic=True)
        tier = 0 if self.narrows and not ground.records else 2
        if ground.records and ground.lacks and self.attempt is not None and self.narrows:
            tier = 1
        return Rating(3 if ground.astray else tier, 0.9 if self.narrows else 0.2, "", generic=True)


def _form_moves(form: Form, scene: Scene) -> Iterable[Move]:
    """A form as it is first asked, and the views that it offers as a menu does."""
    asking = _asking_of(form, scene)
    if asking is None or (form.method == "post" and not asking.is_plain):
        return
    faceted = any(map(is_facet, asking.controls))
    if faceted and asking.attempt is None:  # what it finds is in sight, but for another year
        return
    target = Target(form.button, form.tag, form.label)
    words = f"clique em “{form.label or 'Pesquisar'}”"
    step = Step("query", scene.key, target, words, form.region, asking.attempt or 0)
    chosen = [
        (control, move)
        for control in asking.controls
        for move in choice_moves(
            control, step, asking.identity, scene.ground, scene.signposts, scene.words, scene.wanted, asking.retries
        )
    ]
    # What would be chosen for want of anything better is one of the reports.
    if not any(is_undecided(control, scene.words) for control, _ in chosen):
        # A lone search box is the same one on every page of a site.
        scope = None if asking.narrows else ""
        move = _query_move(step, asking.identity, scene.ground, asking.rating, asking.retries, scope)
        yield replace(move, town="chosen") if asking.chooses_town else move
    yield from (move for _, move in chosen)


def _asking_of(form: Form, scene: Scene) -> _Asking | None:
    """What a form asks for; None for one that is no query, or was asked before."""
    words, ground, signposts = scene.words, scene.ground, scene.signposts
    controls = without_jumps(without_toggles(form.controls, words), words)
    if (form.controls and not controls) or _is_no_query(form, controls, scene):
        return None
    ran = any(step.op == "query" and step.target.path == form.button for step in ground.node.steps)
    if ran and ground.records and spot(form.button) in ground.inherited:
        return None  # its results are parted by the tabs; where a tab shows none, it may be run again
    if searches_what_is_shown(form, scene.data.candidates, words):
        return None
    if ground.inner and any(path == form.button for path, _ in ground.before):
        return None  # it is of the list, over which the record came up
    in_steps = signposts.advances(form.label)
    identity = "|".join((host_of(scene.url), "form", shape_of(form.button), normalize(form.label)))
    if in_steps:  # the next step of a wizard is another form
        identity += f"|{normalize(scene.data.theme)}|{canonical_url(scene.url)}"
    return None if identity in ground.inherited else _Asking(form, controls, identity, in_steps, scene)


def _is_no_query(form: Form, controls: Sequence[Field], scene: Scene) -> bool:
    """Whether a form stands in a record, searches or puts out what is in sight, leads back, or sends something."""
    words, signposts = scene.words, scene.signposts
    if in_record(form, scene.data.forms):
        return True
    if any(_searches_by_column(c, scene.ground) for c in controls):
        return not any(field_kind(c, words) for c in controls)
    if form.outputs:
        if not any(field_kind(c, words) in (*PERIODS, "entity") for c in controls):
            return True
    elif signposts.is_return(form.label) and not (
        signposts.is_query(form.label) or _prints_report(form, controls, scene)
    ):
        return True
    return sends_something(form, scene.data.candidates, signposts, words)


def _searches_by_column(control: Field, ground: Ground) -> bool:
    """Whether a field offers the columns of the list in sight, one of which is to hold what is typed beside it: it asks for nothing
    by itself."""
    named = ground.columns & {plain(option.text) for option in control.options}
    return len(named) >= COLUMNS and 2 * len(named) >= len(ground.columns - {""})


def _prints_report(form: Form, controls: Sequence[Field], scene: Scene) -> bool:
    """Whether the only way to what a form asks for is to have it printed: a period or a body, or anything where nothing is in sight
    that could be printed."""
    if not scene.signposts.puts_out(form.label):
        return False
    asked = {control.path for control in form.controls}
    if any(other is not form and asked & {c.path for c in other.controls} for other in scene.data.forms):
        return False
    if not scene.ground.records and any(c.tag == "select" for c in controls):
        return True
    return any(field_kind(control, scene.words) in (*PERIODS, "entity") for control in controls)


def _towns_asked(loose: Sequence[Field], scene: Scene) -> Iterable[Move]:
    """Fields outside of forms that ask for the town."""
    ground, words = scene.ground, scene.words
    if ground.chosen or ground.node.depth >= GATES:
        return
    for control in (*scene.data.inputs, *loose):
        if _chooses_town(control, words):
            stated = [s for s in loose if field_kind(s, words) == "state"]  # whose towns are listed when it is chosen
            step = Step("query", scene.key, Target(""), "", _common([*stated, control]))
            identity = "|".join((host_of(scene.url), "town", shape_of(control.path)))
            move = _query_move(step, identity, ground, Rating(0, SURE, ""), False)
            words_on = (*ground.node.words, f"escolha o município “{words.place.name}”")
            yield replace(move, node=replace(move.node, words=words_on), town="chosen")


def _is_fresh(select: Field, identity: str, scene: Scene) -> bool:
    """Whether a list outside of forms was not there before, and asks nothing of its visitor."""
    signposts = scene.signposts
    if identity in scene.ground.inherited or signposts.asks_citizen(select.label):
        return False
    listed = " ".join(option.text for option in select.options) if select.tag in ("radio", "boxes") else ""
    return bool(field_kind(select, scene.words)) or not signposts.forbids("", listed, (select.label, *select.around))


def _loose_query(fresh: Sequence[tuple[Field, str]], loose: Sequence[Field], scene: Scene) -> Iterable[Move]:
    """The lists outside of forms, asked for another period together."""
    ground = scene.ground
    if not fresh or (ground.records and not ground.lacks) or is_board_of_charts(scene.data, ground, scene.signposts):
        return
    if all(_of_portal(select) for select, _ in fresh) and not (ground.lacks or _wants_year(scene.data)):
        return
    attempt = first_change([select for select, _ in fresh], scene.words, scene.today, loose)
    if attempt is not None:
        step = Step("query", scene.key, Target(""), "", _common(loose), attempt)
        rating = Rating(3 if ground.astray else 1, 0.5, "", True)
        yield _query_move(step, fresh[0][1], ground, rating, retries=True)


def _typed_moves(scene: Scene) -> Iterable[Move]:
    """The fields for a period that are sent as they are typed in, or with Enter."""
    ground = scene.ground
    for control in scene.data.entries if not ground.records else ():
        identity = "|".join((host_of(scene.url), "input", shape_of(control.path), normalize(control.label)))
        if field_kind(control, scene.words) in PERIODS and identity not in ground.inherited:
            step = Step("query", scene.key, Target(""), "", control.path)
            yield _query_move(step, identity, ground, Rating(3 if ground.astray else 1, 0.5, "", True), retries=True)


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


def _select_identity(url: str, select: Field) -> str:
    return "|".join((host_of(url), "select", shape_of(select.path), normalize(select.label)))


def loose_fields(frames: Iterable[tuple[FrameKey, str, View]]) -> set[str]:
    """The fields of a view that no form holds: one query fills them all, so none is new after it."""
    return {_select_identity(url, select) for _, url, data in frames for select in data.selects}


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
    label = field.caption if field else ""
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
        named = _named_by(ground, signposts, wanted)
        others = [o for o in options if not is_placeholder(normalize(o.text), words)]
        if len(rated) != 1 or len(others) < 2 or ground.records or rated[0][1].criterion in named:
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


def _by_script(select: Field, scene: Scene) -> Iterable[Move]:
    """The entries of a menu whose script goes to what is chosen, without telling where: those that name criteria. Where all
    name the one that the way here has named, they narrow its list."""
    ground, signposts, wanted = scene.ground, scene.signposts, scene.wanted
    rated = _rated(select, signposts, scene.words, wanted, view=False)
    if ground.records or {rating.criterion for _, rating in rated} <= _named_by(ground, signposts, wanted):
        return
    for text, rating in rated[:MENU]:
        step = Step("query", scene.key, Target(""), "", select.path, choices=((select.label, text),))
        yield _query_move(step, _select_identity(scene.url, select), ground, rating, False, "")


def _named_by(ground: Ground, signposts: Signposts, wanted: frozenset[str]) -> set[str]:
    """The criterion that the way here has named last."""
    here = (signposts.rate(label, "", (), "", "", wanted) for label in ground.node.labels[-1:])
    return {rating.criterion for rating in here if rating is not None}


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
