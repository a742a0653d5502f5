"""How each interface plays given replies; a driver is added here, and the whole suite runs on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from boxwright.blackboxes.types import Kind
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.serve.host import Host
from boxwright.sandbox import Launcher
from tests.conformance.played import SETTINGS, Played

Driver = Callable[[str, Sequence[str], Sequence[Kind], Launcher], Played]
REFUSED = "Error executing tool {}: "
"""What the MCP package puts before the text of a tool's error."""


def by_host(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The hosted episode, which the servers are loops around."""
    with Host(identifier, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        hosted = host.start(identifier)
        heard = hosted.heard()
        texts = [heard.text]
        for reply in replies:
            heard = hosted.say(reply)
            texts.append(heard.text)
        assert heard.done
        return Played(tuple(texts), heard.score, heard.outcomes or {})


def by_mcp(identifier: str, replies: Sequence[str], kinds: Sequence[Kind], launcher: Launcher) -> Played:
    """The MCP server, by a client of the same package."""
    from mcp import Client

    from boxwright.harness.serve.mcp_server import make_server

    async def play(host: Host) -> Played:
        async with Client(make_server(host)) as client:
            begun = (await client.call_tool("start", {"environment": identifier})).structured_content
            assert begun is not None
            texts, name, last = [begun["text"]], begun["episode"], begun
            for reply, kind in zip(replies, kinds, strict=True):
                tool = "query" if kind == "query" else "answer"
                result = await client.call_tool(tool, {"episode": name, "text": reply})
                text = result.content[0].text  # type: ignore[union-attr]
                if result.is_error:
                    texts.append(text.removeprefix(REFUSED.format(tool)))
                    continue
                last = result.structured_content or {}
                texts.append(last["text"])
            return Played(tuple(texts), last["score"], last["outcomes"])

    with Host(identifier, folder=SHIPPED, launcher=launcher, **SETTINGS) as host:
        return asyncio.run(play(host))


DRIVERS: Mapping[str, Driver] = {"host": by_host, "mcp": by_mcp}
