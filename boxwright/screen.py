"""A console of rich on which no text can act: whatever it prints is made visible first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from boxwright.terminal import visible

_WIDEST = 100_000


class Screen(Console):
    """Only rich's own control segments and styles still act on the terminal."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print; where there is no terminal, tables are as wide as they need to be, so that no cell is cut."""
        tables = [] if self.is_terminal else [each for each in objects if isinstance(each, Table)]
        before, wide = self.width, self.options.update(width=_WIDEST)
        self.width = max([before, *(Measurement.get(self, wide, table).maximum for table in tables)])
        try:
            super().print(*objects, **options)
        finally:
            self.width = before

    def render_str(self, text: str, **options: Any) -> Text:
        """Make a text visible before it is measured, so that tables keep their columns."""
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make visible what came as something else than a text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
