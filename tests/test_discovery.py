"""Discovery: what became of the catalogue's addresses, where a portal is now, and the proposal that a person accepts."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from portal_of_towns import HOME, Served, portal_of_towns, run, table
from scrapy.utils.project import get_project_settings

from transparency.crawl.portal_words import load_portal_words
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.portals.discovery import (
    ascending,
    judge_answer,
    likely_homes,
    load_discovery_words,
    new_families,
    portal_links,
    proposal,
    rated,
)
from transparency.spiders.discover import DiscoverSpider

WORDS = load_discovery_words()
OBSTACLES = load_portal_words(load_matrix().vocabulary.query_buttons).obstacles
PORTAL = HOME.format(town="Vila Nova")
PARKED = "<title>vila.example</title><h1>Este domínio está à venda</h1><a href=//ads.example>Buy this domain</a>"


@pytest.mark.parametrize(
    ("url", "final", "status", "html", "lasting", "state"),
    [
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/", 200, PORTAL, True, "vivo"),
        ("http://a.pb.gov.br/", "https://www.a.pb.gov.br/", 200, PORTAL, True, "vivo"),  # another spelling
        ("http://a.pb.gov.br/", "http://v.example/?t=9", 200, PORTAL, False, "mudou"),
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/novo/", 200, PORTAL, True, "mudou"),
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/inicio", 200, PORTAL, False, "vivo"),  # for the time being
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/", 200, PARKED, True, "estacionado"),
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/", 404, "<h1>Nada</h1>", True, "ausente"),
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/", 503, "<h1>Nada</h1>", True, "instável"),
        ("http://a.pb.gov.br/", "http://a.pb.gov.br/", 403, "<h1>Nada</h1>", True, "bloqueado"),
    ],
)
def test_what_an_answer_says(url: str, final: str, status: int, html: str, lasting: bool, state: str) -> None:
    assert judge_answer(url, final, status, html, OBSTACLES, lasting).state == state


@pytest.mark.parametrize(
    ("said", "address", "likely"),
    [
        ("portal da transparencia", "http://v.example/?t=9", True),
        ("", "http://transparencia.a.pb.gov.br/", True),
        ("veja aqui", "http://a.pb.gov.br/portal/transparencia/", True),
        ("portal da transparencia", "https://www.portaltransparencia.gov.br/municipios/9", False),
        ("transparencia da camara", "http://c.example/", False),
        ("noticias", "http://a.pb.gov.br/noticias", False),
        ("transparencia", "https://www.tce.pb.gov.br/", False),
        ("transparencia", "https://www.facebook.com/vila", False),
    ],
)
def test_which_links_may_be_the_portal(said: str, address: str, likely: bool) -> None:
    assert bool(rated(said, address, WORDS)) is likely


def test_the_likeliest_link_comes_first_and_pictures_count() -> None:
    page = (
        "<base href=/novo/><a href=informacao>Acesso à informação</a><a href='javascript:abre()'>Portal da Transparência</a>"
        "<a href=http://v.example/?t=9><img alt='Portal da Transparência'></a><a href=contas>Contas públicas</a>"
    )
    assert portal_links(page, "http://vila.example/", WORDS)[0] == "http://v.example/?t=9"
    assert "http://vila.example/novo/contas" in portal_links(page, "http://vila.example/", WORDS)
    assert portal_links("", "http://vila.example/", WORDS) == []


def test_likely_homes_are_spelled_with_and_without_hyphens() -> None:
    homes = likely_homes("santa-rita", "PB", WORDS.names)
    assert homes[0] == "http://santarita.pb.gov.br/" and "http://transparencia.santa-rita.pb.gov.br/" in homes
    assert len(homes) == len(set(homes)) == 2 * len(WORDS.names)


@pytest.mark.parametrize("url", ["http://a.example/", "http://a.example"])
def test_nothing_is_above_the_root(url: str) -> None:
    assert len(ascending(url)) <= 1


def test_a_new_vendor_takes_the_place_of_the_old_one() -> None:
    assert new_families(("elmar", "alfa"), "publicsoft", "alfa", "proprio") == ("publicsoft", "alfa")
    assert new_families((), "publicsoft", "", "proprio") == ("publicsoft",)


CSV = (
    "slug,name,uf,ibge,portal_url,city_url,families\n"
    'vila-nova,"Vila, a Nova",PB,,http://antigo.example/,http://vila.example/,elmar\n'
    "mata,Mata,pb,,http://mata.example/,,\n"
)


def test_the_proposal_is_a_patch_that_touches_its_rows_only(tmp_path: Path) -> None:
    told = proposal("c.csv", CSV, {("PB", "mata"): {"portal_url": "http://nova.example/?a=1,2"}, ("PB", "outra"): {"families": "x"}})  # fmt: skip
    assert [line for line in told.splitlines() if line[0] in "+-" and line[1] not in "+-"] == [
        "-mata,Mata,pb,,http://mata.example/,,",
        '+mata,Mata,pb,,"http://nova.example/?a=1,2",,',
    ]
    (tmp_path / "c.csv").write_text(CSV, encoding="utf-8")
    subprocess.run(["git", "apply", "-"], input=told.encode(), cwd=tmp_path, check=True, env=os.environ | {"GIT_DIR": "/nowhere"})  # fmt: skip
    assert (tmp_path / "c.csv").read_text(encoding="utf-8") == CSV.replace("http://mata.example/", '"http://nova.example/?a=1,2"')  # fmt: skip
    assert proposal("c.csv", CSV, {}) == ""


def serve_towns(portal: Served) -> dict[str, str]:
    """Hosts, all of them one server: it tells them apart by the Host header."""
    city = "<title>Prefeitura de {0}</title><h1>{0}</h1><a href='{1}'>Portal da Transparência</a><a href=/noticias>Notícias</a>"
    sites = {
        "vivo.example": {"/": PORTAL},
        "mudou.example": {"/": "http://vivo.example/", },
        "venda.example": {"/": PARKED},
        "cidade.example": {"/": city.format("Cidade", "http://vivo.example/cidade")},
        "fundo.example": {"/": "<title>Portal da Transparência</title>" + PORTAL},
        "semnome.pb.gov.br": {"/": city.format("Sem Nome", "http://vivo.example/cidade")},
        "outrem.pb.gov.br": {"/": city.format("Outra Coisa", "http://vivo.example/cidade")},
    }  # fmt: skip
    sites["vivo.example"]["/cidade"] = table("receitas").replace("<h1>", "<h1>Portal da Transparência: ")

    def answer(handler: object) -> None:
        host, path = handler.headers["Host"], handler.path  # type: ignore[attr-defined]
        page = sites.get(host, {}).get(path)
        moved = page is not None and page.startswith("http")
        body = (page or "<h1>Nada aqui</h1>").encode()
        handler.send_response(301 if moved else 200 if page else 404)  # type: ignore[attr-defined]
        if moved:
            handler.send_header("Location", page)  # type: ignore[attr-defined]
        handler.send_header("Content-Type", "text/html; charset=utf-8")  # type: ignore[attr-defined]
        handler.send_header("Content-Length", str(len(body)))  # type: ignore[attr-defined]
        handler.end_headers()  # type: ignore[attr-defined]
        handler.wfile.write(body)  # type: ignore[attr-defined]

    for path in ("/", "/cidade", "/sistemas/contas/index.php", "/sistemas/contas/", "/sistemas/"):
        portal.pages[path] = answer
    return dict.fromkeys(sites, f"127.0.0.1:{portal.port}")


def test_discover_checks_every_address_and_proposes_what_it_found(tmp_path: Path) -> None:
    rows = """vivo,Vivo,pb,,http://vivo.example/,,
mudou,Mudou,pb,,http://mudou.example/,,
venda,Venda,pb,,http://venda.example/,http://cidade.example/,
fundo,Fundo,pb,,http://fundo.example/sistemas/contas/index.php?x=1,,
sem-nome,Sem Nome,pb,,http://sumiu.example/,,
outrem,Outrem,pb,,http://sumiu.example/,,
"""
    file = tmp_path / "c.csv"
    text = f"slug,name,uf,ibge,portal_url,city_url,families\n{rows}"
    file.write_text(text, encoding="utf-8")
    with portal_of_towns() as portal:
        hosts = serve_towns(portal)
        done = run(
            "crawl", "discover", "-a", "uf=pb", "-a", f"diff={tmp_path / 'd.diff'}", "-O", str(tmp_path / "d.jsonl"), "-s", f"CATALOGUE_FILES={file}",
            "-s", f"DISCOVER_HOSTS={json.dumps(hosts)}", "-L", "WARNING",
            env={"TRANSPARENCY_EGRESS_ALLOWED": f"127.0.0.1:{portal.port}"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = {one["municipio"]: one for one in map(json.loads, (tmp_path / "d.jsonl").read_text("utf-8").splitlines())}
    states = {name: one["portal_url"]["situacao"] for name, one in told.items()}
    assert states == {"vivo": "vivo", "mudou": "mudou", "venda": "estacionado", "fundo": "ausente", "sem-nome": "fora", "outrem": "fora"}  # fmt: skip
    proposed = {name: one["proposta"] for name, one in told.items()}
    assert proposed == {
        "vivo": {},
        "mudou": {"portal_url": "http://vivo.example/"},
        "venda": {"portal_url": "http://vivo.example/cidade"},  # from the site of the city hall
        "fundo": {"portal_url": "http://fundo.example/"},  # above the deep address
        "sem-nome": {
            "portal_url": "http://vivo.example/cidade",
            "city_url": "http://semnome.pb.gov.br/",
        },  # a likely name
        "outrem": {},  # a likely name, somebody else's page
    }
    diff = (tmp_path / "d.diff").read_text(encoding="utf-8")
    assert diff.count("\n+") == 5 and "vivo,Vivo" not in [line[1:] for line in diff.splitlines() if line[0] == "+"]
    assert file.read_text(encoding="utf-8") == text, "nothing is edited by itself"
    assert "patch -p1" in done.stderr


@pytest.mark.parametrize("wrong", [{"uf": "xx"}, {"cor": "azul"}, {"municipio": "nenhures"}])
def test_discover_says_what_is_wrong(wrong: dict[str, str]) -> None:
    with pytest.raises(UserError):
        DiscoverSpider.prepare(get_project_settings(), **wrong)


def test_all_towns_of_a_state_or_those_named() -> None:
    words, _, towns = DiscoverSpider.prepare(get_project_settings(), uf="pb")
    assert words == WORDS and len(towns) == 223
    # The catalogue knows no address there yet: that is what discover is for.
    assert len(DiscoverSpider.prepare(get_project_settings(), uf="ac")[2]) == 22
    assert [town.slug for town in DiscoverSpider.prepare(get_project_settings(), municipio="Areia, santa-rita")[2]] == ["areia", "santa-rita"]  # fmt: skip
