"""A map of municipalities, drawn from a mesh of their boundaries (GeoJSON) that whoever makes the report brings: no package holds one.

The IBGE hands out that of each state; a municipality is known by its code of seven digits, whatever the property is called.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transparency.items import UserError

WIDTH = 1000
"""Of the drawing; its height is what the boundaries need."""
MESH = "https://servicodados.ibge.gov.br/api/v3/malhas/estados/SIGLA?formato=application/vnd.geo+json&intrarregiao=municipio"
"""Where the IBGE hands out the mesh of a state."""
_CODE = re.compile(r"\d{7}")

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A municipality: its code, and the rings of its boundaries in degrees."""

    code: str
    rings: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Drawing:
    """Code → path of SVG, in a picture of ``WIDTH`` × ``height``."""

    height: int
    paths: dict[str, str]


def read_mesh(path: Path) -> list[Shape]:
    """The municipalities of a GeoJSON file. UserError when it is none, or has none."""
    try:
        found = json.loads(path.read_bytes())
        shapes = [shape for one in found["features"] if (shape := _shape(one))]
    except OSError as error:
        raise UserError(f"Não foi possível ler {path}.", f"{error.strerror}.") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        raise UserError(f"{path}: não é uma malha de municípios em GeoJSON.", f"O IBGE a dá em {MESH}") from None
    if not shapes:
        raise UserError(f"{path}: nenhum município com código do IBGE.", f"O IBGE dá a malha em {MESH}")
    return shapes


def _shape(feature: Mapping[str, Any]) -> Shape | None:
    """A feature with a code and an area."""
    told = [*(feature.get("properties") or {}).values(), feature.get("id")]
    code = next((str(one) for one in told if _CODE.fullmatch(str(one))), "")
    rings = tuple(_rings(feature.get("geometry") or {}))
    return Shape(code, rings) if code and rings else None


def _rings(geometry: Mapping[str, Any]) -> Iterator[tuple[Point, ...]]:
    areas = geometry.get("coordinates") or []
    for area in (
        [areas] if geometry.get("type") == "Polygon" else areas if geometry.get("type") == "MultiPolygon" else []
    ):
        for ring in area:
            points = tuple((float(point[0]), float(point[1])) for point in ring)
            if not all(math.isfinite(x) and math.isfinite(y) for x, y in points):
                raise ValueError("not a place")
            yield points


def draw(shapes: Sequence[Shape]) -> Drawing:
    """The municipalities, as wide as the drawing is. Degrees of longitude are as short as they are at its middle."""
    points = [point for shape in shapes for ring in shape.rings for point in ring]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    narrow = math.cos(math.radians((bottom + top) / 2))
    scale = WIDTH / max((right - left) * narrow, 1e-9)

    def place(point: Point) -> str:
        return f"{(point[0] - left) * narrow * scale:.1f} {(top - point[1]) * scale:.1f}"

    def path(shape: Shape) -> str:
        # Points that fall together at this size are one.
        return "".join(f"M{'L'.join(dict.fromkeys(map(place, ring)))}Z" for ring in shape.rings)

    return Drawing(max(1, math.ceil((top - bottom) * scale)), {shape.code: path(shape) for shape in shapes})
