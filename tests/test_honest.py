"""R15: blocked, broken, closed or empty is never ``absent``; what is truly absent is said to be, and where it was looked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from candidates import candidate
from refusals import EMPTIES, F5, REFUSALS, Fixture

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.classify.obstacle import CLOSED, hint, obstacle, session_closed
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.onward import Onward
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.request import candidate_of
from transparency.crawl.signposts import Signposts
from transparency.crawl.standing import Standing
from transparency.crawl.walker import Walker
from transparency.extract.documents import read_document
from transparency.extract.redact import redact
from transparency.extract.values import denials
from transparency.items import Verdict
from transparency.matrix import load_matrix
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.portals.catalogue import Municipality
from transparency.spiders.portal import PortalSpider
from transparency.text import normalize

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
SITE = "https://transparencia.vilapequena.example"
BUDGETED = "despesa_orcamentaria"
Read = Callable[[str, str], View]
"""HTML and its address → what a visit reads of it."""
HOME = (
    "<!doctype html><html><head><title>Portal da Transparência</title></head><body><h1>Portal da Transparência</h1>"
    "<nav><a href=/receitas>Receitas orçamentárias</a> <a href=/despesas>Despesas orçamentárias</a> <a href=/contas>Portal da Transparência</a></nav>"
    "<p>Bem-vindo ao portal da transparência do município.</p></body></html>"
)
REVENUE = (
    "<!doctype html><html><body><h1>Receitas orçamentárias</h1><table><tr><th>Código</th><th>Natureza da receita</th><th>Previsão inicial</th><th>Arrecadado</th></tr>"
    + "".join(f"<tr><td>1.1.{n}</td><td>IPTU {n}</td><td>{n}.000,00</td><td>{n}00,00</td></tr>" for n in range(1, 6))
    + "</table></body></html>"
)


class Town:
    """A walk through a portal whose pages are given: the spider's own judging and following, without a network."""

    def __init__(self, read: Read) -> None:
        self.read = read
        town = Municipality("vila-pequena", "Vila Pequena", "PB", "", f"{SITE}/", "", ())
        self.audit = Audit(town, MATRIX, False, Budget(), changed=lambda: None)
        self.audit.begin()
        self.spider: Any = PortalSpider()
        self.spider.matrix, self.spider.words = MATRIX, WORDS
        self.spider.signposts = SIGNPOSTS
        self.spider.onward = Onward(MATRIX, WORDS, SIGNPOSTS, self.spider.today, self.spider._request)
        self.spider.audits = {self.audit.name: self.audit}
        strategy = SimpleNamespace(rewarded=lambda *_: None)
        self.spider.frontier = SimpleNamespace(strategy_of=lambda _: strategy, take_over=lambda _: None)
        self.waiting = [self.spider._entry(self.audit)]
        self.left: list[Any] = []

    def see(self, path: str, html: str, status: int = 200) -> None:
        """Visit the node that waits at a path; what leads on from it waits then."""
        request = next(r for r in self.waiting if r.url == f"{SITE}{path}")
        self.waiting.remove(request)
        assert self.audit.agenda.admits(request)
        data = self.read(html, request.url)
        node = candidate_of(request).node
        view = FrameView(FrameKey(), request.url, "", data, redacted=redact(data.html))
        snapshot = Snapshot(request.url, data.title, status, [view], node, list(node.words))
        walker = Walker(self.spider, request)
        walker.look(snapshot)
        walker.onward(snapshot, False)
        for result in walker.results():
            if hasattr(result, "meta"):
                self.audit.agenda.opened(result)
                self.waiting.append(result)

    def see_through(self, path: str, html: str) -> None:
        """Visit the node at a path, and run its queries, which all bring the same."""
        while any(r.url == f"{SITE}{path}" for r in self.waiting):
            self.see(path, html)

    def verdicts(self, criterion: str) -> list[Verdict]:
        return [v for v in self.audit.verdicts() if v.criterion == criterion]


@pytest.fixture(scope="module")
def new_town(snapshot_of: Read) -> Callable[[], Town]:
    """Makes towns of which nothing was seen yet. Most have some of their pages in common, each of which is read once."""
    return partial(Town, cache(snapshot_of))


def kind_of(read: Read, one: Fixture, depth: int) -> str:
    """The name of the kind that a page is taken for, ``closed`` and ``http`` for those without words of their own."""
    data = read(one.html, f"{SITE}/x")
    bare = not (data.candidates or data.forms or data.selects)
    entries = [c.label for c in data.candidates if c.kind == "link" and c.label]
    said = obstacle(one.status, data.title, data.text, [], WORDS.obstacles, data.challenge, bare, bool(depth), entries)
    if said == CLOSED:
        return "closed"
    return next((kind.name for kind in WORDS.obstacles.kinds if said.startswith(kind.reason)), "http" if said else "")


def test_r15_there_are_enough_fixtures() -> None:
    assert len(REFUSALS) >= 60 and len(EMPTIES) >= 20
    assert len({one.id for one in (*REFUSALS, *EMPTIES)}) == len(REFUSALS) + len(EMPTIES)
    assert len(F5) == 247


@pytest.mark.parametrize("one", REFUSALS, ids=lambda one: one.id)
def test_r15_a_refusal_is_named(snapshot_of: Read, one: Fixture) -> None:
    """By its own kind nearly always; a page of two kinds may be named by the other."""
    assert kind_of(snapshot_of, one, 1)


@pytest.mark.parametrize(
    ("links", "words", "refused"),
    [
        (12, "", False),  # an entry of the menu
        (2, "", True),
        (12, "<h1>Área restrita</h1><p>Usuário: Senha:</p>", True),
        (12, "<p>É necessário fazer login para ver esta página.</p>", True),
    ],
)
def test_r15_a_menu_with_a_restricted_area_refuses_nothing(
    snapshot_of: Read, links: int, words: str, refused: bool
) -> None:
    menu = "".join(f"<li><a href=/{n}>Consulta {n}</a></li>" for n in range(links))
    page = f"<title>Portal</title><ul>{menu}<li><a href=/entrar>Área restrita</a></li></ul>{words}<h2>Licitações</h2>"
    data = snapshot_of(page, f"{SITE}/x")
    entries = [c.label for c in data.candidates if c.kind == "link"]
    assert bool(obstacle(200, data.title, data.text, [], WORDS.obstacles, entries=entries)) is refused


@pytest.mark.parametrize(
    ("links", "words", "refused"),
    [
        (12, "Aviso: sistema em manutenção no dia 20/12/2026, das 0h às 4h.", False),
        (12, "Sistema em manutenção: 20 de dezembro, das 0h às 4h.", False),
        (12, "Manutenção programada no domingo, das 6h às 8h.", False),
        (12, "Em manutenção até as 18h.", True),
        (1, "Sistema em manutenção no dia 20/12/2026, das 0h às 4h.", False),
        (0, "Sistema em manutenção no dia 20/12/2026, das 0h às 4h.", True),
        (0, "Aviso: sistema em manutenção no dia 20/12/2026, das 0h às 4h.<p>Nenhum registro encontrado.", False),
        (12, "Página em construção. Em breve, as receitas do município.", True),
        (
            12,
            "Aviso: sistema em manutenção no dia 20/12/2026.<br>Esta consulta está temporariamente indisponível.",
            True,
        ),
    ],
)
def test_r15_a_maintenance_announced_for_a_day_refuses_nothing(
    snapshot_of: Read, links: int, words: str, refused: bool
) -> None:
    menu = "".join(f"<li><a href=/{n}>Consulta {n}</a></li>" for n in range(links))
    data = snapshot_of(f"<title>Portal</title><div>{words}</div><ul>{menu}</ul>", f"{SITE}/x")
    denies = bool(denials(data.text))
    assert bool(obstacle(200, data.title, data.text, [], WORDS.obstacles, bare=not links, denies=denies)) is refused


@pytest.mark.parametrize(("links", "inner", "refused"), [(12, False, False), (2, False, True), (12, True, True)])
def test_r15_a_maintenance_is_no_refusal_beside_the_menu_of_the_entry(
    snapshot_of: Read, links: int, inner: bool, refused: bool
) -> None:
    menu = "".join(f"<li><a href=/{n}>Consulta {n}</a></li>" for n in range(links))
    page = f"<title>Portal</title><ul>{menu}</ul><h2>Avisos</h2><p>Sistema em manutenção nesta semana.</p>"
    data = snapshot_of(page, f"{SITE}/x")
    entries = [c.label for c in data.candidates if c.kind == "link"]
    assert bool(obstacle(200, data.title, data.text, [], WORDS.obstacles, inner=inner, entries=entries)) is refused


@pytest.mark.parametrize(("links", "refused"), [(12, False), (2, True)])
def test_r15_advice_to_take_another_browser_is_no_refusal_beside_a_menu(
    snapshot_of: Read, links: int, refused: bool
) -> None:
    """Where nothing answers there it is what tells why."""
    menu = "".join(f"<li><a href=/{n}>Consulta {n}</a></li>" for n in range(links))
    data = snapshot_of(
        f"<title>Painel</title><ul>{menu}</ul><p>Problemas para ver? Atualize seu navegador.</p>", f"{SITE}/x"
    )
    entries = [c.label for c in data.candidates if c.kind == "link"]
    assert bool(obstacle(200, data.title, data.text, [], WORDS.obstacles, inner=True, entries=entries)) is refused
    assert "navegador" in hint(data.text, WORDS.obstacles)


@pytest.mark.parametrize(("entries", "refused"), [(12, False), (2, True)])
def test_r15_a_restricted_area_among_buttons_refuses_nothing(
    new_town: Callable[[], Town], entries: int, refused: bool
) -> None:
    """An application's menu is pressed, and holds no link."""
    menu = "".join(f"<li><span onclick=go({n})>Consulta {n}</span></li>" for n in range(entries))
    town = new_town()
    town.see("/", f"<title>Portal</title><ul>{menu}</ul><button type=button>Área restrita</button>{HOME}")
    assert (town.audit.ledger.entry_problem == "o portal pede usuário e senha") is refused


def test_r15_most_refusals_are_named_by_their_kind(snapshot_of: Read) -> None:
    kinds = {one.id: kind_of(snapshot_of, one, 1) for one in REFUSALS if one.kind != "http"}
    wrong = {one.id: kinds[one.id] for one in REFUSALS if kinds.get(one.id, one.kind) != one.kind}
    assert len(wrong) <= 0.1 * len(REFUSALS), wrong


@pytest.mark.parametrize("one", REFUSALS, ids=lambda one: one.id)
def test_r15_a_refusal_in_a_place_is_never_an_absence(new_town: Callable[[], Town], one: Fixture) -> None:
    """At the entry: nothing is absent. Where expenditure was promised: nothing of it is. On the only way to the rest: nothing of the rest."""
    entry = new_town()
    entry.see("/", one.html, one.status)
    statuses = Counter(v.status for v in entry.audit.verdicts())
    assert statuses == {"inconclusive": len(MATRIX.items())}

    inner = new_town()
    inner.see("/", HOME)
    inner.see("/receitas", REVENUE)
    inner.see("/despesas", one.html, one.status)
    assert {v.status for v in inner.verdicts(BUDGETED)} == {"inconclusive"}
    assert "published" in {v.status for v in inner.verdicts("receita_orcamentaria")}

    way = new_town()
    way.see("/", HOME)
    way.see("/receitas", REVENUE)
    way.see("/contas", one.html, one.status)
    assert {v.status for v in way.verdicts("licitacao")} == {"inconclusive"}


def test_r15_true_absences_are_recognised_and_say_where(new_town: Callable[[], Town]) -> None:
    right = 0
    for one in EMPTIES:
        town = new_town()
        town.see("/", HOME)
        town.see("/receitas", REVENUE)
        town.see_through("/despesas", one.html)
        verdicts = town.verdicts(BUDGETED)
        absent = [v for v in verdicts if v.status == "absent"]
        assert all(any("/despesas" in where for where in v.places) for v in absent), one.id
        right += {v.status for v in verdicts} == {"absent"}
    assert right >= 0.95 * len(EMPTIES), f"{right} of {len(EMPTIES)}"


@pytest.mark.parametrize(
    ("pages", "absent"),
    [
        ({"/": HOME}, False),  # a home page is not a look at the portal
        ({"/": HOME, "/despesas": "<h1>Despesas</h1><p>Prefeitura Municipal, gestão e trabalho pelo povo</p>"}, False),
        ({"/": HOME, "/despesas": EMPTIES[10].html}, True),  # its places say themselves that there is nothing
        ({"/": HOME, "/receitas": REVENUE}, True),
    ],
)  # fmt: skip
def test_r15_a_portal_of_which_nothing_was_seen_hides_nothing(
    new_town: Callable[[], Town], pages: dict[str, str], absent: bool
) -> None:
    town = new_town()
    for path, html in pages.items():
        town.see(path, html)
    assert ("absent" in {v.status for v in town.audit.verdicts()}) is absent


def test_r15_places_that_were_not_visited_are_not_judged(new_town: Callable[[], Town]) -> None:
    town = new_town()
    town.see("/", HOME)
    town.see("/receitas", REVENUE)
    assert {v.status for v in town.verdicts(BUDGETED)} == {"inconclusive"}
    assert "absent" in {v.status for v in town.verdicts("licitacao")}


LOGIN = "o portal pede usuário e senha"
WALLS = {
    "login in words": (LOGIN, "<p>Acesso restrito a usuários cadastrados</p><form method=post>Usuário <input name=u> Senha <input type=password></form>"),
    "login by its field": (LOGIN, "<h2>Bem-vindo</h2><form method=post>Matrícula <input name=m> Chave <input type=password><button>Ok</button></form>"),
    "login by steps": ("não é enviado: pode pedir identificação", "<h2>Identificação</h2><form method=post>CPF <input name=cpf><button>Continuar</button></form>"),
    "session over": ("a sessão do portal expirou", "<p>Sua sessão expirou.</p><a href=/>Voltar ao início</a>"),
    "moved": ("a página diz que os dados mudaram de endereço", "<p>Mudamos de endereço: nosso novo portal está em transparencia.example.</p>"),
}  # fmt: skip
"""What stands in the place of all data, without a menu: (how it is named, what is seen)."""


@pytest.mark.parametrize("wall", WALLS)
def test_r15_a_wall_is_named_as_what_it_is(new_town: Callable[[], Town], wall: str) -> None:
    """As the whole portal, and as the page of a criterion."""
    named, words = WALLS[wall]
    whole = new_town()
    whole.see("/", f"<title>Portal</title>{words}")
    assert {v.status for v in whole.audit.verdicts()} == {"inconclusive"}
    assert all(named in v.reason for v in whole.audit.verdicts()), whole.audit.verdicts()[0].reason

    inner = new_town()
    inner.see("/", HOME)
    inner.see("/despesas", f"<title>Portal</title>{words}")
    reasons = {v.reason for v in inner.verdicts(BUDGETED)}
    assert all(named in reason for reason in reasons), reasons


@pytest.mark.parametrize(
    "kind", ["hung", "network", "browser", "step", "obstacle", "unreadable", "bug", "robots", "data", "changed"]
)
def test_r15_a_place_that_failed_is_no_absence(new_town: Callable[[], Town], kind: str) -> None:
    town = new_town()
    town.see("/", HOME)
    town.see("/receitas", REVENUE)
    town.audit.failed(Node(url=f"{SITE}/despesas", depth=1, words=("abra",)), BUDGETED, kind, "não respondeu")
    assert {v.status for v in town.verdicts(BUDGETED)} == {"inconclusive"}


@pytest.mark.parametrize("suffix", ["pdf", "csv", "xlsx", "xls", "ods"])
def test_r15_html_under_the_name_of_a_file(suffix: str) -> None:
    """The bytes say what a file is, not its name nor the type that the server claims."""
    for one in REFUSALS:
        address = f"{SITE}/despesas.{suffix}"
        assert read_document(one.html.encode(), address, "application/pdf", "Despesas").problem, one.id


CONTRACTS = "<h1>Contratos firmados</h1><table><tr><th>Nº do contrato<th>Contratado<th>Assinado em<th>Valor do contrato</tr>" + "".join(
    f"<tr><td>{n}/2026<td>Loja {n} Ltda<td>0{n}/02/2026<td>{n}00,00</tr>" for n in range(1, 6)
) + "</table>"  # fmt: skip


@pytest.mark.parametrize(
    ("hub", "contracts", "absent"),
    [
        ("", CONTRACTS, True),
        ("", "<p>Sistema indisponível no momento.</p>", False),  # what it leads to did not open
        ("<p>Os dados das aquisições são carregados pelo sistema assim que o servidor os entrega a esta página.</p>", CONTRACTS, False),
        ("<form>Objeto <input name=q> <button>Consultar</button></form>", CONTRACTS, False),
    ],
)  # fmt: skip
def test_a_page_that_only_leads_to_other_things_publishes_nothing_of_its_name(
    new_town: Callable[[], Town], hub: str, contracts: str, absent: bool
) -> None:
    """ "Aquisições", behind which there is nothing but "Contratos firmados"."""
    town = new_town()
    home = "<ul><li><a href=/receitas>Receitas orçamentárias</a><li><a href=/aquisicoes>Aquisições</a></ul>"
    town.see("/", f"<title>Portal da Transparência</title><h1>Prefeitura de Lua</h1>{home}")
    town.see("/receitas", REVENUE)
    town.see(
        "/aquisicoes",
        f"<title>Portal da Transparência</title><h2>Aquisições</h2>{hub}<a href=/contratos>Contratos firmados</a>",
    )
    while any(r.url == f"{SITE}/aquisicoes" for r in town.waiting):
        town.see("/aquisicoes", f"<h2>Aquisições</h2><p>Consulta sem resposta</p>{hub}")
    town.see("/contratos", contracts)
    assert {v.status for v in town.verdicts("licitacao")} == {"absent" if absent else "inconclusive"}


def test_the_records_beside_a_record_lie_no_deeper(new_town: Callable[[], Town]) -> None:
    """Each bid leads to the one before it; where three of a kind have shown nothing new, nothing was cut short."""
    town, pages = new_town(), 20
    town.see(
        "/", "<title>Portal da Transparência</title><h1>Prefeitura de Lua</h1><ul><li><a href=/bids>Licitações</a></ul>"
    )
    rows = "".join(
        f"<tr><td><a href=/bid/{n}>{n}/2026</a><td>Pregão<td>Merenda {n}<td>0{n % 9 + 1}/02/2026</tr>"
        for n in range(pages)
    )
    heads = "<tr><th>Número<th>Modalidade<th>Objeto<th>Abertura</tr>"
    town.see("/bids", f"<h1>Licitações</h1><table>{heads}{rows}</table>")
    depths: dict[str, int] = {}
    while waiting := [r for r in town.waiting if "/bid/" in r.url]:
        bid = candidate_of(waiting[0])
        if waiting[0].url in depths or town.audit.agenda.harvest.shown_enough(bid):
            town.waiting.remove(waiting[0])
            continue
        path = waiting[0].url.removeprefix(SITE)
        n = int(path.rpartition("/")[2])
        told = f"<dt>Número<dd>{n}/2026<dt>Modalidade<dd>Pregão<dt>Objeto<dd>Merenda {n}<dt>Valor estimado<dd>9.000,00"
        beside = f"<nav><a href=/bid/{n + 1}>« Pregão nº {n + 1}/2026</a></nav>"
        town.see(path, f"<h1>Pregão {n}/2026</h1><dl>{told}</dl>{beside}")
        depths[waiting[0].url] = bid.node.depth
    assert [*depths.values()] == [2] * 5
    assert not town.audit.ledger.cut_short


@pytest.mark.parametrize(
    ("title", "text", "closed"),
    [
        ("Portal", "Sua sessão expirou. Acesse novamente a página inicial.", True),
        ("Sessão expirada", "Por segurança o acesso foi encerrado; volte ao início para continuar.", True),
        ("Portal", " ", True),
        ("Portal", "Empenhos de 2026, por data, com o favorecido e o valor de cada um.", False),
    ],
)
def test_a_page_whose_session_is_over_is_told_from_one_with_words(title: str, text: str, closed: bool) -> None:
    """What was posted there is asked again in a session that counts."""
    assert session_closed(title, text, WORDS.obstacles) is closed


FIELDS = (("Função", "13 Cultura"), ("Subfunção", "392 Difusão Cultural"), ("Programa", "0035 Raízes do Cariri"))


LINES = "".join(f"<p>{name}<p>{value}" for name, value in FIELDS)


@pytest.mark.parametrize(
    ("part", "status"),
    [
        (LINES, "inconclusive"),  # fields, which nothing tells apart
        ("<p>Nada a acrescentar.", "absent"),
        ("<p>Aquisição de gêneros alimentícios que se destinam à merenda das escolas da rede municipal.", "absent"),
    ],
)
def test_a_part_of_a_record_that_was_not_understood(new_town: Callable[[], Town], part: str, status: str) -> None:
    """A commitment opens below its list; a tab of it shows lines of words in which no reader finds fields."""
    rows = "".join(
        f"<tr><td>{n}<td>0{n}/02/2026<td>Padaria {n}<td>1.00{n},00<td><a href='#' onclick='go({n})' title=Detalhar>Detalhar</a>"
        for n in range(1, 6)
    )
    listed = f"<!doctype html><title>Despesas</title><h1>Empenhos</h1><table><tr><th>Nº do empenho<th>Data<th>Credor<th>Valor empenhado<th>{rows}</table>"
    fields = "<h2>Empenho 1</h2><dl><dt>Nº do empenho<dd>1<dt>Credor<dd>Padaria 1<dt>Valor empenhado<dd>1.001,00</dl>"
    tabs = "".join(
        f"<a href='#' role=button onclick='tab({n})'>{one}</a> " for n, one in enumerate(("Dados", "Outros dados"))
    )
    town = new_town()
    town.see("/", HOME)
    town.see("/receitas", REVENUE)
    town.see("/despesas", listed)

    town.see("/despesas", f"{listed}<section>{tabs}{fields}</section>")
    town.see("/despesas", f"{listed}<section>{tabs}<h2>Empenho 1</h2>{part}</section>")
    verdict = next(v for v in town.verdicts(BUDGETED) if v.item == "funcao")
    assert verdict.status == status, verdict.reason


@pytest.mark.parametrize(("given", "doubted"), [({}, True), ({"aside": True}, False), ({"off_topic": True}, False)])
def test_a_glossary_beside_a_record_is_no_part_of_it(given: dict[str, Any], doubted: bool) -> None:
    """Its words and what they mean are lines that no table holds, either."""
    own = Standing(words=Counter(normalize(" ".join(" ".join(field) for field in FIELDS)).split()))
    tab = candidate(kind="click", of_record=True, subject="despesa_orcamentaria", **given)
    walker = SimpleNamespace(candidate=tab, _own=lambda _: own)
    snapshot = SimpleNamespace(frames=[SimpleNamespace(redacted=SimpleNamespace(html=f"<main>{LINES}</main>"))])
    assert Walker._not_understood(cast(Any, walker), cast(Any, snapshot)) is doubted
