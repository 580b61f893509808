"""End to end on small sites of one kind each, made here: what a portal may do that no family does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from audited import Audited, audit, audit_each, served
from flask import Flask, Response, redirect, request
from pdf_files import page_of

PAYROLL = "Matrícula;Nome do Servidor;Cargo;Remuneração Bruta\n" + "".join(
    f"{n};Servidor Fictício {n};Agente;{n}.234,56\n" for n in range(1, 9)
)


def payroll_files(app: Flask) -> None:
    """Files behind a redirection, without an extension, under a type that is not theirs."""
    home = "<h1>Transparência</h1><ul><li><a href='/baixar?id=1'>Folha de Pagamento - Outubro 2026</a></li></ul>"
    app.add_url_rule("/", "home", lambda: home)
    app.add_url_rule("/baixar", "download", lambda: redirect("/arquivos/9f3"))
    app.add_url_rule(
        "/arquivos/9f3", "file", lambda: Response(PAYROLL.encode("latin-1"), mimetype="application/octet-stream")
    )


COMMITMENTS = """<!doctype html><meta charset=utf-8><title>Empenhos</title><h1>Notas de empenho</h1>
<p><button onclick="list(2026)">2026</button> <button onclick="list(2025)">2025</button></p><table><thead><tr><th>Número</th><th>Emissão</th>
<th>Favorecido</th><th>Valor empenhado</th></tr></thead><tbody></tbody></table><div role=dialog hidden></div><script>
const body = document.querySelector('tbody'), box = document.querySelector('[role=dialog]');
const facts = one => '<dl>' + Object.entries(one).map(([k, v]) => `<div><dt>${k}</dt><dd>${v}</dd></div>`).join('') + '</dl>';
function list(year) {
  body.replaceChildren(...[...Array(8).keys()].map(n => {
    const row = document.createElement('tr'), number = 90 - n, day = `${20 - n}/11/${year}`, name = `Padaria ${number} Ltda`;
    row.innerHTML = `<td>${number}</td><td>${day}</td><td>${name}</td><td>${number}.500,00</td>`;
    row.style.cursor = 'pointer';
    row.onclick = () => {
      const none = '<p>Sem movimentação até a data.</p>', paid = `<table><thead><tr><th>LABEL</th><th>Pago</th></tr></thead><tbody><tr>
        <td>VALUE</td><td>${number}.000,00</td></tr><tr><td>VALUE</td><td>500,00</td></tr></tbody></table>`;
      box.innerHTML = `<h2>Nota de empenho ${number}</h2>` + facts({'Emissão': day, 'Favorecido': name, 'Valor empenhado': number + '.500,00'}) +
        '<h3>Pagamentos</h3>' + (year < 2026 ? paid : none);
      box.hidden = false;
    };
    return row;
  }));
}
list(2026);
</script>"""


def commitments(label: str) -> Callable[[Flask], None]:
    """Commitments of this year without payments; what those of last year show of theirs, has a label."""

    def make(app: Flask) -> None:
        made = COMMITMENTS.replace("LABEL", label).replace("VALUE", "12/12/2025" if "Data" in label else "Banco Modelo")
        app.add_url_rule(
            "/", "home", lambda: "<h1>Portal da Transparência</h1><ul><li><a href='/e'>Empenhos</a></li></ul>"
        )
        app.add_url_rule("/e", "list", lambda: made)

    return make


BID = (
    "<h1>Licitações</h1><h2>Dispensa 3/2026</h2><dl><dt>Modalidade</dt><dd>Dispensa</dd><dt>Número da licitação</dt><dd>3/2026</dd>"
    "<dt>Objeto</dt><dd>Pães para a merenda</dd></dl>"
    "<p><a href='/imprimir?n=3'>Imprimir</a> | <a href='/doc?n=3'>Termo de ratificação</a></p>"
)
SCAN = page_of(b"0.5 g 60 60 400 700 re f")
"""Ink, and no letter."""


def scanned_paper(app: Flask) -> None:
    """A paper of a bid, behind an address that names no file, was only scanned."""
    app.add_url_rule("/", "home", lambda: "<h1>Portal da Transparência</h1><p><a href=/licitacao>Licitações</a></p>")
    app.add_url_rule("/licitacao", "bid", lambda: BID)
    app.add_url_rule("/doc", "paper", lambda: Response(SCAN, mimetype="application/pdf"))


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Of these portals, by name."""
    return audit_each(
        {
            "files": payroll_files,
            "form": request_form,
            "components": page("components"),
            "cards": page("cards"),
            "windows": page("windows"),
            "toolbar": page("toolbar"),
            "unpaid": commitments("Data do pagamento"),
            "undated": commitments("Banco"),
            "scanned": scanned_paper,
        },
        tmp_path_factory.mktemp("sites"),
    )


def test_a_file_behind_a_redirection(audits: dict[str, Audited]) -> None:
    verdicts, _ = audits["files"]
    for item in ("nome", "cargo", "salario_cargo"):
        verdict = verdicts["quadro_pessoal", item]
        assert verdict["status"] == "published", verdict["reason"]
        assert verdict["evidence"].endswith(".jpg")
        assert verdict["url"].endswith("/arquivos/9f3")


def test_a_scanned_paper_is_what_its_link_says(audits: dict[str, Audited]) -> None:
    verdicts, _ = audits["scanned"]
    verdict = verdicts["licitacao", "termo_ratificacao"]
    assert verdict["status"] == "published", verdict["reason"]


@pytest.mark.parametrize(("name", "status"), [("unpaid", "published"), ("undated", "absent")])
def test_after_records_that_have_not_run_their_course_one_of_the_year_before_is_opened(
    audits: dict[str, Audited], name: str, status: str
) -> None:
    """It shows the last payment, or proves that payments show no date."""
    verdicts, summary = audits[name]
    verdict = verdicts["despesa_orcamentaria", "lic_data_pag_ultima"]
    assert verdict["status"] == status, verdict["reason"]
    assert summary["nodes"]["visited"] <= 8


def many_pages(app: Flask) -> None:
    """Static pages, many of them, with the data on the last."""
    menu = "".join(f"<li><a href='/p{n}'>Receitas do mês {n}</a></li>" for n in range(1, 9))
    app.add_url_rule("/", "home", lambda: f"<h1>Portal da Transparência</h1><ul>{menu}</ul>")
    rows = "".join(
        f"<tr><td>1.1.{n}</td><td>IPTU {n}</td><td>{n}.000,00</td><td>{n}00,00</td></tr>" for n in range(1, 9)
    )
    table = f"<table><tr><th>Código</th><th>Natureza da receita</th><th>Previsão inicial</th><th>Arrecadado</th></tr>{rows}</table>"

    def page(n: int) -> str:
        body = table if n == 8 else f"<p>Não há receitas publicadas neste mês {n}.</p>"
        return f"<h1>Receita orçamentária {n}</h1><ul>{menu}</ul>{body}"

    app.add_url_rule("/p<int:n>", "page", page)


def test_data_on_the_last_of_many_pages(tmp_path: Path) -> None:
    """And a setting of earlier versions, which commands may still give, has no effect."""
    with served(many_pages) as url:
        verdicts, summary = audit(url, tmp_path, "-s", "PLAIN_HTTP_ENABLED=False", "-a", "strategy=bfs")
    for item in ("previsao", "arrecadacao"):
        verdict = verdicts["receita_orcamentaria", item]
        assert verdict["status"] == "published", verdict["reason"]
        assert verdict["evidence"].endswith(".jpg")
    assert not {"plain_http", "PLAIN_HTTP_ENABLED"} & {*summary, *summary["settings"]}


asked: list[str] = []


def request_form(app: Flask) -> None:
    """A form that asks who is asking, sent by a link without a form around it."""
    home = "<h1>Transparência</h1><p><a href='/pedido'>Despesas: solicite detalhes</a></p>"
    form = (
        "<h1>Despesas</h1><div><div><label>Seu e-mail <input name='email'></label></div><div><textarea name='texto'></textarea></div>"
        "<div><a role='button' href='javascript:void(0)' onclick=\"fetch('/enviar', {method: 'POST'})\">Consultar</a></div></div>"
    )
    app.add_url_rule("/", "home", lambda: home)
    app.add_url_rule("/pedido", "form", lambda: form)
    app.add_url_rule("/enviar", "send", lambda: asked.append(request.path) or "ok", methods=["POST"])


def test_nothing_is_sent_that_asks_who_is_asking(audits: dict[str, Audited]) -> None:
    verdicts, _ = audits["form"]
    assert asked == []
    assert "published" not in {v["status"] for v in verdicts.values()}


def page(name: str) -> Callable[[Flask], None]:
    """A site of one page of ``tests/sites``."""
    html = (Path(__file__).parent / "sites" / f"{name}.html").read_text("utf-8")
    return lambda app: app.add_url_rule("/", "home", lambda: html)


def test_components_inside_components(audits: dict[str, Audited]) -> None:
    """Components inside components, without roles or native tables; one kind hides its tree."""
    verdicts, summary = audits["components"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert {item for criterion, item in published if criterion == "despesa_orcamentaria"} == {
        "emp_numero", "emp_data", "nome", "emp_valor", "funcao", "sub_funcao", "programa", "elemento", "valor_pago",
    }  # fmt: skip
    assert {item for criterion, item in published if criterion == "quadro_pessoal"} == {
        "nome",
        "cargo",
        "salario_cargo",
    }
    assert summary["nodes"]["visited"] <= 10


def test_cards_with_drawers(audits: dict[str, Audited]) -> None:
    """Two lists of cards that grow as they are scrolled, each record in a drawer."""
    verdicts, summary = audits["cards"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert {item for criterion, item in published if criterion == "despesa_orcamentaria"} == {
        "emp_numero", "emp_data", "nome", "emp_valor", "funcao", "sub_funcao", "programa", "elemento", "valor_liquidado", "valor_pago",
    }  # fmt: skip
    assert {item for criterion, item in published if criterion == "licitacao"} == {
        "numero_licitacao", "objeto_licitacao", "modalidade_licitacao", "pregao", "data_realizacao", "valor", "data_publicacao_licitacao",
        "nome_vencedores", "cnpj_cpf", "edital",
    }  # fmt: skip
    assert summary["nodes"]["visited"] <= 9


def test_tabs_in_windows(audits: dict[str, Audited]) -> None:
    """Windows opened by buttons; in them a query, and tabs over what it brings."""
    verdicts, summary = audits["windows"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert {item for criterion, item in published if criterion == "despesa_orcamentaria"} == {
        "emp_numero", "emp_data", "nome", "emp_valor", "emp_cnpj_cpf", "funcao", "sub_funcao", "programa", "elemento",
        "valor_liquidado", "valor_pago", "lic_modalidade", "lic_numero", "emp_indicacao_licitacao",
    }  # fmt: skip
    assert {item for criterion, item in published if criterion == "quadro_pessoal"} == {
        "nome",
        "cargo",
        "salario_cargo",
    }
    assert summary["nodes"]["visited"] <= 14


def test_a_year_in_the_toolbar(audits: dict[str, Audited]) -> None:
    """Tabs of panels, of which one is open; the year of all is a menu of the toolbar, and its own year has few records."""
    verdicts, summary = audits["toolbar"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(
            ("despesa_orcamentaria", i)
            for i in "emp_numero emp_data nome emp_valor emp_cnpj_cpf funcao programa".split()
        ),
        *(("despesa_extra_orcamentaria", i) for i in "codigo nomenclatura valor".split()),
        *(("quadro_pessoal", i) for i in "nome cargo salario_cargo".split()),
    }
    assert summary["nodes"]["visited"] <= 13
