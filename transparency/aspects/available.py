"""Disponibilidade: whether what is asked for is there, with its minimum content."""

from __future__ import annotations

from collections.abc import Sequence

from transparency.aspects.case import Case, listed, shortened
from transparency.aspects.columns import Base, bases, forgive_empty, leads_on, required
from transparency.aspects.fields import own_fields, searches
from transparency.aspects.seen import Answer, Proof, Sight
from transparency.aspects.statements import Statement, is_whole, lack, statements
from transparency.extract.values import asks_to_choose
from transparency.matrix.cycle import Content


def of_records(case: Case) -> Answer:
    """Of a list of records."""
    wanted = required(case)
    found = bases(case)
    for base in found:
        forgive_empty(case, base)
    best = min(found, key=lambda base: len(base.lacks(wanted)), default=None)
    if best is not None and not best.lacks(wanted):
        shown = listed(best.named[one.key] for one in wanted) or "linhas com conteúdo"
        return case.met(f"A lista mostra {shown}.", best.proof)
    said = by_statement(case)
    if said is not None and (best is None or said.status == "met"):
        return said
    if best is None:
        return _without_list(case)
    return _incomplete(case, best, wanted)


def _incomplete(case: Case, best: Base, wanted: Sequence[Content]) -> Answer:
    """Of a list that does not show all that it must."""
    lacks = best.lacks(wanted)
    reason = f"A lista não mostra {listed(one.label for one in lacks)}."
    blank = [best.empty[one.key] for one in lacks if one.key in best.empty]
    if len(blank) == len(lacks):
        reason = f"A lista tem {listed(blank)}, sem nada preenchido em nenhuma linha."
    elif best.listing is not None and not best.detailed and leads_on(best.listing):
        look = f"Abra um registro da lista e veja se mostra {listed(one.label for one in lacks)}."
        return case.undecided(f"{reason} O detalhe dos registros não foi aberto.", look, best.proof)
    return case.missing(reason, proof=best.proof)


def _without_list(case: Case) -> Answer:
    """Where no list shows anything of what is asked."""
    nowhere = not_there(case)
    if nowhere is not None:
        return nowhere
    asks = next((sight for sight in case.read if _waits(case, sight)), None)
    if asks is not None:
        look = "Faça a consulta e veja se a lista aparece com o conteúdo mínimo."
        return case.undecided("A página pede uma consulta que não foi feita.", look, Proof(asks, ""))
    unopened = [paper for paper in case.papers if paper.is_file and paper.opened is None]
    if unopened and not case.requirement.records_only:
        reason = f"O arquivo “{unopened[0].name}” não foi aberto."
        look = f"Abra o arquivo e veja se traz {listed(one.label for one in required(case))}."
        return case.undecided(reason, look, Proof(unopened[0].sight, unopened[0].name, unopened[0].url))
    broken = [file for file in case.files if file.problem]
    if broken and not case.requirement.records_only:
        return case.missing(f"O arquivo “{broken[0].label}” não serve: {broken[0].problem.rstrip('.')}.")
    others = [listing for sight in case.read for listing in case.listings_of(sight)]
    if others:
        names = listed(one.label for one in required(case))
        return case.missing(f"Nenhuma lista das páginas lidas mostra {names}.", proof=others[0].proof)
    return case.missing("A página existe, mas não mostra nenhuma linha.")


def _waits(case: Case, sight: Sight) -> bool:
    """Whether a page may show rows once it is asked for others than it shows by itself: nobody has asked yet."""
    fields = [field for field in own_fields(sight, case.homes) if not searches(field, case.words)]
    if not fields or case.listings_of(sight):
        return False
    years = {one.of for one in case.gathered.years if not one.problem}
    tried = sight.key in years or any(one.of == sight.key and not one.problem for one in case.gathered.filters)
    return asks_to_choose(sight.text) or not tried


def not_there(case: Case) -> Answer | None:
    """The answer where no place was found at all; None where one was read."""
    if case.read:
        return None
    if case.unanswered:
        one = case.unanswered[0]
        return case.undecided(
            f"A página não respondeu: {one.fault}.", "Abra o endereço mais tarde e confira.", Proof(one, "")
        )
    if case.gone:
        return case.missing(
            f"O link leva a uma página que não existe: {case.gone[0].url}.", proof=Proof(case.gone[0], "")
        )
    return case.missing("Nenhum menu nem página do site e do portal leva a esse conteúdo.")


def by_statement(case: Case) -> Answer | None:
    """The answer that a statement that there was none gives; None where there is no statement."""
    told = statements(case)
    if not told:
        return None
    best = told[0]
    proof = Proof(best.sight, best.text)
    if case.requirement.none == "no" and not case.is_named(best.text):
        return None
    if case.requirement.none == "no":
        return case.missing("A página diz que não há, mas esse conteúdo é obrigatório.", proof=proof)
    if is_whole(best):
        return case.met(f"A página declara que não houve: “{shortened(best.text)}”", proof)
    if best.stamped:
        reason = "A página declara que não houve, mas a única data é a de hoje, que pode ser a do relógio."
        return case.undecided(reason, "Abra a página em outro dia e veja se a data muda.", proof)
    return case.missing(f"A declaração de que não houve não diz {lack(best)}.", proof=proof)


def whole_statement(case: Case) -> Statement | None:
    """The statement that stands for the content; None where none does."""
    told = statements(case) if case.requirement.none == "yes" else []
    return next((one for one in told if is_whole(one)), None)
