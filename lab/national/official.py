"""The sites of other bodies, a court, a council, federal portals: home pages with a search, and the places of single towns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from werkzeug.wrappers import Request, Response

from lab.national.definition import Definition
from lab.national.papers import Paper, as_paper
from lab.national.web import ENV

BODIES = {
    "tce": "Tribunal de Contas do Estado",
    "ceis": "Cadastro Nacional de Empresas Inidôneas e Suspensas",
    "pncp": "Portal Nacional de Contratações Públicas",
    "camara": "Câmara Municipal",
    "falabr": "Fala.BR",
    "saude": "Secretaria de Estado da Saúde",
}
TITLES = {
    "11.3": "Parecer Prévio – Contas de {}",
    "11.4": "Decreto Legislativo – Julgamento das Contas de {}",
    "8.6": "Plano de Contratações Anual {}",
}


def official(request: Request, note: Callable[[str, str], None], towns: Sequence[Definition], today: date) -> Response:
    """Answer for all of them: /body/, /body/town/what, /body/town/what-year.pdf."""
    if request.method != "GET":
        note(request.method, request.full_path)
        return Response("<p>Recebido.</p>", mimetype="text/html")
    key, slug, what = (*request.path.strip("/").split("/"), "", "", "")[:3]
    if key not in BODIES:
        return Response("Não encontrado", 404, mimetype="text/html")
    if what.endswith(".pdf"):
        paper = Paper("text", (BODIES[key], f"Documento {what}", "Texto integral."))
        return Response(as_paper(paper), mimetype="application/pdf")
    newest = today.year - 3 if what in {"11.3", "11.4"} else today.year
    page = ENV.get_template("oficial.html").render(
        key=key,
        body=BODIES[key],
        town=next((one for one in towns if one.slug == slug), None),
        what=what,
        title=TITLES.get(what, "Documento de {}"),
        years=range(newest, newest - 6, -1),
    )
    return Response(page, mimetype="text/html")
