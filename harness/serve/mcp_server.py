"""An MCP server: the tools start, query, answer and status, for agents that explore and answer by themselves.

The protocol has no sessions, so an episode's name is an argument of every tool. A reply that cannot be read, and a call
out of order, is a tool error with the reason. Truths stay in this process.
"""

# ruff: noqa: E402
from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from boxwright.blackboxes.extras import need

need("mcp")  # before its package is imported

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from starlette.requests import Request
from starlette.responses import JSONResponse

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.harness.episode import EpisodeFailed
from boxwright.harness.serve.heard import Heard, Left
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.hosted import FAILED, Hosted
from boxwright.sandbox import SandboxError, SandboxUnavailable

INSTRUCTIONS = """Each environment hides a rule. `start` begins an episode and returns its introduction. Use `query` to
explore, one query per turn, until the turns are used up; then the test samples come, one by one: use `answer`. Every
result says what is asked next, and whether a query or an answer is expected. The environments are listed in the
resource boxwright://environments."""

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


def make_server(host: Host, *, seed: int | None = None, episodes: int | None = None) -> MCPServer:
    """Return the server of a host's environments; run it with `.run()` or `.run("streamable-http", ...)`.

    With `seed` the server chooses: the first episode is run 1 of that seed, the next run 2, as in `boxwright eval`,
    and `episodes` is how many may begin. Without it clients choose seed and run.
    """
    server = MCPServer("boxwright", instructions=INSTRUCTIONS, log_level="WARNING")
    starts = _Starts(host, seed, episodes)

    @server.tool(description="Begin an episode of an environment; returns its introduction and what is asked first.")
    @_told
    def start(environment: str, seed: int | None = None, run: int | None = None) -> Heard:
        return starts.begin(environment, seed, run)

    @server.tool(description="Ask a query of the exploration, or choose a move of a game; returns what it brought.")
    @_told
    def query(episode: str, text: str) -> Heard:
        return _read(host.get(episode).give("query", text))

    @server.tool(description="Answer a test sample, or choose a move of a game; returns whether it was right.")
    @_told
    def answer(episode: str, text: str) -> Heard:
        return _read(host.get(episode).give("answer", text))

    @server.tool(description="Say how far an episode is, and what is left of its budget.")
    @_told
    def status(episode: str) -> Left:
        return host.get(episode).left()

    @server.tool(description="Drop an episode that is not needed any more, finished or not.")
    @_told
    def drop(episode: str) -> str:
        host.get(episode)
        host.drop(episode)
        return "dropped"

    @server.resource("boxwright://environments", description="The ids that `start` takes, one per line.")
    def environments() -> str:
        return "\n".join(host.ids)

    @server.custom_route("/score", methods=["GET"])  # type: ignore[untyped-decorator]
    async def score(request: Request) -> JSONResponse:
        """The mean score of the episodes that may begin, for a verifier: 0 for those that were not finished."""
        return JSONResponse({"score": starts.score()})

    return server


class _Starts:
    """Begins episodes: by the client's seeds or the server's, and no more than it may."""

    def __init__(self, host: Host, seed: int | None, most: int | None) -> None:
        self._host, self._seed, self._most = host, seed, most
        self._begun: list[Hosted] = []
        self._lock = threading.Lock()

    def begin(self, environment: str, seed: int | None, run: int | None) -> Heard:
        """Begin one. Raises: ToolError, and as Host.start."""
        if self._seed is None:
            return self._host.start(environment, seed=seed, run=run or 1).heard()
        if seed is not None or run is not None:
            raise ToolError("this server chooses the seeds; leave out seed and run")
        with self._lock:
            if self._most is not None and len(self._begun) >= self._most:
                raise ToolError(f"this server allows {plural(self._most, 'episode')}, and no more can begin")
            hosted = self._host.start(environment, seed=self._seed, run=len(self._begun) + 1)
            self._begun.append(hosted)
            return hosted.heard()

    def score(self) -> float:
        """Return the mean score of all episodes that may begin, or of those that have begun if any number may."""
        scores = [hosted.heard().score or 0.0 for hosted in self._begun]
        return sum(scores) / max(1, self._most or len(scores))


def _read(heard: Heard) -> Heard:
    """Return what is heard; a refusal of the reply is an error of the tool. Raises: ToolError."""
    if heard.refused:
        raise ToolError(heard.text)
    return heard


def _told(tool: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """Let a tool's faults reach the client as its errors; other exceptions would only name the tool."""

    @wraps(tool)
    def call(*args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
        try:
            return tool(*args, **kwargs)
        except (BoxwrightError, SandboxUnavailable) as fault:
            raise ToolError(str(fault)) from fault
        except (EpisodeFailed, SandboxError) as fault:
            raise ToolError(FAILED) from fault

    return call
