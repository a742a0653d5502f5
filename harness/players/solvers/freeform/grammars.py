"""Grammars with one symbol S, listed: how many derivations does a sentence have by each?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations

from boxwright.harness.players.solvers.freeform.enumerated import Enumerated

WORDS = "abc"
ENDS = tuple(WORDS)
BODIES = (
    *(word + "S" for word in WORDS),
    *("S" + word for word in WORDS),
    "SS",
    *(one + "S" + two for one in WORDS for two in WORDS),
    *("S" + word + "S" for word in WORDS),
)
"""What S may become beside a single word."""
MOST = 4
"""Rules with an S in them, at most."""
Grammar = tuple[str, ...]


@lru_cache(maxsize=200_000)
def derivations(grammar: Grammar, text: str) -> int:
    """Return how many derivation trees a text has as S, where S is never empty."""
    if not text:
        return 0
    return sum(_ways(grammar, body, text) for body in grammar)


def _ways(grammar: Grammar, body: str, text: str) -> int:
    if "S" not in body:
        return int(body == text)
    if body.count("S") == 1:
        before, _, after = body.partition("S")
        inner = text[len(before) : len(text) - len(after)]
        fits = len(inner) == len(text) - len(before) - len(after) and text.startswith(before) and text.endswith(after)
        return derivations(grammar, inner) if fits else 0
    middle = body[1:-1]
    places = (n for n in range(1, len(text)) if text.startswith(middle, n))
    return sum(
        ways * derivations(grammar, text[n + len(middle) :]) for n in places if (ways := derivations(grammar, text[:n]))
    )


class Derivations(Enumerated[Grammar, None]):
    """A small grammar over a, b and c; a sentence's derivations are counted."""

    phrases = ("There is a small grammar over the words a, b and c", "as how many different trees, it can be derived")

    def rules(self) -> Iterator[Grammar]:
        """Return the grammars with few rules first."""
        ends = [some for size in range(1, 4) for some in combinations(ENDS, size)]
        for size in range(1, MOST + 1):
            for bodies in combinations(BODIES, size):
                yield from ((*some, *bodies) for some in ends)

    def begin(self, rule: Grammar) -> None:
        """Return nothing: sentences are not remembered."""

    def texts(self, left: int) -> Sequence[str]:
        """Ask for each word alone, then for short sentences, then for longer ones."""
        if len(self.left) > 20_000:
            words = [word for word in WORDS if len({word in rule for rule, _ in self.left}) == 2]
            if words:
                return words[:1]
        longest = 3 if len(self.left) > 2_000 else 4 if len(self.left) > 200 else 6
        rng = self.told.rng
        words = sorted(set(chain(*(self.left[0][0]))) - {"S"}) if len(self.left) == 1 else list(WORDS)
        return ["".join(rng.choice(words) for _ in range(rng.randint(2, longest))) for _ in range(self.pool)]

    def step(self, rule: Grammar, state: None, text: str) -> tuple[str, None]:
        """Count."""
        return str(derivations(rule, text)), None
