"""The report of one audit by a cycle of the national matrix: ``<cycle>.html`` in the audit's folder. Its first printed page is the
summary: index, level, essentials, what pays most to mend, dimensions."""

from __future__ import annotations

from pathlib import Path

from transparency.report.audit_page import reference
from transparency.report.cycle_sheet import ICONS, LETTERS, NAMES, WORDS, Sheet, elsewhere, interval
from transparency.report.rendering import render
from transparency.store.seal import put_report

LISTED = 15
"""Places listed as read, per answer, on the screen …"""
ON_PAPER = 1
"""… and on paper."""
LOOKS_ON_PAPER = 40
"""What a person must look at, on paper; the screen lists all of it."""
TOP = 8
"""What pays most to mend, on the first printed page; the screen lists all of it."""


def page_name(cycle_id: str) -> str:
    """The file of the report in an audit's folder."""
    return f"{cycle_id}.html"


def render_sheet(sheet: Sheet, back: str = "") -> str:
    """The page, as text. ``back``: where the lists of audits are served."""
    return render(
        "cycle.html",
        back=back,
        sheet=sheet,
        reference=reference(sheet.audit),
        index=interval(sheet.low, sheet.high),
        level=sheet.level,
        marks=sorted({level.least for level in sheet.cycle.levels if level.least > 1}),
        interval=interval,
        listed=LISTED,
        on_paper=ON_PAPER,
        top=TOP,
        looks_on_paper=LOOKS_ON_PAPER,
        aspect_names=NAMES,
        letters=LETTERS,
        cycle_words=WORDS,
        cycle_icons=ICONS,
        elsewhere=elsewhere(sheet),
    )


def write(sheet: Sheet) -> Path:
    """Write the report into the audit's folder; gives its path. UserError when that cannot be done."""
    return put_report(sheet.audit.folder, page_name(sheet.cycle.id), render_sheet(sheet))
