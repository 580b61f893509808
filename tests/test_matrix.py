"""The matrix: what its files say, and what is told of files that are wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from transparency.crawl.portal_words import FILE, load_portal_words
from transparency.items import UserError
from transparency.matrix import keywords_directory, load_matrix
from transparency.matrix.matrix import ORDER
from transparency.text import normalize

MATRIX = load_matrix()
ITEMS = {
    "despesa_orcamentaria": """funcao sub_funcao orgao_or_uni_orcamentaria programa categoria_economica acao natureza_despesa modalidade elemento
        sub_elemento emp_numero emp_data emp_cnpj_cpf emp_indicacao_licitacao emp_valor valor_fixado valor_liquidado valor_pago
        lic_data_pag_ultima lic_obj_servico lic_modalidade lic_numero lic_num_contrato nome""",
    "despesa_extra_orcamentaria": "valor codigo nomenclatura",
    "receita_orcamentaria": "uni_gestora previsao arrecadacao lancado categoria_economica origem especie rubrica alinea sub_alinea",
    "receita_extra_orcamentaria": "valor codigo nomenclatura",
    "licitacao": """numero_licitacao objeto_licitacao modalidade_licitacao data_publicacao_licitacao valor cnpj_cpf edital nome_vencedores
        nome_perdedores data_realizacao setor_interessado integra termo_ratificacao pregao aviso licitado""",
    "quadro_pessoal": "nome cpf cargo tipo_cargo salario_cargo",
}
OPTIONAL = {
    "lic_obj_servico",
    "especie",
    "rubrica",
    "alinea",
    "sub_alinea",
    "edital",
    "nome_vencedores",
    "nome_perdedores",
    "integra",
    "termo_ratificacao",
    "pregao",
    "aviso",
    "licitado",
}


def test_the_six_criteria_and_61_items_of_the_study_come_first_and_in_order() -> None:
    """Criteria of one's own may follow them."""
    study = MATRIX.criteria[:6]
    assert [c.id for c in study] == list(ORDER) == list(ITEMS)
    assert {c.id: [i.key for i in c.items] for c in study} == {k: v.split() for k, v in ITEMS.items()}
    items = [i for c in study for i in c.items]
    assert len(items) == 61 and len([i for i in items if not i.optional]) == 48
    assert MATRIX.items()[:61] == tuple(items)
    assert MATRIX.items(essential_only=True)[:48] == tuple(i for i in items if not i.optional)
    assert {i.key for i in items if i.optional} == OPTIONAL
    assert all(i.types for i in items)


def test_official_names_and_labels() -> None:
    assert [c.name for c in MATRIX.criteria[:6]] == [
        "Despesa Orçamentária",
        "Despesa Extra Orçamentária",
        "Receita Orçamentária",
        "Receita Extra Orçamentária",
        "Licitação",
        "Quadro Pessoal",
    ]
    assert all(i.label and i.terms and i.criterion for i in MATRIX.items())


def test_criterion_by_id() -> None:
    assert MATRIX.criterion("licitacao").item("edital").document
    with pytest.raises(UserError, match="desconhecido"):
        MATRIX.criterion("criterio_que_ninguem_tem")


def test_no_criterion_is_named_like_another_subject() -> None:
    """A term that names a criterion must not name another subject as well."""
    named = {normalize(t): c.id for c in MATRIX.criteria for t in c.about}
    twice = {t for s in MATRIX.vocabulary.subjects for t in s.terms if normalize(t) in named}
    assert not twice


BASE = """id: teste
name: Teste
search: [um teste]
items:
  valor:
    label: Valor
    terms: [valor]
"""


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("id: [a\nname: b\n", 2, "YAML inválido"),
        (BASE + "color: azul\n", 8, "campo desconhecido: color"),
        (BASE.replace("    label: Valor\n", ""), 6, "falta o campo label"),
        (BASE.replace("name: Teste\n", ""), 1, "falta o campo name"),
        (BASE.replace("[valor]", "[valor, Valór]"), 7, "termo repetido: Valór"),
        (BASE.replace("[valor]", "[(valor|total) pago, total pago]"), 7, "termo repetido: total pago"),
        (BASE.replace("[valor]", "[(valor|total pago]"), 7, "alternativas mal escritas: (valor|total pago"),
        (BASE.replace("[valor]", "[(valor|(a|b)) pago]"), 7, "alternativas mal escritas: (valor|(a|b)) pago"),
        (BASE.replace("[valor]", "[(|valor)]"), 7, "alternativas mal escritas: (|valor)"),
        (BASE.replace("[valor]", f"[{' '.join(['(a|b)'] * 9)}]"), 7, "vale por 512 termos"),
        (BASE.replace("[valor]", "[on]"), 7, "aqui se espera um texto (on)"),
        (BASE.replace("[valor]", "[12]"), 7, "aqui se espera um texto (12)"),
        (BASE.replace("[valor]", "valor"), 7, "aqui se espera uma lista"),
        (BASE + "    types: [dinheiro]\n", 8, "tipo de valor desconhecido: dinheiro"),
        (BASE + "    optional: talvez\n", 8, "aqui se espera true ou false"),
        (BASE + "    types: [money]\n    rows: [valor]\n", 9, "aqui se espera true ou false"),
        (BASE + "    rows: true\n", 8, "rows sem types"),
        (BASE + "    weak: [VALOR]\n", 8, "termo repetido: VALOR"),
        (BASE + "    with: [data]\n", 8, "o item data não existe"),
        (BASE + "  valor:\n    label: Outro\n    terms: [outro]\n", 8, "campo repetido: valor"),
        (
            BASE.replace("items:\n  valor:\n    label: Valor\n    terms: [valor]\n", "items: {}\n"),
            4,
            "o critério não tem itens",
        ),
        (BASE.replace("search: [um teste]", 'search: [""]'), 3, "texto vazio"),
        ("", 0, "está vazio"),
        ("id: despesa_orcamentaria\n" + BASE.partition("\n")[2], 1, "já foi definido"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, text: str, line: int, problem: str) -> None:
    shutil.copytree(keywords_directory(), tmp_path, dirs_exist_ok=True)
    (tmp_path / "teste.yml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_matrix(tmp_path)
    assert "teste.yml" in caught.value.message and problem in caught.value.message
    if line:
        assert f"linha {line}:" in caught.value.message


def test_alternatives_are_written_out_in_order_and_none_twice(tmp_path: Path) -> None:
    shutil.copytree(keywords_directory(), tmp_path, dirs_exist_ok=True)
    (tmp_path / "teste.yml").write_text(
        BASE.replace("[valor]", "[valor pago, (valor|total) (|pago)]"), encoding="utf-8"
    )
    assert load_matrix(tmp_path).criterion("teste").items[0].terms == ("valor pago", "valor", "total", "total pago")


def test_a_criterion_that_is_a_subject_still_is_told(tmp_path: Path) -> None:
    subject = MATRIX.vocabulary.subjects[0].id
    shutil.copytree(keywords_directory(), tmp_path, dirs_exist_ok=True)
    (tmp_path / f"{subject}.yml").write_text(BASE.replace("teste", subject, 1), encoding="utf-8")
    with pytest.raises(UserError, match=rf"{subject} também é um assunto de geral\.yml"):
        load_matrix(tmp_path)


def test_a_folder_without_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Nenhum arquivo"):
        load_matrix(tmp_path)


def test_a_folder_without_the_common_words(tmp_path: Path) -> None:
    (tmp_path / "teste.yml").write_text(BASE, encoding="utf-8")
    with pytest.raises(UserError, match=r"geral\.yml"):
        load_matrix(tmp_path)


def test_a_criterion_of_ones_own(tmp_path: Path) -> None:
    shutil.copy(keywords_directory() / "geral.yml", tmp_path)
    (tmp_path / "teste.yml").write_text(BASE, encoding="utf-8")
    matrix = load_matrix(tmp_path)
    assert [c.id for c in matrix.criteria] == ["teste"] and matrix.criteria[0].about == ("um teste",)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("generic_links: [", "generic_links: [ver, ", "termo repetido: ver"),
        ("laws: [", "leis: [", "campo desconhecido: leis"),
        ("wizard: [", "wizard: avançar #[", "aqui se espera uma lista"),
        ("  year: [", "  years: [", "campo desconhecido: years"),
        ("reason: o portal recusou o acesso", "reason: 12", "aqui se espera um texto (12)"),
        ("  month: [", "  month: [[", "YAML inválido"),
    ],
)
def test_words_of_portals_are_checked_too(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = (keywords_directory() / FILE).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / FILE).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        load_portal_words((), tmp_path)
    assert f"{FILE}, linha " in caught.value.message and problem in caught.value.message


def test_every_criterion_names_its_laws() -> None:
    assert [one.id for one in MATRIX.criteria if not one.law] == []
    revenue = MATRIX.criterion("receita_orcamentaria")
    assert "Decreto 10.540/2020, art. 8º, II" in revenue.law
    assert revenue.item("previsao").law == ("Decreto 10.540/2020, art. 8º, II, a",)
    assert revenue.item("especie").law == ()


def test_audits_from_before_the_laws_keep_their_matrix(tmp_path: Path) -> None:
    for file in Path(str(keywords_directory())).glob("*.yml"):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if not line.lstrip().startswith("law:"))
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    bare = load_matrix(tmp_path)
    assert not bare.criterion("licitacao").law
    assert bare.digest == MATRIX.digest
