"""Puzzles whose hidden things can be listed, or searched for: the solver finds them from the public part alone."""

from __future__ import annotations

import pytest

from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.exams import open_reference
from boxwright.harness.players.solvers.puzzle.strategy import understood
from boxwright.sandbox import Launcher
from tests.reference import REFERENCES

LISTED = (
    *("single_battleship", "heavy_light_coins", "hidden_rectangle"),
    *("alternating_liar", "turned_compass", "second_tallest"),
    *("first_peg", "quordle", "battleship", "nerdle", "3_arms_bandit"),
)


@pytest.mark.parametrize("name", LISTED)
def test_what_a_reference_hides_is_found_in_twenty_turns(name: str, launcher: Launcher) -> None:
    description = Workspace(SHIPPED, True, None).description(f"puzzle/{name}")
    belief = understood(description.public, stream(1, name))
    assert belief is not None
    with open_reference(description, REFERENCES[description.id], launcher) as reference:
        box = reference.box
        hidden = box.call("new_hidden", 2)
        for turn in range(1, 21):
            query = belief.best(turn)
            assert box.rules.query.holds(query)
            belief.learn(query, str(box.call("feedback", hidden, query, turn)), turn)
        assert belief.ranked()[0] == box.call("solution", hidden)
