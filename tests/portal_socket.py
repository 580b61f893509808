"""A portal whose views live on the server and come over a socket, as Phoenix LiveView and Blazor Server make them: the page itself holds
the menu; what is clicked or chosen before the socket has joined is lost, and each answer takes its time. ``PUBLISHED`` is its key."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWERS_AFTER = 0.45
"""Seconds: longer than a page has to be still to be read."""
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Of the handshake (RFC 6455, 1.3)."""
VIEWS = {
    "despesas": ("Despesas empenhadas", ["Empenho", "Emissão", "Favorecido", "Empenhado (R$)", "Pago (R$)"]),
    "receitas": ("Receitas arrecadadas", ["Natureza da receita", "Previsto (R$)", "Arrecadado (R$)"]),
    "pessoal": ("Servidores", ["Nome", "Cargo", "Remuneração bruta (R$)"]),
    "contratos": ("Contratos", ["Contrato", "Contratado", "Vigência", "Valor (R$)"]),
}
PUBLISHED = {
    *(("despesa_orcamentaria", i) for i in "emp_numero emp_data nome emp_valor valor_pago emp_cnpj_cpf funcao".split()),
    *(("receita_orcamentaria", i) for i in "origem previsao arrecadacao".split()),
    *(("quadro_pessoal", i) for i in "nome cargo salario_cargo".split()),
}


def rows_of(view: str, year: str) -> list[list[str]]:
    """Of the newest year there are no expenses yet."""
    days = range(1, 8)
    if view == "despesas":
        return [
            [f"{n:04}/{year}", f"0{n}/03/{year}", f"Fornecedor Fictício {n}", f"{n}.500,00", f"{n}.400,00"]
            for n in days
            if year < "2026"
        ]
    if view == "receitas":
        return [[f"Imposto fictício {n}", f"{n}0.000,00", f"{n}.312,40"] for n in days]
    if view == "pessoal":
        return [[f"Pessoa Fictícia {n}", "Agente administrativo", f"{n}.234,56"] for n in days]
    return [[f"{n}/{year}", f"Empresa Fictícia {n}", f"31/12/{year}", f"{n}.000,00"] for n in days]


def render(state: dict[str, Any]) -> str:
    view, year = state.get("view", ""), state.get("ano", "2026")
    if not view:
        return "<p>Bem-vindo. Escolha um assunto no menu.</p>"
    title, heads = VIEWS[view]
    years = "".join(f"<option{' selected' if y == year else ''}>{y}</option>" for y in ("2026", "2025", "2024"))
    rows = rows_of(view, year)
    body = "".join(
        f"<tr lv-click=abre lv-value={n}>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
        for n, row in enumerate(rows)
    )
    drawer = ""
    if view == "despesas" and "abre" in state and rows:
        told = {"Favorecido": rows[state["abre"]][2], "CNPJ": "12.345.678/0001-95", "Função": "10 - Saúde"}
        drawer = (
            "<aside><h3>Empenho</h3><dl>"
            + "".join(f"<dt>{k}</dt><dd>{v}</dd>" for k, v in told.items())
            + "</dl></aside>"
        )
    empty = "" if rows else "<p>Nenhum registro encontrado.</p>"
    heading = "".join(f"<th>{head}</th>" for head in heads)
    return (
        f"<h2>{title}</h2><form lv-change=filtra><label>Exercício <select name=ano>{years}</select></label></form>"
        f"<table><thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>{empty}{drawer}"
    )


PAGE = (
    "<!doctype html><html lang=pt-BR><head><meta charset=utf-8><title>Portal da Transparência</title><style>[lv-click]{cursor:pointer}</style>"
    "</head><body><h1>Prefeitura de Vila Pequena</h1><nav><ul>"
    + "".join(f"<li><span lv-click=vai lv-value={key}>{title}</span></li>" for key, (title, _) in VIEWS.items())
    + "</ul></nav><main id=v>"
    + render({})
    + """</main><script>
const live = new WebSocket("ws://" + location.host + "/live");
let joined = false;
live.onopen = () => live.send(JSON.stringify({event: "join"}));
live.onmessage = ({data}) => { joined = true; document.getElementById("v").innerHTML = data; };
const push = (event, value) => { if (joined) live.send(JSON.stringify({event, value})); };
addEventListener("click", ({target}) => {
  const el = target.closest("[lv-click]");
  if (el) push(el.getAttribute("lv-click"), el.getAttribute("lv-value"));
});
addEventListener("change", ({target}) => { if (target.closest("[lv-change]")) push("filtra", target.value); });
</script></body></html>"""
)


def shake_hands(handler: BaseHTTPRequestHandler) -> None:
    """Open the socket that is asked for."""
    accepted = hashlib.sha1((handler.headers["Sec-WebSocket-Key"] + GUID).encode(), usedforsecurity=False).digest()
    handler.send_response(101)
    handler.send_header("Upgrade", "websocket")
    handler.send_header("Connection", "Upgrade")
    handler.send_header("Sec-WebSocket-Accept", base64.b64encode(accepted).decode())
    handler.end_headers()
    handler.close_connection = True


def frame(handler: BaseHTTPRequestHandler) -> str | None:
    """What one short frame says; None for the end."""
    head = handler.rfile.read(2)
    if len(head) < 2 or head[0] & 15 not in (1, 2):
        return None
    mask = handler.rfile.read(4)
    return bytes(byte ^ mask[n % 4] for n, byte in enumerate(handler.rfile.read(head[1] & 127))).decode()


class Portal(BaseHTTPRequestHandler):
    """The page, and the socket of its views."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is told of requests."""

    def do_GET(self) -> None:
        if self.path == "/live":
            self.live()
            return
        body = PAGE.encode() if self.path == "/" else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def live(self) -> None:
        shake_hands(self)
        state: dict[str, Any] = {}
        while (text := frame(self)) is not None:
            told = json.loads(text)
            time.sleep(ANSWERS_AFTER)
            match told["event"]:
                case "vai":
                    state = {"view": told["value"]}
                case "filtra":
                    state = {"view": state["view"], "ano": told["value"]}
                case "abre":
                    state["abre"] = int(told["value"])
            answer = render(state).encode()
            head = bytes([0x81, 126]) + len(answer).to_bytes(2) if len(answer) > 125 else bytes([0x81, len(answer)])
            with suppress(ConnectionError):  # nobody waits for it any more
                self.wfile.write(head + answer)
                self.wfile.flush()


@contextmanager
def served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Portal)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
