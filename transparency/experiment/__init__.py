"""Comparing strategies: trials planned, run one process each, measured against an answer key, and told in one page."""
