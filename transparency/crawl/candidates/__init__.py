"""What can be done next from a page: the moves that it offers, and why each is worth making."""

from __future__ import annotations

from transparency.crawl.candidates.columns import openers
from transparency.crawl.candidates.doors import turn_moves
from transparency.crawl.candidates.groups import answers_of, folders
from transparency.crawl.candidates.labels import plain, says_only_when
from transparency.crawl.candidates.move import CONTENT, DOCUMENT, LIKE, PERIODS, Ground, Kind, Move, bar_of
from transparency.crawl.candidates.order import ENTRIES, leads_to_several, ways_on
from transparency.crawl.candidates.periods import bars_of, names_period, of_other_year, reached_by
from transparency.crawl.candidates.places import (
    added_to,
    in_its_place,
    place_without_name,
    spot,
    spots,
    volatile_parameters,
    without_sessions,
    without_tokens,
)
from transparency.crawl.candidates.proposals import last_resorts, moves
from transparency.crawl.candidates.query_moves import (
    by_name,
    further_views,
    in_a_month,
    loose_fields,
    next_attempt,
    queries_of,
)

__all__ = [
    "CONTENT",
    "DOCUMENT",
    "ENTRIES",
    "LIKE",
    "PERIODS",
    "Ground",
    "Kind",
    "Move",
    "added_to",
    "answers_of",
    "bar_of",
    "bars_of",
    "by_name",
    "folders",
    "further_views",
    "in_a_month",
    "in_its_place",
    "last_resorts",
    "leads_to_several",
    "loose_fields",
    "moves",
    "names_period",
    "next_attempt",
    "of_other_year",
    "openers",
    "place_without_name",
    "plain",
    "queries_of",
    "reached_by",
    "says_only_when",
    "spot",
    "spots",
    "turn_moves",
    "volatile_parameters",
    "ways_on",
    "without_sessions",
    "without_tokens",
]
