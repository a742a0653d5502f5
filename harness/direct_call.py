"""Direct access: one JSON line in, one JSON value out, straight from the environment."""

from __future__ import annotations

import json
from typing import Any

from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.sandbox import ModuleRaised, SandboxError


def answer_line(opened: Opened, line: str) -> dict[str, Any]:
    """Answer one line with `{"output": ...}`, or with `{"error": "..."}`. Never raises for bad input.

    A line is an input, or `{"input": ...}`; the latter is required if the input itself has just this key. Tuples,
    sets and non-string keys are written in the tagged encoding (`sandbox/values.py`).
    Raises: SandboxUnavailable.
    """
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not a line of JSON: {error}"}
    given = request["input"] if isinstance(request, dict) and set(request) == {"input"} else request
    try:
        return {"output": opened.answer(given)}
    except ModuleRaised as error:
        brought = [part for part in ("state", "hidden") if isinstance(given, dict) and part in given]
        hint = f"; is the {brought[0]} one that this black-box gave?" if brought else ""
        return {"error": f"{error}{hint}"}
    except SandboxError as error:
        return {"error": str(error)}
    except (BadOutput, BoxwrightError, ValueError) as error:
        return {"error": str(error)}
