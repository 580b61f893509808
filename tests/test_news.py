"""What a run found that is new reaches who wants to hear of it, and nothing of it is lost where a server is down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import feedparser
import pytest
from audit_of_pages import run as run_command
from lxml import etree
from portal_of_towns import portal_of_towns, run
from post_office import free_port, post_office
from scrapy.settings import Settings
from starlette.testclient import TestClient

from transparency.api.app import make_app
from transparency.api.guard import Rules
from transparency.api.index import Index
from transparency.api.served import Served
from transparency.aspects.seen import Answer
from transparency.commands.news import Command as NewsCommand
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.news.announce import announce
from transparency.news.changes import turned
from transparency.news.journal import FEEDS, ROOM
from transparency.news.outbox import waiting
from transparency.news.subscriptions import subscriptions_of
from transparency.portals.catalogue import Municipality
from transparency.run.event_log import one_line
from transparency.run.monitors import Alarm
from transparency.run.runs import Result
from transparency.store.answers import write_answers
from transparency.store.audits import StoredAudit, open_audit

ATOM = "{http://www.w3.org/2005/Atom}"
ITEMS = ("numero_licitacao", "objeto_licitacao", "modalidade_licitacao", "edital")


def stored(root: Path, slug: str, words: str, time: str, uf: str = "PB", vendor: str = "elmar") -> StoredAudit:
    """An audit of four items: p (published), a (absent) or i (inconclusive) each."""
    folder = root / uf.lower() / slug / time
    folder.mkdir(parents=True)
    status = {"p": "published", "a": "absent", "i": "inconclusive"}
    lines = [
        {"municipio": slug, "uf": uf, "criterion": "licitacao", "item": item, "status": status[word], "reason": "x",
         "page_url": f"https://{slug}.example/{item}" if word == "p" else ""}
        for item, word in zip(ITEMS, words, strict=True)
    ]  # fmt: skip
    (folder / "verdicts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    started = f"{time[:4]}-{time[4:6]}-{time[6:8]}T12:00:00Z"
    (folder / "audit.json").write_text(
        json.dumps({"municipio": {"slug": slug, "name": slug.title(), "uf": uf, "families": [vendor], "portal_url": f"https://{slug}.example/"},
                    "started": started, "entry_problem": "caiu" if words == "iiii" else "", "criteria": {}, "settings": {}})
    )  # fmt: skip
    (folder / "pages.jsonl").write_text("")
    return open_audit(folder)


def result(root: Path, slug: str, *words: str, uf: str = "PB", vendor: str = "elmar") -> Result:
    """The newest of some audits of a town, a month apart."""
    audits = [stored(root, slug, one, f"2026{month:02}02T120000Z", uf, vendor) for month, one in enumerate(words, 1)]
    return Result(Municipality(slug, slug.title(), uf, "", f"https://{slug}.example/", "", (vendor,)), audits[-1])


def tell(root: Path, matrix: Matrix, found: list[Result], odd: list[Alarm] | None = None, run: str = "20260401T000000Z-aaaaaa", **given: Any) -> list[Alarm]:  # fmt: skip
    """What could not be told of a run."""
    settings = Settings({"NEWS_ENABLED": True, "AUDITS_DIR": str(root), "MAIL_HOST": "127.0.0.1", "MAIL_FROM": "a@b.example", **given})  # fmt: skip
    return announce(run, found, odd or [], matrix, settings)


def entries(root: Path, name: str = "tudo") -> list[Any]:
    """Of a feed that is valid: as another program reads it, and with what RFC 4287 wants of each part."""
    data = (root / FEEDS / f"{name}.atom").read_bytes()
    read = feedparser.parse(data)
    assert not read.bozo and read.version == "atom10"
    tree = etree.fromstring(data)
    for part in (tree, *tree.iter(f"{ATOM}entry")):
        for needed in ("id", "title", "updated"):
            assert len(part.findall(f"{ATOM}{needed}")) == 1, (name, needed)
    ids = [one.text for one in tree.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) and all(str(one).startswith("urn:uuid:") for one in ids)
    assert tree.find(f"{ATOM}author/{ATOM}name") is not None and tree.find(f"{ATOM}link[@rel='self']") is not None
    return list(read.entries)


@pytest.mark.parametrize(
    ("words", "appeared", "vanished"),
    [
        (("ppaa", "papa"), [2], [1]),
        (("paia", "aiip"), [3], [0]),
        (("papa", "iiii", "appa"), [1], [0]),  # what was not seen in between does not hide what came and went
        (("paaa",), [], []),
        (("iiii", "pppp"), [], []),
    ],
)
def test_what_is_decided_otherwise_is_new(tmp_path: Path, words: tuple[str, ...], appeared: list[int], vanished: list[int]) -> None:  # fmt: skip
    result(tmp_path, "vila", *words)
    *older, newest = [open_audit(file.parent) for file in sorted(tmp_path.rglob("audit.json"))]
    came, went = turned(newest, reversed(older))
    assert [ITEMS.index(one.item) for one in came] == appeared
    assert [ITEMS.index(one.item) for one in went] == vanished and all(one.page_url for one in went)


def test_answers_to_the_national_matrix_are_news_too(tmp_path: Path, matrix: Matrix) -> None:
    """What an earlier audit could not decide, or was not asked, neither comes nor goes."""
    found = result(tmp_path, "vila", "pppp", "pppp", "pppp")
    told = [
        {("4.1", "available"): "met", ("4.1", "current"): "not_met", ("4.3", "available"): "undecided"},
        {("4.1", "available"): "undecided", ("4.1", "current"): "undecided", ("4.3", "available"): "not_met"},
        {("4.1", "available"): "not_met", ("4.1", "current"): "met", ("4.3", "available"): "not_met", ("5.1", "available"): "met"},
    ]  # fmt: skip
    for file, given in zip(sorted(tmp_path.rglob("audit.json")), told, strict=True):
        answers = [Answer(*key, status, "x", url="https://vila.example/x") for key, status in given.items()]  # type: ignore[arg-type]
        write_answers(file.parent, "pntp-2026", answers)
    assert tell(tmp_path, matrix, [found]) == []
    (entry,) = entries(tmp_path)
    assert entry.title == "Vila (PB): 1 item apareceu, 1 sumiu"
    text = entry.content[0].value
    assert "4.1 (atualidade)" in text and "4.1 (disponibilidade)" in text and "4.3" not in text and "5.1" not in text


def test_news_go_to_whom_they_concern(tmp_path: Path, matrix: Matrix) -> None:
    """By state, vendor and town, from the thresholds on; a feed for each of them."""
    found = [
        result(tmp_path, "vila", "ppaa", "papa"),
        result(tmp_path, "serra", "aaaa", "paaa", uf="RN", vendor="betha"),
        result(tmp_path, "quieta", "pppp", "pppp"),
        result(tmp_path, "fora", "pppp", "iiii", vendor="betha"),
    ]
    odd = [Alarm("vendor", "Fornecedor betha: nenhum.", ("Serra", "Fora")), Alarm("drop", "Vila: menos.", ("Vila",))]
    with post_office() as office:
        lines = [
            "{nome: estado, emails: [pb@x.example], ufs: [pb]}",
            f"{{nome: família, webhook: '{office.webhook('/betha')}', fornecedores: [betha]}}",
            "{nome: cidade, emails: [q@x.example], municipios: [quieta-pb]}",
            "{nome: sempre, emails: [s@x.example], municipios: [quieta], sempre: true}",
            "{nome: muito, emails: [m@x.example], minimo: {apareceram: 9, sumiram: 9, alertas: 0}}",
        ]
        file = tmp_path / "avisos.yml"
        file.write_text("avisos:\n" + "".join(f"  - {line}\n" for line in lines), "utf-8")
        assert tell(tmp_path, matrix, found, odd, NEWS_FILE=str(file), **office.mail_settings) == []
        told = {str(mail["To"]): mail for mail in office.mails}
        assert set(told) == {"pb@x.example", "s@x.example"}
        state = told["pb@x.example"]
        assert state["Subject"] == "Transparência, 3 municípios: 1 item apareceu, 1 sumiu, 3 alertas"
        text = state.get_content()
        assert (
            "Serra (RN)" not in text
            and "Sumiu: Licitação: " in text
            and "https://vila.example/objeto_licitacao" in text
        )
        assert "Alerta: o portal não pôde ser visto: caiu." in text and "Vila: menos." in text
        assert "nada de novo" in told["s@x.example"]["Subject"]
        (post,) = office.posts
        assert office.paths == ["/betha"] and [town["slug"] for town in post["towns"]] == ["serra", "fora"]
        assert post["counts"] == {"appeared": 1, "vanished": 0, "alarms": 2} and post["text"]
        assert waiting(tmp_path / ROOM) == []
    assert len(entries(tmp_path)) == 4
    for name, count in {"uf-pb": 3, "uf-rn": 2, "fornecedor-betha": 3, "municipio-pb-vila": 1, "municipio-pb-quieta": 0}.items():  # fmt: skip
        assert len(entries(tmp_path, name)) == count, name


def test_who_waits_for_the_end_does_not_wait_for_servers(tmp_path: Path, matrix: Matrix) -> None:
    """After Ctrl-C what is new is recorded, and goes out with the next run; a town's own site is no vendor."""
    found = [result(tmp_path, "vila", "ppaa", "papa", vendor="proprio")]
    with post_office() as office:
        given = {"NEWS_WEBHOOK": office.webhook(), **office.mail_settings}
        settings = Settings({"NEWS_ENABLED": True, "AUDITS_DIR": str(tmp_path), **given})
        assert announce("r", found, [], matrix, settings, send=False) == []
        assert office.posts == [] and len(waiting(tmp_path / ROOM)) == 1 and len(entries(tmp_path)) == 1
        assert tell(tmp_path, matrix, [], **given) == [] and len(office.posts) == 1
    assert [path.name for path in (tmp_path / FEEDS).glob("fornecedor-*")] == []


def test_a_full_disk_is_an_alarm_and_tells_it_next_time(
    tmp_path: Path, matrix: Matrix, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [result(tmp_path, "vila", "ppaa", "papa")]
    with post_office() as office:
        given = {"NEWS_WEBHOOK": office.webhook(), **office.mail_settings}

        def full(path: Path, data: bytes) -> None:
            raise OSError(28, "sem espaço")

        with monkeypatch.context() as patched:
            patched.setattr("transparency.news.outbox.write", full)
            (alarm,) = tell(tmp_path, matrix, found, **given)
        assert "sem espaço" in alarm.text and office.posts == []
        assert tell(tmp_path, matrix, found, **given) == [] and len(office.posts) == 1


def test_feeds_are_served_and_lead_to_reports(tmp_path: Path, matrix: Matrix) -> None:
    found = [result(tmp_path, "vila", "ppaa", "papa")]
    tell(tmp_path, matrix, found)
    index = Index(tmp_path)
    index.refresh()
    web = TestClient(make_app(Served(index, matrix, Rules())), base_url="http://127.0.0.1")
    answer = web.get("/noticias/tudo.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert web.get("/noticias/tudo.atom", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    (entry,) = feedparser.parse(answer.content).entries
    there = web.get(urljoin("http://127.0.0.1/noticias/tudo.atom", entry.link), follow_redirects=False)
    (audit,) = [row["id"] for row in web.get("/api/v1/audits").json()["rows"] if row["newest"]]
    assert there.headers["location"] == f"/auditorias/{audit}/"
    for path in ("nada.atom", "..%2f.news%2ftold.json", "told.json"):
        assert web.get(f"/noticias/{path}").status_code == 404


def test_nothing_is_told_twice_and_nothing_between_is_lost(tmp_path: Path, matrix: Matrix) -> None:
    """An audit that nobody was told of lies between: what it found is told with the next."""
    first = result(tmp_path, "vila", "paaa", "ppaa")
    with post_office() as office:
        given = {"NEWS_WEBHOOK": office.webhook(), **office.mail_settings}
        assert tell(tmp_path, matrix, [first], **given) == tell(tmp_path, matrix, [first], **given) == []
        assert len(office.posts) == 1
        stored(tmp_path, "vila", "pppa", "20260302T120000Z")
        newest = Result(first.municipality, stored(tmp_path, "vila", "pppa", "20260402T120000Z"))
        tell(tmp_path, matrix, [newest], run="20260501T000000Z-bbbbbb", **given)
    assert [[one["item"] for one in post["towns"][0]["appeared"]] for post in office.posts] == [[ITEMS[1]], [ITEMS[2]]]
    assert len(entries(tmp_path)) == 2


@pytest.mark.parametrize("broken", ["smtp", "webhook"])
def test_a_dead_server_is_one_alarm_and_loses_nothing(tmp_path: Path, matrix: Matrix, broken: str) -> None:
    found = [result(tmp_path, "vila", "ppaa", "papa")]
    port = free_port()
    given: dict[str, Any] = {"MAIL_PORT": port, "NEWS_MAIL": "a@x.example,b@x.example", "MAIL_PASS": "segredo-1"}
    if broken == "webhook":
        given |= {"NEWS_MAIL": "", "NEWS_WEBHOOK": f"http://127.0.0.1:{port}/segredo-1"}
    for _ in range(2):
        (alarm,) = tell(tmp_path, matrix, found, **given)
        assert alarm.kind == "news" and "o servidor recusou a conexão" in alarm.text and "\n" not in alarm.text
        assert "segredo" not in alarm.text and len(waiting(tmp_path / ROOM)) == 1
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert not any(word in file.read_bytes() for word in (b"segredo", b"x.example", str(port).encode())), file
    with post_office(smtp=port) as office:
        if broken == "webhook":
            given["NEWS_WEBHOOK"] = office.webhook()
        assert tell(tmp_path, matrix, found, **given) == []
        assert (len(office.mails), len(office.posts)) == ((2, 0) if broken == "smtp" else (0, 1))
        assert waiting(tmp_path / ROOM) == [] and tell(tmp_path, matrix, found, **given) == []
        assert len(office.mails) + len(office.posts) == (2 if broken == "smtp" else 1)


def test_who_has_had_it_does_not_get_it_again(tmp_path: Path, matrix: Matrix) -> None:
    """One recipient of two is refused; a webhook that answers an error, or leads elsewhere, has not had it."""
    found = [result(tmp_path, "vila", "ppaa", "papa")]
    with post_office() as office:
        office.refused, office.status = {"a@x.example"}, 503
        given = {"NEWS_MAIL": "a@x.example,b@x.example", "NEWS_WEBHOOK": office.webhook(), **office.mail_settings}
        texts = " ".join(alarm.text for alarm in tell(tmp_path, matrix, found, **given))
        assert "o servidor recusou o destinatário" in texts and "o servidor respondeu 503" in texts
        office.refused, office.status = set(), 302
        (alarm,) = tell(tmp_path, matrix, found, **given)
        assert "respondeu 302" in alarm.text and "/elsewhere" not in office.paths
        office.status = 200
        assert tell(tmp_path, matrix, found, **given) == []
        assert [str(mail["To"]) for mail in office.mails] == ["b@x.example", "a@x.example"]
        assert len({mail["Message-ID"] for mail in office.mails}) == 2 and len(office.posts) == 1


@pytest.mark.parametrize(("password", "arrives"), [("certa-42", True), ("errada-42", False)])
def test_a_server_that_wants_a_password(tmp_path: Path, matrix: Matrix, password: str, arrives: bool) -> None:
    found = [result(tmp_path, "vila", "ppaa", "papa")]
    with post_office(user="auditor", password="certa-42") as office:
        given = {"NEWS_MAIL": "a@x.example", "MAIL_USER": "auditor", "MAIL_PASS": password, **office.mail_settings}
        failures = [alarm.text for alarm in tell(tmp_path, matrix, found, **given)]
    assert len(office.mails) == arrives
    assert arrives or ("recusou o usuário ou a senha" in failures[0] and password not in failures[0])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("avisos: [", "não é um arquivo YAML"),
        ("avisos: [{nome: a, email: [x@y.example]}]", "unknown field `email`"),
        ("avisos: [{nome: a}]", "não vai a ninguém"),
        ("avisos: [{nome: a, emails: [senha-secreta]}]", "1º endereço de e-mail"),
        ("avisos: [{nome: a, webhook: 'ftp://senha-secreta'}]", "webhook do aviso “a”"),
        ("avisos: [{nome: a, webhook: '${NAO_HA_TAL}'}]", "variável NAO_HA_TAL"),
        ("avisos: [{nome: a, emails: [x@y.example], ufs: [XX]}]", "UF desconhecida"),
        ("avisos: [{nome: a, emails: [x@y.example]}, {nome: Á, emails: [x@y.example]}]", "mais de um aviso"),
        ("avisos: [{nome: a, emails: [x@y.example], minimo: {sumiram: -1}}]", "mínimo negativo"),
    ],
)
def test_what_is_wrong_with_the_file_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "avisos.yml"
    file.write_text(text, "utf-8")
    with pytest.raises(UserError) as caught:
        subscriptions_of(Settings({"NEWS_FILE": str(file)}))
    assert told in caught.value.message and "secreta" not in str(caught.value) and "\n" not in caught.value.message


def test_a_secret_may_stand_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AVISO_WEBHOOK", "https://chat.example/t0ken")
    file = tmp_path / "avisos.yml"
    file.write_text("avisos: [{nome: a, webhook: '${AVISO_WEBHOOK}'}]", "utf-8")
    (one,) = subscriptions_of(Settings({"NEWS_FILE": str(file)}))
    assert one.webhook == "https://chat.example/t0ken"
    logged = one_line(
        "{'MAIL_PASS': 's3nha', 'NEWS_WEBHOOK': 'https://chat.example/t0ken', 'BOT_NAME': 'transparency'}"
    )
    assert "s3nha" not in logged and "t0ken" not in logged and "transparency" in logged


def test_what_came_otherwise_is_told_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result(tmp_path, "vila", "ppaa", "papa")
    with post_office() as office:
        given = {"NEWS_WEBHOOK": office.webhook(), "AUDITS_DIR": str(tmp_path)}
        assert run_command(NewsCommand, "--testar", **given) == 0 and office.posts[0]["test"]
        assert run_command(NewsCommand, **given) == run_command(NewsCommand, **given) == 0
        assert [len(post.get("towns", ())) for post in office.posts] == [0, 1]
    assert run_command(NewsCommand, "--testar", **given) == 1
    told = capsys.readouterr()
    assert told.err.startswith("Alerta: todos, webhook: o servidor recusou a conexão") and office.webhook() not in told.err  # fmt: skip
    assert run_command(NewsCommand, "--testar", AUDITS_DIR=str(tmp_path)) == 2


def test_two_runs_over_a_portal_that_changes(tmp_path: Path) -> None:
    """End to end, as a timer runs it: what vanishes is mailed and posted; a dead server is an alarm and the exit status says so."""
    root = tmp_path / "audits"
    with portal_of_towns() as portal, post_office() as office:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila"])
        command = ("audit", "vila", "--uf", "pb", "--model", "off", "--catalogo", str(catalogue), "--saida", str(root), "-s", "REPORT_ENABLED=False")  # fmt: skip
        env = {
            "TRANSPARENCY_MAIL_HOST": "127.0.0.1", "TRANSPARENCY_MAIL_PORT": str(office.smtp), "TRANSPARENCY_NEWS_MAIL": "a@x.example",
            "TRANSPARENCY_NEWS_WEBHOOK": office.webhook("/t0ken"), "TRANSPARENCY_MAIL_PASS": "s3nha",
        }  # fmt: skip
        first = run(*command, "-s", "LOG_LEVEL=INFO", env=env)
        assert first.returncode == 0 and not office.mails, first.stderr
        assert not any(word in first.stderr for word in ("t0ken", "s3nha", "x.example"))
        portal.pages |= {
            "/vila/licitacoes": "<title>Licitações</title><h1>Licitações</h1><p>Nenhum registro encontrado.</p>"
        }
        office.status = 500
        second = run(*command, "--json", env=env)
        assert second.returncode == 3, second.stderr
        assert "webhook (“todos”): o servidor respondeu 500" in second.stderr
        assert "news" in [alarm["kind"] for alarm in json.loads(second.stdout)["alarms"]]
        (mail,) = office.mails
        assert "Vila (PB)" in mail["Subject"] and "Sumiu: Licitação: " in mail.get_content()
        office.status = 200
        third = run(*command, env=env)
        assert len(office.posts) == 1 and office.posts[0]["counts"]["vanished"] > 0, third.stderr
    assert entries(root, "municipio-pb-vila")[0].title == mail["Subject"].removeprefix("Transparência, ")
    for file in root.rglob("*"):
        assert not file.is_file() or not any(word in file.read_bytes() for word in (b"t0ken", b"s3nha", b"a@x.example"))
