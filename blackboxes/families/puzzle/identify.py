"""How often a Bayesian player identifies a puzzle's answer within its turns: measured by playing, if answers are few.

The player knows the module. It keeps a probability for every answer, asks the query (of a fixed pool) that tells it
most in expectation (Shannon information), and updates by Bayes' rule; then it names the likeliest answer. How likely
a feedback is given an answer is counted over hidden parts with that answer; noise that depends on the turn is counted
over turns. The share reported is of games really played against fresh hidden parts: a lower bound for the best player.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.puzzle.rules import PuzzleRules, hidden_for, solution_of
from boxwright.blackboxes.seeds import derive, stream
from boxwright.sandbox import values

DRAWS = 4_000
"""Maximum number of hidden parts drawn to list the answers."""
MOST_ANSWERS = 700
"""The most answers that are listed."""
UNSEEN = 0.02
"""Estimated share of answers not drawn (Good and Turing: answers drawn once) at which the list counts as complete."""
POOL = (40, 200)
"""Queries among which the player chooses, at least and at most: as many as the calls allow."""
CALLS = 40_000
"""Maximum calls of feedback() for counting likelihoods."""
FEWEST = 10
"""Counts of noisy feedback on one query given one answer, below which they are no likelihood."""
GAMES = 40
DOUBT = 1e-3
"""The probability of a feedback that was never counted, where feedback is noisy."""


@dataclass(frozen=True)
class Answers:
    """The answers of a puzzle, how often each was drawn, and hidden parts that have it."""

    texts: Sequence[str]
    weights: Sequence[float]
    hidden: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Counted:
    """A pool of queries; for each query, for each feedback, its probability given each answer, by index."""

    pool: Sequence[Any]
    likelihood: Sequence[Mapping[str, Sequence[float]]]
    noisy: bool
    """Whether feedback was ever uncertain, given answer and query."""
    each: int
    """How often each feedback was counted, given answer and query."""


def measure(box: Box[PuzzleRules], turns: int, seed: int) -> Mapping[str, Any]:
    """Return JSON values: the number of answers, and the share identified. Raises: BadOutput, SandboxError."""
    answers = _list_answers(box, seed)
    if answers is None:
        return {"answers": f"more than {MOST_ANSWERS}, or too many to list"}
    counted = _count(box, answers, _pool(box, answers, seed), turns, seed)
    if counted.noisy and counted.each < FEWEST:
        return {"answers": "too many to count noisy feedback on"}
    known: dict[tuple[Any, ...], int] = {}
    right = 0
    for game in range(GAMES):
        hidden = hidden_for(box, derive(seed, "game", game))
        truth = values.dumps(solution_of(box, hidden))
        right += _play(box, answers, counted, hidden, turns, known) == truth
    return {
        "answers": len(answers.texts),
        "noisy": counted.noisy,
        "turns": turns,
        "games": GAMES,
        "identified": right / GAMES,
    }


def _list_answers(box: Box[PuzzleRules], seed: int) -> Answers | None:
    """Draw more and more hidden parts until the list of answers counts as complete; None if it never does."""
    hidden: list[Any] = []
    texts: list[str] = []
    while len(texts) < DRAWS:
        more = range(len(texts), max(500, 2 * len(texts)))
        rows = [[derive(seed, "draw", number) % 2**31] for number in more]
        hidden += [reply.unwrap() for reply in box.call_many("new_hidden", rows)]
        solved = box.call_many("solution", [[part] for part in hidden[len(texts) :]])
        texts += [values.dumps(reply.unwrap()) for reply in solved]
        counts = Counter(texts)
        if len(counts) > MOST_ANSWERS:
            return None
        once = sum(n == 1 for n in counts.values()) / len(texts)
        if once <= UNSEEN / 100:
            break
    if once > UNSEEN:
        return None
    parts: dict[str, dict[str, Any]] = defaultdict(dict)
    for text, part in zip(texts, hidden, strict=True):
        parts[text][values.dumps(part)] = part
    names = sorted(counts)
    return Answers(names, [counts[n] / len(texts) for n in names], [list(parts[n].values()) for n in names])


def _pool(box: Box[PuzzleRules], answers: Answers, seed: int) -> list[Any]:
    """Corners, drawn queries, and answers that are valid queries themselves."""
    form, rng = box.rules.query, stream(seed, "pool")
    wanted = max(POOL[0], min(POOL[1], CALLS // len(answers.texts), form.size() or POOL[1]))
    found = {values.dumps(q): q for q in form.corners()}
    guesses = [value for text in answers.texts if form.holds(value := values.loads(text))]
    rng.shuffle(guesses)
    for query in guesses[: wanted // 2]:
        found[values.dumps(query)] = query
    for _ in range(20 * wanted):
        if len(found) >= wanted:
            break
        query = form.draw(rng)
        found[values.dumps(query)] = query
    return list(found.values())


def _count(box: Box[PuzzleRules], answers: Answers, pool: Sequence[Any], turns: int, seed: int) -> Counted:
    """Count how likely each feedback is given each answer."""
    rng = stream(seed, "count")
    several = any(len(parts) > 1 for parts in answers.hidden) or _depends_on_turn(box, answers, pool, turns)
    each = max(1, CALLS // (len(pool) * len(answers.texts))) if several else 1
    cases = [
        [(rng.choice(parts), rng.randint(1, turns)) if several else (parts[0], 1) for _ in range(min(each, 200))]
        for parts in answers.hidden
    ]
    rows = [[hidden, query, turn] for query in pool for case in cases for hidden, turn in case]
    told = (values.dumps(reply.unwrap()) for reply in box.call_many("feedback", rows))
    likelihood: list[dict[str, list[float]]] = []
    noisy = False
    for _ in pool:
        table: dict[str, list[float]] = defaultdict(lambda: [0.0] * len(cases))
        for index, case in enumerate(cases):
            counts = Counter(next(told) for _ in case)
            noisy = noisy or len(counts) > 1
            for text, n in counts.items():
                table[text][index] = n / len(case)
        likelihood.append(dict(table))
    return Counted(pool, likelihood, noisy, each)


def _depends_on_turn(box: Box[PuzzleRules], answers: Answers, pool: Sequence[Any], turns: int) -> bool:
    rows = [
        [parts[0], query, turn] for parts in answers.hidden[:5] for query in pool[:10] for turn in range(1, turns + 1)
    ]
    told = [values.dumps(reply.unwrap()) for reply in box.call_many("feedback", rows)]
    return any(len(set(told[i : i + turns])) > 1 for i in range(0, len(told), turns))


def _play(
    box: Box[PuzzleRules], answers: Answers, counted: Counted, hidden: Any, turns: int, known: dict[Any, int]
) -> str:
    """Play one game; `known` remembers which query was best after which history."""
    pool, likelihood, noisy = counted.pool, counted.likelihood, counted.noisy
    belief = list(answers.weights)
    history: tuple[Any, ...] = ()
    for turn in range(1, turns + 1):
        alive = [index for index, p in enumerate(belief) if p > 1e-9]
        if len(alive) < 2:
            break
        if history not in known:
            known[history] = max(range(len(pool)), key=lambda q: _information(likelihood[q], belief, alive))
        query = known[history]
        told = values.dumps(box.call("feedback", hidden, pool[query], turn))
        belief = _updated(belief, likelihood[query].get(told), noisy)
        history = (*history, query, told)
    return answers.texts[max(range(len(belief)), key=belief.__getitem__)]


def _updated(belief: Sequence[float], row: Sequence[float] | None, noisy: bool) -> list[float]:
    """Return the belief updated by a feedback of these likelihoods; unchanged if it was never counted."""
    doubt = DOUBT if noisy else 0.0
    after = [p * ((1 - doubt) * like + doubt) for p, like in zip(belief, row or [0.0] * len(belief), strict=True)]
    total = sum(after)
    return [p / total for p in after] if total > 0.0 else list(belief)


def _information(table: Mapping[str, Sequence[float]], belief: Sequence[float], alive: Sequence[int]) -> float:
    """Return the mutual information (nats) between the answer and the feedback on one query."""
    total = 0.0
    for row in table.values():
        joint = [(belief[i] * row[i], row[i]) for i in alive if row[i] > 0.0]
        mass = sum(p for p, _ in joint)
        total += sum(p * math.log(like / mass) for p, like in joint if p > 0.0)
    return total
