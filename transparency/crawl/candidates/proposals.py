"""All moves of a page."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from msgspec import structs

from transparency.crawl.candidates.columns import closed_again, column_chooser, is_column_head
from transparency.crawl.candidates.files import document_move, shows_file
from transparency.crawl.candidates.groups import (
    ARROWS,
    GROWS,
    OPEN_GROUP,
    are_cards,
    in_common,
    is_board_of_charts,
    is_index,
    is_pager,
    kinds_of,
    likeness_of,
    missed_kind,
    one_cell_of_each_row,
    record_rows,
    rows_of_own_tables,
    shared_words,
    shows_data,
    tables_of_one_heading,
    tells_more,
    title_of,
    told_apart,
    topics_of,
    turned_page_of,
    without_pager,
)
from transparency.crawl.candidates.jumps import Jump, jump_entries
from transparency.crawl.candidates.labels import (
    DATED,
    context_labels,
    entry_of,
    is_file,
    is_month,
    last_of,
    level_of,
    name_of,
    plain,
    row_words,
    timeless,
)
from transparency.crawl.candidates.model import (
    CLOSING,
    FILE,
    GATES,
    GOES_BACK,
    LONG_ROW,
    MANY,
    OTHER_ROWS,
    OTHERS,
    PAGER,
    SPOKEN,
    SURE,
    YEAR,
    Ground,
    Kind,
    Move,
    shape_of,
)
from transparency.crawl.candidates.order import in_order
from transparency.crawl.candidates.periods import (
    are_facets,
    asks_for_year,
    entity_links,
    letter_moves,
    only_reorders,
    period_move,
    period_moves,
    periods_of_several,
    shows_none,
    without_years,
    years_last,
)
from transparency.crawl.candidates.places import (
    reached_by_click,
    reached_by_link,
    reached_onward,
    scope_of,
    without_tokens,
)
from transparency.crawl.candidates.pressable import PressableFilter
from transparency.crawl.candidates.queries import (
    query_moves,
)
from transparency.crawl.signposts import MENUS, Rating, Signposts
from transparency.extract.forms import ATTEMPTS, QueryWords
from transparency.extract.values import is_empty_message, says_nothing_there
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node, Step, Target, canonical_url, host_of
from transparency.privacy.people import tells_people, without_words
from transparency.text import normalize


def moves(
    frames: Iterable[tuple[FrameKey, str, View]],
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> list[Move]:
    """Every move that a page offers, each once, best first.

    ``frames`` gives key, address and snapshot of each frame; ``wanted`` the criteria with open items.
    """
    found: dict[str, Move] = {}
    frames = list(frames)
    for key, url, data in frames:
        if key.index and shows_file(url):
            continue
        for move in (
            *_clicks_and_links(key, url, data, ground, signposts, words, today, wanted),
            *query_moves(key, url, data, ground, signposts, words, today, wanted),
        ):
            if not move.node.steps and signposts.changes.verb_in(move.node.url, ground.url):
                continue  # it would delete something, vote, subscribe or leave, whatever it is called
            before = found.get(move.key)
            named = move.also.union(move.rating.named, *((before.also, before.rating.named) if before else ()))
            best = move if before is None or move.rating > before.rating else before
            found[move.key] = replace(best, also=named) if before else move
    offered = years_last(list(found.values()), [url for _, url, _ in frames], ground, signposts)
    return in_order(offered, ground, signposts)


def _town_move(
    siblings: Sequence[Pressable],
    key: FrameKey,
    url: str,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    text: str,
) -> Move | None:
    """The entry of the town that is audited in a list of towns, or of its letter in an index of such a list: of a page
    whose ``text`` speaks of towns."""
    labels = [c.label or c.title for c in siblings]
    place = words.place.letter(labels)
    town: Literal["toward", "chosen"] = "toward"
    if place is not None:
        if not set(normalize(text[:SPOKEN]).split()) & set(words.towns):
            return None
    else:
        place = words.place.one_of_many(
            [(c.row.says if c.row else "") or label for c, label in zip(siblings, labels, strict=True)]
        )
        if place is None:
            place = words.place.one_of_many(labels)
        town = "chosen"
        others = [text for n, text in enumerate(labels) if n != place and not signposts.is_generic(text)][:30]
        rated = [signposts.rate(text, "", [], "", "", frozenset(signposts.criteria)) for text in others]
        if (
            place is None
            or any(map(signposts.is_return, others))
            or sum(r is None or r.tier == 3 for r in rated) < 0.7 * len(rated)
        ):
            return None
    candidate = siblings[place]
    label = labels[place] if town == "toward" or not signposts.is_generic(labels[place]) else words.place.name
    if candidate.kind == "link":
        if canonical_url(candidate.href) == canonical_url(url):
            return None
        node = reached_by_link(candidate, ground, ())
    else:
        node = reached_by_click(candidate, key, ground, f"clique em “{label}”", ())
    identity = "|".join((host_of(url), town, shape_of(candidate.path), label))
    rating = Rating(0, SURE if len(siblings) >= MANY else 0.95, "")
    kind: Kind = "link" if candidate.kind == "link" else "click"
    return Move(node, kind, label, rating, f"town {identity}", identity, shape=shape_of(candidate.path), town=town)


def _clicks_and_links(
    key: FrameKey,
    url: str,
    data: View,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> Iterable[Move]:
    groups: dict[tuple[str, str, str, int], list[Pressable]] = defaultdict(list)
    candidates = [*one_cell_of_each_row(rows_of_own_tables(data.candidates)), *jump_entries(key, data, words)]
    tables = tables_of_one_heading(candidates)
    chooser = column_chooser(key, data, ground, signposts)
    if chooser.move is not None:
        yield chooser.move
    pressable = PressableFilter(data, candidates, chooser.taken, ground, signposts, words)
    for candidate in candidates:
        if any(map(signposts.switches_view, candidate.around)):  # the other half of a switch is no title
            titles = [text for text in candidate.around if not signposts.switches_view(text)]
            candidate = structs.replace(candidate, around=titles)
        if pressable.leaves_out(candidate):
            continue
        # pages laid out by tables: each is one of its own; rows that head a group have other cells than those in it
        row = candidate.row
        place = (tables[row.table], row.cells) if row else ("", 0)
        groups[(shape_of(candidate.path), candidate.tag, *place)].append(candidate)
    named = {normalize(c.label) for c in data.candidates if not signposts.is_generic(c.label)}
    charts = is_board_of_charts(data, ground, signposts)
    asked: set[str] = set()
    """Keys of the years and months beside what they are of."""
    made: list[Move] = []
    alikes: dict[str, str] = {}
    """What alike records, or closed panels of alike records, have in common → key of the move that stands for them."""
    stands_for: dict[str, list[tuple[Kind, Node]]] = defaultdict(list)
    represented: set[str] = set()
    """Addresses of rows and files that another one stands for."""
    by_year = any(asks_for_year(c, url) for c in data.candidates if c.kind == "link")
    gate = bool(words.place.name) and (ground.chosen or not ground.promising) and ground.node.depth < GATES
    for siblings in (part for group in groups.values() for part in told_apart(group)):
        town = _town_move(siblings, key, url, ground, signposts, words, data.text) if gate else None
        if town is not None:
            made += [] if ground.chosen else [town]
            continue
        letters, siblings = letter_moves(siblings, key, url, ground)
        made += letters
        periods, siblings = period_moves(siblings, url, words, today, signposts)
        if entities := entity_links(siblings, url, words):
            periods, siblings = [*periods, entities], []
        # by what stands beside it a facet shows nothing
        periods = [[chip for chip in chips if not shows_none(chip, url)] for chips in periods]
        siblings = [c for c in siblings if not (shows_none(c, url) or only_reorders(c, url, signposts))]
        facets = (ground.records or by_year) and bool(siblings) and are_facets(siblings, url)
        if facets and not is_index(siblings, ground, signposts):
            siblings = []  # they leave less of what is in sight, or of what its year shows
        for chips in periods if not charts else ():
            # years that are rows themselves are folders, whatever stands beside them
            folders = all(c.row for c in chips) and not ground.astray
            if not ground.records or folders or ground.listing or ground.lacks:
                for attempt, candidate in enumerate(chips[: ATTEMPTS - ground.records]):
                    shown = candidate.panel == "shown" or (candidate.kind == "link" and candidate.current)
                    if shown or _just_asked(candidate, ground.node):
                        continue
                    made.append(period_move(candidate, key, url, ground, attempt))
                    if not folders:
                        asked.add(made[-1].key)
        siblings = [c for c in siblings if c.panel != "shown"]
        siblings = [c for c in siblings if not (c.row and OPEN_GROUP.match(c.label))]
        if not siblings:
            continue
        shared = shared_words(siblings)
        if is_pager(siblings):
            continue
        siblings = without_pager(siblings)
        toggles = any(shows_data(c, signposts) for c in siblings)
        when = periods_of_several(siblings)
        index = when or is_index(siblings, ground, signposts)
        rows = (
            not toggles
            and not index
            and (record_rows(siblings, ground.records) or are_cards(siblings, ground, signposts))
        )
        common = in_common(siblings) if rows else ""
        files = all(is_file(candidate, signposts) for candidate in siblings)
        dated = all(DATED.fullmatch(plain(title_of(candidate, files, signposts))) for candidate in siblings)
        generic = all(signposts.is_generic(candidate.label) for candidate in siblings)
        # records that buttons open are told apart by nothing but their place: one of them stands for all of its kind
        addressed = rows and any(c.kind == "link" for c in siblings)
        topics = (
            topics_of(siblings, files, dated, signposts) if addressed or files or when or (dated and generic) else {}
        )
        alike = rows and not files and not topics
        if alike:  # of records that are alike, one that has run its course shows the most
            siblings = sorted(siblings, key=lambda c: signposts.unripe((c.row.says if c.row else "") or c.label))
        named_apart = len({plain(c.label or c.title) for c in siblings}) > 1
        seen: set[str] = set()
        firsts: dict[str, Move] = {}
        stood_for = False
        odd: list[Move] = []
        """Records of a kind that the first one is not of."""
        shown_kinds = kinds_of(siblings[0], ground) if alike else set()
        for candidate in siblings:
            label = plain(candidate.label or candidate.title) or candidate.href
            topic = topics.get(candidate.path, "")
            row = candidate.row
            if row and ((rows and (row.heading or row.cells > LONG_ROW)) or is_column_head(candidate, ground)):
                continue  # sort links of a header
            if topic in firsts:  # one month shows what the others are like
                first = firsts[topic]
                if named_apart and candidate.href != first.node.url:  # a title and its button fetch one file
                    represented.add(candidate.href)
                if first.rating.tier <= 1 and len(first.others) < OTHERS:
                    another = _move(candidate, key, url, ground, signposts, wanted, rows, common)
                    if another is not None and another.key != first.key:
                        firsts[topic] = replace(first, others=(*first.others, (another.kind, another.node)))
                continue
            if alike and seen and (kind := missed_kind(candidate, shown_kinds, ground)):
                shown_kinds.add(kind)
                move = _move(candidate, key, url, ground, signposts, wanted, rows, common)
                if move is not None:
                    odd.append(replace(move, key=f"{move.key} {kind}", identity=f"{move.identity} {kind}"))
                continue
            if alike and seen:  # one row shows what the others are like
                if named_apart and candidate.href != made[-1].node.url:
                    represented.add(candidate.href)
                if not stood_for and len(made[-1].others) < OTHER_ROWS:
                    another = _move(candidate, key, url, ground, signposts, wanted, rows, common)
                    if another is not None and another.kind == "row":
                        made[-1] = replace(made[-1], others=(*made[-1].others, (another.kind, another.node)))
                continue
            if label in seen and len(siblings) >= 3 and not topics and not tells_more(candidate, siblings):
                continue
            move = _move(candidate, key, url, ground, signposts, wanted, rows, common, label in shared)
            if move is None:
                continue
            seen.add(label)
            likeness = likeness_of(candidate, rows and not files, topic, move.rating.criterion)
            if likeness and (likeness in ground.inherited or alikes.setdefault(likeness, move.key) != move.key):
                # the records of another month or department, under the same headings
                represented.add(candidate.href)
                stands_for[alikes.get(likeness, "")].append((move.kind, move.node))
                stood_for = True
                continue
            move = replace(
                move, likeness=likeness, opens_chart_data=move.kind == "click" and shows_data(candidate, signposts)
            )
            if (
                move.rating.generic
                and move.rating.tier < 2
                and not rows
                and normalize(last_of(candidate.around)) in named
            ):
                # "Acessar" beside a link that says what it opens
                move = replace(move, rating=replace(move.rating, tier=2))
            if topics:
                firsts[topic] = move
            else:
                made.append(move)
        made += [*firsts.values(), *odd]
    files = any(move.kind == "document" and move.rating.tier <= 1 for move in made)
    if not files or says_nothing_there(data.text):
        asked.clear()  # files in sight are those of the year in sight, and stand for the others, if anything is in them
    for move in made:
        if move.key not in asked and (move.node.steps or move.node.url not in represented):
            others = (*move.others[: OTHER_ROWS - 1], *stands_for[move.key], *move.others[OTHER_ROWS - 1 :])
            yield replace(move, others=others[: max(OTHER_ROWS, len(move.others))])


def _just_asked(candidate: Pressable, here: Node) -> bool:
    """Whether a year or month is of the series of which one was clicked last."""
    last = here.steps[-1] if here.steps else None
    if last is None or last.op != "click" or not (YEAR.fullmatch(plain(last.target.label))):
        return False
    return shape_of(last.target.path) == shape_of(candidate.path)


def _rated(candidate: Pressable, label: str, signposts: Signposts, wanted: frozenset[str]) -> Rating | None:
    """What a component promises: by the words that head it, if they tell, or else by all that it says."""
    title, around, lead = candidate.title, candidate.around, candidate.lead
    rating = signposts.rate(label, title, around, candidate.hint, candidate.region, wanted)
    if rating is None or not lead:
        return rating
    more = label.removeprefix(lead).strip()
    headed = signposts.rate(lead, "", [more, *around], candidate.hint, candidate.region, wanted)
    return rating if headed is None or headed.generic or headed.tier > 1 else headed


def _move(
    candidate: Pressable,
    key: FrameKey,
    url: str,
    ground: Ground,
    signposts: Signposts,
    wanted: frozenset[str],
    is_row: bool,
    common: str = "",
    shared: bool = False,
) -> Move | None:
    label = candidate.label or candidate.title
    folded = plain(label)
    link = candidate.kind == "link"
    turns = not is_month(label) and (
        PAGER.match(folded) or ARROWS.fullmatch(label.strip()) or GROWS.fullmatch(label.strip())
    )
    if (
        candidate.sends
        or GOES_BACK.search(candidate.hint)
        or (turns and not is_row)
        or re.fullmatch("[a-z]", folded)
        or is_empty_message(label.strip(CLOSING))
    ):
        return None
    if link:
        path = candidate.href.split("?")[0].split("#")[0]
        if FILE.search(path) or not candidate.href.startswith("http"):
            return None
    if is_file(candidate, signposts):
        return document_move(candidate, label, key, ground, signposts, wanted)
    rating = _rated(candidate, label, signposts, wanted)
    if rating is None:
        return None
    if candidate.bound and not is_row and not _leads_on(label, signposts, wanted):
        return None  # what it posts was decided by the page, and nothing says that it shows anything
    if shared and not is_row and not link:
        rating = replace(rating, generic=True)
    if is_row and rating.tier:
        rating = replace(
            rating, tier=0 if ground.promising else 2, score=max(rating.score, 0.8 if ground.promising else 0.3)
        )
    elif rating.tier == 3 and _is_part(candidate, rating, ground):
        rating = replace(rating, tier=1, score=0.3)
    elif rating.tier == 3 and not (link or folded or rating.generic) and candidate.region in ("", "main", "dialog"):
        rating = replace(rating, tier=2)
    if candidate.hidden and not link and rating.tier > 1 and not is_row and candidate.region not in MENUS:
        return None  # entries of a closed menu can be had without opening it
    where = host_of(url)
    around = plain(last_of(candidate.around)) if rating.generic else ""
    if is_row:  # any row of a record set is as good as another
        row = candidate.row
        identity = "|".join(
            (
                where,
                "row",
                shape_of(row.table if row else candidate.path),
                str(row.column) if row else "",
                normalize(row.head if row else common),
                candidate.tag,
                level_of(candidate),
            )
        )
    else:
        identity = "|".join(
            (
                where,
                candidate.tag,
                folded or signposts.icon_of_data(candidate.hint) or normalize(candidate.hint)[:80],
                shape_of(candidate.path),
                around,
            )
        )
    of_people = is_row and candidate.row is not None and tells_people(candidate.row.head)
    said = without_words(label) if of_people else label
    if link:
        target = candidate.href
        place = target.split("?")[0]
        # the entries of a menu are the same where the year is a part of every address
        identity = f"{identity}|{without_years(place) if timeless(label) else place}"
        if canonical_url(target) == canonical_url(url) or not ground.inherited.isdisjoint(
            {identity, turned_page_of(candidate, url)}
        ):
            return None
        host = host_of(target)
        if host != where and rating.tier == 3:
            return None  # another site that says nothing of ours
        told = [] if is_row and (ground.promising or of_people) else context_labels(candidate, label, rating)
        node = reached_by_link(candidate, ground, told)
        if of_people:
            node = replace(node, words=(*ground.node.words, row_words(candidate, said)))
        by_click = None
        if ground.origin is not None:
            pressed = Target(candidate.path, candidate.tag, candidate.label)
            press = Step("click", key, pressed, node.words[-1], unsaid=of_people)
            if isinstance(candidate, Jump):
                press = replace(candidate.asked, words=node.words[-1], choices=(candidate.choice,))
            by_click = reached_onward(ground.origin, press, told)
        return Move(
            node,
            "row" if is_row else "link",
            label,
            rating,
            f"link {without_tokens(target)} {folded} {around}",
            identity,
            by_click=by_click,
            region=candidate.region,
            shape=shape_of(candidate.path),
        )
    again = not is_row and closed_again(candidate, ground, signposts)
    if (identity in ground.inherited and not again) or (not is_row and _in_sight(candidate, ground, signposts)):
        return None
    if is_row:
        text = row_words(candidate, said)
        # what a record holds ("Impostos sobre o Patrimônio") says nothing of what it is
        labels = [label] if len(label) < 40 and not ground.promising and not of_people else []
    else:
        icon = signposts.icon_of_data(candidate.hint) if not label else ""
        text, labels = f"clique em “{label or icon or name_of(candidate)}”", context_labels(candidate, label, rating)
        if (shared or rating.generic) and len(labels) > 1:
            text += f" (“{labels[0]}”)"
    scope = "" if rating.tier == 0 and not is_row and not rating.generic else scope_of(ground, candidate.region)
    bar = candidate.role == "tab" and shape_of(candidate.path)
    if rating.several and not scope and all(shape_of(step.target.path) != bar for step in ground.node.steps):
        scope = plain(" ".join(ground.node.labels[-1:]))
    if not (is_row or rating.generic) and entry_of(candidate) in ground.inherited:
        scope = ""  # an entry of a menu that was folded: the same one beside whatever view
    if is_row and candidate.row:  # the same row of the same table, whatever else has changed on the page
        scope = f"{normalize(last_of(candidate.around))[:120]} {canonical_url(url)}"
    within = bool(candidate.panel)
    if within and scope:  # a tab is the same one over other records of its view
        scope = f"{' '.join(map(normalize, candidate.around))[:200]} {canonical_url(url)} {ground.records}"
    if again:
        scope += f" {ground.node.words[-1]}"
    return Move(
        reached_by_click(candidate, key, ground, text, labels, of_people),
        "row" if is_row else "click",
        label,
        rating,
        f"click {identity} {scope}",
        identity,
        region=candidate.region,
        shape=shape_of(candidate.path),
        opens_panel=within,
        unmarked=candidate.bare,
    )


def _leads_on(label: str, signposts: Signposts, wanted: frozenset[str]) -> bool:
    """Whether a button says by its own words that it shows something ("Despesas", "Detalhes"), and does not only confirm
    ("Continuar", "Sim")."""
    if signposts.commits_to(label):
        return False
    rating = signposts.rate(label, "", (), "", "", wanted)
    return rating is not None and (rating.tier <= 1 or signposts.opens(label) or signposts.asks(label))


def _is_part(candidate: Pressable, rating: Rating, ground: Ground) -> bool:
    """Whether a component opens a part of a details view, or of what a query has led to ("Agendados", "Concluídos")."""
    opens = candidate.role == "tab" or candidate.expanded
    asked = ground.promising and opens
    answers = ground.sought and not rating.aside and (opens or candidate.panel)
    return candidate.region in ("", "main", "dialog") and bool(asked or answers)


def _in_sight(candidate: Pressable, ground: Ground, signposts: Signposts) -> bool:
    """Whether a component stands for the view that is open: the title over its records, or an entry of a bar of windows or
    tabs, often cut short, with what closes it."""
    label, node = candidate.label, ground.node
    if any(signposts.names_view(label, name) for name in node.labels):
        return True
    titles = ground.records and candidate.region not in MENUS and not candidate.panel
    if titles and label and node.labels and plain(label) == plain(node.labels[-1]):
        return True
    marked = label and (not label[0].isalnum() or label.endswith(("…", "...")))
    if not marked or not node.labels:
        return False
    name, here = plain(label), plain(node.labels[-1])
    return bool(name and here) and (here.startswith(name) or (name.startswith(here) and label.endswith(("…", "..."))))
