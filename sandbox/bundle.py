"""What a launcher sends ahead of everything else: the runner's sources and one session's settings, in one frame."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from sandbox.api import Conditions, Limits

PYTHON_FLAGS = ("-s", "-S", "-P", "-B", "-X", "utf8")
"""No third-party packages, no script folder on the path, no bytecode files; not -I, which ignores the hash seed."""

_HERE = Path(__file__).parent
_SHIPPED = {
    "sandbox": None,
    "sandbox.values": _HERE / "values.py",
    "sandbox.runner": _HERE / "runner" / "__init__.py",
    **{
        f"sandbox.runner.{name}": _HERE / "runner" / f"{name}.py"
        for name in ("conditions", "errors", "landlock", "lock", "main", "seccomp", "syscalls")
    },
}


@cache
def boot_text() -> str:
    """Return the program for `python -c`."""
    return (_HERE / "runner" / "boot.py").read_text(encoding="utf-8")


@cache
def sources() -> dict[str, str]:
    """Return the text of each module that lives inside, by import name."""
    return {name: path.read_text(encoding="utf-8") if path else "" for name, path in _SHIPPED.items()}


def frame(limits: Limits, conditions: Conditions, *, die_with_parent: int | None) -> bytes:
    """Return the bytes that start a runner. `die_with_parent` is the pid that spawns it, where that is its parent."""
    config: dict[str, Any] = {
        "memory_mb": limits.memory_mb,
        "cpu_seconds": limits.cpu_seconds,
        "reply_bytes": limits.reply_bytes,
        "random_seed": conditions.random_seed,
        "clock": conditions.clock,
        "die_with_parent": die_with_parent,
    }
    body = json.dumps({"sources": sources(), "config": config}).encode("ascii")
    return b"%08d" % len(body) + body


def environment(conditions: Conditions) -> dict[str, str]:
    """Return the environment in which the interpreter starts; the runner then clears what is not for the module."""
    return {"PYTHONHASHSEED": str(conditions.hash_seed), "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONTZPATH": ""}
