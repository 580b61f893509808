"""ADPM: a component of Joomla; the town is ``idorg``."""

from transparency.spiders.portal import PortalSpider


class AdpmSpider(PortalSpider):
    """Every view is the same page with other parameters.

    Entry: ``/index.php?option=com_contpubl&idorg=<number>``.
    """

    name = family = "adpm"
    hosts = ("adpmnet.com.br",)
    marks = (r"[?&;]option=com_contpubl\b",)
