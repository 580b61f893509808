"""R1: a run that is taken up again is walked as it was begun."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from scrapy.settings import Settings

from transparency.commands.audit import SPARGS, Command, _changed
from transparency.items import UserError
from transparency.portals.catalogue import Municipality
from transparency.run import runs as runs

TOWN = Municipality("areia", "Areia", "PB", portal_url="https://areia.example/")


NAMES = (*"todos devidos revisita do_zero catalogo".split(), *SPARGS)
"""Options of the command that may come again with a run."""


def given(**options: object) -> Settings:
    settings = Settings()
    settings.setmodule("transparency.settings", priority="project")
    settings.setdict(options, priority="cmdline")
    return settings


def resumed(root: Path, settings: Settings, **options: bool) -> runs.Run:
    command = Command()
    command.settings = settings
    run, hold = command._resumed(root, [], SimpleNamespace(**dict.fromkeys(NAMES), **options))  # type: ignore[arg-type]
    hold.release()
    return run


def test_r1_what_the_command_line_said_is_remembered(tmp_path: Path) -> None:
    first = given(AUDITS_AT_ONCE=7, REVISIT_KNOWN=True, ROBOTSTXT_OBEY="False", EGRESS_ALLOWED="10.0.0.5:8080",
                  DISK_RESERVE_MB=999_999, LOG_LEVEL="DEBUG", REDIS_URL="redis://:senha@x/0", AWS_SECRET_ACCESS_KEY="k")  # fmt: skip
    run, hold = runs.begin(tmp_path, [TOWN], "portal", {"municipio": "areia", "nodes": "9"}, [], _changed(first))
    hold.release()
    again = given()
    found = resumed(tmp_path, again)
    assert (found.id, found.arguments) == (run.id, {"municipio": "areia", "nodes": "9"})
    assert again.getint("AUDITS_AT_ONCE") == 7 and again.getbool("REVISIT_KNOWN")
    assert not again.getbool("ROBOTSTXT_OBEY") and again.getlist("EGRESS_ALLOWED") == ["10.0.0.5:8080"]
    # What belongs to that hour and that machine is not, and no secret is written down.
    assert again.getint("DISK_RESERVE_MB") == given().getint("DISK_RESERVE_MB")
    assert "senha" not in run.file.read_text("utf-8") and "SECRET" not in run.file.read_text("utf-8")


def test_r1_what_is_said_anew_counts(tmp_path: Path) -> None:
    runs.begin(tmp_path, [TOWN], "portal", {}, [], _changed(given(AUDITS_AT_ONCE=7, REVISIT_KNOWN=True)))[1].release()
    again = given(AUDITS_AT_ONCE=2)
    resumed(tmp_path, again)
    assert again.getint("AUDITS_AT_ONCE") == 2 and again.getbool("REVISIT_KNOWN")


def test_r1_a_run_of_an_older_version_is_resumed(tmp_path: Path) -> None:
    run, hold = runs.begin(tmp_path, [TOWN], "portal", {})
    hold.release()
    told = json.loads(run.file.read_text("utf-8"))
    del told["settings"]
    run.file.write_text(json.dumps(told), "utf-8")
    assert resumed(tmp_path, given()).settings == {}


@pytest.mark.parametrize("option", ["devidos", "revisita", "do_zero", "todos"])
def test_r1_which_towns_and_what_is_known_is_settled(tmp_path: Path, option: str) -> None:
    runs.begin(tmp_path, [TOWN], "portal", {})[1].release()
    command = Command()
    command.settings = given()
    with pytest.raises(UserError, match="com os argumentos que ela tinha"):
        command._resumed(tmp_path, [], SimpleNamespace(**dict.fromkeys(NAMES) | {option: True}))  # type: ignore[arg-type]
