"""Which Chromium is found, and with what it is started."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest
from playwright.sync_api import sync_playwright

from transparency.browse import chromium
from transparency.browse.chromium import ARGS, DISABLED, SANDBOX, find_chromium, launch_options, sandboxed
from transparency.items import UserError


def program(path: Path, text: str = "#!/bin/sh\n", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "bin").mkdir()
    return {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path / "home")}


def test_nothing_installed(env: dict[str, str]) -> None:
    assert find_chromium(env) is None
    with pytest.raises(UserError, match=r"Nenhum Chromium.*apt-get install chromium.*CHROMIUM_PATH"):
        launch_options(env)


@pytest.mark.parametrize(
    "name", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
)
def test_on_path(env: dict[str, str], tmp_path: Path, name: str) -> None:
    expected = program(tmp_path / "bin" / name)
    assert find_chromium(env) == expected


def test_the_shell_comes_before_the_whole_browser(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path / "bin" / "chromium")
    shell = program(tmp_path / "bin" / "chromium-headless-shell")
    assert find_chromium(env) == shell


def test_chromium_path_wins_and_is_checked(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path / "bin" / "chromium")
    chosen = program(tmp_path / "opt" / "my-chromium")
    assert find_chromium(env | {"CHROMIUM_PATH": str(chosen)}) == chosen
    for wrong in (str(tmp_path / "nowhere"), str(program(tmp_path / "opt" / "data", mode=0o644))):
        assert find_chromium(env | {"CHROMIUM_PATH": wrong}) is None
        with pytest.raises(UserError, match="CHROMIUM_PATH"):
            launch_options(env | {"CHROMIUM_PATH": wrong})


def test_snap_wrapper_is_passed_over(env: dict[str, str], tmp_path: Path) -> None:
    program(tmp_path / "bin" / "chromium-browser", '#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    assert find_chromium(env) is None
    expected = program(tmp_path / "bin" / "google-chrome")
    assert find_chromium(env) == expected


def test_playwright_download_newest_revision(env: dict[str, str], tmp_path: Path) -> None:
    cache = tmp_path / "home" / ".cache" / "ms-playwright"
    program(cache / "chromium-999" / "chrome-linux" / "chrome")
    program(cache / "chromium-1300" / "chrome-linux64" / "chrome")
    expected = program(
        cache / "chromium_headless_shell-1300" / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    )
    assert find_chromium(env) == expected
    moved = program(tmp_path / "browsers" / "chromium-7" / "chrome-linux" / "chrome")
    assert find_chromium(env | {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "browsers")}) == moved


@pytest.mark.parametrize(
    ("is_root", "said", "sandbox"),
    [(True, "off", False), (False, "off", False), (False, "", True), (False, "on", True)],
)
def test_launch_options(env: dict[str, str], tmp_path: Path, is_root: bool, said: str, sandbox: bool) -> None:
    path = program(tmp_path / "bin" / "chromium")
    options = launch_options(env | {"CHROMIUM_SANDBOX": said}, is_root=is_root)
    assert options == {
        "executable_path": str(path),
        "headless": True,
        "chromium_sandbox": sandbox,
        "args": list(ARGS),
    }
    assert "--no-sandbox" not in options["args"]
    assert {"--disable-quic", "--disable-background-networking", "--no-first-run"} <= set(options["args"])


def test_what_playwright_switches_off_stays_off() -> None:
    """Chromium keeps the last list of features, which is ours."""
    switch = "--disable-features="
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**{**launch_options(), "args": []})
        lines = [process.cmdline() for process in psutil.Process().children(recursive=True)]
        browser.close()
    (own,) = {part.removeprefix(switch) for line in lines if "--remote-debugging-pipe" in line for part in line if part.startswith(switch)}  # fmt: skip
    assert [*DISABLED[:-1]] == own.split(",")
    assert DISABLED[-1] == "RenderDocument"


@pytest.mark.parametrize(("said", "complaint"), [("", "sandbox.*CHROMIUM_SANDBOX=off"), ("on", "root"), ("no", "“no”")])
def test_s11_no_chromium_without_sandbox_unless_asked_for(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, complaint: str
) -> None:
    monkeypatch.setattr(chromium, "CONTAINERS", ())
    program(tmp_path / "bin" / "chromium")
    with pytest.raises(UserError, match=complaint):
        launch_options(env | {"CHROMIUM_SANDBOX": said}, is_root=True)


@pytest.mark.parametrize(
    ("is_root", "container", "said", "sandbox"),
    [
        (True, True, "", False),  # the container is the wall
        (True, False, "", True),  # which is then refused
        (True, True, "on", True),
        (False, True, "", True),
        (False, False, "off", False),
    ],
)
def test_s11_the_sandbox_stays_save_for_root_in_a_container(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_root: bool, container: bool, said: str, sandbox: bool
) -> None:
    mark = tmp_path / ".containerenv"
    mark.touch()
    monkeypatch.setattr(chromium, "CONTAINERS", (str(mark),) if container else ())
    monkeypatch.delenv("KUBERNETES_SERVICE_HOST", raising=False)
    assert sandboxed({SANDBOX: said}, is_root=is_root) is sandbox
