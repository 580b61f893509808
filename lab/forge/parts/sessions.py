"""What must be done before a portal answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.forge.kit import Session, Values, esc, options, year_of
from lab.forge.registry import part

CHAMBER = "camara"


@part("session", "none", weight=3)
class Nothing(Session):
    """Every address answers whoever comes."""


@part("session", "cookie")
class Cookie(Session):
    """Whoever did not come in by the entry is sent there."""

    def allows(self, session: Values) -> bool:
        return bool(session.get("seen"))


class Door(Session):
    """A page that stands before the portal, with one thing to choose."""

    door = True
    key = ""

    def allows(self, session: Values) -> bool:
        return self.key in session

    def opens(self, values: Values, town: str) -> dict[str, str]:
        return {self.key: values[self.key]} if values.get(self.key) else {}


@part("session", "entity")
class Entity(Door):
    """The body whose accounts one wants must be chosen, and confirmed."""

    key = "entidade"

    def door_html(self, town: str, uf: str, years: Sequence[int], action: str) -> str:
        bodies = options(
            [
                ("", "-- Selecione a entidade --"),
                (CHAMBER, f"CÂMARA MUNICIPAL DE {town.upper()}"),
                ("prefeitura", f"PREFEITURA MUNICIPAL DE {town.upper()}"),
                ("fundo", f"INSTITUTO DE PREVIDÊNCIA DE {town.upper()}"),
            ],
            "",
        )
        return (
            f'<h2>Bem-vindo ao Portal da Transparência</h2><form method="post" action="{esc(action)}"><label for="entidade">Entidade:</label> '
            f'<select name="entidade" id="entidade">{bodies}</select> <input type="submit" value="Acessar"></form>'
        )

    def empties(self, session: Values) -> bool:
        return session.get(self.key) != "prefeitura"

    def enter(self, page: Any, town: str, year: int) -> None:
        page.locator("#entidade").select_option("prefeitura")
        page.locator("input[type=submit]").click()


@part("session", "year-at-the-door")
class YearDoor(Door):
    key = "exercicio_porta"

    def year(self, session: Values) -> int:
        return year_of(session.get(self.key, ""), 0)

    def door_html(self, town: str, uf: str, years: Sequence[int], action: str) -> str:
        return (
            f'<h2>Selecione o exercício</h2><form method="get" action="{esc(action)}"><select name="exercicio_porta" id="ano_porta">'
            f'{options([(str(y), str(y)) for y in years], str(years[0]))}</select> <button type="submit">Entrar</button></form>'
        )

    def enter(self, page: Any, town: str, year: int) -> None:
        page.locator("#ano_porta").select_option(str(year))
        page.get_by_role("button", name="Entrar").click()


@part("session", "towns")
class Towns(Door):
    """Several towns on one host: a list of links, of which one is this town's."""

    key = "cidade"
    others = ("Bom Retiro da Serra", "Nova Aroeiras", "São Bento do Cipó", "Jacurutu", "Santa Quitéria do Norte")

    def door_html(self, town: str, uf: str, years: Sequence[int], action: str) -> str:
        links = "".join(
            f'<li><a href="{esc(action)}?cidade={n}">Prefeitura Municipal de {esc(t)} - {esc(uf)}</a></li>'
            for t, n in sorted([*((t, n + 20) for n, t in enumerate(self.others)), (town, 7)])
        )
        return f"<h2>Escolha o município</h2><ul>{links}</ul>"

    def closed(self, session: Values) -> str:
        return "" if session.get(self.key) == "7" else "Este município ainda não publica dados por este sistema."

    def enter(self, page: Any, town: str, year: int) -> None:
        page.get_by_text(f"Prefeitura Municipal de {town} -").first.click()


@part("session", "splash")
class Splash(Door):
    """A cover page that one must leave by its only button."""

    key = "entrou"

    def door_html(self, town: str, uf: str, years: Sequence[int], action: str) -> str:
        return (
            '<div style="text-align:center;padding:40px"><h2>Acesso à Informação</h2><p>Lei nº 12.527/2011 e Lei Complementar nº 131/2009</p>'
            f"<button type=\"button\" onclick=\"postar('{esc(action)}',{{entrou:'1'}})\">ENTRAR NO PORTAL</button></div>"
        )

    def enter(self, page: Any, town: str, year: int) -> None:
        page.get_by_text("ENTRAR NO PORTAL").click()
