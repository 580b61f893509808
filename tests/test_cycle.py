"""Cycles of the national matrix: what their files say, and what is told of files that are wrong."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from transparency.aspects.texts import FORMS
from transparency.items import UserError
from transparency.matrix import keywords_directory, load_matrix
from transparency.matrix.cycle_file import PATTERNS, cycles, load_cycle

CYCLE = load_cycle("pntp-2026")
PER_DIMENSION = [4, 9, 3, 3, 3, 7, 2, 7, 4, 4, 10, 9, 5, 3, 6, 4, 3, 6, 4]
"""How many requirements the official matrix has in each of its dimensions, for the executive power of towns."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the keywords of the 2026 cycle, to be spoiled."""
    shutil.copytree(Path(str(keywords_directory())) / "pntp-2026", tmp_path / "pntp-2026")
    return tmp_path


def test_the_2026_cycle_is_whole() -> None:
    assert [sum(one.dimension == d.number for one in CYCLE.requirements) for d in CYCLE.dimensions] == PER_DIMENSION
    assert [one.id for one in CYCLE.requirements[-5:]] == ["18.6", "19.1", "19.2", "19.3", "19.4"]
    ranks = [one.rank for one in CYCLE.requirements]
    assert [ranks.count(rank) for rank in CYCLE.ranks] == [12, 65, 19]
    essential = [one for one in CYCLE.requirements if one.rank == "essencial"]
    assert sum(len(one.aspects) for one in essential) == 38
    assert CYCLE.year == 2026
    assert "transparência" in CYCLE.links


def test_a_requirement_says_what_its_file_says() -> None:
    debts = CYCLE.requirement("3.3")
    assert debts.aspects == ("available", "current", "history", "export", "filter")
    assert (debts.kind, debts.rank, debts.dimension, debts.page, debts.none) == ("records", "obrigatória", 3, 72, "yes")
    assert debts.law == ("Lei 5.172/1966 (CTN), art. 198, § 3º, II",)
    assert debts.current is not None
    assert debts.current.limit == "closed_year"
    assert debts.history is not None
    assert debts.history.before == "newest"
    assert debts.filter is not None
    assert [field.key for field in debts.filter.fields] == ["nome", "ano"]
    assert "lista de devedores" in debts.search  # alternatives are written out
    assert CYCLE.requirement("11.8").covers == "plan"
    assert CYCLE.requirement("13.3").where == "both"
    assert CYCLE.requirement("12.2").content[1].pattern == "phone"


def test_what_a_machine_cannot_know_has_a_question_for_a_person() -> None:
    assert not [one.id for one in CYCLE.requirements if one.decidable == "person" and not one.look]
    assert all(one.look.endswith("?") for one in CYCLE.requirements if one.look)
    assert all(one.remedy.endswith(".") for one in CYCLE.requirements)


def test_the_forms_that_files_may_name_are_those_that_the_judges_know() -> None:
    assert set(PATTERNS) == FORMS


def test_the_files_of_a_cycle_are_none_of_the_six_criteria() -> None:
    assert len(load_matrix().criteria) == 6
    assert cycles() == ["pntp-2026"]


def test_a_new_year_is_a_folder(folder: Path) -> None:
    shutil.copytree(folder / "pntp-2026", folder / "pntp-2027")
    edit(folder / "pntp-2027" / "ciclo.yml", "year: 2026", "year: 2027")
    assert cycles(folder) == ["pntp-2026", "pntp-2027"]
    assert load_cycle("pntp-2027", folder).year == 2027


def test_a_doubt_can_be_settled_otherwise() -> None:
    other = load_cycle("pntp-2026", choices={"export_of_4_3": "dropped"})
    assert "export" in CYCLE.requirement("4.3").aspects
    assert other.requirement("4.3").aspects == ("available", "current", "history", "filter")
    assert other.digest != CYCLE.digest
    assert load_cycle("pntp-2026", choices={"export_of_4_3": "asked"}).digest == CYCLE.digest


@pytest.mark.parametrize("choices", [{"unknown": "asked"}, {"export_of_4_3": "perhaps"}])
def test_an_unknown_way_to_settle_a_doubt_names_those_there_are(choices: dict[str, str]) -> None:
    with pytest.raises(UserError, match=r"export_of_4_3|asked, dropped"):
        load_cycle("pntp-2026", choices=choices)


@pytest.mark.parametrize("name", ["pntp-1999", "../keywords", "", "geral.yml"])
def test_a_cycle_that_does_not_exist_names_those_that_do(name: str) -> None:
    with pytest.raises(UserError, match="pntp-2026"):
        load_cycle(name)


def test_words_count_for_the_digest_and_layout_does_not(folder: Path) -> None:
    file = folder / "pntp-2026" / "4.1.yml"
    file.write_text("# a comment\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_cycle("pntp-2026", folder).digest == CYCLE.digest
    edit(file, "despesa, despesas,", "despesa, despesas, outra palavra,")
    assert load_cycle("pntp-2026", folder).digest != CYCLE.digest


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} no longer says {old}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


BAD = [
    # file, what it says, what it should not say, what is told, words of the line that is named
    ("ciclo.yml", "name: Receita, weight: 4", "name: Receita, weight: 5", "somam 39, e deviam somar 38", "number: 1,"),
    ("ciclo.yml", "current: 30", "current: 20", "somam 90, e deviam somar 100", "aspects:"),
    ("ciclo.yml", "obrigatória: 1.5", "obrigatória: 0", "maior que zero", "ranks:"),
    ("ciclo.yml", "obrigatória: 1.5", "obrigatória: .inf", "se espera um número", "ranks:"),
    ("ciclo.yml", "recomendada: 1", "opcional: 1", "classe desconhecido.*opcional", "ranks:"),
    ("ciclo.yml", "filter: 10", "colour: 10", "item de verificação desconhecido.*colour", "aspects:"),
    ("ciclo.yml", ", recomendada: 1", "", "falta o campo recomendada", "ranks:"),
    ("ciclo.yml", "{number: 19,", "{number: 18,", "dimensão repetida: 18", "Educação e"),
    ("ciclo.yml", "{number: 19,", "{number: 20,", "dimensão desconhecida: 19", None),
    ("ciclo.yml", "least: 30", "least: 60", "fora de ordem", "Básico"),
    ("ciclo.yml", "Inexistente, least: 0", "Inexistente, least: 1", "último nível", "Diamante"),
    ("ciclo.yml", "chosen: asked", "chosen: never", "opção: never não existe", "chosen: never"),
    ("ciclo.yml", '"4.3 export"', '"1.1 export"', "1.1 não tem o item export", "export_of_4_3"),
    ("ciclo.yml", '"4.3 export"', '"4.3 available"', "desconhecido: available", "4.3 available"),
    ("ciclo.yml", "year: 2026", "ano: 2026", "campo desconhecido: ano", "ano: 2026"),
    ("ciclo.yml", "year: 2026", "year: dois mil", "se espera um número", "year:"),
    ("ciclo.yml", "key: essentials", "key: Essenciais", "nome inválido: Essenciais", "key: Essenciais"),
    ("4.1.yml", "kind: records", "kind: table", "tipo: table não existe", "kind: table"),
    ("4.1.yml", "rank: essencial", "rank: vital", "classe: vital não existe", "rank: vital"),
    ("4.1.yml", "limit: days", "limit: weeks", "prazo: weeks não existe", "limit: weeks"),
    ("4.1.yml", ", amount: 30", "", "days precisa de amount", "limit: days"),
    ("4.1.yml", "amount: 30", "amount: 0", "maior que zero", "amount: 0"),
    ("11.6.yml", "limit: bimester", "limit: bimester, amount: 2", "bimester não tem amount", "limit: bimester"),
    ("4.1.yml", "export: editable", "export: paper", "formato: paper não existe", "export: paper"),
    ("4.1.yml", "before: this_year", "before: never", "before: never não existe", "before: never"),
    ("4.1.yml", "years: 3", "years: 0", "maior que zero", "years: 0"),
    ("4.1.yml", "dimension: 4", "dimension: 44", "dimensão desconhecida: 44", "dimension: 44"),
    ("4.1.yml", "dimension: 4", "dimension: 5", "4.1 não é da dimensão 5", "dimension: 5"),
    ("4.1.yml", 'number: "4.1"', 'number: "4.2"', "4.2 já está em 4.1.yml", None),
    ("4.1.yml", 'number: "4.1"', "number: 4.1", "se espera um texto", "number: 4.1"),
    ("4.1.yml", 'number: "4.1"', 'number: "04.1"', "número de critério inválido", "04.1"),
    ("4.1.yml", "\nsearch:", "\nbusca:", "campo desconhecido: busca", "busca:"),
    ("4.1.yml", "decidable: sure", "decidable: maybe", "decidable: maybe não existe", "decidable: maybe"),
    ("4.1.yml", "  empenhado:", "  Empenhado:", "nome inválido: Empenhado", "  Empenhado:"),
    ("4.1.yml", "label: Total empenhado", "titulo: Total", "campo desconhecido: titulo", "titulo: Total"),
    (
        "4.1.yml",
        "[despesa, despesas,",
        "[despesa, despesas, Despesas,",
        "termo repetido: Despesas",
        "despesas, Despesas",
    ),
    (
        "4.1.yml",
        "neighbours:\n  [",
        "neighbours:\n  [despesa orçamentária, ",
        "despesa orçamentária está em search e em neighbours",
        "[despesa orç",
    ),
    ("1.4.yml", "feature: search", "feature: Search Box", "nome inválido: Search Box", "Search Box"),
    ("1.4.yml", "feature: search\n", "", "falta o campo feature", "number:"),
    ("1.4.yml", "where: both", "where: everywhere", "where: everywhere não existe", "where: everywhere"),
    ("2.5.yml", "pattern: hours", "pattern: clock", "forma: clock não existe", "pattern: clock"),
    ("11.8.yml", "covers: plan", "covers: century", "covers: century não existe", "covers: century"),
    ("4.1.yml", "decidable: sure", "decidable: person", "falta o campo look", "number:"),
    ("9.3.yml", "none: true", "none: sim", "se espera true ou false", "none: sim"),
]


@pytest.mark.parametrize(("name", "old", "new", "told", "line"), BAD)
def test_a_bad_file_is_told_with_its_line(
    folder: Path, name: str, old: str, new: str, told: str, line: str | None
) -> None:
    file = folder / "pntp-2026" / name
    edit(file, old, new)
    with pytest.raises(UserError, match=told) as caught:
        load_cycle("pntp-2026", folder)
    assert "\n" not in str(caught.value)
    where = re.search(r"([^/]+\.yml), linha (\d+)", caught.value.message)
    assert where is not None
    if line is not None:
        lines = file.read_text(encoding="utf-8").splitlines()
        assert where[1] == name
        # A list or mapping that is wrong as a whole is named by the line that it begins in.
        assert line in " ".join(["", *lines][int(where[2]) - 1 : int(where[2]) + 1])


@pytest.mark.parametrize("field", ["search", "content"])
def test_a_requirement_without_words_is_told(folder: Path, field: str) -> None:
    file = folder / "pntp-2026" / "4.1.yml"
    file.write_text(re.sub(rf"(?m)^{field}:\n(  .*\n)+", "", file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(UserError, match=rf"4\.1\.yml, linha 1: falta o campo {field}"):
        load_cycle("pntp-2026", folder)


def test_a_part_that_nothing_tells_is_told(folder: Path) -> None:
    file = folder / "pntp-2026" / "4.1.yml"
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^  pago:\n(    .*\n)+", "  pago: {label: Total pago}\n", text)
    file.write_text(text, encoding="utf-8")
    line = text.splitlines().index("  pago: {label: Total pago}") + 1
    with pytest.raises(UserError, match=rf"4\.1\.yml, linha {line}: pago não tem terms nem pattern"):
        load_cycle("pntp-2026", folder)


def test_a_dimension_without_requirements_is_told(folder: Path) -> None:
    for number in (1, 2):
        (folder / "pntp-2026" / f"7.{number}.yml").unlink()
    with pytest.raises(UserError, match=r"ciclo\.yml, linha \d+: a dimensão 7 não tem critérios"):
        load_cycle("pntp-2026", folder)


def test_a_file_that_is_not_named_by_its_number_is_told(folder: Path) -> None:
    (folder / "pntp-2026" / "4.1.yml").rename(folder / "pntp-2026" / "despesas.yml")
    with pytest.raises(UserError, match=r"despesas\.yml: .* deve chamar-se 4\.1\.yml"):
        load_cycle("pntp-2026", folder)


def test_a_file_that_is_no_yaml_is_told(folder: Path) -> None:
    (folder / "pntp-2026" / "4.1.yml").write_text('number: "4.1"\n  kind: [', encoding="utf-8")
    with pytest.raises(UserError, match=r"4\.1\.yml, linha \d: YAML inválido"):
        load_cycle("pntp-2026", folder)
