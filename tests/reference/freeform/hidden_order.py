"""Words are sorted by a criterion that hangs on an order of letters, which is drawn."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
Question = dict[str, Any]


def open(seed: int) -> State:
    """An order of the letters."""
    letters = list("abcdef")
    random.Random(seed).shuffle(letters)
    return {"letters": "".join(letters)}


def explore(state: State, text: str) -> dict[str, Any]:
    """Sort the first two words."""
    words = [word for word in text.split(" ") if word]
    return {"state": state, "feedback": " ".join(in_order(state, words[:2])) or "-"}


def questions(state: State, seed: int, count: int) -> list[Question]:
    """Five words each, that are not in order already."""
    rng = random.Random(seed)
    asked: list[Question] = []
    while len(asked) < count:
        question = about_order(state, rng)
        if question is not None and question not in asked:
            asked.append(question)
    return asked


def about_order(state: State, rng: random.Random) -> Question | None:
    """Five different words; None if they are in order already."""
    words: list[str] = []
    while len(words) < 5:
        word = drawn(rng)
        words += [] if word in words else [word]
    answer = in_order(state, words)
    prompt = "In which order does the criterion put these words? " + " ".join(words)
    return None if answer == words else {"prompt": prompt, "answer": answer, "comparator": "sequence"}


def drawn(rng: random.Random) -> str:
    """A word of one to six letters."""
    return "".join([rng.choice("abcdef") for _ in range(rng.randint(1, 6))])


def in_order(state: State, words: list[str]) -> list[str]:
    """Sort by how often the first letter is there, then by the letters from the last one back."""

    def key(word: str) -> tuple[int, list[int]]:
        letters = state["letters"]
        return word.count(letters[0]), [letters.index(letter) for letter in reversed(word)]

    return sorted(words, key=key)
