"""Run any module as the build loop would: JSON lines in, JSON lines out, whatever the module does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from boxwright.sandbox import values, wire
from boxwright.sandbox.api import Launcher, Limits, Module, SandboxError, Session

MOST, MOST_BYTES = 1_000_000, 1 << 30
"""Upper bounds of a limit. A million seconds are eleven days (kernel timers take little more)."""


class BadRequest(ValueError):
    """The user's input cannot be used: the message says what is wrong and what to write instead."""


def read_limits(text: str) -> Limits:
    """Read `call_seconds=1,memory_mb=64`; limits that are not named keep their defaults. Raises: BadRequest."""
    usual = Limits()
    known = {field.name: type(getattr(usual, field.name)) for field in fields(Limits)}
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = part.partition("=")
        if name not in known:
            raise BadRequest(f"no limit is called {name!r}: choose from {', '.join(known)}, as in call_seconds=1")
        try:
            given[name] = known[name](number)
        except ValueError:
            raise BadRequest(f"{part!r} is not a {'number' if known[name] is float else 'whole number'}") from None
        most = MOST_BYTES if name.endswith("_bytes") else MOST
        if not 0 < given[name] <= most:
            raise BadRequest(f"{part!r} must be more than zero, and at most {most}")
    return replace(usual, **given)


def read_module(path: Path) -> Module:
    """Read a module's source. Raises: BadRequest, OSError."""
    with path.open("rb") as file:
        data = file.read(wire.MAX_SOURCE_BYTES + 1)
    if len(data) > wire.MAX_SOURCE_BYTES:
        raise BadRequest(f"{path} has more than {wire.MAX_SOURCE_BYTES} bytes: no module may be that large")
    try:
        return Module(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8") from None


def answer_lines(
    launcher: Launcher, module: Module, function: str, lines: Iterable[str], limits: Limits
) -> Iterator[dict[str, Any]]:
    """Answer each line `{"input": value}` by `function(value)`: `{"output": value}`, or `{"error": ..., "kind": ...}`.

    A call that ends the session costs only its own line. A module that fails to load is not retried: every line gets
    its error. Tuples, sets and non-string keys use the tagged encoding (`sandbox/values.py`).
    Raises: SandboxUnavailable.
    """
    session: Session | None = None
    failed: SandboxError | None = None
    try:
        for line in lines:
            try:
                value = _input(line)
                if failed is not None:
                    raise failed
                if session is None or not session.alive:
                    session = launcher.open(module, limits)
                yield {"output": values.encode(session.call(function, value))}
            except SandboxError as error:
                failed = error if error.phase == "load" else None
                yield {"error": str(error), "kind": error.kind}
            except BadRequest as error:
                yield {"error": str(error), "kind": "refused"}
    finally:
        if session is not None:
            session.close()


def _input(line: str) -> Any:
    try:
        request = values.parse_json(line)
        if not isinstance(request, dict) or set(request) != {"input"}:
            raise BadRequest('a line must be {"input": ...}')
        return values.decode(request["input"])
    except values.ValueRefused as refusal:
        raise BadRequest(f"a line that cannot be used: {refusal}") from None


def write_line(answer: dict[str, Any]) -> str:
    """Return an answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n"
