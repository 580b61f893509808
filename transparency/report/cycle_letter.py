"""The letter (*ofício*) that asks a town to publish what an evaluation by the national matrix found missing, with law and deadline.

A template says how it looks: ``oficio.docx`` and ``oficio.html`` are there; whoever writes takes a copy of one and changes it. docxtpl
comes with the extra ``oficio`` and is loaded where it is used.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from transparency.aspects.seen import Answer
from transparency.browse.chromium import launch_options
from transparency.eval.charts import decimal
from transparency.items import UserError
from transparency.report.audit_page import reference
from transparency.report.cycle_sheet import NAMES, Asked, Sheet, elsewhere, interval
from transparency.report.elsewhere import Example
from transparency.report.exports import aside_of, writable
from transparency.report.rendering import BRASILIA, moment

ROOM = Path(__file__).parent
MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
EXAMPLES = 2
"""Towns named as an example, per requirement."""
DAYS = 30
"""Of the deadline, unless told otherwise."""


def in_words(day: dt.date) -> str:
    """A date as a letter has it.

    >>> in_words(dt.date(2026, 12, 1)), in_words(dt.date(2026, 3, 20))
    ('1º de dezembro de 2026', '20 de março de 2026')
    """
    return f"{'1º' if day.day == 1 else day.day} de {MONTHS[day.month - 1]} de {day.year}"


def fields(sheet: Sheet, days: int, today: dt.date) -> dict[str, Any]:
    """What a template can name. UserError when there is nothing to ask for."""
    if not sheet.dearest:
        raise UserError(
            f"Nada do que pôde ser decidido em {sheet.audit.name} deixa de ser atendido: não há o que pedir.",
            "O que falta verificar por uma pessoa está no relatório.",
        )
    examples = elsewhere(sheet)
    essential = [one for one in sheet.asked if one.counts["not_met"] and one.requirement.rank == "essencial"]
    others = [one for one in sheet.asked if one.counts["not_met"] and one.requirement.rank != "essencial"]
    return {
        "municipio": writable(sheet.audit.name),
        "uf": sheet.audit.uf,
        "portal": writable(str(sheet.audit.summary["municipio"].get("portal_url") or "")),
        "matriz": sheet.cycle.name,
        "auditoria": reference(sheet.audit),
        "visita": moment(sheet.audit.started).partition(",")[0],
        "hoje": in_words(today),
        "prazo": days,
        "limite": in_words(today + dt.timedelta(days=days)),
        "indice": interval(sheet.low, sheet.high),
        "nivel": sheet.level,
        "essenciais": [_lack(one, examples.get(one.requirement.id, ())) for one in essential],
        "faltas": [_lack(one, examples.get(one.requirement.id, ())) for one in [*essential, *others]],
    }


def _lack(asked: Asked, examples: Sequence[Example]) -> dict[str, str]:
    """A requirement that is not met, in words. ``examples``: where other towns of the vendor meet it."""
    lacking: list[Answer] = [answer for answer in asked.answers if answer.status == "not_met"]
    of = asked.requirement
    return {
        "numero": of.id,
        "pergunta": of.question,
        "classe": of.rank,
        "itens": ", ".join(NAMES[answer.aspect].lower() for answer in lacking),
        "motivo": writable(" ".join(dict.fromkeys(answer.reason for answer in lacking))),
        "lugar": writable(next((answer.url for answer in lacking if answer.url), "")),
        "lei": "; ".join(of.law),
        "corrigir": of.remedy,
        "exemplos": writable("; ".join(one.words for one in examples[:EXAMPLES])),
        "pontos": decimal(asked.gain, 2),
    }


def write(
    sheet: Sheet, path: Path, days: int = DAYS, template: Path | None = None, today: dt.date | None = None
) -> Path:
    """Write the letter, DOCX or PDF by the name of the file. UserError when that is not possible."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UserError(f"O nome “{path}” não diz o formato.", f"Termine-o com {' ou '.join(KINDS)}")
    make, needed = KINDS[kind]
    template = template or ROOM / f"oficio{needed}"
    if template.suffix.lower() != needed:
        raise UserError(
            f"O modelo {template} não serve para {kind}.", f"Dê um modelo {needed}, ou outro nome de arquivo."
        )
    if not template.is_file():
        raise UserError(
            f"Não existe o modelo {template}.", f"Copie e mude o que vem com o programa: {ROOM / template.name}"
        )
    told = fields(sheet, days, today or dt.datetime.now(BRASILIA).date())
    with aside_of(path) as aside:
        make(template, told, aside)
    return path


def _unusable(template: Path, error: Exception) -> UserError:
    return UserError(
        f"O modelo {template} não pôde ser usado ({type(error).__name__}: {error}).",
        f"Compare-o com o que vem com o programa: {ROOM / f'oficio{template.suffix.lower()}'}",
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
