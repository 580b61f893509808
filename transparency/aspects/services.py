"""Services that are looked at and never used: forms for requests, services on the net, open data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from transparency.aspects.addresses import ending, is_at, path
from transparency.aspects.available import not_there
from transparency.aspects.case import Case, listed
from transparency.aspects.columns import required
from transparency.aspects.fields import own_fields, says
from transparency.aspects.html_fields import html_fields
from transparency.aspects.labels import holds
from transparency.aspects.marks import links_of, marks_of
from transparency.aspects.papers import papers_of
from transparency.aspects.prose import said_on
from transparency.aspects.seen import Answer, Proof, Sight
from transparency.matrix.cycle import Content
from transparency.model import Field
from transparency.text import normalize

_LOOK = "Abra o formulário, sem enviar nada, e veja se serve para o que o critério pede."
_WRITTEN = frozenset(("textarea",))


def _fields(sight: Sight) -> Iterator[Field]:
    """All fields of a page, those that ask who is asking, too."""
    for view in sight.views:
        yield from html_fields(view)


def _texts(sight: Sight) -> list[str]:
    """What the forms of a page say: labels, options, the words around the fields."""
    told = [text for field in _fields(sight) for text in (*says(field), *(option.text for option in field.options))]
    return (
        told
        + [form.text for view in sight.views for form in view.forms]
        + [toggle.label for view in sight.views for toggle in view.toggles]
    )


def _is_request(case: Case, sight: Sight) -> bool:
    """Whether a page has a form to ask or to report something: a field for a longer text beside others."""
    fields = [field for field in _fields(sight) if field.visible]
    written = any(
        field.tag in _WRITTEN or any(holds(normalize(text), case.words.requests) for text in says(field))
        for field in fields
    )
    return written and len(fields) >= 2


def _form(case: Case) -> Sight | None:
    return next((sight for sight in case.read if _is_request(case, sight)), None)


def _lacking(case: Case, sight: Sight) -> list[Content]:
    """The parts that no field, option or word of the forms of a page says."""
    told = _texts(sight)
    return [
        one
        for one in required(case)
        if not any(_says(case, text, one) for text in told) and not _by_kind(case, sight, one)
    ]


def _says(case: Case, text: str, one: Content) -> bool:
    return bool(case.labels.says(text, one.terms) or case.labels.tells(text, one.terms))


def _by_kind(case: Case, sight: Sight, one: Content) -> bool:
    """Whether a part that is the content of a request is the field for a longer text."""
    if not any(holds(normalize(term), case.words.requests) for term in (one.label, *one.terms)):
        return False
    return any(field.tag in _WRITTEN for field in _fields(sight))


def _excess(case: Case, sight: Sight) -> str:
    """A field that must be filled in and asks for more than a request needs; "" for none."""
    for field in _fields(sight):
        demanded = field.required or "*" in field.label
        if not demanded:
            continue
        if field.type == "file":
            return field.label or "envio de arquivo"
        if any(holds(normalize(text), case.words.excessive) for text in (field.label, field.placeholder)):
            return field.label or field.placeholder
    return ""


def electronic_form(case: Case) -> Answer:
    """A form by which something can be asked or reported."""
    form = _form(case)
    if form is None:
        return _without_form(case)
    lacks = _lacking(case, form)
    if lacks:
        return case.missing(
            f"O formulário não tem {listed(one.label for one in lacks)}.", _LOOK, Proof(form, form.title)
        )
    excess = _excess(case, form)
    motives = case.words.excessive[:6]
    if excess and holds(normalize(excess), motives):
        return case.not_met(f"O formulário exige “{excess}”.", Proof(form, excess))
    return case.met("Há um formulário eletrônico com os campos pedidos.", Proof(form, form.title))


def _without_form(case: Case) -> Answer:
    """Where no form was seen: a system of the federation, a login, or nothing."""
    homes = [sight for sight in (*case.read, *case.homes) if sight is not None]
    for sight in homes:
        for mark in links_of(sight):
            if is_at(mark.url, case.words.request_hosts) and (sight in case.read or case.is_named(mark.label)):
                return _federal(case, sight, mark.url, mark.label)
    nowhere = not_there(case)
    if nowhere is not None:
        return nowhere
    login = next((sight for sight in case.read if any(view.asks_password for view in sight.views)), None)
    if login is not None:
        return case.undecided("O sistema pede cadastro antes do formulário.", _LOOK, Proof(login, login.title))
    return case.missing("As páginas lidas não têm formulário eletrônico.", _LOOK)


def _federal(case: Case, sight: Sight, url: str, label: str) -> Answer:
    """A link to a system of the federation: to the town's own page there, or to its front page."""
    proof = Proof(sight, label, url)
    if not path(url).strip("/"):
        reason = "O link leva à página geral do sistema, e não à do município."
        return case.not_met(reason, proof)
    return case.met(f"“{label}” leva ao sistema de pedidos.", proof)


def simple_form(case: Case) -> Answer:
    """A form for requests of information that demands no more than who asks, and where to answer."""
    form = _form(case)
    if form is None:
        answer = _without_form(case)
        if answer.status == "met":
            return replace(answer, reason="O sistema de pedidos pede só identificação e contato.")
        return answer
    excess = _excess(case, form)
    if excess:
        return case.not_met(f"O formulário exige “{excess}”.", Proof(form, excess))
    demanded = [field.label for field in _fields(form) if field.required and field.label]
    told = (
        f"O formulário exige só {listed(demanded)}."
        if demanded
        else "O formulário não exige nada além de identificação e contato."
    )
    return case.met(told, Proof(form, ", ".join(demanded) or form.title))


def digital_services(case: Case) -> Answer:
    """A service that is asked for and had on the net."""
    pages = [*case.read, *case.gathered.around]
    for sight in pages:
        label = " ".join(sight.labels[-1:])
        if (
            not sight.problem
            and holds(normalize(label), case.words.services)
            and any(view.forms for view in sight.views)
            and own_fields(sight, case.homes, _fields(sight))
        ):
            return case.met(f"“{label}” abre um serviço com formulário.", Proof(sight, label))
    nowhere = not_there(case)
    offers = [
        (sight, mark)
        for sight in (*case.read, *case.homes)
        for mark in marks_of(sight)
        if holds(normalize(mark.label), case.words.services)
    ]
    if offers:
        sight, mark = offers[0]
        look = "Abra o serviço e veja se pode ser pedido e recebido pela internet."
        return case.undecided(f"“{mark.label}” é oferecido, mas não foi experimentado.", look, Proof(sight, mark.label))
    if nowhere is not None:
        return nowhere
    return case.missing("As páginas lidas não oferecem nenhum serviço pela internet.")


def open_data(case: Case) -> Answer:
    """A set of data that machines read, with rules of use."""
    nowhere = not_there(case)
    if nowhere is not None:
        return nowhere
    data = next(_datasets(case), None)
    rules = _rules(case)
    if data is None:
        return case.missing("A página não oferece nenhum conjunto legível por máquina (CSV, JSON, XML, API).")
    if not rules:
        return case.missing(f"Há dados (“{data.label}”), mas não as regras de uso.", proof=data)
    return case.met(f"Há dados (“{data.label}”) e regras de uso (“{rules}”).", data)


def _datasets(case: Case) -> Iterator[Proof]:
    opened = [file for file in case.files if not file.problem and file.kind in case.words.open_formats]
    for file in opened:
        yield Proof(case.by_key[file.of], file.label, file.url)
    broken = {file.url for file in case.files if file.problem}
    for sight in case.read:
        for mark in links_of(sight):
            if mark.url not in broken and (
                ending(mark.url) in case.words.open_formats or holds(normalize(mark.label), case.words.open_formats)
            ):
                yield Proof(sight, mark.label or mark.url)


def _rules(case: Case) -> str:
    """Where the pages tell how the data are used."""
    wanted: Sequence[Content] = [
        one for one in required(case) if any(holds(normalize(term), case.words.open_rules) for term in one.terms)
    ]
    rules = wanted or [Content("rules", "regras de uso", case.words.open_rules)]
    for sight in case.read:
        for one in rules:
            if told := said_on(case, sight, one):
                return told[:80]
            named = next(
                (paper for paper in papers_of(sight, case.gathered.files) if case.labels.tells(paper.name, one.terms)),
                None,
            )
            if named is not None:
                return named.name
    return ""
