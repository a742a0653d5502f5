"""The sweep of a free-form black-box: many sessions side by side, some of them long, with questions on the way."""

from __future__ import annotations

from random import Random

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.freeform.rules import ASKED_AT_ONCE, SessionRules, checked_turn
from boxwright.blackboxes.families.structured import altered, text
from boxwright.blackboxes.sweep import Steps, constants
from boxwright.blackboxes.types import Call

SESSIONS = 60
LONGEST = 60
"""Texts in the longest of these sessions ..."""
ALONE = 300
"""... and in one that is swept alone, after the first of them."""
STEADY = 6
"""Sessions of a round in which one text is said again and again, so that what adds up is reached ..."""
VARIED = 13
"""... after so many rounds in which texts differ."""
SEEDS = 2**31


def sweep(box: Box[SessionRules], rng: Random) -> Steps:
    """Play sessions for as long as they are wanted."""
    domain = box.rules.domain
    known = [word for word in constants(box.source) if isinstance(word, str)]
    own = Random(repr(rng.getstate()))
    number = 0
    while True:
        steady = STEADY if number >= VARIED * (SESSIONS // 3) else 0
        kept = [_text(domain.alphabet, domain.max_length, known, own) for _ in range(steady)]
        seeds = [*range(number, number + SESSIONS // 3), *(rng.randrange(SEEDS) for _ in range(2 * SESSIONS // 3))]
        number += SESSIONS // 3
        states = list((yield [Call("open", (seed,)) for seed in seeds]))
        said = [""] * len(states)
        for step in range(rng.choice((8, 25, LONGEST))):
            said = [
                before if before and rng.random() < 0.1 else _text(domain.alphabet, domain.max_length, known, rng)
                for before in said[steady:]
            ]
            said = [*kept, *said]
            turns = yield [Call("explore", pair) for pair in zip(states, said, strict=True)]
            states = [checked_turn(turn)["state"] for turn in turns]
            if step % 6 == 0:
                yield _questions(states[:10], rng)
        yield _questions(states, rng)
        if number == SESSIONS // 3:
            yield from _alone(box, known, own)


def _alone(box: Box[SessionRules], known: list[str], rng: Random) -> Steps:
    """Play one very long session."""
    domain = box.rules.domain
    (state,) = yield [Call("open", (rng.randrange(SEEDS),))]
    for _ in range(ALONE):
        (turn,) = yield [Call("explore", (state, _text(domain.alphabet, domain.max_length, known, rng)))]
        state = checked_turn(turn)["state"]
    yield _questions([state] * SESSIONS, rng)


def _questions(states: list[object], rng: Random) -> list[Call]:
    return [Call("questions", (state, rng.randrange(SEEDS), rng.randint(1, ASKED_AT_ONCE))) for state in states]


def _text(alphabet: str, most: int, known: list[str], rng: Random) -> str:
    made = text(alphabet, 1, most, rng, known)
    return made if made.strip() else alphabet[0]


def near(box: Box[SessionRules], call: Call, rng: Random) -> Call | None:
    """Say something else in the same state."""
    if call.function != "explore":
        return None
    state, said = call.args
    domain = box.rules.domain
    return Call(call.function, (state, altered(said, domain.alphabet, 1, domain.max_length, rng)))
