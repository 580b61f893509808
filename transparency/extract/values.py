"""What a value looks like: money, date, CPF … told by its form alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from stdnum.br import cnpj

from transparency.items import ValueType
from transparency.privacy.cleaning import is_cpf
from transparency.text import legible, normalize

HOLDS_DATA = re.compile(r"\d,\d\d|\d/\d|\d\.\d{3}")
"""Amounts, dates and numbers of records, among other words, too."""
_MONEY = re.compile(
    r"""^(?!0\d+\.\d\d$)               # 00021.25 is a number of a year
        [(+-]?\s*(?:(?:R\$|BRL)\s*)?[(+-]?\s*
        (?: \d{1,3}(?:\.\d{3})*,\d{2}      # 1.234,56
          | \d+,\d{2}                      # 1234,56
          | \d{1,3}(?:,\d{3})+\.\d{2}      # 1,234.56
          | \d+\.\d{2}                     # 1234.56
          | (?!(?:19|20)\d\d\.)\d{4,}\.\d  # 85500.0, of a program; 2025.1 is a number of a year
        )\s*[)-]?\s*(?:[CD]|reais|BRL|R\$|\(\s*(?:em\s+)?(?:reais|R\$)\s*\))?$  # the unit may stand beside or below, in brackets""",
    re.X | re.I,
)
_CURRENCY = re.compile(
    r"^[(+-]?\s*R\$\s*[(+-]?\s*\d[\d.,]*\s*[)-]?(?:\s*(?:mil|mi|milh(?:ão|ões)|bi|bilh(?:ão|ões)))?$", re.I
)
_ROUNDED = re.compile(r"(?:R\$\s*)?\d[\d.,]*\s*(?:mil|mi|milh(?:ão|ões)|bi|bilh(?:ão|ões))\.?", re.I)
_MONTHS = "janeiro|fevereiro|março|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
_SHORT_MONTHS = "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez"
_TIME = r"(?:[\sT,–-]*(?:às|as|a)?\s*\d{1,2}(?::|h)\d{0,2}(?::\d{2})?(?:\.\d+)?\s*(?:h|hs|hrs|min|horas|Z|[+-]\d{2}:?\d{2})?)?"
_DATE = re.compile(
    rf"""^(?! \d\.\d\.\d\d$ )  # the code of an expense ("3.3.90")
          (?: (?:0?[1-9]|[12]\d|3[01])[/.-](?:0?[1-9]|1[0-2])[/.-](?:\d{{4}}|\d{{2}}){_TIME}
          | \d{{4}}[-/](?:0[1-9]|1[0-2])[-/](?:0[1-9]|[12]\d|3[01]){_TIME}
          | (?:\w+(?:-feira)?,\s*)?\d{{1,2}}º?\s+(?:de\s+)?(?:{_MONTHS}|{_SHORT_MONTHS})\.?,?\s+(?:de\s+)?\d{{4}}{_TIME}
          | (?:{_MONTHS}|{_SHORT_MONTHS})\.?\s*(?:[/-]|\sde\s)\s*\d{{2,4}}
          )$""",
    re.X | re.I,
)
_PERIOD = re.compile(r"^(?:0?[1-9]|1[0-2])/\d{4}$")
_CPF = re.compile(r"^[\d*x•#X]{3}\.?[\d*x•#X]{3}\.?[\d*x•#X]{3}\s?[-./–]?\s?[\d*x•#X]{2}$")
_CNPJ = re.compile(r"^[\d*x•#X]{2}\.?[\d*x•#X]{3}\.?[\d*x•#X]{3}\s?/\s?[\d*x•#X]{4}\s?[-–]?\s?[\d*x•#X]{2}$")
_LETTERED_CNPJ = re.compile(r"[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\s?/\s?[\dA-Z]{4}\s?[-–]\s?\d{2}")
_PERSON_ID = re.compile(
    r"[\d*xX•#]{3}\.[\d*xX•#]{3}\.[\d*xX•#]{3}\s?[-–]\s?[\d*xX•#]{2}|[\dA-Z*x•#]{2}\.[\dA-Z*x•#]{3}\.[\dA-Z*x•#]{3}/[\dA-Z*x•#]{4}[-–]?[\d*xX•#]{2}"
)
_NUMBER = re.compile(r"^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?\s*%?$")
_CODE = re.compile(
    r"^(?=.*\d)(?:[A-Z]{1,5}[ .:-]{0,2})?(?:n[º°o.]*\s*)?\d[\d.\-/]*(?:[A-Z]{1,4}[\d.\-/]*)?(?:/[A-Z]{2,6})?$", re.I
)
_WORDLIKE_CODE = re.compile(r"^(?=\S*\d)(?=\S*[A-Z0-9])[A-Z0-9./_-]{2,24}$")
_MASKED = re.compile(r"(?<!\S)(?=[^\s*]*\*)(?=\S*(?:\d|\*{4}[.-]\*{4}))[(\d*.,/)-]+[xX]?(?!\S)")
"""A number in which stars stand for digits, as they do in what is stored of people's numbers. Stars alone say that there is none."""
_EMPTY_DATE = re.compile(
    r"^(?:0{1,2}/0{1,2}/0{2,4}|01/01/0001|01/01/1900|30/12/1899|0{4}-0{2}-0{2}|0001-01-01|1900-01-01)\b"
)
NUMBERED = re.compile(r"\bn(?:[º°]|[ro]\.?)?\s?\d|\d\s?/\s?(?:19|20)\d\d\b", re.I)
"""A title with the number of what it is over: "Pregão nº 12", "Concorrência 4/2026"."""


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in " ".join(text.split()).split("|"))


_PLACEHOLDERS = _phrases(
    """
    n a|nd|n d|na|nc|n c|null|nil|none|undefined|nan|vazio|sem informacao|sem informacoes|nao informado|
    nao informada|nao consta|nao disponivel|indisponivel|nao ha|nao possui|nao existe|sem dados|sem dado|
    sem registro|sem registros|nao se aplica|informacao nao disponivel|nao informado a|sem descricao|
    nao cadastrado|nao cadastrada|nao definido|aguardando|carregando|carregando dados|aguarde|loading|
    sem historico|em branco|a definir|nao localizado|nao identificado|nao publicado|nenhum|nenhuma|sem valor|
    sem arquivo|sem anexo|sem anexos|nenhum arquivo|arquivo nao disponivel|nao disponibilizado|inexistente|
    nao tem
    """
)
_AT_A_DESK = re.compile(
    r"(?:retira(?:r|da)|solicitar|obter|consultar|disponivel)\s(?:apenas\s|somente\s|junto\s)?(?:na|no|ao?)\s"
    r"(?:sala|sede|setor|comissao|cpl|prefeitura|secretaria|departamento|balcao|predio|protocolo)\b"
)
"""How a value begins that tells to which office one has to go for it."""
_EMPTY_MESSAGE = re.compile(
    r"""^(?:(?:ops|atencao|aviso|desculpe)\s)?(?:ainda\s)?(?!nenhuma?\s\w+\s(?:selecionad|escolhid|marcad|aplicad))(?:
        nenhum[a]?\s(?:\w+\s){0,4}?(?:registro|resultado|dado|item|informac|encontrad|localizad|disponivel|lancamento|cadastrad|empenho|despesa|receita|licitac|servidor|ocorrencia|linha|entrada|publicac)
      | nao\s(?:ha|existe|existem|foi|foram|houve|encontr\w+|constam?|possui|temos|ocorr(?:eu|eram)|se\srealiz(?:ou|aram)|localiz\w+)\b
      | (?:sem|zero|0)\s(?:registro|resultado|dado|informac|item|itens|linhas|moviment)
      | (?:a\s|sua\s)?(?:consulta|pesquisa|busca)\s(?:nao\s(?:retornou|encontrou)|sem\sresultado)
      | (?:nada|ninguem)\s(?:foi\s)?encontrad | inexist(?:em|encia\sde)\s | (?:registro|resultado)s?\sinexistente
      | (?:total|quantidade)\sde\sregistros\s0$
      | (?:registros?|resultados?|dados?|itens|informac\w+)\snao\s(?:encontrad|localizad|cadastrad|disponive)
      | no\s(?:data|records?|results?|matching|rows|items)
      | (?:lista|tabela)\svazia
      | (?:para|a\sfim\sde)\s(?:ver|visualizar|consultar|exibir|listar)\b.{0,60}\b(?:informe|selecione|escolha|preencha|indique|defina|clique)\b
      | (?:informe|selecione|escolha|preencha|indique|defina)\s.{2,80}\b(?:para|e)\s(?:ver|visualizar|consultar|exibir|listar|consulte|pesquise|clique)\b
      | exibindo\s0\b | mostrando\s(?:de\s)?0\sa(?:te)?\s0\b
      )""",
    re.X,
)
_NOTHING = re.compile(
    r"""\bno\s(?:data|records?|results?|matching|rows|items)\b
    |\b(?:nenhuma?|sem|zero|nao\s(?:ha|existem?|houve|constam?|possui|temos|ocorr(?:eu|eram)|encontr\w+|localiz\w+|retorn\w+|foi\spossivel\s(?:encontrar|localizar)|se\srealiz(?:ou|aram)|(?:remet|envi|inform|public|declar|lanc|registr|realiz)(?:eu|ou)|foram?\s(?:encontrad|localizad|cadastrad)[oa]s?))
    \s(?:\w+\s){0,3}?(?:registros?|ocorrencias?|resultados?|dados?|informac\w+|lancamentos?|empenhos?|despesas?|receitas?|licitacoes|(?<!sem\s)licitacao|contratos?
      |servidor\w*|pagamentos?|movimentos?|movimentac\w+|repasses?|arquivos?|documentos?|publicac\w+|conteudos?|linhas|itens|records?|results?|data)\b
      (?!\s(?:selecionad|escolhid|marcad|aplicad))
    |(?<!\d\s)\b0\s(?:registros?|resultados?|itens|linhas|lancamentos|empenhos|licitac\w+|servidores|encontrados)\b
    |\b(?:registros?|resultados?|itens|encontrad[oa]s)\s0\b(?!\s\d)|\b0\sde\s0\b|\bresultados?\s(?:da\s\w+\s)?nenhum\b|\bnenhuma?\s(?:foi\s)?(?:encontrad|localizad)[oa]\b
    |\binexist(?:em|encia\sde)\s(?:registros?|dados|informac\w+|lancamentos?)\b|\b(?:registros?|resultados?)\sinexistentes?\b
    |\b(?:dados|informac\w+)\snao\s(?:encontrad|localizad)
    |\bnada\s(?:consta|(?:foi\s)?(?:encontrad|localizad|lancad|registrad)|a\s(?:exibir|mostrar|declarar))|\bnao\s(?:encontrou|localizou|retornou|encontramos|localizamos)\s(?:nada|nenhum)
    |\b(?:registros?|resultados?|itens|lancamentos?)\snao\s(?:encontrad|localizad|cadastrad)
    |\b(?:lista|relacao|tabela|pasta|diretorio)\s(?:\w+\s){0,2}?vazi[ao]|\bpagina\s[01]\sde\s0\b|\bsem\smovimento\b""",
    re.X,
)
_DENIED = (
    r"\b(?:nenhuma?|nao\s(?:ha|existem?|houve|possui|temos|foram?\s\w+|(?:realiz|registr)(?:ou|amos)))\s(?:\w+\s)?"
)
"""What stands before the name of what there is none of."""
_COUNTED = re.compile(
    r"""\b\d+\sde\s(?!0+\b)\d+\s(?:registros?|resultados?|itens|linhas|lancamentos|entradas|records?|entries|rows|items)\b
    |\btotal\s(?:de\s(?:registros|itens|resultados)\s)(?!0+\b)\d+\b""",
    re.X,
)
_PAGE = re.compile(
    r"p[áa]g(?:ina|\.)?\s*\d*\s*(?:de|of|/)\s*\d|(?<![\d/])\d+\s*[-–]\s*\d+\s*(?:de|of|/)\s*\d+(?![\d/])", re.I
)
_ASKS = re.compile(
    r"\b(?:informe|selecione|escolha|preencha|indique|defina)\s.{2,80}?\b(?:para|e)\s(?:ver|visualizar|consultar|exibir|listar|consulte|pesquise|clique)\b"
    r"|\b(?:para|a\sfim\sde)\s(?:ver|visualizar|consultar|exibir|listar)\b.{0,60}?\b(?:informe|selecione|escolha|preencha|indique|defina|clique)\b"
)
_NOT_READY = re.compile(
    r"""\b(?:dados?|informac\w+|conteudos?|consulta)\s(?:ainda\s)?(?:nao\sdisponive\w+|indisponive\w+|nao\s(?:cadastrad|informad|publicad|enviad)\w+)
    |\baguardando\s(?:\w+\s){0,2}?(?:envio|publicacao|dados|informacoes|atualizacao|fechamento)|\bem\s(?:construcao|implantacao)\b""",
    re.X,
)
_ACTIONS = _phrases(
    """
    abrir|acessar|acesse|arquivo|arquivos|baixar|baixe|clique aqui|consultar|consulte|detalhe|detalhes|detalhar|
    download|doc|documento|exibir|expandir|imprimir|impressao|ir|link|mais|mais detalhes|mais informacoes|pdf|
    saiba mais|selecionar|ver|ver arquivo|ver detalhes|ver documento|ver mais|veja|veja mais|visualizar|
    visualize|xls|xlsx|csv|zip|abrir arquivo|baixar arquivo|baixar pdf|fazer download|visualizar arquivo|
    visualizar pdf|ver pdf|anexo|anexos|ver anexo|ver anexos|aqui|view|open|search|zoom in|visibility|
    file download|get app|info|lupa|abrir pdf|abrir documento|baixar documento|visualizar documento|ver edital|
    baixar edital|abrir edital|visualizar edital|ver termo|ver aviso|ver contrato|editar|ver na integra|
    ler mais|leia mais
    """
)
_FILE = re.compile(r"\.(?:pdf|docx?|odt|xlsx?|ods|csv|zip|rar|7z|rtf|txt)(?:$|[/?#&\s')])", re.I)
_NAMES_FORMAT = re.compile(r"\S\s*[(\[]\s*(?:pdf|xlsx?|ods|csv|docx?|odt|zip|rar)\b[^()\[\]]*[)\]]\W*$", re.I)
_HANDS_OUT = re.compile(r"download|baixar|arquivo|anexo|getfile|viewfile|/files?/|documento", re.I)
_NUMBERED = re.compile(r"[^/]*/(?=[^/]*\d)[0-9a-f{}-]+/?", re.I)
"""The end of a path whose last part is a number or a hash; what stands before it says of what."""


_UNFILLED = re.compile(r"#[A-Z][A-Z_]+#|\{\{.*\}\}|\$\{.*\}|\?\?\?[\w.]+\?\?\?|<%.*%>")
"""A part of a template that nobody has filled in."""


def is_placeholder(text: str) -> bool:
    """A value that says there is none: ``-``, ``N/A``, ``não informado``, ``***``, ``00/00/0000``."""
    folded = normalize(text)
    if not any(c.isalnum() for c in folded) or folded == "r$":
        return True
    return (
        folded in _PLACEHOLDERS
        or bool(_AT_A_DESK.match(folded))
        or bool(_UNFILLED.fullmatch(text.strip()))
        or bool(_EMPTY_DATE.match(text.strip()))
        or (len(folded) > 1 and set(folded) <= {"x", " "})
    )


def is_empty_message(text: str) -> bool:
    """A row that says that there are no rows."""
    return len(text) < 200 and bool(_EMPTY_MESSAGE.match(normalize(text)))


def _none_of(name: str) -> re.Pattern[str]:
    """Words that say that there is none of what has a name, one or several; signs beside the name ("▾") are no part of it."""
    named = " ".join(f"{word.removesuffix('s')}s?" for word in re.findall(r"\w+", normalize(name))) or "(?!)"
    return re.compile(rf"{_DENIED}{named}\b")


AROUND = 25
"""So many characters on both sides tell one sentence from another."""


def denials(text: str, name: str = "") -> frozenset[str]:
    """The sentences of a page by which it says that there are no records, each with a little of what stands around it, normalised.
    ``name``: what the records are called where they were promised.

    >>> bool(denials("Não houve lançamentos no período.")), bool(denials("Página em construção."))
    (True, False)
    >>> bool(denials("Não houve diárias em 2026.")), bool(denials("Não houve diárias em 2026.", "Diárias"))
    (False, True)
    """
    folded = normalize(text)
    named = _none_of(name).finditer(folded) if name else ()
    return frozenset(
        folded[max(0, m.start() - AROUND) : m.end() + AROUND] for m in (*_NOTHING.finditer(folded), *named)
    )


def counts_records(text: str) -> frozenset[str]:
    """The words by which a page counts records that there are, normalised.

    >>> [*counts_records("Mostrando de 111 até 24 de 24 registros")], [*counts_records("0 de 0 registros, exibir 10 registros")]
    (['24 de 24 registros'], [])
    """
    return frozenset(_COUNTED.findall(normalize(text)))


def tells_page(text: str) -> bool:
    """Whether words say which page of a list is in sight.

    >>> tells_page("Página 2 de 12 - 180 registro(s)"), tells_page("1 - 10 de 200"), tells_page("Página inicial"), tells_page("10/12/2026")
    (True, True, False, False)
    """
    return bool(_PAGE.search(text))


def asks_to_choose(text: str) -> bool:
    """Whether a sentence asks its reader to choose something before anything is shown.

    >>> asks_to_choose("Selecione um período para visualizar os registros."), asks_to_choose("Nenhum registro.")
    (True, False)
    """
    return bool(_ASKS.search(normalize(text)))


def says_nothing_there(text: str, name: str = "") -> bool:
    """Whether a page says anywhere that there is nothing to show: no records, or none yet. ``name``: what they are called.

    >>> says_nothing_there("Despesas de 2026. Não há lançamentos para o período."), says_nothing_there("Despesas de 2026")
    (True, False)
    >>> says_nothing_there("Ainda não houve desembolso."), says_nothing_there("Ainda não houve desembolso.", "Desembolsos")
    (False, True)
    """
    folded = normalize(text)
    return bool((name and _none_of(name).search(folded)) or _NOTHING.search(folded) or _NOT_READY.search(folded))


def is_action(text: str) -> bool:
    """What a link or button says when it names what it does rather than what it leads to."""
    return normalize(text) in _ACTIONS


_ADDRESS = re.compile(
    r"(?:https?://|\.{0,2}/|\?|#[!/])\S*"
    r"|[\w.\-/]+\.(?:aspx?|php\d?|jspx?|jsf|html?|cfm|do|cgi|pl|action|xhtml)(?:[?#]\S*)?",
    re.IGNORECASE | re.ASCII,
)


def is_address(value: str) -> bool:
    """Whether the value of an option is where it leads: a menu that is a select.

    >>> is_address("despesa.asp?ano=2026"), is_address("/receita/"), is_address("2026/01"), is_address("")
    (True, True, False, False)
    """
    return bool(_ADDRESS.fullmatch(value))


_FILES = re.compile(r"(?:documento|arquivo|anexo|download|(?:documentos|arquivos|anexos|downloads)(?: \w+){0,4})")


def is_file(address: str) -> bool:
    """Whether an address or handler looks like that of a document. A folder called so does not make pages files.

    >>> is_file("/download/8831"), is_file("/Anexo/Baixar/12"), is_file("baixarArquivo(12)"), is_file("/categoria-download/despesas/")
    (True, True, True, False)
    >>> is_file("/licitacoes/12-2026/edital.pdf/view")
    True
    """
    if _FILE.search(address):
        return True
    return any(_HANDS_OUT.search(_end(part)) for part in address.split())


def names_format(words: str) -> bool:
    """Whether words end with the format of a file that they hand out.

    >>> names_format("Edital (PDF)"), names_format("Folha de outubro [xlsx, 40 KB]"), names_format("Edital")
    (True, True, False)
    """
    return bool(_NAMES_FORMAT.search(words))


def heads_files(label: str) -> bool:
    """Whether a heading says that files are listed below it.

    >>> heads_files("Documentos"), heads_files("+ Arquivos da licitação"), heads_files("Documento do credor")
    (True, True, False)
    """
    return bool(_FILES.fullmatch(normalize(label).lstrip("+-−▸▾ ")))


def _end(address: str) -> str:
    """What an address asks for, without the folders it lies in; a handler as it is."""
    if "(" in address:
        return address
    path, _, query = address.partition("?")
    numbered = _NUMBERED.search(path)
    last = numbered.group() if numbered and numbered.end() == len(path) else path.rstrip("/").rpartition("/")[2]
    return f"/{last}?{query}"


def has_person_id(text: str) -> bool:
    """Whether a CPF or CNPJ, masked or not, stands somewhere in the text."""
    return any(any(c.isdigit() for c in found) for found in _PERSON_ID.findall(legible(text)))


def is_rounded(text: str) -> bool:
    """Whether a sum is one that boards show of many records together.

    >>> is_rounded("R$ 38,4 mi"), is_rounded("R$ 571 mil"), is_rounded("R$ 38.412.300,00")
    (True, True, False)
    """
    return bool(_ROUNDED.fullmatch(legible(text).strip()))


_NAMED_PERIOD = re.compile(
    r"""(?:19|20)\d\d
        |(?:jan(?:eiro)?|fev(?:ereiro)?|mar(?:co)?|abr(?:il)?|maio?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?
           |nov(?:embro)?|dez(?:embro)?|todos|13o?(?:\ssalario)?)(?:\s(?:de\s)?(?:19|20)\d\d)?""",
    re.X,
)


def names_period(text: str) -> bool:
    """Whether words name a month or a year.

    >>> names_period("Janeiro"), names_period("2026"), names_period("Mar/2026"), names_period("Total")
    (True, True, True, False)
    """
    return bool(_NAMED_PERIOD.fullmatch(normalize(text)))


def is_period(text: str) -> bool:
    """``05/2026``: a month, or the fifth of 2026."""
    return bool(_PERIOD.match(_without_stop(text)))


def _without_stop(text: str) -> str:
    """A value without what ends the sentence that it stands in."""
    return legible(text).strip().rstrip(".;")


def _is_date(text: str) -> bool:
    return bool(_DATE.match(text) or _PERIOD.match(text))


def _is_money(text: str) -> bool:
    return bool(_MONEY.match(text) or _CURRENCY.match(text))


def is_written_cnpj(text: str) -> bool:
    """Whether a CNPJ stands there with its dots and strokes; of those given out since July 2026 twelve places may be letters.

    >>> is_written_cnpj("12.ABC.345/01DE-35"), is_written_cnpj("11.222.333/0001-81"), is_written_cnpj("12ABC34501DE35")
    (True, True, False)
    """
    return bool(_LETTERED_CNPJ.fullmatch(text))


def _is_cnpj(text: str) -> bool:
    """Plain digits and capital letters are one where their check digits are right."""
    plain = len(text) == 14 and text.isascii() and text.isalnum() and text == text.upper()
    return bool(_CNPJ.match(text)) or is_written_cnpj(text) or (plain and cnpj.is_valid(text))


def _is_cpf(text: str) -> bool:
    """With some of its digits masked, written as one, or of plain digits whose check digits are right."""
    digits = re.sub(r"\D", "", text)
    if not _CPF.match(text) or not digits:
        return False
    if not re.sub(r"[\s./–-]", "", text).isdigit():
        return True
    return len(digits) == 11 and ("-" in text or is_cpf(digits))


def _is_number(text: str) -> bool:
    return bool(_NUMBER.match(text))


def _is_code(text: str) -> bool:
    return bool(_CODE.match(text) or _WORDLIKE_CODE.match(text))


_FORMS: tuple[tuple[ValueType, Callable[[str], bool]], ...] = (
    ("date", _is_date),
    ("money", _is_money),
    ("cnpj", _is_cnpj),
    ("cpf", _is_cpf),
    ("number", _is_number),
    ("code", _is_code),
)
"""Types with the forms that tell them, the surest first."""


@lru_cache(maxsize=8192)
def value_type(text: str) -> ValueType:
    """The type of one value by its form. Plain digits count as CPF or CNPJ when their check digits are right."""
    text = _without_stop(text)
    number = _MASKED.sub(lambda found: found[0].replace("*", "0"), text) if "*" in text else text
    if is_placeholder(number):
        return "empty"
    if len(text) > 60:
        return "text"
    return next((kind for kind, has_form in _FORMS if has_form(number if kind in ("number", "code") else text)), "text")


def column_type(types: Iterable[ValueType], periods: int = 0) -> ValueType:
    """The type of a column, given those of its values; ``periods`` of the dates may as well be numbers of a year."""
    counts = Counter(kind for kind in types if kind != "empty")
    total = sum(counts.values())
    if not total:
        return "empty"
    if periods == counts["date"] and counts["code"] and counts["code"] + periods > total / 2:
        return "code"
    if counts["money"] and counts["money"] + counts["number"] > total * 0.8 and counts["money"] >= total * 0.2:
        return "money"
    if counts["cpf"] and counts["cnpj"] and counts["cpf"] + counts["cnpj"] > total / 2:
        return "cnpj" if counts["cnpj"] >= counts["cpf"] else "cpf"
    best, count = counts.most_common(1)[0]
    if best in ("number", "code") and counts["text"] and counts["text"] >= count:
        return "text"
    if (
        best == "number"
        and counts["code"]
        and counts["number"] + counts["code"] > total / 2
        and counts["code"] >= count / 2
    ):
        return "code"
    return best if count * 2 >= total else "text"
