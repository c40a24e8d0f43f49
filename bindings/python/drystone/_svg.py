"""Pictures of worlds as SVG."""

from __future__ import annotations

import importlib
import math
from html import escape
from typing import Any

from ._engine import Aabb, DebugDraw, DebugRole, DebugStyle, Rot, Vec2, World, debug_color

FILLED = {DebugRole.STATIC_SHAPE, DebugRole.KINEMATIC_SHAPE, DebugRole.DYNAMIC_SHAPE, DebugRole.BULLET_SHAPE,
          DebugRole.SLEEPING_SHAPE, DebugRole.SENSOR_SHAPE, DebugRole.DISABLED_SHAPE}


class Svg(str):
    """The text of an SVG picture; notebooks show it."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: Any) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def number(value: float) -> str:
    """Returns a coordinate in the shortest form that is exact to a tenth of a millimetre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class _Painter(DebugDraw):
    """Collects elements, with y down as SVG has it."""

    def __init__(self, pixel: float) -> None:
        super().__init__()
        self.pixel = pixel  # Size of a pixel [m].
        self.elements: list[str] = []

    def style(self, style: DebugStyle, width: float = 1.0) -> str:
        color = debug_color(style)
        text = f"rgb({color.red},{color.green},{color.blue})"
        fill = text if style.filled or style.role in FILLED else "none"
        opacity = f' fill-opacity="{number(0.45 * color.alpha / 255)}"' if fill != "none" else ""
        return f'fill="{fill}"{opacity} stroke="{text}" stroke-width="{number(width * self.pixel)}"'

    def polygon(self, points: list[Vec2], radius: float, style: DebugStyle) -> None:
        corners = " ".join(f"{number(p.x)},{number(-p.y)}" for p in points)
        look = self.style(style, 1.0 + 2.0 * radius / self.pixel)
        self.elements.append(f'<polygon points="{corners}" stroke-linejoin="round" {look}/>')

    def circle(self, center: Vec2, radius: float, rotation: Rot, style: DebugStyle) -> None:
        x, y = center
        self.elements.append(f'<circle cx="{number(x)}" cy="{number(-y)}" r="{number(radius)}" {self.style(style)}/>')
        self.segment(center, Vec2(x + radius * rotation.c, y + radius * rotation.s), style)

    def capsule(self, a: Vec2, b: Vec2, radius: float, style: DebugStyle) -> None:
        angle = math.atan2(b.y - a.y, b.x - a.x)
        dx, dy = -radius * math.sin(angle), radius * math.cos(angle)
        r = number(radius)
        path = (f"M{number(a.x + dx)},{number(-a.y - dy)}A{r},{r} 0 0 0 {number(a.x - dx)},{number(-a.y + dy)}"
                f"L{number(b.x - dx)},{number(-b.y + dy)}A{r},{r} 0 0 0 {number(b.x + dx)},{number(-b.y - dy)}Z")
        self.elements.append(f'<path d="{path}" {self.style(style)}/>')

    def segment(self, a: Vec2, b: Vec2, style: DebugStyle) -> None:
        self.elements.append(f'<line x1="{number(a.x)}" y1="{number(-a.y)}" x2="{number(b.x)}" y2="{number(-b.y)}" '
                             f"{self.style(style)}/>")

    def point(self, position: Vec2, style: DebugStyle) -> None:
        look = self.style(style.replace(filled=True))
        self.elements.append(f'<circle cx="{number(position.x)}" cy="{number(-position.y)}" '
                             f'r="{number(2 * self.pixel)}" {look}/>')

    def text(self, position: Vec2, text: str, style: DebugStyle) -> None:
        color = debug_color(style)
        self.elements.append(f'<text x="{number(position.x)}" y="{number(-position.y)}" '
                             f'font-size="{number(12 * self.pixel)}" '
                             f'fill="rgb({color.red},{color.green},{color.blue})">{escape(text)}</text>')


def bounds(world: World, largest: float = 1e4) -> Aabb:
    """Returns the box around the shapes of a world, without those of more than `largest` metres."""
    boxes = [shape.aabb for shape in world.shapes]
    boxes = [box for box in boxes if min(*box.lower) > -largest and max(*box.upper) < largest]
    if not boxes:
        return Aabb((-1, -1), (1, 1))
    return Aabb((min(box.lower.x for box in boxes), min(box.lower.y for box in boxes)),
                (max(box.upper.x for box in boxes), max(box.upper.y for box in boxes)))


def fitted(box: Aabb, width: int, height: int | None) -> tuple[Aabb, int]:
    """Returns a box with a border and the proportions of the picture, and the height of the picture."""
    size, center = box.upper - box.lower, 0.5 * (box.lower + box.upper)
    half_x, half_y = 0.525 * max(size.x, 1e-3), 0.525 * max(size.y, 1e-3)
    if height is None:
        height = max(min(round(width * half_y / half_x), 2 * width), width // 4)
    half_x, half_y = max(half_x, half_y * width / height), max(half_y, half_x * height / width)
    return Aabb(center - (half_x, half_y), center + (half_x, half_y)), height


def draw(world: World, *, width: int = 640, height: int | None = None, view: Aabb | None = None,
         background: str = "#fff", axes: Any = None, **options: Any) -> Any:
    """Returns a picture of the world as it is after the last step, which notebooks show.

    `view` is the box that is shown [m], by default one around all shapes; `options` are members of
    `DebugDrawOptions`, such as `contact_points=True`. With `axes`, of matplotlib, the world is drawn on them instead, in
    metres, and they are returned.

    >>> import drystone
    >>> world = drystone.World()
    >>> shape = world.create_shape(world.create_body(), drystone.Circle(radius=1))
    >>> picture = world.draw(width=100)
    >>> picture.count("<circle"), picture[:26]
    (1, '<svg xmlns="http://www.w3.')
    """
    if axes is not None:
        return importlib.import_module("drystone._axes").draw_on_axes(world, axes, view, options)
    box, height = fitted(bounds(world) if view is None else view, width, height)
    size = box.upper - box.lower
    painter = _Painter(size.x / width)
    world.debug_draw(painter, visible=box, **options)
    frame = f'{number(box.lower.x)} {number(-box.upper.y)} {number(size.x)} {number(size.y)}'
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{frame}">'
               f'<rect x="{number(box.lower.x)}" y="{number(-box.upper.y)}" width="{number(size.x)}" '
               f'height="{number(size.y)}" fill="{escape(background)}"/>' + "".join(painter.elements) + "</svg>")
