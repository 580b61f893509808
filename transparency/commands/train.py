"""``scrapy train AUDITS… --gold key``: a model that ranks verdicts beside the rules, learned from those that people checked."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.text import Text
from scrapy.commands import ScrapyCommand

from transparency.called import called
from transparency.classify.confidence import KINDS
from transparency.eval.score import Gold, read_gold
from transparency.eval.training import Trial, gather, train
from transparency.items import UserError
from transparency.report.terminal import console
from transparency.run.command import audits_given, complain, matrix_of
from transparency.store import evidence
from transparency.store.audits import open_audits
from transparency.store.reviews import REVIEWS

MODEL = "modelo.json"


class Command(ScrapyCommand):
    """See ``scrapy train --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "AUDITORIAS… [--gold GABARITO]… [-o MODELO.json]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Treina, com vereditos conferidos, o modelo que ordena a revisão"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Aprende de todas as auditorias dadas que o gabarito confere, prova o modelo deixando um portal de fora por vez e "
            "só o usa onde supera as regras. Grava o modelo e, ao lado, o relatório (.md e .relatorio.json). Para usá-lo: "
            f"-s MATCH_MODEL=MODELO.json em {called()} serve, audit e rejudge. Precisa do scikit-learn: pip install 'transparency[train]'."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Keys, and where to."""
        super().add_options(parser)
        parser.add_argument(
            "--gold", metavar="GABARITO", action="append", default=[],
            help=f"gabarito (CSV) ou revisões (.jsonl); pode repetir (padrão: {REVIEWS} na pasta das auditorias)",
        )  # fmt: skip
        parser.add_argument("-o", "--saida", metavar="MODELO", default=MODEL, help=f"onde gravar (padrão: {MODEL})")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Gather, train, write, tell."""
        # Every command is imported to list them; who lists them needs no report.
        from transparency.report.trial import markdown

        assert self.settings is not None
        path = Path(opts.saida)
        try:
            if path.suffix != ".json":
                raise UserError(f"O modelo é um arquivo .json, e não {path}.", "Por exemplo: -o modelo.json")
            paths = audits_given(args, self.settings, "train")
            gold = _keys([Path(name) for name in opts.gold] or [Path(self.settings["AUDITS_DIR"]) / REVIEWS])
            model, trial = train(gather(open_audits(paths, every=True), gold, matrix_of(self.settings)))
            told = json.dumps(trial.as_dict(), ensure_ascii=False, indent=1) + "\n"
            written = {
                path: model.to_json(),
                path.with_suffix(".md"): markdown(model, trial),
                path.with_suffix(".relatorio.json"): told,
            }
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                for file, text in written.items():
                    evidence.write(file, text.encode())
            except OSError as error:
                raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None
        except UserError as error:
            self.exitcode = complain(error)
            return
        _show(trial, path)


def _keys(paths: list[Path]) -> Gold:
    """Several keys as one. UserError where they contradict each other."""
    gold: Gold = {}
    for path in paths:
        for town, items in read_gold(path).items():
            known = gold.setdefault(town, {})
            for key, truth in items.items():
                if key in known and known[key].published != truth.published:
                    raise UserError(
                        f"{path} contradiz outro gabarito: {town}, {'.'.join(key)}.", "Deixe só uma das respostas."
                    )
                known[key] = truth
    return gold


def _show(trial: Trial, path: Path) -> None:
    screen = console()
    screen.print(
        f"{trial.cases} casos de {trial.portals} portais ({trial.audits} auditorias), um portal de fora por vez.",
        soft_wrap=True,
    )
    if trial.unknown:
        screen.print(Text(f"Fora do gabarito, não contados: {', '.join(trial.unknown)}."), soft_wrap=True)
    for kind, told in trial.kinds.items():
        order = "o modelo ordena a revisão" if told.use.order else "ficam as regras"
        down = f"; recusa abaixo de {told.use.least:.0%}" if told.use.least else ""
        screen.print(Text(f"  {KINDS[kind]}: {order}{down} ({told.why})."), soft_wrap=True)
    screen.print(
        Text.assemble("Modelo: ", (str(path), "bold"), f"; relatório: {path.with_suffix('.md')}"), soft_wrap=True
    )
    screen.print(
        f"Para usar: {called()} serve --revisao -s MATCH_MODEL={path}", markup=False, soft_wrap=True, style="dim"
    )
