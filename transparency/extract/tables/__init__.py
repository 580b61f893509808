"""The one reader of records: every table of a page, in any mark-up, as labels over rows of cells. Knows ``extract.dom`` and values."""

from transparency.extract.tables.reader import read_tables

__all__ = ["read_tables"]
