"""The verdict on a prediction, by the sets of truths that could still be the answer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members


class How(Enum):
    """The verdict on a prediction, judged by what the player had seen, not by what it wrote."""

    PROVED = "proved"
    """Right, and every other truth had been ruled out, by an outcome or by a wrong prediction."""
    INFERRED = "inferred"
    """Right, and by the game's promise the only possible answer, although other truths were not ruled out."""
    LUCKY = "lucky"
    """Right, and something else could have been the answer."""
    CONTRADICTED = "contradicted"
    """Wrong, and the player's own evidence, or an earlier refusal, ruled out a truth that it named."""
    PREMATURE = "premature"
    """Wrong, and not ruled out by what the player had seen."""


def judge(game: Game, alive: int, left: int, named: int, refuted: Sequence[int] = ()) -> How:
    """Return the verdict on predicting the truths `named`, with survivors `alive` and remaining actions `left`.

    `refuted`: the masks of earlier predictions that were reported as wrong.
    """
    if named != game.valid:
        return How.CONTRADICTED if named & ~alive or named in refuted else How.PREMATURE
    told = sum(set(refuted)) if game.valid.bit_count() == 1 else 0
    if alive & ~told == named:
        return How.PROVED
    return How.LUCKY if other_possible(game, alive, left, named, refuted) else How.INFERRED


def other_possible(game: Game, alive: int, left: int, named: int, refuted: Sequence[int] = ()) -> bool:
    """Return whether some outcomes of the remaining actions, one each, leave as many truths as are valid, but others.

    Sets in `refuted` (masks) do not count.
    """
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    rows = [sorted({mask & alive for mask in game.states[a]}) for a in members(left)]
    survives = {t: i + 1 for i, t in enumerate(members(alive))}
    top = len(survives)
    clauses: list[list[int]] = []
    falls: dict[int, list[int]] = {t: [] for t in survives}
    for row in rows:
        shown = list(range(top + 1, top + len(row) + 1))
        top += len(row)
        clauses += [shown, *([-x, -y] for x in shown for y in shown if x < y)]
        for variable, out in zip(shown, row, strict=True):
            for t in members(out):
                clauses.append([-variable, -survives[t]])
                falls[t].append(variable)
    clauses += [[survives[t], *variables] for t, variables in falls.items()]
    clauses.append([-survives[t] for t in members(named & alive)])
    clauses += [[-survives[t] for t in members(mask)] for mask in refuted if not mask & ~alive]
    wanted = max(1, game.valid.bit_count())
    number = CardEnc.equals(lits=list(survives.values()), bound=wanted, top_id=top, encoding=EncType.seqcounter)
    with Solver(name="glucose4", bootstrap_with=clauses + number.clauses) as solver:
        return bool(solver.solve())
