"""End to end on a site made here whose data are files of posts, under names that say little."""

from __future__ import annotations

from pathlib import Path

from audited import audit, served
from flask import Flask, Response, request


def sheet(heads: str, row: str) -> bytes:
    """A CSV of a few rows; ``#`` stands for the number of the row."""
    return "\n".join([heads, *(row.replace("#", str(n)) for n in range(1, 7))]).encode("latin-1")


FILES = {
    "1": sheet("Empenho;Data do Empenho;Credor;Valor Empenhado", "2026NE#;0#/01/2026;Empresa # Ltda;#.100,00"),
    "2": sheet("Código;Fonte de Recursos;Prevista;Arrecadada", "1.1.#;Fonte #;#.000,00;#00,00"),
    "3": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n",
    "4": sheet("Matrícula;Nome do Servidor;Cargo;Remuneração Bruta", "#;Servidor Fictício #;Agente;#.234,56"),
    "5": sheet("Contrato;Contratado;Vigência", "#/2026;Empresa # Ltda;31/12/2026"),
}
POSTS = {
    "gastos": ("Empenhos emitidos", [("Exercício 2026", ["janeiro", "fevereiro"], "1"), ("Exercício 2025", ["janeiro"], "1")]),
    "entradas": ("Receita arrecadada", [("2026", ["arquivo-01", "arquivo-02"], "2"), ("2025", ["arquivo-01"], "2")]),
    "folha": ("Folha de pagamento", [("Folha 2026", ["01", "02"], "3"), ("Folha 2025", ["12"], "4")]),
    "contratos": ("Contratos", [("Contratos 2026", ["unico"], "5")]),
}  # fmt: skip


def page(title: str, body: str) -> str:
    menu = "".join(f"<li><a href='/categoria/{slug}/'>{name}</a></li>" for slug, (name, _) in POSTS.items())
    return (
        f"<title>{title} - Município</title><div class=menu><ul><li><a href='/'>Início</a></li><li><a href='/lei/'>Leis</a></li></ul></div>"
        f"<h1>{title}</h1>{body}<aside><h2>Arquivos por assunto</h2><ul>{menu}</ul></aside>"
    )


def downloads(app: Flask) -> None:
    """Categories → a post per year → a card per file, whose button a script sends on to an address without a name."""

    def category(slug: str) -> str:
        name, years = POSTS[slug]
        cards = "".join(
            f"<div class=card><h3>{year}</h3><p>Atualizado em 10/02</p><a href='/post/{slug}/{n}/'>Leia mais</a></div>"
            for n, (year, _, _) in enumerate(years)
        )
        return page(name, cards)

    def post(slug: str, n: int) -> str:
        year, names, _ = POSTS[slug][1][n]
        address = f"/post/{slug}/{n}/?wpdmdl=7{n}"
        button = (
            f"<a class=btn href='#' onclick=\"location.href='{address}&amp;refresh=6f'; return false\">Download</a>"
        )
        if request.args.get("wpdmdl"):
            head = {"Content-Disposition": "attachment; filename=arquivo.bin"}
            return Response(FILES[POSTS[slug][1][n][2]], mimetype="application/octet-stream", headers=head)  # type: ignore[return-value]
        if slug == "entradas":
            button = f"<button data-downloadurl='{address}'>Baixar arquivo</button>"
        if slug == "folha":
            button = f"<a href='{address}'><img src=/i.png alt='Baixar'></a>"
        cards = "".join(f"<div class=file><div>{name}</div><small>4 KB</small>{button}</div>" for name in names)
        return page(year, f"<p>Número de arquivos: {len(names)}</p>{cards}")

    app.add_url_rule("/", "home", lambda: page("Transparência", "<p>Aqui se publica.</p>"))
    app.add_url_rule("/lei/", "law", lambda: page("Leis", "<p>Lei nº 1.</p>"))
    app.add_url_rule("/categoria/<slug>/", "category", category)
    app.add_url_rule("/post/<slug>/<int:n>/", "post", post)


def test_files_of_posts(tmp_path: Path) -> None:
    with served(downloads) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("despesa_orcamentaria", item) for item in ("emp_numero", "emp_data", "emp_valor", "nome")),
        *(("receita_orcamentaria", item) for item in ("previsao", "arrecadacao")),
        *(("quadro_pessoal", item) for item in ("nome", "cargo", "salario_cargo")),  # of the year before: this year's is a scan
    }  # fmt: skip
    assert summary["nodes"]["visited"] <= 17
