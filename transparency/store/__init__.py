"""Audits as folders: written, listed, verified, packed, purged, kept elsewhere."""
