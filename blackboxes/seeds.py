"""Seeds by hashing: streams that never overlap, the same on every machine and Python version."""

from __future__ import annotations

import hashlib
import json
import random


def derive(*parts: str | int) -> int:
    """Return a 63-bit seed that depends on every part and on their order."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big") >> 1


def stream(*parts: str | int) -> random.Random:
    """Return a generator of its own for the parts; the process-wide `random` is never touched."""
    return random.Random(derive(*parts))


def digest(text: str | bytes) -> str:
    """Return the hex SHA-256 of a text (as UTF-8) or of bytes."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()
