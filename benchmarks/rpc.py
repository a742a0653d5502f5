"""Calls per second through each sandbox, one at a time and through call_many, next to a direct call, in one run.

Only the ratios within one table are meaningful: the absolute numbers depend on the machine and its load.
Run it with `python benchmarks/rpc.py [seconds per measurement]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat

from rich.console import Console
from rich.table import Table

from boxwright.sandbox import Launcher, Module, SandboxUnavailable, Session, open_launcher

SHIFT_SOURCE = """
def shift(text):
    return "".join(chr((ord(letter) - 65 + 3) % 26 + 65) for letter in text)
"""
TEXT = "THEQUICKBROWNFOX"
BATCH = 200
"""Calls between two checks of the clock."""


def shift(text: str) -> str:
    """Do in this process, directly, what SHIFT_SOURCE does inside (a toy that we wrote ourselves)."""
    return "".join(chr((ord(letter) - 65 + 3) % 26 + 65) for letter in text)


@dataclass(frozen=True)
class Row:
    """One way to make calls, and its calls per second."""

    launcher: str
    way: str
    per_second: float


def measure(batch: Callable[[], int], seconds: float) -> float:
    """Repeat a batch of calls for a while; return calls per second."""
    batch()  # warm up
    calls = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        calls += batch()
    return calls / elapsed


def direct() -> int:
    """Make a batch of direct calls."""
    for _ in range(BATCH):
        shift(TEXT)
    return BATCH


def one_at_a_time(session: Session) -> int:
    """Make a batch of single calls."""
    for _ in range(BATCH):
        session.call("shift", TEXT)
    return BATCH


def streamed(session: Session) -> int:
    """Make ten batches' worth of rows in one call_many."""
    return sum(reply.error is None for reply in session.call_many("shift", repeat((TEXT,), 10 * BATCH)))


def rows(seconds: float) -> Iterator[Row]:
    """Measure each way in turn."""
    yield Row("none", "direct call", measure(direct, seconds))
    for name in ("local", "docker"):
        try:
            launcher: Launcher = open_launcher(name)
        except SandboxUnavailable as missing:
            Console(stderr=True).print(f"[yellow]{name} left out:[/] {missing}")
            continue
        session = launcher.open(Module(SHIFT_SOURCE))
        assert session.call("shift", TEXT) == shift(TEXT)
        yield Row(launcher.level, "call", measure(lambda: one_at_a_time(session), seconds))  # noqa: B023
        yield Row(launcher.level, "call_many", measure(lambda: streamed(session), seconds))  # noqa: B023
        launcher.close()


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    measured = list(rows(seconds))
    table = Table(title=f"calls per second, {seconds:g} s each, Python {sys.version.split()[0]}")
    table.add_column("sandbox", no_wrap=True)
    table.add_column("way")
    for heading in ("calls/s", "µs/call", "× direct"):
        table.add_column(heading, justify="right")
    for row in measured:
        cost = measured[0].per_second / row.per_second
        table.add_row(row.launcher, row.way, f"{row.per_second:,.0f}", f"{1e6 / row.per_second:,.1f}", f"{cost:,.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
