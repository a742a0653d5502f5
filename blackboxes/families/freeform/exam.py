"""What an exam of a free-form black-box asks: sessions from their opening to the questions that end them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked, Blank
from boxwright.blackboxes.families.freeform.rules import SessionRules, checked_questions, checked_turn
from boxwright.blackboxes.types import Call
from boxwright.sandbox import values

FUNCTIONS = ("open", "explore", "questions")
DRAWING = ("open", "questions")
SESSIONS = 20
STEPS_EACH = 12
ASKED_EACH = 3
"""Questions that end a session."""


def ask(reference: Box[SessionRules], rng: Random) -> Iterator[Asked]:
    """Ask how each session opens, every step of it, and its questions."""
    for _ in range(SESSIONS):
        seed = rng.getrandbits(31)
        yield Asked({"seed": seed}, Call("open", (seed,)), lambda state: {"state": state})
        state = reference.call("open", seed)
        for _ in range(STEPS_EACH):
            text = reference.rules.draw(rng)
            yield Asked({"state": state, "input": text}, Call("explore", (state, text)), _turn)
            state = checked_turn(reference.call("explore", state, text))["state"]
        ending = {"state": state, "seed": rng.getrandbits(31), "count": ASKED_EACH}
        yield Asked(ending, Call("questions", tuple(ending.values())), _questions)


def _turn(reply: Any) -> Mapping[str, Any]:
    found = checked_turn(reply)
    return {"output": found["feedback"], "next": found["state"]}


def _questions(reply: Any) -> Mapping[str, Any]:
    return {"questions": checked_questions(reply, ASKED_EACH)}


def blanks(call: Call, value: Any, other: Any) -> list[Blank]:
    """Ask for the feedback on a text in a state, and for the state after it."""
    if call.function != "explore":
        return []
    return [Blank({"state": call.args[0], "input": call.args[1]}, call, ("output", "next"))]


def drawn(box: Box[SessionRules], rng: Random, count: int) -> list[Call]:
    """Return calls that open sessions, and that end sessions with questions, half of each."""
    opened = [Call("open", (rng.getrandbits(31),)) for _ in range(count - count // 2)]
    states = [reply.value for reply in box.replies(opened[: count // 2]) if reply.error is None]
    return [*opened, *(Call("questions", (state, rng.getrandbits(31), ASKED_EACH)) for state in states)]


def drawn_alike(one: Any, other: Any) -> bool:
    """Whether two states are the same, or two lists of questions ask the same, whatever their answers are."""
    return values.equal(_prompts(one), _prompts(other))


def _prompts(value: Any) -> Any:
    asked = isinstance(value, list) and all(isinstance(item, dict) and "prompt" in item for item in value)
    return [item["prompt"] for item in value] if asked else value
