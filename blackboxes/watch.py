"""A stopwatch that a busy machine does not hurry: it counts the seconds that work would take with processors to spare.

What a thread ran and what it waited for a processor tell how busy the machine is, and the seconds between two moments
are cut by that share, those in which the thread waited for a sandbox too: that waits for processors as well.
"""

from __future__ import annotations

import time
from pathlib import Path

MOST = 10
"""A second on the wall counts as a tenth of one at least, however busy the machine is."""
SCHEDULED = Path("/proc/thread-self/schedstat")
"""Where Linux tells how long a thread ran and how long it waited for a processor, in nanoseconds."""


class Watch:
    """Runs from when it is made; for one thread."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._ran, self._waited = _scheduled()

    def seconds(self) -> float:
        """Return the seconds so far."""
        passed = time.monotonic() - self._began
        ran, waited = _scheduled()
        ran, waited = ran - self._ran, waited - self._waited
        return passed * (max(ran / (ran + waited), 1 / MOST) if waited else 1.0)

    def over(self, seconds: float) -> bool:
        """Whether more than so many seconds have passed; cheap as long as the wall clock says that they have not."""
        return time.monotonic() - self._began > seconds and self.seconds() > seconds


def _scheduled() -> tuple[int, int]:
    """Return what the thread ran and waited; nothing where the kernel does not tell, which makes a plain stopwatch."""
    if not SCHEDULED.is_file():
        return 0, 0
    ran, waited, _ = SCHEDULED.read_text(encoding="ascii").split()
    return int(ran), int(waited)
