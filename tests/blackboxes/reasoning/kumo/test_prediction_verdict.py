"""Prediction verdicts, against every possible outcome of the remaining actions."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.reasoning.kumo.play.prediction_verdict import How, judge, other_possible


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, int, int, list[int]]:
    """A game, the survivors, the actions left, and predictions (masks) that were wrong."""
    truths = draw(st.integers(2, 5))
    everything = (1 << truths) - 1
    rows = draw(st.lists(st.lists(st.integers(0, everything), min_size=1, max_size=3), min_size=1, max_size=4))
    masks = st.integers(1, everything)
    valid = draw(masks.filter(lambda mask: mask.bit_count() <= 2))
    game = Game(
        truths=tuple(f"t{i}" for i in range(truths)),
        actions=tuple(f"a{i}" for i in range(len(rows))),
        states=tuple(map(tuple, rows)),
        valid=valid,
    )
    alive = valid | draw(st.integers(0, everything))
    alike = masks.filter(lambda mask: mask.bit_count() == valid.bit_count() and mask != valid)
    return game, alive, draw(st.integers(0, game.all_actions)), draw(st.lists(alike, max_size=3))


def ends(game: Game, alive: int, left: int) -> set[int]:
    """The sets of as many truths as are valid that some outcomes leave."""
    found = set()
    for outs in product(*(game.states[a] for a in members(left))):
        rest = alive
        for out in outs:
            rest &= ~out
        if rest.bit_count() == game.valid.bit_count():
            found.add(rest)
    return found


@settings(deadline=None)
@given(positions())
def test_another_answer_is_possible_where_some_outcomes_leave_it_and_nobody_refuted_it(
    position: tuple[Game, int, int, list[int]],
) -> None:
    game, alive, left, refuted = position
    others = ends(game, alive, left) - {game.valid, *refuted}
    assert other_possible(game, alive, left, game.valid, refuted) == bool(others)


@settings(deadline=None)
@given(positions())
def test_a_wrong_prediction_only_makes_the_next_one_surer(position: tuple[Game, int, int, list[int]]) -> None:
    game, alive, left, refuted = position
    sure = [How.LUCKY, How.INFERRED, How.PROVED]
    before = judge(game, alive, left, game.valid)
    after = judge(game, alive, left, game.valid, refuted)
    assert sure.index(after) >= sure.index(before)
    for one in refuted:
        assert judge(game, alive, left, one, refuted) is How.CONTRADICTED
