"""The walk of one municipality: candidates, frontier, strategies, and what its audit knows so far."""
