"""How hard a box is: what `builtin/solver` and near misses score on it, how large its domain is, how long its rule.

A sibling is held to its original by these four: outside a band of any of them it is another task, not the same one with
other parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
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
"""How much more or less `builtin/solver`, or who believes a near miss, may score on a sibling, in shares of 1 ..."""
USUAL_BAND = 0.2
"""... and the solver at the usual setting, which is measured in more episodes: equal boxes are seldom so far apart."""
SIZES = 2
"""At most so many times larger or smaller may its domain be."""
LONGER = 300
"""So many more parts of the syntax tree may its rule have: what its family's wrapper adds is less."""
JUDGED = (20, 1, 8, 6, 6)
"""Turns, shots, test samples and episodes by which the solver is measured, and how many where these do not agree ..."""
USUAL = (10, 1, 8, 6, 24)
"""... and by which it is measured once more: the turns and shots of `boxwright eval` unless told otherwise.

With 20 turns most boxes are solved for certain, and what a sibling costs more to find out is not seen.
"""
FAULTS = 12
"""Near misses that are played by ..."""
FEWEST = 4
"""... and of fewer, the mean says little: it is left out."""


SCORES = ("usual", "solver", "near_misses")
"""Which of the measures are scores, and take time."""
Setting = tuple[int, int, int, int, int]
"""Turns, shots, test samples, episodes, and how many where these do not agree."""


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
    usual: float | None = None
    """The solver's mean score at the usual setting; None also where it was measured before there was this measure."""

    def words(self) -> str:
        """Return what was measured, in a line."""
        told = [f"solver {self.solver:.0%}"] if self.solver is not None else []
        told += [f"at {_named(USUAL)} {self.usual:.0%}"] if self.usual is not None else []
        told += [f"near misses {self.near_misses:.0%}"] if self.near_misses is not None else []
        told += [f"{self.domain:,} inputs"] if self.domain else []
        return ", ".join([*told, f"{self.length} parts"])

    def apart(self, original: Difficulty) -> str | None:
        """Return the first reason why this is not as hard as an original, in words; None where it is."""
        scores = {
            "builtin/solver": (self.solver, original.solver, BAND),
            f"builtin/solver at {_named(USUAL)}": (self.usual, original.usual, USUAL_BAND),
            "a player who believes a near miss": (self.near_misses, original.near_misses, BAND),
        }
        for whose, (here, there, band) in scores.items():
            if here is not None and there is not None and abs(here - there) > band:
                return f"{whose} scores {here:.0%} on it and {there:.0%} on the original{_most(f'{band:.0%} apart')}"
        if self.domain and original.domain and not 1 / SIZES <= self.domain / original.domain <= SIZES:
            there_are = f"it has {self.domain:,} inputs, the original {original.domain:,}"
            return there_are + _most(f"{SIZES} times as many or as few")
        if self.length > original.length + LONGER:
            return f"its rule has {self.length} parts, the original's {original.length}{_most(f'{LONGER} more')}"
        return None


def _named(setting: Setting) -> str:
    return f"{setting[0]}@{setting[1]}"


def _most(allowed: str) -> str:
    return f"; at most {allowed} are allowed"


def measured(box: Box[Any], measures: Collection[str] = SCORES) -> Difficulty:
    """Measure a box on tests without telling questions: a sibling's are not known yet. Of scores, these are measured.

    Raises: EpisodeFailed, BadOutput, SandboxError, SandboxUnavailable.
    """
    seed, solves = derive("difficulty", "near misses"), is_solved(box.family.name)
    with box.asking(()) as bare:
        missed = near_misses(bare, seed, FAULTS) if "near_misses" in measures else []
    near = [fmean(miss.scores) for miss in missed]
    return Difficulty(
        solver=round(solved(box, JUDGED), 4) if solves and "solver" in measures else None,
        near_misses=round(fmean(near), 4) if len(near) >= FEWEST else None,
        domain=box.family.domain_size(box.rules),
        length=sum(1 for _ in ast.walk(ast.parse(box.source))),
        usual=round(solved(box, USUAL), 4) if solves and "usual" in measures else None,
    )


def solved(box: Box[Any], setting: Setting) -> float:
    """Return the solver's mean score on tests without telling questions, in [0, 1]. Raises: EpisodeFailed."""
    turns, shots, samples, episodes, most = setting
    scores: list[float] = []
    with box.asking(()) as bare:
        while len(scores) < episodes or (len(scores) < most and len(set(scores)) > 1):
            plan = Plan(turns=turns, shots=shots, samples=samples, seed=derive("difficulty", len(scores)))
            played = play(bare, plan, SolverPlayer(known(box.description, plan)))
            scores.append(fmean(sample.value for sample in played.samples))
    return fmean(scores)
