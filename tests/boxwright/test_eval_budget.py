"""`eval --budget`: no request that could exceed it is sent, one line says so, and `--resume` continues."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.roles import ROLES
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.commands.evaluate import open_players
from boxwright.commands.shared import known_models
from boxwright.harness.chat import parse_budget
from boxwright.harness.chat.limits import server_limit
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.harness.chat.provider_server import ProviderServer
from tests.harness.chat.wire import OpenAIWire

ID = "encryption/caesar"


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    server = ProviderServer()
    yield server
    server.close()


@pytest.fixture
def call(place: Workspace, launcher: Launcher, server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An evaluation of one episode, by a model at the server."""
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=dict.fromkeys(ROLES, (ScriptedModel(),))))
    (place.root / "models.yaml").write_text(
        f"models:\n  - {{name: here, provider: openai, base_url: '{server.url}/v1', max_output_tokens: 100}}\n"
    )
    monkeypatch.chdir(place.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    return ["eval", "--models", "here", "--boxes", ID, "--turns", "1", "--samples", "1", "--out", "out"]


def test_a_budget_stops_an_evaluation_before_it_is_overdrawn(
    call: list[str], server: ProviderServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*call, "--budget", "100"]) == 1
    err = capsys.readouterr().err
    assert "1 episode failed, not scored; play again with --resume. First: here on encryption/caesar" in err
    assert "the budget of 100 tokens does not allow player" in err
    assert server.received == []
    server.will(OpenAIWire().reply("QUERY: abc"), OpenAIWire().reply("ANSWER: zzz"))
    assert run([*call, "--budget", "1M", "--resume"]) == 0
    assert len(server.received) == 2


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ("$1", "the price of here is unknown: add it to models.yaml"),
        ("five", "'five' is not a budget; write tokens as 200000, 200k or 1.5M, or money as '$3.50'"),
    ],
)
def test_a_budget_that_cannot_be_kept_is_one_clear_line(
    call: list[str], capsys: pytest.CaptureFixture[str], budget: str, said: str
) -> None:
    assert run([*call, "--budget", budget]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("listed", "allowed", "said"),
    [
        ("", 50, ""),
        (", concurrency: 3", 3, "here: 3 requests at a time, as its models file says; --concurrency 50 is more"),
        (", concurrency: 80", 80, ""),
    ],
)
def test_a_model_answers_as_many_requests_at_once_as_there_are_episodes(
    call: list[str],
    place: Workspace,
    server: ProviderServer,
    capsys: pytest.CaptureFixture[str],
    listed: str,
    allowed: int,
    said: str,
) -> None:
    text = (place.root / "models.yaml").read_text()
    (place.root / "models.yaml").write_text(text.replace("max_output_tokens: 100", f"max_output_tokens: 100{listed}"))
    specs = known_models(place)
    opened = open_players(place, specs, "here", parse_budget("1M"), 50)
    assert server_limit(specs["here"]).allowed == allowed
    assert opened.keys() == {"here"}
    assert capsys.readouterr().err.strip() == said
