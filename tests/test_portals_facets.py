"""End to end on a site made here whose lists are narrowed by a side bar, with an empty year ticked first."""

from __future__ import annotations

from pathlib import Path

from audited import audit, served
from flask import Flask, request

FIELDS = {
    "folha": (("Servidor", "Maria Reis"), ("Cargo", "Agente"), ("Tipo de vínculo", "Efetivo"), ("Remuneração", "9,00")),
    "extras": (("Código", "2.1.8"), ("Nomenclatura", "Consignação"), ("Valor", "R$ 900,00")),
}
SHOWN = {"folha": 2, "extras": 3}
"""How many of the fields stand on the card already."""
NAMES = {"folha": "Folha de pagamento", "extras": "Despesas extraorçamentárias"}
YEARS = {"2026": 0, "2025": 31, "2024": 29}


def side_bar(app: Flask) -> None:
    """Check boxes that are applied by a button, or links with their counts; cards with a page of their own each."""

    def page(place: str, text: str) -> str:
        menu = "".join(f"<li><a href=/{key}>{name}</a></li>" for key, name in NAMES.items())
        return f"<title>Contas de Vila Clara</title><header><ul>{menu}</ul></header><h1>{place}</h1>{text}"

    def listing(key: str) -> str:
        years = request.args.getlist("ano[]") or ([] if "aplicado" in request.args else ["2026"])
        total = sum(count for year, count in YEARS.items() if year in years)
        if key == "folha":  # nothing but the form holds the boxes of one list together
            boxes = "".join(
                f"<label><input type=checkbox name=ano[] value={year} {'checked' if year in years else ''}> {year} ({count})</label><br>"
                for year, count in YEARS.items()
            )
            bodies = "".join(
                f"<label><input type=checkbox name=lot[] value={n}> {name} ({total})</label><br>"
                for n, name in enumerate(("Gabinete", "Prefeitura Municipal", "Saúde"))
            )
            bar = f"<form><input type=hidden name=aplicado value=1><h4>Exercício</h4>{boxes}<h4>Órgão</h4>{bodies}<button>Aplicar filtros</button></form>"
        else:
            years_bar = "".join(f"<li><a href='?ano[]={y}'>{y} <span>{c}</span></a></li>" for y, c in YEARS.items())
            kinds = "".join(
                f"<li><a href='?ano[]={years[0]}&amp;tipo={kind}'>{kind}</a> <span>{total}</span></li>"
                for kind in ("Depósitos", "Consignações", "Cauções")
            )
            bar = f"<h4>Exercício</h4><ul>{years_bar}</ul><h4>Tipo</h4><ul>{kinds}</ul>"
        asked = "&amp;".join(f"ano[]={year}" for year in years)
        sorts = "".join(f"<a href='?{asked}&amp;ordem={n}'>{s}</a> " for n, s in enumerate(("A-Z", "Maior valor")))
        shown = FIELDS[key][: SHOWN[key]]
        words = "".join(f"<div><small>{label}</small><div>{value}</div></div>" for label, value in shown)
        cards = "".join(f"<div><div>{words}</div><a href=/{key}/{n}>Ver ficha</a></div>" for n in range(1, 7))
        pages = "".join(f"<a href='?{asked}&amp;pagina={n}'>{n}</a> " for n in (1, 2, 3))
        found = f"<p>{sorts}</p><div>{cards}<div>{pages}</div></div>" if total else "<p>Nenhum registro encontrado.</p>"
        return page(NAMES[key], f"<aside>{bar}</aside><main><p>{total} registros</p>{found}</main>")

    def record(key: str, number: int) -> str:
        fields = "".join(f"<div><small>{label}</small><div>{value}</div></div>" for label, value in FIELDS[key])
        return page(f"Ficha {number}", f"<section>{fields}</section>")

    app.add_url_rule("/", "home", lambda: page("Contas", "<p>Bem-vindo.</p>"))
    app.add_url_rule("/<any(folha, extras):key>", "listing", listing)
    app.add_url_rule("/<key>/<int:number>", "record", record)


def test_lists_narrowed_by_a_side_bar(tmp_path: Path) -> None:
    with served(side_bar) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {
        *(("quadro_pessoal", item) for item in ("nome", "cargo", "tipo_cargo", "salario_cargo")),
        *(("despesa_extra_orcamentaria", item) for item in ("codigo", "nomenclatura", "valor")),
    }
    steps = " ".join(step for verdict in verdicts.values() for step in verdict.get("steps", ()))
    assert "Exercício: “2025”" in steps
    assert "Órgão" not in steps
    assert summary["nodes"]["visited"] <= 8
