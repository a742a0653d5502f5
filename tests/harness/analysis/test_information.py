"""Bits: by hand for a small game, and by the command for players that ask well, badly, or the same again."""

from __future__ import annotations

import csv
import json
from math import log2
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.play.information import gains, information
from boxwright.cli import run


def test_information_of_actions_is_by_hand() -> None:
    # `halves` tells a from b exactly; `maybe` rules out the last truth by one of its two outcomes; `idle` tells nothing
    states = ((0b0011, 0b1100), (0b1000, 0), (0, 0))
    game = Game(("p", "q", "r", "s"), ("halves", "maybe", "idle"), states, revealed=(0b0011, 0b1000, 0))
    assert information(game, 0, 0b1111) == pytest.approx(1.0)
    # outcomes 3/8 and 5/8; the last truth only has the second one: H(S) - 3/4 * 1
    entropy = -(3 / 8 * log2(3 / 8) + 5 / 8 * log2(5 / 8))
    assert information(game, 1, 0b1111) == pytest.approx(entropy - 3 / 4)
    assert information(game, 2, 0b1111) == 0.0
    told = gains(game, [2, 0, 0])
    assert [g.bits for g in told] == [0.0, 1.0, 0.0]
    assert [g.expected for g in told] == pytest.approx([0.0, 1.0, 0.0])
    assert told[0].most == told[1].most == pytest.approx(1.0)
    assert told[2].most == pytest.approx(information(game, 1, 0b1100))


def test_who_asks_well_has_an_efficiency_near_one_and_who_repeats_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    play = ["eval", "--samples", "3", "--turns", "6", "--json", "--out"]
    assert run([*play, "games", "--models", "builtin/greedy,builtin/random", "--boxes", "kumo/bread"]) == 0
    boxes = "circuit/and_tree,encryption/caesar_cipher,encryption/hill_cipher,puzzle/number_guessing"
    assert run([*play, "gates", "--models", "builtin/constant,builtin/random", "--boxes", boxes]) == 0
    capsys.readouterr()
    assert run(["report", "games", "gates", "--bits", "--json"]) == 0
    out, err = capsys.readouterr()
    assert "hypotheses cannot be counted in encryption/hill_cipher" in err
    told = [row for rows in json.loads(out)["bits"].values() for row in rows]
    assert all(0.0 <= row["efficiency"] <= row["efficiency_at_most"] <= 1.0 for row in told)
    found = {(row["model"], row["environment"]): row for row in told}
    assert found["builtin/greedy", "kumo"]["efficiency"] > 0.9 > found["builtin/random", "kumo"]["efficiency"]
    # the constant player asks the same input six times: one query in six tells something
    assert found["builtin/constant", "circuit"]["efficiency"] == pytest.approx(1 / 6)
    assert found["builtin/constant", "circuit"]["bits"] == 7.0
    table = found["builtin/constant", "encryption"]  # one letter of 52, and the same again five times
    assert table["boxes"] == ["encryption/caesar_cipher"] and table["bits"] == pytest.approx(log2(52))
    assert table["efficiency"] == table["efficiency_at_most"] < found["builtin/random", "encryption"]["efficiency"]
    assert 0.0 < found["builtin/random", "puzzle"]["efficiency"] < 1.0
    assert run(["report", "games", "--bits"]) == 0
    assert "what was asked, in bits" in capsys.readouterr().out
    assert run(["report", "games", "gates", "--bits", "--html", "page.html", "--tables", "tables"]) == 0
    with open("tables/bits.csv", encoding="utf-8") as file:
        by_box = {(row["model"], row["box"]): row for row in csv.DictReader(file)}
    row = by_box["builtin/constant", "encryption/caesar_cipher"]
    assert (float(row["bits"]), float(row["efficiency"])) == (pytest.approx(table["bits"]), table["efficiency"])
    assert (row["queries"], row["known_as"]) == ("6", "exact")
    with open("tables/gains.csv", encoding="utf-8") as file:
        gains = [g for g in csv.DictReader(file) if (g["model"], g["box"]) == ("builtin/constant", row["box"])]
    assert [float(gain["bits"]) for gain in gains] == [pytest.approx(log2(52)), *[0.0] * 5]
    assert all(float(gain["expected"]) <= float(gain["reached"]) <= float(gain["most"]) for gain in gains)
    page = Path("page.html").read_text("utf-8")
    assert "what was asked, in bits, by box" in page and "5.70 (expected 5.70 of " in page
