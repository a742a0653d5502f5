"""What a launcher sends first: the runner's sources and settings, in one frame."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from boxwright.sandbox import library
from boxwright.sandbox.api import Conditions, Limits

PYTHON_FLAGS = ("-s", "-S", "-P", "-B", "-X", "utf8")
"""No third-party packages, no script folder on the path, no bytecode files; not -I, which ignores the hash seed."""
NO_PROCESSOR_NUMBER = "glibc.pthread.rseq=0"
"""Otherwise the kernel keeps the number of the processor where native code can read it."""

_HERE = Path(__file__).parent
_SHIPPED = {
    "sandbox": None,
    "sandbox.values": _HERE / "values.py",
    "sandbox.runner": _HERE / "runner" / "__init__.py",
    **{
        f"sandbox.runner.{name}": _HERE / "runner" / f"{name}.py"
        for name in (
            *("alone", "clocks", "conditions", "errors", "fork_server", "landlock", "library", "lock", "main"),
            *("seccomp", "serve", "syscalls"),
        )
    },
}


@cache
def boot_text() -> str:
    """Return the program for `python -c`."""
    return (_HERE / "runner" / "boot.py").read_text(encoding="utf-8")


@cache
def sources() -> dict[str, str]:
    """Return the source of each module that runs inside, by import name."""
    return {name: path.read_text(encoding="utf-8") if path else "" for name, path in _SHIPPED.items()}


def session_frame(limits: Limits, conditions: Conditions) -> bytes:
    """Return the bytes that start a runner for one session on its own stdin and stdout."""
    config = {"fork_server": False, "library": library.LIBRARY, **_settings(limits, conditions)}
    return _framed({"sources": sources(), "config": config})


def server_frame(parent: int | None) -> bytes:
    """Return the bytes that start a fork server. `parent` is the pid that spawns it, if that is also its parent."""
    config = {"fork_server": True, "library": library.LIBRARY, "die_with_parent": parent}
    return _framed({"sources": sources(), "config": config})


def order(limits: Limits, conditions: Conditions) -> bytes:
    """Return the bytes that ask a fork server for a session; its descriptors are sent along."""
    return _framed(_settings(limits, conditions))


def _settings(limits: Limits, conditions: Conditions) -> dict[str, Any]:
    return {
        "memory_mb": limits.memory_mb,
        "cpu_seconds": limits.cpu_seconds,
        "reply_bytes": limits.reply_bytes,
        "random_seed": conditions.random_seed,
        "clock": conditions.clock,
    }


def _framed(content: dict[str, Any]) -> bytes:
    body = json.dumps(content).encode("ascii")
    return b"%08d" % len(body) + body


def environment(conditions: Conditions) -> dict[str, str]:
    """Return the environment in which the interpreter starts; the runner then removes what no module should see."""
    fixed = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONTZPATH": "", "GLIBC_TUNABLES": NO_PROCESSOR_NUMBER}
    return {"PYTHONHASHSEED": str(conditions.hash_seed), **fixed}
