"""What can be done next from a page: the moves that it offers, and why each is worth making."""

from __future__ import annotations

from transparency.walk.candidates.columns import openers
from transparency.walk.candidates.groups import answers_of, folders
from transparency.walk.candidates.labels import plain, says_only_when
from transparency.walk.candidates.model import CONTENT, DOCUMENT, LIKE, PERIODS, Ground, Kind, Move, bar_of
from transparency.walk.candidates.order import ENTRIES, leads_to_several
from transparency.walk.candidates.periods import of_other_year
from transparency.walk.candidates.places import spot, spots, volatile_parameters, without_tokens
from transparency.walk.candidates.proposals import moves
from transparency.walk.candidates.queries import by_name, further_views, in_a_month, loose_fields, next_attempt

__all__ = [
    "CONTENT",
    "DOCUMENT",
    "ENTRIES",
    "LIKE",
    "PERIODS",
    "Ground",
    "Kind",
    "Move",
    "answers_of",
    "bar_of",
    "by_name",
    "folders",
    "further_views",
    "in_a_month",
    "leads_to_several",
    "loose_fields",
    "moves",
    "next_attempt",
    "of_other_year",
    "openers",
    "plain",
    "says_only_when",
    "spot",
    "spots",
    "volatile_parameters",
    "without_tokens",
]
