"""The lab shows what its key claims, and no more; its servers keep the state that real vendors keep."""

from __future__ import annotations

import csv
import html
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from lab import DefinitionError, Lab, Portal, all_portals, key_rows, serve
from lab.criteria import CRITERIA, ITEMS
from lab.definition import Page, Query, View, column, read_filter, read_page, text_of
from lab.frameworks import framework
from lab.frameworks.citysite import CitySite
from lab.key import Place, places
from lab.sisters import sisters
from lab.values import MAKERS, Row

VIEWSTATE = "javax.faces.ViewState"
PORTALS = {p.slug: p for p in all_portals()}
ETICONS = [s for s, p in PORTALS.items() if p.framework == "eticons"]
PUBLICSOFT = [s for s, p in PORTALS.items() if p.framework == "publicsoft"]


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with serve() as running:
        yield running


# ------------------------------------------------------------ clients: how a visitor reaches a record set, over plain HTTP


def choices(portal: Portal, page: Page, view: View) -> dict[str, str]:
    """Filters under which the view has records."""
    year = next(y for y, n in view.years.items() if n)
    chosen = {}
    for f in page.filters:
        options = [o for o in f.options if not o.casefold().startswith(("selecione", "câmara"))]
        if f.kind == "ano":
            assert str(year) in options, f"{portal.slug} {page.id}: {year} has records, but cannot be chosen"
        chosen[f.name] = str(year) if f.kind == "ano" else options[0] if options else ""
        if f.kind == "mes" and "Todos" not in options:
            row = portal.rows(page, view, Query(year))[0]
            chosen[f.name] = options[row.when.month - 1]
    return chosen


class Client:
    """``shown`` gives the text of a place: the grid, or the detail of its first record."""

    def __init__(self, lab: Lab, framework: str) -> None:
        self.host = lab.hosts[framework]
        self.http = requests.Session()

    def get(self, path: str, **params: Any) -> str:
        answer = self.http.get(self.host.url + path, params=params, timeout=10)
        answer.raise_for_status()
        return answer.text

    def post(self, path: str, data: dict[str, str], **headers: str) -> str:
        answer = self.http.post(self.host.url + path, data=data, headers=headers, timeout=10)
        answer.raise_for_status()
        return answer.text

    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        raise NotImplementedError


class EticonsClient(Client):
    def state(self, text: str) -> str:
        found = re.findall(rf'name="{VIEWSTATE}" value="([^"]+)"', text) or re.findall(
            rf'<update id="{VIEWSTATE}"><!\[CDATA\[([^]]+)', text
        )
        return str(found[-1])

    def ab(self, path: str, state: str, source: str, **fields: str) -> str:
        data = {VIEWSTATE: state, "javax.faces.source": source, "javax.faces.partial.ajax": "true", **fields}
        return self.post(path, data, **{"Faces-Request": "partial/ajax"})

    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        fw = self.host.framework
        path = fw.path(portal, page)
        text = self.get(fw.address(portal, page))
        if view is not page.views[0]:
            text = self.ab(path, self.state(text), f"frm:tab:{view.id}")
        fields = {f"frm:{k}": v for k, v in choices(portal, page, view).items()}
        text = self.ab(path, self.state(text), "frm:consultar", **fields)
        if row is None:
            return text
        text = self.ab(path, self.state(text), f"frm:det:{row.id}", **fields)
        found = re.search(r"<redirect url='([^']+)'", text)
        return self.get(found[1]) if found else text


class PublicsoftClient(Client):
    root = "/sistemas/ContabilidadePublica"

    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        fw = self.host.framework
        self.get(fw.address(portal, page))
        if row is None:
            data = {"visao": view.id, **choices(portal, page, view)}
            return self.get(f"{self.root}/views/", url=page.id) + self.post(
                f"{self.root}/consultas-ajax/{page.id}.php", data
            )
        assert view.detail
        popup = view.detail.shown == "popup"
        path = fw.detail_path(portal, page, view) if popup else f"{self.root}/consultas-ajax/{page.id}_detalhe.php"
        return self.get(path, visao=view.id, codigo=row.id)


class ElmarClient(Client):
    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        fw = self.host.framework
        text = self.get(
            fw.path(portal, page), e=portal.entity, Tab=page.views.index(view) + 1, **choices(portal, page, view)
        )
        if row is None:
            return text
        links = [html.unescape(a) for a in re.findall(r'data-modal="([^"]+)"', text)]
        return self.get(next(a for a in links if f"id={row.id}" in a))


class InfopublicClient(Client):
    def hidden(self, text: str) -> dict[str, str]:
        return {n: html.unescape(v) for n, v in re.findall(r'type="hidden" name="([^"]+)"[^>]* value="([^"]*)"', text)}

    def back(self, path: str, text: str, target: str = "", argument: str = "", **fields: str) -> str:
        data = self.hidden(text) | {"__EVENTTARGET": target, "__EVENTARGUMENT": argument}
        return self.post(path, data | {f"ctl00${k}": v for k, v in fields.items()})

    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        fw = self.host.framework
        path = fw.path(portal, page)
        text = self.get(fw.address(portal, page))
        if view is not page.views[0]:
            text = self.back(path, text, "ctl00$Abas", view.id)
        fields = choices(portal, page, view)
        text = self.back(path, text, "ctl00$ddlexercicio" if page.auto else "", btnPesquisar=page.button, **fields)
        return text if row is None else self.back(path, text, "ctl00$GridView1", f"Select${row.id}", **fields)


class JoaoPessoaClient(Client):
    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        base = self.host.framework.entry(portal)
        if row is not None:
            return flat(
                self.http.get(f"{self.host.url}{base}api/registro/{page.id}/{view.id}/{row.id}", timeout=10).json()
            )
        modules = self.http.get(f"{self.host.url}{base}api/modulos", timeout=10).json()
        found = self.http.get(
            f"{self.host.url}{base}api/consulta/{page.id}/{view.id}", params=choices(portal, page, view), timeout=10
        )
        return flat(next(m for m in modules if m["id"] == page.id)) + flat(found.json())


def flat(value: Any) -> str:
    """Every text of a JSON value, escaped as a page would show it."""
    if isinstance(value, dict):
        return " ".join(flat(v) for v in value.values())
    return " ".join(map(flat, value)) if isinstance(value, list) else html.escape(str(value))


class CitySiteClient(Client):
    def shown(self, portal: Portal, page: Page, view: View, row: Row | None) -> str:
        fw = self.host.framework
        if row is None:
            return self.get(fw.path(portal, page), **choices(portal, page, view))
        return self.get(fw.detail_path(portal, page, view), id=row.id)


CLIENTS: dict[str, type[Client]] = {
    "eticons": EticonsClient,
    "publicsoft": PublicsoftClient,
    "elmar": ElmarClient,
    "infopublic": InfopublicClient,
    "joaopessoa": JoaoPessoaClient,
    "easyweb": CitySiteClient,
    "alfa": CitySiteClient,
}
REACHED = [s for s, p in PORTALS.items() if set(p.frameworks) <= set(CLIENTS)]
"""Portals on frameworks with a client here; others are tested beside their framework."""


def seen(text: str, wanted: str) -> bool:
    return html.escape(wanted) in text or wanted in text


# ------------------------------------------------------------ definitions and key


@pytest.mark.parametrize("slug", PORTALS)
def test_key_covers_every_item_once(slug: str) -> None:
    rows = key_rows(PORTALS[slug])
    assert [f"{r.criterio}.{r.item}" for r in rows] == list(ITEMS)
    assert len(rows) == 61
    assert all(bool(r.local) == (r.encontrado == 1) for r in rows)
    assert all(place.startswith("/") for r in rows if r.local for place in r.local.split(" | "))


@pytest.mark.parametrize("slug", PORTALS)
def test_portal_is_told_from_the_others_and_withholds_something(slug: str) -> None:
    portal = PORTALS[slug]
    assert portal.slug.startswith("lab-") and len(portal.uf) == 2 and portal.families
    assert len({p.slug for p in all_portals()} & {slug}) == 1
    assert sum(not r.encontrado for r in key_rows(portal)) >= 8
    assert any(not p.criterion for p in portal.pages), "no look-alike"


def test_towns_withhold_different_items() -> None:
    withheld = [frozenset((r.criterio, r.item) for r in key_rows(p) if not r.encontrado) for p in PORTALS.values()]
    withheld = [w for w in withheld if len(w) < len(ITEMS)]  # a wall and a shop window both show nothing
    assert len(set(withheld)) == len(withheld)


def test_some_portal_publishes_little_and_hosts_are_shared() -> None:
    assert min(sum(r.encontrado for r in key_rows(p)) for p in PORTALS.values()) < 15
    assert len(ETICONS) >= 2 and len(PUBLICSOFT) >= 2


def test_a_sister_town_has_the_same_words_and_gaps_of_its_own() -> None:
    towns = [portal for portal in PORTALS.values() if portal.entity and "towns" not in portal.options]
    for portal, sister in zip(towns, sisters(towns), strict=True):
        assert sister.families == portal.families and sister.slug not in PORTALS and sister.entity != portal.entity
        assert {page.menu for page in sister.pages} <= {page.menu for page in portal.pages}
        assert places(sister).keys() <= places(portal).keys()
    differ = [sister.slug for sister in sisters(towns) if len(places(sister)) < len(places(PORTALS[sister.slug[:-5]]))]
    assert len(differ) > 0.9 * len(towns)


def test_sister_towns_are_served_on_the_same_hosts() -> None:
    with serve(["lab-alto-das-imburanas"], with_sisters=True) as lab:
        shown = {portal.name: requests.get(portal.url, timeout=10).text for portal in lab.portals}
    assert len(shown) == 2 and all(name in text for name, text in shown.items())
    (first, second) = (url.split("/")[2] for url in (portal.url for portal in lab.portals))
    assert first == second


def test_every_town_has_an_entry_address_of_its_own() -> None:
    with serve(with_sisters=True) as lab:
        entries = [portal.url for portal in lab.portals]
    assert len(entries) > 200 and len(set(entries)) == len(entries)


def test_a_third_of_the_portals_is_held_out() -> None:
    portals = all_portals()
    held_out = [portal for portal in portals if portal.options.get("held_out")]
    assert 3 * len(held_out) >= len(portals)


def test_items_are_the_sixty_one() -> None:
    assert {c: len(i) for c, i in CRITERIA.items()} == {
        "despesa_orcamentaria": 24,
        "despesa_extra_orcamentaria": 3,
        "receita_orcamentaria": 10,
        "receita_extra_orcamentaria": 3,
        "licitacao": 16,
        "quadro_pessoal": 5,
    }


@pytest.mark.parametrize(
    ("spec", "label", "items", "maker", "group"),
    [
        ("Dt. Empenho | emp_data", "Dt. Empenho", ("despesa_orcamentaria.emp_data",), "data", ""),
        ("R$ >> Pago | valor_pago", "Pago", ("despesa_orcamentaria.valor_pago",), "pago", "R$"),
        ("Histórico | | historico", "Histórico", (), "historico", ""),
        ("Só um título", "Só um título", (), "vazio", ""),
        ("Ficha | emp_numero | =12", "Ficha", ("despesa_orcamentaria.emp_numero",), "=12", ""),
    ],
)
def test_column(spec: str, label: str, items: tuple[str, ...], maker: str, group: str) -> None:
    c = column(spec, "despesa_orcamentaria")
    assert (c.label, c.items, c.maker, c.group) == (label, items, maker, group)


@pytest.mark.parametrize(
    "make",
    [
        lambda: column("X | nao_existe", "licitacao"),
        lambda: column("X | | nao_existe"),
        lambda: read_filter("X | cor"),
        lambda: read_page({"id": "a", "menu": ["A"], "cor": 1}, "elmar"),
        lambda: read_page({"id": "a", "menu": ["A"]}, "elmar"),
        lambda: read_page({"id": "a", "menu": ["A"], "columns": [], "criterion": "x"}, "elmar"),
    ],
)
def test_mistakes_in_definitions_are_told(make: Callable[[], object]) -> None:
    with pytest.raises(DefinitionError):
        make()


def test_heading_without_data_publishes_nothing() -> None:
    page = read_page(
        {"id": "a", "menu": ["A"], "criterion": "licitacao", "columns": ["Edital | edital | vazio"]}, "elmar"
    )
    empty = read_page(
        {"id": "b", "menu": ["B"], "criterion": "licitacao", "rows": 0, "columns": ["Edital | edital"]}, "elmar"
    )
    portal = Portal("lab-x", "X", "elmar", ("elmar",), (page, empty))
    assert places(portal) == {}


@pytest.mark.parametrize("maker", MAKERS)
def test_values_are_seeded(maker: str) -> None:
    assert Row("7/a/v0", 2025, 3, 40)[maker] == Row("7/a/v0", 2025, 3, 40)[maker]


# ------------------------------------------------------------ what is claimed is shown


@pytest.mark.parametrize("slug", REACHED)
def test_published_items_are_reachable(lab: Lab, slug: str) -> None:
    portal = PORTALS[slug]
    texts: dict[tuple[str, str, bool], str] = {}

    def text_at(place: Place, row: Row) -> str:
        at = (place.page.id, place.view.id, place.in_detail)
        if at not in texts:
            client = CLIENTS[place.page.host](lab, place.page.host)
            texts[at] = client.shown(portal, place.page, place.view, row if place.in_detail else None)
        return texts[at]

    for item, at in places(portal).items():
        for place in at:
            query = place.page.query(choices(portal, place.page, place.view))
            row = portal.rows(place.page, place.view, query)[0]
            text = text_at(place, row)
            assert seen(text, place.column.label), f"{slug} {item}: {place.page.id} lacks {place.column.label!r}"
            detail = place.view.detail
            inner = detail is not None and any(place.column in t.columns for t in detail.tables)
            if not inner:  # an inner table's rows are seeded apart; its heading over rows is enough
                assert seen(text, text_of(row[place.column.maker])), f"{slug} {item}: {place.page.id} lacks its value"


@pytest.mark.parametrize("slug", [s for s in REACHED if issubclass(framework(PORTALS[s].framework), CitySite)])
def test_wrapped_pages_are_framed(lab: Lab, slug: str) -> None:
    portal = PORTALS[slug]
    site = lab.hosts[portal.framework].framework
    assert isinstance(site, CitySite)
    for page in portal.pages:
        if page.host != portal.framework:
            text = requests.get(lab.hosts[portal.framework].url + site.frame_link(portal, page), timeout=10).text
            source = html.unescape(re.search(r'<iframe src="([^"]+)"', text)[1])  # type: ignore[index]
            assert source == lab.hosts[page.host].url + lab.hosts[page.host].framework.address(portal, page)
            assert page.title in html.unescape(requests.Session().get(source, timeout=10).text)


# ------------------------------------------------------------ state


def test_eticons_keeps_the_town_in_the_session_only(lab: Lab) -> None:
    one, two = (PORTALS[s] for s in ETICONS[:2])
    host = lab.hosts["eticons"]
    inner = host.url + host.framework.path(one, one.page("empenhos"))
    assert "sessão expirou" in requests.get(inner, timeout=10).text
    first, second = requests.Session(), requests.Session()
    first.get(lab.portal(one.slug).url, timeout=10)
    second.get(lab.portal(two.slug).url, timeout=10)
    assert one.name in first.get(inner, timeout=10).text
    assert two.name in second.get(inner, timeout=10).text
    first.get(lab.portal(two.slug).url, timeout=10)
    again = first.get(inner, timeout=10).text
    assert two.name in again and one.name not in again


def test_eticons_entry_carries_a_session_id_once(lab: Lab) -> None:
    visitor = requests.Session()
    url = lab.portal(ETICONS[0]).url
    assert ";jsessionid=" in visitor.get(url, timeout=10).url
    assert ";jsessionid=" not in visitor.get(url, timeout=10).url


def test_eticons_checks_the_view_state(lab: Lab) -> None:
    portal = PORTALS[ETICONS[0]]
    page = portal.page("empenhos")
    client, other = EticonsClient(lab, "eticons"), EticonsClient(lab, "eticons")
    fw = client.host.framework
    good = client.state(client.get(fw.address(portal, page)))
    other.get(fw.address(portal, page))
    path = fw.path(portal, page)
    assert "ViewExpiredException" in client.ab(path, "1:2", "frm:consultar")
    assert "ViewExpiredException" in other.ab(path, good, "frm:consultar")
    assert "ViewExpiredException" in client.ab(fw.path(portal, portal.page("servidores")), good, "frm:consultar")
    assert "resultado" in client.ab(path, good, "frm:consultar")


def test_eticons_council_takes_the_session_over(lab: Lab) -> None:
    slug = next(s for s in ETICONS if "council" in PORTALS[s].options)
    portal, client = PORTALS[slug], EticonsClient(lab, "eticons")
    fw = client.host.framework
    client.get(fw.entry(portal))
    client.get(fw.outside(portal, portal.page("camara")))
    assert "Câmara Municipal" in client.get(fw.path(portal, portal.page("empenhos")))


def test_publicsoft_sessions_do_not_mix(lab: Lab) -> None:
    one, two = (PORTALS[s] for s in PUBLICSOFT[:2])
    root = lab.hosts["publicsoft"].url + "/sistemas/ContabilidadePublica"
    assert "Sessão encerrada" in requests.get(f"{root}/views/?url=Empenho", timeout=10).text
    first, second = requests.Session(), requests.Session()
    assert one.name.upper() in first.get(lab.portal(one.slug).url, timeout=10).text.upper()
    assert two.name.upper() in second.get(lab.portal(two.slug).url, timeout=10).text.upper()
    ask = {"exercicio": "2025", "unidade": "Consolidar", "mes": "Todos"}
    answers = [s.post(f"{root}/consultas-ajax/Empenho.php", data=ask, timeout=10).text for s in (first, second)]
    assert answers[0] != answers[1]
    for portal, text in zip((one, two), answers, strict=True):
        page = portal.page("Empenho")
        row = portal.rows(page, page.views[0], Query(2025))[0]
        assert seen(text, text_of(row["credor"]))


def test_infopublic_validates_the_view_state(lab: Lab) -> None:
    portal = next(p for p in PORTALS.values() if p.framework == "infopublic")
    client, other = InfopublicClient(lab, "infopublic"), InfopublicClient(lab, "infopublic")
    fw = client.host.framework
    page = portal.page("NotaEmpenho")
    url = client.host.url + fw.path(portal, page)
    state = client.hidden(client.get(fw.address(portal, page)))
    other.get(fw.address(portal, page))
    for visitor, data in ((client, state | {"__VIEWSTATE": "AAAA"}), (other, state), (client, {})):
        answer = visitor.http.post(url, data=data, timeout=10)
        assert answer.status_code == 500 and "viewstate MAC failed" in answer.text
    elsewhere = client.host.url + fw.path(portal, portal.page("DespesaPorElemento"))
    assert client.http.post(elsewhere, data=state, timeout=10).status_code == 500
    assert client.http.post(url, data=state, timeout=10).status_code == 200


def test_elmar_without_entity_offers_all(lab: Lab) -> None:
    assert "Selecione a entidade" in requests.get(lab.hosts["elmar"].url + "/Contab/Despesas", timeout=10).text


def test_elmar_drops_its_chrome_when_framed(lab: Lab) -> None:
    portal = next(p for p in PORTALS.values() if p.framework == "elmar")
    host = lab.hosts["elmar"]
    bare = requests.get(host.url + host.framework.address(portal, portal.page("despesas")), timeout=10).text
    assert "el-menu" not in bare and "el-topo" not in bare and "rodape" not in bare


def test_easyweb_frames_no_stranger(lab: Lab) -> None:
    portal = next(p for p in PORTALS.values() if p.framework == "easyweb")
    assert (
        "<iframe" not in requests.get(lab.portal(portal.slug).url + "?acao=aHR0cDovL2V4YW1wbGUub3Jn", timeout=10).text
    )


# ------------------------------------------------------------ the Python object


def test_forbidden_posts_are_counted() -> None:
    with serve([ETICONS[0], "lab-boqueirao-do-facheiro", "lab-lagoa-do-angico"]) as lab:
        for host in lab.hosts.values():
            requests.get(f"{host.url}/formularios/newsletter", timeout=10)
        assert lab.forbidden_posts == []
        for host in lab.hosts.values():
            requests.post(f"{host.url}/formularios/newsletter", timeout=10)
        assert [h.host for h in lab.forbidden_posts] == list(lab.hosts)
        portal, client = PORTALS[ETICONS[0]], EticonsClient(lab, "eticons")
        page = portal.page("esic")
        fw = client.host.framework
        state = client.state(client.get(fw.address(portal, page)))
        client.post(fw.path(portal, page), {VIEWSTATE: state, "nome": "x"})
        web, forms = PORTALS["lab-boqueirao-do-facheiro"], InfopublicClient(lab, "infopublic")
        sic = web.page("Esic")
        text = forms.get(forms.host.framework.address(web, sic))
        forms.back(forms.host.framework.path(web, sic), text, btnEnviar="Enviar")
        city = PORTALS["lab-lagoa-do-angico"]
        site = lab.hosts["easyweb"]
        requests.post(site.url + site.framework.path(city, city.page("ouvidoria")), timeout=10)
        assert len(lab.forbidden_posts) == len(lab.hosts) + 3


def test_hits_are_recorded(lab: Lab) -> None:
    requests.get(lab.hosts["elmar"].url + "/Contab?e=0", timeout=10)
    hit = next(h for h in reversed(lab.hits) if h.host == "elmar")
    assert (hit.method, hit.path) == ("GET", "/Contab?e=0") and hit.time > 0


def test_catalogue_and_key_files(lab: Lab, tmp_path: Path) -> None:
    lab.write_catalogue(tmp_path / "c.csv")
    lab.write_key(tmp_path / "k.csv")
    with open(tmp_path / "c.csv", encoding="utf-8", newline="") as source:
        catalogue = list(csv.DictReader(source))
    assert list(catalogue[0]) == ["slug", "name", "uf", "ibge", "portal_url", "city_url", "families"]
    assert [r["slug"] for r in catalogue] == list(PORTALS)
    for row in catalogue:
        for url in filter(None, (row["portal_url"], row["city_url"])):
            assert requests.get(url, timeout=10).status_code == 200
    with open(tmp_path / "k.csv", encoding="utf-8", newline="") as source:
        key = list(csv.DictReader(source))
    assert list(key[0]) == ["municipio", "criterio", "item", "encontrado", "local"]
    assert len(key) == 61 * len(PORTALS) == len(lab.key())


def test_nothing_leaves_the_machine() -> None:
    root = Path(__file__).parent.parent
    for folder in ("templates", "static"):
        for file in (root / folder).rglob("*"):
            if file.is_file():
                links = set(re.findall(r"https?://[^\"'\s)<]+", file.read_text("utf-8")))
                links = {
                    u for u in links if not u.startswith("http://www.w3.org/")
                }  # names of languages, never fetched
                assert not links, f"{file}: {links}"


def test_unknown_portal_is_refused() -> None:
    with pytest.raises(KeyError), serve(["lab-nao-existe"]):
        pass


def test_ports_are_given_back() -> None:
    with serve([ETICONS[0]]) as lab:
        url = lab.portals[0].url
    with pytest.raises(requests.ConnectionError):
        requests.get(url, timeout=2)


def test_command_line_serves_until_interrupted(tmp_path: Path) -> None:
    key, catalogue = tmp_path / "k.csv", tmp_path / "c.csv"
    command = [sys.executable, "-m", "lab", "serve", "--portals", ",".join(ETICONS[:2])]
    root = Path(__file__).parent.parent.parent
    process = subprocess.Popen(
        [*command, "--key", str(key), "--catalogue", str(catalogue)], cwd=root, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    lines = [process.stdout.readline().strip().split("\t") for _ in range(2)]
    assert [slug for slug, _ in lines] == ETICONS[:2]
    assert requests.get(lines[0][1], timeout=10).status_code == 200
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 0
    assert len(key.read_text("utf-8").splitlines()) == 123 and len(catalogue.read_text("utf-8").splitlines()) == 3
