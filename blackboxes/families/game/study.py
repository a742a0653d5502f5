"""The values of a game for the collection's page: best response, and brute force where a setting is small."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.families.game.best_response import BestResponse
from boxwright.blackboxes.families.game.brute_force import brute_force
from boxwright.blackboxes.families.game.rules import GameRules
from boxwright.blackboxes.families.game.tree import grow

SMALL = (2, 3)
"""Replacements for a setting's numbers when the best response is compared with brute force."""


@dataclass(frozen=True)
class GameValue:
    """The value of a game in one setting, computed in two ways (brute force only where it is small)."""

    settings: Mapping[str, Any]
    best_response: Fraction
    brute_force: Fraction | None

    def row(self, identifier: str) -> tuple[str, str, str, str]:
        """Return its line of the table."""
        told = ", ".join(f"{key} = {entry}" for key, entry in self.settings.items())
        other = "not small" if self.brute_force is None else str(self.brute_force)
        differs = self.brute_force is not None and self.brute_force != self.best_response
        return identifier, told, str(self.best_response), other + " **differs**" * differs


def game_values(box: Box[GameRules], optimal: Callable[[Mapping[str, Any]], Fraction]) -> Iterator[GameValue]:
    """Yield the values of all settings, and of small ones next to brute force. Raises: BadOutput, SandboxError.

    `optimal` gives the value of a setting of the game.
    """
    settings = [dict(setting) for setting in box.rules.settings]
    for setting in settings:
        yield GameValue(setting, optimal(setting), None)
    for number in SMALL:
        small = {name: number if type(value) is int else value for name, value in settings[0].items()}
        if small != settings[0]:
            yield GameValue(small, _small(box, small), brute_force(box, small))


def _small(box: Box[GameRules], settings: Mapping[str, Any]) -> Fraction:
    """Return the best response's value, even if not above 0 (which no real setting may have)."""
    tree = grow(lambda function, rows: [reply.unwrap() for reply in box.call_many(function, rows)], settings)
    return BestResponse(tree).optimal


def study(box: Box[GameRules], optimal: Callable[[Mapping[str, Any]], Fraction]) -> Study:
    """Return a game's section of the collection page. Raises: BadOutput, SandboxError."""
    return Study(
        heading="The values of the games",
        lines=(
            "The exact best response over information sets. Small settings are also solved by brute force over all "
            "histories (`blackboxes/families/game/brute_force.py`), which shares no code with it.",
        ),
        columns=("game", "setting", "best response", "brute force"),
        numbers=("best response", "brute force"),
        rows=[value.row(box.id) for value in game_values(box, optimal)],
        order=1,
    )
