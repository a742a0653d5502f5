"""Seeds by hashing: independent streams, the same on every machine and Python version."""

from __future__ import annotations

import hashlib
import hmac
import json
import random


def derive(*parts: str | int) -> int:
    """Return a 63-bit seed that depends on all parts and their order."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big") >> 1


def derive_sealed(key: str, *parts: str | int) -> int:
    """Return a 63-bit seed that nobody can compute without the key (HMAC with SHA-256 of all parts, in their order)."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(hmac.digest(key.encode("utf-8"), text.encode("utf-8"), "sha256")[:8], "big") >> 1


def stream(*parts: str | int) -> random.Random:
    """Return a generator seeded by the parts; the global `random` is never used."""
    return random.Random(derive(*parts))


def digest(text: str | bytes) -> str:
    """Return the hex SHA-256 of a text (as UTF-8) or of bytes."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()
