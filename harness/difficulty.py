"""How hard a box is: what `builtin/solver` and near misses score on it, how large its domain is, how long its rule.

A sibling is held to its original by these four: outside a band of any of them it is another task, not the same one with
other parameters.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import play
from boxwright.harness.gates.near_misses import near_misses
from boxwright.harness.players.solvers.solver import SolverPlayer, is_solved, known

BAND = 0.25
"""How much more or less `builtin/solver`, or who believes a near miss, may score on a sibling, in shares of 1."""
SIZES = 2
"""At most so many times larger or smaller may its domain be."""
LONGER = 300
"""So many more parts of the syntax tree may its rule have: what its family's wrapper adds is less."""
JUDGED = (20, 8, 6)
"""Turns, test samples and episodes by which the solver is measured."""
FAULTS = 12
"""Near misses that are played by ..."""
FEWEST = 4
"""... and of fewer, the mean says little: it is left out."""


@dataclass(frozen=True)
class Difficulty:
    """What was measured of one box."""

    solver: float | None
    """Mean score in [0, 1] of `builtin/solver`; None where none plays the family, or it was left out."""
    near_misses: float | None
    """Mean score in [0, 1] of players who believe the box with one small fault; None where it has too few of these."""
    domain: int | None
    """How many inputs there are; None where that is not counted."""
    length: int
    """Parts of the syntax tree of its code."""

    def words(self) -> str:
        """Return what was measured, in a line."""
        told = [f"solver {self.solver:.0%}"] if self.solver is not None else []
        told += [f"near misses {self.near_misses:.0%}"] if self.near_misses is not None else []
        told += [f"{self.domain:,} inputs"] if self.domain else []
        return ", ".join([*told, f"{self.length} parts"])

    def apart(self, original: Difficulty) -> str | None:
        """Return the first reason why this is not as hard as an original, in words; None where it is."""
        scores = {
            "builtin/solver": (self.solver, original.solver),
            "a player who believes a near miss": (self.near_misses, original.near_misses),
        }
        for whose, (here, there) in scores.items():
            if here is not None and there is not None and abs(here - there) > BAND:
                return f"{whose} scores {here:.0%} on it and {there:.0%} on the original{_most(f'{BAND:.0%} apart')}"
        if self.domain and original.domain and not 1 / SIZES <= self.domain / original.domain <= SIZES:
            there_are = f"it has {self.domain:,} inputs, the original {original.domain:,}"
            return there_are + _most(f"{SIZES} times as many or as few")
        if self.length > original.length + LONGER:
            return f"its rule has {self.length} parts, the original's {original.length}{_most(f'{LONGER} more')}"
        return None


def _most(allowed: str) -> str:
    return f"; at most {allowed} are allowed"


def measured(box: Box[Any], *, with_solver: bool = True) -> Difficulty:
    """Measure a box on tests without telling questions: a sibling's are not known yet.

    Raises: EpisodeFailed, BadOutput, SandboxError, SandboxUnavailable.
    """
    seed = derive("difficulty", "near misses")
    with box.asking(()) as bare:
        near = [fmean(miss.scores) for miss in near_misses(bare, seed, FAULTS)]
    return Difficulty(
        solver=round(solved(box), 4) if with_solver and is_solved(box.family.name) else None,
        near_misses=round(fmean(near), 4) if len(near) >= FEWEST else None,
        domain=box.family.domain_size(box.rules),
        length=sum(1 for _ in ast.walk(ast.parse(box.source))),
    )


def solved(box: Box[Any]) -> float:
    """Return the solver's mean score on tests without telling questions, in [0, 1]. Raises: EpisodeFailed."""
    turns, samples, episodes = JUDGED
    scores: list[float] = []
    with box.asking(()) as bare:
        for number in range(episodes):
            plan = Plan(turns=turns, shots=1, samples=samples, seed=derive("difficulty", number))
            scores += [s.value for s in play(bare, plan, SolverPlayer(known(box.description, plan))).samples]
    return sum(scores) / len(scores)
