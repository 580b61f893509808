"""Whether the addresses of the catalogue still are where a municipality publishes, and where else it may: what a look at them
came to, what it proposes, and the proposal as a diff that a person accepts or not."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from lxml import html as lxml_html
from lxml.etree import ParserError

from transparency.classify.obstacle import Obstacles, obstacle
from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.node import canonical_url, host_of, is_web, place_of
from transparency.portals.catalogue import COLUMNS, Municipality
from transparency.text import normalize

FILE = "descoberta.yaml"
State = Literal["vivo", "mudou", "estacionado", "ausente", "fora", "instável", "bloqueado"]
"""Alive; alive, and elsewhere for good; a domain that sells itself; a server without that page; no server; one that fails;
one that does not want to tell us."""
LINKS = 3
"""Links of the city-hall site that are looked at, the likeliest first."""
READ = 400_000


@dataclass(frozen=True)
class DiscoveryWords:
    """What ``descoberta.yaml`` says."""

    portal: tuple[str, ...]
    others: tuple[str, ...]
    hosts: tuple[str, ...]
    names: tuple[str, ...]


def load_discovery_words(directory: Path | None = None) -> DiscoveryWords:
    """Read the file. UserError names file and line of what is wrong."""
    file = KeywordFile((directory or keywords_directory()) / FILE)
    names = ("portal", "outros", "hosts", "nomes")
    top = file.mapping(file.root, names, names)
    lists = [file.strings(top[name], str.lower if name in ("hosts", "nomes") else normalize) for name in names]
    return DiscoveryWords(*lists)


@dataclass(frozen=True)
class Looked:
    """What a look at an address came to."""

    url: str
    state: State
    final: str = ""
    """Where it led, when it led anywhere."""
    reason: str = ""
    """Portuguese."""
    family: str = ""
    html: str = ""

    @property
    def alive(self) -> bool:
        """Whether there is a page."""
        return self.state in ("vivo", "mudou")


def judge_answer(
    url: str, final: str, status: int, html: str, words: Obstacles, lasting: bool, family: str = ""
) -> Looked:
    """``lasting``: every redirection on the way was for good (301, 308)."""
    title, text = title_and_text(html)
    links = len(re.findall(r"<(?:a|form|iframe|frame|script)\b", html[:READ], re.I))
    reason = obstacle(status, title, text, [final], words, bare=not links)
    if reason.startswith(words.kind("parked").reason):
        return Looked(url, "estacionado", final, reason)
    if status in (404, 410):
        return Looked(url, "ausente", final, f"HTTP {status}")
    if reason:
        return Looked(url, "instável" if status >= 500 or status == 429 else "bloqueado", final, reason)
    moved = place_of(canonical_url(final)) != place_of(canonical_url(url))
    elsewhere = moved and (lasting or host_of(final).removeprefix("www.") != host_of(url).removeprefix("www."))
    return Looked(url, "mudou" if elsewhere else "vivo", final, f"leva a {final}" if elsewhere else "", family, html)


def title_and_text(html: str) -> tuple[str, str]:
    """Of a page read without a browser.

    >>> title_and_text("<title>Portal</title><script>var a</script><p>Olá <b>mundo</b></p>")
    ('Portal', 'Olá mundo')
    """
    try:
        root: Any = lxml_html.document_fromstring(html[:READ].encode("utf-8", "replace"), parser=_parser())
    except (ParserError, ValueError):
        return "", ""
    title = " ".join(root.xpath("string(//title)").split())
    for node in root.xpath("//script|//style|//noscript|//title"):
        node.drop_tree()
    return title, " ".join(" ".join(root.itertext()).split())


def _parser() -> lxml_html.HTMLParser:
    return lxml_html.HTMLParser(encoding="utf-8", remove_comments=True, no_network=True)


def portal_links(html: str, base: str, words: DiscoveryWords, family_hosts: Iterable[str] = ()) -> list[str]:
    """Addresses on a city-hall page that may be its portal, the likeliest first: by what is written on the link, then by
    its host (a vendor's, ``transparencia.…``) and path.

    >>> words = DiscoveryWords(("portal da transparencia", "transparencia"), ("camara",), ("portaltransparencia.gov.br",), ())
    >>> page = "<a href='/fale'>Fale</a><a href='http://v.example/?t=9'>Portal da Transparência</a><a href='http://c.example/'>Transparência da Câmara</a>"
    >>> portal_links(page, "http://vila.example/", words)
    ['http://v.example/?t=9']
    """
    try:
        root: Any = lxml_html.document_fromstring(
            html[:READ].encode("utf-8", "replace"), parser=_parser(), base_url=base
        )
    except (ParserError, ValueError):
        return []
    root.make_links_absolute(base, resolve_base_href=True, handle_failures="ignore")
    found: dict[str, float] = {}
    for link in root.iter("a", "area"):
        address = (link.get("href") or "").strip()
        if not is_web(address) or canonical_url(address) == canonical_url(base):
            continue
        pictures = [picture.get("alt") or picture.get("title") or "" for picture in link.iter("img")]
        said = normalize(" ".join([" ".join(link.itertext()), link.get("title") or "", *pictures]))
        score = rated(said, address, words, family_hosts)
        if score > 0:
            found[address] = max(score, found.get(address, 0.0))
    return sorted(found, key=lambda address: -found[address])


def rated(said: str, address: str, words: DiscoveryWords, family_hosts: Iterable[str] = ()) -> float:
    """How likely a link is the portal; 0: it is not."""
    parts = urlsplit(address)
    host, path = (parts.hostname or "").lower(), normalize(parts.path.replace("/", " "))
    if any(_has(said, term) for term in words.others) or any(_on(host, parts.path, place) for place in words.hosts):
        return 0.0
    score = 0.0
    for rank, term in enumerate(map(normalize, words.portal)):
        weight = 3 - 2 * rank / len(words.portal)
        score = max(score, weight * _has(said, term), 0.6 * weight * _has(path, term))
        score = max(score, 0.8 * weight * (term.replace(" ", "") in re.split(r"[.-]", host)))
    vendor = any(host == suffix or host.endswith(f".{suffix}") for suffix in family_hosts)
    return score + (1.0 if vendor else 0.0)


def _has(text: str, term: str) -> bool:
    return f" {normalize(term)} " in f" {text} "


def _on(host: str, path: str, place: str) -> bool:
    """Whether an address is at a place: a host and what is below it, with or without a path, or a label of a host name."""
    name, _, below = place.partition("/")
    if "." not in name:
        return name in host.split(".")
    return (host == name or host.endswith(f".{name}")) and path.startswith(f"/{below}")


def ascending(url: str) -> list[str]:
    """The addresses above a deep one, the nearest first, without what was asked of it.

    >>> ascending("http://a.example/sistemas/contas/index.php?cidade=9")
    ['http://a.example/sistemas/contas/', 'http://a.example/sistemas/', 'http://a.example/']
    """
    parts = urlsplit(url)
    steps = [step for step in parts.path.split("/")[:-1] if step]
    paths = ["/" + "".join(f"{step}/" for step in steps[:count]) for count in range(len(steps), -1, -1)]
    found = [urlunsplit((parts.scheme, parts.netloc, path, "", "")) for path in paths]
    return [address for address in found if address != url]


def likely_homes(slug: str, uf: str, patterns: Sequence[str]) -> list[str]:
    """Where a city hall usually has its site.

    >>> likely_homes("santa-rita", "PB", ["{m}.{uf}.gov.br", "www.{m}.{uf}.gov.br"])
    ['http://santarita.pb.gov.br/', 'http://www.santarita.pb.gov.br/', 'http://santa-rita.pb.gov.br/', 'http://www.santa-rita.pb.gov.br/']
    """
    spellings = dict.fromkeys((slug.replace("-", ""), slug))
    return [f"http://{pattern.format(m=name, uf=uf.lower())}/" for name in spellings for pattern in patterns]


def new_families(known: Sequence[str], seen: str, of_city: str, own: str) -> tuple[str, ...]:
    """The families of a row whose portal was seen to be of ``seen``: its former vendor goes, that of the city's site and the
    town's own (``own``) stay.

    >>> new_families(("elmar", "proprio"), "publicsoft", "", "proprio")
    ('publicsoft', 'proprio')
    """
    kept = [family for family in known if family in (own, of_city)]
    return tuple(dict.fromkeys([seen, *kept]))


# ---- the proposal ------------------------------------------------------------------------------------------------------


def proposal(name: str, text: str, changes: Mapping[tuple[str, str], Mapping[str, str]]) -> str:
    """A unified diff of a catalogue file: (uf, slug) → column → new value; empty when nothing changes. Other rows stay as they
    are, to the letter. ``name``: the file's, as ``patch -p1`` wants it after ``a/`` and ``b/``."""
    lines = text.splitlines(keepends=True)
    reader = csv.reader(io.StringIO(text, newline=""))
    columns, before, changed = next(reader), 1, list(lines)
    at = {column: columns.index(column) for column in COLUMNS}
    for row in reader:
        first, before = before, reader.line_num
        wanted = changes.get((row[at["uf"]].strip().upper(), row[at["slug"]].strip())) if len(row) == len(columns) else None  # fmt: skip
        if not wanted:
            continue
        for column, value in wanted.items():
            row[at[column]] = value
        out = io.StringIO(newline="")
        csv.writer(out, lineterminator="\r\n" if lines[first].endswith("\r\n") else "\n").writerow(row)
        changed[first:before] = [out.getvalue(), *[""] * (before - first - 1)]
    return "".join(difflib.unified_diff(lines, [line for line in changed if line], f"a/{name}", f"b/{name}"))


def summed_up(town: Municipality, looks: Mapping[str, Looked], changes: Mapping[str, str], why: str) -> dict[str, object]:  # fmt: skip
    """A line of the feed: what was seen of a municipality, and what is proposed."""
    return {
        "municipio": town.slug,
        "uf": town.uf,
        **{
            column: {"url": look.url, "situacao": look.state, "final": look.final, "razao": look.reason, "familia": look.family}
            for column, look in looks.items()
        },
        "proposta": dict(changes),
        "porque": why,
    }  # fmt: skip
