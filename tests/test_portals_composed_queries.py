"""End to end on a small site whose visitors put their queries together: which columns, which year, which months."""

from __future__ import annotations

import json
from pathlib import Path

from audited import audit, served
from flask import Flask, request
from town_records import BIDS, EXPENSES, EXTRAS, PAYROLL, REVENUES, Table, key, records, without

MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
TABLES: dict[str, Table] = {
    "despesas": without(EXPENSES, "programa"),
    "receitas": without(REVENUES, "especie"),
    "pessoal": without(PAYROLL, "tipo_cargo"),
    "licitacoes": without(BIDS, "cnpj_cpf"),
    "extras": EXTRAS,
}
NAMES = {
    "despesas": "Despesas",
    "receitas": "Receitas",
    "pessoal": "Pessoal",
    "licitacoes": "Licitações",
    "extras": "Receitas extraorçamentárias",
}
KEY = key(
    despesa_orcamentaria=TABLES["despesas"],
    receita_orcamentaria=TABLES["receitas"],
    quadro_pessoal=TABLES["pessoal"],
    licitacao=TABLES["licitacoes"],
    receita_extra_orcamentaria=EXTRAS,
)
TICKED = 2
"""So many columns are chosen when a query opens."""


def shown(place: str, columns: list[int]) -> str:
    """The records with these columns; it is nothing without any."""
    table = [TABLES[place][n] for n in columns]
    if not table:
        return "<p>Selecione ao menos uma coluna.</p>"
    heads = "".join(f"<th>{heading}</th>" for _, heading, _ in table)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in records(tuple(table)))
    return f"<h3>Resultado da consulta</h3><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def period() -> str:
    years = "".join(f"<option>{year}" for year in (2026, 2025, 2024))
    months = "".join(
        f"<label><input type=checkbox name=mes value={n}> {name}</label> " for n, name in enumerate(MONTHS, start=1)
    )
    return f"<p><label>Exercício <select name=ano>{years}</select></label></p><fieldset><legend>Meses</legend>{months}</fieldset>"


def ticks(place: str) -> list[str]:
    return [
        f"<label><input type=checkbox name=coluna value={n}{' checked' if n < TICKED else ''}> {heading}</label>"
        for n, (_, heading, _) in enumerate(TABLES[place])
    ]


def listed(place: str) -> str:
    """Boxes in a frame of their own; a link ticks them all."""
    mark = "<a href='#' onclick=\"document.querySelectorAll('[name=coluna]').forEach((el) => { el.checked = true; }); return false\">Marcar todas</a>"
    return f"<form>{period()}<fieldset><legend>Colunas da consulta</legend>{mark}<div>{'<br>'.join(ticks(place))}</div></fieldset><button>Gerar consulta</button></form>"


def single(place: str) -> str:
    """Boxes that nothing ticks together, beside those of the months."""
    return f"<form>{period()}<div><b>Campos a exibir</b><ul>{''.join(f'<li>{box}</li>' for box in ticks(place))}</ul></div><input type=submit value=Visualizar></form>"


def dual(place: str) -> str:
    """Two lists: what there is, and what is shown."""
    options = [f"<option value={n}>{heading}</option>" for n, (_, heading, _) in enumerate(TABLES[place])]
    return f"""<form onsubmit="for (const o of document.querySelector('[name=coluna]').options) o.selected = true">{period()}<table><tr>
      <td><label>Campos disponíveis<br><select id=de multiple size=8>{"".join(options[TICKED:])}</select></label></td>
      <td><button type=button onclick="leva('de', 'para', true)">&gt;</button><button type=button onclick="leva('de', 'para')">&gt;&gt;</button>
      <button type=button onclick="leva('para', 'de', true)">&lt;</button><button type=button onclick="leva('para', 'de')">&lt;&lt;</button></td>
      <td><label>Campos selecionados<br><select id=para name=coluna multiple size=8>{"".join(options[:TICKED])}</select></label></td></tr></table>
      <button>Gerar relatório</button></form><script>
      function leva(de, para, some) {{ for (const o of [...document.getElementById(de).options]) if (!some || o.selected) document.getElementById(para).append(o); }}
    </script>"""


def opening(place: str) -> str:
    """A list that opens, of which several may be chosen."""
    names = [heading for _, heading, _ in TABLES[place]]
    return f"""<form>{period()}<span>Colunas</span><div id=lista role=combobox aria-haspopup=listbox tabindex=0 style="width:300px;border:1px solid"></div>
      <div id=aberta></div>
      <input type=hidden name=colunas value=0,1><button>Gerar consulta</button></form><script>
      const nomes = {json.dumps(names)}, taken = new Set([0, 1]), lista = document.getElementById('lista'), aberta = document.getElementById('aberta');
      const diz = () => {{
        lista.textContent = `${{taken.size}} colunas selecionadas`;
        document.querySelector('[name=colunas]').value = [...taken].sort((a, b) => a - b);
      }};
      lista.onclick = () => {{
        if (aberta.firstChild) return aberta.replaceChildren();
        const options = nomes.map((nome, n) => `<li role=option data-n=${{n}} aria-selected=${{taken.has(n)}}>${{nome}}</li>`);
        aberta.innerHTML = `<ul role=listbox aria-multiselectable=true>${{options.join('')}}</ul>`;
      }};
      aberta.onclick = ({{ target }}) => {{ const n = +target.dataset.n; taken.delete(n) || taken.add(n); target.setAttribute('aria-selected', taken.has(n)); diz(); }};
      onkeydown = ({{ key }}) => key === 'Escape' && aberta.replaceChildren();
      diz();
    </script>"""


def chips(place: str) -> str:
    """Chips that are pressed, and change the form behind them."""
    made = "".join(
        f"<button type=button aria-pressed={'true' if n < TICKED else 'false'} data-n={n} onclick='troca(this)'>{heading}</button> "
        for n, (_, heading, _) in enumerate(TABLES[place])
    )
    return f"""<form>{period()}<div><h4>Colunas</h4><div>{made}</div></div><input type=hidden name=colunas value=0,1><button>Gerar consulta</button></form><script>
      function troca(el) {{
        el.setAttribute('aria-pressed', el.getAttribute('aria-pressed') !== 'true');
        document.querySelector('[name=colunas]').value = [...document.querySelectorAll('[aria-pressed=true]')].map((e) => e.dataset.n).join(',');
      }}
    </script>"""


WAYS = {"despesas": listed, "receitas": dual, "pessoal": single, "licitacoes": opening, "extras": chips}


def composed(app: Flask) -> None:
    """One query for each subject, each of which lets its columns be chosen in another way; a ready-made one beside them."""

    def page(title: str, body: str) -> str:
        menu = "".join(f"<li><a href=/consulta/{place}>{name}</a></li>" for place, name in NAMES.items())
        nav = f"<nav><ul><li><a href=/pronta>Total da despesa por órgão</a></li>{menu}</ul></nav>"
        head = f"<!doctype html><title>{title}</title><header><h1>Portal da Transparência</h1></header>"
        return f"{head}{nav}<main><h2>{title}</h2>{body}</main>"

    def query(place: str) -> str:
        asked = request.args
        columns = [int(n) for n in (asked.getlist("coluna") or asked.get("colunas", "").split(",")) if n]
        found = (
            shown(place, columns)
            if asked.get("ano") == "2026"
            else "<p>Nenhum registro encontrado.</p>"
            if asked
            else ""
        )
        return page(f"Monte sua consulta - {NAMES[place]}", WAYS[place](place) + found)

    ready = "<table><tr><th>Órgão<th>Total</tr><tr><td>Gabinete<td>10.000,00<tr><td>Saúde<td>20.000,00<tr><td>Educação<td>30.000,00</table>"
    app.add_url_rule("/", "home", lambda: page("Consultas", "<p>Escolha uma consulta pronta ou monte a sua.</p>"))
    app.add_url_rule("/pronta", "ready", lambda: page("Total da despesa por órgão", ready))
    app.add_url_rule("/consulta/<place>", "query", query)


def test_queries_put_together(tmp_path: Path) -> None:
    with served(composed) as url:
        verdicts, summary = audit(url, tmp_path)
    assert {item for item, verdict in verdicts.items() if verdict["status"] == "published"} == KEY
    assert summary["nodes"]["visited"] <= 14
