"""LHSystem: bids and payroll at clean addresses; the accounts are another vendor's."""

from transparency.spiders.portal import PortalSpider


class LhsystemSpider(PortalSpider):
    """Entry: ``/PM<XX>/publicacoes/licitacoes`` and ``/PM<XX>/publicacoes/pessoal``."""

    name = family = "lhsystem"
    hosts = ("lhsystem.com.br",)
    marks = (r"/PM[A-Z]{2,4}/publicacoes/(?:licitacoes|pessoal)\b",)
