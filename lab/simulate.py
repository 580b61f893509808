"""``python -m lab simulate``: many towns on few vendor hosts in one process, the hosts' own logs as the proof, and a model
that says what more towns and machines take."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from lab.scale import Cost, Machine, predict
from lab.server import EGRESS
from lab.vendors import Manners, manners, read_log, vendors
from transparency.node import host_of
from transparency.run.side_by_side import machine, towns_at_once
from transparency.store.audits import find_audits, open_audit

LOG, CATALOGUE, REPORT = "requests.jsonl", "catalogo.csv", "simulacao.json"


def simulate(
    folder: Path, towns: int, hosts: int, delay: float, at_once: int, misbehaving: float = 0.3, seed: int = 0,
    options: Sequence[str] = (), latency: tuple[float, float] = (0.3, 1.5),
) -> dict[str, Any]:  # fmt: skip
    """Audit the towns, and say what the hosts saw: everything for ``simulacao.json``. ``delay``: seconds between two
    requests or clicks on a host; ``at_once``: towns side by side, 0 for the program's own choice."""
    folder.mkdir(parents=True, exist_ok=True)
    audits = folder / "audits"
    with vendors(towns, hosts, misbehaving, seed, latency) as served:
        served.write_catalogue(folder / CATALOGUE)
        command = [
            sys.executable, "-m", "scrapy.cmdline", "audit", "--todos", "--catalogo", str(folder / CATALOGUE), "--saida", str(audits), "--json",
            "-s", "NEARBY_MERCY=True", "-s", f"DOWNLOAD_DELAY={delay}", "-s", f"AUTOTHROTTLE_START_DELAY={delay}",
            "-s", f"AUTOTHROTTLE_MAX_DELAY={max(delay, 60)}", "-s", f"AUDITS_AT_ONCE={at_once}", "--model", "off", *options,
        ]  # fmt: skip
        environment = os.environ | {EGRESS: served.allowed}
        began = time.time()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        watcher = _Memory(process.pid)
        answer, _ = process.communicate()
        seconds = time.time() - began
        watcher.stop()
        served.write_log(folder / LOG)
        kinds = {host.number: host.fault for host in served.hosts}
        counts = [len(host.towns) for host in served.hosts]
        servers = [f"127.0.0.1:{host.port}" for host in served.hosts]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = json.loads(answer) if answer.strip().startswith("{") else {}
    seen = manners(read_log(folder / LOG), delay)
    whole = Counter(open_audit(file.parent).slug for file in find_audits([audits], every=True)) if audits.is_dir() else Counter()  # fmt: skip
    report = {
        "towns": towns, "hosts": hosts, "towns_per_host": counts, "servers": servers, "misbehaving": {n: kind for n, kind in kinds.items() if kind},
        "delay": delay, "at_once": at_once, "exit_status": process.returncode,
        "seconds": round(seconds, 1), "cpu_seconds": round(used.ru_utime + used.ru_stime, 1), "memory": watcher.samples,
        "once": sum(count == 1 for count in whole.values()), "twice": sum(count > 1 for count in whole.values()), "never": towns - len(whole),
        "unseen": sum(bool(audit["problem"]) for audit in told.get("audits", [])),
        "verdicts": _sum(told.get("audits", [])),
        "hosts_seen": [asdict(one) for one in seen],
    }  # fmt: skip
    report["model"] = checked(audits, report) if whole else {}
    (folder / REPORT).write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return report


class _Memory:
    """Samples the memory of a process and all that it started, every few seconds: (seconds, MB)."""

    EVERY = 5.0

    def __init__(self, pid: int) -> None:
        self.samples: list[tuple[int, int]] = []
        self._pid, self._began, self._over = pid, time.monotonic(), threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(self.EVERY):
            total = 0
            try:
                parent = psutil.Process(self._pid)
                for process in (parent, *parent.children(recursive=True)):
                    try:
                        total += process.memory_full_info().pss
                    except psutil.Error:
                        continue
            except psutil.Error:
                continue
            self.samples.append((round(time.monotonic() - self._began), total >> 20))

    def stop(self) -> None:
        self._over.set()
        self._thread.join(10)


def _sum(audits: Sequence[dict[str, Any]]) -> dict[str, int]:
    return {status: sum(audit[status] for audit in audits) for status in ("published", "absent", "inconclusive")}


def costs(audits: Path, delay: float) -> list[tuple[str, Cost]]:
    """Entry address and cost of each audit, in the order in which they began."""
    found = []
    for file in find_audits([audits], every=True):
        audit = open_audit(file.parent)
        size = sum(path.stat().st_size for path in file.parent.rglob("*") if path.is_file())
        # The first step of a place in words is to open its address.
        clicks = [max(0, len(page["steps"]) - 1) for page in audit.pages()]
        cost = Cost.of({**audit.summary, "clicks": clicks}, size, delay)
        found.append((audit.started, audit.summary["municipio"]["portal_url"], cost))
    return [(address, cost) for _, address, cost in sorted(found, key=lambda one: one[0])]


def checked(audits: Path, report: dict[str, Any]) -> dict[str, Any]:
    """What the model says of a run, told by the first quarter of its towns only, beside what it took."""
    every = costs(audits, report["delay"])
    sample = every[: max(1, len(every) // 4)]
    mean = Cost.mean([cost for _, cost in sample]).with_cpu(report["cpu_seconds"] / max(1, len(every)))
    of_server: dict[str, list[Cost]] = {}
    for address, cost in sample:
        of_server.setdefault(host_of(address), []).append(cost)
    hosts = {host: number for number, host in enumerate(report["servers"])}
    own = {hosts[host]: Cost.mean(known) for host, known in of_server.items()}
    cores, free = machine()
    worker = Machine(cores, towns_at_once(report["at_once"], True, cores, free))
    predicted = predict(report["towns_per_host"], mean, report["delay"], [worker], own)
    return {
        "cost_of_a_town": asdict(mean),
        "predicted_seconds": round(predicted.seconds, 1),
        "measured_seconds": report["seconds"],
        "error": round(predicted.seconds / report["seconds"] - 1, 3),
        "bound_by": predicted.bound_by,
    }


def show(report: dict[str, Any]) -> int:
    """Tell how it went; 1 when a town is missing or a host was asked too much."""
    seen = [Manners(**one) for one in report["hosts_seen"]]
    print("servidor  municípios  pedidos  recursos  ao mesmo tempo  intervalo mínimo  perto demais  defeito")
    for one in seen:
        fault = report["misbehaving"].get(one.host, "")
        print(f"{one.host:8}  {one.towns:10}  {one.requests:7}  {one.assets:8}  {one.at_once:14}  {one.nearest:15.2f}s  {one.too_near:12}  {fault}")  # fmt: skip
    memory = [mb for _, mb in report["memory"]] or [0]
    third = max(1, len(memory) // 3)
    per_hour = 3600 * (report["once"] + report["twice"]) / report["seconds"]
    print(f"\n{report['once']} municípios com uma auditoria, {report['twice']} com mais, {report['never']} sem; {report['unseen']} não vistos.")  # fmt: skip
    print(
        f"{report['seconds']:.0f} s, {per_hour:.0f} municípios por hora, {report['cpu_seconds'] / report['towns']:.1f} s de CPU por município; "
        f"memória {sum(memory[:third]) // third} MB no primeiro terço, {sum(memory[-third:]) // third} MB no último, no máximo {max(memory)} MB."
    )
    if model := report["model"]:
        said, took, off = model["predicted_seconds"], model["measured_seconds"], 100 * model["error"]
        print(f"Modelo: {said:.0f} s previstos, {took:.0f} s medidos ({off:+.0f} %), limitado por {model['bound_by']}.")
    wrong = report["twice"] or report["never"] or any(one.at_once > 1 or one.too_near for one in seen)
    print("Nenhum servidor foi incomodado." if not wrong else "ATENÇÃO: um limite não foi respeitado.")
    return int(bool(wrong))
