"""``scrapy genspider``, which also knows the template of a vendor family: ``-t familia``."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.commands.genspider import Command as GenSpider

OWN = Path(__file__).resolve().parent.parent / "templates" / "spiders"


class Command(GenSpider):
    """Scrapy's own command. It looks in one folder only, and TEMPLATES_DIR would hide Scrapy's templates: so the folder
    is chosen by the template asked for."""

    own = False

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """List the templates of both folders, or go on with the folder that has the one asked for."""
        if opts.list:
            names = {file.stem for folder in (OWN, Path(self.templates_dir)) for file in folder.glob("*.tmpl")}
            print("Available templates:", *(f"  {name}" for name in sorted(names)), sep="\n")
            return
        asked = opts.dump or opts.template
        self.own = OWN.joinpath(f"{asked.removesuffix('.tmpl')}.tmpl").is_file()
        super().run(args, opts)

    @property
    def templates_dir(self) -> str:
        """The folder of the template asked for."""
        return str(OWN) if self.own else super().templates_dir
