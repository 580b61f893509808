"""End to end on sites made here of two kinds: pages of the nineties laid out by tables, and boards of figures."""

from __future__ import annotations

import pytest
from audited import Audited, audit_each
from flask import Flask, request

TILES = (
    ("Despesas do Município", "despesas"),
    ("Receita", "nada"),
    ("Licitações", "licitacoes"),
    ("A Cidade", "nada"),
)
OLD = (
    "<script>function vai(p){window.open('/'+p,'j','width=700,height=500')}</script>"
    "<table width=700><tr><td bgcolor=navy><font color=white><b>PREFEITURA DE VILA PEQUENA</b></font><br>Contas públicas</td></tr><tr><td>"
)
EXPENSES = (
    "<table border=1><tr><td rowspan=2><b>Função</b></td><td colspan=2><b>Crédito</b></td><td colspan=2><b>Execução</b></td></tr>"
    "<tr><td><b>Fixado</b></td><td><b>Atualizado</b></td><td><b>Empenhado</b></td><td><b>Pago</b></td></tr>"
    + "".join(
        f"<tr><td>1{n} - Saúde</td><td>{n}.000,00</td><td>{n}.100,00</td><td>{n}00,00</td><td>{n}0,00</td></tr>"
        for n in range(1, 5)
    )
    + "</table>"
)
BID = (
    "<table border=1><tr><td><b>LICITAÇÃO</b></td></tr><tr><td><table>"
    "<tr><td>Nº Processo:</td><td>12/2026</td><td>Modalidade:</td><td>Pregão</td></tr>"
    "<tr><td>Objeto:</td><td>Merenda escolar</td><td>Dt. Abertura:</td><td>10/02/2026</td></tr></table></td></tr></table>"
    "<table border=1><tr><td bgcolor=silver><b>PERDEDORES</b></td></tr>"
    "<tr><td><b>Razão Social</b></td></tr><tr><td>Alfa Ltda</td></tr><tr><td>Beta S.A.</td></tr></table>"
)


def old_tables(app: Flask) -> None:
    """Pictures in the cells of a table lead on, windows open, a select in a table asks for the year and runs by itself."""
    tiles = [f"<td><a href=\"javascript:vai('{at}')\"><img alt='{name}' src=x.gif></a></td>" for name, at in TILES]
    home = f"{OLD}<table><tr>{''.join(tiles[:2])}</tr><tr>{''.join(tiles[2:])}</tr></table></td></tr></table>"

    def expenses() -> str:
        year = request.args.get("ano", "")
        form = (
            "<table bgcolor=silver><tr><td><form name=f><b>Ano:</b> <select name=ano onchange='document.f.submit()'>"
            + "".join(f"<option {'selected' if y == year else ''}>{y}</option>" for y in ("Escolha", "2026", "2025"))
            + "</select></form></td></tr></table>"
        )
        return f"<b>Despesas por função</b>{form}{EXPENSES if year == '2025' else '<p>Escolha o ano.</p>'}"

    app.add_url_rule("/", "home", lambda: home)
    app.add_url_rule("/despesas", "expenses", expenses)
    app.add_url_rule("/licitacoes", "bids", lambda: f"<b>Licitações</b>{BID}")
    app.add_url_rule("/nada", "nothing", lambda: "<p>Em breve.</p>")


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Of these portals, by name."""
    return audit_each(
        {"tables": old_tables, "board": board},
        tmp_path_factory.mktemp("sites"),
    )


def test_pages_laid_out_by_tables(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["tables"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in "funcao valor_fixado emp_valor valor_pago".split()),
        *(
            ("licitacao", item)
            for item in "numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao nome_perdedores".split()
        ),
    }
    assert summary["nodes"]["visited"] <= 12


BOARD = r"""<!DOCTYPE html><title>Painel</title><style>.pan{display:none}.pan.on{display:block}.aba,.mais,.folha{cursor:pointer}
.l{display:grid;grid-template-columns:3fr 1fr 1fr}.v{font-size:26px}.r{font-size:11px}</style><h1>Painel fiscal</h1>
<ul><li class=aba data-p=gastos>Gastos</li><li class=aba data-p=compras>Compras</li></ul><main></main><script>
const main = document.querySelector('main'), el = (n, p = {}, ...c) => { const m = Object.assign(document.createElement(n), p); m.append(...c); return m; };
const tree = [['01 - Educação', [['Material de consumo', [['Alfa Ltda', '900,00', '800,00']], '900,00', '800,00']], '900,00', '800,00'],
              ['02 - Saúde', [['Diárias', [['Beta Ltda', '90,00', '80,00']], '90,00', '80,00']], '90,00', '80,00']];
const views = {gastos() {
  const boxes = ['Prefeitura', 'Fundo de Saúde'].map((name) => el('input', {type: 'checkbox', value: name}));
  const every = el('input', {type: 'checkbox', onchange: () => boxes.forEach((b) => { b.checked = every.checked; })});
  const list = el('div', {hidden: true}, el('label', {}, every, ' Marcar todas'), ...boxes.map((b) => el('label', {}, b, b.value)));
  const opener = el('button', {type: 'button', onclick: () => { list.hidden = !list.hidden; }}, 'Nada selecionado');
  const out = el('div'), field = el('div', {}, el('p', {}, 'Unidade gestora'), opener, list);
  const cells = (line, role) => { line.setAttribute('role', 'row'); [...line.children].forEach((c) => c.setAttribute('role', role)); return line; };
  const figure = ([v, r]) => el('figure', {}, el('div', {className: 'v'}, v), el('figcaption', {className: 'r'}, r));
  const facts = [['2026NE0007', 'Nota de empenho nº'], ['12/03/2026', 'Data do empenho'], ['11.222.333/0001-81', 'CNPJ'],
    ['3.3.90.30 - Material', 'Natureza da despesa']];
  const row = (name, sums, depth, inner) => {
    const sign = inner ? el('span', {className: 'mais'}, '+') : '', first = el('div', {style: `padding-left:${depth * 18}px`}, sign, name);
    const line = cells(el('div', {className: 'l'}, first, ...sums.map((s) => el('div', {}, s))), 'cell');
    const below = () => inner.map((i) => row(i[0], i.slice(-2), depth + 1, Array.isArray(i[1]) ? i[1] : null));
    if (inner) sign.onclick = () => { sign.textContent = '−'; line.after(...below()); };
    else {
      line.classList.add('folha');
      line.onclick = () => main.append(el('div', {role: 'dialog'}, el('h2', {}, 'Nota de empenho'), el('div', {}, ...facts.map(figure))));
    }
    return line;
  };
  main.append(el('h2', {}, 'Despesa por órgão'), field, el('button', {type: 'button', onclick: () => {
    if (!boxes.some((b) => b.checked)) { out.textContent = 'Selecione ao menos uma unidade gestora.'; return; }
    const heads = cells(el('div', {className: 'l'}, ...['Órgão', 'Empenhado', 'Pago'].map((t) => el('b', {}, t))), 'columnheader');
    const grid = el('div', {}, heads, ...tree.map((t) => row(t[0], t.slice(-2), 0, t[1])));
    grid.setAttribute('role', 'treegrid'); out.replaceChildren(grid);
  }}, 'Aplicar'), out);
}, compras() {
  const out = el('div');
  const head = '<table><tr><th>Processo de compra</th><th>Forma da compra</th><th>O que se comprou</th><th>Homologado (R$)</th></tr>';
  const rows = [1, 2, 3].map((n) => `<tr><td>00${n}/2025</td><td>Dispensa</td><td>Merenda ${n}</td><td>${n}.000,00</td></tr>`).join('');
  const show = (y) => { out.innerHTML = y === '2026' ? '<p>Nenhum registro encontrado</p>' : `${head}${rows}</table>`; };
  const years = ['2026', '2025'].map((y) => el('label', {}, el('input', {type: 'radio', name: 'ano', onchange: () => show(y)}), y));
  main.append(el('h2', {}, 'O que compramos'), el('fieldset', {}, el('legend', {}, 'Ano'), ...years), out);
}};
document.querySelectorAll('.aba').forEach((a) => a.addEventListener('click', () => { main.replaceChildren(); views[a.dataset.p](); }));
</script>"""


def board(app: Flask) -> None:
    """Nothing is chosen at first; a list of boxes, facets without a button, a tree by indentation, values over labels."""
    app.add_url_rule("/", "home", lambda: BOARD)


def test_a_board_of_figures(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["board"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(
            ("despesa_orcamentaria", item)
            for item in "orgao_or_uni_orcamentaria nome emp_valor valor_pago emp_numero emp_data emp_cnpj_cpf natureza_despesa".split()
        ),
        *(("licitacao", item) for item in "numero_licitacao modalidade_licitacao objeto_licitacao valor".split()),
    }
    assert summary["nodes"]["visited"] <= 12
