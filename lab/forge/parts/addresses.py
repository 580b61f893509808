"""How addresses are built."""

from __future__ import annotations

from collections.abc import Mapping

from lab.forge.kit import Address, Values
from lab.forge.registry import part


@part("address", "clean")
class Clean(Address):
    def url(self, token: str, slug: str) -> str:
        return f"/portal/{slug}" if token != "home" else "/"  # noqa: S105 - a screen, no secret


@part("address", "folders")
class Folders(Address):
    """As of a portal below a folder of the town's own."""

    def url(self, token: str, slug: str) -> str:
        return f"/transparencia/municipal/{slug}.xhtml" if token != "home" else "/transparencia/municipal/"  # noqa: S105

    def record(self, url: str, number: str) -> str:
        return f"{url}/{number}"


class Numbered(Address):
    """One program, a number for each screen."""

    page = ""
    key = ""

    def url(self, token: str, slug: str) -> str:
        return f"{self.page}?{self.key}={token}"

    def record(self, url: str, number: str) -> str:
        return f"{url}&reg={number}"

    def parse(self, path: str, values: Values, known: Mapping[str, str]) -> str:
        token = values.get(self.key, "home")
        if path not in ("/", self.page) or f"{self.page}?{self.key}={token}" not in known:
            return ""
        number = values.get("reg", "")
        return f"rec-{token[4:]}-{number}" if number and token.startswith("mod-") else token


@part("address", "php", never={"way": ["hash"]})
class Php(Numbered):
    page, key = "/index.php", "pagina"


@part("address", "aspx", never={"way": ["hash"]})
class Aspx(Numbered):
    page, key = "/Transparencia/Consulta.aspx", "Tela"


@part("address", "servlet", never={"way": ["hash"]})
class Servlet(Numbered):
    page, key = "/portalweb/servlet/wpconsulta", "id"
