"""Values of families, written for people."""

from __future__ import annotations

import json
from typing import Any

from boxwright.sandbox import values


def written(value: Any) -> str:
    """Write a value of a family for people: a text as it is, everything else as JSON."""
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(values.encode(value), ensure_ascii=False)
