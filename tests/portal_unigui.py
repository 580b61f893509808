"""A desktop in the browser as the makers of Delphi applications publish it: a first window that asks for exercise and entity, icon
buttons with captions, windows of absolutely placed parts, grids whose rows are tables, records in modal windows; every event goes to
one address and comes back as script. ``PUBLISHED`` is its key."""

# ruff: noqa: E501, C408 (mark-up as its makers write it; tables of what is drawn)
from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import Row

SITES = Path(__file__).parent / "sites"
TOWN = "PREFEITURA MUNICIPAL DE VILA PEQUENA"
ENTITIES = ["CAMARA MUNICIPAL DE VILA PEQUENA", "INSTITUTO DE PREVIDENCIA DE VILA PEQUENA", TOWN]
YEARS = ["2026", "2025", "2024", "2023"]
MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago".split(),  # in the grid
        *"orgao_or_uni_orcamentaria funcao sub_funcao programa acao categoria_economica elemento".split(),  # in the window
        *"emp_indicacao_licitacao lic_modalidade lic_numero lic_num_contrato".split(),  # under its second tab
        "valor_fixado",  # by function
    ],
    "despesa_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "receita_orcamentaria": "previsao arrecadacao origem".split(),
    "receita_extra_orcamentaria": "codigo nomenclatura valor".split(),
    "quadro_pessoal": "nome cargo tipo_cargo salario_cargo".split(),
    "licitacao": [
        *"numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split(),  # in the grid
        *"setor_interessado data_publicacao_licitacao valor nome_vencedores nome_perdedores cnpj_cpf edital".split(),
    ],
}
"""Extra revenue ended in 2025: the exercise asked for first must be another; the pay of a servant opens with a double click."""

Part = dict[str, Any]
Column = tuple[str, str, int]
SCREENS: dict[str, dict[str, Any]] = {
    "empenhos": dict(
        title="Despesas Gerais", count=143, years=[2026, 2025, 2024], filters=["De", "Até", "Fornecedor"], detail="Detalhar",
        columns=[("Empenho", "numero_empenho", 80), ("Emissão", "data", 90), ("Fornecedor", "credor", 260), ("CPF/CNPJ", "cpf_cnpj", 150),
                 ("Valores", "", 0, [("Empenhado", "empenhado", 110), ("Liquidado", "liquidado", 110), ("Pago", "pago", 110)])],
    ),
    "funcao": dict(
        title="Despesas por Função", count=9, years=[2026, 2025, 2024], filters=["Mês"],
        columns=[("Função", "funcao", 240), ("Dotação Inicial", "fixado", 130), ("Dotação Atualizada", "suplementado", 130), ("Empenhado até o mês", "empenhado", 150)],
    ),
    "extra": dict(
        title="Despesas Extra Orçamentárias", count=12, years=[2026, 2025], filters=["Mês"],
        columns=[("Ficha", "extra_codigo", 110), ("Nome da Conta", "extra_nome", 300), ("Pago no mês", "valor", 130)],
    ),
    "diarias": dict(
        title="Diárias", count=20, years=[2026], filters=["De", "Até"],
        columns=[("Servidor", "servidor", 240), ("Destino", "destino", 160), ("Motivo", "motivo", 260), ("Valor da diária", "valor", 120)],
    ),
    "receitas": dict(
        title="Receitas Orçamentárias", count=18, years=[2026, 2025, 2024], filters=["Mês"],
        columns=[("Código", "rec_codigo", 130), ("Especificação", "rec_nome", 260), ("Orçada", "prevista", 120),
                 ("Arrecadada", "", 0, [("No Mês", "arrecadada_mes", 110), ("Até o Mês", "arrecadada", 110)])],
    ),
    "recextra": dict(
        title="Receitas Extra Orçamentárias", count=12, years=[2025, 2024], filters=["Mês"],
        columns=[("Ficha", "extra_codigo", 110), ("Nome da Conta", "extra_nome", 300), ("Arrecadada no mês", "valor", 130)],
    ),
    "folha": dict(
        title="Folha de Pagamento", count=70, years=[2026, 2025], filters=["Referência", "Nome"], double=True,
        columns=[("Matrícula", "matricula", 90), ("Nome", "servidor", 260), ("Cargo", "cargo", 220), ("Regime", "vinculo", 220)],
    ),
    "vagas": dict(title="Quadro de Vagas", count=14, years=[2026, 2025], filters=[], columns=[("Cargo", "cargo", 260), ("Vagas criadas", "quantidade", 110), ("Vagas ocupadas", "quantidade", 110)]),
    "licitacoes": dict(
        title="Licitações", count=38, years=[2026, 2025], filters=["Modalidade"], action=True,
        columns=[("Modalidade", "modalidade_licitacao", 150), ("Nº/Ano", "numero_licitacao", 100), ("Objeto", "objeto", 420), ("Abertura", "data_realizacao", 90), ("Situação", "situacao", 110)],
    ),
    "contratos": dict(
        title="Contratos", count=25, years=[2026, 2025], filters=[],
        columns=[("Contrato", "numero_contrato", 100), ("Contratada", "empresa", 280), ("Objeto do contrato", "objeto", 380), ("Valor do contrato", "valor", 120)],
    ),
    "rreo": dict(title="Relatório Resumido da Execução Orçamentária", count=6, years=[2025], filters=[], columns=[("Bimestre", "mes_nome", 160), ("Anexo", "=Anexo I", 160), ("Publicação", "data", 120)]),
}  # fmt: skip
BAR: list[tuple[str, list[tuple[str, str]]]] = [
    ("Despesas", [("Despesas Gerais", "empenhos"), ("Despesas por Função", "funcao"), ("Despesas Extra Orçamentárias", "extra"), ("Diárias", "diarias")]),
    ("Receitas", [("Receitas Orçamentárias", "receitas"), ("Receitas Extra Orçamentárias", "recextra")]),
    ("Pessoal", [("Folha de Pagamento", "folha"), ("Quadro de Vagas", "vagas")]),
    ("Compras", [("Licitações", "licitacoes"), ("Contratos", "contratos")]),
    ("LRF", [("RREO", "rreo")]),
    ("Glossário", []),
]  # fmt: skip
MODALITIES = ["Todas", "Pregão Eletrônico", "Dispensa", "Inexigibilidade"]


def field(label: str, value: Any, x: int, y: int, w: int = 330) -> list[Part]:
    """A caption and a field that cannot be written, one beside the other as a designer has put them."""
    return [
        dict(t="label", text=f"{label}:", x=x, y=y + 4, w=130),
        dict(t="edit", x=x + 135, y=y, w=w - 140, value=str(value), readonly=True),
    ]


def group(title: str, pairs: list[tuple[str, Any]], y: int) -> Part:
    parts = [
        part
        for n, (name, value) in enumerate(pairs)
        for part in field(name, value, 8 + 345 * (n % 2), 4 + 28 * (n // 2))
    ]
    return dict(t="fieldset", title=title, x=8, y=y, w=720, h=40 + 28 * ((len(pairs) + 1) // 2), parts=parts)


def table(columns: list[str], lines: list[list[Any]], y: int, ids: list[str] | None = None) -> Part:
    cols = [dict(text=name, w=700 // len(columns)) for name in columns]
    return dict(
        t="grid", x=8, y=y, w=720, h=150, cols=cols, rows=[[str(cell) for cell in line] for line in lines], button=ids
    )


class Session:
    """The forms of one visitor live with the server, under names that are counted as they are made."""

    def __init__(self) -> None:
        self.made = 0
        self.does: dict[str, Callable[[dict[str, str]], list[str]]] = {}
        self.values: dict[str, str] = {}
        self.year, self.entity = "", ""

    def name(self, does: Callable[[dict[str, str]], list[str]] | None = None, value: str = "") -> str:
        self.made += 3
        made = f"O{self.made:X}"
        self.does[made] = does or (lambda given: [])
        self.values[made] = value
        return made

    def combo(self, x: int, y: int, w: int, items: list[str], value: str = "", blank: str = "") -> Part:
        return dict(t="combo", id=self.name(value=value), x=x, y=y, w=w, items=items, value=value, blank=blank)

    def message(self, text: str) -> list[str]:
        return [f"Uni.message({json.dumps(text)});"]

    # ---- the forms

    def first(self) -> list[str]:
        year, entity = (
            self.combo(110, 60, 120, YEARS, self.year or YEARS[0]),
            self.combo(110, 95, 320, ENTITIES, self.entity, "Selecione"),
        )
        window = self.name()

        def enter(given: dict[str, str]) -> list[str]:
            if not self.values[entity["id"]]:
                return self.message("Selecione a entidade!")
            self.year, self.entity = self.values[year["id"]], self.values[entity["id"]]
            return [f"Uni.close('{window}');", *self.main()]

        parts = [
            dict(t="label", text="Portal da Transparência", x=20, y=15, w=400, big=True),
            dict(t="label", text="Exercício:", x=20, y=64, w=80), year,
            dict(t="label", text="Entidade:", x=20, y=99, w=80), entity,
            dict(t="btn", id=self.name(enter), text="Acessar", x=330, y=140, w=100, h=30),
        ]  # fmt: skip
        return [
            f"Uni.window({json.dumps(dict(id=window, title='Selecione', w=460, h=230, modal=True, fixed=True, parts=parts))});"
        ]

    def main(self) -> list[str]:
        parts: list[Part] = []
        for n, (caption, entries) in enumerate(BAR):
            items = [dict(id=self.name(lambda given, key=key: self.open(key)), text=text) for text, key in entries]
            does = None if entries else lambda given: self.glossary()
            parts.append(
                dict(t="btn", id=self.name(does), text=caption, x=6 + 92 * n, y=4, w=88, h=64, icon=True, items=items)
            )
        parts.append(
            dict(
                t="btn",
                id=self.name(lambda given: self.first()),
                text="Trocar Exercício",
                x=1140,
                y=4,
                w=120,
                h=64,
                icon=True,
            )
        )
        parts.append(dict(t="label", text=f"Exercício: {self.year}", x=10, y=760, w=150))
        parts.append(dict(t="label", text=f"Entidade: {self.entity}", x=180, y=760, w=600))
        return [f"Uni.main({json.dumps(parts)});"]

    def glossary(self) -> list[str]:
        words = "Empenho: reserva de dotação para um fim. Liquidação: verificação do direito do credor. Alínea: nível da classificação da receita."
        return [
            f"Uni.window({json.dumps(dict(id=self.name(), title='Glossário', w=500, h=200, modal=True, parts=[dict(t='label', text=words, x=12, y=12, w=470)]))});"
        ]

    def rows(self, key: str) -> list[Row]:
        told = SCREENS[key]
        if self.entity != TOWN or int(self.year) not in told["years"]:
            return []
        return [Row(f"uni/{key}", int(self.year), n, told["count"]) for n in range(told["count"])]

    def open(self, key: str) -> list[str]:
        told, grid, x, parts, asked = SCREENS[key], "", 12, [], {}
        for name in told["filters"]:
            parts.append(dict(t="label", text=f"{name}:", x=x, y=16, w=72))
            if name in ("De", "Até"):
                day = f"01/01/{self.year}" if name == "De" else f"31/12/{self.year}"
                part = dict(t="date", id=self.name(value=day), x=x + 74, y=12, w=110, value=day)
            elif name in ("Mês", "Referência"):
                part = self.combo(x + 74, 12, 140, MONTHS, "" if name == "Referência" else "Outubro")
            elif name == "Modalidade":
                part = self.combo(x + 80, 12, 170, MODALITIES, "Todas")
            else:
                part = dict(t="edit", id=self.name(), x=x + 74, y=12, w=180, value="")
            asked[name], x = part["id"], x + part["w"] + 90
            parts.append(part)
        found: list[Row] = []
        chosen: list[Row] = []

        def page(number: int) -> list[str]:
            shown = found[(number - 1) * 25 : number * 25]
            flat = [c for column in told["columns"] for c in (column[3] if len(column) > 3 else [column])]
            lines = [[str(row[c[1]]) for c in flat] for row in shown]
            return [f"Uni.load('{grid}', {json.dumps(dict(rows=lines, page=number, total=len(found)))});"]

        def seek(given: dict[str, str]) -> list[str]:
            if "Referência" in asked and not self.values[asked["Referência"]]:
                return self.message("Informe o mês de referência.")
            found[:] = self.rows(key)
            if "Fornecedor" in asked and self.values[asked["Fornecedor"]]:
                found[:] = [
                    row for row in found if self.values[asked["Fornecedor"]].lower() in str(row["credor"]).lower()
                ]
            if "De" in asked:
                first, last = ("".join(reversed(self.values[asked[name]].split("/"))) for name in ("De", "Até"))
                found[:] = [row for row in found if first <= row.when.strftime("%Y%m%d") <= last]
            if self.values.get(asked.get("Modalidade", ""), "Todas") != "Todas":
                found[:] = [row for row in found if row["modalidade_licitacao"] == self.values[asked["Modalidade"]]]
            if self.values.get(asked.get("Referência", "")) in MONTHS[10:] and self.year == YEARS[0]:
                found.clear()
            return page(1)

        at = [1]

        def act(given: dict[str, str]) -> list[str]:
            if given["Evt"] == "page":
                at[0] = int(given["page"])
                return page(at[0])
            row = found[(at[0] - 1) * 25 + int(given["row"])]
            chosen[:] = [row]
            opens = {"dblclick": told.get("double"), "action": told.get("action")}.get(given["Evt"])
            return self.record(key, row) if opens else []

        grid = self.name(act)
        if told["filters"]:
            parts.append(dict(t="btn", id=self.name(seek), text="Consultar", x=x, y=10, w=90, h=28, icon=True))
        if told.get("detail"):
            show = self.name(
                lambda given: self.record(key, chosen[0]) if chosen else self.message("Selecione um registro!")
            )
            parts.append(dict(t="btn", id=show, text=told["detail"], x=x + 96, y=10, w=90, h=28, icon=True))
        parts.append(dict(t="btn", id=self.name(), text="Exportar", x=1150, y=10, w=90, h=28, icon=True))
        cols = [
            dict(text=c[0], w=c[2], sub=[dict(text=s[0], w=s[2]) for s in c[3]] if len(c) > 3 else [])
            for c in told["columns"]
        ]
        parts.append(
            dict(
                t="grid", id=grid, x=8, y=50, w=1245, h=590, cols=cols, rows=[], paging=True, action=told.get("action")
            )
        )
        if told.get("double"):
            parts.append(
                dict(t="label", text="Clique duas vezes sobre o servidor para ver a remuneração.", x=12, y=645, w=600)
            )
        made = [
            f"Uni.window({json.dumps(dict(id=self.name(), title=told['title'], x=4, y=78, w=1265, h=675, parts=parts))});"
        ]
        return made if told["filters"] else made + seek({})

    def record(self, key: str, r: Row) -> list[str]:
        if key == "folha":
            parts = [
                group(
                    "Servidor",
                    [
                        ("Nome", r["servidor"]),
                        ("Cargo", r["cargo"]),
                        ("Lotação", r["secretaria"]),
                        ("Admissão", r["admissao"]),
                    ],
                    8,
                ),
                group(
                    "Remuneração",
                    [
                        ("Total de Proventos", r["vantagens"]),
                        ("Total de Descontos", r["descontos"]),
                        ("Líquido", r["liquido"]),
                    ],
                    120,
                ),
            ]
            title = "Detalhes do Servidor"
        elif key == "empenhos":
            told = [
                ("Nº", r["numero_empenho"]),
                ("Tipo", r["tipo_empenho"]),
                ("Fornecedor", r["credor"]),
                ("Histórico", r["historico"]),
            ]
            budget = [("Órgão", r["orgao"]), ("Unidade", r["unidade"]), ("Função", r["funcao"]), ("Subfunção", r["subfuncao"]), ("Programa", r["programa"]), ("Projeto/Atividade", r["acao"]),
                      ("Categoria Econômica", r["categoria"]), ("Elemento", r["elemento"]), ("Fonte", r["fonte"])]  # fmt: skip
            bid = [
                ("Modalidade Licitação", r["modalidade_licitacao"]),
                ("Nº Licitação", r["numero_licitacao"]),
                ("Nº Contrato", r["numero_contrato"]),
            ]
            first = [group("Dados do Empenho", told, 8), group("Classificação", budget, 120)]
            parts = [
                dict(
                    t="pages",
                    x=4,
                    y=4,
                    w=745,
                    h=370,
                    pages=[
                        dict(title="Empenho", parts=first),
                        dict(title="Licitação/Contrato", parts=[group("Licitação", bid, 8)]),
                    ],
                )
            ]
            title = "Detalhes do Empenho"
        else:
            told = [("Modalidade", r["modalidade_licitacao"]), ("Nº/Ano", r["numero_licitacao"]), ("Setor Requisitante", r["secretaria"]), ("Data Publicação", r["data_publicacao"]),
                    ("Abertura", r["data_realizacao"]), ("Valor Estimado", r["valor_estimado"])]  # fmt: skip
            people = [
                [r["empresa"], r["cnpj"], "Vencedor"],
                [r["empresa_perdedora"], "11.222.333/0001-80", "Classificado"],
            ]
            files = [
                self.name(lambda given: [f"window.open('/files/{r.id}/{secrets.token_hex(6)}.pdf');"]) for _ in range(2)
            ]
            parts = [
                group("Dados da Licitação", told, 8),
                dict(t="label", text="Participantes", x=8, y=140, w=200), table(["Licitante", "CNPJ", "Situação"], people, 158),
                dict(t="label", text="Arquivos", x=8, y=316, w=200), table(["Descrição", "Data"], [["Edital", r["data_publicacao"]], ["Ata da Sessão", r["data_realizacao"]]], 334, files),
            ]  # fmt: skip
            title = "Detalhes da Licitação"
        height = 560 if key == "licitacoes" else 420
        window = self.name()
        parts.append(
            dict(
                t="btn",
                id=self.name(lambda given: [f"Uni.close('{window}');"]),
                text="Fechar",
                x=640,
                y=height - 70,
                w=90,
                h=28,
            )
        )
        return [f"Uni.window({json.dumps(dict(id=window, title=title, w=760, h=height, modal=True, parts=parts))});"]


def portal(app: Flask) -> None:
    script, style = ((SITES / f"unigui.{kind}").read_text("utf-8") for kind in ("js", "css"))
    sessions: dict[str, Session] = {}

    def home() -> str:
        made = secrets.token_hex(10)
        session = sessions[made] = Session()
        return (
            f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>Portal da Transparência</title><style>{style}</style>"
            f"<script>{script}</script></head><body class='x-body x-webkit x-chrome x-border-box' style='overflow:hidden'>"
            f"<script>Uni.start('{made}', () => {{ {' '.join(session.first())} }});</script></body></html>"
        )

    def event() -> Response:
        given = dict(request.form)
        session = sessions.get(given.get("_S_ID", ""))
        if session is None:
            return Response("Uni.message('Sessão expirada.');", mimetype="text/javascript")
        time.sleep(0.12)
        obj = given["Obj"]
        if given["Evt"] == "change":
            session.values[obj] = given["value"]
            return Response("", mimetype="text/javascript")
        return Response("\n".join(session.does[obj](given)), mimetype="text/javascript")

    app.add_url_rule("/", "home", home)
    app.add_url_rule("/HandleEvent", "event", event, methods=["POST"])
    app.add_url_rule("/files/<made>/<name>", "file", lambda made, name: Response(NOTICE, mimetype="application/pdf"))
