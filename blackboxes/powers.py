"""Numbers with a power of ten, as `1.5 × 10^3` or `1.5 \\times 10^{3}`, written as Python writes them."""

from __future__ import annotations

import re

_POWER = re.compile(
    r"(?<=[0-9.])\s?(?:[×·*xX]|\\times|\\cdot)\s?10\s?(?:\^|\*\*)\s?(?:\{\s?([+-]?[0-9]{1,3})\s?\}|\(?([+-]?[0-9]{1,3})\)?)"
)


def with_exponents(text: str) -> str:
    """Return a text where `1.5 × 10^3` is `1.5e3`."""
    return _POWER.sub(lambda power: f"e{power[1] or power[2]}", text)
