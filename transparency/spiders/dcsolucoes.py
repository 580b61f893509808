"""DC Soluções: ASP.NET with component grids, often at a bare address and port."""

from transparency.spiders.portal import PortalSpider


class DcsolucoesSpider(PortalSpider):
    """Grids answer by call-backs; the town's site links to each view, payroll and bids may sit on other hosts.

    Entry: ``/pm<town>/Default.aspx?AcessoIndividual=<view>``.
    """

    name = family = "dcsolucoes"
    hosts = ("portaldc.com.br",)
    marks = (
        r"/pm[a-z]+/Default\.aspx\?AcessoIndividual=lnk",
        r"/Pages/RH/v\d+\.aspx\?nemp=",
    )
    settle = 10.0  # the grid is filled by a second call-back
