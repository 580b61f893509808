"""What ``scrapy check elmar`` checks: that the catalogue's first portal of a vendor answers, and still looks like the vendor's.

Whoever changes a family's hosts and marks, or wonders why its portals are walked as those of any other, sees it in a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from scrapy import Spider
from scrapy.contracts import Contract
from scrapy.exceptions import ContractFail
from scrapy.http import Response, TextResponse
from scrapy.spiderloader import get_spider_loader

from transparency.portals import catalogue
from transparency.portals.families import load_families, recognise


class Checking(Spider):
    """The callback that is checked; a spider of a family inherits it."""

    family: ClassVar[str] = ""

    def maker(self, response: Response) -> Iterator[dict[str, Any]]:
        """Of which family a page is.

        @first_portal
        @returns items 1 1
        @same_family
        """
        page = response.text if isinstance(response, TextResponse) else ""
        families = load_families(get_spider_loader(self.crawler.settings))
        seen = recognise(response.url, page, families) if page else ""
        yield {"url": response.url, "status": response.status, "expected": self.family, "seen": seen}


class FirstPortal(Contract):
    """``@first_portal``: the request is for the first portal of the spider's family in the catalogue, by the browser. There is none
    for a spider of no family, nor for a family without portals."""

    name = "first_portal"

    def __init__(self, method: Any, *args: Any) -> None:
        super().__init__(method, *args)
        self._spider: Checking = method.__self__

    def adjust_request_args(self, args: dict[str, Any]) -> dict[str, Any]:
        """Address and browser."""
        files = [Path(path) for path in self._spider.crawler.settings.getlist("CATALOGUE_FILES")]
        towns = catalogue.load(files or None) if self._spider.family else ()
        url = next((one.portal_url for one in towns if self._spider.family in one.families and one.portal_url), "")
        return {**args, "url": url, "meta": {"playwright": True}} if url else args


class SameFamily(Contract):
    """``@same_family``: the page is the vendor's own, and no error."""

    name = "same_family"

    def post_process(self, output: list[dict[str, Any]]) -> None:
        """ContractFail says what was seen."""
        for one in output:
            if one["status"] >= 400:
                raise ContractFail(f"{one['url']} respondeu {one['status']}")
            if one["seen"] != one["expected"]:
                seen = f"parece ser de {one['seen']}" if one["seen"] else "não mostra de que fornecedor é"
                raise ContractFail(f"{one['url']} {seen}; o catálogo diz {one['expected']}")
