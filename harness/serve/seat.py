"""A seat at one episode, for an agent that calls us over MCP: it waits until it is asked, the episode until it replies.

The server is on the loopback device, at an address that nobody can guess, for this episode only.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
import time
from collections.abc import Callable

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from boxwright.harness.players.player import Observation
from boxwright.harness.serve.heard import Heard, Tool, marked

INSTRUCTIONS = """An environment hides a rule. `status` returns what is asked now, first of all the introduction. Use
`query` to explore, one query per turn, until the turns are used up; then the test samples come, one by one: use
`answer`. Every result says what is asked next."""
OVER = "The episode is over."
HOST = "127.0.0.1"
_SETTLING = 30.0
"""Seconds that the server may take to begin, and to end."""


class Seat:
    """Where a calling agent and an asking episode meet. Thread-safe."""

    def __init__(self, reply: Callable[[str], object]) -> None:
        """`reply` takes what the agent replies to what it was shown."""
        self._reply = reply
        self._asked: Observation | None = None
        self._over = False
        self._changed = threading.Condition()

    def show(self, observation: Observation) -> None:
        """Let the agent see what is asked."""
        with self._changed:
            self._asked = observation
            self._changed.notify_all()

    def end(self) -> None:
        """Say that nothing more is asked."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def now(self) -> Heard:
        """Wait until something is asked, and return it."""
        with self._changed:
            return self._next()

    def say(self, tool: Tool, text: str) -> Heard:
        """Reply, and wait for what is asked next. Raises: ToolError if nothing is."""
        with self._changed:
            self._next()
            asked = self._asked
            if asked is None:
                raise ToolError(OVER)
            self._asked = None
            self._reply(marked(tool, text, asked.kind, asked.markers))
            return self._next()

    def _next(self) -> Heard:
        self._changed.wait_for(lambda: self._asked is not None or self._over)
        if self._asked is None:
            return Heard(episode="", text=OVER, kind=None, done=True)
        asked = self._asked
        return Heard(episode="", text=asked.message, kind=asked.kind, refused=asked.refusals > 0)


class SeatServer:
    """The MCP server of a seat, in a thread of its own."""

    def __init__(self, seat: Seat) -> None:
        path = f"/{secrets.token_hex(16)}/mcp"
        config = uvicorn.Config(_tools(seat).streamable_http_app(streamable_http_path=path), log_level="critical")
        self._socket = socket.create_server((HOST, 0))
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name="seat", daemon=True)
        self._thread.start()
        self.address = f"http://{HOST}:{self._socket.getsockname()[1]}{path}"
        late = time.monotonic() + _SETTLING
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > late:
                raise OSError("the MCP server for the player did not begin")
            time.sleep(0.005)

    def close(self) -> None:
        """End the server, and whatever is still connected."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(_SETTLING)
        self._socket.close()


def _tools(seat: Seat) -> MCPServer:
    server = MCPServer("boxwright", instructions=INSTRUCTIONS, log_level="ERROR")

    @server.tool(description="Return what is asked now; the first time, that is the introduction.")
    async def status() -> Heard:
        return await asyncio.to_thread(seat.now)

    @server.tool(description="Ask a query of the exploration, or choose a move of a game; returns what it brought.")
    async def query(text: str) -> Heard:
        return _read(await asyncio.to_thread(seat.say, "query", text))

    @server.tool(description="Answer a test sample, or choose a move of a game; returns what is asked next.")
    async def answer(text: str) -> Heard:
        return _read(await asyncio.to_thread(seat.say, "answer", text))

    return server


def _read(heard: Heard) -> Heard:
    """Return what is heard; a refusal of the reply is an error of the tool. Raises: ToolError."""
    if heard.refused:
        raise ToolError(heard.text)
    return heard
