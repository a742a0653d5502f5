"""How large the requests of a build may get."""

from __future__ import annotations

MAX_OUTPUT_TOKENS = 16_000
"""Of one reply, reasoning included."""
MAX_REQUEST_CHARACTERS = 200_000
"""A longer request is never sent: the build stops with the reason."""
CHARACTERS_PER_TOKEN = 2
"""For upper bounds: texts have at least so many characters a token (usually about four)."""
