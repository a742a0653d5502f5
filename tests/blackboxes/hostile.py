"""Ten thousand replies that every family must survive: random, hostile, and valid ones with something spliced in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from boxwright.blackboxes.types import Ask, Refusal, Shot, Turn

COUNT = 10_000
PIECES = (
    "", "nan", "NaN", "inf", "-inf", "1e999", "-0", "0x1f", "1_000", "\u0661\u0662\u0663", "\xbd", "\xb2",
    "\u5b57", "\x00", "\x1b[31m", "\u2028", "\ud7ff", "\U0001f600", "invalid", "None", "True", "null", "[]",
    "{}", "()", "[[1]]", "[[[[[[", "]]]]", '{' * 300, '(' * 300, '-' * 300, "{\"a\": 1}", "{\"inputs\": {}}",
    "{\"$tuple\": [1]}", "```", "```json\n", "**", "`", "'", "\"", "\\", "\\x", "\\N{DOT}", "1if", "1or 2",
    "0777", "1j", "b'a'", "f'{1}'", "__import__('os')", "lambda: 0", 'x' * 400, '9' * 5000, "QUERY:", "ANSWER:",
    "MOVE:", "QUERY: QUERY: 1", "\n", "\r\n", "\t", ";", ",", ":", "=", "1, 2, 3", "(1, 2, 3)",
    "ball: (1, nan, 3)", "Sorry, I cannot.", "a = 1; b = 2", "{1: 2, [3]: 4}", "set()", "{1, 2}", "1.",
)  # fmt: skip
HUGE = (
    "QUERY: " + "1" * 1_000_000,
    "[" * 1_000_000,
    "ANSWER: " + "[" * 99_000,
    "MOVE:" + " " * 99_000 + "x",
    "A:" * 400_000,
)


def hostile_replies(valid: Sequence[str], seed: int = 0) -> Iterator[str]:
    """Yield the replies; `valid` are some good ones of the family, to be spoilt."""
    rng = random.Random(seed)
    yield from HUGE
    for _ in range(COUNT - len(HUGE)):
        kind = rng.randrange(4)
        if kind == 0:
            text = "".join(
                chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD7FF)))) for _ in range(rng.randrange(40))
            )
        elif kind == 1:
            text = "".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 5)))
        else:
            text = rng.choice(valid)
            for _ in range(rng.randrange(1, 3)):
                start = rng.randrange(len(text) + 1)
                end = min(len(text), start + rng.choice((0, 0, 1, 2, 5)))
                text = text[:start] + rng.choice((*PIECES, rng.choice(text or " "))) + text[end:]
        yield f"{rng.choice(('QUERY', 'ANSWER', 'MOVE'))}: {text}" if kind == 1 and rng.random() < 0.9 else text


def outcome(dialogue: Turn | Shot, reply: str) -> object:
    """Send one reply to a fresh dialogue: a Refusal, another Ask, or what the dialogue returned."""
    assert isinstance(next(dialogue), Ask)
    try:
        step = dialogue.send(reply)
    except StopIteration as stop:
        return stop.value
    if isinstance(step, Refusal):
        assert step.reason.strip()
        assert len(step.reason) < 6_000
    dialogue.close()
    return step
