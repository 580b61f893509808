"""How the details of a record look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.forge.kit import Detail
from lab.forge.registry import part

Pairs = Sequence[tuple[str, str]]


def halves(pairs: Pairs) -> tuple[Pairs, Pairs]:
    middle = -(-len(pairs) // 2)
    return pairs[:middle], pairs[middle:]


@part("detail", "definition-list", weight=2)
class Definitions(Detail):
    css = (
        ".det-dl{display:grid;grid-template-columns:240px 1fr;gap:6px}.det-dl dt{font-weight:bold}.det-dl dd{margin:0}"
    )

    def html(self, pairs: Pairs, title: str) -> str:
        return '<dl class="det-dl">' + "".join(f"<dt>{label}</dt><dd>{v}</dd>" for label, v in pairs) + "</dl>"


@part("detail", "two-columns")
class TwoColumns(Detail):
    def html(self, pairs: Pairs, title: str) -> str:
        body = "".join(f'<tr><td width="35%" bgcolor="#eeeeee">{label}</td><td>{v}</td></tr>' for label, v in pairs)
        return f'<table border="1" cellspacing="0" cellpadding="4" width="100%">{body}</table>'


@part("detail", "four-columns")
class FourColumns(Detail):
    """Two pairs a row."""

    def html(self, pairs: Pairs, title: str) -> str:
        body = "".join(
            "<tr>" + "".join(f"<th align=left>{label}</th><td>{v}</td>" for label, v in pairs[n : n + 2]) + "</tr>"
            for n in range(0, len(pairs), 2)
        )
        return f'<table class="det4" width="100%" cellpadding="5">{body}</table>'


@part("detail", "fields")
class Fields(Detail):
    """A form that cannot be written in. What is no text (a document) stands beside its label."""

    css = """.det-form{display:flex;flex-wrap:wrap;gap:10px}.det-form label{display:block;font-size:.85em;color:#555}
.det-form input{width:250px;background:#f4f4f4;border:1px solid #bbb;padding:5px}"""

    def html(self, pairs: Pairs, title: str) -> str:
        return (
            '<div class="det-form">'
            + "".join(
                f'<div><label for="cd{n}">{label}</label>'
                + (f'<input id="cd{n}" type="text" readonly value="{v}">' if "<" not in v and '"' not in v else v)
                + "</div>"
                for n, (label, v) in enumerate(pairs)
            )
            + "</div>"
        )


@part("detail", "bold-lines")
class BoldLines(Detail):
    def html(self, pairs: Pairs, title: str) -> str:
        return "<p>" + "<br>".join(f"<b>{label}:</b> {v}" for label, v in pairs) + "</p>"


@part("detail", "label-above")
class LabelAbove(Detail):
    css = ".det-acima{display:grid;grid-template-columns:repeat(3,1fr);gap:14px}.det-acima span{display:block;font-size:.8em;color:#666}"

    def html(self, pairs: Pairs, title: str) -> str:
        return (
            '<div class="det-acima">'
            + "".join(f"<div><span>{label}</span><strong>{v}</strong></div>" for label, v in pairs)
            + "</div>"
        )


@part("detail", "tabs")
class Tabs(Detail):
    """Half of it in a second tab, which is drawn when one presses it."""

    css = """.det-abas>button{padding:6px 12px;border:1px solid #bbb;background:#eee}.det-abas>button.atual{background:#fff;font-weight:bold}
.det-abas .folha{border:1px solid #bbb;padding:10px}"""
    script = """pronto(function (raiz) { todos(raiz, ".det-abas", function (d) { var folha = d.querySelector(".folha"), moldes = d.querySelectorAll("template");
  todos(d, ":scope>button", function (b) { b.onclick = function () { todos(d, ":scope>button", function (x) { x.classList.toggle("atual", x === b); });
    folha.innerHTML = ""; folha.appendChild(moldes[+b.getAttribute("data-n")].content.cloneNode(true)); acordar(folha); }; });
  if (!folha.childNodes.length) folha.appendChild(moldes[0].content.cloneNode(true)); }); });"""

    def html(self, pairs: Pairs, title: str) -> str:
        first, second = (Definitions().html(half, title) for half in halves(pairs))
        return (
            '<div class="det-abas"><button type="button" class="atual" data-n="0">Dados Gerais</button><button type="button" data-n="1">Complemento</button>'
            f'<div class="folha"></div><template>{first}</template><template>{second}</template></div>'
        )

    def reveal(self, scope: Any) -> None:
        scope.locator('.det-abas button[data-n="1"]').locator("visible=true").first.click()


@part("detail", "separate-tables")
class SeparateTables(Detail):
    """Small tables of one record each, a few headings and a row."""

    def html(self, pairs: Pairs, title: str) -> str:
        out = []
        for n in range(0, len(pairs), 4):
            some = pairs[n : n + 4]
            out.append(
                f"<h4>{('Identificação', 'Detalhamento', 'Valores', 'Outros dados')[min(n // 4, 3)]}</h4>"
                '<table class="tabela det-t" border="1" cellspacing="0" width="100%"><tr>'
                + "".join(f"<th>{label}</th>" for label, _ in some)
                + "</tr><tr>"
                + "".join(f"<td>{v}</td>" for _, v in some)
                + "</tr></table>"
            )
        return "".join(out)


@part("detail", "fieldsets")
class Fieldsets(Detail):
    def html(self, pairs: Pairs, title: str) -> str:
        return "".join(
            f"<fieldset><legend>{name}</legend>"
            + "".join(f"<div>{label}: <span>{v}</span></div>" for label, v in half)
            + "</fieldset>"
            for name, half in zip(("Informações", "Mais informações"), halves(pairs), strict=True)
            if half
        )
