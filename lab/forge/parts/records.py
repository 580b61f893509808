"""How a record opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lab.forge.kit import Opener, RecordWay, To, Way, esc
from lab.forge.registry import part

Details = Callable[[], str]


@part("record", "none", weight=2)
class NoWay(RecordWay):
    """It does not: all there is stands in the list."""

    opens = False

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener()


class Leads(RecordWay):
    """The details are a screen of their own."""

    pressed = ""

    def open(self, scope: Any) -> Any:
        scope.locator(self.pressed).locator("visible=true").first.click()


@part("record", "link")
class Link(Leads):
    """The first value is a link."""

    pressed = ".abre-reg a, .abre-reg button, .abre-reg [data-destino]"

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(wrap=lambda html: f'<span class="abre-reg">{way.inner(to, html or "(ver)")}</span>')


@part("record", "row", never={"list": ["nested-tables"]})
class RowClick(Leads):
    """The whole row leads on."""

    css = "[data-abre]{cursor:pointer}[data-abre]:hover{background:#fffbe0}"
    pressed = "[data-abre]"

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(attrs=f' data-abre="1" onclick="{esc(way.go(to))}"')

    def open(self, scope: Any) -> Any:
        scope.locator(self.pressed).locator("visible=true").first.click(position={"x": 4, "y": 4})


@part("record", "icon")
class Icon(Leads):
    """A magnifying glass in a cell of its own."""

    pressed = ".lupa img"

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        glass = '<img src="/img/lupa.svg" width="18" height="18" alt="Detalhar" title="Detalhar">'
        return Opener(cell=f'<span class="lupa">{way.inner(to, glass)}</span>')


@part("record", "button")
class Button(Leads):
    pressed = ".bt-det"

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(cell=f'<button type="button" class="bt-det" onclick="{esc(way.go(to))}">Visualizar</button>')


@part("record", "modal")
class Modal(RecordWay):
    """A window within the page, filled when it opens."""

    css = """.fundo-modal{position:fixed;inset:0;background:#0008;z-index:90}
.janela-modal{position:fixed;left:8%;right:8%;top:6%;max-height:86%;overflow:auto;background:#fff;
z-index:91;padding:18px;border-radius:6px}.janela-modal .fecha{float:right}"""
    script = """function abrirModal(url) { var f = document.createElement("div"); f.className = "fundo-modal";
  var j = document.createElement("div"); j.className = "janela-modal"; j.setAttribute("role", "dialog"); j.innerHTML = "Carregando...";
  function fecha() { f.remove(); j.remove(); } f.onclick = fecha; document.body.appendChild(f); document.body.appendChild(j);
  buscar(url).then(function (h) { colocar(j, '<button type="button" class="fecha" aria-label="Fechar">&times;</button><div class="corpo-modal">' + h + "</div>");
    j.querySelector(".fecha").onclick = fecha; }); }"""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        script = f"abrirModal('{to.frag}');return false"
        return Opener(cell=f'<a href="#" class="abre-modal" onclick="{esc(script)}">Detalhes</a>')

    def open(self, scope: Any) -> Any:
        scope.locator(".abre-modal").locator("visible=true").first.click()
        scope.locator(".corpo-modal").wait_for()
        return scope.locator(".janela-modal")


@part("record", "accordion")
class Accordion(RecordWay):
    """The details are under the row already, folded."""

    css = ".mais-reg{cursor:pointer;font-weight:bold;padding:0 6px}.dobra{display:none;background:#f7f7f7;padding:8px}.dobra.ver{display:block}"
    script = """pronto(function (raiz) { todos(raiz, ".mais-reg", function (m) { m.onclick = function (e) { e.stopPropagation();
  var d = document.getElementById(m.getAttribute("data-dobra")); m.textContent = d.classList.toggle("ver") ? "−" : "+"; }; }); });"""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        name = f"dobra-{to.token}"
        return Opener(
            cell=f'<span class="mais-reg" role="button" tabindex="0" data-dobra="{name}">+</span>',
            below=f'<div class="dobra" id="{name}">{details()}</div>',
        )

    def open(self, scope: Any) -> Any:
        scope.locator(".mais-reg").locator("visible=true").first.click()
        return scope.locator(".dobra.ver").first


@part("record", "unfolded")
class Unfolded(RecordWay):
    """What the browser itself folds: details and summary, fetched when they open."""

    script = """pronto(function (raiz) { todos(raiz, "details.reg", function (d) { d.ontoggle = function () { var c = d.querySelector(".corpo-reg");
  if (d.open && !c._veio) { c._veio = true; buscar(d.getAttribute("data-de")).then(function (h) { colocar(c, h); c.classList.add("veio"); }); } }; }); });"""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(
            below=f'<details class="reg" data-de="{esc(to.frag)}"><summary>Mais informações</summary><div class="corpo-reg">...</div></details>'
        )

    def open(self, scope: Any) -> Any:
        scope.locator("details.reg summary").locator("visible=true").first.click()
        scope.locator(".corpo-reg.veio").first.wait_for()
        return scope.locator(".corpo-reg.veio").first


@part("record", "new-window")
class NewWindow(RecordWay):
    """A small window of its own."""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        script = f"window.open('{to.bare}','detalhe','width=820,height=600,scrollbars=yes');return false"
        return Opener(cell=f'<a href="#" class="abre-janela" onclick="{esc(script)}">Ver mais</a>')

    def open(self, scope: Any) -> Any:
        page = scope if hasattr(scope, "context") else scope.page
        with page.context.expect_page() as opened:
            scope.locator(".abre-janela").locator("visible=true").first.click()
        opened.value.wait_for_load_state()
        return opened.value


@part("record", "side-panel")
class SidePanel(RecordWay):
    """A panel from the side, opened by three dots and a word in their menu."""

    css = """.pontos{position:relative;display:inline-block}
.pontos .acoes{display:none;background:#fff;border:1px solid #999;padding:3px 6px}
.pontos.aberto .acoes{display:inline-block}
.painel-lado{position:fixed;right:0;top:0;bottom:0;width:60%;background:#fff;border-left:3px solid var(--forte);padding:16px;overflow:auto;z-index:80}"""
    script = """pronto(function (raiz) { todos(raiz, ".pontos", function (p) { p.querySelector("button").onclick = function (e) { e.stopPropagation();
 p.classList.toggle("aberto"); };
  p.querySelector(".acoes a").onclick = function (e) { e.preventDefault(); e.stopPropagation(); p.classList.remove("aberto");
    var v = document.querySelector(".painel-lado") || document.body.appendChild(document.createElement("aside")); v.className = "painel-lado";
    buscar(p.getAttribute("data-de")).then(function (h) { colocar(v, '<a href="#" class="fechar-lado">fechar &times;</a><div class="corpo-lado">' + h + "</div>");
      v.querySelector(".fechar-lado").onclick = function (x) { x.preventDefault(); v.remove(); }; }); }; }); });"""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(
            cell=f'<span class="pontos" data-de="{esc(to.frag)}"><button type="button" aria-label="Ações">&#8942;</button>'
            '<span class="acoes"><a href="#">Detalhes</a></span></span>'
        )

    def open(self, scope: Any) -> Any:
        scope.locator(".pontos button").locator("visible=true").first.click()
        scope.locator(".pontos.aberto .acoes a").first.click()
        scope.locator(".corpo-lado").wait_for()
        return scope.locator(".painel-lado")


@part("record", "select-row", never={"list": ["cards", "sentences"]})
class SelectRow(RecordWay):
    """A round button in the row; a tick shows its details at once below all."""

    script = """pronto(function (raiz) { todos(raiz, "input.sel-reg", function (s) { s.onclick = function () { var l = s.closest(".lista-toda") || document.body;
  var c = l.querySelector(".det-sel") || l.appendChild(document.createElement("div")); c.className = "det-sel";
  buscar(s.value).then(function (h) { colocar(c, h); c.classList.add("veio"); }); }; }); });"""

    def opener(self, to: To, way: Way, details: Details) -> Opener:
        return Opener(cell=f'<input type="radio" class="sel-reg" name="reg" value="{esc(to.frag)}" title="Selecionar">')

    def open(self, scope: Any) -> Any:
        scope.locator("input.sel-reg").locator("visible=true").first.click()
        scope.locator(".det-sel.veio").wait_for()
        return scope.locator(".det-sel")
