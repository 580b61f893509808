"""The README and the pages of ``docs/``: links lead somewhere, both languages tell the same, and what is told of the program is so."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from urllib.parse import unquote

import pytest
from audit_of_pages import make_audit, page
from scrapy.commands import ScrapyCommand
from scrapy.settings import default_settings
from scrapy.utils.project import get_project_settings

from transparency import commands, settings
from transparency.run.command import ProjectCommand

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), ROOT / "lab" / "README.md"])
TWICE = sorted(page for page in DOCS.glob("*.md") if (DOCS / f"{page.stem}.pt.md").exists())
ONE_LANGUAGE = {"measured.md"}
"""Tables that a program writes."""
_FENCE = re.compile(r"^```.*?^```", re.M | re.S)
_LINK = re.compile(r"(?<!`)\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
_HEADING = re.compile(r"^(#+) (.*)$", re.M)
_CALL = re.compile(r"(?:bin/|run: |exec |do |exec worker )transparency ([a-z]+)([^;&|\n]*)")
_SETTING = re.compile(r"`([A-Z][A-Z_]+)`")


def text_of(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCE.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    titles = (re.sub(r"[^\w\- ]", "", title.lower()) for _, title in _HEADING.findall(text_of(page)))
    return {title.strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in (one or other for one, other in _LINK.findall(text_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_every_page_is_there_in_both_languages() -> None:
    english = {page.name for page in DOCS.glob("*.md") if not page.name.endswith(".pt.md")}
    assert english - {page.name for page in TWICE} == ONE_LANGUAGE


@pytest.mark.parametrize("page", TWICE, ids=lambda page: page.name)
def test_both_languages_have_the_same_parts(page: Path) -> None:
    one, other = (
        ([len(marks) for marks, _ in _HEADING.findall(text)], text.count("\n|"), text.count("\n    "))
        for text in (text_of(page), text_of(DOCS / f"{page.stem}.pt.md"))
    )
    assert one == other  # headings, rows of tables, lines of commands


@pytest.mark.parametrize("name", ["README.md", "README.pt-BR.md"])
def test_the_readme_is_one_page_and_begins_with_the_two_commands(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    assert len(lines) <= 80
    assert [line.split("#")[0].strip() for line in lines[:20] if line.startswith("    make ")] == [
        "make audit",
        "make test",
    ]


@pytest.mark.parametrize("name", ["reference.md", "reference.pt.md"])
def test_every_command_option_and_setting_is_in_the_reference(name: str) -> None:
    told = (DOCS / name).read_text("utf-8")
    cells = "\n".join(re.findall(r"^\| (.*?) \|", told, re.M))
    for command, options in commands_and_options().items():
        rows = "\n".join(row for row in told.splitlines() if re.match(rf"\| .*`{command}[ `].*? \|", row))
        assert rows, command
        # An argument of an audit has a row of its own, with its bare name.
        where, dashes = (cells, "(--)?") if command == "audit" else (rows, "--")
        for option in options:
            assert re.search(rf"`{dashes}{option}[ `]", where), f"{command} --{option}"
    own = {name for name in vars(settings) if name.isupper() and not name.startswith("PLAYWRIGHT_")}
    own -= {*vars(default_settings)}
    assert own - {*_SETTING.findall(told)} == set()


def test_what_is_to_be_deployed_calls_commands_that_there_are() -> None:
    known = commands_and_options()
    for file in (ROOT / "deploy").iterdir():
        for command, rest in _CALL.findall(file.read_text("utf-8")):
            assert command in known, (file.name, command)
            assert set(re.findall(r" --([a-z-]+)", rest)) <= {*known[command]}, (file.name, command)


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_setting_that_is_named_exists(page: Path) -> None:
    files = [*(ROOT / "transparency").rglob("*.py"), ROOT / "deploy" / "transparency.env"]
    code = "\n".join(file.read_text("utf-8") for file in files)
    for name in _SETTING.findall(page.read_text("utf-8")):
        if "_" in name and not name.startswith("AWS_"):
            assert hasattr(default_settings, name) or re.search(rf"\b{name}\b", code), name


@pytest.mark.parametrize("name", ["contributing.md", "contributing.pt.md"])
def test_the_script_that_tells_why_a_label_was_not_matched_runs(name: str, tmp_path: Path) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", (DOCS / name).read_text("utf-8"), re.S)
    html = "<h1>Despesas</h1><table><tr><th>Favorecido<th>Valor pago<tr><td>Obras Ltda.<td>1,00<tr><td>Tintas Ltda.<td>2,00</table>"
    audit = make_audit(tmp_path, [page("despesas", html)])
    run = subprocess.run(
        [sys.executable, "-c", script, str(audit), "favorecido"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert "“Favorecido”: 2 of 2 rows" in run.stdout and "despesa_orcamentaria.nome: 1.00" in run.stdout


def commands_and_options() -> dict[str, set[str]]:
    """Command of the project → its own options, the long form of each without its dashes."""
    found = {}
    for module in iter_modules(commands.__path__):
        command = import_module(f"transparency.commands.{module.name}").Command
        found[module.name] = options_of(command) - options_of(ScrapyCommand) if issubclass(command, ProjectCommand) else set()  # fmt: skip
    return found


def options_of(command: type[ScrapyCommand]) -> set[str]:
    """The long form of every option of a command."""
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    made = type("Made", (command,), {"run": None, "short_desc": lambda self: ""})()
    made.settings = get_project_settings()
    made.add_options(parser)
    return {max(action.option_strings, key=len).lstrip("-") for action in parser._actions if action.option_strings}


@pytest.mark.parametrize("name", ["libraries.md", "libraries.pt.md"])
def test_what_is_said_to_be_our_own_is_there(name: str) -> None:
    """And what is said to be a library's is required by us."""
    told = (DOCS / name).read_text("utf-8")
    own = re.findall(r"`([a-z0-9_]+/(?:[a-z_/]+\.py)?)`", told)
    assert len(own) >= 12
    assert [path for path in own if not (ROOT / "transparency" / path).exists()] == []
    required = (ROOT / "setup.py").read_text("utf-8")
    used = re.findall(r"^\| [^|]+ \| ([A-Za-z0-9 ,-]+) \|  \|$", told, re.M)  # without a line that says why
    assert len(used) >= 10
    assert [lib for row in used for lib in row.split(", ") if lib.lower() not in required.lower()] == []


def test_every_file_of_tests_belongs_to_a_room() -> None:
    """The table of CONTRIBUTING.md names each, and names nothing else; ``…_*`` stands for all that begin so."""
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Which tests", 1)[1].split("\n\n", 3)[2]
    named = set(re.findall(r"`([a-z0-9_]+\*?)`", told))
    files = {path.stem.removeprefix("test_") for path in (ROOT / "tests").glob("test_*.py")}
    covered = {name: {file for file in files if re.fullmatch(name.replace("*", ".+"), file)} for name in named}
    assert files - set().union(*covered.values()) == set(), "in no room"
    assert [name for name, found in covered.items() if not found] == [], "no such file"
