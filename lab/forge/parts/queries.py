"""How what was chosen is sent, and where the answer comes."""

from __future__ import annotations

from typing import Any

from lab.forge.kit import Form, Query, esc
from lab.forge.registry import part


@part("query", "none")
class NoQuery(Query):
    """No form at all: all years, newest first."""

    at_once = True

    def html(self, form: Form) -> str:
        return form.results


def press(scope: Any, css: str) -> None:
    scope.locator(css).first.click()


@part("query", "get", weight=2)
class Get(Query):
    def html(self, form: Form) -> str:
        path, _, query = form.page.partition("?")
        kept = "".join(
            f'<input type="hidden" name="{esc(n)}" value="{esc(v)}">'
            for n, _, v in (p.partition("=") for p in query.split("&") if p)
        )
        return (
            f'<form class="consulta" method="get" action="{esc(path)}" data-frag="{esc(form.frag.partition("?")[0])}">{kept}{form.controls}'
            f'<button type="submit" class="envia">Consultar</button></form>{form.results}'
        )

    def send(self, scope: Any) -> None:
        press(scope, "form.consulta .envia")


@part("query", "post", weight=2)
class Post(Query):
    word = "Pesquisar"

    def html(self, form: Form) -> str:
        return (
            f'<form class="consulta" method="post" action="{esc(form.page)}" data-frag="{esc(form.frag)}"><fieldset><legend>Filtros</legend>'
            f'{form.controls}<input type="submit" class="envia" value="{self.word}"></fieldset></form>{form.results}'
        )

    def send(self, scope: Any) -> None:
        press(scope, "form.consulta .envia")


@part("query", "webforms")
class WebForms(Query):
    """One form as large as the page, with a view state without which the server answers nothing."""

    prefix = "ctl00$ContentPlaceHolder1$"
    state_field = "__VIEWSTATE"

    def html(self, form: Form) -> str:
        return (
            f'<form class="consulta" method="post" action="{esc(form.page)}" data-frag="{esc(form.frag)}" id="aspnetForm">'
            f'<input type="hidden" name="__VIEWSTATE" value="{form.state}"><input type="hidden" name="__VIEWSTATEGENERATOR" value="CA0B0334">'
            f'<table class="filtro"><tr><td>{form.controls}</td><td><input type="submit" name="ctl00$ContentPlaceHolder1$btnConsultar" '
            f'class="envia" value="Consultar"></td></tr></table><div id="ctl00_ContentPlaceHolder1_pnl">{form.results}</div></form>'
        )

    def send(self, scope: Any) -> None:
        press(scope, "#aspnetForm .envia")


@part("query", "faces")
class Faces(Query):
    """A partial request of JavaServer Faces: the answer is XML that says what to replace."""

    prefix = "frmConsulta:"
    state_field = "javax.faces.ViewState"
    script = """function facesAb(botao, url) {
  var f = botao.closest("form"), p = campos(f); p.append("javax.faces.partial.ajax", "true");
  buscar(url, p).then(function (t) { var x = new DOMParser().parseFromString(t, "text/xml");
    todos(x, "update", function (u) { if (u.id !== "javax.faces.ViewState") colocar(document.getElementById(u.id), u.textContent); }); });
}"""

    def html(self, form: Form) -> str:
        script = f"facesAb(this,'{form.results_url}');return false"
        return (
            f'<form class="consulta" id="frmConsulta" method="post" action="{esc(form.page)}" enctype="application/x-www-form-urlencoded">'
            f'<input type="hidden" name="javax.faces.ViewState" value="{form.state}" autocomplete="off"><div class="ui-panel">{form.controls}'
            f'<button id="frmConsulta:j_idt42" type="submit" class="envia ui-button" onclick="{esc(script)}"><span class="ui-button-text">Consultar</span>'
            f'</button></div></form><div id="frmLista:painel" class="ui-outputpanel">{form.results}</div>'
        )

    def send(self, scope: Any) -> None:
        press(scope, "#frmConsulta .envia")


@part("query", "button-without-form")
class NoForm(Query):
    """Controls in a box, and a button whose handler fetches the records."""

    script = """function consultarCaixa(b, url) { var caixa = b.closest(".caixa-filtro"), alvo = caixa.parentNode.querySelector(".resultado");
  alvo.innerHTML = '<p class="espera">Processando...</p>';
  buscar(url + (url.indexOf("?") < 0 ? "?" : "&") + campos(caixa)).then(function (h) { colocar(alvo, h); }); }"""

    def html(self, form: Form) -> str:
        script = f"consultarCaixa(this,'{form.results_url}')"
        return (
            f'<div><div class="caixa-filtro">{form.controls}<a class="btn envia" role="button" tabindex="0" onclick="{esc(script)}">Filtrar</a></div>'
            f'<div class="resultado">{form.results}</div></div>'
        )

    def send(self, scope: Any) -> None:
        press(scope, ".caixa-filtro .envia")


@part("query", "auto-submit")
class AutoSubmit(Query):
    """No button: a choice asks by itself."""

    script = """pronto(function (raiz) { todos(raiz, "form.sozinho", function (f) {
  f.addEventListener("change", function () { f.requestSubmit ? f.requestSubmit() : f.submit(); }); }); });"""

    def html(self, form: Form) -> str:
        return f'<form class="consulta sozinho" method="post" action="{esc(form.page)}" data-frag="{esc(form.frag)}">{form.controls}</form>{form.results}'


@part("query", "into-a-frame")
class IntoFrame(Query):
    """The answer is a document in a frame below the form."""

    def html(self, form: Form) -> str:
        first = f' src="{esc(form.bare)}"' if form.results else ""
        return (
            f'<form class="consulta" method="post" action="{esc(form.bare)}" target="quadroResultado">{form.controls}'
            f'<input type="submit" class="envia" value="Visualizar"></form><iframe name="quadroResultado"{first} width="100%" height="620" '
            'style="border:1px inset #ccc" title="Resultado"></iframe>'
        )

    def send(self, scope: Any) -> None:
        press(scope, "form.consulta .envia")

    def results(self, scope: Any) -> Any:
        page = scope if hasattr(scope, "frames") else scope.page
        return page.frame(name="quadroResultado")


@part("query", "image-button")
class ImageButton(Post):
    """A post sent by a picture."""

    def html(self, form: Form) -> str:
        return (
            f'<form class="consulta" method="post" action="{esc(form.page)}" data-frag="{esc(form.frag)}">{form.controls}'
            f'<input type="image" class="envia" name="ok" src="/img/lupa.svg" alt="Pesquisar" title="Pesquisar" width="24" height="24"></form>{form.results}'
        )


@part("query", "scripted-post")
class ScriptedPost(Query):
    """A link whose script gathers the controls and posts them."""

    script = "function enviaConsulta(a, url) { postar(url, Object.fromEntries(campos(a.closest('.quadro-filtro')))); }"

    def html(self, form: Form) -> str:
        script = f"enviaConsulta(this,'{form.page}');return false"
        return f'<div class="quadro-filtro">{form.controls} <a href="#" class="envia" onclick="{esc(script)}">[ Exibir ]</a></div>{form.results}'

    def send(self, scope: Any) -> None:
        press(scope, ".quadro-filtro .envia")
