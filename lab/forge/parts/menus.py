"""Menus: what leads from the first page to what is published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.forge.kit import Entry, Group, Menu, Way, esc
from lab.forge.registry import part

Groups = Sequence[Group]


def press(page: Any, words: str) -> None:
    page.get_by_text(words, exact=True).locator("visible=true").first.click()


def inside(page: Any, css: str, words: str) -> None:
    """Press these words within an element of this kind."""
    page.locator(css).get_by_text(words, exact=True).locator("visible=true").first.click()


def items(group: Group, way: Way, css: str = "") -> str:
    return "".join(f"<li>{way.link(e.to, esc(e.words), css)}</li>" for e in group.entries)


@part("menu", "lists")
class Lists(Menu):
    slot = "left"
    css = ".m-listas h4{margin:10px 0 2px}.m-listas ul{margin:0;padding-left:18px}"

    def html(self, groups: Groups, way: Way) -> str:
        return (
            '<div class="m-listas">'
            + "".join(f"<h4>{esc(g.words)}</h4><ul>{items(g, way)}</ul>" for g in groups)
            + "</div>"
        )

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        inside(page, ".m-listas ul", entry.words)


@part("menu", "drop-downs")
class DropDowns(Menu):
    """Nested lists that open on a click."""

    css = """.m-quedas{list-style:none;display:flex;flex-wrap:wrap;margin:0;padding:0;background:var(--forte)}
.m-quedas>li{position:relative}.m-quedas>li>a{display:block;padding:10px 14px;color:#fff;text-decoration:none}
.m-quedas ul{display:none;position:absolute;z-index:50;background:#fff;border:1px solid #aaa;list-style:none;padding:6px;margin:0;min-width:230px}
.m-quedas .aberto>ul{display:block}.m-quedas li li{padding:5px 8px}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-quedas>li>a", function (a) {
  a.addEventListener("click", function (e) {
    e.preventDefault(); var li = a.parentNode, ja = li.classList.contains("aberto");
    todos(document, ".m-quedas .aberto", function (x) { x.classList.remove("aberto"); });
    if (!ja) li.classList.add("aberto"); });
  a.nextElementSibling.addEventListener("click", function () { a.parentNode.classList.remove("aberto"); }); }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<li class="dropdown"><a href="#" aria-haspopup="true">{esc(g.words)} <span class="caret">&#9662;</span></a>'
            f"<ul>{items(g, way)}</ul></li>"
            for g in groups
        )
        return f'<ul class="m-quedas">{body}</ul>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-quedas>li>a", has_text=group.words).first.click()
        inside(page, ".m-quedas li li", entry.words)


@part("menu", "hover")
class Hover(Menu):
    """Lists that fly out under the mouse."""

    css = """.m-paira{list-style:none;margin:0;padding:0;width:210px;background:var(--fraco)}.m-paira>li{position:relative;padding:9px 12px;
border-bottom:1px solid #ccc;cursor:default}.m-paira ul{display:none;position:absolute;left:100%;top:0;z-index:50;background:#fff;
border:1px solid #999;list-style:none;padding:8px;margin:0;width:240px}.m-paira>li:hover>ul{display:block}.m-paira li li{padding:4px}"""
    slot = "left"

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(f"<li><span>{esc(g.words)} &raquo;</span><ul>{items(g, way)}</ul></li>" for g in groups)
        return f'<ul class="m-paira">{body}</ul>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-paira>li>span", has_text=f"{group.words} ").first.hover()
        inside(page, ".m-paira li li", entry.words)


@part("menu", "tiles")
class Tiles(Menu):
    """Tiles with a picture, each an entry."""

    slot = "home"
    css = """.m-azulejos{display:flex;flex-wrap:wrap;gap:12px}.m-azulejos .azulejo{width:170px;min-height:105px;background:#fff;
border:1px solid #d5d5d5;border-radius:6px;text-align:center;padding:12px;box-shadow:0 1px 3px #0002}.m-azulejos svg{display:block;margin:0 auto 8px}"""

    def html(self, groups: Groups, way: Way) -> str:
        icon = '<svg width="38" height="38" aria-hidden="true"><rect x="4" y="8" width="30" height="24" rx="4" fill="var(--forte)"/></svg>'
        body = "".join(
            f'<h3>{esc(g.words)}</h3><div class="m-azulejos">'
            + "".join(f'<div class="azulejo">{icon}{way.link(e.to, esc(e.words))}</div>' for e in g.entries)
            + "</div>"
            for g in groups
        )
        return f'<div class="azulejos">{body}</div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        inside(page, ".azulejo", entry.words)


@part("menu", "tree")
class Tree(Menu):
    """A tree whose branches are drawn when they open."""

    slot = "left"
    css = """.m-arvore{min-width:190px}
.m-arvore ul{list-style:none;padding-left:16px;margin:2px 0}.m-arvore .sinal{display:inline-block;width:14px;cursor:pointer;font-family:monospace}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-arvore .sinal", function (s) { s.addEventListener("click", function () {
  var li = s.parentNode, molde = li.querySelector("template"), ul = li.querySelector("ul");
  if (ul) { li.removeChild(ul); s.textContent = "+"; return; }
  ul = document.createElement("ul"); ul.appendChild(molde.content.cloneNode(true)); li.appendChild(ul); s.textContent = "-"; }); }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<li><span class="sinal" role="button" tabindex="0">+</span> <b>{esc(g.words)}</b><template>{items(g, way)}</template></li>'
            for g in groups
        )
        return f'<div class="m-arvore"><ul>{body}</ul></div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-arvore li", has_text=group.words).first.locator(".sinal").first.click()
        inside(page, ".m-arvore li li", entry.words)


@part("menu", "select", never={"way": ["forms", "frame", "hover-layer"]})
class Select(Menu):
    """One select, which leads away as soon as something is chosen."""

    css = ".m-escolha{background:var(--fraco);padding:14px;border:1px solid #bbb}"

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<optgroup label="{esc(g.words)}">'
            + "".join(f'<option value="{esc(way.go(e.to))}">{esc(e.words)}</option>' for e in g.entries)
            + "</optgroup>"
            for g in groups
        )
        return (
            '<div class="m-escolha"><label for="selConsulta">Consulta desejada:</label> <select id="selConsulta" '
            f'onchange="if(this.value)eval(this.value)"><option value="">-- Escolha uma consulta --</option>{body}</select></div>'
        )

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator("#selConsulta").select_option(label=entry.words)


@part("menu", "accordion")
class Accordion(Menu):
    """A bar at the side, whose groups unfold one at a time."""

    slot = "left"
    css = """.m-sanfona{border:1px solid #ccc;width:220px}.m-sanfona .cab{background:var(--forte);color:#fff;padding:9px;cursor:pointer;border-bottom:1px solid #fff5}
.m-sanfona .corpo{display:none;padding:6px 10px;background:#fff}.m-sanfona .corpo.ver{display:block}.m-sanfona ul{list-style:none;padding:0;margin:0}
.m-sanfona li{padding:4px 0}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-sanfona .cab", function (c) { c.onclick = function () {
  var b = c.nextElementSibling, ver = b.classList.contains("ver");
  todos(document, ".m-sanfona .ver", function (x) { x.classList.remove("ver"); });
  if (!ver) b.classList.add("ver"); }; }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<div class="cab">{esc(g.words)}</div><div class="corpo"><ul>{items(g, way)}</ul></div>' for g in groups
        )
        return f'<div class="m-sanfona">{body}</div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-sanfona .cab").get_by_text(group.words, exact=True).first.click()
        inside(page, ".m-sanfona .corpo.ver", entry.words)


@part("menu", "image-map", never={"way": ["forms"]})
class ImageMap(Menu):
    """A picture with words painted on it, and areas that have them as alternative text."""

    slot = "home"

    def html(self, groups: Groups, way: Way) -> str:
        entries = [e for g in groups for e in g.entries]
        high = 20 + 46 * -(-len(entries) // 3)
        boxes, areas = [], []
        for n, e in enumerate(entries):
            x, y = 10 + (n % 3) * 250, 10 + (n // 3) * 46
            boxes.append(
                f"<rect x='{x}' y='{y}' width='236' height='36' rx='8' fill='%23345c8c'/><text x='{x + 118}' y='{y + 23}' fill='white' "
                f"font-size='13' font-family='Arial' text-anchor='middle'>{esc(e.words).replace('%', '%25').replace('#', '%23')}</text>"
            )
            areas.append(
                f'<area shape="rect" coords="{x},{y},{x + 236},{y + 36}" href="javascript:void(0)" '
                f'onclick="{esc(way.go(e.to))}" alt="{esc(e.words)}" title="{esc(e.words)}">'
            )
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='770' height='{high}'>{''.join(boxes)}</svg>"
        return (
            f'<img src="data:image/svg+xml;utf8,{esc(svg)}" width="770" height="{high}" border="0" usemap="#mapaPortal" '
            f'alt="Menu do portal"><map name="mapaPortal" id="mapaPortal">{"".join(areas)}</map>'
        )

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        area = page.locator(f'area[alt="{entry.words}"]').first
        x, y, right, low = (int(n) for n in area.get_attribute("coords").split(","))
        page.locator('img[usemap="#mapaPortal"]').click(position={"x": (x + right) // 2, "y": (y + low) // 2})


@part("menu", "tabs")
class Tabs(Menu):
    """A tab for each group, a panel of links below."""

    css = """.m-abas .faixa{display:flex;flex-wrap:wrap;border-bottom:2px solid var(--forte)}.m-abas .faixa button{border:1px solid #bbb;border-bottom:0;
background:#eee;padding:8px 14px;cursor:pointer}.m-abas .faixa button[aria-selected=true]{background:var(--forte);color:#fff}
.m-abas .painel{padding:10px;background:#fafafa}.m-abas .painel[hidden]{display:none}
.m-abas ul{display:flex;flex-wrap:wrap;gap:18px;list-style:none;margin:0;padding:0}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-abas [role=tab]", function (t) { t.onclick = function () {
  todos(document, ".m-abas [role=tab]", function (x) { x.setAttribute("aria-selected", x === t); });
  todos(document, ".m-abas [role=tabpanel]", function (p) { p.hidden = p.id !== t.getAttribute("aria-controls"); }); }; }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        tabs = "".join(
            f'<button type="button" role="tab" aria-selected="{"true" if n == 0 else "false"}" aria-controls="aba{n}">{esc(g.words)}</button>'
            for n, g in enumerate(groups)
        )
        panels = "".join(
            f'<div class="painel" role="tabpanel" id="aba{n}"{" hidden" if n else ""}><ul>{items(g, way)}</ul></div>'
            for n, g in enumerate(groups)
        )
        return f'<div class="m-abas"><div class="faixa" role="tablist">{tabs}</div>{panels}</div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.get_by_role("tab", name=group.words, exact=True).click()
        inside(page, ".m-abas .painel", entry.words)


@part("menu", "hubs")
class Hubs(Menu):
    """The first page has the groups alone; each leads to a page with its entries."""

    two_steps = True
    css = ".m-polos{display:flex;gap:10px;flex-wrap:wrap}.m-polos>*{background:var(--fraco);padding:14px 20px;border-radius:20px}"

    def html(self, groups: Groups, way: Way) -> str:
        return (
            '<div class="m-polos">' + "".join(f"<div>{way.link(g.to, esc(g.words))}</div>" for g in groups) + "</div>"
        )

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        inside(page, ".m-polos", group.words)


@part("menu", "mega")
class Mega(Menu):
    """One word opens a wide panel with everything in columns."""

    css = """.m-mega{position:relative;background:var(--forte);padding:10px}.m-mega>button{background:none;border:0;color:#fff;font-size:1.05em;cursor:pointer}
.m-mega .largo{display:none;position:absolute;left:0;right:0;top:100%;background:#fff;border:1px solid #999;z-index:40;padding:16px;column-count:3}
.m-mega.aberto .largo{display:block}.m-mega .col{break-inside:avoid;margin-bottom:10px}.m-mega ul{list-style:none;margin:0;padding:0}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-mega>button", function (b) { b.onclick = function () {
  b.setAttribute("aria-expanded", b.parentNode.classList.toggle("aberto")); };
  b.nextElementSibling.addEventListener("click", function () { b.parentNode.classList.remove("aberto"); }); }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<div class="col"><strong>{esc(g.words)}</strong><ul>{items(g, way)}</ul></div>' for g in groups
        )
        return f'<div class="m-mega"><button type="button" aria-expanded="false">&#9776; Todas as consultas</button><div class="largo">{body}</div></div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-mega>button").click()
        inside(page, ".m-mega .largo li", entry.words)


@part("menu", "hamburger")
class Hamburger(Menu):
    """A drawer from the side behind a button that has no word."""

    css = """.m-gaveta .botao{border:0;background:var(--forte);padding:8px;cursor:pointer}
.m-gaveta .botao i{display:block;width:24px;height:3px;margin:4px;background:#fff}
.m-gaveta nav{position:fixed;left:-320px;top:0;bottom:0;width:280px;background:#fff;z-index:70;padding:18px;overflow:auto;box-shadow:0 0 12px #0006;visibility:hidden}
.m-gaveta.aberta nav{left:0;visibility:visible}.m-gaveta ul{list-style:none;padding-left:8px}.m-gaveta li{padding:3px 0}"""
    script = """pronto(function (raiz) { todos(raiz, ".m-gaveta .botao", function (b) { b.onclick = function () { b.parentNode.classList.toggle("aberta"); };
  b.nextElementSibling.addEventListener("click", function () { b.parentNode.classList.remove("aberta"); }); }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(f"<h5>{esc(g.words)}</h5><ul>{items(g, way)}</ul>" for g in groups)
        return f'<div class="m-gaveta"><button type="button" class="botao" aria-label="Menu"><i></i><i></i><i></i></button><nav>{body}</nav></div>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        page.locator(".m-gaveta .botao").click()
        inside(page, ".m-gaveta nav li", entry.words)


@part("menu", "written-by-script", never={"way": ["forms"]})
class Written(Menu):
    """What a script writes from a list of its own, as the menus of old portals are."""

    slot = "left"
    css = ".m-escrito td{padding:4px 8px;border-bottom:1px dotted #999;cursor:pointer}.m-escrito th{background:var(--forte);color:#fff;text-align:left;padding:5px}"
    script = """pronto(function (raiz) { todos(raiz, ".m-escrito", function (t) { if (t.rows.length) return;
  JSON.parse(t.getAttribute("data-menu")).forEach(function (g) {
    var c = t.insertRow(), h = document.createElement("th"); h.textContent = g[0]; c.appendChild(h);
    g[1].forEach(function (e) { var d = t.insertRow().insertCell(); d.textContent = e[0]; d.onclick = function () { (0, eval)(e[1]); }; }); }); }); });"""

    def html(self, groups: Groups, way: Way) -> str:
        import json

        data = json.dumps([[g.words, [[e.words, way.go(e.to)] for e in g.entries]] for g in groups], ensure_ascii=False)
        return f'<table class="m-escrito" cellspacing="0" data-menu="{esc(data)}"></table>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        inside(page, ".m-escrito td", entry.words)


@part("menu", "described")
class Described(Menu):
    """A table on the first page: each entry with a sentence that says what it is."""

    slot = "home"
    css = ".m-descrito td{border-bottom:1px solid #ddd;padding:8px;vertical-align:top}"

    def html(self, groups: Groups, way: Way) -> str:
        body = "".join(
            f'<tr><td width="260">{way.link(e.to, esc(e.words))}</td><td>Consulte aqui as informações do grupo {esc(g.words)} '
            "disponibilizadas pelo município, com atualização diária.</td></tr>"
            for g in groups
            for e in g.entries
        )
        return f'<table class="m-descrito" width="100%"><tbody>{body}</tbody></table>'

    def follow(self, page: Any, group: Group, entry: Entry) -> None:
        inside(page, ".m-descrito td", entry.words)
