"""Papers that a portal shows as pages: by what title they are published, and what is no paper."""

from __future__ import annotations

import pytest

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.extract.record_sets import find_record_sets
from transparency.matrix import load_matrix

MATRIX = load_matrix()
PROSE = (
    "Torna público que fará realizar, às 08:30 horas do dia 14/01/2026, licitação na modalidade Pregão Presencial, para a "
    "aquisição parcelada de combustíveis para a frota municipal."
)
NAV = "<nav>" + "".join(f"<a href=/{n}>Serviço número {n} da prefeitura</a>" for n in range(40)) + "</nav>"


def sets(body: str) -> list[tuple[str, ...]]:
    return [tuple(column.label for column in one.columns) for one in find_record_sets(f"<body>{body}</body>")]


@pytest.mark.parametrize(
    "body",
    [
        f"<table><tr><td><b>Documento</b></td></tr><tr><td><table border=1><tr><td><center><b>AVISO DE LICITAÇÃO</b></center><p>{PROSE}"
        "</td></tr></table></td></tr><tr><td><a href=l.htm>[ Voltar ]</a> <a href='javascript:print()'>[ Imprimir ]</a></td></tr></table>",
        f"{NAV}<main><h1>Aviso de Licitação</h1><p>{PROSE}</p></main>",
        f"<h3>Aviso de licitação nº 3/2026</h3><div>{PROSE.replace('14/01/2026', '14 de janeiro de 2026')}</div>",
        f"<p>Entidade: <b>Prefeitura</b> | Exercício: <b>2026</b></p><h3>Dispensa 7/2026</h3><div><b>AVISO DE LICITAÇÃO</b><br>{PROSE}</div>",
        f"<dl><dt>Fornecedor<dd>A Ltda<dt>Contato<dd>9999</dl><div role=dialog><h2>Aviso de licitação</h2><div>{PROSE}</div><button>Fechar</button></div>",
    ],
    ids=["tables", "menu", "day in words", "bold title in its block", "window over a record"],
)
def test_a_page_of_prose_is_a_paper_by_its_title(body: str) -> None:
    assert any(labels[0].lower().startswith("aviso de licitação") for labels in sets(body))
    context = page_context(body, ["http://vila.example/l167.htm"], ["Licitações", "Aviso de Licitação"], "")
    _, findings = judge_frame(body, context, MATRIX)
    assert {(one.criterion, one.item, one.has_data) for one in findings} == {("licitacao", "aviso", True)}


def test_a_paper_may_tell_fields_in_its_sentences() -> None:
    said = "O Município torna público o aviso de pregão eletrônico nº 33/2026, do tipo menor preço. Objeto: quadra coberta. Sessão: 17/11/2026."
    assert ("Aviso - Diário Oficial de 24/10/2026",) in sets(unfolds("Aviso - Diário Oficial de 24/10/2026", said))


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>Aviso de Licitação</h1><p>{PROSE.replace('do dia 14/01/2026', 'da manhã')}</p>",  # no day: it explains the word
        "<h1>Aviso de Licitação</h1><p>Em breve, 14/01/2026.</p>",
        f"<h1>Aviso de Licitação</h1><p>{PROSE}</p>"
        + "<p>Outra notícia curta do dia</p>" * 9,  # a page with a notice on it
        f"<p>{PROSE}</p>",
        f"<h1>O que é um aviso de licitação?</h1><p>{PROSE}</p>",
        f"<h1>Aviso de Licitação</h1><p>{PROSE}</p><table><tr><th>Nº<th>Objeto<tr><td>1/2026<td>Obra<tr><td>2/2026<td>Rua</table>",
        f"<div role=dialog><h2>Aviso de Licitação</h2><p>{PROSE}</p><table><tr><th>Nº<th>Objeto<tr><td>1<td>Obra<tr><td>2<td>Rua</table></div>",
    ],
    ids=["no day", "no prose", "among others", "no title", "question", "list", "list in a window"],
)
def test_what_is_no_paper(body: str) -> None:
    assert not any(labels[0].lower().startswith("aviso") for labels in sets(body))


RECORD = "<h2>Dispensa 6/2026</h2><dl><dt>Número</dt><dd>006/2026</dd><dt>Objeto</dt><dd>Combustíveis</dd></dl><h3>Publicações</h3>"


def unfolds(title: str, said: str) -> str:
    return f"{RECORD}<details open><summary>{title}</summary><p>{said}</p></details><p>Edital: retirada na sala da comissão.</p>"


def test_a_paper_unfolds_beside_a_record() -> None:
    body = unfolds("Aviso - Diário Oficial de 31/10/2026", PROSE)
    context = page_context(body, ["http://vila.example/6"], ["Licitações"], "")
    _, findings = judge_frame(body, context, MATRIX)
    assert ("licitacao", "aviso", True) in {(one.criterion, one.item, one.has_data) for one in findings}


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Aviso", "Sem publicação até 14/01/2026."),
        ("Aviso", PROSE.replace("do dia 14/01/2026", "da manhã")),
        ("Aviso: como é publicado?", PROSE),
        ("Aviso", f"</p><table><tr><th>Nº<th>Objeto<tr><td>1/2026<td>Obra<tr><td>2/2026<td>Rua</table><p>{PROSE}"),
    ],
    ids=["no prose", "no day", "question", "list"],
)
def test_what_unfolds_and_is_no_paper(title: str, said: str) -> None:
    assert not any(labels[0].startswith("Aviso") for labels in sets(unfolds(title, said)))
