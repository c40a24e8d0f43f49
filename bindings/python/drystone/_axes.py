"""Pictures of worlds on axes of matplotlib."""

from __future__ import annotations

import importlib
import math
from typing import Any

from ._engine import Aabb, DebugDraw, DebugStyle, Rot, Vec2, World, debug_color
from ._svg import FILLED, bounds, fitted


def outline(points: list[Vec2], radius: float) -> list[tuple[float, float]]:
    """Returns the outline of a convex core with a radius, round corners as chords of 15 degrees at most."""
    if radius <= 0 or len(points) < 2:
        return [(p.x, p.y) for p in points]
    result = []
    for before, here, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1]):
        start = math.atan2(before.x - here.x, here.y - before.y)  # Of the normal, to the right of the edge.
        turn = (math.atan2(here.x - after.x, after.y - here.y) - start) % (2 * math.pi)
        chords = max(1, math.ceil(turn / math.radians(15)))
        angles = [start + turn * i / chords for i in range(chords + 1)]
        result += [(here.x + radius * math.cos(a), here.y + radius * math.sin(a)) for a in angles]
    return result


class _AxesPainter(DebugDraw):
    """Adds patches and lines to axes."""

    def __init__(self, axes: Any) -> None:
        super().__init__()
        self.axes = axes
        self.patches: Any = importlib.import_module("matplotlib.patches")
        self.lines: Any = importlib.import_module("matplotlib.lines")

    @staticmethod
    def color(style: DebugStyle) -> tuple[float, float, float]:
        color = debug_color(style)
        return color.red / 255, color.green / 255, color.blue / 255

    def look(self, style: DebugStyle) -> dict[str, Any]:
        color = self.color(style)
        filled = style.filled or style.role in FILLED
        face: Any = (*color, 0.45 * debug_color(style).alpha / 255) if filled else "none"
        return {"edgecolor": color, "facecolor": face, "linewidth": 0.8}

    def polygon(self, points: list[Vec2], radius: float, style: DebugStyle) -> None:
        self.axes.add_patch(self.patches.Polygon(outline(points, radius), closed=True, **self.look(style)))

    def circle(self, center: Vec2, radius: float, rotation: Rot, style: DebugStyle) -> None:
        self.axes.add_patch(self.patches.Circle((center.x, center.y), radius, **self.look(style)))
        self.segment(center, Vec2(center.x + radius * rotation.c, center.y + radius * rotation.s), style)

    def capsule(self, a: Vec2, b: Vec2, radius: float, style: DebugStyle) -> None:
        self.polygon([a, b], radius, style)

    def segment(self, a: Vec2, b: Vec2, style: DebugStyle) -> None:
        self.axes.add_line(self.lines.Line2D([a.x, b.x], [a.y, b.y], color=self.color(style), linewidth=0.8))

    def point(self, position: Vec2, style: DebugStyle) -> None:
        self.axes.add_line(self.lines.Line2D([position.x], [position.y], color=self.color(style), marker="o", markersize=3))

    def text(self, position: Vec2, text: str, style: DebugStyle) -> None:
        self.axes.text(position.x, position.y, text, color=self.color(style), fontsize=7)


def draw_on_axes(world: World, axes: Any, view: Aabb | None, options: dict[str, Any]) -> Any:
    """Draws a world on axes, which then show `view`, by default all shapes; returns the axes."""
    box = fitted(bounds(world), 640, None)[0] if view is None else view
    world.debug_draw(_AxesPainter(axes), visible=box, **options)
    axes.set_aspect("equal")
    axes.set_xlim(box.lower.x, box.upper.x)
    axes.set_ylim(box.lower.y, box.upper.y)
    return axes
