"""Municipalities, their portals and the families of vendors: the catalogue, and how a portal is found."""
