"""What a walk learns about the pages and addresses of a portal, whatever they publish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from transparency.browse.snapshot import Snapshot
from transparency.crawl.standing import Standing
from transparency.model import View
from transparency.node import Node, host_of, place_of, without_parameters
from transparency.portals.catalogue import OWN_SITE, Municipality

DENIALS = 2
"""So often a page is opened anew whose posts to an address the portal would not take."""


@dataclass
class PortalMap:
    """The pages and addresses of one portal."""

    municipality: Municipality
    states: dict[str, str] = field(default_factory=dict)
    """State fingerprint → node that showed it first."""
    home: str = ""
    """State of the entry page."""
    proposed: dict[str, str] = field(default_factory=dict)
    """Key of a move that was proposed → the question under which it is in the ledger."""
    offered: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """Node → identities of what it and the nodes above it offered: menus, and the rows and forms of its view."""
    views: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Node → digest of what it shows besides its menus, and how many of their entries are in sight."""
    records: dict[str, frozenset[tuple[object, ...]]] = field(default_factory=dict)
    """Node → the records that its page shows; "" for the entry."""
    told: dict[str, frozenset[str]] = field(default_factory=dict)
    """Node → the words by which its page counts records, and those by which it says that there are none."""
    stood: dict[str, Standing] = field(default_factory=dict)
    """Node → what stands on its page; "" for the entry."""
    below: dict[str, str] = field(default_factory=dict)
    """Node → the node of the page over which it has only put something."""
    pictured: dict[str, str] = field(default_factory=dict)
    """State fingerprint → node that was pictured when it showed it."""
    out_of_sight: set[str] = field(default_factory=set)
    """Addresses of links that stood on a page and were not in sight."""
    says: str = ""
    """What the entry page says: sentences of it that there are none are, on another page, not of that page."""
    refusal: str = ""
    """Why a form of the entry page is not sent (Portuguese); "" where none is held back."""
    pressable: dict[str, frozenset[str]] = field(default_factory=dict)
    """Node that asks → labels of all that can be pressed there."""
    entries: dict[str, str] = field(default_factory=dict)
    """Host → the address that opens a session there."""
    links: dict[tuple[str, str, str], str] = field(default_factory=dict)
    volatile: set[tuple[str, str]] = field(default_factory=set)
    """(host, parameter) whose value changes from page to page without a meaning."""
    addresses: dict[str, str] = field(default_factory=dict)
    """Addresses opened directly: without their volatile parameters → as they were."""
    families: dict[str, str] = field(default_factory=dict)
    """Host → the vendor family its pages were recognised as; empty when they were not."""
    looked_at: Counter[str] = field(default_factory=Counter)
    """Host → pages looked at for marks of a family."""
    unended: Counter[str] = field(default_factory=Counter)
    """Host → compressed pages that do not say where they end and were asked for once more."""
    denied: Counter[str] = field(default_factory=Counter)
    """Address → how often the portal would not take what a page posted there."""
    cookies: Sequence[Mapping[str, Any]] = ()
    """Of the browser context (as Playwright gives them), for the files that Scrapy fetches."""
    asked_back: bool = False
    """An old year was posted, which the session may have kept for all pages that come later."""
    whole: set[str] = field(default_factory=set)
    """Nodes whose pages have a title, scripts or a menu: what they lead to and has none of these may be a part of them."""
    lists: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Place of a list to choose from on the entry page → its name, and what is chosen there."""
    one_by_one: bool = False
    """The session keeps what one page was asked, or what is open in a menu, for all others: the portal is visited one page at a
    time, since visits that run side by side would change each other's pages."""
    several: bool = False
    """A page led to several criteria before any town was chosen."""
    chosen: bool = False
    """In a portal of many towns the one that is audited was found: only what is seen of it counts."""

    def heed_session(self, snapshot: Snapshot) -> None:
        """Learn from a page whether the session keeps what another one was asked: a list of the entry page says something else, and
        nothing on the way here has chosen that; or a menu was open before it was pressed."""
        if self.one_by_one:
            return
        shown = _lists_of(snapshot.frames[0].data)
        if not snapshot.node.depth and not snapshot.node.steps:
            self.lists = self.lists or shown
        made = (*snapshot.choices, *(choice for step in snapshot.node.steps for choice in step.choices))
        chosen = {label for label, _ in made}
        others = (
            name
            for place, (name, option) in shown.items()
            if place in self.lists and self.lists[place][0] == name and self.lists[place][1] != option
        )
        self.one_by_one = snapshot.kept or not chosen.issuperset(others)

    def stood_before(self, parent: str) -> Standing:
        """What stood on the page before one, or stands on the entry: where the one has it, too, it is none of its own."""
        nothing = Standing()
        return self.stood.get(parent, nothing) | self.stood.get("", nothing)

    def makers(self) -> frozenset[str]:
        """The vendor families of the portal: those of the catalogue, and those that its pages were recognised as."""
        return frozenset({*self.municipality.families, *self.families.values()} - {"", OWN_SITE})

    def learn_volatile(self, found: set[tuple[str, str]]) -> None:
        """Take in what changes from page to page without a meaning."""
        if not found <= self.volatile:
            self.volatile |= found
            self.addresses = {self.plain(url): url for url in self.addresses.values()}

    def plain(self, url: str) -> str:
        """What an address stands for, without the parameters that are known to be volatile on its host."""
        host = host_of(url)
        return place_of(without_parameters(url, [name for at, name in self.volatile if at == host]))

    def address(self, node: Node) -> str:
        """What the address of a node stands for; "" for one that is reached by steps."""
        return "" if node.steps else self.plain(node.url)

    def was_opened(self, url: str) -> bool:
        """Whether an address was opened by itself, not by a press."""
        return self.plain(url) in self.addresses

    def question(self, node: Node) -> str:
        """The key of a place in the ledger: an address, or a node that is reached by steps."""
        return self.address(node) or node.fingerprint()

    def forget(self, node: Node) -> None:
        """The address of a node brought nothing: by another spelling it may open."""
        self.addresses.pop(self.plain(node.url), None)

    def opens_anew(self, addresses: Collection[str]) -> bool:
        """Whether pages that posted there in vain are opened anew: a few times, since some posts are never taken."""
        anew = any(self.denied[address] < DENIALS for address in addresses)
        self.denied.update(list(addresses))
        return anew

    def cookie_header(self, url: str) -> dict[str, str]:
        """The header that the browser would send to an address."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path or "/"
        sent = []
        for cookie in self.cookies:
            domain, base = cookie["domain"], cookie["path"].rstrip("/")
            # A host-only cookie has no dot before its domain.
            same_host = host == domain or (domain.startswith(".") and f".{host}".endswith(domain))
            below = path == base or path.startswith(f"{base}/")
            if same_host and below and (parts.scheme == "https" or not cookie["secure"]):
                sent.append(f"{cookie['name']}={cookie['value']}")
        return {"Cookie": "; ".join(sent)} if sent else {}

    def clear(self) -> None:
        """Give back what only the walk needs."""
        for held in (
            self.proposed,
            self.offered,
            self.views,
            self.records,
            self.told,
            self.stood,
            self.below,
            self.pressable,
            self.pictured,
            self.links,
            self.out_of_sight,
            self.addresses,
        ):
            held.clear()


def _lists_of(view: View) -> dict[str, tuple[str, str]]:
    """The lists to choose from that a page shows, by their place, each with its caption and what is chosen."""
    lists = (
        one for one in (*view.selects, *(one for form in view.forms for one in form.controls)) if len(one.options) > 1
    )
    return {
        one.path: (one.caption, one.options[one.value].text)
        for one in lists
        if isinstance(one.value, int) and 0 <= one.value < len(one.options)
    }
