"""Charts as inline SVG, drawn by hand: no script, no font, nothing fetched. Text is escaped; colours come with dashes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from transparency.eval.summary import Curve, Stat

# Told apart by colour-blind people too (Okabe and Ito), and in print by their dashes.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#000000", "#7f3c8d", "#6b7280", "#b3003c")
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 5", "4 2", "1 4", "6 2 2 2", "3 6", "14 3")
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 12, 42
"""Margins of a chart, in its own units."""


def decimal(value: float | None, digits: int = 0) -> str:
    """A number the Brazilian way, ``1.234,5``; a dash for none."""
    if value is None or not math.isfinite(value):
        return "–"
    shown = f"{value:,.{digits}f}"
    if float(shown.replace(",", "")) == 0:
        shown = shown.lstrip("-")
    return shown.replace(",", " ").replace(".", ",").replace(" ", ".").replace("-", "−")


def ticks(most: float, wanted: int = 5) -> list[float]:
    """Round values from 0 up to ``most`` or the first one above it."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / wanted
    size = 10 ** math.floor(math.log10(rough))
    step = next(s * size for s in (1, 2, 2.5, 5, 10) if s * size >= rough * 0.999)
    return [round(step * n, 10) for n in range(math.ceil(most / step - 1e-9) + 1)]


def digits_for(values: Sequence[float]) -> int:
    """Digits after the comma that tell these ticks apart."""
    return next((d for d in range(4) if all(abs(v - round(v, d)) < 1e-9 for v in values)), 4)


def styled(labels: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Label → (colour, dashes)."""
    return {name: (COLOURS[n % len(COLOURS)], DASHES[n % len(DASHES)]) for n, name in enumerate(labels)}


def curves_chart(curves: Mapping[str, Curve], labels: Sequence[str], across: str, name: str) -> Markup:
    """Share found (median and quartiles over towns) against nodes. ``across``: what the horizontal axis counts."""
    width, height = 720, 340
    style = styled(labels)
    most = max((curve.at[-1] for curve in curves.values()), default=1.0)
    xs, ys = ticks(most, 8), [0.0, 0.25, 0.5, 0.75, 1.0]

    def x(value: float) -> float:
        return LEFT + value / most * (width - LEFT - RIGHT)

    def y(value: float) -> float:
        return height - BOTTOM - value * (height - TOP - BOTTOM)

    parts = [_rule(LEFT, y(v), width - RIGHT, y(v)) + _text(LEFT - 7, y(v) + 4, f"{v * 100:.0f}%", "end") for v in ys]
    parts += [_text(x(v), height - BOTTOM + 17, decimal(v, digits_for(xs)), "middle") for v in xs if v <= most]
    parts.append(_text((LEFT + width - RIGHT) / 2, height - 6, across, "middle", "eixo"))
    shown = [(one, curves[one]) for one in labels if one in curves]
    for one, curve in shown:
        band = [*zip(curve.at, curve.high, strict=True), *reversed(list(zip(curve.at, curve.low, strict=True)))]
        parts.append(Markup('<polygon points="{}" fill="{}" opacity=".1"/>').format(_points(band, x, y), style[one][0]))
    for one, curve in shown:
        line = _points(list(zip(curve.at, curve.median, strict=True)), x, y)
        parts.append(
            Markup('<polyline points="{}" fill="none" stroke="{}" stroke-width="2.2" stroke-dasharray="{}"/>').format(
                line, *style[one]
            )
        )
    return _svg(width, height, name, parts)


def ranges_chart(
    stats: Mapping[str, Stat | None], labels: Sequence[str], title: str, unit: float, digits: int
) -> Markup:
    """One figure per strategy: the mean as a dot, its interval as a line, the median as a tick."""
    shown = [(one, s) for one in labels if (s := stats.get(one)) is not None]
    width, line, left = 340, 30, 112
    height = TOP + 14 + line * len(shown) + 24
    style = styled(labels)
    values = [v / unit for _, s in shown for v in (s.mean, s.median, s.low, s.high) if v is not None]
    xs = ticks(max(values, default=1.0), 4)

    def x(value: float) -> float:
        return left + value / xs[-1] * (width - left - RIGHT - 8)

    parts = [_text(0, TOP, title, "start", "nome")]
    for v in xs:
        parts.append(_rule(x(v), TOP + 14, x(v), height - 22))
        parts.append(_text(x(v), height - 7, decimal(v, digits_for(xs)), "middle"))
    for n, (one, s) in enumerate(shown):
        y = TOP + 14 + line * (n + 0.5)
        colour = style[one][0]
        parts.append(_text(left - 8, y + 4, one, "end"))
        if s.low is not None and s.high is not None:
            parts.append(
                Markup(
                    '<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" stroke-width="3" opacity=".45"/>'
                ).format(x(s.low / unit), y, x(s.high / unit), y, colour)
            )
        m = x(s.median / unit)
        parts.append(
            Markup(
                '<line x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}" stroke="{3}" stroke-width="1.6"/>'
            ).format(m, y - 7, y + 7, colour)
        )
        parts.append(
            Markup('<circle cx="{:.1f}" cy="{:.1f}" r="4.5" fill="{}"><title>{}</title></circle>').format(
                x(s.mean / unit),
                y,
                colour,
                f"{one}: média {decimal(s.mean / unit, digits)}, mediana {decimal(s.median / unit, digits)}",
            )
        )
    return _svg(width, height, title, parts)


def towns_chart(values: Mapping[str, Mapping[str, float]], labels: Sequence[str], across: str, name: str) -> Markup:
    """A row per town, a dot per strategy. ``values``: town → label → figure."""
    style = styled(labels)
    width, line, left = 720, 26, 190
    height = TOP + line * len(values) + BOTTOM
    xs = ticks(max((v for of in values.values() for v in of.values()), default=1.0), 8)

    def x(value: float) -> float:
        return left + value / xs[-1] * (width - left - RIGHT - 8)

    parts = [_rule(x(v), TOP, x(v), height - BOTTOM) for v in xs]
    parts += [_text(x(v), height - BOTTOM + 17, decimal(v, digits_for(xs)), "middle") for v in xs]
    parts.append(_text((left + width - RIGHT) / 2, height - 6, across, "middle", "eixo"))
    for n, (town, of) in enumerate(values.items()):
        y = TOP + line * (n + 0.5)
        parts.append(_text(left - 8, y + 4, town if len(town) <= 27 else f"{town[:26]}…", "end"))
        for one in labels:
            if one in of:
                told = f"{town}, {one}: {decimal(of[one], 2)}"
                parts.append(
                    Markup(
                        '<circle cx="{:.1f}" cy="{:.1f}" r="4.5" fill="{}" fill-opacity=".75"><title>{}</title></circle>'
                    ).format(x(of[one]), y, style[one][0], told)
                )
    return _svg(width, height, name, parts)


def legend(labels: Sequence[str]) -> Markup:
    """Which colour and which dashes are whose."""
    entry = Markup(
        '<span><svg width="30" height="10" aria-hidden="true"><line x1="1" y1="5" x2="29" y2="5" stroke="{}" stroke-width="3" stroke-dasharray="{}"/></svg>{}</span>'
    )
    return Markup('<p class="legenda">{}</p>').format(
        Markup(" ").join(entry.format(*style, one) for one, style in styled(labels).items())
    )


def _points(pairs: Sequence[tuple[float, float]], x: Callable[[float], float], y: Callable[[float], float]) -> str:
    return " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in pairs)


def _rule(x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="grade" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(x1, y1, x2, y2)


def _text(x: float, y: float, text: str, anchor: str, style: str = "") -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>').format(x, y, anchor, style, text)


def _svg(width: float, height: float, name: str, parts: Sequence[Markup]) -> Markup:
    return Markup(
        '<svg class="grafico" viewBox="0 0 {:.0f} {:.0f}" style="max-width:{:.0f}px" role="img" aria-label="{}">{}</svg>'
    ).format(width, height, width * 1.25, name, Markup("").join(parts))
