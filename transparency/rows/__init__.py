"""The rows themselves: what stands in the lists that an audit has found, as items of the project.

An audit knows on which page the list of a criterion stands, by which steps it is reached and which column is which item. From
that one **wrapper** is learned per list (``wrapper.py``): a JSON file that a person can read and edit. A **collector**
(``collecting.py``) is the visitor of one visit of ``browse/``: the visit replays the steps; on each page the collector has the
list read by the reader of records (``reading.py``), keeps what is new (``harvest.py``), finds what turns the page
(``paging.py``) and asks the visit to press that, until a page repeats, brings nothing, or the last one was seen. Each row becomes
an item whose cells have types (``cells.py``, ``items.py``). Where the portal hands out the same list as a file, that
is fetched on the way (``fetching.py``), compared with the rows in sight (``files.py``) and taken instead of further pages
(``by_file.py``). Each year, month (``periods.py``) and body of the town (``units.py``) is a query of its own (``queries.py``). What was
collected is compared with what the page itself counts (``counts.py``), and each list ends with a summary that names what is missing.

No browser is started here and no request is made: that is for ``spiders/rows.py``, which is an ordinary visit of an audit in
everything else (egress, politeness, robots, deadlines)."""
