"""Where the runner starts: as one session over stdin and stdout, or as a fork server over a socket."""

from __future__ import annotations

import os

from . import lock
from .serve import Channel, serve_session, silence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def run(config: dict[str, Any]) -> NoReturn:
    """Become what the host asked for. Never returns."""
    if config["fork_server"]:
        from . import fork_server  # only here: a single session has no use for it

        fork_server.run(config["die_with_parent"])
    walls = lock.Lock()
    source, target = os.dup(0), os.dup(1)
    silence()
    serve_session(config, walls, Channel(source, target, keep=walls.descriptors()))
