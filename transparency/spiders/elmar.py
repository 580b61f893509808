"""Elmar: one site for all towns, told apart by ``e=`` in every address."""

from transparency.spiders.portal import PortalSpider


class ElmarSpider(PortalSpider):
    """Tabs, selects of year and month, "Pesquisar"; details open in a modal. Pages may be framed without their menu.

    Entry: ``/?e=<entity>``.
    """

    name = family = "elmar"
    hosts = ("elmar.inf.br", "elmartecnologia.com.br")
    marks = (
        r"/Contab/(?:Despesas/(?:Empenhos|Extra)|Receitas/(?:Prevista|Realizada|Extra))\b",
        r"/FolhaPag/Index/(?:QuadroFuncional|Temporarios|Cedidos|PCargoCarreira)\b",
    )
