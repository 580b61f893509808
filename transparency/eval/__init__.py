"""Scores and experiments; not needed to audit."""
