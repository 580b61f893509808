"""Where words of a portal leave the program. Pages are hidden by ``extract/redact.py``, which has to know their tables, facts by
``facts.py``, pictures in the browser (``browse/cover.py``)."""

from __future__ import annotations

from transparency.privacy.cleaning import clean
from transparency.privacy.people import initials


def readable(words: str, public: str = "", town: str = "") -> str:
    """Words for people (steps, labels, headings, reasons, titles) as they may be kept, written and told: no numbers of people, no
    secrets in addresses but what stands in the ``public`` one, names as initials but that of the ``town``.

    >>> readable("Empenhos de Maria da Silva, CPF 529.982.247-25", town="Mata Verde")
    'Empenhos de M. S., CPF ***.982.247-**'
    """
    return initials(clean(words, public), town)
