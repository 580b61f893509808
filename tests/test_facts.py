"""Facts of pages as they are stored: people are hidden in them as in the page, and what is read from them is what was read live."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import audit_of_pages
import msgspec
import pytest
from test_privacy import cpf, dotted, payroll
from test_s10_names import LAYOUTS, LOOSE, PEOPLE, STRANGE

from transparency.browse.cover import conceal
from transparency.classify.judge import judge_frame
from transparency.commands.rejudge import Command
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.controls import Reader, read_view
from transparency.extract.redact import Redacted
from transparency.extract.values import value_type
from transparency.items import Finding, Frame, Page, PageContext, UserError
from transparency.matrix import load_matrix
from transparency.model import Page as Facts
from transparency.model import View
from transparency.privacy.cleaning import mask
from transparency.privacy.facts import without_people
from transparency.run.rejudge import keep, rejudge
from transparency.store.audit_files import Folder
from transparency.store.audits import PAGES, open_audit
from transparency.store.facts import SUFFIX, VERSION, FactsUnreadable, frame_facts, labels_on, page_facts, read_facts
from transparency.store.purge import purge
from transparency.store.verify import verify_audit
from transparency.store.wacz import pack, verify_wacz

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons).query
CONTEXT = PageContext(urls=("https://x.example/folha",), labels=("Folha de pagamento",))
CPF = dotted(cpf(random.Random(2)))
Read = Callable[[str], Facts]


def kept(facts: Facts) -> tuple[View, Redacted, bytes]:
    """What a visit sees of a frame, what is hidden of it, and the facts as they are stored."""
    reader = Reader(facts, WORDS, 1500)
    view = reader.view()
    redacted = conceal(view, reader.numbered())
    stored = without_people(facts, redacted.writer.changes, {*reader.found.starts.values()})
    return view, redacted, frame_facts(stored, view)


def gzipped(*frames: bytes) -> bytes:
    return page_facts(Page("x", "PB", "", "", 200, "", 0, frames=[Frame("", "", facts=facts) for facts in frames]))


def read(data: bytes) -> View:
    (frame,) = read_facts(gzipped(data))
    assert frame is not None
    return read_view(frame.facts, WORDS)


judged = partial(judge_frame, context=CONTEXT, matrix=MATRIX)


def found(findings: list[Finding]) -> list[tuple[object, ...]]:
    return [(f.criterion, f.item, f.label, f.score, f.has_data, f.record_set, f.column) for f in findings]


def page(body: str) -> str:
    return f"<html><head><title>Folha</title></head><body><h1>Folha de pagamento</h1>{body}</body></html>"


HANDLERS = "<table><tr><th>Matrícula<th>Nome do servidor<th>CPF<th>Remuneração</tr>" + "".join(
    f"<tr onclick=\"abrir('{name}', '{CPF}')\"><td>{n}<td><a href=# onclick=\"ver('{name}')\">{name}</a><td>{CPF}<td>2.345,6{n}</tr>"
    for n, name in enumerate([*PEOPLE, *STRANGE])
) + "</table>"  # fmt: skip
SPLIT = f"<p>CPF <span>{CPF[:6]}</span><b>{CPF[6:]}</b></p><textarea>CPF {CPF}</textarea><input value='{CPF}' placeholder=CPF>"
SLOTS = """<my-list></my-list><script>
  class Line extends HTMLElement { connectedCallback() { this.attachShadow({mode: "open"}).innerHTML = "<b><slot></slot></b>"; } }
  customElements.define("my-line", Line);
  document.querySelector("my-list").innerHTML = "<table><tr><th>Nome<th>CPF<th>Remuneração</tr>" + NAMES.map((name, n) =>
    `<tr><td><my-line>${name}</my-line><td><my-line>CPF</my-line><td>2.345,6${n}</tr>`).join("") + "</table>";
</script>""".replace("NAMES", str(PEOPLE)).replace(">CPF</my", f">{CPF}</my")
CLOSED = "<input role=combobox aria-controls=o value='Escolha'><ul id=o role=listbox style='display:none'>{}</ul>"
SECRETS = """<a href='/p;jsessionid=1AB2?senha=9xyz'>Despesas</a>
<form><input type=hidden name=csrf_token value=abc123><input type=password value=segredo99></form>"""
ALOUD = (
    "<flt-semantics aria-label='{}' style='color:transparent;display:block;width:300px;height:90px'></flt-semantics>"
)
TYPED = "MATRICULA  NOME                            CARGO            SALARIO BASE\n" + "-" * 72 + "\n" + "".join(
    f"{n:06d}     {name:<30}  MOTORISTA        {n + 1}.345,6{n % 10}\n" for n, name in enumerate([*PEOPLE, *STRANGE] * 2)
)  # fmt: skip
BODIES: dict[str, str] = {
    "typed": page(f"<pre>{TYPED}</pre>"),
    **{f"payroll of {rows}": payroll(rows) for rows in (3, 8, 60)},
    **{name: page(made(PEOPLE)) for name, made in {**LAYOUTS, **LOOSE}.items()},
    **{f"{name}, unusual names": page(made(STRANGE)) for name, made in LAYOUTS.items()},
    "handlers": page(HANDLERS),
    "split": page(SPLIT),
    "slots": page(SLOTS),
    "painted": page("".join(ALOUD.format(f"Nome&#10;{name}&#10;CPF&#10;{CPF}&#10;Remuneração&#10;2.345,67") for name in PEOPLE)),
    "secrets": page(SECRETS),
    "closed list": page(CLOSED.format("".join(f"<li role=option>{one}</li>" for one in (*PEOPLE, CPF)))),
    "turned": page(f"<p>CPF: \u202e{CPF}\u202c\x07</p>"),
}  # fmt: skip


@pytest.fixture(scope="module", params=BODIES)
def case(request: pytest.FixtureRequest, facts_of: Read) -> tuple[str, Facts]:
    """A kind of page with people on it, and what it holds."""
    return request.param, facts_of(BODIES[request.param])


def test_s10_what_is_judged_live_is_what_is_judged_from_the_store(case: tuple[str, Facts]) -> None:
    _, facts = case
    view, redacted, data = kept(facts)
    live = judged(view.html, known=redacted.record_sets)
    again = read(data)
    sets, findings = judged(again.html)
    assert found(findings) == found(live[1])
    assert sets == live[0]
    assert (sets, findings) == judged(redacted.html)
    assert {k: [*places] for k, places in labels_on(again).items()} == {k: [*places] for k, places in labels_on(view).items()}  # fmt: skip


def test_s10_stored_facts_name_no_more_than_the_stored_page(case: tuple[str, Facts]) -> None:
    name, facts = case
    _, redacted, data = kept(facts)
    text = data.decode().lower()
    told = redacted.html.lower()
    for secret in (CPF[:5], CPF[-5:], "abc123", "segredo99", "1ab2", "9xyz", "\u202e"):
        assert secret.lower() not in text, secret
    left = [one for one in (*PEOPLE, *STRANGE) if one.lower() in text]
    assert [one for one in left if one.lower() not in told] == []
    assert len(left) <= (0 if name == "closed list" else 3)


def test_a_name_within_another_one_is_hidden_in_a_typed_report(facts_of: Read) -> None:
    """The first rows show whom they are of; that a name stands in one of theirs shows nobody else."""
    name = PEOPLE[0]
    rows = [f"{name} Prado", *PEOPLE[1:3], name, *PEOPLE[3:]]
    typed = "NOME                                      CARGO            SALARIO BASE\n" + "".join(
        f"{one:<40}  MOTORISTA        {n + 1}.345,6{n % 10}\n" for n, one in enumerate(rows)
    )
    _, _, data = kept(facts_of(page(f"<pre>{typed}</pre>")))
    assert name not in data.decode()


def test_nothing_is_taken_out_where_nobody_is_named(facts_of: Read) -> None:
    facts = facts_of(page("<table><tr><th>Código<th>Valor</tr><tr><td>1.1<td>9,00</tr></table><a href=/despesas onclick='abrir(1)'>Despesas</a>"))  # fmt: skip
    reader = Reader(facts, WORDS, 1500)
    redacted = conceal(reader.view(), reader.numbered())
    assert (redacted.writer.changes, redacted.html) == ([], reader.view().html) or redacted.writer.changes == []
    assert without_people(facts, redacted.writer.changes, {*reader.found.starts.values()}) is facts


def test_the_title_names_nobody_but_the_town(facts_of: Read) -> None:
    facts = msgspec.structs.replace(facts_of(payroll(1)), title="Contracheque: MARIA DE SOUZA, Maria da Fé")
    assert without_people(facts, [], set(), "Maria da Fé").title == "Contracheque: M. S., Maria da Fé"


def test_stored_pages_do_not_say_places(facts_of: Read) -> None:
    view, redacted, _ = kept(facts_of(payroll(8)))
    assert "data-t-place" not in view.html + redacted.html and redacted.writer.changes


def test_a_view_that_was_put_away_is_stored_without_words(facts_of: Read) -> None:
    facts = facts_of(page(f"<div>{LAYOUTS['table'](STRANGE)}</div>"))
    holder = next(n for n, element in enumerate(facts.elements) if element.tag == "div")
    for element in facts.elements[holder:]:
        element.passed = True
    stored = msgspec.json.encode(without_people(facts, [], set(range(holder)))).decode()
    assert not any(name in stored for name in STRANGE) and "Folha de pagamento" in stored


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        gzip.compress(b"{}"),
        gzip.compress(b'{"version":1,"frames":[{"facts":{}}]}'),
        gzip.compress(b'{"version":1,"frames":[null')[:-3],
        gzip.compress(f'{{"version":{VERSION + 1},"frames":[]}}'.encode()),
    ],
    ids=["not compressed", "no version", "no facts", "cut off", "of a later version"],
)
def test_facts_that_cannot_be_read_are_told(data: bytes) -> None:
    with pytest.raises(FactsUnreadable):
        read_facts(data)


@pytest.mark.parametrize(
    ("about", "value"),
    [
        ("CPF", CPF), ("CPF", f"CPF {CPF}"), ("CPF", f"CPF: {CPF}"), ("CPF", f"{CPF} - Ana Lima"), ("PIS", "120.56412.54-7"), ("Telefone", "(83) 3333-1234"),
        ("Telefone", "3333-1234"), ("Conta corrente", "12.345-6"), ("Conta corrente", "12345-X"), ("RG", "1.234.567"), ("E-mail", "ana@exemplo.com.br"),
    ],
)  # fmt: skip
def test_a_masked_number_is_read_as_what_it_is(about: str, value: str) -> None:
    masked = mask(value, about)
    assert masked != value and value_type(masked) == value_type(value)


@pytest.mark.parametrize(
    ("text", "kind"), [("***", "empty"), ("*** ***", "empty"), ("R$ ***", "empty"), ("* 5", "text")]
)
def test_stars_alone_are_no_number(text: str, kind: Any) -> None:
    assert value_type(text) == kind


# ---- audits --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def audited(tmp_path: Path, facts_of: Read) -> Path:
    """An audit of a payroll, and of a page that refuses, with their facts."""
    pages = []
    for name, html, problem in (
        ("pessoal", page(HANDLERS + "<a href=/despesas>Despesas</a>"), ""),
        ("fechado", "<title>Acesso negado</title><p>Acesso negado</p>", "o portal recusou o acesso"),
    ):
        _, redacted, facts = kept(facts_of(html))
        one = audit_of_pages.page(name, "", problem=problem)
        one.frames[0].html, one.frames[0].facts, one.has_facts = redacted.html, facts, True
        pages.append(one)
    return audit_of_pages.make_audit(tmp_path / "audits", pages)


def test_an_audit_is_judged_again_from_its_facts(audited: Path) -> None:
    again = rejudge(open_audit(audited), MATRIX)
    assert (again.differences, again.readings, again.notes) == ([], [], [])
    assert {v.item for v in again.verdicts if v.status == "published"} >= {"nome", "cpf"}
    assert sorted(p.problem for p in again.pages) == ["", "o portal recusou o acesso"]
    assert verify_audit(Folder(audited), "", MATRIX).faults == []
    assert len(list(audited.glob(f"pages/*{SUFFIX}"))) == 2


def test_what_is_found_on_a_page_only_now_is_told(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a page was at the time, and what the program finds on it today, need not be the same."""
    for line in open_audit(audited).pages():
        path = audited / line["facts"]
        told = json.loads(gzip.decompress(path.read_bytes()))
        found = told["frames"][0]["found"]
        found["candidates"] = [*found["candidates"][:-1], "body[1]>gone[1]"]
        path.write_bytes(gzip.compress(json.dumps(told).encode()))
    lines = [json.loads(line) for line in (audited / PAGES).read_text("utf-8").splitlines()]
    for line in lines:
        line["problem"] = "" if line["problem"] else "o portal pede usuário e senha"
    (audited / PAGES).write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    again = rejudge(open_audit(audited), MATRIX)
    by_url = {reading.url.split("/")[3].split("#")[0]: reading for reading in again.readings}
    assert (by_url["pessoal"].come, by_url["pessoal"].gone) == ({"candidates": ["Despesas"]}, {"candidates": 1})
    assert (by_url["pessoal"].problem_before, by_url["pessoal"].problem) == ("o portal pede usuário e senha", "")
    assert (by_url["fechado"].problem_before, by_url["fechado"].problem) == ("", "o portal recusou o acesso")
    assert audit_of_pages.run(Command, str(audited)) == 0
    said = capsys.readouterr().out
    assert "obstáculo: nenhum → o portal recusou o acesso" in said
    assert "o que se pode clicar: 1 a mais (“Despesas”), 1 a menos" in said


def test_facts_belong_to_the_audit(audited: Path, tmp_path: Path) -> None:
    """They are sealed, packed, kept when an audit is judged again, and deleted with the pages."""
    kept_again = keep(rejudge(open_audit(audited), MATRIX), tmp_path / "again")
    assert verify_audit(Folder(kept_again), "", MATRIX).faults == []
    assert rejudge(open_audit(kept_again), MATRIX).differences == []
    package = tmp_path / "a.wacz"
    package.write_bytes(pack(open_audit(audited), MATRIX))
    assert verify_wacz(package, MATRIX).faults == []
    one = sorted(audited.glob(f"pages/*{SUFFIX}"))[0]
    name, data = f"pages/{one.name}", one.read_bytes()
    one.write_bytes(data[:-20])
    assert {fault.problem for fault in verify_audit(Folder(audited), "", MATRIX).faults if fault.file == name} >= {"os fatos da página estão estragados"}  # fmt: skip
    with pytest.raises(UserError, match="estragados"):
        rejudge(open_audit(audited), MATRIX)
    one.unlink()
    assert name in {fault.file for fault in verify_audit(Folder(audited), "", MATRIX).faults}
    with pytest.raises(UserError, match="não pode ser lida"):
        rejudge(open_audit(audited), MATRIX)
    one.write_bytes(data)
    purge(open_audit(audited))
    assert not one.exists() and verify_audit(Folder(audited), "", MATRIX).faults == []
