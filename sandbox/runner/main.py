"""Where the runner starts: as a fork server over a socket, or as one session over stdin and stdout."""

from __future__ import annotations

from . import conditions, library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def run(config: dict[str, Any]) -> NoReturn:
    """Become what the host asked for. Never returns.

    What modules may import is loaded first, on replaced clocks, and before the runner loads what they may not. The
    machine's clocks go last: the system's loader of libraries reads the processor's counter.
    """
    conditions.prepare()
    allowed = library.load(config["library"])
    from . import alone, clocks, fork_server

    clock_fault = clocks.take_away()
    if config["fork_server"]:
        fork_server.run(config["die_with_parent"], allowed, clock_fault)
    alone.run(config, allowed, clock_fault)
