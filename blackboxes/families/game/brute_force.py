"""The value of a small game by brute force: every action after every history of observations, nothing cached.

It shares no code with `best_response.py`: no table of states, no merging of beliefs; histories are followed one by one
and the module is asked at every step. For small settings only: the work grows with the number of histories.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.rules import GameRules

Belief = list[tuple[Fraction, Any]]
"""(probability, state) pairs, not normalised, that share one history of observations."""


def brute_force(box: Box[GameRules], settings: Mapping[str, Any]) -> Fraction:
    """Return the expected score of a perfect player. Raises: SandboxError."""
    return _seen(box, [(Fraction(1), Fraction(0), box.call("start", dict(settings)))])


def _seen(box: Box[GameRules], reached: list[tuple[Fraction, Fraction, Any]]) -> Fraction:
    """Let chance move, group states by observation, and recurse; return the weighted expected rewards."""
    groups: dict[tuple[Fraction, str, bool], Belief] = defaultdict(list)
    total = Fraction(0)
    while reached:
        weight, reward, state = reached.pop()
        events = box.call("chance", state)
        if events is not None:
            for event, share in events.items():
                after = box.call("play", state, None, event)
                reached.append((weight * _exact(share), reward + _exact(after["reward"]), after["state"]))
            continue
        total += weight * reward
        over = not box.call("actions", state)
        groups[reward, box.call("view", state), over].append((weight, state))
    return total + sum((_best(box, belief) for (_, _, over), belief in groups.items() if not over), Fraction(0))


def _best(box: Box[GameRules], belief: Belief) -> Fraction:
    actions = box.call("actions", belief[0][1])
    return max(_worth(box, belief, action) for action in actions)


def _worth(box: Box[GameRules], belief: Belief, action: str) -> Fraction:
    reached = []
    for weight, state in belief:
        for reply, share in box.call("opponent", state).items():
            if share:
                after = box.call("play", state, action, reply)
                reached.append((weight * _exact(share), _exact(after["reward"]), after["state"]))
    return _seen(box, reached)


def _exact(number: float) -> Fraction:
    return Fraction(number).limit_denominator(10_000)
