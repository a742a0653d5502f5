"""Drawing puzzles: endless blocks of draws, each from a seed of its own, of which those with the right solutions stay.

A block draws whole puzzles, tests them by truth tables (by SAT above 14 people) and keeps what the specification wants.
Blocks are independent, so any number of processes gives the same puzzles in the same order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import count, permutations
from multiprocessing import get_context
from random import Random

from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.grammar import Speaker, speakers
from boxwright.blackboxes.reasoning.knights.puzzles.solver import is_unique, solutions
from boxwright.blackboxes.reasoning.knights.puzzles.specification import (
    KINDS,
    LEAF,
    CannotBeMade,
    Specification,
)
from boxwright.blackboxes.reasoning.knights.puzzles.statements import NOT, Statement, Statements, as_json
from boxwright.blackboxes.reasoning.knights.puzzles.steps import TooLong, reason, reconsiders
from boxwright.blackboxes.seeds import digest, stream

DRAWS = 512
"""Puzzles drawn per block; fewer where they are large."""
LEAVES_PER_BLOCK = 250_000
STALLED = 400
"""Blocks without a new puzzle after which it is given up."""
STALLED_OF_COUNTED = 40_000
"""The same where it is known that there are more: some may be rare."""
COUNTED = 3
"""People up to whom all puzzles are counted."""


def puzzle_id(statements: Statements) -> str:
    """Return a puzzle's id: a hash of its statements."""
    return digest(json.dumps([as_json(said) for said in statements], separators=(",", ":")))[:16]


class Drawer:
    """Draws the blocks of one specification."""

    def __init__(self, wanted: Specification) -> None:
        wanted.check()
        self.wanted = wanted
        self.draws = draws_of(wanted)
        self._sources = [speaker.source() for speaker in speakers(wanted)]
        self._full = tables.everywhere(wanted.people) if wanted.people <= tables.MOST_PEOPLE else 0

    def block(self, seed: int, number: int) -> list[Statements]:
        """Return the puzzles of one block, in the order drawn; a puzzle may come twice. Raises: CannotBeMade."""
        rng = stream(seed, "knights", self.wanted.key, "structure", number)
        found = self._by_tables(rng) if self._full else self._by_search(rng)
        return [puzzle for puzzle in found if self._needs_steps(puzzle)]

    def _by_tables(self, rng: Random) -> Iterator[Statements]:
        full, sources, one = self._full, self._sources, self.wanted.solutions == "one"
        for _ in range(self.draws):
            fitting, puzzle = full, []
            for source in sources:
                statement, claim = source(rng)
                fitting &= claim
                if not fitting:
                    break
                puzzle.append(statement)
            else:
                if bool(fitting & (fitting - 1)) != one:
                    yield tuple(puzzle)

    def _by_search(self, rng: Random) -> Iterator[Statements]:
        for _ in range(self.draws):
            puzzle = tuple(source(rng)[0] for source in self._sources)
            if is_unique(puzzle) if self.wanted.solutions == "one" else len(solutions(puzzle)) == 2:
                yield puzzle

    def _needs_steps(self, puzzle: Statements) -> bool:
        if not self.wanted.reconsiders:
            return True
        try:
            return reconsiders(reason(puzzle)) >= self.wanted.reconsiders
        except TooLong:
            return True


def draws_of(wanted: Specification) -> int:
    """Return how many puzzles are drawn per block."""
    return max(1, min(DRAWS, int(LEAVES_PER_BLOCK / (wanted.people * wanted.leaves(wanted.depth)))))


@lru_cache(maxsize=4)
def _drawer(wanted: Specification) -> Drawer:
    return Drawer(wanted)


def _block(wanted: Specification, seed: int, number: int) -> list[Statements]:
    return _drawer(wanted).block(seed, number)


def generate(wanted: Specification, seed: int, jobs: int = 1) -> Iterator[Statements]:
    """Yield the puzzles of a seed, no two the same; the number of processes changes nothing but the time.

    Raises: CannotBeMade where there are none, or none any more.
    """
    wanted.check()
    _drawer(wanted)
    seen: set[str] = set()
    stalled, drawn, draws = 0, 0, draws_of(wanted)
    total = how_many(wanted)
    for puzzles in _blocks(wanted, seed, jobs):
        before = len(seen)
        for puzzle in puzzles:
            identifier = puzzle_id(puzzle)
            if identifier not in seen:
                seen.add(identifier)
                yield puzzle
        drawn += draws
        stalled = stalled + 1 if len(seen) == before else 0
        if total is not None and len(seen) == total:
            raise CannotBeMade(f"there are no more: {plural(total, 'puzzle')} of this kind exist, and all were given")
        if stalled >= (STALLED if total is None else STALLED_OF_COUNTED):
            raise CannotBeMade(
                f"{drawn:,} draws gave {plural(len(seen), 'puzzle')} of this kind, the last {draws * stalled:,} none; "
                "ask for fewer, or for a wider specification"
            )


def _blocks(wanted: Specification, seed: int, jobs: int) -> Iterator[list[Statements]]:
    if jobs == 1:
        yield from map(partial(_block, wanted, seed), count())
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[list[Statements]]] = []
        try:
            for number in count():
                waiting.append(pool.submit(_block, wanted, seed, number))
                if len(waiting) > 4 * jobs:
                    yield waiting.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


def check_count(wanted: Specification, wanted_count: int) -> None:
    """Check that so many puzzles exist, where all can be counted. Raises: CannotBeMade saying how many there are."""
    total = how_many(wanted)
    if total is not None and total < wanted_count:
        kind = f"({wanted.people} people, width {wanted.width}, depth {wanted.depth})"
        raise CannotBeMade(
            f"{wanted_count:,} puzzles were asked for, but only {total:,} of this kind exist {kind}; "
            f"ask for {total:,} or fewer"
            if total
            else f"no puzzle of this kind exists {kind}, which is counted; use more people, or fewer conditions"
        )


@lru_cache(maxsize=32)
def how_many(wanted: Specification) -> int | None:
    """Return how many different puzzles of a kind exist; None where they are too many to count."""
    if wanted.people > COUNTED or wanted.depth > 2 or wanted.width > 3 or wanted.reconsiders:
        return None
    number = census(wanted)
    return number.get(1, 0) if wanted.solutions == "one" else sum(n for k, n in number.items() if k > 1)


def census(wanted: Specification) -> dict[int, int]:
    """Return how many different puzzles have 0, 1, 2 ... solutions, counted exactly over all statements.

    Meant for few people: it goes through the different sets of worlds that statements leave.
    """
    left = Counter({tables.everywhere(wanted.people): 1})
    for speaker in speakers(wanted):
        claims = Counter(speaker.claim(said) for said in all_statements(speaker) if speaker.allows(said))
        following: Counter[int] = Counter()
        for worlds, ways in left.items():
            for claim, statements in claims.items():
                following[worlds & claim] += ways * statements
        left = following
    found: Counter[int] = Counter()
    for worlds, ways in left.items():
        found[worlds.bit_count()] += ways
    return dict(sorted(found.items()))


def all_statements(speaker: Speaker, depth: int | None = None) -> Iterator[Statement]:
    """Yield all statements that a person may make, each once, before the specification's further conditions."""
    depth = speaker.wanted.depth if depth is None else depth
    if depth == 1:
        yield from speaker.leaves
        return
    below = list(all_statements(speaker, depth - 1))
    for kind, weight in zip(KINDS, speaker.wanted.weights, strict=True):
        if not weight:
            continue
        if kind == LEAF:
            yield from speaker.leaves
        elif kind == NOT:
            yield from ((NOT, part) for part in below)
        else:
            for size in speaker.sizes(kind):
                yield from ((kind, *parts) for parts in permutations(below, size))
