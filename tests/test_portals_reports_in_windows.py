"""End to end on a site made here: one form prints every report, in a window of its own, for years that have data."""

from __future__ import annotations

from pathlib import Path

from audited import audit, served
from flask import Flask, request

EMITTER = r"""<!DOCTYPE html><title>Impressos</title><h1>Emissão de relatórios</h1><form method=post action=/imprimir target=_blank>
<p><label>Impresso: <select name=rel><option value="">Escolha um...<option value=emp>RC010 Empenhos por credor<option value=dia>RC020 Diárias concedidas
<option value=ext>RC030 Extraorçamentário (saídas)<option value=lic>RC050 Licitações</select></label></p>
<div id=parametros></div><p><label>Formato <select name=saida><option>PDF<option>Na tela<option>Planilha</select></label></p>
<button type=button onclick=emite()>Emitir</button></form><script>
const form = document.forms[0], more = {
  emp: '<p>Modelo <label><input type=radio name=modelo value=s checked>Sintético</label> <label><input type=radio name=modelo value=a>Analítico</label></p>',
};
form.rel.onchange = () => { setTimeout(() => { document.getElementById('parametros').innerHTML = (more[form.rel.value] || '')
  + '<p><label>Exercício <input name=ano value=2026 size=4></label></p>'; }, 60); };
const emite = () => { if (form.rel.value && form.ano) setTimeout(() => form.submit(), 120); };
</script>"""
HEAD = "<table><tr><td>PREFEITURA DE VILA PEQUENA</td><td>Folha: {sheet}/2</td></tr><tr><td>{title}</td><td>Emissão: 20/11/2026</td></tr></table>"
SHEETS = {
    ("emp", "s"): ("Empenhos por credor", "Credor|Empenhado|Pago", "Alfa {n} Ltda|{n}.100,00|{n}.000,00"),
    ("emp", "a"): (
        "Empenhos por credor",
        "Empenho|Emissão|Credor|Empenhado",
        "<a href='/nota?n={n}'>2025NE{n}</a>|0{n}/03/2025|Alfa {n} Ltda|{n}.100,00",
    ),
    ("ext", ""): ("Extraorçamentário", "Conta|Descrição da conta|Valor pago", "21881{n}|INSS retido {n}|{n}00,00"),
    ("lic", ""): ("Licitações", "Processo|Modalidade|Objeto|Abertura", "{n}/2025|Pregão|Merenda {n}|0{n}/02/2025"),
}
NOTE = (
    "<h3>NOTA DE EMPENHO</h3><table border=1><tr><td colspan=2>Vila Pequena<br><b>Nota de empenho</b></td></tr>"
    "<tr><td><div class=rot>Função</div><div>12 - Educação</div></td><td><div class=rot>Natureza da despesa</div><div>3.3.90.30 - Material</div></td></tr>"
    "<tr><td colspan=2>Classificação</td></tr>"
    "<tr><td>Fonte de recursos<br><b>500 - Livres</b></td><td>CNPJ do credor<br><b>11.222.333/0001-81</b></td></tr></table>"
)


def emitter(app: Flask) -> None:
    """A select is the menu; the fields of each report come by a script, which opens the window, too."""

    def printed() -> str:
        asked = request.form
        title, heads, line = SHEETS.get(
            (asked["rel"], asked.get("modelo", "")), ("Diárias", "Beneficiário|Destino", "Ana|Capital")
        )
        if asked["saida"] != "Na tela":
            return "<p>Arquivo gerado.</p>"
        if asked["ano"] != "2025":
            return HEAD.format(sheet=1, title=title) + "<p>Não há dados para os parâmetros informados.</p>"
        body = "".join(
            HEAD.format(sheet=sheet, title=title)
            + f"<table><tr><th>{heads.replace('|', '</th><th>')}</th></tr>"
            + "".join(
                f"<tr><td>{line.format(n=n).replace('|', '</td><td>')}</td></tr>" for n in (2 * sheet, 2 * sheet + 1)
            )
            + "</table>"
            for sheet in (1, 2)
        )
        return f"<title>REL{len(body)}</title>{body}"

    app.add_url_rule("/", "home", lambda: EMITTER)
    app.add_url_rule("/imprimir", "printed", printed, methods=["POST"])
    app.add_url_rule("/nota", "note", lambda: NOTE)


def test_one_form_prints_every_report(tmp_path: Path) -> None:
    with served(emitter) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(
            ("despesa_orcamentaria", item)
            for item in "nome emp_valor valor_pago emp_numero emp_data funcao natureza_despesa emp_cnpj_cpf".split()
        ),
        *(("despesa_extra_orcamentaria", item) for item in "valor codigo nomenclatura".split()),
        *(
            ("licitacao", item)
            for item in "numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao".split()
        ),
    }
    assert summary["nodes"]["visited"] <= 12
