"""A portal on a framework of Java whose pages are drawn by a script: ids made anew for each visit, every event posted to one address that
answers with commands, heads and bodies of lists in tables of their own, lists of choices and lookups that open at the body's end, records
in windows of label and value, a mask while it works, files by command. ``PUBLISHED`` is its key."""

# ruff: noqa: E501 (mark-up as its makers write it)
from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request
from pdf_files import NOTICE

from lab.values import Row

SCRIPT = (Path(__file__).parent / "sites" / "zkdesk.js").read_text("utf-8")
START = "transparencia/index.zul"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado".split(),  # in the list, once a unit is picked
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento sub_elemento".split(),  # in the window
        *"emp_indicacao_licitacao lic_modalidade lic_numero".split(),
        *"valor_pago lic_num_contrato".split(),  # of the payments, between two dates
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),  # of 2025: the newest year is empty
    "receita_orcamentaria": [
        *"previsao arrecadacao origem".split(),
        *"uni_gestora categoria_economica especie rubrica alinea sub_alinea".split(),  # in the window
    ],
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),
        *"data_publicacao_licitacao valor setor_interessado nome_vencedores nome_perdedores cnpj_cpf edital".split(),  # behind tabs
    ],
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),  # pay below the list, of who is chosen in it
}
YEARS = ["2026", "2025", "2024", "2023"]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro".split()
UNITS = [["01", "Câmara Municipal"], ["02", "Prefeitura Municipal"], ["03", "Fundo Municipal de Saúde"], ["04", "Instituto de Previdência"]]  # fmt: skip
CSS = """html,body{margin:0;height:100%;font:13px Helvetica,sans-serif}.z-borderlayout{position:relative;width:100%;height:100vh;overflow:hidden}.z-north{position:absolute;top:0;left:0;right:0;height:96px;background:#e8eef5}
.z-center{position:absolute;top:96px;left:0;right:0;bottom:0;overflow:auto}.z-menubar ul,.z-menupopup ul,.z-combobox-content,.z-tabs-content,.z-paging ul{list-style:none;margin:0;padding:0}.z-menubar li,.z-tab,.z-paging li{display:inline-block}
.z-menu-content,.z-menuitem-content{display:block;padding:8px 14px;color:#223;text-decoration:none;cursor:pointer}.z-menupopup,.z-combobox-popup,.z-bandbox-popup{background:#fff;border:1px solid #99a;min-width:160px;box-shadow:0 3px 8px #0003}.z-menupopup li{display:block}
.z-combobox,.z-bandbox,.z-datebox{display:inline-block;white-space:nowrap}.z-combobox-button,.z-bandbox-button,.z-datebox-button{display:inline-block;width:22px;height:20px;border:1px solid #99a;cursor:pointer;vertical-align:top}
.z-comboitem{padding:4px 8px;cursor:pointer}.z-comboitem-hover,.z-menuitem-hover{background:#d8e6f5}.z-listitem{cursor:pointer}.z-listitem-selected{background:#cfe3fa}table{border-collapse:collapse}.z-listheader,.z-listcell,.z-row-inner{text-align:left;padding:3px 6px;border-bottom:1px solid #dde}
.z-listheader-content,.z-listcell-content{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.z-listbox,.z-grid{margin:8px;border:1px solid #cbd}.z-listbox-header{overflow:hidden;background:#f2f5f9}.z-listbox-body{overflow:auto}.z-bandpopup{width:430px}
.z-window-embedded{margin:8px}.z-window-header{font-weight:bold;padding:6px;background:#dfe8f3}.z-window-modal,.z-window-popup{position:absolute;left:220px;top:90px;width:820px;background:#fff;border:3px solid #789;z-index:1800;max-height:80vh;overflow:auto}
.z-modal-mask{position:fixed;inset:0;background:#0005;z-index:1799}.z-window-close{float:right;width:18px;height:18px;cursor:pointer;background:#c44;border:0}.z-loading{position:fixed;inset:0;z-index:31000;background:#fff8}.z-loading-indicator{margin:200px auto;width:160px;background:#fff;border:1px solid #99a;padding:12px}
.z-tab{padding:6px 12px;border:1px solid #bbc;cursor:pointer}.z-tab-selected{background:#cfe3fa}.z-toolbarbutton{cursor:pointer;color:#223;text-decoration:none}.z-toolbarbutton i{display:inline-block;width:14px;height:14px;background:#567}.z-paging-button{display:inline-block;width:20px;height:20px;background:#eef;cursor:pointer}
.z-notification{position:fixed;background:#fea;padding:14px;z-index:2000}.z-a{color:#06c;cursor:pointer}"""
Wgt = list[Any]
Commands = list[list[Any]]
Handler = Callable[[dict[str, Any]], Commands]


class Desktop:
    """One visit: its widgets have ids of their own, what is typed is known, what they are asked is answered with commands."""

    def __init__(self) -> None:
        self.id, self.prefix, self.made = f"z_{secrets.token_hex(3)}", f"k{secrets.token_hex(2)}", 0
        self.does: dict[tuple[str, str], Handler] = {}
        self.values: dict[str, str] = {}
        self.place, self.windows = "", ""

    def w(self, kind: str, props: dict[str, Any] | None = None, *kids: Wgt, **on: Handler) -> Wgt:
        self.made += 1
        uuid = f"{self.prefix}_{self.made}"
        told = dict(props or {})
        for event, does in on.items():
            told[f"${event}"], self.does[uuid, event] = True, does
        if "value" in told:
            self.values[uuid] = told["value"]
        return [kind, uuid, told, list(kids)]

    def label(self, text: object) -> Wgt:
        return self.w("label", {"value": str(text)})

    def combo(self, options: list[str], value: str, **on: Handler) -> Wgt:
        return self.w("combobox", {"value": value}, *(self.w("comboitem", {"label": o}) for o in options), **on)

    def fields(self, pairs: dict[str, Any]) -> Wgt:
        """A grid of two columns: what a form asks, and what a record says."""
        rows = [
            self.w("row", {}, self.label(f"{name}:"), told if isinstance(told, list) else self.label(told))
            for name, told in pairs.items()
        ]
        return self.w("grid", {}, *rows)

    def window(self, title: str, mode: str, *inside: Wgt) -> Wgt:
        made = self.w("window", {"title": title, "mode": mode, "closable": True}, *inside)
        self.does[made[1], "onClose"] = lambda _: [["rm", [made[1]]]]
        return made

    def listed(self, heads: list[Any], found: list[Row], line: Callable[[Row], Wgt], size: int = 10, at: int = 0) -> Wgt:  # fmt: skip
        """Pages of it come as they are asked for; ``line`` makes the row of a record."""
        paging = {"size": size, "at": at, "total": len(found)} if len(found) > size else None
        told = {
            "heads": [h if isinstance(h, list) else [h, 150] for h in heads],
            "paging": paging,
            "emptyMessage": "Nenhum registro encontrado.",
        }
        box = self.w("listbox", told, *(line(r) for r in found[at * size : (at + 1) * size]))
        self.does[box[1], "onPaging"] = lambda data: [
            ["outer", [box[1], self.listed(heads, found, line, size, data["pg"])]]
        ]
        return box

    def line(self, r: Row, makers: list[str], *more: Wgt, **on: Handler) -> Wgt:
        cells = [self.w("listcell", {"label": str(r[m])}) for m in makers] + [
            self.w("listcell", {"label": ""}, one) for one in more
        ]
        return self.w("listitem", {}, *cells, **on)

    # ---- what it shows ----------------------------------------------------------------------------------------------------

    def shown(self, title: str, *inside: Wgt) -> Wgt:
        return self.w("window", {"title": title}, *inside)

    def opened(self, view: Callable[[], Wgt]) -> Handler:
        def answer(_: dict[str, Any]) -> Commands:
            made = self.w("center", {}, view())
            was, self.place = self.place, made[1]
            return [["outer", [was, made]]]

        return answer

    def searched(self, place: Wgt, view: Callable[[], Wgt]) -> Commands:
        """What a query brings takes the place of what was there."""
        made = self.w("div", {}, view())
        was, place[:] = place[1], made
        return [["outer", [was, made]]]

    def simple(self, title: str, heads: dict[str, str], years: tuple[str, ...], count: int = 12) -> Wgt:
        """A list of a year that is brought as soon as the year is picked."""
        place = self.w("div")

        def found(year: str) -> Wgt:
            some = [Row(f"zk/{title}", int(year), n, count) for n in range(count)] if year in years else []
            return self.listed([*heads], some, lambda r: self.line(r, list(heads.values())))

        picked = self.combo(YEARS, "2026", onSelect=lambda data: self.searched(place, lambda: found(data["value"])))
        place[3].append(found("2026"))
        return self.shown(title, self.fields({"Exercício": picked}), place)

    def commitments(self) -> Wgt:
        """The unit is looked up in a list of its own, and nothing is brought without it."""
        year, place = self.combo(YEARS, "2026"), self.w("div")
        unit = self.w("bandbox", {"value": ""})

        def pick(name: str) -> Handler:
            def answer(_: dict[str, Any]) -> Commands:
                self.values[unit[1]] = name
                return [["setAttr", [unit[1], "open", False]], ["setAttr", [unit[1], "value", name]]]

            return answer

        cells = [
            self.w(
                "listitem", {}, *(self.w("listcell", {"label": told}) for told in pair), onSelect=pick(" - ".join(pair))
            )
            for pair in UNITS
        ]
        unit[3].append(
            self.w("bandpopup", {}, self.w("listbox", {"heads": [["Código", 80], ["Descrição", 300]]}, *cells))
        )

        def found() -> Wgt:
            chosen, who = int(self.values[year[1]]), self.values[unit[1]]
            some = [Row("zk/empenhos", chosen, n, 74) for n in range(74)] if "Prefeitura" in who else []
            heads = [["Empenho", 90], ["Data", 90], ["Credor", 260], ["CPF/CNPJ", 150], ["Empenhado", 110], ["Liquidado", 110], ["", 40]]  # fmt: skip
            makers = ["numero_empenho", "data", "credor", "cpf_cnpj", "empenhado", "liquidado"]

            def line(r: Row) -> Wgt:
                see = {"icon": "z-icon-search", "tooltiptext": "Detalhar"}
                return self.line(r, makers, self.w("toolbarbutton", see, onClick=lambda _: self.record(r)))

            return self.listed(heads, some, line)

        def consult(_: dict[str, Any]) -> Commands:
            time.sleep(0.25)
            if not self.values[unit[1]]:
                return [["notify", ["Informe a unidade gestora."]]]
            return self.searched(place, found)

        go = self.w("button", {"label": "Consultar"}, onClick=consult)
        clear = self.w("button", {"label": "Limpar"}, onClick=self.opened(self.commitments))
        return self.shown(
            "Empenhos",
            self.fields({"Exercício": year, "Unidade Gestora": unit}),
            self.w("div", {"sclass": "botoes"}, go, clear),
            place,
        )

    def record(self, r: Row) -> Commands:
        told = {
            "Credor": "credor", "Órgão": "orgao", "Função": "funcao", "Subfunção": "subfuncao", "Programa": "programa", "Projeto/Atividade": "acao", "Elemento": "elemento",
            "Subelemento": "subelemento", "Fonte de Recurso": "fonte", "Histórico": "historico", "Modalidade da Licitação": "modalidade_licitacao", "Número da Licitação": "numero_licitacao",
        }  # fmt: skip
        inside = self.fields({name: r[maker] for name, maker in told.items()})
        return [["addChd", ["", self.window(f"Empenho {r['numero_empenho']}", "modal", inside)]]]

    def payments(self) -> Wgt:
        first, last, place = self.w("datebox", {"value": ""}), self.w("datebox", {"value": ""}), self.w("div")

        def found() -> Wgt:
            years = [self.values[box[1]][-4:] for box in (first, last)]
            some = [Row("zk/pagamentos", int(years[0]), n, 38) for n in range(38)] if years[0] in YEARS else []
            heads = {"Ordem": "numero_ordem", "Data do pagamento": "data_pagamento", "Favorecido": "credor", "Contrato": "numero_contrato", "Valor pago": "pago"}  # fmt: skip
            return self.listed([*heads], some, lambda r: self.line(r, list(heads.values())))

        def consult(_: dict[str, Any]) -> Commands:
            time.sleep(0.2)
            if not (self.values[first[1]] and self.values[last[1]]):
                return [["notify", ["Informe o período."]]]
            return self.searched(place, found)

        go = self.w("button", {"label": "Pesquisar"}, onClick=consult)
        return self.shown("Pagamentos efetuados", self.fields({"Data inicial": first, "Data final": last}), go, place)

    def revenue(self) -> Wgt:
        """The code is a link, and what it opens is no dialog: a window that goes when something else is clicked."""
        place = self.w("div")

        def opened(r: Row) -> Handler:
            told = {"Unidade gestora": "gestora", "Categoria econômica": "rec_categoria", "Espécie": "rec_especie", "Rubrica": "rec_rubrica", "Alínea": "rec_alinea", "Subalínea": "rec_subalinea"}  # fmt: skip
            return lambda _: [["addChd", ["", self.window(f"Receita {r['rec_codigo']}", "popup", self.fields({k: r[v] for k, v in told.items()}))]]]  # fmt: skip

        def line(r: Row) -> Wgt:
            first = self.w("listcell", {"label": ""}, self.w("a", {"label": str(r["rec_codigo"])}, onClick=opened(r)))
            rest = [self.w("listcell", {"label": str(r[m])}) for m in ("rec_nome", "prevista", "atualizada", "arrecadada")]  # fmt: skip
            return self.w("listitem", {}, first, *rest)

        def found(year: str) -> Wgt:
            some = [Row("zk/receita", int(year), n, 18) for n in range(18)]
            return self.listed(["Código", ["Natureza da receita", 280], "Previsão inicial", "Previsão atualizada", "Arrecadado"], some, line)  # fmt: skip

        picked = self.combo(YEARS, "2026", onSelect=lambda data: self.searched(place, lambda: found(data["value"])))
        place[3].append(found("2026"))
        return self.shown("Receita orçamentária", self.fields({"Exercício": picked}), place)

    def payroll(self) -> Wgt:
        """Of a month that has been; what a servant earns is told below, once its row is chosen."""
        year, month, who = self.combo(YEARS, "2026"), self.combo(MONTHS, "Novembro"), self.w("textbox", {"value": ""})
        place, below = self.w("div"), self.w("div")

        def chosen(r: Row) -> Handler:
            told = {"Servidor": "servidor", "Admissão": "admissao", "Remuneração bruta": "vantagens", "Descontos": "descontos", "Remuneração líquida": "liquido"}  # fmt: skip
            return lambda _: self.searched(below, lambda: self.fields({k: r[v] for k, v in told.items()}))

        def found() -> Wgt:
            told, name = (self.values[year[1]], self.values[month[1]]), self.values[who[1]].casefold()
            some = [] if told == ("2026", "Novembro") else [Row("zk/folha", int(told[0]), n, 52) for n in range(52)]
            some = [r for r in some if name in str(r["servidor"]).casefold()]
            makers = {"Matrícula": "matricula", "Nome": "servidor", "Cargo": "cargo", "Vínculo": "vinculo"}
            return self.listed([*makers], some, lambda r: self.line(r, list(makers.values()), onSelect=chosen(r)))

        go = self.w("button", {"label": "Consultar"}, onClick=lambda _: self.searched(place, found))
        asked = self.fields({"Exercício": year, "Mês": month, "Nome do servidor": who})
        return self.shown("Folha de pagamento", asked, go, place, below)

    def bids(self) -> Wgt:
        place = self.w("div")
        makers = {"Nº Processo": "numero_licitacao", "Modalidade": "modalidade_licitacao", "Objeto": "objeto", "Abertura": "data_realizacao", "Situação": "situacao"}  # fmt: skip

        def found(year: str) -> Wgt:
            some = [Row("zk/licitacoes", int(year), n, 26) for n in range(26)]
            return self.listed([*makers], some, lambda r: self.line(r, list(makers.values()), onSelect=lambda _: [["addChd", ["", self.bid(r)]]]))  # fmt: skip

        picked = self.combo(YEARS, "2026", onSelect=lambda data: self.searched(place, lambda: found(data["value"])))
        place[3].append(found("2026"))
        return self.shown("Licitações", self.fields({"Exercício": picked}), place)

    def bid(self, r: Row) -> Wgt:
        def panel(at: int) -> Wgt:
            if at == 0:
                told = {"Objeto": "objeto", "Data de publicação": "data_publicacao", "Secretaria solicitante": "secretaria", "Valor estimado": "valor_estimado"}  # fmt: skip
                return self.fields({k: r[v] for k, v in told.items()})
            if at == 1:
                lines = [
                    [r["empresa"], r["cnpj"], "Vencedor"],
                    [r["empresa_perdedora"], Row("outra", 2026, r.index, 9)["cnpj"], "Classificado"],
                ]
                made = [self.w("listitem", {}, *(self.w("listcell", {"label": str(c)}) for c in one)) for one in lines]
                return self.w("listbox", {"heads": [["Licitante", 300], ["CNPJ", 160], ["Situação", 120]]}, *made)
            made = []
            for name, file in (("Edital", f"edital-{r.id}"), ("Ata da sessão", f"ata-{r.id}")):
                address = f"/transparencia/zkau/view/{self.id}/dwnmed-0/{file}.pdf"
                get = self.w("toolbarbutton", {"label": "Baixar", "icon": "z-icon-download"}, onClick=lambda _, a=address: [["download", [a]]])  # type: ignore[misc]  # fmt: skip
                made.append(
                    self.w("listitem", {}, self.w("listcell", {"label": name}), self.w("listcell", {"label": ""}, get))
                )
            return self.w("listbox", {"heads": [["Documento", 300], ["Arquivo", 160]]}, *made)

        def tabs(at: int) -> Wgt:
            box = self.w("tabbox", {"tabs": ["Dados gerais", "Licitantes", "Documentos"], "selected": at}, panel(at))
            self.does[box[1], "onSelect"] = lambda data: [["outer", [box[1], tabs(data["i"])]]]
            return box

        return self.window(f"Licitação {r['numero_licitacao']}", "modal", tabs(0))

    def said(self, title: str, text: str) -> Wgt:
        return self.shown(title, self.w("html", {"content": text}))

    def page(self) -> Wgt:
        def item(name: str, view: Callable[[], Wgt]) -> Wgt:
            return self.w("menuitem", {"label": name}, onClick=self.opened(view))

        def menu(name: str, *items: Wgt) -> Wgt:
            return self.w("menu", {"label": name}, self.w("menupopup", {}, *items))

        bar = self.w(
            "menubar", {},
            menu(
                "Despesas",
                item("Empenhos", self.commitments),
                item("Pagamentos efetuados", self.payments),
                item("Despesas extraorçamentárias", lambda: self.simple("Despesas extraorçamentárias", {"Conta": "extra_codigo", "Descrição": "extra_nome", "Valor": "valor"}, ("2025", "2024"))),
                item("Diárias", lambda: self.simple("Diárias", {"Servidor": "servidor", "Destino": "destino", "Motivo": "motivo", "Valor da diária": "valor"}, ("2026", "2025"))),
            ),
            menu(
                "Receitas",
                item("Receita orçamentária", self.revenue),
                item("Receitas extraorçamentárias", lambda: self.simple("Receitas extraorçamentárias", {"Conta": "extra_codigo", "Descrição": "extra_nome", "Valor": "valor"}, ())),
                item("Receita por mês", lambda: self.simple("Receita por mês", {"Mês": "mes_nome", "Total": "valor"}, ("2026", "2025"))),
            ),
            menu(
                "Pessoal",
                item("Folha de pagamento", self.payroll),
                item("Quadro de cargos", lambda: self.simple("Quadro de cargos", {"Cargo": "cargo", "Vagas criadas": "quantidade", "Vagas providas": "quantidade"}, ("2026",))),
            ),
            menu(
                "Licitações e Contratos",
                item("Licitações", self.bids),
                item("Contratos", lambda: self.simple("Contratos", {"Contrato": "numero_contrato", "Contratado": "empresa", "Objeto do contrato": "objeto", "Vigência final": "data_homologacao", "Valor do contrato": "valor"}, ("2026", "2025"))),
            ),
            self.w("menuitem", {"label": "Glossário"}, onClick=self.opened(lambda: self.said("Glossário", "<p>Empenho: reserva de dotação.</p><p>Elemento: o que se compra.</p>"))),
        )  # fmt: skip
        welcome = self.said("Bem-vindo", "<p>Portal da Transparência do Município. Escolha uma opção no menu acima.</p>")  # fmt: skip
        center = self.w("center", {}, welcome)
        self.place = center[1]
        banner = self.w("label", {"value": "Prefeitura Municipal - Portal da Transparência"})
        return self.w("borderlayout", {}, self.w("north", {}, banner, bar), center)


def portal(app: Flask) -> None:
    desktops: dict[str, Desktop] = {}

    def index() -> str:
        made = Desktop()
        desktops[made.id] = made
        told = json.dumps([0, "p0", {"dt": made.id, "uu": "/transparencia/zkau", "ru": "/index.zul"}, {}, made.page()])
        told = told.replace("</", "<\\/")
        return (
            f'<!DOCTYPE html><html><head><title>Portal da Transparência</title><meta http-equiv="Pragma" content="no-cache"><style>{CSS}</style>'
            '<script src="/transparencia/zkau/web/_zv2023/js/zk.wpd" charset="UTF-8"></script></head><body>'
            f'<div id="p0" class="z-temp"><noscript>JavaScript desabilitado.</noscript></div><script class="z-runonce" type="text/javascript">zkmx({told});</script></body></html>'
        )

    def au() -> Response:
        if not (desktop := desktops.get(request.form["dtid"])):
            return jsonify(rs=[["obsolete", []]], rid=0)
        made: Commands = []
        n = 0
        while f"cmd_{n}" in request.form:
            event, uuid = request.form[f"cmd_{n}"], request.form[f"uuid_{n}"]
            data = json.loads(request.form[f"data_{n}"])
            if "value" in data:
                desktop.values[uuid] = data["value"]
            if does := desktop.does.get((uuid, event)):
                made += does(data)
            n += 1
        time.sleep(0.08)
        return jsonify(rs=made, rid=n)

    def file(desktop: str, name: str) -> Response:
        return Response(
            NOTICE,
            mimetype="application/pdf",
            headers={"Content-Disposition": f"attachment; filename={name.split('-')[0]}.pdf"},
        )

    app.static_folder = None
    app.add_url_rule("/transparencia/index.zul", "index", index)
    app.add_url_rule("/transparencia/zkau", "au", au, methods=["POST"])
    app.add_url_rule(
        "/transparencia/zkau/web/_zv2023/js/zk.wpd", "wpd", lambda: Response(SCRIPT, mimetype="text/javascript")
    )
    app.add_url_rule("/transparencia/zkau/view/<desktop>/dwnmed-0/<name>", "file", file)
