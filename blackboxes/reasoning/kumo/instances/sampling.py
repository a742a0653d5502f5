"""Drawing instances: truths, valid truths, and by SAT the actions and outcomes that leave only those (Algorithms 1, 2).

Three constraints: at most one outcome per action; no more actions than asked for; every invalid truth is ruled out.
Outcomes that rule out a valid truth are not candidates. The solver's own bias is removed by renumbering the variables,
shuffling the clauses, drawing the phases, and dropping superfluous outcomes in random order.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import islice

from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, FaultyDomain, OutcomeState
from boxwright.blackboxes.reasoning.kumo.instances.certify import Choice, certify
from boxwright.blackboxes.reasoning.kumo.instances.game import MOST
from boxwright.blackboxes.reasoning.kumo.instances.instance import FORMAT, Instance
from boxwright.blackboxes.seeds import digest, stream

SOLVER = "glucose4"
"""A solver of python-sat that accepts phases."""
ATTEMPTS = 400
"""Maximum draws of truths per instance before the sizes are reported as impossible."""
MADE = "one of the instances already made"
"""Why a draw is not taken."""


@dataclass(frozen=True)
class Sizes:
    """The size of an instance."""

    truths: int
    actions: int
    valid: int = 1


class CannotBeMade(FaultyDomain):
    """No instance of these sizes was found; the message says which constraint fails."""


class AllMade(CannotBeMade):
    """Every instance of these sizes that draws find was made; a small domain has few."""

    def __init__(self, domain: str, sizes: Sizes, made: int) -> None:
        super().__init__(
            f"{domain}: {made} different {'instance' if made == 1 else 'instances'} of {sizes.truths} truths, "
            f"{sizes.actions} actions, {sizes.valid} valid can be made; ask for {made} or fewer, or for other sizes"
        )
        self.domain, self.sizes, self.made = domain, sizes, made

    def __reduce__(self) -> tuple[type[AllMade], tuple[str, Sizes, int]]:
        """Let it cross from another process whole."""
        return AllMade, (self.domain, self.sizes, self.made)


def up_to(drawn: Iterator[Instance], count: int, ends: type[CannotBeMade]) -> list[Instance]:
    """Return so many instances, or all that come before an error of that kind. Raises: CannotBeMade if none comes."""
    made: list[Instance] = []
    try:
        made.extend(islice(drawn, count))
    except ends:
        if not made:
            raise
    return made


def generate(domain: Domain, sizes: Sizes, seed: int, randomised: bool = True) -> Iterator[Instance]:
    """Yield distinct instances endlessly, the same ones for the same domain, sizes and seed.

    Raises: CannotBeMade; AllMade once a small domain has no others.
    """
    check_sizes(domain, sizes)
    drawn: set[str] = set()
    source = domain.hash
    index = 0
    while True:
        failures: Counter[str] = Counter()
        for attempt in range(ATTEMPTS):
            key = (source, sizes.truths, sizes.actions, sizes.valid, seed, index, attempt)
            found = _attempt(domain, sizes, stream("kumo/instance", *key), randomised, failures)
            if found is None:
                continue
            alike = digest(repr(sorted(found.chosen.items())) + repr(sorted(found.truths)) + repr(sorted(found.valid)))
            if alike in drawn:
                failures[MADE] += 1
                continue
            drawn.add(alike)
            yield written_down(domain, source, found, index, stream("kumo/numbers", *key))
            break
        else:
            if failures[MADE]:
                raise AllMade(domain.domain, sizes, index)
            reasons = "; ".join(f"{why} ({often} of {ATTEMPTS} draws)" for why, often in failures.most_common(3))
            raise CannotBeMade(
                f"{domain.domain}: instance {index + 1} with {sizes.truths} truths, {sizes.actions} actions, "
                f"{sizes.valid} valid cannot be made: {reasons}; change the sizes"
            )
        index += 1


def check_sizes(domain: Domain, sizes: Sizes) -> None:
    """Reject impossible sizes. Raises: CannotBeMade."""
    if sizes.valid < 1 or sizes.actions < 1:
        raise CannotBeMade("valid truths and actions must be 1 or more")
    if sizes.valid >= sizes.truths:
        raise CannotBeMade(
            f"{sizes.valid} valid of {sizes.truths} truths leaves nothing to rule out; ask for fewer valid truths"
        )
    for what, asked, there in (
        ("truths", sizes.truths, len(set(domain.truths))),
        ("actions", sizes.actions, len(set(domain.outcomes) & set(domain.actions))),
    ):
        if asked > there:
            raise CannotBeMade(f"{domain.domain} has {there} {what}, {asked} were asked for; ask for fewer")
    if max(sizes.truths, sizes.actions) > MOST:
        raise CannotBeMade(f"{sizes.truths} truths and {sizes.actions} actions; at most {MOST} of each can be played")


def _attempt(
    domain: Domain, sizes: Sizes, draw: random.Random, randomised: bool, failures: Counter[str]
) -> Choice | None:
    """Draw truths, and actions and outcomes for them; None, with the reason counted, if there are none."""
    truths = draw.sample(sorted(set(domain.truths)), sizes.truths)
    valid = truths[: sizes.valid]
    draw.shuffle(truths)
    options = candidates(domain, set(valid))
    core = _core(domain, truths, valid, options, sizes.actions, draw, randomised, failures)
    if core is None:
        return None
    touching = [a for a in options if a not in core and _touches(domain, a, truths)]
    others = [a for a in options if a not in core and a not in touching]
    draw.shuffle(touching)
    draw.shuffle(others)
    chosen = dict(core)
    for action in (touching + others)[: sizes.actions - len(core)]:
        chosen[action] = draw.choice(options[action])
    if len(chosen) < sizes.actions:
        failures["too few actions have an outcome that leaves the valid truths"] += 1
        return None
    actions = sorted(chosen)
    draw.shuffle(actions)
    found = Choice(truths, valid, {action: chosen[action] for action in actions})
    faults = certify(domain, found)
    for fault in faults:
        failures[fault] += 1
    return None if faults else found


def candidates(domain: Domain, valid: set[str]) -> dict[str, list[int]]:
    """Return, per action, the indices of its outcomes that are unambiguous and leave the valid truths."""
    found: dict[str, list[int]] = {}
    for action in sorted(set(domain.actions) & set(domain.outcomes)):
        states = domain.outcomes[action].states
        places = [i for i, s in enumerate(states) if not valid & set(s.rules_out) and room(states, i)]
        if places:
            found[action] = places
    return found


def room(states: list[OutcomeState], place: int) -> list[tuple[float, float]]:
    """Return the open intervals in which only this outcome matches; (0, 0) for an unambiguous word."""
    state = states[place]
    others = [other for i, other in enumerate(states) if i != place]
    if isinstance(state.value, str):
        return [] if any(other.value == state.value for other in others) else [(0.0, 0.0)]
    if len(state.value) != 2 or not state.value[0] < state.value[1]:
        return []
    free = [(state.value[0], state.value[1])]
    for other in others:
        if isinstance(other.value, list) and len(other.value) == 2:
            low, high = other.value
            free = (
                [part for a, b in free for part in ((a, min(b, low)), (max(a, high), b)) if part[0] < part[1]]
                if low <= high
                else free
            )
    return sorted({part for part in free if math.nextafter(*part) < part[1] and math.isfinite(part[1] - part[0])})


def _touches(domain: Domain, action: str, truths: list[str]) -> bool:
    return any(set(truths) & set(state.rules_out) for state in domain.outcomes[action].states)


def _core(
    domain: Domain,
    truths: list[str],
    valid: list[str],
    options: dict[str, list[int]],
    most: int,
    draw: random.Random,
    randomised: bool,
    failures: Counter[str],
) -> dict[str, int] | None:
    """Return a minimal set of actions and outcomes that rules out every invalid truth, found by SAT."""
    wanted = sorted(set(truths) - set(valid))
    rules = {
        (action, place): set(domain.outcomes[action].states[place].rules_out) & set(wanted)
        for action, places in options.items()
        for place in places
    }
    pairs = [pair for pair, out in sorted(rules.items()) if out]
    if randomised:
        draw.shuffle(pairs)
    bare = [truth for truth in wanted if not any(truth in rules[pair] for pair in pairs)]
    if bare:
        failures["constraint 3: no outcome rules out some invalid truth and leaves the valid ones"] += 1
        return None
    picked = _sat(pairs, rules, wanted, most, draw, randomised)
    if picked is None:
        wide = _sat(pairs, rules, wanted, len(pairs), draw, randomised)
        failures[
            "constraint 1: one outcome per action cannot rule out all invalid truths"
            if wide is None
            else f"constraint 2: ruling out all invalid truths takes more than {most} actions"
        ] += 1
        return None
    if randomised:
        draw.shuffle(picked)
    for pair in list(picked):
        rest = [other for other in picked if other != pair]
        if set().union(*(rules[other] for other in rest)) >= set(wanted):
            picked = rest
    return dict(picked)


def _sat(
    pairs: list[tuple[str, int]],
    rules: dict[tuple[str, int], set[str]],
    wanted: list[str],
    most: int,
    draw: random.Random,
    randomised: bool,
) -> list[tuple[str, int]] | None:
    """Solve the three constraints; variable i + 1 is pair i. Return the chosen pairs, or None."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    numbers = range(1, len(pairs) + 1)
    clauses = [[-i, -j] for i in numbers for j in numbers if i < j and pairs[i - 1][0] == pairs[j - 1][0]]
    clauses += [[i for i in numbers if truth in rules[pairs[i - 1]]] for truth in wanted]
    if most < len(pairs):
        clauses += CardEnc.atmost(lits=list(numbers), bound=most, encoding=EncType.seqcounter).clauses
    if randomised:
        for clause in clauses:
            draw.shuffle(clause)
        draw.shuffle(clauses)
    with Solver(name=SOLVER, bootstrap_with=clauses) as solver:
        if randomised:
            solver.set_phases([i if draw.random() < 0.5 else -i for i in numbers])
        if not solver.solve():
            return None
        return [pairs[i - 1] for i in solver.get_model() if 0 < i <= len(pairs)]


def written_down(domain: Domain, source: str, found: Choice, index: int, draw: random.Random) -> Instance:
    """Write an instance down, with its exclusion table, versions and hash."""
    shown = {action: observe(domain.outcomes[action].states, place, draw) for action, place in found.chosen.items()}
    made = Instance(
        truths=found.truths,
        actions=list(found.chosen),
        observations=dict(shown),
        valid_truth=found.valid[0] if len(found.valid) == 1 else found.valid,
        seed=index,
        format=FORMAT,
        domain=domain.domain,
        domain_hash=source,
        versions=dict(_versions()),
    ).with_outcomes(domain)
    return made.sealed()


@cache
def _versions() -> Mapping[str, str]:
    """What an instance is made with; read once, since finding it costs as much as an instance."""
    return {"boxwright": version("boxwright"), "python-sat": version("python-sat"), "solver": SOLVER}


def observe(states: list[OutcomeState], place: int, draw: random.Random) -> str | float:
    """Return an observation that only this outcome matches: its word, or a number from its range."""
    value = states[place].value
    return value if isinstance(value, str) else number_between(*draw.choice(room(states, place)), draw)


def number_between(low: float, high: float, draw: random.Random) -> float:
    """Return a number strictly between two others, with no more digits than the width of the range requires."""
    number = low + (high - low) * (0.05 + 0.9 * draw.random())
    for digits in range(16):
        rounded = round(number, digits)
        if low < rounded < high and abs(rounded - number) * 50 <= high - low:
            return rounded
    return number if low < number < high else math.nextafter(low, high)
