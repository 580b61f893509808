"""The audits of a folder, served: a read API, the reports, and the review of verdicts."""

RATE = "600/minute"
"""Requests of one client, when nothing else is said."""
TOKEN = "TRANSPARENCY_TOKEN"  # noqa: S105 - the name of a variable
