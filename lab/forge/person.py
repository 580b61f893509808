"""A person who walks a forged portal by its way book: what is read of each module, in its list, its details and its files."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from lab.forge import kit
from lab.forge.portal import Field, Module
from lab.forge.registry import PARTS
from lab.forge.serve import Host

PATIENCE = 8.0
"""Seconds that the person waits for a screen."""


@dataclass(frozen=True)
class Read:
    """What was read of a module: of its list, of the details of its first record, of a file."""

    listed: str
    detailed: str = ""
    filed: str = ""

    @property
    def all(self) -> str:
        return "\n".join((self.listed, self.detailed, self.filed))


def seen_in(scope: Any) -> str:
    """All that stands before the eye, what is written in fields included."""
    root = scope.locator("body") if hasattr(scope, "goto") else scope
    text: str = root.inner_text()
    fields: list[str] = root.locator("input[readonly]").evaluate_all("all => all.map(e => e.value)")
    return "\n".join([text, *fields])


class Person:
    """Someone with a browser's context, before one portal."""

    def __init__(self, context: Any, host: Host) -> None:
        self.context, self.host, self.site = context, host, host.site
        context.set_default_timeout(PATIENCE * 1000)

    def part(self, axis: str) -> Any:
        return self.site.part(axis)

    def start(self, year: int) -> Any:
        """The first page, past the door and what lies over it."""
        page = self.context.new_page()
        page.goto(self.host.entry)
        self.site.session.enter(page, self.site.portal.town, year)
        page.locator("#tela-home").wait_for()
        for name in self.site.portal.clutter:
            cast(kit.Clutter, PARTS["clutter"][name]).dismiss(page)
        return page

    def follow(self, page: Any, module: Module) -> Any:
        """Through the menu to a module; gives where its content is."""
        group = next(g for g in self.site.groups if g.words == module.group)
        entry = next(e for e in group.entries if e.words == module.words)
        menu = cast(kit.Menu, self.part("menu"))
        menu.follow(page, group, entry)
        if menu.two_steps:
            scope = self.where(".polo-lista")
            scope.locator(".polo-lista").get_by_text(entry.words, exact=True).first.click()
        return self.where(f"#tela-{module.token}")

    def where(self, css: str) -> Any:
        """The page or frame, newest first, where this is seen."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for page in reversed(self.context.pages):
                for frame in reversed(page.frames):
                    if self.visible(frame, css):
                        return page if frame == page.main_frame else frame
            self.context.pages[-1].wait_for_timeout(40)
        raise AssertionError(f"{self.site.portal.slug}: {css} is nowhere")

    @staticmethod
    def visible(frame: Any, css: str) -> bool:
        from playwright.sync_api import Error

        try:
            return bool(frame.locator(css).locator("visible=true").count())
        except Error:  # a page that is on its way
            return False

    def read(self, module: Module) -> Read:
        """One module, the newest year that has records (or the present one, when none has)."""
        year = (*module.years_with_records, 2026)[0]
        page = self.start(year)
        scope = self.follow(page, module)
        if not module.fields:
            read = Read(seen_in(scope))
        else:
            scope = self.ask(scope, module, year)
            self.show(scope, module, "list").reveal(scope)
            listed = seen_in(scope)
            filed = "\n".join(self.files(scope, module)) if module.years_with_records else ""
            read = Read(listed, self.details(scope, module) if module.years_with_records else "", filed)
        for each in self.context.pages:
            each.close()
        return read

    def show(self, scope: Any, module: Module, axis: str) -> Any:
        return PARTS[axis][module.parts[axis]]

    def ask(self, scope: Any, module: Module, year: int) -> Any:
        query = self.show(scope, module, "query")
        if not query.at_once:
            self.show(scope, module, "filters").choose(scope, year)
            query.send(scope)
        return self.settled(scope, module, query)

    def settled(self, scope: Any, module: Module, query: Any) -> Any:
        """Where the records of the asked year are, once they came."""
        until = time.monotonic() + PATIENCE
        timing = self.show(scope, module, "timing")
        wanted = self.first_value(module)
        while time.monotonic() < until:
            self.context.pages[-1].wait_for_timeout(30)
            found = query.results(self.where(f"#tela-{module.token}")) if self.somewhere(module) else None
            if found is not None and wanted in self.glance(found, timing):
                return found
        raise AssertionError(f"{self.site.portal.slug} {module.words}: no {wanted!r}")

    @staticmethod
    def glance(scope: Any, timing: Any) -> str:
        """What can be read now, addresses of files included; nothing of a page that is on its way."""
        from playwright.sync_api import Error

        try:
            if scope.locator(".ao-rolar").count():
                timing.wait(scope)
            files = scope.locator("a[href*='/arquivos/dados/']").evaluate_all("all => all.map(a => a.href)")
            return kit.plain(seen_in(scope) + "".join(files))
        except Error:
            return ""

    def somewhere(self, module: Module) -> bool:
        return any(self.visible(frame, f"#tela-{module.token}") for page in self.context.pages for frame in page.frames)

    def first_value(self, module: Module) -> str:
        """What must be read once the records of the newest year came: a value of the first, or that there are none."""
        if not module.years_with_records:
            return kit.plain(module.none_found)
        if self.site.shows[module.token].part("list").filed:
            return kit.plain(f"/arquivos/dados/{module.token}-{module.years_with_records[0]}")
        return max((v for f in module.at("list") if f.fill for v in values(self.host, module, f)[:1]), key=len)[:20]

    def details(self, scope: Any, module: Module) -> str:
        record = self.show(scope, module, "record")
        if not record.opens:
            return ""
        opened = record.open(scope)
        if opened is None:
            opened = self.where(".registro")
        first = seen_in(opened)
        self.show(scope, module, "detail").reveal(opened)
        return first + "\n" + seen_in(opened)

    def files(self, scope: Any, module: Module) -> Iterator[str]:
        """What the files say that stand in place of the list, or beside it."""
        show = self.site.shows[module.token]
        year = module.years_with_records[0]
        kinds = (show.part("list").filed,) if show.part("list").filed else show.part("export").kinds
        for kind in kinds:
            yield file_text(show.file(kind, year, 0), kind)


def values(host: Host, module: Module, field: Field) -> list[str]:
    """The values of a field in the newest year with records, as they are compared."""
    year = module.years_with_records[0]
    records = [r for r in host.portal.records(module) if r.year == year]
    return [v for r in records if (v := kit.plain(str(getattr(x := r.value(field.maker, field.fill), "text", x))))]


def file_text(data: bytes, kind: str) -> str:
    """The text of a file."""
    if kind == "csv":
        return "\n".join(" ".join(row) for row in csv.reader(io.StringIO(data.decode("latin-1")), delimiter=";"))
    if kind == "xlsx":
        from openpyxl import load_workbook

        rows = load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)
        return "\n".join(" ".join(shown(c) for c in row if c is not None) for row in rows)
    if kind == "ods":
        from odf.opendocument import load
        from odf.teletype import extractText

        return extractText(load(io.BytesIO(data)).spreadsheet)
    import pdfplumber

    with pdfplumber.open(io.BytesIO(data)) as pdf:
        return "\n".join(page.extract_text() for page in pdf.pages)


def shown(cell: object) -> str:
    return f"{cell:.2f}" if isinstance(cell, int | float) else str(cell)
