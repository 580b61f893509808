"""The records of made-up towns: the lab's own makers, with people, firms and numbers of the forge's own."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import cached_property

from lab.values import MAKERS, TODAY, Doc, Row, digits

FIRST = (
    "Adriana Anderson Antônia Benedita Bruno Cícero Cláudia Damiana Edilson Eliane Fábio Fernanda Genilda Gilberto Helena Ivanildo "
    "Jaqueline João José Juliana Leandro Luciana Luiz Manoel Marcos Maria Marinalva Mônica Paulo Rafael Rita Roberto Rosângela "
    "Sandra Sebastião Sílvia Tatiane Valdir Vera Wellington"
).split()
MIDDLE = ("da Conceição", "das Neves", "de Fátima", "de Jesus", "do Socorro", "Aparecida", "Cristina", "Henrique", "")
LAST = (
    "Abrantes Alencar Barreto Bezerra Brasileiro Camboim Dantas Escobar Farias Figueira Guedes Lacerda Leitão Maracajá "
    "Medeiros Montenegro Nóbrega Pacheco Quirino Ramalho Sarmento Toscano Trajano Vilar"
).split()
TRADES = (
    "{n} Comércio de Alimentos Ltda",
    "Construtora {n} Ltda",
    "{n} & Cia Ltda - ME",
    "Drogaria {n} Eireli",
    "Auto Posto {n} Ltda",
    "{n} Serviços de Limpeza Ltda - EPP",
    "Transportadora {n} S/A",
    "{n} Soluções em Informática Ltda",
    "Distribuidora {n} de Papéis Ltda",
    "Clínica {n} Serviços Médicos S/S",
    "Mecânica {n} ME",
)


class Record(Row):
    """Record ``index`` of ``count`` in ``year``; the present year runs until the day before yesterday."""

    def __getitem__(self, maker: str) -> str | Doc:
        return OWN[maker](self) if maker in OWN else super().__getitem__(maker)

    @cached_property
    def when(self) -> date:
        last = min(date(self.year, 12, 20), TODAY - timedelta(days=2))
        first = date(self.year, 1, 4)
        return last - (last - first) * self.index / self.count

    def value(self, maker: str, fill: float = 1.0) -> str | Doc:
        """The value, or nothing for a record that was left unfilled. The first record of a year always has what there is."""
        if fill >= 1 or (fill > 0 and (self.index == 0 or self.rng(f"fill {maker}").random() < fill)):
            return self[maker]
        return ""


def person(row: Row, what: str = "who") -> str:
    rng = row.rng(what)
    return " ".join(filter(None, (rng.choice(FIRST), rng.choice(MIDDLE), rng.choice(LAST), rng.choice(LAST))))


def firm(row: Row, what: str = "which firm") -> str:
    rng = row.rng(what)
    return rng.choice(TRADES).format(n=rng.choice(LAST))


def check_digit(number: str, weights: tuple[int, ...]) -> str:
    remainder = sum(int(c) * w for c, w in zip(number, weights, strict=True)) % 11
    return str(0 if remainder < 2 else 11 - remainder)


def cnpj(row: Row) -> str:
    """A number whose check digits are right, in a range (99…) that is given to nobody."""
    d = f"99{digits(row, 'cnpj', 6)}0001"
    d += check_digit(d, (5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2))
    d += check_digit(d, (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2))
    return f"{d[:2]}.{d[2:5]}.{d[5:8]}/{d[8:12]}-{d[12:]}"


def masked(row: Row) -> str:
    """A CPF as portals hide it: three ways of doing it, one for each portal."""
    d = digits(row, "cpf", 11)
    way = random.Random("/".join(row.seed.split("/")[:2])).randrange(3)
    return (f"***.{d[3:6]}.{d[6:9]}-**", f"{d[:3]}.***.***-{d[9:]}", f"XXX.{d[3:6]}.{d[6:9]}-XX")[way]


OWN: dict[str, Callable[[Row], str | Doc]] = {
    "credor": lambda r: firm(r) if r.is_firm else person(r),
    "cpf_cnpj": lambda r: cnpj(r) if r.is_firm else masked(r),
    "cnpj": cnpj,
    "cpf_mascarado": masked,
    "empresa": firm,
    "empresa_perdedora": lambda r: firm(r, "which loser"),
    "servidor": person,
}


def text(value: str | Doc) -> str:
    return value.text if isinstance(value, Doc) else value


assert set(OWN) <= set(MAKERS)
