"""turmalina-like: a vendor that marks its tables for the audit court's robot, as HTML microdata (``itemtype``, ``itemprop``).

What people read are short, odd labels; what the robot reads are the names of the court's vocabulary. A mark stands over empty
columns too: it publishes no more than its label does.
"""

from __future__ import annotations

from markupsafe import Markup

from lab.definition import Column, Page, Portal
from lab.frameworks.paginas import Paginas

VOCABULARY = "https://turmalina.tribunal.example/documentation/"
TYPES = {
    "despesa_orcamentaria": "BudgetExpenditure",
    "despesa_extra_orcamentaria": "ExtraBudgetExpenditure",
    "receita_orcamentaria": "BudgetRevenue",
    "receita_extra_orcamentaria": "ExtraBudgetRevenue",
    "licitacao": "Bidding",
    "quadro_pessoal": "EmployeeInformation",
}
PROPERTIES = {
    "despesa_orcamentaria.funcao": "budgetExpenditureFunction",
    "despesa_orcamentaria.sub_funcao": "budgetExpenditureSubfunction",
    "despesa_orcamentaria.orgao_or_uni_orcamentaria": "managementUnitName",
    "despesa_orcamentaria.programa": "budgetExpenditureProgram",
    "despesa_orcamentaria.acao": "budgetExpenditureAction",
    "despesa_orcamentaria.categoria_economica": "economicCategory",
    "despesa_orcamentaria.natureza_despesa": "budgetNature",
    "despesa_orcamentaria.modalidade": "budgetExpenditureModality",
    "despesa_orcamentaria.elemento": "BudgetExpendintureElement",
    "despesa_orcamentaria.emp_numero": "comittedExpenditureID",
    "despesa_orcamentaria.emp_data": "comittedExpenditureDate",
    "despesa_orcamentaria.emp_cnpj_cpf": "identificationNumber",
    "despesa_orcamentaria.nome": "creditorName",
    "despesa_orcamentaria.valor_fixado": "fixedAmount",
    "despesa_orcamentaria.valor_pago": "paymentAmount",
    "despesa_extra_orcamentaria.valor": "paymentAmount",
    "despesa_extra_orcamentaria.codigo": "extraBudgetExpenditureID",
    "despesa_extra_orcamentaria.nomenclatura": "extraBudgetExpenditureNomenclature",
    "receita_orcamentaria.uni_gestora": "managementUnitName",
    "receita_orcamentaria.previsao": "predictedAmount",
    "receita_orcamentaria.arrecadacao": "collectionAmount",
    "receita_orcamentaria.origem": "budgetRevenueSource",
    "receita_extra_orcamentaria.valor": "realizedAmount",
    "receita_extra_orcamentaria.codigo": "extraBudgetRevenueID",
    "receita_extra_orcamentaria.nomenclatura": "nomenclature",
    "licitacao.numero_licitacao": "bidID",
    "licitacao.objeto_licitacao": "object",
    "licitacao.modalidade_licitacao": "bidModality",
    "licitacao.data_publicacao_licitacao": "publicationDate",
    "licitacao.data_realizacao": "realizationDate",
    "licitacao.edital": "notice",
    "licitacao.nome_vencedores": "bidderName",
    "licitacao.nome_perdedores": "bidderName",
    "licitacao.cnpj_cpf": "identificationNumber",
    "licitacao.valor": "bidderProposalAmount",
    "licitacao.setor_interessado": "managementUnitName",
    "quadro_pessoal.nome": "employeeName",
    "quadro_pessoal.cpf": "identificationNumber",
    "quadro_pessoal.cargo": "employeePosition",
    "quadro_pessoal.tipo_cargo": "employeeContractType",
    "quadro_pessoal.salario_cargo": "employeeSalary",
}
"""Item → property, the court's own spellings kept."""


class Turmalina(Paginas):
    name = "turmalina"
    cookie = ""
    shouting = True

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.jsp"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: object) -> str:
        return cls.path(portal, page).replace(".jsp", "-ficha.jsp")

    def scope(self, page: Page) -> Markup:
        """Of a record: its type, where the page's criterion has one."""
        kind = TYPES.get(page.criterion, "Contract" if page.id == "contratos" else "")
        return Markup(' itemscope itemtype="{}{}"').format(VOCABULARY, kind) if kind else Markup("")

    def prop(self, page: Page, column: Column) -> Markup:
        named = [PROPERTIES[i] for i in column.items if i in PROPERTIES] if page.criterion else []
        return Markup(' itemprop="{}"').format(" ".join(dict.fromkeys(named))) if named else Markup("")
