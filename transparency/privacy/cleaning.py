"""People's data: what is hidden wherever a portal's words are kept, shown or photographed. Whose names stand where, ``people.py`` tells.

Rules are about forms (check digits, dots, an at sign) and, for bare numbers, about the label that stands nearest. Hiding is
idempotent, and keeps what tells a reader (and the judge) of which kind a value is. Telephones are told by the national plan
(Anatel), for which a table of the whole world would be 10 MB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from stdnum.br import cpf

from transparency.text import UNSEEN_IN_NUMBERS, plain

Kind = Literal["cpf", "pis", "email", "telefone", "conta", "rg"]

RULES = "4"
"""Version of the rules, told by every audit; raised with every change of what is hidden."""
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What would drive a terminal, or turn the order of what people read."""
SHOWN_ROWS = 3
"""Body rows of a record set that stay as they are: enough to see what the columns hold."""


@dataclass(frozen=True)
class Hit:
    """A piece of a text that is hidden, and what is shown in its place."""

    start: int
    end: int
    kind: Kind
    shown: str


_GAP = r"[\s.\u200b/-]{0,3}"
_START = r"(?<![0-9*])(?<![0-9*][.,/-])"
_END = r"(?![0-9*]|[.,/-][0-9*])"
_CPF = re.compile(rf"{_START}([0-9]{{3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2}}){_END}")
_CPF_WRITTEN = re.compile(r"[0-9]{3}\s?\.\s?[0-9]{3}\s?\.\s?[0-9]{3}\s?-\s?[0-9]{2}")
_PIS = re.compile(rf"{_START}([0-9]{{3}}){_GAP}([0-9]{{5}}){_GAP}([0-9]{{2}}){_GAP}([0-9]){_END}")
_PIS_WRITTEN = re.compile(r"[0-9]{3}\.[0-9]{5}\.[0-9]{2}-[0-9]")
_EMAIL = re.compile(
    r"(?<![\w.+%*-])[\w.+%-]{1,64}@((?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}(?!(?:png|jpe?g|gif|svg|webp|css|js|ico|woff2?)\b)[a-z]{2,24})(?![\w-])",
    re.I,
)
_AREA = r"(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])"
"""Area codes there are."""
_PHONE = re.compile(
    rf"""(?<![\w*(/.,+-])(?<![0-9]\s)
         (?: (?P<abroad>\+?55[\s.-]{{0,2}})?(?P<area>\(\s?0?{_AREA}\s?\)|0?{_AREA})[\s.)-]{{0,3}}(?:9[\s.]?[0-9]{{4}}|[2-5][0-9]{{3}})
           | 9[0-9]{{4}} | [2-5][0-9]{{3}} )
         (?P<dash>[\s.-]?)[0-9]{{4}}{_END}""",
    re.X,
)
_ACCOUNT = re.compile(rf"{_START}(?<![\w*])[0-9](?:[0-9.]{{1,13}}[0-9])?(?:\s?-\s?[0-9xX])?(?![0-9*]|[,/-]\w|\.[0-9])")
_RG = re.compile(rf"{_START}(?<![\w*])[0-9][0-9.]{{4,10}}[0-9](?:-?[0-9xX])?(?![0-9*]|[,/-]\w|\.[0-9])")
_SHORT_CPF = re.compile(r"(?<![\w*.,/-])[0-9]{8,10}(?![\w*/,-]|\.[0-9])")
"""Leading zeros that a spreadsheet has dropped."""
_NEVER = re.compile(
    r"""[0-9]{2}\.?[0-9]{3}\.?[0-9]{3}\s?/\s?[0-9]{4}\s?-?\s?[0-9]{2}      # CNPJ
      | [0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\s?/\s?[0-9A-Z]{4}\s?-\s?[0-9]{2}  # CNPJ with letters
      | [0-9]{7}-?[0-9]{2}\.[0-9]{4}\.[0-9]\.[0-9]{2}\.[0-9]{4}            # lawsuit (CNJ)
      | [0-9]{5}\.[0-9]{6}/[0-9]{4}-[0-9]{2}                               # federal process
      | (?<![0-9])[0-3]?[0-9]/[01]?[0-9]/[0-9]{2,4} | (?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])
      | (?<![0-9])[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{2} | (?<![0-9])[0-9]+,[0-9]{2}(?![0-9])""",
    re.X,
)

_LABEL = re.compile(
    r"""(?P<cpf>\bc\.?\s?p\.?\s?f\b)
      | (?P<pis>\b(?:pis|pasep|nit|nis)\b)
      | (?P<telefone>\b(?:telefones?|fones?|tel|tels|celular(?:es)?|cel|whats\s?app|zap|fax|contatos?)\b)
      | (?P<conta>\b(?: (?:conta|cta|cc)s?\.?\s?(?:\w{1,3}\s)?(?:corrente|banc[áa]ria|poupan[çc]a|sal[áa]rio|dep[óo]sito|cr[ée]dito)s?
                     | c/c | ag[êe]ncias? | ag\. | ag/cc? | dados\sbanc[áa]rios | domic[íi]lio\sbanc[áa]rio | poupan[çc]a )(?!\w))
      | (?P<rg>\b(?:r\.?g|carteira\sde\sidentidade|c[ée]dula\sde\sidentidade)\b)
      | (?P<email>\be-?mails?\b)
      | (?P<other>\b(?: cep | cnpj | cgc | processos? | proc | data | empenhos? | ne | nf | notas? | valor(?:es)? | matr[íi]culas? | mat
                     | contratos? | protocolos? | c[óo]digos? | c[óo]d | inscri[çc][ãa]o | chave | licita[çc][ãa]o | preg[ãa]o | edital | lei
                     | decreto | portaria | exerc[íi]cio | ano | banco | ficha | dota[çc][ãa]o | fonte | elemento | rubrica | natureza | item
                     | lote | guia | ordem | pagamento | saldo | total | ramal | regulador\w* )\b | r\$)""",
    re.X | re.I,
)
_ACCOUNT_WORD = re.compile(r"\b(?:conta|cta)s?\b(?![^0-9]{0,20}(?:cont[áa]b))", re.I)
_REACH = 32
"""So far before a bare number, in characters, its label may stand."""
_WORTH = re.compile(r"@|(?:[0-9][^0-9\n]{0,4}){7}")
_BANK = re.compile(r"\bag\b|ag[êe]nc|conta|\bcta\b|c/c|banc[áa]ri|poupan", re.I)


def is_cpf(digits: str) -> bool:
    """Whether eleven digits end in the right check digits of a CPF."""
    return len(set(digits)) > 1 and cpf.is_valid(digits)  # one digit eleven times has right ones, too


@lru_cache(maxsize=4096)
def kinds_named(label: str) -> frozenset[str]:
    """The kinds of personal numbers that a label names (``"CPF/CNPJ"``: cpf)."""
    return (
        frozenset(m.lastgroup or "" for m in _LABEL.finditer(plain(label[:200]))) - {"other"} if label else frozenset()
    )


def _named_before(text: str, start: int, about: str) -> str:
    """The kind that the nearest label before a place names; ``about``: what stands over or before the whole text."""
    low = max(0, start - _REACH - 24)
    last = next(iter([*_LABEL.finditer(text, low, start)][-1:]), None)
    if last is not None:
        between = text[last.end() : start]
        near = len(between) <= _REACH and not re.search(r"[0-9\n]{4}", between)
        return str(last.lastgroup) if near else ""
    kinds = kinds_named(about)
    return next(iter(kinds)) if len(kinds) == 1 else "|".join(sorted(kinds))


def _stars(text: str, keep: int = 0) -> str:
    """Digits as stars, except the last few."""
    hidden = sum(c.isdigit() for c in text) - keep
    out = []
    for c in text:
        if c.isdigit() and hidden > 0:
            hidden -= 1
            c = "*"
        out.append(c)
    return "".join(out)


Names = Callable[[int], str]
"""What a number that begins at a place of a text is called there."""


def _candidates(text: str, about: str) -> Iterator[Hit]:
    """What may have to be hidden, the surest kinds first."""
    for m in _EMAIL.finditer(text) if "@" in text else ():
        yield Hit(m.start(), m.end(), "email", f"***@{m[1]}")
    if re.search(r"[0-9]{2}", text) is None:
        return
    named = cache(lambda start: _named_before(text, start, about))
    yield from _cpfs(text, named)
    yield from _pis(text, named)
    kinds = kinds_named(about)
    if "cpf" in kinds:
        yield from _short_cpfs(text)
    yield from _phones(text, named)
    if _BANK.search(text) or "conta" in kinds:
        yield from _accounts(text, about, named)
    if "rg" in kinds or "rg" in text.lower() or "identidade" in text.lower():
        yield from _identities(text, named)


def _cpfs(text: str, named: Names) -> Iterator[Hit]:
    for m in _CPF.finditer(text):
        glued = m.start() and text[m.start() - 1].isalpha() and text[m.start() - 3 : m.start()].lower() != "cpf"
        plain = m.end() - m.start() == 11
        if (
            _CPF_WRITTEN.fullmatch(m[0])
            or (is_cpf("".join(m.groups())) and not (plain and glued) and "pis" not in named(m.start()))
            or "cpf" in named(m.start())
        ):
            yield Hit(m.start(), m.end(), "cpf", f"***.{m[2]}.{m[3]}-**")


def _pis(text: str, named: Names) -> Iterator[Hit]:
    for m in _PIS.finditer(text):
        if _PIS_WRITTEN.fullmatch(m[0]) or "pis" in named(m.start()):
            yield Hit(m.start(), m.end(), "pis", f"***.{m[2]}.**-*")


def _short_cpfs(text: str) -> Iterator[Hit]:
    """A sheet has dropped their leading noughts."""
    for m in _SHORT_CPF.finditer(text):
        number = m[0].zfill(11)
        if is_cpf(number):
            yield Hit(m.start(), m.end(), "cpf", f"***.{number[3:6]}.{number[6:9]}-**")


def _phones(text: str, named: Names) -> Iterator[Hit]:
    for m in _PHONE.finditer(text):
        area, dash = m["area"] or "", m["dash"]
        mobile = re.search(r"9[\s.]?[0-9]{4}[\s.-]?[0-9]{4}$", m[0]) is not None
        sure = bool(m["abroad"] and "+" in m["abroad"]) or (mobile and dash not in ("", " ", "."))
        if (sure and named(m.start()) != "other") or "(" in area or "telefone" in named(m.start()):
            tail = m.end("area") - m.start() if area else 0
            yield Hit(m.start(), m.end(), "telefone", m[0][:tail] + _stars(m[0][tail:]))


def _accounts(text: str, about: str, named: Names) -> Iterator[Hit]:
    for m in _ACCOUNT.finditer(text):
        count = sum(c.isdigit() for c in m[0])
        if 3 <= count <= 13 and ("conta" in named(m.start()) or _is_account(text, m, about)):
            yield Hit(m.start(), m.end(), "conta", _stars(m[0], 1))


def _identities(text: str, named: Names) -> Iterator[Hit]:
    for m in _RG.finditer(text):
        if "rg" in named(m.start()):
            yield Hit(m.start(), m.end(), "rg", _stars(m[0], 3))


def _is_account(text: str, found: re.Match[str], about: str) -> bool:
    """``Conta: 12345-6`` after an agency or bank: elsewhere a "conta" is one of the books."""
    if "-" not in found[0]:
        return False
    before = text[max(0, found.start() - 80) : found.start()]
    word = next(iter([*_ACCOUNT_WORD.finditer(before)][-1:]), None)
    if word is None or re.search(r"[0-9]", before[word.end() :]) or len(before) - word.end() > 12:
        return False
    return bool(re.search(r"\bag\b|ag[êe]nc|\bbanco\b", before[: word.start()] + " " + about, re.I))


def find(text: str, about: str = "") -> list[Hit]:
    """What is hidden in a text, in its order. ``about``: the label over or before it (a column's, a field's). Numbers count
    whatever the form of their digits, and with characters between them that nobody sees."""
    text, about = plain(text), plain(about)
    hits = _find(text, about)
    if UNSEEN_IN_NUMBERS.search(text):
        places = _places_of_seen(text)
        seen = _find("".join(text[place] for place in places), about)
        whole = [replace(hit, start=places[hit.start], end=places[hit.end - 1] + 1) for hit in seen]
        hits = whole + [hit for hit in hits if all(hit.end <= w.start or w.end <= hit.start for w in whole)]
    return sorted(hits, key=lambda hit: hit.start)


def _places_of_seen(text: str) -> list[int]:
    """Where the characters of a text stand that are left when those within numbers that nobody sees are taken out."""
    unseen = {place for found in UNSEEN_IN_NUMBERS.finditer(text) for place in range(*found.span())}
    return [place for place in range(len(text)) if place not in unseen]


def _find(text: str, about: str) -> list[Hit]:
    if len(text) < 3 or not (_WORTH.search(text) or _BANK.search(text) or (about and kinds_named(about))):
        return []
    taken = [m.span() for m in _NEVER.finditer(text)]
    hits: list[Hit] = []
    for hit in _candidates(text, about):
        if all(hit.end <= start or end <= hit.start for start, end in taken):
            taken.append((hit.start, hit.end))
            hits.append(hit)
    return hits


def mask(text: str, about: str = "") -> str:
    """The text with people's numbers and addresses hidden.

    >>> mask("CPF 123.456.789-09, fone (83) 99999-1234, CNPJ 12.345.678/0001-90")
    'CPF ***.456.789-**, fone (83) *****-****, CNPJ 12.345.678/0001-90'
    """
    hits = find(text, about)
    for hit in reversed(hits):
        text = f"{text[: hit.start]}{hit.shown}{text[hit.end :]}"
    return text


# ---- names and pay ---------------------------------------------------------------------------------------------------

_LETTERS = "bcdfghjklmpqrstvw"
"""Runs of these are no word, no unit and no placeholder."""


def veil(name: str, turn: int) -> str:
    """A name as a name of the same shape that nobody bears: made of its shape and the number of its row alone.

    >>> veil("Maria d'Ávila", 4)
    "Ghjkl m'Pqrst"
    """
    out = []
    at = turn
    for c in name:
        if c.isalpha():
            made = _LETTERS[at % len(_LETTERS)]
            c = made.upper() if c.isupper() else made
            at += 1
        out.append(c)
    return "".join(out)


def veil_amount(amount: str) -> str:
    """An amount as an amount of the same shape; one of zeros stays.

    >>> veil_amount("R$ 4.205,90"), veil_amount("0,00")
    ('R$ 1.101,10', '0,00')
    """
    return re.sub("[2-9]", "1", plain(amount))


# ---- secrets in addresses ------------------------------------------------------------------------------------------

HIDDEN = "***"
_SECRETS = re.compile(
    r"_{0,2}(?:(?:access|auth|bearer|refresh|id|csrf|xsrf|authenticity|request|session|security|api|x-amz-security)[_-]?(?:verification)?[_-]?tokens?|"
    r"csrf|xsrf|authorization|auth|api[_-]?key|"
    r"secret(?:[_-]?key)?|client[_-]?secret|senha|pass(?:word|wd)?|pwd|signature|sig|x-amz-(?:signature|credential)|awsaccesskeyid|jwt|"
    r"(?:j|php|asp(?:\.net_)?)?sess(?:ion)?[_-]?id|jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken|viewstate|javax\.faces\.viewstate)",
    re.I,
)
"""Names of parameters whose values open something, whoever holds them."""
_MAY_BE = re.compile(r"tok(?:en)?|key|sid|ticket|hash|code|nonce|state|assertion|credential", re.I)
"""Names whose values may be the town's public number as well: secret when they are long and random."""
_RANDOM = re.compile(r"(?=\D*\d)(?=[^a-z]*[a-z])[\w.~+/=%-]{20,}", re.I)
_PARAMETER = re.compile(r"(?P<mark>[?&;#]|%3[fF]|%26)(?P<name>[\w.\[\]%-]{1,64})=(?P<value>[^&;#?\s\"'<>]*)")
_PATH_SESSION = re.compile(r";(jsessionid|phpsessid|sid)=[^/?#;&\s]*", re.I)
_ASP_SESSION = re.compile(r"/\([A-Z]\([\w-]{8,}\)\)(?=/)")
_USER = re.compile(r"(?<=://)[^/?#@\s]*@")


def is_secret(name: str) -> bool:
    """Whether a parameter or hidden field of that name holds what opens something."""
    return bool(_SECRETS.fullmatch(name))


def without_secrets(address: str, public: str = "") -> str:
    """An address as it may be kept and shown: no user, no password, no value that opens something. What stands in
    ``public`` (the address in the catalogue, by which everybody enters) is none.

    >>> without_secrets("https://joao:x@a.example/p;jsessionid=1A?ano=2026&senha=9&token=77", "https://a.example/?token=77")
    'https://a.example/p;jsessionid=***?ano=2026&senha=***&token=77'
    """
    address = _USER.sub("", address)
    address = _PATH_SESSION.sub(lambda m: f";{m[1]}={HIDDEN}", address)
    address = _ASP_SESSION.sub(f"/({HIDDEN})", address)

    def hide(found: re.Match[str]) -> str:
        name, value = found["name"], found["value"]
        secret = _SECRETS.fullmatch(name) or (_MAY_BE.fullmatch(name) and _RANDOM.fullmatch(value))
        if not value or not secret or (public and f"{name}={value}" in public):
            return found[0]
        return f"{found['mark']}{name}={HIDDEN}"

    return _PARAMETER.sub(hide, address) if "=" in address else address


_ADDRESS = re.compile(r"\b(?:https?|wss?|ftp)://[^\s\"'<>“”]+", re.I)


def clean(text: str, public: str = "") -> str:
    """A text as it may be kept: no people's numbers, no secrets in the addresses it names."""
    return mask(_ADDRESS.sub(lambda found: without_secrets(found[0], public), text) if "://" in text else text)


def clean_address(address: str, public: str = "") -> str:
    """An address as it may be kept: no secrets, no people's numbers (a person's page is often named by them)."""
    return mask(without_secrets(address, public))
