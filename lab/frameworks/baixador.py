"""baixador-like: a WordPress site whose transparency page is a download manager. Categories list posts, a post lists files.

What the town publishes stands in the files: spreadsheets and prints, some with an address that ends in a name, some behind
``?wpdmdl=``. A bid is a post with its documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Response, abort, redirect, request

from lab import files, table
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.table import Opened
from lab.values import MONTHS, Row

POSTS = 6  # posts per page of a category


@dataclass(frozen=True)
class Post:
    """A package of a category: a year's files of a view, or a record's documents."""

    title: str
    path: str
    when: str
    view: View
    year: int
    row: Row | None = None


@dataclass(frozen=True)
class File:
    """``month`` 0 is the whole year."""

    caption: str
    href: str
    month: int
    number: str


class Baixador(Unseen):
    name = "baixador"
    cookie = ""
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:04d}/{r.year % 100}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        own = f"categoria-download/{plain_word(page.title)}" if page.views else page.id
        return f"/{portal.entity}/{own}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/download/{plain_word(page.title)}"

    @classmethod
    def posts(cls, portal: Portal, page: Page) -> list[Post]:
        """Newest first; a year without records has no post."""
        found = []
        for year in sorted({y for v in page.views for y in v.years}, reverse=True):
            for view in page.views:
                rows = portal.rows(page, view, Query(year))
                if view.file and rows:
                    title = f"{view.caption or page.title} – {year}"
                    where = f"/{portal.entity}/download/{plain_word(title)}/"
                    found.append(Post(title, where, f"{rows[-1].when:%d/%m/%Y}", view, year))
                elif view.detail:
                    base = cls.detail_path(portal, page, view)
                    maker = view.columns[0].maker
                    found += [
                        Post(text_of(r[maker]), f"{base}/{r.id}/", f"{r.when:%d/%m/%Y}", view, year, r)
                        for r in reversed(rows)
                    ]
        return found

    @classmethod
    def files(cls, portal: Portal, page: Page, post: Post) -> list[File]:
        """The files of a post that stands for a year of a view."""
        published = post.view.file
        if published is None:
            return []
        months = {r.when.month for r in portal.rows(page, post.view, Query(post.year))}
        found = []
        for month in sorted(months) if published.each == "mes" else [0]:
            caption = f"{MONTHS[month - 1]} de {post.year}" if month else "Arquivo completo"
            number = f"{portal.pages.index(page) + 1}{page.views.index(post.view)}{post.year}{month:02d}"
            name = f"{plain_word(post.title)}{f'-{month:02d}' if month else ''}.{published.extension}"
            folder = f"/{portal.entity}/wp-content/uploads/{post.year}/{month or 12:02d}"
            href = f"{folder}/{name}" if published.by == "arquivo" else f"{post.path}?wpdmdl={number}"
            found.append(File(caption, href, month, number))
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """The post with the words of its first file; and the files' own paths."""
        posts = [p for p in cls.posts(portal, page) if p.view is view]
        if view.file is None:
            path = cls.detail_path(portal, page, view) if in_detail else cls.path(portal, page)
            return [" › ".join([path, *page.menu, *([posts[0].title] if in_detail else [])])]
        listed = [(p, f) for p in posts for f in cls.files(portal, page, p)]
        first = [" › ".join([p.path, *page.menu, p.title, f.caption]) for p, f in listed[:1]]
        return [*first, *dict.fromkeys(f"{f.href.partition('?')[0]} › (arquivo)" for _, f in listed)]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A file lies behind its post."""
        return [(f"{page.id}/{view.id}/publicação", f"{page.id}/{view.id}/arquivo")] if view.file else [()]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "front", self.front)
        rule("/<entity>/categoria-download/<name>/", "category", self.category)
        rule("/<entity>/categoria-download/<name>/page/<int:sheet>/", "category_sheet", self.category)
        rule("/<entity>/download/<path:path>/", "post", self.post)
        rule("/<entity>/wp-content/uploads/<path:path>", "upload", self.upload)
        rule("/<entity>/<name>/", "text", self.text)

    def front(self, entity: str) -> str:
        return self.render("home.html", portal=self.portal_by(entity=entity), page=None)

    def text(self, entity: str, name: str) -> str:
        portal, page = self.needed(entity, name)
        if page.views:
            abort(404)
        return self.render("text.html", portal=portal, page=page)

    def category(self, entity: str, name: str, sheet: int = 1) -> str:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if p.views and plain_word(p.title) == name), None) or abort(
            404
        )
        posts = self.posts(portal, page)
        pages = max(1, -(-len(posts) // POSTS))
        shown = posts[(sheet - 1) * POSTS : sheet * POSTS]
        return self.render("category.html", portal=portal, page=page, posts=shown, sheet=sheet, pages=pages)

    def all_posts(self, portal: Portal) -> Iterator[tuple[Page, Post]]:
        for page in portal.pages_on(self.name):
            for post in self.posts(portal, page):
                yield page, post

    def post(self, entity: str, path: str) -> Response | str:
        portal = self.portal_by(entity=entity)
        here = f"/{entity}/download/{path}/"
        page, post = next(((p, q) for p, q in self.all_posts(portal) if q.path == here), (None, None))
        if page is None or post is None:
            abort(404)
        listed = self.files(portal, page, post)
        if "wpdmdl" in request.args:
            wanted = next((f for f in listed if f.number == request.args["wpdmdl"]), None)
            return self.send(portal, page, post, wanted or abort(404))
        sized = [(f, len(self.content(portal, page, post, f))) for f in listed]
        opened: Opened | None = None
        if post.row and post.view.detail:
            opened = self.opened(post.view.detail, post.row)
        return self.render("post.html", portal=portal, page=page, post=post, files=sized, opened=opened)

    def upload(self, entity: str, path: str) -> Response:
        portal = self.portal_by(entity=entity)
        here = f"/{entity}/wp-content/uploads/{path}"
        for page, post in self.all_posts(portal):
            for found in self.files(portal, page, post):
                if found.href == here:
                    return self.send(portal, page, post, found)
        return abort(404)

    def content(self, portal: Portal, page: Page, post: Post, wanted: File) -> bytes:
        view = post.view
        if view.file is None:
            abort(404)
        rows = portal.rows(page, view, Query(post.year, wanted.month))
        over = (f"MUNICÍPIO DE {portal.name.upper()}", post.title.replace("–", "-"), f"Referência: {wanted.caption}")
        sheet = files.Sheet(
            over,
            tuple(c.label for c in view.columns),
            tuple(tuple(text_of(self.dress(c, r)) for c in view.columns) for r in rows),
            tuple(c.group for c in view.columns),
            tuple(table.sums(view, rows)) if view.total else (),
            "Relatório gerado pelo sistema de contabilidade.",
        )
        return files.made(view.file.kind, sheet)

    def send(self, portal: Portal, page: Page, post: Post, wanted: File) -> Response:
        published = post.view.file or abort(404)
        response = Response(self.content(portal, page, post, wanted), content_type=published.media_type)
        if published.by == "download":
            name = f"{plain_word(post.title)}.{published.extension}"
            response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
