"""``docs/trust.md`` and its twin tell the truth: the tests named there exist, and every test named after a bar is there."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PAGES = ("trust.md", "trust.pt.md")
BARS = [*(f"R{n}" for n in range(1, 19)), *(f"S{n}" for n in range(1, 15))]
_ROW = re.compile(r"\| (?P<bar>[RS]\d+) \|(?P<cells>.*)\|")
_NAMED = re.compile(r"`(test_\w+\.py::test_[\w*]+)`")
_OF_A_BAR = re.compile(r"_([rs]\d+)(?=_)")


@cache
def all_tests() -> dict[str, bool]:
    """``file::test`` → whether it, or a case of it, runs with ``make soak`` only."""
    found = {}
    for file in (ROOT / "tests").glob("test_*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                marks = " ".join(map(ast.unparse, node.decorator_list))
                found[f"{file.name}::{node.name}"] = "mark.soak" in marks
    return found


def rows(page: str) -> dict[str, list[str]]:
    """Bar → cells."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return {
        m["bar"]: [cell.strip() for cell in m["cells"].split("|")] for m in map(_ROW.fullmatch, text.splitlines()) if m
    }


def meant(cell: str) -> set[str]:
    """The tests that a cell names."""
    return {test for named in _NAMED.findall(cell) for test in all_tests() if fnmatch(test, named)}


@pytest.mark.parametrize("page", PAGES)
def test_every_bar_is_told_with_tests_that_exist(page: str) -> None:
    told = rows(page)
    assert list(told) == BARS
    for bar, (promise, short, soak, measured) in told.items():
        assert promise and measured, bar
        for named in _NAMED.findall(short + soak):
            assert any(fnmatch(test, named) for test in all_tests()), f"{bar}: {named} is no test"
        assert meant(short), f"{bar} has no test"
        assert [test for test in meant(soak) if not all_tests()[test]] == [], f"{bar}: these run without make soak"


def test_both_pages_name_the_same_all_tests() -> None:
    one, other = ({bar: cells[1:3] for bar, cells in rows(page).items()} for page in PAGES)
    assert one == other


def test_every_test_named_after_a_bar_is_in_its_row() -> None:
    told = {bar: meant(" ".join(cells)) for bar, cells in rows(PAGES[0]).items()}
    for test in all_tests():
        for bar in _OF_A_BAR.findall(test.partition("::")[2]):
            assert test in told[bar.upper()], f"{test} is missing in the row of {bar.upper()}"


def test_s13_every_dependency_has_an_exact_version_and_those_of_the_program_have_bounds() -> None:
    asked = [Requirement(text) for text in ast_strings(ROOT / "setup.py") if re.match(r"[a-zA-Z][\w.-]*(\[[\w,]+\])?[<>=]", text)]  # fmt: skip
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    exact = {
        canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines) if version
    }
    assert len(asked) > 25
    for one in asked:
        name = canonicalize_name(one.name)
        assert name in exact, f"{name} has no exact version"
        assert one.specifier.contains(exact[name], prereleases=True), f"{one} is not {exact[name]}"
    keywords = [
        node for node in ast.walk(ast.parse((ROOT / "setup.py").read_text("utf-8"))) if isinstance(node, ast.keyword)
    ]
    (needed,) = [ast.literal_eval(node.value) for node in keywords if node.arg == "install_requires"]
    assert [text for text in needed if ">=" not in text or "<" not in text.partition(";")[0]] == []


def ast_strings(file: Path) -> list[str]:
    """Every string in a module."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
