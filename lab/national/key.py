"""The answer key: what a town truly meets, of every requirement and aspect, derived from the file that its pages are made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from lab.national.content import UNFILTERED, DocsData, ListData, Town
from lab.national.definition import Definition, Show, State, requirements, shows

Key = dict[tuple[str, str], tuple[str, str]]
"""Requirement and aspect → status (met, not_met, not_applicable) and why."""
SEARCHABLE = frozenset({"8.3", "8.4", "11.1", "11.2", "18.4"})
"""Whose files must hold text to count at all."""
TEXT_TO_SAVE = frozenset({"10.2", "10.3"})
"""Whose files are their own export, if they hold text."""
PDF_TO_SAVE = frozenset({"6.4", "6.5", "8.7", "9.3"})
"""Which may be handed out as PDF with text."""
IN_FORCE = frozenset({"11.8", "11.9", "11.10"})
"""Which must be those in force to count at all."""
GONE = {
    "absent": "no section for it",
    "unlinked": "the page exists, but nothing links to it",
    "empty": "the menu leads to an empty page",
    "login": "behind a login",
    "home": "a link to another body's home page only",
    "wrong": "another document stands in its place",
    "mailto": "an e-mail address only",
    "dead": "the link or the control is dead",
    "motive": "the form asks for reasons",
    "papers": "the form demands papers, an address, a declaration",
    "less": "lacks {}",
    "blank": "{} is blank in every record",
    "pdf": "a PDF only",
    "down": "the site is down",
    "shared": "the site is the Câmara's, too",
    "none": "nowhere",
    "site": "on the site only",
    "portal": "on the portal only",
    "fixed": "a text that never changes",
    "submenu": "inside a hidden menu only",
    "inner": "on an inner page only",
    "other": "leads elsewhere",
    "hash": "the icons lead nowhere",
    "xml": "only sitemap.xml",
    "finds-nothing": "the search finds nothing",
    "news": "the search finds news only",
}
"""Word → why the requirement is not there."""
FEATURES = frozenset("1.1 1.2 1.3 1.4 2.8 2.9 13.1 13.2 13.3 13.4 13.5".split())
ON_SITE = FEATURES - {"1.1", "2.9"}
"""Features that fall with the site."""


@dataclass
class Judge:
    """Derives the key of a town on a day."""

    town: Definition
    today: date

    def key(self) -> Key:
        found: Key = {}
        for one in requirements().values():
            why = self.gone(one.id)
            for aspect in one.aspects:
                found[one.id, aspect] = ("not_met", why) if why else self.aspect(one.id, aspect)
        return found

    # ---- available

    def gone(self, number: str) -> str:
        """Why the requirement is not there at all; empty when it is."""
        if number in FEATURES:
            return self.feature_gone(number)
        show = shows()[number]
        host = show.on or number
        for why in (self.page_gone(host), self.place_gone(host), self.word_gone(number)):
            if why:
                return why
        return self.form_gone(number)

    def feature_gone(self, number: str) -> str:
        state = self.town.state(number)
        if number in ON_SITE and "down" in self.town.state("1.1"):
            return GONE["down"]
        if number == "1.3" and (why := self.feature_gone("1.2")):
            return why
        return next((GONE[word] for word, _ in state.said if word in GONE), "")

    def page_gone(self, host: str) -> str:
        """The page cannot be reached."""
        spec = next(page for page in self.town.pages().values() if host in page.asks)
        if spec.key in self.town.on_site and "down" in self.town.state("1.1"):
            return GONE["down"]
        if spec.key in self.town.misled:
            return f"its menu entry leads to “{self.town.name_of(self.town.misled[spec.key])}”"
        states = [self.town.state(number) for number in spec.asks]
        return GONE["unlinked"] if all("absent" in s or "unlinked" in s for s in states) else ""

    def place_gone(self, host: str) -> str:
        """The place of the list that the files hang on is not there."""
        state = self.town.state(host)
        return next((GONE[word] for word in ("absent", "unlinked", "empty", "login", "home") if word in state), "")

    def word_gone(self, number: str) -> str:
        """What the town's file says of the requirement itself."""
        state = self.town.state(number)
        if "none" in state:
            return self.none_gone(number, state)
        for word, argument in state.said:
            if word == "less" and argument == "pendentes":  # costs being up to date, not being there
                continue
            if word in GONE and word != "none":
                return GONE[word].format(argument)
        return self.files_gone(number, state)

    def none_gone(self, number: str, state: State) -> str:
        way = state.get("none").partition(" ")[0]
        if way == "undated":
            return "“não há” without period and date"
        if way == "half":
            return "says there was none of one of the two origins only"
        return "the law obliges it to exist: a statement does not stand for it" if number == "8.6" else ""

    def files_gone(self, number: str, state: State) -> str:
        """Files that do not count."""
        kind = state.get("files")
        if kind in {"zero", "html", "404"}:
            return f"its files are broken ({kind})"
        if kind == "scan" and number in SEARCHABLE:
            return "scanned pictures without text"
        return "not the one in force" if number in IN_FORCE and "stale" in state else ""

    def form_gone(self, number: str) -> str:
        """12.4 asks about the form of 12.3."""
        if number != "12.4":
            return ""
        words = {word for word, _ in self.town.state("12.3").said}
        bad = words & {"mailto", "home", "dead", "motive", "empty", "less", "absent"}
        return f"12.3 has no simple form ({', '.join(sorted(bad))})" if bad else ""

    # ---- the other aspects

    def aspect(self, number: str, aspect: str) -> tuple[str, str]:
        if aspect == "available":
            return ("met", "")
        show = shows()[number]
        host = show.on or number
        if "none" in self.town.state(host):
            return self.of_statement(host, aspect)
        why = getattr(self, f"{aspect}_gone")(number, host, self.town.state(host))
        return ("not_met", why) if why else ("met", "")

    def of_statement(self, host: str, aspect: str) -> tuple[str, str]:
        way = self.town.state(host).get("none").partition(" ")[0]
        if aspect == "current" and way == "old":
            return ("not_met", "the statement is old")
        if aspect == "history" and way == "short":
            return ("not_met", "the statement names this year only")
        return ("met", "a statement with period and date")

    def current_gone(self, number: str, host: str, state: State) -> str:
        if number in {"11.3", "11.4"} and "pendentes" in self.town.state(number).all("less"):
            return "no word on the accounts that are pending"
        show, limit = shows()[host], requirements()[number].limit
        if "stamp" in state and show.dated in {"linha", "obra"}:
            return "a stamp of the day of the visit, and no date of the content"
        if "stale" not in state:
            return ""
        late = state.number("stale")
        if show.docs or show.dated == "ano" or not limit.isdigit():
            return f"the newest is {late} behind"
        return f"the newest is {late} days old" if late > int(limit) else ""

    def history_gone(self, number: str, host: str, state: State) -> str:
        gaps = [*state.all("gap"), *state.all("gap-empty")]
        if gaps:
            return f"nothing of {', '.join(f'{gap} year(s) ago' for gap in gaps)}"
        show = shows()[host]
        late = show.dated in {"dia", "mes"} and state.number("stale")
        newest = (self.today - timedelta(days=late)).year if late else self.today.year
        return f"nothing after {newest}" if newest < self.today.year - 1 else ""

    def export_gone(self, number: str, host: str, state: State) -> str:
        if number in TEXT_TO_SAVE:
            return "pictures cannot be searched" if self.town.state(number).get("files") == "scan" else ""
        kind = self.town.list_style(host).get("as")
        if kind:
            return "" if kind != "pdf" or number in PDF_TO_SAVE else "a PDF for each year only"
        way = state.get("export") if "export" in state else ""
        if way == "shallow" and not self.list_of(shows()[host], state).deep:
            return ""
        if way == "pdf" and number in PDF_TO_SAVE:
            return ""
        return f"export: {way}" if way else ""

    def filter_gone(self, number: str, host: str, state: State) -> str:
        show = shows()[host]
        if show.docs or number == "8.3":
            bad = show.docs and ("unnamed" in state or ("filter" in state and number not in {"6.6", "6.7", "18.4"}))
            return "no filter over files that take several pages" if bad and self.many(show, state) else ""
        if "as" in self.town.list_style(host) and any(f.kind != "ano" for f in show.fields if f.asked):
            return "files by year only"
        way = state.get("filter")
        if way == "poor" and number != host:
            return ""
        return {
            "none": "no filter over several pages",
            "dead": "the filter changes nothing",
            "poor": "the filter lacks fields",
        }.get(way, "")

    def many(self, show: Show, state: State) -> bool:
        """The documents take more than a page: for fewer no filter is asked."""
        docs = DocsData(Town(self.town, self.today), show, state, self.town.docs_style(show.id))
        return len(docs.documents) > UNFILTERED

    def list_of(self, show: Show, state: State) -> ListData:
        return ListData(Town(self.town, self.today), show, state, self.town.list_style(show.id))


def key(town: Definition | str, today: date) -> Key:
    """Requirement and aspect → status and why, of a town on a day."""
    if isinstance(town, str):
        from lab.national.definition import definitions

        town = definitions()[town]
    return Judge(town, today).key()
