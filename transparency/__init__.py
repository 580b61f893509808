"""Tells whether a Brazilian municipality publishes what the law demands, with proof."""

__version__ = "0.2.0.dev0"
