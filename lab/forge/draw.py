"""A portal from a seed: what it publishes (the truth), under which words, and by which parts. Every choice has dice of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import lab.forge.parts  # noqa: F401 - importing registers them
from lab.criteria import CRITERIA, DEFAULT_MAKER
from lab.definition import AUCTION, INDICATED, INDICATES, read_yaml
from lab.forge.kit import plain
from lab.forge.portal import YEARS, Field, Module, Portal
from lab.forge.registry import PARTS, draw, draw_some, possible

MODALITY = "licitacao.modalidade_licitacao"
NAME, UNIT = "despesa_orcamentaria.nome", "despesa_orcamentaria.orgao_or_uni_orcamentaria"
CLASSIFIED = frozenset(
    "funcao sub_funcao orgao_or_uni_orcamentaria programa categoria_economica acao natureza_despesa modalidade elemento "
    "sub_elemento valor_fixado".split()
)
"""Items of an expense that a page of its own may show, by programme and nature."""
GROUP = {"despesa": "despesa", "receita": "receita", "licitacao": "licitacao", "quadro": "pessoal"}
ANYWHERE = ("session", "address", "look", "menu", "way")
MODULE = ("timing", "filters", "query", "list", "paging", "record", "detail", "export")
STATES = {"full": 68, "old": 12, "empty": 10, "missing": 10}
USUAL = 0.55
"""How much less often a wording is drawn than the one before it."""
MAKERS = {INDICATED: "sim_nao"}


@lru_cache(maxsize=1)
def words() -> Mapping[str, Any]:
    """The wordings of portals."""
    data: Mapping[str, Any] = read_yaml(Path(__file__).parent / "wordings.yml")
    return data


def pick_weighted(rng: random.Random, weights: Mapping[str, float]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]


def published_fields(rng: random.Random, criterion: str, items: Sequence[str]) -> list[Field]:
    """Which of the items a page publishes, under which heading and where. At least two stand in the list."""
    openness = rng.choice((0.45, 0.7, 0.85, 0.95))
    fields: list[Field] = []
    used: set[str] = set()
    for item in items:
        label = wording(rng, words()["labels"][criterion][item], used)
        there, hollow, place = (
            rng.random() < openness,
            rng.random() < 0.12,
            rng.choices(("list", "detail", "file"), (60, 33, 7))[0],
        )
        if not label or not (there or hollow):
            continue
        used.add(plain(label))
        key = f"{criterion}.{item}"
        fill = 0.0 if not there else rng.choice((1.0, 1.0, 1.0, 0.6))
        maker = MAKERS.get(key, DEFAULT_MAKER[key])
        if not there or (place == "file" and maker.startswith("doc_")):
            place = rng.choice(("list", "detail"))
        fields.append(Field(label, maker, (key,), place, fill))
    return in_the_list(fields) if fields else published_fields(rng, criterion, items)


def wording(rng: random.Random, known: Sequence[str], used: set[str]) -> str:
    """One of the wordings that is not used yet; what stands first is the most usual."""
    free = [w for w in known if plain(w) not in used]
    return rng.choices(free, [USUAL**n for n in range(len(free))])[0] if free else ""


def in_the_list(fields: list[Field]) -> list[Field]:
    """The same fields, the first two of which stand, filled, in the list."""
    from dataclasses import replace

    shown = [f for f in fields if f.place == "list" and f.fill]
    lacking = 2 - len(shown)
    moved = [f for f in fields if f not in shown and f.fill][: max(lacking, 0)]
    return [replace(f, place="list", fill=1.0) if f in moved or f in shown[:1] else f for f in fields]


def beside(rng: random.Random, shape: str, fields: list[Field]) -> list[Field]:
    """Columns that are none of the items, in among them."""
    used = {plain(f.label) for f in fields} | {f.maker for f in fields}
    for spec in rng.sample(words()["beside"][shape], rng.randint(0, 3)):
        label, maker = (part.strip() for part in spec.split("|"))
        if plain(label) not in used and maker not in used:
            fields.insert(rng.randint(0, len(fields)), Field(label, maker, (), rng.choice(("list", "detail"))))
    return fields


def indicating(fields: list[Field]) -> list[Field]:
    """An expense that names the number or the modality of its bid indicates the bid, as the study has it; a list that shows the
    modalities of bids shows auctions."""
    from dataclasses import replace

    fields = [replace(f, items=(*f.items, INDICATED)) if INDICATES & set(f.items) else f for f in fields]
    return [
        replace(f, items=(*f.items, AUCTION)) if MODALITY in f.items and AUCTION not in f.items else f for f in fields
    ]


def naming(fields: list[Field]) -> list[Field]:
    """An expense that names its unit and no creditor has a name, as the study has it."""
    from dataclasses import replace

    if any(f.fill and NAME in f.items for f in fields):
        return fields
    return [replace(f, items=(*f.items, NAME)) if f.fill and UNIT in f.items else f for f in fields]


def shapes(rng: random.Random, criterion: str) -> Iterator[tuple[str, list[str]]]:
    """The pages of a criterion: shape (its words) and the items that may stand there."""
    items = list(CRITERIA[criterion])
    if criterion == "despesa_orcamentaria" and rng.random() < 0.6:
        yield criterion, [i for i in items if i not in CLASSIFIED or rng.random() < 0.2]
        yield "despesa_classificada", [i for i in items if i in CLASSIFIED] + ["valor_liquidado", "valor_pago"]
    else:
        yield criterion, items


def years_of(rng: random.Random, state: str) -> dict[int, int]:
    counts = [rng.randint(5, 60) for _ in YEARS]
    if state == "empty":
        return dict.fromkeys(YEARS, 0)
    if state == "old":
        counts[0] = 0
    return dict(zip(YEARS, counts, strict=True))


def sound(fields: list[Field]) -> list[Field]:
    """A number of auction is the number of a bid, too: it stands beside a number only."""
    names = {i for f in fields if f.fill for i in f.items}
    if "licitacao.pregao" in names and "licitacao.numero_licitacao" not in names:
        return [f for f in fields if "licitacao.pregao" not in f.items and "licitacao.numero_licitacao" not in f.items]
    return fields


def module_parts(
    seed: str, number: int, common: Mapping[str, str], chosen: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """A portal's own parts for most modules; one in three has another for an axis."""
    found = dict[str, str]()
    for axis in MODULE:
        beside_it = [*chosen, *found.items()]
        other = random.Random(f"{seed}/{number}/{axis}/other").random() < 0.3
        if other or not possible(axis, common[axis], beside_it):
            found[axis] = draw(f"{seed}/{number}", axis, beside_it)
        else:
            found[axis] = common[axis]
    return found


def with_parts(seed: int, module: Module, chosen: Mapping[str, str]) -> Module:
    """The module shown by these parts. Where nothing opens, the list has all; where nothing is exported, no file has what the
    page has not. Where nothing can be opened, no document is published."""
    from dataclasses import replace

    fields = module.fields
    if chosen["record"] == "none":
        fields = tuple(replace(f, place="list") if f.place == "detail" else f for f in fields)
    if chosen["export"] == "none":
        fields = tuple(
            replace(f, place="list" if chosen["record"] == "none" else "detail") if f.place == "file" else f
            for f in fields
        )
    if not PARTS["list"][chosen["list"]].links:
        fields = tuple(f for f in fields if not f.maker.startswith("doc_"))
    asks = random.Random(f"{seed}/{module.number}/asks").random() < 0.5
    return replace(module, fields=fields, parts=chosen, asks_first=asks)


def modules_of(seed: int) -> list[Module]:
    """What stands in the menu, without parts, in the order of the criteria; neighbours come after."""
    rng = random.Random(f"forge/{seed}/truth")
    groups = {key: rng.choice(names) for key, names in words()["groups"].items()}
    found: list[Module] = []
    for criterion in CRITERIA:
        own = random.Random(f"forge/{seed}/truth/{criterion}")
        for shape, items in shapes(own, criterion):
            state = pick_weighted(own, STATES)
            if state == "missing":
                continue
            named = sound(published_fields(own, shape_criterion(shape), spread(own, items)))
            fields = naming(indicating(beside(own, shape, named)))
            menu = own.choice(words()["menus"][shape])
            group = groups[GROUP[criterion.partition("_")[0]]]
            years = years_of(own, state) if any(f.fill and f.items for f in fields) else dict.fromkeys(YEARS, 0)
            none = own.choice(words()["none_found"])
            found.append(Module(len(found) + 1, group, menu, criterion, tuple(fields), years, none_found=none))
    return [*found, *neighbours(seed, len(found), groups)]


def shape_criterion(shape: str) -> str:
    return "despesa_orcamentaria" if shape == "despesa_classificada" else shape


def spread(rng: random.Random, items: list[str]) -> list[str]:
    """Items in nearly the order of the study, as portals have their columns in an order of their own."""
    return sorted(items, key=lambda i: items.index(i) + rng.uniform(-4, 4))


def neighbours(seed: int, number: int, groups: Mapping[str, str]) -> list[Module]:
    """What else a portal has: other records, and texts."""
    rng = random.Random(f"forge/{seed}/neighbours")
    found: list[Module] = []
    for spec in rng.sample(words()["neighbours"], rng.randint(1, 4)):
        group, menu, columns = (part.strip() for part in spec.split("|"))
        fields = tuple(
            Field(label.strip(), maker.strip()) for label, maker in (c.split("=") for c in columns.split(";"))
        )
        years = years_of(rng, rng.choice(("full", "full", "empty")))
        none = rng.choice(words()["none_found"])
        found.append(Module(number + len(found) + 1, groups[group], menu, "", fields, years, none_found=none))
    for spec in rng.sample(words()["prose"], rng.randint(2, 5)):
        group, menu, prose = (part.strip() for part in spec.split("|"))
        found.append(Module(number + len(found) + 1, groups[group], menu, prose=prose))
    return found


@lru_cache(maxsize=256)
def portal(seed: int) -> Portal:
    """The portal of this seed, the same every time."""
    stem, chosen = f"forge/{seed}", list[tuple[str, str]]()
    for axis in ANYWHERE:
        chosen.append((axis, draw(stem, axis, chosen)))
    common = dict[str, str]()
    for axis in MODULE:
        common[axis] = draw(stem, axis, [*chosen, *common.items()])
    untidy = draw_some(stem, "untidy", 0, 4, [*chosen, *common.items()])
    clutter = draw_some(stem, "clutter", 2, 7, chosen)
    beside_all = [*chosen, *(("untidy", name) for name in untidy)]
    modules = [
        with_parts(seed, m, module_parts(stem, m.number, common, beside_all)) if m.fields else m
        for m in modules_of(seed)
    ]
    rng = random.Random(f"{stem}/town")
    return Portal(
        seed,
        rng.choice(words()["towns"]),
        rng.choice(("PB", "MG", "SP", "BA", "PR", "RS", "GO", "CE", "PA", "MT")),
        {**dict(chosen), **common},
        clutter,
        untidy,
        tuple(sorted(modules, key=lambda m: (order(seed, m.group), m.number))),
    )


def order(seed: int, group: str) -> float:
    """Groups stand in an order of the portal's own."""
    return random.Random(f"forge/{seed}/order/{group}").random()
