"""End to end on portals of many towns: each asks in another way which town is meant, and only that one's data count."""

from __future__ import annotations

import csv
import json
from collections import Counter
from typing import Any

import pytest
from audited import served
from flask import Flask, jsonify, request
from portal_of_towns import table
from scrapy_command import scrapy

TOWN, CODE = "Rio Claro", "3543907"
TOWNS = {
    "3500105": "Adamantina",
    "3509502": "Campinas",
    "3543006": "Ribeira",
    "4122156": "Rio Bonito",
    CODE: TOWN,
    "3543908": "Rio Claro do Sul",
    "3549904": "São José do Rio Claro",
}
HEAD = "<!doctype html><html lang=pt-BR><title>Contas dos municípios</title>"
STATE = "<nav><a href=/estado/receitas>Receitas de todos os municípios</a> <a href=/ranking>Ranking</a></nav>"
GO = "<script>const vai = (codigo) => { location.href = '/c/' + codigo + '/' };</script>"
ITEMS = [f"<li class=item onclick=\"vai('{code}')\">{name}</li>" for code, name in TOWNS.items()]

MAP = (
    "<h1>Clique no mapa</h1><svg viewBox='0 0 700 100' width=700 height=100>"
    + "".join(
        f"<path d='M{n * 90} 10h80v80h-80z' id=m{code} style='cursor:pointer'><title>{name}</title></path>"
        for n, (code, name) in enumerate(TOWNS.items())
    )
    + "</svg><script>document.querySelectorAll('path').forEach((p) => p.addEventListener('click', () => vai(p.id.slice(1))))</script>"
)
LIST = (
    "<h1>Municípios</h1><table><tr><th>IBGE</th><th>Município</th><th>População</th><th></th></tr>"
    + "".join(
        f"<tr><td>{code}</td><td>{name}</td><td>{n}8.3{n}1</td><td><button onclick=\"vai('{code}')\">Acessar</button></td></tr>"
        for n, (code, name) in enumerate(TOWNS.items(), start=1)
    )
    + "</table>"
)
STATES = """<h1>Transparência nos municípios</h1><div><label>Estado <select id=uf onchange="lista()"><option value="">Selecione</option>
  <option>AM</option><option>BA</option><option>CE</option><option>PR</option><option>RJ</option><option>SP</option></select></label>
  <label>Cidade <select id=cidade><option value="">Selecione</option></select></label>
  <button onclick="if (cidade.value) vai(cidade.value)">Acessar</button></div><script>
  const lista = () => fetch('/towns?uf=' + uf.value).then((r) => r.json()).then((all) => {
    cidade.innerHTML = '<option value="">Selecione</option>' + all.map(([c, n]) => `<option value=${c}>${n} - SP</option>`).join('') }) </script>"""
SEARCH = """<h1>Portal único</h1><div class=caixa><input placeholder="Digite o nome da cidade"><div id=achados></div></div><script>
  const campo = document.querySelector('input');
  campo.addEventListener('input', () => setTimeout(() => fetch('/towns?uf=SP&q=' + encodeURIComponent(campo.value)).then((r) => r.json()).then((all) => {
    achados.textContent = ''; if (campo.value.length < 3) return;
    for (const [c, n] of all) { const d = document.createElement('div'); d.textContent = n; d.onclick = () => vai(c); achados.append(d) } }), 200)) </script>"""
LETTERS = (
    "<h1>Portal da Transparência</h1><p>Escolha a letra inicial do município:</p><div id=letras>"
    + "".join(f"<button onclick=\"mostra('{letter}')\">{letter}</button>" for letter in "ABCDEFGHIJLMNOPQRSTUV")
    + f"</div><ul id=nomes></ul><script>const todos = {json.dumps(ITEMS)};"
    "const mostra = (l) => { nomes.innerHTML = todos.filter((t) => t.split('>')[1].startsWith(l)).join('') }</script>"
)
DROPS = (
    """<style>.valor{border:1px solid;width:240px;cursor:pointer;padding:4px} .valor i{float:right;width:9px;height:9px;background:#333} .lista{position:absolute}</style>
  <h1>Consulta por município</h1><section><div><span>Município</span><div class=valor onclick="abre(this)">Selecione <i></i></div></div>
  <button onclick="codigo && vai(codigo)">Consultar</button></section><script>let codigo = ''; const abre = (caixa) => {
    if (document.querySelector('.lista')) return document.querySelector('.lista').remove();
    const lista = document.body.appendChild(document.createElement('div')); lista.className = 'lista';
    for (const [c, n] of """
    + json.dumps(list(TOWNS.items()))
    + """) { const d = lista.appendChild(document.createElement('div')); d.textContent = n;
      d.onclick = () => { codigo = c; caixa.firstChild.data = n; lista.remove() } } }</script>"""
)
GATES = {"mapa": MAP, "lista": LIST, "estados": STATES, "busca": SEARCH, "letras": LETTERS, "suspensa": DROPS}
HITS: Counter[str] = Counter()


def portal(app: Flask) -> None:
    """Every gate leads to the same pages, those of a town; what is of all towns together shows what no town publishes."""
    for name, html in GATES.items():
        app.add_url_rule(f"/{name}/", name, lambda html=html: f"{HEAD}{STATE}{GO}{html}")

    def towns() -> Any:
        asked = request.args.get("q", "").casefold()
        return jsonify([t for t in TOWNS.items() if request.args.get("uf") == "SP" and asked in t[1].casefold()])

    def home(code: str) -> str:
        HITS[code] += 1
        menu = "<a href=despesas>Despesas</a> <a href=receitas>Receitas</a> <a href=/lista/>Trocar de município</a>"
        return f"{HEAD}{STATE}<h1>{TOWNS[code]}</h1><nav>{menu}</nav>"

    app.add_url_rule("/towns", "towns", towns)
    app.add_url_rule("/c/<code>/", "home", home)
    app.add_url_rule("/c/<code>/<name>", "page", lambda code, name: table(name))
    app.add_url_rule("/estado/receitas", "all", lambda: table("licitacoes") + table("receitas"))
    app.add_url_rule("/ranking", "ranking", lambda: f"{HEAD}<h1>Ranking</h1>{table('licitacoes')}")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[Any, Any], dict[str, Any]]]:
    """Of each gate: the verdicts by criterion and item, and audit.json. One run over all."""
    folder = tmp_path_factory.mktemp("towns")
    with served(portal) as url:
        with open(folder / "towns.csv", "w", encoding="utf-8", newline="") as out:
            write = csv.writer(out).writerow
            write("slug,name,uf,ibge,portal_url,city_url,families".split(","))
            for name in GATES:
                write([name, TOWN, "SP", "", f"{url}{name}/", "", ""])
        command = ["crawl", "portal", "-a", f"municipio={','.join(GATES)}", "-a", "model=off"]
        command += ["-s", f"CATALOGUE_FILES={folder / 'towns.csv'}", "-s", f"AUDITS_DIR={folder}", "-L", "ERROR"]
        ran = scrapy(*command)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = {}
    for name in GATES:
        (whole,) = (path.parent for path in (folder / "sp" / name).rglob("audit.json"))
        lines = [json.loads(line) for line in (whole / "verdicts.jsonl").read_text("utf-8").splitlines()]
        about = json.loads((whole / "audit.json").read_text("utf-8"))
        found[name] = ({(v["criterion"], v["item"]): v for v in lines}, about)
    return found


@pytest.mark.parametrize("name", GATES)
def test_finds_the_town_and_counts_nothing_else(audits: dict[str, Any], name: str) -> None:
    verdicts, about = audits[name]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert {("despesa_orcamentaria", "emp_valor"), ("receita_orcamentaria", "arrecadacao")} <= published
    assert not {key for key in published if key[0] == "licitacao"}, "that is of all towns together"
    assert {verdict["url"].split("/")[4] for verdict in verdicts.values() if verdict["url"]} == {CODE}
    assert set(HITS) == {CODE}, "no other town is looked at"
    assert about["nodes"]["visited"] <= 6
