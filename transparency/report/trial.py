"""The report of a training in words (Markdown): what it learned from, what the trial by portals showed, what follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from transparency.classify.confidence import KINDS, MatchModel
from transparency.eval.training import SURE, Ranking, Trial
from transparency.report.rendering import moment

FEATURES = {
    "score": "nota do achado", "words": "nota só das palavras do rótulo", "weak": "rótulo que só pode nomear o item",
    "context": "quanto o contexto confirma", "rows": "registros (log)", "few": "um registro só", "columns": "colunas (log)",
    "fit": "colunas que nomeiam itens do critério", "share": "itens do critério dados como publicados", "pages": "páginas (log)",
    "rivals": "outros rótulos que serviriam (log)", "shared": "outros itens no mesmo rótulo (log)",
    "foreign": "rótulo tomado também por outro critério", "typed": "valores do tipo esperado", "steps": "passos até a página (log)",
    "unfilled": "o rótulo existe sem dados", "near": "rótulo mais parecido, em qualquer lugar",
    "inside": "rótulo mais parecido, em registros do critério", "nothing": "nada do critério publicado",
    "criterion pages": "páginas com registros do critério (log)",
}  # fmt: skip
"""What the features mean, for people; ``shape …`` and ``type …`` name a shape of records and a type of values."""


def markdown(model: MatchModel, trial: Trial) -> str:
    """The whole report (Portuguese)."""
    unknown = [f"- Fora do gabarito, não contados: {', '.join(trial.unknown)}"] if trial.unknown else []
    lines = [
        "# Treino do modelo de vereditos",
        "",
        f"- Quando: {moment(trial.trained)}",
        f"- Casos: {trial.cases} vereditos conferidos, de {trial.audits} auditorias de {trial.portals} portais",
        "- Prova: cada portal foi avaliado por um modelo que não viu nenhum caso dele (um portal de fora por vez)",
        f"- O modelo só é usado onde a prova o mostra melhor que as regras em {SURE:.0%} das reamostragens de portais",
        *unknown,
        "",
        "## Onde é usado",
        "",
        *_table(
            ("Tipo de veredito", "Casos", "Errados", "Ordem da revisão", "Recusa abaixo de", "Por quê"),
            (
                (
                    KINDS[kind],
                    told.cases,
                    f"{told.wrong} em {told.portals_wrong} portais",
                    "modelo" if told.use.order else "regras",
                    f"{told.use.least:.0%}" if told.use.least else "nunca",
                    told.why,
                )
                for kind, told in trial.kinds.items()
            ),
        ),
        "",
        "## Ordem da revisão: achar primeiro o que está errado",
        "",
        "Área: sob a curva ROC. Precisão média: dos errados. Primeiro décimo: parte dos errados que está no décimo da fila que se vê primeiro.",
        "",
        *_table(
            ("Vereditos", "Quem ordena", "Área", "Precisão média", "Primeiro décimo", "Reamostragens a favor"),
            [
                row
                for kind, told in trial.kinds.items()
                for row in (
                    (KINDS[kind], "regras", *_ranking(told.rules), ""),
                    (KINDS[kind], "modelo", *_ranking(told.model), _figure(told.sure)),
                )
            ]
            + [
                ("**todos, numa fila só**", "regras", *_ranking(trial.queue_rules), ""),
                ("**todos, numa fila só**", "regras e modelo", *_ranking(trial.queue), _figure(trial.queue_sure)),
            ],
        ),
        "",
        "## Vereditos: regras, e regras com o que o modelo recusa",
        "",
        *_table(
            ("Critério", "Recall", "Precisão", "F1", "Recall com modelo", "Precisão com modelo", "F1 com modelo"),
            [(name, *_measures(rules), *_measures(both)) for name, (rules, both) in trial.criteria.items()]
            + [("**todos**", *_measures(trial.rules), *_measures(trial.both))],
        ),
        "",
        "Recusas na prova: "
        + "; ".join(
            f"{KINDS[kind]}: {told.turned}, das quais {told.turned_wrong} erradas"
            for kind, told in trial.kinds.items()
            if kind != "ausente"
        )
        + ".",
        "",
        "## Confiança e o que se confirmou",
        "",
        f"Erro quadrático médio (Brier): {_figure(trial.brier)}; só com a taxa média de acerto: {_figure(trial.brier_base)}.",
        "",
        *_table(
            ("Confiança", "Casos", "Média", "Certos"),
            (
                (f"{low:.0%} a {high:.0%}", n, _figure(mean), _figure(right))
                for low, high, n, mean, right in trial.calibration
            ),
        ),
        "",
        "## O que pesa",
        "",
        "Pesos sobre valores padronizados; positivo: mais confiança no veredito.",
    ]
    for status, part in model.parts.items():
        weights = sorted(part.weights.items(), key=lambda pair: -abs(pair[1][2]))
        named = ((FEATURES.get(name, f"`{name}`"), _figure(weight)) for name, (_, _, weight) in weights)
        title = {"published": "Publicados", "absent": "Ausentes"}[status]
        lines += ["", f"### {title}", "", *_table(("Característica", "Peso"), named)]
    return "\n".join(lines) + "\n"


def _table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> list[str]:
    head = list(head)
    return [_row(head), _row(["---"] * len(head)), *map(_row, rows)]


def _row(cells: Iterable[Any]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".replace(".", ",")


def _ranking(told: Ranking) -> list[str]:
    return [_figure(told.area), _figure(told.precision), _figure(told.first)]


def _measures(counts: dict[str, Any]) -> list[str]:
    return [_figure(counts[name]) for name in ("recall", "precision", "f1")]
