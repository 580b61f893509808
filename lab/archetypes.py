"""A dozen portals that stand for the kinds of portal there are: what ``make audit`` shows and ``make test`` walks end to end."""

from __future__ import annotations

ARCHETYPES = {
    "plain tables, a folder per year": "lab-baixa-da-quixabeira",
    "post-backs with a view state": "lab-boqueirao-do-facheiro",
    "single-page application with a grid": "lab-dunas-do-macarico",
    "virtual list in a frame of another host": "lab-vale-da-maritaca",
    "frame set": "lab-pouso-do-macuco",
    "shadow DOM": "lab-ilha-dos-guaras",
    "wizard": "lab-lajes-do-inga",
    "files to download": "lab-lagoa-do-jenipapo",
    "session opened by the entry address": "lab-serra-do-umbuzeiro",
    "many towns on one site": "lab-ribeira-do-jacurutu",
    "figures painted on a canvas": "lab-barra-do-tuiuiu",
    "tables marked with microdata": "lab-varzea-do-mulungu",
}
"""Kind → slug of the portal. Refusals (a captcha) have a test of their own, since a run with them ends with alarms."""
