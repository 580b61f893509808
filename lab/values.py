"""Seeded, realistic values: a row answers any maker's name, always with the same value, list and detail alike.

Everything is fictional: surnames are trees, CPF and CNPJ carry wrong check digits on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Doc:
    """A link to a file, in place of a text."""

    text: str
    file: str


Value = str | Doc
TODAY = date(2026, 11, 20)

FIRST = (
    "Adélia Aurino Belmira Caetano Celina Damião Dorival Elvira Evaristo Francineide Genival Hortência Iracema Jandira "
    "Josineide Leôncio Lindalva Marluce Nivaldo Odete Oziel Quitéria Raimunda Rosineide Severino Tarcísio Valdenice Zenaide"
).split()
TREES = (
    "Aroeira Angico Baraúna Catolé Cumaru Craibeira Facheiro Imburana Ipê Jatobá Juazeiro Jurema Mandacaru Marmeleiro "
    "Mororó Oiticica Pereiro Quixabeira Sabiá Umburana Xique-Xique"
).split()
FIRMS = (
    "Comercial {t} de Alimentos Ltda",
    "{t} Construções e Serviços Eireli",
    "Distribuidora de Medicamentos {t} Ltda",
    "Posto {t} Combustíveis Ltda",
    "{t} Locação de Veículos ME",
    "Papelaria e Livraria {t} EPP",
    "{t} Tecnologia da Informação Ltda",
    "Auto Peças {t} Ltda ME",
    "{t} Engenharia e Projetos Ltda",
    "Gráfica {t} Editora EPP",
)
SECRETARIATS = (
    "Gabinete do Prefeito",
    "Secretaria de Administração",
    "Secretaria de Finanças",
    "Secretaria de Educação",
    "Fundo Municipal de Saúde",
    "Secretaria de Infraestrutura",
    "Secretaria de Agricultura",
    "Fundo Municipal de Assistência Social",
    "Secretaria de Cultura e Turismo",
)


def rows(text: str) -> list[tuple[str, ...]]:
    """A table as text: one record per line, `` | `` between fields."""
    return [tuple(f.strip() for f in line.split("|")) for line in text.strip().splitlines()]


FUNCTIONS = rows("""
    04 - Administração | 122 - Administração Geral | 2001 - Gestão Administrativa | 2004 - Manutenção da Secretaria
    10 - Saúde | 301 - Atenção Básica | 1012 - Saúde da Família | 2031 - Manutenção das Unidades Básicas de Saúde
    10 - Saúde | 302 - Assistência Hospitalar | 1013 - Média Complexidade | 2035 - Manutenção do Hospital Municipal
    12 - Educação | 361 - Ensino Fundamental | 1005 - Escola para Todos | 2015 - Manutenção do FUNDEB 30%
    12 - Educação | 365 - Educação Infantil | 1006 - Creche Cidadã | 2018 - Manutenção das Creches
    08 - Assistência Social | 244 - Assistência Comunitária | 1020 - Proteção Social | 2050 - Manutenção do CRAS
    15 - Urbanismo | 452 - Serviços Urbanos | 1030 - Cidade Limpa | 2062 - Limpeza Pública
    20 - Agricultura | 606 - Extensão Rural | 1041 - Campo Vivo | 1071 - Perfuração de Poços
    13 - Cultura | 392 - Difusão Cultural | 1050 - Cultura Viva | 2080 - Festejos Tradicionais
""")
NATURES = rows("""
    3 - Despesas Correntes | 3.3.90.30 | 90 - Aplicações Diretas | 30 - Material de Consumo | 01 - Combustíveis e Lubrificantes
    3 - Despesas Correntes | 3.3.90.39 | 90 - Aplicações Diretas | 39 - Outros Serviços de Terceiros - PJ | 43 - Energia Elétrica
    3 - Despesas Correntes | 3.3.90.36 | 90 - Aplicações Diretas | 36 - Outros Serviços de Terceiros - PF | 15 - Locação de Imóveis
    3 - Despesas Correntes | 3.1.90.11 | 90 - Aplicações Diretas | 11 - Vencimentos e Vantagens Fixas | 01 - Vencimentos e Salários
    3 - Despesas Correntes | 3.3.50.43 | 50 - Transf. a Inst. Privadas | 43 - Subvenções Sociais | 02 - Instituições Culturais
    4 - Despesas de Capital | 4.4.90.51 | 90 - Aplicações Diretas | 51 - Obras e Instalações | 91 - Obras em Andamento
    4 - Despesas de Capital | 4.4.90.52 | 90 - Aplicações Diretas | 52 - Equipamentos e Material Permanente | 35 - Equip. de Informática
""")
# code, name, origin, species, rubric, item, sub-item
REVENUES = rows("""
    1.1.1.2.50.0.1 | IPTU - Principal | Impostos, Taxas e Contribuições | Impostos | Impostos sobre o Patrimônio | IPTU | Principal
    1.1.1.2.53.0.1 | ITBI - Principal | Impostos, Taxas e Contribuições | Impostos | Impostos sobre o Patrimônio | ITBI | Principal
    1.1.1.3.03.1.1 | IRRF - Trabalho | Impostos, Taxas e Contribuições | Impostos | Impostos sobre a Renda | IRRF | Trabalho
    1.1.1.4.51.1.1 | ISS - Principal | Impostos, Taxas e Contribuições | Impostos | Impostos sobre Serviços | ISSQN | Principal
    1.1.2.1.01.0.1 | Taxa de Fiscalização | Impostos, Taxas e Contribuições | Taxas | Poder de Polícia | Fiscalização | Principal
    1.2.4.1.50.0.1 | Contribuição de Iluminação Pública | Contribuições | COSIP | Iluminação Pública | COSIP | Principal
    1.3.2.1.01.0.1 | Rendimentos de Aplicação | Receita Patrimonial | Valores Mobiliários | Juros | Remuneração | Principal
    1.7.1.1.51.1.1 | Cota-Parte do FPM | Transferências Correntes | União | Participação na Receita | FPM | Mensal
    1.7.1.1.52.0.1 | Cota-Parte do ITR | Transferências Correntes | União | Participação na Receita | ITR | Principal
    1.7.1.3.50.1.1 | SUS - Atenção Primária | Transferências Correntes | União | Transferências do SUS | Atenção Primária | Principal
    1.7.1.4.50.0.1 | Salário-Educação | Transferências Correntes | União | Transferências do FNDE | QSE | Principal
    1.7.2.1.50.0.1 | Cota-Parte do ICMS | Transferências Correntes | Estados | Participação na Receita | ICMS | Principal
    1.7.2.1.51.0.1 | Cota-Parte do IPVA | Transferências Correntes | Estados | Participação na Receita | IPVA | Principal
    1.7.5.1.50.0.1 | Transferências do FUNDEB | Transferências Correntes | Outras Instituições | FUNDEB | FUNDEB | Principal
    1.9.1.1.01.0.1 | Multas Administrativas | Outras Receitas Correntes | Multas | Multas Administrativas | Multas | Principal
    2.2.1.1.01.0.1 | Alienação de Bens Móveis | Alienação de Bens | Bens Móveis | Alienação | Móveis | Principal
    2.4.1.2.50.0.1 | Convênios da União - Saúde | Transferências de Capital | União | Convênios | Saúde | Principal
    2.4.2.2.51.0.1 | Convênios do Estado - Educação | Transferências de Capital | Estados | Convênios | Educação | Principal
""")
EXTRAS = rows("""
    218810101 | INSS - Servidores
    218810102 | INSS - Pessoa Física
    218810104 | IRRF a Recolher
    218810108 | ISS Retido de Terceiros
    218810110 | Pensão Alimentícia
    218810115 | Empréstimos Consignados - Banco A
    218810116 | Empréstimos Consignados - Banco B
    218810199 | Contribuição Sindical
    218820101 | Restos a Pagar Processados
    218910100 | Salário-Família
    218910200 | Salário-Maternidade
    219110300 | Cauções e Depósitos
""")
JOBS = rows("""
    Professor A | 4580
    Professor B | 5120
    Agente Comunitário de Saúde | 2824
    Auxiliar de Serviços Gerais | 1518
    Motorista D | 1890
    Técnico em Enfermagem | 3325
    Enfermeiro | 4750
    Médico PSF | 12000
    Vigilante | 1518
    Agente Administrativo | 1765
    Secretário Municipal | 6000
    Assessor Técnico | 2300
    Merendeira | 1518
    Fiscal de Tributos | 2410
""")
TIES = ("Efetivo", "Comissionado", "Contratado por Excepcional Interesse Público", "Eletivo", "Efetivo", "Efetivo")
MODALITIES = (
    "Pregão Eletrônico",
    "Dispensa",
    "Inexigibilidade",
    "Concorrência",
    "Pregão Eletrônico",
    "Chamada Pública",
)
OBJECTS = (
    "Aquisição parcelada de gêneros alimentícios para a merenda escolar",
    "Contratação de empresa para locação de veículos tipo passeio",
    "Aquisição de medicamentos da farmácia básica",
    "Pavimentação em paralelepípedo de ruas da sede do município",
    "Fornecimento de combustíveis para a frota municipal",
    "Contratação de serviços de assessoria contábil",
    "Reforma da Unidade Básica de Saúde do bairro Centro",
    "Aquisição de material de expediente para as secretarias",
    "Serviços de coleta e transporte de resíduos sólidos",
)
MONTHS = ("Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro").split()
PLACES = ("João Pessoa/PB", "Campina Grande/PB", "Brasília/DF", "Patos/PB", "Recife/PE")


def money(amount: float) -> str:
    """``1234.5`` → ``"1.234,50"``."""
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def day(when: date) -> str:
    return when.strftime("%d/%m/%Y")


class Row:
    """Record ``index`` of ``count`` in ``year``. ``row["empenhado"]`` makes (once and for all) the value of that name."""

    def __init__(self, seed: str, year: int, index: int, count: int) -> None:
        self.seed, self.year, self.index, self.count = f"{seed}/{year}/{index}", year, index, max(count, 1)

    def rng(self, what: str) -> random.Random:
        return random.Random(f"{self.seed}/{what}")

    def pick(self, what: str, options: Sequence[T]) -> T:
        return self.rng(what).choice(options)

    def __getitem__(self, maker: str) -> Value:
        if maker.startswith("="):
            return maker[1:]
        return MAKERS[maker](self)

    @cached_property
    def when(self) -> date:
        """Rows run through the year in order; the present year ends a month ago."""
        last = min(date(self.year, 12, 20), TODAY - timedelta(days=30))
        first = date(self.year, 1, 4)
        return first + (last - first) * self.index / self.count

    @property
    def id(self) -> str:
        return f"{self.year}{self.index + 1:05d}"

    @cached_property
    def amounts(self) -> tuple[float, float, float]:
        """Committed ≥ liquidated ≥ paid, never nought."""
        rng = self.rng("amounts")
        committed = round(rng.lognormvariate(8.2, 1.1), 2)
        liquidated = round(committed * rng.choice((1, 1, 0.8, 0.5)), 2)
        return committed, liquidated, round(liquidated * rng.choice((1, 1, 0.9)), 2)

    @cached_property
    def is_firm(self) -> bool:
        return self.rng("firm").random() < 0.65

    @cached_property
    def salary(self) -> tuple[float, float, float]:
        """Base, gross, net."""
        base = float(self.job[1])
        gross = round(base * self.rng("gross").uniform(1.0, 1.45), 2)
        return base, gross, round(gross * self.rng("net").uniform(0.72, 0.89), 2)

    @cached_property
    def job(self) -> tuple[str, ...]:
        return self.pick("job", JOBS)

    @property
    def function(self) -> tuple[str, ...]:
        return FUNCTIONS[self.rng("function").randrange(len(FUNCTIONS))]

    @property
    def nature(self) -> tuple[str, ...]:
        return self.pick("nature", NATURES)

    @property
    def revenue(self) -> tuple[str, ...]:
        return REVENUES[self.index % len(REVENUES)]

    @property
    def extra(self) -> tuple[str, ...]:
        return EXTRAS[self.index % len(EXTRAS)]

    @cached_property
    def budget(self) -> tuple[float, float, float]:
        """Forecast, updated forecast, collected."""
        rng = self.rng("budget")
        forecast = round(rng.lognormvariate(12.5, 1.3), 2)
        return forecast, round(forecast * rng.uniform(1, 1.15), 2), round(forecast * rng.uniform(0.4, 1.1), 2)


def digits(row: Row, what: str, count: int) -> str:
    return "".join(str(row.rng(what).randrange(10**count)).zfill(count))


def cpf(row: Row) -> str:
    """Fictional: the check digits are wrong on purpose."""
    d = digits(row, "cpf", 9)
    remainder = sum(int(c) * w for c, w in zip(d, range(10, 1, -1), strict=True)) % 11
    right = 0 if remainder < 2 else 11 - remainder
    return f"{d[:3]}.{d[3:6]}.{d[6:]}-{(right + 3) % 10}{int(d[0])}"


def masked(row: Row) -> str:
    return f"***.{cpf(row)[4:11]}-**"


def cnpj(row: Row, what: str = "cnpj") -> str:
    """Fictional: the first check digit is wrong on purpose."""
    d = digits(row, what, 8) + "0001"
    weights = (5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    remainder = sum(int(c) * w for c, w in zip(d, weights, strict=True)) % 11
    right = 0 if remainder < 2 else 11 - remainder
    return f"{d[:2]}.{d[2:5]}.{d[5:8]}/0001-{(right + 5) % 10}7"


def person(row: Row, what: str = "person") -> str:
    rng = row.rng(what)
    return f"{rng.choice(FIRST)} {rng.choice(TREES)} {rng.choice(TREES)}"


def firm(row: Row, what: str = "firm name") -> str:
    rng = row.rng(what)
    return rng.choice(FIRMS).format(t=rng.choice(TREES))


def bid_number(row: Row) -> str:
    return f"{row.rng('bid').randrange(1, 99):05d}/{row.year}"


def document(text: str, stem: str) -> Callable[[Row], Value]:
    return lambda row: Doc(text, f"{stem}-{row.id}.pdf")


MAKERS: dict[str, Callable[[Row], Value]] = {
    # nothing at all: a heading without data anywhere publishes nothing
    "vazio": lambda r: "",
    "traco": lambda r: "-",
    # expenses
    "numero_empenho": lambda r: f"{r.index + 1:07d}",
    "numero_seq": lambda r: str(r.index + 1),
    "exercicio": lambda r: str(r.year),
    "data": lambda r: day(r.when),
    "data_pagamento": lambda r: day(r.when + timedelta(days=9)),
    "data_ultima_parcela": lambda r: day(r.when + timedelta(days=21)),
    "credor": lambda r: firm(r) if r.is_firm else person(r),
    "cpf_cnpj": lambda r: cnpj(r) if r.is_firm else masked(r),
    "cpf_cnpj_aberto": lambda r: cnpj(r) if r.is_firm else cpf(r),
    "cnpj": cnpj,
    "cpf_mascarado": masked,
    "cpf": cpf,
    "empenhado": lambda r: money(r.amounts[0]),
    "liquidado": lambda r: money(r.amounts[1]),
    "pago": lambda r: money(r.amounts[2]),
    "anulado": lambda r: money(r.amounts[0] * 0.1),
    "saldo": lambda r: money(r.amounts[0] - r.amounts[2] + 0.01),
    "fixado": lambda r: money(round(r.amounts[0] * 9, -2) + 1000),
    "suplementado": lambda r: money(round(r.amounts[0] * 11, -2) + 1000),
    "funcao": lambda r: r.function[0],
    "subfuncao": lambda r: r.function[1],
    "programa": lambda r: r.function[2],
    "acao": lambda r: r.function[3],
    "orgao": lambda r: f"{SECRETARIATS.index(r.pick('unit', SECRETARIATS)) + 2:02d}.000 - {r.pick('unit', SECRETARIATS)}",
    "unidade": lambda r: f"{SECRETARIATS.index(r.pick('unit', SECRETARIATS)) + 2:02d}.010 - {r.pick('unit', SECRETARIATS)}",
    "secretaria": lambda r: r.pick("unit", SECRETARIATS),
    "categoria": lambda r: r.nature[0],
    "natureza": lambda r: f"{r.nature[1]} - {r.nature[3][5:]}",
    "classificacao": lambda r: f"{r.function[0][:2]}.{r.function[1][:3]}.{r.function[2][:4]}.{r.function[3][:4]}.{r.nature[1]}",
    "modalidade_aplicacao": lambda r: r.nature[2],
    "elemento": lambda r: r.nature[3],
    "subelemento": lambda r: r.nature[4],
    "fonte": lambda r: r.pick("source", ("500 - Recursos não Vinculados", "540 - FUNDEB", "600 - SUS União", "661 - FNAS")),
    "tipo_empenho": lambda r: r.pick("kind", ("Ordinário", "Global", "Estimativo")),
    "historico": lambda r: f"Valor que se empenha referente a {r.pick('object', OBJECTS).lower()}",
    "tipo_objeto": lambda r: r.pick("object kind", ("Compras", "Serviços", "Obras", "Serviços de Engenharia")),
    "indicacao_licitacao": lambda r: f"{r.pick('modality', MODALITIES)} {bid_number(r)}",
    "numero_licitacao": bid_number,
    "numero_processo": lambda r: f"{r.year}.{r.rng('process').randrange(1, 400):03d}.PM",
    "modalidade_licitacao": lambda r: r.pick("modality", MODALITIES),
    "numero_contrato": lambda r: f"{r.rng('contract').randrange(1, 150):04d}/{r.year}",
    "numero_ordem": lambda r: f"OP {r.rng('order').randrange(1, 9000):05d}",
    "documento_fiscal": lambda r: f"NF {r.rng('invoice').randrange(1, 99999):06d}",
    "banco": lambda r: r.pick("bank", ("001 - Ag. 1234-5", "104 - Ag. 0987")),
    # extra-budgetary
    "extra_codigo": lambda r: r.extra[0],
    "extra_nome": lambda r: r.extra[1],
    "valor": lambda r: money(r.amounts[0]),
    "guia": lambda r: f"{r.rng('guide').randrange(1, 2000):05d}",
    # revenue
    "rec_codigo": lambda r: r.revenue[0],
    "rec_nome": lambda r: r.revenue[1],
    "rec_categoria": lambda r: "1 - Receitas Correntes" if r.revenue[0][0] == "1" else "2 - Receitas de Capital",
    "rec_origem": lambda r: r.revenue[2],
    "rec_especie": lambda r: r.revenue[3],
    "rec_rubrica": lambda r: r.revenue[4],
    "rec_alinea": lambda r: r.revenue[5],
    "rec_subalinea": lambda r: r.revenue[6],
    "gestora": lambda r: r.pick("manager", ("Prefeitura Municipal", "Fundo Municipal de Saúde", "Fundo Municipal de Assistência Social")),
    "prevista": lambda r: money(r.budget[0]),
    "atualizada": lambda r: money(r.budget[1]),
    "lancada": lambda r: money((r.budget[1] + r.budget[2]) / 2),
    "arrecadada": lambda r: money(r.budget[2]),
    "arrecadada_mes": lambda r: money(r.budget[2] / 11),
    "percentual": lambda r: f"{100 * r.budget[2] / r.budget[0]:.1f}%".replace(".", ","),
    # bids
    "objeto": lambda r: r.pick("object", OBJECTS),
    "numero_pregao": lambda r: f"PE {bid_number(r)}",
    "situacao": lambda r: r.pick("status", ("Homologada", "Em andamento", "Concluída", "Deserta")),
    "data_publicacao": lambda r: day(r.when - timedelta(days=3)),
    "data_realizacao": lambda r: day(r.when + timedelta(days=12)),
    "data_homologacao": lambda r: day(r.when + timedelta(days=25)),
    "hora": lambda r: r.pick("hour", ("09:00", "10:30", "14:00")),
    "valor_licitado": lambda r: money(r.amounts[0] * 14),
    "valor_estimado": lambda r: money(r.amounts[0] * 15),
    "empresa": firm,
    "empresa_perdedora": lambda r: firm(r, "loser"),
    "resultado": lambda r: r.pick("result", ("Vencedor", "Classificado", "Inabilitado")),
    "sim_nao": lambda r: r.pick("yes", ("Sim", "Não")),
    "doc_edital": document("Baixar edital", "edital"),
    "doc_aviso": document("Aviso de licitação", "aviso"),
    "doc_integra": document("Íntegra do processo", "integra"),
    "doc_ratificacao": document("Termo de ratificação", "ratificacao"),
    "doc_contrato": document("Contrato", "contrato"),
    "doc_pdf": document("PDF", "documento"),
    # payroll
    "servidor": person,
    "matricula": lambda r: f"{r.rng('badge').randrange(100, 9999):06d}",
    "cargo": lambda r: r.job[0],
    "vinculo": lambda r: r.pick("tie", TIES),
    "regime": lambda r: r.pick("regime", ("Estatutário", "CLT", "Temporário")),
    "sal_base": lambda r: money(r.salary[0]),
    "vantagens": lambda r: money(r.salary[1]),
    "descontos": lambda r: money(r.salary[1] - r.salary[2]),
    "liquido": lambda r: money(r.salary[2]),
    "admissao": lambda r: day(date(2001 + r.rng("admission").randrange(22), 2, 1) + timedelta(days=r.rng("a2").randrange(300))),
    "carga": lambda r: r.pick("hours", ("20h", "30h", "40h")),
    "quantidade": lambda r: str(r.rng("quantity").randrange(2, 180)),
    "total_folha": lambda r: money(r.salary[1] * 87),
    "mes_nome": lambda r: MONTHS[r.index % 12],
    # look-alikes
    "destino": lambda r: r.pick("destination", PLACES),
    "motivo": lambda r: r.pick("why", ("Reunião na Secretaria de Estado", "Capacitação de servidores", "Transporte de paciente")),
    "concedente": lambda r: r.pick("grantor", ("Ministério da Saúde", "Ministério da Educação", "Governo do Estado")),
    "placa": lambda r: f"QFX{r.rng('plate').randrange(10)}A{r.rng('plate2').randrange(10, 99)}",
    "veiculo": lambda r: r.pick("car", ("Ônibus Escolar", "Ambulância", "Pick-up 4x4", "Motoniveladora")),
    "vereador": lambda r: f"Ver. {person(r)}",
}  # fmt: skip

EMPTY = frozenset({"vazio", "traco"})
"""Makers whose column holds no data: a heading over them publishes nothing."""
