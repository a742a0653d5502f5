"""How a container's worker reaches the host: a socket in a private folder, good for one connection.

The folder is mounted into the container; the socket's name disappears as soon as the worker has connected.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

from boxwright.sandbox.api import SandboxUnavailable
from boxwright.sandbox.engine import birth

PREFIX = "boxwright-socket-"
INSIDE = "/host"
NAME = "s"
SLICE_SECONDS = 0.25
"""How often to check that the container is still running, while waiting for it to connect."""


class ContainerSocket:
    """A listening socket; a context manager."""

    def __init__(self) -> None:
        """Create the folder and the socket. Raises: SandboxUnavailable."""
        try:
            self._root = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-{birth(os.getpid())}-"))
            self.folder = self._root / "mounted"
            self._socket = socket.socket(socket.AF_UNIX)
        except OSError as error:
            raise SandboxUnavailable(f"cannot make a socket for a container: {error}") from None
        try:
            self.folder.mkdir()
            self.folder.chmod(0o755)
            _bind(self._socket, self.folder)
            (self.folder / NAME).chmod(0o666)  # the container's user is another one; the folder around it is private
            self._socket.listen(1)
        except OSError as error:
            self.__exit__()
            raise SandboxUnavailable(f"cannot make a socket for a container: {error}") from None

    def __enter__(self) -> ContainerSocket:
        return self

    def __exit__(self, *exc: object) -> None:
        self._socket.close()
        shutil.rmtree(self._root, ignore_errors=True)

    def wait(self, still_there: Callable[[], bool], slices: int) -> socket.socket | None:
        """Return the connection, or None if the container ended or did not connect within that many slices."""
        self._socket.settimeout(SLICE_SECONDS)
        for _ in range(slices):
            try:
                return self._socket.accept()[0]
            except TimeoutError:
                if not still_there():
                    return None
        return None


def _bind(listener: socket.socket, folder: Path) -> None:
    """Bind through the open folder, because a socket's path is limited to 107 characters. Raises: OSError."""
    opened = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        listener.bind(f"/proc/self/fd/{opened}/{NAME}")
    finally:
        os.close(opened)


def sweep() -> None:
    """Remove the folders of processes that were killed before they could do so themselves."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid, _, rest = folder.name.removeprefix(PREFIX).partition("-")
        if pid.isdigit() and birth(int(pid)) != rest.partition("-")[0]:
            with contextlib.suppress(OSError):  # it belongs to another user, who will remove it
                shutil.rmtree(folder)
