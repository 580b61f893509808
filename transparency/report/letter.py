"""Letters (*ofícios*) that ask a town to publish what is missing: a template filled in, as DOCX or PDF.

A template says how a letter looks: whoever writes takes a copy of one that is here and changes it. docxtpl comes with the extra
``oficio`` and is loaded where it is used.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from transparency.browse.chromium import launch_options
from transparency.items import UserError
from transparency.report.audit_page import reference
from transparency.report.exports import aside_of, writable
from transparency.report.rendering import BRASILIA, moment
from transparency.store.audits import StoredAudit

ROOM = Path(__file__).parent
MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
EXAMPLES = 2
"""Towns named as an example, of each thing that is missing."""
DAYS = 30
"""Of the deadline, unless told otherwise."""


def in_words(day: dt.date) -> str:
    """A date as a letter has it.

    >>> in_words(dt.date(2026, 12, 1)), in_words(dt.date(2026, 3, 20))
    ('1º de dezembro de 2026', '20 de março de 2026')
    """
    return f"{'1º' if day.day == 1 else day.day} de {MONTHS[day.month - 1]} de {day.year}"


def of_every_letter(audit: StoredAudit, days: int, today: dt.date) -> dict[str, Any]:
    """What any template can name: the town, the audit and the deadline."""
    return {
        "municipio": writable(audit.name),
        "uf": audit.uf,
        "portal": writable(str(audit.summary["municipio"].get("portal_url") or "")),
        "auditoria": reference(audit),
        "visita": moment(audit.started).partition(",")[0],
        "hoje": in_words(today),
        "prazo": days,
        "limite": in_words(today + dt.timedelta(days=days)),
    }


def day_in_brasilia() -> dt.date:
    """Today."""
    return dt.datetime.now(BRASILIA).date()


def write_letter(told: Callable[[], Mapping[str, Any]], path: Path, own: str, template: Path | None = None) -> Path:
    """Write a letter, DOCX or PDF by the name of the file. ``told``: what its template can name; ``own``: stem of the template that
    comes with the program. UserError when that is not possible."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UserError(f"O nome “{path}” não diz o formato.", f"Termine-o com {' ou '.join(KINDS)}")
    make, needed = KINDS[kind]
    template = template or ROOM / f"{own}{needed}"
    if template.suffix.lower() != needed:
        raise UserError(
            f"O modelo {template} não serve para {kind}.", f"Dê um modelo {needed}, ou outro nome de arquivo."
        )
    if not template.is_file():
        raise UserError(
            f"Não existe o modelo {template}.", f"Copie e mude o que vem com o programa: {ROOM / own}{needed}"
        )
    values = dict(told())
    with aside_of(path) as aside:
        make(template, values, aside)
    return path


def _unusable(template: Path, error: Exception) -> UserError:
    return UserError(
        f"O modelo {template} não pôde ser usado ({type(error).__name__}: {error}).",
        f"Compare-o com os que vêm com o programa, em {ROOM}",
    )


def _docx(template: Path, told: dict[str, Any], path: Path) -> None:
    """A document that can be edited before it is sent."""
    try:
        from docxtpl import DocxTemplate
    except ImportError:
        raise UserError(
            "Falta a biblioteca docxtpl, que grava DOCX.",
            "Instale: pip install 'transparency[oficio]', ou peça um PDF.",
        ) from None
    try:
        document = DocxTemplate(str(template))
        document.render(told, jinja_env=SandboxedEnvironment(), autoescape=True)
    except OSError:
        raise
    except Exception as error:  # a document that is no document, and whatever stands in its fields
        raise _unusable(template, error) from None
    document.save(str(path))


def _pdf(template: Path, told: dict[str, Any], path: Path) -> None:
    """A page printed by the browser that audits."""
    try:
        page = SandboxedEnvironment(autoescape=True).from_string(template.read_text("utf-8")).render(told)
    except (TemplateError, UnicodeDecodeError, TypeError, ValueError) as error:
        raise _unusable(template, error) from None
    # In a thread of its own: whoever calls may run an event loop, in which Playwright does not wait.
    with ThreadPoolExecutor(1) as thread:
        path.write_bytes(thread.submit(_printed, page).result())


def _printed(page: str) -> bytes:
    """A PDF of a page, without script and without network."""
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as playwright, playwright.chromium.launch(**launch_options()) as browser:
            sheet = browser.new_context(java_script_enabled=False, offline=True).new_page()
            sheet.set_content(page)
            return sheet.pdf(prefer_css_page_size=True)
    except Error as error:
        raise UserError("O Chromium não imprimiu o ofício.", str(error).splitlines()[0]) from None


KINDS: dict[str, tuple[Callable[[Path, dict[str, Any], Path], None], str]] = {
    ".docx": (_docx, ".docx"),
    ".pdf": (_pdf, ".html"),
}
"""End of the file's name → what makes it, and the end of its template's name."""
