"""Words of portals in general, whatever the criterion: query forms, refusals, links that say nothing (``keywords/consulta.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources.abc import Traversable

from transparency.classify.obstacle import CHALLENGE, EMPTY, SHORT, Kind, Obstacles
from transparency.crawl.signposts import LinkWords
from transparency.extract.forms import QueryWords
from transparency.extract.forms.towns import Place
from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.text import normalize

FILE = "consulta.yaml"


@dataclass(frozen=True)
class PortalWords:
    """What ``consulta.yaml`` says."""

    query: QueryWords
    obstacles: Obstacles
    links: LinkWords
    notices: tuple[str, ...]
    """Close what covers a page."""
    agreements: tuple[str, ...] = ()
    """First words of what agrees to the terms of a portal."""
    states: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Code of a state → code and name, normalised."""

    def query_of(self, name: str, uf: str) -> QueryWords:
        """What is chosen in the forms of a portal of many towns: that town."""
        return replace(self.query, place=Place(name, self.states.get(uf.lower(), (uf.lower(),)), self.query.town))


def load_portal_words(
    query_buttons: tuple[str, ...], directory: Traversable | None = None, labels: frozenset[str] = frozenset()
) -> PortalWords:
    """Read the file of a keyword directory (default: those that come with the program). ``labels`` name items, normalised.
    UserError names file and line of what is wrong."""
    return _packaged(query_buttons, labels) if directory is None else _load(directory, query_buttons, labels)


@cache
def _packaged(query_buttons: tuple[str, ...], labels: frozenset[str]) -> PortalWords:
    """Those that come with the program are read once."""
    return _load(keywords_directory(), query_buttons, labels)


def _load(directory: Traversable, query_buttons: tuple[str, ...], labels: frozenset[str]) -> PortalWords:
    file = KeywordFile(directory / FILE)
    links = [f.name for f in fields(LinkWords)]
    names = ("query", "federation", "obstacles", "closed_session", "notices", "agreements", *links)
    top = file.mapping(file.root, names, names)
    elsewhere = {
        "buttons": query_buttons,
        "onward": file.strings(top["wizard"]),
        "returns": file.strings(top["returns"]),
    }
    query = QueryWords.__dataclass_fields__.keys() - {*elsewhere, "place", "labels"}
    asked = {name: file.strings(node) for name, node in file.mapping(top["query"], query, query).items()}
    kinds = []
    for name, node in file.mapping(top["obstacles"]).items():
        entry = file.mapping(node, ("reason", "terms", "titles", "up_to"), ("reason", "terms"))
        kinds.append(
            Kind(
                name,
                file.string(entry["reason"]),
                file.strings(entry["terms"]),
                file.strings(entry["titles"]) if "titles" in entry else (),
                file.number(entry["up_to"]) if "up_to" in entry else SHORT,
            )
        )
    if missing := {EMPTY, CHALLENGE} - {kind.name for kind in kinds}:
        raise file.error(top["obstacles"], f"falta o campo {sorted(missing)[0]}")
    return PortalWords(
        replace(QueryWords.from_mapping({**asked, **elsewhere}), labels=labels),
        Obstacles(tuple(kinds), file.strings(top["closed_session"])),
        LinkWords(**{name: file.strings(top[name]) for name in links}),
        file.strings(top["notices"]),
        file.strings(top["agreements"]),
        {
            state.split()[0]: (state.split()[0], normalize(state.partition(" ")[2]))
            for state in file.strings(top["federation"])
        },
    )
