"""A portal whose lists are scrolled: its revenue loads more at the end of a box, its expenses draw only the rows in sight."""

from __future__ import annotations

import json

from flask import Flask

ROWS = 45
REVENUE = [[f"1.1.{n:02}", f"Imposto {n}", f"{n}.000,00", f"{n}00,50"] for n in range(1, ROWS + 1)]
EXPENSE = [
    [f"{n:04}/2026", f"{n % 28 + 1:02}/02/2026", f"Fornecedor {n} Ltda", f"{n}00,00"] for n in range(1, ROWS + 1)
]
BOX = "#caixa { height: 240px; overflow: auto } td, th { height: 30px; padding: 0 }"
LOADS = """const box = document.querySelector("#caixa"), body = document.querySelector("tbody");
  const add = () => rows.slice(body.rows.length, body.rows.length + 20).forEach((row) => {
    body.insertRow().append(...row.map((text) => Object.assign(document.createElement("td"), { textContent: text }))); });
  box.onscroll = () => { if (box.scrollTop + box.clientHeight >= box.scrollHeight - 40) setTimeout(add, 60); }; add();"""
DRAWS = """const box = document.querySelector("#caixa"), body = document.querySelector("tbody"), high = 30;
  const draw = () => { const from = Math.max(0, Math.floor(box.scrollTop / high) - 1), seen = rows.slice(from, from + 12);
    body.replaceChildren(); const room = (n) => { const tr = body.insertRow(); tr.style.height = n * high + "px"; };
    room(from); seen.forEach((row) => {
      body.insertRow().append(...row.map((text) => Object.assign(document.createElement("td"), { textContent: text }))); });
    room(rows.length - from - seen.length); };
  box.onscroll = draw; draw();"""


def _page(title: str, labels: list[str], rows: list[list[str]], script: str) -> str:
    menu = "<nav><a href='/receitas'>Receitas</a> <a href='/despesas'>Despesas</a></nav>"
    head = "".join(f"<th>{label}</th>" for label in labels)
    table = f"<div id=caixa><table><thead><tr>{head}</tr></thead><tbody></tbody></table></div>" if labels else ""
    code = f"<script>const rows = {json.dumps(rows)}; {script}</script>" if labels else ""
    return f"<!DOCTYPE html><html lang='pt-BR'><title>{title}</title><style>{BOX}</style>{menu}<h1>{title}</h1>{table}{code}</html>"


def portal(app: Flask) -> None:
    """The portal."""

    @app.get("/")
    def home() -> str:
        return _page("Portal da Transparência", [], [], "")

    @app.get("/receitas")
    def of_revenue() -> str:
        labels = ["Código da receita", "Descrição da receita", "Valor previsto", "Valor arrecadado"]
        return _page("Receita orçamentária", labels, REVENUE, LOADS)

    @app.get("/despesas")
    def of_expense() -> str:
        labels = ["Nº do empenho", "Data do empenho", "Credor", "Valor empenhado"]
        return _page("Despesa orçamentária", labels, EXPENSE, DRAWS)
