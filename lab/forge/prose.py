"""The texts of a portal that are no records, and the forms that no auditor may send."""

from __future__ import annotations

from collections.abc import Callable

from lab.forge.kit import esc

FORM = "/fale-conosco"
LRF = (
    "Relatório Resumido da Execução Orçamentária - 1º Bimestre",
    "Relatório Resumido da Execução Orçamentária - 2º Bimestre",
    "Relatório de Gestão Fiscal - 1º Quadrimestre",
)
PLANS = ("Plano Plurianual 2026-2029", "Lei de Diretrizes Orçamentárias 2026", "Lei Orçamentária Anual 2026")
LAWS = ("Lei Municipal nº 214/2011", "Decreto nº 033/2023", "Lei Complementar nº 007/2019")


def documents(names: tuple[str, ...]) -> str:
    return (
        "<ul>"
        + "".join(f'<li><a href="/arquivos/documentos/{n}.pdf">{esc(name)}</a></li>' for n, name in enumerate(names))
        + "</ul>"
    )


def faq(town: str) -> str:
    return (
        "<h4>O que é o Portal da Transparência?</h4><p>É o site em que o município presta contas do que arrecada e do que gasta.</p>"
        "<h4>Quem pode consultar?</h4><p>Qualquer pessoa, sem cadastro.</p><h4>O que é um empenho?</h4><p>É a reserva de dinheiro do orçamento para uma despesa.</p>"
    )


def glossary(town: str) -> str:
    return (
        "<dl><dt>Credor</dt><dd>Pessoa ou empresa que tem a receber.</dd><dt>Empenho</dt><dd>Primeira fase da despesa.</dd><dt>Função</dt><dd>Área em que o governo atua."
        "</dd><dt>Valor Liquidado</dt><dd>O que já foi conferido e pode ser pago.</dd><dt>Receita Prevista</dt><dd>O que se espera arrecadar.</dd></dl>"
    )


def structure(town: str) -> str:
    rows = "".join(
        f"<tr><td>{s}</td><td>(83) 3000-10{n:02d}</td><td>7h às 13h</td></tr>"
        for n, s in enumerate(("Gabinete do Prefeito", "Secretaria de Saúde", "Secretaria de Educação"))
    )
    return f'<table border="1" cellpadding="4"><tr><th>Secretaria</th><th>Telefone</th><th>Atendimento</th></tr>{rows}</table><p>Município de {esc(town)}.</p>'


def form(title: str) -> str:
    return (
        f'<form method="post" action="{FORM}"><p>{title}</p><label>Seu nome <input name="nome"></label><br><label>E-mail <input name="email" type="email"></label><br>'
        '<label>Mensagem<br><textarea name="mensagem" rows="4" cols="50"></textarea></label><br><button type="submit">Enviar</button></form>'
    )


PROSE: dict[str, Callable[[str], str]] = {
    "faq": faq,
    "glossario": glossary,
    "estrutura": structure,
    "lrf": lambda town: documents(LRF),
    "planejamento": lambda town: documents(PLANS),
    "lei": lambda town: documents(LAWS),
    "ouvidoria": lambda town: form("Registre a sua manifestação."),
    "esic": lambda town: form("Faça o seu pedido de informação."),
}
