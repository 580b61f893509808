"""Rows as files that others open: Parquet, CSV, OCDS, and the data package that describes them.

``parquet.py`` writes items as they come, with types; it is a feed exporter of Scrapy, too. ``folder.py`` keeps what was collected
of a town, a file per criterion and year; all other files are made from its Parquet files: ``sheets.py`` CSV for people, ``ocds.py``
bids as releases of the Open Contracting Data Standard, ``package.py`` the description (Frictionless) and a README.

pyarrow comes with the extra ``dados`` and is loaded where it is first used."""
