"""The hash of what decides whether a KUMO domain is accepted: its form, its brief, its faults, its needs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from blackboxes.seeds import digest

MODULES = ("authoring.py", "brief.py", "domain.py", "needs.py", "validator.py")


@cache
def format_hash() -> str:
    """Return the hex SHA-256 of the modules named above."""
    folder = Path(__file__).parent
    return digest("\n".join((folder / name).read_text(encoding="utf-8") for name in MODULES))
