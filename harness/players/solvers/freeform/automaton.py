"""A finite automaton from what it said to texts, by SAT: which state is each prefix in, and where do letters lead?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count


@dataclass(frozen=True)
class Automaton:
    """A start state 0, a next state for each letter, and what each state says."""

    next: Mapping[tuple[int, str], int]
    says: Sequence[str]

    def outputs(self, text: str) -> str:
        """Return what is said after each letter."""
        state, made = 0, ""
        for letter in text:
            state = self.next[state, letter]
            made += self.says[state]
        return made


def learn(seen: Mapping[str, str], alphabet: str, states: int) -> Automaton | None:
    """Return an automaton with so many states that said what was seen, or None where there is none.

    `seen` gives for each text one character per letter. Variables: state of each prefix (exactly one), target of each
    state and letter (exactly one), output of each state (one of two).
    """
    from pysat.solvers import Cadical153

    said = sorted({c for told in seen.values() for c in told})
    if not 1 <= len(said) <= 2 or any(len(text) != len(told) for text, told in seen.items()):
        return None
    numbers = count(1)
    outputs = {text[: n + 1]: told[n] for text, told in seen.items() for n in range(len(text))}
    at = {(prefix, s): next(numbers) for prefix in ["", *outputs] for s in range(states)}
    leads = {(s, c, t): next(numbers) for s in range(states) for c in alphabet for t in range(states)}
    high = [next(numbers) for _ in range(states)]
    with Cadical153() as solver:
        groups = [[at[prefix, s] for s in range(states)] for prefix in ["", *outputs]]
        groups += [[leads[s, c, t] for t in range(states)] for s in range(states) for c in alphabet]
        for group in groups:
            solver.add_clause(group)
            for one, two in combinations(group, 2):
                solver.add_clause([-one, -two])
        solver.add_clause([at["", 0]])
        for prefix, told in outputs.items():
            for s in range(states):
                solver.add_clause([-at[prefix, s], high[s] if told == said[-1] else -high[s]])
                for t in range(states):
                    solver.add_clause([-at[prefix[:-1], s], -leads[s, prefix[-1], t], at[prefix, t]])
        if not solver.solve():
            return None
        true = {v for v in solver.get_model() or [] if v > 0}
    following = {(s, c): t for (s, c, t), v in leads.items() if v in true}
    return Automaton(following, [said[-1] if high[s] in true else said[0] for s in range(states)])
