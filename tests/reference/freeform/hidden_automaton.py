"""A finite automaton with six states that accepts or rejects after every letter."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
Question = dict[str, Any]


def open(seed: int) -> State:
    """Draw automata until one is minimal."""
    rng = random.Random(seed)
    while True:
        following = [[rng.randrange(6), rng.randrange(6)] for _ in range(6)]
        accepting = sorted(rng.sample(range(6), 3))
        if minimal(following, accepting):
            return {"next": following, "accepting": accepting, "asked": []}


def explore(state: State, text: str) -> dict[str, Any]:
    """One letter A or R per letter sent."""
    return {"state": {**state, "asked": [*state["asked"], text]}, "feedback": verdicts(state, text)}


def questions(state: State, seed: int, count: int) -> list[Question]:
    """Texts of 12 letters that begin no text asked before."""
    rng = random.Random(seed)
    chosen: list[str] = []
    while len(chosen) < count:
        text = "".join(rng.choice("ab") for _ in range(12))
        if text not in chosen and not any(asked.startswith(text) for asked in state["asked"]):
            chosen.append(text)
    prompt = "What comes back for this text? "
    return [{"prompt": prompt + t, "answer": verdicts(state, t), "comparator": "text"} for t in chosen]


def verdicts(state: State, text: str) -> str:
    """Run the automaton."""
    at, said = 0, ""
    for letter in text:
        at = state["next"][at]["ab".index(letter)]
        said += "A" if at in state["accepting"] else "R"
    return said


def minimal(following: list[list[int]], accepting: list[int]) -> bool:
    """Whether all states are reached from 0, and Moore's refinement leaves every state alone."""
    reached, waiting = {0}, [0]
    while waiting:
        new = set(following[waiting.pop()]) - reached
        reached |= new
        waiting += sorted(new)
    size = len(following)
    block: list[Any] = [number in accepting for number in range(size)]
    for _ in range(size):
        block = [(block[number], *(block[end] for end in following[number])) for number in range(size)]
        block = [sorted(set(block)).index(mark) for mark in block]
    return len(reached) == size and len(set(block)) == size
