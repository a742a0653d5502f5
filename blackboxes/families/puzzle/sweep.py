"""The sweep of a puzzle: what many seeds hide, the answers, queries of all shapes, also near the answer and late.

Where few answers and few queries are possible, every query is asked about every hidden part.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.puzzle.rules import SEEDS, PuzzleRules
from boxwright.blackboxes.families.structured import altered_value, everything, value
from boxwright.blackboxes.sweep import BATCH, SMALL, Steps, constants
from boxwright.blackboxes.types import Call

PARTS = 200
"""Hidden parts in a batch."""
ASKED = 500
"""Queries in a batch: drawing one costs as much as asking it, and a small sweep ends early."""
FEW = 300
"""Queries of a form with at most so many values are all asked."""
LATE = 150
DRAWS = 12
"""Seeds that are tried for each answer, until all parts that can be hidden have come, but for a few in a million."""


def size(box: Box[PuzzleRules]) -> int | None:
    """Return how many calls ask each query about the hidden part of each answer; None for too many to count."""
    queries, answers = box.rules.query.size(), box.rules.answer.size()
    if queries is None or answers is None or everything(box.rules.query) is None:
        return None
    return answers * (queries + 2 * DRAWS)


def sweep(box: Box[PuzzleRules], rng: Random) -> Steps:
    """Ask for hidden parts, answers and feedback for as long as they are wanted."""
    number = 0
    known = constants(box.source)
    calls = size(box)
    while True:
        if number and calls is not None and calls <= SMALL:
            yield from _whole(box, calls, rng)
            calls = None
        seeds = [*range(number, number + PARTS // 4), *(rng.randrange(SEEDS) for _ in range(PARTS - PARTS // 4))]
        number += PARTS // 4
        hidden = yield [Call("new_hidden", (seed,)) for seed in seeds]
        answers = yield [Call("solution", (part,)) for part in hidden]
        pairs = list(zip(hidden, answers, strict=True))
        rng.shuffle(pairs)
        queries = _queries(box, pairs, known, rng)
        while batch := [Call("feedback", (part, query, _turn(rng))) for part, query in islice(queries, ASKED)]:
            yield batch


def _whole(box: Box[PuzzleRules], most: int, rng: Random) -> Steps:
    """Ask for what the first seeds hide, its answer, and every query about it, in no order and at most so many."""
    seeds, parts = DRAWS * (box.rules.answer.size() or 0), dict[str, Any]()
    for first in range(0, seeds, BATCH):
        hidden = yield [Call("new_hidden", (seed,)) for seed in range(first, min(first + BATCH, seeds))]
        parts |= {repr(part): part for part in hidden}
    found = list(parts.values())
    for first in range(0, len(found), BATCH):
        yield [Call("solution", (part,)) for part in found[first : first + BATCH]]
    queries = list(everything(box.rules.query) or ())
    every = range(len(found) * len(queries))
    pairs = [divmod(pair, len(queries)) for pair in rng.sample(every, min(len(every), most))]
    for first in range(0, len(pairs), BATCH):
        yield [Call("feedback", (found[at], queries[which], _turn(rng))) for at, which in pairs[first : first + BATCH]]


def _queries(
    box: Box[PuzzleRules], pairs: list[tuple[Any, Any]], known: list[Any], rng: Random
) -> Iterator[tuple[Any, Any]]:
    form = box.rules.query
    size = form.size()
    whole = everything(form) if size is not None and size <= FEW else None
    if whole is not None:
        queries = list(whole)
        for part, _ in pairs[: max(1, BATCH // len(queries))]:
            yield from ((part, query) for query in queries)
        return
    for part, answer in pairs:
        for _ in range(BATCH // len(pairs)):
            yield part, value(form, rng, known, near=answer) if rng.random() < 0.7 else form.draw(rng)


def _turn(rng: Random) -> int:
    return rng.randint(1, 20) if rng.random() < 0.8 else rng.randint(21, LATE)


def near(box: Box[PuzzleRules], call: Call, rng: Random) -> Call | None:
    """Ask about the same hidden part something else, or in another turn."""
    if call.function != "feedback":
        return None
    part, query, turn = call.args
    if rng.random() < 0.2:
        return Call(call.function, (part, query, max(1, turn + rng.choice((-1, 1, 1, 10)))))
    return Call(call.function, (part, altered_value(box.rules.query, query, rng), turn))
