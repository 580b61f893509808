"""What a screen shows: the parts of a module asked one after the other, each given no more than it needs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlencode

from lab.files import Sheet
from lab.forge.kit import (
    Asking,
    Form,
    Grid,
    Line,
    Opener,
    Pager,
    To,
    Untidy,
    Values,
    esc,
)
from lab.forge.papers import paper
from lab.forge.portal import YEARS, Ask, Field, Module, Portal
from lab.forge.registry import PARTS
from lab.forge.values import Record, text
from lab.values import Doc

ASKED = frozenset({"exercicio", "mes", "de", "ate", "unidade", "busca"})
STATE = "dDwtMTM2NzI5NTkxOTs7Pk9LkX2v"


@dataclass(frozen=True)
class Writing:
    """How a portal writes labels and values, out of shape as it is."""

    portal: Portal

    @property
    def untidy(self) -> list[Untidy]:
        return [cast(Untidy, PARTS["untidy"][name]) for name in self.portal.untidy]

    def label(self, field: Field) -> str:
        said = field.label
        for part in self.untidy:
            said = part.label(said, random.Random(f"{self.portal.seed}/{field.label}/{part.name}"))
        return said

    def heading(self, field: Field) -> str:
        html = esc(self.label(field))
        for part in self.untidy:
            html = part.heading(html)
        return html

    def value(self, record: Record, field: Field) -> str:
        found = record.value(field.maker, field.fill)
        html = esc(text(found))
        if isinstance(found, Doc):
            html = f'<a href="/arquivos/documentos/{esc(found.file)}" target="_blank">{html}</a>'
        for part in self.untidy:
            html = part.value(html, text(found))
        return html

    def grid(self, html: str) -> str:
        for part in self.untidy:
            html = part.grid(html, random.Random(f"{self.portal.seed}/{part.name}"))
        return html


@dataclass(frozen=True)
class Visit:
    """One request for a module: what was asked, and how what comes back stands: in a page or in a frame."""

    values: Values
    session: Mapping[str, str]
    framed: bool = False

    def number(self, name: str, default: int) -> int:
        given = self.values.get(name, "")
        return int(given) if given.isdigit() and 0 < int(given) < 100_000 else default


class Show:
    """A module of a portal, as its parts show it. ``to`` gives the places of the portal by token."""

    def __init__(self, portal: Portal, module: Module, site: Any) -> None:
        self.portal, self.module, self.site = portal, module, site
        self.writing = Writing(portal)
        self.rng = random.Random(f"forge/{portal.seed}/{module.number}/show")

    def part(self, axis: str) -> Any:
        return PARTS[axis][self.module.parts[axis]]

    @property
    def to(self) -> To:
        place: To = self.site.to(self.module.token)
        return place

    # ---------------------------------------------------------------- what is asked

    def ask(self, visit: Visit) -> Ask:
        year = self.site.session.year(visit.session)
        if self.part("query").at_once:
            return Ask(year)
        found: Ask = self.part("filters").read(visit.values, year or YEARS[0])
        return found

    def records(self, ask: Ask, visit: Visit) -> list[Record]:
        if self.site.session.empties(visit.session):
            return []
        return [r for r in self.portal.records(self.module) if ask.takes(r)][:: ask.every]

    def page_of(self, base: str, visit: Visit, more: Mapping[str, Any]) -> str:
        query = urlencode({**{k: v for k, v in visit.values.items() if k in ASKED}, **more})
        return base + ("&" if "?" in base else "?") + query if query else base

    # ---------------------------------------------------------------- what is shown

    def content(self, visit: Visit) -> str:
        query = self.part("query")
        asked = query.at_once or bool(ASKED & set(visit.values))
        waits = self.module.asks_first and self.module.parts["query"] != "auto-submit"
        results = self.timed(visit) if asked or not waits else ""
        controls = "" if query.at_once else self.part("filters").controls(self.asking(visit))
        form = Form(
            controls, self.to.url, self.to.frag, self.site.part_of(self.to), self.site.framed(self.to), STATE, results
        )
        return (
            f'<div class="tela" id="tela-{self.module.token}"><h2>{esc(self.module.words)}</h2>{query.html(form)}</div>'
        )

    def asking(self, visit: Visit) -> Asking:
        ask = self.ask(visit)
        year = ask.year or (ask.first.year if ask.first else self.site.session.year(visit.session) or YEARS[0])
        return Asking(YEARS, year, visit.values, self.part("query").prefix, self.rng)

    def timed(self, visit: Visit) -> str:
        results = self.results(visit)
        if visit.framed or not self.ask(visit).complete:
            return results
        html: str = self.part("timing").html(self.page_of(self.site.part_of(self.to), visit, {}), results)
        return html

    def results(self, visit: Visit) -> str:
        """The records alone, or what the portal says when there are none."""
        ask = self.ask(visit)
        if not ask.complete:
            return f'<p class="aviso" style="color:#a00">{esc(ask.complaint)}</p>'
        records = self.records(ask, visit)
        if not records:
            return f'<div class="lista-toda"><p class="vazio">{esc(self.module.none_found)}</p></div>'
        paging = self.part("paging")
        size, page = visit.number("n", paging.size), visit.number("p", 1)
        grid = self.grid(records[(page - 1) * size : page * size])
        html = self.writing.grid(self.part("list").html(grid))
        pager = self.pager(visit, len(records), page, size)
        return f'<div class="lista-toda">{self.exported(ask)}{html}{paging.html(pager)}</div>'

    def pager(self, visit: Visit, total: int, page: int, size: int) -> Pager:
        base = self.site.framed(self.to) if visit.framed else self.to.url
        query = self.part("query")

        def fields(p: int, n: int) -> dict[str, str]:
            state = {query.state_field: STATE} if query.state_field else {}
            return {**{k: v for k, v in visit.values.items() if k in ASKED}, **state, "p": str(p), "n": str(n)}

        return Pager(
            total,
            page,
            size,
            lambda p, n: self.page_of(base, visit, {"p": p, "n": n}),
            lambda p, n: self.page_of(self.site.part_of(self.to), visit, {"p": p, "n": n}),
            fields,
            base,
        )

    def grid(self, records: list[Record]) -> Grid:
        columns = self.module.at("list")
        lines = tuple(
            Line(
                self.number(r),
                tuple(self.writing.value(r, f) for f in columns),
                tuple(text(r.value(f.maker, f.fill)) for f in columns),
                f"{r.when:%Y-%m}",
                self.opener(r),
            )
            for r in records
        )
        labels = tuple(self.writing.label(f) for f in columns)
        return Grid(
            self.module.words,
            tuple(self.writing.heading(f) for f in columns),
            labels,
            lines,
            self.file_url,
            YEARS,
            any(line.opener.cell for line in lines),
        )

    def opener(self, record: Record) -> Opener:
        to = self.site.record(self.to, self.number(record))
        found: Opener = self.part("record").opener(to, self.site.way, lambda: self.details(record))
        return found

    def number(self, record: Record) -> str:
        return f"{record.year}{record.index + 1:04d}"

    # ---------------------------------------------------------------- a record

    @property
    def in_details(self) -> tuple[Field, ...]:
        """Half of the modules say all again in the details, the others what the list does not have and its first column."""
        some = self.module.at("detail")
        again = not some or random.Random(f"forge/{self.portal.seed}/{self.module.number}/again").random() < 0.5
        return (*(self.module.at("list") if again else self.module.at("list")[:1]), *some)

    def details(self, record: Record) -> str:
        pairs = [(self.writing.heading(f), self.writing.value(record, f)) for f in self.in_details]
        html: str = self.part("detail").html(pairs, self.module.words)
        return html

    def opened(self, number: str) -> str:
        """The screen of one record; empty when there is none."""
        record = next((r for r in self.portal.records(self.module) if self.number(r) == number), None)
        if record is None or not self.part("record").opens:
            return ""
        return f'<div class="tela registro"><h3>{esc(self.module.words)} - Detalhes</h3>{self.details(record)}</div>'

    # ---------------------------------------------------------------- files

    def file_url(self, kind: str, year: int, month: int) -> str:
        return f"/arquivos/dados/{self.module.token}-{year}-{month}-{kind}.{kind.partition('-')[0]}"

    def exported(self, ask: Ask) -> str:
        export = self.part("export")
        year = ask.year or (ask.first.year if ask.first else 0)
        html: str = export.html({kind: self.file_url(kind, year, 0) for kind in export.kinds})
        return html

    def file(self, kind: str, year: int, month: int) -> bytes:
        return paper(kind, self.sheet(year, month))

    @lru_cache(maxsize=8)  # noqa: B019 - a portal lives as long as its process
    def sheet(self, year: int, month: int) -> Sheet:
        fields = self.module.at("list", "detail", "file")
        records = [r for r in self.portal.records(self.module) if Ask(year, month).takes(r)]
        return Sheet(
            (f"Prefeitura Municipal de {self.portal.town}", f"{self.module.words} {year or ''}".strip()),
            tuple(self.writing.label(f) for f in fields),
            tuple(tuple(text(r.value(f.maker, f.fill)) for f in fields) for r in records),
        )
