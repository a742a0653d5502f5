"""What seeds draw, beside the test agent's own writing of the draw: nobody works Python's generator out by hand.

A wrong draw shows on no single call that a person could judge: that one value never comes, or one too many, is seen
only over many seeds. So the test agent, who does not see the code, writes the functions that draw and nothing else, and
both are asked what thousands of seeds draw. Both run in the sandbox.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from boxwright.blackboxes.box import Box, Family
from boxwright.blackboxes.environments import module_beside
from boxwright.blackboxes.examiner import DrawExaminer
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Example
from boxwright.sandbox import values

DRAWS = 4_000
SHOWN = 3
"""Draws that are shown of those that differ, the shortest ones; one where none differs."""


@dataclass(frozen=True)
class Drawn:
    """How a box's draws compare with the tester's."""

    compared: int = 0
    differing: int = 0
    shown: tuple[Example, ...] = ()
    """Calls that draw, with what the tester's writing gives."""


def drawing(family: Family[Any]) -> tuple[str, ...]:
    """Return the functions of a family's modules that draw from seeds; empty where none does."""
    return tuple(getattr(module_beside(family, "exam"), "DRAWING", ()))


def compared(box: Box[Any], written: Box[Any], seed: int) -> Drawn:
    """Compare what seeds draw; a call on which the tester's writing fails tells nothing and does not count.

    Raises: SandboxError, BadOutput where one does not load or the box fails to open a session, SandboxUnavailable.
    """
    examiner = cast(DrawExaminer, module_beside(box.family, "exam"))
    calls = examiner.drawn(box, stream(seed, box.id, "drawing"), DRAWS)
    same: list[Example] = []
    different: list[Example] = []
    for call, given, wanted in zip(calls, box.replies(calls), written.replies(calls), strict=True):
        if wanted.error is None:
            alike = given.error is None and examiner.drawn_alike(given.value, wanted.value)
            (same if alike else different).append(Example(call, wanted.value, examiner.drawn_alike))
    different.sort(key=lambda example: len(values.dumps([list(example.call.args), example.expected])))
    return Drawn(len(same) + len(different), len(different), tuple(different[:SHOWN] or same[:1]))
