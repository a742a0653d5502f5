"""`knights render`: wording puzzles, in English or Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.knights.lines import file_argument, out_option, puzzles_in, say_written, write_rows


@click.command("render")
@file_argument
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides names and ways of reporting.")
@click.option(
    "--wording",
    type=click.Choice(["names", "roles", "order", "flip"]),
    multiple=True,
    help="Change one thing: uncommon names, other role words, reordered claims, exchanged role words; may be repeated.",
)
@click.option("--steps", is_flag=True, help="Word the reasoning too.")
@out_option
def render_command(
    file: str, language: str, seed: int, wording: tuple[Any, ...], steps: bool, out: Path | None
) -> None:
    """Word every puzzle in FILE. The text can be read back into the puzzle, and `check` does so.

    A line has what it had, and `text`, `names`, `answer` (for one solution), with --steps `reasoning`.
    """
    from boxwright.blackboxes.reasoning.knights.language.surface import (
        answer_text,
        draw_surface,
        reasoning_text,
        render,
    )
    from boxwright.blackboxes.reasoning.knights.puzzles.generating import puzzle_id
    from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
    from boxwright.blackboxes.reasoning.knights.puzzles.steps import TooLong, reason, steps_as_json

    def rows() -> Iterator[dict[str, Any]]:
        for line in puzzles_in(file):
            identifier = puzzle_id(line.puzzle)
            base = str(line.row.get("base", identifier))
            try:
                surface = draw_surface(len(line.puzzle), language, seed, base)
                for change in dict.fromkeys(wording):
                    surface = surface.changed(change, seed, base)
                row = {**line.row, "text": render(line.puzzle, surface), "names": surface.people}
                if steps:
                    chain = reason(line.puzzle)
                    row |= {"steps": steps_as_json(chain), "reasoning": reasoning_text(line.puzzle, chain, surface)}
            except TooLong as error:
                raise line.fault("the reasoning is too long to be worded; leave out --steps") from error
            except BoxwrightError as error:
                raise line.fault(str(error)) from error
            worlds = solutions(line.puzzle)
            row |= {"answer": answer_text(worlds[0], surface)} if len(worlds) == 1 else {}
            yield {**row, "surface": asdict(surface)}

    say_written(write_rows(rows(), out), out, "puzzles worded")
