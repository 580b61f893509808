"""The lab: replicas of portal-vendor families on 127.0.0.1, with their answer key. Start with ``README.md``."""

from lab.definition import DefinitionError, Portal, all_portals
from lab.key import KeyRow, key_rows
from lab.server import Hit, Lab, LabPortal, serve

__all__ = ["DefinitionError", "Hit", "KeyRow", "Lab", "LabPortal", "Portal", "all_portals", "key_rows", "serve"]
