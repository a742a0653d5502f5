"""The certificate of an instance: valid truths survive, all others fall, nothing is ambiguous or given away."""

from __future__ import annotations

from dataclasses import dataclass

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain
from boxwright.blackboxes.reasoning.kumo.instances.instance import FaultyInstance, Instance, game_of

NOT_FALLEN = "an invalid truth is not ruled out"
VALID_FALLS = "a valid truth is ruled out"
AMBIGUOUS = "an outcome matches no state of its action, or several"
CLEAR = "only one answer is possible before the first action"


@dataclass(frozen=True)
class Choice:
    """Truths, the valid ones, and per action the index of the outcome that it will show."""

    truths: list[str]
    valid: list[str]
    chosen: dict[str, int]


def certify(domain: Domain, found: Choice) -> list[str]:
    """Return what is wrong with a choice; empty if it is certified."""
    rows = [
        [set(state.rules_out) & set(found.truths) for state in domain.outcomes[action].states]
        for action in found.chosen
    ]
    ruled_out: set[str] = set()
    for row, place in zip(rows, found.chosen.values(), strict=True):
        ruled_out |= row[place]
    faults = []
    if ruled_out & set(found.valid):
        faults.append(VALID_FALLS)
    if ruled_out | set(found.valid) != set(found.truths):
        faults.append(NOT_FALLEN)
    return faults or ([] if other_answer(found.truths, found.valid, rows) else [CLEAR])


def other_answer(truths: list[str], valid: list[str], rows: list[list[set[str]]]) -> bool:
    """Return whether some outcomes, one per action, leave the right number of truths but different ones (by SAT)."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    survives = {truth: i + 1 for i, truth in enumerate(truths)}
    top = len(truths)
    clauses: list[list[int]] = []
    falls: dict[str, list[int]] = {truth: [] for truth in truths}
    for row in rows:
        shown = list(range(top + 1, top + len(row) + 1))
        top += len(row)
        clauses += [shown, *([-a, -b] for a in shown for b in shown if a < b)]
        for variable, out in zip(shown, row, strict=True):
            for truth in out:
                clauses.append([-variable, -survives[truth]])
                falls[truth].append(variable)
    clauses += [[survives[truth], *variables] for truth, variables in falls.items()]
    clauses.append([-survives[truth] for truth in valid])
    number = CardEnc.equals(lits=list(survives.values()), bound=len(valid), top_id=top, encoding=EncType.seqcounter)
    with Solver(name="glucose4", bootstrap_with=clauses + number.clauses) as solver:
        return bool(solver.solve())


def check_instance(instance: Instance) -> list[str]:
    """Return what is wrong with an instance that includes its outcomes; every matching state counts.

    Raises: FaultyInstance where it cannot be read as a game.
    """
    game = game_of(instance)
    if game.revealed is None or not game.valid:
        raise FaultyInstance("the instance has no observations or no valid truth; nothing can be proved")
    faults = []
    alive = game.everything
    for mask in game.revealed:
        alive &= ~mask
    if game.valid & ~alive:
        faults.append(VALID_FALLS)
    if alive & ~game.valid:
        faults.append(NOT_FALLEN)
    for action in instance.actions:
        observed = (instance.observations or {})[action]
        matching = sum(state.matches(observed) for state in (instance.outcomes or {})[action].states)
        if matching != 1:
            faults.append(f"{AMBIGUOUS}: action {action!r} shows {observed!r}, which matches {matching}")
    if instance.changed:
        faults.append(instance.changed)
    rows = [[set(state.rules_out) for state in (instance.outcomes or {})[a].states] for a in instance.actions]
    if not faults and not other_answer(instance.truths, instance.valid, rows):
        faults.append(CLEAR)
    return faults
