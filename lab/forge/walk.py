"""``python -m lab.forge.walk 1-10``: a person walks these portals in a browser by the way book of their parts, and says what was not found."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from lab.forge.kit import plain
from lab.forge.person import Person, Read, values
from lab.forge.portal import Module
from lab.forge.runs import seeds_of
from lab.forge.serve import Host, forged


def complaints(host: Host, module: Module, read: Read) -> Iterator[str]:
    """What the key says of a module and was not read there."""
    show = host.site.shows[module.token]
    for field in module.fields:
        place = "file" if show.part("list").filed else field.place
        text = plain({"list": read.listed, "detail": read.detailed, "file": read.filed}[place])
        found = values(host, module, field)
        if plain(show.writing.label(field)) not in text:
            yield f"{module.words}: sem o rótulo “{field.label}” ({place})"
        elif found and not any(value[:24] in text for value in found):
            yield f"{module.words}: sem valores de “{field.label}” ({place})"


def walked(context: Any, host: Host) -> Iterator[str]:
    """All complaints about a portal."""
    from playwright.sync_api import Error

    person = Person(context, host)
    for module in host.portal.modules:
        try:
            read = person.read(module)
        except (AssertionError, Error) as trouble:
            yield f"{module.words} {dict(module.parts)}: {str(trouble).splitlines()[0]}"
            for page in context.pages:
                page.close()
            continue
        if module.fields and module.years_with_records:
            yield from complaints(host, module, read)


def main(arguments: Sequence[str]) -> int:
    from playwright.sync_api import sync_playwright

    from transparency.browse.chromium import launch_options

    bad = 0
    with forged(seeds_of(arguments[0] if arguments else "1-10")) as forge, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for host in forge.hosts:
            context = browser.new_context()
            found = list(walked(context, host))
            context.close()
            bad += len(found)
            print(f"{host.portal.slug}: {len(found) or 'tudo visto'}", *found, sep="\n  ", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
