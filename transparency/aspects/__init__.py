"""How well something is published: each aspect of a requirement of the national matrix judged over what was seen. Pure: it uses
``extract``, ``classify``, ``matrix`` and texts, and sees no crawler, browser, disk or network."""
