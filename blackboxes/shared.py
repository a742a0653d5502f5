"""A box that many episodes of one process play side by side: what they will ask is asked in one round trip.

For training: a round trip to the sandbox costs more than the rest of a step. What was answered is asked again in
another fresh session as in every episode (`witness.py`), but once for all of them, and an answer that is remembered is
not asked again. `boxwright eval` gives each episode a session of its own.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from boxwright.blackboxes.box import Box, Rules
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call
from boxwright.blackboxes.witness import MOST_ROWS, Witness
from boxwright.sandbox import Reply, SandboxError, SandboxUnavailable

MOST_ANSWERS = 100_000
"""Answers that are remembered; then remembering begins anew."""
RENEWED = 60.0
"""Seconds after which a session is replaced: one alone would reach its limits in a long training run."""
_SCALARS = frozenset({str, int, float, bool, type(None)})


_Key = tuple[str, str]


class _Trust:
    """What the episodes that have begun since the last renewal rely on: answers that did not contradict each other."""

    fault: Exception | None = None


class SharedBox(Box[Rules]):
    """A box for episodes that are played by turns. Not thread-safe: whoever steps them holds a lock of the box."""

    def __init__(self, box: Box[Rules]) -> None:
        super().__init__(
            box.description,
            box.family,
            box.source,
            box.launcher,
            limits=box.limits,
            conditions=box.conditions,
            exam=box.exam,
            telling=box.telling,
        )
        self.on_exit = box.on_exit
        self._known: dict[_Key, tuple[Sequence[Any], Any]] = {}
        """Arguments and answer of each call."""
        self._new: list[_Key] = []
        """The calls that were not asked again yet."""
        self._witness = Witness(self.id, derive(0, "shared", self.id), self._again)
        self._trust = _Trust()
        self._since = time.monotonic()

    def fetch(self, calls: Iterable[Call]) -> None:
        """Ask what is not known yet, in one round trip; a call that fails is left to the episode that makes it.

        So is a single one: nothing is won by asking it earlier.
        """
        asked = {_key(call.function, call.args): call for call in calls}
        new = [call for key, call in asked.items() if key not in self._known]
        if len(new) < 2:
            return
        try:
            for at in range(0, len(new), MOST_ROWS):  # of more, not all would be heard
                deque(self.replies(new[at : at + MOST_ROWS]), maxlen=0)
        except (SandboxError, SandboxUnavailable):
            return  # whoever makes the call meets the same fault, as one of its own episode

    def call(self, function: str, *args: Any) -> Any:
        """Return what is known, or ask. Raises: as Box.call."""
        try:
            _, value = self._known[_key(function, args)]
        except KeyError:
            value = super().call(function, *args)
        return value if type(value) in _SCALARS else deepcopy(value)

    @contextmanager
    def witnessed(self, seed: int) -> Iterator[Callable[[], None]]:
        """Make ready for another episode; give what asks again what was answered in all since it was last asked."""
        self._renew()
        trust = self._trust

        def confirm() -> None:
            if trust.fault is None:
                try:
                    self._confirm()
                except (BadOutput, SandboxError, SandboxUnavailable) as fault:
                    trust.fault = fault
            if trust.fault is not None:
                raise trust.fault

        yield confirm

    def _renew(self) -> None:
        """Begin a fresh session after a while, and afresh after a contradiction."""
        now = time.monotonic()
        if self._trust.fault is not None:
            self._known.clear()
            self._new.clear()
            self._trust = _Trust()
        elif now - self._since < RENEWED:
            return
        self.close()
        self._since = now

    def _confirm(self) -> None:
        new, self._new = self._new, []
        for function, written in new:
            args, value = self._known[function, written]
            self._witness.hear(function, args, Reply(value))
        self._witness.confirm()

    def _hear(self, function: str, args: Sequence[Any], reply: Reply) -> None:
        if reply.error is not None:
            self._witness.hear(function, args, reply)
            return
        if len(self._known) >= MOST_ANSWERS:
            self._known = {key: self._known[key] for key in self._new}
        key = _key(function, args)
        if key not in self._known:
            self._known[key] = tuple(args), reply.value
            self._new.append(key)


def shared(opened: Opened) -> Opened:
    """Return what episodes may play side by side: a box as a `SharedBox`; what runs no generated code as it is."""
    return SharedBox(opened) if isinstance(opened, Box) else opened


def _key(function: str, args: Sequence[Any]) -> _Key:
    return function, repr(args)  # 1, 1.0 and True are different arguments
