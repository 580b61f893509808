"""Files that have all columns of a list, whatever the page shows of them."""

from __future__ import annotations

from collections.abc import Mapping

from lab.forge.kit import Export, esc
from lab.forge.registry import part

Urls = Mapping[str, str]


@part("export", "none", weight=2)
class NoExport(Export):
    def html(self, urls: Urls) -> str:
        return ""


@part("export", "csv")
class Csv(Export):
    kinds = ("csv",)

    def html(self, urls: Urls) -> str:
        return f'<p class="exporta"><a href="{esc(urls["csv"])}">Exportar dados (CSV)</a></p>'


@part("export", "buttons")
class Buttons(Export):
    kinds = ("xlsx", "pdf")

    def html(self, urls: Urls) -> str:
        return (
            '<div class="exporta">'
            + "".join(
                f'<button type="button" onclick="location.href=\'{esc(urls[k])}\'">{w}</button> '
                for k, w in (("xlsx", "Excel"), ("pdf", "PDF"))
            )
            + "</div>"
        )


@part("export", "drop-down")
class DropDown(Export):
    kinds = ("csv", "ods", "xlsx")
    css = """.exp{position:relative;display:inline-block}
.exp ul{display:none;position:absolute;background:#fff;border:1px solid #999;list-style:none;margin:0;padding:6px 12px;z-index:20}
.exp.aberto ul{display:block}"""
    script = """pronto(function (raiz) { todos(raiz, ".exp>button", function (b) { b.onclick = function () { b.parentNode.classList.toggle("aberto"); }; }); });"""

    def html(self, urls: Urls) -> str:
        links = "".join(f'<li><a href="{esc(urls[k])}" download>{k.upper()}</a></li>' for k in self.kinds)
        return f'<div class="exp"><button type="button">Baixar &#9662;</button><ul>{links}</ul></div>'
