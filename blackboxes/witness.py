"""Play's own check of a box: every answer of an episode is asked again of another fresh session.

A box that answers otherwise once it is played (after a pause, after some calls, by the clock) contradicts itself here,
whatever it did in the gates. The second session differs from the first in all that no answer may depend on: another
process with another hash seed and other addresses, another moment, another random seed, the calls function by function
in reverse order and at once, the module's own `sample_inputs` asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call
from boxwright.sandbox import Conditions, Reply, values

Again = Callable[[Conditions, Sequence[Call]], Iterable[Reply]]
"""Make these calls in a fresh session under these conditions. Raises: SandboxError, SandboxUnavailable."""

MOST_ROWS = 5_000
"""Rows of one `call_many` that are asked again; of longer ones (a game's tree) so many, evenly spread."""
EARLIEST, LATEST = 86_400 * 365, 86_400 * 365 * 96
"""Between these seconds since the epoch (1971 to 2066) lies the second session's moment."""
SHOWN = 300
"""Characters of a call in the message."""


class Contradiction(BadOutput):
    """A box gave two answers to the same call: in an episode, and in another fresh session."""


class Witness:
    """Remembers what a box answered in an episode, and asks it again."""

    def __init__(self, identifier: str, seed: int, again: Again) -> None:
        self._id, self._seed, self._again = identifier, seed, again
        self._heard: list[tuple[Call, Reply]] = []
        self._sessions = 0

    def hear(self, function: str, args: Sequence[Any], reply: Reply) -> None:
        """Remember one answer."""
        self._heard.append((Call(function, tuple(args)), reply))

    def confirm(self) -> None:
        """Ask everything heard since the last time again. Raises: Contradiction, SandboxError, SandboxUnavailable."""
        heard, self._heard = sorted(self._heard[::-1], key=lambda answer: answer[0].function), []
        if not heard:
            return
        self._sessions += 1
        again = self._again(self._elsewhere(), [call for call, _ in heard])
        for (call, before), after in zip(heard, again, strict=True):
            if not same(before, after):
                raise Contradiction(
                    f"{self._id} contradicts itself: asked again in another fresh session, it gave another answer to "
                    f"{_shown(call)}; it depends on what came before, on the time or on chance"
                )

    def _elsewhere(self) -> Conditions:
        clock = EARLIEST + derive(self._seed, "clock", self._sessions) % (LATEST - EARLIEST)
        return Conditions(random_seed=derive(self._seed, "random", self._sessions) % 2**31, clock=float(clock))


def same(a: Reply, b: Reply) -> bool:
    """Whether two replies to the same call are the same value of the same type, or the same error."""
    if a.error is not None or b.error is not None:
        return str(a.error) == str(b.error)
    if type(a.value) is str and type(b.value) is str:
        return a.value == b.value
    if repr(a.value) == repr(b.value):  # fast path: equal texts are equal values of equal types
        return True
    return values.equal(a.value, b.value)


def spread(count: int) -> int:
    """Of so many rows, every how many-th is remembered."""
    return -(-count // MOST_ROWS) or 1


def _shown(call: Call) -> str:
    text = f"{call.function}({', '.join(values.dumps(arg) for arg in call.args)})"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
