"""Cards and fields as frameworks lay them out: labels told by coming again in every card, values over their labels, fields of
a record side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lxml.html import document_fromstring

from transparency.extract.record_sets import find_record_sets
from transparency.extract.redact import redact
from transparency.extract.tables.broken import join_broken_labels

PEOPLE = [("Ana Prado", "Médica", "1.200,00"), ("Beto Lima", "Vigia", "900,00"), ("Caio Sá", "Médico", "1.300,00"),
          ("Davi Luz", "Vigia", "950,00"), ("Eva Reis", "Gari", "880,00")]  # fmt: skip


def cards(card: Callable[[str, str, str], str], before: str = "") -> str:
    return f"<h1>Servidores</h1><section>{before}{''.join(card(*person) for person in PEOPLE)}</section>"


def bootstrap(name: str, post: str, pay: str) -> str:
    pairs = f"<div class=par><span class=r>Cargo</span><span class=v>{post}</span></div><div class=par><span class=r>Total</span><span class=v>{pay}</span></div>"
    return f"<div class='card res'><div class=b><h5><span class=r>Servidor</span> {name}</h5>{pairs}</div><a href=/f?id={pay}>Ver ficha</a></div>"


def tailwind(name: str, post: str, pay: str) -> str:
    fields = (("Nome", name), ("Função", post), ("Bruto", pay))
    told = "".join(f"<div><p class='text-xs g5'>{a}</p><p class=text-sm>{b}</p></div>" for a, b in fields)
    return f"<article class='p-4 border'>{told}</article>"


def in_one_line(name: str, post: str, pay: str) -> str:
    return f"<li><div><span>Nome</span> {name} <span>Cargo</span> {post} <span>Valor</span> {pay}</div><div><a href=/x>Abrir</a></div></li>"


def blank(name: str, post: str, pay: str) -> str:
    said = post if post == "Gari" else ""
    return tailwind(name, said, pay)


@pytest.mark.parametrize(
    ("card", "names"),
    [
        (bootstrap, ["Servidor", "Cargo", "Total"]),
        (tailwind, ["Nome", "Função", "Bruto"]),
        (in_one_line, ["Nome", "Cargo", "Valor"]),
        (blank, ["Nome", "Função", "Bruto"]),
    ],
)
def test_labels_are_what_comes_again_in_every_card(card: Callable[[str, str, str], str], names: list[str]) -> None:
    counts = "<div class=sum><span>5 resultados</span> <a href='?o=1'>mais recentes</a></div>"
    (found,) = [s for s in find_record_sets(cards(card, counts)) if s.rows > 1]
    assert ([c.label for c in found.columns], found.rows) == (names, 5)
    filled = 1 if card is blank else 5
    assert [c.filled for c in found.columns] == [5, filled, 5]


def node(level: str, name: str, planned: str, inside: str = "", leaf: bool = False) -> str:
    press = "" if leaf else "role=button data-t-press aria-expanded=true"
    told = f"<dl><div><dt>Previsto</dt><dd>{planned}</dd></div><div><dt>Realizado</dt><dd>4,00</dd></div></dl>"
    arrow = "" if leaf else "<i>▸</i>"
    return f"<div class=nd><div class=nh {press}><span class=ch>{level}</span> <strong>{name}</strong>{arrow}</div>{told}<div class=nc>{inside}</div></div>"


TAXES = node("Espécie", "Impostos", "50,00", node("Rubrica", "Impostos sobre o Patrimônio", "50,00", leaf=True))
CURRENT = node("Origem", "Tributos", "60,00", TAXES + node("Espécie", "Taxas", "10,00")) + node("Origem", "Contribuições", "30,00")  # fmt: skip
TREE = node("Categoria", "Receitas Correntes", "90,00", CURRENT) + node("Categoria", "Receitas de Capital", "7,00")


def test_nodes_of_a_tree_that_are_pressed_to_unfold_them_say_of_which_level_they_are() -> None:
    (found,) = find_record_sets(f"<h1>Receita</h1>{TREE}")
    told = {column.label: (column.filled, column.samples[0]) for column in found.columns}
    assert found.rows == 7
    assert told == {
        "Categoria": (2, "Receitas Correntes"), "Previsto": (7, "90,00"), "Realizado": (7, "4,00"), "Origem": (2, "Tributos"), "Espécie": (2, "Impostos"),
        "Rubrica": (1, "Impostos sobre o Patrimônio"),
    }  # fmt: skip
    (closed,) = find_record_sets(f"<h1>Receita</h1>{node('Categoria', 'Correntes', '9,00')}{node('Categoria', 'Capital', '7,00')}")  # fmt: skip
    assert [(column.label, column.filled) for column in closed.columns] == [("Categoria", 2), ("Previsto", 2), ("Realizado", 2)]  # fmt: skip


@pytest.mark.parametrize(
    "entries",
    [
        "".join(f"<div role=button data-t-press><span class=a>{a}</span><strong>{b}</strong></div>" for a, b in (
            ("Despesa", "Por órgão"), ("Despesa", "Por função"), ("Receita", "Por origem"), ("Receita", "Por fonte"),
        )),
        "".join(
            f"<section><div role=button data-t-press><span class=a>{name}</span><strong>{post}</strong></div><p>{pay}</p></section>"
            for name, post, pay in PEOPLE
        ),
    ],
    ids=["entries of a menu", "people, each with a sum below"],
)  # fmt: skip
def test_names_in_what_is_pressed_are_no_fields(entries: str) -> None:
    names = {"Despesa", "Receita", *(name for name, _, _ in PEOPLE)}
    assert not names & {column.label for found in find_record_sets(entries) for column in found.columns}


@pytest.mark.parametrize(("state", "read"), [("true", True), ("false", False)])
def test_what_unfolds_a_text_is_its_label(state: str, read: bool) -> None:
    """The parts of a record, whose headings fold them."""

    def part(name: str, inside: str, state: str = "true") -> str:
        return f"<div><button class=header aria-expanded={state}>{name} ⌄</button></div><div>{inside}</div>"

    fields = "<dl><dt>Modalidade<dd>Dispensa<dt>Abertura<dd>26/11/2026</dl>"
    parts = part("Objeto", "<p>Aquisição de gêneros alimentícios para a merenda.</p>", state) + part("Sessão", fields)
    found = find_record_sets(f"<main><h1>Dispensa 7/2026</h1><div>{parts}</div></main>")
    assert ("Objeto" in {column.label for one in found for column in one.columns}) is read


NEWS = "".join(
    f"<div class=post><span class=tag>Notícia</span><h3>Obra da rua {n} começa</h3><p>Texto sobre a obra {n}.</p><a href=/n/{n}>Leia mais</a></div>"
    for n in range(5)
)
MENU = "".join(
    f"<div class=card><h5>{title}</h5><p>{about}</p><a href=/m/{n}>Acessar</a></div>"
    for n, (title, about) in enumerate([("Despesas", "Gastos"), ("Receitas", "Entradas"), ("Pessoal", "Folha"), ("Compras", "Editais")])
)  # fmt: skip


@pytest.mark.parametrize("html", [NEWS, MENU])
def test_cards_that_share_a_word_or_none_are_no_list_of_records(html: str) -> None:
    assert [s for s in find_record_sets(f"<main>{html}</main>") if s.shape == "list"] == []


def test_a_label_written_into_each_card_stays_where_the_name_goes() -> None:
    html = redact(cards(bootstrap)).html
    assert html.count(">Servidor<") == 5 and "Beto Lima" in html and "Eva Reis" not in html
    assert [c.label for s in find_record_sets(html) if s.rows == 5 for c in s.columns] == ["Servidor", "Cargo", "Total"]


def two_lines(item: str, value: str, label: str, wrapper: str = "c") -> Callable[[str, str], str]:
    return lambda a, b: (
        f"<div class={item}><div class={wrapper}><div class='{value}'>{a}</div><div class='{label}'>{b}</div></div></div>"
    )


VUETIFY = two_lines("v-list-item", "v-list-item__title", "v-list-item__subtitle")
QUASAR = two_lines("q-item", "q-item__label", "q-item__label q-item__label--caption")
FIELDS = [
    ("***.958.851-**", "CPF ou CNPJ"),
    ("Global", "Tipo"),
    ("15 - Urbanismo", "Função"),
    ("", "Programa"),
    ("12,00", "Valor"),
]


@pytest.mark.parametrize("made", [VUETIFY, QUASAR])
def test_values_over_their_labels_in_lists_of_two_lines(made: Callable[[str, str], str]) -> None:
    """Some lists hold one field only: what the others of its make are, it is."""
    groups = [FIELDS[:2], FIELDS[2:4], FIELDS[4:]]
    lists = "".join(
        f"<div class=list><div class=sub>Parte {n}</div>{''.join(made(*f) for f in g)}</div>"
        for n, g in enumerate(groups)
    )
    found = [(c.label, bool(c.filled)) for s in find_record_sets(f"<div role=dialog>{lists}</div>") for c in s.columns]
    assert found == [(label, bool(value)) for value, label in FIELDS]


def test_the_label_over_its_value_is_not_turned() -> None:
    made = two_lines("q-item", "q-item__label q-item__label--caption", "q-item__label")
    told = "".join(made(label, value) for value, label in FIELDS if value)
    found = [c.label for s in find_record_sets(f"<div role=dialog>{told}</div>") for c in s.columns]
    assert found == [label for value, label in FIELDS if value]


def field(label: str, value: str) -> str:
    return f"<div class=campo><div class=rotulo>{label}</div><div class=conteudo>{value}</div></div>"


def test_parts_of_a_record_of_one_width_are_no_rows_of_a_grid() -> None:
    parts = [
        ("Andamento", [[("Publicada em", ""), ("Setor", "Obras")]]),
        ("Anexos", [[("Edital", "<a href=/e.pdf>Baixar</a>"), ("Aviso", ""), ("Ata", "")]]),
        ("Licitantes", [[("Razão social", f"Firma {n}"), ("CNPJ", f"11.222.333/000{n}-81"), ("Resultado", "Vencedor")] for n in (1, 2, 3)]),
    ]  # fmt: skip
    rows = "".join(
        f"<h3>{title}</h3>" + "".join(f"<div class=linha>{''.join(field(*f) for f in line)}</div>" for line in lines)
        for title, lines in parts
    )
    told = [s for s in find_record_sets(f"<div class=ficha><h1>Ficha</h1>{rows}</div>") if len(s.columns) > 1]
    found = {s.headings[-1]: ([c.label for c in s.columns], s.rows) for s in told}
    assert found == {title: ([label for label, _ in lines[0]], len(lines)) for title, lines in parts}


def pair(label: str, value: str) -> str:
    return f"<div><p class=rotulo>{label}</p><p class=dado>{value}</p></div>"


OPENED = {
    "De onde sai": [("Secretaria", "Gabinete"), ("Área (função)", "13 - Cultura"), ("Programa", "1050 - Vida"), ("Subárea", "392"), ("Ação", "2001"), ("Fonte", "540")],
    "Contratação": [("Forma", "Pregão"), ("Tipo de objeto (serviço, obra, compra)", "Serviço"), ("Contrato", "")],
}  # fmt: skip


@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_a_row_of_buttons_opens_in_its_place(place: int) -> None:
    """The open row may be the first of all: it is no header, nor are six fields side by side a grid."""
    parts = "".join(
        f"<h4>{t}</h4><div class=campos>{''.join(pair(*f) for f in fields)}</div>" for t, fields in OPENED.items()
    )
    rows = [
        f"<div><button class=linha><span>26{n}</span><span>0{n}/01/2026</span><span>Firma {n}</span><span>R$ {n}27,31</span></button>{{}}</div>"
        for n in range(1, 5)
    ]
    lines = "".join(row.format(f"<div class=aberto>{parts}</div>" if n == place else "") for n, row in enumerate(rows))
    head = "<div class='linha cabecalho'><div>Nota</div><div>Data</div><div>Favorecido</div><div>Valor</div></div>"
    found = find_record_sets(
        f"<main><h1>Empenhos</h1><div class=lista>{head}<div class=linhas>{lines}</div></div></main>"
    )
    told = [[c.label for c in s.columns] for s in found if s.shape == "details"]
    assert told == [[label for label, _ in fields] for fields in OPENED.values()]
    assert [s.rows for s in found if s.shape == "grid"] == [3]


@pytest.mark.parametrize(
    "told",
    [
        [("Função", "12 - Educação"), ("Programa", "1050 - Vida"), ("Elemento", ""), ("Fonte", "540")],
        # a row of labels without values heads nothing: what stands below it is made alike
        [("Edital", ""), ("Aviso", ""), ("Processo", "Processo na íntegra"), ("Ratificação", "")],
    ],
)
def test_each_field_in_a_table_of_its_own(told: list[tuple[str, str]]) -> None:
    """Some toolkits lay out label and value of every field in a small table, side by side in a larger one."""
    cells = [
        f"<td><table><tr><td class=l><label>{a}</label></td><td class=v><span>{b}</span></td></tr></table></td>"
        for a, b in told
    ]
    rows = "".join(f"<tr>{''.join(cells[n : n + 2])}</tr>" for n in (0, 2))
    (found,) = find_record_sets(f"<h1>Empenho</h1><h2>Classificação</h2><table>{rows}</table>")
    assert [(c.label, bool(c.filled)) for c in found.columns] == [(label, bool(value)) for label, value in told]


@pytest.mark.parametrize(("of_one", "believed"), [("l", True), ("titulo", False)])
def test_a_section_with_one_field_is_one_like_its_larger_neighbours(of_one: str, believed: bool) -> None:
    def section(title: str, label: str, *fields: str) -> str:
        rows = "".join(
            f"<tr><td><span class={label}>{f}:</span></td><td><input readonly value=10></td></tr>" for f in fields
        )
        return f"<div><h4>{title}</h4><table>{rows}</table></div>"

    html = section("Favorecido", of_one, "CNPJ") + section("Dotação", "l", "Unidade", "Função", "Programa")
    told = [[column.label for column in found.columns] for found in find_record_sets(html)]
    assert told == [*([["CNPJ"]] if believed else []), ["Unidade", "Função", "Programa"]]


def test_a_label_on_two_lines_is_one_where_it_comes_again() -> None:
    """What stands below the same first line in every record, before something else, goes on with it."""

    def card(name: str, post: str, pay: str) -> str:
        fields = (("Nome", name), ("Cargo<br>Ocupado", post), ("Valor<br>Bruto", pay))
        return (
            "<div class=c>"
            + "".join(f"<div><span class=r>{a}</span><div>{b}</div></div>" for a, b in fields)
            + "</div>"
        )

    (found,) = find_record_sets(cards(card))
    assert [(c.label, c.filled) for c in found.columns] == [("Nome", 5), ("Cargo Ocupado", 5), ("Valor Bruto", 5)]


def test_labels_on_two_lines_may_begin_alike() -> None:
    """Every record says all that stands below the same first line. A unit in brackets below an amount is no label."""

    def card(name: str, post: str, pay: str) -> str:
        amount = f"{pay}<br><small>(em reais)</small>"
        fields = (("Nome", name), ("Cargo", post), ("Valor<br>Bruto", amount), ("Valor<br>Líquido", amount))
        return f"<div class=c>{''.join(f'<div><span class=r>{a}</span><div>{b}</div></div>' for a, b in fields)}</div>"

    (found,) = find_record_sets(cards(card))
    assert [(c.label, c.filled) for c in found.columns] == [
        ("Nome", 5), ("Cargo", 5), ("Valor Bruto", 5), ("Valor Líquido", 5),
    ]  # fmt: skip


def test_values_below_one_first_line_are_no_labels() -> None:
    """Each record says one of them."""

    def card(name: str, post: str, pay: str) -> str:
        return f"<div class=c><div><span class=r>Cargo<br>{post}</span><div>{pay}</div></div><p>{name}</p></div>"

    root = document_fromstring(cards(card))
    join_broken_labels(root)
    assert len(root.findall(".//span/br")) == 5


def test_a_label_on_two_lines_is_one_where_a_colon_ends_it() -> None:
    """The details of one record, where nothing comes again."""
    (found,) = find_record_sets("<p><b>Nome<br>:</b> Ana Prado<br><b>Valor<br>Líquido:</b> 1.200,00</p>")
    assert [(c.label, c.samples) for c in found.columns] == [("Nome", ("Ana Prado",)), ("Valor Líquido", ("1.200,00",))]
    assert not find_record_sets("<p><b>01/02/2026<br>Sessão:</b> reunião da câmara</p>")


@pytest.mark.parametrize(("attributes", "read"), [("role=dialog", True), ("", False)])
def test_one_field_in_a_window_is_what_is_left_of_a_record(attributes: str, read: bool) -> None:
    """The tab of a record that holds no more than that."""
    html = f"<div {attributes}><h3>Receita - Detalhes</h3><button>Complemento</button><dl><dt>Valor :</dt><dd>677,13</dd></dl></div>"
    assert [[c.label for c in r.columns] for r in find_record_sets(html)] == ([["Valor"]] if read else [])


def test_a_value_below_its_label_stays_a_value() -> None:
    def card(name: str, post: str, pay: str) -> str:
        return (
            f"<div class=c><span>Nome<br>{name}</span><span>Situação<br>Ativo</span><span>Bruto<br>{pay}</span></div>"
        )

    (found,) = find_record_sets(cards(card))
    assert [c.label for c in found.columns] == ["Nome", "Situação", "Bruto"]


@pytest.mark.parametrize(("link", "kind"), [("Detalhes", "money"), ("Saiba mais", "money"), ("por diárias", "text")])
def test_a_link_to_more_is_no_part_of_the_value_that_it_runs_on_after(link: str, kind: str) -> None:
    lines = "".join(
        f"<li><b>Exercício</b>: 2026 – <b>Conta</b>: ISS retido – <b>Valor</b>: 69{n},34 <a href='#'>{link}</a></li>"
        for n in range(3)
    )
    (found,) = find_record_sets(f"<h1>Despesa extra</h1><ul>{lines}</ul>")
    assert [(c.label, c.value_type) for c in found.columns][2] == ("Valor", kind)


@pytest.mark.parametrize("made", ["h4", "font color=white", "td"])
def test_the_numbered_titles_of_cards_are_a_column_of_their_own(made: str) -> None:
    """Sheets of old pages: the name of each in a row that takes all columns."""

    def sheet(title: str, what: str, day: str) -> str:
        head = f"<b>{title}</b>" if made == "td" else f"<{made}>{title}</{made.split()[0]}>"
        return (
            f"<table border=1><tr><td colspan=2 bgcolor=green>{head}</td></tr><tr><td colspan=2><b>Objeto:</b> {what}</td></tr>"
            f"<tr><td><b>Abertura:</b> {day}</td><td><b>R$</b> 1.200,00</td></tr></table><br>"
        )

    rows = [
        ("PREGÃO Nº 01/2026", "Pneus", "02/01/2026"),
        ("DISPENSA Nº 02/2026", "Papel", "05/01/2026"),
        ("CONVITE Nº 03/2026", "Obra", "09/01/2026"),
    ]
    (found,) = find_record_sets(f"<h2>Licitações</h2>{''.join(sheet(*row) for row in rows)}")
    assert [(c.label, c.samples) for c in found.columns[:2]] == [
        ("", tuple(title for title, *_ in rows)), ("Objeto", ("Pneus", "Papel", "Obra")),
    ]  # fmt: skip
    unnumbered = "".join(sheet(name, *row) for name, (_, *row) in zip("ABC", rows, strict=True))
    (found,) = find_record_sets(f"<h2>Licitações</h2>{unnumbered}")
    assert [c.label for c in found.columns][:1] == ["Objeto"]


def test_several_fields_of_a_line_over_a_group_are_a_column_each() -> None:
    """A trial balance: what all rows of a group have stands over them, in one cell that takes all columns."""

    def group(unit: str, function: str, part: str) -> str:
        rows = "".join(f"<tr><td>3.3.90.{n}</td><td>Material {n}</td><td>{n}.000,00</td></tr>" for n in (30, 36, 39))
        said = f"<b>Função:</b> {function} &nbsp; <b>Subfunção:</b> {part}"
        return f"<tr><td colspan=3><b>Órgão:</b> {unit}</td></tr><tr><td colspan=3>{said}</td></tr>{rows}"

    heads = "<tr><th>Natureza</th><th>Elemento</th><th>Empenhado</th></tr>"
    groups = group("02 - Gabinete", "04", "122") + group("03 - Saúde", "10", "301")
    (found,) = find_record_sets(f"<h2>Balancete da despesa</h2><table>{heads}{groups}</table>")
    assert [(c.label, c.samples) for c in found.columns[3:]] == [
        ("Órgão", ("02 - Gabinete", "03 - Saúde")), ("Função", ("04", "10")), ("Subfunção", ("122", "301")),
    ]  # fmt: skip


def test_a_grid_of_labels_and_values_by_their_places_is_a_record() -> None:
    """One value is longer than any cell of a list; no row stands in an element of its own."""
    fields = [("Nº da licitação", "00012/2026"), ("Modalidade", "Dispensa"), ("Objeto", "Serviços de coleta e transporte de resíduos " * 3),
              ("Publicado em", "13/11/2026"), ("Situação", "Em andamento"), ("Valor estimado", "R$ 495.837,70")]  # fmt: skip
    cells = "".join(
        f"<span data-t-box='332,{239 + 25 * n},190,17'>{label}</span><div data-t-box='530,{239 + 25 * n},708,17'>{value}</div>"
        for n, (label, value) in enumerate(fields)
    )
    tabs = "".join(
        f"<div role=tab data-t-box='{332 + 90 * n},183,80,41'>{tab}</div>"
        for n, tab in enumerate(("Resumo", "Itens", "Vencedor"))
    )
    (record,) = find_record_sets(
        f"<main><h1>Dispensa nº 12/2026</h1><div><div role=tablist>{tabs}</div><div><div class=dl>{cells}</div></div></div></main>"
    )
    assert [column.label for column in record.columns] == [label for label, _ in fields]


def labelled(body: str) -> dict[str, str]:
    """Label → first value, of all that a page shows in fields."""
    sets = find_record_sets(f"<div>{body}</div>")
    return {column.label: column.samples[0] for one in sets for column in one.columns if column.samples}


def test_sentences_that_tell_fields_are_fields() -> None:
    """A notice of a bid as a post."""
    post = labelled(
        "<h1>Pregão 8/2026</h1><div><p>Publicado em 12/06/2026 por <i>admin</i></p><p>Comunicamos que está aberto o certame <b>Pregão 8/2026</b>, "
        "cujo objeto é: <em>acesso à internet</em>. Data de realização: 28/06/2026. Estimativa: R$ 292.484,03.</p>"
        "<p><strong>[Atualizado em 01/07/2026]</strong> Vencedora: Posto Verde Ltda, CNPJ 23.471.642/0001-15. Valor licitado: R$ 290.337,96.</p></div>"
    )
    told = {
        "Publicado em": "12/06/2026",
        "Data de realização": "28/06/2026",
        "Estimativa": "R$ 292.484,03",
        "Valor licitado": "R$ 290.337,96",
    }
    assert told.items() <= post.items()
    assert post["Vencedora"].startswith("Posto Verde Ltda")
    assert not any(label.startswith(("[", ",")) for label in post)


@pytest.mark.parametrize(
    "prose",
    [
        "Fizemos muito. Depois: nada de novo aconteceu aqui",
        "Em 12/06/2026 houve festa",
        "Ata publicada no dia 12/06/2026",
    ],
)
def test_sentences_that_tell_no_fields(prose: str) -> None:
    assert not find_record_sets(f"<div><p>{prose}</p></div>")


@pytest.mark.parametrize(
    ("title", "read"), [("Nota de empenho nº 00209/2025", ["Despesa licitada"]), ("Bem-vindo", [])]
)
def test_one_field_under_the_number_of_its_record_is_read_though_it_does_not_apply(title: str, read: list[str]) -> None:
    """A part of a record that has nothing else to say."""
    field = "<tr><td class=lbl data-t-bold>Despesa licitada:</td><td>NÃO SE APLICA</td></tr>"
    found = find_record_sets(f"<div class=tit>{title}</div><div><table>{field}</table></div>")
    assert [column.label for one in found for column in one.columns] == read


@pytest.mark.parametrize(
    ("last", "read"), [("<select name=v><option>Todos<option>Efetivo</select>", []), ("", ["Vínculo", "Cargo"])]
)
def test_how_a_field_is_compared_is_no_value(last: str, read: list[str]) -> None:
    """A page of filters: what is asked, how it is compared, and the field; a margin there is none."""
    rows = "".join(
        f"<tr><td>{a}</td><td>{b}</td><td>{last}</td></tr>" for a, b in (("Vínculo", "Efetivo"), ("Cargo", "Vigia"))
    )
    style = rows.replace("<tr><td>", "<tr><td data-t-bold>")
    assert [
        column.label for one in find_record_sets(f"<h1>Servidores</h1><table>{style}</table>") for column in one.columns
    ] == read


def test_a_field_that_takes_a_line_of_its_own_is_made_as_those_beside_it() -> None:
    """Its class says how much room it has ("full"), and not what it is."""
    field = "<div{}><span>{}</span><b>{}</b></div>"
    told = [("", "Modalidade da licitação", "Pregão"), ("", "Nº da licitação", "00004/2026")]
    told.append((" class=full", "Objeto contratado", "Contratação de artistas para as festas de junho"))
    found = find_record_sets(f"<div class=kv>{''.join(field.format(*one) for one in told)}</div>")
    assert [column.label for one in found for column in one.columns] == [name for _, name, _ in told]


def test_a_number_at_the_head_of_a_card_names_the_record_that_unfolds_in_it() -> None:
    fields = "<div class=kv><div><span>Sessão pública</span><b>22/12/2026</b></div><div><span>Valor estimado</span><b>9.000,00</b></div></div>"
    head = "<div><span class=badge>Pregão Eletrônico</span><b>Nº 00010/2026</b> <span class=badge>Revogada</span></div>"
    card = f"<article>{head}<p>Reforma da escola</p><div>Publicado em 22/11/2026</div><button>Mais</button><div>{fields}</div></article>"
    other = f"<article>{head.replace('10', '11')}<p>Merenda</p><div>Publicado em 20/11/2026</div><button>Mais</button></article>"
    found = [one for one in find_record_sets(f"<h2>Licitações</h2><div>{card}{other}</div>") if one.shape == "details"]
    assert [one.headings[-1] for one in found] == ["Pregão Eletrônico Nº 00010/2026 Revogada"]


def test_rows_of_a_tree_may_begin_with_their_level() -> None:
    """Codes of old, whose first levels have no points between them; a leaf is a link."""
    lines = [
        ("1000.00.00", "Categoria econômica", "Receitas Correntes"), ("1100.00.00", "Origem", "Receita Tributária"),
        ("1110.00.00", "Espécie", "Impostos"), ("1112.00.00", "Rubrica", "Impostos sobre a Renda"), ("1112.04.00", "Alínea", "<a href='#'>Imposto de Renda</a>"),
        ("1200.00.00", "Origem", "Contribuições"),
    ]  # fmt: skip
    line = "<tr><td><span class=exp>-</span>{}</td><td><span class=label>{}</span> {}</td><td>9,00</td></tr>"
    rows = "".join(line.format(*told) for told in lines)
    (found,) = find_record_sets(f"<h1>Receita</h1><table><tr><th>Código<th>Descrição<th>Previsão</tr>{rows}</table>")
    told = {column.label: (column.filled, column.samples[0]) for column in found.columns[3:]}
    assert told == {
        "Categoria econômica": (1, "Receitas Correntes"), "Origem": (2, "Receita Tributária"), "Espécie": (1, "Impostos"),
        "Rubrica": (1, "Impostos sobre a Renda"), "Alínea": (1, "Imposto de Renda"),
    }  # fmt: skip


def test_whole_amounts_of_a_sheet_are_sums_where_their_heading_says_so() -> None:
    table = "<table><tr><th>Natureza<th>{}</tr><tr><td>3.1.90.11<td>1200<tr><td>3.1.90.13<td>900</table>"
    types = [
        find_record_sets(table.format(head))[0].columns[1].value_type for head in ("Valor fixado (R$)", "Quantidade")
    ]
    assert types == ["money", "number"]


def test_a_panel_of_fields_heads_no_records() -> None:
    """Over a list without roles stands a panel to search by, of as many parts as the list has columns."""
    asked = "".join(f"<label>{name}<select><option>Todos</select></label>" for name in ("Ano", "Mês", "Órgão"))
    heads = "<div class='lin cab'><div>Nota</div><div>Emissão</div><div>Credor</div><div>Valor</div></div>"
    rows = "".join(
        f"<div class=lin><div>{n}</div><div>0{n}/11/2026</div><div>Loja {n}</div><div>1.00{n},00</div></div>"
        for n in range(1, 7)
    )
    (found,) = find_record_sets(
        f"<div id=app><div class=f>{asked}<div><button>Buscar</button></div></div>{heads}{rows}</div>"
    )
    assert [column.label for column in found.columns] == ["Nota", "Emissão", "Credor", "Valor"]
    assert found.rows == 6


PRINTED = ["Ordem Pag", "Pago em", "Ref. empenho", "Favorecido", "Valor"]


def printed(n: int) -> str:
    """A line of a printed report: spaces that do not run together part its fields."""
    labels = ("Ordem Pag.", *PRINTED[1:])
    told = (f"00096{n}", f"0{n}/11/2026", f"000036{n}/2026", f"LOJA {n} E CIA", f"2.48{n},00")
    return "<div>" + " &nbsp; ".join(f"{label}: {value}" for label, value in zip(labels, told, strict=True)) + "</div>"


def test_fields_that_spaces_part_in_one_line() -> None:
    (found,) = find_record_sets(f"<h1>Pagamentos</h1>{''.join(map(printed, range(1, 7)))}")
    assert [column.label.rstrip(".") for column in found.columns] == PRINTED
    assert found.rows == 6
    assert found.columns[3].samples[0] == "LOJA 1 E CIA"
    (prose,) = find_record_sets("<dl><dt>Número<dd>1/2026<dt>Objeto<dd>Compra de pneus &nbsp; e de câmaras de ar</dl>")
    assert prose.columns[1].samples == ("Compra de pneus e de câmaras de ar",)


def test_what_is_hidden_of_such_a_line_keeps_its_labels() -> None:
    kept = redact(f"<h1>Pagamentos</h1>{''.join(map(printed, range(1, 9)))}").html
    assert "LOJA 8 E CIA" not in kept
    (found,) = find_record_sets(kept)
    assert [column.label.rstrip(".") for column in found.columns] == PRINTED


def test_an_account_with_its_number_and_its_name() -> None:
    """A report by account: the number is set off with its label, the name runs on after it."""
    accounts = ""
    for n in range(1, 5):
        fields = f"Data: 1{n}/11/2026 &nbsp; Recebedor: BANCO {n} &nbsp; <b>Valor pago: 1.00{n},00</b>"
        name = f"<b>Conta: 2188.1.0{n}</b> &nbsp; Retenção {n}"
        accounts += f"<table><tr><td>{name}</td></tr><tr><td>{fields}</td></tr></table>"
    (found,) = find_record_sets(f"<h1>Movimento extra - saídas</h1>{accounts}")
    assert [column.label for column in found.columns] == ["Conta", "Data", "Recebedor", "Valor pago"]
    assert found.columns[0].samples[0] == "2188.1.01 Retenção 1"


def test_a_link_that_names_a_format_hands_out_a_file() -> None:
    page = (
        "<h1>Pregão 1/2026</h1><dl><dt>Número<dd>1/2026<dt>Objeto<dd>Pneus</dl><p><a href='edital.php?id=8'>{}</a></p>"
    )
    files = [
        [c.label for c in one.columns]
        for one in find_record_sets(page.format("Edital (PDF)"))
        if one.shape != "details"
    ]
    assert files == [["Edital (PDF)"]] or files == [["Edital"]]
    assert all(one.shape == "details" for one in find_record_sets(page.format("Edital")))


def accounts(head: str, row: str) -> str:
    """A tree of accounts drawn with boxes within boxes, two levels of it unfolded."""
    boxes = "".join(f"<div>{row.format('Origem', f'1.{n} Impostos', f'1.00{n},00')}</div>" for n in range(1, 5))
    first = row.format("Categoria econômica", "1 Receitas correntes", "9.000,00")
    second = row.format("Categoria econômica", "2 Receitas de capital", "1.000,00")
    return f"<h1>Receita</h1><div>{head}<div role=tree><div>{first}<div role=group>{boxes}</div></div><div>{second}</div></div></div>"


@pytest.mark.parametrize(
    ("head", "labels"),
    [
        (
            "<div class=node><b>Conta</b><b>Arrecadado</b></div>",
            {"Conta", "Arrecadado", "Categoria econômica", "Origem"},
        ),
        ("", {"Categoria econômica", "Origem"}),
    ],
)
def test_rows_of_a_tree_that_stand_at_several_depths(head: str, labels: set[str]) -> None:
    row = "<div class=node><button>▸</button><span><i class=level>{}</i> {}</span><span>{}</span></div>"
    (found,) = find_record_sets(accounts(head, row))
    columns = {column.label: column for column in found.columns}
    assert columns.keys() == labels
    assert columns["Origem"].filled == 4
    assert columns["Categoria econômica"].samples[0] == "1 Receitas correntes"


def test_boxes_at_several_depths_without_sums_are_no_tree() -> None:
    row = "<div class=node><button>▸</button><span><i class=level>{}</i> {}</span><span>ver {}</span></div>"
    labels = {
        column.label for one in find_record_sets(accounts("", row).replace(",00", " itens")) for column in one.columns
    }
    assert "Origem" not in labels or "Categoria econômica" not in labels


def test_a_card_among_cards_heads_no_records() -> None:
    """People as cards without labels: the first is a person, too."""
    people = (
        ("Ana Prado", "Médica"),
        ("Beto Lima", "Vigia"),
        ("Caio Sá", "Gari"),
        ("Davi Luz", "Vigia"),
        ("Eva Reis", "Gari"),
    )
    cards = "".join(
        f"<div class=card tabindex=0><h3>{name}</h3><p>{post}</p><span class=badge>Efetivo</span></div>"
        for name, post in people
    )
    assert not find_record_sets(f"<h1>Pessoas</h1><div class=grid>{cards}</div>")


def test_what_stands_over_and_under_a_report_is_the_query_and_no_day_of_a_record() -> None:
    head = labelled(
        "<div>Exercício: 2026   Mês: Todos   Objeto: (todos)</div><div>Emitido em 20/11/2026 às 10:42 – Página 1 de 1</div>"
    )
    assert head == {"Exercício": "2026", "Mês": "Todos", "Objeto": "(todos)"}
    assert (
        labelled("<div>Publicado em 20/11/2026 por admin</div><div>Situação: aberta</div>")["Publicado em"]
        == "20/11/2026"
    )


@pytest.mark.parametrize(("tag", "read"), [("button", []), ("p", ["Processos", "Contratos", "Avisos"])])
def test_bold_words_that_are_pressed_are_no_labels(tag: str, read: list[str]) -> None:
    """Panels of a menu: a button, and what it does."""
    names = {"Processos": "Consulta por período", "Contratos": "Consulta por período", "Avisos": "Informações"}
    panels = "".join(
        f"<div class=col><div class='panel default'><div class=heading><{tag} data-t-bold data-t-box='{86 + 380 * n},160,336,35'>{name}</{tag}>"
        f"</div><div class=body data-t-box='{86 + 380 * n},205,356,40'>{what}</div></div></div>"
        for n, (name, what) in enumerate(names.items())
    )
    assert [column.label for one in find_record_sets(f"<main>{panels}</main>") for column in one.columns] == read
