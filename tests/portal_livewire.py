"""A portal on a panel of Laravel, as of 2024: tables whose search, filters behind a funnel, columns chosen from a menu and pages go over
one address with what the page was (signed), records in windows that slide in, tabs with counts, and a year asked for by default that has
nothing. ``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is drawn)
from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from html import escape
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor".split(),  # in the table
        *"emp_cnpj_cpf valor_liquidado valor_pago".split(),  # columns that are chosen
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao natureza_despesa elemento".split(),  # in the window
        *"emp_indicacao_licitacao lic_modalidade lic_numero".split(),
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao arrecadacao origem uni_gestora".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado nome_vencedores nome_perdedores cnpj_cpf edital aviso".split(),
    ],
}
"""Expenses, what is outside the budget and the payroll have nothing in the year or month they are asked for at first."""

YEARS = ["2026", "2025", "2024"]
MONTHS = ["11/2026", "10/2026", "09/2026", "08/2026"]
YEAR = ("ano", "Exercício", YEARS, "2026")
UNIT = ("unidade", "Unidade gestora", ["Prefeitura Municipal", "Fundo Municipal de Saúde"], "")
Pairs = list[tuple[str, str]]
TABLES: dict[str, dict[str, Any]] = {
    "empenhos": dict(
        title="Empenhos", group="Despesas", count=137, years=[2025, 2024], filters=[YEAR, UNIT], view="Empenho", defer=True,
        columns=[("Número", "numero_empenho"), ("Data", "data"), ("Credor", "credor"), ("Valor empenhado", "empenhado")],
        hidden=[("CPF/CNPJ", "cpf_cnpj"), ("Valor liquidado", "liquidado"), ("Valor pago", "pago")],
    ),
    "despesas-extraorcamentarias": dict(
        title="Despesas extraorçamentárias", group="Despesas", count=12, years=[2025, 2024], filters=[YEAR],
        columns=[("Código", "extra_codigo"), ("Nomenclatura", "extra_nome"), ("Valor pago", "valor")],
    ),
    "diarias": dict(title="Diárias", group="Despesas", count=22, years=[2026, 2025], filters=[YEAR], columns=[("Servidor", "servidor"), ("Destino", "destino"), ("Motivo", "motivo"), ("Valor da diária", "valor")]),
    "receitas": dict(
        title="Receitas", group="Receitas", count=18, years=[2026, 2025, 2024], filters=[YEAR], tabs=[("orcamentarias", "Orçamentárias", 18), ("extra", "Extraorçamentárias", 12)],
        columns=[("Código", "rec_codigo"), ("Natureza da receita", "rec_nome"), ("Previsão inicial", "prevista"), ("Previsão atualizada", "atualizada"), ("Arrecadado", "arrecadada")],
        hidden=[("Unidade gestora", "gestora")], others={"extra": [("Conta", "extra_codigo"), ("Descrição", "extra_nome"), ("Valor recolhido", "valor")]},
    ),
    "servidores": dict(
        title="Servidores", group="Pessoal", count=74, years=[2026], filters=[("competencia", "Competência", MONTHS, "11/2026")], view="Servidor",
        columns=[("Nome", "servidor"), ("Cargo", "cargo"), ("Lotação", "secretaria")], hidden=[("Matrícula", "matricula")],
    ),
    "resumo-da-folha": dict(title="Resumo mensal da folha", group="Pessoal", count=10, years=[2026, 2025], filters=[YEAR], columns=[("Mês", "mes_nome"), ("Quantidade de servidores", "quantidade"), ("Total da folha", "total_folha")]),
    "licitacoes": dict(
        title="Licitações", group="Compras públicas", count=26, years=[2026, 2025], filters=[YEAR], pages=True,
        tabs=[("todas", "Todas", 26), ("Em andamento", "Em andamento", 7), ("Homologada", "Homologadas", 6), ("Deserta", "Desertas", 5)],
        columns=[("Número", "numero_licitacao"), ("Modalidade", "modalidade_licitacao"), ("Objeto", "objeto"), ("Abertura", "data_realizacao")], hidden=[("Situação", "situacao")],
    ),
    "contratos": dict(title="Contratos", group="Compras públicas", count=25, years=[2026, 2025], filters=[YEAR], columns=[("Contrato", "numero_contrato"), ("Contratada", "empresa"), ("Objeto do contrato", "objeto"), ("Valor do contrato", "valor")]),
}  # fmt: skip
TEXTS = {
    "noticias": ("Notícias", "Prefeitura entrega nova unidade de saúde. Licitação da merenda é publicada."),
    "glossario": ("Glossário", "Empenho: ato que cria obrigação de pagamento. Subfunção: partição da função."),
}
SVG = '<svg class="fi-icon h-5 w-5" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true"><path d="M2 4h16v2H2z"/></svg>'
SECRET = secrets.token_bytes(16)


def records(name: str, data: dict[str, Any]) -> list[Row]:
    told, asked = TABLES[name], data["tableFilters"]
    year = asked.get("ano") or (asked.get("competencia") or "")[-4:]
    if asked.get("competencia") == MONTHS[0] or asked.get("unidade") == UNIT[2][1]:
        return []
    years = [y for y in told["years"] if not year or str(y) == year]
    tab = data.get("activeTab") or ""
    count = 12 if tab == "extra" else told["count"]
    found = [
        Row(f"livewire/{name}/{'extra' if tab == 'extra' else ''}", y, n, count) for y in years for n in range(count)
    ]
    if name == "licitacoes" and tab != "todas":
        found = [r for r in found if r["situacao"] == tab]
    search = data["tableSearch"].lower()
    return [r for r in found if not search or any(search in str(r[c[1]]).lower() for c in told["columns"])]


def row_of(name: str, made: str) -> Row:
    return Row(f"livewire/{name}/", int(made[:4]), int(made[4:]) - 1, TABLES[name]["count"])


# ---- what is drawn


def entries(pairs: Pairs) -> str:
    """An infolist: terms and definitions, each pair in boxes of its own inside a grid."""
    made = "".join(
        f'<div style="--col-span-default: span 1 / span 1;" class="col-[--col-span-default]"><div class="fi-in-entry-wrp"><div class="grid gap-y-2"><div class="flex items-center gap-x-3 justify-between">'
        f'<dt class="fi-in-entry-wrp-label inline-flex items-center gap-x-3"><span class="text-sm font-medium leading-6">{escape(name)}</span></dt></div><div class="grid auto-cols-fr gap-y-2"><dd class="">'
        f'<div class="fi-in-text w-full"><div class="fi-in-affixes flex"><div class="min-w-0 flex-1"><div class="flex w-max"><div class="fi-in-text-item inline-flex items-center gap-1.5"><div class="text-sm leading-6">{escape(value)}</div></div></div></div></div></div></dd></div></div></div></div>'
        for name, value in pairs
    )
    return f'<dl><div style="--cols-default: repeat(1, minmax(0, 1fr)); --cols-lg: repeat(2, minmax(0, 1fr));" class="grid fi-fo-component-ctn gap-6">{made}</div></dl>'


def section(title: str, pairs: Pairs) -> str:
    return (
        f'<section x-data="{{ isCollapsed: false }}" class="fi-section rounded-xl bg-white"><header x-on:click="isCollapsed = ! isCollapsed" class="fi-section-header flex flex-col gap-3 cursor-pointer px-6 py-4"><div class="flex items-center"><div class="grid flex-1"><h3 class="fi-section-header-heading">{escape(title)}</h3></div></div></header>'
        f'<div x-show="! isCollapsed" class="fi-section-content-ctn border-t"><div class="fi-section-content p-6">{entries(pairs)}</div></div></section>'
    )


def infolist(name: str, r: Row) -> str:
    def pairs(**made: str) -> Pairs:
        return [(label.replace("__", "/").replace("_", " "), str(r[maker])) for label, maker in made.items()]

    if name == "empenhos":
        return (
            section("Dados do empenho", pairs(Número="numero_empenho", Tipo="tipo_empenho", Credor="credor", Histórico="historico"))
            + section("Classificação", pairs(Órgão="orgao", Função="funcao", Subfunção="subfuncao", Programa="programa", Ação="acao", Natureza_da_despesa="natureza", Elemento="elemento", Fonte="fonte"))
            + section("Licitação", pairs(Modalidade_de_licitação="modalidade_licitacao", Número_da_licitação="numero_licitacao"))
        )  # fmt: skip
    if name == "servidores":
        return section("Vínculo", pairs(Nome="servidor", Vínculo="vinculo", Admissão="admissao")) + section(
            "Pagamento", pairs(Remuneração_bruta="vantagens", Descontos="descontos", Remuneração_líquida="liquido")
        )
    return section("Dados gerais", pairs(Número="numero_licitacao", Modalidade="modalidade_licitacao", Objeto="objeto", Publicada_em="data_publicacao", Abertura="data_realizacao", Valor_estimado="valor_estimado", Secretaria_requisitante="secretaria"))  # fmt: skip


def tabs(told: list[tuple[str, str, int]], active: str) -> str:
    made = "".join(
        f'<button type="button" role="tab" aria-selected="{"true" if key == active else "false"}" class="fi-tabs-item group flex items-center gap-x-2 rounded-lg px-3 py-2{" fi-active fi-tabs-item-active" if key == active else ""}" wire:click="$set(\'activeTab\', \'{key}\')">'
        f'<span class="fi-tabs-item-label">{label}</span><span class="fi-badge flex items-center rounded-md text-xs">{count}</span></button>'
        for key, label, count in told
    )
    return f'<nav role="tablist" class="fi-tabs flex max-w-full gap-x-1 overflow-x-auto mx-auto rounded-xl bg-white p-2">{made}</nav>'


def dropdown(kind: str, tip: str, badge: str, inside: str) -> str:
    return (
        f'<div x-data="{{ open: false }}" x-on:click.outside="open = false" class="fi-dropdown {kind}"><div x-on:click="open = ! open" class="fi-dropdown-trigger flex cursor-pointer"><button type="button" title="{tip}" class="fi-icon-btn relative flex h-9 w-9 fi-ac-icon-btn-action"><span class="sr-only">{tip}</span>{SVG}{badge}</button></div>'
        f'<div x-cloak x-show="open" class="fi-dropdown-panel absolute z-10 w-screen divide-y rounded-lg bg-white shadow-lg" style="display:none">{inside}</div></div>'
    )


def toolbar(told: dict[str, Any], data: dict[str, Any]) -> str:
    def choice(key: str, label: str, options: list[str]) -> str:
        chosen = data["tableFilters"].get(key) or ""
        made = "".join(
            f'<option value="{o}"{" selected" if o == chosen else ""}>{o}</option>' for o in ["", *options]
        ).replace("></option>", ">Todos</option>")
        return (
            f'<div class="fi-fo-field-wrp"><div class="grid gap-y-2"><label class="fi-fo-field-wrp-label inline-flex" for="tableFilters.{key}.value"><span class="text-sm font-medium">{label}</span></label>'
            f'<div class="fi-input-wrp flex rounded-lg"><select class="fi-select-input block w-full" id="tableFilters.{key}.value" wire:model.live="tableFilters.{key}">{made}</select></div></div></div>'
        )

    active = sum(bool(v) for v in data["tableFilters"].values())
    badge = (
        f'<div class="fi-icon-btn-badge-ctn absolute"><span class="fi-badge">{active}</span></div>' if active else ""
    )
    filters = "".join(choice(*f[:3]) for f in told["filters"])
    clear = '<button type="button" wire:click="resetTableFiltersForm" class="fi-link text-sm"><span class="font-semibold">Redefinir</span></button>'
    panel = f'<div class="fi-ta-filters grid gap-y-4 p-6"><div class="flex items-center justify-between"><h4 class="text-base font-semibold">Filtros</h4><div>{clear}</div></div><div class="grid gap-4">{filters}</div></div>'
    made = dropdown("fi-ta-filters-dropdown", "Filtrar", badge, panel)
    if told.get("hidden"):
        boxes = "".join(
            f'<label class="flex items-center gap-x-3"><input type="checkbox" class="fi-checkbox-input" wire:model.live="toggledTableColumns.{key}"{" checked" if data["toggledTableColumns"].get(key) else ""}><span class="text-sm font-medium">{label}</span></label>'
            for label, key in told["columns"][1:] + told["hidden"]
        )
        made += dropdown(
            "fi-ta-col-toggle",
            "Alternar colunas",
            "",
            f'<div class="grid gap-y-4 p-6"><h4 class="text-base font-semibold">Colunas</h4>{boxes}</div>',
        )
    search = (
        '<div class="fi-ta-search-field"><label for="input-search" class="sr-only">Pesquisar</label><div class="fi-input-wrp flex"><div class="items-center">' + SVG + "</div>"
        '<input class="fi-input block w-full" autocomplete="off" inputmode="search" maxlength="1000" placeholder="Pesquisar" type="search" id="input-search" wire:model.live.debounce.500ms="tableSearch" value="' + escape(data["tableSearch"]) + '"></div></div>'
    )  # fmt: skip
    return f'<div class="fi-ta-header-toolbar flex items-center justify-between gap-x-4 px-4 py-3"><div class="flex shrink-0"></div><div class="ms-auto flex items-center gap-x-4">{search}{made}</div></div>'


def indicators(told: dict[str, Any], data: dict[str, Any]) -> str:
    made = "".join(
        f'<span class="fi-badge flex gap-x-1">{label}: {data["tableFilters"][key]}<button type="button" class="fi-badge-delete-button" wire:click="removeTableFilter(\'{key}\')"><span class="sr-only">Remover filtro</span>{SVG}</button></span>'
        for key, label, _, _ in told["filters"] if data["tableFilters"].get(key)
    )  # fmt: skip
    return (
        f'<div class="fi-ta-filter-indicators flex gap-x-3 px-3 py-1.5"><div class="flex flex-col"><span class="text-sm font-medium">Filtros ativos</span><div class="flex flex-wrap gap-1.5">{made}</div></div></div>'
        if made
        else ""
    )


def empty() -> str:
    return f'<div class="fi-ta-empty-state px-6 py-12"><div class="fi-ta-empty-state-content mx-auto grid max-w-lg text-center"><div class="fi-ta-empty-state-icon-ctn mb-4 rounded-full bg-gray-100 p-3">{SVG}</div><h4 class="fi-ta-empty-state-heading">Nenhum registro encontrado</h4></div></div>'


def grid(heads: list[str], lines: list[tuple[str, list[str], str]], sortable: bool = True) -> str:
    head = "".join(
        f'<th class="fi-ta-header-cell px-3 py-3.5">{f"""<button type="button" wire:click="sortTable({n})" class="group flex w-full items-center gap-x-1"><span class="fi-ta-header-cell-label text-sm font-semibold">{h}</span>{SVG}</button>""" if sortable else f"""<span class="group flex"><span class="fi-ta-header-cell-label text-sm font-semibold">{h}</span></span>"""}</th>'
        for n, h in enumerate(heads)
    )
    body = "".join(
        f'<tr class="fi-ta-row [@media(hover:hover)]:transition" wire:key="table.records.{key}">'
        + "".join(f'<td class="fi-ta-cell p-0"><div class="fi-ta-col-wrp"><div class="flex w-full"><div class="fi-ta-text grid w-full gap-y-1 px-3 py-4"><div class="flex"><div class="fi-ta-text-item inline-flex"><span class="fi-ta-text-item-label text-sm leading-6">{escape(c)}</span></div></div></div></div></div></td>' for c in cells)
        + f'<td class="fi-ta-cell fi-ta-actions-cell p-0"><div class="whitespace-nowrap px-3 py-4"><div class="fi-ta-actions flex shrink-0 items-center gap-3 justify-end">{action}</div></div></td></tr>'
        for key, cells, action in lines
    )  # fmt: skip
    return f'<div class="fi-ta-content relative divide-y overflow-x-auto"><table class="fi-ta-table w-full table-auto divide-y text-start"><thead class="divide-y"><tr class="bg-gray-50">{head}<th aria-label="Ações" class="fi-ta-actions-header-cell w-1"></th></tr></thead><tbody class="divide-y whitespace-nowrap">{body}</tbody></table></div>'


def pages(total: int, page: int, size: int) -> str:
    last = -(-total // size)
    items = "".join(
        f'<li class="fi-pagination-item group{" fi-active" if n == page else ""}"><button type="button" class="fi-pagination-item-button relative flex overflow-hidden p-2" aria-label="Ir para página {n}" wire:click="gotoPage({n}, \'page\')"><span class="fi-pagination-item-label px-1.5">{n}</span></button></li>'
        for n in range(1, last + 1)
    )
    sizes = "".join(f'<option value="{n}"{" selected" if n == size else ""}>{n}</option>' for n in (10, 25, 50))
    step = (
        '<button type="button" rel="next" class="fi-btn fi-pagination-next-btn" wire:click="nextPage(\'page\')"><span class="fi-btn-label">Próximo</span></button>'
        if page < last
        else ""
    )
    return (
        f'<nav aria-label="Navegação da paginação" role="navigation" class="fi-pagination grid items-center gap-x-3 px-3 py-3"><span class="fi-pagination-overview text-sm font-medium">Exibindo {(page - 1) * size + 1} a {min(total, page * size)} de {total} resultados</span>'
        f'<div class="fi-pagination-records-per-page-select"><label><div class="fi-input-wrp flex"><span class="fi-input-wrp-label">por página</span><select class="fi-select-input" wire:model.live="tableRecordsPerPage">{sizes}</select></div></label></div>{step}<ol class="fi-pagination-items justify-self-end flex">{items}</ol></nav>'
    )


def slide_over(title: str, inside: str) -> str:
    close = f'<button type="button" title="Fechar" class="fi-icon-btn fi-modal-close-btn" wire:click="unmountTableAction" tabindex="-1"><span class="sr-only">Fechar</span>{SVG}</button>'
    return (
        '<div x-data="{ isOpen: true }" wire:key="modal" x-on:keydown.window.escape="isOpen = false" class="fi-modal block"><div x-show="isOpen"><div aria-hidden="true" class="fi-modal-close-overlay fixed inset-0 z-40 bg-gray-950/50"></div><div class="fixed inset-0 z-40 overflow-y-auto"><div class="relative grid min-h-full justify-items-end">'
        f'<div role="dialog" aria-modal="true" aria-labelledby="modal-heading" class="fi-modal-window fi-modal-slide-over-window pointer-events-auto relative row-start-2 flex w-full flex-col bg-white shadow-xl"><div class="fi-modal-header flex px-6 pt-6"><div class="absolute end-6 top-6">{close}</div><div><h2 id="modal-heading" class="fi-modal-heading">{escape(title)}</h2></div></div>'
        f'<div class="fi-modal-content flex flex-col gap-y-4 px-6 py-6">{inside}</div><div class="fi-modal-footer w-full px-6 pb-6"><button type="button" class="fi-btn" wire:click="unmountTableAction"><span class="fi-btn-label">Fechar</span></button></div></div></div></div></div></div>'
    )


def heading(title: str) -> str:
    return f'<header class="fi-header flex"><div><h1 class="fi-header-heading text-2xl font-bold">{escape(title)}</h1></div></header>'


def listed(name: str, data: dict[str, Any]) -> str:
    told, tab = TABLES[name], data.get("activeTab") or ""
    if told.get("defer") and not data["isTableLoaded"]:
        table = '<div class="fi-ta-loading h-32 flex items-center justify-center" wire:init="loadTable"><svg class="animate-spin fi-loading-indicator h-8 w-8"></svg></div>'
    else:
        found, size, page = records(name, data), data["tableRecordsPerPage"], data["page"]
        columns = told.get("others", {}).get(tab) or [
            c
            for c in [*told["columns"], *told.get("hidden", [])]
            if data["toggledTableColumns"].get(c[1], c in told["columns"])
        ]
        lines = []
        for r in found[(page - 1) * size : page * size]:
            action = ""
            if told.get("view"):
                action = f'<button type="button" class="fi-link fi-ac-action fi-ac-link-action flex gap-1" wire:click="mountTableAction(\'view\', \'{r.id}\')">{SVG}<span class="font-semibold text-sm">Visualizar</span></button>'
            elif told.get("pages"):
                links = f'<div class="fi-dropdown-list p-1"><a href="/transparencia/{name}/{r.id}" wire:navigate class="fi-dropdown-list-item flex w-full">{SVG}<span class="fi-dropdown-list-item-label">Visualizar</span></a></div>'
                action = dropdown("fi-ac-group", "Ações", "", links)
            lines.append((r.id, [str(r[c[1]]) for c in columns], action))
        table = grid([c[0] for c in columns], lines) + pages(len(found), page, size) if lines else empty()
    shown = tabs(told["tabs"], tab) if told.get("tabs") else ""
    extra = told.get("others", {}).get(tab)
    modal = (
        slide_over(f"Visualizar {told['view'].lower()}", infolist(name, row_of(name, data["mountedTableActionRecord"])))
        if data["mountedTableActionRecord"]
        else ""
    )
    return f'<section class="flex flex-col gap-y-8 py-8">{heading(told["title"])}<div class="flex flex-col gap-y-6">{shown}<div class="fi-ta"><div class="fi-ta-ctn divide-y rounded-xl bg-white"><div class="fi-ta-header-ctn divide-y">{toolbar(dict(told, hidden=None) if extra else told, data)}{indicators(told, data)}</div>{table}</div></div></div></section>{modal}'


def viewed(name: str, data: dict[str, Any]) -> str:
    r, tab = row_of(name, data["record"]), data["activeTab"]
    people = [
        ("1", [str(r["empresa"]), str(r["cnpj"]), "Vencedor"], ""),
        ("2", [str(r["empresa_perdedora"]), "11.222.333/0001-80", "Classificado"], ""),
    ]
    files = [
        (
            str(n),
            [kind, str(r["data_publicacao"])],
            f'<a href="/storage/{r.id}-{n}.pdf" target="_blank" class="fi-link flex">{SVG}<span class="font-semibold text-sm">Baixar</span></a>',
        )
        for n, kind in enumerate(("Aviso de licitação", "Edital", "Ata da sessão"))
    ]
    table = (
        grid(["Licitante", "CPF/CNPJ", "Situação"], people, False)
        if tab == "participantes"
        else grid(["Documento", "Publicado em"], files, False)
    )
    managers = tabs([("participantes", "Participantes", 2), ("documentos", "Documentos", 3)], tab)
    return f'<section class="flex flex-col gap-y-8 py-8">{heading("Licitação " + str(r["numero_licitacao"]))}{infolist(name, r)}<div class="fi-resource-relation-managers flex flex-col gap-y-6">{managers}<div class="fi-ta"><div class="fi-ta-ctn rounded-xl bg-white">{table}</div></div></div></section>'


# ---- the component and its snapshot


def signed(data: dict[str, Any], memo: dict[str, Any]) -> str:
    whole = dict(data=data, memo=memo)
    return json.dumps(whole | dict(checksum=hmac.new(SECRET, json.dumps(whole).encode(), hashlib.sha256).hexdigest()))


def component(data: dict[str, Any], memo: dict[str, Any]) -> str:
    inside = viewed(memo["name"], data) if "record" in data else listed(memo["name"], data)
    return f'<div wire:snapshot="{escape(signed(data, memo))}" wire:effects="[]" wire:id="{memo["id"]}" class="fi-page">{inside}</div>'


def mounted(name: str, record: str = "") -> str:
    told, memo = (
        TABLES[name],
        dict(id=secrets.token_hex(10), name=name, path=f"transparencia/{name}", method="GET", locale="pt_BR"),
    )
    if record:
        return component(dict(record=record, activeTab="participantes"), memo)
    shown = {c[1]: True for c in told["columns"]} | {c[1]: False for c in told.get("hidden", [])}
    data = dict(
        tableFilters={f[0]: f[3] for f in told["filters"]},
        toggledTableColumns=shown,
        tableSearch="",
        page=1,
        tableRecordsPerPage=10,
        isTableLoaded=False,
        mountedTableActionRecord=None,
    )
    return component(data | (dict(activeTab=told["tabs"][0][0]) if told.get("tabs") else {}), memo)


def called(data: dict[str, Any], method: str, params: list[Any]) -> None:
    if method == "gotoPage":
        data["page"] = int(params[0])
    elif method == "nextPage":
        data["page"] += 1
    elif method == "loadTable":
        data["isTableLoaded"] = True
    elif method == "mountTableAction":
        data["mountedTableActionRecord"] = params[1]
    elif method == "unmountTableAction":
        data["mountedTableActionRecord"] = None
    elif method == "removeTableFilter":
        data["tableFilters"][params[0]] = ""
        data["page"] = 1
    elif method == "resetTableFiltersForm":
        data["tableFilters"] = {f[0]: f[3] for f in (YEAR, UNIT) if f[0] in data["tableFilters"]} or {
            "competencia": MONTHS[0]
        }
        data["page"] = 1
    elif method == "$set":
        updated(data, params[0], params[1])


def updated(data: dict[str, Any], path: str, value: Any) -> None:
    name, _, key = path.partition(".")
    if key:
        data[name][key] = value
    else:
        data[name] = int(value) if name == "tableRecordsPerPage" else value
    if name != "toggledTableColumns" and "page" in data:
        data["page"] = 1


def portal(app: Flask) -> None:
    script, style = ((SITES / f"livewire.{kind}").read_text("utf-8") for kind in ("js", "css"))
    token = secrets.token_hex(20)

    def layout(title: str, inside: str) -> str:
        groups = dict.fromkeys(told["group"] for told in TABLES.values())
        menu = "".join(
            f'<li x-data="{{ open: true }}" class="fi-sidebar-group flex flex-col gap-y-1"><div x-on:click="open = ! open" class="fi-sidebar-group-button flex items-center gap-x-3 px-2 py-2 cursor-pointer"><span class="fi-sidebar-group-label flex-1 text-sm font-medium">{group}</span><button type="button" class="fi-icon-btn" title="{group}">{SVG}</button></div><ul x-show="open" class="fi-sidebar-group-items flex flex-col gap-y-1">'
            + "".join(f'<li class="fi-sidebar-item"><a href="/transparencia/{name}" wire:navigate class="fi-sidebar-item-button relative flex items-center gap-x-3 px-2 py-2">{SVG}<span class="fi-sidebar-item-label flex-1 truncate text-sm font-medium">{told["title"]}</span></a></li>' for name, told in TABLES.items() if told["group"] == group)
            + "</ul></li>"
            for group in groups
        )  # fmt: skip
        texts = "".join(
            f'<li class="fi-sidebar-item"><a href="/transparencia/{name}" wire:navigate class="fi-sidebar-item-button flex"><span class="fi-sidebar-item-label">{told[0]}</span></a></li>'
            for name, told in TEXTS.items()
        )
        return (
            f'<!DOCTYPE html><html lang="pt_BR" dir="ltr" class="fi min-h-screen"><head><meta charset="utf-8"><meta name="csrf-token" content="{token}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title} - Portal da Transparência</title><style>[x-cloak=""],[x-cloak="x-cloak"]{{display:none!important}}{style}</style></head>'
            f'<body class="fi-body fi-panel-transparencia min-h-screen antialiased"><div class="fi-layout flex min-h-screen"><aside class="fi-sidebar fi-main-sidebar"><header class="fi-sidebar-header flex h-16"><a href="/transparencia" wire:navigate><div class="fi-logo">Portal da Transparência</div></a></header><nav class="fi-sidebar-nav flex-grow"><ul class="fi-sidebar-nav-groups flex flex-col gap-y-7">{menu}<li class="fi-sidebar-group"><ul class="fi-sidebar-group-items">{texts}</ul></li></ul></nav></aside>'
            f'<div class="fi-main-ctn w-screen flex-1 flex-col"><div class="fi-topbar sticky top-0"><nav class="flex h-16 items-center bg-white px-4"><div class="ms-auto"><button type="button" class="fi-icon-btn" title="Alternar tema">{SVG}</button></div></nav></div><main class="fi-main mx-auto h-full w-full px-4">{inside}</main></div></div>'
            f'<script src="/livewire/livewire.js" data-csrf="{token}" data-update-uri="/livewire/update" data-navigate-once="true"></script></body></html>'
        )

    def home() -> str:
        stats = "".join(
            f'<div class="fi-wi-stats-overview-stat relative rounded-xl bg-white p-6"><div class="grid gap-y-2"><span class="fi-wi-stats-overview-stat-label text-sm">{k}</span><div class="fi-wi-stats-overview-stat-value text-3xl">{v}</div></div></div>'
            for k, v in (("Contratos vigentes", "25"), ("Servidores ativos", "74"), ("Licitações em andamento", "7"))
        )
        return layout(
            "Início",
            f'<section class="py-8">{heading("Portal da Transparência")}<div class="fi-wi-stats-overview grid gap-6">{stats}</div></section>',
        )

    def page(name: str) -> str:
        if name in TEXTS:
            return layout(
                TEXTS[name][0],
                f'<section class="py-8">{heading(TEXTS[name][0])}<div class="prose"><p>{TEXTS[name][1]}</p></div></section>',
            )
        if name not in TABLES:
            abort(404)
        return layout(TABLES[name]["title"], mounted(name))

    def update() -> Response:
        told: dict[str, Any] = request.get_json()
        if told.get("_token") != token or "X-Livewire" not in request.headers:
            abort(419)
        time.sleep(0.12)
        answers = []
        for one in told["components"]:
            was = json.loads(one["snapshot"])
            data, memo = was["data"], was["memo"]
            if json.loads(signed(data, memo))["checksum"] != was["checksum"]:
                abort(419)
            for path, value in one["updates"].items():
                updated(data, path, value)
            for call in one["calls"]:
                called(data, call["method"], call["params"])
            answers.append(
                dict(
                    snapshot=signed(data, memo),
                    effects=dict(returns=[None] * len(one["calls"]), html=component(data, memo)),
                )
            )
        return jsonify(components=answers, assets=[])

    app.add_url_rule("/", "root", lambda: Response("", status=302, headers={"Location": "/transparencia"}))
    app.add_url_rule("/transparencia", "home", home)
    app.add_url_rule("/transparencia/<name>", "page", page)
    app.add_url_rule(
        "/transparencia/licitacoes/<made>", "one", lambda made: layout("Licitação", mounted("licitacoes", made))
    )
    app.add_url_rule("/livewire/update", "update", update, methods=["POST"])
    app.add_url_rule("/livewire/livewire.js", "script", lambda: Response(script, mimetype="text/javascript"))
    app.add_url_rule("/storage/<name>", "file", lambda name: Response(NOTICE, mimetype="application/pdf"))
