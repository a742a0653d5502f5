"""`eval --explorations`: one player's exploration, another's inference; the same tests, and none of its thoughts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.cli import run
from tests.harness.chat.provider_server import ProviderServer
from tests.harness.chat.wire import OpenAIWire

BOX = "encryption/char_to_num"
PLAYERS = """
class Talker:
    "Explores with thoughts, an unreadable attempt and a lost turn."

    count = 0

    def reply(self, observation):
        if observation.kind != "query":
            return "ANSWER: 0"
        self.count += 1
        said = ["I think that a is 1.\\nQUERY: abc", "no query here", "I go on.\\nQUERY: xyz"]
        return said[self.count - 1] if self.count < 4 else "I give up thinking."

class Reader:
    def reply(self, observation):
        assert observation.kind == "answer"
        said = [m.content for m in observation.conversation]
        mine = [m.content for m in observation.conversation if m.role == "assistant"]
        assert mine[:2] == ["QUERY: abc", "QUERY: xyz"] and not any("think" in text for text in mine), mine
        assert "Ciphertext: 1 2 3" in said[2] and "Ciphertext: 24 25 26" in said[4]
        asked = observation.text.split("Plaintext: ")[-1].splitlines()[0]
        return "ANSWER: " + " ".join(str(ord(c) - 96) for c in asked.lower() if c.isalpha())
"""


def test_one_explores_and_another_concludes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.py").write_text(PLAYERS)
    first = ["eval", "--models", "pair:Talker,builtin/random", "--boxes", BOX, "--turns", "3", "--samples", "2"]
    assert run([*first, "--out", "explored"]) == 0
    second = ["eval", "--explorations", "explored", "--explorers", "pair:Talker", "--models"]
    assert run([*second, "pair:Reader,builtin/constant", "--out", "concluded", "--json"]) == 0
    told = json.loads(capsys.readouterr().out[-100_000:].split("explored\n", 1)[-1])
    means = {score["model"]: score["accuracy"] for score in told["scores"] if score["scope"] == "*"}
    assert means["pair:Reader after pair:Talker"] == 1.0
    assert means["builtin/constant after pair:Talker"] == 0.0
    assert run(["report", "concluded", "--markdown"]) == 0
    assert "| pair:Talker | 0.0 % | 100.0 % [2–100] | 0.0 % [0–98] |" in capsys.readouterr().out
    assert run(["eval", "--explorations", "explored", "--models", "builtin/solver", "--out", "solved"]) == 0
    assert run(["report", "concluded", "--html", "page.html"]) == 0
    assert "Explorers and reasoners" in Path("page.html").read_text()


def test_an_answer_that_ended_the_exploration_is_not_the_reasoners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In KUMO a prediction may take the place of an action: the oracle's, at once, does not help who concludes."""
    monkeypatch.chdir(tmp_path)
    first = ["eval", "--models", "builtin/oracle", "--boxes", "kumo/bread", "--turns", "2", "--samples", "8"]
    assert run([*first, "--out", "a"]) == 0
    reasoners = "builtin/constant,builtin/oracle"
    assert run(["eval", "--explorations", "a", "--models", reasoners, "--out", "b"]) == 0
    capsys.readouterr()
    assert run(["export", "b"]) == 0
    constant, oracle = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:]
    assert constant["turns"] == oracle["turns"] == [] and len(constant["stops"]) == 8
    assert {sample["outcome"] for sample in oracle["samples"]} == {"right"}
    assert "wrong" in {sample["outcome"] for sample in constant["samples"]}
    assert [m["role"] for m in constant["conversations"][0]] == ["user", "assistant"] * 2 + ["user"]


def test_a_priced_model_concludes_and_is_asked_for_answers_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    server = ProviderServer()
    server.will(OpenAIWire().reply("ANSWER: 1"), OpenAIWire().reply("ANSWER: 2"))
    at = f"provider: openai, base_url: '{server.url}/v1'"
    Path("m.yaml").write_text(f"models:\n  - {{name: priced, {at}, prices: {{input: 1000, output: 1000}}}}\n")
    assert (
        run(["eval", "--models", "builtin/random", "--boxes", BOX, "--turns", "3", "--samples", "2", "--out", "a"]) == 0
    )
    capsys.readouterr()
    assert run(["eval", "--explorations", "a", "--models", "m.yaml", "--out", "b", "--json"]) == 0
    server.close()
    said = capsys.readouterr()
    assert "1 episode, 2 calls, at most 6;" in said.err
    assert len(server.received) == 2
    assert json.loads(said.out)["dollars"]["priced after builtin/random"] > 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--turns", "3"], "--turns has no effect with --explorations"),
        (["--models", "builtin/solver", "--explorations", "own"], "own: holds no results"),
        (["--explorers", "nobody"], "nobody did not play; there are: builtin/random"),
    ],
)
def test_what_cannot_be_given_is_one_line(
    given: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    played = ["eval", "--models", "builtin/random", "--samples", "1", "--turns", "1", "--boxes", "kumo/bread"]
    assert run([*played, "--out", "explored"]) == 0
    command = ["eval", "--explorations", "explored", "--models", "builtin/random", "--out", "out", *given]
    assert run(command) == 1
    assert says in capsys.readouterr().err
    assert not Path("out").exists()
