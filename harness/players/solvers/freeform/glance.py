"""At first sight what stands at the end of a question comes back: several words sorted, one word as it is."""

from __future__ import annotations

from random import Random

from boxwright.harness.players.solvers.strategy import Known


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return the words after the question mark."""
    question = next((line for line in asked.splitlines() if "?" in line), asked)
    words = question.rpartition("?")[2].split() or ["-"]
    return " ".join(sorted(words))
