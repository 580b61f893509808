"""Runs commands of the project, each in a process of its own that is forked from one that has loaded the program.

Loading the program takes a second of the processor, more than most commands of the tests take themselves. The process that
is forked from has neither threads nor a reactor nor settings, so that a command begins as if it had been started afresh.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from select import select
from threading import Lock

ROOT = Path(__file__).parent.parent
ROOMS = (
    *(f"transparency.{room}" for room in "commands spiders net report run".split()),
    *(f"scrapy.{room}" for room in "commands downloadermiddlewares spidermiddlewares".split()),
)
"""Packages whose modules a command loads, and with them nearly all of the program."""
MODULES = (
    *"transparency.fleet.shared_turns transparency.pipelines scrapy_playwright.provider rich._emoji_codes".split(),
    *(f"scrapy.{name}" for name in "cmdline logformatter statscollectors utils.engine".split()),
    *(f"scrapy.extensions.{name}" for name in "closespider corestats logcount logstats memusage spiderstate".split()),
    *(f"playwright._impl.{name}" for name in "local_utils protocol_channels".split()),
)
"""Further ones, which are named in settings or loaded where they are first used."""
LATE = ("transparency.settings", "twisted.internet.reactor")
"""What a command has to load by itself: settings look at the environment, and a reactor cannot be forked."""

_one_at_a_time = Lock()


def scrapy(
    *arguments: str, env: Mapping[str, str] | None = None, timeout: float = 300, folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """``scrapy`` with these arguments in a folder (the project's), to its end. ``env``: variables besides those of this process."""
    with tempfile.TemporaryDirectory() as aside, _one_at_a_time:
        out, err = Path(aside, "out"), Path(aside, "err")
        loaded = _loaded()
        assert loaded.stdin and loaded.stdout
        call = json.dumps([arguments, {**os.environ, **(env or {})}, str(folder), str(out), str(err)])
        loaded.stdin.write(f"{call}\n".encode())
        pid = int(loaded.stdout.readline())
        late = not select([loaded.stdout], [], [], timeout)[0]
        if late:
            os.kill(pid, signal.SIGKILL)
        done = subprocess.CompletedProcess(arguments, int(loaded.stdout.readline()), out.read_text(), err.read_text())
    assert not late, f"the command did not end:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done


@cache
def _loaded() -> subprocess.Popen[bytes]:
    """The process that is forked from; it ends with this one, whose end of the pipe closes."""
    pipe = subprocess.PIPE  # without a buffer, in which an exit status would not be seen by who waits for it
    command = [sys.executable, str(Path(__file__))]
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)


def _load() -> None:
    """All modules, and what is compiled from the packaged matrix and the templates of reports."""
    from PIL import Image

    from transparency.classify.matching import matcher_of
    from transparency.classify.topics import topics_of
    from transparency.crawl.portal_words import load_portal_words
    from transparency.matrix import load_matrix
    from transparency.report.rendering import environment

    for room in ROOMS:
        for module in pkgutil.walk_packages(import_module(room).__path__, f"{room}."):
            import_module(module.name)
    for name in MODULES:
        import_module(name)
    Image.init()  # a plugin for each kind of picture
    for name in LATE:
        sys.modules.pop(name, None)
    matrix = load_matrix()
    matcher_of(matrix), topics_of(matrix), matrix.digest
    load_portal_words(matrix.vocabulary.query_buttons, labels=matrix.labels)
    for name in environment().list_templates(["html"]):
        environment().get_template(name)
    gc.freeze()  # a command neither looks through what is loaded by now, nor takes it down at its end


def _wait_for_commands() -> None:
    """Fork for each command that is asked for; returns in the forked process, which is to be the command."""
    while line := sys.stdin.readline():
        arguments, env, folder, *files = json.loads(line)
        pid = os.fork()
        if not pid:
            os.chdir(folder)
            _become(arguments, env, files)
            return
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    sys.exit()


def _become(arguments: list[str], env: Mapping[str, str], files: list[str]) -> None:
    """Take on the arguments, the variables and the files of a command."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in enumerate([nothing, *(os.open(file, os.O_WRONLY | os.O_CREAT) for file in files)]):
        os.dup2(source, target)
        os.close(source)
    for name in os.environ.keys() & _AT_FIRST:
        del os.environ[name]
    os.environ.update(env)
    sys.argv[1:] = arguments
    sys.orig_argv = [sys.executable, "-m", "scrapy", *arguments]


if __name__ == "__main__":
    _AT_FIRST = set(os.environ)
    sys.path[0] = str(ROOT)
    _load()
    assert "twisted.internet.reactor" not in sys.modules
    _wait_for_commands()
    import scrapy.__main__

    sys.argv[0] = str(scrapy.__main__.__file__)
    scrapy.__main__.execute()
