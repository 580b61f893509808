"""What a page shows: lists of records with their query, documents by period, texts, statements that there was none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from jinja2 import Environment
from markupsafe import escape

from lab.national import dates, values
from lab.national.dates import written
from lab.national.definition import (
    Column,
    Definition,
    Field,
    PageSpec,
    Show,
    State,
    data,
    page_specs,
    requirements,
    shows,
)
from lab.national.papers import Paper
from lab.national.values import Record, plain

ITEMS = (
    "Item | Unidade | Quantidade | Preço unitário | Total",
    "1 | m² | 120 | 85,00 | 10.200,00",
    "2 | m³ | 14 | 310,00 | 4.340,00",
    "Total | | | | 14.540,00",
)
"""The lines of a budget of works."""
PLAN = (
    "Objetivos estratégicos: 1. Ampliar a atenção básica. 2. Universalizar a creche.",
    "Indicadores: cobertura da atenção básica (%); vagas em creche.",
    "Metas: 95% até o último ano; 600 vagas.",
)
"""What a strategic plan says."""
ALLOWANCES = {
    "dentro": "Dentro do Estado: R$ 150,00",
    "fora": "Fora do Estado: R$ 380,00",
    "exterior": "Fora do País: US$ 250,00",
}
"""Part → what a decree on daily allowances says of it."""
PAY = ("Cargo: Agente Administrativo. Vencimento: R$ 1.620,00", "Cargo: Médico. Vencimento: R$ 7.400,00")
"""What a table of pay says."""
UNFILTERED = 8
"""Documents on a page where there is no filter."""
YEARS = 5
"""How many years a list goes back, the newest included."""
FORMS = frozenset({"papers", "motive", "mailto", "home", "deep", "dead"})
"""What may stand in the place of a service's form."""


@dataclass
class Town:
    """A town on a day: what its pages need to be made. ``papers``: path → file."""

    definition: Definition
    today: date
    papers: dict[str, Paper] = field(default_factory=dict)
    oficial: str = ""
    """Address of the other bodies' host."""
    base: str = ""
    """Address under which files and forms of this side stand."""

    def fresh(self, number: str) -> date:
        """The date of what is newest in a requirement."""
        limit = requirements()[number].limit
        state = self.definition.state(number)
        most = min(int(limit), 20) if limit.isdigit() else 20
        default = 2 + self.definition.pick(f"fresh {number}", max(most - 5, 1))
        when = self.today - timedelta(days=state.number("stale", default) if limit != "year" else default)
        return max(when, date(self.today.year, 1, 1)) if limit == "same" and "stale" not in state else when

    def file(self, number: str, name: str, title: str, lines: tuple[str, ...] = (), kind: str = "") -> str:
        """Lay a file out and say where it stands."""
        path = f"/arquivos/{number.replace('.', '-')}/{name}.pdf"
        head = (f"Prefeitura Municipal de {self.definition.name}", title)
        self.papers[path] = Paper(kind or "text", (*head, *lines))
        return self.base + path


def label(town: Town, what: str, labels: tuple[str, ...]) -> str:
    """One of the wordings, always the same in a town."""
    return labels[town.definition.pick(what, len(labels))]


@dataclass
class ListData:
    """A list of records as a town publishes it."""

    town: Town
    show: Show
    state: State
    style: dict[str, Any]

    @property
    def number(self) -> str:
        return self.show.id

    @cached_property
    def missing(self) -> set[str]:
        return set(self.state.all("less"))

    @cached_property
    def columns(self) -> list[Column]:
        """All columns but those that the town lacks, and the date where a line tells it."""
        return [c for c in self.show.columns if c.key not in self.missing and not self.told_by_line(c)]

    def told_by_line(self, column: Column) -> bool:
        return bool(self.style["line"]) and column.key == "data" and not column.minimum and self.show.dated == "dia"

    @cached_property
    def shown(self) -> list[Column]:
        """The columns of the table itself."""
        return [c for c in self.columns if not (c.deep and self.has_details)]

    @cached_property
    def deep(self) -> list[Column]:
        """What only the detail of a record shows."""
        return [c for c in self.columns if c.deep and self.has_details]

    @cached_property
    def has_details(self) -> bool:
        return bool(self.style["detail"] != "none" or self.each)

    @cached_property
    def each(self) -> list[tuple[str, str, str]]:
        """Files of every record: requirement, part, label."""
        riders = [s for s in shows().values() if s.on == self.number or (s.id == self.number and s.each)]
        return [
            (s.id, part, label(self.town, f"{s.id} {part}", tuple(names.split(" / "))))
            for s in riders
            for part, names in s.each.items()
            if not {"absent", "empty"} & {w for w, _ in self.town.definition.state(s.id).said}
            and part not in self.town.definition.state(s.id).all("less")
        ]

    def label(self, thing: Column | Field) -> str:
        key = thing.key if isinstance(thing, Column) else f"campo {thing.kind}"
        return label(self.town, f"{self.number} {key}", thing.labels)

    @cached_property
    def newest(self) -> date:
        return self.town.fresh(self.number)

    @cached_property
    def all_years(self) -> list[int]:
        """The years that have records, newest first."""
        if self.show.dated == "linha":
            return [self.town.today.year]
        newest = self.newest.year
        if self.show.dated == "ano":
            newest = self.town.today.year - 1 - self.state.number("stale")
        gone = {self.town.today.year - int(k) for k in (*self.state.all("gap"), *self.state.all("gap-empty"))}
        return [year for year in range(newest, newest - YEARS, -1) if year not in gone]

    @cached_property
    def offered(self) -> list[int]:
        """The years that can be asked for."""
        empty = {self.town.today.year - int(k) for k in self.state.all("gap-empty")}
        this = {self.town.today.year} if self.show.dated != "ano" else set()
        return sorted({*self.all_years, *empty, *this}, reverse=True)

    @cached_property
    def records(self) -> list[Record]:
        return [record for year in self.all_years for record in self.of_year(year)]

    def of_year(self, year: int) -> Iterator[Record]:
        many = self.show.many
        last = min(date(year, 12, 20), self.newest)
        first = date(year, 1, 1)
        blank = set(self.state.all("blank"))
        for n in range(many):
            back = (last - first).days * n // max(many - 1, 1)
            record = Record(
                f"{self.town.definition.slug}/{self.number}", year, last - timedelta(days=back), many - 1 - n
            )
            if self.show.dated == "linha":
                record.number = n
            values.fill(record, self.show.columns, blank)
            yield record

    @cached_property
    def filter_mode(self) -> str:
        return self.state.get("filter", "good") or "none"

    @cached_property
    def fields(self) -> list[Field]:
        """The fields of the query."""
        mode, fields = self.filter_mode, [f for f in self.show.fields if f.name not in self.missing]
        if mode == "none":
            return []
        if mode == "poor":
            asked = [f for f in fields if f.asked]
            year = [f for f in asked if f.kind == "ano"]
            return year if len(asked) > 1 and year else [Field(("Pesquisar nesta página",), "tudo")]
        return fields

    @cached_property
    def years_by(self) -> str:
        """How years are chosen: select, links, tabs, rows."""
        if self.filter_mode in {"none", "dead"} or self.show.dated == "linha":
            return "rows"
        has_field = any(f.kind == "ano" for f in self.fields)
        way = str(self.style["years"])
        return "rows" if way == "select" and not has_field else way

    @cached_property
    def per_page(self) -> int:
        size = int(self.style["per_page"]) or 10_000
        return max(3, min(size, len(self.records) // 4)) if self.filter_mode in {"none", "dead", "poor"} else size

    @cached_property
    def exports(self) -> list[str]:
        """The formats on offer."""
        asked = "export" in requirements()[self.number].aspects
        way = self.state.get("export")
        if not asked or way == "none" or (way == "" and "export" in self.state):
            return []
        return ["pdf"] if way == "pdf" else list(self.style["export"])

    @cached_property
    def export_columns(self) -> list[Column]:
        columns = [c for c in self.columns if not c.maker.startswith("arquivo")]
        way = self.state.get("export")
        if way == "narrow":
            return [c for c in columns if not c.minimum][:2] or columns[:1]
        return [c for c in columns if not c.deep] if way == "shallow" else columns

    @cached_property
    def date_line(self) -> str:
        """The line that tells when the content was brought up to date, if there is one."""
        if "stamp" in self.state or self.show.dated == "ano":
            return ""
        by_line = self.show.dated in {"linha", "obra", "mes"} or self.style["line"]
        texts = ("Informações atualizadas em {}", "Dados atualizados em: {}", "Última atualização do conteúdo: {}")
        return label(self.town, "linha", texts).format(written(self.newest)) if by_line else ""

    @cached_property
    def stamp(self) -> str:
        """Who prints the day of the visit: script, server; empty when nobody does."""
        return (self.state.get("stamp") or "script") if "stamp" in self.state else ""

    def choices(self, key: str) -> list[str]:
        """The values of a column, for a field that is a choice."""
        return sorted({r.values[key] for r in self.records if r.values.get(key)})

    def file_of(self, record: Record) -> str:
        """The file of a record's own column."""
        return self.paper(self.number, record, "integra", "Inteiro teor")

    def files(self, record: Record) -> list[tuple[str, str]]:
        """Label and address of the files in a record's detail."""
        return [
            (name, self.paper(number, record, part, name)) for number, part, name in self.each if self.due(part, record)
        ]

    def due(self, part: str, record: Record) -> bool:
        """An amendment stands only where there is one; measurements where the work has ended; open tenders have no ending yet."""
        if part == "aditivo":
            return record.values.get("aditivos", "") != "Sem aditivos"
        if part == "medicao":
            return record.values.get("situacao") == "Concluída"
        closing = part in {"ata", "adjudicacao", "homologacao"}
        return not (closing and record.values.get("situacao") in {"Aberta", "Em andamento", "Deserta"})

    def paper(self, number: str, record: Record, part: str, name: str) -> str:
        first = next((record.values[c.key] for c in self.columns if record.values.get(c.key)), "")
        title = f"{name} – {first}"
        table = ITEMS if number in {"10.2", "10.3"} else ()
        body = (f"Referente a {record.values.get('objeto') or record.values.get('ementa') or first}, de {written(record.when)}.", *table)  # fmt: skip
        return self.town.file(
            number, f"{part}-{record.id}", title, body, self.town.definition.state(number).get("files")
        )


@dataclass(frozen=True)
class Document:
    """A file in a list of documents."""

    label: str
    url: str
    year: int
    period: str
    published: date


Spot = tuple[int, str, date]
"""Year, period, day of publication."""


def _each_year(newest: int, back: int, day: Callable[[int], date]) -> list[Spot]:
    return [(year, "", day(year)) for year in range(newest, newest - back - 1, -1)]


@dataclass
class DocsData:
    """Documents of a requirement, newest first."""

    town: Town
    show: Show
    state: State
    style: dict[str, Any]

    @property
    def late(self) -> int:
        return self.state.number("stale") if "stale" in self.state else 0

    def spots(self) -> list[Spot]:
        """The periods that have documents."""
        spec, today = self.show.docs, self.town.today
        back, kind = spec.get("back", 0), spec["by"]
        months = {"bimestre": 2, "quadrimestre": 6 if self.town.definition.lists.get("rgf") == "semestre" else 4}
        if kind in months:
            period = dates.last_due(today, months[kind])
            for _ in range(self.late):
                period = period.before
            return [
                (p.year, p.name, min(p.end + timedelta(days=27), today))
                for p in dates.back_to(period, today.year - back)
            ]
        return _each_year(*self.yearly(kind, back))

    def yearly(self, kind: str, back: int) -> tuple[int, int, Callable[[int], date]]:
        """The newest year, how many before it, and when the document of a year was published."""
        today, late = self.town.today, self.late
        recent = max(today - timedelta(days=35), date(today.year, 1, 1))
        old = today - timedelta(days=400)
        if kind in {"ano", "vigente"}:
            newest = today.year - late if kind == "vigente" or not late else old.year
            return (
                newest,
                back,
                lambda y: recent if y == today.year else old if y == old.year and late else date(y, 6, 14),
            )
        newest = {
            "contas": dates.accounts_year(today),
            "fechado": today.year - 1,
            "julgado": today.year - 3,
            "ppa": dates.ppa_start(today) - 4 * late,
            "remume": today.year - 1,
            "once": today.year if self.show.docs.get("dated") else dates.ppa_start(today),
        }[kind]
        newest -= late if kind != "ppa" else 0
        month = (0, 2, 3) if kind == "once" else (1, 3, 20)
        return newest, back, lambda y: min(date(y + month[0], *month[1:]), today - timedelta(days=5))

    @cached_property
    def documents(self) -> list[Document]:
        gone = {self.town.today.year - int(k) for k in (*self.state.all("gap"), *self.state.all("gap-empty"))}
        made = [doc for spot in self.spots() if spot[0] not in gone for doc in self.at(spot)]
        seen: dict[str, Document] = {doc.label + doc.url: doc for doc in made}
        return list(seen.values())

    @cached_property
    def offered(self) -> list[int]:
        empty = {self.town.today.year - int(k) for k in self.state.all("gap-empty")}
        return sorted({*(d.year for d in self.documents), *empty}, reverse=True)

    def at(self, spot: Spot) -> Iterator[Document]:
        """The documents of a period: one that holds all annexes, or a file for each."""
        year, period, published = spot
        spec = self.show.docs
        annexes = tuple(spec.get("annexes", ()))
        apart = annexes and "split" in self.state
        parts = {f"a{n}": annex + " – {periodo}/{ano}" for n, annex in enumerate(annexes)} if apart else spec["parts"]
        if "wrong" in self.state:
            parts = {"outro": spec["wrong"]}
        for part, names in parts.items():
            if part in self.state.all("less"):
                continue
            name = self.named(part, names, year, period)
            kind = self.state.get("files")
            lines = (
                ("Anexo 1 – Balanço Orçamentário",)
                if "anexos" in self.state.all("less")
                else annexes
                if not apart
                else ()
            )
            slug = f"{part}-{year}{'-' + period[0] if period else ''}"
            url = self.town.file(self.show.id, slug, name, (*lines, *self.body(part)), kind)
            yield Document(self.shown(name), url, year, period, published)

    def named(self, part: str, names: str, year: int, period: str) -> str:
        name = label(self.town, f"{self.show.id} {part}", tuple(names.split(" / ")))
        return name.format(ano=year, periodo=period, mais=year + 2, antes=year - 1, fim=year + 3)

    def shown(self, name: str) -> str:
        """The label of the link: the name, or a word that tells nothing."""
        return "Edital (baixar)" if "unnamed" in self.state else name

    def body(self, part: str) -> tuple[str, ...]:
        """What stands in the file besides its title."""
        if self.show.id == "11.7":
            return PLAN
        if self.show.id == "7.2":
            return tuple(line for part, line in ALLOWANCES.items() if part not in self.state.all("less"))
        if self.show.id == "6.3":
            return PAY
        return (
            "Texto integral do documento.",
            "Art. 1º Fica aprovado o que consta dos anexos.",
            "Paço Municipal, gabinete do Prefeito.",
        )

    @cached_property
    def note(self) -> str:
        if self.show.id == "6.3" and not self.late and self.town.definition.pick("vigor", 2):
            return "Tabela em vigor, sem alterações até a presente data."
        return ""

    @property
    def per_page(self) -> int:
        return UNFILTERED if self.unfiltered else int(self.style["per_page"])

    @property
    def unfiltered(self) -> bool:
        return self.state.get("filter") == "none" or "unnamed" in self.state or self.style["filter"] == "none"


@dataclass
class FilesOfList(DocsData):
    """A list of records that is published as a table in a file for each year, and not on the page."""

    data: ListData

    @cached_property
    def documents(self) -> list[Document]:
        return [self.of(year) for year in self.data.all_years]

    def of(self, year: int) -> Document:
        kind = self.style["as"]
        columns = [c for c in self.data.columns if not c.maker.startswith("arquivo")]
        rows = [[r.values[c.key] for c in columns] for r in self.data.records if r.year == year]
        name = f"{self.town.definition.name_of(self.page)} – {year}"
        path = f"/arquivos/{self.show.id.replace('.', '-')}/relacao-{year}.{kind}"
        table = tuple(tuple(row) for row in ([self.data.label(c) for c in columns], *rows))
        self.town.papers[path] = Paper(kind, ("Prefeitura Municipal", name), table)
        published = min(self.data.newest, date(year, 12, 20)) if self.show.dated != "ano" else date(year + 1, 1, 20)
        return Document(name, self.town.base + path, year, "", min(published, self.town.today))

    @property
    def page(self) -> str:
        return next(spec.key for spec in page_specs().values() if self.show.id in spec.asks)

    @cached_property
    def note(self) -> str:
        return self.data.date_line


Block = dict[str, Any]
"""What a template draws: ``kind`` tells which macro."""


@dataclass
class Page:
    """A page of a town, ready to be drawn."""

    spec: PageSpec
    name: str
    group: str
    blocks: list[Block]
    linked: bool = True

    @property
    def key(self) -> str:
        return self.spec.key

    @property
    def lists(self) -> list[ListData]:
        return [block["list"] for block in self.blocks if block["kind"] == "list"]


def statement(town: Town, show: Show, state: State) -> list[str]:
    """The sentences that say that there was none."""
    today, kind = town.today, state.get("none").split()
    when = today - timedelta(days=int(kind[1]) if len(kind) > 1 else 4 + town.definition.pick(f"nao {show.id}", 15))
    nouns = show.none.split("; ")
    way = kind[0] if kind else "dated"
    if way == "undated":
        return [f"Não há {noun}." for noun in nouns]
    if way == "short":
        return [
            f"Não houve {noun} no exercício de {today.year}. Informação atualizada em {written(when)}."
            for noun in nouns
        ]
    texts = (
        "Não houve {} no período de 01/01/{} a {}. Informação atualizada em {}.",
        "A Prefeitura informa que não existem {} no período de 01/{} a {}. Atualizado em {}.",
        "Informamos que inexistem {} entre 01/01/{} e {}. Declaração atualizada em {}.",
    )
    text = label(town, f"nao {show.id}", texts)
    end = f"{when:%m/%Y}" if "01/{} a" in text and "01/01" not in text else written(when)
    return [text.format(noun, today.year - 4, end, written(when)) for noun in (nouns[:1] if way == "half" else nouns)]


@dataclass
class Writer:
    """Makes the blocks of a town's pages."""

    town: Town
    env: Environment = field(default_factory=lambda: Environment(autoescape=False))  # noqa: S701 (our own texts)

    def page(self, spec: PageSpec) -> Page:
        """One page with the blocks of all its requirements."""
        definition = self.town.definition
        states = [definition.state(number) for number in spec.asks]
        linked = not all("absent" in state or "unlinked" in state for state in states)
        blocks = list(self.of_page(spec))
        return Page(spec, definition.name_of(spec.key), definition.group_of(spec.key), blocks, linked)

    def of_page(self, spec: PageSpec) -> Iterator[Block]:
        """The blocks of its requirements, with a heading over those of another page that was merged into it."""
        own = page_specs()[spec.key].asks
        for number in spec.asks:
            blocks = list(self.blocks(number))
            other = next((s for s in page_specs().values() if number in s.asks), spec)
            if blocks and number not in own and number == other.asks[0]:
                yield {"kind": "text", "html": f"<h3>{escape(self.town.definition.name_of(other.key))}</h3>"}
            yield from blocks

    def blocks(self, number: str) -> Iterator[Block]:
        show, state = shows()[number], self.town.definition.state(number)
        if "absent" in state or show.on:
            return
        if simple := self.instead(show, state):
            yield simple
            return
        if show.parts:
            yield {"kind": "text", "html": "".join(self.texts(show, state))}
        if show.columns:
            yield self.list_or_files(show, state)
        if show.docs:
            yield {"kind": "docs", "docs": DocsData(self.town, show, state, self.town.definition.docs_style(number))}

    def list_or_files(self, show: Show, state: State) -> Block:
        """A list on the page, or a file for each of its years."""
        style = self.town.definition.list_style(show.id)
        data = ListData(self.town, show, state, style)
        if "as" not in style:
            return {"kind": "list", "list": data}
        drawn = {**self.town.definition.docs_style(show.id), "draw": self.town.definition.docs.get("draw", "lista")}
        return {"kind": "docs", "docs": FilesOfList(self.town, show, state, drawn, data)}

    def instead(self, show: Show, state: State) -> Block | None:
        """What stands there in place of the content, if anything."""
        if "empty" in state:
            texts = ("", "Nenhum registro encontrado.", "Em construção.", "Página em atualização.")
            return {"kind": "text", "html": f"<p>{label(self.town, f'vazio {show.id}', texts)}</p>"}
        if "login" in state:
            return {"kind": "login"}
        if "none" in state:
            said = "".join(f'<p class="declaracao">{escape(s)}</p>' for s in statement(self.town, show, state))
            return {"kind": "text", "html": said}
        if "pdf" in state:
            url = self.town.file(show.id, "relacao", "Relação completa", ("Relação em PDF.",))
            return {"kind": "text", "html": f'<p><a href="{url}">Baixar a relação completa (PDF)</a></p>'}
        return self.elsewhere(show, state)

    def elsewhere(self, show: Show, state: State) -> Block | None:
        """A link to another body's site: to the town's own place there, or to its home page."""
        if show.parts == ("formulario",) or not {"home", "deep"} & {word for word, _ in state.said}:
            return None
        body = {"8.7": "ceis", "8.6": "pncp", "11.4": "camara", "18.5": "saude"}.get(show.id, "tce")
        rest = f"{body}/{self.town.definition.slug}/{show.id}" if "deep" in state else f"{body}/"
        text = "".join(self.texts(show, state)) if show.parts else ""
        link = f'<p><a href="{self.town.oficial}/{rest}" target="_blank">Consultar no sítio do órgão oficial</a></p>'
        return {"kind": "text", "html": link + text}

    def texts(self, show: Show, state: State) -> Iterator[str]:
        texts = data("texts.yml")
        way = next((word for word, _ in state.said if word in FORMS), "")
        lacking = state.all("less")
        for part in show.parts:
            spec = texts.get(f"{show.id}.{part}") or texts[f"conselho.{part}"]
            special = texts.get(f"{show.id}.{self.form_way(show, way)}") if way or show.id == "12.3" else None
            variants = (special or spec)["variants"]
            chosen = variants[self.town.definition.pick(f"{show.id}", 2) % len(variants)]
            yield self.render(spec["less"] if part in lacking else chosen, show.id, lacking)

    def form_way(self, show: Show, way: str) -> str:
        """The e-SIC's form is also what 12.4 asks about: the demanding one stands for both."""
        if show.id == "12.3" and "papers" in self.town.definition.state("12.4"):
            return "papers"
        return way

    def render(self, text: str, number: str, lacking: list[str]) -> str:
        town = self.town
        return self.env.from_string(text).render(
            cidade=town.definition.name,
            slug=town.definition.slug,
            ano=town.today.year,
            base=town.base,
            oficial=town.oficial,
            secretarias=secretariats(town),
            com={"fundamento": "fundamento" not in lacking},
            dia=lambda n: written(town.today - timedelta(days=n)),
            pessoa=lambda n: one_person(town, n),
            fone=lambda n: phone(town, n),
            email=lambda who: address(town, who),
            enviar=lambda what: f"{town.base}/enviar/{what}",
            dados=lambda name, kind: f'<a href="{town.base}/dados/{name}.{kind}">{kind.upper()}</a>',
            doc=lambda title, *lines: self.link(number, title, lines),
        )

    def link(self, number: str, title: str, lines: tuple[str, ...]) -> str:
        name = f"doc-{sum(map(ord, title)) % 9973}"
        return f'<a href="{self.town.file(number, name, title, lines)}">{escape(title)}</a>'


def one_person(town: Town, n: int) -> str:
    return values.person(Record(town.definition.slug, 0, town.today, n).draw("pessoa"))


def phone(town: Town, n: int) -> str:
    return f"({AREAS[town.definition.uf]}) 3{town.definition.pick('fone', 900) + 100}-{1000 + n * 7}"


def address(town: Town, who: str) -> str:
    """An e-mail address of the town hall."""
    return f"{who}@{town.definition.slug.replace('-', '')}.{town.definition.uf.lower()}.gov.br"


AREAS = {"PB": 83, "PE": 81, "RN": 84, "CE": 85, "BA": 75, "SE": 79, "AL": 82}
DUTIES = {
    "Saúde": "planejar e executar a atenção básica, a vigilância e a assistência farmacêutica",
    "Educação": "manter o ensino infantil e fundamental, a merenda e o transporte escolar",
    "Administração": "cuidar do pessoal, do patrimônio, das compras e do protocolo",
    "Finanças": "arrecadar os tributos, executar o orçamento e prestar contas",
    "Infraestrutura": "fazer e conservar obras, ruas, praças e a iluminação pública",
    "Assistência Social": "manter o CRAS, os benefícios eventuais e a proteção às famílias",
}


def secretariats(town: Town) -> list[dict[str, str]]:
    """The town's departments."""
    return [
        {
            "nome": f"Secretaria Municipal de {short}",
            "curto": short,
            "faz": duty,
            "endereco": f"Rua das Acácias, {40 + n * 6}, Centro",
            "fone": phone(town, n + 1),
            "email": address(town, plain(short.split()[0])),
            "gestor": one_person(town, 10 + n),
        }
        for n, (short, duty) in enumerate(DUTIES.items())
    ]


def pages(town: Town) -> dict[str, Page]:
    """All pages of a town that exist, by key; those that no menu names included."""
    writer = Writer(town)
    made = {}
    for spec in town.definition.pages().values():
        if all("absent" in town.definition.state(number) for number in spec.asks):
            continue
        made[spec.key] = writer.page(spec)
    return made
