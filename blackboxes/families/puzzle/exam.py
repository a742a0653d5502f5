"""What an exam of a puzzle asks: what seeds hide, the answers, and feedback on queries."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked, Blank
from boxwright.blackboxes.families.puzzle.rules import SEEDS
from boxwright.blackboxes.types import Call
from boxwright.sandbox import values

FUNCTIONS = ("new_hidden", "feedback", "solution")
DRAWING = ("new_hidden",)
HIDDEN_PARTS = 40
QUERIES_EACH = 6
"""Random queries for each hidden part, besides those at the edges of their form."""


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask of every seed what it hides, its answer, and queries at random turns."""
    form = reference.rules.query
    corners = list(form.corners())
    for part in range(HIDDEN_PARTS):
        seed = rng.getrandbits(31)
        hidden = reference.call("new_hidden", seed)
        yield Asked({"seed": seed}, Call("new_hidden", (seed,)), lambda value: {"hidden": value})
        yield Asked({"hidden": hidden}, Call("solution", (hidden,)), lambda value: {"solution": value})
        queries = [corners[part % len(corners)], *(form.draw(rng) for _ in range(QUERIES_EACH))]
        for query in [*queries, *(corners if part < 2 else [])]:
            turn = rng.randint(1, 20)
            call = Call("feedback", (hidden, query, turn))
            yield Asked({"hidden": hidden, "query": query, "turn": turn}, call, lambda value: {"feedback": value})


def blanks(call: Call, value: Any, other: Any) -> list[Blank]:
    """Ask for the feedback on a query, or for the solution of a hidden part."""
    if call.function == "solution":
        return [Blank({"hidden": call.args[0]}, call, ("solution",))]
    if call.function == "feedback":
        return [Blank(dict(zip(("hidden", "query", "turn"), call.args, strict=True)), call, ("feedback",))]
    return []


def drawn(box: Box[Any], rng: Random, count: int) -> list[Call]:
    """Return calls for what so many seeds hide."""
    return [Call("new_hidden", (rng.randrange(SEEDS),)) for _ in range(count)]


def drawn_alike(one: Any, other: Any) -> bool:
    """Whether two hidden parts are the same."""
    return values.equal(one, other)
