"""What ORACLE v1.0 published: the names of its black-boxes, their difficulty, and the size of its circuits."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

Published = dict[str, Any]
"""`id`, `difficulty`, and for a circuit `inputs` and `gates`."""


@cache
def published() -> tuple[Published, ...]:
    """Return every published black-box."""
    text = Path(__file__).with_name("oracle_v1.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["boxes"])


def published_ids() -> frozenset[str]:
    """Return the ids of the published black-boxes, which are those of the boxes here."""
    return frozenset(box["id"] for box in published())
