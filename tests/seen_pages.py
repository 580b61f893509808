"""Pages as the judges of aspects see them, made of plain HTML without a browser, and the tables of ``tests/aspects/``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from lxml.html import HtmlElement

from transparency.aspects.addresses import absolute
from transparency.aspects.seen import (
    Gathered,
    OpenedFile,
    OpenedYear,
    Sight,
    TriedControl,
    TriedExport,
    TriedFilter,
    Unread,
)
from transparency.extract import dom
from transparency.matrix.cycle import Content, Current, Export, Filter, History, Requirement
from transparency.matrix.cycle_file import load_cycle
from transparency.model import Field, Form, Option, Pressable, Row, View

FOLDER = Path(__file__).parent / "aspects"
TODAY = dt.date(2026, 11, 23)
"""A Monday."""
SITE, PORTAL = "https://www.vilanova.example", "https://transparencia.vilanova.example"


def view_of(html: str, at: str = "") -> View:
    """What is read from a page at an address: what can be pressed, the forms, the words in sight."""
    root = dom.parse(html)
    inside = {field for form in root.iter("form") for field in form.iter("select", "input", "textarea")}
    loose = [field for field in root.iter("select", "input", "textarea") if field not in inside]
    return View(
        html=html,
        text=dom.text(root),
        title="",
        type="text/html",
        theme="",
        challenge=False,
        narrow=False,
        withheld=[],
        far=0,
        candidates=[*_candidates(root, at)],
        forms=[_form(form) for form in root.iter("form")],
        selects=[_field(field) for field in loose if field.tag == "select"],
        inputs=[_field(field) for field in loose if field.tag != "select"],
        entries=[],
        toggles=[],
        texts=[],
        truncated=False,
        width=1280,
        height=800,
        scroll=(0, 0),
        asks_password=bool(root.xpath("//input[@type='password']")),
    )


def _candidates(root: HtmlElement, at: str) -> Iterator[Pressable]:
    for element in root.iter("a", "button"):
        href = absolute(at, element.get("href") or "")
        regions = (above.tag for above in element.iterancestors() if above.tag in ("nav", "header", "footer", "main"))
        row = next((above for above in element.iterancestors("tr")), None)
        label = dom.text(element) or " ".join(picture.get("alt") or "" for picture in element.iter("img"))
        yield Pressable(
            kind="link" if href else "click",
            path=dom.path(element),
            label=label,
            tag=element.tag,
            title=element.get("title") or element.get("aria-label") or "",
            hint=f"{element.get('class') or ''} {element.get('id') or ''}",
            href=href,
            region=next(regions, ""),
            row=_row(row) if row is not None else None,
            hidden=dom.is_hidden(element),
        )


def _row(row: HtmlElement) -> Row:
    table = next(row.iterancestors("table"), row)
    rows = [one for one in table.iter("tr") if one.find("td") is not None]
    index = rows.index(row) if row in rows else -1
    return Row(dom.path(table), index, len(rows), 0, len(row), index < 0, "", dom.text(row), "")


def _form(form: HtmlElement) -> Form:
    fields = [*form.iter("select", "input", "textarea")]
    return Form(
        region=dom.path(form),
        button="",
        tag="button",
        label="Consultar",
        text=dom.text(form),
        personal=any(field.tag == "textarea" for field in fields),
        controls=[_field(field) for field in fields],
    )


def _field(field: HtmlElement) -> Field:
    label = next(iter(field.xpath("ancestor::label|preceding-sibling::*[1][self::label]")), None)
    options = [Option(dom.text(one), one.get("value") or "") for one in field.iter("option")]
    chosen = [n for n, one in enumerate(field.iter("option")) if one.get("selected") is not None]
    return Field(
        path=dom.path(field),
        tag=field.tag,
        label=(dom.text(label) if label is not None else field.get("aria-label") or "").strip(),
        value=(chosen[0] if chosen else 0) if options else (field.get("value") or ""),
        type=field.get("type") or "",
        name=field.get("name") or "",
        placeholder=field.get("placeholder") or "",
        options=options,
        required=field.get("required") is not None,
    )


def sight_of(told: dict[str, Any] | str, number: int, side: Any = "portal") -> Sight:
    """A page of a table: HTML, or a mapping with HTML and more."""
    data = {"html": told} if isinstance(told, str) else dict(told)
    html = data.pop("html", "")
    base = SITE if data.get("side", side) == "site" else PORTAL
    data.setdefault("key", f"p{number}")
    data.setdefault("url", f"{base}/p{number}" if data.get("depth", 1) else base)
    data.setdefault("depth", 1)
    data["labels"] = tuple(data.get("labels", ()))
    data["steps"] = tuple(data.get("steps", data["labels"]))
    return Sight(**{"side": side, "views": (view_of(html, data["url"]),) if html else (), **data})


def gathered_of(case: dict[str, Any]) -> Gathered:
    """What a row of a table says that was gathered."""
    places = [sight_of(told, n) for n, told in enumerate(case.get("places", []))]
    return Gathered(
        places=places,
        site=_home(case, "site", 90),
        portal=_home(case, "portal", 91),
        around=[sight_of(told, 50 + n) for n, told in enumerate(case.get("around", []))],
        files=[_file(told) for told in case.get("files", [])],
        exports=[_export(told) for told in case.get("exports", [])],
        filters=[
            TriedFilter(
                **{
                    "of": "p0",
                    **told,
                    "before": tuple(told.get("before", (3, "a"))),
                    "after": tuple(told.get("after", (1, "b"))),
                }
            )
            for told in case.get("filters", [])
        ],
        controls=[TriedControl(**told) for told in case.get("controls", [])],
        years=[_year(told, n) for n, told in enumerate(case.get("years", []))],
        unread=[Unread(**told) for told in case.get("unread", [])],
        finished=case.get("finished", True),
        menus_read=case.get("menus_read", True),
    )


def _home(case: dict[str, Any], side: str, number: int) -> Sight | None:
    told = case.get(side)
    if told is None:
        return None
    data = {"html": told} if isinstance(told, str) else told
    return sight_of({"depth": 0, "key": side, **data}, number, side)


def _file(told: dict[str, Any]) -> OpenedFile:
    data = {"of": "p0", "url": f"{PORTAL}/{told.get('label', 'arquivo')}", "label": "", "size": 1000, **told}
    data["columns"], data["url"] = tuple(data.get("columns", ())), absolute(PORTAL, data["url"])
    return OpenedFile(**data)


def _export(told: dict[str, Any]) -> TriedExport:
    data = dict(told)
    own = {name: data.pop(name) for name in ("of", "label", "listed", "filtered") if name in data}
    return TriedExport(**{"of": "p0", "label": "CSV", **own}, file=_file({"kind": "csv", **data}))


def _year(told: dict[str, Any], number: int) -> OpenedYear:
    html = told.get("html")
    return OpenedYear(
        told.get("of", "p0"), told["year"], sight_of(html, 20 + number) if html else None, told.get("problem", "")
    )


def requirement_of(data: dict[str, Any]) -> Requirement:
    """A requirement as a table writes it."""
    data = dict(data)
    data["content"] = tuple(map(_content, data.get("content", ())))
    for name in ("search", "neighbours", "law"):
        data[name] = tuple(data.get(name, ()))
    if "filter" in data:
        asked = data["filter"]
        data["filter"] = Filter(tuple(map(_content, asked.get("fields", ()))), asked.get("files_suffice", False))
    for name, made in (("current", Current), ("history", History), ("export", Export)):
        if name in data:
            told = {key: tuple(value) if isinstance(value, list) else value for key, value in data[name].items()}
            data[name] = made(**told)
    return Requirement(**{"id": "0.0", "dimension": 1, "rank": "obrigatória", "question": "?", **data})


def _content(told: dict[str, Any]) -> Content:
    return Content(**{"label": told["key"], **told, "terms": tuple(told.get("terms", ()))})


def tables() -> Iterator[tuple[str, Requirement, dict[str, Any]]]:
    """All rows of the tables: name, requirement, row."""
    for path in sorted(FOLDER.glob("*.yml")):
        table = yaml.safe_load(path.read_text(encoding="utf-8"))
        for case in table["cases"]:
            yield f"{path.stem}: {case['name']}", _requirement(table, case), case


def _requirement(table: dict[str, Any], case: dict[str, Any]) -> Requirement:
    """The requirement of a row: one that the table writes, or one of a cycle."""
    if "cycle" in table:
        return load_cycle(table["cycle"]).requirement(case["of"])
    base = table["requirements"][case.get("of", next(iter(table["requirements"])))]
    return requirement_of({**base, **case.get("but", {})})
