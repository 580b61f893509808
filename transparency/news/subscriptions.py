"""Who wants to hear of which municipalities, from how much news on, and where: a YAML file, or two settings for all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from email.errors import MessageError
from email.headerregistry import Address
from pathlib import Path

import msgspec
import yaml
from scrapy.settings import BaseSettings

from transparency.items import UserError
from transparency.news.changes import News, Town
from transparency.node import is_web
from transparency.portals.catalogue import UFS, slugify

_HINT = "Veja “Novidades” na referência."
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class Least(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"appeared": "apareceram", "vanished": "sumiram", "alarms": "alertas"}):  # fmt: skip
    """From so many of a kind on a run is told; 0: that kind alone never makes a run told."""

    appeared: int = 1
    vanished: int = 1
    alarms: int = 1


class Subscription(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True,
    rename={
        "name": "nome", "mails": "emails", "towns": "municipios", "vendors": "fornecedores", "states": "ufs", "least": "minimo",
        "always": "sempre",
    },
):  # fmt: skip
    """A line of the file. Municipalities must be in each list that is not empty."""

    name: str
    mails: tuple[str, ...] = ()
    webhook: str = ""
    towns: tuple[str, ...] = ()
    vendors: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    least: Least = Least()
    always: bool = False
    """Whether a run without news is told, too."""

    def wants(self, town: Town) -> bool:
        """Whether a municipality is one of its own."""
        called = {name for own in (town.slug, slugify(town.name)) for name in (own, f"{own}-{town.uf.lower()}")}
        return (
            (not self.towns or bool(called & set(self.towns)))
            and (not self.vendors or bool(set(town.families) & set(self.vendors)))
            and (not self.states or town.uf in self.states)
        )

    def part_of(self, news: News) -> News | None:
        """What it is told of a run; None when that is not enough."""
        towns = tuple(town for town in news.towns if self.wants(town))
        places = {town.place for town in towns}
        everywhere = not (self.towns or self.vendors or self.states)
        alarms = tuple(one for one in news.alarms if everywhere or places & set(one.places))
        part = News(news.run, news.time, towns, alarms)
        counts = (count(part), (self.least.appeared, self.least.vanished, self.least.alarms))
        enough = any(least and number >= least for number, least in zip(*counts, strict=True))
        return part if enough or (self.always and (towns or everywhere)) else None


def count(news: News) -> tuple[int, int, int]:
    """How many items appeared, how many vanished, how many alarms there are."""
    appeared = sum(len(town.appeared) for town in news.towns)
    vanished = sum(len(town.vanished) for town in news.towns)
    return appeared, vanished, sum(len(town.alarms) for town in news.towns) + len(news.alarms)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"subscriptions": "avisos"}):
    subscriptions: tuple[Subscription, ...]


def subscriptions_of(settings: BaseSettings) -> tuple[Subscription, ...]:
    """Those of NEWS_FILE, and one for NEWS_MAIL and NEWS_WEBHOOK. UserError for what a person must mend."""
    found = list(_read(Path(settings["NEWS_FILE"]))) if settings.get("NEWS_FILE") else []
    mails, webhook = settings.getlist("NEWS_MAIL"), settings.get("NEWS_WEBHOOK") or ""
    if mails or webhook:
        found.append(Subscription("todos", tuple(mail.strip() for mail in mails if mail.strip()), webhook))
    checked = tuple(_checked(one) for one in found)
    names = [slugify(one.name) for one in checked]
    if twice := next((one.name for one in checked if names.count(slugify(one.name)) > 1), ""):
        raise UserError(f"Há mais de um aviso de nome “{twice}”.", "Dê a cada um o seu nome.")
    return checked


def _read(path: Path) -> tuple[Subscription, ...]:
    try:
        told = yaml.safe_load(path.read_text("utf-8"))
        return msgspec.convert(told, _File).subscriptions
    except OSError as error:
        raise UserError(f"Não foi possível ler {path}.", f"{error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError):  # whose words would show what stands there
        raise UserError(f"{path} não é um arquivo YAML.", _HINT) from None
    except msgspec.ValidationError as error:
        raise UserError(f"{path} não tem a forma de um arquivo de avisos ({error}).", _HINT) from None


def _checked(asked: Subscription) -> Subscription:
    name = asked.name
    if not slugify(name):
        raise UserError("Há um aviso sem nome.", "Dê um nome com letras a cada um.")
    if not asked.mails and not asked.webhook:
        raise UserError(f"O aviso “{name}” não vai a ninguém.", "Dê-lhe emails ou webhook.")
    mails = tuple(_filled(mail, name) for mail in asked.mails)
    for number, mail in enumerate(mails, 1):
        _check_address(mail, name, number)
    webhook = _filled(asked.webhook, name)
    if webhook and not is_web(webhook):
        raise UserError(f"O webhook do aviso “{name}” não é um endereço da internet.", "Use https://…")
    states = tuple(one.upper() for one in asked.states)
    if unknown := next((one for one in states if one not in UFS), ""):
        raise UserError(f"UF desconhecida no aviso “{name}”: “{unknown}”.", f"Use uma de: {', '.join(sorted(UFS))}.")
    if min(asked.least.appeared, asked.least.vanished, asked.least.alarms) < 0:
        raise UserError(f"Há um mínimo negativo no aviso “{name}”.", "Use 0 (nunca) ou mais.")
    lower = {key: tuple(slugify(one) for one in getattr(asked, key)) for key in ("towns", "vendors")}
    return msgspec.structs.replace(asked, mails=mails, webhook=webhook, states=states, **lower)


def _check_address(mail: str, name: str, number: int) -> None:
    try:
        fine = bool(Address(addr_spec=mail).domain)
    except (
        ValueError,
        IndexError,
        AttributeError,
        MessageError,
    ):  # of the standard library's own parser, for what is no address
        fine = False
    if not fine:
        raise UserError(f"O {number}º endereço de e-mail do aviso “{name}” não é um.", "Use nome@dominio.")


def _filled(text: str, name: str) -> str:
    """With what the environment holds for ``${NAME}``, so that a file need hold no secret."""
    if missing := next((one for one in _VARIABLE.findall(text) if one not in os.environ), ""):
        raise UserError(f"O aviso “{name}” usa a variável {missing}, que não existe.", f"Defina {missing} no ambiente.")
    return _VARIABLE.sub(lambda found: os.environ[found[1]], text)


def targets(asked: Iterable[Subscription]) -> dict[tuple[str, str], Subscription]:
    """(name as a file has it, way) → the subscription."""
    return {
        (slugify(one.name), way): one
        for one in asked
        for way, given in (("email", one.mails), ("webhook", one.webhook))
        if given
    }
