"""The server of one portal: it knows screens, sessions and addresses; what stands on a screen is the parts' affair."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from werkzeug.wrappers import Request, Response

from lab.files import TYPES, Sheet, made
from lab.forge import kit
from lab.forge.content import STATE, Show, Visit
from lab.forge.kit import Entry, Group, To, esc, plain
from lab.forge.portal import YEARS, Module, Portal
from lab.forge.prose import FORM, PROSE
from lab.forge.registry import PARTS

CORE = (Path(__file__).parent / "core.js").read_text("utf-8")
BASE = ".campo{margin:4px 12px 4px 0;display:inline-block}.lista-toda{overflow-x:auto}.envia{cursor:pointer}.girando{padding:20px}"
ROUTER = """document.addEventListener("submit", function (e) {
  var f = e.target, url = f.getAttribute("data-frag"); if (!url || f.target) return; e.preventDefault();
  var p = campos(f), alvo = document.getElementById("conteudo"), leva = f.method === "get";
  (leva ? buscar(url + "?" + p) : buscar(url, p)).then(function (h) { colocar(alvo, h); }); });
"""
PREFIXES = ("/ajax", "/servico", "/consultas-ajax", "/rest/v1", "/Content/Load")
FRAME = "/quadro"
COOKIES = ("PHPSESSID", "JSESSIONID", "ASP.NET_SessionId", "_session", "ci_session")
PICTURES = {
    "/img/lupa.svg": '<circle cx="10" cy="10" r="6" fill="none" stroke="#246" stroke-width="3"/><path d="M14 14l7 7" stroke="#246" stroke-width="3"/>',
    "/img/aguarde.svg": '<circle cx="12" cy="12" r="9" fill="none" stroke="#888" stroke-width="4" stroke-dasharray="40 20"/>',
}
DOOR = "/entrada"
HOME = "home"


class Site:
    """A WSGI application. ``sent`` are posts to forms that no auditor may send."""

    def __init__(self, portal: Portal) -> None:
        self.portal = portal
        self.sessions: dict[str, dict[str, str]] = {}
        self.sent: list[str] = []
        self.prefix = random.Random(f"forge/{portal.seed}/prefix").choice(PREFIXES)
        self.cookie = f"{random.Random(f'forge/{portal.seed}/cookie').choice(COOKIES)}_{portal.seed}"
        self.shows = {m.token: Show(portal, m, self) for m in portal.modules if m.fields}

    # ---------------------------------------------------------------- parts and places

    def part(self, axis: str) -> Any:
        return PARTS[axis][self.portal.parts[axis]]

    @property
    def way(self) -> kit.Way:
        return cast(kit.Way, self.part("way"))

    @property
    def session(self) -> kit.Session:
        return cast(kit.Session, self.part("session"))

    @property
    def address(self) -> kit.Address:
        return cast(kit.Address, self.part("address"))

    @cached_property
    def urls(self) -> dict[str, str]:
        """Token → address."""
        found = {"home": self.address.url("home", "")}
        for n, group in enumerate(self.portal.groups):
            found[f"hub-{n}"] = self.address.url(f"hub-{n}", slug(group))
        for m in self.portal.modules:
            found[m.token] = self.address.url(m.token, f"{slug(m.group)}/{slug(m.words)}")
        return found

    @cached_property
    def tokens(self) -> dict[str, str]:
        return {url: token for token, url in self.urls.items()}

    @property
    def home(self) -> str:
        return self.urls["home"]

    @property
    def entry(self) -> str:
        return DOOR if self.session.door else self.home

    def to(self, token: str) -> To:
        return self._to(token, self.urls[token])

    def _to(self, token: str, url: str) -> To:
        return To(token, url, f"{self.prefix}/t{url}", f"{FRAME}/t{url}", self.home)

    def record(self, to: To, number: str) -> To:
        return self._to(f"rec-{to.token[4:]}-{number}", self.address.record(to.url, number))

    def part_of(self, to: To) -> str:
        return f"{self.prefix}/l{to.url}"

    def framed(self, to: To) -> str:
        return f"{FRAME}/l{to.url}"

    @cached_property
    def groups(self) -> list[Group]:
        return [
            Group(
                g,
                self.to(f"hub-{n}"),
                tuple(Entry(m.words, self.to(m.token)) for m in self.portal.modules if m.group == g),
            )
            for n, g in enumerate(self.portal.groups)
        ]

    # ---------------------------------------------------------------- requests

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        response = self.still(request) or self.answer(request)
        return response(environ, start_response)

    def still(self, request: Request) -> Response | None:
        """What is the same for all who ask: scripts, pictures, files, forms of no use."""
        path = request.path
        if path == "/js/portal.js":
            return Response(self.script, mimetype="text/javascript")
        if path == "/css/portal.css":
            return Response(self.css, mimetype="text/css")
        if path in PICTURES:
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">{PICTURES[path]}</svg>'
            return Response(svg, mimetype="image/svg+xml")
        if path == "/robots.txt":
            return Response("User-agent: *\nDisallow:\n", mimetype="text/plain")
        if path == FORM and request.method == "POST":
            self.sent.append(path)
            return Response("Mensagem enviada.", mimetype="text/plain")
        return self.file(path) if path.startswith("/arquivos/") else None

    def file(self, path: str) -> Response:
        if found := re.fullmatch(r"/arquivos/dados/(mod-\d+)-(\d+)-(\d+)-([a-z-]+)\.[a-z]+", path):
            token, year, month, kind = found.groups()
            if token in self.shows and kind in TYPES:
                data = self.shows[token].file(kind, int(year), int(month))
                name = path.rpartition("/")[2]
                return Response(
                    data, content_type=TYPES[kind], headers={"Content-Disposition": f'attachment; filename="{name}"'}
                )
        if found := re.fullmatch(r"/arquivos/documentos/([\w-]+)\.pdf", path):
            sheet = Sheet(
                (f"Prefeitura Municipal de {self.portal.town}", "Documento oficial"),
                ("Documento",),
                ((found[1],), ("Publicado para conhecimento de todos.",)),
            )
            return Response(made("pdf", sheet), content_type="application/pdf")
        return Response("Arquivo não encontrado", 404, mimetype="text/plain")

    def answer(self, request: Request) -> Response:
        key = request.cookies.get(self.cookie, "")
        fresh = key not in self.sessions
        if fresh:
            key = secrets.token_hex(12)
        session = self.sessions.setdefault(key, {})
        response = self.behind_the_door(request, session)
        if fresh:
            response.set_cookie(self.cookie, key, path="/")
        return response

    def behind_the_door(self, request: Request, session: dict[str, str]) -> Response:
        values = {**request.args.to_dict(), **request.form.to_dict()}
        if request.path == DOOR and self.session.door:
            session.update(self.session.opens(values, self.portal.town))
            if self.session.opens(values, self.portal.town):
                return redirect(self.home)
            body = self.session.door_html(self.portal.town, self.portal.uf, YEARS, DOOR)
            return self.document(f'<div id="conteudo" style="padding:30px">{body}</div>', "Portal da Transparência")
        if self.at_home(request):
            session.setdefault("seen", "1")
        if not self.session.allows(session):
            return redirect(self.entry)
        if words := self.session.closed(session):
            return self.document(
                f'<div id="conteudo"><p>{esc(words)}</p>{self.back()}</div>', "Portal da Transparência"
            )
        return self.screen(request, session, clean(values))

    def at_home(self, request: Request) -> bool:
        return self.address.parse(request.path, request.args.to_dict(), self.tokens) == "home"

    def screen(self, request: Request, session: dict[str, str], values: dict[str, str]) -> Response:
        mode, path = "page", request.path
        for prefix, kind in ((f"{self.prefix}/t", "frag"), (f"{self.prefix}/l", "list"), (f"{FRAME}/t", "bare"), (f"{FRAME}/l", "framed")):  # fmt: skip
            if path.startswith(f"{prefix}/"):
                mode, path = kind, path.removeprefix(prefix)
        token = self.token(request, session, path)
        posted = self.way.target(request.form.to_dict())
        if posted and self.way.keeps:
            session["screen"] = posted
            return redirect(self.way.keeps)
        if posted:
            token, values, mode = posted, {}, "bare" if mode == "framed" else mode
        if values.pop("aguarde", "") and token:
            return self.between(request)
        return self.shown(request, token, mode, Visit(values, session, mode == "framed"))

    def token(self, request: Request, session: dict[str, str], path: str) -> str:
        if self.way.keeps and path == self.way.keeps:
            return session.get("screen", "home")
        return self.address.parse(path, request.args.to_dict(), self.tokens)

    def between(self, request: Request) -> Response:
        """The page that says to wait."""
        there = re.sub(r"[?&]aguarde=1", "", request.full_path.rstrip("?"))
        return Response(
            f'<html><head><meta http-equiv="refresh" content="1;url={esc(there)}"><title>Aguarde</title></head><body>Redirecionando, aguarde...</body></html>',
            mimetype="text/html",
        )

    def shown(self, request: Request, token: str, mode: str, visit: Visit) -> Response:
        show = self.show_of(token)
        if mode in ("list", "framed"):
            return self.results(request, show, mode, visit) if show else not_found()
        if show and self.refused(request, show):
            return Response("Validation of viewstate MAC failed.", 500, mimetype="text/plain")
        content = self.content(token, visit)
        if not content:
            return not_found()
        if mode == "frag":
            return Response(content, content_type="text/html; charset=utf-8")
        title = f"{self.portal.town} - Portal da Transparência"
        if mode == "bare":
            return self.document(f'<div id="conteudo">{content}</div>', title)
        return self.document(self.laid_out(token, content), title)

    def refused(self, request: Request, show: Show) -> bool:
        """Whether a post to a module lacks the state that its form has."""
        needed = show.part("query").state_field
        posted = request.method == "POST" and not self.way.target(request.form.to_dict())
        return bool(needed and posted and request.form.get(needed) != STATE)

    def show_of(self, token: str) -> Show | None:
        kind, _, rest = token.partition("-")
        return self.shows.get(f"mod-{rest.partition('-')[0]}") if kind in ("mod", "rec") else None

    def results(self, request: Request, show: Show, mode: str, visit: Visit) -> Response:
        if self.refused(request, show):
            return Response("Validation of viewstate MAC failed.", 500, mimetype="text/plain")
        time.sleep(show.part("timing").delay)
        html = show.results(visit)
        if mode == "framed":
            return self.document(f'<div id="conteudo"><div class="tela">{html}</div></div>', show.module.words)
        if request.args.get("formato") == "json":
            return Response(json.dumps({"html": html}), mimetype="application/json")
        if request.form.get("javax.faces.partial.ajax"):
            body = (
                f'<?xml version="1.0" encoding="UTF-8"?><partial-response><changes><update id="frmLista:painel"><![CDATA[{html}]]></update>'
                f'<update id="javax.faces.ViewState"><![CDATA[{STATE}]]></update></changes></partial-response>'
            )
            return Response(body, content_type="text/xml; charset=utf-8")
        return Response(html, content_type="text/html; charset=utf-8")

    # ---------------------------------------------------------------- screens

    def content(self, token: str, visit: Visit) -> str:
        kind, _, rest = token.partition("-")
        if kind == "home":
            return self.first_page()
        if kind == "hub" and rest.isdigit() and int(rest) < len(self.groups):
            return self.hub(self.groups[int(rest)])
        show = self.show_of(token)
        if kind == "mod" and show:
            return show.content(visit)
        if kind == "rec" and show:
            return show.opened(rest.partition("-")[2])
        module = next((m for m in self.portal.modules if m.token == token), None)
        return self.prose(module) if module else ""

    def first_page(self) -> str:
        menu = cast(kit.Menu, self.part("menu"))
        own = menu.html(self.groups, self.way) if menu.slot == "home" else ""
        frame = self.way.home.format(bare=self._to("home", self.home).bare) if self.way.home else ""
        return f'<div class="tela" id="tela-home"><h2>Bem-vindo</h2>{own}{frame if menu.slot != "home" else own and frame}{self.clutter("home")}</div>'

    def hub(self, group: Group) -> str:
        links = "".join(f"<li>{self.way.inner(e.to, esc(e.words))}</li>" for e in group.entries)
        home = self.way.inner(self.to("home"), "Início")
        return f'<div class="tela"><p class="trilha">{home} &gt; {esc(group.words)}</p><h2>{esc(group.words)}</h2><ul class="polo-lista">{links}</ul></div>'

    def prose(self, module: Module) -> str:
        return f'<div class="tela" id="tela-{module.token}"><h2>{esc(module.words)}</h2>{PROSE[module.prose](self.portal.town)}</div>'

    def clutter(self, slot: str) -> str:
        rng = random.Random(f"forge/{self.portal.seed}/clutter/{slot}")
        scene = kit.Scene(self.portal.town, self.portal.uf, rng, FORM)
        parts = [cast(kit.Clutter, PARTS["clutter"][name]) for name in self.portal.clutter]
        return "".join(p.html(scene) for p in parts if p.slot == slot)

    def laid_out(self, token: str, content: str) -> str:
        menu = cast(kit.Menu, self.part("menu"))
        at = menu.html(self.groups, self.way) if menu.slot in ("top", "left") or menu.two_steps else ""
        back = "" if token == HOME else self.back()
        over = self.clutter("over") + (self.clutter("home-over") if token == HOME else "")
        clutter = {**{s: self.clutter(s) for s in ("top", "right", "bottom")}, "over": over}
        sheet = kit.Sheet(
            self.portal.town,
            self.portal.uf,
            "",
            at if menu.slot == "top" else "",
            at if menu.slot == "left" else "",
            back + content,
            clutter,
        )
        look = cast(kit.Look, self.part("look"))
        return look.body(sheet)

    def back(self) -> str:
        door = f' | <a href="{DOOR}">Trocar entidade ou exercício</a>' if self.session.door else ""
        return f'<div class="voltar"><a href="{esc(self.home)}">Página inicial</a>{door}</div>'

    def document(self, body: str, title: str) -> Response:
        untidy = [cast(kit.Untidy, PARTS["untidy"][name]) for name in self.portal.untidy]
        encoding = next((u.encoding for u in untidy if u.encoding), "")
        html = (
            f'<!DOCTYPE html><html lang="pt-BR"><head><meta charset="{encoding or "utf-8"}"><title>{esc(title)}</title>'
            f'<link rel="stylesheet" href="/css/portal.css"><script src="/js/portal.js"></script></head><body>{body}{self.way.foot}</body></html>'
        )
        for part in untidy:
            html = part.page(html)
        if encoding:
            return Response(html.encode(encoding, "xmlcharrefreplace"), headers={"Content-Type": "text/html"})
        return Response(html, content_type="text/html; charset=utf-8")

    # ---------------------------------------------------------------- what all pages share

    def all_parts(self) -> list[kit.Part]:
        names = {(axis, name) for axis, name in self.portal.parts.items()}
        names |= {("clutter", name) for name in self.portal.clutter} | {("untidy", n) for n in self.portal.untidy}
        names |= {pair for m in self.portal.modules for pair in m.parts.items()}
        return [PARTS[axis][name] for axis, name in sorted(names)]

    @cached_property
    def script(self) -> str:
        own = dict.fromkeys(p.script for p in self.all_parts() if p.script)
        router = ROUTER if self.way.router else ""
        return "\n".join([CORE, f'var PREFIXO = "{self.prefix}";', *own, router])

    @cached_property
    def css(self) -> str:
        return "\n".join([BASE, *dict.fromkeys(p.css for p in self.all_parts() if p.css)])


def slug(words: str) -> str:
    return "-".join(plain(w) for w in re.split(r"[\s/]+", words) if plain(w))


def clean(values: dict[str, str]) -> dict[str, str]:
    """Names without what frameworks put before them."""
    return {re.sub(r"^.*[$:]", "", name): value for name, value in values.items()}


def redirect(url: str) -> Response:
    return Response("", 303, headers={"Location": url})


def not_found() -> Response:
    return Response("<h1>404</h1><p>Página não encontrada</p>", 404, mimetype="text/html")
