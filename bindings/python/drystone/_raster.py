"""Pictures of worlds as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._engine import Aabb, DebugDraw, DebugStyle, Rot, Vec2, World, debug_color
from ._svg import fitted


class _Raster(DebugDraw):
    """Fills the pixels whose centres a primitive covers."""

    def __init__(self, width: int, height: int, view: Aabb) -> None:
        super().__init__()
        self.pixels = np.full((height, width, 3), 255, np.uint8)
        self.lower, self.pixel = view.lower, (view.upper.x - view.lower.x) / width
        self.xs = view.lower.x + (np.arange(width) + 0.5) * self.pixel
        self.ys = view.upper.y - (np.arange(height) + 0.5) * self.pixel

    def fill(self, lower: Vec2, upper: Vec2, distance: Any, style: DebugStyle, radius: float) -> None:
        """Fills where `distance(x, y)` from the core is at most the radius, and draws the border."""
        left, right = np.searchsorted(self.xs, [lower.x - radius, upper.x + radius])
        bottom, top = len(self.ys) - np.searchsorted(self.ys[::-1], [lower.y - radius, upper.y + radius])
        if left >= right or top >= bottom:
            return
        beyond = distance(self.xs[None, left:right], self.ys[top:bottom, None]) - radius
        color = debug_color(style)
        area = self.pixels[top:bottom, left:right]
        shade = np.array([color.red, color.green, color.blue], float)
        inside = beyond <= 0
        area[inside] = (0.55 * area[inside] + 0.45 * shade).astype(np.uint8)
        area[inside & (beyond > -1.5 * self.pixel)] = shade.astype(np.uint8)

    def polygon(self, points: list[Vec2], radius: float, style: DebugStyle) -> None:
        corners = np.array([tuple(p) for p in points])
        edges = np.roll(corners, -1, 0) - corners
        normals = np.stack([edges[:, 1], -edges[:, 0]], 1)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)

        def distance(x: Any, y: Any) -> Any:
            sides = [n[0] * (x - c[0]) + n[1] * (y - c[1]) for n, c in zip(normals, corners)]
            return np.max(np.broadcast_arrays(*sides), axis=0)

        self.fill(Vec2(*corners.min(0)), Vec2(*corners.max(0)), distance, style, radius)

    def circle(self, center: Vec2, radius: float, rotation: Rot, style: DebugStyle) -> None:
        self.fill(center, center, lambda x, y: np.hypot(x - center.x, y - center.y), style, radius)

    def capsule(self, a: Vec2, b: Vec2, radius: float, style: DebugStyle) -> None:
        d = b - a
        square = max(d.x * d.x + d.y * d.y, 1e-12)

        def distance(x: Any, y: Any) -> Any:
            t = np.clip(((x - a.x) * d.x + (y - a.y) * d.y) / square, 0, 1)
            return np.hypot(x - a.x - t * d.x, y - a.y - t * d.y)

        self.fill(Vec2(min(a.x, b.x), min(a.y, b.y)), Vec2(max(a.x, b.x), max(a.y, b.y)), distance, style, radius)

    def segment(self, a: Vec2, b: Vec2, style: DebugStyle) -> None:
        self.capsule(a, b, self.pixel, style)

    def point(self, position: Vec2, style: DebugStyle) -> None:
        self.circle(position, 2 * self.pixel, Rot(), style)


def rasterize(world: World, width: int, height: int, view: Aabb, **options: Any) -> NDArray[np.uint8]:
    """Returns a picture of a world as an array (height, width, 3) of bytes."""
    box, _ = fitted(view, width, height)
    painter = _Raster(width, height, box)
    world.debug_draw(painter, visible=box, **options)
    return painter.pixels
