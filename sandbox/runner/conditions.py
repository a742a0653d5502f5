"""A session's fixed conditions: its clock, what its random sources yield, what its environment says.

`prepare` comes before anything else is imported, so that whoever takes `monotonic` or `urandom` from its module gets
the session's; `begin` comes in the session's own process. The machine's clocks and its randomness are taken away by
`clocks.py` and the system call filter; this module gives honest code something repeatable in their place.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random
    from typing import Any

ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PYTHONTZPATH": "", "TZ": "UTC"}
"""Everything that a module can read in os.environ. No time zone files: they differ between machines."""

NATIVE_CLOCKS = ("_datetime", "_zoneinfo", "_uuid")
"""Extension modules with a clock of their own; each has a pure Python form that uses `time`."""
WALL_CLOCKS = frozenset({0, 5, 8, 11})
"""Linux's ids of the clocks that tell the time of day: REALTIME, REALTIME_COARSE, REALTIME_ALARM, TAI."""
UPTIME_CLOCKS = frozenset({1, 4, 6, 7, 9})
"""And of those that count from boot: MONOTONIC, MONOTONIC_RAW, MONOTONIC_COARSE, BOOTTIME, BOOTTIME_ALARM."""
UPTIME_SHARE = 1000
"""The machine appears to have been up for this fraction of the time since the epoch, so that uptime varies as well."""
TICK_NS = 100_000
"""How far the session's clock moves each time that it is read; otherwise it moves by what `sleep` is asked for."""
SECOND_NS = 1_000_000_000


class Clock:
    """The only clock of a session. It counts how often it is read, so it says nothing about the machine's time."""

    def __init__(self) -> None:
        self.set(0)

    def set(self, start_ns: int) -> None:
        """Start anew at this time, in nanoseconds since the epoch."""
        self._start_ns = start_ns
        self._passed_ns = 0

    def spent(self) -> int:
        """Return the nanoseconds since the session's start."""
        self._passed_ns += TICK_NS
        return self._passed_ns

    def wall(self) -> int:
        """Return the nanoseconds since the epoch."""
        return self._start_ns + self.spent()

    def uptime(self) -> int:
        """Return the nanoseconds since the machine appears to have been started."""
        return self._start_ns // UPTIME_SHARE + self.spent()

    def sleep(self, seconds: float, /) -> None:
        """Let that much time pass, at once. Raises: ValueError, TypeError, as `time.sleep`."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._passed_ns += int(seconds * SECOND_NS)


_clock = Clock()
_streams: list[random.Random] = []
"""The stream that stands for the kernel's randomness, once it has been set up."""


def prepare() -> None:
    """Put the session's clock and randomness in the place of the machine's."""
    for native in NATIVE_CLOCKS:
        sys.modules[native] = None  # type: ignore[assignment]
    _replace_clocks(_clock)
    _replace_randomness()


def begin(random_seed: int, clock: float) -> None:
    """Set this process's environment, clock and randomness to the session's."""
    os.chdir("/")
    os.umask(0o077)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    time.tzset()
    sys.argv[:] = [""]
    _clock.set(int(clock * SECOND_NS))
    import random  # prepared long ago

    _streams[0].seed(f"kernel {random_seed}")
    random.seed(random_seed)


def _replace_clocks(clock: Clock) -> None:
    real_local, real_gm, real_strftime, real_asctime = time.localtime, time.gmtime, time.strftime, time.asctime

    def localtime(seconds: float | None = None, /) -> time.struct_time:
        return real_local(clock.wall() / SECOND_NS if seconds is None else seconds)

    def gmtime(seconds: float | None = None, /) -> time.struct_time:
        return real_gm(clock.wall() / SECOND_NS if seconds is None else seconds)

    def asctime(moment: time.struct_time | None = None, /) -> str:
        return real_asctime(localtime() if moment is None else moment)

    def ctime(seconds: float | None = None, /) -> str:
        return real_asctime(localtime(seconds))

    def strftime(form: str, moment: time.struct_time | None = None, /) -> str:
        return real_strftime(form, localtime() if moment is None else moment)

    def clock_gettime_ns(which: int, /) -> int:
        if which in WALL_CLOCKS:
            return clock.wall()
        return clock.uptime() if which in UPTIME_CLOCKS else clock.spent()

    def clock_gettime(which: int, /) -> float:
        return clock_gettime_ns(which) / SECOND_NS

    def times() -> os.times_result:
        return os.times_result((clock.spent() / SECOND_NS, 0.0, 0.0, 0.0, clock.uptime() / SECOND_NS))

    readers = (localtime, gmtime, asctime, ctime, strftime, clock_gettime, clock_gettime_ns)
    vars(time).update({reader.__name__: reader for reader in readers}, sleep=clock.sleep)
    vars(os).update(times=times)
    by_name = {"time": clock.wall, "monotonic": clock.uptime, "perf_counter": clock.uptime}
    for name, read in {**by_name, "process_time": clock.spent, "thread_time": clock.spent}.items():
        vars(time)[name + "_ns"] = read
        vars(time)[name] = lambda read=read: read() / SECOND_NS


def _replace_randomness() -> None:
    """Replace every source of kernel randomness by a stream that `begin` seeds."""

    def urandom(size: int, /) -> bytes:
        """Return `size` bytes of the session's stream."""
        return _streams[0].randbytes(size)

    def getrandom(size: int, flags: int = 0) -> bytes:
        """Return `size` bytes of the session's stream."""
        return _streams[0].randbytes(size)

    import random

    _streams.append(random.Random("a text"))  # now, because some versions load a library for it
    vars(os).update(urandom=urandom, getrandom=getrandom)
    vars(random).update(_urandom=urandom)
    real_seed = random.Random.seed

    def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
        """Seed this generator; without a seed, from the session's stream."""
        real_seed(self, _streams[0].getrandbits(256) if a is None else a, version)

    random.Random.seed = seeded  # type: ignore[method-assign]
    random.seed = vars(random)["_inst"].seed
