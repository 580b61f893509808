"""How many records at once, and how one gets to the next."""

from __future__ import annotations

import json
from typing import ClassVar

from lab.forge.kit import Pager, Paging, esc
from lab.forge.registry import part


@part("paging", "all", weight=2)
class All(Paging):
    size: ClassVar[int] = 10_000

    def html(self, pager: Pager) -> str:
        return f'<p class="total">Total de registros: {pager.total}</p>'


@part("paging", "numbered-links", never={"query": ["faces"]})
class Numbered(Paging):
    def html(self, pager: Pager) -> str:
        links = "".join(
            f"<b>{n}</b> " if n == pager.page else f'<a href="{esc(pager.url(n, self.size))}">{n}</a> '
            for n in range(1, pager.last + 1)
        )
        return f'<div class="paginas">Página: {links}</div>'


@part("paging", "next-by-script")
class NextByScript(Paging):
    """First, previous, next, last: each replaces the list."""

    css = ".pg-script button{min-width:32px}"
    script = """function trocarPagina(b, url) { var alvo = b.closest(".lista-toda");
  buscar(url).then(function (h) { var n = document.createElement("div"); n.innerHTML = h; var dentro = n.querySelector(".lista-toda") || n;
    colocar(alvo, dentro.innerHTML); }); }"""

    def html(self, pager: Pager) -> str:
        def to(words: str, page: int) -> str:
            off = "" if 1 <= page <= pager.last and page != pager.page else " disabled"
            script = f"trocarPagina(this,'{pager.part(page, self.size)}')"
            return f'<button type="button"{off} onclick="{esc(script)}">{words}</button>'

        return (
            f'<div class="pg-script">{to("&laquo;", 1)}{to("&lsaquo;", pager.page - 1)} {pager.page} de {pager.last} '
            f"{to('&rsaquo;', pager.page + 1)}{to('&raquo;', pager.last)}</div>"
        )


@part("paging", "show-more")
class ShowMore(Paging):
    """The same list, longer."""

    size = 10
    script = """function mostrarMais(b, url) { var alvo = b.closest(".lista-toda");
  buscar(url).then(function (h) { var n = document.createElement("div"); n.innerHTML = h; var dentro = n.querySelector(".lista-toda") || n;
    colocar(alvo, dentro.innerHTML); }); }"""

    def html(self, pager: Pager) -> str:
        if pager.size >= pager.total:
            return ""
        script = f"mostrarMais(this,'{pager.part(1, pager.size + self.size)}')"
        return f'<p><button type="button" class="mais" onclick="{esc(script)}">Mostrar mais</button></p>'


@part("paging", "posted", never={"query": ["faces", "button-without-form"]})
class Posted(Paging):
    """Numbers that post everything again."""

    def html(self, pager: Pager) -> str:
        def to(n: int) -> str:
            script = f"postar('{pager.action}',{json.dumps(pager.fields(n, self.size))})"
            return f'<td><a href="javascript:void(0)" onclick="{esc(script)}">{n}</a></td>'

        cells = "".join(f"<td><span>{n}</span></td>" if n == pager.page else to(n) for n in range(1, pager.last + 1))
        return f'<table class="GridPager"><tr>{cells}</tr></table>'


@part("paging", "how-many")
class HowMany(Paging):
    """A select says how many records a page has."""

    script = """function trocarLista(s) { var alvo = s.closest(".lista-toda"); buscar(s.value).then(function (h) {
  var n = document.createElement("div"); n.innerHTML = h; var dentro = n.querySelector(".lista-toda") || n; colocar(alvo, dentro.innerHTML); }); }"""
    size = 10

    def html(self, pager: Pager) -> str:
        sizes = "".join(
            f'<option value="{esc(pager.part(1, s))}"{" selected" if s == pager.size else ""}>{s}</option>'
            for s in (10, 25, 50, 100)
        )
        first, last = (pager.page - 1) * pager.size + 1, min(pager.page * pager.size, pager.total)
        return (
            f'<div class="quantos">Exibir <select onchange="trocarLista(this)">{sizes}</select> resultados por página. '
            f"Mostrando de {first} até {last} de {pager.total} registros</div>"
        )
