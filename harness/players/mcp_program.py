"""A program that plays over MCP: `cmd:./my_agent {mcp}`, one process, one server and one seat per episode."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from boxwright.harness.chat.api import ModelError, Reply, Usage
from boxwright.harness.players.player import Observation
from boxwright.harness.players.program import MCP, ProgramPlayer
from boxwright.harness.serve.seat import Seat, SeatServer

GRACE = 5.0
"""Seconds in which a program may end by itself, after the episode has ended."""


class McpProgramPlayer(ProgramPlayer):
    """One episode's program, which calls the tools of a server made for it."""

    _server: SeatServer | None = None
    _usage = Usage()
    """Tokens that the program reported, and that no reply has carried yet."""

    def close(self) -> None:
        """Tell the program that the episode is over, let it end, and close the server."""
        if self._server is not None:
            self._seat.end()
            if self._process is not None and self._over is None:
                try:
                    self._process.wait(GRACE)
                except subprocess.TimeoutExpired:
                    self._over = "refused"
        super().close()
        if self._server is not None:
            self._server.close()

    def _command(self) -> list[str]:
        self._seat = Seat(self._replied)
        try:
            server = self._server = SeatServer(self._seat)
        except OSError as error:
            raise ModelError(f"{self.name}: {error}") from error
        return [word.replace(MCP, server.address) for word in self._argv]

    def _tell(self, observation: Observation) -> None:
        self._seat.show(observation)

    def _replied(self, text: str) -> None:
        usage, self._usage = self._usage, Usage()
        self._replies.put(Reply(text=text, usage=usage, model=self.name))

    def _take(self, line: str) -> None:
        """Count a line `{"usage": {"input": N, "output": N}}`; a program may say whatever else it likes."""
        try:
            said: Any = json.loads(line)
            self._usage += Usage(**said["usage"])
        except (ValueError, TypeError, KeyError, IndexError):
            return
