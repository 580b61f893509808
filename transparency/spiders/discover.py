"""``scrapy crawl discover -a uf=pb``: looks at every address of the catalogue, and for the portal where it is not there any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response, TextResponse
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader

from transparency.browse.snapshot import VisitFailed
from transparency.classify.obstacle import Obstacles
from transparency.crawl.portal_words import load_portal_words
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.net.failures import FORBIDDEN, name_failure
from transparency.net.politeness import introduce, request_turn
from transparency.node import host_of, is_web
from transparency.portals import catalogue
from transparency.portals.catalogue import UFS, Municipality
from transparency.portals.discovery import (
    LINKS,
    READ,
    DiscoveryWords,
    Looked,
    ascending,
    judge_answer,
    likely_homes,
    load_discovery_words,
    new_families,
    portal_links,
    proposal,
    rated,
    summed_up,
    title_and_text,
)
from transparency.portals.families import Family, load_families, recognise
from transparency.run.side_by_side import machine, towns_at_once
from transparency.store.evidence import write
from transparency.text import normalize

OWN = "proprio"
"""Family of a portal that a town has made itself."""
HOPS = 6
GOOD = 1.5
"""A page is taken for a portal from this rating on: its title, its words, its address."""
NO_HOST = "o servidor não existe no mapa de hosts"


class Asked(NamedTuple):
    """What a run works on."""

    words: DiscoveryWords
    obstacles: Obstacles
    towns: list[Municipality]


class DiscoverSpider(Spider):
    """Checks the catalogue, and proposes changes of it as a diff; the catalogue itself stays as it is.

    Arguments: ``uf``, or ``municipio`` (several with commas), or neither: all. ``diff``: the file for the proposal (default
    ``descoberta.diff`` beside the audits). Every municipality gives an item.
    """

    name = "discover"
    # It audits nothing: its items are what the feeds get.
    custom_settings = {"DOWNLOAD_TIMEOUT": 30, "ITEM_PIPELINES": {}, "REPORT_ENABLED": False}

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Say who asks."""
        super().update_settings(settings)
        introduce(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> DiscoverSpider:
        """Read catalogue, words and families."""
        spider: DiscoverSpider = super().from_crawler(crawler, *args, **kwargs)
        settings = crawler.settings
        spider.words, spider.obstacles, spider.towns = cls.prepare(settings, **kwargs)
        spider.files = [Path(path) for path in settings.getlist("CATALOGUE_FILES")]
        spider.families = load_families(get_spider_loader(settings))
        spider.hosts = settings.getdict("DISCOVER_HOSTS")
        spider.diff = Path(kwargs.get("diff") or Path(settings["AUDITS_DIR"]) / "descoberta.diff")
        spider.changes = {}
        return spider

    @classmethod
    def prepare(cls, settings: BaseSettings, **arguments: Any) -> Asked:
        """What a run with these arguments works on. UserError for everything about them that a person can mend."""
        if unknown := sorted(set(arguments) - {"uf", "municipio", "diff", "_job"}):
            raise UserError(f"Opção desconhecida: {', '.join(unknown)}.", "As opções são: uf, municipio, diff.")
        uf = (arguments.get("uf") or "").upper()
        if uf and uf not in UFS:
            raise UserError(f"UF desconhecida: “{uf}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
        known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
        asked = [name for part in (arguments.get("municipio") or "").split(",") if (name := part.strip())]
        towns = [known.find(name, uf or None) for name in asked] or [town for town in known if uf in ("", town.uf)]
        if not towns:
            raise UserError(f"O catálogo não tem municípios de {uf}.", "Dê outro com -s CATALOGUE_FILES=arquivo.csv")
        folder = Path(settings["KEYWORDS_DIR"]) if settings.get("KEYWORDS_DIR") else None
        portal_words = load_portal_words(load_matrix(folder).vocabulary.query_buttons, folder)
        return Asked(load_discovery_words(folder), portal_words.obstacles, towns)

    files: list[Path]
    towns: list[Municipality]
    words: DiscoveryWords
    obstacles: Obstacles
    families: tuple[Family, ...]
    hosts: dict[str, str]
    diff: Path
    changes: dict[tuple[str, str], dict[str, str]]
    request_turn = staticmethod(request_turn)

    async def start(self) -> AsyncIterator[Any]:
        """One municipality after the other on each server; several side by side."""
        downloader: Any = self.crawler.engine.downloader
        cores, free = machine()
        downloader.total_concurrency = max(downloader.total_concurrency, towns_at_once(0, True, cores, free))
        places = asyncio.Semaphore(downloader.total_concurrency)

        async def one(town: Municipality) -> dict[str, object]:
            async with places:
                return await self.discover(town)

        for done in asyncio.as_completed([asyncio.ensure_future(one(town)) for town in self.towns]):
            yield await done

    async def discover(self, town: Municipality) -> dict[str, object]:
        """What was seen of a municipality, and what is proposed."""
        looks: dict[str, Looked] = {}
        changes: dict[str, str] = {}
        why = ""
        for column in ("portal_url", "city_url"):
            if address := getattr(town, column):
                looks[column] = await self.look(address)
                if looks[column].state == "mudou":
                    changes[column], why = looks[column].final, f"{column}: {looks[column].reason}"
        portal, city = looks.get("portal_url"), looks.get("city_url")
        if portal is None or portal.state in ("estacionado", "ausente", "fora"):
            found, why_found = await self._elsewhere(town, portal, city, changes, looks)
            if found is not None:
                portal, changes["portal_url"], why = found, found.final or found.url, why_found
        if portal is not None and portal.alive and portal.family and portal.family not in town.families:
            kept = new_families(town.families, portal.family, city.family if city else "", OWN)
            changes["families"] = ";".join(kept)
            why = "; ".join(filter(None, (why, f"o portal é hoje de {portal.family}")))
        if changes:
            self.changes[town.uf, town.slug] = changes
        return summed_up(town, looks, changes, why)

    async def _elsewhere(
        self, town: Municipality, portal: Looked | None, city: Looked | None, changes: dict[str, str], looks: dict[str, Looked]
    ) -> tuple[Looked | None, str]:  # fmt: skip
        """The portal, found from the city-hall site, above its old address, or under a likely name."""
        if city is None or not city.alive:
            for address in likely_homes(town.slug, town.uf, self.words.names):
                home = await self.look(address)
                if home.alive and self._names(home, town):
                    city, looks["city_url"], changes["city_url"] = home, home, home.final or home.url
                    break
        if city is not None and city.alive:
            hosts = [host for family in self.families for host in family.hosts]
            for address in portal_links(city.html, city.final or city.url, self.words, hosts)[:LINKS]:
                found = await self.look(address)
                if found.alive:
                    return found, f"o site da prefeitura ({city.final or city.url}) leva a {address}"
        for address in ascending(portal.url) if portal is not None and portal.state == "ausente" else ():
            found = await self.look(address)
            if found.alive and self._is_portal(found):
                return found, f"o endereço não existe mais; acima dele há um portal: {address}"
        if city is not None and city.alive and self._is_portal(city):
            return city, "o próprio site é o portal"
        return None, ""

    def _is_portal(self, look: Looked) -> bool:
        title, text = title_and_text(look.html)
        return bool(look.family) or rated(normalize(f"{title} {text[:500]}"), look.final or look.url, self.words) >= GOOD  # fmt: skip

    @staticmethod
    def _names(look: Looked, town: Municipality) -> bool:
        """Whether a page names the municipality: a likely address may be somebody else's."""
        return f" {normalize(town.name)} " in f" {normalize(' '.join(title_and_text(look.html)))} "

    async def look(self, url: str) -> Looked:
        """Go to an address without a browser, and wherever it leads."""
        engine, place, lasting = self.crawler.engine, url, True
        assert engine is not None
        for _ in range(HOPS):
            request = self._request(place)
            if request is None:
                return Looked(url, "fora", reason=NO_HOST)
            try:
                response: Response = await engine.download_async(request)
            except Exception as error:
                kind, reason = name_failure(error)
                if kind in ("robots", "egress") or reason == FORBIDDEN:
                    return Looked(url, "bloqueado", reason=reason)
                if not isinstance(error, VisitFailed) and kind == "bug":
                    self.logger.exception("Falha inesperada ao ver %s", url)
                return Looked(url, "fora", reason=reason)
            location = response.headers.get("Location")
            if not (300 <= response.status < 400 and location):
                html = response.text[:READ] if isinstance(response, TextResponse) else ""
                family = recognise(place, html, self.families)
                return judge_answer(url, place, response.status, html, self.obstacles, lasting, family)
            lasting = lasting and response.status in (301, 308)
            place = _joined(place, location.decode("latin-1"))
            if not is_web(place):
                break
        return Looked(url, "bloqueado", place, "o endereço redireciona sem fim ou para fora da internet")

    def _request(self, url: str) -> Request | None:
        """None for a host that the map of hosts (DISCOVER_HOSTS, when there is one) does not know."""
        meta = {"dont_redirect": True, "handle_httpstatus_all": True}
        if not self.hosts:
            return Request(url, meta=meta, dont_filter=True, callback=NO_CALLBACK)
        there = self.hosts.get(host_of(url))
        if there is None:
            return None
        parts = urlsplit(url)
        nearby = parts._replace(scheme="http", netloc=there).geturl()
        return Request(nearby, headers={"Host": host_of(url)}, meta=meta, dont_filter=True, callback=NO_CALLBACK)

    def closed(self, reason: str) -> None:
        """Write the proposal, if there is any."""
        texts = self._catalogues()
        parts = [proposal(name, text, self.changes) for name, text in texts]
        told = "".join(part for part in parts if part)
        if not told:
            self.logger.info("Nada a propor: o catálogo está em dia.")
            return
        self.diff.parent.mkdir(parents=True, exist_ok=True)
        write(self.diff, told.encode())
        self.logger.warning(
            "%d municípios com mudanças propostas em %s. Leia, e aceite com: patch -p1 < %s",
            len(self.changes), self.diff, self.diff,
        )  # fmt: skip

    def _catalogues(self) -> Iterable[tuple[str, str]]:
        """Name and text of the files that the catalogue was read from."""
        if self.files:
            for path in self.files:
                yield str(path).lstrip("/"), path.read_text(encoding="utf-8-sig")
            return
        for file in sorted(resources.files(catalogue).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".csv"):
                yield f"transparency/portals/catalogue/{file.name}", file.read_text(encoding="utf-8-sig")


def _joined(base: str, location: str) -> str:
    try:
        return urljoin(base, location)
    except ValueError:
        return ""
