"""All automata over two letters with so many states, enumerated: how many of them are left after each text?

An automaton is drawn with every state reachable and no two doing the same, so it has no symmetry: numbering its states
in the order in which its transitions name them counts each one once, and all are equally likely. Six states: 5,931,540
ways for letters to lead, and C(6, 3) choices of the states that accept, without those of which two states do the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import log2
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.types import Gain

LOOKED_AT = 6
"""Texts among which the one that tells most is looked for; the largest information itself is bounded."""
LETTERS = "ab"

Leads = npt.NDArray[np.uint8]
"""Rows of next states: state 0 by a, state 0 by b, state 1 by a, ..."""
Accepts = npt.NDArray[np.uint32]
"""For each row the choices of accepting states that are left, as bits."""


@dataclass(frozen=True)
class Left:
    """The automata that agree with what was seen."""

    leads: Leads
    accepts: Accepts

    def count(self) -> int:
        """Return how many there are."""
        return int(np.bitwise_count(self.accepts).sum())


@dataclass(frozen=True)
class Automata:
    """The automata of a box: so many states, of which so many accept; it says a letter for each letter of a text."""

    states: int
    accepting: int
    says: str
    """For a state that accepts, and for one that does not."""
    longest: int
    """Letters of a text."""

    def gains(self, turns: Sequence[TurnRecord]) -> Sequence[Gain] | None:
        """As Counted; the largest information is bounded: a letter tells a bit at most."""
        left = everything(self.states, self.accepting)
        found: list[Gain] = []
        for turn in turns:
            counts = self._counts(left, turn.query, first=not found)
            before, told = left.count(), sum(1 << n for n, said in enumerate(turn.value) if said == self.says[0])
            if not counts.get(told):
                return None
            rng = random.Random(turn.number)
            texts = ["".join(rng.choices(LETTERS, k=self.longest)) for _ in range(LOOKED_AT if before > 1 else 0)]
            expected = _entropy(counts)
            reached = max([expected, *(_entropy(self._counts(left, text, first=not found)) for text in texts)])
            bound = max(reached, min(log2(before), float(self.longest)))
            found.append(Gain(log2(before / counts[told]), expected, bound, reached))
            left = self._after(left, turn.query, told)
        return found

    def _counts(self, left: Left, text: str, *, first: bool) -> dict[int, int]:
        """Return what may come back for a text, as bits, and of how many automata."""
        if first:
            return _at_first(self.states, self.accepting, text)
        return _count(left, self._choices(), text)

    def _after(self, left: Left, text: str, told: int) -> Left:
        accepts = left.accepts.copy()
        _keep(left.leads, accepts, self._choices(), _letters(text), told)
        kept = accepts != 0
        return Left(left.leads[kept], accepts[kept])

    def _choices(self) -> npt.NDArray[np.uint8]:
        return choices(self.states, self.accepting)


def choices(states: int, accepting: int) -> npt.NDArray[np.uint8]:
    """Return every choice of accepting states, one a row."""
    return np.array(list(combinations(range(states), accepting)), dtype=np.uint8)


@cache
def everything(states: int, accepting: int) -> Left:
    """Return all automata with every state reachable and no two doing the same."""
    leads = structures(states)
    accepts = np.zeros(len(leads), dtype=np.uint32)
    _find_minimal(leads, accepts, choices(states, accepting))
    kept = accepts != 0
    return Left(leads[kept], accepts[kept])


def structures(states: int) -> Leads:
    """Return all ways for two letters to lead through states that are numbered as they are first named."""
    rows, named = np.zeros((1, 0), dtype=np.uint8), np.zeros(1, dtype=np.int64)
    for slot in range(2 * states):
        rows, named = rows[named >= slot // 2], named[named >= slot // 2]
        grown = [(rows[named >= to - 1], named[named >= to - 1], to) for to in range(states)]
        rows = np.concatenate([np.column_stack([r, np.full(len(r), to, dtype=np.uint8)]) for r, _, to in grown])
        named = np.concatenate([np.maximum(n, to) for _, n, to in grown])
    return np.ascontiguousarray(rows[named == states - 1])


@cache
def _at_first(states: int, accepting: int, text: str) -> dict[int, int]:
    return _count(everything(states, accepting), choices(states, accepting), text)


def _count(left: Left, chosen: npt.NDArray[np.uint8], text: str) -> dict[int, int]:
    counts = np.zeros(1 << len(text), dtype=np.int64)
    _add(left.leads, left.accepts, chosen, _letters(text), counts)
    return {int(told): int(counts[told]) for told in np.flatnonzero(counts)}


def _letters(text: str) -> npt.NDArray[np.uint8]:
    return np.array([LETTERS.index(letter) for letter in text], dtype=np.uint8)


def _entropy(counts: dict[int, int]) -> float:
    total = sum(counts.values())
    return log2(total) - sum(n * log2(n) for n in counts.values()) / total


@numba.njit(cache=True)
def _where(row: Any, letters: Any, at: Any) -> None:
    """Fill in for each state the places of a text at which an automaton is in it, as bits."""
    at[:] = 0
    state = 0
    for place in range(len(letters)):
        state = row[2 * state + letters[place]]
        at[state] |= 1 << place


@numba.njit(cache=True)
def _said(at: Any, choice: Any) -> int:
    told = 0
    for state in choice:
        told |= at[state]
    return told


@numba.njit(cache=True)
def _add(leads: Any, accepts: Any, chosen: Any, letters: Any, counts: Any) -> None:
    """Count what every automaton says."""
    at = np.zeros(leads.shape[1] // 2, dtype=np.int64)
    for number in range(len(leads)):
        _where(leads[number], letters, at)
        for choice in range(len(chosen)):
            if accepts[number] >> choice & 1:
                counts[_said(at, chosen[choice])] += 1


@numba.njit(cache=True)
def _keep(leads: Any, accepts: Any, chosen: Any, letters: Any, told: int) -> None:
    """Drop what says otherwise."""
    at = np.zeros(leads.shape[1] // 2, dtype=np.int64)
    for number in range(len(leads)):
        _where(leads[number], letters, at)
        for choice in range(len(chosen)):
            if accepts[number] >> choice & 1 and _said(at, chosen[choice]) != told:
                accepts[number] &= ~np.uint32(1 << choice)


@numba.njit(cache=True)
def _find_minimal(leads: Any, accepts: Any, chosen: Any) -> None:
    """Note the choices under which no two states do the same: the classes of states are refined (Moore)."""
    states = leads.shape[1] // 2
    kind, refined = np.zeros(states, dtype=np.int64), np.zeros(states, dtype=np.int64)
    for number in range(len(leads)):
        row = leads[number]
        for choice in range(len(chosen)):
            kind[:] = 0
            for state in chosen[choice]:
                kind[state] = 1
            kinds = 2
            while True:
                found = 0
                for state in range(states):
                    refined[state] = -1
                    for other in range(state):
                        if (
                            kind[state] == kind[other]
                            and kind[row[2 * state]] == kind[row[2 * other]]
                            and kind[row[2 * state + 1]] == kind[row[2 * other + 1]]
                        ):
                            refined[state] = refined[other]
                            break
                    if refined[state] < 0:
                        refined[state] = found
                        found += 1
                kind[:] = refined
                if found in (kinds, states):
                    break
                kinds = found
            if found == states:
                accepts[number] |= np.uint32(1 << choice)
