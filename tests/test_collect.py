"""From an audit to open data: ``collect`` and ``wrapper``, as their users run them."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import frictionless
import portal_of_rows
import pytest
from audited import TOWN, audit, served
from scrapy_command import scrapy

ROOT = Path(__file__).parent.parent


def run(folder: Path, url: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A command about the town of the tests."""
    where = (f"AUDITS_DIR={folder}/audits", f"WRAPPERS_DIR={folder}/wrappers")
    return scrapy(*words, TOWN, "--url", url, *(part for setting in where for part in ("-s", setting)))


def test_from_an_audit_to_open_data(tmp_path: Path) -> None:
    """Files, description, people, what is told; wrappers shown, checked and learned; a portal that changes and one that is down."""
    with served(portal_of_rows.portal) as url:
        audit(url, tmp_path / "audits")
        asked = ("--criterio", "licitacao", "--criterio", "quadro_pessoal")
        ran = run(tmp_path, url, "collect", *asked, "--saida", str(tmp_path / "dados"))
        assert ran.returncode == 0, ran.stderr
        assert re.search(r"Licitação +23 +3 +0 +23 +✔ sim +0", ran.stdout) and "comece por README.md" in ran.stdout
        (where,) = (tmp_path / "dados").glob("*/*")
        assert frictionless.validate(str(where / "datapackage.json")).valid
        bids = duckdb.read_parquet(str(where / "licitacao" / "*.parquet"))
        assert bids.aggregate("count(*), sum(valor), min(data_publicacao_licitacao)::varchar").fetchall() == [(
            23, sum((Decimal(portal_of_rows.bid(n)[4].replace(".", "").replace(",", ".")) for n in range(1, 24)), Decimal(0)), "2026-02-02",
        )]  # fmt: skip
        first = next(csv.DictReader((where / "licitacao" / "2026.csv").open(encoding="utf-8-sig"), delimiter=";"))
        assert (first["numero_licitacao"], first["valor"], first["Lote"]) == ("001/2026", "1250,50", "L-1")
        assert len(json.loads((where / "licitacao" / "2026.ocds.json").read_text("utf-8"))["releases"]) == 23
        assert [path.name for path in where.glob("quadro_pessoal*")] == ["quadro_pessoal-somas"]
        everything = b"".join(path.read_bytes() for path in where.rglob("*.*") if path.suffix != ".parquet")
        assert b"Maria Aroeira" not in everything and b"529.982" not in everything and b"982.247" not in everything

        for name in ("rows.md", "rows.pt.md"):
            (script,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / name).read_text("utf-8"), re.S)
            assert len(script.splitlines()) <= 10
            subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
            assert (tmp_path / "licitacoes.png").read_bytes().startswith(b"\x89PNG")
            (tmp_path / "licitacoes.png").unlink()

        ran = run(
            tmp_path, url, "collect", "--criterio", "quadro_pessoal", "--pessoas", "--saida", str(tmp_path / "dados")
        )
        names = duckdb.read_parquet(str(where / "quadro_pessoal" / "*.parquet")).project("nome, cpf").fetchall()
        assert ran.returncode == 0 and ("Maria Aroeira 1", "***.982.247-**") in names and len(names) == 12

        feed = (
            "crawl",
            "rows",
            "-a",
            f"municipio={TOWN}",
            "-a",
            f"url={url}",
            "-L",
            "ERROR",
            "-O",
            str(tmp_path / "x.parquet"),
        )
        folders = ("-s", f"AUDITS_DIR={tmp_path}/audits", "-s", f"WRAPPERS_DIR={tmp_path}/wrappers")
        ran = scrapy(*feed, "-a", "criterio=licitacao,quadro_pessoal", *folders)
        assert ran.returncode == 2 and "tem as colunas de um critério só" in ran.stderr
        ran = scrapy(*feed, "-a", "criterio=licitacao", *folders)
        assert ran.returncode == 0 and duckdb.read_parquet(str(tmp_path / "x.parquet")).shape[0] == 23

        ran = run(tmp_path, url, "wrapper", "show")
        assert ran.returncode == 0 and re.search(r"Valor estimado +Valor +valor", ran.stdout)
        assert "viram-se pelos números" in ran.stdout
        # the first page and the portal's own count are as they were: no other page was asked for again
        assert "Última colheita: 23 linhas em 1 página" in ran.stdout
        ran = run(tmp_path, url, "wrapper", "check")
        assert ran.returncode == 0 and ran.stdout.count("✔ sim") == 2, ran.stdout + ran.stderr
        portal_of_rows.RENAMED.append(True)
        try:
            ran = run(tmp_path, url, "wrapper", "check", "--criterio", "licitacao")
        finally:
            portal_of_rows.RENAMED.clear()
        assert ran.returncode == 1 and "a coluna “Modalidade” não está mais na lista" in ran.stdout
        assert "wrapper learn" in ran.stdout

        (file,) = (tmp_path / "wrappers").glob("*/*/licitacao.json")
        file.write_text(file.read_text("utf-8").replace("Valor estimado", "Valor"), "utf-8")
        ran = run(tmp_path, url, "wrapper", "learn")
        assert ran.returncode == 0 and "Licitação: entraram Valor estimado; saíram Valor" in ran.stdout
        assert "Receita Orçamentária: A auditoria de Vila Pequena não viu lista" in ran.stdout

    (tmp_path / "file").write_text("", "utf-8")
    ran = run(tmp_path, url, "collect", "--criterio", "licitacao", "--saida", str(tmp_path / "file" / "dados"))
    assert ran.returncode == 2 and "file/dados não pode ser escrita" in ran.stderr

    before = {path: path.read_bytes() for path in where.rglob("*.parquet")}
    ran = run(tmp_path, url, "collect", "--criterio", "licitacao", "--saida", str(tmp_path / "dados"))
    told = [line for line in ran.stderr.strip().splitlines() if not line.startswith("Estimativa: ")]
    assert ran.returncode == 1 and len(told) <= 2 and "Erro: vila-pequena, licitacao:" in ran.stderr
    assert {path: path.read_bytes() for path in where.rglob("*.parquet")} == before
    assert run(tmp_path, url, "wrapper", "check", "--criterio", "licitacao").returncode == 1

    file.write_text(file.read_text("utf-8").replace('"valor"', '"preço"'), "utf-8")
    for words in (("collect", "--criterio", "licitacao"), ("wrapper", "show"), ("wrapper", "check")):
        ran = run(tmp_path, url, *words)
        assert ran.returncode == 2 and "o wrapper não pode ser usado (item desconhecido: preço)" in ran.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["collect", "--criterio", "obras"], "Critério desconhecido: “obras”"), (["collect"], "Falta dizer o critério"),
        (["collect", "--criterio", "licitacao"], "Não há auditoria de Vila Pequena"), (["collect", "--criterio", "todos"], "Não há auditoria de Vila Pequena"),
        (["collect", "--criterio", "licitacao", "--paginas", "0"], "Valor inválido para paginas"),
        (["wrapper", "show"], "Não há wrapper de Vila Pequena"), (["wrapper", "check"], "Não há wrapper de Vila Pequena"),
        (["wrapper", "learn"], "Não há auditoria de Vila Pequena"), (["wrapper", "forget"], "Diga o que fazer"),
        (["wrapper", "show", "--criterio", "obras"], "obras"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(tmp_path: Path, words: list[str], told: str) -> None:
    ran = run(tmp_path, "http://127.0.0.1:9/", *words)
    assert ran.returncode == 2 and told in ran.stderr and len(ran.stderr.strip().splitlines()) <= 2
