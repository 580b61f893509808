"""Years, months and entities that are offered as links or buttons: which of them are tried, and in what order."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from transparency.crawl.candidates.labels import (
    is_file,
    is_month,
    last_of,
    plain,
    says_only_when,
    split_count,
    timeless,
)
from transparency.crawl.candidates.move import YEAR, Ground, Move, bar_of, shape_of
from transparency.crawl.candidates.places import reached_by_click, reached_by_link, scope_of, without_tokens
from transparency.crawl.signposts import Rating, Signposts
from transparency.extract.forms import ATTEMPTS, MONTHS, QueryWords, number_of_month, period, would_change
from transparency.model import Field, Pressable, Row
from transparency.node import FrameKey, Node, canonical_url, host_of
from transparency.text import normalize

LETTERS = 10
"""So many entries of one letter each are an index of names."""
COMMON = "AMJCE"
"""With these letters most names begin."""
TURNS = {"pagina", "page", "pag", "p"}
"""Parameters that an address loses when another list is shown."""
BETWEEN = " :;,.-–—|/•·»>()[]"
"""What stands between a name and the years or months behind it."""
NAMED = 80
"""So long is a name, at most."""
FACET_CELLS = 2
"""So many cells has the row of a facet, at most: its name and how many records it leaves."""


def years_last(found: list[Move], urls: Sequence[str], ground: Ground, signposts: Signposts) -> list[Move]:
    """Where a bar switches the page in sight to another year, what is on the page comes first: a query that is to be run
    (its results have the bar again), or the entries of a menu (the pages that they lead to have it, too)."""
    switches = {
        m.key for m in found if m.in_series and not m.node.steps and any(of_other_year(m.node.url, u) for u in urls)
    }
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
    if any(m.kind in ("query", "choice") and not m.in_series for m in firsts):
        return others
    if not any(m.kind in ("link", "click") and m.rating.criterion for m in firsts):
        return found
    late = Rating(3, 0.1, "", generic=True)
    return others if everywhere else [replace(m, rating=late) if m.key in switches else m for m in found]


def bars_of(candidates: Sequence[Pressable], url: str, words: QueryWords) -> list[dict[str, Pressable]]:
    """The bars of years ("2026") and of months ("03") of a page, each by the names of its members. A year alone is one where it
    leads to the page in sight for another year."""
    alike: dict[tuple[str, int], dict[str, Pressable]] = {}
    for one in candidates:
        if one.hidden or one.disabled or one.region == "footer" or _tells_more(one.row):
            continue
        if name := _period_named(one, words):
            alike.setdefault((shape_of(one.path), len(name)), {}).setdefault(name, one)
    return [bar for bar in alike.values() if len(bar) > 1 or any(of_other_year(one.href, url) for one in bar.values())]


def _tells_more(row: Row | None) -> bool:
    """Whether something stands in a row of records. Years and months may stand in several rows, which say nothing else."""
    says = normalize(row.says).split() if row is not None and row.count > 1 else ()
    return not all(number_of_month(word) or YEAR.fullmatch(word) for word in says)


def _period_named(candidate: Pressable, words: QueryWords) -> str:
    """The year or month that a link or button names, and nothing else."""
    years = _years([candidate.label], words)
    if years:
        return str(years[0])
    called = _called(candidate)
    return f"{number_of_month(called):02}" if _is_short_month(called) else ""


def names_period(label: str) -> bool:
    """Whether a label names a year or a month, and nothing else but how many records are there."""
    return says_only_when(label) or _is_short_month(plain(split_count(label)[0]))


def reached_by(candidate: Pressable, key: FrameKey, ground: Ground) -> Node:
    """The node that a member of a bar leads to."""
    label = candidate.label
    if candidate.kind == "link" and candidate.href:
        return reached_by_link(candidate, ground, [label])
    return reached_by_click(candidate, key, ground, f"clique em “{label}”", [label])


def says_year_in_sight(candidate: Pressable, beside: Sequence[Pressable]) -> bool:
    """Whether a link says nothing but the year that is marked as the current one in a bar beside it: a trail of crumbs does."""
    if candidate.current or candidate.row or not says_only_when(candidate.label):
        return False
    year = YEAR.findall(candidate.label)
    return any(c.current and says_only_when(c.label) and YEAR.findall(c.label) == year for c in beside)


def of_other_year(there: str, here: str) -> bool:
    """Whether an address is that of another for a year, told by a part of its path or a parameter.

    >>> of_other_year("http://a/index.php?pg=despesa&ano=2025", "http://a/index.php?pg=despesa&ano=2026")
    True
    >>> of_other_year("http://a/2025/despesa", "http://a/2025/receita")
    False
    """

    def parted(url: str) -> tuple[str, list[str], list[tuple[str, str]]]:
        parts = urlsplit(url)
        asked = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not YEAR.fullmatch(pair[1])]
        return (
            parts.netloc,
            [*filter(None, without_years(f"{parts.path}/#/{parts.fragment}").split("/"))],
            sorted(asked),
        )

    return parted(there) == parted(here) and canonical_url(there) != canonical_url(here)


def without_years(path: str) -> str:
    """An address with its years taken out."""
    return YEAR.sub("", path)


def period_moves(
    siblings: Sequence[Pressable], url: str, words: QueryWords, today: dt.date, signposts: Signposts
) -> tuple[list[list[Pressable]], list[Pressable]]:
    """Years and months that are clicked instead of chosen in a select, each series the most promising first, and the rest.
    Files of months are files.

    Series of one shape may stand side by side (a bar of years over a bar of months, the facets of a list): each has its own
    parent, if each of its members has no wrapper of its own. One that is set in several rows is still one.
    """
    if all(is_file(c, signposts) and not YEAR.search(c.label) for c in siblings):
        return [], list(siblings)
    whole = _in_order(siblings, url, words, today) if _is_one_series(siblings) else None
    if whole is not None:
        return [whole], []
    paths = [candidate.path.split(">") for candidate in siblings]
    by_parent: dict[str, list[Pressable]] = {}
    for up in range(1, max(map(len, paths), default=0) + 1):
        by_parent = defaultdict(list)
        for candidate, path in zip(siblings, paths, strict=True):
            by_parent[">".join(path[:-up])].append(candidate)
        if max(map(len, by_parent.values())) > 1:
            break
    found, rest = [], []
    for series in (bar for beside in by_parent.values() for bar in _bars(beside)):
        ordered = _in_order(series, url, words, today)
        if ordered is None:
            rest += series
        else:
            found.append(ordered)
    return found, rest


def _bars(beside: list[Pressable]) -> list[list[Pressable]]:
    """Years and months apart that stand in one box ("Ano: 2025 2024 Mês: Jan Fev"); anything else as it is."""
    years = [c for c in beside if YEAR.fullmatch(_called(c))]
    months = [c for c in beside if _is_short_month(_called(c))]
    return [years, months] if years and months and len(years) + len(months) == len(beside) else [beside]


def _is_short_month(label: str) -> bool:
    return len(label) >= 3 and any(month.startswith(label) for month in MONTHS)


def _called(candidate: Pressable) -> str:
    """What a member of a series says, without how many records are behind it."""
    return plain(split_count(candidate.label)[0])


def _is_one_series(siblings: Sequence[Pressable]) -> bool:
    """Whether no member of a series comes twice, and no year stands among months."""
    labels = [*map(_called, siblings)]
    years = sum(bool(YEAR.fullmatch(label)) for label in labels)
    return len(set(labels)) == len(labels) and years in (0, len(labels))


def shows_none(candidate: Pressable, url: str) -> bool:
    """Whether a facet says that nothing is behind it ("2026 (0)", or a 0 beside it)."""
    return _asks_of(candidate.href, url) and _count(candidate) == "0"


def _count(candidate: Pressable) -> str:
    """How many records a facet says are behind it, in brackets, or in a number of its own in or beside it. A row of more cells
    is a record, whatever number it ends with."""
    if candidate.row and candidate.row.cells > FACET_CELLS:
        return ""
    beside = last_of(candidate.around).strip("()[] ")
    return split_count(candidate.label)[1] or (beside if beside.replace(".", "").isdigit() else "")


def only_reorders(candidate: Pressable, url: str, signposts: Signposts) -> bool:
    """Whether a link shows the page in sight in another order."""
    if not _asks_of(candidate.href, url):
        return False
    there, here = (dict(parse_qsl(urlsplit(u).query, keep_blank_values=True)) for u in (candidate.href, url))
    changed = [name for name, value in there.items() if here.get(name) != value]
    return signposts.reorders(candidate.label, changed)


def are_facets(siblings: Sequence[Pressable], url: str) -> bool:
    """Whether links narrow the list in sight: they ask for more of its own address, and say how many records each leaves."""
    here = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    names = {name for name, _ in here}
    return all(
        _asks_of(c.href, url)
        and bool(_count(c))
        and names - {name for name, _ in parse_qsl(urlsplit(c.href).query, keep_blank_values=True)} <= TURNS
        for c in siblings
    )


def asks_for_year(candidate: Pressable, url: str) -> bool:
    """Whether a link shows the page in sight for one year, or no longer for that year alone: a list of such is asked for a year
    before anything else."""
    asks = _asks_of(candidate.href, url) or _asks_of(url, candidate.href)
    return asks and says_only_when(candidate.label)


def entity_links(siblings: Sequence[Pressable], url: str, words: QueryWords) -> list[Pressable]:
    """Links that show the page in sight for one body of the town or for all of them, all of them first, then the town hall;
    empty for anything else. They differ from its address by what is asked alone."""
    if len(siblings) < 2 or any(c.kind != "link" or not _asks_of(c.href, url) for c in siblings):
        return []
    labels = [normalize(split_count(c.label)[0]) for c in siblings]
    every, town = ([label in terms for label in labels] for terms in (words.everything, words.town))
    if not (any(every) and any(town)):
        return []
    return [siblings[place] for place in sorted(range(len(labels)), key=lambda n: (not every[n], not town[n]))]


def _asks_of(href: str, url: str) -> bool:
    """Whether an address is that of another with other parameters."""
    there, here = urlsplit(href), urlsplit(url)
    return bool(there.query) and (there.netloc, there.path) == (here.netloc, here.path)


def _in_order(series: Sequence[Pressable], url: str, words: QueryWords, today: dt.date) -> list[Pressable] | None:
    """The years (latest first) or months (all of them at once, else the first) of a series; None for anything else. The page
    of another year alone is a series: the year in sight is no link, and there may be but two. So is a month: of a year that
    has begun there are few."""
    labels = [*map(_called, series)]
    if labels and all(label in MONTHS for label in labels):
        return list(series[:1])
    if len(series) < 2 and not (YEAR.fullmatch(labels[0]) and of_other_year(series[0].href, url)):
        return None
    years = _years([c.label for c in series], words)
    if years is not None:
        past = [(year, c) for year, c in zip(years, series, strict=True) if year <= today.year]
        return [c for _, c in sorted(past, key=lambda pair: pair[0], reverse=True)]
    months = [*map(_is_short_month, labels)]
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
    told = [normalize(split_count(label)[0]) for label in labels]
    if len(set(told)) < len(set(labels)):  # "2025 01", "2025 02": months, and no counts
        told = [*map(normalize, labels)]
    years = [YEAR.findall(text) for text in told]
    rest = {word for text in told for word in timeless(text).split()} - {
        word for term in words.year for word in term.split()
    }
    if rest or any(len(found) != 1 for found in years) or any(re.search(r"\d", YEAR.sub(" ", text)) for text in told):
        return None
    return [int(found[0]) for found in years]


def letter_moves(
    siblings: Sequence[Pressable], key: FrameKey, url: str, ground: Ground
) -> tuple[list[Move], list[Pressable]]:
    """(the letters of an index of names that are tried, the components that are left). Where nothing is in sight yet, and none
    was chosen on the way, one of the letters with which most names begin shows what the others are like."""
    letters = {c.label.strip().upper(): c for c in siblings if re.fullmatch(r"\W*[A-Za-z]\W*", c.label)}
    if len(letters) < LETTERS or len(letters) < 0.8 * len(siblings):
        return [], list(siblings)
    index = shape_of(siblings[0].path)
    pressed = any(shape_of(step.target.path) == index for step in (ground.origin or ground.node).steps)
    if ground.records or ground.astray or pressed:
        return [], []
    tried = [letters[letter] for letter in COMMON if letter in letters][: ATTEMPTS - 1]
    return [period_move(c, key, url, ground, attempt) for attempt, c in enumerate(tried)], []


def name_of_series(series: Sequence[Pressable]) -> str:
    """What stands in a row or line before its years or months: "Balancete da Receita 2023 - 2024 - 2025"; empty elsewhere."""
    first, labels = series[0], sorted((c.label for c in series if c.label), key=len, reverse=True)
    if not labels:
        return ""
    member = re.compile("|".join(rf"(?<!\w){re.escape(label)}(?!\w)" for label in labels))
    for text in (first.row.says,) if first.row else first.around:
        name, *rest = member.split(text)
        name = name.strip(BETWEEN)
        if name and rest and len(name) <= NAMED and (first.row or not any(map(str.isalnum, "".join(rest)))):
            return name
    return ""


def period_move(
    candidate: Pressable, key: FrameKey, url: str, ground: Ground, attempt: int, named: tuple[str, Rating] | None = None
) -> Move:
    """A link or button of a year or month as a query: the others of its series are its further attempts.
    ``named``: what the series is of ("Balancete da Receita"), and what that promises."""
    label = candidate.label
    name, promise = named or ("", None)
    labels = [*filter(None, [name]), label]
    identity = "|".join((host_of(url), "period", shape_of(candidate.path), *labels))
    pressed = ground.node.words[-1] if ground.charted else ""
    far = ground.astray or (ground.remote and not (ground.promising or ground.listing or ground.lacks))
    rating = Rating(3 if far else 1, 0.6 - attempt / 10, "", generic=True)
    if promise is not None:
        rating = replace(promise, score=promise.score * rating.score)
    if candidate.kind == "link":
        node, told = (
            reached_by_link(candidate, ground, labels),
            f"link {without_tokens(candidate.href)} {plain(label)} ",
        )
    else:
        node, told = (
            reached_by_click(candidate, key, ground, f"clique em “{label}”", labels),
            f"period {identity} {scope_of(ground)} {pressed}",
        )
    shape = shape_of(candidate.path)
    seeks = tuple(sorted(ground.lacks)) if ground.records else ()
    return Move(
        node,
        "query",
        label,
        rating,
        told,
        identity,
        shape=shape,
        in_series=True,
        opens_chart_data=ground.charted,
        seeks=seeks,
    )


def periods_of_several(siblings: Sequence[Pressable]) -> bool:
    """Whether links that only name months or years stand under names of their own: those of several reports."""
    if any(c.row or not c.around or not is_month(c.label) for c in siblings):
        return False
    return len({timeless(last_of(c.around)) for c in siblings} - {""}) > 1


def first_change(
    controls: Sequence[Field],
    words: QueryWords,
    today: dt.date,
    among: Sequence[Field] | None = None,
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
