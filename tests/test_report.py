"""The report of one audit, as its readers meet it: in a browser, on paper, with hostile content, with what is missing."""

from __future__ import annotations

import io
import json
import logging
import shutil
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from lab.stored import write_audits
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.report import audit_page, tree
from transparency.report.audit_page import REPORT, inside, is_filter, trace_chart, write
from transparency.report.extension import ReportExtension, make
from transparency.report.rendering import decimal, duration, moment, plural, share, size, web_address
from transparency.store.audits import StoredAudit, open_audit
from transparency.store.evidence import close_up, proof_of

MATRIX = load_matrix()
ITEMS = len(MATRIX.items())
WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> StoredAudit:
    """A whole audit with all three statuses, and its report."""
    root = tmp_path_factory.mktemp("stored")
    for folder in write_audits(root, towns=6, audits=2, seed=1):
        audit = open_audit(folder)
        if {verdict.status for verdict in audit.verdicts} == {"published", "absent", "inconclusive"}:
            write(audit, MATRIX)
            return audit
    raise AssertionError("no audit with all statuses")


def copy_of(audit: StoredAudit, folder: Path) -> Path:
    return Path(shutil.copytree(audit.folder, folder / "copy"))


@dataclass
class Opened:
    """A report in a browser, and everything that it asked for or said."""

    page: Page
    folder: Path
    requests: list[str]
    noises: list[str]

    def strays(self) -> list[str]:
        return [url for url in self.requests if not url.startswith(f"{self.folder.resolve().as_uri()}/")]

    def shown(self) -> int:
        return self.page.locator(".item:visible").count()


def opened(browser: Browser, report: Path, width: int = 1280, script: bool = True) -> Opened:
    page = browser.new_context(viewport={"width": width, "height": 844}, java_script_enabled=script).new_page()
    seen = Opened(page, report.parent, [], [])
    page.on("request", lambda request: seen.requests.append(request.url))
    for event in ("dialog", "pageerror", "popup", "download", "console"):
        page.on(event, lambda what, event=event: seen.noises.append(f"{event} {getattr(what, 'text', what)}"))
    page.goto(report.as_uri())
    return seen


@pytest.fixture
def report(browser: Browser, stored: StoredAudit) -> Iterator[Opened]:
    one = opened(browser, stored.folder / REPORT)
    yield one
    one.page.context.close()


# ---- in a browser ----------------------------------------------------------------------------------------------------


def test_the_page_says_what_the_audit_says(report: Opened, stored: StoredAudit) -> None:
    page = report.page
    assert page.locator("html").get_attribute("lang") == "pt-BR"
    assert page.locator("h1").inner_text().startswith(stored.name)
    assert page.locator(".item").count() == len(stored.verdicts) == ITEMS
    for verdict in stored.verdicts:
        item = page.locator(f'[id="{verdict.criterion}.{verdict.item}"]')
        assert item.get_attribute("data-status") == verdict.status
        text = item.text_content() or ""
        assert verdict.reason in text
        if verdict.status == "published":
            assert f"“{verdict.label}”" in text
            assert item.locator("ol > li").count() == len(verdict.steps) + 1
            assert item.locator(f'a[href="{verdict.page_url}"]').count() >= 1
            assert item.locator("a.picture").get_attribute("href") == verdict.evidence
    for name, counts in stored.summary["criteria"].items():
        row = page.locator("#summary tbody tr", has=page.locator(f'a[href="#{name}"]'))
        assert row.locator("td").all_inner_texts()[:3] == [
            str(counts[s]) for s in ("published", "absent", "inconclusive")
        ]
    assert report.noises == []
    assert report.strays() == []


def test_tables_and_items_as_csv(browser: Browser, stored: StoredAudit) -> None:
    """The items as they are chosen; ``opened`` refuses downloads as a noise."""
    page = browser.new_page()
    page.goto((stored.folder / REPORT).as_uri())

    def saved(name: str) -> list[str]:
        with page.expect_download() as awaited:
            page.get_by_role("button", name=f"Baixar CSV de: {name}").click()
        return awaited.value.path().read_text(encoding="utf-8-sig").splitlines()

    lines = saved("itens")
    assert lines[0] == "Critério;Item;Situação;Rótulo ou motivo;Endereço" and len(lines) == 1 + ITEMS
    shown = next(v for v in stored.verdicts if v.status == "published")
    assert any(f"publicado;“{shown.label}”;{shown.page_url}" in line for line in lines)
    page.get_by_role("button", name="Ausentes", exact=True).click()
    assert len(saved("itens")) == 1 + sum(v.status == "absent" for v in stored.verdicts)
    assert len(saved("Situação por critério")) == 1 + len(MATRIX.criteria)
    page.close()


def test_filters(report: Opened, stored: StoredAudit) -> None:
    page = report.page
    absent = sum(v.status == "absent" for v in stored.verdicts)
    bids = sum(v.criterion == "licitacao" for v in stored.verdicts)
    page.get_by_role("button", name="Ausentes", exact=True).click()
    assert report.shown() == absent
    assert page.locator("#shown").inner_text() == f"{absent} de {ITEMS} itens"
    assert page.get_by_role("button", name="Ausentes", exact=True).get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Todas", exact=True).click()
    page.get_by_label("Critério", exact=True).select_option("licitacao")
    assert report.shown() == bids
    page.get_by_label("Item ou rótulo").fill("SITUACAO que ninguem tem")
    assert report.shown() == 0
    page.get_by_label("Item ou rótulo").fill("número da LICITACAO")
    assert report.shown() == 1
    # A link to an item that is filtered away shows it all the same.
    page.evaluate("location.hash = '#quadro_pessoal.nome'")
    page.locator('[id="quadro_pessoal.nome"] details[open] .body').wait_for()
    assert report.shown() == ITEMS


def test_pictures_open_by_keyboard(report: Opened, stored: StoredAudit) -> None:
    page, dialog = report.page, report.page.locator("dialog")
    links = page.locator(".gallery a.picture")
    assert links.count() >= 2
    links.first.focus()
    page.keyboard.press("Enter")
    dialog.wait_for()
    first = dialog.locator("img").get_attribute("src") or ""
    assert first.endswith(links.first.get_attribute("href") or "?")
    assert "destacado" in (dialog.locator("img").get_attribute("alt") or "")
    page.wait_for_function("document.querySelector('dialog img').naturalWidth > 0")
    page.keyboard.press("ArrowRight")
    assert dialog.locator("img").get_attribute("src") != first
    page.keyboard.press("ArrowLeft")
    assert dialog.locator("img").get_attribute("src") == first
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.className") == "picture"
    assert report.strays() == []


@pytest.mark.parametrize("width", WIDTHS)
def test_accessible_and_no_wider_than_the_screen(browser: Browser, stored: StoredAudit, width: int) -> None:
    one = opened(browser, stored.folder / REPORT, width)
    one.page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    assert one.page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(one.page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []
    one.page.locator("a.picture:visible").first.click()
    found = Axe().run(one.page, context="dialog").response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    levels = one.page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5')].map(h => +h.tagName[1])")
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    one.page.context.close()


def test_all_is_there_without_script(browser: Browser, stored: StoredAudit) -> None:
    one = opened(browser, stored.folder / REPORT, script=False)
    assert one.shown() == ITEMS
    assert not one.page.locator("#filters").is_visible()
    assert all(not button.is_visible() for button in one.page.locator("button").all())
    one.page.context.close()


def test_on_paper(report: Opened, stored: StoredAudit) -> None:
    document = pypdfium2.PdfDocument(report.page.pdf(prefer_css_page_size=True))
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    for verdict in stored.verdicts:
        told = verdict.steps[-1] if verdict.status == "published" else verdict.reason
        assert told[1:40].strip() in text, verdict
    assert "Copiar" not in text
    assert "Abrir todos" not in text
    assert 4 <= len(document) <= 30


# ---- hostile content -------------------------------------------------------------------------------------------------

CANARY = "http://127.0.0.1:9/canary"
HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</pre><img src=x onerror=alert(1)>",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' onfocus='alert(1)' autofocus='",
    '" autofocus onfocus=alert(1) x="',
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<dialog open onclose=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<audio src=x onerror=alert(1)>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "<iframe src=javascript:alert(1)></iframe>",
    f"<iframe src={CANARY}></iframe>",
    f"<img src={CANARY}>",
    f"<link rel=stylesheet href={CANARY}>",
    f"<script src={CANARY}></script>",
    f"<object data={CANARY}></object>",
    f"<embed src={CANARY}>",
    f"<meta http-equiv=refresh content='0;url={CANARY}'>",
    f"<base href={CANARY}>",
    f"<form action={CANARY}><button>x</button></form>",
    f"<style>@import '{CANARY}';</style>",
    f"<style>*{{background:url({CANARY})}}</style>",
    f"<p style='background:url({CANARY})'>",
    f"<a href={CANARY} ping={CANARY}>x</a>",
    f"<video poster={CANARY}></video>",
    f"<img srcset={CANARY}>",
    f"<picture><source srcset={CANARY}></picture>",
    f"<link rel=prefetch href={CANARY}>",
    f"<link rel=dns-prefetch href={CANARY}>",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\x01javascript:alert(1)",
    "javascript&colon;alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:alert(1)",
    "file:///etc/passwd",
    "blob:null/1",
    "view-source:x",
    "//127.0.0.1:9/canary",
    "\\\\127.0.0.1\\canary",
    "http:javascript:alert(1)",
    'http://a.gov.br/"onmouseover="alert(1)',
    "http://a.gov.br/'><script>alert(1)</script>",
    "http://[",
    "http://a.gov.br:99999999/",
    "https://a.gov.br@127.0.0.1:9/canary",
    "http://\x00/",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{{ config }}",
    "{% include '/etc/passwd' %}",
    "${alert(1)}",
    "#{alert(1)}",
    "<%= alert(1) %>",
    "{{constructor.constructor('alert(1)')()}}",
    "`${alert(1)}`",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "＜script＞alert(1)＜/script＞",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script\x00>alert(1)</script>",
    "<script/x>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    "<script>alert(1)//",
    "<img src=`x` onerror=alert(1)>",
    "<img src=x:x onerror=alert(1)//",
    "<a href='javascript:alert(1)'>x</a>",
    "<a xlink:href='javascript:alert(1)'>x</a>",
    "<isindex action=javascript:alert(1)>",
    "<xss id=x tabindex=1 onfocus=alert(1)>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<marquee onstart=alert(1)>",
    "\u202egpj.exe",
    "\u2028alert(1)\u2029",
    "A" * 5000,
    "\ud800",
    "❤️" * 300,
    "<img name=getElementById>",
    "<form id=dialog><input name=showModal></form>",
    "%",
    "%E0%A4%A",
    "",
    "\x1b[2J\x07",
    "../../../../etc/passwd",
    "/etc/passwd",
    "evidence/../../../etc/passwd",
]
HOSTILE += [f"{before}<{tag} {event}=alert(1){more}>" for before, (tag, event, more) in zip(
    cycle(("", '"', "'>", "</p>", "]]>", "--!>", "</svg>", "\x0b")),
    [(tag, event, more) for tag in ("a href=#", "b", "custom-tag", "math", "q") for event, more in (
        ("onclick", ""), ("onpointerenter", " style=position:fixed;inset:0"), ("onfocus", " tabindex=1 autofocus"), ("onanimationstart", " style=animation:x"),
        ("onbeforetoggle", " popover"), ("oncontentvisibilityautostatechange", " style=content-visibility:auto"), ("ontransitionend", ""), ("onscrollend", ""),
        ("onwheel", ""), ("oncopy", " contenteditable"))],
    strict=False,
)]  # fmt: skip


def poison(folder: Path) -> None:
    """Put hostile strings, one after the other, into everything that a portal, a catalogue or a file may say."""
    turn = iter(HOSTILE * 100)

    def poisoned(value: Any) -> Any:
        if isinstance(value, str):
            return next(turn)
        if isinstance(value, list):
            return [poisoned(one) for one in value]
        return {name: poisoned(one) for name, one in value.items()} if isinstance(value, dict) else value

    def edit(line: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        return {**line, **{name: poisoned(line[name]) for name in names if name in line}}

    verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text("utf-8").splitlines()]
    for number, verdict in enumerate(verdicts):
        names = ("reason", "label", "url", "page_url", "steps", "record_set", "evidence_sha256", "html_sha256")
        verdicts[number] = edit(verdict, (*names, "evidence", "html") if number % 3 == 0 else names)
        if number % 10 == 0:
            verdicts[number] |= {"criterion": next(turn), "item": next(turn)}
    pages = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
    pages = [
        edit(p, ("url", "final_url", "title", "steps", "labels", "problem", "frames", "families", "node"))
        for p in pages
    ]
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    summary["municipio"] |= {"name": next(turn), "portal_url": next(turn), "ibge": next(turn), "families": [next(turn)]}
    summary["families"] = {next(turn): next(turn) for _ in range(5)}
    summary["problems"] = [
        dict.fromkeys(("url", "steps", "criterion", "kind", "reason"), text) | {"steps": f"{text} › {text}"} for text in HOSTILE
    ]  # fmt: skip
    summary["nodes"]["dropped"] = dict.fromkeys(HOSTILE, 1)
    summary["nodes"]["by_kind"] = dict.fromkeys(HOSTILE[:20], 1)
    summary["settings"] |= {text: text for text in HOSTILE}
    summary["versions"] |= {text: text for text in HOSTILE[:20]}
    summary["criteria"] |= {text: {"name": text, "published": 0, "absent": 0, "inconclusive": 0} for text in HOSTILE}
    summary["ended"] = next(turn)
    (folder / "audit.json").write_text(json.dumps(summary), "utf-8")
    for name, lines in (("verdicts.jsonl", verdicts), ("pages.jsonl", pages)):
        (folder / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def test_hostile_strings_stay_text(browser: Browser, stored: StoredAudit, tmp_path: Path) -> None:
    assert len(set(HOSTILE)) >= 150
    folder = copy_of(stored, tmp_path)
    poison(folder)
    one = opened(browser, write(open_audit(folder), MATRIX))
    page = one.page
    page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    page.get_by_role("button", name="Ausentes", exact=True).click()
    page.get_by_role("button", name="Todas", exact=True).click()
    page.locator("a.picture:visible").first.click()
    page.get_by_role("button", name="Próxima").click()
    page.get_by_role("button", name="Fechar", exact=True).click()
    page.mouse.wheel(0, 4000)
    page.keyboard.press("Tab")
    assert one.noises == []
    assert one.strays() == []
    assert page.locator("script").count() == 1
    assert page.locator("iframe, object, embed, form, base, link, video, audio, textarea, main svg script").count() == 0
    assert page.evaluate(
        "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on') || n === 'style')"
    ) == []  # fmt: skip
    schemes = set(page.evaluate("[...document.links].map(a => a.protocol)"))
    assert schemes <= {"http:", "https:", "file:"}
    assert page.locator("img").evaluate_all("all => all.every(i => !i.src || i.src.startsWith('file:'))")
    # What fits is shown as it was written; only what no page can hold is replaced.
    text = " ".join((page.locator("body").text_content() or "").split())
    for hostile in HOSTILE:
        if len(hostile) < 100 and hostile.isprintable() and hostile.isascii():
            assert " ".join(hostile.split()) in text, hostile
    page.context.close()


def test_the_policy_holds_even_where_escaping_would_fail(browser: Browser, stored: StoredAudit, tmp_path: Path) -> None:
    folder = copy_of(stored, tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        canary = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        injected = (
            f"<script>document.title = 'ran'</script><script src={canary}></script><link rel=stylesheet href={canary}>"
            f"<img id=own src=x onerror=\"document.title = 'ran'\"><p id=p style='color: red'><img src={canary}><object data={canary}></object>"
        )
        text = (folder / REPORT).read_text("utf-8")
        (folder / REPORT).write_text(text.replace("<main", f"{injected}<main", 1), "utf-8")
        one = opened(browser, folder / REPORT)
        assert one.page.title().startswith("Transparência de ")
        assert one.page.locator("#own").count() == 1
        assert one.page.evaluate("getComputedStyle(document.querySelector('#p')).color") != "rgb(255, 0, 0)"
        one.page.context.close()
        listener.settimeout(0.2)
        with pytest.raises(TimeoutError):
            listener.accept()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("audit.json", "{}"),
        ("verdicts.jsonl", "{"),
        ("verdicts.jsonl", '{"municipio": "a", "uf": "PB", "criterion": "b", "item": "c", "status": "talvez", "reason": ""}'),
        ("verdicts.jsonl", "[]"),
        ("pages.jsonl", "nada"),
        ("pages.jsonl", '{"frames": 7, "findings": [1]}'),
    ],
)  # fmt: skip
def test_torn_audits_are_told(stored: StoredAudit, tmp_path: Path, file: str, text: str) -> None:
    folder = copy_of(stored, tmp_path)
    (folder / REPORT).unlink()
    (folder / file).write_text(text, "utf-8")
    with pytest.raises(UserError):
        write(open_audit(folder), MATRIX)
    assert not (folder / REPORT).exists()
    assert list(folder.glob(".*")) == []


def test_poor_audits_have_a_report(stored: StoredAudit, tmp_path: Path) -> None:
    """Older audits say less; pictures may have been lost."""
    folder = copy_of(stored, tmp_path)
    town = stored.summary["municipio"]
    (folder / "audit.json").write_text(json.dumps({"municipio": {k: town[k] for k in ("slug", "name", "uf")}, "started": stored.started}))  # fmt: skip
    (folder / "pages.jsonl").write_text("")
    shutil.rmtree(folder / "evidence")
    text = write(open_audit(folder), MATRIX).read_text("utf-8")
    assert "não está na pasta da auditoria" in text
    assert "<img alt" in text
    assert "a.picture" in text
    assert 'class="picture"' not in text


# ---- the pieces ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (moment("2026-11-21T13:45:52Z"), "21/11/2026, 10h45"),
        (moment("2026-11-21T01:45:52Z"), "20/11/2026, 22h45"),
        (moment("2026-11-21T13:45:52"), "21/11/2026, 10h45"),
        (moment("ontem"), "ontem"),
        (duration(0.44), "0,4 s"),
        (duration(59.96), "1 min 0 s"),
        (duration(7230), "2 h 0 min"),
        (duration(None), "–"),
        (size(0), "0 B"),
        (size(314266), "314 kB"),
        (size(1_500_000), "1,5 MB"),
        (size(999_600), "1,0 MB"),
        (size(None), "–"),
        (share(13, 24), "54%"),
        (share(0, 0), "–"),
        (plural(1, "página"), "1 página"),
        (plural(1234, "lugar", "lugares"), "1.234 lugares"),
        (decimal(None), "–"),
        (web_address("https://a.gov.br/x?y=1#z"), "https://a.gov.br/x?y=1#z"),
        (web_address("HTTP://A.GOV.BR"), "HTTP://A.GOV.BR"),
        (web_address("javascript:alert(1)"), ""),
        (web_address("//a.gov.br"), ""),
        (web_address("http://["), ""),
        (web_address(None), ""),
    ],
)
def test_figures_the_brazilian_way(shown: str, expected: str) -> None:
    assert shown == expected


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("Exercício: “2025”; clique em “Consultar”", True),
        ("Ano: “2025”", True),
        ("clique em “Ano: “2025””", False),
        ("abra “Consulta: “x””", False),
        ("abra a primeira linha (“2025”)", False),
        ("", False),
    ],
)
def test_filter_steps(step: str, expected: bool) -> None:
    assert is_filter(step) is expected


ENTRY = "abra http://a.gov.br/"


def seen(*steps: str, items: tuple[str, ...] = (), empty: tuple[str, ...] = (), problem: str = "") -> dict[str, Any]:
    findings = [{"criterion": "c", "item": item, "has_data": True} for item in items]
    findings += [{"criterion": "c", "item": item, "has_data": False} for item in empty]
    return {"steps": [ENTRY, *steps], "final_url": f"http://a.gov.br/{len(steps)}", "findings": findings, "problem": problem}  # fmt: skip


def outline(place: tree.Place) -> dict[str, Any]:
    return {f"{one.words} {one.state} {one.items}/{one.visits}": outline(one) for one in place.branches.values()}


def test_the_walk_as_a_tree() -> None:
    pages = [
        seen(),
        seen("abra “A”", items=("x", "y")),
        seen("abra “B”", "clique em “C”", items=("y", "z", "unasked"), empty=("w",)),
        seen("abra “B”", "clique em “C”"),
        seen("abra “D”", items=("x",)),
        seen("abra “E”", problem="captcha"),
    ]
    failures = [
        {"steps": f"{ENTRY} › abra “F”", "reason": "caiu"},
        {"steps": f"{ENTRY} › abra “E”", "reason": "captcha"},
    ]
    root = tree.grow(pages, failures, [("c", item) for item in "wxyz"])
    assert (root.words, root.state) == (ENTRY, "visited")
    assert outline(root) == {
        "abra “A” rewarding 2/1": {},
        "abra “B” passed 0/0": {"clique em “C” rewarding 1/2": {}},
        "abra “D” visited 0/1": {},
        "abra “E” blocked 0/1": {},
        "abra “F” blocked 0/0": {},
    }
    assert [place.words for place in root.shown] == ["abra “A”", "abra “B”", "abra “E”", "abra “F”"]
    assert [place.words for place in root.barren] == ["abra “D”"]
    assert {state: root.total(state) for state in ("rewarding", "blocked", "visited", "passed")} == {
        "rewarding": 2, "blocked": 2, "visited": 2, "passed": 1,
    }  # fmt: skip
    assert root.branches["abra “E”"].problems == ["captcha"]
    assert root.size == 7


@pytest.mark.parametrize("steps", [None, "abra", 7, [], ["x"] * 5000, [1, None]])
def test_a_tree_of_odd_steps(steps: Any) -> None:
    assert tree.grow([{"steps": steps}], [{}], []).size <= tree.DEEPEST + 2


def test_what_was_tried(stored: StoredAudit) -> None:
    pages = [
        {**seen("abra “Licitações”"), "labels": ["Licitações"]},
        {**seen("abra “Licitações”", "Ano: “2025”; clique em “Buscar”"), "labels": ["Licitações", "Buscar"],
         "findings": [{"criterion": "licitacao", "item": "objeto", "has_data": True}],
         "frames": [{"record_sets": [{"shape": "table", "rows": 1, "columns": [{"label": "Objeto"}], "empty_message": "nada"}]}]},
        {**seen("abra “Notícias”"), "labels": ["Notícias"]},
    ]  # fmt: skip
    problems = [{"criterion": "licitacao", "reason": "caiu"}, {"criterion": "", "reason": "outro"}]
    views = audit_page._criteria(stored, MATRIX, pages, problems, {})
    tried = next(view.tried for view in views if view.id == "licitacao")
    assert [page.steps[1:] for page in tried.promising] == [["abra “Licitações”"]]
    assert [page.sets for page in tried.pages] == [
        [{"shape": "tabela com 1 registro", "labels": ["Objeto"], "empty": "nada"}]
    ]
    assert dict(tried.filters) == {"Ano: “2025”; clique em “Buscar”": 1}
    assert [problem["reason"] for problem in tried.blocked] == ["caiu"]


@pytest.mark.parametrize("box", [(600, 500, 80, 20), (2, 2, 40, 10), (1200, 880, 70, 15), (20, 300, 1240, 30), None])
def test_thumbnails_show_the_highlight(box: tuple[int, int, int, int] | None) -> None:
    raw = io.BytesIO()
    Image.new("RGB", (1280, 900), "white").save(raw, "JPEG")
    left, top, right, bottom = close_up((1280, 900), [(x, y, x + w, y + h) for x, y, w, h in [box]] if box else [])
    assert 0 <= left < right <= 1280 and 0 <= top < bottom <= 900
    assert right - left >= 640
    if box:
        x, y, width, height = box
        assert left <= x and top <= y and right >= x + width and bottom >= y + height
    with Image.open(io.BytesIO(proof_of(raw.getvalue(), (0, 0), [box] if box else [])[1])) as picture:
        red, green, blue = picture.convert("RGB").split()
    marks = ImageChops.darker(
        red.point(lambda v: 255 * (v > 150)), ImageChops.lighter(green, blue).point(lambda v: 255 * (v < 130))
    ).getbbox()
    if not box:
        assert marks is None
        return
    scale = red.width / (right - left)
    drawn = (
        (x - 3 - left) * scale,
        (y - 3 - top) * scale,
        (x + width + 3 - left) * scale,
        (y + height + 3 - top) * scale,
    )
    within = [min(max(place, 0), end) for place, end in zip(drawn, (*red.size, *red.size), strict=True)]
    assert marks == pytest.approx(within, abs=6)  # colours of a small picture are blurred


def test_small_pictures_are_light_and_the_report_is_made_of_files_alone(stored: StoredAudit) -> None:
    pictures = sorted((stored.folder / "evidence").glob("*.webp"))
    assert {one.stem for one in pictures} >= {Path(v.evidence).stem for v in stored.verdicts if v.evidence}
    assert all(one.stat().st_size < 20_000 for one in pictures)
    before = {path: path.stat().st_mtime_ns for path in stored.folder.rglob("*") if path.name != REPORT}
    text = (stored.folder / REPORT).read_bytes()
    assert write(stored, MATRIX).read_bytes() == text
    assert {
        path: path.stat().st_mtime_ns for path in stored.folder.rglob("*") if path.name != REPORT
    }.keys() == before.keys()


@pytest.mark.parametrize(
    "name", ["../secret.jpg", "/etc/passwd", "evidence/../../secret.jpg", "link.jpg", "evidence", "\x00", "a" * 5000]
)
def test_no_path_leaves_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"x")
    folder = tmp_path / "audit"
    (folder / "evidence").mkdir(parents=True)
    (folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    (folder / "evidence" / "own.jpg").write_bytes(b"x")
    assert inside(folder, name) is None
    assert inside(folder, "evidence/own.jpg") == (folder / "evidence" / "own.jpg").resolve()


@pytest.mark.parametrize("trace", [[], [{"nodes": 1, "items": 1}], [{"nodes": 1}, {"items": 2}]])
def test_no_chart_of_nothing(trace: list[dict[str, int]]) -> None:
    assert trace_chart(trace, 61) == ""


# ---- made by default -------------------------------------------------------------------------------------------------


def test_a_report_that_fails_is_logged_and_harms_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert make(tmp_path, MATRIX) is None
    assert "UserError" in caplog.text
    assert str(tmp_path) in caplog.text


def test_reports_can_be_turned_off() -> None:
    with pytest.raises(NotConfigured):
        ReportExtension.from_crawler(get_crawler(settings_dict={"REPORT_ENABLED": False}))
