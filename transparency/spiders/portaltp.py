"""PortalTP: a host per town."""

from transparency.spiders.portal import PortalSpider


class PortaltpSpider(PortalSpider):
    """Entry: ``<town>-<state>.portaltp.com.br``; views at ``/consultas/<subject>/<view>.aspx``."""

    name = family = "portaltp"
    hosts = ("portaltp.com.br",)
    marks = (r"/api/transparencia\.asmx\b",)
