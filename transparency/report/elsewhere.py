"""Where other towns of the same vendor show what a town lacks: what one portal of a maker shows, another can.

Read from audits that lie beside the one that is reported; so what is told depends on them, and on the day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle
from transparency.portals.catalogue import OWN_SITE
from transparency.report.rendering import moment, web_address
from transparency.report.terminal import plain
from transparency.store.answers import has_answers, read_answers
from transparency.store.audits import StoredAudit, find_audits, open_audit

LOOKED_AT = 100
"""So many audits of other towns are opened, those of the same state first."""
ENOUGH = 2
"""Examples of an item."""
Key = tuple[str, str]


@dataclass(frozen=True)
class Example:
    """Where another town shows something. ``way``: the steps behind the entry of its portal, in words."""

    town: str
    uf: str
    address: str
    label: str = ""
    way: str = ""
    day: str = ""

    @property
    def words(self) -> str:
        """As a letter has it."""
        return f"{self.town} ({self.uf}), {self.address}, visto em {self.day}"


def of_items(audit: StoredAudit) -> dict[Key, list[Example]]:
    """(criterion, item) → where other towns of the vendor show an item that this audit found absent. UserError when its verdicts are torn."""
    wanted = {(v.criterion, v.item) for v in audit.verdicts if v.status == "absent"}

    def shown(other: StoredAudit) -> Iterator[tuple[Key, Example]]:
        for verdict in other.verdicts:
            if verdict.status == "published":
                yield (verdict.criterion, verdict.item), _example(other, verdict.page_url, verdict.label, verdict.steps)

    return _examples(audit, wanted, shown)


def of_requirements(audit: StoredAudit, cycle: Cycle, wanted: Iterable[Key]) -> dict[Key, list[Example]]:
    """The same of requirements of the national matrix and their aspects."""

    def shown(other: StoredAudit) -> Iterator[tuple[Key, Example]]:
        for answer in read_answers(other, cycle) if has_answers(other, cycle.id) else ():
            if answer.status == "met":
                yield (answer.requirement, answer.aspect), _example(other, answer.url, answer.label, answer.steps)

    return _examples(audit, set(wanted), shown)


def laws(matrix: Matrix) -> dict[Key, str]:
    """(criterion, item) → the articles that oblige to publish it."""
    return {
        (criterion.id, item.key): "; ".join(item.law or criterion.law)
        for criterion in matrix.criteria
        for item in criterion.items
    }


def elsewhere_table(examples: Mapping[Key, Sequence[Example]], matrix: Matrix) -> Table:
    """A row per town that shows what is lacking here."""
    title = Text("Onde outros municípios do mesmo fornecedor mostram o que falta aqui")
    table = Table(title=title, box=box.SIMPLE_HEAD, title_style="bold", title_justify="left", pad_edge=False)
    for name in ("Item", "Município", "Rótulo"):
        table.add_column(name)
    table.add_column("Endereço", overflow="fold", style="dim")
    labels = {(item.criterion, item.key): item.label for item in matrix.items()}
    for key, found in examples.items():
        for one in found:
            told = (labels.get(key, key[1]), f"{one.town} ({one.uf})", one.label, one.address)
            table.add_row(*(Text(plain(part)) for part in told))
    return table


def _examples(
    audit: StoredAudit, wanted: set[Key], shown: Callable[[StoredAudit], Iterator[tuple[Key, Example]]]
) -> dict[Key, list[Example]]:
    found: dict[Key, list[Example]] = {}
    open_ = set(wanted)
    for other in _of_the_same_maker(audit) if wanted else ():
        with suppress(UserError):
            for key, example in shown(other):
                if key in open_ and example.address and other.name not in {one.town for one in found.get(key, ())}:
                    found.setdefault(key, []).append(example)
                    open_ -= {key} if len(found[key]) == ENOUGH else set()
        if not open_:
            break
    return found


def _example(other: StoredAudit, url: str, label: str, steps: Iterable[str]) -> Example:
    return Example(
        other.name, other.uf, web_address(url), label, " › ".join([*steps][1:]), moment(other.started).partition(",")[0]
    )


def _of_the_same_maker(audit: StoredAudit) -> Iterator[StoredAudit]:
    makers = {*audit.families} - {OWN_SITE}
    for folder in islice(_beside(audit), LOOKED_AT) if makers else ():
        with suppress(UserError):
            other = open_audit(folder)
            if makers.intersection(other.families):
                yield other


def _beside(audit: StoredAudit) -> Iterator[Path]:
    """The newest whole audit of each other town, where this one lies as a run has put it."""
    place = audit.folder.resolve()
    town, state = place.parent, place.parent.parent
    if (state.name, town.name) != (audit.uf.lower(), audit.slug):
        return
    others = [one for one in sorted(state.parent.glob("[a-z][a-z]")) if one != state]
    for one in (state, *others):
        for beside in sorted(one.glob("*/")):
            if beside != town:
                with suppress(UserError):  # a town without a whole audit
                    yield find_audits([beside])[0].parent
