"""``scrapy experiment``: strategies compared on portals with an answer key, as one page that people can read."""

from __future__ import annotations

import argparse
import datetime as dt
import importlib.util
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.conf import closest_scrapy_cfg

from transparency import __version__
from transparency.called import called
from transparency.crawl.budget import Budget
from transparency.eval import report, trials
from transparency.eval.charts import decimal
from transparency.eval.plan import Town, Trial, chosen_strategies, learners
from transparency.eval.plan import trials as plan
from transparency.eval.score import Gold, read_gold
from transparency.eval.trials import Bench
from transparency.items import UserError
from transparency.portals import catalogue
from transparency.run.command import ProjectCommand, check, complain, matrix_of

PLAN = "experiment.json"
LAB = "lab"
HELD_OUT = "lab-held-out"
UNDER_WAY = "lab-open"
SAME = {"seed": "a semente", "limits": "os limites", "source": "a origem dos portais", "settings": "os ajustes (-s)"}
"""What must not change between the runs of one experiment."""
INTERRUPTED = 130


class Command(ProjectCommand):
    """See ``scrapy experiment --help``."""

    requires_project = True
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """For the help."""
        return "--portals lab|lab-held-out|SLUG,… [--strategies all|NOME,…] [--runs N] [--output PASTA] [--seed N] [--warm]"

    def short_desc(self) -> str:
        """For the list of commands."""
        return "Compara estratégias de caminhada em portais com gabarito, num relatório"

    def long_desc(self) -> str:
        """For the help."""
        return (
            "Cada execução é um processo e vira uma linha de results.jsonl; um experimento interrompido continua com o "
            "que falta quando o mesmo comando é dado de novo. O relatório é um arquivo HTML só."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Those of an experiment."""
        super().add_options(parser)
        group = parser.add_argument_group("Experimento")
        group.add_argument(
            "--portals",
            help="lab, lab-open, lab-held-out, portais do laboratório ou municípios do catálogo, com vírgulas",
        )
        group.add_argument("--strategies", default="all", help="all (padrão), ou nomes com vírgulas")
        group.add_argument("--runs", default="1", help="execuções por portal e estratégia (padrão: 1)")
        group.add_argument(
            "--output", default="bench/experiment", metavar="PASTA", help="onde guardar (padrão: bench/experiment)"
        )
        group.add_argument("--seed", default="1", help="semente do sorteio (padrão: 1)")
        group.add_argument(
            "--warm", action="store_true", help="também depois de aprender nos municípios do mesmo fornecedor"
        )
        group.add_argument("--gold", metavar="ARQUIVO", help="gabarito (CSV), para municípios do catálogo")
        group.add_argument("--catalogo", metavar="ARQUIVO", help="outro catálogo (CSV)")
        group.add_argument("--nodes", help="limite de páginas por auditoria")
        group.add_argument("--minutes", help="limite de minutos por auditoria (padrão: 40)")
        group.add_argument("--keep", action="store_true", help="guarda também as páginas e imagens de cada auditoria")
        group.add_argument("--report", action="store_true", help="só refaz o relatório com o que já está na pasta")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Plan, run what is missing, report."""
        console = Console(highlight=False, soft_wrap=True)
        # An experiment that is told to end, ends its audit first.
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            if args:
                raise UserError(
                    f"Argumento desconhecido: {args[0]}.",
                    f"Os portais vão em --portals; veja {called()} experiment --help",
                )
            folder = Path(opts.output).resolve()
            if opts.report:
                _report(folder, console)
                return
            self._experiment(folder, opts, console)
        except UserError as error:
            self.exitcode = complain(error)
        except OSError as error:
            self.exitcode = complain(
                UserError(f"{error.filename or opts.output}: {error.strerror}.", "Confira a pasta de --output.")
            )
        except KeyboardInterrupt:
            console.print("Interrompido. O mesmo comando continua com o que falta.")
            self.exitcode = INTERRUPTED

    def _experiment(self, folder: Path, opts: argparse.Namespace, console: Console) -> None:
        assert self.settings is not None
        strategies = chosen_strategies(opts.strategies)
        runs, seed = _number("runs", opts.runs, 1), _number("seed", opts.seed, 0)
        limits = {name: value for name in ("nodes", "minutes") if (value := getattr(opts, name))}
        if opts.catalogo:
            self.settings.set("CATALOGUE_FILES", [opts.catalogo], priority="cmdline")
        with _portals(opts, self.settings) as ground:
            self.settings.set("CATALOGUE_FILES", ground.catalogues, priority="cmdline")
            self.settings.set("AUDITS_DIR", str(folder / trials.AUDITS), priority="cmdline")
            spider = get_spider_loader(self.settings).load("portal")
            for town in ground.towns:
                check(spider, self.settings, {"municipio": town.asked_as, "seed": str(seed), "model": "off", **limits})
            planned = plan(ground.towns, strategies, runs, seed, opts.warm, ground.lessons)
            if opts.warm and not any(trial.warm for trial in planned):
                missing = (
                    "um portal de outro do mesmo fornecedor" if learners(strategies) else "uma estratégia que aprenda"
                )
                console.print(f"Sem execuções aquecidas: falta {missing}.")
            given = {
                "source": ground.source,
                "seed": seed,
                "limits": ", ".join(f"{name}={value}" for name, value in limits.items()),
                "settings": list(opts.set or ()),
                "strategies": strategies,
                "towns": [town.as_dict() for town in ground.towns],
            }
            experiment = _begun(folder, given, len(planned))
            bench = Bench(
                folder=folder,
                project=ground.project,
                gold=ground.gold,
                towns=tuple(ground.towns),
                lessons=ground.lessons,
                seed=seed,
                spargs=tuple(f"{name}={value}" for name, value in limits.items()),
                settings=(
                    *(opts.set or ()),
                    *(f"CATALOGUE_FILES={','.join(ground.catalogues)}" for _ in ground.catalogues[:1]),
                    *(f"EGRESS_ALLOWED={','.join(ground.allowed)}" for _ in ground.allowed[:1]),
                ),
                patience=_minutes(opts.minutes) * 60 + trials.SETTLING,
                keep=opts.keep,
                served=ground.served,
            )

            def told(done: int, of: int, trial: Trial, row: dict[str, Any] | None) -> None:
                if row is None:
                    console.print(
                        f"[{done + 1}/{of}] {trial.town}, {trial.label}, execução {trial.run} …", markup=False
                    )
                    return
                nodes = "–" if row["nodes"] is None else row["nodes"]
                problem = f" (falhou: {row['reason']})" if row["reason"] else ""
                outcome = f"    F1 {decimal(row['f1'], 3)}, {nodes} nós, {decimal(row['seconds'])} s{problem}"
                console.print(outcome, markup=False)
                report.write(folder, experiment, trials.read_results(folder))  # to be looked at meanwhile

            trials.run_all(planned, bench, told)
        experiment["finished"] = _now()
        _store(folder, experiment)
        _report(folder, console)


@dataclass(frozen=True)
class Ground:
    """Where an experiment is made: towns, what is true of them, and the catalogues that say where they publish."""

    source: str
    towns: list[Town]
    gold: Gold
    project: Path
    catalogues: list[str]
    allowed: tuple[str, ...] = ()
    """Hosts on this machine that its portals are made of, frames included: what the spider may connect to."""
    lessons: tuple[Town, ...] = ()
    """Sister towns that are only learned from."""
    served: Callable[[], bool] = lambda: True
    """Whether its portals are served still."""


@contextmanager
def _portals(opts: argparse.Namespace, settings: Any) -> Iterator[Ground]:
    """The portals asked for: the lab's, which is served meanwhile, or the catalogue's, with their key."""
    names = [name.strip() for name in (opts.portals or "").split(",") if name.strip()]
    if not names:
        raise UserError("Falta dizer os portais.", f"Por exemplo: {called()} experiment --portals lab")
    config = closest_scrapy_cfg()
    project = Path(config).resolve().parent if config else Path.cwd()
    ours = [name for name in names if name == LAB or name.startswith(f"{LAB}-")]
    if ours and len(ours) < len(names):
        raise UserError(
            "Portais do laboratório e municípios do catálogo não se misturam.", "Use um experimento para cada."
        )
    if ours:
        with tempfile.TemporaryDirectory() as aside, _served_lab(names, project, Path(aside), opts.warm) as ground:
            yield ground
        return
    if not opts.gold:
        raise UserError("Falta o gabarito dos municípios.", "Dê-o com --gold gabarito.csv, ou use --portals lab.")
    gold = read_gold(Path(opts.gold), matrix_of(settings))
    known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
    facts = _facts(Path(opts.gold).with_suffix(".least.json"))
    towns = []
    for name in names:
        town = known.find(name)
        if town.slug not in gold:
            raise UserError(
                f"O gabarito {opts.gold} não tem {town.name}.", "Acrescente suas linhas, ou tire-o de --portals."
            )
        towns.append(Town(town.slug, town.name, town.uf, town.families, facts.get(town.slug, {}).get("least_nodes")))
    files = [str(Path(path).resolve()) for path in settings.getlist("CATALOGUE_FILES")]
    yield Ground("catálogo", towns, gold, project, files)


@contextmanager
def _served_lab(names: Sequence[str], project: Path, aside: Path, warm: bool) -> Iterator[Ground]:
    """The lab as a process of its own: nothing of the product knows it, and it answers at its own pace."""
    if not (project / LAB / "__main__.py").exists() and importlib.util.find_spec(LAB) is None:
        raise UserError(
            "O laboratório não está aqui.", "Ele vem com o código-fonte; sem ele, use municípios do catálogo e --gold."
        )
    file = aside / "lab.json"
    made = subprocess.run(
        [sys.executable, "-m", LAB, "least", "--json", str(file)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode or not file.exists():
        raise UserError(
            "O laboratório não pôde ser lido.", (made.stderr.strip().splitlines() or ["veja python -m lab least"])[-1]
        )
    facts = _facts(file)
    slugs = _chosen(names, facts)
    key = aside / "key.csv"
    # Its log goes to a file: a pipe that nobody reads would fill up and hold it.
    with open(aside / "lab.log", "wb") as log:
        command = [
            sys.executable,
            "-m",
            LAB,
            "serve",
            "--portals",
            ",".join(slugs),
            "--catalogue",
            str(aside / "catalogue.csv"),
            "--key",
            str(key),
            *(["--irmas"] if warm else []),
        ]
        lab = trials.start_process(command, project, log)
        try:
            trials.wait_for(lambda: b"\n" in (aside / "lab.log").read_bytes(), lab, 60)
            towns = [
                Town(slug, f["name"], f["uf"].upper(), tuple(f["families"]), f["least_nodes"] or None, f["held_out"])
                for slug, f in facts.items()
                if slug in slugs
            ]
            allowed = re.search(r"_EGRESS_ALLOWED=(\S+)", (aside / "lab.log").read_text(encoding="utf-8"))
            hosts = tuple(allowed[1].split(",")) if allowed else ()
            served = catalogue.load([aside / "catalogue.csv"])
            lessons = tuple(Town(t.slug, t.name, t.uf, t.families) for t in served if t.slug not in slugs)
            yield Ground(
                "laboratório", towns, read_gold(key), project, [str(aside / "catalogue.csv")], hosts, lessons,
                served=lambda: lab.poll() is None,
            )  # fmt: skip
        finally:
            trials.end_process(lab)


def _facts(path: Path) -> dict[str, dict[str, Any]]:
    """What stands beside a key about its portals; nothing where there is none."""
    if not path.exists():
        return {}
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise UserError(f"{path} não é JSON.", "Apague-o: ele só traz o mínimo de nós de cada portal.") from None
    return facts if isinstance(facts, dict) else {}


def _chosen(names: Sequence[str], facts: dict[str, dict[str, Any]]) -> list[str]:
    """Slugs that the names stand for, in the lab's order."""
    wanted: set[str] = set()
    for name in names:
        if name in (LAB, HELD_OUT, UNDER_WAY):
            wanted |= {slug for slug, f in facts.items() if name == LAB or f["held_out"] == (name == HELD_OUT)}
        elif name in facts:
            wanted.add(name)
        else:
            raise UserError(f"O laboratório não tem o portal “{name}”.", "Veja quais tem com python -m lab least.")
    return [slug for slug in facts if slug in wanted]


def _begun(folder: Path, given: dict[str, Any], planned: int) -> dict[str, Any]:
    """The experiment of a folder, begun now or before; what was planned before stays, what is new is added."""
    path = folder / PLAN
    known = _stored(path) if path.exists() else {}
    for key, name in SAME.items():
        if known and known.get(key) != given[key]:
            raise UserError(
                f"{folder} guarda outro experimento: {name} era “{known.get(key)}”, agora “{given[key]}”.",
                "Use outra pasta com --output.",
            )
    towns = {town["slug"]: town for town in (*known.get("towns", ()), *given["towns"])}
    strategies = list(dict.fromkeys((*known.get("strategies", ()), *given["strategies"])))
    experiment = {
        "version": 1,
        **given,
        "towns": list(towns.values()),
        "strategies": strategies,
        "started": known.get("started") or _now(),
        "finished": "",
        "planned": max(planned, known.get("planned", 0)),
        "machine": f"{os.cpu_count()} núcleos, {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "versions": ", ".join(
            [
                f"transparency {__version__}",
                *(f"{p} {version(p)}" for p in ("scrapy", "scrapy-playwright", "playwright")),
            ]
        ),
    }
    _store(folder, experiment)
    return experiment


def _stored(path: Path) -> dict[str, Any]:
    try:
        experiment: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if experiment["version"] == 1:
            return experiment
    except FileNotFoundError:
        raise UserError(
            f"Não há experimento em {path.parent}.", f"Comece um: {called()} experiment --portals lab"
        ) from None
    except (ValueError, KeyError, TypeError):
        pass
    raise UserError(f"{path} não é de um experimento que se possa ler.", "Use outra pasta com --output.")


def _store(folder: Path, experiment: dict[str, Any]) -> None:
    aside = folder / f"{PLAN}.partial"
    aside.write_text(json.dumps(experiment, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    aside.replace(folder / PLAN)


def _report(folder: Path, console: Console) -> None:
    page = report.write(folder, _stored(folder / PLAN), trials.read_results(folder))
    console.print(f"Relatório: {page}", markup=False)


def _number(name: str, text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise UserError(f"Valor inválido para --{name}: “{text}”.", f"Use um número inteiro a partir de {least}.")
    return int(text)


def _minutes(text: str | None) -> float:
    """The budget of an audit, for the watchdog; the spider itself says what is wrong with a bad one."""
    try:
        return float((text or str(Budget.minutes)).replace(",", "."))
    except ValueError:
        return Budget.minutes


def _now() -> str:
    return dt.datetime.now(dt.UTC).strftime("%d/%m/%Y %H:%M")


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
