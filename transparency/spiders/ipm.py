"""IPM: a single-page application at a host per town, or behind the town's own."""

from transparency.spiders.portal import PortalSpider


class IpmSpider(PortalSpider):
    """Groups and items are routes after ``#!/``.

    Entry: ``<town>.atende.net/?pg=transparencia#!/``.
    """

    name = family = "ipm"
    hosts = ("atende.net",)
    marks = (r"[?&;]pg=transparencia#!/",)
    settle = 10.0  # the application starts first, then asks for its data
