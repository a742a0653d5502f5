"""`eval` where a provider fails: one model's end does not stop the others; `--qualify` leaves out who fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxwright.cli import run
from boxwright.commands import qualifying
from tests.harness.chat.provider_server import Answer, ProviderServer


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    server = ProviderServer()
    yield server
    server.close()


def test_a_model_whose_key_is_refused_is_asked_once_and_the_others_are_played(
    server: ProviderServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.yaml").write_text(f"models:\n  - {{name: gone, provider: openai, base_url: '{server.url}/v1'}}\n")
    server.will(Answer(status=401, body=b'{"error": {"message": "no such key"}}'))
    command = ["eval", "--models", "m.yaml,builtin/random", "--boxes", "kumo/bread", "--turns", "1", "--samples", "1"]
    assert run([*command, "--runs", "3", "--concurrency", "1", "--out", "out"]) == 1
    said = capsys.readouterr()
    assert len(server.received) == 1
    assert "gone is given up" in said.err and "no such key" in said.err and "(2 episodes not played)" in said.err
    assert "UNFINISHED: 3 of 6 episodes (1 failed)" in said.out


PLAYERS = """
class Silent:
    def reply(self, observation):
        return "I would rather not say."

class Sure:
    def reply(self, observation):
        if observation.kind == "query":
            return f"QUERY: {'a' * len(observation.conversation)}"
        asked = observation.text.split("Plaintext: ")[-1].splitlines()[0]
        return "ANSWER: " + " ".join(str(ord(c) - 96) for c in asked.lower() if c.isalpha())
"""


def test_who_fails_the_baseline_test_is_left_out_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(qualifying, "BASELINES", ("encryption/char_to_num",))
    monkeypatch.setattr(qualifying, "RUNS", 1)
    Path("people.py").write_text(PLAYERS)
    plan = ["--boxes", "kumo/bread", "--turns", "1", "--samples", "1", "--qualify", "--out", "out"]
    assert run(["eval", "--models", "people:Silent,people:Sure,builtin/random", *plan]) == 0
    said = capsys.readouterr()
    assert "people:Silent is left out; more than 80 % are needed: 0.0 %" in said.err
    assert "people:Sure takes part: 100.0 %" in said.err
    assert "Silent" not in said.out and "people:Sure" in said.out and "builtin/random" in said.out
    assert run(["eval", "--models", "people:Silent,people:Sure", *plan[:-1], "none", "--dry-run"]) == 0
    assert "plan baseline test: 1 box, 1 run, 2 episodes" in capsys.readouterr().out
    assert run(["eval", "--models", "people:Silent", *plan[:-1], "none"]) == 1
    assert "no model passed the baseline test; none-qualification has" in capsys.readouterr().err
    assert not Path("none").exists()
