"""What a module may import: loaded before the lock closes, since afterwards no file can be opened."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

PLACES = ("executable", "_base_executable", "prefix", "base_prefix", "exec_prefix", "base_exec_prefix")
"""What `sys` tells about where the interpreter is, and so about the machine and the caller's folders."""


def load(names: Iterable[str]) -> frozenset[str]:
    """Load these, and what they load themselves; return all that may stay. What this Python lacks is passed over."""
    for name in names:
        try:
            __import__(name)
        except ModuleNotFoundError:
            continue  # a module that tries to import it will be told so
    return frozenset(name for name in sys.modules if name.partition(".")[0] not in ("sandbox", "_socket"))


def close(allowed: frozenset[str]) -> None:
    """Let nothing be imported but that. It is no wall: what else the runner uses can be dug out, and is harmless."""
    for name in sys.modules.keys() - allowed:
        del sys.modules[name]
    sys.meta_path[:] = [Door()]
    sys.path[:] = []
    sys.orig_argv[:] = [""]
    for place in PLACES:
        setattr(sys, place, "")


class Door:
    """The last finder: it has nothing to give."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> NoReturn:
        """Say what is missing. Raises: ModuleNotFoundError."""
        if name.partition(".")[0] in sys.stdlib_module_names:
            why = "no files, network, processes, native code or clocks of the machine"
            raise ModuleNotFoundError(f"{name} is not available in the sandbox: {why}", name=name)
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
