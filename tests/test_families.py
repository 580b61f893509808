"""Families: by what a page of a maker is told, what must not be taken for one, and how a new one begins.

Addresses are of the forms that the study of 2019, lists of portals and people's own programs name; towns are not.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from portal_of_towns import portal_of_towns, run
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.project import get_project_settings
from scrapy_command import scrapy as command

import lab
from lab import serve
from transparency.items import UserError
from transparency.portals.catalogue import load
from transparency.portals.families import Family, load_families, recognise

ROOT = Path(__file__).parent.parent
FAMILIES = load_families(get_spider_loader(get_project_settings()))
BARE = "http://177.12.0.9:8080"


def test_a_forgotten_comma_is_told_in_words() -> None:
    spider = SimpleNamespace(family="contas", hosts=("contas.example"))
    loader: Any = SimpleNamespace(list=lambda: ["contas"], load=lambda name: spider)
    with pytest.raises(UserError, match=r"hosts é um texto.*Falta uma vírgula"):
        load_families(loader)


def told(address: str, html: str = "") -> str:
    return recognise(address, html, FAMILIES)


@pytest.mark.parametrize(
    ("address", "family"),
    [
        ("http://portaldatransparencia.publicsoft.com.br/", "publicsoft"),
        ("https://www.publicsoftsolutions.com/x", "publicsoft"),
        ("http://transparencia.elmar.inf.br/?e=1", "elmar"),
        ("https://transparencia.elmartecnologia.com.br/FolhaPag?e=1&ctx=1", "elmar"),
        ("http://siteseticons.com.br/portal/", "eticons"),
        ("http://WWW.TransparenciaAtiva.com.br:80/", "infopublic"),
        ("http://portaldc.com.br/Pages/RH/v1.aspx?nemp=1", "dcsolucoes"),
        ("http://portaldatransparencia.lhsystem.com.br/PMX/", "lhsystem"),
        ("https://e-gov.betha.com.br/transparencia/01037-999/recursos.faces?mun=x", "betha-sistemas"),
        ("https://transparencia.betha.cloud/#/x", "betha-sistemas"),
        ("https://vila.atende.net/?pg=transparencia#!/", "ipm"),
        ("http://cidadesmg.com.br/portaltransparencia/faces/user/portal.xhtml?Param=Vila", "sintese"),
        ("http://vila.dcfiorilli.com.br:8079/Transparencia/", "fiorilli"),
        ("http://www.adpmnet.com.br/index.php?option=com_contpubl&idorg=1", "adpm"),
        ("https://vila-mg.portaltp.com.br/consultas/pessoal/servidores.aspx", "portaltp"),
        ("https://pm-vila.publicacao.siplanweb.com.br/", "siplanweb"),
        # suffixes of names, not of letters
        ("https://notelmar.inf.br/", ""),
        ("https://elmar.inf.br.example/", ""),
        ("https://vila.pb.gov.br/", ""),
        ("https://[::1/", ""),
        ("", ""),
    ],
)
def test_by_host(address: str, family: str) -> None:
    assert told(address) == family


@pytest.mark.parametrize(
    ("address", "html", "family"),
    [
        (f"{BARE}/sistemas/ContabilidadePublica/views/views_control/index.php?cidade=abc&uf=PB", "", "publicsoft"),
        (f"{BARE}/x", "<script>carrega('../FormCPRCGuiasReceitaExtra.php')</script>", "publicsoft"),
        (f"{BARE}/Contab/Despesas/Empenhos?e=1&Tab=2&isModal=false", "", "elmar"),
        (f"{BARE}/", '<a href="/FolhaPag/Index/QuadroFuncional">Quadro</a>', "elmar"),
        (f"{BARE}/portal/ws/empresa/MDg5/despesa_extra", "", "eticons"),
        (f"{BARE}/portal/", '<form action="/portal/faces/pages/receita/extra/inicio.xhtml">', "eticons"),
        (f"{BARE}/Principal.aspx?Entidade=7", "", "infopublic"),
        (f"{BARE}/", '<a href="ServidoresComSalario.aspx">x</a>', "infopublic"),
        (f"{BARE}/pmvila/Default.aspx?AcessoIndividual=lnkReceitaOrcamentaria", "", "dcsolucoes"),
        (f"{BARE}/Transparencia/Default.aspx?AcessoIndividual=LnkServidores", "", "fiorilli"),
        (f"{BARE}/", '<a href="/transparencia/?AcessoIndividual=lnkContratos">x</a>', "fiorilli"),
        (f"{BARE}/PMVN/publicacoes/licitacoes", "", "lhsystem"),
        ("https://vila.pb.gov.br/assuntos/portal-da-transparencia", "", "easyweb"),
        ("https://vila.pb.gov.br/x?acao=aHR0cDovL3g=&m=2", "", "easyweb"),
        ("https://transparencia.vila.pb.gov.br/folha-pagamento/", "<h1>Folha</h1>", "alfa"),
        ("https://www.vila.rs.gov.br/?pg=transparencia#!/grupo/3/item/9", "", "ipm"),
        (f"{BARE}/portalcidadao/#78c3e5", "", "grp"),
        (f"{BARE}/portaltransparencia/faces/user/despesa.xhtml", "", "sintese"),
        (f"{BARE}/", '<form action="/transparencia/01037-999/con_licitacoes.faces">', "betha-sistemas"),
        (f"{BARE}/", "<script>fetch('/api/transparencia.asmx/json_licitacoes')</script>", "portaltp"),
        ("https://vila.mg.gov.br/index.php?option=com_contpubl&amp;idorg=9", "", "adpm"),
        # what many makers have tells none
        (f"{BARE}/Licitacoes.aspx", '<input type="hidden" name="__VIEWSTATE"><a href="javascript:__doPostBack(1)">', ""),
        (f"{BARE}/faces/inicio.xhtml", '<input name="javax.faces.ViewState">', ""),
        ("https://transparencia.vila.pb.gov.br/", '<a href="/despesas">Despesas</a><a href="/receitas">Receitas</a>', ""),
        ("https://transparencia.vila.pb.gov.br/#/despesas/despesas-detalhamento", "", ""),
        ("https://www.vila.pb.gov.br/despesas", "", ""),
        ("https://vila.pb.gov.br/x?acao=salvar&m=2", "", ""),
        ("https://vila.pb.gov.br/portal/transparencia-fiscal", "<h1>Empenhos</h1>", ""),
        # two makers' marks contradict each other
        (f"{BARE}/", '<a href="/Contab/Despesas/Extra"><a href="/Principal.aspx?Entidade=7">', ""),
        # beyond what is read
        (f"{BARE}/", " " * 100_000 + '<a href="/Contab/Despesas/Extra">', ""),
    ],
)  # fmt: skip
def test_by_marks(address: str, html: str, family: str) -> None:
    assert told(address, html) == family


@pytest.mark.parametrize("host", [h for f in FAMILIES for h in f.hosts])
def test_a_link_or_frame_to_a_maker_does_not_make_its_page(host: str) -> None:
    html = (
        f'<a href="https://x.{host}/Contab/Despesas/Extra?e=1">Despesas</a><iframe src="//x.{host}/Principal.aspx?Entidade=7"></iframe>'
        f'<script>var url = "http:\\/\\/x.{host}\\/portal\\/ws\\/empresa\\/x";</script>'
    )
    assert told("https://vila.pb.gov.br/", html) == ""
    assert told(f"https://x.{host}/", html) != ""


def test_addresses_of_the_page_itself_count_wherever_they_are_whole() -> None:
    html = f'<a href="{BARE}/Contab/Despesas/Extra">Despesas</a>'
    elsewhere = ("http://177.12.0.8:8080/", "http://177.12.0.9:8081/", "http://177.12.0.9/")
    assert [told(f"{BARE}/", html), *(told(address, html) for address in elsewhere)] == ["elmar", "", "", ""]
    assert told("http://vila.example/", '<a href="http://VILA.example:80/Contab/Despesas/Extra">') == "elmar"


def test_families_come_from_the_spiders() -> None:
    """One per spider but the general ones, all marks compiled, every family of two towns or more among them."""
    names = set(get_spider_loader(get_project_settings()).list()) - {"portal", "discover", "rows"}
    assert {f.name for f in FAMILIES} == names
    assert all((f.pattern is not None) == bool(f.marks) and (f.hosts or f.marks) for f in FAMILIES)
    assert all(f.settle > 0 and f.pause > 0 for f in FAMILIES)
    towns = [family for town in load() for family in town.families]
    small = {"proprio", "franinformatica", "grupo-assesi", "newsites"}  # two towns each; nothing is known of them
    assert {name for name in towns if towns.count(name) > 1} - small <= names


def test_a_bad_mark_names_its_family() -> None:
    with pytest.raises(UserError, match=r"Família vila: a marca “\(” não é uma expressão regular"):
        recognise("http://x/", "", [Family("vila", marks=("(",))])


def test_a_walk_knows_a_page_by_what_shows_nowhere_on_it(tmp_path: Path) -> None:
    """A mark in a script, as the maker writes it, and not in the page that is read."""
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0"])
        portal.pages["/vila-0/"] += '<script>const carrega = () => "../FormCPRCGuiasReceitaExtra.php"</script>'
        root = tmp_path / "audits"
        done = run("audit", "vila-0", "--catalogo", str(catalogue), "--saida", str(root), "--model", "off")
    assert done.returncode == 0, done.stderr
    (folder,) = (root / "pb" / "vila-0").iterdir()
    pages = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
    assert ["publicsoft"] in [page["families"] for page in pages]


# What the lab's frameworks of other names share with a maker's addresses.
AKIN = {"janelas": "ipm", "componente": "adpm"}


def test_pages_of_the_lab() -> None:
    """Entries and what they link to: a maker's pages are told, and no other maker's is taken for them."""
    with serve(None) as served:
        makers: dict[str, set[str]] = {}
        for portal in served.portals:
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
            allowed = {"", *portal.families, *(AKIN.get(name, "") for name in portal.families)}
            waiting, seen = [portal.url], set[str]()
            while waiting and len(seen) < 4:
                address = waiting.pop(0)
                if address in seen:
                    continue
                seen.add(address)
                try:
                    with opener.open(address, timeout=5) as response:
                        final, html = response.geturl(), response.read().decode("utf-8", "replace")
                except OSError:  # refused, missing, moved: also what portals do
                    continue
                family = told(final, html)
                assert family in allowed, (portal.slug, final)
                makers.setdefault(portal.slug, set()).add(family)
                links = [urljoin(final, link.replace("&amp;", "&")) for link in re.findall(r'href="([^"#]+)"', html)]
                waiting += [
                    v for v in links if urlsplit(v).hostname == "127.0.0.1" and not v.endswith((".css", ".svg"))
                ]
    # Replicas drawn after a maker's own description carry its marks (alfa is told by its address, on its own host).
    for definition in lab.all_portals():
        if definition.uf == "pb" and definition.framework in {f.name for f in FAMILIES} - {"alfa"}:
            assert definition.framework in makers[definition.slug]


# ---- scrapy genspider


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project somewhere else, so that what is made does not stay."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("transparency", "keywords"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))  # compiled at this moment
    shutil.copy(ROOT / "scrapy.cfg", folder)
    return folder


def scrapy(folder: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "SCRAPY_SETTINGS_MODULE": "transparency.settings"}
    process = subprocess.run(
        [sys.executable, "-m", "scrapy", *words],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_a_family_begins_with_the_template(copy: Path) -> None:
    before = set((ROOT / "transparency" / "spiders").iterdir())
    assert "Created spider 'vila-nova'" in scrapy(
        copy, "genspider", "-t", "familia", "vila-nova", "portais.vilanova.example"
    )
    made = copy / "transparency" / "spiders" / "vila_nova.py"
    text = made.read_text(encoding="utf-8")
    assert "class VilaNovaSpider(PortalSpider):" in text and "$" not in text
    assert 'name = family = "vila-nova"' in text and 'hosts = ("portais.vilanova.example",)' in text
    assert set((ROOT / "transparency" / "spiders").iterdir()) == before
    assert {"vila-nova", "portal", "elmar"} <= set(scrapy(copy, "list").split())
    program = (
        "from scrapy.spiderloader import get_spider_loader; from scrapy.utils.project import get_project_settings;"
        "from transparency.portals.families import load_families, recognise;"
        "f = load_families(get_spider_loader(get_project_settings()));"
        "print(recognise('https://a.portais.vilanova.example/', '', f))"
    )
    environment = {**os.environ, "PYTHONPATH": str(copy), "SCRAPY_SETTINGS_MODULE": "transparency.settings"}
    told_there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert told_there.stdout.strip() == "vila-nova"


def test_the_templates_of_scrapy_stay(copy: Path) -> None:
    listed, ours, theirs, none = (
        command("genspider", *asked).stdout for asked in (["-l"], ["-d", "familia"], ["-d", "basic"], ["-d", "none"])
    )  # which write nothing, and so need no copy
    assert {"familia", "basic", "crawl", "csvfeed", "xmlfeed"} <= set(listed.split())
    assert "class $classname(PortalSpider):" in ours
    assert "import scrapy" in theirs
    assert "Unable to find template: none" in none
    scrapy(copy, "genspider", "plain", "vilanova.example")
    assert "scrapy.Spider" in (copy / "transparency" / "spiders" / "plain.py").read_text(encoding="utf-8")
