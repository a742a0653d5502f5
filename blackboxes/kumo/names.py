"""Reading a name that a player wrote: exact, or the same letters and digits; else the names that come near."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from blackboxes.kumo.validator import plain_name

NEAR = 4
"""How many near names are offered."""
_STRIP = " \t.,;:!?\"'`*_“”‘’«»()[]{}<>"


def find_name(text: str, names: Sequence[str]) -> str | None:
    """Return the one name that is meant: written exactly, or alike in letters and digits; None for none or several."""
    text = text.strip()
    if text in names:
        return text
    bare = text.strip(_STRIP)
    if bare in names:
        return bare
    wanted = plain_name(bare)
    alike = [name for name in names if wanted and plain_name(name) == wanted]
    return alike[0] if len(alike) == 1 else None


def near_names(text: str, names: Sequence[str]) -> list[str]:
    """Return up to NEAR names that come near, the nearest first."""
    wanted = plain_name(text)
    by_plain: dict[str, str] = {}
    for name in names:
        by_plain.setdefault(plain_name(name), name)
    found = [by_plain[plain] for plain in get_close_matches(wanted, list(by_plain), NEAR, 0.5)]
    inside = [n for p, n in by_plain.items() if len(p) > 2 and len(wanted) > 2 and (p in wanted or wanted in p)]
    return list(dict.fromkeys([*found, *inside]))[:NEAR]
