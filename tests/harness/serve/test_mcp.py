"""The MCP server as a client meets it: in process, over stdio and over HTTP."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

pytest.importorskip("mcp.server.mcpserver")
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.serve.host import Host
from boxwright.harness.serve.mcp_server import make_server
from boxwright.sandbox import Launcher
from tests.conformance.played import SETTINGS, scripted

CIPHER = "encryption/char_to_num"
COMMAND = [sys.executable, "-m", "boxwright", "mcp", "--turns", "2", "--shots", "2", "--samples", "2"]


def talk(host: Host, what: Callable[[Client], Awaitable[None]], **options: Any) -> None:
    async def run() -> None:
        async with Client(make_server(host, **options)) as client:
            await what(client)

    asyncio.run(run())


async def call(client: Client, tool: str, **arguments: Any) -> tuple[bool, Any]:
    """Call a tool; return whether it is an error, and its value or the text of the error."""
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text  # type: ignore[union-attr]
    return bool(result.is_error), text if result.is_error else result.structured_content


def hosting(launcher: Launcher, **options: Any) -> Host:
    return Host("encryption/*", folder=SHIPPED, launcher=launcher, **{**SETTINGS, **options})


def test_an_agent_solves_a_box_through_the_tools(launcher: Launcher) -> None:
    """A scripted agent: it reads a letter's number from one query each, and encrypts with what it found."""

    async def agent(client: Client) -> None:
        _, begun = await call(client, "start", environment=CIPHER, seed=3)
        table = {}
        for letters in ("abcdefghijklm", "nopqrstuvwxyz"):
            _, heard = await call(client, "query", episode=begun["episode"], text=letters)
            numbers = heard["text"].split("Ciphertext:")[1].split("\n")[0].split()
            table |= dict(zip(letters, numbers, strict=True))
        while not heard["done"]:
            _, left = await call(client, "status", episode=begun["episode"])
            assert left["kind"] == "answer"
            plaintext = heard["text"].split("Plaintext: ")[1].split("\n")[0]
            text = "".join(f"{table.get(letter, '')} " for letter in plaintext.lower()).strip()
            _, heard = await call(client, "answer", episode=begun["episode"], text=text)
        assert heard["score"] == 1.0
        assert set(heard["outcomes"]) == {"right", "wrong", "unparsable", "cut", "failed"}
        assert await call(client, "drop", episode=begun["episode"]) == (False, {"result": "dropped"})

    with hosting(launcher) as host:
        talk(host, agent)
        assert len(host) == 0


def test_the_agent_of_the_documents_finds_the_rule() -> None:
    """It starts `boxwright mcp` itself and talks to it over stdio."""
    agent = subprocess.run(
        [sys.executable, "docs/mcp_agent.py"], cwd=SHIPPED, capture_output=True, text=True, check=True, timeout=120
    )
    assert "score 1.0" in agent.stdout


def test_faults_are_tool_errors_with_the_reason(launcher: Launcher) -> None:
    async def agent(client: Client) -> None:
        failed, text = await call(client, "start", environment="encryption/nothing_like_it")
        assert failed and "there is no" in text
        failed, text = await call(client, "query", episode="nonsense", text="abc")
        assert failed and "no episode" in text
        _, begun = await call(client, "start", environment=CIPHER)
        failed, text = await call(client, "query", episode=begun["episode"], text="1" * 3_000)
        assert failed and "could not be used" in text and "2 more" in text
        failed, text = await call(client, "query", episode=begun["episode"])
        assert failed
        for reply in scripted(CIPHER, "wrong", launcher).replies:
            await call(client, "answer", episode=begun["episode"], text=reply)
        failed, text = await call(client, "answer", episode=begun["episode"], text="1")
        assert failed and "over" in text

    with hosting(launcher) as host:
        talk(host, agent)


def test_a_server_with_a_seed_lets_nobody_try_twice(launcher: Launcher) -> None:
    async def agent(client: Client) -> None:
        failed, text = await call(client, "start", environment=CIPHER, seed=4)
        assert failed and "chooses the seeds" in text
        failed, first = await call(client, "start", environment=CIPHER)
        assert not failed
        failed, _ = await call(client, "start", environment="encryption/unknown")
        assert failed
        _, second = await call(client, "start", environment=CIPHER)
        assert second["episode"] != first["episode"]
        failed, text = await call(client, "start", environment=CIPHER)
        assert failed and "2 episodes" in text

    with hosting(launcher) as host:
        talk(host, agent, seed=5, episodes=2)


def test_stdio(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"

    async def agent() -> None:
        arguments = [*COMMAND[1:], "--boxes", "encryption/*", "--out", str(out)]
        async with Client(StdioServerParameters(command=COMMAND[0], args=arguments, cwd=str(SHIPPED))) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {
                "start",
                "query",
                "answer",
                "status",
                "drop",
            }
            _, heard = await call(client, "start", environment=CIPHER)
            while not heard["done"]:
                tool = "query" if heard["kind"] == "query" else "answer"
                failed, said = await call(client, tool, episode=heard["episode"], text="ab" if tool == "query" else "1")
                assert not failed, said
                heard = said

    asyncio.run(agent())
    (line,) = out.read_text().splitlines()
    assert json.loads(line) == {
        "environment": CIPHER,
        "run": 1,
        "score": 0.0,
        "outcomes": {"right": 0, "wrong": 2, "unparsable": 0, "cut": 0, "failed": 0},
        "turns": 2,
    }


def test_streamable_http_and_the_score_for_a_verifier(launcher: Launcher) -> None:
    async def agent(host: Host) -> None:
        app = make_server(host, seed=1, episodes=1).streamable_http_app()
        transport = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000") as http,
        ):
            assert (await http.get("/score")).json() == {"score": 0.0}
            async with Client(streamable_http_client("http://localhost:8000/mcp", http_client=http)) as client:
                _, heard = await call(client, "start", environment=CIPHER)
                assert heard["kind"] == "query"
            (hosted,) = [host.get(heard["episode"])]
            episode = hosted._episode
            while not episode.done:
                hosted.say(episode.baseline.truth())
            assert (await http.get("/score")).json() == {"score": 1.0}

    with hosting(launcher) as host:
        asyncio.run(agent(host))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--boxes", "encryption/nothing_like_it"], "no environment matches"),
        (["--episodes", "1"], "--episodes needs --seed"),
        (["--http", "nowhere"], "write HOST:PORT"),
        (["--turns", "-1"], "turns"),
    ],
)
def test_bad_options_are_one_line(arguments: list[str], said: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, input="")
    assert done.returncode != 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr
