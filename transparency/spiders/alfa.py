"""Alfa: an agency's site per town, whose pages link to or frame a vendor's host."""

from transparency.spiders.portal import PortalSpider


class AlfaSpider(PortalSpider):
    """``/despesas``, ``/receitas``, ``/licitacoes``, ``/folha-pagamento``; payroll and bids are often monthly posts.

    Entry: ``transparencia.<town>.pb.gov.br``.
    """

    name = family = "alfa"
    marks = (
        r"^https?://transparencia\.[a-z]+\.[a-z]{2}\.gov\.br/(?:despesas|receitas|licitacoes|folha-pagamento|folha-pessoal)/?(?:[?#]|\s|$)",
    )
    settle = 10.0  # the site first, then the framed vendor
