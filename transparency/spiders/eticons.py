"""e-TICons: JSF with PrimeFaces; the town lives only in the session that the entry address opens."""

from transparency.spiders.portal import PortalSpider


class EticonsSpider(PortalSpider):
    """Post-backs carry ``javax.faces.ViewState``; links are ``#`` with handlers. An inner address opened cold shows
    nothing, or another town: the visit opens the entry again first.

    Entry: ``/portal/ws/empresa/<base64 of the CNPJ>``.
    """

    name = family = "eticons"
    hosts = ("siteseticons.com.br",)
    marks = (
        r"/portal/ws/empresa/",
        r"/portal/faces/pages/[\w/]+\.xhtml\b",
    )
    settle = 10.0  # partial updates come in two rounds
