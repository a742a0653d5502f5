"""A stack machine with unknown instructions: each letter is first tried alone, then all together.

The number that lies on the stack when a text begins is read off the first feedback.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

LETTERS = "abcdef"
Stack = list[int]
DOES: Mapping[str, tuple[int, Callable[[Stack], Stack]]] = {
    "add": (2, lambda top: [top[0] + top[1]]),
    "subtract": (2, lambda top: [top[0] - top[1]]),
    "subtract from": (2, lambda top: [top[1] - top[0]]),
    "multiply": (2, lambda top: [top[0] * top[1]]),
    "larger": (2, lambda top: [max(top)]),
    "smaller": (2, lambda top: [min(top)]),
    "copy": (1, lambda top: [top[0], top[0]]),
    "swap": (2, lambda top: [top[1], top[0]]),
    "drop": (1, lambda top: []),
    "negate": (1, lambda top: [-top[0]]),
    "over": (2, lambda top: [top[0], top[1], top[0]]),
    "under": (2, lambda top: [top[1]]),
    "next": (1, lambda top: [top[0] + 1]),
    "last": (1, lambda top: [top[0] - 1]),
    "double": (1, lambda top: [2 * top[0]]),
    "square": (1, lambda top: [top[0] * top[0]]),
    "turn three": (3, lambda top: [top[1], top[2], top[0]]),
    "turn three back": (3, lambda top: [top[2], top[0], top[1]]),
    "nothing": (0, lambda top: []),
    "zero": (0, lambda top: [0]),
    "one": (0, lambda top: [1]),
}
"""How many numbers an instruction takes, and what it puts in their place."""
MODULI = (100, 10, 1000, 256, 64, 16, 12, 0)
"""Modulo what numbers are kept; 0 if they are not."""
JUDGED = 60
MOST = 4000
"""Machines that are listed once the letters were tried alone; more are drawn."""


class Machine(NamedTuple):
    """What each letter does, modulo what, what takes the place of numbers that are missing, and what lies below."""

    does: tuple[str, ...]
    modulus: int
    missing: int | None
    """None: an instruction without enough numbers does nothing."""
    ground: int
    """What is on the stack when a text begins."""


class Machines(World):
    """A machine with a stack and six letters."""

    phrases = ("A machine with a stack of numbers runs your text from left to right", "one number is on the stack")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.seen: list[tuple[str, str]] = []
        self.left: list[Machine] = []
        self.ground = 0

    def choose(self, left: int) -> str:
        """Try each letter on some digits; then ask what splits the machines that are left."""
        if len(self.seen) < len(LETTERS):
            return "".join(self.told.rng.sample("23456789", 3)) + LETTERS[len(self.seen)]
        self._list()
        texts = [_drawn(self.told.rng) for _ in range(20)]
        judged = self.left if len(self.left) <= JUDGED else self.told.rng.sample(self.left, JUDGED)
        return max(texts, key=lambda text: bits(Counter(run(machine, text) for machine in judged)))

    def learn(self, text: str, back: str) -> None:
        """Drop the machines that say otherwise."""
        if not self.seen and (first := next(iter(back.split()), "")).isdigit():
            self.ground = int(first)
        self.seen.append((text, back))
        self.left = [machine for machine in self.left if run(machine, text) == back] or self.left

    def answers(self, question: str) -> Sequence[str]:
        """Return what most machines say."""
        self._list()
        said = Counter(run(machine, question.split()[-1]) for machine in self.left)
        return [answer for answer, _ in said.most_common()]

    def _list(self) -> None:
        """List the machines that say what was seen, by what each letter can be according to the texts with it alone."""
        if self.left:
            return
        for modulus, missing in product(MODULI, (None, 0)):
            can = [self._can(letter, modulus, missing) for letter in LETTERS]
            self.left += [Machine(does, modulus, missing, self.ground) for does in product(*can)][:MOST]
        fits = [m for m in self.left if all(run(m, text) == back for text, back in self.seen)]
        self.left = fits or self.left or [Machine(("nothing",) * 6, 100, None, self.ground)]

    def _can(self, letter: str, modulus: int, missing: int | None) -> list[str]:
        alone = [(text, back) for text, back in self.seen if set(text) & set(LETTERS) == {letter}]
        if not alone:
            return ["nothing"]
        machines = {name: Machine((name,) * len(LETTERS), modulus, missing, self.ground) for name in DOES}
        return [name for name, m in machines.items() if all(run(m, text) == back for text, back in alone)]


def _drawn(rng: Random) -> str:
    """Return a text of digits and letters; in every other one they are mixed, so that numbers are missing."""
    digits, letters = rng.randint(1, 4), rng.randint(3, 6)
    text = [rng.choice("123456789") for _ in range(digits)] + [rng.choice(LETTERS) for _ in range(letters)]
    if rng.random() < 0.5:
        rng.shuffle(text)
    return "".join(text)


def run(machine: Machine, text: str) -> str:
    """Return the stack after a text, as the box writes it."""
    stack = [machine.ground]
    for c in text:
        if c.isdigit():
            stack.append(int(c))
            continue
        takes, does = DOES[machine.does[LETTERS.index(c)]]
        if len(stack) < takes:
            if machine.missing is None:
                continue
            stack[:0] = [machine.missing] * (takes - len(stack))
        kept = stack[len(stack) - takes :]
        stack[len(stack) - takes :] = [n % machine.modulus if machine.modulus else n for n in does(kept)]
    return " ".join(map(str, stack)) or "empty"
