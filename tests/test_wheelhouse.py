"""``deploy/wheelhouse``: what a server without internet is installed from, to the byte."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BARE = {"PATH": os.environ["PATH"], "PIP_CONFIG_FILE": os.devnull, "SCRAPY_SETTINGS_MODULE": "transparency.settings"}
"""No index, no folder of wheels from elsewhere."""


def test_s13_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("x")
    done = subprocess.run([ROOT / "deploy/wheelhouse", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.startswith("Erro: a pasta ") and len(done.stderr.splitlines()) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


@pytest.mark.soak
def test_s13_installed_by_its_hashes_with_the_network_off(tmp_path: Path) -> None:
    """It asks the index of packages, once; then nothing."""
    house = tmp_path / "house"
    subprocess.run([ROOT / "deploy/wheelhouse", house], check=True)
    listed = (house / "requirements.txt").read_text("utf-8").splitlines()
    assert (
        len(listed) == len(list(house.glob("*.whl"))) == len(json.loads((house / "bom.json").read_text())["components"])
    )
    assert all(re.fullmatch(r"\S+==\S+ --hash=sha256:[0-9a-f]{64}", line) for line in listed)

    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin/pip", "install", "-q", "--no-index", "--require-hashes", "--find-links", house]
    alone = ["unshare", "-n"] if os.geteuid() == 0 and shutil.which("unshare") else []
    install = [*alone, *pip, "-r", house / "requirements.txt"]

    wheel = next(house.glob("parsel-*.whl"))
    whole = wheel.read_bytes()
    wheel.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    refused = subprocess.run(install, env=BARE, capture_output=True, text=True, check=False)
    assert refused.returncode and "DO NOT MATCH THE HASHES" in refused.stderr

    wheel.write_bytes(whole)
    subprocess.run(install, env=BARE, check=True)
    spiders = subprocess.run(
        [venv / "bin/scrapy", "list"], env=BARE, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert {"portal", "discover"} < set(spiders.stdout.split())
