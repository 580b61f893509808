"""When the file of a list is taken instead of its pages, and what a wrapper learns of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from msgspec import structs

from transparency.browse.snapshot import Snapshot
from transparency.classify.judge import judge_page
from transparency.items import Frame, Page
from transparency.privacy.cleaning import mask
from transparency.rows.cells import kind_of
from transparency.rows.collection import Collection
from transparency.rows.fetching import Fetching
from transparency.rows.files import FileDiffers, rows_of_file
from transparency.rows.reading import SeenColumn, SeenList
from transparency.rows.wrapper import ColumnRule, FileWay, lists_on
from transparency.text import normalize

OTHER_FILE = "o arquivo “{}” {}: foi lida a tela"
NOT_WHOLE = "não veio inteiro"
NOT_COME = "não veio"
JUDGED = 30
"""So many rows of a file are shown to the judge."""
NOT_JUST_THOSE = "não tem só as linhas da lista"


def begins_with_file(collection: Collection, snapshot: Snapshot, seen: SeenList, turns: bool) -> bool:
    """Whether the file of the query in hand is to be taken instead of its pages. Of one that the portal does not count it must be
    known that the file has just what was asked for. ``turns``: something leads on from the first page."""
    way = collection.wrapper.file
    if not _takes_files(collection) or collection.told.pages:
        return False
    told = collection.count_on(snapshot, seen)
    if told is not None:
        return told > len(seen.rows)
    return (turns or seen.left_out) and way is not None and (way.of_period or not collection.told.name)


def ends_with_file(collection: Collection) -> bool:
    """Whether the file of a list that the portal does not count is to be compared with all of its pages, for later queries."""
    way, told = collection.wrapper.file, collection.told
    unknown = way is None or (bool(told.name) and not way.of_period)
    return _takes_files(collection) and unknown and told.pages > 1 and told.whole and not collection.counted


def _takes_files(collection: Collection) -> bool:
    refused = collection.wrapper.file is not None and bool(collection.wrapper.file.differs)
    return not (refused or collection.without_files or collection.query.on_screen or collection.opens)


def take_file(collection: Collection, snapshot: Snapshot, fetching: Fetching) -> None:
    """Take in the file of a list, or tell why not. What is wrong for once with a file that was right before is tried again on the next
    run; one that was never right is left alone."""
    known, asked = fetching.known, collection.told.name
    try:
        listed = _listed_in(collection, snapshot, fetching)
    except FileDiffers as error:
        collection.without_files = True
        if known is not None or fetching.file is not None:
            collection.note(OTHER_FILE.format(fetching.label, error), collection.told.query)
        if known is None:
            _keep_file(collection, FileWay(fetching.pressed or fetching.failed, differs=str(error)))
        return
    fetching.taken = True
    of_period = (known is not None and known.of_period) or (fetching.whole and bool(asked))
    columns = known.columns if known else [*_items_in(collection, listed)]
    _keep_file(collection, FileWay(fetching.pressed, of_period=of_period, columns=columns))
    listed.columns = [_as_item(column, columns) for column in listed.columns]
    if not fetching.whole:
        collection.first, collection.summary.file = fetching.seen.face(), fetching.label
        collection.take(snapshot, listed, "")


def _listed_in(collection: Collection, snapshot: Snapshot, fetching: Fetching) -> SeenList:
    """The list with the rows of its file. FileDiffers where they are others than those of the list."""
    file, seen = fetching.file, fetching.seen
    if file is None or not file.body:
        raise FileDiffers(NOT_COME if file is None else NOT_WHOLE)
    told = collection.told.rows if fetching.whole else collection.count_on(snapshot, seen)
    listed = rows_of_file(file.body, file.name or file.url, seen, told)
    if (
        fetching.whole
        and Counter(collection.digest(row[: listed.own]) for row in listed.rows) != collection.harvest.seen
    ):
        raise FileDiffers(NOT_JUST_THOSE)
    return listed


def _items_in(collection: Collection, listed: SeenList) -> Iterator[ColumnRule]:
    """The columns that only a file has and that are items which the list has not, as the judge finds them."""
    wrapper, criterion = collection.wrapper, collection.matrix.by_id[collection.wrapper.criterion]
    taken = {column.item for column in listed.columns}
    only = {column.label for column in listed.columns[listed.own :]}.difference(wrapper.labels)
    html = _page_of(listed, criterion.name)
    page = Page(wrapper.municipio, wrapper.uf, wrapper.node.url, wrapper.node.url, 200, criterion.name, 0, frames=[Frame("", html)])  # fmt: skip
    page.findings = judge_page(page, collection.matrix) if only else []
    for _, found, items in lists_on(page, criterion.id):
        for place, item in items.items():
            column = found.columns[place]
            if column.label in only and item not in taken:
                taken.add(item)
                yield ColumnRule(column.label, item, kind_of(criterion.item(item), column.value_type))


def _page_of(listed: SeenList, title: str) -> str:
    """The first rows of a file as a page that the judge reads."""
    head = "".join(f"<th>{escape(column.label)}</th>" for column in listed.columns)
    rows = ("".join(f"<td>{escape(mask(text))}</td>" for text in row) for row in listed.rows[:JUDGED])
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<html><body><h1>{escape(title)}</h1><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></body></html>"


def _as_item(column: SeenColumn, rules: Sequence[ColumnRule]) -> SeenColumn:
    rule = next((rule for rule in rules if not column.item and normalize(rule.label) == normalize(column.label)), None)
    return SeenColumn(column.label, rule.item, rule.kind) if rule else column


def _keep_file(collection: Collection, way: FileWay) -> None:
    """The wrapper knows the file from now on."""
    collection.learned |= way != collection.wrapper.file
    collection.wrapper = structs.replace(collection.wrapper, file=way)


def ask_on_screen(collection: Collection) -> None:
    """What was pressed for a file has led away from the list: the query in hand is asked once more, for its pages."""
    collection.without_files = True
    collection.plan.waiting.appendleft(
        replace(collection.query, when=collection.told.query or collection.query.when, on_screen=True)
    )
