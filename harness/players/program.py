"""A whole program as a player: `cmd:./my_agent`, started once per episode, spoken to in lines of JSON or over MCP.

Each line on its stdin is `{"kind": ..., "message": TEXT, "refusals": N, "messages": [...]}`: what is expected, what to
reply to, how many replies to it were refused, and the whole conversation. It writes one line `{"reply": TEXT}` back,
with `"usage": {"input": N, "output": N}` if it counts tokens. Where the command has `{mcp}` in it (`cmd:./my_agent
{mcp}`), the address of an MCP server stands there, whose tools (status, query, answer) reach this episode and nothing
else; what the program writes on stdout is then ignored, but for lines `{"usage": ...}`.

It runs with the rights of whoever starts it, so it can read what they can: a program that is not trusted belongs into a
container of its own, for example `cmd:docker run --rm -i --network none IMAGE`.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO, Any

from boxwright.blackboxes.faults import one_line
from boxwright.harness.chat.api import Finish, ModelError, Reply, Usage
from boxwright.harness.players.player import BadPlayer, Observation

PREFIX = "cmd:"
MCP = "{mcp}"
"""Where a command has this, the address of the episode's MCP server stands."""
SECONDS = 3_600.0
"""What a program may take for an episode."""
TOKENS = 2_000_000
"""What a program may spend in an episode, if it says what it spends."""
LONGEST_LINE = 4_000_000
"""Characters of a line that are read."""
_KEPT = 2_000
_LAST_WORDS = 1.0
"""Seconds in which what an ended program still said on stderr is read: whom it started may keep that open."""


class ProgramPlayer:
    """One episode's program.

    Past its time or tokens its replies count as cut; once it has ended with exit code 0 it declines to reply. Any
    other end, and a line that is no reply, is the program's fault and fails the episode.
    """

    def __init__(self, command: str, *, seconds: float = SECONDS, tokens: int = TOKENS) -> None:
        self.name = f"{PREFIX}{command}"
        self._argv = shlex.split(command)
        self._seconds, self._tokens = seconds, tokens
        self._process: subprocess.Popen[str] | None = None
        self._replies: queue.SimpleQueue[Reply | BadPlayer | None] = queue.SimpleQueue()
        """What it replied, in order; None once it has ended."""
        self._errors: list[str] = []
        self._listening = threading.Thread(target=self._keep, daemon=True)
        self._deadline = 0.0
        self._spent = 0
        self._over: Finish | None = None

    def reply(self, observation: Observation) -> Reply:
        """Ask the program. Raises: ModelError if it failed, BadPlayer for a line that is no reply."""
        if self._process is None:
            self._start()
        if self._over is None:
            self._tell(observation)
            reply = self._next()
            if reply is not None:
                return self._counted(reply)
        return Reply(text="", finish=self._over or "refused", model=self.name)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None:
                    with suppress(BrokenPipeError):  # what it never read is dropped with it
                        pipe.close()

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self._command(), stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            raise ModelError(f"{self.name}: cannot be started: {error.strerror}") from error
        self._deadline = time.monotonic() + self._seconds
        threading.Thread(target=self._collect, args=(self._process.stdout,), daemon=True).start()
        self._listening.start()

    def _command(self) -> list[str]:
        return self._argv

    def _tell(self, observation: Observation) -> None:
        assert self._process is not None and self._process.stdin is not None
        asked = {
            "kind": observation.kind,
            "message": observation.message,
            "refusals": observation.refusals,
            "messages": [message.model_dump() for message in observation.conversation],
        }
        try:
            self._process.stdin.write(json.dumps(asked, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
        except OSError:  # it has ended, or closed its input; `_next` finds out which
            return

    def _next(self) -> Reply | None:
        """Return what the program replied; None when it is over. Raises: ModelError, BadPlayer."""
        assert self._process is not None
        try:
            reply = self._replies.get(timeout=max(0.0, self._deadline - time.monotonic()))
        except queue.Empty:
            self._over = "length"
            self._process.kill()
            return None
        if isinstance(reply, BadPlayer):
            raise reply
        if reply is not None:
            return reply
        code = self._process.wait()
        if code != 0:
            self._listening.join(_LAST_WORDS)
            said = one_line(RuntimeError("".join(self._errors))) if self._errors else "it said nothing on stderr"
            raise ModelError(f"{self.name}: ended with exit code {code}: {said}")
        self._over = "refused"
        return None

    def _counted(self, reply: Reply) -> Reply:
        self._spent += reply.usage.total
        if self._spent > self._tokens:
            self._over = "length"
            return reply.model_copy(update={"text": "", "finish": "length"})
        return reply

    def _collect(self, pipe: IO[str]) -> None:
        while line := pipe.readline(LONGEST_LINE):
            self._take(line)
        self._replies.put(None)

    def _take(self, line: str) -> None:
        shape = 'a line {"reply": TEXT}, with "usage": {"input": N, "output": N} if it counts tokens'
        try:
            said: Any = json.loads(line)
            self._replies.put(Reply(text=said["reply"], usage=Usage(**said.get("usage", {})), model=self.name))
        except (ValueError, TypeError, KeyError, AttributeError):
            self._replies.put(BadPlayer(f"{self.name}: wrote {line[:80]!r}; expected {shape}"))

    def _keep(self) -> None:
        """Keep the end of what the program says on stderr."""
        assert self._process is not None and self._process.stderr is not None
        pipe = self._process.stderr
        while line := pipe.readline(_KEPT):
            self._errors = [*self._errors[-20:], line]
