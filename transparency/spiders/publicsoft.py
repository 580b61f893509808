"""Publicsoft: PHP; the town is chosen by a token of the entry address and kept in the session."""

from transparency.spiders.portal import PortalSpider


class PublicsoftSpider(PortalSpider):
    """Accordion menus load a form in place; "Consultar" fills a grid by AJAX; a row opens the details of an empenho.

    Entries: ``…/views_control/index.php?cidade=<base64>&uf=PB`` and ``…/accessdirect.php?link=<token>``.
    """

    name = family = "publicsoft"
    hosts = ("publicsoft.com.br", "publicsoftsolutions.com", "publicsoftsolutions.com.br")
    marks = (
        r"/sistemas/ContabilidadePublica/",
        r"/views_control/index\.php\?cidade=",
        r"/accessdirect\.php\?link=",
        r"\b(?:FormEmp(?:Empenhos|DespesasExtrasOrc)|FormCPRC(?:Guias|GuiasReceitaExtra|Licitacao))\.php",
    )
