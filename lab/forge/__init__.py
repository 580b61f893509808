"""A forge of portals: from a seed, the whole transparency portal of a made-up town, put together at random from parts that know
nothing of one another. See the section on it in ``lab/README.md``."""
