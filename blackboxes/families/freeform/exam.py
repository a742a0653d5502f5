"""What an exam of a free-form black-box asks: sessions from their opening to the questions that end them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Call
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.families.freeform.family import FreeformFamily, explored, questions

FUNCTIONS = ("open", "explore", "questions")
SESSIONS = 20
STEPS_EACH = 12
ASKED_EACH = 3
"""Questions that end a session."""


def ask(reference: Box, rng: Random) -> Iterator[Asked]:
    """Ask how each session opens, every step of it, and its questions."""
    family = reference.family
    assert isinstance(family, FreeformFamily)
    for _ in range(SESSIONS):
        seed = rng.getrandbits(31)
        yield Asked({"seed": seed}, Call("open", (seed,)), lambda state: {"state": state})
        state = reference.call("open", seed)
        for _ in range(STEPS_EACH):
            text = family.draw(reference.rules, rng)
            yield Asked({"state": state, "input": text}, Call("explore", (state, text)), _turn)
            state = explored(reference.call("explore", state, text))["state"]
        ending = {"state": state, "seed": rng.getrandbits(31), "count": ASKED_EACH}
        yield Asked(ending, Call("questions", tuple(ending.values())), _questions)


def _turn(reply: Any) -> Mapping[str, Any]:
    found = explored(reply)
    return {"output": found["feedback"], "next": found["state"]}


def _questions(reply: Any) -> Mapping[str, Any]:
    return {"questions": questions(reply, ASKED_EACH)}
