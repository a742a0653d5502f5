"""One process at a time: a lock on a folder that a build or an evaluation writes."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boxwright.blackboxes.faults import BoxwrightError


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the folder while the block runs; the lock ends with the process, however that ends.

    Raises: BoxwrightError when another process holds it.
    """
    with (folder / ".lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BoxwrightError(f"{folder}: another process is at work there; wait for it or stop it") from error
        yield
