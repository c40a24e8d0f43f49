"""Films of worlds."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from typing import Any

from ._engine import Aabb, World
from ._svg import Svg, bounds, draw


class Film:
    """Pictures one after another: notebooks play them, `save` writes a page that plays them by itself."""

    def __init__(self, pictures: list[Svg], seconds_per_picture: float) -> None:
        self.pictures, self.seconds_per_picture = pictures, seconds_per_picture

    def __len__(self) -> int:
        return len(self.pictures)

    def _repr_html_(self) -> str:
        return f'<iframe style="border:0;width:100%;height:480px" srcdoc="{escape(self.page())}"></iframe>'

    def page(self) -> str:
        """Returns an HTML page that plays the film and can be stopped and moved by a slider."""
        pictures = json.dumps([str(p) for p in self.pictures]).replace("</", "<\\/")
        return (f"<!doctype html><meta charset=utf-8><div id=p></div>"
                f"<button id=b>stop</button><input id=s type=range min=0 max={len(self) - 1} value=0>"
                f"<script>const f={pictures},p=document.getElementById('p'),s=document.getElementById('s'),"
                f"b=document.getElementById('b');let on=true;const show=i=>{{p.innerHTML=f[i];s.value=i}};"
                f"b.onclick=()=>{{on=!on;b.textContent=on?'stop':'play'}};s.oninput=()=>{{on=false;b.textContent='play';"
                f"show(+s.value)}};show(0);setInterval(()=>{{if(on)show((+s.value+1)%f.length)}},"
                f"{1000 * self.seconds_per_picture:.3f})</script>")

    def save(self, path: Any) -> None:
        """Writes the page of the film to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page())


def film(world: World, seconds: float, *, time_step: float = 1 / 60, sub_steps: int = 4, rate: float = 30,
         view: Aabb | None = None, control: Callable[[World, float], None] | None = None, **picture: Any) -> Film:
    """Steps a world for some seconds and returns a film of it.

    `control(world, time)` is called before each step; `rate` is the number of pictures a second; the other parameters
    are those of `World.draw`. The view is that of the first picture.

    >>> import drystone
    >>> world = drystone.World()
    >>> body = world.create_body(position=(0, 1))
    >>> shape = world.create_shape(body, drystone.Circle(radius=0.5))
    >>> movie = drystone.film(world, 0.5, rate=10)
    >>> len(movie), round(body.position.y, 1)
    (6, -0.2)
    """
    box = bounds(world) if view is None else view
    pictures = [draw(world, view=box, **picture)]
    steps = round(seconds / time_step)
    for step in range(steps):
        if control is not None:
            control(world, step * time_step)
        world.step(time_step, sub_steps)
        if len(pictures) <= (step + 1) * time_step * rate + 1e-6:
            pictures.append(draw(world, view=box, **picture))
    return Film(pictures, 1 / rate)
