"""The walk for the matrix of an evaluation cycle: through the town's site and its portal, to the places that the requirements name, and
what is tried there. It uses what ``crawl``, ``browse`` and ``rows`` offer; its answers are given by ``aspects``."""
