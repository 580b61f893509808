"""How one goes on from a menu, or from a record, to what is meant."""

from __future__ import annotations

from lab.forge.kit import To, Values, Way, esc
from lab.forge.registry import part


@part("way", "plain", weight=3)
class Plain(Way):
    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.url)}" class="{css}">{html}</a>'


@part("way", "new-window")
class NewWindow(Way):
    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.url)}" target="_blank" class="{css}">{html}</a>'

    def inner(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.url)}" class="{css}">{html}</a>'

    def go(self, to: To) -> str:
        return f"window.open('{to.url}')"


@part("way", "post-back")
class PostBack(Way):
    """Every link posts one form of the page, which comes back as another page at the same address."""

    script = """function __doPostBack(alvo, argumento) {
  var f = document.forms["frmNavegacao"];
  f.__EVENTTARGET.value = alvo; f.__EVENTARGUMENT.value = argumento; f.submit();
}"""
    foot = (
        '<form name="frmNavegacao" id="frmNavegacao" method="post" action=""><input type="hidden" name="__EVENTTARGET" value="">'
        '<input type="hidden" name="__EVENTARGUMENT" value=""><input type="hidden" name="__VIEWSTATE" '
        'value="/wEPDwUKLTE2NzY5NDk1NmRkQ0m3"><input type="hidden" name="__EVENTVALIDATION" value="/wEdAAUnK8f"></form>'
    )

    def link(self, to: To, html: str, css: str = "") -> str:
        return (
            f'<a class="{css}" href="javascript:__doPostBack(&#39;ctl00$menu$lnk&#39;,&#39;{to.token}&#39;)">{html}</a>'
        )

    def go(self, to: To) -> str:
        return f"__doPostBack('ctl00$menu$lnk','{to.token}')"

    def target(self, values: Values) -> str:
        return values.get("__EVENTARGUMENT", "")

    def place(self, to: To) -> str:
        return to.entry


@part("way", "hash")
class Hash(Way):
    """A router in the page: the content is fetched for what stands after the hash."""

    router = True
    script = """function rotear() {
  var rota = location.hash.replace(/^#/, ""), alvo = document.getElementById("conteudo");
  if (!rota || !alvo) return;
  alvo.innerHTML = '<div class="girando">Carregando...</div>';
  buscar(PREFIXO + "/t" + rota).then(function (html) { colocar(alvo, html); });
}
window.addEventListener("hashchange", rotear);
document.addEventListener("DOMContentLoaded", rotear);"""

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="#{esc(to.url)}" class="{css}">{html}</a>'

    def go(self, to: To) -> str:
        return f"location.hash='{to.url}'"

    def place(self, to: To) -> str:
        return f"{to.entry}#{to.url}"


@part("way", "fetched")
class Fetched(Way):
    """The content is fetched into the page, whose address stays."""

    router = True
    script = """function abrirTela(url) {
  var alvo = document.getElementById("conteudo");
  alvo.innerHTML = "<p><i>Aguarde...</i></p>";
  buscar(url).then(function (html) { colocar(alvo, html); });
}"""

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="#" onclick="{esc(self.go(to))};return false" class="{css}">{html}</a>'

    def go(self, to: To) -> str:
        return f"abrirTela('{to.frag}')"

    def place(self, to: To) -> str:
        return to.entry


@part("way", "buttons")
class Buttons(Way):
    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<button type="button" class="bt {css}" onclick="{esc(self.go(to))}">{html}</button>'


@part("way", "delegated")
class Delegated(Way):
    """Nothing but a span; one listener for the whole document."""

    css = ".vai{cursor:pointer;text-decoration:underline}"
    script = """document.addEventListener("click", function (e) {
  var el = e.target.closest("[data-destino]");
  if (el) location.assign(el.getAttribute("data-destino"));
});"""

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<span class="vai {css}" data-destino="{esc(to.url)}">{html}</span>'


@part("way", "forms", never={"query": ["webforms"]})
class Forms(Way):
    """Every link is the button of a form of its own."""

    css = "form.leva{display:inline;margin:0} form.leva button{font:inherit;cursor:pointer}"

    def link(self, to: To, html: str, css: str = "") -> str:
        return (
            f'<form class="leva" method="post" action="{esc(to.entry)}"><input type="hidden" name="tela" value="{to.token}">'
            f'<button type="submit" class="{css}">{html}</button></form>'
        )

    def inner(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.url)}" class="{css}">{html}</a>'

    def target(self, values: Values) -> str:
        return values.get("tela", "")

    def place(self, to: To) -> str:
        return to.entry


@part("way", "refresh")
class Refresh(Way):
    """A page that only says to wait stands between, and leads on by itself."""

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(self._between(to))}" class="{css}">{html}</a>'

    def inner(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.url)}" class="{css}">{html}</a>'

    def go(self, to: To) -> str:
        return f"location.href='{self._between(to)}'"

    def _between(self, to: To) -> str:
        return f"{to.url}{'&' if '?' in to.url else '?'}aguarde=1"


@part("way", "javascript-address")
class JavascriptAddress(Way):
    script = "function AbreConsulta(endereco) { window.location = endereco; }"

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a class="{css}" href="javascript:AbreConsulta(&#39;{esc(to.url)}&#39;);">{html}</a>'


@part("way", "in-session")
class InSession(Way):
    """A post puts the screen into the session, and one address shows whatever stands there."""

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="javascript:;" onclick="{esc(self.go(to))}" class="{css}">{html}</a>'

    keeps = "/pagina.faces"

    def go(self, to: To) -> str:
        return f"postar('{to.entry}',{{telaSessao:'{to.token}'}})"

    def target(self, values: Values) -> str:
        return values.get("telaSessao", "")

    def place(self, to: To) -> str:
        return self.keeps


@part("way", "frame")
class Frame(Way):
    """The first page holds a frame into which everything is led."""

    home = '<iframe name="quadroConteudo" id="quadroConteudo" src="{bare}" title="Conteúdo" width="100%" height="900" frameborder="0"></iframe>'

    def link(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.bare)}" target="quadroConteudo" class="{css}">{html}</a>'

    def inner(self, to: To, html: str, css: str = "") -> str:
        return f'<a href="{esc(to.bare)}" class="{css}">{html}</a>'

    def go(self, to: To) -> str:
        return f"(window.frames['quadroConteudo']||window).location.href='{to.bare}'"

    def place(self, to: To) -> str:
        return to.bare


@part("way", "hover-layer")
class HoverLayer(Way):
    """The words show what they lead to in a small layer only while the mouse is over them."""

    css = """.paira{position:relative;display:inline-block}.paira .camada{display:none;position:absolute;left:0;top:100%;z-index:60;
background:#fff;border:1px solid #888;padding:6px 12px;white-space:nowrap;color:#222}.paira:hover .camada{display:block}"""

    def link(self, to: To, html: str, css: str = "") -> str:
        return (
            f'<span class="paira"><a class="{css}" href="{esc(to.url)}">{html}</a>'
            f'<span class="camada">Clique para consultar</span></span>'
        )
