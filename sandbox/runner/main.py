"""The runner: secure the protocol's channel, fix the conditions, lock, then load one module and answer calls.

One JSON object per line. A request carries an id; each of its rows is answered by one line with the id counted up.
"""

from __future__ import annotations

import json
import os
import sys
from types import FunctionType, ModuleType

from sandbox.runner import conditions, lock
from sandbox.runner.errors import MODULE, canonical_text, describe
from sandbox.values import ValueRefused, compact, decode, dumps, encode, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, NoReturn

SHIM = "shim"
MOST_DESCRIPTORS = 1 << 16
_MEMORY = {"kind": "memory", "type": "MemoryError", "message": "", "line": None}


def run(config: dict[str, Any]) -> NoReturn:
    """Serve what was asked for over stdin and stdout: one session, or (over a socket) sessions forked from here."""
    if config["fork_server"]:
        from sandbox.runner import fork_server

        fork_server.run(config["die_with_parent"])
    walls = lock.Lock()
    source, target = os.dup(0), os.dup(1)
    silence()
    serve_session(config, walls, Channel(source, target, keep=walls.descriptors()))


def serve_session(config: dict[str, Any], walls: lock.Lock, channel: Channel) -> NoReturn:
    """Fix the conditions, lock, say hello, then load and answer until the host hangs up."""
    try:
        conditions.apply(config["random_seed"], config["clock"])
        report = walls.apply(config["memory_mb"], config["cpu_seconds"], die_with_parent=config["die_with_parent"])
    except OSError as problem:
        channel.write({"problem": str(problem)})
        os._exit(1)
    report["python"] = sys.version.split()[0]
    channel.write({"hello": report})
    hide_the_runner()
    serve(channel, Namespace(), config["reply_bytes"])
    os._exit(0)


def silence() -> None:
    """Let 0, 1 and 2 lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)


def line(reply: dict[str, Any]) -> bytes:
    """Write one line of the protocol."""
    return compact(reply).encode("utf-8") + b"\n"


def hide_the_runner() -> None:
    """Take the runner's modules out of a module's way (no wall: whoever digs finds them, and spoils only himself)."""
    del sys.meta_path[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        del sys.modules[name]


class Channel:
    """The protocol's two ends. Everything else is closed, but for 0, 1 and 2."""

    def __init__(self, source: int, target: int, *, keep: Iterable[int] = ()) -> None:
        self._source, self._target = source, target
        place = 3
        for descriptor in sorted({source, target, *keep}):
            os.closerange(place, descriptor)
            place = descriptor + 1
        os.closerange(place, MOST_DESCRIPTORS)

    def lines(self) -> Iterator[bytes]:
        """Yield each line that the host sends, until it hangs up."""
        buffer = b""
        read, source = os.read, self._source
        while True:
            line, newline, rest = buffer.partition(b"\n")
            if newline:
                buffer = rest
                yield line
                continue
            pieces = [buffer]
            while True:
                piece = read(source, 1 << 16)
                if not piece:
                    return
                pieces.append(piece)
                if b"\n" in piece:
                    break
            buffer = b"".join(pieces)

    def write(self, reply: dict[str, Any]) -> None:
        """Send one line."""
        self.write_text(compact(reply))

    def write_text(self, text: str) -> None:
        """Send one line that is already JSON."""
        data = text.encode("utf-8") + b"\n"
        while data:
            data = data[os.write(self._target, data) :]


class Namespace:
    """Where shim and module are executed, one after the other."""

    def __init__(self) -> None:
        self.module = ModuleType(MODULE)
        sys.modules[MODULE] = self.module  # dataclasses and pickle look their module up by name
        self.names = vars(self.module)

    def load(self, shim: str, source: str) -> list[str]:
        """Execute both; return the names of the callables that the module defined. Raises: what they raise."""
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


def serve(channel: Channel, namespace: Namespace, reply_bytes: int) -> None:
    """Answer requests until the host hangs up."""
    parse = json.loads
    for line in channel.lines():
        request = parse(line)
        if request["op"] == "load":
            channel.write_text(_answer(request["id"], lambda: _load(namespace, request), reply_bytes))  # noqa: B023
        else:
            _call_rows(channel, namespace, request, reply_bytes)


def _load(namespace: Namespace, request: dict[str, Any]) -> dict[str, Any]:
    return {"value": namespace.load(request["shim"], request["source"])}


def _call_rows(channel: Channel, namespace: Namespace, request: dict[str, Any], reply_bytes: int) -> None:
    name, check, number = request["function"], request["check"], request["id"]
    for row in request["rows"]:
        channel.write_text(_answer(number, lambda: _call(namespace, name, row, check), reply_bytes))  # noqa: B023
        number += 1


def _call(namespace: Namespace, name: str, row: list[Any], check: bool) -> dict[str, Any]:
    arguments = decode(row)
    function = namespace.function(name)
    before = dumps(arguments) if check else ""
    result = function(*arguments)
    reply = {"value": encode(result)}
    if check:
        reply["changed"] = _text_or_none(arguments) != before
    return reply


def _text_or_none(value: object) -> str | None:
    try:
        return dumps(value)
    except ValueRefused:
        return None


def _answer(number: int, work: Callable[[], dict[str, Any]], reply_bytes: int) -> str:
    """Do one piece of work and word its outcome, whatever it is."""
    try:
        text = compact({"id": number, **work()})
        if len(text) * 4 > reply_bytes and len(text.encode("utf-8")) > reply_bytes:
            error = {
                "kind": "protocol",
                "type": "",
                "message": f"a reply of more than {reply_bytes} bytes",
                "line": None,
            }
            return compact({"id": number, "error": error})
        return text
    except ValueRefused as refusal:
        error = {
            "kind": "refused",
            "type": type_name(type(refusal)),
            "message": canonical_text(str(refusal)),
            "line": None,
        }
    except MemoryError:
        error = _MEMORY
    except BaseException as raised:  # noqa: BLE001 -- boundary: untrusted code may raise anything
        error = {"kind": "raised", **describe(raised)}
    return compact({"id": number, "error": error})
