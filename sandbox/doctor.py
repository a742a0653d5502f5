"""What this machine offers for a sandbox, and what each launcher then guarantees, as rows for `boxwright doctor`."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from boxwright.sandbox.api import Launcher, SandboxUnavailable
from boxwright.sandbox.runner import landlock
from boxwright.sandbox.runner.syscalls import NUMBERS

LOCAL_GUARANTEES = (
    "no network, no files but the interpreter's own, no writing, no process, no thread, no signal to others, no view "
    "of this program; memory, time and output bounded. Not covered: a hole in the kernel, and fair shares of the CPU"
)
BUBBLEWRAP_GUARANTEES = (
    "all that local guarantees, and behind it namespaces of its own: no other process, user, network or folder is in "
    "sight. Not covered: a hole in the kernel, and fair shares of the CPU"
)
DOCKER_GUARANTEES = (
    "all that local guarantees, and behind it a container without network, privilege or anything writable, with its "
    "own user and file system and bounded memory, processes and CPU, shared by sessions that cannot see each other "
    "(docker-strict: one container each). Not covered: a hole in the kernel"
)
LOST = {
    "no-memory-limit": "sessions together may use all memory (each is still bounded by itself)",
    "no-pids-limit": "only the self-lock keeps modules from making processes",
    "no-cpu-limit": "modules may use all processors until their time is up",
}

NO_LOCAL = "use Docker; or accept, with the unsafe option, that generated code may harm this machine"
NO_BUBBLEWRAP = "optional: install bubblewrap, or `pip install boxwright[bubblewrap]`"
NO_ENGINE = "start a Docker engine, or point DOCKER_HOST to one; the local sandbox needs none"
BUILD = "boxwright sandbox build"


@dataclass(frozen=True)
class Check:
    """One row: what was looked at, whether it is as it should be, what was found, and what to do if not."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def report() -> list[Check]:
    """Look at this machine. Starts and ends a session on each launcher. Raises nothing for what is missing."""
    rows = [_system(), _landlock(), _seccomp(), _local(), _bubblewrap()]
    engine = _engine()
    rows.append(engine)
    if engine.ok:
        rows += [_image(), _docker()]
    usable = [row.name for row in reversed(rows) if row.ok and row.name in ("local", "bubblewrap", "docker")]
    detail = f"takes {usable[0]}" if usable else "finds no sandbox"
    return [*rows, _row("auto", bool(usable), detail, NO_LOCAL)]


def _row(name: str, ok: bool, detail: str, remedy: str) -> Check:
    return Check(name, ok, detail, "" if ok else remedy)


def _system() -> Check:
    detail = f"{platform.system()} {platform.release()} on {platform.machine()}, Python {platform.python_version()}"
    return _row("system", sys.platform.startswith("linux"), detail, "the local sandbox needs Linux: use Docker")


def _landlock() -> Check:
    found = landlock.version() if sys.platform.startswith("linux") else 0
    remedy = "needs Linux 5.13 or later with `landlock` among its security modules (lsm=...)"
    return _row("landlock", found > 0, f"version {found}" if found else "absent or switched off", remedy)


def _seccomp() -> Check:
    machine = platform.machine()
    if not Path("/proc/sys/kernel/seccomp/actions_avail").exists():
        return Check("seccomp", False, "this kernel has no filter for system calls", "use Docker, or another kernel")
    known = machine in NUMBERS
    detail = f"a filter for system calls, {'and a' if known else 'but no'} table of them for {machine}"
    return _row("seccomp", known, detail, f"the sandbox knows {' and '.join(sorted(NUMBERS))} only")


def _local() -> Check:
    from boxwright.sandbox.local import LocalLauncher

    try:
        return _guarantees(LocalLauncher(), LOCAL_GUARANTEES)
    except SandboxUnavailable as missing:
        return Check("local", False, str(missing), NO_LOCAL)


def _bubblewrap() -> Check:
    from boxwright.sandbox.bubblewrap import BubblewrapLauncher

    try:
        return _guarantees(BubblewrapLauncher(), BUBBLEWRAP_GUARANTEES)
    except SandboxUnavailable as missing:
        return Check("bubblewrap", False, str(missing), NO_BUBBLEWRAP)


def _engine() -> Check:
    from boxwright.sandbox import engine

    try:
        client = engine.connect()
    except SandboxUnavailable as missing:
        return Check("engine", False, str(missing), NO_ENGINE)
    try:
        with engine.failures("describe itself"):
            info = client.info()
        detail = f"Docker {info.get('ServerVersion')} at {engine.host()}, cgroup v{info.get('CgroupVersion', '1')}"
        return Check("engine", True, detail)
    except SandboxUnavailable as missing:
        return Check("engine", False, str(missing), "look into the engine's log")
    finally:
        client.close()


def _image() -> Check:
    from boxwright.sandbox import engine, image

    try:
        client = engine.connect()
        try:
            present = image.is_present(client)
        finally:
            client.close()
    except SandboxUnavailable as missing:
        return Check("image", False, str(missing), "look into the engine's log")
    return _row("image", present, f"{image.tag()} is {'there' if present else 'missing'}", BUILD)


def _docker() -> Check:
    from boxwright.sandbox import open_launcher

    try:
        return replace(_guarantees(open_launcher("docker"), DOCKER_GUARANTEES), name="docker")
    except SandboxUnavailable as missing:
        return Check("docker", False, str(missing), BUILD)


def _guarantees(launcher: Launcher, words: str) -> Check:
    level = launcher.level
    launcher.close()
    lost = [meaning for word, meaning in LOST.items() if word in level]
    return Check(launcher.name, True, f"{level}: {words}" + "".join(f". LOST HERE: {meaning}" for meaning in lost))
