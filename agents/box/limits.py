"""How large the requests of a build may get."""

from __future__ import annotations

MAX_OUTPUT_TOKENS = 16_000
"""Of one reply, reasoning included."""
MAX_REQUEST_BYTES = 200_000
"""Of UTF-8 text: a longer request is never sent, the build stops with the reason. A token is at least one byte."""
