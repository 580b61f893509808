"""The rules of the house that matter, as tests: which room may know which, and what must not stand in code."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import playwright.async_api
import pytest

from lab.definition import read_yaml
from transparency.portals.catalogue import load
from transparency.text import words

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "transparency"
MODULES = sorted(PACKAGE.rglob("*.py"))
YAMLS = sorted(path for folder in ("keywords", "lab") for path in (ROOT / folder).rglob("*.y*ml"))

PURE = {"extract", "classify", "aspects"}
"""Rooms without a crawler, a browser, a disk or a network: a stored page can be judged again anywhere."""
BROWSERS_AND_CRAWLERS = {"scrapy", "playwright", "scrapy_playwright", "twisted"}
DISK_AND_NETWORK = {"pathlib", "os", "io", "shutil", "tempfile", "socket", "requests", "urllib.request", "http"}
IN_MEMORY = {"io.BytesIO", "io.StringIO"}  # what libraries for files read bytes from
VAGUE = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[str]:
    """Dotted names of everything a module imports, also inside functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def complaints(*command: str) -> list[str]:
    """The lines in which a tool tells what is wrong with the product."""
    ran = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert not ran.stderr or ran.returncode in (0, 1), ran.stderr
    return [
        line for line in (ran.stdout + ran.stderr).splitlines() if line.startswith("transparency/") or ": DEP" in line
    ]


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def is_in(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_nothing_is_left_that_nobody_uses() -> None:
    assert complaints("vulture") == []


def requirements(*extras: str) -> list[str]:
    """What ``setup.py`` requires now, with some extras; an environment that was made before tells what it required then."""
    (call,) = (
        n for n in ast.walk(tree(ROOT / "setup.py")) if isinstance(n, ast.Call) and ast.unparse(n.func) == "setup"
    )
    told = {word.arg: word.value for word in call.keywords}
    of_extras = ast.literal_eval(told["extras_require"])
    return [*ast.literal_eval(told["install_requires"]), *(line for extra in extras for line in of_extras[extra])]


def test_what_is_imported_is_required_and_the_other_way_round(tmp_path: Path) -> None:
    """The extras that the product imports where they are wanted count as required."""
    required = tmp_path / "requirements.txt"
    required.write_text("\n".join(requirements("s3", "fleet", "dados", "oficio", "selo")), "utf-8")
    assert complaints("deptry", "transparency", "--no-ansi", "--requirements-files", str(required)) == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_product_knows_neither_lab_nor_tests(path: Path) -> None:
    """Which room may import which is told in ``pyproject.toml``, for ``lint-imports``."""
    assert not [module for module in imports(path) if is_in(module, {"lab", "tests"})]


@pytest.mark.parametrize("path", [p for p in MODULES if room_of(p) in PURE], ids=name_of)
def test_pure_rooms_are_pure(path: Path) -> None:
    for module in imports(path):
        if module not in IN_MEMORY:
            assert not is_in(module, BROWSERS_AND_CRAWLERS | DISK_AND_NETWORK), module
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input"), f"line {node.lineno}: {node.func.id}()"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_public_pieces_say_what_they_are(path: Path) -> None:
    """Modules with code, their public classes and functions have docstrings."""
    module = tree(path)
    if module.body and path.name != "__init__.py" and path.name != "settings.py":
        assert ast.get_docstring(module), "the module has no docstring"
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"line {node.lineno}: {node.name} has no docstring"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_names_say_something(path: Path) -> None:
    assert path.stem not in VAGUE
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef):
            assert not node.name.lower().endswith(("manager", "helper", "utils")), node.name


@cache
def browser_coroutines() -> set[str]:
    """Names of everything of Playwright that has to be awaited."""
    classes = [value for value in vars(playwright.async_api).values() if inspect.isclass(value)]
    return {name for one in classes for name, member in vars(one).items() if inspect.iscoroutinefunction(member)}


BOUNDED = {"within", "wait_for", "_done"}
"""What gives a coroutine a deadline."""


WITH_BROWSER = [
    p for p in MODULES if room_of(p) in ("browse", "net") and any(is_in(m, {"playwright"}) for m in imports(p))
]


@pytest.mark.parametrize("path", WITH_BROWSER, ids=name_of)
def test_r2_every_call_to_the_browser_has_a_deadline(path: Path) -> None:
    """Not only those that are awaited on the spot: each is made inside of what bounds it."""
    bounded = {
        inner
        for call in ast.walk(tree(path))
        if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in BOUNDED
        for inner in ast.walk(call)
    }
    names = {inner.id for inner in bounded if isinstance(inner, ast.Name)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Assign) and {ast.unparse(target) for target in node.targets} <= names:
            bounded.add(node.value)  # made first, bounded under its name
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            known = owner.split(".")[-1] in PLAYWRIGHTS
            if known and node.func.attr in browser_coroutines():
                assert node in bounded, f"line {node.lineno}: {owner}.{node.func.attr}() has no deadline"


PLAYWRIGHTS = {
    "page",
    "frame",
    "element",
    "context",
    "browser",
    "popup",
    "dialog",
    "keyboard",
    "request",
    "owner",
    "handle",
}
"""Names under which objects of Playwright go."""


@pytest.mark.parametrize("path", [p for p in MODULES if room_of(p) in ("browse", "net", "spiders")], ids=name_of)
def test_no_browser_await_without_a_deadline(path: Path) -> None:
    """A page that never yields hangs every call to it for ever; so none is awaited bare."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Await) or not isinstance(node.value, ast.Call):
            continue
        called = node.value.func
        if isinstance(called, ast.Attribute) and called.attr in browser_coroutines():
            owner = ast.unparse(called.value)
            ours = owner in ("self", "asyncio", "watch")
            assert ours, f"line {node.lineno}: {owner}.{called.attr}() is awaited without a deadline"


@pytest.mark.parametrize("path", YAMLS, ids=name_of)
def test_yaml_is_valid(path: Path) -> None:
    assert read_yaml(path)


def test_matrix_loads() -> None:
    from transparency.matrix import load_matrix

    assert len(load_matrix().items(essential_only=False)) >= 61


def test_catalogue_loads() -> None:
    assert len(load()) >= 223


def test_no_word_of_the_lab_in_the_product() -> None:
    """What is judged must not know the portals it is tried on: no slug, name, host or entity code of the lab."""
    lab = pytest.importorskip("lab")
    names: set[str] = set()
    for portal in lab.all_portals():
        # Single words are too common to tell anything ("Serra"); the slug carries them.
        names |= {portal.slug, portal.slug.removeprefix("lab-")}
        names |= {portal.name} if len(words(portal.name)) > 1 else set()
    forbidden = {" ".join(words(name)) for name in names}
    texts = [p for p in PACKAGE.rglob("*") if p.suffix in (".py", ".js", ".html", ".css")]
    texts += [p for p in YAMLS if p.is_relative_to(ROOT / "keywords")]
    for path in texts:
        text = f" {' '.join(words(path.read_text(encoding='utf-8')))} "
        found = [name for name in forbidden if f" {name} " in text]
        assert not found, (
            f"{name_of(path)} knows {found}: portals of the lab take names of made-up towns, not of vendors"
        )
