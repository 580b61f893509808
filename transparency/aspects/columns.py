"""The minimum content of lists: which of its parts the columns, details and files of a place show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from transparency.aspects.blocks import blocks_of
from transparency.aspects.case import Case, Listing
from transparency.aspects.labels import holds
from transparency.aspects.papers import papers_of
from transparency.aspects.seen import OpenedFile, Proof, Sight
from transparency.aspects.texts import found as form_found
from transparency.extract.tables.table import Table
from transparency.extract.values import column_type
from transparency.matrix.cycle import Content
from transparency.text import normalize

TELLING = 8
"""So many words under its heading are a part."""
LISTS = frozenset(("table", "grid", "cards"))
FIRST_ROWS = 60
"""So many rows of a list are looked through for what only their values tell."""
_TYPES = {"date": "date", "money": "money", "number": "number"}


@dataclass(eq=False)
class Base:
    """A list (or a file that holds one) with the parts of the minimum content that it shows, its details and files among it."""

    proof: Proof
    named: dict[str, str] = field(default_factory=dict)
    """Key of a part → what shows it."""
    linked: set[str] = field(default_factory=set)
    """Keys of the parts that are files, which no export holds."""
    empty: dict[str, str] = field(default_factory=dict)
    """Key of a part → the column that has its name and says nothing in any row."""
    listing: Listing | None = None
    file: OpenedFile | None = None
    detailed: bool = False
    """A record of it was opened."""

    def lacks(self, required: Sequence[Content]) -> list[Content]:
        """The parts that it does not show."""
        return [one for one in required if one.key not in self.named]


def required(case: Case) -> list[Content]:
    """The parts that must be there."""
    return [one for one in case.requirement.content if not one.optional]


def bases(case: Case) -> list[Base]:
    """The lists of the places with what they show, the fullest first; those that show nothing of what is asked are left out."""
    found = [base for sight in case.seen for base in _of_sight(case, sight)]
    found += [_of_file(case, file) for file in case.files if not file.problem and not case.requirement.records_only]
    wanted = required(case)
    telling = [base for base in found if base.named or not wanted]
    return sorted(telling, key=lambda base: (len(base.lacks(wanted)), base.file is not None))


def main_lists(case: Case) -> list[Listing]:
    """The lists of the places without those beside which their page has a much fuller one: a few remarks under the list itself."""
    found = []
    for sight in case.seen:
        every = case.listings_of(sight)
        shown = [sum(_shown_by(case, one, part) is not None for part in required(case)) for one in every]
        found += [one for one, parts in zip(every, shown, strict=True) if 2 * parts >= max(shown)]
    return found


def _of_sight(case: Case, sight: Sight) -> Iterator[Base]:
    """The lists of a page, each completed by what else the page and the details of its records show."""
    every = case.listings_of(sight)
    listings = [one for one in every if one.table.kind in LISTS] or every
    details = _details(case, sight)
    for listing in listings:
        base = Base(listing.proof, listing=listing, detailed=bool(sight.unfolded))
        _add(case, base, listing)
        if not base.named and required(case):
            continue
        for other in every:
            if other is not listing and other.table.kind not in LISTS:
                _add(case, base, other)
        for detail in details:
            base.detailed = True
            for other in case.listings_of(detail):
                _add(case, base, other)
        _add_unfolded(case, base, (sight, *details))
        _add_papers(case, base, (sight, *details))
        _add_headings(case, base, (sight, *details))
        _add_apart(case, base, sight)
        yield base


def _details(case: Case, sight: Sight) -> list[Sight]:
    """The pages of single records that a list leads to: a step further, or without a list of their own. One that shows the list again
    (of another year, filtered) is none."""
    lists = {listing.all_labels for listing in case.listings_of(sight) if listing.table.kind in LISTS}
    found = []
    for other in case.read:
        if not lists.isdisjoint(listing.all_labels for listing in case.listings_of(other)):
            continue
        further = _is_further(other, sight)
        if not further and any(_is_further(other, place) and case.listings_of(place) for place in case.read):
            continue  # it is a record of that list
        kinds = {listing.table.kind for listing in case.listings_of(other)}
        if other.key != sight.key and (further or "fields" in kinds) and (further or not kinds & LISTS):
            found.append(other)
    return found


def _is_further(page: Sight, place: Sight) -> bool:
    """Whether the way to a page goes on from a place."""
    return len(page.steps) > len(place.steps) > 0 and page.steps[: len(place.steps)] == place.steps


def _add(case: Case, base: Base, listing: Listing) -> None:
    """Note which parts the columns of a list show."""
    for one in case.requirement.content:
        if one.key in base.named:
            continue
        shown = _shown_by(case, listing, one)
        if shown:
            base.named[one.key] = shown[0]
            if shown[1]:
                base.linked.add(one.key)
        elif label := _empty_column(case, listing, one):
            base.empty.setdefault(one.key, label)


def _shown_by(case: Case, listing: Listing, one: Content) -> tuple[str, bool] | None:
    """The label or value of a list that shows a part, and whether that is a link; None for none."""
    for n, label in enumerate(listing.all_labels):
        if listing.filled(n) and case.labels.says(label, one.terms):
            return label, _are_links(listing.table, n)
    for label in listing.table.grouped_by:
        if case.labels.says(label, one.terms):
            return label, False
    return _by_form(listing, one) or _by_value(listing, one)


def _by_form(listing: Listing, one: Content) -> tuple[str, bool] | None:
    """A column whose values have the form of a part."""
    if not one.pattern:
        return None
    for n, label in enumerate(listing.all_labels):
        cells = [row[n] for row in listing.table.rows[:FIRST_ROWS] if n < len(row) and row[n].filled]
        if not cells:
            continue
        kind = _TYPES.get(one.pattern)
        typed = kind is not None and not one.terms and column_type(cell.type for cell in cells) == kind
        if typed or (kind is None and sum(bool(form_found(one.pattern, cell.text)) for cell in cells) * 2 > len(cells)):
            return label or cells[0].text, False
    return None


def _by_value(listing: Listing, one: Content) -> tuple[str, bool] | None:
    """A value that is what the part is called: a level ("Categoria econômica"), the link to a file ("Íntegra")."""
    terms = {normalize(term) for term in one.terms}
    for row in listing.table.rows[:FIRST_ROWS]:
        for cell in row:
            if len(cell.text) < 60 and normalize(cell.text) in terms:
                return cell.text, cell.type == "link"
    return None


def _are_links(table: Table, column: int) -> bool:
    cells = [row[column] for row in table.rows[:FIRST_ROWS] if column < len(row) and row[column].filled]
    return bool(cells) and sum(cell.type == "link" for cell in cells) * 2 > len(cells)


def _empty_column(case: Case, listing: Listing, one: Content) -> str:
    """The column that has the name of a part and says nothing; one that may rightly be empty shows the part."""
    for n, label in enumerate(listing.all_labels):
        if not listing.filled(n) and case.labels.says(label, one.terms):
            return label
    return ""


def forgive_empty(case: Case, base: Base) -> None:
    """Take parts as shown whose column is there, and may rightly be empty."""
    for key, label in base.empty.items():
        if key not in base.named and holds(normalize(label), case.words.may_be_empty):
            base.named[key] = label


def _add_unfolded(case: Case, base: Base, sights: Iterable[Sight]) -> None:
    """Note which parts stand in what a row unfolds: names with their values, inside the row itself."""
    told = {label: value for sight in sights for label, value in sight.unfolded.items()}
    for label, value in told.items():
        for one in case.requirement.content:
            if one.key not in base.named and case.labels.says(label, one.terms):
                base.named[one.key] = label
                if next(value.iter("a"), None) is not None:
                    base.linked.add(one.key)


def _add_papers(case: Case, base: Base, sights: Iterable[Sight]) -> None:
    """Note which parts are documents that the list or its details link."""
    papers = [paper for sight in sights for paper in papers_of(sight, case.gathered.files)]
    for one in case.requirement.content:
        if one.key in base.named or one.key in base.empty:
            continue
        named = next((p for p in papers if p.is_file and case.labels.tells(p.name, one.terms)), None)
        if named is not None:
            base.named[one.key] = named.name
            base.linked.add(one.key)


def _add_headings(case: Case, base: Base, sights: Iterable[Sight]) -> None:
    """Note which parts stand as a text under their own heading ("Critérios de priorização")."""
    blocks = [
        block
        for sight in sights
        for block in blocks_of(sight)
        if len(block.text.split()) >= TELLING and not case.is_named(block.heading)
    ]
    for one in case.requirement.content:
        if one.key not in base.named:
            said = next((block.heading for block in blocks if case.labels.says(block.heading, one.terms)), "")
            if said:
                base.named[one.key] = said
                base.linked.add(one.key)


def _add_apart(case: Case, base: Base, sight: Sight) -> None:
    """Note which parts that stand beside a list its page tells in a sentence, or in another list."""
    lines = (line for block in blocks_of(sight) if not block.region for line in block.text.split("\n"))
    sentences = [line for line in lines if "\t" not in line and not case.is_entry(line)]
    labels = [label for other in case.listings_of(sight) for label in other.labels]
    for one in case.requirement.content:
        if one.apart and one.key not in base.named:
            told = (line for line in sentences if case.labels.tells(line, one.terms) and _is_telling(line, one))
            said = next((label for label in labels if case.labels.says(label, one.terms)), "") or next(told, "")
            if said:
                base.named[one.key] = said[:160]
                base.linked.add(one.key)


def _is_telling(line: str, one: Content) -> bool:
    """Whether a sentence tells a part, and does not only name it."""
    return bool(form_found(one.pattern, line)) if one.pattern else len(line.split()) >= TELLING


def _of_file(case: Case, file: OpenedFile) -> Base:
    """A file as a list."""
    base = Base(Proof(case.by_key[file.of], file.label or file.url, file.url), file=file)
    for one in case.requirement.content:
        shown = holds_part(case, file, one)
        if shown:
            base.named[one.key] = shown
    return base


def holds_part(case: Case, file: OpenedFile, one: Content) -> str:
    """What a file shows a part by: a column of it, or its first lines where it has no columns. A single one is a title."""
    for label in file.columns:
        if case.labels.says(label, one.terms):
            return label
    told = (label for label in file.columns if len(file.columns) > 1)
    if any(case.labels.says(label, other.terms) for label in told for other in case.requirement.content):
        return ""
    return case.labels.tells(file.text, one.terms)


def leads_on(listing: Listing) -> bool:
    """Whether the rows of a list can be opened."""
    pressed = any(
        candidate.row is not None and candidate.row.index >= 0
        for view in listing.sight.views
        for candidate in view.candidates
    )
    return pressed or any(
        cell.element is not None and next(cell.element.iter("a", "button"), None) is not None
        for row in listing.table.rows[:3]
        for cell in row
    )
