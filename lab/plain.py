"""What somebody writes by hand for three portals of the lab: plain Scrapy spiders, each for the payroll of one of them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

from scrapy import FormRequest, Request, Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response

QUICK = {"ROBOTSTXT_OBEY": False, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 1, "LOG_LEVEL": "ERROR"}
"""Page after page, without a distance between them, as a collection is that turns pages."""
MENU = 2
"""Rows with no more cells are none of a list."""
_AMOUNT = re.compile(r"(?:R\$ )?[\d.]+,\d\d")
_POST = re.compile(r"__doPostBack\('([^']+)','(Page\$\d+)'\)")


class Plain(Spider):
    """``door``: the entry of the portal."""

    custom_settings = QUICK
    door: str

    async def start(self) -> AsyncIterator[Any]:
        """Open the portal."""
        yield Request(self.door)

    def table(self, response: Response) -> Iterator[dict[str, list[str]]]:
        """The rows of the one list of a page: the innermost rows that hold an amount in a cell of its own."""
        for row in response.xpath("//tr[not(.//tr)]"):
            cells = [" ".join("".join(cell.css("::text").getall()).split()) for cell in row.css("td")]
            if len(cells) > MENU and any(_AMOUNT.fullmatch(text) for text in cells):
                yield {"celulas": cells}


class Folder(Plain):
    """Tables in a folder per year and month."""

    name = "plain-folder"

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The page of the month."""
        yield Request(response.urljoin("transparencia/folha/2026/01/index.php"), self.table)


class PostBacks(Plain):
    """Pages by post-backs with a view state."""

    name = "plain-postbacks"

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The door: the list is one address on."""
        yield Request(response.urljoin("/ServidoresComSalario.aspx"), self.ask)

    def ask(self, response: Any) -> Iterator[Any]:
        """The form."""
        yield FormRequest.from_response(
            response, clickdata={"name": "ctl00$btnPesquisar"}, callback=self.sheet, cb_kwargs={"number": 1}
        )

    def sheet(self, response: Any, number: int) -> Iterator[Any]:
        """A page of the list."""
        yield from self.table(response)
        onward = f"Page${number + 1}"
        for target, argument in _POST.findall(response.text.replace("&#39;", "'")):
            if argument == onward:
                form = {"__EVENTTARGET": target, "__EVENTARGUMENT": argument}
                yield FormRequest.from_response(
                    response, formdata=form, dont_click=True, callback=self.sheet, cb_kwargs={"number": number + 1}
                )
                return


class Application(Plain):
    """The interface for data of a single-page application."""

    name = "plain-application"

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The door."""
        yield self.page(1)

    def page(self, number: int) -> Request:
        """The request for a page of the list."""
        asked = f"exercicio=2026&mes=Todos&busca=&page={number}"
        return Request(f"{self.door}/_api/lista/pessoas/v0?{asked}", callback=self.data, cb_kwargs={"number": number})

    def data(self, response: Any, number: int) -> Iterator[Any]:
        """A page of the list."""
        told = response.json()
        yield from ({"celulas": one["celulas"]} for one in told["data"])
        if number < told["meta"]["paginas"]:
            yield self.page(number + 1)


SPIDERS: dict[str, type[Plain]] = {
    "lab-baixa-da-quixabeira": Folder,
    "lab-boqueirao-do-facheiro": PostBacks,
    "lab-dunas-do-macarico": Application,
}
"""Portal → the spider for it."""


def main(slug: str, told: str) -> None:
    """Run the spider for a portal. ``told``: its door and where the rows go, as JSON."""
    given = json.loads(told)
    process = CrawlerProcess({"FEEDS": {given["feed"]: {"format": "jsonlines"}}, "LOG_LEVEL": "ERROR"})
    process.crawl(SPIDERS[slug], door=given["door"])
    process.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
