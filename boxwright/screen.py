"""A console of rich on which no text can act: whatever it prints is made visible first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from boxwright.terminal import visible


class Screen(Console):
    """Only rich's own control segments and styles still act on the terminal."""

    def render_str(self, text: str, **options: Any) -> Text:
        """Make a text visible before it is measured, so that tables keep their columns."""
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make visible what came as something else than a text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
