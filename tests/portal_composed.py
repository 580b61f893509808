"""Portals put together at random from what portals are made of: a menu, a query, a list, the way to a record. What each combination
publishes is its key, so that what was never thought of together is tried together."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Flask, request

YEARS = ("2026", "2025", "2024")
Value = Callable[[int, str], str]
Entry = tuple[str, str]
FIRMS = [
    "Comercial Aroeira Ltda",
    "Construtora Ipê Eireli",
    "Posto Central Ltda",
    "Papelaria Lápis ME",
    "Clínica Bem Viver",
    "Gráfica Norte",
]
PEOPLE = [
    "Ana Fictícia Lima",
    "Bruno Fictício Reis",
    "Carla Fictícia Souza",
    "Davi Fictício Melo",
    "Elisa Fictícia Nunes",
    "Fábio Fictício Rocha",
]


@dataclass(frozen=True)
class Field:
    """``labels``: ways to call it, separated by bars."""

    item: str
    labels: str
    value: Value


@dataclass(frozen=True)
class Subject:
    """``titles``: ways to call what it is, separated by bars. ``listed``: fields of its list; ``told``: what its records may tell besides."""

    titles: str
    listed: tuple[Field, ...]
    told: tuple[Field, ...] = ()


def _sum(cents: int) -> Value:
    return lambda n, year: f"{n + cents}.{(n * 37 + cents * 111) % 900 + 100},{cents}7"


def _said(*words: str) -> Value:
    return lambda n, year: words[n % len(words)]


def _day(n: int, year: str) -> str:
    return f"{n + 10}/0{n + 1}/{year}"


def _firm(n: int, year: str) -> str:
    return FIRMS[n - 1]


def _number(n: int, year: str) -> str:
    return f"{n:03}/{year}"


def _cnpj(n: int, year: str) -> str:
    return f"{n + 10}.345.67{n}/0001-{n + 20}"


_ACCOUNT = (
    Field("codigo", "Código|Cód.", lambda n, year: f"2188{n}"),
    Field("nomenclatura", "Nomenclatura|Descrição|Conta", lambda n, year: f"Consignação {n} - INSS"),
)
SUBJECTS = {
    "despesa_orcamentaria": Subject(
        "Despesas|Despesa Orçamentária|Gastos Públicos|Empenhos|Execução da Despesa|Despesas Detalhadas",
        (
            Field("emp_numero", "Nº Empenho|Número do Empenho|Empenho|Nota de Empenho", _number),
            Field("emp_data", "Data do Empenho|Data de Emissão|Dt. Empenho|Data", _day),
            Field("nome", "Credor|Favorecido|Fornecedor|Nome do Credor", _firm),
            Field("emp_cnpj_cpf", "CPF/CNPJ|CNPJ/CPF|CPF/CNPJ do Credor", _cnpj),
            Field("emp_valor", "Valor Empenhado|Vl. Empenhado|Empenhado (R$)|Vlr Empenho", _sum(3)),
            Field("valor_liquidado", "Valor Liquidado|Vl. Liquidado|Liquidado (R$)", _sum(2)),
            Field("valor_pago", "Valor Pago|Vl. Pago|Pago (R$)", _sum(1)),
        ),
        (
            Field("funcao", "Função", _said("10 - Saúde", "12 - Educação")),
            Field("sub_funcao", "Subfunção|Sub-função", _said("301 - Atenção Básica")),
            Field("programa", "Programa", _said("0012 - Saúde para Todos")),
            Field("acao", "Ação|Projeto/Atividade", _said("2.045 - Manutenção da Rede")),
            Field("elemento", "Elemento de Despesa|Elemento", _said("30 - Material de Consumo")),
            Field("lic_modalidade", "Modalidade da Licitação|Modalidade de Licitação", _said("Pregão Eletrônico")),
            Field("lic_numero", "Nº da Licitação|Número da Licitação", _number),
        ),
    ),
    "receita_orcamentaria": Subject(
        "Receitas|Receita Orçamentária|Receitas Arrecadadas|Arrecadação Municipal|Receitas por Natureza",
        (
            Field("rubrica", "Rubrica|Rubrica da Receita", lambda n, year: f"IPTU parcela {n}"),
            Field("categoria_economica", "Categoria Econômica|Categoria", _said("Receitas Correntes")),
            Field("origem", "Origem|Origem da Receita", _said("Impostos, Taxas e Contribuições")),
            Field("previsao", "Previsão|Valor Previsto|Previsão Atualizada|Previsto (R$)", _sum(5)),
            Field("arrecadacao", "Arrecadado|Valor Arrecadado|Arrecadação no Ano|Realizado (R$)", _sum(4)),
        ),
        (
            Field("especie", "Espécie", _said("Impostos")),
            Field("alinea", "Alínea", _said("IPTU")),
            Field("uni_gestora", "Unidade Gestora", _said("Prefeitura Municipal de Vila Pequena")),
        ),
    ),
    "licitacao": Subject(
        "Licitações|Processos Licitatórios|Licitações e Pregões|Compras e Licitações",
        (
            Field("numero_licitacao", "Nº Licitação|Número da Licitação|Nº do Processo|Processo Licitatório", _number),
            Field("modalidade_licitacao", "Modalidade", _said("Pregão Eletrônico", "Concorrência", "Tomada de Preços")),
            Field("objeto_licitacao", "Objeto|Descrição do Objeto|Objeto da Licitação", lambda n, year: f"Aquisição de material, lote {n}"),
            Field("data_realizacao", "Data de Abertura|Abertura|Data da Sessão|Data de Realização", _day),
        ),
        (
            Field("data_publicacao_licitacao", "Data de Publicação|Data da Publicação", _day),
            Field("valor", "Valor Homologado|Valor Estimado|Valor", _sum(8)),
            Field("nome_vencedores", "Vencedor|Empresa Vencedora|Vencedor(es)", _firm),
            Field("cnpj_cpf", "CNPJ do Vencedor|CPF/CNPJ do Vencedor", _cnpj),
            Field("setor_interessado", "Secretaria Requisitante|Setor Interessado|Unidade Requisitante", _said("Secretaria de Educação")),
        ),
    ),
    "quadro_pessoal": Subject(
        "Servidores|Folha de Pagamento|Quadro de Pessoal|Remuneração de Servidores|Pessoal",
        (
            Field("nome", "Nome|Servidor|Nome do Servidor", lambda n, year: PEOPLE[n - 1]),
            Field("cargo", "Cargo|Cargo/Função", _said("Professor", "Enfermeiro", "Motorista")),
            Field("tipo_cargo", "Vínculo|Tipo de Vínculo|Regime", _said("Efetivo", "Comissionado")),
            Field("salario_cargo", "Remuneração Bruta|Salário Bruto|Total de Proventos|Vencimentos", _sum(2)),
        ),
        (Field("cpf", "CPF", lambda n, year: f"***.{n}56.789-**"),),
    ),
    "despesa_extra_orcamentaria": Subject(
        "Despesa Extraorçamentária|Despesas Extra-Orçamentárias", (*_ACCOUNT, Field("valor", "Valor|Valor Pago|Vl. Pago", _sum(6)))
    ),
    "receita_extra_orcamentaria": Subject(
        "Receita Extraorçamentária|Receitas Extra-Orçamentárias", (*_ACCOUNT, Field("valor", "Valor|Valor Arrecadado", _sum(7)))
    ),
}  # fmt: skip
OTHERS = ["Contratos", "Diárias", "Obras", "Convênios", "Legislação", "Perguntas Frequentes", "Ouvidoria"]
BUTTONS = ["Consultar", "Pesquisar", "Filtrar", "Buscar", "Atualizar", "Exibir"]

MENUS: dict[str, Callable[[Sequence[Entry]], str]] = {
    "list": lambda e: "<nav><ul>" + "".join(f"<li><a href='{to}'>{t}</a></li>" for t, to in e) + "</ul></nav>",
    "cards": lambda e: "".join(
        f"<div class='card c' onclick=\"location='{to}'\"><h3>{t}</h3><p>Consulte aqui</p></div>" for t, to in e
    ),
    "buttons": lambda e: "".join(f"<button onclick=\"location='{to}'\">{t}</button>" for t, to in e),
    "submenu": lambda e: (
        "<nav><ul><li><span>Transparência</span><ul class=sub>"
        + "".join(f"<li><a href='{to}'>{t}</a></li>" for t, to in e)
        + "</ul></li></ul></nav>"
    ),
    "folders": lambda e: "".join(
        f'<div><div class=c onclick="this.nextElementSibling.hidden=!this.nextElementSibling.hidden">Grupo {k + 1}</div><div hidden>'
        + "<br>".join(f"<a href='{to}'>{t}</a>" for t, to in e[k::2])
        + "</div></div>"
        for k in range(2)
    ),
    "jump": lambda e: (
        "<label>Ir para <select onchange='if(this.value)location=this.value'><option value=''>Selecione</option>"
        + "".join(f"<option value='{to}'>{t}</option>" for t, to in e)
        + "</select></label>"
    ),
    "pages": lambda e: "<nav><a href='/grupo/0'>Finanças Públicas</a> <a href='/grupo/1'>Gestão e Pessoal</a></nav>",
    "script": lambda e: (
        "<nav>" + " ".join(f"<span class=c data-to='{to}'>{t}</span>" for t, to in e) + "</nav>" + SWAPS
    ),
    "map": lambda e: (
        "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' usemap='#m' width=800 height=60><map name=m>"
        + "".join(f"<area coords='{n * 90},0,{n * 90 + 85},60' href='{to}' alt='{t}'>" for n, (t, to) in enumerate(e))
        + "</map>"
    ),
}
SWAPS = """<script>document.querySelector("nav").addEventListener("click", async ({target}) => {
  if (target.dataset.to) main.innerHTML = await (await fetch(target.dataset.to + "?parte=1")).text();
});</script>"""
QUERIES = ["none", "get", "post", "change", "range", "radio", "chips", "entity", "links", "months"]
SCRIPTED = ["none", "get", "months", "chips"]
"""Queries that work without leading to a page of their own."""
DRAWINGS = ["table", "bold", "titled", "apart", "labelled", "boxes", "aria", "cards", "fields", "lines", "folded"]
OPENINGS = ["link", "row", "window", "sign", "popup", "unfolds", "below"]
STYLE = """<style>.c{cursor:pointer}.row{display:flex;gap:12px}.row>div{width:140px}.card{border:1px solid #ccc;padding:8px;margin:6px}
.sub{display:none}li:hover>.sub{display:block}.over{position:fixed;inset:15%;background:#fff;display:none}</style>"""


@dataclass(frozen=True)
class Part:
    """What is published of a criterion, and how. ``bare``: nothing of the newest year. ``comes``: with its page, or in a frame;
    by a ``script`` its query is answered in the page."""

    place: str
    title: str
    listed: tuple[tuple[str, Field], ...]
    told: tuple[tuple[str, Field], ...]
    query: str
    button: str
    drawing: str
    opening: str
    bare: bool
    comes: str

    def rows(self, year: str) -> list[list[str]]:
        if year not in YEARS or (self.bare and year == YEARS[0] and self.query != "none"):
            return []
        return [[field.value(n, year) for _, field in self.listed] for n in range(1, 7)]

    def record(self, n: int, year: str) -> str:
        """All that is told of one of them, in one of three shapes."""
        pairs = [(label, field.value(n, year)) for label, field in (*self.listed, *self.told)]
        match len(self.told) % 3:
            case 0:
                return f"<dl>{''.join(f'<dt>{label}</dt><dd>{value}</dd>' for label, value in pairs)}</dl>"
            case 1:
                return (
                    f"<table>{''.join(f'<tr><th>{label}</th><td>{value}</td></tr>' for label, value in pairs)}</table>"
                )
        return "".join(f"<p><strong>{label}:</strong> {value}</p>" for label, value in pairs)

    def _opens(self, n: int, year: str) -> tuple[str, str]:
        """(attributes of a row, what stands at its end) that open its record."""
        to = f"/{self.place}/{n}?ano={year}"
        fetched = f"fetch('{to}&parte=1').then(r=>r.text()).then(t=>"
        return {
            "none": ("", ""),
            "link": ("", f"<a href='{to}'>Detalhes</a>"),
            "row": (f"onclick=\"location='{to}'\"", ""),
            "window": ("", f"<a href='#' onclick=\"window.open('{to}');return false\">Abrir</a>"),
            "sign": ("", f"<a href='{to}' title=Detalhar><i class='fa fa-search'></i></a>"),
            "popup": (
                "",
                f"<button onclick=\"{fetched}{{over.innerHTML=t;over.style.display='block'}})\">Ver</button>",
            ),
            "unfolds": (
                "",
                f"<span class=c onclick=\"var e=document.getElementById('r{n}');e.hidden=!e.hidden\">+</span>",
            ),
            "below": ("", f"<a href='javascript:void(0)' onclick=\"{fetched}below.innerHTML=t)\">Mais informações</a>"),
        }[self.opening]

    def drawn(self, year: str) -> str:
        rows = self.rows(year)
        if not rows:
            return "<p>Nenhum registro encontrado.</p>"
        heads, ends = [label for label, _ in self.listed], [self._opens(n, year) for n in range(1, len(rows) + 1)]
        told = [self.record(n, year) if self.opening == "unfolds" else "" for n in range(1, len(rows) + 1)]
        draw = _in_table if self.drawing in ("table", "bold", "titled", "apart", "labelled") else _in_boxes
        return (
            draw(self, year, heads, rows, ends, told) + "<div id=over class=over role=dialog></div><div id=below></div>"
        )

    def form(self, year: str) -> str:
        """What asks for the year that is shown."""
        options = "".join(f"<option{' selected' if y == year else ''}>{y}</option>" for y in YEARS)
        years, to, send = (
            f"<label>Exercício <select name=ano>{options}</select></label>",
            f"/{self.place}",
            f"<button>{self.button}</button>",
        )
        months = "<label>Mês <select name=mes><option value=''>Todos</option><option value=1>Janeiro</option></select></label>"
        answers = f"fetch('{to}?lista=1&'+%s).then(r=>r.text()).then(t=>res.innerHTML=t)"
        asks = answers % "new URLSearchParams(new FormData(this))"
        if self.comes == "script" and self.query in ("get", "months"):
            return f'<form onsubmit="event.preventDefault();{asks}">{years}{months if self.query == "months" else ""}{send}</form>'
        body = "<option value=''>Selecione</option><option value=2>Câmara Municipal de Vila Pequena</option><option value=1>Prefeitura Municipal de Vila Pequena</option>"
        days = "".join(
            f"<label>Data {end} <input name={end} placeholder='dd/mm/aaaa'></label>" for end in ("inicial", "final")
        )
        return {
            "none": "",
            "get": f"<form>{years}{send}</form>",
            "months": f"<form>{years}{months}<input type=submit value='{self.button}'></form>",
            "post": f"<form method=post action='{to}'><input type=hidden name=_token value=a1b2>{years}{send}</form>",
            "change": f"<form>Exercício: <select name=ano onchange='this.form.submit()'>{options}</select></form>",
            "range": f"<form>{days}{send}</form>",
            "radio": f"<form>{''.join(f'<label><input type=radio name=ano value={y}> {y}</label>' for y in YEARS)}{send}</form>",
            "chips": "".join(f'<button onclick="{answers % repr("ano=" + y)}">{y}</button>'.replace("'ano", "'ano") for y in YEARS),
            "entity": f"<form><label>Entidade <select name=ent required>{body}</select></label>{years}{send}</form>",
            "links": "Exercício: " + " | ".join(f"<a href='{to}?ano={y}'>{y}</a>" for y in YEARS),
        }[self.query]  # fmt: skip

    def answer(self) -> tuple[str, str]:
        """(year, what is shown) for what was asked."""
        asked = request.values
        year = asked.get("ano", "")
        if self.query == "none":
            return YEARS[1], self.drawn(YEARS[1])
        if self.query == "range":
            start, end = asked.get("inicial", "")[-4:], asked.get("final", "")[-4:]
            shown = next((y for y in YEARS if start and start <= y <= end and self.rows(y)), "")
            return shown, self.drawn(shown) if start and end else ""
        if self.query in ("change", "chips", "links"):
            year = year or YEARS[0]
        if not year or (self.query == "entity" and asked.get("ent") != "1"):
            return year, "<p>Nenhum registro encontrado.</p>" if asked.get("ent") else ""
        return year, self.drawn(year)


def _in_table(
    part: Part, year: str, heads: list[str], rows: list[list[str]], ends: list[tuple[str, str]], told: list[str]
) -> str:
    cell = "td" if part.drawing == "bold" else "th"
    wide = len(heads) + any(end for _, end in ends)
    head = "".join(f"<{cell}><b>{label}</b></{cell}>" for label in heads) + f"<{cell}></{cell}>" * (wide - len(heads))
    body = ""
    for n, (row, (press, end), record) in enumerate(zip(rows, ends, told, strict=True), 1):
        named = [f" data-label='{label}'" * (part.drawing == "labelled") for label in heads]
        cells = "".join(f"<td{name}>{value}</td>" for name, value in zip(named, row, strict=True))
        body += f"<tr class='{'c' if press else ''}' {press}>{cells}{f'<td>{end}</td>' if end else ''}</tr>"
        body += f"<tr id=r{n} hidden><td colspan={wide}>{record}</td></tr>" if record else ""
    title = f"<tr><th colspan={wide}>{part.title} - Exercício {year}</th></tr>" if part.drawing == "titled" else ""
    if part.drawing == "apart":
        fixed = "<table style='table-layout:fixed;width:1100px'>"
        return f"{fixed}<thead><tr>{head}</tr></thead></table><div>{fixed}<tbody>{body}</tbody></table></div>"
    if part.drawing == "bold":
        return f"<table border=1><tr bgcolor=#cccccc>{head}</tr>{body}</table>"
    return f"<table><thead>{title}<tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _in_boxes(
    part: Part, year: str, heads: list[str], rows: list[list[str]], ends: list[tuple[str, str]], told: list[str]
) -> str:
    kind, drawn = part.drawing, ""
    role, cell = (" role=row", " role=cell") if kind == "aria" else ("", "")
    for n, (row, (press, end), record) in enumerate(zip(rows, ends, told, strict=True), 1):
        pairs = list(zip(heads, row, strict=True))
        drawn += {
            "boxes": f"<div class=row{role} {press}>{''.join(f'<div{cell}>{v}</div>' for v in (*row, *[end][: bool(end)]))}</div>",
            "cards": f"<div class=card {press}>{''.join(f'<div><small>{k}</small><div>{v}</div></div>' for k, v in pairs)}{end}</div>",
            "fields": f"<dl class=card {press}>{''.join(f'<dt>{k}</dt><dd>{v}</dd>' for k, v in pairs)}</dl>{end}",
            "lines": f"<li class=card {press}>{'<br>'.join(f'<b>{k}:</b> {v}' for k, v in pairs)} {end}</li>",
            "folded": f"<details><summary>{row[0]} — {row[2]}</summary>"
            + f"{''.join(f'<p><span>{k}:</span> <span>{v}</span></p>' for k, v in pairs)}{end}</details>",
        }["boxes" if kind == "aria" else kind]
        drawn += f"<div id=r{n} hidden>{record}</div>" if record else ""
    if kind not in ("boxes", "aria"):
        return f"<ul>{drawn}</ul>" if kind == "lines" else f"<div>{drawn}</div>"
    named = " role=columnheader" if kind == "aria" else ""
    last = f"<div{named}></div>" if any(end for _, end in ends) else ""
    head = f"<div class=row{role}>{''.join(f'<div{named}>{label}</div>' for label in heads)}{last}</div>"
    return f"<div role=table>{head}{drawn}</div>" if kind == "aria" else f"<div>{head}{drawn}</div>"


@dataclass(frozen=True)
class Composed:
    """A portal. ``published``: its key."""

    menu: str
    parts: tuple[Part, ...]
    others: tuple[str, ...]
    order: tuple[int, ...]
    published: frozenset[tuple[str, str]]

    def serve(self, app: Flask) -> None:
        """Put its pages into an application."""
        places = [(part.title, f"/{part.place}") for part in self.parts]
        places += [(other, f"/outros/{n}") for n, other in enumerate(self.others)]
        entries = [places[n] for n in self.order]

        def page(body: str, menu: bool = True) -> str:
            nav = MENUS[self.menu](entries) if menu else ""
            head = f"<meta charset=utf-8><title>Portal da Transparência</title>{STYLE}"
            return f"<!doctype html><html lang=pt-BR><head>{head}</head><body><h1>Prefeitura de Vila Pequena</h1>{nav}<main id=main>{body}</main></body></html>"

        def shown(part: Part) -> str:
            year, answer = part.answer()
            if request.args.get("lista"):
                return answer
            if part.comes == "frame" and not request.values:
                return page(
                    f"<h2>{part.title}</h2><iframe src='/{part.place}?quadro=1' width=1150 height=700></iframe>"
                )
            body = f"<h2>{part.title}</h2>{part.form(year)}<div id=res>{answer}</div>"
            return body if request.args.get("parte") else page(body, menu=part.comes != "frame")

        def record(part: Part, n: int) -> str:
            told = part.record(n, request.args["ano"])
            return told if request.args.get("parte") else page(f"<h2>{part.title}</h2>{told}", part.opening != "window")

        def other(n: int) -> str:
            rows = "".join(
                f"<tr><td>{n}/2025</td><td>{firm}</td><td>31/12/2026</td></tr>" for n, firm in enumerate(FIRMS)
            )
            table = f"<table><tr><th>Contrato<th>Contratado<th>Vigência</tr>{rows}</table>"
            asked = "<dl><dt>O que é empenho?</dt><dd>É a reserva de dotação.</dd><dt>O que é valor pago?</dt><dd>É o que saiu.</dd></dl>"
            body = {"Contratos": table, "Perguntas Frequentes": asked}.get(
                self.others[n], "<p>Nenhuma informação cadastrada.</p>"
            )
            return page(f"<h2>{self.others[n]}</h2>{body}")

        groups = (MENUS["list"](entries[k::2]) for k in range(2))
        app.add_url_rule("/", "home", lambda: page("<p>Aqui o cidadão acompanha despesas, receitas e licitações.</p>"))
        for k, group in enumerate(groups):
            app.add_url_rule(f"/grupo/{k}", f"group {k}", partial(page, group))
        app.add_url_rule("/outros/<int:n>", "other", other)
        for part in self.parts:
            app.add_url_rule(f"/{part.place}", part.place, partial(shown, part), methods=["GET", "POST"])
            app.add_url_rule(f"/{part.place}/<int:n>", f"{part.place} record", partial(record, part))


def compose(seed: int) -> Composed:
    """The portal of a number."""
    chance = random.Random(seed)
    menu = chance.choice(sorted(MENUS))
    parts, published = [], set()
    for criterion in chance.sample(sorted(SUBJECTS), chance.randint(3, len(SUBJECTS))):
        subject = SUBJECTS[criterion]
        listed = [(chance.choice(field.labels.split("|")), field) for field in subject.listed]
        told = [(chance.choice(field.labels.split("|")), field) for field in subject.told if chance.random() < 0.75]
        drawing = chance.choice(DRAWINGS)
        # what is folded is pressed to unfold
        ways = [way for way in OPENINGS if way != "row" or drawing != "folded"]
        opening = chance.choice(ways) if told and chance.random() < 0.8 else "none"
        comes = "script" if menu == "script" else chance.choice(["page", "page", "script", "frame"])
        parts.append(
            Part(
                f"p{chance.randint(100, 999)}{len(parts)}",
                chance.choice(subject.titles.split("|")),
                tuple(listed),
                tuple(told),
                chance.choice(SCRIPTED if menu == "script" else QUERIES),
                chance.choice(BUTTONS),
                drawing,
                opening,
                chance.random() < 0.45,
                comes,
            )
        )
        published |= {(criterion, field.item) for _, field in (*listed, *(told if opening != "none" else ()))}
    if any(item.startswith("lic_") for _, item in published):  # what is told of a bid tells that there was one
        published.add(("despesa_orcamentaria", "emp_indicacao_licitacao"))
    if ("licitacao", "modalidade_licitacao") in published:  # some of which are auctions
        published.add(("licitacao", "pregao"))
    others = chance.sample(OTHERS, 3)
    order = list(range(len(parts) + len(others)))
    chance.shuffle(order)
    return Composed(menu, tuple(parts), tuple(others), tuple(order), frozenset(published))
