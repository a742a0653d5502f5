"""The runner: secure the protocol's channel, fix the conditions, lock, then load one module and answer calls.

One JSON object per line. A request carries an id; each of its rows is answered by one line with the id counted up.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from types import FunctionType, ModuleType

from sandbox.runner import conditions, lock
from sandbox.runner.errors import MODULE, canonical_text, describe
from sandbox.values import ValueRefused, compact, decode, dumps, text, type_name

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
        read, source = os.read, self._source
        buffer = b""
        while piece := read(source, 1 << 16):
            if not piece.endswith(b"\n"):  # the host sends one request at a time
                buffer += piece
                continue
            yield buffer + piece
            buffer = b""

    def write(self, reply: dict[str, Any]) -> None:
        """Send one line."""
        self.write_text(compact(reply))

    def write_text(self, reply: str) -> None:
        """Send one line that is already JSON."""
        data = reply.encode("utf-8") + b"\n"
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
    parse = json.JSONDecoder().decode
    for line in channel.lines():
        request = parse(str(line, "utf-8"))
        number = request["id"]
        if request["op"] == "load":
            shim, source = request["shim"], request["source"]
            reply = _answer(number, lambda: f'"value":{text(namespace.load(shim, source))}', reply_bytes)  # noqa: B023
            channel.write_text(reply)
            continue
        call = _checked_call if request["check"] else _call
        for row in request["rows"]:
            work = partial(call, namespace, request["function"], row)
            channel.write_text(_answer(number, work, reply_bytes))
            number += 1


def _call(namespace: Namespace, name: str, row: list[Any]) -> str:
    """Call once; return the reply's value as it stands on the line."""
    return f'"value":{text(namespace.function(name)(*decode(row)))}'


def _checked_call(namespace: Namespace, name: str, row: list[Any]) -> str:
    """Call once, and look whether the arguments are still what they were."""
    arguments = decode(row)
    function = namespace.function(name)
    before = dumps(arguments)
    reply = f'"value":{text(function(*arguments))}'
    return f'{reply},"changed":{"true" if _text_or_none(arguments) != before else "false"}'


def _text_or_none(value: object) -> str | None:
    try:
        return dumps(value)
    except ValueRefused:
        return None


def _answer(number: int, work: Callable[[], str], reply_bytes: int) -> str:
    """Do one piece of work and word its outcome, whatever it is."""
    try:
        reply = f'{{"id":{number},{work()}}}'
        if len(reply) * 4 <= reply_bytes or len(reply.encode("utf-8")) <= reply_bytes:
            return reply
        error = {"kind": "protocol", "type": "", "message": f"a reply of more than {reply_bytes} bytes", "line": None}
    except ValueRefused as refusal:
        message = canonical_text(str(refusal))
        error = {"kind": "refused", "type": type_name(type(refusal)), "message": message, "line": None}
    except MemoryError:
        error = _MEMORY
    except BaseException as raised:  # noqa: BLE001 -- boundary: untrusted code may raise anything
        error = {"kind": "raised", **describe(raised)}
    return compact({"id": number, "error": error})
