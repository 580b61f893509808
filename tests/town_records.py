"""Records of a small town that does not exist, for sites that show the same records in several ways."""

from __future__ import annotations

Key = set[tuple[str, str]]
Table = tuple[tuple[str, str, tuple[str, ...]], ...]
"""Per column: the item it shows (empty where none), its heading, and its values over the records."""


def _cells(*values: str) -> tuple[str, ...]:
    return tuple(values * 4)[:8]


def _numbered(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.format(n=n) for n in range(1, 9))


EXPENSES: Table = (
    ("emp_numero", "Nº do empenho", _numbered("{n}/2026")),
    ("emp_data", "Data do empenho", _numbered("0{n}/02/2026")),
    ("nome", "Credor", _numbered("Loja Fictícia {n} Ltda")),
    ("emp_valor", "Valor empenhado", _numbered("{n}.500,00")),
    ("orgao_or_uni_orcamentaria", "Unidade orçamentária", _cells("Fundo de Saúde", "Gabinete do Prefeito")),
    ("funcao", "Função", _cells("10 - Saúde", "12 - Educação")),
    ("sub_funcao", "Subfunção", _cells("301 - Atenção Básica", "361 - Ensino Fundamental")),
    ("programa", "Programa", _cells("0012 - Saúde para Todos", "0015 - Escola Viva")),
    ("elemento", "Elemento de despesa", _cells("30 - Material de Consumo", "39 - Serviços de Terceiros")),
    ("valor_liquidado", "Valor liquidado", _numbered("{n}.400,00")),
    ("valor_pago", "Valor pago", _numbered("{n}.300,00")),
)
REVENUES: Table = (
    ("", "Código", _numbered("1.1.1.{n}.00")),
    ("origem", "Origem da receita", _cells("Impostos", "Transferências correntes")),
    ("categoria_economica", "Categoria econômica", _cells("Receitas Correntes", "Receitas de Capital")),
    ("especie", "Espécie", _cells("Impostos sobre o Patrimônio", "Transferências da União")),
    ("previsao", "Previsão inicial", _numbered("{n}0.000,00")),
    ("arrecadacao", "Valor arrecadado", _numbered("{n}.900,00")),
)
PAYROLL: Table = (
    ("", "Matrícula", _numbered("10{n}")),
    ("nome", "Nome do servidor", _cells("Ana Lima", "Bia Reis", "Caio Sá", "Davi Luz")),
    ("cargo", "Cargo", _cells("Professor", "Enfermeiro", "Motorista")),
    ("tipo_cargo", "Vínculo", _cells("Efetivo", "Comissionado")),
    ("salario_cargo", "Remuneração bruta", _numbered("{n}.234,56")),
)
BIDS: Table = (
    ("numero_licitacao", "Nº da licitação", _numbered("0{n}/2026")),
    ("modalidade_licitacao", "Modalidade", _cells("Pregão Eletrônico", "Dispensa")),
    ("objeto_licitacao", "Objeto", _cells("Aquisição de merenda escolar", "Reforma da escola municipal")),
    ("data_realizacao", "Data de abertura", _numbered("1{n}/03/2026")),
    ("valor", "Valor homologado", _numbered("{n}5.000,00")),
    ("nome_vencedores", "Empresa vencedora", _numbered("Loja Fictícia {n} Ltda")),
    ("cnpj_cpf", "CNPJ do vencedor", _numbered("1{n}.345.678/0001-9{n}")),
)
EXTRAS: Table = (
    ("codigo", "Código", _numbered("2188.{n}")),
    ("nomenclatura", "Nomenclatura", _cells("Consignações", "Depósitos", "INSS retido")),
    ("valor", "Valor", _numbered("{n}10,00")),
)


def key(**tables: Table) -> Key:
    """What these tables publish: criterion and item. Some of the modalities are auctions."""
    shown = {(criterion, item) for criterion, table in tables.items() for item, _, _ in table if item}
    return shown | {(criterion, "pregao") for criterion, item in shown if item == "modalidade_licitacao"}


def without(table: Table, *items: str) -> Table:
    """The table without the columns of these items."""
    return tuple(column for column in table if column[0] not in items)


def records(table: Table) -> list[tuple[str, ...]]:
    """Its records, row by row."""
    return list(zip(*(values for _, _, values in table), strict=True))
