"""What an exam of a motion asks: times at even distances, so that no stage of the motion is left out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.families import function_exam

FUNCTIONS = function_exam.FUNCTIONS
blanks = function_exam.blanks
EVEN_TIMES = 150


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask the whole range evenly, and drawn times."""
    domain = reference.rules.domain
    design = (domain.at(domain.steps * part // EVEN_TIMES) for part in range(EVEN_TIMES + 1))
    return function_exam.ask_inputs(reference, rng, design)
