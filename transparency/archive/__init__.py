"""Audits kept for later: packed, verified, judged again."""
