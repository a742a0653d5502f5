"""Puzzles with what proves them, as rows of a file, and checking such rows again from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxwright.blackboxes.reasoning.knights.language.surface import parse, read_surface
from boxwright.blackboxes.reasoning.knights.language.tongue import Misread
from boxwright.blackboxes.reasoning.knights.puzzles.classes import class_of
from boxwright.blackboxes.reasoning.knights.puzzles.edits import EditKind, partner
from boxwright.blackboxes.reasoning.knights.puzzles.files import Line, read_world, written
from boxwright.blackboxes.reasoning.knights.puzzles.generating import puzzle_id
from boxwright.blackboxes.reasoning.knights.puzzles.solver import every_solution, solutions
from boxwright.blackboxes.reasoning.knights.puzzles.specification import Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statements, World, fits
from boxwright.blackboxes.reasoning.knights.puzzles.steps import check, solution_of, steps_of_json
from boxwright.blackboxes.seeds import stream


def certified(puzzle: Statements, wanted: Specification, seed: int, index: int) -> dict[str, Any]:
    """Return a drawn puzzle as a row: its solution (all of them, if several), id, class, seed and specification."""
    found = solutions(puzzle) if wanted.solutions == "one" else every_solution(puzzle)
    row: dict[str, Any] = {"statements": written(puzzle), "solution": list(found[0])}
    if wanted.solutions == "several":
        answer = found[int(stream(seed, puzzle_id(puzzle), "answer").random() * len(found))]
        row |= {"solution": list(answer), "solutions": [list(world) for world in found]}
    return {
        **row,
        "id": puzzle_id(puzzle),
        "class": class_of(puzzle),
        "seed": seed,
        "index": index,
        "specification": wanted.model_dump(mode="json"),
    }


def partner_row(puzzle: Statements, wanted: Specification, kind: EditKind, seed: int) -> dict[str, Any]:
    """Return the perturbed partner of a puzzle as a row. Raises: FaultyPuzzle, CannotBeMade."""
    base = puzzle_id(puzzle)
    edited = partner(puzzle, wanted, kind, stream(seed, "knights", base, "perturbation", kind))
    if edited is None:
        return {"base": base, "kind": kind, "impossible": True}
    return {
        "statements": written(edited.statements),
        "solution": list(edited.solution),
        "id": puzzle_id(edited.statements),
        "class": class_of(edited.statements),
        "base": base,
        "kind": kind,
        "person": edited.person,
        "edits": edited.valid,
        "seed": seed,
        "specification": wanted.model_dump(mode="json"),
    }


def faults(line: Line) -> list[str]:
    """Return what is wrong with a row, one sentence each."""
    puzzle, row = line.puzzle, line.row
    found = list(_solution_faults(puzzle, row))
    for name, now in (("id", puzzle_id), ("class", class_of)):
        if name in row and row[name] != now(puzzle):
            found.append(f"its `{name}` is {row[name]!r}, but the statements give {now(puzzle)!r}")
    if "steps" in row:
        found += _step_faults(puzzle, row["steps"])
    if "text" in row:
        found += _text_faults(puzzle, row)
    return found


def _text_faults(puzzle: Statements, row: Any) -> list[str]:
    surface = read_surface(row.get("surface"), len(puzzle))
    if surface is None:
        return ["its `text` cannot be read without a `surface` as `boxwright knights render` writes it"]
    try:
        return [] if parse(row["text"], surface) == puzzle else ["its `text` says something else than its statements"]
    except Misread as error:
        return [f"its `text` {error}"]


def _solution_faults(puzzle: Statements, row: Any) -> Iterator[str]:
    wanted = row.get("specification") or {}
    several = isinstance(wanted, dict) and wanted.get("solutions") == "several"
    worlds = solutions(puzzle)
    if not worlds:
        yield "no assignment of roles fits the statements"
    elif several != (len(worlds) > 1):
        yield "only one assignment of roles fits, but several were wanted" if several else "several assignments fit"
    if "solution" in row:
        stated = read_world(row["solution"], len(puzzle))
        if stated is None:
            yield "`solution` must be one true (knight) or false (knave) per person"
        elif not fits(puzzle, stated):
            yield f"its `solution` does not fit{_instead(worlds)}"


def _instead(worlds: list[World]) -> str:
    return f"; {[bool(role) for role in worlds[0]]} does" if len(worlds) == 1 else ""


def _step_faults(puzzle: Statements, data: Any) -> list[str]:
    steps = steps_of_json(data)
    if steps is None:
        return ["`steps` must be a list of steps as `boxwright knights reason` writes them"]
    wrong = check(puzzle, steps)
    if wrong:
        return [f"its steps prove nothing: {wrong}"]
    world = solution_of(steps)
    return [] if world is None or fits(puzzle, world) else ["its steps end with roles that do not fit"]
