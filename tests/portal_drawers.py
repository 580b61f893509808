"""A vendor's portal of about 2022, templates of the server around components: sections on the home page, a panel of filters over
results that are fetched while grey bars stand for them, records in a drawer, lists of choices without selects, words explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from pdf_files import NOTICE

from lab.values import MONTHS, Row

SCRIPT = (Path(__file__).parent / "sites" / "drawers.js").read_text("utf-8")
STYLE = (Path(__file__).parent / "sites" / "drawers.css").read_text("utf-8")
START = "cidadao"
PUBLISHED = {
    "despesa_orcamentaria": [
        *"emp_numero emp_data nome emp_valor valor_liquidado valor_pago".split(),  # in the table
        *"emp_cnpj_cpf orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento sub_elemento".split(),  # in the drawer
        *"emp_indicacao_licitacao lic_modalidade lic_numero lic_num_contrato".split(),
    ],
    "despesa_extra_orcamentaria": ["valor", "codigo", "nomenclatura"],
    "receita_orcamentaria": [
        *"previsao arrecadacao origem".split(),
        *"uni_gestora categoria_economica especie".split(),
    ],
    "licitacao": [
        *"numero_licitacao objeto_licitacao modalidade_licitacao pregao valor data_realizacao".split(),  # on the card
        *"data_publicacao_licitacao setor_interessado edital aviso nome_vencedores cnpj_cpf".split(),  # in its drawer
        "termo_ratificacao",  # in that of a direct purchase only
    ],
    "quadro_pessoal": ["nome", "cargo", "tipo_cargo", "salario_cargo"],
}
UNREAD = {("licitacao", "objeto_licitacao")}
"""Nothing names the object of a bid, whose words stand below its title."""
YEARS = ("2026", "2025", "2024", "2023")
MONTH_NAMES = ("Todos", *MONTHS)
UNITS = ("Todas", "Prefeitura Municipal", "Fundo Municipal de Saúde", "Fundo Municipal de Educação")
MODES = ("Todas", "Pregão Eletrônico", "Dispensa", "Inexigibilidade", "Concorrência")
GROUPS = {
    "Despesas": ("empenhos", "despesas-extraorcamentarias", "despesas-por-orgao", "diarias"),
    "Receitas": ("receitas", "receitas-extraorcamentarias"),
    "Pessoal": ("servidores", "estagiarios"),
    "Compras": ("licitacoes", "contratos", "obras"),
    "Institucional": ("noticias", "glossario", "estrutura", "ouvidoria"),
}
# title, what it is, filters, heads (text, explained, key), fields of the drawer, shape
SECTIONS: dict[str, dict[str, Any]] = {
    "empenhos": {
        "title": "Empenhos",
        "lead": "Consulte as despesas empenhadas, liquidadas e pagas pelo município.",
        "filters": {
            "ano": ("Ano", YEARS),
            "mes": ("Mês", MONTH_NAMES),
            "unidade": ("Unidade gestora", UNITS),
            "q": ("Fornecedor", None),
        },
        "heads": [
            ("Nº", "", "numero_empenho"),
            ("Data", "", "data"),
            ("Fornecedor", "Pessoa física ou jurídica que recebe o pagamento", "credor"),
            ("Empenhado", "Valor reservado no orçamento para a despesa", "empenhado"),
            ("Liquidado", "Valor reconhecido após a entrega do bem ou serviço", "liquidado"),
            ("Pago", "Valor já entregue ao fornecedor", "pago"),
        ],
        "drawer": [
            (
                "Dados do empenho",
                [
                    ("Empenho", "numero_empenho"),
                    ("Tipo", "tipo_empenho"),
                    ("Data de emissão", "data"),
                    ("CPF/CNPJ", "cpf_cnpj"),
                    ("Histórico", "historico"),
                ],
            ),
            (
                "Classificação",
                [
                    ("Órgão", "orgao"),
                    ("Função", "funcao"),
                    ("Subfunção", "subfuncao"),
                    ("Programa", "programa"),
                    ("Ação", "acao"),
                    ("Elemento", "elemento"),
                    ("Desdobramento", "subelemento"),
                    ("Fonte", "fonte"),
                ],
            ),
            (
                "Licitação e contrato",
                [
                    ("Modalidade da licitação", "modalidade_licitacao"),
                    ("Nº da licitação", "numero_licitacao"),
                    ("Nº do contrato", "numero_contrato"),
                ],
            ),
        ],
    },
    "despesas-extraorcamentarias": {
        "title": "Despesas Extraorçamentárias",
        "lead": "Pagamentos que não dependem de autorização do Legislativo.",
        "filters": {"ano": ("Ano", YEARS), "mes": ("Mês", MONTH_NAMES)},
        "heads": [
            ("Código", "", "extra_codigo"),
            ("Descrição da conta", "", "extra_nome"),
            ("Favorecido", "", "credor"),
            ("Valor pago", "", "valor"),
        ],
    },
    "despesas-por-orgao": {
        "title": "Despesas por órgão",
        "lead": "Totais por órgão.",
        "filters": {"ano": ("Ano", YEARS)},
        "heads": [("Órgão", "", "secretaria"), ("Empenhado", "", "empenhado"), ("Pago", "", "pago")],
    },
    "diarias": {
        "title": "Diárias e passagens",
        "lead": "Valores pagos em viagens a serviço.",
        "filters": {"ano": ("Ano", YEARS)},
        "heads": [
            ("Beneficiário", "", "servidor"),
            ("Destino", "", "destino"),
            ("Motivo", "", "motivo"),
            ("Valor", "", "valor"),
        ],
    },
    "receitas": {
        "title": "Receitas",
        "lead": "Acompanhe a previsão e a arrecadação das receitas do município.",
        "filters": {"ano": ("Ano", YEARS), "unidade": ("Unidade gestora", UNITS)},
        "heads": [
            ("Código", "", "rec_codigo"),
            ("Receita", "", "rec_nome"),
            ("Previsto", "Valor estimado na Lei Orçamentária", "prevista"),
            ("Arrecadado", "Valor que entrou nos cofres", "arrecadada"),
        ],
        "drawer": [
            (
                "Classificação da receita",
                [
                    ("Unidade gestora", "gestora"),
                    ("Categoria econômica", "rec_categoria"),
                    ("Origem", "rec_origem"),
                    ("Espécie", "rec_especie"),
                ],
            )
        ],
    },
    "receitas-extraorcamentarias": {
        "title": "Receitas Extraorçamentárias",
        "lead": "Ingressos que não pertencem ao município.",
        "filters": {"ano": ("Ano", YEARS), "mes": ("Mês", MONTH_NAMES)},
        "heads": [("Código", "", "extra_codigo"), ("Descrição", "", "extra_nome"), ("Valor", "", "valor")],
        "empty": True,
    },
    "servidores": {
        "title": "Servidores",
        "lead": "Folha de pagamento dos servidores ativos.",
        "filters": {
            "competencia": ("Competência", ("Novembro/2026", "Outubro/2026", "Setembro/2026", "Agosto/2026")),
            "vinculo": ("Vínculo", ("Todos", "Efetivo", "Comissionado", "Contratado")),
            "q": ("Nome", None),
        },
        "heads": [
            ("Nome", "", "servidor"),
            ("Cargo", "", "cargo"),
            ("Lotação", "", "secretaria"),
            ("Proventos", "Soma do que é pago antes dos descontos", "vantagens"),
        ],
        "drawer": [
            (
                "Dados funcionais",
                [
                    ("Matrícula", "matricula"),
                    ("Vínculo", "vinculo"),
                    ("Data de admissão", "admissao"),
                    ("Carga horária", "carga"),
                ],
            ),
            ("Remuneração", [("Proventos", "vantagens"), ("Descontos", "descontos"), ("Líquido", "liquido")]),
        ],
    },
    "estagiarios": {
        "title": "Estagiários",
        "lead": "Estudantes em estágio.",
        "filters": {"ano": ("Ano", YEARS)},
        "heads": [("Estudante", "", "servidor"), ("Instituição", "", "concedente")],
    },
    "licitacoes": {
        "title": "Licitações",
        "lead": "Processos de contratação do município.",
        "filters": {"ano": ("Ano", YEARS), "modalidade": ("Modalidade", MODES), "q": ("Objeto", None)},
        "cards": True,
    },
    "contratos": {
        "title": "Contratos",
        "lead": "Contratos e aditivos.",
        "filters": {"ano": ("Ano", YEARS)},
        "heads": [
            ("Nº do contrato", "", "numero_contrato"),
            ("Contratado", "", "empresa"),
            ("Vigência", "", "data"),
            ("Valor do contrato", "", "valor"),
        ],
    },
    "obras": {
        "title": "Obras",
        "lead": "Obras em andamento e concluídas.",
        "filters": {"ano": ("Ano", YEARS)},
        "heads": [
            ("Obra", "", "objeto"),
            ("Empresa", "", "empresa"),
            ("Situação", "", "situacao"),
            ("Valor da obra", "", "valor"),
        ],
    },
}
NAMES = {
    "noticias": "Notícias",
    "glossario": "Glossário",
    "estrutura": "Estrutura organizacional",
    "ouvidoria": "Ouvidoria",
} | {k: v["title"] for k, v in SECTIONS.items()}
TEXTS = {
    "noticias": (
        "<article><h3>Prefeitura investe R$ 1.200.000,00 em obras</h3><p>Recursos próprios.</p></article>"
        "<article><h3>Licitação da merenda é concluída</h3></article>"
    ),
    "glossario": (
        "<dl><dt>Empenho</dt><dd>Reserva de dinheiro do orçamento.</dd><dt>Liquidação</dt>"
        "<dd>Reconhecimento da dívida.</dd><dt>Alínea</dt><dd>Nível da classificação da receita.</dd></dl>"
    ),
    "estrutura": "<ul><li>Secretaria de Educação - Rua A, 10 - das 8h às 17h</li><li>Secretaria de Saúde - Rua B, 20</li></ul>",
    "ouvidoria": (
        "<form method=post><label>Seu nome <input name=nome></label><label>E-mail <input name=email></label>"
        "<label>Mensagem <textarea name=m></textarea></label><button>Enviar manifestação</button></form>"
    ),
}


def records(name: str, asked: dict[str, str]) -> list[Row]:
    """No payroll for the newest month yet; revenue of the newest year is not there yet."""
    section = SECTIONS[name]
    year = asked.get("ano") or asked.get("competencia", "2026")[-4:]
    late = (name == "servidores" and asked.get("competencia") == "Novembro/2026") or (
        name == "receitas" and year == "2026"
    )
    if section.get("empty") or late or (asked.get("mes") in ("Novembro", "Dezembro") and year == "2026"):
        return []
    rows = [Row(f"drawers/{name}", int(year), n, 47) for n in range(18 if name == "receitas" else 47)]
    mode = asked.get("modalidade", "Todas")
    return rows if mode == "Todas" else [r for r in rows if r["modalidade_licitacao"] == mode]


def card(r: Row) -> dict[str, Any]:
    return {
        "id": f"{r.year}-{r.index}",
        "titulo": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}",
        "objeto": r["objeto"],
        "situacao": r["situacao"],
        "dados": [
            ["Processo", r["numero_processo"]],
            ["Abertura", f"{r['data_realizacao']} {r['hora']}"],
            ["Valor estimado", f"R$ {r['valor_estimado']}"],
        ],
    }


def drawer(name: str, r: Row) -> dict[str, Any]:
    if name == "licitacoes":
        direct = r["modalidade_licitacao"] in ("Dispensa", "Inexigibilidade")
        files = ["Termo de Ratificação"] if direct else ["Edital", "Aviso de Licitação"]
        return {
            "titulo": f"{r['modalidade_licitacao']} nº {r['numero_licitacao']}",
            "grupos": [
                [
                    "Informações",
                    [
                        ["Modalidade", r["modalidade_licitacao"]],
                        ["Data de publicação", r["data_publicacao"]],
                        ["Secretaria requisitante", r["secretaria"]],
                        ["Situação", r["situacao"]],
                    ],
                ],
                [
                    "Vencedores",
                    [
                        ["Vencedor", r["empresa"]],
                        ["CNPJ", r["cnpj"]],
                        ["Valor homologado", f"R$ {r['valor_licitado']}"],
                    ],
                ],
            ],
            "arquivos": [[f, f"/storage/{r.year}/{r.index}/{n}.pdf"] for n, f in enumerate(files)],
        }
    groups = [
        [
            head,
            [
                [label, f"R$ {r[key]}" if key in ("vantagens", "descontos", "liquido") else r[key]]
                for label, key in fields
            ],
        ]
        for head, fields in SECTIONS[name].get("drawer", ())
    ]
    return {"titulo": f"Detalhes - {SECTIONS[name]['title']}", "grupos": groups, "arquivos": []}


def page(title: str, body: str) -> str:
    return f"""<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="csrf-token" content="k3Jd">
<title>{title} | Portal da Transparência</title><style>{STYLE}</style></head>
<body><header class="topbar"><a class="brand" href="/cidadao">Prefeitura de Vila Pequena</a><nav><a href="/cidadao/transparencia">Transparência</a>
<a href="/cidadao/informacao/sic">SIC</a>
<a href="/cidadao/transparencia/ouvidoria">Ouvidoria</a></nav>
<button class="btn-icon" type="button" aria-label="Alto contraste" onclick="document.body.classList.toggle('dark')"></button></header>
<main class="container">{body}</main><footer>Atualizado em 20/11/2026 às 03:10. Dados abertos sob licença aberta.</footer>
<div id="cookies" class="cookies">Este site usa cookies. <button onclick="this.parentNode.remove()">Entendi</button></div><script>{SCRIPT}</script>
</body></html>"""


def portal(app: Flask) -> None:
    def home() -> str:
        tabs = "".join(f"<a class='pill' href='#g{n}'>{g}</a>" for n, g in enumerate(GROUPS))
        blocks = "".join(
            f"<section id='g{n}'><h2>{g}</h2><div class='grid'>"
            + "".join(
                f"<a class='card-link' href='/cidadao/transparencia/{k}'><i class='icon'></i><span>{NAMES[k]}</span></a>"
                for k in keys
            )
            + "</div></section>"
            for n, (g, keys) in enumerate(GROUPS.items())
        )
        return page(
            "Início",
            f"<h1>Portal da Transparência</h1><p>Encontre o que procura nas seções abaixo.</p><div class='pills'>{tabs}</div>{blocks}",
        )

    def section(name: str) -> str:
        trail = (
            "<nav class='crumbs'><a href='/cidadao'>Início</a> › <a href='/cidadao/transparencia'>Transparência"
            f"</a> › <span>{NAMES[name]}</span></nav><h1>{NAMES[name]}</h1>"
        )
        if name in TEXTS:
            return page(NAMES[name], trail + TEXTS[name])
        about = SECTIONS[name]
        told = {
            "name": name,
            "filters": about["filters"],
            "heads": [h[:2] for h in about.get("heads", [])],
            "drawer": bool(about.get("drawer")) or bool(about.get("cards")),
        }
        return page(
            NAMES[name],
            f"{trail}<p class='lead'>{about['lead']}</p><div id='app' data-props='{json.dumps(told)}'></div>",
        )

    def answer(name: str) -> dict[str, Any]:
        rows = records(name, dict(request.args))
        first = (int(request.args.get("page", "1")) - 1) * 10
        shown = rows[first : first + 10]
        about = SECTIONS[name]
        data = [
            card(r)
            if about.get("cards")
            else {"id": f"{r.year}-{r.index}", "cells": [r[key] for _, _, key in about["heads"]]}
            for r in shown
        ]
        return {
            "data": data,
            "meta": {"total": len(rows), "last_page": -(-len(rows) // 10), "current_page": first // 10 + 1},
        }

    def one(name: str, key: str) -> dict[str, Any]:
        year, n = key.split("-")
        return drawer(name, Row(f"drawers/{name}", int(year), int(n), 47))

    app.add_url_rule("/", "root", lambda: Response("", 302, {"Location": "/cidadao"}))
    app.add_url_rule("/cidadao", "home", home)
    app.add_url_rule("/cidadao/transparencia", "all", home)
    app.add_url_rule("/cidadao/transparencia/<name>", "section", section)
    app.add_url_rule(
        "/cidadao/informacao/sic",
        "sic",
        lambda: page(
            "SIC",
            (
                "<h1>Serviço de Informação ao Cidadão</h1><p>Para fazer um pedido é preciso entrar.</p><form method=post>"
                "<input name=cpf placeholder=CPF><input type=password name=senha><button>Entrar</button></form>"
            ),
        ),
    )
    app.add_url_rule("/api/v1/<name>", "answer", answer)
    app.add_url_rule("/api/v1/<name>/<key>", "one", one)
    app.add_url_rule(
        "/storage/<int:y>/<int:n>/<int:k>.pdf", "file", lambda y, n, k: Response(NOTICE, mimetype="application/pdf")
    )
