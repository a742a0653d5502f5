"""Travels into the sandbox behind `shim.py`, as text: gives the whole trace of a run, for the gates (`sweep.py`)."""

from copy import deepcopy as boxwright_copy
from zlib import crc32 as boxwright_crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BOXWRIGHT_TRACED = 60_000
"""Characters of variables, about, that are kept of one run."""
BOXWRIGHT_SUMMED = 50_000
"""Visits after these that enter the checksum."""


def boxwright_trace(inputs: "dict[str, Any]") -> "list[Any]":
    """Return every visit of a whole run, in order: [index, variables]; then how many there are.

    Of a long run they are the first ones, and the last item is [how many, a checksum of those that come after].
    """
    seen: list[Any] = []
    count = size = check = 0

    def checkpoint(number: int, /, **variables: "Any") -> None:
        nonlocal count, size, check
        count += 1
        if size < BOXWRIGHT_TRACED:
            size += len(repr(variables)) + 100
            seen.append([number, boxwright_copy(variables)])
        elif count - len(seen) <= BOXWRIGHT_SUMMED:
            check = boxwright_crc32(f"{number} {boxwright_canonical(variables)}".encode(), check)

    globals()["run"](checkpoint, **boxwright_copy(inputs))
    return [*seen, count if count == len(seen) else [count, check]]


def boxwright_canonical(value: "Any") -> str:
    """Write a value so that two that count as the same are written alike: no order of names, no kind of number."""
    if isinstance(value, dict):
        rows = sorted(f"{boxwright_canonical(key)}: {boxwright_canonical(item)}" for key, item in value.items())
        return "{" + ", ".join(rows) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(boxwright_canonical, value)) + "]"
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.6g}"
    return f"{int(value):x}" if isinstance(value, int | float) else repr(value)
