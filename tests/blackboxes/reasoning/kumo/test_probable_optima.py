"""Optimal play under probabilistic exclusion: equal to the definition on small games, and intervals that hold it."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from boxwright.blackboxes.reasoning.kumo.instances.game import Game
from boxwright.blackboxes.reasoning.kumo.instances.probabilistic import SURE, likelihood, posterior
from boxwright.blackboxes.reasoning.kumo.optimal.probable import ProbableSolver
from boxwright.cli import run

STRENGTH = 0.85


def by_definition(game: Game, seen: tuple[tuple[int, int], ...] = ()) -> float:
    """Expected actions of optimal play: every order, every outcome, the posterior computed anew each time."""
    belief = posterior(game, STRENGTH, seen)
    taken = {a for a, _ in seen}
    left = [a for a, states in enumerate(game.states) if a not in taken and len(set(states)) > 1]
    if not left or max(belief) >= SURE:
        return 0.0
    values = []
    for a in left:
        value = 1.0
        for place in range(len(game.states[a])):
            chance = sum(belief[t] * likelihood(game.states[a], place, t, STRENGTH) for t in range(len(game.truths)))
            value += chance * by_definition(game, (*seen, (a, place)))
        values.append(value)
    return min(values)


def drawn(seed: int, truths: int, actions: int) -> Game:
    rng = random.Random(seed)
    masks = [[rng.randrange(1, 2**truths - 1) for _ in range(rng.choice((2, 3)))] for _ in range(actions)]
    names = [f"{kind}{n}" for kind, number in (("t", truths), ("a", actions)) for n in range(number)]
    return Game(tuple(names[:truths]), tuple(names[truths:]), tuple(map(tuple, masks)))


@pytest.mark.parametrize("seed", range(6))
def test_the_value_is_that_of_the_definition_and_intervals_hold_it(seed: int) -> None:
    game = drawn(seed, 3, 4)
    wanted = by_definition(game)
    found = ProbableSolver(game, STRENGTH).value()
    assert found.exact and found.best and math.isclose(found.lower, wanted, abs_tol=1e-6)
    for most in (1, 4, 16):
        part = ProbableSolver(game, STRENGTH).value(most_states=most)
        assert part.why == ("" if part.exact else "size")
        confident = "sampled" in part.upper_by
        assert part.lower <= wanted + 1e-6 and (confident or wanted <= part.upper + 1e-6)


def test_the_command_solves_probable_games_and_keeps_the_semantics_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    draw = ["kumo", "probabilistic", "kumo/medical", "--strength", "0.9", "--actions", "5", "--count", "2"]
    assert run([*draw, "--out", str(tmp_path / "p.jsonl")]) == 0
    assert run(["kumo", "generate", "kumo/medical", "--count", "1", "--out", str(tmp_path / "sure.jsonl")]) == 0
    capsys.readouterr()
    assert run(["kumo", "solve", str(tmp_path / "p.jsonl"), "--semantics", "probable"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(1.0 <= row["expected_actions"] <= 5.0 and row["best_first"] for row in rows) and len(rows) == 2
    assert run([*draw[:-3], "14", "--count", "1", "--out", str(tmp_path / "large.jsonl")]) == 0
    capsys.readouterr()
    assert run(["kumo", "solve", str(tmp_path / "large.jsonl"), "--semantics", "probable", "--seconds", "0.1"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["expected_actions"] is None and row["why"] == "time" and 0 < row["lower"] < row["upper"] < 14
    said = "p.jsonl:1: optimal play is not defined for instances in which exclusion is only probable (`strength`) under"
    for file, semantics, why in (("p", "elimination", said), ("sure", "probable", "certain")):
        assert run(["kumo", "solve", str(tmp_path / f"{file}.jsonl"), "--semantics", semantics]) == 1
        assert why in capsys.readouterr().err
    for semantics in ("paper", "elimination", "informed"):
        spread = ["--semantics", semantics, "--out", str(tmp_path / "spread")]
        assert run(["kumo", "optima", str(tmp_path / "p.jsonl"), *spread]) == 1
        captured = capsys.readouterr()
        assert f"{said} `{semantics}`; use `boxwright kumo solve FILE --semantics probable`" in captured.err
        assert not captured.out and not (tmp_path / "spread").exists()
