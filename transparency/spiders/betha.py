"""Betha: ``.faces`` pages of old, a single-page application of late; the town is a token."""

from transparency.spiders.portal import PortalSpider


class BethaSpider(PortalSpider):
    """The old portal is JSF, the new one routes by ``#``; both know the town from the entry address alone.

    Entries: ``e-gov.betha.com.br/transparencia/<number>/recursos.faces?mun=<token>`` and
    ``transparencia.betha.cloud/#/<token>``.
    """

    name = family = "betha-sistemas"
    hosts = ("betha.com.br", "betha.cloud")
    marks = (r"/transparencia/\d{5}-\d{3}/\w+\.faces\b",)
    settle = 10.0  # the application starts first, then asks for its data
