"""The words that lead to the criteria, and those that lead away, indexed for rating labels and addresses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from transparency.crawl.phrases import address_phrase, phrase, strength
from transparency.extract.forms.changes import Changes
from transparency.matrix import Matrix
from transparency.text import spelled_out


@dataclass(frozen=True)
class Rating:
    """What a move promises. Tiers come before scores: 0 names a criterion, 1 is near one or leads on, 2 may show more
    of what is here, 3 says nothing."""

    tier: int
    score: float
    criterion: str
    generic: bool = False
    """The words fit anything ("Consultar", "Detalhes")."""
    several: bool = False
    """They name more than one criterion alike: which is told by the way ("Fora do orçamento" under "Receitas")."""
    apart: bool = False
    """Those are of different groups: whether it is income or expenditure is told by what stands over it, too."""
    named: tuple[str, ...] = ()
    """The criteria that they name, of those that are wanted."""
    aside: bool = False
    """They name another subject and say little more ("Perguntas frequentes", "Obras públicas")."""

    def __gt__(self, other: Rating) -> bool:
        return (-self.tier, self.score) > (-other.tier, other.score)

    def __lt__(self, other: Rating) -> bool:
        return (-self.tier, self.score) < (-other.tier, other.score)


SHORT = 5
"""A word of so few letters (with the spaces around it) begins other labels, too: "Ir para as despesas"."""
FINISHED, UNTOLD, UNFINISHED = 0, 1, 2
"""How little a record may have to show, by what it says of its course."""
TITLE = 60
"""So many characters of a text may be its title."""
MENUS = ("nav", "header", "aside")
"""Where menus stand."""
_CLOSE = frozenset("×✕✖✗⨯✘x")
"""What is written on a component that closes something."""


_JOINS = re.compile(r"\s*(?:[,;/&+|]|\b(?:e|ou)\b)\s*|\s+[-–—]\s+", re.IGNORECASE)
"""Stands between things that a label names side by side."""
WHOLE = 0.85
"""A subject that accounts for so much of a label is all that it speaks of."""
HEADLINE, SENTENCE = 0.75, 5
"""A label of so many words of which a term accounts for less than this share is a sentence about something."""


@dataclass(frozen=True)
class LinkWords:
    """What links and buttons say, whatever the criterion; lists of terms from the keyword files."""

    generic_links: tuple[str, ...] = ()
    """Open a record: "Detalhes", "Visualizar"."""
    pencils: tuple[str, ...] = ()
    """In each row of a report they open its record as well, though elsewhere they change something: "Editar"."""
    returns: tuple[str, ...] = ()
    welcomes: tuple[str, ...] = ()
    """Lead in without a login, beside one: "Acesso do cidadão (sem senha)"."""
    goes_back: tuple[str, ...] = ()
    """First words of what leads back, wherever to, or puts away what is in sight: "Voltar aos resultados", "Fechar filtros"."""
    explains: tuple[str, ...] = ()
    """How questions of help pages begin."""
    downloads: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    """Head rules, which are no records: "Decreto", "Portaria"."""
    closes: tuple[str, ...] = ()
    """Close, shrink or enlarge what is in sight, in names of components without words."""
    wizard: tuple[str, ...] = ()
    """Lead to the next step of a form."""
    fetches: tuple[str, ...] = ()
    """Name what a script fetches a file with."""
    prints: tuple[str, ...] = ()
    """How labels begin of what prints something: "Imprimir nota de empenho"."""
    file_addresses: tuple[str, ...] = ()
    """Parts of addresses that answer with a file."""
    sorts: tuple[str, ...] = ()
    """Show a list in another order: "Maior valor"."""
    sort_addresses: tuple[str, ...] = ()
    """Parameters of addresses that say in which."""
    columns: tuple[str, ...] = ()
    """Open a list of columns to show."""
    tables: tuple[str, ...] = ()
    """Show as a table what is shown as a chart: "Ver dados"."""
    charts: tuple[str, ...] = ()
    """Show it as a chart."""
    sums: tuple[str, ...] = ()
    """Said of what sums records up: "Resumo", "Quantitativo"."""
    concluded: tuple[str, ...] = ()
    """Said of a record that has run its course."""
    unfinished: tuple[str, ...] = ()
    """Said of a record that has not, or never will."""
    companies: tuple[str, ...] = ()
    """Said of a company: "Ltda", "Construtora"."""
    commits: tuple[str, ...] = ()
    """Buttons that go on, agree or give as well as they ask: "Confirmar", "Continuar"."""
    gives: tuple[str, ...] = ()
    """First words of components that give, buy or join: "Participar"."""
    citizens: tuple[str, ...] = ()
    """Fields that ask who is asking, or what somebody thinks."""
    person_number: tuple[str, ...] = ()
    """How a field for the number of a person is called."""
    changes: tuple[str, ...] = ()
    """Verbs of addresses that change something: "excluir", "logout"."""
    actions: tuple[str, ...] = ()
    """Parameters of addresses whose value may be such a verb: "acao"."""
    answers: tuple[str, ...] = ()
    """What answers a question when it is all that a component says: "Sim", "Ruim"."""
    choices: tuple[str, ...] = ()
    """What a visitor chooses: a verb beside it in an address only keeps the choice ("SalvarExercicio")."""
    listened: tuple[str, ...] = ()
    """Such verbs that say over a socket what is to be listened to: "subscribe"."""


def _beginning(*texts: str) -> str:
    """What texts have in common from their first letter on."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in alike).strip()


@dataclass(frozen=True)
class _Component:
    """What a component says, to be rated."""

    label: str
    title: str
    around: tuple[str, ...]
    hint: str
    region: str
    wanted: frozenset[str]
    """Criteria with open items."""
    own: tuple[str, ...]
    """The phrases of its label and title."""

    @property
    def name(self) -> str:
        return self.label or self.title

    @property
    def address(self) -> str:
        """The phrase of its address, id or script."""
        return address_phrase(self.hint)


class Signposts:
    """Rates labels against the search terms of a matrix."""

    def __init__(self, matrix: Matrix, said: LinkWords = LinkWords()) -> None:
        self.criteria = {c.id: self._phrases(c.search) for c in matrix.criteria}
        self.beginnings = {c.id: _beginning(*c.search[:2]) for c in matrix.criteria}
        """Criterion → what its names in menus, one thing or many, have in common: what to look for in a search."""
        self.groups = {c.id: c.group for c in matrix.criteria}
        self.neighbours = {c.id: self._phrases(c.neighbours) for c in matrix.criteria}
        common = matrix.vocabulary
        self.abbreviations = dict(common.abbreviations)
        self.generic = frozenset(self._phrases((*common.query_buttons, *said.generic_links)))
        self.queries = frozenset(self._phrases(common.query_buttons))
        self.navigation = tuple(term for term in self._phrases(common.navigation) if term not in self.generic)
        self.charts = frozenset(self._phrases(said.charts))
        self.returns = self.charts.union(self._phrases(said.returns))
        self.going_back = self._phrases(said.goes_back)
        self.explains = self._phrases(said.explains)
        self.closing = self._phrases(said.closes)
        self.sums = self._phrases(said.sums)
        self.wizard = frozenset(self._phrases(said.wizard))
        self.openers = frozenset(self._phrases(said.generic_links))
        self.pencils = frozenset(self._phrases(said.pencils))
        self.downloads = frozenset(text.strip() for text in self._phrases(said.downloads))
        self.laws = self._phrases(said.laws)
        self.fetching = self._phrases(said.fetches)
        self.printing = self._phrases(said.prints)
        self.concluded = self._phrases(said.concluded)
        self.unfinished = self._phrases(said.unfinished)
        self.companies = self._phrases(said.companies)
        self.columns = frozenset(self._phrases(said.columns))
        self.tables = frozenset(self._phrases(said.tables))
        self.file_addresses = frozenset(said.file_addresses)
        self.sorts = frozenset(self._phrases(said.sorts))
        self.sort_addresses = frozenset(said.sort_addresses)
        self.forbidden = tuple(term for term in self._phrases(common.forbidden_forms) if term.strip())
        self.forbidden_signs = tuple(term for term in common.forbidden_forms if not phrase(term).strip())
        self.commits = frozenset(self._phrases(said.commits))
        self.gives = self._phrases(said.gives)
        self.citizens = self._phrases(said.citizens)
        self.person_number = self._phrases(said.person_number)
        self.answers = frozenset(self._phrases(said.answers))
        self.changes = Changes(said.changes, said.actions, said.choices, said.listened)
        self.welcomes = self._phrases(said.welcomes)
        self.bodies = self._phrases(common.other_bodies)
        self.subjects = self._phrases(term for subject in common.subjects for term in subject.terms)
        self._best = lru_cache(maxsize=8192)(self._best_uncached)
        self._subject = lru_cache(maxsize=8192)(self._subject_uncached)
        self._beside = lru_cache(maxsize=8192)(self._beside_uncached)
        self._rated = lru_cache(maxsize=8192)(self._rate)

    @staticmethod
    def _phrases(terms: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(phrase(term) for term in terms))

    def _said(self, text: str) -> str:
        """The phrase of a label, with its abbreviations written out ("Rec. Extraorçamentária")."""
        return phrase(spelled_out(text, self.abbreviations))

    def _best_uncached(self, text: str) -> tuple[tuple[str, float], ...]:
        """(criterion, strength) of a phrase, for every criterion that it names."""
        found = []
        for criterion, terms in self.criteria.items():
            best, own = max(
                ((strength(text, term), term) for term in terms if term not in self.generic), default=(0.0, "")
            )
            # "Despesas diárias" are expenditure, though "diárias" by themselves are not.
            if best and any(term in text and term not in own for term in self.neighbours[criterion]):
                best *= 0.4
            if best:
                found.append((criterion, best))
        return tuple(found)

    def _subject_uncached(self, text: str) -> tuple[float, str]:
        """How fully a phrase names a subject that is none of the criteria, and by which term."""
        return max(((strength(text, term), term) for term in self.subjects), default=(0.0, ""))

    def forbids(self, label: str, text: str, fields: Sequence[str]) -> bool:
        """Whether the words of a form say that it sends something: those of its button or fields, or how it begins."""
        return any(term in phrase(part) for part in (label, *fields, text[:120]) for term in self.forbidden)

    def forbids_label(self, label: str) -> bool:
        """Whether what is written on a component says that it changes something."""
        said = phrase(label)
        if any(sign in label for sign in self.forbidden_signs) or (self.gives and said.startswith(self.gives)):
            return True
        return any(term in said for term in self.forbidden)

    def names_other_body(self, label: str) -> bool:
        """Whether a label leads to a body that is none of the town's."""
        return any(term in self._said(label) for term in self.bodies)

    def heads_change(self, heading: str) -> bool:
        """Whether a heading speaks of something that is sent, more than of records: "Inscrição em curso", and not "Inscrição
        em restos a pagar"."""
        text = self._said(heading)
        change = max((strength(text, term) for term in self.forbidden), default=0.0)
        if not change or change <= max((value for _, value in self._best(text)), default=0.0):
            return False
        subject, term = self._subject(text)
        return change >= subject or term in self.forbidden

    def begins_with_change(self, text: str) -> bool:
        """Whether the words of a form begin with the name of something that is sent, as a title does."""
        return phrase(text).startswith(self.forbidden) and self.heads_change(text[:TITLE])

    def asks_citizen(self, field: str) -> bool:
        """Whether a field asks who is asking, or what somebody thinks."""
        return any(term in phrase(field) for term in self.citizens)

    def asks_number(self, field: str, asking: Collection[str]) -> bool:
        """Whether a field asks for the number of a person, and does not say whose ("CPF", and not "CPF do credor"). ``asking``:
        words that stand beside what is asked for."""
        bare = [word for word in phrase(field).split() if word not in asking]
        return bool(bare) and all(f" {word} " in self.person_number for word in bare)

    def is_answer(self, label: str) -> bool:
        """Whether a component only answers a question that the page asks its visitor: "Sim", "Ruim"."""
        return phrase(label) in self.answers

    def commits_to(self, label: str) -> bool:
        """Whether a button goes on, agrees or gives as well as it asks ("Confirmar", "Acompanhar licitação")."""
        said = phrase(label)
        return said in self.commits or any(len(term) > SHORT and said.startswith(term) for term in self.commits)

    def asks(self, label: str) -> bool:
        """Whether a button says that it looks for something ("Pesquisar", "Consultar despesas"), or says nothing."""
        said = phrase(label).split()
        if not said or self.is_query(label):
            return phrase(label) not in self.commits
        return any(f" {word} " in self.queries and f" {word} " not in self.commits for word in (said[0], said[-1]))

    def is_pencil(self, label: str) -> bool:
        """Whether a label is what generators of forms call the icon that opens the record of a row."""
        return phrase(label) in self.pencils

    def is_generic(self, label: str) -> bool:
        """Whether a label fits anything."""
        return phrase(label) in self.generic or not phrase(label).strip()

    def hands_out(self, label: str) -> bool:
        """Whether a label says how a file is had ("Baixar", "PDF", "Exportar para Excel"), and not what is in it."""
        text = phrase(label)
        return not text.strip() or text in self.returns or (self.puts_out(label) and len(text.split()) <= 3)

    def puts_out(self, label: str) -> bool:
        """Whether a label says that something is put out, by its first word ("Imprimir relatório")."""
        return not self.downloads.isdisjoint(phrase(label).split()[:1])

    def is_law(self, label: str) -> bool:
        """Whether a label names a rule ("Decreto nº 14/2024 - Regulamenta o Pregão")."""
        return phrase(label).startswith(self.laws) if self.laws else False

    def fetches(self, label: str) -> bool:
        """Whether a label says that a file comes ("Baixar", "Download do arquivo")."""
        return phrase(label).startswith(self.fetching)

    def prints(self, label: str) -> bool:
        """Whether a label says that something is printed, and what ("Imprimir nota de empenho")."""
        text = phrase(label)
        return text.startswith(self.printing) and not (
            text in self.printing or self.is_return(label) or self.forbids_label(label)
        )

    def prints_all(self, label: str) -> bool:
        """Whether a label says no more than that something is printed ("Imprimir"), which changes nothing."""
        return phrase(label) in self.printing

    def without_fetching(self, label: str) -> str:
        """A label that says what is fetched, without the word for fetching; one that says too little as it is."""
        return label.partition(" ")[2] if self.fetches(label) and not self.hands_out(label) else label

    def names_file(self, path: str, parameters: Iterable[str]) -> bool:
        """Whether an address is that of a script that hands out files: its last part or a parameter says so."""
        last = path.rstrip("/").rpartition("/")[2].partition(".")
        said = {last[0].lower()} if last[1] else set()
        return not self.file_addresses.isdisjoint(said.union(name.lower() for name in parameters))

    def reorders(self, label: str, changed: Iterable[str]) -> bool:
        """Whether a link to the page in sight only shows it in another order: its words say so, or all that it asks for
        otherwise (names of parameters)."""
        asked = {name.lower().partition("[")[0] for name in changed}
        return phrase(label) in self.sorts or (bool(asked) and asked <= self.sort_addresses)

    def chooses_columns(self, label: str) -> bool:
        """Whether a label opens the list of columns that a table can show."""
        return phrase(label) in self.columns

    def shows_data(self, label: str, hint: str = "") -> bool:
        """Whether a label shows as a table what a chart sums up; without one, whether its icon is called so."""
        return phrase(label) in self.tables if label else bool(self.icon_of_data(hint))

    def icon_of_data(self, hint: str) -> str:
        """The word in the names of an icon that says that it shows a table."""
        return next((word for word in address_phrase(hint).split() if f" {word} " in self.tables), "")

    def switches_view(self, label: str) -> bool:
        """Whether a label is one half of a switch between a chart and its data."""
        return phrase(label) in self.tables or phrase(label) in self.charts

    def unripe(self, record: str) -> int:
        """How little a record may have to show by what its row says: FINISHED where it has run its course, UNFINISHED, or UNTOLD."""
        text = phrase(record)
        if any(term in text for term in self.unfinished):
            return UNFINISHED
        return FINISHED if any(term in text for term in self.concluded) else UNTOLD

    def names_company(self, record: str) -> bool:
        """Whether a row names a company."""
        text = phrase(record)
        return any(term in text for term in self.companies)

    def sums_up(self, label: str) -> bool:
        """Whether a label says that records are only counted or added up there."""
        return any(term in phrase(label) for term in self.sums)

    def opens(self, label: str) -> bool:
        """Whether a label may open what was selected before ("Detalhar", "Visualizar ficha")."""
        words = phrase(label).split()
        return phrase(label) in self.openers or (1 < len(words) <= 3 and f" {words[0]} " in self.openers)

    def is_query(self, label: str) -> bool:
        """Whether a label may run a query."""
        return phrase(label) in self.queries

    def advances(self, label: str) -> bool:
        """Whether a button leads to the next step of a wizard."""
        return phrase(label) in self.wizard

    def names_view(self, label: str, name: str) -> bool:
        """Whether a component is the entry of an open view in a bar of views: its name, and a sign that closes it."""
        text = label.strip()
        before, _, rest = text.partition(" ")
        if before.casefold() in _CLOSE and phrase(rest) == phrase(name):
            return True
        return bool(text[:-1].strip()) and text[-1].casefold() in _CLOSE - {"x"} and phrase(text[:-1]) == phrase(name)

    def is_return(self, label: str) -> bool:
        """Whether a label leads back, away or nowhere."""
        return self._leads_back(phrase(label))

    def _leads_back(self, text: str) -> bool:
        if text in self.returns or (bool(self.going_back) and text.startswith(self.going_back)):
            return True
        parts = text.split()  # "Ok, entendi"
        return len(parts) > 1 and all(phrase(part) in self.returns for part in parts)

    def leads_astray(self, label: str, way: Iterable[str] = ()) -> bool:
        """Whether a label names another subject, and no criterion better nor beside it. ``way``: labels that have led here; what
        they name is no other."""
        text = self._said(label)
        subject, term = self._subject(text)
        if any(term in self._said(one) for one in way):
            return False
        return subject > max((value for _, value in self._best(text)), default=0.0) and not self._beside(label)

    def _beside_uncached(self, label: str) -> tuple[tuple[str, float], ...]:
        """(criterion, strength) of what a label names in its own right beside another subject: "Licitações e Contratos" leads
        to both. What a common head or a common end speaks for names neither: "Balancetes de Receita e Despesa", "Receitas e
        Despesas de Convênios"."""
        parts = [text for part in _JOINS.split(label) if (text := self._said(part)).strip()]
        whole, joined = self._subject(self._said(label))
        if len(parts) < 2 or not whole or not any(joined in part for part in parts):
            return ()
        found: list[tuple[str, float]] = []
        governed = False
        for part in parts:
            subject, term = self._subject(part)
            if subject and not part.startswith(term):
                return ()
            if not governed:
                found += [(name, value) for name, value in self._best(part) if value >= HEADLINE and value > subject]
            governed = governed or (bool(subject) and part != term)
        return tuple(found)

    def rate(
        self, label: str, title: str, around: Sequence[str], hint: str, region: str, wanted: frozenset[str]
    ) -> Rating | None:
        """What a component promises; None for those that must be left alone (logins, complaints, other bodies). The same menu
        stands on every page, and is rated once."""
        return self._rated(label, title, tuple(around[:2]), hint, region, wanted)

    def _uninvited(self, text: str) -> str:
        """A phrase without what says that no login is needed: "cidadao" of "cidadao sem senha"."""
        for term in self.welcomes:
            text = text.replace(term, " ")
        return text

    def _rate(
        self, label: str, title: str, around: tuple[str, ...], hint: str, region: str, wanted: frozenset[str]
    ) -> Rating | None:
        own = tuple(self._said(text) for text in (label, title) if text)
        component = _Component(label, title, around, hint, region, wanted, own)
        asked = tuple(map(self._uninvited, own))
        if self._is_left_alone(component, asked):
            return None
        if asked != own:
            return Rating(1, 0.8, "")
        return None if self._leads_nowhere(component) else self._promised(component)

    def _is_left_alone(self, component: _Component, asked: Sequence[str]) -> bool:
        """Whether a component sends something, belongs to another body, or leads back. ``asked``: its phrases without what says
        that no login is needed."""
        if any(term in text for text in asked for term in (*self.forbidden, *self.bodies)):
            return True
        if any(sign in component.label for sign in self.forbidden_signs):
            return True
        gives = bool(self.gives) and any(text.startswith(self.gives) for text in component.own)
        return gives or any(map(self._leads_back, component.own))

    def _leads_nowhere(self, component: _Component) -> bool:
        """Whether a component closes something, asks a question of a help page, hands out what is in sight, or only has the name of
        something that does."""
        label = component.label
        if label.strip().casefold() in _CLOSE:
            return True
        if label.rstrip().endswith("?") and phrase(label).startswith(self.explains):
            return True
        if component.own and component.own[0].split()[:1] and component.own[0].split()[0] in self.downloads:
            return True
        address = component.address
        if not label and any(term in address for term in self.forbidden):
            return True
        if component.own:
            return False
        # in a menu what closes may be the state of what opens
        closes = component.region not in MENUS and any(term in address for term in self.closing)
        return closes or any(f" {word} " in self.charts for word in address.split())

    def _promised(self, component: _Component) -> Rating:
        """What a component promises that leads somewhere."""
        subject = max((self._subject(text)[0] for text in component.own), default=0.0)
        best, criterion = self._named_most(component)
        if self.shows_data(component.name, component.hint):
            return self._rating_of_data(component, best, criterion)
        if subject and subject >= best and (beside := self._rating_beside(component)) is not None:
            return beside
        leads_on = bool(component.own) and component.own[0] in self.navigation
        if subject > best and leads_on:  # "Dados abertos": what is there may be of any criterion
            return Rating(1, 0.3, "")
        if subject > best:
            return Rating(3, 0.1, "", aside=subject >= WHOLE)
        if subject and subject == best:  # "Balancete da Despesa"
            return Rating(1, best, criterion)
        return self._rating_of_name(component, best, criterion) or self._rating_of_rest(component, best, criterion)

    def _named_most(self, component: _Component) -> tuple[float, str]:
        """The criterion that is named most fully: by the component, the words around it, or its address."""
        best, criterion = 0.0, ""
        around = [self._said(text) for text in component.around]
        for weight, texts in ((1.0, component.own), (0.6, around), (0.55, [component.address])):
            for text in texts:
                # an address holds many words: how many of them a term accounts for says nothing
                counts = texts is component.own or len(text.split()) < 6
                for name, value in self._best(text):
                    score = weight * (value if counts else 0.6) * (1.0 if name in component.wanted else 0.3)
                    if score > best:
                        best, criterion = score, name
        return best, criterion

    def _rating_of_data(self, component: _Component, best: float, criterion: str) -> Rating:
        """Of what shows as a table what is shown as a chart."""
        over = [text for text in (component.title if component.label else "", *component.around[:1]) if text]
        if any(map(self.leads_astray, over)):
            return Rating(3, 0.1, "", True)
        return Rating(1, max(best, 0.6), criterion, True)

    def _rating_beside(self, component: _Component) -> Rating | None:
        """Of what is named in its own right beside another subject."""
        beside = [(value, name) for name, value in self._beside(component.name) if name in component.wanted]
        if not beside:
            return None
        value, name = max(beside)
        both = tuple(sorted({name for _, name in beside}))
        return Rating(0, 0.7 * value, name, several=len(both) > 1, named=both)

    def _rating_of_name(self, component: _Component, best: float, criterion: str) -> Rating | None:
        """Of what names a criterion. A headline that names it in passing promises less than an entry of a menu."""
        every = [found for text in component.own for found in self._best(text)]
        found = [(name, value) for name, value in every if name in component.wanted]
        named = max((value for _, value in found), default=0.0)
        if not named or len(component.label) > 120:
            return None
        alike = {name for name, value in found if value == named}
        tier = 1 if named < HEADLINE and len(component.own[0].split()) >= SENTENCE else 0
        most = max(value for _, value in every)  # of what is answered, too: a label is of the same groups all the time
        apart = len({self.groups[name] for name, value in every if value == most}) > 1
        if apart:
            criterion = self._of_group_over(component, alike) or criterion
        return Rating(tier, best, criterion, several=len(alike) > 1, apart=apart, named=tuple(sorted(alike)))

    def _of_group_over(self, component: _Component, alike: Collection[str]) -> str:
        """Of criteria of different groups that a label names alike the one whose group the words over it name
        ("Extraorçamentárias" below "Receitas"); "" where those do not tell."""
        for text in component.around:
            groups = {self.groups[name] for name, _ in self._best(self._said(text))}
            told = [name for name in alike if self.groups[name] in groups]
            if len(told) == 1:
                return told[0]
        return ""

    def _rating_of_rest(self, component: _Component, best: float, criterion: str) -> Rating:
        """Of what names no criterion by its own words."""
        own = component.own
        generic = bool(own) and all(text in self.generic for text in own)
        if best >= 0.3 and component.region != "footer":
            return Rating(1, best, criterion, generic)
        if own and own[0] in self.navigation:
            return Rating(0, 0.7, "")
        if any(term in text for text in own for term in self.navigation):
            return Rating(1, 0.5, "")
        return Rating(2, 0.3, "", True) if generic else Rating(3, 0.0, criterion)
