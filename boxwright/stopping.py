"""Ctrl-C and SIGTERM stop a command as an exception that unwinds it, raised again where the first was swallowed.

Python raises the exception of a signal in whatever the main thread is doing. In a finalizer, a callback of the garbage
collector, or C code that looks an attribute up, it is dropped, and the signal would have had no effect. In the making
of a class (`__set_name__`, up to Python 3.11) it comes out as the cause of a RuntimeError.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

AGAIN_SECONDS = 0.5
"""After this time without unwinding, the exception is raised again."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl-C (KeyboardInterrupt) and SIGTERM (SystemExit, 143) end the block. In the main thread only."""
    heeded = [n for n in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(n) is not signal.SIG_IGN]
    for number in heeded:  # a shell lets its background jobs ignore Ctrl-C
        signal.signal(number, _stop)
    hook, sys.unraisablehook = sys.unraisablehook, _quietly(sys.unraisablehook)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number in heeded:  # nothing is left to unwind: an exception would only be printed
            signal.signal(number, signal.SIG_DFL)
        sys.unraisablehook = hook


def _stop(number: int, frame: object) -> None:
    """Unwind: partial files are removed, processes are ended."""
    signal.signal(signal.SIGALRM, lambda *about: _insist(number))
    signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS, AGAIN_SECONDS)
    raise _exception_of(number)


def _insist(number: int) -> None:
    """Raise the exception again, unless the main thread is in a cleanup on its way out."""
    if stop_behind(sys.exception()) is None:
        raise _exception_of(number)


def stop_behind(error: BaseException | None) -> BaseException | None:
    """Return the stop that an error is, or was raised in handling of; None where there is none."""
    while error is not None and not isinstance(error, KeyboardInterrupt | SystemExit):
        error = error.__context__
    return error


def _quietly(hook: Callable[[sys.UnraisableHookArgs], object]) -> Callable[[sys.UnraisableHookArgs], object]:
    """Report what Python drops, as before, but not the stop itself: that is raised again."""
    return lambda dropped: None if dropped.exc_type in (KeyboardInterrupt, SystemExit) else hook(dropped)


def _exception_of(number: int) -> BaseException:
    return KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number)
