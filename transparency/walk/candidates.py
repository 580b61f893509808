"""What may be followed or clicked on a page, and what each promises.

Turns what ``page.js`` read (links, clickable components, query forms, selects) into moves: nodes with a rating. No
browser and no Scrapy here, so that every rule can be tested on plain data.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from transparency.judge.text import normalize
from transparency.judge.values import is_empty_message
from transparency.people import tells_people, without_words
from transparency.walk.forms import (
    ATTEMPTS,
    MONTHS,
    QueryWords,
    changing_attempt,
    chooses_view,
    field_kind,
    is_placeholder,
    is_undecided,
    only_town,
    period,
    shown_in,
    would_change,
)
from transparency.walk.node import FrameKey, Node, Step, Target, canonical_url, host_of
from transparency.walk.signposts import MENUS, Rating, Signposts

Kind = Literal["link", "click", "row", "query", "choice", "document"]

DOCUMENT = re.compile(r"\.(pdf|xlsx?|csv|ods)$", re.IGNORECASE)
"""Files whose tables are read."""
FILE = re.compile(r"\.(docx?|odt|rtf|txt|zip|rar|7z|jpe?g|png|gif|mp[34]|xml|json|apk|exe)$", re.IGNORECASE)
"""Files that are not."""
_OTHER_FORMAT = re.compile(r"\b(?:png|jpe?g|svg|gif|imagem|docx?|zip)\b", re.IGNORECASE)
_INDEX = re.compile(r"\[\d+\]")
_UNFOLDS = re.compile(
    r"\W*(?:(?:expandir|abrir|mostrar|exibir|desdobrar|detalhar|recolher)(?:\s+(?:o\s+)?(?:grupo|linha|n[íi]vel|itens|registros))?)?\W*",
    re.I,
)
"""What opens a folded group of rows: such a word, or a sign alone."""
_OPEN_GROUP = re.compile(r"[▾▼⌄⏷▽−–➖\u25e2]\s*\w")
"""Heads a group of rows that is open."""
_FIELD = re.compile(r"[^\w]*([^\W\d][^:]{1,40}):\s*\S")
_PAGER = re.compile(
    r"^(\d{1,3}|[«»‹›<>]+|\.\.\.|(ir para )?([ao] )?(pagina )?"
    r"(proxim[ao]|anterior|seguinte|primeir[ao]|ultim[ao])s?( \d+)?( (pagina|itens|registros|resultados|linhas))?"
    r"|next|previous|prev|first|last|mais antigos|(show|load|view) more( rows| records| results)?( \d+)?"
    r"|(?:(?:mostrar|exibir|carregar|buscar|listar|trazer)( os| as)? |ver (?=\S+ (?:\d|linha|ite|registro|resultado|lancamento)))"
    r"(mais|proxim[ao]s|demais|restantes)( \d+( de \d+)?( \w+)?)?( (linhas|itens|registros|resultados|lancamentos|paginas))?( \d+)?)$"
)
_ARROWS = re.compile(r"[«»‹›<>→←▶◀⏮⏭|\s]+|\d+\s*(?:/|de)\s*\d+")
"""What turns pages without words."""
_TOKEN = re.compile(r"([?&;][\w.%\-]+=)(?=[^&#]*\d)(?=[^&#]*[a-zA-Z])[\w\-+/=%.]{10,}")
_TOKEN_VALUE = re.compile(r"(?=.*\d)(?=.*[a-zA-Z])[\w\-+/=.]{8,}")
_YEAR = re.compile(r"20[0-4]\d|199\d")
_MONTH = re.compile(rf"(?:0?[1-9]|1[0-2]|{'|'.join(f'{m}|{m[:3]}' for m in MONTHS)})(?: de)? (?:20[0-4]\d|199\d)")
_HOLDS = re.compile(r"\(\s*\d+[^)]*\)|(?<=20\d\d)\s*[-–:·|]?\s*\d+\s+[^\W\d]+\s*$")
"""How many things are in there."""
_PERIOD_WORDS = re.compile(
    rf"\b(?:\d+\w?|{'|'.join(MONTHS)}|bimestre|trimestre|quadrimestre|semestre|mes|ano|exercicio|[kmg]b|bytes)\b"
)
"""What tells one file of a series from the next: its period, its size."""
_DATED = re.compile(rf"\D*\b(?:20[0-4]\d|199\d)|(?:\D*\b)?(?:{'|'.join(MONTHS)})\b(?:\D*20[0-4]\d)?")
"""A title that comes again every month or year, and no number of a record."""
_DATA = re.compile(r"\d{3}|\d,\d\d|\d/\d")
"""Numbers, sums and dates: labels of records have them, entries of menus do not."""
_COUNT = re.compile(r"\s*[(\[]\s*(\d[\d.]*)\s*[)\]]$")
"""How many records a facet says are behind it: "2026 (0)"."""
PERIODS = ("year", "month", "date")
OTHERS = 1
"""So many further members of a series (months, years) are kept for when the one that is tried brings nothing: what is a
scan in one month mostly is in the next."""
OTHER_ROWS = 2
"""So many further records are kept for when the one that is opened leaves a field blank."""
SURE = 1.0
"""Score of a move that chooses the town in a portal of many, and cannot be anything else: a field for it, a long list."""
MANY = 8
SPOKEN = 3000
"""So much of the text of a page tells whether it speaks of towns."""
GATES = 4
"""So many pages deep a town may still have to be chosen (country, state, letter, town)."""
LONG_ROW = 40
"""More columns of one row than this are not tried one by one."""


INDEX = 12
"""So many entries a menu may have that looks like records."""
LIKE = "like"
"""Begins what alike moves have in common."""


@dataclass(frozen=True)
class Move:
    """A node that can be reached from a page, and why it should be."""

    node: Node
    kind: Kind
    label: str
    rating: Rating
    key: str
    """Moves with one key are the same move."""
    identity: str = ""
    """What the element is apart from the page that it stands on; a menu entry keeps it from page to page."""
    retries: bool = False
    """A query that asks for a period: when it finds nothing, another one may."""
    by_click: Node | None = None
    """The same place reached by a click on the page, for a link whose address leads elsewhere when opened by itself."""
    region: str = ""
    """Where on its page it stands: nav, main, dialog …"""
    shape: str = ""
    """What it has in common with its siblings."""
    within: bool = False
    """It opens a panel of the view that is in sight; the forms outside of the panel stay the same."""
    once: bool = False
    """One of several ways to the same thing (years that are clicked): when one of them brings data, no other is needed."""
    shows: bool = False
    """It shows as a table what a chart sums up."""
    likeness: str = ""
    """What it has in common with the moves that it stands for."""
    town: Literal["", "toward", "chosen"] = ""
    """In a portal of many towns: it chooses the one that is audited, or leads to where it is chosen."""
    seeks: tuple[str, ...] = ()
    """The criteria that it is asked for, where others are in sight already."""
    others: tuple[tuple[Kind, Node], ...] = ()
    """Further members of its series (the other months, the years before), for when this one brings nothing."""


CONTENT: frozenset[Kind] = frozenset({"row", "query", "choice"})
"""Moves within a view. What they start from (the rows and forms of the view) is still the same after them."""


@dataclass
class Ground:
    """What is known about the page on which the moves start."""

    node: Node
    """Where its moves start from (rebased when the page has an address of its own)."""
    url: str
    records: bool = False
    """It shows a record set with data."""
    promising: bool = False
    """One of its record sets serves a criterion that is still open."""
    listing: bool = False
    """Its record sets only list what can be opened or fetched: files, posts."""
    state: str = ""
    """Fingerprint of what is shown; tells apart states of one address."""
    inherited: frozenset[str] = frozenset()
    """Identities of components that pages above already offered and that are still the same here."""
    astray: bool = False
    """The way here named another subject last; what it asks is not ours."""
    origin: Node | None = None
    """How the page was really reached, when that took steps."""
    entries: Mapping[str, str] = field(default_factory=dict)
    """Host → address that opens its session."""
    columns: frozenset[str] = frozenset()
    """Labels of the columns in sight that serve a criterion, normalised."""
    opened: bool = False
    """The portal showed its several criteria before a town was chosen: it may well be one of a single town."""
    chosen: bool = False
    """The town was chosen on the way here, in a portal of many."""
    inner: bool = False
    """It was opened from a row of another page, whose subject it shares."""
    charted: bool = False
    """The last step was to show the data behind a chart."""
    content: str = ""
    """Fingerprint of what is shown besides the menus, where the view has an address of its own: two ways lead to one view."""
    lacks: frozenset[str] = frozenset()
    """Criteria that headings in sight name over nothing: another year may fill them, whatever else is shown."""
    remote: bool = False
    """Nothing recommended the way here."""


def shape_of(path: str) -> str:
    """A path without positions: what repeated components have in common."""
    return _INDEX.sub("", path)


def moves(
    frames: Iterable[tuple[FrameKey, str, Mapping[str, Any]]],
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
        for move in (
            *_clicks_and_links(key, url, data, ground, signposts, words, today, wanted),
            *_queries(key, url, data, ground, signposts, words, today, wanted),
        ):
            if move.key not in found or move.rating > found[move.key].rating:
                found[move.key] = move
    offered = _years_last(list(found.values()), [url for _, url, _ in frames], ground, signposts)
    return sorted(_town_first(offered, ground.opened), key=lambda move: move.rating, reverse=True)


def _years_last(found: list[Move], urls: Sequence[str], ground: Ground, signposts: Signposts) -> list[Move]:
    """Where a bar switches the page in sight to another year, what is on the page comes first: a query that is to be run
    (its results have the bar again), or the entries of a menu (the pages that they lead to have it, too)."""
    switches = {m.key for m in found if m.once and not m.node.steps and any(of_other_year(m.node.url, u) for u in urls)}
    if not switches:
        return found
    others = [m for m in found if m.key not in switches]
    everywhere = any(bar_of(m) in ground.inherited for m in found if m.key in switches)
    last = ground.node.labels[-1:]
    if everywhere and (ground.inner or ground.astray or any(map(says_only_when, last))):
        return others  # a record has no other years; of a year the page before has offered the others
    promised = [signposts.rate(label, "", (), "", "", frozenset(signposts.criteria)) for label in last]
    if everywhere and any(rating is None or rating.tier == 3 for rating in promised):
        return others  # they are those of every page, and this one is about nothing that is asked
    firsts = [m for m in others if m.rating.tier == 0 and m.kind != "row" and not m.town]
    if any(m.kind in ("query", "choice") and not m.once for m in firsts):
        return others
    if not any(m.kind in ("link", "click") and m.rating.criterion for m in firsts):
        return found
    late = Rating(3, 0.1, "", generic=True)
    return others if everywhere else [replace(m, rating=late) if m.key in switches else m for m in found]


def bar_of(move: Move) -> str:
    """The bar of years or months that holds a move."""
    return move.identity.rpartition("|")[0] if move.once else ""


def of_other_year(there: str, here: str) -> bool:
    """Whether an address is that of another for a year, told by a part of its path or a parameter.

    >>> of_other_year("http://a/index.php?pg=despesa&ano=2025", "http://a/index.php?pg=despesa&ano=2026")
    True
    >>> of_other_year("http://a/2025/despesa", "http://a/2025/receita")
    False
    """

    def parted(url: str) -> tuple[str, list[str], list[tuple[str, str]]]:
        parts = urlsplit(url)
        asked = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _YEAR.fullmatch(pair[1])]
        return (
            parts.netloc,
            [*filter(None, _without_years(f"{parts.path}/#/{parts.fragment}").split("/"))],
            sorted(asked),
        )

    return parted(there) == parted(here) and canonical_url(there) != canonical_url(here)


def _without_years(path: str) -> str:
    return _YEAR.sub("", path)


def leads_to_several(found: Iterable[Move]) -> bool:
    """Whether moves name several criteria: those of a town's own page."""
    return len({m.rating.criterion for m in found if not m.town and m.rating.tier == 0 and m.rating.criterion}) > 1


def _town_first(found: list[Move], opened: bool) -> list[Move]:
    """Where a town is to be chosen, nothing else comes before that: what the page leads to besides is of all towns or none.
    Where several criteria were offered before, or are beside a short list, the town is looked up and nothing more."""
    if not any(move.town for move in found):
        return found
    sure = any(move.town and move.rating.score >= SURE for move in found)
    if opened or (leads_to_several(found) and not sure):
        return [replace(m, town="toward") if m.town else m for m in found]
    return [m if m.town else replace(m, rating=replace(m.rating, tier=min(3, m.rating.tier + 2))) for m in found]


def _town_move(
    siblings: Sequence[Mapping[str, Any]],
    key: FrameKey,
    url: str,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    text: str,
) -> Move | None:
    """The entry of the town that is audited in a list of towns, or of its letter in an index of such a list: of a page
    whose ``text`` speaks of towns."""
    labels = [c["label"] or c["title"] for c in siblings]
    place = words.place.letter(labels)
    town: Literal["toward", "chosen"] = "toward"
    if place is not None:
        if not set(normalize(text[:SPOKEN]).split()) & set(words.towns):
            return None
    else:
        place = words.place.one_of_many(
            [(c["row"] or {}).get("says") or label for c, label in zip(siblings, labels, strict=True)]
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
    if candidate["kind"] == "link":
        if canonical_url(candidate["href"]) == canonical_url(url):
            return None
        node = _by_link(candidate, ground, ())
    else:
        node = _by_click(candidate, key, ground, f"clique em “{label}”", ())
    identity = "|".join((host_of(url), town, shape_of(candidate["path"]), label))
    rating = Rating(0, SURE if len(siblings) >= MANY else 0.95, "")
    kind: Kind = "link" if candidate["kind"] == "link" else "click"
    return Move(node, kind, label, rating, f"town {identity}", identity, shape=shape_of(candidate["path"]), town=town)


def _clicks_and_links(
    key: FrameKey,
    url: str,
    data: Mapping[str, Any],
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> Iterable[Move]:
    # A button in a row opens its record, whatever is written on it and whatever fields stand around.
    query_buttons = {
        f["button"] for f in data["forms"] if signposts.is_generic(f["label"]) and not _in_record(f, data["forms"])
    }
    ran = bool(ground.node.steps) and ground.node.steps[-1].op == "query"
    # Of a form in steps the numbered headings lead back, or nowhere yet.
    said = (*(f["label"] for f in data["forms"]), *(s.target.label for s in ground.node.steps if s.op == "query"))
    in_steps = any(map(signposts.advances, said))
    asking = not ran and not ground.records and any(not f["personal"] and f["controls"] for f in data["forms"])
    rows_in_sight = ground.records and any(c["tag"] == "tr" or c["role"] == "row" for c in data["candidates"])
    groups: dict[tuple[str, str, str, int], list[Mapping[str, Any]]] = defaultdict(list)
    tables = _tables(data["candidates"])
    chosen_from = _pressed_choices(data["selects"], words)
    chooser = _column_chooser(key, data, ground, signposts)
    if chooser.move is not None:
        yield chooser.move
    for candidate in data["candidates"]:
        if any(map(signposts.switches_view, candidate["around"])):  # the other half of a switch is no title
            titles = [text for text in candidate["around"] if not signposts.switches_view(text)]
            candidate = {**candidate, "around": titles}
        if (
            candidate["path"] in chooser.taken
            or any(_within(candidate["path"], choice) for choice in chosen_from)
            or (in_steps and candidate.get("step"))
            or candidate["disabled"]
            or candidate.get("discloses")
            or _folds_again(candidate, ground)
            or candidate["path"] in query_buttons
        ):
            continue
        panel = candidate.get("panel", "")
        if panel == "shown" and _YEAR.fullmatch(plain(candidate["label"])):
            panel = ""  # told apart from its series below
        if not _closed_again(candidate, ground, signposts) and (
            panel == "shown"
            or (panel == "hollow" and asking)
            or (panel and spot(candidate["path"]) in ground.inherited)
        ):
            continue  # what is or was open; tabs over the results of a query that was not run yet
        if (asking or rows_in_sight) and _opens_what_is_chosen(candidate, data["forms"], signposts):
            continue  # tried when a row was chosen
        # pages laid out by tables: each is one of its own; rows that head a group have other cells than those in it
        row = candidate["row"]
        place = (tables[row["table"]], row["cells"]) if row else ("", 0)
        groups[(shape_of(candidate["path"]), candidate["tag"], *place)].append(candidate)
    named = {normalize(c["label"]) for c in data["candidates"] if not signposts.is_generic(c["label"])}
    charts = _is_board_of_charts(data, ground, signposts)
    asked: set[str] = set()
    """Keys of the years and months beside what they are of."""
    made: list[Move] = []
    alikes: dict[str, str] = {}
    """What alike records, or closed panels of alike records, have in common → key of the move that stands for them."""
    stands_for: dict[str, list[tuple[Kind, Node]]] = defaultdict(list)
    represented: set[str] = set()
    """Addresses of rows and files that another one stands for."""
    gate = bool(words.place.name) and (ground.chosen or not ground.promising) and ground.node.depth < GATES
    for siblings in (part for group in groups.values() for part in _apart(group)):
        town = _town_move(siblings, key, url, ground, signposts, words, data.get("text", "")) if gate else None
        if town is not None:
            made += [] if ground.chosen else [town]
            continue
        periods, siblings = _periods(siblings, words, today)
        if entities := _entities(siblings, url, words):
            periods, siblings = [*periods, entities], []
        # by what stands beside it a facet shows nothing
        periods = [[chip for chip in chips if not _shows_none(chip, url)] for chips in periods]
        siblings = [candidate for candidate in siblings if not _shows_none(candidate, url)]
        for chips in periods if not charts else ():
            # years that are rows themselves are folders, whatever stands beside them
            folders = all(c["row"] for c in chips) and not ground.astray
            if not ground.records or folders or ground.listing or ground.lacks:
                for attempt, candidate in enumerate(chips[: ATTEMPTS - ground.records]):
                    if candidate.get("panel") == "shown" or _just_asked(candidate, ground.node):
                        continue
                    made.append(_period_move(candidate, key, url, ground, attempt))
                    if not folders:
                        asked.add(made[-1].key)
        siblings = [c for c in siblings if c.get("panel") != "shown"]
        siblings = [c for c in siblings if not (c["row"] and _OPEN_GROUP.match(c["label"]))]
        if not siblings:
            continue
        shared = _shared(siblings)
        if _is_pager(siblings):
            continue
        toggles = any(_shows_data(c, signposts) for c in siblings)
        when = _periods_of_several(siblings)
        index = when or _is_index(siblings, ground, signposts)
        rows = not toggles and not index and _record_rows(siblings, ground.records)
        common = _in_common(siblings) if rows else ""
        files = all(_is_file(candidate, signposts) for candidate in siblings)
        dated = all(_DATED.fullmatch(plain(_title(candidate, files, signposts))) for candidate in siblings)
        generic = all(signposts.is_generic(candidate["label"]) for candidate in siblings)
        topics = _topics(siblings, files, dated, signposts) if rows or files or when or (dated and generic) else {}
        alike = rows and not files and not topics
        if alike:  # of records that are alike, one that has run its course shows the most
            siblings = sorted(siblings, key=lambda c: signposts.unripe((c["row"] or {}).get("says") or c["label"]))
        named_apart = len({plain(c["label"] or c["title"]) for c in siblings}) > 1
        seen: set[str] = set()
        firsts: dict[str, Move] = {}
        stood_for = False
        for candidate in siblings:
            label = plain(candidate["label"] or candidate["title"]) or candidate["href"]
            topic = topics.get(candidate["path"], "")
            row = candidate["row"]
            if rows and row and (row["heading"] or row["cells"] > LONG_ROW):
                continue  # sort links of a header
            if topic in firsts:  # one month shows what the others are like
                first = firsts[topic]
                if named_apart and candidate["href"] != first.node.url:  # a title and its button fetch one file
                    represented.add(candidate["href"])
                if first.rating.tier <= 1 and len(first.others) < OTHERS:
                    another = _move(candidate, key, url, ground, signposts, wanted, rows, common)
                    if another is not None and another.key != first.key:
                        firsts[topic] = replace(first, others=(*first.others, (another.kind, another.node)))
                continue
            if alike and seen:  # one row shows what the others are like
                if named_apart and candidate["href"] != made[-1].node.url:
                    represented.add(candidate["href"])
                if not stood_for and len(made[-1].others) < OTHER_ROWS:
                    another = _move(candidate, key, url, ground, signposts, wanted, rows, common)
                    if another is not None and another.kind == "row":
                        made[-1] = replace(made[-1], others=(*made[-1].others, (another.kind, another.node)))
                continue
            if label in seen and len(siblings) >= 3 and not topics and not _tells(candidate, siblings):
                continue
            move = _move(candidate, key, url, ground, signposts, wanted, rows, common, label in shared)
            if move is None:
                continue
            seen.add(label)
            likeness = _likeness(candidate, rows and not files, topic, move.rating.criterion)
            if likeness and (likeness in ground.inherited or alikes.setdefault(likeness, move.key) != move.key):
                # the records of another month or department, under the same headings
                represented.add(candidate["href"])
                stands_for[alikes.get(likeness, "")].append((move.kind, move.node))
                stood_for = True
                continue
            move = replace(move, likeness=likeness, shows=move.kind == "click" and _shows_data(candidate, signposts))
            if (
                move.rating.generic
                and move.rating.tier < 2
                and not rows
                and normalize(_last(candidate["around"])) in named
            ):
                # "Acessar" beside a link that says what it opens
                move = replace(move, rating=replace(move.rating, tier=2))
            if topics:
                firsts[topic] = move
            else:
                made.append(move)
        made += firsts.values()
    if not any(move.kind == "document" and move.rating.tier <= 1 for move in made):
        asked.clear()  # files in sight are those of the year in sight, and stand for the others
    for move in made:
        if move.key not in asked and (move.node.steps or move.node.url not in represented):
            others = (*move.others[: OTHER_ROWS - 1], *stands_for[move.key], *move.others[OTHER_ROWS - 1 :])
            yield replace(move, others=others[: max(OTHER_ROWS, len(move.others))])


def _shows_data(candidate: Mapping[str, Any], signposts: Signposts) -> bool:
    """Whether a component shows as a table what a chart sums up, by its words or by its icon."""
    return signposts.shows_data(candidate["label"] or candidate["title"], candidate["hint"])


def _is_index(siblings: Sequence[Mapping[str, Any]], ground: Ground, signposts: Signposts) -> bool:
    """Whether links that could be rows of records are entries of a menu: they lead to different criteria, or are the few
    folders of a list of files."""
    if not 1 < len(siblings) <= INDEX:
        return False
    labels = [plain(c["label"] or c["title"]) for c in siblings]
    if ground.listing and all(c["row"] and c["kind"] == "link" for c in siblings):
        files = any(_is_file(c, signposts) for c in siblings)
        return len(set(labels)) == len(labels) and not files and not any(_DATA.search(label) for label in labels)
    ratings = [
        signposts.rate(c["label"], c["title"], (), c["hint"], "", frozenset(signposts.criteria)) for c in siblings
    ]
    named = [rating.criterion for rating in ratings if rating is not None and rating.tier <= 1 and rating.criterion]
    return not any(c["row"] for c in siblings) and len(named) >= len(siblings) / 2 and len(set(named)) > 1


def _is_board_of_charts(data: Mapping[str, Any], ground: Ground, signposts: Signposts) -> bool:
    """Whether the data wait behind charts: what is asked for (a year, a body) is told only from them."""
    if ground.records or ground.charted:
        return False
    return any(
        c["kind"] == "click" and not c["row"] and not c["hidden"] and _shows_data(c, signposts)
        for c in data["candidates"]
    )


def _closed_again(candidate: Mapping[str, Any], ground: Ground, signposts: Signposts) -> bool:
    """Whether a panel that was opened on the way is closed now: some views begin anew when another year is asked for."""
    here, panel = ground.node, candidate.get("panel", "")
    if ground.records or not here.steps or panel == "shown" or not (panel or _shows_data(candidate, signposts)):
        return False
    last = here.steps[-1]
    asked = last.op == "query" or _YEAR.fullmatch(plain(last.target.label))
    return bool(asked) and any(
        step.op == "click" and (step.target.path, step.target.label) == (candidate["path"], candidate["label"])
        for step in here.steps[:-1]
    )


def _just_asked(candidate: Mapping[str, Any], here: Node) -> bool:
    """Whether a year or month is of the series of which one was clicked last."""
    last = here.steps[-1] if here.steps else None
    if last is None or last.op != "click" or not (_YEAR.fullmatch(plain(last.target.label))):
        return False
    return shape_of(last.target.path) == shape_of(candidate["path"])


def _shared(siblings: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Labels that components of one shape share while other words stand around each ("Ver dados" on every card): what
    they lead to is told by those."""
    around: dict[str, set[str]] = defaultdict(set)
    count: Counter[str] = Counter()
    for candidate in siblings:
        label = plain(candidate["label"] or candidate["title"])
        around[label].add(normalize(_last(candidate["around"])))
        count[label] += 1
    return frozenset(label for label, n in count.items() if label and 1 < n == len(around[label] - {""}))


def _likeness(candidate: Mapping[str, Any], is_row: bool, topic: str, criterion: str) -> str:
    """What the rows of several tables with the same headings have in common, and the openers of their closed panels: one
    shows what the others are like. Where the words around them promise different things they are told apart."""
    row = candidate["row"]
    shape = shape_of(candidate["path"])
    if is_row and row and row["head"]:
        return "|".join((LIKE, shape, str(row["column"]), str(row["cells"]), normalize(row["head"]), topic, criterion))
    held = normalize(candidate.get("holds", ""))
    return "|".join((LIKE, shape, held, criterion)) if held else ""


@dataclass(frozen=True)
class _Chooser:
    """Where the columns of a record set are chosen: what of it is not clicked by itself, and the move that shows them all."""

    taken: frozenset[str] = frozenset()
    move: Move | None = None


def _column_chooser(key: FrameKey, data: Mapping[str, Any], ground: Ground, signposts: Signposts) -> _Chooser:
    """The columns that a record set can show and does not: a list of check boxes or clickable words, some of which are
    the headings in sight. A list that is not in the page yet is opened first."""
    openers = [
        c for c in data["candidates"] if c["kind"] == "click" and signposts.chooses_columns(c["label"] or c["title"])
    ]
    if not ground.promising:
        return _Chooser(frozenset(c["path"] for c in openers))
    lists: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for entry in (*data.get("toggles", ()), *data["candidates"]):
        if entry.get("kind", "click") == "click" and not entry.get("row"):
            for place in _places(entry["path"]):
                lists[place].append(entry)
    for entries in lists.values():
        told = [plain(entry["label"]) for entry in entries]
        shown = [text for text in told if text in ground.columns]
        if not 3 <= len(told) <= 60 or len(set(told)) < len(told) or len(shown) < max(2, 0.3 * len(told)):
            continue
        missing = [
            entry
            for entry, text in zip(entries, told, strict=True)
            if text and text not in ground.columns and not entry.get("checked") and not _DATA.search(text)
        ]
        taken = frozenset(c["path"] for c in (*entries, *openers))
        if not missing:
            return _Chooser(taken)
        opener = openers[0] if openers else None
        target = Target(opener["path"], opener["tag"], opener["label"], _name(opener)) if opener else Target("")
        names = ", ".join(f"“{entry['label']}”" for entry in missing)
        opened = not target.label or (ground.node.steps and ground.node.steps[-1].target == target)
        text = f"marque {names}" if opened else f"clique em “{target.label}” e marque {names}"
        step = Step("show", key, target, text, choices=tuple((entry["label"], entry["path"]) for entry in missing))
        identity = f"columns|{shape_of(entries[0]['path'])}|{names}"
        move = Move(
            _onward(ground.node, step, ()),
            "choice",
            target.label or "colunas",
            Rating(0, 0.85, "", generic=True),
            f"{identity} {canonical_url(ground.url)} {sorted(ground.columns)}",
            identity,
            shape=shape_of(entries[0]["path"]),
        )
        return _Chooser(taken, None if identity in ground.inherited else move)
    for opener in openers:
        text = f"clique em “{opener['label'] or opener['title']}”"
        identity = f"columns|{shape_of(opener['path'])}"
        if identity not in ground.inherited:
            move = Move(
                _by_click(opener, key, ground, text, ()),
                "choice",
                opener["label"],
                Rating(0, 0.7, "", generic=True),
                f"{identity} {canonical_url(ground.url)} {sorted(ground.columns)}",
                identity,
                region=opener["region"],
                shape=shape_of(opener["path"]),
            )
            return _Chooser(frozenset(c["path"] for c in openers), move)
    return _Chooser(frozenset(c["path"] for c in openers))


def _places(path: str) -> list[str]:
    """Where a member of a list stands when it is a child of it, or stands in a child, or in a child's child."""
    parts = path.split(">")
    return [
        ">".join((*parts[:-depth], shape_of(parts[-depth]), *parts[len(parts) - depth + 1 :]))
        for depth in range(1, min(4, len(parts)))
    ]


def plain(text: str) -> str:
    """Words only, each once: marks of an open menu are not part of a name, nor is its repetition in a hidden title."""
    return " ".join(dict.fromkeys(re.findall(r"\w+", normalize(text))))


def _pressed_choices(selects: Iterable[Mapping[str, Any]], words: QueryWords) -> list[str]:
    """Where the years, months and bodies stand that are pressed as part of a query."""
    return [
        option["value"]
        for select in selects
        if select["tag"] == "radio" and field_kind(select, words)
        for option in select["options"]
    ]


def _within(path: str, other: str) -> bool:
    """Whether one of two elements holds the other."""
    return path == other or path.startswith(f"{other}>") or other.startswith(f"{path}>")


def _periods(
    siblings: Sequence[Mapping[str, Any]], words: QueryWords, today: dt.date
) -> tuple[list[list[Mapping[str, Any]]], list[Mapping[str, Any]]]:
    """Years and months that are clicked instead of chosen in a select, each series the most promising first, and the rest.

    Series of one shape may stand side by side (a bar of years over a bar of months): each has its own parent.
    """
    by_parent: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for candidate in siblings:
        by_parent[candidate["path"].rpartition(">")[0]].append(candidate)
    if max(map(len, by_parent.values())) < 2 <= len(siblings):
        by_parent = {"": list(siblings)}  # each in a wrapper of its own
    found, rest = [], []
    for series in by_parent.values():
        ordered = _in_order(series, words, today)
        if ordered is None:
            rest += series
        else:
            found.append(ordered)
    return found, rest


def _shows_none(candidate: Mapping[str, Any], url: str) -> bool:
    """Whether a facet says that nothing is behind it ("2026 (0)", or a 0 beside it)."""
    if not _asks_of(candidate["href"], url):
        return False
    count = _COUNT.search(candidate["label"])
    return (count[1] if count else _last(candidate["around"]).strip("()[] ")) == "0"


def _entities(siblings: Sequence[Mapping[str, Any]], url: str, words: QueryWords) -> list[Mapping[str, Any]]:
    """Links that show the page in sight for one body of the town or for all of them, all of them first, then the town hall;
    empty for anything else. They differ from its address by what is asked alone."""
    if len(siblings) < 2 or any(c["kind"] != "link" or not _asks_of(c["href"], url) for c in siblings):
        return []
    labels = [normalize(_COUNT.sub("", c["label"])) for c in siblings]
    every, town = ([label in terms for label in labels] for terms in (words.everything, words.town))
    if not (any(every) and any(town)):
        return []
    return [siblings[place] for place in sorted(range(len(labels)), key=lambda n: (not every[n], not town[n]))]


def _asks_of(href: str, url: str) -> bool:
    """Whether an address is that of another with other parameters."""
    there, here = urlsplit(href), urlsplit(url)
    return bool(there.query) and (there.netloc, there.path) == (here.netloc, here.path)


def _in_order(series: Sequence[Mapping[str, Any]], words: QueryWords, today: dt.date) -> list[Mapping[str, Any]] | None:
    """The years (latest first) or months (all of them at once, else the first) of a series; None for anything else."""
    labels = [plain(_COUNT.sub("", c["label"])) for c in series]
    if len(series) < 2:
        return None
    years = _years([c["label"] for c in series], words)
    if years is not None:
        past = [(year, c) for year, c in zip(years, series, strict=True) if year <= today.year]
        return [c for _, c in sorted(past, key=lambda pair: pair[0], reverse=True)]
    months = [any(month.startswith(label) for month in MONTHS) for label in labels if len(label) >= 3]
    if len(labels) >= 6 and sum(months) >= len(labels) - 2:
        every = [
            c
            for label, c in zip(labels, series, strict=True)
            if label and any(w.startswith(label) for w in words.everything)
        ]
        return every or list(series[:1])
    return None


def _years(labels: Sequence[str], words: QueryWords) -> list[int] | None:
    """The years that labels name which say nothing else ("Exercício de 2026 (12 arquivos)")."""
    told = [normalize(_HOLDS.sub(" ", label)) for label in labels]
    years = [_YEAR.findall(text) for text in told]
    rest = {word for text in told for word in _timeless(text).split()} - {
        word for term in words.year for word in term.split()
    }
    if rest or any(len(found) != 1 for found in years) or any(re.search(r"\d", _YEAR.sub(" ", text)) for text in told):
        return None
    return [int(found[0]) for found in years]


def _period_move(candidate: Mapping[str, Any], key: FrameKey, url: str, ground: Ground, attempt: int) -> Move:
    label = candidate["label"]
    identity = "|".join((host_of(url), "period", shape_of(candidate["path"]), label))
    pressed = ground.node.words[-1] if ground.charted else ""
    far = ground.astray or (ground.remote and not (ground.promising or ground.listing or ground.lacks))
    rating = Rating(3 if far else 1, 0.6 - attempt / 10, "", generic=True)
    if candidate["kind"] == "link":
        node, told = _by_link(candidate, ground, [label]), f"link {without_tokens(candidate['href'])} {plain(label)} "
    else:
        node, told = (
            _by_click(candidate, key, ground, f"clique em “{label}”", [label]),
            f"period {identity} {_scope(ground)} {pressed}",
        )
    shape = shape_of(candidate["path"])
    seeks = tuple(sorted(ground.lacks)) if ground.records else ()
    return Move(node, "query", label, rating, told, identity, shape=shape, once=True, shows=ground.charted, seeks=seeks)


def _scope(ground: Ground, region: str = "") -> str:
    """Where a move is another one than elsewhere: in another state of its view, or of the page for an entry of a menu."""
    return (ground.content if region not in MENUS else "") or ground.state


def _by_link(candidate: Mapping[str, Any], ground: Ground, labels: Iterable[str]) -> Node:
    """The page that a link leads to."""
    target = candidate["href"]
    name = candidate["label"] or candidate["title"] or target
    return Node(
        url=target,
        entry=ground.entries.get(host_of(target), ""),
        depth=ground.node.depth + 1,
        words=(*ground.node.words, f"abra “{name}”"),
        labels=(*ground.node.labels, *filter(None, labels)),
    )


def _by_click(
    candidate: Mapping[str, Any], key: FrameKey, ground: Ground, text: str, labels: Iterable[str], unsaid: bool = False
) -> Node:
    """What a click on a component leads to."""
    target = Target(candidate["path"], candidate["tag"], candidate["label"], _name(candidate))
    return _onward(ground.node, Step("click", key, target, text, unsaid=unsaid), labels)


def openers(key: FrameKey, data: Mapping[str, Any], node: Node, signposts: Signposts) -> list[Move]:
    """Buttons that may open the row which the last step of ``node`` selected: generic words, outside of rows."""
    found = []
    pressed = {
        step.target.path for step in node.steps if step.op == "query"
    }  # "Visualizar" may run a query, or show a record
    for candidate in data["candidates"]:
        label = candidate["label"] or candidate["title"]
        if (
            candidate["kind"] != "click"
            or candidate["path"] in pressed
            or candidate["row"]
            or candidate["hidden"]
            or candidate["sends"]
            or candidate["disabled"]
            or candidate["region"] in ("nav", "header", "footer")
        ):
            continue
        if not label or not signposts.opens(label) or signposts.is_return(label):
            continue
        step = Step(
            "click",
            key,
            Target(candidate["path"], candidate["tag"], candidate["label"], _name(candidate)),
            f"clique em “{label}”",
        )
        rating = Rating(0, 0.7, "", generic=True)
        found.append(
            Move(
                _onward(node, step, [label]),
                "row",
                label,
                rating,
                f"opener {node.fingerprint()} {candidate['path']}",
                "",
            )
        )
    # "Detalhar" before "Consultar": the more a word is about the record, the better
    return sorted(found, key=lambda move: (signposts.is_query(move.label), not signposts.is_generic(move.label)))[:2]


def _is_pager(siblings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether components are page numbers: short numbers side by side (record numbers stand below each other)."""
    if not all(_PAGER.match(plain(c["label"])) for c in siblings):
        return False
    if all(c["row"] for c in siblings):
        return len({c["row"]["index"] for c in siblings}) == 1
    if not any(c["box"] for c in siblings):  # read without a browser
        return len({c["path"].rpartition(">")[0] for c in siblings}) == 1
    return len({c["box"][1] for c in siblings if c["box"]}) <= 1


def _record_rows(siblings: Sequence[Mapping[str, Any]], records: bool) -> bool:
    """Whether components of one shape stand in the rows of a record set, and not in a menu.

    ``records``: the page shows a record set with data.
    """
    first = siblings[0]
    if first["tag"] == "tr" or first["role"] == "row":
        return True
    if _is_board(siblings):
        return False
    rows = [c["row"] for c in siblings if c["row"] is not None]
    if len(rows) == len(siblings) and min(row["cells"] for row in rows) >= 3:
        return True
    labels = [c["label"] or c["title"] for c in siblings]
    if len(siblings) < 3:  # a card or two: a record says more than one thing
        told = [len(_DATA.findall(label)) for label in labels]
        return records and first["region"] not in MENUS and (min(told) >= 2 or (len(told) == 2 and all(told)))
    if sum(bool(_DATA.search(label)) for label in labels) >= 0.6 * len(labels):
        return True
    if len(rows) == len(siblings) and _of_one_field(labels):
        return True
    if len(rows) == len(siblings) and all(
        c["expanded"] or _UNFOLDS.fullmatch(c["title"] or label) for c, label in zip(siblings, labels, strict=True)
    ):
        return True  # groups of records that are folded
    return records and len({normalize(label) for label in labels}) == 1


def _of_one_field(labels: Sequence[str]) -> bool:
    """Whether labels are values of one field: "Lotação: Gabinete (2)", "Lotação: Secretaria de Obras (5)"."""
    named = [_FIELD.match(label) for label in labels]
    return len({normalize(found[1]) for found in named if found}) == 1 and all(named)


def _is_board(siblings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether components are a menu that a table lays out: several side by side from its first row on, under no
    headings, each of another name and none with the data of a record."""
    labels = [plain(c["label"] or c["title"]) for c in siblings]
    if not all(c["row"] for c in siblings) or len(set(labels)) < len(labels):
        return False
    first = [c for c in siblings if c["row"]["index"] == 0]
    head = plain("".join(c["row"]["head"] for c in first[:1]))
    headed = bool(head) and not all(plain(c["label"]) in head for c in first)  # pictures have no words
    side_by_side = len({c["row"]["column"] for c in first}) > 1
    return side_by_side and not headed and not any(_DATA.search(c["label"]) for c in siblings)


def _is_file(candidate: Mapping[str, Any], signposts: Signposts) -> bool:
    """Whether a link brings a file whose tables may be read: its address says so, or its words do ("Baixar"). Of other
    components only their words tell."""
    if candidate["kind"] != "link":
        told = candidate["label"] or candidate["title"]
        return bool(not FILE.search(candidate["href"]) and not _OTHER_FORMAT.search(told) and signposts.fetches(told))
    parts = urlsplit(candidate["href"])
    if FILE.search(parts.path) or _OTHER_FORMAT.search(candidate["label"]):
        return False
    asked = parse_qsl(parts.query, keep_blank_values=True)
    return bool(
        DOCUMENT.search(parts.path)
        or DOCUMENT.search(candidate["label"])  # a file called by its name
        or any(DOCUMENT.search(value) for _, value in asked)
        or signposts.fetches(candidate["label"] or candidate["title"])
        or signposts.names_file(parts.path, [name for name, _ in asked])
    )


def _told(candidate: Mapping[str, Any], signposts: Signposts) -> list[str]:
    """What is said about a file, nearest first, without the words that only hand it out."""
    own = (signposts.without_fetching(text) for text in (candidate["label"], candidate["title"]))
    texts = (*own, *candidate["around"])
    return list(dict.fromkeys(text for text in texts if text and not signposts.hands_out(text)))


def _timeless(text: str) -> str:
    """The words of a text without its period, number and size."""
    return " ".join(word for word in _PERIOD_WORDS.sub(" ", plain(text)).split() if len(word) > 2)


def says_only_when(label: str) -> bool:
    """Whether a label names a period and nothing else ("Exercício de 2025 (12 arquivos)")."""
    return bool(_YEAR.search(label)) and not _timeless(_HOLDS.sub(" ", label))


def _is_month(label: str) -> bool:
    """Whether a label is a month of a year and nothing else; "00012/2026" is a record."""
    return bool(_MONTH.fullmatch(plain(label)))


def _periods_of_several(siblings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether links that only name months or years stand under names of their own: those of several reports."""
    if any(c["row"] or not c["around"] or not _is_month(c["label"]) for c in siblings):
        return False
    return len({_timeless(_last(c["around"])) for c in siblings} - {""}) > 1


def _title(candidate: Mapping[str, Any], file: bool, signposts: Signposts) -> str:
    """What a row, file or post is called: "Leia mais" and "Baixar" say nothing."""
    if file:
        return (*_told(candidate, signposts), "")[0]
    label = str(candidate["label"] or candidate["title"])
    return _last(candidate["around"]) if signposts.is_generic(label) or _is_month(label) else label


def _topics(siblings: Sequence[Mapping[str, Any]], files: bool, dated: bool, signposts: Signposts) -> dict[str, str]:
    """Path → subject, for lists of a few kinds of things that come again for every month or year; empty for records."""
    kinds = {c["path"]: _timeless(_title(c, files, signposts)) for c in siblings}
    few = len(set(kinds.values())) <= (8 if files or dated else min(8, len(siblings) // 2))
    return kinds if few else {}


def _apart(siblings: list[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Components of one shape, those that hold records apart from the others: where all is made of alike boxes, the nodes
    of a tree have the shape of the rows of a grid."""
    paths = [c["path"].split(">") for c in siblings]
    fork = next((place for place, parts in enumerate(zip(*paths, strict=False)) if len(set(parts)) > 1), 0)
    branches: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for candidate, path in zip(siblings, paths, strict=True):
        branches[path[fork]].append(candidate)
    parts: dict[bool, list[Mapping[str, Any]]] = defaultdict(list)
    for branch in branches.values():
        parts[sum(bool(_DATA.search(c["label"])) for c in branch) >= 0.6 * len(branch)] += branch
    return [*parts.values()]


def _in_common(siblings: Sequence[Mapping[str, Any]]) -> str:
    """The words that records without a table share: their labels and the heading over them, which tell lists apart."""
    told = [plain(" ".join((c["label"], *c["around"]))).split() for c in siblings[:8]]
    shared = set.intersection(*map(set, told))
    return " ".join(word for word in told[0] if word in shared and not word.isdigit())


def _tells(candidate: Mapping[str, Any], siblings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether what stands around components of one label tells them apart ("Acessar" under several card titles)."""
    around = {" ".join(map(normalize, c["around"][:2])) for c in siblings}
    return len(around) > 1 and len(siblings) <= 40 and bool(candidate["around"])


def _move(
    candidate: Mapping[str, Any],
    key: FrameKey,
    url: str,
    ground: Ground,
    signposts: Signposts,
    wanted: frozenset[str],
    is_row: bool,
    common: str = "",
    shared: bool = False,
) -> Move | None:
    label = candidate["label"] or candidate["title"]
    folded = plain(label)
    link = candidate["kind"] == "link"
    turns = not _is_month(label) and (_PAGER.match(folded) or _ARROWS.fullmatch(label.strip()))
    if candidate["sends"] or (turns and not is_row) or re.fullmatch("[a-z]", folded) or is_empty_message(label):
        return None
    if link:
        path = candidate["href"].split("?")[0].split("#")[0]
        if FILE.search(path) or not candidate["href"].startswith("http"):
            return None
    if _is_file(candidate, signposts):
        return _document_move(candidate, label, key, ground, signposts, wanted)
    rating = signposts.rate(
        label, candidate["title"], candidate["around"], candidate["hint"], candidate["region"], wanted
    )
    if rating is None:
        return None
    if shared and not is_row and not link:
        rating = replace(rating, generic=True)
    if is_row and rating.tier:
        rating = replace(
            rating, tier=0 if ground.promising else 2, score=max(rating.score, 0.8 if ground.promising else 0.3)
        )
    elif (
        rating.tier == 3
        and ground.promising
        and not candidate["region"]
        and (candidate["role"] == "tab" or candidate["expanded"])
    ):
        rating = replace(rating, tier=1, score=0.3)  # the parts of a details view
    elif rating.tier == 3 and not (link or folded or rating.generic) and candidate["region"] in ("", "main", "dialog"):
        rating = replace(rating, tier=2)
    if candidate["hidden"] and not link and rating.tier > 1 and not is_row and candidate["region"] not in MENUS:
        return None  # entries of a closed menu can be had without opening it
    where = host_of(url)
    around = plain(_last(candidate["around"])) if rating.generic else ""
    if is_row:  # any row of a record set is as good as another
        row = candidate["row"] or {"table": candidate["path"], "column": "", "head": common}
        identity = "|".join(
            (
                where,
                "row",
                shape_of(row["table"]),
                str(row["column"]),
                normalize(row["head"]),
                candidate["tag"],
                _level(candidate),
            )
        )
    else:
        identity = "|".join(
            (
                where,
                candidate["tag"],
                folded or signposts.icon_of_data(candidate["hint"]) or normalize(candidate["hint"])[:80],
                shape_of(candidate["path"]),
                around,
            )
        )
    of_people = is_row and bool(candidate["row"]) and tells_people(candidate["row"]["head"])
    said = without_words(label) if of_people else label
    if link:
        target = candidate["href"]
        place = target.split("?")[0]
        # the entries of a menu are the same where the year is a part of every address
        identity = f"{identity}|{_without_years(place) if _timeless(label) else place}"
        if canonical_url(target) == canonical_url(url) or identity in ground.inherited:
            return None
        host = host_of(target)
        if host != where and rating.tier == 3:
            return None  # another site that says nothing of ours
        told = [] if is_row and (ground.promising or of_people) else _context_labels(candidate, label, rating)
        node = _by_link(candidate, ground, told)
        if of_people:
            node = replace(node, words=(*ground.node.words, _row_words(candidate, said)))
        by_click = None
        if ground.origin is not None:
            pressed = Target(candidate["path"], candidate["tag"], candidate["label"])
            press = Step("click", key, pressed, node.words[-1], unsaid=of_people)
            by_click = _onward(ground.origin, press, told)
        return Move(
            node,
            "row" if is_row else "link",
            label,
            rating,
            f"link {without_tokens(target)} {folded} {around}",
            identity,
            by_click=by_click,
            region=candidate["region"],
            shape=shape_of(candidate["path"]),
        )
    again = not is_row and _closed_again(candidate, ground, signposts)
    if (identity in ground.inherited and not again) or (not is_row and _in_sight(candidate, ground, signposts)):
        return None
    if is_row:
        text = _row_words(candidate, said)
        # what a record holds ("Impostos sobre o Patrimônio") says nothing of what it is
        labels = [label] if len(label) < 40 and not ground.promising and not of_people else []
    else:
        icon = signposts.icon_of_data(candidate["hint"]) if not label else ""
        text, labels = f"clique em “{label or icon or _name(candidate)}”", _context_labels(candidate, label, rating)
        if (shared or rating.generic) and len(labels) > 1:
            text += f" (“{labels[0]}”)"
    scope = "" if rating.tier == 0 and not is_row and not rating.generic else _scope(ground, candidate["region"])
    if rating.several and not scope:
        scope = plain(" ".join(ground.node.labels[-1:]))
    if not (is_row or rating.generic) and _entry(candidate) in ground.inherited:
        scope = ""  # an entry of a menu that was folded: the same one beside whatever view
    if is_row and candidate["row"]:  # the same row of the same table, whatever else has changed on the page
        scope = f"{normalize(_last(candidate['around']))[:120]} {canonical_url(url)}"
    within = bool(candidate.get("panel"))
    if within and scope:  # a tab is the same one over other records of its view
        scope = f"{' '.join(map(normalize, candidate['around']))[:200]} {canonical_url(url)} {ground.records}"
    if again:
        scope += f" {ground.node.words[-1]}"
    return Move(
        _by_click(candidate, key, ground, text, labels, of_people),
        "row" if is_row else "click",
        label,
        rating,
        f"click {identity} {scope}",
        identity,
        region=candidate["region"],
        shape=shape_of(candidate["path"]),
        within=within,
    )


def _row_words(candidate: Mapping[str, Any], said: str) -> str:
    """How a person is told to open a row; ``said``: what of its text may be told."""
    number = candidate["row"]["index"] + 1 if candidate["row"] else 0
    which = "a primeira linha" if number == 1 else f"a linha {number}" if number > 1 else "o registro"
    return f"abra {which} (“{said[:40]}”)" if said else f"abra {which}"


def _tables(candidates: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Path → table, for the tables in which components stand. The sheets of a printed report are tables of one shape under
    the same headings and titles: one table, that is."""
    found: dict[str, str] = {}
    for candidate in candidates:
        row = candidate["row"]
        if not row or (row["table"] in found and row["index"]):
            continue
        sheet = "|".join((shape_of(row["table"]), normalize(row["head"]), *map(normalize, candidate["around"][1:2])))
        bare = not row["head"] or row["heading"] or row.get("says", "").startswith(row["head"][:60])
        if bare or row["table"] not in found:  # a first row that is a record: no headings to tell by
            found[row["table"]] = str(row["table"]) if bare else sheet
    return found


def _level(candidate: Mapping[str, Any]) -> str:
    """How deep in a tree of rows a component stands that unfolds its row: as the row says, or as far as it is indented."""
    row = candidate["row"]
    if not row or not (candidate["expanded"] or _UNFOLDS.fullmatch(candidate["title"] or candidate["label"])):
        return ""
    if row.get("level") or not candidate["box"]:
        return str(row.get("level") or "")
    return str(round(candidate["box"][0] / 6)) if row["column"] <= 0 else ""


def _in_sight(candidate: Mapping[str, Any], ground: Ground, signposts: Signposts) -> bool:
    """Whether a component stands for the view that is open: the title over its records, or an entry of a bar of windows or
    tabs, often cut short, with what closes it."""
    label, node = candidate["label"], ground.node
    if any(signposts.names_view(label, name) for name in node.labels):
        return True
    titles = ground.records and candidate["region"] not in MENUS and not candidate.get("panel")
    if titles and label and node.labels and plain(label) == plain(node.labels[-1]):
        return True
    marked = label and (not label[0].isalnum() or label.endswith(("…", "...")))
    if not marked or not node.labels:
        return False
    name, here = plain(label), plain(node.labels[-1])
    return bool(name and here) and (here.startswith(name) or (name.startswith(here) and label.endswith(("…", "..."))))


def _document_move(
    candidate: Mapping[str, Any],
    label: str,
    key: FrameKey,
    ground: Ground,
    signposts: Signposts,
    wanted: frozenset[str],
) -> Move | None:
    """A file that may hold what no page shows: its own words, those around it or the way to it name a criterion.

    What hangs on a record set that is read already (the notice of each bid, "PDF" over a table) is not opened.
    """
    handed = signposts.is_generic(label) or signposts.hands_out(label)
    if ground.records and (ground.promising or (handed and not ground.listing)):
        return None
    if signposts.is_law(label):
        return None
    told = _told(candidate, signposts)
    target = candidate["href"]
    telling = [text for text in told if _timeless(text)]
    rating = signposts.rate(
        told[0] if told else "", candidate["title"], told[1:], candidate["hint"], candidate["region"], wanted
    )
    if rating is None or rating.tier > 1 or not rating.criterion:
        rating = _by_the_way(telling, candidate["region"], ground, signposts, wanted)
    if rating is None:
        return None
    name = (told[0] if handed and told else label) or target.rpartition("/")[2]
    labels = (*reversed(told[1:2]), *told[:1])
    if target:
        node = Node(
            url=target,
            depth=ground.node.depth + 1,
            words=(*ground.node.words, f"abra o arquivo “{name}”"),
            labels=(*ground.node.labels, *labels),
        )
        kind: Kind = "document"
        mark = canonical_url(target)
    else:  # a script fetches it: what the click brings is told by the browser
        node = _by_click(candidate, key, ground, f"clique em “{label}” (“{name}”)", labels)
        kind = "click"
        mark = f"{candidate['path']} {_scope(ground)}"
    return Move(
        node,
        kind,
        label,
        rating,
        f"document {mark}",
        f"document|{mark}",
        region=candidate["region"],
        shape=shape_of(candidate["path"]),
    )


def _by_the_way(
    telling: Sequence[str], region: str, ground: Ground, signposts: Signposts, wanted: frozenset[str]
) -> Rating | None:
    """What a file promises that says no more than its month or "Arquivo completo": what the way to it named last."""
    if region in ("nav", "header", "footer", "aside") or any(signposts.leads_astray(text) for text in telling[:2]):
        return None
    labels = (text for text in reversed(ground.node.labels) if not signposts.hands_out(text) and _timeless(text))
    ways = [label for label in labels if not signposts.is_generic(label)]
    for way in ways[: 1 + ground.inner]:
        rating = signposts.rate(way, "", [], "", "", wanted)
        if rating is None or rating.tier <= 1 or signposts.leads_astray(way):
            break
    else:
        return None
    if rating is None or rating.tier > 1 or not rating.criterion:
        return None
    return replace(rating, tier=max(rating.tier, int(bool(telling))), score=0.8 * rating.score)


def _context_labels(candidate: Mapping[str, Any], label: str, rating: Rating) -> list[str]:
    """What was followed: the label, and for one that fits anything, what stands around it first."""
    around = _last(candidate["around"])
    return [around, label] if around and (rating.generic or not label or _is_month(label)) else [label]


def volatile_parameters(
    known: dict[tuple[str, str, str], str], frames: Iterable[tuple[FrameKey, str, Mapping[str, Any]]]
) -> set[tuple[str, str]]:
    """(host, parameter) pairs whose value a portal makes anew for every page.

    The same link (place, words, path) with another token on another page gives them away. ``known`` remembers the
    links that were seen, and grows.
    """
    found = set()
    for _, _, data in frames:
        seen: dict[tuple[str, str, str], str | None] = {}
        for candidate in data["candidates"]:
            if candidate["kind"] == "link" and "?" in candidate["href"]:
                place = (shape_of(candidate["path"]), candidate["label"], candidate["href"].split("?")[0])
                seen[place] = None if place in seen else candidate["href"]
        for place, href in seen.items():
            if href is None:
                continue  # several on one page: rows, not a menu entry
            before = known.setdefault(place, href)
            if before != href:
                old, new = (dict(parse_qsl(urlsplit(u).query, keep_blank_values=True)) for u in (before, href))
                if old.keys() == new.keys():
                    found |= {(host_of(href), n) for n in new if old[n] != new[n] and _TOKEN_VALUE.fullmatch(new[n])}
    return found


def without_tokens(url: str) -> str:
    """An address with values that look like tokens folded: pages may hand out a new one at every visit."""
    return _TOKEN.sub(r"\1*", canonical_url(url))


def _name(candidate: Mapping[str, Any]) -> str:
    words = candidate["hint"].split()
    return words[0] if words and re.fullmatch(r"[\w:.\-$]+", words[0]) else ""


def _last(texts: Sequence[str]) -> str:
    return texts[0] if texts else ""


def _onward(node: Node, step: Step, labels: Iterable[str]) -> Node:
    return replace(
        node,
        steps=(*node.steps, step),
        depth=node.depth + 1,
        words=(*node.words, step.words),
        labels=(*node.labels, *filter(None, labels)),
    )


def _queries(
    key: FrameKey,
    url: str,
    data: Mapping[str, Any],
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> Iterable[Move]:
    for form in data["forms"]:
        controls = form["controls"]
        names = [c["label"] or c["placeholder"] for c in controls]
        if (
            form["personal"]
            or _in_record(form, data["forms"])
            or (signposts.is_return(form["label"]) and not signposts.is_query(form["label"]))
            or signposts.forbids(form["label"], _without_tools(form, data["candidates"], signposts), names)
        ):
            continue
        ran = any(step.op == "query" and step.target.path == form["button"] for step in ground.node.steps)
        if ran and ground.records and spot(form["button"]) in ground.inherited:
            continue  # its results are parted by the tabs; where a tab shows none, it may be run again
        onward = signposts.advances(form["label"])
        identity = "|".join((host_of(url), "form", shape_of(form["button"]), normalize(form["label"])))
        if onward:
            identity += f"|{normalize(data['theme'])}|{canonical_url(url)}"  # the next step of a wizard is another form
        if identity in ground.inherited:
            continue
        retries = onward or any(field_kind(c, words) in PERIODS for c in controls)
        narrows = retries or any(c["tag"] != "input" for c in controls)
        asks = retries or any(
            c["tag"] == "select" or field_kind(c, words) == "entity" or chooses_view(c, words) for c in controls
        )
        if form["method"] == "post" and not asks:
            continue  # what is posted may be kept (a vote, a message): only what is plainly a query is
        # what is in sight is of the year that the form says: another one is asked for what it lacks
        attempt = _first_change(controls, words, today) if ground.records and ground.lacks else 0
        lacking = bool(ground.lacks) and attempt is not None and narrows
        tier = 3 if ground.astray else 1 if ground.records and lacking else 2 if ground.records or not narrows else 0
        rating = Rating(tier, 0.9 if narrows else 0.2, "", generic=True)
        choosing = not ground.chosen and only_town(controls, words) and any(_chooses_town(c, words) for c in controls)
        if choosing:
            rating = Rating(0, SURE, "", generic=True)
        label = form["label"] or "Pesquisar"
        target = Target(form["button"], form["tag"], form["label"])
        step = Step("query", key, target, f"clique em “{label}”", form["region"], attempt or 0)
        chosen = [
            (c, move)
            for c in controls
            for move in _choices(c, step, identity, ground, signposts, words, wanted, retries)
        ]
        # What would be chosen for want of anything better is one of the reports.
        if not any(is_undecided(c, words) for c, _ in chosen):
            # A lone search box is the same one on every page of a site.
            move = _query_move(step, identity, ground, rating, retries, None if narrows else "")
            yield replace(move, town="chosen") if choosing else move
        yield from (move for _, move in chosen)
    loose = [s for s in data["selects"] if not s["personal"] and s["visible"] and not _of_record(s, data["selects"])]
    fresh = []
    for control in (*data.get("inputs", ()), *loose):
        if not ground.chosen and _chooses_town(control, words) and ground.node.depth < GATES:
            stated = [s for s in loose if field_kind(s, words) == "state"]  # whose towns are listed when it is chosen
            step = Step("query", key, Target(""), "", _common([*stated, control]))
            identity = "|".join((host_of(url), "town", shape_of(control["path"])))
            move = _query_move(step, identity, ground, Rating(0, SURE, ""), False)
            words_on = (*ground.node.words, f"escolha o município “{words.place.name}”")
            yield replace(move, node=replace(move.node, words=words_on), town="chosen")
    for select in loose:
        identity = _select_identity(url, select)
        told = " ".join(option["text"] for option in select.get("options") or [])
        if identity in ground.inherited or (
            select["tag"] in ("radio", "boxes") and signposts.forbids("", told, (select["label"], *select["around"]))
        ):
            continue
        fresh.append((select, identity))
        yield from _choices(
            select, Step("query", key, Target(""), "", select["path"]), identity, ground, signposts, words, wanted
        )
    if fresh and (ground.lacks or not ground.records) and not _is_board_of_charts(data, ground, signposts):
        attempt = _first_change([select for select, _ in fresh], words, today, loose)
        if attempt is not None:
            step = Step("query", key, Target(""), "", _common(loose), attempt)
            yield _query_move(step, fresh[0][1], ground, Rating(3 if ground.astray else 1, 0.5, "", True), retries=True)


def _first_change(
    controls: Sequence[Mapping[str, Any]],
    words: QueryWords,
    today: dt.date,
    among: Sequence[Mapping[str, Any]] | None = None,
) -> int | None:
    """The first attempt that changes any of some fields (``among`` all that are asked together); None when none does."""
    together = controls if among is None else among
    return next(
        (
            n
            for n in range(ATTEMPTS)
            if any(would_change(c, period(n, together, words), today, words) for c in controls)
        ),
        None,
    )


def _chooses_town(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field asks for a town, and has the one that is audited or takes its name."""
    if not words.place.name or not control.get("visible", True) or field_kind(control, words) != "town":
        return False
    options = [o["text"] for o in control.get("options") or [] if not is_placeholder(normalize(o["text"]), o, words)]
    return not options or words.place.pick(options) is not None


def _opens_what_is_chosen(
    candidate: Mapping[str, Any], forms: Sequence[Mapping[str, Any]], signposts: Signposts
) -> bool:
    """Whether a component beside the button of a query opens the record that is chosen below ("Visualizar ficha")."""
    label = candidate["label"] or candidate["title"]
    if candidate["kind"] != "click" or candidate["row"] or not signposts.opens(label) or signposts.is_return(label):
        return False
    bar = candidate["path"].rpartition(">")[0]
    return any(f["button"].rpartition(">")[0] == bar for f in forms)


def _without_tools(form: Mapping[str, Any], candidates: Sequence[Mapping[str, Any]], signposts: Signposts) -> str:
    """The words of a form without those of the buttons beside its own that print, export or lead away."""
    text = str(form["text"])
    for c in candidates:
        if c["path"].startswith(f"{form['region']}>") and c["label"] and signposts.is_return(c["label"]):
            text = text.replace(c["label"], " ", 1)
    return text


def spot(path: str) -> str:
    """What is known of a view whose panels change: the same button in the same place is that of the same form or tab."""
    return f"at {path}"


def spots(frames: Iterable[tuple[FrameKey, str, Mapping[str, Any]]]) -> set[str]:
    """The forms of a view, and the tabs that are open."""
    return {
        spot(path)
        for _, _, data in frames
        for path in (
            *(form["button"] for form in data["forms"]),
            *(c["path"] for c in data["candidates"] if c.get("panel") == "shown"),
        )
    }


def folders(frames: Iterable[tuple[FrameKey, str, Mapping[str, Any]]], menu: bool) -> set[str]:
    """What opens the folded parts of a menu, and would only close them again on the pages that it leads to; of the portal's
    own ``menu`` the entries in those parts, too."""
    found = set()
    for _, _, data in frames:
        for c in data["candidates"]:
            if c["kind"] == "click" and (c.get("discloses") or (menu and c["hidden"])):
                found.add(_folder(c) if c.get("discloses") else _entry(c))
    return found


def _folder(candidate: Mapping[str, Any]) -> str:
    return f"folder {candidate['path']} {plain(candidate['label'])}"


def _entry(candidate: Mapping[str, Any]) -> str:
    return f"entry {candidate['path']} {plain(candidate['label'])}"


def _folds_again(candidate: Mapping[str, Any], ground: Ground) -> bool:
    """Whether a component opened a part of the menu on the way here, and would close it now."""
    return candidate["kind"] == "click" and not candidate.get("panel") and _folder(candidate) in ground.inherited


def _select_identity(url: str, select: Mapping[str, Any]) -> str:
    return "|".join((host_of(url), "select", shape_of(select["path"]), normalize(select["label"])))


def loose_fields(frames: Iterable[tuple[FrameKey, str, Mapping[str, Any]]]) -> set[str]:
    """The fields of a view that no form holds: one query fills them all, so none is new after it."""
    return {_select_identity(url, select) for _, url, data in frames for select in data["selects"]}


def _in_record(form: Mapping[str, Any], forms: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a button stands in the row of a record, and not in a table that only lays out the fields of its form."""
    if not form["row"]:
        return False
    table = form["row"]["table"]
    alike = sum(bool(f["row"]) and f["row"]["table"] == table and f["label"] == form["label"] for f in forms)
    return alike > 1 or not any(control["path"].startswith(f"{table}>") for control in form["controls"])


def _of_record(select: Mapping[str, Any], selects: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a select stands in the row of a record, as others with its options do, and not in a table that only lays
    out the filters of a page."""
    if not select["row"]:
        return False
    table, options = select["row"]["table"], select.get("options")
    alike = [s for s in selects if s["row"] and s["row"]["table"] == table and s.get("options") == options]
    return len({s["row"]["index"] for s in alike}) > 2  # "from" and "to" may stand below each other


def _query_move(
    step: Step, identity: str, ground: Ground, rating: Rating, retries: bool, scope: str | None = None
) -> Move:
    labels = [text for _, text in step.choices]
    return Move(
        _onward(ground.node, step, labels),
        "choice" if step.choices else "query",
        step.target.label or step.words,
        rating,
        f"query {identity} {step.choices} {_scope(ground) if scope is None else scope}",
        identity,
        retries,
        shape=shape_of(step.region),
    )


def next_attempt(
    node: Node, asked: Sequence[Mapping[str, Any]] = (), today: dt.date | None = None, words: QueryWords | None = None
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


def _choices(
    control: Mapping[str, Any],
    step: Step,
    identity: str,
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    wanted: frozenset[str],
    retries: bool = False,
) -> Iterable[Move]:
    """Options that name criteria, or views of one: a select or radio buttons that work as a menu."""
    options = control.get("options") or []
    if control["tag"] not in ("select", "radio") or not 2 <= len(options) <= 60 or field_kind(control, words):
        return
    view = chooses_view(control, words)
    rated = _rated(control, signposts, words, wanted, view)
    if not view and len({rating.criterion for _, rating in rated}) < 2:
        return  # a filter within one criterion
    for text, rating in rated[:MENU]:
        made = replace(step, choices=((control["label"], text),))
        tier = rating.tier if view else 1
        yield _query_move(made, identity, ground, replace(rating, tier=tier), retries)


MENU = 12
"""So many options of a field are tried as a menu."""


def _rated(
    control: Mapping[str, Any], signposts: Signposts, words: QueryWords, wanted: frozenset[str], view: bool
) -> list[tuple[str, Rating]]:
    """The options of a field that name criteria; of one that chooses what is shown, those that name nothing else, too,
    but for the one that it proposes."""
    rated = []
    for place, option in enumerate(control.get("options") or []):
        text = option["text"]
        if option["disabled"] or is_placeholder(normalize(text), option, words):
            continue
        rating = signposts.rate(text, "", [], "", "", wanted)
        if rating is None:
            continue
        if rating.tier == 0 and not rating.generic:
            rated.append((text, rating))
        elif view and not signposts.leads_astray(text) and place != control["value"]:
            rated.append((text, replace(rating, tier=1, score=max(rating.score, 0.4))))
    return rated


def further_views(
    node: Node,
    asked: Sequence[Mapping[str, Any]],
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
        late = control.get("late") or not shown_in(control)
        if not late or control["label"] in named or not control["label"] or not chooses_view(control, words):
            continue
        rated = _rated(control, signposts, words, wanted, view=True)
        for text, rating in rated[:MENU] if len(control.get("options") or []) > 1 else []:
            step = replace(last, choices=(*last.choices, (control["label"], text)))
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
                    shape=f"{shape_of(last.region)} {control['label']}",
                )
            )
    return found


def _common(controls: Sequence[Mapping[str, Any]]) -> str:
    """Path of the nearest element that holds all the controls."""
    paths = [control["path"].split(">") for control in controls]
    if len(paths) == 1:
        return ">".join(paths[0])
    shared = []
    for parts in zip(*paths, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return ">".join(shared)
