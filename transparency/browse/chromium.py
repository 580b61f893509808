"""Which Chromium is used, and how it is started. ``python -m transparency.browse.chromium`` prints its path."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from transparency.items import UserError

SANDBOX = "CHROMIUM_SANDBOX"
"""Environment variable: ``off`` gives the sandbox up, ``on`` insists on it."""
CONTAINERS = ("/.dockerenv", "/run/.containerenv")
"""Files that container engines leave."""
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium without a window to draw: the same pages for a third less of the processor."""
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

DISABLED = (
    # Playwright's own: of two lists Chromium keeps the last.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    # Each document of a page would have a host of frames of its own: a tenth of the browser's time.
    "RenderDocument",
)
"""Features of Chromium that are switched off."""

ARGS = (
    f"--disable-features={','.join(DISABLED)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--mute-audio",
    # QUIC and WebRTC speak UDP, past the proxy that guards where the browser may go.
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
"""Switches besides Playwright's own: nothing that talks home, nothing that goes round a proxy."""

# Playwright's driver inherits it: a picture does not wait for a font that never comes. The visit waits, not for ever.
os.environ.setdefault("PW_TEST_SCREENSHOT_NO_FONTS_READY", "1")

_DOWNLOADS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium_headless_shell-*/*/*headless*shell",
)
_REVISION = re.compile(r"-(\d+)$")


def find_chromium(env: Mapping[str, str] | None = None) -> Path | None:
    """The first of: ``CHROMIUM_PATH``, a Chromium or Chrome on ``PATH``, Playwright's own download; else None."""
    env = os.environ if env is None else env
    if chosen := env.get("CHROMIUM_PATH"):
        return Path(chosen) if _runs(Path(chosen)) else None
    for name in NAMES:
        found = shutil.which(name, path=env.get("PATH", os.defpath))
        if found and not _is_snap(Path(found)):
            return Path(found)
    return _playwright_download(env)


def launch_options(env: Mapping[str, str] | None = None, *, is_root: bool | None = None) -> dict[str, Any]:
    """What ``PLAYWRIGHT_LAUNCH_OPTIONS`` holds. UserError, with what to install, when there is no Chromium.

    The sandbox stays on unless it was given up (see ``sandboxed``); Playwright then adds ``--no-sandbox`` itself.
    """
    env = os.environ if env is None else env
    executable = find_chromium(env)
    if executable is None:
        raise _missing(env.get("CHROMIUM_PATH", ""))
    is_root = _is_root() if is_root is None else is_root
    sandbox = sandboxed(env, is_root=is_root)
    if is_root and sandbox:
        raise UserError(
            "O Chromium não abre como root com a sua proteção (sandbox).",
            f"Rode como outro usuário; ou aceite rodar sem ela, por exemplo num contêiner descartável: {SANDBOX}=off",
        )
    return {
        "executable_path": str(executable),
        "headless": True,
        "chromium_sandbox": sandbox,
        "args": list(ARGS),
    }


def sandboxed(env: Mapping[str, str] | None = None, *, is_root: bool | None = None) -> bool:
    """Whether Chromium is to run in its sandbox: as ``CHROMIUM_SANDBOX`` says; where that says nothing, always, save for
    root in a container, which is a wall of its own. UserError for a word that is neither on nor off."""
    word = (os.environ if env is None else env).get(SANDBOX, "")
    if word not in ("", "on", "off"):
        raise UserError(f"Valor inválido para {SANDBOX}: “{word}”.", "Use on ou off.")
    if word:
        return word == "on"
    is_root = _is_root() if is_root is None else is_root
    return not (is_root and _in_container())


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _in_container() -> bool:
    return any(Path(mark).exists() for mark in CONTAINERS) or "KUBERNETES_SERVICE_HOST" in os.environ


def _missing(chosen: str) -> UserError:
    if chosen:
        return UserError(
            f"CHROMIUM_PATH aponta para “{chosen}”, que não é um programa executável.",
            "Corrija o caminho ou apague a variável para usar o Chromium do sistema.",
        )
    return UserError(
        "Nenhum Chromium encontrado.",
        f"Instale-o com “apt-get install chromium” ou “{shlex.quote(sys.executable)} -m playwright install --with-deps chromium”, "
        "ou indique um em CHROMIUM_PATH.",
    )


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _is_snap(path: Path) -> bool:
    """A snap sees another /tmp than we do, so Playwright's profile folders do not exist for it."""
    real = path.resolve()
    if real.name == "snap" or "snap" in real.parts[:3]:
        return True
    try:
        # Ubuntu's chromium-browser package is a short shell script that calls the snap.
        return real.stat().st_size < 8192 and b"/snap/bin/" in real.read_bytes()
    except OSError:
        return False


def _playwright_download(env: Mapping[str, str]) -> Path | None:
    folder = env.get("PLAYWRIGHT_BROWSERS_PATH", "")
    roots = [Path(folder)] if folder not in ("", "0") else _default_roots(env)
    found = [path for root in roots for pattern in _DOWNLOADS for path in root.glob(pattern) if _runs(path)]
    # Newest revision first; of one revision the headless shell before the full browser.
    return max(found, key=lambda path: (_revision(path), "headless" in path.name), default=None)


def _default_roots(env: Mapping[str, str]) -> list[Path]:
    home = Path(env.get("HOME", "") or Path.home())
    cache = Path(env.get("XDG_CACHE_HOME", "") or home / ".cache")
    return [cache / "ms-playwright", home / "Library" / "Caches" / "ms-playwright"]


def _revision(path: Path) -> int:
    """The build number of a download, nearest the program: other folders on the way may end in a number too."""
    matches = (_REVISION.search(part) for part in reversed(path.parts))
    return next((int(match[1]) for match in matches if match), 0)


def main() -> int:
    """Print the path; exit code 1 and the hint on stderr when there is none."""
    try:
        print(launch_options(is_root=False)["executable_path"])  # noqa: T201 - a command line of its own
    except UserError as error:
        print(f"Erro: {error}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
