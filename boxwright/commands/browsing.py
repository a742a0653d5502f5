"""Serving pages to browsers: people at their desks, and a run that goes on."""

from __future__ import annotations

import re
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.shared import workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from boxwright.harness.players.player import Player

_SETTLING = 30.0
"""Seconds that a server may take to begin, and to end."""


def address_of(text: str, option: str) -> tuple[str, int]:
    """Parse HOST:PORT. Raises: BoxwrightError."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 65_536):
        raise BoxwrightError(f"{option} {text!r} is no address; write HOST:PORT, for example 127.0.0.1:8000")
    return host, int(port)


def free_address(text: str, option: str) -> tuple[str, int]:
    """Parse HOST:PORT, where a server that opens its port itself can begin. Raises: BoxwrightError."""
    host, port = address_of(text, option)
    _listening(host, port, option).close()
    return host, port


def _listening(host: str, port: int, option: str) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise BoxwrightError(
            f"{option} {host}:{port}: cannot be used ({error.strerror}); choose another one"
        ) from error


def people(given: Iterable[str], option: str) -> list[str]:
    """Return names under which people can be stored, each once. Raises: BoxwrightError naming the option."""
    names = list(dict.fromkeys(name.strip() for name in given))
    for name in names:
        if not re.fullmatch(r"[\w.-]{1,40}", name):
            raise BoxwrightError(f"{option} {name!r}: use up to 40 letters, digits, dots, dashes and underscores")
    return names


@contextmanager
def desks(names: Sequence[str], out: Path, address: str) -> Iterator[dict[str, Callable[[], Player]]]:
    """Serve a page for each name while it is open, and say where; yields what makes each one's player.

    Raises: BoxwrightError.
    """
    from boxwright.harness.serve.desk import Desk
    from boxwright.harness.serve.people_app import invitations, people_app

    host, port = address_of(address, "--at")
    made = {name: Desk() for name in names}
    tokens = invitations(out, list(names))
    with _served(people_app({tokens[name]: desk for name, desk in made.items()}), host, port) as bound:
        for name in names:
            echo(f"{name}: http://{host}:{bound}/play/{tokens[name]}", err=True)
        yield {name: lambda desk=desk: desk for name, desk in made.items()}  # type: ignore[misc]


def serve_run(folders: Sequence[Path], address: str) -> None:
    """Serve the page of runs until it is stopped. Raises: BoxwrightError, KeyboardInterrupt."""
    from boxwright.harness.serve.live_app import Live, live_app

    host, port = address_of(address, "--at")
    with tempfile.TemporaryDirectory() as folder:
        live = Live(folders, workspace(), Path(folder))
        live.counts()
        with _served(live_app(live), host, port) as bound:
            echo(f"boxwright: http://{host}:{bound}/ (Ctrl-C ends it)", err=True)
            while True:
                time.sleep(3_600)


@contextmanager
def _served(app: Starlette, host: str, port: int) -> Iterator[int]:
    """Serve an application in a thread while it is open; yields the port. Raises: BoxwrightError."""
    uvicorn = import_extra("uvicorn", "serve")
    listening = _listening(host, port, "--at")
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, args=([listening],), name="pages", daemon=True)
    thread.start()
    late = time.monotonic() + _SETTLING
    while not server.started and thread.is_alive() and time.monotonic() < late:
        time.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(_SETTLING)
        listening.close()
