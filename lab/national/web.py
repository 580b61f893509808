"""A side of a town, its site or its portal, as a web application: menu, pages, files, search, and forms that nobody may send."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader
from markupsafe import escape
from werkzeug.wrappers import Request, Response

from lab.national.content import Page, Town, pages
from lab.national.definition import HERE, Definition
from lab.national.papers import TYPES, as_paper, as_sheet
from lab.national.query import Query
from lab.national.values import plain

ENV = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
ADDRESSES = {
    "wp": "/{key}/",
    "gov": "/pt-br/assuntos/{key}",
    "antigo": "/{key}.html",
    "ladrilhos": "/item/{n}",
    "sanfona": "/{key}.php",
    "asp": "/Consulta.aspx?id={n}",
    "fornecedor": "/transparencia/{key}",
    "spa": "/#/item/{key}",
    "suspenso": "/index.php?pg={key}",
}
"""How a look addresses its pages."""
RADAR = "https://radardatransparencia.atricon.org.br/"
NEWS = (
    "Prefeitura entrega nova ambulância",
    "Aberta licitação para a compra da merenda escolar",
    "Vacinação contra a gripe começa segunda-feira",
    "Servidores recebem salários e diárias em dia, diz balanço das despesas",
    "Assinados os contratos das obras da praça",
)
SOCIAL = ("Instagram", "Facebook", "YouTube")


def thing(name: str) -> str:
    """A name as it stands in an address."""
    return plain(name).replace(" ", "").replace("-", "")


def listed(links: Iterable[tuple[str, str]]) -> str:
    """Label and address of each → the items of a list."""
    return "".join(f'<li><a href="{url}">{name}</a></li>' for name, url in links)


def posted_back(params: dict[str, str]) -> dict[str, str]:
    """A page that posts back to itself names what was pressed in two hidden fields."""
    target = params.get("__EVENTTARGET", "")
    return {**params, target: params.get("__EVENTARGUMENT", "")} if target else params


def stem(word: str) -> str:
    """A word without its ending, so that one and many are found alike."""
    return plain(word).removesuffix("s").removesuffix("coe").removesuffix("cao")


@dataclass
class Side:
    """The site or the portal of a town. ``prefix``: under which path it stands on its host; ``origin``: its host."""

    definition: Definition
    kind: str
    today: date
    origin: str = ""
    prefix: str = ""
    oficial: str = ""
    other: Side | None = None
    note: Callable[[str, str], None] = lambda method, path: None
    """Told of every form that was sent and is no query."""
    town: Town = field(init=False)

    def __post_init__(self) -> None:
        self.town = Town(self.definition, self.today, oficial=self.oficial, base=self.prefix)

    @property
    def is_site(self) -> bool:
        return self.kind == "site"

    @property
    def look(self) -> str:
        spec = self.definition.site if self.is_site or self.definition.section else self.definition.portal
        return str(spec["look"])

    @property
    def home(self) -> str:
        return self.origin + (self.prefix or "") + "/"

    @property
    def title(self) -> str:
        town = self.definition
        if not self.is_site:
            return f"Portal da Transparência – {town.name}"
        return (
            f"Prefeitura e Câmara Municipal de {town.name}"
            if "shared" in town.state("1.1")
            else f"Prefeitura Municipal de {town.name}"
        )

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The pages that stand on this side."""
        return {key: page for key, page in pages(self.town).items() if self.has(key)}

    def has(self, key: str) -> bool:
        return (key in self.definition.on_site) == self.is_site

    def path(self, key: str) -> str:
        """Address of a page on this side, under its host."""
        n = list(self.pages).index(key) + 11
        return self.prefix + ADDRESSES[self.look].format(key=key, n=n)

    def address(self, key: str) -> str:
        """Address of a page of this side or the other one."""
        if self.has(key):
            return self.path(key)
        return self.other.origin + self.other.path(key) if self.other else "#"

    def feature(self, number: str) -> str:
        """Whether this side has a feature: ok, none, or how it fails (dead, fixed …)."""
        state = self.definition.state(number)
        if "absent" in state or "none" in state:
            return "none"
        for only in ("site", "portal"):
            if only in state and only != self.kind:
                return state.get(only) or "none"
        return next(
            (word for word, side in state.said if word not in {"ok", "site", "portal"} and side in {"", self.kind}),
            "ok",
        )

    # ---- menu

    @cached_property
    def menu(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Groups with their entries: label and address."""
        groups: dict[str, list[tuple[str, str]]] = {}
        swapped = {**dict(self.definition.swap), **{b: a for a, b in self.definition.swap}, **self.definition.misled}
        for key, page in self.listed.items():
            groups.setdefault(page.group, []).append((page.name, self.address(swapped.get(key, key))))
        return list(groups.items())

    @cached_property
    def listed(self) -> dict[str, Page]:
        """The pages that the menu names: this side's; the portal of a town names those of its site as well."""
        mine = {key: page for key, page in self.pages.items() if page.linked}
        if self.is_site or not self.other:
            return mine
        return {**{key: page for key, page in self.other.pages.items() if page.linked}, **mine}

    # ---- answering

    def __call__(self, request: Request) -> Response:
        path = request.path.removeprefix(self.prefix) or "/"
        if self.is_site and "down" in self.definition.state("1.1"):
            return Response("<h1>503 Serviço indisponível</h1>", 503, mimetype="text/html")
        for start, answer in self.routes.items():
            if path == start or (start.endswith("/") and len(start) > 1 and path.startswith(start)):
                return answer(request, path)
        key = self.key_at(request, path)
        return self.page(request, self.pages[key]) if key else self.lost(request)

    @cached_property
    def routes(self) -> dict[str, Callable[[Request, str], Response]]:
        return {
            "/": lambda r, p: self.front(r),
            "/arquivos/": self.paper,
            "/enviar/": self.send,
            "/login": self.login,
            "/dados/": self.data,
            "/busca": self.search,
            "/mapa-do-site": self.site_map,
            "/sitemap.xml": self.sitemap_xml,
            "/acessibilidade": lambda r, p: self.plain(r, "Acessibilidade", "<p>Este sítio segue o eMAG. Use os botões no topo da página.</p>"),
            "/links": self.links,
            "/noticias/": lambda r, p: self.plain(r, "Notícias", f"<p>{NEWS[(int(p[-1]) - 1 if p[-1].isdigit() else 0) % len(NEWS)]}. Saiba mais na Secretaria.</p>"),
            "/api/": self.api,
        }  # fmt: skip

    def key_at(self, request: Request, path: str) -> str:
        """The page that is asked for."""
        full = path
        if self.look in {"asp", "suspenso"}:
            name = "id" if self.look == "asp" else "pg"
            full = f"{path}?{name}={request.values.get(name, '')}"
        return next((key for key in self.pages if self.path(key).removeprefix(self.prefix) == full), "")

    def draw(self, request: Request, title: str, body: str, **more: Any) -> Response:
        """A page in this side's look."""
        template = ENV.get_template(f"look_{self.look}.html")
        shown = {
            "side": self,
            "title": title,
            "body": body,
            "trail": [],
            "here": request.path,
            **more,
        }
        return Response(template.render(shown), mimetype="text/html")

    def plain(self, request: Request, title: str, body: str) -> Response:
        return self.draw(request, title, body, trail=[title])

    def lost(self, request: Request) -> Response:
        answer = self.plain(request, "Página não encontrada", "<p>O endereço não existe.</p>")
        answer.status_code = 404
        return answer

    def front(self, request: Request) -> Response:
        return self.draw(request, self.title, "", front=True, news=NEWS)

    def page(self, request: Request, page: Page) -> Response:
        """A page of the menu, a record of its list, or the list as a file."""
        params = posted_back(request.values.to_dict())
        kind = params.get("formato", "")
        if page.lists and kind in TYPES:
            return self.export(page, params, kind)
        trail = [page.group, page.name]
        if page.lists and params.get("registro"):
            return self.detail(request, page, params["registro"])
        return self.draw(request, page.name, self.body(page, params), trail=trail)

    def body(self, page: Page, params: dict[str, str]) -> str:
        """The blocks of a page, drawn."""
        macros = ENV.get_template("blocos.html")
        return macros.render(
            page=page,
            side=self,
            blocks=page.blocks,
            query=lambda data: Query(data, params),
            script=lambda data: self.script(page, data),
            link=lambda more: self.more(page, more),
            paged=lambda q, n: self.more(page, {**q.asked, **({"ano": q.year} if q.year else {}), "pagina": str(n)}),
            action=self.path(page.key).partition("?")[0],
            hidden=dict(part.split("=") for part in self.path(page.key).partition("?")[2].split("&") if part),
            params=params,
        )

    def more(self, page: Page, params: dict[str, str]) -> str:
        """The page's address with parameters."""
        path = self.path(page.key)
        return f"{path}{'&' if '?' in path else '?'}{urlencode(params)}"

    def detail(self, request: Request, page: Page, wanted: str) -> Response:
        data = page.lists[0]
        record = next((r for r in data.records if r.id == wanted), None)
        if record is None:
            return self.lost(request)
        html = ENV.get_template("registro.html").render(list=data, record=record, back=self.path(page.key))
        return self.draw(request, f"{page.name} – Detalhes", html, trail=[page.group, page.name, "Detalhes"])

    def export(self, page: Page, params: dict[str, str], kind: str) -> Response:
        status, content = Query(page.lists[0], params).export(kind, page.name)
        name = f"{thing(page.name)}.{kind}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, status, headers, mimetype=TYPES[kind])

    def paper(self, request: Request, path: str) -> Response:
        """A document."""
        if path not in self.town.papers:
            self.warm()
        paper = self.town.papers.get(path)
        if paper is None or paper.kind == "404":
            return self.lost(request)
        return Response(as_paper(paper), mimetype=TYPES[path.rpartition(".")[2]])

    def warm(self) -> None:
        """Lay out every document of this side."""
        for page in self.pages.values():
            for block in page.blocks:
                if block["kind"] == "docs":
                    _ = block["docs"].documents
            for data in page.lists:
                for record in data.records:
                    data.file_of(record)
                    data.files(record)

    def send(self, request: Request, path: str) -> Response:
        """Where forms of services go: seen, never to be used."""
        if request.method != "GET":
            self.note(request.method, request.full_path)
            return self.plain(request, "Recebido", "<p>Sua mensagem foi registrada. Protocolo nº 000001.</p>")
        name = path.rpartition("/")[2]
        if name.endswith(("antigo", "antiga")):
            return self.lost(request)
        title = {"nfse": "Nota Fiscal de Serviços Eletrônica", "matricula": "Matrícula Escolar Online"}.get(
            name, "Serviço online"
        )
        form = ENV.get_template("formulario.html").render(prefix=self.prefix, what=name)
        return self.plain(request, title, form)

    def login(self, request: Request, path: str) -> Response:
        if request.method != "GET":
            self.note(request.method, request.full_path)
        form = ENV.get_template("formulario.html").render(prefix=self.prefix, what="login")
        return self.plain(request, "Acesso restrito", form)

    def data(self, request: Request, path: str) -> Response:
        """The open data sets."""
        if path.endswith(".json"):
            return Response(
                json.dumps([{"numero": "001", "objeto": "Material de expediente", "valor": 1200.5}]),
                mimetype="application/json",
            )
        rows = [["001", "Material de expediente", "1.200,50"], ["002", "Combustível", "9.800,00"]]
        return Response(as_sheet("csv", "dados", ["numero", "objeto", "valor"], rows), mimetype="text/csv")

    def search(self, request: Request, path: str) -> Response:
        """Results from this side's own pages, or what a search that fails shows."""
        word = request.args.get("q", "").strip()
        way = self.feature("1.4")
        found = [(text, self.prefix + "/noticias/1") for text in NEWS if way == "news" and word]
        if way == "ok" and word:
            found = [
                (f"{p.group} – {p.name}", self.address(key)) for key, p in self.listed.items() if self.about(p, word)
            ]
        result = f"<p>{len(found)} resultado(s) para “{escape(word)}”</p><ul>{listed(found)}</ul>"
        return self.plain(
            request,
            "Resultado da busca",
            result if found else f"<p>Nenhum resultado encontrado para “{escape(word)}”.</p>",
        )

    def found(self, word: str, way: str) -> list[tuple[str, str]]:
        """What the search finds: news of the site, and its pages with those of the portal."""
        news = enumerate(NEWS, 1) if self.is_site or way == "news" else ()
        links = [
            (text, f"{self.prefix}/noticias/{n}") for n, text in news if stem(word) in plain(text) or way == "news"
        ]
        if way == "news":
            return links
        reached = self.is_site and self.other and self.way_to_portal == "open"
        pages = {**self.listed, **(self.other.listed if reached and self.other else {})}
        return [(f"{p.group} – {p.name}", self.address(key)) for key, p in pages.items() if self.about(p, word)] + links

    def about(self, page: Page, word: str) -> bool:
        text = plain(f"{page.name} {page.group} {' '.join(str(b.get('html', '')) for b in page.blocks)}")
        return stem(word) in text

    def site_map(self, request: Request, path: str) -> Response:
        if not self.is_site or self.feature("13.5") != "ok":
            return self.lost(request)
        groups = "".join(f"<li>{group}<ul>{listed(entries)}</ul></li>" for group, entries in self.menu)
        news = f'<li>Notícias<ul><li><a href="{self.prefix}/noticias/1">{NEWS[0]}</a></li></ul></li>'
        return self.plain(
            request,
            "Mapa do Site",
            f'<ul class="mapa"><li><a href="{self.home}">Página inicial</a></li>{groups}{news}</ul>',
        )

    def sitemap_xml(self, request: Request, path: str) -> Response:
        urls = "".join(
            f"<url><loc>{self.origin}{self.path(key)}</loc></url>" for key, p in self.pages.items() if p.linked
        )
        return Response(f'<?xml version="1.0"?><urlset>{urls}</urlset>', mimetype="application/xml")

    def links(self, request: Request, path: str) -> Response:
        """Useful links: where what belongs on the front page is hidden away."""
        found = [*self.hidden_links, ("Tribunal de Contas", f"{self.oficial}/tce/")]
        return self.plain(request, "Links úteis", f"<ul>{listed(found)}</ul>")

    @property
    def hidden_links(self) -> list[tuple[str, str]]:
        links = []
        if self.is_site and "inner" in self.definition.state("1.3"):
            links.append(("Portal da Transparência", self.portal_link))
        if "inner" in self.definition.state("2.9"):
            links.append(("Radar da Transparência Pública", RADAR))
        return links

    # ---- what the front page shows

    @property
    def portal_link(self) -> str:
        """The site's link to the portal: right, or dead."""
        if "dead" in self.definition.state("1.2") or self.other is None:
            return self.prefix + "/portal-antigo"
        return self.other.home

    @property
    def way_to_portal(self) -> str:
        """open: in sight on the front page; submenu: in a menu that must be opened; none: not there."""
        if "unlinked" in self.definition.state("1.2") or "absent" in self.definition.state("1.2"):
            return "none"
        state = self.definition.state("1.3")
        return "submenu" if "submenu" in state else "none" if "inner" in state else "open"

    @property
    def social(self) -> list[tuple[str, str]]:
        """Networks with the addresses behind their icons."""
        way = self.feature("2.8")
        if way == "none" or not self.is_site:
            return []
        who = f"prefeitura{thing(self.definition.name)}"
        tail = {"hash": "#", "home": "https://www.{}.com/"}.get(way, "https://www.{}.com/" + who)
        return [(name, tail.format(name.lower())) for name in SOCIAL]

    @property
    def radar(self) -> tuple[str, str] | None:
        """The button of the national radar."""
        way = self.feature("2.9")
        if way in {"none", "inner"} or (way != "ok" and way != "other"):
            return None
        return ("Radar da Transparência Pública", RADAR if way == "ok" else f"{self.oficial}/tce/")

    @property
    def map_link(self) -> str:
        way = self.feature("13.5")
        if not self.is_site or way == "none":
            return ""
        return self.prefix + ("/sitemap.xml" if way == "xml" else "/mapa-do-site")

    # ---- single-page application

    def api(self, request: Request, path: str) -> Response:
        """What the script of a single-page application asks for."""
        name = path.removeprefix("/api/")
        if name == "menu":
            entries = [{"grupo": g, "itens": [{"nome": n, "url": u} for n, u in found]} for g, found in self.menu]
            return Response(json.dumps(entries), mimetype="application/json")
        page = self.pages.get(name.removeprefix("item/"))
        if page is None:
            return Response("{}", 404, mimetype="application/json")
        if request.args.get("formato") in TYPES and page.lists:
            return self.export(page, request.args.to_dict(), request.args["formato"])
        return Response(
            json.dumps({"titulo": page.name, "grupo": page.group, "html": self.body(page, {})}),
            mimetype="application/json",
        )

    def script(self, page: Page, data: Any) -> str:
        """A list for the script that draws it."""
        query = Query(data, {"ano": ""})
        base = f"{self.prefix}/api/item/{page.key}" if self.look == "spa" else self.path(page.key)
        way = data.state.get("export")
        hidden = [c.key for c in data.columns if c not in data.export_columns]
        shown = {
            "colunas": [{"chave": c.key, "rotulo": data.label(c), "fundo": c in data.deep} for c in data.columns],
            "linhas": [self.line(data, r) for r in data.records],
            "campos": [
                {"nome": f.name, "tipo": f.kind.partition(":")[0], "chaves": f.kind.partition(":")[2].split("+"), "rotulo": data.label(f), "opcoes": query.choices(f)}
                for f in data.fields
            ],
            "anos": data.offered if data.years_by in {"links", "tabs"} else [],
            "porPagina": data.per_page,
            "exporta": {"formatos": data.exports, "corte": way, "fora": hidden, "url": base + ("&" if "?" in base else "?")},
            "morto": data.filter_mode == "dead",
            "auto": bool(data.style["auto"]) or not data.fields,
            "nome": thing(page.name),
        }  # fmt: skip
        return json.dumps(shown, ensure_ascii=False).replace("</", "<\\/")

    @staticmethod
    def line(data: Any, record: Any) -> dict[str, Any]:
        files = {k: data.file_of(record) for k, v in record.values.items() if v.startswith("file:")}
        return {
            "ano": record.year,
            "mes": f"{record.when.month:02d}",
            "v": record.values,
            "arq": files,
            "docs": data.files(record),
        }
