"""A portal whose lists turn their pages in several ways: its bids by links, its servants by a button that appends."""

from __future__ import annotations

from flask import Flask, request

BIDS, PER_PAGE = 23, 10
STAFF, AT_ONCE = 12, 5
POSTS = ("Professor", "Motorista", "Enfermeiro")
ASKED: list[int] = []
"""The pages of bids that were asked for."""
RENAMED: list[str] = []
"""What the column of the modality is called by now, if otherwise."""


def bid(number: int) -> list[str]:
    """The cells of a bid; the fourth and the fifth are equal."""
    number = 4 if number == 5 else number
    return [
        f"{number:03d}/2026",
        "Pregão eletrônico" if number % 2 else "Dispensa",
        f"Aquisição de material {number}",
        f"{number % 28 + 1:02d}/02/2026",
        f"{number}.250,50",
        f"L-{number}",
    ]


def servant(number: int) -> list[str]:
    """The cells of a servant."""
    return [
        f"Maria Aroeira {number}",
        f"529.982.247-{number:02d}",
        POSTS[number % 3],
        "Secretaria de Educação",
        f"{number}.000,10",
    ]


def _table(labels: list[str], rows: list[list[str]], name: str = "t") -> str:
    head = "".join(f"<th>{label}</th>" for label in labels)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table id={name}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _page(title: str, body: str) -> str:
    menu = "<nav><a href='/licitacoes'>Licitações</a> <a href='/servidores'>Folha de pagamento dos servidores</a></nav>"
    return f"<!DOCTYPE html><html lang='pt-BR'><title>{title}</title>{menu}<h1>{title}</h1>{body}</html>"


def portal(app: Flask) -> None:
    """The portal."""

    @app.get("/")
    def home() -> str:
        return _page("Portal da Transparência", "<p>Bem-vindo ao portal.</p>")

    @app.get("/licitacoes")
    def bids() -> str:
        page = request.args.get("pagina", 1, int)
        ASKED.append(page)
        numbers = range((page - 1) * PER_PAGE + 1, min(page * PER_PAGE, BIDS) + 1)
        modality = RENAMED[0] if RENAMED else "Modalidade"
        labels = ["Nº da licitação", modality, "Objeto", "Data de publicação", "Valor estimado", "Lote"]
        pages = -(-BIDS // PER_PAGE)
        rows = [[f"<a href='/licitacao?numero={n}'>{bid(n)[0]}</a>", *bid(n)[1:]] for n in numbers]
        links = " ".join(f"<a href='?pagina={n}'>{n}</a>" for n in range(1, pages + 1) if n != page)
        onward = f"<a href='?pagina={page + 1}'>Próxima</a>" if page < pages else "<span>Próxima</span>"
        told = f"<p>Mostrando {numbers[0]} a {numbers[-1]} de {BIDS} registros</p>"
        return _page("Licitações", f"{_table(labels, rows)}{told}<div>{links} {onward}</div>")

    @app.get("/licitacao")
    def record() -> str:
        number = request.args.get("numero", 1, int)
        told = {
            "Nº da licitação": bid(number)[0],
            "Setor interessado": f"Secretaria {number}",
            "Data de homologação": f"{number % 28 + 1:02d}/03/2026",
        }
        fields = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in told.items())
        return _page("Licitação", f"<h2>Dados da licitação</h2><dl>{fields}</dl>")

    @app.get("/servidores")
    def staff() -> str:
        labels = ["Nome do servidor", "CPF", "Cargo", "Lotação", "Remuneração bruta"]
        rows = [servant(number) for number in range(1, STAFF + 1)]
        script = f"""<script>const rows = [...document.querySelectorAll("#s tbody tr")]; let shown = {AT_ONCE};
            const body = document.querySelector("#s tbody"), more = document.querySelector("#mais");
            const draw = () => {{ body.replaceChildren(...rows.slice(0, shown)); more.hidden = shown >= rows.length; }};
            more.onclick = () => {{ shown += {AT_ONCE}; draw(); }}; draw();</script>"""
        body = f"{_table(labels, rows, 's')}<button type='button' id='mais'>Carregar mais</button>{script}"
        return _page("Folha de pagamento dos servidores", body)
