"""Tables and fields of a page: one reader for any mark-up. It is compared with the readers of ``records/``, and takes their
place when nothing falls by it (``python -m lab.readers PAGES…``)."""

from transparency.extract.tables.reader import read_tables

__all__ = ["read_tables"]
