"""A small audit, made by the program's own pipelines from pages that are given: no browser, no portal."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PIL import Image
from scrapy.cmdline import ScrapyArgumentParser
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import DropItem
from scrapy.settings import Settings

from transparency.classify.absence import Place
from transparency.classify.judge import judge_page
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.extract.redact import redact
from transparency.items import Frame, Page
from transparency.matrix import Matrix, load_matrix
from transparency.node import Node
from transparency.pipelines import AuditPipeline, ClassifyPipeline, EvidencePipeline
from transparency.portals.catalogue import Municipality

SITE = "https://transparencia.vilapequena.example"
PAYROLL = (
    "<h1>Folha de pagamento</h1><table><tr><th>Matrícula</th><th>Nome do servidor</th><th>CPF</th><th>Cargo</th><th>Remuneração</th></tr>"
    + "".join(
        f"<tr data-cpf='123.456.789-0{n}'><td>10{n}</td><td>Servidor {n}</td><td>123.456.789-0{n}</td><td>Agente</td><td>{n}.234,56</td></tr>"
        for n in range(1, 6)
    )
    + "</table>"
)
REVENUE = (
    "<h1>Receita orçamentária</h1><table><tr><th>Código</th><th>Natureza da receita</th><th>Previsão inicial</th><th>Arrecadado</th></tr>"
    + "".join(f"<tr><td>1.1.{n}</td><td>IPTU {n}</td><td>{n}.000,00</td><td>{n}00,00</td></tr>" for n in range(1, 6))
    + "</table>"
)
EXTRA = "<h1>Despesas extra-orçamentárias</h1><table><tr><th>Código</th><th>Nomenclatura</th><th>Valor</th></tr></table><p>Nenhum registro encontrado</p>"
BIDS = (
    "<h1>Licitações</h1><table><tr><th>Nº da licitação</th><th>Modalidade</th><th>Objeto da licitação</th><th>Data de abertura</th></tr>"
    + "".join(
        f"<tr><td>{n}/2026</td><td>Pregão</td><td>Merenda {n}</td><td>0{n}/02/2026</td></tr>" for n in range(1, 5)
    )
    + "</table>"
)


def page(name: str, *frames: str, steps: int = 1, second: int = 0, problem: str = "", picture: bool = True) -> Page:
    """A page at ``/name`` with these frames; the first is its own."""
    url = f"{SITE}/{name}#!/{steps}"
    words = [f"abra {SITE}/", *(f"clique em “{name} {n}”" for n in range(1, steps + 1))]
    jpeg = io.BytesIO()
    Image.new("RGB", (320, 200), (len(name) * 9 % 255, 120, steps * 40 % 255)).save(jpeg, "JPEG")
    return Page(
        municipio="vila-pequena", uf="PB", audit="pb/vila-pequena", url=url, final_url=url, status=200, title="Portal da Transparência",
        depth=steps, steps=words, labels=[name] * steps, node=Node(url=f"{SITE}/{name}/{steps}").fingerprint(), state=f"{name}{steps}",
        frames=[Frame(f"{SITE}/{name}" if not n else f"{SITE}/{name}/quadro{n}", redact(html).html, offset=(n * 10, n * 20)) for n, html in enumerate(frames)],
        time=f"2026-03-02T12:00:{second:02d}Z", seconds=0.25, problem=problem, screenshot=jpeg.getvalue() if picture else None,
    )  # fmt: skip


def some_pages() -> list[Page]:
    """A page of each kind, in the order in which they are seen."""
    return [
        page("inicio", "<h1>Portal</h1><p>Bem-vindo</p>", steps=0),
        page("receitas", REVENUE, second=1),
        # The same proof again, seen later and stored earlier.
        page("receitas-do-ano", REVENUE, second=1),
        page("pessoal", "<h1>Pessoal</h1><iframe src='/pessoal/quadro1'></iframe>", PAYROLL, second=1),
        page("extra", EXTRA, second=2),
        page("licitacoes", BIDS, second=3, picture=False),
        page("fechado", "<p>Não sou um robô</p>", second=4, problem="o portal pede um captcha"),
    ]


def make_audit(
    root: Path, pages: list[Page] | None = None, *, matrix: Matrix | None = None, started: str = "2026-03-02T12:00:00Z",
    entry_problem: str = "", unvisited: tuple[str, ...] = (), failed: tuple[str, ...] = (), lost: tuple[str, ...] = (), essential: bool = False,
    places: Mapping[str, Place] | None = None,
) -> Path:  # fmt: skip
    """The folder of an audit of ``pages``, seen in the order given and stored in another.

    ``unvisited``: criteria for which the budget was not enough; ``failed``: criteria for which a place could not be seen;
    ``lost``: names of pages that were judged and never stored; ``places``: criterion → a place that promised it.
    """
    matrix = matrix or load_matrix()
    pages = some_pages() if pages is None else pages
    town = Municipality("vila-pequena", "Vila Pequena", "PB", "", f"{SITE}/", "", ())
    audit = Audit(town, matrix, essential, Budget(), changed=lambda: None)
    spider = SimpleNamespace(audits={audit.name: audit}, matrix=matrix, name="portal", strategy="bfs")
    crawler: Any = SimpleNamespace(settings=Settings({"AUDITS_DIR": str(root)}), spider=spider)
    classify, prove, keep = ClassifyPipeline(crawler), EvidencePipeline(crawler), AuditPipeline(crawler)
    keep.open_spider()
    audit.begin()
    audit.started_at = started
    keep._begin(audit)
    for one in pages:
        audit.spending.visited["link"] += 1
        if not one.problem:
            one.findings = judge_page(one, matrix)
            audit.of_town(one)
            audit.consider(one, one.findings)
    audit.ledger.entry_problem = entry_problem
    audit.ledger.cut_short.update(unvisited)
    audit.ledger.places.update({criterion: {"one": place} for criterion, place in (places or {}).items()})
    for criterion in failed:
        audit.failed(Node(url=f"{SITE}/{criterion}", depth=1, words=("abra",)), criterion, "network", "o servidor não respondeu")  # fmt: skip

    def send(item: Any) -> None:
        try:
            for pipeline in (classify, prove, keep):
                item = pipeline.process_item(item)
        except DropItem:
            pass

    for _, one in sorted(
        enumerate(pages), key=lambda at: (at[1].time, -at[0])
    ):  # those of one second the other way round
        if not set(one.labels) & set(lost):
            send(one)
    for verdict in audit.verdicts():
        send(verdict)
    keep.close_spider()
    return Path(audit.folder)


def run(command: type[ScrapyCommand], *arguments: str, **settings: str) -> int:
    """The exit status of a command of the project, run as ``scrapy`` runs it, in this process."""
    asked = command()
    asked.settings = Settings(settings, priority="cmdline")
    asked.settings.setmodule("transparency.settings")
    parser = ScrapyArgumentParser(conflict_handler="resolve")
    asked.add_options(parser)
    opts, rest = parser.parse_known_args(list(arguments))
    asked.run(rest, opts)
    return asked.exitcode
