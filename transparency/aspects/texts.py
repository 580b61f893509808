"""Forms that tell a part of a text, whatever it is called: a telephone, an address, hours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from transparency.text import legible, normalize

_UPPER = "A-ZÀ-Ý"
_LOWER = "a-zà-ÿ"
_NAME_PART = rf"(?:[{_UPPER}][{_LOWER}]+|[{_UPPER}]{{2,}})"
_DAYS = (
    r"(?:segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo|dias [úu]teis|diariamente|todos os dias|seg\b|sex\b)"
)
_CLOCK = r"\d{1,2}\s?(?:h(?:oras|rs?|s)?\s?\d{0,2}|:\d\d)(?:\s?h(?:oras|rs?|s)?|\s?min)?"

_MODALITIES = (
    r"preg[ãa]o|concorr[êe]ncia|tomada de pre[çc]os|convite|leil[ãa]o|di[áa]logo competitivo|dispensa|inexigibilidade|chamada p[úu]blica"
    r"|chamamento p[úu]blico|credenciamento|ades[ãa]o|concurso"
)

# Numbers and addresses of people are hidden where a page is stored; their forms stay, and are told by them all the same.
_FORMS: Mapping[str, re.Pattern[str]] = {
    "phone": re.compile(
        r"(?<![\d./*-])(?:\+?55\s?)?(?:\(?0?\d{2}\)?[\s.-]{0,3})(?:[9*][\s.]?)?[\d*]{4}[\s.-]?[\d*]{4}(?![\d./-]\d|[\d*])"
        r"|(?<![\d./*-])[9*]?[\d*]{4}-[\d*]{4}(?![\d/*-])|\b0800[\s.-]?\d{3}[\s.-]?\d{4}\b"
    ),
    "email": re.compile(r"[\w.+*-]+@[\w-]+(?:\.[\w-]+)+|[\w.+-]+\s?(?:\(at\)|\[at\]|\(arroba\))\s?[\w-]+(?:\.[\w-]+)+"),
    "address": re.compile(
        rf"\b(?:Rua|R\.|Avenida|Av\.?|Pra[çc]a|P[çc]a\.?|Travessa|Trav\.|Rodovia|Rod\.|Alameda|Largo|Estrada|Sítio|Quadra|Via)\s+(?:[{_LOWER}]{{1,3}}\s+)?[{_UPPER}\d][^\n]{{2,80}}"
        r"|\bCEP:?\s*\d{2}\.?\d{3}-?\d{3}"
    ),
    "hours": re.compile(
        rf"{_DAYS}[^\n]{{0,60}}?{_CLOCK}|{_CLOCK}\s*(?:às|as|a|até|e|-|–)\s*(?:as\s|às\s)?{_CLOCK}", re.IGNORECASE
    ),
    "date": re.compile(
        r"(?<![\d/])\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?!\d)|\b\d{1,2}[º°]?\s+de\s+[^\W\d]{4,9}\s+de\s+\d{4}\b|\b\d{4}-\d\d-\d\d\b"
    ),
    "name": re.compile(rf"\b{_NAME_PART}(?:\s+(?:d[aeo]s?\s+|e\s+)?{_NAME_PART}){{1,5}}\b"),
    "deadline": re.compile(
        r"\b(?:\d+|dez|quinze|vinte|trinta|cinco)\s*(?:\([^()]{2,20}\)\s*)?(?:dias?|horas?|semanas?|meses|m[êe]s)\b"
        r"|\b(?:imediat[ao]|na hora)\b",
        re.IGNORECASE,
    ),
    "number": re.compile(r"\d+(?:\.\d{3})*(?:/\d{2,4})?"),
    "money": re.compile(r"R\$\s*\d[\d.]*(?:,\d{2})?|(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{2}(?![\d,])"),
    "percent": re.compile(r"(?<![\d,.])\d{1,3}(?:[.,]\d{1,2})?\s?%"),
    "modality": re.compile(rf"\b(?:{_MODALITIES})\b", re.IGNORECASE),
    "bid": re.compile(rf"\b(?:{_MODALITIES})\b[^\n]{{0,40}}?\b\d+\s?/\s?(?:20)?\d\d\b", re.IGNORECASE),
    "question": re.compile(r"[^\n.?!]{8,}\?"),
}
NEEDS_LABEL = frozenset(("name", "date", "number", "deadline"))
"""Forms that much has: they tell a part only behind what it is called."""
FORMS = frozenset((*_FORMS, "contact"))


def found(form: str, text: str, refused: Sequence[str] = ()) -> str:
    """The first piece of a text that has a form; "" for none, and for a form that is not known. ``refused``: normalised words
    that no name of a person holds.

    >>> found("phone", "Telefone: (83) 3321-1000"), found("hours", "De segunda a sexta, das 8h às 14h")
    ('(83) 3321-1000', 'segunda a sexta, das 8h')
    >>> found("address", "Rua Nova, 10 - Centro"), found("phone", "CNPJ 08.111.222/0001-33")
    ('Rua Nova, 10 - Centro', '')
    >>> found("percent", "Executado: 45,5 %"), found("bid", "Pregão Eletrônico nº 004/2026"), found("bid", "Dispensa, art. 75, II")
    ('45,5 %', 'Pregão Eletrônico nº 004/2026', '')
    >>> found("name", "Secretaria de Obras: Ana Lima", ("secretaria",)), found("contact", "sic@vilanova.example")
    ('Ana Lima', 'sic@vilanova.example')
    >>> found("phone", "Fone (83) ****-****"), found("phone", "*****-****"), found("contact", "***@vilanova.example")
    ('(83) ****-****', '*****-****', '***@vilanova.example')
    """
    if form == "contact":
        return found("phone", text) or found("email", text)
    pattern = _FORMS.get(form)
    for match in pattern.finditer(legible(text)) if pattern else ():
        other = form == "phone" and not _is_phone(match[0])
        if not other and not (form == "name" and set(normalize(match[0]).split()) & set(refused)):
            return match[0].strip()
    return ""


def _is_phone(text: str) -> bool:
    """So many digits as numbers of telephones have, and no year range ("2024-2026")."""
    digits = re.sub(r"[^\d*]", "", text)
    return 8 <= len(digits) <= 13 and not re.fullmatch(r"(?:19|20)\d\d-(?:19|20)\d\d", text.strip())
