"""Bar R12: one page under many addresses is visited once."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.portal_of_towns import portal_of_towns, run, table

SPELLINGS = (
    "lista?ano=2026&orgao=1", "lista?orgao=1&ano=2026", "lista?ano=2026&orgao=1#tabela", "lista?ano=2026&orgao=1#", "./lista?ano=2026&orgao=1",
    "../vila/lista?ano=2026&orgao=1", "lista;jsessionid=0A1B2C?ano=2026&orgao=1", "lista;jsessionid=9F8E7D?ano=2026&orgao=1",
    "LISTA/../lista?ano=2026&orgao=1", "lista?ano=2026&orgao=1&utm_source=portal", "lista?ano=2026&orgao=1&PHPSESSID=c0ffee",
)  # fmt: skip
LABELS = (
    "Despesas", "Despesas por órgão", "Despesas pagas", "Empenhos", "Pagamentos", "Consulta de despesas", "Despesa detalhada", "Gastos",
    "Execução da despesa", "Despesas do ano", "Empenhos emitidos",
)  # fmt: skip


def test_r12_a_page_is_visited_once_however_it_is_spelled(tmp_path: Path) -> None:
    with portal_of_towns() as served:
        catalogue = served.catalogue(tmp_path / "towns.csv", ["vila"])
        links = "".join(f"<li><a href='{to}'>{label}</a></li>" for to, label in zip(SPELLINGS, LABELS, strict=True))

        def forward(asked: BaseHTTPRequestHandler) -> None:
            asked.send_response(302)
            asked.send_header("Location", "/vila/lista?ano=2026&orgao=1")
            asked.send_header("Content-Length", "0")
            asked.end_headers()

        served.pages["/vila/"] = (
            f"<!doctype html><title>Portal da Transparência</title><h1>Portal da Transparência</h1><ul>{links}"
            "<li><a href=ir>Despesas (atalho)</a></li></ul>"
        )
        served.pages |= {
            f"/vila/{name}": table("despesas")
            for name in ("lista", "lista;jsessionid=0A1B2C", "lista;jsessionid=9F8E7D", "LISTA/../lista")
        }
        served.pages["/vila/ir"] = forward
        root = tmp_path / "audits"
        done = run("audit", "vila", "--catalogo", str(catalogue), "--saida", str(root), "--model", "off",
                   "-s", f"EGRESS_ALLOWED=127.0.0.1:{served.port}", "-s", "REPORT_ENABLED=False")  # fmt: skip
        hits = {path: n for path, n in served.hits.items() if "lista" in path.lower()}
    (folder,) = root.glob("pb/vila/*/pages.jsonl")
    pages = [json.loads(line) for line in folder.read_text().splitlines()]
    assert sum("lista" in page["final_url"] for page in pages) <= 2, [page["url"] for page in pages]
    assert sum(hits.values()) <= 2, (hits, done.stdout)  # the page itself, and the redirect that leads there
