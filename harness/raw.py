"""Raw access: one JSON line in, one JSON value out, straight from a box's function in the sandbox."""

from __future__ import annotations

import json
from typing import Any

from blackboxes.box import Box
from blackboxes.family import Declared
from blackboxes.faults import BadOutput, BoxwrightError
from sandbox import SandboxError, values


def answer_line(box: Box, line: str) -> dict[str, Any]:
    """Answer one line `{"input": ...}` with `{"output": ...}`, or with `{"error": "..."}`. Never raises for bad input.

    Tuples, sets and non-string keys are written in the tagged encoding (`sandbox/values.py`).
    Raises: SandboxUnavailable.
    """
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not a line of JSON: {error}"}
    if not isinstance(request, dict) or set(request) != {"input"}:
        return {"error": 'a line must be {"input": ...}'}
    try:
        if isinstance(box.family, Declared):
            return {"output": box.family.answer(box, request["input"])}
        call = box.family.raw_call(box, values.decode(request["input"]))
        output = box.call(call.function, *call.args)
        box.family.check(box, call, output)
        return {"output": values.encode(output)}
    except SandboxError as error:
        return {"error": str(error)}
    except (BadOutput, BoxwrightError, ValueError) as error:
        return {"error": str(error)}
