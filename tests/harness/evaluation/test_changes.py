"""Change detection: who knows the rule is always right, who always says the same is right half of the time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Plan
from boxwright.blackboxes.workspace import find_workspace
from boxwright.cli import run
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.evaluation.changes import ChangedEntry, Changing
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Observation
from boxwright.sandbox import Launcher
from tests.blackboxes.starters import starter
from tests.harness.test_reasked import lying

COLLECTION = find_workspace(Path("/"))


class Knows:
    """Knows the rule of the one box, and compares what is shown with it."""

    def reply(self, observation: Observation) -> str:
        if observation.kind == "query":
            return "QUERY: abc"
        pairs = observation.text.split("Plaintext: ")[1:]
        split = [pair.split("\nCiphertext: ") for pair in pairs]
        right = all(
            " ".join(told.split("\n")[0].split()) == " ".join(str(ord(c) - 96) for c in given.lower() if c.isalpha())
            for given, told in split
        )
        return f"I compare.\nANSWER: {'same' if right else 'changed'}"


def test_who_knows_the_rule_notices_every_change(launcher: Launcher) -> None:
    box = registry.load(COLLECTION, "encryption/char_to_num")
    entry = ChangedEntry(box, registry.load(COLLECTION, "encryption/caesar_cipher"))
    plan = Plan(turns=1, shots=1, samples=12, seed=5)
    scores = {}
    players = {"knows": Knows(), "oracle": BuiltinPlayer("oracle", 1), "constant": BuiltinPlayer("constant", 1)}
    for name, player in players.items():
        with entry.open(launcher) as opened:
            record = play(opened, plan, player)
        scores[name] = sum(sample.value for sample in record.samples)
        truths = [sample.truth for sample in record.samples]
    assert scores["knows"] == scores["oracle"] == 12
    assert scores["constant"] == truths.count("same") and 2 <= truths.count("same") <= 10
    assert "ANSWER: same" in record.conversations[0][0].content


def test_a_sibling_that_contradicts_itself_ends_the_episode_and_is_named(
    launcher: Launcher, make_box: Callable[..., Box[Any]]
) -> None:
    sibling = make_box(starter("encryption"), lying("encryption", "len(_calls) > 2"))
    with registry.load(COLLECTION, "encryption/char_to_num").open(launcher) as box:
        assert isinstance(box, Box)
        with pytest.raises(EpisodeFailed, match="encryption/starter contradicts itself"):
            play(Changing(box, sibling), Plan(turns=1, shots=1, samples=12, seed=5), BuiltinPlayer("oracle", 1))


@pytest.mark.parametrize(
    ("box", "says"),
    [("kumo/bread", "--change is for encryption, circuit and physics"), ("circuit/and_tree", "has no sibling")],
)
def test_what_has_no_sibling_is_one_line(
    box: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["eval", "--models", "builtin/random", "--boxes", box, "--change", "--out", "out"]) == 1
    assert says in capsys.readouterr().err
