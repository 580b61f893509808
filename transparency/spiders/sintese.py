"""Síntese: JSF, many towns on one host, told apart by ``Param=``."""

from transparency.spiders.portal import PortalSpider


class SinteseSpider(PortalSpider):
    """Post-backs as with every JSF portal: the town lives in the session that the entry address opens.

    Entry: ``/portaltransparencia/faces/user/portal.xhtml?Param=<town>``.
    """

    name = family = "sintese"
    hosts = ("cidadesmg.com.br",)
    marks = (r"/portaltransparencia/faces/user/",)
    settle = 10.0  # partial updates come in two rounds
