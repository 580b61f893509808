"""Siplanweb: a host per town."""

from transparency.spiders.portal import PortalSpider


class SiplanwebSpider(PortalSpider):
    """Entry: ``<town>.publicacao.siplanweb.com.br``."""

    name = family = "siplanweb"
    hosts = ("siplanweb.com.br",)
