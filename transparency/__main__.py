"""The command ``transparency``, from any folder: Scrapy's command line with this project's settings."""

from __future__ import annotations

import os
import sys
import textwrap
from typing import Any

from scrapy import cmdline
from scrapy.utils.project import get_project_settings

from transparency import __version__
from transparency.called import NAME, called

WIDTH = 80


class Parser(cmdline.ScrapyArgumentParser):
    """Scrapy's parser, whose usage names this command."""

    def __init__(self, **options: Any) -> None:
        usage = str(options.pop("usage", "")).removeprefix("scrapy ")
        lines = textwrap.wrap(f"{NAME} {usage}", WIDTH - 4, subsequent_indent="    ", break_on_hyphens=False)
        super().__init__(prog=NAME, usage="\n".join(lines), **options)


def commands() -> dict[str, str]:
    """Name → what it does, of every command."""
    found = cmdline._get_commands_dict(get_project_settings(), inproject=True)
    return {name: command.short_desc() for name, command in sorted(found.items())}


def overview(described: dict[str, str]) -> str:
    """What ``transparency --help`` prints.

    >>> print(overview({"show": "Mostra os vereditos"}).splitlines()[-3])
      show          Mostra os vereditos
    """
    lines = [f"transparency {__version__}", "", f"Uso: {NAME} COMANDO [opções] [argumentos]", ""]
    for name, does in described.items():
        lines += textwrap.wrap(does, WIDTH, initial_indent=f"  {name:<13} ", subsequent_indent=" " * 16)
    return "\n".join([*lines, "", f"{NAME} COMANDO --help diz o resto."])


def main() -> None:
    """Run a command of the project."""
    os.environ["SCRAPY_SETTINGS_MODULE"] = "transparency.settings"
    argv = sys.argv[1:]
    asked = next((word for word in argv if not word.startswith("-")), None)
    if asked is None:
        print(__version__ if "--version" in argv else overview(commands()))
        return
    if asked not in commands():
        sys.exit(f"Erro: comando desconhecido: “{asked}”. Veja {called()} --help")
    cmdline.ScrapyArgumentParser = Parser  # type: ignore[assignment,misc]
    cmdline.execute([NAME, *argv])


if __name__ == "__main__":
    main()
