"""EasyWeb: a town's site that frames a vendor's page per menu entry."""

from transparency.spiders.portal import PortalSpider


class EasywebSpider(PortalSpider):
    """The framed address stands in base64 in ``acao``; two vendors may serve one town.

    Entry: ``<town>.pb.gov.br/assuntos/portal-da-transparencia``.
    """

    name = family = "easyweb"
    marks = (
        r"/assuntos/portal-da-transparencia\b",
        r"[?&;]acao=aHR0c[\w+/=%-]+",  # "http" in base64
    )
    settle = 10.0  # the wrapper first, then the framed page
