"""End to end on a site made here that answers what is posted: a script makes the sheet of a list, the server the paper of a record;
parts of a record have no address, and the record that is opened first has no payments yet."""

from __future__ import annotations

import pytest
from audited import audit, served
from flask import Flask, Response, redirect, request, session
from pdf_files import pdf
from werkzeug.wrappers import Response as Answer

SHEET = "Código;Conta;Ingressos\n2188.1;Consignações;110,00\n2188.2;Depósitos;210,00\n"
PAPER = pdf("NOTA DE EMPENHO", "Credor: PADARIA LTDA", "Programa: 12 - Ensino", "Projeto/Atividade: 2001 - Merenda")
EXTRAS = """<h1>Receita extraorçamentária</h1><button id=b>Exportar CSV</button>
<table><tr><th>Conta</th><th>Ingressos</th></tr><tr><td>Consignações</td><td>110,00</td></tr><tr><td>Depósitos</td><td>210,00</td></tr></table>
<script>b.onclick = async () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await fetch('/dados')).blob());
  link.download = 'extras.csv'; link.click(); setTimeout(() => URL.revokeObjectURL(link.href), 100);
}</script>"""
LIST = (
    "<h1>Empenhos</h1><form method=post><input type=hidden name=__VIEWSTATE value=x><table>"
    "<tr><th>Empenho</th><th>Data</th><th>Credor</th><th>Valor</th><th></th></tr>"
    + "".join(
        f"<tr><td>{n}/2026</td><td>0{n}/03/2026</td><td>PADARIA LTDA</td><td>{n}0,00</td>"
        f"<td><button name=abrir value={n}>Detalhar</button></td></tr>"
        for n in range(1, 6)
    )
    + "</table></form>"
)
PAID = "<table><tr><th>Data do Pagamento</th><th>Valor Pago</th></tr><tr><td>09/04/2026</td><td>50,00</td></tr></table>"


def posts(app: Flask) -> None:
    """The record in sight is the one that the session knows."""
    app.secret_key = "x"

    def listed() -> Answer | str:
        if "abrir" in request.form:
            session["n"] = int(request.form["abrir"])
            return redirect("/empenho")
        return LIST

    def record() -> Answer | str:
        if "nota.x" in request.form:
            return Response(
                PAPER, mimetype="application/pdf", headers={"Content-Disposition": "inline; filename=n.pdf"}
            )
        n = session.get("n", 1)
        shown = f"<dl><dt>Empenho</dt><dd>{n}/2026</dd><dt>Credor</dt><dd>PADARIA LTDA</dd><dt>Valor</dt><dd>{n}0,00</dd></dl>"
        if "pagos" in request.form:
            shown = PAID if n == 5 else "<p>Não há pagamentos para este empenho.</p>"
        return (
            f"<h1>Detalhamento do Empenho</h1><form method=post><input type=hidden name=__VIEWSTATE value=x>"
            f"<button name=dados>Dados</button> <button name=pagos>Pagamentos</button>{shown}"
            "<p><input type=image name=nota alt='Imprimir Nota de Empenho' src=/x.png></p></form>"
        )

    links = "<a href=/extras>Receita extraorçamentária</a> <a href=/empenhos>Empenhos</a>"
    app.add_url_rule("/", "home", lambda: links)
    app.add_url_rule("/extras", "extras", lambda: EXTRAS)
    app.add_url_rule("/dados", "data", lambda: Response(SHEET, mimetype="text/csv"))
    app.add_url_rule("/empenhos", "list", listed, methods=["GET", "POST"])
    app.add_url_rule("/empenho", "record", record, methods=["GET", "POST"])


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    with served(posts) as url:
        verdicts, _ = audit(url, tmp_path_factory.mktemp("audits"))
    return {f"{c}.{item}" for (c, item), verdict in verdicts.items() if verdict["status"] == "published"}


@pytest.mark.parametrize(
    "item",
    [
        "receita_extra_orcamentaria.codigo",  # in the sheet alone
        "despesa_orcamentaria.programa",  # in the paper of a record alone
        "despesa_orcamentaria.acao",
        "despesa_orcamentaria.lic_data_pag_ultima",  # of the last record of the list
    ],
)
def test_what_only_a_press_brings(item: str, published: set[str]) -> None:
    assert item in published
