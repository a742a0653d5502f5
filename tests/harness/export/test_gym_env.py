"""The Gymnasium environment: Gymnasium's own checker, seeds, vectors, and replies of every kind."""

from __future__ import annotations

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.episode import EpisodeOver
from boxwright.harness.export import gym_env
from boxwright.sandbox import Launcher

NAME = "boxwright.harness.export.gym_env:boxwright/TurnAtShot-v0"


def make(launcher: Launcher, boxes: str = "encryption/*") -> gym_env.TurnAtShot:
    return gym_env.TurnAtShot(boxes, folder=SHIPPED, launcher=launcher, turns=2, samples=2)


def test_gymnasiums_checker_finds_nothing(launcher: Launcher) -> None:
    env = make(launcher)
    check_env(env, skip_render_check=True)
    env.close()


def test_reset_is_seeded_and_goes_on_to_the_next_run(launcher: Launcher) -> None:
    env, other = make(launcher), make(launcher)
    first = [env.reset(seed=3)[0], *(env.reset()[0] for _ in range(5))]
    assert [other.reset(seed=3)[0], *(other.reset()[0] for _ in range(5))] == first
    assert len(set(first)) > 1
    named = env.reset(seed=3, options={"environment": "encryption/char_to_num", "run": 4})
    assert named == other.reset(seed=3, options={"environment": "encryption/char_to_num", "run": 4})


def test_any_text_is_an_action(launcher: Launcher) -> None:
    env = make(launcher)
    env.reset(seed=1)
    over = False
    for action in ["", "\x00", "你好", "x" * 200_000, *["QUERY: 1"] * 40]:
        if not over:
            text, reward, over, truncated, info = env.step(action)
            assert env.observation_space.contains(text) and reward == 0.0 and not truncated
    assert info["outcomes"]["unparsable"] == 2
    with pytest.raises(EpisodeOver):
        env.step("QUERY: abc")


def test_vectors(launcher: Launcher) -> None:
    settings = {"boxes": "encryption/char_to_num", "folder": SHIPPED, "launcher": launcher, "turns": 2, "samples": 1}
    many = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="sync", **settings)
    texts, _ = many.reset(seed=5)
    assert len(set(texts)) == 1
    alone = gymnasium.make(NAME, **settings)
    alone.reset(seed=6)
    for action in ["QUERY: abc", "QUERY: b c"]:
        texts, *_ = many.step((action,) * 3)
        assert texts[1] == alone.step(action)[0]
    many.close()
    alone.close()
