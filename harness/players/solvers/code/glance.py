"""At first sight lists get sorted, numbers added, texts searched; names say more: `lps`, `pattern`, `left`, `mid`.

Who takes names at their word computes what textbooks call by them, without having seen the algorithm at work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.families.literals import write_literal
from boxwright.harness.players.solvers.code.strategy import assignments
from boxwright.harness.players.solvers.strategy import Known


def guess(known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
    """Return the likeliest value by what stands in the question."""
    found = re.findall(r"^Inputs: (.*)\nWhat is the value of `(.*)` at checkpoint (\d+), visit (\d+)\?", asked, re.M)
    text, name, _, visit = found[-1]
    inputs = assignments(text)
    if names:
        meant = _textbook(name, inputs, int(visit))
        if meant is not None:
            return write_literal(meant)
    return write_literal(_usual(inputs))


def _usual(inputs: Mapping[str, Any]) -> Any:
    """Return what is usually done with such inputs."""
    given = list(inputs.values())
    if all(type(value) is int for value in given):
        return sum(given)
    first = next(value for value in given if isinstance(value, list | str))
    return sorted(first) if isinstance(first, list) else 0


def _textbook(name: str, inputs: Mapping[str, Any], visit: int) -> Any:
    """Return what a variable of this name usually is; None for a name that says nothing."""
    items = next((value for value in inputs.values() if isinstance(value, list)), [])
    texts = {key: value for key, value in inputs.items() if isinstance(value, str)}
    text, pattern = texts.get("text", ""), texts.get("pattern", "")
    made: dict[str, Callable[[], Any]] = {
        "lps": lambda: _prefixes(pattern),
        "found": lambda: [i for i in range(len(text)) if pattern and text.startswith(pattern, i)],
        "arr": lambda: sorted(items),
        "a": lambda: sorted(items) if items else sum(v for v in inputs.values() if type(v) is int),
        "result": lambda: sorted(items),
        "t": lambda: sorted(items),
        "p": lambda: items[-1] if items else 0,
        "pivot": lambda: items[-1] if items else 0,
        "m": lambda: len(items) // 2,
        "mid": lambda: len(items) // 2,
        "left": lambda: [v for v in items[:-1] if v <= items[-1]],
        "right": lambda: [v for v in items[:-1] if v > items[-1]],
        "i": lambda: visit,
        "j": lambda: 0,
        "k": lambda: visit - 1,
    }
    return made[name]() if name in made else None


def _prefixes(pattern: str) -> list[int]:
    """Return the table of Knuth, Morris and Pratt."""
    ends = range(1, len(pattern) + 1)
    return [max(n for n in range(end) if pattern[:end].endswith(pattern[:n])) for end in ends]
