"""GRP: a citizen's portal at a bare address and port."""

from transparency.spiders.portal import PortalSpider


class GrpSpider(PortalSpider):
    """Routes after ``#``.

    Entry: ``<address>:8090/portalcidadao/#<route>``.
    """

    name = family = "grp"
    marks = (r"/portalcidadao/#",)
    settle = 10.0  # the application starts first, then asks for its data
