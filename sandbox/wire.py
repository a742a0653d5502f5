"""The host's side of the line protocol: everything that a session sends is treated as hostile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

from boxwright.sandbox.api import Kind, ModuleRaised, Phase, Reply, SandboxError
from boxwright.sandbox.runner.errors import canonical_text
from boxwright.sandbox.values import ValueRefused, decode, need_no_decoding, parse_json, parse_line, text

MAX_SOURCE_BYTES = 1 << 20
"""The largest module, including its shim, that is sent to a session."""
LINE_OVERHEAD = 4096
"""What a reply's line may hold besides its value: the id, an error's text."""

_ERROR_KINDS = frozenset({"raised", "refused", "memory", "protocol"})

WEIGHED_BYTES = 1024
"""Replies of up to this many bytes are not weighed: they take little memory, whatever they hold."""
CONTAINER_BYTES, ITEM_BYTES = 100, 32
"""What a list or dictionary, and what an item of one, takes in memory on the average."""
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"')


class Violation(Exception):
    """The reply breaks the protocol. The message has a canonical wording."""


@dataclass(frozen=True)
class Hello:
    """What the runner reports before it has seen untrusted code, and which can therefore be trusted."""

    landlock: int
    seccomp: bool
    clockless: bool
    faults: list[str]
    python: str

    def walls(self) -> list[str]:
        """Name what is in force, and what is missing without being dangerous, e.g. `landlock7`, `seccomp`."""
        found = [f"landlock{self.landlock}"] * bool(self.landlock) + ["seccomp"] * self.seccomp
        return found + ["machine-clock"] * (not self.clockless)


def read_hello(line: bytes) -> Hello:
    """Read the runner's first line. Raises: Violation."""
    match _parsed(line):
        case {
            "hello": {
                "landlock": int(landlock),
                "seccomp": bool(seccomp),
                "clockless": bool(clockless),
                "faults": [*faults],
                "python": str(python),
            }
        }:
            return Hello(landlock, seccomp, clockless, [str(fault) for fault in faults], python)
        case {"problem": str(problem)}:
            raise Violation(problem)
    raise Violation("it did not say hello")


def call_request(number: int, function: str, check: bool, rows: str) -> str:
    """Write the request for some rows, a JSON list of lists; the first reply carries that number."""
    return f"[{number},{text(function)},{'true' if check else 'false'},{rows}]\n"


def weigh(line: bytes, most_values: int) -> int:
    """Return about how many bytes of memory a reply takes once it is read, before it is. Raises: Violation."""
    containers, items = line.count(b"[") + line.count(b"{"), line.count(b",")
    if containers + items > most_values:  # these signs may also stand in texts
        bare = _TEXT.sub(b"0", line)
        containers, items = bare.count(b"[") + bare.count(b"{"), bare.count(b",")
        if containers + items > most_values:
            raise Violation(f"a reply of more than {most_values} values")
    return len(line) + CONTAINER_BYTES * containers + ITEM_BYTES * items


def read_one(piece: bytes, number: int) -> tuple[bool, Any]:
    """Read one whole line that holds a value: (True, value); (False, None) if it needs the careful reader."""
    try:
        source = str(piece, "utf-8")
        if source[-1] == "\n":
            reply = parse_line(source[:-1])
            if type(reply) is list and len(reply) == 2 and reply[0] == number and type(reply[0]) is int:
                value = reply[1]
                return True, value if need_no_decoding((value,), source) else decode(value)
    except (ValueError, RecursionError):
        pass
    return False, None


def read_usual(lines: bytes, number: int, count: int) -> list[Any] | None:
    """Read that many lines of scalar values in one go; None if any line is something else.

    In that case `read_reply`, line by line, may still succeed, or says what is wrong.
    """
    try:
        source = str(lines[:-1], "utf-8")
        replies = parse_line(f"[{source.replace(chr(10), ',')}]") if count > 1 else [parse_line(source)]
        if len(replies) != count or set(map(type, replies)) != {list} or set(map(len, replies)) != {2}:
            return None
    except (ValueError, RecursionError):
        return None
    numbers, found = zip(*replies, strict=True)
    if numbers != tuple(range(number, number + count)) or set(map(type, numbers)) != {int}:
        return None
    return list(found) if need_no_decoding(found, source) else None


def read_reply(line: bytes, number: int, phase: Phase = "call") -> Reply:
    """Read one row's reply. Raises: Violation."""
    reply = _parsed(line)
    if type(reply) is list and len(reply) == 2:
        reply = {"id": reply[0], "value": reply[1]}  # the runner's short form of a plain value
    if type(reply) is not dict:
        raise Violation("a line that is not an object")
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


def _parsed(line: bytes) -> Any:
    try:
        return parse_json(line)
    except ValueRefused:
        raise Violation("a line that is not JSON") from None


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
