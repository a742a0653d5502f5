"""What this machine offers for sandboxing and what each launcher guarantees here, as rows for `boxwright doctor`."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from boxwright.sandbox.api import Launcher, SandboxUnavailable
from boxwright.sandbox.runner import landlock
from boxwright.sandbox.runner.syscalls import NUMBERS

LOCAL_GUARANTEES = (
    "no network, no files, no processes, threads, timers or signals, no clock of the machine, no access to this "
    "program; memory, time and output bounded. Not covered: kernel bugs, and fair sharing of the CPU while called"
)
BUBBLEWRAP_GUARANTEES = (
    "everything that local guarantees, inside its own namespaces: no other process, user, network or folder is "
    "visible. Not covered: kernel bugs, and fair sharing of the CPU while called"
)
DOCKER_GUARANTEES = (
    "everything that local guarantees, inside a container without network, privileges or anything writable, with its "
    "own user and file system and bounded memory, processes and CPU, shared by sessions that cannot see each other "
    "(docker-strict: one container each). Not covered: kernel bugs"
)
LOST = {
    "no-memory-limit": "sessions together may use all memory (each one is still bounded)",
    "no-pids-limit": "only the self-lock keeps modules from creating processes",
    "no-cpu-limit": "modules may use every processor until their time is up",
}

NO_LINUX = "use Docker: the local sandbox needs Linux"
NO_LOCAL = "use Docker; or accept, with --unsafe, that generated code may harm this machine"
NO_BUBBLEWRAP = "optional: install bubblewrap, or `pip install boxwright[bubblewrap]`"
NO_NAMESPACES = (
    "optional: let users create namespaces (sysctl kernel.unprivileged_userns_clone=1, and on Ubuntu "
    "kernel.apparmor_restrict_unprivileged_userns=0); inside a container, start it with more rights"
)
NO_LANDLOCK_HERE = "bubblewrap needs Landlock as well: see there"
NO_ENGINE = "start a Docker engine, or point DOCKER_HOST at one; the local sandbox does not need it"
BUILD = "boxwright sandbox build"


@dataclass(frozen=True)
class Check:
    """One row: what was checked, whether it is fine, what was found, and what to do if it is not."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def report() -> list[Check]:
    """Check this machine, with a trial session on each launcher. What is missing is a row, not an exception."""
    rows = [_system(), _landlock(), _seccomp(), _local(), _bubblewrap()]
    engine = _engine()
    rows.append(engine)
    if engine.ok:
        rows += [_image(), _docker()]
    usable = [row.name for row in reversed(rows) if row.ok and row.name in ("local", "bubblewrap", "docker")]
    detail = f"uses {usable[0]}" if usable else "no sandbox works here"
    return [*rows, _row("auto", bool(usable), detail, NO_LOCAL)]


def _row(name: str, ok: bool, detail: str, remedy: str) -> Check:
    return Check(name, ok, detail, "" if ok else remedy)


def _system() -> Check:
    detail = f"{platform.system()} {platform.release()} on {platform.machine()}, Python {platform.python_version()}"
    return _row("system", sys.platform.startswith("linux"), detail, "the local sandbox needs Linux: use Docker")


def _landlock() -> Check:
    if not sys.platform.startswith("linux"):
        return Check("landlock", False, "only Linux has it", NO_LINUX)
    missing = landlock.absence()
    return _row("landlock", not missing, missing or f"version {landlock.version()}", landlock.remedy())


def _seccomp() -> Check:
    machine = platform.machine()
    if not Path("/proc/sys/kernel/seccomp/actions_avail").exists():
        return Check("seccomp", False, "this kernel cannot filter system calls", "use Docker, or another kernel")
    known = machine in NUMBERS
    detail = f"system calls can be filtered, {'with a' if known else 'but there is no'} table for {machine}"
    return _row("seccomp", known, detail, f"supported machines: {' and '.join(sorted(NUMBERS))}")


def _local() -> Check:
    from boxwright.sandbox.local import LocalLauncher

    try:
        return _guarantees(LocalLauncher(), LOCAL_GUARANTEES)
    except SandboxUnavailable as missing:
        return Check("local", False, str(missing), NO_LOCAL)


def _bubblewrap() -> Check:
    from boxwright.sandbox import bubblewrap

    try:
        bubblewrap.find()
    except SandboxUnavailable as missing:
        return Check("bubblewrap", False, str(missing), NO_BUBBLEWRAP)
    try:
        return _guarantees(bubblewrap.BubblewrapLauncher(), BUBBLEWRAP_GUARANTEES)
    except SandboxUnavailable as missing:
        lockless = sys.platform.startswith("linux") and landlock.absence()
        return Check("bubblewrap", False, str(missing), NO_LANDLOCK_HERE if lockless else NO_NAMESPACES)


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
        return Check("engine", False, str(missing), "see the engine's log")
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
        return Check("image", False, str(missing), "see the engine's log")
    return _row("image", present, f"{image.tag()} is {'present' if present else 'missing'}", BUILD)


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
