"""Tells whether a Brazilian municipality publishes what the law demands, with proof."""

__version__ = "0.1.0"
