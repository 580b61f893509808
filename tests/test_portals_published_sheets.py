"""End to end on a small site put together from spreadsheets that were published on the web and framed into its pages."""

from __future__ import annotations

from pathlib import Path

from audited import audit, served
from flask import Flask
from town_records import BIDS, EXPENSES, EXTRAS, PAYROLL, REVENUES, Table, key, records, without

STYLE = (
    "<meta charset=utf-8><style>body{margin:0;font:13px Arial} td,th{padding:2px 3px;white-space:nowrap} ul{list-style:none;padding:0} "
    ".tab li{display:inline-block;padding:4px 9px;cursor:pointer}</style>"
)


def of(table: Table, *items: str) -> Table:
    """The columns of these items."""
    return tuple(column for column in table if column[0] in items)


def cells(title: str, table: Table) -> list[list[str]]:
    """A sheet as people fill it in: who publishes, what it is, a line left empty, headings, records, empty lines; the column
    after the last is empty as well. One cell alone in its line is merged over all columns."""
    heads = [heading for _, heading, _ in table]
    blank = [""] * (len(heads) + 1)
    body = [[*line, ""] for line in records(table)]
    return [["PREFEITURA MUNICIPAL DE VILA PEQUENA"], [title.upper()], blank, [*heads, ""], *body, blank, blank]


def sheet(title: str, table: Table, letters: bool = True) -> str:
    """The table that the sheet is drawn as: letters over its columns and numbers before its rows, if they are to be shown."""
    width = len(table) + 1
    hidden = "" if letters else " style='display:none'"
    lines = []
    for n, line in enumerate(cells(title, table), start=1):
        drawn = (
            f"<td class=s0 colspan={width}>{line[0]}" if len(line) == 1 else "".join(f"<td class=s1>{c}" for c in line)
        )
        lines.append(
            f"<tr style='height:20px'><th id=0R{n}{hidden}><div style='line-height:20px'>{n}</div></th>{drawn}</tr>"
        )
        if n == 4:  # the rows above are frozen
            lines.append(f"<tr><th style='height:3px'{hidden}></th>{'<td style=height:3px></td>' * width}</tr>")
    top = "".join(f"<th id=0C{n} style='width:100px'{hidden}>{chr(65 + n)}</th>" for n in range(width))
    return f"<div dir=ltr><table cellspacing=0 cellpadding=0><thead><tr><th{hidden}></th>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"


SHEETS: dict[str, dict[str, Table]] = {
    "despesas": {
        "Empenhos": of(EXPENSES, "emp_numero", "emp_data", "nome", "emp_valor", "orgao_or_uni_orcamentaria"),
        "Classificação": of(EXPENSES, "emp_numero", "funcao", "sub_funcao", "elemento"),
        "Liquidações": of(EXPENSES, "emp_numero", "nome", "valor_liquidado"),
        "Pagamentos": of(EXPENSES, "emp_numero", "nome", "valor_pago"),
    },
    "receitas": {"Receita orçamentária": without(REVENUES, "especie")},
    "servidores": {"Janeiro": without(PAYROLL, "salario_cargo"), "Fevereiro": without(PAYROLL, "salario_cargo"), "Março": without(PAYROLL, "salario_cargo")},
    "licitacoes": {
        "Pregões": of(BIDS, "numero_licitacao", "modalidade_licitacao", "objeto_licitacao", "data_realizacao"),
        "Vencedores": of(BIDS, "numero_licitacao", "nome_vencedores", "valor"),
    },
}  # fmt: skip
KEY = key(
    despesa_orcamentaria=without(EXPENSES, "programa"),
    receita_orcamentaria=without(REVENUES, "especie"),
    quadro_pessoal=without(PAYROLL, "salario_cargo"),
    licitacao=without(BIDS, "cnpj_cpf"),
    receita_extra_orcamentaria=EXTRAS,
)


def framed(book: str) -> str:
    """A workbook whose tabs change what is framed below them."""
    tabs = ",".join(f"{{name: '{name}', url: '/planilhas/{book}/{n}'}}" for n, name in enumerate(SHEETS[book]))
    return f"""{STYLE}<div><span>{book.title()}</span></div><ul class=tab></ul>
    <iframe name=folha src=about:blank style='width:100%;height:420px;border:0'></iframe><script>
      for (const {{name, url}} of [{tabs}]) {{
        const li = document.createElement('li'), a = document.createElement('a');
        a.href = '#'; a.textContent = name; li.append(a); document.querySelector('ul').append(li);
        li.onclick = () => {{ document.querySelector('iframe').src = url;
          for (const o of document.querySelectorAll('li')) o.className = o === li ? 'active' : ''; }};
      }}
      document.querySelector('li').onclick();
    </script>"""


def stacked(book: str) -> str:
    """A workbook with all its sheets in one page, of which one is shown; the tabs are a line of cells at the bottom."""
    shown = "".join(
        f"<div id=f{n} style='{'display:none' if n else ''}'>{sheet(f'{book} - {name} 2026', table)}</div>"
        for n, (name, table) in enumerate(SHEETS[book].items())
    )
    tabs = "".join(
        f"<td style='cursor:pointer' onclick='mostra({n})'>{name}</td>" for n, name in enumerate(SHEETS[book])
    )
    return f"""{STYLE}{shown}<table><tr>{tabs}</tr></table><script>
      function mostra(n) {{ for (const el of document.querySelectorAll('div[id]')) el.style.display = el.id === 'f' + n ? '' : 'none'; }}
    </script>"""


def online() -> str:
    """A sheet of an office on the web: cells are placed one by one in blocks of their own for letters, numbers and values."""
    lines = cells("Receitas extraorçamentárias 2026", EXTRAS)
    put = "<div class=c style='left:{x}px;top:{y}px;width:{w}px'>{text}</div>".format
    top = "".join(put(x=40 + 160 * n, y=0, w=160, text=chr(65 + n)) for n in range(4))
    side = "".join(put(x=0, y=24 * n, w=40, text=n) for n in range(1, len(lines) + 1))
    values = "".join(
        put(x=40 + 160 * x, y=24 * (y + 1), w=160 * (4 if len(line) == 1 else 1), text=text)
        for y, line in enumerate(lines) for x, text in enumerate(line)
    )  # fmt: skip
    style = (
        "<style>.c{position:absolute;height:24px;overflow:hidden;border:1px solid #ddd;box-sizing:border-box}</style>"
    )
    whole = f"<div>{top}</div><div>{side}</div><div>{values}</div>"
    return f"{STYLE}{style}<div style='position:relative;width:700px;height:420px'>{whole}</div>"


def page(title: str, body: str) -> str:
    places = {
        "despesas": "Despesas",
        "receitas": "Receitas",
        "servidores": "Servidores",
        "licitacoes": "Licitações",
        "extras": "Receitas extraorçamentárias",
        "noticias": "Notícias",
    }
    menu = "".join(f"<li><div><a href=/pagina/{path}>{name}</a></div></li>" for path, name in places.items())
    return f"<!doctype html><title>{title}</title><div role=navigation><ul>{menu}</ul></div><section><h1>{title}</h1></section>{body}"


def frame(address: str, more: str = "") -> str:
    return f"<section><div><iframe {more} src='{address}' style='width:100%;height:480px;border:0'></iframe></div></section>"


FOLDED = """<section><div><h2 role=button tabindex=0 aria-expanded=false aria-controls=y{year} onclick="abre(this, '{src}')">{year}</h2>
  <div id=y{year} style='display:none'></div></div></section>"""
UNFOLD = """<script>function abre(el, src) {
  const body = document.getElementById(el.getAttribute('aria-controls')), open = el.getAttribute('aria-expanded') === 'false';
  el.setAttribute('aria-expanded', open); body.style.display = open ? '' : 'none';
  if (open && !body.firstChild) body.innerHTML = `<iframe src="${src}" style="width:100%;height:480px;border:0"></iframe>`;
}</script>"""


def sheets(app: Flask) -> None:
    """Frames with tabs, frames that wait for their section to be opened or scrolled to, a link to a sheet, cells put in place."""
    pages = {
        "despesas": page("Despesas", frame("/planilha/despesas?ano=2026")),
        "receitas": page("Receitas", UNFOLD + "".join(FOLDED.format(year=y, src=f"/planilhas/receitas/0?ano={y}") for y in (2026, 2025))),
        "servidores": page("Servidores", "<div style='height:3000px'></div>" + frame("/moldura/servidores", "loading=lazy")),
        "licitacoes": page("Licitações", "<p>Licitações de 2026</p><p><a target=_blank href=/planilha/licitacoes?ano=2026>Abrir planilha em nova janela</a></p>"),
        "extras": page("Receitas extraorçamentárias", frame("/online/extras")),
        "noticias": page("Notícias", "<p>Prefeitura paga servidores e publica licitações.</p>"),
    }  # fmt: skip
    app.add_url_rule(
        "/", "home", lambda: page("Transparência", "<p>Bem-vindo ao portal da transparência de Vila Pequena.</p>")
    )
    app.add_url_rule("/pagina/<name>", "page", lambda name: pages[name])
    app.add_url_rule(
        "/moldura/<book>",
        "shell",
        lambda book: (
            f"<body style='margin:0'><iframe src=/planilha/{book} style='width:100%;height:460px;border:0'></iframe>"
        ),
    )
    app.add_url_rule("/planilha/<book>", "book", lambda book: (framed if book == "despesas" else stacked)(book))
    app.add_url_rule(
        "/planilhas/<book>/<int:n>",
        "sheet",
        lambda book, n: STYLE + sheet(f"{book} 2026", [*SHEETS[book].values()][n], letters=book != "receitas"),
    )
    app.add_url_rule("/online/extras", "online", online)


def test_a_site_of_sheets(tmp_path: Path) -> None:
    with served(sheets) as url:
        verdicts, summary = audit(url, tmp_path)
    assert {item for item, verdict in verdicts.items() if verdict["status"] == "published"} == KEY
    assert summary["nodes"]["visited"] <= 20
