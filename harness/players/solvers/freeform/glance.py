"""At first sight an answer is made of the introduction's plain words, or of what a question holds."""

from __future__ import annotations

from random import Random

from boxwright.blackboxes.families.freeform.first_sight import answers
from boxwright.harness.players.solvers.strategy import Known


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return what is answered at first sight."""
    question = next((line for line in asked.splitlines() if "?" in line), asked)
    return next(answers(introduction, question))
