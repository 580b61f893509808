"""``python -m lab.pictures``: the pictures of the README, ``docs/report.webp`` and ``docs/terminal.svg``, from an audit of a portal of the lab."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

from lab.server import serve
from transparency.browse.chromium import launch_options
from transparency.matrix import load_matrix
from transparency.report.audit_page import REPORT
from transparency.store.audits import open_audits

ROOT = Path(__file__).resolve().parent.parent
PORTAL = "lab-baixa-da-quixabeira"
"""Its first pictures show totals, not people."""
COLUMNS = 132
HEAD = 17
"""Lines of the terminal that are shown before the last criterion."""


def main(folder: Path = ROOT / "docs") -> None:
    """Audit, then draw both pictures into a folder."""
    folder.mkdir(exist_ok=True)
    with serve([PORTAL]) as lab, tempfile.TemporaryDirectory() as aside:
        place = Path(aside)
        lab.write_catalogue(place / "catalogo.csv")
        (place / "scrapy.cfg").write_bytes((ROOT / "scrapy.cfg").read_bytes())
        command = ["scrapy", "audit", PORTAL, "--catalogo", "catalogo.csv"]
        run = subprocess.run(
            [sys.executable, "-m", *command], cwd=place, capture_output=True, text=True, check=True,
            env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "LINES": "40"},
        )  # fmt: skip
        (folder / "terminal.svg").write_text(terminal(f"$ {' '.join(command)}", run.stdout), "utf-8")
        (audit,) = open_audits([place / "audits"])
        (folder / "report.webp").write_bytes(report(audit.folder / REPORT))


def terminal(prompt: str, output: str) -> str:
    """What a command left on the screen, as SVG. The progress, which erases itself, is cut off."""
    lines = [Text.from_ansi(line) for line in output.rpartition("\x1b[?25h")[2].splitlines()]
    name = load_matrix().criteria[-1].name
    last = next(number for number, line in enumerate(lines) if line.plain.strip().startswith(name))
    screen = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    screen.print(Text(prompt, style="bold"))
    for line in [*lines[:HEAD], Text("   ⋮"), *lines[last:]]:
        screen.print(line, soft_wrap=True)
    svg = screen.export_svg(title="transparency")
    return re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)  # no font is fetched; a reader's own will do


def report(path: Path) -> bytes:
    """The top of a report, with its first item open: WEBP."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(viewport={"width": 1180, "height": 900})
        page.goto(path.as_uri())
        item = page.locator(".item").first
        item.locator("summary").first.click()
        item.locator("img").wait_for()
        page.mouse.move(0, 0)
        bottom = page.evaluate("document.querySelector('.item').getBoundingClientRect().bottom + scrollY + 24")
        picture = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": 1180, "height": bottom})
        browser.close()
    out = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as taken:
        taken.convert("RGB").save(out, "WEBP", quality=82, method=6)
    return out.getvalue()


if __name__ == "__main__":
    main()
