"""Fiorilli: ASP.NET with component grids; one product behind many hosts, bare addresses among them."""

from transparency.spiders.portal import PortalSpider


class FiorilliSpider(PortalSpider):
    """The view is named in the address; grids answer by call-backs, some inside a frame. Not the host but the name of
    the view tells the product.

    Entry: ``/Transparencia/Default.aspx?AcessoIndividual=<view>``.
    """

    name = family = "fiorilli"
    hosts = ("dcfiorilli.com.br",)
    marks = (r"/transparencia/(?:Default\.aspx)?\?AcessoIndividual=lnk",)
    settle = 10.0  # the grid is filled by a second call-back
