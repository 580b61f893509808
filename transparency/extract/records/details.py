"""Pairs grouped into records (details), and alike records into lists (cards)."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import closed_up
from transparency.extract.records.model import EMPTY, MAX_COLUMNS, SAMPLE, Bundle, Cell, Grid, Page, Pair, Record
from transparency.extract.records.pairs import PairReader
from transparency.text import normalize

_CONTACT = re.compile(
    r"^(?:telefones?|tel|fone|fax|e mail|email|endereco|cep|horario\b.*|expediente|atendimento|site|whatsapp|celular|contato|localizacao|bairro|ouvidoria)$"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_REGION_CLASS = re.compile(
    r"(?:^|[-_\s])(?:modal\w*|card|panel|box|detalhes?|details?|ficha|dados|section|conteudo|content|accordion\S*|collapse|tab-pane|item|well|bloco|block|fieldset|record|registro)(?:$|[-_\s\d])",
    re.I,
)


ALIKE = 5
"""So many pairs of one make on a page are fields."""


def find_details(page: Page) -> None:
    """Groups label-value pairs into records, bottom up, and alike records into lists."""
    hosts: dict[HtmlElement, list[Pair]] = {}
    inner: dict[HtmlElement, dict[HtmlElement, None]] = {}
    labels: set[HtmlElement] = set()
    pairs = PairReader(page).read(page.body)
    fields = {make for make, times in Counter(map(_make, pairs)).items() if make and times >= ALIKE}
    for pair in pairs:
        # A section with two fields is one like its larger neighbours.
        pair.strong = pair.strong or _make(pair) in fields
        if page.skipped(pair.element) or pair.host is None:
            continue
        labels.update(dom.up_to(pair.element, pair.host))
        hosts.setdefault(pair.host, []).append(pair)
        node = pair.host
        while node is not page.body and (parent := node.getparent()) is not None:
            siblings = inner.setdefault(parent, {})
            if node in siblings:
                break
            siblings[node] = None
            node = parent
    for bundle in _bundles_of(page, page.body, hosts, inner, labels):
        if len(bundle) == 1:
            # A section with one field is believed beside larger ones that are made like it.
            (record,) = bundle
            add_pairs(page, record.element, record.pairs, few=1 if _make(record.pairs[0]) in fields else 2)
        else:
            add_cards(page, bundle)


def _bundles_of(
    page: Page,
    element: HtmlElement,
    hosts: dict[HtmlElement, list[Pair]],
    inner: dict[HtmlElement, dict[HtmlElement, None]],
    labels: set[HtmlElement],
) -> list[Bundle]:
    """The records and lists below an element, in document order."""
    order = page.order
    parts = inner.get(element, {})
    frame = _frames_page(element)
    if frame and len(kids := dom.children(element)) == 1 and kids[0] in parts:
        return _bundles_of(page, kids[0], hosts, inner, labels)  # what was told apart there stays apart
    runs = _runs_of(hosts.get(element, []), element) if frame else [hosts.get(element, [])]
    own: list[Bundle] = [[Record(split, element)] for run in runs for split in split_records(run)]
    below: list[Bundle] = []
    part_of = {id(b[0]): _part_of(b[0].pairs[0].element, element) for b in own} if frame else {}
    for child in parts:
        below += (bundles := _bundles_of(page, child, hosts, inner, labels))
        part_of |= {id(record): child for bundle in bundles for record in bundle}
    entries: list[tuple[int, Bundle | None]] = [(order.get(b[0].pairs[0].element, 0), b) for b in (*own, *below)]
    if len(entries) > 1:
        # headings between records part them
        for child in dom.children(element):
            if child not in parts and child not in labels:
                entries += [(order[h], None) for h in child.iter(*dom.HEADINGS, "legend") if h not in labels]
    entries.sort(key=lambda entry: entry[0])
    lists = [b for _, b in entries if b is not None and len(b) > 1]
    cards = _alike_groups([b[0] for _, b in entries if b is not None and len(b) == 1])
    taken = {id(record) for group in cards for record in group}
    merged: list[Record] = []
    current: Record | None = None
    for _, entry in entries:
        if entry is None or len(entry) > 1 or id(entry[0]) in taken:
            if current is not None:
                current.closed = True
            current = None
            continue
        record = entry[0]
        if frame and current is not None and _made_apart(part_of.get(id(current)), part_of.get(id(record))):
            current = None
        if current is not None and not record.closed and not current.closed and not record.labels & current.labels:
            current.pairs += record.pairs
            current.element = element
        else:
            merged.append(record)
            current = record
    again = _alike_groups(merged)
    taken |= {id(record) for group in again for record in group}
    records = [m for m in merged if id(m) not in taken]
    if _is_region(element) or any(entry is None for _, entry in entries):
        for record in records:
            record.closed = record.closed or len(record.pairs) > 1
    found = [*lists, *cards, *again, *([r] for r in records)]
    return sorted(found, key=lambda bundle: order.get(bundle[0].pairs[0].element, 0))


def region_of(page: Page, element: HtmlElement) -> HtmlElement:
    """The section, card or window that an element is in."""
    return next((a for a in element.iterancestors() if _is_region(a)), page.body)


def add_pairs(page: Page, region: HtmlElement, pairs: list[Pair], title: str = "", few: int = 2) -> None:
    """A record of label-value pairs, unless they tell how to reach someone, or are too few to believe (less than ``few``)."""
    seen: dict[str, Pair] = {}
    for pair in pairs:
        key = normalize(pair.label)
        if key and (key not in seen or not seen[key].value.filled):
            seen[key] = pair
    kept = _without_tiles(list(seen.values()))
    filled = [p for p in kept if p.value.filled]
    if len(kept) < few or not filled:
        return
    # a year and a body are what a page is shown for ("Exercício: 2026", "Entidade: Prefeitura"), not a record
    if len(kept) == 2 and any(_YEAR.fullmatch(p.value.text.strip()) for p in filled):
        return
    if sum(not p.strong for p in kept) and len(kept) < 3 and not any(p.strong for p in kept):
        return
    lengths = [len(p.value.text) for p in filled]
    if median(lengths) > 130:
        return
    contact = sum(bool(_CONTACT.match(normalize(p.label))) for p in kept)
    if contact * 2 >= len(kept):
        return
    page.add(
        Grid(
            region,
            "details",
            [(closed_up(p.label), p.element) for p in kept],
            [[p.value for p in kept]],
            1,
            title,
            order=page.order.get(kept[0].element, 0),
            anchor=None if region.tag == "table" else _first_part(page, kept[0]),
        )
    )


def _without_tiles(pairs: list[Pair]) -> list[Pair]:
    """Pairs, most of which are the tiles of a menu, without them: links that each hold a name and words about it ("Empenhos",
    "Saiba mais")."""
    tiles = [_tile_of(pair) if pair.value.kind in ("text", "empty") else None for pair in pairs]
    holds = Counter(tile for tile in tiles if tile is not None)
    if len(holds) < 2 or 2 * holds.total() <= len(pairs):
        return pairs
    return [pair for pair, tile in zip(pairs, tiles, strict=True) if tile is None or holds[tile] > 1]


def _tile_of(pair: Pair) -> HtmlElement | None:
    """The link that both the label and the value stand in."""
    link = next((a for a in pair.element.iterancestors() if a.tag in ("a", "button")), None)
    value = pair.value.element
    return link if link is not None and value is not None and link in value.iterancestors() else None


def _first_part(page: Page, pair: Pair) -> HtmlElement:
    """What comes first of a pair: its label, or the value over it, which is no heading."""
    value = pair.value.element
    return value if value is not None and page.order.get(value, 0) < page.order.get(pair.element, 0) else pair.element


def add_cards(page: Page, group: Bundle) -> None:
    """One more grid: alike records, each with its labels."""
    header: dict[str, tuple[str, HtmlElement | None]] = {}
    for record in group[:SAMPLE]:
        for pair in record.pairs:
            header.setdefault(normalize(pair.label), (closed_up(pair.label), pair.element))
    if len(header) > MAX_COLUMNS:
        return
    rows: list[list[Cell]] = []
    lengths: list[int] = []
    for record in group[:SAMPLE]:
        by_label = {normalize(p.label): p.value for p in record.pairs}
        rows.append([by_label.get(key, EMPTY) for key in header])
        lengths += [len(p.value.text) for p in record.pairs if p.value.filled]
    contact = sum(bool(_CONTACT.match(key)) for key in header)
    if not lengths or median(lengths) > 130 or contact * 2 >= len(header):
        return
    first, other = group[0].pairs[0].element, group[1].pairs[0].element
    ancestors = set(other.iterancestors())
    common = next((a for a in first.iterancestors() if a in ancestors), page.body)
    card = next((a for a in (first, *first.iterancestors()) if a.getparent() is common), first)
    page.add(
        Grid(
            common,
            "list",
            list(header.values()),
            rows,
            len(group),
            order=page.order.get(first, 0),
            anchor=card,
        )
    )


def _frames_page(element: HtmlElement) -> bool:
    """The body, or what alone is in it: its parts are the head of the page, what it shows, and its foot."""
    while element.tag != "body":
        parent = element.getparent()
        if parent is None or len(dom.children(parent)) > 1:
            return False
        element = parent
    return True


def _part_of(element: HtmlElement, whole: HtmlElement) -> HtmlElement | None:
    """The child of another element that an element is, or stands in."""
    return next((node for node in dom.up_to(element, whole) if node.getparent() is whole), None)


def _runs_of(pairs: list[Pair], whole: HtmlElement) -> list[list[Pair]]:
    """Pairs in a row whose parts of a page are of one make."""
    runs: list[list[Pair]] = []
    for pair in pairs:
        if runs and not _made_apart(_part_of(runs[-1][-1].element, whole), _part_of(pair.element, whole)):
            runs[-1].append(pair)
        else:
            runs.append([pair])
    return runs


def _made_apart(one: HtmlElement | None, other: HtmlElement | None) -> bool:
    """Whether two parts of a page are of another make: what stands in each is not of one record."""
    if one is None or other is None or one is other:
        return False
    return (one.tag, dom.classes(one)) != (other.tag, dom.classes(other))


def _is_region(element: HtmlElement) -> bool:
    """A section, card or the like, whose labels belong together."""
    if element.tag in (
        "dl",
        "fieldset",
        "section",
        "article",
        "form",
        "table",
        "body",
        "main",
        "details",
        "dialog",
        "li",
    ):
        return True
    if element.get("role") in ("dialog", "tabpanel", "region", "listitem") or dom.is_section(element):
        return True
    return element.tag == "div" and bool(_REGION_CLASS.search(dom.classes(element)))


def _make(pair: Pair) -> str:
    """How the label of a pair is made, where the page's author gave it a class or set the value off from it."""
    small = pair.element.tag == "small" and "(small)"
    own = dom.classes(pair.element) or ("(stressed)" if pair.stressed else small or "")
    parent = pair.element.getparent()
    return f"{pair.element.tag} {own} {dom.classes(parent) if parent is not None else ''}" if own.strip() else ""


def _alike_groups(records: list[Record]) -> list[Bundle]:
    """Records with the same labels, or nearly: the cards of a list."""
    groups: list[tuple[set[str], Bundle]] = []
    for record in records:
        labels = record.labels
        for known, members in groups[-60:]:
            common = len(labels & known)
            if labels == known or common >= max(2, 0.6 * max(len(labels), len(known))):
                members.append(record)
                break
        else:
            groups.append((labels, [record]))
    return [members for _, members in groups if len(members) > 1]


def split_records(pairs: list[Pair]) -> list[list[Pair]]:
    """A run of pairs, cut where labels start over."""
    records: list[list[Pair]] = [[]]
    seen: set[str] = set()
    for pair in pairs:
        key = normalize(pair.label)
        if key in seen:
            records.append([])
            seen = set()
        seen.add(key)
        records[-1].append(pair)
    return [r for r in records if r]
