"""A session's fixed conditions: where its wall clock starts, what its random sources yield, what its environment says.

This makes honest modules repeatable but is no security boundary; the determinism gate catches what digs deeper.
"""

from __future__ import annotations

import _imp
import os
import random
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PYTHONTZPATH": "", "TZ": "UTC"}
"""Everything that a module can read in os.environ. No time zone files: they differ between machines."""

NATIVE_CLOCKS = frozenset({"_datetime", "_zoneinfo", "_uuid", "_xxsubinterpreters", "_interpreters"})
"""Extension modules with a clock of their own; each has a pure Python form that uses `time`. The last two (one module
under two names, by version) would create an interpreter within this one, whose `time` is the real one."""
WALL_CLOCKS = frozenset({0, 5, 8, 11})
"""Linux's ids of the clocks that tell the time of day: REALTIME, REALTIME_COARSE, REALTIME_ALARM, TAI."""
UPTIME_CLOCKS = frozenset({1, 4, 6, 7, 9})
"""And of those that count from boot: MONOTONIC, MONOTONIC_RAW, MONOTONIC_COARSE, BOOTTIME, BOOTTIME_ALARM."""
UPTIME_SHARE = 1000
"""The machine appears to have been up for this fraction of the time since the epoch, so that uptime varies as well."""


def apply(random_seed: int, clock: float) -> None:
    """Fix this process's environment, clock and randomness."""
    fix_surroundings()
    fix_clock(clock)
    fix_randomness(random_seed)


def fix_surroundings() -> None:
    """Make the working directory, environment variables and time zone the same everywhere."""
    os.chdir("/")
    os.umask(0o077)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    time.tzset()
    sys.argv[:] = [""]


def fix_clock(start: float) -> None:
    """Let the wall clock start at `start` and run from there.

    `datetime` falls back to its pure Python form, which uses the `time` module; `zoneinfo` and `uuid` do likewise.
    """
    _refuse_native_clocks()
    monotonic_ns = time.monotonic_ns
    start_ns = int(start * 1_000_000_000)
    born_ns = monotonic_ns()

    def time_ns() -> int:
        """Return the session's time in nanoseconds since the epoch."""
        return start_ns + monotonic_ns() - born_ns

    def now() -> float:
        """Return the session's time in seconds since the epoch."""
        return time_ns() / 1_000_000_000

    def uptime_ns() -> int:
        """Return the time since boot, which moves with the session's time."""
        return start_ns // UPTIME_SHARE + monotonic_ns() - born_ns

    _replace_clock_readers(now, time_ns, uptime_ns)
    _replace_file_times(start_ns)


def _refuse_native_clocks() -> None:
    """Refuse modules that ask the kernel for the time themselves, and never create a fresh `time`."""
    for native in NATIVE_CLOCKS:
        sys.modules[native] = None  # type: ignore[assignment]
    create_builtin, create_dynamic = _imp.create_builtin, _imp.create_dynamic

    def builtin(spec: Any, /) -> Any:
        if spec.name in NATIVE_CLOCKS:
            raise ImportError(f"{spec.name} is not available here")
        return time if spec.name == "time" else create_builtin(spec)

    def dynamic(spec: Any, file: Any = None, /) -> Any:
        if spec.name in NATIVE_CLOCKS:
            raise ImportError(f"{spec.name} is not available here")
        return create_dynamic(spec, file)

    vars(_imp).update(create_builtin=builtin, create_dynamic=dynamic)


def _replace_file_times(start_ns: int) -> None:
    """Let every file, pipe and process that `os` shows carry the session's start as its date."""
    seconds = start_ns // 1_000_000_000
    names = ("atime", "mtime", "ctime")
    times = {f"st_{name}": start_ns / 1_000_000_000 for name in names} | {f"st_{name}_ns": start_ns for name in names}

    def dated(real: os.stat_result) -> os.stat_result:
        known = {name: getattr(real, name) for name in dir(real) if name.startswith("st_")}
        return os.stat_result((*real[:7], seconds, seconds, seconds), {**known, **times})

    real_stat, real_lstat, real_fstat = os.stat, os.lstat, os.fstat

    def stat(path: Any, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        return dated(real_stat(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks))

    def lstat(path: Any, *, dir_fd: int | None = None) -> os.stat_result:
        return dated(real_lstat(path, dir_fd=dir_fd))

    def fstat(fd: int) -> os.stat_result:
        return dated(real_fstat(fd))

    vars(os).update(stat=stat, lstat=lstat, fstat=fstat)


def _replace_clock_readers(now: Callable[[], float], time_ns: Callable[[], int], uptime_ns: Callable[[], int]) -> None:
    real_clock, real_clock_ns = time.clock_gettime, time.clock_gettime_ns
    real_local, real_gm, real_strftime, real_asctime = time.localtime, time.gmtime, time.strftime, time.asctime
    real_times = os.times

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
        if clock in WALL_CLOCKS:
            return now()
        return uptime() if clock in UPTIME_CLOCKS else real_clock(clock)

    def clock_gettime_ns(clock: int, /) -> int:
        if clock in WALL_CLOCKS:
            return time_ns()
        return uptime_ns() if clock in UPTIME_CLOCKS else real_clock_ns(clock)

    def uptime() -> float:
        return uptime_ns() / 1_000_000_000

    def times() -> os.times_result:
        return os.times_result((*real_times()[:4], uptime()))

    readers = (localtime, gmtime, asctime, ctime, strftime, clock_gettime, clock_gettime_ns, time_ns)
    vars(time).update({reader.__name__: reader for reader in readers}, time=now)
    vars(time).update(monotonic=uptime, perf_counter=uptime, monotonic_ns=uptime_ns, perf_counter_ns=uptime_ns)
    vars(os).update(times=times)


def fix_randomness(seed: int) -> None:
    """Seed `random`, and replace every source of kernel randomness by a seeded stream."""
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
