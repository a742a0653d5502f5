"""The host's reading of the line protocol: whatever comes out of a session is checked as if an enemy wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from sandbox.api import Kind, ModuleRaised, Phase, Reply, SandboxError
from sandbox.runner.errors import canonical_text
from sandbox.values import ValueRefused, decode, parse_json

MAX_SOURCE_BYTES = 1 << 20
"""The largest module, with its shim, that is sent inside."""
LINE_OVERHEAD = 4096
"""What a reply's line may have beyond its value: the id, the words of an error."""

_ERROR_KINDS = frozenset({"raised", "refused", "memory", "protocol"})


class Violation(Exception):
    """What came back is not the protocol. The message is in canonical words."""


@dataclass(frozen=True)
class Hello:
    """What the runner reports before it has seen untrusted code (so it is true)."""

    landlock: int
    seccomp: bool
    faults: list[str]
    python: str


def read_hello(line: bytes) -> Hello:
    """Read the runner's first line. Raises: Violation."""
    match _object(line):
        case {
            "hello": {"landlock": int(landlock), "seccomp": bool(seccomp), "faults": [*faults], "python": str(python)}
        }:
            return Hello(landlock, seccomp, [str(fault) for fault in faults], python)
        case {"problem": str(problem)}:
            raise Violation(problem)
    raise Violation("it did not say hello")


def read_reply(line: bytes, number: int, phase: Phase = "call") -> Reply:
    """Read one row's reply. Raises: Violation."""
    usual = b'{"id":%d,"value":' % number
    if line.startswith(usual) and line.endswith(b"}"):  # as the runner writes it; whatever else is read with more care
        try:
            return Reply(decode(parse_json(line[len(usual) : -1])))
        except ValueRefused:
            pass
    reply = _object(line)
    if type(reply.get("id")) is not int or reply["id"] != number:
        raise Violation("a reply that answers no open request")
    keys = reply.keys() - {"id"}
    if keys == {"error"}:
        return Reply(error=_error(reply["error"], phase))
    if keys == {"value"} or (keys == {"value", "changed"} and type(reply["changed"]) is bool):
        try:
            return Reply(value=decode(reply["value"]), changed_arguments=reply.get("changed", False))
        except ValueRefused as refusal:
            raise Violation(f"a reply with {refusal}") from None
    raise Violation("a reply without value or error")


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = parse_json(line)
    except ValueRefused:
        raise Violation("a line that is not JSON") from None
    if type(value) is not dict:
        raise Violation("a line that is not an object")
    return value


def _error(error: object, phase: Phase) -> SandboxError:
    if type(error) is not dict or error.keys() != {"kind", "type", "message", "line"}:
        raise Violation("an error of another form")
    kind, name, message, line = error["kind"], error["type"], error["message"], error["line"]
    if not (type(kind) is str and kind in _ERROR_KINDS and type(name) is str and type(message) is str):
        raise Violation("an error of another form")
    if line is not None and (type(line) is not int or not 0 < line < 10_000_000):
        raise Violation("an error at an impossible line")
    name, message = canonical_text(name), canonical_text(message)
    if kind == "raised":
        return ModuleRaised(name, message, line, phase=phase)
    if kind == "memory":
        message = "the module used more memory than it may"
    return SandboxError(cast(Kind, kind), message, phase=phase)
