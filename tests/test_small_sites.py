"""End to end on small sites of one kind each, made here: what a portal may do that no family does."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, redirect, request
from werkzeug.serving import make_server

ROOT = Path(__file__).parent.parent
PAYROLL = "Matrícula;Nome do Servidor;Cargo;Remuneração Bruta\n" + "".join(
    f"{n};Servidor Fictício {n};Agente;{n}.234,56\n" for n in range(1, 9)
)


@contextmanager
def served(make: Callable[[Flask], None]) -> Iterator[str]:
    app = Flask(__name__)
    make(app)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}/"
    finally:
        server.shutdown()
        thread.join(5)


def audit(url: str, folder: Path, *options: str) -> tuple[dict[tuple[str, str], dict[str, Any]], dict[str, Any]]:
    """(verdicts by criterion and item, audit.json) of a run over one site."""
    command = [sys.executable, "-m", "scrapy", "crawl", "portal", "-a", "municipio=Vila Pequena", "-a", f"url={url}"]
    command += ["-a", "model=off", "-s", f"AUDITS_DIR={folder}", "-L", "ERROR", *options]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=180, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    (whole,) = (path.parent for path in folder.rglob("audit.json"))
    lines = [json.loads(line) for line in (whole / "verdicts.jsonl").read_text("utf-8").splitlines()]
    return {(v["criterion"], v["item"]): v for v in lines}, json.loads((whole / "audit.json").read_text("utf-8"))


def payroll_files(app: Flask) -> None:
    """Files behind a redirection, without an extension, under a type that is not theirs."""
    home = "<h1>Transparência</h1><ul><li><a href='/baixar?id=1'>Folha de Pagamento - Outubro 2026</a></li></ul>"
    app.add_url_rule("/", "home", lambda: home)
    app.add_url_rule("/baixar", "download", lambda: redirect("/arquivos/9f3"))
    app.add_url_rule(
        "/arquivos/9f3", "file", lambda: Response(PAYROLL.encode("latin-1"), mimetype="application/octet-stream")
    )


def test_a_file_behind_a_redirection(tmp_path: Path) -> None:
    with served(payroll_files) as url:
        verdicts, _ = audit(url, tmp_path)
    for item in ("nome", "cargo", "salario_cargo"):
        verdict = verdicts["quadro_pessoal", item]
        assert verdict["status"] == "published", verdict["reason"]
        assert verdict["evidence"].endswith(".jpg")
        assert verdict["url"].endswith("/arquivos/9f3")


def plain_pages(app: Flask) -> None:
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


@pytest.mark.parametrize("plain", ["True", "False"])
def test_pages_that_need_no_browser(tmp_path: Path, plain: str) -> None:
    with served(plain_pages) as url:
        verdicts, summary = audit(url, tmp_path, "-s", f"PLAIN_HTTP_ENABLED={plain}", "-a", "strategy=bfs")
    for item in ("previsao", "arrecadacao"):
        verdict = verdicts["receita_orcamentaria", item]
        assert verdict["status"] == "published", verdict["reason"]
        assert verdict["evidence"].endswith(".jpg")  # what proves something was seen in the browser
    assert bool((summary["plain_http"] or {}).get("pages")) is (plain == "True")


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


def test_nothing_is_sent_that_asks_who_is_asking(tmp_path: Path) -> None:
    with served(request_form) as url:
        verdicts, _ = audit(url, tmp_path)
    assert asked == []
    assert "published" not in {v["status"] for v in verdicts.values()}


COMPONENTS = r"""<!DOCTYPE html><html lang=pt-BR><title>Contas</title><body><script>
const tag = (name, mode, style, draw) => customElements.define(name, class extends HTMLElement {
  constructor() { super(); this.root = this.attachShadow({mode}); }
  connectedCallback() { this.draw(); }
  draw() { this.root.innerHTML = `<style>${style}</style>` + draw(this); this.ready?.(); }
});
const after = (name, ready) => { customElements.get(name).prototype.ready = ready; };
tag("ct-entrada", "open", ":host{display:block;cursor:pointer}", () => "<span><slot></slot></span>");
tag("ct-gaveta", "open", ":host{display:block} section{display:none} section.aberta{display:block} b{cursor:pointer}",
  (el) => `<b>${el.getAttribute("nome")}</b><section><slot></slot></section>`);
after("ct-gaveta", function () {
  const [name, entries] = [this.root.querySelector("b"), this.root.querySelector("section")];
  name.addEventListener("click", () => entries.classList.toggle("aberta"));
});
tag("ct-celula", "open", ":host{display:table-cell;padding:4px}", () => "<slot></slot>");
tag("ct-linha", "open", ":host{display:table-row}", () => "<slot></slot>");
tag("ct-lista", "closed", "div{display:table}", () => "<div><slot name=cab></slot><slot></slot></div>");
tag("ct-campo", "open", ":host{display:block;width:45%;float:left} span{font-size:11px;display:block}",
  (el) => `<span>${el.getAttribute("rotulo")}</span><div><slot></slot></div>`);
tag("ct-botao", "open", "", (el) => `<button type=button><slot></slot></button>`);
tag("ct-escolha", "open", "label{font-size:12px}", (el) => `<label>${el.getAttribute("rotulo")}</label><div><slot></slot></div>`);
const NOTAS = [...Array(9)].map((_, n) => [`2026NE${100 + n}`, `0${n + 1}/03/2026`, `Fornecedor Fictício ${n} Ltda`, `R$ ${n + 1}.250,00`]);
const linha = (cells, cab) => `<ct-linha ${cab ? "slot=cab" : ""}>${cells.map((c) => `<ct-celula>${c}</ct-celula>`).join("")}</ct-linha>`;
const VIEWS = {
  empenhos: () => `<h2>Empenhos</h2><ct-escolha rotulo="Exercício"><select><option value="">Escolha<option>2025<option>2026</select></ct-escolha>
    <ct-botao id=ver>Pesquisar</ct-botao><div id=saida></div>`,
  pessoal: () => `<h2>Servidores</h2><ct-lista>${linha(["Matrícula", "Nome", "Cargo", "Salário base"], true)}
    ${[...Array(7)].map((_, n) => linha([`${900 + n}`, `Pessoa Fictícia ${n}`, "Agente", `R$ 2.${n}00,00`])).join("")}</ct-lista>`,
};
tag("ct-portal", "open", "", () => `<header><h1>Portal da Transparência</h1></header><nav>
  <ct-gaveta nome="Despesas"><ct-entrada data-v=empenhos>Empenhos emitidos</ct-entrada><ct-entrada data-v=diarias>Diárias</ct-entrada></ct-gaveta>
  <ct-gaveta nome="Pessoas"><ct-entrada data-v=pessoal>Quem trabalha aqui</ct-entrada></ct-gaveta></nav><main></main>`);
after("ct-portal", function () {
  const main = this.root.querySelector("main");
  this.root.querySelector("nav").addEventListener("click", (event) => {
    const view = event.target.closest("ct-entrada")?.dataset.v;
    if (!view) return;
    main.innerHTML = VIEWS[view]?.() ?? "<h2>Diárias</h2><p>Nenhum registro.</p>";
    main.querySelector("#ver")?.addEventListener("click", () => {
      const ano = main.querySelector("select").value;
      const saida = main.querySelector("#saida");
      if (ano !== "2026") { saida.innerHTML = "<p>Nenhum registro encontrado.</p>"; return; }
      saida.innerHTML = `<ct-lista>${linha(["Nota de empenho", "Data de emissão", "Favorecido", "Valor empenhado"], true)}
        ${NOTAS.map((n) => linha(n)).join("")}</ct-lista><div id=ficha></div>`;
      for (const row of saida.querySelectorAll("ct-linha:not([slot])")) {
        row.style.cursor = "pointer";
        row.addEventListener("click", () => { saida.querySelector("#ficha").innerHTML = `<h3>Detalhes do empenho</h3><div>
          <ct-campo rotulo="Função">10 - Saúde</ct-campo><ct-campo rotulo="Subfunção">301 - Atenção básica</ct-campo><ct-campo rotulo="Programa">2001 - Gestão</ct-campo>
          <ct-campo rotulo="Elemento de despesa">30 - Material de consumo</ct-campo><ct-campo rotulo="Valor pago">R$ 950,00</ct-campo></div>`; });
      }
    });
  });
});
document.body.append(document.createElement("ct-portal"));
</script>"""


def components(app: Flask) -> None:
    """Components inside components, without roles or native tables; one kind hides its tree."""
    app.add_url_rule("/", "home", lambda: COMPONENTS)


def test_components_inside_components(tmp_path: Path) -> None:
    with served(components) as url:
        verdicts, summary = audit(url, tmp_path)
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
