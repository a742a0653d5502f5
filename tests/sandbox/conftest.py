"""The launchers that this machine has; with BOXWRIGHT_REQUIRE_ENGINE=1 it must have all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from boxwright.sandbox import Launcher, Limits, Module, SandboxUnavailable, Session, library, open_launcher

if TYPE_CHECKING:
    from docker import DockerClient

Open = Callable[..., Session]

QUICK = Limits(load_seconds=10.0, call_seconds=10.0)
"""For modules that answer: long enough for a busy machine."""


def without_engine(reason: str) -> None:
    """Skip, with the reason; fail where everything is required."""
    if os.environ.get("BOXWRIGHT_REQUIRE_ENGINE") == "1":
        pytest.fail(f"required here, but {reason}")
    pytest.skip(reason)


LAUNCHERS = [
    "local",
    "bubblewrap",
    pytest.param("docker", marks=pytest.mark.engine),
    pytest.param("docker-strict", marks=pytest.mark.engine),
]


DUG_OUT = (
    *(
        "_thread",
        "asyncio",
        "atexit",
        "ctypes",
        "errno",
        "faulthandler",
        "fcntl",
        "mmap",
        "resource",
        "select",
        "signal",
    ),
    *("socket", "sqlite3", "subprocess", "tempfile"),
)
"""What no module can import. Here they are all given it: the walls are tried as by one that has dug out the rest."""


@pytest.fixture(scope="package", autouse=True)
def everything_dug_out() -> Iterator[None]:
    """Let every module of these tests import more than it could."""
    usual = library.LIBRARY
    library.LIBRARY = (*usual, *DUG_OUT)
    yield
    library.LIBRARY = usual


@pytest.fixture(scope="package", params=LAUNCHERS)
def launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    try:
        opened = open_launcher(request.param)
    except SandboxUnavailable as missing:
        without_engine(str(missing))
    yield opened
    opened.close()


@pytest.fixture
def open_source(launcher: Launcher) -> Iterator[Open]:
    """Open a session on a source text; closed after the test."""
    sessions: list[Session] = []

    def open_it(source: str, shim: str = "", **settings: object) -> Session:
        session = launcher.open(Module(source, shim), **{"limits": QUICK, **settings})  # type: ignore[arg-type]
        sessions.append(session)
        return session

    yield open_it
    for session in sessions:
        session.close()


@pytest.fixture(scope="session")
def engine_client() -> Iterator[DockerClient]:
    from boxwright.sandbox import engine

    try:
        client = engine.connect()
    except SandboxUnavailable as missing:
        without_engine(str(missing))
    yield client
    client.close()
