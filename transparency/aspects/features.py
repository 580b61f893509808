"""What site and portal have for everybody: a search, a way to the portal, means for those who see little. One function each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from transparency.aspects.addresses import bare, ending, host, is_at, path
from transparency.aspects.blocks import blocks_of
from transparency.aspects.case import Case
from transparency.aspects.controls import is_control
from transparency.aspects.fields import fields_of, name_of, says
from transparency.aspects.labels import holds
from transparency.aspects.marks import Mark, first, links_of, marks_of
from transparency.aspects.seen import Answer, Proof, Sight
from transparency.aspects.services import digital_services, electronic_form, open_data, simple_form
from transparency.aspects.trails import is_trail
from transparency.extract import dom
from transparency.model import Field
from transparency.text import normalize

_SIDES = {"site": "site", "portal": "portal da transparência"}
TRAIL = 3
"""So many inner pages tell whether the way to a page is shown there, and whether it changes."""
MANY_LINKS = 10
"""A map of the site has so many links at least."""


def of_feature(case: Case) -> Answer:
    """Of a feature or a service, by its name."""
    judged = _FEATURES.get(case.requirement.feature)
    if judged is None:
        return case.undecided("O programa não sabe conferir esse critério.")
    return judged(case)


State = tuple[Literal["there", "gone", "unknown"], str, Proof | None]
"""Of one side: what it has, in words, with proof."""


def _by_sides(case: Case, name: str, look: Callable[[Case, Sight], State]) -> Answer:
    """A feature that is looked for on site and portal; which of them must have it the requirement says."""
    both = {"site": case.gathered.site, "portal": case.gathered.portal}
    where = case.requirement.where
    asked = ["site", "portal"] if where in ("both", "any") else [where]
    states = {side: _of_side(case, both[side], look) for side in asked}
    there = [state for state in states.values() if state[0] == "there"]
    if there and (where == "any" or len(there) == len(states)):
        told = " ".join(state[1] for state in there)
        proof = next(state[2] for state in there if state[2] is not None)
        return case.met(told, proof)
    unknown = [side for side, state in states.items() if state[0] == "unknown"]
    gone = [side for side, state in states.items() if state[0] == "gone"]
    if gone and (where != "any" or not unknown):
        reason = " ".join(states[side][1] or f"O {_SIDES[side]} não tem {name}." for side in gone)
        at = states[gone[0]][2]
        return case.not_met(reason, at)
    side = unknown[0]
    reason = states[side][1] or f"O {_SIDES[side]} não foi visto."
    return case.undecided(reason, f"Veja se o {_SIDES[side]} tem {name}.", states[side][2])


def _of_side(case: Case, home: Sight | None, look: Callable[[Case, Sight], State]) -> State:
    if home is None:
        return "unknown", "", None
    if not home.answers:
        return "unknown", f"A página inicial não respondeu: {home.fault}.", Proof(home, "")
    return look(case, home)


def _side(home: Sight) -> str:
    return _SIDES[home.side]


# ---- site, portal and the way between them --------------------------------------------------------------------------------


def _own_site(case: Case) -> Answer:
    site = case.gathered.site
    if site is None:
        return case.missing("Não foi encontrado o site oficial do município.")
    if not site.answers:
        look = "Abra o endereço em outro dia; se não abrir, o índice é zero."
        return case.undecided(f"O site não respondeu: {site.fault}.", look, Proof(site, ""))
    return case.met("O site oficial abre.", Proof(site, site.title))


def _portal_link(case: Case) -> Answer:
    site, portal = case.gathered.site, case.gathered.portal
    if portal is None or not portal.answers:
        return _without_portal(case, portal)
    if site is None or site.problem:
        return case.undecided("O site não foi visto: não se sabe se leva ao portal.", proof=Proof(portal, ""))
    pages = [site, *(one for one in case.gathered.around if one.side == "site" and one.depth and not one.problem)]
    site, link = next(((one, way) for one in pages if (way := _way(case, one, portal, hidden=True))), (site, None))
    if link is None:
        return case.missing(
            "Nenhum link das páginas lidas do site leva ao portal da transparência.", proof=Proof(site, "")
        )
    return case.met(f"“{link.label}” leva do site ao portal.", Proof(site, link.label, _http(link.url) or portal.url))


def _without_portal(case: Case, portal: Sight | None) -> Answer:
    if portal is None:
        return case.missing("Não foi encontrado o portal da transparência.")
    reason = f"O portal não respondeu: {portal.fault}."
    return case.undecided(reason, "Abra o portal em outro dia.", Proof(portal, ""))


def _portal_link_home(case: Case) -> Answer:
    site, portal = case.gathered.site, case.gathered.portal
    if site is None or not site.answers:
        return case.undecided("A página inicial do site não foi vista.")
    link = _way(case, site, portal, hidden=False)
    if link is not None:
        return case.met(f"“{link.label}” está à vista na página inicial do site.", Proof(site, link.label))
    covered = _way(case, site, portal, hidden=True)
    if covered is not None:
        reason = f"“{covered.label}” só aparece depois de abrir um menu."
        return case.not_met(reason, Proof(site, covered.label))
    return case.missing("A página inicial do site não mostra o acesso ao portal.", proof=Proof(site, ""))


def _way(case: Case, site: Sight, portal: Sight | None, hidden: bool) -> Mark | None:
    """The link of the site that leads to the portal: by its address, else by its name."""
    marks = [mark for mark in marks_of(site) if (hidden or not mark.hidden) and (mark.url or mark.label)]
    target = bare(portal.url) if portal is not None else ""
    by_address = (mark for mark in marks if mark.url and target and _leads_to(mark.url, target, host(site.url)))
    named = (mark for mark in marks if mark.url.startswith(("http", "/")) and case.is_named(mark.label or mark.names))
    return next(by_address, None) or next(named, None)


def _leads_to(url: str, target: str, own: str) -> bool:
    """Whether an address is that of the portal, or on its host where that is not the site's own."""
    if bare(url) == target:
        return True
    there = host(url)
    return bool(there) and there == host(f"http://{target}") != own


def _http(url: str) -> str:
    return url if url.startswith("http") else ""


def _social_links(case: Case) -> Answer:
    def look(case: Case, home: Sight) -> State:
        links = [mark for mark in links_of(home) if is_at(mark.url, case.words.social_hosts)]
        profile = next((mark for mark in links if _is_profile(case, mark.url)), None)
        if profile is None and links:
            told = f"Os links de redes sociais do {_side(home)} não levam a um perfil do município."
            return "gone", told, Proof(home, links[0].url)
        if profile is None:
            return "gone", f"A página inicial do {_side(home)} não leva a nenhuma rede social.", Proof(home, "")
        return "there", f"O {_side(home)} leva a {host(profile.url)}.", Proof(home, profile.url)

    return _by_sides(case, "link de rede social", look)


def _is_profile(case: Case, url: str) -> bool:
    parts = [part for part in path(url).split("/") if part]
    return bool(parts) and normalize(parts[0].removesuffix(".php")) not in case.words.social_no_profile


def _radar(case: Case, home: Sight) -> Mark | None:
    link = next((mark for mark in links_of(home) if is_at(mark.url, case.words.radar_hosts)), None)
    return replace(link, label=link.label or link.url) if link is not None else None


# ---- means for everybody ---------------------------------------------------------------------------------------------------


def _search(case: Case) -> Answer:
    def look(case: Case, home: Sight) -> State:
        box = next((field for field in fields_of(home) if _is_search(case, field)), None)
        if box is None:
            button = first(home, case.words.searches)
            if button is not None:
                told = f"O {_side(home)} tem “{button.label}”, que não foi aberto."
                return "unknown", told, Proof(home, button.label)
            return "gone", f"A página inicial do {_side(home)} não tem busca.", Proof(home, "")
        tried = [one for one in case.gathered.filters if one.of == home.key and not one.problem]
        label = name_of(box)
        if not tried:
            return "unknown", f"O {_side(home)} tem a busca “{label}”, que não foi experimentada.", Proof(home, label)
        if all(one.none_said or one.idle for one in tried):
            words = ", ".join(one.value for one in tried)
            return "gone", f"A busca do {_side(home)} não acha nada para palavras comuns ({words}).", Proof(home, label)
        return "there", f"O {_side(home)} tem busca, que traz resultados.", Proof(home, label)

    return _by_sides(case, "busca de conteúdo", look)


def _is_search(case: Case, field: Field) -> bool:
    return field.type == "search" or any(holds(normalize(text), case.words.searches) for text in says(field))


def _part(
    name: str, find: Callable[[Case, Sight], Mark | None], gone: str = "", there: str = ""
) -> Callable[[Case], Answer]:
    """A feature that is a part of both pages. ``gone``, ``there``: what is said of a page that lacks it, or has it (Portuguese)."""
    gone, there = gone or f"O {{side}} não tem {name}.", there or f"O {{side}} tem {name}."

    def look(case: Case, home: Sight) -> State:
        mark = find(case, home)
        if mark is None:
            return "gone", gone.format(side=_side(home)), Proof(home, "")
        told = there.format(side=_side(home), label=mark.label or mark.names[:40])
        return "there", told, Proof(home, mark.label or mark.names[:60])

    return lambda case: _by_sides(case, name, look)


def _control(feature: str, name: str) -> Callable[[Case], Answer]:
    """A feature that is a control of both pages. Where it was pressed, what came of it counts; else that it is there."""

    def look(case: Case, home: Sight) -> State:
        tried = [one for one in case.gathered.controls if (one.of, one.feature) == (home.key, feature)]
        works = next((one for one in tried if one.changed), None)
        if works is not None:
            told = f"No {_side(home)}, “{works.label}” muda a aparência da página."
            return "there", told, Proof(home, works.label)
        failed = next((one for one in tried if one.problem), None)
        if failed is not None:
            told = f"No {_side(home)}, “{failed.label}” não pôde ser experimentado: {failed.problem}."
            return "unknown", told, Proof(home, failed.label)
        if tried:
            pressed = ", ".join(f"“{one.label}”" for one in tried)
            return "gone", f"No {_side(home)}, {pressed} não muda nada na página.", Proof(home, tried[0].label)
        mark = next((one for one in marks_of(home) if is_control(one, feature, case.words)), None)
        if mark is None:
            return "gone", f"O {_side(home)} não tem {name}.", Proof(home, "")
        told = f"O {_side(home)} tem “{mark.label or mark.names[:40]}”, que não foi experimentado."
        return "there", told, Proof(home, mark.label or mark.names[:60])

    return lambda case: _by_sides(case, name, look)


def _accessibility(case: Case, home: Sight) -> Mark | None:
    links = (one for one in links_of(home) if is_at(one.url, case.words.accessibility_hosts))
    return first(home, case.words.accessibilities, hidden=True) or next(links, None)


def _breadcrumb(case: Case) -> Answer:
    def look(case: Case, home: Sight) -> State:
        every = {sight.key: sight for sight in (*case.gathered.around, *case.gathered.places)}
        inner = [
            sight
            for sight in every.values()
            if sight.side == home.side and sight.depth > 0 and not sight.problem and sight.views
        ]
        if not inner:
            return "unknown", f"Nenhuma página interna do {_side(home)} foi vista.", Proof(home, "")
        trails = [(sight, trail) for sight in inner if (trail := _trail(case, sight))]
        if 2 * len(trails) < len(inner):
            return "gone", f"As páginas internas do {_side(home)} não mostram o caminho até elas.", Proof(inner[0], "")
        if len(inner) >= TRAIL and len({trail for _, trail in trails}) == 1:
            return "gone", f"O caminho que o {_side(home)} mostra é o mesmo em todas as páginas.", Proof(*trails[0])
        return "there", f"O {_side(home)} mostra o caminho: “{trails[0][1]}”.", Proof(*trails[0])

    return _by_sides(case, "caminho das páginas (migalhas)", look)


def _trail(case: Case, sight: Sight) -> str:
    """The way to a page as it shows it; "" where it shows none."""
    for view in sight.views:
        for element in dom.parse(view.html).iter("nav", "ol", "ul", "div", "p", "span", "section"):
            named = normalize(" ".join(element.get(name) or "" for name in ("class", "id", "aria-label", "itemtype")))
            text = " ".join(element.text_content().split())
            if holds(named.replace("breadcrumblist", "breadcrumb"), case.words.breadcrumbs) and 0 < len(text) < 300:
                return text
    for block in blocks_of(sight):
        for line in block.text.split("\n"):
            if is_trail(case, line):
                return line
    return ""


def _site_map(case: Case) -> Answer:
    def look(case: Case, home: Sight) -> State:
        link = next((mark for mark in links_of(home) if holds(normalize(mark.label), case.words.site_maps)), None)
        every = (*case.gathered.places, *case.gathered.around)
        pages = [
            sight
            for sight in every
            if sight.side == home.side and sight.labels and holds(normalize(sight.labels[-1]), case.words.site_maps)
        ]
        read = next((sight for sight in pages if sight.answers), None)
        if read is not None and len({mark.url for mark in links_of(read)}) >= MANY_LINKS:
            return "there", f"O {_side(home)} tem um mapa com links para as suas seções.", Proof(read, read.title)
        if read is not None:
            return "gone", f"O mapa do {_side(home)} não traz links para as seções.", Proof(read, read.title)
        if link is None:
            return "gone", f"O {_side(home)} não tem mapa do site.", Proof(home, "")
        if ending(link.url) == "xml":
            return "gone", "O mapa do site é só para robôs (XML).", Proof(home, link.url)
        return "unknown", f"O {_side(home)} tem “{link.label}”, que não foi aberto.", Proof(home, link.label)

    return _by_sides(case, "mapa do site", look)


_FEATURES: Mapping[str, Callable[[Case], Answer]] = {
    "own_site": _own_site,
    "portal_link": _portal_link,
    "portal_link_home": _portal_link_home,
    "search": _search,
    "social_links": _social_links,
    "radar_button": _part(
        "botão do Radar da Transparência Pública",
        _radar,
        "A página inicial do {side} não tem o botão do Radar.",
        "O {side} leva direto ao Radar.",
    ),
    "accessibility_symbol": _part(
        "símbolo de acessibilidade",
        _accessibility,
        "O {side} não mostra o símbolo de acessibilidade.",
        "O {side} mostra “{label}”.",
    ),
    "breadcrumb": _breadcrumb,
    "contrast": _control("contrast", "alto contraste"),
    "text_size": _control("text_size", "meio de mudar o tamanho do texto"),
    "site_map": _site_map,
    "electronic_form": electronic_form,
    "simple_form": simple_form,
    "digital_services": digital_services,
    "open_data": open_data,
}
