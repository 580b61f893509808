"""Towns with an official site and a transparency portal, and a key that says what each truly meets of the national matrix of 2026."""

from lab.national.definition import definitions
from lab.national.key import key
from lab.national.server import NationalLab, Town, serve

__all__ = ["NationalLab", "Town", "definitions", "key", "serve"]
