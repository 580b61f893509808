"""End to end on applications made here that a script draws: what is seen only after clicks on anything."""

from __future__ import annotations

from pathlib import Path

from audited import audit, served
from flask import Flask, Response

STYLE = (
    "nav span, .botao, .linha, .grupo, .aba { cursor: pointer } .linha, .cab { display: flex; gap: 2em }"
    ".osso { height: 20px; background: #ddd; animation: pulsa 1s infinite } @keyframes pulsa { to { opacity: .3 } }"
)
SCRIPT = r"""
const el = (name, props = {}, ...children) => { const made = Object.assign(document.createElement(name), props); made.append(...children); return made; };
const main = document.querySelector('main');
const soon = (draw) => {  // a skeleton, and data from nowhere
  const place = el('div'); place.append(...Array.from({length: 5}, () => el('div', {className: 'osso'}))); main.append(place);
  setTimeout(() => place.replaceChildren(...draw()), 900);
};
const line = (cells, className, onclick) => el('div', {className, onclick}, ...cells.map((text) => el('div', {}, text)));
const grid = (heads, rows, onrow) => [el('div', {}, line(heads, 'cab'), ...rows.map((row) => line(row, 'linha', () => onrow && onrow(row))))];
const fields = (pairs) => pairs.map(([label, value]) => el('div', {}, el('small', {}, label), el('div', {}, value)));
const go = (path) => { history.pushState({}, '', path); route(); };

const notas = [1, 2, 3, 4].map((n) => ({'Nota de Empenho': `2025NE0${n}`, 'Emissão': `0${n}/02/2025`, 'Favorecido': `Empresa ${n} Ltda`, 'Empenhado': `R$ ${n}.100,00`,
  'CNPJ': '11.222.333/0001-81', 'Valor Pago': `R$ ${n}.000,00`}));
const columns = ['Nota de Empenho', 'Emissão', 'Favorecido', 'Empenhado'];
const views = {
  '/gastos': () => {
    main.append(el('h2', {}, 'Notas de empenho'));
    const list = el('ul', {role: 'listbox', hidden: true});
    const year = el('div', {role: 'combobox', ariaLabel: 'Exercício', className: 'botao'}, el('b', {}, '2026'));
    year.onclick = () => { list.hidden = !list.hidden; };
    for (const text of ['2026', '2025', '2024']) list.append(el('li', {role: 'option', onclick: () => { year.textContent = text; list.hidden = true; }}, text));
    const out = el('section');
    const draw = () => out.replaceChildren(
      el('div', {className: 'botao', onclick: open}, 'Exibir/ocultar colunas'),
      ...grid([...columns], notas.map((n) => columns.map((c) => n[c])), () => go('/gastos/nota/1')));
    const open = () => out.prepend(el('div', {}, ...Object.keys(notas[0]).map((name) => el('label', {},
      el('input', {type: 'checkbox', checked: columns.includes(name), onchange: (event) => {
        if (event.target.checked) columns.push(name); else columns.splice(columns.indexOf(name), 1);
        draw();
      }}), name))));
    main.append(year, list, el('div', {className: 'botao', onclick: () => {
      if (year.textContent === '2025') draw(); else out.replaceChildren(el('p', {}, 'Nenhum registro encontrado'));
    }}, 'Buscar'), out);
  },
  '/gastos/nota/1': () => soon(() => [el('h2', {}, 'Nota de empenho 2025NE01'),
    ...fields([['Função', '10 - Saúde'], ['Elemento de despesa', '30 - Material'], ['Programa', '1012 - Saúde']]),
    el('div', {className: 'botao', onclick: () => window.open('/nota.pdf')}, 'Nota de empenho digitalizada')]),
  '/entradas': () => {
    main.append(el('h2', {}, 'Receitas por grupo'));
    soon(() => [el('div', {}, line(['Categoria', 'Prevista', 'Arrecadada'], 'cab'), ...['Receitas Correntes', 'Receitas de Capital'].flatMap((name) => {
      const inner = el('div', {hidden: true});
      inner.append(...grid(['Espécie', 'Prevista', 'Arrecadada'], [['Impostos', '900,00', '800,00'], ['Taxas', '90,00', '80,00']], () => go('/entradas/1')));
      return [line([name, '990,00', '880,00'], 'linha', () => { inner.hidden = false; }), inner];
    }), line(['Total', '1.980,00', '1.760,00'], 'soma'))]);
  },
  '/entradas/1': () => main.append(el('h2', {}, 'Receita'), ...fields([['Rubrica', '1.1.1.8'], ['Alínea', '01'], ['Lançada', 'R$ 950,00']])),
  '/agenda': () => main.append(el('p', {}, 'Reunião na quinta-feira.')),
};
const route = () => { main.replaceChildren(); (views[location.pathname] ?? (() => main.append('Escolha no menu.')))(); };
for (const [name, path] of [['Onde gastamos (despesas)', '/gastos'], ['Receitas', '/entradas'], ['Agenda', '/agenda']]) {
  document.querySelector('nav').append(el('span', {onclick: () => go(path)}, name));
}
onpopstate = route;
route();
"""
SHELL = f"<!DOCTYPE html><title>Portal</title><style>{STYLE}</style><h1>Transparência</h1><nav></nav><main></main><script>{SCRIPT}</script>"


def application(app: Flask) -> None:
    """One page for every address; its only file is a scan."""
    scan = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n"
    app.add_url_rule("/nota.pdf", "scan", lambda: Response(scan, mimetype="application/pdf"))
    app.add_url_rule("/", "home", lambda: SHELL)
    app.add_url_rule("/<path:path>", "inner", lambda path: SHELL)


def test_an_application_of_clickable_boxes(tmp_path: Path) -> None:
    with served(application) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        ("despesa_orcamentaria", item)
        for item in "emp_numero emp_data emp_valor nome emp_cnpj_cpf valor_pago funcao elemento programa".split()
    } | {
        ("receita_orcamentaria", item)
        for item in "previsao arrecadacao categoria_economica especie rubrica alinea lancado".split()
    }
    assert "inconclusive" not in {verdict["status"] for verdict in verdicts.values()}, summary["problems"]
    assert summary["nodes"]["visited"] <= 20
