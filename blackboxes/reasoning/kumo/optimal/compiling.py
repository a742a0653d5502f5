"""How functions are compiled and where compiled code is kept; sets as bit masks in int64."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import njit, types
from numba.core import event
from numba.extending import intrinsic

from boxwright.blackboxes.seeds import digest

COMPILED = (
    "compiling",
    "tables",
    "bounds",
    "transitions",
    "search",
    "necessity",
    "elimination",
    "plain",
    "layers",
    "worlds",
    "several_search",
)
"""The modules with compiled functions."""
UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""numba's option for code without reference counting."""
COMPILING = "compiling a part of the optimal search for this machine, once: up to 20 s"
QUICK_SECONDS = 1.0
"""What takes no longer is not worth a word."""
F = TypeVar("F", bound=Callable[..., Any])


class Announcement(event.Listener):
    """Says on stderr that a search is being compiled, and how far it is. What is on disk already causes no event."""

    def __init__(self) -> None:
        self._depth = self._functions = 0
        self._start = 0.0

    def on_start(self, event: event.Event) -> None:
        """A function is about to be compiled, perhaps within another."""
        if _is_inlined(event):
            return
        if self._depth == 0:
            self._start = time.monotonic()
            if self._functions == 0:
                print(COMPILING, file=sys.stderr, flush=True)
        self._depth += 1

    def on_end(self, event: event.Event) -> None:
        """A function has been compiled."""
        if _is_inlined(event):
            return
        self._depth -= 1
        self._functions += 1
        seconds = time.monotonic() - self._start
        if self._depth == 0 and seconds > QUICK_SECONDS:
            print(f"\rcompiled {self._functions} functions in {seconds:.0f} s", file=sys.stderr, flush=True)
        elif self._depth and sys.stderr.isatty():
            print(f"\r{self._functions} functions, {seconds:.0f} s ", end="", file=sys.stderr, flush=True)


def _is_inlined(event: event.Event) -> bool:
    """Whether it is about a function that is compiled into its callers: numba keeps none of those, and is quick."""
    return bool(event.data["dispatcher"].targetoptions.get("inline") == "always")


event.register("numba:compile", Announcement())  # type: ignore[no-untyped-call]


def compiled(function: F) -> F:
    """Compile for this machine; the machine code is cached on disk where the home folder is writable.

    Without reference counting, which took two thirds of the time: every call passes many arrays. A function compiled
    so cannot create arrays; use `allocating` for that.
    """
    return _cached(function, **UNCOUNTED)


def allocating(function: F) -> F:
    """Compile a function that creates arrays; otherwise like `compiled`."""
    return _cached(function)


def inlined(function: F) -> F:
    """Compile into every caller: passing this many arrays costs more than what such a function does."""
    return cast(F, njit(inline="always", error_model="numpy", **UNCOUNTED)(function))


def _cached(function: F, **options: Any) -> F:
    folder = _cache_folder()
    if folder is None:
        return cast(F, njit(nogil=True, error_model="numpy", **options)(function))
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        return cast(F, njit(cache=True, nogil=True, error_model="numpy", **options)(function))
    finally:
        settings.CACHE_DIR = before


@cache
def _cache_folder() -> Path | None:
    """Return the folder for compiled code, named by the content of all compiled modules; None if it is not writable.

    numba itself checks only the file of the function; it would miss a change in a module that the function calls. And
    where it cannot write into this folder, it would write beside the package.
    """
    here = Path(__file__).resolve().parent
    text = b"".join((here / f"{name}.py").read_bytes() for name in COMPILED)
    try:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(home) / "boxwright" / f"kumo-{digest(text)[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # RuntimeError: this user has no home folder at all
        return None
    return folder


def _first_bit(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


def _size_of(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


first_bit: Callable[[int], int] = cast(Callable[[int], int], intrinsic(_first_bit))
"""Return the smallest member of a set (64 for the empty set)."""
size_of: Callable[[int], int] = cast(Callable[[int], int], intrinsic(_size_of))
"""Return the number of members of a set."""


@compiled
def at_most_one(mask: int) -> bool:
    """Say whether the set has at most one member."""
    return (mask & (mask - 1)) == 0
