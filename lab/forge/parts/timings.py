"""When records come."""

from __future__ import annotations

from typing import Any

from lab.forge.kit import Timing, esc
from lab.forge.registry import part


@part("timing", "at-once", weight=3)
class AtOnce(Timing):
    """With the page."""


class Later(Timing):
    """A place that a script fills. The delay is the server's."""

    waiting = ""
    css = ".depois .esqueleto i{display:block;height:14px;margin:9px 0;background:#e3e3e3;border-radius:4px}"
    script = """pronto(function (raiz) { todos(raiz, ".depois[data-de]", function (d) { var url = d.getAttribute("data-de");
  d.removeAttribute("data-de"); buscar(url).then(function (html) { d.classList.add("veio"); colocar(d, html); }); }); });"""

    def html(self, url: str, results: str) -> str:
        return f'<div class="depois" data-de="{esc(url)}">{self.waiting}</div>'

    def wait(self, scope: Any) -> None:
        scope.locator(".depois.veio").first.wait_for(state="attached")


@part("timing", "xhr-quick")
class Quick(Later):
    delay, waiting = 0.2, "Carregando..."


@part("timing", "xhr-slow")
class Slow(Later):
    delay, waiting = 1.8, '<img src="/img/aguarde.svg" alt="Aguarde" width="32" height="32">'


@part("timing", "xhr-very-slow", weight=0.5)
class VerySlow(Later):
    delay, waiting = 3.0, "<p>Buscando informações, por favor aguarde...</p>"


@part("timing", "skeleton")
class Skeleton(Later):
    delay, waiting = (
        0.9,
        '<div class="esqueleto" aria-hidden="true"><i></i><i></i><i style="width:60%"></i><i></i><i></i></div>',
    )


@part("timing", "on-scroll")
class OnScroll(Timing):
    """Once the place comes into view, some way down the page."""

    delay = 0.3
    css = ".ao-rolar{min-height:60px;margin-top:420px}.ao-rolar.veio{margin-top:20px}"
    script = """pronto(function (raiz) { todos(raiz, ".ao-rolar[data-de]", function (d) { new IntersectionObserver(function (v, o) {
  if (!v[0].isIntersecting) return; o.disconnect();
  buscar(d.getAttribute("data-de")).then(function (html) { d.classList.add("veio"); colocar(d, html); }); }).observe(d); }); });"""

    def html(self, url: str, results: str) -> str:
        return f'<p>Role a página para ver os dados.</p><div class="ao-rolar" data-de="{esc(url)}"></div>'

    def wait(self, scope: Any) -> None:
        scope.locator(".ao-rolar").first.scroll_into_view_if_needed()
        scope.locator(".ao-rolar.veio").first.wait_for(state="attached")


@part("timing", "json-drawn")
class JsonDrawn(Timing):
    """The mark-up comes as a string of a JSON answer, once the browser is idle."""

    delay = 0.4
    script = """pronto(function (raiz) { todos(raiz, ".desenho[data-fonte]", function (d) { var url = d.getAttribute("data-fonte");
  d.removeAttribute("data-fonte"); setTimeout(function () { buscar(url + (url.indexOf("?") < 0 ? "?" : "&") + "formato=json").then(function (t) {
    d.classList.add("veio"); colocar(d, JSON.parse(t).html); }); }, 250); }); });"""

    def html(self, url: str, results: str) -> str:
        return f'<div class="desenho" data-fonte="{esc(url)}"></div>'

    def wait(self, scope: Any) -> None:
        scope.locator(".desenho.veio").first.wait_for(state="attached")
