"""What an exam of a circuit asks: all inputs, where they are few enough."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.families import function_exam

FUNCTIONS = function_exam.FUNCTIONS
blanks = function_exam.blanks
MOST_WIRES = 10
"""An exam covers all inputs up to this many wires."""
DRAWN = 800


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask all inputs of a small circuit, and random ones of any circuit."""
    wires = reference.rules.domain.inputs
    design = [list(bits) for bits in product((0, 1), repeat=wires)] if wires <= MOST_WIRES else []
    return function_exam.ask_inputs(reference, rng, design, DRAWN)
