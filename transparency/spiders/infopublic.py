"""Info Public: ASP.NET Web Forms; every view of a criterion is a page of its own."""

from transparency.spiders.portal import PortalSpider


class InfopublicSpider(PortalSpider):
    """``__doPostBack`` links and a checked ``__VIEWSTATE``; the items of one criterion are spread over several views.

    Entry: ``/Principal.aspx?Entidade=<number>``.
    """

    name = family = "infopublic"
    hosts = ("transparenciaativa.com.br",)
    marks = (
        r"/Principal\.aspx\?Entidade=\d",
        r"\b(?:DespesaPorFavorecido|DespesasComLicitacoes|ServidoresComSalario|DetalhesReceita)\.aspx",
    )
