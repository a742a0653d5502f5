"""A data set: puzzles with text, reasoning and partners, split so that no training puzzle is a renamed test puzzle.

Whole classes go to one side (`classes.py`). The rows are made by any number of processes and come in one order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from boxwright.blackboxes.reasoning.knights.data.certificate import certified, partner_row
from boxwright.blackboxes.reasoning.knights.language.surface import (
    answer_text,
    draw_surface,
    reasoning_text,
    render,
)
from boxwright.blackboxes.reasoning.knights.puzzles.classes import class_of
from boxwright.blackboxes.reasoning.knights.puzzles.edits import EDITS
from boxwright.blackboxes.reasoning.knights.puzzles.generating import check_count, generate
from boxwright.blackboxes.reasoning.knights.puzzles.specification import CannotBeMade, Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statements
from boxwright.blackboxes.reasoning.knights.puzzles.steps import MOST_STEPS, TooLong, reason, steps_as_json
from boxwright.blackboxes.seeds import derive

CHUNK = 200
"""Puzzles that a process works on at a time."""
FEWEST_CLASSES = 0.5
"""The smallest share of different classes among the puzzles for which a split means anything."""
LOOKED_AT = 2_000
"""Puzzles by which it is decided whether a split means anything."""


def rows_of(wanted: Specification, seed: int, language: str, count: int, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Yield rows with everything: certificate, text, steps, both partners. Raises: CannotBeMade."""
    check_count(wanted, count)
    work = partial(_rows, wanted, seed, language)
    puzzles = islice(generate(wanted, seed), count)
    for rows in _mapped(work, _chunks(puzzles), jobs):
        yield from rows


def _chunks(puzzles: Iterable[Statements]) -> Iterator[tuple[int, list[Statements]]]:
    source, first = iter(puzzles), 0
    while chunk := list(islice(source, CHUNK)):
        yield first, chunk
        first += len(chunk)


def _mapped(work: Any, chunks: Iterator[tuple[int, list[Statements]]], jobs: int) -> Iterator[list[dict[str, Any]]]:
    """Yield the results in order; with several processes a few chunks are under way at a time."""
    if jobs == 1:
        yield from map(work, chunks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[list[dict[str, Any]]]] = []
        try:
            for chunk in chunks:
                waiting.append(pool.submit(work, chunk))
                if len(waiting) > 3 * jobs:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _rows(wanted: Specification, seed: int, language: str, chunk: tuple[int, list[Statements]]) -> list[dict[str, Any]]:
    first, puzzles = chunk
    return [full_row(puzzle, wanted, seed, language, index) for index, puzzle in enumerate(puzzles, start=first)]


def full_row(puzzle: Statements, wanted: Specification, seed: int, language: str, index: int) -> dict[str, Any]:
    """Return a puzzle with its proof, its wording, its reasoning, and its worded partners."""
    row = certified(puzzle, wanted, seed, index)
    surface = draw_surface(len(puzzle), language, seed, row["id"])
    try:
        steps = reason(puzzle)
    except TooLong as error:
        raise CannotBeMade(
            f"puzzle {index} needs more than {MOST_STEPS:,} steps of reasoning; ask for fewer people"
        ) from error
    row |= {
        "text": render(puzzle, surface),
        "answer": answer_text(tuple(row["solution"]), surface),
        "steps": steps_as_json(steps),
        "reasoning": reasoning_text(puzzle, steps, surface),
        "surface": asdict(surface),
        "partners": {},
    }
    for kind in EDITS:
        made = partner_row(puzzle, wanted, kind, seed)
        kept: dict[str, Any] = {
            name: made[name] for name in ("statements", "solution", "id", "class", "edits") if name in made
        }
        if kept:
            other = tuple(tuple(said) for said in _tuples(made["statements"]))
            kept["text"] = render(other, surface)
        row["partners"][kind] = kept or None
    return row


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def check_split(wanted: Specification, seed: int, count: int) -> None:
    """Check that puzzles of a kind are different enough to be split. Raises: CannotBeMade with the reason."""
    looked_at = min(count, LOOKED_AT)
    puzzles = list(islice(generate(wanted, seed), looked_at))
    classes = len({class_of(puzzle) for puzzle in puzzles})
    if classes < FEWEST_CLASSES * looked_at:
        raise CannotBeMade(
            f"{looked_at:,} puzzles of {wanted.people} people are renamed copies of only {classes:,}: most of what is "
            "tested would have been trained on under other names, and so few say nothing; use more people"
        )


def sides(classes: Iterable[str], train: int, test: int, seed: int) -> Iterator[str]:
    """Yield for each puzzle, by its class, the side that it goes to: `train`, `test`, or empty for neither.

    A class stays on one side. Its side is drawn by hashing, until one is full.
    """
    room = {"train": train, "test": test}
    side_of: dict[bytes, str] = {}
    for name in classes:
        known = hashlib.blake2b(name.encode(), digest_size=8).digest()
        side = side_of.get(known)
        if side is None:
            drawn = "test" if derive(seed, "split", name) % (train + test) < test else "train"
            side = drawn if room[drawn] else ("train" if drawn == "test" else "test")
            side_of[known] = side
        if room[side]:
            room[side] -= 1
            yield side
        else:
            yield ""


def overlap(train: Sequence[str], test: Sequence[str]) -> int:
    """Return how many test puzzles are renamed training puzzles, by their classes."""
    seen = set(train)
    return sum(name in seen for name in test)
