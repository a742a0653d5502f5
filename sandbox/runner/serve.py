"""One session from inside: secure the protocol's channel, fix the conditions, lock, load a module, answer calls.

One JSON value per line. A request is `{"op": "load", "id", "shim", "source"}`, or for some calls of one function
`[id, function, check, rows]`; each row is answered by a line of its own, with the id counted up: `[id, value]`, or
`{"id", "value", "changed"}` where `check` asks whether the arguments changed, or `{"id", "error"}`.
"""

from __future__ import annotations

import os
import sys
from types import FunctionType, ModuleType

from ..values import ValueRefused, compact, decode, dumps, parse_line, text, type_name
from . import conditions, library, lock
from .errors import MODULE, canonical_text, describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, NoReturn

SHIM = "shim"
MOST_DESCRIPTORS = 1 << 16
_MEMORY = {"kind": "memory", "type": "MemoryError", "message": "", "line": None}
_reserve = bytearray(1 << 22)
"""Released when memory runs out, so that this can still be reported; the host then ends the session."""


def serve_session(
    config: dict[str, Any], walls: lock.Lock, channel: Channel, allowed: frozenset[str], parent: int | None
) -> NoReturn:
    """Fix the conditions, lock, say hello, then load and answer requests until the host hangs up.

    `allowed` is what the module may import; with `parent`, a pid, the session ends when that process does.
    """
    try:
        conditions.begin(config["random_seed"], config["clock"])
        report = walls.apply(config["memory_mb"], config["cpu_seconds"], die_with_parent=parent)
    except OSError as problem:
        channel.write({"problem": str(problem)})
        os._exit(1)
    report["python"] = sys.version.split()[0]
    channel.write({"hello": report})
    library.close(allowed)
    answer_requests(channel, Namespace(), config["reply_bytes"])
    os._exit(0)


def silence() -> None:
    """Redirect descriptors 0, 1 and 2 to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def line(reply: dict[str, Any]) -> bytes:
    """Write one line of the protocol."""
    return compact(reply).encode("utf-8") + b"\n"


class Channel:
    """The protocol's two ends. All other descriptors are closed, except 0, 1 and 2."""

    def __init__(self, source: int, target: int, *, keep: Iterable[int] = ()) -> None:
        self._source, self.target = source, target
        place = 3
        for descriptor in sorted({source, target, *keep}):
            os.closerange(place, descriptor)
            place = descriptor + 1
        os.closerange(place, MOST_DESCRIPTORS)

    def lines(self) -> Iterator[str]:
        """Yield each line that the host sends, without its end, until it hangs up."""
        read, source = os.read, self._source
        buffer = b""
        while piece := read(source, 1 << 16):
            if not piece.endswith(b"\n"):  # the host sends one request at a time
                buffer += piece
                continue
            if buffer:
                piece, buffer = buffer + piece, b""
            yield str(piece, "utf-8")[:-1]

    def write(self, reply: dict[str, Any]) -> None:
        """Send one line."""
        self.write_bytes(line(reply))

    def write_bytes(self, data: bytes) -> None:
        """Send one line."""
        while (written := os.write(self.target, data)) != len(data):
            data = data[written:]


class Namespace:
    """Where the shim and then the module are executed."""

    def __init__(self) -> None:
        self.module = ModuleType(MODULE)
        sys.modules[MODULE] = self.module  # dataclasses and pickle look their module up by name
        self.names = vars(self.module)

    def load(self, shim: str, source: str) -> list[str]:
        """Execute both; return the names of the callables that the module defined. Raises: whatever they raise."""
        exec(compile(shim, SHIM, "exec", dont_inherit=True), self.names)
        before = dict(self.names)
        exec(compile(source, MODULE, "exec", dont_inherit=True), self.names)
        return sorted(name for name, value in dict(self.names).items() if self._is_new(name, value, before))

    def _is_new(self, name: Any, value: object, before: dict[str, Any]) -> bool:
        if type(name) is not str or not name.isidentifier() or name.startswith("__") or before.get(name) is value:
            return False
        if type(value) is FunctionType:
            return value.__module__ == MODULE
        return callable(value) and getattr(value, "__module__", MODULE) in (MODULE, "functools")

    def function(self, name: str) -> Callable[..., Any]:
        """Look a callable up. Raises: ValueRefused."""
        found = self.names.get(name)
        if found is None or not callable(found):
            raise ValueRefused(f"the module has no function {name}")
        result: Callable[..., Any] = found
        return result


def answer_requests(channel: Channel, namespace: Namespace, reply_bytes: int) -> None:
    """Answer requests until the host hangs up."""
    for request_line in channel.lines():
        request = parse_line(request_line)
        if type(request) is list:
            # Only the encoding's tags start an object with a dollar sign: without them plain JSON needs no decoding.
            answer_rows(channel, namespace, reply_bytes, request, '{"$' in request_line)
            continue
        number = request["id"]
        try:
            names = namespace.load(request["shim"], request["source"])
            data = _bounded(number, line({"id": number, "value": names}), reply_bytes)
        except BaseException as raised:  # noqa: BLE001 -- boundary: untrusted code may raise anything
            data = _failure(number, raised)
        channel.write_bytes(data)


def answer_rows(channel: Channel, namespace: Namespace, reply_bytes: int, request: list[Any], tagged: bool) -> None:
    """Call a function once per row of one request; each reply is sent before the next call begins."""
    number, name, check, rows = request
    write, target, find = os.write, channel.target, namespace.names.get
    for row in rows:
        try:
            function = find(name)  # each time, because a call may have replaced it
            if type(function) is not FunctionType:
                function = namespace.function(name)
            if check:
                reply = f'{{"id":{number},{_checked_call(function, decode(row))}}}\n'
            else:
                reply = f"[{number},{text(function(*(decode(row) if tagged else row)))}]\n"
            data = reply.encode()
            if len(data) > reply_bytes:
                data = _bounded(number, data, reply_bytes)
        except BaseException as raised:  # noqa: BLE001 -- boundary: untrusted code may raise anything
            data = _failure(number, raised)
        if (written := write(target, data)) != len(data):
            channel.write_bytes(data[written:])
        number += 1


def _checked_call(function: Callable[..., Any], arguments: list[Any]) -> str:
    """Call once, and check whether the arguments have changed."""
    before = dumps(arguments)
    reply = f'"value":{text(function(*arguments))}'
    return f'{reply},"changed":{"true" if _text_or_none(arguments) != before else "false"}'


def _text_or_none(value: object) -> str | None:
    try:
        return dumps(value)
    except ValueRefused:
        return None


def _bounded(number: int, data: bytes, reply_bytes: int) -> bytes:
    """Return the reply's line, or an error's if it is too long."""
    if len(data) <= reply_bytes + 1:
        return data
    message = f"a reply of more than {reply_bytes} bytes"
    return line({"id": number, "error": {"kind": "protocol", "type": "", "message": message, "line": None}})


def _failure(number: int, raised: BaseException) -> bytes:
    """Describe what was raised, whatever it is. `isinstance` is avoided, because it would run code of its class."""
    error: dict[str, Any]
    kind = type(raised)
    if issubclass(kind, ValueRefused):
        message = canonical_text(str(raised))
        error = {"kind": "refused", "type": type_name(kind), "message": message, "line": None}
    elif issubclass(kind, MemoryError):
        _reserve.clear()
        error = _MEMORY
    else:
        error = {"kind": "raised", **describe(raised)}
    return line({"id": number, "error": error})
