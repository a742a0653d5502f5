"""Changed partners of an instance, for measuring memorization; each is an instance that is certified anew.

`names`: the same game under another domain's names. `book`: two truths exchange their roles in the exclusion table, so
that the same outcomes leave another truth. `outcomes`: the same table, other outcomes, another truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from string import ascii_uppercase

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, Observed, Outcomes, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.certify import check_instance
from boxwright.blackboxes.reasoning.kumo.instances.instance import Instance
from boxwright.blackboxes.seeds import stream

NAMES, BOOK, OUTCOMES = "names", "book", "outcomes"
MOST_TRIED = 2_000
"""Sets of valid truths that are tried for other outcomes."""


def partner(instance: Instance, kind: str, seed: int, other: Domain | None = None) -> Instance | None:
    """Return the partner of a kind, None if there is none; `other` gives the names for `names`."""
    rng = stream("partner", kind, seed, instance.hash or instance.content_hash())
    if kind == NAMES:
        candidates: Iterator[Instance] = iter([_renamed(instance, other, rng)] if other else [])
    elif kind == BOOK:
        candidates = _exchanged(instance, rng)
    else:
        candidates = _other_outcomes(instance, rng)
    for found in candidates:
        fresh = found.model_copy(update={"hash": None, "versions": None})
        if not check_instance(fresh):
            return fresh.sealed()
    return None


def enough_names(instance_truths: int, instance_actions: int, other: Domain) -> bool:
    """Return whether a domain has names for so many truths and actions."""
    return len(set(other.truths)) >= instance_truths and len(set(other.actions)) >= instance_actions


def _renamed(instance: Instance, other: Domain, rng: Random) -> Instance:
    """Name everything anew: truths and actions as in another domain, words of outcomes as `result A`, `result B`."""
    truths = dict(
        zip(instance.truths, rng.sample(list(dict.fromkeys(other.truths)), len(instance.truths)), strict=True)
    )
    names = rng.sample(list(dict.fromkeys(other.actions)), len(instance.actions))
    actions = dict(zip(instance.actions, names, strict=True))
    table, shown = {}, {}
    for action in instance.actions:
        states = (instance.outcomes or {})[action].states
        words = {s.value: f"result {ascii_uppercase[i]}" for i, s in enumerate(states) if isinstance(s.value, str)}
        table[actions[action]] = Outcomes(
            type=(instance.outcomes or {})[action].type,
            states=[
                OutcomeState(
                    value=words[state.value] if isinstance(state.value, str) else state.value,
                    rules_out=[truths[truth] for truth in state.rules_out],
                )
                for state in states
            ],
        )
        seen = (instance.observations or {})[action]
        shown[actions[action]] = words[seen] if isinstance(seen, str) else seen
    return instance.model_copy(
        update={
            "truths": [truths[truth] for truth in instance.truths],
            "actions": [actions[action] for action in instance.actions],
            "observations": shown,
            "outcomes": table,
            "valid_truth": _valid(instance, [truths[truth] for truth in instance.valid]),
            "domain": other.domain,
            "domain_hash": other.hash,
        }
    )


def _valid(instance: Instance, names: Sequence[str]) -> str | list[str]:
    return names[0] if isinstance(instance.valid_truth, str) else list(names)


def _exchanged(instance: Instance, rng: Random) -> Iterator[Instance]:
    """Exchange a valid truth with another one, everywhere in the table."""
    pairs = [(one, other) for one in instance.valid for other in instance.truths if other not in instance.valid]
    for one, other in rng.sample(pairs, len(pairs)):
        swap = {one: other, other: one}
        yield instance.model_copy(
            update={
                "outcomes": _mapped(instance, swap),
                "valid_truth": _valid(instance, [swap.get(truth, truth) for truth in instance.valid]),
            }
        )


def _mapped(instance: Instance, swap: Mapping[str, str]) -> Mapping[str, Outcomes]:
    return {
        action: Outcomes(
            type=outcomes.type,
            states=[
                s.model_copy(update={"rules_out": [swap.get(truth, truth) for truth in s.rules_out]})
                for s in outcomes.states
            ],
        )
        for action, outcomes in (instance.outcomes or {}).items()
    }


def _other_outcomes(instance: Instance, rng: Random) -> Iterator[Instance]:
    """Choose the outcomes anew so that other truths are valid, for each set of truths for which that is possible."""
    sets = [set(chosen) for chosen in combinations(instance.truths, len(instance.valid))]
    sets = [chosen for chosen in sets if chosen != set(instance.valid)]
    for valid in rng.sample(sets, min(len(sets), MOST_TRIED)):
        shown = _outcomes_leaving(instance, valid, rng)
        if shown is not None:
            names = [truth for truth in instance.truths if truth in valid]
            yield instance.model_copy(update={"observations": shown, "valid_truth": _valid(instance, names)})


def _outcomes_leaving(instance: Instance, valid: set[str], rng: Random) -> dict[str, Observed] | None:
    """Return one outcome per action that together rule out all truths but the valid ones (by SAT); None if none do."""
    from pysat.solvers import Solver

    variables: dict[tuple[str, int], int] = {}
    falls: dict[str, list[int]] = {truth: [] for truth in instance.truths if truth not in valid}
    clauses: list[list[int]] = []
    for action in instance.actions:
        states = (instance.outcomes or {})[action].states
        own = [variables.setdefault((action, i), len(variables) + 1) for i in range(len(states))]
        clauses += [own, *([-one, -other] for one, other in combinations(own, 2))]
        clauses += [[-v] for v, state in zip(own, states, strict=True) if valid & set(state.rules_out)]
        for variable, state in zip(own, states, strict=True):
            for truth in set(state.rules_out) & falls.keys():
                falls[truth].append(variable)
    with Solver(name="glucose4", bootstrap_with=[*clauses, *falls.values()]) as solver:
        solver.set_phases([v if rng.random() < 0.5 else -v for v in variables.values()])
        if not solver.solve():
            return None
        chosen = {literal for literal in solver.get_model() if literal > 0}
    return {
        action: _shown((instance.outcomes or {})[action].states[i])
        for (action, i), variable in variables.items()
        if variable in chosen
    }


def _shown(state: OutcomeState) -> Observed:
    """Return an observation of an outcome: its word, or the middle of its range."""
    if isinstance(state.value, str):
        return state.value
    low, high = state.value
    return round((low + high) / 2, 6)
