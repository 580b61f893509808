"""End to end on a site made here of one kind: a single page whose years and subjects are pressed, each section of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from audited import audit, served
from flask import Flask, request

PAGE = r"""<!DOCTYPE html><html lang=pt-br><title>Contas abertas</title><style>.x{cursor:pointer;padding:4px 9px;display:inline-block}
dl{display:none}section{margin:9px}</style><h1>Contas abertas</h1><div id=anos></div><div id=temas></div><div role=main></div><script>
const el = (n, p = {}, ...c) => { const m = Object.assign(document.createElement(n), p); m.append(...c); return m; };
const NADA = ['Informação ainda não prestada pela contabilidade.', 'Até o momento nada foi publicado aqui.'];
const linhas = (n, f) => [...Array(n).keys()].map(f), ano = { agora: 2026 }, tema = { agora: 'Arrecadação' };
const TEMAS = { 'Arrecadação': a => [
  ['O que entrou', ['Alínea', 'Prevista', 'Arrecadada'], linhas(30, i => [`1.1.${i} Imposto ${i}`, `${i + 1}.000,00`, `${i + 2}00,00`])],
  ['Entradas extraorçamentárias', ['Código', 'Especificação', 'Valor recebido'], a == 2025 ? linhas(4, i => [`21${i}`, `Consignação ${i}`, `${i + 3}0,00`]) : 0]],
 'Gastos': a => [['Empenhos do ano', ['Nº do empenho', 'Data do empenho', 'Credor', 'Valor empenhado'],
   linhas(30, i => [`${a}NE${i}`, `0${i % 9 + 1}/02/${a}`, `Empresa ${i}`, `${i + 1}.100,00`])],
  ['Saídas extraorçamentárias', ['Código', 'Especificação', 'Valor pago'], linhas(3, i => [`31${i}`, `Retenção ${i}`, `${i + 5}1,00`])]],
 'Compras': a => [['Licitações', ['Nº do processo', 'Modalidade', 'Objeto', 'Data de abertura'],
   a == 2024 ? linhas(5, i => [`${i + 1}/2024`, 'Pregão', `Merenda ${i}`, `1${i}/03/2024`]) : 0],
  ['Contratos', ['Nº do contrato', 'Contratado', 'Valor do contrato', 'Vigência'],
   linhas(8, i => [`${i}/${a}`, `Empresa ${i}`, `${i + 1}.000,00`, `31/12/${a}`])]],
 'Perguntas': a => [['Dúvidas comuns', 0, 0]] };
const main = document.querySelector('[role=main]');
function barra(onde, nomes, estado) { onde.replaceChildren(...nomes.map(n => {
  const x = el('span', { className: 'x', textContent: n, onclick: () => { estado.agora = n; mostra(); } });
  if (n == estado.agora) x.style.backgroundColor = 'gold'; return x; })); }
function mostra() {
  barra(anos, [2026, 2025, 2024], ano); barra(temas, Object.keys(TEMAS), tema);
  main.replaceChildren(...TEMAS[tema.agora](ano.agora).map(([t, c, ls], k) => { const s = el('section', {}, el('h3', { textContent: t }));
    if (!ls) { s.append(el('em', { textContent: NADA[k % 2] })); return s; }
    let n = 10; const corpo = el('tbody'), mais = el('button', { onclick: () => { n += 10; pinta(); } });
    const pinta = () => { corpo.replaceChildren(...ls.slice(0, n).map(l => el('tr', {}, ...l.map(v => el('td', { textContent: v })))));
      mais.textContent = `Carregar mais 10 de ${ls.length} registros`; };
    s.append(el('table', {}, el('thead', {}, el('tr', {}, ...c.map(v => el('th', { textContent: v })))), corpo), mais); pinta(); return s; }));
}
mostra();</script>"""


def single(app: Flask) -> None:
    app.add_url_rule("/", "home", lambda: PAGE)


def test_sections_over_nothing_are_asked_of_other_years(tmp_path: Path) -> None:
    with served(single) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("receita_orcamentaria", item) for item in "previsao arrecadacao alinea".split()),
        *(("receita_extra_orcamentaria", item) for item in "codigo nomenclatura valor".split()),
        *(("despesa_orcamentaria", item) for item in "emp_numero emp_data emp_valor nome".split()),
        *(("despesa_extra_orcamentaria", item) for item in "codigo nomenclatura valor".split()),
        *(
            ("licitacao", item)
            for item in "numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split()
        ),
    }
    assert summary["nodes"]["visited"] <= 12


NAMED = (
    "<ul><li><a href='/folha'>Servidores e Salários</a></li></ul>"
    "<form method={} action=/folha><label>Nome do servidor <input name=nome {}></label><button>Pesquisar</button></form>"
)


@pytest.mark.parametrize(
    ("method", "required"),
    [
        ("post", ""),
        pytest.param("get", "required", marks=pytest.mark.soak),
        pytest.param("get", "", marks=pytest.mark.soak),
    ],
)
def test_servants_that_are_only_found_by_name(method: str, required: str, tmp_path: Path) -> None:
    def site(app: Flask) -> None:
        form = NAMED.format(method, required)
        rows = "".join(f"<tr><td>{n}00<td>Fulano {n} da Silva<td>Agente<td>{n}.200,00" for n in range(1, 6))
        table = f"<table><tr><th>Matrícula<th>Nome do Servidor<th>Cargo<th>Remuneração Bruta{rows}</table>"

        def payroll() -> str:
            name = request.values.get("nome")
            body = "" if name is None else table if name == "silva" else "<p>Informe ao menos 3 letras do nome.</p>"
            return f"<h1>Servidores e Salários</h1>{form}{body}"

        app.add_url_rule("/", "home", lambda: f"<h1>Transparência</h1>{form.partition('<form')[0]}")
        app.add_url_rule("/folha", "payroll", payroll, methods=["GET", "POST"])

    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    proved = {
        item
        for (criterion, item), v in verdicts.items()
        if v["status"] == "published" and criterion == "quadro_pessoal"
    }
    assert {"nome", "cargo", "salario_cargo"} <= proved
    assert "“silva”" in " ".join(verdicts["quadro_pessoal", "nome"]["steps"])
    assert summary["nodes"]["visited"] <= 5


@pytest.mark.parametrize("alert", ["", pytest.param("alert", marks=pytest.mark.soak)])
def test_expenses_that_are_searched_for_a_month_at_once(alert: str, tmp_path: Path) -> None:
    def site(app: Flask) -> None:
        rows = "".join(f"<tr><td>NE{n}<td>1{n}/10/2026<td>Empresa {n}<td>{n}.200,00<td>{n}.100,00" for n in range(1, 6))
        table = f"<table><tr><th>Nº Empenho<th>Data<th>Favorecido<th>Valor Empenhado<th>Valor Pago{rows}</table>"
        told = "O intervalo entre as datas não pode exceder 31 dias."
        refused = f"<script>alert('{told}')</script>" if alert else f"<p>{told}</p>"
        menu = "<ul><li><a href='/despesas'>Despesas por Empenho</a></li></ul>"

        def expenses() -> str:
            days = [request.values.get(name) for name in ("de", "ate")]
            long = not all(days) or str(days[0])[:7] != str(days[1])[:7]
            form = "<label>Data inicial <input type=date name=de></label><label>Data final <input type=date name=ate></label>"
            body = "" if days == [None, None] else refused if long else table
            return f"<h1>Despesas por Empenho</h1>{menu}<form>{form}<button>Pesquisar</button></form>{body}"

        app.add_url_rule("/", "home", lambda: f"<h1>Transparência</h1>{menu}")
        app.add_url_rule("/despesas", "expenses", expenses)

    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    assert {i for (_, i), v in verdicts.items() if v["status"] == "published"} >= {
        "emp_numero",
        "emp_data",
        "emp_valor",
        "nome",
    }
    assert summary["nodes"]["visited"] <= 5
