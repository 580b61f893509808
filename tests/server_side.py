"""Two small portals of toolkits whose components live on the server, as those of real makers behave: ids made anew for every
visit, events that are posted, answers that redraw parts. What they publish is ``PUBLISHED``."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

SITES = Path(__file__).parent / "sites"
Table = tuple[list[str], list[list[str]]]
Does = Callable[[Any], Any]
UNITS = ["Fundo Municipal de Saúde", "Prefeitura Municipal de Vila Pequena", "Câmara Municipal"]
YEARS = ["2026", "2025"]
DAYS = range(1, 9)
EXPENSE = (
    ["Empenho", "Data", "Credor", "Valor empenhado", "Valor pago"],
    [[f"{n:04}/2026", f"0{n}/03/2026", f"Fornecedor Fictício {n} Ltda", f"{n}.500,00", f"{n}.400,00"] for n in DAYS],
)
PAYROLL = (
    ["Matrícula", "Nome", "Cargo", "Remuneração"],
    [[f"90{n}", f"Pessoa Fictícia {n}", "Agente administrativo", f"2.{n}00,00"] for n in DAYS],
)
TOTALS = (["Secretaria", "Quantidade"], [["Saúde", "40"], ["Educação", "80"]])
BIDS = (
    ["Processo", "Modalidade", "Abertura"],
    [[f"{n:03}/2026", "Pregão eletrônico", f"0{n}/02/2026"] for n in DAYS],
)
RECORD = {
    "Objeto": "Aquisição de merenda escolar",
    "Data de publicação": "12/01/2026",
    "Secretaria requisitante": "Secretaria de Educação",
    "Valor homologado": "R$ 81.200,00",
    "Vencedor": "Alimentos Fictícios Ltda",
    "CNPJ do vencedor": "12.345.678/0001-95",
}
REVENUE: Table = (["Código", "Natureza da receita", "Previsão", "Arrecadado"], [])
WELCOME = "Bem-vindo ao Portal da Transparência."
PUBLISHED = {
    "despesa_orcamentaria": "emp_numero emp_data nome emp_valor valor_pago".split(),
    "quadro_pessoal": "nome cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao data_realizacao objeto_licitacao data_publicacao_licitacao".split(),
        *"setor_interessado valor nome_vencedores cnpj_cpf".split(),
    ],
}
"""Of bids also what their window shows; revenue is asked for in vain, and totals of people are nobody's pay."""


def tag(name: str, kind: str, *inner: str, **attributes: Any) -> str:
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<{name} class="{kind}"{told}>{"".join(inner)}</{name}>'


def drawn(name: str, **given: Any) -> str:
    """A page of ``sites``, with what it begins with."""
    return (SITES / f"{name}.html").read_text("utf-8").replace("/*BEGIN*/{}", json.dumps(given))


class Desktop:
    """What the server keeps of one visit: its components, by ids that no other visit has."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(4)
        self.count = 0
        self.listens: dict[str, str] = {}
        self.does: dict[str, Does] = {}
        self.values: dict[str, str] = {}
        self.commands: list[tuple[str, list[Any]]] = []
        self.centre = self.uid()

    def uid(self, event: str = "", does: Does | None = None) -> str:
        """The id of a new component; ``does`` is called with what comes with its event."""
        self.count += 1
        made = f"z{self.id}{self.count:x}"
        if does is not None:
            self.listens[made], self.does[made] = event, does
        return made

    def command(self, name: str, *given: Any) -> None:
        self.commands.append((name, [*given, self.listens]))

    # ---- components --------------------------------------------------------------------------------------------

    def label(self, text: str) -> str:
        return tag("span", "z-label", text, id=self.uid())

    def button(self, text: str, does: Does, kind: str = "z-button") -> str:
        return tag("button", kind, text, id=self.uid("onClick", does), type="button")

    def caption(self, text: str) -> str:
        return tag("div", "z-caption", self.label(text))

    def grid(self, rows: dict[str, str]) -> str:
        def cell(inner: str) -> str:
            return tag("td", "z-cell", tag("div", "z-row-content", inner))

        lines = (tag("tr", "z-row", cell(self.label(name)), cell(inner), id=self.uid()) for name, inner in rows.items())
        return tag("div", "z-grid", tag("table", "z-grid-body", tag("tbody", "z-rows", *lines)), id=self.uid())

    def listbox(self, table: Table, does: Does | None = None) -> str:
        """Headings and rows in tables of their own, and a bar that turns pages."""
        icon = tag("div", "z-listheader-sorticon", tag("i", ""))
        heads = (tag("th", "z-listheader", tag("div", "z-listheader-content", icon, text)) for text in table[0])

        def line(row: list[str]) -> str:
            cells = (tag("td", "z-listcell", tag("div", "z-listcell-content", text), id=self.uid()) for text in row)
            made = self.uid("onSelect", does and (lambda _: does(row)))
            return tag("tr", "z-listitem", *cells, id=made)

        body = tag("tbody", "z-listbox-rows", *map(line, table[1]))
        empty = tag("tbody", "z-listbox-empty", tag("tr", "", tag("td", "", "Nenhum registro encontrado.")))
        turn = tag("li", "", tag("a", "z-paging-button", tag("i", "z-paging-icon"), href="javascript:;"))
        page = tag("li", "", "<input class='z-paging-input' value='1' size='3'>", tag("span", "z-paging-text", " / 1"))
        told = tag("div", "z-paging-info", f"[ 1 - {len(table[1])} / {len(table[1])} ]")
        return tag(
            "div", "z-listbox",
            tag("div", "z-listbox-header", tag("table", "", tag("tbody", "", tag("tr", "z-listhead", *heads)))),
            tag("div", "z-listbox-body", tag("table", "", body, "" if table[1] else empty), tabindex=-1),
            tag("div", "z-paging", tag("ul", "", turn, turn, page), told) if table[1] else "",
            id=self.uid(),
        )  # fmt: skip

    def field(self, kind: str, key: str, popup: Callable[[str], str] = lambda field: "", more: str = "") -> str:
        """A box to type in, an arrow, and a popup that is closed."""
        field = self.uid()
        self.does[field] = lambda data: self.values.__setitem__(key, data["value"])
        box = f"<input id='{field}-real' class='z-{kind}-input' autocomplete='off' type='text' size='20' {more}>"
        arrow = tag("a", f"z-{kind}-button", tag("i", f"z-{kind}-icon"), id=f"{field}-btn")
        closed = tag("div", f"z-{kind}-popup", popup(field), id=f"{field}-pp", style="display:none")
        return tag("span", f"z-{kind}", box, arrow, closed, id=field)

    def combobox(self, key: str, options: list[str]) -> str:
        def popup(field: str) -> str:
            items = (
                tag("li", "z-comboitem", tag("span", "z-comboitem-text", text), **{"data-of": field})
                for text in options
            )
            return tag("ul", "z-combobox-content", *items)

        return self.field("combobox", key, popup)

    def bandbox(self, key: str, options: list[str]) -> str:
        """Its popup is a list with a search of its own."""

        def popup(field: str) -> str:
            def pick(row: list[str]) -> None:
                self.values[key] = row[1]
                self.command("value", field, row[1])

            search = f"<input class='z-textbox' id='{self.uid()}'>{self.button('Filtrar', lambda _: None)}"
            found = self.listbox((["Código", "Nome"], [[f"0{n}", text] for n, text in enumerate(options, 1)]), pick)
            return tag("div", "z-bandpopup", self.label("Nome:"), search, found)

        return self.field("bandbox", key, popup, "readonly")

    def window(self, title: str, body: Callable[[Does], str]) -> None:
        """A modal window at the end of the body; ``body`` is given what closes it."""
        window = self.uid()

        def close(_: Any) -> None:
            self.command("rm", window, "")

        icon = tag("div", "z-window-icon z-window-close", tag("i", "z-icon-times"), id=self.uid("onClose", close))
        head = tag("div", "z-window-header", icon, title)
        shown = tag("div", "z-window z-window-modal", head, tag("div", "z-window-content", body(close)), id=window)
        self.command("window", window, tag("div", "z-modal-mask", id=f"{window}-mask") + shown)

    def message(self, text: str) -> None:
        self.window("Atenção", lambda close: self.label(text) + self.button("OK", close))

    # ---- screens -----------------------------------------------------------------------------------------------

    def expense(self, _: Any) -> None:
        answer = self.uid()

        def ask(_: Any) -> None:
            if not self.values.get("unit"):
                self.message("Selecione a unidade gestora.")
            elif not all(self.values.get(key, "").count("/") == 2 for key in ("from", "to")):
                self.message("Informe o período.")
            else:
                rows = EXPENSE[1] if "Prefeitura" in self.values["unit"] else []
                self.command("inner", answer, self.listbox((EXPENSE[0], rows)))

        fields = {
            "Unidade gestora": self.bandbox("unit", UNITS),
            "Data inicial": self.field("datebox", "from"),
            "Data final": self.field("datebox", "to"),
        }
        form = self.grid(fields) + self.button("Consultar", ask)
        self.command("inner", self.centre, self.caption("Empenhos") + form + tag("div", "z-div", id=answer))

    def by_year(self, table: Table) -> str:
        answer = self.uid()

        def ask(_: Any) -> None:
            if self.values.get("year") in YEARS:
                self.command("inner", answer, self.listbox(table))
            else:
                self.message("Selecione o exercício.")

        form = self.grid({"Exercício": self.combobox("year", YEARS)}) + self.button("Pesquisar", ask)
        return form + tag("div", "z-div", id=answer)

    def payroll(self, _: Any) -> None:
        def people(_: Any) -> None:
            self.command("inner", f"{second}-panel", self.by_year(PAYROLL))

        def tab(made: str, text: str, *more: str) -> str:
            inner = tag("a", "z-tab-content", tag("span", "z-tab-text", text), id=f"{made}-cnt")
            return tag("li", " ".join(("z-tab", *more)), inner, id=made)

        first, second = self.uid(), self.uid("onSelect", people)
        tabs = tag("ul", "z-tabs", tab(first, "Resumo", "z-tab-selected"), tab(second, "Servidores"))
        panels = (
            tag("div", "z-tabpanel", self.listbox(TOTALS), id=f"{first}-panel"),
            tag("div", "z-tabpanel", id=f"{second}-panel", style="display:none"),
        )
        self.command("inner", self.centre, tag("div", "z-tabbox", tabs, tag("div", "z-tabpanels", *panels)))

    def bids(self, _: Any) -> None:
        def record(row: list[str]) -> None:
            shown = {name: self.label(value) for name, value in RECORD.items()}
            self.window(f"Licitação {row[0]}", lambda _: self.grid(shown))

        self.command("inner", self.centre, self.caption("Licitações") + self.listbox(BIDS, record))

    def revenue(self, _: Any) -> None:
        self.command("inner", self.centre, self.caption("Receitas") + self.by_year(REVENUE))

    def page(self) -> str:
        def entry(text: str, does: Does) -> str:
            inner = tag("a", "z-menuitem-content", tag("span", "z-menuitem-text", text), href="javascript:;")
            return tag("li", "z-menuitem", inner, id=self.uid("onClick", does))

        def menu(text: str, entry: str) -> str:
            made = self.uid()
            head = tag("a", "z-menu-content", tag("span", "z-menu-text", text), href="javascript:;")
            closed = tag("div", "z-menupopup", tag("ul", "", entry), id=f"{made}-pp", style="display:none")
            return tag("li", "z-menu", head, closed, id=made)

        bar = (
            menu("Despesas", entry("Empenhos", self.expense)),
            menu("Receitas", entry("Receita orçamentária", self.revenue)),
            menu("Pessoal", entry("Folha de pagamento", self.payroll)),
            entry("Licitações", self.bids),
        )
        centre = tag("div", "z-center", self.label(WELCOME), id=self.centre)
        html = tag("div", "z-page", tag("div", "z-menubar", tag("ul", "", *bar)), centre)
        return drawn("zul", desktop=self.id, html=html, listens=self.listens)


def zul(app: Flask) -> None:
    """One address; lists under headings in tables of their own, boxes to type in beside an arrow, windows over a mask."""
    desktops: dict[str, Desktop] = {}

    def home() -> str:
        desktop = Desktop()
        desktops[desktop.id] = desktop
        return desktop.page()

    def events() -> Response:
        desktop = desktops[request.form["dtid"]]
        desktop.commands = []
        for n in range(len(request.form) // 3):
            desktop.does[request.form[f"uuid_{n}"]](json.loads(request.form[f"data_{n}"]))
        return Response(json.dumps({"rs": desktop.commands, "rid": 1}), mimetype="text/plain")

    app.add_url_rule("/", "home", home)
    app.add_url_rule("/zkau", "events", events, methods=["POST"])


class View:
    """What the server keeps of one visit of the other toolkit: what its nodes do, by numbers that the page does not show."""

    def __init__(self) -> None:
        self.count = 0
        self.does: dict[str, Does] = {"outlet.navigate": lambda data: self.show(data["path"].strip("/"))}
        self.values: dict[str, str] = {}
        self.changes: list[tuple[str, str, Any]] = []

    def node(self, **events: Does) -> str:
        self.count += 1
        self.does |= {f"{self.count}.{name}": does for name, does in events.items()}
        return str(self.count)

    def change(self, *told: Any) -> None:
        self.changes.append(told)

    def element(self, name: str, *inner: str, n: str = "", **attributes: str) -> str:
        return tag(f"vaadin-{name}", "", *inner, **attributes, **({"n": n} if n else {}))

    def keeps(self, key: str) -> Does:
        return lambda data: self.values.__setitem__(key, data["value"])

    def button(self, text: str, does: Does) -> str:
        return self.element("button", text, n=self.node(click=does))

    def date(self, label: str, key: str) -> str:
        return self.element("date-picker", n=self.node(change=self.keeps(key)), label=label)

    def grid(self, table: Table, does: Does = lambda row: None) -> str:
        node = self.node(
            click=lambda data: does(table[1][data["row"]]), request=lambda _: self.change("items", node, table[1])
        )
        return self.element("grid", n=node, columns="|".join(table[0]))

    def despesas(self) -> str:
        def ask(_: Any) -> None:
            given = self.values
            if given.get("unit") and all(given.get(key, "").count("/") == 2 for key in ("from", "to")):
                rows = EXPENSE[1] if "Prefeitura" in given["unit"] else []
                self.change("inner", answer, self.grid((EXPENSE[0], rows)))
            else:
                self.change("note", "", "Preencha a unidade gestora e o período.")

        def offer(data: Any) -> None:
            self.change("items", unit, [u for u in UNITS if data["value"].lower() in u.lower()])

        answer, unit = self.node(), self.node(change=self.keeps("unit"), filter=offer)
        box = self.element("combo-box", n=unit, label="Unidade gestora")
        dates = self.date("Data inicial", "from") + self.date("Data final", "to")
        form = self.element("horizontal-layout", box, dates, self.button("Consultar", ask))
        return f"<h2>Despesas</h2>{form}<div n={answer}></div>"

    def receitas(self) -> str:
        return f"<h2>Receitas</h2>{self.grid(REVENUE)}<p>Nenhum registro encontrado.</p>"

    def pessoal(self) -> str:
        def ask(_: Any) -> None:
            if self.values.get("year"):
                self.change("inner", answer, self.grid(PAYROLL))
            else:
                self.change("note", "", "Selecione o exercício.")

        def people(_: Any) -> None:
            year = self.element(
                "select", n=self.node(change=self.keeps("year")), label="Exercício", items=",".join(YEARS)
            )
            self.change("inner", panel, f"{year}{self.button('Pesquisar', ask)}<div n={answer}></div>")

        panel, answer = self.node(), self.node()
        first = self.node(click=lambda _: self.change("inner", panel, self.grid(TOTALS)))
        tabs = (
            self.element("tab", "Resumo", n=first, **{"aria-selected": "true"}),
            self.element("tab", "Servidores", n=self.node(click=people), **{"aria-selected": "false"}),
        )
        return f"<h2>Pessoal</h2>{self.element('tabs', *tabs, role='tablist')}<div n={panel}>{self.grid(TOTALS)}</div>"

    def licitacoes(self) -> str:
        def record(row: list[str]) -> None:
            window = self.node()
            fields = (self.element("text-field", label=name, value=value) for name, value in RECORD.items())
            inner = f"<h2 slot=title>Licitação {row[0]}</h2>{self.element('form-layout', *fields)}"
            close = self.button("Fechar", lambda _: self.change("close", window, ""))
            self.change("open", "", self.element("dialog-overlay", inner, close, n=window, role="dialog"))

        return f"<h2>Licitações</h2>{self.grid(BIDS, record)}"

    def show(self, path: str) -> None:
        self.change("inner", "outlet", getattr(self, path)() if path in VIEWS else f"<p>{WELCOME}</p>")


VIEWS = {"despesas": "Despesas", "receitas": "Receitas", "pessoal": "Pessoal", "licitacoes": "Licitações"}


def flow(app: Flask) -> None:
    """An address per view, and web components for all the rest."""
    views: dict[str, View] = {}

    def page(path: str = "") -> str:
        ui = secrets.token_hex(4)
        view = views[ui] = View()
        items = (view.element("side-nav-item", text, path=f"/{name}") for name, text in VIEWS.items())
        bar = "<h1 slot=navbar>Portal da Transparência</h1>" + view.element("side-nav", *items, role="navigation")
        return drawn("flow", ui=ui, path=path, html=view.element("app-layout", bar, "<div n=outlet></div>"))

    def events() -> Response:
        sent = json.loads(request.get_data())
        view = views[sent["ui"]]
        view.changes = []
        for call in sent["rpc"]:
            view.does.get(f"{call['node']}.{call['event']}", lambda _: None)(call["data"])
        return Response(json.dumps({"changes": view.changes}), mimetype="application/json")

    app.add_url_rule("/", "events", events, methods=["POST"])
    app.add_url_rule("/", "home", page)
    for name in VIEWS:
        app.add_url_rule(f"/{name}", name, lambda name=name: page(name))
