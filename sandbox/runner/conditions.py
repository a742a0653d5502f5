"""Fixed conditions for a session: where its wall clock starts, what its random sources give, what its surroundings say.

This makes honest modules repeatable; it is not a wall. A module that digs past it is caught by the two-session gate.
"""

from __future__ import annotations

import os
import random
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PYTHONTZPATH": "", "TZ": "UTC"}
"""All that a module can read in os.environ. No time zone files: they are not the same on all machines."""


def apply(random_seed: int, clock: float) -> None:
    """Fix surroundings, clock and randomness of this process."""
    fix_surroundings()
    fix_clock(clock)
    fix_randomness(random_seed)


def fix_surroundings() -> None:
    """Make folder, environment and time zone the same everywhere."""
    os.chdir("/")
    os.umask(0o077)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    time.tzset()
    sys.argv[:] = [""]


def fix_clock(start: float) -> None:
    """Let the wall clock start at `start` and go on from there.

    `datetime` takes its pure Python form, which asks the `time` module; `zoneinfo` and `uuid` follow it.
    """
    for native in ("_datetime", "_zoneinfo", "_uuid"):
        sys.modules[native] = None  # type: ignore[assignment]
    monotonic_ns = time.monotonic_ns
    start_ns = int(start * 1_000_000_000)
    born_ns = monotonic_ns()

    def time_ns() -> int:
        """Return the session's time in nanoseconds since the epoch."""
        return start_ns + monotonic_ns() - born_ns

    def now() -> float:
        """Return the session's time in seconds since the epoch."""
        return time_ns() / 1_000_000_000

    _replace_clock_readers(now, time_ns)


def _replace_clock_readers(now: Callable[[], float], time_ns: Callable[[], int]) -> None:
    real_clock, real_clock_ns = time.clock_gettime, time.clock_gettime_ns
    real_local, real_gm, real_strftime, real_asctime = time.localtime, time.gmtime, time.strftime, time.asctime
    wall = {getattr(time, name) for name in ("CLOCK_REALTIME", "CLOCK_TAI") if hasattr(time, name)}

    def localtime(seconds: float | None = None, /) -> time.struct_time:
        return real_local(now() if seconds is None else seconds)

    def gmtime(seconds: float | None = None, /) -> time.struct_time:
        return real_gm(now() if seconds is None else seconds)

    def asctime(moment: time.struct_time | None = None, /) -> str:
        return real_asctime(localtime() if moment is None else moment)

    def ctime(seconds: float | None = None, /) -> str:
        return real_asctime(localtime(seconds))

    def strftime(form: str, moment: time.struct_time | None = None, /) -> str:
        return real_strftime(form, localtime() if moment is None else moment)

    def clock_gettime(clock: int, /) -> float:
        return now() if clock in wall else real_clock(clock)

    def clock_gettime_ns(clock: int, /) -> int:
        return time_ns() if clock in wall else real_clock_ns(clock)

    readers = (localtime, gmtime, asctime, ctime, strftime, clock_gettime, clock_gettime_ns, time_ns)
    vars(time).update({reader.__name__: reader for reader in readers}, time=now)


def fix_randomness(seed: int) -> None:
    """Seed `random`, and give every source that would ask the kernel a seeded stream instead."""
    stream = random.Random(f"kernel {seed}")

    def urandom(size: int, /) -> bytes:
        """Return `size` bytes of the session's stream."""
        return stream.randbytes(size)

    def getrandom(size: int, flags: int = 0) -> bytes:
        """Return `size` bytes of the session's stream."""
        return stream.randbytes(size)

    real_seed = random.Random.seed

    def seeded(self: random.Random, a: int | float | str | bytes | bytearray | None = None, version: int = 2) -> None:
        """Seed this generator; without a seed, from the session's stream."""
        real_seed(self, stream.getrandbits(256) if a is None else a, version)

    vars(os).update(urandom=urandom, getrandom=getrandom)
    vars(random).update(_urandom=urandom)
    random.Random.seed = seeded  # type: ignore[method-assign]
    shared: random.Random = vars(random)["_inst"]
    random.seed = shared.seed
    random.seed(seed)
