"""End to end on a site made here whose every address holds a year, with files in closed panels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from audited import Audited, audit_each
from flask import Flask, Response, redirect, request, session

PAYROLL = "Nome;Cargo;Vínculo;Salário\nAna Lima;Médica;Efetivo;4.000,00\nBia Reis;Professora;Comissionado;3.000,00\n"
FIELDS = [
    *(("Empenho", "00012/2026"), ("Emissão", "04/01/2026"), ("Credor", "Acme Ltda"), ("CNPJ", "11.222.333/0001-81")),
    *(("Função", "10 - Saúde"), ("Programa", "1012 - Saúde da Família"), ("Contrato", "")),
]


def by_year(app: Flask) -> None:
    """A bar of years on every page, queries that ask for a month, and the year is a part of the address."""

    def page(year: int, place: str, text: str) -> str:
        years = " ".join(f"<a href=/{y}/{place}>{y}</a>" if y != year else f"<b>{y}</b>" for y in (2026, 2025, 2024))
        menu = "".join(
            f"<a href=/{year}/{at}>{name}</a> "
            for at, name in (("gastos", "Despesas"), ("folha", "Pessoal"), ("sobre", "O município"))
        )
        return f"<title>Contas de Vila Clara</title><p>Exercício: {years}</p><div>{menu}</div><div>{text}</div>"

    def query(title: str, empty: bool, table: str) -> str:
        months = "".join(f"<option value={n}>{m}</option>" for n, m in enumerate(("Todos", "Janeiro", "Fevereiro")))
        form = f"<form><label>Mês <select name=mes>{months}</select></label><input type=submit value=Filtrar></form>"
        found = "<p>Nenhum registro encontrado.</p>" if empty else table
        return f"<h2>{title}</h2>{form}{found if 'mes' in request.args else ''}"

    def spending(year: int) -> str:
        links = f"<a href=/{year}/empenhos>Empenhos</a> <a href=/{year}/extras>Despesas extraorçamentárias</a>"
        return page(year, "gastos", f"<h2>Despesas</h2>{links}")

    def commitments(year: int) -> str:
        rows = "".join(
            f"<tr><td>{n}</td><td>Acme {n} Ltda</td><td>{n}0,00</td><td><a href=/{year}/empenho/{n}>Ver</a></td></tr>"
            for n in range(1, 5)
        )
        head = "<tr><th>Nº empenho</th><th>Credor</th><th>Empenhado</th><th></th></tr>"
        return page(year, "empenhos", query("Empenhos", False, f"<table>{head}{rows}</table>"))

    def commitment(year: int, number: int) -> str:
        cells = [f"<td><b>{label}:</b> {value}</td>" for label, value in FIELDS]
        rows = "".join(f"<tr>{''.join(cells[n : n + 2])}</tr>" for n in range(0, len(cells), 2))
        return page(year, "empenhos", f"<h2>Empenho</h2><table><tr><td colspan=2>Dados</td></tr>{rows}</table>")

    def extras(year: int) -> str:
        rows = (
            "<tr><td>2188</td><td>Consignações</td><td>90,00</td></tr><tr><td>2189</td><td>INSS</td><td>8,00</td></tr>"
        )
        table = f"<table><tr><th>Conta</th><th>Título da conta</th><th>Valor</th></tr>{rows}</table>"
        return page(year, "extras", query("Despesas extraorçamentárias", year == 2026, table))

    def staff(year: int) -> str:
        files = "".join(
            f"<div><a href=/a/folha-{m}.csv>Folha de pagamento - {m}</a> <a href=/a/folha-{m}.csv>Baixar CSV</a></div>"
            for m in ("Janeiro", "Fevereiro")
        )
        opener = "<button type=button aria-expanded=false aria-controls=p>Planilhas</button>"
        return page(year, "folha", f"<h2>Folha de pagamento</h2>{opener}<div id=p hidden>{files}</div>")

    app.add_url_rule("/", "home", lambda: page(2026, "", "<p>Bem-vindo.</p>"))
    app.add_url_rule("/<int:year>/", "of_year", lambda year: page(year, "", "<p>Bem-vindo.</p>"))
    app.add_url_rule("/<int:year>/gastos", "spending", spending)
    app.add_url_rule("/<int:year>/empenhos", "commitments", commitments)
    app.add_url_rule("/<int:year>/empenho/<int:number>", "commitment", commitment)
    app.add_url_rule("/<int:year>/extras", "extras", extras)
    app.add_url_rule("/<int:year>/folha", "staff", staff)
    app.add_url_rule("/<int:year>/sobre", "about", lambda year: page(year, "sobre", "<p>Fundado em 1900.</p>"))
    app.add_url_rule("/a/<name>", "file", lambda name: Response(PAYROLL, mimetype="text/csv"))


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Of these portals, by name."""
    return audit_each(
        {"year": by_year, "session": by_session, "folder": by_folder},
        tmp_path_factory.mktemp("sites"),
    )


def test_a_year_in_every_address(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["year"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(
            ("despesa_orcamentaria", item)
            for item in "emp_numero emp_data nome emp_valor emp_cnpj_cpf funcao programa".split()
        ),
        *(("despesa_extra_orcamentaria", item) for item in "codigo nomenclatura valor".split()),
        *(("quadro_pessoal", item) for item in "nome cargo tipo_cargo salario_cargo".split()),
    }
    # the query of one other year; of no page that has data, that is of a record, or that is about nothing asked
    asked = [verdict for verdict in verdicts.values() if "2024" in verdict.get("url", "")]
    assert not asked
    assert summary["nodes"]["visited"] <= 17  # three records: the contract is blank in each


def by_session(app: Flask) -> None:
    """A first screen asks for the year and the body, which the session keeps: no view behind it asks again."""
    app.secret_key = "a"
    menu = "<nav><a href=/empenhos>Empenhos</a> <a href=/licitacoes>Licitações</a> <a href=/trocar>Sair</a></nav>"

    def gate() -> str | Response:
        if request.method == "POST":
            session.update(year=request.form["ano"], body=request.form["ente"])
            return redirect("/inicio")  # type: ignore[return-value]
        years = "".join(f"<option>{year}</option>" for year in (2026, 2025, 2024))
        bodies = "".join(f"<option>{body}</option>" for body in ("", "Câmara Municipal", "Prefeitura Municipal"))
        fields = f"<label>Exercício <select name=ano>{years}</select></label> <label>Entidade <select name=ente required>{bodies}</select></label>"
        return f"<h1>Portal da Transparência</h1><form method=post action=/>{fields} <button>Acessar</button></form>"

    def view(title: str, years: tuple[str, ...], head: str, row: str) -> Callable[[], str | Response]:
        def shown() -> str | Response:
            if "year" not in session:
                return redirect("/")  # type: ignore[return-value]
            has = session["year"] in years and session["body"].startswith("Prefeitura")
            rows = (
                "".join(row.format(n=n) for n in range(1, 6)) if has else "<tr><td colspan=9>Não há dados para exibir"
            )
            table = f"<table><tr>{head}</tr>{rows}</table>" if head else "<p>Escolha uma opção.</p>"
            return f"{menu}<p>Exercício {session['year']}</p><h2>{title}</h2>{table}"

        return shown

    spent = "<th>Empenho<th>Credor<th>Valor empenhado", "<tr><td>{n}/26<td>Loja {n} Ltda<td>{n}.500,00"
    bids = "<th>Nº da licitação<th>Modalidade<th>Objeto", "<tr><td>0{n}/25<td>Pregão<td>Merenda {n}"
    app.add_url_rule("/", "gate", gate, methods=["GET", "POST"])
    app.add_url_rule("/trocar", "again", lambda: redirect("/"))
    app.add_url_rule("/inicio", "start", view("Bem-vindo", (), "", ""))
    app.add_url_rule("/empenhos", "spent", view("Empenhos", ("2026", "2025"), *spent))
    app.add_url_rule("/licitacoes", "bids", view("Licitações", ("2025", "2024"), *bids))


@pytest.mark.soak
def test_a_year_that_the_session_keeps(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["session"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in ("emp_numero", "nome", "emp_valor")),
        *(("licitacao", item) for item in ("numero_licitacao", "modalidade_licitacao", "pregao", "objeto_licitacao")),
    }
    assert summary["nodes"]["visited"] <= 14


MONTHS = "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split()


def by_folder(app: Flask) -> None:
    """Folders of folders: a list, its years, their months, laid out in a table, four in a row; of one list this year has none."""
    lists = {
        "empenhos": ("Empenhos do mês", "<th>Empenho<th>Credor<th>Valor empenhado", "<td>{n}/26<td>Loja {n} Ltda<td>{n}.500,00"),
        "receita": ("Receita arrecadada", "<th>Código<th>Descrição da receita<th>Arrecadado", "<td>1.1.1.2.50.0{n}<td>Imposto {n}<td>{n}.100,00"),
        "folha": ("Relação de servidores", "<th>Nome<th>Cargo<th>Salário", "<td>Ana Lima<td>Médica<td>{n}.900,00"),
    }  # fmt: skip

    def folders(title: str, entries: list[tuple[str, str]]) -> str:
        rows = (entries[n : n + 4] for n in range(0, len(entries), 4))
        cells = ("".join(f"<td><a href={at}>{name}</a></td>" for name, at in row) for row in rows)
        table = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<h1>{title}</h1><table>{table}</table>" if entries else f"<h1>{title}</h1><p>Nenhum registro.</p>"

    def years(name: str) -> str:
        return folders(lists[name][0], [(str(y), f"/{name}/{y}/") for y in range(2026, 2018, -1)])

    def months(name: str, year: int) -> str:
        held = [] if (name, year) == ("receita", 2026) else MONTHS[: 9 if year == 2026 else 12]
        return folders(
            f"{lists[name][0]} - {year}", [(m, f"/{name}/{year}/{n:02d}.html") for n, m in enumerate(held, 1)]
        )

    def month(name: str, year: int, number: str) -> str:
        title, head, row = lists[name]
        rows = "".join(f"<tr>{row.format(n=n)}" for n in range(1, 6))
        return f"<h1>{title} - {MONTHS[int(number) - 1]}/{year}</h1><table><tr>{head}</tr>{rows}</table>"

    entries = "".join(f"<li><a href=/{name}/>{title}</a>" for name, (title, *_) in lists.items())
    app.add_url_rule("/", "home", lambda: f"<h1>Contas públicas</h1><ul>{entries}</ul>")
    app.add_url_rule("/<any(empenhos, receita, folha):name>/", "years", years)
    app.add_url_rule("/<any(empenhos, receita, folha):name>/<int:year>/", "months", months)
    app.add_url_rule("/<any(empenhos, receita, folha):name>/<int:year>/<number>.html", "month", month)


def test_a_month_in_a_year_in_a_list(audits: dict[str, Audited]) -> None:
    verdicts, summary = audits["folder"]
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in ("emp_numero", "nome", "emp_valor")),
        *(("receita_orcamentaria", item) for item in ("origem", "arrecadacao")),
        *(("quadro_pessoal", item) for item in ("nome", "cargo", "salario_cargo")),
    }
    # home, three lists, a year and a month of each, another year of the one that has none for this; some slack for what
    # is asked while another year's page is still open
    assert summary["nodes"]["visited"] <= 16
