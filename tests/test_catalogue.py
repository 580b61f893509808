"""The catalogue: every town of the files, lookups as people type them, and files that are wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from transparency.items import UserError
from transparency.portals.catalogue import (
    COLUMNS,
    REGION_OF,
    UFS,
    Catalogue,
    Municipality,
    check_url,
    is_ibge_code,
    load,
    slugify,
)

HEADER = ",".join(COLUMNS)
ROW = "vila-nova,Vila Nova,PB,,http://vilanova.example/,,elmar"
CODED = ROW.replace(",PB,,", ",PB,2500007,")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load()


def write(folder: Path, *lines: str, name: str = "xx.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_all_of_paraiba(catalogue: Catalogue) -> None:
    towns = [town for town in catalogue if town.uf == "PB"]
    assert len(towns) == 223
    assert all(town.portal_url.startswith("http") and town.city_url.startswith("http") for town in towns)
    assert all(town.slug == slugify(town.name) for town in towns)
    assert sum("publicsoft" in town.families for town in towns) == 93
    assert catalogue.find("agua-branca") == Municipality(
        slug="agua-branca",
        name="Água Branca",
        uf="PB",
        ibge="2500106",
        portal_url="http://transparencia.elmar.inf.br/?e=201001",
        city_url="http://aguabranca.pb.gov.br/",
        families=("elmar",),
    )


def test_all_of_the_country(catalogue: Catalogue) -> None:
    codes = {town.ibge for town in catalogue}
    assert len(catalogue) == len(codes) == 5570
    assert all(map(is_ibge_code, codes)), "a check digit is wrong"
    assert {town.uf for town in catalogue} == UFS and Counter(REGION_OF.values())["Nordeste"] == 9
    # The first two digits are the state's.
    assert len({town.ibge[:2] + town.uf for town in catalogue}) == 27
    assert all(town.slug == slugify(town.name) for town in catalogue)


def test_the_only_one_whose_portal_is_known_is_meant(tmp_path: Path) -> None:
    other = "vila-nova,Vila Nova,RN,2400000,,,"
    paths = [write(tmp_path, HEADER, ROW, name="pb.csv"), write(tmp_path, f"{HEADER},population", f"{other},1200")]
    catalogue = load(paths)
    assert catalogue.find("vila nova").uf == "PB"
    assert (catalogue.find("vila nova", "RN").portal_url, catalogue.find("2400000").population) == ("", 1200)


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("santa-rita", "santa-rita"),
        ("Santa Rita", "santa-rita"),
        ("SANTA RITA", "santa-rita"),
        ("joao pessoa", "joao-pessoa"),
        ("João Pessoa", "joao-pessoa"),
        ("João Pessoa/PB", "joao-pessoa"),
        ("joao-pessoa-pb", "joao-pessoa"),
        (" Sapé ", "sape"),
        ("2513703", "santa-rita"),
        ("251370", "santa-rita"),
        ("olho d'água", "olho-d-agua"),
        ("Olho D´agua", "olho-d-agua"),
        ("olho dagua", "olho-d-agua"),
    ],
)
def test_find(catalogue: Catalogue, typed: str, slug: str) -> None:
    assert catalogue.find(typed).slug == slug
    assert catalogue.find(typed, uf="pb").slug == slug


@pytest.mark.parametrize(
    ("typed", "uf", "message"),
    [
        (
            "Santa Ritta",
            None,
            r"^Município desconhecido: “Santa Ritta”\. Você quis dizer: Santa Rita(?: \(PB\))?, .*\?$",
        ),
        ("jao pesoa", None, r"Você quis dizer: João Pessoa"),
        ("qwxzk", None, r"desconhecido: “qwxzk”.*url="),
        ("Santa Rita", "SP", r"Município desconhecido"),
        ("Santa Rita", "XX", r"UF desconhecida: “XX”"),
        ("9999999", None, r"código IBGE “9999999”"),
        ("  ", None, r"Falta o nome"),
        ("--", None, r"Falta o nome"),
    ],
)
def test_not_found(catalogue: Catalogue, typed: str, uf: str | None, message: str) -> None:
    with pytest.raises(UserError, match=message):
        catalogue.find(typed, uf)


def test_several_states(tmp_path: Path) -> None:
    other = "vila-nova,Vila Nova,RN,2400000,https://vilanova.example/,,"
    paths = [write(tmp_path, HEADER, ROW, name="pb.csv"), write(tmp_path, HEADER, other, name="rn.csv")]
    catalogue = load(paths)
    with pytest.raises(UserError, match=r"mais de um município “Vila Nova”: PB, RN\. Indique a UF"):
        catalogue.find("vila nova")
    with pytest.raises(UserError, match="mais de um"):
        catalogue.resolve("vila nova", url="https://other.example/")
    assert catalogue.find("vila nova", "rn").uf == catalogue.find("Vila Nova/RN").uf == "RN"
    with pytest.raises(UserError, match=r"Vila Nova \(PB\), Vila Nova \(RN\)"):
        catalogue.find("vila nouva")


def test_given_by_hand(catalogue: Catalogue) -> None:
    known = catalogue.resolve("santa rita", url="portal.example/x", families=["elmar"])
    assert (known.slug, known.ibge, known.portal_url, known.families) == (
        "santa-rita",
        "2513703",
        "http://portal.example/x",
        ("elmar",),
    )
    assert catalogue.resolve("santa rita") == catalogue.find("santa rita")
    listed = catalogue.resolve("Nova Aurora", uf="go", url="https://aurora.example")
    assert listed == Municipality("nova-aurora", "Nova Aurora", "GO", "5214804", "https://aurora.example/")
    new = catalogue.resolve("Vila Aurora", uf="go", url="https://aurora.example")
    assert new == Municipality("vila-aurora", "Vila Aurora", "GO", portal_url="https://aurora.example/")
    assert catalogue.resolve("Vila Aurora", url="https://aurora.example").uf == "BR"
    for name, url in (("Vila Aurora", None), ("Vila Aurora", "ftp://aurora.example"), ("??", "https://aurora.example")):
        with pytest.raises(UserError):
            catalogue.resolve(name, url=url)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["slug,name", "a,b"], r"xx\.csv, linha 1: faltam colunas: uf, ibge, portal_url, city_url, families\."),
        ([""], r"linha 1: faltam colunas: slug"),
        ([HEADER, ROW, ROW], r"xx\.csv, linha 3: “vila-nova” já está em .*xx\.csv, linha 2\."),
        ([HEADER, CODED, CODED.replace("vila-", "outra-")],
         r"linha 3: “2500007” já está em .*linha 2"),
        ([HEADER, ROW.replace("http:", "ftp:")], r"linha 2: portal_url: Endereço inválido: “ftp://vilanova"),
        ([HEADER, ROW.replace("vila-nova", "Vila Nova")], r"linha 2: valor inválido em slug: “Vila Nova”"),
        ([HEADER, ROW.replace(",PB,", ",XX,")], r"linha 2: valor inválido em uf: “XX”"),
        ([HEADER, ROW.replace("PB,,", "PB,123,")], r"linha 2: valor inválido em ibge: “123”"),
        ([HEADER, ROW.replace("PB,,", "PB,2500008,")], r"linha 2: valor inválido em ibge: “2500008”"),
        ([f"{HEADER},population", f"{ROW},1.200"], r"linha 2: valor inválido em population: “1\.200”"),
        ([HEADER, ROW.replace("elmar", "Elmar Ltda.")], r"linha 2: valor inválido em families"),
        ([HEADER, ROW + ",mais"], r"linha 2: número errado de colunas"),
        ([HEADER, "vila-nova,Vila Nova"], r"linha 2: número errado de colunas"),
        ([HEADER, ROW, '"vila'], r"linha 3: CSV inválido"),
    ],
)  # fmt: skip
def test_broken_file(tmp_path: Path, lines: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        load([write(tmp_path, *lines)])


def test_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"Não foi possível ler o catálogo .*nowhere\.csv"):
        load([tmp_path / "nowhere.csv"])
    latin = tmp_path / "latin.csv"
    latin.write_bytes(f"{HEADER}\n{ROW}\n".replace("Vila", "Água").encode("latin-1"))
    with pytest.raises(UserError, match=r"latin\.csv: o arquivo não está em UTF-8"):
        load([latin])


def test_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "xx.csv"
    path.write_bytes(f"{HEADER}\r\n{ROW};easyweb\r\n".encode("utf-8-sig"))
    assert load([path]).find("vila nova").families == ("elmar", "easyweb")


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://Transparencia.X.gov.br", "https://transparencia.x.gov.br/"),
        (" http://x.gov.br/?e=201001 ", "http://x.gov.br/?e=201001"),
        ("www.x.gov.br/portal", "http://www.x.gov.br/portal"),
        ("10.1.2.3:8080/pm/Default.aspx", "http://10.1.2.3:8080/pm/Default.aspx"),
        ("localhost:8000", "http://localhost:8000/"),
        ("http://[::1]:8000/", "http://[::1]:8000/"),
        ("https://x.gov.br/#/despesas", "https://x.gov.br/#/despesas"),
        ("http://x.gov.br/índice?q=ação", "http://x.gov.br/%C3%ADndice?q=a%C3%A7%C3%A3o"),
        ("http://x.gov.br/?link=O5g%3D&uf=PB", "http://x.gov.br/?link=O5g%3D&uf=PB"),
    ],
)
def test_check_url(typed: str, url: str) -> None:
    assert check_url(typed) == url
    assert check_url(url) == url


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "portal",
        "http://",
        "http:///x",
        "ftp://x.gov.br",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "mailto:a@x.br",
        "http://a b.gov.br/",
        "http://x.gov.br:99999/",
        "http://x.gov.br:0/",
        "http://user:secret@x.gov.br/",
        "http://[::1",
        "http://x.gov.br/\nHost: y",
        "//x.gov.br",
        "data:text/html,x",
    ],
)
def test_refused_url(typed: str) -> None:
    with pytest.raises(UserError, match="Endereço inválido") as caught:
        check_url(typed)
    assert "https://" in caught.value.hint
