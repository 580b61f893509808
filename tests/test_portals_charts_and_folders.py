"""End to end on two sites made here: boards whose data wait behind charts, and folders of files."""

from __future__ import annotations

import pytest
from audited import Audited, audit_each
from flask import Flask, Response

HOME = (
    "<!DOCTYPE html><title>Números da cidade</title><h1>Números da cidade</h1><div>"
    + "".join(f"<a href='/{at}'><img src='/icones/{at}.svg' width=90 height=90></a>" for at in ("despesas", "receitas", "pessoal"))
    + "</div><section><div><b>R$ 38,4 mi</b><span>despesa paga</span></div><div><b>R$ 40,1 mi</b><span>receita prevista</span></div>"
    "<div><b>412</b><span>servidores</span></div><div><b>31</b><span>licitações</span></div></section>"
)  # fmt: skip
SHELL = """<!DOCTYPE html><title>Números da cidade</title><style>.on{background:#39f}.aba,.quanto tr{cursor:pointer}
.i{display:inline-block;width:20px;height:20px}</style>
<h1>%s</h1><main></main><script>
const main = document.querySelector('main'), el = (n, p = {}, ...c) => { const m = Object.assign(document.createElement(n), p); m.append(...c); return m; };
const chart = () => { const d = el('div'); d.innerHTML =
  '<svg width=200 height=80 role=img aria-label="Gráfico de colunas"><rect width=20 height=50></rect></svg>'; return d; };
const table = (heads, rows) =>
  el('table', {}, el('tr', {}, ...heads.map((h) => el('th', {}, h))), ...rows.map((r) => el('tr', {}, ...r.map((c) => el('td', {}, c)))));
%s</script>"""
# Icons without words switch a card from chart to table; another year begins with the chart again, and this one is empty.
SWITCHES = """
const cards = [['Quem recebeu', ['Recebedor', 'CPF/CNPJ', 'Comprometido (empenhado)', 'Desembolsado (pago)'],
    (n) => [`Loja ${n} Ltda`, `11.222.33${n}/0001-81`, `R$ ${n}.500,00`, `R$ ${n}.400,00`]],
  ['Por área do governo', ['Função', 'Autorizado na LOA', 'Liquidado'],
    (n) => [`1${n} - Saúde`, `R$ ${n}.900,00`, `R$ ${n}.100,00`]],
  ['Diárias e viagens', ['Destino', 'Motivo', 'Valor'],
    (n) => ['Recife', 'Curso', `R$ ${n}00,00`]]];
const draw = (year) => {
  const pills = el('div', {}, ...['2026', '2025'].map((y) => el('button', {type: 'button', className: y === year ? 'on' : '', onclick: () => draw(y)}, y)));
  main.replaceChildren(pills, ...cards.map(([title, heads, row]) => {
    const body = el('div', {}, year === '2026' ? el('p', {}, 'Sem dados no período') : chart());
    const bars = el('button', {type: 'button', className: 'btn on'}), grid = el('button', {type: 'button', className: 'btn'});
    bars.innerHTML = '<i class="i bi bi-bar-chart"></i>'; grid.innerHTML = '<i class="i bi bi-table"></i>';
    grid.onclick = () => { body.replaceChildren(year === '2026' ? el('p', {}, 'Sem dados no período') : table(heads, [1, 2, 3].map(row)));
      grid.className = 'btn on'; bars.className = 'btn'; };
    return el('article', {}, el('header', {}, el('h2', {}, title), el('div', {}, bars, grid)), body);
  }));
};
draw('2026');
"""
# Tabs over each card; a row opens a panel at the side.
TABS = """
const cards = [['Quanto entrou', ['Natureza', 'Previsão', 'Arrecadação'],
    (n) => [`1.1.${n}`, `R$ ${n}.000,00`, `R$ ${n}00,00`]],
  ['Entradas extraorçamentárias', ['Código', 'Nomenclatura', 'Valor'],
    (n) => [`218.${n}`, `Consignação ${n}`, `R$ ${n}0,00`]],
  ['Convênios', ['Concedente', 'Contrapartida', 'Valor'],
    (n) => ['União', 'R$ 1,00', `R$ ${n}0,00`]]];
for (const [title, heads, row] of cards) {
  const body = el('div', {}, chart()), tabs = ['Gráfico', 'Tabela'].map((name) => el('span', {className: 'aba'}, name));
  tabs.forEach((tab, n) => {
    tab.setAttribute('role', 'tab'); tab.setAttribute('aria-selected', String(!n));
    tab.onclick = () => { tabs.forEach((t) => t.setAttribute('aria-selected', String(t === tab)));
      body.replaceChildren(n ? table(heads, [1, 2, 3].map(row)) : chart()); };
  });
  const bar = el('div', {}, ...tabs); bar.setAttribute('role', 'tablist');
  main.append(el('section', {className: title.split(' ')[0].toLowerCase()}, el('h3', {}, title), bar, body));
}
main.querySelector('section').addEventListener('click', (e) => {
  const row = e.target.closest('tr'); if (!row || !row.querySelector('td')) return;
  const fact = ([k, v]) => el('li', {}, el('span', {}, k), el('strong', {}, v));
  const aside = el('div', {}, el('h2', {}, 'Receita'), el('ul', {}, ...[['Categoria econômica', '1 - Correntes'],
    ['Rubrica', 'Impostos'], ['Lançado (R$)', 'R$ 12,00']].map(fact)));
  aside.setAttribute('role', 'dialog'); main.append(aside);
});
"""
# The menu of each chart has an entry that shows its data below.
MENUS = """
const cards = [['Remuneração por servidor', ['Nome', 'Cargo', 'Vínculo', 'Remuneração'],
    (n) => [`Servidor ${n}`, 'Agente', 'Efetivo', `R$ ${n}.000,00`]],
  ['Frota', ['Placa', 'Combustível'],
    (n) => [`AAA-000${n}`, 'Álcool']]];
for (const [title, heads, row] of cards) {
  const body = el('div', {}, chart()), opener = el('button', {type: 'button', ariaLabel: `Menu do gráfico, ${title}`}, '≡');
  opener.onclick = () => {
    const entry = (name, act) => { const li = el('li', {className: 'aba', onclick: act}, name); li.setAttribute('role', 'menuitem'); return li; };
    opener.after(el('ul', {}, entry('Imprimir gráfico', () => 0), entry('Baixar PNG', () => 0),
      entry('Ver tabela de dados', () => body.append(table(heads, [1, 2, 3].map(row))))));
  };
  main.append(el('figure', {}, el('figcaption', {}, el('h3', {}, title)), opener, body));
}
"""


def boards(app: Flask) -> None:
    """Tiles without words lead to boards of charts of three makes."""
    pages = {"despesas": ("Despesas", SWITCHES), "receitas": ("Receitas", TABS), "pessoal": ("Pessoal", MENUS)}
    app.add_url_rule("/", "home", lambda: HOME)
    for name, page in pages.items():
        app.add_url_rule(f"/{name}", name, lambda page=page: SHELL % page)
    app.add_url_rule("/icones/<name>", "icon", lambda name: Response("<svg xmlns='http://www.w3.org/2000/svg'/>", mimetype="image/svg+xml"))  # fmt: skip


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Of these portals, by name."""
    return audit_each(
        {"boards": boards, "library": library},
        tmp_path_factory.mktemp("sites"),
    )


def test_data_behind_charts(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["boards"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    expected = {
        "despesa_orcamentaria": "nome emp_cnpj_cpf emp_valor valor_pago funcao valor_fixado valor_liquidado",
        "receita_orcamentaria": "previsao arrecadacao categoria_economica rubrica lancado",
        "receita_extra_orcamentaria": "codigo nomenclatura valor",
        "quadro_pessoal": "nome cargo tipo_cargo salario_cargo",
    }
    assert published == {(criterion, item) for criterion, names in expected.items() for item in names.split()}
    assert summary["nodes"]["visited"] <= 30


BILLS = "Número do Empenho;Data do Empenho;Credor;Valor Empenhado;Valor Pago\n" + "".join(
    f"{n}/2025;0{n}/02/2025;Loja {n} Ltda;{n}.500,00;{n}.400,00\n" for n in range(1, 8)
)
PAY = "Nome do Servidor;Cargo;Remuneração\n" + "".join(f"Servidor {n};Agente;{n}.234,56\n" for n in range(1, 8))


def library(app: Flask) -> None:
    """Folders by subject and year, a page for each file, and the file behind its name."""
    crumbs = "<p><a href='/'>Início</a></p>"
    entries = [("despesas", "Empenhos emitidos"), ("pessoal", "Folha de pagamento"), ("obras", "Obras")]

    def listing(title: str, entries: list[tuple[str, str]]) -> str:
        rows = "".join(
            f"<tr><td><a href='{at}'>{name}</a></td><td>setor.contabil</td><td>10/11/2026 09:1{n}</td></tr>"
            for n, (at, name) in enumerate(entries)
        )
        table = f"<table><tr><th>Nome</th><th>Enviado por</th><th>Última modificação</th></tr>{rows}</table>"
        return f"<title>Acervo</title>{crumbs}<h1>{title}</h1>{table if rows else '<p>Esta pasta está vazia.</p>'}"

    def folder(subject: str) -> str:
        years = [
            (f"/acervo/{subject}/{y}", f"Exercício de {y} ({12 if y < 2026 else 0} arquivos)")
            for y in (2026, 2025, 2024)
        ]
        return listing(dict(entries)[subject], years)

    def year(subject: str, year: str) -> str:
        months = ["Janeiro", "Fevereiro", "Março"] if year < "2026" else []
        return listing(
            dict(entries)[subject], [(f"/acervo/{subject}/{year}/{m}", f"Relatório - {m} de {year}") for m in months]
        )

    def page(subject: str, year: str, month: str) -> str:
        link = f"<a href='/acervo/{subject}/{year}/{month}/at_download/file'>{subject}-{month.lower()}.csv</a> — 3,6 KB"
        return f"<title>Acervo</title>{crumbs}<h1>Relatório - {month} de {year}</h1><p>{link}</p>"

    app.add_url_rule("/", "home", lambda: listing("Transparência", [(f"/acervo/{at}", name) for at, name in entries]))
    app.add_url_rule("/acervo/<subject>", "folder", folder)
    app.add_url_rule("/acervo/<subject>/<year>", "year", year)
    app.add_url_rule("/acervo/<subject>/<year>/<month>", "page", page)
    app.add_url_rule("/acervo/<subject>/<year>/<month>/at_download/file", "file", lambda subject, year, month: Response(
        PAY if subject == "pessoal" else BILLS, mimetype="text/csv"))  # fmt: skip


def test_folders_of_files(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["library"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in "emp_numero emp_data nome emp_valor valor_pago".split()),
        *(("quadro_pessoal", item) for item in "nome cargo salario_cargo".split()),
    }
    assert summary["nodes"]["visited"] <= 20
