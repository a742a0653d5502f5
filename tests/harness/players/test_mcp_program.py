"""Programs that play over MCP: real processes with a real client; one that errs, one that leaves, one that hangs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run
from boxwright.harness.chat.api import Message, ModelError
from boxwright.harness.players.mcp_program import McpProgramPlayer
from boxwright.harness.players.player import Observation

BOX = "encryption/char_to_num"
MARKERS = {"query": "QUERY", "answer": "ANSWER"}
ASKED = Observation("query", "?", conversation=(Message(role="user", content="Explore."),), markers=MARKERS)
AGENT = """
import asyncio, json, sys
from mcp import Client

async def main():
    async with Client(sys.argv[1]) as client:
        seen = []
        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            seen.append([tool, bool(result.is_error), result.content[0].text])
            return result.structured_content
        heard = await call("status")
        await call("answer", text="too early")
        await call("query", text="")
        while not heard["done"]:
            print("thinking", flush=True)
            print(json.dumps({"usage": {"input": 10, "output": 5}}), flush=True)
            tool = heard["kind"]
            heard = await call(tool, text="abc" if tool == "query" else "ANSWER: 1 2 3")
        await call("answer", text="too late")
        with open(sys.argv[2], "w") as file:
            json.dump(seen, file)

asyncio.run(main())
"""


def agent(folder: Path, text: str) -> str:
    file = folder / "agent.py"
    file.write_text(text)
    return f"{sys.executable} {file} {{mcp}}"


def test_an_agent_explores_and_answers_by_calling_tools(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SHIPPED)
    name = f"cmd:{agent(tmp_path, AGENT)} {tmp_path / 'seen.json'}"
    out = tmp_path / "out"
    command = ["eval", "--models", name, "--boxes", BOX, "--turns", "2", "--samples", "2", "--out", str(out)]
    assert run(command) == 0
    assert run(["export", str(out)]) == 0
    episode = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [turn["query"] for turn in episode["turns"]] == ["abc", "abc"]
    assert [sample["shots"][0]["answer"] for sample in episode["samples"]] == ["1 2 3", "1 2 3"]
    assert (episode["usage"]["input"], episode["usage"]["output"]) == (40, 20)
    seen = json.loads((tmp_path / "seen.json").read_text())
    errors = [text for _, is_error, text in seen if is_error]
    assert ["QUERY" in errors[0], "could not be used" in errors[1], "is over" in errors[2]] == [True] * 3
    assert [tool for tool, is_error, _ in seen if not is_error] == ["status", "query", "query", "answer", "answer"]
    truths = {sample["truth"] for sample in episode["samples"]}
    assert not [text for _, _, text in seen if any(truth in text for truth in truths)]


def test_an_agent_that_leaves_declines_and_one_that_crashes_fails_the_episode(tmp_path: Path) -> None:
    player = McpProgramPlayer(agent(tmp_path, "pass"))
    assert player.reply(ASKED).finish == "refused"
    player.close()
    player = McpProgramPlayer(agent(tmp_path, "raise SystemExit('no idea')"))
    with pytest.raises(ModelError, match="no idea"):
        player.reply(ASKED)
    player.close()


def test_an_agent_that_hangs_is_cut_and_ended(tmp_path: Path) -> None:
    player = McpProgramPlayer(agent(tmp_path, "import time; time.sleep(600)"), seconds=0.5)
    assert [player.reply(ASKED).finish for _ in range(2)] == ["length", "length"]
    assert player._process is not None
    player.close()
    assert player._process.returncode is not None
